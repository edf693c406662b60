/* The details of a result as a tree of blocks: a result holds notes, sections, chosen metrics, findings, gains and comments; a
   section holds metrics, figures, what is missing, findings and comments. The page says what there is, in one order for all
   formats; the format's back end shows it. */
#ifndef EXAMPLES_REPORT_DRAW_BLOCK_H
#define EXAMPLES_REPORT_DRAW_BLOCK_H

#include "report/model/findings.h"
#include "cells.h"

/* The metrics of a block, one after the other. */
typedef struct cell_list {
    evaluated *e;
    const nvs_part **header; /* NULL: the chosen metrics of the result */
    size_t count;            /* of header */
    size_t at;
    nvs_cell own;
} cell_list;
const nvs_cell *next_cell(cell_list *c); /* until the next call; NULL: none is left */

typedef struct details {
    output *to;
    evaluated *e;
    const findings *f;
    int rule_details;         /* the metrics of findings are wanted */
    table t;                  /* CSV, JSON: of the results */
    uint32_t process;         /* text: the last one that was named */
    html_state *own;          /* HTML, where these blocks are all there is */
    /* Of the section that is shown: */
    const nvs_node *section;  /* NULL: blocks of the result itself */
    uint32_t number;          /* its place among those of the result */
    const nvs_evaluation *v;
    nvs_view title;           /* also of the chosen metrics */
    const unsigned char *has; /* by section: it has something to show */
} details;

/* The next finding of the section, or of none; *at is 0 at first. */
const finding *next_finding(const details *d, size_t *at);

/* CSV: the columns of a finding f, after those of metrics. */
#define FINDING_COLUMNS(X) \
    X('l', NULL, "Rule Name", NULL, table_text(t, f->rule.ptr, f->rule.len)) \
    X('l', NULL, "Rule Type", NULL, table_string(t, finding_word(f->type))) \
    X('l', NULL, "Rule Description", NULL, table_text(t, f->text.ptr != NULL ? f->text.ptr : "", f->text.len)) \
    X('l', NULL, "Estimated Speedup Type", NULL, f->percent > 0 ? table_string(t, speedup_word(f->speedup)) : table_absent(t)) \
    X('r', NULL, "Estimated Speedup", NULL, f->percent > 0 ? table_format(t, "%.4g", f->percent) : table_absent(t))

/* The next comment of list (of the result at first) on the section; where it is none, on one that is not shown; or all.
   Reports hold a comment without a text for each section. */
int next_comment(const details *d, ncurep_list *list, int all, ncurep_comment *out);

/* A way to show them. Those that are NULL have nothing to show in the format. */
typedef struct block_back_end {
    void (*begin_fn)(details *d); /* before all results */
    void (*result_fn)(details *d);
    void (*note_fn)(details *d, const char *text);
    void (*section_fn)(details *d);
    void (*metrics_fn)(details *d, cell_list *list);
    void (*figures_fn)(details *d);
    void (*missing_fn)(details *d);
    void (*findings_fn)(details *d);
    void (*comments_fn)(details *d);
    void (*section_end_fn)(details *d);
    void (*gains_fn)(details *d, const finding *const *list, size_t count);
    void (*result_end_fn)(details *d);
    void (*end_fn)(details *d);
    int all;   /* sections that have nothing to show come as well */
    int leads; /* findings of no section and gains stand first: a reader begins at the top, on a terminal at the bottom */
} block_back_end;

extern const block_back_end text_blocks, markdown_blocks, csv_blocks, json_blocks, html_blocks;

const block_back_end *block_back_end_of(const output *to);

void put_section_figures(details *d);

/* "NAME (required), NAME": what the section asks for and the result lacks. */
void missing_names(cli_buf *b, const nvs_evaluation *v);

/* "Comment: TEXT", and outside of its section "Comment on SECTION: TEXT"; c NULL: on the result. */
void comment_words(cli_buf *b, const details *d, const ncurep_comment *c);

/* Its lines, one after the other; *at: 0 at first. */
int next_line(const cli_buf *b, size_t *at, ncurep_view *line);

#endif
