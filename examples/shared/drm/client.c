#include "client.h"

#include <inttypes.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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

/* The types that NVML gave, or -1. */
static int nvml_types(const drmfd_client *c)
{
    drmfd_line line;
    if (c->driver.len != 6 || memcmp(c->driver.ptr, "nvidia", 6) != 0) return -1;
    if (!drmfd_line_find(c->text.ptr, c->text.len, 0, drmfd_text(DRM_NVML_TYPES), &line) || !line.usable) return -1;
    return line.number <= 3 ? (int)line.number : -1;
}

const char *const drm_type_names[3] = {"graphics", "compute", "media"};

int drm_from_nvml(const drmfd_client *c) { return nvml_types(c) >= 0; }

unsigned drm_types(const drmfd_client *c)
{
    const int given = nvml_types(c);
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

static int has_nvidia(const drm_source *s)
{
    char path[4096];
    const int len = s->scanner == NULL ? -1 : snprintf(path, sizeof path, "%s/driver/nvidia/version", s->root);
    return len > 0 && (size_t)len < sizeof path && access(path, F_OK) == 0;
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
                   s->scanner != NULL && geteuid() != 0 ? " (root sees more)" : "");
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
    for (i = 0; i < s->hardware_count; i++)
        for (fact = 0; fact < DRM_FACTS; fact++) refused += s->hardware[i].refused >> fact & 1;
    if (refused > 0) put_clause(b, "%u figure%s of devices may not be read", refused, refused == 1 ? "" : "s");
    if (s->nvml != NULL) drm_nvml_put_missing(b, s->nvml);
    else if (s->sweep != NULL && s->sweep->client_count > 0 && has_nvidia(s)) {
        if (s->nvml_why[0] == 0) put_clause(b, "NVIDIA's driver prints no usage here: use nvidia-smi");
        else put_clause(b, "NVIDIA's driver prints no usage here, and NVML cannot be used: %s", s->nvml_why);
    }
}

void drm_lost_json(cli_json *j, const drm_source *s)
{
    unsigned i;
    cli_json_object(j, "lost");
    cli_json_u64(j, "processes_no_descriptor", s->stats.unlisted);
    cli_json_u64(j, "files_no_descriptor", s->stats.no_handle);
    cli_json_u64(j, "files_no_memory", s->sweep != NULL ? s->sweep->no_memory : 0);
    cli_json_u64(j, "histories_no_memory", s->sweep != NULL ? s->sweep->forgotten : 0);
    for (i = 0; i < 2; i++) {
        char key[32];
        snprintf(key, sizeof key, "processes_%s", drm_unseen_names[i]);
        if ((s->sight.known & 1u << i) != 0) cli_json_bool(j, key, (s->sight.unseen & 1u << i) != 0);
        else cli_json_null(j, key);
    }
    cli_json_end(j);
}

int drm_sees_all(const drm_source *s) { return s->sight.unseen == 0 && s->stats.refused == 0 && s->stats.unlisted == 0; }

