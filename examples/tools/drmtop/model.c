#include "model.h"

#include <stdlib.h>
#include <string.h>

const option_word sort_words[] = {{"busy", SORT_BUSY}, {"memory", SORT_MEMORY}, {"pid", SORT_PID}, {"user", SORT_USER},
                                  {"device", SORT_DEVICE}, {"command", SORT_COMMAND}, {"cpu", SORT_CPU}, {"rss", SORT_RSS}, {NULL, 0}};
const option_word tree_words[] = {{"none", TREE_NONE}, {"process", TREE_PROCESS}, {"device", TREE_DEVICE}, {"parent", TREE_PARENT}, {NULL, 0}};

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

double model_busiest(const drmfd_device *d, const drmfd_engine_sum **which)
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

uint32_t model_device(const model *m, const drmfd_device *d)
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
        !drm_wanted_device(m->want, label, driver, h, (long)(known - m->devices));
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

/* The devices of the sweep, in the order of the machine: each has the same number in every run. */
static void take_devices(model *m, const drmfd_sweep *sweep)
{
    const drm_source *s = m->source;
    const drm_hardware *of[MOST_DEVICES];
    size_t i;
    uint32_t k;
    const uint32_t count = sweep->device_count < MOST_DEVICES ? sweep->device_count : MOST_DEVICES;
    for (i = 0; i < m->device_count; i++) {
        m->devices[i].now = NULL;
        m->devices[i].hardware = NULL;
    }
    for (k = 0; k < count; k++) of[k] = drm_place_of(s, &sweep->devices[k])->hardware;
    for (i = 0; i < s->hardware_count; i++) {
        const drm_hardware *h = &s->hardware[i];
        for (k = 0; k < count && of[k] != h; k++) {
        }
        take_device(m, k < count ? &sweep->devices[k] : NULL, h);
    }
    for (k = 0; k < count; k++)
        if (model_device(m, &sweep->devices[k]) == UINT32_MAX) take_device(m, &sweep->devices[k], NULL);
}

static void remember_devices(model *m)
{
    size_t i;
    for (i = 0; i < m->device_count; i++) {
        known_device *known = &m->devices[i];
        memmove(known->history, known->history + 1, sizeof known->history - sizeof known->history[0]);
        memmove(known->memory, known->memory + 1, sizeof known->memory - sizeof known->memory[0]);
        known->history[HISTORY - 1] = known->now != NULL ? model_busiest(known->now, NULL) : -1;
        /* If no client ever had an engine, the device's own figure. */
        if (known->engine_count == 0 && !drm_fact_get(known->hardware, DRM_FACT_BUSY, &known->history[HISTORY - 1]))
            known->history[HISTORY - 1] = -1;
        known->memory[HISTORY - 1] = memory_used(known);
        (void)drm_fact_get(known->hardware, DRM_FACT_VRAM_TOTAL, &known->memory_size);
    }
}

/* Processes ----------------------------------------------------------------------------------------------------- */

#define MOST_HISTORIES 1024 /* processes, */
#define MOST_SERIES 32      /* and of each */

static series *series_of(known_process *p, const char *label, drmfd_view name, int is_region)
{
    cli_buf b = {NULL, 0, 0};
    series *s;
    size_t i;
    cli_putf(&b, "%s ", label);
    cli_put_safe(&b, name.ptr, name.len);
    for (i = 0; i < p->series_count; i++)
        if (p->history[i].is_region == is_region && strcmp(p->history[i].name, b.ptr) == 0) {
            cli_buf_free(&b);
            return &p->history[i];
        }
    if (p->series_count == MOST_SERIES) {
        cli_buf_free(&b);
        return NULL;
    }
    p->history = (series *)cli_grow(p->history, &p->series_room, p->series_count + 1, sizeof *p->history);
    s = &p->history[p->series_count++];
    memset(s, 0, sizeof *s);
    s->name = b.ptr;
    s->is_region = is_region;
    for (i = 0; i < HISTORY; i++) s->at[i] = -1;
    return s;
}

/* The figures of this sweep, after those of the sweeps before. */
static void remember(known_process *p, const drmfd_process *now)
{
    uint32_t d, k;
    size_t i;
    for (i = 0; i < p->series_count; i++) {
        memmove(p->history[i].at, p->history[i].at + 1, sizeof p->history[i].at - sizeof p->history[i].at[0]);
        p->history[i].at[HISTORY - 1] = -1;
    }
    for (d = 0; d < now->device_count; d++) {
        const drmfd_device *of = &now->devices[d];
        char label[80];
        cli_buf b = {NULL, 0, 0};
        cli_put_safe(&b, of->name.ptr, of->name.len);
        snprintf(label, sizeof label, "%.64s", b.len > 0 ? b.ptr : "");
        cli_buf_free(&b);
        for (k = 0; k < of->engine_count; k++) {
            series *s = series_of(p, label, of->engines[k].name, 0);
            if (s != NULL && of->engines[k].best != NULL) s->at[HISTORY - 1] = (float)of->engines[k].best->percent;
        }
        for (k = 0; k < of->region_count; k++) {
            const drmfd_region_sum *r = &of->regions[k];
            series *s = series_of(p, label, r->name, 1);
            if (s != NULL && (r->has & DRMFD_REGION_HAS_RESIDENT) != 0) s->at[HISTORY - 1] = (float)r->resident;
            else if (s != NULL && (r->has & DRMFD_REGION_HAS_TOTAL) != 0) s->at[HISTORY - 1] = (float)r->total;
        }
    }
}

