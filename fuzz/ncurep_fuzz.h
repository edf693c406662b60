/* For fuzz targets: a heap that counts and can fail; after ncurep.h also such an output. */
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

#ifdef NCUREP_H
/* The output, collected in memory; the caller frees data. */
typedef struct sink {
    char *data;
    size_t len, room;
    unsigned calls, fail; /* the call that fails; 0: none */
} sink;

static inline ncurep_reply put(const void *bytes, size_t size, void *user)
{
    sink *s = (sink *)user;
    must(size > 0);
    if (++s->calls == s->fail) return NCUREP_REPLY_NO;
    if (size > s->room - s->len) {
        s->room = (s->len + size) * 2;
        s->data = (char *)realloc(s->data, s->room);
        must(s->data != NULL);
    }
    memcpy(s->data + s->len, bytes, size);
    s->len += size;
    return NCUREP_REPLY_YES;
}
#endif

#endif
