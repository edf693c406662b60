/* The flow graph of a function: what each kind of instruction leads to, what is not known, who sets what others wait for. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "cubin_code.h"
#include "heap.h"

static code_cubin x;
static cubin_graph *graph;

static void open_graph(const code_op *list, uint32_t n, const void *info, size_t size)
{
    cubin_error error;
    ops_open(&x, list, n, info, size);
    graph = cubin_graph_open(x.file, &x.function, NULL, &error);
    CHECK(graph != NULL && error.code == CUBIN_OK);
}

static void done(void)
{
    cubin_graph_close(graph);
    ops_close(&x);
}

/* "0-3: branch 2@0 next 1@8 | ..." of all blocks: their instructions, edges, "?" where some are missing. */
static const char *blocks(void)
{
    static char text[1000];
    size_t at = 0;
    cubin_block b;
    cubin_edge e;
    uint32_t i, k;
    for (i = 0; cubin_block_at(graph, i, &b); i++) {
        at += (size_t)sprintf(text + at, "%s%u-%u:", i > 0 ? " | " : "", (unsigned)(b.offset / 16), (unsigned)(b.end / 16 - 1));
        for (k = 0; cubin_exit_at(graph, i, k, &e); k++)
            at += (size_t)sprintf(text + at, " %s %u@%u", cubin_edge_kind_name(e.kind), (unsigned)e.to, e.guard);
        at += (size_t)sprintf(text + at, "%s", b.is_open ? " ?" : "");
    }
    return text;
}

static void branches(void)
{
    code_op list[8];
    cubin_graph_facts facts;
    cubin_block b;
    cubin_loop loop;
    uint32_t i;
    for (i = 0; i < 8; i++) list[i] = op_of(OP_NOP, 0);
    list[2] = op_of(OP_BRA, 5);
    list[2].guard = 0;
    list[4] = op_of(OP_BRA, 1);
    list[5] = op_of(OP_EXIT, 0);
    list[5].guard = 9;
    list[6] = op_of(OP_EXIT, 0);
    open_graph(list, 8, NULL, 0);
    CHECK_STR("0-0: next 1@7 | 1-2: branch 3@0 next 2@8 | 3-4: branch 1@7 | 5-5: next 4@1 | 6-6: | 7-7: ?", blocks());
    cubin_graph_info(graph, &facts);
    CHECK(facts.instructions == 8 && facts.blocks == 6 && facts.edges == 5 && facts.loops == 1 && facts.reachable == 5);
    CHECK(facts.is_reducible && !facts.is_open); /* what is not reachable does not count */
    CHECK(cubin_block_find(graph, 0x40, &b) && b.index == 2 && b.dominator == 1 && b.loop == 0 && b.is_reachable);
    CHECK(cubin_block_find(graph, 0x70, &b) && b.index == 5 && b.dominator == CUBIN_NONE && b.loop == CUBIN_NONE && !b.is_reachable);
    CHECK(!cubin_block_find(graph, 0x48, &b) && b.index == CUBIN_NONE);
    memset(&b, 0x5a, sizeof b);
    CHECK(!cubin_block_find(graph, 0x80, &b));
    CHECK(b.index == CUBIN_NONE && b.loop == CUBIN_NONE && b.offset == 0 && b.end == 0 && !b.is_reachable && !b.is_open);
    CHECK(cubin_loop_at(graph, 0, &loop) && loop.head == 1 && loop.outer == CUBIN_NONE && loop.depth == 1 && loop.blocks == 2);
    CHECK(cubin_graph_memory_used(graph) > 8 * 40);
    done();
}

