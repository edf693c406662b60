/* Line tables: what the samples say, and made-up tables with what no sample has. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "cubin_inside.h"
#include "elf.h"
#include "run.h"

/* A walk over the rows of a function, with the place it is at. */
typedef struct walk {
    uint32_t function;
    cubin_table table;
    cubin_place place;
    cubin_rows rows;
    int begun;
} walk;

static int next(const cubin_file *file, walk *w)
{
    cubin_function f;
    if (!w->begun) cubin_rows_begin(&w->rows, file, cubin_function_at(file, w->function, &f) ? &f : NULL, w->table);
    w->begun = 1;
    return cubin_rows_next(&w->rows, &w->place);
}

static cubin_file *open_file(const void *bytes, size_t n, const cubin_memory *memory, cubin_error *e)
{
    cubin_file_options options;
    memset(&options, 0, sizeof options);
    if (memory != NULL) options.memory = *memory;
    return open_noting(bytes, n, memory != NULL ? &options : NULL, e);
}

static cubin_info info_of(const cubin_file *file)
{
    cubin_info info;
    cubin_file_info(file, &info);
    return info;
}

static size_t held(const cubin_file *file)
{
    return cubin_file_memory_used(file);
}

static uint32_t functions(const cubin_file *file)
{
    return info_of(file).functions;
}

static uint32_t ptx_lines(const cubin_file *file)
{
    return info_of(file).ptx_lines;
}

static cubin_view ptx_line(const cubin_file *file, uint32_t line)
{
    cubin_view text;
    (void)cubin_ptx_at(file, line, &text);
    return text;
}

static char *data;
static size_t size;
static cubin_file *lines;
static cubin_error error;

static int sample(const char *path)
{
    data = run_read(path, &size);
    lines = open_file(data, size, NULL, &error);
    return CHECK(data != NULL && lines != NULL) && CHECK_U64(CUBIN_OK, error.code);
}

static void done(void)
{
    cubin_file_close(lines);
    free(data);
}

static void inline_stack(void)
{
    cubin_place p;
    cubin_function f;
    if (!sample("examples/data/samples/ncurep/nested_sm80.cubin")) return;
    CHECK_U64(1, functions(lines));
    CHECK(cubin_function_at(lines, 0, &f));
    CHECK_VIEW("saxpyish", f.name);
    CHECK_U64(640, f.size);
    CHECK_U64(640, f.code.len);
    CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, f.symbol, 264, &p));
    CHECK_VIEW("_Z4leafff", p.function);
    CHECK_VIEW("/src/kernels", p.directory);
    CHECK_VIEW("nested.cu", p.file);
    CHECK_U64(3, p.line);
    CHECK_U64(256, p.offset);
    CHECK_U64(272, p.end);
    CHECK(cubin_place_outer(lines, &p));
    CHECK_VIEW("_Z6middleff", p.function);
    CHECK_U64(8, p.line);
    CHECK(cubin_place_outer(lines, &p));
    CHECK_VIEW("saxpyish", p.function);
    CHECK_U64(14, p.line);
    CHECK(!cubin_place_outer(lines, &p));
    CHECK_U64(14, p.line);
    /* 0x100 follows a row of _Z6middleff at the same offset, the call. */
    CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, f.symbol, 264, &p));
    CHECK_U64(1, cubin_place_shown(lines, &p));
    CHECK_VIEW("_Z6middleff", p.function);
    CHECK_U64(8, p.line);
    CHECK_U64(0, cubin_place_shown(NULL, &p) + cubin_place_shown(lines, NULL));
    CHECK(cubin_place_find(lines, CUBIN_TABLE_PTX, f.symbol, 264, &p));
    CHECK_U64(59, p.line);
    CHECK_U64(0, cubin_place_shown(lines, &p));
    CHECK(!cubin_place_outer(lines, &p));
    CHECK(!cubin_place_find(lines, CUBIN_TABLE_SOURCE, f.symbol, 640, &p));
    CHECK(!cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(f.symbol.number + 1), 0, &p));
    CHECK(!cubin_function_at(lines, 1, &f));
    done();
}

static void ptx_text(void)
{
    if (!sample("examples/data/samples/ncurep/nested_sm80.cubin")) return;
    CHECK_U64(90, ptx_lines(lines));
    CHECK_U64(1258, cubin_ptx(lines).len);
    CHECK_VIEW("", ptx_line(lines, 0));
    CHECK_VIEW("", ptx_line(lines, 1));
    CHECK_VIEW("", ptx_line(lines, 91));
    CHECK_VIEW("mov.u32 \t%r3, %ctaid.x;", ptx_line(lines, 34));
    done();
}

/* Not inlined, so it has a symbol of its own inside the kernel. */
static void function_inside(void)
{
    cubin_function f;
    walk it;
    unsigned kept = 0, many = 0;
    if (!sample("examples/data/samples/ncurep/loops_sm75.cubin")) return;
    CHECK(cubin_function_at(lines, 0, &f));
    CHECK_VIEW("many", f.name);
    memset(&it, 0, sizeof it);
    while (next(lines, &it)) {
        cubin_place p = it.place;
        while (cubin_place_outer(lines, &p)) {}
        if (p.function.len == 4 && memcmp(p.function.ptr, "many", 4) == 0) many++;
        else if (p.function.len >= 4 && strncmp(p.function.ptr, "_Z4keptf", 8) == 0) kept++;
        else CHECK(0);
    }
    CHECK(kept > 0 && many > 0);
    done();
}

static void nothing_there(void)
{
    cubin_place p;
    cubin_function f;
    walk it;
    memset(&it, 0, sizeof it);
    lines = open_file(NULL, 0, NULL, &error);
    CHECK(lines == NULL);
    CHECK_U64(CUBIN_TRUNCATED, error.code);
    CHECK_U64(0, functions(lines));
    cubin_file_close(lines);
    CHECK(open_file(NULL, 1, NULL, &error) == NULL);
    CHECK_U64(CUBIN_ARGUMENT, error.code);
    CHECK_U64(0, functions(NULL));
    CHECK_U64(0, held(NULL));
    CHECK(!cubin_function_at(NULL, 0, &f));
    CHECK_VIEW("", f.name);
    CHECK(!next(NULL, &it));
    CHECK(!cubin_place_find(NULL, CUBIN_TABLE_SOURCE, symbol_id(1), 0, &p));
    CHECK_VIEW("", p.function);
    CHECK(!cubin_place_outer(NULL, &p));
    CHECK_VIEW("", cubin_ptx(NULL));
    CHECK_U64(0, ptx_lines(NULL));
    CHECK_VIEW("", ptx_line(NULL, 1));
    cubin_file_close(NULL);
}

