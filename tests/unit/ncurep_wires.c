/* A field with another wire type than the format gives it is unknown: it changes nothing that is read. One report with
   every message of the format is made twice, plain, and with each field between copies of itself in all other wire
   types; both must give the same. And a valid field counts wherever it is among unknown ones. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#include "ncurep_read.h"
#include "ncurep_wire.h"
#include "run.h"

static int noisy;

/* Field `number` in every wire type except its own (and, for lists of numbers, except bytes: those would be packed). */
static void noise(wire *w, uint32_t number, uint32_t own, int packed)
{
    if (!noisy) return;
    if (own != 0) w_number(w, number, 300);
    if (own != 1) {
        w_tag(w, number, 1);
        w_little(w, 77, 8);
    }
    if (own != 2 && !packed) w_text(w, number, "noise");
    w_tag(w, number, 3); /* a group with every type in it */
    w_number(w, 1, 1);
    w_double(w, 2, 1.5);
    w_text(w, 3, "inside");
    w_tag(w, 5, 5);
    w_little(w, 7, 4);
    w_tag(w, 4, 3);
    w_tag(w, 4, 4);
    w_tag(w, number, 4);
    if (own != 5) {
        w_tag(w, number, 5);
        w_little(w, 9, 4);
    }
    w_number(w, 300, 7); /* and a number that nothing has */
    w_text(w, 2000, "unknown");
}

static void n(wire *w, uint32_t number, uint64_t v)
{
    noise(w, number, 0, 0);
    w_number(w, number, v);
    noise(w, number, 0, 0);
}

static void t(wire *w, uint32_t number, const char *text)
{
    noise(w, number, 2, 0);
    w_text(w, number, text);
    noise(w, number, 2, 0);
}

static void d(wire *w, uint32_t number, double v)
{
    noise(w, number, 1, 0);
    w_double(w, number, v);
    noise(w, number, 1, 0);
}

static void f(wire *w, uint32_t number, uint32_t bits)
{
    noise(w, number, 5, 0);
    w_tag(w, number, 5);
    w_little(w, bits, 4);
    noise(w, number, 5, 0);
}

static void m(wire *w, uint32_t number, wire *message)
{
    noise(w, number, 2, 0);
    w_message(w, number, message);
    noise(w, number, 2, 0);
}

static wire a, b, c, e, g, file, header, payload, entry; /* g: within e within c and so on */

static void value(wire *w, uint32_t number, int kind)
{
    wire v = {NULL, 0, 0};
    if (kind == 1) t(&v, 1, "text");
    if (kind == 2) f(&v, 2, 0x3fc00000u);
    if (kind == 3) d(&v, 3, 2.5);
    if (kind == 4) n(&v, 4, 4);
    if (kind == 5) n(&v, 5, 5);
    m(w, number, &v);
    free(v.ptr);
}

static void metrics(wire *w, uint32_t number)
{
    int kind;
    for (kind = 0; kind <= 5; kind++) {
        n(&a, 1, (uint64_t)kind);
        value(&a, 2, kind);
        value(&b, 1, 5);
        value(&b, 2, kind);
        m(&a, 3, &b);
        value(&b, 1, 4);
        value(&b, 2, 3);
        m(&a, 3, &b);
        n(&a, 4, 1);
        m(w, number, &a);
    }
}

static void label(wire *w, uint32_t number, const char *name)
{
    wire l = {NULL, 0, 0};
    t(&l, 1, name);
    t(&l, 2, "label");
    m(w, number, &l);
    free(l.ptr);
}

static void sections(wire *w, uint32_t number)
{
    unsigned i;
    for (i = 0; i < 2; i++) {
        t(&a, 1, "Id");
        t(&a, 2, "Name");
        n(&a, 3, 3);
        n(&b, 1, 2);
        label(&b, 2, "header-metric");
        m(&a, 4, &b);
        label(&b, 1, "item");
        t(&b, 2, "body");
        n(&b, 3, 1);
        m(&a, 5, &b);
        label(&b, 1, "metric");
        n(&b, 2, 1);
        m(&a, 6, &b);
        t(&a, 7, "description");
        label(&a, 8, "set");
        t(&a, 9, "extends");
        t(&c, 1, "definition");
        t(&c, 2, "expression");
        m(&b, 1, &c);
        m(&a, 10, &b);
        label(&a, 12, "group");
        label(&b, 1, "source-metric");
        n(&b, 2, 5);
        m(&a, 13, &b);
        m(w, number, &a);
    }
}

