/* Of a dump: results. */
#include "dump_parts.h"
#include "../model/hash.h"

#include <string.h>

static void put_triple(dump *d, const char *key, uint64_t x, uint64_t y, uint64_t z)
{
    out_list(d->to, key);
    out_whole(d->to, NULL, x);
    out_whole(d->to, NULL, y);
    out_whole(d->to, NULL, z);
    out_close(d->to);
}

static void put_reference(dump *d, uint64_t reference)
{
    ncurep_module module;
    const int found = ncurep_module_find(d->report, reference, &module);
    out_list(d->to, NULL);
    out_whole(d->to, NULL, reference);
    number_or_null(d, NULL, module.index, found);
    out_close(d->to);
}

static void put_result(dump *d, ncurep_result *r)
{
    ncurep_list references = r->references;
    uint64_t reference;
    dump_begin(d, "result");
    out_whole(d->to, "i", r->index);
    out_string(d->to, "kind", ncurep_result_kind_name(r->kind));
    out_whole(d->to, "block", r->block);
    out_whole(d->to, "at", r->at);
    out_whole(d->to, "size", r->bytes.len);
    number_or_null(d, "process", r->process, r->process != NCUREP_NONE);
    NUMBER(d, "thread", *r, 1, thread);
    NUMBER(d, "call", *r, 2, call);
    TEXT(d, "display", *r, 41, display);
    TEXT(d, "comments", *r, 12, comments);
    NUMBER(d, "created", *r, 14, created);
    SIGNED(d, "api", *r, 16, api);
    BOOL(d, "unsupported", *r, 20, unsupported);
    NUMBER(d, "context", *r, 22, context);
    TEXT(d, "context_name", *r, 26, context_name);
    NUMBER(d, "stream", *r, 23, stream);
    TEXT(d, "stream_name", *r, 27, stream_name);
    if (HAS(*r, 25)) {
        out_group(d->to, "clock");
        BOOL(d, "requested", r->clock, 1, requested);
        BOOL(d, "executed", r->clock, 2, executed);
        out_close(d->to);
    } else
        out_null(d->to, "clock");
    out_list(d->to, "references");
    if (r->kind == NCUREP_RESULT_KIND_KERNEL) put_reference(d, r->source.reference);
    while (ncurep_reference_next(&references, &reference)) put_reference(d, reference);
    out_close(d->to);
    out_whole(d->to, "metrics", r->metrics.count);
    out_whole(d->to, "sections", r->sections.count);
    out_whole(d->to, "section_comments", r->section_comments.count);
    out_whole(d->to, "rules", r->rules.count);
    out_truth(d->to, "nvtx", (int)HAS(*r, 21));
    out_whole(d->to, "frames", r->stack.frames.count);
    if (HAS(r->stack, 2)) SIGNED(d, "stack_type", r->stack, 2, type);
    if (r->warp_samples.count > 0) out_whole(d->to, "warp_samples", r->warp_samples.count);
    dump_end(d);
}

static void put_kernel(dump *d, const ncurep_result *r)
{
    uint32_t driver;
    dump_begin(d, "kernel");
    out_whole(d->to, "result", r->index);
    NUMBER(d, "program", *r, 3, program);
    NUMBER(d, "kernel", *r, 4, kernel);
    TEXT(d, "function", *r, 6, function);
    TEXT(d, "mangled", *r, 5, mangled);
    TEXT(d, "demangled", *r, 7, demangled);
    NUMBER(d, "dimensions", *r, 8, dimensions);
    put_triple(d, "offset", r->offset.x, r->offset.y, r->offset.z);
    put_triple(d, "global_size", r->global_size.x, r->global_size.y, r->global_size.z);
    put_triple(d, "grid", r->grid[0], r->grid[1], r->grid[2]);
    put_triple(d, "block_size", r->block_size.x, r->block_size.y, r->block_size.z);
    SIGNED(d, "sass", r->source, 5, sass);
    out_list(d->to, "series");
    NUMBER(d, NULL, r->series, 1, id);
    TEXT(d, NULL, r->series, 2, combination);
    out_close(d->to);
    BLOB(d, "field31", *r, 31, field31);
    memcpy(&driver, &r->driver, sizeof driver);
    if (HAS(*r, 35)) put_hex(d, "driver", 8, driver);
    else out_null(d->to, "driver");
    if (HAS(*r, 38)) BLOB(d, "field38", *r, 38, field38);
    dump_end(d);
}
/* Metrics -------------------------------------------------------------------------------------------------------- */

