/* Which instructions make warps wait. */
#include "why.h"
#include "names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PRODUCERS 64
#define MOST_STEPS 20000    /* of one way back; longer ones have been waited for long before */
#define ALL_STEPS 50000000  /* of a kernel, whatever its code is */

const char *why_word(why_kind kind)
{
#define WORD(name, word, text, brief) case name: return word;
    switch (kind) {
        WHY_KINDS(WORD)
    default: return "?";
    }
#undef WORD
}

const char *why_text(why_kind kind)
{
#define TEXT(name, word, text, brief) case name: return text;
    switch (kind) {
        WHY_KINDS(TEXT)
    default: return "?";
    }
#undef TEXT
}

const char *why_brief(why_kind kind)
{
#define BRIEF(name, word, text, brief) case name: return brief;
    switch (kind) {
        WHY_KINDS(BRIEF)
    default: return "?";
    }
#undef BRIEF
}

const char *why_known_by(why_proof proof)
{
    static const char *const words[] = {"producer", "itself", "unknown"};
    return words[proof];
}

ncurep_view why_reason_name(const listing *l, size_t column)
{
    const nvs_view name = l->columns[column].name;
    return bytes_of(name.ptr + strlen(STALL), name.len - strlen(STALL));
}

void brief_label(char *to, size_t room, const source_column *c)
{
    static const char *const rows[][2] = {{"_scoreboard", "_sb"}, {"_throttle", ""}, {"_instructions", "_inst"}, {"_instruction", "_inst"},
                                          {"_resolving", ""}, {"_selected", "_sel"}, {"_stall", ""}, {"_miss", ""}};
    const size_t begin = c->stall ? strlen(STALL) : 0;
    size_t i, n;
    snprintf(to, room, "%.*s", c->stall ? (int)(c->name.len - begin) : 0, c->name.ptr + begin);
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        n = strlen(rows[i][0]);
        if (strlen(to) <= n || strcmp(to + strlen(to) - n, rows[i][0]) != 0) continue;
        memcpy(to + strlen(to) - n, rows[i][1], strlen(rows[i][1]) + 1);
        return;
    }
}

