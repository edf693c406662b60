/* Charts of the HTML page: SVG, or tables with bars in SVG. */
#include "html.h"
#include "report/model/listing.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLORS 7 /* classes c1 to c7 of the style sheet */
#define POINTS 600 /* of a line at most: what a screen can show */

static const char *color_of(size_t i)
{
    static const char *const names[COLORS] = {"c1", "c2", "c3", "c4", "c5", "c6", "c7"};
    return names[i % COLORS];
}

/* A number for coordinates: one digit after the point, none where it is 0. */
static void put_coordinate(FILE *out, double v)
{
    const double rounded = floor(v * 10 + 0.5) / 10;
    if (rounded < 0 || rounded > 0) fprintf(out, rounded - floor(rounded) > 0 ? "%.1f" : "%.0f", rounded);
    else putc('0', out);
}

static int is_finite(double d) { return d - d == 0; }

/* Where v lies between low and high, from 0 to 1. */
static double part_of(double v, double low, double high)
{
    const double part = (v / 2 - low / 2) / (high / 2 - low / 2);
    return !(part > 0) ? 0 : part > 1 ? 1 : part;
}

/* A number with a sign for its power of 1000, four digits. */
static void add_si(cli_buf *b, double v)
{
    static const char *const signs[] = {"", " K", " M", " G", " T", " P", " E"};
    int step = 0;
    while (step < 6 && fabs(v) >= 1000 && fabs(v) < 1e21) {
        v /= 1000;
        step++;
    }
    cli_putf(b, fabs(v) < 1000 ? "%.4g%s" : "%.2g%s", v, signs[step]);
}

static void put_si(FILE *out, double v)
{
    cli_buf b = {NULL, 0, 0};
    add_si(&b, v);
    fputs(b.ptr, out);
    cli_buf_free(&b);
}

void html_state_free(html_state *s)
{
    set_free(&s->texts);
    set_free(&s->charts);
    cli_buf_free(&s->drawn);
    cli_buf_free(&s->title);
}

size_t number_of(html_state *s, nvs_view text, int *first)
{
    const size_t i = set_find(&s->texts, text.ptr, text.len);
    *first = i == NOT_IN_SET;
    if (!*first) return i;
    if (s->texts.count == MOST_TEXTS) return 2 * MOST_TEXTS + s->extra++; /* so many are kept: others are written out each time */
    return set_add(&s->texts, text.ptr, text.len);
}

void put_metric_title(output *to, nvs_view name)
{
    int first;
    const size_t number = number_of(to->html, name, &first);
    if (!first) {
        fprintf(to->f, " data-m=\"%zu\"", number);
        return;
    }
    fprintf(to->f, " id=\"m%zu\" title=\"", number);
    put_html(to->f, name.ptr, name.len);
    putc('"', to->f);
}

static nvs_view label_of(const nvs_node *n) { return nvs_node_text(n, NVS_FIELD_LABEL); }

static void put_view(FILE *out, nvs_view v) { put_html(out, v.ptr, v.len); }

static void put_value_of(const figure *h, const nvs_cell *x, double value)
{
    cli_buf b = {NULL, 0, 0};
    nvs_value v;
    v.kind = NVS_KIND_DOUBLE;
    v.v.d = value;
    put_cell_amount(&b, &h->e->m->style, x, &v);
    put_html(h->to->f, b.ptr != NULL ? b.ptr : "", b.len);
    cli_buf_free(&b);
}

/* Frames ---------------------------------------------------------------------------------------------------------- */

/* A plot of two axes: its rectangle in the picture, and what the edges stand for. */
typedef struct plot {
    double left, right, top, bottom; /* of the rectangle */
    double x0, x1, y0, y1;           /* values; powers of ten where log is set */
    int log;
} plot;

static double at_x(const plot *p, double x) { return p->left + part_of(x, p->x0, p->x1) * (p->right - p->left); }
static double at_y(const plot *p, double y) { return p->bottom - part_of(y, p->y0, p->y1) * (p->bottom - p->top); }

