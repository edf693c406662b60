/* Made-up cubins with what no sample has: functions without line tables, attributes cut off, symbols of missing
   sections, run-time addresses, sizes at the limits. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "cubin_inside.h"
#include "cubin_make.h"
#include "elf.h"
#include "run.h"

static char *data;
static size_t size;
static cubin_file *file;
static cubin_error error;

static void opened(cubin_code code)
{
    file = open_noting(data, size, NULL, &error);
    CHECK(file != NULL);
    CHECK_U64(code, error.code);
}

static void done(void)
{
    cubin_file_close(file);
    free(data);
}

static const char strings[] = "\0alpha\0beta\0gamma\0delta\0$alpha$in";
enum { ALPHA = 1, BETA = 7, GAMMA = 12, DELTA = 18, INSIDE = 24, FUNC = 18 };

static void functions_without_lines(void)
{
    static const made_symbol list[] = {{ALPHA, FUNC, 1, 0, 32}, {BETA, FUNC, 1, 32, 64}, {GAMMA, FUNC, 2, 32, 16},
                                       {DELTA, FUNC, 3, 0, 8}, {DELTA, FUNC, 600, 0, 8}};
    char symbols[24 * 6], code[48];
    made_section s[7] = {{".text.alpha", code, 48, 1, 40u << 24, 3u << 20 | 6, 0}, {".text.gamma", NULL, 0, 8, 0, 0, 128},
                         {".data", code, 8, 1, 0, 0, 0}, {".symtab", symbols, sizeof symbols, 2, 0, 0, 0},
                         {".strtab", strings, sizeof strings, 3, 0, 0, 0}, {".nv.shared.alpha", NULL, 0, 8, 1, 0, 512},
                         {".nv_debug.shared", NULL, 0, 0x7000000a, 1, 0, 4096}};
    cubin_function f;
    cubin_attributes a;
    cubin_attribute one;
    cubin_location l;
    cubin_info info;
    made_symbols(symbols, list, 5);
    memset(code, 0, sizeof code);
    memcpy(code, "\x18\x79", 2);
    data = made_cubin(s, 7, 80, &size);
    opened(CUBIN_OK);
    cubin_file_info(file, &info);
    CHECK_U64(3, info.functions);
    CHECK_U64(9, info.sections);
    CHECK(info.is_linked);
    CHECK(cubin_function_at(file, 0, &f));
    CHECK_VIEW("alpha", f.name);
    CHECK_U64(32, f.code.len);
    CHECK_U64(40, f.registers);
    CHECK_U64(3, f.barriers);
    CHECK_U64(512, f.shared_size);
    cubin_attributes_begin(&a, file, &f); /* it has none */
    CHECK(!cubin_attributes_next(&a, &one));
    CHECK_U64(CUBIN_OK, a.error.code);
    f.section = 8; /* no section of this file */
    cubin_attributes_begin(&a, file, &f);
    CHECK(!cubin_attributes_next(&a, &one));
    CHECK_U64(CUBIN_OK, a.error.code);
    CHECK(cubin_location_find(file, symbol_id(1), 3, &l));
    CHECK_STR("NOP", l.text);
    CHECK(!l.has_source);
    CHECK_U64(0, l.ptx_line);
    CHECK(cubin_function_at(file, 1, &f)); /* its code is longer than its section */
    CHECK_VIEW("beta", f.name);
    CHECK_U64(64, f.size);
    CHECK_U64(32, f.start);
    CHECK_U64(0, f.code.len);
    CHECK_U64(512, f.shared_size); /* that of the section */
    CHECK(cubin_location_find(file, symbol_id(2), 16, &l));
    CHECK_U64(0, l.instruction.size);
    CHECK_STR("", l.text);
    CHECK(cubin_function_at(file, 2, &f)); /* its section has no bytes */
    CHECK_U64(32, f.start);
    CHECK_U64(0, f.code.len);
    CHECK_U64(0, f.address);
    done();
}

/* A name of three bytes where the names end: no section that counts. */
static void name_at_the_end(void)
{
    made_section s[1] = {{".debug_line", "", 0, 1, 0, 0, 0}};
    cubin_info info;
    data = made_cubin(s, 1, 80, &size);
    made_put(data + 128, inside_number(data + 192 + 0x20, 8) - 4, 4);
    opened(CUBIN_OK);
    cubin_file_info(file, &info);
    CHECK_U64(3, info.sections);
    CHECK_U64(0, info.functions);
    done();
}

