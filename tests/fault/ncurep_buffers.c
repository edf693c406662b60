/* What takes memory, in buffers of every size before a forbidden page; and the writer with memory that runs out at
   every byte of a report, so that each call in turn is the one that fails. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "cubin_open.h"
#include "ncurep_calls.h"

#include "elf.h"
#include "heap.h"
#include "ncurep_wire.h"
#include "pages.h"
#include "run.h"

static pages room;
static int good_pages;
static ncurep_error error;

static void make_room(void) { good_pages = pages_open(&room, 200); }

/* Calls job with more and more memory; it returns 1 when that was enough, else NCUREP_MEMORY is in error. */
static void each_size(int (*job)(const ncurep_memory *m, const void *with), const void *with, size_t step)
{
    size_t size;
    int good = 0;
    if (!good_pages) {
        SKIP("needs guard pages");
        return;
    }
    for (size = 0; !good && size < room.size; size += step) {
        ncurep_memory m;
        memset(&m, 0, sizeof m);
        m.buffer = pages_at(&room, size, 1);
        m.buffer_size = size;
        error.code = NCUREP_OK;
        good = job(&m, with);
        if (!good && !CHECK_U64(NCUREP_MEMORY, error.code)) return;
        if (!good) CHECK(job(&m, with) == 0);
    }
    CHECK(good);
}

static int pattern(const ncurep_memory *m, const void *with)
{
    const char *text = (const char *)with;
    ncurep_pattern *p = open_pattern(ncurep_text(text), 1, m, &error);
    if (p == NULL) {
        CHECK(open_pattern(ncurep_text(text), 1, m, NULL) == NULL);
        return 0;
    }
    CHECK(ncurep_pattern_match(p, ncurep_text("saxpy")) == 1 && ncurep_pattern_match(p, ncurep_text("sax")) == 0);
    ncurep_pattern_close(p);
    return 1;
}

static void patterns(void)
{
    each_size(pattern, "saxpy", 8);
    each_size(pattern, "s*py", 8);
    each_size(pattern, "regex:^s[a-z]{2}p(y|z)$", 8);
}

static int filter(const ncurep_memory *m, const void *with)
{
    const char *text = (const char *)with;
    ncurep_nvtx_filter *f = open_filter(ncurep_text(text), m, &error);
    ncurep_nvtx_filter_close(f);
    return f != NULL;
}

static void filters(void)
{
    static const char *const texts[] = {"a/", "[a/b/*/+/c]", "domain@a,b,c", "regex:dom.*@lay[0-9]{1,3}/*/relu|norm/", "regex:(a|b)+,c{2,3}"};
    size_t i;
    for (i = 0; i < sizeof texts / sizeof *texts; i++) each_size(filter, texts[i], 8);
}

typedef struct bytes {
    const char *ptr;
    size_t len;
} bytes;

static int lines(const ncurep_memory *m, const void *with)
{
    const bytes *b = (const bytes *)with;
    cubin_file *l = open_cubin(b->ptr, b->len, m, &error);
    if (l == NULL) return 0;
    CHECK(error.code == NCUREP_OK || error.code == NCUREP_SYNTAX);
    cubin_file_close(l);
    error.code = NCUREP_OK;
    return 1;
}

static void line_tables(void)
{
    static const char *const samples[] = {"debug_sm80", "loops_sm75", "nested_sm80", "noline_sm80", "three_sm90"};
    size_t i;
    for (i = 0; i < sizeof samples / sizeof *samples; i++) {
        char path[100];
        bytes b;
        char *data;
        sprintf(path, "examples/data/samples/ncurep/%s.cubin", samples[i]);
        data = run_read(path, &b.len);
        if (!CHECK(data != NULL)) return;
        b.ptr = data;
        each_size(lines, &b, b.len > 20000 ? 64 : 16);
        free(data);
    }
}

