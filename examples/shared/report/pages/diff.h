/* Two reports, kernel by kernel. */
#ifndef EXAMPLES_NCUREP_PAGES_DIFF_H
#define EXAMPLES_NCUREP_PAGES_DIFF_H

#include "../model/compare.h"
#include "../model/outcomes.h"
#include "report/draw/cells.h"
#include "page.h"

/* Which differences fail a comparison. UNMATCHED: WORSE, and kernels without a partner. */
typedef enum fail_on { FAIL_ON_ANY, FAIL_ON_WORSE, FAIL_ON_BETTER, FAIL_ON_UNMATCHED } fail_on;

/* Adds to all what became of each kernel under this rule; nothing is added when nothing could be compared. */
int diff_page(const page *pg, section_source *sections, side *a, side *b, fail_on rule, outcomes *all);

#endif
