#include "pmu.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MOST_COUNTERS 64
#define TOP "sys/bus/event_source/devices/"

/* A counter of one engine. */
typedef struct counter {
    size_t engine;    /* place among those of the device */
    int busy, all;    /* handles: time or ticks at work, and ticks passed; all below 0: busy counts ns */
    uint64_t last, last_all;
} counter;

typedef struct pmu_device {
    char pdev[32];
    char names[DRM_MOST_BUSY][16];
    size_t name_count;
    counter list[MOST_COUNTERS];
    size_t count;
    int refused, failed; /* failed: some counters are missing, so no figure is right */
    uint64_t time; /* of the last reading; 0: none */
} pmu_device;

struct drm_pmu {
    drm_counters calls;
    pmu_device *devices;
    size_t count, room;
};

drm_pmu *drm_pmu_open(const drm_counters *counters)
{
    drm_pmu *p = (drm_pmu *)cli_alloc(1, sizeof *p);
    p->calls = *counters;
    return p;
}

/* A short file below the folder of a PMU as a string; 0: there is none. */
static int text_of(const drm_files *files, const char *pmu, const char *name, char *to, size_t room)
{
    char path[256];
    size_t len = 0;
    snprintf(path, sizeof path, TOP "%.64s/%.128s", pmu, name);
    if (files->read_fn(files->user, path, to, room - 1, &len) != DRM_FILE_OK) len = 0;
    while (len > 0 && to[len - 1] == '\n') len--;
    to[len] = 0;
    return len > 0;
}

static int number_of(const drm_files *files, const char *pmu, const char *name, const char *before, uint64_t *value)
{
    char text[64], *end;
    const size_t len = strlen(before);
    if (!text_of(files, pmu, name, text, sizeof text) || strncmp(text, before, len) != 0) return 0;
    if (text[len] < '0' || text[len] > '9') return 0;
    *value = strtoull(text + len, &end, 0);
    return *end == 0 || *end == ',' || *end == '-'; /* of a list of CPUs, the first */
}

/* What both drivers call their engines, and what i915 prints in fdinfo instead. */
static const struct {
    char code[8], i915[16];
} engines[] = {{"rcs", "render"}, {"bcs", "copy"}, {"vcs", "video"}, {"vecs", "video-enhance"}, {"ccs", "compute"}};
enum { ENGINES = sizeof engines / sizeof *engines };
typedef char engines_fit[(int)ENGINES <= (int)DRM_MOST_BUSY ? 1 : -1];

/* The engine of this name; there are no more names than ENGINES. */
static size_t engine_of(pmu_device *d, const char *name)
{
    size_t i;
    for (i = 0; i < d->name_count; i++)
        if (strcmp(d->names[i], name) == 0) return i;
    snprintf(d->names[i], sizeof d->names[i], "%s", name);
    return d->name_count++;
}

static void add(drm_pmu *p, pmu_device *d, const char *engine, uint32_t type, int cpu, uint64_t busy, const uint64_t *all)
{
    counter c;
    drm_reply reply;
    memset(&c, 0, sizeof c);
    c.all = -1;
    if (d->count == MOST_COUNTERS) return;
    reply = p->calls.open_fn(type, busy, cpu, &c.busy, p->calls.user);
    if (reply == DRM_REPLY_YES && all != NULL) {
        reply = p->calls.open_fn(type, *all, cpu, &c.all, p->calls.user);
        if (reply != DRM_REPLY_YES) p->calls.close_fn(c.busy, p->calls.user);
    }
    d->refused |= reply == DRM_REPLY_REFUSED;
    d->failed |= reply != DRM_REPLY_YES && reply != DRM_REPLY_NO;
    if (reply != DRM_REPLY_YES) return;
    c.engine = engine_of(d, engine);
    d->list[d->count++] = c;
}

/* i915: events "rcs0-busy" and so on, in ns. */
static void open_i915(drm_pmu *p, pmu_device *d, const drm_files *files, const char *pmu, uint32_t type, int cpu)
{
    cli_buf names = {NULL, 0, 0};
    char path[128];
    size_t at;
    int k;
    snprintf(path, sizeof path, TOP "%.64s/events", pmu);
    if (files->list_fn(files->user, path, &names) == DRM_FILE_OK)
        for (at = 0; at < names.len; at += strlen(names.ptr + at) + 1) {
            const char *name = names.ptr + at, *dash = strchr(name, '-');
            char file[128], unit[16];
            uint64_t config;
            if (dash == NULL || strcmp(dash, "-busy") != 0 || strlen(name) > 32) continue;
            snprintf(file, sizeof file, "events/%s.unit", name);
            if (!text_of(files, pmu, file, unit, sizeof unit) || strcmp(unit, "ns") != 0) continue;
            snprintf(file, sizeof file, "events/%s", name);
            if (!number_of(files, pmu, file, "config=", &config)) continue;
            for (k = 0; k < ENGINES; k++) {
                const size_t len = strlen(engines[k].code);
                if (strncmp(name, engines[k].code, len) == 0 && strspn(name + len, "0123456789") == (size_t)(dash - name) - len &&
                    (size_t)(dash - name) > len)
                    add(p, d, engines[k].i915, type, cpu, config, NULL);
            }
        }
    cli_buf_free(&names);
}

