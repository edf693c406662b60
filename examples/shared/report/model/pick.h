/* Which rows of the code are shown, and in which order. */
#ifndef EXAMPLES_NCUREP_MODEL_PICK_H
#define EXAMPLES_NCUREP_MODEL_PICK_H

#include "before.h"

/* Which rows, in which order. All zero but sort: all, in their order. */
typedef struct rows_query {
    size_t sort;      /* a column, by which the largest come first; ROWS_IN_ORDER */
    int ascending;    /* the smallest first */
    int self;         /* sort by values of a row without what is inlined into it */
    int change;       /* sort by how much they differ from those of the baseline */
    int counted;      /* no lines that are only text */
    ncurep_view file; /* only lines of files with this name; "" or NULL: of all */
    ncurep_view find; /* only rows with this in text, place or function, in ASCII letters of either case; "" or NULL: all */
    uint64_t top;     /* at most so many, and, sorted, none whose value is 0; 0: no limit */
} rows_query;

#define ROWS_IN_ORDER ((size_t)-1)

/* The rows of a query, by index; to be freed with cli_free. Equal ones stay in their order. Cost: O(n log n), and with find
   the text of all rows. */
size_t *rows_pick(const code_rows *x, const rows_query *q, size_t *count);

#endif
