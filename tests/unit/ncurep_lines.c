/* Line tables: what the samples say, and tables made here that hold what no sample does. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#include "elf.h"
#include "run.h"

static char *data;
static size_t size;
static ncurep_lines *lines;
static ncurep_error error;

static int sample(const char *path)
{
    data = run_read(path, &size);
    lines = ncurep_lines_open(data, size, NULL, &error);
    return CHECK(data != NULL && lines != NULL) && CHECK_U64(NCUREP_OK, error.code);
}

static void done(void)
{
    ncurep_lines_free(lines);
    free(data);
}

static void inline_stack(void)
{
    ncurep_place p;
    ncurep_line_function f;
    if (!sample("examples/samples/ncurep/nested_sm80.cubin")) return;
    CHECK_U64(1, ncurep_lines_functions(lines));
    CHECK(ncurep_lines_function(lines, 0, &f));
    CHECK_VIEW("saxpyish", f.name);
    CHECK_U64(640, f.size);
    CHECK_U64(640, f.code.len);
    CHECK(ncurep_lines_find(lines, NCUREP_LINES_SOURCE, f.symbol, 264, &p));
    CHECK_VIEW("_Z4leafff", p.function);
    CHECK_VIEW("/src/kernels", p.directory);
    CHECK_VIEW("nested.cu", p.file);
    CHECK_U64(3, p.line);
    CHECK_U64(256, p.offset);
    CHECK_U64(272, p.end);
    CHECK(ncurep_lines_outer(lines, &p));
    CHECK_VIEW("_Z6middleff", p.function);
    CHECK_U64(8, p.line);
    CHECK(ncurep_lines_outer(lines, &p));
    CHECK_VIEW("saxpyish", p.function);
    CHECK_U64(14, p.line);
    CHECK(!ncurep_lines_outer(lines, &p));
    CHECK_U64(14, p.line);
    CHECK(ncurep_lines_find(lines, NCUREP_LINES_PTX, f.symbol, 264, &p));
    CHECK_U64(59, p.line);
    CHECK(!ncurep_lines_outer(lines, &p));
    CHECK(!ncurep_lines_find(lines, NCUREP_LINES_SOURCE, f.symbol, 640, &p));
    CHECK(!ncurep_lines_find(lines, NCUREP_LINES_SOURCE, f.symbol + 1, 0, &p));
    CHECK(!ncurep_lines_function(lines, 1, &f));
    done();
}

static void ptx_text(void)
{
    if (!sample("examples/samples/ncurep/nested_sm80.cubin")) return;
    CHECK_U64(90, ncurep_lines_ptx_lines(lines));
    CHECK_U64(1258, ncurep_lines_ptx(lines).len);
    CHECK_VIEW("", ncurep_lines_ptx_line(lines, 0));
    CHECK_VIEW("", ncurep_lines_ptx_line(lines, 1));
    CHECK_VIEW("", ncurep_lines_ptx_line(lines, 91));
    CHECK_VIEW("mov.u32 \t%r3, %ctaid.x;", ncurep_lines_ptx_line(lines, 34));
    done();
}

/* Not inlined, so a symbol of its own inside the kernel. */
static void function_inside(void)
{
    ncurep_line_function f;
    ncurep_line_iter it;
    unsigned kept = 0, many = 0;
    if (!sample("examples/samples/ncurep/loops_sm75.cubin")) return;
    CHECK(ncurep_lines_function(lines, 0, &f));
    CHECK_VIEW("many", f.name);
    memset(&it, 0, sizeof it);
    while (ncurep_lines_next(lines, &it)) {
        ncurep_place p = it.place;
        while (ncurep_lines_outer(lines, &p)) {}
        if (p.function.len == 4 && memcmp(p.function.ptr, "many", 4) == 0) many++;
        else if (p.function.len >= 4 && strncmp(p.function.ptr, "_Z4keptf", 8) == 0) kept++;
        else CHECK(0);
    }
    CHECK(kept > 0 && many > 0);
    done();
}

