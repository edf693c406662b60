/* ncurep diff: two reports, kernel by kernel. */
#include "diff.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is compared when --metrics does not say it. */
static const char *const usual[] = {"gpu__time_duration.sum", "sm__cycles_elapsed.max", "gpc__cycles_elapsed.max",
    "sm__throughput.avg.pct_of_peak_sustained_elapsed", "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
    "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", "l1tex__throughput.avg.pct_of_peak_sustained_active",
    "lts__throughput.avg.pct_of_peak_sustained_elapsed", "dram__bytes_read.sum", "dram__bytes_write.sum",
    "l1tex__t_sector_hit_rate.pct", "lts__t_sector_hit_rate.pct", "smsp__inst_executed.sum", "sm__inst_executed.sum",
    "smsp__issue_active.avg.per_cycle_active", "smsp__thread_inst_executed_per_inst_executed.ratio",
    "sm__warps_active.avg.pct_of_peak_sustained_active", "sm__maximum_warps_per_active_cycle_pct", "launch__registers_per_thread",
    "launch__shared_mem_per_block_static", "launch__shared_mem_per_block_dynamic", "launch__waves_per_multiprocessor",
    "smsp__sass_inst_executed_op_local.sum", "l1tex__data_bank_conflicts_pipe_lsu.sum"};

static void put_key(cli_buf *b, const request *q, const ncurep_result *r)
{
    const ncurep_view name = result_name(r);
    ncurep_view range;
    range.ptr = "";
    range.len = 0;
    if (q->match == 2) {
        cli_put(b, "", 0);
        return;
    }
    cli_put(b, name.ptr, name.len);
    if (q->match == 0)
        cli_putf(b, "|%" PRIu64 " %" PRIu64 " %" PRIu64 "|%" PRIu64 " %" PRIu64 " %" PRIu64, r->grid[0], r->grid[1], r->grid[2],
                 r->block_size.x, r->block_size.y, r->block_size.z);
    if (q->match == 3 && innermost_range(r, &range)) {
        cli_put(b, "|", 1);
        cli_put(b, range.ptr, range.len);
    }
}

int read_side(request *q, const char *path, side *s)
{
    cursor at;
    ncurep_result r;
    size_t i;
    int code;
    memset(s, 0, sizeof *s);
    if (!open_report(q->c, path, &s->o)) return CLI_INPUT;
    code = code_of(&s->o);
    memset(&at, 0, sizeof at);
    while (next_result(q, &s->o, &at, &r, &code)) {
        cli_buf key = {NULL, 0, 0}, title = {NULL, 0, 0};
        entry *e;
        put_key(&key, q, &r);
        put_result_line(&title, &s->o, &r);
        s->list = (entry *)cli_grow(s->list, &s->room, s->count + 1, sizeof *s->list);
        e = &s->list[s->count++];
        e->key = copy_text(key.ptr != NULL ? key.ptr : "", key.len);
        e->title = copy_text(title.ptr, title.len);
        e->index = r.index;
        e->matched = 0;
        e->next = 0;
        cli_buf_free(&key);
        cli_buf_free(&title);
    }
    for (i = 0; i < s->count; i++) (void)set_add(&s->keys, s->list[i].key, strlen(s->list[i].key));
    s->first = (size_t *)cli_alloc(s->keys.count, sizeof *s->first);
    for (i = s->count; i > 0; i--) {
        const size_t key = set_find(&s->keys, s->list[i - 1].key, strlen(s->list[i - 1].key));
        s->list[i - 1].next = s->first[key];
        s->first[key] = i;
    }
    return code;
}

void free_side(side *s)
{
    size_t i;
    for (i = 0; i < s->count; i++) {
        free(s->list[i].key);
        free(s->list[i].title);
    }
    free(s->list);
    free(s->first);
    set_free(&s->keys);
    close_report(&s->o);
}

static void add_change(changes *x, evaluated *a, evaluated *b, const char *name)
{
    change *to;
    x->list = (change *)cli_grow(x->list, &x->room, x->count + 1, sizeof *x->list);
    to = &x->list[x->count];
    memset(to, 0, sizeof *to);
    to->value[0] = evaluated_number(a, name, &to->has[0]);
    to->value[1] = evaluated_number(b, name, &to->has[1]);
    if (evaluated_has_many(a, 0)) evaluated_forget(a, 0);
    if (evaluated_has_many(b, 0)) evaluated_forget(b, 0);
    if (!to->has[0] && !to->has[1]) return;
    if (to->has[0] && to->has[1] && (to->value[0] < to->value[1] || to->value[0] > to->value[1]))
        to->part = to->value[0] < 0 || to->value[0] > 0 ? (to->value[1] - to->value[0]) / fabs(to->value[0]) : HUGE_VAL;
    to->name = copy_text(name, strlen(name));
    x->count++;
}

