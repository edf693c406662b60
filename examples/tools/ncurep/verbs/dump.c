/* ncurep dump: everything in a report, one JSON object per line, in a form that two readers print identically, byte for
   byte. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "verb.h"

typedef struct dump {
    cli_json j;
    const selection *chosen;
    choice *k;
    ncurep_report *report;
    ncurep_error error; /* the first one */
} dump;

/* Scalars: null when the field is absent. */
#define HAS(x, n) NCUREP_HAS(&(x), n)
#define TEXT(d, key, x, n, member) text_or_null(d, key, &(x).member, (int)HAS(x, n))
#define NUMBER(d, key, x, n, member) number_or_null(d, key, (x).member, (int)HAS(x, n))
#define SIGNED(d, key, x, n, member) signed_or_null(d, key, (x).member, (int)HAS(x, n))
#define BOOL(d, key, x, n, member) bool_or_null(d, key, (x).member, (int)HAS(x, n))
#define BLOB(d, key, x, n, member) blob_or_null(d, key, &(x).member, (int)HAS(x, n))
#define REAL(d, key, x, n, member) real_or_null(d, key, (x).member, (int)HAS(x, n))

static void text_or_null(dump *d, const char *key, const ncurep_view *v, int present)
{
    if (present) cli_json_text(&d->j, key, v->ptr, v->len);
    else cli_json_null(&d->j, key);
}

static void number_or_null(dump *d, const char *key, uint64_t n, int present)
{
    if (present) cli_json_u64(&d->j, key, n);
    else cli_json_null(&d->j, key);
}

static void signed_or_null(dump *d, const char *key, int64_t n, int present)
{
    if (present) cli_json_i64(&d->j, key, n);
    else cli_json_null(&d->j, key);
}

static void bool_or_null(dump *d, const char *key, int yes, int present)
{
    if (present) cli_json_bool(&d->j, key, yes);
    else cli_json_null(&d->j, key);
}

static void real_or_null(dump *d, const char *key, double v, int present)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    if (present) cli_json_raw(&d->j, key, "\"%016" PRIx64 "\"", bits);
    else cli_json_null(&d->j, key);
}

static uint64_t fnv(uint64_t h, const void *bytes, size_t n)
{
    const unsigned char *p = (const unsigned char *)bytes;
    for (; n > 0; n--) h = (h ^ *p++) * 0x100000001b3u;
    return h;
}

#define FNV_START 0xcbf29ce484222325u

static void put_fnv(dump *d, const char *key, uint64_t h) { cli_json_raw(&d->j, key, "\"%016" PRIx64 "\"", h); }

static void blob_or_null(dump *d, const char *key, const ncurep_view *v, int present)
{
    if (!present) {
        cli_json_null(&d->j, key);
        return;
    }
    cli_json_array(&d->j, key);
    cli_json_u64(&d->j, NULL, v->len);
    put_fnv(d, NULL, fnv(FNV_START, v->ptr, v->len));
    cli_json_end(&d->j);
}

static void value_or_null(dump *d, const char *key, const ncurep_value *v)
{
    static const char *const tag[] = {"", "str", "f32", "f64", "u32", "u64", "i32", "i64"};
    if (v->kind == NCUREP_KIND_NONE) {
        cli_json_null(&d->j, key);
        return;
    }
    cli_json_array(&d->j, key);
    cli_json_str(&d->j, NULL, tag[v->kind]);
    switch (v->kind) {
    case NCUREP_KIND_STRING: cli_json_text(&d->j, NULL, v->text.ptr, v->text.len); break;
    case NCUREP_KIND_FLOAT: cli_json_raw(&d->j, NULL, "\"%08" PRIx64 "\"", v->bits); break;
    case NCUREP_KIND_DOUBLE: cli_json_raw(&d->j, NULL, "\"%016" PRIx64 "\"", v->bits); break;
    case NCUREP_KIND_INT32:
    case NCUREP_KIND_INT64: cli_json_i64(&d->j, NULL, (int64_t)v->bits); break;
    default: cli_json_u64(&d->j, NULL, v->bits); break;
    }
    cli_json_end(&d->j);
}

static void begin(dump *d, const char *line)
{
    cli_json_object(&d->j, NULL);
    cli_json_str(&d->j, "line", line);
}

static void end(dump *d)
{
    cli_json_end(&d->j);
    cli_json_line(&d->j);
}

/* Container ------------------------------------------------------------------------------------------------------ */

static void put_container(dump *d)
{
    ncurep_info info;
    ncurep_block b;
    uint32_t i, modules;
    ncurep_report_info(d->report, &info);
    if (ncurep_modules_load(d->report, &modules, &d->error) != NCUREP_OK) return;
    begin(d, "file");
    cli_json_u64(&d->j, "size", info.size);
    number_or_null(d, "version", info.version, info.has_version);
    cli_json_u64(&d->j, "blocks", info.blocks);
    cli_json_u64(&d->j, "sources", info.sources);
    cli_json_u64(&d->j, "modules", modules);
    cli_json_u64(&d->j, "results", info.results);
    cli_json_u64(&d->j, "strings", info.strings);
    end(d);
    for (i = 0; ncurep_block_at(d->report, i, &b, &d->error); i++) {
        begin(d, "block");
        cli_json_u64(&d->j, "i", i);
        cli_json_u64(&d->j, "at", b.at);
        cli_json_u64(&d->j, "header", b.header_size);
        cli_json_u64(&d->j, "payload", b.payload_size);
        cli_json_u64(&d->j, "sources", b.sources);
        cli_json_u64(&d->j, "kernels", b.kernels);
        cli_json_u64(&d->j, "ranges", b.ranges);
        cli_json_u64(&d->j, "cmdlists", b.cmdlists);
        cli_json_u64(&d->j, "graphs", b.graphs);
        cli_json_u64(&d->j, "strings", b.strings);
        cli_json_bool(&d->j, "session", b.has_session);
        number_or_null(d, "process", b.process, b.process != NCUREP_NONE);
        if (b.has_field10) cli_json_u64(&d->j, "field10", b.field10);
        end(d);
    }
    if (info.is_cut) {
        begin(d, "truncated");
        cli_json_u64(&d->j, "at", info.cut_at);
        cli_json_u64(&d->j, "have", info.cut_have);
        cli_json_u64(&d->j, "need", info.cut_need);
        end(d);
    }
}

