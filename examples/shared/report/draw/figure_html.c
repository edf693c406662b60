/* Figures of the HTML page: charts in SVG, and tables. */
#include "chart_parts.h"
#include "report/model/listing.h"
#include "report/model/metric_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Baselines ------------------------------------------------------------------------------------------------------- */

size_t next_beside(const evaluated *e, size_t i)
{
    while (i < e->beside_count && e->besides[i].e == NULL) i++;
    return i;
}

int has_besides(const evaluated *e) { return next_beside(e, 0) < e->beside_count; }

void put_beside_mark(output *to, const evaluated *e, size_t i)
{
    put_markup(to, "<i class=\"%s\"></i>", color_of(i + 1));
    if (e->beside_count > 1) put_markup(to, "%zu ", i + 1);
}

void put_beside_name(output *to, const evaluated *e, size_t i)
{
    put_beside_mark(to, e, i);
    put_markup(to, "%.*s", text_length(e->besides[i].brief), e->besides[i].name);
}

/* Only here the page says that a baseline does not have the kernel. */
void put_beside_names(output *to, const evaluated *e)
{
    size_t i;
    if (e->beside_count == 0) return;
    put_markup(to, "<p class=\"about vs\">");
    if (!has_besides(e)) put_markup(to, "Compared with:");
    else put_markup(to, "Beside each value %s:", e->beside_count > 1 ? "are those of the baselines" : "is that of the baseline");
    for (i = 0; i < e->beside_count; i++) {
        put_markup(to, "<small>");
        put_beside_mark(to, e, i);
        put_markup(to, "%s%s</small>", e->besides[i].name, e->besides[i].e != NULL ? "" : ": no such kernel");
    }
    put_markup(to, "</p>\n");
}

static int is_same_id(const nvs_value *a, const nvs_value *b)
{
    if (a->kind != b->kind) return 0;
    return a->kind == NVS_KIND_STRING ? same_view(view_of(a->v.text), view_of(b->v.text)) : a->kind == NVS_KIND_NONE || a->v.u == b->v.u;
}

/* What comes in the same place of the section, of the same name: launches of one kernel have the same instances in the same order, so
   the search goes on where the last one ended. */
const nvs_part *part_beside(const evaluated *e, size_t i, const nvs_cell *x, const nvs_part *part)
{
    beside *const b = &e->besides[i];
    size_t n;
    for (n = 0; b->v != NULL && n < b->v->count; n++) {
        const nvs_part *p;
        if (++b->at >= b->v->count) b->at = 0;
        p = &b->v->parts[b->at];
        if (part != NULL && is_mark(part) ? p->node == part->node && p->kind == part->kind && is_drawn(p)
            : (part != NULL ? p->kind == part->kind : p->kind == NVS_PART_KIND_HEADER || is_metric(p)) && is_shown(&p->cell) &&
              same_view(view_of(p->cell.name), view_of(x->name)) &&
              (part == NULL || part->kind != NVS_PART_KIND_BAR || is_same_id(&p->u.id, &part->u.id)))
            return p;
    }
    return NULL;
}

int figure_beside(const figure *h, size_t i, figure *was)
{
    const nvs_evaluation *v = h->e->besides[i].v;
    size_t n;
    *was = *h;
    was->e = h->e->besides[i].e;
    for (n = 0; v != NULL && n < v->count; n++)
        if (v->parts[n].kind == NVS_PART_KIND_ITEM && v->parts[n].node == h->item->node) {
            was->item = &v->parts[n];
            was->end = v->parts + item_end(v, n + 1);
            return 1;
        }
    return 0;
}

void put_beside(output *to, const evaluated *e, const nvs_cell *x, const nvs_part *was)
{
    cli_buf b = {NULL, 0, 0};
    int number, other;
    const double now = nvs_value_number(&x->data.value, &number);
    double before;
    if (was == NULL) {
        put_lacking(to);
        return;
    }
    before = nvs_value_number(&was->cell.data.value, &other);
    put_cell_amount(&b, &e->m->style, &was->cell, &was->cell.data.value);
    put_markup_buf(to, &b);
    if (number && other) put_since(to, now, before);
}

void put_lacking(output *to) { put_markup(to, "<span title=\"That report does not have it\">\xe2\x80\x93</span>"); }

void put_since(output *to, double now, double before)
{
    if ((now < before || now > before) && is_finite(now / before)) put_markup(to, " <b>%+.2f%%</b>", 100 * (now - before) / fabs(before));
}

static void put_besides(output *to, const evaluated *e, const nvs_cell *x)
{
    size_t i;
    for (i = next_beside(e, 0); i < e->beside_count; i = next_beside(e, i + 1)) {
        put_markup(to, "<small>");
        put_beside_mark(to, e, i);
        put_beside(to, e, x, part_beside(e, i, x, NULL));
        put_markup(to, "</small>");
    }
}

/* Tables ---------------------------------------------------------------------------------------------------------- */