static void nothing_there(void)
{
    ncurep_place p;
    ncurep_line_function f;
    ncurep_line_iter it;
    memset(&it, 0, sizeof it);
    lines = ncurep_lines_open(NULL, 0, NULL, &error);
    CHECK(lines != NULL);
    CHECK_U64(NCUREP_TRUNCATED, error.code);
    CHECK_U64(0, ncurep_lines_functions(lines));
    ncurep_lines_free(lines);
    CHECK(ncurep_lines_open(NULL, 1, NULL, &error) == NULL);
    CHECK_U64(NCUREP_ARGUMENT, error.code);
    CHECK_U64(0, ncurep_lines_functions(NULL));
    CHECK_U64(0, ncurep_lines_memory(NULL));
    CHECK(!ncurep_lines_function(NULL, 0, &f));
    CHECK_VIEW("", f.name);
    CHECK(!ncurep_lines_next(NULL, &it));
    CHECK(!ncurep_lines_find(NULL, NCUREP_LINES_SOURCE, 1, 0, &p));
    CHECK_VIEW("", p.function);
    CHECK(!ncurep_lines_outer(NULL, &p));
    CHECK_VIEW("", ncurep_lines_ptx(NULL));
    CHECK_U64(0, ncurep_lines_ptx_lines(NULL));
    CHECK_VIEW("", ncurep_lines_ptx_line(NULL, 1));
    ncurep_lines_free(NULL);
}

/* Opens a made-up cubin with this program and compares its stretches: "offset:function file:line<..., " each. */
static void expect(const elf_part *parts, size_t n, ncurep_code code, const char *want)
{
    char got[4096], *end = got;
    ncurep_line_iter it;
    data = elf_make(parts, n, &size);
    lines = ncurep_lines_open(data, size, NULL, &error);
    CHECK(lines != NULL);
    CHECK_U64(code, error.code);
    memset(&it, 0, sizeof it);
    *end = 0;
    while (ncurep_lines_next(lines, &it)) {
        ncurep_place p = it.place;
        end += sprintf(end, "%u:", (unsigned)p.offset);
        do
            end += sprintf(end, "%.*s %.*s/%.*s:%u<", (int)p.function.len, p.function.ptr, (int)p.directory.len,
                           p.directory.ptr, (int)p.file.len, p.file.ptr, (unsigned)p.line);
        while (ncurep_lines_outer(lines, &p));
        end[-1] = ' ';
    }
    CHECK_STR(want, got);
    done();
}

static void never(void *user, void *p, size_t n)
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
    expect(parts, 1, NCUREP_OK, "0:f d/a.cu:1 2:f /b.cu:6 278:f /b.cu:4 279:f /b.cu:6 ");
}

/* A line range of 7: special opcodes and const_add_pc step otherwise. */
static void other_range(void)
{
    elf_part parts[] = {ELF_LINE("\x08\x01\x1f")};
    ncurep_place p;
    data = elf_make(parts, 1, &size);
    data[ELF_LINE_AT + 13] = 7;
    lines = ncurep_lines_open(data, size, NULL, &error);
    CHECK(ncurep_lines_find(lines, NCUREP_LINES_SOURCE, 1, 35, &p));
    CHECK_U64(35, p.offset);
    CHECK_U64(38, p.end);
    CHECK(ncurep_lines_find(lines, NCUREP_LINES_SOURCE, 1, 38, &p));
    CHECK_U64(0xfffffffc, p.line);
    done();
}

static void line_steps(void)
{
    elf_part parts[] = {ELF_LINE("\x03\xff\xff\xff\xff\x0f\x01" "\x02\x01\x03\x80\x7f\x01")};
    expect(parts, 1, NCUREP_OK, "0:f d/a.cu:0 1:f d/a.cu:4294967168 ");
}

static void unknown_opcodes(void)
{
    /* an extended opcode that nobody knows, and an empty one */
    elf_part parts[] = {ELF_LINE("\x00\x03\x77\x01\x02" "\x00\x00" "\x01")};
    expect(parts, 1, NCUREP_OK, "0:f d/a.cu:1 ");
}

static void inlined(void)
{
    elf_part parts[] = {ELF_LINE("\x01"                                   /* row 1: line 1 */
                                 "\x00\x03\x90\x01\x01" "\x02\x01\x03\x01\x01" /* row 2: g, called at row 1 */
                                 "\x00\x03\x90\x02\x03" "\x02\x01\x01"    /* row 3: h, called at row 2 */
                                 "\x00\x02\x91\x01" "\x02\x01\x01"        /* row 4: the name alone: g */
                                 "\x00\x03\x90\x00\x00" "\x02\x01\x01"    /* row 5: not inlined */
                                 "\x00\x03\x90\x63\x03" "\x02\x01\x01")   /* row 6: h, its caller is not there */};
    expect(parts, 1, NCUREP_OK, "0:f d/a.cu:1 1:g d/a.cu:2<f d/a.cu:1 2:h d/a.cu:2<g d/a.cu:2<f d/a.cu:1 "
                                "3:g d/a.cu:2<g d/a.cu:2<f d/a.cu:1 4:f d/a.cu:2 5:h d/a.cu:2 ");
}

