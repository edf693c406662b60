/* dump --evaluate: what sections show, as canonical lines. */
#include "dump.h"
#include "metrics.h"

#include <stdlib.h>
#include <string.h>

static void text_of(cli *c, const char *key, const nvs_node *message, nvs_field name)
{
    const nvs_node *n = nvs_node_child(message, name);
    if (n != NULL) line_view(c, key, n->v.text);
    else line_null(c, key);
}

static void uint_of(cli *c, const char *key, const nvs_node *message, nvs_field name)
{
    if (nvs_node_child(message, name) != NULL) line_u64(c, key, nvs_node_uint(message, name));
    else line_null(c, key);
}

static void flag_of(cli *c, const char *key, const nvs_node *message, nvs_field name)
{
    if (nvs_node_child(message, name) != NULL) line_bool(c, key, nvs_node_uint(message, name) != 0);
    else line_null(c, key);
}

static uint64_t count_of(const nvs_node *message, nvs_field name)
{
    const nvs_node *n;
    uint64_t count = 0;
    for (n = nvs_node_child(message, name); n != NULL; n = nvs_node_again(n)) count++;
    return count;
}

static void maybe_double(cli *c, const char *key, int has, double v)
{
    if (has) line_double(c, key, v);
    else line_null(c, key);
}

static void maybe_index(cli *c, const char *key, uint64_t v)
{
    if (v == NVS_INDEX_NONE) line_null(c, key);
    else line_u64(c, key, v);
}

static void cell(cli *c, const nvs_cell *x)
{
    line_view(c, "name", x->name);
    line_view(c, "label", x->label);
    if (x->unit != NULL) line_view(c, "unit", x->unit->v.text);
    else line_null(c, "unit");
    line_str(c, "state", nvs_cell_state_name(x->state));
    line_value(c, "value", &x->data.value);
    line_u64(c, "instances", x->data.count);
}

/* An element of a list: line_... write ",KEY:VALUE" or the value alone. */
static void element(cli *c, const nvs_node *message, nvs_field name, int first)
{
    const nvs_node *n = nvs_node_child(message, name);
    if (!first) fputc(',', c->out);
    if (n == NULL) fputs("null", c->out);
    else if (n->type == NVS_TYPE_STRING) line_view(c, NULL, n->v.text);
    else if (n->type == NVS_TYPE_INT64) line_i64(c, NULL, n->v.i);
    else if (n->type == NVS_TYPE_DOUBLE) line_double(c, NULL, n->v.d);
    else line_u64(c, NULL, n->v.u);
}

static void axis(cli *c, const char *key, const nvs_node *axis)
{
    const nvs_node *range = nvs_node_child(axis, NVS_FIELD_RANGE);
    if (axis == NULL) {
        line_null(c, key);
        return;
    }
    fprintf(c->out, ",\"%s\":[", key);
    element(c, axis, NVS_FIELD_LABEL, 1);
    element(c, range, NVS_FIELD_MIN, 0);
    element(c, range, NVS_FIELD_MAX, 0);
    element(c, axis, NVS_FIELD_TICK_COUNT, 0);
    element(c, axis, NVS_FIELD_SIZE, 0);
    element(c, axis, NVS_FIELD_PRECISION, 0);
    fputc(']', c->out);
}

static void roofline_axis(cli *c, const char *key, const nvs_node *axis)
{
    if (axis == NULL) {
        line_null(c, key);
        return;
    }
    fprintf(c->out, ",\"%s\":[", key);
    element(c, axis, NVS_FIELD_LABEL, 1);
    element(c, axis, NVS_FIELD_BASE, 0);
    element(c, axis, NVS_FIELD_MIN, 0);
    element(c, axis, NVS_FIELD_MAX, 0);
    fputc(']', c->out);
}