/* Session -------------------------------------------------------------------------------------------------------- */

static void put_system(dump *d, const char *role, ncurep_system *s)
{
    ncurep_address a;
    begin(d, "system");
    cli_json_str(&d->j, "role", role);
    TEXT(d, "os", *s, 1, os);
    TEXT(d, "build", *s, 2, build);
    TEXT(d, "processor", *s, 3, processor);
    TEXT(d, "architecture", *s, 4, architecture);
    TEXT(d, "computer", *s, 5, computer);
    SIGNED(d, "platform", *s, 6, platform);
    cli_json_array(&d->j, "addresses");
    while (ncurep_address_next(&s->addresses, &a)) {
        cli_json_array(&d->j, NULL);
        TEXT(d, NULL, a, 1, address);
        SIGNED(d, NULL, a, 2, type);
        cli_json_end(&d->j);
    }
    cli_json_end(&d->j);
    end(d);
}

static void put_settings(dump *d, const ncurep_settings *s)
{
    begin(d, "settings");
    BOOL(d, "nvtx", *s, 1, nvtx);
    BOOL(d, "no_start_stop", *s, 2, no_start_stop);
    BOOL(d, "from_start", *s, 3, from_start);
    TEXT(d, "activity", *s, 4, activity);
    TEXT(d, "sections", *s, 7, sections);
    TEXT(d, "clocks", *s, 8, clocks);
    BOOL(d, "import_source", *s, 10, import_source);
    TEXT(d, "replay", *s, 11, replay);
    BOOL(d, "cpu_stack", *s, 12, cpu_stack);
    cli_json_object(&d->j, "filter");
    TEXT(d, "kernel", s->filter, 1, kernel);
    TEXT(d, "base", s->filter, 2, base);
    TEXT(d, "id", s->filter, 3, id);
    NUMBER(d, "skip", s->filter, 4, skip);
    NUMBER(d, "skip_before", s->filter, 5, skip_before);
    NUMBER(d, "count", s->filter, 6, count);
    TEXT(d, "nvtx", s->filter, 7, nvtx);
    cli_json_end(&d->j);
    cli_json_object(&d->j, "sampling");
    BOOL(d, "auto", s->sampling, 1, interval_auto);
    NUMBER(d, "interval", s->sampling, 2, interval);
    NUMBER(d, "passes", s->sampling, 3, passes);
    NUMBER(d, "buffer", s->sampling, 4, buffer);
    cli_json_end(&d->j);
    cli_json_object(&d->j, "other");
    BOOL(d, "rules", s->other, 1, rules);
    TEXT(d, "metrics", s->other, 2, metrics);
    cli_json_end(&d->j);
    if (HAS(*s, 13)) {
        cli_json_object(&d->j, "pm_sampling");
        NUMBER(d, "interval", s->pm_sampling, 1, interval);
        NUMBER(d, "buffer", s->pm_sampling, 2, buffer);
        NUMBER(d, "passes", s->pm_sampling, 3, passes);
        cli_json_end(&d->j);
    }
    if (HAS(*s, 14)) TEXT(d, "stack_type", *s, 14, stack_type);
    if (HAS(*s, 15)) TEXT(d, "field15", *s, 15, field15);
    if (HAS(*s, 16)) NUMBER(d, "field16", *s, 16, field16);
    end(d);
}

static void put_devices(dump *d, ncurep_session *s)
{
    ncurep_device device;
    ncurep_attribute a;
    uint32_t i;
    for (i = 0; ncurep_device_next(&s->devices, &device); i++) {
        begin(d, "device");
        cli_json_u64(&d->j, "i", i);
        NUMBER(d, "id", device, 1, id);
        TEXT(d, "name", device, 2, name);
        cli_json_u64(&d->j, "attributes", device.attributes.count);
        end(d);
        while (ncurep_attribute_next(&device.attributes, &a)) {
            begin(d, "attribute");
            cli_json_u64(&d->j, "device", i);
            TEXT(d, "name", a, 1, name);
            value_or_null(d, "value", &a.value);
            end(d);
        }
    }
}

static void put_strings(dump *d)
{
    ncurep_view v;
    uint64_t h = FNV_START, bytes = 0;
    uint32_t i;
    for (i = 0; ncurep_string_at(d->report, i, &v); i++) {
        unsigned char size[4];
        size[0] = (unsigned char)v.len;
        size[1] = (unsigned char)(v.len >> 8);
        size[2] = (unsigned char)(v.len >> 16);
        size[3] = (unsigned char)(v.len >> 24);
        h = fnv(fnv(h, size, 4), v.ptr, v.len);
        bytes += v.len;
    }
    begin(d, "strings");
    cli_json_u64(&d->j, "count", i);
    cli_json_u64(&d->j, "bytes", bytes);
    put_fnv(d, "fnv", h);
    end(d);
}

static void put_session(dump *d)
{
    ncurep_session s;
    ncurep_pair p;
    ncurep_process process;
    uint32_t i;
    (void)ncurep_report_session(d->report, &s);
    begin(d, "session");
    NUMBER(d, "pid", s, 1, pid);
    NUMBER(d, "created", s, 2, created);
    TEXT(d, "comments", s, 7, comments);
    TEXT(d, "command", s, 11, command);
    end(d);
    if (HAS(s, 3)) put_system(d, "host", &s.host);
    if (HAS(s, 4)) put_system(d, "target", &s.target);
    while (ncurep_pair_next(&s.properties.list, &p)) {
        begin(d, "property");
        TEXT(d, "key", p, 1, name);
        TEXT(d, "value", p, 2, value);
        end(d);
    }
    put_devices(d, &s);
    while (ncurep_pair_next(&s.versions, &p)) {
        begin(d, "version");
        TEXT(d, "provider", p, 1, name);
        TEXT(d, "version", p, 2, value);
        end(d);
    }
    if (HAS(s, 9)) {
        begin(d, "executable");
        TEXT(d, "path", s.executable, 1, path);
        TEXT(d, "directory", s.executable, 2, directory);
        TEXT(d, "arguments", s.executable, 3, arguments);
        TEXT(d, "environment", s.executable, 4, environment);
        end(d);
    }
    if (HAS(s, 10)) put_settings(d, &s.settings);
    for (i = 0; ncurep_process_at(d->report, i, &process); i++) {
        begin(d, "process");
        cli_json_u64(&d->j, "i", i);
        NUMBER(d, "id", process, 1, id);
        TEXT(d, "host", process, 2, host);
        TEXT(d, "name", process, 3, name);
        end(d);
    }
    put_strings(d);
}

