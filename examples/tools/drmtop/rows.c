/* The rows of the list: what the model knows is filtered, then copied. */
#include "model.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static row *add(model *m, int kind)
{
    row *r;
    m->rows = (row *)cli_grow(m->rows, &m->row_room, m->row_count + 1, sizeof *m->rows);
    r = &m->rows[m->row_count++];
    memset(r, 0, sizeof *r);
    r->kind = kind;
    r->busy = r->cpu = -1;
    return r;
}

/* Removes rows from the end until this many are left. */
static void shorten(model *m, size_t count)
{
    while (m->row_count > count) row_free(&m->rows[--m->row_count]);
}

int model_command_line(const model *m, uint64_t pid, cli_buf *b)
{
    char path[4096], text[1024];
    FILE *f;
    size_t n, i;
    if (m->source->live == NULL) return 0;
    snprintf(path, sizeof path, "%s/%" PRIu64 "/cmdline", m->source->root, pid);
    f = fopen(path, "rb");
    if (f == NULL) return 0;
    n = fread(text, 1, sizeof text, f);
    fclose(f);
    while (n > 0 && text[n - 1] == 0) n--;
    for (i = 0; i < n; i++)
        if (text[i] == 0) text[i] = ' ';
    if (n > 0) cli_put_safe(b, text, n);
    return n > 0;
}

/* "name [client] +2": of the process, or of one of its clients. */
static void put_title(cli_buf *b, const model *m, const known_process *p, const drmfd_client *c)
{
    if (!m->full || !model_command_line(m, p->pid, b)) cli_putf(b, "%s", p->command);
    if (c == NULL) return;
    if (c->client_name.len > 0) {
        cli_put(b, " [", 2);
        cli_put_safe(b, c->client_name.ptr, c->client_name.len);
        cli_put(b, "]", 1);
    }
    if (c->pid_count > 1) cli_putf(b, " +%" PRIu32, c->pid_count - 1);
}

static char *copy(const char *text)
{
    char *to = (char *)cli_alloc(strlen(text) + 1, 1);
    strcpy(to, text);
    return to;
}

static void copy_process(row *r, const known_process *p)
{
    r->pid = p->pid;
    r->user = copy(p->user);
    r->cpu = p->cpu;
    r->has_rss = p->has_rss;
    r->rss = p->rss;
    if (p->unit != NULL) r->unit = copy(p->unit);
}

/* Sums over some devices: for a process, or for one device. */
static void add_sums(row *r, const drmfd_device *devices, uint32_t count)
{
    const drmfd_engine_sum *top = NULL;
    cli_buf b = {NULL, 0, 0};
    uint32_t i;
    for (i = 0; i < count; i++) {
        const drmfd_device *d = &devices[i];
        const drmfd_engine_sum *which = NULL;
        const double most = model_busiest(d, &which);
        uint64_t bytes;
        if (most > r->busy) {
            r->busy = most;
            top = which;
        }
        if (drm_memory_sum(d->regions, d->region_count, DRMFD_CLASS_DEVICE, &bytes)) {
            r->vram += bytes;
            r->has_vram = 1;
        }
        if (drm_memory_sum(d->regions, d->region_count, DRMFD_CLASS_SYSTEM, &bytes)) {
            r->sys += bytes;
            r->has_sys = 1;
        }
        r->clients += d->clients;
    }
    if (r->busy < 0) cli_put(&b, "-", 1);
    else if (top == NULL || r->busy < 0.05) cli_putf(&b, "idle");
    else {
        cli_put_safe(&b, top->name.ptr, top->name.len);
        cli_putf(&b, " %.1f", r->busy);
    }
    r->engines = b.ptr;
}

static int holds(const char *text, const char *part, size_t len)
{
    const size_t all = strlen(text);
    size_t i, k;
    for (i = 0; i + len <= all; i++) {
        for (k = 0; k < len; k++) {
            char a = text[i + k], b = part[k];
            if (a >= 'A' && a <= 'Z') a = (char)(a + 32);
            if (b >= 'A' && b <= 'Z') b = (char)(b + 32);
            if (a != b) break;
        }
        if (k == len) return 1;
    }
    return 0;
}

/* Whether a text of the client, as it would be shown, has the filter in it. */
static int has_filter(const model *m, const drmfd_client *c, const known_process *p, const char *title, const char *engines)
{
    const char *device = drm_device_label(m->source, c);
    cli_buf b = {NULL, 0, 0};
    int yes;
    if (m->filter.len == 0) return 1;
    cli_putf(&b, "%" PRIu64 "\n%s\n%s\n%s\n", p->pid, p->user, title, engines);
    cli_put_safe(&b, c->driver.ptr, c->driver.len);
    cli_put(&b, "\n", 1);
    cli_put_safe(&b, device, strlen(device));
    if (p->unit != NULL) cli_putf(&b, "\n%s", p->unit);
    yes = holds(b.ptr, m->filter.ptr, m->filter.len);
    cli_buf_free(&b);
    return yes;
}

