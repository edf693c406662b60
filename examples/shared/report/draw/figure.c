/* Which item is shown how. */
#include "figure.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int is_metric(const nvs_part *p)
{
    return p->kind == NVS_PART_KIND_CELL || p->kind == NVS_PART_KIND_BAR || p->kind == NVS_PART_KIND_LINE || p->kind == NVS_PART_KIND_VALUES ||
           p->kind == NVS_PART_KIND_COLUMN || p->kind == NVS_PART_KIND_SERIES || p->kind == NVS_PART_KIND_HIGHLIGHT;
}

int is_mark(const nvs_part *p)
{
    return p->kind == NVS_PART_KIND_CEILING || p->kind == NVS_PART_KIND_ACHIEVED || p->kind == NVS_PART_KIND_WALL;
}

int is_drawn(const nvs_part *p)
{
    if (p->kind == NVS_PART_KIND_WALL) return p->u.point.has_work;
    return is_mark(p) && p->shown && p->u.point.has_work && p->u.point.work > 0 && p->u.point.has_traffic;
}

nvs_view mark_label(const nvs_part *p) { return nvs_node_text(nvs_node_child(p->node, NVS_FIELD_OPTIONS), NVS_FIELD_LABEL); }

/* How much work a roof allows at an intensity; 0: not known. */
static double height_of(const nvs_part *roof, double intensity)
{
    double slope;
    if (!roof->u.point.has_work || !roof->u.point.has_traffic) return 0;
    slope = roof->u.point.traffic * intensity;
    return slope < roof->u.point.work ? slope : roof->u.point.work;
}

const nvs_part *roof_of(const figure *f, const nvs_part *point, double *part)
{
    const nvs_part *p, *roof = NULL;
    size_t roofs = 0, points = 0, at = 0, n = 0;
    double top = 0;
    if (!point->u.point.has_work || !point->u.point.has_intensity || !(point->u.point.intensity > 0)) return NULL;
    for (p = f->item + 1; p < f->end; p++) {
        if (p == point) at = points;
        roofs += p->kind == NVS_PART_KIND_CEILING;
        points += p->kind == NVS_PART_KIND_ACHIEVED;
    }
    for (p = f->item + 1; p < f->end; p++) {
        double one;
        if (p->kind != NVS_PART_KIND_CEILING) continue;
        one = height_of(p, point->u.point.intensity);
        if (roofs == points ? n == at : one > 0 && (roof == NULL || one < top)) {
            roof = p;
            top = one;
        }
        n++;
    }
    if (!(top > 0) || top - top != 0) return NULL;
    *part = point->u.point.work / top;
    return *part - *part == 0 ? roof : NULL;
}

/* Whether an item, its parts up to before end, shows anything. */
static int item_has(const evaluated *e, const nvs_part *item, const nvs_part *end)
{
    const nvs_part *p;
    for (p = item + 1; p < end; p++)
        if ((is_metric(p) && is_shown(&p->cell)) || is_drawn(p)) return 1;
    return memory_table(NULL, e, item->node->name);
}

int is_matrix(const nvs_part *item)
{
    return (item->node->of == NVS_MESSAGE_TABLE && item->columns > 1) || item->node->name == NVS_FIELD_SUFFIX_TABLE;
}

const nvs_part **matrix_of(const figure *f, size_t *rows, size_t *columns)
{
    const nvs_part **list, *p;
    *rows = *columns = 0;
    for (p = f->item + 1; p < f->end; p++) { /* no more than twice as many places as there are cells, whatever Rows and Columns say */
        if (p->kind != NVS_PART_KIND_CELL) continue;
        if (p->row >= *rows) *rows = (size_t)p->row + 1;
        if (p->column >= *columns) *columns = (size_t)p->column + 1;
    }
    list = (const nvs_part **)cli_alloc(*rows * *columns + 1, sizeof *list);
    for (p = f->item + 1; p < f->end; p++)
        if (p->kind == NVS_PART_KIND_CELL) list[(size_t)p->row * *columns + (size_t)p->column] = p;
    return list;
}

nvs_view suffix_title(const figure *f, size_t column)
{
    const nvs_node *suffix = nvs_node_child(nvs_node_child(f->item->node, NVS_FIELD_SUFFIXES), NVS_FIELD_SUFFIX);
    for (; suffix != NULL && column > 0; column--) suffix = nvs_node_again(suffix);
    return title_of_suffix(suffix);
}

int is_memory_section(const nvs_node *section)
{
    static const char name[] = "MemoryWorkloadAnalysis";
    const nvs_view id = nvs_node_text(section, NVS_FIELD_IDENTIFIER);
    return id.len >= sizeof name - 1 && memcmp(id.ptr, name, sizeof name - 1) == 0;
}

int figures_have(const evaluated *e, const nvs_evaluation *v)
{
    size_t i;
    for (i = 0; i < v->count; i++)
        if (v->parts[i].kind == NVS_PART_KIND_ITEM && item_has(e, &v->parts[i], v->parts + item_end(v, i + 1))) return 1;
    return 0;
}

void figure_title(const figure *f, cli_buf *b)
{
    nvs_view y = nvs_node_text(nvs_node_child(f->item->node, NVS_FIELD_AXIS_Y), NVS_FIELD_LABEL);
    cli_put(b, f->label.ptr, f->label.len);
    if (f->item->node->of != NVS_MESSAGE_LINE_CHART || y.len == 0) return;
    cli_put(b, ": ", b->len > 0 ? 2 : 0);
    cli_put(b, y.ptr, y.len);
}

static const figure_back_end *figure_back_end_of(const output *to)
{
#define FIGURES(name, prefix, figures, blocks) &figures##_figures,
    static const figure_back_end *const list[] = {OUT_FORMATS(FIGURES)};
    return list[to->format];
}

