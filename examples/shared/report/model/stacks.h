/* What is open or called where a result was launched. */
#ifndef EXAMPLES_NCUREP_MODEL_STACKS_H
#define EXAMPLES_NCUREP_MODEL_STACKS_H

#include "../input/report.h"

typedef enum stack_kind { STACK_NONE, STACK_NVTX, STACK_CALLS } stack_kind;

/* Names of the open push/pop ranges of the thread of a result, outermost first, each ended by a zero byte. */
size_t nvtx_stack(const ncurep_result *r, cli_buf *to);

/* "outer;inner;kernel 1250": the stack, the result and how many ns it took. */
void folded_stack(cli_buf *line, stack_kind how, const opened *o, const ncurep_result *r);

#endif
