/* --export: the chosen results as a new report. */
#include "import.h"
#include "report/input/copy.h"
#include "report/input/pack.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int ends_in(const char *text, size_t len, const char *end) { return len >= strlen(end) && strcmp(text + len - strlen(end), end) == 0; }

/* The name with its macros filled in. To be freed. NULL with a message. */
static char *export_name(const import_options *m)
{
    const char *p = m->export_to;
    cli_buf b = {NULL, 0, 0};
    size_t number_at = (size_t)-1;
    char host[256];
    for (; *p != 0; p++) {
        if (*p != '%') {
            cli_put(&b, p, 1);
            continue;
        }
        p++;
        if (*p == '%') cli_put(&b, "%", 1);
        else if (*p == 'p') cli_putf(&b, "%ld", (long)getpid());
        else if (*p == 'h') {
            host[0] = 0;
            (void)gethostname(host, sizeof host - 1);
            host[sizeof host - 1] = 0;
            cli_putf(&b, "%s", host);
        } else if (*p == 'i' && number_at == (size_t)-1) {
            number_at = b.len;
            cli_put(&b, "", 0);
        } else if (*p == 'q' && p[1] == '{' && strchr(p, '}') != NULL) {
            const char *end = strchr(p, '}'), *value;
            cli_buf name = {NULL, 0, 0};
            cli_put(&name, p + 2, (size_t)(end - p) - 2);
            value = name.ptr != NULL ? getenv(name.ptr) : NULL;
            cli_putf(&b, "%s", value != NULL ? value : "");
            cli_buf_free(&name);
            p = end;
        } else {
            cli_usage(m->m.c, "--export: \"%s\": %% is followed by one of %% h i p q{NAME}", m->export_to);
            cli_buf_free(&b);
            return NULL;
        }
    }
    if (!ends_in(b.ptr, b.len, ".ncu-rep") && !ends_in(b.ptr, b.len, ".ncu-repz")) cli_put(&b, ".ncu-rep", 8);
    if (number_at != (size_t)-1) {
        unsigned n;
        for (n = 0; n < 1000000; n++) {
            struct stat st;
            cli_buf one = {NULL, 0, 0};
            cli_put(&one, b.ptr, number_at);
            cli_putf(&one, "%u%s", n, b.ptr + number_at);
            if (stat(one.ptr, &st) != 0) {
                cli_buf_free(&b);
                return one.ptr;
            }
            cli_buf_free(&one);
        }
    }
    return b.ptr;
}

typedef struct needs {
    uint64_t *list; /* references of modules */
    size_t count, room;
} needs;

static void need(needs *x, uint64_t reference)
{
    size_t i;
    for (i = 0; i < x->count; i++)
        if (x->list[i] == reference) return;
    x->list = (uint64_t *)cli_grow(x->list, &x->room, x->count + 1, sizeof *x->list);
    x->list[x->count++] = reference;
}

/* Copies a block with the results that are chosen and the modules that these need. */
static int copy_chosen(ncurep_writer *w, const opened *o, uint32_t at, const unsigned char *only, const needs *x, ncurep_error *e)
{
    ncurep_block b;
    uint32_t results, i;
    int any;
    if (!ncurep_block_at(o->report, at, &b, e)) return 0;
    results = b.kernels + b.ranges + b.cmdlists + b.graphs;
    any = b.has_session;
    if (b.has_session && ncurep_copy_header(w, o->report, at, e) != NCUREP_OK) return 0;
    for (i = 0; i < b.sources; i++) {
        ncurep_source s;
        size_t k;
        if (!ncurep_source_at(o->report, b.first_source + i, &s, e)) return 0;
        for (k = 0; k < x->count && x->list[k] != s.reference; k++) {}
        if (k == x->count) continue;
        if (!any && ncurep_copy_header(w, o->report, at, e) != NCUREP_OK) return 0;
        any = 1;
        if (ncurep_copy_source(w, o->report, b.first_source + i, e) != NCUREP_OK) return 0;
    }
    for (i = 0; i < results; i++) {
        if (!only[b.first_result + i]) continue;
        if (!any && ncurep_copy_header(w, o->report, at, e) != NCUREP_OK) return 0;
        any = 1;
        if (ncurep_copy_result(w, o->report, b.first_result + i, e) != NCUREP_OK) return 0;
    }
    return ncurep_write_block(w);
}

static int write_chosen(const import_options *m, const opened *o, FILE *f)
{
    ncurep_writer *w;
    ncurep_error e, last;
    ncurep_result r;
    uint32_t i;
    uint64_t reference;
    needs x;
    int all = 1, ok = 1;
    memset(&x, 0, sizeof x);
    for (i = 0; i < o->info.results; i++) {
        if (!m->m.chosen.only[i]) all = 0;
        else if (ncurep_result_at(o->report, i, &r, &e)) {
            if (NCUREP_HAS(&r, 15)) need(&x, r.source.reference);
            while (ncurep_reference_next(&r.references, &reference)) need(&x, reference);
        }
    }
    e.code = NCUREP_OK;
    w = start_writer(f, &last);
    for (i = 0; i < o->info.blocks && ok; i++)
        ok = all ? ncurep_copy_block(w, o->report, i, &e) == NCUREP_OK : copy_chosen(w, o, i, m->m.chosen.only, &x, &e);
    free(x.list);
    if (!end_writer(w, &last)) {
        cli_error(m->m.c, "--export: %s", last.message);
        return 0;
    }
    if (!ok) say_error(m->m.c, o->path, &e);
    return ok;
}

/* The same into a zstd frame, by way of the scratch file. */
static int write_packed(const import_options *m, const opened *o, const char *name, FILE *to)
{
    cli *const c = m->m.c;
    FILE *scratch, *const out = c->out;
    ncurep_input plain;
    scratch_part *part = temp_open(c, &scratch);
    int ok = part != NULL && write_chosen(m, o, scratch) && temp_input(part, &plain);
    c->out = to;
    if (ok) ok = pack_to(c, name, &plain);
    c->out = out;
    if (part != NULL) temp_close(part);
    return ok;
}

int write_report(const import_options *m, const opened *o)
{
    char *name = export_name(m);
    struct stat st;
    cli_buf temp = {NULL, 0, 0};
    FILE *f;
    int ok;
    if (name == NULL) return CLI_USAGE;
    if (!m->force && lstat(name, &st) == 0) {
        cli_error(m->m.c, "%s: exists; --force-overwrite replaces it", name);
        free(name);
        return CLI_USAGE;
    }
    cli_putf(&temp, "%s.%ld.part", name, (long)getpid());
    f = fopen(temp.ptr, "wb");
    ok = f != NULL && (ends_in(name, strlen(name), ".ncu-repz") ? write_packed(m, o, name, f) : write_chosen(m, o, f));
    if (f == NULL) cli_error(m->m.c, "%s: %s", temp.ptr, strerror(errno));
    else if (fclose(f) != 0 && ok) {
        cli_error(m->m.c, "%s: %s", temp.ptr, strerror(errno));
        ok = 0;
    }
    if (ok && rename(temp.ptr, name) != 0) {
        cli_error(m->m.c, "%s: %s", name, strerror(errno));
        ok = 0;
    }
    if (!ok && f != NULL) (void)remove(temp.ptr);
    cli_buf_free(&temp);
    free(name);
    return ok ? CLI_FINE : CLI_INPUT;
}
