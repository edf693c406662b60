/* ncurep export: long tables, folded stacks, traces. The schema is in docs/REPORTS.md. */
#include "report/model/figures.h"
#include "report/model/text_set.h"
#include "report/model/names.h"
#include "report/model/rules.h"
#include "report/pages/damage.h"
#include "write/records.h"
#include "verb.h"
#include "report/model/metric_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum export_table { TABLE_METRICS, TABLE_RESULTS, TABLE_INSTANCES, TABLE_WARP_SAMPLES, TABLE_FINDINGS, TABLE_STALLS } export_table;
typedef enum export_stack { FOLDED_NONE, FOLDED_NVTX, FOLDED_CALLS } export_stack;

typedef struct export_options {
    model m;
    export_table table;
    export_stack folded;
    int trace, findings, stalls;
} export_options;

static const option_word table_words[] = {{"metrics", TABLE_METRICS}, {"results", TABLE_RESULTS}, {"instances", TABLE_INSTANCES},
                                          {"warp-samples", TABLE_WARP_SAMPLES}, {"findings", TABLE_FINDINGS}, {"stalls", TABLE_STALLS},
                                          {NULL, 0}};
static const option_word stack_words[] = {{"nvtx", FOLDED_NVTX}, {"calls", FOLDED_CALLS}, {NULL, 0}};

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, {0, "table", &take_word, offsetof(export_options, table), table_words,
     NULL, "which table (default metrics); --json: JSON Lines"},
                                 {0, "findings", &take_nothing, offsetof(export_options, findings), NULL,
     NULL, "the table findings: a row a result and message of a rule"},
                                 {0, "stalls", &take_nothing, offsetof(export_options, stalls), NULL,
     NULL, "the table stalls: a row a result and reason that warps wait for"}, OPT_RULES, OPT_FOLDER, OPT_TREE,
                                 {0, "folded", &take_word, offsetof(export_options, folded), stack_words,
     NULL, "one stack per line with nanoseconds, for flame graphs"},
                                 {0, "trace", &take_nothing, offsetof(export_options, trace), NULL,
     NULL, "Chrome trace JSON: ranges, kernels, PM samples"}, OPTION_END};

static void put_view(records *r, int has, ncurep_view v)
{
    while (v.len > 0 && v.ptr[v.len - 1] == 0) v.len--;
    record_text(r, has, v.ptr, v.len);
}

/* Three columns: kind, number, text. Of the last two at most one is filled. */
static void put_value_of(records *r, const ncurep_value *v)
{
    static const char kinds[][4] = {"", "str", "f32", "f64", "u32", "u64", "i32", "i64"};
    record_text(r, v->kind != NCUREP_KIND_NONE, kinds[v->kind], 3);
    if (v->kind == NCUREP_KIND_FLOAT || v->kind == NCUREP_KIND_DOUBLE) record_real(r, ncurep_value_double(v));
    else record_whole(r, v->kind == NCUREP_KIND_UINT32 || v->kind == NCUREP_KIND_UINT64, v->bits);
    put_view(r, v->kind == NCUREP_KIND_STRING, v->text);
}

static void put_key(records *r, const opened *o, const ncurep_result *result)
{
    record_text(r, 1, o->path, strlen(o->path));
    record_whole(r, 1, result->index);
}

static const char *const result_titles[] = {
    "file", "result", "kind", "process", "process_name", "host", "thread", "call", "kernel", "demangled", "mangled", "grid_x", "grid_y", "grid_z",
    "block_x", "block_y", "block_z", "context", "stream", "device", "cc", "created", "duration_ns", "module", NULL};
static const char *const metric_titles[] = {"file", "result", "kernel", "metric", "unit", "kind", "value", "text", "instance_count", NULL};
static const char *const instance_titles[] = {
    "file", "result", "metric", "instance", "id_meaning", "id_kind", "id", "id_text", "kind", "value", "text", NULL};

static const char *const warp_titles[] = {
    "file", "result", "kernel", "sm", "time_ns", "address", "stall", "reason", "not_issued", "slot", NULL};

static const char *const finding_titles[] = {
    "file", "result", "kernel", "section", "rule", "type", "message", "speedup_type", "speedup", "focus_metrics", NULL};
