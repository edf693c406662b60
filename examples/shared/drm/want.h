/* Which clients and devices are asked for. */
#ifndef EXAMPLES_DRM_WANT_H
#define EXAMPLES_DRM_WANT_H

#include "drm.h"

/* What -p, -u and -d ask for; each may be repeated, and one of a kind is enough. */
typedef struct drm_want {
    uint64_t *pids;
    char **users, **devices;
    size_t pid_count, pid_room, user_count, user_room, device_count, device_room;
} drm_want;

int drm_want_pid(drm_want *w, const cli *c, const char *text); /* 0 with a message if it is not a number */
void drm_want_user(drm_want *w, const cli *c, const char *text); /* a name or a number */
void drm_want_device(drm_want *w, const char *text);
void drm_want_free(drm_want *w);

/* Whether a client passes -p and -u; its device is not looked at. */
int drm_wanted(const drm_want *w, drm_source *s, const drmfd_client *c);

/* Whether a device passes -d, by its place (below 0: it has none), label, address without domain, driver, or node such as
   "card0" or /dev/dri/renderD128. h may be NULL. */
int drm_wanted_device(const drm_want *w, const char *label, drmfd_view driver, const drm_hardware *h, long place);

/* The same of a device of the last sweep, and of one without clients. */
int drm_wanted_place(const drm_want *w, const drm_source *s, const drmfd_device *d);
int drm_wanted_idle(const drm_want *w, const drm_source *s, const drm_hardware *h);

/* Whether anything of the last sweep passes: a client or, without -p and -u, a device. */
int drm_matched(const drm_want *w, drm_source *s);

#endif