/* A step of 1, 2 or 5 times a power of ten, so that about count of them fit. */
static double step_of(double low, double high, int count)
{
    const double raw = (high / 2 - low / 2) / count * 2;
    const double power = raw > 0 ? pow(10, floor(log10(raw))) : 1;
    const double times = raw / power;
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

/* The text of a tick. */
static void put_tick(FILE *out, const plot *p, double v, double by, double step)
{
    cli_buf b = {NULL, 0, 0};
    if (p->log) {
        static const char *const signs[] = {"p", "n", "\xc2\xb5", "m", "", "K", "M", "G", "T", "P", "E"};
        const int power = (int)v, third = (int)floor(v / 3);
        if (third >= -4 && third <= 6 && third != -1)
            cli_putf(&b, "%.0f%s%s", pow(10, power - 3 * third), third != 0 ? " " : "", signs[third + 4]);
        else cli_putf(&b, "%g", pow(10, v));
    } else if (fabs(v / by) >= 10000) add_si(&b, v / by);
    else cli_putf(&b, "%.4g", fabs(v) < step / 2 ? 0 : v / by);
    fprintf(out, "\">%s</text>", b.ptr);
    cli_buf_free(&b);
}

/* Grid lines and numbers of one axis; by divides the numbers. */
static void put_ticks(FILE *out, const plot *p, int y, int count, double by)
{
    const double low = y ? p->y0 : p->x0, high = y ? p->y1 : p->x1;
    const double step = step_of(low, high, count);
    int i, pass;
    for (pass = 0; pass < 2; pass++) {
        fputs(pass == 0 ? "<path class=\"g\" d=\"" : y ? "<g class=\"e\">" : "<g class=\"m\">", out);
        for (i = 0; i <= 2 * count + 2; i++) {
            const double v = (ceil(low / step - 1e-9) + i) * step;
            double at;
            if (!(v <= high + step * 1e-6)) break;
            at = y ? at_y(p, v) : at_x(p, v);
            if (pass == 0) {
                putc('M', out);
                put_coordinate(out, y ? p->left : at);
                putc(' ', out);
                put_coordinate(out, y ? at : p->top);
                putc(y ? 'H' : 'V', out);
                put_coordinate(out, y ? p->right : p->bottom);
            } else {
                fputs("<text x=\"", out);
                put_coordinate(out, y ? p->left - 6 : at);
                fputs("\" y=\"", out);
                put_coordinate(out, !y ? p->bottom + 15 : at + 4 < p->bottom ? at + 4 : p->bottom - 1);
                put_tick(out, p, v, by, step);
            }
        }
        fputs(pass == 0 ? "\"/>" : "</g>", out);
    }
}

static void axis_title(FILE *out, const plot *p, int y, const char *text, size_t len)
{
    if (len == 0) return;
    if (y) {
        fputs("<text class=\"d\" x=\"4\" y=\"", out);
        put_coordinate(out, p->top - 9);
    } else {
        fputs("<text class=\"d e\" x=\"", out);
        put_coordinate(out, p->right);
        fputs("\" y=\"", out);
        put_coordinate(out, p->bottom + 31);
    }
    fputs("\">", out);
    put_html(out, text, len);
    fputs("</text>", out);
}

/* A chart by itself is laid out line by line: there is no table, and nothing can be unfolded. Widths of texts are estimates, a
   little more than what common fonts have. */
#define SHEET_MARGIN 14
#define SHEET_LINE 17 /* of a text */
#define SHEET_LETTER 7 /* how wide one is */

static const struct {
    const char *kind;
    double width;
} sheets[] = {{"bars", 560}, {"lines", 460}, {"histogram", 460}, {"roofline", 460}, {"memory", 900}, {"timeline", 800}};

/* A text at x, in lines of so many letters, of which the first stands on the line that is y. */
static void sheet_text(output *to, double x, const char *look, const char *text, size_t len, size_t letters)
{
    html_state *s = to->html;
    int first = 1;
    while (len > 0) {
        size_t n = 0, shown = 0, cut = 0; /* cut: after the last space */
        while (n < len && shown < letters) {
            if (text[n] == ' ') cut = n + 1;
            n++;
            while (n < len && ((unsigned char)text[n] & 0xc0) == 0x80) n++;
            shown++;
        }
        if (n < len && text[n] != ' ' && cut > 0) n = cut;
        if (!first) s->y += SHEET_LINE;
        first = 0;
        fprintf(to->f, "<text class=\"%s\" x=\"", look);
        put_coordinate(to->f, x);
        fputs("\" y=\"", to->f);
        put_coordinate(to->f, s->y + 12);
        fputs("\">", to->f);
        put_html(to->f, text, n);
        fputs("</text>\n", to->f);
        while (n < len && text[n] == ' ') n++;
        text += n;
        len -= n;
    }
}

static void sheet_string(output *to, double x, const char *look, const char *text) { sheet_text(to, x, look, text, strlen(text), (size_t)-1); }

/* A picture in it: a rectangle. */
static void sheet_picture(output *to, double x, double y, double width, double height)
{
    fputs("<svg x=\"", to->f);
    put_coordinate(to->f, x);
    fputs("\" y=\"", to->f);
    put_coordinate(to->f, y);
    fputs("\" width=\"", to->f);
    put_coordinate(to->f, width);
    fputs("\" height=\"", to->f);
    put_coordinate(to->f, height);
    putc('"', to->f);
}

static void sheet_begin(output *to, const char *name, const char *label, size_t len)
{
    html_state *s = to->html;
    const size_t n = strcspn(name, " ");
    size_t i = 0;
    while (strlen(sheets[i].kind) != n || memcmp(sheets[i].kind, name, n) != 0) i++;
    if (s->kind != NULL) s->y += SHEET_LINE; /* another one of this item */
    else cli_put(&s->title, label, len);
    s->kind = sheets[i].kind;
    s->width = sheets[i].width + 2 * SHEET_MARGIN;
    if (s->y < SHEET_MARGIN) s->y = SHEET_MARGIN;
    fprintf(to->f, "<g class=\"%s\">\n", s->kind);
    if (len == 0) return;
    sheet_text(to, SHEET_MARGIN, "h", label, len, (size_t)(sheets[i].width / SHEET_LETTER));
    s->y += SHEET_LINE + 7;
}

static void begin_figure(output *to, const char *name, const char *label, size_t len)
{
    FILE *out = to->f;
    if (to->html->alone) {
        sheet_begin(to, name, label, len);
        return;
    }
    fprintf(out, "<figure class=\"card %s\">\n", name);
    if (len > 0) {
        fputs("<figcaption>", out);
        put_html(out, label, len);
        fputs("</figcaption>\n", out);
    }
}

static void end_figure(output *to) { fputs(to->html->alone ? "</g>\n" : "</figure>\n", to->f); }

static void begin_picture(const figure *h, int width, int height, const char *what, nvs_view label)
{
    if (h->to->html->alone) {
        sheet_picture(h->to, SHEET_MARGIN, h->to->html->y, width, height);
        fprintf(h->to->f, " viewBox=\"0 0 %d %d\"", width, height);
        h->to->html->y += height;
        return;
    }
    fprintf(h->to->f, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s", width, height, what);
    if (label.len > 0) fputs(": ", h->to->f);
    put_view(h->to->f, label);
    putc('"', h->to->f);
}

/* The edges of the plot and the numbers there, from which the script works out values under the pointer. */
static void put_edges(output *to, const plot *p, double by, const char *unit)
{
    FILE *out = to->f;
    if (to->html->alone) return;
    fputs(" data-b=\"", out);
    put_coordinate(out, p->left);
    putc(' ', out);
    put_coordinate(out, p->right);
    putc(' ', out);
    put_coordinate(out, p->top);
    putc(' ', out);
    put_coordinate(out, p->bottom);
    fprintf(out, " %.8g %.8g %.8g %.8g\" data-u=\"", p->x0, p->x1, p->y0 / by, p->y1 / by);
    put_html_text(out, unit);
    putc('"', out);
}

/* Bars ------------------------------------------------------------------------------------------------------------ */

/* height: "" where the style sheet says it. */
static void put_bar_of(FILE *out, double part, const char *height)
{
    if (!(part > 0)) part = 0;
    fprintf(out, "<rect%s width=\"", height);
    put_coordinate(out, 100 * (part > 1 ? 1 : part));
    fputs("%\"/></svg>", out);
}

#define LONG 12 /* rows of bars that are shown at once */
#define BAR_WIDTH 190 /* by itself, and the letters of its name */
#define BAR_LETTERS 38

static void bar_row(const figure *h, const nvs_part *p, double most)
{
    cli_buf name = {NULL, 0, 0}, value = {NULL, 0, 0};
    const double part = most > 0 ? nvs_value_number(&p->cell.data.value, NULL) / most : 0;
    put_cell_name(&name, &h->e->m->style, &p->cell);
    put_cell_amount(&value, &h->e->m->style, &p->cell, &p->cell.data.value);
    if (h->to->html->alone) {
        const double x = h->to->html->width - SHEET_MARGIN - BAR_WIDTH;
        sheet_text(h->to, x - 10, "e", value.ptr != NULL ? value.ptr : "", value.len, (size_t)-1);
        sheet_picture(h->to, x, h->to->html->y + 1, BAR_WIDTH, 13);
        fputs("><rect class=\"soft\" width=\"100%\" height=\"100%\"/>", h->to->f);
        put_bar_of(h->to->f, part, " height=\"100%\"");
        putc('\n', h->to->f);
        sheet_text(h->to, SHEET_MARGIN, "t", name.ptr != NULL ? name.ptr : "", name.len, BAR_LETTERS);
        h->to->html->y += SHEET_LINE + 4;
    } else {
        fputs("<tr><th", h->to->f);
        put_metric_title(h->to, p->cell.name);
        putc('>', h->to->f);
        put_html(h->to->f, name.ptr != NULL ? name.ptr : "", name.len);
        fputs("<td>", h->to->f);
        put_html(h->to->f, value.ptr != NULL ? value.ptr : "", value.len);
        fputs("<td><svg aria-hidden=\"true\">", h->to->f);
        put_bar_of(h->to->f, part, "");
        putc('\n', h->to->f);
    }
    cli_buf_free(&name);
    cli_buf_free(&value);
}

static int by_size(const void *a, const void *b)
{
    const stack_part *x = (const stack_part *)a, *y = (const stack_part *)b;
    if (x->value < y->value || x->value > y->value) return x->value > y->value ? -1 : 1;
    return x->name.ptr < y->name.ptr ? -1 : x->name.ptr > y->name.ptr;
}

/* Whether the bars make up a whole: instances of one metric, or the states of warps. */
static int is_whole(const nvs_part *one, const nvs_part *end, int kind)
{
    static const char state[] = "_issue_stalled_";
    size_t n = 0;
    const nvs_part *p;
    for (p = one; p < end; p++) {
        size_t i;
        int found = 0;
        if ((int)p->kind != kind || !is_shown(&p->cell)) continue;
        if (p->u.id.kind == NVS_KIND_NONE || kind != NVS_PART_KIND_BAR) {
            for (i = 0; i + sizeof state - 1 <= p->cell.name.len && !found; i++)
                found = memcmp(p->cell.name.ptr + i, state, sizeof state - 1) == 0;
            if (!found) return 0;
        }
        n++;
    }
    return n > 2;
}

static void draw_bars(const figure *h, int kind)
{
    const nvs_part *p;
    double most = 0, sum = 0;
    size_t count = 0, shown = 0;
    const int whole = is_whole(h->item + 1, h->end, kind), alone = h->to->html->alone;
    for (p = h->item + 1; p < h->end; p++)
        if ((int)p->kind == kind && is_shown(&p->cell)) {
            ncurep_metric_facts f;
            int number;
            const double d = nvs_value_number(&p->cell.data.value, &number);
            ncurep_metric_describe(view_of(p->cell.name), &f);
            if (number && is_finite(d) && d > most) most = d;
            if (number && is_finite(d) && d > 0) sum += d;
            if (strcmp(f.unit, "%") == 0 && most < 100) most = 100;
            count++;
        }
    begin_figure(h->to, "bars", h->label.ptr, h->label.len);
    if (whole && sum > 0 && is_finite(sum)) {
        stack_part *parts = (stack_part *)cli_alloc(count + 1, sizeof *parts);
        size_t n = 0;
        for (p = h->item + 1; p < h->end; p++)
            if ((int)p->kind == kind && is_shown(&p->cell)) {
                parts[n].name = view_of(p->cell.label);
                parts[n++].value = nvs_value_number(&p->cell.data.value, NULL);
            }
        qsort(parts, n, sizeof *parts, by_size);
        html_stack(h->to, parts, n, sum);
        cli_free(parts);
    }
    if (!alone) fputs("<table class=\"bars\"><tbody>\n", h->to->f);
    for (p = h->item + 1; p < h->end; p++)
        if ((int)p->kind == kind && is_shown(&p->cell)) {
            if (shown == LONG && count > LONG + 3 && !alone)
                fprintf(h->to->f, "</tbody></table>\n<details><summary>%zu more</summary>\n<table class=\"bars\"><tbody>\n", count - LONG);
            bar_row(h, p, most);
            shown++;
        }
    if (!alone) fprintf(h->to->f, "</tbody></table>%s\n", count > LONG + 3 ? "</details>" : "");
    end_figure(h->to);
}

/* A part in the list below the bar; by itself *x is where the next one begins. */
static void stack_name(output *to, double *x, const char *color, const char *name, size_t len, double percent)
{
    html_state *s = to->html;
    double width = 0;
    cli_buf b = {NULL, 0, 0};
    if (!s->alone) {
        fprintf(to->f, "<li><span class=\"%s\"></span>", color);
        put_html(to->f, name, len);
        fprintf(to->f, " <b>%.1f%%</b></li>", percent);
        return;
    }
    cli_put(&b, name, len);
    cli_putf(&b, " %.1f%%", percent);
    width = 28 + (double)b.len * SHEET_LETTER;
    if (*x > SHEET_MARGIN && *x + width > s->width) {
        *x = SHEET_MARGIN;
        s->y += SHEET_LINE;
    }
    fprintf(to->f, "<rect class=\"%s\" x=\"", color);
    put_coordinate(to->f, *x);
    fputs("\" y=\"", to->f);
    put_coordinate(to->f, s->y + 3);
    fputs("\" width=\"9\" height=\"9\"/>", to->f);
    sheet_text(to, *x + 14, "t", b.ptr, b.len, (size_t)-1);
    *x += width;
    cli_buf_free(&b);
}

void html_stack(output *to, const stack_part *parts, size_t count, double whole)
{
    FILE *out = to->f;
    html_state *s = to->html;
    double at = 0, rest = whole, x = SHEET_MARGIN;
    size_t i;
    if (s->alone) {
        sheet_picture(to, SHEET_MARGIN, s->y, s->width - 2 * SHEET_MARGIN, 22);
        fputs(" viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\">", out);
        s->y += 28;
    } else fputs("<div class=\"stack\"><svg viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">", out);
    for (i = 0; i < count && i < COLORS - 1 && parts[i].value > 0; i++) {
        const double width = 1000 * parts[i].value / whole;
        fprintf(out, "<rect class=\"%s\" x=\"", color_of(i));
        put_coordinate(out, at);
        fputs("\" width=\"", out);
        put_coordinate(out, width > 3 ? width - 3 : width); /* a gap separates neighbours */
        fputs("\" height=\"10\"/>", out);
        at += width;
        rest -= parts[i].value;
    }
    if (rest > whole / 1000) {
        fputs("<rect class=\"c7\" x=\"", out);
        put_coordinate(out, at);
        fputs("\" width=\"", out);
        put_coordinate(out, 1000 - at > 0 ? 1000 - at : 0);
        fputs("\" height=\"10\"/>", out);
    }
    fputs(s->alone ? "</svg>\n" : "</svg><ol>", out);
    for (i = 0; i < count && i < COLORS - 1 && parts[i].value > 0; i++)
        stack_name(to, &x, color_of(i), parts[i].name.ptr, parts[i].name.len, 100 * parts[i].value / whole);
    if (rest > whole / 1000) stack_name(to, &x, "c7", "Others", 6, 100 * rest / whole);
    if (s->alone) s->y += SHEET_LINE + 8;
    else fputs("</ol></div>\n", out);
}

/* Lines ----------------------------------------------------------------------------------------------------------- */

static int point_of(const nvs_metric *d, size_t i, uint64_t origin, double *x, double *y)
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
static void put_ground(FILE *out, const plot *p, double x)
{
    put_coordinate(out, x);
    putc(',', out);
    put_coordinate(out, at_y(p, 0));
}

/* The points of a line. Of many, the lowest and the highest of each piece of the axis; those in the middle of a level
   stretch say nothing. area: it begins and ends on the ground. */
static void put_points(FILE *out, const plot *p, const nvs_metric *d, uint64_t origin, int area)
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
                putc(',', out);
                put_coordinate(out, last[0][1]);
                putc(' ', out);
                memcpy(last[0], last[1], sizeof last[0]);
                held = 1;
            }
            last[held][0] = px;
            last[held][1] = py;
            if (area && !any) {
                put_ground(out, p, px);
                putc(' ', out);
            }
            any = 1;
            held++;
        }
    }
    for (i = 0; i < held; i++) {
        put_coordinate(out, last[i][0]);
        putc(',', out);
        put_coordinate(out, last[i][1]);
        if (i + 1 < held) putc(' ', out);
    }
    if (area && any) {
        putc(' ', out);
        put_ground(out, p, last[held - 1][0]);
    }
}

