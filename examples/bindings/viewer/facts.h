/* What a viewer asks of a report besides its pages, as JSON. */
#ifndef EXAMPLES_VIEWER_FACTS_H
#define EXAMPLES_VIEWER_FACTS_H

#include "report/pages/source.h"

/* Members of the open object of pg->to->j; an exit code, CLI_FINDING where the report has no such result. */

/* "metrics": name, value, unit, exact (a number, null for texts), instances, about of every metric of a result. */
int facts_metrics(const page *pg, opened *o, uint32_t index);

/* Of one metric: type, rollup, unit (the base unit) and base as its name says; "instances": id, value, exact, at most
   FACTS_INSTANCES of "instance_count", "times": ids are time stamps; "sections" that show it, "rules" that name it (name, info). */
#define FACTS_INSTANCES 2000
int facts_metric(const page *pg, opened *o, section_source *sections, uint32_t index, const char *word);

/* "names": name, about, results (how many have it), first (the index of one) of every metric of the report. */
int facts_names(const page *pg, opened *o);

/* Where a result was launched. "thread"; "ranges" of NVTX: name, domain, thread, own (of the thread of the launch), open ("push" or
   "start"), color; "stack", innermost first: function, file, line, module, address. "comments" on the result as a whole (section
   "") and on each section in the order of the page, empty ones included: section (its identifier), name, text. */
int facts_context(const page *pg, opened *o, section_source *sections, uint32_t index);

/* "lines" and "instructions" of the code of a result that have all the words: file, line, text, anchor (its place in the
   page, after "k3-"), and for instructions address and offset; at most FACTS_MOST of each. "more": how many there are beyond. Case does not matter. */
#define FACTS_MOST 50
int facts_find(const page *pg, opened *o, uint32_t index, const char *words);

#endif
