/* Pieces that several pages show. */
#include "cells.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void put_json_value(cli_json *j, const char *key, const ncurep_value *v)
{
    switch (v->kind) {
    case NCUREP_NOTHING: cli_json_null(j, key); break;
    case NCUREP_STRING: cli_json_text(j, key, v->text.ptr, v->text.len); break;
    case NCUREP_UINT32:
    case NCUREP_UINT64: cli_json_u64(j, key, v->bits); break;
    default: cli_json_double(j, key, ncurep_as_double(v)); break;
    }
}

void put_json_result(cli_json *j, const opened *o, const ncurep_result *r)
{
    static const char *const kinds[] = {"kernel", "range", "cmdlist", "graph"};
    const ncurep_view name = result_name(r);
    ncurep_process p;
    char device[32], cc[32];
    unsigned axis;
    const uint64_t block[3] = {r->block_size.x, r->block_size.y, r->block_size.z};
    cli_json_u64(j, "id", r->index);
    cli_json_str(j, "kind", kinds[r->kind]);
    cli_json_text(j, "name", name.ptr, name.len);
    if (r->kind == NCUREP_KERNEL) {
        cli_json_text(j, "demangled", r->demangled.ptr, r->demangled.len);
        cli_json_text(j, "mangled", r->mangled.ptr, r->mangled.len);
        cli_json_array(j, "grid");
        for (axis = 0; axis < 3; axis++) cli_json_u64(j, NULL, r->grid[axis]);
        cli_json_end(j);
        cli_json_array(j, "block");
        for (axis = 0; axis < 3; axis++) cli_json_u64(j, NULL, block[axis]);
        cli_json_end(j);
    }
    cli_json_u64(j, "context", r->context);
    cli_json_u64(j, "stream", r->stream);
    device_of(o, r, device, cc, sizeof device);
    if (device[0] != 0) cli_json_raw(j, "device", "%s", device);
    else cli_json_null(j, "device");
    cli_json_str(j, "cc", cc[0] != 0 ? cc : NULL);
    if (ncurep_process_at(o->report, r->process, &p)) {
        p.name = file_name(p.name);
        cli_json_u64(j, "process", p.id);
        cli_json_text(j, "program", p.name.ptr, p.name.len);
    }
}

void put_csv_result(cli_csv *v, const opened *o, const ncurep_result *r)
{
    ncurep_process p;
    char device[32], cc[32];
    char *name = short_name(full_name(r));
    const int known = ncurep_process_at(o->report, r->process, &p);
    const ncurep_view program = file_name(p.name);
    device_of(o, r, device, cc, sizeof device);
    cli_csv_fieldf(v, "%" PRIu32, r->index);
    if (known) cli_csv_fieldf(v, "%" PRIu32, p.id);
    else cli_csv_field(v, "", 0);
    cli_csv_field(v, program.ptr, program.len);
    cli_csv_field(v, p.host.ptr, p.host.len);
    cli_csv_field(v, name, strlen(name));
    cli_csv_fieldf(v, "%" PRIu32, r->context);
    cli_csv_fieldf(v, "%" PRIu32, r->stream);
    if (r->kind == NCUREP_KERNEL) {
        cli_csv_fieldf(v, "(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", r->block_size.x, r->block_size.y, r->block_size.z);
        cli_csv_fieldf(v, "(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", r->grid[0], r->grid[1], r->grid[2]);
    } else {
        cli_csv_field(v, "", 0);
        cli_csv_field(v, "", 0);
    }
    cli_csv_field(v, device, strlen(device));
    cli_csv_field(v, cc, strlen(cc));
    free(name);
}

static const char *const result_columns[RESULT_COLUMNS] = {"ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream",
                                      "Block Size", "Grid Size", "Device", "CC"};

void put_csv_titles(cli_csv *v)
{
    size_t i;
    for (i = 0; i < RESULT_COLUMNS; i++) cli_csv_field(v, result_columns[i], strlen(result_columns[i]));
}

