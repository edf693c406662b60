/* Tables of the memory system, made up from metrics of the result: what sections ask for by a name only. Rows and columns are those
   of "Memory Tables" in the Kernel Profiling Guide of Nsight Compute. */
#include "html.h"

#include <stdio.h>
#include <string.h>

/* What a column holds. Metrics are named by a pattern, in which @ is the unit of the row, & what the row does. */
typedef enum memory_what {
    COUNT,    /* the metric */
    PERCENT,  /* likewise, in percent */
    RATE,     /* bytes a second, from sectors a second */
    RATIO,    /* of two columns */
    SHARE,    /* likewise, in percent; the metric where one of them is not known */
    SUM,      /* of two columns */
    BYTES     /* of a column of sectors */
} memory_what;

typedef struct memory_column {
    const char *title; /* NULL: for programs only; */
    const char *key;   /* in JSON; both NULL: only other columns use it */
    memory_what what;
    const char *pattern;
    int one, two; /* columns */
} memory_column;

typedef struct memory_row {
    const char *label, *unit, *of; /* unit NULL: patterns name no metric of it */
    const char *first;  /* the metric of the first column, where the pattern is not that of this row; */
    const char *misses; /* and of the column "Sector Misses to L2" */
    int total;          /* without a metric of its own: the sum of the rows before it */
} memory_row;

#define MOST 16 /* columns, with those that are not shown */
#define SECTOR 32 /* bytes */
#define PEAK ".sum.pct_of_peak_sustained_elapsed"

typedef struct memory_kind {
    nvs_field item;
    const memory_column *columns;
    size_t column_count;
    const memory_row *rows;
    size_t row_count;
} memory_kind;

