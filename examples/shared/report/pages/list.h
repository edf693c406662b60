/* The results of a report, one per line. */
#ifndef EXAMPLES_NCUREP_PAGES_LIST_H
#define EXAMPLES_NCUREP_PAGES_LIST_H

#include "write/table.h"
#include "report/draw/cells.h"
#include "page.h"

/* flags: as of a table. */
void list_begin(table *t, output *to, int flags);
void list_row(table *t, const value_style *style, const opened *o, const ncurep_result *r, const char *name);

/* The titles of CSV, once for all reports. */
void list_titles(output *to);

int list_page(const page *pg, const opened *o);

#endif