/* The section names end before the last letter, or the NUL, of one: it is none that counts, though the file goes on with it. */
static void names_that_end_early(void)
{
    static const struct {
        uint64_t less;
        size_t ptx;
    } ends[] = {{sizeof ".shstrtab", 7}, {sizeof ".shstrtab" + 1, 0}, {sizeof ".shstrtab" + 2, 0}};
    made_section s[1] = {{".nv_debug_ptx_txt", ".entry", 7, 1, 0, 0, 0}};
    size_t i;
    for (i = 0; i < sizeof ends / sizeof *ends; i++) {
        char *const length = (data = made_cubin(s, 1, 80, &size)) + 64 * 3 + 0x20;
        made_put(length, inside_number(length, 8) - ends[i].less, 8);
        opened(CUBIN_OK);
        CHECK_U64(ends[i].ptx, cubin_ptx(file).len);
        done();
    }
}

/* Sections that belong to one with the number of all sections, which is none: what is known of the others stays as it is. */
static void belongs_to_none(void)
{
    static const made_symbol list[] = {{ALPHA, FUNC, 1, UINT64_C(0xb00f60500), 32}};
    char symbols[48], code[32];
    made_section s[6] = {{".text.alpha", code, 32, 1, 0, 0, 0}, {".symtab", symbols, sizeof symbols, 2, 0, 0, 0},
                         {".strtab", strings, sizeof strings, 3, 0, 0, 0}, {".nv.shared.alpha", NULL, 0, 8, 8, 0, 512},
                         {".nv.info.alpha", code, 4, 1, 8, 0, 0}, {".rel.text.alpha", code, 16, 9, 8, 0, 0}};
    cubin_function f;
    made_symbols(symbols, list, 1);
    memset(code, 0, sizeof code);
    data = made_cubin(s, 6, 80, &size);
    opened(CUBIN_OK);
    CHECK(cubin_function_at(file, 0, &f));
    CHECK_U64(0, f.start);
    CHECK_U64(UINT64_C(0xb00f60500), f.address);
    CHECK_U64(0, f.shared_size);
    done();
}

/* No section has the names: functions of other files have no attributes and no relocations here. */
static void no_names(void)
{
    made_section s[2] = {{".text.alpha", "", 0, 1, 0, 0, 0}, {".nv.info.alpha", "\1\x50\0\0", 4, 1, 1, 0, 0}};
    cubin_function f;
    cubin_info info;
    cubin_attributes a;
    cubin_attribute one;
    cubin_relocations walk;
    cubin_relocation r;
    data = made_cubin(s, 2, 80, &size);
    made_put(data + 0x3e, 4, 2);
    opened(CUBIN_SYNTAX);
    CHECK_STR("the section with the section names is missing", error.message);
    CHECK_U64(0x3e, error.offset);
    cubin_file_info(file, &info);
    CHECK_U64(4, info.sections);
    memset(&f, 0, sizeof f);
    for (f.section = 0; f.section < 4; f.section++) {
        cubin_attributes_begin(&a, file, &f);
        CHECK(!cubin_attributes_next(&a, &one));
        CHECK_U64(CUBIN_OK, a.error.code);
        cubin_relocations_begin(&walk, file, &f);
        CHECK(!cubin_relocations_next(&walk, &r));
    }
    done();
}

