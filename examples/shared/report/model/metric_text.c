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

/* By metric_type, metric_rollup and metric_subtype. */
typedef struct word_row {
    const char *word, *text;
} word_row;
#define WORD(name, word, text) {word, text},
static const word_row types[] = {METRIC_TYPES(WORD)};
static const word_row rollups[] = {METRIC_ROLLUPS(WORD)};
static const word_row subtypes[] = {METRIC_SUBTYPES(WORD)};
#undef WORD

const char *metric_type_name(metric_type type) { return types[type].word; }
const char *metric_rollup_name(metric_rollup rollup) { return rollups[rollup].word; }

static int is(ncurep_view v, const char *text)
{
    size_t len, own;
    if (text[0] != 0 && text[0] != '*' && (v.len == 0 || v.ptr[0] != text[0])) return 0; /* most do: without a call */
    len = strlen(text);
    own = len > 0 && text[len - 1] == '*' ? len - 1 : len;
    return (own < len ? v.len >= own : v.len == own) && memcmp(v.ptr, text, own) == 0;
}

/* Whether v holds text as a word: between its ends and underscores. */
static int has_word(ncurep_view v, const char *text)
{
    const size_t len = strlen(text);
    const char *at = v.ptr, *const end = v.ptr + v.len;
    while ((size_t)(end - at) >= len) {
        if (at[0] == text[0] && memcmp(at, text, len) == 0 && (at + len == end || at[len] == '_')) return 1;
        at = (const char *)memchr(at, '_', (size_t)(end - at));
        if (at == NULL) break;
        at++;
    }
    return 0;
}

static int ends(ncurep_view v, const char *text)
{
    const size_t n = strlen(text);
    return n <= v.len && memcmp(v.ptr + (v.len - n), text, n) == 0;
}

static ncurep_view view_at(const char *ptr, size_t len)
{
    ncurep_view v;
    v.ptr = ptr;
    v.len = len;
    return v;
}

static ncurep_view from(ncurep_view v, size_t at) { return view_at(v.ptr + at, v.len - at); }

/* Position of the first c from `at` on, or the length. */
static size_t index_of(ncurep_view v, size_t at, char c)
{
    const char *found = (const char *)memchr(v.ptr + at, c, v.len - at);
    return found != NULL ? (size_t)(found - v.ptr) : v.len;
}

static const char *meaning_of(const meaning *list, size_t count, ncurep_view name)
{
    size_t i;
    for (i = 0; i < count; i++)
        if (is(name, list[i].name)) return list[i].text;
    return NULL;
}

/* Appends to the *n bytes in to, as far as there is room. */
static void append(char *to, size_t room, size_t *n, const char *text)
{
    for (; *text != 0; text++, ++*n)
        if (*n + 1 < room) to[*n] = *text;
    if (room > 0) to[*n < room ? *n : room - 1] = 0;
}

/* Splits a name into prefix, base and suffix. */
static void facts_split(ncurep_view name, metric_facts *out)
{
    static const char words[][16] = {"regex", "group", "breakdown", "pmsampling", "warpsampling"};
    const size_t colon = index_of(name, 0, ':');
    size_t start = 0, at, two, i;
    if (colon < name.len)
        for (i = 0; i < sizeof words / sizeof *words; i++)
            if (is(view_at(name.ptr, colon), words[i])) start = colon + 1;
    for (two = start; two + 1 < name.len && !(name.ptr[two] == '_' && name.ptr[two + 1] == '_'); two++) {}
    if (two + 1 >= name.len) two = start; /* no unit */
    for (at = start; at < two; at++)
        if (name.ptr[at] == '.') start = at + 1; /* counter domain */
    at = index_of(name, two, '.');
    out->prefix = view_at(name.ptr, start);
    out->base = view_at(name.ptr + start, at - start);
    out->suffix = from(name, at);
}

