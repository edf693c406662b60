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

/* Points, lowest and highest of each line: what the text page says, too. */
void line_table(const figure *h, const nvs_part *one, const nvs_part *end, int kind, const char *what)
{
    const nvs_part *p;
    size_t n = 0;
    if (h->to->html->alone) {
        line_legend(h);
        return;
    }
    put_markup(h->to, "<details class=\"raw\"><summary>Values</summary><table><thead><tr><th scope=\"col\">%s<th "
               "scope=\"col\">Points<th scope=\"col\">Lowest<th scope=\"col\">Highest</thead><tbody>\n", what);
    for (p = one; p < end; p++) {
        double low, high;
        if ((int)p->kind != kind || !is_shown(&p->cell)) continue;
        range_of(&p->cell.data, &low, &high);
        put_markup(h->to, "<tr><th");
        put_metric_title(h->to, p->cell.name);
        put_markup(h->to, ">");
        if (kind == NVS_PART_KIND_LINE) put_markup(h->to, "<span class=\"%s\"></span>", color_of(n++));
        put_markup(h->to, "%.*s<td>%zu<td>", TEXT_OF(p->cell.label), p->cell.data.count);
        put_value_of(h, &p->cell, low);
        put_markup(h->to, "<td>");
        put_value_of(h, &p->cell, high);
        put_markup(h->to, "\n");
    }
    put_markup(h->to, "</tbody></table></details>\n");
}

/* Where the kernel is, and the point of the line there. */
static void put_highlights(const figure *h, const plot *f, const nvs_part *line, nvs_view title)
{
    const nvs_part *p;
    double x, y;
    size_t i;
    int steps = 0;
    for (p = h->item + 1; p < h->end; p++) {
        int number;
        const double at = nvs_value_number(&p->cell.data.value, &number);
        if (p->kind != NVS_PART_KIND_HIGHLIGHT || p->cell.state != NVS_CELL_STATE_VALUE || !number || !(at >= f->x0 && at <= f->x1)) continue;
        put_markup(h->to, "<path class=\"now\" d=\"M");
        put_coordinate(h->to, at_x(f, at));
        put_markup(h->to, " ");
        put_coordinate(h->to, f->top - 4);
        put_markup(h->to, "V");
        put_coordinate(h->to, f->bottom);
        put_markup(h->to, "\"/><text class=\"k e\" x=\"");
        put_coordinate(h->to, f->right);
        put_markup(h->to, "\" y=\"");
        put_coordinate(h->to, f->top - 9 + 14 * steps++);
        put_markup(h->to, "\">");
        if (p->cell.label.len == title.len && memcmp(p->cell.label.ptr, title.ptr, title.len) == 0) put_markup(h->to, "here");
        else put_markup(h->to, "%.*s", TEXT_OF(p->cell.label));
        put_markup(h->to, ": ");
        put_si(h->to, at);
        put_markup(h->to, "</text>");
        for (i = 0; i < line->cell.data.count; i++)
            if (point_of(&line->cell.data, i, 0, &x, &y) && !(x < at)) {
                put_markup(h->to, "<circle class=\"dot\" r=\"4\" cx=\"");
                put_coordinate(h->to, at_x(f, x));
                put_markup(h->to, "\" cy=\"");
                put_coordinate(h->to, at_y(f, y));
                put_markup(h->to, "\"/>");
                break;
            }
    }
}

void draw_lines(const figure *h)
{
    const nvs_view label = h->label;
    const nvs_part *p, *line = NULL;
    nvs_view title;
    plot f;
    scale s;
    double x, y, low, high;
    cli_buf caption = {NULL, 0, 0};
    int any_x = 0, any_y = 0;
    size_t i, n = 0;
    memset(&f, 0, sizeof f);
    for (p = h->item + 1; p < h->end; p++) {
        if (p->kind != NVS_PART_KIND_LINE || !is_shown(&p->cell)) continue;
        for (i = 0; i < p->cell.data.count; i++)
            if (point_of(&p->cell.data, i, 0, &x, &y)) {
                widen(&f.x0, &f.x1, &any_x, x);
                widen(&f.y0, &f.y1, &any_y, y);
                line = p;
            }
    }
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
    for (p = h->item + 1; p < h->end; p++) {
        if (p->kind != NVS_PART_KIND_LINE || !is_shown(&p->cell) || p->cell.data.count == 0) continue;
        put_markup(h->to, "<polyline class=\"l %s%s\" points=\"", color_of(n), n > 0 ? " dash" : "");
        n++;
        put_points(h->to, &f, &p->cell.data, 0, 0);
        put_markup(h->to, "\"/>");
    }
    put_highlights(h, &f, line, title);
    put_markup(h->to, "</svg>\n");
    line_table(h, h->item + 1, h->end, NVS_PART_KIND_LINE, "Line");
    end_figure(h->to);
}

