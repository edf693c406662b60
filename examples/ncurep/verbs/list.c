/* ncurep list: the results of a report, one a line. */
#include "../pages/list.h"
#include "verb.h"

typedef struct list_options {
    model m;
    int ignored; /* what raw takes may stand here, too */
} list_options;

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, OPT_UNITS, OPT_EXACT, OPT_INSTANCES, {0, "long", TAKE_NOTHING, offsetof(list_options, ignored), NULL}, OPT_END};

static int show(const page *pg, opened *o, void *user, int first)
{
    (void)user;
    (void)first;
    return list_page(pg, o);
}

static int run(request *q, void *user)
{
    const list_options *how = (const list_options *)user;
    output to;
    output_of(q, &to, 0);
    list_titles(&to);
    return each_report(q, &how->m, &to, EACH_BLANK, show, NULL);
}

const verb list_verb = {"list", option_table, sizeof(list_options), run, NULL};