static const char *const stall_titles[] = {"file", "result", "kernel", "stall", "cycles_per_issue", "sample_count", "not_issued_count", "share", NULL};

static void put_result(records *r, const opened *o, const ncurep_result *result)
{
    const int is_kernel = result->kind == NCUREP_RESULT_KIND_KERNEL;
    char device[24], cc[24];
    ncurep_process process;
    ncurep_session session;
    ncurep_value time;
    ncurep_view name, none = {"", 0};
    int has_time, k;
    (void)ncurep_report_session(o->report, &session);
    memset(&process, 0, sizeof process);
    process.host = process.name = none;
    if (!ncurep_process_at(o->report, result->process, &process)) process.id = session.pid;
    device_of(o, result, device, cc, sizeof cc);
    has_time = duration_of(o, result, &time, &name);
    record_begin(r);
    put_key(r, o, result);
    put_view(r, 1, ncurep_text(ncurep_result_kind_name(result->kind)));
    record_whole(r, 1, process.id);
    put_view(r, process.name.len > 0, process.name);
    put_view(r, process.host.len > 0, process.host);
    record_whole(r, 1, result->thread);
    record_whole(r, 1, result->call);
    put_view(r, 1, result_name(result));
    put_view(r, is_kernel, result->demangled);
    put_view(r, is_kernel, result->mangled);
    for (k = 0; k < 3; k++) record_whole(r, is_kernel, result->grid[k]);
    record_whole(r, is_kernel, result->block_size.x);
    record_whole(r, is_kernel, result->block_size.y);
    record_whole(r, is_kernel, result->block_size.z);
    record_whole(r, NCUREP_HAS(result, 22), result->context);
    record_whole(r, NCUREP_HAS(result, 23), result->stream);
    record_whole(r, device[0] != 0, strtoull(device, NULL, 10));
    record_text(r, cc[0] != 0, cc, strlen(cc));
    record_whole(r, NCUREP_HAS(result, 14), result->created);
    record_whole(r, has_time, ncurep_value_u64(&time));
    record_whole(r, NCUREP_HAS(result, 15), result->source.reference);
    record_end(r);
}

static void put_instances(records *r, const ncurep_metric *m)
{
    const int is_time = m->id_kind == 1;
    ncurep_list list = m->instances;
    ncurep_instance one;
    uint64_t i = 0;
    while (ncurep_instance_next(&list, &one)) {
        record_again(r);
        record_whole(r, 1, i++);
        record_text(r, is_time, "time", 4);
        put_value_of(r, &one.id);
        put_value_of(r, &one.value);
        record_end(r);
    }
}

static void put_metrics(records *r, const selection *s, const opened *o, const ncurep_result *result, int instances)
{
    ncurep_list metrics = result->metrics;
    ncurep_metric m;
    while (ncurep_metric_next(&metrics, &m)) {
        metric_facts facts;
        ncurep_view name;
        (void)ncurep_string_at(o->report, m.name_id, &name);
        if (!wants_metric(s, name)) continue;
        record_begin(r);
        put_key(r, o, result);
        if (!instances) put_view(r, 1, result_name(result));
        put_view(r, 1, name);
        if (instances) {
            record_keep(r);
            put_instances(r, &m);
            continue;
        }
        metric_describe(name, &facts);
        record_text(r, facts.unit[0] != 0, facts.unit, strlen(facts.unit));
        put_value_of(r, &m.value);
        record_whole(r, 1, m.instances.count);
        record_end(r);
    }
}

static void keep_error(ncurep_error *first, const ncurep_error *e)
{
    if (first->code == NCUREP_OK) *first = *e;
}

