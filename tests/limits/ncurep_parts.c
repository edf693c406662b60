/* Line tables and copies of input cut off or damaged, between guard pages, and work that stays linear. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "cubin_open.h"

#include <sys/mman.h>
#include <unistd.h>

#include "elf.h"
#include "linear.h"
#include "ncurep_copy.h"

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS 0x20
#endif

static char *area;     /* room bytes between two unreadable pages */
static size_t room;
static ncurep_error error;

static void guard(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *p;
    room = 64 * page;
    p = (char *)mmap(NULL, room + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == (char *)MAP_FAILED || mprotect(p + page, room, PROT_READ | PROT_WRITE) != 0) abort();
    area = p + page;
}

/* The bytes right before the guard page. */
static char *before(const char *data, size_t n)
{
    memcpy(area + room - n, data, n);
    return area + room - n;
}

/* Reads everything in the tables of a cubin; returns how many places. */
static size_t read_lines(const char *cubin, size_t size)
{
    cubin_file *l = open_cubin(cubin, size, NULL, &error);
    cubin_function f;
    size_t places = 0, sum = 0;
    uint32_t i;
    if (!CHECK(l != NULL || error.code >= NCUREP_TRUNCATED)) return 0; /* what begins otherwise is no cubin */
    CHECK(error.offset <= size);
    for (i = 0; cubin_function_at(l, i, &f); i++) {
        int table;
        for (sum += f.code.len > 0 ? (size_t)f.code.ptr[f.code.len - 1] : 0, table = 0; table < 2; table++) {
            cubin_rows rows;
            cubin_place p;
            cubin_rows_begin(&rows, l, &f, (cubin_table)table);
            while (cubin_rows_next(&rows, &p)) {
                do {
                    places++;
                    sum += p.function.len > 0 ? (size_t)p.function.ptr[p.function.len - 1] : 0;
                    sum += p.file.len > 0 ? (size_t)p.file.ptr[p.file.len - 1] : 0;
                } while (cubin_place_outer(l, &p));
            }
        }
    }
    for (i = 1; i <= cubin_info_of(l).ptx_lines; i++) {
        cubin_view line;
        (void)cubin_ptx_at(l, i, &line);
        sum += line.len;
    }
    cubin_file_close(l);
    return places + (sum == (size_t)-1);
}

static const char *const cubins[] = {"nested_sm80", "three_sm90", "loops_sm75", "noline_sm80", "debug_sm80"};

static char *sample(const char *name, const char *kind, size_t *n)
{
    char path[96];
    sprintf(path, "examples/data/samples/ncurep/%s.%s", name, kind);
    return run_read(path, n);
}

static void every_prefix(void)
{
    unsigned k;
    for (k = 0; k < 5; k++) {
        size_t n, cut;
        char *data = sample(cubins[k], "cubin", &n);
        size_t need; /* what lies after the section headers is not read */
        if (!CHECK(data != NULL)) return;
        need = (size_t)(unsigned char)data[0x28] + 256u * (unsigned char)data[0x29] + 64u * (unsigned char)data[0x3c];
        for (cut = 0; cut <= n; cut++) {
            read_lines(before(data, cut), cut);
            CHECK(cut < need ? error.code != NCUREP_OK : error.code == NCUREP_OK);
        }
        free(data);
    }
}

/* Each byte of the headers, tables and names in turn set to a few values. */
static void every_byte(void)
{
    static const unsigned char values[] = {0, 0x7f, 0xff};
    size_t n, at, k;
    char *data = sample("nested_sm80", "cubin", &n), *copy;
    if (!CHECK(data != NULL)) return;
    copy = before(data, n);
    for (at = 0; at < n; at++) {
        for (k = 0; k < sizeof values; k++) {
            copy[at] = (char)values[k];
            read_lines(copy, n);
        }
        copy[at] = data[at];
    }
    free(data);
}

