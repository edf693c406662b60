/* Line charts and histograms. */
#include "chart_parts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define POINTS 600 /* of a line at most: what a screen can show */

int point_of(const nvs_metric *d, size_t i, uint64_t origin, double *x, double *y)
{
    const nvs_value id = nvs_column_value(&d->ids, i), value = nvs_column_value(&d->values, i);
    int first, second;
    *x = nvs_value_number(&id, &first);
    if (origin > 0 && id.kind == NVS_KIND_UINT64) /* a double does not hold the nanoseconds since 1970 */
        *x = id.v.u >= origin ? (double)(id.v.u - origin) : -(double)(origin - id.v.u);
    *y = nvs_value_number(&value, &second);
    return first && second && is_finite(*x) && is_finite(*y);
}

/* An area begins and ends where 0 is. */
static void put_ground(output *out, const plot *p, double x)
{
    put_coordinate(out, x);
    put_markup(out, ",");
    put_coordinate(out, at_y(p, 0));
}

/* The points of a line. Of many, the lowest and the highest of each piece of the axis; those in the middle of a level
   stretch say nothing. area: it begins and ends on the ground. */
void put_points(output *out, const plot *p, const nvs_metric *d, uint64_t origin, int area)
{
    const size_t pieces = d->count > POINTS ? POINTS / 2 : d->count;
    double last[2][2] = {{0, 0}, {0, 0}}; /* the two points before */
    size_t i, held = 0;
    int any = 0;
    for (i = 0; i < pieces; i++) {
        const size_t first = d->count / pieces * i + d->count % pieces * i / pieces;
        const size_t stop = d->count / pieces * (i + 1) + d->count % pieces * (i + 1) / pieces;
        double at[2][2] = {{0, 0}, {0, 0}}, x, y;
        size_t k, n = 0, turned = 0;
        for (k = first; k < stop; k++) {
            if (!point_of(d, k, origin, &x, &y) || x < p->x0 || x > p->x1) continue;
            if (n == 0 || y < at[0][1]) { at[0][0] = x; at[0][1] = y; turned = 1; }
            if (n == 0 || y > at[1][1]) { at[1][0] = x; at[1][1] = y; turned = 0; }
            n++;
        }
        /* turned: the lowest came last */
        for (k = 0; n > 0 && k < (stop - first > 1 ? 2u : 1u); k++) {
            const double *q = at[k ^ turned];
            const double x_of = at_x(p, q[0]), px = p->right - p->left < 1000 ? x_of : floor(x_of + 0.5), py = at_y(p, q[1]);
            if (held == 2 && fabs(last[0][1] - last[1][1]) < 0.05 && fabs(last[1][1] - py) < 0.05) {
                last[1][0] = px;
                continue;
            }
            if (held == 2) {
                put_coordinate(out, last[0][0]);
                put_markup(out, ",");
                put_coordinate(out, last[0][1]);
                put_markup(out, " ");
                memcpy(last[0], last[1], sizeof last[0]);
                held = 1;
            }
            last[held][0] = px;
            last[held][1] = py;
            if (area && !any) {
                put_ground(out, p, px);
                put_markup(out, " ");
            }
            any = 1;
            held++;
        }
    }
    for (i = 0; i < held; i++) {
        put_coordinate(out, last[i][0]);
        put_markup(out, ",");
        put_coordinate(out, last[i][1]);
        if (i + 1 < held) put_markup(out, " ");
    }
    if (area && any) {
        put_markup(out, " ");
        put_ground(out, p, last[held - 1][0]);
    }
}

void widen(double *low, double *high, int *any, double v)
{
    if (!*any || v < *low) *low = v;
    if (!*any || v > *high) *high = v;
    *any = 1;
}

/* Which line is which, by itself. */
static void line_legend(const figure *h)
{
    output *to = h->to;
    const nvs_part *p;
    size_t n = 0;
    for (p = h->item + 1; p < h->end; p++) n += p->kind == NVS_PART_KIND_LINE && is_shown(&p->cell) && p->cell.data.count > 0;
    if (n < 2) return;
    n = 0;
    for (p = h->item + 1; p < h->end; p++) {
        if (p->kind != NVS_PART_KIND_LINE || !is_shown(&p->cell) || p->cell.data.count == 0) continue;
        sheet_picture(to, SHEET_MARGIN, to->html->y, 24, 14);
        put_markup(to, "><path class=\"l %s%s\" d=\"M0 8H24\"/></svg>", color_of(n), n > 0 ? " dash" : "");
        n++;
        sheet_text(to, SHEET_MARGIN + 32, "t", p->cell.label.ptr, p->cell.label.len, 58);
        to->html->y += SHEET_LINE;
    }
}

