/* Line tables of a hostile cubin. The first byte picks the memory: bit 0 a buffer instead of the heap, bit 1 a small
   limit, bit 2 an allocator that fails at the call that the second byte names. The rest is the cubin. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#include "ncurep_fuzz.h"

/* A view lies in the input, or is empty and points somewhere. */
static size_t view(ncurep_view v, const uint8_t *data, size_t size)
{
    size_t i, sum = 0;
    must(v.ptr != NULL);
    if (v.len == 0) return 0;
    must((const uint8_t *)v.ptr >= data && (size_t)((const uint8_t *)v.ptr - data) <= size &&
         v.len <= size - (size_t)((const uint8_t *)v.ptr - data));
    for (i = 0; i < v.len && i < 64; i++) sum += (unsigned char)v.ptr[i];
    return sum;
}

static unsigned stack(const ncurep_lines *l, ncurep_place p, const uint8_t *data, size_t size)
{
    unsigned depth = 0;
    do {
        view(p.function, data, size);
        view(p.directory, data, size);
        view(p.file, data, size);
        depth++;
    } while (ncurep_lines_outer(l, &p));
    must(depth <= 512);
    return depth;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint64_t buffer[1 << 14];
    heap h = {0, 0, 0, 0, 0, 0};
    ncurep_memory memory = {NULL, 0, {take, give, NULL}, 0};
    ncurep_error e;
    ncurep_lines *l;
    ncurep_line_function f;
    uint32_t i, last = 0;
    unsigned work = 0;
    if (size < 2) return 0;
    memory.allocator.user = &h;
    if (data[0] & 1) {
        memory.buffer = buffer;
        memory.buffer_size = data[1] * 256u;
        if (data[0] & 8) memory.allocator.alloc_fn = NULL, memory.allocator.free_fn = NULL;
    }
    if (data[0] & 2) memory.max_memory = 4096u + data[1] * 64u;
    if (data[0] & 4) h.fail = data[1];
    data += 2;
    size -= 2;
    l = ncurep_lines_open(data, size, &memory, &e);
    must(e.message != NULL && (l != NULL || e.code == NCUREP_MEMORY || e.code == NCUREP_LIMIT));
    must(e.offset <= size);
    if (memory.max_memory != 0) must(h.held <= memory.max_memory);
    must(ncurep_lines_memory(l) == (l != NULL ? h.held : 0));
    for (i = 0; ncurep_lines_function(l, i, &f); i++) {
        int table;
        view(f.name, data, size);
        view(f.code, data, size);
        must(i == 0 || f.symbol > last);
        last = f.symbol;
        for (table = 0; table < 2; table++) {
            ncurep_line_iter it = {0, NCUREP_LINES_SOURCE, {0, 0, {"", 0}, {"", 0}, {"", 0}, 0, 0, 0, 0}, 0};
            ncurep_place found;
            uint64_t offset = 0;
            int first = 1;
            it.function = i;
            it.table = (ncurep_line_table)table;
            while (work < 100000 && ncurep_lines_next(l, &it)) {
                const unsigned depth = stack(l, it.place, data, size);
                work += depth;
                must(first || it.place.offset > offset);
                must(it.place.end >= it.place.offset);
                first = 0;
                offset = it.place.offset;
                if (offset < f.size) {
                    must(ncurep_lines_find(l, it.table, f.symbol, offset, &found));
                    must(found.offset == offset && found.line == it.place.line && stack(l, found, data, size) == depth);
                }
            }
        }
    }
    must(i == ncurep_lines_functions(l));
    view(ncurep_lines_ptx(l), data, size);
    for (i = 0; i <= ncurep_lines_ptx_lines(l) && i < 1000; i++) view(ncurep_lines_ptx_line(l, i), data, size);
    ncurep_lines_free(l);
    must(h.live == 0 && h.held == 0);
    return 0;
}
