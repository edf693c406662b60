/* The reader: container, strings, session, sources, results, metrics, lists, the walk to unknown fields. */
#define NCUREP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include <math.h>

#include "ncurep_wire.h"
#include "run.h"

static wire report, header, payload, entry, part, small;
static ncurep_report *r;
static ncurep_error error;

static void block(void) { w_block(&report, &header, &payload); }

static void start(void)
{
    report.len = header.len = payload.len = entry.len = part.len = small.len = 0;
    w_report(&report, 7);
}

static ncurep_report *read_it(void)
{
    r = ncurep_report_open(report.ptr, report.len, NULL, &error);
    CHECK(r != NULL);
    CHECK_U64(NCUREP_OK, error.code);
    return r;
}

static void pair(uint32_t number, const char *a, const char *b)
{
    wire w = {NULL, 0, 0};
    w_text(&w, 1, a);
    w_text(&w, 2, b);
    w_message(&part, number, &w);
    free(w.ptr);
}

static void process(uint32_t id, const char *name)
{
    w_number(&part, 1, id);
    w_text(&part, 2, "127.0.0.1");
    w_text(&part, 3, name);
    w_message(&header, 6, &part);
}

static void strings(const char *a, const char *b)
{
    w_text(&part, 1, a);
    if (b != NULL) w_text(&part, 1, b);
    w_message(&header, 4, &part);
}

/* A metric with one number, as field `number` of what becomes an entry. */
static void metric(uint32_t number, uint32_t id, uint64_t value)
{
    w_number(&part, 1, id);
    w_number(&small, 5, value);
    w_message(&part, 2, &small);
    w_message(&entry, number, &part);
}

static ncurep_info info(void)
{
    ncurep_info i;
    ncurep_report_info(r, &i);
    return i;
}

/* Container ------------------------------------------------------------------------------------------------------- */

static void container(void)
{
    ncurep_block b;
    start();
    w_number(&header, 1, 0);
    process(7, "/bin/a");
    strings("one", "two");
    block();
    w_number(&header, 1, 1);
    w_number(&entry, 1, 42);
    w_entry(&payload, &entry);
    process(8, "/bin/b");
    block();
    w_number(&header, 2, 2);
    metric(13, 1, 3);
    w_entry(&payload, &entry);
    metric(13, 0, 4);
    w_entry(&payload, &entry);
    process(7, "/bin/a");
    block();
    read_it();
    CHECK_U64(report.len, info().size);
    CHECK_U64(7, info().version);
    CHECK_U64(3, info().blocks);
    CHECK_U64(1, info().sources);
    CHECK_U64(2, info().results);
    CHECK_U64(2, info().strings);
    CHECK_U64(2, info().processes);
    CHECK_U64(0, info().problems);
    CHECK(ncurep_block_at(r, 0, &b, &error) && b.at == 10 && b.strings == 2 && b.process == 0 && !b.has_session && b.rest_size == 0);
    CHECK(ncurep_block_at(r, 1, &b, &error) && b.sources == 1 && b.process == 1 && b.payload_size == 6);
    CHECK(ncurep_block_at(r, 2, &b, &error) && b.kernels == 2 && b.process == 0 && b.first_source == 1 && b.first_result == 0);
    CHECK(!ncurep_block_at(r, 3, &b, &error) && error.code == NCUREP_OK);
    ncurep_report_close(r);
}

static void processes(void) /* many that come and go each get one number, in order of appearance */
{
    ncurep_process p;
    ncurep_block b;
    char name[32];
    uint32_t i;
    start();
    for (i = 0; i < 400; i++) {
        sprintf(name, "/bin/%u", (unsigned)(i * 7 % 40));
        process(i * 7 % 40, name);
        block();
    }
    read_it();
    CHECK_U64(40, info().processes);
    for (i = 0; i < 400; i++) CHECK(ncurep_block_at(r, i, &b, NULL) && b.process == i % 40);
    for (i = 0; i < 40; i++) {
        sprintf(name, "/bin/%u", (unsigned)(i * 7 % 40));
        CHECK(ncurep_process_at(r, i, &p));
        CHECK_VIEW(name, p.name);
        CHECK_U64(i * 7 % 40, p.id);
    }
    CHECK(!ncurep_process_at(r, 40, &p) && p.has == 0);
    ncurep_report_close(r);
}

static void forward_ids(void) /* a result may use strings of a later block; pieces append, an empty one changes nothing */
{
    ncurep_result k;
    ncurep_metric m;
    ncurep_view name;
    start();
    strings("first", NULL);
    w_number(&header, 2, 1);
    metric(13, 2, 5);
    w_entry(&payload, &entry);
    block();
    w_message(&header, 4, &part);
    block();
    strings("second", "third");
    block();
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, NULL) && ncurep_metric_next(&k.metrics, &m));
    CHECK(ncurep_string_at(r, m.name_id, &name));
    CHECK_VIEW("third", name);
    CHECK(!ncurep_string_at(r, 3, &name) && name.len == 0 && name.ptr != NULL);
    CHECK_U64(1, string_id(r, ncurep_text("second")));
    CHECK_U64(NCUREP_NONE, string_id(r, ncurep_text("secon")));
    ncurep_report_close(r);
}

static void sorted_strings(void)
{
    char text[32];
    uint32_t i;
    start();
    for (i = 0; i < 1000; i++) {
        sprintf(text, "name%u", (unsigned)(i * 37 % 500)); /* each twice: the lower id counts */
        w_text(&part, 1, text);
    }
    w_message(&header, 4, &part);
    block();
    read_it();
    CHECK(sort_strings(r));
    for (i = 0; i < 1000; i++) {
        sprintf(text, "name%u", (unsigned)(i * 37 % 500));
        CHECK_U64(i % 500, string_id(r, ncurep_text(text)));
    }
    CHECK_U64(NCUREP_NONE, string_id(r, ncurep_text("name")));
    CHECK_U64(NCUREP_NONE, string_id(r, ncurep_text("zzz")));
    CHECK_U64(NCUREP_NONE, string_id(r, ncurep_text("")));
    ncurep_report_close(r);
}

/* Session --------------------------------------------------------------------------------------------------------- */

static void session_pieces(void)
{
    ncurep_session s;
    ncurep_address a;
    ncurep_pair p;
    ncurep_device d;
    ncurep_attribute at;
    wire host = {NULL, 0, 0}, session = {NULL, 0, 0};
    start();
    w_text(&host, 1, "Linux");
    w_text(&host, 2, "old");
    w_text(&small, 1, "10.0.0.1");
    w_number(&small, 2, 1);
    w_message(&host, 7, &small);
    w_number(&session, 2, 100);
    w_message(&session, 3, &host);
    pair(8, "CUDA Version", "12.0");
    w_bytes(&session, part.ptr, part.len);
    part.len = 0;
    w_message(&header, 3, &session);
    block();
    w_text(&host, 2, "new");
    w_text(&small, 1, "10.0.0.2");
    w_message(&host, 7, &small);
    w_number(&session, 2, 200);
    w_message(&session, 3, &host);
    w_text(&small, 1, "key");
    w_text(&small, 2, "value");
    w_message(&part, 1, &small);
    w_message(&session, 5, &part);
    w_number(&part, 1, 0);
    w_text(&part, 2, "Gadget");
    w_text(&small, 1, "device__attribute_x");
    {
        wire v = {NULL, 0, 0};
        w_double(&v, 3, 1.5);
        w_message(&small, 2, &v);
        free(v.ptr);
    }
    w_message(&part, 3, &small);
    w_message(&session, 6, &part);
    pair(8, "PerfWorks", "0.1");
    w_bytes(&session, part.ptr, part.len);
    part.len = 0;
    w_text(&session, 11, "ncu ./a ");
    w_message(&header, 3, &session);
    block();
    w_message(&header, 3, &session); /* an empty piece */
    block();
    read_it();
    CHECK(ncurep_report_session(r, &s));
    CHECK_U64(200, s.created);
    CHECK(NCUREP_HAS(&s, 2) && !NCUREP_HAS(&s, 1) && NCUREP_HAS(&s, 3) && !NCUREP_HAS(&s, 4));
    CHECK_VIEW("Linux", s.host.os);
    CHECK_VIEW("new", s.host.build);
    CHECK_U64(2, s.host.addresses.count);
    CHECK(ncurep_address_next(&s.host.addresses, &a) && a.type == 1);
    CHECK_VIEW("10.0.0.1", a.address);
    CHECK(ncurep_address_next(&s.host.addresses, &a) && a.has == 2);
    CHECK_VIEW("10.0.0.2", a.address);
    CHECK(!ncurep_address_next(&s.host.addresses, &a));
    CHECK_U64(1, s.properties.list.count);
    CHECK(ncurep_pair_next(&s.properties.list, &p));
    CHECK_VIEW("value", p.value);
    CHECK_U64(2, s.versions.count);
    CHECK(ncurep_pair_next(&s.versions, &p) && ncurep_pair_next(&s.versions, &p));
    CHECK_VIEW("PerfWorks", p.name);
    CHECK(ncurep_device_next(&s.devices, &d) && NCUREP_HAS(&d, 1) && ncurep_attribute_next(&d.attributes, &at));
    CHECK_DOUBLE(1.5, ncurep_value_double(&at.value));
    CHECK_VIEW("ncu ./a ", s.command);
    ncurep_report_close(r);
    free(host.ptr);
    free(session.ptr);
}

