/* The writer: from scratch, by copying, and what it refuses. */
#define NCUREP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include "run.h"
#include "ncurep_copy.h"
#include "ncurep_wire.h"

static sink out;
static ncurep_error error;

static ncurep_writer *start(void)
{
    ncurep_output output;
    out.len = 0;
    out.calls = out.fail = 0;
    output.write_fn = sink_put;
    output.user = &out;
    return ncurep_writer_open(&output, NULL, &error);
}

static ncurep_value number(double x)
{
    ncurep_value v = {NCUREP_KIND_DOUBLE, 0, {"", 0}};
    memcpy(&v.bits, &x, sizeof x);
    return v;
}

static ncurep_value integer(uint64_t x)
{
    ncurep_value v = {NCUREP_KIND_UINT64, 0, {"", 0}};
    v.bits = x;
    return v;
}

/* Every kind of value, and instances with and without ids. */
static void values(void)
{
    ncurep_writer *w = start();
    ncurep_value kinds[6] = {{NCUREP_KIND_STRING, 0, {"te\0xt", 5}}, {NCUREP_KIND_FLOAT, 0x3fc00000, {"", 0}}, {NCUREP_KIND_DOUBLE, 0, {"", 0}},
                             {NCUREP_KIND_UINT32, 0xffffffffu, {"", 0}}, {NCUREP_KIND_UINT64, 0, {"", 0}}, {NCUREP_KIND_NONE, 0, {"", 0}}};
    ncurep_report *r;
    ncurep_result result;
    ncurep_metric m;
    ncurep_instance n;
    unsigned i;
    kinds[2] = number(-0.1);
    kinds[4] = integer(~(uint64_t)0);
    ncurep_write_entry(w, NCUREP_ROOT_RANGE);
    for (i = 0; i < 6; i++) {
        ncurep_write_metric(w, ncurep_text("m"), &kinds[i]);
        ncurep_write_instance(w, &kinds[i], &kinds[5 - i]);
        ncurep_write_instance(w, NULL, &kinds[i]);
        ncurep_write_end(w);
    }
    CHECK(ncurep_write_metric(w, ncurep_text("none"), NULL) == NCUREP_OK);
    CHECK(ncurep_write_end(w) == NCUREP_OK && ncurep_write_end(w) == NCUREP_OK);
    CHECK(end_writer(w, &error));
    CHECK_U64(NCUREP_OK, error.code);
    r = ncurep_report_open(out.data, out.len, NULL, &error);
    CHECK(ncurep_result_at(r, 0, &result, &error));
    CHECK_U64(NCUREP_RESULT_KIND_RANGE, result.kind);
    for (i = 0; i < 6; i++) {
        CHECK(ncurep_metric_next(&result.metrics, &m));
        CHECK_U64(0, m.name_id);
        CHECK_U64(kinds[i].kind, m.value.kind);
        CHECK_U64(kinds[i].bits, m.value.bits);
        CHECK_BYTES(kinds[i].text.ptr, kinds[i].text.len, m.value.text.ptr, m.value.text.len);
        CHECK(ncurep_instance_next(&m.instances, &n));
        CHECK_U64(kinds[i].kind, n.id.kind);
        CHECK_U64(kinds[5 - i].bits, n.value.bits);
        CHECK(ncurep_instance_next(&m.instances, &n));
        CHECK(!NCUREP_HAS(&n, 1));
        CHECK(!ncurep_instance_next(&m.instances, &n));
    }
    CHECK(ncurep_metric_next(&result.metrics, &m));
    CHECK_U64(1, m.name_id);
    CHECK(!NCUREP_HAS(&m, 2));
    CHECK(!ncurep_metric_next(&result.metrics, &m));
    ncurep_report_close(r);
}

/* Lengths around the steps of a varint. */
static void lengths(void)
{
    static const size_t sizes[] = {0, 1, 126, 127, 128, 129, 16383, 16384, 16385, 2097151, 2097152};
    char *text = (char *)malloc(2097152);
    size_t i;
    memset(text, 'x', 2097152);
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ncurep_writer *w = start();
        ncurep_report *r;
        ncurep_result result;
        ncurep_write_entry(w, NCUREP_ROOT_KERNEL);
        ncurep_write_begin(w, 18);
        ncurep_write_begin(w, 1);
        ncurep_write_text(w, 1, view_of(text, sizes[i]));
        ncurep_write_end(w);
        ncurep_write_text(w, 2, ncurep_text("after"));
        ncurep_write_end(w);
        ncurep_write_text(w, 7, ncurep_text("name"));
        ncurep_write_end(w);
        CHECK(end_writer(w, &error));
        r = ncurep_report_open(out.data, out.len, NULL, &error);
        if (CHECK(ncurep_result_at(r, 0, &result, &error))) {
            ncurep_comment c;
            CHECK(ncurep_comment_next(&result.section_comments, &c));
            CHECK_U64(sizes[i], c.id.section.len);
            CHECK_VIEW("after", c.name);
            CHECK_VIEW("name", result.demangled);
        }
        ncurep_report_close(r);
    }
    free(text);
}

/* Ids are assigned once, whatever the strings are. */
static void strings(void)
{
    static const char *const texts[] = {"", "a", "ab", "abc", "b", "a\x80", "\xff", "abd", "a", "", "abc", "\xff"};
    static const uint32_t ids[] = {0, 1, 2, 3, 4, 5, 6, 7, 1, 0, 3, 6};
    ncurep_writer *w = start();
    ncurep_report *r;
    ncurep_info info;
    ncurep_view v;
    uint32_t i, seed = 7;
    uint32_t *first = (uint32_t *)malloc(20000 * sizeof *first);
    for (i = 0; i < 12; i++) CHECK_U64(ids[i], ncurep_write_string(w, ncurep_text(texts[i])));
    CHECK_U64(8, ncurep_write_string(w, view_of("a\0", 2)));
    CHECK_U64(9, ncurep_write_string(w, view_of("a\0\0", 3)));
    CHECK_U64(10, ncurep_write_string(w, view_of("\0", 1)));
    CHECK_U64(8, ncurep_write_string(w, view_of("a\0", 2)));
    for (i = 0; i < 20000; i++) {
        char text[16];
        seed = seed * 1664525u + 1013904223u;
        first[i] = ncurep_write_string(w, view_of(text, (size_t)sprintf(text, "%u", (unsigned)(seed >> 16))));
    }
    for (i = 0, seed = 7; i < 20000; i++) {
        char text[16];
        seed = seed * 1664525u + 1013904223u;
        if (!CHECK_U64(first[i], ncurep_write_string(w, view_of(text, (size_t)sprintf(text, "%u", (unsigned)(seed >> 16)))))) break;
    }
    CHECK(end_writer(w, &error));
    r = ncurep_report_open(out.data, out.len, NULL, &error);
    ncurep_report_info(r, &info);
    CHECK(ncurep_string_at(r, 9, &v));
    CHECK_BYTES("a\0\0", 3, v.ptr, v.len);
    CHECK_U64(1, info.blocks);
    for (i = 0, seed = 7; i < 20000; i++) {
        char text[16];
        size_t n;
        seed = seed * 1664525u + 1013904223u;
        n = (size_t)sprintf(text, "%u", (unsigned)(seed >> 16));
        if (!CHECK(ncurep_string_at(r, first[i], &v)) || !CHECK_BYTES(text, n, v.ptr, v.len)) break;
    }
    ncurep_report_close(r);
    free(first);
}

