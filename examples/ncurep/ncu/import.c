/* ncurep --import: stands in for ncu --import. */
#include "../pages/pages.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    I_IMPORT = 1, I_EXPORT, I_FORCE, I_LOG, I_PAGE, I_CSV, I_DETAILS, I_DETAILS_ALL, I_NAMES, I_UNITS, I_FP, I_INSTANCES,
    I_KERNEL_BASE, I_NVTX_RENAME, I_RULE_DETAILS, I_SUMMARY, I_SOURCE, I_KERNEL, I_BASE, I_KERNEL_ID, I_SKIP, I_COUNT,
    I_SKIP_BEFORE, I_MODE, I_DEVICES, I_INCLUDE, I_EXCLUDE, I_METRICS, I_SECTION, I_FOLDER, I_FILES, I_HELP, I_VERSION,
    I_NOTHING, /* accepted, changes nothing */
    I_REFUSED  /* has a meaning on import, but not here */
};

/* What an option takes. */
enum { FLAG, VALUE, SWITCH };

static const struct {
    const char *name;
    char letter;
    int id, takes;
} table[] = {{"import", 'i', I_IMPORT, VALUE},
             {"export", 'o', I_EXPORT, VALUE},
             {"force-overwrite", 'f', I_FORCE, FLAG},
             {"log-file", 0, I_LOG, VALUE},
             {"page", 0, I_PAGE, VALUE},
             {"csv", 0, I_CSV, FLAG},
             {"print-details", 0, I_DETAILS, VALUE},
             {"details-all", 0, I_DETAILS_ALL, FLAG},
             {"print-metric-name", 0, I_NAMES, VALUE},
             {"print-units", 0, I_UNITS, VALUE},
             {"print-fp", 0, I_FP, FLAG},
             {"print-metric-instances", 0, I_INSTANCES, VALUE},
             {"print-metric-attribution", 0, I_NOTHING, FLAG},
             {"print-kernel-base", 0, I_KERNEL_BASE, VALUE},
             {"print-nvtx-rename", 0, I_NVTX_RENAME, VALUE},
             {"print-rule-details", 0, I_RULE_DETAILS, FLAG},
             {"print-summary", 0, I_SUMMARY, VALUE},
             {"print-source", 0, I_SOURCE, VALUE},
             {"resolve-source-file", 0, I_FILES, VALUE},
             {"verbose", 0, I_NOTHING, FLAG},
             {"quiet", 0, I_NOTHING, FLAG},
             {"kernel-name", 'k', I_KERNEL, VALUE},
             {"kernel-name-base", 0, I_BASE, VALUE},
             {"kernel-id", 0, I_KERNEL_ID, VALUE},
             {"launch-skip", 's', I_SKIP, VALUE},
             {"launch-count", 'c', I_COUNT, VALUE},
             {"launch-skip-before-match", 0, I_SKIP_BEFORE, VALUE},
             {"filter-mode", 0, I_MODE, VALUE},
             {"devices", 0, I_DEVICES, VALUE},
             {"nvtx-include", 0, I_INCLUDE, VALUE},
             {"nvtx-exclude", 0, I_EXCLUDE, VALUE},
             {"native-include", 0, I_REFUSED, VALUE},
             {"native-exclude", 0, I_REFUSED, VALUE},
             {"python-include", 0, I_REFUSED, VALUE},
             {"python-exclude", 0, I_REFUSED, VALUE},
             {"range-filter", 0, I_REFUSED, VALUE},
             {"metrics", 0, I_METRICS, VALUE},
             {"section", 0, I_SECTION, VALUE},
             {"section-folder", 0, I_FOLDER, VALUE},
             {"rename-kernels", 0, I_NOTHING, SWITCH},
             {"rename-kernels-path", 0, I_REFUSED, VALUE},
             {"rename-kernels-export", 0, I_REFUSED, SWITCH},
             {"config-file", 0, I_NOTHING, SWITCH},
             {"config-file-path", 0, I_REFUSED, VALUE},
             {"open-in-ui", 0, I_REFUSED, FLAG},
             {"help", 'h', I_HELP, FLAG},
             {"version", 'v', I_VERSION, FLAG}};

#define ENTRIES (sizeof table / sizeof *table)

/* The arguments, with those of response files in their places. */
typedef struct words {
    char **list;
    size_t count, room;
} words;

typedef struct import {
    request q;
    const char *report, *export_to, *log, *kernel_id, *devices;
    int page, page_given, summary, mode, force, source_view;
} import;

enum { PAGE_DETAILS, PAGE_RAW, PAGE_SOURCE, PAGE_SESSION };

