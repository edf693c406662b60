/* What the files of the HTML page share. */
#ifndef EXAMPLES_NCUREP_PAGES_HTML_PARTS_H
#define EXAMPLES_NCUREP_PAGES_HTML_PARTS_H

#include "../model/before.h"
#include "report/draw/html.h"
#include "html.h"

typedef struct html {
    const page *pg;
    const html_options *how;
    output *out; /* that of pg */
    opened *o;
    section_source *sections;
    html_state state;
    text_set files; /* texts of source files that are on the page, by hash: kernels share them */
    size_t first_file; /* the number of the first */
    /* Of the kernel that is written: */
    const listing *source;
    code_before before[MOST_BESIDES]; /* its code in each baseline; path NULL: it is not there */
    size_t before_count;
    text_set targets; /* rows of the source that are linked to, by anchor */
} html;

/* The anchor of an instruction, or of a line, after "k3-": I1f0 at an offset in the kernel, I1f0-N2 in another function, L66 in
   the kernel's own file, L66-name.h in another one. */
void put_anchor(cli_buf *b, const listing *l, uint64_t address, ncurep_view file, uint32_t line);

/* The source of a kernel, its lines and instructions with their counters (html_source.c), beside those of its partner in each
   baseline, of which html_source_before is told first, one after the other, NULL: none. 0: there are no counters. To be closed in both
   cases. */
void html_source_before(html *h, opened *o, const entry *base);
int html_source_open(html *h, evaluated *e, listing *l);
void html_source(html *h, listing *l, const evaluated *e); /* of e only the names of the baselines */
void html_no_source(html *h, const listing *l); /* what is missing, where there is code */
void html_source_close(html *h, listing *l);

/* Warp samples over time, and whether there are any (html_warps.c). */
int has_warps(const ncurep_result *r);
void html_warps(html *h, const evaluated *e);

/* The occupancy calculator, and whether enough is known for it (html_occupancy.c). */
int has_occupancy(const evaluated *e);
void html_occupancy(html *h, const evaluated *e);

#endif
