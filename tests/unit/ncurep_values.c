/* Values in every form, and what they are as numbers. */
#define NCUREP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include "ncurep_make.h"
#include "run.h"

static void values(void)
{
    static const struct {
        ncurep_kind kind;
        uint64_t bits;
        double d;
        uint64_t u;
    } cases[] = {{NCUREP_KIND_NONE, 5, 0, 0}, {NCUREP_KIND_STRING, 5, 0, 0}, {NCUREP_KIND_UINT32, 5, 5, 5}, {NCUREP_KIND_UINT64, ~(uint64_t)0, 18446744073709551616.0, ~(uint64_t)0},
                 {NCUREP_KIND_INT32, ~(uint64_t)0, -1, 0}, {NCUREP_KIND_INT32, 7, 7, 7}, {NCUREP_KIND_INT64, (uint64_t)1 << 63, -9223372036854775808.0, 0}, {NCUREP_KIND_INT64, 9, 9, 9},
                 {NCUREP_KIND_FLOAT, 0x3fc00000u, 1.5, 1}, {NCUREP_KIND_FLOAT, 0xbfc00000u, -1.5, 0}, {NCUREP_KIND_DOUBLE, (uint64_t)0x3ff80000u << 32, 1.5, 1},
                 {NCUREP_KIND_DOUBLE, (uint64_t)0x3feccccc << 32, 0.89999961853027343750, 0}, {NCUREP_KIND_DOUBLE, (uint64_t)0x43f00000u << 32, 18446744073709551616.0, 0},
                 {NCUREP_KIND_DOUBLE, (uint64_t)0x43efffffu << 32, 18446735277616529408.0, 18446735277616529408u}, {NCUREP_KIND_DOUBLE, (uint64_t)0xbff00000u << 32, -1, 0},
                 {NCUREP_KIND_DOUBLE, (uint64_t)0x3ff00000u << 32, 1, 1}, {(ncurep_kind)99, 5, 0, 0}};
    ncurep_value v;
    size_t i;
    memset(&v, 0, sizeof v);
    v.text.ptr = "t";
    v.text.len = 1;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        v.kind = cases[i].kind;
        v.bits = cases[i].bits;
        if (!CHECK_DOUBLE(cases[i].d, ncurep_value_double(&v)) || !CHECK_U64(cases[i].u, ncurep_value_u64(&v))) printf("    number %u\n", (unsigned)i);
    }
    v.kind = NCUREP_KIND_DOUBLE;
    v.bits = (uint64_t)0x7ff80000u << 32; /* not a number */
    CHECK(ncurep_value_u64(&v) == 0);
    CHECK(ncurep_value_double(NULL) == 0 && ncurep_value_u64(NULL) == 0);
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

int main(void)
{
    RUN(values);
    RUN(forms_of_values);
    RUN(signed_payload);
    made_free();
    return run_end();
}