/* Opens a made-up cubin with this program and compares its stretches, "offset:function file:line<..., " each. */
static void expect(const elf_part *parts, size_t n, cubin_code code, const char *want)
{
    char got[4096], *end = got;
    walk it;
    data = elf_make(parts, n, &size);
    lines = open_file(data, size, NULL, &error);
    CHECK(lines != NULL);
    CHECK_U64(code, error.code);
    memset(&it, 0, sizeof it);
    *end = 0;
    while (next(lines, &it)) {
        cubin_place p = it.place;
        end += sprintf(end, "%u:", (unsigned)p.offset);
        do
            end += sprintf(end, "%.*s %.*s/%.*s:%u<", (int)p.function.len, p.function.ptr, (int)p.directory.len,
                           p.directory.ptr, (int)p.file.len, p.file.ptr, (unsigned)p.line);
        while (cubin_place_outer(lines, &p));
        end[-1] = ' ';
    }
    CHECK_STR(want, got);
    done();
}

static void never(void *p, size_t n, void *user)
{
    (void)user;
    (void)p;
    (void)n;
}

static void standard_opcodes(void)
{
    /* advance_pc, advance_line, set_file, set_column, negate, block, const_add_pc, fixed_advance, special */
    elf_part parts[] = {ELF_LINE("\x01"                 /* offset 0, file 1, line 1 */
                                 "\x02\x02\x03\x05\x01" /* 2 steps on, line 6 */
                                 "\x04\x02\x05\x07\x06\x07\x01" /* file 2, at the same offset: the last counts */
                                 "\x08\x01"             /* (255 - 10) / 14 = 17 steps */
                                 "\x09\x03\x01\x03\x7e\x01" /* 259 bytes; line 4 */
                                 "\x1f"                 /* 31 - 10 = 21: 1 step, line + 2 */)};
    expect(parts, 1, CUBIN_OK, "0:f d/a.cu:1 2:f /b.cu:6 278:f /b.cu:4 279:f /b.cu:6 ");
}

/* Operands that would be opcodes if read as such. */
static void operands_like_opcodes(void)
{
    elf_part parts[] = {ELF_LINE("\x01\x05\x4b\x02\x4b\x03\x1f\x05\x1f\x01" "\x09\x4b\x01\x03\x01\x04\x02\x05\x02\x01")};
    expect(parts, 1, CUBIN_OK, "0:f d/a.cu:1 75:f d/a.cu:32 406:f /b.cu:33 ");
}

/* With a line range of 7, special opcodes and const_add_pc step differently. */
static void other_range(void)
{
    elf_part parts[] = {ELF_LINE("\x08\x01\x1f")};
    cubin_place p;
    data = elf_make(parts, 1, &size);
    data[ELF_LINE_AT + 13] = 7;
    lines = open_file(data, size, NULL, &error);
    CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 35, &p));
    CHECK_U64(35, p.offset);
    CHECK_U64(38, p.end);
    CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 38, &p));
    CHECK_U64(0xfffffffc, p.line);
    done();
}

/* Instructions of four bytes: all advances but the fixed one count in these. */
static void longer_instructions(void)
{
    static const uint32_t ends[] = {12, 80, 100, 107, 1 << 20}, numbers[] = {1, 1, 2, 3, 4}; /* 3, 17 and 5 steps, 7 bytes */
    elf_part parts[] = {ELF_LINE("\x01\x02\x03\x01" "\x08\x03\x01\x01" "\x56\x09\x07\x00\x03\x01\x01")};
    cubin_place p;
    uint64_t at = 0;
    size_t i;
    data = elf_make(parts, 1, &size);
    data[ELF_LINE_AT + 10] = 4;
    lines = open_file(data, size, NULL, &error);
    for (i = 0; i < sizeof ends / sizeof *ends; at = ends[i++]) {
        CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), at, &p));
        CHECK_U64(at, p.offset);
        CHECK_U64(ends[i], p.end);
        CHECK_U64(numbers[i], p.line);
    }
    done();
}

static void line_steps(void)
{
    elf_part parts[] = {ELF_LINE("\x03\xff\xff\xff\xff\x0f\x01" "\x02\x01\x03\x80\x7f\x01")};
    expect(parts, 1, CUBIN_OK, "0:f d/a.cu:0 1:f d/a.cu:4294967168 ");
}

static void unknown_opcodes(void)
{
    /* an unknown extended opcode, and an empty one */
    elf_part parts[] = {ELF_LINE("\x00\x03\x77\x01\x02" "\x00\x00" "\x01")};
    expect(parts, 1, CUBIN_OK, "0:f d/a.cu:1 ");
}

static void inlined(void)
{
    elf_part parts[] = {ELF_LINE("\x01"                                   /* row 1: line 1 */
                                 "\x00\x03\x90\x01\x01" "\x02\x01\x03\x01\x01" /* row 2: g, called at row 1 */
                                 "\x00\x03\x90\x02\x03" "\x02\x01\x01"    /* row 3: h, called at row 2 */
                                 "\x00\x02\x91\x01" "\x02\x01\x01"        /* row 4: only the name: g */
                                 "\x00\x03\x90\x00\x00" "\x02\x01\x01"    /* row 5: not inlined */
                                 "\x00\x03\x90\x63\x03" "\x02\x01\x01")   /* row 6: h, whose caller is absent */};
    expect(parts, 1, CUBIN_OK, "0:f d/a.cu:1 1:g d/a.cu:2<f d/a.cu:1 2:h d/a.cu:2<g d/a.cu:2<f d/a.cu:1 "
                                "3:g d/a.cu:2<g d/a.cu:2<f d/a.cu:1 4:f d/a.cu:2 5:h d/a.cu:2 ");
}

static void circles(void)
{
    elf_part self[] = {ELF_LINE("\x00\x03\x90\x01\x01\x01")};
    elf_part three[] = {ELF_LINE("\x00\x03\x90\x02\x01\x01" "\x00\x03\x90\x03\x03\x02\x01\x01" "\x00\x03\x90\x02\x01\x02\x01\x01")};
    expect(self, 1, CUBIN_OK, "0:g d/a.cu:1 ");
    expect(three, 1, CUBIN_OK, "0:g d/a.cu:1<h d/a.cu:1<g d/a.cu:1 1:h d/a.cu:1<g d/a.cu:1 2:g d/a.cu:1<h d/a.cu:1 ");
}

static void out_of_order(void)
{
    elf_part parts[] = {ELF_LINE("\x02\x20\x03\x01\x01" "\x09\xf0\xff\x03\x01\x01")}; /* upwards only: still 16 bits */
    expect(parts, 1, CUBIN_OK, "32:f d/a.cu:2 65552:f d/a.cu:3 ");
}

static void equal_neighbours(void)
{
    elf_part parts[] = {ELF_LINE("\x01\x02\x01\x01\x02\x01\x01\x03\x01\x02\x01\x01")};
    expect(parts, 1, CUBIN_OK, "0:f d/a.cu:1 3:f d/a.cu:2 ");
}