/* Modules --------------------------------------------------------------------------------------------------------- */

static void put_source(uint64_t reference, const char *binary, const char *function)
{
    w_number(&entry, 1, reference);
    if (binary != NULL) w_text(&entry, 4, binary);
    w_text(&small, 1, function);
    w_number(&small, 2, 4096);
    w_number(&small, 3, 9);
    w_message(&part, 1, &small);
    w_message(&entry, 9, &part);
    w_number(&header, 1, 1);
    w_entry(&payload, &entry);
    block();
}

static void modules(void)
{
    ncurep_module m;
    ncurep_source s;
    ncurep_symbol y;
    uint32_t count = 9;
    start();
    put_source(500, "cubin five", "f");
    put_source(100, "cubin one", "g");
    put_source(500, NULL, "h");
    w_number(&header, 1, 1); /* a malformed source belongs to no module */
    w_bytes(&entry, "\x0f", 1);
    w_entry(&payload, &entry);
    block();
    put_source(500, NULL, "i");
    read_it();
    CHECK(!ncurep_module_at(r, 0, &m));
    CHECK(ncurep_modules_load(r, &count, &error) == NCUREP_OK);
    CHECK_U64(2, count);
    CHECK(ncurep_module_at(r, 0, &m) && m.reference == 500 && m.pieces == 3 && m.index == 0);
    CHECK(ncurep_module_at(r, 1, &m) && m.reference == 100 && m.pieces == 1 && m.index == 1);
    CHECK(!ncurep_module_at(r, 2, &m) && m.pieces == 0);
    CHECK(ncurep_module_at(r, 0, &m) && ncurep_module_source_at(r, &m, 0, &s, &error) && s.index == 0);
    CHECK(ncurep_module_source_at(r, &m, 1, &s, &error) && s.index == 2 && ncurep_module_source_at(r, &m, 2, &s, &error) && s.index == 4);
    CHECK(!ncurep_module_source_at(r, &m, 3, &s, &error) && error.code == NCUREP_OK && s.bytes.len == 0);
    CHECK_U64(1, module_index(r, 100));
    CHECK_U64(NCUREP_NONE, module_index(r, 101));
    CHECK(ncurep_source_at(r, 0, &s, &error) && ncurep_symbol_next(&s.relocation.functions, &y));
    CHECK_VIEW("cubin five", s.binary);
    CHECK_VIEW("f", y.name);
    CHECK(y.address == 4096 && y.index == 9);
    CHECK(!ncurep_source_at(r, 3, &s, &error) && error.code == NCUREP_SYNTAX && s.bytes.len == 0);
    CHECK(!ncurep_source_at(r, 5, &s, &error) && error.code == NCUREP_OK);
    ncurep_report_close(r);
}

/* Results --------------------------------------------------------------------------------------------------------- */

static void xyz(uint32_t number, uint64_t x, uint64_t y, uint64_t z)
{
    w_number(&part, 1, x);
    w_number(&part, 2, y);
    if (z != 0) w_number(&part, 3, z);
    w_message(&entry, number, &part);
}

static void all_kinds(void)
{
    static const uint32_t api[4] = {16, 6, 6, 6}, context[4] = {22, 11, 11, 11}, references[4] = {0, 15, 17, 17};
    ncurep_result k;
    uint64_t reference;
    uint32_t kind;
    start();
    for (kind = 0; kind < 4; kind++) {
        w_number(&entry, 1, 1000 + kind);
        w_number(&entry, 2, 77);
        w_text(&entry, kind == 0 ? 12 : 3, "note");
        metric(kind == 0 ? 13 : 4, 0, kind);
        w_number(&entry, api[kind], 3);
        w_number(&entry, context[kind], 5);
        if (kind > 1) w_number(&entry, 12, 6);
        if (kind == 0) w_number(&entry, 23, 6);
        if (kind > 0) { /* one plain, two packed */
            w_number(&entry, references[kind], 300);
            w_varint(&part, 301);
            w_varint(&part, 1ull << 60);
            w_message(&entry, references[kind], &part);
        }
        if (kind == 2) w_text(&entry, 18, "list");
        w_entry(&payload, &entry);
    }
    w_number(&header, 2, 1);
    w_number(&header, 7, 1);
    w_number(&header, 8, 1);
    w_number(&header, 9, 1);
    block();
    read_it();
    for (kind = 0; kind < 4; kind++) {
        CHECK(ncurep_result_at(r, kind, &k, &error));
        CHECK_U64(kind, k.kind);
        CHECK_U64(1000 + kind, k.thread);
        CHECK_U64(77, k.call);
        CHECK_VIEW("note", k.comments);
        CHECK_U64(1, k.metrics.count);
        CHECK_U64(3, (uint64_t)k.api);
        CHECK_U64(5, k.context);
        CHECK_U64(kind == 1 ? 0 : 6, k.stream);
        CHECK_U64(kind == 1 ? 0 : 1, NCUREP_HAS(&k, 23));
        CHECK_VIEW(kind == 2 ? "list" : "", k.display);
        CHECK_U64(kind == 0 ? 0 : 3, k.references.count);
        CHECK_VIEW("", k.function);
        CHECK_U64(NCUREP_NONE, k.process);
        if (kind == 0) continue;
        CHECK(ncurep_reference_next(&k.references, &reference) && reference == 300);
        CHECK(ncurep_reference_next(&k.references, &reference) && reference == 301);
        CHECK(ncurep_reference_next(&k.references, &reference) && reference == 1ull << 60);
        CHECK(!ncurep_reference_next(&k.references, &reference) && reference == 0 && k.references.error.code == NCUREP_OK);
    }
    CHECK(!ncurep_result_at(r, 4, &k, &error) && error.code == NCUREP_OK && k.rules.ptr != NULL);
    ncurep_report_close(r);
}

static void grid_of(uint64_t x, uint64_t y, uint64_t z, int clock, int target)
{
    ncurep_result k;
    start();
    xyz(10, 1024, 64, 3);
    xyz(11, 256, 4, 0);
    if (clock) {
        w_number(&part, 1, 1);
        w_message(&entry, 25, &part);
    }
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
    if (target) {
        pair(8, "Nsight Compute Target", "2020.3");
        w_message(&header, 3, &part);
        block();
    }
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, NULL));
    CHECK_U64(x, k.grid[0]);
    CHECK_U64(y, k.grid[1]);
    CHECK_U64(z, k.grid[2]);
    CHECK_U64(1024, k.global_size.x);
    ncurep_report_close(r);
}

static void grid(void) /* the oldest files count threads */
{
    grid_of(4, 16, 3, 0, 0);
    grid_of(1024, 64, 3, 1, 0);
    grid_of(1024, 64, 3, 0, 1);
}

/* launch__grid_size decides whether 1024, 64, 3 with blocks of 256, 4, 1 counts threads, in a report that looks new or
   old. size NULL: a text. */
static void settled(int threads, const double *size, uint64_t whole, uint64_t x, int clock)
{
    ncurep_result k;
    wire value = {NULL, 0, 0};
    start();
    xyz(10, x, 64, 3);
    xyz(11, 256, 4, 1);
    if (size == NULL) w_text(&value, 1, "192");
    else if (*size != 0) w_double(&value, 3, *size);
    else w_number(&value, 5, whole);
    w_number(&part, 1, 1);
    w_message(&part, 2, &value);
    w_message(&entry, 13, &part);
    if (clock) {
        w_number(&part, 1, 1);
        w_message(&entry, 25, &part);
    }
    w_text(&part, 1, "sm__x.avg");
    w_text(&part, 1, "launch__grid_size");
    w_message(&header, 4, &part);
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, NULL));
    CHECK_U64(threads ? x / 256 : x, k.grid[0]);
    CHECK_U64(threads ? 16 : 64, k.grid[1]);
    CHECK_U64(3, k.grid[2]);
    ncurep_report_close(r);
    free(value.ptr);
}

