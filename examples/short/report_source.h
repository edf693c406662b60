/* A result of a report as a source of metrics for nvsection.h, to be copied. Include it after both headers. What it gives
   lives until report_source_end. */
#ifndef REPORT_SOURCE_H
#define REPORT_SOURCE_H
#include <stdlib.h>
typedef struct report_source_part { /* instances that were asked for: ids, then values */
    struct report_source_part *next;
    uint64_t at[1];
} report_source_part;

typedef struct report_source {
    ncurep_report *report;
    ncurep_index index;
    report_source_part *parts;
} report_source;

static nvs_reply report_source_metric(nvs_view name, nvs_metric *out, void *user)
{
    report_source *s = (report_source *)user;
    ncurep_view text;
    ncurep_metric m;
    ncurep_list list;
    uint32_t place;
    size_t n;
    text.ptr = name.ptr, text.len = name.len;
    if (!ncurep_index_find(&s->index, text, &place, NULL) || !ncurep_index_at(&s->index, place, &m)) return NVS_REPLY_NO;
    switch (m.value.kind) {
    case NCUREP_KIND_NONE: break;
    case NCUREP_KIND_STRING: out->value.kind = NVS_KIND_STRING, out->value.v.text.ptr = m.value.text.ptr, out->value.v.text.len = m.value.text.len; break;
    case NCUREP_KIND_UINT32: case NCUREP_KIND_UINT64: out->value.kind = NVS_KIND_UINT64, out->value.v.u = m.value.bits; break;
    default: out->value.kind = NVS_KIND_DOUBLE, out->value.v.d = ncurep_value_double(&m.value); break;
    }
    list = m.instances;
    n = ncurep_instances(&list, NULL, NULL, NULL, (size_t)-1);
    if (n > 0) {
        report_source_part *p = (report_source_part *)malloc(sizeof *p + 2 * n * sizeof p->at[0]);
        if (p == NULL) return NVS_REPLY_FAILED;
        p->next = s->parts, s->parts = p;
        list = m.instances;
        out->count = ncurep_instances(&list, p->at, (double *)(void *)(p->at + n), NULL, n);
        out->ids.kind = NVS_KIND_UINT64, out->ids.at = p->at;
        out->values.kind = NVS_KIND_DOUBLE, out->values.at = p->at + n;
    }
    return NVS_REPLY_YES;
}

/* The source of a result; its error is that of ncurep_index_build. */
static ncurep_code report_source_begin(report_source *s, ncurep_report *report, const ncurep_result *result, nvs_source *out, ncurep_error *error)
{
    s->report = report, s->parts = NULL;
    out->metric_fn = report_source_metric, out->name_fn = NULL, out->place_fn = NULL, out->user = s;
    return ncurep_index_build(report, result, &s->index, error);
}

static void report_source_end(report_source *s)
{
    report_source_part *p, *next;
    for (p = s->parts; p != NULL; p = next) next = p->next, free(p);
}
#endif