/* The row of a client under a process, if it passes; NULL if not. */
static row *add_client(model *m, const drmfd_client *c, uint64_t pid)
{
    const known_process *p = model_process(m, pid);
    const uint32_t device = model_device(m, &m->sweep->devices[c->device_index]);
    const drmfd_usage *top = drm_busiest(c);
    cli_buf title = {NULL, 0, 0}, engines = {NULL, 0, 0};
    row *r;
    if (p == NULL) return NULL;
    put_title(&title, m, p, c);
    drm_put_engines(&engines, c);
    if ((device != UINT32_MAX && m->devices[device].hidden) || !drm_wanted(m->want, m->source, c) ||
        !has_filter(m, c, p, title.ptr, engines.ptr)) {
        cli_buf_free(&title);
        cli_buf_free(&engines);
        m->hidden_by_filter++;
        return NULL;
    }
    r = add(m, ROW_CLIENT);
    copy_process(r, p);
    r->command = title.ptr;
    r->engines = engines.ptr;
    r->id = c->client_id;
    r->client = c;
    r->clients = 1;
    r->device = device;
    r->busy = top != NULL ? top->best->percent : -1;
    r->has_vram = drm_memory(c->regions, c->region_count, DRMFD_CLASS_DEVICE, &r->vram);
    r->has_sys = drm_memory(c->regions, c->region_count, DRMFD_CLASS_SYSTEM, &r->sys);
    r->types = drm_types(c);
    return r;
}

/* What is gone -------------------------------------------------------------------------------------------------- */

#define STAYS 4000000000 /* ns */

static int is_there(const model *m, const row *r)
{
    uint32_t i;
    for (i = 0; i < m->sweep->client_count; i++) {
        const drmfd_client *c = &m->sweep->clients[i];
        if (c->client_id == r->id && model_device(m, &m->sweep->devices[c->device_index]) == r->device && drm_owner(m->source, c) == r->pid)
            return 1;
    }
    return 0;
}

void rows_gone(model *m)
{
    const int64_t now = m->source->time;
    size_t i, n = 0;
    for (i = 0; i < m->gone_count; i++)
        if (now - m->gone[i].gone < STAYS) m->gone[n++] = m->gone[i];
        else row_free(&m->gone[i]);
    m->gone_count = n;
    for (i = 0; m->keeps_history && i < m->row_count; i++) {
        const row *r = &m->rows[i];
        if (r->kind != ROW_CLIENT || r->depth > 0 || r->gone != 0 || is_there(m, r)) continue;
        m->gone = (row *)cli_grow(m->gone, &m->gone_room, m->gone_count + 1, sizeof *m->gone);
        row_copy(&m->gone[m->gone_count], r);
        m->gone[m->gone_count].client = NULL;
        m->gone[m->gone_count++].gone = now;
    }
}

static void add_gone(model *m)
{
    size_t i;
    for (i = 0; i < m->gone_count; i++) {
        const row *r = &m->gone[i];
        if (m->filter.len > 0 && !holds(r->command, m->filter.ptr, m->filter.len) && !holds(r->user, m->filter.ptr, m->filter.len)) continue;
        row_copy(add(m, ROW_CLIENT), r);
    }
}

/* Order --------------------------------------------------------------------------------------------------------- */

static int order_text(const char *a, const char *b) { return strcmp(a != NULL ? a : "", b != NULL ? b : ""); }
static int order_u64(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }
static uint64_t memory_of(const row *r) { return (r->has_vram ? r->vram : 0) + (r->has_sys ? r->sys : 0); }

/* The natural order of each column: largest figure first, names and ids ascending. */
static int order(const model *m, const row *a, const row *b)
{
    int d = 0;
    switch (m->sort) {
    case SORT_BUSY: d = a->busy > b->busy ? -1 : a->busy < b->busy; break;
    case SORT_MEMORY:
        d = order_u64(b->vram, a->vram);
        if (d == 0) d = order_u64(memory_of(b), memory_of(a));
        break;
    case SORT_USER: d = order_text(a->user, b->user); break;
    case SORT_DEVICE: d = order_u64(a->device, b->device); break;
    case SORT_CPU: d = a->cpu > b->cpu ? -1 : a->cpu < b->cpu; break;
    case SORT_RSS: d = order_u64(b->has_rss ? b->rss : 0, a->has_rss ? a->rss : 0); break;
    case SORT_COMMAND: d = order_text(a->command, b->command); break;
    default: break;
    }
    if (d == 0) d = order_u64(a->pid, b->pid);
    if (m->reverse) d = -d;
    return d != 0 ? d : order_u64(a->id, b->id);
}

