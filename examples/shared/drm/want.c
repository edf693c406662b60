#include "want.h"

#include <stdlib.h>
#include <string.h>

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

void drm_want_user(drm_want *w, const cli *c, const char *text)
{
    const drm_calls *calls = (const drm_calls *)c->calls;
    w->users = (char **)cli_grow(w->users, &w->user_room, w->user_count + 1, sizeof *w->users);
    w->users[w->user_count++] = copy_of(calls != NULL && is_number(text) ? calls->name_of_user_fn(text) : text);
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
