/* What a cubin says about its functions, and the call that gives everything about one instruction. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "cubin_inside.h"
#include "cubin_make.h"
#include "run.h"

static char *data;
static size_t size;
static cubin_file *file;

static int sample(const char *path)
{
    cubin_error error;
    data = run_read(path, &size);
    file = open_noting(data, size, NULL, &error);
    return CHECK(data != NULL && file != NULL) && CHECK_U64(CUBIN_OK, error.code);
}

static void done(void)
{
    cubin_file_close(file);
    free(data);
}

static void sections(void)
{
    cubin_info info;
    shdr s, t;
    uint32_t i, same = 0;
    if (!sample("examples/data/samples/ncurep/nested_sm80.cubin")) return;
    cubin_file_info(file, &info);
    CHECK_U64(80, info.arch);
    CHECK_U64(20, info.sections);
    CHECK(section_find(data, size, ".text.saxpyish", &s));
    CHECK_U64(640, s.size);
    CHECK_U64(640, s.bytes.len);
    for (i = 0; section_at(data, size, i, &t); i++) same += t.bytes.ptr == s.bytes.ptr && t.bytes.len == s.bytes.len;
    CHECK_U64(20, i);
    CHECK_U64(1, same);
    CHECK(!section_find(data, size, ".text.saxpy", &s));
    done();
}

static void functions(void)
{
    static const char *const names[] = {"three", "two", "one"};
    cubin_function f;
    uint32_t i;
    if (!sample("examples/data/samples/ncurep/three_sm90.cubin")) return;
    for (i = 0; i < 3; i++) {
        CHECK(cubin_function_at(file, i, &f));
        CHECK_VIEW(names[i], f.name);
        CHECK_U64(14 + i, f.symbol.number);
        CHECK_U64(384, f.size);
        CHECK_U64(384, f.code.len);
        CHECK_U64(8, f.registers);
        CHECK_U64(0, f.barriers);
        CHECK_U64(0, f.shared_size);
        CHECK_U64(0x218, f.constant_size);
        CHECK_U64(0, f.frame_size);
        CHECK_U64(0, f.address);
    }
    CHECK(!cubin_function_at(file, 3, &f));
    done();
}

static void attributes(void)
{
    static const uint32_t kinds[] = {0x37, 0x35, 0x0a, 0x19, 0x17, 0x17, 0x17, 0x17, 0x1b, 0x5f, 0x1c};
    static const size_t lengths[] = {4, 0, 8, 2, 12, 12, 12, 12, 2, 2, 8};
    cubin_attributes a;
    cubin_attribute one;
    cubin_function f;
    shdr s;
    uint32_t n = 0;
    if (!sample("examples/data/samples/ncurep/nested_sm80.cubin")) return;
    CHECK(cubin_function_at(file, 0, &f));
    for (cubin_attributes_begin(&a, file, &f); cubin_attributes_next(&a, &one); n++) {
        if (n == sizeof kinds / sizeof *kinds) continue;
        CHECK_U64(kinds[n], one.kind);
        CHECK_U64(lengths[n], one.value.len);
    }
    CHECK_U64(sizeof kinds / sizeof *kinds, n);
    CHECK_U64(CUBIN_OK, a.error.code);
    n = 0; /* of the whole file */
    for (cubin_attributes_begin(&a, file, NULL); cubin_attributes_next(&a, &one);) n++;
    CHECK(n > 0);
    CHECK_U64(CUBIN_OK, a.error.code);
    CHECK(section_find(data, size, ".nv.info.saxpyish", &s));
    data[s.bytes.ptr - data + 2] = (char)255; /* an entry longer than the section */
    data[s.bytes.ptr - data + 3] = (char)255;
    cubin_attributes_begin(&a, file, &f);
    CHECK(!cubin_attributes_next(&a, &one));
    CHECK(a.error.code != CUBIN_OK);
    CHECK(!cubin_attributes_next(&a, &one));
    done();
}

