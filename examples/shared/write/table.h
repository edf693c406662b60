/* Tables: a page says once what is in them, for every format. */
#ifndef EXAMPLES_WRITE_TABLE_H
#define EXAMPLES_WRITE_TABLE_H

#include "out.h"

/* A column, and its name in each format; NULL: not shown there. */
typedef struct table_column {
    char align;        /* l, r; of HTML also n: a value with its unit, d and m: r and n whose largest values are looked for,
                          u: a unit, k: what names the row, if it is not the first column */
    const char *title; /* for people: text, Markdown, HTML */
    const char *csv;
    const char *key;   /* JSON; "": rows are this value alone */
    int width;         /* TABLE_STREAM: at least that many columns of the terminal */
} table_column;

/* A column is one row of a list, LIST(X) with X(align, title, csv, key, cell) each; cell is what writes it, where its names are in
   scope. TABLE_BEGIN begins a table of them, {LIST(TABLE_COLUMN)} are the columns; LIST(TABLE_CELL) are the cells of a row, before
   table_row; 0 LIST(TABLE_ONE) is their number. TABLE_WIDE and TABLE_WIDE_CELL are of rows that have a width before the cell. */
#define TABLE_COLUMN(align, title, csv, key, cell) {align, title, csv, key, 0},
#define TABLE_CELL(align, title, csv, key, cell) cell;
#define TABLE_ONE(align, title, csv, key, cell) +1
#define TABLE_WIDE(align, title, csv, key, width, cell) {align, title, csv, key, width},
#define TABLE_WIDE_CELL(align, title, csv, key, width, cell) cell;

typedef enum table_flags {
    TABLE_RULED = 1,    /* text: rules above and below */
    TABLE_STREAM = 2,   /* text: each row is printed when it is whole */
    TABLE_UNTITLED = 4, /* text: no titles */
    TABLE_BARE = 8,     /* JSON: rows follow each other, without a list around them */
    TABLE_PAIRS = 16,   /* two columns: a name and its value; JSON: members of one object */
    TABLE_NAMED = 32,   /* the first column names the row */
    TABLE_AGAIN = 64,   /* rows under titles: those of table_titles */
    TABLE_UNSEEN = 128, /* people see something else, */
    TABLE_SAID = 512,   /* readers of text do */
    TABLE_SORTED = 256, /* HTML: the reader can sort it; by values, of which people see something else */
    TABLE_FEWER = 2048,  /* rows have further cells, which are left out */
    TABLE_FOLDED = 1024 /* text: columns for which a terminal is too narrow go to a further line of the row */
} table_flags;

typedef enum cell_kind { CELL_TEXT, CELL_WHOLE, CELL_REAL, CELL_TRIPLE, CELL_TRUTH, CELL_ABSENT, CELL_NULL } cell_kind;

/* What a column of a row holds. */
typedef struct table_cell {
    cell_kind kind;
    const char *text;
    size_t len;
    uint64_t whole[3];
    double real;
} table_cell;

typedef struct table {
    output *to;
    const table_column *columns;
    size_t count, at; /* at: column of the next cell */
    int flags, indent;
    int style;        /* of the next cell; */
    double part;      /* its bar; negative: none */
    char link[32];    /* its link; empty: none */
    int is_shown;     /* people see shown instead of the next cell's value */
    cli_buf shown;
    cli_buf row;        /* text with TABLE_STREAM: what it has so far */
    size_t gap;         /* and spaces before what comes next */
    int alone, is_open; /* JSON: rows are values; a row has begun */
    int is_off;         /* nobody sees it */
    table_column *own; /* columns of table_for_people */
    cli_table plain;  /* text */
    char **ruled;     /* text with TABLE_RULED, and Markdown: the cells, the titles first */
    size_t ruled_count, ruled_room;
    const char **titles;
    char *align;
    size_t shown_columns; /* of text */
} table;

/* key: of the list in JSON; NULL inside a list and at the top. Nothing where no column has a name in the format. */
void table_begin(table *t, output *to, const char *key, const table_column *columns, size_t count, int flags);
#define TABLE_BEGIN(t, to, key, LIST, flags) \
    do { \
        static const table_column its_columns[] = {LIST(TABLE_COLUMN)}; \
        table_begin(t, to, key, its_columns, sizeof its_columns / sizeof *its_columns, flags); \
    } while (0)
void table_end(table *t);

/* The titles of tables that follow, where they stand once. */
void table_titles(output *to, const table_column *columns, size_t count);

/* A table that programs get elsewhere, with rules: a letter and a title a column. */
void table_for_people(table *t, output *to, int indent, const char *align, ...);

/* Whether this format shows any of the columns, and the next cell: if not, computing them can be skipped. */
int table_has(const output *to, const table_column *columns, size_t count);
int table_wants(const table *t);
void table_pass(table *t); /* the next cell does not: goes on to the one after it */
void table_rest(table *t); /* the row has no further cells */

/* The cells of a row, one after the other, as many as columns (else a build with -DTABLE_STRICT ends there), and its end. JSON written before
   that goes into the row's object. */
void table_text(table *t, const char *bytes, size_t len);
void table_string(table *t, const char *text); /* NULL: JSON has null */
void table_safe(table *t, const char *bytes, size_t len); /* of any origin: without control characters, but in JSON, which has its own way */
void table_buf(table *t, cli_buf *b); /* and frees */
void table_format(table *t, const char *format, ...);
void table_whole(table *t, uint64_t value);
void table_real(table *t, double value);
void table_triple(table *t, uint64_t x, uint64_t y, uint64_t z); /* for people without ones at the end */
void table_truth(table *t, int value, const char *yes, const char *no);
void table_absent(table *t); /* empty; JSON does not name it */
void table_null(table *t);   /* empty; JSON has null */

void table_row(table *t);
void table_row_cut(table *t); /* CSV: with a comma where cells are missing */

/* What people see of the next cell, and how. */
void table_show(table *t, const char *format, ...);
void table_show_cut(table *t, const char *bytes, size_t len); /* and three dots */
void table_style(table *t, int style);

/* HTML: a bar in the background of the next cell, so many percent of its width; the id that the cell links to. */
void table_part(table *t, double percent);
void table_link(table *t, const char *format, ...);

/* A way to write tables. */
typedef struct table_back_end {
    const char *(*name_fn)(const table_column *c); /* NULL: the column is not shown there */
    void (*begin_fn)(table *t, const char *key);
    void (*cell_fn)(table *t, const table_column *c, const table_cell *x);
    void (*row_fn)(table *t); /* the row is whole */
    void (*end_fn)(table *t);
} table_back_end;

#define OUT_TABLES(name, prefix, figures, blocks) extern const table_back_end prefix##_tables;
OUT_FORMATS(OUT_TABLES) /* a file each */

/* What people see of a cell: t->shown, or the value put there. */
const cli_buf *shown_cell(table *t, const table_cell *x);
const char *people_name(const table_column *c);

void free_ruled(table *t);

#endif
