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

/* Negative: nothing is known. */
static void put_known(records *r, double value)
{
    if (value >= 0) record_real(r, value);
    else record_whole(r, 0, 0);
}

static void put_counted(records *r, double value) { record_whole(r, value >= 0, (uint64_t)(value >= 0 ? value : 0)); }

static void put_stalls(records *r, const opened *o, const ncurep_result *result)
{
    stalls s;
    size_t i;
    stalls_of(&s, o, result);
    for (i = 0; i < s.names.count; i++) {
        record_begin(r);
        put_key(r, o, result);
        put_view(r, 1, result_name(result));
        record_text(r, 1, s.names.list[i].text, s.names.list[i].len);
        put_known(r, s.rows[i].cycles);
        put_counted(r, s.rows[i].samples);
        put_counted(r, s.rows[i].not_issued);
        put_known(r, stall_share(&s, i));
        record_end(r);
    }
    stalls_free(&s);
}

void export_begin(records *r, const cli *c, export_table which)
{
    static const char *const *const titles[] = {metric_titles, result_titles, instance_titles, warp_titles, finding_titles, stall_titles};
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
