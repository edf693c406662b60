/* Copies a report with other rule results: what "python -m ncurep rules --write" needs of the writer. */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#define NCUREP_STATIC
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#elif defined(__GNUC__) || defined(__clang__)
#define EXPORT __attribute__((visibility("default")))
#else
#define EXPORT
#endif

enum { METRIC = 13, RULE = 19 }; /* fields of a kernel */

static ncurep_view view_of(const char *ptr, size_t len)
{
    ncurep_view v;
    v.ptr = ptr;
    v.len = len;
    return v;
}

typedef struct fault { /* as in native.c */
    int32_t code;
    int32_t pad;
    uint64_t offset;
    const char *message;
} fault;

/* New rule results of one kernel. */
typedef struct addition {
    uint32_t result;    /* index in the report; they rise from one addition to the next */
    uint32_t name_count;
    const char *names;  /* identifiers of the rules, each with a 0 after it: results of these that are there go */
    const char *fields; /* the new results, as fields of the kernel */
    size_t size;
} addition;

EXPORT char *py_add_findings(const char *data, size_t size, const addition *additions, uint32_t count, size_t *out_size, fault *f);

typedef struct output {
    char *bytes;
    size_t size, room;
} output;

static ncurep_reply put(const void *bytes, size_t size, void *user)
{
    output *o = (output *)user;
    if (size > o->room - o->size) {
        size_t room = o->room < 65536 ? 65536 : o->room;
        char *more;
        while (room - o->size < size) {
            if (room > ((size_t)-1) / 2) return NCUREP_REPLY_NO;
            room *= 2;
        }
        more = (char *)realloc(o->bytes, room);
        if (more == NULL) return NCUREP_REPLY_NO;
        o->bytes = more;
        o->room = room;
    }
    if (size > 0) memcpy(o->bytes + o->size, bytes, size);
    o->size += size;
    return NCUREP_REPLY_YES;
}

static int fail(ncurep_error *e, ncurep_code code, uint64_t offset, const char *message)
{
    e->code = code;
    e->offset = offset;
    e->message = message;
    return 0;
}

/* The name of a metric is the number of a string, which may be another one in the copy. */
static int put_metric(ncurep_writer *w, const ncurep_report *report, ncurep_view metric)
{
    ncurep_list list = ncurep_fields(metric, 0);
    const char *start = list.ptr;
    ncurep_field f;
    ncurep_view name;
    int ok = ncurep_write_begin(w, METRIC) == NCUREP_OK;
    for (; ok && ncurep_field_next(&list, &f); start = list.ptr) {
        if (f.number != 1 || f.wire != 0) ok = ncurep_write_fields(w, view_of(start, (size_t)(list.ptr - start))) == NCUREP_OK;
        else ok = ncurep_write_u64(w, 1, ncurep_string_at(report, (uint32_t)f.value, &name) ? ncurep_write_string(w, name)
                                                                                         : NCUREP_NONE) == NCUREP_OK;
    }
    return ok && ncurep_write_end(w) == NCUREP_OK;
}

/* Whether this rule result is to go. */
static int replaced(const addition *a, ncurep_view rule)
{
    ncurep_list list = ncurep_fields(rule, 0);
    ncurep_field f;
    ncurep_view identifier = {"", 0};
    const char *name = a->names;
    uint32_t i;
    while (ncurep_field_next(&list, &f))
        if (f.number == 1 && f.wire == 2) identifier = f.bytes;
    for (i = 0; i < a->name_count; i++, name += strlen(name) + 1)
        if (strlen(name) == identifier.len && memcmp(name, identifier.ptr, identifier.len) == 0) return 1;
    return 0;
}

static int put_kernel(ncurep_writer *w, const ncurep_report *report, const ncurep_result *r, const addition *a, ncurep_error *e)
{
    ncurep_list list = ncurep_fields(r->bytes, r->at);
    const char *start = list.ptr;
    ncurep_field f;
    ncurep_reader walk;
    ncurep_unknown u;
    int ok, added = 0;
    ncurep_reader_begin(&walk, NCUREP_ROOT_KERNEL, r->bytes, r->at);
    while (ncurep_reader_next(&walk, &u)) {}
    if (walk.error.code != NCUREP_OK) {
        *e = walk.error;
        return 0;
    }
    ok = ncurep_write_entry(w, NCUREP_ROOT_KERNEL) == NCUREP_OK;
    for (; ok && ncurep_field_next(&list, &f); start = list.ptr) {
        if (f.number > RULE && !added) {
            ok = ncurep_write_fields(w, view_of(a->fields, a->size)) == NCUREP_OK;
            added = 1;
        }
        if (!ok || (f.number == RULE && f.wire == 2 && replaced(a, f.bytes))) continue;
        if (f.number == METRIC && f.wire == 2) ok = put_metric(w, report, f.bytes);
        else ok = ncurep_write_fields(w, view_of(start, (size_t)(list.ptr - start))) == NCUREP_OK;
    }
    if (ok && !added) ok = ncurep_write_fields(w, view_of(a->fields, a->size)) == NCUREP_OK;
    return (ok && ncurep_write_end(w) == NCUREP_OK) || fail(e, NCUREP_IO, r->at, "the result could not be written");
}

