/* Results in groups: the least, greatest and mean value of each metric. */
#include "groups.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct line {
    char *section, *label, *name;
    double least, most, sum;
    uint64_t count;
} line;

/* Columns that say what a group is; empty where its results differ in it. */
#define GROUP_COLUMNS(X) \
    X('r', "Process ID", GROUP_PROCESS) \
    X('l', "Process Name", GROUP_PROGRAM) \
    X('l', "Host Name", GROUP_HOST) \
    X('l', "Kernel Name", GROUP_KERNEL) \
    X('l', "Block Size", GROUP_BLOCK) \
    X('l', "Grid Size", GROUP_GRID) \
    X('r', "Device", GROUP_DEVICE_ID) \
    X('r', "CC", GROUP_CC)
#define GROUP_CELL(align, title, cell) cell,
#define GROUP_COLUMN(align, title, cell) {align, NULL, title, NULL, 0},
enum { GROUP_COLUMNS(GROUP_CELL) GROUP_NVTX, GROUP_CELLS };

typedef struct group {
    char *title; /* for people */
    char *cells[GROUP_CELLS];
    uint64_t results;
    line *lines;
    size_t count, room;
} group;

typedef struct groups {
    group *list;
    size_t count, room;
} groups;

static void add_line(group *g, nvs_view section, nvs_view label, nvs_view name, double value)
{
    line *to = NULL;
    size_t i;
    for (i = 0; i < g->count && to == NULL; i++)
        if (strlen(g->lines[i].section) == section.len && memcmp(g->lines[i].section, section.ptr, section.len) == 0 &&
            strlen(g->lines[i].name) == name.len && memcmp(g->lines[i].name, name.ptr, name.len) == 0)
            to = &g->lines[i];
    if (to == NULL) {
        g->lines = (line *)cli_grow(g->lines, &g->room, g->count + 1, sizeof *g->lines);
        to = &g->lines[g->count++];
        memset(to, 0, sizeof *to);
        to->section = copy_text(section.ptr, section.len);
        to->label = copy_text(label.ptr, label.len);
        to->name = copy_text(name.ptr, name.len);
        to->least = to->most = value;
    }
    if (value < to->least) to->least = value;
    if (value > to->most) to->most = value;
    to->sum += value;
    to->count++;
}

static void put_three(cli_buf *b, uint64_t x, uint64_t y, uint64_t z) { cli_putf(b, "(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", x, y, z); }

/* What a result is, in the columns of a group. */
static void cells_of(cli_buf *cells, const opened *o, const ncurep_result *r)
{
    char *name = short_name(full_name(r));
    char device[32], cc[32];
    ncurep_view range;
    ncurep_process p;
    device_of(o, r, device, cc, sizeof device);
    if (ncurep_process_at(o->report, r->process, &p)) {
        const ncurep_view program = file_name(p.name);
        cli_putf(&cells[GROUP_PROCESS], "%" PRIu32, p.id);
        cli_put_safe(&cells[GROUP_PROGRAM], program.ptr, program.len);
        cli_put_safe(&cells[GROUP_HOST], p.host.ptr, p.host.len);
    }
    cli_put_safe(&cells[GROUP_KERNEL], name, strlen(name));
    if (r->kind == NCUREP_RESULT_KIND_KERNEL) {
        put_three(&cells[GROUP_BLOCK], r->block_size.x, r->block_size.y, r->block_size.z);
        put_three(&cells[GROUP_GRID], r->grid[0], r->grid[1], r->grid[2]);
    }
    cli_putf(&cells[GROUP_DEVICE_ID], "%s", device);
    cli_putf(&cells[GROUP_CC], "%s", cc);
    range.ptr = "no NVTX range";
    range.len = strlen(range.ptr);
    (void)innermost_range(r, &range);
    cli_put_safe(&cells[GROUP_NVTX], range.ptr, range.len);
    cli_free(name);
}

