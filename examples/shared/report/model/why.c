/* Which instructions make warps wait. */
#include "why.h"
#include "names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PRODUCERS 64
#define MOST_STEPS 20000    /* of one way back; longer ones have been waited for long before */
#define ALL_STEPS 50000000  /* of a kernel, whatever its code is */

const char *why_word(why_kind kind)
{
#define WORD(name, word, text) case name: return word;
    switch (kind) {
        WHY_KINDS(WORD)
    default: return "?";
    }
#undef WORD
}

const char *why_text(why_kind kind)
{
#define TEXT(name, word, text) case name: return text;
    switch (kind) {
        WHY_KINDS(TEXT)
    default: return "?";
    }
#undef TEXT
}

ncurep_view why_reason_name(const listing *l, size_t column)
{
    const nvs_view name = l->columns[column].name;
    return bytes_of(name.ptr + strlen(STALL), name.len - strlen(STALL));
}

/* Instructions ----------------------------------------------------------------------------------------------------- */

static int begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

/* The mnemonic, after a guard. */
static const char *mnemonic(const char *text)
{
    const char *space = text[0] == '@' ? strchr(text, ' ') : NULL;
    return space != NULL ? space + 1 : text;
}

/* What an instruction makes others wait for. */
static why_kind kind_of(const char *text)
{
    static const struct {
        const char *begin;
        why_kind kind;
    } rows[] = {{"LDGSTS", WHY_COPY}, {"LDGDEPBAR", WHY_COPY}, {"UBLKCP", WHY_COPY}, {"UTMA", WHY_COPY}, {"LDGMC", WHY_GLOBAL},
                {"LDG", WHY_GLOBAL}, {"STG", WHY_GLOBAL}, {"ATOMS", WHY_SHARED}, {"ATOM", WHY_GLOBAL}, {"REDUX", WHY_SPECIAL}, {"RED", WHY_GLOBAL},
                {"LDSM", WHY_SHARED}, {"LDS", WHY_SHARED}, {"STSM", WHY_SHARED}, {"STS", WHY_SHARED}, {"LDL", WHY_LOCAL}, {"STL", WHY_LOCAL},
                {"LDC", WHY_CONSTANT}, {"ULDC", WHY_CONSTANT}, {"LDTM", WHY_SPECIAL}, {"LD", WHY_GLOBAL}, {"STTM", WHY_SPECIAL}, {"ST.", WHY_GLOBAL},
                {"ST ", WHY_GLOBAL}, {"CCTL", WHY_GLOBAL}, {"ERRBAR", WHY_FENCE}, {"MEMBAR", WHY_FENCE}, {"TEX", WHY_TEXTURE}, {"TLD", WHY_TEXTURE},
                {"TXD", WHY_TEXTURE}, {"TXQ", WHY_TEXTURE}, {"TMML", WHY_TEXTURE}, {"SULD", WHY_TEXTURE}, {"SUST", WHY_TEXTURE},
                {"SUATOM", WHY_TEXTURE}, {"SYNCS", WHY_MBARRIER}, {"BAR", WHY_BARRIER}};
    size_t i;
    text = mnemonic(text);
    for (i = 0; i < sizeof rows / sizeof *rows; i++)
        if (begins(text, rows[i].begin)) return rows[i].kind;
    return WHY_SPECIAL;
}

/* Whether what an instruction makes others wait for is counted as this reason. */
static int fits(why_kind kind, int is_long)
{
    if (kind == WHY_COPY || kind == WHY_MBARRIER) return 1; /* memory by way of shared memory */
    return is_long == (kind == WHY_GLOBAL || kind == WHY_LOCAL || kind == WHY_TEXTURE);
}