/* A branch under !PT is never taken; one that leaves the function leads where nobody knows. */
static void odd_branches(void)
{
    code_op list[4];
    char *code;
    cubin_block b;
    list[0] = op_of(OP_BRA, 3);
    list[0].guard = 15;
    list[1] = op_of(OP_BRA, 50);
    list[1].guard = 2;
    list[2] = op_of(OP_RET, 0);
    list[3] = op_of(OP_NOP, 0);
    open_graph(list, 4, NULL, 0);
    CHECK_STR("0-0: next 1@7 | 1-1: next 2@10 ? | 2-2: | 3-3: ?", blocks());
    done();
    list[0] = op_of(OP_BRA, 0);
    ops_open(&x, list, 2, NULL, 0);
    code = x.data + (x.function.code.ptr - x.data);
    code[10] = (char)(code[10] & 0x7f); /* P0 instead of PT: taken under more than its guard */
    code[11] = (char)(code[11] & ~3);
    x.function.size = 24; /* half of the second is missing */
    graph = cubin_graph_open(x.file, &x.function, NULL, NULL);
    CHECK_STR("0-0: branch 0@7 ?", blocks());
    CHECK(!cubin_block_find(graph, 16, &b));
    done();
}

static void calls_and_meetings(void)
{
    code_op list[9];
    cubin_graph_facts facts;
    cubin_block b;
    list[0] = op_of(OP_BSSY, 5);
    list[0].barrier = 3;
    list[1] = op_of(OP_BRA, 3);
    list[1].guard = 0;
    list[2] = op_of(OP_CALL, 7);
    list[3] = op_of(OP_BSYNC, 0);
    list[3].barrier = 3;
    list[4] = op_of(OP_BSSY, 40); /* nothing leads here, and it leads out */
    list[4].barrier = 3;
    list[5] = op_of(OP_BSYNC, 0);
    list[5].barrier = 3; /* the one around it is over */
    list[6] = op_of(OP_EXIT, 0);
    list[7] = op_of(OP_CALL, 40);
    list[8] = op_of(OP_RET, 0);
    open_graph(list, 9, NULL, 0);
    CHECK_STR("0-1: branch 2@0 next 1@8 | 2-2: call 6@7 returned 2@7 | 3-3: sync 4@7 | 4-4: next 4@7 | 5-5: next 5@7 ? | 6-6: "
              "| 7-7: returned 7@7 | 8-8:", blocks());
    cubin_graph_info(graph, &facts);
    CHECK(facts.is_open && facts.reachable == 7);
    CHECK_I64(1, facts.is_open);
    CHECK(cubin_block_at(graph, 4, &b));
    CHECK_I64(1, b.is_open); /* as all flags */
    done();
}

/* Each barrier has meetings of its own, also where they do not lie inside each other. */
static void meetings_of_two_barriers(void)
{
    code_op list[7];
    list[0] = op_of(OP_BSSY, 6);
    list[0].barrier = 1;
    list[1] = op_of(OP_BSSY, 5);
    list[1].barrier = 15;
    list[2] = op_of(OP_BRA, 4);
    list[2].guard = 0;
    list[3] = op_of(OP_BSYNC, 0);
    list[3].barrier = 1;
    list[4] = op_of(OP_BSYNC, 0);
    list[4].barrier = 15;
    list[5] = op_of(OP_EXIT, 0);
    list[6] = op_of(OP_EXIT, 0);
    open_graph(list, 7, NULL, 0);
    CHECK_STR("0-2: branch 2@0 next 1@8 | 3-3: sync 4@7 | 4-4: sync 3@7 | 5-5: | 6-6:", blocks());
    done();
}