static void circles(void)
{
    elf_part self[] = {ELF_LINE("\x00\x03\x90\x01\x01\x01")};
    elf_part three[] = {ELF_LINE("\x00\x03\x90\x02\x01\x01" "\x00\x03\x90\x03\x03\x02\x01\x01" "\x00\x03\x90\x02\x01\x02\x01\x01")};
    expect(self, 1, NCUREP_OK, "0:g d/a.cu:1 ");
    expect(three, 1, NCUREP_OK, "0:g d/a.cu:1<h d/a.cu:1<g d/a.cu:1 1:h d/a.cu:1<g d/a.cu:1 2:g d/a.cu:1<h d/a.cu:1 ");
}

static void out_of_order(void)
{
    elf_part parts[] = {ELF_LINE("\x02\x20\x03\x01\x01" "\x09\xf0\xff\x03\x01\x01")}; /* up only: still 16 bits */
    expect(parts, 1, NCUREP_OK, "32:f d/a.cu:2 65552:f d/a.cu:3 ");
}

static void equal_neighbours(void)
{
    elf_part parts[] = {ELF_LINE("\x01\x02\x01\x01\x02\x01\x01\x03\x01\x02\x01\x01")};
    expect(parts, 1, NCUREP_OK, "0:f d/a.cu:1 3:f d/a.cu:2 ");
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
    expect(cut, 1, NCUREP_TRUNCATED, "");
    expect(operand, 1, NCUREP_SYNTAX, "0:f d/a.cu:1 ");
    expect(name, 1, NCUREP_OK, "0: d/a.cu:1 ");
    expect(no_symbol, 1, NCUREP_SYNTAX, "");
    expect(file, 1, NCUREP_OK, "0:f /:1 ");
}

/* Flips of single bytes that must give these codes, with the offset where they are. */
static void header_mistakes(void)
{
    elf_part parts[] = {ELF_LINE("\x01")};
    char *good = elf_make(parts, 1, &size);
    static const struct {
        size_t at;
        char value;
        ncurep_code code;
    } flips[] = {{0, 'X', NCUREP_SYNTAX}, {4, 1, NCUREP_UNSUPPORTED}, {5, 2, NCUREP_UNSUPPORTED}, {0x3a, 1, NCUREP_SYNTAX},
                 {0x3e, 99, NCUREP_SYNTAX}, {0x2e, 1, NCUREP_TRUNCATED}, {ELF_LINE_AT + 4, 5, NCUREP_UNSUPPORTED},
                 {ELF_LINE_AT + 13, 0, NCUREP_SYNTAX}, {ELF_LINE_AT + 14, 0, NCUREP_SYNTAX},
                 {ELF_LINE_AT + 9, 1, NCUREP_SYNTAX}, {ELF_LINE_AT + 3, 1, NCUREP_TRUNCATED}};
    size_t i;
    for (i = 0; i < sizeof flips / sizeof *flips; i++) {
        char *copy = (char *)malloc(size);
        memcpy(copy, good, size);
        copy[flips[i].at] = flips[i].value;
        lines = ncurep_lines_open(copy, size, NULL, &error);
        CHECK(lines != NULL);
        CHECK_U64(flips[i].code, error.code);
        CHECK(error.offset <= size && error.message[0] != 0);
        ncurep_lines_free(lines);
        free(copy);
    }
    free(good);
}

/* A program with an operand of each kind, cut at every byte: rows before the cut do not count without the end. */
static void cut_programs(void)
{
    static const char text[] = "\x01\x02\x85\x01\x03\xfd\x7e\x04\x82\x00\x05\x87\x01\x06\x07\x08\x09\x02\x01"
                               "\x00\x05\x90\x81\x00\x83\x00\x00\x03\x91\x81\x00\x4b";
    elf_part part = {text, 0, 1, 1};
    for (part.len = 0; part.len < sizeof text; part.len++) {
        data = elf_make(&part, 1, &size);
        lines = ncurep_lines_open(data, size, NULL, &error);
        CHECK_U64(part.len == 0 ? NCUREP_OK : NCUREP_TRUNCATED, error.code);
        CHECK_U64(0, ncurep_lines_functions(lines));
        done();
    }
}