/* 0 with a message: not all of them can be read. */
static int put_warp_samples(records *r, const cli *c, const opened *o, const ncurep_result *result)
{
    ncurep_error wrong;
    ncurep_list list = result->warp_samples;
    ncurep_warp_samples samples;
    ncurep_warp_series series;
    ncurep_warp_sample one;
    memset(&wrong, 0, sizeof wrong);
    record_begin(r);
    put_key(r, o, result);
    put_view(r, 1, result_name(result));
    record_keep(r);
    while (ncurep_warp_samples_next(&list, &samples)) {
        while (ncurep_warp_series_next(&samples.series.list, &series)) {
            while (ncurep_warp_sample_next(&series, &one)) {
                record_again(r);
                record_whole(r, 1, series.unit);
                record_whole(r, one.has_time, one.time);
                record_whole(r, 1, one.address);
                put_view(r, 1, ncurep_text(ncurep_stall_name(one.reason)));
                record_whole(r, 1, one.reason);
                record_truth(r, one.not_issued);
                record_whole(r, 1, one.place);
                record_end(r);
            }
            keep_error(&wrong, &series.error);
        }
        keep_error(&wrong, &samples.series.list.error);
    }
    keep_error(&wrong, &list.error);
    if (wrong.code != NCUREP_OK) say_error(c, o->path, &wrong);
    return wrong.code == NCUREP_OK;
}

/* A row a message: "metric=value; metric=value" is what the rule looked at. 0 with a message of its own. */
static int put_findings(records *r, const model *m, opened *o, const ncurep_result *result, section_source *sections)
{
    evaluated e;
    findings f;
    size_t i, k;
    memset(&e, 0, sizeof e);
    e.m = m;
    e.o = o;
    e.r = result;
    if (m->sections.run_rules && !evaluate_result(sections, o, result, &e)) {
        evaluated_free(&e);
        return 0;
    }
    findings_of(&f, &e);
    for (i = 0; i < f.count; i++) {
        const finding *x = &f.list[i];
        cli_buf looked = {NULL, 0, 0};
        record_begin(r);
        put_key(r, o, result);
        put_view(r, 1, result_name(result));
        put_view(r, x->section.len > 0, x->section);
        put_view(r, 1, x->rule);
        record_text(r, 1, finding_word(x->type), strlen(finding_word(x->type)));
        record_text(r, 1, x->text.ptr != NULL ? x->text.ptr : "", x->text.len);
        record_text(r, x->percent > 0, speedup_word(x->speedup), strlen(speedup_word(x->speedup)));
        if (x->percent > 0) record_real(r, x->percent);
        else record_whole(r, 0, 0);
        for (k = 0; k < x->focus_count; k++) {
            char number[32];
            cli_double(number, x->focus[k].value);
            cli_putf(&looked, "%s%.*s=%s", k > 0 ? "; " : "", (int)x->focus[k].name.len, x->focus[k].name.ptr, number);
        }
        record_text(r, looked.len > 0, looked.ptr, looked.len);
        cli_buf_free(&looked);
        record_end(r);
    }
    findings_free(&f);
    evaluated_free(&e);
    return 1;
}

/* What is counted of a reason; negative: nothing. */
typedef struct stall_row {
    double cycles, samples, not_issued;
} stall_row;

static void put_real_or_null(records *r, double value)
{
    if (value >= 0) record_real(r, value);
    else record_whole(r, 0, 0);
}

static void put_stalls(records *r, const opened *o, const ncurep_result *result)
{
    static const char end[] = "_not_issued";
    ncurep_list metrics = result->metrics;
    ncurep_metric m;
    text_set names;
    stall_row *rows = NULL;
    size_t room = 0, i;
    double cycles = 0, samples = 0;
    memset(&names, 0, sizeof names);
    while (ncurep_metric_next(&metrics, &m)) {
        const double value = ncurep_value_double(&m.value);
        const size_t known = names.count;
        ncurep_view name, reason;
        int kind = 0, issued = 1;
        if (!(value >= 0) || value - value != 0 || !ncurep_string_at(o->report, m.name_id, &name)) continue;
        if (name.len > sizeof end && memcmp(name.ptr + name.len - (sizeof end - 1), end, sizeof end - 1) == 0) {
            name.len -= sizeof end - 1;
            issued = 0;
        }
        while (kind < 2 && (reason = stall_of(name, kind)).len == 0) kind++;
        if (kind == 2 || (kind == 0 && !issued)) continue;
        i = set_add(&names, reason.ptr, reason.len);
        rows = (stall_row *)cli_grow(rows, &room, names.count, sizeof *rows);
        if (names.count > known) rows[i].cycles = rows[i].samples = rows[i].not_issued = -1;
        *(kind == 0 ? &rows[i].cycles : issued ? &rows[i].samples : &rows[i].not_issued) = value;
        if (kind == 0) cycles += value;
        else if (issued) samples += value;
    }
    for (i = 0; i < names.count; i++) {
        const double all = cycles > 0 ? cycles : samples, own = cycles > 0 ? rows[i].cycles : rows[i].samples;
        record_begin(r);
        put_key(r, o, result);
        put_view(r, 1, result_name(result));
        record_text(r, 1, names.list[i].text, names.list[i].len);
        put_real_or_null(r, rows[i].cycles);
        record_whole(r, rows[i].samples >= 0, (uint64_t)(rows[i].samples >= 0 ? rows[i].samples : 0));
        record_whole(r, rows[i].not_issued >= 0, (uint64_t)(rows[i].not_issued >= 0 ? rows[i].not_issued : 0));
        put_real_or_null(r, all > 0 && own >= 0 ? own / all : -1);
        record_end(r);
    }
    cli_free(rows);
    set_free(&names);
}