/* Sources -------------------------------------------------------------------------------------------------------- */

/* A source, or several of one module merged. */
typedef struct about {
    int has_sass, has_revision, has_flags;
    int32_t sass;
    uint32_t revision, flags, files, functions, objects;
    struct {
        int present;
        uint64_t size, hash;
    } blob[3];
} about;

static void add_source(about *a, const ncurep_source *s)
{
    const ncurep_view *const blob[3] = {&s->code, &s->intermediate, &s->binary};
    unsigned k;
    if (HAS(*s, 5)) {
        a->has_sass = 1;
        a->sass = s->sass;
    }
    if (HAS(*s, 6)) {
        a->has_revision = 1;
        a->revision = s->revision;
    }
    if (HAS(*s, 7)) {
        a->has_flags = 1;
        a->flags = s->flags;
    }
    for (k = 0; k < 3; k++) {
        if (!HAS(*s, k + 2)) continue;
        a->blob[k].present = 1;
        a->blob[k].size = blob[k]->len;
        a->blob[k].hash = fnv(FNV_START, blob[k]->ptr, blob[k]->len);
    }
    a->files += s->files.list.count;
    a->functions += s->relocation.functions.count;
    a->objects += s->relocation.objects.count;
}

static void put_about(dump *d, const about *a)
{
    static const char *const name[3] = {"code", "intermediate", "binary"};
    unsigned k;
    signed_or_null(d, "sass", a->sass, a->has_sass);
    number_or_null(d, "revision", a->revision, a->has_revision);
    number_or_null(d, "flags", a->flags, a->has_flags);
    for (k = 0; k < 3; k++) {
        if (a->blob[k].present)
            cli_json_raw(&d->j, name[k], "[%" PRIu64 ",\"%016" PRIx64 "\"]", a->blob[k].size, a->blob[k].hash);
        else
            cli_json_null(&d->j, name[k]);
    }
    cli_json_u64(&d->j, "files", a->files);
    cli_json_u64(&d->j, "functions", a->functions);
    cli_json_u64(&d->j, "objects", a->objects);
}

static void put_symbols(dump *d, uint32_t module, const char *kind, ncurep_list *list)
{
    ncurep_symbol s;
    while (ncurep_symbol_next(list, &s)) {
        begin(d, "symbol");
        cli_json_u64(&d->j, "module", module);
        cli_json_str(&d->j, "kind", kind);
        TEXT(d, "name", s, 1, name);
        NUMBER(d, "address", s, 2, address);
        NUMBER(d, "index", s, 3, index);
        end(d);
    }
}

static void put_module(dump *d, uint32_t i, const ncurep_module *m)
{
    ncurep_source s;
    ncurep_source_file f;
    ncurep_error e;
    about a;
    uint32_t k;
    memset(&a, 0, sizeof a);
    for (k = 0; ncurep_module_source_at(d->report, m, k, &s, &e); k++) add_source(&a, &s);
    begin(d, "module");
    cli_json_u64(&d->j, "i", i);
    cli_json_u64(&d->j, "reference", m->reference);
    cli_json_u64(&d->j, "entries", m->pieces);
    put_about(d, &a);
    end(d);
    for (k = 0; ncurep_module_source_at(d->report, m, k, &s, &e); k++)
            while (ncurep_source_file_next(&s.files.list, &f)) {
                begin(d, "source_file");
                cli_json_u64(&d->j, "module", i);
                TEXT(d, "path", f, 1, path);
                BLOB(d, "content", f, 2, content);
                end(d);
            }
    for (k = 0; ncurep_module_source_at(d->report, m, k, &s, &e); k++) put_symbols(d, i, "function", &s.relocation.functions);
    for (k = 0; ncurep_module_source_at(d->report, m, k, &s, &e); k++) put_symbols(d, i, "object", &s.relocation.objects);
}

static void put_sources(dump *d)
{
    ncurep_source s;
    ncurep_module m;
    uint32_t i;
    for (i = 0; ncurep_source_at(d->report, i, &s, &d->error); i++) {
        about a;
        if (!wants_module(d->k, s.reference)) continue;
        memset(&a, 0, sizeof a);
        add_source(&a, &s);
        begin(d, "source");
        cli_json_u64(&d->j, "i", i);
        cli_json_u64(&d->j, "block", s.block);
        cli_json_u64(&d->j, "at", s.at);
        cli_json_u64(&d->j, "size", s.bytes.len);
        cli_json_u64(&d->j, "reference", s.reference);
        put_about(d, &a);
        end(d);
    }
    for (i = 0; ncurep_module_at(d->report, i, &m); i++)
        if (wants_module(d->k, m.reference)) put_module(d, i, &m);
}

/* Results -------------------------------------------------------------------------------------------------------- */

static void put_triple(dump *d, const char *key, uint64_t x, uint64_t y, uint64_t z)
{
    cli_json_raw(&d->j, key, "[%" PRIu64 ",%" PRIu64 ",%" PRIu64 "]", x, y, z);
}

static void put_reference(dump *d, uint64_t reference)
{
    ncurep_module module;
    const int found = ncurep_module_find(d->report, reference, &module);
    cli_json_array(&d->j, NULL);
    cli_json_u64(&d->j, NULL, reference);
    number_or_null(d, NULL, module.index, found);
    cli_json_end(&d->j);
}