/* Relocations of a function's section, those outside its code left out; symbols of any kind; kernels. */
static void relocations(void)
{
    static const made_symbol list[] = {{ALPHA, FUNC | 0x10 << 8, 1, 16, 32}, {BETA, 1, 2, 5, 6}};
    static const uint32_t at[2][3] = {{8, 16, 40}, {24, 47, 48}};
    char symbols[24 * 3], code[64], plain[16 * 3 + 7], added[24 * 3], of_bank[24];
    made_section s[9] = {{".text.alpha", code, 64, 1, 0, 0, 0}, {".data", code, 8, 1, 0, 0, 0}, {".symtab", symbols, sizeof symbols, 2, 0, 0, 0},
                         {".strtab", strings, sizeof strings, 3, 0, 0, 0}, {".rel.text.alpha", plain, sizeof plain, 9, 1, 0, 0},
                         {".nv.shared.alpha", plain, sizeof plain, 1, 1, 0, 0}, /* belongs to it, but holds no relocations */
                         {".rela.text.alpha", added, sizeof added, 4, 1, 0, 0},
                         {".rel.nv.constant4", plain, sizeof plain, 9, 0, 0, 0},
                         {".rela.nv.constant4", of_bank, sizeof of_bank, 4, 0, 0, 0}};
    cubin_function f;
    cubin_relocations walk;
    cubin_relocation r;
    cubin_symbol symbol;
    int i;
    made_symbols(symbols, list, 2);
    memset(code, 0, sizeof code);
    memset(plain, 0, sizeof plain);
    for (i = 0; i < 3; i++) {
        made_put(plain + 16 * i, at[0][i], 8);
        made_put(plain + 16 * i + 8, UINT64_C(2) << 32 | (58u + (unsigned)i), 8);
        made_put(added + 24 * i, at[1][i], 8);
        made_put(added + 24 * i + 8, 56, 8);
        made_put(added + 24 * i + 16, 0x360, 8);
    }
    memcpy(of_bank, added, sizeof of_bank);
    made_put(of_bank + 16, 0x361, 8);
    data = made_cubin(s, 9, 80, &size);
    opened(CUBIN_OK);
    CHECK(cubin_function_at(file, 0, &f));
    CHECK(f.is_kernel);
    cubin_relocations_begin(&walk, file, &f);
    CHECK(cubin_relocations_next(&walk, &r)); /* 8 is before the function */
    CHECK_U64(0, r.offset);
    CHECK_U64(59, r.type);
    CHECK_U64(2, r.symbol.number);
    CHECK_U64(0, r.addend);
    CHECK(cubin_symbol_at(file, r.symbol, &symbol));
    CHECK_VIEW("beta", symbol.name);
    CHECK_U64(5, symbol.offset);
    CHECK_U64(6, symbol.size);
    CHECK_U64(2, symbol.section);
    CHECK_U64(1, symbol.type);
    CHECK(cubin_relocations_next(&walk, &r));
    CHECK_U64(24, r.offset);
    CHECK(cubin_relocations_next(&walk, &r));
    CHECK_U64(8, r.offset);
    CHECK_U64(0x360, r.addend);
    CHECK(cubin_relocations_next(&walk, &r));
    CHECK_U64(31, r.offset);
    CHECK(!cubin_relocations_next(&walk, &r)); /* 48 is after it */
    CHECK(!cubin_relocations_next(&walk, &r));
    CHECK_U64(0, r.type);
    CHECK(!cubin_relocations_next(&walk, NULL) && !cubin_relocations_next(NULL, &r));
    cubin_relocations_begin(&walk, NULL, &f);
    CHECK(!cubin_relocations_next(&walk, &r));
    CHECK_U64(CUBIN_ARGUMENT, walk.error.code);
    cubin_relocations_begin(&walk, file, NULL); /* of the bank */
    CHECK(cubin_relocations_next(&walk, &r));
    CHECK_U64(8, r.offset);
    CHECK_U64(58, r.type);
    CHECK_U64(0, r.addend);
    CHECK(cubin_relocations_next(&walk, &r) && cubin_relocations_next(&walk, &r));
    CHECK_U64(40, r.offset);
    CHECK_U64(2, r.symbol.number);
    CHECK(cubin_relocations_next(&walk, &r));
    CHECK_U64(24, r.offset);
    CHECK_U64(0x361, r.addend);
    CHECK(!cubin_relocations_next(&walk, &r));
    f.section = 99;
    cubin_relocations_begin(&walk, file, &f);
    CHECK(!cubin_relocations_next(&walk, &r));
    f.section = 2; /* has none */
    cubin_relocations_begin(&walk, file, &f);
    CHECK(!cubin_relocations_next(&walk, &r));
    cubin_relocations_begin(NULL, file, &f);
    CHECK(!cubin_symbol_at(file, symbol_id(3), &symbol) && !cubin_symbol_at(NULL, symbol_id(0), &symbol) && !cubin_symbol_at(file, symbol_id(0), NULL));
    CHECK_VIEW("", symbol.name);
    CHECK(symbol.name.ptr != NULL);
    done();
}

/* A section of which the file holds only a part counts, whatever its name; code, too. */
static void cut_code(void)
{
    static const made_symbol list[] = {{ALPHA, FUNC, 3, 0, 64}};
    char symbols[48], code[32];
    made_section s[3] = {{".symtab", symbols, 48, 2, 0, 0, 0}, {".strtab", strings, sizeof strings, 3, 0, 0, 0},
                         {".text.alpha", code, 32, 1, 0, 0, 4096}};
    cubin_function f;
    made_symbols(symbols, list, 1);
    memset(code, 0, sizeof code);
    data = made_cubin(s, 3, 80, &size);
    opened(CUBIN_TRUNCATED);
    CHECK_U64(64 * 4, error.offset);
    CHECK(function_of(file, 1, &f));
    CHECK_U64(64, f.size);
    done();
}