void put_figure(output *to, evaluated *e, const nvs_part *item, const nvs_part *end)
{
    const figure_back_end *b = figure_back_end_of(to);
    const int has = item_has(e, item, end);
    figure f;
    if (!has && !b->all) return;
    f.to = to;
    f.e = e;
    f.item = item;
    f.end = end;
    f.label = nvs_node_text(item->node, NVS_FIELD_LABEL);
    if (b->begin_fn != NULL) b->begin_fn(&f);
    if (has || b->begin_fn == NULL) switch (item->node->of) {
    case NVS_MESSAGE_BAR_CHART: b->bars_fn(&f); break;
    case NVS_MESSAGE_LINE_CHART: b->lines_fn(&f); break;
    case NVS_MESSAGE_TIMELINE: b->timeline_fn(&f); break;
    case NVS_MESSAGE_HISTOGRAM_CHART: b->histogram_fn(&f); break;
    case NVS_MESSAGE_ROOFLINE_CHART: b->roofline_fn(&f); break;
    case NVS_MESSAGE_SOURCE_METRIC_TABLE: b->source_fn(&f); break;
    default:
        if (memory_table(NULL, e, item->node->name)) b->memory_fn(&f);
        else b->cells_fn(&f);
        break;
    }
    if (b->end_fn != NULL) b->end_fn(&f);
}

size_t item_end(const nvs_evaluation *v, size_t at)
{
    while (at < v->count && v->parts[at].kind != NVS_PART_KIND_ITEM && v->parts[at].kind != NVS_PART_KIND_BODY &&
           v->parts[at].kind != NVS_PART_KIND_DROPPED && v->parts[at].kind != NVS_PART_KIND_SOURCE)
        at++;
    return at;
}

void put_figures(output *to, evaluated *e, const nvs_evaluation *v)
{
    size_t i;
    out_list(to, "items");
    for (i = 0; i < v->count; i++) {
        const nvs_part *item = &v->parts[i];
        if (item->kind == NVS_PART_KIND_ITEM) put_figure(to, e, item, v->parts + item_end(v, i + 1));
    }
    out_close(to);
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

uint64_t heat_rows(const figure *f)
{
    const uint64_t rows = nvs_node_uint(f->item->node, NVS_FIELD_ROWS);
    return rows > 0 ? rows : 5;
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

/* Timelines -------------------------------------------------------------------------------------------------------- */

static int time_at(const nvs_metric *d, size_t i, uint64_t *time)
{
    const nvs_value v = nvs_column_value(&d->ids, i);
    *time = v.v.u;
    return v.kind == NVS_KIND_UINT64;
}

/* First and last time of the instances; 0: they have none. */
static int times_of(const nvs_metric *d, uint64_t *first, uint64_t *last)
{
    uint64_t t;
    size_t i;
    int any = 0;
    *first = *last = 0;
    for (i = 0; i < d->count; i++) {
        if (!time_at(d, i, &t)) continue;
        if (!any || t < *first) *first = t;
        if (!any || t > *last) *last = t;
        any = 1;
    }
    return any;
}

/* The pass in which a series was taken: the kernel began between its first and last sample. */
static size_t pass_of(const passes *p, const nvs_metric *d)
{
    uint64_t first, last;
    size_t i;
    if (!times_of(d, &first, &last)) return p->known;
    for (i = 0; i < p->known && (p->start[i] < first || p->start[i] > last); i++) {}
    return i;
}

void passes_of(const figure *f, passes *p)
{
    static const char *const names[] = {"profiler__timestamp_workload_start_%zu", "profiler__pmsampler_ctxsw_%zu"}; /* the second up to 2024.1 */
    uint64_t seen[MOST_PASSES], first, last;
    const nvs_part *part;
    size_t i, k;
    memset(p, 0, sizeof *p);
    for (i = 0; i < MOST_PASSES; i++) {
        nvs_metric d;
        char name[64];
        int found = 0;
        memset(&d, 0, sizeof d);
        for (k = 0; k < 2 && !found; k++) {
            snprintf(name, sizeof name, names[k], i);
            found = evaluated_metric(f->e, name, &d) && d.count > 0 && time_at(&d, 0, &p->start[i]);
        }
        if (!found) break;
        snprintf(name, sizeof name, "profiler__timestamp_workload_end_%zu", i);
        if (!evaluated_metric(f->e, name, &d) || d.count == 0 || !time_at(&d, 0, &p->end[i]) || p->end[i] < p->start[i]) p->end[i] = 0;
        p->known++;
    }
    p->aligned = p->known > 0;
    for (part = f->item + 1; part < f->end; part++) {
        if (part->kind != NVS_PART_KIND_SERIES || !is_shown(&part->cell) || !times_of(&part->cell.data, &first, &last)) continue;
        for (k = 0; k < p->count && seen[k] != first; k++) {}
        if (k == p->count && k < MOST_PASSES) seen[p->count++] = first;
        k = pass_of(p, &part->cell.data);
        if (k == p->known) p->aligned = 0;
        else if (p->end[k] > 0 && p->end[k] - p->start[k] > p->length) p->length = p->end[k] - p->start[k];
    }
}

uint64_t origin_of(const passes *p, const nvs_metric *d)
{
    const size_t i = p->aligned ? pass_of(p, d) : p->known;
    uint64_t first, last;
    if (i < p->known) return p->start[i];
    return times_of(d, &first, &last) ? first : 0;
}

const char *passes_words(const passes *p)
{
    if (p->count < 2) return NULL;
    return p->aligned ? "Several passes: 0 is where the kernel began in each."
                      : "Several passes, each from its own first sample: the report does not say when the kernel began.";
}
