/* A file of limits: KERNEL METRIC OPERATOR BOUND, one a line. */
#ifndef EXAMPLES_NCUREP_VERBS_LIMIT_FILE_H
#define EXAMPLES_NCUREP_VERBS_LIMIT_FILE_H

#include "verb.h"

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

/* Reads a file of them into l, all zero at first; 0 with a message. To be freed either way. */
int limits_read(const cli *c, const char *path, limits *l);
void limits_free(limits *l);

#endif
