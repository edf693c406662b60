/* The C half of the Python package: ncurep.h and nvsection.h behind flat functions that fill buffers.

   What is needed often (metrics, instances) goes into arrays; the rest is written as JSON, in one piece a topic. Numbers
   that are no integers are written as their IEEE 754 bits, texts as the bytes of the file; what a file does not have is null.
   A place in the file is written as [offset, size]: the caller holds the file in memory. */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#define NCUREP_STATIC
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#define NVS_STATIC
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#define CUBIN_STATIC
#define CUBIN_IMPLEMENTATION
#include "cubin.h"
#include "report/model/metric_text.h"

#include <stdlib.h>
#include <string.h>

#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#elif defined(__GNUC__) || defined(__clang__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

enum { ABI = 3 }; /* ncurep/_native.py asks for the same number */

typedef struct handle {
    ncurep_report *report;
    const char *data;
    size_t size;
} handle;

static ncurep_view view_of(const char *ptr, size_t len)
{
    ncurep_view v;
    v.ptr = ptr;
    v.len = len;
    return v;
}

/* Room for an error: its code and offset, and a pointer to a constant text. */
typedef struct fault {
    int32_t code;
    int32_t pad;
    uint64_t offset;
    const char *message;
} fault;

EXPORT int py_abi(void);
EXPORT handle *py_open(const char *data, size_t size, fault *f);
EXPORT void py_close(handle *h);
EXPORT void py_free(void *buffer);
EXPORT int py_is_packed(const char *data, size_t size);
EXPORT char *py_unpack(const char *data, size_t size, size_t *out_size, fault *f);
EXPORT char *py_strings(handle *h, size_t *size);
EXPORT char *py_json(handle *h, const char *topic, uint32_t index, size_t *size, fault *f);
EXPORT char *py_section_text(handle *h, uint32_t result, uint32_t section, size_t *size, fault *f);
EXPORT char *py_chart(const char *chart, size_t len, size_t *size, fault *f);
EXPORT size_t py_bookmark_size(void);
EXPORT uint32_t py_metrics(handle *h, uint32_t result, uint32_t room, uint32_t *names, uint8_t *kinds, uint64_t *values,
                           uint32_t *sizes, uint32_t *counts, int32_t *id_kinds, void *bookmarks, fault *f);
EXPORT uint32_t py_instances(handle *h, const void *bookmarks, uint32_t metric, uint32_t room, uint64_t *block, uint32_t *masks);
EXPORT int py_nvtx_match(handle *h, const char *text, size_t len, uint32_t count, uint8_t *hits, fault *f);
EXPORT void py_facts(const char *name, size_t len, int32_t *numbers, char *unit, char *description, size_t room);
EXPORT cubin_file *py_lines_open(const char *cubin, size_t size);
EXPORT void py_lines_close(cubin_file *lines);
EXPORT char *py_lines_files(const cubin_file *lines, size_t *size);
EXPORT char *py_lines_place(const cubin_file *lines, uint32_t symbol, uint64_t offset, size_t *size);
EXPORT char *py_lines_sass(const cubin_file *lines, uint32_t symbol, uint64_t offset, size_t *size);
EXPORT char *py_lines_ptx(const cubin_file *lines, uint32_t symbol, uint64_t offset, size_t *size);
EXPORT char *py_lines_ptx_all(const cubin_file *lines, size_t *size);

static void set_fault(fault *f, const ncurep_error *e)
{
    f->code = (int32_t)e->code;
    f->offset = e->offset;
    f->message = e->code == NCUREP_OK ? "" : e->message;
}

static void set_memory_fault(fault *f)
{
    f->code = (int32_t)NCUREP_MEMORY;
    f->offset = 0;
    f->message = "out of memory";
}

int py_abi(void) { return ABI; }

handle *py_open(const char *data, size_t size, fault *f)
{
    ncurep_report_options options;
    ncurep_error e;
    handle *h = (handle *)calloc(1, sizeof *h);
    if (h == NULL) {
        set_memory_fault(f);
        return NULL;
    }
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)-1 / 2;
    h->report = ncurep_report_open(data, size, &options, &e);
    h->data = data;
    h->size = size;
    set_fault(f, &e);
    if (h->report == NULL) {
        free(h);
        return NULL;
    }
    return h;
}

void py_close(handle *h)
{
    if (h == NULL) return;
    ncurep_report_close(h->report);
    free(h);
}

void py_free(void *buffer) { free(buffer); }

/* A buffer that grows, and JSON in it ------------------------------------------------------------------------------ */

typedef struct text {
    char *ptr;
    size_t len, room;
    int failed;
    int comma; /* something comes before the next element */
    const handle *h;
    ncurep_error damage; /* the first that was met */
} text;

/* Keeps what is wrong in a list that ended; 0. */
static int note(text *t, const ncurep_error *e)
{
    if (t->damage.code == NCUREP_OK) t->damage = *e;
    return 0;
}

static void put(text *t, const void *bytes, size_t len)
{
    if (t->failed) return;
    if (len > t->room - t->len) {
        size_t room = t->room < 4096 ? 4096 : t->room;
        char *grown;
        while (room - t->len < len && room <= (size_t)-1 / 2) room *= 2;
        grown = room - t->len < len ? NULL : (char *)realloc(t->ptr, room);
        if (grown == NULL) {
            t->failed = 1;
            return;
        }
        t->ptr = grown;
        t->room = room;
    }
    if (len > 0) memcpy(t->ptr + t->len, bytes, len);
    t->len += len;
}

static void puts_(text *t, const char *s) { put(t, s, strlen(s)); }

/* The buffer, for the caller to free with py_free; NULL when there was not enough memory. */
static char *finish(text *t, size_t *size)
{
    put(t, "", 1);
    if (t->failed) {
        free(t->ptr);
        *size = 0;
        return NULL;
    }
    *size = t->len - 1;
    return t->ptr;
}

static void next(text *t)
{
    if (t->comma) put(t, ",", 1);
    t->comma = 1;
}

static void open_(text *t, const char *what)
{
    next(t);
    put(t, what, 1);
    t->comma = 0;
}

static void close_(text *t, const char *what)
{
    put(t, what, 1);
    t->comma = 1;
}

static void put_text(text *t, ncurep_view v)
{
    static const char digits[] = "0123456789abcdef";
    size_t i, from = 0;
    next(t);
    put(t, "\"", 1);
    for (i = 0; i < v.len; i++) {
        const unsigned char c = (unsigned char)v.ptr[i];
        if (c >= 0x20 && c != '"' && c != '\\') continue;
        put(t, v.ptr + from, i - from);
        from = i + 1;
        if (c < 0x20) {
            char x[6] = {'\\', 'u', '0', '0', 0, 0};
            x[4] = digits[c >> 4];
            x[5] = digits[c & 15];
            put(t, x, sizeof x);
        } else {
            char x[2] = {'\\', 0};
            x[1] = (char)c;
            put(t, x, sizeof x);
        }
    }
    put(t, v.ptr + from, v.len - from);
    put(t, "\"", 1);
}

static void put_uint(text *t, uint64_t n)
{
    char x[20];
    size_t at = sizeof x;
    next(t);
    do {
        x[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n != 0);
    put(t, x + at, sizeof x - at);
}

static void put_int(text *t, int64_t n)
{
    if (n >= 0) put_uint(t, (uint64_t)n);
    else {
        next(t);
        put(t, "-", 1);
        t->comma = 0;
        put_uint(t, 0 - (uint64_t)n);
    }
}

static void put_null(text *t)
{
    next(t);
    puts_(t, "null");
}

static void put_bool(text *t, int b)
{
    next(t);
    puts_(t, b ? "true" : "false");
}

static void put_real(text *t, double d) /* its bits */
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    put_uint(t, bits);
}

