/* What the code of a kernel says beside its counters. */
#include "notes.h"
#include "flow.h"

#include <inttypes.h>
#include <string.h>

/* Memory ----------------------------------------------------------------------------------------------------------- */

static int begins(const char *text, const char *with) { return *text == *with && strncmp(text, with, strlen(with)) == 0; }

static const char *space_of(const char *text)
{
    static const struct {
        const char *begin, *space;
    } rows[] = {{"LDGSTS", "global to shared"}, {"LDGDEPBAR", NULL}, {"LDG", "global"}, {"STG", "global"}, {"ATOMS", "shared"}, {"ATOMG", "global"},
                {"ATOM", "generic"}, {"REDG", "global"}, {"REDUX", NULL}, {"RED.", "generic"}, {"LDSM", "shared"}, {"LDS", "shared"}, {"STSM", "shared"},
                {"STS", "shared"}, {"LDL", "local"}, {"STL", "local"}, {"LDC", "constant"}, {"ULDC", "constant"}, {"LD.", "generic"}, {"ST.", "generic"},
                {"UBLKCP.S.G", "global to shared"}, {"UBLKCP.G.S", "shared to global"}, {"UBLKCP", "bulk copy"}, {"UTMALDG", "global to shared"},
                {"UTMASTG", "shared to global"}, {"UTMAREDG", "shared to global"}, {"LDTM", "tensor"}, {"STTM", "tensor"}, {"TEX", "texture"},
                {"TLD", "texture"}, {"TXD", "texture"}, {"SULD", "surface"}, {"SUST", "surface"}, {"SUATOM", "surface"}, {"SURED", "surface"}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++)
        if (begins(text, rows[i].begin)) return rows[i].space;
    return NULL;
}

/* Bytes of a thread, as the parts of a mnemonic say: LDG.E.128. */
static uint32_t bytes_of_access(const char *text)
{
    static const char *const unknown[] = {"LDSM", "STSM", "LDTM", "STTM", "UBLKCP", "UTMA", "T", "SU"};
    static const struct {
        const char *part;
        uint32_t bytes;
    } rows[] = {{"U8", 1}, {"S8", 1}, {"U16", 2}, {"S16", 2}, {"64", 8}, {"U64", 8}, {"S64", 8}, {"F64", 8}, {"128", 16}, {"256", 32}};
    const char *dot;
    size_t i;
    for (i = 0; i < sizeof unknown / sizeof *unknown; i++)
        if (begins(text, unknown[i])) return 0;
    for (dot = strpbrk(text, ". "); dot != NULL && *dot == '.'; dot = strpbrk(dot + 1, ". "))
        for (i = 0; i < sizeof rows / sizeof *rows; i++) {
            const size_t n = strlen(rows[i].part);
            if (strncmp(dot + 1, rows[i].part, n) == 0 && (dot[1 + n] == '.' || dot[1 + n] == ' ' || dot[1 + n] == 0)) return rows[i].bytes;
        }
    return 4;
}

const char *memory_of(const char *text, uint32_t *bytes)
{
    const char *space;
    if (text[0] == '@') text += strcspn(text, " ") + 1;
    space = space_of(text);
    *bytes = space != NULL ? bytes_of_access(text) : 0;
    return space;
}

/* Flow ------------------------------------------------------------------------------------------------------------- */

/* The rows of one function, [first, end). */
typedef struct part {
    notes *n;
    listing *l;
    const code_function *function;
    size_t first, end;
    uint32_t steps; /* left */
} part;

static size_t row_at(const part *p, uint64_t offset)
{
    const source_row *row = row_of_address(p->l, p->function->address + offset);
    return row != NULL && row->function == p->function ? (size_t)(row - p->l->rows) : p->l->count;
}

static uint64_t offset_at(const part *p, size_t row) { return p->l->rows[row].address - p->function->address; }

/* What the flow of a function says of an instruction, of a loop. */
typedef struct flow_note {
    uint32_t offset, target, loop; /* NO_TARGET, CUBIN_NONE: none */
    uint16_t live;
    uint8_t is_target;
} flow_note;

typedef struct flow_loop {
    uint32_t head, outer, depth;
} flow_loop;

/* Of all instructions, and after them of all loops. */
typedef struct function_flow {
    size_t count, loops;
    int has_live;
} function_flow;

#define NO_TARGET UINT32_MAX
#define MOST_KEPT ((size_t)4 << 20) /* bytes of a module; what does not fit is read for each result */

static flow_note *notes_in(function_flow *f) { return (flow_note *)(void *)(f + 1); }

static flow_loop *loops_in(function_flow *f) { return (flow_loop *)(void *)(notes_in(f) + f->count); }

