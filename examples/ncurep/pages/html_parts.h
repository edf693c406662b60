/* What the files of the HTML page share. */
#ifndef EXAMPLES_NCUREP_PAGES_HTML_PARTS_H
#define EXAMPLES_NCUREP_PAGES_HTML_PARTS_H

#include "../model/listing.h"
#include "../out/html.h"
#include "html.h"

typedef struct html {
    const page *pg;
    const html_options *how;
    FILE *out;
    opened *o;
    section_source *sections;
    html_state state;
    size_t ranges;
    int is_inert; /* kernels are texts, in which there can be no other text */
    /* Of the kernel that is written: */
    const listing *source;
    text_set targets, placed; /* rows of the source that are linked to, as ids say them; those that have their id */
} html;

/* The id of an instruction, or of a line, after that of its kernel. */
void put_row_id(cli_buf *b, uint64_t address, ncurep_view file, uint32_t line);

/* Lines and instructions with their counters (html_source.c). 0: there are no counters. The listing is to be closed in both
   cases. */
int html_source_open(html *h, const ncurep_result *r, listing *l);
void html_source(html *h, const listing *l);

/* Warp samples over time, and whether there are any (html_warps.c). */
int has_warps(const ncurep_result *r);
void html_warps(html *h, const ncurep_result *r);

#endif