static void grid_size(void)
{
    const double blocks = 4 * 16 * 3, threads = 1024 * 64 * 3, other = 192.5, negative = -192, nan = (double)NAN;
    const double huge = 3.0 * 64 * 18446744073709551616.0 / 2; /* 3 * 64 * 2^63, which is beyond 64 bits */
    const double none = 0;
    settled(1, &blocks, 0, 1024, 1);
    settled(0, &threads, 0, 1024, 0);
    settled(1, &none, 192, 1024, 1);
    settled(0, &none, 1024 * 64 * 3, 1024, 0);
    /* Anything else, or anything but a number, leaves it to the clock. */
    settled(0, &other, 0, 1024, 1);
    settled(1, &other, 0, 1024, 0);
    settled(1, &negative, 0, 1024, 0);
    settled(1, &nan, 0, 1024, 0);
    settled(0, NULL, 0, 1024, 1);
    settled(1, NULL, 0, 1024, 0);
    settled(1, &none, 191, 1024, 0);
    settled(0, &huge, 0, 1ull << 63, 0);
    settled(1, &none, 0xffffffffffffffffu, 1ull << 63, 0); /* a product beyond 64 bits equals no number of 64 bits */
    settled(0, &none, 0, 0, 0);
}

/* Other values of launch__grid_size, and other metrics before it. kind: field and wire type of the value. */
static void settled_by(int threads, uint32_t field, uint32_t type, uint64_t bits, unsigned size, uint64_t y, uint64_t z)
{
    ncurep_result k;
    start();
    xyz(10, 1024, y, z);
    xyz(11, 256, 4, 1);
    w_data(&entry, 13, "\x10\x01", 2);         /* no name */
    w_data(&entry, 13, "\x08\xff", 2);         /* malformed */
    metric(13, 9, 192);                        /* a name that is not in the table */
    w_data(&entry, 13, "\x12\x02\x28\x01\x08\x09", 6); /* likewise, after its value */
    metric(13, 2, 196608);                     /* another name, between two of this one */
    w_number(&part, 1, 3);                     /* its second name, without a value */
    if (size > 0) {
        w_tag(&small, field, type);
        w_little(&small, bits, size);
        w_message(&part, 2, &small);
    }
    w_message(&entry, 13, &part);
    w_text(&part, 1, "x");
    w_text(&part, 1, "launch__grid_size");
    w_text(&part, 1, "launch__block_size");
    w_text(&part, 1, "launch__grid_size");
    w_message(&header, 4, &part);
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, NULL));
    CHECK_U64(threads ? 4 : 1024, k.grid[0]);
    ncurep_report_close(r);
}

static void grid_values(void)
{
    settled_by(1, 2, 5, 0x43400000u, 4, 64, 3);               /* a float: 192 */
    settled_by(0, 2, 5, 0x48400000u, 4, 64, 3);               /* 196608: as stored, although there is no clock */
    settled_by(1, 3, 1, (uint64_t)0x7ff00000u << 32, 8, 64, 3); /* infinite: without a clock, in threads */
    settled_by(1, 3, 1, (uint64_t)0x3fe00000u << 32, 8, 64, 3); /* 0.5 */
    settled_by(1, 3, 1, 0, 8, 64, 3);                         /* 0 */
    settled_by(0, 3, 1, 0, 8, 0, 3);                          /* 0 is the product with a 0 in it */
    settled_by(0, 3, 1, 0, 8, 64, 0);
    settled_by(1, 0, 0, 0, 0, 64, 3);                         /* no value */
}

/* Two SMs with ticks and samples; entries that are cut off do not count. */
static void warp_samples(void)
{
    static const uint64_t ticks[][2] = {{1000, 0}, {2000, 1}, {3000, 1}, {4000, 3}};
    ncurep_result k;
    ncurep_warp_samples w;
    ncurep_warp_series s;
    ncurep_warp_sample one;
    wire times = {NULL, 0, 0}, records = {NULL, 0, 0}, series = {NULL, 0, 0}, all = {NULL, 0, 0};
    unsigned i;
    start();
    for (i = 0; i < 4; i++) {
        w_little(&times, ticks[i][0], 8);
        w_little(&times, ticks[i][1], 8);
    }
    w_bytes(&times, "cut", 3);
    for (i = 0; i < 3; i++) {
        w_little(&records, 0x7f00 + 16 * i, 8);
        w_little(&records, 63, 4);
        w_little(&records, 0x21, 1);
        w_little(&records, i == 2 ? 200 : 8 + i, 1);
        w_little(&records, i == 1, 1);
        w_little(&records, 0, 1);
    }
    w_bytes(&records, "cut off", 7);
    w_number(&series, 1, 5);
    w_data(&series, 2, times.ptr, times.len);
    w_data(&series, 3, records.ptr, records.len);
    w_message(&all, 1, &series);
    w_number(&series, 1, 6); /* no ticks */
    w_data(&series, 3, records.ptr, 16);
    w_message(&all, 1, &series);
    w_text(&part, 1, "pmsampling:x.avg");
    w_message(&part, 2, &all);
    w_message(&entry, 36, &part);
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, NULL) && NCUREP_HAS(&k, 36) && k.warp_samples.count == 1);
    CHECK(ncurep_warp_samples_next(&k.warp_samples, &w) && w.series.list.count == 2);
    CHECK_VIEW("pmsampling:x.avg", w.name);
    CHECK(ncurep_warp_series_next(&w.series.list, &s) && s.unit == 5);
    CHECK(ncurep_warp_sample_next(&s, &one) && one.has_time && one.time == 1000 && one.address == 0x7f00 && one.at8 == 63 && one.place == 0x21);
    CHECK_STR("long_scoreboard", ncurep_stall_name(one.reason));
    CHECK(ncurep_warp_sample_next(&s, &one) && one.time == 3000 && one.not_issued == 1);
    CHECK_STR("short_scoreboard", ncurep_stall_name(one.reason));
    CHECK(ncurep_warp_sample_next(&s, &one) && one.time == 3000 && one.address == 0x7f20);
    CHECK_STR("?", ncurep_stall_name(one.reason));
    CHECK(s.error.code == NCUREP_OK && s.error.message[0] == 0);
    CHECK(!ncurep_warp_sample_next(&s, &one) && one.address == 0 && !one.has_time);
    CHECK(s.error.code == NCUREP_SYNTAX && s.error.offset == s.at + 48 && memcmp(report.ptr + s.error.offset, "cut off", 7) == 0);
    CHECK_STR("the last warp sample is cut", s.error.message);
    CHECK(ncurep_warp_series_next(&w.series.list, &s) && s.unit == 6);
    CHECK(ncurep_warp_sample_next(&s, &one) && !one.has_time && one.time == 0 && one.address == 0x7f00);
    CHECK(!ncurep_warp_sample_next(&s, &one) && !ncurep_warp_sample_next(NULL, &one) && !ncurep_warp_sample_next(&s, NULL));
    CHECK(s.error.code == NCUREP_OK);
    CHECK(!ncurep_warp_series_next(&w.series.list, &s) && !ncurep_warp_samples_next(&k.warp_samples, &w));
    CHECK_STR("?", ncurep_stall_name(0));
    CHECK_STR("drain", ncurep_stall_name(1));
    CHECK_STR("not_selected", ncurep_stall_name(18));
    CHECK_STR("?", ncurep_stall_name(19));
    ncurep_report_close(r);
    free(times.ptr);
    free(records.ptr);
    free(series.ptr);
    free(all.ptr);
}

/* Metrics --------------------------------------------------------------------------------------------------------- */

static void value_of(uint32_t kind, wire *to)
{
    switch (kind) {
    case 1: w_text(to, 1, "text"); break;
    case 2:
        w_tag(to, 2, 5);
        w_little(to, 0x3fc00000, 4); /* 1.5 */
        break;
    case 3: w_double(to, 3, -2.5); break;
    case 4: w_number(to, 4, 0x1ffffffffull); break; /* the low 32 bits count */
    case 5: w_number(to, 5, ~(uint64_t)0); break;
    default: break;
    }
}

static void kinds_of_value(void)
{
    static const double doubles[6] = {0, 0, 1.5, -2.5, 4294967295.0, 18446744073709551616.0};
    static const uint64_t numbers[6] = {0, 0, 1, 0, 4294967295u, ~(uint64_t)0};
    ncurep_result k;
    ncurep_metric m;
    ncurep_instance n;
    uint32_t kind, id;
    start();
    for (kind = 0; kind < 6; kind++) {
        w_number(&part, 1, kind);
        value_of(kind, &small);
        if (kind > 0) w_message(&part, 2, &small);
        for (id = 0; id < 6; id++) { /* ids and values of all kinds */
            wire v = {NULL, 0, 0};
            value_of(id, &v);
            w_message(&small, 1, &v);
            value_of(kind, &v);
            w_message(&small, 2, &v);
            w_message(&part, 3, &small);
            free(v.ptr);
        }
        w_number(&part, 4, 1);
        w_message(&entry, 13, &part);
    }
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, NULL));
    CHECK_U64(6, k.metrics.count);
    for (kind = 0; kind < 6; kind++) {
        CHECK(ncurep_metric_next(&k.metrics, &m));
        CHECK_U64(kind, m.name_id);
        CHECK_U64(kind, m.value.kind);
        CHECK_U64(1, (uint64_t)m.id_kind);
        CHECK_DOUBLE(doubles[kind], ncurep_value_double(&m.value));
        CHECK_U64(numbers[kind], ncurep_value_u64(&m.value));
        CHECK_VIEW(kind == 1 ? "text" : "", m.value.text);
        CHECK_U64(6, m.instances.count);
        for (id = 0; id < 6; id++) {
            CHECK(ncurep_instance_next(&m.instances, &n));
            CHECK_U64(id, n.id.kind);
            CHECK_U64(kind, n.value.kind);
            CHECK_U64(numbers[id], ncurep_value_u64(&n.id));
        }
        CHECK(!ncurep_instance_next(&m.instances, &n) && n.has == 0);
    }
    CHECK(!ncurep_metric_next(&k.metrics, &m) && k.metrics.error.code == NCUREP_OK && m.instances.ptr != NULL);
    ncurep_report_close(r);
}

