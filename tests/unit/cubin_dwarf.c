/* Line tables of DWARF 3 to 5: what their headers hold, in every form that is read. No compiler writes them into cubins yet. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "cubin_inside.h"
#include "cubin_make.h"
#include "run.h"

static unsigned char unit[512];
static size_t used;
static char *data;
static size_t size;
static cubin_file *file;
static cubin_error error;

static void put(const void *bytes, size_t n)
{
    memcpy(unit + used, bytes, n);
    used += n;
}

#define PUT(text) put(text, sizeof(text) - 1)

/* Up to the operands of the standard opcodes. */
static void begin(unsigned version)
{
    used = 0;
    memset(unit, 0, sizeof unit);
    PUT("....");
    made_put((char *)unit + used, version, 2);
    used += 2;
    if (version == 5) PUT("\x08\0");
    PUT("....\1");                /* length of the header; bytes of an instruction */
    if (version >= 4) PUT("\1");  /* operations in it */
    PUT("\1\xfb\x0e\x0d" "\0\1\1\1\1\0\0\0\1\0\0\1"); /* line base -5, range 14; opcodes 1 to 12 */
}

/* The program: a row of each of two files, the second one a line and 16 bytes on. Opens the cubin. */
static void end(cubin_code code)
{
    static const char strings[] = "\0f", texts[] = "\0/src\0k.cu\0inc/h.cuh";
    static const made_symbol list[] = {{1, 18, 1, 0, 64}};
    const size_t version = unit[4], head = version == 5 ? 8 : 6;
    char symbols[24 * 2], code_of[64], relocation[16];
    made_section s[7] = {{".text.f", code_of, 64, 1, 0, 6, 0}, {".symtab", symbols, sizeof symbols, 2, 0, 0, 0},
                         {".strtab", strings, sizeof strings, 3, 0, 0, 0}, {".debug_line", unit, 0, 1, 0, 0, 0},
                         {".rel.debug_line", relocation, 16, 9, 4, 0, 0}, {".debug_line_str", texts, sizeof texts, 1, 0, 0, 0},
                         {".debug_str", texts + 5, sizeof texts - 5, 1, 0, 0, 0}};
    memset(code_of, 0, sizeof code_of);
    made_symbols(symbols, list, 1);
    made_put((char *)unit + head, used - head - 4, 4);
    PUT("\0\x09\2");
    made_put(relocation, used, 8);
    made_put(relocation + 8, UINT64_C(1) << 32 | 2, 8);
    PUT("\0\0\0\0\0\0\0\0");
    unit[used++] = 4;
    unit[used++] = version == 5 ? 0 : 1;
    PUT("\x0a\x0b\x0c\x03" "\1" "\4");
    unit[used++] = version == 5 ? 1 : 2;
    PUT("\2\x10\3\1\1" "\2\x30\0\1\1");
    made_put((char *)unit, used - 4, 4);
    s[3].len = used;
    data = made_cubin(s, 7, 120, &size);
    file = open_noting(data, size, NULL, &error);
    CHECK(file != NULL);
    CHECK_U64(code, error.code);
}

static void done(void)
{
    cubin_file_close(file);
    free(data);
}

/* What the rows say, and closes. */
static void says(const char *want)
{
    char got[512], *to = got;
    cubin_function f;
    cubin_rows rows;
    cubin_place p;
    *to = 0;
    if (cubin_function_at(file, 0, &f)) {
        cubin_rows_begin(&rows, file, &f, CUBIN_TABLE_SOURCE);
        while (cubin_rows_next(&rows, &p))
            to += sprintf(to, "%u %.*s|%.*s:%u ", (unsigned)p.offset, (int)p.directory.len, p.directory.ptr, (int)p.file.len, p.file.ptr, (unsigned)p.line);
    }
    CHECK_STR(want, got);
    done();
}

static void older_versions(void)
{
    unsigned version;
    for (version = 2; version <= 4; version++) {
        begin(version);
        PUT("d\0\0" "a.cu\0\1\0\0" "b.cu\0\0\0\0" "\0");
        end(CUBIN_OK);
        says("0 d|a.cu:1 16 |b.cu:2 ");
    }
}

/* As clang writes them: paths in .debug_line_str, a directory's number, MD5. */
static void names_in_a_section(void)
{
    begin(5);
    PUT("\1\1\x1f" "\2" "\1\0\0\0" "\x0b\0\0\0"); /* /src, inc/h.cuh */
    PUT("\3\1\x1f\2\x0b\5\x1e" "\2" "\6\0\0\0\0ABCDEFGHIJKLMNOP" "\x0f\0\0\0\1ABCDEFGHIJKLMNOP");
    end(CUBIN_OK);
    says("0 /src|k.cu:1 16 inc/h.cuh|h.cuh:2 ");
}

