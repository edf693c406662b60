/* ncurep strings: the string table. */
#include "verb.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, OPT_END};

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

static int show(const page *pg, opened *o, void *user, int first)
{
    cli_buf b = {NULL, 0, 0};
    ncurep_view text;
    choice k;
    unsigned char *used;
    uint32_t i;
    int code = CLI_FINE;
    (void)user;
    (void)first;
    make_choice(pg->m->c, &pg->m->chosen, o, &k, 0, &code);
    used = used_strings(pg, o, &k);
    if (pg->to->format == OUT_JSON) cli_json_array(&pg->to->j, "strings");
    for (i = 0; ncurep_string_at(o->report, i, &text); i++) {
        if (used != NULL && !used[i]) continue;
        if (pg->to->format == OUT_JSON) cli_json_text(&pg->to->j, NULL, text.ptr, text.len);
        else if (pg->to->format == OUT_CSV) {
            cli_csv_fieldf(&pg->to->v, "%" PRIu32, i);
            cli_csv_field(&pg->to->v, text.ptr, text.len);
            cli_csv_end(&pg->to->v);
        } else {
            b.len = 0;
            cli_put_safe(&b, text.ptr, text.len);
            fprintf(pg->to->f, "%6" PRIu32 "  %s\n", i, b.len > 0 ? b.ptr : "");
        }
    }
    if (pg->to->format == OUT_JSON) cli_json_end(&pg->to->j);
    cli_buf_free(&b);
    free(used);
    free_choice(&k);
    return code;
}

static int run(request *q, void *user)
{
    output to;
    output_of(q, &to, 0);
    return each_report(q, (const model *)user, &to, EACH_BLANK | EACH_BLANK_CSV | EACH_NAMED, show, user);
}

const verb strings_verb = {"strings", option_table, sizeof(model), run, NULL};
