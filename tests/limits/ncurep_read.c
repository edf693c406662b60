/* The reader at its limits: every prefix of every sample between guard pages, damage at every byte, virtual files of 20
   GB, a million empty blocks, nesting, linear work. */
#define NCUREP_POSIX
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "linear.h"
#include "ncurep_read.h"
#include "ncurep_wire.h"

static const char *const samples[] = {"examples/data/samples/ncurep/mixed.ncu-rep", "examples/data/samples/ncurep/saxpy.ncu-rep",
                                      "examples/data/samples/ncurep/orchard.ncu-rep"};
static ncurep_error error;

/* Room for n bytes that end, or begin, at a forbidden page. */
static char *guard, *guard_end;

static void make_guard(size_t n)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t room = (n + page - 1) / page * page;
    const int zero = open("/dev/zero", O_RDWR);
    char *p = (char *)mmap(NULL, room + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE, zero, 0);
    if (p == MAP_FAILED || mprotect(p, page, PROT_NONE) != 0 || mprotect(p + page + room, page, PROT_NONE) != 0) abort();
    close(zero);
    guard = p + page;
    guard_end = guard + room;
}

static void prefixes(void)
{
    size_t k, n, size;
    for (k = 0; k < sizeof samples / sizeof *samples; k++) {
        char *data = run_read(samples[k], &size);
        uint64_t whole = 0;
        CHECK(data != NULL);
        if (data == NULL) continue;
        make_guard(size);
        for (n = 0; n <= size; n += n < 700 || size - n < 200 ? 1 : 13) {
            ncurep_report *r;
            ncurep_info info;
            memcpy(guard_end - n, data, n);
            r = ncurep_report_open(guard_end - n, n, NULL, &error);
            if (n == 0) CHECK(r == NULL && error.code == NCUREP_TRUNCATED);
            if (n == 0) continue;
            CHECK(r != NULL);
            ncurep_report_info(r, &info);
            (void)read_all(r);
            CHECK_U64(0, read_errors); /* what is complete is right */
            /* Cut off between two blocks a file is complete; otherwise that is said once, and what it lacks is counted
               in full. */
            CHECK(info.problems <= 1 && info.is_damaged == 0);
            CHECK(!info.is_cut || (info.cut_at + info.cut_have == n && info.cut_need > info.cut_have));
            ncurep_report_close(r);
            if (n == size) whole = read_sum;
        }
        memcpy(guard, data, size);
        {
            ncurep_report *r = ncurep_report_open(guard, size, NULL, &error);
            CHECK_U64(whole, read_all(r));
            ncurep_report_close(r);
        }
        free(data);
    }
}

static void damage(void) /* each byte in turn another one */
{
    static const unsigned char other[] = {0x00, 0x7f, 0x80, 0xff};
    size_t n, size, k;
    char *data = run_read(samples[0], &size);
    CHECK(data != NULL);
    if (data == NULL) return;
    make_guard(size);
    for (k = 0; k < sizeof other; k++)
        for (n = k; n < size; n += n < 800 ? 4 : 29) {
            ncurep_report *r;
            memcpy(guard_end - size, data, size);
            guard_end[(ptrdiff_t)n - (ptrdiff_t)size] = (char)other[k];
            r = ncurep_report_open(guard_end - size, size, NULL, &error);
            if (n < 4 && guard_end[(ptrdiff_t)n - (ptrdiff_t)size] != data[n]) CHECK(r == NULL && error.code == NCUREP_SYNTAX); /* no report */
            else CHECK(r != NULL);
            (void)(r != NULL && read_all(r));
            ncurep_report_close(r);
        }
    free(data);
}

/* A virtual file: what = 0 a source of 2 MB in each block, else empty blocks. */
typedef struct giant {
    char head[16], block[700];
    size_t head_len, block_len; /* of one block: size, header, size of the entry */
    uint64_t stride, reads;
} giant;

static size_t giant_read(uint64_t offset, void *to, size_t size, ncurep_reply *reply, void *user)
{
    (void)reply;
    giant *g = (giant *)user;
    uint64_t in;
    size_t n;
    g->reads++;
    if (offset < g->head_len) {
        n = g->head_len - (size_t)offset < size ? g->head_len - (size_t)offset : size;
        memcpy(to, g->head + offset, n);
        return n;
    }
    in = (offset - g->head_len) % g->stride;
    if (in < g->block_len) {
        n = g->block_len - (size_t)in < size ? g->block_len - (size_t)in : size;
        memcpy(to, g->block + in, n);
        return n;
    }
    n = g->stride - in < size ? (size_t)(g->stride - in) : size;
    memset(to, 0, n);
    return n;
}