/* Nothing written at all is a report without blocks. */
static void empty(void)
{
    ncurep_writer *w = start();
    ncurep_report *r;
    ncurep_info info;
    CHECK(ncurep_write_block(w) == NCUREP_OK);
    CHECK(end_writer(w, &error));
    CHECK_BYTES("NVR\0\2\0\0\0\10\7", 10, out.data, out.len);
    r = ncurep_report_open(out.data, out.len, NULL, &error);
    ncurep_report_info(r, &info);
    CHECK_U64(7, info.version);
    CHECK_U64(0, info.blocks + info.problems);
    ncurep_report_close(r);
}

/* A block with entries of all kinds; order and header fields. */
static void all_kinds(void)
{
    static const ncurep_root roots[] = {NCUREP_ROOT_SOURCE, NCUREP_ROOT_SOURCE, NCUREP_ROOT_KERNEL, NCUREP_ROOT_RANGE,
                                        NCUREP_ROOT_CMDLIST, NCUREP_ROOT_GRAPH, NCUREP_ROOT_GRAPH};
    ncurep_writer *w = start();
    ncurep_report *r;
    ncurep_block b;
    ncurep_process p;
    ncurep_session s;
    unsigned i;
    for (i = 0; i < 7; i++) {
        ncurep_write_entry(w, roots[i]);
        ncurep_write_u64(w, 1, i);
        ncurep_write_end(w);
    }
    ncurep_write_entry(w, NCUREP_ROOT_BLOCK);
    ncurep_write_text(w, 77, ncurep_text("new"));
    ncurep_write_begin(w, 6);
    ncurep_write_u64(w, 1, 42);
    ncurep_write_end(w);
    ncurep_write_begin(w, 3);
    ncurep_write_u64(w, 2, 1700000000);
    ncurep_write_end(w);
    ncurep_write_u64(w, 5, 123456); /* the writer's own business */
    CHECK(end_writer(w, &error));
    r = ncurep_report_open(out.data, out.len, NULL, &error);
    CHECK(ncurep_block_at(r, 0, &b, &error));
    CHECK_U64(2, b.sources);
    CHECK_U64(1, b.kernels);
    CHECK_U64(1, b.ranges);
    CHECK_U64(1, b.cmdlists);
    CHECK_U64(2, b.graphs);
    CHECK_U64(7 * 6, b.payload_size);
    CHECK(b.header.len > 5 && memcmp(b.header.ptr + b.header.len - 3, "new", 3) == 0);
    CHECK(ncurep_process_at(r, b.process, &p));
    CHECK_U64(42, p.id);
    CHECK(ncurep_report_session(r, &s));
    CHECK_U64(1700000000, s.created);
    ncurep_report_close(r);
}

/* A failure is kept, and the last call reports the first one. */
static void expect(ncurep_writer *w, ncurep_code code, const char *word)
{
    CHECK(ncurep_write_u64(w, 1, 1) != NCUREP_OK);
    CHECK(ncurep_write_begin(w, 1) != NCUREP_OK);
    CHECK(ncurep_write_end(w) != NCUREP_OK);
    CHECK(ncurep_write_entry(w, NCUREP_ROOT_SOURCE) != NCUREP_OK);
    CHECK(ncurep_write_block(w) != NCUREP_OK);
    CHECK_U64(NCUREP_NONE, ncurep_write_string(w, ncurep_text("x")));
    CHECK(!end_writer(w, &error));
    CHECK_U64(code, error.code);
    if (!CHECK(strstr(error.message, word) != NULL)) printf("    %s\n", error.message);
}