static void add_word(words *w, const char *text, size_t len)
{
    w->list = (char **)cli_grow(w->list, &w->room, w->count + 1, sizeof *w->list);
    w->list[w->count++] = copy_text(text, len);
}

/* Words of a response file: blanks between them; quotes keep blanks, a backslash the sign behind it. */
static int read_words(cli *c, words *w, const char *path)
{
    size_t len, i = 0;
    char *text = cli_read(c, path, &len, NULL);
    if (text == NULL) return 0;
    while (i < len) {
        cli_buf b = {NULL, 0, 0};
        char quote = 0;
        if (strchr(" \t\r\n", text[i]) != NULL) {
            i++;
            continue;
        }
        for (; i < len && (quote != 0 || strchr(" \t\r\n", text[i]) == NULL); i++) {
            if (quote == 0 && (text[i] == '"' || text[i] == '\'')) quote = text[i];
            else if (text[i] == quote) quote = 0;
            else if (text[i] == '\\' && i + 1 < len && quote != '\'') cli_put(&b, &text[++i], 1);
            else cli_put(&b, &text[i], 1);
        }
        add_word(w, b.ptr != NULL ? b.ptr : "", b.len);
        cli_buf_free(&b);
    }
    free(text);
    return 1;
}

static int expand(cli *c, int argc, char **argv, words *w)
{
    int i;
    for (i = 1; i < argc; i++) {
        if (argv[i][0] != '@') add_word(w, argv[i], strlen(argv[i]));
        else if (!read_words(c, w, argv[i] + 1)) return 0;
    }
    return 1;
}

/* Entry of a long name or a unique beginning of one; ENTRIES: none, ENTRIES + 1: several. */
static size_t entry_of(const char *name, size_t len)
{
    size_t i, found = ENTRIES;
    for (i = 0; i < ENTRIES; i++) {
        if (strncmp(table[i].name, name, len) != 0) continue;
        if (table[i].name[len] == 0) return i;
        found = found == ENTRIES ? i : ENTRIES + 1;
    }
    return found;
}

static int take(import *m, size_t entry, const char *value)
{
    static const char *const pages[] = {"details", "raw", "source", "session"};
    static const char *const parts[] = {"header", "body", "all"};
    static const char *const names[] = {"label", "name", "label-name"};
    static const char *const units[] = {"auto", "base"};
    static const char *const instances[] = {"none", "values", "details"};
    static const char *const bases[] = {"demangled", "function", "mangled"};
    static const char *const renames[] = {"none", "kernel"};
    static const char *const summaries[] = {"none", "per-gpu", "per-kernel", "per-nvtx"};
    static const char *const modes[] = {"global", "per-gpu", "per-launch-config"};
    static const char *const views[] = {"sass", "ptx", "cuda", "cuda,sass"};
    request *q = &m->q;
    selection *s = &q->chosen;
    cli *c = q->c;
    int n;
#define WORD(list) word(c, option, value, list, (int)(sizeof list / sizeof *list))
    char option[40];
    snprintf(option, sizeof option, "--%s", table[entry].name);
    switch (table[entry].id) {
    case I_IMPORT: m->report = value; return 1;
    case I_EXPORT: m->export_to = value; return 1;
    case I_FORCE: m->force = 1; return 1;
    case I_LOG: m->log = value; return 1;
    case I_PAGE: m->page_given = 1; return (m->page = WORD(pages)) >= 0;
    case I_CSV: c->format = CLI_CSV; return 1;
    case I_DETAILS: return (q->parts = WORD(parts)) >= 0;
    case I_DETAILS_ALL: q->parts = 2; return 1;
    case I_NAMES: return (q->names = WORD(names)) >= 0;
    case I_UNITS: n = WORD(units); q->base_units = n == 1; return n >= 0;
    case I_FP: q->fp = 1; return 1;
    case I_INSTANCES: return (q->instances = WORD(instances)) >= 0;
    case I_KERNEL_BASE: n = WORD(bases); q->kernel_base = n < 0 ? 0 : bases[n][0]; return n >= 0;
    case I_NVTX_RENAME: return (q->rename_by_range = WORD(renames)) >= 0;
    case I_RULE_DETAILS: q->rule_details = 1; return 1;
    case I_SUMMARY: return (m->summary = WORD(summaries)) >= 0;
    case I_SOURCE: return (m->source_view = WORD(views)) >= 0;
    case I_KERNEL:
        ncurep_pattern_close(s->kernel);
        s->kernel = pattern(c, option, value, strlen(value), 0);
        return s->kernel != NULL;
    case I_BASE: n = WORD(bases); s->base = n < 0 ? 0 : bases[n][0]; return n >= 0;
    case I_KERNEL_ID: m->kernel_id = value; return 1;
    case I_SKIP: return cli_number(c, option, value, 0, UINT64_MAX, &s->skip);
    case I_COUNT: s->has_count = 1; return cli_number(c, option, value, 0, UINT64_MAX, &s->count);
    case I_SKIP_BEFORE: return cli_number(c, option, value, 0, UINT64_MAX, &s->skip_before);
    case I_MODE: return (m->mode = WORD(modes)) >= 0;
    case I_DEVICES: m->devices = value; return 1;
    case I_INCLUDE: return add_filter(q, option, &s->include, &s->include_count, &s->include_room, value);
    case I_EXCLUDE: return add_filter(q, option, &s->exclude, &s->exclude_count, &s->exclude_room, value);
    case I_METRICS: return add_metrics(q, value);
    case I_SECTION: return add_section(q, value);
    case I_FOLDER: q->section_folder = value; return 1;
    case I_FILES: q->source_files = value; return 1;
    case I_NOTHING: return 1;
    default:
        cli_usage(c, "%s is not supported here; docs/DIFFERENCES-ncu.md lists what is", option);
        return 0;
    }
#undef WORD
}