static void key(text *t, const char *name)
{
    ncurep_view v;
    v.ptr = name;
    v.len = strlen(name);
    put_text(t, v);
    put(t, ":", 1);
    t->comma = 0;
}

/* A place in the file. */
static void put_place(text *t, ncurep_view v)
{
    open_(t, "[");
    put_uint(t, v.len > 0 ? (uint64_t)(v.ptr - t->h->data) : 0);
    put_uint(t, v.len);
    close_(t, "]");
}

#define HAS(x, n) NCUREP_HAS(x, n)

static void opt_text(text *t, int has, ncurep_view v)
{
    if (has) put_text(t, v);
    else put_null(t);
}
static void opt_uint(text *t, int has, uint64_t v)
{
    if (has) put_uint(t, v);
    else put_null(t);
}
static void opt_int(text *t, int has, int64_t v)
{
    if (has) put_int(t, v);
    else put_null(t);
}
static void opt_bool(text *t, int has, int v)
{
    if (has) put_bool(t, v);
    else put_null(t);
}

/* "NAME": value of field n of the message x, null where it is absent. */
#define TEXT(name, x, n, v) (key(t, name), opt_text(t, (int)HAS(x, n), v))
#define UINT(name, x, n, v) (key(t, name), opt_uint(t, (int)HAS(x, n), v))
#define INT(name, x, n, v) (key(t, name), opt_int(t, (int)HAS(x, n), v))
#define BOOL(name, x, n, v) (key(t, name), opt_bool(t, (int)HAS(x, n), v))

/* [kind, integer, bits or text], null when there is none. */
static void put_value(text *t, const ncurep_value *v)
{
    if (v->kind == NCUREP_KIND_NONE) {
        put_null(t);
        return;
    }
    open_(t, "[");
    put_uint(t, (uint64_t)v->kind);
    if (v->kind == NCUREP_KIND_STRING) put_text(t, v->text);
    else if (v->kind == NCUREP_KIND_INT32) put_int(t, (int64_t)(int32_t)(uint32_t)v->bits);
    else if (v->kind == NCUREP_KIND_INT64) put_int(t, (int64_t)v->bits);
    else put_uint(t, v->bits);
    close_(t, "]");
}

static void put_xyz(text *t, const char *name, const uint64_t *v)
{
    key(t, name);
    open_(t, "[");
    put_uint(t, v[0]);
    put_uint(t, v[1]);
    put_uint(t, v[2]);
    close_(t, "]");
}

/* The file ---------------------------------------------------------------------------------------------------------- */

/* [code, offset, message, result, place of the metric in it, its name, metrics or instances that are lost]; null: not known. */
static void put_problem(text *t, const ncurep_error *e, uint32_t result, uint32_t metric, const ncurep_view *name, uint64_t lost)
{
    open_(t, "[");
    put_text(t, ncurep_text(ncurep_code_name(e->code)));
    put_uint(t, e->offset);
    put_text(t, ncurep_text(e->message));
    opt_uint(t, result != NCUREP_NONE, result);
    opt_uint(t, metric != NCUREP_NONE, metric);
    opt_text(t, name != NULL, name != NULL ? *name : ncurep_text(""));
    opt_uint(t, lost > 0, lost);
    close_(t, "]");
}

/* What cannot be read of the metrics of a result. */
static void put_lost(text *t, const handle *h, const ncurep_result *r, uint32_t result)
{
    ncurep_list list = r->metrics;
    ncurep_metric m;
    uint32_t k, left;
    for (k = 0; ncurep_metric_next(&list, &m); k++) {
        ncurep_view name = ncurep_text("");
        left = m.instances.count;
        left -= (uint32_t)ncurep_instances(&m.instances, NULL, NULL, NULL, left);
        if (m.instances.error.code == NCUREP_OK) continue;
        (void)ncurep_string_at(h->report, m.name_id, &name);
        put_problem(t, &m.instances.error, result, k, &name, left > 0 ? left : 1);
    }
    left = r->metrics.count - k;
    if (list.error.code != NCUREP_OK) put_problem(t, &list.error, result, NCUREP_NONE, NULL, left > 0 ? left : 1);
}

/* Results that the header of the cut block counts; 0: unknown. */
static uint64_t missing_results(const handle *h, const ncurep_info *o)
{
    const unsigned char *p = (const unsigned char *)h->data + o->cut_at;
    uint64_t n = 0;
    uint32_t size;
    ncurep_list list;
    ncurep_field f;
    if (!o->is_cut || o->cut_have < 4) return 0;
    size = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    if (size > o->cut_have - 4) return 0;
    list = ncurep_fields(view_of((const char *)p + 4, size), 0);
    while (ncurep_field_next(&list, &f)) /* kernels, ranges, command lists, graphs */
        if (f.wire == 0 && (f.number == 2 || (f.number >= 7 && f.number <= 9))) n += f.value & 0xffffffffu;
    return list.error.code == NCUREP_OK ? n : 0;
}

static void put_info(text *t, const handle *h)
{
    ncurep_info o;
    ncurep_result r;
    ncurep_error e;
    uint32_t i;
    ncurep_report_info(h->report, &o);
    open_(t, "{");
    key(t, "size"), put_uint(t, o.size);
    key(t, "version"), opt_uint(t, o.has_version, o.version);
    key(t, "blocks"), put_uint(t, o.blocks);
    key(t, "sources"), put_uint(t, o.sources);
    key(t, "results"), put_uint(t, o.results);
    key(t, "strings"), put_uint(t, o.strings);
    key(t, "missing"), put_uint(t, missing_results(h, &o));
    key(t, "truncated");
    if (o.is_cut) {
        open_(t, "{");
        key(t, "at"), put_uint(t, o.cut_at);
        key(t, "have"), put_uint(t, o.cut_have);
        key(t, "need"), put_uint(t, o.cut_need);
        close_(t, "}");
    } else
        put_null(t);
    key(t, "damaged_at"), opt_uint(t, o.is_damaged, o.damaged_at);
    /* Results, metrics and instances are looked at once, so that this damage is known before anything is asked for. */
    key(t, "problems");
    open_(t, "[");
    for (i = 0; ncurep_report_problem_at(h->report, i, &e); i++) put_problem(t, &e, NCUREP_NONE, NCUREP_NONE, NULL, 0);
    for (i = 0; i < o.results; i++) {
        if (ncurep_result_at(h->report, i, &r, &e)) put_lost(t, h, &r, i);
        else put_problem(t, &e, i, NCUREP_NONE, NULL, 0);
    }
    close_(t, "]");
    close_(t, "}");
}

static int put_blocks(text *t, const handle *h, ncurep_error *e)
{
    ncurep_block b;
    uint32_t i;
    open_(t, "[");
    for (i = 0; ncurep_block_at(h->report, i, &b, e); i++) {
        open_(t, "{");
        key(t, "at"), put_uint(t, b.at);
        key(t, "header"), put_uint(t, b.header_size);
        key(t, "payload"), put_uint(t, b.payload_size);
        key(t, "sources"), put_uint(t, b.sources);
        key(t, "kernels"), put_uint(t, b.kernels);
        key(t, "ranges"), put_uint(t, b.ranges);
        key(t, "cmdlists"), put_uint(t, b.cmdlists);
        key(t, "graphs"), put_uint(t, b.graphs);
        key(t, "strings"), put_uint(t, b.strings);
        key(t, "session"), put_bool(t, b.has_session);
        key(t, "process"), opt_uint(t, b.process != NCUREP_NONE, b.process);
        if (b.has_field10) key(t, "field10"), put_uint(t, b.field10);
        key(t, "first_result"), opt_uint(t, (b.kernels | b.ranges | b.cmdlists | b.graphs) != 0, b.first_result);
        key(t, "rest"), put_uint(t, b.rest_size);
        close_(t, "}");
    }
    close_(t, "]");
    return e->code == NCUREP_OK;
}

