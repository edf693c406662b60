/* ncurep strings: the string table. */
#include "write/table.h"
#include "verb.h"

#include <stdlib.h>

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, OPTION_END};

/* By id: 1 for the names of the chosen metrics of the chosen results; NULL: every string is wanted. */
static unsigned char *used_strings(const page *pg, opened *o, const choice *k)
{
    unsigned char *used;
    ncurep_result r;
    ncurep_metric m;
    ncurep_view name;
    ncurep_error e;
    uint32_t i;
    if (k->all && pg->m->chosen.metric_count == 0) return NULL;
    used = (unsigned char *)cli_alloc((size_t)o->info.strings + 1, 1);
    for (i = 0; i < o->info.results; i++)
        if (wants_result(k, i) && ncurep_result_at(o->report, i, &r, &e))
            while (ncurep_metric_next(&r.metrics, &m))
                if (ncurep_string_at(o->report, m.name_id, &name) && wants_metric(&pg->m->chosen, name)) used[m.name_id] = 1;
    return used;
}

static const table_column columns[] = {{'r', "", "", NULL, 6}, {'l', "", "", "", 0}};

static int show(const page *pg, opened *o, void *user, int first)
{
    table t;
    ncurep_view text;
    choice k;
    unsigned char *used;
    uint32_t i;
    int code = CLI_FINE;
    (void)user;
    (void)first;
    make_choice(pg->m->c, &pg->m->chosen, o, &k, 0, &code);
    used = used_strings(pg, o, &k);
    table_begin(&t, pg->to, "strings", columns, 2, TABLE_STREAM | TABLE_UNTITLED | TABLE_AGAIN);
    for (i = 0; ncurep_string_at(o->report, i, &text); i++) {
        if (used != NULL && !used[i]) continue;
        table_whole(&t, i);
        table_text(&t, text.ptr, text.len);
        table_row(&t);
    }
    table_end(&t);
    free(used);
    free_choice(&k);
    return code;
}

static int run(request *q, void *user)
{
    output to;
    out_begin(&to, q->c);
    return each_report(q, (const model *)user, &to, EACH_BLANK | EACH_BLANK_CSV | EACH_NAMED, show, user);
}

const verb strings_verb = {"strings", option_table, sizeof(model), run, NULL, NULL,
    "the string table",
    "ncurep strings report.ncu-rep",
    FILES, 0, NULL, NULL};
