/* Pieces that several pages show. */
#include "cells.h"
#include "report/model/metric_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void put_json_value(output *to, const char *key, const ncurep_value *v)
{
    switch (v->kind) {
    case NCUREP_KIND_NONE: out_null(to, key); break;
    case NCUREP_KIND_STRING: out_text(to, key, v->text.ptr, v->text.len); break;
    case NCUREP_KIND_UINT32:
    case NCUREP_KIND_UINT64: out_whole(to, key, v->bits); break;
    default: {
        const double d = ncurep_value_double(v);
        if (d - d == 0) out_real(to, key, d);
        else out_string(to, key, d != d ? "nan" : d > 0 ? "inf" : "-inf"); /* JSON has no such numbers */
        break;
    }
    }
}

void put_json_speedup(output *to, double percent, const char *type)
{
    out_string(to, "speedup_type", percent > 0 ? type : NULL);
    out_known(to, "speedup", percent > 0, percent);
}

static const table_column result_columns[] = {RESULT_COLUMNS(TABLE_WIDE)};

void result_table(table *t, output *to, const char *key, int flags)
{
    table_begin(t, to, key, result_columns, sizeof result_columns / sizeof *result_columns, flags);
}

void result_tree(table *t, output *to)
{
    const size_t count = sizeof result_columns / sizeof *result_columns;
    table_column *const own = (table_column *)cli_alloc(count, sizeof *own);
    size_t i;
    memcpy(own, result_columns, sizeof result_columns);
    for (i = 0; i < count; i++) own[i].title = own[i].csv = NULL;
    table_begin(t, to, NULL, own, count, TABLE_BARE);
    t->own = own;
}

void put_value_cell(table *t, const ncurep_value *v)
{
    switch (v->kind) {
    case NCUREP_KIND_NONE: table_null(t); break;
    case NCUREP_KIND_STRING: table_text(t, v->text.ptr, v->text.len); break;
    case NCUREP_KIND_UINT32:
    case NCUREP_KIND_UINT64: table_whole(t, v->bits); break;
    default: table_real(t, ncurep_value_double(v)); break;
    }
}

/* Cells that only some results have. */
static void put_text_of(table *t, int has, ncurep_view v)
{
    if (has) table_text(t, v.ptr, v.len);
    else table_null(t);
}

static void put_whole_of(table *t, int has, uint64_t value)
{
    if (has) table_whole(t, value);
    else table_null(t);
}

static void put_size_of(table *t, int has, uint64_t x, uint64_t y, uint64_t z)
{
    if (has) table_triple(t, x, y, z);
    else table_null(t);
}

void show_name(table *t, const char *name, size_t room)
{
    const size_t len = strlen(name);
    const char *tail = len > 0 && name[len - 1] == '>' ? strchr(name, '<') : NULL;
    size_t n = 0, wide = 0, kept;
    if (!t->to->is_narrow || cli_width(name, len) <= room) {
        table_show(t, "%s", name);
        return;
    }
    if (tail == NULL || cli_width(tail, strlen(tail)) + 8 > room) tail = name + len;
    kept = cli_width(tail, strlen(tail)) + 3;
    while (name + n < tail) {
        const size_t one = cli_utf8(name + n, tail), next = one > 0 ? one : 1;
        wide += cli_width(name + n, next);
        if (wide + kept > room) break;
        n += next;
    }
    table_show(t, "%.*s...%s", (int)n, name, tail);
}

static void put_whole_name(table *t, const ncurep_result *r)
{
    if (table_wants(t)) {
        char *full = short_name(full_name(r));
        table_string(t, full);
        cli_free(full);
    } else table_pass(t);
}

static void put_name(table *t, const ncurep_result *r, const char *shown)
{
    const ncurep_view name = result_name(r);
    table_style(t, CLI_BOLD);
    if (shown != NULL) show_name(t, shown, 32);
    else if (t->to->is_narrow && name.len >= 32) table_show_cut(t, name.ptr, 29);
    table_text(t, name.ptr, name.len);
}

void put_result(table *t, const opened *o, const ncurep_result *r) { put_named_result(t, o, r, NULL); }

void put_named_result(table *t, const opened *o, const ncurep_result *r, const char *shown)
{
    static const char *const kinds[] = {"kernel", "range", "cmdlist", "graph"};
    const int is_kernel = r->kind == NCUREP_RESULT_KIND_KERNEL;
    char device[32], cc[32];
    ncurep_process p;
    const int known = ncurep_process_at(o->report, r->process, &p);
    const ncurep_view program = file_name(p.name);
    device_of(o, r, device, cc, sizeof device);
    RESULT_COLUMNS(TABLE_WIDE_CELL)
}