static void put_metrics(dump *d, const ncurep_result *r, int instances)
{
    ncurep_list metrics = r->metrics;
    ncurep_metric m;
    uint32_t i;
    for (i = 0; ncurep_metric_next(&metrics, &m); i++) {
        ncurep_list list = m.instances;
        ncurep_instance n;
        ncurep_view name;
        const int named = ncurep_string_at(d->report, m.name_id, &name);
        uint64_t h = HASH_START;
        uint32_t ids = 0;
        if (!wants_metric(d->chosen, name)) continue;
        while (ncurep_instance_next(&list, &n)) {
            ids += n.id.kind != NCUREP_KIND_NONE;
            h = hash_value(hash_value(h, &n.id), &n.value);
        }
        dump_begin(d, "metric");
        out_whole(d->to, "result", r->index);
        out_whole(d->to, "i", i);
        NUMBER(d, "id", m, 1, name_id);
        text_or_null(d, "name", &name, named);
        value_or_null(d, "value", &m.value);
        SIGNED(d, "id_kind", m, 4, id_kind);
        out_whole(d->to, "instances", m.instances.count);
        out_whole(d->to, "ids", ids);
        if (m.instances.count > 0) put_hex(d, "fnv", 16, h);
        else out_null(d->to, "fnv");
        dump_end(d);
        list = m.instances;
        while (instances && ncurep_instance_next(&list, &n)) {
            dump_begin(d, "instance");
            out_whole(d->to, "result", r->index);
            out_whole(d->to, "metric", i);
            value_or_null(d, "id", &n.id);
            value_or_null(d, "value", &n.value);
            dump_end(d);
        }
    }
}

/* Sections ------------------------------------------------------------------------------------------------------- */

static void put_label(dump *d, const ncurep_label *l)
{
    out_list(d->to, NULL);
    TEXT(d, NULL, *l, 1, name);
    TEXT(d, NULL, *l, 2, label);
    out_close(d->to);
}

static void put_labels(dump *d, const char *key, ncurep_list *list)
{
    ncurep_label l;
    out_list(d->to, key);
    while (ncurep_label_next(list, &l)) put_label(d, &l);
    out_close(d->to);
}

static void put_section(dump *d, uint32_t result, uint32_t i, ncurep_section *s)
{
    ncurep_label l;
    ncurep_section_body body;
    ncurep_section_metrics metrics;
    ncurep_pair p;
    dump_begin(d, "section");
    out_whole(d->to, "result", result);
    out_whole(d->to, "i", i);
    TEXT(d, "identifier", *s, 1, identifier);
    TEXT(d, "name", *s, 2, name);
    NUMBER(d, "order", *s, 3, order);
    TEXT(d, "description", *s, 7, description);
    TEXT(d, "extends", *s, 9, extends);
    out_list(d->to, "sets");
    while (ncurep_label_next(&s->sets, &l)) TEXT(d, NULL, l, 1, name);
    out_close(d->to);
    put_labels(d, "header", &s->header.metrics);
    out_list(d->to, "bodies");
    while (ncurep_section_body_next(&s->bodies, &body)) out_whole(d->to, NULL, body.items.count);
    out_close(d->to);
    out_whole(d->to, "metrics", s->metrics.metrics.count);
    out_list(d->to, "source_metrics");
    while (ncurep_section_metrics_next(&s->source_metrics, &metrics)) out_whole(d->to, NULL, metrics.metrics.count);
    out_close(d->to);
    out_list(d->to, "definitions");
    while (ncurep_pair_next(&s->definitions.list, &p)) {
        out_list(d->to, NULL);
        TEXT(d, NULL, p, 1, name);
        TEXT(d, NULL, p, 2, value);
        out_close(d->to);
    }
    out_close(d->to);
    put_labels(d, "groups", &s->groups);
    blob_or_null(d, "data", &s->bytes, 1);
    dump_end(d);
}

