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

static void note_flow(const part *p, const code_flow *f)
{
    size_t i;
    for (i = p->first; i < p->end; i++) {
        note *const to = &p->n->rows[i];
        const size_t at = flow_row_at(f, offset_at(p, i));
        size_t target;
        if (at == f->count) continue;
        if (f->has_live) to->live = f->rows[at].live;
        to->is_target = f->rows[at].is_target != 0;
        if (!f->rows[at].i.has_target) continue;
        target = row_at(p, f->rows[at].i.target);
        if (target < p->l->count) to->target = (uint32_t)target + 1;
    }
}

static void note_loops(const part *p, const cubin_graph *g)
{
    notes *const n = p->n;
    const size_t base = n->loop_count, column = main_column(p->l);
    cubin_graph_facts facts;
    size_t i, k;
    cubin_graph_info(g, &facts);
    for (i = 0; i < facts.loops; i++) {
        cubin_loop loop;
        cubin_block head;
        note_loop *to;
        n->loops = (note_loop *)cli_grow(n->loops, &n->loop_room, n->loop_count + 1, sizeof *n->loops);
        to = &n->loops[n->loop_count++];
        memset(to, 0, sizeof *to);
        if (!cubin_loop_at(g, (uint32_t)i, &loop) || !cubin_block_at(g, loop.head, &head)) continue;
        to->first = to->last = row_at(p, head.offset);
        to->depth = loop.depth;
    }
    for (i = p->first; i < p->end; i++) {
        cubin_block block;
        cubin_loop loop;
        if (!cubin_block_find(g, offset_at(p, i), &block) || block.loop == CUBIN_NONE) continue;
        n->rows[i].loop = (uint32_t)(base + block.loop) + 1;
        for (k = block.loop; k != CUBIN_NONE && cubin_loop_at(g, (uint32_t)k, &loop); k = loop.outer) {
            note_loop *const to = &n->loops[base + k];
            if (i > to->last) to->last = i;
            to->samples += value_of(p->l, column, i);
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

static void note_function(part *p, int for_text)
{
    cubin_symbol_id id;
    cubin_location at;
    code_flow flow;
    id.number = p->function->symbol;
    if (!cubin_location_find(p->l->code->lines, id, 0, &at)) return;
    flow_read(&flow, p->l->code->lines, &at.function, FLOW_LIVE_COUNTS);
    note_flow(p, &flow);
    note_loops(p, flow.graph);
    if (flow.graph != NULL && !for_text) note_needs(p, &flow, flow.graph);
    flow_free(&flow);
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
