/* Pieces of the HTML page that figures and pages share. Every text of the report goes through put_markup: nothing of it stands
   in the script, in a style or in an address. */
#ifndef EXAMPLES_REPORT_DRAW_HTML_H
#define EXAMPLES_REPORT_DRAW_HTML_H

#include "report/model/findings.h"
#include "figure.h"
#include "write/markup.h"

#define MOST_TEXTS 4096 /* texts, and charts, that are looked for again */

/* What is on the page already. */
struct html_state {
    text_set texts;  /* that may come up more than once: names of metrics, descriptions of sections */
    size_t extra;
    text_set charts; /* hashes of charts */
    int has_memory;  /* the traffic of the memory system was drawn for this kernel, */
    int has_chart;   /* or a section of it has a chart for that */
    void (*link_fn)(void *user, const piece *x, cli_buf *b); /* the row of source that a rule means; NULL: none is shown */
    void *user;
    int in_cards;    /* of a section */
    FILE *under;     /* where a figure goes once it is drawn */
    cli_buf drawn;
    int alone;       /* a chart by itself: pieces of SVG, without the page around them. Of it: */
    const char *kind; /* bars, lines, histogram, roofline, memory, timeline; NULL: nothing is drawn yet */
    cli_buf title;
    double width, y; /* y: how far down it goes */
};

void html_state_free(html_state *s); /* what is in it */

/* The place of a text among those that the page says more than once; *first: it comes up now. */
size_t number_of(html_state *s, nvs_view text, int *first);

/* The name of a metric as a title of the element that is open; where the page has it already, the number of that place, from
   which the script takes it. */
void put_metric_title(output *to, nvs_view name);

/* One metric per line; a percentage is drawn over a bar. */
void html_metric_row(output *to, const evaluated *e, const nvs_cell *x);

/* Baselines: each has a colour, and where there are several a number. Those that have the kernel come one after the other: from i on,
   e->beside_count after the last. Its mark; that and its brief name; the names of all; what a part of a section is in it, NULL where it has
   none with a value; its item of the section, 0: it has none; a part with how far the value x, which is shown, is from it; how far that
   is. */
#define MOST_BESIDES 6 /* as many have colours */
size_t next_beside(const evaluated *e, size_t i);
int has_besides(const evaluated *e);
void put_beside_mark(output *to, const evaluated *e, size_t i);
void put_beside_name(output *to, const evaluated *e, size_t i);
void put_beside_names(output *to, const evaluated *e);
const nvs_part *part_beside(const evaluated *e, size_t i, const nvs_cell *x, const nvs_part *part);
int figure_beside(const figure *h, size_t i, figure *was);
void put_beside(output *to, const evaluated *e, const nvs_cell *x, const nvs_part *was);
void put_since(output *to, double now, double before);
void put_lacking(output *to); /* in place of a value that a baseline lacks */

/* A time in its unit; a line below a time line: its begin, middle and end in ns. */
void put_ns(output *out, double ns);
void html_time_axis(output *out, double from, double to);

/* Traffic between the units of the memory system; 0, and nothing written, when the result does not hold enough of it. */
int html_memory(output *to, evaluated *e);

/* A bar of parts that make up a whole. The parts come largest first. */
typedef struct stack_part {
    ncurep_view name;
    double value;
} stack_part;
/* For each baseline, count shares in percent of its own total, in the order of the parts; to be freed with cli_free. The first share is
   STACK_LACKING if the baseline has the kernel but no such data, and STACK_ABSENT, as it is at first, if it does not have the kernel. */
#define STACK_LACKING (-1.0)
#define STACK_ABSENT (-2.0)
double *stack_shares(const evaluated *e, size_t count);
/* The stack, and below it those of the baselines. was: from stack_shares. Reads only the names of the baselines from e. */
void html_stack(output *to, const evaluated *e, const stack_part *parts, size_t count, double whole, const double *was);

/* The style of charts: of those on the page, which follows what the reader prefers, or of one by itself in one of the two. */
typedef enum chart_theme { CHART_ON_PAGE, CHART_LIGHT, CHART_DARK } chart_theme;
void put_chart_style(output *to, chart_theme theme);

#endif
