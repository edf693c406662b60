/* A report that comes piece by piece: which blocks are whole by now. */
#ifndef EXAMPLES_NCUREP_GROW_H
#define EXAMPLES_NCUREP_GROW_H

#include "ncurep.h"
#include "cli/cli.h"

/* The most that is held: of one block, and of strings and session together. */
enum { GROW_BLOCK_MAX = 1 << 28, GROW_KNOWN_MAX = 1 << 28 };

typedef struct grow {
    uint64_t at;       /* bytes taken so far */
    uint64_t block_at; /* where the first incomplete block begins, or the last one */
    cli_buf known;     /* a report without results: strings and session of all blocks so far */
    cli_buf block;     /* the block that grow_feed gave: belongs after known */
    uint64_t skip;     /* bytes that come next and are not needed */
    const char *error; /* of grow_feed */
    int stage;
    uint64_t need;     /* bytes of this stage still to come */
    cli_buf part;      /* what is there of it */
    uint32_t results;  /* of the block */
} grow;

/* Takes bytes up to the end of a block with results: 1, and g->block is it, until the next call. 0: all bytes are
   taken, more must come. -1: not a report, or it cannot be read further (g->error). */
int grow_feed(grow *g, const char **bytes, size_t *len);

/* That many of the unneeded bytes were skipped elsewhere. */
void grow_skipped(grow *g, uint64_t bytes);

/* Whether the report could end here. */
int grow_is_whole(const grow *g);
void grow_free(grow *g);

#endif