/* The lists of directories and files, with their ends taken away. */
static void cut_lists(void)
{
    elf_part parts[] = {ELF_LINE("\x01")};
    size_t at;
    for (at = 0; at < 16; at++) {
        char *to;
        data = elf_make(parts, 1, &size);
        to = data + ELF_LINE_AT + 15 + 9 + at;
        memset(to, 0x80, (size_t)(unsigned char)data[ELF_LINE_AT] + 4 - 24 - at);
        lines = ncurep_lines_open(data, size, NULL, &error);
        CHECK_U64(NCUREP_TRUNCATED, error.code);
        CHECK_U64(0, ncurep_lines_functions(lines));
        done();
    }
    data = elf_make(parts, 1, &size);
    data[ELF_LINE_AT + 15 + 9 + 8] = 7; /* directory of a.cu */
    lines = ncurep_lines_open(data, size, NULL, &error);
    CHECK_U64(NCUREP_SYNTAX, error.code);
    CHECK_U64(1, ncurep_lines_functions(lines));
    done();
    data = elf_make(parts, 1, &size);
    data[ELF_LINE_AT] = 3; /* a table of 7 bytes, and what is behind it is no table either */
    lines = ncurep_lines_open(data, size, NULL, &error);
    CHECK_U64(NCUREP_SYNTAX, error.code);
    done();
}

static void functions_inside(void)
{
    elf_part parts[] = {ELF_LINE("\x01\x02\x08\x01\x02\x08\x01\x02\x08\x01\x02\x08\x01")};
    elf_inner = 3;
    expect(parts, 1, NCUREP_OK, "0:f d/a.cu:1 8:a d/a.cu:1 16:b d/a.cu:1 24:c d/a.cu:1 32:f d/a.cu:1 ");
    elf_inner = 0;
}

static void names_without_bytes(void)
{
    elf_part parts[] = {ELF_LINE("\x00\x03\x90\x01\x01\x01")};
    elf_str_type = 8;
    expect(parts, 1, NCUREP_OK, "0: d/a.cu:1 ");
    elf_str_type = 1;
}

/* Numbers that do not fit: the caller and the name are not there, the line keeps its low 32 bits. */
static void huge_numbers(void)
{
    elf_part parts[] = {ELF_LINE("\x00\x15\x90\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01"
                                 "\x00\x0b\x91\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x03\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x40"
                                 "\x03\x01\x02\x01\x01")};
    expect(parts, 1, NCUREP_OK, "0: d/a.cu:1 1: d/a.cu:2 ");
}

static void finding(void)
{
    elf_part parts[] = {ELF_LINE("\x02\x08\x01\x02\x08\x03\x01\x01")};
    ncurep_memory half;
    ncurep_place p;
    data = elf_make(parts, 1, &size);
    lines = ncurep_lines_open(data, size, NULL, NULL);
    CHECK(ncurep_lines_memory(lines) > 0);
    CHECK(!ncurep_lines_find(lines, NCUREP_LINES_SOURCE, 1, 7, &p));
    CHECK(ncurep_lines_find(lines, NCUREP_LINES_SOURCE, 1, 15, &p));
    CHECK_U64(16, p.end);
    CHECK(ncurep_lines_find(lines, NCUREP_LINES_SOURCE, 1, 16, &p));
    CHECK_U64(1 << 20, p.end);
    CHECK(!ncurep_lines_find(lines, NCUREP_LINES_PTX, 1, 16, &p));
    CHECK(!ncurep_lines_find(lines, NCUREP_LINES_SOURCE, 0, 16, &p));
    CHECK(!ncurep_lines_find(lines, (ncurep_line_table)2, 1, 16, &p));
    ncurep_lines_free(lines);
    memset(&half, 0, sizeof half);
    half.allocator.alloc_fn = (void *(*)(void *, size_t))0;
    half.allocator.free_fn = never;
    CHECK(ncurep_lines_open(data, size, &half, &error) == NULL);
    CHECK_U64(NCUREP_ARGUMENT, error.code);
    free(data);
}

static void two_sequences(void)
{
    elf_part parts[] = {ELF_LINE("\x01"), ELF_LINE("\x02\x04\x03\x08\x01")};
    expect(parts, 2, NCUREP_OK, "0:f d/a.cu:1 4:f d/a.cu:9 ");
}

int main(void)
{
    RUN(inline_stack);
    RUN(ptx_text);
    RUN(function_inside);
    RUN(nothing_there);
    RUN(standard_opcodes);
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
    return run_end();
}
