/* Samples over time. */
#include "chart_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first and the last time, counted from the origin, at which there is more than a hundredth of the highest value; 0: the
   series has no points. */
static int span_of(const nvs_metric *d, uint64_t origin, double *first, double *last)
{
    double x, y, start = 0, end = 0, least, most;
    size_t i;
    int any = 0, busy = 0;
    range_of(d, &least, &most);
    if (-least > most) most = -least;
    for (i = 0; i < d->count; i++)
        if (point_of(d, i, origin, &x, &y)) {
            widen(&start, &end, &any, x);
            if (fabs(y) > most / 100) widen(first, last, &busy, x);
        }
    if (!busy) {
        *first = start;
        *last = end;
    }
    return any && is_finite(*first) && is_finite(*last) ? 1 + busy : 0;
}

static void add_ns(cli_buf *b, double ns)
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    int step = 0;
    while (step < 3 && fabs(ns) >= 1000) {
        ns /= 1000;
        step++;
    }
    cli_putf(b, "%.4g %s", ns, units[step]);
}

void put_ns(output *out, double ns)
{
    cli_buf b = {NULL, 0, 0};
    add_ns(&b, ns);
    put_markup_buf(out, &b);
}

void html_time_axis(output *out, double from, double to)
{
    put_markup(out, "<div class=\"axis\"><span>");
    put_ns(out, from);
    put_markup(out, "</span><span>");
    put_ns(out, from / 2 + to / 2);
    put_markup(out, "</span><span>");
    put_ns(out, to);
    put_markup(out, "</span></div>\n");
}

static void sheet_time_axis(output *to, double from, double end)
{
    static const char *const looks[] = {"d", "d m", "d e"};
    const double left = SHEET_MARGIN, right = to->html->width - SHEET_MARGIN;
    int i;
    for (i = 0; i < 3; i++) {
        put_markup(to, "<text class=\"%s\" x=\"%g\" y=\"", looks[i], left + (right - left) * i / 2);
        put_coordinate(to, to->html->y + 10);
        put_markup(to, "\">");
        put_ns(to, i == 0 ? from : i == 1 ? from / 2 + end / 2 : end);
        put_markup(to, "</text>");
    }
    to->html->y += SHEET_LINE;
}

/* A timeline: its passes, and the stretch of time that its rows have in common. */
typedef struct timeline {
    const figure *h;
    passes all;
    double from, to;
} timeline;

/* How long the kernel is, and a little longer; where that is not known, it begins and ends where anything happens. 0: no points. */
static int timeline_of(const figure *h, timeline *t)
{
    const nvs_part *p;
    double first, last, margin;
    int any = 0, busy = 0, one;
    t->h = h;
    t->from = t->to = 0;
    passes_of(h, &t->all);
    for (p = h->item + 1; p < h->end; p++) {
        if (p->kind != NVS_PART_KIND_SERIES || !is_shown(&p->cell) ||
            (one = span_of(&p->cell.data, origin_of(&t->all, &p->cell.data), &first, &last)) == 0)
            continue;
        if (one > 1 && !busy) any = 0; /* what is all zero says nothing about the axis */
        busy |= one > 1;
        if (busy && one == 1) continue;
        if (!any || first < t->from) t->from = first;
        if (!any || last > t->to) t->to = last;
        any = 1;
    }
    if (!any) return 0;
    if (t->all.aligned && t->all.length > 0) {
        t->from = 0;
        t->to = (double)t->all.length;
    }
    margin = (t->to - t->from) / (t->all.aligned ? 10 : 20);
    t->from = t->all.aligned || t->from > margin ? t->from - margin : 0;
    t->to += margin;
    return 1;
}

/* Where samples are missing: two that follow each other are further apart than usual. */
typedef struct gaps {
    double usual, longest;
    size_t count;
} gaps;

