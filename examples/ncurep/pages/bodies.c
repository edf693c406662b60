/* The tables and charts of a section. */
#include "details.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int is_metric(const nvs_part *p)
{
    return p->kind == NVS_PART_CELL || p->kind == NVS_PART_BAR || p->kind == NVS_PART_LINE || p->kind == NVS_PART_VALUES ||
           p->kind == NVS_PART_COLUMN || p->kind == NVS_PART_SERIES || p->kind == NVS_PART_HIGHLIGHT;
}

static int is_mark(const nvs_part *p)
{
    return p->kind == NVS_PART_CEILING || p->kind == NVS_PART_ACHIEVED || p->kind == NVS_PART_WALL;
}

int is_drawn(const nvs_part *p)
{
    if (p->kind == NVS_PART_WALL) return p->u.point.has_work;
    return is_mark(p) && p->shown && p->u.point.has_work && p->u.point.work > 0 && p->u.point.has_traffic;
}

int item_has(const evaluated *e, const nvs_part *item, const nvs_part *end)
{
    const nvs_part *p;
    grid g;
    for (p = item + 1; p < end; p++)
        if ((is_metric(p) && is_shown(&p->cell)) || is_drawn(p)) return 1;
    if (!memory_table(&g, e, item->node->name)) return 0;
    grid_free(&g);
    return 1;
}

int bodies_have(const evaluated *e, const nvs_evaluation *v)
{
    size_t i;
    for (i = 0; i < v->count; i++)
        if (v->parts[i].kind == NVS_PART_ITEM && item_has(e, &v->parts[i], v->parts + item_end(v, i + 1))) return 1;
    return 0;
}

static nvs_view label_of(const nvs_node *node)
{
    return nvs_text(node, NVS_F_LABEL);
}

static void put_label(grid *g, const request *q, const nvs_part *p)
{
    cli_buf b = {NULL, 0, 0};
    if (q->names != 1) cli_put(&b, p->cell.label.ptr, p->cell.label.len);
    if (q->names == 2) cli_put(&b, " ", 1);
    if (q->names != 0) cli_put(&b, p->cell.name.ptr, p->cell.name.len);
    grid_text(g, b.ptr != NULL ? b.ptr : "", b.len);
    cli_buf_free(&b);
}

void put_cell_amount(cli_buf *b, const request *q, const nvs_cell *x, const nvs_value *value)
{
    const ncurep_value v = report_value(value);
    scale s;
    scale_of(&s, view_of(x->name), ncurep_as_double(&v), q);
    put_page_value(b, q, &v, &s);
    if (s.unit[0] != 0) cli_putf(b, " %s", s.unit);
}

static void put_number(grid *g, const request *q, const nvs_cell *x, const nvs_value *value)
{
    cli_buf b = {NULL, 0, 0};
    put_cell_amount(&b, q, x, value);
    grid_text(g, b.ptr != NULL ? b.ptr : "", b.len);
    cli_buf_free(&b);
}

/* Values of a table: a metric a line. */
static void text_cells(request *q, const nvs_part *one, const nvs_part *end)
{
    grid g;
    grid_begin(&g, "lr", "Metric Name", "Metric Value");
    for (; one < end; one++)
        if (one->kind == NVS_PART_CELL && is_shown(&one->cell)) {
            put_label(&g, q, one);
            put_number(&g, q, &one->cell, &one->cell.data.value);
        }
    grid_print(q, &g, 4);
}

static void text_bars(request *q, const nvs_part *one, const nvs_part *end)
{
    const nvs_part *p;
    const size_t width = page_width() >= 120 ? 50 : 24;
    double most = 0;
    grid g;
    for (p = one; p < end; p++)
        if (p->kind == NVS_PART_BAR && is_shown(&p->cell)) {
            ncurep_metric_facts f;
            int number;
            const double d = nvs_value_number(&p->cell.data.value, &number);
            ncurep_metric_facts_of(p->cell.name.ptr, p->cell.name.len, &f);
            if (number && d - d == 0 && d > most) most = d;
            if (strcmp(f.unit, "%") == 0 && most < 100) most = 100;
        }
    grid_begin(&g, "lrl", "Metric Name", "Metric Value", "");
    for (p = one; p < end; p++)
        if (p->kind == NVS_PART_BAR && is_shown(&p->cell)) {
            cli_buf b = {NULL, 0, 0};
            put_label(&g, q, p);
            put_number(&g, q, &p->cell, &p->cell.data.value);
            put_bar(&b, most > 0 ? nvs_value_number(&p->cell.data.value, NULL) / most : 0, width);
            grid_text(&g, b.ptr != NULL ? b.ptr : "", b.len);
            cli_buf_free(&b);
        }
    grid_print(q, &g, 4);
}