/* Reasons that need no other instruction. */
static why_kind kind_of_reason(ncurep_view name)
{
    static const struct {
        const char *name;
        why_kind kind;
    } rows[] = {{"barrier", WHY_BARRIER}, {"membar", WHY_FENCE}, {"branch_resolving", WHY_BRANCH}, {"branch_resolve", WHY_BRANCH},
                {"no_instructions", WHY_CACHE}, {"no_instruction", WHY_CACHE}, {"no_inst", WHY_CACHE}, {"mio_throttle", WHY_QUEUE}, {"mio", WHY_QUEUE},
                {"lg_throttle", WHY_QUEUE}, {"lg", WHY_QUEUE}, {"tex_throttle", WHY_QUEUE}, {"tex", WHY_QUEUE}, {"drain", WHY_DRAIN},
                {"math_pipe_throttle", WHY_PIPE}, {"math", WHY_PIPE}, {"dispatch_stall", WHY_PIPE}, {"dispatch", WHY_PIPE}, {"sleeping", WHY_SLEEP},
                {"not_selected", WHY_OTHERS}, {"imc_miss", WHY_CONSTANT}, {"imc", WHY_CONSTANT}, {"gmma", WHY_PIPE}, {"wait", WHY_ARITHMETIC},
                {"long_scoreboard", WHY_GLOBAL}, {"long_sb", WHY_GLOBAL}, {"short_scoreboard", WHY_SPECIAL}, {"short_sb", WHY_SPECIAL}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++)
        if (name.len == strlen(rows[i].name) && memcmp(name.ptr, rows[i].name, name.len) == 0) return rows[i].kind;
    return WHY_ELSE;
}

/* Blame ------------------------------------------------------------------------------------------------------------ */

typedef struct producer {
    size_t row;
    uint32_t distance;
    why_kind kind;
} producer;

/* Samples of one reason at one row, blamed on another or on itself. */
typedef struct blame {
    size_t row, waiter, reason;
    why_kind kind;
    why_proof proof;
    double samples;
    uint32_t distance;
} blame;

typedef struct blaming {
    why *w;
    listing *l;
    blame *list;
    size_t count, room;
    const code_function *function; /* of the graph */
    cubin_graph *graph;            /* NULL: there is none */
    double *loops;                 /* issued samples in each loop */
    uint64_t steps;                /* left */
    producer found[MOST_PRODUCERS];
    size_t found_count;
} blaming;

static size_t row_at(const blaming *b, uint64_t offset)
{
    const source_row *row = row_of_address(b->l, b->function->address + offset);
    return row != NULL && row->function == b->function ? (size_t)(row - b->l->rows) : b->l->count;
}

static int text_at(const blaming *b, uint64_t offset, cubin_location *out)
{
    cubin_symbol_id id;
    id.number = b->function->symbol;
    return cubin_location_find(b->l->code->lines, id, offset, out) && out->instruction.size > 0;
}

static void add_blame(blaming *b, size_t row, size_t waiter, size_t reason, why_kind kind, why_proof proof, double samples, uint32_t distance)
{
    blame *x;
    b->list = (blame *)cli_grow(b->list, &b->room, b->count + 1, sizeof *b->list);
    x = &b->list[b->count++];
    x->row = row;
    x->waiter = waiter;
    x->reason = reason;
    x->kind = kind;
    x->proof = proof;
    x->samples = samples;
    x->distance = distance;
}

static void add_producer(blaming *b, uint64_t offset, uint32_t distance, why_kind kind)
{
    const size_t row = row_at(b, offset);
    size_t i;
    for (i = 0; i < b->found_count; i++)
        if (b->found[i].row == row) return;
    if (row == b->l->count || b->found_count == MOST_PRODUCERS) return;
    b->found[b->found_count].row = row;
    b->found[b->found_count].distance = distance;
    b->found[b->found_count++].kind = kind;
}

static void walk_begin(blaming *b, cubin_producers *walk, uint64_t offset, cubin_resource what, uint32_t number)
{
    cubin_producers_begin(walk, b->graph, offset, what, number);
    walk->max_steps = b->steps < MOST_STEPS ? (uint32_t)b->steps : MOST_STEPS;
    b->steps -= walk->max_steps;
}

static void walk_end(blaming *b, const cubin_producers *walk) { b->steps += walk->max_steps; }

/* The copies to shared memory of the group that ends before an instruction. */
static void find_group(blaming *b, uint64_t offset, uint32_t distance)
{
    cubin_producers walk;
    cubin_producer p;
    cubin_location at;
    int any = 0;
    walk_begin(b, &walk, offset, CUBIN_RESOURCE_ISSUE, 0);
    while (cubin_producers_next(&walk, &p)) {
        const char *text;
        if (!text_at(b, p.offset, &at)) continue;
        text = mnemonic(at.text);
        if (begins(text, "LDGSTS")) {
            add_producer(b, p.offset, distance + p.distance, WHY_COPY);
            any = 1;
        }
        if (!any || !begins(text, "LDGDEPBAR")) cubin_producers_pass(&walk);
    }
    walk_end(b, &walk);
}

