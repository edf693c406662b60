/* Metrics of kernels over a number that is not time: how they grow with it. */
#ifndef EXAMPLES_NCUREP_MODEL_SCALING_H
#define EXAMPLES_NCUREP_MODEL_SCALING_H

#include "sections.h"

/* Where the number comes from: the blocks of the grid, the number in the name after what a pattern matches, a metric. */
typedef struct scaling_by {
    ncurep_pattern *before; /* it matches the name up to the number */
    const char *metric;     /* its name; both NULL: the grid */
} scaling_by;

/* Results of a kernel with one number, together. */
typedef struct scaling_point {
    size_t series;
    double n, sum;
    uint64_t count;
} scaling_point;

typedef struct scaling_series {
    char *kernel, *metric;
    size_t first, count; /* of its points, once sorted */
    int fits;            /* 0: there are not three numbers above 0 with values above 0, or more than one fit is as good */
    double factor, power, error; /* factor n^power (log2 n)^logs; standard error of the power */
    int logs;
    double off;          /* how far points are from it: root mean square, percent */
} scaling_series;

/* All zero at first. */
typedef struct scaling {
    scaling_series *series;
    scaling_point *points;
    size_t series_count, point_count, series_room, point_room;
    text_set keys;    /* of the series */
    uint64_t without; /* results that have no such number */
} scaling;

/* Adds the chosen results of a report; an exit code. */
int scaling_add(scaling *s, const model *m, opened *o, section_source *sections, const scaling_by *by);

/* Sorts the points by series and number, and fits each series. */
void scaling_fit(scaling *s);

/* What the fit says at a number. */
double scaling_at(const scaling_series *x, double n);
void scaling_free(scaling *s);

#endif
