/* Time, bound and gain of kernels. */
#ifndef EXAMPLES_NCUREP_MODEL_FIGURES_H
#define EXAMPLES_NCUREP_MODEL_FIGURES_H

#include "findings.h"

/* How long a result took, and the metric that says so; 0: not known. */
int duration_of(const opened *o, const ncurep_result *r, ncurep_value *out, ncurep_view *metric);

/* The reason in the name of a counter of stalls: of cycles for each instruction issued, or of samples. Empty: it is none, or counts
   warps that issue, or samples in which nothing was issued. */
ncurep_view stall_of(ncurep_view metric, int sampled);

/* The best estimate of the rules: of what the kernel would gain, or of a part of it, which says nothing about the kernel. */
typedef struct estimate {
    double percent; /* 0: none */
    char *rule;
} estimate;

/* Kernels that are counted together. All zero at first, then to be freed. */
typedef struct bunch {
    const char *name;
    size_t label;            /* of what the summary calls it */
    uint64_t launch[6];      /* grid and block of its kernels, where they are the same by what is counted; else 0 */
    uint64_t count, timed;
    double total;            /* ns */
    double compute, memory, weight; /* sums of percent x time, and of time */
    estimate gain, local;
    double key;              /* what the summary is sorted by */
    double cycles, cycled;   /* sum, and of so many results */
    double registers;        /* the most for each thread; 0: not known */
    char *file;              /* the longest result: its report, */
    uint32_t result;         /* and its number there */
    double longest;
} bunch;
void bunch_free(bunch *b);

/* Adds a result; 0 with a message when its sections cannot be evaluated (only where rules are run). */
int bunch_add(bunch *b, const model *m, opened *o, const ncurep_result *r, section_source *sections);

/* Compute or memory when it is at 60 % of its limit or above, the nearer one; else latency: neither is. Empty: not known. */
const char *bound_of(const bunch *b);

#endif