static void system_message(wire *w, uint32_t number)
{
    t(&a, 1, "os");
    t(&a, 2, "build");
    t(&a, 3, "processor");
    t(&a, 4, "architecture");
    t(&a, 5, "computer");
    n(&a, 6, 6);
    t(&b, 1, "address");
    n(&b, 2, 2);
    m(&a, 7, &b);
    m(w, number, &a);
}

static void attributes(wire *w, uint32_t number)
{
    n(&e, 1, 1);
    n(&e, 2, 2);
    n(&g, 1, 1);
    n(&g, 2, 0xff00ff00u);
    m(&e, 3, &g);
    n(&g, 1, 1);
    n(&g, 3, 12);
    m(&e, 4, &g);
    n(&g, 1, 1);
    t(&g, 2, "message");
    n(&g, 3, 4);
    m(&e, 5, &g);
    m(w, number, &e);
}

static void nvtx(wire *w, uint32_t number)
{
    n(&b, 1, 1);
    t(&b, 2, "domain");
    n(&c, 1, 5);
    t(&c, 2, "string");
    m(&b, 3, &c);
    n(&c, 1, 2);
    n(&e, 1, 3);
    t(&e, 2, "mapping");
    m(&c, 2, &e);
    m(&b, 4, &c);
    m(&a, 1, &b);
    n(&b, 1, 7);
    n(&c, 1, 1);
    t(&g, 1, "push");
    { /* of a push range: name 1, attributes 2, call 3 */
        wire range = {NULL, 0, 0};
        t(&range, 1, "push");
        attributes(&range, 2);
        n(&range, 3, 99);
        m(&c, 3, &range);
        free(range.ptr);
    }
    g.len = 0;
    m(&b, 2, &c);
    m(&a, 2, &b);
    n(&b, 1, 1);
    {
        wire range = {NULL, 0, 0};
        n(&range, 1, 8);
        t(&range, 2, "start");
        attributes(&range, 3);
        n(&range, 4, 99);
        n(&range, 5, 7);
        m(&b, 3, &range);
        free(range.ptr);
    }
    m(&a, 3, &b);
    n(&a, 4, 1);
    m(w, number, &a);
}

static void rules(wire *w, uint32_t number)
{
    t(&a, 1, "Rule");
    t(&a, 2, "name");
    { /* one item: message, charts, proposal, focus, speed-up */
        wire item = {NULL, 0, 0};
        t(&e, 1, "said");
        n(&e, 2, 2);
        n(&e, 3, 3);
        t(&e, 4, "short");
        m(&item, 1, &e);
        t(&e, 1, "Next");
        m(&item, 6, &e);
        n(&e, 1, 3);
        t(&e, 2, "focus");
        d(&e, 3, 1.25);
        n(&e, 4, 1);
        t(&e, 5, "info");
        m(&item, 8, &e);
        n(&e, 1, 2);
        d(&e, 2, 12.5);
        m(&item, 10, &e);
        m(&b, 1, &item);
        free(item.ptr);
    }
    m(&a, 3, &b);
    t(&a, 4, "section");
    n(&b, 1, 1);
    n(&b, 2, 20);
    n(&b, 3, 300);
    t(&b, 4, "marker");
    n(&b, 5, 1);
    t(&b, 6, "path");
    m(&a, 5, &b);
    m(w, number, &a);
}

