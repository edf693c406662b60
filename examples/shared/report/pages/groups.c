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

typedef struct group {
    char *title;
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

static group *group_of(const groups_options *how, groups *all, const opened *o, const ncurep_result *r)
{
    cli_buf title = {NULL, 0, 0};
    char *name = short_name(full_name(r));
    char device[32], cc[32];
    size_t i;
    group *g = NULL;
    device_of(o, r, device, cc, sizeof device);
    if (how->by == BY_DEVICE) cli_putf(&title, "Device %s, CC %s", device, cc);
    else if (how->by == BY_KERNEL) {
        cli_put_safe(&title, name, strlen(name));
        put_launch_size(&title, r);
        cli_putf(&title, ", Device %s, CC %s", device, cc);
    } else {
        ncurep_view range;
        range.ptr = "no NVTX range";
        range.len = strlen(range.ptr);
        (void)innermost_range(r, &range);
        cli_put_safe(&title, range.ptr, range.len);
        cli_putf(&title, ", Device %s, CC %s", device, cc);
    }
    cli_free(name);
    for (i = 0; i < all->count && g == NULL; i++)
        if (strcmp(all->list[i].title, title.ptr) == 0) g = &all->list[i];
    if (g == NULL) {
        all->list = (group *)cli_grow(all->list, &all->room, all->count + 1, sizeof *all->list);
        g = &all->list[all->count++];
        memset(g, 0, sizeof *g);
        g->title = copy_text(title.ptr, title.len);
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

static void put_amount(cli_buf *b, const value_style *style, double value, const scale *s)
{
    ncurep_value v;
    memset(&v, 0, sizeof v);
    v.kind = NCUREP_KIND_DOUBLE;
    v.text.ptr = "";
    memcpy(&v.bits, &value, sizeof v.bits);
    b->len = 0;
    put_page_value(b, style, &v, s);
}

static int by_section(const void *a, const void *b)
{
    const line *x = *(const line *const *)a, *y = *(const line *const *)b;
    return strcmp(x->name, y->name);
}

static const table_column columns[] = {{'l', NULL, "Group", NULL, 0}, {'r', NULL, "Invocations", NULL, 0}, {'l', NULL, "Section Name", NULL, 0},
    {'l', "Metric Name", "Metric Name", NULL, 0}, {'r', "Metric Unit", "Metric Unit", NULL, 0}, {'r', "Minimum", "Minimum", NULL, 0},
    {'r', "Maximum", "Maximum", NULL, 0}, {'r', "Average", "Average", NULL, 0}};

#define COLUMNS (sizeof columns / sizeof *columns)

static void put_line(table *t, const value_style *style, const group *g, const line *x)
{
    const double values[3] = {x->least, x->most, x->sum / (double)x->count};
    cli_buf b = {NULL, 0, 0};
    ncurep_view name;
    scale s;
    size_t n;
    name.ptr = x->name;
    name.len = strlen(x->name);
    scale_of(&s, name, x->most, style);
    table_string(t, g->title);
    table_whole(t, g->results);
    table_string(t, x->section);
    if (style->label != METRIC_NAME) cli_putf(&b, "%s", x->label);
    if (style->label == METRIC_LABEL_AND_NAME) cli_putf(&b, " ");
    if (style->label != METRIC_LABEL) cli_putf(&b, "%s", x->name);
    table_text(t, b.len > 0 ? b.ptr : "", b.len);
    table_string(t, s.unit);
    for (n = 0; n < 3; n++) {
        put_amount(&b, style, values[n], &s);
        table_text(t, b.len > 0 ? b.ptr : "", b.len);
    }
    table_row(t);
    cli_buf_free(&b);
}

static void show_group(const page *pg, group *g)
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
        table_begin(&t, pg->to, NULL, columns, COLUMNS, TABLE_RULED | TABLE_AGAIN);
        t.indent = 4;
        for (k = from; k < i; k++) put_line(&t, &pg->m->style, g, list[k]);
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
    table_titles(pg->to, columns, COLUMNS);
    for (i = 0; i < all.count; i++) {
        group *g = &all.list[i];
        show_group(pg, g);
        for (k = 0; k < g->count; k++) {
            cli_free(g->lines[k].section);
            cli_free(g->lines[k].label);
            cli_free(g->lines[k].name);
        }
        cli_free(g->lines);
        cli_free(g->title);
    }
    cli_free(all.list);
    return code;
}
