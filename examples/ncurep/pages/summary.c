/* Many kernels on one screen. */
#include "summary.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bunch *bunch_of(summary *s, const char *name)
{
    const size_t i = set_add(&s->names, name, strlen(name));
    if (i < s->count) return &s->list[i];
    s->list = (bunch *)cli_grow(s->list, &s->room, s->count + 1, sizeof *s->list);
    memset(&s->list[i], 0, sizeof *s->list);
    s->list[i].name = s->names.list[i].text;
    return &s->list[s->count++];
}

static void group_name(cli_buf *b, summary_group group, const opened *o, const ncurep_result *r)
{
    ncurep_view v = result_name(r);
    char device[32], cc[32];
    if (group == GROUP_RANGE) {
        v.ptr = "(no range)";
        v.len = strlen(v.ptr);
        (void)innermost_range(r, &v);
    } else if (group == GROUP_DEVICE) {
        device_of(o, r, device, cc, sizeof device);
        cli_putf(b, "device %s, CC %s", device[0] ? device : "?", cc[0] ? cc : "?");
        return;
    } else if (group == GROUP_RESULT) cli_putf(b, "%" PRIu32 " ", r->index);
    cli_put_safe(b, v.ptr, v.len);
    cli_put(b, "", 0);
}

static void add_result(summary *s, const model *m, opened *o, const ncurep_result *r, section_source *sections, summary_group group, int *code)
{
    cli_buf name = {NULL, 0, 0};
    bunch *b;
    double before;
    group_name(&name, group, o, r);
    b = bunch_of(s, name.ptr != NULL ? name.ptr : "");
    cli_buf_free(&name);
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
    case SORT_GAIN: return x->gain.percent;
    default: return 0;
    }
}

static int by_key(const void *a, const void *b)
{
    const bunch *x = (const bunch *)a, *y = (const bunch *)b;
    return x->key < y->key || x->key > y->key ? (x->key > y->key ? -1 : 1) : strcmp(x->name, y->name);
}

/* The first column is named after what is counted together. */
#define SUMMARY_COLUMNS(title) { \
    {'l', title, "Name", "name", 0}, {'r', "Count", "Count", "count", 0}, {'r', "Total", "Total ns", "total_ns", 0}, \
    {'r', "Mean", "Mean ns", "mean_ns", 0}, {'r', "Share", "Share %", NULL, 0}, {'r', NULL, NULL, "share", 0}, \
    {'r', NULL, "Compute %", "compute", 0}, {'r', NULL, "Memory %", "memory", 0}, {'l', "Bound", "Bound", "bound", 0}, \
    {'r', "Gain", NULL, NULL, 0}, {'r', NULL, "Gain %", "gain", 0}, {'l', NULL, "Rule", "rule", 0}, \
    {'r', NULL, "Local Gain %", "local_gain", 0}, {'l', NULL, "Local Rule", "local_rule", 0}, {'l', "by Rule", NULL, NULL, 0}}
#define COLUMNS 15

static const table_column columns[][COLUMNS] = {SUMMARY_COLUMNS("Kernel"), SUMMARY_COLUMNS("NVTX range"), SUMMARY_COLUMNS("Device"),
                                                SUMMARY_COLUMNS("Result")};

/* What is unknown: a dash for people. */
static void put_unknown(table *t)
{
    table_style(t, CLI_DIM);
    table_show(t, "-");
    table_absent(t);
}

static void put_known(table *t, int known, double value)
{
    if (known) table_real(t, value);
    else put_unknown(t);
}

/* A name in so many columns of a terminal. */
static void put_name(table *t, const char *name, size_t room)
{
    const size_t len = strlen(name);
    size_t n = 0, wide = 0;
    table_style(t, CLI_BOLD);
    if (t->to->is_narrow && cli_width(name, len) > room) {
        while (n < len && wide + 3 < room) {
            const size_t one = cli_utf8(name + n, name + len);
            wide += cli_width(name + n, one > 0 ? one : 1);
            n += one > 0 ? one : 1;
        }
        table_show_cut(t, name, n);
    }
    table_text(t, name, len);
}

