/* A hostile cubin: sections, functions, attributes, line tables, locations. The first byte picks the memory: bit 0 a
   buffer instead of the heap, bit 1 a small limit, bit 2 an allocator that fails at the call given by the second byte.
   The rest is the cubin. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "ncurep_fuzz.h"

/* A view lies in the input, or is empty with a valid pointer. */
static size_t view(cubin_view v, const uint8_t *data, size_t size)
{
    size_t i, sum = 0;
    must(v.ptr != NULL);
    if (v.len == 0) return 0;
    must((const uint8_t *)v.ptr >= data && (size_t)((const uint8_t *)v.ptr - data) <= size &&
         v.len <= size - (size_t)((const uint8_t *)v.ptr - data));
    for (i = 0; i < v.len && i < 64; i++) sum += (unsigned char)v.ptr[i];
    return sum;
}

static unsigned stack(const cubin_file *l, cubin_place p, const uint8_t *data, size_t size)
{
    unsigned depth = 0;
    do {
        view(p.function, data, size);
        view(p.directory, data, size);
        view(p.file, data, size);
        depth++;
    } while (cubin_place_outer(l, &p));
    must(depth <= 512);
    return depth;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint64_t buffer[1 << 14];
    heap h = {0, 0, 0, 0, 0, 0};
    cubin_memory memory = {NULL, 0, {take, give, NULL}, 0};
    cubin_error e;
    cubin_file *l;
    cubin_file_options options;
    cubin_info info;
    cubin_problem problem;
    cubin_function f;
    cubin_relocations relocations;
    cubin_relocation relocation;
    cubin_symbol symbol;
    cubin_view line;
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
    options.memory = memory;
    l = cubin_file_open(data, size, &options, &e);
    must(e.message != NULL && (l != NULL) == (e.code == CUBIN_OK));
    must(e.offset <= size);
    if (memory.max_memory != 0) must(h.held <= memory.max_memory);
    cubin_file_info(l, &info);
    must(cubin_file_memory_used(l) == (l != NULL ? h.held : 0));
    for (i = 0; cubin_file_problem_at(l, i, &problem); i++) must(problem.code != CUBIN_OK && problem.offset <= size && problem.message[0] != 0);
    must(i <= 16);
    for (cubin_relocations_begin(&relocations, l, NULL); work < 10000 && cubin_relocations_next(&relocations, &relocation); work++)
        if (cubin_symbol_at(l, relocation.symbol, &symbol)) view(symbol.name, data, size);
    for (i = 0; i < 2000 && cubin_function_at(l, i, &f); i++) {
        cubin_attributes attributes;
        cubin_attribute attribute;
        cubin_parameter parameter;
        cubin_location at;
        int table;
        view(f.name, data, size);
        view(f.code, data, size);
        must(i == 0 || f.symbol.number > last);
        last = f.symbol.number;
        for (cubin_attributes_begin(&attributes, l, &f); cubin_attributes_next(&attributes, &attribute);) view(attribute.value, data, size);
        must(attributes.error.offset <= size);
        cubin_relocations_begin(&relocations, l, &f);
        while (work < 100000 && cubin_relocations_next(&relocations, &relocation)) {
            must(relocation.offset < f.size);
            if (cubin_symbol_at(l, relocation.symbol, &symbol)) view(symbol.name, data, size);
            work++;
        }
        (void)cubin_parameter_find(l, &f, data[size / 2] * 4u, &parameter);
        if (cubin_location_find(l, f.symbol, data[size / 3] * 16u, &at)) {
            must(at.instruction.length < CUBIN_TEXT_ROOM && strlen(at.text) == at.instruction.length);
            view(at.ptx, data, size);
        }
        {
            cubin_locations walk;
            uint64_t end = 0;
            cubin_locations_begin(&walk, l, &f);
            for (; work < 100000 && cubin_locations_next(&walk, &at); work++) {
                must(at.instruction.size > 0 && at.offset >= end && at.offset + at.instruction.size <= f.code.len);
                must(at.instruction.length < CUBIN_TEXT_ROOM && strlen(at.text) == at.instruction.length);
                view(at.ptx, data, size);
                end = at.offset + at.instruction.size;
            }
            must(walk.error.code == CUBIN_OK || at.instruction.size == 0);
        }
        for (table = 0; table < 2; table++) {
            cubin_rows rows;
            cubin_place place, found;
            uint64_t offset = 0;
            int first = 1;
            cubin_rows_begin(&rows, l, &f, (cubin_table)table);
            while (work < 100000 && cubin_rows_next(&rows, &place)) {
                const unsigned depth = stack(l, place, data, size);
                work += depth;
                must(first || place.offset > offset);
                must(place.end >= place.offset);
                first = 0;
                offset = place.offset;
                found = place;
                must(cubin_place_shown(l, &found) < depth && found.offset == place.offset);
                if (offset < f.size) {
                    must(cubin_place_find(l, (cubin_table)table, f.symbol, offset, &found));
                    must(found.offset == offset && found.line == place.line && stack(l, found, data, size) == depth);
                }
            }
        }
    }
    if (i < 2000) must(i == info.functions);
    view(cubin_ptx(l), data, size);
    for (i = 0; i <= info.ptx_lines && i < 1000; i++) {
        (void)cubin_ptx_at(l, i, &line);
        view(line, data, size);
    }
    cubin_file_close(l);
    must(h.live == 0 && h.held == 0);
    return 0;
}