static void mistakes(void)
{
    ncurep_writer *w;
    unsigned i;
    w = start(); CHECK(ncurep_write_end(w) != NCUREP_OK); expect(w, NCUREP_ARGUMENT, "more messages end");
    w = start(); ncurep_write_entry(w, NCUREP_ROOT_KERNEL); CHECK(ncurep_write_entry(w, NCUREP_ROOT_KERNEL) != NCUREP_OK); expect(w, NCUREP_ARGUMENT, "inside of another");
    w = start(); ncurep_write_entry(w, NCUREP_ROOT_KERNEL); CHECK(ncurep_write_block(w) != NCUREP_OK); expect(w, NCUREP_ARGUMENT, "ends inside");
    w = start(); CHECK(ncurep_write_entry(w, NCUREP_ROOT_FILE) != NCUREP_OK); expect(w, NCUREP_ARGUMENT, "no such kind");
    w = start(); ncurep_write_entry(w, NCUREP_ROOT_GRAPH); ncurep_write_end(w); CHECK(ncurep_write_entry(w, NCUREP_ROOT_KERNEL) != NCUREP_OK); expect(w, NCUREP_ARGUMENT, "out of order");
    w = start(); ncurep_write_entry(w, NCUREP_ROOT_KERNEL); ncurep_write_end(w); CHECK(ncurep_write_u64(w, 1, 1) != NCUREP_OK); expect(w, NCUREP_ARGUMENT, "outside of a message");
    w = start(); ncurep_write_entry(w, NCUREP_ROOT_KERNEL); ncurep_write_end(w); CHECK(ncurep_write_fields(w, ncurep_text("\10\1")) != NCUREP_OK); expect(w, NCUREP_ARGUMENT, "outside of a message");
    w = start(); ncurep_write_entry(w, NCUREP_ROOT_KERNEL); CHECK(ncurep_write_u64(w, 0, 1) != NCUREP_OK); expect(w, NCUREP_ARGUMENT, "number that cannot be");
    w = start(); ncurep_write_entry(w, NCUREP_ROOT_KERNEL); CHECK(ncurep_write_u64(w, 1u << 29, 1) != NCUREP_OK); expect(w, NCUREP_ARGUMENT, "number that cannot be");
    w = start(); ncurep_write_entry(w, NCUREP_ROOT_KERNEL); CHECK(ncurep_write_text(w, 1, view_of(NULL, 1)) != NCUREP_OK); expect(w, NCUREP_ARGUMENT, "is NULL");
    w = start(); CHECK_U64(NCUREP_NONE, ncurep_write_string(w, view_of(NULL, 1))); expect(w, NCUREP_ARGUMENT, "string to write is NULL");
    w = start(); CHECK(ncurep_write_metric(w, ncurep_text("m"), NULL) != NCUREP_OK); expect(w, NCUREP_ARGUMENT, "outside of a result");
    w = start(); ncurep_write_entry(w, NCUREP_ROOT_SOURCE); CHECK(ncurep_write_metric(w, ncurep_text("m"), NULL) != NCUREP_OK); expect(w, NCUREP_ARGUMENT, "outside of a result");
    w = start(); ncurep_write_fields(w, ncurep_text("\377")); CHECK(ncurep_write_block(w) != NCUREP_OK); expect(w, NCUREP_ARGUMENT, "malformed");
    w = start(); ncurep_write_entry(w, NCUREP_ROOT_KERNEL);
    for (i = 0; i < 32; i++) CHECK(ncurep_write_begin(w, 1) == NCUREP_OK);
    CHECK(ncurep_write_begin(w, 1) != NCUREP_OK); expect(w, NCUREP_LIMIT, "32 deep");
    w = start(); out.fail = 2; ncurep_write_string(w, ncurep_text("x")); CHECK(ncurep_write_block(w) != NCUREP_OK); expect(w, NCUREP_IO, "could not be written");
    CHECK(ncurep_writer_open(NULL, NULL, &error) == NULL);
    CHECK_U64(NCUREP_ARGUMENT, error.code);
    CHECK(!end_writer(NULL, &error));
    CHECK_U64(NCUREP_ARGUMENT, error.code);
    CHECK(ncurep_write_u64(NULL, 1, 1) != NCUREP_OK && ncurep_write_begin(NULL, 1) != NCUREP_OK && ncurep_write_end(NULL) != NCUREP_OK && ncurep_write_block(NULL) != NCUREP_OK);
    CHECK(ncurep_write_text(NULL, 1, ncurep_text("")) != NCUREP_OK && ncurep_write_fields(NULL, ncurep_text("")) != NCUREP_OK && ncurep_write_double(NULL, 1, 0) != NCUREP_OK);
    CHECK(ncurep_write_value(NULL, 1, NULL) != NCUREP_OK && ncurep_write_metric(NULL, ncurep_text(""), NULL) != NCUREP_OK);
    CHECK(ncurep_write_instance(NULL, NULL, NULL) != NCUREP_OK && ncurep_write_entry(NULL, NCUREP_ROOT_KERNEL) != NCUREP_OK);
    CHECK_U64(NCUREP_NONE, ncurep_write_string(NULL, ncurep_text("")));
    CHECK(ncurep_copy_block(NULL, NULL, 0, &error) != NCUREP_OK && ncurep_copy_result(NULL, NULL, 0, NULL) != NCUREP_OK);
}

/* The samples, byte for byte; and with other ids. */
static void copies(void)
{
    static const char *const samples[] = {"saxpy", "orchard", "mixed"};
    unsigned i;
    for (i = 0; i < 3; i++) {
        char path[64];
        size_t len;
        char *data;
        ncurep_report *a, *b;
        sprintf(path, "examples/data/samples/ncurep/%s.ncu-rep", samples[i]);
        data = run_read(path, &len);
        a = ncurep_report_open(data, len, NULL, &error);
        out.len = 0;
        out.calls = out.fail = 0;
        CHECK(copy_report(a, NULL, &out, NULL, &error));
        CHECK_BYTES(data, len, out.data, out.len);
        out.len = 0;
        CHECK(copy_report(a, NULL, &out, "launch__grid_size", &error));
        b = ncurep_report_open(out.data, out.len, NULL, &error);
        CHECK(same_results(a, b));
        ncurep_report_close(a);
        ncurep_report_close(b);
        free(data);
    }
}

/* A choice of results: only the strings they use are copied. */
static void one_result(void)
{
    size_t len;
    char *data = run_read("examples/data/samples/ncurep/mixed.ncu-rep", &len);
    ncurep_report *a = ncurep_report_open(data, len, NULL, &error), *b;
    ncurep_writer *w = start();
    ncurep_info info;
    ncurep_result r;
    ncurep_metric m;
    ncurep_view name;
    CHECK(ncurep_copy_header(w, a, 0, &error) == NCUREP_OK);
    CHECK(ncurep_copy_source(w, a, 0, &error) == NCUREP_OK);
    CHECK(ncurep_copy_result(w, a, 2, &error) == NCUREP_OK);
    CHECK(ncurep_copy_result(w, a, 99, &error) != NCUREP_OK);
    CHECK_U64(NCUREP_ARGUMENT, error.code);
    CHECK(ncurep_copy_source(w, a, 99, &error) != NCUREP_OK && ncurep_copy_header(w, a, 99, &error) != NCUREP_OK && ncurep_copy_block(w, a, 99, &error) != NCUREP_OK);
    CHECK(ncurep_copy_result(w, a, 1, &error) != NCUREP_OK); /* a range after a command list */
    end_writer(w, &error);
    w = start();
    CHECK(ncurep_copy_header(w, a, 0, &error) == NCUREP_OK);
    CHECK(ncurep_copy_result(w, a, 2, &error) == NCUREP_OK);
    CHECK(end_writer(w, &error));
    b = ncurep_report_open(out.data, out.len, NULL, &error);
    ncurep_report_info(b, &info);
    CHECK_U64(1, info.results);
    CHECK_U64(2, info.strings);
    CHECK_U64(1, info.processes);
    CHECK(ncurep_result_at(b, 0, &r, &error));
    CHECK_VIEW("orchardLaunchBatch", r.display);
    CHECK(ncurep_metric_next(&r.metrics, &m));
    CHECK(ncurep_string_at(b, m.name_id, &name));
    CHECK_VIEW("gpu__time_duration.sum", name);
    ncurep_report_close(a);
    ncurep_report_close(b);
    free(data);
}