size_t largest_waits(const listing *l, size_t *columns, size_t most)
{
    size_t i, k, n = 0;
    for (i = 0; i < l->column_count; i++) {
        if (!l->columns[i].stall || !(l->columns[i].sum > 0) || same_text(why_reason_name(l, i), "selected")) continue;
        for (k = n; k > 0 && l->columns[columns[k - 1]].sum < l->columns[i].sum; k--)
            if (k < most) columns[k] = columns[k - 1];
        if (k < most) columns[k] = i;
        n += n < most;
    }
    return n;
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

typedef struct blaming {
    why *w;
    listing *l;
    const code_function *function; /* of the graph */
    const code_function *writes_of; /* whose writes are counted: */
    why_writes writes;
    cubin_graph *graph;            /* NULL: there is none */
    double *loops;                 /* issued samples in each loop */
    uint64_t steps;                /* left */
    producer found[MOST_PRODUCERS];
    size_t found_count;
    why_blame *blames;             /* of the row that waits */
    size_t count, room;
    why_blame *others;             /* those of all rows that are for another one; those for itself are a whole cause at once */
    size_t other_count, other_room;
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
    why_blame *x;
    b->blames = (why_blame *)cli_grow(b->blames, &b->room, b->count + 1, sizeof *b->blames);
    x = &b->blames[b->count++];
    x->row = (uint32_t)row;
    x->waiter = (uint32_t)waiter;
    x->reason = (uint16_t)reason;
    x->kind = (uint8_t)kind;
    x->proof = (uint8_t)proof;
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
        for (i = 0; b->l->columns[c].stall && is_issued(b->l, c) && i < b->l->count; i++) {
            const source_row *row = &b->l->rows[i];
            const uint32_t in = row->function == f ? loop_of(b, row->address - f->address) : CUBIN_NONE;
            if (in != CUBIN_NONE) b->loops[in] += value_of(b->l, c, i);
        }
    for (i = facts.loops; i > 0; i--)
        if (cubin_loop_at(b->graph, (uint32_t)i - 1, &loop) && loop.outer != CUBIN_NONE) b->loops[loop.outer] += b->loops[i - 1];
}

/* Whether an instruction before it is to blame, or one that sets a barrier. */
static int has_producer(const listing *l, size_t reason, why_kind kind) { return kind == WHY_GLOBAL || kind == WHY_SPECIAL || is_named(l, reason, "wait"); }

why_kind why_own_kind(const listing *l, size_t column)
{
    const why_kind kind = l->columns[column].stall && !is_issued(l, column) ? kind_of_reason(why_reason_name(l, column)) : WHY_KIND_COUNT;
    return kind != WHY_KIND_COUNT && !has_producer(l, column, kind) ? kind : WHY_KIND_COUNT;
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
        const int is_long = kind == WHY_GLOBAL, waits = is_named(b->l, reasons[i], "wait"), needs = has_producer(b->l, reasons[i], kind);
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
    const why_blame *x = (const why_blame *)a, *y = (const why_blame *)b;
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
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    return x->proof < y->proof ? -1 : x->proof > y->proof;
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

/* Keeps those with most samples. */
static void keep_cause(why *w, const why_cause *c)
{
    size_t i, least = 0;
    if (w->count < w->most) {
        w->causes = (why_cause *)cli_grow(w->causes, &w->room, w->count + 1, sizeof *w->causes);
        w->causes[w->count++] = *c;
        return;
    }
    for (i = 1; i < w->count; i++)
        if (by_samples(&w->causes[i], &w->causes[least]) > 0) least = i;
    if (w->count > 0 && by_samples(c, &w->causes[least]) < 0) w->causes[least] = *c;
}

/* The cause of these blames. */
static void add_cause(blaming *b, const why_blame *blames, size_t count)
{
    why *const w = b->w;
    why_cause one, *const c = &one;
    double at_waiter = 0, most = 0;
    double *const of_reason = (double *)cli_alloc(b->l->column_count, sizeof *of_reason);
    size_t i;
    memset(c, 0, sizeof *c);
    c->row = blames[0].row;
    c->kind = (why_kind)blames[0].kind;
    c->proof = (why_proof)blames[0].proof;
    for (i = 0; i < count; i++) {
        const why_blame *x = &blames[i];
        c->samples += x->samples;
        at_waiter += x->samples;
        of_reason[x->reason] += x->samples;
        if (of_reason[x->reason] > most) {
            most = of_reason[x->reason];
            c->reason = x->reason;
        }
        if (x->distance > 0 && (c->distance == 0 || x->distance < c->distance)) c->distance = x->distance;
        if (i + 1 < count && x[1].waiter == x->waiter) continue;
        add_waiter(c, x->waiter, at_waiter);
        at_waiter = 0;
    }
    cli_free(of_reason);
    keep_cause(w, c);
}

/* What the function of the graph writes to memory; counted once for the causes of a function that follow each other. */
static const why_writes *writes_of(blaming *b)
{
    cubin_location at;
    size_t i;
    if (b->writes_of == b->function) return &b->writes;
    memset(&b->writes, 0, sizeof b->writes);
    b->writes_of = b->function;
    for (i = 0; i < b->l->count; i++) {
        const source_row *const row = &b->l->rows[i];
        const double ran = value_of(b->l, b->l->executed, i);
        const char *text;
        if (row->function != b->function || !(ran > 0) || !text_at(b, row->address - row->function->address, &at)) continue;
        text = mnemonic(at.text);
        if (begins(text, "RED.") || begins(text, "RED ")) b->writes.atomic += ran;
        else if (begins(text, "STG") || begins(text, "STL") || begins(text, "ST.") || begins(text, "ST ") || begins(text, "SUST")) b->writes.plain += ran;
    }
    return &b->writes;
}

/* Of why_cause: what it waits for is that the registers of the cause were read, not that its result is there. */
static uint32_t find_overwritten(const blaming *b, const why_cause *c, const cubin_instruction *of)
{
    const source_row *const row = &b->l->rows[c->waiters[0].row];
    cubin_location at;
    uint32_t i, mask;
    if (c->proof != WHY_PRODUCED || of->read_barrier > 5 || row->function != b->function) return 0;
    if (!text_at(b, row->address - row->function->address, &at)) return 0;
    mask = at.instruction.wait_mask;
    if ((mask >> of->read_barrier & 1) == 0 || (of->write_barrier < 6 && (mask >> of->write_barrier & 1) != 0)) return 0;
    for (i = 0; i < 255; i++)
        if ((at.instruction.written[i / 64] & of->read[i / 64]) >> i % 64 & 1) return i + 1;
    return 0;
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
        if (text_at(b, r->address - r->function->address, &at)) {
            c->text = copy_text(at.text, strlen(at.text));
            c->overwritten = find_overwritten(b, c, &at.instruction);
        }
        loop = loop_of(b, r->address - r->function->address);
        if (loop != CUBIN_NONE) issued = b->loops[loop];
    }
    c->in_loop = loop != CUBIN_NONE;
    c->gone = w->samples > c->samples ? w->samples / (w->samples - c->samples) : 0;
    if (issued > c->samples) issued = c->samples;
    c->hidden = w->samples > issued ? w->samples / (w->samples - issued) : 0;
    why_advise(w, b->l, c, b->graph != NULL && c->kind == WHY_DRAIN ? writes_of(b) : NULL);
}

/* In place: a sort that copies would double what a long kernel takes. */
static void sort_blames(why_blame *x, size_t count)
{
    size_t first = count / 2, end = count;
    while (end > 1) {
        why_blame last;
        size_t at, child;
        if (first > 0) last = x[--first];
        else {
            last = x[--end];
            x[end] = x[0];
        }
        for (at = first; (child = 2 * at + 1) < end; at = child) {
            if (child + 1 < end && by_cause(&x[child], &x[child + 1]) < 0) child++;
            if (by_cause(&last, &x[child]) >= 0) break;
            x[at] = x[child];
        }
        x[at] = last;
    }
}

/* Of sorted blames. */
static void add_causes(blaming *b, const why_blame *x, size_t count)
{
    size_t i, first = 0;
    for (i = 0; i < count; i++) {
        if (i + 1 < count && x[i + 1].row == x[i].row && x[i + 1].kind == x[i].kind && x[i + 1].proof == x[i].proof) continue;
        add_cause(b, x + first, i + 1 - first);
        first = i + 1;
    }
}

/* The blames of one row to their reasons and causes; those on other rows wait until all are there. */
static void take_row(blaming *b)
{
    size_t i, k, own = 0;
    for (i = 0; i < b->count; i++) {
        const why_blame x = b->blames[i];
        for (k = 0; b->w->reasons[k].column != x.reason; k++) {}
        *(x.proof == WHY_PRODUCED ? &b->w->reasons[k].produced : x.proof == WHY_ITSELF ? &b->w->reasons[k].itself : &b->w->reasons[k].unknown) += x.samples;
        if (x.proof == WHY_PRODUCED) {
            b->others = (why_blame *)cli_grow(b->others, &b->other_room, b->other_count + 1, sizeof *b->others);
            b->others[b->other_count++] = x;
        } else
            b->blames[own++] = x;
    }
    sort_blames(b->blames, own);
    add_causes(b, b->blames, own);
}

/* Adds up the samples, and gives the columns that are reasons to wait: as many as *count, to be freed. */
static size_t *begin_blaming(blaming *b, why *w, listing *l, size_t *count)
{
    size_t *const reasons = (size_t *)cli_alloc(l->column_count, sizeof *reasons), i, k;
    memset(w, 0, sizeof *w);
    memset(b, 0, sizeof *b);
    b->w = w;
    b->l = l;
    b->steps = ALL_STEPS;
    *count = 0;
    for (i = 0; i < l->column_count; i++) {
        if (!l->columns[i].stall) continue;
        for (k = 0; k < l->count; k++) *(is_issued(l, i) ? &w->issued : &w->samples) += value_of(l, i, k);
        if (!is_issued(l, i)) reasons[(*count)++] = i;
    }
    w->samples += w->issued;
    return reasons;
}

static void end_blaming(blaming *b, size_t *reasons)
{
    close_graph(b);
    cli_free(reasons);
    cli_free(b->blames);
    cli_free(b->others);
}

void why_each(listing *l, void (*take_fn)(const why_blame *x, void *user), void *user)
{
    blaming b;
    why w;
    size_t count, i, k, *const reasons = begin_blaming(&b, &w, l, &count);
    for (i = 0; i < l->count && w.samples > 0; i++) {
        b.count = 0;
        blame_row(&b, i, reasons, count);
        sort_blames(b.blames, b.count);
        for (k = 0; k < b.count; k++) take_fn(&b.blames[k], user);
    }
    end_blaming(&b, reasons);
}

/* Those that have samples, most first. */
static void keep_reasons(why *w, size_t count)
{
    size_t i;
    for (i = 0; i < count; i++)
        if (w->reasons[i].samples > 0) w->reasons[w->reason_count++] = w->reasons[i];
    if (w->reason_count > 0) qsort(w->reasons, w->reason_count, sizeof *w->reasons, by_reason_samples);
}

void why_of(why *w, listing *l, size_t most)
{
    blaming b;
    size_t count, i, k, *const reasons = begin_blaming(&b, w, l, &count);
    w->most = most;
    w->reasons = (why_reason *)cli_alloc(count, sizeof *w->reasons);
    for (i = 0; i < count; i++) {
        w->reasons[i].column = reasons[i];
        for (k = 0; k < l->count; k++) w->reasons[i].samples += value_of(l, reasons[i], k);
    }
    for (i = 0; i < l->count && w->samples > 0; i++) {
        b.count = 0;
        blame_row(&b, i, reasons, count);
        take_row(&b);
    }
    if (w->samples <= 0) w->missing = "the report has no samples of why warps wait";
    else if (l->code->lines == NULL) w->missing = "the report has no machine code: where warps stood is all that is known";
    else if (cubin_instruction_size(l->code->arch) == 0) w->missing = "there are no tables for this architecture: where warps stood is all that is known";
    why_find_fit(&w->fit, l);
    sort_blames(b.others, b.other_count);
    add_causes(&b, b.others, b.other_count);
    keep_reasons(w, count);
    for (i = 0; i < w->count; i++) {
        const char *text;
        fill_cause(&b, &w->causes[i]);
        text = w->causes[i].text;
        if (w->missing == NULL && text != NULL && *mnemonic(text) == '?')
            w->missing = "some causes are instructions that no table has: what they are is a guess, who waits for them is not";
    }
    if (w->count > 0) qsort(w->causes, w->count, sizeof *w->causes, by_samples);
    end_blaming(&b, reasons);
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