static void put_sections(dump *d, const ncurep_result *r)
{
    ncurep_list sections = r->sections, comments = r->section_comments;
    ncurep_section s;
    ncurep_comment c;
    uint32_t i;
    for (i = 0; ncurep_section_next(&sections, &s); i++) put_section(d, r->index, i, &s);
    while (ncurep_comment_next(&comments, &c)) {
        dump_begin(d, "section_comment");
        out_whole(d->to, "result", r->index);
        TEXT(d, "section", c.id, 1, section);
        TEXT(d, "name", c, 2, name);
        TEXT(d, "text", c, 3, text);
        dump_end(d);
    }
}

/* Rules ---------------------------------------------------------------------------------------------------------- */

static void put_tables(dump *d, const ncurep_rule_item *item)
{
    static const char *const name[] = {"Table", "BarChart", "HistogramChart", "LineChart", "RooflineChart", "SourceMetricTable"};
    unsigned kind;
    out_list(d->to, "tables");
    for (kind = 0; kind < 6; kind++) {
        ncurep_table t;
        ncurep_label l;
        if (!ncurep_table_find(item, (ncurep_table_kind)kind, &t)) continue;
        out_list(d->to, NULL);
        out_string(d->to, NULL, name[kind]);
        TEXT(d, NULL, t, 1, label);
        out_list(d->to, NULL);
        if (kind == NCUREP_TABLE_KIND_HISTOGRAM_CHART) { /* it has one metric, or room for it */
            (void)ncurep_table_metric_next(&t, &l);
            put_label(d, &l);
        } else
            while (ncurep_table_metric_next(&t, &l)) put_label(d, &l);
        out_close(d->to);
        out_close(d->to);
    }
    out_close(d->to);
}

static void put_item(dump *d, uint32_t result, uint32_t rule, uint32_t i, ncurep_rule_item *item)
{
    ncurep_focus f;
    dump_begin(d, "item");
    out_whole(d->to, "result", result);
    out_whole(d->to, "rule", rule);
    out_whole(d->to, "i", i);
    if (HAS(*item, 1)) {
        out_group(d->to, "message");
        TEXT(d, "text", item->message, 1, text);
        SIGNED(d, "type", item->message, 2, type);
        SIGNED(d, "id", item->message, 3, id);
        TEXT(d, "name", item->message, 4, name);
        out_close(d->to);
    } else
        out_null(d->to, "message");
    out_list(d->to, "focus");
    while (ncurep_focus_next(&item->focus, &f)) {
        out_group(d->to, NULL);
        SIGNED(d, "message", f, 1, message);
        TEXT(d, "name", f, 2, name);
        REAL(d, "value", f, 3, value);
        SIGNED(d, "severity", f, 4, severity);
        TEXT(d, "info", f, 5, info);
        out_close(d->to);
    }
    out_close(d->to);
    if (HAS(*item, 10)) {
        out_list(d->to, "speedup");
        SIGNED(d, NULL, item->speedup, 1, type);
        REAL(d, NULL, item->speedup, 2, percent);
        out_close(d->to);
    } else
        out_null(d->to, "speedup");
    TEXT(d, "proposal", item->proposal, 1, section);
    put_tables(d, item);
    dump_end(d);
}

static void put_rules(dump *d, const ncurep_result *r)
{
    ncurep_list rules = r->rules;
    ncurep_rule rule;
    ncurep_rule_item item;
    ncurep_marker m;
    uint32_t i, k;
    for (i = 0; ncurep_rule_next(&rules, &rule); i++) {
        dump_begin(d, "rule");
        out_whole(d->to, "result", r->index);
        out_whole(d->to, "i", i);
        TEXT(d, "identifier", rule, 1, identifier);
        TEXT(d, "name", rule, 2, name);
        TEXT(d, "section", rule, 4, section);
        out_truth(d->to, "body", (int)HAS(rule, 3));
        out_whole(d->to, "items", rule.body.list.count);
        out_whole(d->to, "markers", rule.markers.count);
        dump_end(d);
        for (k = 0; ncurep_rule_item_next(&rule.body.list, &item); k++) put_item(d, r->index, i, k, &item);
        for (k = 0; ncurep_marker_next(&rule.markers, &m); k++) {
            dump_begin(d, "marker");
            out_whole(d->to, "result", r->index);
            out_whole(d->to, "rule", i);
            out_whole(d->to, "i", k);
            SIGNED(d, "kind", m, 1, kind);
            NUMBER(d, "line_number", m, 2, line);
            NUMBER(d, "address", m, 3, address);
            TEXT(d, "text", m, 4, text);
            SIGNED(d, "type", m, 5, type);
            TEXT(d, "path", m, 6, path);
            dump_end(d);
        }
    }
}

