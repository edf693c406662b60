/* Rooflines. */
#include "chart_parts.h"

#include <math.h>
#include <string.h>

#define ROOF_COLUMN 70 /* by itself, and the letters of a name */
#define ROOF_LETTERS 32

static int has_point(const nvs_part *p)
{
    return is_drawn(p) && p->u.point.has_intensity && p->u.point.intensity > 0 && p->u.point.work > 0 &&
           is_finite(p->u.point.intensity) && is_finite(p->u.point.work);
}

/* The sign of a point: each has its own shape, so that none depends on colour. */
static void put_sign(output *out, size_t n, double x, double y)
{
    static const char *const paths[] = {"m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z", "m-5-5h10v10h-10z", "m0-6l6 10h-12z", "m0-6l6 6l-6 6l-6-6z",
                                        "m0 6l6-10h-12z", "m-2-6h4v4h4v4h-4v4h-4v-4h-4v-4h4z"};
    put_markup(out, "<path d=\"M");
    put_coordinate(out, x);
    put_markup(out, " ");
    put_coordinate(out, y);
    put_markup(out, "%s\"/>", paths[n % (sizeof paths / sizeof *paths)]);
}

/* of: the baseline that it is of; NULL: none */
static void put_point_title(const figure *h, const nvs_part *p, const char *of)
{
    const nvs_view label = mark_label(p);
    put_markup(h->to, "<title>%.*s: ", TEXT_OF(label));
    put_si(h->to, p->u.point.work);
    if (p->kind == NVS_PART_KIND_CEILING) put_markup(h->to, "/s at most, ");
    else put_markup(h->to, "/s at ");
    if (p->kind == NVS_PART_KIND_CEILING) {
        put_si(h->to, p->u.point.traffic);
        put_markup(h->to, "byte/s, ridge at ");
    }
    put_si(h->to, p->u.point.intensity);
    put_markup(h->to, " a byte%s%s</title>", of != NULL ? ", in " : "", of != NULL ? of : "");
}

/* A figure in column n of the table below a roofline. */
static void put_cell_si(output *to, int n, int has, double v)
{
    cli_buf b = {NULL, 0, 0};
    if (has) add_si(&b, v);
    if (to->html->alone) sheet_text(to, to->html->width - SHEET_MARGIN - ROOF_COLUMN * (2 - n), "e", b.ptr, b.len, (size_t)-1);
    else put_markup(to, "<td>%s", has ? b.ptr : "");
    cli_buf_free(&b);
}

/* Which part of its roof a point reaches, below its name in the table. */
static void put_of_roof(const figure *h, const nvs_part *p)
{
    double part;
    const nvs_part *roof = roof_of(h, p, &part);
    if (roof != NULL) put_markup(h->to, " <small>%.2f%% of %.*s</small>", 100 * part, TEXT_OF(mark_label(roof)));
}

/* The name of a point and how far its roof is, beside it; names do not lie on each other. */
#define NAMED 6 /* points: the table has the signs of all */
#define NAME_LETTER 6.6
#define NAME_LINE 12

static void put_point_name(const figure *h, const plot *f, const nvs_part *p, double x, double y, double *taken, size_t count)
{
    const int right = x < (f->left + f->right) / 2;
    const double room = right ? f->right - x - 10 : x - f->left - 10;
    cli_buf b = {NULL, 0, 0};
    double part;
    size_t i;
    int moved = 1;
    if (count >= NAMED) return;
    y += 4;
    while (moved)
        for (moved = 0, i = 0; i < count; i++)
            if (fabs(taken[i] - y) < NAME_LINE) {
                y = taken[i] + NAME_LINE;
                moved = 1;
            }
    taken[count] = y;
    if (roof_of(h, p, &part) != NULL) cli_putf(&b, "%.3g%% of its roof: ", 100 * part);
    cli_put(&b, mark_label(p).ptr, mark_label(p).len);
    put_markup(h->to, right ? "<text class=\"k\" x=\"" : "<text class=\"k e\" x=\"");
    put_coordinate(h->to, right ? x + 10 : x - 10);
    put_markup(h->to, "\" y=\"");
    put_coordinate(h->to, y);
    put_markup(h->to, "\">");
    put_short(h->to, b.ptr != NULL ? b.ptr : "", b.len, (size_t)(room / NAME_LETTER));
    put_markup(h->to, "</text>");
    cli_buf_free(&b);
}

