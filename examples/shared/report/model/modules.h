/* The modules of a report: where its machine code lies. */
#ifndef EXAMPLES_NCUREP_MODEL_MODULES_H
#define EXAMPLES_NCUREP_MODEL_MODULES_H

#include "model.h"

typedef struct module_code {
    uint64_t reference, functions;
    uint32_t revision, pieces; /* revision: compute capability, major << 16 | minor; 0: not known */
    ncurep_view cubin;         /* until the next one; empty: none */
} module_code;

typedef struct module_codes {
    opened *o;
    choice chosen;
    maybe_number only; /* reference */
    uint32_t next;     /* 0: from the first on */
    size_t found;
    module_code x;     /* the one at hand */
} module_codes;

/* The chosen modules of a report; 0 with a message. Else to be ended. */
int module_codes_begin(module_codes *w, const model *m, opened *o, const maybe_number *only, int *code);
int module_codes_next(module_codes *w);
void module_codes_end(module_codes *w);

#endif