static void put_result(dump *d, ncurep_result *r)
{
    ncurep_list references = r->references;
    uint64_t reference;
    begin(d, "result");
    cli_json_u64(&d->j, "i", r->index);
    cli_json_str(&d->j, "kind", ncurep_result_kind_name(r->kind));
    cli_json_u64(&d->j, "block", r->block);
    cli_json_u64(&d->j, "at", r->at);
    cli_json_u64(&d->j, "size", r->bytes.len);
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
        cli_json_object(&d->j, "clock");
        BOOL(d, "requested", r->clock, 1, requested);
        BOOL(d, "executed", r->clock, 2, executed);
        cli_json_end(&d->j);
    } else
        cli_json_null(&d->j, "clock");
    cli_json_array(&d->j, "references");
    if (r->kind == NCUREP_RESULT_KIND_KERNEL) put_reference(d, r->source.reference);
    while (ncurep_reference_next(&references, &reference)) put_reference(d, reference);
    cli_json_end(&d->j);
    cli_json_u64(&d->j, "metrics", r->metrics.count);
    cli_json_u64(&d->j, "sections", r->sections.count);
    cli_json_u64(&d->j, "section_comments", r->section_comments.count);
    cli_json_u64(&d->j, "rules", r->rules.count);
    cli_json_bool(&d->j, "nvtx", (int)HAS(*r, 21));
    cli_json_u64(&d->j, "frames", r->stack.frames.count);
    if (HAS(r->stack, 2)) SIGNED(d, "stack_type", r->stack, 2, type);
    if (r->warp_samples.count > 0) cli_json_u64(&d->j, "warp_samples", r->warp_samples.count);
    end(d);
}

static void put_kernel(dump *d, const ncurep_result *r)
{
    uint32_t driver;
    begin(d, "kernel");
    cli_json_u64(&d->j, "result", r->index);
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
    cli_json_array(&d->j, "series");
    NUMBER(d, NULL, r->series, 1, id);
    TEXT(d, NULL, r->series, 2, combination);
    cli_json_end(&d->j);
    BLOB(d, "field31", *r, 31, field31);
    memcpy(&driver, &r->driver, sizeof driver);
    if (HAS(*r, 35)) cli_json_raw(&d->j, "driver", "\"%08" PRIx32 "\"", driver);
    else cli_json_null(&d->j, "driver");
    if (HAS(*r, 38)) BLOB(d, "field38", *r, 38, field38);
    end(d);
}

/* Metrics -------------------------------------------------------------------------------------------------------- */

static uint64_t fnv_value(uint64_t h, const ncurep_value *v)
{
    unsigned char packed[9];
    size_t n = v->kind == NCUREP_KIND_NONE ? 0 : v->kind == NCUREP_KIND_DOUBLE || v->kind == NCUREP_KIND_UINT64 ? 8 : 4, i;
    const uint64_t bits = v->kind == NCUREP_KIND_STRING ? v->text.len : v->bits;
    packed[0] = (unsigned char)v->kind;
    for (i = 0; i < n; i++) packed[i + 1] = (unsigned char)(bits >> (8 * i));
    h = fnv(h, packed, n + 1);
    return v->kind == NCUREP_KIND_STRING ? fnv(h, v->text.ptr, v->text.len) : h;
}

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
        uint64_t h = FNV_START;
        uint32_t ids = 0;
        if (!wants_metric(d->chosen, name)) continue;
        while (ncurep_instance_next(&list, &n)) {
            ids += n.id.kind != NCUREP_KIND_NONE;
            h = fnv_value(fnv_value(h, &n.id), &n.value);
        }
        begin(d, "metric");
        cli_json_u64(&d->j, "result", r->index);
        cli_json_u64(&d->j, "i", i);
        NUMBER(d, "id", m, 1, name_id);
        text_or_null(d, "name", &name, named);
        value_or_null(d, "value", &m.value);
        SIGNED(d, "id_kind", m, 4, id_kind);
        cli_json_u64(&d->j, "instances", m.instances.count);
        cli_json_u64(&d->j, "ids", ids);
        if (m.instances.count > 0) put_fnv(d, "fnv", h);
        else cli_json_null(&d->j, "fnv");
        end(d);
        list = m.instances;
        while (instances && ncurep_instance_next(&list, &n)) {
            begin(d, "instance");
            cli_json_u64(&d->j, "result", r->index);
            cli_json_u64(&d->j, "metric", i);
            value_or_null(d, "id", &n.id);
            value_or_null(d, "value", &n.value);
            end(d);
        }
    }
}

/* Sections ------------------------------------------------------------------------------------------------------- */

static void put_label(dump *d, const ncurep_label *l)
{
    cli_json_array(&d->j, NULL);
    TEXT(d, NULL, *l, 1, name);
    TEXT(d, NULL, *l, 2, label);
    cli_json_end(&d->j);
}

static void put_labels(dump *d, const char *key, ncurep_list *list)
{
    ncurep_label l;
    cli_json_array(&d->j, key);
    while (ncurep_label_next(list, &l)) put_label(d, &l);
    cli_json_end(&d->j);
}

