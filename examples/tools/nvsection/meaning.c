/* What names of metrics say, put together from their words. */
#include "grammar.h"
#include "report/model/values.h"
#include "report/model/metric_text.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

typedef struct word {
    const char *text, *meaning;
} word;

static const word units[] = {
    {"sm", "SMs"}, {"smsp", "SM sub-partitions"}, {"l1tex", "L1 and texture cache"}, {"lts", "L2 slices"},
    {"ltc", "L2 cache units"}, {"lrc", "L2 request coalescer"}, {"dram", "device memory"}, {"dramc", "device memory"},
    {"fbpa", "memory controllers"}, {"gpc", "GPCs"}, {"tpc", "TPCs"}, {"gpu", "the GPU"}, {"gr", "graphics engine"},
    {"launch", "the launch"}, {"device", "the device"}, {"profiler", "the profiler"}, {"numa", "NUMA nodes"},
    {"nvlink", "NVLink"}, {"nvlrx", "NVLink, received"}, {"nvltx", "NVLink, sent"}, {"pcie", "PCI Express"},
    {"c2clink", "chip-to-chip link"}, {"sass", "instructions of the program"}, {"syslts", "L2 slices of system memory"},
    {"idc", "constant cache"}, {"gcc", "cache of instructions and constants"}, {"fe", "front end"}, {"sys", "the system"},
    {"derived", "computed"}};

/* Words of the rest; where one begins with another, the longer comes first. A meaning that ends in a space takes what
   follows. */
static const word words[] = {
    {"thread_inst_executed", "instructions executed, counted for each thread"},
    {"inst_executed", "instructions executed by warps"}, {"inst_issued", "instructions issued by warps"},
    {"issue_active", "cycles in which an instruction was issued"}, {"cycles_active", "cycles in which it was busy"},
    {"cycles_elapsed", "all cycles"}, {"cycles_in_frame", "cycles of the frame"},
    {"warps_active", "warps resident, added up over cycles"},
    {"warps_eligible", "warps ready to issue, added up over cycles"}, {"warps_launched", "warps launched"},
    {"ctas_launched", "blocks launched"}, {"warps_issue_stalled", "warps waiting: "},
    {"pcsamp_warps_issue_stalled", "samples of warps waiting: "},
    {"pmsamp_warps_issue_stalled", "samples of warps waiting: "},
    {"pcsamp_sample_buffer_full", "samples lost, the buffer was full"},
    {"average_warps_issue_stalled", "warps waiting for each instruction issued: "},
    {"average_warp_latency_issue_stalled", "cycles that a warp waited: "}, {"time_duration", "time"},
    {"throughput", "percent of what its busiest part can do"}, {"bytes", "bytes"}, {"sectors", "sectors of 32 bytes"},
    {"requests", "requests"}, {"wavefronts", "passes through the data stage"}, {"tag_requests", "tag look-ups"},
    {"set_accesses", "cache sets accessed"}, {"data_bank_conflicts", "conflicts of data banks"},
    {"data_bank_reads", "data banks read"}, {"data_bank_writes", "data banks written"},
    {"bank_conflicts", "conflicts of banks"}, {"hit_rate", "percent of look-ups that hit"}, {"average", "average of "},
    {"registers_per_thread", "registers for each thread"}, {"block_size", "threads in a block"},
    {"grid_size", "blocks"}, {"thread_count", "threads"}, {"waves_per_multiprocessor", "waves of blocks"},
    {"shared_mem_per_block", "shared memory of a block"}, {"occupancy_limit", "blocks on an SM, as limited by "},
    {"occupancy_per", "warps on an SM by "}, {"attribute", "attribute: "},
    {"ops_path_tensor", "operations of the tensor pipe"},
    {"writeback_active", "cycles in which results were written back"}, {"workids_granted", "blocks granted"},
    {"workids_requested", "blocks requested"}, {"cgas_launched", "clusters launched"},
    {"cgas_active", "clusters resident"}, {"issue_inst0", "cycles in which no instruction was issued"},
    {"branch_targets_threads_divergent", "threads that a branch parted"}, {"block_dim", "size of a block, "},
    {"grid_dim", "size of the grid, "}, {"cluster_dim", "size of a cluster, "}, {"cluster_size", "blocks in a cluster"},
    {"sm_count", "SMs"}, {"tpc_count", "TPCs"}, {"stack_size", "stack of a thread"},
    {"stream_id", "number of the stream"}, {"context_id", "number of the context"},
    {"device_id", "number of the device"}, {"kernel_name", "name of the kernel"},
    {"maximum_warps_avg_per_active_cycle", "most warps on an SM that the launch allows, on average"},
    {"maximum_warps_per_active_cycle", "most warps on an SM that the launch allows"},
    {"cycles_in_region", "cycles of the region"}, {"cycles_idle", "cycles in which it was idle"},
    {"cycles_stalled", "cycles in which it could not go on"}, {"time_active", "time in which it was busy"},
    {"time_start", "time at which it began"}, {"time_end", "time at which it ended"},
    {"ctas_active", "blocks resident, added up over cycles"}, {"ctas_restored", "blocks restored"},
    {"threads_launched", "threads launched"}, {"set_conflicts", "cycles lost to conflicts of cache sets"},
    {"branch_targets", "targets of branches"}, {"inst_pending", "instructions under way, added up over cycles"},
    {"divergent_instruction_replays", "repeats of instructions whose threads read different constants"},
    {"divergent_instructions", "instructions whose threads read different constants"},
    {"l1tex_tags", "tags of the L1 cache"}, {"warp_latency", "cycles from one instruction of a warp to the next"},
    {"warp_issue_stalled", "warps waiting: "}, {"issue_inst1", "cycles in which one instruction was issued"},
    {"registers_allocated", "registers in use"}, {"output_ops", "operations sent on"},
    {"sample_count", "samples"}, {"buffer_overflow", "whether the buffer of samples was full"},
    {"samples_data_dropped", "samples lost"}, {"sampling_interval", "time between samples"},
    {"pcsamp_interval", "time between samples, as a power of 2"}, {"pcsamp_interval_cycles", "cycles between samples"},
    {"pcsamp_aggregated_passes", "passes whose samples are added up"},
    {"avg_thread_executed", "threads that executed an instruction, on average"},
    {"avg_thread_executed_true", "threads that executed an instruction with its predicate true, on average"},
    {"avg_thread_unexecuted_true", "threads that did not execute an instruction, on average"},
    {"access_size_type", "how many bits an instruction accesses"}, {"access_type", "whether an instruction loads or stores"},
    {"memory_type", "which memory an instruction accesses"}};

