/* Two sides of several runs each. */
#include "runs.h"
#include "report/draw/cells.h"
#include "report/model/metric_text.h"

#include <math.h>
#include <string.h>

#define SERIES_COLUMNS(X) \
    X('l', "Kernel", "Kernel", "kernel", table_string(t, kernel)) \
    X('l', "Metric", "Metric", "metric", table_string(t, metric)) \
    X('l', NULL, "Unit", "unit", table_string(t, facts.unit[0] != 0 ? facts.unit : NULL)) \
    X('r', NULL, "Runs Before", "before_count", table_whole(t, was->count)) \
    X('r', "Before", "Median Before", "before_median", put_number(t, was->count > 0, was->median, &s)) \
    X('r', NULL, "Lowest Before", "before_low", put_number(t, was->count > 0, was->low, &s)) \
    X('r', NULL, "Highest Before", "before_high", put_number(t, was->count > 0, was->high, &s)) \
    X('r', "Spread", NULL, NULL, put_spread(t, was, &s)) \
    X('r', NULL, "Runs After", "after_count", table_whole(t, now->count)) \
    X('r', "After", "Median After", "after_median", put_number(t, now->count > 0, now->median, &s)) \
    X('r', NULL, "Lowest After", "after_low", put_number(t, now->count > 0, now->low, &s)) \
    X('r', NULL, "Highest After", "after_high", put_number(t, now->count > 0, now->high, &s)) \
    X('r', "Spread", NULL, NULL, put_spread(t, now, &s)) \
    X('l', "Unit", NULL, NULL, table_string(t, s.unit)) \
    X('r', "Change", "Change %", "change_pct", put_percent(t, !unmatched && was->median > 0, 100 * (now->median - was->median) / was->median)) \
    X('l', "Verdict", "Verdict", "verdict", put_verdict(t, was, now, j))

static void put_number(table *t, int known, double value, const scale *s)
{
    if (known) {
        table_show(t, "%.4g", value / s->by);
        table_real(t, value);
    } else {
        table_show(t, "-");
        table_null(t);
    }
}

static void put_spread(table *t, const trend_side *x, const scale *s)
{
    if (x->count > 1) table_format(t, "%.4g-%.4g", x->low / s->by, x->high / s->by);
    else table_absent(t);
}

static void put_percent(table *t, int known, double percent)
{
    if (known) table_show(t, "%+.1f%%", percent);
    if (known) table_real(t, percent);
    else table_null(t);
}

static void put_verdict(table *t, const trend_side *was, const trend_side *now, judgement j)
{
    if (was->count == 0 || now->count == 0) table_show(t, was->count == 0 ? "only after" : "only before");
    table_string(t, judgement_word(j));
}

/* A row, and what the rule says of it. l NULL: the time of all kernels. */
static void put_series(const page *pg, table *t, const trend *x, const trend_line *l, size_t before, fail_on rule, outcomes *all)
{
    const char *metric = l != NULL ? l->metric : "gpu__time_duration.sum", *kernel = l != NULL ? l->kernel : "(all kernels)";
    trend_side sides[2], *const was = &sides[0], *const now = &sides[1];
    const judgement j = trend_sides(x, l, before, pg->m->compare.tolerance, sides);
    const int unmatched = sides[0].count == 0 || sides[1].count == 0;
    const int broken = rule == FAIL_ON_ANY ? j == JUDGED_WORSE || j == JUDGED_BETTER : rule == FAIL_ON_BETTER ? j == JUDGED_BETTER
                       : j == JUDGED_WORSE || (rule == FAIL_ON_UNMATCHED && unmatched);
    metric_facts facts;
    cli_buf b = {NULL, 0, 0};
    scale s;
    metric_describe(ncurep_text(metric), &facts);
    scale_of(&s, ncurep_text(metric), fabs(sides[0].high) > fabs(sides[1].high) ? sides[0].high : sides[1].high, &pg->m->style);
    SERIES_COLUMNS(TABLE_CELL)
    table_row(t);
    if (unmatched) cli_putf(&b, "only %s", sides[0].count == 0 ? "after" : "before");
    else cli_putf(&b, "%s: median %.6g (%.6g to %.6g), was %.6g (%.6g to %.6g)", metric, sides[1].median, sides[1].low, sides[1].high, sides[0].median,
                  sides[0].low, sides[0].high);
    outcome_add(all, broken ? OUTCOME_BROKEN : j == JUDGED_NOT ? OUTCOME_LEFT_OUT : OUTCOME_KEPT, NULL, NO_RESULT, kernel, "runs", 0, b.ptr);
    cli_buf_free(&b);
}

void runs_page(const page *pg, const trend *t, const damage *d, size_t before, fail_on rule, outcomes *all)
{
    static const char *const rules[] = {"any", "worse", "better", "unmatched"};
    trend_side sides[2];
    table to;
    size_t i;
    out_group(pg->to, NULL);
    out_list(pg->to, "reports");
    for (i = 0; i < t->report_count; i++) {
        out_group(pg->to, NULL);
        out_string(pg->to, "file", t->reports[i].path);
        out_string(pg->to, "side", i < before ? "before" : "after");
        damage_member(pg->to, &d[i]);
        out_close(pg->to);
    }
    out_close(pg->to);
    TABLE_BEGIN(&to, pg->to, "series", SERIES_COLUMNS, 0);
    for (i = 0; i < t->line_count; i++) put_series(pg, &to, t, &t->lines[i], before, rule, all);
    (void)trend_sides(t, NULL, before, 0, sides);
    if (sides[0].count + sides[1].count > 0) put_series(pg, &to, t, NULL, before, rule, all);
    table_end(&to);
    out_string(pg->to, "fail_on", rules[rule]);
    out_truth(pg->to, "failed", all->of[OUTCOME_BROKEN] > 0);
    out_close(pg->to);
    out_end(pg->to);
    for (i = 0; i < t->report_count; i++)
        if (is_damaged(&d[i])) damage_lines(pg->to, &d[i], 1);
    out_line(pg->to, "%zu runs before, %zu after: %zu of %zu series failed for --fail-on %s, %zu left out", before, t->report_count - before,
             all->of[OUTCOME_BROKEN], all->count, rules[rule], all->of[OUTCOME_LEFT_OUT]);
}
