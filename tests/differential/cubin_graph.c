/* Flow graphs of made-up code against slow and obvious ones: dominators by taking a block away, loops by looking for their
   bodies, producers by trying all ways back an instruction at a time. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "cubin_code.h"

static code_op list[CODE_MOST];
static uint32_t count, blocks;
static cubin_graph *graph;
static unsigned char leads[CODE_MOST][CODE_MOST]; /* between blocks */

static uint32_t state = 1;

static uint32_t below(uint32_t n)
{
    state = state * 1664525 + 1013904223;
    return (state >> 8) % n;
}

static void make(void)
{
    uint32_t i;
    count = 2 + below(CODE_MOST - 2);
    for (i = 0; i < count; i++) {
        const uint32_t kind = below(10);
        list[i] = op_of(kind < 4 ? OP_BRA : kind < 5 ? OP_EXIT : OP_NOP, 0);
        /* Near ones make loops that nest, far ones make knots. */
        list[i].to = below(3) > 0 ? below(count) : i > 5 ? i - below(5) : below(count);
        if (kind < 5 && below(3) > 0) list[i].guard = below(2) * 8 + below(3);
        if (kind >= 5) {
            if (below(3) == 0) list[i].sets = below(2);
            if (below(6) == 0) list[i].reads = below(2);
            if (below(5) == 0) list[i].waits = 1 + below(3);
            if (below(5) == 0) list[i].guard = 1;
        }
    }
}

/* Blocks that the first leads to without going through one. */
static void reach(uint32_t without, unsigned char *seen)
{
    uint32_t i, k, again = 1;
    memset(seen, 0, CODE_MOST);
    seen[0] = without != 0;
    while (again)
        for (again = i = 0; i < blocks; i++)
            for (k = 0; k < blocks && seen[i]; k++)
                if (leads[i][k] && k != without && !seen[k]) again = seen[k] = 1;
}

static void read_edges(void)
{
    uint32_t i, k, n, sum = 0;
    cubin_graph_facts facts;
    cubin_edge e;
    cubin_graph_info(graph, &facts);
    blocks = facts.blocks;
    memset(leads, 0, sizeof leads);
    for (i = 0; i < blocks; i++) {
        cubin_block b;
        CHECK(cubin_block_at(graph, i, &b));
        n = (uint32_t)(b.end / 16) - 1;
        for (k = 0; cubin_exit_at(graph, i, k, &e); k++, sum++) {
            CHECK_U64(i, e.from);
            leads[i][e.to] = 1;
            CHECK(e.kind == CUBIN_EDGE_KIND_NEXT || (list[n].op == OP_BRA && e.guard == list[n].guard));
        }
        CHECK(k == (n + 1 < count && (list[n].op == OP_NOP || list[n].guard != 7)) + (uint32_t)(list[n].op == OP_BRA));
    }
    CHECK_U64(facts.edges, sum);
    for (i = 0; i < blocks; i++)
        for (k = 0; cubin_entry_at(graph, i, k, &e); k++, sum--) CHECK(e.to == i && leads[e.from][i]);
    CHECK_U64(0, sum);
}

static unsigned char dominates[CODE_MOST][CODE_MOST]; /* strictly */

static void compare_dominators(void)
{
    unsigned char all[CODE_MOST], seen[CODE_MOST];
    uint32_t i, k, m;
    reach(CUBIN_NONE, all);
    memset(dominates, 0, sizeof dominates);
    for (i = 0; i < blocks; i++) {
        reach(i, seen);
        for (k = 0; k < blocks; k++) dominates[i][k] = all[k] && !seen[k] && k != i;
    }
    for (k = 0; k < blocks; k++) {
        cubin_block b;
        uint32_t want = CUBIN_NONE;
        CHECK(cubin_block_at(graph, k, &b) && b.is_reachable == all[k]);
        for (i = 0; i < blocks; i++) {
            int nearest = dominates[i][k];
            for (m = 0; m < blocks; m++) nearest = nearest && (m == i || !dominates[m][k] || dominates[m][i]);
            if (nearest) want = i;
        }
        CHECK_U64(all[k] ? want : CUBIN_NONE, b.dominator);
    }
}

/* Blocks of the loop of a head by its definition: those that lead back to it without going through it. */
static uint32_t body_of(uint32_t head, unsigned char *in)
{
    uint32_t i, k, n = 0, again = 1;
    memset(in, 0, CODE_MOST);
    for (i = 0; i < blocks; i++)
        if (leads[i][head] && (i == head || dominates[head][i])) in[i] = in[head] = 1;
    while (again)
        for (again = k = 0; k < blocks; k++)
            for (i = 0; i < blocks && in[k] && k != head; i++)
                if (leads[i][k] && !in[i] && dominates[head][i]) again = in[i] = 1;
    for (i = 0; i < blocks; i++) n += in[i];
    return n;
}

/* What is left without the edges to dominators has no cycle. */
static int reducible(void)
{
    unsigned char left[CODE_MOST], all[CODE_MOST];
    uint32_t i, k, again = 1;
    reach(CUBIN_NONE, all);
    memcpy(left, all, sizeof left);
    while (again)
        for (again = k = 0; k < blocks; k++) {
            int entered = 0;
            for (i = 0; i < blocks; i++) entered |= left[i] && leads[i][k] && i != k && !dominates[k][i];
            if (left[k] && !entered) {
                left[k] = 0;
                again = 1;
            }
        }
    for (k = 0; k < blocks; k++)
        if (left[k]) return 0;
    return 1;
}