/* A point of the table in each baseline. */
static void rows_beside(const figure *h, const nvs_part *p, size_t sign)
{
    size_t i;
    for (i = next_beside(h->e, 0); i < h->e->beside_count; i = next_beside(h->e, i + 1)) {
        const nvs_part *was = part_beside(h->e, i, &p->cell, p);
        put_markup(h->to, "<tr class=\"vs\"><th><svg viewBox=\"0 0 24 14\" aria-hidden=\"true\"><g class=\"p hollow %s\">", color_of(i + 1));
        put_sign(h->to, sign, 12, 7);
        put_markup(h->to, "</g></svg>");
        if (h->e->beside_count > 1) put_markup(h->to, "%zu ", i + 1);
        put_markup(h->to, "%.*s", text_length(h->e->besides[i].brief), h->e->besides[i].name);
        put_cell_si(h->to, 0, was != NULL, was != NULL ? was->u.point.work : 0);
        put_cell_si(h->to, 1, was != NULL, was != NULL ? was->u.point.traffic : 0);
        put_cell_si(h->to, 2, was != NULL && is_finite(was->u.point.intensity), was != NULL ? was->u.point.intensity : 0);
        put_markup(h->to, "\n");
    }
}

static void roof_table(const figure *h, const nvs_part *one, const nvs_part *end)
{
    static const char *const titles[] = {"Work/s", "Bytes/s", "Work/byte"};
    const nvs_part *p;
    output *to = h->to;
    const int alone = to->html->alone;
    size_t roofs = 0, points = 0;
    int i;
    if (alone) {
        for (i = 0; i < 3; i++) sheet_string(to, to->html->width - SHEET_MARGIN - ROOF_COLUMN * (2 - i), "d e", titles[i]);
        to->html->y += SHEET_LINE;
    } else
        put_markup(to, "<table class=\"legend\"><thead><tr><th scope=\"col\">Roof or point<th scope=\"col\">%s<th scope=\"col\">%s<th "
                   "scope=\"col\">%s</thead><tbody>\n", titles[0], titles[1], titles[2]);
    for (p = one; p < end; p++) {
        const nvs_view label = mark_label(p);
        const int wall = p->kind == NVS_PART_KIND_WALL;
        if (!is_drawn(p)) continue;
        if (alone) sheet_picture(to, SHEET_MARGIN, to->html->y, 24, 14);
        else put_markup(to, "<tr><th><svg");
        put_markup(to, alone ? " viewBox=\"0 0 24 14\">" : " viewBox=\"0 0 24 14\" aria-hidden=\"true\">");
        if (p->kind == NVS_PART_KIND_ACHIEVED) {
            put_markup(to, "<g class=\"p %s\">", color_of(points));
            put_sign(to, points++, 12, 7);
            put_markup(to, "</g>");
        } else {
            put_markup(to, "<path class=\"l r%zu %s\" d=\"M0 7H24\"/>", roofs % 4, wall ? "wall" : color_of(roofs));
            roofs += !wall;
        }
        put_markup(to, "</svg>");
        if (!alone) put_markup(to, "%.*s", TEXT_OF(label));
        if (!alone && p->kind == NVS_PART_KIND_ACHIEVED) put_of_roof(h, p);
        put_cell_si(to, 0, p->u.point.has_work, p->u.point.work);
        put_cell_si(to, 1, !wall && p->u.point.has_traffic, p->u.point.traffic);
        put_cell_si(to, 2, !wall && p->u.point.has_intensity && is_finite(p->u.point.intensity), p->u.point.intensity);
        if (alone) {
            sheet_text(to, SHEET_MARGIN + 32, "t", label.ptr, label.len, ROOF_LETTERS);
            to->html->y += SHEET_LINE;
        }
        put_markup(to, "\n");
        if (!alone && p->kind == NVS_PART_KIND_ACHIEVED) rows_beside(h, p, points - 1);
    }
    if (!alone) put_markup(to, "</tbody></table>\n");
}

static void put_roofs(const figure *h, const plot *f)
{
    const nvs_part *p;
    size_t roofs = 0;
    for (p = h->item + 1; p < h->end; p++) {
        double x, y, ridge, slope;
        if (p->kind != NVS_PART_KIND_CEILING || !is_drawn(p)) continue;
        if (has_point(p)) {
            ridge = log10(p->u.point.intensity);
            slope = log10(p->u.point.work);
            x = f->x0;
            y = slope - (ridge - f->x0);
            if (y < f->y0) {
                x += f->y0 - y;
                y = f->y0;
            }
            put_markup(h->to, "<g class=\"%s\"><path class=\"l r%zu\" d=\"M", color_of(roofs), roofs % 4);
            put_coordinate(h->to, at_x(f, x));
            put_markup(h->to, " ");
            put_coordinate(h->to, at_y(f, y));
            put_markup(h->to, "L");
            put_coordinate(h->to, at_x(f, ridge));
            put_markup(h->to, " ");
            put_coordinate(h->to, at_y(f, slope));
            put_markup(h->to, "H");
            put_coordinate(h->to, f->right);
            put_markup(h->to, "\">");
            put_point_title(h, p, NULL);
            put_markup(h->to, "</path></g>");
        }
        roofs++;
    }
}

