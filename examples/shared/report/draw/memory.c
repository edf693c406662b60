/* Tables of the memory system, made up from metrics of the result: what sections ask for by a name only. */
#include "figure.h"

#include <stdio.h>
#include <string.h>

/* A metric of a row: prefix, the row's own part, suffix; a ratio of two columns before it where there is no prefix. */
typedef struct memory_column {
    const char *title, *prefix, *suffix;
    int over, under, percent; /* of a ratio */
} memory_column;

typedef struct memory_row {
    const char *label, *part, *rate; /* rate: part of hit rates, where it is another one */
} memory_row;

#define MOST 6 /* columns */

typedef struct memory_kind {
    nvs_field item;
    const char *align;
    const memory_column *columns;
    const memory_row *rows;
    size_t row_count;
} memory_kind;

static const memory_column shared_columns[] = {
    {"Instructions", "smsp__sass_inst_executed_op_shared_", ".sum", 0, 0, 0},
    {"Wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_", ".sum", 0, 0, 0},
    {"Bank Conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_", ".sum", 0, 0, 0},
    {"Conflicts/Wavefront", NULL, NULL, 2, 1, 0},
    {NULL, NULL, NULL, 0, 0, 0}};
static const memory_row shared_rows[] = {{"Loads", "ld", NULL}, {"Stores", "st", NULL}, {"Atomics", "atom", NULL}};

static const memory_column l1_columns[] = {
    {"Requests", "l1tex__t_requests_pipe_", ".sum", 0, 0, 0},
    {"Wavefronts", "l1tex__t_output_wavefronts_pipe_", ".sum", 0, 0, 0},
    {"Sectors", "l1tex__t_sectors_pipe_", ".sum", 0, 0, 0},
    {"Sectors/Request", NULL, NULL, 2, 0, 0},
    {"Hit Rate", "l1tex__t_sector_pipe_", "_hit_rate.pct", 0, 0, 1},
    {NULL, NULL, NULL, 0, 0, 0}};
static const memory_row l1_rows[] = {
    {"Global loads", "lsu_mem_global_op_ld", NULL}, {"Global stores", "lsu_mem_global_op_st", NULL},
    {"Global atomics", "lsu_mem_global_op_atom", NULL}, {"Global reductions", "lsu_mem_global_op_red", NULL},
    {"Local loads", "lsu_mem_local_op_ld", NULL}, {"Local stores", "lsu_mem_local_op_st", NULL},
    {"Surface loads", "tex_mem_surface_op_ld", NULL}, {"Surface stores", "tex_mem_surface_op_st", NULL},
    {"Surface atomics", "tex_mem_surface_op_atom", NULL}, {"Surface reductions", "tex_mem_surface_op_red", NULL},
    {"Texture", "tex_mem_texture", "tex_mem_texture_op_tex"}};

static const memory_column l2_columns[] = {
    {"Requests", "lts__t_requests_srcunit_tex_", ".sum", 0, 0, 0},
    {"Sectors", "lts__t_sectors_srcunit_tex_", ".sum", 0, 0, 0},
    {"Sectors/Request", NULL, NULL, 1, 0, 0},
    {"Hits", "lts__t_sectors_srcunit_tex_", "_lookup_hit.sum", 0, 0, 0},
    {"Hit Rate", NULL, NULL, 3, 1, 1},
    {NULL, NULL, NULL, 0, 0, 0}};
static const memory_row l2_rows[] = {{"Loads", "op_read", NULL}, {"Stores", "op_write", NULL}, {"Reductions", "op_red", NULL},
    {"Atomics, arithmetic", "op_atom_dot_alu", NULL}, {"Atomics, compare and swap", "op_atom_dot_cas", NULL}};

static const memory_column device_columns[] = {
    {"Sectors", "dram__sectors_", ".sum", 0, 0, 0},
    {"Bytes", "dram__bytes_", ".sum", 0, 0, 0},
    {"Throughput", "dram__bytes_", ".sum.per_second", 0, 0, 0},
    {NULL, NULL, NULL, 0, 0, 0}};