/* A line of the table in each baseline. */
static void lines_beside(const figure *h, const nvs_part *p, double low, double high)
{
    size_t i;
    for (i = next_beside(h->e, 0); i < h->e->beside_count; i = next_beside(h->e, i + 1)) {
        const nvs_part *was = part_beside(h->e, i, &p->cell, p);
        double least, most;
        put_markup(h->to, "<tr class=\"vs\"><th>");
        put_beside_name(h->to, h->e, i);
        if (was == NULL) {
            put_markup(h->to, "<td>");
            put_lacking(h->to);
            put_markup(h->to, "<td><td>\n");
            continue;
        }
        range_of(&was->cell.data, &least, &most);
        put_markup(h->to, "<td>%zu<td>", was->cell.data.count);
        put_value_of(h, &was->cell, least);
        put_since(h->to, low, least);
        put_markup(h->to, "<td>");
        put_value_of(h, &was->cell, most);
        put_since(h->to, high, most);
        put_markup(h->to, "\n");
    }
}

/* Points, lowest and highest of each line: what the text page says, too. */
void line_table(const figure *h, const nvs_part *one, const nvs_part *end, int kind, const char *what)
{
    const nvs_part *p;
    size_t n = 0;
    if (h->to->html->alone) {
        line_legend(h);
        return;
    }
    put_markup(h->to, has_besides(h->e) ? "<details class=\"raw\" open=\"\">" : "<details class=\"raw\">");
    put_markup(h->to, has_besides(h->e) ? "<summary>Values</summary><table class=\"legend\">" : "<summary>Values</summary><table>");
    put_markup(h->to, "<thead><tr><th scope=\"col\">%s<th scope=\"col\">Points<th scope=\"col\">Lowest<th scope=\"col\">Highest</thead><tbody>\n", what);
    for (p = one; p < end; p++) {
        const nvs_view label = p->cell.label.len > 0 || !has_besides(h->e) ? p->cell.label : nvs_text("now");
        double low, high;
        if ((int)p->kind != kind || !is_shown(&p->cell)) continue;
        range_of(&p->cell.data, &low, &high);
        put_markup(h->to, "<tr><th");
        put_metric_title(h->to, p->cell.name);
        put_markup(h->to, ">");
        if (kind == NVS_PART_KIND_LINE && !has_besides(h->e)) put_markup(h->to, "<span class=\"%s\"></span>", color_of(n++));
        else if (kind == NVS_PART_KIND_LINE) put_markup(h->to, "<svg viewBox=\"0 0 24 14\" aria-hidden=\"true\"><path class=\"l %s r%zu\" d=\"M0 7H24\"/></svg>", color_of(0), n++ % 4);
        put_markup(h->to, "%.*s<td>%zu<td>", TEXT_OF(label), p->cell.data.count);
        put_value_of(h, &p->cell, low);
        put_markup(h->to, "<td>");
        put_value_of(h, &p->cell, high);
        put_markup(h->to, "\n");
        lines_beside(h, p, low, high);
    }
    put_markup(h->to, "</tbody></table></details>\n");
}

/* Where a highlight is on the axis; 0: it is not there. */
static int is_at(const plot *f, const nvs_part *p, double *at)
{
    int number = 0;
    if (p == NULL || p->kind != NVS_PART_KIND_HIGHLIGHT || p->cell.state != NVS_CELL_STATE_VALUE) return 0;
    *at = nvs_value_number(&p->cell.data.value, &number);
    return number && *at >= f->x0 && *at <= f->x1;
}