int counts(const request *q, const change *x)
{
    return x->has[0] != x->has[1] || fabs(x->part) * 100 > q->noise;
}

static void all_metrics(changes *x, const request *q, evaluated *a, evaluated *b)
{
    nvs_view name;
    size_t i;
    int which;
    for (which = 0; which < 2; which++) {
        evaluated *e = which ? b : a;
        char *last = NULL;
        for (i = 0; e->source.name_fn(e->source.user, i, &name); i++) {
            nvs_data d;
            char *text;
            memset(&d, 0, sizeof d);
            if (is_list(view_of(name)) || !wants_metric(&q->chosen, view_of(name))) continue;
            if (which && a->source.metric_fn(a->source.user, name, &d) == 1) continue;
            text = copy_text(name.ptr, name.len);
            if (last == NULL || strcmp(last, text) != 0) add_change(x, a, b, text);
            free(last);
            last = text;
        }
        free(last);
    }
}

/* Samples, or executed instructions where there are none, by line; more where lines are many. */
static void add_lines(changes *x, evaluated *e, int which)
{
    static const char *const names[] = {"smsp__pcsamp_sample_count", "inst_executed"};
    const machine_code *code = code_open(e->o, e->r);
    size_t n, i;
    for (n = 0; n < 2; n++) {
        nvs_data d;
        memset(&d, 0, sizeof d);
        if (!evaluated_metric(e, names[n], &d) || d.count == 0) continue;
        for (i = 0; i < d.count; i++) {
            const nvs_value id = nvs_column_at(&d.ids, i), value = nvs_column_at(&d.values, i);
            const code_function *f;
            ncurep_place place;
            cli_buf b = {NULL, 0, 0};
            size_t line;
            if ((id.kind != NVS_KIND_UINT64 && id.kind != NVS_KIND_UINT32) || !code_find(code, id.v.u, &f, &place) || place.line == 0) continue;
            put_place(&b, &place);
            line = set_add(&x->places, b.ptr, b.len);
            if (line == x->line_count) {
                x->lines = (line_change *)cli_grow(x->lines, &x->line_room, x->line_count + 1, sizeof *x->lines);
                memset(&x->lines[line], 0, sizeof *x->lines);
                x->lines[line].where = x->places.list[line].text;
                x->line_count++;
            }
            x->lines[line].value[which] += nvs_value_number(&value, NULL);
            cli_buf_free(&b);
        }
        return;
    }
}

static int by_difference(const void *a, const void *b)
{
    const line_change *x = (const line_change *)a, *y = (const line_change *)b;
    const double dx = fabs(x->value[1] - x->value[0]), dy = fabs(y->value[1] - y->value[0]);
    return dx != dy ? (dx > dy ? -1 : 1) : strcmp(x->where, y->where);
}

void free_changes(changes *x)
{
    size_t i;
    for (i = 0; i < x->count; i++) free(x->list[i].name);
    set_free(&x->places);
    free(x->list);
    free(x->lines);
    memset(x, 0, sizeof *x);
}

/* Output ---------------------------------------------------------------------------------------------------------- */

static void heading(request *q, const char *what, const char *title)
{
    if (q->markdown) {
        fprintf(q->c->out, "### %s", what);
        put_markdown(q->c->out, title, strlen(title));
        fputs("\n\n", q->c->out);
    } else fprintf(q->c->out, "%s%s%s%s\n", cli_style(q->c->color, CLI_BOLD), what, title, cli_style(q->c->color, CLI_PLAIN));
}

static void grid_change(grid *g, int has, double part)
{
    if (!has) grid_text(g, "", 0);
    else if (part - part != 0) grid_text(g, "new", 3);
    else grid_put(g, "%+.2f%%", 100 * part);
}

static void grid_value(grid *g, int has, double value, const scale *s)
{
    if (has) grid_put(g, "%.6g", value / s->by);
    else grid_text(g, "-", 1);
}

/* The name of a metric; on a narrow terminal without its middle. */
static void grid_name(grid *g, const request *q, const char *name)
{
    const size_t len = strlen(name), width = page_width(), room = width >= 100 ? width - 66 : width > 90 ? width - 54 : 36;
    if (q->markdown || len <= room) grid_text(g, name, len);
    else grid_put(g, "%.*s..%s", (int)(room / 2), name, name + len - (room - room / 2 - 2));
}

