#include "model.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const sort_names[SORTS] = {"busy", "memory", "pid", "user", "device", "command", "cpu", "rss"};
const char *const tree_names[TREES] = {"none", "process", "device"};

/* Limits on what a hostile driver could make up. */
#define MOST_DEVICES 256
#define MOST_ENGINES 64

static char *copy(const char *p, size_t len)
{
    char *to = (char *)cli_alloc(len + 1, 1);
    memcpy(to, p, len);
    return to;
}

static char *safe(const char *p, size_t len)
{
    cli_buf b = {NULL, 0, 0};
    cli_put(&b, "", 0);
    cli_put_safe(&b, p, len);
    return b.ptr;
}

/* Devices ------------------------------------------------------------------------------------------------------- */

static int same(const char *p, size_t len, drmfd_view v) { return len == v.len && memcmp(p, v.ptr, len) == 0; }

static known_device *know(model *m, drmfd_view name, drmfd_view driver)
{
    size_t i;
    known_device *k;
    for (i = 0; i < m->device_count; i++) {
        k = &m->devices[i];
        if (k->now == NULL && k->hardware == NULL && same(k->name, k->name_len, name) && same(k->driver, k->driver_len, driver))
            return k;
    }
    if (m->device_count == MOST_DEVICES) return NULL;
    m->devices = (known_device *)cli_grow(m->devices, &m->device_room, m->device_count + 1, sizeof *m->devices);
    k = &m->devices[m->device_count++];
    memset(k, 0, sizeof *k);
    k->name = copy(name.ptr, name.len);
    k->name_len = name.len;
    k->driver = copy(driver.ptr, driver.len);
    k->driver_len = driver.len;
    for (i = 0; i < HISTORY; i++) k->history[i] = k->memory[i] = -1;
    return k;
}

static void know_engine(known_device *k, drmfd_view name)
{
    size_t i;
    for (i = 0; i < k->engine_count; i++)
        if (same(k->engines[i].name, k->engines[i].len, name)) return;
    if (k->engine_count == MOST_ENGINES) return;
    k->engines = (known_engine *)cli_grow(k->engines, &k->engine_room, k->engine_count + 1, sizeof *k->engines);
    k->engines[k->engine_count].name = copy(name.ptr, name.len);
    k->engines[k->engine_count++].len = name.len;
}

static double busiest_sum(const drmfd_device *d, const drmfd_engine_sum **which)
{
    double most = -1;
    uint32_t i;
    for (i = 0; i < d->engine_count; i++) {
        const drmfd_engine_sum *e = &d->engines[i];
        if (e->best == NULL || e->best->percent <= most) continue;
        most = e->best->percent;
        if (which != NULL) *which = e;
    }
    return most;
}

static uint32_t device_of(const model *m, const drmfd_device *d)
{
    size_t i;
    for (i = 0; i < m->device_count; i++)
        if (m->devices[i].now == d) return (uint32_t)i;
    return UINT32_MAX;
}

static void take_device(model *m, const drmfd_device *d, const drm_hardware *h)
{
    const drmfd_view driver = d != NULL ? d->driver : drmfd_text(h->driver);
    const char *label = d != NULL ? drm_place_of(m->source, d)->label : drm_hardware_label(h);
    known_device *known = know(m, drmfd_text(label), driver);
    uint32_t e;
    if (known == NULL) return;
    known->now = d;
    known->hardware = h;
    known->hidden =
        !drm_wanted_device(&m->want, label, driver, h, (long)(known - m->devices));
    for (e = 0; d != NULL && e < d->engine_count; e++) know_engine(known, d->engines[e].name);
}

static double memory_used(const known_device *known)
{
    double value;
    uint64_t bytes;
    if (drm_fact_get(known->hardware, DRM_FACT_VRAM_USED, &value)) return value;
    if (known->now == NULL) return -1;
    if (drm_memory_sum(known->now->regions, known->now->region_count, DRMFD_CLASS_DEVICE, &bytes) ||
        drm_memory_sum(known->now->regions, known->now->region_count, DRMFD_CLASS_SYSTEM, &bytes))
        return (double)bytes;
    return -1;
}