/* An upright there, and the point of the line. was: of a baseline, whose point is hollow. */
static void put_mark_at(output *to, const plot *f, const nvs_part *line, double at, const char *color, int was)
{
    double x, y;
    size_t i;
    put_markup(to, "<path class=\"now %s\" d=\"M", color);
    put_coordinate(to, at_x(f, at));
    put_markup(to, " ");
    put_coordinate(to, f->top - 4);
    put_markup(to, "V");
    put_coordinate(to, f->bottom);
    put_markup(to, "\"/>");
    for (i = 0; line != NULL && i < line->cell.data.count; i++)
        if (point_of(&line->cell.data, i, 0, &x, &y) && !(x < at)) {
            put_markup(to, "<circle class=\"dot %s%s\" r=\"4\" cx=\"", color, was ? " was" : "");
            put_coordinate(to, at_x(f, x));
            put_markup(to, "\" cy=\"");
            put_coordinate(to, at_y(f, y));
            put_markup(to, "\"/>");
            break;
        }
}

static void begin_highlight(output *to, const plot *f, int step)
{
    put_markup(to, "<text class=\"k e\" x=\"");
    put_coordinate(to, f->right);
    put_markup(to, "\" y=\"");
    put_coordinate(to, f->top - 9 + 14 * step);
    put_markup(to, "\">");
}

/* The same highlight of each baseline; what they are stands in one line, which *step counts. */
static void highlights_beside(const figure *h, const plot *f, const nvs_part *line, const nvs_part *p, int *step)
{
    output *const to = h->to;
    double at;
    size_t i, n = 0;
    for (i = next_beside(h->e, 0); i < h->e->beside_count; i = next_beside(h->e, i + 1)) {
        if (!is_at(f, part_beside(h->e, i, &p->cell, p), &at)) continue;
        put_mark_at(to, f, part_beside(h->e, i, &line->cell, line), at, color_of(i + 1), 1);
        n++;
    }
    if (n == 0) return;
    begin_highlight(to, f, (*step)++);
    for (i = next_beside(h->e, 0); i < h->e->beside_count; i = next_beside(h->e, i + 1)) {
        if (!is_at(f, part_beside(h->e, i, &p->cell, p), &at)) continue;
        if (h->e->beside_count > 1) put_markup(to, "%zu: ", i + 1);
        else put_markup(to, "baseline: ");
        put_si(to, at);
        if (--n > 0) put_markup(to, ", ");
    }
    put_markup(to, "</text>");
}

/* Where the kernel is, and the point of the line there. */
static void put_highlights(const figure *h, const plot *f, const nvs_part *line, nvs_view title)
{
    const nvs_part *p;
    double at;
    int step = 0;
    for (p = h->item + 1; p < h->end; p++) {
        if (!is_at(f, p, &at)) continue;
        put_mark_at(h->to, f, line, at, color_of(!has_besides(h->e)), 0);
        begin_highlight(h->to, f, step++);
        if (p->cell.label.len == title.len && memcmp(p->cell.label.ptr, title.ptr, title.len) == 0) put_markup(h->to, "here");
        else put_markup(h->to, "%.*s", TEXT_OF(p->cell.label));
        put_markup(h->to, ": ");
        put_si(h->to, at);
        put_markup(h->to, "</text>");
        highlights_beside(h, f, line, p, &step);
    }
}

static int is_line(const nvs_part *p) { return p->kind == NVS_PART_KIND_LINE && is_shown(&p->cell); }

/* The edges that all points need, those of the baselines, too; returns the last line that has any. */
static const nvs_part *fit_lines(const figure *h, plot *f)
{
    const nvs_part *p, *line = NULL;
    int any_x = 0, any_y = 0;
    double x, y;
    size_t i, k;
    for (p = h->item + 1; p < h->end; p++) {
        if (!is_line(p)) continue;
        for (k = 0; k <= h->e->beside_count; k++) {
            const nvs_part *one = k == 0 ? p : part_beside(h->e, k - 1, &p->cell, p);
            for (i = 0; one != NULL && i < one->cell.data.count; i++)
                if (point_of(&one->cell.data, i, 0, &x, &y)) {
                    widen(&f->x0, &f->x1, &any_x, x);
                    widen(&f->y0, &f->y1, &any_y, y);
                    if (k == 0) line = p;
                }
        }
    }
    return line;
}

/* Numbers of baselines at the end of their lines do not lie on each other. */
#define ENDS 24
typedef struct line_ends {
    double y[ENDS];
    size_t count;
} line_ends;

