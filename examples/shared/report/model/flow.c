/* Live registers by backward data flow over the instructions. What is only read under a guard is live only under that guard:
   "@P0 MOV R2, R3" ends the life of an R2 that "@P0 STG [R4], R2" wants, for as long as P0 stays what it is. */
#include "flow.h"
#include "callee.h"
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

#define ALWAYS 7 /* no guard */
#define GUARDS 16
#define CALLED_MOST 16384 /* bytes of code of called functions that are read for one that calls them */

/* Registers that are wanted where a guard holds: by the number of the guard, as in cubin_instruction. */
typedef struct wanted {
    uint64_t set[GUARDS][4];
} wanted;

/* A block of the graph, or a place where several meet: after the returns, one for each barrier after waits that nothing is around. */
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
    const flow_set *back; /* of a called function: what is wanted after it returns; NULL: of one by itself */
    flow_node *nodes;
    flow_edge *edges;
    size_t count, edge_count, edge_room;
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

static void take_instruction(flow_instruction *to, const cubin_instruction *i)
{
    to->target = i->target;
    memcpy(to->read, i->read, sizeof to->read);
    memcpy(to->written, i->written, sizeof to->written);
    to->unknown = i->unknown;
    to->flow = (uint8_t)i->flow;
    to->has_target = i->has_target != 0;
    to->has_registers = i->has_registers != 0;
    to->guard = i->guard;
    to->barrier = i->barrier;
    to->predicates = i->predicates;
    to->stall = i->stall;
    to->yield = i->yield;
    to->write_barrier = i->write_barrier;
    to->read_barrier = i->read_barrier;
    to->wait_mask = i->wait_mask;
    to->reuse = i->reuse;
}

static void add_rows(code_flow *f, const cubin_file *file, const cubin_function *function)
{
    cubin_info info;
    cubin_locations walk;
    cubin_location at;
    cubin_file_info(file, &info);
    f->rows = (flow_row *)cli_grow(f->rows, &f->room, function->code.len / (cubin_instruction_size(info.arch) == 16 ? 16 : 8) + 1, sizeof *f->rows);
    cubin_locations_begin(&walk, file, function);
    while (cubin_locations_next(&walk, &at)) {
        flow_row *row;
        f->rows = (flow_row *)cli_grow(f->rows, &f->room, f->count + 1, sizeof *f->rows);
        row = &f->rows[f->count++];
        memset(row, 0, sizeof *row);
        row->offset = at.offset;
        take_instruction(&row->i, &at.instruction);
    }
}

/* Row of the target in the function, or count. */
static size_t target_of(const code_flow *f, const flow_row *row)
{
    return row->i.has_target ? flow_row_at(f, row->i.target) : f->count;
}

static void add_edge(graph *g, size_t from, size_t to, int guard)
{
    if (guard == ALWAYS + 8) return; /* never */
    g->edges = (flow_edge *)cli_grow(g->edges, &g->edge_room, g->edge_count + 1, sizeof *g->edges);
    g->edges[g->edge_count].from = from;
    g->edges[g->edge_count].guard = guard;
    g->edges[g->edge_count++].to = to;
}

/* Blocks of the graph, and who goes where. A call that no edge says enters the function leads out of it, whatever its bits say. */
static void mark_rows(code_flow *f)
{
    cubin_block b;
    cubin_edge e;
    size_t row, target;
    uint32_t k;
    for (f->blocks = 0; cubin_block_at(f->graph, f->blocks, &b); f->blocks++) {
        row = flow_row_at(f, b.offset);
        f->rows[row].begins = 1;
        for (k = 0; cubin_entry_at(f->graph, f->blocks, k, &e); k++)
            if (e.kind == CUBIN_EDGE_KIND_INDIRECT) f->rows[row].is_target = 1;
        for (; row < f->count && f->rows[row].offset < b.end; row++) f->rows[row].block = f->blocks;
        if (f->rows[row - 1].i.flow != CUBIN_FLOW_CALL) continue;
        f->rows[row - 1].i.has_target = 0;
        for (k = 0; cubin_exit_at(f->graph, f->blocks, k, &e); k++)
            if (e.kind == CUBIN_EDGE_KIND_CALL) f->rows[row - 1].i.has_target = 1;
    }
    for (row = 0; row < f->count; row++) {
        target = target_of(f, &f->rows[row]);
        if (target < f->count) f->rows[target].is_target = 1;
    }
}

/* Where "PRET L", "JMX R3" of sm_50 to sm_62 comes back from what R3 holds, or count: row is no such call. */
static size_t comes_back(const code_flow *f, size_t row)
{
    const flow_row *const before = f->rows + row - 1;
    const int is_call = row > 0 && f->rows[row].i.flow == CUBIN_FLOW_INDIRECT && before->i.flow == CUBIN_FLOW_NEXT;
    return is_call ? target_of(f, before) : f->count;
}

