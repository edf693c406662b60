/* For the fuzz targets of ncurep.h: a heap that counts and can fail. Include it behind ncurep.h. */
#ifndef FUZZ_NCUREP_FUZZ_H
#define FUZZ_NCUREP_FUZZ_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct heap {
    size_t live, held;
    unsigned calls, fail;
} heap;

static inline void *take(void *user, size_t size)
{
    heap *h = (heap *)user;
    void *p;
    if (++h->calls == h->fail) return NULL;
    p = malloc(size);
    if (p == NULL) return NULL;
    h->live++;
    h->held += size;
    return p;
}

static inline void give(void *user, void *p, size_t size)
{
    heap *h = (heap *)user;
    if (p == NULL || h->live == 0 || h->held < size) abort();
    h->live--;
    h->held -= size;
    free(p);
}

static inline void must(int ok)
{
    if (!ok) abort();
}

#endif