/* BRX goes where attribute 0x34 says. */
static void indirect(void)
{
    static const uint32_t words[] = {0x10, 0, 3, 0x20, 0x30, 0x28, /* 0x28: no instruction */
                                     0x20, 0, 1, 0x10,             /* no BRX there */
                                     0x50, 0, 9, 0x30};            /* of 9 targets 1 is there; and the branch is not */
    static uint64_t room[1024];
    char info[80];
    code_op list[5];
    uint32_t i;
    size_t needs;
    info[0] = 4;
    info[1] = 0x34;
    made_put(info + 2, sizeof words, 2);
    for (i = 0; i < sizeof words / 4; i++) made_put(info + 4 + 4 * i, words[i], 4);
    list[0] = op_of(OP_NOP, 0);
    list[1] = op_of(OP_BRX, 0);
    list[2] = op_of(OP_NOP, 0);
    list[3] = op_of(OP_BRX, 0);
    list[4] = op_of(OP_EXIT, 0);
    open_graph(list, 5, info, 4 + sizeof words);
    CHECK_STR("0-1: indirect 2@7 indirect 1@7 | 2-2: next 2@7 | 3-3: ? | 4-4:", blocks());
    needs = cubin_graph_memory_used(graph);
    for (i = 1; i < needs; i++) {
        cubin_graph_options options;
        cubin_graph *less;
        memset(&options, 0, sizeof options);
        options.memory.buffer = room;
        options.memory.buffer_size = i;
        less = cubin_graph_open(x.file, &x.function, &options, NULL);
        if (less != NULL) break;
    }
    CHECK(i > 500 && i < needs);
    done();
}

static uint32_t found[16], distance[16];

/* The producers of an instruction: their numbers in found, in the order that they were found. */
static uint32_t producers(uint32_t at, cubin_resource what, uint32_t number, int pass)
{
    cubin_producers walk;
    cubin_producer p;
    uint32_t n = 0;
    cubin_producers_begin(&walk, graph, 16 * (uint64_t)at, what, number);
    while (cubin_producers_next(&walk, &p)) {
        CHECK(p.distance > 0);
        if (n < 16) {
            distance[n] = p.distance;
            found[n++] = (uint32_t)(p.offset / 16);
        }
        if (pass) cubin_producers_pass(&walk);
    }
    CHECK(p.offset == 0 && p.distance == 0);
    return n;
}

static void barriers(void)
{
    code_op list[7];
    uint32_t i;
    for (i = 0; i < 7; i++) list[i] = op_of(OP_NOP, 0);
    list[0].sets = 2;
    list[1].sets = list[1].reads = 2; /* once */
    list[2].waits = 4;
    list[2].sets = 2; /* after it has waited */
    list[3].sets = 2;
    list[4].reads = 2;
    list[4].guard = 1;
    list[5].sets = 0;
    open_graph(list, 7, NULL, 0);
    CHECK(producers(6, CUBIN_RESOURCE_BARRIER, 2, 0) == 2 && found[0] == 4 && found[1] == 3);
    CHECK(producers(6, CUBIN_RESOURCE_BARRIER, 2, 1) == 3 && found[2] == 2); /* what waits ends the way */
    CHECK(producers(2, CUBIN_RESOURCE_BARRIER, 2, 1) == 2 && found[0] == 1 && found[1] == 0);
    CHECK(producers(6, CUBIN_RESOURCE_BARRIER, 0, 0) == 1 && found[0] == 5);
    CHECK_U64(0, producers(6, CUBIN_RESOURCE_BARRIER, 1, 0));
    CHECK_U64(0, producers(6, CUBIN_RESOURCE_BARRIER, 7, 0)); /* 7 is no barrier, though fields have it */
    CHECK(producers(3, CUBIN_RESOURCE_ISSUE, 0, 0) == 1 && found[0] == 2);
    CHECK_U64(0, producers(0, CUBIN_RESOURCE_ISSUE, 0, 0));
    CHECK_U64(0, producers(3, CUBIN_RESOURCE_COUNT, 0, 0));
    done();
}

/* Ways of different lengths. */
static void distances(void)
{
    code_op list[5];
    uint32_t i;
    for (i = 0; i < 4; i++) list[i] = op_of(OP_NOP, 0);
    list[0].sets = list[2].sets = 1;
    list[1] = op_of(OP_BRA, 3);
    list[1].guard = 0;
    list[4] = op_of(OP_EXIT, 0);
    open_graph(list, 5, NULL, 0);
    CHECK_U64(2, producers(4, CUBIN_RESOURCE_BARRIER, 1, 0));
    for (i = 0; i < 2; i++) CHECK_U64(found[i] == 2 ? 2 : 3, distance[i]);
    CHECK_U64(2, found[0] + found[1]);
    done();
}