static const model *sorting;

static int compare(const void *a, const void *b) { return order(sorting, (const row *)a, (const row *)b); }

static void sort(model *m, row *rows, size_t count)
{
    sorting = m;
    if (count > 1) qsort(rows, count, sizeof *rows, compare);
}

/* The rows of a tree were gathered as parents, each followed by its children; sorts parents, and children within them. */
static void sort_tree(model *m)
{
    row *parents = NULL, *out;
    size_t parent_count = 0, parent_room = 0, i, k, n = 0;
    for (i = 0; i < m->row_count; i++) {
        if (m->rows[i].depth > 0) continue;
        parents = (row *)cli_grow(parents, &parent_room, parent_count + 1, sizeof *parents);
        parents[parent_count] = m->rows[i];
        parents[parent_count++].group = i;
    }
    if (parent_count == 0) return;
    sort(m, parents, parent_count);
    out = (row *)cli_alloc(m->row_count, sizeof *out);
    for (i = 0; i < parent_count; i++) {
        const size_t from = (size_t)parents[i].group + 1;
        for (k = from; k < m->row_count && m->rows[k].depth > 0; k++) {
        }
        out[n++] = parents[i];
        sort(m, m->rows + from, k - from);
        memcpy(out + n, m->rows + from, (k - from) * sizeof *out);
        n += k - from;
        if (k > from) out[n - 1].last = 1;
    }
    memcpy(m->rows, out, n * sizeof *out);
    free(out);
    free(parents);
}

/* A process with the clients of it that pass; one that has one client is that client's row. */
static void add_process(model *m, const drmfd_process *p)
{
    const known_process *known = model_process(m, p->pid);
    const size_t at = m->row_count;
    cli_buf title = {NULL, 0, 0};
    uint32_t k;
    row *r;
    if (p->client_count == 1) { /* one line says it all */
        (void)add_client(m, &m->sweep->clients[p->clients[0]], p->pid);
        return;
    }
    if (known == NULL) return;
    r = add(m, ROW_PROCESS);
    copy_process(r, known);
    put_title(&title, m, known, NULL);
    r->command = title.ptr;
    add_sums(r, p->devices, p->device_count);
    r->many = p->device_count > 1;
    r->device = p->client_count > 0 ? model_device(m, &m->sweep->devices[m->sweep->clients[p->clients[0]].device_index]) : UINT32_MAX;
    for (k = 0; k < p->client_count; k++) {
        const drmfd_client *c = &m->sweep->clients[p->clients[k]];
        row *under = add_client(m, c, p->pid);
        m->rows[at].types |= drm_types(c); /* the list of rows may have moved */
        if (under != NULL) under->depth = 1;
    }
    if (m->row_count == at + 1) shorten(m, at); /* none of its clients passed */
}

static void rows_by_process(model *m)
{
    uint32_t i;
    for (i = 0; i < m->sweep->process_count; i++) add_process(m, &m->sweep->processes[i]);
}

#define DEEPEST 32

static const row *by_pid_of; /* the rows whose numbers are sorted */

static int by_pid(const void *a, const void *b)
{
    return order_u64(by_pid_of[*(const uint32_t *)a].pid, by_pid_of[*(const uint32_t *)b].pid);
}

/* The row of the nearest process above that has one; row_count: none. at: the rows by pid. */
static uint32_t row_above(const model *m, const uint32_t *at, uint64_t pid)
{
    const uint32_t count = (uint32_t)m->row_count;
    int steps;
    for (steps = 0; steps < DEEPEST; steps++) {
        uint32_t low = 0, high = count;
        pid = m->source->live != NULL ? drm_process_parent(m->source->root, pid) : 0;
        if (pid == 0) return count;
        while (low < high) {
            const uint32_t mid = low + (high - low) / 2;
            if (m->rows[at[mid]].pid < pid) low = mid + 1;
            else high = mid;
        }
        if (low < count && m->rows[at[low]].pid == pid) return at[low];
    }
    return count;
}

/* Lays sorted rows out so that each follows the one above it: its own number in above, or row_count. */
static void lay_out(model *m, uint32_t *above, uint32_t *first, uint32_t *next)
{
    const uint32_t count = (uint32_t)m->row_count;
    row *out = (row *)cli_alloc(count, sizeof *out);
    uint32_t i, n = 0;
    uint64_t open = 0;
    int depth = 0;
    for (i = 0; i <= count; i++) first[i] = UINT32_MAX;
    for (i = count; i-- > 0;) {
        uint32_t up = above[i];
        for (depth = 0; up < count && depth < DEEPEST; depth++) up = above[up];
        if (up < count) above[i] = count; /* made-up parents go round in a circle */
        next[i] = first[above[i]];
        first[above[i]] = i;
    }
    depth = 0;
    for (i = first[count]; i != UINT32_MAX;) {
        row *r = &out[n++];
        *r = m->rows[i];
        r->depth = depth;
        r->last = next[i] == UINT32_MAX;
        r->open = open = r->last ? open & ~((uint64_t)1 << depth) : open | (uint64_t)1 << depth;
        if (first[i] != UINT32_MAX) {
            i = first[i];
            depth++;
            continue;
        }
        while (i < count && next[i] == UINT32_MAX) i = above[i], depth--;
        i = i < count ? next[i] : UINT32_MAX;
    }
    memcpy(m->rows, out, n * sizeof *out);
    free(out);
}