/* Stacks --------------------------------------------------------------------------------------------------------------- */

/* Names of the open push/pop ranges of the thread of a result, outermost first, each ended by a zero byte. */
static size_t nvtx_stack(const ncurep_result *r, cli_buf *to)
{
    ncurep_list threads = r->nvtx.threads;
    ncurep_nvtx_thread thread;
    size_t n = 0;
    to->len = 0;
    while (ncurep_nvtx_thread_next(&threads, &thread)) {
        ncurep_nvtx_open open;
        while (thread.id == r->thread && ncurep_nvtx_open_next(&thread.domains, &open)) {
            ncurep_list domains = r->nvtx.domains;
            ncurep_nvtx_domain d;
            ncurep_nvtx_range range;
            ncurep_view domain = {"", 0};
            while (open.id != r->nvtx.default_domain && ncurep_nvtx_domain_next(&domains, &d))
                if (d.id == open.id) domain = d.name;
            for (; ncurep_nvtx_range_next(&open.ranges, &range); n++) {
                size_t i = to->len;
                cli_put(to, domain.ptr, domain.len);
                if (domain.len > 0) cli_put(to, "@", 1);
                cli_put(to, range.name.ptr, range.name.len);
                for (; i < to->len; i++)
                    if (to->ptr[i] == 0) to->ptr[i] = ' ';
                cli_put(to, "", 1);
            }
        }
    }
    return n;
}

/* A frame of a folded stack: what would end a frame or a line is replaced. */
static void put_frame(cli_buf *to, const char *text, size_t len)
{
    size_t i;
    for (i = 0; i < len; i++) cli_put(to, text[i] == ';' ? ":" : (unsigned char)text[i] < 0x20 ? " " : text + i, 1);
}

static void put_folded(output *to, export_stack how, const opened *o, const ncurep_result *r)
{
    const ncurep_view name = result_name(r);
    ncurep_value time;
    ncurep_view metric;
    cli_buf stack = {NULL, 0, 0}, line = {NULL, 0, 0};
    if (how == FOLDED_NVTX) {
        size_t n = nvtx_stack(r, &stack), i;
        const char *p = stack.ptr;
        for (i = 0; i < n; i++, p += strlen(p) + 1) {
            put_frame(&line, p, strlen(p));
            cli_put(&line, ";", 1);
        }
    } else {
        ncurep_list frames = r->stack.frames;
        ncurep_frame *frame = NULL;
        size_t n = 0, room = 0;
        for (;; n++) {
            frame = (ncurep_frame *)cli_grow(frame, &room, n + 1, sizeof *frame);
            if (!ncurep_frame_next(&frames, &frame[n])) break;
        }
        while (n-- > 0) { /* innermost first in the report, outermost first here */
            if (frame[n].function.len > 0) put_frame(&line, frame[n].function.ptr, frame[n].function.len);
            else {
                const ncurep_view module = file_name(frame[n].module);
                put_frame(&line, module.ptr, module.len);
                cli_putf(&line, "+0x%" PRIx64, frame[n].address);
            }
            cli_put(&line, ";", 1);
        }
        free(frame);
    }
    put_frame(&line, name.ptr, name.len);
    cli_putf(&line, " %" PRIu64, duration_of(o, r, &time, &metric) ? ncurep_value_u64(&time) : 0);
    out_line(to, "%s", line.ptr);
    cli_buf_free(&line);
    cli_buf_free(&stack);
}