static int by_double(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

#define FAR 1.5 /* of what is usual */

static void gaps_of(const nvs_metric *d, uint64_t origin, gaps *g)
{
    double *list = (double *)cli_alloc(d->count + 1, sizeof *list), x, y, before = 0;
    size_t i, n = 0;
    int any = 0;
    memset(g, 0, sizeof *g);
    for (i = 0; i < d->count; i++)
        if (point_of(d, i, origin, &x, &y)) {
            if (any && x > before) list[n++] = x - before;
            before = x;
            any = 1;
        }
    qsort(list, n, sizeof *list, by_double);
    if (n > 0) g->usual = list[n / 2];
    for (i = n; i > 0 && list[i - 1] > FAR * g->usual; i--) g->count++;
    if (g->count > 0) g->longest = list[n - 1];
    cli_free(list);
}

/* Marks them in a row; those closer to each other than a screen can show are one. */
static void put_gaps(output *out, const plot *f, const nvs_metric *d, uint64_t origin, const gaps *g)
{
    double x, y, before = 0, left = 0, right = -1;
    size_t i;
    int any = 0;
    put_markup(out, "<path class=\"gap\" d=\"");
    for (i = 0; i < d->count; i++) {
        if (!point_of(d, i, origin, &x, &y)) continue;
        if (any && x - before > FAR * g->usual && x > f->x0 && before < f->x1) {
            const double a = at_x(f, before), b = at_x(f, x);
            if (right >= 0 && a - right > 1) put_markup(out, "M%.0f 0V40H%.0fV0z", left, right);
            if (right < 0 || a - right > 1) left = a;
            right = b;
        }
        before = x;
        any = 1;
    }
    if (right >= 0) put_markup(out, "M%.0f 0V40H%.0fV0z", left, right);
    put_markup(out, "\"/>");
}

/* What is said above the rows. */
static void timeline_says(output *to, const char *text, size_t len)
{
    if (to->html->alone) {
        sheet_text(to, SHEET_MARGIN, "d", text, len, 110);
        to->html->y += SHEET_LINE + 4;
    } else put_markup(to, "<p class=\"about\">%.*s</p>\n", text_length(len), text);
}

/* Samples that the profiler says it dropped, and stretches of time without any. */
static void put_dropped(const timeline *t)
{
    const figure *h = t->h;
    const nvs_part *p;
    cli_buf b = {NULL, 0, 0};
    gaps most = {0, 0, 0}, one;
    int has;
    const double dropped = evaluated_number(h->e, "profiler__pmsampler_dropped_samples", &has);
    for (p = h->item + 1; p < h->end; p++) {
        if (p->kind != NVS_PART_KIND_SERIES || !is_shown(&p->cell)) continue;
        gaps_of(&p->cell.data, origin_of(&t->all, &p->cell.data), &one);
        if (one.longest > most.longest) most = one;
    }
    if (has && dropped > 0) cli_putf(&b, "The profiler dropped %.0f %s. ", dropped, dropped < 2 ? "sample" : "samples");
    if (most.count > 0) {
        cli_putf(&b, "Samples are missing: usually they are ");
        add_ns(&b, most.usual);
        cli_putf(&b, " apart, and up to ");
        add_ns(&b, most.longest);
        cli_putf(&b, " where the rows are marked.");
    } else if (has && dropped > 0) cli_putf(&b, "Their places are not known.");
    if (b.len > 0) timeline_says(h->to, b.ptr, b.len);
    cli_buf_free(&b);
}

static void put_series(const timeline *t, const nvs_part *p, double low, double high)
{
    output *const to = t->h->to;
    const uint64_t origin = origin_of(&t->all, &p->cell.data);
    const int alone = to->html->alone;
    plot f;
    scale s;
    gaps g;
    scale_of(&s, view_of(p->cell.name), high, &t->h->e->m->style);
    gaps_of(&p->cell.data, origin, &g);
    memset(&f, 0, sizeof f);
    f.right = 1000;
    f.top = 2;
    f.bottom = 38;
    f.x0 = t->from;
    f.x1 = t->to > t->from ? t->to : t->from + 1;
    f.y0 = low < 0 ? low : 0;
    f.y1 = high > f.y0 ? high : f.y0 + 1;
    if (alone) {
        html_state *sheet = to->html;
        put_markup(to, "<text class=\"d e\" x=\"%g\" y=\"", sheet->width - SHEET_MARGIN);
        put_coordinate(to, sheet->y + 12);
        put_markup(to, "\">");
        put_value_of(t->h, &p->cell, high);
        put_markup(to, "</text>\n");
        sheet_text(to, SHEET_MARGIN, "t", p->cell.label.ptr, p->cell.label.len, 95);
        sheet->y += SHEET_LINE;
        sheet_picture(to, SHEET_MARGIN, sheet->y, sheet->width - 2 * SHEET_MARGIN, 40);
        put_markup(to, " viewBox=\"0 0 1000 40\" preserveAspectRatio=\"none\"><rect class=\"soft\" width=\"1000\" height=\"40\"/>");
        sheet->y += 40 + 6;
    } else {
        put_markup(to, "<div class=\"row\"><div");
        put_metric_title(to, p->cell.name);
        put_markup(to, ">%.*s <b>", TEXT_OF(p->cell.label));
        put_value_of(t->h, &p->cell, high);
        put_markup(to, "</b></div><svg viewBox=\"0 0 1000 40\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"%.*s over time\"", TEXT_OF(p->cell.label));
        put_edges(to, &f, s.by, s.unit);
        put_markup(to, " data-time=\"1\">");
    }
    if (g.count > 0) put_gaps(to, &f, &p->cell.data, origin, &g);
    put_markup(to, "<polyline class=\"l area c1\" points=\"");
    put_points(to, &f, &p->cell.data, origin, 1);
    put_markup(to, alone ? "\"/></svg>\n" : "\"/></svg></div>\n");
}

/* Names of rows that are 0 throughout: there is nothing to draw. */
static void put_zeros(const timeline *t, const nvs_part *p, const nvs_part *end, size_t count)
{
    output *const to = t->h->to;
    cli_buf b = {NULL, 0, 0};
    double low, high;
    if (count == 0) return;
    if (!to->html->alone) put_markup(to, "<details class=\"raw zero\"><summary>%zu %s 0 throughout</summary><ul>\n", count, count == 1 ? "row is" : "rows are");
    else cli_putf(&b, "0 throughout: ");
    for (; p < end; p++) {
        if (p->kind != NVS_PART_KIND_SERIES || !is_shown(&p->cell) || p->cell.data.count == 0) continue;
        range_of(&p->cell.data, &low, &high);
        if (low < 0 || high > 0) continue;
        if (to->html->alone) {
            cli_put(&b, p->cell.label.ptr, p->cell.label.len);
            cli_putf(&b, "%s", --count > 0 ? ", " : "");
            continue;
        }
        put_markup(to, "<li");
        put_metric_title(to, p->cell.name);
        put_markup(to, ">%.*s</li>\n", TEXT_OF(p->cell.label));
    }
    if (to->html->alone) timeline_says(to, b.ptr, b.len);
    else put_markup(to, "</ul></details>\n");
    cli_buf_free(&b);
}

/* The rows of a group, up to the next one. */
static const nvs_part *put_group(const timeline *t, const nvs_part *p)
{
    output *const to = t->h->to;
    const nvs_part *first = p;
    size_t zeros = 0;
    double low, high;
    if (p->kind == NVS_PART_KIND_GROUP) {
        const nvs_view group = label_of(p->node);
        if (to->html->alone) {
            to->html->y += 6;
            sheet_text(to, SHEET_MARGIN, "k d", group.ptr, group.len, 110);
            to->html->y += SHEET_LINE + 2;
        } else put_markup(to, "<h4>%.*s</h4>\n", TEXT_OF(group));
        p++;
    }
    for (; p < t->h->end && p->kind != NVS_PART_KIND_GROUP; p++) {
        double start, stop;
        if (p->kind != NVS_PART_KIND_SERIES || !is_shown(&p->cell) || span_of(&p->cell.data, origin_of(&t->all, &p->cell.data), &start, &stop) == 0) continue;
        range_of(&p->cell.data, &low, &high);
        if (low < 0 || high > 0) put_series(t, p, low, high);
        else zeros++;
    }
    put_zeros(t, first, p, zeros);
    return p;
}

/* Series of a group stand below each other over the same axis. */
void draw_timeline(const figure *h)
{
    output *const to = h->to;
    const nvs_part *p;
    timeline t;
    if (!timeline_of(h, &t)) return;
    begin_figure(to, "timeline wide", h->label.ptr, h->label.len);
    if (passes_words(&t.all) != NULL) timeline_says(to, passes_words(&t.all), strlen(passes_words(&t.all)));
    put_dropped(&t);
    if (!to->html->alone) put_markup(to, "<div class=\"rows\">\n");
    for (p = h->item + 1; p < h->end;) p = put_group(&t, p);
    if (to->html->alone) sheet_time_axis(to, t.from, t.to);
    else {
        html_time_axis(to, t.from, t.to);
        put_markup(to, "</div>\n");
    }
    line_table(h, h->item + 1, h->end, NVS_PART_KIND_SERIES, "Series");
    end_figure(to);
}