void html_metric_row(output *to, const evaluated *e, const nvs_cell *x)
{
    const value_style *const style = &e->m->style;
    cli_buf name = {NULL, 0, 0}, value = {NULL, 0, 0};
    scale s;
    int number;
    const double d = nvs_value_number(&x->data.value, &number);
    put_cell_name(&name, style, x);
    put_cell_value(&value, style, x, &s);
    put_markup(to, "<tr><th");
    put_metric_title(to, x->name);
    put_markup(to, ">");
    put_markup_buf(to, &name);
    put_markup(to, "<td");
    if (number && strcmp(s.unit, "%") == 0 && d > 0 && d <= 100) put_markup(to, " style=\"--h:%.0f\"", d);
    put_markup(to, ">");
    put_markup_buf(to, &value);
    put_markup(to, "<td>%s", s.unit);
    if (has_besides(e)) put_markup(to, "<td class=\"vs\">");
    put_besides(to, e, x);
    put_markup(to, "\n");
}

/* A table of several columns. */
static void draw_matrix(const figure *h)
{
    output *out = h->to;
    const int suffixes = h->item->node->name == NVS_FIELD_SUFFIX_TABLE, fold = h->item->rows > 16;
    size_t rows, columns, row, i;
    const nvs_part **list = matrix_of(h, &rows, &columns);
    put_markup(out, "<div class=\"card\">");
    if (h->label.len > 0) {
        put_markup(out, "<h4>%.*s</h4>\n", TEXT_OF(h->label));
    }
    if (fold) put_markup(out, "<details class=\"raw\"><summary>Table of %" PRIu64 " rows</summary>", h->item->rows);
    put_markup(out, "<table>");
    if (suffixes) {
        put_markup(out, "<thead><tr><th scope=\"col\">Metric");
        for (i = 0; i < columns; i++) {
            put_markup(out, "<th scope=\"col\">%.*s", TEXT_OF(suffix_title(h, i)));
        }
        put_markup(out, "</thead>");
    }
    put_markup(out, "<tbody>\n");
    for (row = 0; row < rows; row++) {
        put_markup(out, "<tr>");
        for (i = 0; i < columns; i++) {
            const nvs_part *p = list[row * columns + i];
            cli_buf b = {NULL, 0, 0};
            if (p == NULL) continue;
            if (i == 0 || !suffixes) {
                put_markup(out, suffixes ? "<th scope=\"row\">%.*s" : "<th>%.*s", TEXT_OF(p->cell.label));
            }
            put_markup(out, has_besides(h->e) ? "<td class=\"vs\"" : "<td");
            put_metric_title(h->to, p->cell.name);
            put_markup(out, ">");
            if (is_shown(&p->cell)) put_cell_amount(&b, &h->e->m->style, &p->cell, &p->cell.data.value);
            put_markup_buf(out, &b);
            if (is_shown(&p->cell)) put_besides(out, h->e, &p->cell);
        }
        put_markup(out, "\n");
    }
    put_markup(out, fold ? "</tbody></table></details></div>\n" : "</tbody></table></div>\n");
    cli_free((void *)(uintptr_t)list);
}

static void draw_cells(const figure *h)
{
    const nvs_view label = h->label;
    const nvs_part *p;
    int percent = 1;
    for (p = h->item + 1; p < h->end; p++)
        if (p->kind == NVS_PART_KIND_CELL && is_shown(&p->cell)) {
            metric_facts f;
            metric_describe(view_of(p->cell.name), &f);
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
    put_markup(h->to, "<div class=\"card\">");
    if (label.len > 0) {
        put_markup(h->to, "<h4>%.*s</h4>\n", TEXT_OF(label));
    }
    put_markup(h->to, "<table class=\"plain\"><tbody>\n");
    for (p = h->item + 1; p < h->end; p++)
        if (p->kind == NVS_PART_KIND_CELL && is_shown(&p->cell)) html_metric_row(h->to, h->e, &p->cell);
    put_markup(h->to, "</tbody></table></div>\n");
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
    put_markup(h->to, "<table><thead><tr><th scope=\"col\">Where<th scope=\"col\"");
    put_metric_title(h->to, x->name);
    put_markup(h->to, ">%.*s</thead><tbody>\n", TEXT_OF(label));
    for (i = 0; i < count && list[i].value > 0; i++) {
        cli_buf b = {NULL, 0, 0}, value = {NULL, 0, 0};
        put_where(&b, code, &list[i].id);
        put_markup(h->to, "<tr><th class=\"code\">");
        put_markup_buf(h->to, &b);
        put_count(&value, list[i].value);
        put_markup(h->to, "<td style=\"--h:%.0f\">%s\n", 100 * list[i].value / list[0].value, value.ptr);
        cli_buf_free(&value);
    }
    put_markup(h->to, "</tbody></table>\n");
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
        put_markup(h->to, "<div class=\"card\"><h4>%.*s</h4>\n", TEXT_OF(label));
        for (i = 0; i < count; i++) {
            if (i == 2) put_markup(h->to, "<details><summary>%zu more</summary>\n", count - 2);
            put_hot(h, code, &list[i].part->cell);
        }
        put_markup(h->to, count > 2 ? "</details></div>\n" : "</div>\n");
    }
    cli_free(list);
}

/* An item ---------------------------------------------------------------------------------------------------------- */

