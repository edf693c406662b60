/* Everything that cubin.h says of a file, as one number, and whether all of it keeps to the rules: views lie in the input,
   stretches ascend, stacks end. For tests with damaged files and short memory. */
#ifndef TESTS_CUBIN_WALK_H
#define TESTS_CUBIN_WALK_H

#include "cubin_inside.h"
#include "run.h"

typedef struct cubin_walk {
    const char *data;
    size_t size;
    uint64_t sum;
    uint32_t functions, places, attributes, instructions;
} cubin_walk;

static inline void walk_number(cubin_walk *w, uint64_t v)
{
    w->sum = (w->sum ^ v) * UINT64_C(1099511628211);
}

static inline void walk_view(cubin_walk *w, cubin_view v)
{
    size_t i;
    CHECK(v.ptr != NULL);
    CHECK(v.len == 0 || (v.ptr >= w->data && v.len <= w->size && (size_t)(v.ptr - w->data) <= w->size - v.len));
    walk_number(w, v.len);
    for (i = 0; i < v.len; i++) walk_number(w, (unsigned char)v.ptr[i]);
}

static inline void walk_place(cubin_walk *w, const cubin_place *p)
{
    w->places++;
    walk_view(w, p->function);
    walk_view(w, p->directory);
    walk_view(w, p->file);
    walk_number(w, p->line);
}

static inline void walk_stack(cubin_walk *w, const cubin_file *file, cubin_place p)
{
    uint32_t depth = 1;
    walk_place(w, &p);
    for (; cubin_place_outer(file, &p); depth++) walk_place(w, &p);
    CHECK(depth <= 512);
}

static inline void walk_attributes(cubin_walk *w, const cubin_file *file, const cubin_function *f)
{
    cubin_attributes a;
    cubin_attribute one;
    for (cubin_attributes_begin(&a, file, f); cubin_attributes_next(&a, &one); w->attributes++) {
        walk_number(w, one.kind);
        walk_view(w, one.value);
    }
    walk_number(w, (uint64_t)a.error.code);
    CHECK(a.error.offset <= w->size);
}

/* deep: the text of each instruction, too. */
static inline cubin_walk walk_file(const cubin_file *file, const void *data, size_t size, int deep)
{
    cubin_walk w;
    cubin_info info;
    cubin_problem problem;
    cubin_function f;
    cubin_parameter parameter;
    cubin_symbol symbol;
    cubin_relocations relocations;
    cubin_relocation relocation;
    cubin_location l;
    cubin_view line;
    cubin_rows rows;
    cubin_place p, q;
    uint32_t i;
    memset(&w, 0, sizeof w);
    w.data = (const char *)data;
    w.size = size;
    cubin_file_info(file, &info);
    walk_number(&w, info.arch);
        for (i = 0; cubin_file_problem_at(file, i, &problem); i++) walk_number(&w, problem.offset ^ (uint64_t)problem.code);
    CHECK(i <= 16);
    for (i = 0; cubin_symbol_at(file, symbol_id(i), &symbol); i++) {
        walk_view(&w, symbol.name);
        walk_number(&w, symbol.offset ^ symbol.size ^ symbol.section ^ symbol.type);
    }
    walk_attributes(&w, file, NULL);
    for (cubin_relocations_begin(&relocations, file, NULL); cubin_relocations_next(&relocations, &relocation);)
        walk_number(&w, relocation.offset ^ relocation.type ^ relocation.symbol.number ^ relocation.addend);
    for (w.functions = 0; cubin_function_at(file, w.functions, &f); w.functions++) {
        uint64_t at;
        int table;
        walk_view(&w, f.name);
        walk_view(&w, f.code);
        walk_number(&w, f.size ^ f.start ^ f.address ^ f.registers ^ f.frame_size ^ f.constant_size ^ f.shared_size);
        walk_attributes(&w, file, &f);
        for (cubin_relocations_begin(&relocations, file, &f); cubin_relocations_next(&relocations, &relocation);) {
            CHECK(relocation.offset < f.size);
            walk_number(&w, relocation.offset ^ relocation.type ^ relocation.symbol.number ^ relocation.addend);
        }
        if (cubin_parameter_find(file, &f, 0x164, &parameter)) walk_number(&w, parameter.size);
        for (table = 0; table < 2; table++) {
            uint64_t end = 0;
            cubin_rows_begin(&rows, file, &f, (cubin_table)table);
            while (cubin_rows_next(&rows, &p)) {
                CHECK(p.offset >= end && p.end >= p.offset);
                end = p.offset;
                walk_number(&w, p.offset);
                walk_stack(&w, file, p);
                if (p.offset >= f.size) continue;
                CHECK(cubin_place_find(file, (cubin_table)table, f.symbol, p.offset, &q));
                CHECK_U64(p.line, q.line);
            }
        }
        for (at = 0; deep && at < f.size && at < f.code.len + 16; at += 16) {
            CHECK(cubin_location_find(file, f.symbol, at, &l));
            CHECK(l.instruction.length < sizeof l.text);
            CHECK_U64(l.instruction.length, strlen(l.text));
            w.instructions += l.instruction.size != 0;
            walk_view(&w, l.ptx);
        }
    }
    CHECK_U64(info.functions, w.functions);
    walk_view(&w, cubin_ptx(file));
    for (i = 1; cubin_ptx_at(file, i, &line); i++) walk_view(&w, line);
    CHECK_U64(info.ptx_lines, i - 1);
    return w;
}

#endif
