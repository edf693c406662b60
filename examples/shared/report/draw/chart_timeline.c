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

static int is_series(const nvs_part *p) { return p->kind == NVS_PART_KIND_SERIES && is_shown(&p->cell); }

/* A result's side of a timeline: its own, then one of each baseline. */
typedef struct time_side {
    figure h;
    passes all;
    int has;
} time_side;

/* The stretch of time that its rows have in common. */
typedef struct timeline {
    const figure *h;
    time_side *sides;
    double from, to;
} timeline;

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

/* How long the kernel is, and a little longer: a kernel may fall between two samples, which are to be seen. Where that is not known, it
   begins and ends where anything happens. 0: no points. */
static int stretch_of(const figure *h, const passes *all, double *from, double *to)
{
    const nvs_part *p;
    double first, last, margin, apart = 0;
    gaps g;
    int any = 0, busy = 0, one;
    *from = *to = 0;
    for (p = h->item + 1; p < h->end; p++) {
        if (!is_series(p) || (one = span_of(&p->cell.data, origin_of(all, &p->cell.data), &first, &last)) == 0) continue;
        if (one > 1 && !busy) any = 0; /* what is all zero says nothing about the axis */
        busy |= one > 1;
        if (busy && one == 1) continue;
        gaps_of(&p->cell.data, origin_of(all, &p->cell.data), &g);
        if (g.usual > apart) apart = g.usual;
        if (!any || first < *from) *from = first;
        if (!any || last > *to) *to = last;
        any = 1;
    }
    if (!any) return 0;
    if (all->aligned && all->length > 0) {
        *from = 0;
        *to = (double)all->length;
    }
    margin = (*to - *from) / (all->aligned ? 10 : 20);
    if (all->aligned && *to - *from < apart) margin = apart;
    *from = all->aligned || *from > margin ? *from - margin : 0;
    *to += margin;
    return 1;
}

/* Its sides are to be freed. */
static int timeline_of(const figure *h, timeline *t)
{
    size_t i;
    t->h = h;
    t->sides = (time_side *)cli_alloc(h->e->beside_count + 1, sizeof *t->sides);
    t->sides->h = *h;
    t->sides->has = 1;
    for (i = next_beside(h->e, 0); i < h->e->beside_count; i = next_beside(h->e, i + 1)) t->sides[i + 1].has = figure_beside(h, i, &t->sides[i + 1].h);
    for (i = 0; i <= h->e->beside_count; i++) {
        double from, to;
        time_side *s = &t->sides[i];
        if (!s->has) continue;
        passes_of(&s->h, &s->all);
        s->has = stretch_of(&s->h, &s->all, &from, &to);
        if (i == 0 && !s->has) return 0;
        if (i == 0 || (s->has && from < t->from)) t->from = from;
        if (i == 0 || (s->has && to > t->to)) t->to = to;
    }
    return 1;
}

static uint64_t origin_in(const timeline *t, size_t side, const nvs_part *p) { return origin_of(&t->sides[side].all, &p->cell.data); }

/* A series in a side; NULL: it has none. */
static const nvs_part *series_in(const timeline *t, size_t side, const nvs_part *p)
{
    const nvs_part *one = side == 0 ? p : t->sides[side].has ? part_beside(t->h->e, side - 1, &p->cell, p) : NULL;
    double first, last;
    return one != NULL && span_of(&one->cell.data, origin_in(t, side, one), &first, &last) > 0 ? one : NULL;
}