/* Who sets a barrier that an instruction waits for: those that fit the reason, or all. */
static void find_setters(blaming *b, uint64_t offset, uint32_t barrier, int is_long, int all)
{
    cubin_producers walk;
    cubin_producer p, groups[8];
    cubin_location at;
    size_t count = 0, i;
    walk_begin(b, &walk, offset, CUBIN_RESOURCE_BARRIER, barrier);
    while (cubin_producers_next(&walk, &p)) {
        why_kind kind;
        if (!text_at(b, p.offset, &at)) continue;
        kind = kind_of(at.text);
        if (begins(mnemonic(at.text), "LDGDEPBAR") && count < 8) groups[count++] = p;
        else if (all || fits(kind, is_long)) add_producer(b, p.offset, p.distance, kind);
        else cubin_producers_pass(&walk); /* it may be the one before */
    }
    walk_end(b, &walk);
    for (i = 0; i < count; i++) find_group(b, groups[i].offset, groups[i].distance);
}

/* The barrier that DEPBAR waits for, "DEPBAR.LE SB0, 0x1"; 6: it is another instruction. */
static uint32_t depbar(const char *text)
{
    const char *const sb = begins(mnemonic(text), "DEPBAR") ? strstr(text, "SB") : NULL;
    return sb != NULL && sb[2] >= '0' && sb[2] <= '5' ? (uint32_t)(sb[2] - '0') : 6;
}

/* Those of a DEPBAR right before: warps that it holds back stand at the next instruction. */
static void find_depbar(blaming *b, uint64_t offset, int is_long)
{
    cubin_producers walk;
    cubin_producer p, before[8];
    cubin_location at;
    size_t count = 0, i;
    walk_begin(b, &walk, offset, CUBIN_RESOURCE_ISSUE, 0);
    while (count < 8 && cubin_producers_next(&walk, &p)) before[count++] = p;
    walk_end(b, &walk);
    for (i = 0; i < count; i++)
        if (text_at(b, before[i].offset, &at) && depbar(at.text) < 6) find_setters(b, at.offset, depbar(at.text), is_long, 1);
}

/* The producers of a wait for a scoreboard. */
static void find_scoreboard(blaming *b, const cubin_location *at, int is_long)
{
    const uint32_t own = depbar(at->text), mask = at->instruction.wait_mask | (own < 6 ? 1u << own : 0u);
    uint32_t k;
    int all;
    b->found_count = 0;
    for (all = 0; all < 2 && b->found_count == 0; all++) {
        for (k = 0; k < 6; k++)
            if ((mask >> k & 1) != 0) find_setters(b, at->offset, k, is_long, all);
        if (b->found_count == 0) find_depbar(b, at->offset, is_long);
    }
    if (b->found_count == 0 && begins(mnemonic(at->text), "BAR")) find_group(b, at->offset, 0);
}

static void find_before(blaming *b, uint64_t offset)
{
    cubin_producers walk;
    cubin_producer p;
    b->found_count = 0;
    walk_begin(b, &walk, offset, CUBIN_RESOURCE_ISSUE, 0);
    while (cubin_producers_next(&walk, &p)) add_producer(b, p.offset, p.distance, WHY_ARITHMETIC);
    walk_end(b, &walk);
}

/* Each found one gets its part: more the more often it ran, less the longer the way is. */
static void share_blame(blaming *b, size_t waiter, size_t reason, double samples)
{
    double sum = 0, weight[MOST_PRODUCERS];
    size_t i;
    for (i = 0; i < b->found_count; i++) {
        const double ran = value_of(b->l, b->l->executed, b->found[i].row);
        weight[i] = (ran > 1 ? ran : 1) / b->found[i].distance;
        sum += weight[i];
    }
    for (i = 0; i < b->found_count; i++)
        add_blame(b, b->found[i].row, waiter, reason, b->found[i].kind, WHY_PRODUCED, samples * weight[i] / sum, b->found[i].distance);
}

static void close_graph(blaming *b)
{
    cubin_graph_close(b->graph);
    cli_free(b->loops);
    b->graph = NULL;
    b->loops = NULL;
}

