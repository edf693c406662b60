/* Live registers by backward data flow over the instructions. What is only read under a guard is live only under that guard:
   "@P0 MOV R2, R3" ends the life of an R2 that "@P0 STG [R4], R2" wants, for as long as P0 stays what it is. */
#include "flow.h"
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

#define ALWAYS 7 /* no guard */
#define GUARDS 16

/* Registers that are wanted where a guard holds: by the number of the guard, as in cubin_instruction. */
typedef struct wanted {
    uint64_t set[GUARDS][4];
} wanted;

/* A block, or a place where several meet: after the returns, one for each barrier after its waits. */
typedef struct flow_node {
    wanted in;
    size_t first, end;               /* rows */
    size_t successors, predecessors; /* where its edges start in the lists */
    int waits;
} flow_node;

enum { NODE_RETURNS, NODE_BARRIERS, NODE_COMMON = NODE_BARRIERS + 16 }; /* after the blocks */

typedef struct flow_edge {
    size_t from, to;
    int guard; /* that holds on this way */
} flow_edge;

typedef struct graph {
    code_flow *f;
    flow_node *nodes;
    flow_edge *edges;
    size_t count, edge_count, edge_room;
    flow_edge *jumps; /* from row to row: branches whose targets .nv.info lists, by row */
    size_t jump_count, jump_room;
    size_t *around;   /* of a row that sets a barrier: 1 + the row that had set it before, 0: none */
    size_t set[16];   /* 1 + the row that set each barrier last */
} graph;

int flow_has(const uint64_t *set, uint32_t r)
{
    return (int)(set[r / 64] >> r % 64 & 1);
}

static void unknown(code_flow *f, uint64_t where, const char *why)
{
    if (f->unknown != NULL) return;
    f->unknown = why;
    f->where = where;
}

size_t flow_row_at(const code_flow *f, uint64_t offset)
{
    size_t low = 0, high = f->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (f->rows[middle].offset < offset) low = middle + 1;
        else high = middle;
    }
    return low < f->count && f->rows[low].offset == offset ? low : f->count;
}

static void add_rows(code_flow *f, const cubin_file *file, const cubin_function *function)
{
    cubin_locations walk;
    cubin_location at;
    cubin_locations_begin(&walk, file, function);
    while (cubin_locations_next(&walk, &at)) {
        flow_row *row;
        f->rows = (flow_row *)cli_grow(f->rows, &f->room, f->count + 1, sizeof *f->rows);
        row = &f->rows[f->count++];
        memset(row, 0, sizeof *row);
        row->offset = at.offset;
        row->i = at.instruction;
    }
}

/* A call whose target a linker has yet to put in leads out of the function, whatever its bits say. */
static void drop_targets(code_flow *f, const cubin_file *file, const cubin_function *function)
{
    cubin_relocations walk;
    cubin_relocation r;
    cubin_relocations_begin(&walk, file, function);
    while (cubin_relocations_next(&walk, &r)) {
        const size_t row = flow_row_at(f, r.offset);
        if (row < f->count && f->rows[row].i.flow == CUBIN_FLOW_CALL) f->rows[row].i.has_target = 0;
    }
}

