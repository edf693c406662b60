/* What several verbs of ncurep need: opening reports, choosing results, names. */
#include "../pages/pages.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int open_input(cli *c, const char *path, opened *o, int beginning)
{
    ncurep_error e;
    struct stat st;
    memset(o, 0, sizeof *o);
    o->path = path;
    if (strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISREG(st.st_mode)) {
        if (!ncurep_file_open(path, &o->file, &e)) {
            cli_error(c, "%s: %s", path, e.message);
            return 0;
        }
    } else { /* a pipe, or a name that cli_read tells what is wrong with */
        o->data = cli_read(c, path, &o->size, NULL);
        if (o->data == NULL) return 0;
    }
    return unpack_report(c, o, beginning);
}

ncurep_report *open_opened(opened *o, const ncurep_options *options, ncurep_error *e)
{
    o->report = o->data != NULL ? ncurep_open_memory(o->data, o->size, options, e) : ncurep_open(&o->file, options, e);
    return o->report;
}

static int open_any(cli *c, const char *path, opened *o, int beginning)
{
    ncurep_options options;
    ncurep_error e;
    uint32_t i;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)-1 / 2;
    if (!open_input(c, path, o, beginning)) {
        close_report(o);
        return 0;
    }
    (void)open_opened(o, &options, &e);
    if (o->report == NULL) {
        say_error(c, path, &e);
        close_report(o);
        return 0;
    }
    ncurep_info_of(o->report, &o->info);
    for (i = 0; ncurep_problem(o->report, i, &e); i++) say_error(c, path, &e);
    if (o->info.problems > i) cli_error(c, "%s: and %" PRIu32 " more", path, o->info.problems - i);
    if (!o->info.has_version && o->info.is_damaged) {
        close_report(o);
        return 0;
    }
    return 1;
}

static int open_counted(cli *c, const char *path, opened *o, int beginning)
{
    const int ok = open_any(c, path, o, beginning);
    c->inputs++;
    c->unread += !ok;
    return ok;
}

int open_report(cli *c, const char *path, opened *o) { return open_counted(c, path, o, 0); }
int open_part(cli *c, const char *path, opened *o) { return open_counted(c, path, o, 1); }

void close_report(opened *o)
{
    code_close(o);
    ncurep_close(o->report);
    if (o->unpacked != NULL) fclose(o->unpacked);
    else ncurep_file_close(&o->file);
    free(o->data);
    memset(o, 0, sizeof *o);
}

int code_of(const opened *o)
{
    ncurep_error e;
    uint32_t i;
    for (i = 0; ncurep_problem(o->report, i, &e); i++)
        if (e.code != NCUREP_UNSUPPORTED) return CLI_INPUT;
    return o->info.is_damaged ? CLI_INPUT : CLI_FINE;
}

/* Choosing -------------------------------------------------------------------------------------------------------- */

ncurep_view result_name(const ncurep_result *r)
{
    static const char *const kinds[] = {"kernel", "range", "command list", "graph"};
    ncurep_view v;
    if (r->kind == NCUREP_KERNEL) return r->function;
    if (r->display.len > 0) return r->display;
    v.ptr = kinds[r->kind];
    v.len = strlen(v.ptr);
    return v;
}

int walk_ranges(const ncurep_result *r, void (*each)(void *, ncurep_view), void *user)
{
    ncurep_list threads = r->nvtx.threads;
    ncurep_nvtx_thread t;
    int found = 0;
    while (ncurep_next_nvtx_thread(&threads, &t)) {
        ncurep_nvtx_open open;
        if (t.id != r->thread) continue;
        while (ncurep_next_nvtx_open(&t.domains, &open)) {
            ncurep_nvtx_range range;
            while (ncurep_next_nvtx_push(&open.ranges, &range)) {
                each(user, range.name);
                found = 1;
            }
        }
    }
    return found;
}

static void keep_range(void *user, ncurep_view name) { *(ncurep_view *)user = name; }

int innermost_range(const ncurep_result *r, ncurep_view *name) { return walk_ranges(r, keep_range, name); }

