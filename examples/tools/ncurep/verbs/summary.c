/* ncurep summary: many kernels on one screen. */
#include "report/pages/summary.h"
#include "verb.h"

#include <string.h>

typedef struct summary_verb_options {
    model m;
    summary_options page;
} summary_verb_options;

static const option_word group_words[] = {{"launch", GROUP_LAUNCH}, {"name", GROUP_NAME}, {"range", GROUP_RANGE}, {"device", GROUP_DEVICE}, {"result", GROUP_RESULT}, {NULL, 0}};
static const option_word sort_words[] = {{"total", SORT_TOTAL}, {"count", SORT_COUNT}, {"mean", SORT_MEAN}, {"gain", SORT_GAIN}, {"name", SORT_NAME}, {NULL, 0}};

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, {0, "group", &take_word, offsetof(summary_verb_options, page.group), group_words,
     NULL, "what one line is about (default launch: name, template arguments, grid, block)"},
                                 {0, "sort", &take_word, offsetof(summary_verb_options, page.sort), sort_words,
     NULL, "order of the lines (default total); gain: estimate times share of the time"}, OPT_RULES, OPT_FOLDER, OPT_TREE, OPTION_END};

static int run(request *q, void *user)
{
    summary_verb_options *how = (summary_verb_options *)user;
    section_source sections;
    summary s;
    output to;
    page pg;
    size_t i;
    int code = CLI_FINE;
    memset(&s, 0, sizeof s);
    out_begin(&to, q->c);
    if (out_talks(&to)) how->m.chosen.shown = how->m.chosen.base; /* people see what they choose by */
    if (!sections_open(&sections, &how->m)) {
        (void)sections_close(&sections);
        return CLI_INPUT;
    }
    for (i = 0; i < q->path_count; i++) {
        opened o;
        int one = CLI_INPUT;
        if (open_report(reader_of(q), q->paths[i], &o)) {
            one = summary_add(&s, &how->m, &o, &sections, &how->page);
            close_report(&o);
        }
        if (one > code) code = one;
    }
    {
        const int one = sections_close(&sections);
        if (one > code) code = one;
    }
    pg.m = &how->m;
    pg.to = &to;
    summary_page(&pg, &s, &how->page);
    summary_free(&s);
    return code;
}

const verb summary_verb = {"summary", option_table, sizeof(summary_verb_options), run, NULL, NULL,
    "many kernels on one screen: time, what bounds them, estimated gain",
    "Bound: compute or memory, whichever is higher, if above 60 % of its peak; else\n  latency.\n\n  "
    "ncurep summary --group name --sort gain report.ncu-rep",
    FILES, 0, NULL, NULL};
