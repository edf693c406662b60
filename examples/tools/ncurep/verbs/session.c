/* ncurep session: how, where and with what a report was made. */
#include "report/pages/session.h"
#include "verb.h"

typedef struct session_verb_options {
    model m;
    session_options page;
} session_verb_options;

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, {0, "all", &take_nothing, offsetof(session_verb_options, page.all), NULL,
     NULL, "all device attributes, and the environment"}, OPTION_END};

static int show(const page *pg, opened *o, void *user)
{
    return session_page(pg, o, &((session_verb_options *)user)->page);
}

static int run(request *q, void *user)
{
    session_verb_options *how = (session_verb_options *)user;
    output to;
    out_begin(&to, q->c);
    return each_report(q, &how->m, &to, EACH_BLANK | EACH_BLANK_CSV | EACH_NAMED, show, how);
}

const verb session_verb = {"session", option_table, sizeof(session_verb_options), run, NULL, NULL,
    "how, where and with what the report was made",
    "ncurep session report.ncu-rep\n"
    "  ncurep session --all --json report.ncu-rep",
    FILES, 0, NULL, NULL};