static int matches(request *q, const ncurep_result *r)
{
    selection *s = &q->chosen;
    size_t i;
    int any;
    if (s->only != NULL && !s->only[r->index]) return 0;
    if (s->kernel != NULL) {
        const ncurep_view name = s->base == 'd' ? r->demangled : s->base == 'm' ? r->mangled : result_name(r);
        if (!ncurep_pattern_match(s->kernel, name.ptr, name.len)) return 0;
    }
    any = s->include_count == 0;
    for (i = 0; i < s->include_count && !any; i++) any = ncurep_nvtx_match(s->include[i], r);
    for (i = 0; i < s->exclude_count && any; i++) any = !ncurep_nvtx_match(s->exclude[i], r);
    return any;
}

int next_result(request *q, opened *o, cursor *at, ncurep_result *r, int *code)
{
    const selection *s = &q->chosen;
    while (at->next < o->info.results && !(s->has_count && at->taken >= s->count)) {
        const uint32_t i = at->next++;
        ncurep_error e;
        if (!ncurep_result_at(o->report, i, r, &e)) {
            if (!at->quiet) say_error(q->c, o->path, &e);
            *code = CLI_INPUT;
            continue;
        }
        r->index += at->before;
        if (r->index < s->skip_before || !matches(q, r)) continue;
        if (at->matched++ < s->skip) continue;
        at->taken++;
        if (q->kernel_base == 'f') r->demangled = r->function;
        if (q->kernel_base == 'm') r->demangled = r->mangled;
        if (q->rename_by_range) (void)innermost_range(r, &r->demangled);
        return 1;
    }
    if (at->taken == 0 && o->info.results > 0 && !at->quiet) cli_error(q->c, "%s: no result is chosen", o->path);
    return 0;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = (const uint64_t *)a, *y = (const uint64_t *)b;
    return *x < *y ? -1 : *x > *y;
}

static void add_number(uint64_t **list, size_t *count, size_t *room, uint64_t n)
{
    *list = (uint64_t *)cli_grow(*list, room, *count + 1, sizeof **list);
    (*list)[(*count)++] = n;
}

static int number_metric(const opened *o, const ncurep_result *r, const char *name, uint64_t *out);

void make_choice(request *q, opened *o, choice *k, int always, int *code)
{
    const selection *s = &q->chosen;
    cursor at;
    ncurep_result r;
    uint64_t n;
    memset(k, 0, sizeof *k);
    k->all = !always && s->kernel == NULL && s->skip_before == 0 && s->skip == 0 && !s->has_count && s->include_count == 0 &&
             s->exclude_count == 0;
    if (k->all) return;
    memset(&at, 0, sizeof at);
    k->result = (unsigned char *)cli_alloc((size_t)o->info.results + 1, 1);
    k->process = (unsigned char *)cli_alloc((size_t)o->info.processes + 1, 1);
    while (next_result(q, o, &at, &r, code)) {
        ncurep_list keys = r.references;
        k->result[r.index] = 1;
        k->results++;
        if (r.process < o->info.processes) k->process[r.process] = 1;
        if (number_metric(o, &r, "launch__device_id", &n)) add_number(&k->device, &k->devices, &k->device_room, n);
        else k->any_device = 1;
        if (r.kind == NCUREP_KERNEL) add_number(&k->key, &k->keys, &k->key_room, r.source.reference);
        else while (ncurep_next_reference(&keys, &n)) add_number(&k->key, &k->keys, &k->key_room, n);
    }
    if (k->keys > 0) qsort(k->key, k->keys, sizeof *k->key, by_number);
}

void free_choice(choice *k)
{
    free(k->result);
    free(k->process);
    free(k->key);
    free(k->device);
}

int wants_result(const choice *k, uint32_t i) { return k->all || k->result[i]; }

int wants_module(const choice *k, uint64_t reference)
{
    return k->all || (k->keys > 0 && bsearch(&reference, k->key, k->keys, sizeof *k->key, by_number) != NULL);
}