static int lines_inside(const ncurep_memory *m, const void *with)
{
    const bytes *b = (const bytes *)with;
    cubin_place p;
    cubin_file *l = open_cubin(b->ptr, b->len, m, &error);
    if (l == NULL) {
        CHECK_U64(0, error.offset);
        return 0;
    }
    CHECK(cubin_place_find(l, CUBIN_TABLE_SOURCE, symbol_id(1), 8, &p));
    CHECK_VIEW("a", p.function);
    CHECK(cubin_place_find(l, CUBIN_TABLE_SOURCE, symbol_id(1), 0, &p));
    CHECK_VIEW("f", p.function);
    cubin_file_close(l);
    return 1;
}

/* A table of a function with others inlined: lists of a few entries each. */
static void small_line_tables(void)
{
    elf_part parts[] = {ELF_LINE("\x01\x02\x08\x01\x02\x08\x01")};
    bytes b;
    char *data;
    elf_inner = 3;
    data = elf_make(parts, 1, &b.len);
    elf_inner = 0;
    b.ptr = data;
    each_size(lines_inside, &b, 8);
    free(data);
}

/* A report is opened and asked for everything that needs memory of its own. */
static int report(const ncurep_memory *m, const void *with)
{
    const bytes *b = (const bytes *)with;
    ncurep_report_options o;
    ncurep_report *r;
    ncurep_result result;
    ncurep_index x;
    uint32_t modules = 0;
    int good = 0;
    memset(&o, 0, sizeof o);
    o.memory = *m;
    r = ncurep_report_open(b->ptr, b->len, &o, &error);
    if (r == NULL) return 0;
    if (ncurep_modules_load(r, &modules, &error) != NCUREP_OK) CHECK(ncurep_modules_load(r, NULL, NULL) != NCUREP_OK && modules == 0);
    else if (ncurep_result_at(r, 0, &result, &error)) {
        CHECK(string_id(r, ncurep_text("gpu__time_duration.sum")) != NCUREP_NONE);
        good = ncurep_index_build(r, &result, &x, &error) == NCUREP_OK;
        if (good) CHECK(x.count > 2 && names_at(&x, ncurep_text("gpu__time_duration.sum"), NULL) == 1);
        else CHECK(ncurep_index_build(r, &result, &x, NULL) != NCUREP_OK && x.count == 0 && names_at(&x, ncurep_text("a"), NULL) == 0);
    }
    ncurep_report_close(r);
    return good;
}

static void reports(void)
{
    static const char *const samples[] = {"saxpy", "mixed", "orchard"};
    size_t i;
    for (i = 0; i < sizeof samples / sizeof *samples; i++) {
        char path[100];
        bytes b;
        char *data;
        sprintf(path, "examples/data/samples/ncurep/%s.ncu-rep", samples[i]);
        data = run_read(path, &b.len);
        if (!CHECK(data != NULL)) return;
        b.ptr = data;
        each_size(report, &b, 8);
        free(data);
    }
}

/* Blocks of two processes and two sources, strings, a session, leftover bytes, read through a callback: whatever is
   kept of them takes memory, a few bytes each time. */
static wire made;

static void make_report(void)
{
    static const char rest[5000];
    wire header = {NULL, 0, 0}, payload = {NULL, 0, 0}, entry = {NULL, 0, 0}, part = {NULL, 0, 0};
    unsigned i;
    made.len = 0;
    w_report(&made, 7);
    for (i = 0; i < 4; i++) {
        w_number(&header, i < 2 ? 1 : 2, 1);
        w_number(&part, 2, 1700000000 + i);
        w_message(&header, 3, &part);
        w_text(&part, 1, i == 0 ? "zero" : i == 1 ? "one" : i == 2 ? "two" : "three");
        w_message(&header, 4, &part);
        w_number(&part, 1, i % 2);
        w_text(&part, 2, "host");
        w_text(&part, 3, "program");
        w_message(&header, 6, &part);
        if (i < 2) w_number(&entry, 1, i);
        else {
            w_number(&part, 1, i);
            w_message(&entry, 13, &part);
            if (i == 3) { /* no string has this id */
                w_number(&part, 1, 9);
                w_message(&entry, 13, &part);
            }
        }
        w_entry(&payload, &entry);
        if (i == 3) w_bytes(&payload, rest, sizeof rest);
        w_block(&made, &header, &payload);
    }
    free(header.ptr);
    free(payload.ptr);
    free(entry.ptr);
    free(part.ptr);
}

