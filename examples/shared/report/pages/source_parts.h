/* What the files of the source page share. */
#ifndef EXAMPLES_NCUREP_PAGES_SOURCE_PARTS_H
#define EXAMPLES_NCUREP_PAGES_SOURCE_PARTS_H

#include "../model/sections.h"
#include "source.h"

/* A listing on its page. */
typedef struct shown {
    const page *pg;
    const source_options *how;
    listing l;
} shown;

/* Whether a counter is on the page. */
int wants_column(const shown *x, size_t column);

/* The rows that are on the page; to be freed. */
size_t *chosen_rows(const shown *x, const code_rows *rows, size_t *count);

/* For programs (source_data.c): the rows; what the counters are called and where they belong, in their order; markers. */
void put_rows(const shown *x);
void put_columns(const shown *x, cli_json *j);
void put_marks(const listing *l, cli_json *j);

/* A listing as ncu prints it (vendor_source.c); 0 with a message. */
int vendor_source(shown *x, section_source *sections);

#endif
