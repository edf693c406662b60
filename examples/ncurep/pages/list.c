/* The results of a report, one a line. */
#include "list.h"

#include <inttypes.h>
#include <string.h>

static void cell_triple(cli_table *t, uint64_t x, uint64_t y, uint64_t z)
{
    if (z != 1) cli_cellf(t, CLI_PLAIN, "%" PRIu64 " %" PRIu64 " %" PRIu64, x, y, z);
    else if (y != 1) cli_cellf(t, CLI_PLAIN, "%" PRIu64 " %" PRIu64, x, y);
    else cli_cellf(t, CLI_PLAIN, "%" PRIu64, x);
}

void list_row(const value_style *style, const opened *o, const ncurep_result *r, cli_table *t)
{
    const ncurep_view name = result_name(r);
    ncurep_value duration;
    ncurep_view metric;
    cli_buf b = {NULL, 0, 0};
    char device[32], cc[32];
    device_of(o, r, device, cc, sizeof device);
    cli_cellf(t, CLI_PLAIN, "%" PRIu32, r->index);
    cli_put_safe(&b, name.ptr, name.len < 32 ? name.len : 29);
    cli_put(&b, "...", name.len < 32 ? 0 : 3);
    cli_cell_text(t, CLI_BOLD, b.ptr, b.len);
    if (r->kind == NCUREP_KERNEL) {
        cell_triple(t, r->grid[0], r->grid[1], r->grid[2]);
        cell_triple(t, r->block_size.x, r->block_size.y, r->block_size.z);
    } else {
        cli_cell_text(t, CLI_PLAIN, "", 0);
        cli_cell_text(t, CLI_PLAIN, "", 0);
    }
    cli_cell_text(t, CLI_PLAIN, device, strlen(device));
    b.len = 0;
    if (duration_of(o, r, &duration, &metric)) {
        scale s;
        const double d = ncurep_as_double(&duration);
        scale_of(&s, metric, d, style);
        if (d - d == 0) cli_putf(&b, "%.2f %s", d / s.by, s.unit);
    }
    cli_cell_text(t, CLI_PLAIN, b.len > 0 ? b.ptr : "", b.len);
    cli_cellf(t, CLI_PLAIN, "%" PRIu32, r->metrics.count);
    cli_buf_free(&b);
}

void list_csv(const opened *o, const ncurep_result *r, cli_csv *v)
{
    ncurep_value duration;
    ncurep_view metric;
    cli_csv_field(v, o->path, strlen(o->path));
    put_csv_result(v, o, r);
    if (duration_of(o, r, &duration, &metric)) {
        char text[32];
        cli_double(text, ncurep_as_double(&duration));
        cli_csv_field(v, text, strlen(text));
    } else
        cli_csv_field(v, "", 0);
    cli_csv_fieldf(v, "%" PRIu32, r->metrics.count);
    cli_csv_end(v);
}

void list_json(const opened *o, const ncurep_result *r, cli_json *j)
{
    ncurep_value duration;
    ncurep_view metric;
    cli_json_object(j, NULL);
    put_json_result(j, o, r);
    if (duration_of(o, r, &duration, &metric)) put_json_value(j, "duration_ns", &duration);
    else cli_json_null(j, "duration_ns");
    cli_json_u64(j, "metrics", r->metrics.count);
    cli_json_end(j);
}

void list_csv_titles(cli_csv *v)
{
    cli_csv_field(v, "File", 4);
    put_csv_titles(v);
    cli_csv_field(v, "Duration ns", 11);
    cli_csv_field(v, "Metrics", 7);
    cli_csv_end(v);
}


const char *const list_titles[LIST_COLUMNS] = {"ID", "Kernel", "Grid", "Block", "Device", "Duration", "Metrics"};

int list_page(const page *pg, const opened *o)
{
    output *to = pg->to;
    cursor at;
    ncurep_result r;
    cli_table t;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    if (to->format == OUT_JSON) cli_json_array(&to->j, "results");
    if (to->format == OUT_TEXT) {
        put_file_line(pg, o);
        cli_table_init(&t, "rlrrrrr", list_titles);
    }
    while (next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &code)) {
        if (to->format == OUT_JSON) list_json(o, &r, &to->j);
        else if (to->format == OUT_CSV) list_csv(o, &r, &to->v);
        else list_row(&pg->m->style, o, &r, &t);
    }
    if (to->format == OUT_TEXT) out_table(to, &t);
    if (to->format == OUT_JSON) cli_json_end(&to->j);
    return code;
}
