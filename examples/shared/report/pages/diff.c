/* Two reports, kernel by kernel. */
#include "diff.h"
#include "damage.h"
#include "report/model/metric_text.h"

#include <math.h>
#include <string.h>

static void heading(output *to, const char *what, const char *title)
{
    cli_buf b = {NULL, 0, 0};
    cli_putf(&b, "%s%s", what, title);
    out_heading(to, 3, 0, b.ptr, b.len);
    cli_buf_free(&b);
}

#define METRIC_COLUMNS(X, W) \
    X('r', NULL, "ID", NULL, table_whole(t, a->index)) \
    X('l', NULL, "Kernel", NULL, table_string(t, a->title)) \
    X('l', "Metric", "Metric", "name", put_name(t, pg->to, c->name)) \
    X('r', "Unit", NULL, NULL, table_string(t, s.unit)) \
    X('r', NULL, NULL, "unit", table_string(t, facts.unit[0] != 0 ? facts.unit : NULL)) \
    X('r', "Before", "Before", "before", put_number(t, c->has[0], c->value[0], "%.6g", c->value[0] / s.by, "-")) \
    X('r', "After", "After", "after", put_number(t, c->has[1], c->value[1], "%.6g", c->value[1] / s.by, "-")) \
    W('r', "Difference", "Difference", "difference", put_number(t, both, by, "%+.6g", by / s.by, "")) \
    X('r', NULL, NULL, "relative", grows ? table_real(t, c->part) : table_null(t)) \
    X('r', "Change", "Change %", NULL, put_number(t, grows, 100 * c->part, "%+.2f%%", 100 * c->part, both ? "new" : ""))
#define NO_COLUMN(align, title, csv, key, cell) {align, NULL, csv, key, 0},
/* The difference is there if there is room for it. */
static const table_column columns[] = {METRIC_COLUMNS(TABLE_COLUMN, TABLE_COLUMN)}, narrow[] = {METRIC_COLUMNS(TABLE_COLUMN, NO_COLUMN)};
static const table_column line_columns[] = {{'l', NULL, NULL, "place", 0}, {'r', NULL, NULL, "before", 0}, {'r', NULL, NULL, "after", 0}};
static const table_column shown_columns[] = {{'l', "Line", NULL, NULL, 0}, {'r', "Before", NULL, NULL, 0}, {'r', "After", NULL, NULL, 0},
                                             {'r', "Difference", NULL, NULL, 0}};

#define COLUMNS (sizeof columns / sizeof *columns)

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
    const size_t len = strlen(name), width = out_width(to), room = width >= 100 ? width - 66 : width > 90 ? width - 54 : 36;
    if (len > room) table_show(t, "%.*s..%s", (int)(room / 2), name, name + len - (room - room / 2 - 2));
    table_text(t, name, len);
}

static void put_change(const page *pg, table *t, const entry *a, const change *c)
{
    const int both = c->has[0] && c->has[1], grows = both && c->part - c->part == 0;
    const double by = c->value[1] - c->value[0];
    metric_facts facts;
    ncurep_view name;
    scale s;
    name.ptr = c->name;
    name.len = strlen(c->name);
    scale_of(&s, name, fabs(c->value[0]) > fabs(c->value[1]) ? c->value[0] : c->value[1], &pg->m->style);
    metric_describe(name, &facts);
    METRIC_COLUMNS(TABLE_CELL, TABLE_CELL)
    table_row(t);
}

