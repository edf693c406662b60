#include "client.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

drmfd_snapshot drm_parse(const char *text, size_t len, unsigned flags)
{
    drmfd_snapshot s;
    uint32_t room = 64;
    memset(&s, 0, sizeof s);
    for (;;) {
        s.engines = (drmfd_engine *)cli_alloc(room, sizeof *s.engines);
        s.regions = (drmfd_region *)cli_alloc(room, sizeof *s.regions);
        s.engine_room = s.region_room = room;
        drmfd_parse(&s, text, len, flags, NULL);
        if (s.counts.dropped == 0) return s;
        room += (uint32_t)s.counts.dropped;
        free(s.engines);
        free(s.regions);
    }
}

void drm_parse_free(drmfd_snapshot *s)
{
    free(s->engines);
    free(s->regions);
}

int drm_is_old_memory(const drmfd_line *line)
{
    static const char *const sizes[] = {"vram mem:", "gtt mem:", "cpu mem:"};
    size_t i;
    for (i = 0; line->what == DRMFD_KEY_BAD && i < 3; i++)
        if (line->key.len > strlen(sizes[i]) && memcmp(line->key.ptr, sizes[i], strlen(sizes[i])) == 0) return 1;
    return 0;
}

uint64_t drm_owner(drm_source *s, const drmfd_client *c)
{
    uint32_t i;
    for (i = 0; i < c->pid_count; i++) {
        const char *command;
        if (c->pids[i] == 1) continue;
        command = drm_command(s, c->pids[i]);
        if (strncmp(command, "systemd", 7) != 0 && strcmp(command, "seatd") != 0 && strcmp(command, "elogind") != 0)
            return c->pids[i];
    }
    return c->owner;
}

const drmfd_usage *drm_busiest(const drmfd_client *c)
{
    const drmfd_usage *top = NULL;
    uint32_t i;
    for (i = 0; i < c->engine_count; i++) {
        const drmfd_usage *u = &c->engines[i];
        if (u->best != NULL && (top == NULL || u->best->percent > top->best->percent)) top = u;
    }
    return top;
}

const char *drm_kind(const drmfd_usage *u)
{
    return u->best == NULL ? NULL : u->best == &u->busy ? "busy" : u->best == &u->share ? "share" : "speed";
}

const char *drm_sum_kind(const drmfd_engine_sum *e)
{
    return e->best == NULL ? NULL : e->best == &e->busy ? "busy" : e->best == &e->share ? "share" : "speed";
}

drmfd_why drm_no_figure(const drmfd_usage *u)
{
    if (u->best != NULL) return DRMFD_WHY_FIGURE;
    if (u->busy.why != DRMFD_WHY_ABSENT) return u->busy.why;
    return u->share.why != DRMFD_WHY_ABSENT ? u->share.why : u->speed.why;
}

void drm_put_engines(cli_buf *b, const drmfd_client *c)
{
    const drmfd_usage *last = NULL;
    uint32_t i;
    int any = 0;
    for (;;) { /* clients have a handful of engines */
        const drmfd_usage *next = NULL;
        for (i = 0; i < c->engine_count; i++) {
            const drmfd_usage *u = &c->engines[i];
            if (u->best == NULL) continue;
            any = 1;
            if (u->best->percent < 0.05) continue;
            if (last != NULL && (u->best->percent > last->best->percent || (u->best->percent >= last->best->percent && u <= last)))
                continue;
            if (next == NULL || u->best->percent > next->best->percent) next = u;
        }
        if (next == NULL) break;
        if (last != NULL) cli_put(b, " ", 1);
        cli_put_safe(b, next->name.ptr, next->name.len);
        cli_putf(b, " %.1f", next->best->percent);
        last = next;
    }
    if (last == NULL) cli_putf(b, "%s", any ? "idle" : "-");
}