void put_file_line(output *to, const opened *o)
{
    cli_buf b = {NULL, 0, 0}, devices = {NULL, 0, 0}, collector = {NULL, 0, 0};
    put_devices(&devices, o);
    put_collector(&collector, o);
    cli_put_safe(&b, o->path, strlen(o->path));
    cli_putf(&b, ": %" PRIu32 " result%s", o->info.results, o->info.results == 1 ? "" : "s");
    if (devices.len > 0) cli_putf(&b, " on %s", devices.ptr);
    if (collector.len > 0) cli_putf(&b, ", made by %s", collector.ptr);
    out_line(to, "%s", b.ptr);
    cli_buf_free(&b);
    cli_buf_free(&devices);
    cli_buf_free(&collector);
}

void put_result_head(output *to, const opened *o, const ncurep_result *r)
{
    char *name, device[32], cc[32];
    cli_buf b = {NULL, 0, 0};
    if (!out_talks(to)) return;
    name = short_name(full_name(r));
    device_of(o, r, device, cc, sizeof device);
    cli_putf(&b, "%s%" PRIu32 "  ", cli_style(to->color, CLI_BOLD), r->index);
    cli_put_safe(&b, name, strlen(name));
    put_launch_size(&b, r);
    out_gap(to);
    out_line(to, "%s%s, Context %" PRIu32 ", Stream %" PRIu32 ", Device %s, CC %s", b.ptr, cli_style(to->color, CLI_PLAIN), r->context, r->stream,
             device[0] ? device : "?", cc[0] ? cc : "?");
    cli_buf_free(&b);
    cli_free(name);
}

/* Cells of sections ------------------------------------------------------------------------------------------------ */

void cell_scale(const value_style *style, const nvs_cell *x, double value, scale *s)
{
    const nvs_view unit = x->unit != NULL ? x->unit->v.text : nvs_text(NULL);
    metric_facts f;
    metric_describe(view_of(x->name), &f);
    scale_of(s, view_of(x->name), value, style);
    if (unit.len == 0 || (unit.len == strlen(f.unit) && memcmp(unit.ptr, f.unit, unit.len) == 0)) return;
    s->by = 1; /* the section's own unit, shown as it is written */
    snprintf(s->unit, sizeof s->unit, "%.*s", (int)(unit.len < sizeof s->unit ? unit.len : sizeof s->unit - 1), unit.ptr);
}

void cell_unit(const nvs_cell *x, scale *s)
{
    const nvs_view unit = x->unit != NULL ? x->unit->v.text : nvs_text(NULL);
    metric_facts f;
    metric_describe(view_of(x->name), &f);
    set_scale(s, 1, "", f.unit);
    if (unit.len > 0) snprintf(s->unit, sizeof s->unit, "%.*s", (int)(unit.len < sizeof s->unit ? unit.len : sizeof s->unit - 1), unit.ptr);
}

void put_cell_value(cli_buf *b, const value_style *style, const nvs_cell *x, scale *s)
{
    const ncurep_value v = report_value(&x->data.value);
    size_t i;
    double largest = ncurep_value_double(&v);
    cell_scale(style, x, largest, s);
    put_page_value(b, style, &v, s);
    for (i = 0; style->instance != INSTANCES_NONE && i < x->data.count; i++) {
        const nvs_value id = nvs_column_value(&x->data.ids, i), value = nvs_column_value(&x->data.values, i);
        const ncurep_value key = report_value(&id), one = report_value(&value);
        scale none;
        set_scale(&none, 1, "", "");
        cli_put(b, "; ", b->len > 0 ? 2 : 0);
        if (style->instance == INSTANCES_DETAILS) {
            put_value(b, &key, &none, 1);
            cli_put(b, ": ", 2);
        }
        put_page_value(b, style, &one, s);
    }
    cli_put(b, "", 0);
}

nvs_view title_of_suffix(const nvs_node *suffix)
{
    const nvs_view label = nvs_node_text(suffix, NVS_FIELD_LABEL);
    return label.len > 0 ? label : nvs_node_text(suffix, NVS_FIELD_NAME);
}

void put_cell_name(cli_buf *b, const value_style *style, const nvs_cell *x)
{
    if (style->label != METRIC_NAME) cli_put(b, x->label.ptr, x->label.len);
    if (style->label != METRIC_NAME && x->suffix != NULL) {
        const nvs_view title = title_of_suffix(x->suffix);
        cli_put(b, " ", 1);
        cli_put(b, title.ptr, title.len);
    }
    if (style->label == METRIC_LABEL_AND_NAME) cli_put(b, " ", 1);
    if (style->label != METRIC_LABEL) cli_put(b, x->name.ptr, x->name.len);
}

