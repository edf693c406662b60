/* Chrome trace JSON. */
#include "trace.h"
#include "../model/figures.h"
#include "../model/names.h"
#include "../model/stacks.h"

#include <string.h>


static void put_slice(trace *t, const char *name, size_t len, const char *category, double from, double duration)
{
    out_group(t->to, NULL);
    out_text(t->to, "name", name, len);
    out_string(t->to, "cat", category);
    out_string(t->to, "ph", "X");
    out_whole(t->to, "pid", t->process);
    out_whole(t->to, "tid", t->thread);
    out_real(t->to, "ts", from);
    out_real(t->to, "dur", duration);
    out_close(t->to);
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

void trace_add(trace *t, const selection *s, const opened *o, const ncurep_result *r)
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
            out_group(t->to, NULL);
            out_text(t->to, "name", text.ptr, text.len);
            out_string(t->to, "ph", "C");
            out_whole(t->to, "pid", t->process);
            out_real(t->to, "ts", t->now + (double)(one.id.bits - first) / 1000);
            out_group(t->to, "args");
            out_real(t->to, "value", ncurep_value_double(&one.value));
            out_close(t->to);
            out_close(t->to);
        }
    }
    if (last > first && (double)(last - first) / 1000 > length) length = (double)(last - first) / 1000;
    t->now += length > 0 ? length : 1;
}

void trace_begin(trace *t, output *to)
{
    memset(t, 0, sizeof *t);
    t->to = to;
    out_lines(to, CLI_UTF8);
    out_group(to, NULL);
    out_string(to, "displayTimeUnit", "ns");
    out_list(to, "traceEvents");
}

void trace_damage(trace *t, const opened *o)
{
    t->damaged = (damage *)cli_grow(t->damaged, &t->damaged_room, t->damaged_count + 1, sizeof *t->damaged);
    t->damaged_count += (size_t)damage_of(o, &t->damaged[t->damaged_count]);
}

void trace_end(trace *t)
{
    size_t i;
    close_ranges(t, 0);
    out_close(t->to);
    if (t->damaged_count > 0) { /* where viewers of traces leave room for what is not theirs */
        out_group(t->to, "otherData");
        out_list(t->to, "damaged");
        for (i = 0; i < t->damaged_count; i++) damage_element(t->to, &t->damaged[i]);
        out_close(t->to);
        out_close(t->to);
    }
    out_close(t->to);
    out_end(t->to);
    cli_free(t->damaged);
    cli_buf_free(&t->stack);
    cli_free(t->range);
}