void model_sweep(model *m, const drmfd_sweep *sweep)
{
    const drm_source *s = m->source;
    const drm_hardware *of[MOST_DEVICES];
    size_t i;
    uint32_t k;
    const uint32_t count = sweep->device_count < MOST_DEVICES ? sweep->device_count : MOST_DEVICES;
    m->sweep = sweep;
    for (i = 0; i < m->device_count; i++) {
        m->devices[i].now = NULL;
        m->devices[i].hardware = NULL;
    }
    /* The machine's order comes first, so that a device has the same number in every run. */
    for (k = 0; k < count; k++) of[k] = drm_place_of(s, &sweep->devices[k])->hardware;
    for (i = 0; i < s->hardware_count; i++) {
        const drm_hardware *h = &s->hardware[i];
        for (k = 0; k < count && of[k] != h; k++) {
        }
        take_device(m, k < count ? &sweep->devices[k] : NULL, h);
    }
    for (k = 0; k < count; k++)
        if (device_of(m, &sweep->devices[k]) == UINT32_MAX) take_device(m, &sweep->devices[k], NULL);
    for (i = 0; i < m->device_count; i++) {
        known_device *known = &m->devices[i];
        memmove(known->history, known->history + 1, sizeof known->history - sizeof known->history[0]);
        memmove(known->memory, known->memory + 1, sizeof known->memory - sizeof known->memory[0]);
        known->history[HISTORY - 1] = known->now != NULL ? busiest_sum(known->now, NULL) : -1;
        /* If no client ever had an engine, the device's own figure. */
        if (known->engine_count == 0 && !drm_fact_get(known->hardware, DRM_FACT_BUSY, &known->history[HISTORY - 1]))
            known->history[HISTORY - 1] = -1;
        known->memory[HISTORY - 1] = memory_used(known);
        (void)drm_fact_get(known->hardware, DRM_FACT_VRAM_TOTAL, &known->memory_size);
    }
}

void model_forget_history(model *m)
{
    size_t i, k;
    for (i = 0; i < m->device_count; i++)
        for (k = 0; k < HISTORY; k++) m->devices[i].history[k] = m->devices[i].memory[k] = -1;
}

/* Rows ---------------------------------------------------------------------------------------------------------- */

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
    while (m->row_count > count) {
        row *r = &m->rows[--m->row_count];
        free(r->user);
        free(r->command);
        free(r->engines);
        free(r->unit);
    }
}