/* In one piece, to be freed. */
static function_flow *short_flow(const code_flow *f, size_t *size)
{
    cubin_graph_facts facts;
    function_flow *to;
    size_t i;
    cubin_graph_info(f->graph, &facts);
    *size = sizeof *to + f->count * sizeof(flow_note) + facts.loops * sizeof(flow_loop);
    to = (function_flow *)cli_alloc(1, *size);
    to->count = f->count;
    to->loops = facts.loops;
    to->has_live = f->has_live;
    for (i = 0; i < f->count; i++) {
        const flow_row *const row = &f->rows[i];
        flow_note *const one = &notes_in(to)[i];
        cubin_block block;
        one->offset = (uint32_t)row->offset;
        one->target = row->i.has_target && row->i.target < NO_TARGET ? (uint32_t)row->i.target : NO_TARGET;
        one->loop = cubin_block_at(f->graph, row->block, &block) ? block.loop : CUBIN_NONE;
        one->live = row->live;
        one->is_target = row->is_target;
    }
    for (i = 0; i < facts.loops; i++) {
        flow_loop *const one = &loops_in(to)[i];
        cubin_loop loop;
        cubin_block head;
        if (!cubin_loop_at(f->graph, (uint32_t)i, &loop) || !cubin_block_at(f->graph, loop.head, &head)) continue;
        one->head = (uint32_t)head.offset;
        one->outer = loop.outer;
        one->depth = loop.depth;
    }
    return to;
}

static void note_loops(const part *p, function_flow *f)
{
    notes *const n = p->n;
    size_t i;
    for (i = 0; i < f->loops; i++) {
        note_loop *to;
        n->loops = (note_loop *)cli_grow(n->loops, &n->loop_room, n->loop_count + 1, sizeof *n->loops);
        to = &n->loops[n->loop_count++];
        memset(to, 0, sizeof *to);
        to->first = to->last = row_at(p, loops_in(f)[i].head);
        to->depth = loops_in(f)[i].depth;
    }
}

/* The rows and the notes are both in the order of the code. */
static void note_flow(const part *p, function_flow *f)
{
    const size_t base = p->n->loop_count, column = main_column(p->l);
    const flow_note *one = notes_in(f), *const end = one + f->count;
    size_t i;
    note_loops(p, f);
    for (i = p->first; i < p->end; i++) {
        note *const to = &p->n->rows[i];
        const uint64_t offset = offset_at(p, i);
        uint32_t k;
        while (one < end && one->offset < offset) one++;
        if (one == end || one->offset != offset) continue;
        if (f->has_live) to->live = one->live;
        to->is_target = one->is_target != 0;
        if (one->target != NO_TARGET) {
            const size_t target = row_at(p, one->target);
            if (target < p->l->count) to->target = (uint32_t)target + 1;
        }
        if (one->loop != CUBIN_NONE) to->loop = (uint32_t)base + one->loop + 1;
        for (k = one->loop; k != CUBIN_NONE; k = loops_in(f)[k].outer) {
            note_loop *const loop = &p->n->loops[base + k];
            if (i > loop->last) loop->last = i;
            loop->samples += value_of(p->l, column, i);
        }
    }
}

static void add_need(notes *n, note *to, size_t row)
{
    uint32_t i;
    for (i = 0; i < to->need_count; i++)
        if (n->needs[to->needs + i] == row) return;
    n->needs = (uint32_t *)cli_grow(n->needs, &n->need_room, n->need_count + 1, sizeof *n->needs);
    n->needs[n->need_count++] = (uint32_t)row;
    to->need_count++;
}

/* Those that set the barriers of an instruction. */
static void note_needs(part *p, const code_flow *f, cubin_graph *g)
{
    size_t i;
    for (i = p->first; i < p->end; i++) {
        note *const to = &p->n->rows[i];
        const size_t at = flow_row_at(f, offset_at(p, i));
        uint32_t k;
        to->needs = (uint32_t)p->n->need_count;
        for (k = 0; at < f->count && k < 6; k++) {
            cubin_producers walk;
            cubin_producer one;
            if ((f->rows[at].i.wait_mask >> k & 1) == 0) continue;
            cubin_producers_begin(&walk, g, f->rows[at].offset, CUBIN_RESOURCE_BARRIER, k);
            walk.max_steps = p->steps < 2000 ? p->steps : 2000;
            p->steps -= walk.max_steps;
            while (cubin_producers_next(&walk, &one)) {
                const size_t row = row_at(p, one.offset);
                if (row < p->l->count) add_need(p->n, to, row);
            }
            p->steps += walk.max_steps;
        }
    }
}