/* A row for each process, under the process that started it. */
static void rows_by_parent(model *m)
{
    uint32_t *lists, i, count;
    for (i = 0; i < m->sweep->process_count; i++) {
        const size_t at = m->row_count;
        add_process(m, &m->sweep->processes[i]);
        if (m->row_count > at) shorten(m, at + 1);
    }
    count = (uint32_t)m->row_count;
    if (count == 0) return;
    sort(m, m->rows, count);
    lists = (uint32_t *)cli_alloc((size_t)count * 4 + 1, sizeof *lists);
    for (i = 0; i < count; i++) lists[i] = i;
    by_pid_of = m->rows;
    qsort(lists, count, sizeof *lists, by_pid);
    for (i = 0; i < count; i++) lists[count + i] = row_above(m, lists, m->rows[i].pid);
    lay_out(m, lists + count, lists + (size_t)3 * count, lists + (size_t)2 * count);
    free(lists);
}

static void rows_by_device(model *m)
{
    size_t i;
    uint32_t k;
    for (i = 0; i < m->device_count; i++) {
        known_device *d = &m->devices[i];
        const size_t at = m->row_count;
        row *r;
        cli_buf b = {NULL, 0, 0};
        if (d->now == NULL) continue;
        r = add(m, ROW_DEVICE);
        r->id = i;
        r->device = (uint32_t)i;
        add_sums(r, d->now, 1);
        cli_put_safe(&b, d->driver, d->driver_len);
        if (d->name_len != d->driver_len || memcmp(d->name, d->driver, d->driver_len) != 0) {
            cli_put(&b, " ", 1);
            cli_put_safe(&b, d->name, d->name_len);
        }
        r->command = b.ptr;
        r->user = copy("");
        for (k = 0; k < m->sweep->client_count; k++) {
            const drmfd_client *c = &m->sweep->clients[k];
            row *under = &m->sweep->devices[c->device_index] == d->now ? add_client(m, c, drm_owner(m->source, c)) : NULL;
            if (under != NULL) under->depth = 1;
        }
        if (m->row_count == at + 1) shorten(m, at);
    }
}

void model_rows(model *m)
{
    uint32_t i;
    shorten(m, 0);
    m->hidden_by_filter = 0;
    if (m->sweep == NULL) return;
    if (m->tree == TREE_PROCESS) rows_by_process(m);
    else if (m->tree == TREE_DEVICE) rows_by_device(m);
    else if (m->tree == TREE_PARENT) rows_by_parent(m);
    if (m->tree == TREE_PROCESS || m->tree == TREE_DEVICE) sort_tree(m);
    if (m->tree != TREE_NONE) return;
    for (i = 0; i < m->sweep->client_count; i++) {
        const drmfd_client *c = &m->sweep->clients[i];
        (void)add_client(m, c, drm_owner(m->source, c));
    }
    add_gone(m);
    sort(m, m->rows, m->row_count);
}

static int asks(const model *m) { return m->want->pid_count + m->want->user_count > 0 || m->filter.len > 0; }

int model_matched(const model *m)
{
    size_t i;
    if (m->row_count > 0) return 1;
    if (asks(m)) return 0;
    for (i = 0; i < m->device_count; i++)
        if (!m->devices[i].hidden && (m->devices[i].now != NULL || m->devices[i].hardware != NULL)) return 1;
    return m->want->device_count == 0;
}

const char *model_nothing(const model *m)
{
    if (m->filter.len > 0 && m->hidden_by_filter > 0) return "nothing passes the filter";
    if (m->want->pid_count > 0 && m->sweep->client_count == 0) return drm_none_of_pids(m->source);
    if (asks(m) || m->want->device_count > 0) return "no client of these processes, users and devices";
    return drm_none(m->source);
}

int row_same(const row *a, const row *b)
{
    if (a->kind != b->kind) return 0;
    if (a->kind == ROW_DEVICE) return a->id == b->id;
    if (a->kind == ROW_PROCESS) return a->pid == b->pid;
    return a->pid == b->pid && a->id == b->id && a->device == b->device && a->depth == b->depth;
}