static void session(wire *w, uint32_t number)
{
    wire s = {NULL, 0, 0};
    n(&s, 1, 1234);
    n(&s, 2, 1700000000);
    system_message(&s, 3);
    system_message(&s, 4);
    t(&b, 1, "property");
    t(&b, 2, "value");
    m(&a, 1, &b);
    m(&s, 5, &a);
    n(&a, 1, 0);
    t(&a, 2, "device");
    t(&b, 1, "attribute");
    value(&b, 2, 4);
    m(&a, 3, &b);
    m(&s, 6, &a);
    t(&s, 7, "comments");
    t(&a, 1, "provider");
    t(&a, 2, "1.0");
    m(&s, 8, &a);
    t(&a, 1, "path");
    t(&a, 2, "directory");
    t(&a, 3, "arguments");
    t(&a, 4, "environment");
    m(&s, 9, &a);
    n(&a, 1, 1);
    t(&a, 4, "activity");
    t(&b, 1, "kernel");
    n(&b, 4, 4);
    m(&a, 5, &b);
    n(&b, 1, 1);
    t(&b, 2, "metrics");
    m(&a, 6, &b);
    t(&a, 11, "replay");
    m(&s, 10, &a);
    t(&s, 11, "command");
    m(w, number, &s);
    free(s.ptr);
}

static void xyz(wire *w, uint32_t number)
{
    n(&a, 1, 3);
    n(&a, 2, 4);
    n(&a, 3, 5);
    m(w, number, &a);
}

static void kernel(wire *w)
{
    n(w, 1, 7);
    n(w, 2, 2);
    t(w, 5, "mangled");
    t(w, 6, "function");
    t(w, 7, "demangled");
    n(w, 8, 3);
    xyz(w, 9);
    xyz(w, 10);
    xyz(w, 11);
    t(w, 12, "comments");
    metrics(w, 13);
    n(w, 14, 1700000000);
    n(&a, 1, 77);
    n(&a, 5, 8);
    m(w, 15, &a);
    n(w, 16, 1);
    sections(w, 17);
    t(&b, 1, "Id");
    m(&a, 1, &b);
    t(&a, 2, "name");
    t(&a, 3, "text");
    m(w, 18, &a);
    rules(w, 19);
    n(w, 20, 1);
    nvtx(w, 21);
    n(w, 22, 1);
    n(w, 23, 2);
    n(&a, 1, 6);
    t(&a, 2, "combination");
    m(w, 24, &a);
    n(&a, 1, 1);
    n(&a, 2, 1);
    m(w, 25, &a);
    t(w, 26, "context");
    t(w, 27, "stream");
    t(&b, 1, "module");
    n(&b, 2, 4096);
    t(&b, 3, "file");
    t(&b, 4, "main");
    n(&b, 5, 12);
    m(&a, 1, &b);
    m(w, 28, &a);
    t(w, 31, "31");
    f(w, 35, 0x440c0000u);
}

static void source(wire *w)
{
    n(w, 1, 77);
    t(w, 2, "code");
    t(w, 3, "intermediate");
    t(w, 4, "binary");
    n(w, 5, 8);
    n(w, 6, 8 << 16);
    n(w, 7, 1);
    t(&b, 1, "path");
    t(&b, 2, "content");
    m(&a, 1, &b);
    m(w, 8, &a);
    t(&b, 1, "symbol");
    n(&b, 2, 256);
    n(&b, 3, 4);
    m(&a, 1, &b);
    t(&b, 1, "object");
    m(&a, 2, &b);
    m(w, 9, &a);
}

/* As read_sections, without the bytes themselves. */
static void section_contents(ncurep_result *r)
{
    ncurep_section s;
    ncurep_section_body body;
    ncurep_section_metrics more;
    ncurep_comment comment;
    unsigned count = 0;
    while (ncurep_section_next(&r->sections, &s)) {
        count++;
        CHECK(s.bytes.len > 10 && s.has == 0x37fe); /* fields 1 to 10, 12 and 13 */
        read_view(s.identifier);
        read_view(s.name);
        read_view(s.description);
        read_view(s.extends);
        read_number(s.order + s.header.order + s.metrics.order);
        read_labels(&s.header.metrics);
        read_labels(&s.metrics.metrics);
        read_labels(&s.sets);
        read_labels(&s.groups);
        read_pairs(&s.definitions.list);
        while (ncurep_section_body_next(&s.bodies, &body)) {
            read_view(body.name);
            read_number((uint64_t)body.set_default);
        }
        while (ncurep_section_metrics_next(&s.source_metrics, &more)) read_labels(&more.metrics);
    }
    CHECK(count == 0 || count == 2);
    CHECK(r->sections.error.code == NCUREP_OK);
    while (ncurep_comment_next(&r->section_comments, &comment)) {
        read_view(comment.id.section);
        read_view(comment.text);
    }
}

