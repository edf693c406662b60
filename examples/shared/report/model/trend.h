/* Metrics of kernels over many reports. */
#ifndef EXAMPLES_NCUREP_MODEL_TREND_H
#define EXAMPLES_NCUREP_MODEL_TREND_H

#include "compare.h"

typedef struct trend_report {
    char *path;
    uint64_t created; /* seconds since 1970, of its session; 0: not known */
    size_t given;     /* place on the command line */
} trend_report;

/* A metric of a kernel. */
typedef struct trend_line {
    char *kernel, *metric;
    double *sum;     /* by report, over the launches of the kernel in it */
    uint64_t *count;
} trend_line;

/* All zero at first. */
typedef struct trend {
    trend_report *reports;
    trend_line *lines;
    text_set keys; /* of the lines, by index */
    size_t report_count, line_count, report_room, line_room;
    size_t most;   /* reports that lines have room for */
    size_t place;  /* of the result among those of its report */
} trend;

/* Adds the chosen results of the report, the next one of at most so many; an exit code. */
int trend_add(trend *t, const model *m, opened *o, section_source *sections, size_t most);

/* The value of a line: the mean over the launches; 0 and *known 0 where the report has none. */
double trend_value(const trend_line *l, size_t report, int *known);

/* What the last report, in this order, does to a line: better or worse than the median of the earlier ones, by more than so many percent
   and outside of their range. *was and *now are these two; JUDGED_NOT: one is missing, or nobody knows whether more is better. */
judgement trend_judge(const trend *t, const trend_line *l, const size_t *order, double tolerance, double *was, double *now);

/* Several runs of one side of a comparison. */
typedef struct trend_side {
    size_t count; /* of runs that have a value; 0: the others mean nothing */
    double median, low, high;
} trend_side;

/* Values of a line in the first reports, so many of them, and in the others. l NULL: the time of all kernels. Not judged: a side has
   none, or nobody knows whether more is better. A change up to the tolerance, or where the median of a side lies in the range of the
   other, is none. */
judgement trend_sides(const trend *t, const trend_line *l, size_t before, double tolerance, trend_side sides[2]);

/* Indexes of the reports: by time of creation where all say it, else as they were given. To be freed. */
size_t *trend_order(const trend *t, int by_time);
void trend_free(trend *t);

#endif