static void put_system(text *t, const char *role, const ncurep_system *s)
{
    ncurep_list list = s->addresses;
    ncurep_address a;
    ncurep_view v;
    v.ptr = role;
    v.len = strlen(role);
    open_(t, "{");
    key(t, "role"), put_text(t, v);
    TEXT("os", s, 1, s->os);
    TEXT("build", s, 2, s->build);
    TEXT("processor", s, 3, s->processor);
    TEXT("architecture", s, 4, s->architecture);
    TEXT("computer", s, 5, s->computer);
    INT("platform", s, 6, s->platform);
    key(t, "addresses");
    open_(t, "[");
    while (ncurep_address_next(&list, &a) || note(t, &list.error)) {
        open_(t, "[");
        opt_text(t, (int)HAS(&a, 1), a.address);
        opt_int(t, (int)HAS(&a, 2), a.type);
        close_(t, "]");
    }
    close_(t, "]");
    close_(t, "}");
}

static void put_pairs(text *t, ncurep_list list)
{
    ncurep_pair p;
    open_(t, "[");
    while (ncurep_pair_next(&list, &p) || note(t, &list.error)) {
        open_(t, "[");
        opt_text(t, (int)HAS(&p, 1), p.name);
        opt_text(t, (int)HAS(&p, 2), p.value);
        close_(t, "]");
    }
    close_(t, "]");
}

static void put_settings(text *t, const ncurep_settings *s)
{
    const ncurep_filter_settings *f = &s->filter;
    const ncurep_sampling_settings *g = &s->sampling;
    const ncurep_other_settings *o = &s->other;
    open_(t, "{");
    BOOL("nvtx", s, 1, s->nvtx);
    BOOL("no_start_stop", s, 2, s->no_start_stop);
    BOOL("from_start", s, 3, s->from_start);
    TEXT("activity", s, 4, s->activity);
    TEXT("sections", s, 7, s->sections);
    TEXT("clocks", s, 8, s->clocks);
    BOOL("import_source", s, 10, s->import_source);
    TEXT("replay", s, 11, s->replay);
    BOOL("cpu_stack", s, 12, s->cpu_stack);
    key(t, "filter");
    open_(t, "{");
    TEXT("kernel", f, 1, f->kernel);
    TEXT("base", f, 2, f->base);
    TEXT("id", f, 3, f->id);
    UINT("skip", f, 4, f->skip);
    UINT("skip_before", f, 5, f->skip_before);
    UINT("count", f, 6, f->count);
    TEXT("nvtx", f, 7, f->nvtx);
    close_(t, "}");
    key(t, "sampling");
    open_(t, "{");
    BOOL("auto", g, 1, g->interval_auto);
    UINT("interval", g, 2, g->interval);
    UINT("passes", g, 3, g->passes);
    UINT("buffer", g, 4, g->buffer);
    close_(t, "}");
    key(t, "other");
    open_(t, "{");
    BOOL("rules", o, 1, o->rules);
    TEXT("metrics", o, 2, o->metrics);
    close_(t, "}");
    if (HAS(s, 13)) {
        const ncurep_pm_settings *p = &s->pm_sampling;
        key(t, "pm_sampling");
        open_(t, "{");
        UINT("interval", p, 1, p->interval);
        UINT("buffer", p, 2, p->buffer);
        UINT("passes", p, 3, p->passes);
        close_(t, "}");
    }
    if (HAS(s, 14)) TEXT("stack_type", s, 14, s->stack_type);
    if (HAS(s, 15)) TEXT("field15", s, 15, s->field15);
    if (HAS(s, 16)) UINT("field16", s, 16, s->field16);
    close_(t, "}");
}

static void put_session(text *t, const handle *h)
{
    ncurep_session s;
    ncurep_process p;
    ncurep_device d;
    ncurep_attribute a;
    uint32_t i;
    (void)ncurep_report_session(h->report, &s);
    open_(t, "{");
    UINT("pid", &s, 1, s.pid);
    UINT("created", &s, 2, s.created);
    TEXT("comments", &s, 7, s.comments);
    TEXT("command", &s, 11, s.command);
    key(t, "systems");
    open_(t, "[");
    if (HAS(&s, 3)) put_system(t, "host", &s.host);
    if (HAS(&s, 4)) put_system(t, "target", &s.target);
    close_(t, "]");
    key(t, "properties"), put_pairs(t, s.properties.list);
    key(t, "devices");
    open_(t, "[");
    while (ncurep_device_next(&s.devices, &d) || note(t, &s.devices.error)) {
        open_(t, "{");
        UINT("id", &d, 1, d.id);
        TEXT("name", &d, 2, d.name);
        key(t, "attributes");
        open_(t, "[");
        while (ncurep_attribute_next(&d.attributes, &a) || note(t, &d.attributes.error)) {
            open_(t, "[");
            opt_text(t, (int)HAS(&a, 1), a.name);
            put_value(t, &a.value);
            close_(t, "]");
        }
        close_(t, "]");
        close_(t, "}");
    }
    close_(t, "]");
    key(t, "versions"), put_pairs(t, s.versions);
    key(t, "executable");
    if (HAS(&s, 9)) {
        const ncurep_executable *x = &s.executable;
        open_(t, "{");
        TEXT("path", x, 1, x->path);
        TEXT("directory", x, 2, x->directory);
        TEXT("arguments", x, 3, x->arguments);
        TEXT("environment", x, 4, x->environment);
        close_(t, "}");
    } else
        put_null(t);
    key(t, "settings");
    if (HAS(&s, 10)) put_settings(t, &s.settings);
    else put_null(t);
    key(t, "processes");
    open_(t, "[");
    for (i = 0; ncurep_process_at(h->report, i, &p); i++) {
        open_(t, "{");
        UINT("id", &p, 1, p.id);
        TEXT("host", &p, 2, p.host);
        TEXT("name", &p, 3, p.name);
        close_(t, "}");
    }
    close_(t, "]");
    close_(t, "}");
}

static void put_symbols(text *t, ncurep_list list)
{
    ncurep_symbol y;
    while (ncurep_symbol_next(&list, &y) || note(t, &list.error)) {
        open_(t, "[");
        opt_text(t, (int)HAS(&y, 1), y.name);
        opt_uint(t, (int)HAS(&y, 2), y.address);
        opt_uint(t, (int)HAS(&y, 3), y.index);
        close_(t, "]");
    }
}

