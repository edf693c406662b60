/* Write after read: everything in a hostile report is copied, and the copy read. The first byte picks how memory (bits
   0 and 1) or the output (bit 2) fails, and with bit 3 another string is written first, so that ids shift; the second
   byte is a number for that; the rest is the report. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "../tests/ncurep_calls.h"

#include "ncurep_fuzz.h"

/* The same texts for the ids, and otherwise the same bytes. */
static void same_metric(ncurep_report *a, ncurep_report *b, ncurep_view x, ncurep_view y)
{
    ncurep_list p = ncurep_fields(x, 0), q = ncurep_fields(y, 0);
    const char *from = p.ptr, *to = q.ptr;
    ncurep_field f, g;
    while (ncurep_field_next(&p, &f)) {
        must(ncurep_field_next(&q, &g));
        if (f.number == 1 && f.wire == 0) {
            ncurep_view s, t;
            const int has = ncurep_string_at(a, (uint32_t)f.value, &s);
            must(g.number == 1 && g.wire == 0);
            if (has) must(ncurep_string_at(b, (uint32_t)g.value, &t) && s.len == t.len && memcmp(s.ptr, t.ptr, s.len) == 0);
            else must(!ncurep_string_at(b, (uint32_t)g.value, &t));
        } else
            must(p.ptr - from == q.ptr - to && memcmp(from, to, (size_t)(p.ptr - from)) == 0);
        from = p.ptr;
        to = q.ptr;
    }
    must(!ncurep_field_next(&q, &g) && p.error.code == NCUREP_OK && q.error.code == NCUREP_OK);
}

static void same_result(ncurep_report *a, ncurep_report *b, const ncurep_result *x, const ncurep_result *y)
{
    ncurep_list p = ncurep_fields(x->bytes, 0), q = ncurep_fields(y->bytes, 0);
    const char *from = p.ptr, *to = q.ptr;
    ncurep_field f, g;
    must(x->kind == y->kind);
    while (ncurep_field_next(&p, &f)) {
        must(ncurep_field_next(&q, &g) && f.number == g.number && f.wire == g.wire);
        if (f.wire == 2 && f.number == (x->kind == NCUREP_RESULT_KIND_KERNEL ? 13u : 4u)) same_metric(a, b, f.bytes, g.bytes);
        else must(p.ptr - from == q.ptr - to && memcmp(from, to, (size_t)(p.ptr - from)) == 0);
        from = p.ptr;
        to = q.ptr;
    }
    must(!ncurep_field_next(&q, &g) && p.error.code == NCUREP_OK && q.error.code == NCUREP_OK);
}

/* Copies all blocks; 1 if every one was copied. */
static int copy(ncurep_report *r, const ncurep_memory *memory, sink *out, int shift)
{
    ncurep_output output;
    ncurep_writer *w;
    ncurep_info info;
    ncurep_error e;
    uint32_t i;
    int all = 1;
    output.write_fn = put;
    output.user = out;
    w = open_writer(&output, memory, &e);
    if (w == NULL) return 0;
    if (shift) ncurep_write_string(w, ncurep_text("another"));
    ncurep_report_info(r, &info);
    for (i = 0; i < info.blocks; i++) {
        if (ncurep_copy_block(w, r, i, &e) != NCUREP_OK) {
            must(e.code != NCUREP_OK && e.message != NULL);
            all = 0;
        }
    }
    if (!end_writer(w, &e)) {
        must(e.code != NCUREP_OK);
        all = 0;
    }
    return all;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    heap h = {0, 0, 0, 0, 0, 0};
    ncurep_memory memory = {NULL, 0, {take, give, NULL}, 0};
    sink first = {NULL, 0, 0, 0, 0}, second = {NULL, 0, 0, 0, 0};
    ncurep_report *a, *b;
    ncurep_error e;
    ncurep_info x, y;
    uint32_t i;
    int whole, shift;
    if (size < 2) return 0;
    memory.allocator.user = &h;
    memory.max_memory = data[0] & 1 ? 8192u + data[1] * 1024u : 1u << 24;
    if (data[0] & 2) h.fail = data[1];
    if (data[0] & 4) first.fail = data[1];
    shift = (data[0] & 8) != 0;
    a = ncurep_report_open(data + 2, size - 2, NULL, &e);
    if (a == NULL) return 0;
    whole = copy(a, &memory, &first, shift);
    must(h.live == 0 && h.held == 0);
    if (whole) {
        b = ncurep_report_open(first.data, first.len, NULL, &e);
        must(b != NULL);
        ncurep_report_info(a, &x);
        ncurep_report_info(b, &y);
        must(!y.is_cut && !y.is_damaged && y.sources == x.sources && y.results == x.results && y.blocks >= x.blocks);
        for (i = 0; i < x.results; i++) {
            ncurep_result p, q;
            must(ncurep_result_at(a, i, &p, &e) && ncurep_result_at(b, i, &q, &e));
            same_result(a, b, &p, &q);
        }
        for (i = 0; i < x.sources; i++) {
            ncurep_source p, q;
            must(ncurep_source_at(a, i, &p, &e) && ncurep_source_at(b, i, &q, &e));
            must(p.bytes.len == q.bytes.len && memcmp(p.bytes.ptr, q.bytes.ptr, p.bytes.len) == 0);
        }
        /* A copy of the copy is the copy. */
        must(copy(b, NULL, &second, 0));
        must(first.len == second.len && memcmp(first.data, second.data, first.len) == 0);
        ncurep_report_close(b);
    }
    ncurep_report_close(a);
    free(first.data);
    free(second.data);
    return 0;
}