/* What is not known about the way on after the last instruction of a block with so many ways, or NULL. */
static const char *open_end(flow_row *row, uint32_t ways, int returns)
{
    if (row->i.guard == ALWAYS + 8) return NULL; /* it never goes there */
    switch (row->i.flow) {
    case CUBIN_FLOW_BRANCH: return row->i.has_target && ways > 0 ? NULL : "a branch leaves the function";
    case CUBIN_FLOW_CALL:
        if (row->i.has_target || row->has_callee) return NULL;
        row->is_opaque = 1;
        return "it calls a function whose registers are not known";
    case CUBIN_FLOW_RETURN: return returns ? NULL : "it returns to a caller that is not known";
    case CUBIN_FLOW_INDIRECT: return ways > 0 || row->has_callee ? NULL : "a branch has no known target";
    default: return NULL;
    }
}

/* The edges that leave by the last instruction of a block. A call comes back where the function returns. */
static void add_edges(graph *g, flow_row *row, int returns)
{
    code_flow *const f = g->f;
    const size_t block = row->block, after = f->blocks + NODE_RETURNS, barrier = f->blocks + NODE_BARRIERS + row->i.barrier % 16;
    uint32_t k, ways = 0;
    const char *why;
    cubin_edge e;
    for (k = 0; cubin_exit_at(f->graph, row->block, k, &e); k++) {
        if (e.kind != CUBIN_EDGE_KIND_NEXT) ways++;
        if (e.kind != CUBIN_EDGE_KIND_RETURNED) {
            add_edge(g, block, e.to, e.guard);
            continue;
        }
        if (row->i.has_target) add_edge(g, after, e.to, ALWAYS);
        add_edge(g, block, e.to, row->has_callee ? ALWAYS : row->i.guard ^ 8);
    }
    if (row->i.flow == CUBIN_FLOW_INDIRECT && row->has_callee)
        add_edge(g, block, f->rows[comes_back(f, (size_t)(row - f->rows))].block, row->i.guard);
    if (row->i.flow == CUBIN_FLOW_RETURN) add_edge(g, block, after, row->i.guard);
    if (row->i.flow == CUBIN_FLOW_SYNC && ways == 0) add_edge(g, block, barrier, row->i.guard);
    why = open_end(row, ways, returns);
    if (why != NULL) unknown(f, row->offset, why);
}

/* What is wanted before an instruction, from what is wanted after it. One that may write anything leaves nothing wanted
   for certain but what it is known to read. */
static void step_back(const flow_row *row, wanted *w)
{
    const flow_instruction *const i = &row->i;
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
    if (g->back != NULL && node == g->f->blocks + NODE_RETURNS) memcpy(w->set[ALWAYS], g->back->of, sizeof g->back->of);
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
    flow_set alive, before;
    wanted w;
    size_t i;
    int k;
    for (i = f->count; i > 0; i--) {
        flow_row *const row = &f->rows[i - 1];
        if (i == f->count || f->rows[i].begins) wanted_after(g, row->block, &w);
        memset(&alive, 0, sizeof alive);
        memset(&before, 0, sizeof before);
        all_of(&w, alive.of);
        step_back(row, &w);
        all_of(&w, before.of);
        for (k = 0; k < 4; k++) alive.of[k] |= before.of[k] | (row->has_callee ? 0 : row->i.written[k]);
        row->live = (uint16_t)bits_of(alive.of);
        if (f->alive != NULL) f->alive[i - 1] = alive;
        if (f->before != NULL) f->before[i - 1] = before;
        if (row->live > f->most) f->most = row->live;
    }
}

/* A function that others of its file call: what it reads, and what it has written when it returns. */
typedef struct called {
    cubin_symbol_id symbol;
    int is_known;
    uint64_t read[4], written[4];
} called;

typedef struct called_list {
    const cubin_file *file;
    called *list;
    size_t count, room, left; /* bytes of code that may still be read */
} called_list;

static void flow_of(code_flow *f, const cubin_file *file, const cubin_function *function, flow_live live, const flow_set *back);

static int function_of(const cubin_file *file, cubin_symbol_id symbol, cubin_function *function)
{
    cubin_info info;
    uint32_t low = 0, high;
    cubin_file_info(file, &info);
    for (high = info.functions; low < high;) {
        const uint32_t middle = low + (high - low) / 2;
        (void)cubin_function_at(file, middle, function);
        if (function->symbol.number == symbol.number) return 1;
        if (function->symbol.number < symbol.number) low = middle + 1;
        else high = middle;
    }
    return 0;
}

/* Registers that are live before a function if these are wanted after it; 0: they are not known. */
static int live_before(const cubin_file *file, const cubin_function *function, const flow_set *back, uint64_t *live)
{
    code_flow f;
    int is_known;
    flow_of(&f, file, function, FLOW_LIVE_SETS, back);
    is_known = f.has_live && f.unknown == NULL && f.count > 0;
    if (is_known) memcpy(live, f.before[0].of, sizeof f.before[0].of);
    flow_free(&f);
    return is_known;
}

/* What is live before it though nothing is wanted after it, it reads; what is wanted after it and not live before it, it writes. */
static void read_called(called_list *all, called *one)
{
    const flow_set none = {{0, 0, 0, 0}}, every = {{~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0 >> 1}};
    cubin_function function;
    uint64_t kept[4];
    int k;
    if (!function_of(all->file, one->symbol, &function) || function.code.len > all->left) return;
    all->left -= function.code.len;
    if (!live_before(all->file, &function, &none, one->read) || !live_before(all->file, &function, &every, kept)) return;
    for (k = 0; k < 4; k++) one->written[k] = every.of[k] & ~kept[k];
    one->is_known = 1;
}