void put_file_line(const page *pg, const opened *o)
{
    ncurep_session s;
    ncurep_pair version;
    ncurep_device d;
    cli_buf b = {NULL, 0, 0};
    int any = 0;
    (void)ncurep_session_of(o->report, &s);
    cli_put_safe(&b, o->path, strlen(o->path));
    cli_putf(&b, ": %" PRIu32 " result%s", o->info.results, o->info.results == 1 ? "" : "s");
    while (ncurep_next_device(&s.devices, &d)) {
        cli_put(&b, any ? ", " : " on ", any ? 2 : 4);
        cli_put_safe(&b, d.name.ptr, d.name.len);
        any = 1;
    }
    while (ncurep_next_pair(&s.versions, &version))
        if (version.name.len == 21 && memcmp(version.name.ptr, "Nsight Compute Target", 21) == 0) {
            const char *blank = (const char *)memchr(version.value.ptr, ' ', version.value.len);
            cli_put(&b, ", made by ", 10);
            cli_put_safe(&b, version.value.ptr, blank != NULL ? (size_t)(blank - version.value.ptr) : version.value.len);
        }
    fprintf(pg->to->f, "%s\n", b.ptr);
    cli_buf_free(&b);
}

/* Cells of sections ------------------------------------------------------------------------------------------------ */

static void cell_scale(const value_style *style, const nvs_cell *x, double value, scale *s)
{
    const ncurep_view name = view_of(x->name);
    scale_of(s, name, value, style);
    if (s->unit[0] == 0 && x->unit != NULL && x->unit->v.text.len < sizeof s->unit) {
        memcpy(s->unit, x->unit->v.text.ptr, x->unit->v.text.len);
        s->unit[x->unit->v.text.len] = 0;
    }
}

void put_cell_value(cli_buf *b, const value_style *style, const nvs_cell *x, scale *s)
{
    const ncurep_value v = report_value(&x->data.value);
    size_t i;
    double largest = ncurep_as_double(&v);
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

void put_cell_name(cli_buf *b, const value_style *style, const nvs_cell *x)
{
    if (style->label != METRIC_NAME) cli_put(b, x->label.ptr, x->label.len);
    if (style->label == METRIC_LABEL_AND_NAME) cli_put(b, " ", 1);
    if (style->label != METRIC_LABEL) cli_put(b, x->name.ptr, x->name.len);
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
    scale_of(&s, view_of(x->name), ncurep_as_double(&v), style);
    put_page_value(b, style, &v, &s);
    if (s.unit[0] != 0) cli_putf(b, " %s", s.unit);
}

void put_json_cell(cli_json *j, const value_style *style, const nvs_cell *x)
{
    const ncurep_value v = report_value(&x->data.value);
    scale s;
    value_style base = *style;
    size_t i;
    base.unit = UNITS_BASE;
    cell_scale(&base, x, 0, &s);
    cli_json_text(j, "label", x->label.ptr, x->label.len);
    cli_json_text(j, "name", x->name.ptr, x->name.len);
    cli_json_str(j, "unit", s.unit[0] != 0 ? s.unit : NULL);
    put_json_value(j, "value", &v);
    if (style->instance != INSTANCES_NONE) {
        cli_json_array(j, "instances");
        for (i = 0; i < x->data.count; i++) {
            const nvs_value id = nvs_column_value(&x->data.ids, i), value = nvs_column_value(&x->data.values, i);
            const ncurep_value key = report_value(&id), one = report_value(&value);
            if (style->instance == INSTANCES_DETAILS) {
                cli_json_array(j, NULL);
                put_json_value(j, NULL, &key);
            }
            put_json_value(j, NULL, &one);
            if (style->instance == INSTANCES_DETAILS) cli_json_end(j);
        }
        cli_json_end(j);
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