static void item(cli *c, const nvs_part *p)
{
    const nvs_node *n = p->node, *k;
    int any = 0;
    line_begin(c, "item");
    line_path(c, n);
    line_str(c, "type", nvs_field_name(n->name));
    text_of(c, "label", n, NVS_FIELD_LABEL);
    text_of(c, "description", n, NVS_FIELD_DESCRIPTION);
    switch (n->of) {
    case NVS_MESSAGE_HORIZONTAL_CONTAINER: line_u64(c, "items", count_of(n, NVS_FIELD_ITEMS)); break;
    case NVS_MESSAGE_TABLE:
        line_u64(c, "rows", p->rows);
        line_u64(c, "columns", p->columns);
        line_str(c, "order", p->by_column ? "column" : "row");
        break;
    case NVS_MESSAGE_BAR_CHART:
        line_str(c, "direction", nvs_node_uint(n, NVS_FIELD_DIRECTION) == 1 ? "vertical" : "horizontal");
        text_of(c, "category", nvs_node_child(n, NVS_FIELD_CATEGORY_AXIS), NVS_FIELD_LABEL);
        axis(c, "axis", nvs_node_child(n, NVS_FIELD_VALUE_AXIS));
        break;
    case NVS_MESSAGE_LINE_CHART:
        axis(c, "x", nvs_node_child(n, NVS_FIELD_AXIS_X));
        axis(c, "y", nvs_node_child(n, NVS_FIELD_AXIS_Y));
        break;
    case NVS_MESSAGE_HISTOGRAM_CHART:
        text_of(c, "x", nvs_node_child(n, NVS_FIELD_HISTOGRAM_AXIS), NVS_FIELD_LABEL);
        line_u64(c, "bins", p->rows);
        axis(c, "axis", nvs_node_child(n, NVS_FIELD_VALUE_AXIS));
        break;
    case NVS_MESSAGE_ROOFLINE_CHART:
        roofline_axis(c, "x", nvs_node_child(n, NVS_FIELD_AXIS_INTENSITY));
        roofline_axis(c, "y", nvs_node_child(n, NVS_FIELD_AXIS_WORK));
        text_of(c, "aspect", nvs_node_child(n, NVS_FIELD_OPTIONS), NVS_FIELD_ASPECT_RATIO);
        break;
    case NVS_MESSAGE_SOURCE_METRIC_TABLE:
        uint_of(c, "rows", n, NVS_FIELD_ROWS);
        if (nvs_node_child(n, NVS_FIELD_SORT_DIRECTION) == NULL) line_null(c, "direction");
        else line_str(c, "direction", nvs_node_uint(n, NVS_FIELD_SORT_DIRECTION) == 1 ? "descending" : "ascending");
        break;
    case NVS_MESSAGE_SUFFIX_TABLE:
        fputs(",\"suffixes\":[", c->out);
        for (k = nvs_node_child(nvs_node_child(n, NVS_FIELD_SUFFIXES), NVS_FIELD_SUFFIX); k != NULL; k = nvs_node_again(k)) {
            const nvs_node *label = nvs_node_child(k, NVS_FIELD_LABEL);
            if (any++) fputc(',', c->out);
            line_view(c, NULL, label != NULL ? label->v.text : nvs_node_text(k, NVS_FIELD_NAME));
        }
        fputc(']', c->out);
        break;
    case NVS_MESSAGE_TIMELINE: break;
    default:
        fputs(",\"show\":[", c->out);
        for (k = n->child; k != NULL; k = k->next)
            if (k->type == NVS_TYPE_BOOL && k->v.u != 0) {
                if (any++) fputc(',', c->out);
                line_str(c, NULL, nvs_field_name(k->name));
            }
        fputc(']', c->out);
        break;
    }
    line_end(c);
}

