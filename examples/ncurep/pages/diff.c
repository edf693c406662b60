/* Two reports, kernel by kernel. */
#include "diff.h"
#include "damage.h"

#include <math.h>
#include <string.h>

static void heading(const page *pg, const char *what, const char *title)
{
    if (pg->to->format == OUT_MARKDOWN) {
        fprintf(pg->to->f, "### %s", what);
        put_markdown(pg->to->f, title, strlen(title));
        fputs("\n\n", pg->to->f);
    } else fprintf(pg->to->f, "%s%s%s%s\n", cli_style(pg->to->color, CLI_BOLD), what, title, cli_style(pg->to->color, CLI_PLAIN));
}

/* The difference is the last column but one if there is room for it. */
static const table_column columns[] = {
    {'r', NULL, "ID", NULL, 0}, {'l', NULL, "Kernel", NULL, 0}, {'l', "Metric", "Metric", "name", 0}, {'r', "Unit", NULL, NULL, 0}, {'r', NULL, NULL, "unit", 0},
    {'r', "Before", "Before", "before", 0}, {'r', "After", "After", "after", 0}, {'r', "Difference", "Difference", "difference", 0},
    {'r', NULL, NULL, "relative", 0}, {'r', "Change", "Change %", NULL, 0}};
static const table_column narrow[] = {
    {'l', NULL, NULL, NULL, 0}, {'l', NULL, NULL, NULL, 0}, {'l', "Metric", NULL, NULL, 0}, {'r', "Unit", NULL, NULL, 0},
    {'l', NULL, NULL, NULL, 0}, {'r', "Before", NULL, NULL, 0}, {'r', "After", NULL, NULL, 0}, {'l', NULL, NULL, NULL, 0}, {'l', NULL, NULL, NULL, 0},
    {'r', "Change", NULL, NULL, 0}};
static const table_column line_columns[] = {{'l', "Line", NULL, "place", 0}, {'r', "Before", NULL, "before", 0}, {'r', "After", NULL, "after", 0},
                                            {'r', "Difference", NULL, NULL, 0}};

#define COLUMNS (sizeof columns / sizeof *columns)

static int for_people(const output *to) { return to->format != OUT_JSON && to->format != OUT_CSV; }

/* A number, and what people see of it; nothing where it is not known. */
static void put_number(table *t, int known, double value, const char *format, double shown, const char *unknown)
{
    if (known) table_show(t, format, shown);
    else table_show(t, "%s", unknown);
    if (known) table_real(t, value);
    else table_null(t);
}

/* The name of a metric; on a narrow terminal without its middle. */
static void put_name(table *t, const output *to, const char *name)
{
    const size_t len = strlen(name), width = to->width, room = width >= 100 ? width - 66 : width > 90 ? width - 54 : 36;
    if (to->format == OUT_TEXT && len > room) table_show(t, "%.*s..%s", (int)(room / 2), name, name + len - (room - room / 2 - 2));
    table_text(t, name, len);
}

static void put_change(const page *pg, table *t, const entry *a, const change *c)
{
    const int both = c->has[0] && c->has[1];
    ncurep_metric_facts facts;
    ncurep_view name;
    scale s;
    int k;
    name.ptr = c->name;
    name.len = strlen(c->name);
    scale_of(&s, name, fabs(c->value[0]) > fabs(c->value[1]) ? c->value[0] : c->value[1], &pg->m->style);
    table_whole(t, a->index);
    table_string(t, a->title);
    put_name(t, pg->to, c->name);
    table_string(t, s.unit);
    ncurep_metric_describe(name, &facts);
    table_string(t, facts.unit[0] != 0 ? facts.unit : NULL);
    for (k = 0; k < 2; k++) put_number(t, c->has[k], c->value[k], "%.6g", c->value[k] / s.by, "-");
    put_number(t, both, c->value[1] - c->value[0], "%+.6g", (c->value[1] - c->value[0]) / s.by, "");
    if (both && c->part - c->part == 0) table_real(t, c->part);
    else table_null(t);
    table_show(t, !both ? "" : c->part - c->part != 0 ? "new" : "%+.2f%%", 100 * c->part);
    if (both && c->part - c->part == 0) table_real(t, 100 * c->part);
    else table_null(t);
    table_row(t);
}

