/* What is derived from the names of metrics. */
#define NCUREP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include "run.h"

#define COUNTER NCUREP_METRIC_TYPE_COUNTER
#define RATIO NCUREP_METRIC_TYPE_RATIO
#define THROUGHPUT NCUREP_METRIC_TYPE_THROUGHPUT
#define OTHER NCUREP_METRIC_TYPE_OTHER
#define NONE NCUREP_METRIC_SUBTYPE_NONE

static void names(void)
{
    static const struct {
        const char *name, *unit, *prefix, *base;
        ncurep_metric_type type;
        ncurep_metric_subtype subtype;
        ncurep_rollup rollup;
    } rows[] = {
        {"gpu__time_duration.sum", "nsecond", "", "gpu__time_duration", COUNTER, NONE, NCUREP_ROLLUP_SUM},
        {"gpu__time_duration_measured_user.max", "nsecond", "", "gpu__time_duration_measured_user", COUNTER, NONE, NCUREP_ROLLUP_MAX},
        {"sm__throughput.avg.pct_of_peak_sustained_elapsed", "%", "", "sm__throughput", THROUGHPUT,
         NCUREP_METRIC_SUBTYPE_PCT_OF_PEAK_SUSTAINED_ELAPSED, NCUREP_ROLLUP_AVG},
        {"gpc__cycles_elapsed.avg.per_second", "hz", "", "gpc__cycles_elapsed", COUNTER, NCUREP_METRIC_SUBTYPE_PER_SECOND, NCUREP_ROLLUP_AVG},
        {"sm__cycles_active.min", "cycle", "", "sm__cycles_active", COUNTER, NONE, NCUREP_ROLLUP_MIN},
        {"dram__bytes_read.sum.per_second", "byte/second", "", "dram__bytes_read", COUNTER, NCUREP_METRIC_SUBTYPE_PER_SECOND, NCUREP_ROLLUP_SUM},
        {"lts__t_sector_hit_rate.pct", "%", "", "lts__t_sector_hit_rate", RATIO, NCUREP_METRIC_SUBTYPE_PCT, NCUREP_ROLLUP_NONE},
        {"smsp__average_warp_latency_per_inst_issued.ratio", "cycle", "", "smsp__average_warp_latency_per_inst_issued", RATIO,
         NCUREP_METRIC_SUBTYPE_RATIO, NCUREP_ROLLUP_NONE},
        {"smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.max_rate", "byte/sector", "",
         "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld", RATIO, NCUREP_METRIC_SUBTYPE_MAX_RATE, NCUREP_ROLLUP_NONE},
        {"sm__warps_active.avg.per_cycle_active", "warp", "", "sm__warps_active", COUNTER, NCUREP_METRIC_SUBTYPE_PER_CYCLE_ACTIVE, NCUREP_ROLLUP_AVG},
        {"smsp__inst_executed.sum.per_cycle_elapsed", "inst/cycle", "", "smsp__inst_executed", COUNTER,
         NCUREP_METRIC_SUBTYPE_PER_CYCLE_ELAPSED, NCUREP_ROLLUP_SUM},
        {"lts__t_sectors.sum.peak_sustained_elapsed.per_second", "sector/second", "", "lts__t_sectors", COUNTER,
         NCUREP_METRIC_SUBTYPE_PEAK_SUSTAINED_ELAPSED_PER_SECOND, NCUREP_ROLLUP_SUM},
        {"launch__registers_per_thread", "register/thread", "", "launch__registers_per_thread", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"launch__shared_mem_per_block_static", "byte/block", "", "launch__shared_mem_per_block_static", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"launch__grid_size", "", "", "launch__grid_size", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"device__attribute_l2_cache_size", "", "", "device__attribute_l2_cache_size", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"inst_executed", "inst", "", "inst_executed", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"pmsampling:sm__cycles_active.avg", "cycle", "pmsampling:", "sm__cycles_active", COUNTER, NONE, NCUREP_ROLLUP_AVG},
        {"FBPA.TriageA.dramc__throughput.avg.pct_of_peak_sustained_elapsed", "%", "FBPA.TriageA.", "dramc__throughput", THROUGHPUT,
         NCUREP_METRIC_SUBTYPE_PCT_OF_PEAK_SUSTAINED_ELAPSED, NCUREP_ROLLUP_AVG},
        {"breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed", "", "breakdown:", "sm__throughput", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"group:memory__chart", "", "group:", "memory__chart", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"sm__cycles_active.sum.some_new_thing", "cycle", "", "sm__cycles_active", COUNTER, NONE, NCUREP_ROLLUP_SUM},
        {"sm__cycles_active.pct.more", "", "", "sm__cycles_active", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"sm__cycles_active.", "", "", "sm__cycles_active", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"unknown:sm__cycles_active.avg", "cycle", "", "unknown:sm__cycles_active", COUNTER, NONE, NCUREP_ROLLUP_AVG},
        {"launch__occupancy_cluster_pct", "%", "", "launch__occupancy_cluster_pct", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"sm__maximum_warps_per_active_cycle_pct", "%", "", "sm__maximum_warps_per_active_cycle_pct", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"l1tex__data_bank_conflicts_pipe_lsu.sum", "", "", "l1tex__data_bank_conflicts_pipe_lsu", COUNTER, NONE, NCUREP_ROLLUP_SUM},
        {"l1tex__f_wavefronts.avg", "", "", "l1tex__f_wavefronts", COUNTER, NONE, NCUREP_ROLLUP_AVG},
        {"sm__cycles_active.avg.per_cycle_elapsed", "", "", "sm__cycles_active", COUNTER, NCUREP_METRIC_SUBTYPE_PER_CYCLE_ELAPSED, NCUREP_ROLLUP_AVG},
        {"smsp__thread_inst_executed_per_inst_executed.ratio", "", "", "smsp__thread_inst_executed_per_inst_executed", RATIO,
         NCUREP_METRIC_SUBTYPE_RATIO, NCUREP_ROLLUP_NONE},
        {"regex:^sm__.*", "", "regex:", "^sm__", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"derived__pct_occupancy_per_shared_mem_size", "%/byte", "", "derived__pct_occupancy_per_shared_mem_size", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"sm__throughputs.sum", "", "", "sm__throughputs", COUNTER, NONE, NCUREP_ROLLUP_SUM}, /* not whole words */
        {"sm__bytesx_instx.sum", "", "", "sm__bytesx_instx", COUNTER, NONE, NCUREP_ROLLUP_SUM},
        {"sm__xbytes.sum", "", "", "sm__xbytes", COUNTER, NONE, NCUREP_ROLLUP_SUM},
        {"launch__cluster_max_active.avg.per_second", "cluster/second", "", "launch__cluster_max_active", COUNTER, NCUREP_METRIC_SUBTYPE_PER_SECOND, NCUREP_ROLLUP_AVG},
        {"launch__cluster_max_active.avg.per_cycle_active", "cluster/cycle", "", "launch__cluster_max_active", COUNTER, NCUREP_METRIC_SUBTYPE_PER_CYCLE_ACTIVE,
         NCUREP_ROLLUP_AVG},
        {"launch__registers_per_thread.sum.per_second", "register/thread/second", "", "launch__registers_per_thread", COUNTER, NCUREP_METRIC_SUBTYPE_PER_SECOND,
         NCUREP_ROLLUP_SUM}, /* the longest unit */
        {"launch__persisting_l2_cache_size", "byte", "", "launch__persisting_l2_cache_size", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"smsp__average_warps_active_per_inst_executed.ratio", "cycle", "", "smsp__average_warps_active_per_inst_executed", RATIO,
         NCUREP_METRIC_SUBTYPE_RATIO, NCUREP_ROLLUP_NONE},
        {"profiler__pmsampler_dropped_samples", "sample", "", "profiler__pmsampler_dropped_samples", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"profiler__pmsampler_buffer_size_bytes", "byte", "", "profiler__pmsampler_buffer_size_bytes", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"profiler__pmsampler_pass_groups", "", "", "profiler__pmsampler_pass_groups", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"smsp__sass_branch_targets_threads_divergent.avg", "branches", "", "smsp__sass_branch_targets_threads_divergent", COUNTER, NONE, NCUREP_ROLLUP_AVG},
        {"sass__inst_executed_register_spilling_mem_local", "inst", "", "sass__inst_executed_register_spilling_mem_local", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"derived__local_spilling_requests", "", "", "derived__local_spilling_requests", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"lts__average_gcomp_output_sector_compression_achieved_rate.ratio", "", "", "lts__average_gcomp_output_sector_compression_achieved_rate",
         RATIO, NCUREP_METRIC_SUBTYPE_RATIO, NCUREP_ROLLUP_NONE},
        {"gpu__time_duration", "nsecond", "", "gpu__time_duration", OTHER, NONE, NCUREP_ROLLUP_NONE}, /* as in 2018 and 2019 */
        {"dram__frequency", "hz", "", "dram__frequency", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"device__attribute_max_gpu_frequency_khz", "", "", "device__attribute_max_gpu_frequency_khz", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"dram__read_bytes_per_sec", "byte/second", "", "dram__read_bytes_per_sec", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"sm__inst_executed_avg_per_active_cycle", "inst/cycle", "", "sm__inst_executed_avg_per_active_cycle", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"sm__active_warps_avg_per_active_cycle", "warp", "", "sm__active_warps_avg_per_active_cycle", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"smsp__thread_inst_executed_per_inst_executed", "", "", "smsp__thread_inst_executed_per_inst_executed", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"sm__inst_executed_avg_per_elapsed_cycle", "inst/cycle", "", "sm__inst_executed_avg_per_elapsed_cycle", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"smsp__inst_issued_per_issue_active", "", "", "smsp__inst_issued_per_issue_active", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"sm__elapsed_cycles_per_active_cycle", "cycle", "", "sm__elapsed_cycles_per_active_cycle", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"smsp__warp_cycles_per_inst_executed", "cycle", "", "smsp__warp_cycles_per_inst_executed", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"l1tex__t_requests_pipe_lsu.sum", "", "", "l1tex__t_requests_pipe_lsu", COUNTER, NONE, NCUREP_ROLLUP_SUM},
        {"lts__t_tag_requests.sum", "tag", "", "lts__t_tag_requests", COUNTER, NONE, NCUREP_ROLLUP_SUM},
        {"derived__lts__lts2xbar_bytes.sum.per_second", "byte", "", "derived__lts__lts2xbar_bytes", COUNTER, NCUREP_METRIC_SUBTYPE_PER_SECOND,
         NCUREP_ROLLUP_SUM},
        {"smsp__average_warp_latency_issue_stalled_drain.ratio", "inst/warp", "", "smsp__average_warp_latency_issue_stalled_drain", RATIO,
         NCUREP_METRIC_SUBTYPE_RATIO, NCUREP_ROLLUP_NONE},
        {"memory_l1_wavefronts_shared", "sectors", "", "memory_l1_wavefronts_shared", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"memory_access_type", "", "", "memory_access_type", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"regex", "", "", "regex", OTHER, NONE, NCUREP_ROLLUP_NONE}, /* a prefix ends with its colon */
        {"group", "", "", "group", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"breakdown", "", "", "breakdown", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"pmsampling", "", "", "pmsampling", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"warpsampling", "", "", "warpsampling", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"warpsampling:", "", "warpsampling:", "", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {":", "", "", ":", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"apples", "", "", "apples", OTHER, NONE, NCUREP_ROLLUP_NONE},
        {"", "", "", "", OTHER, NONE, NCUREP_ROLLUP_NONE}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        ncurep_metric_facts f;
        int good;
        ncurep_metric_describe(ncurep_text(rows[i].name), &f);
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
        ncurep_metric_facts f;
        sprintf(name, "sm__inst_executed.sum.%s", words[i]);
        ncurep_metric_describe(ncurep_text(name), &f);
        CHECK_U64(i + 1, f.subtype);
        CHECK_STR(i >= 14 ? "%" : strstr(words[i], "per_second") != NULL ? "inst/second" : i == 0 || i >= 9 ? "inst/cycle" : "inst", f.unit);
    }
}

static void neutral(void)
{
    ncurep_metric_facts f;
    memset(&f, 7, sizeof f);
    ncurep_metric_describe(view_of(NULL, 5), &f);
    CHECK(f.type == NCUREP_METRIC_TYPE_OTHER && f.base.ptr != NULL && f.base.len == 0 && f.unit[0] == 0);
    ncurep_metric_describe(ncurep_text("sm__cycles_elapsed.avg.per_second"), &f);
    CHECK(f.type == NCUREP_METRIC_TYPE_COUNTER && f.rollup == NCUREP_ROLLUP_AVG && f.subtype == NCUREP_METRIC_SUBTYPE_PER_SECOND);
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