static size_t read_made(uint64_t offset, void *to, size_t n, ncurep_reply *reply, void *user)
{
    (void)reply;
    (void)user;
    memcpy(to, made.ptr + offset, n);
    return n;
}

static int kept(const ncurep_memory *m, const void *with)
{
    ncurep_report_options o;
    ncurep_input input;
    ncurep_report *r;
    ncurep_result result;
    ncurep_info info;
    ncurep_index x;
    int good = 0;
    memset(&o, 0, sizeof o);
    o.memory = *m;
    input.read_fn = read_made;
    input.user = NULL;
    input.size = made.len;
    r = ncurep_report_open_input(&input, &o, &error);
    if (r == NULL) return 0;
    ncurep_report_info(r, &info);
    CHECK(info.blocks == 4 && info.processes == 2 && info.strings == 4 && info.header.len == 2 && info.problems == 1);
    if (with == NULL) good = ncurep_modules_load(r, NULL, &error) == NCUREP_OK; /* each first, in the memory left */
    else if (ncurep_result_at(r, with == &made ? 0 : 1, &result, &error)) {
        good = ncurep_index_build(r, &result, &x, &error) == NCUREP_OK;
        CHECK(x.count == (!good ? 0u : with == &made ? 1u : 2u));
    }
    ncurep_report_close(r);
    return good;
}

static void kept_bytes(void)
{
    make_report();
    each_size(kept, NULL, 8);
    each_size(kept, &made, 8);
    each_size(kept, &room, 8);
}

/* Writing. */
typedef struct sink {
    char data[40000];
    size_t len;
} sink;

static ncurep_reply put(const void *from, size_t n, void *user)
{
    sink *s = (sink *)user;
    if (n > sizeof s->data - s->len) return NCUREP_REPLY_NO;
    memcpy(s->data + s->len, from, n);
    s->len += n;
    return NCUREP_REPLY_YES;
}

static ncurep_report *given;
static uint32_t given_blocks;

/* Every call of the writer, after `shift` bytes that push it past the end of a piece of memory. part: where these bytes
   are: 0 in the header of a block, 1 in an entry, 2 in a string. */