static void compare_loops(void)
{
    unsigned char in[CODE_MOST];
    uint32_t innermost[CODE_MOST], size[CODE_MOST], i, k, loops = 0;
    cubin_graph_facts facts;
    cubin_loop loop;
    cubin_block b;
    cubin_graph_info(graph, &facts);
    CHECK_U64((uint64_t)reducible(), (uint64_t)facts.is_reducible);
    for (i = 0; i < facts.loops; i++) {
        CHECK(cubin_loop_at(graph, i, &loop) && cubin_block_at(graph, loop.head, &b) && b.loop == i);
        CHECK(loop.outer == CUBIN_NONE ? loop.depth == 1 : loop.outer < i);
    }
    if (!facts.is_reducible) return; /* then there is more than one answer */
    for (i = 0; i < blocks; i++) innermost[i] = CUBIN_NONE, size[i] = CUBIN_NONE;
    for (k = 0; k < blocks; k++) {
        const uint32_t n = body_of(k, in);
        CHECK(cubin_block_at(graph, k, &b));
        if (n == 0 || !b.is_reachable) continue;
        loops++;
        CHECK(cubin_loop_at(graph, b.loop, &loop) && loop.head == k);
        CHECK_U64(n, loop.blocks);
        for (i = 0; i < blocks; i++)
            if (in[i] && n < size[i]) size[i] = n, innermost[i] = k;
    }
    CHECK_U64(loops, facts.loops);
    for (k = 0; k < blocks; k++) {
        CHECK(cubin_block_at(graph, k, &b));
        if (cubin_loop_at(graph, b.loop, &loop)) CHECK_U64(innermost[k], loop.head);
        else CHECK_U64(innermost[k], CUBIN_NONE);
    }
}

static int sets(uint32_t at, cubin_resource what)
{
    return what == CUBIN_RESOURCE_ISSUE || list[at].sets == 1 || list[at].reads == 1;
}

/* What comes before an instruction. */
static int before(uint32_t from, uint32_t to)
{
    const code_op *const o = &list[from];
    if (o->op == OP_BRA && o->to == to) return 1;
    return from + 1 == to && (o->op == OP_NOP || o->guard != 7);
}

/* far: instructions on the shortest way back, 0 for not a producer. */
static void slow_producers(uint32_t start, cubin_resource what, uint32_t *far)
{
    uint32_t depth[CODE_MOST] = {0}, queue[CODE_MOST + 1], head = 0, tail = 0, i;
    memset(far, 0, CODE_MOST * sizeof *far);
    queue[tail++] = start;
    while (head < tail) {
        const uint32_t at = queue[head], d = head++ == 0 ? 0 : depth[at];
        for (i = 0; i < count; i++) {
            if (!before(i, at) || depth[i] != 0) continue;
            depth[i] = d + 1;
            if (sets(i, what)) far[i] = d + 1;
            if (sets(i, what) && (list[i].guard == 7 || what == CUBIN_RESOURCE_ISSUE)) continue;
            if (what == CUBIN_RESOURCE_BARRIER && (list[i].waits >> 1 & 1) != 0) continue;
            if (i != start) queue[tail++] = i;
        }
    }
}

static void compare_producers(void)
{
    uint32_t far[CODE_MOST], start;
    int what;
    for (start = 0; start < count; start++)
        for (what = 0; what < 2; what++) {
            const cubin_resource r = what ? CUBIN_RESOURCE_ISSUE : CUBIN_RESOURCE_BARRIER;
            cubin_producers walk;
            cubin_producer p;
            uint32_t i;
            slow_producers(start, r, far);
            cubin_producers_begin(&walk, graph, 16 * (uint64_t)start, r, 1);
            while (cubin_producers_next(&walk, &p)) {
                i = (uint32_t)(p.offset / 16);
                if (!CHECK(far[i] != 0 && p.distance >= far[i])) printf("    start %u, found %u\n", (unsigned)start, (unsigned)i);
                far[i] = 0;
            }
            CHECK_U64(CUBIN_OK, walk.error.code);
            for (i = 0; i < count; i++)
                if (!CHECK(far[i] == 0)) printf("    start %u, not found %u\n", (unsigned)start, (unsigned)i);
        }
}

static void made_up_code(void)
{
    uint32_t round, knots = 0, loops = 0;
    for (round = 0; round < 3000; round++) {
        code_cubin x;
        cubin_graph_facts facts;
        const unsigned bad = run_bad;
        make();
        ops_open(&x, list, count, NULL, 0);
        graph = cubin_graph_open(x.file, &x.function, NULL, NULL);
        CHECK(graph != NULL);
        read_edges();
        compare_dominators();
        compare_loops();
        compare_producers();
        cubin_graph_info(graph, &facts);
        knots += !facts.is_reducible;
        loops += facts.loops;
        cubin_graph_close(graph);
        ops_close(&x);
        if (run_bad != bad) {
            printf("    round %u\n", (unsigned)round);
            break;
        }
    }
    CHECK(knots > 300 && loops > 3000);
}

int main(void)
{
    RUN(made_up_code);
    return run_end();
}
