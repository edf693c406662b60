/* Who waits for whom: what why_each says, by the row that waits and by the row that is waited for. */
#ifndef EXAMPLES_NCUREP_MODEL_BLAMES_H
#define EXAMPLES_NCUREP_MODEL_BLAMES_H

#include "why.h"

typedef struct blames {
    why_blame *list;   /* by row that waits: from first[row] up to first[row + 1] */
    size_t count, room;
    uint32_t *first;
    uint32_t *by_row;  /* those for another row, by that: indexes from of[row] up to of[row + 1] */
    uint32_t *of;
} blames;

/* What why_each gives, in its order: those of one row, cause and proof are one, whatever their reasons are. */
void blames_each(listing *l, void (*take_fn)(const why_blame *x, void *user), void *user);

/* The same, kept. Cost: that of why_each. */
void blames_of(blames *x, listing *l);
void blames_free(blames *x);

#endif