static int put_sources(text *t, const handle *h, ncurep_error *e)
{
    ncurep_source s;
    ncurep_source_file f;
    uint32_t i;
    open_(t, "[");
    for (i = 0; ncurep_source_at(h->report, i, &s, e) || e->code != NCUREP_OK; i++) {
        if (e->code == NCUREP_MEMORY || e->code == NCUREP_LIMIT) return 0;
        if (e->code != NCUREP_OK) {
            (void)note(t, e);
            continue;
        }
        open_(t, "{");
        key(t, "block"), put_uint(t, s.block);
        key(t, "at"), put_uint(t, s.at);
        key(t, "size"), put_uint(t, s.bytes.len);
        key(t, "reference"), put_uint(t, s.reference);
        INT("sass", &s, 5, s.sass);
        UINT("revision", &s, 6, s.revision);
        UINT("flags", &s, 7, s.flags);
        key(t, "code");
        if (HAS(&s, 2)) put_place(t, s.code);
        else put_null(t);
        key(t, "intermediate");
        if (HAS(&s, 3)) put_place(t, s.intermediate);
        else put_null(t);
        key(t, "binary");
        if (HAS(&s, 4)) put_place(t, s.binary);
        else put_null(t);
        key(t, "files");
        open_(t, "[");
        while (ncurep_source_file_next(&s.files.list, &f) || note(t, &s.files.list.error)) {
            open_(t, "[");
            opt_text(t, (int)HAS(&f, 1), f.path);
            if (HAS(&f, 2)) put_place(t, f.content);
            else put_null(t);
            close_(t, "]");
        }
        close_(t, "]");
        key(t, "functions");
        open_(t, "[");
        put_symbols(t, s.relocation.functions);
        close_(t, "]");
        key(t, "objects");
        open_(t, "[");
        put_symbols(t, s.relocation.objects);
        close_(t, "]");
        close_(t, "}");
    }
    close_(t, "]");
    return 1;
}

/* Results ----------------------------------------------------------------------------------------------------------- */

static void put_result(text *t, const ncurep_result *r)
{
    static const char *const kinds[] = {"kernel", "range", "cmdlist", "graph"};
    ncurep_list list = r->references;
    ncurep_view v;
    uint64_t xyz[3], reference;
    v.ptr = kinds[r->kind];
    v.len = strlen(v.ptr);
    open_(t, "{");
    key(t, "kind"), put_text(t, v);
    key(t, "block"), put_uint(t, r->block);
    key(t, "at"), put_uint(t, r->at);
    key(t, "size"), put_uint(t, r->bytes.len);
    key(t, "process"), opt_uint(t, r->process != NCUREP_NONE, r->process);
    UINT("thread", r, 1, r->thread);
    UINT("call", r, 2, r->call);
    TEXT("display", r, 41, r->display);
    TEXT("comments", r, 12, r->comments);
    UINT("created", r, 14, r->created);
    INT("api", r, 16, r->api);
    BOOL("unsupported", r, 20, r->unsupported);
    UINT("context", r, 22, r->context);
    TEXT("context_name", r, 26, r->context_name);
    UINT("stream", r, 23, r->stream);
    TEXT("stream_name", r, 27, r->stream_name);
    key(t, "clock");
    if (HAS(r, 25)) {
        open_(t, "{");
        BOOL("requested", &r->clock, 1, r->clock.requested);
        BOOL("executed", &r->clock, 2, r->clock.executed);
        close_(t, "}");
    } else
        put_null(t);
    key(t, "references");
    open_(t, "[");
    if (r->kind == NCUREP_RESULT_KIND_KERNEL) put_uint(t, r->source.reference);
    while (ncurep_reference_next(&list, &reference) || note(t, &list.error)) put_uint(t, reference);
    close_(t, "]");
    key(t, "module");
    if (r->kind == NCUREP_RESULT_KIND_KERNEL) opt_uint(t, (int)HAS(r, 15), r->source.reference);
    else put_null(t);
    key(t, "metrics"), put_uint(t, r->metrics.count);
    key(t, "sections"), put_uint(t, r->sections.count);
    key(t, "section_comments"), put_uint(t, r->section_comments.count);
    key(t, "rules"), put_uint(t, r->rules.count);
    key(t, "nvtx"), put_bool(t, (int)HAS(r, 21));
    key(t, "frames"), put_uint(t, r->stack.frames.count);
    if (HAS(&r->stack, 2)) INT("stack_type", &r->stack, 2, r->stack.type);
    if (r->warp_samples.count > 0) key(t, "warp_samples"), put_uint(t, r->warp_samples.count);
    if (r->kind == NCUREP_RESULT_KIND_KERNEL) {
        UINT("program", r, 3, r->program);
        UINT("kernel", r, 4, r->kernel);
        TEXT("function", r, 6, r->function);
        TEXT("mangled", r, 5, r->mangled);
        TEXT("demangled", r, 7, r->demangled);
        UINT("dimensions", r, 8, r->dimensions);
        xyz[0] = r->offset.x, xyz[1] = r->offset.y, xyz[2] = r->offset.z;
        put_xyz(t, "offset", xyz);
        xyz[0] = r->global_size.x, xyz[1] = r->global_size.y, xyz[2] = r->global_size.z;
        put_xyz(t, "global_size", xyz);
        put_xyz(t, "grid", r->grid);
        xyz[0] = r->block_size.x, xyz[1] = r->block_size.y, xyz[2] = r->block_size.z;
        put_xyz(t, "block_size", xyz);
        INT("sass", &r->source, 5, r->source.sass);
        key(t, "series");
        open_(t, "[");
        opt_uint(t, (int)HAS(&r->series, 1), r->series.id);
        opt_text(t, (int)HAS(&r->series, 2), r->series.combination);
        close_(t, "]");
        key(t, "field31");
        if (HAS(r, 31)) put_place(t, r->field31);
        else put_null(t);
        key(t, "driver");
        if (HAS(r, 35)) put_real(t, (double)r->driver);
        else put_null(t);
        if (HAS(r, 38)) key(t, "field38"), put_place(t, r->field38);
    }
    close_(t, "}");
}

static void put_labels(text *t, ncurep_list list)
{
    ncurep_label m;
    open_(t, "[");
    while (ncurep_label_next(&list, &m) || note(t, &list.error)) {
        open_(t, "[");
        opt_text(t, (int)HAS(&m, 1), m.name);
        opt_text(t, (int)HAS(&m, 2), m.label);
        close_(t, "]");
    }
    close_(t, "]");
}

static void put_sections(text *t, ncurep_list list)
{
    ncurep_section s;
    ncurep_section_body b;
    ncurep_section_metrics m;
    ncurep_label set;
    open_(t, "[");
    while (ncurep_section_next(&list, &s) || note(t, &list.error)) {
        open_(t, "{");
        TEXT("identifier", &s, 1, s.identifier);
        TEXT("name", &s, 2, s.name);
        UINT("order", &s, 3, s.order);
        TEXT("description", &s, 7, s.description);
        TEXT("extends", &s, 9, s.extends);
        key(t, "sets");
        open_(t, "[");
        while (ncurep_label_next(&s.sets, &set) || note(t, &s.sets.error)) opt_text(t, (int)HAS(&set, 1), set.name);
        close_(t, "]");
        key(t, "header"), put_labels(t, s.header.metrics);
        key(t, "bodies");
        open_(t, "[");
        while (ncurep_section_body_next(&s.bodies, &b) || note(t, &s.bodies.error)) put_uint(t, b.items.count);
        close_(t, "]");
        key(t, "metrics"), put_labels(t, s.metrics.metrics);
        key(t, "source_metrics");
        open_(t, "[");
        while (ncurep_section_metrics_next(&s.source_metrics, &m) || note(t, &s.source_metrics.error)) put_labels(t, m.metrics);
        close_(t, "]");
        key(t, "definitions"), put_pairs(t, s.definitions.list);
        key(t, "groups"), put_labels(t, s.groups);
        key(t, "data"), put_place(t, s.bytes);
        close_(t, "}");
    }
    close_(t, "]");
}

static void put_comments(text *t, ncurep_list list)
{
    ncurep_comment c;
    open_(t, "[");
    while (ncurep_comment_next(&list, &c) || note(t, &list.error)) {
        open_(t, "{");
        TEXT("section", &c.id, 1, c.id.section);
        TEXT("name", &c, 2, c.name);
        TEXT("text", &c, 3, c.text);
        close_(t, "}");
    }
    close_(t, "]");
}