int wants_block(const choice *k, const ncurep_block *b)
{
    const uint32_t count = b->kernels + b->ranges + b->cmdlists + b->graphs;
    uint32_t i;
    for (i = 0; i < count; i++)
        if (wants_result(k, b->first_result + i)) return 1;
    return k->all;
}

int wants_metric(const selection *s, ncurep_view name)
{
    size_t i;
    for (i = 0; i < s->metric_count; i++)
        if (ncurep_pattern_match(s->metrics[i], name.ptr, name.len)) return 1;
    return s->metric_count == 0;
}

/* Names ----------------------------------------------------------------------------------------------------------- */

ncurep_view file_name(ncurep_view path)
{
    size_t i;
    while (path.len > 0 && path.ptr[path.len - 1] == 0) path.len--;
    for (i = path.len; i > 0; i--)
        if (path.ptr[i - 1] == '/' || path.ptr[i - 1] == '\\') {
            path.ptr += i;
            path.len -= i;
            break;
        }
    return path;
}

static int in_name(char ch)
{
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') || ch == '_' || ch == '$';
}

char *short_name(ncurep_view v)
{
    char *to = (char *)cli_alloc(v.len + 1, 1);
    size_t n = 0, i;
    for (i = 0; i < v.len; i++) {
        if (v.ptr[i] == ':' && i + 1 < v.len && v.ptr[i + 1] == ':' && n > 0) {
            const size_t before = n;
            while (n > 0 && in_name(to[n - 1])) n--;
            if (n == before && to[n - 1] == ')') { /* "(anonymous namespace)::" */
                while (n > 0 && to[n - 1] != '(') n--;
                if (n > 0) n--;
            } else if (n == before && to[n - 1] == '>') { /* "Outer<int>::": back to where it opened */
                size_t depth = 0;
                while (n > 0) {
                    n--;
                    if (to[n] == '>') depth++;
                    if (to[n] == '<' && --depth == 0) break;
                }
                while (n > 0 && in_name(to[n - 1])) n--;
            }
            i++;
            continue;
        }
        to[n++] = v.ptr[i];
    }
    to[n] = 0;
    return to;
}

static int number_metric(const opened *o, const ncurep_result *r, const char *name, uint64_t *out)
{
    ncurep_metric m;
    const uint32_t id = ncurep_string_find(o->report, name, strlen(name));
    if (id == NCUREP_NONE || !ncurep_metric_find(r, id, &m) || m.value.kind == NCUREP_NOTHING || m.value.kind == NCUREP_STRING) return 0;
    *out = ncurep_as_u64(&m.value);
    return 1;
}

/* An attribute of the device of this index (any device for NCUREP_NONE). */
static int number_attribute(const opened *o, uint64_t device, const char *name, uint64_t *out)
{
    ncurep_session s;
    ncurep_device d;
    ncurep_attribute a;
    (void)ncurep_session_of(o->report, &s);
    while (ncurep_next_device(&s.devices, &d))
        while (d.id == device && ncurep_next_attribute(&d.attributes, &a))
            if (a.name.len == strlen(name) && memcmp(a.name.ptr, name, a.name.len) == 0) {
                *out = ncurep_as_u64(&a.value);
                return 1;
            }
    return 0;
}

void device_of(const opened *o, const ncurep_result *r, char *device, char *cc, size_t room)
{
    static const char *const major_name = "device__attribute_compute_capability_major";
    static const char *const minor_name = "device__attribute_compute_capability_minor";
    uint64_t id = 0, major, minor;
    ncurep_session s;
    *device = *cc = 0;
    (void)ncurep_session_of(o->report, &s);
    if (number_metric(o, r, "launch__device_id", &id) || s.devices.count == 1) snprintf(device, room, "%" PRIu64, id);
    if ((number_metric(o, r, major_name, &major) || number_attribute(o, id, major_name, &major)) &&
        (number_metric(o, r, minor_name, &minor) || number_attribute(o, id, minor_name, &minor)))
        snprintf(cc, room, "%" PRIu64 ".%" PRIu64, major, minor);
}