static void put_walls(const figure *h, const plot *f)
{
    const nvs_part *p;
    for (p = h->item + 1; p < h->end; p++) {
        double x;
        if (p->kind != NVS_PART_KIND_WALL || !is_drawn(p) || !(p->u.point.work > 0)) continue;
        x = log10(p->u.point.work);
        if (!(x >= f->x0 && x <= f->x1)) continue;
        put_markup(h->to, "<path class=\"l wall\" d=\"M");
        put_coordinate(h->to, at_x(f, x));
        put_markup(h->to, " ");
        put_coordinate(h->to, f->top);
        put_markup(h->to, "V");
        put_coordinate(h->to, f->bottom);
        put_markup(h->to, "\"/>");
    }
}

/* The same point of each baseline, hollow, and how it came from there. */
static void put_beside_points(const figure *h, const plot *f, const nvs_part *p, size_t sign)
{
    size_t i;
    for (i = 0; i < h->e->beside_count; i++) {
        const nvs_part *was = part_beside(h->e, i, &p->cell, p);
        if (was == NULL || !has_point(was)) continue;
        put_markup(h->to, "<g class=\"p hollow %s\">", color_of(i + 1));
        put_point_title(h, was, h->e->besides[i].name);
        put_sign(h->to, sign, at_x(f, log10(was->u.point.intensity)), at_y(f, log10(was->u.point.work)));
        put_markup(h->to, "</g>");
    }
}

static void put_achieved(const figure *h, const plot *f)
{
    const nvs_part *p;
    size_t points = 0, named = 0;
    double taken[NAMED + 1];
    for (p = h->item + 1; p < h->end; p++) {
        if (p->kind != NVS_PART_KIND_ACHIEVED || !is_drawn(p)) continue;
        if (has_point(p)) {
            const double x = at_x(f, log10(p->u.point.intensity)), y = at_y(f, log10(p->u.point.work));
            put_markup(h->to, "<path class=\"drop\" d=\"M");
            put_coordinate(h->to, x);
            put_markup(h->to, " ");
            put_coordinate(h->to, y);
            put_markup(h->to, "V");
            put_coordinate(h->to, f->bottom);
            put_markup(h->to, "\"/><g class=\"p %s\">", color_of(points));
            put_point_title(h, p, NULL);
            put_sign(h->to, points, x, y);
            put_markup(h->to, "</g>");
            put_beside_points(h, f, p, points);
            put_point_name(h, f, p, x, y, taken, named);
            named++;
        }
        points++;
    }
}

void draw_roofline(const figure *h)
{
    const nvs_view label = h->label;
    const nvs_part *p;
    nvs_view title;
    int any_x = 0, any_y = 0;
    size_t i;
    plot f;
    memset(&f, 0, sizeof f);
    for (p = h->item + 1; p < h->end; p++) {
        if (p->kind == NVS_PART_KIND_WALL || !has_point(p)) continue;
        widen(&f.x0, &f.x1, &any_x, log10(p->u.point.intensity));
        widen(&f.y0, &f.y1, &any_y, log10(p->u.point.work));
        for (i = 0; p->kind == NVS_PART_KIND_ACHIEVED && i < h->e->beside_count; i++) {
            const nvs_part *was = part_beside(h->e, i, &p->cell, p);
            if (was == NULL || !has_point(was)) continue;
            widen(&f.x0, &f.x1, &any_x, log10(was->u.point.intensity));
            widen(&f.y0, &f.y1, &any_y, log10(was->u.point.work));
        }
    }
    if (!any_x) return;
    f.log = 1;
    f.x0 = floor(f.x0 - 0.6);
    f.x1 = ceil(f.x1 + 0.8);
    f.y0 = floor(f.y0 - 0.7);
    f.y1 = ceil(f.y1 + 0.15);
    f.left = 52;
    f.right = 442;
    f.top = 26;
    f.bottom = 250;
    begin_figure(h->to, "roofline", label.ptr, label.len);
    begin_picture(h, 460, 286, "Roofline", label);
    put_markup(h->to, ">");
    put_ticks(h->to, &f, 1, f.y1 - f.y0 > 8 ? 6 : (int)(f.y1 - f.y0), 1);
    put_ticks(h->to, &f, 0, f.x1 - f.x0 > 8 ? 6 : (int)(f.x1 - f.x0), 1);
    title = label_of(nvs_node_child(h->item->node, NVS_FIELD_AXIS_WORK));
    axis_title(h->to, &f, 1, title.len > 0 ? title.ptr : "Work/s", title.len > 0 ? title.len : 6);
    title = label_of(nvs_node_child(h->item->node, NVS_FIELD_AXIS_INTENSITY));
    axis_title(h->to, &f, 0, title.len > 0 ? title.ptr : "Work/byte", title.len > 0 ? title.len : 9);
    put_roofs(h, &f);
    put_walls(h, &f);
    put_achieved(h, &f);
    put_markup(h->to, "</svg>\n");
    roof_table(h, h->item + 1, h->end);
    end_figure(h->to);
}
