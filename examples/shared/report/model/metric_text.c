/* What names of metrics mean, for people. */
#include "metric_text.h"

#include <string.h>

#define COUNT_OF(list) (sizeof list / sizeof *list)

typedef struct meaning {
    const char *name, *text; /* a * at the end of a name matches any rest */
} meaning;

/* The first that fits counts. */
static const meaning bases[] = {
    {"gpu__time_duration", "time that the workload ran"},
    {"gpu__compute_memory_throughput", "use of the memory system: the busiest of its parts"},
    {"gpu__compute_memory_access_throughput", "use of the memory system's data paths"},
    {"gpu__compute_memory_request_throughput", "use of the memory system's request paths"},
    {"gpu__dram_throughput", "use of device memory"},
    {"sm__throughput", "use of the SMs: the busiest of their parts"},
    {"sm__instruction_throughput", "use of the SMs' instruction paths"},
    {"sm__memory_throughput", "use of the SMs' memory instruction paths"},
    {"l1tex__throughput", "use of the L1 and texture caches"},
    {"lts__throughput", "use of the L2 cache"},
    {"dram__throughput", "use of device memory"},
    {"dram__bytes_read", "bytes read from device memory"},
    {"dram__bytes_write", "bytes written to device memory"},
    {"dram__bytes", "bytes moved from and to device memory"},
    {"dram__sectors_read", "sectors of 32 bytes read from device memory"},
    {"dram__sectors_write", "sectors of 32 bytes written to device memory"},
    {"l1tex__t_sector_hit_rate", "sectors found in the L1 cache"},
    {"lts__t_sector_hit_rate", "sectors found in the L2 cache"},
    {"lts__t_sectors*", "sectors of 32 bytes that the L2 cache looked up"},
    {"lts__t_requests*", "requests to the L2 cache"},
    {"lts__t_bytes*", "bytes that the L2 cache was asked for"},
    {"l1tex__t_sectors*", "sectors of 32 bytes that the L1 cache looked up"},
    {"l1tex__t_requests*", "requests to the L1 cache"},
    {"l1tex__t_bytes*", "bytes that the L1 cache was asked for"},
    {"l1tex__data_bank_conflicts*", "extra passes because threads met in one bank of shared memory or L1"},
    {"l1tex__data_pipe_lsu_wavefronts*", "passes through the L1 data stage"},
    {"l1tex__m_xbar2l1tex_read_*", "data that came from L2 to L1"},
    {"l1tex__m_l1tex2xbar_write_*", "data that went from L1 to L2"},
    {"sm__warps_active", "warps resident on an SM"},
    {"smsp__warps_active", "warps resident on an SM sub-partition"},
    {"smsp__warps_eligible", "warps that could issue their next instruction"},
    {"sm__maximum_warps_per_active_cycle_pct", "theoretical occupancy: most warps that the launch lets be resident"},
    {"sm__maximum_warps_avg_per_active_cycle", "most warps that the launch lets be resident on an SM"},
    {"smsp__maximum_warps_avg_per_active_cycle", "most warps that the launch lets be resident on a sub-partition"},
    {"smsp__issue_active", "cycles in which an instruction was issued"},
    {"smsp__average_warp_latency_per_inst_issued", "cycles between two instructions of a warp"},
    {"smsp__average_warps_issue_stalled_*", "warps that waited for this reason, for each instruction issued"},
    {"smsp__pcsamp_warps_issue_stalled_*", "samples of warps that waited for this reason"},
    {"smsp__pcsamp_sample_count", "samples of the program counter"},
    {"smsp__pcsamp_interval*", "time between two samples of the program counter"},
    {"smsp__thread_inst_executed_per_inst_executed", "threads that took part in an instruction"},
    {"smsp__thread_inst_executed_pred_on_per_inst_executed", "threads whose predicate let them take part"},
    {"sm__inst_executed_pipe_*", "instructions that this pipeline ran"},
    {"sm__pipe_*", "cycles in which this pipeline was busy"},
    {"sm__inst_executed", "instructions that warps ran"},
    {"smsp__inst_executed*", "instructions that warps ran"},
    {"sm__inst_issued", "instructions issued, repeats included"},
    {"smsp__inst_issued", "instructions issued, repeats included"},
    {"smsp__sass_thread_inst_executed*", "instructions that threads ran, counted in the code"},
    {"sm__sass_*", "counted by instructions added to the code"},
    {"smsp__sass_*", "counted by instructions added to the code"},
    {"sm__ctas_launched", "blocks started"},
    {"inst_executed", "instructions that warps ran, by address"},
    {"thread_inst_executed", "instructions that threads ran, by address"},
    {"thread_inst_executed_true", "instructions that threads ran with a true predicate, by address"},
    {"sass__inst_executed_per_opcode*", "instructions that warps ran, by opcode"},
    {"memory_l2_theoretical_sectors_global", "sectors that global accesses ask for, by address"},
    {"memory_l2_theoretical_sectors_global_ideal", "sectors that global accesses would need at best, by address"},
    {"memory_l1_wavefronts_shared", "passes of shared memory accesses, by address"},
    {"memory_l1_wavefronts_shared_ideal", "passes that shared memory accesses would need at best, by address"},
    {"launch__grid_size", "blocks of the launch"},
    {"launch__block_size", "threads of a block"},
    {"launch__thread_count", "threads of the launch"},
    {"launch__grid_dim_*", "blocks along one axis"},
    {"launch__block_dim_*", "threads of a block along one axis"},
    {"launch__registers_per_thread", "registers of a thread"},
    {"launch__registers_per_thread_allocated", "registers set aside for a thread"},
    {"launch__shared_mem_per_block_static", "shared memory that the kernel declares"},
    {"launch__shared_mem_per_block_dynamic", "shared memory that the launch asked for"},
    {"launch__shared_mem_per_block_driver", "shared memory that the system keeps in each block"},
    {"launch__shared_mem_per_block_allocated", "shared memory set aside for a block"},
    {"launch__shared_mem_config_size", "shared memory that an SM was set to"},
    {"launch__waves_per_multiprocessor", "times that all SMs are filled with blocks"},
    {"launch__occupancy_limit_blocks", "blocks of an SM as the hardware allows them"},
    {"launch__occupancy_limit_registers", "blocks of an SM as its registers allow them"},
    {"launch__occupancy_limit_shared_mem", "blocks of an SM as its shared memory allows them"},
    {"launch__occupancy_limit_warps", "blocks of an SM as its warps allow them"},
    {"launch__occupancy_limit_barriers", "blocks of an SM as its barriers allow them"},
    {"launch__occupancy_per_*", "occupancy if this one number of the launch were another"},
    {"launch__cluster_*", "clusters of blocks of the launch"},
    {"launch__sm_count", "SMs that the launch could use"},
    {"launch__context_id", "CUDA context"},
    {"launch__stream_id", "CUDA stream"},
    {"launch__device_id", "device"},
    {"launch__function_pcs", "addresses of the functions of the kernel"},
    {"launch__*", "a fact of the launch"},
    {"device__attribute_*", "a property of the device"},
    {"profiler__replayer_passes*", "times that the workload was run to collect"},
    {"profiler__*", "a fact of the collection itself"},
    {"nvlink__*", "a property of the NVLink connections"},
    {"numa__*", "a property of the memory nodes of the host"},
    {"pcie__read_bytes", "bytes read over PCIe"},
    {"pcie__write_bytes", "bytes written over PCIe"},
    {"nvlrx__bytes*", "bytes received over NVLink"},
    {"nvltx__bytes*", "bytes sent over NVLink"}};