static void mark(cli *c, const char *kind, const nvs_part *p)
{
    const nvs_node *options = nvs_node_child(p->node, NVS_FIELD_OPTIONS), *color = nvs_node_child(options, NVS_FIELD_COLOR);
    line_begin(c, kind);
    line_u64(c, "index", p->index);
    text_of(c, "label", options, NVS_FIELD_LABEL);
    if (nvs_node_uint(color, NVS_FIELD_COLOR_TYPE) == 1) uint_of(c, "color", color, NVS_FIELD_COLOR_VALUE);
    else line_null(c, "color");
    if (p->kind == NVS_PART_KIND_WALL) {
        maybe_double(c, "value", p->u.point.has_work, p->u.point.work);
        line_end(c);
        return;
    }
    if (p->kind == NVS_PART_KIND_CEILING) {
        flag_of(c, "extensions", options, NVS_FIELD_SHOW_ROOFLINE_EXTENSIONS);
        flag_of(c, "points", options, NVS_FIELD_SHOW_ROOFLINE_POINTS);
    }
    maybe_double(c, "work", p->u.point.has_work, p->u.point.work);
    maybe_double(c, "traffic", p->u.point.has_traffic, p->u.point.traffic);
    maybe_double(c, "intensity", p->u.point.has_intensity, p->u.point.intensity);
    line_bool(c, "shown", p->shown);
    line_end(c);
}

static void grid(cli *c, const char *kind, const nvs_part *p)
{
    line_begin(c, kind);
    line_u64(c, "row", p->row);
    line_u64(c, "column", p->column);
    cell(c, &p->cell);
    line_end(c);
}

static void listed(cli *c, const char *kind, const nvs_part *p)
{
    line_begin(c, kind);
    line_u64(c, "index", p->index);
    cell(c, &p->cell);
    line_end(c);
}

static void points(cli *c, const nvs_part *p)
{
    size_t k;
    listed(c, "line", p);
    for (k = 0; k < p->cell.data.count; k++) {
        const nvs_value x = nvs_column_value(&p->cell.data.ids, k), y = nvs_column_value(&p->cell.data.values, k);
        line_begin(c, "point");
        line_u64(c, "line", p->index);
        line_value(c, "x", &x);
        line_value(c, "y", &y);
        line_end(c);
    }
}

static void bins(cli *c, const nvs_part *p)
{
    uint64_t i;
    for (i = 0; i < p->u.bins.count; i++) {
        line_begin(c, "bin");
        line_u64(c, "index", i);
        line_double(c, "low", p->u.bins.low + p->u.bins.width * (double)i);
        line_u64(c, "count", p->u.bins.counts[i]);
        line_end(c);
    }
}

static void series(cli *c, const nvs_part *p)
{
    line_begin(c, "series");
    maybe_index(c, "group", p->row);
    maybe_index(c, "row", p->column);
    cell(c, &p->cell);
    maybe_double(c, "first", p->u.range.count > 0, p->u.range.first);
    maybe_double(c, "last", p->u.range.count > 0, p->u.range.last);
    maybe_double(c, "min", p->u.range.count > 0, p->u.range.min);
    maybe_double(c, "max", p->u.range.count > 0, p->u.range.max);
    line_end(c);
}