#define SMALL 700 /* bytes that may stand on the page twice */

static void draw_table(const figure *h)
{
    if (h->to->html->alone) return;
    put_markup(h->to, "<div class=\"card wide\"><h4>%.*s</h4>\n", TEXT_OF(h->label));
    (void)memory_table(h->to, h->e, h->item->node->name);
    put_markup(h->to, "</div>\n");
}

static void draw_chart(const figure *h) { draw_bars(h, NVS_PART_KIND_BAR); }

static void begin(const figure *h)
{
    html_state *s = h->to->html;
    s->drawn.len = 0;
    s->under = out_into(h->to, &s->drawn);
    if (h->item->node->name == NVS_FIELD_MEMORY_CHART && !s->has_memory) s->has_memory = html_memory(h->to, h->e);
}

static int is_chart(const nvs_node *item)
{
    return item->of == NVS_MESSAGE_BAR_CHART || item->of == NVS_MESSAGE_LINE_CHART || item->of == NVS_MESSAGE_TIMELINE ||
           item->of == NVS_MESSAGE_HISTOGRAM_CHART || item->of == NVS_MESSAGE_ROOFLINE_CHART || item->name == NVS_FIELD_MEMORY_CHART;
}

/* Why there is nothing to draw. */
static void put_empty(const figure *h)
{
    const nvs_part *p, *missing = NULL, *bare = NULL;
    size_t count = 0, lost = 0, zeros = 0, unknown = 0;
    for (p = h->item + 1; p < h->end; p++) {
        if (is_mark(p)) {
            zeros += p->u.point.has_work && !(p->u.point.work > 0);
            unknown += !p->u.point.has_work || (p->kind != NVS_PART_KIND_WALL && !p->u.point.has_traffic);
        }
        if (!is_metric(p)) continue;
        count++;
        if (p->cell.state == NVS_CELL_STATE_MISSING && lost++ == 0) missing = p;
        if (is_shown(&p->cell)) bare = p;
    }
    begin_figure(h->to, "empty", h->label.ptr, h->label.len);
    put_markup(h->to, "<p class=\"about\">Nothing to draw: ");
    if (h->item->node->name == NVS_FIELD_MEMORY_CHART)
        put_markup(h->to, h->to->html->has_memory ? "the traffic is drawn above." : "the report counts too little of the traffic.");
    else if (zeros > 0) put_markup(h->to, "no such work was done.");
    else if (unknown > 0) put_markup(h->to, "the report does not hold the metrics of its points.");
    else if (missing != NULL && lost == count) {
        put_markup(h->to, "the report does not hold %.*s", TEXT_OF(missing->cell.name));
        if (lost > 1) put_markup(h->to, " and %zu more", lost - 1);
        put_markup(h->to, ".");
    } else if (bare != NULL) put_markup(h->to, "%.*s has no instances.", TEXT_OF(bare->cell.name));
    else put_markup(h->to, count > 0 ? "its metrics have no values." : "the report holds none of its metrics.");
    put_markup(h->to, "</p>\n");
    end_figure(h->to);
}

/* A chart that the page has already, as launches of one kernel have them, is a reference to it, which the script fills in. */
static void end(const figure *h)
{
    static const char first[] = "<figure", last[] = "</figure>\n";
    html_state *s = h->to->html;
    cli_buf *const b = &s->drawn;
    size_t i, ends = 0;
    uint64_t hash[2] = {14695981039346656037u, 88172645463325252u};
    char key[sizeof hash];
    out_back(h->to, s->under);
    if (b->len == 0 && !s->alone && is_chart(h->item->node)) put_empty(h);
    if (b->len == 0 || s->alone) return;
    for (i = 0; i < b->len; i++) {
        hash[0] = (hash[0] ^ (unsigned char)b->ptr[i]) * 1099511628211u;
        hash[1] = (hash[1] + (unsigned char)b->ptr[i]) * 6364136223846793005u;
        hash[1] ^= hash[1] >> 29;
        if (b->len - i >= sizeof last - 1 && b->ptr[i] == '<' && memcmp(b->ptr + i, last, sizeof last - 1) == 0) ends++;
    }
    if (b->len < SMALL || ends != 1 || memcmp(b->ptr, first, sizeof first - 1) != 0) {
        put_markup_bytes(h->to, b->ptr, b->len);
        return;
    }
    memcpy(key, hash, sizeof key);
    i = set_find(&s->charts, key, sizeof key);
    if (i != NOT_IN_SET) {
        put_markup(h->to, "<figure class=\"card\" data-f=\"%zu\"><a href=\"#f%zu\">See the same chart there</a></figure>\n", i, i);
        return;
    }
    put_markup(h->to, first);
    if (s->charts.count < MOST_TEXTS) put_markup(h->to, " id=\"f%zu\"", set_add(&s->charts, key, sizeof key));
    put_markup_bytes(h->to, b->ptr + sizeof first - 1, b->len - (sizeof first - 1));
}

const figure_back_end html_figures = {begin, draw_cells, draw_table, draw_chart, draw_lines, draw_timeline, draw_histogram, draw_roofline, draw_source, end, 1};