static int is_switch(const char *v)
{
    static const char *const words_of[] = {"on", "off", "yes", "no", "1", "0"};
    size_t i;
    for (i = 0; i < sizeof words_of / sizeof *words_of; i++)
        if (strcmp(v, words_of[i]) == 0) return 1;
    return 0;
}

/* 1: go on; 0: *code is the exit code. */
static int parse(import *m, const words *w, int *code)
{
    cli *c = m->q.c;
    size_t i = 0;
    *code = CLI_USAGE;
    while (i < w->count) {
        const char *text = w->list[i++], *value = NULL;
        size_t entry = ENTRIES;
        if (text[0] == '-' && text[1] == '-' && text[2] != 0) {
            const char *equal = strchr(text, '=');
            const size_t len = equal != NULL ? (size_t)(equal - text) - 2 : strlen(text) - 2;
            entry = entry_of(text + 2, len);
            if (equal != NULL) value = equal + 1;
            if (entry > ENTRIES) {
                cli_usage(c, "%s is the beginning of several options", text);
                return 0;
            }
        } else if (text[0] == '-' && text[1] != 0) {
            for (entry = 0; entry < ENTRIES && table[entry].letter != text[1]; entry++) {}
            if (entry < ENTRIES && text[2] != 0) {
                if (table[entry].takes == FLAG) {
                    cli_usage(c, "-%c takes no value", text[1]);
                    return 0;
                }
                value = text + 2;
            }
        } else {
            if (m->report == NULL) cli_usage(c, "\"%s\": profiling is for NVIDIA's tool; this one reads reports: --import FILE", text);
            else cli_usage(c, "\"%s\" is no option", text);
            return 0;
        }
        if (entry >= ENTRIES) {
            cli_usage(c, "%s: only options that work with --import are known here, not those for profiling", text);
            return 0;
        }
        if (table[entry].id == I_HELP || table[entry].id == I_VERSION) {
            if (table[entry].id == I_HELP) fputs(c->help, stdout);
            else printf("%s %s\n", c->tool, VERSION);
            *code = CLI_FINE;
            return 0;
        }
        if (table[entry].takes == FLAG && value != NULL) {
            cli_usage(c, "--%s takes no value", table[entry].name);
            return 0;
        }
        if (table[entry].takes != FLAG && value == NULL) {
            if (i == w->count) {
                cli_usage(c, "--%s needs a value", table[entry].name);
                return 0;
            }
            value = w->list[i++];
        }
        if (table[entry].takes == SWITCH && !is_switch(value)) {
            cli_usage(c, "--%s: \"%s\" is not one of on, off, yes, no", table[entry].name, value);
            return 0;
        }
        if (!take(m, entry, value)) return 0;
    }
    if (m->report == NULL) {
        cli_usage(c, "--import FILE is missing: this tool reads reports, it does not profile");
        return 0;
    }
    return 1;
}

/* Choosing results -------------------------------------------------------------------------------------------------- */

typedef struct counter {
    char *key;
    size_t len;
    uint64_t count;
} counter;

typedef struct counters {
    counter *list;
    size_t count, room;
} counters;

static uint64_t *counter_of(counters *x, const char *key, size_t len)
{
    size_t i;
    for (i = 0; i < x->count; i++)
        if (x->list[i].len == len && memcmp(x->list[i].key, key, len) == 0) return &x->list[i].count;
    x->list = (counter *)cli_grow(x->list, &x->room, x->count + 1, sizeof *x->list);
    x->list[x->count].key = copy_text(key, len);
    x->list[x->count].len = len;
    x->list[x->count].count = 0;
    return &x->list[x->count++].count;
}