void range_of(const nvs_data *d, double *low, double *high)
{
    size_t i;
    int any = 0;
    *low = *high = 0;
    for (i = 0; i < d->count; i++) {
        const nvs_value v = nvs_column_at(&d->values, i);
        int number;
        const double x = nvs_value_number(&v, &number);
        if (!number || x - x != 0) continue;
        if (!any || x < *low) *low = x;
        if (!any || x > *high) *high = x;
        any = 1;
    }
}

/* Lines of a line chart, series of a timeline. */
static void text_lines(request *q, const nvs_part *one, const nvs_part *end, const char *what)
{
    const size_t width = page_width() >= 120 ? 60 : 20;
    grid g;
    grid_begin(&g, "lrrrl", what, "Points", "Lowest", "Highest", "");
    for (; one < end; one++) {
        cli_buf b = {NULL, 0, 0};
        nvs_value v;
        double low, high;
        if ((one->kind != NVS_PART_LINE && one->kind != NVS_PART_SERIES) || !is_shown(&one->cell)) continue;
        range_of(&one->cell.data, &low, &high);
        put_label(&g, q, one);
        grid_put(&g, "%zu", one->cell.data.count);
        v.kind = NVS_KIND_DOUBLE;
        v.v.d = low;
        put_number(&g, q, &one->cell, &v);
        v.v.d = high;
        put_number(&g, q, &one->cell, &v);
        put_spark(&b, &one->cell.data.values, one->cell.data.count, width, low < 0 ? low : 0, high);
        grid_text(&g, b.ptr != NULL ? b.ptr : "", b.len);
        cli_buf_free(&b);
    }
    grid_print(q, &g, 4);
}

static void text_histogram(request *q, const nvs_part *one, const nvs_part *end)
{
    const size_t width = page_width() >= 120 ? 60 : 24;
    for (; one < end; one++) {
        uint64_t i, most = 0;
        grid g;
        if (one->kind != NVS_PART_BINS) continue;
        grid_begin(&g, "rrrl", "From", "To", "Count", "");
        for (i = 0; i < one->u.bins.count; i++)
            if (one->u.bins.counts[i] > most) most = one->u.bins.counts[i];
        for (i = 0; i < one->u.bins.count; i++) {
            cli_buf b = {NULL, 0, 0};
            grid_put(&g, "%.6g", one->u.bins.low + one->u.bins.width * (double)i);
            grid_put(&g, "%.6g", one->u.bins.low + one->u.bins.width * (double)(i + 1));
            grid_put(&g, "%" PRIu64, one->u.bins.counts[i]);
            put_bar(&b, most > 0 ? (double)one->u.bins.counts[i] / (double)most : 0, width);
            grid_text(&g, b.ptr != NULL ? b.ptr : "", b.len);
            cli_buf_free(&b);
        }
        grid_print(q, &g, 4);
    }
}

static void grid_amount(grid *g, int has, double v)
{
    static const char *const signs[] = {"", "K", "M", "G", "T", "P"};
    int step = 0;
    while (step < 5 && v >= 1000) {
        v /= 1000;
        step++;
    }
    if (has && step > 0) grid_put(g, "%.2f %s", v, signs[step]);
    else if (has) grid_put(g, "%.2f", v);
    else grid_text(g, "n/a", 3);
}

#define PLOT_ROWS 14

