/* Of a dump: the session, and where the code comes from. */
#include "dump_parts.h"
#include "../model/hash.h"

#include <string.h>

static void put_system(dump *d, const char *role, ncurep_system *s)
{
    ncurep_address a;
    dump_begin(d, "system");
    out_string(d->to, "role", role);
    TEXT(d, "os", *s, 1, os);
    TEXT(d, "build", *s, 2, build);
    TEXT(d, "processor", *s, 3, processor);
    TEXT(d, "architecture", *s, 4, architecture);
    TEXT(d, "computer", *s, 5, computer);
    SIGNED(d, "platform", *s, 6, platform);
    out_list(d->to, "addresses");
    while (ncurep_address_next(&s->addresses, &a)) {
        out_list(d->to, NULL);
        TEXT(d, NULL, a, 1, address);
        SIGNED(d, NULL, a, 2, type);
        out_close(d->to);
    }
    out_close(d->to);
    dump_end(d);
}

static void put_settings(dump *d, const ncurep_settings *s)
{
    dump_begin(d, "settings");
    BOOL(d, "nvtx", *s, 1, nvtx);
    BOOL(d, "no_start_stop", *s, 2, no_start_stop);
    BOOL(d, "from_start", *s, 3, from_start);
    TEXT(d, "activity", *s, 4, activity);
    TEXT(d, "sections", *s, 7, sections);
    TEXT(d, "clocks", *s, 8, clocks);
    BOOL(d, "import_source", *s, 10, import_source);
    TEXT(d, "replay", *s, 11, replay);
    BOOL(d, "cpu_stack", *s, 12, cpu_stack);
    out_group(d->to, "filter");
    TEXT(d, "kernel", s->filter, 1, kernel);
    TEXT(d, "base", s->filter, 2, base);
    TEXT(d, "id", s->filter, 3, id);
    NUMBER(d, "skip", s->filter, 4, skip);
    NUMBER(d, "skip_before", s->filter, 5, skip_before);
    NUMBER(d, "count", s->filter, 6, count);
    TEXT(d, "nvtx", s->filter, 7, nvtx);
    out_close(d->to);
    out_group(d->to, "sampling");
    BOOL(d, "auto", s->sampling, 1, interval_auto);
    NUMBER(d, "interval", s->sampling, 2, interval);
    NUMBER(d, "passes", s->sampling, 3, passes);
    NUMBER(d, "buffer", s->sampling, 4, buffer);
    out_close(d->to);
    out_group(d->to, "other");
    BOOL(d, "rules", s->other, 1, rules);
    TEXT(d, "metrics", s->other, 2, metrics);
    out_close(d->to);
    if (HAS(*s, 13)) {
        out_group(d->to, "pm_sampling");
        NUMBER(d, "interval", s->pm_sampling, 1, interval);
        NUMBER(d, "buffer", s->pm_sampling, 2, buffer);
        NUMBER(d, "passes", s->pm_sampling, 3, passes);
        out_close(d->to);
    }
    if (HAS(*s, 14)) TEXT(d, "stack_type", *s, 14, stack_type);
    if (HAS(*s, 15)) TEXT(d, "field15", *s, 15, field15);
    if (HAS(*s, 16)) NUMBER(d, "field16", *s, 16, field16);
    dump_end(d);
}

static void put_devices(dump *d, ncurep_session *s)
{
    ncurep_device device;
    ncurep_attribute a;
    uint32_t i;
    for (i = 0; ncurep_device_next(&s->devices, &device); i++) {
        dump_begin(d, "device");
        out_whole(d->to, "i", i);
        NUMBER(d, "id", device, 1, id);
        TEXT(d, "name", device, 2, name);
        out_whole(d->to, "attributes", device.attributes.count);
        dump_end(d);
        while (ncurep_attribute_next(&device.attributes, &a)) {
            dump_begin(d, "attribute");
            out_whole(d->to, "device", i);
            TEXT(d, "name", a, 1, name);
            value_or_null(d, "value", &a.value);
            dump_end(d);
        }
    }
}

static void put_strings(dump *d)
{
    uint32_t count;
    uint64_t bytes;
    const uint64_t h = hash_strings(d->report, &count, &bytes);
    dump_begin(d, "strings");
    out_whole(d->to, "count", count);
    out_whole(d->to, "bytes", bytes);
    put_hex(d, "fnv", 16, h);
    dump_end(d);
}

