/* Which instructions make warps wait, and what it would bring to mend them. */
#ifndef EXAMPLES_NCUREP_PAGES_WHY_H
#define EXAMPLES_NCUREP_PAGES_WHY_H

#include "../model/why.h"
#include "page.h"

#define WHY_SHOWN 10

/* top: causes of each result; 0: people see WHY_SHOWN, programs all. */
int why_page(const page *pg, opened *o, uint64_t top);

#endif
