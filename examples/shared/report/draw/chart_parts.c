/* What the charts of the HTML page are made of: numbers, axes, frames; and a chart by itself, line by line. */
#include "chart_parts.h"

#include <math.h>
#include <string.h>

const char *color_of(size_t i)
{
    static const char *const names[COLORS] = {"c1", "c2", "c3", "c4", "c5", "c6", "c7"};
    return names[i % COLORS];
}

/* A number for coordinates: one digit after the point, none where it is 0. */
void put_coordinate(output *out, double v)
{
    const double rounded = floor(v * 10 + 0.5) / 10;
    if (rounded < 0 || rounded > 0) put_markup(out, rounded - floor(rounded) > 0 ? "%.1f" : "%.0f", rounded);
    else put_markup(out, "0");
}

int is_finite(double d) { return d - d == 0; }

/* Where v lies between low and high, from 0 to 1. */
double part_of(double v, double low, double high)
{
    const double part = (v / 2 - low / 2) / (high / 2 - low / 2);
    return !(part > 0) ? 0 : part > 1 ? 1 : part;
}

/* A number with a sign for its power of 1000, four digits. */
void add_si(cli_buf *b, double v)
{
    static const char *const signs[] = {"", " K", " M", " G", " T", " P", " E"};
    int step = 0;
    while (step < 6 && fabs(v) >= 1000 && fabs(v) < 1e21) {
        v /= 1000;
        step++;
    }
    cli_putf(b, fabs(v) < 1000 ? "%.4g%s" : "%.2g%s", v, signs[step]);
}

void put_si(output *out, double v)
{
    cli_buf b = {NULL, 0, 0};
    add_si(&b, v);
    put_markup_buf(out, &b);
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
        put_markup(to, " data-m=\"%zu\"", number);
        return;
    }
    put_markup(to, " id=\"m%zu\" title=\"%.*s\"", number, TEXT_OF(name));
}

nvs_view label_of(const nvs_node *n) { return nvs_node_text(n, NVS_FIELD_LABEL); }

void put_value_of(const figure *h, const nvs_cell *x, double value)
{
    cli_buf b = {NULL, 0, 0};
    nvs_value v;
    v.kind = NVS_KIND_DOUBLE;
    v.v.d = value;
    put_cell_amount(&b, &h->e->m->style, x, &v);
    put_markup(h->to, "%.*s", text_length(b.len), b.ptr != NULL ? b.ptr : "");
    cli_buf_free(&b);
}

/* Frames ---------------------------------------------------------------------------------------------------------- */

/* A plot of two axes: its rectangle in the picture, and what the edges stand for. */
double at_x(const plot *p, double x) { return p->left + part_of(x, p->x0, p->x1) * (p->right - p->left); }
double at_y(const plot *p, double y) { return p->bottom - part_of(y, p->y0, p->y1) * (p->bottom - p->top); }

/* A step of 1, 2 or 5 times a power of ten, so that about count of them fit. */
double step_of(double low, double high, int count)
{
    const double raw = (high / 2 - low / 2) / count * 2;
    const double power = raw > 0 ? pow(10, floor(log10(raw))) : 1;
    const double times = raw / power;
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

/* The text of a tick. */
static void put_tick(output *out, const plot *p, double v, double by, double step)
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
    put_markup(out, "\">%s</text>", b.ptr);
    cli_buf_free(&b);
}

/* Grid lines and numbers of one axis; by divides the numbers. */
void put_ticks(output *out, const plot *p, int y, int count, double by)
{
    const double low = y ? p->y0 : p->x0, high = y ? p->y1 : p->x1;
    const double step = step_of(low, high, count);
    int i, pass;
    for (pass = 0; pass < 2; pass++) {
        put_markup(out, pass == 0 ? "<path class=\"g\" d=\"" : y ? "<g class=\"e\">" : "<g class=\"m\">");
        for (i = 0; i <= 2 * count + 2; i++) {
            const double v = (ceil(low / step - 1e-9) + i) * step;
            double at;
            if (!(v <= high + step * 1e-6)) break;
            at = y ? at_y(p, v) : at_x(p, v);
            if (pass == 0) {
                put_markup(out, "M");
                put_coordinate(out, y ? p->left : at);
                put_markup(out, " ");
                put_coordinate(out, y ? at : p->top);
                put_markup(out, y ? "H" : "V");
                put_coordinate(out, y ? p->right : p->bottom);
            } else {
                put_markup(out, "<text x=\"");
                put_coordinate(out, y ? p->left - 6 : at);
                put_markup(out, "\" y=\"");
                put_coordinate(out, !y ? p->bottom + 15 : at + 4 < p->bottom ? at + 4 : p->bottom - 1);
                put_tick(out, p, v, by, step);
            }
        }
        put_markup(out, pass == 0 ? "\"/>" : "</g>");
    }
}

