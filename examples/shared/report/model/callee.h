/* What a call enters that leaves its function, and what functions of the driver read, which no file holds. */
#ifndef EXAMPLES_NCUREP_MODEL_CALLEE_H
#define EXAMPLES_NCUREP_MODEL_CALLEE_H

#include "cubin.h"

/* The relocations of a function and of constant bank 4, by offset. */
typedef struct callees {
    const cubin_file *file;
    const cubin_function *function;
    cubin_graph *graph;
    cubin_relocation *code, *bank;
    size_t code_count, code_room, bank_count, bank_room;
} callees;

/* file, function and graph are borrowed. */
void callees_read(callees *c, const cubin_file *file, const cubin_function *function, cubin_graph *graph);
void callees_free(callees *c);

/* The symbol of what the call at offset enters; 0: not known. through: the register that holds its address; 255: none does. */
int callee_symbol(const callees *c, uint64_t offset, uint32_t through, cubin_symbol_id *symbol);

/* The registers that a function of the driver reads, bit n for Rn; 0: it is none that is known. */
uint32_t callee_known(cubin_view name, uint32_t arch);

#endif