/* What engines are for, by the names drivers give them [src]; a name may go on after these. */
static const struct {
    char name[16];
    unsigned type;
} uses[] = {{"gfx", DRM_TYPE_GRAPHICS},      {"render", DRM_TYPE_GRAPHICS}, {"rcs", DRM_TYPE_GRAPHICS},
            {"fragment", DRM_TYPE_GRAPHICS}, {"vertex", DRM_TYPE_GRAPHICS}, {"bin", DRM_TYPE_GRAPHICS},
            {"compute", DRM_TYPE_COMPUTE},   {"ccs", DRM_TYPE_COMPUTE},     {"csd", DRM_TYPE_COMPUTE},
            {"npu", DRM_TYPE_COMPUTE},       {"enc", DRM_TYPE_MEDIA},       {"dec", DRM_TYPE_MEDIA},
            {"jpeg", DRM_TYPE_MEDIA},        {"vpe", DRM_TYPE_MEDIA},       {"video", DRM_TYPE_MEDIA},
            {"vcs", DRM_TYPE_MEDIA},         {"vecs", DRM_TYPE_MEDIA}};

/* A number that we put into the text of a client of this driver, or -1. */
static int our_number(const drmfd_client *c, const char *driver, const char *key)
{
    drmfd_line line;
    if (c->driver.len != strlen(driver) || memcmp(c->driver.ptr, driver, c->driver.len) != 0) return -1;
    if (!drmfd_line_find(c->text.ptr, c->text.len, 0, drmfd_text(key), &line) || !line.usable) return -1;
    return line.number <= 7 ? (int)line.number : -1;
}

/* The types that NVML or amdkfd gave, or -1. */
static int given_types(const drmfd_client *c)
{
    const int types = our_number(c, "nvidia", DRM_NVML_TYPES);
    return types >= 0 ? types : our_number(c, "amdgpu", DRM_KFD_TYPES);
}

const char *const drm_type_names[3] = {"graphics", "compute", "media"};

const char *drm_reporter(const drmfd_client *c)
{
    return our_number(c, "nvidia", DRM_NVML_TYPES) >= 0 ? "nvml" : our_number(c, "amdgpu", DRM_KFD_TYPES) >= 0 ? "kfd" : "fdinfo";
}

int drm_kfd_value(const drmfd_client *c, const char *key, uint64_t *value)
{
    drmfd_line line;
    *value = 0;
    if (our_number(c, "amdgpu", DRM_KFD_TYPES) < 0) return 0;
    if (!drmfd_line_find(c->text.ptr, c->text.len, 0, drmfd_text(key), &line) || line.value.len == 0) return 0;
    *value = strtoull(line.value.ptr, NULL, 10); /* our own line: it ends with a line feed */
    return 1;
}

unsigned drm_types(const drmfd_client *c)
{
    const int given = given_types(c);
    unsigned types = given > 0 ? (unsigned)given : 0;
    uint32_t i;
    size_t k;
    for (i = 0; i < c->engine_count; i++) {
        const drmfd_usage *u = &c->engines[i];
        if (u->engine == NULL || (u->engine->ns == 0 && u->engine->cycles == 0 && u->engine->load == 0)) continue;
        for (k = 0; k < sizeof uses / sizeof *uses; k++)
            if (u->name.len >= strlen(uses[k].name) && memcmp(u->name.ptr, uses[k].name, strlen(uses[k].name)) == 0)
                types |= uses[k].type;
    }
    return types;
}

static void put_clause(cli_buf *b, const char *format, ...)
{
    char text[256];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    cli_putf(b, "%s%s", b->len > 0 ? "; " : "", text);
}