/* The roofs and the points under them, both axes by powers of ten. */
static void plot(request *q, const nvs_part *one, const nvs_part *end)
{
    const size_t width = page_width() >= 120 ? 100 : 66;
    const nvs_part *p;
    double left = 0, right = 0, low = 0, high = 0;
    char *line;
    int any = 0, row;
    for (p = one; p < end; p++) {
        double x, y;
        if ((p->kind != NVS_PART_CEILING && p->kind != NVS_PART_ACHIEVED) || !p->shown || !p->u.point.has_intensity ||
            !(p->u.point.intensity > 0) || !(p->u.point.work > 0) || p->u.point.intensity - p->u.point.intensity != 0)
            continue;
        x = log10(p->u.point.intensity);
        y = log10(p->u.point.work);
        if (!any || x < left) left = x;
        if (!any || x > right) right = x;
        if (!any || y < low) low = y;
        if (!any || y > high) high = y;
        any = 1;
    }
    if (!any) return;
    left -= 1;
    right += 1;
    low -= 1;
    high += 0.3;
    line = (char *)cli_alloc(width + 1, 1);
    if (q->markdown) fputs("```\n", q->c->out);
    for (row = PLOT_ROWS - 1; row >= 0; row--) {
        const double step = (high - low) / PLOT_ROWS;
        size_t k;
        char letter = 'A';
        memset(line, ' ', width);
        for (p = one; p < end; p++) {
            if (p->kind != NVS_PART_CEILING || !p->shown || !p->u.point.has_work || !p->u.point.has_traffic) continue;
            for (k = 0; k < width; k++) {
                const double x = left + (right - left) * ((double)k + 0.5) / (double)width;
                const double slope = log10(p->u.point.traffic) + x, roof = log10(p->u.point.work);
                const double y = slope < roof ? slope : roof;
                if ((int)floor((y - low) / step) == row) line[k] = slope < roof ? '/' : '-';
            }
        }
        for (p = one; p < end; p++) {
            if (p->kind != NVS_PART_ACHIEVED || !is_drawn(p)) continue;
            if (p->u.point.has_intensity && p->u.point.intensity > 0 && p->u.point.intensity - p->u.point.intensity == 0 && (int)floor((log10(p->u.point.work) - low) / step) == row)
                line[(size_t)((log10(p->u.point.intensity) - left) / (right - left) * (double)width)] = letter;
            letter = letter == 'Z' ? 'A' : (char)(letter + 1);
        }
        for (k = width; k > 0 && line[k - 1] == ' '; k--) line[k - 1] = 0;
        fprintf(q->c->out, "    %7.1e |%s\n", pow(10, low + step * (row + 0.5)), line);
        memset(line, 0, width);
    }
    memset(line, '-', width);
    fprintf(q->c->out, "            +%.*s\n            %-10.1e%*.1e\n", (int)width, line, pow(10, left), (int)width - 10, pow(10, right));
    if (q->markdown) fputs("```\n\n", q->c->out);
    free(line);
}

static void text_roofline(request *q, const nvs_part *one, const nvs_part *end)
{
    const nvs_part *p;
    char letter = 'A';
    grid g;
    plot(q, one, end);
    grid_begin(&g, "llrrr", "", "Roof or Point", "Work/s", "Bytes/s", "Work/Byte");
    for (p = one; p < end; p++) {
        nvs_view label;
        if (!is_drawn(p)) continue;
        label = nvs_text(nvs_child(p->node, NVS_F_OPTIONS), NVS_F_LABEL);
        if (p->kind == NVS_PART_ACHIEVED) {
            grid_put(&g, "%c", letter);
            letter = letter == 'Z' ? 'A' : (char)(letter + 1);
        } else grid_text(&g, p->kind == NVS_PART_WALL ? "|" : "-", 1);
        grid_text(&g, label.ptr, label.len);
        grid_amount(&g, p->u.point.has_work, p->u.point.work);
        if (p->kind == NVS_PART_WALL) {
            grid_text(&g, "", 0);
            grid_text(&g, "", 0);
        } else {
            grid_amount(&g, p->u.point.has_traffic, p->u.point.traffic);
            grid_amount(&g, p->u.point.has_intensity && p->u.point.intensity - p->u.point.intensity == 0, p->u.point.intensity);
        }
    }
    grid_print(q, &g, 4);
}

