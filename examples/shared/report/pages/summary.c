/* Many kernels on one screen. */
#include "summary.h"
#include "../model/names.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define NO_LABEL ((size_t)-1)

static bunch *bunch_of(summary *s, const cli_buf *key)
{
    const size_t i = set_add(&s->keys, key->ptr, key->len);
    if (i < s->count) return &s->list[i];
    s->list = (bunch *)cli_grow(s->list, &s->room, s->count + 1, sizeof *s->list);
    memset(&s->list[i], 0, sizeof *s->list);
    s->list[i].label = NO_LABEL;
    return &s->list[s->count++];
}

/* What is counted together, and, after a NUL, what only tells it from others. */
static void group_key(cli_buf *b, summary_group group, name_base base, const opened *o, const ncurep_result *r)
{
    ncurep_view v = base == BASE_DEFAULT ? result_name(r) : full_name(r), range;
    char device[32], cc[32];
    range.ptr = "(no range)";
    range.len = strlen(range.ptr);
    if (group == GROUP_RANGE) {
        (void)innermost_range(r, &range);
        v = range;
    } else if (group == GROUP_DEVICE) {
        device_of(o, r, device, cc, sizeof device);
        cli_putf(b, "device %s, CC %s", device[0] ? device : "?", cc[0] ? cc : "?");
        cli_put(b, "", 1);
        return;
    } else if (group == GROUP_RESULT) cli_putf(b, "%" PRIu32 " ", r->index);
    cli_put_safe(b, v.ptr, v.len);
    cli_put(b, "", 1);
    if (group != GROUP_LAUNCH) return;
    if (r->kind == NCUREP_RESULT_KIND_KERNEL) {
        cli_put(b, r->demangled.ptr, r->demangled.len);
        put_launch_size(b, r);
    } else {
        (void)innermost_range(r, &range);
        cli_putf(b, "%d ", (int)r->kind);
        cli_put(b, range.ptr, range.len);
    }
}

static void add_result(summary *s, const model *m, opened *o, const ncurep_result *r, section_source *sections, summary_group group, int *code)
{
    cli_buf key = {NULL, 0, 0};
    bunch *b;
    double before;
    group_key(&key, group, m->chosen.shown, o, r);
    b = bunch_of(s, &key);
    cli_buf_free(&key);
    if (b->count == 0 && (group == GROUP_LAUNCH || group == GROUP_RESULT) && r->kind == NCUREP_RESULT_KIND_KERNEL) {
        size_t i;
        for (i = 0; i < 3; i++) b->launch[i] = r->grid[i];
        b->launch[3] = r->block_size.x;
        b->launch[4] = r->block_size.y;
        b->launch[5] = r->block_size.z;
    }
    if (group == GROUP_LAUNCH && b->count == 0) b->label = labels_add(&s->names, r, m->chosen.shown);
    before = b->total;
    if (!bunch_add(b, m, o, r, sections)) *code = CLI_INPUT;
    s->total += b->total - before;
}

/* What a bunch is sorted by, the greatest first, then by name. */
static double key_of(const bunch *x, summary_sort by)
{
    switch (by) {
    case SORT_TOTAL: return x->total;
    case SORT_COUNT: return (double)x->count;
    case SORT_MEAN: return x->timed > 0 ? x->total / (double)x->timed : 0;
    case SORT_GAIN: return x->gain.percent * x->total; /* what all of it would gain */
    default: return 0;
    }
}

static int by_key(const void *a, const void *b)
{
    const bunch *x = (const bunch *)a, *y = (const bunch *)b;
    size_t i;
    int c;
    if (x->key < y->key || x->key > y->key) return x->key > y->key ? -1 : 1;
    c = strcmp(x->name, y->name);
    for (i = 0; c == 0 && i < 6; i++) c = x->launch[i] < y->launch[i] ? -1 : x->launch[i] > y->launch[i];
    return c != 0 ? c : x->label < y->label ? -1 : x->label > y->label;
}