/* The suffix: roll-up and sub-metric. */
static void facts_suffix(metric_facts *out)
{
    ncurep_view first, rest;
    size_t at, i;
    if (out->suffix.len < 2) return;
    at = index_of(out->suffix, 1, '.');
    first = view_at(out->suffix.ptr + 1, at - 1);
    rest = from(out->suffix, at < out->suffix.len ? at + 1 : at);
    for (i = METRIC_SUBTYPE_MAX_RATE; at == out->suffix.len && i < METRIC_SUBTYPE_COUNT; i++) {
        if (!is(first, subtypes[i].word)) continue;
        out->type = METRIC_TYPE_RATIO;
        out->subtype = (metric_subtype)i;
    }
    for (i = 1; i < METRIC_ROLLUP_COUNT; i++)
        if (is(first, rollups[i].word)) out->rollup = (metric_rollup)i;
    if (out->rollup == METRIC_ROLLUP_NONE) return;
    out->type = has_word(out->base, "throughput") ? METRIC_TYPE_THROUGHPUT : METRIC_TYPE_COUNTER;
    for (i = 1; i < METRIC_SUBTYPE_MAX_RATE; i++)
        if (is(rest, subtypes[i].word)) out->subtype = (metric_subtype)i;
}

/* Rows of units: a base name, whose end * stands for anything, or after _ words in one; the first that fits decides.
   Sources: A the list of the 3,010 base names that 2025.4.0 offers for a GA106; B raw pages of 2025.3 and 2025.4 beside
   their reports; C a raw page of 2025.2.1; D public texts of the details page. */
static const char *facts_row(ncurep_view base, const char rows[][2][44], size_t count)
{
    size_t i;
    for (i = 0; base.len > 0 && i < count; i++) {
        const char *const name = rows[i][0];
        if (name[0] == '_' ? has_word(base, name + 1) : name[0] == base.ptr[0] && is(base, name)) return rows[i][1];
    }
    return NULL;
}

static const char *facts_ratio(ncurep_view base)
{
    static const char rows[][2][44] = {
        {"_bytes_per_sector", "byte/sector"}, {"_bytes_per_wavefront", "byte"}, /* A C */
        {"smsp__average_warp_latency_issue_stalled_*", "inst/warp"}, /* A */
        {"_average_warp_latency", "cycle"}, {"_average_warps_active_per_inst_executed", "cycle"}, /* A D */
        {"smsp__average_warps_active_per_issue_active", "warp"},
        {"smsp__average_warps_issue_stalled_*", "inst"}, /* A B */
        {"smsp__amortized_warp_latency", "cycle/warp"}, {"smsp__inst_issued_per_issue_active", "inst/cycle"}, /* A */
        {"_average_inst_executed", "inst/warp"}, {"_average_registers_per_thread", "register/thread"}, /* A */
        {"_average_threads_launched", "thread/warp"}, {"_average_t_sectors_per_request", "sector"}}; /* A */
    const char *unit = facts_row(base, rows, sizeof rows / sizeof *rows);
    return unit != NULL ? unit : "";
}