static int by_value(const void *a, const void *b)
{
    const line_value *x = (const line_value *)a, *y = (const line_value *)b;
    if (x->value != y->value) return x->value > y->value ? -1 : 1;
    if (x->id.kind == NVS_KIND_UINT64 && y->id.kind == NVS_KIND_UINT64 && x->id.v.u != y->id.v.u) return x->id.v.u < y->id.v.u ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

line_value *by_heat(const nvs_data *d, uint64_t most, size_t *count)
{
    const size_t room = most <= 64 && most < d->count ? (size_t)most : d->count; /* few are kept in order as they come */
    line_value *list = (line_value *)cli_alloc(room + 1, sizeof *list);
    size_t i, k, n = 0;
    for (i = 0; i < d->count; i++) {
        const nvs_value v = nvs_column_at(&d->values, i);
        line_value one;
        one.value = nvs_value_number(&v, NULL);
        if (one.value != one.value) one.value = 0; /* no number is larger or smaller: nothing to sort by */
        if (room < d->count && n == room && one.value < list[n - 1].value) continue;
        one.id = nvs_column_at(&d->ids, i);
        one.at = i;
        for (k = n; room < d->count && k > 0 && by_value(&one, &list[k - 1]) < 0; k--) list[k] = list[k - 1];
        list[k] = one;
        n += n < room;
    }
    if (room == d->count) qsort(list, n, sizeof *list, by_value);
    *count = most < n ? (size_t)most : n;
    return list;
}

void put_where(cli_buf *b, const machine_code *x, const nvs_value *id)
{
    const code_function *f;
    ncurep_place place;
    if (id->kind == NVS_KIND_STRING) cli_put(b, id->v.text.ptr, id->v.text.len);
    if (id->kind != NVS_KIND_UINT64 && id->kind != NVS_KIND_UINT32) return;
    if (code_find(x, id->v.u, &f, &place)) {
        put_place(b, &place);
        cli_putf(b, "%s+0x%" PRIx64, b->len > 0 ? "  " : "", id->v.u - f->address);
    } else cli_putf(b, "0x%" PRIx64, id->v.u);
}

/* Where in the code the first column is largest, in so many rows as the section says (five where it does not). */
static void text_source_table(evaluated *e, const nvs_part *item, const nvs_part *end)
{
    request *q = e->q;
    const uint64_t rows = nvs_uint(item->node, NVS_F_ROWS);
    const nvs_part *p;
    for (p = item + 1; p < end; p++) {
        line_value *list;
        size_t i, count;
        const size_t mark = e->read_count;
        const machine_code *x;
        nvs_data d;
        grid g;
        cli_buf b = {NULL, 0, 0};
        if (p->kind != NVS_PART_COLUMN || p->cell.data.count == 0) continue;
        x = code_open(e->o, e->r);
        d = column_data(e, &p->cell);
        list = by_heat(&d, rows > 0 ? rows : 5, &count);
        cli_put(&b, p->cell.label.ptr, p->cell.label.len);
        cli_put(&b, "", 0);
        grid_begin(&g, "rl", b.ptr != NULL ? b.ptr : "", "Where");
        for (i = 0; i < count && list[i].value > 0; i++) {
            grid_put(&g, "%.6g", list[i].value);
            b.len = 0;
            put_where(&b, x, &list[i].id);
            grid_text(&g, b.ptr != NULL ? b.ptr : "", b.len);
        }
        grid_print(q, &g, 4);
        cli_buf_free(&b);
        free(list);
        evaluated_forget(e, mark);
    }
}

static void text_item(evaluated *e, const nvs_part *item, const nvs_part *end)
{
    request *q = e->q;
    const nvs_view label = label_of(item->node);
    cli_buf b = {NULL, 0, 0};
    grid g;
    if (!item_has(e, item, end)) return;
    if (label.len > 0) {
        cli_put_safe(&b, label.ptr, label.len);
        if (q->markdown) put_heading(q, "#### ", label.ptr, label.len);
        else fprintf(q->c->out, "    %s%s%s\n", cli_style(q->c->color, CLI_BOLD), b.ptr, cli_style(q->c->color, CLI_PLAIN));
        cli_buf_free(&b);
    }
    switch (item->node->of) {
    case NVS_M_BAR_CHART: text_bars(q, item + 1, end); break;
    case NVS_M_LINE_CHART: text_lines(q, item + 1, end, "Line"); break;
    case NVS_M_TIMELINE: text_lines(q, item + 1, end, "Series"); break;
    case NVS_M_HISTOGRAM_CHART: text_histogram(q, item + 1, end); break;
    case NVS_M_ROOFLINE_CHART: text_roofline(q, item + 1, end); break;
    case NVS_M_SOURCE_METRIC_TABLE: text_source_table(e, item, end); break;
    default:
        if (memory_table(&g, e, item->node->name)) grid_print(q, &g, 4);
        else text_cells(q, item + 1, end);
        break;
    }
    if (!q->markdown) fputc('\n', q->c->out);
}

size_t item_end(const nvs_evaluation *v, size_t at)
{
    while (at < v->count && v->parts[at].kind != NVS_PART_ITEM && v->parts[at].kind != NVS_PART_BODY &&
           v->parts[at].kind != NVS_PART_DROPPED && v->parts[at].kind != NVS_PART_SOURCE)
        at++;
    return at;
}

void put_bodies_text(evaluated *e, const nvs_evaluation *v)
{
    size_t i;
    for (i = 0; i < v->count; i++)
        if (v->parts[i].kind == NVS_PART_ITEM) text_item(e, &v->parts[i], v->parts + item_end(v, i + 1));
}

/* JSON ------------------------------------------------------------------------------------------------------------ */

static void json_real(cli_json *j, const char *key, int has, double v)
{
    if (has) cli_json_double(j, key, v);
    else cli_json_null(j, key);
}

static void json_points(cli_json *j, const nvs_data *d)
{
    size_t i;
    cli_json_array(j, "points");
    for (i = 0; i < d->count; i++) {
        const nvs_value id = nvs_column_at(&d->ids, i), value = nvs_column_at(&d->values, i);
        const ncurep_value x = report_value(&id), y = report_value(&value);
        cli_json_array(j, NULL);
        put_json_value(j, NULL, &x);
        put_json_value(j, NULL, &y);
        cli_json_end(j);
    }
    cli_json_end(j);
}

static void json_part(evaluated *e, const nvs_part *p, cli_json *j)
{
    static const char *const marks[] = {"roof", "achieved", "wall"};
    uint64_t i;
    if (is_metric(p)) {
        if (p->cell.state == NVS_CELL_FILLER) return;
        cli_json_object(j, NULL);
        put_json_cell(j, e->q, &p->cell);
        if (p->kind == NVS_PART_CELL) {
            cli_json_u64(j, "row", p->row);
            cli_json_u64(j, "column", p->column);
        } else if (p->kind == NVS_PART_BAR) {
            const ncurep_value id = report_value(&p->u.id);
            if (id.kind != NCUREP_NOTHING) put_json_value(j, "id", &id);
        } else if (p->kind == NVS_PART_HIGHLIGHT)
            cli_json_bool(j, "highlight", 1);
        else if ((p->kind == NVS_PART_LINE || p->kind == NVS_PART_SERIES) && e->q->instances == 0)
            json_points(j, &p->cell.data);
        cli_json_end(j);
    } else if (is_mark(p)) {
        const nvs_view label = nvs_text(nvs_child(p->node, NVS_F_OPTIONS), NVS_F_LABEL);
        cli_json_object(j, NULL);
        cli_json_str(j, "kind", marks[p->kind - NVS_PART_CEILING]);
        cli_json_text(j, "label", label.ptr, label.len);
        json_real(j, "work", p->u.point.has_work, p->u.point.work);
        json_real(j, "traffic", p->u.point.has_traffic, p->u.point.traffic);
        json_real(j, "intensity", p->u.point.has_intensity, p->u.point.intensity);
        cli_json_bool(j, "shown", p->kind == NVS_PART_WALL || p->shown);
        cli_json_end(j);
    } else if (p->kind == NVS_PART_BINS) {
        for (i = 0; i < p->u.bins.count; i++) {
            cli_json_object(j, NULL);
            cli_json_double(j, "from", p->u.bins.low + p->u.bins.width * (double)i);
            cli_json_double(j, "to", p->u.bins.low + p->u.bins.width * (double)(i + 1));
            cli_json_u64(j, "count", p->u.bins.counts[i]);
            cli_json_end(j);
        }
    }
}

void put_bodies_json(evaluated *e, const nvs_evaluation *v, cli_json *j)
{
    size_t i, k;
    cli_json_array(j, "items");
    for (i = 0; i < v->count; i++) {
        const nvs_part *item = &v->parts[i];
        const size_t end = item_end(v, i + 1);
        nvs_view label;
        if (item->kind != NVS_PART_ITEM) continue;
        label = label_of(item->node);
        cli_json_object(j, NULL);
        cli_json_str(j, "type", nvs_name_text(item->node->name));
        cli_json_text(j, "label", label.ptr, label.len);
        cli_json_array(j, "parts");
        for (k = i + 1; k < end; k++) json_part(e, &v->parts[k], j);
        cli_json_end(j);
        cli_json_end(j);
    }
    cli_json_end(j);
}