/* Fields unknown to this header, leftover bytes after the entries, and ids that the table lacks. */
static void unknown_parts(void)
{
    static const char head[] = "NVR\0\5\0\0\0\10\7\370\1\0";
    ncurep_report *a, *b;
    sink in = {NULL, 0, 0, 0, 0};
    char length[4] = {0, 0, 0, 0};
    static const char header[] = "\10\0\20\1\42\3\12\1m\50\31\372\1\3new";
    static const char entry[] = "\15\0\0\0\152\10\10\5\22\2\50\1\70\177\272\6\0";
    (void)sink_put(head, 8, &in);
    (void)sink_put(head + 8, 5, &in);
    length[0] = sizeof header - 1;
    (void)sink_put(length, 4, &in);
    (void)sink_put(header, sizeof header - 1, &in);
    (void)sink_put(entry, sizeof entry - 1, &in);
    (void)sink_put("restrest", 8, &in);
    a = ncurep_report_open(in.data, in.len, NULL, &error);
    out.len = 0;
    out.calls = out.fail = 0;
    CHECK(copy_report(a, NULL, &out, NULL, &error));
    CHECK_BYTES(in.data, in.len, out.data, out.len);
    /* With other ids there is no such string either. */
    out.len = 0;
    CHECK(copy_report(a, NULL, &out, "x", &error));
    b = ncurep_report_open(out.data, out.len, NULL, &error);
    {
        ncurep_result r;
        ncurep_metric m;
        CHECK(ncurep_result_at(b, 0, &r, &error));
        CHECK(ncurep_metric_next(&r.metrics, &m));
        CHECK_U64(NCUREP_NONE, m.name_id);
    }
    ncurep_report_close(a);
    ncurep_report_close(b);
    free(in.data);
}

/* Ids without a string, and strings written after the copy: the metrics get no name. */
static void dangling_ids(void)
{
    uint32_t ids[80], i, dangling;
    for (dangling = 1; dangling <= 70; dangling++) {
        sink in = {NULL, 0, 0, 0, 0};
        ncurep_output output;
        ncurep_writer *w;
        ncurep_report *a, *b;
        ncurep_result r;
        ncurep_metric m;
        ncurep_view name;
        output.write_fn = sink_put;
        output.user = &in;
        w = ncurep_writer_open(&output, NULL, &error);
        ncurep_write_string(w, ncurep_text("zero"));
        ncurep_write_entry(w, NCUREP_ROOT_KERNEL);
        for (i = 0; i < 2 * dangling; i++) { /* each twice: 2, 4, 6... */
            ncurep_write_begin(w, 13);
            ncurep_write_u64(w, 1, 2 + 2 * (i / 2));
            ncurep_write_end(w);
        }
        ncurep_write_end(w);
        CHECK(end_writer(w, &error));
        a = ncurep_report_open(in.data, in.len, NULL, &error);
        w = start();
        CHECK(ncurep_copy_block(w, a, 0, &error) == NCUREP_OK);
        for (i = 0; i < 80; i++) {
            char text[16];
            ids[i] = ncurep_write_string(w, view_of(text, (size_t)sprintf(text, "later %u", (unsigned)i)));
            CHECK_U64(ids[i], ncurep_write_string(w, ncurep_text(text)));
        }
        CHECK_U64(0, ncurep_write_string(w, ncurep_text("zero")));
        CHECK(end_writer(w, &error));
        b = ncurep_report_open(out.data, out.len, NULL, &error);
        CHECK(ncurep_result_at(b, 0, &r, &error));
        CHECK_U64(2 * dangling, r.metrics.count);
        for (i = 0; ncurep_metric_next(&r.metrics, &m); i++) {
            CHECK_U64(i / 2 < 64 ? 2 + 2 * (i / 2) : NCUREP_NONE, m.name_id);
            (void)ncurep_string_at(b, m.name_id, &name);
            CHECK_U64(0, name.len);
        }
        for (i = 0; i < 80; i++) {
            char text[16];
            sprintf(text, "later %u", (unsigned)i);
            CHECK(ncurep_string_at(b, ids[i], &name));
            CHECK_VIEW(text, name);
        }
        ncurep_report_close(a);
        ncurep_report_close(b);
        free(in.data);
    }
}

/* NULL is a text of no bytes. */
static void empty_texts(void)
{
    ncurep_writer *w = start();
    ncurep_report *r;
    ncurep_result k;
    ncurep_view v;
    CHECK_U64(0, ncurep_write_string(w, view_of(NULL, 0)));
    CHECK_U64(1, ncurep_write_string(w, ncurep_text("a")));
    CHECK_U64(0, ncurep_write_string(w, ncurep_text("")));
    CHECK(ncurep_write_entry(w, NCUREP_ROOT_KERNEL) == NCUREP_OK && ncurep_write_text(w, 5, view_of(NULL, 0)) == NCUREP_OK && ncurep_write_fields(w, view_of(NULL, 0)) == NCUREP_OK && ncurep_write_text(w, 6, ncurep_text("f")) == NCUREP_OK && ncurep_write_end(w) == NCUREP_OK);
    CHECK(end_writer(w, &error));
    r = ncurep_report_open(out.data, out.len, NULL, NULL);
    CHECK(ncurep_string_at(r, 0, &v) && v.len == 0 && ncurep_string_at(r, 1, &v) && v.len == 1);
    CHECK(ncurep_result_at(r, 0, &k, NULL) && NCUREP_HAS(&k, 5) && k.mangled.len == 0);
    CHECK_VIEW("f", k.function);
    CHECK_U64(5, k.bytes.len);
    ncurep_report_close(r);
}