/* Trace ---------------------------------------------------------------------------------------------------------------- */

typedef struct trace {
    output to;
    double now; /* us */
    cli_buf stack; /* open ranges, as nvtx_stack gives them */
    struct range {
        size_t name; /* where it starts in stack */
        double since;
    } *range;
    size_t depth, room;
    uint64_t process, thread;
} trace;

static void put_slice(trace *t, const char *name, size_t len, const char *category, double from, double duration)
{
    out_group(&t->to, NULL);
    out_text(&t->to, "name", name, len);
    out_string(&t->to, "cat", category);
    out_string(&t->to, "ph", "X");
    out_whole(&t->to, "pid", t->process);
    out_whole(&t->to, "tid", t->thread);
    out_real(&t->to, "ts", from);
    out_real(&t->to, "dur", duration);
    out_close(&t->to);
}

/* Ends ranges down to this depth. */
static void close_ranges(trace *t, size_t depth)
{
    while (t->depth > depth) {
        const struct range *r = &t->range[--t->depth];
        const char *name = t->stack.ptr + r->name;
        put_slice(t, name, strlen(name), "nvtx", r->since, t->now - r->since);
    }
}

/* Goes over to the ranges that are open now: n names in stack, which the trace keeps. */
static void set_ranges(trace *t, cli_buf *stack, size_t n)
{
    size_t same = 0, at = 0;
    for (; same < n && same < t->depth && strcmp(stack->ptr + at, t->stack.ptr + t->range[same].name) == 0; same++) at += strlen(stack->ptr + at) + 1;
    close_ranges(t, same);
    t->range = (struct range *)cli_grow(t->range, &t->room, n + 1, sizeof *t->range);
    for (; t->depth < n; t->depth++) {
        t->range[t->depth].name = at;
        t->range[t->depth].since = t->now;
        at += strlen(stack->ptr + at) + 1;
    }
    cli_buf_free(&t->stack);
    t->stack = *stack;
}

static void put_trace(const selection *s, trace *t, const opened *o, const ncurep_result *r)
{
    const ncurep_view name = result_name(r);
    ncurep_process process;
    ncurep_session session;
    ncurep_value time;
    ncurep_view metric;
    ncurep_list metrics;
    ncurep_metric m;
    ncurep_instance one;
    cli_buf stack = {NULL, 0, 0};
    uint64_t first = UINT64_MAX, last = 0, id;
    double length = 0;
    size_t n;
    (void)ncurep_report_session(o->report, &session);
    id = ncurep_process_at(o->report, r->process, &process) ? process.id : session.pid;
    if (id != t->process || r->thread != t->thread) close_ranges(t, 0);
    t->process = id;
    t->thread = r->thread;
    n = nvtx_stack(r, &stack);
    set_ranges(t, &stack, n);
    if (duration_of(o, r, &time, &metric)) length = ncurep_value_double(&time) / 1000;
    for (metrics = r->metrics; ncurep_metric_next(&metrics, &m);)
        while (m.id_kind == 1 && ncurep_instance_next(&m.instances, &one)) {
            if (one.id.bits < first) first = one.id.bits;
            if (one.id.bits > last) last = one.id.bits;
        }
    put_slice(t, name.ptr, name.len, "kernel", t->now, length);
    for (metrics = r->metrics; ncurep_metric_next(&metrics, &m);) {
        ncurep_view text;
        (void)ncurep_string_at(o->report, m.name_id, &text);
        while (m.id_kind == 1 && wants_metric(s, text) && ncurep_instance_next(&m.instances, &one)) {
            if (one.value.kind == NCUREP_KIND_STRING || one.value.kind == NCUREP_KIND_NONE) continue;
            out_group(&t->to, NULL);
            out_text(&t->to, "name", text.ptr, text.len);
            out_string(&t->to, "ph", "C");
            out_whole(&t->to, "pid", t->process);
            out_real(&t->to, "ts", t->now + (double)(one.id.bits - first) / 1000);
            out_group(&t->to, "args");
            out_real(&t->to, "value", ncurep_value_double(&one.value));
            out_close(&t->to);
            out_close(&t->to);
        }
    }
    if (last > first && (double)(last - first) / 1000 > length) length = (double)(last - first) / 1000;
    t->now += length > 0 ? length : 1;
}