const char *drm_none(const drm_source *s)
{
    if (s->nvml == NULL && has_nvidia(s)) return "no GPU or NPU client is open; for NVIDIA's driver use nvidia-smi";
    return drm_sees_all(s) ? "no GPU or NPU client is open" : "no GPU or NPU client can be seen";
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

/* What is asked for --------------------------------------------------------------------------------------------- */

int drm_want_pid(drm_want *w, const cli *c, const char *text)
{
    uint64_t pid;
    if (!cli_number(c, "--pid", text, 0, UINT64_MAX, &pid)) return 0;
    w->pids = (uint64_t *)cli_grow(w->pids, &w->pid_room, w->pid_count + 1, sizeof *w->pids);
    w->pids[w->pid_count++] = pid;
    return 1;
}

static char *copy_of(const char *text)
{
    char *to = (char *)cli_alloc(strlen(text) + 1, 1);
    strcpy(to, text);
    return to;
}

static int is_number(const char *text) { return text[0] != 0 && strlen(text) < 10 && text[strspn(text, "0123456789")] == 0; }

void drm_want_user(drm_want *w, const char *text)
{
    const struct passwd *p = is_number(text) ? getpwuid((uid_t)strtoul(text, NULL, 10)) : NULL;
    w->users = (char **)cli_grow(w->users, &w->user_room, w->user_count + 1, sizeof *w->users);
    w->users[w->user_count++] = copy_of(p != NULL ? p->pw_name : text);
}

void drm_want_device(drm_want *w, const char *text)
{
    static const char *const folders[] = {"/dev/dri/", "/dev/accel/"};
    size_t i;
    for (i = 0; i < 2; i++)
        if (strncmp(text, folders[i], strlen(folders[i])) == 0) text += strlen(folders[i]);
    w->devices = (char **)cli_grow(w->devices, &w->device_room, w->device_count + 1, sizeof *w->devices);
    w->devices[w->device_count++] = copy_of(text);
}

void drm_want_free(drm_want *w)
{
    size_t i;
    for (i = 0; i < w->user_count; i++) free(w->users[i]);
    for (i = 0; i < w->device_count; i++) free(w->devices[i]);
    free(w->pids);
    free(w->users);
    free(w->devices);
    memset(w, 0, sizeof *w);
}

int drm_wanted(const drm_want *w, drm_source *s, const drmfd_client *c)
{
    size_t i;
    uint32_t k;
    int any = w->pid_count == 0;
    for (i = 0; i < w->pid_count; i++)
        for (k = 0; k < c->pid_count; k++) any |= w->pids[i] == c->pids[k];
    if (!any || w->user_count == 0) return any;
    for (k = 0; k < c->pid_count; k++) {
        const char *user = drm_user(s, c->pids[k]);
        for (i = 0; i < w->user_count; i++)
            if (strcmp(w->users[i], user) == 0) return 1;
    }
    return 0;
}

int drm_wanted_device(const drm_want *w, const char *label, drmfd_view driver, const drm_hardware *h, long place)
{
    const size_t name_len = strlen(label);
    size_t i;
    for (i = 0; i < w->device_count; i++) {
        const char *word = w->devices[i];
        const size_t len = strlen(word);
        if (place >= 0 && is_number(word) && strtol(word, NULL, 10) == place) return 1;
        if (strcmp(label, word) == 0) return 1;
        if (driver.len == len && memcmp(driver.ptr, word, len) == 0) return 1;
        if (name_len == len + 5 && strchr(word, ':') != NULL && label[4] == ':' && strcmp(label + 5, word) == 0)
            return 1; /* without the domain */
        if (h != NULL && (strcmp(h->card, word) == 0 || strcmp(h->render, word) == 0) && len > 0) return 1;
    }
    return w->device_count == 0;
}

int drm_wanted_place(const drm_want *w, const drm_source *s, const drmfd_device *d)
{
    const drm_place *p = drm_place_of(s, d);
    return drm_wanted_device(w, p->label, d->driver, p->hardware, -1);
}

int drm_wanted_idle(const drm_want *w, const drm_source *s, const drm_hardware *h)
{
    return drm_idle(s, h) && drm_wanted_device(w, drm_hardware_label(h), drmfd_text(h->driver), h, -1);
}

int drm_matched(const drm_want *w, drm_source *s)
{
    const drmfd_sweep *sweep = s->sweep;
    uint32_t i;
    size_t k;
    for (i = 0; i < sweep->client_count; i++)
        if (drm_wanted_place(w, s, &sweep->devices[sweep->clients[i].device_index]) && drm_wanted(w, s, &sweep->clients[i])) return 1;
    for (k = 0; k < s->hardware_count; k++)
        if (w->pid_count + w->user_count == 0 && drm_wanted_idle(w, s, &s->hardware[k])) return 1;
    return w->pid_count + w->user_count + w->device_count == 0;
}

const char *drm_device_label(const drm_source *s, const drmfd_client *c) { return s->places[c->device_index].label; }

void drm_moment_of(drm_moment *m, const drm_source *s, int64_t first_time, int64_t last_time, int has_last)
{
    m->clock[0] = 0;
    m->seconds = ((double)s->time - (double)first_time) / 1e9;
    m->interval = has_last ? ((double)s->time - (double)last_time) / 1e9 : -1;
    if (s->scanner != NULL) {
        struct timespec now;
        struct tm utc;
        char date[24];
        clock_gettime(CLOCK_REALTIME, &now);
        gmtime_r(&now.tv_sec, &utc);
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &utc);
        snprintf(m->clock, sizeof m->clock, "%s.%03uZ", date, (unsigned)(now.tv_nsec / 1000000) % 1000);
    }
}