/* In a loop the instruction itself may come before itself. */
static void around_a_loop(void)
{
    code_op list[4];
    cubin_producers walk, other;
    cubin_producer p;
    list[0] = op_of(OP_NOP, 0);
    list[1] = op_of(OP_NOP, 0);
    list[1].sets = 0;
    list[2] = op_of(OP_BRA, 1);
    list[2].guard = 0;
    list[3] = op_of(OP_EXIT, 0);
    open_graph(list, 4, NULL, 0);
    CHECK(producers(1, CUBIN_RESOURCE_BARRIER, 0, 0) == 1 && found[0] == 1);
    CHECK(producers(1, CUBIN_RESOURCE_ISSUE, 0, 0) == 2 && found[0] == 0 && found[1] == 2);
    cubin_producers_begin(&walk, graph, 16, CUBIN_RESOURCE_BARRIER, 0);
    walk.max_steps = 2;
    memset(&p, 0x5a, sizeof p);
    CHECK(!cubin_producers_next(&walk, &p));
    CHECK(p.offset == 0 && p.distance == 0);
    CHECK_U64(CUBIN_LIMIT, walk.error.code);
    CHECK(walk.error.offset == 16 && !cubin_producers_next(&walk, &p));
    cubin_producers_begin(&walk, graph, 16, CUBIN_RESOURCE_ISSUE, 0);
    walk.max_steps = 2;
    CHECK(cubin_producers_next(&walk, &p) && cubin_producers_next(&walk, &p) && p.distance == 1);
    cubin_producers_begin(&other, graph, 16, CUBIN_RESOURCE_ISSUE, 0);
    CHECK(!cubin_producers_next(&walk, &p));
    CHECK_U64(CUBIN_ARGUMENT, walk.error.code);
    CHECK(cubin_producers_next(&other, &p));
    done();
}

/* Registers and predicates, in a sample: 0x140 of many is an FMUL of what an LDG loaded. */
static void registers(void)
{
    size_t size, checked = 0, guards = 0;
    char *const data = run_read("examples/data/samples/ncurep/loops_sm75.cubin", &size);
    cubin_file *const file = cubin_file_open(data, size, NULL, NULL);
    cubin_locations walk;
    cubin_location at, by;
    cubin_function function;
    uint32_t r;
    CHECK(cubin_function_at(file, 0, &function));
    graph = cubin_graph_open(file, &function, NULL, NULL);
    cubin_locations_begin(&walk, file, &function);
    while (cubin_locations_next(&walk, &at))
        for (r = 0; r < 255; r++) {
            cubin_producers back;
            cubin_producer p;
            if ((at.instruction.read[r / 64] >> r % 64 & 1) == 0) continue;
            cubin_producers_begin(&back, graph, at.offset, CUBIN_RESOURCE_REGISTER, r);
            while (cubin_producers_next(&back, &p)) {
                CHECK(cubin_location_find(file, function.symbol, p.offset, &by));
                CHECK((by.instruction.written[r / 64] >> r % 64 & 1) != 0);
                checked++;
            }
            if (at.instruction.guard % 8 == 7) continue;
            cubin_producers_begin(&back, graph, at.offset, CUBIN_RESOURCE_PREDICATE, at.instruction.guard % 8);
            while (cubin_producers_next(&back, &p)) {
                CHECK(cubin_location_find(file, function.symbol, p.offset, &by));
                CHECK((by.instruction.predicates >> at.instruction.guard % 8 & 1) != 0);
                guards++;
            }
        }
    CHECK(checked > 30);
    CHECK_U64(3, guards);
    CHECK_U64(0, producers(2, CUBIN_RESOURCE_REGISTER, 255, 0));
    CHECK_U64(0, producers(2, CUBIN_RESOURCE_PREDICATE, 7, 0));
    cubin_graph_close(graph);
    cubin_file_close(file);
    free(data);
}