static void make_giant(giant *g, uint32_t payload)
{
    wire w = {NULL, 0, 0}, h = {NULL, 0, 0}, p = {NULL, 0, 0};
    memset(g, 0, sizeof *g);
    w_report(&w, 7);
    memcpy(g->head, w.ptr, w.len);
    g->head_len = w.len;
    w.len = 0;
    w_number(&h, 1, 0);
    w_number(&h, 2, 1);
    w_number(&h, 5, payload);
    w_number(&p, 1, 4711);
    w_text(&p, 2, "127.0.0.1");
    w_text(&p, 3, "/opt/orchard/bin/pick");
    w_message(&h, 6, &p);
    w_little(&w, h.len, 4);
    w_bytes(&w, h.ptr, h.len);
    w_little(&w, payload - 4, 4);
    memcpy(g->block, w.ptr, w.len);
    g->block_len = w.len;
    g->stride = w.len - 4 + payload;
    free(w.ptr);
    free(h.ptr);
    free(p.ptr);
}

static void twenty_gigabytes(void)
{
    giant g;
    ncurep_input input;
    ncurep_report *r;
    ncurep_info info;
    ncurep_block b;
    make_giant(&g, 2000000);
    input.read_fn = giant_read;
    input.user = &g;
    input.size = g.head_len + 10000 * g.stride;
    CHECK(input.size > 20000000000u);
    r = ncurep_report_open_input(&input, NULL, &error);
    CHECK(r != NULL);
    ncurep_report_info(r, &info);
    CHECK_U64(10000, info.blocks);
    CHECK_U64(10000, info.results);
    CHECK_U64(1, info.processes);
    CHECK_U64(0, info.problems);
    CHECK(ncurep_report_memory_used(r) < 1 << 20);
    CHECK(g.reads <= 40010); /* a block: its header, the zeros after it, no payload */
    CHECK(ncurep_block_at(r, 9999, &b, &error) && b.at == g.head_len + 9999 * g.stride && b.kernels == 1);
    ncurep_report_close(r);
}

static void sparse_file(void) /* the same as a real file, if the file system supports holes */
{
    giant g;
    ncurep_input input;
    ncurep_report *r;
    ncurep_info info;
    char path[] = "/tmp/ncurep_sparse_XXXXXX";
    const int fd = mkstemp(path);
    uint32_t i;
    make_giant(&g, 2000000);
    CHECK(fd >= 0);
    unlink(path);
    if (pwrite(fd, g.head, g.head_len, 0) != (ssize_t)g.head_len) return;
    for (i = 0; i < 10000; i++)
        if (pwrite(fd, g.block, g.block_len, (off_t)(g.head_len + i * g.stride)) != (ssize_t)g.block_len) break;
    if (i < 10000 || ftruncate(fd, (off_t)(g.head_len + 10000 * g.stride)) != 0) {
        SKIP("needs a file system with holes");
        close(fd);
        return;
    }
    input.read_fn = ncurep_i_pread;
    input.user = (void *)(intptr_t)fd;
    input.size = g.head_len + 10000 * g.stride;
    r = ncurep_report_open_input(&input, NULL, &error);
    CHECK(r != NULL);
    ncurep_report_info(r, &info);
    CHECK_U64(10000, info.results);
    CHECK(ncurep_report_memory_used(r) < 1 << 20);
    ncurep_report_close(r);
    close(fd);
}

static void four_gigabytes(void) /* a payload of 4 GB less one byte; its result does not fit into max_memory */
{
    giant g;
    ncurep_input input;
    ncurep_report *r;
    ncurep_result k;
    ncurep_info info;
    make_giant(&g, 0xffffffffu);
    input.read_fn = giant_read;
    input.user = &g;
    input.size = g.head_len + 3 * g.stride;
    r = ncurep_report_open_input(&input, NULL, &error);
    CHECK(r != NULL);
    ncurep_report_info(r, &info);
    CHECK_U64(3, info.results);
    CHECK(!ncurep_result_at(r, 2, &k, &error));
    CHECK_U64(NCUREP_LIMIT, error.code);
    CHECK(ncurep_modules_load(NULL, NULL, NULL) != NCUREP_OK);
    ncurep_report_close(r);
    input.size--; /* cut */
    r = ncurep_report_open_input(&input, NULL, &error);
    ncurep_report_info(r, &info);
    CHECK(info.is_cut && info.results == 2 && info.cut_need == g.stride && info.cut_have == g.stride - 1);
    ncurep_report_close(r);
}