static void json_view(cli_json *j, const char *key, drmfd_view v)
{
    if (v.len > 0) cli_json_text(j, key, v.ptr, v.len);
    else cli_json_null(j, key);
}

static void json_bytes(cli_json *j, const char *key, int there, uint64_t bytes)
{
    if (there) cli_json_u64(j, key, bytes);
    else cli_json_null(j, key);
}

static void json_device(cli_json *j, const drm_source *s, const drmfd_device *d)
{
    uint32_t i;
    cli_json_object(j, NULL);
    cli_json_str(j, "device", drm_place_of(s, d)->label);
    cli_json_text(j, "driver", d->driver.ptr, d->driver.len);
    cli_json_u64(j, "clients", d->clients);
    cli_json_array(j, "engines");
    for (i = 0; i < d->engine_count; i++) {
        const drmfd_engine_sum *e = &d->engines[i];
        cli_json_object(j, NULL);
        cli_json_text(j, "name", e->name.ptr, e->name.len);
        if (e->best != NULL) cli_json_double(j, "percent", e->best->percent);
        else cli_json_null(j, "percent");
        cli_json_str(j, "kind", drm_sum_kind(e));
        if (e->best != NULL) cli_json_double(j, "raw", e->best->raw);
        cli_json_u64(j, "clients", e->best != NULL ? e->best->clients : 0);
        cli_json_end(j);
    }
    cli_json_end(j);
    cli_json_array(j, "memory");
    for (i = 0; i < d->region_count; i++) {
        const drmfd_region_sum *r = &d->regions[i];
        cli_json_object(j, NULL);
        cli_json_text(j, "name", r->name.ptr, r->name.len);
        cli_json_str(j, "class", drmfd_class_name(r->where));
        json_bytes(j, "total", (r->has & DRMFD_REGION_HAS_TOTAL) != 0, r->total);
        json_bytes(j, "shared", (r->has & DRMFD_REGION_HAS_SHARED) != 0, r->shared);
        json_bytes(j, "unshared", (r->has & DRMFD_REGION_HAS_UNSHARED) != 0, r->unshared);
        json_bytes(j, "resident", (r->has & DRMFD_REGION_HAS_RESIDENT) != 0, r->resident);
        json_bytes(j, "purgeable", (r->has & DRMFD_REGION_HAS_PURGEABLE) != 0, r->purgeable);
        json_bytes(j, "active", (r->has & DRMFD_REGION_HAS_ACTIVE) != 0, r->active);
        cli_json_end(j);
    }
    cli_json_end(j);
    drm_hardware_json(j, drm_place_of(s, d)->hardware);
    cli_json_end(j);
}

void drm_devices_json(cli_json *j, const drm_source *s, const drmfd_sweep *sweep, const drm_want *w)
{
    size_t i;
    uint32_t k;
    cli_json_array(j, "devices");
    for (k = 0; k < sweep->device_count; k++) {
        const drmfd_device *d = &sweep->devices[k];
        if (drm_wanted_place(w, s, d)) json_device(j, s, d);
    }
    for (i = 0; i < s->hardware_count; i++) {
        const drm_hardware *h = &s->hardware[i];
        if (!drm_wanted_idle(w, s, h)) continue;
        cli_json_object(j, NULL);
        cli_json_str(j, "device", drm_hardware_label(h));
        cli_json_str(j, "driver", h->driver);
        cli_json_u64(j, "clients", 0);
        cli_json_array(j, "engines");
        cli_json_end(j);
        cli_json_array(j, "memory");
        cli_json_end(j);
        drm_hardware_json(j, h);
        cli_json_end(j);
    }
    cli_json_end(j);
}

static void json_engine(cli_json *j, const drmfd_usage *u)
{
    cli_json_object(j, NULL);
    cli_json_text(j, "name", u->name.ptr, u->name.len);
    if (u->best != NULL) cli_json_double(j, "percent", u->best->percent);
    else cli_json_null(j, "percent");
    cli_json_str(j, "kind", drm_kind(u));
    if (u->best != NULL) cli_json_double(j, "raw", u->best->raw);
    else cli_json_str(j, "why", drmfd_why_name(drm_no_figure(u)));
    cli_json_u64(j, "capacity", u->engine != NULL ? u->engine->capacity : 1);
    cli_json_end(j);
}