static void put_end(output *to, const plot *f, const nvs_metric *d, size_t number, line_ends *ends)
{
    size_t i = d->count;
    double x = 0, y = 0;
    int moved = 1;
    while (i > 0 && !point_of(d, i - 1, 0, &x, &y)) i--;
    if (i == 0 || ends->count == ENDS) return;
    y = at_y(f, y) + 4;
    while (moved)
        for (moved = 0, i = 0; i < ends->count; i++)
            if (fabs(ends->y[i] - y) < 10) {
                y = ends->y[i] + 10;
                moved = 1;
            }
    if (y > f->bottom + 4) return;
    ends->y[ends->count++] = y;
    put_markup(to, "<text class=\"k\" x=\"");
    put_coordinate(to, at_x(f, x) + 4);
    put_markup(to, "\" y=\"");
    put_coordinate(to, y);
    put_markup(to, "\">%zu</text>", number);
}

/* With baselines a colour is a report, and lines differ by their dashes. Its own line covers those that are the same. */
static void put_lines(const figure *h, const plot *f)
{
    const nvs_part *p;
    line_ends ends = {{0}, 0};
    size_t n = 0, i;
    for (p = h->item + 1; p < h->end; p++) {
        if (!is_line(p) || p->cell.data.count == 0) continue;
        for (i = next_beside(h->e, 0); i < h->e->beside_count; i = next_beside(h->e, i + 1)) {
            const nvs_part *was = part_beside(h->e, i, &p->cell, p);
            if (was == NULL || was->cell.data.count == 0) continue;
            put_markup(h->to, "<polyline class=\"l %s r%zu\" data-n=\"", color_of(i + 1), n % 4);
            if (h->e->beside_count > 1) put_markup(h->to, "%zu\" points=\"", i + 1);
            else put_markup(h->to, "baseline\" points=\"");
            put_points(h->to, f, &was->cell.data, 0, 0);
            put_markup(h->to, "\"/>");
            if (h->e->beside_count > 1) put_end(h->to, f, &was->cell.data, i + 1, &ends);
        }
        if (has_besides(h->e)) put_markup(h->to, "<polyline class=\"l %s r%zu\" points=\"", color_of(0), n % 4);
        else put_markup(h->to, "<polyline class=\"l %s%s\" points=\"", color_of(n), n > 0 ? " dash" : "");
        n++;
        put_points(h->to, f, &p->cell.data, 0, 0);
        put_markup(h->to, "\"/>");
    }
}

void draw_lines(const figure *h)
{
    const nvs_view label = h->label;
    const nvs_part *line;
    nvs_view title;
    plot f;
    scale s;
    double low, high;
    cli_buf caption = {NULL, 0, 0};
    memset(&f, 0, sizeof f);
    line = fit_lines(h, &f);
    if (line == NULL) return;
    low = nvs_node_real(nvs_node_child(nvs_node_child(h->item->node, NVS_FIELD_AXIS_Y), NVS_FIELD_RANGE), NVS_FIELD_MAX);
    title = label_of(nvs_node_child(h->item->node, NVS_FIELD_AXIS_Y));
    if (low > 100 && f.y1 <= 100 && title.len > 0 && memchr(title.ptr, '%', title.len) != NULL) low = 100; /* of a whole there is no more */
    if (is_finite(low) && low > f.y1) f.y1 = low;
    if (f.y0 > 0) f.y0 = 0;
    if (!(f.y1 > f.y0)) f.y1 = f.y0 + 1;
    if (!(f.x1 > f.x0)) f.x1 = f.x0 + 1;
    high = f.y1;
    low = step_of(f.y0, f.y1, 4);
    if (is_finite(low) && is_finite(ceil(high / low) * low)) f.y1 = ceil(high / low - 1e-9) * low;
    scale_of(&s, view_of(line->cell.name), high, &h->e->m->style);
    f.left = 44;
    f.right = 442;
    f.top = 24;
    f.bottom = 190;
    figure_title(h, &caption);
    begin_figure(h->to, "lines", caption.ptr, caption.len);
    cli_buf_free(&caption);
    begin_picture(h, 460, 226, "Line chart", label);
    put_edges(h->to, &f, s.by, s.unit);
    put_markup(h->to, ">");
    put_ticks(h->to, &f, 1, 4, s.by);
    put_ticks(h->to, &f, 0, 6, 1);
    title = label_of(nvs_node_child(h->item->node, NVS_FIELD_AXIS_Y));
    axis_title(h->to, &f, 1, title.ptr, title.len);
    title = label_of(nvs_node_child(h->item->node, NVS_FIELD_AXIS_X));
    axis_title(h->to, &f, 0, title.ptr, title.len);
    put_lines(h, &f);
    put_highlights(h, &f, line, title);
    put_markup(h->to, "</svg>\n");
    line_table(h, h->item + 1, h->end, NVS_PART_KIND_LINE, "Line");
    end_figure(h->to);
}