static void part(cli *c, const nvs_part *p)
{
    switch (p->kind) {
    case NVS_PART_KIND_HEADER: grid(c, "header", p); break;
    case NVS_PART_KIND_CELL: grid(c, "cell", p); break;
    case NVS_PART_KIND_LINE: points(c, p); break;
    case NVS_PART_KIND_BINS: bins(c, p); break;
    case NVS_PART_KIND_SERIES: series(c, p); break;
    case NVS_PART_KIND_VALUES: listed(c, "line", p); break;
    case NVS_PART_KIND_HIGHLIGHT: listed(c, "highlight", p); break;
    case NVS_PART_KIND_COLUMN: listed(c, "column", p); break;
    case NVS_PART_KIND_ITEM: item(c, p); break;
    case NVS_PART_KIND_CEILING: mark(c, "ceiling", p); break;
    case NVS_PART_KIND_ACHIEVED: mark(c, "achieved", p); break;
    case NVS_PART_KIND_WALL: mark(c, "wall", p); break;
    case NVS_PART_KIND_BODY:
        line_begin(c, "body");
        line_u64(c, "index", p->index);
        text_of(c, "title", p->node, NVS_FIELD_DISPLAY_NAME);
        line_bool(c, "default", nvs_node_uint(p->node, NVS_FIELD_SET_DEFAULT) != 0);
        line_end(c);
        break;
    case NVS_PART_KIND_DROPPED:
        line_begin(c, "dropped");
        line_path(c, p->node);
        line_str(c, "reason", nvs_reason_name(p->reason));
        line_end(c);
        break;
    case NVS_PART_KIND_BAR:
        line_begin(c, "bar");
        line_u64(c, "index", p->index);
        line_value(c, "id", &p->u.id);
        cell(c, &p->cell);
        line_end(c);
        break;
    case NVS_PART_KIND_GROUP:
        line_begin(c, "group");
        line_u64(c, "index", p->index);
        text_of(c, "label", p->node, NVS_FIELD_LABEL);
        line_bool(c, "expanded", nvs_node_uint(p->node, NVS_FIELD_EXPANDED) != 0);
        line_end(c);
        break;
    case NVS_PART_KIND_ROW:
        line_begin(c, "row");
        line_u64(c, "group", p->row);
        line_u64(c, "index", p->index);
        text_of(c, "label", p->node, NVS_FIELD_LABEL);
        line_end(c);
        break;
    case NVS_PART_KIND_SOURCE:
        line_begin(c, "source");
        line_str(c, "group", nvs_field_name(p->node->name));
        uint_of(c, "order", p->node, NVS_FIELD_ORDER);
        line_end(c);
        break;
    default: /* NVS_PART_KIND_COUNTER */
        line_begin(c, "counter");
        line_bool(c, "shown", p->shown);
        cell(c, &p->cell);
        line_end(c);
        break;
    }
}

int dump_evaluate(cli *c, const dump_options *o)
{
    metrics m;
    dump_files f;
    nvs_source source;
    nvs_metrics_options options;
    nvs_metrics *results;
    const nvs_evaluation *v;
    nvs_evaluate_options how;
    nvs_error error;
    size_t i, k, at = 0;
    int code = CLI_FINE;
    if (o->metrics == NULL) return cli_usage(c, "--evaluate needs --metrics");
    if (!metrics_read(c, o->metrics, NULL, &m) || !dump_load(c, o, &f)) {
        metrics_free(&m);
        return CLI_INPUT;
    }
    metrics_source(&m, &source);
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)1 << 30;
    options.device.cc = o->device.cc != 0 ? o->device.cc : m.cc;
    options.device.scope = o->device.scope;
    options.device.vgpu = o->device.vgpu;
    options.device.kmd = o->device.kmd;
    options.arithmetic = arithmetic_of(o->generation, &m);
    how.memory = options.memory;
    results = nvs_metrics_open(f.sections, f.count, &source, &options, &error);
    if (results == NULL) {
        cli_error(c, "%s: %s", o->metrics, error.message);
        code = CLI_INPUT;
    }
    for (i = 0; results != NULL && i < o->count; i++) {
        const nvs_node *section;
        if (!dump_file(c, o, &f, i)) continue;
        section = f.sections[at++];
        v = nvs_evaluate(results, section, &how, &error);
        if (v == NULL) {
            cli_error(c, "%s: %s", o->files[i], error.message);
            code = CLI_INPUT;
            continue;
        }
        line_begin(c, "section");
        text_of(c, "identifier", section, NVS_FIELD_IDENTIFIER);
        text_of(c, "title", section, NVS_FIELD_DISPLAY_NAME);
        uint_of(c, "order", section, NVS_FIELD_ORDER);
        text_of(c, "extends", section, NVS_FIELD_EXTENDS);
        line_end(c);
        for (k = 0; k < v->count; k++) part(c, &v->parts[k]);
        nvs_evaluation_close(v);
    }
    nvs_metrics_close(results);
    dump_unload(o, &f);
    metrics_free(&m);
    return code;
}