/* After a block is written, fields belong to the next block's header. */
static void next_header(void)
{
    ncurep_writer *w = start();
    ncurep_report *r;
    ncurep_info info;
    ncurep_process p;
    CHECK(ncurep_write_entry(w, NCUREP_ROOT_KERNEL) == NCUREP_OK);
    CHECK_I64(1, ncurep_write_end(w) == NCUREP_OK);
    CHECK(ncurep_write_block(w) == NCUREP_OK && ncurep_write_begin(w, 6) == NCUREP_OK && ncurep_write_u64(w, 1, 42) == NCUREP_OK);
    CHECK_I64(1, ncurep_write_end(w) == NCUREP_OK);
    CHECK(end_writer(w, &error));
    r = ncurep_report_open(out.data, out.len, NULL, NULL);
    ncurep_report_info(r, &info);
    CHECK(info.blocks == 2 && info.results == 1 && info.problems == 0 && ncurep_process_at(r, 0, &p) && p.id == 42);
    ncurep_report_close(r);
}

/* The header of a block: counts of 0 are written where real files write them. */
static void block_headers(void)
{
    static const struct {
        ncurep_root what;
        const char *bytes;
        size_t len;
    } cases[] = {{NCUREP_ROOT_SOURCE, "\x08\0\0\0" "\x08\1\x10\0\x22\0\x28\4" "\0\0\0\0", 16},
                 {NCUREP_ROOT_KERNEL, "\x08\0\0\0" "\x08\0\x10\1\x22\0\x28\4" "\0\0\0\0", 16},
                 {NCUREP_ROOT_RANGE, "\x0a\0\0\0" "\x08\0\x10\0\x22\0\x28\4\x38\1" "\0\0\0\0", 18},
                 {NCUREP_ROOT_CMDLIST, "\x0a\0\0\0" "\x08\0\x10\0\x22\0\x28\4\x40\1" "\0\0\0\0", 18},
                 {NCUREP_ROOT_GRAPH, "\x0a\0\0\0" "\x08\0\x10\0\x22\0\x28\4\x48\1" "\0\0\0\0", 18},
                 {NCUREP_ROOT_BLOCK, "\x0c\0\0\0" "\x08\0\x10\0\x1a\2\x08\5\x22\0\x28\0", 16}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        ncurep_writer *w = start();
        unsigned round;
        for (round = 0; round < 2; round++) { /* the second block as the first */
            CHECK(ncurep_write_entry(w, cases[i].what) == NCUREP_OK);
            if (cases[i].what != NCUREP_ROOT_BLOCK) CHECK(ncurep_write_end(w) == NCUREP_OK);
            else CHECK(ncurep_write_begin(w, 3) == NCUREP_OK && ncurep_write_u64(w, 1, 5) == NCUREP_OK && ncurep_write_end(w) == NCUREP_OK); /* a session */
            CHECK(ncurep_write_block(w) == NCUREP_OK);
        }
        CHECK(end_writer(w, &error));
        if (CHECK_U64(10 + 2 * cases[i].len, out.len)) {
            CHECK_BYTES(cases[i].bytes, cases[i].len, out.data + 10, cases[i].len);
            CHECK_BYTES(cases[i].bytes, cases[i].len, out.data + 10 + cases[i].len, cases[i].len);
        }
    }
}

/* Metrics that use the table's strings out of order, from later blocks, and not all of them: copied blocks keep the
   ids. */
static void order_of_strings(void)
{
    wire whole = {NULL, 0, 0}, header = {NULL, 0, 0}, payload = {NULL, 0, 0}, entry = {NULL, 0, 0}, part = {NULL, 0, 0};
    static const char *const texts[2][3] = {{"zero", "one", "two"}, {"three", "four", "five"}};
    static const char ids[2][4] = {{4, 2, 0, 2}, {5, 1, 4, 0}};
    ncurep_report *a, *b;
    unsigned i, k;
    w_report(&whole, 7);
    for (i = 0; i < 2; i++) {
        w_number(&header, 1, 0);
        w_number(&header, 2, 1);
        for (k = 0; k < 3; k++) w_text(&part, 1, texts[i][k]);
        w_message(&header, 4, &part);
        for (k = 0; k < 4; k++) {
            w_number(&part, 1, (unsigned char)ids[i][k]);
            w_message(&entry, 13, &part);
        }
        w_entry(&payload, &entry);
        w_block(&whole, &header, &payload);
    }
    a = ncurep_report_open(whole.ptr, whole.len, NULL, NULL);
    out.len = 0;
    out.calls = out.fail = 0;
    CHECK(copy_report(a, NULL, &out, NULL, &error));
    CHECK_BYTES(whole.ptr, whole.len, out.data, out.len);
    out.len = 0;
    CHECK(copy_report(a, NULL, &out, "four", &error)); /* which is string 0 then */
    b = ncurep_report_open(out.data, out.len, NULL, NULL);
    CHECK(same_results(a, b));
    ncurep_report_close(b);
    ncurep_report_close(a);
    free(whole.ptr);
    free(header.ptr);
    free(payload.ptr);
    free(entry.ptr);
    free(part.ptr);
}

/* A report of one kernel: an id with the wrong wire type in one metric, metrics with another wire type, no string table
   in the second block, and leftover bytes. */
static wire odd_file;

static void odd_report(const char *name)
{
    static const char fill[700]; /* so that no read brings two blocks */
    wire header = {NULL, 0, 0}, payload = {NULL, 0, 0}, entry = {NULL, 0, 0}, part = {NULL, 0, 0};
    odd_file.len = 0;
    w_report(&odd_file, 7);
    w_number(&header, 1, 0);
    w_number(&header, 2, 1);
    w_text(&part, 1, "common");
    w_text(&part, 1, name);
    w_message(&header, 4, &part);
    w_number(&entry, 13, 5);
    w_text(&part, 1, "not an id");
    w_number(&part, 1, 1);
    w_message(&entry, 13, &part);
    w_number(&entry, 1, 3);
    w_number(&part, 1, 0);
    w_message(&entry, 13, &part);
    w_data(&entry, 900, fill, sizeof fill);
    w_entry(&payload, &entry);
    w_block(&odd_file, &header, &payload);
    w_number(&header, 1, 1);
    w_number(&entry, 1, 5);
    w_data(&entry, 900, fill, sizeof fill);
    w_entry(&payload, &entry);
    w_bytes(&payload, "rest", 4);
    w_block(&odd_file, &header, &payload);
    free(header.ptr);
    free(payload.ptr);
    free(entry.ptr);
    free(part.ptr);
}

static unsigned odd_reads, odd_bad;