static void parameters(void)
{
    static const uint32_t at[] = {0x160, 0x164, 0x168, 0x170}, sizes[] = {4, 4, 8, 8};
    cubin_function f;
    cubin_parameter p;
    uint32_t i;
    if (!sample("examples/data/samples/ncurep/nested_sm80.cubin")) return;
    CHECK(cubin_function_at(file, 0, &f));
    for (i = 0; i < 4; i++) {
        CHECK(cubin_parameter_find(file, &f, at[i] + sizes[i] - 1, &p));
        CHECK_U64(i, p.ordinal);
        CHECK_U64(at[i] - 0x160, p.offset);
        CHECK_U64(at[i], p.bank_offset);
        CHECK_U64(sizes[i], p.size);
    }
    CHECK(!cubin_parameter_find(file, &f, 0x15f, &p));
    CHECK(!cubin_parameter_find(file, &f, 0x178, &p));
    CHECK(!cubin_parameter_find(file, &f, UINT64_MAX, &p));
    done();
}

static void locations(void)
{
    cubin_function f;
    cubin_location l;
    uint64_t at;
    if (!sample("examples/data/samples/ncurep/nested_sm80.cubin")) return;
    CHECK(cubin_function_at(file, 0, &f));
    for (at = 0x20; at < 0x30; at++) { /* any byte within the instruction */
        CHECK(cubin_location_find(file, f.symbol, at, &l));
        CHECK_U64(0x20, l.offset);
        CHECK_STR("S2R R3, SR_TID.X", l.text);
        CHECK_U64(16, l.instruction.size);
    }
    CHECK_VIEW("saxpyish", l.function.name);
    CHECK(l.has_source);
    CHECK_VIEW("nested.cu", l.source.file);
    CHECK_U64(12, l.source.line);
    CHECK_U64(36, l.ptx_line);
    CHECK_VIEW("mov.u32 \t%r5, %tid.x;", l.ptx);
    CHECK(cubin_location_find(file, f.symbol, 264, &l));
    CHECK_VIEW("_Z4leafff", l.source.function);
    CHECK(cubin_place_outer(file, &l.source)); /* the place is continued like one from cubin_place_find */
    CHECK(!cubin_location_find(file, f.symbol, 640, &l));
    CHECK(!cubin_location_find(file, symbol_id(f.symbol.number + 1000), 0, &l));
    CHECK(!cubin_location_find(NULL, symbol_id(0), 0, &l));
    CHECK_STR("", l.text);
    done();
}

static void put(char *to, uint64_t v, int bytes)
{
    int i;
    for (i = 0; i < bytes; i++) to[i] = (char)(v >> 8 * i & 255);
}

static int again(void)
{
    cubin_error error;
    cubin_file_close(file);
    file = open_noting(data, size, NULL, &error);
    return CHECK(file != NULL) && CHECK_U64(CUBIN_OK, error.code);
}

/* A function at the place where a report before 2022.3 says it ran. */
static void loaded(void)
{
    const uint64_t where = UINT64_C(0xb00f60500);
    shdr symbols;
    cubin_function f;
    cubin_location l;
    if (!sample("examples/data/samples/ncurep/three_sm90.cubin")) return;
    CHECK(section_find(data, size, ".symtab", &symbols));
    put(data + (symbols.bytes.ptr - data) + 15 * 24 + 8, where, 8);
    if (!again()) return;
    CHECK(function_of(file, 15, &f));
    CHECK_VIEW("two", f.name);
    CHECK_U64(where, f.address);
    CHECK_U64(0, f.start);
    CHECK_U64(384, f.code.len);
    CHECK(cubin_location_find(file, symbol_id(15), 0x20, &l));
    CHECK_STR("LDC.64 R2, c[0x0][0x210]", l.text);
    CHECK(function_of(file, 14, &f));
    CHECK_U64(0, f.address);
    done();
}

