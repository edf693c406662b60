/* Many kernels on one screen. */
#include "summary.h"

#include <inttypes.h>
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
    case SORT_GAIN: return x->gain;
    default: return 0;
    }
}

static int by_key(const void *a, const void *b)
{
    const bunch *x = (const bunch *)a, *y = (const bunch *)b;
    return x->key < y->key || x->key > y->key ? (x->key > y->key ? -1 : 1) : strcmp(x->name, y->name);
}

static void text_summary(const page *pg, const summary *s, summary_group group)
{
    static const char *const kinds[] = {"Kernel", "NVTX range", "Device", "Result"};
    const char *titles[8];
    const size_t width = pg->to->width;
    const int wide = width >= 110;
    const size_t room = width > 56 + (wide ? 30u : 0u) ? width - 56 - (wide ? 30u : 0u) : 20;
    cli_table t;
    size_t i;
    uint64_t results = 0;
    cli_buf b = {NULL, 0, 0};
    titles[0] = kinds[group];
    titles[1] = "Count";
    titles[2] = "Total";
    titles[3] = "Mean";
    titles[4] = "Share";
    titles[5] = "Bound";
    titles[6] = "Gain";
    titles[7] = "by Rule";
    cli_table_init(&t, wide ? "lrrrrlrl" : "lrrrrlr", titles);
    for (i = 0; i < s->count; i++) {
        const bunch *x = &s->list[i];
        const size_t len = strlen(x->name);
        results += x->count;
        b.len = 0;
        if (cli_width(x->name, len) <= room) cli_putf(&b, "%s", x->name);
        else {
            size_t n = 0, columns = 0;
            while (n < len && columns + 3 < room) {
                const size_t one = cli_utf8(x->name + n, x->name + len);
                columns += cli_width(x->name + n, one > 0 ? one : 1);
                n += one > 0 ? one : 1;
            }
            cli_putf(&b, "%.*s...", (int)n, x->name);
        }
        cli_cell_text(&t, CLI_BOLD, b.ptr, b.len);
        cli_cellf(&t, CLI_PLAIN, "%" PRIu64, x->count);
        if (x->timed > 0) {
            put_duration(&b, &pg->m->style, x->total);
            cli_cell_text(&t, CLI_PLAIN, b.ptr, b.len);
            put_duration(&b, &pg->m->style, x->total / (double)x->timed);
            cli_cell_text(&t, CLI_PLAIN, b.ptr, b.len);
            cli_cellf(&t, CLI_PLAIN, "%.1f%%", s->total > 0 ? 100 * x->total / s->total : 0);
        } else {
            cli_cell_text(&t, CLI_DIM, "-", 1);
            cli_cell_text(&t, CLI_DIM, "-", 1);
            cli_cell_text(&t, CLI_DIM, "-", 1);
        }
        cli_cellf(&t, CLI_PLAIN, "%s", bound_of(x)[0] ? bound_of(x) : "-");
        if (x->gain > 0) cli_cellf(&t, CLI_GREEN, "%.4g%%", x->gain);
        else cli_cell_text(&t, CLI_DIM, "-", 1);
        if (wide) cli_cellf(&t, CLI_PLAIN, "%.29s", x->rule != NULL ? x->rule : "");
    }
    out_table(pg->to, &t);
    put_duration(&b, &pg->m->style, s->total);
    fprintf(pg->to->f, "%" PRIu64 " result%s, %s\n", results, results == 1 ? "" : "s", b.ptr);
    cli_buf_free(&b);
}

static void csv_summary(const page *pg, const summary *s)
{
    cli_csv *v = &pg->to->v;
    size_t i;
    fputs("Name,Count,Total ns,Mean ns,Share %,Compute %,Memory %,Bound,Gain %,Rule\n", pg->to->f);
    for (i = 0; i < s->count; i++) {
        const bunch *x = &s->list[i];
        const double figures[5] = {x->total, x->timed > 0 ? x->total / (double)x->timed : 0, s->total > 0 ? 100 * x->total / s->total : 0,
                                   x->weight > 0 ? x->compute / x->weight : 0, x->weight > 0 ? x->memory / x->weight : 0};
        size_t k;
        char text[32];
        cli_csv_field(v, x->name, strlen(x->name));
        cli_csv_fieldf(v, "%" PRIu64, x->count);
        for (k = 0; k < 5; k++) {
            cli_double(text, figures[k]);
            cli_csv_field(v, text, (k < 3 ? x->timed > 0 : x->weight > 0) ? strlen(text) : 0);
        }
        cli_csv_field(v, bound_of(x), strlen(bound_of(x)));
        cli_double(text, x->gain);
        cli_csv_field(v, text, x->gain > 0 ? strlen(text) : 0);
        cli_csv_field(v, x->rule != NULL ? x->rule : "", x->rule != NULL ? strlen(x->rule) : 0);
        cli_csv_end(v);
    }
}

static void json_summary(const page *pg, const summary *s)
{
    cli_json *j = &pg->to->j;
    size_t i;
    cli_json_array(j, NULL);
    for (i = 0; i < s->count; i++) {
        const bunch *x = &s->list[i];
        cli_json_object(j, NULL);
        cli_json_str(j, "name", x->name);
        cli_json_u64(j, "count", x->count);
        if (x->timed > 0) {
            cli_json_double(j, "total_ns", x->total);
            cli_json_double(j, "mean_ns", x->total / (double)x->timed);
            cli_json_double(j, "share", s->total > 0 ? x->total / s->total : 0);
        }
        if (x->weight > 0) {
            cli_json_double(j, "compute", x->compute / x->weight);
            cli_json_double(j, "memory", x->memory / x->weight);
            cli_json_str(j, "bound", bound_of(x));
        }
        if (x->gain > 0) {
            cli_json_double(j, "gain", x->gain);
            cli_json_str(j, "rule", x->rule);
        }
        cli_json_end(j);
    }
    cli_json_end(j);
    cli_json_line(j);
}

int summary_add(summary *s, const model *m, opened *o, section_source *sections, const summary_options *how)
{
    cursor at;
    ncurep_result r;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    while (next_result(m->c, &m->chosen, o, &at, &r, &code)) add_result(s, m, o, &r, sections, how->group, &code);
    return code;
}

void summary_page(const page *pg, summary *s, const summary_options *how)
{
    size_t i;
    for (i = 0; i < s->count; i++) s->list[i].key = key_of(&s->list[i], how->sort);
    if (s->count > 0) qsort(s->list, s->count, sizeof *s->list, by_key);
    if (pg->to->format == OUT_JSON) json_summary(pg, s);
    else if (pg->to->format == OUT_CSV) csv_summary(pg, s);
    else text_summary(pg, s, how->group);
}

void summary_free(summary *s)
{
    size_t i;
    for (i = 0; i < s->count; i++) free(s->list[i].rule);
    free(s->list);
    set_free(&s->names);
}