/* Histogram ------------------------------------------------------------------------------------------------------- */

void draw_histogram(const figure *h)
{
    const nvs_view label = h->label;
    const nvs_part *p;
    for (p = h->item + 1; p < h->end; p++) {
        plot f;
        uint64_t i, most = 0;
        nvs_view title;
        if (p->kind != NVS_PART_KIND_BINS || p->u.bins.count == 0) continue;
        if (p->u.bins.count > 4096) {
            if (!h->to->html->alone) put_markup(h->to, "<p class=\"about\">A histogram of %" PRIu64 " bins is too large to draw.</p>\n", (uint64_t)p->u.bins.count);
            continue;
        }
        for (i = 0; i < p->u.bins.count; i++)
            if (p->u.bins.counts[i] > most) most = p->u.bins.counts[i];
        memset(&f, 0, sizeof f);
        f.left = 44;
        f.right = 442;
        f.top = 24;
        f.bottom = 190;
        f.x0 = p->u.bins.low;
        f.x1 = p->u.bins.low + p->u.bins.width * (double)p->u.bins.count;
        if (!(f.x1 > f.x0) || !is_finite(f.x1)) f.x1 = f.x0 + 1;
        f.y1 = most > 0 ? (double)most : 1;
        begin_figure(h->to, "histogram", label.ptr, label.len);
        begin_picture(h, 460, 226, "Histogram", label);
        put_markup(h->to, ">");
        put_ticks(h->to, &f, 1, f.y1 < 4 ? (int)f.y1 : 4, 1);
        put_ticks(h->to, &f, 0, 6, 1);
        title = label_of(nvs_node_child(h->item->node, NVS_FIELD_HISTOGRAM_AXIS));
        axis_title(h->to, &f, 0, title.ptr, title.len);
        title = label_of(nvs_node_child(h->item->node, NVS_FIELD_VALUE_AXIS));
        axis_title(h->to, &f, 1, title.len > 0 ? title.ptr : "Count", title.len > 0 ? title.len : 5);
        for (i = 0; i < p->u.bins.count; i++) {
            const double step = (f.right - f.left) / (double)p->u.bins.count, top = at_y(&f, (double)p->u.bins.counts[i]);
            if (p->u.bins.counts[i] == 0) continue;
            put_markup(h->to, "<rect class=\"c1\" x=\"");
            put_coordinate(h->to, f.left + step * (double)i + 0.5);
            put_markup(h->to, "\" y=\"");
            put_coordinate(h->to, top);
            put_markup(h->to, "\" width=\"");
            put_coordinate(h->to, step > 2 ? step - 1 : step);
            put_markup(h->to, "\" height=\"");
            put_coordinate(h->to, f.bottom - top);
            put_markup(h->to, "\"><title>%.6g to %.6g: %" PRIu64 "</title></rect>", p->u.bins.low + p->u.bins.width * (double)i,
                       p->u.bins.low + p->u.bins.width * (double)(i + 1), p->u.bins.counts[i]);
        }
        put_markup(h->to, "</svg>\n");
        if (!h->to->html->alone) {
            put_markup(h->to, "<details class=\"raw\"><summary>Values</summary><table><thead><tr><th scope=\"col\">From<th "
                       "scope=\"col\">To<th scope=\"col\">Count</thead><tbody>\n");
            for (i = 0; i < p->u.bins.count; i++)
                put_markup(h->to, "<tr><td>%.6g<td>%.6g<td>%" PRIu64 "\n", p->u.bins.low + p->u.bins.width * (double)i,
                           p->u.bins.low + p->u.bins.width * (double)(i + 1), p->u.bins.counts[i]);
            put_markup(h->to, "</tbody></table></details>\n");
        }
        end_figure(h->to);
    }
}