/* Code of 8-byte instructions whose last one is cut off, and of 16-byte ones. */
static void cut_instructions(void)
{
    static const made_symbol list[] = {{ALPHA, FUNC, 1, 0, 20}};
    static const char word[8] = "\x0f\0\x07\0\0\0\0\xe3"; /* EXIT */
    char symbols[48], code[20];
    made_section s[3] = {{".text.alpha", code, 20, 1, 0, 0, 0}, {".symtab", symbols, 48, 2, 0, 0, 0},
                         {".strtab", strings, sizeof strings, 3, 0, 0, 0}};
    cubin_location l;
    made_symbols(symbols, list, 1);
    memset(code, 0, sizeof code);
    memcpy(code + 8, word, 8);
    memcpy(code + 16, word, 4);
    code[0] = 5; /* cycles that the first of the group stalls */
    data = made_cubin(s, 3, 61, &size);
    opened(CUBIN_OK);
    CHECK(cubin_location_find(file, symbol_id(1), 8, &l));
    CHECK_STR("EXIT", l.text);
    CHECK_U64(8, l.instruction.size);
    CHECK_U64(5, l.instruction.stall);
    CHECK(cubin_location_find(file, symbol_id(1), 16, &l));
    CHECK_U64(16, l.offset);
    CHECK_STR("", l.text);
    CHECK_U64(0, l.instruction.size);
    CHECK_U64(0, l.instruction.length);
    done();
    data = made_cubin(s, 3, 80, &size);
    opened(CUBIN_OK);
    CHECK(cubin_location_find(file, symbol_id(1), 19, &l));
    CHECK_U64(16, l.offset);
    CHECK_STR("", l.text);
    CHECK_U64(0, l.instruction.size);
    done();
}

/* Opens a cubin with these attributes for the file and for its function, symbol 1. */
static void with_attributes(const char *whole, size_t whole_len, const char *own, size_t own_len, cubin_code code)
{
    static const made_symbol list[] = {{ALPHA, FUNC, 1, 0, 16}};
    static char symbols[48], bytes[16];
    made_section s[5] = {{".text.alpha", bytes, 16, 1, 0, 0, 0}, {".symtab", symbols, 48, 2, 0, 0, 0},
                         {".strtab", strings, sizeof strings, 3, 0, 0, 0}, {".nv.info", NULL, 0, 1, 0, 0, 0},
                         {".nv.info.alpha", NULL, 0, 1, 1, 0, 0}};
    s[3].bytes = whole;
    s[3].len = whole_len;
    s[4].bytes = own;
    s[4].len = own_len;
    made_symbols(symbols, list, 1);
    data = made_cubin(s, 5, 80, &size);
    opened(code);
}

static void attributes(void)
{
    static const char whole[] = "\1\x50\0\0\2\x51\7\0\3\x52\x34\x12\4\x2f\4\0\1\0\0\0" /* registers, but how many? */
                                "\4\x2f\x08\0\1\0\0\0\x28\0\0\0\4\x11\x08\0\1\0\0\0\x10\0\0\0\4\x11\x08\0\x09\0\0\0\x20\0\0\0";
    static const uint32_t kinds[] = {0x50, 0x51, 0x52, 0x2f, 0x2f, 0x11, 0x11};
    static const size_t lengths[] = {0, 1, 2, 4, 8, 8, 8};
    static const struct {
        const char *bytes;
        size_t len;
    } wrong[] = {{"\0\1\0\0", 4}, {"\5\1\0\0", 4}, {"\4\1\1", 3}, {"\4\1\1\0", 4}, {"\xff\1\0\0", 4}};
    cubin_attributes a;
    cubin_attribute one;
    cubin_function f;
    cubin_problem problem;
    shdr s;
    char both[64];
    size_t i;
    with_attributes(whole, sizeof whole - 1, "", 0, CUBIN_OK);
    CHECK(function_of(file, 1, &f));
    CHECK_U64(40, f.registers);
    CHECK_U64(16, f.frame_size);
    cubin_attributes_begin(&a, file, NULL);
    for (i = 0; i < 7; i++) {
        CHECK(cubin_attributes_next(&a, &one));
        CHECK_U64(kinds[i], one.kind);
        CHECK_U64(lengths[i], one.value.len);
        if (i == 1) CHECK_BYTES("\7", 1, one.value.ptr, one.value.len);
        if (i == 2) CHECK_BYTES("\x34\x12", 2, one.value.ptr, one.value.len);
    }
    CHECK(!cubin_attributes_next(&a, &one));
    CHECK_U64(CUBIN_OK, a.error.code);
    done();
    for (i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        memcpy(both, whole, 12);
        memcpy(both + 12, wrong[i].bytes, wrong[i].len);
        with_attributes(both, 12 + wrong[i].len, both, 12 + wrong[i].len, CUBIN_SYNTAX);
        CHECK(section_find(data, size, ".nv.info", &s));
        CHECK_U64((uint64_t)(s.bytes.ptr - data) + 12, error.offset);
        CHECK(function_of(file, 1, &f));
        cubin_attributes_begin(&a, file, &f);
        CHECK(cubin_attributes_next(&a, &one) && cubin_attributes_next(&a, &one) && cubin_attributes_next(&a, &one));
        CHECK(!cubin_attributes_next(&a, &one));
        CHECK_U64(CUBIN_SYNTAX, a.error.code);
        CHECK(!cubin_attributes_next(&a, &one));
        made_put(data + 64 * 3 + 8, 0x800, 8);
        cubin_file_close(file);
        opened(CUBIN_UNSUPPORTED);
        CHECK_U64(64 * 3, error.offset);
        CHECK(cubin_file_problem_at(file, 0, &problem) && cubin_file_problem_at(file, problem.code == CUBIN_SYNTAX, &problem));
        CHECK_U64(CUBIN_UNSUPPORTED, problem.code);
        done();
    }
}