/* Files for other architectures: sm_61 with control words between the instructions, sm_35 without tables. */
static void other_architectures(void)
{
    static const uint64_t words[] = {UINT64_C(0x001fc400fe2007f6), UINT64_C(0x4c98078000870001), UINT64_C(0x5c98078000170003),
                                     UINT64_C(0xe30000000007000f)};
    cubin_function f;
    cubin_location l;
    cubin_info info;
    int i;
    if (!sample("examples/data/samples/ncurep/three_sm90.cubin")) return;
    CHECK(function_of(file, 14, &f));
    for (i = 0; i < 4; i++) put(data + (f.code.ptr - data) + 8 * i, words[i], 8);
    data[49] = 61;
    if (!again()) return;
    cubin_file_info(file, &info);
    CHECK_U64(61, info.arch);
    CHECK(cubin_location_find(file, symbol_id(14), 0, &l));
    CHECK_U64(0, l.instruction.size);
    CHECK_STR("", l.text);
    CHECK(cubin_location_find(file, symbol_id(14), 12, &l));
    CHECK_U64(8, l.offset);
    CHECK_U64(8, l.instruction.size);
    CHECK_STR("MOV R1, c[0x0][0x20]", l.text);
    CHECK(cubin_location_find(file, symbol_id(14), 16, &l));
    CHECK_STR("MOV R3, R1", l.text);
    CHECK(cubin_location_find(file, symbol_id(14), 31, &l));
    CHECK_STR("EXIT", l.text);
    data[49] = 35;
    if (!again()) return;
    CHECK(cubin_location_find(file, symbol_id(14), 13, &l));
    CHECK_U64(13, l.offset);
    CHECK_U64(0, l.instruction.size);
    CHECK_VIEW("three", l.function.name);
    done();
}

static void compressed(void)
{
    static const char *const names[] = {".debug_line", ".nv_debug_ptx_txt"};
    shdr s;
    cubin_error error;
    cubin_place p;
    uint64_t table, entry;
    uint32_t i, k;
    for (k = 0; k < 2; k++) {
        if (!sample("examples/data/samples/ncurep/three_sm90.cubin")) return;
        for (table = 0, i = 8; i > 0; i--) table = table << 8 | (unsigned char)data[0x28 + i - 1];
        for (i = 0; section_at(data, size, i, &s); i++)
            if (s.name.len == strlen(names[k]) && memcmp(s.name.ptr, names[k], s.name.len) == 0) break;
        CHECK(section_at(data, size, i, &s));
        entry = table + (uint64_t)i * 64;
        put(data + entry + 8, s.flags | 0x800, 8);
        cubin_file_close(file);
        file = open_noting(data, size, NULL, &error);
        CHECK_U64(CUBIN_UNSUPPORTED, error.code);
        CHECK_U64(entry, error.offset);
        CHECK((k != 0) == cubin_place_find(file, CUBIN_TABLE_SOURCE, symbol_id(14), 0, &p));
        CHECK_U64(0, cubin_ptx(file).len * k);
        done();
    }
}

static void *last_alloc(size_t n, void *user)
{
    size_t *left = (size_t *)user;
    return (*left)-- > 0 ? malloc(n) : NULL;
}

static void last_free(void *p, size_t n, void *user)
{
    (void)user;
    (void)n;
    free(p);
}

/* Every allocation fails once, then every limit below what is needed. */
static void memory(void)
{
    cubin_file_options options;
    cubin_error error;
    cubin_file *f;
    size_t left, given, limit, need, short_of = 0;
    if (!sample("examples/data/samples/ncurep/three_sm90.cubin")) return;
    need = cubin_file_memory_used(file);
    memset(&options, 0, sizeof options);
    options.memory.allocator.alloc_fn = last_alloc;
    CHECK(cubin_file_open(data, size, &options, &error) == NULL); /* one without the other */
    CHECK_U64(CUBIN_ARGUMENT, error.code);
    CHECK_U64(0, error.offset);
    options.memory.allocator.free_fn = last_free;
    options.memory.allocator.user = &left;
    for (given = 0; given < 100; given++) {
        left = given;
        f = cubin_file_open(data, size, &options, &error);
        if (f != NULL) break;
        CHECK_U64(CUBIN_MEMORY, error.code);
        CHECK_STR("no memory for the cubin", error.message);
    }
    CHECK(given > 0 && f != NULL);
    cubin_file_close(f);
    for (limit = 1; limit < need; limit += 1 + limit / 8) {
        left = 1000;
        options.memory.max_memory = limit;
        f = cubin_file_open(data, size, &options, &error);
        CHECK(f == NULL ? error.code == CUBIN_LIMIT : cubin_file_memory_used(f) <= limit);
        if (f == NULL) CHECK_STR("the cubin needs more than max_memory", error.message);
        short_of += f == NULL;
        cubin_file_close(f);
    }
    done();
}