static ncurep_reply count_bytes(const void *bytes, size_t size, void *user)
{
    (void)bytes;
    *(uint64_t *)user += size;
    return NCUREP_REPLY_YES;
}

/* What follows the entries of a block goes into a copy, even if it is larger than any entry. */
static void more_behind_the_entries(void)
{
    giant g;
    wire w = {NULL, 0, 0}, h = {NULL, 0, 0};
    const uint32_t entry = 600, rest = 9000;
    char filler[597]; /* a field that nobody knows: 2 bytes of tag, 2 of length */
    ncurep_input input;
    ncurep_output output;
    ncurep_writer *to;
    ncurep_report *r;
    ncurep_result k;
    uint64_t written = 0;
    memset(filler, 'x', sizeof filler - 1);
    filler[sizeof filler - 1] = 0;
    memset(&g, 0, sizeof g);
    w_report(&w, 7);
    memcpy(g.head, w.ptr, w.len);
    g.head_len = w.len;
    w.len = 0;
    w_number(&h, 2, 1);
    w_number(&h, 5, 4 + entry + rest);
    w_little(&w, h.len, 4);
    w_bytes(&w, h.ptr, h.len);
    w_little(&w, entry, 4);
    w_text(&w, 1000, filler);
    memcpy(g.block, w.ptr, w.len);
    g.block_len = w.len;
    g.stride = 4 + h.len + 4 + entry + rest;
    input.read_fn = giant_read;
    input.user = &g;
    input.size = g.head_len + g.stride;
    output.write_fn = count_bytes;
    output.user = &written;
    r = ncurep_report_open_input(&input, NULL, &error);
    CHECK(r != NULL);
    CHECK(ncurep_result_at(r, 0, &k, &error) && k.bytes.len == entry);
    to = ncurep_writer_open(&output, NULL, &error);
    CHECK(to != NULL);
    CHECK(ncurep_copy_block(to, r, 0, &error) == NCUREP_OK);
    CHECK(end_writer(to, &error));
    CHECK_U64(input.size, written);
    ncurep_report_close(r);
    free(w.ptr);
    free(h.ptr);
}

/* A small result beside a large one: room for the larger is made in advance if it is moderate, but not if it is
   huge. */
static void small_beside_large(void)
{
    static const uint32_t large[] = {1u << 20, 16u << 20, (16u << 20) + 1, 300u << 20};
    size_t i;
    for (i = 0; i < sizeof large / sizeof *large; i++) {
        giant g;
        wire w = {NULL, 0, 0}, h = {NULL, 0, 0};
        ncurep_input input;
        ncurep_report *r;
        ncurep_result k;
        ncurep_info info;
        memset(&g, 0, sizeof g);
        w_report(&w, 7);
        memcpy(g.head, w.ptr, w.len);
        g.head_len = w.len;
        w.len = 0;
        w_number(&h, 2, 2);
        w_number(&h, 5, 4 + 2 + 4 + (uint64_t)large[i]);
        w_little(&w, h.len, 4);
        w_bytes(&w, h.ptr, h.len);
        w_little(&w, 2, 4);
        w_number(&w, 5, 7); /* the small one */
        w_little(&w, large[i], 4);
        memcpy(g.block, w.ptr, w.len);
        g.block_len = w.len;
        g.stride = w.len + large[i];
        input.read_fn = giant_read;
        input.user = &g;
        input.size = g.head_len + g.stride;
        r = ncurep_report_open_input(&input, NULL, &error);
        CHECK(r != NULL);
        ncurep_report_info(r, &info);
        CHECK_U64(2, info.results);
        CHECK_U64(0, info.problems);
        CHECK(ncurep_result_at(r, 0, &k, &error) && k.bytes.len == 2);
        ncurep_report_info(r, &info);
        if (i < 2) CHECK(ncurep_report_memory_used(r) >= large[i] && ncurep_report_memory_used(r) < large[i] + (1u << 20));
        else CHECK(ncurep_report_memory_used(r) < 1u << 20);
        ncurep_report_close(r);
        free(w.ptr);
        free(h.ptr);
    }
}

/* A report of n empty blocks. */
static char *empty_blocks(const linear_shape *shape, size_t n, size_t *len)
{
    wire w = {NULL, 0, 0};
    (void)shape;
    w_report(&w, 7);
    w.ptr = (char *)realloc(w.ptr, w.len + 4 * n);
    if (w.ptr == NULL) abort();
    memset(w.ptr + w.len, 0, 4 * n);
    *len = w.len + 4 * n;
    return w.ptr;
}