/* The first sixteen problems are kept. */
static void many_problems(void)
{
    static const char bytes[16];
    made_section s[20];
    cubin_problem problem;
    uint32_t i;
    memset(s, 0, sizeof s);
    for (i = 0; i < 20; i++) {
        s[i].name = ".nv.cut";
        s[i].bytes = bytes;
        s[i].len = sizeof bytes;
        s[i].type = 1;
        s[i].size = (uint64_t)1 << 40;
    }
    data = made_cubin(s, 20, 80, &size);
    opened(CUBIN_TRUNCATED);
    for (i = 0; i < 16; i++) {
        CHECK(cubin_file_problem_at(file, i, &problem));
        CHECK_U64(64 * (i + 2), problem.offset);
    }
    CHECK(!cubin_file_problem_at(file, 16, &problem));
    done();
}

/* A value of more than 255 bytes. */
static void long_attribute(void)
{
    static char whole[4 + 300 + 4];
    cubin_attributes a;
    cubin_attribute one;
    memset(whole, 7, sizeof whole);
    made_put(whole, 0x012c6004, 4);
    made_put(whole + 304, 0x6101, 4);
    with_attributes(whole, sizeof whole, "", 0, CUBIN_OK);
    cubin_attributes_begin(&a, file, NULL);
    CHECK(cubin_attributes_next(&a, &one));
    CHECK_U64(0x60, one.kind);
    CHECK_BYTES(whole + 4, 300, one.value.ptr, one.value.len);
    CHECK(cubin_attributes_next(&a, &one));
    CHECK_U64(0x61, one.kind);
    CHECK(!cubin_attributes_next(&a, &one));
    done();
}

static void parameters(void)
{
    static const char own[] = "\4\x0a\4\0\1\0\x50\1"            /* too short to have an offset */
                              "\4\x0a\x08\0\0\0\0\0\x60\1\x0c\0" /* at 0x160 */
                              "\4\x17\x08\0\0\0\0\0\0\0\0\0"     /* too short to have a size */
                              "\4\x17\x0c\0\0\0\0\0\1\0\4\0\0\0\x20\0"; /* ordinal 1 at 4, 8 bytes */
    cubin_function f;
    cubin_parameter p;
    with_attributes("", 0, own, sizeof own - 1, CUBIN_OK);
    CHECK(function_of(file, 1, &f));
    CHECK(cubin_parameter_find(file, &f, 0x16b, &p));
    CHECK_U64(1, p.ordinal);
    CHECK_U64(4, p.offset);
    CHECK_U64(8, p.size);
    CHECK_U64(0x164, p.bank_offset);
    CHECK(!cubin_parameter_find(file, &f, 0x163, &p));
    CHECK(!cubin_parameter_find(file, &f, 0x16c, &p));
    CHECK_U64(0, p.size);
    done();
}

static void sections(void)
{
    static const made_section one = {".text.alpha", "", 0, 1, 0, 0, 0}, cut = {".nv.info", "", 0, 1, 0, 0, 64};
    shdr s;
    cubin_info info;
    data = made_cubin(&one, 1, 80, &size);
    made_put(data + 0x3c, 0, 2); /* no section headers */
    opened(CUBIN_OK);
    cubin_file_info(file, &info);
    CHECK_U64(80, info.arch);
    CHECK_U64(0, info.sections);
    CHECK(!section_at(data, size, 0, &s));
    done();
    data = made_cubin(&one, 1, 80, &size);
    made_put(data + 128, 1000, 4); /* a name outside the names */
    opened(CUBIN_OK);
    CHECK(section_at(data, size, 1, &s));
    CHECK_VIEW("", s.name);
    CHECK(section_find(data, size, "", &s)); /* section 0 */
    CHECK_U64(0, s.type);
    done();
    data = made_cubin(&one, 1, 80, &size);
    made_put(data + 128, 14, 4); /* "shstrtab", the last of the names, and not as long as ".nv.constant0." */
    made_put(data + 128 + 0x2c, 2, 4);
    opened(CUBIN_OK);
    CHECK(section_at(data, size, 1, &s));
    CHECK_VIEW("shstrtab", s.name);
    CHECK_U64(2, s.info);
    done();
    data = made_cubin(&cut, 1, 80, &size);
    made_put(data + 128 + 0x18, size + 1, 8); /* bytes beyond the file */
    opened(CUBIN_TRUNCATED);
    CHECK_U64(128, error.offset);
    CHECK(section_at(data, size, 1, &s));
    CHECK_U64(0, s.bytes.len);
    CHECK_U64(64, s.size);
    done();
    data = (char *)calloc(1, 100); /* not a cubin */
    size = 100;
    CHECK(cubin_file_open(data, size, NULL, &error) == NULL);
    CHECK_U64(CUBIN_SYNTAX, error.code);
    free(data);
}