static void free_counters(counters *x)
{
    size_t i;
    for (i = 0; i < x->count; i++) free(x->list[i].key);
    free(x->list);
}

/* context:stream:name:n taken apart; a NULL pattern: any. */
typedef struct kernel_id {
    ncurep_pattern *context, *stream, *name, *n;
    uint64_t context_id, stream_id, n_id; /* 0: by pattern, or any */
    int given, stream_given;
} kernel_id;

/* A positive number, or an expression that fits the whole; 0 with a message. */
static int number_or_pattern(cli *c, const char *text, size_t len, int whole, uint64_t *number, ncurep_pattern **p)
{
    size_t i;
    cli_buf b = {NULL, 0, 0};
    *number = 0;
    if (len == 0) return 1;
    for (i = 0; i < len && text[i] >= '0' && text[i] <= '9' && *number < UINT64_MAX / 100; i++) *number = *number * 10 + (uint64_t)(text[i] - '0');
    if (i == len && *number > 0) return 1;
    *number = 0;
    cli_putf(&b, whole ? "regex:^(?:%.*s)$" : "regex:%.*s", (int)len, text);
    *p = pattern(c, "--kernel-id", b.ptr, b.len, 0);
    cli_buf_free(&b);
    return *p != NULL;
}

static int read_kernel_id(cli *c, const char *text, kernel_id *k)
{
    const char *stream, *name, *n;
    memset(k, 0, sizeof *k);
    if (text == NULL) return 1;
    k->given = 1;
    stream = strchr(text, ':');
    name = stream != NULL ? strchr(stream + 1, ':') : NULL;
    n = name != NULL ? strrchr(name + 1, ':') : NULL;
    if (n == NULL) {
        cli_usage(c, "--kernel-id: \"%s\" is not context:stream:name:n", text);
        return 0;
    }
    k->stream_given = name > stream + 1;
    if (!number_or_pattern(c, text, (size_t)(stream - text), 0, &k->context_id, &k->context) ||
        !number_or_pattern(c, stream + 1, (size_t)(name - stream) - 1, 0, &k->stream_id, &k->stream) ||
        !number_or_pattern(c, n + 1, strlen(n + 1), 1, &k->n_id, &k->n))
        return 0;
    if (n > name + 1) k->name = pattern(c, "--kernel-id", name + 1, (size_t)(n - name) - 1, 0);
    return n == name + 1 || k->name != NULL;
}

static void free_kernel_id(kernel_id *k)
{
    ncurep_pattern_close(k->context);
    ncurep_pattern_close(k->stream);
    ncurep_pattern_close(k->name);
    ncurep_pattern_close(k->n);
}

static void put_launch(cli_buf *b, const opened *o, const ncurep_result *r)
{
    static const char *const shared[] = {"launch__shared_mem_per_block_dynamic", "launch__shared_mem_per_block_static"};
    size_t i;
    cli_putf(b, "|%" PRIu64 " %" PRIu64 " %" PRIu64 "|%" PRIu64 " %" PRIu64 " %" PRIu64, r->grid[0], r->grid[1], r->grid[2],
             r->block_size.x, r->block_size.y, r->block_size.z);
    for (i = 0; i < 2; i++) {
        ncurep_metric m;
        const uint32_t id = ncurep_string_find(o->report, shared[i], strlen(shared[i]));
        if (id != NCUREP_NONE && ncurep_metric_find(r, id, &m)) cli_putf(b, "|%" PRIu64, ncurep_as_u64(&m.value));
    }
}

static int fits_id(kernel_id *k, const selection *s, const opened *o, const ncurep_result *r, counters *seen)
{
    const ncurep_view name = s->base == 'd' ? r->demangled : s->base == 'm' ? r->mangled : result_name(r);
    cli_buf b = {NULL, 0, 0};
    char digits[24];
    uint64_t n;
    if (!k->given) return 1;
    if (k->context_id != 0 ? r->context != k->context_id
                           : k->context != NULL && !ncurep_pattern_match(k->context, r->context_name.ptr, r->context_name.len))
        return 0;
    if (k->stream_id != 0 ? r->stream != k->stream_id
                          : k->stream != NULL && !ncurep_pattern_match(k->stream, r->stream_name.ptr, r->stream_name.len))
        return 0;
    if (k->name != NULL && !ncurep_pattern_match(k->name, name.ptr, name.len)) return 0;
    cli_putf(&b, "%" PRIu32 "|%" PRIu32 "|", r->context, k->stream_given ? r->stream : 0);
    cli_put(&b, name.ptr, name.len);
    put_launch(&b, o, r);
    n = ++*counter_of(seen, b.ptr, b.len);
    cli_buf_free(&b);
    if (k->n_id != 0) return n == k->n_id;
    snprintf(digits, sizeof digits, "%" PRIu64, n);
    return k->n == NULL || ncurep_pattern_match(k->n, digits, strlen(digits));
}