/* Instructions of 8 bytes in groups that a control word begins; the function begins at one of them. */
static void narrow_from(uint32_t begin)
{
    static const char strings[] = "\0alpha";
    const uint32_t skip = 8 * begin;
    const made_symbol symbol[] = {{1, 18, 1, skip, 0x50 - skip}};
    char symbols[48], code[0x50];
    made_section s[3] = {{".text.alpha", code, 0x50, 1, 0, 0, 0}, {".symtab", symbols, 48, 2, 0, 0, 0}, {".strtab", strings, sizeof strings, 3, 0, 0, 0}};
    size_t size;
    char *data;
    cubin_file *file;
    cubin_function function;
    cubin_locations walk;
    cubin_location at;
    cubin_counts counts;
    cubin_block b;
    cubin_edge e;
    uint32_t i;
    memset(code, 0, sizeof code);
    for (i = 0; i < 10; i++)
        if (i % 4 != 0) made_put(code + 8 * i, UINT64_C(0x50b0000000070f00), 8);                  /* NOP */
    made_put(code, (uint64_t)3 << 42, 8);                                                          /* stall of the third */
    made_put(code + 0x18, UINT64_C(0xe24000000000000f) | (uint64_t)(0x28 - 0x20) << 20, 8); /* BRA 0x28 */
    made_put(code + 0x38, UINT64_C(0xe30000000007000f), 8);                              /* EXIT */
    made_symbols(symbols, symbol, 1);
    data = made_cubin(s, 3, 52, &size);
    file = cubin_file_open(data, size, NULL, NULL);
    CHECK(cubin_function_at(file, 0, &function));
    graph = cubin_graph_open(file, &function, NULL, NULL);
    CHECK(cubin_block_at(graph, 0, &b) && b.offset == (begin == 0 ? 8 : 0) && b.end == 0x20 - skip);
    CHECK(cubin_exit_at(graph, 0, 0, &e) && e.kind == CUBIN_EDGE_KIND_BRANCH && e.to == 1);
    CHECK(cubin_block_at(graph, 1, &b) && b.offset == 0x28 - skip && b.end == 0x40 - skip);
    CHECK(cubin_block_at(graph, 2, &b) && b.offset == 0x48 - skip && b.end == 0x50 - skip && b.is_open);
    CHECK(!cubin_block_at(graph, 3, &b));
    CHECK(!cubin_block_find(graph, 0x40 - skip, &b) && !cubin_block_find(graph, 0x50 - skip, &b) && cubin_block_find(graph, 0x48 - skip, &b));
    cubin_graph_close(graph);
    cubin_locations_begin(&walk, file, &function);
    for (i = begin == 0 ? 1 : begin; cubin_locations_next(&walk, &at); i += i % 4 == 3 ? 2 : 1) {
        CHECK_U64(8 * i - skip, at.offset);
        CHECK_STR(i == 3 ? (begin == 0 ? "@P0 BRA 0x28" : begin == 1 ? "@P0 BRA 0x20" : begin == 2 ? "@P0 BRA 0x18" : "@P0 BRA 0x10") : i == 7 ? "EXIT" : "NOP", at.text);
        CHECK_U64(i == 3 ? 3 : 0, at.instruction.stall);
    }
    CHECK_U64(10, i);
    CHECK(cubin_function_count(file, &function, &counts));
    CHECK_U64(7 - (begin > 1 ? begin - 1 : 0), counts.instructions);
    cubin_file_close(file);
    free(data);
}

