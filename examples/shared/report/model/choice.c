/* Which results and metrics of a report are wanted, and one after the other. */
#include "choice.h"
#include "names.h"

#include <stdlib.h>
#include <string.h>

void selection_free(selection *s)
{
    size_t i;
    ncurep_pattern_close(s->kernel);
    for (i = 0; i < s->metric_count; i++) ncurep_pattern_close(s->metrics[i]);
    for (i = 0; i < s->include_count; i++) ncurep_nvtx_filter_close(s->include[i]);
    for (i = 0; i < s->exclude_count; i++) ncurep_nvtx_filter_close(s->exclude[i]);
    cli_free(s->metrics);
    cli_free(s->include);
    cli_free(s->exclude);
}

static int matches(const selection *s, const ncurep_result *r)
{
    size_t i;
    int any;
    if (s->only != NULL && !s->only[r->index]) return 0;
    if (s->kernel != NULL) {
        const ncurep_view name = s->base == BASE_DEMANGLED ? full_name(r) : s->base == BASE_MANGLED ? r->mangled : result_name(r);
        if (!ncurep_pattern_match(s->kernel, name)) return 0;
    }
    any = s->include_count == 0;
    for (i = 0; i < s->include_count && !any; i++) any = ncurep_nvtx_filter_match(s->include[i], r);
    for (i = 0; i < s->exclude_count && any; i++) any = !ncurep_nvtx_filter_match(s->exclude[i], r);
    return any;
}

int next_result(const cli *c, const selection *s, const opened *o, cursor *at, ncurep_result *r, int *code)
{
    while (at->next < o->info.results && !(s->count.given && at->taken >= s->count.value)) {
        const uint32_t i = at->next++;
        ncurep_error e;
        if (!ncurep_result_at(o->report, i, r, &e)) {
            if (!at->quiet) say_error(c, o->path, &e);
            *code = CLI_INPUT;
            continue;
        }
        r->index += at->before;
        if (r->index < s->skip_before || !matches(s, r)) continue;
        if (at->matched++ < s->skip) continue;
        at->taken++;
        if (s->shown == BASE_FUNCTION) r->demangled = r->function;
        if (s->shown == BASE_MANGLED) r->demangled = r->mangled;
        if (s->shown_is_range) (void)innermost_range(r, &r->demangled);
        return 1;
    }
    if (at->taken == 0 && o->info.results > 0 && !at->quiet) cli_error(c, "%s: no result is chosen", o->path);
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

void make_choice(const cli *c, const selection *s, const opened *o, choice *k, int always, int *code)
{
    cursor at;
    ncurep_result r;
    uint64_t n;
    memset(k, 0, sizeof *k);
    k->all = !always && s->kernel == NULL && s->skip_before == 0 && s->skip == 0 && !s->count.given && s->include_count == 0 &&
             s->exclude_count == 0;
    if (k->all) return;
    memset(&at, 0, sizeof at);
    k->result = (unsigned char *)cli_alloc((size_t)o->info.results + 1, 1);
    k->process = (unsigned char *)cli_alloc((size_t)o->info.processes + 1, 1);
    while (next_result(c, s, o, &at, &r, code)) {
        ncurep_list keys = r.references;
        k->result[r.index] = 1;
        k->results++;
        if (r.process < o->info.processes) k->process[r.process] = 1;
        if (number_metric(o, &r, "launch__device_id", &n)) add_number(&k->device, &k->devices, &k->device_room, n);
        else k->any_device = 1;
        if (r.kind == NCUREP_RESULT_KIND_KERNEL) add_number(&k->key, &k->keys, &k->key_room, r.source.reference);
        else while (ncurep_reference_next(&keys, &n)) add_number(&k->key, &k->keys, &k->key_room, n);
    }
    if (k->keys > 0) qsort(k->key, k->keys, sizeof *k->key, by_number);
}

void free_choice(choice *k)
{
    cli_free(k->result);
    cli_free(k->process);
    cli_free(k->key);
    cli_free(k->device);
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
        if (ncurep_pattern_match(s->metrics[i], name)) return 1;
    return s->metric_count == 0;
}

int wants_device(const choice *k, uint64_t id)
{
    size_t i;
    for (i = 0; i < k->devices; i++)
        if (k->device[i] == id) return 1;
    return k->all || k->any_device;
}

unsigned char *wanted_strings(const selection *s, const opened *o, const choice *k)
{
    unsigned char *wanted;
    ncurep_result r;
    ncurep_metric m;
    ncurep_view name;
    ncurep_error e;
    uint32_t i;
    if (k->all && s->metric_count == 0) return NULL;
    wanted = (unsigned char *)cli_alloc((size_t)o->info.strings + 1, 1);
    for (i = 0; i < o->info.results; i++)
        if (wants_result(k, i) && ncurep_result_at(o->report, i, &r, &e))
            while (ncurep_metric_next(&r.metrics, &m))
                if (ncurep_string_at(o->report, m.name_id, &name) && wants_metric(s, name)) wanted[m.name_id] = 1;
    return wanted;
}
