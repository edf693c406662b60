/* Where in the code a kernel spends its time. */
#ifndef EXAMPLES_NCUREP_PAGES_SOURCE_H
#define EXAMPLES_NCUREP_PAGES_SOURCE_H

#include "../model/rows.h"
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
} source_options;

/* first: nothing was shown yet. */
int source_page(const page *pg, opened *o, const source_options *how, int first);

/* For a program that shows a part of a view at a time, a viewer: rows [first, first + count) of those that query leaves, in
   its order. */
typedef struct window_options {
    rows_query query;
    uint64_t first, count;
    int columns; /* also what the columns are */
} window_options;

/* Writes members into the object of JSON that is open: "total", how many rows the query leaves; "first"; with columns
   "columns", as in source --json, and "heat", the name of the one that says what is hot, or null; "rows": members as of
   "instructions" or "lines" in source --json, and "row", the index in the whole view. The rows are those of a listing from
   open_listing(..., 1) and arrange_columns; both may stay open from call to call, as long as the report and no other result
   of it is looked at. Cost: that of rows_pick, and of the rows written. */
void window_page(const page *pg, const code_rows *rows, const window_options *how);

#endif
