#define DRMFD_IMPLEMENTATION
#include "drm.h"

#include <inttypes.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int drm_memory(const drmfd_region *regions, uint32_t count, drmfd_class where, uint64_t *bytes)
{
    uint32_t i;
    int any = 0;
    *bytes = 0;
    for (i = 0; i < count; i++) {
        const drmfd_region *r = &regions[i];
        if (r->where != where || (r->has & (DRMFD_REGION_HAS_RESIDENT | DRMFD_REGION_HAS_TOTAL)) == 0) continue;
        *bytes += (r->has & DRMFD_REGION_HAS_RESIDENT) != 0 ? r->resident : r->total;
        any = 1;
    }
    return any;
}

int drm_memory_sum(const drmfd_region_sum *regions, uint32_t count, drmfd_class where, uint64_t *bytes)
{
    uint32_t i;
    int any = 0;
    *bytes = 0;
    for (i = 0; i < count; i++) {
        const drmfd_region_sum *r = &regions[i];
        if (r->where != where || (r->has & (DRMFD_REGION_HAS_RESIDENT | DRMFD_REGION_HAS_TOTAL)) == 0) continue;
        *bytes += (r->has & DRMFD_REGION_HAS_RESIDENT) != 0 ? r->resident : r->total;
        any = 1;
    }
    return any;
}

/* Where sweeps come from ---------------------------------------------------------------------------------------- */

static int by_pid(const void *a, const void *b)
{
    const uint64_t x = ((const drm_person *)a)->pid, y = ((const drm_person *)b)->pid;
    return x < y ? -1 : x > y;
}

/* PID, user and command, with tabs between them. */
static void read_people(drm_source *s, char *text, size_t len)
{
    char *p = text, *end = text + len;
    size_t room = 0;
    while (p < end) {
        char *eol = (char *)memchr(p, '\n', (size_t)(end - p));
        char *tab, *second;
        drm_person *who;
        if (eol == NULL) eol = end;
        *eol = 0;
        tab = strchr(p, '\t');
        second = tab != NULL ? strchr(tab + 1, '\t') : NULL;
        if (second != NULL) {
            *tab = *second = 0;
            s->people = (drm_person *)cli_grow(s->people, &room, s->person_count + 1, sizeof *s->people);
            who = &s->people[s->person_count++];
            who->pid = strtoull(p, NULL, 10);
            who->user = tab + 1;
            who->command = second + 1;
        }
        p = eol + 1;
    }
    if (s->person_count > 0) qsort(s->people, s->person_count, sizeof *s->people, by_pid);
}

/* A library asked for by name must work; the system's is used if it does. */
static int open_nvml(drm_source *s, const char *path)
{
    if (path != NULL ? strcmp(path, "none") == 0 : strcmp(s->root, "/proc") != 0) return 1;
    s->nvml = drm_nvml_open(path, s->nvml_why, sizeof s->nvml_why);
    if (s->nvml != NULL || path == NULL) return 1;
    cli_error(s->c, "%s", s->nvml_why);
    return 0;
}

/* Whether the kernel numbers clients by one rising counter: since Linux 6.5, drivers/gpu/drm/drm_file.c. */
static int rising_ids(const char *root)
{
    char text[64] = "";
    unsigned major = 0, minor = 0;
    cli_buf path = {NULL, 0, 0};
    FILE *f;
    cli_putf(&path, "%s/sys/kernel/osrelease", root);
    f = fopen(path.ptr, "rb");
    cli_buf_free(&path);
    if (f == NULL) return 0;
    if (fread(text, 1, sizeof text - 1, f) == 0 || sscanf(text, "%u.%u", &major, &minor) != 2) major = 0;
    fclose(f);
    return major > 6 || (major == 6 && minor >= 5);
}