static size_t text_changes(request *q, changes *x)
{
    size_t i, shown = 0;
    const int wide = q->markdown || page_width() >= 100; /* room for the difference */
    grid g;
    if (wide) grid_begin(&g, "lrrrrr", "Metric", "Unit", "Before", "After", "Difference", "Change");
    else grid_begin(&g, "lrrrr", "Metric", "Unit", "Before", "After", "Change");
    for (i = 0; i < x->count; i++) {
        const change *c = &x->list[i];
        ncurep_view name;
        scale s;
        if (!counts(q, c)) continue;
        name.ptr = c->name;
        name.len = strlen(c->name);
        scale_of(&s, name, fabs(c->value[0]) > fabs(c->value[1]) ? c->value[0] : c->value[1], q);
        grid_name(&g, q, c->name);
        grid_text(&g, s.unit, strlen(s.unit));
        grid_value(&g, c->has[0], c->value[0], &s);
        grid_value(&g, c->has[1], c->value[1], &s);
        if (wide && c->has[0] && c->has[1]) grid_put(&g, "%+.6g", (c->value[1] - c->value[0]) / s.by);
        else if (wide) grid_text(&g, "", 0);
        grid_change(&g, c->has[0] && c->has[1], c->part);
        shown++;
    }
    if (shown > 0) grid_print(q, &g, 2);
    else {
        grid_free(&g);
        fprintf(q->c->out, "  nothing of %zu metrics changed by more than %.6g%%\n%s", x->count, q->noise, q->markdown ? "\n" : "");
    }
    if (x->line_count > 0 && q->by_line) {
        size_t lines = 0;
        qsort(x->lines, x->line_count, sizeof *x->lines, by_difference);
        grid_begin(&g, "lrrr", "Line", "Before", "After", "Difference");
        for (i = 0; i < x->line_count && i < 10; i++) {
            if (!(x->lines[i].value[0] < x->lines[i].value[1] || x->lines[i].value[0] > x->lines[i].value[1])) break;
            grid_text(&g, x->lines[i].where, strlen(x->lines[i].where));
            grid_put(&g, "%.6g", x->lines[i].value[0]);
            grid_put(&g, "%.6g", x->lines[i].value[1]);
            grid_put(&g, "%+.6g", x->lines[i].value[1] - x->lines[i].value[0]);
            lines++;
        }
        if (lines > 0) {
            if (!q->markdown) fputc('\n', q->c->out);
            grid_print(q, &g, 2);
        } else grid_free(&g);
    }
    if (!q->markdown) fputc('\n', q->c->out);
    return shown;
}

static size_t json_changes(request *q, changes *x, cli_json *j)
{
    size_t i, shown = 0;
    cli_json_array(j, "metrics");
    for (i = 0; i < x->count; i++) {
        const change *c = &x->list[i];
        if (!counts(q, c)) continue;
        shown++;
        cli_json_object(j, NULL);
        cli_json_str(j, "name", c->name);
        if (c->has[0]) cli_json_double(j, "before", c->value[0]);
        if (c->has[1]) cli_json_double(j, "after", c->value[1]);
        if (c->has[0] && c->has[1]) {
            cli_json_double(j, "difference", c->value[1] - c->value[0]);
            if (c->part - c->part == 0) cli_json_double(j, "relative", c->part);
        }
        cli_json_end(j);
    }
    cli_json_end(j);
    if (q->by_line) {
        cli_json_array(j, "lines");
        for (i = 0; i < x->line_count; i++) {
            cli_json_object(j, NULL);
            cli_json_str(j, "line", x->lines[i].where);
            cli_json_double(j, "before", x->lines[i].value[0]);
            cli_json_double(j, "after", x->lines[i].value[1]);
            cli_json_end(j);
        }
        cli_json_end(j);
    }
    return shown;
}

static size_t csv_changes(request *q, changes *x, const entry *a, cli_csv *v)
{
    size_t i, shown = 0;
    for (i = 0; i < x->count; i++) {
        const change *c = &x->list[i];
        char text[32];
        int k;
        if (!counts(q, c)) continue;
        shown++;
        cli_csv_fieldf(v, "%" PRIu32, a->index);
        cli_csv_field(v, a->title, strlen(a->title));
        cli_csv_field(v, c->name, strlen(c->name));
        for (k = 0; k < 2; k++) {
            cli_double(text, c->value[k]);
            cli_csv_field(v, text, c->has[k] ? strlen(text) : 0);
        }
        cli_double(text, c->value[1] - c->value[0]);
        cli_csv_field(v, text, c->has[0] && c->has[1] ? strlen(text) : 0);
        cli_double(text, 100 * c->part);
        cli_csv_field(v, text, c->has[0] && c->has[1] && c->part - c->part == 0 ? strlen(text) : 0);
        cli_csv_end(v);
    }
    return shown;
}