static void kinds_of_ids(void) /* one byte and more; with another wire type it is another field */
{
    ncurep_result k;
    ncurep_metric m;
    start();
    w_number(&part, 1, 0);
    w_number(&part, 4, 1);
    w_message(&entry, 13, &part);
    w_number(&part, 1, 0);
    w_number(&part, 4, 300);
    w_message(&entry, 13, &part);
    w_number(&part, 1, 0);
    w_number(&part, 4, ~(uint64_t)0);
    w_message(&entry, 13, &part);
    w_number(&part, 1, 0);
    w_double(&part, 4, 1.5);
    w_message(&entry, 13, &part);
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, NULL));
    CHECK(ncurep_metric_next(&k.metrics, &m) && m.id_kind == 1 && NCUREP_HAS(&m, 4));
    CHECK(ncurep_metric_next(&k.metrics, &m) && m.id_kind == 300 && NCUREP_HAS(&m, 4));
    CHECK(ncurep_metric_next(&k.metrics, &m) && m.id_kind == -1 && NCUREP_HAS(&m, 4));
    CHECK(ncurep_metric_next(&k.metrics, &m) && m.id_kind == 0 && !NCUREP_HAS(&m, 4));
    CHECK(!ncurep_metric_next(&k.metrics, &m) && k.metrics.error.code == NCUREP_OK);
    ncurep_report_close(r);
}

static void arrays(void) /* every length of varint, for ids and values, through both readers of instances */
{
    static uint64_t want[130], ids[130], integers[130];
    static double doubles[130];
    ncurep_result k;
    ncurep_metric m;
    ncurep_list list;
    unsigned i;
    start();
    w_number(&part, 1, 0);
    for (i = 0; i < 128; i++) want[i] = i < 64 ? 1ull << i : ~(uint64_t)0 >> (i - 64);
    for (i = 0; i < 128; i++) {
        wire v = {NULL, 0, 0};
        w_number(&v, 5, want[i]);
        w_message(&small, 1, &v);
        if (i % 3 == 0) w_double(&v, 3, (double)i);
        else w_number(&v, 5, want[127 - i]);
        w_message(&small, 2, &v);
        w_message(&part, 3, &small);
        free(v.ptr);
    }
    w_message(&entry, 13, &part);
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, NULL) && ncurep_metric_next(&k.metrics, &m));
    list = m.instances;
    CHECK_U64(100, ncurep_instances(&list, ids, doubles, integers, 100));
    CHECK_U64(28, list.count);
    CHECK_U64(28, ncurep_instances(&list, ids + 100, doubles + 100, integers + 100, 30));
    CHECK_U64(0, ncurep_instances(&list, ids, doubles, integers, 30));
    for (i = 0; i < 128; i++) {
        CHECK_U64(want[i], ids[i]);
        CHECK_U64(i % 3 == 0 ? i : want[127 - i], integers[i]);
        CHECK_DOUBLE(i % 3 == 0 ? (double)i : (double)want[127 - i], doubles[i]);
    }
    list = m.instances;
    CHECK_U64(128, ncurep_instances(&list, NULL, NULL, NULL, 1000));
    ncurep_report_close(r);
}

/* Both readers of the instances in these bytes, in memory of exactly their size. */
static void same_instances(const char *bytes, size_t len)
{
    char *text = (char *)malloc(len > 0 ? len : 1);
    uint64_t ids[8], integers[8];
    double doubles[8];
    ncurep_list slow, quick;
    ncurep_instance n;
    size_t i = 0, got;
    memcpy(text, bytes, len);
    memset(&slow, 0, sizeof slow);
    slow.ptr = text;
    slow.end = text + len;
    slow.at = 1000;
    slow.field = 3;
    slow.count = 3;
    quick = slow;
    got = ncurep_instances(&quick, ids, doubles, integers, 8);
    for (; i < 8 && ncurep_instance_next(&slow, &n); i++) {
        if (i >= got) continue;
        CHECK_U64(ncurep_value_u64(&n.id), ids[i]);
        CHECK_U64(ncurep_value_u64(&n.value), integers[i]);
        CHECK_DOUBLE(ncurep_value_double(&n.value), doubles[i]);
    }
    CHECK_U64(i, got);
    CHECK(slow.ptr == quick.ptr && slow.end == quick.end && slow.error.code == quick.error.code);
    CHECK_U64(slow.at, quick.at);
    CHECK_U64(slow.count, quick.count);
    free(text);
}

static void arrays_same(void) /* runs of every two lengths, cut at every byte and with every byte changed */
{
    static const unsigned char other[] = {0, 1, 2, 0x0a, 0x12, 0x19, 0x1a, 0x20, 0x28, 0x7f, 0x80, 0xff};
    unsigned n, m, i;
    size_t k, c;
    for (n = 1; n <= 11; n++)
        for (m = 1; m <= 11; m++) {
            wire run = {NULL, 0, 0}, v = {NULL, 0, 0};
            for (i = 0; i < 3; i++) {
                if (n > 10) w_double(&v, 3, (double)i);
                else w_number(&v, 5, n == 1 ? i : ((uint64_t)1 << (7 * n - 7)) + i);
                w_message(&small, 1, &v);
                if (m > 10) w_double(&v, 3, 0.5 - (double)i);
                else w_number(&v, 5, m == 1 ? 7 + i : ((uint64_t)1 << (7 * m - 7)) + 7 * i);
                w_message(&small, 2, &v);
                w_message(&run, 3, &small);
            }
            for (k = 0; k <= run.len; k++) same_instances(run.ptr, k);
            for (k = 0; k < run.len; k++) {
                const char was = run.ptr[k];
                for (c = 0; c < sizeof other; c++) {
                    run.ptr[k] = (char)other[c];
                    same_instances(run.ptr, run.len);
                }
                run.ptr[k] = was;
            }
            free(run.ptr);
            free(v.ptr);
        }
}

static void fields_named_by_one_byte(void) /* a list of field 16 or of all fields is not read by its first byte alone */
{
    static const char odd[] = "\x82\x02\x08\x01\x02\x01\x00";
    ncurep_list l;
    ncurep_metric m;
    memset(&l, 0, sizeof l);
    l.ptr = odd + 4;
    l.end = odd + 7;
    CHECK(!ncurep_metric_next(&l, &m) && l.error.code != NCUREP_OK);
    memset(&l, 0, sizeof l);
    l.ptr = odd;
    l.end = odd + 4;
    l.field = 16;
    CHECK(!ncurep_metric_next(&l, &m) && l.error.code != NCUREP_OK); /* a length of 8 where one byte is left */
}

/* Elements of every length, with every first byte, in runs that are counted before they are read. */
static void runs_of_elements(void)
{
    static const unsigned char first[] = {0x00, 0x01, 0x0a, 0x7f, 0x80, 0x81, 0xff};
    size_t len, k;
    for (len = 0; len < 16500; len += len < 300 || len >= 16380 ? 1 : len < 16000 ? 1570 : 100)
        for (k = 0; k < sizeof first; k++) {
            const uint32_t count = len < 300 ? 40 : 4;
            char *text = (char *)calloc(1, len + 1);
            ncurep_nvtx_domain d;
            ncurep_list l;
            ncurep_field f;
            ncurep_view bytes;
            uint32_t i;
            memset(text, 7, len + 1);
            text[0] = (char)first[k];
            part.len = small.len = 0;
            for (i = 0; i < count; i++) w_data(&part, 3, text, len);
            w_number(&part, 1, 99);
            w_message(&small, 1, &part);
            bytes.ptr = small.ptr;
            bytes.len = small.len;
            l = ncurep_fields(bytes, 0);
            l.field = 1;
            if (!CHECK(ncurep_nvtx_domain_next(&l, &d)) || !CHECK_U64(99, d.id) || !CHECK_U64(count, d.strings.count))
                printf("    length %u, first byte %u\n", (unsigned)len, (unsigned)first[k]);
            bytes.ptr = d.strings.ptr;
            bytes.len = (size_t)(d.strings.end - d.strings.ptr);
            l = ncurep_fields(bytes, 0);
            for (i = 0; i < count; i++) CHECK(ncurep_field_next(&l, &f) && f.number == 3 && f.bytes.len == len && memcmp(f.bytes.ptr, text, len) == 0);
            CHECK(!ncurep_field_next(&l, &f) && l.error.code == NCUREP_OK);
            free(text);
        }
}

