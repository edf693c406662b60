/* For the fuzz targets of ncurep.h: a heap that counts and can fail. Include it behind ncurep.h. */
#ifndef FUZZ_NCUREP_FUZZ_H
#define FUZZ_NCUREP_FUZZ_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/heap.h"

static inline void must(int ok)
{
    if (!ok) abort();
}

#endif