/* Where a part of a config goes: "config:20-27". */
static int bits_of(const drm_files *files, const char *pmu, const char *name, unsigned *shift)
{
    uint64_t value;
    if (!number_of(files, pmu, name, "config:", &value) || value > 63) return 0;
    *shift = (unsigned)value;
    return 1;
}

/* xe: two events with ticks, for each class, instance and GT that there is. */
static void open_xe(drm_pmu *p, pmu_device *d, const drm_files *files, const char *pmu, uint32_t type, int cpu)
{
    uint64_t busy, all, gt, kind, i;
    unsigned at_event, at_gt, at_kind, at_instance;
    if (!number_of(files, pmu, "events/engine-active-ticks", "event=", &busy) || !number_of(files, pmu, "events/engine-total-ticks", "event=", &all) ||
        !bits_of(files, pmu, "format/event", &at_event) || !bits_of(files, pmu, "format/gt", &at_gt) ||
        !bits_of(files, pmu, "format/engine_class", &at_kind) || !bits_of(files, pmu, "format/engine_instance", &at_instance))
        return;
    for (gt = 0; gt < 2; gt++)
        for (kind = 0; kind < ENGINES; kind++)
            for (i = 0; i < 8 && !d->failed; i++) {
                const uint64_t which = gt << at_gt | kind << at_kind | i << at_instance, total = all << at_event | which;
                add(p, d, engines[kind].code, type, cpu, busy << at_event | which, &total);
            }
}

/* The PMU of a device: "i915" of the integrated one, else the driver and the address with "_". */
static pmu_device *device_of(drm_pmu *p, const drm_files *files, const drm_hardware *h)
{
    char pmu[64], plain[64];
    pmu_device *d;
    uint64_t type, cpu = 0;
    size_t i;
    for (i = 0; i < p->count; i++)
        if (strcmp(p->devices[i].pdev, h->pdev) == 0) return &p->devices[i];
    p->devices = (pmu_device *)cli_grow(p->devices, &p->room, p->count + 1, sizeof *p->devices);
    d = &p->devices[p->count++];
    memset(d, 0, sizeof *d);
    memcpy(d->pdev, h->pdev, sizeof d->pdev);
    snprintf(pmu, sizeof pmu, "%.16s_%.32s", h->driver, h->pdev);
    for (i = 0; pmu[i] != 0; i++)
        if (pmu[i] == ':') pmu[i] = '_';
    snprintf(plain, sizeof plain, "%.16s", h->driver);
    if (!number_of(files, pmu, "type", "", &type)) {
        if (strcmp(h->driver, "i915") != 0 || strcmp(h->pdev, "0000:00:02.0") != 0 || !number_of(files, plain, "type", "", &type)) return d;
        memcpy(pmu, plain, sizeof pmu);
    }
    (void)number_of(files, pmu, "cpumask", "", &cpu);
    if (strcmp(h->driver, "i915") == 0) open_i915(p, d, files, pmu, (uint32_t)type, (int)cpu);
    else open_xe(p, d, files, pmu, (uint32_t)type, (int)cpu);
    return d;
}

static void read_device(drm_pmu *p, pmu_device *d, drm_hardware *h, uint64_t now)
{
    double busy[DRM_MOST_BUSY] = {0}, all[DRM_MOST_BUSY] = {0};
    int wrong[DRM_MOST_BUSY] = {0};
    size_t i;
    for (i = 0; i < d->count; i++) {
        counter *c = &d->list[i];
        uint64_t value = 0, ticks = 0;
        const int ok = p->calls.read_fn(c->busy, &value, p->calls.user) == DRM_REPLY_YES &&
                       (c->all < 0 || p->calls.read_fn(c->all, &ticks, p->calls.user) == DRM_REPLY_YES);
        if (!ok || value < c->last || ticks < c->last_all) wrong[c->engine] = 1;
        else {
            busy[c->engine] += (double)(value - c->last);
            all[c->engine] += c->all < 0 ? (double)(now - d->time) : (double)(ticks - c->last_all);
        }
        c->last = value;
        c->last_all = ticks;
    }
    h->busy_count = 0;
    for (i = 0; !d->failed && d->time != 0 && now > d->time && i < d->name_count; i++) {
        drm_busy *to = &h->busy[h->busy_count];
        if (wrong[i] || all[i] <= 0) continue;
        memcpy(to->name, d->names[i], sizeof to->name);
        to->percent = busy[i] >= all[i] ? 100 : busy[i] / all[i] * 100;
        h->busy_count++;
    }
    h->busy_refused = d->refused;
    d->time = now;
}

void drm_pmu_read(drm_pmu *p, const drm_files *files, drm_hardware *list, size_t count, uint64_t now)
{
    size_t i;
    if (files->read_fn == NULL) return;
    for (i = 0; i < count; i++) {
        drm_hardware *h = &list[i];
        if (h->pdev[0] == 0 || (strcmp(h->driver, "i915") != 0 && strcmp(h->driver, "xe") != 0)) continue;
        if (h->state == DRM_AWAKE) read_device(p, device_of(p, files, h), h, now);
    }
}

void drm_pmu_close(drm_pmu *p)
{
    size_t i, k;
    if (p == NULL) return;
    for (i = 0; i < p->count; i++)
        for (k = 0; k < p->devices[i].count; k++) {
            p->calls.close_fn(p->devices[i].list[k].busy, p->calls.user);
            if (p->devices[i].list[k].all >= 0) p->calls.close_fn(p->devices[i].list[k].all, p->calls.user);
        }
    free(p->devices);
    free(p);
}
