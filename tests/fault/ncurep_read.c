/* The reader when memory or input fails at each place in turn, with reads of every length, and in buffers of every
   size: a clear error or the same report, and nothing leaks. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#include "ncurep_read.h"
#include "run.h"
#include "heap.h"

typedef struct source {
    unsigned calls, fail;
    size_t step;
} source;

static char *data;
static size_t size;
static uint64_t want;

static size_t give_bytes(uint64_t offset, void *to, size_t n, ncurep_reply *reply, void *user)
{
    (void)reply;
    source *s = (source *)user;
    if (offset > size || n > size - offset) abort();
    if (++s->calls == s->fail) return 0;
    if (s->step > 0 && n > s->step) n = s->step;
    memcpy(to, data + offset, n);
    return n;
}

static ncurep_error error;
static source from;
static heap memory_of;

static ncurep_report *open_with(ncurep_report_options *options, int callback)
{
    ncurep_input input;
    input.read_fn = give_bytes;
    input.user = &from;
    input.size = size;
    from.calls = 0;
    return callback ? ncurep_report_open_input(&input, options, &error) : ncurep_report_open(data, size, options, &error);
}

static void with_heap(ncurep_report_options *options)
{
    memset(options, 0, sizeof *options);
    memset(&memory_of, 0, sizeof memory_of);
    memset(&from, 0, sizeof from);
    options->memory.allocator.alloc_fn = take;
    options->memory.allocator.free_fn = give;
    options->memory.allocator.user = &memory_of;
}

static void nothing_left(ncurep_report *r)
{
    ncurep_report_close(r);
    CHECK_U64(0, memory_of.live);
    CHECK_U64(0, memory_of.held);
}

static void memory(void) /* allocation 1, 2, ... fails, while opening and later */
{
    ncurep_report_options options;
    int callback;
    unsigned n, opened;
    for (callback = 0; callback < 2; callback++) {
        opened = 0;
        for (n = 1; n < 200; n++) {
            ncurep_report *r;
            with_heap(&options);
            memory_of.fail = n;
            memory_of.skew = n % 8;
            r = open_with(&options, callback);
            if (r == NULL) {
                CHECK_U64(NCUREP_MEMORY, error.code);
                CHECK_U64(0, opened);
            } else {
                const uint64_t got = read_all(r);
                opened = 1;
                if (memory_of.calls < n) {
                    CHECK_U64(want, got);
                    nothing_left(r);
                    break;
                }
                CHECK(read_errors > 0 || got != want); /* something could not be allocated */
                /* and it can be once there is memory again */
                memory_of.fail = 0;
                (void)ncurep_modules_load(r, NULL, NULL);
                CHECK_U64(want, read_all(r));
                memory_of.fail = n;
            }
            nothing_left(r);
        }
        CHECK(n > 3 && n < 200 && opened);
    }
}

static void limits(void)
{
    ncurep_report_options options;
    size_t max;
    int done = 0, callback;
    for (callback = 0; callback < 2; callback++)
        for (done = 0, max = 1; !done; max += max / 3 + 1) {
            ncurep_report *r;
            with_heap(&options);
            options.memory.max_memory = max;
            r = open_with(&options, callback);
            if (r == NULL) CHECK_U64(NCUREP_LIMIT, error.code);
            else done = read_all(r) == want;
            CHECK(memory_of.peak <= max);
            nothing_left(r);
            CHECK(max < 1 << 22);
            if (max >= 1 << 22) break;
        }
}

static void buffers(void)
{
    static char room[1 << 19];
    ncurep_report_options options;
    size_t n;
    int done = 0, callback;
    for (callback = 0; callback < 2; callback++)
        for (done = 0, n = 0; !done && n < sizeof room - 16; n += n < 8192 ? 61 : 1999) {
            ncurep_report *r;
            memset(&options, 0, sizeof options);
            memset(&from, 0, sizeof from);
            memset(room + n, 0x5a, 16);
            options.memory.buffer = room;
            options.memory.buffer_size = n;
            r = open_with(&options, callback);
            if (r == NULL) CHECK_U64(NCUREP_MEMORY, error.code);
            else done = read_all(r) == want;
            ncurep_report_close(r);
            CHECK(memcmp(room + n, "ZZZZZZZZZZZZZZZZ", 16) == 0);
        }
    CHECK(done);
}

static void buffer_then_heap(void)
{
    static char room[3000];
    ncurep_report_options options;
    ncurep_report *r;
    size_t n;
    for (n = 0; n < sizeof room; n += 37) {
        with_heap(&options);
        options.memory.buffer = room;
        options.memory.buffer_size = n;
        r = open_with(&options, 1);
        CHECK(r != NULL);
        CHECK_U64(want, read_all(r));
        nothing_left(r);
    }
}

static void reads(void) /* read 1, 2, ... fails, while opening and later */
{
    ncurep_report_options options;
    unsigned n, done = 0;
    for (n = 1; !done && n < 2000; n++) {
        ncurep_report *r;
        uint64_t got;
        with_heap(&options);
        from.fail = n;
        r = open_with(&options, 1);
        if (r == NULL) {
            CHECK_U64(NCUREP_IO, error.code);
            nothing_left(r);
            continue;
        }
        got = read_all(r);
        done = from.calls < n;
        CHECK(!done || got == want);
        from.fail = 0;
        CHECK_U64(want, read_all(r)); /* it works again when the input does */
        nothing_left(r);
    }
    CHECK(done && n > 10);
}

static void short_reads(void)
{
    static const size_t step[] = {1, 2, 3, 7, 64, 511, 512, 513, 5000};
    ncurep_report_options options;
    size_t i;
    for (i = 0; i < sizeof step / sizeof *step; i++) {
        ncurep_report *r;
        with_heap(&options);
        from.step = step[i];
        r = open_with(&options, 1);
        CHECK(r != NULL);
        CHECK_U64(want, read_all(r));
        nothing_left(r);
    }
}

int main(void)
{
    ncurep_report *r;
    data = run_read("examples/data/samples/ncurep/mixed.ncu-rep", &size);
    if (data == NULL) return 1;
    r = ncurep_report_open(data, size, NULL, NULL);
    want = read_all(r);
    ncurep_report_close(r);
    RUN(memory);
    RUN(limits);
    RUN(buffers);
    RUN(buffer_then_heap);
    RUN(reads);
    RUN(short_reads);
    free(data);
    return run_end();
}