/* A branch to a control word goes on after it. */
static void narrow_landing(void)
{
    static const char strings[] = "\0alpha";
    static const char jumps[] = {4, 0x34, 20, 0, 0x18, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0x20, 0, 0, 0, 0x30, 0, 0, 0};
    const made_symbol symbol[] = {{1, 18, 1, 0, 0x40}};
    char symbols[48], code[0x40];
    made_section s[4] = {{".text.alpha", code, 0x40, 1, 0, 0, 0}, {".symtab", symbols, 48, 2, 0, 0, 0},
                         {".strtab", strings, sizeof strings, 3, 0, 0, 0}, {".nv.info.alpha", jumps, sizeof jumps, 0x70000000, 1, 0x40, 0}};
    size_t size;
    cubin_location at;
    uint32_t i;
    memset(code, 0, sizeof code);
    for (i = 0; i < 8; i++)
        if (i % 4 != 0) made_put(code + 8 * i, UINT64_C(0x50b0000000070f00), 8);                        /* NOP */
    made_put(code + 0x10, UINT64_C(0xe24000000000000f) | (uint64_t)(0x20 - 0x18) << 20, 8);             /* @P0 BRA 0x20 */
    made_put(code + 0x18, UINT64_C(0xe25000000007000f), 8);                                             /* BRX */
    made_put(code + 0x38, UINT64_C(0xe24000000007000f) | (uint64_t)(0xffffe0 - 0x20) << 20, 8);         /* BRA 0 */
    made_symbols(symbols, symbol, 1);
    x.data = made_cubin(s, 4, 52, &size);
    x.file = cubin_file_open(x.data, size, NULL, NULL);
    CHECK(cubin_function_at(x.file, 0, &x.function));
    CHECK(cubin_location_find(x.file, x.function.symbol, 0x10, &at) && at.instruction.has_target);
    CHECK_STR("@P0 BRA 0x20", at.text);
    CHECK_U64(0x28, at.instruction.target);
    graph = cubin_graph_open(x.file, &x.function, NULL, NULL);
    CHECK_STR("0-0: branch 2@0 next 1@8 | 1-1: indirect 3@7 indirect 2@7 | 2-2: next 3@7 | 3-3: branch 0@7", blocks());
    done();
}

static void narrow(void)
{
    uint32_t i;
    for (i = 0; i < 4; i++) narrow_from(i);
    narrow_landing();
}

/* A call that a linker has yet to bind leads out, whatever its bits say. */
static void unbound_call(void)
{
    static const char strings[] = "\0alpha\0beta";
    static const char relocation[16] = {0x10, 0, 0, 0, 0, 0, 0, 0, 56, 0, 0, 0, 1, 0, 0, 0};
    static const char elsewhere[16] = {0x18, 0, 0, 0, 0, 0, 0, 0, 56, 0, 0, 0, 1, 0, 0, 0};
    static const char branch[16] = {0x20, 0, 0, 0, 0, 0, 0, 0, 56, 0, 0, 0, 1, 0, 0, 0};
    char all[48];
    const made_symbol symbol[] = {{1, 18, 1, 0, 0x40}};
    char symbols[48], code[0x40];
    made_section s[4] = {{".text.alpha", code, 0x40, 1, 0, 0, 0}, {".symtab", symbols, 48, 2, 0, 0, 0},
                         {".strtab", strings, sizeof strings, 3, 0, 0, 0}, {".rel.text.alpha", all, 48, 9, 1, 0x40, 0}};
    code_op list[4];
    size_t size;
    uint32_t i;
    memcpy(all, relocation, 16);
    memcpy(all + 16, elsewhere, 16);
    memcpy(all + 32, branch, 16);
    list[0] = op_of(OP_CALL, 3);
    list[1] = op_of(OP_CALL, 3);
    list[2] = op_of(OP_BRA, 3);
    list[3] = op_of(OP_EXIT, 0);
    for (i = 0; i < 4; i++) op_put(code, i, &list[i]);
    made_symbols(symbols, symbol, 1);
    x.data = made_cubin(s, 4, 80, &size);
    x.file = cubin_file_open(x.data, size, NULL, NULL);
    CHECK(cubin_function_at(x.file, 0, &x.function));
    graph = cubin_graph_open(x.file, &x.function, NULL, NULL);
    CHECK_STR("0-0: call 3@7 returned 1@7 | 1-1: returned 2@7 | 2-2: branch 3@7 | 3-3:", blocks());
    done();
}

/* The graph that was opened is as large as that with these facts: nothing is missing because memory ended. */
static int is_whole(const cubin_graph_facts *like)
{
    cubin_graph_facts facts;
    cubin_graph_info(graph, &facts);
    return facts.blocks == like->blocks && facts.edges == like->edges && facts.loops == like->loops && facts.reachable == like->reachable;
}

