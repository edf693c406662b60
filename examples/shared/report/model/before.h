/* The code of a kernel as it was in a baseline, and which of its rows is which of the rows of now. */
#ifndef EXAMPLES_NCUREP_MODEL_BEFORE_H
#define EXAMPLES_NCUREP_MODEL_BEFORE_H

#include "align.h"
#include "rows.h"

/* A row as it was; texts are in code_before.texts. */
typedef struct old_row {
    uint64_t offset;       /* of an instruction, in its function */
    size_t values[3];      /* from values[0] on, up to values[1], in old_rows; then the own ones up to values[2] */
    uint32_t line, parent, instructions;
    uint32_t text, file, function;
    int counted, has_text;
} old_row;

typedef struct old_value {
    double value;
    uint32_t column; /* of code_before.columns */
} old_value;

typedef struct old_rows {
    old_row *list;
    size_t count;
    align_item *items;  /* the rows, to be paired */
    uint32_t *row_of;   /* by instruction: 1 + the row that has it for its own */
    old_value *values;
    size_t value_count, value_room;
} old_rows;

typedef struct code_before {
    const char *path;   /* of the report */
    uint32_t result;    /* its index there */
    int is_there;       /* the baseline has the kernel, perhaps without its code */
    old_rows kinds[ROWS_KINDS];
    int has[ROWS_KINDS];
    text_set texts, columns;
} code_before;

/* Keeps the rows of some kinds, a bit each, and the instructions; the listing and its report may go. Cost: that of rows_open and of
   the texts and values of all rows. */
void before_open(code_before *x, const listing *l, const char *path, unsigned kinds);
void before_close(code_before *x);

/* rows_open and rows_close of rows that are shown: each is paired with the one that it was, if the listing has a baseline. Cost:
   that of the texts of all rows, twice where they are no instructions. */
void rows_open_beside(code_rows *x, const listing *l, rows_kind kind);
void rows_close_beside(code_rows *x);

/* A row of the baseline that a row was; NULL: it is new, or there is no baseline. */
const old_row *row_before(const code_rows *x, size_t row);

/* Rows of the baseline that are gone, by index in old_rows.list, from *at on, 0 at first; NULL: none is left. */
const old_row *next_gone(const code_rows *x, size_t *at);

/* The row after whose partner one that is gone stood: 1 + its index; 0: before all. */
size_t gone_after(const code_rows *x, const old_row *gone);

/* Values of a row of the baseline, by column of the listing of now, until the next call: NaN of columns that the baseline lacks.
   NULL: of a row that is new, 0. */
const double *old_values(const code_rows *x, const old_row *row, int self);

/* What all instructions have of each column of the baseline, by number in x->columns. */
void before_sums(const code_before *x, double *sums);

ncurep_view old_text(const code_rows *x, uint32_t text);

#endif