/* The lines with the greatest difference; for programs all, in order. */
static void put_lines(const page *pg, changes *x)
{
    const int people = for_people(pg->to);
    size_t i, count = x->line_count;
    table t;
    if (people) {
        sort_lines(x);
        for (i = 0; i < count && i < 10 && (x->lines[i].value[0] < x->lines[i].value[1] || x->lines[i].value[0] > x->lines[i].value[1]); i++) {}
        count = i;
        if (count == 0) return;
        if (pg->to->format == OUT_TEXT) fputc('\n', pg->to->f);
    }
    table_begin(&t, pg->to, "lines", line_columns, sizeof line_columns / sizeof *line_columns, pg->to->format == OUT_CSV ? TABLE_UNTITLED : TABLE_RULED);
    t.indent = 2;
    for (i = 0; i < count; i++) {
        const double *v = x->lines[i].value;
        table_string(&t, x->lines[i].where);
        put_number(&t, 1, v[0], "%.6g", v[0], "");
        put_number(&t, 1, v[1], "%.6g", v[1], "");
        put_number(&t, 1, v[1] - v[0], "%+.6g", v[1] - v[0], "");
        table_row(&t);
    }
    table_end(&t);
}

static size_t put_changes(const page *pg, const entry *a, changes *x)
{
    const int people = for_people(pg->to), is_narrow = pg->to->format == OUT_TEXT && pg->to->width < 100;
    size_t i, shown = 0;
    table t;
    for (i = 0; i < x->count; i++) shown += (size_t)counts(&pg->m->compare, &x->list[i]);
    if (people && shown == 0)
        fprintf(pg->to->f, "  none of %zu metrics changed by more than %.6g%%\n%s", x->count, pg->m->compare.tolerance,
                pg->to->format == OUT_MARKDOWN ? "\n" : "");
    else {
        table_begin(&t, pg->to, "metrics", is_narrow ? narrow : columns, COLUMNS, pg->to->format == OUT_CSV ? TABLE_UNTITLED : TABLE_RULED);
        t.indent = 2;
        for (i = 0; i < x->count; i++)
            if (counts(&pg->m->compare, &x->list[i])) put_change(pg, &t, a, &x->list[i]);
        table_end(&t);
    }
    if (pg->m->compare.by_line && pg->to->format != OUT_CSV) put_lines(pg, x);
    if (pg->to->format == OUT_TEXT) fputc('\n', pg->to->f);
    return shown;
}

/* The rule that kernels are held to, and the sums. */
typedef struct tally {
    fail_on rule;
    outcomes *all;
    size_t pairs, of[JUDGEMENTS], only[2];
} tally;

static const char *const rules[] = {"no difference", "not slower", "not faster"};

/* "gpu__time_duration.sum: 18.432 us, was 15 us, +22.9%" */
static void put_reason(const page *pg, cli_buf *b, const change *by)
{
    ncurep_view name;
    scale s;
    name.ptr = by->name;
    name.len = strlen(by->name);
    scale_of(&s, name, fabs(by->value[0]) > fabs(by->value[1]) ? by->value[0] : by->value[1], &pg->m->style);
    cli_putf(b, "%s: %.6g%s%s, was %.6g", by->name, by->value[1] / s.by, s.unit[0] != 0 ? " " : "", s.unit, by->value[0] / s.by);
    if (by->part - by->part == 0) cli_putf(b, ", %+.4g%%", 100 * by->part);
}

static void judge(const page *pg, const entry *x, const changes *found, size_t shown, tally *t)
{
    const change *by;
    const judgement j = judge_pair(pg->m, found, &by);
    cli_buf b = {NULL, 0, 0};
    outcome_kind kind = OUTCOME_KEPT;
    t->of[j]++;
    if (t->rule == FAIL_ON_ANY ? shown > 0 : j == JUDGED_NOT || j == (t->rule == FAIL_ON_WORSE ? JUDGED_WORSE : JUDGED_BETTER)) kind = OUTCOME_BROKEN;
    if (t->rule == FAIL_ON_ANY && shown > 0) cli_putf(&b, "%zu metric%s changed", shown, shown == 1 ? "" : "s");
    else if (by != NULL) put_reason(pg, &b, by);
    else if (t->rule != FAIL_ON_ANY) cli_putf(&b, "no metric that both hold says what is better");
    outcome_add(t->all, kind, NULL, NO_RESULT, x->title, rules[t->rule], 0, b.ptr);
    if (pg->to->format == OUT_JSON) {
        cli_json_str(&pg->to->j, "verdict", judgement_word(j));
        cli_json_str(&pg->to->j, "judged_by", by != NULL ? by->name : NULL);
    }
    cli_buf_free(&b);
}

/* A pair of kernels. */
static void compare(const page *pg, section_source *sections, side *a, side *b, const entry *x, const entry *y, tally *sums, int *code)
{
    changes all;
    if (!compare_pair(pg->m, sections, a, b, x, y, &all)) *code = CLI_INPUT;
    else {
        out_group(pg->to, NULL);
        if (pg->to->format == OUT_JSON) {
            cli_json_str(&pg->to->j, "kernel", x->title);
            cli_json_u64(&pg->to->j, "before", x->index);
            cli_json_u64(&pg->to->j, "after", y->index);
        } else if (pg->to->format != OUT_CSV) {
            heading(pg, "", x->title);
            if (strcmp(x->title, y->title) != 0) heading(pg, "now ", y->title);
        }
        judge(pg, x, &all, put_changes(pg, x, &all), sums);
        out_close(pg->to);
    }
    free_changes(&all);
}