static void put_table(text *t, const ncurep_rule_item *item, ncurep_table_kind kind, const char *name)
{
    ncurep_table table;
    ncurep_label m;
    ncurep_view v;
    if (!ncurep_table_find(item, kind, &table)) return;
    v.ptr = name;
    v.len = strlen(name);
    open_(t, "{");
    key(t, "kind"), put_text(t, v);
    TEXT("label", &table, 1, table.label);
    key(t, "metrics");
    open_(t, "[");
    while (ncurep_table_metric_next(&table, &m) || note(t, &table.metrics.error)) {
        open_(t, "[");
        opt_text(t, (int)HAS(&m, 1), m.name);
        opt_text(t, (int)HAS(&m, 2), m.label);
        close_(t, "]");
    }
    close_(t, "]");
    close_(t, "}");
}

static void put_item(text *t, ncurep_rule_item *item)
{
    const ncurep_message *m = &item->message;
    ncurep_focus f;
    open_(t, "{");
    key(t, "message");
    if (HAS(item, 1)) {
        open_(t, "{");
        TEXT("text", m, 1, m->text);
        INT("type", m, 2, m->type);
        INT("id", m, 3, m->id);
        TEXT("name", m, 4, m->name);
        close_(t, "}");
    } else
        put_null(t);
    key(t, "focus");
    open_(t, "[");
    while (ncurep_focus_next(&item->focus, &f) || note(t, &item->focus.error)) {
        open_(t, "{");
        INT("message", &f, 1, f.message);
        TEXT("name", &f, 2, f.name);
        key(t, "value");
        if (HAS(&f, 3)) put_real(t, f.value);
        else put_null(t);
        INT("severity", &f, 4, f.severity);
        TEXT("info", &f, 5, f.info);
        close_(t, "}");
    }
    close_(t, "]");
    key(t, "speedup");
    if (HAS(item, 10)) {
        open_(t, "[");
        opt_int(t, (int)HAS(&item->speedup, 1), item->speedup.type);
        if (HAS(&item->speedup, 2)) put_real(t, item->speedup.percent);
        else put_null(t);
        close_(t, "]");
    } else
        put_null(t);
    TEXT("proposal", &item->proposal, 1, item->proposal.section);
    key(t, "tables");
    open_(t, "[");
    put_table(t, item, NCUREP_TABLE_KIND_TABLE, "Table");
    put_table(t, item, NCUREP_TABLE_KIND_BAR_CHART, "BarChart");
    put_table(t, item, NCUREP_TABLE_KIND_HISTOGRAM_CHART, "HistogramChart");
    put_table(t, item, NCUREP_TABLE_KIND_LINE_CHART, "LineChart");
    put_table(t, item, NCUREP_TABLE_KIND_ROOFLINE_CHART, "RooflineChart");
    put_table(t, item, NCUREP_TABLE_KIND_SOURCE_METRIC_TABLE, "SourceMetricTable");
    close_(t, "]");
    close_(t, "}");
}

static void put_rules(text *t, ncurep_list list)
{
    ncurep_rule r;
    ncurep_rule_item item;
    ncurep_marker m;
    open_(t, "[");
    while (ncurep_rule_next(&list, &r) || note(t, &list.error)) {
        open_(t, "{");
        TEXT("identifier", &r, 1, r.identifier);
        TEXT("name", &r, 2, r.name);
        TEXT("section", &r, 4, r.section);
        key(t, "body"), put_bool(t, (int)HAS(&r, 3));
        key(t, "items");
        open_(t, "[");
        while (ncurep_rule_item_next(&r.body.list, &item) || note(t, &r.body.list.error)) put_item(t, &item);
        close_(t, "]");
        key(t, "markers");
        open_(t, "[");
        while (ncurep_marker_next(&r.markers, &m) || note(t, &r.markers.error)) {
            open_(t, "{");
            INT("kind", &m, 1, m.kind);
            UINT("line", &m, 2, m.line);
            UINT("address", &m, 3, m.address);
            TEXT("text", &m, 4, m.text);
            INT("type", &m, 5, m.type);
            TEXT("path", &m, 6, m.path);
            close_(t, "}");
        }
        close_(t, "]");
        close_(t, "}");
    }
    close_(t, "]");
}

static void put_nvtx_strings(text *t, ncurep_list list)
{
    ncurep_nvtx_string s;
    open_(t, "[");
    while (ncurep_nvtx_string_next(&list, &s) || note(t, &list.error)) {
        open_(t, "[");
        opt_uint(t, (int)HAS(&s, 1), s.id);
        opt_text(t, (int)HAS(&s, 2), s.text);
        close_(t, "]");
    }
    close_(t, "]");
}

static void put_nvtx_range(text *t, const ncurep_nvtx_range *r, int start)
{
    const ncurep_nvtx_attributes *a = &r->attributes;
    open_(t, "{");
    TEXT("name", r, 2, r->name);
    UINT("call", r, 4, r->call);
    if (start) {
        UINT("id", r, 1, r->id);
        UINT("thread", r, 5, r->thread);
    }
    key(t, "attributes");
    if (HAS(r, 3)) {
        open_(t, "{");
        UINT("version", a, 1, a->version);
        UINT("category", a, 2, a->category);
        key(t, "color");
        open_(t, "[");
        opt_int(t, (int)HAS(&a->color, 1), a->color.type);
        opt_uint(t, (int)HAS(&a->color, 2), a->color.color);
        close_(t, "]");
        key(t, "payload");
        open_(t, "[");
        opt_int(t, (int)HAS(&a->payload, 1), a->payload.type);
        put_value(t, &a->payload.value);
        close_(t, "]");
        key(t, "message");
        open_(t, "[");
        opt_int(t, (int)HAS(&a->message, 1), a->message.type);
        opt_text(t, (int)HAS(&a->message, 2), a->message.text);
        opt_uint(t, (int)HAS(&a->message, 3), a->message.handle);
        close_(t, "]");
        close_(t, "}");
    } else
        put_null(t);
    close_(t, "}");
}

static void put_nvtx_open(text *t, ncurep_list list, int start)
{
    ncurep_nvtx_open o;
    ncurep_nvtx_range r;
    open_(t, "[");
    while (ncurep_nvtx_open_next(&list, &o) || note(t, &list.error)) {
        open_(t, "{");
        key(t, "domain"), put_uint(t, o.id);
        key(t, "ranges");
        open_(t, "[");
        while (ncurep_nvtx_range_next(&o.ranges, &r) || note(t, &o.ranges.error)) put_nvtx_range(t, &r, start);
        close_(t, "]");
        close_(t, "}");
    }
    close_(t, "]");
}

static void put_nvtx(text *t, ncurep_result *r)
{
    ncurep_nvtx *n = &r->nvtx;
    ncurep_nvtx_domain d;
    ncurep_nvtx_names names;
    ncurep_nvtx_thread thread;
    if (!HAS(r, 21)) {
        put_null(t);
        return;
    }
    open_(t, "{");
    UINT("default", n, 4, n->default_domain);
    key(t, "domains");
    open_(t, "[");
    while (ncurep_nvtx_domain_next(&n->domains, &d) || note(t, &n->domains.error)) {
        open_(t, "{");
        UINT("id", &d, 1, d.id);
        TEXT("name", &d, 2, d.name);
        key(t, "strings"), put_nvtx_strings(t, d.strings);
        key(t, "tables");
        open_(t, "[");
        while (ncurep_nvtx_names_next(&d.tables, &names) || note(t, &d.tables.error)) {
            open_(t, "[");
            opt_int(t, (int)HAS(&names, 1), names.family);
            put_nvtx_strings(t, names.mappings);
            close_(t, "]");
        }
        close_(t, "]");
        close_(t, "}");
    }
    close_(t, "]");
    key(t, "threads");
    open_(t, "[");
    while (ncurep_nvtx_thread_next(&n->threads, &thread) || note(t, &n->threads.error)) {
        open_(t, "{");
        UINT("id", &thread, 1, thread.id);
        key(t, "current"), put_bool(t, thread.id == r->thread);
        key(t, "domains"), put_nvtx_open(t, thread.domains, 0);
        close_(t, "}");
    }
    close_(t, "]");
    key(t, "start_end"), put_nvtx_open(t, n->start_end, 1);
    if (HAS(n, 5)) UINT("field5", n, 5, n->field5);
    close_(t, "}");
}