static void put_title(cli_buf *title, group_by by, const cli_buf *cells, const ncurep_result *r)
{
    if (by == BY_KERNEL) cli_putf(title, "%s", cells[GROUP_KERNEL].ptr != NULL ? cells[GROUP_KERNEL].ptr : "");
    if (by == BY_KERNEL) put_launch_size(title, r);
    if (by == BY_RANGE) cli_putf(title, "%s", cells[GROUP_NVTX].ptr != NULL ? cells[GROUP_NVTX].ptr : "");
    cli_putf(title, "%sDevice %s, CC %s", by == BY_DEVICE ? "" : ", ", cells[GROUP_DEVICE_ID].ptr, cells[GROUP_CC].ptr);
}

static group *group_of(const groups_options *how, groups *all, const opened *o, const ncurep_result *r)
{
    cli_buf cells[GROUP_CELLS], title = {NULL, 0, 0};
    size_t i, k;
    group *g = NULL;
    memset(cells, 0, sizeof cells);
    cells_of(cells, o, r);
    put_title(&title, how->by, cells, r);
    for (i = 0; i < all->count && g == NULL; i++)
        if (strcmp(all->list[i].title, title.ptr) == 0) g = &all->list[i];
    if (g == NULL) {
        all->list = (group *)cli_grow(all->list, &all->room, all->count + 1, sizeof *all->list);
        g = &all->list[all->count++];
        memset(g, 0, sizeof *g);
        g->title = copy_text(title.ptr, title.len);
        for (k = 0; k < GROUP_CELLS; k++) g->cells[k] = copy_text(cells[k].ptr != NULL ? cells[k].ptr : "", cells[k].len);
    }
    for (k = 0; k < GROUP_CELLS; k++) {
        if (g->cells[k][0] != 0 && (cells[k].ptr == NULL || strcmp(g->cells[k], cells[k].ptr) != 0)) g->cells[k][0] = 0;
        cli_buf_free(&cells[k]);
    }
    cli_buf_free(&title);
    g->results++;
    return g;
}

static void add_evaluated(evaluated *e, group *g, const groups_options *how)
{
    /* --metrics leaves no section in which they could be looked for. */
    const int chosen = how->metrics_only || (e->m->chosen.metric_count > 0 && e->m->sections.count == 0);
    nvs_view section, name;
    nvs_metric d;
    size_t i;
    uint32_t k;
    int number;
    double value;
    section.ptr = "";
    section.len = 0;
    memset(&d, 0, sizeof d);
    for (i = 0; chosen && e->source.name_fn(i, &name, e->source.user); i++) {
        if (is_list(view_of(name)) || !wants_metric(&e->m->chosen, view_of(name)) || e->source.metric_fn(name, &d, e->source.user) != 1) continue;
        value = nvs_value_number(&d.value, &number);
        if (number) add_line(g, section, name, name, value);
    }
    for (k = 0; k < e->count && !chosen; k++) {
        const nvs_evaluation *v = evaluate_section(e, e->sections[k], 0);
        if (v == NULL) continue;
        section = nvs_node_text(e->sections[k], NVS_FIELD_DISPLAY_NAME);
        for (i = 0; i < v->count; i++) {
            const nvs_part *p = &v->parts[i];
            if (p->kind != NVS_PART_KIND_HEADER && !(p->kind == NVS_PART_KIND_CELL && how->parts != PARTS_HEADER)) continue;
            value = nvs_value_number(&p->cell.data.value, &number);
            if (number && p->cell.state == NVS_CELL_STATE_VALUE) add_line(g, section, p->cell.label, p->cell.name, value);
        }
        nvs_evaluation_close(v);
    }
}

/* With two decimals, also where it is whole: an average seldom is. */
static void put_amount(table *t, double value, const scale *s) { table_format(t, "%.2f", value / s->by); }

static void put_name(table *t, const value_style *style, const line *x)
{
    cli_buf b = {NULL, 0, 0};
    if (style->label != METRIC_NAME) cli_putf(&b, "%s", x->label);
    if (style->label == METRIC_LABEL_AND_NAME) cli_putf(&b, " ");
    if (style->label != METRIC_LABEL) cli_putf(&b, "%s", x->name);
    table_buf(t, &b);
}

static int by_section(const void *a, const void *b)
{
    const line *x = *(const line *const *)a, *y = *(const line *const *)b;
    return strcmp(x->name, y->name);
}

