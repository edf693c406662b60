/* Cubins cut off or damaged anywhere, between two forbidden pages: every prefix, every byte, instructions and texts of
   every size. What is still there reads as before, and nothing else is read or written. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#include <stdlib.h>
#define CUBIN_ASSERT(e) ((e) ? (void)0 : abort())
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "cubin_walk.h"
#include "pages.h"

static const char *const samples[] = {
    "examples/data/samples/ncurep/noline_sm80.cubin", "examples/data/samples/ncurep/nested_sm80.cubin",
    "examples/data/samples/ncurep/loops_sm75.cubin", "examples/data/samples/ncurep/three_sm90.cubin",
    "examples/data/samples/ncurep/debug_sm80.cubin"};

static pages room;

static cubin_walk read_it(const char *data, size_t size, cubin_error *error, int deep)
{
    cubin_walk w;
    cubin_file *file = open_noting(data, size, NULL, error);
    memset(&w, 0, sizeof w);
    if (file == NULL) { /* what begins otherwise is no cubin */
        CHECK(error->code == CUBIN_TRUNCATED || error->code == CUBIN_SYNTAX || error->code == CUBIN_UNSUPPORTED);
        return w;
    }
    CHECK(error->offset <= size);
    w = walk_file(file, data, size, deep);
    cubin_file_close(file);
    return w;
}

/* The section headers lie at the end of these files, with only the program headers after them, which nothing needs. */
static void prefixes(void)
{
    unsigned i;
    for (i = 0; i < 5; i++) {
        size_t size, n;
        char *const data = run_read(samples[i], &size);
        cubin_error error;
        cubin_walk whole, w;
        uint32_t least = 0;
        size_t heads;
        if (!CHECK(data != NULL && size <= room.size)) return;
        whole = read_it(data, size, &error, 1);
        CHECK_U64(CUBIN_OK, error.code);
        CHECK(whole.functions > 0 && whole.instructions > 0);
        heads = ((size_t)(unsigned char)data[0x28] | (size_t)(unsigned char)data[0x29] << 8) + 64 * (size_t)data[0x3c];
        CHECK(heads < size);
        for (n = 0; n <= size; n += n < 256 || size - n < 2048 ? 1 : 5) {
            const char *const cut = pages_put(&room, data, n, 1);
            w = read_it(cut, n, &error, n % 64 == 0);
            CHECK(w.functions >= least && w.functions <= whole.functions && w.places <= whole.places);
            least = w.functions;
            CHECK_U64(n < heads ? CUBIN_TRUNCATED : CUBIN_OK, error.code);
            if (n >= heads) CHECK_U64(whole.functions, w.functions);
        }
        w = read_it(pages_put(&room, data, size, 1), size, &error, 1);
        CHECK_U64(CUBIN_OK, error.code);
        CHECK_U64(whole.sum, w.sum);
        w = read_it(pages_put(&room, data, size, 0), size, &error, 1); /* nothing before it is read either */
        CHECK_U64(whole.sum, w.sum);
        free(data);
    }
}

/* Each byte of a file replaced by each of these: any answer will do, but there is one, and the same each time. */
static void damaged_bytes(void)
{
    static const char instead[] = {0, 1, 0x7f, (char)0x80, (char)0xff};
    size_t size, at, changed = 0;
    char *const data = run_read(samples[1], &size), *copy;
    cubin_error error;
    uint64_t sum;
    if (!CHECK(data != NULL && size <= room.size)) return;
    copy = pages_put(&room, data, size, 1);
    sum = read_it(copy, size, &error, 0).sum;
    for (at = 0; at < size; at++) {
        const char had = copy[at];
        cubin_error again;
        copy[at] = instead[at % 5];
        {
            const cubin_walk w = read_it(copy, size, &error, 0);
            changed += w.sum != sum;
            if (at % 16 == 0) {
                CHECK_U64(read_it(copy, size, &again, 1).sum, read_it(copy, size, &error, 1).sum);
                CHECK_U64(error.code, again.code);
            }
        }
        copy[at] = had;
    }
    CHECK_U64(sum, read_it(copy, size, &error, 0).sum);
    CHECK(changed > size / 4);
    free(data);
}

/* An instruction of every size, and texts of every room, each at the end of readable memory. */
static void instructions(void)
{
    static const char bytes[17] = "\x81\x79\x04\x02\x04\xf0\xff\xff\0\x19\x1e\x0c\0\0\0"; /* LDG.E R4, desc[UR4][R2.64+-0x10] */
    static const char word[9] = "\x01\0\x87\0\x80\x07\x98\x4c";                        /* MOV R1, c[0x0][0x20] */
    cubin_instruction out;
    cubin_error error;
    char want[CUBIN_TEXT_ROOM];
    size_t n, k;
    for (n = 0; n <= 16; n++) {
        const char *const p = pages_put(&room, bytes, n, 1);
        CHECK_U64(n < 16 ? CUBIN_TRUNCATED : CUBIN_OK, cubin_disassemble(90, p, n, 0, &out, want, sizeof want, &error));
        CHECK_U64(n < 16 ? n : 0, error.offset);
        CHECK_U64(16, out.size);
        CHECK_STR(n < 16 ? "" : "LDG.E R4, desc[UR4][R2.64+-0x10]", want);
    }
    for (k = 0; k <= 40; k++) {
        char *const text = pages_at(&room, k, 1);
        memset(room.start, '#', room.size);
        CHECK_U64(CUBIN_OK, cubin_disassemble(90, bytes, 16, 0, &out, text, k, NULL));
        CHECK_U64(32, out.length);
        CHECK_BYTES(want, k == 0 ? 0 : k - 1 < 32 ? k - 1 : 32, text, k == 0 ? 0 : strlen(text));
        CHECK(text[-1] == '#');
    }
    for (n = 0; n <= 16; n++) { /* 8 bytes; from 16 on with a control word */
        const char *p;
        memset(room.start, 0, room.size);
        p = pages_put(&room, word, n < 8 ? n : 8, 1);
        if (n > 8) {
            p = pages_at(&room, n, 1);
            memcpy(pages_at(&room, n, 1), word, 8);
            memset(pages_at(&room, n, 1) + 8, 1, n - 8);
        }
        CHECK_U64(n < 8 ? CUBIN_TRUNCATED : CUBIN_OK, cubin_disassemble(50, p, n, 0, &out, want, sizeof want, NULL));
        CHECK_STR(n < 8 ? "" : "MOV R1, c[0x0][0x20]", want);
        CHECK_U64(n < 16 ? 0 : 1, out.stall);
    }
}

int main(void)
{
    if (!pages_open(&room, 8)) {
        printf("skipped: needs guard pages\n0 passed, 0 failed, 1 skipped\n");
        return 0;
    }
    RUN(prefixes);
    RUN(damaged_bytes);
    RUN(instructions);
    pages_close(&room);
    return run_end();
}
