/* What changed between two reports, in less than 8 KB. */
#ifndef EXAMPLES_NCUREP_PAGES_DIGEST_PAIR_H
#define EXAMPLES_NCUREP_PAGES_DIGEST_PAIR_H

#include "../model/compare.h"
#include "page.h"

/* An exit code. */
int digest_pair_page(const page *pg, section_source *sections, side *a, side *b);

#endif