/* A block whose results number *next and following are changed. */
static int put_block(ncurep_writer *w, ncurep_report *report, uint32_t i, const addition *additions, uint32_t count, uint32_t *next,
                     ncurep_error *e)
{
    ncurep_info info;
    ncurep_block b, after;
    ncurep_result r;
    uint32_t n, sources, results;
    ncurep_report_info(report, &info);
    sources = info.sources;
    results = info.results;
    if (!ncurep_block_at(report, i, &b, e)) return 0;
    if (i + 1 < info.blocks) {
        if (!ncurep_block_at(report, i + 1, &after, e)) return 0;
        sources = after.first_source;
        results = after.first_result;
    }
    if (*next == count || additions[*next].result >= results) return ncurep_copy_block(w, report, i, e) == NCUREP_OK;
    if (b.rest_size > 0) return fail(e, NCUREP_UNSUPPORTED, b.rest_at, "the block also holds results of an unknown kind");
    for (n = b.first_source; n < sources; n++)
        if (ncurep_copy_source(w, report, n, e) != NCUREP_OK) return 0;
    for (n = b.first_result; n < results; n++) {
        if (*next == count || additions[*next].result != n) {
            if (ncurep_copy_result(w, report, n, e) != NCUREP_OK) return 0;
            continue;
        }
        if (!ncurep_result_at(report, n, &r, e)) return 0;
        if (r.kind != NCUREP_RESULT_KIND_KERNEL) return fail(e, NCUREP_ARGUMENT, r.at, "only results of kernels hold rule results");
        if (!put_kernel(w, report, &r, &additions[*next], e)) return 0;
        ++*next;
    }
    return ncurep_copy_header(w, report, i, e) == NCUREP_OK && ncurep_write_block(w) == NCUREP_OK;
}

/* The bytes of the new report, to be freed with py_free; NULL with *f. data stays as it is. */
char *py_add_findings(const char *data, size_t size, const addition *additions, uint32_t count, size_t *out_size, fault *f)
{
    ncurep_error e = {NCUREP_OK, 0, ""}, end = {NCUREP_OK, 0, ""};
    ncurep_output to;
    ncurep_info info;
    ncurep_view text;
    output out = {NULL, 0, 0};
    ncurep_writer *w = NULL;
    ncurep_report_options options;
    ncurep_writer_options writing;
    ncurep_report *report;
    uint32_t i, next = 0;
    int ok = 0;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)-1 / 2; /* as py_open: what can be read can be copied */
    to.write_fn = put;
    to.user = &out;
    report = ncurep_report_open(data, size, &options, &e);
    writing.memory = options.memory;
    if (report != NULL) w = ncurep_writer_open(&to, &writing, &e);
    if (w != NULL) {
        ncurep_report_info(report, &info);
        ok = 1;
        for (i = 0; ok && i < info.strings; i++) /* so that they keep their numbers */
            ok = ncurep_string_at(report, i, &text) && ncurep_write_string(w, text) != NCUREP_NONE;
        for (i = 0; ok && i < info.blocks; i++) ok = put_block(w, report, i, additions, count, &next, &e);
        if (ncurep_writer_finish(w, &end) != NCUREP_OK) {
            ok = 0;
            e = end;
        }
        ncurep_writer_close(w);
        if (ok && next < count) ok = fail(&e, NCUREP_ARGUMENT, 0, "no such result");
    }
    ncurep_report_close(report);
    f->code = (int32_t)(ok ? NCUREP_OK : e.code != NCUREP_OK ? e.code : NCUREP_MEMORY);
    f->offset = ok ? 0 : e.offset;
    f->message = ok ? "" : e.code != NCUREP_OK ? e.message : "out of memory";
    if (!ok) {
        free(out.bytes);
        return NULL;
    }
    *out_size = out.size;
    return out.bytes;
}
