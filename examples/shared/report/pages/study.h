/* Many reports on one page. */
#ifndef EXAMPLES_NCUREP_PAGES_STUDY_H
#define EXAMPLES_NCUREP_PAGES_STUDY_H

#include "../model/study.h"
#include "damage.h"
#include "page.h"

/* Reports that hold the same bytes as an earlier one. */
typedef struct study_copy {
    char *path, *of;
} study_copy;

/* The files that were looked at: copies, and the others with what is wrong in them. */
typedef struct study_sources {
    study_copy *copies;
    damage *reports;
    size_t copy_count, copy_room, report_count, report_room;
} study_sources;

void study_page(const page *pg, const study *s, const study_sources *of);

#endif