static void no_graph(void)
{
    static uint64_t room[1 << 12];
    code_op one = op_of(OP_EXIT, 0);
    cubin_graph_options options;
    cubin_graph_facts facts;
    cubin_function function;
    cubin_error error;
    heap h;
    size_t n, needs;
    unsigned fail;
    open_graph(&one, 1, NULL, 0);
    needs = cubin_graph_memory_used(graph);
    function = x.function;
    CHECK(cubin_graph_open(NULL, &function, NULL, &error) == NULL && error.code == CUBIN_ARGUMENT);
    CHECK(cubin_graph_open(x.file, NULL, NULL, &error) == NULL && error.code == CUBIN_ARGUMENT);
    HEAP_MEMORY(options.memory, h);
    options.memory.allocator.free_fn = NULL;
    CHECK(cubin_graph_open(x.file, &function, &options, &error) == NULL && error.code == CUBIN_ARGUMENT);
    function.size++;
    CHECK(cubin_graph_open(x.file, &function, NULL, &error) == NULL && error.code == CUBIN_TRUNCATED && error.offset == 16);
    function.size = 0;
    function.code.len = (size_t)-1; /* more memory is allowed for more code */
    cubin_graph_close(graph);
    cubin_graph_close(cubin_graph_open(x.file, &function, NULL, NULL));
    function.code.len = (size_t)1 << 23;
    graph = cubin_graph_open(x.file, &function, NULL, &error); /* nothing is no mistake */
    cubin_graph_info(graph, &facts);
    CHECK(error.code == CUBIN_OK && facts.blocks == 0 && facts.reachable == 0 && facts.is_reducible);
    cubin_graph_close(graph);
    function = x.function;
    for (n = 1; n < needs; n += 8) { /* each limit, each size of a buffer, each allocation */
        HEAP_MEMORY(options.memory, h);
        options.memory.max_memory = n;
        graph = cubin_graph_open(x.file, &function, &options, &error);
        CHECK(h.peak <= n && (graph != NULL || (error.code == CUBIN_LIMIT && h.live == 0)));
        cubin_graph_close(graph);
        CHECK_U64(0, h.live);
    }
    memset(&options, 0, sizeof options);
    options.memory.buffer = room;
    for (n = 0; n <= sizeof room; n += 8) {
        options.memory.buffer_size = n;
        graph = cubin_graph_open(x.file, &function, &options, &error);
        CHECK(graph != NULL || error.code == CUBIN_MEMORY);
        if (graph != NULL && n > 8) break;
    }
    CHECK(graph != NULL && n < 4096 && cubin_graph_memory_used(graph) == 0);
    cubin_graph_close(graph);
    ops_close(&x);
    {
        char *const data = run_read("examples/data/samples/ncurep/loops_sm75.cubin", &n);
        cubin_file *const file = cubin_file_open(data, n, NULL, NULL);
        CHECK(cubin_function_at(file, 0, &function));
        graph = cubin_graph_open(file, &function, NULL, &error);
        cubin_graph_info(graph, &facts);
        CHECK(facts.reachable > 1 && facts.loops > 0);
        cubin_graph_close(graph);
        for (fail = 1; fail < 100; fail++) {
            HEAP_MEMORY(options.memory, h);
            h.fail = fail;
            graph = cubin_graph_open(file, &function, &options, &error);
            CHECK(graph != NULL || (error.code == CUBIN_MEMORY && h.live == 0 && h.calls == fail));
            if (graph != NULL) CHECK(is_whole(&facts) && h.calls < fail);
            cubin_graph_close(graph);
            if (graph != NULL) break;
        }
        CHECK(fail > 1 && fail < 100);
        memset(&options, 0, sizeof options); /* no heap: each allocation is the first that has no room */
        options.memory.buffer = malloc(1 << 17);
        for (graph = NULL; graph == NULL && options.memory.buffer_size < 1 << 17; options.memory.buffer_size += 8)
            graph = cubin_graph_open(file, &function, &options, &error);
        CHECK(graph != NULL && is_whole(&facts));
        cubin_graph_close(graph);
        free(options.memory.buffer);
        data[0x30] = data[0x31] = 35; /* an architecture without tables */
        CHECK(cubin_graph_open(file, &function, NULL, &error) == NULL && error.code == CUBIN_UNSUPPORTED);
        cubin_file_close(file);
        free(data);
    }
}