static int is_reason(const listing *l, size_t column)
{
    const nvs_view name = l->columns[column].name;
    static const char not_issued[] = "_not_issued";
    const size_t end = sizeof not_issued - 1;
    return l->columns[column].stall && name.len > strlen(STALL) && memcmp(name.ptr, STALL, strlen(STALL)) == 0 &&
           (name.len < end || memcmp(name.ptr + name.len - end, not_issued, end) != 0);
}

static int is_named(const listing *l, size_t column, const char *name)
{
    const ncurep_view v = why_reason_name(l, column);
    return v.len == strlen(name) && memcmp(v.ptr, name, v.len) == 0;
}

static int is_issued(const listing *l, size_t column) { return is_named(l, column, "selected"); }

/* The loop of an offset; NONE: none. */
static uint32_t loop_of(const blaming *b, uint64_t offset)
{
    cubin_block block;
    return cubin_block_find(b->graph, offset, &block) ? block.loop : CUBIN_NONE;
}

/* The graph of the function of a row, with the issued samples of its loops, those of inner ones included. */
static void open_graph(blaming *b, const code_function *f)
{
    cubin_location at;
    cubin_graph_options options;
    cubin_graph_facts facts;
    cubin_symbol_id id;
    cubin_loop loop;
    size_t i, c;
    close_graph(b);
    b->function = f;
    if (b->l->code->lines == NULL || f == NULL || f->symbol == NCUREP_NONE) return;
    id.number = f->symbol;
    memset(&options, 0, sizeof options);
    CLI_MEMORY(options.memory);
    if (cubin_location_find(b->l->code->lines, id, 0, &at)) b->graph = cubin_graph_open(b->l->code->lines, &at.function, &options, NULL);
    if (b->graph == NULL) return;
    cubin_graph_info(b->graph, &facts);
    b->loops = (double *)cli_alloc(facts.loops + 1, sizeof *b->loops);
    for (c = 0; c < b->l->column_count; c++)
        for (i = 0; is_reason(b->l, c) && is_issued(b->l, c) && i < b->l->count; i++) {
            const source_row *row = &b->l->rows[i];
            const uint32_t in = row->function == f ? loop_of(b, row->address - f->address) : CUBIN_NONE;
            if (in != CUBIN_NONE) b->loops[in] += value_of(b->l, c, i);
        }
    for (i = facts.loops; i > 0; i--)
        if (cubin_loop_at(b->graph, (uint32_t)i - 1, &loop) && loop.outer != CUBIN_NONE) b->loops[loop.outer] += b->loops[i - 1];
}

static void blame_row(blaming *b, size_t row, const size_t *reasons, size_t count)
{
    const source_row *const r = &b->l->rows[row];
    cubin_location at;
    size_t i;
    int has_text = -1;
    for (i = 0; i < count; i++) {
        const double samples = value_of(b->l, reasons[i], row);
        const ncurep_view name = why_reason_name(b->l, reasons[i]);
        const why_kind kind = kind_of_reason(name);
        const int is_long = kind == WHY_GLOBAL, waits = is_named(b->l, reasons[i], "wait"), needs = is_long || kind == WHY_SPECIAL || waits;
        if (samples <= 0) continue;
        if (needs && r->function != b->function) open_graph(b, r->function);
        b->found_count = 0;
        if (needs && b->graph != NULL) {
            if (has_text < 0) has_text = text_at(b, r->address - r->function->address, &at);
            if (has_text > 0 && waits) find_before(b, at.offset);
            else if (has_text > 0) find_scoreboard(b, &at, is_long);
        }
        if (b->found_count > 0) share_blame(b, row, reasons[i], samples);
        else add_blame(b, row, row, reasons[i], kind, needs ? WHY_UNKNOWN : WHY_ITSELF, samples, 0);
    }
}

/* Causes ----------------------------------------------------------------------------------------------------------- */

static int by_cause(const void *a, const void *b)
{
    const blame *x = (const blame *)a, *y = (const blame *)b;
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    if (x->proof != y->proof) return x->proof < y->proof ? -1 : 1;
    if (x->waiter != y->waiter) return x->waiter < y->waiter ? -1 : 1;
    return x->reason < y->reason ? -1 : x->reason > y->reason;
}

static int by_samples(const void *a, const void *b)
{
    const why_cause *x = (const why_cause *)a, *y = (const why_cause *)b;
    if (x->samples < y->samples || x->samples > y->samples) return x->samples > y->samples ? -1 : 1;
    return x->row != y->row ? (x->row < y->row ? -1 : 1) : x->kind < y->kind ? -1 : x->kind > y->kind;
}

