/* The tables and charts of a section. */
#include "bodies.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int is_metric(const nvs_part *p)
{
    return p->kind == NVS_PART_KIND_CELL || p->kind == NVS_PART_KIND_BAR || p->kind == NVS_PART_KIND_LINE || p->kind == NVS_PART_KIND_VALUES ||
           p->kind == NVS_PART_KIND_COLUMN || p->kind == NVS_PART_KIND_SERIES || p->kind == NVS_PART_KIND_HIGHLIGHT;
}

static int is_mark(const nvs_part *p)
{
    return p->kind == NVS_PART_KIND_CEILING || p->kind == NVS_PART_KIND_ACHIEVED || p->kind == NVS_PART_KIND_WALL;
}

int is_drawn(const nvs_part *p)
{
    if (p->kind == NVS_PART_KIND_WALL) return p->u.point.has_work;
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
        if (v->parts[i].kind == NVS_PART_KIND_ITEM && item_has(e, &v->parts[i], v->parts + item_end(v, i + 1))) return 1;
    return 0;
}

static nvs_view label_of(const nvs_node *node)
{
    return nvs_node_text(node, NVS_FIELD_LABEL);
}

static void put_label(grid *g, const value_style *style, const nvs_part *p)
{
    cli_buf b = {NULL, 0, 0};
    put_cell_name(&b, style, &p->cell);
    grid_text(g, b.ptr != NULL ? b.ptr : "", b.len);
    cli_buf_free(&b);
}

static void put_number(grid *g, const value_style *style, const nvs_cell *x, const nvs_value *value)
{
    cli_buf b = {NULL, 0, 0};
    put_cell_amount(&b, style, x, value);
    grid_text(g, b.ptr != NULL ? b.ptr : "", b.len);
    cli_buf_free(&b);
}

/* Values of a table: a metric a line. */
static void text_cells(const page *pg, const nvs_part *one, const nvs_part *end)
{
    grid g;
    grid_begin(&g, "lr", "Metric Name", "Metric Value");
    for (; one < end; one++)
        if (one->kind == NVS_PART_KIND_CELL && is_shown(&one->cell)) {
            put_label(&g, &pg->m->style, one);
            put_number(&g, &pg->m->style, &one->cell, &one->cell.data.value);
        }
    grid_print(pg->to, &g, 4);
}

static void text_bars(const page *pg, const nvs_part *one, const nvs_part *end)
{
    const nvs_part *p;
    const size_t width = pg->to->width >= 120 ? 50 : 24;
    double most = 0;
    grid g;
    for (p = one; p < end; p++)
        if (p->kind == NVS_PART_KIND_BAR && is_shown(&p->cell)) {
            ncurep_metric_facts f;
            int number;
            const double d = nvs_value_number(&p->cell.data.value, &number);
            ncurep_metric_describe(view_of(p->cell.name), &f);
            if (number && d - d == 0 && d > most) most = d;
            if (strcmp(f.unit, "%") == 0 && most < 100) most = 100;
        }
    grid_begin(&g, "lrl", "Metric Name", "Metric Value", "");
    for (p = one; p < end; p++)
        if (p->kind == NVS_PART_KIND_BAR && is_shown(&p->cell)) {
            cli_buf b = {NULL, 0, 0};
            put_label(&g, &pg->m->style, p);
            put_number(&g, &pg->m->style, &p->cell, &p->cell.data.value);
            put_bar(&b, most > 0 ? nvs_value_number(&p->cell.data.value, NULL) / most : 0, width);
            grid_text(&g, b.ptr != NULL ? b.ptr : "", b.len);
            cli_buf_free(&b);
        }
    grid_print(pg->to, &g, 4);
}

void range_of(const nvs_metric *d, double *low, double *high)
{
    size_t i;
    int any = 0;
    *low = *high = 0;
    for (i = 0; i < d->count; i++) {
        const nvs_value v = nvs_column_value(&d->values, i);
        int number;
        const double x = nvs_value_number(&v, &number);
        if (!number || x - x != 0) continue;
        if (!any || x < *low) *low = x;
        if (!any || x > *high) *high = x;
        any = 1;
    }
}