static void put_estimate(table *t, const estimate *x)
{
    put_known(t, x->percent > 0, x->percent);
    if (x->rule != NULL) table_string(t, x->rule);
    else table_absent(t);
}

static void put_bunch(const page *pg, table *t, const bunch *x, double total, size_t room)
{
    const int timed = x->timed > 0, weighed = x->weight > 0;
    const double mean = timed ? x->total / (double)x->timed : 0, share = total > 0 ? x->total / total : 0;
    const estimate *best = x->gain.percent > 0 ? &x->gain : &x->local;
    cli_buf b = {NULL, 0, 0};
    put_name(t, x->name, room);
    table_whole(t, x->count);
    if (timed) put_duration(&b, &pg->m->style, x->total);
    if (timed) table_show(t, "%s", b.ptr);
    put_known(t, timed, x->total);
    if (timed) put_duration(&b, &pg->m->style, mean);
    if (timed) table_show(t, "%s", b.ptr);
    put_known(t, timed, mean);
    if (timed) table_show(t, "%.1f%%", total > 0 ? 100 * x->total / total : 0);
    put_known(t, timed, total > 0 ? 100 * x->total / total : 0);
    put_known(t, timed, share);
    put_known(t, weighed, weighed ? x->compute / x->weight : 0);
    put_known(t, weighed, weighed ? x->memory / x->weight : 0);
    if (weighed) table_string(t, bound_of(x));
    else {
        table_show(t, "-");
        table_absent(t);
    }
    if (best->percent > 0) {
        table_style(t, x->gain.percent > 0 ? CLI_GREEN : CLI_DIM);
        table_format(t, "%.4g%%%s", best->percent, x->gain.percent > 0 ? "" : " local");
    } else put_unknown(t);
    put_estimate(t, &x->gain);
    put_estimate(t, &x->local);
    table_show(t, "%.*s", t->to->is_narrow ? 29 : INT_MAX, best->rule != NULL ? best->rule : "");
    table_absent(t);
    table_row(t);
    cli_buf_free(&b);
}

int summary_add(summary *s, const model *m, opened *o, section_source *sections, const summary_options *how)
{
    cursor at;
    ncurep_result r;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    while (next_result(m->c, &m->chosen, o, &at, &r, &code)) add_result(s, m, o, &r, sections, how->group, &code);
    s->damaged = (damage *)cli_grow(s->damaged, &s->damaged_room, s->damaged_count + 1, sizeof *s->damaged);
    s->damaged_count += (size_t)damage_of(o, &s->damaged[s->damaged_count]);
    return code;
}

void summary_page(const page *pg, summary *s, const summary_options *how)
{
    const size_t width = pg->to->width, more = width >= 110 ? 30 : 0; /* room for the rule */
    const size_t room = width > 60 + more ? width - 60 - more : 20;
    cli_buf b = {NULL, 0, 0};
    uint64_t results = 0;
    table t;
    size_t i;
    for (i = 0; i < s->count; i++) s->list[i].key = key_of(&s->list[i], how->sort);
    if (s->count > 0) qsort(s->list, s->count, sizeof *s->list, by_key);
    table_begin(&t, pg->to, NULL, columns[how->group], more > 0 ? COLUMNS : COLUMNS - 1, 0);
    for (i = 0; i < s->count; i++) {
        results += s->list[i].count;
        put_bunch(pg, &t, &s->list[i], s->total, room);
    }
    for (i = 0; pg->to->format == OUT_JSON && i < s->damaged_count; i++) damage_element(&pg->to->j, &s->damaged[i]);
    table_end(&t);
    if (pg->to->format == OUT_JSON) cli_json_line(&pg->to->j);
    if (pg->to->format != OUT_TEXT) return;
    put_duration(&b, &pg->m->style, s->total);
    fprintf(pg->to->f, "%" PRIu64 " result%s, %s\n", results, results == 1 ? "" : "s", b.ptr);
    for (i = 0; i < s->damaged_count; i++) damage_lines(pg->to, &s->damaged[i], 1);
    cli_buf_free(&b);
}

void summary_free(summary *s)
{
    size_t i;
    for (i = 0; i < s->count; i++) bunch_free(&s->list[i]);
    cli_free(s->list);
    cli_free(s->damaged);
    set_free(&s->names);
}