int model_command_line(const model *m, uint64_t pid, cli_buf *b)
{
    char path[4096], text[1024];
    FILE *f;
    size_t n, i;
    if (m->source->scanner == NULL) return 0;
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

static void put_process(model *m, row *r)
{
    const drm_process *p = drm_process_of(m->source, r->pid);
    if (p == NULL) return;
    r->cpu = p->cpu;
    r->has_rss = p->has_memory;
    r->rss = p->memory;
    if (p->unit[0] != 0) r->unit = safe(p->unit, strlen(p->unit));
}

static void put_names(model *m, row *r)
{
    const char *user = drm_user(m->source, r->pid);
    cli_buf b = {NULL, 0, 0};
    const char *command;
    r->user = safe(user, strlen(user));
    if (!m->full || !model_command_line(m, r->pid, &b)) {
        command = drm_command(m->source, r->pid);
        cli_put_safe(&b, command, strlen(command));
    }
    if (r->client != NULL && r->client->client_name.len > 0) {
        cli_put(&b, " [", 2);
        cli_put_safe(&b, r->client->client_name.ptr, r->client->client_name.len);
        cli_put(&b, "]", 1);
    }
    if (r->kind == ROW_CLIENT && r->client->pid_count > 1) cli_putf(&b, " +%" PRIu32, r->client->pid_count - 1);
    r->command = b.ptr;
}

static row *add_client(model *m, const drmfd_client *c, uint64_t pid)
{
    row *r = add(m, ROW_CLIENT);
    const drmfd_usage *top = drm_busiest(c);
    cli_buf b = {NULL, 0, 0};
    r->pid = pid;
    r->id = c->client_id;
    r->client = c;
    r->clients = 1;
    r->processes = c->pid_count;
    r->device = device_of(m, &m->sweep->devices[c->device_index]);
    r->busy = top != NULL ? top->best->percent : -1;
    r->has_vram = drm_memory(c->regions, c->region_count, DRMFD_CLASS_DEVICE, &r->vram);
    r->has_sys = drm_memory(c->regions, c->region_count, DRMFD_CLASS_SYSTEM, &r->sys);
    drm_put_engines(&b, c);
    r->engines = b.ptr;
    r->types = drm_types(c);
    put_names(m, r);
    put_process(m, r);
    return r;
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
        const double most = busiest_sum(d, &which);
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

static int passes(const model *m, const row *r)
{
    cli_buf b = {NULL, 0, 0};
    int yes;
    if (r->client != NULL && r->device != UINT32_MAX && m->devices[r->device].hidden) return 0;
    if (r->client != NULL && !drm_wanted(&m->want, m->source, r->client)) return 0;
    if (m->filter.len == 0) return 1;
    cli_putf(&b, "%" PRIu64 "\n%s\n%s\n%s\n", r->pid, r->user, r->command, r->engines);
    if (r->client != NULL) {
        const char *device = drm_device_label(m->source, r->client);
        cli_put_safe(&b, r->client->driver.ptr, r->client->driver.len);
        cli_put(&b, "\n", 1);
        cli_put_safe(&b, device, strlen(device));
    }
    if (r->unit != NULL) cli_putf(&b, "\n%s", r->unit);
    yes = holds(b.ptr, m->filter.ptr, m->filter.len);
    cli_buf_free(&b);
    return yes;
}

/* Keeps the last row if it passes. */
static void keep(model *m)
{
    if (passes(m, &m->rows[m->row_count - 1])) return;
    shorten(m, m->row_count - 1);
    m->hidden_by_filter++;
}

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

static void rows_by_process(model *m)
{
    uint32_t i, k;
    for (i = 0; i < m->sweep->process_count; i++) {
        const drmfd_process *p = &m->sweep->processes[i];
        const size_t at = m->row_count;
        row *r;
        if (p->client_count == 1) { /* one line says it all */
            add_client(m, &m->sweep->clients[p->clients[0]], p->pid);
            keep(m);
            continue;
        }
        r = add(m, ROW_PROCESS);
        r->pid = p->pid;
        add_sums(r, p->devices, p->device_count);
        put_names(m, r);
        put_process(m, r);
        r->many = p->device_count > 1;
        r->device = p->client_count > 0 ? device_of(m, &m->sweep->devices[m->sweep->clients[p->clients[0]].device_index]) : UINT32_MAX;
        for (k = 0; k < p->client_count; k++) {
            const drmfd_client *c = &m->sweep->clients[p->clients[k]];
            m->rows[at].types |= drm_types(c); /* the list of rows may have moved */
            add_client(m, c, p->pid)->depth = 1;
            keep(m);
        }
        if (m->row_count == at + 1) shorten(m, at); /* none of its clients passed */
    }
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
        r->user = safe("", 0);
        for (k = 0; k < m->sweep->client_count; k++) {
            const drmfd_client *c = &m->sweep->clients[k];
            if (&m->sweep->devices[c->device_index] != d->now) continue;
            add_client(m, c, drm_owner(m->source, c))->depth = 1;
            keep(m);
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
    else {
        for (i = 0; i < m->sweep->client_count; i++) {
            const drmfd_client *c = &m->sweep->clients[i];
            add_client(m, c, drm_owner(m->source, c));
            keep(m);
        }
        sort(m, m->rows, m->row_count);
        return;
    }
    sort_tree(m);
}

static int asks(const model *m) { return m->want.pid_count + m->want.user_count > 0 || m->filter.len > 0; }

int model_matched(const model *m)
{
    size_t i;
    if (m->row_count > 0) return 1;
    if (asks(m)) return 0;
    for (i = 0; i < m->device_count; i++)
        if (!m->devices[i].hidden && (m->devices[i].now != NULL || m->devices[i].hardware != NULL)) return 1;
    return m->want.device_count == 0;
}

const char *model_nothing(const model *m)
{
    if (m->filter.len > 0 && m->hidden_by_filter > 0) return "nothing passes the filter";
    if (m->want.pid_count > 0 && m->sweep->client_count == 0) return "these processes hold no GPU or NPU client";
    if (asks(m) || m->want.device_count > 0) return "no client of these processes, users and devices";
    return drm_none(m->source);
}

int row_same(const row *a, const row *b)
{
    if (a->kind != b->kind) return 0;
    if (a->kind == ROW_DEVICE) return a->id == b->id;
    if (a->kind == ROW_PROCESS) return a->pid == b->pid;
    return a->pid == b->pid && a->id == b->id && a->device == b->device && a->depth == b->depth;
}

void model_free(model *m)
{
    size_t i, k;
    shorten(m, 0);
    for (i = 0; i < m->device_count; i++) {
        known_device *d = &m->devices[i];
        for (k = 0; k < d->engine_count; k++) free(d->engines[k].name);
        free(d->engines);
        free(d->name);
        free(d->driver);
    }
    free(m->devices);
    free(m->rows);
    cli_buf_free(&m->filter);
    drm_want_free(&m->want);
    memset(m, 0, sizeof *m);
}
