/* ncurep trend: metrics of kernels over many reports. */
#include "report/pages/trend.h"
#include "verb.h"

#include <stdlib.h>
#include <string.h>

typedef struct trend_options {
    model m;
    int as_given, html;
} trend_options;

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, OPT_MATCH, OPT_UNITS,
                                 {0, "as-given", TAKE_NOTHING, offsetof(trend_options, as_given), NULL,
     NULL, "reports in the order of the command line, not by time of creation"},
                                 {0, "html", TAKE_NOTHING, offsetof(trend_options, html), NULL,
     NULL, "a page with charts"}, OPT_END};

static int run(request *q, void *user)
{
    const trend_options *how = (const trend_options *)user;
    section_source sections;
    trend t;
    damage *d;
    output to;
    page pg;
    size_t i, *order;
    int code = CLI_FINE, one;
    if (how->html && q->c->format != CLI_TEXT) return cli_usage(q->c, "--html or --json or --csv, not two of them");
    d = (damage *)cli_alloc(q->path_count, sizeof *d);
    memset(&t, 0, sizeof t);
    if (!sections_open(&sections, &how->m)) code = CLI_INPUT;
    else
        for (i = 0; i < q->path_count; i++) {
            opened o;
            one = CLI_INPUT;
            cli_progress(q->c, "reports", i, q->path_count);
            if (open_report(&q->in, q->paths[i], &o)) {
                one = trend_add(&t, &how->m, &o, &sections, q->path_count);
                (void)damage_of(&o, &d[t.report_count - 1]);
                close_report(&o);
            }
            if (one > code) code = one;
        }
    cli_progress_end(q->c);
    one = sections_close(&sections);
    if (one > code) code = one;
    output_of(q, &to, 0);
    pg.m = &how->m;
    pg.to = &to;
    order = trend_order(&t, !how->as_given);
    if (how->html) trend_html(&pg, &t, order, d);
    else trend_page(&pg, &t, order, d);
    if (code == CLI_FINE && t.line_count == 0) code = CLI_FINDING;
    cli_free(order);
    cli_free(d);
    trend_free(&t);
    return code;
}

const verb trend_verb = {"trend", option_table, sizeof(trend_options), run, NULL,
    "metrics of kernels over many reports: text, or --html",
    "The duration, unless --metrics names others; of several launches\n  of a kernel the mean. Exit code 1 if no result has such a metric."};