static int everything(const ncurep_memory *m, sink *s, size_t shift, int part)
{
    static const char fill[5000];
    static const ncurep_kind kinds[] = {NCUREP_KIND_STRING, NCUREP_KIND_FLOAT, NCUREP_KIND_DOUBLE, NCUREP_KIND_UINT32, NCUREP_KIND_UINT64, NCUREP_KIND_NONE};
    ncurep_output out;
    ncurep_writer *w;
    ncurep_value v;
    uint32_t i;
    int ok = 1;
    out.write_fn = put;
    out.user = s;
    s->len = 0;
    w = open_writer(&out, m, &error);
    if (w == NULL) return 0;
    if (part == 2) ok &= ncurep_write_string(w, view_of(fill, shift)) != NCUREP_NONE;
    ok &= ncurep_write_entry(w, NCUREP_ROOT_BLOCK) == NCUREP_OK;
    if (part == 0) ok &= ncurep_write_text(w, 100, view_of(fill, shift)) == NCUREP_OK;
    ok &= ncurep_write_begin(w, 3) == NCUREP_OK;
    ok &= ncurep_write_u64(w, 2, 1700000000) == NCUREP_OK;
    ok &= ncurep_write_text(w, 11, ncurep_text("ncu")) == NCUREP_OK;
    ok &= ncurep_write_end(w) == NCUREP_OK;
    ok &= ncurep_write_u64(w, 200, 300) == NCUREP_OK;
    ok &= ncurep_write_entry(w, NCUREP_ROOT_SOURCE) == NCUREP_OK;
    if (part == 1) ok &= ncurep_write_text(w, 2, view_of(fill, shift)) == NCUREP_OK;
    ok &= ncurep_write_u64(w, 1, 77) == NCUREP_OK;
    ok &= ncurep_write_end(w) == NCUREP_OK;
    for (i = 0; i < 4; i++) {
        ok &= ncurep_write_entry(w, (ncurep_root)(NCUREP_ROOT_KERNEL + i)) == NCUREP_OK;
        ok &= ncurep_write_u64(w, 2, 9) == NCUREP_OK;
        ok &= ncurep_write_fields(w, ncurep_text("\x9d\x02\x01\x01\xc0?")) == NCUREP_OK;
        ok &= ncurep_write_double(w, 99, 2.5) == NCUREP_OK;
        ok &= ncurep_write_fields(w, view_of("\240\006\1", 3)) == NCUREP_OK;
        v.kind = kinds[i];
        v.bits = 5;
        v.text.ptr = "text";
        v.text.len = 4;
        ok &= ncurep_write_metric(w, ncurep_text("a.metric"), &v) == NCUREP_OK;
        v.kind = kinds[i + 1];
        ok &= ncurep_write_instance(w, &v, &v) == NCUREP_OK;
        ok &= ncurep_write_instance(w, NULL, NULL) == NCUREP_OK;
        ok &= ncurep_write_end(w) == NCUREP_OK;
        ok &= ncurep_write_metric(w, ncurep_text("b.metric"), NULL) == NCUREP_OK;
        ok &= ncurep_write_end(w) == NCUREP_OK;
        ok &= ncurep_write_begin(w, 98) == NCUREP_OK; /* longer than 127 bytes: it is moved */
        ok &= ncurep_write_text(w, 1, view_of(fill, 130)) == NCUREP_OK;
        ok &= ncurep_write_end(w) == NCUREP_OK;
        ok &= ncurep_write_end(w) == NCUREP_OK;
    }
    ok &= ncurep_write_block(w) == NCUREP_OK;
    ok &= ncurep_copy_header(w, given, 0, &error) == NCUREP_OK;
    if (ok) ok &= ncurep_copy_source(w, given, 0, &error) == NCUREP_OK;
    if (ok) ok &= ncurep_copy_result(w, given, 0, &error) == NCUREP_OK;
    for (i = 0; ok && i < given_blocks; i++) ok &= ncurep_copy_block(w, given, i, &error) == NCUREP_OK;
    if (ok) ok &= ncurep_write_string(w, ncurep_text("one more")) != NCUREP_NONE;
    if (!ok) { /* a failure is kept: nothing works any more */
        const size_t before = s->len;
        ncurep_error e;
        CHECK(ncurep_write_entry(w, NCUREP_ROOT_KERNEL) != NCUREP_OK && ncurep_write_u64(w, 1, 1) != NCUREP_OK && ncurep_write_begin(w, 1) != NCUREP_OK && ncurep_write_end(w) != NCUREP_OK);
        CHECK(ncurep_write_block(w) != NCUREP_OK && ncurep_write_string(w, ncurep_text("a")) == NCUREP_NONE && ncurep_write_text(w, 1, view_of(NULL, 1)) != NCUREP_OK);
        CHECK(ncurep_write_fields(w, view_of(NULL, 1)) != NCUREP_OK && ncurep_write_value(w, 1, NULL) != NCUREP_OK && ncurep_write_metric(w, ncurep_text("a"), NULL) != NCUREP_OK && ncurep_write_instance(w, NULL, NULL) != NCUREP_OK);
        CHECK(ncurep_copy_block(w, given, 0, &e) != NCUREP_OK && (e.code == NCUREP_MEMORY || e.code == NCUREP_LIMIT) && ncurep_copy_result(w, given, 0, NULL) != NCUREP_OK);
        CHECK(s->len == before);
        CHECK(!end_writer(w, &error));
        CHECK(s->len == before && error.offset == before);
        return 0;
    }
    return end_writer(w, &error);
}

