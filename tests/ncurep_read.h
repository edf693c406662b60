/* Reads everything that a report gives out, and touches each byte of each view, so that guard pages and sanitizers see a
   view that lies outside. Include ncurep.h first. Returns a sum: the same report gives the same sum through any input. */
#ifndef TESTS_NCUREP_READ_H
#define TESTS_NCUREP_READ_H

#include <stdlib.h>
#include <string.h>

#include "ncurep_calls.h"

static uint64_t read_sum, read_errors;

static void read_number(uint64_t n) { read_sum = (read_sum ^ n) * 0x9e3779b97f4a7c15u + 1; }

static void read_view(ncurep_view v)
{
    size_t i;
    if (v.ptr == NULL) abort();
    for (i = 0; i < v.len; i++) read_sum = (read_sum ^ (unsigned char)v.ptr[i]) * 0x100000001b3u;
    read_number(v.len);
}

static void read_list(const ncurep_list *l)
{
    if (l->ptr == NULL || l->end == NULL) abort();
    if (l->error.code != NCUREP_OK) read_errors++;
    read_number(l->error.code != NCUREP_OK);
}

static void read_value(const ncurep_value *v)
{
    read_number((uint64_t)v->kind);
    read_number(v->bits);
    read_view(v->text);
    read_number(ncurep_value_u64(v));
    if (ncurep_value_double(v) > 0) read_number(1);
}

static void read_labels(ncurep_list *l)
{
    ncurep_label label;
    while (ncurep_label_next(l, &label)) {
        read_view(label.name);
        read_view(label.label);
    }
    read_list(l);
}

static void read_pairs(ncurep_list *l)
{
    ncurep_pair p;
    while (ncurep_pair_next(l, &p)) {
        read_view(p.name);
        read_view(p.value);
    }
    read_list(l);
}

static void read_system(ncurep_system *s)
{
    ncurep_address a;
    read_number(s->has);
    read_view(s->os);
    read_view(s->build);
    read_view(s->processor);
    read_view(s->architecture);
    read_view(s->computer);
    while (ncurep_address_next(&s->addresses, &a)) read_view(a.address);
    read_list(&s->addresses);
}

static void read_session(ncurep_report *r)
{
    ncurep_session s;
    ncurep_device d;
    ncurep_attribute a;
    (void)ncurep_report_session(r, &s);
    read_number(s.has);
    read_number(s.created);
    read_system(&s.host);
    read_system(&s.target);
    read_pairs(&s.properties.list);
    read_pairs(&s.versions);
    while (ncurep_device_next(&s.devices, &d)) {
        read_view(d.name);
        while (ncurep_attribute_next(&d.attributes, &a)) {
            read_view(a.name);
            read_value(&a.value);
        }
        read_list(&d.attributes);
    }
    read_list(&s.devices);
    read_view(s.comments);
    read_view(s.command);
    read_view(s.executable.path);
    read_view(s.executable.environment);
    read_view(s.settings.activity);
    read_view(s.settings.filter.kernel);
    read_view(s.settings.other.metrics);
    read_view(s.settings.replay);
}

static void read_walk(ncurep_root root, ncurep_view bytes, uint64_t at)
{
    ncurep_reader w;
    ncurep_unknown u;
    uint32_t i;
    ncurep_reader_begin(&w, root, bytes, at);
    while (ncurep_reader_next(&w, &u)) {
        for (i = 0; i < u.depth; i++) read_number(u.path[i].field + ((uint64_t)u.path[i].index << 32));
        read_number(u.at);
        read_number(u.field.number);
        read_number(u.field.value);
        read_view(u.field.bytes);
    }
    read_number(w.error.code);
    read_number(w.error.offset);
    if (w.error.code != NCUREP_OK) read_errors++;
}

static void read_source(ncurep_source *s)
{
    ncurep_source_file f;
    ncurep_symbol y;
    read_number(s->reference);
    read_view(s->code);
    read_view(s->intermediate);
    read_view(s->binary);
    while (ncurep_source_file_next(&s->files.list, &f)) {
        read_view(f.path);
        read_view(f.content);
    }
    read_list(&s->files.list);
    while (ncurep_symbol_next(&s->relocation.functions, &y)) read_view(y.name);
    read_list(&s->relocation.functions);
    while (ncurep_symbol_next(&s->relocation.objects, &y)) read_view(y.name);
    read_list(&s->relocation.objects);
    read_walk(NCUREP_ROOT_SOURCE, s->bytes, s->at);
}

