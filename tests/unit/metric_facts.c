/* What is derived from the names of metrics. */
#include "report/model/metric_text.h"
#include "run.h"

#define COUNTER METRIC_TYPE_COUNTER
#define RATIO METRIC_TYPE_RATIO
#define THROUGHPUT METRIC_TYPE_THROUGHPUT
#define OTHER METRIC_TYPE_OTHER
#define NONE METRIC_SUBTYPE_NONE

static void names(void)
{
    static const struct {
        const char *name, *unit, *prefix, *base;
        metric_type type;
        metric_subtype subtype;
        metric_rollup rollup;
    } rows[] = {
        {"gpu__time_duration.sum", "nsecond", "", "gpu__time_duration", COUNTER, NONE, METRIC_ROLLUP_SUM},
        {"gpu__time_duration_measured_user.max", "nsecond", "", "gpu__time_duration_measured_user", COUNTER, NONE, METRIC_ROLLUP_MAX},
        {"sm__throughput.avg.pct_of_peak_sustained_elapsed", "%", "", "sm__throughput", THROUGHPUT,
         METRIC_SUBTYPE_PCT_OF_PEAK_SUSTAINED_ELAPSED, METRIC_ROLLUP_AVG},
        {"gpc__cycles_elapsed.avg.per_second", "hz", "", "gpc__cycles_elapsed", COUNTER, METRIC_SUBTYPE_PER_SECOND, METRIC_ROLLUP_AVG},
        {"sm__cycles_active.min", "cycle", "", "sm__cycles_active", COUNTER, NONE, METRIC_ROLLUP_MIN},
        {"dram__bytes_read.sum.per_second", "byte/second", "", "dram__bytes_read", COUNTER, METRIC_SUBTYPE_PER_SECOND, METRIC_ROLLUP_SUM},
        {"lts__t_sector_hit_rate.pct", "%", "", "lts__t_sector_hit_rate", RATIO, METRIC_SUBTYPE_PCT, METRIC_ROLLUP_NONE},
        {"smsp__average_warp_latency_per_inst_issued.ratio", "cycle", "", "smsp__average_warp_latency_per_inst_issued", RATIO,
         METRIC_SUBTYPE_RATIO, METRIC_ROLLUP_NONE},
        {"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.max_rate", "byte/sector", "",
         "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld", RATIO, METRIC_SUBTYPE_MAX_RATE, METRIC_ROLLUP_NONE},
        {"sm__warps_active.avg.per_cycle_active", "warp", "", "sm__warps_active", COUNTER, METRIC_SUBTYPE_PER_CYCLE_ACTIVE, METRIC_ROLLUP_AVG},
        {"smsp__inst_executed.sum.per_cycle_elapsed", "inst/cycle", "", "smsp__inst_executed", COUNTER,
         METRIC_SUBTYPE_PER_CYCLE_ELAPSED, METRIC_ROLLUP_SUM},
        {"lts__t_sectors.sum.peak_sustained_elapsed.per_second", "sector/second", "", "lts__t_sectors", COUNTER,
         METRIC_SUBTYPE_PEAK_SUSTAINED_ELAPSED_PER_SECOND, METRIC_ROLLUP_SUM},
        {"launch__registers_per_thread", "register/thread", "", "launch__registers_per_thread", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"launch__shared_mem_per_block_static", "byte/block", "", "launch__shared_mem_per_block_static", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"launch__grid_size", "", "", "launch__grid_size", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"device__attribute_l2_cache_size", "", "", "device__attribute_l2_cache_size", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"inst_executed", "inst", "", "inst_executed", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"pmsampling:sm__cycles_active.avg", "cycle", "pmsampling:", "sm__cycles_active", COUNTER, NONE, METRIC_ROLLUP_AVG},
        {"FBPA.TriageA.dramc__throughput.avg.pct_of_peak_sustained_elapsed", "%", "FBPA.TriageA.", "dramc__throughput", THROUGHPUT,
         METRIC_SUBTYPE_PCT_OF_PEAK_SUSTAINED_ELAPSED, METRIC_ROLLUP_AVG},
        {"breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed", "", "breakdown:", "sm__throughput", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"group:memory__chart", "", "group:", "memory__chart", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"sm__cycles_active.sum.some_new_thing", "cycle", "", "sm__cycles_active", COUNTER, NONE, METRIC_ROLLUP_SUM},
        {"sm__cycles_active.pct.more", "", "", "sm__cycles_active", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"sm__cycles_active.", "", "", "sm__cycles_active", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"unknown:sm__cycles_active.avg", "cycle", "", "unknown:sm__cycles_active", COUNTER, NONE, METRIC_ROLLUP_AVG},
        {"launch__occupancy_cluster_pct", "%", "", "launch__occupancy_cluster_pct", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"sm__maximum_warps_per_active_cycle_pct", "%", "", "sm__maximum_warps_per_active_cycle_pct", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"l1tex__data_bank_conflicts_pipe_lsu.sum", "", "", "l1tex__data_bank_conflicts_pipe_lsu", COUNTER, NONE, METRIC_ROLLUP_SUM},
        {"l1tex__f_wavefronts.avg", "", "", "l1tex__f_wavefronts", COUNTER, NONE, METRIC_ROLLUP_AVG},
        {"sm__cycles_active.avg.per_cycle_elapsed", "", "", "sm__cycles_active", COUNTER, METRIC_SUBTYPE_PER_CYCLE_ELAPSED, METRIC_ROLLUP_AVG},
        {"smsp__thread_inst_executed_per_inst_executed.ratio", "", "", "smsp__thread_inst_executed_per_inst_executed", RATIO,
         METRIC_SUBTYPE_RATIO, METRIC_ROLLUP_NONE},
        {"regex:^sm__.*", "", "regex:", "^sm__", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"derived__pct_occupancy_per_shared_mem_size", "%/byte", "", "derived__pct_occupancy_per_shared_mem_size", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"sm__throughputs.sum", "", "", "sm__throughputs", COUNTER, NONE, METRIC_ROLLUP_SUM}, /* not whole words */
        {"sm__bytesx_instx.sum", "", "", "sm__bytesx_instx", COUNTER, NONE, METRIC_ROLLUP_SUM},
        {"sm__xbytes.sum", "", "", "sm__xbytes", COUNTER, NONE, METRIC_ROLLUP_SUM},
        {"launch__cluster_max_active.avg.per_second", "cluster/second", "", "launch__cluster_max_active", COUNTER, METRIC_SUBTYPE_PER_SECOND, METRIC_ROLLUP_AVG},
        {"launch__cluster_max_active.avg.per_cycle_active", "cluster/cycle", "", "launch__cluster_max_active", COUNTER, METRIC_SUBTYPE_PER_CYCLE_ACTIVE,
         METRIC_ROLLUP_AVG},
        {"launch__registers_per_thread.sum.per_second", "register/thread/second", "", "launch__registers_per_thread", COUNTER, METRIC_SUBTYPE_PER_SECOND,
         METRIC_ROLLUP_SUM}, /* the longest unit */
        {"launch__persisting_l2_cache_size", "byte", "", "launch__persisting_l2_cache_size", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"smsp__average_warps_active_per_inst_executed.ratio", "cycle", "", "smsp__average_warps_active_per_inst_executed", RATIO,
         METRIC_SUBTYPE_RATIO, METRIC_ROLLUP_NONE},
        {"profiler__pmsampler_dropped_samples", "sample", "", "profiler__pmsampler_dropped_samples", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"profiler__pmsampler_buffer_size_bytes", "byte", "", "profiler__pmsampler_buffer_size_bytes", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"profiler__pmsampler_pass_groups", "", "", "profiler__pmsampler_pass_groups", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"smsp__sass_branch_targets_threads_divergent.avg", "branches", "", "smsp__sass_branch_targets_threads_divergent", COUNTER, NONE, METRIC_ROLLUP_AVG},
        {"sass__inst_executed_register_spilling_mem_local", "inst", "", "sass__inst_executed_register_spilling_mem_local", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"derived__local_spilling_requests", "", "", "derived__local_spilling_requests", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"lts__average_gcomp_output_sector_compression_achieved_rate.ratio", "", "", "lts__average_gcomp_output_sector_compression_achieved_rate",
         RATIO, METRIC_SUBTYPE_RATIO, METRIC_ROLLUP_NONE},
        {"gpu__time_duration", "nsecond", "", "gpu__time_duration", OTHER, NONE, METRIC_ROLLUP_NONE}, /* as in 2018 and 2019 */
        {"dram__frequency", "hz", "", "dram__frequency", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"device__attribute_max_gpu_frequency_khz", "", "", "device__attribute_max_gpu_frequency_khz", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"dram__read_bytes_per_sec", "byte/second", "", "dram__read_bytes_per_sec", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"sm__inst_executed_avg_per_active_cycle", "inst/cycle", "", "sm__inst_executed_avg_per_active_cycle", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"sm__active_warps_avg_per_active_cycle", "warp", "", "sm__active_warps_avg_per_active_cycle", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"smsp__thread_inst_executed_per_inst_executed", "", "", "smsp__thread_inst_executed_per_inst_executed", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"sm__inst_executed_avg_per_elapsed_cycle", "inst/cycle", "", "sm__inst_executed_avg_per_elapsed_cycle", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"smsp__inst_issued_per_issue_active", "", "", "smsp__inst_issued_per_issue_active", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"sm__elapsed_cycles_per_active_cycle", "cycle", "", "sm__elapsed_cycles_per_active_cycle", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"smsp__warp_cycles_per_inst_executed", "cycle", "", "smsp__warp_cycles_per_inst_executed", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"l1tex__t_requests_pipe_lsu.sum", "", "", "l1tex__t_requests_pipe_lsu", COUNTER, NONE, METRIC_ROLLUP_SUM},
        {"lts__t_tag_requests.sum", "tag", "", "lts__t_tag_requests", COUNTER, NONE, METRIC_ROLLUP_SUM},
        {"derived__lts__lts2xbar_bytes.sum.per_second", "byte", "", "derived__lts__lts2xbar_bytes", COUNTER, METRIC_SUBTYPE_PER_SECOND,
         METRIC_ROLLUP_SUM},
        {"smsp__average_warp_latency_issue_stalled_drain.ratio", "inst/warp", "", "smsp__average_warp_latency_issue_stalled_drain", RATIO,
         METRIC_SUBTYPE_RATIO, METRIC_ROLLUP_NONE},
        {"memory_l1_wavefronts_shared", "sectors", "", "memory_l1_wavefronts_shared", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"memory_access_type", "", "", "memory_access_type", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"regex", "", "", "regex", OTHER, NONE, METRIC_ROLLUP_NONE}, /* a prefix ends with its colon */
        {"group", "", "", "group", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"breakdown", "", "", "breakdown", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"pmsampling", "", "", "pmsampling", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"warpsampling", "", "", "warpsampling", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"warpsampling:", "", "warpsampling:", "", OTHER, NONE, METRIC_ROLLUP_NONE},
        {":", "", "", ":", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"apples", "", "", "apples", OTHER, NONE, METRIC_ROLLUP_NONE},
        {"", "", "", "", OTHER, NONE, METRIC_ROLLUP_NONE}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        metric_facts f;
        int good;
        metric_describe(ncurep_text(rows[i].name), &f);
        good = CHECK_STR(rows[i].unit, f.unit);
        good += CHECK_VIEW(rows[i].prefix, f.prefix);
        good += CHECK_VIEW(rows[i].base, f.base);
        good += CHECK_U64(rows[i].type, f.type);
        good += CHECK_U64(rows[i].subtype, f.subtype);
        good += CHECK_U64(rows[i].rollup, f.rollup);
        if (good != 6)
            printf("    %s\n", rows[i].name);
        CHECK_U64(strlen(rows[i].name), f.prefix.len + f.base.len + f.suffix.len);
    }
}