const nvs_value *stored_beside(const nvs_cell *x)
{
    const nvs_derived *const d = x->derived;
    ncurep_value now, then;
    int same;
    if (d == NULL || !d->has_stored) return NULL;
    now = report_value(&d->data.value);
    then = report_value(&d->stored);
    if (now.kind == NCUREP_KIND_STRING || then.kind == NCUREP_KIND_STRING)
        same = now.kind == then.kind && now.text.len == then.text.len && memcmp(now.text.ptr, then.text.ptr, now.text.len) == 0;
    else same = now.kind == then.kind && now.bits == then.bits;
    return same ? NULL : &d->stored;
}

int is_shown(const nvs_cell *x)
{
    return x->state == NVS_CELL_STATE_VALUE || (x->state == NVS_CELL_STATE_NONE && x->data.count > 0);
}

static int by_metric(const void *a, const void *b)
{
    const nvs_part *x = *(const nvs_part *const *)a, *y = *(const nvs_part *const *)b;
    const size_t n = x->cell.name.len < y->cell.name.len ? x->cell.name.len : y->cell.name.len;
    const int c = n > 0 ? memcmp(x->cell.name.ptr, y->cell.name.ptr, n) : 0;
    return c != 0 ? c : x->cell.name.len != y->cell.name.len ? (x->cell.name.len < y->cell.name.len ? -1 : 1) : x < y ? -1 : x > y;
}

const nvs_part **header_of(const nvs_evaluation *v, size_t *count)
{
    const nvs_part **list = (const nvs_part **)cli_alloc(v->count + 1, sizeof *list);
    size_t i;
    *count = 0;
    for (i = 0; i < v->count; i++)
        if (v->parts[i].kind == NVS_PART_KIND_HEADER && is_shown(&v->parts[i].cell)) list[(*count)++] = &v->parts[i];
    qsort((void *)(uintptr_t)list, *count, sizeof *list, by_metric);
    return list;
}

void put_cell_amount(cli_buf *b, const value_style *style, const nvs_cell *x, const nvs_value *value)
{
    const ncurep_value v = report_value(value);
    scale s;
    cell_scale(style, x, ncurep_value_double(&v), &s);
    put_page_value(b, style, &v, &s);
    if (s.unit[0] != 0) cli_putf(b, " %s", s.unit);
}

void put_json_cell(output *to, const value_style *style, const nvs_cell *x)
{
    const ncurep_value v = report_value(&x->data.value);
    scale s;
    size_t i;
    cell_unit(x, &s);
    out_text(to, "label", x->label.ptr, x->label.len);
    out_text(to, "name", x->name.ptr, x->name.len);
    out_string(to, "unit", s.unit[0] != 0 ? s.unit : NULL);
    put_json_value(to, "value", &v);
    if (stored_beside(x) != NULL) {
        const ncurep_value stored = report_value(stored_beside(x));
        put_json_value(to, "stored", &stored);
    }
    if (style->instance != INSTANCES_NONE) {
        out_list(to, "instances");
        for (i = 0; i < x->data.count; i++) {
            const nvs_value id = nvs_column_value(&x->data.ids, i), value = nvs_column_value(&x->data.values, i);
            const ncurep_value key = report_value(&id), one = report_value(&value);
            if (style->instance == INSTANCES_DETAILS) {
                out_list(to, NULL);
                put_json_value(to, NULL, &key);
            }
            put_json_value(to, NULL, &one);
            if (style->instance == INSTANCES_DETAILS) out_close(to);
        }
        out_close(to);
    }
}

void put_spark(cli_buf *b, int utf8, const nvs_column *values, size_t count, size_t width, double low, double high)
{
    static const char *const fine[] = {"\xe2\x96\x81", "\xe2\x96\x82", "\xe2\x96\x83", "\xe2\x96\x84",
                                       "\xe2\x96\x85", "\xe2\x96\x86", "\xe2\x96\x87", "\xe2\x96\x88"};
    static const char *const coarse[] = {"_", ".", "-", "=", "+", "*", "%", "#"};
    const char *const *signs = utf8 ? fine : coarse;
    const size_t columns = count < width ? count : width;
    size_t i;
    for (i = 0; i < columns; i++) { /* the largest of what falls into a column */
        const size_t from = count / columns * i + count % columns * i / columns;
        const size_t to = count / columns * (i + 1) + count % columns * (i + 1) / columns;
        double most = 0;
        size_t k, n = 0;
        for (k = from; k < to; k++) {
            const nvs_value v = nvs_column_value(values, k);
            int number;
            const double d = nvs_value_number(&v, &number);
            if (!number || d - d != 0) continue;
            if (n++ == 0 || d > most) most = d;
        }
        if (n == 0) cli_put(b, " ", 1);
        else {
            const double part = high > low ? (most - low) / (high - low) : 0;
            const char *sign = signs[part <= 0 ? 0 : part >= 1 ? 7 : (size_t)(part * 7 + 0.5)];
            cli_put(b, sign, strlen(sign));
        }
    }
}
