/* ncurep summary: many kernels on one screen. */
#include "summary.h"
#include "../model/text_set.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct summary {
    request *q;
    bunch *list;
    size_t count, room;
    text_set names; /* of the bunches, by index until they are sorted */
    double total;
} summary;

static bunch *bunch_of(summary *s, const char *name)
{
    const size_t i = set_add(&s->names, name, strlen(name));
    if (i < s->count) return &s->list[i];
    s->list = (bunch *)cli_grow(s->list, &s->room, s->count + 1, sizeof *s->list);
    memset(&s->list[i], 0, sizeof *s->list);
    s->list[i].name = s->names.list[i].text;
    return &s->list[s->count++];
}

static double metric_value(const opened *o, const ncurep_result *r, const char *name, int *has)
{
    ncurep_metric m;
    const uint32_t id = ncurep_string_find(o->report, name, strlen(name));
    *has = id != NCUREP_NONE && ncurep_metric_find(r, id, &m) && m.value.kind != NCUREP_NOTHING && m.value.kind != NCUREP_STRING;
    return *has ? ncurep_as_double(&m.value) : 0;
}

static void group_name(cli_buf *b, const request *q, const opened *o, const ncurep_result *r)
{
    ncurep_view v = result_name(r);
    char device[32], cc[32];
    if (q->group == 1) {
        v.ptr = "(no range)";
        v.len = strlen(v.ptr);
        (void)innermost_range(r, &v);
    } else if (q->group == 2) {
        device_of(o, r, device, cc, sizeof device);
        cli_putf(b, "device %s, CC %s", device[0] ? device : "?", cc[0] ? cc : "?");
        return;
    } else if (q->group == 3) cli_putf(b, "%" PRIu32 " ", r->index);
    cli_put_safe(b, v.ptr, v.len);
    cli_put(b, "", 0);
}

int bunch_add(bunch *b, request *q, opened *o, const ncurep_result *r, section_source *sections)
{
    static const char *const memory_names[] = {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
                                               "gpu__compute_memory_access_throughput.avg.pct_of_peak_sustained_elapsed",
                                               "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"};
    ncurep_value duration;
    ncurep_view metric;
    findings f;
    evaluated e;
    double time = 0, compute, memory = 0;
    int has_compute, has_memory = 0;
    size_t i;
    b->count++;
    if (duration_of(o, r, &duration, &metric)) {
        time = ncurep_as_double(&duration);
        if (!(time > 0) || time - time != 0) time = 0;
        else b->timed++;
        b->total += time;
    }
    compute = metric_value(o, r, "sm__throughput.avg.pct_of_peak_sustained_elapsed", &has_compute);
    for (i = 0; i < 3 && !has_memory; i++) memory = metric_value(o, r, memory_names[i], &has_memory);
    if (has_compute && has_memory) {
        const double weight = time > 0 ? time : 1;
        b->compute += compute * weight;
        b->memory += memory * weight;
        b->weight += weight;
    }
    memset(&e, 0, sizeof e);
    e.q = q;
    e.o = o;
    e.r = r;
    if (q->run_rules && !evaluate_result(sections, o, r, &e)) {
        evaluated_free(&e);
        return 0;
    }
    findings_of(&f, &e);
    for (i = 0; i < f.count; i++)
        if (f.list[i].percent > b->gain) {
            b->gain = f.list[i].percent;
            free(b->rule);
            b->rule = copy_text(f.list[i].rule.ptr, f.list[i].rule.len);
        }
    findings_free(&f);
    evaluated_free(&e);
    return 1;
}

static void add_result(summary *s, opened *o, const ncurep_result *r, section_source *sections, int *code)
{
    cli_buf name = {NULL, 0, 0};
    bunch *b;
    double before;
    group_name(&name, s->q, o, r);
    b = bunch_of(s, name.ptr != NULL ? name.ptr : "");
    cli_buf_free(&name);
    before = b->total;
    if (!bunch_add(b, s->q, o, r, sections)) *code = CLI_INPUT;
    s->total += b->total - before;
}

const char *bound_of(const bunch *b)
{
    const double compute = b->weight > 0 ? b->compute / b->weight : 0, memory = b->weight > 0 ? b->memory / b->weight : 0;
    if (!(b->weight > 0)) return "";
    if (compute < 60 && memory < 60) return "latency";
    return compute >= memory ? "compute" : "memory";
}

static int sort_by; /* qsort takes no argument: set once, before sorting */

static int by_choice(const void *a, const void *b)
{
    const bunch *x = (const bunch *)a, *y = (const bunch *)b;
    const double keys[2][4] = {{x->total, (double)x->count, x->timed > 0 ? x->total / (double)x->timed : 0, x->gain},
                               {y->total, (double)y->count, y->timed > 0 ? y->total / (double)y->timed : 0, y->gain}};
    if (sort_by < 4 && keys[0][sort_by] != keys[1][sort_by]) return keys[0][sort_by] > keys[1][sort_by] ? -1 : 1;
    return strcmp(x->name, y->name);
}

