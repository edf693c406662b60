/* Metrics of kernels over many reports. */
#include "trend.h"
#include "report/draw/cells.h"

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

static const table_column columns[] = {{'l', "Kernel", NULL, NULL, 0}, {'l', "Metric", NULL, NULL, 0}, {'r', "Reports", NULL, NULL, 0},
                                       {'r', "First", NULL, NULL, 0}, {'r', "Last", NULL, NULL, 0}, {'l', "Unit", NULL, NULL, 0},
                                       {'r', "Change", NULL, NULL, 0}, {'l', "Low to high", NULL, NULL, 0}};

static void text_trend(const page *pg, const trend *t, const size_t *order, const damage *d)
{
    table to;
    size_t i;
    table_begin(&to, pg->to, NULL, columns, sizeof columns / sizeof *columns, 0);
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
        table_string(&to, l->kernel);
        table_string(&to, l->metric);
        table_show(&to, "%zu of %zu", x.count, t->report_count);
        table_whole(&to, x.count);
        table_show(&to, "%.4g", x.first / x.s.by);
        table_real(&to, x.first);
        table_show(&to, "%.4g", x.last / x.s.by);
        table_real(&to, x.last);
        table_string(&to, x.s.unit);
        if (change_of(&x, &percent)) {
            table_show(&to, "%+.1f%%", percent);
            table_real(&to, percent);
        } else table_absent(&to);
        table_string(&to, spark.ptr != NULL ? spark.ptr : "");
        table_row(&to);
        cli_buf_free(&spark);
        cli_free(x.values);
    }
    table_end(&to);
    if (t->line_count == 0) out_line(pg->to, "no result has such a metric");
    for (i = 0; i < t->report_count; i++)
        if (is_damaged(&d[order[i]])) damage_lines(pg->to, &d[order[i]], 1);
}

static const table_column row_columns[] = {{'l', NULL, "Kernel", NULL, 0}, {'l', NULL, "Metric", NULL, 0}, {'l', NULL, "File", NULL, 0},
                                           {'r', NULL, "Created", NULL, 0}, {'r', NULL, "Value", NULL, 0}, {'r', NULL, "Launches", NULL, 0}};

static void row_trend(const page *pg, const trend *t, const size_t *order)
{
    table to;
    size_t i, k;
    table_begin(&to, pg->to, NULL, row_columns, sizeof row_columns / sizeof *row_columns, 0);
    for (i = 0; i < t->line_count; i++)
        for (k = 0; k < t->report_count; k++) {
            const trend_line *l = &t->lines[i];
            const trend_report *r = &t->reports[order[k]];
            int known;
            const double v = trend_value(l, order[k], &known);
            if (!known) continue;
            table_string(&to, l->kernel);
            table_string(&to, l->metric);
            table_string(&to, r->path);
            if (r->created != 0) table_whole(&to, r->created);
            else table_absent(&to);
            table_real(&to, v);
            table_whole(&to, l->count[order[k]]);
            table_row(&to);
        }
    table_end(&to);
}