/* Symbols past the end of their section were loaded there; the lowest function is at the start of the section. */
static void loaded(void)
{
    static const made_symbol list[] = {{BETA, FUNC, 1, 0x10010, 16}, {ALPHA, FUNC, 1, 0x10000, 16}, {GAMMA, FUNC, 1, 0x10020, 16},
                                       {DELTA, FUNC, 1, 16, 16}};
    char symbols[24 * 5], code[48];
    made_section s[3] = {{".text.alpha", code, 48, 1, 0, 0, 0}, {".symtab", symbols, sizeof symbols, 2, 0, 0, 0},
                         {".strtab", strings, sizeof strings, 3, 0, 0, 0}};
    static const uint64_t starts[] = {16, 0, 32, 16}, addresses[] = {0x10010, 0x10000, 0x10020, 0};
    cubin_function f;
    uint32_t i;
    made_symbols(symbols, list, 4);
    memset(code, 0, sizeof code);
    data = made_cubin(s, 3, 80, &size);
    opened(CUBIN_OK);
    for (i = 0; i < 4; i++) {
        CHECK(cubin_function_at(file, i, &f));
        CHECK_U64(starts[i], f.start);
        CHECK_U64(addresses[i], f.address);
        CHECK_U64(16, f.code.len);
        CHECK_U64(starts[i], (uint64_t)(f.code.ptr - data) - 64 * 6);
    }
    done();
}

/* A cubin from elf.h with this line program for symbol `symbol` only, and more symbols, from number 2 on. */
static void with_program(const char *program, size_t len, uint32_t symbol, const elf_symbol *more, unsigned n)
{
    elf_part part;
    memset(&part, 0, sizeof part);
    part.program = program;
    part.len = len;
    part.symbol = symbol;
    elf_symbols = more;
    elf_symbols_n = n;
    elf_strings = n != 0 ? strings : "";
    elf_strings_len = n != 0 ? sizeof strings : 0;
    data = elf_make(&part, 1, &size);
    elf_symbols_n = 0;
    elf_strings = "";
    elf_strings_len = 0;
    opened(CUBIN_OK);
}

/* A line table may name a symbol without code: in an absent section, or at an address below all functions. */
static void tables_of_others(void)
{
    static const elf_symbol absent[] = {{ELF_STRINGS + ALPHA, 2, 99, 0x40, 16}};
    static const elf_symbol below[] = {{ELF_STRINGS + ALPHA, 0, 3, 0x5000, 16}};
    cubin_function f;
    cubin_place p;
    shdr s;
    char *at;
    with_program("\1", 1, 2, absent, 1);
    CHECK(function_of(file, 2, &f));
    CHECK_VIEW("alpha", f.name);
    CHECK_U64(99, f.section);
    CHECK_U64(0x40, f.start);
    CHECK_U64(0, f.address);
    CHECK_U64(0, f.code.len);
    CHECK(cubin_place_find(file, CUBIN_TABLE_SOURCE, symbol_id(2), 15, &p));
    CHECK_VIEW("a.cu", p.file);
    done();
    with_program("\1", 1, 2, below, 1);
    CHECK(function_of(file, 2, &f));
    CHECK_U64(0x5000, f.address);
    CHECK_U64(0x5000, f.start);
    done();
    data = run_read("examples/data/samples/ncurep/three_sm90.cubin", &size); /* symbol 14 is no function, and below 15 */
    opened(CUBIN_OK);
    CHECK(section_find(data, size, ".symtab", &s));
    at = data + (s.bytes.ptr - data) + 14 * 24;
    at[4] = 0;
    made_put(at + 8, 0x5000, 8);
    memcpy(at + 24 + 6, at + 6, 2);
    made_put(at + 24 + 8, 0x6000, 8);
    cubin_file_close(file);
    opened(CUBIN_OK);
    CHECK(function_of(file, 14, &f));
    CHECK_U64(0x5000, f.start);
    CHECK_U64(0, f.code.len);
    CHECK(function_of(file, 15, &f));
    CHECK_U64(0x6000, f.address);
    CHECK_U64(0, f.start);
    CHECK_U64(384, f.code.len);
    done();
}