static void put_frames(text *t, ncurep_list list)
{
    ncurep_frame f;
    open_(t, "[");
    while (ncurep_frame_next(&list, &f) || note(t, &list.error)) {
        open_(t, "{");
        TEXT("module", &f, 1, f.module);
        UINT("address", &f, 2, f.address);
        TEXT("file", &f, 3, f.file);
        TEXT("function", &f, 4, f.function);
        UINT("line", &f, 5, f.line);
        close_(t, "}");
    }
    close_(t, "]");
}

/* A part of the file that cannot be read to its end. */
static void put_malformed(text *t, const ncurep_error *e, uint32_t result)
{
    open_(t, "{");
    key(t, "problem"), put_problem(t, e, result, NCUREP_NONE, NULL, 0);
    close_(t, "}");
}

/* The unknown fields of a message, then what is wrong with it. */
static void put_unknown_of(text *t, const char *of, uint32_t index, ncurep_root root, ncurep_view bytes, uint64_t at)
{
    ncurep_reader walk;
    ncurep_unknown u;
    ncurep_view name;
    uint32_t k;
    name.ptr = of;
    name.len = strlen(of);
    ncurep_reader_begin(&walk, root, bytes, at);
    while (ncurep_reader_next(&walk, &u)) {
        open_(t, "{");
        key(t, "of"), put_text(t, name);
        key(t, "i"), put_uint(t, index);
        key(t, "path");
        open_(t, "[");
        for (k = 0; k < u.depth; k++) {
            open_(t, "[");
            put_uint(t, u.path[k].field);
            put_uint(t, u.path[k].index);
            close_(t, "]");
        }
        close_(t, "]");
        key(t, "number"), put_uint(t, u.field.number);
        key(t, "wire"), put_uint(t, u.field.wire);
        key(t, "value"), opt_uint(t, u.field.wire != 2 && u.field.wire != 3, u.field.value);
        key(t, "data");
        if (u.field.wire == 2) put_place(t, u.field.bytes);
        else put_null(t);
        close_(t, "}");
    }
    if (walk.error.code != NCUREP_OK) put_malformed(t, &walk.error, root >= NCUREP_ROOT_KERNEL ? index : NCUREP_NONE);
}

static void put_warp_samples(text *t, ncurep_list list)
{
    ncurep_warp_samples w;
    ncurep_warp_series s;
    uint32_t reason;
    open_(t, "[");
    while (ncurep_warp_samples_next(&list, &w) || note(t, &list.error)) {
        open_(t, "{");
        TEXT("name", &w, 1, w.name);
        key(t, "reasons");
        open_(t, "[");
        for (reason = 0; reason < 256; reason++) put_text(t, ncurep_text(ncurep_stall_name(reason)));
        close_(t, "]");
        key(t, "series");
        open_(t, "[");
        while (ncurep_warp_series_next(&w.series.list, &s) || note(t, &w.series.list.error)) {
            open_(t, "{");
            key(t, "unit"), put_uint(t, s.unit);
            key(t, "times"), put_place(t, s.times);
            key(t, "records"), put_place(t, s.records);
            close_(t, "}");
        }
        close_(t, "]");
        close_(t, "}");
    }
    close_(t, "]");
}

static void put_unknown(text *t, const handle *h)
{
    static const ncurep_root roots[] = {NCUREP_ROOT_KERNEL, NCUREP_ROOT_RANGE, NCUREP_ROOT_CMDLIST, NCUREP_ROOT_GRAPH};
    ncurep_info o;
    ncurep_block b;
    ncurep_source s;
    ncurep_result r;
    ncurep_error e;
    uint32_t i;
    ncurep_report_info(h->report, &o);
    open_(t, "[");
    put_unknown_of(t, "file", 0, NCUREP_ROOT_FILE, o.header, 8);
    for (i = 0; i < o.blocks; i++)
        if (ncurep_block_at(h->report, i, &b, &e)) put_unknown_of(t, "block", i, NCUREP_ROOT_BLOCK, b.header, b.at + 4);
    for (i = 0; i < o.sources; i++)
        if (ncurep_source_at(h->report, i, &s, &e)) put_unknown_of(t, "source", i, NCUREP_ROOT_SOURCE, s.bytes, s.at);
        else put_malformed(t, &e, NCUREP_NONE);
    for (i = 0; i < o.results; i++)
        if (ncurep_result_at(h->report, i, &r, &e)) put_unknown_of(t, "result", i, roots[r.kind], r.bytes, r.at);
    close_(t, "]");
}

/* Everything about the file or one result that is not asked for often. NULL with *f when it cannot be read; *f is also set
   when some of it is damaged and was left out. The buffer is freed with py_free. Topics: info blocks session sources unknown strings; of a result: result sections comments rules nvtx
   frames warp_samples. */
char *py_json(handle *h, const char *topic, uint32_t index, size_t *size, fault *f)
{
    ncurep_result r;
    ncurep_error e;
    ncurep_view v;
    uint32_t i;
    text t;
    int ok = 1;
    memset(&t, 0, sizeof t);
    memset(&e, 0, sizeof e);
    t.h = h;
    set_fault(f, &e);
    *size = 0;
    if (strcmp(topic, "info") == 0) put_info(&t, h);
    else if (strcmp(topic, "blocks") == 0) ok = put_blocks(&t, h, &e);
    else if (strcmp(topic, "session") == 0) put_session(&t, h);
    else if (strcmp(topic, "sources") == 0) ok = put_sources(&t, h, &e);
    else if (strcmp(topic, "unknown") == 0) put_unknown(&t, h);
    else if (strcmp(topic, "strings") == 0) {
        open_(&t, "[");
        for (i = 0; ncurep_string_at(h->report, i, &v); i++) put_text(&t, v);
        close_(&t, "]");
    } else if (!ncurep_result_at(h->report, index, &r, &e)) ok = 0;
    else if (strcmp(topic, "result") == 0) put_result(&t, &r);
    else if (strcmp(topic, "sections") == 0) put_sections(&t, r.sections);
    else if (strcmp(topic, "comments") == 0) put_comments(&t, r.section_comments);
    else if (strcmp(topic, "rules") == 0) put_rules(&t, r.rules);
    else if (strcmp(topic, "nvtx") == 0) put_nvtx(&t, &r);
    else if (strcmp(topic, "frames") == 0) put_frames(&t, r.stack.frames);
    else if (strcmp(topic, "warp_samples") == 0) put_warp_samples(&t, r.warp_samples);
    else ok = 0;
    if (!ok) {
        set_fault(f, &e);
        free(t.ptr);
        return NULL;
    }
    if (t.damage.code != NCUREP_OK) set_fault(f, &t.damage);
    t.ptr = finish(&t, size);
    if (t.ptr == NULL) set_memory_fault(f);
    return t.ptr;
}

