/* Basic blocks of a function and the registers that are live in it. */
#ifndef EXAMPLES_NCUREP_MODEL_FLOW_H
#define EXAMPLES_NCUREP_MODEL_FLOW_H

#include "cubin.h"

/* What counts here of a cubin_instruction, in less than its room: a function may have a hundred thousand. */
typedef struct flow_instruction {
    uint64_t target, read[4], written[4];
    uint32_t unknown;
    uint8_t flow, has_target, has_registers, guard, barrier, predicates, stall, yield, write_barrier, read_barrier, wait_mask, reuse;
} flow_instruction;

typedef struct flow_row {
    uint64_t offset;    /* in the function */
    flow_instruction i;
    uint32_t block;     /* from 0 */
    uint16_t live;      /* how many registers are live before it, after it, or written by it */
    uint8_t begins;     /* a block */
    uint8_t is_opaque;  /* nobody knows all registers that it reads and writes */
    uint8_t is_target;  /* of a branch or call of this function */
    uint8_t has_callee; /* it calls another function that is known: what that reads and writes is in i */
} flow_row;

/* Registers, as in cubin_instruction. */
typedef struct flow_set {
    uint64_t of[4];
} flow_set;

typedef enum flow_live { FLOW_LIVE_NONE, FLOW_LIVE_COUNTS, FLOW_LIVE_SETS } flow_live;

typedef struct code_flow {
    cubin_graph *graph;   /* NULL: there is none, then no block either */
    flow_row *rows;       /* instructions in order */
    flow_set *alive;      /* of each row, those that live counts; NULL unless asked for */
    flow_set *before;     /* of each row, those live before it */
    size_t count, room;
    uint32_t blocks;
    uint32_t most;        /* of the live registers */
    int has_live;         /* the live registers are there */
    const char *unknown;  /* why there may be more, or, without has_live, why they are not known; NULL: they are complete */
    uint64_t where;       /* the first instruction with that reason */
} code_flow;

/* live: other than NONE it solves for the live registers, too, which costs as much again as all else. */
void flow_read(code_flow *f, const cubin_file *file, const cubin_function *function, flow_live live);
void flow_free(code_flow *f);

/* Row of an instruction; count for none. */
size_t flow_row_at(const code_flow *f, uint64_t offset);

/* Whether a register is in a set. */
int flow_has(const uint64_t *set, uint32_t r);

#endif