static void mistakes(void)
{
    elf_part cut[] = {ELF_LINE("\x01\x02")};
    elf_part operand[] = {ELF_LINE("\x01\x00\x02\x90\x81")};
    elf_part name[] = {ELF_LINE("\x00\x03\x90\x01\x7f\x01")};
    elf_part no_symbol[] = {ELF_LINE("\x01")};
    elf_part file[] = {ELF_LINE("\x04\x63\x01")};
    cut[0].no_end = 1;
    no_symbol[0].symbol = 99;
    expect(cut, 1, CUBIN_TRUNCATED, "");
    expect(operand, 1, CUBIN_SYNTAX, "0:f d/a.cu:1 ");
    expect(name, 1, CUBIN_OK, "0: d/a.cu:1 ");
    expect(no_symbol, 1, CUBIN_SYNTAX, "");
    expect(file, 1, CUBIN_OK, "0:f /:1 ");
}

/* Flips of single bytes that must give these codes, with the offset of the flip. */
static void header_mistakes(void)
{
    elf_part parts[] = {ELF_LINE("\x01")};
    char *good = elf_make(parts, 1, &size);
    static const struct {
        size_t at;
        char value;
        cubin_code code;
    } flips[] = {{0, 'X', CUBIN_SYNTAX}, {4, 1, CUBIN_UNSUPPORTED}, {5, 2, CUBIN_UNSUPPORTED}, {0x3a, 1, CUBIN_SYNTAX},
                 {0x3e, 99, CUBIN_SYNTAX}, {0x2e, 1, CUBIN_TRUNCATED}, {ELF_LINE_AT + 4, 6, CUBIN_UNSUPPORTED},
                 {ELF_LINE_AT + 13, 0, CUBIN_SYNTAX}, {ELF_LINE_AT + 14, 0, CUBIN_SYNTAX},
                 {ELF_LINE_AT + 9, 1, CUBIN_SYNTAX}, {ELF_LINE_AT + 3, 1, CUBIN_TRUNCATED}};
    size_t i;
    for (i = 0; i < sizeof flips / sizeof *flips; i++) {
        char *copy = (char *)malloc(size);
        memcpy(copy, good, size);
        copy[flips[i].at] = flips[i].value;
        lines = open_file(copy, size, NULL, &error);
        CHECK((lines != NULL) == (flips[i].at > 5)); /* the others begin as no cubin does */
        CHECK_U64(flips[i].code, error.code);
        CHECK(error.offset <= size && error.message[0] != 0);
        cubin_file_close(lines);
        free(copy);
    }
    free(good);
}

/* A program with an operand of each kind, cut at every byte: without an end, rows before the cut do not count. */
static void cut_programs(void)
{
    static const char text[] = "\x01\x02\x85\x01\x03\xfd\x7e\x04\x82\x00\x05\x87\x01\x06\x07\x08\x09\x02\x01"
                               "\x00\x05\x90\x81\x00\x83\x00\x00\x03\x91\x81\x00\x4b";
    elf_part part = {text, 0, 1, 1};
    for (part.len = 0; part.len < sizeof text; part.len++) {
        data = elf_make(&part, 1, &size);
        lines = open_file(data, size, NULL, &error);
        CHECK_U64(part.len == 0 ? CUBIN_OK : CUBIN_TRUNCATED, error.code);
        CHECK_U64(0, functions(lines));
        done();
    }
}

/* The lists of directories and files, cut off at their ends. */
static void cut_lists(void)
{
    elf_part parts[] = {ELF_LINE("\x01")};
    size_t at;
    for (at = 0; at < 16; at++) {
        char *to;
        data = elf_make(parts, 1, &size);
        to = data + ELF_LINE_AT + 15 + 9 + at;
        memset(to, 0x80, (size_t)(unsigned char)data[ELF_LINE_AT] + 4 - 24 - at);
        lines = open_file(data, size, NULL, &error);
        CHECK_U64(CUBIN_TRUNCATED, error.code);
        CHECK_U64(0, functions(lines));
        done();
    }
    data = elf_make(parts, 1, &size);
    data[ELF_LINE_AT + 15 + 9 + 8] = 7; /* directory of a.cu */
    lines = open_file(data, size, NULL, &error);
    CHECK_U64(CUBIN_SYNTAX, error.code);
    CHECK_U64(1, functions(lines));
    done();
    data = elf_make(parts, 1, &size);
    data[ELF_LINE_AT] = 3; /* a table of 7 bytes, and what follows it is no table either */
    lines = open_file(data, size, NULL, &error);
    CHECK_U64(CUBIN_SYNTAX, error.code);
    done();
}

static void functions_inside(void)
{
    elf_part parts[] = {ELF_LINE("\x01\x02\x08\x01\x02\x08\x01\x02\x08\x01\x02\x08\x01")};
    elf_inner = 3;
    expect(parts, 1, CUBIN_OK, "0:f d/a.cu:1 8:a d/a.cu:1 16:b d/a.cu:1 24:c d/a.cu:1 32:f d/a.cu:1 ");
    elf_inner = 0;
}

static void names_without_bytes(void)
{
    elf_part parts[] = {ELF_LINE("\x00\x03\x90\x01\x01\x01")};
    elf_str_type = 8;
    expect(parts, 1, CUBIN_OK, "0: d/a.cu:1 ");
    elf_str_type = 1;
}

/* Numbers that do not fit: caller and name count as absent, the line keeps its low 32 bits. */
static void huge_numbers(void)
{
    elf_part parts[] = {ELF_LINE("\x00\x15\x90\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01"
                                 "\x00\x0b\x91\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x03\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x40"
                                 "\x03\x01\x02\x01\x01")};
    expect(parts, 1, CUBIN_OK, "0: d/a.cu:1 1: d/a.cu:2 ");
}

static void finding(void)
{
    elf_part parts[] = {ELF_LINE("\x02\x08\x01\x02\x08\x03\x01\x01")};
    cubin_memory half;
    cubin_place p;
    data = elf_make(parts, 1, &size);
    lines = open_file(data, size, NULL, NULL);
    CHECK(held(lines) > 0);
    CHECK(!cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 7, &p));
    CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 15, &p));
    CHECK_U64(16, p.end);
    CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 16, &p));
    CHECK_U64(1 << 20, p.end);
    CHECK(!cubin_place_find(lines, CUBIN_TABLE_PTX, symbol_id(1), 16, &p));
    CHECK(!cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(0), 16, &p));
    CHECK(!cubin_place_find(lines, (cubin_table)2, symbol_id(1), 16, &p));
    cubin_file_close(lines);
    memset(&half, 0, sizeof half);
    half.allocator.alloc_fn = (void *(*)(size_t, void *))0;
    half.allocator.free_fn = never;
    CHECK(open_file(data, size, &half, &error) == NULL);
    CHECK_U64(CUBIN_ARGUMENT, error.code);
    free(data);
}

