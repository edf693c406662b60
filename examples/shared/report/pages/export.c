/* Long tables of what is in reports. The schema is in docs/REPORTS.md. */
#include "export.h"
#include "../model/figures.h"
#include "../model/metric_text.h"
#include "../model/names.h"
#include "../model/rules.h"
#include "../model/stalls.h"

#include <stdlib.h>
#include <string.h>

static void put_view(records *r, int has, ncurep_view v)
{
    while (v.len > 0 && v.ptr[v.len - 1] == 0) v.len--;
    record_text(r, has, v.ptr, v.len);
}

/* A value in three columns: kind, number, text. Of the last two at most one is filled. */
static void put_kind(records *r, const ncurep_value *v)
{
    static const char kinds[][4] = {"", "str", "f32", "f64", "u32", "u64", "i32", "i64"};
    record_text(r, v->kind != NCUREP_KIND_NONE, kinds[v->kind], 3);
}

static void put_number(records *r, const ncurep_value *v)
{
    if (v->kind == NCUREP_KIND_FLOAT || v->kind == NCUREP_KIND_DOUBLE) record_real(r, ncurep_value_double(v));
    else record_whole(r, v->kind == NCUREP_KIND_UINT32 || v->kind == NCUREP_KIND_UINT64, v->bits);
}

static void put_text(records *r, const ncurep_value *v) { put_view(r, v->kind == NCUREP_KIND_STRING, v->text); }

static void put_string(records *r, const char *text) { record_text(r, text[0] != 0, text, strlen(text)); }

/* What every row begins with. */
#define KEY_COLUMNS(X) \
    X("file", record_text(r, 1, o->path, strlen(o->path))) \
    X("result", record_whole(r, 1, result->index))

#define RESULT_COLUMNS(X) KEY_COLUMNS(X) \
    X("kind", put_view(r, 1, ncurep_text(ncurep_result_kind_name(result->kind)))) \
    X("process", record_whole(r, 1, process.id)) \
    X("process_name", put_view(r, process.name.len > 0, process.name)) \
    X("host", put_view(r, process.host.len > 0, process.host)) \
    X("thread", record_whole(r, 1, result->thread)) \
    X("call", record_whole(r, 1, result->call)) \
    X("kernel", put_view(r, 1, result_name(result))) \
    X("demangled", put_view(r, is_kernel, result->demangled)) \
    X("mangled", put_view(r, is_kernel, result->mangled)) \
    X("grid_x", record_whole(r, is_kernel, result->grid[0])) \
    X("grid_y", record_whole(r, is_kernel, result->grid[1])) \
    X("grid_z", record_whole(r, is_kernel, result->grid[2])) \
    X("block_x", record_whole(r, is_kernel, result->block_size.x)) \
    X("block_y", record_whole(r, is_kernel, result->block_size.y)) \
    X("block_z", record_whole(r, is_kernel, result->block_size.z)) \
    X("context", record_whole(r, NCUREP_HAS(result, 22), result->context)) \
    X("stream", record_whole(r, NCUREP_HAS(result, 23), result->stream)) \
    X("device", record_whole(r, device[0] != 0, strtoull(device, NULL, 10))) \
    X("cc", put_string(r, cc)) \
    X("created", record_whole(r, NCUREP_HAS(result, 14), result->created)) \
    X("duration_ns", record_whole(r, has_time, ncurep_value_u64(&time))) \
    X("module", record_whole(r, NCUREP_HAS(result, 15), result->source.reference))

static void put_result(records *r, const opened *o, const ncurep_result *result)
{
    const int is_kernel = result->kind == NCUREP_RESULT_KIND_KERNEL;
    char device[24], cc[24];
    ncurep_process process;
    ncurep_session session;
    ncurep_value time;
    ncurep_view name, none = {"", 0};
    int has_time;
    (void)ncurep_report_session(o->report, &session);
    memset(&process, 0, sizeof process);
    process.host = process.name = none;
    if (!ncurep_process_at(o->report, result->process, &process)) process.id = session.pid;
    device_of(o, result, device, cc, sizeof cc);
    has_time = duration_of(o, result, &time, &name);
    record_begin(r);
    RESULT_COLUMNS(RECORD_CELL)
    record_end(r);
}

/* Of a metric, of each of its instances. */
#define INSTANCE_KEY(X) KEY_COLUMNS(X) \
    X("metric", put_view(r, 1, name))
#define INSTANCE_COLUMNS(X) \
    X("instance", record_whole(r, 1, i++)) \
    X("id_meaning", record_text(r, is_time, "time", 4)) \
    X("id_kind", put_kind(r, &one.id)) \
    X("id", put_number(r, &one.id)) \
    X("id_text", put_text(r, &one.id)) \
    X("kind", put_kind(r, &one.value)) \
    X("value", put_number(r, &one.value)) \
    X("text", put_text(r, &one.value))

static void put_instances(records *r, const ncurep_metric *m)
{
    const int is_time = m->id_kind == 1;
    ncurep_list list = m->instances;
    ncurep_instance one;
    uint64_t i = 0;
    while (ncurep_instance_next(&list, &one)) {
        record_again(r);
        INSTANCE_COLUMNS(RECORD_CELL)
        record_end(r);
    }
}

#define METRIC_COLUMNS(X) KEY_COLUMNS(X) \
    X("kernel", put_view(r, 1, result_name(result))) \
    X("metric", put_view(r, 1, name)) \
    X("unit", put_string(r, facts.unit)) \
    X("kind", put_kind(r, &m.value)) \
    X("value", put_number(r, &m.value)) \
    X("text", put_text(r, &m.value)) \
    X("instance_count", record_whole(r, 1, m.instances.count))

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
        if (instances) {
            INSTANCE_KEY(RECORD_CELL)
            record_keep(r);
            put_instances(r, &m);
            continue;
        }
        metric_describe(name, &facts);
        METRIC_COLUMNS(RECORD_CELL)
        record_end(r);
    }
}