/* The first column is named after what is counted together. A narrow terminal has these, one with room for it has the rule besides, */
#define NARROW_COLUMNS(X, title) \
    X('l', title, "Name", "name", put_name(t, s, x, room)) \
    X('r', "Count", "Count", "result_count", table_whole(t, x->count)) \
    X('r', "Total", "Total ns", "total_ns", put_time(pg, t, timed, x->total)) \
    X('r', "Mean", "Mean ns", "mean_ns", put_time(pg, t, timed, mean)) \
    X('r', "Share", "Share %", NULL, put_shown(t, timed, "%.1f%%", total > 0 ? 100 * x->total / total : 0)) \
    X('r', NULL, NULL, "share", put_known(t, timed, share)) \
    X('r', NULL, "Compute %", "compute_pct", put_known(t, weighed, compute)) \
    X('r', NULL, "Memory %", "memory_pct", put_known(t, weighed, memory)) \
    X('l', "Bound", "Bound", "bound", put_bound(t, x)) \
    X('r', "Gain", NULL, NULL, put_best(t, x, best)) \
    X('r', NULL, "Gain %", "speedup", put_known(t, x->gain.percent > 0, x->gain.percent)) \
    X('l', NULL, "Rule", "rule", table_string(t, x->gain.rule)) \
    X('r', NULL, "Local Gain %", "local_speedup", put_known(t, x->local.percent > 0, x->local.percent)) \
    X('l', NULL, "Local Rule", "local_rule", table_string(t, x->local.rule)) \
    X('l', NULL, "Demangled Name", "demangled", table_string(t, x->label != NO_LABEL ? s->names.list[x->label].full : NULL)) \
    X('r', NULL, "Grid", "grid", put_dimensions(t, x->launch)) \
    X('r', NULL, "Block", "block", put_dimensions(t, x->launch + 3)) \
    X('r', NULL, "Gain of all %", "total_speedup", put_known(t, timed && total > 0 && x->gain.percent > 0, x->gain.percent * share)) \
    X('r', NULL, "Registers", "registers", put_known(t, x->registers > 0, x->registers)) \
    X('r', NULL, "Cycles", "mean_cycles", put_known(t, x->cycled > 0, cycles)) \
    X('l', NULL, "File", "file", table_string(t, x->file)) \
    X('r', NULL, "ID", "result", table_whole(t, x->result))
#define RULE_COLUMN(X) X('l', "by Rule", NULL, NULL, put_rule(t, best))
/* and a wide one what the user interface lists. */
#define WIDE_COLUMNS(X) \
    X('r', "Compute", NULL, NULL, put_shown(t, weighed, "%.1f%%", compute)) \
    X('r', "Memory", NULL, NULL, put_shown(t, weighed, "%.1f%%", memory)) \
    X('r', "Registers", NULL, NULL, put_known(t, x->registers > 0, x->registers)) \
    X('r', "Cycles", NULL, NULL, put_shown(t, x->cycled > 0, "%.0f", cycles)) \
    X('l', "Longest", NULL, NULL, put_longest(t, x))
enum { COLUMNS_NARROW = 0 NARROW_COLUMNS(TABLE_ONE, ""), COLUMNS_RULE = COLUMNS_NARROW RULE_COLUMN(TABLE_ONE), COLUMNS = COLUMNS_RULE WIDE_COLUMNS(TABLE_ONE), WIDE = 150 };

#define SUMMARY_COLUMNS(title) {NARROW_COLUMNS(TABLE_COLUMN, title) RULE_COLUMN(TABLE_COLUMN) WIDE_COLUMNS(TABLE_COLUMN)}
static const table_column columns[][COLUMNS] = {SUMMARY_COLUMNS("Kernel"), SUMMARY_COLUMNS("Kernel"), SUMMARY_COLUMNS("NVTX range"), SUMMARY_COLUMNS("Device"),
                                                SUMMARY_COLUMNS("Result")};

/* What is unknown: a dash for people. */
static void put_unknown(table *t)
{
    table_style(t, CLI_DIM);
    table_show(t, "-");
    table_null(t);
}

static void put_known(table *t, int known, double value)
{
    if (known) table_real(t, value);
    else put_unknown(t);
}

/* The same, people see it in a format. */
static void put_shown(table *t, int known, const char *format, double value)
{
    if (known) table_show(t, format, value);
    put_known(t, known, value);
}

static void put_time(const page *pg, table *t, int known, double ns)
{
    cli_buf b = {NULL, 0, 0};
    put_duration(&b, &pg->m->style, ns);
    if (known) table_show(t, "%s", b.ptr);
    put_known(t, known, ns);
    cli_buf_free(&b);
}

/* A size without ones at the end. */
static void put_size(cli_buf *b, const uint64_t *size)
{
    const int flat = size[1] == 1 && size[2] == 1;
    cli_putf(b, "%s%" PRIu64, flat ? "" : "(", size[0]);
    if (!flat) cli_putf(b, ",%" PRIu64, size[1]);
    if (size[2] != 1) cli_putf(b, ",%" PRIu64, size[2]);
    cli_putf(b, "%s", flat ? "" : ")");
}

/* A name as people see it; with grid and block where others of this name have others. */
static void put_name(table *t, const summary *s, const bunch *x, size_t room)
{
    cli_buf b = {NULL, 0, 0};
    size_t i, same = 0;
    table_style(t, CLI_BOLD);
    for (i = 0; x->label != NO_LABEL && x->launch[0] > 0 && i < s->count && same < 2; i++) same += s->list[i].label == x->label;
    if (same > 1) {
        cli_putf(&b, " ");
        put_size(&b, x->launch);
        cli_putf(&b, "x");
        put_size(&b, x->launch + 3);
    }
    show_name(t, x->label != NO_LABEL ? s->names.list[x->label].text : x->name, room > b.len + 12 ? room - b.len : 12);
    if (b.len > 0) cli_put(&t->shown, b.ptr, b.len);
    table_string(t, x->name);
    cli_buf_free(&b);
}

