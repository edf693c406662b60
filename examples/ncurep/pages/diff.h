/* Two reports, kernel by kernel. */
#ifndef EXAMPLES_NCUREP_PAGES_DIFF_H
#define EXAMPLES_NCUREP_PAGES_DIFF_H

#include "../model/compare.h"
#include "../out/cells.h"
#include "page.h"

/* *found: how many metrics changed, and kernels have no partner. */
int diff_page(const page *pg, section_source *sections, side *a, side *b, size_t *found);

#endif
