/* The reader of sections. */
#define NVS_IMPLEMENTATION
#define NVS_POSIX
#include "nvsection.h"
