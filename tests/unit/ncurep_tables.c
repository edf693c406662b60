/* Tables and charts of rules. */
#define NCUREP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include "ncurep_make.h"
#include "run.h"

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

int main(void)
{
    RUN(charts);
    RUN(rooflines);
    made_free();
    return run_end();
}