static const memory_column shared_columns[] = {
    {"Instructions", "executed_instructions", COUNT, NULL, 0, 0},
    {"Wavefronts", "wavefronts", COUNT, "@wavefronts_mem_shared&.sum", 0, 0},
    {"% Peak", "peak_pct", PERCENT, "@wavefronts_mem_shared&" PEAK, 0, 0},
    {"Bank Conflicts", "bank_conflicts", COUNT, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared&.sum", 0, 0},
    {"Conflicts/Wavefront", "conflicts_per_wavefront", RATIO, NULL, 3, 1}};
#define PIPE "l1tex__data_pipe_lsu_"
#define SASS "smsp__sass_l1tex_data_pipe_lsu_"
static const memory_row shared_rows[] = {
    {"Shared Load", PIPE, "_op_ld", "smsp__sass_inst_executed_op_shared_ld.sum", NULL, 0},
    {"Shared Load Matrix", SASS, "_op_ldsm", "smsp__inst_executed_op_ldsm.sum", NULL, 0},
    {"Shared Store", PIPE, "_op_st", "smsp__sass_inst_executed_op_shared_st.sum", NULL, 0},
    {"Shared Store From Global Load", SASS, "_op_ldgsts", "smsp__inst_executed_op_ldgsts.sum", NULL, 0},
    {"Shared Atomic", PIPE, "_op_atom", "smsp__inst_executed_op_shared_atom.sum", NULL, 0},
    {"Total", PIPE, "", "smsp__sass_inst_executed_op_shared.sum", NULL, 1}};

static const memory_column l1_columns[] = {
    {"Instructions", "executed_instructions", COUNT, NULL, 0, 0},
    {"Requests", "requests", COUNT, "l1tex__t_requests_pipe@&.sum", 0, 0},
    {"Wavefronts", "wavefronts", COUNT, "l1tex__t_output_wavefronts_pipe@&.sum", 0, 0},
    {"% Peak", "peak_pct", PERCENT, "l1tex__t_output_wavefronts_pipe@&" PEAK, 0, 0},
    {"Sectors", "sectors", COUNT, "l1tex__t_sectors_pipe@&.sum", 0, 0},
    {"Sectors/Req", "sectors_per_request", RATIO, NULL, 4, 1},
    {NULL, NULL, COUNT, "l1tex__t_sectors_pipe@&_lookup_hit.sum", 0, 0},
    {"Hit Rate", "hit_rate_pct", SHARE, "l1tex__t_sector_pipe@&_hit_rate.pct", 6, 4},
    {"Bytes", "bytes", BYTES, NULL, 4, 0},
    {"Sector Misses to L2", "sector_misses_to_l2", COUNT, NULL, 0, 0}};
#define LSU "_lsu_mem"
#define TEX "_tex_mem"
#define TO_L2 "l1tex__m_l1tex2xbar_write_sectors_mem"
static const memory_row l1_rows[] = {
    {"Local Load", LSU, "_local_op_ld", "smsp__sass_inst_executed_op_local_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_miss.sum", 0},
    {"Global Load", LSU, "_global_op_ld", "smsp__sass_inst_executed_op_global_ld.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum", 0},
    {"Global Load To Shared Store (access)", NULL, NULL, "sm__sass_inst_executed_op_ldgsts_cache_access.sum", NULL, 0},
    {"Global Load To Shared Store (bypass)", NULL, NULL, "sm__sass_inst_executed_op_ldgsts_cache_bypass.sum", NULL, 0},
    {"Surface Load", TEX, "_surface_op_ld", "smsp__inst_executed_op_surface_ld.sum", "l1tex__t_sectors_pipe_tex_mem_surface_op_ld_lookup_miss.sum", 0},
    {"Texture Load", TEX, "_texture", "smsp__inst_executed_op_texture.sum", "l1tex__t_sectors_pipe_tex_mem_texture_lookup_miss.sum", 0},
    {"Local Store", LSU, "_local_op_st", "smsp__sass_inst_executed_op_local_st.sum", NULL, 0},
    {"Global Store", LSU, "_global_op_st", "smsp__sass_inst_executed_op_global_st.sum", NULL, 0},
    {"Local and Global Store", NULL, NULL, NULL, TO_L2 "_lg_op_st.sum", 0},
    {"Surface Store", TEX, "_surface_op_st", "smsp__inst_executed_op_surface_st.sum", TO_L2 "_surface_op_st.sum", 0},
    {"Global Reduction", LSU, "_global_op_red", "smsp__inst_executed_op_global_red.sum", TO_L2 "_global_op_red.sum", 0},
    {"Surface Reduction", TEX, "_surface_op_red", "smsp__inst_executed_op_surface_red.sum", TO_L2 "_surface_op_red.sum", 0},
    {"Global Atomic", LSU, "_global_op_atom", NULL, TO_L2 "_global_op_atom.sum", 0},
    {"Surface Atomic", TEX, "_surface_op_atom", NULL, TO_L2 "_surface_op_atom.sum", 0},
    {"Total", NULL, NULL, NULL, NULL, 1}};

static const memory_column l2_columns[] = {
    {"Requests", "requests", COUNT, "lts__t_requests@&.sum", 0, 0},
    {"Sectors", "sectors", COUNT, "lts__t_sectors@&.sum", 0, 0},
    {"Sectors/Req", "sectors_per_request", RATIO, NULL, 1, 0},
    {"% Peak", "peak_pct", PERCENT, "lts__t_sectors@&" PEAK, 0, 0},
    {NULL, NULL, COUNT, "lts__t_sectors@&_lookup_hit.sum", 0, 0},
    {"Hit Rate", "hit_rate_pct", SHARE, NULL, 4, 1},
    {"Bytes", "bytes", BYTES, NULL, 1, 0},
    {"Throughput", "bytes_per_second", RATE, "lts__t_sectors@&.sum.per_second", 0, 0},
    {"Sector Misses to Device", "sector_misses_to_device", COUNT, "lts__t_sectors@_aperture_device&_lookup_miss.sum", 0, 0},
    {"Sector Misses to System", "sector_misses_to_system", COUNT, "lts__t_sectors@_aperture_sysmem&_lookup_miss.sum", 0, 0},
    {"Sector Misses to Peer", "sector_misses_to_peer", COUNT, "lts__t_sectors@_aperture_peer&_lookup_miss.sum", 0, 0}};
#define L1 "_srcunit_tex"
#define FABRIC "_srcunit_ltcfabric"
static const memory_row l2_rows[] = {
    {"L1/TEX Load", L1, "_op_read", NULL, NULL, 0}, {"L1/TEX Store", L1, "_op_write", NULL, NULL, 0},
    {"L1/TEX Reduction", L1, "_op_red", NULL, NULL, 0}, {"L1/TEX Atomic ALU", L1, "_op_atom_dot_alu", NULL, NULL, 0},
    {"L1/TEX Atomic CAS", L1, "_op_atom_dot_cas", NULL, NULL, 0}, {"L1/TEX Total", L1, "", NULL, NULL, 0},
    {"L2 Fabric Total", FABRIC, "", NULL, NULL, 0}, {"GPU Total", "", "", NULL, NULL, 0}};

#define EVICT "lts__t_sectors@&_evict_"
#define POLICY(title, key, word, at) \
    {NULL, key "_hits", COUNT, EVICT word "_lookup_hit.sum", 0, 0}, {NULL, NULL, COUNT, EVICT word "_lookup_miss.sum", 0, 0}, \
    {title, key "_sectors", SUM, NULL, at, at + 1}, {"Hit Rate", NULL, SHARE, NULL, at, at + 2}
static const memory_column evict_columns[] = {POLICY("First", "first", "first", 0), POLICY("Last", "last", "last", 4), POLICY("Normal", "normal", "normal", 8),
    POLICY("Normal Demote", "normal_demote", "normal_demote", 12)};
static const memory_row evict_rows[] = {
    {"L1/TEX Load", L1, "_op_read", NULL, NULL, 0}, {"L1/TEX Store", L1, "_op_write", NULL, NULL, 0},
    {"L1/TEX Atomic", L1, "_op_atom", NULL, NULL, 0}, {"L1/TEX Total", L1, "", NULL, NULL, 0},
    {"L2 Fabric Total", FABRIC, "", NULL, NULL, 0}, {"GPU Total", "", "", NULL, NULL, 0}};

static const memory_column device_columns[] = {
    {"Sectors", "sectors", COUNT, "dram__sectors@&.sum", 0, 0},
    {"% Peak", "peak_pct", PERCENT, "dram__bytes@&" PEAK, 0, 0},
    {"Bytes", "bytes", COUNT, "dram__bytes@&.sum", 0, 0},
    {"Throughput", "bytes_per_second", COUNT, "dram__bytes@&.sum.per_second", 0, 0}};
static const memory_row device_rows[] = {{"Load", "", "_read", NULL, NULL, 0}, {"Store", "", "_write", NULL, NULL, 0},
    {"Load", "_op", "_read", NULL, NULL, 0}, {"Store", "_op", "_write", NULL, NULL, 0}, {"Total", "", "", NULL, NULL, 1}};

#define ALL(list) list, sizeof(list) / sizeof *(list)

static const memory_kind kinds[] = {
    {NVS_FIELD_MEMORY_SHARED_TABLE, ALL(shared_columns), ALL(shared_rows)},
    {NVS_FIELD_MEMORY_L1TEX_CACHE_TABLE, ALL(l1_columns), ALL(l1_rows)},
    {NVS_FIELD_MEMORY_FIRST_LEVEL_CACHE_TABLE, ALL(l1_columns), ALL(l1_rows)},
    {NVS_FIELD_MEMORY_L2_CACHE_TABLE, ALL(l2_columns), ALL(l2_rows)},
    {NVS_FIELD_MEMORY_SECOND_LEVEL_CACHE_TABLE, ALL(l2_columns), ALL(l2_rows)},
    {NVS_FIELD_MEMORY_L2_CACHE_EVICT_POLICY_TABLE, ALL(evict_columns), ALL(evict_rows)},
    {NVS_FIELD_MEMORY_DEVICE_MEMORY_TABLE, ALL(device_columns), ALL(device_rows)}};

#define MOST_ROWS 15

/* The figures of a table. */
typedef struct memory_figures {
    double value[MOST_ROWS][MOST];
    int has[MOST_ROWS][MOST];
    int any[MOST_ROWS];    /* something of it happened: the row is shown */
    int known[MOST];       /* of any row that is shown: the column is */
} memory_figures;

/* The metric of a cell; 0: it has none. */
static int name_metric(char *to, size_t size, const memory_kind *k, const memory_row *row, size_t column)
{
    const char *pattern = k->columns[column].pattern, *own = column == 0 ? row->first : pattern == NULL ? row->misses : NULL;
    size_t n = 0;
    if (own != NULL) pattern = own;
    else if (row->unit == NULL) pattern = NULL;
    for (; pattern != NULL && *pattern != 0 && n + 1 < size; pattern++) {
        const char *put = *pattern == '@' ? row->unit : *pattern == '&' ? row->of : NULL;
        if (put == NULL) to[n++] = *pattern;
        else while (*put != 0 && n + 1 < size) to[n++] = *put++;
    }
    to[n] = 0;
    return n > 0;
}

/* What counts can be added to; the other columns come out of them, or of metrics only. */
static int adds_up(const memory_column *c) { return c->what == COUNT || c->what == RATE; }

/* The sum of the rows before one; not known where a row that is shown has such a metric, and no value. */
static double sum_of(const memory_kind *k, const memory_figures *f, size_t row, size_t column, int *has)
{
    char name[160];
    double sum = 0;
    size_t r;
    *has = 0;
    for (r = 0; r < row; r++) {
        if (f->has[r][column]) {
            sum += f->value[r][column];
            *has = 1;
        } else if (f->any[r] && name_metric(name, sizeof name, k, &k->rows[r], column)) {
            *has = 0;
            return 0;
        }
    }
    return sum;
}

static void read_cell(const evaluated *e, const memory_kind *k, memory_figures *f, size_t r, size_t i)
{
    const memory_column *c = &k->columns[i];
    const memory_row *row = &k->rows[r];
    double *value = &f->value[r][i], one = f->value[r][c->one], two = f->value[r][c->two];
    const int *has = f->has[r];
    int *known = &f->has[r][i];
    char name[160];
    *known = 0;
    switch (c->what) {
    case RATIO: case SHARE:
        *known = has[c->one] && has[c->two] && two > 0;
        *value = *known ? one / two * (c->what == SHARE ? 100 : 1) : 0;
        if (*known || c->what == RATIO) return;
        break;
    case SUM:
        *known = has[c->one] && has[c->two];
        *value = one + two;
        return;
    case BYTES:
        *known = has[c->one];
        *value = one * SECTOR;
        return;
    case COUNT: case PERCENT: case RATE:
        break;
    }
    if (name_metric(name, sizeof name, k, row, i)) *value = evaluated_number(e, name, known);
    if (!*known && row->total && adds_up(c)) *value = sum_of(k, f, r, i, known);
    else if (c->what == RATE) *value *= SECTOR;
}

/* Whether any row is to be shown. */
static int read_figures(const evaluated *e, const memory_kind *k, memory_figures *f)
{
    size_t r, i;
    int any = 0;
    memset(f, 0, sizeof *f);
    for (r = 0; r < k->row_count; r++) {
        for (i = 0; i < k->column_count; i++) {
            read_cell(e, k, f, r, i);
            f->any[r] |= f->has[r][i] && adds_up(&k->columns[i]) && f->value[r][i] > 0;
        }
        any |= f->any[r];
        for (i = 0; i < k->column_count && f->any[r]; i++) f->known[i] |= f->has[r][i];
    }
    return any;
}

/* A value for people, with its unit. */
static void show_figure(cli_buf *b, const evaluated *e, const memory_column *c, double value)
{
    ncurep_view unit = ncurep_text("smsp__inst_executed.sum"); /* a plain count */
    scale s;
    if (c->what == BYTES || (c->key != NULL && strcmp(c->key, "bytes") == 0)) unit = ncurep_text("dram__bytes_read.sum");
    if (c->key != NULL && strcmp(c->key, "bytes_per_second") == 0) unit = ncurep_text("dram__bytes_read.sum.per_second");
    scale_of(&s, unit, value, &e->m->style);
    if (c->what == PERCENT || c->what == SHARE) cli_putf(b, "%.2f %%", value);
    else if (c->what == RATIO) cli_putf(b, "%.2f", value);
    else if (strstr(s.unit, "byte") != NULL) cli_putf(b, "%.2f %s", value / s.by, s.unit);
    else put_count(b, value);
}

static void put_figure_of(table *t, const evaluated *e, const memory_column *c, double value)
{
    cli_buf b = {NULL, 0, 0};
    show_figure(&b, e, c, value);
    if (c->what == PERCENT) table_part(t, value);
    table_show(t, "%s", b.ptr);
    table_real(t, value);
    cli_buf_free(&b);
}

static int is_put(const memory_column *c) { return c->title != NULL || c->key != NULL; }

/* The row that figures show under the name of a row: devices have other metrics for the same. */
static size_t row_named(const memory_kind *k, const memory_figures *f, size_t row)
{
    size_t r;
    for (r = 0; r < k->row_count && !f->any[row]; r++)
        if (f->any[r] && strcmp(k->rows[r].label, k->rows[row].label) == 0) return r;
    return row;
}

/* The figures of a result and of its baselines; the first has all rows and columns that any of them shows. */
static memory_figures *read_all(const evaluated *e, const memory_kind *k, int *any)
{
    memory_figures *all = (memory_figures *)cli_alloc(e->beside_count + 1, sizeof *all);
    size_t n, i;
    *any = read_figures(e, k, &all[0]);
    for (n = next_beside(e, 0); n < e->beside_count; n = next_beside(e, n + 1)) {
        *any |= read_figures(e->besides[n].e, k, &all[n + 1]);
        for (i = 0; i < k->row_count; i++)
            if (all[n + 1].any[i]) all->any[row_named(k, all, i)] = 1;
    }
    for (i = 0; i < k->column_count; i++)
        for (n = 0; n <= e->beside_count; n++) all->known[i] |= all[n].known[i];
    return all;
}

/* HTML: the row in each baseline. */
static void rows_beside(output *to, const evaluated *e, const memory_kind *k, const memory_figures *all, size_t row)
{
    size_t n, i;
    for (n = next_beside(e, 0); n < e->beside_count; n = next_beside(e, n + 1)) {
        const memory_figures *const was = &all[n + 1];
        const size_t r = row_named(k, was, row);
        put_markup(to, "<tr class=\"vs\"><th>");
        put_beside_mark(to, e, n);
        put_markup(to, "<span>%.*s</span>", text_length(e->besides[n].brief), e->besides[n].name); /* hidden where it is narrow: the mark tells */
        for (i = 0; i < k->column_count; i++) {
            cli_buf b = {NULL, 0, 0};
            if (!is_put(&k->columns[i]) || k->columns[i].title == NULL || !all->known[i]) continue;
            if (was->has[r][i]) show_figure(&b, e, &k->columns[i], was->value[r][i]);
            put_markup(to, "<td>");
            put_markup_buf(to, &b);
            if (!was->has[r][i] && all->has[row][i]) put_lacking(to);
            if (was->has[r][i] && all->has[row][i]) put_since(to, all->value[row][i], was->value[r][i]);
        }
        put_markup(to, "\n");
    }
}

int memory_table(output *to, const evaluated *e, nvs_field item)
{
    const memory_kind *k = kinds;
    table_column columns[MOST + 1];
    memory_figures *f;
    table t;
    size_t i, r, n = 1;
    int any;
    while (k < kinds + sizeof kinds / sizeof *kinds && k->item != item) k++;
    if (k == kinds + sizeof kinds / sizeof *kinds) return 0;
    f = read_all(e, k, &any);
    if (to == NULL || !any) {
        cli_free(f);
        return any;
    }
    memset(columns, 0, sizeof columns);
    columns[0].align = 'l';
    columns[0].title = "";
    columns[0].key = "label";
    for (i = 0; i < k->column_count; i++)
        if (is_put(&k->columns[i]) && f->known[i]) {
            columns[n].align = 'r';
            columns[n].title = k->columns[i].title;
            columns[n++].key = k->columns[i].key;
        }
    table_begin(&t, to, "rows", columns, n, TABLE_RULED | TABLE_NAMED);
    t.indent = 4;
    for (r = 0; r < k->row_count; r++) {
        if (!f->any[r]) continue;
        table_string(&t, k->rows[r].label);
        for (i = 0; i < k->column_count; i++) {
            if (!is_put(&k->columns[i]) || !f->known[i]) continue;
            if (!f->has[r][i]) table_absent(&t);
            else put_figure_of(&t, e, &k->columns[i], f->value[r][i]);
        }
        table_row(&t);
        rows_beside(to, e, k, f, r);
    }
    table_end(&t);
    cli_free(f);
    return 1;
}