static void two_sequences(void)
{
    elf_part parts[] = {ELF_LINE("\x01"), ELF_LINE("\x02\x04\x03\x08\x01")};
    expect(parts, 2, CUBIN_OK, "0:f d/a.cu:1 4:f d/a.cu:9 ");
}

/* A row every four bytes. */
#define ROWS "\x01\x02\x04\x01\x02\x04\x01\x02\x04\x01\x02\x04\x01\x02\x04\x01\x02\x04\x01\x02\x04\x01\x02\x04\x01\x02\x04\x01\x02\x04\x01\x02\x04\x01"

/* A cubin with many symbols. */
static void with_symbols(const elf_part *parts, size_t n, const elf_symbol *symbols, unsigned symbols_n, const char *strings, size_t strings_len)
{
    elf_symbols = symbols;
    elf_symbols_n = symbols_n;
    elf_strings = strings;
    elf_strings_len = strings_len;
    data = elf_make(parts, n, &size);
    elf_symbols = NULL;
    elf_symbols_n = 0;
    elf_strings = "";
    elf_strings_len = 0;
    lines = open_file(data, size, NULL, &error);
    CHECK(lines != NULL);
    CHECK_U64(CUBIN_OK, error.code);
}

/* Name of the function at offset in the function of this symbol. */
static void function_at(uint32_t symbol, uint64_t offset, const char *want)
{
    cubin_place p;
    if (!CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(symbol), offset, &p)) || !CHECK_VIEW(want, p.function))
        printf("    symbol %u, offset %u\n", (unsigned)symbol, (unsigned)offset);
}

/* Functions of several sections, each with one inlined, asked for in falling order; one section has no function. */
static void owners(void)
{
    static const char strings[] = "g\0$g$x\0$f$y\0h\0$h$z";
    static const elf_symbol symbols[] = {{ELF_STRINGS, 18, 4, 0, 100}, {ELF_STRINGS + 2, 2, 4, 8, 4}, {ELF_STRINGS + 7, 2, 2, 24, 4}, {ELF_STRINGS + 7, 2, 1, 16, 4},
                                         {ELF_STRINGS + 12, 18, 3, 0, 100}, {ELF_STRINGS + 14, 2, 3, 40, 4}, {ELF_STRINGS + 14, 2, 3, 32, 4}};
    elf_part parts[] = {{ROWS, sizeof ROWS - 1, 6, 0}, {ROWS, sizeof ROWS - 1, 2, 0}, ELF_LINE(ROWS)};
    cubin_function f;
    uint32_t i, same = 0;
    with_symbols(parts, 3, symbols, 7, strings, sizeof strings);
    CHECK_U64(3, functions(lines));
    for (i = 0; i < 3; i++) {
        static const uint32_t numbers[] = {1, 2, 6};
        static const char *const names[] = {"f", "g", "h"};
        CHECK_I64(1, cubin_function_at(lines, i, &f));
        CHECK_U64(numbers[i], f.symbol.number);
        CHECK_VIEW(names[i], f.name);
        CHECK_U64(i == 0 ? 1 << 20 : 100, f.size);
    }
    function_at(1, 15, "f");
    function_at(1, 16, "y");
    function_at(1, 19, "y");
    function_at(1, 20, "f");
    function_at(1, 24, "f"); /* this one is in a section without a function */
    function_at(2, 7, "g");
    function_at(2, 8, "x");
    function_at(2, 12, "g");
    function_at(6, 32, "z");
    function_at(6, 36, "h");
    function_at(6, 43, "z");
    for (i = 0; cubin_function_at(lines, i, &f); i++) { /* rows in turn name the same ones */
        cubin_rows rows;
        cubin_place p, q;
        for (cubin_rows_begin(&rows, lines, &f, CUBIN_TABLE_SOURCE); cubin_rows_next(&rows, &p); same++) {
            if (!cubin_place_find(lines, CUBIN_TABLE_SOURCE, f.symbol, p.offset, &q)) continue;
            CHECK_I64(0, p.function.ptr - q.function.ptr);
            CHECK_U64(p.function.len, q.function.len);
        }
    }
    CHECK_U64(11, same);
    done();
}

/* Of two functions at one place the later one counts. */
static void same_place(void)
{
    static const char strings[] = "$f$x\0$f$y";
    static const elf_symbol symbols[] = {{ELF_STRINGS + 5, 2, 1, 24, 4}, {ELF_STRINGS, 2, 1, 8, 4}, {ELF_STRINGS + 5, 2, 1, 8, 4}};
    elf_part parts[] = {ELF_LINE(ROWS)};
    with_symbols(parts, 1, symbols, 3, strings, sizeof strings);
    function_at(1, 8, "y");
    function_at(1, 12, "f");
    function_at(1, 24, "y");
    done();
}

/* Of the functions of a section the first four are tried. */
static void crowded_section(void)
{
    static const char strings[] = "a\0b\0c\0d\0$a$1\0$b$2\0$c$3\0$d$4";
    static const elf_symbol symbols[] = {{ELF_STRINGS, 18, 1, 0, 100}, {ELF_STRINGS + 2, 18, 1, 0, 100}, {ELF_STRINGS + 4, 18, 1, 0, 100}, {ELF_STRINGS + 6, 18, 1, 0, 100},
                                         {ELF_STRINGS + 8, 2, 1, 8, 4}, {ELF_STRINGS + 13, 2, 1, 16, 4}, {ELF_STRINGS + 18, 2, 1, 24, 4}, {ELF_STRINGS + 23, 2, 1, 32, 4}};
    elf_part parts[] = {ELF_LINE(ROWS), {ROWS, sizeof ROWS - 1, 2, 0}, {ROWS, sizeof ROWS - 1, 3, 0}, {ROWS, sizeof ROWS - 1, 4, 0}, {ROWS, sizeof ROWS - 1, 5, 0}};
    with_symbols(parts, 5, symbols, 8, strings, sizeof strings);
    CHECK_U64(5, functions(lines));
    function_at(2, 8, "1");
    function_at(3, 16, "2");
    function_at(4, 24, "3");
    function_at(5, 32, "d");
    function_at(1, 8, "f");
    done();
}

