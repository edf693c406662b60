/* Metrics of kernels over many reports. */
#include "trend.h"
#include "write/markup.h"
#include "report/draw/cells.h"
#include "report/model/metric_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The values of a line in order; NaN where a report has none. */
typedef struct series {
    double *values, low, high, first, last;
    size_t count; /* of reports that have one */
    scale s;
} series;

static void series_of(series *x, const page *pg, const trend *t, const size_t *order, const trend_line *l)
{
    size_t i;
    memset(x, 0, sizeof *x);
    x->values = (double *)cli_alloc(t->report_count + 1, sizeof *x->values);
    for (i = 0; i < t->report_count; i++) {
        int known;
        const double v = trend_value(l, order[i], &known);
        x->values[i] = known ? v : (double)NAN;
        if (!known) continue;
        if (x->count == 0) x->first = x->low = x->high = v;
        if (v < x->low) x->low = v;
        if (v > x->high) x->high = v;
        x->last = v;
        x->count++;
    }
    scale_of(&x->s, ncurep_text(l->metric), fabs(x->low) > fabs(x->high) ? x->low : x->high, &pg->m->style);
}

/* The change from the first to the last; 0: there is none that could be told. */
static int change_of(const series *x, double *percent)
{
    if (x->count < 2 || !(x->first < 0 || x->first > 0)) return 0;
    *percent = 100 * (x->last - x->first) / fabs(x->first);
    return *percent - *percent == 0;
}

#define TREND_COLUMNS(X) \
    X('l', "Kernel", NULL, NULL, table_string(&to, l->kernel)) \
    X('l', "Metric", NULL, NULL, table_string(&to, l->metric)) \
    X('r', "Reports", NULL, NULL, table_format(&to, "%zu of %zu", x.count, t->report_count)) \
    X('r', "First", NULL, NULL, table_format(&to, "%.4g", x.first / x.s.by)) \
    X('r', "Last", NULL, NULL, table_format(&to, "%.4g", x.last / x.s.by)) \
    X('l', "Unit", NULL, NULL, table_string(&to, x.s.unit)) \
    X('r', "Change", NULL, NULL, change_of(&x, &percent) ? table_format(&to, "%+.1f%%", percent) : table_absent(&to)) \
    X('l', "Low to high", NULL, NULL, table_string(&to, spark.ptr != NULL ? spark.ptr : ""))

static void text_trend(const page *pg, const trend *t, const size_t *order, const damage *d)
{
    table to;
    size_t i;
    TABLE_BEGIN(&to, pg->to, NULL, TREND_COLUMNS, 0);
    for (i = 0; i < t->line_count; i++) {
        const trend_line *l = &t->lines[i];
        series x;
        nvs_column c;
        cli_buf spark = {NULL, 0, 0};
        double percent;
        series_of(&x, pg, t, order, l);
        c.kind = NVS_KIND_DOUBLE;
        c.at = x.values;
        put_spark(&spark, pg->to->utf8, &c, t->report_count, 40, x.low, x.high);
        TREND_COLUMNS(TABLE_CELL)
        table_row(&to);
        cli_buf_free(&spark);
        cli_free(x.values);
    }
    table_end(&to);
    if (t->line_count == 0) out_line(pg->to, "no result has such a metric");
    for (i = 0; i < t->report_count; i++)
        if (is_damaged(&d[order[i]])) damage_lines(pg->to, &d[order[i]], 1);
}

#define VALUE_COLUMNS(X) \
    X('l', NULL, "Kernel", NULL, table_string(&to, l->kernel)) \
    X('l', NULL, "Metric", NULL, table_string(&to, l->metric)) \
    X('l', NULL, "File", NULL, table_string(&to, r->path)) \
    X('r', NULL, "Created", NULL, r->created != 0 ? table_whole(&to, r->created) : table_absent(&to)) \
    X('r', NULL, "Value", NULL, table_real(&to, v)) \
    X('r', NULL, "Launches", NULL, table_whole(&to, l->count[order[k]]))

static void row_trend(const page *pg, const trend *t, const size_t *order)
{
    table to;
    size_t i, k;
    TABLE_BEGIN(&to, pg->to, NULL, VALUE_COLUMNS, 0);
    for (i = 0; i < t->line_count; i++)
        for (k = 0; k < t->report_count; k++) {
            const trend_line *l = &t->lines[i];
            const trend_report *r = &t->reports[order[k]];
            int known;
            const double v = trend_value(l, order[k], &known);
            if (!known) continue;
            VALUE_COLUMNS(TABLE_CELL)
            table_row(&to);
        }
    table_end(&to);
}