/* Read once for all results where only text is wanted: the barriers of pages need the graph. */
static void note_function(part *p, int for_text)
{
    machine_code *const code = p->l->code;
    function_flow *few, **kept = NULL;
    cubin_symbol_id id;
    cubin_location at;
    code_flow flow;
    size_t size;
    id.number = p->function->symbol;
    if (for_text) {
        if (code->flows == NULL) code->flows = (function_flow **)cli_alloc(code->count, sizeof *code->flows);
        kept = &code->flows[p->function - code->functions];
        if (*kept != NULL) {
            note_flow(p, *kept);
            return;
        }
    }
    if (!cubin_location_find(code->lines, id, 0, &at)) return;
    flow_read(&flow, code->lines, &at.function, FLOW_LIVE_COUNTS);
    few = short_flow(&flow, &size);
    note_flow(p, few);
    if (flow.graph != NULL && !for_text) note_needs(p, &flow, flow.graph);
    flow_free(&flow);
    if (kept != NULL && size <= MOST_KEPT - code->flows_size) {
        *kept = few;
        code->flows_size += size;
    } else cli_free(few);
}

/* Causes ----------------------------------------------------------------------------------------------------------- */

static int is_more(const why_blame *x, const why_blame *than)
{
    if (x->samples < than->samples || x->samples > than->samples) return x->samples > than->samples;
    if (x->row != than->row) return x->row < than->row;
    return x->kind != than->kind ? x->kind < than->kind : x->proof < than->proof;
}

static void take_blame(const why_blame *x, void *user)
{
    notes *const n = (notes *)user;
    const tree *const t = &n->lines->t;
    uint32_t at;
    n->has_causes = 1;
    if (n->most != NULL && is_more(x, &n->most[x->waiter])) n->most[x->waiter] = *x;
    if (n->lines->kind == ROWS_INSTRUCTIONS || x->proof == WHY_ITSELF) return;
    if (n->by_line[x->kind] == NULL) n->by_line[x->kind] = (float *)cli_alloc(n->lines->t.count, sizeof **n->by_line);
    if (n->lines->kind == ROWS_FILES)
        for (at = x->waiter > 0 ? t->within_end[x->waiter - 1] : 0; at < t->within_end[x->waiter]; at++) n->by_line[x->kind][t->within[at] - 1] += (float)x->samples;
    else
        for (at = t->innermost[x->waiter]; at > 0; at = t->list[at - 1].parent) n->by_line[x->kind][at - 1] += (float)x->samples;
}

/* Text has its rows disassembled once more, and shows no barriers: those cost as much as all else. */
static void note_code(notes *n, listing *l, int for_text)
{
    part p;
    size_t i;
    memset(&p, 0, sizeof p);
    p.n = n;
    p.l = l;
    p.steps = NOTE_STEPS;
    n->rows = (note *)cli_alloc(l->count, sizeof *n->rows);
    for (i = 0; i < l->count; i++) {
        const source_row *const row = &l->rows[i];
        const char *text = row->function != NULL && !for_text ? sass_at(l->code, row->function, row->address - row->function->address) : NULL;
        uint32_t bytes;
        n->rows[i].live = NO_LIVE;
        if (text == NULL) continue;
        n->rows[i].space = memory_of(text, &bytes);
        n->rows[i].bytes = (uint16_t)bytes;
    }
    for (i = 0; i < l->count; i = p.end) {
        p.function = l->rows[i].function;
        p.first = i;
        for (p.end = i + 1; p.end < l->count && l->rows[p.end].function == p.function; p.end++) {}
        if (p.function != NULL && p.function->symbol != NCUREP_NONE && l->code->lines != NULL) note_function(&p, for_text);
    }
}

void notes_of_code(notes *n, listing *l)
{
    memset(n, 0, sizeof *n);
    note_code(n, l, 0);
}

void notes_of(notes *n, listing *l)
{
    notes_of_code(n, l);
    why_of(&n->w, l, NOTE_CAUSES);
}

void notes_of_lines(notes *n, listing *l, const code_rows *rows, int with_code)
{
    memset(n, 0, sizeof *n);
    if (with_code) note_code(n, l, 1);
    n->lines = rows;
    if (rows->kind == ROWS_INSTRUCTIONS) n->most = (why_blame *)cli_alloc(l->count, sizeof *n->most);
    why_each(l, take_blame, n);
}

void notes_free(notes *n)
{
    size_t i;
    cli_free(n->rows);
    cli_free(n->most);
    for (i = 0; i < WHY_KIND_COUNT; i++) cli_free(n->by_line[i]);
    cli_free(n->loops);
    cli_free(n->needs);
    why_free(&n->w);
    memset(n, 0, sizeof *n);
}

void put_cause_name(cli_buf *b, const notes *n, const listing *l, size_t row)
{
    const why_blame *const x = &n->most[row];
    const source_row *of;
    if (x->samples <= 0) return;
    cli_putf(b, "%s", why_brief((why_kind)x->kind));
    if (x->proof == WHY_UNKNOWN) cli_put(b, "?", 1);
    if (x->row == row) return;
    of = &l->rows[x->row];
    cli_putf(b, " at %04" PRIx64, of->address - (of->function != NULL ? of->function->address : 0));
}