/* Overlong lengths. */
static void padded_lengths(void)
{
    static const size_t lengths[] = {0, 1, 5, 126, 127, 128, 300, 16383};
    size_t k, padding, count;
    for (k = 0; k < sizeof lengths / sizeof *lengths; k++)
        for (padding = 0; padding < 9; padding++)
            for (count = 1; count < 4; count++) {
                const size_t len = lengths[k], text_len = len < 5 ? 0 : len - (len - 2 < 128 ? 2 : 3);
                char *text = (char *)malloc(len + 1);
                ncurep_nvtx_domain d;
                ncurep_nvtx_string s;
                ncurep_list l;
                ncurep_view bytes;
                size_t i, n;
                memset(text, 'x', len + 1);
                part.len = small.len = 0;
                for (i = 0; i < count; i++) { /* every other one is padded, the first included */
                    wire one = {NULL, 0, 0};
                    if (len >= 5) w_data(&one, 2, text, text_len);
                    else if (len == 1) w_bytes(&one, "\x0f", 1); /* malformed, but present */
                    CHECK_U64(len, one.len);
                    w_tag(&part, 3, 2);
                    n = part.len;
                    w_varint(&part, len);
                    if (i % 2 == 0 && padding > 0 && part.len - n + padding <= 10) {
                        part.ptr[part.len - 1] |= (char)-128;
                        w_bytes(&part, "\x80\x80\x80\x80\x80\x80\x80\x80", padding - 1);
                        w_bytes(&part, "\0", 1);
                    }
                    w_bytes(&part, one.ptr, one.len);
                    free(one.ptr);
                }
                w_message(&small, 1, &part);
                bytes.ptr = small.ptr;
                bytes.len = small.len;
                l = ncurep_fields(bytes, 0);
                l.field = 1;
                if (!CHECK(ncurep_nvtx_domain_next(&l, &d)) || !CHECK_U64(count, d.strings.count))
                    printf("    length %u, padding %u\n", (unsigned)len, (unsigned)padding);
                for (i = 0; i < count && len != 1; i++) {
                    CHECK_U64(count - i, d.strings.count);
                    if (!CHECK(ncurep_nvtx_string_next(&d.strings, &s)) || !CHECK_BYTES(text, text_len, s.text.ptr, s.text.len))
                        printf("    length %u, padding %u\n", (unsigned)len, (unsigned)padding);
                }
                CHECK(!ncurep_nvtx_string_next(&d.strings, &s) && (d.strings.error.code != NCUREP_OK) == (len == 1));
                free(text);
            }
}

static void conversions(void)
{
    ncurep_value v;
    memset(&v, 0, sizeof v);
    v.kind = NCUREP_KIND_INT64;
    v.bits = (uint64_t)0 - 5;
    CHECK_DOUBLE(-5, ncurep_value_double(&v));
    CHECK_U64(0, ncurep_value_u64(&v));
    v.bits = 5;
    CHECK_U64(5, ncurep_value_u64(&v));
    v.kind = NCUREP_KIND_DOUBLE;
    v.bits = 0x43f0000000000000u; /* 2^64: too large */
    CHECK_U64(0, ncurep_value_u64(&v));
    v.bits = 0x43efffffffffffffu;
    CHECK_U64(0xfffffffffffff800u, ncurep_value_u64(&v));
    v.bits = 0x7ff8000000000000u;
    CHECK_U64(0, ncurep_value_u64(&v));
    v.bits = 0x3fefffffffffffffu; /* just below 1 */
    CHECK_U64(0, ncurep_value_u64(&v));
    CHECK_U64(0, ncurep_value_u64(NULL));
    CHECK_DOUBLE(0, ncurep_value_double(NULL));
}

static void by_name(void)
{
    ncurep_result k;
    ncurep_index x;
    ncurep_metric m;
    uint32_t place, i;
    char text[32];
    start();
    for (i = 0; i < 300; i++) {
        sprintf(text, "m%03u", (unsigned)(i * 7 % 300));
        w_text(&part, 1, text);
    }
    w_message(&header, 4, &part);
    for (i = 0; i < 300; i++) metric(13, 299 - i, 299 - i);
    metric(13, 5, 5555);  /* a second one of this name */
    metric(13, 999, 1);   /* a name that is not in the table */
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, NULL));
    CHECK(ncurep_metric_find(&k, 5, &m) && m.value.bits == 5);
    CHECK(!ncurep_metric_find(&k, 300, &m) && m.has == 0);
    CHECK(!ncurep_metric_find(NULL, 5, &m));
    CHECK(ncurep_index_build(r, &k, &x, &error) == NCUREP_OK);
    CHECK_U64(302, x.count);
    for (i = 0; i < 300; i++) {
        sprintf(text, "m%03u", (unsigned)(i * 7 % 300));
        CHECK_U64(i == 5 ? 2 : 1, names_at(&x, view_of(text, 4), &place));
        CHECK(ncurep_index_at(&x, place, &m) && m.value.bits == i);
        if (i == 5) CHECK(ncurep_index_at(&x, place + 1, &m) && m.value.bits == 5555);
    }
    CHECK_U64(0, names_at(&x, ncurep_text("m300"), &place));
    CHECK(ncurep_index_at(&x, 301, &m) && m.name_id == 999);
    CHECK(!ncurep_index_at(&x, 302, &m));
    CHECK(ncurep_index_at(&x, 0, &m) && m.name_id == 0);
    CHECK(ncurep_index_build(r, NULL, &x, &error) != NCUREP_OK && error.code == NCUREP_ARGUMENT && x.count == 0);
    ncurep_report_close(r);
}

static void odd_order(void) /* fields out of order, repeated and foreign ones: the last scalar counts */
{
    ncurep_result k;
    ncurep_metric m;
    ncurep_instance n;
    start();
    w_number(&small, 5, 1);
    w_message(&part, 3, &small); /* an instance whose id is a number where a message belongs: unknown */
    w_number(&part, 4, 1);
    w_text(&part, 99, "later");
    w_number(&small, 5, 8);
    w_double(&small, 3, 2.0);
    w_message(&part, 2, &small);
    w_number(&part, 1, 4);
    w_number(&part, 1, 6);
    w_message(&entry, 13, &part);
    w_number(&entry, 500, 1);
    metric(13, 1, 1);
    w_number(&entry, 1, 12);
    w_number(&entry, 1, 13);
    w_text(&entry, 2, "not a number");
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, NULL));
    CHECK_U64(13, k.thread);
    CHECK(!NCUREP_HAS(&k, 2));
    CHECK_U64(2, k.metrics.count);
    CHECK(ncurep_metric_next(&k.metrics, &m));
    CHECK_U64(6, m.name_id);
    CHECK_DOUBLE(2.0, ncurep_value_double(&m.value));
    CHECK_U64(1, m.instances.count);
    CHECK(ncurep_instance_next(&m.instances, &n) && n.has == 0);
    CHECK(ncurep_metric_next(&k.metrics, &m) && m.name_id == 1);
    CHECK(!ncurep_metric_next(&k.metrics, &m));
    ncurep_report_close(r);
}

/* Unknown fields -------------------------------------------------------------------------------------------------- */

static void unknown(void)
{
    ncurep_reader w;
    ncurep_unknown u;
    ncurep_result k;
    start();
    metric(13, 1, 1);
    w_number(&small, 5, 1);
    w_number(&small, 77, 5);
    w_message(&part, 2, &small);
    w_message(&entry, 13, &part);
    w_tag(&entry, 900, 3); /* a group within a group */
    w_tag(&entry, 2, 3);
    w_number(&entry, 1, 1);
    w_tag(&entry, 2, 4);
    w_tag(&entry, 900, 4);
    w_double(&entry, 901, 1.0);
    w_text(&entry, 902, "bytes");
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, NULL));
    ncurep_reader_begin(&w, NCUREP_ROOT_KERNEL, k.bytes, k.at);
    CHECK(ncurep_reader_next(&w, &u) && u.depth == 0 && u.field.number == 900 && u.field.wire == 3 && u.field.bytes.len == 4);
    CHECK(ncurep_reader_next(&w, &u) && u.field.number == 901 && u.field.wire == 1 && u.field.value == 0x3ff0000000000000u);
    CHECK(ncurep_reader_next(&w, &u) && u.field.number == 902 && u.field.wire == 2);
    CHECK_VIEW("bytes", u.field.bytes);
    CHECK(ncurep_reader_next(&w, &u) && u.depth == 2 && u.field.number == 77 && u.field.value == 5);
    CHECK(u.path[0].field == 13 && u.path[0].index == 1 && u.path[1].field == 2 && u.path[1].index == 0);
    CHECK(report.ptr[u.at] == (char)0xe8 && report.ptr[u.at + 1] == 4); /* the tag of 77 */
    CHECK(!ncurep_reader_next(&w, &u) && w.error.code == NCUREP_OK);
    CHECK(!ncurep_reader_next(&w, &u));
    CHECK(!ncurep_reader_next(NULL, &u));
    ncurep_report_close(r);
}

