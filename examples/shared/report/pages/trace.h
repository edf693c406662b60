/* Chrome trace JSON: ranges, kernels, PM samples. */
#ifndef EXAMPLES_NCUREP_PAGES_TRACE_H
#define EXAMPLES_NCUREP_PAGES_TRACE_H

#include "../model/choice.h"
#include "damage.h"

typedef struct trace {
    output *to;
    double now; /* us */
    cli_buf stack; /* open ranges, as nvtx_stack gives them */
    struct range {
        size_t name; /* where it starts in stack */
        double since;
    } *range;
    size_t depth, room;
    uint64_t process, thread;
    damage *damaged;
    size_t damaged_count, damaged_room;
} trace;

void trace_begin(trace *t, output *to); /* a tree */
void trace_add(trace *t, const selection *s, const opened *o, const ncurep_result *r);
void trace_damage(trace *t, const opened *o); /* best after its results */
void trace_end(trace *t);

#endif
