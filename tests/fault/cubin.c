/* Cubins when memory fails at each place in turn: each allocation, each size of a buffer, each limit. Whatever opens
   reads as with plenty of memory, and whatever does not open holds nothing. Then instructions cut off. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#include <stdlib.h>
#define CUBIN_ASSERT(e) ((e) ? (void)0 : abort())
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "cubin_walk.h"
#include "elf.h"
#include "heap.h"
#include "pages.h"

static const char *const samples[] = {
    "examples/data/samples/ncurep/nested_sm80.cubin", "examples/data/samples/ncurep/loops_sm75.cubin",
    "examples/data/samples/ncurep/noline_sm80.cubin", "examples/data/samples/ncurep/three_sm90.cubin"};
enum { SAMPLES = 4 };

static char *data;
static size_t size;
static uint64_t sum; /* of the file with plenty of memory */
static size_t held;

/* File i: a sample, or a made-up one with functions inlined into another and rows out of order. */
static int begin(unsigned i)
{
    static const elf_part parts[] = {ELF_LINE("\2\x40\3\2\1"), ELF_LINE("\1\2\4\1\0\3\x90\1\1\2\4\1")};
    cubin_error error;
    cubin_file *file;
    if (i < SAMPLES) {
        data = run_read(samples[i], &size);
    } else {
        elf_inner = 3;
        data = elf_make(parts, 2, &size);
        elf_inner = 0;
    }
    file = cubin_file_open(data, size, NULL, &error);
    if (!CHECK(file != NULL) || !CHECK_U64(CUBIN_OK, error.code)) return 0;
    held = cubin_file_memory_used(file);
    sum = walk_file(file, data, size, 0).sum;
    cubin_file_close(file);
    return 1;
}

/* 1 if it opened, and then everything is there; 0 with `code`. */
static int opens(const cubin_memory *memory, cubin_code code)
{
    cubin_file_options options;
    cubin_error error;
    cubin_file *file;
    memset(&options, 0, sizeof options);
    options.memory = *memory;
    memset(&error, 0x55, sizeof error);
    file = cubin_file_open(data, size, &options, &error);
    if (file == NULL) {
        CHECK_U64(code, error.code);
        CHECK_U64(0, error.offset);
        CHECK(error.message != NULL && strlen(error.message) > 8);
        return 0;
    }
    CHECK_U64(CUBIN_OK, error.code);
    CHECK_U64(sum, walk_file(file, data, size, 0).sum);
    cubin_file_close(file);
    return 1;
}

static void each_allocation(void)
{
    cubin_memory memory;
    heap h;
    unsigned i, fail;
    for (i = 0; i <= SAMPLES; i++) {
        cubin_file_options options;
        if (!begin(i)) return;
        HEAP_MEMORY(memory, h);
        memset(&options, 0, sizeof options);
        for (fail = 1; fail < 1000; fail++) {
            cubin_error error;
            cubin_file *file;
            h.calls = 0;
            h.fail = fail;
            options.memory = memory;
            file = cubin_file_open(data, size, &options, &error);
            if (file != NULL) {
                cubin_file_close(file);
                break;
            }
            CHECK_U64(CUBIN_MEMORY, error.code);
            CHECK_U64(fail, h.calls); /* nothing is requested after a refusal */
            CHECK_U64(0, h.live);
            CHECK_U64(0, h.held);
        }
        CHECK(fail > 1 && fail < 1000);
        h.fail = 0;
        CHECK(opens(&memory, CUBIN_MEMORY));
        CHECK_U64(0, h.live);
        free(data);
    }
}

/* Memory of any alignment. */
static void alignments(void)
{
    cubin_memory memory;
    heap h;
    size_t skew;
    if (!begin(0)) return;
    for (skew = 0; skew < 8; skew++) {
        HEAP_MEMORY(memory, h);
        h.skew = skew;
        CHECK(opens(&memory, CUBIN_MEMORY));
        CHECK_U64(0, h.live);
    }
    free(data);
}