/* Rules ----------------------------------------------------------------------------------------------------------- */

static void label(uint32_t number, const char *name)
{
    wire w = {NULL, 0, 0};
    w_text(&w, 1, name);
    w_message(&small, number, &w);
    free(w.ptr);
}

static void put_item(wire *item) /* a rule with this one item, in a kernel */
{
    wire body = {NULL, 0, 0}, rule = {NULL, 0, 0};
    w_message(&body, 1, item);
    w_text(&rule, 1, "Rule");
    w_message(&rule, 3, &body);
    w_message(&entry, 19, &rule);
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
    free(body.ptr);
    free(rule.ptr);
}

static void next_metric(ncurep_table *t, const char *name)
{
    ncurep_label l;
    CHECK(ncurep_table_metric_next(t, &l));
    CHECK_VIEW(name, l.name);
}

static void tables(void)
{
    wire item = {NULL, 0, 0}, value = {NULL, 0, 0}, line = {NULL, 0, 0}, chart = {NULL, 0, 0};
    ncurep_result k;
    ncurep_rule rule;
    ncurep_rule_item i;
    ncurep_table t;
    ncurep_label l;
    start();
    w_text(&small, 1, "Table");
    label(5, "a");
    label(5, "b");
    w_message(&item, 2, &small);
    /* a roofline: work is metrics per cycle times a clock, traffic a metric set after a constant */
    w_text(&chart, 1, "Roof");
    label(1, "per cycle 1");
    label(1, "per cycle 2");
    label(2, "cycles");
    w_message(&value, 3, &small);
    w_message(&line, 1, &value);
    w_double(&value, 1, 3.0);
    label(2, "traffic");
    w_bytes(&value, small.ptr, small.len);
    small.len = 0;
    w_message(&line, 2, &value);
    w_message(&chart, 4, &line);
    label(2, "dropped"); /* a constant after it counts */
    w_bytes(&value, small.ptr, small.len);
    small.len = 0;
    w_double(&value, 1, 3.0);
    w_message(&line, 1, &value);
    w_message(&chart, 5, &line);
    label(2, "wall");
    w_bytes(&value, small.ptr, small.len);
    small.len = 0;
    w_message(&line, 1, &value);
    w_message(&chart, 6, &line);
    w_message(&item, 7, &chart);
    label(4, "histogram");
    w_message(&item, 4, &small);
    put_item(&item);
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, NULL) && ncurep_rule_next(&k.rules, &rule) && ncurep_rule_item_next(&rule.body.list, &i));
    CHECK(ncurep_table_find(&i, NCUREP_TABLE_KIND_TABLE, &t));
    CHECK_VIEW("Table", t.label);
    next_metric(&t, "a");
    next_metric(&t, "b");
    CHECK(!ncurep_table_metric_next(&t, &l) && t.metrics.error.code == NCUREP_OK);
    CHECK(ncurep_table_find(&i, NCUREP_TABLE_KIND_ROOFLINE_CHART, &t));
    CHECK_VIEW("Roof", t.label);
    next_metric(&t, "per cycle 1");
    next_metric(&t, "per cycle 2");
    next_metric(&t, "cycles");
    next_metric(&t, "traffic");
    next_metric(&t, "wall");
    CHECK(!ncurep_table_metric_next(&t, &l) && t.metrics.error.code == NCUREP_OK);
    CHECK(ncurep_table_find(&i, NCUREP_TABLE_KIND_HISTOGRAM_CHART, &t));
    next_metric(&t, "histogram");
    CHECK(!ncurep_table_find(&i, NCUREP_TABLE_KIND_BAR_CHART, &t) && !ncurep_table_metric_next(&t, &l));
    CHECK(!ncurep_table_find(&i, (ncurep_table_kind)6, &t));
    CHECK(!ncurep_table_find(NULL, NCUREP_TABLE_KIND_TABLE, &t));
    ncurep_report_close(r);
    free(item.ptr);
    free(value.ptr);
    free(line.ptr);
    free(chart.ptr);
}

static void bad_roofline(void) /* a value that does not parse: an error with its place */
{
    wire item = {NULL, 0, 0}, chart = {NULL, 0, 0}, line = {NULL, 0, 0};
    ncurep_result k;
    ncurep_rule rule;
    ncurep_rule_item i;
    ncurep_table t;
    ncurep_label l;
    start();
    w_text(&line, 1, "\x0f");
    w_message(&chart, 4, &line);
    w_message(&item, 7, &chart);
    put_item(&item);
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, NULL) && ncurep_rule_next(&k.rules, &rule) && ncurep_rule_item_next(&rule.body.list, &i));
    CHECK(ncurep_table_find(&i, NCUREP_TABLE_KIND_ROOFLINE_CHART, &t));
    CHECK(!ncurep_table_metric_next(&t, &l) && t.metrics.error.code != NCUREP_OK);
    CHECK(report.ptr[t.metrics.error.offset] == 0x0f);
    CHECK(!ncurep_table_metric_next(&t, &l));
    ncurep_report_close(r);
    free(item.ptr);
    free(chart.ptr);
    free(line.ptr);
}

/* Sections, stack, NVTX ------------------------------------------------------------------------------------------- */

static void sections(void)
{
    ncurep_result k;
    ncurep_section s;
    ncurep_section_metrics m;
    ncurep_pair p;
    ncurep_label l;
    ncurep_frame f;
    ncurep_view bytes;
    wire section = {NULL, 0, 0};
    start();
    w_text(&section, 1, "Id");
    w_text(&section, 2, "Name");
    w_number(&small, 1, 2);
    label(2, "head");
    w_message(&section, 4, &small);
    label(1, "basic");
    w_bytes(&part, small.ptr, small.len);
    small.len = 0;
    part.len = 0;
    w_text(&part, 1, "full");
    w_message(&section, 8, &part);
    w_text(&small, 1, "x");
    w_text(&small, 2, "y * 2");
    w_message(&part, 1, &small);
    w_message(&section, 10, &part);
    label(1, "source");
    w_message(&section, 13, &small);
    bytes.len = section.len;
    w_message(&entry, 17, &section);
    w_text(&small, 1, "/lib/a.so");
    w_number(&small, 2, 0x1234);
    w_message(&part, 1, &small);
    w_message(&entry, 28, &part);
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, NULL) && ncurep_section_next(&k.sections, &s));
    CHECK_VIEW("Id", s.identifier);
    CHECK_U64(bytes.len, s.bytes.len);
    CHECK_U64(2, s.header.order);
    CHECK(ncurep_label_next(&s.header.metrics, &l));
    CHECK_VIEW("head", l.name);
    CHECK(ncurep_label_next(&s.sets, &l));
    CHECK_VIEW("full", l.name);
    CHECK(ncurep_pair_next(&s.definitions.list, &p));
    CHECK_VIEW("y * 2", p.value);
    CHECK(ncurep_section_metrics_next(&s.source_metrics, &m) && ncurep_label_next(&m.metrics, &l));
    CHECK_VIEW("source", l.name);
    CHECK(!ncurep_section_next(&k.sections, &s) && s.bytes.ptr != NULL && s.bytes.len == 0);
    CHECK(ncurep_frame_next(&k.stack.frames, &f) && f.address == 0x1234 && !NCUREP_HAS(&f, 5));
    ncurep_report_close(r);
    free(section.ptr);
}