/* Nothing to read, nowhere to write. */
static void nothing(void)
{
    static const cubin_instruction none;
    cubin_problem problem;
    cubin_function f;
    cubin_attributes a;
    cubin_attribute one;
    cubin_parameter p;
    cubin_place place;
    cubin_rows rows;
    cubin_location l;
    cubin_view v;
    CHECK(cubin_text(NULL).len == 0);
    if (!sample("examples/data/samples/ncurep/nested_sm80.cubin")) return;
    CHECK(cubin_function_at(file, 0, &f));
    cubin_file_info(file, NULL);
    cubin_rows_begin(NULL, file, &f, CUBIN_TABLE_SOURCE);
    cubin_attributes_begin(NULL, file, &f);
    CHECK(cubin_file_memory_used(NULL) == 0);
    memset(&problem, 7, sizeof problem);
    CHECK(!cubin_file_problem_at(file, 0, &problem) && problem.code == CUBIN_OK && problem.message[0] == 0);
    CHECK(!cubin_file_problem_at(NULL, 0, &problem) && !cubin_file_problem_at(file, 0, NULL));
    CHECK(!cubin_function_at(file, 0, NULL) && !cubin_function_at(NULL, 0, &f));
    CHECK(cubin_function_at(file, 0, &f));
    memset(&a, 7, sizeof a);
    cubin_attributes_begin(&a, NULL, &f);
    CHECK(a.rest.ptr != NULL && a.rest.len == 0 && a.error.offset == 0);
    CHECK(a.error.message != NULL && a.error.message[0] == '\0');
    CHECK(!cubin_attributes_next(&a, &one) && !cubin_attributes_next(NULL, &one));
    cubin_attributes_begin(&a, file, &f);
    CHECK(!cubin_attributes_next(&a, NULL));
    CHECK(!cubin_parameter_find(file, &f, 0x160, NULL) && !cubin_parameter_find(file, NULL, 0x160, &p));
    CHECK(!cubin_parameter_find(NULL, &f, 0x160, &p));
    cubin_rows_begin(&rows, NULL, &f, CUBIN_TABLE_SOURCE);
    CHECK(!cubin_rows_next(&rows, &place) && !cubin_rows_next(NULL, &place));
    CHECK_U64(CUBIN_ARGUMENT, rows.error.code);
    cubin_rows_begin(&rows, file, NULL, CUBIN_TABLE_SOURCE);
    CHECK(!cubin_rows_next(&rows, &place));
    f.symbol.number += 1000; /* none of this file */
    cubin_rows_begin(&rows, file, &f, CUBIN_TABLE_SOURCE);
    CHECK(!cubin_rows_next(&rows, &place));
    f.symbol.number -= 1000;
    cubin_rows_begin(&rows, file, &f, CUBIN_TABLE_COUNT);
    CHECK(!cubin_rows_next(&rows, &place) && rows.error.code == CUBIN_ARGUMENT);
    CHECK_STR("?", cubin_table_name(CUBIN_TABLE_COUNT));
    CHECK_STR("source", cubin_table_name(CUBIN_TABLE_SOURCE));
    CHECK_STR("ptx", cubin_table_name(CUBIN_TABLE_PTX));
    CHECK_STR("?", cubin_reply_name(CUBIN_REPLY_COUNT));
    CHECK_STR("refused", cubin_reply_name(CUBIN_REPLY_REFUSED));
    CHECK_STR("yes", cubin_reply_name(CUBIN_REPLY_YES));
    cubin_rows_begin(&rows, file, &f, CUBIN_TABLE_SOURCE);
    CHECK(!cubin_rows_next(&rows, NULL));
    CHECK_U64(CUBIN_OK, rows.error.code);
    CHECK(!cubin_place_find(file, CUBIN_TABLE_SOURCE, f.symbol, 0, NULL));
    CHECK(!cubin_place_find(NULL, CUBIN_TABLE_SOURCE, f.symbol, 0, &place));
    CHECK(!cubin_place_find(file, (cubin_table)2, f.symbol, 0, &place));
    CHECK(!cubin_place_outer(file, NULL) && !cubin_place_outer(NULL, &place));
    CHECK(!cubin_ptx_at(file, 1, NULL) && !cubin_ptx_at(NULL, 1, &v) && !cubin_ptx_at(file, 0, &v));
    CHECK(!cubin_location_find(file, f.symbol, 0, NULL) && !cubin_location_find(NULL, f.symbol, 0, &l));
    CHECK(memcmp(&l.instruction, &none, sizeof none) == 0);
    done();
    cubin_file_close(NULL);
}