/* The part of the GPU that a name begins with. */
static const meaning units[] = {
    {"sm", "the SMs"}, {"smsp", "the SM sub-partitions"}, {"l1tex", "the L1 and texture caches"}, {"lts", "the L2 slices"},
    {"syslts", "the L2 slices of system memory"}, {"ltc", "the L2 partitions"}, {"dram", "device memory"},
    {"fbpa", "the memory controllers"}, {"gpc", "the GPCs"}, {"tpc", "the TPCs"}, {"gpu", "the whole device"}, {"gr", "the front end"},
    {"idc", "the indexed constant caches"}, {"lrc", "the L2 request coalescers"}, {"pcie", "the PCIe link"}, {"nvlrx", "NVLink, receiving"},
    {"nvltx", "NVLink, sending"}};

/* By ncurep_rollup and ncurep_metric_subtype. */
static const char *const rollups[NCUREP_ROLLUP_COUNT] = {"", "average of the units", "most of one unit", "least of one unit", "sum of the units"};
static const char *const subtypes[NCUREP_METRIC_SUBTYPE_COUNT] = {
    "", "the most that can be kept up", "the most that can be kept up, active cycles",
    "the most that can be kept up, active cycles, each second", "the most that can be kept up, elapsed cycles",
    "the most that can be kept up, elapsed cycles, each second", "the most that can be kept up, of the frame",
    "the most that can be kept up, of the frame, each second", "the most that can be kept up, of the region",
    "the most that can be kept up, of the region, each second", "each active cycle", "each elapsed cycle", "each cycle of the frame",
    "each cycle of the region", "each second", "percent of the peak, active cycles", "percent of the peak, elapsed cycles",
    "percent of the peak, of the frame", "percent of the peak, of the region", "the highest ratio there can be", "percent", "ratio"};