void drm_regions_json(cli_json *j, const drmfd_region *regions, uint32_t count)
{
    uint32_t i;
    cli_json_array(j, "memory");
    for (i = 0; i < count; i++) {
        const drmfd_region *r = &regions[i];
        cli_json_object(j, NULL);
        cli_json_text(j, "name", r->name.ptr, r->name.len);
        cli_json_str(j, "class", drmfd_class_name(r->where));
        json_bytes(j, "total", (r->has & DRMFD_REGION_HAS_TOTAL) != 0, r->total);
        json_bytes(j, "shared", (r->has & DRMFD_REGION_HAS_SHARED) != 0, r->shared);
        json_bytes(j, "resident", (r->has & DRMFD_REGION_HAS_RESIDENT) != 0, r->resident);
        json_bytes(j, "purgeable", (r->has & DRMFD_REGION_HAS_PURGEABLE) != 0, r->purgeable);
        json_bytes(j, "active", (r->has & DRMFD_REGION_HAS_ACTIVE) != 0, r->active);
        cli_json_end(j);
    }
    cli_json_end(j);
}

void drm_client_json(cli_json *j, drm_source *s, const drm_moment *m, const drmfd_client *c)
{
    const uint64_t owner = drm_owner(s, c);
    const drm_process *p = drm_process_of(s, owner);
    uint32_t i;
    cli_json_object(j, NULL);
    if (m != NULL) {
        cli_json_str(j, "time", m->clock[0] != 0 ? m->clock : NULL);
        cli_json_double(j, "seconds", m->seconds);
    }
    cli_json_u64(j, "pid", owner);
    cli_json_array(j, "pids");
    for (i = 0; i < c->pid_count; i++) cli_json_u64(j, NULL, c->pids[i]);
    cli_json_end(j);
    cli_json_str(j, "user", drm_user(s, owner));
    cli_json_str(j, "command", drm_command(s, owner));
    cli_json_str(j, "device", drm_device_label(s, c));
    cli_json_text(j, "driver", c->driver.ptr, c->driver.len);
    json_bytes(j, "client_id", c->has_client_id, c->client_id);
    json_view(j, "client_name", c->client_name);
    cli_json_bool(j, "new", c->is_new);
    cli_json_str(j, "source", drm_from_nvml(c) ? "nvml" : "fdinfo");
    cli_json_array(j, "types");
    for (i = 0; i < 3; i++)
        if ((drm_types(c) & 1u << i) != 0) cli_json_str(j, NULL, drm_type_names[i]);
    cli_json_end(j);
    if (p != NULL && p->cpu >= 0) cli_json_double(j, "cpu_percent", p->cpu);
    else cli_json_null(j, "cpu_percent");
    json_bytes(j, "process_bytes", p != NULL && p->has_memory, p != NULL ? p->memory : 0);
    cli_json_str(j, "unit", p != NULL && p->unit[0] != 0 ? p->unit : NULL);
    cli_json_array(j, "engines");
    for (i = 0; i < c->engine_count; i++) json_engine(j, &c->engines[i]);
    cli_json_end(j);
    drm_regions_json(j, c->regions, c->region_count);
    cli_json_end(j);
}

/* Spreadsheets and terminals get no control characters. */
static void csv_safe(cli_csv *v, const char *bytes, size_t len)
{
    cli_buf b = {NULL, 0, 0};
    cli_put_safe(&b, bytes, len);
    cli_csv_field(v, b.ptr != NULL ? b.ptr : "", b.len);
    cli_buf_free(&b);
}

void drm_client_csv_titles(cli_csv *v)
{
    static const char *const titles[] = {
        "time",    "seconds",   "pid",         "processes", "user",           "command", "device",
        "driver",  "client_id", "client_name", "new",       "busiest_engine", "percent", "engines",
        "device_bytes", "system_bytes", "source", "types",  "cpu_percent",    "process_bytes", "unit"};
    size_t i;
    for (i = 0; i < sizeof titles / sizeof *titles; i++) cli_csv_field(v, titles[i], strlen(titles[i]));
    cli_csv_end(v);
}

