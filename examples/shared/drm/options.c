#include "options.h"

static int interval(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    (void)o;
    return drm_seconds(c, name, value, 10, 86400000, (int64_t *)member);
}

static int pid(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    (void)o;
    (void)name;
    return drm_want_pid((drm_want *)member, c, value);
}

static int user(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    (void)c;
    (void)o;
    (void)name;
    drm_want_user((drm_want *)member, value);
    return 1;
}

static int device(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    (void)c;
    (void)o;
    (void)name;
    drm_want_device((drm_want *)member, value);
    return 1;
}

const option_kind take_interval = {interval, USE_VALUE, 0}, take_pid = {pid, USE_VALUE, 0}, take_user = {user, USE_VALUE, 0},
                  take_device = {device, USE_VALUE, 0};