/* Whether a list of numbers with commas between holds this one. */
static int listed(const char *list, const char *number)
{
    const size_t len = strlen(number);
    while (*list != 0) {
        const size_t n = strcspn(list, ",");
        if (n == len && memcmp(list, number, n) == 0) return 1;
        list += n + (list[n] == ',');
    }
    return 0;
}

/* A byte for each result of the report, 1 where it is chosen; to be freed. NULL with a message. */
static unsigned char *choose(import *m, opened *o)
{
    request q = m->q;
    selection *s = &q.chosen;
    unsigned char *only;
    kernel_id k;
    counters seen, taken;
    cursor at;
    ncurep_result r;
    int ignored = CLI_FINE;
    if (!read_kernel_id(q.c, m->kernel_id, &k)) {
        free_kernel_id(&k);
        return NULL;
    }
    only = (unsigned char *)cli_alloc((size_t)o->info.results + 1, 1);
    memset(&seen, 0, sizeof seen);
    memset(&taken, 0, sizeof taken);
    memset(&at, 0, sizeof at);
    at.quiet = 1;
    s->skip = 0;
    s->has_count = 0;
    while (next_result(&q, o, &at, &r, &ignored)) {
        char device[32], cc[32];
        cli_buf b = {NULL, 0, 0};
        uint64_t n;
        if (!fits_id(&k, s, o, &r, &seen)) continue;
        device_of(o, &r, device, cc, sizeof device);
        if (m->devices != NULL && !listed(m->devices, device)) continue;
        cli_putf(&b, ".");
        if (m->mode == 1) cli_putf(&b, "%s", device);
        if (m->mode == 2) put_launch(&b, o, &r);
        n = (*counter_of(&taken, b.ptr, b.len))++;
        cli_buf_free(&b);
        only[r.index] = n >= m->q.chosen.skip && (!m->q.chosen.has_count || n - m->q.chosen.skip < m->q.chosen.count);
    }
    free_counters(&seen);
    free_counters(&taken);
    free_kernel_id(&k);
    return only;
}

/* Export ------------------------------------------------------------------------------------------------------------ */

static int write_bytes(void *user, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, (FILE *)user) == size;
}

/* The name with its macros filled in. To be freed. NULL with a message. */
static char *export_name(const import *m)
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
            cli_usage(m->q.c, "--export: \"%s\": %% is followed by one of %% h i p q{NAME}", m->export_to);
            cli_buf_free(&b);
            return NULL;
        }
    }
    if (b.len < 8 || strcmp(b.ptr + b.len - 8, ".ncu-rep") != 0) cli_put(&b, ".ncu-rep", 8);
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
static int copy_chosen(ncurep_writer *w, opened *o, uint32_t at, const unsigned char *only, const needs *x, ncurep_error *e)
{
    ncurep_block b;
    uint32_t results, i;
    int any;
    if (!ncurep_block_at(o->report, at, &b, e)) return 0;
    results = b.kernels + b.ranges + b.cmdlists + b.graphs;
    any = b.has_session;
    if (b.has_session && !ncurep_copy_header(w, o->report, at, e)) return 0;
    for (i = 0; i < b.sources; i++) {
        ncurep_source s;
        size_t k;
        if (!ncurep_source_at(o->report, b.first_source + i, &s, e)) return 0;
        for (k = 0; k < x->count && x->list[k] != s.reference; k++) {}
        if (k == x->count) continue;
        if (!any && !ncurep_copy_header(w, o->report, at, e)) return 0;
        any = 1;
        if (!ncurep_copy_source(w, o->report, b.first_source + i, e)) return 0;
    }
    for (i = 0; i < results; i++) {
        if (!only[b.first_result + i]) continue;
        if (!any && !ncurep_copy_header(w, o->report, at, e)) return 0;
        any = 1;
        if (!ncurep_copy_result(w, o->report, b.first_result + i, e)) return 0;
    }
    return ncurep_write_block(w);
}

