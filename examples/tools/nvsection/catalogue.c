/* names: the metrics that public reports and stock sections name, with unit, meaning and where they are used. */
#include "report/model/values.h"
#include "metrics.h"
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "catalogue.inc"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* What names say ------------------------------------------------------------------------------------------------------ */

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
    {"idc", "constant cache"}};

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
    {"maximum_warps_per_active_cycle", "most warps on an SM that the launch allows"}};

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
    return w != NULL;
}

/* The list ------------------------------------------------------------------------------------------------------------ */

typedef struct catalogue {
    cli *c;
    cli_json j;
    cli_csv v;
    cli_table t;
    nvs_pattern *regex;
    ncurep_pattern *glob;
    const char *part;
    unsigned cc, bit; /* of the requested GPU */
    size_t count;
    int has_gpu; /* some report is from this GPU */
} catalogue;

static int fits(catalogue *k, const char *name, size_t len)
{
    nvs_view v;
    v.ptr = name;
    v.len = len;
    if (k->regex != NULL) return nvs_pattern_match(k->regex, v);
    if (k->glob != NULL) return ncurep_pattern_match(k->glob, bytes_of(name, len));
    return k->part == NULL || strstr(name, k->part) != NULL;
}

static void show(void *user, const char *name, unsigned seen, const char *sections)
{
    catalogue *const k = (catalogue *)user;
    const size_t len = strlen(name);
    cli_buf meaning = {NULL, 0, 0}, gpus = {NULL, 0, 0};
    nvs_view v;
    ncurep_metric_facts f;
    size_t i;
    int known;
    if ((k->cc != 0 && seen != 0 && (seen & k->bit) == 0) || !fits(k, name, len)) return;
    v.ptr = name;
    v.len = len;
    known = put_meaning(&meaning, v);
    ncurep_metric_describe(bytes_of(name, len), &f);
    for (i = 0; i < COUNT(catalogue_gpus); i++)
        if (seen >> i & 1) cli_putf(&gpus, "%s%u.%u", gpus.len > 0 ? " " : "", catalogue_gpus[i] / 10, catalogue_gpus[i] % 10);
    k->count++;
    if (k->c->format == CLI_JSON) {
        const char *p = sections;
        cli_json_object(&k->j, NULL);
        cli_json_text(&k->j, "name", name, len);
        cli_json_str(&k->j, "unit", f.unit);
        if (known) cli_json_str(&k->j, "meaning", meaning.ptr);
        else cli_json_null(&k->j, "meaning");
        cli_json_array(&k->j, "compute_capabilities");
        for (i = 0; i < COUNT(catalogue_gpus); i++)
            if (seen >> i & 1) cli_json_u64(&k->j, NULL, catalogue_gpus[i]);
        cli_json_end(&k->j);
        cli_json_array(&k->j, "sections");
        while (*p != 0) {
            const size_t n = strcspn(p, " ");
            cli_json_text(&k->j, NULL, p, n);
            p += n + (p[n] != 0);
        }
        cli_json_end(&k->j);
        cli_json_end(&k->j);
    } else if (k->c->format == CLI_CSV) {
        cli_csv_field(&k->v, name, len);
        cli_csv_fieldf(&k->v, "%s", f.unit);
        cli_csv_fieldf(&k->v, "%s", known ? meaning.ptr : "");
        cli_csv_fieldf(&k->v, "%s", gpus.ptr != NULL ? gpus.ptr : "");
        cli_csv_fieldf(&k->v, "%s", sections);
        cli_csv_end(&k->v);
    } else {
        cli_cell_text(&k->t, CLI_BOLD, name, len);
        cli_cellf(&k->t, CLI_PLAIN, "%s", f.unit);
        cli_cellf(&k->t, CLI_DIM, "%s", gpus.len > 0 ? gpus.ptr : "?");
        cli_cellf(&k->t, CLI_PLAIN, "%s", known ? meaning.ptr : "?");
        cli_cellf(&k->t, CLI_DIM, "%s", sections);
    }
    cli_buf_free(&meaning);
    cli_buf_free(&gpus);
}

