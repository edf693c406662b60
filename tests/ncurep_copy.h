/* For the tests of ncurep.h's writer: an output in memory, and copies of whole reports. Include it after ncurep.h and
   run.h. */
#ifndef TESTS_NCUREP_COPY_H
#define TESTS_NCUREP_COPY_H

#include "ncurep_calls.h"

typedef struct sink {
    char *data;
    size_t len, room;
    unsigned calls, fail; /* the call that fails; 0: none */
} sink;

static inline ncurep_reply sink_put(const void *bytes, size_t size, void *user)
{
    sink *s = (sink *)user;
    if (++s->calls == s->fail) return NCUREP_REPLY_NO;
    if (size > s->room - s->len) {
        s->room = (s->len + size) * 2;
        s->data = (char *)realloc(s->data, s->room);
        if (s->data == NULL) abort();
    }
    memcpy(s->data + s->len, bytes, size);
    s->len += size;
    return NCUREP_REPLY_YES;
}

/* Copies all blocks of a report; 0 and *error at the first failure. first: a string that is written before, or NULL. */
static inline int copy_report(ncurep_report *r, const ncurep_memory *memory, sink *out, const char *first, ncurep_error *error)
{
    ncurep_output output;
    ncurep_writer *w;
    ncurep_info info;
    ncurep_error ignored;
    uint32_t i;
    int ok = 1;
    output.write_fn = sink_put;
    output.user = out;
    w = open_writer(&output, memory, error);
    if (w == NULL) return 0;
    if (first != NULL) (void)ncurep_write_string(w, ncurep_text(first));
    ncurep_report_info(r, &info);
    for (i = 0; ok && i < info.blocks; i++) ok = ncurep_copy_block(w, r, i, error) == NCUREP_OK;
    return end_writer(w, ok ? error : &ignored) && ok;
}

/* Whether two reports hold the same results, with the same names for the ids. */
static inline int same_results(ncurep_report *a, ncurep_report *b)
{
    ncurep_info x, y;
    ncurep_error e;
    uint32_t i;
    ncurep_report_info(a, &x);
    ncurep_report_info(b, &y);
    if (x.results != y.results || x.sources != y.sources || x.problems != y.problems) return 0;
    for (i = 0; i < x.results; i++) {
        ncurep_result p, q;
        ncurep_metric m, n;
        if (!ncurep_result_at(a, i, &p, &e) || !ncurep_result_at(b, i, &q, &e)) return 0;
        if (p.kind != q.kind || p.metrics.count != q.metrics.count || p.rules.count != q.rules.count) return 0;
        while (ncurep_metric_next(&p.metrics, &m)) {
            ncurep_view s, t;
            ncurep_instance u, v;
            if (!ncurep_metric_next(&q.metrics, &n) || m.value.kind != n.value.kind || m.value.bits != n.value.bits) return 0;
            if (ncurep_string_at(a, m.name_id, &s) != ncurep_string_at(b, n.name_id, &t)) return 0;
            if (s.len != t.len || memcmp(s.ptr, t.ptr, s.len) != 0 || m.instances.count != n.instances.count) return 0;
            while (ncurep_instance_next(&m.instances, &u))
                if (!ncurep_instance_next(&n.instances, &v) || u.id.bits != v.id.bits || u.value.bits != v.value.bits) return 0;
        }
    }
    return 1;
}

#endif
