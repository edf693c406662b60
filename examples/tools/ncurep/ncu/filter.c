/* --kernel-id, --devices, --filter-mode: which results are chosen. */
#include "import.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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
static int number_or_pattern(const cli *c, const char *text, size_t len, int whole, uint64_t *number, ncurep_pattern **p)
{
    size_t i;
    cli_buf b = {NULL, 0, 0};
    *number = 0;
    if (len == 0) return 1;
    for (i = 0; i < len && text[i] >= '0' && text[i] <= '9' && *number < UINT64_MAX / 100; i++) *number = *number * 10 + (uint64_t)(text[i] - '0');
    if (i == len && *number > 0) return 1;
    *number = 0;
    cli_putf(&b, whole ? "regex:^(?:%.*s)$" : "regex:%.*s", (int)len, text);
    *p = take_pattern(c, "--kernel-id", b.ptr, b.len, 0);
    cli_buf_free(&b);
    return *p != NULL;
}

static int read_kernel_id(const cli *c, const char *text, kernel_id *k)
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
    if (n > name + 1) k->name = take_pattern(c, "--kernel-id", name + 1, (size_t)(n - name) - 1, 0);
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
        const uint32_t id = string_id(o->report, ncurep_text(shared[i]));
        if (id != NCUREP_NONE && ncurep_metric_find(r, id, &m)) cli_putf(b, "|%" PRIu64, ncurep_value_u64(&m.value));
    }
}

static int fits_id(kernel_id *k, const selection *s, const opened *o, const ncurep_result *r, counters *seen)
{
    const ncurep_view name = s->base == BASE_DEMANGLED ? full_name(r) : s->base == BASE_MANGLED ? r->mangled : result_name(r);
    cli_buf b = {NULL, 0, 0};
    char digits[24];
    uint64_t n;
    if (!k->given) return 1;
    if (k->context_id != 0 ? r->context != k->context_id
                           : k->context != NULL && !ncurep_pattern_match(k->context, r->context_name))
        return 0;
    if (k->stream_id != 0 ? r->stream != k->stream_id
                          : k->stream != NULL && !ncurep_pattern_match(k->stream, r->stream_name))
        return 0;
    if (k->name != NULL && !ncurep_pattern_match(k->name, name)) return 0;
    cli_putf(&b, "%" PRIu32 "|%" PRIu32 "|", r->context, k->stream_given ? r->stream : 0);
    cli_put(&b, name.ptr, name.len);
    put_launch(&b, o, r);
    n = ++*counter_of(seen, b.ptr, b.len);
    cli_buf_free(&b);
    if (k->n_id != 0) return n == k->n_id;
    snprintf(digits, sizeof digits, "%" PRIu64, n);
    return k->n == NULL || ncurep_pattern_match(k->n, ncurep_text(digits));
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

unsigned char *choose_results(const import_options *m, const opened *o)
{
    selection all = m->m.chosen;
    unsigned char *only;
    kernel_id k;
    counters seen, taken;
    cursor at;
    ncurep_result r;
    int ignored = CLI_FINE;
    if (!read_kernel_id(m->m.c, m->kernel_id, &k)) {
        free_kernel_id(&k);
        return NULL;
    }
    only = (unsigned char *)cli_alloc((size_t)o->info.results + 1, 1);
    memset(&seen, 0, sizeof seen);
    memset(&taken, 0, sizeof taken);
    memset(&at, 0, sizeof at);
    at.quiet = 1;
    all.skip = 0;
    all.count.given = 0;
    while (next_result(m->m.c, &all, o, &at, &r, &ignored)) {
        char device[32], cc[32];
        cli_buf b = {NULL, 0, 0};
        uint64_t n;
        if (!fits_id(&k, &all, o, &r, &seen)) continue;
        device_of(o, &r, device, cc, sizeof device);
        if (m->devices != NULL && !listed(m->devices, device)) continue;
        cli_putf(&b, ".");
        if (m->mode == FILTER_DEVICE) cli_putf(&b, "%s", device);
        if (m->mode == FILTER_LAUNCH) put_launch(&b, o, &r);
        n = (*counter_of(&taken, b.ptr, b.len))++;
        cli_buf_free(&b);
        only[r.index] = n >= m->m.chosen.skip && (!m->m.chosen.count.given || n - m->m.chosen.skip < m->m.chosen.count.value);
    }
    free_counters(&seen);
    free_counters(&taken);
    free_kernel_id(&k);
    return only;
}
