#include "drm.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

/* The texts of a recording, and who its processes are; 0 with a message. */
static int open_recording(drm_source *s, const char *folder)
{
    cli_buf path = {NULL, 0, 0};
    size_t len;
    struct stat st;
    cli_putf(&path, "%s/sweeps.txt", folder);
    s->sweeps = cli_read(s->c, path.ptr, &s->sweeps_len, NULL);
    path.len = 0;
    cli_putf(&path, "%s/processes.txt", folder);
    if (s->sweeps != NULL && stat(path.ptr, &st) == 0) {
        s->people_text = cli_read(s->c, path.ptr, &len, NULL);
        if (s->people_text != NULL) read_people(s, s->people_text, len);
    }
    cli_buf_free(&path);
    if (s->sweeps != NULL) drm_texts_begin(&s->texts, s->sweeps, s->sweeps_len, 3);
    return s->sweeps != NULL;
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
    s->calls = (const drm_calls *)c->calls;
    track.rising_ids = replay == NULL && s->calls != NULL && s->calls->rising_ids_fn(root);
    s->tracker = drmfd_tracker_open(&track, &e);
    if (s->tracker == NULL) {
        cli_error(c, "%s", e.message);
        return 0;
    }
    if (replay != NULL ? open_recording(s, replay) : s->calls != NULL && s->calls->open_fn(s, nvml, &scan)) return 1;
    if (replay == NULL && s->calls == NULL) cli_error(c, "%s: only recordings can be read here", root);
    drm_source_close(s);
    return 0;
}

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

/* The device itself; node: its names in sysfs, if it is not a PCI device. */
static const drm_hardware *hardware_of(const drm_source *s, const drmfd_device *d, drm_node *node)
{
    const drm_hardware *found = NULL;
    size_t i;
    for (i = 0; i < s->hardware_count; i++) {
        const char *pdev = s->hardware[i].pdev;
        if (pdev[0] != 0 && d->name.len == strlen(pdev) && memcmp(d->name.ptr, pdev, d->name.len) == 0) return &s->hardware[i];
    }
    /* Not a PCI device: by its number, else the only one of its driver. */
    if (d->device != 0 && s->live != NULL && s->calls->node_fn(s, d->device, node)) {
        for (i = 0; i < s->hardware_count; i++)
            if (strcmp(s->hardware[i].card, node->name) == 0) return &s->hardware[i];
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
        drm_node node;
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

const drmfd_sweep *drm_source_next(drm_source *s, int *ended)
{
    const drmfd_sweep *sweep;
    drmfd_error e;
    drm_text text;
    int whole = 0;
    *ended = 0;
    if (s->live != NULL) {
        sweep = s->calls->sweep_fn(s);
        if (sweep != NULL) place_devices(s, sweep);
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
    if (s->live != NULL) s->calls->close_fn(s);
    drmfd_tracker_close(s->tracker);
    cli_buf_free(&s->nvml_missing);
    free(s->hardware);
    free(s->places);
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
    if (who != NULL) return who->user;
    return s->live != NULL ? s->calls->user_fn(s, pid) : "?";
}

const char *drm_command(drm_source *s, uint64_t pid)
{
    const drm_person *who = person(s, pid);
    if (who != NULL) return who->command;
    return s->live != NULL ? s->calls->command_fn(s, pid) : "?";
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

const drm_process *drm_process_of(drm_source *s, uint64_t pid) { return s->live != NULL ? s->calls->process_fn(s, pid) : NULL; }
