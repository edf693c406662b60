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

static double value_of(const nvs_part *p)
{
    int number = 0;
    const double d = p != NULL ? nvs_value_number(&p->cell.data.value, &number) : 0;
    return number && is_finite(d) ? d : 0;
}

/* Where the part has the value that it is sorted by. */
typedef struct whole_part {
    stack_part stack;
    const nvs_part *part;
} whole_part;

static int by_part_size(const void *a, const void *b)
{
    const whole_part *x = (const whole_part *)a, *y = (const whole_part *)b;
    return by_size(&x->stack, &y->stack);
}

/* What the parts make up in a baseline, in percent of all bars that it has. */
static void shares_of(const figure *h, size_t i, int kind, const whole_part *list, size_t count, double *shares)
{
    figure was;
    const nvs_part *p;
    double sum = 0;
    size_t n;
    shares[0] = STACK_LACKING;
    if (!figure_beside(h, i, &was)) return;
    for (p = was.item + 1; p < was.end; p++)
        if ((int)p->kind == kind && is_shown(&p->cell) && value_of(p) > 0) sum += value_of(p);
    if (!(sum > 0) || !is_finite(sum)) return;
    for (n = 0; n < count; n++) shares[n] = 100 * value_of(part_beside(h->e, i, &list[n].part->cell, list[n].part)) / sum;
}

/* Bars that make up a whole as one bar. */
static void put_whole(const figure *h, int kind, size_t count, double sum)
{
    whole_part *list = (whole_part *)cli_alloc(count + 1, sizeof *list);
    stack_part *parts = (stack_part *)cli_alloc(count + 1, sizeof *parts);
    double *shares = stack_shares(h->e, count);
    const nvs_part *p;
    size_t n = 0, i;
    for (p = h->item + 1; p < h->end; p++)
        if ((int)p->kind == kind && is_shown(&p->cell)) {
            list[n].part = p;
            list[n].stack.name = view_of(p->cell.label);
            list[n++].stack.value = nvs_value_number(&p->cell.data.value, NULL);
        }
    qsort(list, n, sizeof *list, by_part_size);
    for (i = 0; i < n; i++) parts[i] = list[i].stack;
    for (i = next_beside(h->e, 0); i < h->e->beside_count; i = next_beside(h->e, i + 1)) shares_of(h, i, kind, list, n, shares + i * count);
    html_stack(h->to, h->e, parts, n, sum, shares);
    cli_free(shares);
    cli_free(parts);
    cli_free(list);
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
    if (whole && sum > 0 && is_finite(sum)) put_whole(h, kind, count, sum);
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
        put_markup(to, "<li><span class=\"%s\"></span>%.*s <b>%.1f%%</b>", color, text_length(len), name, percent);
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

/* A part of the bar, of 1000. */
static void put_stacked(output *out, const char *color, double at, double width)
{
    put_markup(out, "<rect class=\"%s\" x=\"", color);
    put_coordinate(out, at);
    put_markup(out, "\" width=\"");
    put_coordinate(out, width);
    put_markup(out, "\" height=\"10\"/>");
}

/* A gap separates neighbours. */
static double but_gap(double width) { return width > 3 ? width - 3 : width; }

/* The first parts in a baseline, as many as have a colour, in the order of now. */
static void put_stack_beside(output *to, const evaluated *e, size_t i, const double *shares, size_t shown)
{
    double at = 0;
    size_t n;
    put_markup(to, "<div class=\"vs\">");
    put_beside_name(to, e, i);
    if (shares[0] <= STACK_LACKING) {
        put_lacking(to);
        put_markup(to, "</div>");
        return;
    }
    put_markup(to, "<svg viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">");
    for (n = 0; n < shown; at += 10 * shares[n++])
        if (shares[n] > 0) put_stacked(to, color_of(n), at, but_gap(10 * shares[n]));
    if (at < 999) put_stacked(to, "c7", at, 1000 - at);
    put_markup(to, "</svg></div>");
}

/* What parts without a colour make up in a baseline. */
static double others_of(const double *shares, size_t shown)
{
    double rest = 100;
    size_t n;
    for (n = 0; n < shown; n++) rest -= shares[n];
    return rest > 0 ? rest : 0;
}

/* Behind the name of a part, or, n being as many as have a colour, of the others, how much it is in each baseline. */
static void put_shares_beside(output *to, const evaluated *e, const double *was, size_t count, size_t n, size_t shown)
{
    size_t i;
    for (i = 0; i < e->beside_count; i++) {
        const double *const shares = was + i * count;
        if (shares[0] <= STACK_LACKING) continue;
        put_markup(to, " <small class=\"vs\">");
        put_beside_mark(to, e, i);
        put_markup(to, "%.1f%%</small>", n < shown ? shares[n] : others_of(shares, shown));
    }
    if (!to->html->alone) put_markup(to, "</li>");
}

double *stack_shares(const evaluated *e, size_t count)
{
    double *const shares = (double *)cli_alloc(count * e->beside_count + 1, sizeof *shares);
    size_t i;
    for (i = 0; i < e->beside_count; i++) shares[i * count] = STACK_ABSENT;
    return shares;
}

void html_stack(output *to, const evaluated *e, const stack_part *parts, size_t count, double whole, const double *was)
{
    output *out = to;
    html_state *s = to->html;
    double at = 0, rest = whole, x = SHEET_MARGIN;
    size_t i, shown, n;
    int others;
    if (s->alone) {
        sheet_picture(to, SHEET_MARGIN, s->y, s->width - 2 * SHEET_MARGIN, 22);
        put_markup(out, " viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\">");
        s->y += 28;
    } else put_markup(out, "<div class=\"stack\"><svg viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">");
    for (shown = 0; shown < count && shown < COLORS - 1 && parts[shown].value > 0; shown++) {
        const double width = 1000 * parts[shown].value / whole;
        put_stacked(out, color_of(shown), at, but_gap(width));
        at += width;
        rest -= parts[shown].value;
    }
    if (rest > whole / 1000) put_stacked(out, "c7", at, 1000 - at > 0 ? 1000 - at : 0);
    put_markup(out, s->alone ? "</svg>\n" : "</svg>");
    others = rest > whole / 1000;
    for (i = 0; i < e->beside_count; i++) {
        if (was[i * count] <= STACK_ABSENT) continue;
        put_stack_beside(to, e, i, was + i * count, shown);
        others |= was[i * count] >= 0 && others_of(was + i * count, shown) > 0.1;
    }
    if (!s->alone) put_markup(out, "<ol>");
    for (n = 0; n < shown; n++) {
        stack_name(to, &x, color_of(n), parts[n].name.ptr, parts[n].name.len, 100 * parts[n].value / whole);
        put_shares_beside(to, e, was, count, n, shown);
    }
    if (others) {
        stack_name(to, &x, "c7", "Others", 6, rest > 0 ? 100 * rest / whole : 0);
        put_shares_beside(to, e, was, count, shown, shown);
    }
    if (s->alone) s->y += SHEET_LINE + 8;
    else put_markup(out, "</ol></div>\n");
}