static void keep_error(ncurep_error *first, const ncurep_error *e)
{
    if (first->code == NCUREP_OK) *first = *e;
}

/* Of a result, of each of its samples. */
#define WARP_KEY(X) KEY_COLUMNS(X) \
    X("kernel", put_view(r, 1, result_name(result)))
#define WARP_COLUMNS(X) \
    X("sm", record_whole(r, 1, series.unit)) \
    X("time_ns", record_whole(r, one.has_time, one.time)) \
    X("address", record_whole(r, 1, one.address)) \
    X("stall", put_view(r, 1, ncurep_text(ncurep_stall_name(one.reason)))) \
    X("reason", record_whole(r, 1, one.reason)) \
    X("not_issued", record_truth(r, one.not_issued)) \
    X("slot", record_whole(r, 1, one.place))

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
    WARP_KEY(RECORD_CELL)
    record_keep(r);
    while (ncurep_warp_samples_next(&list, &samples)) {
        while (ncurep_warp_series_next(&samples.series.list, &series)) {
            while (ncurep_warp_sample_next(&series, &one)) {
                record_again(r);
                WARP_COLUMNS(RECORD_CELL)
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

/* "metric=value; metric=value": what the rule looked at. */
static void put_focus(records *r, const finding *x)
{
    cli_buf looked = {NULL, 0, 0};
    char number[32];
    size_t k;
    for (k = 0; k < x->focus_count; k++) {
        cli_double(number, x->focus[k].value);
        cli_putf(&looked, "%s%.*s=%s", k > 0 ? "; " : "", (int)x->focus[k].name.len, x->focus[k].name.ptr, number);
    }
    record_text(r, looked.len > 0, looked.ptr, looked.len);
    cli_buf_free(&looked);
}

#define FINDING_COLUMNS(X) KEY_COLUMNS(X) \
    X("kernel", put_view(r, 1, result_name(result))) \
    X("section", put_view(r, x->section.len > 0, x->section)) \
    X("rule", put_view(r, 1, x->rule)) \
    X("type", put_string(r, finding_word(x->type))) \
    X("message", record_text(r, 1, x->text.ptr != NULL ? x->text.ptr : "", x->text.len)) \
    X("speedup_type", record_text(r, x->percent > 0, speedup_word(x->speedup), strlen(speedup_word(x->speedup)))) \
    X("speedup", x->percent > 0 ? record_real(r, x->percent) : record_whole(r, 0, 0)) \
    X("focus_metrics", put_focus(r, x))

/* A row a message. 0 with a message of its own. */
static int put_findings(records *r, const model *m, opened *o, const ncurep_result *result, section_source *sections)
{
    evaluated e;
    findings f;
    size_t i;
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
        record_begin(r);
        FINDING_COLUMNS(RECORD_CELL)
        record_end(r);
    }
    findings_free(&f);
    evaluated_free(&e);
    return 1;
}

/* Negative: nothing is known. */
static void put_known(records *r, double value)
{
    if (value >= 0) record_real(r, value);
    else record_whole(r, 0, 0);
}

static void put_counted(records *r, double value) { record_whole(r, value >= 0, (uint64_t)(value >= 0 ? value : 0)); }

#define STALL_COLUMNS(X) KEY_COLUMNS(X) \
    X("kernel", put_view(r, 1, result_name(result))) \
    X("stall", record_text(r, 1, s.names.list[i].text, s.names.list[i].len)) \
    X("cycles_per_issue", put_known(r, s.rows[i].cycles)) \
    X("sample_count", put_counted(r, s.rows[i].samples)) \
    X("not_issued_count", put_counted(r, s.rows[i].not_issued)) \
    X("share", put_known(r, stall_share(&s, i)))

static void put_stalls(records *r, const opened *o, const ncurep_result *result)
{
    stalls s;
    size_t i;
    stalls_of(&s, o, result);
    for (i = 0; i < s.names.count; i++) {
        record_begin(r);
        STALL_COLUMNS(RECORD_CELL)
        record_end(r);
    }
    stalls_free(&s);
}

void export_begin(records *r, const cli *c, export_table which)
{
    static const char *const metrics[] = {METRIC_COLUMNS(RECORD_TITLE) NULL}, *const results[] = {RESULT_COLUMNS(RECORD_TITLE) NULL},
        *const instances[] = {INSTANCE_KEY(RECORD_TITLE) INSTANCE_COLUMNS(RECORD_TITLE) NULL},
        *const samples[] = {WARP_KEY(RECORD_TITLE) WARP_COLUMNS(RECORD_TITLE) NULL}, *const messages[] = {FINDING_COLUMNS(RECORD_TITLE) NULL},
        *const stall_rows[] = {STALL_COLUMNS(RECORD_TITLE) NULL};
    static const char *const *const titles[] = {metrics, results, instances, samples, messages, stall_rows};
    records_open(r, c, titles[which]);
}

int export_result(records *r, const model *m, export_table which, opened *o, const ncurep_result *result, section_source *sections)
{
    switch (which) {
    case TABLE_RESULTS: put_result(r, o, result); break;
    case TABLE_STALLS: put_stalls(r, o, result); break;
    case TABLE_FINDINGS: return put_findings(r, m, o, result, sections);
    case TABLE_WARP_SAMPLES: return put_warp_samples(r, m->c, o, result);
    case TABLE_METRICS:
    case TABLE_INSTANCES: put_metrics(r, &m->chosen, o, result, which == TABLE_INSTANCES); break;
    }
    return 1;
}
