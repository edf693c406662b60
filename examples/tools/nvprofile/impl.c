/* The one file of the tool that holds the bodies of nvprofile.h. */
#define NVP_POSIX
#define NVP_IMPLEMENTATION
#include "nvprofile.h"
