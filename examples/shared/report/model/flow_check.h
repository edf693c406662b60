/* What cannot be true of a compiled function: the disassembly is wrong, or the code is damaged. */
#ifndef EXAMPLES_NCUREP_MODEL_FLOW_CHECK_H
#define EXAMPLES_NCUREP_MODEL_FLOW_CHECK_H

#include "flow.h"

/* What is wrong: enumerator, word, and a sentence about the number of the finding. */
#define FLOW_FINDINGS(ROW) \
    ROW(FLOW_FINDING_TARGET, "target", "goes to 0x%x, which is outside the function") \
    ROW(FLOW_FINDING_REGISTER, "register", "names R%u, which the function does not have") \
    ROW(FLOW_FINDING_BARRIER, "barrier", "waits for barrier %u, which nothing on any way here sets") \
    ROW(FLOW_FINDING_UNSET, "unset", "reads R%u, which nothing on any way here writes") \
    ROW(FLOW_FINDING_UNKNOWN, "unknown", "parts that no table explains: %u")

#define FLOW_ENUMERATOR(name, word, sentence) name,
typedef enum flow_finding_kind { FLOW_FINDINGS(FLOW_ENUMERATOR) FLOW_FINDING_COUNT } flow_finding_kind;
#undef FLOW_ENUMERATOR

typedef struct flow_finding {
    flow_finding_kind kind;
    uint64_t offset; /* of the instruction in the function */
    uint32_t number; /* a register, a barrier, a target, a count */
} flow_finding;

/* All findings about a function. */
typedef void flow_found(const flow_finding *one, void *user);
void flow_check(const code_flow *f, const cubin_file *file, const cubin_function *function, flow_found *found, void *user);

const char *flow_finding_word(flow_finding_kind kind);
const char *flow_finding_sentence(flow_finding_kind kind);

#endif