static void count_blocks(const linear_shape *shape, size_t n, const char *bytes, size_t len)
{
    ncurep_report *r = ncurep_report_open(bytes, len, NULL, &error);
    ncurep_info info;
    (void)shape;
    CHECK(r != NULL);
    ncurep_report_info(r, &info);
    CHECK_U64(n, info.blocks);
    CHECK_U64(0, info.problems);
    ncurep_report_close(r);
}

/* A report that is n times as hard: strings, processes, metrics of one name, instances, modules, a deep list. */
static void hard(wire *w, uint32_t n)
{
    wire h = {NULL, 0, 0}, p = {NULL, 0, 0}, e = {NULL, 0, 0}, m = {NULL, 0, 0}, v = {NULL, 0, 0};
    uint32_t i;
    w->len = 0;
    w_report(w, 7);
    for (i = 0; i < n; i++) w_text(&p, 1, i % 2 ? "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" : "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab");
    w_message(&h, 4, &p);
    for (i = 0; i < n; i++) { /* metrics with the same name, the value after the instances */
        w_number(&v, 5, i);
        w_message(&m, 2, &v);
        w_message(&p, 3, &m);
        w_number(&v, 5, i);
        w_message(&p, 2, &v);
        w_number(&p, 1, i % 3);
        w_message(&e, 13, &p);
    }
    w_number(&h, 2, 1);
    p.len = 0;
    w_entry(&p, &e);
    w_block(w, &h, &p);
    for (i = 0; i < n; i++) { /* processes that differ, sources of few modules */
        w_number(&e, 1, i);
        w_message(&h, 6, &e);
        w_number(&h, 1, 1);
        w_number(&e, 1, i % 5);
        w_entry(&p, &e);
        w_block(w, &h, &p);
    }
    free(h.ptr);
    free(p.ptr);
    free(e.ptr);
    free(m.ptr);
    free(v.ptr);
}

static char *make_hard(const linear_shape *shape, size_t n, size_t *len)
{
    wire w = {NULL, 0, 0};
    (void)shape;
    hard(&w, (uint32_t)n);
    *len = w.len;
    return w.ptr;
}

static void read_once(const linear_shape *shape, size_t n, const char *bytes, size_t len)
{
    ncurep_report *r = ncurep_report_open(bytes, len, NULL, &error);
    (void)shape;
    (void)n;
    CHECK(r != NULL);
    (void)read_all(r);
    ncurep_report_close(r);
}

static const linear_shape shapes[] = {
    {"empty blocks", empty_blocks, count_blocks, 100000, {NULL}},
    {"all that is hard", make_hard, read_once, 3000, {NULL}},
};

static void linear(void) { linear_large(shapes, sizeof shapes / sizeof *shapes); }

static void deep(void) /* a message within a message, a million times; groups too */
{
    const size_t n = 1000000;
    char *to = (char *)malloc(n * 6);
    char *p = to + n * 6;
    size_t len = 0, i;
    ncurep_view v;
    ncurep_reader w;
    ncurep_unknown u;
    for (i = 0; i < n; i++) { /* from inside out: 5 and 1 alternating */
        char head[8];
        size_t k = 0;
        uint64_t rest = len;
        head[k++] = i % 2 ? 0x0a : 0x2a;
        for (; rest >= 0x80; rest >>= 7) head[k++] = (char)(unsigned char)(rest | 0x80);
        head[k++] = (char)(unsigned char)rest;
        p -= k;
        memcpy(p, head, k);
        len += k;
    }
    v.ptr = p;
    v.len = len;
    ncurep_reader_begin(&w, NCUREP_ROOT_SOURCE, v, 0);
    CHECK(ncurep_reader_next(&w, &u)); /* field 1 of a source is not a message: unknown, and not entered */
    CHECK(!ncurep_reader_next(&w, &u));
    memset(to, 0x0b, n);
    v.ptr = to;
    v.len = n;
    ncurep_reader_begin(&w, NCUREP_ROOT_KERNEL, v, 0);
    CHECK(!ncurep_reader_next(&w, &u) && w.error.code == NCUREP_SYNTAX);
    free(to);
}

int main(int argc, char **argv)
{
    if (argc > 1) return linear_runs(argv[1], shapes, sizeof shapes / sizeof *shapes);
    RUN(prefixes);
    RUN(damage);
    RUN(twenty_gigabytes);
    RUN(sparse_file);
    RUN(four_gigabytes);
    RUN(more_behind_the_entries);
    RUN(small_beside_large);
    RUN(linear);
    RUN(deep);
    return run_end();
}