int compare_pair(request *q, section_source *sections, side *a, side *b, const entry *x, const entry *y, changes *to)
{
    ncurep_result r[2];
    ncurep_error error;
    evaluated e[2];
    size_t i;
    int ok = 0;
    memset(to, 0, sizeof *to);
    memset(e, 0, sizeof e);
    if (ncurep_result_at(a->o.report, x->index, &r[0], &error) && ncurep_result_at(b->o.report, y->index, &r[1], &error) &&
        evaluate_result(sections, &a->o, &r[0], &e[0]) && evaluate_result(sections, &b->o, &r[1], &e[1])) {
        if (q->chosen.metric_count == 0 && !q->all)
            for (i = 0; i < sizeof usual / sizeof *usual; i++) add_change(to, &e[0], &e[1], usual[i]);
        else all_metrics(to, q, &e[0], &e[1]);
        if (q->by_line) {
            add_lines(to, &e[0], 0);
            add_lines(to, &e[1], 1);
        }
        ok = 1;
    }
    evaluated_free(&e[0]);
    evaluated_free(&e[1]);
    return ok;
}

entry *partner(const entry *x, side *b)
{
    const size_t key = set_find(&b->keys, x->key, strlen(x->key));
    entry *y;
    if (key == NOT_IN_SET || b->first[key] == 0) return NULL;
    y = &b->list[b->first[key] - 1];
    b->first[key] = y->next;
    y->matched = 1;
    return y;
}

/* A pair of kernels; how many metrics changed. */
static size_t compare(request *q, section_source *sections, side *a, side *b, const entry *x, const entry *y, cli_json *j, cli_csv *v,
                      int *code)
{
    changes all;
    size_t shown = 0;
    if (!compare_pair(q, sections, a, b, x, y, &all)) *code = CLI_INPUT;
    else {
        if (q->c->format == CLI_JSON) {
            cli_json_object(j, NULL);
            cli_json_str(j, "kernel", x->title);
            cli_json_u64(j, "before", x->index);
            cli_json_u64(j, "after", y->index);
            shown = json_changes(q, &all, j);
            cli_json_end(j);
        } else if (q->c->format == CLI_CSV) shown = csv_changes(q, &all, x, v);
        else {
            heading(q, "", x->title);
            if (strcmp(x->title, y->title) != 0) heading(q, "now ", y->title);
            shown = text_changes(q, &all);
        }
    }
    free_changes(&all);
    return shown;
}

static void alone(request *q, const side *s, const char *what, const char *key, cli_json *j, size_t *count)
{
    size_t i;
    if (q->c->format == CLI_JSON) cli_json_array(j, key);
    for (i = 0; i < s->count; i++) {
        if (s->list[i].matched) continue;
        ++*count;
        if (q->c->format == CLI_JSON) cli_json_str(j, NULL, s->list[i].title);
        if (q->c->format == CLI_TEXT) heading(q, what, s->list[i].title);
    }
    if (q->c->format == CLI_JSON) cli_json_end(j);
}

int diff_verb(request *q)
{
    section_source sections;
    side a, b;
    cli_json j;
    cli_csv v;
    size_t i, found = 0, pairs = 0;
    int code, other;
    if (q->path_count != 2) return cli_usage(q->c, "diff takes two reports");
    memset(&v, 0, sizeof v);
    v.f = q->c->out;
    cli_json_init(&j, q->c->out, CLI_UTF8, 2);
    code = read_side(q, q->paths[0], &a);
    other = read_side(q, q->paths[1], &b);
    if (other > code) code = other;
    if (a.o.report == NULL || b.o.report == NULL || !sections_open(&sections, q)) {
        free_side(&a);
        free_side(&b);
        return CLI_INPUT;
    }
    if (q->c->format == CLI_JSON) {
        cli_json_object(&j, NULL);
        cli_json_array(&j, "kernels");
    }
    if (q->c->format == CLI_CSV) fputs("ID,Kernel,Metric,Before,After,Difference,Change %\n", q->c->out);
    for (i = 0; i < a.count; i++) {
        entry *y = partner(&a.list[i], &b);
        if (y == NULL) continue;
        a.list[i].matched = 1;
        pairs++;
        found += compare(q, &sections, &a, &b, &a.list[i], y, &j, &v, &code);
    }
    if (q->c->format == CLI_JSON) cli_json_end(&j);
    if (q->c->format == CLI_TEXT && pairs == 0 && a.count > 0 && b.count > 0)
        fputs("no kernel has a partner in the other report: --match says what has to be the same\n\n", q->c->out);
    alone(q, &a, "only before: ", "only_before", &j, &found);
    alone(q, &b, "only after: ", "only_after", &j, &found);
    if (q->c->format == CLI_JSON) {
        cli_json_end(&j);
        cli_json_line(&j);
    }
    sections_close(&sections);
    free_side(&a);
    free_side(&b);
    return code == CLI_FINE && found > 0 ? CLI_FINDING : code;
}