static void put_section(dump *d, uint32_t result, uint32_t i, ncurep_section *s)
{
    ncurep_label l;
    ncurep_section_body body;
    ncurep_section_metrics metrics;
    ncurep_pair p;
    begin(d, "section");
    cli_json_u64(&d->j, "result", result);
    cli_json_u64(&d->j, "i", i);
    TEXT(d, "identifier", *s, 1, identifier);
    TEXT(d, "name", *s, 2, name);
    NUMBER(d, "order", *s, 3, order);
    TEXT(d, "description", *s, 7, description);
    TEXT(d, "extends", *s, 9, extends);
    cli_json_array(&d->j, "sets");
    while (ncurep_label_next(&s->sets, &l)) TEXT(d, NULL, l, 1, name);
    cli_json_end(&d->j);
    put_labels(d, "header", &s->header.metrics);
    cli_json_array(&d->j, "bodies");
    while (ncurep_section_body_next(&s->bodies, &body)) cli_json_u64(&d->j, NULL, body.items.count);
    cli_json_end(&d->j);
    cli_json_u64(&d->j, "metrics", s->metrics.metrics.count);
    cli_json_array(&d->j, "source_metrics");
    while (ncurep_section_metrics_next(&s->source_metrics, &metrics)) cli_json_u64(&d->j, NULL, metrics.metrics.count);
    cli_json_end(&d->j);
    cli_json_array(&d->j, "definitions");
    while (ncurep_pair_next(&s->definitions.list, &p)) {
        cli_json_array(&d->j, NULL);
        TEXT(d, NULL, p, 1, name);
        TEXT(d, NULL, p, 2, value);
        cli_json_end(&d->j);
    }
    cli_json_end(&d->j);
    put_labels(d, "groups", &s->groups);
    blob_or_null(d, "data", &s->bytes, 1);
    end(d);
}

static void put_sections(dump *d, const ncurep_result *r)
{
    ncurep_list sections = r->sections, comments = r->section_comments;
    ncurep_section s;
    ncurep_comment c;
    uint32_t i;
    for (i = 0; ncurep_section_next(&sections, &s); i++) put_section(d, r->index, i, &s);
    while (ncurep_comment_next(&comments, &c)) {
        begin(d, "section_comment");
        cli_json_u64(&d->j, "result", r->index);
        TEXT(d, "section", c.id, 1, section);
        TEXT(d, "name", c, 2, name);
        TEXT(d, "text", c, 3, text);
        end(d);
    }
}

/* Rules ---------------------------------------------------------------------------------------------------------- */

static void put_tables(dump *d, const ncurep_rule_item *item)
{
    static const char *const name[] = {"Table", "BarChart", "HistogramChart", "LineChart", "RooflineChart", "SourceMetricTable"};
    unsigned kind;
    cli_json_array(&d->j, "tables");
    for (kind = 0; kind < 6; kind++) {
        ncurep_table t;
        ncurep_label l;
        if (!ncurep_table_find(item, (ncurep_table_kind)kind, &t)) continue;
        cli_json_array(&d->j, NULL);
        cli_json_str(&d->j, NULL, name[kind]);
        TEXT(d, NULL, t, 1, label);
        cli_json_array(&d->j, NULL);
        if (kind == NCUREP_TABLE_KIND_HISTOGRAM_CHART) { /* it has one metric, or room for it */
            (void)ncurep_table_metric_next(&t, &l);
            put_label(d, &l);
        } else
            while (ncurep_table_metric_next(&t, &l)) put_label(d, &l);
        cli_json_end(&d->j);
        cli_json_end(&d->j);
    }
    cli_json_end(&d->j);
}

static void put_item(dump *d, uint32_t result, uint32_t rule, uint32_t i, ncurep_rule_item *item)
{
    ncurep_focus f;
    begin(d, "item");
    cli_json_u64(&d->j, "result", result);
    cli_json_u64(&d->j, "rule", rule);
    cli_json_u64(&d->j, "i", i);
    if (HAS(*item, 1)) {
        cli_json_object(&d->j, "message");
        TEXT(d, "text", item->message, 1, text);
        SIGNED(d, "type", item->message, 2, type);
        SIGNED(d, "id", item->message, 3, id);
        TEXT(d, "name", item->message, 4, name);
        cli_json_end(&d->j);
    } else
        cli_json_null(&d->j, "message");
    cli_json_array(&d->j, "focus");
    while (ncurep_focus_next(&item->focus, &f)) {
        cli_json_object(&d->j, NULL);
        SIGNED(d, "message", f, 1, message);
        TEXT(d, "name", f, 2, name);
        REAL(d, "value", f, 3, value);
        SIGNED(d, "severity", f, 4, severity);
        TEXT(d, "info", f, 5, info);
        cli_json_end(&d->j);
    }
    cli_json_end(&d->j);
    if (HAS(*item, 10)) {
        cli_json_array(&d->j, "speedup");
        SIGNED(d, NULL, item->speedup, 1, type);
        REAL(d, NULL, item->speedup, 2, percent);
        cli_json_end(&d->j);
    } else
        cli_json_null(&d->j, "speedup");
    TEXT(d, "proposal", item->proposal, 1, section);
    put_tables(d, item);
    end(d);
}

static void put_rules(dump *d, const ncurep_result *r)
{
    ncurep_list rules = r->rules;
    ncurep_rule rule;
    ncurep_rule_item item;
    ncurep_marker m;
    uint32_t i, k;
    for (i = 0; ncurep_rule_next(&rules, &rule); i++) {
        begin(d, "rule");
        cli_json_u64(&d->j, "result", r->index);
        cli_json_u64(&d->j, "i", i);
        TEXT(d, "identifier", rule, 1, identifier);
        TEXT(d, "name", rule, 2, name);
        TEXT(d, "section", rule, 4, section);
        cli_json_bool(&d->j, "body", (int)HAS(rule, 3));
        cli_json_u64(&d->j, "items", rule.body.list.count);
        cli_json_u64(&d->j, "markers", rule.markers.count);
        end(d);
        for (k = 0; ncurep_rule_item_next(&rule.body.list, &item); k++) put_item(d, r->index, i, k, &item);
        for (k = 0; ncurep_marker_next(&rule.markers, &m); k++) {
            begin(d, "marker");
            cli_json_u64(&d->j, "result", r->index);
            cli_json_u64(&d->j, "rule", i);
            cli_json_u64(&d->j, "i", k);
            SIGNED(d, "kind", m, 1, kind);
            NUMBER(d, "line_number", m, 2, line);
            NUMBER(d, "address", m, 3, address);
            TEXT(d, "text", m, 4, text);
            SIGNED(d, "type", m, 5, type);
            TEXT(d, "path", m, 6, path);
            end(d);
        }
    }
}

/* NVTX ----------------------------------------------------------------------------------------------------------- */

