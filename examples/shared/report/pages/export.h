/* Long tables of what is in reports. The schema is in docs/REPORTS.md. */
#ifndef EXAMPLES_NCUREP_PAGES_EXPORT_H
#define EXAMPLES_NCUREP_PAGES_EXPORT_H

#include "../model/sections.h"
#include "write/records.h"

typedef enum export_table { TABLE_METRICS, TABLE_RESULTS, TABLE_INSTANCES, TABLE_WARP_SAMPLES, TABLE_FINDINGS, TABLE_STALLS } export_table;

/* The titles, then the rows of results; 0 with a message: not all of them. */
void export_begin(records *r, const cli *c, export_table which);
int export_result(records *r, const model *m, export_table which, opened *o, const ncurep_result *result, section_source *sections);

#endif
