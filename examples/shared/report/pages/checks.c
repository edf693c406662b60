/* What must hold in every report: which rules do. */
#include "checks.h"
#include "../model/checks.h"
#include "write/table.h"

#include <inttypes.h>
#include <string.h>

#define CHECK_COLUMNS(X) \
    X('l', NULL, "file", NULL, table_string(t, k->o->path)) \
    X('l', "", NULL, NULL, put_state(t, state)) \
    X('l', "", "check", "check", table_string(t, check_titles[rule])) \
    X('l', NULL, "state", "state", table_string(t, states[state].word)) \
    X('r', "", "holds", "hold_count", put_holds(t, k, rule)) \
    X('r', NULL, "fails", "fail_count", table_whole(t, k->fails[rule])) \
    X('l', NULL, "first", "first_failure", table_string(t, k->fails[rule] == 0 ? NULL : k->detail[rule] != NULL ? k->detail[rule] : ""))
static const table_column columns[] = {CHECK_COLUMNS(TABLE_COLUMN)};

#define COLUMNS (sizeof columns / sizeof *columns)

/* A state: for people, for programs, its colour. */
static const struct {
    const char *people, *word;
    int style;
} states[] = {{"holds", "holds", CLI_GREEN}, {"FAILS", "fails", CLI_RED}, {"note", "note", CLI_YELLOW}, {"-", "untried", CLI_DIM}};

static void put_state(table *t, check_state state)
{
    table_style(t, states[state].style);
    table_string(t, states[state].people);
}

static void put_holds(table *t, const checks *k, int rule)
{
    if (k->fails[rule] > 0) table_show(t, "%" PRIu64 " of %" PRIu64, k->fails[rule], k->fails[rule] + k->holds[rule]);
    table_whole(t, k->holds[rule]);
}

static void put_check(table *t, const checks *k, int rule)
{
    const check_state state = check_state_of(k, rule);
    CHECK_COLUMNS(TABLE_CELL)
    table_row(t);
}

void checks_titles(output *to) { table_titles(to, columns, COLUMNS); }

int checks_page(const page *pg, opened *o)
{
    checks k;
    table t;
    int rule, code = CLI_FINE;
    checks_of(&k, pg->m->c, &pg->m->chosen, o);
    out_safe(pg->to, o->path, strlen(o->path));
    out_say(pg->to, "\n");
    table_begin(&t, pg->to, "checks", columns, COLUMNS, TABLE_UNTITLED | TABLE_AGAIN);
    for (rule = 0; rule < CHECK_RULES; rule++) {
        if (check_state_of(&k, rule) == CHECK_FAILED) code = CLI_FINDING;
        put_check(&t, &k, rule);
    }
    table_end(&t);
    for (rule = 0; rule < CHECK_RULES; rule++) {
        if (k.fails[rule] == 0) continue;
        out_say(pg->to, "  %s: ", check_titles[rule]);
        out_safe(pg->to, k.detail[rule], strlen(k.detail[rule]));
        out_say(pg->to, "\n");
    }
    checks_free(&k);
    return code;
}
