/* Two sides of several runs each, kernel by kernel. */
#ifndef EXAMPLES_NCUREP_PAGES_RUNS_H
#define EXAMPLES_NCUREP_PAGES_RUNS_H

#include "../model/outcomes.h"
#include "../model/trend.h"
#include "damage.h"
#include "diff.h"

/* The first reports of t, so many, are those before. d: what is wrong in each. What becomes of each series goes to all. */
void runs_page(const page *pg, const trend *t, const damage *d, size_t before, fail_on rule, outcomes *all);

#endif
