/* Hashes and sums of what is in a report, for comparing readers. */
#ifndef EXAMPLES_NCUREP_MODEL_HASH_H
#define EXAMPLES_NCUREP_MODEL_HASH_H

#include "ncurep.h"

/* FNV-1a of 64 bits. */
#define HASH_START 0xcbf29ce484222325u
static inline uint64_t hash_bytes(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *p = (const unsigned char *)bytes;
    for (; n > 0; n--) h = (h ^ *p++) * 0x100000001b3u;
    return h;
}

/* Its kind and its bits, or the length of its text and the text. */
uint64_t hash_value(uint64_t h, const ncurep_value *v);

/* The string table: each length, then its bytes. */
uint64_t hash_strings(ncurep_report *report, uint32_t *count, uint64_t *bytes);

/* A source, or several of one module merged. */
typedef struct source_sum {
    int has_sass, has_revision, has_flags;
    int32_t sass;
    uint32_t revision, flags, files, functions, objects;
    struct {
        int present;
        uint64_t size, hash;
    } blob[3];
} source_sum;

void source_sum_add(source_sum *a, const ncurep_source *s);

/* All series of warp samples. */
typedef struct warp_tally {
    uint64_t times, records, not_issued, hash;
    uint64_t reasons[256];
} warp_tally;

void warp_tally_of(warp_tally *t, const ncurep_warp_samples *samples);

#endif