static void widen(double *low, double *high, int *any, double v)
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
        fprintf(to->f, "><path class=\"l %s%s\" d=\"M0 8H24\"/></svg>", color_of(n), n > 0 ? " dash" : "");
        n++;
        sheet_text(to, SHEET_MARGIN + 32, "t", p->cell.label.ptr, p->cell.label.len, 58);
        to->html->y += SHEET_LINE;
    }
}

/* Points, lowest and highest of each line: what the text page says, too. */
static void line_table(const figure *h, const nvs_part *one, const nvs_part *end, int kind, const char *what)
{
    const nvs_part *p;
    size_t n = 0;
    if (h->to->html->alone) {
        line_legend(h);
        return;
    }
    fprintf(h->to->f, "<details class=\"raw\"><summary>Values</summary><table><thead><tr><th scope=\"col\">%s<th scope=\"col\">Points"
                    "<th scope=\"col\">Lowest<th scope=\"col\">Highest</thead><tbody>\n", what);
    for (p = one; p < end; p++) {
        double low, high;
        if ((int)p->kind != kind || !is_shown(&p->cell)) continue;
        range_of(&p->cell.data, &low, &high);
        fputs("<tr><th", h->to->f);
        put_metric_title(h->to, p->cell.name);
        putc('>', h->to->f);
        if (kind == NVS_PART_KIND_LINE) fprintf(h->to->f, "<span class=\"%s\"></span>", color_of(n++));
        put_view(h->to->f, p->cell.label);
        fprintf(h->to->f, "<td>%zu<td>", p->cell.data.count);
        put_value_of(h, &p->cell, low);
        fputs("<td>", h->to->f);
        put_value_of(h, &p->cell, high);
        putc('\n', h->to->f);
    }
    fputs("</tbody></table></details>\n", h->to->f);
}