static void writer(void)
{
    static sink plenty, s;
    bytes b;
    ncurep_info info;
    char *data = run_read("examples/data/samples/ncurep/saxpy.ncu-rep", &b.len);
    size_t shift;
    unsigned fail, most = 0;
    int part;
    if (!CHECK(data != NULL)) return;
    given = ncurep_report_open(data, b.len, NULL, NULL);
    ncurep_report_info(given, &info);
    given_blocks = info.blocks;
    for (part = 0; part < 3; part++)
        for (shift = 0; shift < 4400; shift += shift < 3400 ? 31 : 1) { /* pieces grow at 4096 bytes */
            int good = 0;
            for (fail = 2; !good && fail < 60; fail++) {
                ncurep_memory m;
                heap h;
                HEAP_MEMORY(m, h);
                h.fail = fail;
                good = everything(&m, &s, shift, part);
                if (!good && !CHECK_U64(NCUREP_MEMORY, error.code)) return;
                CHECK_U64(0, h.live);
                CHECK(good == (h.calls < fail));
                if (fail > most) most = fail;
            }
            CHECK(good);
            CHECK(everything(NULL, &plenty, shift, part));
            CHECK_BYTES(plenty.data, plenty.len, s.data, s.len);
        }
    CHECK(most > 4);
    ncurep_report_close(given);
    free(data);
}

/* Calls that write the most bytes, after so many that they end at each byte before the end of a piece of memory; the
   next piece cannot be had. */
static int one_call(ncurep_writer *w, unsigned which)
{
    static const char many[200];
    const ncurep_value v = {NCUREP_KIND_DOUBLE, 5, {"", 0}};
    switch (which) {
    case 0: return ncurep_write_double(w, (1u << 29) - 1, 1.5) == NCUREP_OK;
    case 1: return ncurep_write_double(w, (1u << 29) - 1, 1.5) == NCUREP_OK;
    case 2: return ncurep_write_u64(w, (1u << 29) - 1, ~(uint64_t)0) == NCUREP_OK;
    case 3: return ncurep_write_text(w, (1u << 29) - 1, view_of(many, sizeof many)) == NCUREP_OK;
    case 4: return ncurep_write_value(w, (1u << 29) - 1, &v) == NCUREP_OK;
    case 5: return ncurep_write_instance(w, &v, &v) == NCUREP_OK;
    case 6: return ncurep_write_begin(w, 3) == NCUREP_OK && ncurep_write_fields(w, view_of(many, sizeof many)) == NCUREP_OK && ncurep_write_end(w) == NCUREP_OK;
    case 7: return ncurep_write_metric(w, ncurep_text("a"), &v) == NCUREP_OK && ncurep_write_end(w) == NCUREP_OK;
    case 8: return ncurep_write_begin(w, 3) == NCUREP_OK && ncurep_write_text(w, 1, view_of(many, 120)) == NCUREP_OK && ncurep_write_instance(w, NULL, &v) == NCUREP_OK && ncurep_write_end(w) == NCUREP_OK;
    case 9: { /* an instance that is longer than 127 bytes is moved */
        ncurep_value text = {NCUREP_KIND_STRING, 0, {NULL, 0}};
        text.text.ptr = many;
        text.text.len = sizeof many;
        return ncurep_write_instance(w, &text, &text) == NCUREP_OK;
    }
    default: return ncurep_copy_result(w, given, 0, &error) == NCUREP_OK && ncurep_copy_result(w, given, 1, NULL) == NCUREP_OK;
    }
}