static void tree_trend(const page *pg, const trend *t, const size_t *order, const damage *d)
{
    output *to = pg->to;
    double was, now;
    ncurep_metric_facts facts;
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
        ncurep_metric_describe(ncurep_text(l->metric), &facts);
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

/* HTML ------------------------------------------------------------------------------------------------------------- */

#define WIDE 480
#define HIGH 90

/* Points with lines between neighbours that both have a value; the scale begins at 0 unless values are below it. */
static void put_chart(FILE *f, const trend *t, const size_t *order, const trend_line *l, const series *x)
{
    const double low = x->low < 0 ? x->low : 0, high = x->high > 0 ? x->high : 0, span = high > low ? high - low : 1;
    const double step = t->report_count > 1 ? (double)WIDE / (double)(t->report_count - 1) : 0;
    double before = 0;
    int had = 0;
    size_t i;
    fprintf(f, "<svg viewBox=\"-6 -6 %d %d\" role=\"img\" aria-label=\"", WIDE + 12, HIGH + 12);
    put_html_text(f, l->metric);
    fprintf(f, ", %zu values from ", x->count);
    fprintf(f, "%.4g to %.4g ", x->low / x->s.by, x->high / x->s.by);
    put_html_text(f, x->s.unit);
    fprintf(f, "\"><line class=\"axis\" x1=\"0\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", WIDE, HIGH + low / span * HIGH, HIGH + low / span * HIGH);
    for (i = 0; i < t->report_count; i++) {
        const double y = HIGH - (x->values[i] - low) / span * HIGH;
        if (x->values[i] - x->values[i] != 0) {
            had = 0;
            continue;
        }
        if (had) fprintf(f, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", step * (double)(i - 1), before, step * (double)i, y);
        fprintf(f, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>", step * (double)i, y);
        put_html_text(f, t->reports[order[i]].path);
        fprintf(f, ": %.6g ", x->values[i] / x->s.by);
        put_html_text(f, x->s.unit);
        fputs("</title></circle>", f);
        before = y;
        had = 1;
    }
    fputs("</svg>", f);
}

void trend_html(const page *pg, const trend *t, const size_t *order, const damage *d)
{
    cli_buf words = {NULL, 0, 0};
    FILE *f = pg->to->f;
    size_t i;
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n<title>Trend</title>\n<style>\n"
          ":root{color-scheme:light dark}\nbody{font:15px/1.4 system-ui,sans-serif;margin:1rem auto;max-width:60rem;padding:0 1rem}\n"
          "section{border-top:1px solid #8886;padding:.5rem 0}\nh2{font-size:1rem;margin:0;overflow-wrap:anywhere}\n"
          "p{margin:.2rem 0}\nsvg{width:100%;max-width:40rem}\nline{stroke:#2a78c8;stroke-width:2}\n.axis{stroke:#888;stroke-width:1}\n"
          "circle{fill:#2a78c8}\nli{overflow-wrap:anywhere}\n</style>\n</head>\n<body>\n<main>\n<h1>Trend</h1>\n", f);
    for (i = 0; i < t->line_count; i++) {
        const trend_line *l = &t->lines[i];
        series x;
        double percent;
        series_of(&x, pg, t, order, l);
        fputs("<section>\n<h2>", f);
        put_html_text(f, l->kernel);
        fputs("</h2>\n<p>", f);
        put_html_text(f, l->metric);
        fprintf(f, ": %.4g to %.4g ", x.first / x.s.by, x.last / x.s.by);
        put_html_text(f, x.s.unit);
        if (change_of(&x, &percent)) fprintf(f, ", %+.1f%%", percent);
        fprintf(f, "; highest %.4g; in %zu of %zu reports</p>\n", x.high / x.s.by, x.count, t->report_count);
        put_chart(f, t, order, l, &x);
        fputs("\n</section>\n", f);
        cli_free(x.values);
    }
    if (t->line_count == 0) fputs("<p>No result has such a metric.</p>\n", f);
    fputs("<section>\n<h2>Reports</h2>\n<ol>\n", f);
    for (i = 0; i < t->report_count; i++) {
        fputs("<li>", f);
        put_html_text(f, t->reports[order[i]].path);
        if (is_damaged(&d[order[i]])) {
            words.len = 0;
            damage_words(&d[order[i]], &words);
            fputs("<br/>", f);
            put_html(f, words.ptr, words.len);
        }
        fputs("</li>\n", f);
    }
    cli_buf_free(&words);
    fputs("</ol>\n</section>\n</main>\n</body>\n</html>\n", f);
}

/* Each of the three is seen in one shape of the output. */
void trend_page(const page *pg, const trend *t, const size_t *order, const damage *d)
{
    text_trend(pg, t, order, d);
    row_trend(pg, t, order);
    tree_trend(pg, t, order, d);
}