/* Lines of a line chart, series of a timeline. */
static void text_lines(const page *pg, const nvs_part *one, const nvs_part *end, const char *what)
{
    const size_t width = pg->to->width >= 120 ? 60 : 20;
    grid g;
    grid_begin(&g, "lrrrl", what, "Points", "Lowest", "Highest", "");
    for (; one < end; one++) {
        cli_buf b = {NULL, 0, 0};
        nvs_value v;
        double low, high;
        if ((one->kind != NVS_PART_KIND_LINE && one->kind != NVS_PART_KIND_SERIES) || !is_shown(&one->cell)) continue;
        range_of(&one->cell.data, &low, &high);
        put_label(&g, &pg->m->style, one);
        grid_put(&g, "%zu", one->cell.data.count);
        v.kind = NVS_KIND_DOUBLE;
        v.v.d = low;
        put_number(&g, &pg->m->style, &one->cell, &v);
        v.v.d = high;
        put_number(&g, &pg->m->style, &one->cell, &v);
        put_spark(&b, pg->to->utf8, &one->cell.data.values, one->cell.data.count, width, low < 0 ? low : 0, high);
        grid_text(&g, b.ptr != NULL ? b.ptr : "", b.len);
        cli_buf_free(&b);
    }
    grid_print(pg->to, &g, 4);
}

