/* ncurep list: the results of a report, one per line. */
#include "report/pages/list.h"
#include "verb.h"

typedef struct list_options {
    model m;
    int ignored; /* what raw takes may stand here, too */
} list_options;

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, OPT_UNITS, OPT_EXACT, OPT_INSTANCES, {0, "long", &take_nothing, offsetof(list_options, ignored), NULL,
     NULL, "with --csv: one metric per line; also with --json"}, OPTION_END};

static int show(const page *pg, opened *o, void *user)
{
    (void)user;
    return list_page(pg, o);
}

static int run(request *q, void *user)
{
    const list_options *how = (const list_options *)user;
    output to;
    out_begin(&to, q->c);
    list_titles(&to);
    return each_report(q, &how->m, &to, EACH_BLANK, show, NULL);
}

const verb list_verb = {"list", option_table, sizeof(list_options), run, NULL, NULL,
    "id, kernel, grid, block, device, duration, number of metrics",
    "ncurep list report.ncu-rep\n"
    "  ncurep list --csv -k regex:gemm -c 10 report.ncu-rep",
    FILES, 0, NULL, NULL};

/* Without a verb: the list, and what to look at next. */
static int run_overview(request *q, void *user)
{
    static const char *const next[][2] = {{"details", "sections of the report: tables, charts, findings"},
                                          {"summary", "where the time goes, what bounds each kernel"},
                                          {"source", "instructions and lines"},
                                          {"raw", "every metric"},
                                          {"html", "all of it as one page: -o page.html"}};
    const int code = run(q, user);
    output to;
    size_t i;
    if (q->c->unread == q->c->inputs) return code;
    out_begin(&to, q->c);
    out_gap(&to);
    for (i = 0; i < sizeof next / sizeof *next; i++) out_line(&to, "ncurep %-8s FILE  %s", next[i][0], next[i][1]);
    return code;
}

const verb overview_verb = {"list", option_table, sizeof(list_options), run_overview, NULL, NULL,
    "id, kernel, grid, block, device, duration, number of metrics",
    NULL,
    FILES, 0, NULL, NULL};
