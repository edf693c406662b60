/* Bars, and the bar of parts that make up a whole. */
#include "chart_parts.h"
#include "report/model/metric_text.h"

#include <stdlib.h>
#include <string.h>

/* On the page the style sheet says how high. */
static void put_bar_of(output *out, double part)
{
    if (!(part > 0)) part = 0;
    put_markup(out, out->html->alone ? "<rect height=\"100%%\" width=\"" : "<rect width=\"");
    put_coordinate(out, 100 * (part > 1 ? 1 : part));
    put_markup(out, "%%\"/></svg>");
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
        put_markup(h->to, "><rect class=\"soft\" width=\"100%%\" height=\"100%%\"/>");
        put_bar_of(h->to, part);
        put_markup(h->to, "\n");
        sheet_text(h->to, SHEET_MARGIN, "t", name.ptr != NULL ? name.ptr : "", name.len, BAR_LETTERS);
        h->to->html->y += SHEET_LINE + 4;
    } else {
        put_markup(h->to, "<tr><th");
        put_metric_title(h->to, p->cell.name);
        put_markup(h->to, ">%.*s<td>%.*s<td><svg aria-hidden=\"true\">", text_length(name.len), name.ptr != NULL ? name.ptr : "",
                   text_length(value.len), value.ptr != NULL ? value.ptr : "");
        put_bar_of(h->to, part);
        put_markup(h->to, "\n");
    }
    cli_buf_free(&name);
    cli_buf_free(&value);
}

/* The same bar of each baseline. */
static void bars_beside(const figure *h, const nvs_part *p, double most)
{
    size_t i;
    for (i = next_beside(h->e, 0); i < h->e->beside_count; i = next_beside(h->e, i + 1)) {
        const nvs_part *was = part_beside(h->e, i, &p->cell, p);
        put_markup(h->to, "<tr class=\"vs\"><th><td>");
        put_beside_mark(h->to, h->e, i);
        put_beside(h->to, h->e, &p->cell, was);
        put_markup(h->to, "<td>");
        if (was != NULL) {
            put_markup(h->to, "<svg class=\"%s\" aria-hidden=\"true\">", color_of(i + 1));
            put_bar_of(h->to, most > 0 ? nvs_value_number(&was->cell.data.value, NULL) / most : 0);
        }
        put_markup(h->to, "\n");
    }
}

/* The largest of a bar and those of the baselines. */
static double largest(const figure *h, const nvs_part *p, double most)
{
    size_t i;
    for (i = 0; i <= h->e->beside_count; i++) {
        const nvs_part *x = i == 0 ? p : part_beside(h->e, i - 1, &p->cell, p);
        int number = 0;
        const double d = x != NULL ? nvs_value_number(&x->cell.data.value, &number) : 0;
        if (number && is_finite(d) && d > most) most = d;
    }
    return most;
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

void draw_bars(const figure *h, int kind)
{
    const nvs_part *p;
    double most = 0, sum = 0;
    size_t count = 0, shown = 0;
    const int whole = is_whole(h->item + 1, h->end, kind), alone = h->to->html->alone;
    for (p = h->item + 1; p < h->end; p++)
        if ((int)p->kind == kind && is_shown(&p->cell)) {
            metric_facts f;
            int number;
            const double d = nvs_value_number(&p->cell.data.value, &number);
            metric_describe(view_of(p->cell.name), &f);
            most = largest(h, p, most);
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
    if (!alone) put_markup(h->to, "<table class=\"bars\"><tbody>\n");
    for (p = h->item + 1; p < h->end; p++)
        if ((int)p->kind == kind && is_shown(&p->cell)) {
            if (shown == LONG && count > LONG + 3 && !alone)
                put_markup(h->to, "</tbody></table>\n<details><summary>%zu more</summary>\n<table class=\"bars\"><tbody>\n",
                           count - LONG);
            bar_row(h, p, most);
            if (!alone) bars_beside(h, p, most);
            shown++;
        }
    if (!alone) put_markup(h->to, count > LONG + 3 ? "</tbody></table></details>\n" : "</tbody></table>\n");
    end_figure(h->to);
}

/* A part in the list below the bar; by itself *x is where the next one begins. */
static void stack_name(output *to, double *x, const char *color, const char *name, size_t len, double percent)
{
    html_state *s = to->html;
    double width = 0;
    cli_buf b = {NULL, 0, 0};
    if (!s->alone) {
        put_markup(to, "<li><span class=\"%s\"></span>%.*s <b>%.1f%%</b></li>", color, text_length(len), name, percent);
        return;
    }
    cli_put(&b, name, len);
    cli_putf(&b, " %.1f%%", percent);
    width = 28 + (double)b.len * SHEET_LETTER;
    if (*x > SHEET_MARGIN && *x + width > s->width) {
        *x = SHEET_MARGIN;
        s->y += SHEET_LINE;
    }
    put_markup(to, "<rect class=\"%s\" x=\"", color);
    put_coordinate(to, *x);
    put_markup(to, "\" y=\"");
    put_coordinate(to, s->y + 3);
    put_markup(to, "\" width=\"9\" height=\"9\"/>");
    sheet_text(to, *x + 14, "t", b.ptr, b.len, (size_t)-1);
    *x += width;
    cli_buf_free(&b);
}

void html_stack(output *to, const stack_part *parts, size_t count, double whole)
{
    output *out = to;
    html_state *s = to->html;
    double at = 0, rest = whole, x = SHEET_MARGIN;
    size_t i;
    if (s->alone) {
        sheet_picture(to, SHEET_MARGIN, s->y, s->width - 2 * SHEET_MARGIN, 22);
        put_markup(out, " viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\">");
        s->y += 28;
    } else put_markup(out, "<div class=\"stack\"><svg viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">");
    for (i = 0; i < count && i < COLORS - 1 && parts[i].value > 0; i++) {
        const double width = 1000 * parts[i].value / whole;
        put_markup(out, "<rect class=\"%s\" x=\"", color_of(i));
        put_coordinate(out, at);
        put_markup(out, "\" width=\"");
        put_coordinate(out, width > 3 ? width - 3 : width); /* a gap separates neighbours */
        put_markup(out, "\" height=\"10\"/>");
        at += width;
        rest -= parts[i].value;
    }
    if (rest > whole / 1000) {
        put_markup(out, "<rect class=\"c7\" x=\"");
        put_coordinate(out, at);
        put_markup(out, "\" width=\"");
        put_coordinate(out, 1000 - at > 0 ? 1000 - at : 0);
        put_markup(out, "\" height=\"10\"/>");
    }
    put_markup(out, s->alone ? "</svg>\n" : "</svg><ol>");
    for (i = 0; i < count && i < COLORS - 1 && parts[i].value > 0; i++)
        stack_name(to, &x, color_of(i), parts[i].name.ptr, parts[i].name.len, 100 * parts[i].value / whole);
    if (rest > whole / 1000) stack_name(to, &x, "c7", "Others", 6, 100 * rest / whole);
    if (s->alone) s->y += SHEET_LINE + 8;
    else put_markup(out, "</ol></div>\n");
}