static void nvtx(void)
{
    ncurep_result k;
    ncurep_nvtx_thread t;
    ncurep_nvtx_open o;
    ncurep_nvtx_range range;
    wire state = {NULL, 0, 0}, thread = {NULL, 0, 0}, domain = {NULL, 0, 0}, attributes = {NULL, 0, 0};
    start();
    w_number(&thread, 1, 11);
    w_number(&domain, 1, 0);
    w_text(&part, 1, "outer");
    w_number(&attributes, 1, 3);
    w_number(&small, 1, 5);
    w_number(&small, 6, (uint64_t)0 - 7);
    w_message(&attributes, 4, &small);
    w_message(&part, 2, &attributes);
    w_message(&domain, 3, &part);
    w_text(&part, 1, "inner");
    w_number(&part, 3, 9);
    w_message(&domain, 3, &part);
    w_message(&thread, 2, &domain);
    w_message(&state, 2, &thread);
    w_number(&domain, 1, 4);
    w_number(&part, 1, 6);
    w_text(&part, 2, "open");
    w_number(&part, 5, 12);
    w_message(&domain, 3, &part);
    w_message(&state, 3, &domain);
    w_message(&entry, 21, &state);
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, NULL) && NCUREP_HAS(&k, 21));
    CHECK(ncurep_nvtx_thread_next(&k.nvtx.threads, &t) && t.id == 11 && ncurep_nvtx_open_next(&t.domains, &o) && o.ranges.count == 2);
    CHECK(ncurep_nvtx_range_next(&o.ranges, &range) && range.attributes.version == 3);
    CHECK_VIEW("outer", range.name);
    CHECK_U64(NCUREP_KIND_INT32, range.attributes.payload.value.kind);
    CHECK_I64(-7, (int64_t)range.attributes.payload.value.bits);
    CHECK(ncurep_nvtx_range_next(&o.ranges, &range) && range.call == 9 && !NCUREP_HAS(&range, 3));
    CHECK(!ncurep_nvtx_range_next(&o.ranges, &range));
    CHECK(ncurep_nvtx_open_next(&k.nvtx.start_end, &o) && o.id == 4 && ncurep_nvtx_range_next(&o.ranges, &range));
    CHECK(range.id == 6 && range.thread == 12);
    CHECK_VIEW("open", range.name);
    ncurep_report_close(r);
    free(state.ptr);
    free(thread.ptr);
    free(domain.ptr);
    free(attributes.ptr);
}

static void rare_kinds(void) /* values of every kind wherever they can be, a float, long instances, groups */
{
    static const uint64_t bits[8] = {0, 0, 0x3fc00000, 0xc004000000000000u, 0xffffffffu, ~(uint64_t)0, 0, 0};
    ncurep_result k;
    ncurep_session s;
    ncurep_device d;
    ncurep_attribute a;
    ncurep_metric m;
    ncurep_instance n;
    ncurep_nvtx_open o;
    ncurep_nvtx_thread t;
    ncurep_nvtx_range range;
    ncurep_section section;
    ncurep_section_body body;
    ncurep_field f;
    wire device = {NULL, 0, 0}, thread = {NULL, 0, 0}, domain = {NULL, 0, 0}, payload_of = {NULL, 0, 0};
    char *text = (char *)malloc(20000);
    uint32_t kind;
    memset(text, 'x', 20000);
    start();
    for (kind = 0; kind < 6; kind++) {
        w_text(&part, 1, "attribute");
        value_of(kind, &small);
        w_message(&part, 2, &small);
        w_message(&device, 3, &part);
    }
    w_message(&part, 6, &device);
    w_message(&header, 3, &part);
    block();
    for (kind = 2; kind < 9; kind++) { /* fields 2 to 8 of a payload */
        w_number(&payload_of, 1, kind - 1);
        if (kind == 2 || kind == 3 || kind == 5 || kind == 6) w_number(&payload_of, kind, (uint64_t)0 - 2);
        if (kind == 4) w_double(&payload_of, 4, 0.5);
        if (kind == 7) {
            w_tag(&payload_of, 7, 5);
            w_little(&payload_of, 0x3fc00000, 4);
        }
        if (kind == 8) w_text(&payload_of, 8, "{}");
        w_message(&small, 4, &payload_of);
        w_message(&part, 2, &small);
        w_message(&domain, 3, &part);
    }
    w_message(&thread, 2, &domain);
    w_message(&part, 2, &thread);
    w_message(&entry, 21, &part);
    w_tag(&entry, 35, 5);
    w_little(&entry, 0x44120000, 4); /* 584 */
    w_data(&part, 2, text, 20000); /* not the field asked for */
    w_data(&part, 1, text, 3);
    w_data(&part, 1, text, 20000);
    w_message(&small, 5, &part);
    w_message(&entry, 17, &small);
    w_number(&part, 1, 3);
    for (kind = 0; kind < 3; kind++) {
        w_data(&small, 1, text, 20000);
        w_message(&payload_of, 2, &small);
        w_message(&part, 3, &payload_of);
    }
    w_message(&entry, 13, &part);
    w_tag(&entry, 77, 3);
    w_double(&entry, 1, 1.0);
    w_tag(&entry, 2, 5);
    w_little(&entry, 1, 4);
    w_text(&entry, 3, "in a group");
    w_tag(&entry, 77, 4);
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
    read_it();
    CHECK(ncurep_report_session(r, &s) && ncurep_device_next(&s.devices, &d) && d.attributes.count == 6);
    for (kind = 0; kind < 6; kind++) {
        CHECK(ncurep_attribute_next(&d.attributes, &a));
        CHECK_U64(kind, a.value.kind);
        CHECK_U64(bits[kind], a.value.bits);
    }
    CHECK(ncurep_result_at(r, 0, &k, &error));
    CHECK_DOUBLE(584, (double)k.driver);
    CHECK(ncurep_nvtx_thread_next(&k.nvtx.threads, &t) && ncurep_nvtx_open_next(&t.domains, &o) && o.ranges.count == 7);
    for (kind = 2; kind < 9; kind++) {
        static const ncurep_kind kinds[9] = {NCUREP_KIND_NONE, NCUREP_KIND_NONE, NCUREP_KIND_UINT64, NCUREP_KIND_INT64, NCUREP_KIND_DOUBLE, NCUREP_KIND_UINT32,
                                             NCUREP_KIND_INT32, NCUREP_KIND_FLOAT, NCUREP_KIND_STRING};
        static const double number[9] = {0, 0, 18446744073709551614.0, -2, 0.5, 4294967294.0, -2, 1.5, 0};
        CHECK(ncurep_nvtx_range_next(&o.ranges, &range));
        CHECK_U64(kinds[kind], range.attributes.payload.value.kind);
        CHECK_DOUBLE(number[kind], ncurep_value_double(&range.attributes.payload.value));
    }
    CHECK_VIEW("{}", range.attributes.payload.value.text);
    CHECK(ncurep_section_next(&k.sections, &section) && ncurep_section_body_next(&section.bodies, &body) && body.items.count == 2);
    CHECK(ncurep_field_next(&body.items, &f) && f.bytes.len == 3 && body.items.count == 1);
    CHECK(ncurep_field_next(&body.items, &f) && f.bytes.len == 20000);
    CHECK(!ncurep_field_next(&body.items, &f) && body.items.error.code == NCUREP_OK);
    CHECK(ncurep_metric_next(&k.metrics, &m) && m.instances.count == 3);
    for (kind = 0; kind < 3; kind++) CHECK(ncurep_instance_next(&m.instances, &n) && n.value.text.len == 20000 && n.has == 4);
    ncurep_report_close(r);
    free(device.ptr);
    free(thread.ptr);
    free(domain.ptr);
    free(payload_of.ptr);
    free(text);
}

static void broken_metrics(void) /* each place of a metric that can be malformed: an error that says where */
{
    static const struct {
        const char *bytes;
        size_t len, at;
    } bad[] = {{"\x08\xff", 2, 0}, {"\x08\x01\x12\x02\x28\xff", 6, 4}, {"\x08\x01\x12\x02\x0e\x01", 6, 4},
               {"\x20\x01\x12\x02\x28\xff", 6, 4}, {"\x08\x01\x1a\x05\x00", 5, 2}, {"\x08\x01\x22\x05", 4, 2}};
    ncurep_result k;
    ncurep_metric m;
    ncurep_instance n;
    ncurep_index x;
    size_t i;
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        start();
        metric(13, 1, 1);
        w_data(&entry, 13, bad[i].bytes, bad[i].len);
        metric(13, 2, 2);
        w_number(&header, 2, 1);
        w_entry(&payload, &entry);
        block();
        read_it();
        CHECK(ncurep_result_at(r, 0, &k, &error) && ncurep_metric_next(&k.metrics, &m));
        CHECK(ncurep_metric_next(&k.metrics, &m) && m.name_id == 2 && k.metrics.error.code == NCUREP_SYNTAX);
        CHECK_U64(report.len - 8 - bad[i].len + bad[i].at, k.metrics.error.offset);
        CHECK(!ncurep_metric_next(&k.metrics, &m));
        /* It takes down only itself: the ones before and after it are there, and the index says what is missing. */
        CHECK(ncurep_result_at(r, 0, &k, &error) && ncurep_index_build(r, &k, &x, &error) == NCUREP_OK && x.count == 2);
        CHECK(x.error.code == NCUREP_SYNTAX && x.error.offset == report.len - 8 - bad[i].len + bad[i].at);
        CHECK(ncurep_metric_find(&k, 1, &m) && m.value.bits == 1);
        ncurep_report_close(r);
    }
    start(); /* of several the first is kept */
    w_data(&entry, 13, "\x08\xff", 2);
    w_data(&entry, 13, "\x0f", 1);
    metric(13, 1, 1);
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, &error) && ncurep_index_build(r, &k, &x, &error) == NCUREP_OK && x.count == 1);
    CHECK(x.error.code == NCUREP_SYNTAX && x.error.offset == k.metrics.at + 2);
    CHECK(ncurep_metric_next(&k.metrics, &m) && m.name_id == 1 && k.metrics.error.offset == x.error.offset);
    ncurep_report_close(r);
    start(); /* an instance whose value is malformed is left out */
    w_data(&part, 3, "\x12\x02\x28\xff", 4);
    w_data(&part, 3, "\x12\x02\x28\x01", 4);
    w_message(&entry, 13, &part);
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
    read_it();
    CHECK(ncurep_result_at(r, 0, &k, &error) && ncurep_metric_next(&k.metrics, &m) && m.instances.count == 2);
    CHECK(ncurep_instance_next(&m.instances, &n) && n.value.bits == 1 && m.instances.error.code == NCUREP_SYNTAX);
    CHECK_U64(report.len - 8, m.instances.error.offset);
    CHECK(!ncurep_instance_next(&m.instances, &n));
    ncurep_report_close(r);
}