/* A buffer of every size that ends at a forbidden page. */
static void each_buffer(void)
{
    pages room;
    unsigned i;
    if (!pages_open(&room, 64)) {
        SKIP("needs guard pages");
        return;
    }
    for (i = 0; i <= SAMPLES; i++) {
        cubin_memory memory;
        heap h;
        size_t n;
        if (!begin(i)) return;
        memset(&memory, 0, sizeof memory);
        for (n = 0; n <= room.size; n += 4) {
            memory.buffer = pages_at(&room, n, 1);
            memory.buffer_size = n;
            if (opens(&memory, CUBIN_MEMORY)) break;
        }
        CHECK(n > 0 && n <= held); /* the heap also has block headers */
        for (; n <= room.size; n += 64 + n / 4) { /* more is enough, too */
            memory.buffer = pages_at(&room, n, 1);
            memory.buffer_size = n;
            CHECK(opens(&memory, CUBIN_MEMORY));
        }
        HEAP_MEMORY(memory, h); /* the buffer first: a large one needs no heap, a small one even less */
        memory.buffer = room.start;
        memory.buffer_size = room.size;
        CHECK(opens(&memory, CUBIN_MEMORY));
        CHECK_U64(0, h.calls);
        memory.buffer_size = 16;
        CHECK(opens(&memory, CUBIN_MEMORY));
        CHECK(h.calls > 0);
        CHECK_U64(0, h.live);
        free(data);
    }
    pages_close(&room);
}

/* Every max_memory: what is held never exceeds it. */
static void each_limit(void)
{
    unsigned i;
    for (i = 0; i <= SAMPLES; i++) {
        cubin_memory memory;
        heap h;
        size_t limit;
        if (!begin(i)) return;
        HEAP_MEMORY(memory, h);
        for (limit = 1; limit < 2 * held; limit += 16) {
            memory.max_memory = limit;
            h.peak = 0;
            if (opens(&memory, CUBIN_LIMIT)) break;
            CHECK(h.peak <= limit);
            CHECK_U64(0, h.live);
        }
        CHECK(limit > 1 && limit < held + 16);
        CHECK(h.peak <= limit);
        free(data);
    }
}

/* The flow graph of each function when each allocation fails in turn, and with every max_memory. */
static void each_graph(void)
{
    unsigned i;
    for (i = 0; i < SAMPLES; i++) {
        cubin_function function;
        cubin_file *file;
        uint32_t k;
        if (!begin(i)) return;
        file = cubin_file_open(data, size, NULL, NULL);
        for (k = 0; cubin_function_at(file, k, &function); k++) {
            cubin_graph_options options;
            cubin_error error;
            cubin_graph *graph = NULL;
            heap h;
            unsigned fail;
            size_t limit;
            memset(&options, 0, sizeof options);
            HEAP_MEMORY(options.memory, h);
            for (fail = 1; fail < 1000 && graph == NULL; fail++) {
                h.calls = 0;
                h.fail = fail;
                graph = cubin_graph_open(file, &function, &options, &error);
                if (graph != NULL) break;
                CHECK_U64(CUBIN_MEMORY, error.code);
                CHECK_U64(0, h.live);
                CHECK_U64(0, h.held);
            }
            CHECK(fail > 1 && graph != NULL);
            CHECK_U64(h.held, cubin_graph_memory_used(graph));
            cubin_graph_close(graph);
            CHECK_U64(0, h.live);
            h.fail = 0;
            for (limit = 1; limit < 1 << 20; limit += limit / 2 + 1) {
                options.memory.max_memory = limit;
                graph = cubin_graph_open(file, &function, &options, &error);
                if (graph != NULL) break;
                CHECK_U64(CUBIN_LIMIT, error.code);
                CHECK_U64(0, h.live);
            }
            CHECK(graph != NULL && cubin_graph_memory_used(graph) <= limit);
            cubin_graph_close(graph);
        }
        cubin_file_close(file);
        free(data);
    }
}