/* NVTX ----------------------------------------------------------------------------------------------------------- */

static void put_names(dump *d, ncurep_list *list)
{
    ncurep_nvtx_string s;
    while (ncurep_nvtx_string_next(list, &s)) {
        out_list(d->to, NULL);
        NUMBER(d, NULL, s, 1, id);
        TEXT(d, NULL, s, 2, text);
        out_close(d->to);
    }
}

static void put_attributes(dump *d, const ncurep_nvtx_range *range)
{
    const ncurep_nvtx_attributes *a = &range->attributes;
    if (!HAS(*range, 3)) {
        out_null(d->to, "attributes");
        return;
    }
    out_group(d->to, "attributes");
    NUMBER(d, "version", *a, 1, version);
    NUMBER(d, "category", *a, 2, category);
    out_list(d->to, "color");
    SIGNED(d, NULL, a->color, 1, type);
    NUMBER(d, NULL, a->color, 2, color);
    out_close(d->to);
    out_list(d->to, "payload");
    SIGNED(d, NULL, a->payload, 1, type);
    value_or_null(d, NULL, &a->payload.value);
    out_close(d->to);
    out_list(d->to, "message");
    SIGNED(d, NULL, a->message, 1, type);
    TEXT(d, NULL, a->message, 2, text);
    NUMBER(d, NULL, a->message, 3, handle);
    out_close(d->to);
    out_close(d->to);
}

/* [domain, ranges] of each. */
static void put_open(dump *d, const char *key, ncurep_list list)
{
    ncurep_nvtx_open open;
    out_list(d->to, key);
    while (ncurep_nvtx_open_next(&list, &open)) put_pair(d, open.id, open.ranges.count);
    out_close(d->to);
}

static void put_nvtx_thread(dump *d, const ncurep_result *r, ncurep_nvtx_thread *t)
{
    ncurep_nvtx_open open;
    ncurep_nvtx_range range;
    uint32_t depth;
    dump_begin(d, "nvtx_thread");
    out_whole(d->to, "result", r->index);
    NUMBER(d, "thread", *t, 1, id);
    out_truth(d->to, "current", t->id == r->thread);
    put_open(d, "domains", t->domains);
    dump_end(d);
    while (ncurep_nvtx_open_next(&t->domains, &open))
        for (depth = 0; ncurep_nvtx_range_next(&open.ranges, &range); depth++) {
            dump_begin(d, "nvtx_push");
            out_whole(d->to, "result", r->index);
            out_whole(d->to, "thread", t->id);
            out_whole(d->to, "domain", open.id);
            out_whole(d->to, "depth", depth);
            TEXT(d, "name", range, 2, name);
            NUMBER(d, "call", range, 4, call);
            put_attributes(d, &range);
            dump_end(d);
        }
}

