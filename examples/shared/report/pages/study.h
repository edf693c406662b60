/* Many reports on one page. */
#ifndef EXAMPLES_NCUREP_PAGES_STUDY_H
#define EXAMPLES_NCUREP_PAGES_STUDY_H

#include "../model/study.h"
#include "page.h"

/* Reports that hold the same bytes as an earlier one. */
typedef struct study_copy {
    char *path, *of;
} study_copy;

typedef struct study_copies {
    study_copy *list;
    size_t count, room;
} study_copies;

void study_page(const page *pg, const study *s, const study_copies *copies);
void study_html(const page *pg, const study *s, const study_copies *copies); /* to an output of HTML: a page of its own */

#endif