/* Histogram ------------------------------------------------------------------------------------------------------- */

#define MOST_BINS 4096

static double end_of_bins(const nvs_part *p) { return p->u.bins.low + p->u.bins.width * (double)p->u.bins.count; }

/* The bins of a line in a baseline; NULL: it has none that can be drawn. */
static const nvs_part *bins_beside(const figure *h, size_t i, const nvs_part *bins)
{
    figure was;
    const nvs_part *p;
    if (figure_beside(h, i, &was))
        for (p = was.item + 1; p < was.end; p++)
            if (p->kind == NVS_PART_KIND_BINS && p->node == bins->node && p->u.bins.count > 0 && p->u.bins.count <= MOST_BINS) return p;
    return NULL;
}

/* Widens the edges of the plot for bins. */
static void fit_bins(plot *f, const nvs_part *p, int *any)
{
    uint64_t i;
    widen(&f->x0, &f->x1, any, p->u.bins.low);
    if (is_finite(end_of_bins(p))) widen(&f->x0, &f->x1, any, end_of_bins(p));
    for (i = 0; i < p->u.bins.count; i++)
        if ((double)p->u.bins.counts[i] > f->y1) f->y1 = (double)p->u.bins.counts[i];
}

static void put_bins(output *to, const plot *f, const nvs_part *p)
{
    const double left = at_x(f, p->u.bins.low), right = end_of_bins(p) > p->u.bins.low ? at_x(f, end_of_bins(p)) : f->right;
    const double step = (right - left) / (double)p->u.bins.count;
    uint64_t i;
    for (i = 0; i < p->u.bins.count; i++) {
        const double top = at_y(f, (double)p->u.bins.counts[i]);
        if (p->u.bins.counts[i] == 0) continue;
        put_markup(to, "<rect class=\"c1\" x=\"");
        put_coordinate(to, left + step * (double)i + 0.5);
        put_markup(to, "\" y=\"");
        put_coordinate(to, top);
        put_markup(to, "\" width=\"");
        put_coordinate(to, step > 2 ? step - 1 : step);
        put_markup(to, "\" height=\"");
        put_coordinate(to, f->bottom - top);
        put_markup(to, "\"><title>%.6g to %.6g: %" PRIu64 "</title></rect>", p->u.bins.low + p->u.bins.width * (double)i,
                   p->u.bins.low + p->u.bins.width * (double)(i + 1), p->u.bins.counts[i]);
    }
}

/* The outline of each baseline, with its number on the highest bin. */
static void put_outlines(const figure *h, const plot *f, const nvs_part *bins)
{
    output *const to = h->to;
    uint64_t k, top;
    size_t i, shown = 0;
    for (i = next_beside(h->e, 0); i < h->e->beside_count; i = next_beside(h->e, i + 1)) {
        const nvs_part *p = bins_beside(h, i, bins);
        if (p == NULL) continue;
        put_markup(to, "<path class=\"l %s\" d=\"M", color_of(i + 1));
        put_coordinate(to, at_x(f, p->u.bins.low));
        put_markup(to, " ");
        put_coordinate(to, f->bottom);
        for (k = top = 0; k < p->u.bins.count; k++) {
            if (p->u.bins.counts[k] > p->u.bins.counts[top]) top = k;
            put_markup(to, "V");
            put_coordinate(to, at_y(f, (double)p->u.bins.counts[k]));
            put_markup(to, "H");
            put_coordinate(to, at_x(f, p->u.bins.low + p->u.bins.width * (double)(k + 1)));
        }
        put_markup(to, "V");
        put_coordinate(to, f->bottom);
        put_markup(to, "\"><title>%s</title></path>", h->e->besides[i].name);
        if (h->e->beside_count == 1) continue;
        put_markup(to, "<text class=\"k m\" x=\"");
        put_coordinate(to, at_x(f, p->u.bins.low + p->u.bins.width * ((double)top + 0.5)) + 9 * (double)shown++); /* beside each other */
        put_markup(to, "\" y=\"");
        put_coordinate(to, at_y(f, (double)p->u.bins.counts[top]) - 3);
        put_markup(to, "\">%zu</text>", i + 1);
    }
}

