/* What the files of the HTML page share. Every text of the report goes through put_html: nothing of it gets into the
   script, a style or an address. */
#ifndef EXAMPLES_NCUREP_PAGES_HTML_PARTS_H
#define EXAMPLES_NCUREP_PAGES_HTML_PARTS_H

#include "bodies.h"
#include "html.h"

#define MOST_TEXTS 4096 /* texts, and charts, that are looked for again */

typedef struct html {
    const page *pg;
    const html_options *how;
    FILE *out;
    opened *o;
    section_source *sections;
    text_set texts;  /* that may come up more than once: names of metrics, descriptions of sections */
    size_t extra, ranges;
    text_set charts; /* hashes of charts that are on the page */
} html;

/* The name of a metric as the title of the open element; where the page has it already, the number of that place, from
   which the script takes it. */
void put_metric_title(html *h, nvs_view name);

/* Lines and instructions with their counters; nothing where there are no counters (html_source.c). */
void html_source(html *h, const ncurep_result *r);

/* Charts (charts.c): from the parts of an item, one to before end. */
void html_bars(html *h, const nvs_part *one, const nvs_part *end, int kind, const char *label,
               size_t label_len); /* kind: of the parts */
void html_lines(html *h, const nvs_part *item, const nvs_part *end);
void html_histogram(html *h, const nvs_part *item, const nvs_part *end);
void html_roofline(html *h, const nvs_part *item, const nvs_part *end);
void html_timeline(html *h, const nvs_part *item, const nvs_part *end);

/* A time in its unit; a line below a time line: its begin, middle and end in ns. */
void put_ns(FILE *out, double ns);
void html_time_axis(FILE *out, double from, double to);

/* Warp samples over time, and whether there are any (html_warps.c). */
int has_warps(const ncurep_result *r);
void html_warps(html *h, const ncurep_result *r);

/* Traffic between the units of the memory system; 0, and nothing written, when the result does not hold enough of it. */
int html_memory(html *h, evaluated *e);

/* A bar of parts that make up a whole. The parts come largest first. */
typedef struct stack_part {
    ncurep_view name;
    double value;
} stack_part;
void html_stack(html *h, const stack_part *parts, size_t count, double whole);

#endif
