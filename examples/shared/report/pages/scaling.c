/* How metrics grow with a number. */
#include "scaling.h"
#include "report/draw/cells.h"
#include "report/model/metric_text.h"

#include <inttypes.h>
#include <string.h>

/* Rows for people and CSV; in a tree the points of a series stay together. */
#define POINT_COLUMNS(X) \
    X('l', "Kernel", NULL, table_string(t, x->kernel)) \
    X('l', "Metric", NULL, table_string(t, x->metric)) \
    X('r', "N", "n", put_scaled(t, p->n, p->n, 6, NULL)) \
    X('r', "Value", "value", put_scaled(t, value, value / unit.by, 4, unit.unit)) \
    X('r', "Fit", "fit", x->fits ? put_scaled(t, fit, fit / unit.by, 4, unit.unit) : table_null(t)) \
    X('r', "Results", "result_count", table_whole(t, p->count))
#define ROW_COLUMN(align, title, key, cell) {align, title, title, NULL, 0},
#define TREE_COLUMN(align, title, key, cell) {align, NULL, NULL, key, 0},
#define POINT_CELL(align, title, key, cell) cell;
static const table_column columns[] = {POINT_COLUMNS(ROW_COLUMN)}, point_columns[] = {POINT_COLUMNS(TREE_COLUMN)};

static void put_scaled(table *t, double value, double shown, int digits, const char *unit)
{
    table_show(t, "%.*g%s%s", digits, shown, unit != NULL ? " " : "", unit != NULL ? unit : "");
    table_real(t, value);
}

static void put_points(const page *pg, const scaling *s, const scaling_series *x, table *t)
{
    size_t k;
    for (k = x->first; k < x->first + x->count; k++) {
        const scaling_point *p = &s->points[k];
        const double value = p->sum / (double)p->count, fit = x->fits ? scaling_at(x, p->n) : 0;
        scale unit;
        scale_of(&unit, ncurep_text(x->metric), value, &pg->m->style);
        POINT_COLUMNS(POINT_CELL)
        table_row(t);
    }
}

static void put_tree(const page *pg, const scaling *s, const char *by, const damage *d, size_t count)
{
    output *to = pg->to;
    size_t i;
    out_group(to, NULL);
    damage_list(to, d, count);
    out_string(to, "by", by);
    out_whole(to, "without_count", s->without);
    out_list(to, "series");
    for (i = 0; i < s->series_count; i++) {
        const scaling_series *x = &s->series[i];
        metric_facts facts;
        table t;
        out_group(to, NULL);
        out_string(to, "kernel", x->kernel);
        out_string(to, "metric", x->metric);
        metric_describe(ncurep_text(x->metric), &facts);
        out_string(to, "unit", facts.unit[0] != 0 ? facts.unit : NULL);
        out_known(to, "power", x->fits, x->power);
        out_known(to, "power_error", x->fits, x->error);
        out_known(to, "log_power", x->fits, x->logs);
        out_known(to, "factor", x->fits, x->factor);
        out_known(to, "off_pct", x->fits, x->off);
        table_begin(&t, to, "points", point_columns, sizeof point_columns / sizeof *point_columns, 0);
        put_points(pg, s, x, &t);
        table_end(&t);
        out_close(to);
    }
    out_close(to);
    out_close(to);
    out_end(to);
}

void scaling_page(const page *pg, const scaling *s, const char *by, const damage *d, size_t count)
{
    table t;
    size_t i;
    put_tree(pg, s, by, d, count);
    table_begin(&t, pg->to, NULL, columns, sizeof columns / sizeof *columns, 0);
    for (i = 0; i < s->series_count; i++) put_points(pg, s, &s->series[i], &t);
    table_end(&t);
    for (i = 0; i < s->series_count; i++) {
        const scaling_series *x = &s->series[i];
        cli_buf what = {NULL, 0, 0};
        cli_put_safe(&what, x->kernel, strlen(x->kernel));
        cli_put(&what, ", ", 2);
        cli_put_safe(&what, x->metric, strlen(x->metric));
        cli_put(&what, " over ", 6);
        cli_put_safe(&what, by, strlen(by));
        out_gap(pg->to);
        if (!x->fits) out_line(pg->to, "%s: no fit, %zu point%s", what.ptr, x->count, x->count == 1 ? "" : "s");
        else
            out_line(pg->to, "%s: N^%.2f%s, the power within %.2g; points are %.2g%% off", what.ptr, x->power,
                     x->logs == 2 ? " (log N)^2" : x->logs == 1 ? " log N" : "", x->error, x->off);
        cli_buf_free(&what);
    }
    if (s->without > 0) out_line(pg->to, "%" PRIu64 " result%s without such a number left out", s->without, s->without == 1 ? "" : "s");
    if (s->series_count == 0) out_line(pg->to, "no result has such a metric");
    for (i = 0; i < count; i++)
        if (is_damaged(&d[i])) damage_lines(pg->to, &d[i], 1);
}