int drm_source_open(drm_source *s, cli *c, const char *root, const char *replay, const char *nvml,
                    const drmfd_scanner_options *options)
{
    const size_t most = sizeof(size_t) > 4 ? (size_t)1 << 30 : (size_t)256 << 20; /* enough for 100,000 clients */
    drmfd_scanner_options scan;
    drmfd_tracker_options track;
    drmfd_error e;
    memset(s, 0, sizeof *s);
    memset(&scan, 0, sizeof scan);
    memset(&track, 0, sizeof track);
    if (options != NULL) scan = *options;
    scan.flags |= DRMFD_READ_OLD_AMDGPU;
    scan.memory.max_memory = track.memory.max_memory = most;
    s->c = c;
    s->root = root;
    track.rising_ids = replay == NULL && rising_ids(root);
    s->tracker = drmfd_tracker_open(&track, &e);
    if (s->tracker == NULL) {
        cli_error(c, "%s", e.message);
        return 0;
    }
    if (replay != NULL) {
        cli_buf path = {NULL, 0, 0};
        size_t len;
        struct stat st;
        cli_putf(&path, "%s/sweeps.txt", replay);
        s->sweeps = cli_read(c, path.ptr, &s->sweeps_len, NULL);
        path.len = 0;
        cli_putf(&path, "%s/processes.txt", replay);
        if (s->sweeps != NULL && stat(path.ptr, &st) == 0) {
            s->people_text = cli_read(c, path.ptr, &len, NULL);
            if (s->people_text != NULL) read_people(s, s->people_text, len);
        }
        cli_buf_free(&path);
        if (s->sweeps != NULL) {
            drm_source_rewind(s);
            return 1;
        }
    } else {
        drmfd_system calls;
        if (drmfd_posix_open(&s->posix, root, &calls, &e) != DRMFD_OK) cli_error(c, "%s: %s", root, e.message);
        else if ((s->scanner = drmfd_scanner_open(&calls, &scan, &e)) == NULL) cli_error(c, "%s", e.message);
        else if (open_nvml(s, nvml)) {
            s->pids = scan.pids;
            s->pid_count = scan.pid_count;
            (void)drm_files_open(&s->machine.files, root);
            drm_sight_of(&s->sight, root);
            return 1;
        }
    }
    drm_source_close(s);
    return 0;
}

void drm_source_rewind(drm_source *s) { drm_texts_begin(&s->texts, s->sweeps, s->sweeps_len, 3); }

/* A note of a recording: "processes N", "refused N" or "unseen WHY". */
static void note(drm_source *s, drmfd_view text)
{
    char word[32];
    uint64_t n;
    unsigned i;
    if (text.len >= sizeof word) return;
    memcpy(word, text.ptr, text.len);
    word[text.len] = 0;
    if (sscanf(word, "processes %" SCNu64, &n) == 1) s->stats.processes = n;
    if (sscanf(word, "refused %" SCNu64, &n) == 1) s->stats.refused = n;
    for (i = 0; i < 2; i++)
        if (strncmp(word, "unseen ", 7) == 0 && strcmp(word + 7, drm_unseen_names[i]) == 0) s->sight.known |= 1u << i, s->sight.unseen |= 1u << i;
}

/* What NVML knows about processes, as texts like the kernel's: the tracker then counts and adds up as usual. */
static void add_nvml(drm_source *s, uint64_t now)
{
    size_t count, i, k;
    const drm_nvml_use *uses;
    const drm_hardware *devices;
    drm_nvml_read(s->nvml, now);
    uses = drm_nvml_uses(s->nvml, &count);
    devices = drm_nvml_devices(s->nvml, &k);
    for (i = 0; i < count; i++) {
        const drm_nvml_use *u = &uses[i];
        drmfd_sample sample;
        cli_buf *b = &s->text;
        for (k = 0; k < s->pid_count && s->pids[k] != u->pid; k++) {
        }
        if (s->pid_count > 0 && k == s->pid_count) continue;
        b->len = 0;
        cli_putf(b, "drm-driver:\t%s\ndrm-pdev:\t%s\n", devices[u->device].driver, devices[u->device].pdev);
        cli_putf(b, DRM_NVML_TYPES ":\t%d\n", (u->graphics ? DRM_TYPE_GRAPHICS : 0) | (u->compute ? DRM_TYPE_COMPUTE : 0));
        if (u->has_memory) cli_putf(b, "drm-resident-vram:\t%" PRIu64 "\n", u->memory);
        for (k = 0; u->has_percent && k < 3; k++)
            cli_putf(b, "drm-engine-%s:\t%" PRIu64 " ns\n", drm_nvml_engines[k], u->busy[k]);
        memset(&sample, 0, sizeof sample);
        sample.time = (int64_t)now;
        sample.pid = u->pid;
        sample.fd = u->device;
        sample.data = b->ptr;
        sample.size = b->len;
        (void)drmfd_tracker_add(s->tracker, &sample, NULL); /* the sweep says what it had no memory for */
    }
}

