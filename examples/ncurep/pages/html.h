/* A report as one page that needs nothing else. */
#ifndef EXAMPLES_NCUREP_PAGES_HTML_H
#define EXAMPLES_NCUREP_PAGES_HTML_H

#include "../model/compare.h"
#include "page.h"

typedef struct html_options {
    int all;             /* also a table of every metric for each kernel */
    uint64_t most_bytes; /* of kernels on a page of many: the longest ones as far as they fit */
} html_options;

#define HTML_MOST_BYTES ((uint64_t)32 << 20)

/* own: the report, a side when there is a baseline; base: the baseline, NULL without one. */
int html_page(const page *pg, opened *o, section_source *sections, side *base, side *own, const html_options *how);

#endif
