/* The reader of sections. */
#define NVS_IMPLEMENTATION
#include "nvsection.h"