static void nothing(void)
{
    cubin_graph_facts facts;
    cubin_block b;
    cubin_edge e;
    cubin_loop loop;
    cubin_producers walk;
    cubin_producer p;
    code_op one = op_of(OP_EXIT, 0);
    open_graph(&one, 1, NULL, 0);
    cubin_graph_close(NULL);
    cubin_graph_info(NULL, &facts);
    CHECK(facts.blocks == 0 && facts.is_reducible == 0);
    cubin_graph_info(graph, NULL);
    CHECK(cubin_graph_memory_used(NULL) == 0);
    CHECK(!cubin_block_at(NULL, 0, &b) && b.index == CUBIN_NONE && !cubin_block_at(graph, 0, NULL) && !cubin_block_at(graph, 1, &b));
    CHECK(!cubin_block_find(NULL, 0, &b) && !cubin_block_find(graph, 0, NULL));
    CHECK(!cubin_exit_at(NULL, 0, 0, &e) && e.from == CUBIN_NONE && !cubin_exit_at(graph, 0, 0, &e) && !cubin_exit_at(graph, 1, 0, &e) &&
          !cubin_exit_at(graph, 0, 0, NULL));
    CHECK(!cubin_entry_at(NULL, 0, 0, &e) && e.to == CUBIN_NONE && !cubin_entry_at(graph, 0, 0, &e) && !cubin_entry_at(graph, 1, 0, &e) &&
          !cubin_entry_at(graph, 0, 0, NULL));
    CHECK(!cubin_loop_at(NULL, 0, &loop) && loop.head == CUBIN_NONE && !cubin_loop_at(graph, 0, &loop) && !cubin_loop_at(graph, 0, NULL));
    cubin_producers_begin(NULL, graph, 0, CUBIN_RESOURCE_ISSUE, 0);
    cubin_producers_begin(&walk, NULL, 0, CUBIN_RESOURCE_ISSUE, 0);
    CHECK(!cubin_producers_next(&walk, &p) && walk.error.code == CUBIN_OK);
    cubin_producers_begin(&walk, graph, 8, CUBIN_RESOURCE_ISSUE, 0);
    CHECK(!cubin_producers_next(&walk, &p));
    cubin_producers_begin(&walk, graph, 0, CUBIN_RESOURCE_ISSUE, 0);
    CHECK(!cubin_producers_next(NULL, &p) && !cubin_producers_next(&walk, NULL));
    cubin_producers_pass(NULL);
    done();
}

static void names(void)
{
    static const char *const kinds[] = {"next", "branch", "indirect", "call", "returned", "sync", "?"};
    static const char *const whats[] = {"barrier", "register", "predicate", "issue", "?"};
    int i;
    for (i = 0; i <= CUBIN_EDGE_KIND_COUNT; i++) CHECK_STR(kinds[i], cubin_edge_kind_name((cubin_edge_kind)i));
    for (i = 0; i <= CUBIN_RESOURCE_COUNT; i++) CHECK_STR(whats[i], cubin_resource_name((cubin_resource)i));
}

int main(void)
{
    RUN(branches);
    RUN(odd_branches);
    RUN(calls_and_meetings);
    RUN(meetings_of_two_barriers);
    RUN(indirect);
    RUN(barriers);
    RUN(distances);
    RUN(around_a_loop);
    RUN(registers);
    RUN(narrow);
    RUN(unbound_call);
    RUN(no_graph);
    RUN(nothing);
    RUN(names);
    return run_end();
}
