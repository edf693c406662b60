/* What all pages share: what they are made from, and where they go. */
#ifndef EXAMPLES_NCUREP_PAGES_PAGE_H
#define EXAMPLES_NCUREP_PAGES_PAGE_H

#include "../model/model.h"
#include "write/out.h"

/* A page is a function of these and its own options; it gives an exit code of the tool, and its messages go to m->c. */
typedef struct page {
    const model *m;
    output *to;
} page;

#endif
