/* Metrics and their instances: what is malformed, and how they are found by id and by name. */
#define NCUREP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include "ncurep_make.h"
#include "run.h"

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

/* A report that is read through callbacks holds one result: the one before it cannot be indexed any more. */
static void result_outlived(void)
{
    ncurep_result first, second;
    ncurep_index x;
    int i;
    start();
    for (i = 0; i < 2; i++) {
        char filler[700] = "";
        w_data(&entry, 12, filler, sizeof filler); /* beyond what one read brings */
        w_data(&entry, 13, "\x08\x00", 2);
        w_entry(&payload, &entry);
    }
    w_number(&header, 2, 2);
    block();
    r = by_callback(NULL);
    CHECK(ncurep_result_at(r, 0, &first, NULL) && ncurep_index_build(r, &first, &x, &error) == NCUREP_OK);
    CHECK(ncurep_result_at(r, 1, &second, NULL) && ncurep_index_build(r, &second, &x, &error) == NCUREP_OK && x.count == 1);
    CHECK(ncurep_index_build(r, &first, &x, &error) == NCUREP_ARGUMENT && x.count == 0 && error.offset == first.at);
    ncurep_report_close(r);
    r = ncurep_report_open(file.ptr, file.len, NULL, NULL); /* in memory they stay */
    CHECK(ncurep_result_at(r, 0, &first, NULL) && ncurep_result_at(r, 1, &second, NULL));
    CHECK(ncurep_index_build(r, &first, &x, &error) == NCUREP_OK && x.count == 1);
    ncurep_report_close(r);
}

int main(void)
{
    RUN(result_outlived);
    RUN(metrics);
    RUN(broken_instances);
    RUN(looks_like_a_tag);
    RUN(find_metric);
    RUN(by_name);
    made_free();
    return run_end();
}