#define LINE_COLUMNS(X) \
    X('r', NULL, "Invocations", NULL, table_whole(t, g->results)) \
    X('l', NULL, "Section Name", NULL, table_string(t, x->section)) \
    X('l', "Metric Name", "Metric Name", NULL, put_name(t, style, x)) \
    X('r', "Metric Unit", "Metric Unit", NULL, table_string(t, s.unit)) \
    X('r', "Minimum", "Minimum", NULL, put_amount(t, x->least, &s)) \
    X('r', "Maximum", "Maximum", NULL, put_amount(t, x->most, &s)) \
    X('r', "Average", "Average", NULL, put_amount(t, x->sum / (double)x->count, &s))

/* The first as ncu 2025 prints them; of ranges the name comes besides. */
static const table_column columns[] = {GROUP_COLUMNS(GROUP_COLUMN) LINE_COLUMNS(TABLE_COLUMN)},
    range_columns[] = {GROUP_COLUMNS(GROUP_COLUMN) GROUP_COLUMN('l', "NVTX Range", GROUP_NVTX) LINE_COLUMNS(TABLE_COLUMN)};

static void begin_lines(table *t, output *to, group_by by)
{
    const int ranges = by == BY_RANGE;
    table_begin(t, to, NULL, ranges ? range_columns : columns, (ranges ? sizeof range_columns : sizeof columns) / sizeof *columns,
                TABLE_RULED | TABLE_AGAIN);
}

static void put_line(table *t, const value_style *style, group_by by, const group *g, const line *x)
{
    scale s;
    size_t n;
    scale_of(&s, ncurep_text(x->name), x->most, style);
    for (n = 0; n < GROUP_CELLS - (by == BY_RANGE ? 0u : 1u); n++) table_string(t, g->cells[n]);
    LINE_COLUMNS(TABLE_CELL)
    table_row(t);
}

static void show_group(const page *pg, const groups_options *how, group *g)
{
    const line **list = (const line **)cli_alloc(g->count + 1, sizeof *list);
    size_t i, from, k;
    for (i = 0; i < g->count; i++) list[i] = &g->lines[i];
    out_line(pg->to, "  %s, Invocations %" PRIu64, g->title, g->results);
    for (from = 0; from < g->count; from = i) { /* lines of a section stay together */
        table t;
        for (i = from; i < g->count && strcmp(list[i]->section, list[from]->section) == 0; i++) {}
        qsort((void *)(uintptr_t)(list + from), i - from, sizeof *list, by_section);
        if (list[from]->section[0] != 0) out_line(pg->to, "    Section: %s", list[from]->section);
        begin_lines(&t, pg->to, how->by);
        t.indent = 4;
        for (k = from; k < i; k++) put_line(&t, &pg->m->style, how->by, g, list[k]);
        table_end(&t);
        out_gap(pg->to);
    }
    cli_free((void *)(uintptr_t)list);
}

int groups_page(const page *pg, opened *o, section_source *sections, const groups_options *how)
{
    groups all;
    cursor at;
    ncurep_result r;
    size_t i, k;
    int code = code_of(o);
    memset(&all, 0, sizeof all);
    memset(&at, 0, sizeof at);
    pg->to->v.always = 1;
    while (next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &code)) {
        evaluated e;
        if (evaluate_result(sections, o, &r, &e)) add_evaluated(&e, group_of(how, &all, o, &r), how);
        else code = CLI_INPUT;
        evaluated_free(&e);
    }
    table_titles(pg->to, how->by == BY_RANGE ? range_columns : columns, (how->by == BY_RANGE ? sizeof range_columns : sizeof columns) / sizeof *columns);
    for (i = 0; i < all.count; i++) {
        group *g = &all.list[i];
        show_group(pg, how, g);
        for (k = 0; k < g->count; k++) {
            cli_free(g->lines[k].section);
            cli_free(g->lines[k].label);
            cli_free(g->lines[k].name);
        }
        cli_free(g->lines);
        cli_free(g->title);
        for (k = 0; k < GROUP_CELLS; k++) cli_free(g->cells[k]);
    }
    cli_free(all.list);
    return code;
}