static void draw_lines(const figure *h)
{
    const nvs_view label = h->label;
    const nvs_part *p, *line = NULL;
    nvs_view title;
    plot f;
    scale s;
    double x, y, low, high;
    cli_buf caption = {NULL, 0, 0};
    int any_x = 0, any_y = 0, steps = 0;
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
    fputs(">", h->to->f);
    put_ticks(h->to->f, &f, 1, 4, s.by);
    put_ticks(h->to->f, &f, 0, 6, 1);
    title = label_of(nvs_node_child(h->item->node, NVS_FIELD_AXIS_Y));
    axis_title(h->to->f, &f, 1, title.ptr, title.len);
    title = label_of(nvs_node_child(h->item->node, NVS_FIELD_AXIS_X));
    axis_title(h->to->f, &f, 0, title.ptr, title.len);
    for (p = h->item + 1; p < h->end; p++) {
        if (p->kind != NVS_PART_KIND_LINE || !is_shown(&p->cell) || p->cell.data.count == 0) continue;
        fprintf(h->to->f, "<polyline class=\"l %s%s\" points=\"", color_of(n), n > 0 ? " dash" : "");
        n++;
        put_points(h->to->f, &f, &p->cell.data, 0, 0);
        fputs("\"/>", h->to->f);
    }
    for (p = h->item + 1; p < h->end; p++) { /* where the kernel is */
        int number;
        const double at = nvs_value_number(&p->cell.data.value, &number);
        if (p->kind != NVS_PART_KIND_HIGHLIGHT || p->cell.state != NVS_CELL_STATE_VALUE || !number || !(at >= f.x0 && at <= f.x1)) continue;
        fputs("<path class=\"now\" d=\"M", h->to->f);
        put_coordinate(h->to->f, at_x(&f, at));
        putc(' ', h->to->f);
        put_coordinate(h->to->f, f.top - 4);
        fputs("V", h->to->f);
        put_coordinate(h->to->f, f.bottom);
        fputs("\"/><text class=\"k e\" x=\"", h->to->f);
        put_coordinate(h->to->f, f.right);
        fputs("\" y=\"", h->to->f);
        put_coordinate(h->to->f, f.top - 9 + 14 * steps++);
        fputs("\">", h->to->f);
        if (p->cell.label.len == title.len && memcmp(p->cell.label.ptr, title.ptr, title.len) == 0) fputs("here", h->to->f);
        else put_view(h->to->f, p->cell.label);
        fputs(": ", h->to->f);
        put_si(h->to->f, at);
        fputs("</text>", h->to->f);
        for (i = 0; i < line->cell.data.count; i++)
            if (point_of(&line->cell.data, i, 0, &x, &y) && !(x < at)) {
                fputs("<circle class=\"dot\" r=\"4\" cx=\"", h->to->f);
                put_coordinate(h->to->f, at_x(&f, x));
                fputs("\" cy=\"", h->to->f);
                put_coordinate(h->to->f, at_y(&f, y));
                fputs("\"/>", h->to->f);
                break;
            }
    }
    fputs("</svg>\n", h->to->f);
    line_table(h, h->item + 1, h->end, NVS_PART_KIND_LINE, "Line");
    end_figure(h->to);
}

/* Histogram ------------------------------------------------------------------------------------------------------- */

