/* What the warps of a result wait for. */
#ifndef EXAMPLES_NCUREP_MODEL_STALLS_H
#define EXAMPLES_NCUREP_MODEL_STALLS_H

#include "../input/report.h"
#include "cli/text_set.h"

/* What is counted of a reason; negative: nothing. */
typedef struct stall_row {
    double cycles, samples, not_issued;
} stall_row;

typedef struct stalls {
    text_set names; /* of the reasons, in the order of the metrics */
    stall_row *rows; /* one each */
    size_t room;
    double cycles, samples; /* of all together */
} stalls;

void stalls_of(stalls *s, const opened *o, const ncurep_result *r);
void stalls_free(stalls *s);

/* The part of a reason in all that is waited for; negative: not known. */
double stall_share(const stalls *s, size_t i);

#endif