/* All strings, each with a zero byte after; the caller counts them, since a string may hold zero bytes. */
char *py_strings(handle *h, size_t *size)
{
    ncurep_view v;
    uint32_t i;
    text t;
    memset(&t, 0, sizeof t);
    for (i = 0; ncurep_string_at(h->report, i, &v); i++) {
        put(&t, v.ptr, v.len);
        put(&t, "", 1);
    }
    return finish(&t, size);
}

static nvs_reply write_text(const void *data, size_t len, void *user)
{
    const char *const bytes = (const char *)data;
    text *t = (text *)user;
    put(t, bytes, len);
    return !t->failed;
}

/* A section of a result in the text form of section files. */
char *py_section_text(handle *h, uint32_t result, uint32_t section, size_t *size, fault *f)
{
    ncurep_result r;
    ncurep_section s;
    ncurep_error e;
    nvs_document_options options;
    nvs_error ne;
    nvs_document *d;
    nvs_output to;
    text t;
    uint32_t i;
    memset(&t, 0, sizeof t);
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)-1 / 2;
    *size = 0;
    if (!ncurep_result_at(h->report, result, &r, &e)) {
        set_fault(f, &e);
        return NULL;
    }
    for (i = 0; i <= section; i++)
        if (!ncurep_section_next(&r.sections, &s)) return NULL;
    options.format = NVS_FORMAT_BINARY;
    d = nvs_document_open(s.bytes.ptr, s.bytes.len, &options, &ne);
    if (d == NULL) {
        f->code = (int32_t)ne.code;
        f->offset = ne.offset;
        f->message = ne.message;
        return NULL;
    }
    to.write_fn = write_text;
    to.user = &t;
    (void)nvs_node_write(d->root, NULL, &to, NULL);
    nvs_document_close(d);
    t.ptr = finish(&t, size);
    if (t.ptr == NULL) set_memory_fault(f);
    return t.ptr;
}

/* A chart file as reports store it: a BodyItem in the binary form. */
char *py_chart(const char *chart, size_t len, size_t *size, fault *f)
{
    nvs_document_options options;
    nvs_error e = {NVS_OK, 0, ""};
    nvs_problem p;
    nvs_document *d;
    nvs_code code = NVS_SYNTAX;
    nvs_write_options how;
    nvs_output to;
    text t;
    memset(&t, 0, sizeof t);
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)1 << 30;
    options.top = NVS_MESSAGE_BODY_ITEM;
    *size = 0;
    d = nvs_document_open(chart, len, &options, &e);
    to.write_fn = write_text;
    to.user = &t;
    memset(&how, 0, sizeof how);
    how.format = NVS_FORMAT_BINARY;
    if (d != NULL && d->errors == 0) code = nvs_node_write(d->root, &how, &to, NULL);
    f->code = (int32_t)(d == NULL ? e.code : code);
    f->offset = d == NULL ? e.offset : nvs_document_problem_at(d, 0, &p) ? p.offset : 0;
    f->message = d == NULL ? e.message : code == NVS_SYNTAX ? "this is not a chart" : "this chart cannot be stored";
    nvs_document_close(d);
    if (f->code != NVS_OK) {
        free(t.ptr);
        return NULL;
    }
    t.ptr = finish(&t, size);
    if (t.ptr == NULL) set_memory_fault(f);
    return t.ptr;
}

/* Metrics ----------------------------------------------------------------------------------------------------------- */

size_t py_bookmark_size(void) { return sizeof(ncurep_list); }

/* A value into an array: integers as they are, float and double as the bits of a double, a string as its offset in the file
   with its size beside. */
static void store(const handle *h, const ncurep_value *v, uint8_t *kind, uint64_t *value, uint32_t *size)
{
    *kind = (uint8_t)v->kind;
    *size = 0;
    if (v->kind == NCUREP_KIND_STRING) {
        *value = v->text.len > 0 ? (uint64_t)(v->text.ptr - h->data) : 0;
        *size = (uint32_t)v->text.len;
    } else if (v->kind == NCUREP_KIND_FLOAT) {
        const double d = ncurep_value_double(v);
        memcpy(value, &d, sizeof d);
    } else
        *value = v->bits;
}

/* The metrics of a result, in the order of the file; returns how many were stored. bookmarks has room for py_bookmark_size()
   bytes a metric; they stay good as long as the file is held. */
uint32_t py_metrics(handle *h, uint32_t result, uint32_t room, uint32_t *names, uint8_t *kinds, uint64_t *values, uint32_t *sizes,
                    uint32_t *counts, int32_t *id_kinds, void *bookmarks, fault *f)
{
    ncurep_list *marks = (ncurep_list *)bookmarks;
    ncurep_result r;
    ncurep_metric m;
    ncurep_error e;
    uint32_t n = 0;
    memset(&e, 0, sizeof e);
    if (ncurep_result_at(h->report, result, &r, &e)) {
        while (n < room && ncurep_metric_next(&r.metrics, &m)) {
            names[n] = HAS(&m, 1) ? m.name_id : NCUREP_NONE;
            store(h, &m.value, &kinds[n], &values[n], &sizes[n]);
            counts[n] = m.instances.count;
            id_kinds[n] = HAS(&m, 4) ? m.id_kind : -1;
            marks[n++] = m.instances;
        }
    }
    set_fault(f, &e);
    return n;
}

/* The instances of a metric that can be read; returns how many were stored. In block lie, room of each: ids and values of 64 bits, sizes of the
   ids and of the values of 32 bits, kinds of the ids and of the values of 8 bits. masks[0]: which kinds the ids have, masks[1]:
   the values, a bit each. */
uint32_t py_instances(handle *h, const void *bookmarks, uint32_t metric, uint32_t room, uint64_t *block, uint32_t *masks)
{
    uint64_t *const ids = block, *const values = ids + room;
    uint32_t *const id_sizes = (uint32_t *)(void *)(values + room), *const sizes = id_sizes + room;
    uint8_t *const id_kinds = (uint8_t *)(void *)(sizes + room), *const kinds = id_kinds + room;
    ncurep_list list = ((const ncurep_list *)bookmarks)[metric];
    ncurep_instance x;
    uint32_t n = 0;
    masks[0] = masks[1] = 0;
    while (n < room && ncurep_instance_next(&list, &x)) {
        store(h, &x.id, &id_kinds[n], &ids[n], &id_sizes[n]);
        store(h, &x.value, &kinds[n], &values[n], &sizes[n]);
        masks[0] |= 1u << id_kinds[n];
        masks[1] |= 1u << kinds[n];
        n++;
    }
    return n;
}

/* hits[i] becomes 1 where result i matches a filter expression; 0 with *f for a malformed one. */
int py_nvtx_match(handle *h, const char *s, size_t len, uint32_t count, uint8_t *hits, fault *f)
{
    ncurep_result r;
    ncurep_error e;
    uint32_t i;
    ncurep_nvtx_filter *filter = ncurep_nvtx_filter_open(view_of(s, len), NULL, &e);
    set_fault(f, &e);
    if (filter == NULL) return 0;
    for (i = 0; i < count; i++) hits[i] = (uint8_t)(ncurep_result_at(h->report, i, &r, &e) && ncurep_nvtx_filter_match(filter, &r));
    ncurep_nvtx_filter_close(filter);
    return 1;
}