static int is(ncurep_view v, const char *text)
{
    const size_t len = strlen(text), own = len > 0 && text[len - 1] == '*' ? len - 1 : len;
    return (own < len ? v.len >= own : v.len == own) && memcmp(v.ptr, text, own) == 0;
}

/* Whether v holds text as a word: between its ends and underscores. */
static int has_word(ncurep_view v, const char *text)
{
    const size_t len = strlen(text);
    size_t i;
    for (i = 0; len <= v.len && i <= v.len - len; i++)
        if ((i == 0 || v.ptr[i - 1] == '_') && memcmp(v.ptr + i, text, len) == 0 && (i + len == v.len || v.ptr[i + len] == '_')) return 1;
    return 0;
}

static const char *meaning_of(const meaning *list, size_t count, ncurep_view name)
{
    size_t i;
    for (i = 0; i < count; i++)
        if (is(name, list[i].name)) return list[i].text;
    return NULL;
}

/* Appends to the *n bytes in to, as far as there is room. */
static void put(char *to, size_t room, size_t *n, const char *text)
{
    for (; *text != 0; text++, ++*n)
        if (*n + 1 < room) to[*n] = *text;
}

/* What is counted, without roll-up and sub-metric. */
static void put_base(char *to, size_t room, size_t *n, const ncurep_metric_facts *facts)
{
    const char *text = meaning_of(bases, COUNT_OF(bases), facts->base);
    if (is(facts->prefix, "breakdown:")) text = "names of the metrics that this throughput is the greatest of";
    else if (is(facts->prefix, "group:")) text = "names of the metrics of this group";
    else if (text == NULL && has_word(facts->base, "cycles_active")) text = "cycles in which there was work";
    else if (text == NULL && has_word(facts->base, "cycles_elapsed")) text = "cycles that went by";
    else if (text == NULL && facts->type != NCUREP_METRIC_TYPE_OTHER) {
        const char *end = (const char *)memchr(facts->base.ptr, '_', facts->base.len);
        ncurep_view unit = facts->base;
        if (end != NULL) unit.len = (size_t)(end - unit.ptr);
        text = meaning_of(units, COUNT_OF(units), unit);
        if (text != NULL) put(to, room, n, "a figure of ");
    }
    if (text != NULL) put(to, room, n, text);
}

size_t metric_text(const ncurep_metric_facts *facts, char *to, size_t room)
{
    size_t n = 0;
    put_base(to, room, &n, facts);
    if (n > 0 && facts->rollup != NCUREP_ROLLUP_NONE) {
        put(to, room, &n, "; ");
        put(to, room, &n, rollups[facts->rollup]);
    }
    if (n > 0 && facts->subtype != NCUREP_METRIC_SUBTYPE_NONE) {
        put(to, room, &n, facts->rollup != NCUREP_ROLLUP_NONE ? ", " : "; ");
        put(to, room, &n, subtypes[facts->subtype]);
    }
    if (n > 0 && is(facts->prefix, "pmsampling:")) put(to, room, &n, "; sampled over time");
    if (room > 0) to[n < room ? n : room - 1] = 0;
    return n;
}
