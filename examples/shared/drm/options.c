#include "options.h"

int drm_seconds(const cli *c, const char *name, const char *text, uint64_t least_ms, uint64_t most_ms, int64_t *ns)
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
    cli_usage(c, "%s takes %g to %g seconds, not '%s'", name, (double)least_ms / 1000, (double)most_ms / 1000, text);
    return 0;
}

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
    (void)o;
    (void)name;
    drm_want_user((drm_want *)member, c, value);
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
