/* Two codes side by side: which item of one is which of the other, wherever it has moved. */
#ifndef EXAMPLES_NCUREP_MODEL_ALIGN_H
#define EXAMPLES_NCUREP_MODEL_ALIGN_H

#include <stddef.h>
#include <stdint.h>

/* How closely items have to agree. */
enum { ALIGN_EXACT, ALIGN_LOOSE, ALIGN_COARSE, ALIGN_LEVELS };

typedef struct align_item {
    uint64_t key[ALIGN_LEVELS]; /* 0: it agrees with nothing */
    uint32_t to;                /* 1 + the item that control may also go to; 0: none */
    int begins;                 /* nothing leads here from the item before */
} align_item;

/* Pairs items: the longest runs that occur as often in both come first, then what leads on from them and back, by the order and by
   where control goes. a_of[i]: 1 + the item of b; b_of the same for b; 0: it has none. What they hold already stays. Cost: linear. */
void align(const align_item *a, size_t a_count, uint32_t *a_of, const align_item *b, size_t b_count, uint32_t *b_of);

/* A key of bytes that goes on from another one; never 0. */
uint64_t align_key(uint64_t from, const char *bytes, size_t len);

#endif
