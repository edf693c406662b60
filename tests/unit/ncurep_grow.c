/* Which blocks of a growing report are complete: for each split of the bundled samples the same blocks, and no
   sooner. */
#define NCUREP_IMPLEMENTATION
#include "cli/heap.c" /* first: it asks for more than POSIX */
#include "ncurep.h"

#ifndef VERSION
#define VERSION "" /* make defines it for tools and tests; other builds of tests do not */
#endif
#include "cli/cli.c"
#include "report/input/grow.c"
#include "run.h"

static const char *const samples[] = {"mixed", "orchard", "saxpy"};

static char *sample(size_t i, size_t *len)
{
    char path[128];
    snprintf(path, sizeof path, "examples/data/samples/ncurep/%s.ncu-rep", samples[i]);
    return run_read(path, len);
}

/* What a reader of the blocks sees: a hash of all results, and how many bytes it had to read for each. */
typedef struct seen {
    uint64_t hash;
    uint32_t blocks;
    uint64_t last; /* byte after the last block */
} seen;

static void add(seen *s, const char *bytes, size_t len)
{
    size_t i;
    for (i = 0; i < len; i++) s->hash = (s->hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
}

static int feed(grow *g, seen *s, const char *bytes, size_t len)
{
    int more;
    while ((more = grow_feed(g, &bytes, &len)) > 0) {
        cli_buf whole = {NULL, 0, 0};
        ncurep_report *r;
        ncurep_info info;
        ncurep_result k;
        uint32_t i;
        cli_put(&whole, g->known.ptr, g->known.len);
        cli_put(&whole, g->block.ptr, g->block.len);
        r = ncurep_report_open(whole.ptr, whole.len, NULL, NULL);
        ncurep_report_info(r, &info);
        CHECK(info.problems == 0 && info.results > 0);
        for (i = 0; ncurep_result_at(r, i, &k, NULL); i++) {
            ncurep_process p;
            add(s, k.bytes.ptr, k.bytes.len);
            if (ncurep_process_at(r, k.process, &p)) add(s, p.name.ptr, p.name.len);
        }
        ncurep_report_close(r);
        cli_buf_free(&whole);
        s->blocks++;
        s->last = g->at;
    }
    return more;
}

/* The same by ncurep.h, for a file whose last block is cut off. */
static seen expected(const char *data, size_t len)
{
    ncurep_report *r = ncurep_report_open(data, len, NULL, NULL);
    ncurep_info info;
    ncurep_result k;
    ncurep_block b;
    uint32_t i, block = NCUREP_NONE;
    seen s;
    memset(&s, 0, sizeof s);
    ncurep_report_info(r, &info);
    for (i = 0; ncurep_result_at(r, i, &k, NULL); i++) {
        ncurep_process p;
        add(&s, k.bytes.ptr, k.bytes.len);
        if (ncurep_process_at(r, k.process, &p)) add(&s, p.name.ptr, p.name.len);
        s.blocks += k.block != block;
        block = k.block;
        CHECK(ncurep_block_at(r, block, &b, NULL));
        s.last = b.at + 4 + b.header_size + b.payload_size;
    }
    ncurep_report_close(r);
    return s;
}

static void every_split(void)
{
    size_t n, len, at;
    for (n = 0; n < 3; n++) {
        char *data = sample(n, &len);
        seen whole;
        if (!CHECK(data != NULL)) return;
        whole = expected(data, len);
        for (at = 0; at <= len; at += at % 7 == 0 || n == 0 ? 1 : 3) {
            grow g;
            seen s;
            memset(&g, 0, sizeof g);
            memset(&s, 0, sizeof s);
            CHECK_I64(0, feed(&g, &s, data, at));
            CHECK(s.last <= at);
            CHECK_I64(0, feed(&g, &s, data + at, len - at));
            CHECK(s.hash == whole.hash && s.blocks == whole.blocks && s.last == whole.last);
            CHECK(grow_is_whole(&g) && g.at == len);
            grow_free(&g);
        }
        free(data);
    }
}

static void every_cut(void)
{
    size_t n, len, at;
    for (n = 0; n < 3; n += 2) {
        char *data = sample(n, &len);
        grow g;
        seen s;
        memset(&g, 0, sizeof g);
        memset(&s, 0, sizeof s);
        if (!CHECK(data != NULL)) return;
        for (at = 0; at < len; at++) { /* byte by byte */
            CHECK_I64(0, feed(&g, &s, data + at, 1));
            if (at % 97 == 0 || at + 2 > len) {
                const seen want = expected(data, at + 1);
                CHECK(s.hash == want.hash && s.blocks == want.blocks);
            }
        }
        CHECK(grow_is_whole(&g));
        grow_free(&g);
        free(data);
    }
}

static void refused(void)
{
    static const struct {
        const char *bytes;
        size_t len;
        const char *why;
    } bad[] = {{"NVX\0", 4, "not a report"},
               {"\x28\xb5\x2f\xfd", 4, "a compressed report cannot be followed"},
               {"NVR\0\1\0\0\4", 8, "a header is larger than 64 MiB"},
               {"NVR\0\2\0\0\0\10\7\1\0\0\4", 14, "a header is larger than 64 MiB"},
               {"NVR\0\2\0\0\0\10\7\2\0\0\0\377\377", 16, "the header of a block is malformed"}};
    size_t i;
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        grow g;
        const char *p = bad[i].bytes;
        size_t len = bad[i].len;
        memset(&g, 0, sizeof g);
        CHECK_I64(-1, grow_feed(&g, &p, &len));
        CHECK_STR(bad[i].why, g.error);
        len = 0;
        CHECK_I64(-1, grow_feed(&g, &p, &len));
        grow_free(&g);
    }
}

/* A payload that nobody needs is not kept; one that is too large is reported. */
static void large(void)
{
    static const char source[] = "NVR\0\2\0\0\0\10\7" "\10\0\0\0" "\10\1\50\377\377\377\377\17"; /* a source in 4294967295 bytes */
    static const char result[] = "NVR\0\2\0\0\0\10\7" "\10\0\0\0" "\20\1\50\200\200\200\200\10"; /* a result in 2147483648 bytes */
    static const char after[4096];
    grow g;
    const char *p = source;
    size_t len = sizeof source - 1;
    memset(&g, 0, sizeof g);
    CHECK_I64(0, grow_feed(&g, &p, &len));
    CHECK_U64(4294967295u, g.skip);
    p = after;
    len = sizeof after;
    CHECK_I64(0, grow_feed(&g, &p, &len));
    CHECK_U64(4294967295u - 4096, g.skip);
    CHECK(!grow_is_whole(&g) && g.part.room < 4096);
    grow_skipped(&g, g.skip - 1);
    len = 1;
    p = after;
    CHECK_I64(0, grow_feed(&g, &p, &len));
    CHECK(grow_is_whole(&g));
    CHECK_U64(22 + (uint64_t)4294967295u, g.at);
    grow_free(&g);
    memset(&g, 0, sizeof g);
    p = result;
    len = sizeof result - 1;
    CHECK_I64(0, grow_feed(&g, &p, &len));
    grow_skipped(&g, g.skip - 1);
    len = 1;
    p = after;
    CHECK_I64(1, grow_feed(&g, &p, &len));
    CHECK(g.block.len == 0 && g.block_at == 10);
    grow_free(&g);
}

int main(void)
{
    RUN(every_split);
    RUN(every_cut);
    RUN(refused);
    RUN(large);
    return run_end();
}
