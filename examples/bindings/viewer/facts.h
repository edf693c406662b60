/* What a viewer asks of a report besides its pages, as JSON. */
#ifndef EXAMPLES_VIEWER_FACTS_H
#define EXAMPLES_VIEWER_FACTS_H

#include "report/pages/source.h"

/* Members of the open object of pg->to->j; an exit code, CLI_FINDING where the report has no such result. */

/* "metrics": name, value, unit, exact (a number, null for texts), instances, about of every metric of a result. */
int facts_metrics(const page *pg, opened *o, uint32_t index);

/* "names": name, about, results (how many have it), first (the index of one) of every metric of the report. */
int facts_names(const page *pg, opened *o);

/* Where a result was launched. "thread"; "ranges" of NVTX: name, domain, thread, own (of the thread of the launch), open ("push" or
   "start"), color; "stack", innermost first: function, file, line, module, address. */
int facts_context(const page *pg, opened *o, uint32_t index);

/* "lines" and "instructions" of the code of a result that have all the words: file, line, text, and for instructions address and
   offset; at most FACTS_MOST of each. "more": how many there are beyond. Case does not matter. */
#define FACTS_MOST 50
int facts_find(const page *pg, opened *o, uint32_t index, const char *words);

/* What window_page writes; with how->columns also "sums", of the columns, and "kinds", 1 for each kind of rows that the code has;
   where line is not 0, "at", the place of the first row of that line among those that the query leaves, or null. */
void facts_rows(const page *pg, const code_rows *rows, const window_options *how, uint32_t line);

#endif
