/* Line tables, NVTX filters and the writer when memory or the output fails at each place in turn, and in buffers of
   every size. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "cubin_open.h"
#include "ncurep_calls.h"

#include "elf.h"
#include "run.h"
#include "ncurep_copy.h"
#include "heap.h"

static char *data;
static size_t size;
static ncurep_error error;

/* Runs job with every allocation failing in turn, then in buffers from 0 bytes up. The job returns 1 if it worked, and
   0 with the error in `error` if memory was short. */
static void everywhere(int (*job)(const ncurep_memory *), size_t step)
{
    heap h;
    ncurep_memory memory;
    unsigned n;
    size_t room;
    int done = 0;
    char *buffer = (char *)malloc(1 << 20);
    memset(&memory, 0, sizeof memory);
    memory.allocator.alloc_fn = take;
    memory.allocator.free_fn = give;
    memory.allocator.user = &h;
    for (n = 1; !done && n < 500; n++) {
        memset(&h, 0, sizeof h);
        h.fail = n;
        h.skew = n % 8;
        done = job(&memory);
        if (!done) CHECK_U64(NCUREP_MEMORY, error.code);
        CHECK_U64(0, h.live);
        CHECK_U64(0, h.held);
        CHECK(done == (h.calls < n)); /* no failure goes unnoticed */
    }
    CHECK(done && n > 2);
    for (room = 1; room < 1 << 20; room *= 2) { /* limits */
        memset(&h, 0, sizeof h);
        memory.max_memory = room;
        done = job(&memory);
        if (!done) CHECK_U64(NCUREP_LIMIT, error.code);
        CHECK_U64(0, h.live);
    }
    CHECK(done);
    memset(&memory, 0, sizeof memory);
    memory.buffer = buffer;
    for (done = 0, room = 0; !done && room < 1 << 20; room += step) {
        memset(buffer + room, 0x5a, 16);
        memory.buffer_size = room;
        done = job(&memory);
        if (!done) CHECK_U64(NCUREP_MEMORY, error.code);
        CHECK(memcmp(buffer + room, "ZZZZZZZZZZZZZZZZ", 16) == 0);
    }
    CHECK(done);
    free(buffer);
}

static int open_lines(const ncurep_memory *memory)
{
    cubin_file *l = open_cubin(data, size, memory, &error);
    if (l != NULL) CHECK(cubin_info_of(l).functions > 0);
    else CHECK_U64(0, error.offset);
    cubin_file_close(l);
    return l != NULL;
}

/* A cubin with functions inlined into another and without PTX text. */
static int open_inner(const ncurep_memory *memory)
{
    cubin_file *l = open_cubin(data, size, memory, &error);
    cubin_place p;
    if (l != NULL) {
        CHECK(cubin_place_find(l, CUBIN_TABLE_SOURCE, symbol_id(1), 8, &p));
        CHECK_VIEW("a", p.function);
    } else
        CHECK_U64(0, error.offset);
    cubin_file_close(l);
    return l != NULL;
}

static int make_filter(const ncurep_memory *memory)
{
    ncurep_nvtx_filter *f = open_filter(ncurep_text("regex:dom.*@lay[0-9]{1,3}/*/relu|norm/"), memory, &error);
    if (f == NULL) CHECK(error.offset <= 38);
    ncurep_nvtx_filter_close(f);
    return f != NULL;
}

static int write_report(const ncurep_memory *memory)
{
    sink out = {NULL, 0, 0, 0, 0};
    ncurep_report *r = ncurep_report_open(data, size, NULL, &error);
    int ok = copy_report(r, memory, &out, "shift", &error);
    if (!ok) CHECK_U64(out.len, error.offset);
    ncurep_report_close(r);
    free(out.data);
    return ok;
}

static void lines(void)
{
    data = run_read("examples/data/samples/ncurep/loops_sm75.cubin", &size);
    everywhere(open_lines, 16);
    free(data);
}

static void lines_inside(void)
{
    elf_part part[] = {ELF_LINE("\x01\x02\x08\x01\x02\x08\x01")};
    elf_inner = 3;
    data = elf_make(part, 1, &size);
    elf_inner = 0;
    everywhere(open_inner, 4);
    free(data);
}

static void filters(void) { everywhere(make_filter, 8); }

static void writing(void)
{
    data = run_read("examples/data/samples/ncurep/mixed.ncu-rep", &size);
    everywhere(write_report, 64);
    free(data);
}

static void output(void)
{
    ncurep_report *r;
    unsigned n;
    int ok = 0;
    data = run_read("examples/data/samples/ncurep/mixed.ncu-rep", &size);
    r = ncurep_report_open(data, size, NULL, &error);
    for (n = 1; !ok && n < 1000; n++) {
        sink out = {NULL, 0, 0, 0, 0};
        out.fail = n;
        ok = copy_report(r, NULL, &out, NULL, &error);
        if (!ok) {
            CHECK_U64(NCUREP_IO, error.code);
            CHECK_U64(out.len, error.offset);
            CHECK_U64(n, out.calls); /* nothing is written after a failure */
            CHECK_BYTES(data, out.len, out.data, out.len);
        }
        free(out.data);
    }
    CHECK(ok && n > 10);
    ncurep_report_close(r);
    free(data);
}

int main(void)
{
    RUN(lines);
    RUN(lines_inside);
    RUN(filters);
    RUN(writing);
    RUN(output);
    return run_end();
}
