/* Rare forms of a report that are valid, or wrong in one place only, each with what must come out. */
#define NCUREP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include "heap.h"
#include "ncurep_wire.h"
#include "run.h"

static wire file, header, payload, entry, part, small, tiny;
static ncurep_report *r;
static ncurep_error error;

static void start(void)
{
    file.len = header.len = payload.len = entry.len = part.len = small.len = tiny.len = 0;
    w_report(&file, 7);
}

static void block(void) { w_block(&file, &header, &payload); }

static void kernel(void)
{
    w_number(&header, 2, 1);
    w_entry(&payload, &entry);
    block();
}

/* The fields with this number in these bytes, from offset 100. */
static ncurep_list list_of(const char *bytes, size_t len, uint32_t field)
{
    ncurep_list l = ncurep_fields(view_of(bytes, len), 100);
    l.field = field;
    l.count = 9;
    return l;
}

/* An input that gives at most `step` bytes at a time. */
static size_t step;
static unsigned reads, bad_read;
static size_t too_much;

static size_t from_file(void *user, uint64_t offset, void *to, size_t size)
{
    (void)user;
    if (offset >= file.len || size > file.len - offset) abort();
    if (++reads == bad_read) return too_much > 0 ? size + too_much : 0;
    if (step > 0 && size > step) size = step;
    memcpy(to, file.ptr + offset, size);
    return size;
}

static ncurep_report *by_callback(const ncurep_report_options *options)
{
    ncurep_input input;
    input.read_fn = from_file;
    input.user = NULL;
    input.size = file.len;
    reads = bad_read = 0;
    too_much = step = 0;
    return ncurep_report_open_input(&input, options, &error);
}

static ncurep_info info(void)
{
    ncurep_info i;
    ncurep_report_info(r, &i);
    return i;
}

/* Fields ---------------------------------------------------------------------------------------------------------- */

static void fields(void)
{
    static const char cut[] = "a field in a group is malformed";
    static const char numbers[] = "a group does not end, or a field in it has no number";
    static const struct {
        const char *bytes;
        size_t len, inside; /* bytes within the group */
        const char *message;
    } cases[] = {{"\x0b\x08\x01\x0c", 4, 2, NULL},
                 {"\x0b\x0c", 2, 0, NULL},
                 {"\x0b\x09" "12345678\x0c", 11, 9, NULL},
                 {"\x0b\x0d" "1234\x0c", 7, 5, NULL},
                 {"\x0b\x12\x02hi\x0c", 6, 4, NULL},
                 {"\x0b\x12\x02hi\x13\x14\x0c", 8, 6, NULL},
                 {"\x0b\x08\xff", 3, 0, cut},
                 {"\x0b\x09" "1234567", 9, 0, cut},
                 {"\x0b\x0d" "123", 5, 0, cut},
                 {"\x0b\x12\xff", 3, 0, cut},
                 {"\x0b\x12\x03hi", 5, 0, cut},
                 {"\x0b\x0e\x01\x0c", 4, 0, cut},
                 {"\x0b\x14", 2, 0, cut},
                 {"\x0b\x13\x0c", 3, 0, cut},
                 {"\x0b\x00\x00\x0c", 4, 0, numbers},
                 {"\x0b\x07\x0c", 3, 0, numbers},
                 {"\x0b\x80\x80\x80\x80\x10\x00\x0c", 8, 0, numbers},
                 {"\x0b", 1, 0, numbers},
                 {"\x0b\x08\x01", 3, 0, numbers}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *bytes = (char *)malloc(cases[i].len); /* exactly this size */
        ncurep_list l;
        ncurep_field f;
        int ok;
        memcpy(bytes, cases[i].bytes, cases[i].len);
        l = ncurep_fields(view_of(bytes, cases[i].len), 100);
        ok = ncurep_field_next(&l, &f);
        if (!CHECK_I64(cases[i].message == NULL, ok)) printf("    number %u\n", (unsigned)i);
        if (ok) {
            CHECK_U64(1, f.number);
            CHECK_U64(3, f.wire);
            if (!CHECK_BYTES(bytes + 1, cases[i].inside, f.bytes.ptr, f.bytes.len)) printf("    number %u\n", (unsigned)i);
            CHECK(f.bytes.ptr == bytes + 1);
            CHECK_U64(100 + cases[i].len, l.at);
            CHECK(!ncurep_field_next(&l, &f) && l.error.code == NCUREP_OK);
        } else if (cases[i].message != NULL) {
            if (!CHECK_STR(cases[i].message, l.error.message)) printf("    number %u\n", (unsigned)i);
            CHECK(l.at == 100 && l.ptr == l.end && f.bytes.ptr != NULL);
        }
        free(bytes);
    }
}

