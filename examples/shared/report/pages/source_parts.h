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
    int compares; /* with a baseline, even where this kernel is not in it */
} shown;

/* Whether a counter is on the page. */
int wants_column(const shown *x, size_t column);

/* The rows that are on the page, only those with code if they have to be counted; to be freed. */
size_t *chosen_rows(const shown *x, const code_rows *rows, int counted, size_t *count);

/* For people (source_text.c): the rows as lines of text; how many there are. */
size_t text_rows(shown *x, rows_kind kind);

/* For programs (source_data.c): columns if they are arranged, rows, markers; and which rows. */
void source_data(shown *x, int arranged);
rows_kind rows_for_programs(const source_options *how);

/* A listing as ncu prints it (vendor_source.c); 0 with a message. */
int vendor_source(shown *x, section_source *sections);

#endif
