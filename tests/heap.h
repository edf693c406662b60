/* An allocator for tests: counts, fails at one call, gives memory of any alignment, and checks the sizes that come back. */
#ifndef TESTS_HEAP_H
#define TESTS_HEAP_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct heap {
    size_t live, held, peak; /* blocks, bytes, most bytes */
    size_t skew;             /* bytes by which each block is off alignment, below 8 */
    unsigned calls, fail;    /* the call that gives nothing; 0: none */
} heap;

static inline void *take(size_t size, void *user)
{
    heap *h = (heap *)user;
    char *p;
    if (++h->calls == h->fail) return NULL;
    p = (char *)malloc(size + 8 + sizeof size);
    if (p == NULL) return NULL;
    memset(p + h->skew, 0xa5, size); /* what was there before is garbage */
    memcpy(p + h->skew + size, &size, sizeof size); /* the size after it: a write after the end spoils it */
    h->live++;
    h->held += size;
    if (h->held > h->peak) h->peak = h->held;
    return p + h->skew;
}

static inline void give(void *p, size_t size, void *user)
{
    heap *h = (heap *)user;
    size_t asked;
    memcpy(&asked, (char *)p + size, sizeof asked);
    if (asked != size) abort();
    h->live--;
    h->held -= size;
    free((char *)p - h->skew);
}

/* An empty heap, and a memory of any of the headers that takes from it and has no other member set. */
#define HEAP_MEMORY(memory, heap) \
    do { \
        memset(&(heap), 0, sizeof(heap)); \
        memset(&(memory), 0, sizeof(memory)); \
        (memory).allocator.alloc_fn = take; \
        (memory).allocator.free_fn = give; \
        (memory).allocator.user = &(heap); \
    } while (0)

#endif