static size_t odd_read(uint64_t offset, void *to, size_t n, ncurep_reply *reply, void *user)
{
    (void)reply;
    const wire *w = (const wire *)user;
    if (offset >= w->len || n > w->len - offset) abort();
    if (++odd_reads == odd_bad) return 0;
    memcpy(to, w->ptr + offset, n);
    return n;
}

static void odd_fields(void) /* copied unchanged */
{
    ncurep_report *a;
    odd_report("name");
    a = ncurep_report_open(odd_file.ptr, odd_file.len, NULL, NULL);
    out.len = 0;
    out.calls = out.fail = 0;
    CHECK(copy_report(a, NULL, &out, NULL, &error));
    CHECK_BYTES(odd_file.ptr, odd_file.len, out.data, out.len);
    ncurep_report_close(a);
}

/* From two reports in turn: each keeps the texts its ids stand for, and common ones share an id. */
static void two_reports(void)
{
    ncurep_report *a, *b, *both;
    ncurep_writer *w = start();
    ncurep_info info;
    wire first;
    unsigned i;
    odd_report("of the first");
    first = odd_file;
    memset(&odd_file, 0, sizeof odd_file);
    odd_report("of the second");
    a = ncurep_report_open(first.ptr, first.len, NULL, NULL);
    b = ncurep_report_open(odd_file.ptr, odd_file.len, NULL, NULL);
    for (i = 0; i < 4; i++) CHECK(ncurep_copy_result(w, i % 2 == 0 ? a : b, 0, &error) == NCUREP_OK);
    CHECK(end_writer(w, &error));
    both = ncurep_report_open(out.data, out.len, NULL, NULL);
    ncurep_report_info(both, &info);
    CHECK_U64(4, info.results);
    CHECK_U64(3, info.strings);
    for (i = 0; i < 4; i++) {
        ncurep_result k;
        ncurep_metric m;
        ncurep_view name;
        CHECK(ncurep_result_at(both, i, &k, NULL) && k.metrics.count == 2 && ncurep_metric_next(&k.metrics, &m) && ncurep_string_at(both, m.name_id, &name));
        CHECK_VIEW(i % 2 == 0 ? "of the first" : "of the second", name);
        CHECK(ncurep_metric_next(&k.metrics, &m) && ncurep_string_at(both, m.name_id, &name));
        CHECK_VIEW("common", name);
    }
    ncurep_report_close(a);
    ncurep_report_close(b);
    ncurep_report_close(both);
    free(first.ptr);
}

/* Each read of the report being copied fails in turn: an error says so, and the writer is as before. */
static void failing_reads(void)
{
    ncurep_input input;
    unsigned which, failed = 0;
    odd_report("name");
    input.read_fn = odd_read;
    input.user = &odd_file;
    input.size = odd_file.len;
    for (which = 0; which < 5; which++) { /* header, source, result, both blocks */
        unsigned bad;
        int ok = 0;
        for (bad = 1; !ok && bad < 50; bad++) {
            ncurep_report *a;
            ncurep_writer *w = start();
            unsigned k;
            for (k = 0; k < 2; k++) {
                odd_bad = 0;
                a = ncurep_report_open_input(&input, NULL, &error);
                odd_reads = 0;
                odd_bad = bad;
                error.code = NCUREP_OK;
                if (which == 0) ok = ncurep_copy_header(w, a, 0, k == 0 ? &error : NULL) == NCUREP_OK;
                if (which == 1) ok = ncurep_copy_source(w, a, 0, k == 0 ? &error : NULL) == NCUREP_OK;
                if (which == 2) ok = ncurep_copy_result(w, a, 0, k == 0 ? &error : NULL) == NCUREP_OK;
                if (which > 2) ok = ncurep_copy_block(w, a, which - 3, k == 0 ? &error : NULL) == NCUREP_OK;
                if (k == 0 && !ok) CHECK_U64(NCUREP_IO, error.code);
                if (!ok) failed++;
                CHECK(ok == (odd_reads < bad));
                ncurep_report_close(a);
                if (ok) break;
            }
            if (!ok && which > 2) {
                ncurep_info info;
                odd_bad = 0;
                a = ncurep_report_open_input(&input, NULL, &error);
                CHECK(ncurep_copy_block(w, a, which - 3, &error) == NCUREP_OK);
                CHECK(end_writer(w, &error));
                ncurep_report_close(a);
                a = ncurep_report_open(out.data, out.len, NULL, NULL);
                ncurep_report_info(a, &info);
                CHECK(info.results + info.sources == 1 && info.problems == (which == 4)); /* the rest is told */
                ncurep_report_close(a);
            } else
                CHECK(end_writer(w, &error));
        }
        CHECK(ok);
    }
    CHECK(failed > 6);
}

/* The block before it cannot be written: the copy says so. */
static void failing_output(void)
{
    unsigned fail;
    ncurep_report *a;
    odd_report("name");
    a = ncurep_report_open(odd_file.ptr, odd_file.len, NULL, NULL);
    for (fail = 1; fail < 8; fail++) {
        ncurep_writer *w = start();
        int ok;
        out.fail = fail;
        CHECK(ncurep_write_entry(w, NCUREP_ROOT_KERNEL) == NCUREP_OK && ncurep_write_u64(w, 1, 1) == NCUREP_OK && ncurep_write_end(w) == NCUREP_OK);
        ok = ncurep_copy_block(w, a, 0, &error) == NCUREP_OK;
        CHECK_I64(fail > 6, ok);
        if (!ok) CHECK(error.code == NCUREP_IO && error.offset == out.len);
        CHECK_U64(fail < 7 ? fail : 6, out.calls);
        CHECK_I64(ok, end_writer(w, NULL));
    }
    ncurep_report_close(a);
}