/* Instructions cut off at each byte, and of architectures without tables: only the error and its size. */
static void each_cut_instruction(void)
{
    static const uint32_t archs[] = {50, 62, 70, 121, 0, 49, 63, 69, 122, 0xffffffffu};
    static const unsigned char bytes[16] = {0x18, 0x79};
    size_t i, n;
    for (i = 0; i < sizeof archs / sizeof *archs; i++) {
        const size_t need = i < 2 ? 8 : i < 4 ? 16 : 0;
        for (n = 0; n < (need != 0 ? need : 17); n++) {
            cubin_instruction out;
            cubin_error error;
            char text[8] = "before";
            memset(&out, 0x55, sizeof out);
            CHECK_U64(need != 0 ? CUBIN_TRUNCATED : CUBIN_UNSUPPORTED,
                      cubin_disassemble(archs[i], bytes, n, 0, &out, text, sizeof text, &error));
            CHECK_U64(need != 0 ? CUBIN_TRUNCATED : CUBIN_UNSUPPORTED, error.code);
            CHECK_U64(need != 0 ? n : 0, error.offset);
            CHECK_U64(need, out.size);
            CHECK_U64(0, out.length + out.unknown + out.stall + out.reuse + out.target + (unsigned)out.has_target);
            CHECK_STR("", text);
        }
    }
}

/* What the made-up decompressor does. */
typedef struct unzstd {
    cubin_reply reply;
    size_t len; /* that it gives */
} unzstd;

static size_t zstd_made(void *to, size_t room, const void *bytes, size_t len, cubin_reply *reply, void *user)
{
    const unzstd *const how = (const unzstd *)user;
    CHECK_I64(CUBIN_REPLY_FAILED, *reply);
    CHECK_BYTES("abcd", 4, bytes, len);
    memset(to, 'x', room);
    *reply = how->reply;
    return how->len;
}

/* An image that cannot be unpacked: each reply, each size that is not its own, no decompressor, each cut of LZ4. */
static void each_unpacking(void)
{
    static const struct {
        unzstd how;
        cubin_code code;
    } rows[] = {{{CUBIN_REPLY_YES, 8}, CUBIN_OK},           {{CUBIN_REPLY_FAILED, 8}, CUBIN_OK},
                {{CUBIN_REPLY_YES, 7}, CUBIN_SYNTAX},       {{CUBIN_REPLY_FAILED, (size_t)-1}, CUBIN_SYNTAX},
                {{CUBIN_REPLY_YES, 0}, CUBIN_IO},           {{CUBIN_REPLY_NO, 0}, CUBIN_IO},
                {{CUBIN_REPLY_UNKNOWN, 0}, CUBIN_IO},       {{CUBIN_REPLY_FAILED, 0}, CUBIN_IO},
                {{(cubin_reply)4, 0}, CUBIN_IO},            {{CUBIN_REPLY_REFUSED, 0}, CUBIN_UNSUPPORTED}};
    static const char packed[] = "\x32" "abc\3\0"; /* abcabcabc */
    cubin_image image;
    cubin_decompress with;
    cubin_error error;
    char to[16];
    size_t i, n;
    memset(&image, 0, sizeof image);
    image.packing = CUBIN_PACKING_ZSTD;
    image.bytes = cubin_text("abcd");
    image.size = 8;
    image.offset = 77;
    with.zstd_fn = zstd_made;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        unzstd how = rows[i].how;
        with.user = &how;
        memset(to, '#', sizeof to);
        CHECK_U64(rows[i].code, cubin_image_unpack(&image, to, 9, &with, &error));
        CHECK_U64(rows[i].code, error.code);
        CHECK_U64(rows[i].code == CUBIN_OK ? 0 : 77, error.offset);
        CHECK(to[8] == '#');
    }
    with.zstd_fn = NULL;
    CHECK_U64(CUBIN_UNSUPPORTED, cubin_image_unpack(&image, to, 9, &with, &error));
    for (n = 0; n < 8; n++) CHECK_U64(CUBIN_LIMIT, cubin_image_unpack(&image, to, n, &with, &error));
    image.packing = CUBIN_PACKING_LZ4;
    image.size = 9;
    image.bytes.ptr = packed;
    for (n = 0; n <= 7; n++) {
        image.bytes.len = n;
        CHECK_U64(n < 7 ? CUBIN_SYNTAX : CUBIN_OK, cubin_image_unpack(&image, to, 9, NULL, &error));
    }
    CHECK_BYTES("abcabcabc", 9, to, 9);
}

int main(void)
{
    RUN(each_unpacking);
    RUN(each_graph);
    RUN(each_allocation);
    RUN(alignments);
    RUN(each_buffer);
    RUN(each_limit);
    RUN(each_cut_instruction);
    return run_end();
}