/* What a name says: numbers gets type, subtype and roll-up, unit 24 bytes. */
void py_facts(const char *name, size_t len, int32_t *numbers, char *unit, char *description, size_t room)
{
    metric_facts facts;
    metric_describe(view_of(name, len), &facts);
    numbers[0] = (int32_t)facts.type;
    numbers[1] = (int32_t)facts.subtype;
    numbers[2] = (int32_t)facts.rollup;
    memcpy(unit, facts.unit, sizeof facts.unit);
    (void)metric_text(&facts, description, room);
}

/* Line tables ------------------------------------------------------------------------------------------------------- */

cubin_file *py_lines_open(const char *cubin, size_t size)
{
    cubin_file_options options;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)-1 / 2;
    return cubin_file_open(cubin, size, &options, NULL);
}

void py_lines_close(cubin_file *lines) { cubin_file_close(lines); }

static int same(cubin_view a, cubin_view b) { return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0; }

static cubin_symbol_id symbol_id(uint32_t number)
{
    cubin_symbol_id id;
    id.number = number;
    return id;
}

static void put_view(text *t, cubin_view v)
{
    ncurep_view same_text;
    same_text.ptr = v.ptr;
    same_text.len = v.len;
    put_text(t, same_text);
}

/* [[directory, file]...] of all places, inlined or not; a pair can come more than once. */
char *py_lines_files(const cubin_file *lines, size_t *size)
{
    cubin_function f;
    cubin_rows rows;
    cubin_place place;
    cubin_view directory = cubin_text(""), file = cubin_text("");
    text t;
    uint32_t i;
    memset(&t, 0, sizeof t);
    open_(&t, "[");
    for (i = 0; cubin_function_at(lines, i, &f); i++) {
        cubin_rows_begin(&rows, lines, &f, CUBIN_TABLE_SOURCE);
        while (cubin_rows_next(&rows, &place)) {
            do {
                if (place.file.len == 0 || (same(place.file, file) && same(place.directory, directory))) continue;
                directory = place.directory;
                file = place.file;
                open_(&t, "[");
                put_view(&t, directory);
                put_view(&t, file);
                close_(&t, "]");
            } while (cubin_place_outer(lines, &place));
        }
    }
    close_(&t, "]");
    return finish(&t, size);
}

/* [shown, [[function, directory, file, line]...]] of the code at an offset, the innermost place first; [0, []] when the table
   has none. shown: the number of the place that counts, cubin_place_shown. */
char *py_lines_place(const cubin_file *lines, uint32_t symbol, uint64_t offset, size_t *size)
{
    cubin_place place;
    text t;
    memset(&t, 0, sizeof t);
    open_(&t, "[");
    if (cubin_place_find(lines, CUBIN_TABLE_SOURCE, symbol_id(symbol), offset, &place)) {
        cubin_place shown = place;
        put_uint(&t, cubin_place_shown(lines, &shown));
        open_(&t, "[");
        do {
            open_(&t, "[");
            put_view(&t, place.function);
            put_view(&t, place.directory);
            put_view(&t, place.file);
            put_uint(&t, place.line);
            close_(&t, "]");
        } while (cubin_place_outer(lines, &place));
        close_(&t, "]");
    } else
        puts_(&t, "0,[]");
    close_(&t, "]");
    return finish(&t, size);
}

/* [line, text] of the PTX for the code at an offset; null when there is none. */
char *py_lines_ptx(const cubin_file *lines, uint32_t symbol, uint64_t offset, size_t *size)
{
    cubin_place place;
    cubin_view line;
    text t;
    memset(&t, 0, sizeof t);
    if (cubin_place_find(lines, CUBIN_TABLE_PTX, symbol_id(symbol), offset, &place)) {
        (void)cubin_ptx_at(lines, place.line, &line);
        open_(&t, "[");
        put_uint(&t, place.line);
        put_view(&t, line);
        close_(&t, "]");
    } else
        put_null(&t);
    return finish(&t, size);
}

/* Text of the instruction at an offset of a function; null when there is none. */
char *py_lines_sass(const cubin_file *lines, uint32_t symbol, uint64_t offset, size_t *size)
{
    cubin_location at;
    text t;
    memset(&t, 0, sizeof t);
    if (cubin_location_find(lines, symbol_id(symbol), offset, &at) && at.instruction.size != 0)
        put_view(&t, cubin_text(at.text));
    else
        put_null(&t);
    return finish(&t, size);
}

/* The whole PTX text, a line feed after each line. */
char *py_lines_ptx_all(const cubin_file *lines, size_t *size)
{
    cubin_info info;
    cubin_view v;
    text t;
    uint32_t i;
    memset(&t, 0, sizeof t);
    cubin_file_info(lines, &info);
    for (i = 1; i <= info.ptx_lines; i++) {
        (void)cubin_ptx_at(lines, i, &v);
        put(&t, v.ptr, v.len);
        put(&t, "\n", 1);
    }
    return finish(&t, size);
}

/* Compressed reports ------------------------------------------------------------------------------------------------ */

typedef struct memory_input {
    const char *data;
} memory_input;

static size_t read_memory(uint64_t offset, void *to, size_t size, ncurep_reply *reply, void *user)
{
    (void)reply;
    memcpy(to, ((const memory_input *)user)->data + offset, size);
    return size;
}

int py_is_packed(const char *data, size_t size)
{
    memory_input m;
    ncurep_input in;
    m.data = data;
    in.read_fn = read_memory;
    in.user = &m;
    in.size = size;
    return ncurep_is_packed(&in);
}

#ifdef HAVE_ZSTD
static ncurep_reply step(const void *in, size_t *in_size, void *out, size_t *out_size, void *user)
{
    ZSTD_inBuffer from;
    ZSTD_outBuffer to;
    size_t left;
    from.src = in;
    from.size = *in_size;
    from.pos = 0;
    to.dst = out;
    to.size = *out_size;
    to.pos = 0;
    left = ZSTD_decompressStream((ZSTD_DStream *)user, &to, &from);
    *in_size = from.pos;
    *out_size = to.pos;
    return ZSTD_isError(left) ? NCUREP_REPLY_FAILED : left == 0 ? NCUREP_REPLY_YES : NCUREP_REPLY_NO;
}

static ncurep_reply keep(const void *bytes, size_t size, void *user)
{
    put((text *)user, bytes, size);
    return !((text *)user)->failed;
}
#endif

/* The report in a compressed one, freed with py_free. NULL with *f; UNSUPPORTED: built without libzstd. */
char *py_unpack(const char *data, size_t size, size_t *out_size, fault *f)
{
#ifdef HAVE_ZSTD
    enum { ROOM = 1 << 18 };
    memory_input m;
    ncurep_input in;
    ncurep_output out;
    ncurep_decompress with;
    ncurep_error e;
    text t;
    ZSTD_DStream *stream = ZSTD_createDStream();
    void *buffer = malloc(ROOM);
    int ok;
    memset(&t, 0, sizeof t);
    memset(&e, 0, sizeof e);
    m.data = data;
    in.read_fn = read_memory;
    in.user = &m;
    in.size = size;
    out.write_fn = keep;
    out.user = &t;
    with.step_fn = step;
    with.user = stream;
    *out_size = 0;
    ok = stream != NULL && buffer != NULL && ncurep_unpack(&in, &with, &out, buffer, ROOM, 0, &e) == NCUREP_OK;
    if (ok || e.code != NCUREP_OK) set_fault(f, &e);
    else set_memory_fault(f);
    ZSTD_freeDStream(stream);
    free(buffer);
    if (ok) return finish(&t, out_size);
    free(t.ptr);
    return NULL;
#else
    (void)data;
    (void)size;
    *out_size = 0;
    f->code = (int32_t)NCUREP_UNSUPPORTED;
    f->offset = 0;
    f->message = "built without libzstd";
    return NULL;
#endif
}