static uint32_t word_at(cubin_view v, size_t at)
{
    const unsigned char *const p = (const unsigned char *)v.ptr + at;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Attribute 0x34, INDIRECT_BRANCH_TARGETS: offset of the branch, 0, how many targets, those; words of 32 bits. */
static void list_jumps(graph *g, const cubin_file *file, const cubin_function *function)
{
    cubin_attributes walk;
    cubin_attribute a;
    cubin_attributes_begin(&walk, file, function);
    while (cubin_attributes_next(&walk, &a)) {
        size_t at = 0, targets;
        while (a.kind == 0x34 && a.value.len - at >= 12) {
            const size_t from = flow_row_at(g->f, word_at(a.value, at));
            targets = word_at(a.value, at + 8);
            at += 12;
            for (; targets > 0 && a.value.len - at >= 4; targets--, at += 4) {
                const size_t to = flow_row_at(g->f, word_at(a.value, at));
                if (from == g->f->count || to == g->f->count) continue;
                g->jumps = (flow_edge *)cli_grow(g->jumps, &g->jump_room, g->jump_count + 1, sizeof *g->jumps);
                g->jumps[g->jump_count].from = from;
                g->jumps[g->jump_count].guard = ALWAYS;
                g->jumps[g->jump_count++].to = to;
            }
        }
    }
}

/* Row of the target in the function, or count. */
static size_t target_of(const code_flow *f, const flow_row *row)
{
    return row->i.has_target ? flow_row_at(f, row->i.target) : f->count;
}

static int ends_block(const cubin_instruction *i)
{
    return i->flow != CUBIN_FLOW_NEXT && i->flow != CUBIN_FLOW_SET;
}

static void make_blocks(graph *g)
{
    code_flow *const f = g->f;
    size_t i;
    for (i = 0; i < g->jump_count; i++) f->rows[g->jumps[i].to].begins = f->rows[g->jumps[i].to].is_target = 1;
    for (i = 0; i < f->count; i++) {
        const size_t target = target_of(f, &f->rows[i]);
        if (i == 0 || ends_block(&f->rows[i - 1].i)) f->rows[i].begins = 1;
        if (target < f->count) f->rows[target].begins = f->rows[target].is_target = 1;
    }
    for (i = 0; i < f->count; i++) {
        f->blocks += (uint32_t)f->rows[i].begins;
        f->rows[i].block = f->blocks - 1;
    }
}

static void add_edge(graph *g, size_t from, size_t to, int guard)
{
    if (guard == ALWAYS + 8) return; /* never */
    g->edges = (flow_edge *)cli_grow(g->edges, &g->edge_room, g->edge_count + 1, sizeof *g->edges);
    g->edges[g->edge_count].from = from;
    g->edges[g->edge_count].guard = guard;
    g->edges[g->edge_count++].to = to;
}

/* Where a wait for a barrier goes on: the target of the innermost setting around it in the order of the code, a row; count: none
   is around it. Rows are asked for in ascending order. */
static size_t meets_at(graph *g, size_t at)
{
    size_t *const set = &g->set[g->f->rows[at].i.barrier % 16];
    while (*set > 0) {
        const size_t target = target_of(g->f, &g->f->rows[*set - 1]);
        if (target < g->f->count && target > at) return target;
        *set = g->around[*set - 1];
    }
    return g->f->count;
}

/* The edges that leave by one instruction. */
static void add_edges(graph *g, size_t at, int is_kernel)
{
    code_flow *const f = g->f;
    flow_row *const row = &f->rows[at];
    const size_t block = row->block, target = target_of(f, row), returns = f->blocks + NODE_RETURNS, barrier = f->blocks + NODE_BARRIERS + row->i.barrier % 16;
    const int is_last = at + 1 == f->count || f->rows[at + 1].begins, guard = row->i.guard;
    int otherwise = row->i.is_conditional ? ALWAYS : guard ^ 8; /* what holds where it has no effect */
    switch (row->i.flow) {
    case CUBIN_FLOW_BRANCH:
        if (target == f->count) unknown(f, row->offset, "a branch leaves the function");
        else add_edge(g, block, f->rows[target].block, guard);
        break;
    case CUBIN_FLOW_CALL:
        if (target == f->count) {
            unknown(f, row->offset, "it calls a function whose registers are not known");
            row->is_opaque = 1;
        } else {
            add_edge(g, block, f->rows[target].block, guard);
            if (at + 1 < f->count) add_edge(g, returns, f->rows[at + 1].block, ALWAYS);
        }
        break;
    case CUBIN_FLOW_RETURN:
        if (!is_kernel) unknown(f, row->offset, "it returns to a caller that is not known");
        add_edge(g, block, returns, guard);
        break;
    case CUBIN_FLOW_INDIRECT: {
        size_t low = 0, high = g->jump_count;
        while (low < high) { /* its first */
            const size_t middle = low + (high - low) / 2;
            if (g->jumps[middle].from < at) low = middle + 1;
            else high = middle;
        }
        if (low == g->jump_count || g->jumps[low].from != at) unknown(f, row->offset, "a branch has no known target");
        for (; low < g->jump_count && g->jumps[low].from == at; low++) add_edge(g, block, f->rows[g->jumps[low].to].block, guard);
        break;
    }
    case CUBIN_FLOW_SET:
        if (target < f->count) add_edge(g, barrier, f->rows[target].block, ALWAYS);
        g->around[at] = g->set[row->i.barrier % 16];
        g->set[row->i.barrier % 16] = at + 1;
        otherwise = ALWAYS;
        break;
    case CUBIN_FLOW_SYNC: {
        const size_t meets = meets_at(g, at);
        add_edge(g, block, meets < f->count ? f->rows[meets].block : barrier, guard);
        otherwise = ALWAYS;
        break;
    }
    case CUBIN_FLOW_EXIT: break;
    default: otherwise = ALWAYS; break;
    }
    if (is_last && at + 1 < f->count) add_edge(g, block, f->rows[at + 1].block, otherwise);
}

/* What is wanted before an instruction, from what is wanted after it. One that may write anything leaves nothing wanted
   for certain but what it is known to read. */
static void step_back(const flow_row *row, wanted *w)
{
    const cubin_instruction *const i = &row->i;
    const uint32_t g = i->guard;
    uint32_t k, p;
    if (row->is_opaque) memset(w, 0, sizeof *w);
    for (k = 0; k < 4; k++) {
        const uint64_t written = i->written[k];
        if ((i->predicates | written | i->read[k]) == 0) continue;
        for (p = 0; p < ALWAYS && i->predicates != 0; p++)
            if ((i->predicates >> p & 1) != 0) { /* a guard by what it was before is another one */
                w->set[ALWAYS][k] |= w->set[p][k] | w->set[p + 8][k];
                w->set[p][k] = w->set[p + 8][k] = 0;
            }
        if (g == ALWAYS) {
            for (p = 0; p < GUARDS && written != 0; p++) w->set[p][k] &= ~written;
        } else if (g != ALWAYS + 8) {
            w->set[g ^ 8][k] |= w->set[ALWAYS][k] & written;
            w->set[ALWAYS][k] &= ~written;
            w->set[g][k] &= ~written;
        }
        if (g != ALWAYS + 8) w->set[g][k] |= i->read[k];
    }
}

/* Adds what is wanted after an edge to what is wanted before it. */
static void add_wanted(wanted *to, const wanted *from, int guard)
{
    uint32_t k, p;
    for (k = 0; k < 4; k++)
        for (p = 0; p < GUARDS; p++) {
            if (guard != ALWAYS && (int)p == (guard ^ 8)) continue; /* not on this way */
            to->set[p == ALWAYS ? (uint32_t)guard : p][k] |= from->set[p][k];
        }
}

static void wanted_after(const graph *g, size_t node, wanted *w)
{
    size_t at;
    memset(w, 0, sizeof *w);
    for (at = g->nodes[node].successors; at < g->edge_count && g->edges[at].from == node; at++)
        add_wanted(w, &g->nodes[g->edges[at].to].in, g->edges[at].guard);
}

static int by_from(const void *a, const void *b)
{
    const flow_edge *x = (const flow_edge *)a, *y = (const flow_edge *)b;
    return x->from != y->from ? (x->from < y->from ? -1 : 1) : x->to < y->to ? -1 : x->to > y->to;
}

static int by_to(const void *a, const void *b)
{
    const flow_edge *x = (const flow_edge *)a, *y = (const flow_edge *)b;
    return x->to != y->to ? (x->to < y->to ? -1 : 1) : x->from < y->from ? -1 : x->from > y->from;
}

/* Nodes so that each comes after those it leads to, as far as loops allow: what is wanted moves fastest in this order. */
static void sort_nodes(const graph *g, size_t *order)
{
    size_t *const path = (size_t *)cli_alloc(g->count, sizeof *path), *const next = (size_t *)cli_alloc(g->count, sizeof *next);
    size_t root, depth, done = 0;
    for (root = 0; root < g->count; root++) next[root] = g->nodes[root].successors;
    for (root = 0; root < g->count; root++) {
        if (g->nodes[root].waits) continue;
        g->nodes[path[0] = root].waits = 1;
        for (depth = 1; depth > 0;) {
            const size_t node = path[depth - 1], at = next[node]++;
            if (at < g->edge_count && g->edges[at].from == node) {
                const size_t to = g->edges[at].to;
                if (!g->nodes[to].waits) g->nodes[path[depth++] = to].waits = 1;
            } else {
                order[done++] = node;
                depth--;
            }
        }
    }
    cli_free(path);
    cli_free(next);
}

/* Each node is looked at again only when one after it wants more. That ends; made-up code may make it long, so there is a limit. */
static void solve(graph *g)
{
    uint64_t left = 10000 + 1000 * (uint64_t)g->f->count;
    flow_edge *const back = (flow_edge *)cli_alloc(g->edge_count + 1, sizeof *back);
    size_t *const order = (size_t *)cli_alloc(g->count, sizeof *order);
    size_t i, k, at, changed;
    if (g->edge_count > 0) {
        qsort(g->edges, g->edge_count, sizeof *g->edges, by_from);
        memcpy(back, g->edges, g->edge_count * sizeof *back);
        qsort(back, g->edge_count, sizeof *back, by_to);
    }
    for (i = at = 0; i < g->count; i++) {
        while (at < g->edge_count && g->edges[at].from < i) at++;
        g->nodes[i].successors = at;
    }
    for (i = at = 0; i < g->count; i++) {
        while (at < g->edge_count && back[at].to < i) at++;
        g->nodes[i].predecessors = at;
    }
    sort_nodes(g, order); /* all wait now */
    do {
        for (changed = k = 0; k < g->count; k++) {
            flow_node *const n = &g->nodes[order[k]];
            wanted w;
            if (!n->waits) continue;
            n->waits = 0;
            if (left < n->end - n->first + 1) {
                g->f->unknown = "its flow is too tangled";
                g->f->where = 0;
                g->f->has_live = 0;
                changed = 0;
                break;
            }
            left -= n->end - n->first + 1;
            wanted_after(g, order[k], &w);
            for (i = n->end; i > n->first; i--) step_back(&g->f->rows[i - 1], &w);
            if (memcmp(&w, &n->in, sizeof w) == 0) continue;
            n->in = w;
            for (at = n->predecessors; at < g->edge_count && back[at].to == order[k]; at++) g->nodes[back[at].from].waits = 1;
            changed = 1;
        }
    } while (changed);
    cli_free(order);
    cli_free(back);
}

static uint32_t bits_of(const uint64_t *set)
{
    uint32_t n = 0;
    int k;
    for (k = 0; k < 4; k++) {
        uint64_t v = set[k];
        for (; v != 0; v &= v - 1) n++;
    }
    return n;
}

static void all_of(const wanted *w, uint64_t *set)
{
    uint32_t k, p;
    for (k = 0; k < 4; k++)
        for (p = 0; p < GUARDS; p++) set[k] |= w->set[p][k];
}

/* From the end of each block to its start. */
static void fill_rows(graph *g)
{
    code_flow *const f = g->f;
    wanted w;
    size_t i;
    int k;
    for (i = f->count; i > 0; i--) {
        flow_row *const row = &f->rows[i - 1];
        if (i == f->count || f->rows[i].begins) wanted_after(g, row->block, &w);
        all_of(&w, row->alive);
        step_back(row, &w);
        all_of(&w, row->before);
        for (k = 0; k < 4; k++) row->alive[k] |= row->i.written[k] | row->before[k];
        row->live = bits_of(row->alive);
        if (row->live > f->most) f->most = row->live;
    }
}

void flow_read(code_flow *f, const cubin_file *file, const cubin_function *function, int live)
{
    graph g;
    size_t i;
    memset(f, 0, sizeof *f);
    memset(&g, 0, sizeof g);
    g.f = f;
    add_rows(f, file, function);
    drop_targets(f, file, function);
    list_jumps(&g, file, function);
    if (g.jump_count > 0) qsort(g.jumps, g.jump_count, sizeof *g.jumps, by_from);
    make_blocks(&g);
    g.count = f->blocks + NODE_COMMON;
    g.nodes = (flow_node *)cli_alloc(g.count, sizeof *g.nodes);
    g.around = (size_t *)cli_alloc(f->count + 1, sizeof *g.around);
    for (i = 0; i < f->count; i++) {
        if (f->rows[i].begins) g.nodes[f->rows[i].block].first = i;
        g.nodes[f->rows[i].block].end = i + 1;
        f->rows[i].is_opaque = !f->rows[i].i.has_registers;
        if (f->rows[i].is_opaque) unknown(f, f->rows[i].offset, "an instruction whose registers are not known");
        add_edges(&g, i, function->is_kernel);
    }
    f->has_live = live;
    if (f->has_live) solve(&g);
    if (f->has_live) fill_rows(&g);
    cli_free(g.nodes);
    cli_free(g.around);
    cli_free(g.edges);
    cli_free(g.jumps);
}

void flow_free(code_flow *f)
{
    cli_free(f->rows);
    memset(f, 0, sizeof *f);
}