void drm_client_csv(cli_csv *v, drm_source *s, const drm_moment *m, const drmfd_client *c)
{
    const uint64_t owner = drm_owner(s, c);
    const drmfd_usage *top = drm_busiest(c);
    const char *device = drm_device_label(s, c);
    const drm_process *p = drm_process_of(s, owner);
    const char *text;
    cli_buf engines = {NULL, 0, 0};
    uint64_t bytes;
    uint32_t i;
    cli_csv_fieldf(v, "%s", m->clock);
    cli_csv_fieldf(v, "%.3f", m->seconds);
    cli_csv_fieldf(v, "%" PRIu64, owner);
    cli_csv_fieldf(v, "%" PRIu32, c->pid_count);
    text = drm_user(s, owner);
    csv_safe(v, text, strlen(text));
    text = drm_command(s, owner);
    csv_safe(v, text, strlen(text));
    csv_safe(v, device, strlen(device));
    csv_safe(v, c->driver.ptr, c->driver.len);
    if (c->has_client_id) cli_csv_fieldf(v, "%" PRIu64, c->client_id);
    else cli_csv_field(v, "", 0);
    csv_safe(v, c->client_name.ptr, c->client_name.len);
    cli_csv_fieldf(v, "%d", c->is_new);
    if (top != NULL) {
        csv_safe(v, top->name.ptr, top->name.len);
        cli_csv_fieldf(v, "%.3f", top->best->percent);
    } else {
        cli_csv_field(v, "", 0);
        cli_csv_field(v, "", 0);
    }
    for (i = 0; i < c->engine_count; i++) {
        const drmfd_usage *u = &c->engines[i];
        if (i > 0) cli_put(&engines, " ", 1);
        cli_put_safe(&engines, u->name.ptr, u->name.len);
        if (u->best != NULL) cli_putf(&engines, "=%.3f", u->best->percent);
        else cli_put(&engines, "=", 1);
    }
    cli_csv_field(v, engines.ptr != NULL ? engines.ptr : "", engines.len);
    if (drm_memory(c->regions, c->region_count, DRMFD_CLASS_DEVICE, &bytes)) cli_csv_fieldf(v, "%" PRIu64, bytes);
    else cli_csv_field(v, "", 0);
    if (drm_memory(c->regions, c->region_count, DRMFD_CLASS_SYSTEM, &bytes)) cli_csv_fieldf(v, "%" PRIu64, bytes);
    else cli_csv_field(v, "", 0);
    cli_csv_fieldf(v, "%s", drm_from_nvml(c) ? "nvml" : "fdinfo");
    engines.len = 0;
    for (i = 0; i < 3; i++)
        if ((drm_types(c) & 1u << i) != 0) cli_putf(&engines, "%s%s", engines.len > 0 ? " " : "", drm_type_names[i]);
    cli_csv_field(v, engines.len > 0 ? engines.ptr : "", engines.len);
    cli_buf_free(&engines);
    if (p != NULL && p->cpu >= 0) cli_csv_fieldf(v, "%.1f", p->cpu);
    else cli_csv_field(v, "", 0);
    if (p != NULL && p->has_memory) cli_csv_fieldf(v, "%" PRIu64, p->memory);
    else cli_csv_field(v, "", 0);
    csv_safe(v, p != NULL ? p->unit : "", p != NULL ? strlen(p->unit) : 0);
    cli_csv_end(v);
}

int drm_seconds(const cli *c, const char *option, const char *text, uint64_t least_ms, uint64_t most_ms, int64_t *ns)
{
    const char *p = text;
    uint64_t v = 0, unit = 1000000000;
    int digits = 0;
    for (; *p >= '0' && *p <= '9' && v < 1000000000; p++, digits++) v = v * 10 + (uint64_t)(*p - '0');
    if (v < 1000000000) {
        v *= unit;
        if (*p == '.')
            for (p++; *p >= '0' && *p <= '9' && unit > 1; p++, digits++) v += (uint64_t)(*p - '0') * (unit /= 10);
        if (digits > 0 && *p == 0 && v >= least_ms * 1000000 && v <= most_ms * 1000000) {
            *ns = (int64_t)v;
            return 1;
        }
    }
    cli_usage(c, "%s takes %g to %g seconds, not '%s'", option, (double)least_ms / 1000, (double)most_ms / 1000, text);
    return 0;
}