static int write_chosen(import *m, opened *o, FILE *f)
{
    ncurep_output out;
    ncurep_memory memory;
    ncurep_writer *w;
    ncurep_error e, last;
    ncurep_result r;
    uint32_t i;
    uint64_t reference;
    needs x;
    int all = 1, ok = 1;
    memset(&x, 0, sizeof x);
    memset(&memory, 0, sizeof memory);
    memory.max_memory = (size_t)-1 / 2;
    out.write_fn = write_bytes;
    out.user = f;
    for (i = 0; i < o->info.results; i++) {
        if (!m->q.chosen.only[i]) all = 0;
        else if (ncurep_result_at(o->report, i, &r, &e)) {
            if (NCUREP_HAS(&r, 15)) need(&x, r.source.reference);
            while (ncurep_next_reference(&r.references, &reference)) need(&x, reference);
        }
    }
    e.code = NCUREP_OK;
    w = ncurep_writer_open(&out, &memory, &last);
    for (i = 0; i < o->info.blocks && ok; i++)
        ok = all ? ncurep_copy_block(w, o->report, i, &e) : copy_chosen(w, o, i, m->q.chosen.only, &x, &e);
    free(x.list);
    if (!ncurep_writer_close(w, &last)) {
        cli_error(m->q.c, "--export: %s", last.message);
        return 0;
    }
    if (!ok) say_error(m->q.c, o->path, &e);
    return ok;
}

/* Writes the chosen results to a new report; an exit code. */
static int export_report(import *m, opened *o)
{
    char *name = export_name(m);
    struct stat st;
    cli_buf temp = {NULL, 0, 0};
    FILE *f;
    int ok;
    if (name == NULL) return CLI_USAGE;
    if (!m->force && lstat(name, &st) == 0) {
        cli_error(m->q.c, "%s: is there already; --force-overwrite replaces it", name);
        free(name);
        return CLI_USAGE;
    }
    cli_putf(&temp, "%s.%ld.part", name, (long)getpid());
    f = fopen(temp.ptr, "wb");
    ok = f != NULL && write_chosen(m, o, f);
    if (f == NULL) cli_error(m->q.c, "%s: %s", temp.ptr, strerror(errno));
    else if (fclose(f) != 0 && ok) {
        cli_error(m->q.c, "%s: %s", temp.ptr, strerror(errno));
        ok = 0;
    }
    if (ok && rename(temp.ptr, name) != 0) {
        cli_error(m->q.c, "%s: %s", name, strerror(errno));
        ok = 0;
    }
    if (!ok && f != NULL) (void)remove(temp.ptr);
    cli_buf_free(&temp);
    free(name);
    return ok ? CLI_FINE : CLI_INPUT;
}

/* Results in groups -------------------------------------------------------------------------------------------------- */

typedef struct line {
    char *section, *label, *name;
    double least, most, sum;
    uint64_t count;
} line;

typedef struct group {
    char *title;
    uint64_t results;
    line *lines;
    size_t count, room;
} group;

typedef struct groups {
    group *list;
    size_t count, room;
} groups;

static void add_line(group *g, nvs_view section, nvs_view label, nvs_view name, double value)
{
    line *to = NULL;
    size_t i;
    for (i = 0; i < g->count && to == NULL; i++)
        if (strlen(g->lines[i].section) == section.len && memcmp(g->lines[i].section, section.ptr, section.len) == 0 &&
            strlen(g->lines[i].name) == name.len && memcmp(g->lines[i].name, name.ptr, name.len) == 0)
            to = &g->lines[i];
    if (to == NULL) {
        g->lines = (line *)cli_grow(g->lines, &g->room, g->count + 1, sizeof *g->lines);
        to = &g->lines[g->count++];
        memset(to, 0, sizeof *to);
        to->section = copy_text(section.ptr, section.len);
        to->label = copy_text(label.ptr, label.len);
        to->name = copy_text(name.ptr, name.len);
        to->least = to->most = value;
    }
    if (value < to->least) to->least = value;
    if (value > to->most) to->most = value;
    to->sum += value;
    to->count++;
}

static group *group_of(import *m, groups *all, const opened *o, const ncurep_result *r)
{
    cli_buf title = {NULL, 0, 0};
    char *name = short_name(r->kind == NCUREP_KERNEL ? r->demangled : result_name(r));
    char device[32], cc[32];
    size_t i;
    group *g = NULL;
    device_of(o, r, device, cc, sizeof device);
    if (m->summary == 1) cli_putf(&title, "Device %s, CC %s", device, cc);
    else if (m->summary == 2) {
        cli_put_safe(&title, name, strlen(name));
        if (r->kind == NCUREP_KERNEL)
            cli_putf(&title, " (%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")x(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", r->grid[0], r->grid[1],
                     r->grid[2], r->block_size.x, r->block_size.y, r->block_size.z);
        cli_putf(&title, ", Device %s, CC %s", device, cc);
    } else {
        ncurep_view range;
        range.ptr = "no NVTX range";
        range.len = strlen(range.ptr);
        (void)innermost_range(r, &range);
        cli_put_safe(&title, range.ptr, range.len);
        cli_putf(&title, ", Device %s, CC %s", device, cc);
    }
    free(name);
    for (i = 0; i < all->count && g == NULL; i++)
        if (strcmp(all->list[i].title, title.ptr) == 0) g = &all->list[i];
    if (g == NULL) {
        all->list = (group *)cli_grow(all->list, &all->room, all->count + 1, sizeof *all->list);
        g = &all->list[all->count++];
        memset(g, 0, sizeof *g);
        g->title = copy_text(title.ptr, title.len);
    }
    cli_buf_free(&title);
    g->results++;
    return g;
}