static void line_table(const page *pg, const changes *x, const table_column *list, size_t columns_count, size_t count)
{
    size_t i;
    table t;
    table_begin(&t, pg->to, "lines", list, columns_count, TABLE_RULED | TABLE_FEWER);
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

/* For programs all lines, in order; for people those with the greatest difference. */
static void put_lines(const page *pg, changes *x)
{
    size_t count = 0;
    line_table(pg, x, line_columns, sizeof line_columns / sizeof *line_columns, x->line_count);
    sort_lines(x);
    while (count < x->line_count && count < 10 && (x->lines[count].value[0] < x->lines[count].value[1] || x->lines[count].value[0] > x->lines[count].value[1])) count++;
    if (count == 0) return;
    out_gap(pg->to);
    line_table(pg, x, shown_columns, sizeof shown_columns / sizeof *shown_columns, count);
}

static size_t put_changes(const page *pg, const entry *a, changes *x)
{
    size_t i, shown = 0;
    table t;
    for (i = 0; i < x->count; i++) shown += (size_t)counts(&pg->m->compare, &x->list[i]);
    if (shown == 0) out_line(pg->to, "  none of %zu metrics changed by more than %.6g%%", x->count, pg->m->compare.tolerance);
    table_begin(&t, pg->to, "metrics", out_width(pg->to) < 100 ? narrow : columns, COLUMNS, TABLE_RULED | TABLE_AGAIN | (shown == 0 ? TABLE_UNSEEN : 0));
    t.indent = 2;
    for (i = 0; i < x->count; i++)
        if (counts(&pg->m->compare, &x->list[i])) put_change(pg, &t, a, &x->list[i]);
    table_end(&t);
    if (pg->m->compare.by_line) put_lines(pg, x);
    out_gap(pg->to);
    return shown;
}

/* The rule that kernels are held to, and the sums. */
typedef struct tally {
    fail_on rule;
    outcomes *all;
    size_t pairs, of[JUDGEMENTS], only[2];
    double total[2]; /* ns of all kernels before and after; below 0: not known */
} tally;

static const char *const rules[] = {"no difference", "not slower", "not faster", "not slower, none left out"};

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
    if (t->rule == FAIL_ON_ANY ? shown > 0 : j == JUDGED_NOT || j == (t->rule == FAIL_ON_BETTER ? JUDGED_BETTER : JUDGED_WORSE)) kind = OUTCOME_BROKEN;
    if (t->rule == FAIL_ON_ANY && shown > 0) cli_putf(&b, "%zu metric%s changed", shown, shown == 1 ? "" : "s");
    else if (by != NULL) put_reason(pg, &b, by);
    else if (t->rule != FAIL_ON_ANY) cli_putf(&b, "no metric that both hold says what is better");
    outcome_add(t->all, kind, NULL, NO_RESULT, x->title, rules[t->rule], 0, b.ptr);
    out_string(pg->to, "verdict", judgement_word(j));
    out_string(pg->to, "judged_by", by != NULL ? by->name : NULL);
    cli_buf_free(&b);
}

/* A pair of kernels. */
static void compare(const page *pg, section_source *sections, side *a, side *b, const entry *x, const entry *y, tally *sums, int *code)
{
    changes all;
    if (!compare_pair(pg->m, sections, a, b, x, y, &all)) *code = CLI_INPUT;
    else {
        out_group(pg->to, NULL);
        out_string(pg->to, "kernel", x->title);
        out_whole(pg->to, "before_result", x->index);
        out_whole(pg->to, "after_result", y->index);
        heading(pg->to, "", x->title);
        if (strcmp(x->title, y->title) != 0) heading(pg->to, "now ", y->title);
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
        outcome_add(sums->all, sums->rule == FAIL_ON_ANY || sums->rule == FAIL_ON_UNMATCHED ? OUTCOME_BROKEN : OUTCOME_LEFT_OUT, NULL, NO_RESULT, s->list[i].title, rules[sums->rule], 0,
                    which == 0 ? "only before" : "only after");
        out_string(pg->to, NULL, s->list[i].title);
        heading(pg->to, what, s->list[i].title);
    }
    out_close(pg->to);
}