/* Names that end where the section of names ends, lie past it, or are too long to be compared. */
static void ends_of_names(void)
{
    static const size_t lengths[] = {3, 16383, 16384, 16385};
    char *text = (char *)malloc(70000);
    size_t i;
    static const elf_symbol cut[] = {{1, 2, 1, 8, 4}, {ELF_STRINGS, 2, 1, 16, 4}, {200, 2, 1, 24, 4}};
    elf_part parts[] = {ELF_LINE(ROWS)};
    with_symbols(parts, 1, cut, 3, "$f", 2); /* ends where the next sign would be */
    function_at(1, 8, "f");
    function_at(1, 16, "f");
    function_at(1, 24, "f");
    done();
    with_symbols(parts, 1, cut, 3, "$", 1);
    function_at(1, 16, "f");
    done();
    { /* the name of the function is cut off or absent */
        static const elf_symbol owner[] = {{ELF_STRINGS + 4, 18, 1, 0, 100}, {ELF_STRINGS, 2, 1, 8, 4}, {200, 18, 2, 0, 100}, {ELF_STRINGS, 2, 2, 8, 4}};
        elf_part two[] = {{ROWS, sizeof ROWS - 1, 2, 0}, {ROWS, sizeof ROWS - 1, 4, 0}};
        with_symbols(two, 2, owner, 4, "$z$\0z", 5);
        function_at(2, 8, "z");
        function_at(4, 8, "");
        done();
    }
    for (i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const size_t n = lengths[i];
        const elf_symbol symbols[] = {{ELF_STRINGS, 18, 1, 0, 100}, {ELF_STRINGS + (unsigned)n + 1, 2, 1, 8, 4}};
        elf_part part = {ROWS, sizeof ROWS - 1, 2, 0};
        cubin_place p;
        memset(text, 'l', 70000);
        text[n] = 0;
        text[n + 1] = '$';
        memcpy(text + 2 * n + 2, "$in", 4);
        with_symbols(&part, 1, symbols, 2, text, 2 * n + 6);
        CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(2), 8, &p));
        CHECK_U64(n <= 16384 ? 2 : n, p.function.len);
        done();
    }
    free(text);
}

/* Opcodes of later versions are skipped with the operand counts from the header. */
static void later_opcodes(void)
{
    elf_part parts[] = {ELF_LINE("\x01\x0a\x81\x01\x05\x0b\x07\x0c\x02\x01\x03\x04\x01" "\x1f")};
    elf_part cut[] = {ELF_LINE("\x01\x0a\x01")};
    elf_base = 13;
    expect(parts, 1, CUBIN_OK, "0:f d/a.cu:1 1:f d/a.cu:5 2:f d/a.cu:4 ");
    cut[0].no_end = 1;
    expect(cut, 1, CUBIN_TRUNCATED, "");
    elf_base = 10;
}

/* For opcodes of version 2 the header's operand counts are ignored: their counts are known. */
static void told_operands(void)
{
    elf_part parts[] = {ELF_LINE("\x01\x02\x02\x03\x05\x01\x04\x02\x05\x07\x06\x07\x01\x08\x01\x09\x03\x01\x03\x7e\x01")};
    char told;
    for (told = 0; told < 4; told++) {
        cubin_place p;
        data = elf_make(parts, 1, &size);
        memset(data + ELF_LINE_AT + 15, told, 9);
        lines = open_file(data, size, NULL, &error);
        CHECK_U64(CUBIN_OK, error.code);
        CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 0, &p) && p.line == 1 && p.end == 2);
        CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 2, &p) && p.line == 6 && p.end == 19);
        CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 19, &p) && p.line == 6 && p.end == 278);
        CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 278, &p) && p.line == 4);
        done();
    }
}

/* Operands of inlined calls, cut off by the length of their opcode. */
static void cut_calls(void)
{
    elf_part call[] = {ELF_LINE("\x01\x00\x03\x90\x01\x81\x01\x02\x01\x03\x01\x01")};
    elf_part none[] = {ELF_LINE("\x01\x00\x01\x90\x01\x02\x01\x03\x01\x01")};
    elf_part name[] = {ELF_LINE("\x01\x00\x03\x90\x01\x01\x02\x01\x01\x00\x02\x91\x83\x01\x02\x01\x01")};
    elf_part empty[] = {ELF_LINE("\x01\x00\x03\x90\x01\x01\x02\x01\x01\x00\x01\x91\x02\x01\x01")};
    expect(call, 1, CUBIN_SYNTAX, "0:f d/a.cu:1 1:f d/a.cu:2 ");
    expect(none, 1, CUBIN_SYNTAX, "0:f d/a.cu:1 1:f d/a.cu:2 ");
    expect(name, 1, CUBIN_SYNTAX, "0:f d/a.cu:1 1:g d/a.cu:1<f d/a.cu:1 ");
    CHECK_STR("the name of an inlined function of a line table is cut", error.message);
    expect(empty, 1, CUBIN_SYNTAX, "0:f d/a.cu:1 1:g d/a.cu:1<f d/a.cu:1 ");
}

/* Rows of the same line: inlined from nowhere, not inlined, and twice the same. */
static void stacks(void)
{
    elf_part parts[] = {ELF_LINE("\x01\x00\x03\x90\x63\x01" "\x02\x08\x01" "\x02\x08\x01" "\x00\x03\x90\x63\x03" "\x02\x08\x01" "\x00\x03\x90\x00\x00" "\x02\x08\x01")};
    elf_part calls[] = {ELF_LINE("\x01\x00\x03\x90\x01\x01" "\x02\x08\x01" "\x02\x08\x01" "\x02\x08\x01" "\x00\x03\x90\x02\x01" "\x02\x08\x01" "\x02\x08\x01")};
    cubin_place p;
    expect(parts, 1, CUBIN_OK, "0:f d/a.cu:1 8:g d/a.cu:1 24:h d/a.cu:1 32:f d/a.cu:1 ");
    expect(calls, 1, CUBIN_OK, "0:f d/a.cu:1 8:g d/a.cu:1<f d/a.cu:1 32:g d/a.cu:1<g d/a.cu:1<f d/a.cu:1 ");
    elf_inner = 2; /* and with functions inside, whose name belongs to the outermost place */
    expect(calls, 1, CUBIN_OK, "0:f d/a.cu:1 8:g d/a.cu:1<a d/a.cu:1 16:g d/a.cu:1<b d/a.cu:1 24:g d/a.cu:1<f d/a.cu:1 "
                                "32:g d/a.cu:1<g d/a.cu:1<f d/a.cu:1 ");
    expect(parts, 1, CUBIN_OK, "0:f d/a.cu:1 8:g d/a.cu:1 24:h d/a.cu:1 32:f d/a.cu:1 ");
    elf_inner = 0;
    /* A place whose members were changed by hand ends where the rows end. */
    data = elf_make(parts, 1, &size);
    lines = open_file(data, size, NULL, &error);
    CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 0, &p));
    p.i_state[1] = 9;
    CHECK(!cubin_place_outer(lines, &p));
    CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 8, &p));
    p.i_state[1] = 9;
    CHECK(!cubin_place_outer(lines, &p));
    CHECK_VIEW("g", p.function);
    done();
}