/* Everything except what depends on places in the file. */
static uint64_t content(int with_noise, uint64_t sums[8])
{
    static const char *const strings[] = {"zero", "one", "two", "three", "four", "five"};
    ncurep_report *r;
    ncurep_info info;
    ncurep_result result;
    ncurep_source s;
    ncurep_metric metric;
    ncurep_source_file sf;
    ncurep_symbol y;
    ncurep_frame frame;
    uint64_t reference;
    ncurep_list list;
    ncurep_error error;
    size_t i;
    noisy = with_noise;
    file.len = 0;
    w_bytes(&file, "NVR", 4);
    n(&a, 1, 7);
    w_little(&file, a.len, 4);
    w_bytes(&file, a.ptr, a.len);
    a.len = 0;
    source(&entry);
    w_entry(&payload, &entry);
    kernel(&entry);
    w_entry(&payload, &entry);
    n(&entry, 1, 7); /* a range: other numbers */
    metrics(&entry, 4);
    noise(&entry, 15, 0, 1);
    w_number(&entry, 15, 4096);
    noise(&entry, 15, 0, 1);
    w_entry(&payload, &entry);
    n(&header, 1, 1);
    n(&header, 2, 1);
    session(&header, 3);
    for (i = 0; i < 6; i++) t(&a, 1, strings[i]);
    m(&header, 4, &a);
    n(&a, 1, 1234);
    t(&a, 2, "host");
    t(&a, 3, "program");
    m(&header, 6, &a);
    n(&header, 7, 1);
    w_block(&file, &header, &payload);
    r = ncurep_report_open(file.ptr, file.len, NULL, NULL);
    if (!CHECK(r != NULL)) return 0;
    ncurep_report_info(r, &info);
    CHECK(info.problems == 0 && info.blocks == 1 && info.sources == 1 && info.results == 2 && info.strings == 6 && info.processes == 1 && info.version == 7);
    read_sum = read_errors = 0;
    read_session(r);
    sums[0] = read_sum;
    read_sum = 0;
    CHECK(ncurep_source_at(r, 0, &s, &error));
    read_number(s.reference + s.flags + s.revision + (uint64_t)(uint32_t)s.sass);
    read_view(s.code);
    read_view(s.intermediate);
    read_view(s.binary);
    while (ncurep_source_file_next(&s.files.list, &sf)) {
        read_view(sf.path);
        read_view(sf.content);
    }
    while (ncurep_symbol_next(&s.relocation.functions, &y)) read_view(y.name);
    while (ncurep_symbol_next(&s.relocation.objects, &y)) read_view(y.name);
    sums[1] = read_sum;
    for (i = 0; i < 2; i++) {
        unsigned count = 0;
        read_sum = 0;
        CHECK(ncurep_result_at(r, (uint32_t)i, &result, &error));
        read_number(result.has);
        read_number(result.thread + result.call + result.dimensions + result.context + result.stream + result.series.id + (unsigned)result.clock.requested);
        read_number(result.grid[0] + 10 * result.grid[1] + 100 * result.grid[2] + result.offset.x + result.block_size.z + result.created + result.source.reference);
        read_view(result.function);
        read_view(result.mangled);
        read_view(result.demangled);
        read_view(result.comments);
        read_view(result.context_name);
        read_view(result.stream_name);
        read_view(result.series.combination);
        read_view(result.field31);
        if (result.driver == 560.0f) read_number(560);
        list = result.metrics;
        while (ncurep_metric_next(&list, &metric)) {
            ncurep_metric found;
            ncurep_list instances = metric.instances;
            CHECK(metric.instances.count == 2 && metric.id_kind == 1 && metric.value.kind == (ncurep_kind)count);
            CHECK(ncurep_metric_find(&result, count, &found) && found.value.kind == (ncurep_kind)count);
            count++;
            read_metric(r, &metric);
            CHECK(ncurep_instances(&instances, NULL, NULL, NULL, 9) == 2 && instances.error.code == NCUREP_OK);
        }
        CHECK(count == 6 && list.error.code == NCUREP_OK);
        CHECK(!ncurep_metric_find(&result, 6, &metric));
        while (ncurep_reference_next(&result.references, &reference)) read_number(reference);
        while (ncurep_frame_next(&result.stack.frames, &frame)) {
            CHECK_VIEW("module", frame.module);
            CHECK_VIEW("file", frame.file);
            CHECK_VIEW("main", frame.function);
            CHECK(frame.address == 4096 && frame.line == 12);
            read_view(frame.module);
            read_view(frame.function);
            read_number(frame.line);
        }
        section_contents(&result);
        read_rules(&result);
        read_nvtx(&result);
        sums[2 + i] = read_sum;
    }
    CHECK_U64(0, read_errors);
    if (!noisy) CHECK(read_all(r) != 0);
    ncurep_report_close(r);
    return file.len;
}