void put_short(output *out, const char *text, size_t len, size_t letters)
{
    size_t n = 0, shown = 0;
    while (n < len && shown < letters) {
        n++;
        while (n < len && ((unsigned char)text[n] & 0xc0) == 0x80) n++;
        shown++;
    }
    put_markup(out, "%.*s", text_length(n), text);
    if (n < len) put_markup(out, "\xe2\x80\xa6<title>%.*s</title>", text_length(len), text);
}

#define AXIS_LETTERS 70

void axis_title(output *out, const plot *p, int y, const char *text, size_t len)
{
    if (len == 0) return;
    if (y) {
        put_markup(out, "<text class=\"d\" x=\"4\" y=\"");
        put_coordinate(out, p->top - 9);
    } else {
        put_markup(out, "<text class=\"d e\" x=\"");
        put_coordinate(out, p->right);
        put_markup(out, "\" y=\"");
        put_coordinate(out, p->bottom + 31);
    }
    put_markup(out, "\">");
    put_short(out, text, len, AXIS_LETTERS);
    put_markup(out, "</text>");
}

/* A chart by itself is laid out line by line: there is no table, and nothing can be unfolded. Widths of texts are estimates, a
   little more than what common fonts have. */

static const struct {
    const char *kind;
    double width;
} sheets[] = {{"bars", 560}, {"lines", 460}, {"histogram", 460}, {"roofline", 460}, {"memory", 900}, {"timeline", 800}};

/* A text at x, in lines of so many letters, of which the first stands on the line that is y. */
void sheet_text(output *to, double x, const char *look, const char *text, size_t len, size_t letters)
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
        put_markup(to, "<text class=\"%s\" x=\"", look);
        put_coordinate(to, x);
        put_markup(to, "\" y=\"");
        put_coordinate(to, s->y + 12);
        put_markup(to, "\">%.*s</text>\n", text_length(n), text);
        while (n < len && text[n] == ' ') n++;
        text += n;
        len -= n;
    }
}

void sheet_string(output *to, double x, const char *look, const char *text) { sheet_text(to, x, look, text, strlen(text), (size_t)-1); }

/* A picture in it: a rectangle. */
void sheet_picture(output *to, double x, double y, double width, double height)
{
    put_markup(to, "<svg x=\"");
    put_coordinate(to, x);
    put_markup(to, "\" y=\"");
    put_coordinate(to, y);
    put_markup(to, "\" width=\"");
    put_coordinate(to, width);
    put_markup(to, "\" height=\"");
    put_coordinate(to, height);
    put_markup(to, "\"");
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
    put_markup(to, "<g class=\"%s\">\n", s->kind);
    if (len == 0) return;
    sheet_text(to, SHEET_MARGIN, "h", label, len, (size_t)(sheets[i].width / SHEET_LETTER));
    s->y += SHEET_LINE + 7;
}

void begin_figure(output *to, const char *name, const char *label, size_t len)
{
    output *out = to;
    if (to->html->alone) {
        sheet_begin(to, name, label, len);
        return;
    }
    put_markup(out, "<figure class=\"card %s\">\n", name);
    if (len > 0) {
        put_markup(out, "<figcaption>%.*s</figcaption>\n", text_length(len), label);
    }
}

void end_figure(output *to) { put_markup(to, to->html->alone ? "</g>\n" : "</figure>\n"); }

void begin_picture(const figure *h, int width, int height, const char *what, nvs_view label)
{
    if (h->to->html->alone) {
        sheet_picture(h->to, SHEET_MARGIN, h->to->html->y, width, height);
        put_markup(h->to, " viewBox=\"0 0 %d %d\"", width, height);
        h->to->html->y += height;
        return;
    }
    put_markup(h->to, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s", width, height, what);
    if (label.len > 0) put_markup(h->to, ": ");
    put_markup(h->to, "%.*s\"", TEXT_OF(label));
}

/* The edges of the plot and the numbers there, from which the script works out values under the pointer. */
void put_edges(output *to, const plot *p, double by, const char *unit)
{
    output *out = to;
    if (to->html->alone) return;
    put_markup(out, " data-b=\"");
    put_coordinate(out, p->left);
    put_markup(out, " ");
    put_coordinate(out, p->right);
    put_markup(out, " ");
    put_coordinate(out, p->top);
    put_markup(out, " ");
    put_coordinate(out, p->bottom);
    put_markup(out, " %.8g %.8g %.8g %.8g\" data-u=\"%s\"", p->x0, p->x1, p->y0 / by, p->y1 / by, unit);
}