static void put_nvtx(dump *d, const ncurep_result *r)
{
    ncurep_nvtx n = r->nvtx;
    ncurep_nvtx_domain domain;
    ncurep_nvtx_thread thread;
    ncurep_nvtx_open open;
    ncurep_nvtx_range range;
    ncurep_nvtx_names names;
    if (!HAS(*r, 21)) return;
    dump_begin(d, "nvtx");
    out_whole(d->to, "result", r->index);
    out_whole(d->to, "domains", n.domains.count);
    out_whole(d->to, "threads", n.threads.count);
    put_open(d, "start_end", n.start_end);
    NUMBER(d, "default", n, 4, default_domain);
    if (HAS(n, 5)) NUMBER(d, "field5", n, 5, field5);
    dump_end(d);
    while (ncurep_nvtx_domain_next(&n.domains, &domain)) {
        dump_begin(d, "nvtx_domain");
        out_whole(d->to, "result", r->index);
        NUMBER(d, "id", domain, 1, id);
        TEXT(d, "name", domain, 2, name);
        out_list(d->to, "strings");
        put_names(d, &domain.strings);
        out_close(d->to);
        out_list(d->to, "tables");
        while (ncurep_nvtx_names_next(&domain.tables, &names)) {
            out_list(d->to, NULL);
            SIGNED(d, NULL, names, 1, family);
            out_list(d->to, NULL);
            put_names(d, &names.mappings);
            out_close(d->to);
            out_close(d->to);
        }
        out_close(d->to);
        dump_end(d);
    }
    while (ncurep_nvtx_thread_next(&n.threads, &thread)) put_nvtx_thread(d, r, &thread);
    while (ncurep_nvtx_open_next(&n.start_end, &open))
        while (ncurep_nvtx_range_next(&open.ranges, &range)) {
            dump_begin(d, "nvtx_start");
            out_whole(d->to, "result", r->index);
            out_whole(d->to, "domain", open.id);
            NUMBER(d, "id", range, 1, id);
            TEXT(d, "name", range, 2, name);
            NUMBER(d, "call", range, 4, call);
            NUMBER(d, "thread", range, 5, thread);
            put_attributes(d, &range);
            dump_end(d);
        }
}

static void put_frames(dump *d, const ncurep_result *r)
{
    ncurep_list frames = r->stack.frames;
    ncurep_frame f;
    uint32_t i;
    for (i = 0; ncurep_frame_next(&frames, &f); i++) {
        dump_begin(d, "frame");
        out_whole(d->to, "result", r->index);
        out_whole(d->to, "i", i);
        TEXT(d, "module", f, 1, module);
        NUMBER(d, "address", f, 2, address);
        TEXT(d, "file", f, 3, file);
        TEXT(d, "function", f, 4, function);
        NUMBER(d, "line_number", f, 5, line);
        dump_end(d);
    }
}

/* Warp samples ---------------------------------------------------------------------------------------------------- */
static void put_warp_records(dump *d, uint32_t result, uint32_t samples, ncurep_list series)
{
    ncurep_warp_series s;
    ncurep_warp_sample w;
    while (ncurep_warp_series_next(&series, &s))
        while (ncurep_warp_sample_next(&s, &w)) {
            dump_begin(d, "warp_sample");
            out_whole(d->to, "result", result);
            out_whole(d->to, "samples", samples);
            out_whole(d->to, "unit", s.unit);
            number_or_null(d, "time", w.time, w.has_time);
            out_whole(d->to, "address", w.address);
            out_whole(d->to, "at8", w.at8);
            out_whole(d->to, "place", w.place);
            out_whole(d->to, "reason", w.reason);
            out_whole(d->to, "not_issued", w.not_issued);
            out_whole(d->to, "at15", w.at15);
            dump_end(d);
        }
}

static void put_warp_samples(dump *d, const ncurep_result *r, int each)
{
    ncurep_list list = r->warp_samples;
    ncurep_warp_samples samples;
    uint32_t i;
    for (i = 0; ncurep_warp_samples_next(&list, &samples); i++) {
        warp_tally all;
        unsigned k;
        warp_tally_of(&all, &samples);
        dump_begin(d, "warp_samples");
        out_whole(d->to, "result", r->index);
        out_whole(d->to, "i", i);
        TEXT(d, "name", samples, 1, name);
        out_whole(d->to, "series", samples.series.list.count);
        out_whole(d->to, "times", all.times);
        out_whole(d->to, "samples", all.records);
        out_list(d->to, "reasons");
        for (k = 0; k < 256; k++)
            if (all.reasons[k] > 0) put_pair(d, k, all.reasons[k]);
        out_close(d->to);
        out_whole(d->to, "not_issued", all.not_issued);
        put_hex(d, "fnv", 16, all.hash);
        dump_end(d);
        if (each) put_warp_records(d, r->index, i, samples.series.list);
    }
}

void dump_result(dump *d, ncurep_result *r, int instances)
{
    put_result(d, r);
    if (r->kind == NCUREP_RESULT_KIND_KERNEL) put_kernel(d, r);
    put_metrics(d, r, instances);
    put_sections(d, r);
    put_rules(d, r);
    put_nvtx(d, r);
    put_frames(d, r);
    put_warp_samples(d, r, instances);
}