/* A malformed metric: the copy fails, the writer goes on. */
static void malformed(void)
{
    static const char text[] = "NVR\0\2\0\0\0\10\7"
                               "\4\0\0\0\20\1\50\10" "\4\0\0\0\152\2\10\377"
                               "\4\0\0\0\20\1\50\10" "\4\0\0\0\152\2\10\0";
    ncurep_report *a = ncurep_report_open(text, sizeof text - 1, NULL, &error), *b;
    ncurep_writer *w = start();
    ncurep_info info;
    ncurep_result r;
    ncurep_metric m;
    ncurep_view name;
    CHECK(ncurep_copy_result(w, a, 0, &error) != NCUREP_OK);
    CHECK_U64(NCUREP_SYNTAX, error.code);
    CHECK_U64(24, error.offset);
    (void)ncurep_write_string(w, ncurep_text("x"));
    CHECK(ncurep_write_block(w) == NCUREP_OK); /* nothing of the result is in it */
    CHECK(ncurep_copy_block(w, a, 0, &error) != NCUREP_OK);
    CHECK_U64(NCUREP_SYNTAX, error.code);
    CHECK(ncurep_copy_block(w, a, 1, &error) == NCUREP_OK);
    CHECK(end_writer(w, &error));
    b = ncurep_report_open(out.data, out.len, NULL, &error);
    ncurep_report_info(b, &info);
    CHECK_U64(2, info.blocks);
    CHECK_U64(1, info.results);
    CHECK_U64(0, info.problems);
    CHECK(ncurep_result_at(b, 0, &r, &error) && ncurep_metric_next(&r.metrics, &m));
    CHECK(!ncurep_string_at(b, m.name_id, &name)); /* a metric without a name does not become "x" */
    ncurep_report_close(a);
    ncurep_report_close(b);
}

/* The last call reports wrong calls, and gives the first one. */
static void wrong_writing(void)
{
    static const char *const messages[] = {
        "a field is written outside of a message, or has a number that cannot be", "a field is written outside of a message, or has a number that cannot be",
        "a field is written outside of a message, or has a number that cannot be", "an entry begins inside of another", "no such kind of entry", "no such kind of entry", "the entries of a block are out of order",
        "more messages end than began", "messages are nested more than 32 deep", "a text to write is NULL", "a string to write is NULL", "fields are written outside of a message, or are NULL",
        "fields are written outside of a message, or are NULL", "a metric is written outside of a result", "a metric is written outside of a result", "a metric is written outside of a result",
        "a block ends inside of a message", "a copy begins inside of an entry", "the fields of a block header are malformed", "a metric is written outside of a result", "a field is written outside of a message, or has a number that cannot be"};
    ncurep_report *r = open_sample("mixed");
    ncurep_error e;
    unsigned which, i;
    for (which = 0; which < sizeof messages / sizeof *messages; which++) {
        ncurep_writer *w = start();
        int ok = 0;
        if (which != 5 && which != 0) CHECK(ncurep_write_entry(w, which == 6 ? NCUREP_ROOT_RANGE : which == 13 ? NCUREP_ROOT_SOURCE : NCUREP_ROOT_KERNEL) == NCUREP_OK);
        switch (which) {
        case 0: CHECK(ncurep_write_entry(w, NCUREP_ROOT_KERNEL) == NCUREP_OK && ncurep_write_end(w) == NCUREP_OK); ok = ncurep_write_u64(w, 1, 1) == NCUREP_OK; break;
        case 1: ok = ncurep_write_u64(w, 0, 1) == NCUREP_OK; break;
        case 2: ok = ncurep_write_text(w, 1u << 29, ncurep_text("a")) == NCUREP_OK; break;
        case 3: ok = ncurep_write_entry(w, NCUREP_ROOT_KERNEL) == NCUREP_OK; break;
        case 4: CHECK(ncurep_write_end(w) == NCUREP_OK); ok = ncurep_write_entry(w, NCUREP_ROOT_FILE) == NCUREP_OK; break;
        case 5: ok = ncurep_write_entry(w, (ncurep_root)7) == NCUREP_OK; break;
        case 6: CHECK(ncurep_write_end(w) == NCUREP_OK); ok = ncurep_write_entry(w, NCUREP_ROOT_KERNEL) == NCUREP_OK; break;
        case 7: CHECK(ncurep_write_end(w) == NCUREP_OK); ok = ncurep_write_end(w) == NCUREP_OK; break;
        case 8:
            for (i = 0; i < 32; i++) CHECK(ncurep_write_begin(w, 1) == NCUREP_OK);
            ok = ncurep_write_begin(w, 1) == NCUREP_OK;
            break;
        case 9: ok = ncurep_write_text(w, 1, view_of(NULL, 1)) == NCUREP_OK; break;
        case 10: ok = ncurep_write_string(w, view_of(NULL, 1)) != NCUREP_NONE; break;
        case 11: ok = ncurep_write_fields(w, view_of(NULL, 1)) == NCUREP_OK; break;
        case 12: CHECK(ncurep_write_end(w) == NCUREP_OK); ok = ncurep_write_fields(w, view_of("\010\1", 2)) == NCUREP_OK; break;
        case 13: ok = ncurep_write_metric(w, ncurep_text("a"), NULL) == NCUREP_OK; break; /* of a source */
        case 14: CHECK(ncurep_write_begin(w, 5) == NCUREP_OK); ok = ncurep_write_metric(w, ncurep_text("a"), NULL) == NCUREP_OK; break;
        case 15: CHECK(ncurep_write_end(w) == NCUREP_OK); ok = ncurep_write_metric(w, ncurep_text("a"), NULL) == NCUREP_OK; break;
        case 16: ok = ncurep_write_block(w) == NCUREP_OK; break;
        case 17: ok = ncurep_copy_block(w, r, 0, &e) == NCUREP_OK; CHECK(e.code == NCUREP_ARGUMENT); break;
        case 18: CHECK(ncurep_write_end(w) == NCUREP_OK && ncurep_write_entry(w, NCUREP_ROOT_BLOCK) == NCUREP_OK && ncurep_write_fields(w, view_of("\012\5", 2)) == NCUREP_OK); ok = ncurep_write_block(w) == NCUREP_OK; break;
        case 19: CHECK(ncurep_write_end(w) == NCUREP_OK && ncurep_write_entry(w, NCUREP_ROOT_BLOCK) == NCUREP_OK); ok = ncurep_write_metric(w, ncurep_text("a"), NULL) == NCUREP_OK; break;
        default: CHECK(ncurep_write_end(w) == NCUREP_OK); ok = ncurep_write_double(w, 1, 1.0) == NCUREP_OK; break;
        }
        if (!CHECK(!ok)) printf("    number %u\n", which);
        CHECK(ncurep_write_u64(w, 1, 1) != NCUREP_OK); /* it is kept */
        CHECK(!end_writer(w, &e));
        CHECK_STR(messages[which], e.message);
        CHECK_U64(which == 8 ? NCUREP_LIMIT : NCUREP_ARGUMENT, e.code);
    }
    {
        ncurep_output o;
        ncurep_memory m = half_memory();
        ncurep_writer *w;
        o.write_fn = NULL;
        o.user = NULL;
        CHECK(ncurep_writer_open(NULL, NULL, &e) == NULL && e.code == NCUREP_ARGUMENT && ncurep_writer_open(&o, NULL, &e) == NULL && e.code == NCUREP_ARGUMENT);
        o.write_fn = sink_put;
        CHECK(open_writer(&o, &m, &e) == NULL && e.code == NCUREP_ARGUMENT && ncurep_writer_open(NULL, NULL, NULL) == NULL);
        CHECK(!end_writer(NULL, &e) && e.code == NCUREP_ARGUMENT && !end_writer(NULL, NULL));
        CHECK(ncurep_write_entry(NULL, NCUREP_ROOT_KERNEL) != NCUREP_OK && ncurep_write_begin(NULL, 1) != NCUREP_OK && ncurep_write_end(NULL) != NCUREP_OK && ncurep_write_u64(NULL, 1, 1) != NCUREP_OK && ncurep_write_double(NULL, 1, 1) != NCUREP_OK);
        CHECK(ncurep_write_text(NULL, 1, ncurep_text("a")) != NCUREP_OK && ncurep_write_fields(NULL, ncurep_text("")) != NCUREP_OK && ncurep_write_value(NULL, 1, NULL) != NCUREP_OK && ncurep_write_metric(NULL, ncurep_text("a"), NULL) != NCUREP_OK);
        CHECK(ncurep_write_instance(NULL, NULL, NULL) != NCUREP_OK && ncurep_write_block(NULL) != NCUREP_OK && ncurep_write_string(NULL, ncurep_text("a")) == NCUREP_NONE);
        CHECK(ncurep_copy_header(NULL, r, 0, &e) != NCUREP_OK && e.code == NCUREP_ARGUMENT && ncurep_copy_source(NULL, r, 0, NULL) != NCUREP_OK && ncurep_copy_result(NULL, r, 0, NULL) != NCUREP_OK && ncurep_copy_block(NULL, r, 0, NULL) != NCUREP_OK);
        w = start();
        CHECK(w != NULL);
        /* What a report lacks does not harm the writer. */
        CHECK(ncurep_copy_header(w, r, 9999, &e) != NCUREP_OK && e.code == NCUREP_ARGUMENT && ncurep_copy_header(w, r, 9999, NULL) != NCUREP_OK);
        CHECK(ncurep_copy_source(w, r, 9999, &e) != NCUREP_OK && e.code == NCUREP_ARGUMENT && ncurep_copy_source(w, r, 9999, NULL) != NCUREP_OK);
        CHECK(ncurep_copy_result(w, r, 9999, &e) != NCUREP_OK && e.code == NCUREP_ARGUMENT && ncurep_copy_result(w, r, 9999, NULL) != NCUREP_OK);
        CHECK(ncurep_copy_block(w, r, 9999, &e) != NCUREP_OK && e.code == NCUREP_ARGUMENT && ncurep_copy_block(w, r, 9999, NULL) != NCUREP_OK);
        CHECK(end_writer(w, &e) && out.len == 10); /* a file without blocks */
        CHECK(memcmp(out.data, "NVR\0\2\0\0\0\10\7", 10) == 0);
        w = start();
        out.fail = 1;
        CHECK(!end_writer(w, NULL) && out.len == 0);
    }
    ncurep_report_close(r);
}