static void put_bin_rows(output *to, const nvs_part *p, int was)
{
    uint64_t i;
    for (i = 0; i < p->u.bins.count; i++)
        put_markup(to, was ? "<tr class=\"vs\"><td>%.6g<td>%.6g<td>%" PRIu64 "\n" : "<tr><td>%.6g<td>%.6g<td>%" PRIu64 "\n",
                   p->u.bins.low + p->u.bins.width * (double)i, p->u.bins.low + p->u.bins.width * (double)(i + 1), p->u.bins.counts[i]);
}

/* Bins of baselines begin and end elsewhere: theirs come after its own. */
static void put_bin_table(const figure *h, const nvs_part *bins)
{
    size_t i;
    put_markup(h->to, "<details class=\"raw\"><summary>Values</summary><table><thead><tr><th scope=\"col\">From<th "
               "scope=\"col\">To<th scope=\"col\">Count</thead><tbody>\n");
    put_bin_rows(h->to, bins, 0);
    for (i = next_beside(h->e, 0); i < h->e->beside_count; i = next_beside(h->e, i + 1)) {
        const nvs_part *p = bins_beside(h, i, bins);
        put_markup(h->to, "<tr class=\"vs\"><th colspan=\"3\">");
        put_beside_name(h->to, h->e, i);
        put_markup(h->to, p != NULL ? "\n" : ": none\n");
        if (p != NULL) put_bin_rows(h->to, p, 1);
    }
    put_markup(h->to, "</tbody></table></details>\n");
}

static void draw_bins(const figure *h, const nvs_part *bins)
{
    plot f;
    nvs_view title;
    size_t i;
    int any = 0;
    memset(&f, 0, sizeof f);
    f.left = 44;
    f.right = 442;
    f.top = 24;
    f.bottom = 190;
    fit_bins(&f, bins, &any);
    for (i = next_beside(h->e, 0); i < h->e->beside_count; i = next_beside(h->e, i + 1))
        if (bins_beside(h, i, bins) != NULL) fit_bins(&f, bins_beside(h, i, bins), &any);
    if (!(f.x1 > f.x0) || !is_finite(f.x1)) f.x1 = f.x0 + 1;
    if (!(f.y1 > 0)) f.y1 = 1;
    begin_figure(h->to, "histogram", h->label.ptr, h->label.len);
    begin_picture(h, 460, 226, "Histogram", h->label);
    put_markup(h->to, ">");
    put_ticks(h->to, &f, 1, f.y1 < 4 ? (int)f.y1 : 4, 1);
    put_ticks(h->to, &f, 0, 6, 1);
    title = label_of(nvs_node_child(h->item->node, NVS_FIELD_HISTOGRAM_AXIS));
    axis_title(h->to, &f, 0, title.ptr, title.len);
    title = label_of(nvs_node_child(h->item->node, NVS_FIELD_VALUE_AXIS));
    axis_title(h->to, &f, 1, title.len > 0 ? title.ptr : "Count", title.len > 0 ? title.len : 5);
    put_bins(h->to, &f, bins);
    put_outlines(h, &f, bins);
    put_markup(h->to, "</svg>\n");
    if (!h->to->html->alone) put_bin_table(h, bins);
    end_figure(h->to);
}

void draw_histogram(const figure *h)
{
    const nvs_part *p;
    for (p = h->item + 1; p < h->end; p++) {
        if (p->kind != NVS_PART_KIND_BINS || p->u.bins.count == 0) continue;
        if (p->u.bins.count <= MOST_BINS) draw_bins(h, p);
        else if (!h->to->html->alone)
            put_markup(h->to, "<p class=\"about\">A histogram of %" PRIu64 " bins is too large to draw.</p>\n", (uint64_t)p->u.bins.count);
    }
}
