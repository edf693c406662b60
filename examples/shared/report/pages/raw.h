/* The metrics of results. */
#ifndef EXAMPLES_NCUREP_PAGES_RAW_H
#define EXAMPLES_NCUREP_PAGES_RAW_H

#include "report/draw/cells.h"
#include "page.h"

typedef struct raw_options {
    int one_a_line; /* CSV: a metric a line, not a column */
} raw_options;

/* The titles of such a table. */
void raw_titles(output *to);

int raw_page(const page *pg, const opened *o, const raw_options *how);

#endif
