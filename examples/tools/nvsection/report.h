/* A result of a report: metrics to try sections on, without a file of metrics in between. */
#ifndef EXAMPLES_NVSECTION_REPORT_H
#define EXAMPLES_NVSECTION_REPORT_H

#include "report/model/sections.h"
#include "metrics.h"
#include "work.h"

typedef struct report_result {
    reader in;
    opened o;
    model m;
    section_source sections;
    ncurep_result r;
    evaluated e;
    int open; /* e is to be freed */
} report_result;

/* The pattern of --kernel-name; NULL with a message. */
ncurep_pattern *kernel_pattern(const cli *c, const char *text);

/* Opens PATH and finds the result that the options choose; NULL with a message. bytes: the report, or NULL to read it.
   If there were several, standard error says which. */
report_result *report_open(cli *c, const char *path, const char *bytes, size_t size, const result_choice *which);
void report_close(report_result *r);

/* Fills in r->e, whose source gives the metrics; 0 with a message. */
int report_prepare(report_result *r);

#endif
