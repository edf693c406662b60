/* What changed between two reports, in less than 8 KB. */
#ifndef EXAMPLES_NCUREP_PAGES_DIGEST_PAIR_H
#define EXAMPLES_NCUREP_PAGES_DIGEST_PAIR_H

#include "../model/compare.h"
#include "page.h"

/* An exit code. */
int digest_pair_page(const page *pg, section_source *sections, side *a, side *b);

/* A report with several baselines: its values, and what they were in each. own: the report as a side of each comparison. */
#define MOST_DIGESTED 6
int digest_several_page(const page *pg, section_source *sections, side *bases, side *own, size_t count);

/* The title of a kernel in a line, cut where it is long; the kernels of a side without a partner. */
void digest_title(output *to, const char *words, const char *title);
void digest_alone(output *to, const side *s, const char *key, const char *words);

#endif