static const word qualifiers[] = {
    {"op_ld", "loads"}, {"op_st", "stores"}, {"op_atom", "atomics"}, {"op_red", "reductions"}, {"op_read", "reads"},
    {"op_write", "writes"}, {"mem_global", "global memory"}, {"mem_local", "local memory"},
    {"mem_shared", "shared memory"}, {"mem_dshared", "shared memory of the cluster"}, {"mem_texture", "textures"},
    {"mem_surface", "surfaces"}, {"mem_lg", "global and local memory"}, {"lookup_hit", "hits"},
    {"lookup_miss", "misses"}, {"srcunit_tex", "from the L1 cache"}, {"aperture_device", "in device memory"},
    {"aperture_sysmem", "in system memory"}, {"aperture_peer", "in memory of another GPU"}, {"read", "reads"},
    {"write", "writes"}, {"per_issue_active", ""}, {"per_warp_active", ""}, {"realtime", ""},
    {"pipe_fmaheavy", "heavy half of the FMA pipe"}, {"pipe_fmalite", "light half of the FMA pipe"},
    {"sparsity_on", "sparse"}, {"sparsity_off", "dense"}, {"pred_on", "predicate true"}, {"pipe_alu", "ALU pipe"},
    {"pipe_fma", "FMA pipe"}, {"pipe_fp64", "FP64 pipe"}, {"pipe_fp16", "FP16 pipe"},
    {"pipe_xu", "pipe of transcendental functions"}, {"pipe_lsu", "load and store pipe"},
    {"pipe_tensor", "tensor pipe"}, {"pipe_uniform", "uniform pipe"}, {"pipe_tex", "texture pipe"},
    {"pipe_cbu", "branch pipe"}, {"pipe_adu", "address pipe"}, {"not_issued", "when none was issued"},
    {"barrier", "a barrier"}, {"branch_resolving", "a branch to be resolved"}, {"dispatch_stall", "dispatch"},
    {"drain", "stores to drain at the end"}, {"imc_miss", "a miss in the constant cache"},
    {"lg_throttle", "the queue for local and global memory"}, {"long_scoreboard", "data from L1, L2 or memory"},
    {"short_scoreboard", "data from shared memory or special functions"},
    {"math_pipe_throttle", "a busy arithmetic pipe"}, {"membar", "a memory barrier"},
    {"mio_throttle", "the queue for memory and special instructions"},
    {"no_instruction", "the next instruction to be fetched"}, {"no_instructions", "the next instruction to be fetched"},
    {"selected", "nothing: it was chosen"}, {"not_selected", "another warp, which was chosen"},
    {"sleeping", "its own sleep"}, {"tex_throttle", "the queue for textures"}, {"wait", "a fixed latency"},
    {"gmma", "tensor instructions"}, {"misc", "other things"}};

static const word rollups[] = {
    {"sum", "sum over all of them"}, {"avg", "average of them"}, {"min", "least of them"}, {"max", "greatest of them"},
    {"pct", "in percent"}, {"ratio", "as a ratio"}, {"max_rate", "highest possible ratio"}};
