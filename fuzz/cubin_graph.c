/* Hostile code: flow graph, dominators, loops, ways back. The first byte picks the memory as in cubin_file, the second what
   fails, the third the architecture, the fourth how many bytes of targets of indirect branches come before the code. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "../tests/cubin_make.h"
#include "ncurep_fuzz.h"

static void check_blocks(const cubin_graph *g, const cubin_graph_facts *facts, const cubin_function *f)
{
    cubin_block b, up;
    cubin_edge e;
    cubin_loop loop;
    uint64_t end = 0;
    uint32_t i, k, out = 0, in = 0;
    for (i = 0; cubin_block_at(g, i, &b); i++) {
        must(b.index == i && b.offset >= end && b.end > b.offset && b.end <= f->size);
        end = b.end;
        must(cubin_block_find(g, b.offset, &up) && up.index == i);
        if (b.dominator != CUBIN_NONE) must(b.is_reachable && cubin_block_at(g, b.dominator, &up) && up.is_reachable);
        else must(i == 0 || !b.is_reachable);
        if (b.loop != CUBIN_NONE) must(b.is_reachable && cubin_loop_at(g, b.loop, &loop));
        for (k = 0; cubin_exit_at(g, i, k, &e); k++, out++) must(e.from == i && e.to < facts->blocks && e.kind < CUBIN_EDGE_KIND_COUNT && e.guard < 15);
        for (k = 0; cubin_entry_at(g, i, k, &e); k++, in++) must(e.to == i && e.from < facts->blocks);
    }
    must(i == facts->blocks && out == facts->edges && in == facts->edges && facts->reachable <= facts->blocks);
    for (i = 0; cubin_loop_at(g, i, &loop); i++) {
        must(loop.blocks > 0 && loop.blocks <= facts->reachable && loop.head < facts->blocks);
        must(loop.outer == CUBIN_NONE ? loop.depth == 1 : loop.outer < i);
        must(cubin_block_at(g, loop.head, &b) && b.loop == i);
    }
    must(i == facts->loops);
}

static void check_ways(cubin_graph *g, const cubin_graph_facts *facts, const cubin_function *f, unsigned how)
{
    cubin_producers walk;
    cubin_producer p;
    uint32_t what, starts;
    for (starts = 0; starts < 4 && f->size > 0; starts++)
        for (what = 0; what < CUBIN_RESOURCE_COUNT; what++) {
            uint32_t n = 0;
            cubin_producers_begin(&walk, g, f->size * starts / 4 / 8 * 8, (cubin_resource)what, how % 8);
            if (how & 64) walk.max_steps = how;
            while (cubin_producers_next(&walk, &p)) {
                must(p.distance > 0 && p.distance <= facts->instructions + 1 && p.offset < f->size && ++n <= 2 * facts->instructions);
                if (how & 128) cubin_producers_pass(&walk);
            }
            must(walk.error.code == CUBIN_OK || (walk.error.code == CUBIN_LIMIT && (how & 64)));
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint32_t archs[] = {52, 61, 70, 75, 80, 90, 100, 120};
    static const char strings[] = "\0alpha";
    static uint64_t buffer[1 << 13];
    made_symbol symbol[1] = {{1, 18, 1, 0, 0}};
    char symbols[48];
    made_section s[4] = {{".text.alpha", NULL, 0, 1, 0, 0, 0}, {".symtab", symbols, 48, 2, 0, 0, 0},
                         {".strtab", strings, sizeof strings, 3, 0, 0, 0}, {".nv.info.alpha", NULL, 0, 0x70000000, 1, 0x40, 0}};
    heap h = {0, 0, 0, 0, 0, 0};
    cubin_graph_options options;
    cubin_graph_facts facts;
    cubin_function f;
    cubin_file *file;
    cubin_graph *g;
    cubin_error error;
    size_t whole, info;
    char *cubin;
    if (size < 5 || size > 1 << 16) return 0;
    info = data[3] < size - 4 ? data[3] : size - 4;
    s[0].bytes = data + 4 + info;
    s[0].len = size - 4 - info;
    s[3].bytes = data + 4;
    s[3].len = info;
    symbol[0].size = s[0].len;
    made_symbols(symbols, symbol, 1);
    cubin = made_cubin(s, 4, archs[data[2] % 8], &whole);
    file = cubin_file_open(cubin, whole, NULL, NULL);
    must(cubin_function_at(file, 0, &f) || s[0].len == 0);
    memset(&options, 0, sizeof options);
    options.memory.allocator.alloc_fn = take;
    options.memory.allocator.free_fn = give;
    options.memory.allocator.user = &h;
    if (data[0] & 1) {
        options.memory.buffer = buffer;
        options.memory.buffer_size = data[1] * 256u;
        if (data[0] & 8) options.memory.allocator.alloc_fn = NULL, options.memory.allocator.free_fn = NULL;
    }
    if (data[0] & 2) options.memory.max_memory = 4096u + data[1] * 64u;
    if (data[0] & 4) h.fail = data[1];
    g = cubin_graph_open(file, &f, &options, &error);
    must(error.message != NULL && (g != NULL) == (error.code == CUBIN_OK));
    if (options.memory.max_memory != 0) must(h.held <= options.memory.max_memory);
    must(cubin_graph_memory_used(g) == (g != NULL ? h.held : 0));
    cubin_graph_info(g, &facts);
    check_blocks(g, &facts, &f);
    check_ways(g, &facts, &f, data[1]);
    cubin_graph_close(g);
    must(h.live == 0 && h.held == 0);
    cubin_file_close(file);
    free(cubin);
    return 0;
}
