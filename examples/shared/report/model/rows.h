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
    ROWS_PTX,          /* the PTX text, from the first line that has code to the last */
    ROWS_KINDS
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
    struct rows_before *before; /* those of a baseline beside them (before.h); NULL: there are none */
} code_rows;

/* The listing has to stay. Cost: linear in its rows, columns and depth of calls, and in the text of files. */
void rows_open(code_rows *x, const listing *l, rows_kind kind);
void rows_close(code_rows *x);

/* "" where it is not known, and for PTX. */
ncurep_view row_file(const code_rows *x, const code_row *row);

/* Mangled: of an instruction, of an inlined line, of PTX; "" where it is not known, and of a line in ROWS_FILES. */
ncurep_view row_function(const code_rows *x, const code_row *row);
uint64_t row_address(const code_rows *x, const code_row *row); /* of an instruction; else 0 */

/* Values of a row by column, until the next call: with what is inlined into it, or its own. Columns of which lines
   have nothing (lines_have) mean something for instructions alone. */
const double *rows_values(const code_rows *x, size_t row, int self);

/* Appends the text of a row as it is: SASS, or hexadecimal where that is not known, or a line. 0, and nothing: not known. */
int rows_text(cli_buf *b, const code_rows *x, size_t row);

#endif