/* A varint of ten bytes holds 64 bits, not one more. */
static void long_varints(void)
{
    ncurep_list l = ncurep_fields(view_of("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11), 0);
    ncurep_field f;
    CHECK(ncurep_field_next(&l, &f) && f.value == ~(uint64_t)0);
    l = ncurep_fields(view_of("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", 11), 0);
    CHECK(ncurep_field_next(&l, &f) && f.value == 0 && f.number == 1);
    l = ncurep_fields(view_of("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02", 11), 0);
    CHECK(!ncurep_field_next(&l, &f) && l.error.code != NCUREP_OK);
    l = ncurep_fields(view_of("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", 12), 0);
    CHECK(!ncurep_field_next(&l, &f) && l.error.code != NCUREP_OK);
}

/* A list of numbers made by hand, with something malformed among them. */
static void broken_numbers(void)
{
    ncurep_list l = list_of("\x78\x05\x7a\x02\x06\x07\x70\x01\x77\x78\x09", 11, 15);
    uint64_t n = 1;
    l.count = 4;
    CHECK(ncurep_reference_next(&l, &n) && n == 5 && l.count == 3);
    CHECK(ncurep_reference_next(&l, &n) && n == 6 && l.count == 2);
    CHECK(ncurep_reference_next(&l, &n) && n == 7 && l.count == 1);
    CHECK(!ncurep_reference_next(&l, &n) && n == 0 && l.count == 0);
    CHECK_U64(108, l.at);
    CHECK_STR("a field has a wire type that does not exist", l.error.message);
    n = 3;
    CHECK(!ncurep_reference_next(&l, &n) && n == 0 && l.at == 108 && l.ptr == l.end);
    l = list_of("\x7a\x02\x06\xff", 4, 15);
    CHECK(ncurep_reference_next(&l, &n) && !ncurep_reference_next(&l, &n) && n == 0 && l.error.offset == 103 && l.i_state == NULL);
}

/* Values ---------------------------------------------------------------------------------------------------------- */

/* Overlong tags, wrong wire types, several values: the three readers of values agree. */
static void forms_of_values(void)
{
    static const struct {
        const char *bytes;
        size_t len;
        ncurep_kind kind;
        uint64_t bits;
        const char *text;
    } cases[] = {{"\x99\x00\x00\x00\x00\x00\x00\x00\xf8\x3f", 10, NCUREP_KIND_DOUBLE, 0x3ff8000000000000u, ""},
                 {"\x19\x00\x00\x00\x00\x00\x00\xf8\x3f", 9, NCUREP_KIND_DOUBLE, 0x3ff8000000000000u, ""},
                 {"\xa8\x00\x07", 3, NCUREP_KIND_UINT64, 7, ""},
                 {"\x8a\x00\x01t", 4, NCUREP_KIND_STRING, 0, "t"},
                 {"\x95\x00\x00\x00\xc0\x3f", 6, NCUREP_KIND_FLOAT, 0x3fc00000, ""},
                 {"\xa0\x00\xff\xff\xff\xff\x1f", 7, NCUREP_KIND_UINT32, 0xffffffffu, ""},
                 {"\x18\x07", 2, NCUREP_KIND_NONE, 0, ""},
                 {"\x2d\1\2\3\4", 5, NCUREP_KIND_NONE, 0, ""},
                 {"\x10\x01", 2, NCUREP_KIND_NONE, 0, ""},
                 {"\x22\x00", 2, NCUREP_KIND_NONE, 0, ""},
                 {"\x08\x09", 2, NCUREP_KIND_NONE, 0, ""},
                 {"\x30\x09", 2, NCUREP_KIND_NONE, 0, ""},
                 {"\x0a\x01t\x28\x05", 5, NCUREP_KIND_UINT64, 5, ""},
                 {"\x28\x05\x0a\x01t", 5, NCUREP_KIND_STRING, 0, "t"},
                 {"\x0a\x01t\x28\x05\x30\x01", 7, NCUREP_KIND_UINT64, 5, ""},
                 {"\x0a\x01t\x19\0\0\0\0\0\0\0\0", 12, NCUREP_KIND_DOUBLE, 0, ""},
                 {"", 0, NCUREP_KIND_NONE, 0, ""}};
    size_t i;
    unsigned k;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        ncurep_value v[4];
        ncurep_metric m;
        ncurep_instance n;
        ncurep_attribute a;
        ncurep_list l;
        part.len = small.len = 0;
        w_data(&small, 2, cases[i].bytes, cases[i].len);
        w_message(&part, 13, &small);
        l = list_of(part.ptr, part.len, 13);
        CHECK(ncurep_metric_next(&l, &m));
        v[0] = m.value;
        l = list_of(part.ptr, part.len, 13);
        CHECK(ncurep_attribute_next(&l, &a));
        v[1] = a.value;
        l = list_of(part.ptr, part.len, 13);
        CHECK(ncurep_instance_next(&l, &n) && n.id.kind == NCUREP_KIND_NONE && n.has == 4);
        v[2] = n.value;
        part.len = 0;
        w_data(&small, 1, cases[i].bytes, cases[i].len);
        w_message(&part, 13, &small);
        l = list_of(part.ptr, part.len, 13);
        CHECK(ncurep_instance_next(&l, &n) && n.value.kind == NCUREP_KIND_NONE && n.has == 2);
        v[3] = n.id;
        for (k = 0; k < 4; k++) {
            if (!CHECK_U64(cases[i].kind, v[k].kind) || !CHECK_U64(cases[i].bits, v[k].bits) || !CHECK_VIEW(cases[i].text, v[k].text))
                printf("    number %u, reader %u\n", (unsigned)i, k);
            if (cases[i].kind != NCUREP_KIND_STRING) CHECK(*v[k].text.ptr == 0);
        }
    }
}

static void signed_payload(void) /* 32 bits with a sign: the low ones count */
{
    static const uint64_t numbers[] = {5, 0x7fffffff, 0x80000000u, 0xfffffffeu, (uint64_t)0 - 2, 0x100000005u};
    static const int64_t want[] = {5, 0x7fffffff, -2147483647 - 1, -2, -2, 5};
    size_t i;
    for (i = 0; i < 6; i++) {
        ncurep_nvtx_range range;
        ncurep_list l;
        part.len = small.len = tiny.len = entry.len = 0;
        w_number(&small, 6, numbers[i]);
        w_message(&part, 4, &small);
        w_message(&tiny, 2, &part);
        w_message(&entry, 3, &tiny);
        l = list_of(entry.ptr, entry.len, 3);
        l.i_state = l.ptr; /* as that of a stack */
        CHECK(ncurep_nvtx_range_next(&l, &range));
        CHECK_U64(NCUREP_KIND_INT32, range.attributes.payload.value.kind);
        CHECK_I64(want[i], (int64_t)range.attributes.payload.value.bits);
    }
}

/* Metrics --------------------------------------------------------------------------------------------------------- */

static void metrics(void)
{
    static const struct {
        const char *bytes;
        size_t len;
        uint64_t has;
        uint32_t name_id, instances;
        int id_kind, at; /* of the error, or -1 */
    } cases[] = {{"", 0, 0, 0, 0, 0, -1},
                 {"\x08\x01\x20", 3, 0, 0, 0, 0, 2},
                 {"\x08\x01\x20\x80", 4, 0, 0, 0, 0, 2},
                 {"\x08\x01\x20\x05", 4, 0x12, 1, 0, 5, -1},
                 {"\x08\x01\x28\x05", 4, 2, 1, 0, 0, -1},
                 {"\x28\x05\x32\x01x", 5, 0, 0, 0, 0, -1},
                 {"\x0a\x01x\x10\x01\x18\x01\x22\x01x", 10, 0, 0, 0, 0, -1},
                 {"\x08\x01\x1a\x00\x1a\x00\x1a\x00", 8, 10, 1, 3, 0, -1},
                 {"\x1a\x00\x1a\x00\x1a\x00\x08\x07", 8, 10, 7, 3, 0, -1},
                 {"\x1a\x00\x28\x05\x1a\x00", 6, 8, 0, 2, 0, -1},
                 {"\x08\x01\x08\x02", 4, 2, 2, 0, 0, -1},
                 {"\x08\x01\x12\x05\x28\x07", 6, 0, 0, 0, 0, 2},
                 {"\x12\x02\x28\xff", 4, 0, 0, 0, 0, 2},
                 {"\x12\x04\x20\x01\x28\xff", 6, 0, 0, 0, 0, 4},
                 {"\x08\x81\x01\x12\x02\x28\x07", 7, 6, 129, 0, 0, -1},
                 {"\x12\x02\x28\x07\x12\x02\x20\x08", 8, 4, 0, 0, 0, -1}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        ncurep_list l;
        ncurep_metric m;
        ncurep_instance n;
        uint32_t k;
        part.len = 0;
        w_data(&part, 13, cases[i].bytes, cases[i].len);
        l = list_of(part.ptr, part.len, 13);
        if (!CHECK_I64(cases[i].at < 0, ncurep_metric_next(&l, &m))) printf("    number %u\n", (unsigned)i);
        if (!CHECK(m.has == cases[i].has && m.name_id == cases[i].name_id && m.id_kind == cases[i].id_kind)) printf("    number %u\n", (unsigned)i);
        if (!CHECK_U64(cases[i].instances, m.instances.count)) printf("    number %u\n", (unsigned)i);
        if (cases[i].at >= 0) {
            if (!CHECK_U64(102 + (uint64_t)cases[i].at, l.error.offset)) printf("    number %u\n", (unsigned)i);
            continue;
        }
        if (m.instances.count > 0) CHECK(*m.instances.ptr == 0x1a && m.instances.at == 102 + (uint64_t)(m.instances.ptr - (part.ptr + 2)));
        for (k = 0; k < cases[i].instances; k++) CHECK(ncurep_instance_next(&m.instances, &n) && n.has == 0);
        CHECK(!ncurep_instance_next(&m.instances, &n) && m.instances.error.code == NCUREP_OK && m.instances.count == 0);
    }
}

static void broken_instances(void) /* the second value of the second instance */
{
    ncurep_list l = list_of("\x1a\x04\x0a\x02\x28\x01\x1a\x08\x0a\x02\x28\x01\x12\x02\x28\xff", 16, 3);
    ncurep_instance n;
    CHECK(ncurep_instance_next(&l, &n) && n.has == 2 && n.id.bits == 1);
    CHECK(!ncurep_instance_next(&l, &n) && n.has == 0 && n.id.kind == NCUREP_KIND_NONE);
    CHECK_U64(114, l.error.offset);
    CHECK(!ncurep_instance_next(&l, &n) && l.ptr == l.end);
    l = list_of("\x1a\x04\x0a\x02\x28\x01\x1a\x05\x0a\x02\x28\x01\x0f", 13, 3);
    CHECK(ncurep_instance_next(&l, &n) && !ncurep_instance_next(&l, &n));
    CHECK_U64(112, l.error.offset);
}

static void find_metric(void)
{
    ncurep_result k;
    ncurep_metric m;
    start();
    w_text(&entry, 13, "");                                     /* nothing in it */
    w_data(&entry, 13, "\x12\x02\x28\x05\x08\x03", 6);          /* the id after the value */
    w_data(&entry, 13, "\x08\x04\x0f", 3);                      /* malformed after the id */
    w_data(&entry, 13, "\x08\xff", 2);                          /* malformed id */
    w_data(&entry, 13, "\x12\x02\x28\x06", 4);                  /* no id */
    w_data(&entry, 13, "\x08\x00\x12\x02\x28\x07", 6);
    w_data(&entry, 13, "\x08\x04\x12\x02\x28\x08", 6);
    kernel();
    r = ncurep_report_open(file.ptr, file.len, NULL, NULL);
    CHECK(ncurep_result_at(r, 0, &k, &error) && k.metrics.count == 7);
    CHECK(ncurep_metric_find(&k, 3, &m) && m.value.bits == 5);
    CHECK(ncurep_metric_find(&k, 0, &m) && m.value.bits == 7); /* not the one without an id */
    CHECK(ncurep_metric_find(&k, 4, &m) && m.value.bits == 8);
    CHECK(!ncurep_metric_find(&k, 5, &m) && m.has == 0 && m.value.kind == NCUREP_KIND_NONE);
    ncurep_report_close(r);
}

static void by_name(void)
{
    static const char *const names[] = {"name10", "name11", "b", "not a metric", "a"};
    ncurep_result none, k;
    ncurep_index x;
    ncurep_metric m;
    uint32_t place, i;
    start();
    for (i = 0; i < 5; i++) w_text(&small, 1, names[i]);
    w_message(&header, 4, &small);
    w_number(&header, 2, 2);
    w_number(&entry, 1, 4);
    w_entry(&payload, &entry);
    w_data(&entry, 13, "\x08\x00", 2);
    w_data(&entry, 13, "\x08\x05", 2); /* the first id that the table does not have */
    w_data(&entry, 13, "\x08\x01", 2);
    w_entry(&payload, &entry);
    block();
    r = ncurep_report_open(file.ptr, file.len, NULL, NULL);
    CHECK(ncurep_result_at(r, 0, &none, &error));
    CHECK(ncurep_index_build(r, &none, &x, &error) == NCUREP_OK && x.count == 0 && x.error.code == NCUREP_OK);
    place = 7;
    CHECK(names_at(&x, ncurep_text("name10"), &place) == 0 && place == 0 && !ncurep_index_at(&x, 0, &m));
    for (i = 0; i < 2; i++) { /* before and after the sort */
        CHECK_U64(NCUREP_NONE, string_id(r, ncurep_text("name0a"))); /* as long as its neighbours */
        CHECK_U64(NCUREP_NONE, string_id(r, ncurep_text("name12")));
        CHECK_U64(NCUREP_NONE, string_id(r, ncurep_text("name1")));
        CHECK_U64(1, string_id(r, ncurep_text("name11")));
        CHECK(sort_strings(r));
    }
    CHECK(ncurep_result_at(r, 1, &k, &error) && ncurep_index_build(r, &k, &x, &error) == NCUREP_OK);
    CHECK_U64(3, x.count);
    place = 7;
    CHECK(names_at(&x, ncurep_text("not a metric"), &place) == 0 && place == 0);
    place = 7;
    CHECK(names_at(&x, ncurep_text("a"), &place) == 0 && place == 0);
    CHECK(names_at(&x, ncurep_text("name11"), &place) == 1 && place == 1 && ncurep_index_at(&x, 1, &m) && m.name_id == 1);
    CHECK(ncurep_index_at(&x, 2, &m) && m.name_id == 5);
    k.metrics.count += 2; /* a list that holds less than it says */
    CHECK(ncurep_index_build(r, &k, &x, &error) == NCUREP_OK);
    CHECK_U64(3, x.count);
    CHECK(names_at(&x, ncurep_text("name10"), &place) == 1 && place == 0 && ncurep_index_at(&x, 0, &m) && m.name_id == 0);
    k.metrics.count = 2; /* and one that holds more */
    CHECK(ncurep_index_build(r, &k, &x, &error) == NCUREP_OK);
    CHECK_U64(2, x.count);
    CHECK(names_at(&x, ncurep_text("name10"), NULL) == 1 && ncurep_index_at(&x, 1, &m) && m.name_id == 5 && !ncurep_index_at(&x, 2, &m));
    ncurep_report_close(r);
}

/* A shape that holds for two instances, while the third has another tag, whose number looks like the same tag. */
static void looks_like_a_tag(void)
{
    static const char bytes[] = "\x1a\x08\x0a\x02\x28\x28\x12\x02\x28\x01" "\x1a\x08\x0a\x02\x30\x28\x12\x02\x28\x02" "\x1a\x08\x0a\x02\x28\x28\x12\x02\x28\x03";
    uint64_t ids[4], values[4];
    ncurep_list l = list_of(bytes, sizeof bytes - 1, 3);
    CHECK_U64(3, ncurep_instances(&l, ids, NULL, values, 4));
    CHECK(ids[0] == 40 && ids[1] == 0 && ids[2] == 40 && values[0] == 1 && values[1] == 2 && values[2] == 3);
}

/* Rules ----------------------------------------------------------------------------------------------------------- */

static void label(wire *to, uint32_t number, const char *name)
{
    wire w = {NULL, 0, 0};
    w_text(&w, 1, name);
    w_text(&w, 2, "shown");
    w_number(&w, 3, 1); /* known, but not read */
    w_text(&w, 9, "unread");
    w_number(&w, 10, 1); /* unknown, between known ones */
    w_message(to, number, &w);
    free(w.ptr);
}

static void charts(void) /* every kind of table, with its own numbers and places */
{
    static const uint32_t fields_of[6] = {2, 3, 4, 5, 7, 9}, metrics_of[6] = {5, 5, 4, 4, 0, 3};
    ncurep_rule_item item;
    ncurep_table t;
    ncurep_label l;
    ncurep_list list;
    unsigned kind, other;
    for (kind = 0; kind < 6; kind++) {
        part.len = small.len = entry.len = 0;
        w_text(&small, 1, "title");
        if (kind != 4) {
            label(&small, metrics_of[kind], "first");
            label(&small, metrics_of[kind], "second");
        }
        w_text(&part, 99, "before");
        w_message(&part, fields_of[kind], &small);
        w_text(&tiny, 1, "Next");
        w_message(&part, 6, &tiny);
        w_message(&entry, 1, &part);
        list = list_of(entry.ptr, entry.len, 1);
        CHECK(ncurep_rule_item_next(&list, &item));
        CHECK_VIEW("Next", item.proposal.section);
        for (other = 0; other < 6; other++) {
            CHECK(ncurep_table_find(&item, (ncurep_table_kind)other, &t) == (other == kind));
            CHECK_VIEW(other == kind ? "title" : "", t.label);
            if (other == kind) CHECK(item.chart_at[kind] == 100 + (uint64_t)(item.chart[kind].ptr - entry.ptr) && t.kind == (ncurep_table_kind)kind);
            else CHECK(item.chart[other].len == 0 && item.chart_at[other] == 0);
            CHECK(t.i_state.lists[0].ptr != NULL && t.i_state.lists[1].ptr != NULL && t.i_state.lists[2].ptr != NULL && t.metrics.ptr != NULL && t.i_state.cycles.ptr != NULL);
            CHECK(t.i_state.count == 0 && t.i_state.next == 0);
            if (other == kind) CHECK(t.i_state.value[0].ptr != NULL && t.i_state.value[0].len == 0 && t.i_state.value[1].ptr != NULL && t.i_state.value[1].len == 0);
            if (other != kind || kind == 4) continue;
            CHECK(ncurep_table_metric_next(&t, &l) && l.has == 6);
            CHECK_VIEW("first", l.name);
            CHECK_VIEW("shown", l.label);
            CHECK(ncurep_table_metric_next(&t, &l));
            CHECK_VIEW("second", l.name);
            CHECK(!ncurep_table_metric_next(&t, &l) && t.metrics.error.code == NCUREP_OK && l.name.len == 0);
        }
    }
}

/* A roofline chart with one line, achieved value or wall of these two values. */
static ncurep_table roofline(uint32_t number, const char *one, size_t one_len, const char *two, size_t two_len)
{
    ncurep_rule_item item;
    ncurep_table t;
    ncurep_list list;
    part.len = small.len = entry.len = tiny.len = 0;
    w_data(&small, 1, one, one_len);
    if (two_len > 0) w_data(&small, 2, two, two_len);
    w_message(&part, number, &small);
    w_message(&tiny, 7, &part);
    w_message(&entry, 1, &tiny);
    list = list_of(entry.ptr, entry.len, 1);
    CHECK(ncurep_rule_item_next(&list, &item));
    CHECK(ncurep_table_find(&item, NCUREP_TABLE_KIND_ROOFLINE_CHART, &t));
    return t;
}

static void rooflines(void)
{
    static const struct {
        const char *bytes;
        size_t len;
        const char *names;
        int at; /* of the error within the bytes, or -1 */
    } cases[] = {{"\x12\x03\x0a\x01w", 5, "w", -1},
                 {"\x1a\x05\x0a\x03\x0a\x01m", 7, "m", -1},                             /* metrics without a clock */
                 {"\x1a\x05\x12\x03\x0a\x01" "c", 7, "c", -1},                          /* a clock alone */
                 {"\x1a\x0a\x12\x03\x0a\x01" "c\x0a\x03\x0a\x01m", 12, "mc", -1},       /* the clock in front */
                 {"\x1a\x0f\x0a\x03\x0a\x01m\x12\x03\x0a\x01" "c\x0a\x03\x0a\x01n", 17, "mnc", -1},
                 {"\x1a\x00", 2, "", -1},
                 {"", 0, "", -1},
                 {"\x09" "12345678\x12\x03\x0a\x01w", 14, "w", -1},
                 {"\x12\x03\x0a\x01w\x09" "12345678", 14, "", -1},
                 {"\x12\x03\x0a\x01w\x08\x01\x10\x01\x18\x01", 11, "w", -1},            /* of other wire types: unknown */
                 {"\x12\x03\x0a\x01w\x22\x01x", 8, "w", -1},
                 {"\x12\x03\x0a\x01w\x0f", 6, "", 5},
                 {"\x12\x01\x0f", 3, "", 2},
                 {"\x1a\x03\x0a\x01\x0f", 5, "", 4},
                 {"\x1a\x08\x0a\x03\x0a\x01m\x12\x01\x0f", 10, "m", 9},
                 {"\x1a\x02\x0a\x05", 4, "", 2}};
    static const uint32_t parts[3] = {4, 5, 6};
    size_t i, k, n;
    for (k = 0; k < 3; k++)
        for (i = 0; i < sizeof cases / sizeof *cases; i++) {
            ncurep_table t = roofline(parts[k], cases[i].bytes, cases[i].len, k < 2 ? "\x12\x03\x0a\x01z" : "", k < 2 ? 5 : 0);
            const uint64_t first = 100 + 4 + (entry.len - (k < 2 ? 7 : 0) - cases[i].len - 4); /* where the bytes are */
            ncurep_label l;
            for (n = 0; cases[i].names[n] != 0; n++) {
                if (!CHECK(ncurep_table_metric_next(&t, &l) && l.name.len == 1 && *l.name.ptr == cases[i].names[n])) printf("    number %u\n", (unsigned)i);
            }
            if (cases[i].at < 0 && k < 2) {
                if (!CHECK(ncurep_table_metric_next(&t, &l) && l.name.len == 1 && *l.name.ptr == 'z')) printf("    number %u\n", (unsigned)i);
            }
            if (!CHECK(!ncurep_table_metric_next(&t, &l)) || !CHECK((t.metrics.error.code != NCUREP_OK) == (cases[i].at >= 0))) printf("    number %u\n", (unsigned)i);
            if (cases[i].at >= 0 && !CHECK_U64(first + (uint64_t)cases[i].at, t.metrics.error.offset)) printf("    number %u\n", (unsigned)i);
            CHECK(!ncurep_table_metric_next(&t, &l) && l.name.len == 0);
            CHECK(t.i_state.lists[0].ptr == t.i_state.lists[0].end && t.i_state.cycles.ptr == t.i_state.cycles.end);
        }
    { /* the line itself is malformed, and what follows is not read */
        ncurep_rule_item item;
        ncurep_table t;
        ncurep_label l;
        ncurep_list list;
        part.len = small.len = entry.len = tiny.len = 0;
        w_data(&part, 4, "\x0a\x05x", 3);
        w_data(&part, 4, "\x0a\x05\x12\x03\x0a\x01w", 7);
        w_message(&tiny, 7, &part);
        w_message(&entry, 1, &tiny);
        list = list_of(entry.ptr, entry.len, 1);
        CHECK(ncurep_rule_item_next(&list, &item) && ncurep_table_find(&item, NCUREP_TABLE_KIND_ROOFLINE_CHART, &t) && t.i_state.lists[0].count == 2);
        CHECK(!ncurep_table_metric_next(&t, &l) && t.metrics.error.code != NCUREP_OK && t.metrics.error.offset == 106);
        CHECK(!ncurep_table_metric_next(&t, &l) && t.i_state.lists[0].ptr == t.i_state.lists[0].end);
    }
}

/* Container ------------------------------------------------------------------------------------------------------- */

static void process(const char *bytes, size_t len)
{
    w_data(&header, 6, bytes, len);
    block();
}

static void processes(void)
{
    static const struct {
        const char *bytes;
        size_t len;
        uint32_t number;
    } cases[] = {{"\x08\x01\x12\x01h\x1a\x01n", 8, 0}, {"\x08\x02\x12\x01h\x1a\x01n", 8, 1}, {"\x08\x01\x12\x02hh\x1a\x01n", 9, 2}, {"\x08\x01\x12\x01i\x1a\x01n", 8, 3},
                 {"\x08\x01\x12\x01h\x1a\x02nn", 9, 4}, {"\x08\x01\x12\x01h\x1a\x01m", 8, 5}, {"\x08\x01\x12\x01h", 5, 6}, {"\x08\x01\x12\x01h\x1a\x00", 7, 7},
                 {"", 0, 8}, {"\x08\x00", 2, 9}, {"\x08\x01\x12\x01h\x1a\x01n", 8, 0}, {"\x08\x63", 2, 10}, {"\x08\x01\x12\x01i\x1a\x01n", 8, 3},
                 {"\x08\x64", 2, 11}, {"", 0, 8}};
    const size_t n = sizeof cases / sizeof *cases;
    size_t i;
    int callback;
    for (callback = 0; callback < 2; callback++) {
        start();
        for (i = 0; i < n; i++) process(cases[i].bytes, cases[i].len);
        r = callback ? by_callback(NULL) : ncurep_report_open(file.ptr, file.len, NULL, &error);
        CHECK_U64(12, info().processes);
        for (i = 0; i < n; i++) {
            ncurep_block b;
            ncurep_process p;
            if (!CHECK(ncurep_block_at(r, (uint32_t)i, &b, &error)) || !CHECK_U64(cases[i].number, b.process)) printf("    number %u\n", (unsigned)i);
            CHECK(ncurep_process_at(r, b.process, &p) && p.host.ptr != NULL && p.name.ptr != NULL);
            if (i == 2) CHECK_VIEW("hh", p.host);
            if (i == 11) CHECK_U64(99, p.id);
            if (i == 13) CHECK_U64(100, p.id);
        }
        ncurep_report_close(r);
    }
}

static void many_problems(void) /* all are counted, 16 are kept */
{
    uint32_t i;
    start();
    for (i = 0; i < 20; i++) {
        w_bytes(&payload, "more", 4);
        block();
    }
    r = ncurep_report_open(file.ptr, file.len, NULL, NULL);
    CHECK_U64(20, info().problems);
    CHECK_U64(20, info().blocks);
    for (i = 0; i < 20; i++) {
        CHECK_I64(i < 16, ncurep_problem_at(r, i, &error));
        CHECK_U64(i < 16 ? 10 + 10 * (uint64_t)i + 6 : 0, error.offset);
    }
    ncurep_report_close(r);
}

static void first_problem(void) /* of several, in one block and one after the other, strict reading tells the first */
{
    ncurep_report_options strict;
    memset(&strict, 0, sizeof strict);
    strict.strict = 1;
    start();
    block();
    w_data(&header, 3, "\x0f", 1); /* the session */
    w_data(&header, 6, "\x07", 1); /* the process, read before it */
    block();
    w_bytes(&payload, "more", 4);
    block();
    CHECK(ncurep_report_open(file.ptr, file.len, &strict, &error) == NULL);
    CHECK_U64(NCUREP_SYNTAX, error.code);
    CHECK_U64(10 + 6 + 4 + 5, error.offset);
    r = ncurep_report_open(file.ptr, file.len, NULL, NULL);
    CHECK(info().problems == 3 && info().blocks == 3 && ncurep_problem_at(r, 1, &error) && error.offset == 10 + 6 + 4 + 2);
    ncurep_report_close(r);
    file.len = 0; /* another version, and blocks after it */
    w_report(&file, 8);
    block();
    CHECK(ncurep_report_open(file.ptr, file.len, &strict, &error) == NULL && error.code == NCUREP_UNSUPPORTED && error.offset == 8);
}

static void small_files(void) /* every length below that of the smallest report */
{
    size_t i;
    start();
    CHECK(ncurep_report_open(file.ptr, 0, NULL, &error) == NULL && error.code == NCUREP_TRUNCATED); /* empty is not cut */
    for (i = 1; i < 10; i++) {
        r = ncurep_report_open(file.ptr, i, NULL, &error);
        CHECK(r != NULL && info().is_cut && !info().is_damaged && info().problems == 1 && info().blocks == 0);
        CHECK_U64(0, info().cut_at);
        CHECK_U64(i, info().cut_have);
        CHECK_U64(i < 8 ? 8 : 10, info().cut_need);
        CHECK(info().has_version == 0);
        ncurep_report_close(r);
    }
    r = ncurep_report_open("NVR\0\0\0\0\0", 8, NULL, &error); /* an empty FileHeader */
    CHECK(!info().is_cut && info().has_version == 1 && info().version == 0 && info().problems == 1);
    CHECK(info().header.len == 0 && *info().header.ptr == 0);
    ncurep_report_close(r);
    CHECK(ncurep_report_open("PK", 2, NULL, &error) == NULL && error.code == NCUREP_SYNTAX && error.offset == 0);
    for (i = 1; i <= 4; i++) { /* four bytes of its own identify a compressed one, not what follows them */
        CHECK(ncurep_report_open("\x28\xb5\x2f\xfd", i, NULL, &error) == NULL);
        CHECK_U64(i < 4 ? NCUREP_SYNTAX : NCUREP_UNSUPPORTED, error.code);
    }
    w_bytes(&header, "\x0f", 1); /* a block header that cannot be read */
    w_little(&file, 1, 4);
    w_bytes(&file, "\x0f", 1);
    r = ncurep_report_open(file.ptr, file.len, NULL, &error);
    CHECK(info().is_damaged && info().damaged_at == 10 && info().blocks == 0 && ncurep_problem_at(r, 0, &error) && error.offset == 14);
    ncurep_report_close(r);
}

static void strings_without_strings(void) /* a piece of the table with nothing but other fields */
{
    ncurep_block b;
    start();
    w_number(&small, 7, 1);
    w_message(&header, 4, &small);
    block();
    w_text(&small, 1, "one");
    w_message(&header, 4, &small);
    block();
    r = ncurep_report_open(file.ptr, file.len, NULL, NULL);
    CHECK(info().strings == 1 && info().problems == 0);
    CHECK_U64(0, string_id(r, ncurep_text("one")));
    CHECK(ncurep_block_at(r, 0, &b, NULL) && b.strings == 0 && ncurep_block_at(r, 1, &b, NULL) && b.strings == 1);
    ncurep_report_close(r);
}

static void changing_input(void) /* what was complete when it was opened and no longer is */
{
    static const struct {
        size_t at;
        char value;
    } changes[] = {{10, 127}, {13, 127}, {14, 0x0f}, {15, 127}};
    size_t i;
    for (i = 0; i < sizeof changes / sizeof *changes; i++) {
        ncurep_block b;
        start();
        block(); /* 4 bytes of size, the field of the payload's size */
        r = ncurep_report_open(file.ptr, file.len, NULL, NULL);
        CHECK(ncurep_block_at(r, 0, &b, &error) && b.header_size == 2 && b.header.len == 2 && b.payload_size == 0);
        file.ptr[changes[i].at] = changes[i].value;
        if (!CHECK(!ncurep_block_at(r, 0, &b, &error) && error.code == NCUREP_IO && error.offset == 10)) printf("    number %u\n", (unsigned)i);
        CHECK(b.header.len == 0 && b.header.ptr != NULL && b.payload_size == 0);
        CHECK_STR("the input changed while it was read", error.message);
        ncurep_report_close(r);
    }
}

static void sizes_of_entries(void) /* through a callback: each is read as a whole, and memory follows the largest */
{
    static const size_t sizes[] = {0, 1, 500, 512, 513, 600, 700, 900, 1500, 2049, 3000, 4096, 4097, 5000, 5500, 6200, 9000, 20000, 20001, 21000, 100, 0};
    const size_t n = sizeof sizes / sizeof *sizes;
    size_t i, k;
    start();
    for (i = 0; i < n; i++) {
        char *text = (char *)malloc(sizes[i] + 1);
        memset(text, 'a' + (int)i, sizes[i] + 1);
        entry.len = 0;
        if (sizes[i] >= 4) w_data(&entry, 5, text, sizes[i] - (sizes[i] < 130 ? 2 : sizes[i] < 16384 + 3 ? 3 : 4));
        else w_bytes(&entry, "\x0f", sizes[i]); /* malformed, but present */
        CHECK_U64(sizes[i], entry.len);
        w_number(&header, 2, 1);
        w_entry(&payload, &entry);
        block();
        free(text);
    }
    for (k = 0; k < 3; k++) {
        r = by_callback(NULL);
        step = k == 0 ? 0 : k == 1 ? 1 : 511;
        for (i = 0; i < n; i++) {
            ncurep_result result;
            const int ok = ncurep_result_at(r, (uint32_t)i, &result, &error);
            if (!CHECK_I64(sizes[i] != 1, ok)) printf("    size %u\n", (unsigned)sizes[i]);
            if (!ok) CHECK_U64(NCUREP_SYNTAX, error.code);
            if (!ok) continue;
            CHECK_U64(sizes[i], result.bytes.len);
            CHECK_U64(result.at, result.at & 0xffffffffu);
            if (sizes[i] >= 4) CHECK(result.mangled.len > sizes[i] - 5 && *result.mangled.ptr == 'a' + (int)i && result.mangled.ptr[result.mangled.len - 1] == 'a' + (int)i);
        }
        CHECK(info().memory < 150000); /* the largest, and those before it */
        ncurep_report_close(r);
    }
    for (k = 0; k < 2; k++) { /* a read that gives more than requested, while opening and later */
        ncurep_result result;
        ncurep_input input;
        input.read_fn = from_file;
        input.user = NULL;
        input.size = file.len;
        if (k == 0) {
            reads = 0;
            bad_read = 3;
            too_much = 1;
            CHECK(ncurep_report_open_input(&input, NULL, &error) == NULL && error.code == NCUREP_IO);
            continue;
        }
        r = by_callback(NULL);
        reads = 0;
        bad_read = 1;
        too_much = 1;
        CHECK(!ncurep_result_at(r, 17, &result, &error) && error.code == NCUREP_IO);
        CHECK(ncurep_result_at(r, 17, &result, &error) && result.bytes.len == 20000);
        ncurep_report_close(r);
    }
}

static void read_in_turns(void) /* through a callback: two entries of one size take room for one, however often they are read */
{
    static const size_t sizes[] = {500, 511, 512, 513, 1024, 1500, 2048, 4096, 4097, 5000, 8192, 20000};
    static const char fill[20000];
    size_t i, k;
    for (k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        ncurep_result result;
        size_t held = 0;
        start();
        for (i = 0; i < 2; i++) {
            w_data(&entry, 900, fill, sizes[k] - (sizes[k] < 16384 ? 4 : 5));
            CHECK_U64(sizes[k], entry.len);
            w_number(&header, 2, 1);
            w_data(&header, 900, fill, 700); /* so that no read brings two of them */
            w_entry(&payload, &entry);
            block();
        }
        r = by_callback(NULL);
        for (i = 0; i < 200; i++) {
            if (!CHECK(ncurep_result_at(r, i % 2, &result, &error)) || !CHECK_U64(sizes[k], result.bytes.len)) break;
            if (i == 1) held = info().memory;
        }
        if (!CHECK_U64(held, info().memory)) printf("    size %u\n", (unsigned)sizes[k]);
        CHECK(reads > 200);
        ncurep_report_close(r);
    }
}

/* Schema ---------------------------------------------------------------------------------------------------------- */

/* The messages of the format as docs/FORMAT-ncurep.md lists them: numbers, with s for string or bytes, v for varint, d
   for double, f for float, or the name of a message. */
static const struct {
    const char *name, *fields;
} known[] = {
    {"file", "1=v"},
    {"block", "1=v 2=v 3=session 4=set 5=v 6=process 7=v 8=v 9=v 10=v"},
    {"process", "1=v 2=s 3=s"},
    {"session", "1=v 2=v 3=system 4=system 5=properties 6=device 7=s 8=pair 9=executable 10=settings 11=s"},
    {"system", "1=s 2=s 3=s 4=s 5=s 6=v 7=address"},
    {"address", "1=s 2=v"},
    {"properties", "1=pair"},
    {"pair", "1=s 2=s"},
    {"device", "1=v 2=s 3=attribute"},
    {"attribute", "1=s 2=number"},
    {"number", "1=s 2=f 3=d 4=v 5=v"},
    {"executable", "1=s 2=s 3=s 4=s"},
    {"settings", "1=v 2=v 3=v 4=s 5=filters 6=other 7=s 8=s 9=sampling 10=v 11=s 12=v 13=triple 14=s 15=s 16=v"},
    {"triple", "1=v 2=v 3=v"},
    {"filters", "1=s 2=s 3=s 4=v 5=v 6=v 7=s"},
    {"other", "1=v 2=s"},
    {"sampling", "1=v 2=v 3=v 4=v"},
    {"module", "1=v 2=s 3=s 4=s 5=v 6=v 7=v 8=files 9=relocation"},
    {"files", "1=pair"},
    {"relocation", "1=symbol 2=symbol"},
    {"symbol", "1=s 2=v 3=v"},
    {"kernel", "1=v 2=v 3=v 4=v 5=s 6=s 7=s 8=v 9=xyz 10=xyz 11=xyz 12=s 13=measured 14=v 15=module 16=v 17=section 18=comment 19=rule 20=v 21=nvtx "
               "22=v 23=v 24=series 25=flags 26=s 27=s 28=stack 31=s 35=f 36=warp_samples 38=s"},
    {"range", "1=v 2=v 3=s 4=measured 5=v 6=v 7=section 8=comment 9=v 10=nvtx 11=v 12=flags 13=s 14=stack 15=v"},
    {"cmdlist", "1=v 2=v 3=s 4=measured 5=v 6=v 7=section 8=comment 9=v 10=nvtx 11=v 12=v 13=flags 14=s 15=s 16=stack 17=v 18=s"},
    {"graph", "1=v 2=v 3=s 4=measured 5=v 6=v 7=section 8=comment 9=v 10=nvtx 11=v 12=v 13=flags 14=s 15=s 16=stack 17=v"},
    {"xyz", "1=v 2=v 3=v"},
    {"measured", "1=v 2=number 3=instance 4=v"},
    {"instance", "1=number 2=number"},
    {"comment", "1=set 2=s 3=s"},
    {"series", "1=v 2=s"},
    {"nvtx", "1=domain 2=thread 3=started 4=v 5=v"},
    {"domain", "1=v 2=s 3=numbered 4=names_of"},
    {"numbered", "1=v 2=s"},
    {"names_of", "1=v 2=numbered"},
    {"thread", "1=v 2=pushed"},
    {"pushed", "1=v 3=push"},
    {"push", "1=s 2=attributes 3=v"},
    {"started", "1=v 3=start"},
    {"start", "1=v 2=s 3=attributes 4=v 5=v"},
    {"attributes", "1=v 2=v 3=color 4=payload 5=text"},
    {"payload", "1=v 2=v 3=v 4=d 5=v 6=v 7=f 8=s"},
    {"text", "1=v 2=s 3=v"},
    {"stack", "1=frame 2=v"},
    {"warp_samples", "1=s 2=warp_list"},
    {"warp_list", "1=warp_series"},
    {"warp_series", "1=v 2=s 3=s"},
    {"frame", "1=s 2=v 3=s 4=s 5=v"},
    {"rule", "1=s 2=s 3=rule_body 4=s 5=marker"},
    {"rule_body", "1=rule_item"},
    {"rule_item", "1=message 2=table 3=bar 4=histogram 5=line 6=set 7=roofline 8=focus 9=source 10=speedup"},
    {"message", "1=s 2=v 3=v 4=s"},
    {"focus", "1=v 2=s 3=d 4=v 5=s"},
    {"speedup", "1=v 2=d"},
    {"marker", "1=v 2=v 3=v 4=s 5=v 6=s"},
    {"section", "1=s 2=s 3=v 4=header 5=body 6=metrics 7=s 8=set 9=s 10=definitions 11=filter 12=group 13=metrics"},
    {"header", "1=v 2=metric"},
    {"metrics", "1=metric 2=v"},
    {"set", "1=s"},
    {"definitions", "1=definition"},
    {"definition", "1=s 2=s 3=filter"},
    {"group", "1=s 2=s 3=display 4=hints"},
    {"hints", "1=ctr_domain"},
    {"ctr_domain", "1=s 2=v"},
    {"display", "1=flags 2=flags"},
    {"flags", "1=v 2=v"},
    {"metric", "1=s 2=s 3=v 4=v 5=s 6=filter 7=option 8=display 9=s 11=s 13=d 15=s 16=v"},
    {"option", "1=s 2=s 3=filter"},
    {"filter", "1=v 2=v 3=flags 4=collection 5=v 6=f 7=f"},
    {"collection", "1=v"},
    {"body", "1=item 2=s 3=v"},
    {"item", "1=table 2=bar 3=histogram 4=line 5=container 6=roofline 7=source 8=suffixes 101=shared 102=cache 103=cache 104=memory 105=label "
             "106=cache 107=cache 108=label 109=label 110=label 111=cache 112=label 113=timeline 150=widget 200=filter"},
    {"container", "1=item"},
    {"label", "1=s"},
    {"table", "1=s 2=v 3=v 4=v 5=metric 6=v 7=v 8=s"},
    {"bar", "1=s 2=v 3=label 4=axis 5=metric 6=v 7=v 8=v 9=s"},
    {"histogram", "1=s 2=bins 3=axis 4=metric 5=s"},
    {"line", "1=s 2=axis 3=axis 4=metric 5=highlight 6=s"},
    {"highlight", "1=metric"},
    {"axis", "1=s 2=flags 3=v 4=v 5=v"},
    {"bins", "1=s 2=v"},
    {"shared", "1=s 2=v 3=v 4=v 5=v"},
    {"cache", "1=s 2=v 3=v 4=v 5=v 6=v 7=v 8=v 9=v 10=v 11=v 12=v 13=v"},
    {"memory", "1=s 2=v 3=v 4=v"},
    {"widget", "1=s 2=s 3=metric"},
    {"roofline", "1=s 2=roof_axis 3=roof_axis 4=roof 5=achieved 6=wall 7=s 8=aspect"},
    {"roof_axis", "1=s 2=d 3=d 4=d"},
    {"aspect", "1=s"},
    {"roof", "1=value 2=value 3=roof_options"},
    {"roof_options", "1=s 2=color 3=v 4=v 5=value"},
    {"achieved", "1=value 2=value 3=point"},
    {"wall", "1=value 2=point"},
    {"point", "1=s 2=color"},
    {"color", "1=v 2=v"},
    {"value", "1=d 2=metric 3=cycles"},
    {"cycles", "1=metric 2=metric"},
    {"source", "1=s 2=v 3=metric 4=v 5=s"},
    {"suffixes", "1=s 2=names 3=names"},
    {"names", "1=metric"},
    {"timeline", "2=rows 3=metric"},
    {"rows", "1=s 3=v 4=row"},
    {"row", "1=s 2=s 3=v 4=metric"}};

static const struct {
    const char *name;
    ncurep_root root;
} roots[] = {{"file", NCUREP_ROOT_FILE}, {"block", NCUREP_ROOT_BLOCK}, {"module", NCUREP_ROOT_SOURCE}, {"kernel", NCUREP_ROOT_KERNEL},
             {"range", NCUREP_ROOT_RANGE}, {"cmdlist", NCUREP_ROOT_CMDLIST}, {"graph", NCUREP_ROOT_GRAPH}};

static unsigned made_messages, made_fields, made_unknown;

/* Fields of the numbers between these two. */
static void make_unknown(wire *w, uint32_t from, uint32_t to, int way)
{
    uint32_t number;
    for (number = from + 1; number < to; number++) {
        if (way == 3) w_number(w, number, 1);
        else w_text(w, number, "?");
        made_unknown++;
    }
}

/* Puts all fields of a message in: as they are (way 0); after an unknown one (1); after each in another wire type (2);
   or with every number up to 203 that the message does not have between them, as numbers (3) or as texts (4). */
static void make_known(wire *to, const char *name, size_t len, int way, unsigned depth)
{
    const char *p = NULL;
    uint32_t last = 0;
    size_t i;
    for (i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == len && memcmp(known[i].name, name, len) == 0) p = known[i].fields;
    if (p == NULL) abort();
    made_messages++;
    if (way == 1) w_number(to, 499, 1);
    while (*p != 0) {
        char *end;
        const uint32_t number = (uint32_t)strtoul(p, &end, 10);
        const size_t n = strcspn(end + 1, " ");
        made_fields++;
        if (way == 2) {
            w_tag(to, number, end[1] == 'f' && n == 1 ? 1 : 5);
            w_little(to, 7, end[1] == 'f' && n == 1 ? 8 : 4);
        }
        if (way > 2) make_unknown(to, last, number, way);
        last = number;
        if (n > 1) {
            wire sub = {NULL, 0, 0};
            if (depth > 0) make_known(&sub, end + 1, n, way, depth - 1);
            w_message(to, number, &sub);
            free(sub.ptr);
        } else if (end[1] == 's') w_text(to, number, "text");
        else if (end[1] == 'd') w_double(to, number, 1.5);
        else if (end[1] == 'f') {
            w_tag(to, number, 5);
            w_little(to, 0x3fc00000u, 4);
        } else w_number(to, number, 3);
        p = end + 1 + n + (end[1 + n] == ' ');
    }
    if (way > 2) make_unknown(to, last, 204, way);
}

static void known_fields(void)
{
    size_t i;
    int way;
    for (i = 0; i < sizeof roots / sizeof *roots; i++)
        for (way = 0; way < 5; way++) {
            ncurep_walk walk;
            ncurep_unknown u;
            unsigned count = 0, first = 0, top = 0;
            const unsigned bad = run_bad;
            entry.len = 0;
            made_messages = made_fields = made_unknown = 0;
            make_known(&entry, roots[i].name, strlen(roots[i].name), way, 12);
            CHECK(made_messages < 100000 && (roots[i].root < NCUREP_ROOT_KERNEL || made_messages > 500));
            ncurep_walk_begin(&walk, roots[i].root, view_of(entry.ptr, entry.len), 1000);
            while (ncurep_walk_next(&walk, &u)) {
                if (way == 0 && count < 5) printf("    field %u at depth %u is not known\n", (unsigned)u.field.number, (unsigned)u.depth);
                if (way == 1) CHECK_U64(499, u.field.number);
                if (way == 2) CHECK(u.field.wire == 5 || u.field.wire == 1);
                if (way == 3) CHECK(u.field.wire == 0 && u.field.value == 1);
                if (way == 4) CHECK(u.field.wire == 2 && u.field.bytes.len == 1);
                if (u.depth == 0) top++;
                else if (u.path[u.depth - 1].index == 0) first++;
                count++;
            }
            CHECK_U64(NCUREP_OK, walk.error.code);
            CHECK_U64(0, walk.error.offset);
            CHECK_U64(way == 0 ? 0 : way == 1 ? made_messages : way == 2 ? made_fields : made_unknown, count);
            CHECK_U64(count - top, first); /* all except those of the root are in the first message with their number */
            if (way > 0) CHECK(top > 0 && (way != 1 || top == 1));
            if (run_bad > bad) printf("    in %s, way %d\n", roots[i].name, way);
        }
}

/* What the sections of the report and the session say about their members, each with another value. */
static void members(void)
{
    ncurep_session s;
    ncurep_result k;
    unsigned kind, i;
    start();
    for (i = 1; i <= 12; i++) { /* settings: numbers 1 and above, texts */
        if (i == 4 || i == 7 || i == 8 || i == 11) w_data(&small, i, "settings text", i);
        else if (i == 5)
            for (kind = 1; kind <= 7; kind++) {
                if (kind >= 4 && kind <= 6) w_number(&tiny, kind, 100 + kind);
                else w_data(&tiny, kind, "filters", kind);
            }
        else if (i == 6) {
            w_number(&tiny, 1, 2); /* anything but 0 is true */
            w_data(&tiny, 2, "metrics", 5);
        } else if (i == 9)
            for (kind = 1; kind <= 4; kind++) w_number(&tiny, kind, 200 + kind);
        else w_number(&small, i, i % 2);
        if (i == 5 || i == 6 || i == 9) w_message(&small, i, &tiny);
    }
    w_message(&part, 10, &small);
    for (i = 1; i <= 4; i++) w_data(&small, i, "executable", i);
    w_message(&part, 9, &small);
    w_message(&header, 3, &part);
    for (kind = 0; kind < 4; kind++) {
        for (i = 1; i <= 35; i++) {
            static const char *const texts[4] = {"\5\6\7\14\32\33\37", "\3\15", "\3\16\17\22", "\3\16\17"};
            static const char *const numbers[4] = {"\1\2\3\4\10\16\20\24\26\27", "\1\2\5\6\11\13", "\1\2\5\6\11\13\14", "\1\2\5\6\11\13\14"};
            if (strchr(texts[kind], (int)i) != NULL) w_data(&entry, i, "a text that is cut at its number....", i);
            if (strchr(numbers[kind], (int)i) != NULL) w_number(&entry, i, 1000 + i);
            if (kind == 0 && i == 24) {
                w_number(&small, 1, 77);
                w_text(&small, 2, "combination");
                w_message(&entry, i, &small);
            }
            if (i == (kind == 0 ? 25u : kind == 1 ? 12u : 13u)) {
                w_number(&small, 1, 0);
                w_number(&small, 2, 9);
                w_message(&entry, i, &small);
            }
            if (i == (kind == 0 ? 28u : kind == 1 ? 14u : 16u)) {
                w_number(&tiny, 5, 12);
                w_message(&small, 1, &tiny);
                w_message(&entry, i, &small);
            }
        }
        w_entry(&payload, &entry);
    }
    w_number(&header, 2, 1);
    w_number(&header, 7, 1);
    w_number(&header, 8, 1);
    w_number(&header, 9, 1);
    block();
    r = ncurep_report_open(file.ptr, file.len, NULL, &error);
    CHECK(ncurep_report_session(r, &s) && s.settings.has == 0x1ffe && s.settings.filter.has == 0xfe && s.settings.sampling.has == 0x1e && s.settings.other.has == 6 && s.executable.has == 0x1e);
    CHECK(s.settings.nvtx == 1 && s.settings.no_start_stop == 0 && s.settings.from_start == 1 && s.settings.import_source == 0 && s.settings.cpu_stack == 0);
    CHECK(s.settings.activity.len == 4 && s.settings.sections.len == 7 && s.settings.clocks.len == 8 && s.settings.replay.len == 11);
    CHECK(s.settings.filter.kernel.len == 1 && s.settings.filter.base.len == 2 && s.settings.filter.id.len == 3 && s.settings.filter.nvtx.len == 7);
    CHECK(s.settings.filter.skip == 104 && s.settings.filter.skip_before == 105 && s.settings.filter.count == 106);
    CHECK(s.settings.sampling.interval_auto == 1 && s.settings.sampling.interval == 202 && s.settings.sampling.passes == 203 && s.settings.sampling.buffer == 204);
    CHECK(s.settings.other.rules == 1 && s.settings.other.metrics.len == 5);
    CHECK(s.executable.path.len == 1 && s.executable.directory.len == 2 && s.executable.arguments.len == 3 && s.executable.environment.len == 4);
    for (kind = 0; kind < 4; kind++) {
        static const uint64_t created[4] = {1014, 1005, 1005, 1005}, context[4] = {1022, 1011, 1011, 1011}, stream[4] = {1023, 0, 1012, 1012};
        static const size_t comments[4] = {12, 3, 3, 3}, context_name[4] = {26, 13, 14, 14}, stream_name[4] = {27, 0, 15, 15}, display[4] = {0, 0, 18, 0};
        ncurep_frame f;
        CHECK(ncurep_result_at(r, kind, &k, &error));
        CHECK(k.thread == 1001 && k.call == 1002 && k.created == created[kind] && k.context == context[kind] && k.stream == stream[kind]);
        CHECK(k.unsupported == 1 && k.api == (kind == 0 ? 1016 : 1006) && k.clock.requested == 0 && k.clock.executed == 1);
        CHECK(k.comments.len == comments[kind] && k.context_name.len == context_name[kind] && k.stream_name.len == stream_name[kind] && k.display.len == display[kind]);
        CHECK(NCUREP_HAS(&k, 12) && NCUREP_HAS(&k, 14) && NCUREP_HAS(&k, 16) && NCUREP_HAS(&k, 20) && NCUREP_HAS(&k, 22) && NCUREP_HAS(&k, 25) && NCUREP_HAS(&k, 26) && NCUREP_HAS(&k, 28));
        CHECK(NCUREP_HAS(&k, 23) == (kind != 1) && NCUREP_HAS(&k, 27) == (kind != 1) && NCUREP_HAS(&k, 41) == (kind == 2) && NCUREP_HAS(&k, 24) == (kind == 0));
        CHECK(ncurep_frame_next(&k.stack.frames, &f) && f.line == 12 && !ncurep_frame_next(&k.stack.frames, &f));
        if (kind > 0) continue;
        CHECK(k.program == 1003 && k.kernel == 1004 && k.mangled.len == 5 && k.function.len == 6 && k.demangled.len == 7 && k.dimensions == 1008 && k.field31.len == 31);
        CHECK(k.series.id == 77 && k.series.has == 6);
        CHECK_VIEW("combination", k.series.combination);
    }
    ncurep_report_close(r);
}

static void many_blocks(void) /* more than one list of pieces holds */
{
    uint32_t i;
    ncurep_block b;
    start();
    for (i = 0; i < 9000; i++) block();
    r = ncurep_report_open(file.ptr, file.len, NULL, &error);
    CHECK_U64(9000, info().blocks);
    for (i = 0; i < 9000; i++)
        if (!CHECK(ncurep_block_at(r, i, &b, NULL) && b.at == 10 + 6 * (uint64_t)i)) break;
    ncurep_report_close(r);
}

static void answers(void) /* 1, no error, and nothing from before */
{
    ncurep_memory memory;
    ncurep_source s;
    ncurep_result k;
    ncurep_pattern *p;
    ncurep_index x;
    size_t held = 0;
    unsigned i;
    heap h;
    start();
    w_number(&header, 1, 1);
    w_number(&entry, 1, 5);
    w_entry(&payload, &entry);
    w_number(&entry, 1, 6);
    w_text(&small, 1, "name");
    w_message(&header, 4, &small);
    kernel();
    error.code = NCUREP_IO;
    error.offset = 7;
    r = ncurep_report_open(file.ptr, file.len, NULL, &error);
    CHECK(error.code == NCUREP_OK && error.offset == 0);
    for (i = 0; i < 500; i++) { /* a sorted list is not sorted again */
        CHECK_I64(1, ncurep_modules_load(r, NULL, &error) == NCUREP_OK);
        CHECK(sort_strings(r));
        CHECK_I64(1, ncurep_result_at(r, 0, &k, &error));
        CHECK_I64(1, ncurep_index_build(r, &k, &x, &error) == NCUREP_OK);
        if (i == 0) held = info().memory;
    }
    CHECK_U64(held, info().memory);
    error.code = NCUREP_IO;
    error.offset = 7;
    CHECK_I64(1, ncurep_source_at(r, 0, &s, &error));
    CHECK(error.code == NCUREP_OK && error.offset == 0 && s.reference == 5);
    error.code = NCUREP_IO;
    error.offset = 7;
    CHECK_I64(1, ncurep_result_at(r, 0, &k, &error));
    CHECK(error.code == NCUREP_OK && error.offset == 0 && k.thread == 6);
    ncurep_report_close(r);
    HEAP_MEMORY(memory, h);
    error.code = NCUREP_IO;
    p = open_pattern(ncurep_text("regex:a+"), 0, &memory, &error);
    CHECK(p != NULL && error.code == NCUREP_OK && h.live > 0 && ncurep_pattern_match(p, ncurep_text("ba")));
    ncurep_pattern_close(p);
    CHECK_U64(0, h.live);
}

static void clear(void)
{
    free(file.ptr);
    free(header.ptr);
    free(payload.ptr);
    free(entry.ptr);
    free(part.ptr);
    free(small.ptr);
    free(tiny.ptr);
}

int main(void)
{
    RUN(fields);
    RUN(long_varints);
    RUN(broken_numbers);
    RUN(forms_of_values);
    RUN(signed_payload);
    RUN(metrics);
    RUN(broken_instances);
    RUN(looks_like_a_tag);
    RUN(find_metric);
    RUN(by_name);
    RUN(charts);
    RUN(rooflines);
    RUN(processes);
    RUN(many_problems);
    RUN(first_problem);
    RUN(small_files);
    RUN(strings_without_strings);
    RUN(changing_input);
    RUN(sizes_of_entries);
    RUN(read_in_turns);
    RUN(known_fields);
    RUN(members);
    RUN(many_blocks);
    RUN(answers);
    clear();
    return run_end();
}