static void add_evaluated(evaluated *e, group *g)
{
    nvs_view section, name;
    nvs_data d;
    size_t i;
    uint32_t k;
    int number;
    double value;
    section.ptr = "";
    section.len = 0;
    memset(&d, 0, sizeof d);
    for (i = 0; e->q->metrics_only && e->source.name_fn(e->source.user, i, &name); i++) {
        if (is_list(view_of(name)) || !wants_metric(&e->q->chosen, view_of(name)) || e->source.metric_fn(e->source.user, name, &d) != 1) continue;
        value = nvs_value_number(&d.value, &number);
        if (number) add_line(g, section, name, name, value);
    }
    for (k = 0; k < e->count && !e->q->metrics_only; k++) {
        nvs_evaluation *v = evaluate_section(e, e->sections[k], 0);
        if (v == NULL) continue;
        section = nvs_text(e->sections[k], NVS_F_DISPLAY_NAME);
        for (i = 0; i < v->count; i++) {
            const nvs_part *p = &v->parts[i];
            if (p->kind != NVS_PART_HEADER && !(p->kind == NVS_PART_CELL && e->q->parts > 0)) continue;
            value = nvs_value_number(&p->cell.data.value, &number);
            if (number && p->cell.state == NVS_CELL_VALUE) add_line(g, section, p->cell.label, p->cell.name, value);
        }
        nvs_evaluation_free(v);
    }
}

static void put_amount(cli_buf *b, const request *q, double value, const scale *s)
{
    ncurep_value v;
    memset(&v, 0, sizeof v);
    v.kind = NCUREP_DOUBLE;
    v.text.ptr = "";
    memcpy(&v.bits, &value, sizeof v.bits);
    b->len = 0;
    put_page_value(b, q, &v, s);
}

static int by_section(const void *a, const void *b)
{
    const line *x = *(const line *const *)a, *y = *(const line *const *)b;
    return strcmp(x->name, y->name);
}

static void show_group(request *q, group *g, cli_csv *csv)
{
    const line **list = (const line **)cli_alloc(g->count + 1, sizeof *list);
    size_t i, from, k;
    cli_buf b = {NULL, 0, 0};
    for (i = 0; i < g->count; i++) list[i] = &g->lines[i];
    if (q->c->format != CLI_CSV) fprintf(q->c->out, "  %s, Invocations %" PRIu64 "\n", g->title, g->results);
    for (from = 0; from < g->count; from = i) { /* lines of a section stand together */
        grid t;
        for (i = from; i < g->count && strcmp(list[i]->section, list[from]->section) == 0; i++) {}
        qsort((void *)(uintptr_t)(list + from), i - from, sizeof *list, by_section);
        if (q->c->format != CLI_CSV) {
            if (list[from]->section[0] != 0) fprintf(q->c->out, "    Section: %s\n", list[from]->section);
            grid_begin(&t, "lrrrr", "Metric Name", "Metric Unit", "Minimum", "Maximum", "Average");
        }
        for (k = from; k < i; k++) {
            const line *x = list[k];
            const double values[3] = {x->least, x->most, x->sum / (double)x->count};
            ncurep_view name;
            scale s;
            size_t n;
            name.ptr = x->name;
            name.len = strlen(x->name);
            scale_of(&s, name, x->most, q);
            if (q->c->format == CLI_CSV) {
                cli_csv_field(csv, g->title, strlen(g->title));
                cli_csv_fieldf(csv, "%" PRIu64, g->results);
                cli_csv_field(csv, x->section, strlen(x->section));
            }
            b.len = 0;
            if (q->names != 1) cli_putf(&b, "%s", x->label);
            if (q->names == 2) cli_putf(&b, " ");
            if (q->names != 0) cli_putf(&b, "%s", x->name);
            for (n = 0; n < 5; n++) {
                if (n > 1) put_amount(&b, q, values[n - 2], &s);
                if (n == 1) {
                    b.len = 0;
                    cli_putf(&b, "%s", s.unit);
                }
                if (q->c->format == CLI_CSV) cli_csv_field(csv, b.len > 0 ? b.ptr : "", b.len);
                else grid_text(&t, b.len > 0 ? b.ptr : "", b.len);
            }
            if (q->c->format == CLI_CSV) cli_csv_end(csv);
        }
        if (q->c->format != CLI_CSV) {
            grid_print(q, &t, 4);
            fputc('\n', q->c->out);
        }
    }
    cli_buf_free(&b);
    free((void *)(uintptr_t)list);
}