static void free_names(known_process *p)
{
    free(p->user);
    free(p->command);
    free(p->unit);
    free(p->line);
}

static void free_process(known_process *p)
{
    size_t i;
    free_names(p);
    for (i = 0; i < p->series_count; i++) free(p->history[i].name);
    free(p->history);
}

static int by_pid(const void *a, const void *b)
{
    const uint64_t x = ((const known_process *)a)->pid, y = ((const known_process *)b)->pid;
    return x < y ? -1 : x > y;
}

static known_process *find_process(const model *m, uint64_t pid)
{
    known_process key;
    key.pid = pid;
    if (m->process_count == 0) return NULL;
    return (known_process *)bsearch(&key, m->processes, m->process_count, sizeof key, by_pid);
}

const known_process *model_process(const model *m, uint64_t pid) { return find_process(m, pid); }

/* What is known of a process now; its history stays. */
static void read_process(model *m, known_process *p)
{
    const drm_process *now = drm_process_of(m->source, p->pid);
    const char *text = drm_user(m->source, p->pid);
    p->user = safe(text, strlen(text));
    text = drm_command(m->source, p->pid);
    p->command = safe(text, strlen(text));
    p->unit = p->line = NULL;
    p->cpu = now != NULL ? now->cpu : -1;
    p->has_rss = now != NULL && now->has_memory;
    p->rss = now != NULL ? now->memory : 0;
    if (now != NULL && now->unit[0] != 0) p->unit = safe(now->unit, strlen(now->unit));
}

static void take_processes(model *m, const drmfd_sweep *sweep)
{
    known_process *list = (known_process *)cli_alloc(sweep->process_count, sizeof *list);
    size_t i;
    for (i = 0; i < sweep->process_count; i++) {
        known_process *p = &list[i], *old = find_process(m, sweep->processes[i].pid);
        if (old != NULL) {
            free_names(old);
            *p = *old;
            old->seen = 1; /* moved */
        }
        p->pid = sweep->processes[i].pid;
        p->seen = 0;
        read_process(m, p);
        if (m->keeps_history && i < MOST_HISTORIES) remember(p, &sweep->processes[i]);
    }
    for (i = 0; i < m->process_count; i++)
        if (!m->processes[i].seen) free_process(&m->processes[i]);
    free(m->processes);
    m->processes = list;
    m->process_count = sweep->process_count;
    if (m->process_count > 1) qsort(list, m->process_count, sizeof *list, by_pid);
}

/* All that a sweep says is gathered here, once; rows.c filters and copies. */
void model_sweep(model *m, const drmfd_sweep *sweep)
{
    m->sweep = sweep;
    take_devices(m, sweep);
    remember_devices(m);
    take_processes(m, sweep);
}

void row_free(row *r)
{
    free(r->user);
    free(r->command);
    free(r->engines);
    free(r->unit);
}

void row_copy(row *to, const row *from)
{
    *to = *from;
    to->user = copy(from->user, strlen(from->user));
    to->command = copy(from->command, strlen(from->command));
    to->engines = copy(from->engines, strlen(from->engines));
    to->unit = from->unit != NULL ? copy(from->unit, strlen(from->unit)) : NULL;
}

void model_forget_history(model *m)
{
    size_t i, k;
    for (i = 0; i < m->device_count; i++)
        for (k = 0; k < HISTORY; k++) m->devices[i].history[k] = m->devices[i].memory[k] = -1;
    for (i = 0; i < m->process_count; i++) free_process(&m->processes[i]);
    m->process_count = 0;
    while (m->gone_count > 0) row_free(&m->gone[--m->gone_count]);
}

void model_end(model *m)
{
    size_t i, k;
    while (m->row_count > 0) row_free(&m->rows[--m->row_count]);
    model_forget_history(m);
    for (i = 0; i < m->device_count; i++) {
        known_device *d = &m->devices[i];
        for (k = 0; k < d->engine_count; k++) free(d->engines[k].name);
        free(d->engines);
        free(d->name);
        free(d->driver);
    }
    free(m->devices);
    free(m->rows);
    free(m->gone);
    free(m->processes);
    cli_buf_free(&m->filter);
    memset(m, 0, sizeof *m);
}
