/* A report as one page that needs nothing else. */
#ifndef EXAMPLES_NCUREP_PAGES_HTML_H
#define EXAMPLES_NCUREP_PAGES_HTML_H

#include "../model/compare.h"
#include "page.h"

typedef struct html_options {
    int all;             /* also a table of every metric for each kernel */
    uint64_t most_bytes; /* of kernels on a page of many: the longest ones as far as they fit */
} html_options;

#define HTML_MOST_BYTES ((uint64_t)32 << 20)

/* A baseline: its side, that of the report in this comparison, and its name, of which brief bytes are enough where there is little
   room. Whoever gives it leaves the name out. */
typedef struct html_base {
    side *base, *own;
    char *name;
    size_t brief;
} html_base;

/* At most MOST_BESIDES baselines (draw/html.h). */
int html_page(const page *pg, opened *o, section_source *sections, const html_base *bases, size_t count, const html_options *how);

/* The same page piece by piece, for whoever shows one kernel at a time. The list of its kernels, with their times and their
   partners in the baselines; *code as html_page gives it. The sides must outlive it. */
typedef struct html_list html_list;
html_list *html_list_open(const page *pg, opened *o, section_source *sections, const html_base *bases, size_t count, int *code);
void html_list_close(html_list *l);

/* The result of a baseline that a result is compared with; 0: none. */
int html_partner(const html_list *l, uint32_t index, size_t base, uint32_t *partner);

/* The page without its kernels and the comparison; a kernel by its index; the comparison. CLI_FINDING: there is none. What
   refers to an earlier place does so within the piece. */
int html_frame(const page *pg, opened *o, section_source *sections, html_list *l, const html_options *how);
int html_kernel(const page *pg, opened *o, section_source *sections, html_list *l, const html_options *how, uint32_t index);
int html_comparison(const page *pg, opened *o, section_source *sections, html_list *l, const html_options *how);

#endif