static void every_form(void)
{
    begin(5);
    PUT("\2\1\x08\x85\x40\x05" "\2" "one\0..two\0.."); /* string; a kind of somebody's own, data2 */
    PUT("\6\1\x0e\2\x0f\3\x06\4\x07\5\x09\2\x0b" "\2" "\1\0\0\0\1" "4444" "88888888" "\3abc" "\0"
        "\6\0\0\0\0" "4444" "88888888" "\0" "\1");       /* strp, udata, data4, data8, block, data1 */
    end(CUBIN_OK);
    says("0 one|k.cu:1 16 two|inc/h.cuh:2 ");
}

static void no_directories(void)
{
    begin(5);
    PUT("\0\0" "\1\1\x08" "\2" "a.cu\0b.cu\0");
    end(CUBIN_OK);
    says("0 |a.cu:1 16 |b.cu:2 ");
    begin(5);
    PUT("\0\0" "\2\1\x08\2\x0b" "\2" "a.cu\0\0b.cu\0\7");
    end(CUBIN_SYNTAX);
    CHECK_STR("a line table refers to a missing directory", error.message);
    says("0 |a.cu:1 16 |b.cu:2 ");
    begin(5);
    PUT("\0\0" "\1\1\x1f" "\2" "\x7f\0\0\0" "\xff\xff\xff\xff"); /* outside of the section */
    end(CUBIN_OK);
    says("0 |:1 16 |:2 ");
}

static void refused(const char *message)
{
    end(CUBIN_UNSUPPORTED);
    CHECK_STR(message, error.message);
    says("");
}

static void not_read(void)
{
    static const char unknown[] = "the entries of a line table have an unknown format";
    static const char form[] = "the entries of a line table have a form that is not read";
    begin(5);
    PUT("\0\1" "\0\0"); /* a directory of nothing: there could be 2^60 of those */
    refused(unknown);
    begin(5);
    PUT("\0\0" "\x09\1\x08\1\x08\1\x08\1\x08\1\x08\1\x08\1\x08\1\x08\1\x08" "\0");
    refused(unknown);
    begin(5);
    PUT("\1\1\x25\1\1" "\0\0"); /* strx1 */
    refused(form);
    begin(5);
    PUT("\0\0" "\1\1\x88\x80\4\1\1");
    refused(form);
    begin(5);
    unit[13] = 2;
    refused("a line table is for instructions of several operations");
    begin(5);
    unit[4] = 6;
    refused("a line table of the cubin is not of version 2 to 5");
}

/* The unit ends after each byte of its header in turn. */
static void cut_headers(void)
{
    size_t whole, at, n;
    cubin_place place;
    begin(5);
    PUT("\3\1\x08\3\x0f\5\x09" "\1" "d\0\0\2xx");
    PUT("\3\1\x1f\2\x0b\5\x1e" "\1" "\6\0\0\0\0ABCDEFGHIJKLMNOP");
    whole = used;
    end(CUBIN_OK);
    cubin_file_close(file);
    for (at = 0; memcmp(data + at, unit, 40) != 0; at++) {}
    made_put(data + at + 8, 0, 4); /* the program may begin anywhere */
    for (n = 15; n < whole; n++) {
        made_put(data + at, n - 4, 4);
        file = open_noting(data, size, NULL, &error);
        CHECK(error.code == (n < 30 ? CUBIN_SYNTAX : CUBIN_TRUNCATED));
        CHECK(!cubin_place_find(file, CUBIN_TABLE_SOURCE, symbol_id(1), 0, &place));
        cubin_file_close(file);
    }
    free(data);
}

/* The unit ends with its header, whose last entry is a block: there is no program, and nothing wrong. A byte less is too few. */
static void no_program(void)
{
    size_t whole, at, k;
    begin(5);
    PUT("\1\1\x08" "\1" "d\0");
    PUT("\3\1\x1f\2\x0b\5\x09" "\1" "\6\0\0\0\0\3abc");
    whole = used;
    end(CUBIN_OK);
    cubin_file_close(file);
    for (at = 0; memcmp(data + at, unit, 40) != 0; at++) {}
    for (k = 0; k < 2; k++) {
        made_put(data + at, whole - 4 - k, 4);
        made_put(data + at + 8, whole - 12 - k, 4);
        made_put(data + 64 * 5 + 0x20, whole - k, 8);
        file = open_noting(data, size, NULL, &error);
        CHECK_U64(k == 0 ? CUBIN_OK : CUBIN_TRUNCATED, error.code);
        cubin_file_close(file);
    }
    free(data);
}

int main(void)
{
    RUN(older_versions);
    RUN(names_in_a_section);
    RUN(every_form);
    RUN(no_directories);
    RUN(not_read);
    RUN(cut_headers);
    RUN(no_program);
    return run_end();
}