/* A kernel that is called or launched otherwise now has no partner; what it takes shows in the time of all. */
static void judge_total(const page *pg, tally *t)
{
    const double *const ns = t->total;
    cli_buf b = {NULL, 0, 0}, was = {NULL, 0, 0};
    if ((t->rule != FAIL_ON_WORSE && t->rule != FAIL_ON_UNMATCHED) || t->only[0] + t->only[1] == 0 || pg->m->chosen.metric_count > 0) return;
    if (ns[0] < 0 || ns[1] < 0) cli_putf(&b, "the time of all kernels is not known, and some have no partner");
    else if (ns[1] > ns[0] * (1 + pg->m->compare.tolerance / 100)) {
        put_duration(&b, &pg->m->style, ns[1]);
        put_duration(&was, &pg->m->style, ns[0]);
        cli_putf(&b, " in all, was %s", was.ptr);
        if (ns[0] > 0) cli_putf(&b, ", %+.4g%%", 100 * (ns[1] / ns[0] - 1));
    }
    if (b.len > 0) {
        outcome_add(t->all, OUTCOME_BROKEN, NULL, NO_RESULT, "all kernels", rules[t->rule], 0, b.ptr);
        out_line(pg->to, "worse: %s", b.ptr);
    }
    cli_buf_free(&was);
    cli_buf_free(&b);
}

static void put_total(output *to, const char *key, double ns)
{
    if (ns < 0) out_string(to, key, NULL);
    else out_real(to, key, ns);
}

/* What was compared, and how it came out. */
static void put_sums(output *to, const compare_choice *how, const tally *t)
{
    static const char *const words[] = {"any", "worse", "better", "unmatched"};
    const int failed = t->pairs == 0 || t->all->of[OUTCOME_BROKEN] > 0;
    cli_buf b = {NULL, 0, 0};
    out_group(to, "summary");
    out_whole(to, "pair_count", t->pairs);
    out_whole(to, "worse_count", t->of[JUDGED_WORSE]);
    out_whole(to, "better_count", t->of[JUDGED_BETTER]);
    out_whole(to, "same_count", t->of[JUDGED_SAME]);
    out_whole(to, "not_judged_count", t->of[JUDGED_NOT]);
    out_whole(to, "only_before_count", t->only[0]);
    out_whole(to, "only_after_count", t->only[1]);
    put_total(to, "total_before_ns", t->total[0]);
    put_total(to, "total_after_ns", t->total[1]);
    out_real(to, "tolerance_pct", how->tolerance);
    out_string(to, "fail_on", words[t->rule]);
    out_truth(to, "failed", failed);
    out_close(to);
    cli_putf(&b, "%zu pair%s of kernels: %zu worse, %zu better, %zu the same within %.6g%%", t->pairs, t->pairs == 1 ? "" : "s",
             t->of[JUDGED_WORSE], t->of[JUDGED_BETTER], t->of[JUDGED_SAME], how->tolerance);
    if (t->of[JUDGED_NOT] > 0) cli_putf(&b, ", %zu not judged", t->of[JUDGED_NOT]);
    if (t->only[0] + t->only[1] > 0) cli_putf(&b, ", %zu left out", t->only[0] + t->only[1]);
    if (t->rule != FAIL_ON_ANY) cli_putf(&b, "; %s for --fail-on %s", failed ? "failed" : "passed", words[t->rule]);
    out_line(to, "%s", b.ptr);
    cli_buf_free(&b);
}

int diff_page(const page *pg, section_source *sections, side *a, side *b, fail_on rule, outcomes *all)
{
    output *to = pg->to;
    tally sums;
    size_t i;
    int code = CLI_FINE;
    memset(&sums, 0, sizeof sums);
    sums.rule = rule;
    sums.all = all;
    sums.total[0] = side_time(a);
    sums.total[1] = side_time(b);
    table_titles(to, columns, COLUMNS);
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
    if (sums.pairs == 0 && a->count > 0 && b->count > 0) {
        out_line(to, "no kernel matches one in the other report by %s", match_text(pg->m->compare.match));
        out_gap(to);
    }
    alone(pg, a, "only before: ", "only_before", &sums, 0);
    alone(pg, b, "only after: ", "only_after", &sums, 1);
    judge_total(pg, &sums);
    put_sums(to, &pg->m->compare, &sums);
    damage_of_both(to, a->o, b->o);
    out_close(to);
    out_end(to);
    return code;
}
