/* Many kernels on one screen. */
#ifndef EXAMPLES_NCUREP_PAGES_SUMMARY_H
#define EXAMPLES_NCUREP_PAGES_SUMMARY_H

#include "../model/labels.h"
#include "report/draw/cells.h"
#include "page.h"
#include "damage.h"

/* GROUP_LAUNCH: kernels of one template instance, grid and block; other results of one name and NVTX range. */
typedef enum summary_group { GROUP_LAUNCH, GROUP_NAME, GROUP_RANGE, GROUP_DEVICE, GROUP_RESULT } summary_group;
typedef enum summary_sort { SORT_TOTAL, SORT_COUNT, SORT_MEAN, SORT_GAIN, SORT_NAME } summary_sort;

typedef struct summary_options {
    summary_group group;
    summary_sort sort;
} summary_options;

/* All zero at first; figures of reports are added before they are shown. */
typedef struct summary {
    bunch *list;
    size_t count, room;
    text_set keys; /* of the bunches, by index until they are sorted */
    labels names;
    double total;
    damage *reports;
    size_t report_count, report_room;
} summary;

int summary_add(summary *s, const model *m, opened *o, section_source *sections, const summary_options *how);
void summary_page(const page *pg, summary *s, const summary_options *how);
void summary_free(summary *s);

#endif
