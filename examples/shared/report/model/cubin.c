/* The bodies of cubin.h. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"