static const word submetrics[] = {
    {"peak_sustained", "the most it can keep up in a cycle"},
    {"peak_sustained_active", "the most it could do in its busy cycles"},
    {"peak_sustained_active.per_second", "the most it could do in a second, while busy"},
    {"peak_sustained_elapsed", "the most it could do in all cycles"},
    {"peak_sustained_elapsed.per_second", "the most it could do in a second"}, {"per_second", "per second"},
    {"per_cycle_active", "per cycle in which it was busy"}, {"per_cycle_elapsed", "per cycle"},
    {"pct_of_peak_sustained_active", "percent of its peak, while busy"},
    {"pct_of_peak_sustained_elapsed", "percent of its peak, over all cycles"}};

static const char *meaning_of(const word *list, size_t count, nvs_view v)
{
    size_t i;
    for (i = 0; i < count; i++)
        if (strlen(list[i].text) == v.len && memcmp(list[i].text, v.ptr, v.len) == 0) return list[i].meaning;
    return NULL;
}

/* The longest word of a list found at p, up to the end or an underscore; NULL: none. */
static const word *word_at(const word *list, size_t count, const char *p, const char *end)
{
    const word *best = NULL;
    size_t i, longest = 0;
    for (i = 0; i < count; i++) {
        const size_t len = strlen(list[i].text);
        if (len <= longest || len > (size_t)(end - p) || memcmp(list[i].text, p, len) != 0) continue;
        if (p + len < end && p[len] != '_') continue;
        best = &list[i];
        longest = len;
    }
    return best;
}

/* Names of facts, as launch__uses_mps, are in words already. */
static int put_fact(cli_buf *b, const nvs_name_parts *parts, const char *unit)
{
    static const char *const of[] = {"launch", "profiler", "numa", "nvlink", "c2clink", "derived"};
    const char *p = parts->unit.ptr + parts->unit.len + 2, *const end = parts->base.ptr + parts->base.len;
    size_t i;
    for (i = 0; i < COUNT(of); i++) {
        if (strlen(of[i]) != parts->unit.len || memcmp(of[i], parts->unit.ptr, parts->unit.len) != 0) continue;
        cli_putf(b, "%s: ", unit);
        for (; p < end; p++) cli_put(b, *p == '_' ? " " : p, 1);
        return 1;
    }
    return 0;
}

int put_meaning(cli_buf *b, nvs_view name)
{
    nvs_name_parts parts;
    const char *unit, *roll, *sub, *p, *end;
    const word *w = NULL;
    cli_buf rest = {NULL, 0, 0};
    int plain = 0; /* the word before has no meaning of its own, so words go on with it */
    nvs_name_split(name, &parts);
    unit = meaning_of(units, COUNT(units), parts.unit);
    roll = meaning_of(rollups, COUNT(rollups), parts.rollup);
    sub = meaning_of(submetrics, COUNT(submetrics), parts.submetric);
    end = parts.base.ptr + parts.base.len;
    p = parts.unit.len > 0 ? parts.unit.ptr + parts.unit.len + 2 : parts.base.ptr;
    while (p < end) { /* the first word with a meaning is the quantity, the others qualify it */
        const word *q = w == NULL ? word_at(words, COUNT(words), p, end) : NULL;
        const word *const also = q == NULL ? word_at(qualifiers, COUNT(qualifiers), p, end) : NULL;
        const char *stop = (const char *)memchr(p, '_', (size_t)(end - p));
        if (q != NULL) w = q;
        if (q == NULL) q = also;
        if (q != NULL) stop = p + strlen(q->text) < end ? p + strlen(q->text) : NULL;
        if (stop == NULL) stop = end;
        if (also != NULL && also->meaning[0] != 0) cli_putf(&rest, "%s%s", rest.len > 0 ? ", " : "", also->meaning);
        else if (w != NULL && q == NULL) cli_putf(&rest, "%s%.*s", plain ? " " : rest.len > 0 ? ", " : "", (int)(stop - p), p);
        plain = w != NULL && q == NULL;
        p = stop < end ? stop + 1 : end;
    }
    if (w != NULL) {
        const int joins = w->meaning[strlen(w->meaning) - 1] == ' ';
        cli_putf(b, "%s%s%s", unit != NULL ? unit : "", unit != NULL ? ": " : "", w->meaning);
        if (rest.len > 0) cli_putf(b, "%s%s", joins ? "" : ", ", rest.ptr);
        if (roll != NULL) cli_putf(b, "; %s", roll);
        if (sub != NULL) cli_putf(b, ", %s", sub);
    }
    cli_buf_free(&rest);
    return w != NULL || put_fact(b, &parts, unit);
}

void put_unit(cli_buf *b, const grammar *g, nvs_view name)
{
    metric_facts shown;
    name_facts f;
    nvs_name_parts n;
    metric_describe(bytes_of(name.ptr, name.len), &shown);
    cli_putf(b, "%s", shown.unit);
    if (shown.unit[0] != 0) return;
    nvs_name_split(name, &n);
    grammar_ask(g, name, &f);
    if (n.submetric.len == 0) cli_putf(b, "%s", f.unit);
}
