/* What the parts of a dump share. */
#ifndef EXAMPLES_NCUREP_PAGES_DUMP_PARTS_H
#define EXAMPLES_NCUREP_PAGES_DUMP_PARTS_H

#include "../model/model.h"
#include "page.h"

typedef struct dump {
    output *to;
    const selection *chosen;
    choice *k;
    ncurep_report *report;
    ncurep_error error; /* the first one */
} dump;

/* A line: an object that says what it is of. */
void dump_begin(dump *d, const char *line);
void dump_end(dump *d);

/* Scalars: null when the field is absent. */
#define HAS(x, n) NCUREP_HAS(&(x), n)
#define TEXT(d, key, x, n, member) text_or_null(d, key, &(x).member, (int)HAS(x, n))
#define NUMBER(d, key, x, n, member) number_or_null(d, key, (x).member, (int)HAS(x, n))
#define SIGNED(d, key, x, n, member) signed_or_null(d, key, (x).member, (int)HAS(x, n))
#define BOOL(d, key, x, n, member) bool_or_null(d, key, (x).member, (int)HAS(x, n))
#define BLOB(d, key, x, n, member) blob_or_null(d, key, &(x).member, (int)HAS(x, n))
#define REAL(d, key, x, n, member) real_or_null(d, key, (x).member, (int)HAS(x, n))
void text_or_null(dump *d, const char *key, const ncurep_view *v, int present);
void number_or_null(dump *d, const char *key, uint64_t n, int present);
void signed_or_null(dump *d, const char *key, int64_t n, int present);
void bool_or_null(dump *d, const char *key, int yes, int present);
void real_or_null(dump *d, const char *key, double v, int present); /* its bits */
void blob_or_null(dump *d, const char *key, const ncurep_view *v, int present); /* its length and hash */
void value_or_null(dump *d, const char *key, const ncurep_value *v);

void put_hex(dump *d, const char *key, int digits, uint64_t bits); /* a text of that many digits */
void put_pair(dump *d, uint64_t a, uint64_t b);                    /* [a,b] in a list */

void dump_session(dump *d);
void dump_sources(dump *d);
void dump_result(dump *d, ncurep_result *r, int instances);

#endif