static void put_names(dump *d, ncurep_list *list)
{
    ncurep_nvtx_string s;
    while (ncurep_nvtx_string_next(list, &s)) {
        cli_json_array(&d->j, NULL);
        NUMBER(d, NULL, s, 1, id);
        TEXT(d, NULL, s, 2, text);
        cli_json_end(&d->j);
    }
}

static void put_attributes(dump *d, const ncurep_nvtx_range *range)
{
    const ncurep_nvtx_attributes *a = &range->attributes;
    if (!HAS(*range, 3)) {
        cli_json_null(&d->j, "attributes");
        return;
    }
    cli_json_object(&d->j, "attributes");
    NUMBER(d, "version", *a, 1, version);
    NUMBER(d, "category", *a, 2, category);
    cli_json_array(&d->j, "color");
    SIGNED(d, NULL, a->color, 1, type);
    NUMBER(d, NULL, a->color, 2, color);
    cli_json_end(&d->j);
    cli_json_array(&d->j, "payload");
    SIGNED(d, NULL, a->payload, 1, type);
    value_or_null(d, NULL, &a->payload.value);
    cli_json_end(&d->j);
    cli_json_array(&d->j, "message");
    SIGNED(d, NULL, a->message, 1, type);
    TEXT(d, NULL, a->message, 2, text);
    NUMBER(d, NULL, a->message, 3, handle);
    cli_json_end(&d->j);
    cli_json_end(&d->j);
}

/* [domain, ranges] of each. */
static void put_open(dump *d, const char *key, ncurep_list list)
{
    ncurep_nvtx_open open;
    cli_json_array(&d->j, key);
    while (ncurep_nvtx_open_next(&list, &open)) cli_json_raw(&d->j, NULL, "[%" PRIu64 ",%" PRIu32 "]", open.id, open.ranges.count);
    cli_json_end(&d->j);
}