/* Rows after the end of their function have no bytes. */
static void rows_past_the_end(void)
{
    static const elf_symbol small[] = {{ELF_STRINGS + ALPHA, 2, 1, 0, 4}};
    cubin_rows rows;
    cubin_place p;
    uint32_t i;
    cubin_function f;
    with_program("\1\2\x10\3\5\1", 6, 2, small, 1); /* rows at 0 and 16 */
    for (i = 0; cubin_function_at(file, i, &f) && f.symbol.number != 2; i++) {}
    cubin_rows_begin(&rows, file, &f, CUBIN_TABLE_SOURCE);
    CHECK(cubin_rows_next(&rows, &p));
    CHECK_U64(0, p.offset);
    CHECK_U64(16, p.end);
    CHECK(cubin_rows_next(&rows, &p));
    CHECK_U64(16, p.offset);
    CHECK_U64(16, p.end);
    CHECK_U64(6, p.line);
    CHECK(!cubin_rows_next(&rows, &p));
    CHECK(!cubin_place_find(file, CUBIN_TABLE_SOURCE, symbol_id(2), 4, &p));
    done();
}

/* The rows of the PTX table: each has its own line, and together they cover what cubin_place_find finds. */
static void ptx_rows(void)
{
    cubin_rows rows;
    cubin_place p, q;
    cubin_function f;
    uint64_t end = 0;
    uint32_t n = 0, last = 0;
    data = run_read("examples/data/samples/ncurep/nested_sm80.cubin", &size);
    opened(CUBIN_OK);
    CHECK(cubin_function_at(file, 0, &f));
    cubin_rows_begin(&rows, file, &f, CUBIN_TABLE_PTX);
    for (; cubin_rows_next(&rows, &p); n++) {
        CHECK(n == 0 || p.offset == end);
        CHECK(p.line != last);
        CHECK(p.end > p.offset);
        CHECK_U64(0, p.file.len + p.function.len);
        CHECK(cubin_place_find(file, CUBIN_TABLE_PTX, f.symbol, p.end - 1, &q));
        CHECK_U64(p.line, q.line);
        end = p.end;
        last = p.line;
    }
    CHECK_U64(640, end);
    CHECK(n > 10);
    p.i_state[0] = 0xfffffff0u; /* a place of another file ends here */
    p.i_state[1] = 2;
    CHECK(!cubin_place_outer(file, &p));
    done();
}

/* Of an address of more than 8 bytes the first 8 count. */
static void long_address(void)
{
    static const char program[] = "\0\x0b\2\x20\0\0\0\0\0\0\0\x55\x55\1";
    elf_part part;
    shdr s;
    cubin_place p;
    uint64_t place;
    memset(&part, 0, sizeof part);
    part.program = program;
    part.len = sizeof program - 1;
    part.symbol = 1;
    data = elf_make(&part, 1, &size);
    opened(CUBIN_OK);
    CHECK(!cubin_place_find(file, CUBIN_TABLE_SOURCE, symbol_id(1), 0x20, &p)); /* no relocation, no function */
    CHECK(section_find(data, size, ".rel.debug_line", &s));
    place = (unsigned char)s.bytes.ptr[0] + 11;
    data[s.bytes.ptr - data] = (char)place; /* the one with the longer address */
    cubin_file_close(file);
    opened(CUBIN_OK);
    CHECK(cubin_place_find(file, CUBIN_TABLE_SOURCE, symbol_id(1), 0x20, &p));
    CHECK_U64(0x20, p.offset);
    CHECK(!cubin_place_find(file, CUBIN_TABLE_SOURCE, symbol_id(1), 0x1f, &p));
    done();
}

/* The smallest line step is a signed byte; here it is not negative. */
static void line_base(void)
{
    elf_part part;
    cubin_place p;
    memset(&part, 0, sizeof part);
    part.program = "\x0b"; /* special opcode 11: the second of the first steps */
    part.len = 1;
    part.symbol = 1;
    data = elf_make(&part, 1, &size);
    data[ELF_LINE_AT + 12] = 3;
    opened(CUBIN_OK);
    CHECK(cubin_place_find(file, CUBIN_TABLE_SOURCE, symbol_id(1), 0, &p));
    CHECK_U64(1 + 3 + 1, p.line);
    done();
}

/* A stack of 600 places: 512 of them are walked, whichever call the place came from. */
static void deep_stack(void)
{
    static char program[600 * 16];
    size_t n = 0, i;
    cubin_place p;
    uint32_t places = 1;
    program[n++] = 1;
    for (i = 1; i < 600; i++) {
        memcpy(program + n, "\0\4\x90", 3);
        program[n + 3] = (char)((i & 127) | 128);
        program[n + 4] = (char)(i >> 7);
        program[n + 5] = 1;
        memcpy(program + n + 6, "\2\4\1", 3); /* 4 bytes on */
        n += 9;
    }
    with_program(program, n, 1, NULL, 0);
    CHECK(cubin_place_find(file, CUBIN_TABLE_SOURCE, symbol_id(1), 4 * 599, &p));
    CHECK_VIEW("g", p.function);
    while (cubin_place_outer(file, &p)) places++;
    CHECK_U64(512, places);
    CHECK(cubin_place_find(file, CUBIN_TABLE_SOURCE, symbol_id(1), 4 * 9, &p));
    for (places = 1; cubin_place_outer(file, &p);) places++;
    CHECK_U64(10, places);
    CHECK_VIEW("f", p.function);
    done();
}

