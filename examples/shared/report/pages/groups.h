/* Results in groups: the least, greatest and mean value of each metric. */
#ifndef EXAMPLES_NCUREP_PAGES_GROUPS_H
#define EXAMPLES_NCUREP_PAGES_GROUPS_H

#include "details.h"

typedef enum group_by { BY_NOTHING, BY_DEVICE, BY_KERNEL, BY_RANGE } group_by;

typedef struct groups_options {
    group_by by;
    int metrics_only;    /* all metrics, not those of sections */
    section_parts parts; /* of sections */
} groups_options;

int groups_page(const page *pg, opened *o, section_source *sections, const groups_options *how);

#endif