static int by_reason_samples(const void *a, const void *b)
{
    const why_reason *x = (const why_reason *)a, *y = (const why_reason *)b;
    if (x->samples < y->samples || x->samples > y->samples) return x->samples > y->samples ? -1 : 1;
    return x->column < y->column ? -1 : x->column > y->column;
}

static void add_waiter(why_cause *c, size_t row, double samples)
{
    why_waiter *const last = &c->waiters[WHY_WAITERS - 1];
    size_t i = c->waiter_count < WHY_WAITERS ? c->waiter_count : WHY_WAITERS - 1;
    c->waiter_count++;
    if (c->waiter_count > WHY_WAITERS && last->samples >= samples) return;
    for (; i > 0 && c->waiters[i - 1].samples < samples; i--) c->waiters[i] = c->waiters[i - 1];
    c->waiters[i].row = row;
    c->waiters[i].samples = samples;
}

/* The blames from first to end are those of one cause. */
static void add_cause(blaming *b, size_t first, size_t end)
{
    why *const w = b->w;
    why_cause *c;
    double at_waiter = 0, most = 0;
    double *const of_reason = (double *)cli_alloc(b->l->column_count, sizeof *of_reason);
    size_t i;
    w->causes = (why_cause *)cli_grow(w->causes, &w->room, w->count + 1, sizeof *w->causes);
    c = &w->causes[w->count++];
    memset(c, 0, sizeof *c);
    c->row = b->list[first].row;
    c->kind = b->list[first].kind;
    c->proof = b->list[first].proof;
    for (i = first; i < end; i++) {
        const blame *x = &b->list[i];
        c->samples += x->samples;
        at_waiter += x->samples;
        of_reason[x->reason] += x->samples;
        if (of_reason[x->reason] > most) {
            most = of_reason[x->reason];
            c->reason = x->reason;
        }
        if (x->distance > 0 && (c->distance == 0 || x->distance < c->distance)) c->distance = x->distance;
        if (i + 1 < end && b->list[i + 1].waiter == x->waiter) continue;
        add_waiter(c, x->waiter, at_waiter);
        at_waiter = 0;
    }
    cli_free(of_reason);
}

/* The sum of a counter at a row over that of another, which would do; 0: one is not there. */
static double excess(const listing *l, size_t row, const char *name, const char *ideal)
{
    size_t i, has = l->column_count, needs = l->column_count;
    for (i = 0; i < l->column_count; i++) {
        const nvs_view v = l->columns[i].name;
        if (v.len == strlen(name) && memcmp(v.ptr, name, v.len) == 0) has = i;
        if (v.len == strlen(ideal) && memcmp(v.ptr, ideal, v.len) == 0) needs = i;
    }
    return value_of(l, needs, row) > 0 ? value_of(l, has, row) / value_of(l, needs, row) : 0;
}

/* One sentence that facts of the report give. */
static void advise(const listing *l, why_cause *c)
{
    cli_buf b = {NULL, 0, 0};
    double times = 0;
    if (c->proof == WHY_UNKNOWN) return;
    if (c->kind == WHY_LOCAL) cli_putf(&b, "Local memory: registers are spilled here, or an array is indexed by what is not known at compile time.");
    if ((c->kind == WHY_GLOBAL || c->kind == WHY_QUEUE) && (times = excess(l, c->row, "memory_l2_theoretical_sectors_global", "memory_l2_theoretical_sectors_global_ideal")) >= 1.1)
        cli_putf(&b, "It moves %.3g times the sectors that its bytes need: let neighbouring threads use neighbouring addresses.", times);
    if ((c->kind == WHY_SHARED || c->kind == WHY_QUEUE) && b.len == 0 && (times = excess(l, c->row, "memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal")) >= 1.1)
        cli_putf(&b, "It takes %.3g times the passes of an access without bank conflicts.", times);
    if (b.len == 0 && (c->kind == WHY_GLOBAL || c->kind == WHY_SHARED || c->kind == WHY_TEXTURE) && c->distance > 0 && c->distance <= 16)
        cli_putf(&b, "The first wait for it comes %" PRIu32 " instruction%s later%s: little else runs meanwhile.", c->distance, c->distance == 1 ? "" : "s",
                 c->in_loop ? ", in a loop" : "");
    if (b.len > 0) c->advice = copy_text(b.ptr, b.len);
    cli_buf_free(&b);
}

