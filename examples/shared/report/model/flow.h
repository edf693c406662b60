/* Basic blocks of a function and the registers that are live in it. */
#ifndef EXAMPLES_NCUREP_MODEL_FLOW_H
#define EXAMPLES_NCUREP_MODEL_FLOW_H

#include "cubin.h"

typedef struct flow_row {
    uint64_t offset;      /* in the function */
    cubin_instruction i;
    uint32_t block;       /* from 0 */
    int begins;           /* a block */
    int is_opaque;        /* nobody knows all registers that it reads and writes */
    int is_target;        /* of a branch or call of this function */
    uint32_t live;        /* how many registers are live before it, after it, or written by it */
    uint64_t alive[4];    /* those, as in cubin_instruction */
    uint64_t before[4];   /* live before it */
} flow_row;

typedef struct code_flow {
    flow_row *rows;       /* instructions in order */
    size_t count, room;
    uint32_t blocks;
    uint32_t most;        /* of the live registers */
    int has_live;         /* the live registers are there */
    const char *unknown;  /* why there may be more, or, without has_live, why they are not known; NULL: they are complete */
    uint64_t where;       /* the first instruction with that reason */
} code_flow;

/* live: solves for the live registers, too, which costs as much again as all else. */
void flow_read(code_flow *f, const cubin_file *file, const cubin_function *function, int live);
void flow_free(code_flow *f);

/* Row of an instruction; count for none. */
size_t flow_row_at(const code_flow *f, uint64_t offset);

/* Whether a register is in a set. */
int flow_has(const uint64_t *set, uint32_t r);

#endif