void each_known_name(void (*each)(void *user, const char *name, unsigned seen, const char *sections), void *user)
{
    char base[256] = "";
    size_t i;
    for (i = 0; i < COUNT(catalogue_rows); i++) {
        const char *const row = catalogue_rows[i];
        const size_t keep = (size_t)(unsigned char)row[0] - ' ', len = strcspn(row + 1, "\t");
        char *at;
        const char *suffix, *sections;
        unsigned seen;
        memcpy(base + keep, row + 1, len);
        base[keep + len] = 0;
        seen = (unsigned)strtoul(row + 1 + len, &at, 16);
        suffix = catalogue_suffixes[strtoul(at, &at, 10)];
        sections = catalogue_sections[strtoul(at, NULL, 10)];
        while (*suffix != 0) {
            const size_t n = strcspn(suffix, " ");
            char name[512];
            if (*suffix == '-') snprintf(name, sizeof name, "%s", base);
            else snprintf(name, sizeof name, "%s.%.*s", base, (int)n, suffix);
            each(user, name, seen, sections);
            suffix += n + (suffix[n] != 0);
        }
    }
}

static void show_all(catalogue *k)
{
    static const char *const titles[] = {"Metric", "Unit", "Seen on", "Meaning", "Stock sections", NULL};
    size_t i;
    for (i = 0; i < COUNT(catalogue_gpus); i++)
        if (catalogue_gpus[i] == k->cc) k->bit = 1u << i;
    k->has_gpu = k->bit != 0;
    cli_json_init(&k->j, k->c->out, CLI_UTF8, 2);
    k->v.f = k->c->out;
    if (k->c->format == CLI_JSON) cli_json_array(&k->j, NULL);
    else if (k->c->format == CLI_CSV) fputs("metric,unit,meaning,compute_capabilities,sections\n", k->c->out);
    else cli_table_init(&k->t, "lllll", titles);
    each_known_name(show, k);
    if (k->c->format == CLI_JSON) {
        cli_json_end(&k->j);
        cli_json_line(&k->j);
    } else if (k->c->format == CLI_TEXT) cli_table_print(k->c, &k->t);
}

static int pattern_of(catalogue *k, const char *text)
{
    ncurep_pattern_options options;
    nvs_error e;
    ncurep_error bad;
    if (strncmp(text, "regex:", 6) == 0) {
        k->regex = nvs_pattern_open(nvs_text(text + 6), NULL, &e);
        if (k->regex == NULL) (void)cli_usage(k->c, "\"%s\", character %u: %s", text, (unsigned)e.offset + 7, e.message);
        return k->regex != NULL;
    }
    k->part = text;
    if (strpbrk(text, "*?") == NULL) return 1;
    memset(&options, 0, sizeof options);
    options.glob = 1;
    k->glob = ncurep_pattern_open(ncurep_text(text), &options, &bad);
    if (k->glob == NULL) (void)cli_usage(k->c, "\"%s\": %s", text, bad.message);
    return k->glob != NULL;
}

static int run(request *q, void *options)
{
    const work *const w = work_of(q, options);
    cli *const c = q->c;
    catalogue k;
    int code = CLI_USAGE;
    memset(&k, 0, sizeof k);
    k.c = c;
    k.cc = w->device.cc;
    if (w->operand_count > 1) code = cli_usage(c, "one pattern at most");
    else if (w->operand_count == 0 || pattern_of(&k, w->operands[0])) {
        show_all(&k);
        if (k.count == 0) cli_error(c, "no such name is known; a GPU may have it all the same");
        else if (k.cc != 0 && !k.has_gpu)
            cli_error(c, "no report of cc %u.%u was there to look at: these names are of sections alone", k.cc / 10, k.cc % 10);
        code = k.count == 0 ? CLI_FINDING : CLI_FINE;
    }
    nvs_pattern_close(k.regex);
    ncurep_pattern_close(k.glob);
    return code;
}

static const option rows[] = {OPT_DEVICE, OPTION_END};

const verb names_verb = {"names", rows, sizeof(work), run, begin_work, end_work,
    "metrics that public reports and stock sections name: unit, meaning, GPUs that they were seen on, stock sections that use them; "
    "? means not known",
    "PATTERN is a part of the name; the whole name if it holds * or ?, which stand\n"
    "  for any characters and any one; regex:EXPRESSION. With a GPU: only those seen\n"
    "  on it, or in sections alone. A GPU has more metrics than were seen on it.\n"
    "  Exit code 1 if there is no such name.\n"
    "  nvsection names --cc 9.0 dram__bytes\n"
    "  nvsection names 'lts__t_sectors*.sum'\n"
    "  nvsection names --json regex:stalled",
    "[PATTERN]", USE_VALUE, NULL, 0, NULL};