/* Wrong calls ----------------------------------------------------------------------------------------------------- */

static void *half(size_t size, void *user)
{
    (void)user;
    (void)size;
    return NULL;
}

static void arguments(void)
{
    ncurep_input input;
    ncurep_info i;
    ncurep_list l;
    ncurep_field f;
    ncurep_frame frame;
    ncurep_result k;
    ncurep_session s;
    ncurep_view v;
    ncurep_report_options options;
    memset(&input, 0, sizeof input);
    CHECK(ncurep_report_open_input(NULL, NULL, &error) == NULL && error.code == NCUREP_ARGUMENT);
    CHECK(ncurep_report_open_input(&input, NULL, NULL) == NULL);
    CHECK(ncurep_report_open(NULL, 3, NULL, &error) == NULL && error.code == NCUREP_ARGUMENT);
    memset(&options, 0, sizeof options);
    options.memory.allocator.alloc_fn = half; /* and no free_fn */
    CHECK(ncurep_report_open("", 0, &options, &error) == NULL && error.code == NCUREP_ARGUMENT);
    options.memory.allocator.alloc_fn = NULL;
    options.memory.max_memory = 100;
    CHECK(ncurep_report_open("", 0, &options, &error) == NULL && error.code == NCUREP_LIMIT);
    CHECK(ncurep_report_open(NULL, 0, NULL, &error) == NULL && error.code == NCUREP_TRUNCATED);
    CHECK_STR("an empty file: no report", error.message);
    ncurep_report_close(NULL);
    ncurep_report_info(NULL, &i);
    CHECK(i.header.ptr != NULL && i.blocks == 0);
    CHECK(!ncurep_report_problem_at(NULL, 0, &error));
    CHECK(!ncurep_result_at(NULL, 0, &k, &error) && k.references.ptr != NULL);
    CHECK(!ncurep_report_session(NULL, &s) && s.command.ptr != NULL);
    CHECK(!ncurep_string_at(NULL, 0, &v) && v.len == 0);
    CHECK(!ncurep_frame_next(NULL, &frame) && !ncurep_field_next(NULL, &f) && f.bytes.ptr != NULL);
    CHECK(!ncurep_metric_next(NULL, NULL));
    CHECK_U64(0, ncurep_instances(NULL, NULL, NULL, NULL, 5));
    v.ptr = "\x08\x05\x12\x01x\x08";
    v.len = 6;
    l = ncurep_fields(v, 100);
    CHECK(ncurep_field_next(&l, &f) && f.number == 1 && f.value == 5);
    CHECK(ncurep_field_next(&l, &f) && f.number == 2 && f.bytes.len == 1);
    CHECK(!ncurep_field_next(&l, &f) && l.error.code != NCUREP_OK && l.at == 105);
    CHECK(!ncurep_field_next(&l, &f) && l.at == 105);
}

/* Name patterns --------------------------------------------------------------------------------------------------- */

static int like(const char *text, int glob, const char *name)
{
    ncurep_pattern *p = open_pattern(ncurep_text(text), glob, NULL, &error);
    const int yes = ncurep_pattern_match(p, ncurep_text(name));
    CHECK(p != NULL);
    ncurep_pattern_close(p);
    return yes;
}

static void patterns(void)
{
    CHECK(like("saxpy", 0, "saxpy") && !like("saxpy", 0, "saxpy2") && !like("sax*", 0, "saxpy"));
    CHECK(like("sax*", 1, "saxpy") && like("*", 1, "") && like("a*b?d*", 1, "aXXbcdYY"));
    CHECK(!like("a*b?d", 1, "aXXbcdYY") && !like("a?", 1, "a") && like("**a", 1, "ba"));
    CHECK(like("regex:ax.y", 0, "saxpy_kernel") && !like("regex:^ax", 1, "saxpy"));
    CHECK(like("regex:^[[:upper:]]\\w+_\\d{2,3}$", 0, "Sort_123") && !like("regex:^[[:upper:]]\\w+_\\d{2,3}$", 0, "sort_123"));
    CHECK(like("regex:^(?=.*sum)(?!.*max)[a-z_.]+$", 0, "sm__x.sum") && !like("regex:^(?=.*sum)(?!.*max)", 0, "max.sum"));
    CHECK(like("regex:a|b|^$", 0, "") && like("regex:\\bsum\\b", 0, "a.sum.b") && !like("regex:\\bsum\\b", 0, "a.sums"));
    CHECK(like("regex:\\x41[^\\s\\d]\\.", 0, "Ax.") && !like("regex:\\x41[^\\s\\d]\\.", 0, "A5."));
    CHECK(like("regex:(?:ab){2}\\B", 0, "ababc") && like("regex:\\D\\W\\S", 0, "a-b") && like("regex:[[:punct:][:space:]]\\t?", 0, "a b"));
    CHECK(like("regex:[[:alnum:]][[:lower:]][[:alpha:]][[:xdigit:]]\\n\\r\\f\\v", 0, "1abF\n\r\f\v"));
    CHECK(open_pattern(ncurep_text("regex:\\q"), 0, NULL, &error) == NULL && error.code == NCUREP_SYNTAX);
    CHECK(open_pattern(ncurep_text("regex:*a"), 0, NULL, &error) == NULL && error.code == NCUREP_SYNTAX);
    CHECK(open_pattern(ncurep_text("regex:a{2"), 0, NULL, &error) == NULL && error.code == NCUREP_SYNTAX);
    CHECK(open_pattern(ncurep_text("regex:[z-a]"), 0, NULL, &error) == NULL && error.code == NCUREP_SYNTAX);
    CHECK(open_pattern(ncurep_text("regex:[[:no:]]"), 0, NULL, &error) == NULL && error.code == NCUREP_SYNTAX);
    CHECK(open_pattern(ncurep_text("regex:(?<a)"), 0, NULL, &error) == NULL && error.code == NCUREP_SYNTAX);
    CHECK(open_pattern(view_of("regex:\\xg1", 10), 0, NULL, &error) == NULL && error.code == NCUREP_SYNTAX);
    CHECK(open_pattern(ncurep_text("regex:a("), 0, NULL, &error) == NULL && error.code == NCUREP_SYNTAX && error.offset >= 6);
    CHECK(open_pattern(view_of(NULL, 0), 0, NULL, &error) == NULL && error.code == NCUREP_ARGUMENT);
    CHECK(!ncurep_pattern_match(NULL, ncurep_text("a")));
    ncurep_pattern_close(NULL);
}

int main(void)
{
    RUN(container);
    RUN(processes);
    RUN(forward_ids);
    RUN(sorted_strings);
    RUN(session_pieces);
    RUN(modules);
    RUN(all_kinds);
    RUN(grid);
    RUN(grid_size);
    RUN(grid_values);
    RUN(warp_samples);
    RUN(kinds_of_value);
    RUN(kinds_of_ids);
    RUN(arrays);
    RUN(arrays_same);
    RUN(fields_named_by_one_byte);
    RUN(runs_of_elements);
    RUN(padded_lengths);
    RUN(conversions);
    RUN(by_name);
    RUN(odd_order);
    RUN(unknown);
    RUN(tables);
    RUN(bad_roofline);
    RUN(sections);
    RUN(nvtx);
    RUN(rare_kinds);
    RUN(broken_metrics);
    RUN(arguments);
    RUN(patterns);
    free(report.ptr);
    free(header.ptr);
    free(payload.ptr);
    free(entry.ptr);
    free(part.ptr);
    free(small.ptr);
    return run_end();
}