/* Lowest and highest value in all sides; 0: it is 0 throughout. */
static int series_range(const timeline *t, const nvs_part *p, double *low, double *high)
{
    double least, most;
    size_t i;
    range_of(&p->cell.data, low, high);
    for (i = 1; i <= t->h->e->beside_count; i++) {
        const nvs_part *was = series_in(t, i, p);
        if (was == NULL) continue;
        range_of(&was->cell.data, &least, &most);
        if (least < *low) *low = least;
        if (most > *high) *high = most;
    }
    return *low < 0 || *high > 0;
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
static void add_dropped(const timeline *t, size_t side, cli_buf *b)
{
    const figure *h = &t->sides[side].h;
    const nvs_part *p;
    gaps most = {0, 0, 0}, one;
    int has;
    const double dropped = evaluated_number(h->e, "profiler__pmsampler_dropped_samples", &has);
    for (p = h->item + 1; p < h->end; p++) {
        if (!is_series(p)) continue;
        gaps_of(&p->cell.data, origin_in(t, side, p), &one);
        if (one.longest > most.longest) most = one;
    }
    if (has && dropped > 0) cli_putf(b, "The profiler dropped %.0f %s. ", dropped, dropped < 2 ? "sample" : "samples");
    if (most.count > 0) {
        cli_putf(b, "Samples are missing: usually they are ");
        add_ns(b, most.usual);
        cli_putf(b, " apart, and up to ");
        add_ns(b, most.longest);
        cli_putf(b, " where the rows are marked.");
    } else if (has && dropped > 0) cli_putf(b, "Their places are not known.");
}

/* Of its own side and of each baseline. */
static void put_words(const timeline *t)
{
    output *const to = t->h->to;
    size_t i;
    for (i = 0; i <= t->h->e->beside_count; i++) {
        const char *words = t->sides[i].has ? passes_words(&t->sides[i].all) : NULL;
        cli_buf b = {NULL, 0, 0};
        if (i == 0 && words != NULL) timeline_says(to, words, strlen(words));
        if (t->sides[i].has) add_dropped(t, i, &b);
        if (i == 0 && b.len > 0) timeline_says(to, b.ptr, b.len);
        if (i > 0 && (words != NULL || b.len > 0)) {
            put_markup(to, "<p class=\"about vs\">");
            put_beside_name(to, t->h->e, i - 1);
            put_markup(to, words != NULL ? ": %s %.*s</p>\n" : ": %s%.*s</p>\n", words != NULL ? words : "", text_length(b.len), b.ptr != NULL ? b.ptr : "");
        }
        cli_buf_free(&b);
    }
}

/* The head of a row, up to its picture: what it is of, and its highest value; p: in that side. */
static void begin_row(const timeline *t, size_t side, const nvs_part *own, const nvs_part *p)
{
    output *const to = t->h->to;
    double low, high, most;
    range_of(&p->cell.data, &low, &high);
    if (side == 0) {
        put_markup(to, "<div class=\"row\"><div");
        put_metric_title(to, p->cell.name);
        put_markup(to, ">%.*s <b>", TEXT_OF(p->cell.label));
        put_value_of(t->h, &p->cell, high);
    } else {
        put_markup(to, "<div class=\"row vs\"><div><span>");
        put_beside_name(to, t->h->e, side - 1);
        put_markup(to, "</span> <b>");
        put_value_of(t->h, &p->cell, high);
        range_of(&own->cell.data, &low, &most);
        put_since(to, most, high);
    }
    put_markup(to, "</b></div><svg viewBox=\"0 0 1000 40\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"%.*s over time", TEXT_OF(p->cell.label));
    if (side > 0) put_markup(to, ", %s", t->h->e->besides[side - 1].name);
    put_markup(to, "\"");
}

/* A series in a side, p; low and high: of all sides, which have one scale. */
static void put_series(const timeline *t, size_t side, const nvs_part *own, const nvs_part *p, double low, double high)
{
    output *const to = t->h->to;
    const uint64_t origin = origin_in(t, side, p);
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
        begin_row(t, side, own, p);
        put_edges(to, &f, s.by, s.unit);
        put_markup(to, " data-time=\"1\">");
    }
    if (g.count > 0) put_gaps(to, &f, &p->cell.data, origin, &g);
    put_markup(to, "<polyline class=\"l area %s\" points=\"", color_of(side));
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
        if (!is_series(p) || p->cell.data.count == 0 || series_range(t, p, &low, &high)) continue;
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
    size_t zeros = 0, i;
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
        if (!is_series(p) || series_in(t, 0, p) == NULL) continue;
        if (series_range(t, p, &low, &high)) {
            for (i = 0; i <= t->h->e->beside_count; i++)
                if (series_in(t, i, p) != NULL) put_series(t, i, p, series_in(t, i, p), low, high);
        } else zeros++;
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
    if (!timeline_of(h, &t)) {
        cli_free(t.sides);
        return;
    }
    begin_figure(to, "timeline wide", h->label.ptr, h->label.len);
    put_words(&t);
    if (!to->html->alone) put_markup(to, "<div class=\"rows\">\n");
    for (p = h->item + 1; p < h->end;) p = put_group(&t, p);
    if (to->html->alone) sheet_time_axis(to, t.from, t.to);
    else {
        html_time_axis(to, t.from, t.to);
        put_markup(to, "</div>\n");
    }
    line_table(h, h->item + 1, h->end, NVS_PART_KIND_SERIES, "Series");
    end_figure(to);
    cli_free(t.sides);
}