static void every_prefix_of_a_report(void)
{
    size_t n, cut;
    char *data = sample("mixed", "ncu-rep", &n);
    if (!CHECK(data != NULL)) return;
    for (cut = 0; cut <= n; cut += cut < 2000 ? 1 : 7) {
        char *copy = before(data, cut);
        ncurep_report *a = ncurep_report_open(copy, cut, NULL, &error), *b;
        sink out = {NULL, 0, 0, 0, 0};
        CHECK(copy_report(a, NULL, &out, NULL, &error)); /* the complete blocks */
        CHECK(out.len <= (cut > 10 ? cut : 10));
        b = ncurep_report_open(out.data, out.len, NULL, &error);
        {
            ncurep_info x, y;
            ncurep_report_info(a, &x);
            ncurep_report_info(b, &y);
            CHECK(x.blocks == y.blocks && x.results == y.results && !y.is_cut);
        }
        ncurep_report_close(a);
        ncurep_report_close(b);
        free(out.data);
    }
    free(data);
}

static char *program(const char *each, size_t len, size_t n, size_t *size)
{
    elf_part part = {NULL, 0, 1, 0};
    char *text = (char *)malloc(n * len);
    char *file;
    size_t i;
    for (i = 0; i < n; i++) memcpy(text + i * len, each, len);
    part.program = text;
    part.len = n * len;
    file = elf_make(&part, 1, size);
    free(text);
    return file;
}

static char *rows(const linear_shape *shape, size_t n, size_t *size)
{
    (void)shape;
    return program("\x4b", 1, n, size);
}

/* Each row is called from the one before it: stacks of every depth. */
static char *chain(const linear_shape *shape, size_t n, size_t *size)
{
    elf_part part = {NULL, 0, 1, 0};
    char *text = (char *)malloc(n * 12), *to = text, *file;
    size_t i;
    (void)shape;
    for (i = 0; i < n; i++) {
        memcpy(to, "\0\5\x90", 3);
        to[3] = (char)(unsigned char)((i & 127) | 128);
        to[4] = (char)(unsigned char)((i >> 7 & 127) | 128);
        to[5] = (char)(unsigned char)(i >> 14 & 127);
        to[6] = 1;
        memcpy(to + 7, "\x4b", 1);
        to += 8;
        text[(size_t)(to - text) - 7] = 5;
    }
    part.program = text;
    part.len = (size_t)(to - text);
    file = elf_make(&part, 1, size);
    free(text);
    return file;
}

/* All rows of one circle. */
static char *circle(const linear_shape *shape, size_t n, size_t *size)
{
    char *file = chain(shape, n, size);
    size_t i = 0;
    while (memcmp(file + i, "\0\5\x90\x80\x80\0\1", 7) != 0) i++; /* the first row, which is called from nowhere */
    file[i + 3] = (char)(unsigned char)((n & 127) | 128);
    file[i + 4] = (char)(unsigned char)((n >> 7 & 127) | 128);
    file[i + 5] = (char)(unsigned char)(n >> 14 & 127);
    return file;
}

/* The address jumps back by wrapping around, so that rows are out of order. */
static char *unsorted(const linear_shape *shape, size_t n, size_t *size)
{
    (void)shape;
    return program("\x4b\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01", 13, n, size);
}

/* Each row lies before the previous one. */
static char *falling(const linear_shape *shape, size_t n, size_t *size)
{
    (void)shape;
    return program("\x03\x01\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01", 14, n, size);
}

static void read_once(const linear_shape *shape, size_t n, const char *file, size_t size)
{
    (void)shape;
    CHECK(read_lines(file, size) >= n);
}

/* Stacks are cut off at 512 places: until they are that deep, each row takes more than the one before it. */
static const linear_shape shapes[] = {
    {"rows", rows, read_once, 30000, {NULL}},
    {"chain", chain, read_once, 2000, {NULL}},
    {"circle", circle, read_once, 1000, {NULL}},
    {"unsorted", unsorted, read_once, 10000, {NULL}},
    {"falling", falling, read_once, 10000, {NULL}},
};

static void linear(void) { linear_large(shapes, sizeof shapes / sizeof *shapes); }

/* A stack as deep as the table is long is cut off at 512 places. */
static void deep(void)
{
    size_t size, places;
    char *file = chain(NULL, 20000, &size);
    places = read_lines(file, size);
    CHECK(places > 512u * 19000u && places <= 512u * 20000u);
    free(file);
}

int main(int argc, char **argv)
{
    if (argc > 1) return linear_runs(argv[1], shapes, sizeof shapes / sizeof *shapes);
    guard();
    RUN(every_prefix);
    RUN(every_byte);
    RUN(every_prefix_of_a_report);
    RUN(linear);
    RUN(deep);
    return run_end();
}
