/* Limits that metrics of kernels must keep. */
#ifndef EXAMPLES_NCUREP_VERBS_LIMITS_H
#define EXAMPLES_NCUREP_VERBS_LIMITS_H

#include "gate.h"
#include "verb.h"

typedef struct limit_options {
    const char *limits;   /* file of limits */
    text_list baselines;  /* reports that limits may refer to, runs of the same program */
    out_format people;
    int unmatched; /* unmatched: kernels without a partner in the baseline break */
    gate_options gate;
} limit_options;

/* Holds the results of the reports to the limits; an exit code. */
int check_limits(request *q, const model *m, const limit_options *how);

#endif