static const called *find_called(called_list *all, cubin_symbol_id symbol, int inside)
{
    called *one;
    cubin_symbol s;
    cubin_info info;
    size_t i;
    for (i = 0; i < all->count; i++)
        if (all->list[i].symbol.number == symbol.number) return &all->list[i];
    all->list = (called *)cli_grow(all->list, &all->room, all->count + 1, sizeof *all->list);
    one = &all->list[all->count++];
    memset(one, 0, sizeof *one);
    one->symbol = symbol;
    cubin_file_info(all->file, &info);
    (void)cubin_symbol_at(all->file, symbol, &s);
    one->read[0] = callee_known(s.name, info.arch);
    one->is_known = one->read[0] != 0;
    if (!one->is_known && !inside) read_called(all, one);
    return one;
}

/* Before it is linked, a function may have fewer registers than one that it calls: the others are not its own. */
static void add_called(flow_row *row, const called *to, uint32_t registers)
{
    uint32_t r;
    for (r = 0; r < 255 && (registers == 0 || r < registers); r++) {
        row->i.read[r / 64] |= to->read[r / 64] & (uint64_t)1 << r % 64;
        row->i.written[r / 64] |= to->written[r / 64] & (uint64_t)1 << r % 64;
    }
}

/* Calls that leave the function, to functions that are known: those of the driver, and those of the file that call no
   other one of it. inside: this is such a function. */
static void find_callees(code_flow *f, const cubin_file *file, const cubin_function *function, int inside)
{
    callees c;
    called_list all;
    size_t i;
    memset(&c, 0, sizeof c);
    memset(&all, 0, sizeof all);
    all.file = file;
    all.left = CALLED_MOST;
    for (i = 0; i < f->count; i++) {
        flow_row *const row = &f->rows[i];
        cubin_symbol_id symbol;
        const called *to;
        uint32_t through = 0;
        if ((row->i.flow != CUBIN_FLOW_CALL || row->i.has_target) && comes_back(f, i) == f->count) continue;
        if (c.file == NULL) callees_read(&c, file, function, f->graph); /* most functions call nothing outside */
        while (through < 255 && !flow_has(row->i.read, through)) through++;
        if (!callee_symbol(&c, row->offset, through, &symbol)) continue;
        to = find_called(&all, symbol, inside);
        row->has_callee = to->is_known != 0;
        if (row->has_callee) add_called(row, to, function->registers);
    }
    callees_free(&c);
    cli_free(all.list);
}

static void flow_of(code_flow *f, const cubin_file *file, const cubin_function *function, flow_live live, const flow_set *back)
{
    cubin_graph_options options;
    graph g;
    size_t i;
    memset(f, 0, sizeof *f);
    memset(&g, 0, sizeof g);
    memset(&options, 0, sizeof options);
    CLI_MEMORY(options.memory);
    g.f = f;
    g.back = back;
    add_rows(f, file, function);
    f->graph = cubin_graph_open(file, function, &options, NULL);
    if (f->graph == NULL) {
        unknown(f, 0, "it has no flow graph");
        return;
    }
    mark_rows(f);
    find_callees(f, file, function, back != NULL);
    g.count = f->blocks + NODE_COMMON;
    g.nodes = (flow_node *)cli_alloc(g.count, sizeof *g.nodes);
    for (i = 0; i < f->count; i++) {
        flow_row *const row = &f->rows[i];
        const size_t target = target_of(f, row);
        if (row->begins) g.nodes[row->block].first = i;
        g.nodes[row->block].end = i + 1;
        row->is_opaque = !row->i.has_registers;
        if (row->is_opaque) unknown(f, row->offset, "an instruction whose registers are not known");
        if (row->i.flow == CUBIN_FLOW_SET && target < f->count)
            add_edge(&g, f->blocks + NODE_BARRIERS + row->i.barrier % 16, f->rows[target].block, ALWAYS);
        if (i + 1 == f->count || f->rows[i + 1].begins) add_edges(&g, row, function->is_kernel || back != NULL);
    }
    f->has_live = live != FLOW_LIVE_NONE;
    if (live == FLOW_LIVE_SETS) {
        f->alive = (flow_set *)cli_alloc(f->count + 1, sizeof *f->alive);
        f->before = (flow_set *)cli_alloc(f->count + 1, sizeof *f->before);
    }
    if (f->has_live) solve(&g);
    if (f->has_live) fill_rows(&g);
    cli_free(g.nodes);
    cli_free(g.edges);
}

void flow_read(code_flow *f, const cubin_file *file, const cubin_function *function, flow_live live)
{
    flow_of(f, file, function, live, NULL);
}

void flow_free(code_flow *f)
{
    cubin_graph_close(f->graph);
    cli_free(f->rows);
    cli_free(f->alive);
    cli_free(f->before);
    memset(f, 0, sizeof *f);
}