/* A start other than 0, rows after the end of a sequence, several relocations of one place, and out of order. */
static void sequences(void)
{
    elf_part one[] = {ELF_LINE("\x01\x02\x01\x03\x01\x01\x00\x01\x01" "\x03\x63\x01")};
    elf_part two[] = {ELF_LINE("\x01"), {"\x03\x01\x01", 3, 2, 0}};
    static const elf_symbol symbols[] = {{1, 18, 1, 0, 64}};
    size_t rel;
    char swap[16];
    expect(one, 1, CUBIN_OK, "0:f d/a.cu:1 1:f d/a.cu:2 ");
    data = elf_make(one, 1, &size);
    memcpy(data + ELF_LINE_AT + 15 + 9 + 23, "\x02\x01\0\0\0\0\0\0", 8);
    lines = open_file(data, size, NULL, &error);
    {
        cubin_place p;
        CHECK(!cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 0x101, &p));
        CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 0x102, &p) && p.offset == 0x102 && p.line == 1);
        CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 0x103, &p) && p.offset == 0x103 && p.line == 2);
    }
    done();
    elf_symbols = symbols;
    elf_symbols_n = 1;
    data = elf_make(two, 2, &size);
    rel = ELF_LINE_AT + (size_t)(unsigned char)data[ELF_LINE_AT] + 4;
    rel += (size_t)(unsigned char)data[rel] + 4; /* after both programs */
    memcpy(swap, data + rel, 16);
    memcpy(data + rel, data + rel + 16, 16);
    memcpy(data + rel + 16, swap, 16);
    lines = open_file(data, size, NULL, &error);
    CHECK_U64(2, functions(lines));
    {
        cubin_place p;
        CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 0, &p) && p.line == 1);
        CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(2), 0, &p) && p.line == 2);
    }
    cubin_file_close(lines);
    memcpy(data + rel, data + rel + 16, 8); /* both at the place of the first: the later one counts */
    lines = open_file(data, size, NULL, &error);
    CHECK_U64(1, functions(lines));
    {
        cubin_function f;
        CHECK(cubin_function_at(lines, 0, &f) && f.symbol.number == 1);
    }
    cubin_file_close(lines);
    memcpy(swap, data + rel + 8, 8);
    memcpy(data + rel + 8, data + rel + 24, 8);
    memcpy(data + rel + 24, swap, 8);
    lines = open_file(data, size, NULL, &error);
    {
        cubin_function f;
        CHECK(cubin_function_at(lines, 0, &f) && f.symbol.number == 2);
    }
    elf_symbols = NULL;
    elf_symbols_n = 0;
    done();
}

/* A symbol table of many symbols, of which the last has the lines. */
static void many_symbols(void)
{
    static elf_symbol symbols[60];
    elf_part part = {"\x01", 1, 61, 0};
    cubin_function f;
    unsigned i;
    for (i = 0; i < 60; i++) {
        symbols[i].name = 1;
        symbols[i].type = 18;
        symbols[i].section = 1;
        symbols[i].size = 100 + i;
    }
    with_symbols(&part, 1, symbols, 60, "", 0);
    CHECK(cubin_function_at(lines, 0, &f) && f.symbol.number == 61 && f.size == 159);
    done();
    part.symbol = 62;
    elf_symbols = symbols;
    elf_symbols_n = 60;
    expect(&part, 1, CUBIN_SYNTAX, "");
    elf_symbols = NULL;
    elf_symbols_n = 0;
}

/* Files that are not ELF, or shorter than its header; sections that reach past the end. */
static void cut_files(void)
{
    static const struct {
        const char *bytes;
        size_t len;
        cubin_code code;
    } cases[] = {{"\177EL", 3, CUBIN_TRUNCATED}, {"\177ELF", 4, CUBIN_TRUNCATED}, {"\177ELF\2\1\1", 7, CUBIN_TRUNCATED}, {"abc", 3, CUBIN_SYNTAX}, {"abcd", 4, CUBIN_SYNTAX}, {"\177ELG", 4, CUBIN_SYNTAX}, {"\120\355\125\272", 4, CUBIN_UNSUPPORTED}, {"MZ", 2, CUBIN_UNSUPPORTED}, {"!<arch>\n", 8, CUBIN_UNSUPPORTED}, {"!<arch>", 7, CUBIN_SYNTAX}};
    elf_part parts[] = {ELF_LINE("\x01")};
    size_t i, heads;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        lines = open_file(cases[i].bytes, cases[i].len, NULL, &error);
        if (!CHECK_U64(cases[i].code, error.code)) printf("    number %u\n", (unsigned)i);
        CHECK(error.offset == 0 && functions(lines) == 0 && cubin_ptx(lines).ptr != NULL && cubin_ptx(lines).len == 0);
        cubin_file_close(lines);
    }
    for (i = 0; i < 5; i++) { /* class, order of bytes, machines */
        static const struct {
            size_t at;
            char value;
            const char *message;
        } others[] = {{4, 1, "a cubin is a 64-bit little-endian ELF file"}, {5, 2, "a cubin is a 64-bit little-endian ELF file"},
                      {0x12, 62, "this is an ELF file for x86-64 processors, not a cubin"},
                      {0x12, (char)183, "this is an ELF file for ARM64 processors, not a cubin"},
                      {0x13, 1, "this is an ELF file for another machine than NVIDIA's GPUs, not a cubin"}};
        cubin_info info;
        data = elf_make(parts, 1, &size);
        data[0x30] = 80;
        data[others[i].at] = others[i].value;
        lines = open_file(data, size, NULL, &error);
        CHECK_U64(CUBIN_UNSUPPORTED, error.code);
        CHECK_STR(others[i].message, error.message);
        cubin_file_info(lines, &info);
        CHECK(info.arch == 0 && info.sections == 0 && info.functions == 0);
        done();
    }
    for (i = 1; i < 6; i++) { /* not the section of section names */
        data = elf_make(parts, 1, &size);
        heads = size - 7 * 64;
        elf_u64(data + heads + 64 * i + 0x20, size); /* larger than what is left */
        lines = open_file(data, size, NULL, &error);
        CHECK(lines != NULL);
        if (!CHECK_U64(CUBIN_TRUNCATED, error.code) || !CHECK_U64(heads + 64 * i, error.offset)) printf("    section %u\n", (unsigned)i);
        CHECK_STR("a section of the cubin reaches past its end", error.message);
        done();
    }
    data = elf_make(parts, 1, &size);
    data[ELF_LINE_AT + 13] = 0;
    lines = open_file(data, size, NULL, &error);
    CHECK_STR("the header of a line table is wrong", error.message);
    CHECK_U64(ELF_LINE_AT + 6, error.offset);
    done();
}

/* One more section for a cubin from elf_make. */
typedef struct elf_extra {
    const char *name, *bytes;
    size_t len;
} elf_extra;