/* The devices in sysfs, each with whatever NVML knows better; then those only NVML knows. */
static void combine(drm_source *s)
{
    const drm_hardware *more = NULL;
    size_t more_count = 0, i, k, fact;
    if (s->nvml != NULL) more = drm_nvml_devices(s->nvml, &more_count);
    free(s->hardware);
    s->hardware = (drm_hardware *)cli_alloc(s->machine.count + more_count, sizeof *s->hardware);
    s->hardware_count = s->machine.count;
    if (s->machine.count > 0) memcpy(s->hardware, s->machine.list, s->machine.count * sizeof *s->hardware);
    for (i = 0; i < more_count; i++) {
        drm_hardware *h;
        for (k = 0; k < s->machine.count && strcmp(s->hardware[k].pdev, more[i].pdev) != 0; k++) {
        }
        h = &s->hardware[k < s->machine.count ? k : s->hardware_count++];
        if (k == s->machine.count) {
            *h = more[i];
            continue;
        }
        h->source = DRM_FROM_NVML;
        h->state = more[i].state;
        if (more[i].name[0] != 0) memcpy(h->name, more[i].name, sizeof h->name);
        for (fact = 0; fact < DRM_FACTS; fact++)
            if ((more[i].has & 1u << fact) != 0) h->fact[fact] = more[i].fact[fact];
        h->has |= more[i].has;
        h->refused = (h->refused | more[i].refused) & ~h->has;
    }
}

/* The device itself; node: its names in sysfs, if it is not a PCI device. */
static const drm_hardware *hardware_of(const drm_source *s, const drmfd_device *d, drmfd_node *node)
{
    const drm_hardware *found = NULL;
    size_t i;
    for (i = 0; i < s->hardware_count; i++) {
        const char *pdev = s->hardware[i].pdev;
        if (pdev[0] != 0 && d->name.len == strlen(pdev) && memcmp(d->name.ptr, pdev, d->name.len) == 0) return &s->hardware[i];
    }
    /* Not a PCI device: by its number, else the only one of its driver. */
    if (d->device != 0 && s->scanner != NULL && drmfd_posix_node_find(&s->posix, drmfd_text(""), d->device, node)) {
        for (i = 0; i < s->hardware_count; i++)
            if (strcmp(s->hardware[i].card, node->card[0] != 0 ? node->card : node->accel) == 0) return &s->hardware[i];
        return NULL;
    }
    for (i = 0; i < s->hardware_count; i++) {
        const drm_hardware *h = &s->hardware[i];
        if (h->pdev[0] != 0 || d->name.len != strlen(h->driver) || memcmp(d->name.ptr, h->driver, d->name.len) != 0) continue;
        if (found != NULL) return NULL;
        found = h;
    }
    return found;
}

/* What is known about the devices of a sweep. A label must not depend on which of two was found first. */
static void place_devices(drm_source *s, const drmfd_sweep *sweep)
{
    uint32_t i;
    free(s->places);
    s->places = (drm_place *)cli_alloc(sweep->device_count, sizeof *s->places);
    for (i = 0; i < sweep->device_count; i++) {
        const drmfd_device *d = &sweep->devices[i];
        drm_place *p = &s->places[i];
        drmfd_node node;
        cli_buf name = {NULL, 0, 0};
        memset(&node, 0, sizeof node);
        p->hardware = hardware_of(s, d, &node);
        if (p->hardware != NULL) snprintf(p->label, sizeof p->label, "%s", drm_hardware_label(p->hardware));
        else if (node.pdev[0] != 0) snprintf(p->label, sizeof p->label, "%s", node.pdev);
        else {
            cli_put_safe(&name, d->name.ptr, d->name.len);
            snprintf(p->label, sizeof p->label, "%.*s", (int)name.len, name.ptr);
            cli_buf_free(&name);
        }
    }
}

static int by_process(const void *a, const void *b)
{
    const uint64_t x = ((const drm_process *)a)->pid, y = ((const drm_process *)b)->pid;
    return x < y ? -1 : x > y;
}

/* The processes of the sweep, with what was already known about them. */
static void renew_processes(drm_source *s, const drmfd_sweep *sweep)
{
    drm_process *list = (drm_process *)cli_alloc(sweep->process_count, sizeof *list);
    uint32_t i;
    for (i = 0; i < sweep->process_count; i++) {
        drm_process key, *old;
        key.pid = sweep->processes[i].pid;
        old = s->process_count == 0 ? NULL
                                    : (drm_process *)bsearch(&key, s->processes, s->process_count, sizeof key, by_process);
        if (old != NULL) list[i] = *old;
        list[i].pid = key.pid;
        list[i].fresh = 0;
        if (old == NULL) drm_process_read(s->root, &list[i]); /* what the next reading is compared with */
    }
    free(s->processes);
    s->processes = list;
    s->process_count = sweep->process_count;
    if (s->process_count > 1) qsort(list, s->process_count, sizeof *list, by_process);
}