/* T / (T - M) and T / (T - min(A, M)): A are the samples of the loop, or of all, in which something was issued. */
static void fill_cause(blaming *b, why_cause *c)
{
    const why *const w = b->w;
    const source_row *const r = &b->l->rows[c->row];
    double issued = w->issued;
    cubin_location at;
    uint32_t loop = CUBIN_NONE;
    if (r->function != b->function) open_graph(b, r->function);
    if (b->graph != NULL) {
        if (text_at(b, r->address - r->function->address, &at)) c->text = copy_text(at.text, strlen(at.text));
        loop = loop_of(b, r->address - r->function->address);
        if (loop != CUBIN_NONE) issued = b->loops[loop];
    }
    c->in_loop = loop != CUBIN_NONE;
    c->gone = w->samples > c->samples ? w->samples / (w->samples - c->samples) : 0;
    if (issued > c->samples) issued = c->samples;
    c->hidden = w->samples > issued ? w->samples / (w->samples - issued) : 0;
    advise(b->l, c);
}

static void add_reasons(blaming *b, const size_t *reasons, size_t count)
{
    why *const w = b->w;
    size_t i, k;
    w->reasons = (why_reason *)cli_alloc(count, sizeof *w->reasons);
    for (i = 0; i < count; i++) {
        why_reason x;
        memset(&x, 0, sizeof x);
        x.column = reasons[i];
        for (k = 0; k < b->l->count; k++) x.samples += value_of(b->l, reasons[i], k);
        for (k = 0; k < b->count; k++) {
            if (b->list[k].reason != reasons[i]) continue;
            *(b->list[k].proof == WHY_PRODUCED ? &x.produced : b->list[k].proof == WHY_ITSELF ? &x.itself : &x.unknown) += b->list[k].samples;
        }
        if (x.samples > 0) w->reasons[w->reason_count++] = x;
    }
    if (w->reason_count > 0) qsort(w->reasons, w->reason_count, sizeof *w->reasons, by_reason_samples);
}

void why_of(why *w, listing *l)
{
    blaming b;
    size_t *const reasons = (size_t *)cli_alloc(l->column_count, sizeof *reasons), count = 0, i, first;
    memset(w, 0, sizeof *w);
    memset(&b, 0, sizeof b);
    b.w = w;
    b.l = l;
    b.steps = ALL_STEPS;
    for (i = 0; i < l->column_count; i++) {
        size_t k;
        if (!is_reason(l, i)) continue;
        for (k = 0; k < l->count; k++) *(is_issued(l, i) ? &w->issued : &w->samples) += value_of(l, i, k);
        if (!is_issued(l, i)) reasons[count++] = i;
    }
    w->samples += w->issued;
    for (i = 0; i < l->count && w->samples > 0; i++) blame_row(&b, i, reasons, count);
    if (w->samples <= 0) w->missing = "the report has no samples of why warps wait";
    else if (l->code->lines == NULL) w->missing = "the report has no machine code: where warps stood is all that is known";
    else if (cubin_instruction_size(l->code->arch) == 0) w->missing = "there are no tables for this architecture: where warps stood is all that is known";
    add_reasons(&b, reasons, count);
    if (b.count > 0) qsort(b.list, b.count, sizeof *b.list, by_cause);
    for (i = first = 0; i < b.count; i++) {
        if (i + 1 < b.count && b.list[i + 1].row == b.list[i].row && b.list[i + 1].kind == b.list[i].kind && b.list[i + 1].proof == b.list[i].proof) continue;
        add_cause(&b, first, i + 1);
        first = i + 1;
    }
    for (i = 0; i < w->count; i++) fill_cause(&b, &w->causes[i]);
    if (w->count > 0) qsort(w->causes, w->count, sizeof *w->causes, by_samples);
    close_graph(&b);
    cli_free(b.list);
    cli_free(reasons);
}

void why_free(why *w)
{
    size_t i;
    for (i = 0; i < w->count; i++) {
        cli_free(w->causes[i].text);
        cli_free(w->causes[i].advice);
    }
    cli_free(w->causes);
    cli_free(w->reasons);
    memset(w, 0, sizeof *w);
}
