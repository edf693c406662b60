/* Makes two sample reports that fill every chart of ncurep's pages: make_chart_report [FOLDER]

       canopy.ncu-rep           two kernels: counters by instruction with their reasons to wait, PM sampling, occupancy
                                curves, block durations, traffic between the units of the memory system
       canopy_before.ncu-rep    the same, slower: what "ncurep html --baseline" compares with

   They hold no sections: the tool's own are used, or those of a folder, such as examples/data/samples/sections with a histogram.
   Every number is made up. The module is nested_sm80.cubin, with the text of nested.cu as an imported source. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MODULE 0x1600000001u
#define ADDRESS 0x7f0000400000u
#define COUNT(list) (sizeof(list) / sizeof *(list))

typedef struct row {
    const char *name;
    double value, before; /* before: times this */
} row;

static ncurep_view bytes_of(const char *ptr, size_t len)
{
    ncurep_view v;
    v.ptr = ptr;
    v.len = len;
    return v;
}

static const row plain[] = {
    {"gpu__time_duration.sum", 46720, 1.31}, {"gpc__cycles_elapsed.max", 65874, 1.31}, {"gpc__cycles_elapsed.avg.per_second", 1.41e9, 1},
    {"dram__cycles_elapsed.avg.per_second", 1.215e9, 1}, {"sm__cycles_active.avg", 61302.5, 1.33}, {"sm__cycles_elapsed.max", 65861, 1.31},
    {"sm__cycles_elapsed.avg.per_second", 1.41e9, 1}, {"smsp__cycles_elapsed.avg.per_second", 1.41e9, 1},
    {"sm__throughput.avg.pct_of_peak_sustained_elapsed", 41.87, 0.79},
    {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", 78.26, 0.81},
    {"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", 78.26, 0.81},
    {"l1tex__throughput.avg.pct_of_peak_sustained_active", 52.4, 0.9}, {"lts__throughput.avg.pct_of_peak_sustained_elapsed", 46.1, 0.85},
    {"sm__inst_executed.avg.pct_of_peak_sustained_elapsed", 41.87, 0.79}, {"sm__issue_active.avg.pct_of_peak_sustained_elapsed", 41.9, 0.79},
    {"sm__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_elapsed", 33.2, 0.8},
    {"sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_elapsed", 24.61, 0.8},
    {"sm__pipe_alu_cycles_active.avg.pct_of_peak_sustained_elapsed", 18.05, 0.8},
    {"dram__cycles_active.avg.pct_of_peak_sustained_elapsed", 78.26, 0.81}, {"lts__t_sectors.avg.pct_of_peak_sustained_elapsed", 46.1, 0.85},
    {"lts__d_sectors.avg.pct_of_peak_sustained_elapsed", 39.7, 0.85}, {"l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed", 31.4, 0.9},
    {"l1tex__m_xbar2l1tex_read_sectors.avg.pct_of_peak_sustained_elapsed", 27.9, 0.9},
    /* memory */
    {"dram__bytes.sum.per_second", 1.217e12, 0.81}, {"dram__bytes.sum.peak_sustained", 1280, 1}, {"dram__bytes_read.sum", 37.9e6, 1.02},
    {"dram__bytes_write.sum", 18.6e6, 1}, {"gpu__compute_memory_access_throughput.avg.pct_of_peak_sustained_elapsed", 46.1, 0.85},
    {"gpu__compute_memory_request_throughput.avg.pct_of_peak_sustained_elapsed", 33.2, 0.8},
    {"sm__memory_throughput.avg.pct_of_peak_sustained_elapsed", 31.4, 0.9}, {"l1tex__t_sector_hit_rate.pct", 48.72, 0.66},
    {"lts__t_sector_hit_rate.pct", 56.31, 0.9}, {"l1tex__m_xbar2l1tex_read_bytes.sum", 52.4e6, 1.5}, {"l1tex__m_l1tex2xbar_write_bytes.sum", 21e6, 1},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 655360, 1.5}, {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", 163840, 1},
    {"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", 0, 1}, {"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", 0, 1},
    {"l1tex__t_requests_pipe_tex_mem_texture.sum", 0, 1}, {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", 327680, 1},
    {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", 81920, 1},
    {"lts__t_sectors_srcunit_tex_aperture_sysmem_op_read_lookup_miss.sum", 4096, 1},
    {"lts__t_sectors_srcunit_tex_aperture_sysmem_op_write_lookup_miss.sum", 0, 1},
    {"lts__t_sectors_srcunit_tex_aperture_peer_op_read_lookup_miss.sum", 0, 1},
    {"lts__t_sectors_srcunit_tex_aperture_peer_op_write_lookup_miss.sum", 0, 1},
    {"l1tex__t_sectors.sum", 5.1e6, 1.4}, {"l1tex__t_sectors.avg", 47222, 1.4}, {"l1tex__t_sectors.max", 50112, 1.5},
    {"lts__t_sectors.sum", 2.29e6, 1.2}, {"lts__t_sectors.avg", 28625, 1.2}, {"lts__t_sectors.max", 29310, 1.2},
    {"lts__t_sectors_lookup_miss.sum", 1.0e6, 1.2}, {"lts__t_sectors_lookup_miss.avg", 12500, 1.2}, {"lts__t_sectors_lookup_miss.max", 12934, 1.2},
    {"lts__t_requests_srcunit_tex_op_read.sum", 524288, 1.2}, {"lts__t_requests_srcunit_tex_op_write.sum", 163840, 1},
    {"lts__t_sectors_srcunit_tex_op_read.sum", 1637500, 1.5}, {"lts__t_sectors_srcunit_tex_op_write.sum", 656250, 1},
    {"lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum", 681200, 1.2}, {"lts__t_sectors_srcunit_tex_op_write_lookup_hit.sum", 610440, 1},
    {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 3.2e6, 1.5}, {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 655360, 1},
    {"l1tex__t_sector_pipe_lsu_mem_global_op_ld_hit_rate.pct", 48.83, 0.66}, {"l1tex__t_sector_pipe_lsu_mem_global_op_st_hit_rate.pct", 0, 1},
    {"smsp__sass_inst_executed_op_shared_ld.sum", 320000, 1}, {"smsp__sass_inst_executed_op_shared_st.sum", 81920, 1},
    {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", 7680, 1}, {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", 0, 1},
    {"dram__sectors_read.sum", 1184375, 1}, {"dram__sectors_write.sum", 581250, 1}, {"dram__bytes_read.sum.per_second", 8.11e11, 0.81},
    {"dram__bytes_write.sum.per_second", 4.06e11, 0.81},
    /* roofline */
    {"sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained", 6912, 1}, {"sm__sass_thread_inst_executed_op_dfma_pred_on.sum.peak_sustained", 3456, 1},
    {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum.per_cycle_elapsed", 402.5, 0.76},
    {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum.per_cycle_elapsed", 310.2, 0.76},
    {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed", 640.8, 0.76},
    {"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum.per_cycle_elapsed", 12.1, 0.76},
    {"smsp__sass_thread_inst_executed_op_dmul_pred_on.sum.per_cycle_elapsed", 9.4, 0.76},
    {"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum.per_cycle_elapsed", 20.6, 0.76},
    /* warps */
    {"smsp__average_warp_latency_per_inst_issued.ratio", 17.42, 1.3}, {"smsp__average_warps_active_per_inst_executed.ratio", 17.45, 1.3},
    {"smsp__thread_inst_executed_per_inst_executed.ratio", 31.4, 1}, {"smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", 29.87, 1},
    {"smsp__issue_active.avg.per_cycle_active", 0.4571, 0.79}, {"smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio", 6.91, 1.5},
    {"smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio", 2.84, 1.4},
    {"smsp__average_warps_issue_stalled_wait_per_issue_active.ratio", 1.93, 1}, {"smsp__average_warps_issue_stalled_selected_per_issue_active.ratio", 1, 1},
    {"smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio", 1.22, 1},
    {"smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio", 0.97, 1},
    {"smsp__average_warps_issue_stalled_not_selected_per_issue_active.ratio", 0.88, 1},
    {"smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio", 0.61, 1},
    {"smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio", 0.44, 1},
    {"smsp__average_warps_issue_stalled_branch_resolving_per_issue_active.ratio", 0.35, 1},
    {"smsp__average_warps_issue_stalled_dispatch_stall_per_issue_active.ratio", 0.16, 1},
    {"smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio", 0.1, 1},
    {"smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio", 0.05, 1},
    {"smsp__average_warps_issue_stalled_drain_per_issue_active.ratio", 0.02, 1},
    {"smsp__inst_executed.sum", 11862016, 1}, {"smsp__inst_executed.avg", 27458.4, 1}, {"smsp__inst_issued.sum", 11871200, 1},
    {"smsp__inst_issued.avg", 27479.6, 1}, {"smsp__inst_executed_op_branch.sum", 491520, 1},
    {"sm__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_active", 35.7, 0.8}, {"sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active", 26.4, 0.8},
    {"sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active", 19.4, 0.8}, {"sm__inst_executed_pipe_xu.avg.pct_of_peak_sustained_active", 6.2, 0.8},
    {"sm__inst_executed_pipe_adu.avg.pct_of_peak_sustained_active", 5.1, 0.8}, {"sm__inst_executed_pipe_cbu.avg.pct_of_peak_sustained_active", 3.3, 0.8},
    {"sm__inst_executed_pipe_fp64.avg.pct_of_peak_sustained_active", 2.4, 0.8}, {"sm__inst_executed_pipe_uniform.avg.pct_of_peak_sustained_active", 1.2, 0.8},
    {"sm__inst_executed_pipe_tex.avg.pct_of_peak_sustained_active", 0, 1},
    /* occupancy */
    {"sm__maximum_warps_per_active_cycle_pct", 75, 0.667}, {"sm__maximum_warps_avg_per_active_cycle", 48, 0.667},
    {"sm__warps_active.avg.pct_of_peak_sustained_active", 66.31, 0.7}, {"sm__warps_active.avg.per_cycle_active", 42.44, 0.7},
    {"launch__waves_per_multiprocessor", 7.9, 1.5}, {"profiler__pmsampler_interval_time", 1000, 1}, {"profiler__pmsampler_pass_groups", 2, 1},
    {"profiler__pmsampler_buffer_size_bytes", 16777216, 1}, {"profiler__pmsampler_dropped_samples", 0, 1}};

static const row whole[] = {{"launch__grid_size", 5120, 1}, {"launch__grid_dim_x", 5120, 1}, {"launch__grid_dim_y", 1, 1}, {"launch__grid_dim_z", 1, 1},
    {"launch__block_size", 256, 1}, {"launch__block_dim_x", 256, 1}, {"launch__block_dim_y", 1, 1}, {"launch__block_dim_z", 1, 1},
    {"launch__thread_count", 1310720, 1}, {"launch__registers_per_thread", 40, 1.4}, {"launch__shared_mem_per_block", 9216, 1},
    {"launch__shared_mem_per_block_static", 8192, 1}, {"launch__shared_mem_per_block_dynamic", 0, 1}, {"launch__shared_mem_per_block_driver", 1024, 1},
    {"launch__shared_mem_config_size", 65536, 1}, {"launch__barrier_count", 1, 1}, {"launch__occupancy_limit_blocks", 32, 1},
    {"launch__occupancy_limit_registers", 6, 0.667}, {"launch__occupancy_limit_shared_mem", 7, 1}, {"launch__occupancy_limit_warps", 8, 1},
    {"launch__occupancy_limit_barriers", 16, 1}, {"smsp__pcsamp_interval", 5, 1}};

static const row attributes[] = {{"device__attribute_compute_capability_major", 8, 0}, {"device__attribute_compute_capability_minor", 0, 0},
    {"device__attribute_multiprocessor_count", 108, 0}, {"device__attribute_max_warps_per_multiprocessor", 64, 0},
    {"device__attribute_warp_size", 32, 0}, {"device__attribute_l2_cache_size", 41943040, 0}};

static const row opcodes[] = {{"FFMA", 3276800, 1}, {"IMAD", 1966080, 1}, {"LDG", 1310720, 1.5}, {"FADD", 1146880, 1}, {"FMUL", 983040, 1},
    {"ISETP", 819200, 1}, {"LDS", 655360, 1}, {"BRA", 491520, 1}, {"STG", 327680, 1}, {"STS", 163840, 1}, {"BAR", 81920, 1}, {"EXIT", 40960, 1}};

/* Counters by instruction: how many samples each reason has of a hundred, and for which kind of line. */
static const row stalls[] = {{"long_scoreboard", 44, 1.5}, {"lg_throttle", 18, 1.4}, {"wait", 13, 1}, {"short_scoreboard", 8, 1},
    {"barrier", 7, 1}, {"selected", 6, 1}, {"not_selected", 4, 1}};

static int slow; /* canopy_before.ncu-rep; set once a report */

static ncurep_value number(double x)
{
    ncurep_value v = {NCUREP_KIND_DOUBLE, 0, {"", 0}};
    memcpy(&v.bits, &x, sizeof x);
    return v;
}

static ncurep_value integer(uint64_t x)
{
    ncurep_value v = {NCUREP_KIND_UINT64, 0, {"", 0}};
    v.bits = x;
    return v;
}

static ncurep_value string(const char *text)
{
    ncurep_value v = {NCUREP_KIND_STRING, 0, {"", 0}};
    v.text.ptr = text;
    v.text.len = strlen(text);
    return v;
}

static void text(ncurep_writer *w, uint32_t field, const char *t) { ncurep_write_text(w, field, ncurep_text(t)); }

static double of_row(const row *r) { return slow ? r->value * r->before : r->value; }

static void one_metric(ncurep_writer *w, const char *name, const ncurep_value *v)
{
    ncurep_write_metric(w, ncurep_text(name), v);
    ncurep_write_end(w);
}

/* A curve: so many points from x0 in steps, each computed. */
static void curve(ncurep_writer *w, const char *name, unsigned from, unsigned step, unsigned count, int what)
{
    ncurep_value sum = integer(0);
    unsigned i;
    ncurep_write_metric(w, ncurep_text(name), &sum);
    for (i = 0; i < count; i++) {
        const unsigned x = from + i * step, warps = what == 1 ? (x + 31) / 32 : 8;
        unsigned blocks = what == 0 ? 65536 / ((x + 7) / 8 * 8 * 256 + (x == 0)) : what == 1 ? 64 / (warps > 0 ? warps : 1)
                          : what == 2 ? 167936 / (x + 1024) : x > 0 ? 64 / x : 8;
        ncurep_value id = integer(x), v;
        if (blocks > 64 / (warps > 0 ? warps : 1)) blocks = 64 / (warps > 0 ? warps : 1);
        if (what == 1 && blocks * warps * 40 * 32 > 65536) blocks = 65536 / (warps * 40 * 32);
        v = integer(blocks * warps);
        ncurep_write_instance(w, &id, &v);
    }
    ncurep_write_end(w);
}

/* Close to a sine, and the same on every machine. */
static double wave(double t)
{
    const double pi = 3.141592653589793;
    double x = t - 2 * pi * (double)(int)(t / (2 * pi));
    const int below = x > pi;
    if (below) x -= pi;
    x = 16 * x * (pi - x) / (5 * pi * pi - 4 * x * (pi - x));
    return below ? -x : x;
}

/* A counter sampled over time: begins late, warms up, works with waves, ends. */
static void sampled(ncurep_writer *w, const char *name, double most, unsigned kind)
{
    const unsigned busy = slow ? 61 : 47;
    ncurep_value v = number(most);
    unsigned i;
    ncurep_write_metric(w, ncurep_text(name), &v);
    for (i = 0; i < 96; i++) {
        const double t = (double)i - 20, part = t / busy;
        double x = 0;
        ncurep_value id = integer(1760000000000000000u + 1000u * i);
        if (t >= 0 && t < busy) {
            x = t < 3 ? (t + 1) / 4 : t > busy - 4 ? (busy - t) / 4 : 1;
            if (kind == 0) x = t < 2 ? 1 : 0.42 + 0.1 * wave(t * 1.9);
            if (kind == 1) x *= 0.94 + 0.05 * wave(t * 0.9);
            if (kind == 2) x *= 0.62 + 0.2 * wave(t * 0.53) + 0.08 * wave(t * 2.1);
            if (kind == 3) x *= 0.2 + 0.75 * (part < 0.7 ? part / 0.7 : 1);
            if (kind == 4) x *= 0.8 + 0.14 * wave(t * 0.31);
            if (kind == 5) x *= part < 0.35 ? 0.25 : 0.7 + 0.2 * wave(t * 0.8);
        }
        v = number((double)(uint64_t)(x * most * 100) / 100);
        ncurep_write_instance(w, &id, &v);
    }
    ncurep_write_end(w);
}

/* How hot an instruction is, by its line: loads and what waits for them. */
static unsigned heat_of(const cubin_file *lines, cubin_symbol_id symbol, uint64_t offset, unsigned k)
{
    cubin_place p;
    if (!cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol, offset, &p)) return 1;
    return p.line == 15 ? 0 : (p.line == 14 ? 46 : p.line == 8 ? 21 : p.line == 3 ? 14 : p.line == 12 ? 5 : 2) + k * 7 % 11;
}

/* Counts by address; what: -1 executed, -2 threads, -3 samples, else the share of a reason to wait. */
static void by_address(ncurep_writer *w, const char *name, const cubin_file *lines, const cubin_function *f, double share, int what)
{
    ncurep_value v;
    uint64_t at, sum = 0, counts[512], n = 0;
    for (at = 0; at < f->size && n < 512; at += 16, n++) {
        const unsigned heat = heat_of(lines, f->symbol, at, (unsigned)n);
        const int load = heat > 40;
        double x = what == -1 ? 40960 : what == -2 ? 40960 * 31.4 : heat * 100;
        if (what >= 0) x *= (load && what < 2 ? share * 1.3 : load ? share * 0.5 : what < 2 ? share * 0.8 : share * 1.3) / 100;
        if (slow && what < -2) x *= 1.3;
        counts[n] = (uint64_t)x;
        sum += counts[n];
    }
    v = integer(sum);
    ncurep_write_metric(w, ncurep_text(name), &v);
    for (at = 0; at < n; at++) {
        ncurep_value id = integer(ADDRESS + at * 16);
        v = integer(counts[at]);
        ncurep_write_instance(w, &id, &v);
    }
    ncurep_write_end(w);
}

static void durations(ncurep_writer *w)
{
    ncurep_value v = integer(256);
    unsigned i, seed = 7;
    ncurep_write_metric(w, ncurep_text("sass__block_histogram"), &v);
    for (i = 0; i < 256; i++) {
        ncurep_value id = integer(i);
        double x = 0;
        unsigned k;
        for (k = 0; k < 6; k++) {
            seed = seed * 1103515245u + 12345u;
            x += (seed >> 16 & 1023) / 1023.0;
        }
        v = integer((uint64_t)(1400 + 260 * x + (i % 13 == 0 ? 900 : 0)));
        ncurep_write_instance(w, &id, &v);
    }
    ncurep_write_end(w);
}

static void rule(ncurep_writer *w, const char *id, const char *name, const char *section, const char *title, const char *message, double gain,
                 const char *metric, double value)
{
    ncurep_write_begin(w, 19);
    text(w, 1, id);
    text(w, 2, name);
    ncurep_write_begin(w, 3);
    ncurep_write_begin(w, 1);
    ncurep_write_begin(w, 1);
    text(w, 1, message);
    ncurep_write_u64(w, 2, gain > 0 ? 4 : 1);
    text(w, 4, title);
    ncurep_write_end(w);
    ncurep_write_begin(w, 8);
    ncurep_write_u64(w, 1, 1);
    text(w, 2, metric);
    ncurep_write_double(w, 3, value);
    text(w, 5, gain > 0 ? "Lower it" : "");
    ncurep_write_end(w);
    if (gain > 0) {
        ncurep_write_begin(w, 10);
        ncurep_write_u64(w, 1, 2);
        ncurep_write_double(w, 2, gain);
        ncurep_write_end(w);
    }
    ncurep_write_end(w);
    ncurep_write_end(w);
    text(w, 4, section);
    ncurep_write_end(w);
}

static void xyz(ncurep_writer *w, uint32_t field, uint64_t x, uint64_t rest)
{
    ncurep_write_begin(w, field);
    ncurep_write_u64(w, 1, x);
    ncurep_write_u64(w, 2, rest);
    ncurep_write_u64(w, 3, rest);
    ncurep_write_end(w);
}

static void process(ncurep_writer *w)
{
    ncurep_write_entry(w, NCUREP_ROOT_BLOCK);
    ncurep_write_begin(w, 6);
    ncurep_write_u64(w, 1, 3131);
    text(w, 2, "127.0.0.1");
    text(w, 3, "/opt/canopy/bin/leaf_area");
    ncurep_write_end(w);
}

static void session(ncurep_writer *w)
{
    ncurep_value v = string("Example GPU 80");
    size_t i;
    ncurep_write_entry(w, NCUREP_ROOT_BLOCK);
    ncurep_write_begin(w, 3);
    ncurep_write_u64(w, 2, 1760000000);
    ncurep_write_begin(w, 3);
    text(w, 1, "Linux");
    text(w, 3, "x86_64");
    text(w, 5, "greenhouse");
    ncurep_write_end(w);
    ncurep_write_begin(w, 6);
    ncurep_write_u64(w, 1, 0);
    text(w, 2, "Example GPU 80");
    ncurep_write_begin(w, 3);
    text(w, 1, "device__attribute_display_name");
    ncurep_write_value(w, 2, &v);
    ncurep_write_end(w);
    for (i = 0; i < COUNT(attributes); i++) {
        v = integer((uint64_t)attributes[i].value);
        ncurep_write_begin(w, 3);
        text(w, 1, attributes[i].name);
        ncurep_write_value(w, 2, &v);
        ncurep_write_end(w);
    }
    ncurep_write_end(w);
    ncurep_write_begin(w, 8);
    text(w, 1, "Nsight Compute Target");
    text(w, 2, "2025.1.0.0 (made up)");
    ncurep_write_end(w);
    text(w, 11, "ncu --set full --nvtx --import-source on -o canopy /opt/canopy/bin/leaf_area ");
    ncurep_write_end(w);
    process(w);
    ncurep_write_block(w);
}

static void module(ncurep_writer *w, const char *cubin, size_t size, const char *source, size_t source_size, const cubin_file *lines)
{
    cubin_function f;
    uint32_t i;
    process(w);
    ncurep_write_entry(w, NCUREP_ROOT_SOURCE);
    ncurep_write_u64(w, 1, MODULE);
    ncurep_write_text(w, 4, bytes_of(cubin, size));
    ncurep_write_u64(w, 5, 8);
    ncurep_write_u64(w, 6, 0x80000);
    ncurep_write_begin(w, 8);
    ncurep_write_begin(w, 1);
    text(w, 1, "/src/kernels/nested.cu");
    ncurep_write_text(w, 2, bytes_of(source, source_size));
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_begin(w, 9);
    for (i = 0; cubin_function_at(lines, i, &f); i++) {
        ncurep_write_begin(w, 1);
        ncurep_write_text(w, 1, bytes_of(f.name.ptr, f.name.len));
        ncurep_write_u64(w, 2, ADDRESS + 0x1000u * i);
        ncurep_write_u64(w, 3, f.symbol.number);
        ncurep_write_end(w);
    }
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_block(w);
}

static void metrics(ncurep_writer *w, unsigned id)
{
    static const char *const compute = "sm__issue_active.avg.pct_of_peak_sustained_elapsed,sm__inst_executed.avg.pct_of_peak_sustained_elapsed,"
                                       "sm__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_elapsed,sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_elapsed,"
                                       "sm__pipe_alu_cycles_active.avg.pct_of_peak_sustained_elapsed";
    static const char *const memory = "dram__cycles_active.avg.pct_of_peak_sustained_elapsed,lts__t_sectors.avg.pct_of_peak_sustained_elapsed,"
                                      "lts__d_sectors.avg.pct_of_peak_sustained_elapsed,l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed,"
                                      "l1tex__m_xbar2l1tex_read_sectors.avg.pct_of_peak_sustained_elapsed";
    ncurep_value v;
    size_t i;
    for (i = 0; i < COUNT(plain); i++) {
        double x = of_row(&plain[i]);
        if (id == 1 && (strstr(plain[i].name, ".sum") != NULL || strstr(plain[i].name, "cycles_elapsed.max") != NULL) && strstr(plain[i].name, "per_second") == NULL &&
            strstr(plain[i].name, "peak") == NULL && strstr(plain[i].name, "per_cycle") == NULL)
            x /= 7.3;
        if (id == 1 && strstr(plain[i].name, "throughput") != NULL) x *= 0.55;
        v = number(x);
        one_metric(w, plain[i].name, &v);
    }
    for (i = 0; i < COUNT(whole); i++) {
        ncurep_value zero = integer(0);
        double x = of_row(&whole[i]);
        if (id == 1 && i < 2) x = 640;
        if (id == 1 && strcmp(whole[i].name, "launch__thread_count") == 0) x = 640 * 256;
        v = integer((uint64_t)x);
        ncurep_write_metric(w, ncurep_text(whole[i].name), &v);
        ncurep_write_instance(w, &zero, &v);
        ncurep_write_end(w);
    }
    v = string(compute);
    one_metric(w, "breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed", &v);
    v = string(memory);
    one_metric(w, "breakdown:gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", &v);
    v = integer(0);
    for (i = 0; i < COUNT(opcodes); i++) v.bits += (uint64_t)of_row(&opcodes[i]);
    ncurep_write_metric(w, ncurep_text("sass__inst_executed_per_opcode"), &v);
    for (i = 0; i < COUNT(opcodes); i++) {
        ncurep_value op = string(opcodes[i].name);
        v = integer((uint64_t)of_row(&opcodes[i]));
        ncurep_write_instance(w, &op, &v);
    }
    ncurep_write_end(w);
}

/* Samples by reason of stall, occupancy and timelines. */
static void charts(ncurep_writer *w, const cubin_file *lines, const cubin_function *f)
{
    char name[100];
    size_t i;
    for (i = 0; i < COUNT(stalls); i++) {
        snprintf(name, sizeof name, "smsp__pcsamp_warps_issue_stalled_%s", stalls[i].name);
        by_address(w, name, lines, f, of_row(&stalls[i]), (int)i);
    }
    durations(w);
    curve(w, "launch__occupancy_per_register_count", 0, 2, 128, 0);
    curve(w, "launch__occupancy_per_block_size", 32, 32, 32, 1);
    curve(w, "launch__occupancy_per_shared_mem_size", 0, 1024, 64, 2);
    curve(w, "launch__occupancy_per_barrier_count", 0, 1, 17, 3);
    sampled(w, "pmsampling:sm__ctas_launched.sum", 420, 0);
    sampled(w, "pmsampling:sm__cycles_active.avg", 1410, 1);
    sampled(w, "pmsampling:sm__inst_executed_realtime.avg.per_cycle_active", 2.6, 2);
    sampled(w, "pmsampling:l1tex__t_sector_hit_rate.pct", 71, 3);
    sampled(w, "pmsampling:dramc__read_throughput.avg.pct_of_peak_sustained_elapsed", 62, 4);
    sampled(w, "pmsampling:dramc__write_throughput.avg.pct_of_peak_sustained_elapsed", 34, 5);
}

/* NVTX. */
static void ranges(ncurep_writer *w, unsigned id)
{
    ncurep_write_begin(w, 21);
    ncurep_write_begin(w, 1);
    ncurep_write_u64(w, 1, 0);
    text(w, 2, "<default domain>");
    ncurep_write_end(w);
    ncurep_write_begin(w, 2);
    ncurep_write_u64(w, 1, 515);
    ncurep_write_begin(w, 2);
    ncurep_write_u64(w, 1, 0);
    ncurep_write_begin(w, 3);
    text(w, 1, "step 12");
    ncurep_write_u64(w, 3, 1);
    ncurep_write_end(w);
    ncurep_write_begin(w, 3);
    text(w, 1, id == 0 ? "leaf area" : "border");
    ncurep_write_u64(w, 3, 2);
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_u64(w, 4, 0);
    ncurep_write_end(w);
}

static void kernel(ncurep_writer *w, unsigned id, const cubin_file *lines, const cubin_function *f)
{
    process(w);
    ncurep_write_entry(w, NCUREP_ROOT_KERNEL);
    ncurep_write_u64(w, 1, 515);
    ncurep_write_u64(w, 2, 40 + id);
    ncurep_write_u64(w, 3, 1);
    ncurep_write_u64(w, 4, id);
    text(w, 5, "saxpyish");
    text(w, 6, "saxpyish");
    text(w, 7, "saxpyish(int, float, const float *, float *)");
    ncurep_write_u64(w, 8, 3);
    xyz(w, 9, 0, 0);
    xyz(w, 10, id == 0 ? 5120 : 640, 1);
    xyz(w, 11, 256, 1);
    metrics(w, id);
    by_address(w, "inst_executed", lines, f, 0, -1);
    by_address(w, "thread_inst_executed", lines, f, 0, -2);
    by_address(w, "smsp__pcsamp_sample_count", lines, f, 0, -3);
    if (id == 0) charts(w, lines, f);
    ncurep_write_u64(w, 14, 1760000000 + id);
    ncurep_write_begin(w, 15);
    ncurep_write_u64(w, 1, MODULE);
    ncurep_write_end(w);
    ncurep_write_u64(w, 16, 0);
    if (id == 0) {
        rule(w, "CanopyCoalescing", "Loads of whole sectors", "MemoryWorkloadAnalysis", "Half of each sector is not used",
             "Loads of line 14 use 17.1 of the 32 bytes of a sector. Threads that follow each other should read what lies side by side.", 21.5,
             "l1tex__m_xbar2l1tex_read_bytes.sum", 52.4e6);
        rule(w, "CanopyOccupancy", "Registers", "Occupancy", "Registers hold a quarter of the warps out",
             "40 registers of a thread leave room for 48 of 64 warps on an SM.", 8.2, "launch__registers_per_thread", 40);
        rule(w, "CanopyBalance", "Balance", "SpeedOfLight", "Memory is the limit", "Device memory is busier than any other unit.", 0,
             "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", 78.26);
    }
    ranges(w, id);
    ncurep_write_u64(w, 22, 1);
    ncurep_write_u64(w, 23, 7);
    ncurep_write_begin(w, 25);
    ncurep_write_u64(w, 1, 1);
    ncurep_write_u64(w, 2, 1);
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_block(w);
}

static ncurep_reply put(const void *bytes, size_t size, void *user) { return fwrite(bytes, 1, size, (FILE *)user) == size; }

static char *read_all(const char *folder, const char *name, size_t *size)
{
    char path[1024];
    char *data = (char *)malloc(1 << 20);
    FILE *f;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    f = fopen(path, "rb");
    if (f == NULL || data == NULL) {
        perror(path);
        exit(3);
    }
    *size = fread(data, 1, 1 << 20, f);
    fclose(f);
    return data;
}

static int make(const char *folder, const char *name)
{
    char path[1024];
    ncurep_output out;
    ncurep_writer *w;
    ncurep_error e;
    cubin_file *lines;
    cubin_function f;
    size_t size, source_size;
    unsigned i;
    char *cubin = read_all(folder, "nested_sm80.cubin", &size), *source = read_all(folder, "nested.cu", &source_size);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    out.write_fn = put;
    out.user = fopen(path, "wb");
    if (out.user == NULL) {
        perror(path);
        return 0;
    }
    lines = cubin_file_open(cubin, size, NULL, NULL);
    w = ncurep_writer_open(&out, NULL, &e);
    session(w);
    module(w, cubin, size, source, source_size, lines);
    cubin_function_at(lines, 0, &f);
    for (i = 0; i < 2; i++) kernel(w, i, lines, &f);
    cubin_file_close(lines);
    free(cubin);
    free(source);
    const ncurep_code code = ncurep_writer_finish(w, &e);
    ncurep_writer_close(w);
    if (code != NCUREP_OK) {
        fprintf(stderr, "%s: %s\n", path, e.message);
        fclose((FILE *)out.user);
        return 0;
    }
    return fclose((FILE *)out.user) == 0;
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : "examples/data/samples/ncurep";
    if (!make(folder, "canopy.ncu-rep")) return 3;
    slow = 1;
    return make(folder, "canopy_before.ncu-rep") ? 0 : 3;
}