const drmfd_sweep *drm_source_next(drm_source *s, int *ended)
{
    const drmfd_sweep *sweep;
    drmfd_error e;
    drm_text text;
    int whole = 0;
    *ended = 0;
    if (s->scanner != NULL) {
        if (s->nvml != NULL) add_nvml(s, cli_now());
        sweep = drmfd_scan(s->scanner, s->tracker, &s->stats, &e);
        s->time = (int64_t)cli_now();
        if (sweep == NULL) snprintf(s->why, sizeof s->why, "%.100s: %s", s->root, e.message);
        else {
            drm_machine_read(&s->machine, (uint64_t)s->time);
            combine(s);
            place_devices(s, sweep);
            renew_processes(s, sweep);
        }
        return s->sweep = sweep;
    }
    while (!whole && drm_texts_next(&s->texts, &text)) {
        if (text.kind == DRM_NOTE) note(s, text.text);
        else if (text.kind == DRM_SWEEP_END) whole = 1;
        else {
            drmfd_sample sample = drm_sample(&text);
            sample.flags |= DRMFD_READ_OLD_AMDGPU;
            (void)drmfd_tracker_add(s->tracker, &sample, NULL); /* the sweep says what it had no memory for */
            s->time = text.time;
        }
    }
    if (!whole) {
        *ended = 1;
        return NULL;
    }
    sweep = drmfd_tracker_sweep(s->tracker, &e);
    if (sweep == NULL) snprintf(s->why, sizeof s->why, "%s", e.message);
    else place_devices(s, sweep);
    return s->sweep = sweep;
}

void drm_source_close(drm_source *s)
{
    drmfd_scanner_close(s->scanner);
    drmfd_tracker_close(s->tracker);
    drmfd_posix_close(&s->posix);
    drm_machine_close(&s->machine);
    drm_nvml_close(s->nvml);
    cli_buf_free(&s->text);
    free(s->hardware);
    free(s->places);
    free(s->processes);
    free(s->sweeps);
    free(s->people_text);
    free(s->people);
    memset(s, 0, sizeof *s);
}

static const drm_person *person(const drm_source *s, uint64_t pid)
{
    drm_person key;
    key.pid = pid;
    if (s->person_count == 0) return NULL;
    return (const drm_person *)bsearch(&key, s->people, s->person_count, sizeof key, by_pid);
}

const char *drm_user(drm_source *s, uint64_t pid)
{
    const drm_person *who = person(s, pid);
    char path[4096];
    struct stat st;
    struct passwd *p;
    if (who != NULL) return who->user;
    if (s->scanner == NULL) return "?";
    snprintf(path, sizeof path, "%s/%" PRIu64, s->root, pid);
    if (stat(path, &st) != 0) return "?";
    p = getpwuid(st.st_uid);
    if (p != NULL) snprintf(s->user, sizeof s->user, "%s", p->pw_name);
    else snprintf(s->user, sizeof s->user, "%lu", (unsigned long)st.st_uid);
    return s->user;
}

const char *drm_command(drm_source *s, uint64_t pid)
{
    const drm_person *who = person(s, pid);
    char path[4096];
    FILE *f;
    size_t n;
    if (who != NULL) return who->command;
    if (s->scanner == NULL) return "?";
    snprintf(path, sizeof path, "%s/%" PRIu64 "/comm", s->root, pid);
    f = fopen(path, "rb");
    if (f == NULL) return "?";
    n = fread(s->command, 1, sizeof s->command - 1, f);
    fclose(f);
    if (n > 0 && s->command[n - 1] == '\n') n--;
    s->command[n] = 0;
    return n > 0 ? s->command : "?";
}

/* Devices and processes ----------------------------------------------------------------------------------------- */

const drm_place *drm_place_of(const drm_source *s, const drmfd_device *d) { return &s->places[d - s->sweep->devices]; }

int drm_idle(const drm_source *s, const drm_hardware *h)
{
    uint32_t i;
    for (i = 0; s->sweep != NULL && i < s->sweep->device_count; i++)
        if (s->places[i].hardware == h) return 0;
    return 1;
}

const drm_process *drm_process_of(drm_source *s, uint64_t pid)
{
    drm_process key, *p;
    key.pid = pid;
    if (s->scanner == NULL || s->process_count == 0) return NULL;
    p = (drm_process *)bsearch(&key, s->processes, s->process_count, sizeof key, by_process);
    if (p != NULL && !p->fresh) drm_process_read(s->root, p);
    return p;
}