static void read_metric(const ncurep_report *r, ncurep_metric *m)
{
    enum { ROOM = 7 };
    uint64_t ids[ROOM], integers[ROOM];
    double doubles[ROOM];
    ncurep_list list = m->instances;
    ncurep_instance n;
    ncurep_view name;
    size_t got, i;
    (void)ncurep_string_at(r, m->name_id, &name);
    read_view(name);
    read_value(&m->value);
    read_number(m->instances.count);
    do {
        got = ncurep_instances(&list, ids, doubles, integers, ROOM);
        for (i = 0; i < got; i++) {
            /* The arrays hold what the iterator gives. */
            if (!ncurep_instance_next(&m->instances, &n)) abort();
            read_value(&n.id);
            read_value(&n.value);
            if (ids[i] != ncurep_value_u64(&n.id) || integers[i] != ncurep_value_u64(&n.value)) abort();
            if (doubles[i] != ncurep_value_double(&n.value) && doubles[i] == doubles[i]) abort();
        }
    } while (got == ROOM);
    if (ncurep_instance_next(&m->instances, &n)) abort();
    if ((list.error.code == NCUREP_OK) != (m->instances.error.code == NCUREP_OK)) abort();
    read_list(&list);
}

static void read_sections(ncurep_result *r)
{
    ncurep_section s;
    ncurep_section_body b;
    ncurep_section_metrics m;
    ncurep_field f;
    ncurep_comment c;
    while (ncurep_section_next(&r->sections, &s)) {
        read_view(s.bytes);
        read_view(s.identifier);
        read_view(s.name);
        read_view(s.description);
        read_view(s.extends);
        read_labels(&s.header.metrics);
        read_labels(&s.metrics.metrics);
        read_labels(&s.sets);
        read_labels(&s.groups);
        read_pairs(&s.definitions.list);
        while (ncurep_section_body_next(&s.bodies, &b))
            while (ncurep_field_next(&b.items, &f)) read_view(f.bytes);
        while (ncurep_section_metrics_next(&s.source_metrics, &m)) read_labels(&m.metrics);
        read_list(&s.source_metrics);
    }
    read_list(&r->sections);
    while (ncurep_comment_next(&r->section_comments, &c)) {
        read_view(c.id.section);
        read_view(c.text);
    }
    read_list(&r->section_comments);
}

static void read_rules(ncurep_result *r)
{
    ncurep_rule rule;
    ncurep_rule_item item;
    ncurep_focus f;
    ncurep_marker m;
    ncurep_label l;
    unsigned kind;
    while (ncurep_rule_next(&r->rules, &rule)) {
        read_view(rule.identifier);
        while (ncurep_rule_item_next(&rule.body.list, &item)) {
            read_view(item.message.text);
            read_view(item.proposal.section);
            while (ncurep_focus_next(&item.focus, &f)) read_view(f.name);
            for (kind = 0; kind < 7; kind++) {
                ncurep_table t;
                read_number((uint64_t)ncurep_table_find(&item, (ncurep_table_kind)kind, &t));
                read_view(t.label);
                while (ncurep_table_metric_next(&t, &l)) {
                    read_view(l.name);
                    read_view(l.label);
                }
                read_list(&t.metrics);
            }
        }
        read_list(&rule.body.list);
        while (ncurep_marker_next(&rule.markers, &m)) {
            read_view(m.text);
            read_view(m.path);
        }
        read_list(&rule.markers);
    }
    read_list(&r->rules);
}

static void read_range(const ncurep_nvtx_range *r)
{
    read_view(r->name);
    read_value(&r->attributes.payload.value);
    read_view(r->attributes.message.text);
}

static void read_nvtx(ncurep_result *r)
{
    ncurep_nvtx_domain d;
    ncurep_nvtx_string s;
    ncurep_nvtx_names n;
    ncurep_nvtx_thread t;
    ncurep_nvtx_open o;
    ncurep_nvtx_range range;
    while (ncurep_nvtx_domain_next(&r->nvtx.domains, &d)) {
        read_view(d.name);
        while (ncurep_nvtx_string_next(&d.strings, &s)) read_view(s.text);
        while (ncurep_nvtx_names_next(&d.tables, &n))
            while (ncurep_nvtx_string_next(&n.mappings, &s)) read_view(s.text);
        read_list(&d.tables);
    }
    while (ncurep_nvtx_thread_next(&r->nvtx.threads, &t))
        while (ncurep_nvtx_open_next(&t.domains, &o))
            while (ncurep_nvtx_range_next(&o.ranges, &range)) read_range(&range);
    while (ncurep_nvtx_open_next(&r->nvtx.start_end, &o))
        while (ncurep_nvtx_range_next(&o.ranges, &range)) read_range(&range);
    read_list(&r->nvtx.domains);
    read_list(&r->nvtx.threads);
    read_list(&r->nvtx.start_end);
}

/* How often the metric that ends where `rest` begins says its name id. Malformed ones before it were skipped. */
static unsigned names_said(ncurep_list list, const ncurep_list *rest)
{
    ncurep_field element, field;
    ncurep_list fields;
    unsigned n = 0;
    memset(&fields, 0, sizeof fields);
    while (list.ptr < rest->ptr && ncurep_field_next(&list, &element))
        if (element.number == rest->field) {
            fields.ptr = element.bytes.ptr;
            fields.end = element.bytes.ptr + element.bytes.len;
        }
    while (ncurep_field_next(&fields, &field)) n += field.number == 1 && field.wire == 0;
    return n;
}