/* Appends sections to those of `data`; old ones whose bit is set in `hide` lose their name. */
static void more_sections(const elf_extra *more, size_t n, unsigned hide)
{
    const size_t heads = size - 7 * 64; /* right after the names */
    char *const old = data, *head, *to;
    const size_t names = (size_t)(unsigned char)old[heads + 6 * 64 + 0x18] | (size_t)(unsigned char)old[heads + 6 * 64 + 0x19] << 8;
    size_t name = heads - names, i;
    size += name + n * 64;
    for (i = 0; i < n; i++) size += strlen(more[i].name) + 1 + more[i].len;
    data = (char *)calloc(1, size);
    if (data == NULL) abort();
    memcpy(data, old, heads);
    head = data + size - (7 + n) * 64;
    memcpy(head, old + heads, 7 * 64);
    to = data + heads;
    memcpy(to, old + names, name);
    to += name;
    for (i = 0; i < n; i++) {
        strcpy(to, more[i].name);
        to += strlen(more[i].name) + 1;
    }
    elf_u64(head + 6 * 64 + 0x18, heads);
    elf_u64(head + 6 * 64 + 0x20, (uint64_t)(to - data) - heads);
    for (i = 0; i < 7; i++)
        if ((hide >> i & 1) != 0) elf_u32(head + 64 * i, 0);
    for (i = 0; i < n; i++) {
        char *const h = head + 64 * (7 + i);
        elf_u32(h, name);
        name += strlen(more[i].name) + 1;
        h[4] = 1;
        elf_u64(h + 0x18, (uint64_t)(to - data));
        elf_u64(h + 0x20, more[i].len);
        memcpy(to, more[i].bytes, more[i].len);
        to += more[i].len;
    }
    elf_u64(data + 0x28, (uint64_t)(head - data));
    data[0x3c] = (char)(7 + n);
    free(old);
}

static void open_data(cubin_code code)
{
    lines = open_file(data, size, NULL, &error);
    CHECK(lines != NULL);
    CHECK_U64(code, error.code);
}

/* A section header beyond the number that the file gives does not count. */
static void last_section(void)
{
    static const elf_extra text = {".nv_debug_ptx_txt", ".version 8.0\0", 13};
    elf_part parts[] = {ELF_LINE("\x01")};
    int less;
    for (less = 0; less < 2; less++) {
        data = elf_make(parts, 1, &size);
        more_sections(&text, 1, 0);
        data[0x3c] = (char)(data[0x3c] - less);
        open_data(CUBIN_OK);
        CHECK_U64(less ? 0 : 13, cubin_ptx(lines).len);
        CHECK_VIEW(less ? "" : ".version 8.0", ptx_line(lines, 1));
        CHECK_U64(1, functions(lines));
        done();
    }
}

/* Of two sections with the same name the first counts. */
static void same_name(void)
{
    static const elf_extra strings = {".debug_str", "\0X\0Y", 5};
    elf_part parts[] = {ELF_LINE("\x01\x00\x03\x90\x01\x01" "\x02\x08\x01")};
    unsigned hide;
    for (hide = 0; hide < 2; hide++) {
        cubin_place p;
        data = elf_make(parts, 1, &size);
        more_sections(&strings, 1, hide << 3);
        open_data(CUBIN_OK);
        CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 8, &p));
        CHECK_VIEW(hide ? "X" : "g", p.function);
        done();
    }
}

/* Each table has its own relocations, with or without addends, and takes no others. */
static void relocations(void)
{
    static const char *const tables[] = {".debug_line", ".nv_debug_line_sass"};
    static const char *const names[] = {".rel.debug_line", ".rel.nv_debug_line_sass", ".rela.debug_line", ".rela.nv_debug_line_sass"};
    elf_part parts[] = {ELF_LINE("\x01")};
    unsigned table, which;
    for (table = 0; table < 2; table++)
        for (which = 0; which < 4; which++) {
            char text[200], relocation[24];
            elf_extra more[2];
            cubin_place p;
            data = elf_make(parts, 1, &size);
            more[0].name = tables[table];
            more[0].bytes = text;
            more[0].len = (size_t)(unsigned char)data[ELF_LINE_AT] + 4;
            more[1].name = names[which];
            more[1].bytes = relocation;
            more[1].len = which < 2 ? 16 : 24;
            memcpy(text, data + ELF_LINE_AT, more[0].len);
            memset(relocation, 0, sizeof relocation);
            memcpy(relocation, data + ELF_LINE_AT + more[0].len, 16); /* that of the section after it */
            more_sections(more, 2, 1u << 1 | 1u << 2);
            open_data(CUBIN_OK);
            if (!CHECK_U64(which % 2 == table, functions(lines))) printf("    %s for %s\n", names[which], tables[table]);
            CHECK_I64(which % 2 == table, cubin_place_find(lines, table == 0 ? CUBIN_TABLE_SOURCE : CUBIN_TABLE_PTX, symbol_id(1), 0, &p));
            CHECK(!cubin_place_find(lines, table == 0 ? CUBIN_TABLE_PTX : CUBIN_TABLE_SOURCE, symbol_id(1), 0, &p));
            done();
        }
}

/* A table without relocations has no functions, even in memory where everything looks like one for it. */
static void no_relocations(void)
{
    elf_part parts[] = {ELF_LINE("\x01")};
    cubin_memory m;
    char *room = (char *)malloc(1 << 16);
    size_t i;
    data = elf_make(parts, 1, &size);
    memset(&m, 0, sizeof m);
    m.buffer = room;
    m.buffer_size = 1 << 16;
    for (i = 0; i < 1 << 16; i += 8) memcpy(room + i, data + ELF_LINE_AT + (unsigned char)data[ELF_LINE_AT] + 4, 8);
    more_sections(NULL, 0, 1u << 2);
    lines = open_file(data, size, &m, &error);
    CHECK(lines != NULL && error.code == CUBIN_OK);
    CHECK_U64(0, functions(lines));
    done();
    free(room);
}

/* A second sequence starts afresh: file 1, line 1, nothing inlined. */
static void second_sequence(void)
{
    static const char program[] = "\x00\x03\x90\x01\x01" "\x04\x02\x03\x05\x01" "\x02\x08\x00\x01\x01"
                                  "\x00\x09\x02\x10\0\0\0\0\0\0\0" "\x01";
    elf_part part = {program, sizeof program - 1, 1, 0};
    char relocation[24];
    elf_extra more;
    cubin_place p;
    data = elf_make(&part, 1, &size);
    more.name = ".rela.debug_line";
    more.bytes = relocation;
    more.len = 24;
    memset(relocation, 0, sizeof relocation);
    memcpy(relocation, data + ELF_LINE_AT + (unsigned char)data[ELF_LINE_AT] + 4, 16);
    relocation[0] = (char)(relocation[0] + 8 + 15 + 3); /* the operand of the second set-address */
    more_sections(&more, 1, 0);
    open_data(CUBIN_OK);
    CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 0, &p));
    CHECK_VIEW("b.cu", p.file);
    CHECK_VIEW("g", p.function);
    CHECK_U64(6, p.line);
    CHECK(cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(1), 16, &p));
    CHECK_VIEW("a.cu", p.file);
    CHECK_VIEW("f", p.function);
    CHECK_U64(1, p.line);
    done();
}