static void tree_trend(const page *pg, const trend *t, const size_t *order, const damage *d)
{
    output *to = pg->to;
    double was, now;
    metric_facts facts;
    size_t i, k;
    out_group(to, NULL);
    out_list(to, "reports");
    for (k = 0; k < t->report_count; k++) {
        const trend_report *r = &t->reports[order[k]];
        out_group(to, NULL);
        out_string(to, "file", r->path);
        if (r->created != 0) out_whole(to, "created", r->created);
        else out_string(to, "created", NULL);
        damage_member(to, &d[order[k]]);
        out_close(to);
    }
    out_close(to);
    out_list(to, "series");
    for (i = 0; i < t->line_count; i++) {
        const trend_line *l = &t->lines[i];
        out_group(to, NULL);
        out_string(to, "kernel", l->kernel);
        out_string(to, "metric", l->metric);
        metric_describe(ncurep_text(l->metric), &facts);
        out_string(to, "unit", facts.unit[0] != 0 ? facts.unit : NULL);
        out_string(to, "verdict", judgement_word(trend_judge(t, l, order, pg->m->compare.tolerance, &was, &now)));
        out_list(to, "values");
        for (k = 0; k < t->report_count; k++) {
            int known;
            const double v = trend_value(l, order[k], &known);
            if (known) out_real(to, NULL, v);
            else out_string(to, NULL, NULL);
        }
        out_close(to);
        out_list(to, "result_counts");
        for (k = 0; k < t->report_count; k++) out_whole(to, NULL, l->count[order[k]]);
        out_close(to);
        out_close(to);
    }
    out_close(to);
    out_close(to);
    out_end(to);
}

/* Pictures --------------------------------------------------------------------------------------------------------- */

#define WIDE 480
#define HIGH 90

/* Points with lines between neighbours that both have a value; the scale begins at 0 unless values are below it. */
static void put_chart(output *to, const trend *t, const size_t *order, const trend_line *l, const series *x)
{
    const double low = x->low < 0 ? x->low : 0, high = x->high > 0 ? x->high : 0, span = high > low ? high - low : 1;
    const double step = t->report_count > 1 ? (double)WIDE / (double)(t->report_count - 1) : 0;
    double before = 0;
    int had = 0;
    size_t i;
    put_markup(to, "<svg viewBox=\"-6 -6 %d %d\" role=\"img\" aria-label=\"%s, %zu values from %.4g to %.4g %s\">", WIDE + 12, HIGH + 12, l->metric,
               x->count, x->low / x->s.by, x->high / x->s.by, x->s.unit);
    put_markup(to, "<line class=\"axis\" x1=\"0\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", WIDE, HIGH + low / span * HIGH, HIGH + low / span * HIGH);
    for (i = 0; i < t->report_count; i++) {
        const double y = HIGH - (x->values[i] - low) / span * HIGH;
        if (x->values[i] - x->values[i] != 0) {
            had = 0;
            continue;
        }
        if (had) put_markup(to, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", step * (double)(i - 1), before, step * (double)i, y);
        put_markup(to, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s: %.6g %s</title></circle>", step * (double)i, y, t->reports[order[i]].path,
                   x->values[i] / x->s.by, x->s.unit);
        before = y;
        had = 1;
    }
    put_markup(to, "</svg>");
}

static void markup_trend(const page *pg, const trend *t, const size_t *order)
{
    output *to = pg->to;
    size_t i;
    for (i = 0; i < t->line_count; i++) {
        const trend_line *l = &t->lines[i];
        series x;
        series_of(&x, pg, t, order, l);
        put_markup(to, "<section>\n<h2>%s</h2>\n<p>%s: highest %.4g %s</p>\n", l->kernel, l->metric, x.high / x.s.by, x.s.unit);
        put_chart(to, t, order, l, &x);
        put_markup(to, "\n</section>\n");
        cli_free(x.values);
    }
    put_markup(to, "<section>\n<h2>Reports</h2>\n<ol>\n");
    for (i = 0; i < t->report_count; i++) put_markup(to, "<li>%s</li>\n", t->reports[order[i]].path);
    put_markup(to, "</ol>\n</section>\n");
}

/* What a format has nothing of is not seen in it: people see the first, or two; rows and a tree have theirs. */
void trend_page(const page *pg, const trend *t, const size_t *order, const damage *d)
{
    put_page(pg->to, "Trend");
    text_trend(pg, t, order, d);
    markup_trend(pg, t, order);
    row_trend(pg, t, order);
    tree_trend(pg, t, order, d);
}

void trend_end(const page *pg) { put_page_end(pg->to); }