/* Unit of a metric without a suffix, and of a counter before its sub-metric; "" if no rule fits. */
static const char *facts_unit(ncurep_view base)
{
    static const char whole[][2][44] = {
        {"launch__block_dim_*", "block"}, {"launch__occupancy_limit_*", "block"}, /* C */
        {"launch__cluster_max_potential_size", "block"}, {"launch__cluster_max_active", "cluster"}, /* C */
        {"launch__registers_per_thread*", "register/thread"}, {"launch__shared_mem_config_size", "byte"}, /* C */
        {"launch__shared_mem_per_block*", "byte/block"}, {"launch__sm_count", "SM"},
        {"launch__thread_count", "thread"}, /* C */
        {"launch__occupancy_cluster_*", "%"}, {"launch__persisting_l2_cache_size", "byte"}, /* C D */
        {"profiler__pmsampler_dropped_samples", "sample"},
        {"profiler__pmsampler_merged_samples", "sample"}, /* D, B */
        {"smsp__pcsamp_aggregated_passes", "pass"}, {"profiler__replayer_passes*", "pass"}, /* B C */
        {"profiler__pmsampler_interval_time", "nsecond"}, {"profiler__timestamp_*", ""}, /* D, B */
        {"derived__local_spilling_requests", ""}, {"derived__shared_spilling_requests", ""}, /* D */
        {"derived__pct_occupancy_per_block_size", "%"},
        {"derived__pct_occupancy_per_register_count", "%/register"}, /* C */
        {"derived__pct_occupancy_per_shared_mem_size", "%/byte"}, {"derived__pct_occupancy_per_*", ""}, /* C */
        {"derived__avg_thread_*", "thread"}, {"derived__derivative_avg_thread_*", "thread"}, /* B */
        {"derived__sm__sass_thread_inst_*", "thread"}, /* B */
        {"derived__smsp__sass_thread_inst_*", "thread"}, /* B */
        {"derived__memory_l2_*", "byte"}, {"derived__l1tex__lsu_writeback_bytes_*", ""}, /* B */
        {"launch__*", ""}, {"device__*", ""}, {"nvlink__*", ""}, {"numa__*", ""}, {"c2clink__*", ""}, /* C */
        {"sm__maximum_warps_avg_per_active_cycle", "warp"},
        {"smsp__maximum_warps_avg_per_active_cycle", "warp"}, /* C */
        {"gr__workids_granted_as_ctas", "block"}, {"memory_l*", "sectors"}, {"memory_*", ""}, /* B, C */
        {"smsp__pcsamp_warps_issue_stalled_branch_*", "branches"}, {"_branch_targets", "branches"}, /* B, A */
        {"smsp__pcsamp_warps_issue_stalled_no_inst*", "inst"}, /* B */
        {"_register_spilling_mem_local_op", "byte"}, {"_register_spilling_mem_shared_op", "byte"}, /* B */
        {"sass__inst_executed_per_opcode*", ""}, {"sass__thread_inst_executed_*", ""}, /* B */
        {"_memdesc_explicit_evict_type", ""}, {"l1tex__f_cycles_active", ""}, /* B, A */
        {"idc__requests*", ""}, {"l1tex__lsuin_requests*", ""}, {"l1tex__t_requests*", ""}, /* A */
        {"l1tex__texin_requests*", ""}, {"smsp__l1tex_lsuin_requests", ""}, {"_l1tex_t_requests", ""}, /* A */
        {"sm__icc_requests*", "cycle"}, {"smsp__imc_requests*", "cycle"}, {"smsp__tex_requests", "cycle"}, /* A */
        {"lts__t_tag_requests*", "tag"}, {"l1tex__f_wavefronts_realtime", "cycle"},
        {"_set_conflicts", "cycle"}, /* A */
        {"_lsu_writeback_active", "cycle"}, {"_tex_writeback_active", "cycle"},
        {"_mio2rf_writeback_active", "cycle"}, /* A */
        {"sm__issue_active", "cycle"}, {"smsp__issue_active", "cycle"}, {"smsp__issue_inst*", "cycle"}, /* A */
        {"sm__idc_divergent_instruction*", "inst"}, {"fe__output_ops_*", "ops"},
        {"_rf_registers_allocated", "register"}}; /* A */
    static const char words[][2][44] = {
        {"_frequency", "hz"}, {"_bytes", "byte"}, {"_cycles", "cycle"}, {"_time", "nsecond"}, {"_duration", "nsecond"},
        {"_inst", "inst"}, {"_sectors", "sector"}, {"_requests", "request"}, {"_warps", "warp"}, {"_threads", "thread"},
        {"_ctas", "block"}}; /* A C */
    const char *unit = facts_row(base, whole, sizeof whole / sizeof *whole);
    if (unit != NULL) return unit;
    if (ends(base, "_pct")) return "%";
    if (has_word(base, "conflicts") || has_word(base, "wavefronts")) return "";
    unit = facts_row(base, words, sizeof words / sizeof *words);
    return unit != NULL ? unit : "";
}

static void facts_put(metric_facts *out, const char *text)
{
    size_t n = strlen(out->unit);
    append(out->unit, sizeof out->unit, &n, text); /* "register/thread/second" is the longest */
}