static int run(request *q, void *user)
{
    export_options *how = (export_options *)user;
    static const char *const *const titles[] = {metric_titles, result_titles, instance_titles, warp_titles, finding_titles, stall_titles};
    section_source sections;
    cli *const c = q->c;
    records r;
    trace t;
    output text;
    damage *damaged = NULL;
    size_t damaged_count = 0, damaged_room = 0, i;
    int code = CLI_FINE;
    const int tables = how->folded == FOLDED_NONE && !how->trace;
    memset(&t, 0, sizeof t);
    if (how->folded != FOLDED_NONE && how->trace) return cli_usage(c, "--folded and --trace exclude each other");
    if (how->findings + how->stalls + (how->table != TABLE_METRICS) > 1) return cli_usage(c, "--table, --findings and --stalls exclude each other");
    if (how->findings) how->table = TABLE_FINDINGS;
    if (how->stalls) how->table = TABLE_STALLS;
    if (!sections_open(&sections, &how->m)) {
        (void)sections_close(&sections);
        return CLI_INPUT;
    }
    out_init(&text, c->out, OUT_TEXT);
    if (tables) records_open(&r, c, titles[how->table]);
    if (how->trace) {
        out_init(&t.to, c->out, OUT_JSON);
        out_lines(&t.to, CLI_UTF8);
        out_group(&t.to, NULL);
        out_string(&t.to, "displayTimeUnit", "ns");
        out_list(&t.to, "traceEvents");
    }
    for (i = 0; i < q->path_count; i++) {
        opened o;
        cursor at;
        ncurep_result result;
        if (!open_report(reader_of(q), q->paths[i], &o)) {
            code = CLI_INPUT;
            continue;
        }
        if (code_of(&o) != CLI_FINE) code = CLI_INPUT;
        memset(&at, 0, sizeof at);
        while (next_result(c, &how->m.chosen, &o, &at, &result, &code)) {
            if (how->trace) put_trace(&how->m.chosen, &t, &o, &result);
            else if (!tables) put_folded(&text, how->folded, &o, &result);
            else if (how->table == TABLE_RESULTS) put_result(&r, &o, &result);
            else if (how->table == TABLE_STALLS) put_stalls(&r, &o, &result);
            else if (how->table == TABLE_FINDINGS) {
                if (!put_findings(&r, &how->m, &o, &result, &sections)) code = CLI_INPUT;
            } else if (how->table == TABLE_WARP_SAMPLES) {
                if (!put_warp_samples(&r, q->c, &o, &result)) code = CLI_INPUT;
            } else put_metrics(&r, &how->m.chosen, &o, &result, how->table == TABLE_INSTANCES);
        }
        if (how->trace) {
            damaged = (damage *)cli_grow(damaged, &damaged_room, damaged_count + 1, sizeof *damaged);
            damaged_count += (size_t)damage_of(&o, &damaged[damaged_count]);
        }
        close_report(&o);
    }
    if (how->trace) {
        close_ranges(&t, 0);
        out_close(&t.to);
        if (damaged_count > 0) { /* where viewers of traces leave room for what is not theirs */
            out_group(&t.to, "otherData");
            out_list(&t.to, "damaged");
            for (i = 0; i < damaged_count; i++) damage_element(&t.to, &damaged[i]);
            out_close(&t.to);
            out_close(&t.to);
        }
        out_close(&t.to);
        out_end(&t.to);
    }
    if (tables) records_close(&r);
    free(damaged);
    cli_buf_free(&t.stack);
    free(t.range);
    i = (size_t)sections_close(&sections);
    return (int)i > code ? (int)i : code;
}

const verb export_verb = {"export", option_table, sizeof(export_options), run, NULL, NULL,
    "long tables (CSV, JSON Lines), folded stacks, traces",
    "The columns: docs/REPORTS.md.",
    FILES, 0, NULL, NULL};