static void edges(void)
{
    static const char fill[5000];
    static sink s;
    unsigned which, failed;
    size_t shift;
    make_report();
    given = ncurep_report_open(made.ptr, made.len, NULL, NULL);
    for (which = 0; which < 11; which++) {
        failed = 0;
        for (shift = 3700; shift < 4200; shift++) {
            ncurep_memory m;
            ncurep_output out;
            ncurep_writer *w;
            heap h;
            int ok;
            HEAP_MEMORY(m, h);
            out.write_fn = put;
            out.user = &s;
            s.len = 0;
            w = open_writer(&out, &m, &error);
            CHECK(ncurep_write_string(w, ncurep_text("a")) == 0 && ncurep_write_entry(w, NCUREP_ROOT_KERNEL) == NCUREP_OK && ncurep_write_text(w, 5, view_of(fill, shift)) == NCUREP_OK);
            if (which == 10) CHECK(ncurep_write_end(w) == NCUREP_OK && ncurep_copy_result(w, given, 0, &error) == NCUREP_OK); /* the strings are there */
            h.fail = h.calls + 1;
            ok = one_call(w, which);
            CHECK(ok == (h.calls < h.fail));
            if (!ok) {
                failed++;
                CHECK(ncurep_write_u64(w, 1, 1) != NCUREP_OK && !end_writer(w, &error));
                CHECK_U64(NCUREP_MEMORY, error.code);
                CHECK_U64(0, s.len);
            } else
                end_writer(w, NULL);
            CHECK_U64(0, h.live);
        }
        if (!CHECK(failed > 0 && failed < 500)) printf("    call %u: %u\n", which, failed);
    }
    ncurep_report_close(given);
}

/* The blocks of a report with leftover bytes, and strings after them that must not take the last free id. */
static int copy_made(const ncurep_memory *m, const void *with)
{
    static sink s;
    ncurep_output out;
    ncurep_writer *w;
    uint32_t i;
    int ok = 1;
    (void)with;
    out.write_fn = put;
    out.user = &s;
    s.len = 0;
    w = open_writer(&out, m, &error);
    if (w == NULL) return 0;
    for (i = 0; i < 4; i++) ok &= ncurep_copy_block(w, given, i, i == 2 ? NULL : &error) == NCUREP_OK;
    for (i = 0; ok && i < 8; i++) {
        char text[4];
        const uint32_t id = ncurep_write_string(w, view_of(text, (size_t)sprintf(text, "%u", (unsigned)i)));
        ok = id != NCUREP_NONE;
        if (ok) CHECK_U64(i + 4 + (i > 4), id);
    }
    return end_writer(w, &error) && ok;
}

static void copies_in_buffers(void)
{
    make_report();
    given = ncurep_report_open(made.ptr, made.len, NULL, NULL);
    each_size(copy_made, NULL, 8);
    ncurep_report_close(given);
}

/* The same in a buffer, which ends at each allocation. */
static int write_in(const ncurep_memory *m, const void *with)
{
    static sink s;
    (void)with;
    return everything(m, &s, 100, 1);
}

static void writer_in_buffers(void)
{
    bytes b;
    ncurep_info info;
    char *data = run_read("examples/data/samples/ncurep/saxpy.ncu-rep", &b.len);
    if (!CHECK(data != NULL)) return;
    given = ncurep_report_open(data, b.len, NULL, NULL);
    ncurep_report_info(given, &info);
    given_blocks = info.blocks;
    each_size(write_in, NULL, 8);
    ncurep_report_close(given);
    free(data);
}

int main(void)
{
    RUN(make_room);
    RUN(patterns);
    RUN(filters);
    RUN(line_tables);
    RUN(small_line_tables);
    RUN(reports);
    RUN(kept_bytes);
    RUN(writer);
    RUN(writer_in_buffers);
    RUN(edges);
    RUN(copies_in_buffers);
    free(made.ptr);
    return run_end();
}