void dump_session(dump *d)
{
    ncurep_session s;
    ncurep_pair p;
    ncurep_process process;
    uint32_t i;
    (void)ncurep_report_session(d->report, &s);
    dump_begin(d, "session");
    NUMBER(d, "pid", s, 1, pid);
    NUMBER(d, "created", s, 2, created);
    TEXT(d, "comments", s, 7, comments);
    TEXT(d, "command", s, 11, command);
    dump_end(d);
    if (HAS(s, 3)) put_system(d, "host", &s.host);
    if (HAS(s, 4)) put_system(d, "target", &s.target);
    while (ncurep_pair_next(&s.properties.list, &p)) {
        dump_begin(d, "property");
        TEXT(d, "key", p, 1, name);
        TEXT(d, "value", p, 2, value);
        dump_end(d);
    }
    put_devices(d, &s);
    while (ncurep_pair_next(&s.versions, &p)) {
        dump_begin(d, "version");
        TEXT(d, "provider", p, 1, name);
        TEXT(d, "version", p, 2, value);
        dump_end(d);
    }
    if (HAS(s, 9)) {
        dump_begin(d, "executable");
        TEXT(d, "path", s.executable, 1, path);
        TEXT(d, "directory", s.executable, 2, directory);
        TEXT(d, "arguments", s.executable, 3, arguments);
        TEXT(d, "environment", s.executable, 4, environment);
        dump_end(d);
    }
    if (HAS(s, 10)) put_settings(d, &s.settings);
    for (i = 0; ncurep_process_at(d->report, i, &process); i++) {
        dump_begin(d, "process");
        out_whole(d->to, "i", i);
        NUMBER(d, "id", process, 1, id);
        TEXT(d, "host", process, 2, host);
        TEXT(d, "name", process, 3, name);
        dump_end(d);
    }
    put_strings(d);
}

/* Sources -------------------------------------------------------------------------------------------------------- */

static void put_about(dump *d, const source_sum *a)
{
    static const char *const name[3] = {"code", "intermediate", "binary"};
    unsigned k;
    signed_or_null(d, "sass", a->sass, a->has_sass);
    number_or_null(d, "revision", a->revision, a->has_revision);
    number_or_null(d, "flags", a->flags, a->has_flags);
    for (k = 0; k < 3; k++) {
        if (!a->blob[k].present) {
            out_null(d->to, name[k]);
            continue;
        }
        out_list(d->to, name[k]);
        out_whole(d->to, NULL, a->blob[k].size);
        put_hex(d, NULL, 16, a->blob[k].hash);
        out_close(d->to);
    }
    out_whole(d->to, "files", a->files);
    out_whole(d->to, "functions", a->functions);
    out_whole(d->to, "objects", a->objects);
}

static void put_symbols(dump *d, uint32_t module, const char *kind, ncurep_list *list)
{
    ncurep_symbol s;
    while (ncurep_symbol_next(list, &s)) {
        dump_begin(d, "symbol");
        out_whole(d->to, "module", module);
        out_string(d->to, "kind", kind);
        TEXT(d, "name", s, 1, name);
        NUMBER(d, "address", s, 2, address);
        NUMBER(d, "index", s, 3, index);
        dump_end(d);
    }
}

static void put_module(dump *d, uint32_t i, const ncurep_module *m)
{
    ncurep_source s;
    ncurep_source_file f;
    ncurep_error e;
    source_sum a;
    uint32_t k;
    memset(&a, 0, sizeof a);
    for (k = 0; ncurep_module_source_at(d->report, m, k, &s, &e); k++) source_sum_add(&a, &s);
    dump_begin(d, "module");
    out_whole(d->to, "i", i);
    out_whole(d->to, "reference", m->reference);
    out_whole(d->to, "entries", m->pieces);
    put_about(d, &a);
    dump_end(d);
    for (k = 0; ncurep_module_source_at(d->report, m, k, &s, &e); k++)
            while (ncurep_source_file_next(&s.files.list, &f)) {
                dump_begin(d, "source_file");
                out_whole(d->to, "module", i);
                TEXT(d, "path", f, 1, path);
                BLOB(d, "content", f, 2, content);
                dump_end(d);
            }
    for (k = 0; ncurep_module_source_at(d->report, m, k, &s, &e); k++) put_symbols(d, i, "function", &s.relocation.functions);
    for (k = 0; ncurep_module_source_at(d->report, m, k, &s, &e); k++) put_symbols(d, i, "object", &s.relocation.objects);
}

void dump_sources(dump *d)
{
    ncurep_source s;
    ncurep_module m;
    uint32_t i;
    for (i = 0; ncurep_source_at(d->report, i, &s, &d->error); i++) {
        source_sum a;
        if (!wants_module(d->k, s.reference)) continue;
        memset(&a, 0, sizeof a);
        source_sum_add(&a, &s);
        dump_begin(d, "source");
        out_whole(d->to, "i", i);
        out_whole(d->to, "block", s.block);
        out_whole(d->to, "at", s.at);
        out_whole(d->to, "size", s.bytes.len);
        out_whole(d->to, "reference", s.reference);
        put_about(d, &a);
        dump_end(d);
    }
    for (i = 0; ncurep_module_at(d->report, i, &m); i++)
        if (wants_module(d->k, m.reference)) put_module(d, i, &m);
}
