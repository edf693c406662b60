/* Limits that metrics of kernels must keep. */
#ifndef EXAMPLES_NCUREP_MODEL_LIMITS_H
#define EXAMPLES_NCUREP_MODEL_LIMITS_H

#include "compare.h"
#include "outcomes.h"

enum { LESS, LESS_EQUAL, MORE, MORE_EQUAL, EQUAL, OTHER };
extern const char *const limit_signs[6];

typedef struct limit {
    ncurep_pattern *kernel;
    char *metric, *text; /* text: the line, for people */
    int op;
    int of_baseline;     /* the bound is the baseline's value times by, and more */
    double by, bound;    /* bound: in the base unit of the metric */
    uint64_t line, tried;
} limit;

typedef struct limits {
    limit *list;
    size_t count, room, of_baseline;
} limits;

void limits_free(limits *l);

/* What the results of reports are held to. */
typedef struct holding {
    const model *m;
    section_source *sections;
    limits *l;
    opened *baseline;   /* its runs, */
    size_t runs;        /* and how many there are */
    outcome_kind alone; /* what a kernel without a partner is */
} holding;

/* Adds what becomes of the chosen results of a report; an exit code. */
int limits_hold(const holding *h, opened *o, outcomes *all);

/* The same of limits that applied to nothing so far: they would pass unseen. */
void limits_unused(const limits *l, outcomes *all);

#endif