void put_duration(cli_buf *b, const request *q, double ns)
{
    static const char metric[] = "gpu__time_duration.sum";
    ncurep_view name;
    scale s;
    name.ptr = metric;
    name.len = sizeof metric - 1;
    scale_of(&s, name, ns, q);
    b->len = 0;
    cli_putf(b, "%.2f %s", ns / s.by, s.unit);
}

static void text_summary(summary *s)
{
    static const char *const kinds[] = {"Kernel", "NVTX range", "Device", "Result"};
    const char *titles[8];
    const size_t width = page_width();
    const int wide = width >= 110;
    const size_t room = width > 56 + (wide ? 30u : 0u) ? width - 56 - (wide ? 30u : 0u) : 20;
    cli_table t;
    size_t i;
    uint64_t results = 0;
    cli_buf b = {NULL, 0, 0};
    titles[0] = kinds[s->q->group];
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
            put_duration(&b, s->q, x->total);
            cli_cell_text(&t, CLI_PLAIN, b.ptr, b.len);
            put_duration(&b, s->q, x->total / (double)x->timed);
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
    cli_table_print(s->q->c, &t);
    put_duration(&b, s->q, s->total);
    fprintf(s->q->c->out, "%" PRIu64 " result%s, %s\n", results, results == 1 ? "" : "s", b.ptr);
    cli_buf_free(&b);
}

static void csv_summary(summary *s)
{
    cli_csv v;
    size_t i;
    memset(&v, 0, sizeof v);
    v.f = s->q->c->out;
    fputs("Name,Count,Total ns,Mean ns,Share %,Compute %,Memory %,Bound,Gain %,Rule\n", s->q->c->out);
    for (i = 0; i < s->count; i++) {
        const bunch *x = &s->list[i];
        const double figures[5] = {x->total, x->timed > 0 ? x->total / (double)x->timed : 0, s->total > 0 ? 100 * x->total / s->total : 0,
                                   x->weight > 0 ? x->compute / x->weight : 0, x->weight > 0 ? x->memory / x->weight : 0};
        size_t k;
        char text[32];
        cli_csv_field(&v, x->name, strlen(x->name));
        cli_csv_fieldf(&v, "%" PRIu64, x->count);
        for (k = 0; k < 5; k++) {
            cli_double(text, figures[k]);
            cli_csv_field(&v, text, (k < 3 ? x->timed > 0 : x->weight > 0) ? strlen(text) : 0);
        }
        cli_csv_field(&v, bound_of(x), strlen(bound_of(x)));
        cli_double(text, x->gain);
        cli_csv_field(&v, text, x->gain > 0 ? strlen(text) : 0);
        cli_csv_field(&v, x->rule != NULL ? x->rule : "", x->rule != NULL ? strlen(x->rule) : 0);
        cli_csv_end(&v);
    }
}

static void json_summary(summary *s)
{
    cli_json j;
    size_t i;
    cli_json_init(&j, s->q->c->out, CLI_UTF8, 2);
    cli_json_array(&j, NULL);
    for (i = 0; i < s->count; i++) {
        const bunch *x = &s->list[i];
        cli_json_object(&j, NULL);
        cli_json_str(&j, "name", x->name);
        cli_json_u64(&j, "count", x->count);
        if (x->timed > 0) {
            cli_json_double(&j, "total_ns", x->total);
            cli_json_double(&j, "mean_ns", x->total / (double)x->timed);
            cli_json_double(&j, "share", s->total > 0 ? x->total / s->total : 0);
        }
        if (x->weight > 0) {
            cli_json_double(&j, "compute", x->compute / x->weight);
            cli_json_double(&j, "memory", x->memory / x->weight);
            cli_json_str(&j, "bound", bound_of(x));
        }
        if (x->gain > 0) {
            cli_json_double(&j, "gain", x->gain);
            cli_json_str(&j, "rule", x->rule);
        }
        cli_json_end(&j);
    }
    cli_json_end(&j);
    cli_json_line(&j);
}

int summary_verb(request *q)
{
    summary s;
    section_source sections;
    size_t i;
    int code = CLI_FINE;
    memset(&s, 0, sizeof s);
    s.q = q;
    if (!sections_open(&sections, q)) {
        sections_close(&sections);
        return CLI_INPUT;
    }
    for (i = 0; i < q->path_count; i++) {
        opened o;
        cursor at;
        ncurep_result r;
        if (!open_report(q->c, q->paths[i], &o)) {
            code = CLI_INPUT;
            continue;
        }
        if (code_of(&o) > code) code = code_of(&o);
        memset(&at, 0, sizeof at);
        while (next_result(q, &o, &at, &r, &code)) add_result(&s, &o, &r, &sections, &code);
        close_report(&o);
    }
    sections_close(&sections);
    sort_by = q->sort;
    if (s.count > 0) qsort(s.list, s.count, sizeof *s.list, by_choice);
    if (q->c->format == CLI_JSON) json_summary(&s);
    else if (q->c->format == CLI_CSV) csv_summary(&s);
    else text_summary(&s);
    for (i = 0; i < s.count; i++) free(s.list[i].rule);
    free(s.list);
    set_free(&s.names);
    return code;
}
