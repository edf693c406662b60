/* Makes the sample reports of examples/data/samples/ncurep: make_sample_reports [FOLDER]
   Every number and name in them is made up; the cubins are real, of the .cu files beside them:

       nvcc -cubin -lineinfo -arch=sm_80 -o nested_sm80.cubin nested.cu       (CUDA 13.0, in a folder /src/kernels)
       nvcc -cubin -lineinfo -arch=sm_90 -o three_sm90.cubin three.cu

   It shows how the writer of ncurep.h is used: blocks with pieces of the session, modules, kernels with metrics and their
   instances, NVTX ranges, sections, rule results. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Kinds of values in the tables below. */
enum { D, U, S, LAUNCH }; /* double, integer, string; an integer with one instance of id 0, as launch facts have it */

typedef struct row {
    const char *name;
    int kind;
    double number;
    const char *text;
} row;

static ncurep_view bytes_of(const char *ptr, size_t len)
{
    ncurep_view v;
    v.ptr = ptr;
    v.len = len;
    return v;
}

static const row speed[] = {{"gpu__time_duration.sum", D, 18432, NULL},
    {"gpc__cycles_elapsed.max", D, 25804.75, NULL}, {"gpc__cycles_elapsed.avg.per_second", D, 1.4e9, NULL},
    {"dram__cycles_elapsed.avg.per_second", D, 9.01e9, NULL}, {"sm__cycles_active.avg", D, 24117.4, NULL},
    {"sm__cycles_elapsed.max", D, 25801, NULL}, {"smsp__cycles_active.avg", D, 24012.8, NULL},
    {"sm__throughput.avg.pct_of_peak_sustained_elapsed", D, 31.62, NULL},
    {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", D, 82.4, NULL},
    {"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", D, 82.4, NULL},
    {"l1tex__throughput.avg.pct_of_peak_sustained_active", D, 38.05, NULL},
    {"lts__throughput.avg.pct_of_peak_sustained_elapsed", D, 44.9, NULL},
    {"breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed", S, 0,
     "sm__inst_executed.avg.pct_of_peak_sustained_elapsed,sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_elapsed"},
    {"breakdown:gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", S, 0,
     "dram__cycles_active.avg.pct_of_peak_sustained_elapsed,lts__t_sectors.avg.pct_of_peak_sustained_elapsed,"
     "l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed"},
    {"sm__inst_executed.avg.pct_of_peak_sustained_elapsed", D, 31.62, NULL},
    {"sm__pipe_fma_cycles_active.avg.pct_of_peak_sustained_elapsed", D, 12.5, NULL},
    {"dram__cycles_active.avg.pct_of_peak_sustained_elapsed", D, 82.4, NULL},
    {"lts__t_sectors.avg.pct_of_peak_sustained_elapsed", D, 44.9, NULL},
    {"l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed", D, 17.25, NULL},
    {"dram__bytes_read.sum", D, 4.19584e6, NULL}, {"dram__bytes_write.sum", D, 2.0992e6, NULL},
    {"dram__bytes_read.sum.per_second", D, 2.27639e11, NULL}, {"l1tex__t_sector_hit_rate.pct", D, 33.34, NULL},
    {"lts__t_sector_hit_rate.pct", D, 41.07, NULL}, {"smsp__inst_executed.sum", U, 344064, NULL},
    {"smsp__issue_active.avg.per_cycle_active", D, 0.3575, NULL},
    {"smsp__thread_inst_executed_per_inst_executed.ratio", D, 31.97, NULL}};

static const row occupancy[] = {{"sm__maximum_warps_per_active_cycle_pct", D, 100, NULL},
    {"sm__maximum_warps_avg_per_active_cycle", D, 64, NULL},
    {"sm__warps_active.avg.pct_of_peak_sustained_active", D, 71.3, NULL},
    {"sm__warps_active.avg.per_cycle_active", D, 45.632, NULL}, {"launch__occupancy_limit_blocks", U, 32, NULL},
    {"launch__occupancy_limit_registers", U, 16, NULL}, {"launch__occupancy_limit_shared_mem", U, 8, NULL},
    {"launch__occupancy_limit_warps", U, 8, NULL}};

static const row launch[] = {{"launch__grid_size", LAUNCH, 1024, NULL}, {"launch__grid_dim_x", LAUNCH, 1024, NULL},
    {"launch__grid_dim_y", LAUNCH, 1, NULL}, {"launch__grid_dim_z", LAUNCH, 1, NULL},
    {"launch__block_size", LAUNCH, 256, NULL}, {"launch__block_dim_x", LAUNCH, 256, NULL},
    {"launch__block_dim_y", LAUNCH, 1, NULL}, {"launch__block_dim_z", LAUNCH, 1, NULL},
    {"launch__thread_count", LAUNCH, 262144, NULL}, {"launch__registers_per_thread", LAUNCH, 16, NULL},
    {"launch__shared_mem_config_size", LAUNCH, 16384, NULL}, {"launch__shared_mem_per_block_driver", LAUNCH, 1024, NULL},
    {"launch__shared_mem_per_block_dynamic", LAUNCH, 0, NULL}, {"launch__shared_mem_per_block_static", LAUNCH, 0, NULL},
    {"launch__context_id", LAUNCH, 1, NULL}, {"launch__stream_id", LAUNCH, 7, NULL},
    {"launch__device_id", LAUNCH, 0, NULL}, {"launch__waves_per_multiprocessor", D, 1.1852, NULL},
    {"launch__func_cache_config", S, 0, "CachePreferNone"}, {"profiler__replayer_passes", U, 9, NULL}};

static const row attributes[] = {{"device__attribute_display_name", S, 0, "Example GPU 80"},
    {"device__attribute_compute_capability_major", U, 8, NULL}, {"device__attribute_compute_capability_minor", U, 0, NULL},
    {"device__attribute_multiprocessor_count", U, 108, NULL}, {"device__attribute_warp_size", U, 32, NULL},
    {"device__attribute_max_warps_per_multiprocessor", U, 64, NULL},
    {"device__attribute_max_registers_per_multiprocessor", U, 65536, NULL},
    {"device__attribute_max_shared_memory_per_multiprocessor", U, 167936, NULL},
    {"device__attribute_l2_cache_size", U, 41943040, NULL}, {"device__attribute_clock_rate", U, 1410000, NULL}};

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

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

static ncurep_value value_of(const row *r)
{
    return r->kind == D ? number(r->number) : r->kind == S ? string(r->text) : integer((uint64_t)r->number);
}

static void text(ncurep_writer *w, uint32_t field, const char *t)
{
    ncurep_write_text(w, field, ncurep_text(t));
}

static void metrics(ncurep_writer *w, const row *rows, size_t n, double scale)
{
    size_t i;
    for (i = 0; i < n; i++) {
        ncurep_value v = value_of(&rows[i]), id = integer(0);
        if (rows[i].kind == D && strncmp(rows[i].name, "gpu__time", 9) == 0) v = number(rows[i].number * scale);
        ncurep_write_metric(w, ncurep_text(rows[i].name), &v);
        if (rows[i].kind == LAUNCH) ncurep_write_instance(w, &id, &v);
        ncurep_write_end(w);
    }
}

static void xyz(ncurep_writer *w, uint32_t field, uint64_t x, uint64_t y, uint64_t z)
{
    ncurep_write_begin(w, field);
    ncurep_write_u64(w, 1, x);
    ncurep_write_u64(w, 2, y);
    ncurep_write_u64(w, 3, z);
    ncurep_write_end(w);
}

/* Header fields of a block: the process; what is in between is up to the caller. */
static void process(ncurep_writer *w)
{
    ncurep_write_entry(w, NCUREP_ROOT_BLOCK);
    ncurep_write_begin(w, 6);
    ncurep_write_u64(w, 1, 4242);
    text(w, 2, "127.0.0.1");
    text(w, 3, "/opt/orchard/bin/apple_sort");
    ncurep_write_end(w);
}

static void version(ncurep_writer *w, const char *provider, const char *v)
{
    ncurep_write_begin(w, 8);
    text(w, 1, provider);
    text(w, 2, v);
    ncurep_write_end(w);
}

static void session(ncurep_writer *w, unsigned major)
{
    size_t i;
    ncurep_write_entry(w, NCUREP_ROOT_BLOCK);
    ncurep_write_begin(w, 3);
    ncurep_write_u64(w, 2, 1750000000);
    ncurep_write_begin(w, 3);
    text(w, 1, "Linux");
    text(w, 3, "x86_64");
    text(w, 5, "orchard");
    ncurep_write_u64(w, 6, 2);
    ncurep_write_end(w);
    ncurep_write_begin(w, 6);
    ncurep_write_u64(w, 1, 0);
    text(w, 2, major == 8 ? "Example GPU 80" : "Example GPU 90");
    for (i = 0; i < COUNT(attributes); i++) {
        ncurep_value v = i == 0 ? string(major == 8 ? "Example GPU 80" : "Example GPU 90")
                         : i == 1 ? integer(major) : value_of(&attributes[i]);
        ncurep_write_begin(w, 3);
        text(w, 1, attributes[i].name);
        ncurep_write_value(w, 2, &v);
        ncurep_write_end(w);
    }
    ncurep_write_end(w);
    version(w, "CUDA Version", "13.0");
    version(w, "Nsight Compute Target", "2025.1.0.0 (made up)");
    text(w, 11, "ncu --set basic --nvtx -o apple_sort /opt/orchard/bin/apple_sort ");
    ncurep_write_end(w);
    process(w);
    ncurep_write_block(w);
}

/* A module: its cubin, and where its functions lay. */
static void module(ncurep_writer *w, uint64_t reference, uint64_t address, int cc, const char *cubin, size_t size,
                   const cubin_file *lines)
{
    cubin_function f;
    uint32_t i;
    process(w);
    ncurep_write_entry(w, NCUREP_ROOT_SOURCE);
    ncurep_write_u64(w, 1, reference);
    ncurep_write_text(w, 4, bytes_of(cubin, size));
    ncurep_write_u64(w, 5, (uint64_t)cc);
    ncurep_write_u64(w, 6, (uint64_t)cc << 16);
    ncurep_write_u64(w, 7, 0);
    ncurep_write_begin(w, 9);
    for (i = 0; cubin_function_at(lines, i, &f); i++) {
        ncurep_write_begin(w, 1);
        ncurep_write_text(w, 1, bytes_of(f.name.ptr, f.name.len));
        ncurep_write_u64(w, 2, address + 0x1000 * (uint64_t)i);
        ncurep_write_u64(w, 3, f.symbol.number);
        ncurep_write_end(w);
    }
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_block(w);
}

/* Counts by address: what each instruction of a function did, and how often it was sampled. */
static void by_address(ncurep_writer *w, const char *name, uint64_t address, uint64_t size, uint64_t step, unsigned what)
{
    ncurep_value v;
    uint64_t at, sum = 0;
    unsigned pass;
    for (pass = 0; pass < 2; pass++) {
        unsigned k = 0;
        if (pass == 1) {
            v = integer(sum);
            ncurep_write_metric(w, ncurep_text(name), &v);
        }
        for (at = 0; at < size; at += step, k++) {
            const uint64_t count = what == 0 ? 8192u - 64u * (k % 5) : what == 1 ? 262144u - 2048u * (k % 7) : k * k % 23;
            ncurep_value id = integer(address + at);
            v = integer(count);
            sum += count;
            if (pass == 1) ncurep_write_instance(w, &id, &v);
        }
    }
    ncurep_write_end(w);
}

static void opcodes(ncurep_writer *w)
{
    static const row counts[] = {{"FFMA", U, 65536, NULL}, {"LDG", U, 32768, NULL}, {"STG", U, 8192, NULL},
                                 {"IMAD", U, 49152, NULL}, {"EXIT", U, 8192, NULL}};
    ncurep_value sum = integer(65536 + 32768 + 8192 + 49152 + 8192);
    size_t i;
    ncurep_write_metric(w, ncurep_text("sass__inst_executed_per_opcode"), &sum);
    for (i = 0; i < COUNT(counts); i++) {
        ncurep_value id = string(counts[i].name), v = value_of(&counts[i]);
        ncurep_write_instance(w, &id, &v);
    }
    ncurep_write_end(w);
}

static void section(ncurep_writer *w, const char *identifier, const char *name, unsigned order, const row *rows, size_t n,
                    const char *const *labels)
{
    size_t i;
    ncurep_write_begin(w, 17);
    text(w, 1, identifier);
    text(w, 2, name);
    ncurep_write_u64(w, 3, order);
    ncurep_write_begin(w, 4);
    ncurep_write_u64(w, 1, 3);
    for (i = 0; i < n && labels[i] != NULL; i++) {
        ncurep_write_begin(w, 2);
        text(w, 1, rows[i].name);
        text(w, 2, labels[i]);
        ncurep_write_end(w);
    }
    ncurep_write_end(w);
    ncurep_write_end(w);
}

static void rule(ncurep_writer *w, uint64_t address, const cubin_place *place)
{
    char path[256];
    snprintf(path, sizeof path, "%.*s/%.*s", (int)place->directory.len, place->directory.ptr, (int)place->file.len,
             place->file.ptr);
    ncurep_write_begin(w, 19);
    text(w, 1, "OrchardBottleneck");
    text(w, 2, "Bottleneck");
    ncurep_write_begin(w, 3);
    ncurep_write_begin(w, 1);
    ncurep_write_begin(w, 1);
    text(w, 1, "Device memory is 82.4% busy, the SMs 31.6%: fewer bytes for each result would help. "
               "See @section:MemoryWorkloadAnalysis:Memory@.");
    ncurep_write_u64(w, 2, 4);
    ncurep_write_u64(w, 3, 1);
    text(w, 4, "Memory first");
    ncurep_write_end(w);
    ncurep_write_begin(w, 8);
    ncurep_write_u64(w, 1, 1);
    text(w, 2, "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed");
    ncurep_write_double(w, 3, 82.4);
    ncurep_write_u64(w, 4, 2);
    text(w, 5, "Lower it");
    ncurep_write_end(w);
    ncurep_write_begin(w, 10);
    ncurep_write_u64(w, 1, 2);
    ncurep_write_double(w, 2, 17.6);
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_end(w);
    text(w, 4, "SpeedOfLight");
    ncurep_write_begin(w, 5);
    ncurep_write_u64(w, 1, 0);
    ncurep_write_u64(w, 3, address);
    text(w, 4, "This load waits for device memory.");
    ncurep_write_u64(w, 5, 2);
    text(w, 6, "");
    ncurep_write_end(w);
    ncurep_write_begin(w, 5);
    ncurep_write_u64(w, 1, 1);
    ncurep_write_u64(w, 2, place->line);
    text(w, 4, "This load waits for device memory.");
    ncurep_write_u64(w, 5, 2);
    text(w, 6, path);
    ncurep_write_end(w);
    ncurep_write_end(w);
}

/* NVTX state: push/pop ranges of the thread in two domains, outermost first, and start/end ranges. Lists end in NULL. */
static void nvtx(ncurep_writer *w, uint32_t thread, const char *const *stack, const char *const *solver,
                 const char *const *started)
{
    size_t i;
    ncurep_write_begin(w, 21);
    ncurep_write_begin(w, 1);
    ncurep_write_u64(w, 1, 0);
    text(w, 2, "<default domain>");
    ncurep_write_end(w);
    ncurep_write_begin(w, 1);
    ncurep_write_u64(w, 1, 3);
    text(w, 2, "solver");
    ncurep_write_begin(w, 3);
    ncurep_write_u64(w, 1, 9);
    text(w, 2, "third sweep");
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_begin(w, 2);
    ncurep_write_u64(w, 1, thread);
    ncurep_write_begin(w, 2);
    ncurep_write_u64(w, 1, 0);
    for (i = 0; stack[i] != NULL; i++) {
        ncurep_write_begin(w, 3);
        text(w, 1, stack[i]);
        ncurep_write_u64(w, 3, i + 1);
        ncurep_write_end(w);
    }
    ncurep_write_end(w);
    ncurep_write_begin(w, 2);
    ncurep_write_u64(w, 1, 3);
    for (i = 0; solver[i] != NULL; i++) {
        ncurep_write_begin(w, 3);
        text(w, 1, solver[i]);
        ncurep_write_begin(w, 2);
        ncurep_write_u64(w, 1, 3);
        ncurep_write_u64(w, 2, 5);
        ncurep_write_begin(w, 3);
        ncurep_write_u64(w, 1, 1);
        ncurep_write_u64(w, 2, 0xff3080c0u);
        ncurep_write_end(w);
        ncurep_write_begin(w, 4);
        ncurep_write_u64(w, 1, 3);
        ncurep_write_double(w, 4, 0.125);
        ncurep_write_end(w);
        ncurep_write_begin(w, 5);
        ncurep_write_u64(w, 1, 3);
        ncurep_write_u64(w, 3, 9);
        ncurep_write_end(w);
        ncurep_write_end(w);
        ncurep_write_end(w);
    }
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_begin(w, 3);
    ncurep_write_u64(w, 1, 0);
    for (i = 0; started[i] != NULL; i++) {
        ncurep_write_begin(w, 3);
        ncurep_write_u64(w, 1, 100 + i);
        text(w, 2, started[i]);
        ncurep_write_u64(w, 5, thread);
        ncurep_write_end(w);
    }
    ncurep_write_end(w);
    ncurep_write_u64(w, 4, 0);
    ncurep_write_end(w);
}

typedef struct kernel {
    const char *mangled, *function, *demangled;
    uint64_t reference, address, size, id;
    double scale;
    cubin_place place; /* of the instruction that the rule marks */
    const char *stack[4], *solver[3], *started[3];
} kernel;

static void kernel_result(ncurep_writer *w, const kernel *k)
{
    static const char *const speed_labels[] = {"Duration", "Elapsed Cycles", "SM Clock", "Memory Clock", "SM Active Cycles",
        "SM Elapsed Cycles", "SMSP Active Cycles", "Compute Throughput", "Memory Throughput", "Device Memory Throughput",
        "L1 Throughput", "L2 Throughput", NULL};
    static const char *const occupancy_labels[] = {"Theoretical Occupancy", "Theoretical Warps per SM", "Achieved Occupancy",
        "Achieved Warps per SM", "Limit of the SM", "Limit of Registers", "Limit of Shared Memory", "Limit of Warps", NULL};
    static const char *const launch_labels[] = {"Grid Size", "Grid X", "Grid Y", "Grid Z", "Block Size", "Block X", "Block Y",
        "Block Z", "Threads", "Registers per Thread", "Shared Memory Configuration", NULL};
    ncurep_value v = integer(1), id = integer(0), address = integer(k->address);
    process(w);
    ncurep_write_entry(w, NCUREP_ROOT_KERNEL);
    ncurep_write_u64(w, 1, 777);
    ncurep_write_u64(w, 2, 100 + k->id);
    ncurep_write_u64(w, 3, 1);
    ncurep_write_u64(w, 4, k->id);
    text(w, 5, k->mangled);
    text(w, 6, k->function);
    text(w, 7, k->demangled);
    ncurep_write_u64(w, 8, 3);
    xyz(w, 9, 0, 0, 0);
    xyz(w, 10, 1024, 1, 1);
    xyz(w, 11, 256, 1, 1);
    metrics(w, speed, COUNT(speed), k->scale);
    metrics(w, occupancy, COUNT(occupancy), 1);
    metrics(w, launch, COUNT(launch), 1);
    ncurep_write_metric(w, ncurep_text("launch__function_pcs"), &v);
    ncurep_write_instance(w, &id, &address);
    ncurep_write_end(w);
    by_address(w, "inst_executed", k->address, k->size, 16, 0);
    by_address(w, "thread_inst_executed", k->address, k->size, 16, 1);
    by_address(w, "smsp__pcsamp_sample_count", k->address, k->size, 16, 2);
    opcodes(w);
    ncurep_write_u64(w, 14, 1750000000 + k->id);
    ncurep_write_begin(w, 15);
    ncurep_write_u64(w, 1, k->reference);
    ncurep_write_end(w);
    ncurep_write_u64(w, 16, 0);
    section(w, "SpeedOfLight", "Speed of Light", 10, speed, COUNT(speed), speed_labels);
    section(w, "Occupancy", "Occupancy", 30, occupancy, COUNT(occupancy), occupancy_labels);
    section(w, "LaunchStats", "Launch", 20, launch, COUNT(launch), launch_labels);
    rule(w, k->address + 32, &k->place);
    nvtx(w, 777, k->stack, k->solver, k->started);
    ncurep_write_u64(w, 22, 1);
    ncurep_write_u64(w, 23, 7);
    ncurep_write_begin(w, 25);
    ncurep_write_u64(w, 1, 1);
    ncurep_write_u64(w, 2, 1);
    ncurep_write_end(w);
    ncurep_write_begin(w, 28);
    ncurep_write_begin(w, 1);
    text(w, 1, "/opt/orchard/bin/apple_sort");
    ncurep_write_u64(w, 2, 0x401234);
    text(w, 3, "/src/host/sort.cpp");
    text(w, 4, "sort_apples(int)");
    ncurep_write_u64(w, 5, 88);
    ncurep_write_end(w);
    ncurep_write_begin(w, 1);
    text(w, 1, "/opt/orchard/bin/apple_sort");
    ncurep_write_u64(w, 2, 0x401010);
    text(w, 4, "main");
    ncurep_write_u64(w, 5, 0);
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_block(w);
}

/* A result that is no kernel: range, command list or graph. Its metrics have one instance for each launch. */
static void other_result(ncurep_writer *w, ncurep_root kind, const char *display)
{
    ncurep_value v = number(40960), id, grid[2], most = integer(2048);
    unsigned i;
    process(w);
    ncurep_write_entry(w, kind);
    ncurep_write_u64(w, 1, 777);
    ncurep_write_u64(w, 2, 300);
    ncurep_write_metric(w, ncurep_text("gpu__time_duration.sum"), &v);
    ncurep_write_end(w);
    ncurep_write_metric(w, ncurep_text("launch__grid_size"), &most);
    for (i = 0; i < 2; i++) {
        id = integer(i);
        grid[i] = integer(1024u << i);
        ncurep_write_instance(w, &id, &grid[i]);
    }
    ncurep_write_end(w);
    ncurep_write_u64(w, 5, 1750000100);
    ncurep_write_u64(w, 11, 1);
    if (kind != NCUREP_ROOT_RANGE) ncurep_write_u64(w, 12, 7);
    ncurep_write_u64(w, kind == NCUREP_ROOT_RANGE ? 15 : 17, 0x1600000001u);
    if (kind == NCUREP_ROOT_CMDLIST) text(w, 18, display);
    ncurep_write_end(w);
}

static ncurep_reply put(const void *bytes, size_t size, void *user)
{
    return fwrite(bytes, 1, size, (FILE *)user) == size;
}

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

/* saxpy.ncu-rep: one kernel. orchard.ncu-rep: four launches of three kernels with NVTX ranges. mixed.ncu-rep: a kernel, a
   range, a command list and a graph. */
static int make(const char *folder, const char *name, int which)
{
    static const char *const names[3] = {"one", "two", "three"};
    static const char *const saxpy = "saxpyish";
    char path[1024];
    ncurep_output out;
    ncurep_writer *w;
    ncurep_error e;
    cubin_file *lines;
    cubin_function f;
    ncurep_value v = integer(2), id;
    kernel k;
    size_t size;
    unsigned i, j;
    char *cubin = read_all(folder, which == 1 ? "three_sm90.cubin" : "nested_sm80.cubin", &size);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    out.write_fn = put;
    out.user = fopen(path, "wb");
    if (out.user == NULL) {
        perror(path);
        return 0;
    }
    lines = cubin_file_open(cubin, size, NULL, NULL);
    w = ncurep_writer_open(&out, NULL, &e);
    session(w, which == 1 ? 9 : 8);
    module(w, 0x1600000001u, 0x7f0000100000u, which == 1 ? 9 : 8, cubin, size, lines);
    memset(&k, 0, sizeof k);
    k.reference = 0x1600000001u;
    k.scale = 1;
    for (i = 0; i < (which == 1 ? 4u : 1u); i++) {
        k.mangled = k.function = k.demangled = which == 1 ? names[i % 3] : saxpy;
        for (j = 0; cubin_function_at(lines, j, &f) && (f.name.len != strlen(k.mangled) ||
                                                            memcmp(f.name.ptr, k.mangled, f.name.len) != 0); j++) {}
        k.address = 0x7f0000100000u + 0x1000u * j;
        k.size = f.size;
        cubin_place_find(lines, CUBIN_TABLE_SOURCE, f.symbol, 32, &k.place);
        k.id = i;
        k.stack[0] = "load";
        k.stack[1] = i == 1 ? "sort" : i == 3 ? "check" : NULL;
        k.stack[2] = i == 3 ? "sort" : NULL;
        k.solver[0] = i >= 2 ? "sweep" : NULL;
        k.started[0] = "frame 7";
        k.started[1] = i % 2 == 1 ? "warm-up" : NULL;
        k.scale = 1 + 0.25 * i;
        kernel_result(w, &k);
    }
    if (which == 2) {
        process(w);
        other_result(w, NCUREP_ROOT_RANGE, NULL);
        ncurep_write_block(w);
        other_result(w, NCUREP_ROOT_CMDLIST, "orchardLaunchBatch");
        ncurep_write_block(w);
        other_result(w, NCUREP_ROOT_GRAPH, NULL);
        /* A metric sampled over time: no value of its own, time stamps as ids. */
        ncurep_write_block(w);
        ncurep_write_entry(w, NCUREP_ROOT_GRAPH);
        ncurep_write_u64(w, 1, 777);
        ncurep_write_u64(w, 2, 301);
        ncurep_write_metric(w, ncurep_text("pmsampling:sm__cycles_active.avg"), NULL);
        for (i = 0; i < 8; i++) {
            id = integer(1750000100000000000u + 2000u * i);
            v = number(0.5 * i);
            ncurep_write_instance(w, &id, &v);
        }
        ncurep_write_u64(w, 4, 1);
        ncurep_write_end(w);
        ncurep_write_end(w);
        ncurep_write_block(w);
    }
    cubin_file_close(lines);
    free(cubin);
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
    return make(folder, "saxpy.ncu-rep", 0) && make(folder, "orchard.ncu-rep", 1) && make(folder, "mixed.ncu-rep", 2) ? 0 : 3;
}
