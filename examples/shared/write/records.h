/* Millions of rows of one table, as CSV or JSON Lines. */
#ifndef EXAMPLES_WRITE_RECORDS_H
#define EXAMPLES_WRITE_RECORDS_H

#include "cli/cli.h"

typedef struct records {
    FILE *f;
    int json, is_terminal;
    cli_buf *key;    /* JSON: what comes before the value of each column */
    size_t columns, at;
    cli_buf out;     /* not yet written; begins with a row */
    size_t start;    /* of the row that is open */
    cli_buf kept;    /* how rows go on beginning, */
    size_t kept_at;  /* and so many columns of them */
} records;

/* A table is a list of columns, LIST(X) with X(title, cell) each; cell is what writes it. {LIST(RECORD_TITLE) NULL} are its titles,
   LIST(RECORD_CELL) the cells of a row, between record_begin and record_end. */
#define RECORD_TITLE(title, cell) title,
#define RECORD_CELL(title, cell) cell;

/* titles: up to NULL. CSV begins with them. */
void records_open(records *r, const cli *c, const char *const *titles);
void records_close(records *r);

/* The cells of a row, one after the other. */
void record_begin(records *r);
void record_text(records *r, int has, const char *bytes, size_t len); /* has 0: null, an empty cell in CSV */
void record_whole(records *r, int has, uint64_t value);
void record_real(records *r, double value); /* NaN and infinities: null in JSON */
void record_truth(records *r, int value);   /* 1 and 0 in CSV */
void record_end(records *r);

/* The cells so far are those of the rows to come as well, which record_again begins. */
void record_keep(records *r);
void record_again(records *r);

#endif