static void every_subtype(void)
{
    static const char *const words[] = {"peak_sustained", "peak_sustained_active", "peak_sustained_active.per_second",
        "peak_sustained_elapsed", "peak_sustained_elapsed.per_second", "peak_sustained_frame",
        "peak_sustained_frame.per_second", "peak_sustained_region", "peak_sustained_region.per_second", "per_cycle_active",
        "per_cycle_elapsed", "per_cycle_in_frame", "per_cycle_in_region", "per_second", "pct_of_peak_sustained_active",
        "pct_of_peak_sustained_elapsed", "pct_of_peak_sustained_frame", "pct_of_peak_sustained_region"};
    unsigned i;
    for (i = 0; i < 18; i++) {
        char name[80];
        metric_facts f;
        sprintf(name, "sm__inst_executed.sum.%s", words[i]);
        metric_describe(ncurep_text(name), &f);
        CHECK_U64(i + 1, f.subtype);
        CHECK_STR(i >= 14 ? "%" : strstr(words[i], "per_second") != NULL ? "inst/second" : i == 0 || i >= 9 ? "inst/cycle" : "inst", f.unit);
    }
}

static void neutral(void)
{
    const ncurep_view nothing = {NULL, 5};
    metric_facts f;
    memset(&f, 7, sizeof f);
    metric_describe(nothing, &f);
    CHECK(f.type == METRIC_TYPE_OTHER && f.base.ptr != NULL && f.base.len == 0 && f.unit[0] == 0);
    metric_describe(ncurep_text("sm__cycles_elapsed.avg.per_second"), &f);
    CHECK(f.type == METRIC_TYPE_COUNTER && f.rollup == METRIC_ROLLUP_AVG && f.subtype == METRIC_SUBTYPE_PER_SECOND);
    CHECK_STR("hz", f.unit);
    CHECK_VIEW("sm__cycles_elapsed", f.base);
    CHECK_VIEW(".avg.per_second", f.suffix);
}

int main(void)
{
    RUN(names);
    RUN(every_subtype);
    RUN(neutral);
    return run_end();
}