/* A result whose metrics are malformed is not copied, and the writer goes on. */
static void broken_results(void)
{
    static const struct {
        const char *metric;
        size_t len;
    } bad[] = {{"\010", 1}, {"\010\1\022\5a", 5}, {"\010\1\017", 3}};
    size_t i;
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        wire w = {NULL, 0, 0}, file = {NULL, 0, 0}, header = {NULL, 0, 0}, payload = {NULL, 0, 0};
        ncurep_report *r, *again;
        ncurep_writer *to;
        ncurep_error e;
        ncurep_info info;
        w_number(&w, 1, 3);
        w_data(&w, 13, bad[i].metric, bad[i].len);
        w_report(&file, 7);
        w_entry(&payload, &w);
        w_number(&header, 2, 1);
        w_block(&file, &header, &payload);
        r = ncurep_report_open(file.ptr, file.len, NULL, NULL);
        to = start();
        CHECK(ncurep_write_entry(to, NCUREP_ROOT_KERNEL) == NCUREP_OK && ncurep_write_u64(to, 1, 9) == NCUREP_OK && ncurep_write_end(to) == NCUREP_OK);
        CHECK(ncurep_copy_result(to, r, 0, &e) != NCUREP_OK && e.code == NCUREP_SYNTAX && e.offset > 10 && ncurep_copy_result(to, r, 0, NULL) != NCUREP_OK);
        CHECK(ncurep_copy_block(to, r, 0, &e) != NCUREP_OK && e.code == NCUREP_SYNTAX);
        CHECK(ncurep_write_entry(to, NCUREP_ROOT_KERNEL) == NCUREP_OK && ncurep_write_u64(to, 1, 8) == NCUREP_OK && ncurep_write_end(to) == NCUREP_OK && end_writer(to, NULL));
        again = ncurep_report_open(out.data, out.len, NULL, NULL);
        ncurep_report_info(again, &info);
        CHECK(info.results == 2 && info.problems == 0);
        ncurep_report_close(again);
        ncurep_report_close(r);
        free(w.ptr);
        free(file.ptr);
        free(header.ptr);
        free(payload.ptr);
    }
}

int main(void)
{
    RUN(values);
    RUN(lengths);
    RUN(strings);
    RUN(empty);
    RUN(all_kinds);
    RUN(mistakes);
    RUN(copies);
    RUN(one_result);
    RUN(unknown_parts);
    RUN(dangling_ids);
    RUN(malformed);
    RUN(empty_texts);
    RUN(next_header);
    RUN(block_headers);
    RUN(order_of_strings);
    RUN(odd_fields);
    RUN(two_reports);
    RUN(failing_reads);
    RUN(failing_output);
    RUN(wrong_writing);
    RUN(broken_results);
    free(out.data);
    free(odd_file.ptr);
    return run_end();
}