static void put_dimensions(table *t, const uint64_t *size)
{
    if (size[0] > 0) table_triple(t, size[0], size[1], size[2]);
    else table_null(t);
}

static void put_bound(table *t, const bunch *x)
{
    if (!(x->weight > 0)) table_show(t, "-");
    table_string(t, x->weight > 0 ? bound_of(x) : NULL);
}

static void put_best(table *t, const bunch *x, const estimate *best)
{
    const int local = !(x->gain.percent > 0);
    table_style(t, local ? CLI_DIM : CLI_GREEN);
    if (best->percent > 0) table_format(t, "%.4g%%%s", best->percent, local ? " local" : "");
    else put_unknown(t);
}

static void put_rule(table *t, const estimate *best)
{
    table_show(t, "%.*s", t->to->is_narrow ? 29 : INT_MAX, best->rule != NULL ? best->rule : "");
    table_null(t);
}

static void put_longest(table *t, const bunch *x)
{
    const char *slash = x->file != NULL ? strrchr(x->file, '/') : NULL;
    if (x->file != NULL) table_format(t, "%s:%u", slash != NULL ? slash + 1 : x->file, (unsigned)x->result);
    else put_unknown(t);
}

static void put_bunch(const page *pg, const summary *s, table *t, const bunch *x, size_t room)
{
    const int timed = x->timed > 0, weighed = x->weight > 0;
    const double total = s->total;
    const double mean = timed ? x->total / (double)x->timed : 0, share = total > 0 ? x->total / total : 0;
    const double compute = weighed ? x->compute / x->weight : 0, memory = weighed ? x->memory / x->weight : 0;
    const double cycles = x->cycled > 0 ? x->cycles / x->cycled : 0;
    const estimate *best = x->gain.percent > 0 ? &x->gain : &x->local;
    NARROW_COLUMNS(TABLE_CELL, "")
    RULE_COLUMN(TABLE_CELL)
    WIDE_COLUMNS(TABLE_CELL)
    table_row(t);
}

int summary_add(summary *s, const model *m, opened *o, section_source *sections, const summary_options *how)
{
    cursor at;
    ncurep_result r;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    while (next_result(m->c, &m->chosen, o, &at, &r, &code)) add_result(s, m, o, &r, sections, how->group, &code);
    s->reports = (damage *)cli_grow(s->reports, &s->report_room, s->report_count + 1, sizeof *s->reports);
    (void)damage_of(o, &s->reports[s->report_count++]);
    return code;
}

void summary_page(const page *pg, summary *s, const summary_options *how)
{
    const size_t width = pg->to->width, more = width >= 110 ? 30 : 0, wide = width >= WIDE ? 65 : 0; /* room for the rule, and what follows */
    const size_t room = width > 60 + more + wide ? width - 60 - more - wide : 20;
    cli_buf b = {NULL, 0, 0};
    uint64_t results = 0;
    table t;
    size_t i;
    labels_make(&s->names);
    for (i = 0; i < s->count; i++) s->list[i].name = s->keys.list[i].text; /* up to the NUL */
    for (i = 0; i < s->count; i++) s->list[i].key = key_of(&s->list[i], how->sort);
    if (s->count > 0) qsort(s->list, s->count, sizeof *s->list, by_key);
    out_group(pg->to, NULL);
    damage_list(pg->to, s->reports, s->report_count);
    table_begin(&t, pg->to, "groups", columns[how->group], more == 0 ? COLUMNS_NARROW : width < WIDE ? COLUMNS_RULE : COLUMNS, TABLE_FEWER);
    for (i = 0; i < s->count; i++) {
        results += s->list[i].count;
        put_bunch(pg, s, &t, &s->list[i], room);
    }
    table_end(&t);
    out_close(pg->to);
    out_end(pg->to);
    put_duration(&b, &pg->m->style, s->total);
    out_line(pg->to, "%" PRIu64 " result%s, %s", results, results == 1 ? "" : "s", b.ptr);
    for (i = 0; i < s->report_count; i++)
        if (is_damaged(&s->reports[i])) damage_lines(pg->to, &s->reports[i], 1);
    cli_buf_free(&b);
}

void summary_free(summary *s)
{
    size_t i;
    for (i = 0; i < s->count; i++) bunch_free(&s->list[i]);
    cli_free(s->list);
    cli_free(s->reports);
    set_free(&s->keys);
    labels_free(&s->names);
}
