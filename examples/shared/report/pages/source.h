/* Where in the code a kernel spends its time. */
#ifndef EXAMPLES_NCUREP_PAGES_SOURCE_H
#define EXAMPLES_NCUREP_PAGES_SOURCE_H

#include "../model/pick.h"
#include "report/draw/cells.h"
#include "page.h"

typedef enum source_view {
    VIEW_AUTO,    /* text: lines where they are known; else instructions */
    VIEW_ADDRESS, /* instructions */
    VIEW_LINE,
    VIEW_FILE,
    VIEW_PTX,
    VIEW_PTX_TEXT, /* the PTX text of the module, as the vendor's view of it */
    VIEW_LINE_ADDRESS, /* both */
    VIEW_PTX_ADDRESS,  /* of the vendor's page: PTX and instructions */
    VIEW_TILE          /* of the vendor's page: Tile IR */
} source_view;

/* Which counters: samples, executed instructions and reasons to wait; those that the sections show at first; every one. */
typedef enum source_counters { COUNTERS_AUTO /* main in text, else all */, COUNTERS_MAIN, COUNTERS_SHOWN, COUNTERS_ALL } source_counters;

typedef struct source_options {
    source_view view;
    source_counters counters;
    uint64_t top;         /* only the hottest; 0: all */
    const char *annotate; /* a file of source, shown with figures in the margin; NULL: none */
    int self;             /* lines without what is inlined into them */
    int as_vendor;        /* the vendor's page, as it prints it */
    int live;             /* of instructions: how many registers are live */
    int labels;           /* of instructions: targets, loops, memory */
    struct side *base, *own; /* a baseline, and the report as a side of the comparison; NULL: none */
} source_options;

/* first: nothing was shown yet. */
int source_page(const page *pg, opened *o, const source_options *how, int first);

#endif