void metric_describe(ncurep_view name, metric_facts *out)
{
    const char *unit;
    memset(out, 0, sizeof *out);
    out->prefix = out->base = out->suffix = view_at("", 0);
    if (name.ptr == NULL || name.len == 0) return;
    facts_split(name, out);
    if (is(out->prefix, "group:") || is(out->prefix, "breakdown:") || is(out->prefix, "regex:"))
        return; /* lists of names, not metrics */
    facts_suffix(out);
    if (out->type == METRIC_TYPE_OTHER && out->suffix.len > 0) return;
    if (out->subtype == METRIC_SUBTYPE_PCT ||
        (out->subtype >= METRIC_SUBTYPE_PCT_OF_PEAK_SUSTAINED_ACTIVE &&
         out->subtype <= METRIC_SUBTYPE_PCT_OF_PEAK_SUSTAINED_REGION)) {
        facts_put(out, "%");
        return;
    }
    if (out->type == METRIC_TYPE_RATIO) {
        facts_put(out, facts_ratio(out->base));
        return;
    }
    unit = facts_unit(out->base);
    if (*unit == 0) return;
    if (is(out->base, "derived__*")) { /* the unit of what it is made of, whatever the suffix */
        facts_put(out, unit);
        return;
    }
    /* names of 2018 and 2019 have no suffix */
    if (out->type == METRIC_TYPE_OTHER && !ends(out->base, "_pct")) {
        const int warps = unit[0] == 'w', cycles = unit[0] == 'c';
        if (ends(out->base, "_per_sec")) {
            facts_put(out, unit);
            unit = "/second";
        } else if (!warps && !cycles && (ends(out->base, "_per_active_cycle") || ends(out->base, "_per_elapsed_cycle"))) {
            facts_put(out, unit);
            unit = "/cycle";
        } else if (!cycles && (ends(out->base, "_per_inst_executed") || ends(out->base, "_per_issue_active")))
            unit = "";
    }
    switch (out->subtype) {
    case METRIC_SUBTYPE_PER_SECOND:
    case METRIC_SUBTYPE_PEAK_SUSTAINED_ACTIVE_PER_SECOND:
    case METRIC_SUBTYPE_PEAK_SUSTAINED_ELAPSED_PER_SECOND:
    case METRIC_SUBTYPE_PEAK_SUSTAINED_FRAME_PER_SECOND:
    case METRIC_SUBTYPE_PEAK_SUSTAINED_REGION_PER_SECOND:
        if (unit[0] == 'c' && unit[1] == 'y') unit = "hz";
        facts_put(out, unit);
        if (unit[0] != 'h') facts_put(out, "/second");
        break;
    case METRIC_SUBTYPE_PEAK_SUSTAINED:
    case METRIC_SUBTYPE_PER_CYCLE_ACTIVE:
    case METRIC_SUBTYPE_PER_CYCLE_ELAPSED:
    case METRIC_SUBTYPE_PER_CYCLE_IN_FRAME:
    case METRIC_SUBTYPE_PER_CYCLE_IN_REGION:
        /* Warps are counted again in each cycle, so warps per cycle are warps; cycles per cycle are a plain number. */
        if (unit[0] == 'c' && unit[1] == 'y') break;
        facts_put(out, unit);
        if (unit[0] != 'w') facts_put(out, "/cycle");
        break;
    default: facts_put(out, unit); break;
    }
}

/* What is counted, without roll-up and sub-metric. */
static void put_base(char *to, size_t room, size_t *n, const metric_facts *facts)
{
    const char *text = meaning_of(bases, COUNT_OF(bases), facts->base);
    if (is(facts->prefix, "breakdown:")) text = "names of the metrics that this throughput is the greatest of";
    else if (is(facts->prefix, "group:")) text = "names of the metrics of this group";
    else if (text == NULL && has_word(facts->base, "cycles_active")) text = "cycles in which there was work";
    else if (text == NULL && has_word(facts->base, "cycles_elapsed")) text = "cycles that went by";
    else if (text == NULL && facts->type != METRIC_TYPE_OTHER) {
        const char *end = (const char *)memchr(facts->base.ptr, '_', facts->base.len);
        ncurep_view unit = facts->base;
        if (end != NULL) unit.len = (size_t)(end - unit.ptr);
        text = meaning_of(units, COUNT_OF(units), unit);
        if (text != NULL) append(to, room, n, "a figure of ");
    }
    if (text != NULL) append(to, room, n, text);
}

size_t metric_text(const metric_facts *facts, char *to, size_t room)
{
    size_t n = 0;
    if (room > 0) *to = 0;
    put_base(to, room, &n, facts);
    if (n > 0 && facts->rollup != METRIC_ROLLUP_NONE) {
        append(to, room, &n, "; ");
        append(to, room, &n, rollups[facts->rollup].text);
    }
    if (n > 0 && facts->subtype != METRIC_SUBTYPE_NONE) {
        append(to, room, &n, facts->rollup != METRIC_ROLLUP_NONE ? ", " : "; ");
        append(to, room, &n, subtypes[facts->subtype].text);
    }
    if (n > 0 && is(facts->prefix, "pmsampling:")) append(to, room, &n, "; sampled over time");
    return n;
}