static void text_histogram(const page *pg, const nvs_part *one, const nvs_part *end)
{
    const size_t width = pg->to->width >= 120 ? 60 : 24;
    for (; one < end; one++) {
        uint64_t i, most = 0;
        grid g;
        if (one->kind != NVS_PART_KIND_BINS) continue;
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
        grid_print(pg->to, &g, 4);
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
static void plot(const page *pg, const nvs_part *one, const nvs_part *end)
{
    const size_t width = pg->to->width >= 120 ? 100 : 66;
    const nvs_part *p;
    double left = 0, right = 0, low = 0, high = 0;
    char *line;
    int any = 0, row;
    for (p = one; p < end; p++) {
        double x, y;
        if ((p->kind != NVS_PART_KIND_CEILING && p->kind != NVS_PART_KIND_ACHIEVED) || !p->shown || !p->u.point.has_intensity ||
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
    if (pg->to->format == OUT_MARKDOWN) fputs("```\n", pg->to->f);
    for (row = PLOT_ROWS - 1; row >= 0; row--) {
        const double step = (high - low) / PLOT_ROWS;
        size_t k;
        char letter = 'A';
        memset(line, ' ', width);
        for (p = one; p < end; p++) {
            if (p->kind != NVS_PART_KIND_CEILING || !p->shown || !p->u.point.has_work || !p->u.point.has_traffic) continue;
            for (k = 0; k < width; k++) {
                const double x = left + (right - left) * ((double)k + 0.5) / (double)width;
                const double slope = log10(p->u.point.traffic) + x, roof = log10(p->u.point.work);
                const double y = slope < roof ? slope : roof;
                if ((int)floor((y - low) / step) == row) line[k] = slope < roof ? '/' : '-';
            }
        }
        for (p = one; p < end; p++) {
            if (p->kind != NVS_PART_KIND_ACHIEVED || !is_drawn(p)) continue;
            if (p->u.point.has_intensity && p->u.point.intensity > 0 && p->u.point.intensity - p->u.point.intensity == 0 && (int)floor((log10(p->u.point.work) - low) / step) == row)
                line[(size_t)((log10(p->u.point.intensity) - left) / (right - left) * (double)width)] = letter;
            letter = letter == 'Z' ? 'A' : (char)(letter + 1);
        }
        for (k = width; k > 0 && line[k - 1] == ' '; k--) line[k - 1] = 0;
        fprintf(pg->to->f, "    %7.1e |%s\n", pow(10, low + step * (row + 0.5)), line);
        memset(line, 0, width);
    }
    memset(line, '-', width);
    fprintf(pg->to->f, "            +%.*s\n            %-10.1e%*.1e\n", (int)width, line, pow(10, left), (int)width - 10, pow(10, right));
    if (pg->to->format == OUT_MARKDOWN) fputs("```\n\n", pg->to->f);
    free(line);
}

static void text_roofline(const page *pg, const nvs_part *one, const nvs_part *end)
{
    const nvs_part *p;
    char letter = 'A';
    grid g;
    plot(pg, one, end);
    grid_begin(&g, "llrrr", "", "Roof or Point", "Work/s", "Bytes/s", "Work/Byte");
    for (p = one; p < end; p++) {
        nvs_view label;
        if (!is_drawn(p)) continue;
        label = nvs_node_text(nvs_node_child(p->node, NVS_FIELD_OPTIONS), NVS_FIELD_LABEL);
        if (p->kind == NVS_PART_KIND_ACHIEVED) {
            grid_put(&g, "%c", letter);
            letter = letter == 'Z' ? 'A' : (char)(letter + 1);
        } else grid_text(&g, p->kind == NVS_PART_KIND_WALL ? "|" : "-", 1);
        grid_text(&g, label.ptr, label.len);
        grid_amount(&g, p->u.point.has_work, p->u.point.work);
        if (p->kind == NVS_PART_KIND_WALL) {
            grid_text(&g, "", 0);
            grid_text(&g, "", 0);
        } else {
            grid_amount(&g, p->u.point.has_traffic, p->u.point.traffic);
            grid_amount(&g, p->u.point.has_intensity && p->u.point.intensity - p->u.point.intensity == 0, p->u.point.intensity);
        }
    }
    grid_print(pg->to, &g, 4);
}

static int by_value(const void *a, const void *b)
{
    const line_value *x = (const line_value *)a, *y = (const line_value *)b;
    if (x->value != y->value) return x->value > y->value ? -1 : 1;
    if (x->id.kind == NVS_KIND_UINT64 && y->id.kind == NVS_KIND_UINT64 && x->id.v.u != y->id.v.u) return x->id.v.u < y->id.v.u ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

line_value *by_heat(const nvs_metric *d, uint64_t most, size_t *count)
{
    const size_t room = most <= 64 && most < d->count ? (size_t)most : d->count; /* few are kept in order as they come */
    line_value *list = (line_value *)cli_alloc(room + 1, sizeof *list);
    size_t i, k, n = 0;
    for (i = 0; i < d->count; i++) {
        const nvs_value v = nvs_column_value(&d->values, i);
        line_value one;
        one.value = nvs_value_number(&v, NULL);
        if (one.value != one.value) one.value = 0; /* no number is larger or smaller: nothing to sort by */
        if (room < d->count && n == room && one.value < list[n - 1].value) continue;
        one.id = nvs_column_value(&d->ids, i);
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
    code_place place;
    if (id->kind == NVS_KIND_STRING) cli_put(b, id->v.text.ptr, id->v.text.len);
    if (id->kind != NVS_KIND_UINT64 && id->kind != NVS_KIND_UINT32) return;
    if (code_find(x, id->v.u, &f, &place)) {
        put_place(b, &place);
        cli_putf(b, "%s+0x%" PRIx64, b->len > 0 ? "  " : "", id->v.u - f->address);
    } else cli_putf(b, "0x%" PRIx64, id->v.u);
}

/* Where in the code the first column is largest, in as many rows as the section says (five if it does not). */
static void text_source_table(const page *pg, evaluated *e, const nvs_part *item, const nvs_part *end)
{
    const uint64_t rows = nvs_node_uint(item->node, NVS_FIELD_ROWS);
    const nvs_part *p;
    for (p = item + 1; p < end; p++) {
        line_value *list;
        size_t i, count;
        const size_t mark = e->read_count;
        const machine_code *x;
        nvs_metric d;
        grid g;
        cli_buf b = {NULL, 0, 0};
        if (p->kind != NVS_PART_KIND_COLUMN || p->cell.data.count == 0) continue;
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
        grid_print(pg->to, &g, 4);
        cli_buf_free(&b);
        free(list);
        evaluated_forget(e, mark);
    }
}

static void text_item(const page *pg, evaluated *e, const nvs_part *item, const nvs_part *end)
{
    const nvs_view label = label_of(item->node);
    grid g;
    if (!item_has(e, item, end)) return;
    if (label.len > 0) out_heading(pg->to, "#### ", 4, label.ptr, label.len);
    switch (item->node->of) {
    case NVS_MESSAGE_BAR_CHART: text_bars(pg, item + 1, end); break;
    case NVS_MESSAGE_LINE_CHART: text_lines(pg, item + 1, end, "Line"); break;
    case NVS_MESSAGE_TIMELINE: text_lines(pg, item + 1, end, "Series"); break;
    case NVS_MESSAGE_HISTOGRAM_CHART: text_histogram(pg, item + 1, end); break;
    case NVS_MESSAGE_ROOFLINE_CHART: text_roofline(pg, item + 1, end); break;
    case NVS_MESSAGE_SOURCE_METRIC_TABLE: text_source_table(pg, e, item, end); break;
    default:
        if (memory_table(&g, e, item->node->name)) grid_print(pg->to, &g, 4);
        else text_cells(pg, item + 1, end);
        break;
    }
    if (pg->to->format != OUT_MARKDOWN) fputc('\n', pg->to->f);
}

size_t item_end(const nvs_evaluation *v, size_t at)
{
    while (at < v->count && v->parts[at].kind != NVS_PART_KIND_ITEM && v->parts[at].kind != NVS_PART_KIND_BODY &&
           v->parts[at].kind != NVS_PART_KIND_DROPPED && v->parts[at].kind != NVS_PART_KIND_SOURCE)
        at++;
    return at;
}

void put_bodies_text(const page *pg, evaluated *e, const nvs_evaluation *v)
{
    size_t i;
    for (i = 0; i < v->count; i++)
        if (v->parts[i].kind == NVS_PART_KIND_ITEM) text_item(pg, e, &v->parts[i], v->parts + item_end(v, i + 1));
}

/* JSON ------------------------------------------------------------------------------------------------------------ */

static void json_real(cli_json *j, const char *key, int has, double v)
{
    if (has) cli_json_double(j, key, v);
    else cli_json_null(j, key);
}

static void json_points(cli_json *j, const nvs_metric *d)
{
    size_t i;
    cli_json_array(j, "points");
    for (i = 0; i < d->count; i++) {
        const nvs_value id = nvs_column_value(&d->ids, i), value = nvs_column_value(&d->values, i);
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
        if (p->cell.state == NVS_CELL_STATE_FILLER) return;
        cli_json_object(j, NULL);
        put_json_cell(j, &e->m->style, &p->cell);
        if (p->kind == NVS_PART_KIND_CELL) {
            cli_json_u64(j, "row", p->row);
            cli_json_u64(j, "column", p->column);
        } else if (p->kind == NVS_PART_KIND_BAR) {
            const ncurep_value id = report_value(&p->u.id);
            if (id.kind != NCUREP_KIND_NONE) put_json_value(j, "id", &id);
        } else if (p->kind == NVS_PART_KIND_HIGHLIGHT)
            cli_json_bool(j, "highlight", 1);
        else if ((p->kind == NVS_PART_KIND_LINE || p->kind == NVS_PART_KIND_SERIES) && e->m->style.instance == INSTANCES_NONE)
            json_points(j, &p->cell.data);
        cli_json_end(j);
    } else if (is_mark(p)) {
        const nvs_view label = nvs_node_text(nvs_node_child(p->node, NVS_FIELD_OPTIONS), NVS_FIELD_LABEL);
        cli_json_object(j, NULL);
        cli_json_str(j, "kind", marks[p->kind - NVS_PART_KIND_CEILING]);
        cli_json_text(j, "label", label.ptr, label.len);
        json_real(j, "work", p->u.point.has_work, p->u.point.work);
        json_real(j, "traffic", p->u.point.has_traffic, p->u.point.traffic);
        json_real(j, "intensity", p->u.point.has_intensity, p->u.point.intensity);
        cli_json_bool(j, "shown", p->kind == NVS_PART_KIND_WALL || p->shown);
        cli_json_end(j);
    } else if (p->kind == NVS_PART_KIND_BINS) {
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
        if (item->kind != NVS_PART_KIND_ITEM) continue;
        label = label_of(item->node);
        cli_json_object(j, NULL);
        cli_json_str(j, "type", nvs_field_name(item->node->name));
        cli_json_text(j, "label", label.ptr, label.len);
        cli_json_array(j, "parts");
        for (k = i + 1; k < end; k++) json_part(e, &v->parts[k], j);
        cli_json_end(j);
        cli_json_end(j);
    }
    cli_json_end(j);
}
