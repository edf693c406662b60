/* ncurep raw: every metric with unit and value. */
#include "report/pages/raw.h"
#include "verb.h"

typedef struct raw_verb_options {
    model m;
    raw_options page;
} raw_verb_options;

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, OPT_UNITS, OPT_EXACT, OPT_INSTANCES,
                                 {0, "long", &take_nothing, offsetof(raw_verb_options, page.one_a_line), NULL,
     NULL, "with --csv: one metric per line; also with --json"}, OPTION_END};

static int show(const page *pg, opened *o, void *user)
{
    return raw_page(pg, o, &((raw_verb_options *)user)->page);
}

static int run(request *q, void *user)
{
    raw_verb_options *how = (raw_verb_options *)user;
    output to;
    out_begin(&to, q->c);
    if (how->page.one_a_line) raw_titles(&to);
    return each_report(q, &how->m, &to, how->page.one_a_line ? EACH_BLANK : EACH_BLANK | EACH_BLANK_CSV, show, how);
}

const verb raw_verb = {"raw", option_table, sizeof(raw_verb_options), run, NULL, NULL,
    "every metric with unit and value",
    "ncurep raw -k saxpy --metrics 'dram__*,gpu__time_duration.sum' report.ncu-rep\n"
    "  ncurep raw --csv report.ncu-rep      the columns of ncu --page raw --csv",
    FILES, 0, NULL, NULL};