static void draw_histogram(const figure *h)
{
    const nvs_view label = h->label;
    const nvs_part *p;
    for (p = h->item + 1; p < h->end; p++) {
        plot f;
        uint64_t i, most = 0;
        nvs_view title;
        if (p->kind != NVS_PART_KIND_BINS || p->u.bins.count == 0) continue;
        if (p->u.bins.count > 4096) {
            if (!h->to->html->alone) fprintf(h->to->f, "<p class=\"about\">A histogram of %" PRIu64 " bins is too large to draw.</p>\n", (uint64_t)p->u.bins.count);
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
        fputs(">", h->to->f);
        put_ticks(h->to->f, &f, 1, f.y1 < 4 ? (int)f.y1 : 4, 1);
        put_ticks(h->to->f, &f, 0, 6, 1);
        title = label_of(nvs_node_child(h->item->node, NVS_FIELD_HISTOGRAM_AXIS));
        axis_title(h->to->f, &f, 0, title.ptr, title.len);
        title = label_of(nvs_node_child(h->item->node, NVS_FIELD_VALUE_AXIS));
        axis_title(h->to->f, &f, 1, title.len > 0 ? title.ptr : "Count", title.len > 0 ? title.len : 5);
        for (i = 0; i < p->u.bins.count; i++) {
            const double step = (f.right - f.left) / (double)p->u.bins.count, top = at_y(&f, (double)p->u.bins.counts[i]);
            if (p->u.bins.counts[i] == 0) continue;
            fputs("<rect class=\"c1\" x=\"", h->to->f);
            put_coordinate(h->to->f, f.left + step * (double)i + 0.5);
            fputs("\" y=\"", h->to->f);
            put_coordinate(h->to->f, top);
            fputs("\" width=\"", h->to->f);
            put_coordinate(h->to->f, step > 2 ? step - 1 : step);
            fputs("\" height=\"", h->to->f);
            put_coordinate(h->to->f, f.bottom - top);
            fprintf(h->to->f, "\"><title>%.6g to %.6g: %" PRIu64 "</title></rect>", p->u.bins.low + p->u.bins.width * (double)i,
                    p->u.bins.low + p->u.bins.width * (double)(i + 1), p->u.bins.counts[i]);
        }
        fputs("</svg>\n", h->to->f);
        if (!h->to->html->alone) {
            fputs("<details class=\"raw\"><summary>Values</summary><table><thead><tr><th scope=\"col\">From<th scope=\"col\">To"
                  "<th scope=\"col\">Count</thead><tbody>\n", h->to->f);
            for (i = 0; i < p->u.bins.count; i++)
                fprintf(h->to->f, "<tr><td>%.6g<td>%.6g<td>%" PRIu64 "\n", p->u.bins.low + p->u.bins.width * (double)i,
                        p->u.bins.low + p->u.bins.width * (double)(i + 1), p->u.bins.counts[i]);
            fputs("</tbody></table></details>\n", h->to->f);
        }
        end_figure(h->to);
    }
}

#define ROOF_COLUMN 70 /* by itself, and the letters of a name */
#define ROOF_LETTERS 32

/* Roofline -------------------------------------------------------------------------------------------------------- */

static int has_point(const nvs_part *p)
{
    return is_drawn(p) && p->u.point.has_intensity && p->u.point.intensity > 0 && p->u.point.work > 0 &&
           is_finite(p->u.point.intensity) && is_finite(p->u.point.work);
}

/* The sign of a point: each has its own shape, so that none depends on colour. */
static void put_sign(FILE *out, size_t n, double x, double y)
{
    static const char *const paths[] = {"m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z", "m-5-5h10v10h-10z", "m0-6l6 10h-12z", "m0-6l6 6l-6 6l-6-6z",
                                        "m0 6l6-10h-12z", "m-2-6h4v4h4v4h-4v4h-4v-4h-4v-4h4z"};
    fputs("<path d=\"M", out);
    put_coordinate(out, x);
    putc(' ', out);
    put_coordinate(out, y);
    fprintf(out, "%s\"/>", paths[n % (sizeof paths / sizeof *paths)]);
}

static void put_point_title(const figure *h, const nvs_part *p)
{
    const nvs_view label = nvs_node_text(nvs_node_child(p->node, NVS_FIELD_OPTIONS), NVS_FIELD_LABEL);
    fputs("<title>", h->to->f);
    put_view(h->to->f, label);
    fputs(": ", h->to->f);
    put_si(h->to->f, p->u.point.work);
    if (p->kind == NVS_PART_KIND_CEILING) fputs("/s at most, ", h->to->f);
    else fputs("/s at ", h->to->f);
    if (p->kind == NVS_PART_KIND_CEILING) {
        put_si(h->to->f, p->u.point.traffic);
        fputs("byte/s, ridge at ", h->to->f);
    }
    put_si(h->to->f, p->u.point.intensity);
    fputs(" a byte</title>", h->to->f);
}

/* A figure in column n of the table below a roofline. */
static void put_cell_si(output *to, int n, int has, double v)
{
    cli_buf b = {NULL, 0, 0};
    if (has) add_si(&b, v);
    if (to->html->alone) sheet_text(to, to->html->width - SHEET_MARGIN - ROOF_COLUMN * (2 - n), "e", b.ptr, b.len, (size_t)-1);
    else fprintf(to->f, "<td>%s", has ? b.ptr : "");
    cli_buf_free(&b);
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
        fprintf(to->f, "<table class=\"legend\"><thead><tr><th scope=\"col\">Roof or point<th scope=\"col\">%s<th scope=\"col\">%s"
                "<th scope=\"col\">%s</thead><tbody>\n", titles[0], titles[1], titles[2]);
    for (p = one; p < end; p++) {
        const nvs_view label = nvs_node_text(nvs_node_child(p->node, NVS_FIELD_OPTIONS), NVS_FIELD_LABEL);
        const int wall = p->kind == NVS_PART_KIND_WALL;
        if (!is_drawn(p)) continue;
        if (alone) sheet_picture(to, SHEET_MARGIN, to->html->y, 24, 14);
        else fputs("<tr><th><svg", to->f);
        fprintf(to->f, " viewBox=\"0 0 24 14\"%s>", alone ? "" : " aria-hidden=\"true\"");
        if (p->kind == NVS_PART_KIND_ACHIEVED) {
            fprintf(to->f, "<g class=\"p %s\">", color_of(points));
            put_sign(to->f, points++, 12, 7);
            fputs("</g>", to->f);
        } else {
            fprintf(to->f, "<path class=\"l r%zu %s\" d=\"M0 7H24\"/>", roofs % 4, wall ? "wall" : color_of(roofs));
            roofs += !wall;
        }
        fputs("</svg>", to->f);
        if (!alone) put_view(to->f, label);
        put_cell_si(to, 0, p->u.point.has_work, p->u.point.work);
        put_cell_si(to, 1, !wall && p->u.point.has_traffic, p->u.point.traffic);
        put_cell_si(to, 2, !wall && p->u.point.has_intensity && is_finite(p->u.point.intensity), p->u.point.intensity);
        if (alone) {
            sheet_text(to, SHEET_MARGIN + 32, "t", label.ptr, label.len, ROOF_LETTERS);
            to->html->y += SHEET_LINE;
        }
        putc('\n', to->f);
    }
    if (!alone) fputs("</tbody></table>\n", to->f);
}

static void draw_roofline(const figure *h)
{
    const nvs_view label = h->label;
    const nvs_part *p;
    nvs_view title;
    size_t roofs = 0, points = 0;
    int any_x = 0, any_y = 0;
    plot f;
    memset(&f, 0, sizeof f);
    for (p = h->item + 1; p < h->end; p++) {
        if (p->kind == NVS_PART_KIND_WALL || !has_point(p)) continue;
        widen(&f.x0, &f.x1, &any_x, log10(p->u.point.intensity));
        widen(&f.y0, &f.y1, &any_y, log10(p->u.point.work));
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
    fputs(">", h->to->f);
    put_ticks(h->to->f, &f, 1, f.y1 - f.y0 > 8 ? 6 : (int)(f.y1 - f.y0), 1);
    put_ticks(h->to->f, &f, 0, f.x1 - f.x0 > 8 ? 6 : (int)(f.x1 - f.x0), 1);
    title = label_of(nvs_node_child(h->item->node, NVS_FIELD_AXIS_WORK));
    axis_title(h->to->f, &f, 1, title.len > 0 ? title.ptr : "Work/s", title.len > 0 ? title.len : 6);
    title = label_of(nvs_node_child(h->item->node, NVS_FIELD_AXIS_INTENSITY));
    axis_title(h->to->f, &f, 0, title.len > 0 ? title.ptr : "Work/byte", title.len > 0 ? title.len : 9);
    for (p = h->item + 1; p < h->end; p++) {
        double x, y, ridge, slope;
        if (p->kind != NVS_PART_KIND_CEILING || !is_drawn(p)) continue;
        if (has_point(p)) {
            ridge = log10(p->u.point.intensity);
            slope = log10(p->u.point.work);
            x = f.x0;
            y = slope - (ridge - f.x0);
            if (y < f.y0) {
                x += f.y0 - y;
                y = f.y0;
            }
            fprintf(h->to->f, "<g class=\"%s\"><path class=\"l r%zu\" d=\"M", color_of(roofs), roofs % 4);
            put_coordinate(h->to->f, at_x(&f, x));
            putc(' ', h->to->f);
            put_coordinate(h->to->f, at_y(&f, y));
            putc('L', h->to->f);
            put_coordinate(h->to->f, at_x(&f, ridge));
            putc(' ', h->to->f);
            put_coordinate(h->to->f, at_y(&f, slope));
            putc('H', h->to->f);
            put_coordinate(h->to->f, f.right);
            fputs("\">", h->to->f);
            put_point_title(h, p);
            fputs("</path></g>", h->to->f);
        }
        roofs++;
    }
    for (p = h->item + 1; p < h->end; p++) {
        double x;
        if (p->kind != NVS_PART_KIND_WALL || !is_drawn(p) || !(p->u.point.work > 0)) continue;
        x = log10(p->u.point.work);
        if (!(x >= f.x0 && x <= f.x1)) continue;
        fputs("<path class=\"l wall\" d=\"M", h->to->f);
        put_coordinate(h->to->f, at_x(&f, x));
        putc(' ', h->to->f);
        put_coordinate(h->to->f, f.top);
        fputs("V", h->to->f);
        put_coordinate(h->to->f, f.bottom);
        fputs("\"/>", h->to->f);
    }
    for (p = h->item + 1; p < h->end; p++) {
        if (p->kind != NVS_PART_KIND_ACHIEVED || !is_drawn(p)) continue;
        if (has_point(p)) {
            const double x = at_x(&f, log10(p->u.point.intensity)), y = at_y(&f, log10(p->u.point.work));
            fputs("<path class=\"drop\" d=\"M", h->to->f);
            put_coordinate(h->to->f, x);
            putc(' ', h->to->f);
            put_coordinate(h->to->f, y);
            fputs("V", h->to->f);
            put_coordinate(h->to->f, f.bottom);
            fprintf(h->to->f, "\"/><g class=\"p %s\">", color_of(points));
            put_point_title(h, p);
            put_sign(h->to->f, points, x, y);
            fputs("</g>", h->to->f);
        }
        points++;
    }
    fputs("</svg>\n", h->to->f);
    roof_table(h, h->item + 1, h->end);
    end_figure(h->to);
}

/* Timelines ------------------------------------------------------------------------------------------------------- */

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

void put_ns(FILE *out, double ns)
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    int step = 0;
    while (step < 3 && fabs(ns) >= 1000) {
        ns /= 1000;
        step++;
    }
    fprintf(out, "%.4g %s", ns, units[step]);
}

void html_time_axis(FILE *out, double from, double to)
{
    fputs("<div class=\"axis\"><span>", out);
    put_ns(out, from);
    fputs("</span><span>", out);
    put_ns(out, from / 2 + to / 2);
    fputs("</span><span>", out);
    put_ns(out, to);
    fputs("</span></div>\n", out);
}

static void sheet_time_axis(output *to, double from, double end)
{
    static const char *const looks[] = {"d", "d m", "d e"};
    const double left = SHEET_MARGIN, right = to->html->width - SHEET_MARGIN;
    int i;
    for (i = 0; i < 3; i++) {
        fprintf(to->f, "<text class=\"%s\" x=\"%g\" y=\"", looks[i], left + (right - left) * i / 2);
        put_coordinate(to->f, to->html->y + 10);
        fputs("\">", to->f);
        put_ns(to->f, i == 0 ? from : i == 1 ? from / 2 + end / 2 : end);
        fputs("</text>", to->f);
    }
    to->html->y += SHEET_LINE;
}

/* Series of a group stand below each other over the same axis. It is as long as the kernel, and a little longer; where that is
   not known, it begins and ends where anything happens. */
static void draw_timeline(const figure *h)
{
    const nvs_part *p;
    passes all;
    double first, last, from = 0, to = 0, margin;
    const int alone = h->to->html->alone;
    int any = 0, busy = 0, one;
    passes_of(h, &all);
    for (p = h->item + 1; p < h->end; p++) {
        if (p->kind != NVS_PART_KIND_SERIES || !is_shown(&p->cell) ||
            (one = span_of(&p->cell.data, origin_of(&all, &p->cell.data), &first, &last)) == 0)
            continue;
        if (one > 1 && !busy) any = 0; /* what is all zero says nothing about the axis */
        busy |= one > 1;
        if (busy && one == 1) continue;
        if (!any || first < from) from = first;
        if (!any || last > to) to = last;
        any = 1;
    }
    if (!any) return;
    if (all.aligned && all.length > 0) {
        from = 0;
        to = (double)all.length;
    }
    margin = (to - from) / (all.aligned ? 10 : 20);
    from = all.aligned || from > margin ? from - margin : 0;
    to += margin;
    begin_figure(h->to, "timeline wide", h->label.ptr, h->label.len);
    if (passes_words(&all) != NULL) {
        if (alone) {
            sheet_text(h->to, SHEET_MARGIN, "d", passes_words(&all), strlen(passes_words(&all)), 110);
            h->to->html->y += SHEET_LINE + 4;
        } else fprintf(h->to->f, "<p class=\"about\">%s</p>\n", passes_words(&all));
    }
    if (!alone) fputs("<div class=\"rows\">\n", h->to->f);
    for (p = h->item + 1; p < h->end; p++) {
        plot f;
        scale s;
        double low, high;
        if (p->kind == NVS_PART_KIND_GROUP) {
            const nvs_view group = label_of(p->node);
            if (alone) {
                h->to->html->y += 6;
                sheet_text(h->to, SHEET_MARGIN, "k d", group.ptr, group.len, 110);
                h->to->html->y += SHEET_LINE + 2;
                continue;
            }
            fputs("<h4>", h->to->f);
            put_view(h->to->f, group);
            fputs("</h4>\n", h->to->f);
            continue;
        }
        if (p->kind != NVS_PART_KIND_SERIES || !is_shown(&p->cell) || span_of(&p->cell.data, origin_of(&all, &p->cell.data), &first, &last) == 0) continue;
        range_of(&p->cell.data, &low, &high);
        scale_of(&s, view_of(p->cell.name), high, &h->e->m->style);
        memset(&f, 0, sizeof f);
        f.right = 1000;
        f.top = 2;
        f.bottom = 38;
        f.x0 = from;
        f.x1 = to > from ? to : from + 1;
        f.y0 = low < 0 ? low : 0;
        f.y1 = high > f.y0 ? high : f.y0 + 1;
        if (alone) {
            html_state *sheet = h->to->html;
            fprintf(h->to->f, "<text class=\"d e\" x=\"%g\" y=\"", sheet->width - SHEET_MARGIN);
            put_coordinate(h->to->f, sheet->y + 12);
            fputs("\">", h->to->f);
            put_value_of(h, &p->cell, high);
            fputs("</text>\n", h->to->f);
            sheet_text(h->to, SHEET_MARGIN, "t", p->cell.label.ptr, p->cell.label.len, 95);
            sheet->y += SHEET_LINE;
            sheet_picture(h->to, SHEET_MARGIN, sheet->y, sheet->width - 2 * SHEET_MARGIN, 40);
            fputs(" viewBox=\"0 0 1000 40\" preserveAspectRatio=\"none\"><rect class=\"soft\" width=\"1000\" height=\"40\"/>", h->to->f);
            sheet->y += 40 + 6;
        } else {
            fputs("<div class=\"row\"><div", h->to->f);
            put_metric_title(h->to, p->cell.name);
            putc('>', h->to->f);
            put_view(h->to->f, p->cell.label);
            fputs(" <b>", h->to->f);
            put_value_of(h, &p->cell, high);
            fputs("</b></div><svg viewBox=\"0 0 1000 40\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"", h->to->f);
            put_view(h->to->f, p->cell.label);
            fputs(" over time\"", h->to->f);
            put_edges(h->to, &f, s.by, s.unit);
            fputs(" data-time=\"1\">", h->to->f);
        }
        fputs("<polyline class=\"l area c1\" points=\"", h->to->f);
        put_points(h->to->f, &f, &p->cell.data, origin_of(&all, &p->cell.data), 1);
        fputs(alone ? "\"/></svg>\n" : "\"/></svg></div>\n", h->to->f);
    }
    if (alone) sheet_time_axis(h->to, from, to);
    else {
        html_time_axis(h->to->f, from, to);
        fputs("</div>\n", h->to->f);
    }
    line_table(h, h->item + 1, h->end, NVS_PART_KIND_SERIES, "Series");
    end_figure(h->to);
}

/* Memory ---------------------------------------------------------------------------------------------------------- */

/* A way between two units: from x1 to x2 at y; the first of the names that the result has counts. */
typedef struct way {
    const char *label;
    int x1, x2, y;       /* x1 > x2: to the left */
    int what;            /* WAY_... */
    const char *names[3];
} way;

enum { WAY_REQUESTS, WAY_BYTES, WAY_SECTORS };

static const way ways[] = {
    {"Global loads", 106, 292, 44, WAY_REQUESTS, {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "smsp__sass_inst_executed_op_global_ld.sum", "smsp__inst_executed_op_global_ld.sum"}},
    {"Global stores", 106, 292, 72, WAY_REQUESTS, {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "smsp__sass_inst_executed_op_global_st.sum", "smsp__inst_executed_op_global_st.sum"}},
    {"Local loads", 106, 292, 100, WAY_REQUESTS, {"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", "smsp__sass_inst_executed_op_local_ld.sum", "smsp__inst_executed_op_local_ld.sum"}},
    {"Local stores", 106, 292, 128, WAY_REQUESTS, {"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", "smsp__sass_inst_executed_op_local_st.sum", "smsp__inst_executed_op_local_st.sum"}},
    {"Texture", 106, 292, 156, WAY_REQUESTS, {"l1tex__t_requests_pipe_tex_mem_texture.sum", "smsp__inst_executed_op_texture.sum", NULL}},
    {"Shared loads", 106, 292, 226, WAY_REQUESTS, {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "smsp__sass_inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_ld.sum"}},
    {"Shared stores", 106, 292, 254, WAY_REQUESTS, {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "smsp__sass_inst_executed_op_shared_st.sum", "smsp__inst_executed_op_shared_st.sum"}},
    {"Read", 530, 412, 72, WAY_BYTES, {"l1tex__m_xbar2l1tex_read_bytes.sum", NULL, NULL}},
    {"Read", 530, 412, 72, WAY_SECTORS, {"lts__t_sectors_srcunit_tex_op_read.sum", NULL, NULL}},
    {"Written", 412, 530, 128, WAY_BYTES, {"l1tex__m_l1tex2xbar_write_bytes.sum", NULL, NULL}},
    {"Written", 412, 530, 128, WAY_SECTORS, {"lts__t_sectors_srcunit_tex_op_write.sum", NULL, NULL}},
    {"Read", 770, 646, 44, WAY_BYTES, {"dram__bytes_read.sum", NULL, NULL}},
    {"Written", 646, 770, 72, WAY_BYTES, {"dram__bytes_write.sum", NULL, NULL}},
    {"Read", 770, 646, 136, WAY_SECTORS, {"lts__t_sectors_srcunit_tex_aperture_sysmem_op_read_lookup_miss.sum", NULL, NULL}},
    {"Written", 646, 770, 164, WAY_SECTORS, {"lts__t_sectors_srcunit_tex_aperture_sysmem_op_write_lookup_miss.sum", NULL, NULL}},
    {"Read", 770, 646, 228, WAY_SECTORS, {"lts__t_sectors_srcunit_tex_aperture_peer_op_read_lookup_miss.sum", NULL, NULL}},
    {"Written", 646, 770, 256, WAY_SECTORS, {"lts__t_sectors_srcunit_tex_aperture_peer_op_write_lookup_miss.sum", NULL, NULL}}};

#define WAYS (sizeof ways / sizeof *ways)

typedef struct unit {
    const char *name;
    int x, y, width, height;
    const char *rate, *busy; /* metrics; NULL: none */
} unit;

static const unit units[] = {
    {"Kernel", 10, 16, 96, 256, NULL, NULL},
    {"L1/TEX cache", 292, 16, 120, 160, "l1tex__t_sector_hit_rate.pct", "l1tex__throughput.avg.pct_of_peak_sustained_active"},
    {"Shared memory", 292, 200, 120, 72, NULL, NULL},
    {"L2 cache", 530, 16, 116, 256, "lts__t_sector_hit_rate.pct", "lts__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"Device memory", 770, 16, 120, 74, NULL, "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"System memory", 770, 108, 120, 74, NULL, NULL},
    {"Peer memory", 770, 200, 120, 74, NULL, NULL}};

/* Bytes, or requests, of a way; 0: not known. */
static int way_value(const evaluated *e, const way *w, double *value)
{
    size_t i;
    int has = 0;
    for (i = 0; i < 3 && w->names[i] != NULL && !has; i++) *value = evaluated_number(e, w->names[i], &has);
    if (has && w->what == WAY_SECTORS) *value *= 32;
    return has && is_finite(*value) && *value >= 0;
}

static void put_way_value(FILE *out, const way *w, double value)
{
    put_si(out, value);
    fputs(w->what == WAY_REQUESTS ? "" : value >= 1000 ? "B" : " B", out);
}

int html_memory(output *to, evaluated *e)
{
    double value[WAYS], most[2] = {0, 0};
    int known[WAYS];
    size_t i, bytes = 0, requests = 0;
    for (i = 0; i < WAYS; i++) {
        const int what = ways[i].what != WAY_REQUESTS;
        known[i] = way_value(e, &ways[i], &value[i]);
        /* Sectors stand in for bytes that are not counted. */
        if (known[i] && i > 0 && known[i - 1] && ways[i].y == ways[i - 1].y && ways[i].x1 == ways[i - 1].x1) known[i] = 0;
        if (!known[i]) continue;
        if (value[i] > most[what]) most[what] = value[i];
        if (what) bytes++;
        else requests++;
    }
    if (bytes < 2 || bytes + requests < 4) return 0;
    begin_figure(to, "memory wide", "Traffic between the units of the memory system", 46);
    if (to->html->alone) {
        sheet_picture(to, SHEET_MARGIN, to->html->y, 900, 288);
        fputs(" viewBox=\"0 0 900 288\">", to->f);
        to->html->y += 288;
    } else
        fputs("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Diagram\"><svg viewBox=\"0 0 900 288\" role=\"img\" aria-label=\"Traffic between kernel, caches and memories; the values stand in the "
              "table below\">", to->f);
    for (i = 0; i < sizeof units / sizeof *units; i++) {
        const unit *u = &units[i];
        int has;
        double v;
        const int middle = u->y + u->height / 2, x = u->x + u->width / 2;
        fprintf(to->f, "<rect class=\"unit\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/><text class=\"m k\" x=\"%d\" y=\"%d\">%s</text>",
                u->x, u->y, u->width, u->height, x, u->rate != NULL || u->busy != NULL ? middle - 8 : middle + 4, u->name);
        if (u->rate != NULL && (v = evaluated_number(e, u->rate, &has), has))
            fprintf(to->f, "<text class=\"m\" x=\"%d\" y=\"%d\">%.2f%% hits</text>", x, middle + 10, v);
        if (u->busy != NULL && (v = evaluated_number(e, u->busy, &has), has))
            fprintf(to->f, "<text class=\"m\" x=\"%d\" y=\"%d\">%.2f%% busy</text>", x, middle + (u->rate != NULL ? 26 : 10), v);
    }
    for (i = 0; i < WAYS; i++) {
        const way *w = &ways[i];
        const int what = w->what != WAY_REQUESTS, left = w->x1 > w->x2, a = w->x1 + (left ? -3 : 3), b = w->x2 + (left ? 10 : -10);
        double thick;
        if (!known[i]) continue;
        if (!(value[i] > 0)) {
            fprintf(to->f, "<path class=\"g\" d=\"M%d %dH%d\"/><text class=\"m\" x=\"%d\" y=\"%d\">", w->x1, w->y, w->x2, (a + b) / 2, w->y - 7);
            if (!what) fprintf(to->f, "%s ", w->label);
            fputs("0</text>", to->f);
            continue;
        }
        thick = most[what] > 0 ? 1 + 7 * sqrt(value[i] / most[what]) : 1;
        fprintf(to->f, "<g class=\"way %s\"><path d=\"M%d %dH%d\" stroke-width=\"", what ? "c1" : "c3", a, w->y, b);
        put_coordinate(to->f, thick);
        fprintf(to->f, "\"/><path class=\"head\" d=\"M%d %dl%d-5v10z\"/></g><text class=\"m\" x=\"%d\" y=\"%d\">", w->x2, w->y,
                left ? 11 : -11, (a + b) / 2, w->y - 7);
        if (!what) fprintf(to->f, "%s ", w->label);
        put_way_value(to->f, w, value[i]);
        fputs("</text>", to->f);
    }
    fputs("</svg>", to->f);
    if (to->html->alone) {
        end_figure(to);
        return 1;
    }
    fputs("</div>\n<details class=\"raw\"><summary>Values</summary><table><thead><tr><th scope=\"col\">From<th scope=\"col\">To"
          "<th scope=\"col\">What<th scope=\"col\">Value</thead><tbody>\n", to->f);
    for (i = 0; i < WAYS; i++) {
        const way *w = &ways[i];
        const char *ends[2] = {"", ""};
        size_t k;
        int n;
        if (!known[i]) continue;
        for (n = 0; n < 2; n++)
            for (k = 0; k < sizeof units / sizeof *units; k++) {
                const int x = n ? w->x2 : w->x1;
                if ((x == units[k].x || x == units[k].x + units[k].width) && w->y > units[k].y && w->y < units[k].y + units[k].height)
                    ends[n] = units[k].name;
            }
        fprintf(to->f, "<tr><td>%s<td>%s<td>%s<td>", ends[0], ends[1], w->label);
        if (w->what == WAY_REQUESTS) fprintf(to->f, "%.0f requests", value[i]);
        else put_way_value(to->f, w, value[i]);
        putc('\n', to->f);
    }
    fputs("</tbody></table></details>\n", to->f);
    end_figure(to);
    return 1;
}

/* Tables ---------------------------------------------------------------------------------------------------------- */

void html_metric_row(output *to, const value_style *style, const nvs_cell *x)
{
    cli_buf name = {NULL, 0, 0}, value = {NULL, 0, 0};
    scale s;
    int number;
    const double d = nvs_value_number(&x->data.value, &number);
    put_cell_name(&name, style, x);
    put_cell_value(&value, style, x, &s);
    fputs("<tr><th", to->f);
    put_metric_title(to, x->name);
    putc('>', to->f);
    put_html_buf(to->f, &name);
    fputs("<td", to->f);
    if (number && strcmp(s.unit, "%") == 0 && d > 0 && d <= 100) fprintf(to->f, " style=\"--h:%.0f\"", d);
    fputs(">", to->f);
    put_html_buf(to->f, &value);
    fputs("<td>", to->f);
    put_html_text(to->f, s.unit);
    putc('\n', to->f);
}

/* A table of several columns. */
static void draw_matrix(const figure *h)
{
    FILE *out = h->to->f;
    const int suffixes = h->item->node->name == NVS_FIELD_SUFFIX_TABLE, fold = h->item->rows > 16;
    size_t rows, columns, row, i;
    const nvs_part **list = matrix_of(h, &rows, &columns);
    fputs("<div class=\"card\">", out);
    if (h->label.len > 0) {
        fputs("<h4>", out);
        put_view(out, h->label);
        fputs("</h4>\n", out);
    }
    if (fold) fprintf(out, "<details class=\"raw\"><summary>Table of %" PRIu64 " rows</summary>", h->item->rows);
    fputs("<table>", out);
    if (suffixes) {
        fputs("<thead><tr><th scope=\"col\">Metric", out);
        for (i = 0; i < columns; i++) {
            fputs("<th scope=\"col\">", out);
            put_view(out, suffix_title(h, i));
        }
        fputs("</thead>", out);
    }
    fputs("<tbody>\n", out);
    for (row = 0; row < rows; row++) {
        fputs("<tr>", out);
        for (i = 0; i < columns; i++) {
            const nvs_part *p = list[row * columns + i];
            cli_buf b = {NULL, 0, 0};
            if (p == NULL) continue;
            if (i == 0 || !suffixes) {
                fprintf(out, "<th%s>", suffixes ? " scope=\"row\"" : "");
                put_view(out, p->cell.label);
            }
            fputs("<td", out);
            put_metric_title(h->to, p->cell.name);
            putc('>', out);
            if (is_shown(&p->cell)) put_cell_amount(&b, &h->e->m->style, &p->cell, &p->cell.data.value);
            put_html_buf(out, &b);
        }
        putc('\n', out);
    }
    fprintf(out, "</tbody></table>%s</div>\n", fold ? "</details>" : "");
    cli_free((void *)(uintptr_t)list);
}

static void draw_cells(const figure *h)
{
    const nvs_view label = h->label;
    const nvs_part *p;
    int percent = 1;
    for (p = h->item + 1; p < h->end; p++)
        if (p->kind == NVS_PART_KIND_CELL && is_shown(&p->cell)) {
            ncurep_metric_facts f;
            ncurep_metric_describe(view_of(p->cell.name), &f);
            if (strcmp(f.unit, "%") != 0) percent = 0;
        }
    if (percent && !is_matrix(h->item)) {
        draw_bars(h, NVS_PART_KIND_CELL);
        return;
    }
    if (h->to->html->alone) return;
    if (is_matrix(h->item)) {
        draw_matrix(h);
        return;
    }
    fputs("<div class=\"card\">", h->to->f);
    if (label.len > 0) {
        fputs("<h4>", h->to->f);
        put_html(h->to->f, label.ptr, label.len);
        fputs("</h4>\n", h->to->f);
    }
    fputs("<table class=\"plain\"><tbody>\n", h->to->f);
    for (p = h->item + 1; p < h->end; p++)
        if (p->kind == NVS_PART_KIND_CELL && is_shown(&p->cell)) html_metric_row(h->to, &h->e->m->style, &p->cell);
    fputs("</tbody></table></div>\n", h->to->f);
}

/* Where in the code a counter is largest: so many rows. */
static void put_hot(const figure *h, const machine_code *code, const nvs_cell *x)
{
    const size_t mark = h->e->read_count;
    const nvs_metric d = column_data(h->e, x);
    size_t count, i;
    line_value *list = by_heat(&d, heat_rows(h), &count);
    nvs_view label = x->label;
    if (label.len > sizeof STALL - 1 && memcmp(label.ptr, STALL, sizeof STALL - 1) == 0) {
        label.ptr += sizeof STALL - 1;
        label.len -= sizeof STALL - 1;
    }
    fputs("<table><thead><tr><th scope=\"col\">Where<th scope=\"col\"", h->to->f);
    put_metric_title(h->to, x->name);
    putc('>', h->to->f);
    put_html(h->to->f, label.ptr, label.len);
    fputs("</thead><tbody>\n", h->to->f);
    for (i = 0; i < count && list[i].value > 0; i++) {
        cli_buf b = {NULL, 0, 0}, value = {NULL, 0, 0};
        put_where(&b, code, &list[i].id);
        fputs("<tr><th class=\"code\">", h->to->f);
        put_html_buf(h->to->f, &b);
        put_count(&value, list[i].value);
        fprintf(h->to->f, "<td style=\"--h:%.0f\">%s\n", 100 * list[i].value / list[0].value, value.ptr);
        cli_buf_free(&value);
    }
    fputs("</tbody></table>\n", h->to->f);
    cli_free(list);
    evaluated_forget(h->e, mark);
}

typedef struct weighed {
    const nvs_part *part;
    double sum;
} weighed;

static int by_sum(const void *a, const void *b)
{
    const weighed *x = (const weighed *)a, *y = (const weighed *)b;
    return x->sum < y->sum || x->sum > y->sum ? (x->sum > y->sum ? -1 : 1) : x->part < y->part ? -1 : x->part > y->part;
}

/* The two counters that count most, and a way to the others. */
static void draw_source(const figure *h)
{
    const nvs_view label = h->label;
    weighed *list = (weighed *)cli_alloc((size_t)(h->end - h->item) + 1, sizeof *list);
    const nvs_part *p;
    size_t count = 0, i;
    for (p = h->item + 1; p < h->end && !h->to->html->alone; p++) {
        const size_t mark = h->e->read_count;
        nvs_metric d;
        double sum = 0;
        if (p->kind != NVS_PART_KIND_COLUMN) continue;
        d = column_data(h->e, &p->cell);
        for (i = 0; i < d.count; i++) {
            const nvs_value v = nvs_column_value(&d.values, i);
            const double one = nvs_value_number(&v, NULL);
            if (one > 0 && one - one == 0) sum += one;
        }
        evaluated_forget(h->e, mark);
        if (!(sum > 0)) continue;
        list[count].part = p;
        list[count++].sum = sum;
    }
    if (count > 0) {
        const machine_code *code = code_open(h->e->o, h->e->r);
        qsort(list, count, sizeof *list, by_sum);
        fputs("<div class=\"card\"><h4>", h->to->f);
        put_html(h->to->f, label.ptr, label.len);
        fputs("</h4>\n", h->to->f);
        for (i = 0; i < count; i++) {
            if (i == 2) fprintf(h->to->f, "<details><summary>%zu more</summary>\n", count - 2);
            put_hot(h, code, &list[i].part->cell);
        }
        fprintf(h->to->f, "%s</div>\n", count > 2 ? "</details>" : "");
    }
    cli_free(list);
}

/* An item ---------------------------------------------------------------------------------------------------------- */

#define SMALL 700 /* bytes that may stand on the page twice */

static void draw_table(const figure *h)
{
    if (h->to->html->alone) return;
    fputs("<div class=\"card wide\"><h4>", h->to->f);
    put_view(h->to->f, h->label);
    fputs("</h4>\n", h->to->f);
    (void)memory_table(h->to, h->e, h->item->node->name);
    fputs("</div>\n", h->to->f);
}

static void draw_chart(const figure *h) { draw_bars(h, NVS_PART_KIND_BAR); }

static void begin(const figure *h)
{
    html_state *s = h->to->html;
    s->under = h->to->f;
    s->drawn.len = 0;
    h->to->f = cli_buf_open(&s->drawn);
    if (h->item->node->name == NVS_FIELD_MEMORY_CHART && !s->has_memory) s->has_memory = html_memory(h->to, h->e);
}

/* A chart that the page has already, as launches of one kernel have them, is a reference to it, which the script fills in. */
static void end(const figure *h)
{
    static const char first[] = "<figure", last[] = "</figure>\n";
    html_state *s = h->to->html;
    const cli_buf *b = &s->drawn;
    FILE *out = s->under;
    size_t i, ends = 0;
    uint64_t hash[2] = {14695981039346656037u, 88172645463325252u};
    cli_buf_close(h->to->f);
    h->to->f = out;
    if (b->len == 0 || s->alone) return;
    for (i = 0; i < b->len; i++) {
        hash[0] = (hash[0] ^ (unsigned char)b->ptr[i]) * 1099511628211u;
        hash[1] = (hash[1] + (unsigned char)b->ptr[i]) * 6364136223846793005u;
        hash[1] ^= hash[1] >> 29;
        if (b->len - i >= sizeof last - 1 && b->ptr[i] == '<' && memcmp(b->ptr + i, last, sizeof last - 1) == 0) ends++;
    }
    if (b->len < SMALL || ends != 1 || memcmp(b->ptr, first, sizeof first - 1) != 0) fwrite(b->ptr, 1, b->len, out);
    else {
        char key[sizeof hash];
        memcpy(key, hash, sizeof key);
        i = set_find(&s->charts, key, sizeof key);
        if (i != NOT_IN_SET)
            fprintf(out, "<figure class=\"card\" data-f=\"%zu\"><a href=\"#f%zu\">See the same chart there</a></figure>\n", i, i);
        else {
            fputs(first, out);
            if (s->charts.count < MOST_TEXTS) fprintf(out, " id=\"f%zu\"", set_add(&s->charts, key, sizeof key));
            fwrite(b->ptr + sizeof first - 1, 1, b->len - (sizeof first - 1), out);
        }
    }
}

const figure_back_end html_figures = {begin, draw_cells, draw_table, draw_chart, draw_lines, draw_timeline, draw_histogram, draw_roofline, draw_source, end, 1};
