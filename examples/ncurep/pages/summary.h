/* Time, bound and gain of kernels, for the summary and the HTML page. */
#ifndef EXAMPLES_NCUREP_SUMMARY_H
#define EXAMPLES_NCUREP_SUMMARY_H

#include "details.h"

/* Kernels that are counted together. All zero at first; rule is to be freed. */
typedef struct bunch {
    const char *name;
    uint64_t count, timed;
    double total;            /* ns */
    double compute, memory, weight; /* sums of percent x time, and of time */
    double gain;
    char *rule;
} bunch;

/* Adds a result; 0 with a message when its sections cannot be evaluated (only asked for with --rules). */
int bunch_add(bunch *b, request *q, opened *o, const ncurep_result *r, section_source *sections);

/* Compute or memory when it is at 60 % of its limit or above, the nearer one; else latency: neither is. Empty: not known. */
const char *bound_of(const bunch *b);

/* "18.43 us", in place of what is in b. */
void put_duration(cli_buf *b, const request *q, double ns);

#endif