/* Counted as the disassembly names them, in functions whose second instruction is LDL, and the fourth and fifth STL. */
static void counts_as_listed(const char *path)
{
    cubin_function f;
    cubin_counts counts, listed;
    uint64_t all_loads = 0, all_stores = 0;
    uint32_t i;
    if (!sample(path)) return;
    for (i = 0; cubin_function_at(file, i, &f); i++) {
        cubin_locations walk;
        cubin_location at;
        char *const code = data + (f.code.ptr - data);
        static const char opcode[] = {0, (char)0x83, 0, (char)0x87, (char)0x87};
        size_t k;
        for (k = 1; k < 5; k++) {
            if (opcode[k] == 0) continue;
            code[16 * k] = opcode[k];
            code[16 * k + 1] = 0x79;
        }
        memset(&listed, 0, sizeof listed);
        cubin_locations_begin(&walk, file, &f);
        while (cubin_locations_next(&walk, &at)) {
            const char *const name = at.text[0] == '@' ? strchr(at.text, ' ') + 1 : at.text;
            listed.instructions++;
            listed.local_loads += strncmp(name, "LDL", 3) == 0;
            listed.local_stores += strncmp(name, "STL", 3) == 0;
        }
        CHECK(cubin_function_count(file, &f, &counts));
        CHECK(memcmp(&counts, &listed, sizeof counts) == 0);
        all_loads += counts.local_loads;
        all_stores += counts.local_stores;
    }
    CHECK_U64(i, all_loads);
    CHECK_U64(2 * i, all_stores);
    done();
}

static void counts(void)
{
    static const unsigned char code[64] = {[14] = 0x40, [15] = 0xef, [22] = 0x57, [23] = 0xef, [46] = 0x40, [47] = 0xef, [62] = 0x42, [63] = 0xef};
    const made_symbol symbol = {1, 0x1012, 1, 0, 64};
    char symbols[48];
    const made_section s[] = {{".text.k", code, 64, 1, 0, 0, 0}, {".symtab", symbols, 48, 2, 0, 0, 0}, {".strtab", "\0k", 3, 3, 0, 0, 0}};
    cubin_function f;
    cubin_counts n;
    counts_as_listed("examples/data/samples/ncurep/debug_sm80.cubin");
    counts_as_listed("examples/data/samples/ncurep/three_sm90.cubin");
    made_symbols(symbols, &symbol, 1);
    data = made_cubin(s, 3, 52, &size);
    file = cubin_file_open(data, size, NULL, NULL);
    CHECK(cubin_function_at(file, 0, &f));
    CHECK(cubin_function_count(file, &f, &n));
    CHECK_U64(6, n.instructions); /* the words at 0 and 32 are no instructions */
    CHECK_U64(3, n.local_loads);
    CHECK_U64(1, n.local_stores);
    f.size++; /* the file holds less */
    CHECK(!cubin_function_count(file, &f, &n) && n.instructions == 0);
    CHECK(!cubin_function_count(file, NULL, &n));
    CHECK(!cubin_function_count(NULL, &f, &n));
    CHECK(!cubin_function_count(file, &f, NULL));
    done();
    data = made_cubin(s, 3, 35, &size);
    file = cubin_file_open(data, size, NULL, NULL);
    CHECK(cubin_function_at(file, 0, &f) && !cubin_function_count(file, &f, &n));
    done();
}

int main(void)
{
    RUN(nothing);
    RUN(memory);
    RUN(sections);
    RUN(functions);
    RUN(attributes);
    RUN(parameters);
    RUN(locations);
    RUN(loaded);
    RUN(other_architectures);
    RUN(compressed);
    RUN(counts);
    return run_end();
}
