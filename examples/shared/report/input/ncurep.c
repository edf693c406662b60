/* The reader of reports. */
#define NCUREP_IMPLEMENTATION
#define NCUREP_POSIX
#include "ncurep.h"