/* The program may begin within its table's header. Lists that do not end before it do not count. */
static void program_in_header(void)
{
    static const char header[] = "\0\0\0\0\2\0\0\0\0\0" "\0\x09\2\1\x28\0\0\0\0\0\0" "\1\0\1\1"; /* 25 bytes of 54 */
    int whole;
    for (whole = 0; whole < 2; whole++) {
        elf_part parts[] = {ELF_LINE("\x01")};
        char text[64], relocation[16];
        elf_extra more[2];
        memset(text, 6, sizeof text);
        memcpy(text, header, sizeof header - 1);
        text[0] = sizeof text - 4;
        if (whole) text[54] = text[55] = 0; /* no directories, no files */
        memset(relocation, 0, sizeof relocation);
        relocation[0] = 13;
        relocation[8] = 2;
        relocation[12] = 1;
        more[0].name = ".debug_line";
        more[0].bytes = text;
        more[0].len = sizeof text;
        more[1].name = ".rel.debug_line";
        more[1].bytes = relocation;
        more[1].len = sizeof relocation;
        data = elf_make(parts, 1, &size);
        more_sections(more, 2, 1u << 1 | 1u << 2);
        open_data(whole ? CUBIN_OK : CUBIN_TRUNCATED);
        CHECK_STR(whole ? "" : "the directories of a line table do not end", error.message);
        CHECK_U64((unsigned)whole, functions(lines));
        done();
    }
}

/* A table that is longer than its section, by one byte and more. */
static void long_tables(void)
{
    elf_part parts[] = {ELF_LINE("\x01")};
    unsigned more;
    for (more = 0; more < 5; more++) {
        data = elf_make(parts, 1, &size);
        data[ELF_LINE_AT] = (char)(data[ELF_LINE_AT] + (int)more);
        open_data(more == 0 ? CUBIN_OK : CUBIN_TRUNCATED);
        CHECK_STR(more == 0 ? "" : "a line table reaches past the end of its section", error.message);
        CHECK_U64(more == 0 ? 0 : ELF_LINE_AT, error.offset);
        CHECK_U64(1, functions(lines));
        done();
    }
}

/* A cubin that changes while it is read, at each call of the allocator: nothing outside is read or written, though the
   result may be anything. */
typedef struct changes {
    unsigned calls, at;
    char *to;
    const char *from;
    size_t size;
} changes;

static void *change(size_t n, void *user)
{
    changes *c = (changes *)user;
    if (++c->calls == c->at) memcpy(c->to, c->from, c->size);
    return malloc(n);
}

static void back(void *p, size_t n, void *user)
{
    (void)user;
    (void)n;
    free(p);
}

static void changed(const char *before, const char *after)
{
    char *room = (char *)malloc(1 << 16);
    size_t limit; /* a buffer that ends before each list in turn: there the allocator is called */
    for (limit = 0; limit < 1 << 16; limit += 8) {
        cubin_memory m;
        walk it;
        changes c;
        uint32_t i;
        memset(&m, 0, sizeof m);
        memset(&c, 0, sizeof c);
        m.buffer = room;
        m.buffer_size = limit;
        m.allocator.alloc_fn = change;
        m.allocator.free_fn = back;
        m.allocator.user = &c;
        data = (char *)malloc(size);
        memcpy(data, before, size);
        c.at = 1;
        c.to = data;
        c.from = after;
        c.size = size;
        lines = open_file(data, size, &m, &error);
        CHECK(lines != NULL);
        memset(&it, 0, sizeof it);
        while (next(lines, &it)) {
            cubin_place p = it.place;
            do CHECK(p.file.len < 20 && p.function.len < 20 && p.directory.len < 20);
            while (cubin_place_outer(lines, &p));
        }
        for (i = 0; i <= ptx_lines(lines); i++) CHECK(ptx_line(lines, i).len < 100);
        done();
        if (c.calls == 0) break;
    }
    CHECK(limit > 500 && limit < 1 << 16);
    free(room);
}

static void changed_cubin(void)
{
    static const elf_symbol symbols[] = {{3, 2, 1, 8, 4}, {3, 2, 1, 16, 4}, {3, 2, 1, 24, 4}, {3, 2, 1, 32, 4}};
    elf_part parts[] = {ELF_LINE("\x01\x04\x02\x02\x08\x01\x02\x08\x01\x02\x08\x01\x02\x08\x01\x04\x01\x02\x08\x01\x02\x08\x01\x02\x08\x01\x02\x08\x01")};
    char *many, *few, *symtab;
    size_t i, heads;
    elf_symbols = symbols;
    elf_symbols_n = 4;
    many = elf_make(parts, 1, &size);
    few = elf_make(parts, 1, &size);
    elf_symbols = NULL;
    elf_symbols_n = 0;
    heads = size - 7 * 64;
    symtab = few + ((size_t)(unsigned char)few[heads + 64 * 4 + 0x18] | (size_t)(unsigned char)few[heads + 64 * 4 + 0x19] << 8);
    for (i = 3; i < 6; i++) symtab[24 * i + 4] = 1;     /* fewer inlined functions, */
    few[ELF_LINE_AT + 15 + 9] = 0;                      /* no directory and no file, */
    memset(few + ELF_LINE_AT + 15 + 9 + 20 + 12, 6, 8); /* and fewer rows */
    changed(few, many);
    changed(many, few);
    free(many);
    free(few);
    if (!sample("examples/data/samples/ncurep/nested_sm80.cubin")) return;
    many = (char *)malloc(size);
    memcpy(many, data, size);
    memset(many + (cubin_ptx(lines).ptr - data), 0, cubin_ptx(lines).len); /* more lines of PTX */
    few = data;
    cubin_file_close(lines);
    changed(few, many);
    changed(many, few);
    free(few);
    free(many);
}

int main(void)
{
    RUN(inline_stack);
    RUN(ptx_text);
    RUN(function_inside);
    RUN(nothing_there);
    RUN(standard_opcodes);
    RUN(operands_like_opcodes);
    RUN(longer_instructions);
    RUN(line_steps);
    RUN(other_range);
    RUN(unknown_opcodes);
    RUN(inlined);
    RUN(circles);
    RUN(out_of_order);
    RUN(equal_neighbours);
    RUN(mistakes);
    RUN(header_mistakes);
    RUN(cut_programs);
    RUN(cut_lists);
    RUN(functions_inside);
    RUN(names_without_bytes);
    RUN(huge_numbers);
    RUN(finding);
    RUN(two_sequences);
    RUN(owners);
    RUN(same_place);
    RUN(crowded_section);
    RUN(ends_of_names);
    RUN(later_opcodes);
    RUN(told_operands);
    RUN(cut_calls);
    RUN(stacks);
    RUN(sequences);
    RUN(many_symbols);
    RUN(cut_files);
    RUN(last_section);
    RUN(same_name);
    RUN(relocations);
    RUN(no_relocations);
    RUN(second_sequence);
    RUN(program_in_header);
    RUN(long_tables);
    RUN(changed_cubin);
    return run_end();
}