/* A function inlined into one that was loaded far up, with an address within its section. */
static void inner_not_loaded(void)
{
    static const elf_symbol list[] = {{ELF_STRINGS + ALPHA, 2, 1, 0x10000, 64}, {ELF_STRINGS + INSIDE, 2, 1, 0, 4},
                                      {ELF_STRINGS + INSIDE, 2, 1, 0x10020, 4}};
    cubin_place p;
    with_program("\1\2\4\1\2\x1c\1", 7, 2, list, 3);
    CHECK(cubin_place_find(file, CUBIN_TABLE_SOURCE, symbol_id(2), 0, &p));
    CHECK_VIEW("in", p.function);
    CHECK(cubin_place_find(file, CUBIN_TABLE_SOURCE, symbol_id(2), 4, &p));
    CHECK_VIEW("alpha", p.function);
    CHECK(cubin_place_find(file, CUBIN_TABLE_SOURCE, symbol_id(2), 0x21, &p));
    CHECK_VIEW("in", p.function);
    done();
}

/* Two rows of one call are one stretch only if the caller lies within one function. */
static void callers_inside(void)
{
    static const char program[] = "\1"                        /* row 1, of f, at 0 */
                                  "\0\3\x90\1\1\2\2\1"      /* row 2, called from row 1, at 2 */
                                  "\2\2\1";                  /* row 3, from the same, at 4 */
    elf_part part;
    cubin_function f;
    cubin_rows rows;
    cubin_place p;
    memset(&part, 0, sizeof part);
    part.program = program;
    part.len = sizeof program - 1;
    part.symbol = 1;
    elf_inner = 1;
    data = elf_make(&part, 1, &size);
    elf_inner = 0;
    opened(CUBIN_OK);
    CHECK(cubin_function_at(file, 0, &f));
    cubin_rows_begin(&rows, file, &f, CUBIN_TABLE_SOURCE);
    CHECK(cubin_rows_next(&rows, &p));
    CHECK_U64(0, p.offset);
    CHECK_U64(2, p.end);
    CHECK(cubin_rows_next(&rows, &p));
    CHECK_U64(2, p.offset);
    CHECK_U64(1 << 20, p.end);
    CHECK_VIEW("g", p.function);
    CHECK(!cubin_rows_next(&rows, &p));
    done();
}

/* Files from 2 GiB on are refused unread, as counts could overflow. */
static void too_large(void)
{
    static const char byte = 0;
    cubin_error e;
    CHECK(cubin_file_open(&byte, (size_t)0x80000000u, NULL, &e) == NULL);
    CHECK_U64(CUBIN_LIMIT, e.code);
    CHECK(cubin_file_open(&byte, (size_t)-1, NULL, NULL) == NULL);
}

/* max_memory is 64 MiB, or 16 times the size of a larger file. */
static void memory_of_large_files(void)
{
    const size_t rows = 2000000, more = (size_t)4 << 20;
    char *program = (char *)malloc(rows), *larger;
    elf_part part;
    CHECK(program != NULL);
    memset(program, 14 + 5 + 14, rows); /* a special opcode each: the next byte, the same line */
    memset(&part, 0, sizeof part);
    part.program = program;
    part.len = rows;
    part.symbol = 1;
    data = elf_make(&part, 1, &size);
    CHECK(cubin_file_open(data, size, NULL, &error) == NULL);
    CHECK_U64(CUBIN_LIMIT, error.code);
    larger = (char *)realloc(data, size + more);
    CHECK(larger != NULL);
    memset(larger + size, 0, more);
    data = larger;
    size += more;
    opened(CUBIN_OK);
    CHECK(cubin_file_memory_used(file) > (size_t)64 << 20 && cubin_file_memory_used(file) <= 16 * size);
    done();
    free(program);
}

int main(void)
{
    RUN(functions_without_lines);
    RUN(name_at_the_end);
    RUN(names_that_end_early);
    RUN(belongs_to_none);
    RUN(no_names);
    RUN(relocations);
    RUN(cut_code);
    RUN(cut_instructions);
    RUN(attributes);
    RUN(many_problems);
    RUN(long_attribute);
    RUN(parameters);
    RUN(sections);
    RUN(loaded);
    RUN(tables_of_others);
    RUN(rows_past_the_end);
    RUN(ptx_rows);
    RUN(long_address);
    RUN(line_base);
    RUN(deep_stack);
    RUN(inner_not_loaded);
    RUN(callers_inside);
    RUN(too_large);
    RUN(memory_of_large_files);
    return run_end();
}
