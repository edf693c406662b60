/* The code of a kernel as rows, in the views that people and programs get: instructions, source lines, lines of PTX. Text, CSV,
   JSON, the HTML page and the viewer all show these rows, with the columns of their listing. */
#ifndef EXAMPLES_NCUREP_MODEL_ROWS_H
#define EXAMPLES_NCUREP_MODEL_ROWS_H

#include "tree.h"

typedef enum rows_kind {
    ROWS_INSTRUCTIONS, /* by address */
    ROWS_CALLS,        /* source lines, those of inlined code below the line that calls it */
    ROWS_LINES,        /* source lines, each once: an instruction counts for one of them */
    ROWS_FILES,        /* files: every line if their text is known, else those with code; inlined code counts where it is
                          written, and for each line that calls it */
    ROWS_PTX           /* the PTX text, from the first line that has code to the last */
} rows_kind;

typedef struct code_row {
    uint32_t line;         /* from 1, also of PTX; 0: not known. Of an instruction, the line that it counts for */
    uint32_t parent;       /* ROWS_CALLS: 1 + the row that this one is inlined into, which comes before it; 0: none */
    uint32_t depth;        /* ROWS_CALLS: how many such rows are around it */
    uint32_t instructions; /* its own */
    uint32_t at;           /* its row in the listing or node in the tree; not counted: a node of the same file */
    int counted;           /* 0: a line that is only text */
} code_row;

#define NOT_COUNTED ((size_t)-1) /* no row of a listing */

typedef struct code_rows {
    const listing *l;
    rows_kind kind;
    tree t;
    code_row *list;
    size_t count, room;
    double *none, *now; /* values of a row that is not counted, and of an instruction */
} code_rows;

/* The listing has to stay. Cost: linear in its rows, columns and depth of calls, and in the text of files. */
void rows_open(code_rows *x, const listing *l, rows_kind kind);
void rows_close(code_rows *x);

/* "" where it is not known, and for PTX. */
ncurep_view row_file(const code_rows *x, const code_row *row);

/* Mangled: of an instruction, of an inlined line, of PTX; "" where it is not known, and of a line in ROWS_FILES. */
ncurep_view row_function(const code_rows *x, const code_row *row);
uint64_t row_address(const code_rows *x, const code_row *row); /* of an instruction; else 0 */

/* Values of a row by column, until the next call: with what is inlined into it, or its own. Columns that do not add up
   (source_column.adds) mean nothing but for instructions. */
const double *rows_values(const code_rows *x, size_t row, int self);

/* Appends the text of a row as it is: SASS, or hexadecimal where that is not known, or a line. 0, and nothing: not known. */
int rows_text(cli_buf *b, const code_rows *x, size_t row);

/* Which rows, in which order. All zero but sort: all, in their order. */
typedef struct rows_query {
    size_t sort;      /* a column, by which the largest come first; ROWS_IN_ORDER */
    int ascending;    /* the smallest first */
    int self;         /* sort by values of a row without what is inlined into it */
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