static void alone(const page *pg, const side *s, const char *what, const char *key, tally *sums, int which)
{
    size_t i;
    out_list(pg->to, key);
    for (i = 0; i < s->count; i++) {
        if (s->list[i].matched) continue;
        sums->only[which]++;
        outcome_add(sums->all, sums->rule == FAIL_ON_ANY ? OUTCOME_BROKEN : OUTCOME_LEFT_OUT, NULL, NO_RESULT, s->list[i].title, rules[sums->rule], 0,
                    which == 0 ? "only before" : "only after");
        if (pg->to->format == OUT_JSON) cli_json_str(&pg->to->j, NULL, s->list[i].title);
        else if (pg->to->format != OUT_CSV) heading(pg, what, s->list[i].title);
    }
    out_close(pg->to);
}

/* What is wrong in the two reports, once all of them has been read. */
static void put_damage(output *to, const side *a, const side *b)
{
    const side *const sides[] = {a, b};
    damage d[2];
    size_t i;
    for (i = 0; i < 2; i++)
        if (damage_of(sides[i]->o, &d[i]) && for_people(to)) damage_lines(to, &d[i], 1);
    if (to->format == OUT_JSON) damage_list(&to->j, d, 2);
}

/* What was compared, and how it came out. */
static void put_sums(output *to, const compare_choice *how, const tally *t)
{
    static const char *const words[] = {"any", "worse", "better"};
    const int failed = t->pairs == 0 || t->all->of[OUTCOME_BROKEN] > 0;
    if (to->format == OUT_JSON) {
        cli_json_object(&to->j, "summary");
        cli_json_u64(&to->j, "pair_count", t->pairs);
        cli_json_u64(&to->j, "worse_count", t->of[JUDGED_WORSE]);
        cli_json_u64(&to->j, "better_count", t->of[JUDGED_BETTER]);
        cli_json_u64(&to->j, "same_count", t->of[JUDGED_SAME]);
        cli_json_u64(&to->j, "not_judged_count", t->of[JUDGED_NOT]);
        cli_json_u64(&to->j, "only_before_count", t->only[0]);
        cli_json_u64(&to->j, "only_after_count", t->only[1]);
        cli_json_double(&to->j, "tolerance_pct", how->tolerance);
        cli_json_str(&to->j, "fail_on", words[t->rule]);
        cli_json_bool(&to->j, "failed", failed);
        cli_json_end(&to->j);
    } else if (for_people(to)) {
        fprintf(to->f, "%zu pair%s of kernels: %zu worse, %zu better, %zu the same within %.6g%%", t->pairs, t->pairs == 1 ? "" : "s",
                t->of[JUDGED_WORSE], t->of[JUDGED_BETTER], t->of[JUDGED_SAME], how->tolerance);
        if (t->of[JUDGED_NOT] > 0) fprintf(to->f, ", %zu not judged", t->of[JUDGED_NOT]);
        if (t->rule != FAIL_ON_ANY) fprintf(to->f, "; %s for --fail-on %s", failed ? "failed" : "passed", words[t->rule]);
        fputs("\n", to->f);
    }
}

int diff_page(const page *pg, section_source *sections, side *a, side *b, fail_on rule, outcomes *all)
{
    output *to = pg->to;
    table t;
    tally sums;
    size_t i;
    int code = CLI_FINE;
    memset(&sums, 0, sizeof sums);
    sums.rule = rule;
    sums.all = all;
    if (to->format == OUT_CSV) { /* the titles, once for all pairs */
        table_begin(&t, to, NULL, columns, COLUMNS, 0);
        table_end(&t);
    }
    out_group(to, NULL);
    out_list(to, "kernels");
    for (i = 0; i < a->count; i++) {
        entry *y = partner(&a->list[i], b);
        if (y == NULL) continue;
        a->list[i].matched = 1;
        sums.pairs++;
        compare(pg, sections, a, b, &a->list[i], y, &sums, &code);
    }
    out_close(to);
    if (for_people(to) && sums.pairs == 0 && a->count > 0 && b->count > 0)
        fputs("no kernel matches one in the other report: --match says what must be equal\n\n", to->f);
    alone(pg, a, "only before: ", "only_before", &sums, 0);
    alone(pg, b, "only after: ", "only_after", &sums, 1);
    put_sums(to, &pg->m->compare, &sums);
    put_damage(to, a, b);
    out_close(to);
    if (to->format == OUT_JSON) cli_json_line(&to->j);
    return code;
}