static const memory_row device_rows[] = {{"Loads", "read", NULL}, {"Stores", "write", NULL}};

#define ROWS(list) list, sizeof(list) / sizeof *(list)

static const memory_kind kinds[] = {
    {NVS_FIELD_MEMORY_SHARED_TABLE, "lrrrr", shared_columns, ROWS(shared_rows)},
    {NVS_FIELD_MEMORY_L1TEX_CACHE_TABLE, "lrrrrr", l1_columns, ROWS(l1_rows)},
    {NVS_FIELD_MEMORY_FIRST_LEVEL_CACHE_TABLE, "lrrrrr", l1_columns, ROWS(l1_rows)},
    {NVS_FIELD_MEMORY_L2_CACHE_TABLE, "lrrrrr", l2_columns, ROWS(l2_rows)},
    {NVS_FIELD_MEMORY_SECOND_LEVEL_CACHE_TABLE, "lrrrrr", l2_columns, ROWS(l2_rows)},
    {NVS_FIELD_MEMORY_DEVICE_MEMORY_TABLE, "lrrr", device_columns, ROWS(device_rows)}};

/* The values of a row; 0: nothing of it happened, or nothing is known. */
static int read_row(const evaluated *e, const memory_kind *k, const memory_row *row, double *value, int *has)
{
    size_t i;
    int any = 0;
    for (i = 0; k->columns[i].title != NULL; i++) {
        const memory_column *c = &k->columns[i];
        value[i] = has[i] = 0;
        if (c->prefix == NULL) {
            has[i] = has[c->over] && has[c->under] && value[c->under] > 0;
            if (has[i]) value[i] = value[c->over] / value[c->under] * (c->percent ? 100 : 1);
        } else {
            char name[160];
            snprintf(name, sizeof name, "%s%s%s", c->prefix, c->percent && row->rate != NULL ? row->rate : row->part, c->suffix);
            value[i] = evaluated_number(e, name, &has[i]);
        }
        any |= has[i] && !c->percent && value[i] > 0;
    }
    return any;
}

int memory_table(output *to, const evaluated *e, nvs_field item)
{
    const memory_kind *k = kinds;
    table_column columns[MOST + 1];
    double value[MOST];
    int has[MOST];
    table t;
    size_t i, r, rows = 0;
    while (k < kinds + sizeof kinds / sizeof *kinds && k->item != item) k++;
    if (k == kinds + sizeof kinds / sizeof *kinds) return 0;
    memset(columns, 0, sizeof columns);
    for (i = 0; k->align[i] != 0; i++) {
        columns[i].align = k->align[i];
        columns[i].title = i > 0 ? k->columns[i - 1].title : "";
    }
    for (r = 0; r < k->row_count; r++) {
        if (!read_row(e, k, &k->rows[r], value, has)) continue;
        if (to == NULL) return 1;
        if (rows++ == 0) {
            table_begin(&t, to, NULL, columns, strlen(k->align), TABLE_RULED | TABLE_NAMED);
            t.indent = 4;
        }
        table_string(&t, k->rows[r].label);
        for (i = 0; k->columns[i].title != NULL; i++) {
            const memory_column *c = &k->columns[i];
            char name[160];
            ncurep_view metric;
            scale s;
            snprintf(name, sizeof name, "%s%s%s", c->prefix != NULL ? c->prefix : "", k->rows[r].part, c->suffix != NULL ? c->suffix : "");
            metric.ptr = name;
            metric.len = strlen(name);
            scale_of(&s, metric, value[i], &e->m->style);
            if (!has[i]) table_absent(&t);
            else if (c->percent) table_format(&t, "%.2f %%", value[i]);
            else if (c->prefix == NULL) table_format(&t, "%.2f", value[i]);
            else if (s.by > 1 || strstr(s.unit, "byte") != NULL) table_format(&t, "%.2f %s", value[i] / s.by, s.unit);
            else {
                cli_buf b = {NULL, 0, 0};
                put_count(&b, value[i]);
                table_buf(&t, &b);
            }
        }
        table_row(&t);
    }
    if (rows > 0) table_end(&t);
    return rows > 0;
}