static void read_warp_samples(ncurep_result *r)
{
    ncurep_warp_samples w;
    ncurep_warp_series one;
    ncurep_warp_sample sample;
    while (ncurep_warp_samples_next(&r->warp_samples, &w)) {
        read_view(w.name);
        while (ncurep_warp_series_next(&w.series.list, &one)) {
            size_t left = one.records.len / 16;
            read_number(one.unit);
            while (ncurep_warp_sample_next(&one, &sample)) {
                if (left-- == 0) abort();
                if (!sample.has_time && sample.time != 0) abort();
                read_number(sample.time + sample.address + sample.at8 + sample.place + sample.not_issued + sample.at15);
                read_view(ncurep_text(ncurep_stall_name(sample.reason)));
            }
            if (left != 0) abort();
        }
        read_list(&w.series.list);
    }
    read_list(&r->warp_samples);
}

static void read_result(ncurep_report *report, ncurep_result *r)
{
    ncurep_metric m, again;
    ncurep_index x;
    ncurep_error e;
    ncurep_frame f;
    ncurep_list list = r->metrics, before = list;
    uint64_t reference;
    uint32_t place, left = 5;
    read_number((uint64_t)r->kind);
    read_number(r->has);
    read_number(r->at);
    read_number(r->grid[0] + r->grid[1] + r->grid[2]);
    read_view(r->function);
    read_view(r->mangled);
    read_view(r->demangled);
    read_view(r->comments);
    read_view(r->context_name);
    read_view(r->stream_name);
    read_view(r->series.combination);
    read_view(r->field31);
    read_view(r->display);
    while (ncurep_metric_next(&list, &m)) {
        if (left > 0) { /* a few: each is a walk */
            left--;
            /* What says one name id, in its first field or elsewhere, is found. */
            if (NCUREP_HAS(&m, 1) && names_said(before, &list) == 1 &&
                (!ncurep_metric_find(r, m.name_id, &again) || again.name_id != m.name_id))
                abort();
        }
        before = list;
        read_metric(report, &m);
    }
    read_list(&list);
    if (ncurep_index_build(report, r, &x, &e) == NCUREP_OK) {
        for (place = 0; place < x.count; place++) {
            ncurep_view name;
            uint32_t first, n;
            if (!ncurep_index_at(&x, place, &m)) abort();
            read_number(m.name_id);
            if (!ncurep_string_at(report, m.name_id, &name)) continue;
            n = names_at(&x, name, &first);
            if (n == 0 || place < first || place - first >= n) abort();
        }
    } else
        read_errors++;
    while (ncurep_reference_next(&r->references, &reference)) read_number(reference);
    read_list(&r->references);
    while (ncurep_frame_next(&r->stack.frames, &f)) {
        read_view(f.module);
        read_view(f.function);
    }
    read_list(&r->stack.frames);
    read_warp_samples(r);
    read_sections(r);
    read_rules(r);
    read_nvtx(r);
    read_walk((ncurep_root)(NCUREP_ROOT_KERNEL + r->kind), r->bytes, r->at);
}

static uint64_t read_all(ncurep_report *report)
{
    ncurep_info info;
    ncurep_block b;
    ncurep_source s;
    ncurep_result r;
    ncurep_module m;
    ncurep_process p;
    ncurep_error e;
    ncurep_view text;
    uint32_t i, modules = 0;
    read_sum = read_errors = 0;
    ncurep_report_info(report, &info);
    read_view(info.header);
    read_number(info.blocks + ((uint64_t)info.results << 32));
    read_number(info.strings);
    read_number(info.problems);
    for (i = 0; ncurep_report_problem_at(report, i, &e); i++) {
        read_number(e.code);
        read_number(e.offset);
        if (e.code == NCUREP_OK || e.message[0] == 0 || e.offset > info.size) abort();
    }
    for (i = 0; ncurep_string_at(report, i, &text); i++) read_view(text);
    if (i != info.strings) abort();
    for (i = 0; ncurep_process_at(report, i, &p); i++) {
        read_view(p.host);
        read_view(p.name);
    }
    read_session(report);
    for (i = 0; i < info.blocks; i++) {
        if (!ncurep_block_at(report, i, &b, &e)) continue;
        read_number(b.at);
        read_number(b.rest_size);
        read_walk(NCUREP_ROOT_BLOCK, b.header, b.at + 4);
    }
    for (i = 0; i < info.sources; i++) {
        if (ncurep_source_at(report, i, &s, &e)) read_source(&s);
        else read_errors++;
    }
    if (ncurep_modules_load(report, &modules, &e) == NCUREP_OK)
        for (i = 0; i < modules; i++) {
            uint32_t k, n = 0;
            if (!ncurep_module_at(report, i, &m) || module_index(report, m.reference) != i) abort();
            for (k = 0; ncurep_module_source_at(report, &m, k, &s, &e); k++) n += s.reference == m.reference;
            if (n != m.pieces) abort();
            read_number(m.reference);
        }
    for (i = 0; i < info.results; i++) {
        if (ncurep_result_at(report, i, &r, &e)) read_result(report, &r);
        else read_errors++;
    }
    return read_sum;
}

#endif
