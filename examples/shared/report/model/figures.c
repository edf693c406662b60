/* Time, bound and gain of kernels. */
#include "figures.h"
#include "rules.h"

#include <stdlib.h>
#include <string.h>

int duration_of(const opened *o, const ncurep_result *r, ncurep_value *out, ncurep_view *name)
{
    static const char *const names[] = {"gpu__time_duration.sum", "gpu__time_duration.avg", "gpu__time_duration.max",
                                        "gpu__time_duration", "gpu__time_duration_measured_user"};
    size_t i;
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        ncurep_metric m;
        const uint32_t id = string_id(o->report, ncurep_text(names[i]));
        if (id == NCUREP_NONE || !ncurep_metric_find(r, id, &m) || m.value.kind == NCUREP_KIND_NONE) continue;
        *out = m.value;
        name->ptr = names[i];
        name->len = strlen(names[i]);
        return 1;
    }
    return 0;
}

ncurep_view stall_of(ncurep_view name, int sampled)
{
    static const char counted[] = "smsp__average_warps_issue_stalled_", end[] = "_per_issue_active.ratio", samples[] = "smsp__pcsamp_warps_issue_stalled_";
    const char *begin = sampled ? samples : counted;
    const size_t from = strlen(begin), to = sampled ? 0 : sizeof end - 1;
    ncurep_view none = {"", 0};
    if (name.len <= from + to || memcmp(name.ptr, begin, from) != 0 || (to > 0 && memcmp(name.ptr + name.len - to, end, to) != 0)) return none;
    name.ptr += from;
    name.len -= from + to;
    if (name.len > 11 && memcmp(name.ptr + name.len - 11, "_not_issued", 11) == 0) return none;
    if (same_text(name, "selected")) return none; /* it issues */
    if (same_text(name, "no_instructions")) name.len--; /* as the other counters spell it */
    return name;
}

static double metric_value(const opened *o, const ncurep_result *r, const char *name, int *has)
{
    ncurep_metric m;
    const uint32_t id = string_id(o->report, ncurep_text(name));
    *has = id != NCUREP_NONE && ncurep_metric_find(r, id, &m) && m.value.kind != NCUREP_KIND_NONE && m.value.kind != NCUREP_KIND_STRING;
    return *has ? ncurep_value_double(&m.value) : 0;
}

static void keep_best(estimate *best, const finding *f)
{
    if (!(f->percent > best->percent)) return;
    best->percent = f->percent;
    cli_free(best->rule);
    best->rule = copy_text(f->rule.ptr, f->rule.len);
}

void bunch_free(bunch *b)
{
    cli_free(b->gain.rule);
    cli_free(b->local.rule);
    cli_free(b->file);
}

/* What the longest result says of the bunch, and what all say. */
static void keep_result(bunch *b, const opened *o, const ncurep_result *r, double time)
{
    int has_cycles, has_registers;
    const double cycles = metric_value(o, r, "gpc__cycles_elapsed.max", &has_cycles), registers = metric_value(o, r, "launch__registers_per_thread", &has_registers);
    if (has_cycles) {
        b->cycles += cycles;
        b->cycled++;
    }
    if (has_registers && registers > b->registers) b->registers = registers;
    if (b->file != NULL && !(time > b->longest)) return;
    cli_free(b->file);
    b->file = copy_text(o->path, strlen(o->path));
    b->result = r->index;
    b->longest = time;
}

int bunch_add(bunch *b, const model *m, opened *o, const ncurep_result *r, section_source *sections)
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
        time = ncurep_value_double(&duration);
        if (!(time > 0) || time - time != 0) time = 0;
        else b->timed++;
        b->total += time;
    }
    keep_result(b, o, r, time);
    compute = metric_value(o, r, "sm__throughput.avg.pct_of_peak_sustained_elapsed", &has_compute);
    for (i = 0; i < 3 && !has_memory; i++) memory = metric_value(o, r, memory_names[i], &has_memory);
    if (has_compute && has_memory) {
        const double weight = time > 0 ? time : 1;
        b->compute += compute * weight;
        b->memory += memory * weight;
        b->weight += weight;
    }
    memset(&e, 0, sizeof e);
    e.m = m;
    e.o = o;
    e.r = r;
    if (m->sections.run_rules && !evaluate_result(sections, o, r, &e)) {
        evaluated_free(&e);
        return 0;
    }
    findings_of(&f, &e);
    for (i = 0; i < f.count; i++)
        keep_best(f.list[i].speedup == SPEEDUP_GLOBAL ? &b->gain : &b->local, &f.list[i]);
    findings_free(&f);
    evaluated_free(&e);
    return 1;
}

const char *bound_of(const bunch *b)
{
    const double compute = b->weight > 0 ? b->compute / b->weight : 0, memory = b->weight > 0 ? b->memory / b->weight : 0;
    if (!(b->weight > 0)) return "";
    if (compute < 60 && memory < 60) return "latency";
    return compute >= memory ? "compute" : "memory";
}