static void put_nvtx_thread(dump *d, const ncurep_result *r, ncurep_nvtx_thread *t)
{
    ncurep_nvtx_open open;
    ncurep_nvtx_range range;
    uint32_t depth;
    begin(d, "nvtx_thread");
    cli_json_u64(&d->j, "result", r->index);
    NUMBER(d, "thread", *t, 1, id);
    cli_json_bool(&d->j, "current", t->id == r->thread);
    put_open(d, "domains", t->domains);
    end(d);
    while (ncurep_nvtx_open_next(&t->domains, &open))
        for (depth = 0; ncurep_nvtx_range_next(&open.ranges, &range); depth++) {
            begin(d, "nvtx_push");
            cli_json_u64(&d->j, "result", r->index);
            cli_json_u64(&d->j, "thread", t->id);
            cli_json_u64(&d->j, "domain", open.id);
            cli_json_u64(&d->j, "depth", depth);
            TEXT(d, "name", range, 2, name);
            NUMBER(d, "call", range, 4, call);
            put_attributes(d, &range);
            end(d);
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
    begin(d, "nvtx");
    cli_json_u64(&d->j, "result", r->index);
    cli_json_u64(&d->j, "domains", n.domains.count);
    cli_json_u64(&d->j, "threads", n.threads.count);
    put_open(d, "start_end", n.start_end);
    NUMBER(d, "default", n, 4, default_domain);
    if (HAS(n, 5)) NUMBER(d, "field5", n, 5, field5);
    end(d);
    while (ncurep_nvtx_domain_next(&n.domains, &domain)) {
        begin(d, "nvtx_domain");
        cli_json_u64(&d->j, "result", r->index);
        NUMBER(d, "id", domain, 1, id);
        TEXT(d, "name", domain, 2, name);
        cli_json_array(&d->j, "strings");
        put_names(d, &domain.strings);
        cli_json_end(&d->j);
        cli_json_array(&d->j, "tables");
        while (ncurep_nvtx_names_next(&domain.tables, &names)) {
            cli_json_array(&d->j, NULL);
            SIGNED(d, NULL, names, 1, family);
            cli_json_array(&d->j, NULL);
            put_names(d, &names.mappings);
            cli_json_end(&d->j);
            cli_json_end(&d->j);
        }
        cli_json_end(&d->j);
        end(d);
    }
    while (ncurep_nvtx_thread_next(&n.threads, &thread)) put_nvtx_thread(d, r, &thread);
    while (ncurep_nvtx_open_next(&n.start_end, &open))
        while (ncurep_nvtx_range_next(&open.ranges, &range)) {
            begin(d, "nvtx_start");
            cli_json_u64(&d->j, "result", r->index);
            cli_json_u64(&d->j, "domain", open.id);
            NUMBER(d, "id", range, 1, id);
            TEXT(d, "name", range, 2, name);
            NUMBER(d, "call", range, 4, call);
            NUMBER(d, "thread", range, 5, thread);
            put_attributes(d, &range);
            end(d);
        }
}

static void put_frames(dump *d, const ncurep_result *r)
{
    ncurep_list frames = r->stack.frames;
    ncurep_frame f;
    uint32_t i;
    for (i = 0; ncurep_frame_next(&frames, &f); i++) {
        begin(d, "frame");
        cli_json_u64(&d->j, "result", r->index);
        cli_json_u64(&d->j, "i", i);
        TEXT(d, "module", f, 1, module);
        NUMBER(d, "address", f, 2, address);
        TEXT(d, "file", f, 3, file);
        TEXT(d, "function", f, 4, function);
        NUMBER(d, "line_number", f, 5, line);
        end(d);
    }
}

/* Warp samples ---------------------------------------------------------------------------------------------------- */

static uint64_t fnv_u32(uint64_t h, uint64_t n)
{
    unsigned char bytes[4];
    unsigned i;
    for (i = 0; i < 4; i++) bytes[i] = (unsigned char)(n >> (8 * i));
    return fnv(h, bytes, sizeof bytes);
}

static void put_warp_records(dump *d, uint32_t result, uint32_t samples, ncurep_list series)
{
    ncurep_warp_series s;
    ncurep_warp_sample w;
    while (ncurep_warp_series_next(&series, &s))
        while (ncurep_warp_sample_next(&s, &w)) {
            begin(d, "warp_sample");
            cli_json_u64(&d->j, "result", result);
            cli_json_u64(&d->j, "samples", samples);
            cli_json_u64(&d->j, "unit", s.unit);
            number_or_null(d, "time", w.time, w.has_time);
            cli_json_u64(&d->j, "address", w.address);
            cli_json_u64(&d->j, "at8", w.at8);
            cli_json_u64(&d->j, "place", w.place);
            cli_json_u64(&d->j, "reason", w.reason);
            cli_json_u64(&d->j, "not_issued", w.not_issued);
            cli_json_u64(&d->j, "at15", w.at15);
            end(d);
        }
}

static void put_warp_samples(dump *d, const ncurep_result *r, int each)
{
    ncurep_list list = r->warp_samples;
    ncurep_warp_samples samples;
    uint32_t i;
    for (i = 0; ncurep_warp_samples_next(&list, &samples); i++) {
        ncurep_list all = samples.series.list;
        ncurep_warp_series s;
        ncurep_warp_sample w;
        uint64_t h = FNV_START, times = 0, records = 0, not_issued = 0, reasons[256];
        unsigned k;
        memset(reasons, 0, sizeof reasons);
        while (ncurep_warp_series_next(&all, &s)) {
            const size_t ticks = s.times.len / 16, count = s.records.len / 16;
            h = fnv(fnv_u32(fnv_u32(h, s.unit), ticks), s.times.ptr, ticks * 16);
            h = fnv(fnv_u32(h, count), s.records.ptr, count * 16);
            times += ticks;
            records += count;
            while (ncurep_warp_sample_next(&s, &w)) {
                reasons[w.reason]++;
                not_issued += w.not_issued != 0;
            }
        }
        begin(d, "warp_samples");
        cli_json_u64(&d->j, "result", r->index);
        cli_json_u64(&d->j, "i", i);
        TEXT(d, "name", samples, 1, name);
        cli_json_u64(&d->j, "series", samples.series.list.count);
        cli_json_u64(&d->j, "times", times);
        cli_json_u64(&d->j, "samples", records);
        cli_json_array(&d->j, "reasons");
        for (k = 0; k < 256; k++)
            if (reasons[k] > 0) cli_json_raw(&d->j, NULL, "[%u,%" PRIu64 "]", k, reasons[k]);
        cli_json_end(&d->j);
        cli_json_u64(&d->j, "not_issued", not_issued);
        put_fnv(d, "fnv", h);
        end(d);
        if (each) put_warp_records(d, r->index, i, samples.series.list);
    }
}

/* Unknown fields -------------------------------------------------------------------------------------------------- */

static int put_unknown(dump *d, const char *of, uint32_t i, ncurep_root root, ncurep_view bytes, uint64_t at)
{
    ncurep_reader walk;
    ncurep_unknown u;
    uint32_t k;
    ncurep_reader_begin(&walk, root, bytes, at);
    while (ncurep_reader_next(&walk, &u)) {
        begin(d, "unknown");
        cli_json_str(&d->j, "of", of);
        cli_json_u64(&d->j, "i", i);
        cli_json_array(&d->j, "path");
        for (k = 0; k < u.depth; k++) {
            cli_json_u64(&d->j, NULL, u.path[k].field);
            cli_json_u64(&d->j, NULL, u.path[k].index);
        }
        cli_json_end(&d->j);
        cli_json_u64(&d->j, "number", u.field.number);
        cli_json_u64(&d->j, "wire", u.field.wire);
        number_or_null(d, "value", u.field.value, u.field.wire == 0 || u.field.wire == 1 || u.field.wire == 5);
        blob_or_null(d, "data", &u.field.bytes, u.field.wire == 2);
        end(d);
    }
    d->error = walk.error;
    return walk.error.code == NCUREP_OK;
}

/* Every field of every message is read here, so whatever passes can be dumped. */
static int walk_all(dump *d)
{
    ncurep_info info;
    ncurep_block b;
    ncurep_source s;
    ncurep_result r;
    uint32_t i;
    ncurep_report_info(d->report, &info);
    if (!put_unknown(d, "file", 0, NCUREP_ROOT_FILE, info.header, 8)) return 0;
    for (i = 0; ncurep_block_at(d->report, i, &b, &d->error); i++)
        if (wants_block(d->k, &b) && !put_unknown(d, "block", i, NCUREP_ROOT_BLOCK, b.header, b.at + 4)) return 0;
    if (d->error.code != NCUREP_OK) return 0;
    for (i = 0; ncurep_source_at(d->report, i, &s, &d->error); i++)
        if (wants_module(d->k, s.reference) && !put_unknown(d, "source", i, NCUREP_ROOT_SOURCE, s.bytes, s.at)) return 0;
    if (d->error.code != NCUREP_OK) return 0;
    for (i = 0; ncurep_result_at(d->report, i, &r, &d->error); i++)
        if (wants_result(d->k, i) && !put_unknown(d, "result", i, (ncurep_root)((int)NCUREP_ROOT_KERNEL + (int)r.kind), r.bytes, r.at)) return 0;
    return d->error.code == NCUREP_OK;
}

/* Whether a canonical dump exists: the file may be cut, or of another version, but not damaged. */
static int whole(const cli *c, const char *path, ncurep_report *report)
{
    ncurep_error e;
    uint32_t i;
    for (i = 0; ncurep_report_problem_at(report, i, &e); i++) {
        ncurep_info info;
        ncurep_report_info(report, &info);
        if (e.code == NCUREP_TRUNCATED || (e.code == NCUREP_UNSUPPORTED && e.offset == 8 && !info.is_damaged)) continue;
        say_error(c, path, &e);
        return 0;
    }
    return 1;
}

typedef struct dump_options {
    model m;
    int instances, raw_csv;
    uint64_t cut; /* only so many bytes of the file */
} dump_options;

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, {0, "instances", &take_nothing, offsetof(dump_options, instances), NULL,
     NULL, "every instance, not only a hash of them"},
                                 {0, "raw-csv", &take_nothing, offsetof(dump_options, raw_csv), NULL,
     NULL, "names and values of all metrics as CSV"},
                                 {0, "cut", &take_number, offsetof(dump_options, cut), NULL,
     "BYTES", "as if the file ended there"}, OPTION_END};