static int show_groups(import *m, opened *o)
{
    static const char *const titles[] = {"Group", "Invocations", "Section Name", "Metric Name", "Metric Unit", "Minimum", "Maximum",
                                         "Average"};
    request *q = &m->q;
    section_source s;
    groups all;
    cursor at;
    ncurep_result r;
    cli_csv csv;
    size_t i, k;
    int code = code_of(o);
    memset(&all, 0, sizeof all);
    memset(&at, 0, sizeof at);
    memset(&csv, 0, sizeof csv);
    csv.f = q->c->out;
    csv.always = 1;
    q->metrics_only = m->page == PAGE_RAW;
    if (!sections_open(&s, q)) {
        sections_close(&s);
        return CLI_INPUT;
    }
    while (next_result(q, o, &at, &r, &code)) {
        evaluated e;
        if (evaluate_result(&s, o, &r, &e)) add_evaluated(&e, group_of(m, &all, o, &r));
        else code = CLI_INPUT;
        evaluated_free(&e);
    }
    sections_close(&s);
    if (q->c->format == CLI_CSV) {
        for (i = 0; i < sizeof titles / sizeof *titles; i++) cli_csv_field(&csv, titles[i], strlen(titles[i]));
        cli_csv_end(&csv);
    }
    for (i = 0; i < all.count; i++) {
        group *g = &all.list[i];
        show_group(q, g, &csv);
        for (k = 0; k < g->count; k++) {
            free(g->lines[k].section);
            free(g->lines[k].label);
            free(g->lines[k].name);
        }
        free(g->lines);
        free(g->title);
    }
    free(all.list);
    return code;
}

/* ------------------------------------------------------------------------------------------------------------------ */

static int run(import *m)
{
    request *q = &m->q;
    unsigned char *only;
    opened o;
    int code, one = CLI_FINE;
    if (!open_report(q->c, m->report, &o)) return CLI_INPUT;
    code = code_of(&o);
    only = choose(m, &o);
    if (only == NULL) {
        close_report(&o);
        return CLI_USAGE;
    }
    q->chosen.only = only;
    q->chosen.skip = 0;
    q->chosen.has_count = 0;
    if (m->export_to != NULL) {
        one = export_report(m, &o);
        if (one > code) code = one;
    }
    if (m->summary > 0 && (m->export_to == NULL || m->page_given)) one = show_groups(m, &o);
    close_report(&o);
    if (m->summary == 0 && (m->export_to == NULL || m->page_given)) {
        q->paths = (char **)cli_grow(q->paths, &q->path_room, 1, sizeof *q->paths);
        q->paths[q->path_count++] = (char *)(uintptr_t)m->report;
        one = m->page == PAGE_RAW ? raw_verb(q) : m->page == PAGE_SESSION ? session_verb(q)
              : m->page == PAGE_SOURCE ? source_verb(q) : details_verb(q);
    }
    free(only);
    return one > code ? one : code;
}

int import_command(cli *c, int argc, char **argv)
{
    words w;
    import m;
    size_t i;
    int code = CLI_INPUT;
    memset(&w, 0, sizeof w);
    memset(&m, 0, sizeof m);
    m.q.c = c;
    m.q.wide = 1;
    m.q.stand_in = 1;
    if (expand(c, argc, argv, &w) && parse(&m, &w, &code)) {
        static const char *const views[] = {"sass", "ptx", "cuda", "cuda,sass"};
        m.q.source_view = views[m.source_view];
        if (m.report != NULL && strcmp(m.report, "-") == 0) code = cli_usage(c, "--import takes a file");
        else {
            if (m.log != NULL && strcmp(m.log, "stdout") != 0 && strcmp(m.log, "stderr") != 0) c->out_path = m.log;
            if (!cli_start(c)) code = CLI_INPUT;
            else {
                FILE *out = c->out;
                if (m.log != NULL && strcmp(m.log, "stderr") == 0) c->out = stderr;
                code = run(&m);
                c->out = out;
                code = cli_finish(c, code);
            }
        }
    }
    for (i = 0; i < w.count; i++) free(w.list[i]);
    free(w.list);
    free_request(&m.q);
    return code;
}