void drm_put_missing(cli_buf *b, const drm_source *s)
{
    const drmfd_scan_stats *t = &s->stats;
    size_t i;
    unsigned fact, refused = 0;
    if (t->refused > 0)
        put_clause(b, "%" PRIu64 " of %" PRIu64 " processes %s hidden: no right to look into %s%s", t->refused, t->processes,
                   t->refused == 1 ? "is" : "are", t->refused == 1 ? "it" : "them",
                   s->live != NULL && !s->is_root ? " (root sees more)" : "");
    if ((s->sight.unseen & DRM_UNSEEN_HIDEPID) != 0)
        put_clause(b, "%s is mounted with hidepid: processes of others are hidden, nobody knows how many (root sees them)", s->root);
    if ((s->sight.unseen & DRM_UNSEEN_NAMESPACE) != 0)
        put_clause(b, "%s shows one PID namespace, as in a container: processes outside it are hidden", s->root);
    if (t->unlisted + t->no_handle > 0)
        put_clause(b, "out of file descriptors: %" PRIu64 " processes not listed, %" PRIu64 " files not read", t->unlisted,
                   t->no_handle);
    if (s->sweep != NULL && s->sweep->no_memory > 0)
        put_clause(b, "out of memory: %" PRIu64 " files left out", s->sweep->no_memory);
    if (s->sweep != NULL && s->sweep->forgotten > 0)
        put_clause(b, "out of memory: history of %" PRIu32 " missing clients dropped", s->sweep->forgotten);
    if (s->found_by_bpf) put_clause(b, "BPF found the files of devices");
    for (i = 0; i < s->hardware_count; i++) refused += (unsigned)s->hardware[i].busy_refused;
    for (i = 0; i < s->hardware_count; i++)
        for (fact = 0; fact < DRM_FACTS; fact++) refused += s->hardware[i].refused >> fact & 1;
    if (refused > 0) put_clause(b, "%u figure%s of devices may not be read", refused, refused == 1 ? "" : "s");
    if (s->kfd_refused > 0) put_clause(b, "what %u process%s through /dev/kfd may not be read", s->kfd_refused, s->kfd_refused == 1 ? " does" : "es do");
    if (s->nvml_missing.len > 0) put_clause(b, "%s", s->nvml_missing.ptr);
    if (s->sweep != NULL && s->sweep->client_count > 0 && s->nvidia_is_silent) {
        if (s->nvml_why[0] == 0) put_clause(b, "NVIDIA's driver prints no usage here: use nvidia-smi");
        else put_clause(b, "NVIDIA's driver prints no usage here, and NVML cannot be used: %s", s->nvml_why);
    }
}

int drm_sees_all(const drm_source *s) { return s->sight.unseen == 0 && s->stats.refused == 0 && s->stats.unlisted == 0; }

const char *drm_none(const drm_source *s)
{
    if (s->nvidia_is_silent) return "no GPU or NPU client is open; for NVIDIA's driver use nvidia-smi";
    return drm_sees_all(s) ? "no GPU or NPU client is open" : "no GPU or NPU client can be seen";
}

const char *drm_none_of_pids(const drm_source *s)
{
    if (!drm_sees_all(s)) return "no GPU or NPU client can be seen";
    return s->live != NULL && s->stats.processes == 0 ? "no such process" : "these processes hold no GPU or NPU client";
}

/* Drivers that print counters only while a sysfs file of the device says so, and what to write to it. */
static const struct {
    const char *driver, *value;
} switched[] = {{"panfrost", "1"}, {"panthor", "3"}};

void drm_put_reason(cli_buf *b, const drmfd_client *c, const drmfd_usage *u)
{
    size_t i;
    if (u == NULL || drm_no_figure(u) == DRMFD_WHY_ABSENT)
        for (i = 0; i < sizeof switched / sizeof *switched; i++)
            if (c->driver.len == strlen(switched[i].driver) && memcmp(c->driver.ptr, switched[i].driver, c->driver.len) == 0) {
                cli_putf(b, "profiling is off: as root, write %s to /sys/bus/platform/drivers/%s/*/profiling",
                         switched[i].value, switched[i].driver);
                return;
            }
    cli_putf(b, "%s", u != NULL ? drmfd_why_text(drm_no_figure(u)) : "the driver prints no engines");
}

const char *drm_device_label(const drm_source *s, const drmfd_client *c) { return s->places[c->device_index].label; }

void drm_moment_of(drm_moment *m, const drm_source *s, int64_t first_time, int64_t last_time, int has_last)
{
    m->clock[0] = 0;
    m->seconds = ((double)s->time - (double)first_time) / 1e9;
    m->interval = has_last ? ((double)s->time - (double)last_time) / 1e9 : -1;
    if (s->live != NULL) {
        struct timespec now;
        struct tm utc;
        char date[24];
        clock_gettime(CLOCK_REALTIME, &now);
        gmtime_r(&now.tv_sec, &utc);
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &utc);
        snprintf(m->clock, sizeof m->clock, "%s.%03uZ", date, (unsigned)(now.tv_nsec / 1000000) % 1000);
    }
}