static void other_wires(void)
{
    uint64_t plain[8], with[8];
    size_t i;
    memset(plain, 0, sizeof plain);
    memset(with, 0, sizeof with);
    CHECK(content(0, plain) < content(1, with) / 10);
    for (i = 0; i < 4; i++)
        if (!CHECK_U64(plain[i], with[i])) printf("    part %u\n", (unsigned)i);
    for (i = 1; i < 4; i++) CHECK(plain[i] != plain[0]);
}

/* Lists of numbers: one by one, packed, and both; wrong wire types in between. */
static void numbers(void)
{
    static const struct {
        const char *bytes;
        size_t len;
        uint32_t count, got; /* as the list says; as can be read */
        uint64_t sum;
        int broken;
    } cases[] = {{"\172\3\1\2\3", 5, 3, 3, 6, 0}, {"\170\5\170\6", 4, 2, 2, 11, 0}, {"\172\2\1\2\170\7\172\0\172\1\4", 11, 4, 4, 14, 0}, {"\172\2\1\377", 4, 1, 1, 1, 1},
                 {"\172\14\377\377\377\377\377\377\377\377\377\3\1\1", 14, 3, 0, 0, 1}, {"\170\1\171\0\0\0\0\0\0\0\0\170\2", 13, 2, 2, 3, 0},
                 {"\170\1\010\1\172\1\5", 7, 2, 2, 6, 0}, {"\173\174\170\3", 4, 1, 1, 3, 0}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        ncurep_report *r;
        ncurep_result result;
        uint64_t reference, sum = 0;
        uint32_t got = 0;
        file.len = 0;
        w_report(&file, 7);
        w_bytes(&entry, cases[i].bytes, cases[i].len);
        w_entry(&payload, &entry);
        w_number(&header, 7, 1); /* a range, whose references are field 40 */
        w_block(&file, &header, &payload);
        r = ncurep_report_open(file.ptr, file.len, NULL, NULL);
        if (!CHECK(ncurep_result_at(r, 0, &result, NULL))) printf("    number %u\n", (unsigned)i);
        if (!CHECK_U64(cases[i].count, result.references.count)) printf("    number %u\n", (unsigned)i);
        while (ncurep_reference_next(&result.references, &reference)) {
            sum += reference;
            got++;
        }
        if (!CHECK(got == cases[i].got && sum == cases[i].sum && (result.references.error.code != NCUREP_OK) == cases[i].broken && reference == 0)) printf("    number %u\n", (unsigned)i);
        ncurep_report_close(r);
    }
}

int main(void)
{
    RUN(other_wires);
    RUN(numbers);
    free(a.ptr);
    free(b.ptr);
    free(c.ptr);
    free(e.ptr);
    free(g.ptr);
    free(file.ptr);
    free(header.ptr);
    free(payload.ptr);
    free(entry.ptr);
    return run_end();
}