static void set_defaults(void *user) { ((dump_options *)user)->cut = UINT64_MAX; }

static int dump_report(const dump_options *how, opened *o, choice *k)
{
    cli *c = how->m.c;
    ncurep_report *report = o->report;
    dump d;
    ncurep_result r;
    char *unknown = NULL;
    size_t size = 0;
    FILE *f;
    uint32_t i;
    int ok;
    if (!whole(c, o->path, report)) return 0;
    f = open_memstream(&unknown, &size);
    if (f == NULL) {
        cli_error(c, "out of memory");
        exit(CLI_INPUT);
    }
    memset(&d, 0, sizeof d);
    d.report = report;
    d.chosen = &how->m.chosen;
    d.k = k;
    cli_json_init(&d.j, f, CLI_SURROGATE, 0);
    ok = walk_all(&d);
    fclose(f);
    if (ok) {
        cli_json_init(&d.j, c->out, CLI_SURROGATE, 0);
        put_container(&d);
        put_session(&d);
        put_sources(&d);
        for (i = 0; ncurep_result_at(report, i, &r, &d.error); i++) {
            if (!wants_result(k, i)) continue;
            put_result(&d, &r);
            if (r.kind == NCUREP_RESULT_KIND_KERNEL) put_kernel(&d, &r);
            put_metrics(&d, &r, how->instances);
            put_sections(&d, &r);
            put_rules(&d, &r);
            put_nvtx(&d, &r);
            put_frames(&d, &r);
            put_warp_samples(&d, &r, how->instances);
        }
        fwrite(unknown, 1, size, c->out);
        ok = d.error.code == NCUREP_OK;
    }
    free(unknown);
    if (!ok) say_error(c, o->path, &d.error);
    return ok;
}

/* --raw-csv ------------------------------------------------------------------------------------------------------- */

static void put_csv_value(cli_csv *v, const ncurep_value *value)
{
    switch (value->kind) {
    case NCUREP_KIND_NONE: cli_csv_field(v, "", 0); break;
    case NCUREP_KIND_STRING: cli_csv_field(v, value->text.ptr, value->text.len); break;
    case NCUREP_KIND_FLOAT:
    case NCUREP_KIND_DOUBLE: {
        const double d = ncurep_value_double(value);
        cli_csv_fieldf(v, "%.17g", d != d ? (double)NAN : d); /* a NaN without its sign */
        break;
    }
    default: cli_csv_fieldf(v, "%" PRIu64, value->bits); break;
    }
}

static int dump_raw_csv(const dump_options *how, opened *o, choice *k)
{
    cli *c = how->m.c;
    ncurep_report *report = o->report;
    cli_csv v;
    ncurep_result r;
    ncurep_index index;
    ncurep_error e;
    uint32_t i, place;
    if (!whole(c, o->path, report)) return 0;
    memset(&v, 0, sizeof v);
    v.f = c->out;
    cli_csv_field(&v, "result", 6);
    cli_csv_field(&v, "name", 4);
    cli_csv_field(&v, "value", 5);
    cli_csv_end(&v);
    for (i = 0; ncurep_result_at(report, i, &r, &e); i++) {
        if (!wants_result(k, i)) continue;
        if (ncurep_index_build(report, &r, &index, &e) != NCUREP_OK) break;
        for (place = 0; place < index.count; place++) {
            ncurep_metric m;
            ncurep_view name;
            (void)ncurep_index_at(&index, place, &m);
            if (!ncurep_string_at(report, m.name_id, &name)) continue;
            if (name.len >= 10 && memcmp(name.ptr, "breakdown:", 10) == 0) continue;
            if (!wants_metric(&how->m.chosen, name)) continue;
            cli_csv_fieldf(&v, "%" PRIu32, i);
            cli_csv_field(&v, name.ptr, name.len);
            put_csv_value(&v, &m.value);
            cli_csv_end(&v);
        }
    }
    if (e.code != NCUREP_OK) say_error(c, o->path, &e);
    return e.code == NCUREP_OK;
}

/* The verb --------------------------------------------------------------------------------------------------------- */

/* A file as it is, or what comes before the cut; 0 with a message. */
static int open_uncut(const request *q, uint64_t cut, const char *path, opened *o)
{
    ncurep_report_options options;
    ncurep_error e;
    if (!open_input(reader_of(q), path, o, 0)) {
        close_report(o);
        return 0;
    }
    if (o->file.size > cut) o->file.size = cut;
    if (o->size > cut) o->size = (size_t)cut;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)4 << 30;
    (void)open_opened(o, &options, &e);
    ncurep_report_info(o->report, &o->info);
    if (o->report == NULL) {
        say_error(q->c, path, &e);
        close_report(o);
        return 0;
    }
    return 1;
}

static int run(request *q, void *user)
{
    const dump_options *how = (const dump_options *)user;
    size_t i;
    int code = CLI_FINE;
    for (i = 0; i < q->path_count; i++) {
        opened o;
        choice k;
        if (!open_uncut(q, how->cut, q->paths[i], &o)) {
            code = CLI_INPUT;
            continue;
        }
        make_choice(q->c, &how->m.chosen, &o, &k, 0, &code);
        if (!(how->raw_csv ? dump_raw_csv(how, &o, &k) : dump_report(how, &o, &k))) code = CLI_INPUT;
        free_choice(&k);
        close_report(&o);
    }
    return code;
}

static const verb_lack lacks[] = {{NULL, LACKS_CSV, NULL, "dump has no CSV: JSON Lines"}, LACK_END};

const verb dump_verb = {"dump", option_table, sizeof(dump_options), run, set_defaults, NULL,
    "everything, as JSON lines in a form meant for comparing readers",
    "The form: docs/FORMAT-ncurep.md.",
    FILES, 0, NULL, lacks};
