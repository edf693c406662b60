#include "stock.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What changed between versions of the tool. A report without a version counts as the newest. */
static int since(const nvs_rule_context *c, uint32_t year, uint32_t month)
{
    const nvs_launch *l = c->launch;
    return l->year == 0 || l->year > year || (l->year == year && l->month >= month);
}

static int has_estimates(const nvs_rule_context *c) { return since(c, 2023, 2); }
static int has_tree(const nvs_rule_context *c) { return since(c, 2023, 3); } /* parents pass numbers on */
static nvs_level hint(const nvs_rule_context *c)
{
    return has_estimates(c) ? NVS_LEVEL_OPTIMIZATION : NVS_LEVEL_WARNING;
}

static uint32_t say(nvs_rule_context *c, nvs_level type, const char *title, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

static uint32_t say(nvs_rule_context *c, nvs_level type, const char *title, const char *format, ...)
{
    char text[1024];
    nvs_finding message;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    memset(&message, 0, sizeof message);
    message.level = type;
    message.title = nvs_text(title);
    message.text = nvs_text(text);
    return nvs_rule_add(c, &message);
}

static void estimate(nvs_rule_context *c, uint32_t message, nvs_speedup type, double percent)
{
    if (has_estimates(c)) nvs_rule_speedup(c, message, type, percent);
}

static void focus(nvs_rule_context *c, uint32_t message, const char *metric, double value, nvs_severity severity, const char *info)
{
    nvs_finding f;
    memset(&f, 0, sizeof f);
    f.kind = NVS_FINDING_KIND_FOCUS;
    f.message = message;
    f.metric = nvs_text(metric);
    f.value = value;
    f.severity = severity;
    f.text = nvs_text(info);
    (void)nvs_rule_add(c, &f);
}

static void send(nvs_rule_context *c, const char *key, double value) { nvs_rule_send(c, nvs_text(key), value); }

static int receive(nvs_rule_context *c, const char *parent, const char *key, double *value)
{
    return nvs_rule_receive(c, nvs_text(parent), nvs_text(key), value);
}

/* A regular value as a number; 0, and *known 0, without one. */
static double number_of(nvs_rule_context *c, nvs_view name, int *known)
{
    nvs_metric m;
    (void)nvs_rule_metric(c, name, &m);
    return nvs_value_number(&m.value, known);
}

static double number_if(nvs_rule_context *c, const char *name, int *known) { return number_of(c, nvs_text(name), known); }

static double number(nvs_rule_context *c, const char *name) { return number_if(c, name, NULL); }

static int has(nvs_rule_context *c, const char *name)
{
    int yes;
    (void)number_if(c, name, &yes);
    return yes;
}

/* Says that one of some metrics is missing. */
static void missing(nvs_rule_context *c, nvs_level type, const char *name)
{
    (void)say(c, type, NULL, "This result has no metric %s.", name);
}

#define COMPUTE "sm__throughput.avg.pct_of_peak_sustained_elapsed"
#define MEMORY "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"
#define ISSUE "smsp__issue_active.avg.per_cycle_active"
#define WARPS_MOST "smsp__maximum_warps_avg_per_active_cycle"
#define WARPS_PEAK "smsp__warps_active.avg.peak_sustained"
#define WAVES "launch__waves_per_multiprocessor"
#define THEORETICAL "sm__maximum_warps_per_active_cycle_pct"
#define ACHIEVED "sm__warps_active.avg.pct_of_peak_sustained_active"

/* What parents send. */
#define SENT_COMPUTE "compute"   /* 0 to 1 */
#define SENT_MEMORY "memory"     /* 0 to 1 */
#define SENT_ISSUE "issue"       /* 0 to 1: what IssueSlotUtilization estimates */
#define SENT_L1 "l1tex"          /* percent */
#define SENT_FP32 "fp32"         /* percent */
#define SENT_FP64 "fp64"

/* Speed of light -------------------------------------------------------------------------------------------------- */

static void sol_bottleneck(nvs_rule_context *c)
{
    const double compute = number(c, COMPUTE), memory = number(c, MEMORY), larger = compute > memory ? compute : memory;
    int known;
    const double waves = number_if(c, WAVES, &known);
    uint32_t id;
    if (has_tree(c)) {
        send(c, SENT_COMPUTE, compute / 100);
        send(c, SENT_MEMORY, memory / 100);
    }
    if (larger >= 80) {
        (void)say(c, NVS_LEVEL_OK, "High throughput",
                  "The kernel uses %.1f %% of what the GPU can do. To go faster, take work off the busiest unit.", larger);
    } else if (compute < 60 && memory < 60) {
        if (known && waves < 1) {
            id = say(c, hint(c), "Small grid",
                     "The grid is too small to fill the GPU: it makes %.1f waves over all multiprocessors.", waves);
            focus(c, id, WAVES, waves, NVS_SEVERITY_HIGH, "at least one full wave");
        } else {
            id = say(c, hint(c), "Latency",
                     "Neither compute (%.1f %%) nor memory (%.1f %%) is near its limit: the kernel waits. The "
                     "scheduler and warp state sections show what for.",
                     compute, memory);
            focus(c, id, COMPUTE, compute, NVS_SEVERITY_HIGH, "above 60 %");
            focus(c, id, MEMORY, memory, NVS_SEVERITY_HIGH, "above 60 %");
        }
    } else if (compute - memory >= 10 || memory - compute >= 10) {
        const int by_compute = compute > memory;
        id = say(c, hint(c), by_compute ? "Bound by compute" : "Bound by memory",
                 "%s is the limit: %.1f %% against %.1f %%.", by_compute ? "Compute" : "Memory", larger,
                 by_compute ? memory : compute);
        focus(c, id, by_compute ? COMPUTE : MEMORY, larger, NVS_SEVERITY_LOW, "the larger side");
    } else
        (void)say(c, NVS_LEVEL_OK, "Balanced",
                  "Compute (%.1f %%) and memory (%.1f %%) are equally busy: to go faster, both need less work.", compute, memory);
}

static void pass_on(nvs_rule_context *c)
{
    double v;
    if (receive(c, "SOLBottleneck", SENT_COMPUTE, &v)) send(c, SENT_COMPUTE, v);
    if (receive(c, "SOLBottleneck", SENT_MEMORY, &v)) send(c, SENT_MEMORY, v);
}

static void memory_parent(nvs_rule_context *c)
{
    static const char name[] = "l1tex__throughput.avg.pct_of_peak_sustained_active";
    if (has_tree(c) && has(c, name)) send(c, SENT_L1, number(c, name));
}

/* Scheduler and warps ---------------------------------------------------------------------------------------------- */

static void issue_slot_utilization(nvs_rule_context *c)
{
    const double issue = number(c, ISSUE), most = number(c, WARPS_MOST), peak = number(c, WARPS_PEAK), share = most / peak;
    double idle = 1 - issue, compute, memory;
    uint32_t id;
    if (issue >= 0.6) return;
    if (receive(c, "Compute", SENT_COMPUTE, &compute) && receive(c, "Compute", SENT_MEMORY, &memory)) {
        const double rest = 1 - (compute > memory ? compute : memory);
        if (rest < idle) idle = rest;
    }
    id = say(c, hint(c), "Idle issue slots",
             "A scheduler issues an instruction only every %.1f cycles. It can hold %g warps and gets %.2f, of "
             "which %.2f are active and %.2f are ready to issue.",
             1 / issue, peak, most, number(c, "smsp__warps_active.avg.per_cycle_active"),
             number(c, "smsp__warps_eligible.avg.per_cycle_active"));
    estimate(c, id, NVS_SPEEDUP_LOCAL, idle * 100);
    focus(c, id, ISSUE, issue, NVS_SEVERITY_DEFAULT, "at least 0.6");
    if (has_tree(c)) send(c, SENT_ISSUE, idle);
    else if (share < 0.8) {
        id = say(c, hint(c), "Few warps", "A scheduler gets at most %.2f of the %g warps it can hold.", most, peak);
        estimate(c, id, NVS_SPEEDUP_LOCAL, (1 - share) * 100);
        focus(c, id, WARPS_MOST, most, NVS_SEVERITY_HIGH, "more warps");
    }
}

/* The estimate of a rule below IssueSlotUtilization: of the whole when that one has spoken. */
static void estimate_below_issue(nvs_rule_context *c, uint32_t id, double share)
{
    double limit;
    if (receive(c, "IssueSlotUtilization", SENT_ISSUE, &limit))
        estimate(c, id, NVS_SPEEDUP_GLOBAL, (limit < share ? limit : share) * 100);
    else estimate(c, id, NVS_SPEEDUP_LOCAL, share * 100);
}

/* The part of a name between begin and end; 0 without both, or if it is empty. */
static int between(nvs_view name, const char *begin, const char *end, nvs_view *out)
{
    const size_t b = strlen(begin), e = strlen(end);
    size_t i;
    if (name.len <= b + e || memcmp(name.ptr, begin, b) != 0 || memcmp(name.ptr + name.len - e, end, e) != 0) return 0;
    out->ptr = name.ptr + b;
    out->len = name.len - b - e;
    for (i = 0; i < out->len; i++)
        if (out->ptr[i] == '.') return 0;
    return 1;
}

static int text_is(nvs_view v, const char *text) { return v.len == strlen(text) && memcmp(v.ptr, text, v.len) == 0; }

#define STALLS 32

static void cpi_stall(nvs_rule_context *c)
{
    const double latency = number(c, "smsp__average_warp_latency_per_inst_issued.ratio"), issue = number(c, ISSUE);
    struct {
        double cycles;
        nvs_view reason;
    } found[STALLS];
    size_t count = 0, i, k;
    nvs_view name, reason;
    if (issue >= 0.8) return;
    for (i = 0; nvs_rule_name_at(c, i, &name); i++) {
        int known;
        double cycles;
        if (!between(name, "smsp__average_warps_issue_stalled_", "_per_issue_active.ratio", &reason) ||
            text_is(reason, "selected") || text_is(reason, "not_selected"))
            continue;
        cycles = number_of(c, name, &known);
        if (!known || !(cycles / latency > 0.3)) continue;
        for (k = count < STALLS ? count++ : STALLS - 1; k > 0 && found[k - 1].cycles < cycles; k--) found[k] = found[k - 1];
        found[k].cycles = cycles;
        found[k].reason = reason;
    }
    for (i = 0; i < count; i++) {
        char metric[128];
        const double share = found[i].cycles / latency;
        const uint32_t id =
            say(c, hint(c), "Warps wait",
                "Of the %.1f cycles between two instructions, a warp waits %.1f (%.1f %%) for %.*s.", latency,
                found[i].cycles, share * 100, (int)found[i].reason.len, found[i].reason.ptr);
        estimate_below_issue(c, id, share);
        snprintf(metric, sizeof metric, "smsp__average_warps_issue_stalled_%.*s_per_issue_active.ratio",
                 (int)(found[i].reason.len < 64 ? found[i].reason.len : 64), found[i].reason.ptr);
        focus(c, id, ISSUE, issue, NVS_SEVERITY_HIGH, "more instructions a cycle");
        focus(c, id, metric, found[i].cycles, NVS_SEVERITY_LOW, "fewer cycles");
    }
    if (count > 0)
        (void)say(c, NVS_LEVEL_OK, NULL, "The profiler's guide explains each reason; the source view shows where "
                                         "it occurs.");
}

static void thread_divergence(nvs_rule_context *c)
{
    static const char p[] = "smsp__thread_inst_executed_per_inst_executed.ratio";
    static const char q[] = "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio";
    const double threads = number(c, p), on = number(c, q), least = threads < on ? threads : on;
    double compute;
    uint32_t id;
    if (least >= 24) return;
    id = say(c, hint(c), "Threads diverge",
             "Of the 32 threads of a warp, %.1f take part in an instruction, and %.1f have it predicated on.", threads, on);
    if (receive(c, "Compute", SENT_COMPUTE, &compute))
        estimate(c, id, NVS_SPEEDUP_GLOBAL, (1 - least / 32) * compute * 100);
    else estimate(c, id, NVS_SPEEDUP_LOCAL, (1 - least / 32) * 100);
    if (threads < 24) focus(c, id, p, threads, NVS_SEVERITY_LOW, "near 32");
    if (on < 24) focus(c, id, q, on, NVS_SEVERITY_LOW, "near 32");
    focus(c, id, q, on, NVS_SEVERITY_HIGH, "near 32");
}

/* Occupancy -------------------------------------------------------------------------------------------------------- */

static void occupancy(nvs_rule_context *c) /* up to 2023.2; the next two since then */
{
    const double theoretical = number(c, THEORETICAL), achieved = number(c, ACHIEVED);
    uint32_t id;
    if (has_tree(c)) return;
    if (theoretical - achieved > 10) {
        id = say(c, hint(c), NULL, "The launch allows %.1f %% of the warps, %.1f %% are active.", theoretical, achieved);
        estimate(c, id, NVS_SPEEDUP_LOCAL, (theoretical - achieved) / theoretical * 100);
    } else if (theoretical < 100) id = say(c, hint(c), NULL, "The launch allows only %.1f %% of the warps.", theoretical);
    else id = say(c, NVS_LEVEL_OK, NULL, "Registers, shared memory and block size limit nothing.");
    if (has_estimates(c)) focus(c, id, ACHIEVED, achieved, NVS_SEVERITY_DEFAULT, NULL);
}

static void achieved_occupancy(nvs_rule_context *c)
{
    const double theoretical = number(c, THEORETICAL), achieved = number(c, ACHIEVED);
    uint32_t id;
    if (!has_tree(c) || theoretical - achieved <= 10) return;
    id = say(c, hint(c), "Fewer warps than possible",
             "The launch allows %.1f %% of the warps, %.1f %% are active: look for uneven work among warps or "
             "blocks.", theoretical,
             achieved);
    estimate_below_issue(c, id, (theoretical - achieved) / theoretical);
    focus(c, id, ACHIEVED, achieved, NVS_SEVERITY_DEFAULT, NULL);
}

static void theoretical_occupancy(nvs_rule_context *c)
{
    static const char *const limits[][2] = {{"launch__occupancy_limit_blocks", "blocks"},
                                            {"launch__occupancy_limit_registers", "registers"},
                                            {"launch__occupancy_limit_shared_mem", "shared memory"},
                                            {"launch__occupancy_limit_warps", "warps"},
                                            {"launch__occupancy_limit_barriers", "barriers"}};
    const double most = number(c, WARPS_MOST), peak = number(c, WARPS_PEAK), share = most / peak;
    char by[160] = "";
    double least = 0;
    size_t i, n = 0;
    int any = 0, known;
    uint32_t id;
    if (!has_tree(c) || share >= 0.8) return;
    for (i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const double limit = number_if(c, limits[i][0], &known);
        if (known && (!any || limit < least)) least = limit;
        any |= known;
    }
    for (i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        const double limit = number_if(c, limits[i][0], &known);
        if (known && limit <= least)
            n += (size_t)snprintf(by + n, sizeof by - n, "%s%s", n > 0 ? ", " : ", limited by ", limits[i][1]);
    }
    id = say(c, hint(c), "The launch limits the warps",
             "A scheduler gets %.2f of the %.1f warps it can hold (%.1f %%)%s.", most, peak, share * 100, by);
    estimate_below_issue(c, id, 1 - share);
    focus(c, id, WARPS_MOST, most, NVS_SEVERITY_HIGH, "more warps");
}

/* Pipelines and instructions --------------------------------------------------------------------------------------- */

static int is_pipe(nvs_view pipe)
{
    static const char *const pipes[] = {"alu", "fma", "fp16", "fp64", "tensor", "shared", "fmaheavy"};
    size_t i;
    for (i = 0; i < sizeof pipes / sizeof pipes[0]; i++)
        if (text_is(pipe, pipes[i])) return 1;
    return pipe.len > 10 && memcmp(pipe.ptr, "tensor_op_", 10) == 0;
}

static void high_pipe_utilization(nvs_rule_context *c)
{
    const char *const cycles = since(c, 2025, 3) ? "_cycles_active.avg.pct_of_peak_sustained_elapsed"
                                                 : "_cycles_active.avg.pct_of_peak_sustained_active";
    const nvs_level type = has_tree(c) ? hint(c) : NVS_LEVEL_WARNING;
    char fma[96], fp64[96], most_name[256] = "";
    nvs_view name, pipe;
    double most = 0;
    size_t i;
    uint32_t id;
    snprintf(fma, sizeof fma, "sm__pipe_fma%s", cycles);
    snprintf(fp64, sizeof fp64, "sm__pipe_fp64%s", cycles);
    if (has_tree(c)) {
        if (has(c, fma)) send(c, SENT_FP32, number(c, fma));
        if (has(c, fp64)) send(c, SENT_FP64, number(c, fp64));
    }
    for (i = 0; nvs_rule_name_at(c, i, &name); i++) {
        int known;
        double v;
        if (!(between(name, "sm__pipe_", cycles, &pipe) && is_pipe(pipe)) &&
            (since(c, 2022, 4) || !between(name, "sm__inst_executed_pipe_", ".avg.pct_of_peak_sustained_active", &pipe)))
            continue;
        v = number_of(c, name, &known);
        if (!known || (!(v > most) && most_name[0] != 0)) continue;
        if (v > most) most = v;
        snprintf(most_name, sizeof most_name, "%.*s", (int)name.len, name.ptr);
    }
    if (most_name[0] == 0) { /* no pipeline was measured: that none works is not known */
        missing(c, NVS_LEVEL_ERROR, fma);
        return;
    }
    if (most < 20) {
        id = say(c, type, "All pipelines are mostly idle",
                 "The busiest pipeline is active %.1f %% of the time. Either there are too few warps, or they "
                 "wait.", most);
        if (has_tree(c)) nvs_rule_speedup(c, id, NVS_SPEEDUP_LOCAL, (1 - most / 100) * 100);
        focus(c, id, most_name, most, NVS_SEVERITY_HIGH, "the busiest pipeline");
    } else if (most < 60 || !since(c, 2022, 4)) {
        (void)say(c, since(c, 2022, 4) ? NVS_LEVEL_OK : NVS_LEVEL_NONE, NULL,
                  "The busiest pipeline is active %.1f %% of the time: not a limit.", most);
    } else {
        id = say(c, type, most < 80 ? "A pipeline is busy" : "A pipeline is the limit",
                 "The busiest pipeline is active %.1f %% of the time%s.", most, most < 80 ? " and may become the limit" : "");
        focus(c, id, most_name, most, NVS_SEVERITY_DEFAULT, "the busiest pipeline");
    }
}

static void fp_instructions(nvs_rule_context *c)
{
    static const struct {
        const char *add, *mul, *fused, *kind, *key, *pipe;
    } kinds[] = {{"FADD", "FMUL", "FFMA", "single", SENT_FP32, "sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_active"},
                 {"DADD", "DMUL", "DFMA", "double", SENT_FP64, "sm__pipe_fp64_cycles_active.avg.pct_of_peak_sustained_active"}};
    static const char opcodes[] = "sass__inst_executed_per_opcode";
    nvs_metric data;
    size_t i, k;
    if (!nvs_rule_metric(c, nvs_text(opcodes), &data)) {
        missing(c, NVS_LEVEL_ERROR, opcodes);
        return;
    }
    for (k = 0; k < 2; k++) {
        double add = 0, mul = 0, fused = 0, all, share, pipe = 0;
        uint32_t id;
        int known;
        for (i = 0; i < data.count; i++) {
            const nvs_value opcode = nvs_column_value(&data.ids, i), count = nvs_column_value(&data.values, i);
            if (opcode.kind != NVS_KIND_STRING) continue;
            if (text_is(opcode.v.text, kinds[k].add)) add = nvs_value_number(&count, NULL);
            else if (text_is(opcode.v.text, kinds[k].mul)) mul = nvs_value_number(&count, NULL);
            else if (text_is(opcode.v.text, kinds[k].fused)) fused = nvs_value_number(&count, NULL);
        }
        all = add + mul + fused;
        if (all == 0) continue;
        share = 0.5 * (add + mul) / all;
        if (share <= 0.1) continue;
        id = say(c, hint(c), "Additions and multiplications that could be fused",
                 "Of the instructions on %s floats, %.0f are fused and %.0f are not: fusing pairs of them would "
                 "save up to %.0f %%.",
                 kinds[k].kind, fused, add + mul, share * 100);
        known = receive(c, "HighPipeUtilization", kinds[k].key, &pipe);
        if (known) estimate(c, id, NVS_SPEEDUP_GLOBAL, share * pipe);
        else estimate(c, id, NVS_SPEEDUP_LOCAL, share * 100);
        focus(c, id, opcodes, add + mul, NVS_SEVERITY_HIGH, "fewer unfused ones");
        if (known) focus(c, id, kinds[k].pipe, pipe, NVS_SEVERITY_LOW, NULL);
    }
}

static void slow_pipe_limiter(nvs_rule_context *c)
{
    const char *const peak = since(c, 2025, 3) ? "pct_of_peak_sustained_elapsed" : "pct_of_peak_sustained_active";
    char busy_name[96], average_name[96], most_name[96];
    double busy, average, most, compute;
    int has_busy, has_average, has_most;
    uint32_t id;
    snprintf(busy_name, sizeof busy_name, "sm__instruction_throughput.avg.%s", peak);
    snprintf(average_name, sizeof average_name, "sm__inst_issued.avg.%s", peak);
    snprintf(most_name, sizeof most_name, "sm__inst_issued.max.%s", peak);
    busy = number_if(c, busy_name, &has_busy);
    average = number_if(c, average_name, &has_average);
    most = number_if(c, most_name, &has_most);
    if (!has_busy || !has_average || !has_most) {
        missing(c, NVS_LEVEL_ERROR, !has_busy ? busy_name : !has_average ? average_name : most_name);
        return;
    }
    if (busy < 80 || average >= 20 || most - average <= 25) return;
    id = say(c, hint(c), "A slow pipeline holds the others up",
             "Pipelines are busy %.1f %% of the time, yet instructions are issued in %.1f %% of it.", busy, average);
    if (receive(c, "Compute", SENT_COMPUTE, &compute))
        estimate(c, id, NVS_SPEEDUP_GLOBAL, (most - average) / most * compute * 100);
    else estimate(c, id, NVS_SPEEDUP_LOCAL, (most - average) / most * 100);
    focus(c, id, average_name, average, NVS_SEVERITY_HIGH, NULL);
}

static void sol_fp_roofline(nvs_rule_context *c)
{
    static const char *const parts[][4] = {{"sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained",
                                            "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum.per_cycle_elapsed",
                                            "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum.per_cycle_elapsed",
                                            "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed"},
                                           {"sm__sass_thread_inst_executed_op_dfma_pred_on.sum.peak_sustained",
                                            "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum.per_cycle_elapsed",
                                            "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum.per_cycle_elapsed",
                                            "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum.per_cycle_elapsed"}};
    double peak[2], done[2], share[2], pipe;
    uint32_t id;
    int i;
    for (i = 0; i < 2; i++) {
        peak[i] = number(c, parts[i][0]) * 2;
        done[i] = number(c, parts[i][1]) + number(c, parts[i][2]) + 2 * number(c, parts[i][3]);
        share[i] = done[i] / peak[i];
    }
    if (share[0] < 0.6 && share[1] > 0.15) {
        const double part = done[1] / (done[0] + done[1]) * (1 - peak[1] / peak[0]);
        id = say(c, hint(c), "Double precision takes the time",
                 "The GPU does %.0f single-precision operations per double; the kernel reaches %.0f %% of the "
                 "single and %.0f %% of the double peak. If single precision is enough, it is faster.",
                 peak[0] / peak[1], share[0] * 100, share[1] * 100);
        if (peak[1] > peak[0]) estimate(c, id, NVS_SPEEDUP_LOCAL, 0);
        else if (receive(c, "HighPipeUtilization", SENT_FP64, &pipe)) estimate(c, id, NVS_SPEEDUP_GLOBAL, part * pipe);
        else estimate(c, id, NVS_SPEEDUP_LOCAL, part * 100);
        return;
    }
    (void)say(c, NVS_LEVEL_OK, share[0] > 0.6 && share[1] > 0.6 ? "Near the peak" : NULL,
              "The ratio of single to double peak is %.0f to 1; the kernel reaches %s%.0f %% of the single and "
              "%s%.0f %% of the double one.",
              peak[0] / peak[1], share[0] > 0 && share[0] < 0.01 ? "close to " : "", share[0] * 100,
              share[1] > 0 && share[1] < 0.01 ? "close to " : "", share[1] * 100);
}

/* Launch ----------------------------------------------------------------------------------------------------------- */

static void launch_configuration(nvs_rule_context *c)
{
    static const char counted[] = "launch__sm_count", attribute[] = "device__attribute_multiprocessor_count";
    const double block = number(c, "launch__block_size"), grid = number(c, "launch__grid_size"), waves = number(c, WAVES);
    const char *const sms_name = has(c, counted) ? counted : attribute;
    const double sms = number(c, sms_name);
    const uint64_t threads = block > 0 && block < 1e9 ? (uint64_t)block : 0, rest = threads % 32;
    const double whole = waves > 0 && waves < 1e15 ? (double)(uint64_t)waves : 0;
    uint32_t id;
    if (!has(c, sms_name)) {
        missing(c, NVS_LEVEL_ERROR, attribute);
        return;
    }
    if (rest != 0) {
        const double warps = (double)((threads + 31) / 32);
        id = say(c, hint(c), "Block size",
                 "Warps have 32 threads; the block has %.0f, so its last warp is only partly used.", block);
        estimate(c, id, NVS_SPEEDUP_GLOBAL, (1 / warps) * (1 - (double)rest / 32) * 100);
        focus(c, id, "launch__block_size", block, NVS_SEVERITY_LOW, "a multiple of 32");
    }
    if (grid < sms) {
        id = say(c, hint(c), "Small grid", "The grid has %.0f blocks for %.0f multiprocessors: some stay idle.", grid, sms);
        estimate(c, id, NVS_SPEEDUP_GLOBAL, (sms - grid) / sms * 100);
        focus(c, id, "launch__grid_size", grid, NVS_SEVERITY_HIGH, "at least one block each");
    } else if (grid < 2 * sms) {
        id = say(c, hint(c), "Small grid",
                 "The grid has %.0f blocks for %.0f multiprocessors: fewer than two each, so waiting at barriers "
                 "is not hidden.",
                 grid, sms);
        focus(c, id, "launch__grid_size", grid, NVS_SEVERITY_LOW, "two blocks each");
    }
    if (whole >= 1 && waves > whole && 1 / (whole + 1) >= 0.2) {
        if (!since(c, 2025, 1) &&
            (!has(c, THEORETICAL) || !has(c, ACHIEVED) || number(c, ACHIEVED) >= 0.8 * number(c, THEORETICAL)))
            return;
        id = say(c, hint(c), "Last wave",
                 "After %.0f full wave%s comes a partial one of about %.0f blocks. It may take as long as a full "
                 "one: up to %.1f %% of the time.",
                 whole, whole > 1 ? "s" : "", (waves - whole) / waves * grid, 1 / (whole + 1) * 100);
        estimate(c, id, NVS_SPEEDUP_GLOBAL, 1 / (whole + 1) * 100);
        focus(c, id, WAVES, waves, NVS_SEVERITY_DEFAULT, "a whole number");
    }
}

static void workload_imbalance(nvs_rule_context *c)
{
    static const char *const units[] = {"sm", "smsp", "l1tex", "lts", "dram"};
    static const char *const rollups[] = {"avg", "max", "min", "sum"};
    size_t i, k;
    for (i = 0; i < sizeof units / sizeof units[0]; i++) {
        char name[64];
        double v[4], elapsed, percent;
        int known = 1, one;
        uint32_t id;
        for (k = 0; k < 4; k++) {
            snprintf(name, sizeof name, "%s__cycles_active.%s", units[i], rollups[k]);
            v[k] = number_if(c, name, &one);
            known &= one;
        }
        if (!known || v[0] == 0 || v[1] == 0) continue;
        snprintf(name, sizeof name, "%s__cycles_elapsed.sum", units[i]);
        elapsed = number_if(c, name, &one);
        if (!one) continue;
        percent = (1 - v[0] / v[1]) * 100 * (v[3] / elapsed);
        if ((1 - v[0] / v[1] < 0.05 && 1 - v[2] / v[0] < 0.05) || percent < 5) continue;
        id = say(c, hint(c), "Uneven work",
                 "Work is uneven across %s units: the busiest has %.2f %% more active cycles than the average, "
                 "the least busy %.2f %% fewer.",
                 units[i], (v[1] - v[0]) / v[0] * 100, (v[0] - v[2]) / v[0] * 100);
        estimate(c, id, NVS_SPEEDUP_GLOBAL, percent);
        snprintf(name, sizeof name, "%s__cycles_active.avg", units[i]);
        focus(c, id, name, v[0], NVS_SEVERITY_HIGH, NULL);
    }
}

/* Memory ----------------------------------------------------------------------------------------------------------- */

#define EXCESS 10 /* instructions that reports before 2022.4 name */

static void uncoalesced(nvs_rule_context *c, const char *metric, const char *unit, const char *what)
{
    char ideal_name[96], excess_name[96], name[128];
    nvs_metric all, ideal;
    double most[EXCESS], total = 0, s, share, active, elapsed;
    size_t i, k, pairs, found = 0;
    uint32_t id;
    nvs_finding marker;
    snprintf(ideal_name, sizeof ideal_name, "%s_ideal", metric);
    snprintf(excess_name, sizeof excess_name, "derived__%s_excessive", metric);
    if (!nvs_rule_metric(c, nvs_text(metric), &all) || !nvs_rule_metric(c, nvs_text(ideal_name), &ideal)) {
        missing(c, NVS_LEVEL_ERROR, nvs_rule_metric(c, nvs_text(metric), &all) ? ideal_name : metric);
        return;
    }
    pairs = all.count < ideal.count ? all.count : ideal.count;
    for (i = 0; i < pairs; i++) {
        const nvs_value a = nvs_column_value(&all.values, i), b = nvs_column_value(&ideal.values, i);
        const double x = nvs_value_number(&a, NULL), y = nvs_value_number(&b, NULL);
        if (x <= y) continue;
        found++;
        total += x - y;
        for (k = found <= EXCESS ? found - 1 : EXCESS; k > 0 && most[k - 1] < x; k--)
            if (k < EXCESS) most[k] = most[k - 1];
        if (k < EXCESS) most[k] = x;
    }
    if (found == 0) return;
    if (!since(c, 2022, 4)) {
        for (i = 0; i < found && i < EXCESS; i++) {
            id = say(c, hint(c), NULL, "An instruction makes %.0f %s, more than it needs.", most[i], what);
            snprintf(name, sizeof name, "%s[%u]", metric, (unsigned)i);
            focus(c, id, name, most[i], NVS_SEVERITY_DEFAULT, NULL);
        }
        return;
    }
    s = nvs_value_number(&all.value, NULL);
    share = (s - nvs_value_number(&ideal.value, NULL)) / s;
    snprintf(name, sizeof name, "%s__cycles_active.sum", unit);
    active = number(c, name);
    snprintf(name, sizeof name, "%s__cycles_elapsed.sum", unit);
    elapsed = number(c, name);
    id = say(c, hint(c), "Threads of a warp touch scattered memory",
             "%.0f of %.0f %s (%.0f %%) would not be needed if the threads of each warp used neighbouring addresses.", total, s, what,
             share * 100);
    if (active == 0 || elapsed == 0) estimate(c, id, NVS_SPEEDUP_LOCAL, 0);
    else estimate(c, id, NVS_SPEEDUP_GLOBAL, active / elapsed * share * 100);
    if (has(c, excess_name)) focus(c, id, excess_name, number(c, excess_name), NVS_SEVERITY_DEFAULT, "0");
    for (i = 0; i < pairs; i++) {
        const nvs_value a = nvs_column_value(&all.values, i), b = nvs_column_value(&ideal.values, i);
        const nvs_value address = nvs_column_value(&all.ids, i);
        const double x = nvs_value_number(&a, NULL), y = nvs_value_number(&b, NULL);
        char text[128];
        if (x <= y || address.kind != NVS_KIND_UINT64) continue;
        memset(&marker, 0, sizeof marker);
        marker.kind = NVS_FINDING_KIND_MARKER;
        marker.message = id;
        (void)nvs_rule_place(c, address.v.u, &marker.place);
        snprintf(text, sizeof text, "%.0f of %.0f %s are not needed.", x - y, x, what);
        marker.level = hint(c);
        marker.text = nvs_text(text);
        (void)nvs_rule_add(c, &marker);
    }
}

static void uncoalesced_global(nvs_rule_context *c)
{
    uncoalesced(c, "memory_l2_theoretical_sectors_global", "lts", "sectors");
}

static void uncoalesced_shared(nvs_rule_context *c)
{
    uncoalesced(c, "memory_l1_wavefronts_shared", "l1tex", "wavefronts");
}

static void memory_l2_compression(nvs_rule_context *c)
{
    static const char inputs[] = "lrc__ilc_input_sectors.sum", rate_name[] = "lrc__average_ilc_input_sector_success_rate.pct";
    static const char dram_name[] = "dram__bytes_read.sum.pct_of_peak_sustained_elapsed";
    double rate, sectors, dram, all;
    int has_rate, has_dram, has_all;
    uint32_t id;
    if (!since(c, 2025, 1) || !has(c, inputs)) {
        missing(c, NVS_LEVEL_WARNING, inputs);
        return;
    }
    sectors = number(c, inputs);
    rate = number_if(c, rate_name, &has_rate);
    dram = number_if(c, dram_name, &has_dram);
    all = number_if(c, "lts__t_sectors.sum", &has_all);
    if (!has_rate || !has_dram || !has_all) {
        missing(c, NVS_LEVEL_WARNING, !has_rate ? rate_name : !has_dram ? dram_name : "lts__t_sectors.sum");
        return;
    }
    if (sectors == 0 || rate >= 20) return;
    id = say(c, hint(c), "Compression that does not help",
             "%.0f bytes went through L2 compression, and %.2f %% of their sectors could be compressed.", sectors * 32, rate);
    /* The rate is taken as it is, in percent: what stored results show. */
    estimate(c, id, NVS_SPEEDUP_GLOBAL, (1 - rate) * (1 - sectors / all) * dram);
    focus(c, id, rate_name, rate, NVS_SEVERITY_HIGH, "above 20 %");
    focus(c, id, inputs, sectors, NVS_SEVERITY_HIGH, "fewer");
    focus(c, id, dram_name, dram, NVS_SEVERITY_LOW, NULL);
}

static void memory_cache_access_pattern(nvs_rule_context *c) /* as since 2024.1 */
{
    static const char *const spaces[] = {"global", "local"}, *const operations[] = {"ld", "st"};
    static const char *const levels[] = {"l1tex__throughput.avg.pct_of_peak_sustained_elapsed",
                                         "lts__throughput.avg.pct_of_peak_sustained_elapsed",
                                         "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"};
    static const char *const level_names[] = {"L1", "L2", "device memory"};
    size_t i, k, level;
    if (!since(c, 2024, 1)) return;
    for (i = 0; i < 4; i++) {
        const char *const space = spaces[i / 2], *const operation = operations[i % 2];
        char used_name[128], most_name[128], l1_name[128], l2_name[128];
        double used, most, l1, l2, miss[3], v[3], percent = 0;
        const char *absent = NULL;
        int has_used, has_most, has_l1, has_l2, one;
        uint32_t id;
        snprintf(used_name, sizeof used_name, "smsp__sass_average_data_bytes_per_sector_mem_%s_op_%s.ratio", space, operation);
        snprintf(most_name, sizeof most_name, "smsp__sass_average_data_bytes_per_sector_mem_%s_op_%s.max_rate", space, operation);
        snprintf(l1_name, sizeof l1_name, "l1tex__t_sector_pipe_lsu_mem_%s_op_%s_hit_rate.pct", space, operation);
        snprintf(l2_name, sizeof l2_name, "lts__t_sector_op_%s_hit_rate.pct", i % 2 == 0 ? "read" : "write");
        used = number_if(c, used_name, &has_used);
        most = number_if(c, most_name, &has_most);
        if (!has_used || !has_most || !(0 < used && used < most)) continue;
        l1 = number_if(c, l1_name, &has_l1);
        l2 = number_if(c, l2_name, &has_l2);
        for (k = 0; k < 3; k++) {
            v[k] = number_if(c, levels[k], &one);
            if (!one && absent == NULL) absent = levels[k];
        }
        if (!has_l2) absent = l2_name;
        if (!has_l1) absent = l1_name;
        if (absent != NULL) {
            missing(c, NVS_LEVEL_WARNING, absent);
            continue;
        }
        miss[0] = 1;
        miss[1] = 1 - l1 / 100;
        miss[2] = miss[1] * (1 - l2 / 100);
        for (level = 0, k = 0; k < 3; k++) {
            const double this_one = (1 - used / most) * miss[k] * v[k];
            if (k == 0 || this_one > percent) {
                percent = this_one;
                level = k;
            }
        }
        id = say(c, hint(c), "Partly used sectors",
                 "%s of %s memory use %.1f of the %.1f bytes of each sector; this costs most at %s.",
                 i % 2 == 0 ? "Loads" : "Stores", space, used, most, level_names[level]);
        estimate(c, id, NVS_SPEEDUP_GLOBAL, percent);
        focus(c, id, used_name, used, NVS_SEVERITY_HIGH, "all bytes");
        if (level > 0) focus(c, id, l1_name, l1, NVS_SEVERITY_DEFAULT, NULL);
        if (level > 1) focus(c, id, l2_name, l2, NVS_SEVERITY_DEFAULT, NULL);
        focus(c, id, levels[level], v[level], NVS_SEVERITY_LOW, NULL);
    }
}

static void shared_memory_conflicts(nvs_rule_context *c)
{
    static const char *const operations[] = {"ld", "st"};
    size_t i;
    for (i = 0; i < 2; i++) {
        char conflicts_name[96], wavefronts_name[96];
        double conflicts, wavefronts, share, l1;
        int has_conflicts, has_wavefronts;
        uint32_t id;
        snprintf(conflicts_name, sizeof conflicts_name, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_%s.sum", operations[i]);
        snprintf(wavefronts_name, sizeof wavefronts_name, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_%s.sum", operations[i]);
        conflicts = number_if(c, conflicts_name, &has_conflicts);
        wavefronts = number_if(c, wavefronts_name, &has_wavefronts);
        if (!has_conflicts || !has_wavefronts) {
            missing(c, NVS_LEVEL_ERROR, has_conflicts ? wavefronts_name : conflicts_name);
            return;
        }
        if (wavefronts == 0 || conflicts / wavefronts < 0.1) continue;
        share = conflicts / wavefronts;
        id = say(c, hint(c), "Bank conflicts", "%.1f %% of the wavefronts of shared %s come from bank conflicts.", share * 100,
                 i == 0 ? "loads" : "stores");
        if (receive(c, "Memory", SENT_L1, &l1)) estimate(c, id, NVS_SPEEDUP_GLOBAL, share * l1);
        else estimate(c, id, NVS_SPEEDUP_LOCAL, share * 100);
        focus(c, id, conflicts_name, conflicts, NVS_SEVERITY_HIGH, "0");
    }
}

/* Sampling --------------------------------------------------------------------------------------------------------- */

static void pm_sampling_data(nvs_rule_context *c)
{
    static const char time[] = "profiler__pmsampler_interval_time", cycles[] = "profiler__pmsampler_interval_cycles";
    const int by_time = has(c, time);
    const char *const interval = by_time ? time : cycles;
    const char *const whole = by_time ? "gpu__time_duration.sum" : "gpc__cycles_elapsed.max";
    double share;
    if (!has(c, interval) || !has(c, whole)) {
        missing(c, NVS_LEVEL_ERROR, has(c, interval) ? whole : interval);
        return;
    }
    share = number(c, interval) / number(c, whole);
    if (share > 0.1)
        (void)say(c, NVS_LEVEL_WARNING, "Few samples",
                  "The sampling interval is %.1f times the duration of the workload: choose a shorter one.", share);
}

static void pc_sampling_data(nvs_rule_context *c)
{
    static const char samples[] = "smsp__pcsamp_sample_count";
    if (!has_tree(c)) return;
    if (!has(c, samples)) missing(c, NVS_LEVEL_ERROR, samples);
    else if (number(c, samples) == 0)
        (void)say(c, NVS_LEVEL_WARNING, "No samples", "No samples were taken: the kernel is too short or the "
                                                      "interval too long.");
}

/* The table -------------------------------------------------------------------------------------------------------- */

static const char *const need_throughput[] = {COMPUTE, MEMORY, NULL};
static const char *const need_issue[] = {ISSUE, WARPS_MOST, WARPS_PEAK, NULL};
static const char *const need_stalls[] = {ISSUE, "smsp__average_warp_latency_per_inst_issued.ratio", NULL};
static const char *const need_threads[] = {"smsp__thread_inst_executed_per_inst_executed.ratio",
                                           "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", NULL};
static const char *const need_occupancy[] = {THEORETICAL, ACHIEVED, NULL};
static const char *const need_warps[] = {WARPS_MOST, WARPS_PEAK, NULL};
static const char *const need_launch[] = {"launch__block_size", "launch__grid_size", WAVES, NULL};
static const char *const need_roofline[] = {"sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained",
                                            "sm__sass_thread_inst_executed_op_dfma_pred_on.sum.peak_sustained",
                                            "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum.per_cycle_elapsed",
                                            "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum.per_cycle_elapsed",
                                            "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed",
                                            "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum.per_cycle_elapsed",
                                            "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum.per_cycle_elapsed",
                                            "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum.per_cycle_elapsed", NULL};

static const char *const below_sol[] = {"SOLBottleneck", NULL};
static const char *const below_compute[] = {"Compute", NULL};
static const char *const below_memory[] = {"Memory", NULL};
static const char *const below_issue[] = {"IssueSlotUtilization", NULL};
static const char *const below_pipes[] = {"HighPipeUtilization", NULL};

#define RULE(variable, identifier, name, description, section, need, parents, apply) \
    static const nvs_rule variable = {identifier, name, description, section, need, parents, apply, NULL}

RULE(rule_sol, "SOLBottleneck", "Bottleneck", "Whether compute, memory or waiting limits the kernel", "SpeedOfLight",
     need_throughput, NULL, sol_bottleneck);
RULE(rule_compute, "Compute", "Compute", "Hands the throughputs to rules about compute", "SpeedOfLight", NULL, below_sol, pass_on);
RULE(rule_memory, "Memory", "Memory", "Hands the throughput of L1 to rules about memory", "SpeedOfLight", NULL, below_sol,
     memory_parent);
RULE(rule_issue, "IssueSlotUtilization", "Issue slots", "How often schedulers issue", "SchedulerStats", need_issue,
     below_compute, issue_slot_utilization);
RULE(rule_stall, "CPIStall", "Waiting warps", "What warps wait for", "WarpStateStats", need_stalls, below_issue, cpi_stall);
RULE(rule_threads, "ThreadDivergence", "Diverging threads", "How many threads of a warp take part", "WarpStateStats",
     need_threads, below_compute, thread_divergence);
RULE(rule_occupancy, "Occupancy", "Occupancy", "How many warps are there (reports up to 2023.2)", "Occupancy", need_occupancy,
     NULL, occupancy);
RULE(rule_achieved, "AchievedOccupancy", "Achieved occupancy", "Whether the warps that fit are active", "Occupancy",
     need_occupancy, below_issue, achieved_occupancy);
RULE(rule_theoretical, "TheoreticalOccupancy", "Theoretical occupancy", "Whether the launch limits the warps", "Occupancy",
     need_warps, below_issue, theoretical_occupancy);
RULE(rule_pipes, "HighPipeUtilization", "Pipelines", "How busy the busiest pipeline is", "ComputeWorkloadAnalysis", NULL,
     below_compute, high_pipe_utilization);
RULE(rule_slow, "SlowPipeLimiter", "Slow pipelines", "Whether a slow pipeline holds the others up", "ComputeWorkloadAnalysis",
     NULL, below_compute, slow_pipe_limiter);
RULE(rule_fp, "FPInstructions", "Fused instructions", "Additions and multiplications that could be fused", "InstructionStats",
     NULL, below_pipes, fp_instructions);
RULE(rule_roofline, "SOLFPRoofline", "Floating point", "Single against double precision", "SpeedOfLight_RooflineChart",
     need_roofline, below_pipes, sol_fp_roofline);
RULE(rule_launch, "LaunchConfiguration", "Launch", "Block size, grid size and the last wave", "LaunchStats", need_launch,
     below_sol, launch_configuration);
RULE(rule_imbalance, "WorkloadImbalance", "Even work", "Whether units of a kind do the same work", "WorkloadDistribution", NULL,
     below_compute, workload_imbalance);
RULE(rule_global, "UncoalescedGlobalAccess", "Global accesses", "Sectors that coalesced accesses would save", "SourceCounters",
     NULL, below_memory, uncoalesced_global);
RULE(rule_shared, "UncoalescedSharedAccess", "Shared accesses", "Wavefronts that better accesses would save", "SourceCounters",
     NULL, below_memory, uncoalesced_shared);
RULE(rule_pattern, "MemoryCacheAccessPattern", "Bytes of a sector", "How much of each sector is used",
     "MemoryWorkloadAnalysis_Tables", NULL, below_memory, memory_cache_access_pattern);
RULE(rule_conflicts, "SharedMemoryConflicts", "Bank conflicts", "Conflicts in shared memory", "MemoryWorkloadAnalysis_Tables",
     NULL, below_memory, shared_memory_conflicts);
RULE(rule_compression, "MemoryL2Compression", "Compression of L2", "Whether compressed memory pays",
     "MemoryWorkloadAnalysis_Chart", NULL, below_memory, memory_l2_compression);
RULE(rule_pc, "PCSamplingData", "Program counter samples", "Whether there are any", "SourceCounters", NULL, NULL,
     pc_sampling_data);
RULE(rule_pm, "PMSamplingData", "Metric samples", "Whether the interval is short enough", "PmSampling", NULL, NULL,
     pm_sampling_data);

const nvs_rule *const stock_rules[] = {&rule_sol,      &rule_compute,  &rule_memory,      &rule_issue,     &rule_stall,
                                       &rule_threads,  &rule_occupancy, &rule_achieved,   &rule_theoretical, &rule_pipes,
                                       &rule_slow,     &rule_fp,       &rule_roofline,    &rule_launch,    &rule_imbalance,
                                       &rule_global,   &rule_shared,   &rule_pattern,     &rule_conflicts, &rule_compression,
                                       &rule_pc,       &rule_pm};
const size_t stock_rule_count = sizeof stock_rules / sizeof stock_rules[0];
