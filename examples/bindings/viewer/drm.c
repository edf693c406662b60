/* drmfdinfo in a browser page: its verbs show and watch, without what they never ask of a file or a recording. */
#include "drm/nvml.h"
#include "../../tools/drmfdinfo/verbs.h"

#include <pwd.h>
#include <string.h>
#include <sys/resource.h>

const char *const drm_nvml_engines[3] = {"sm", "enc", "dec"};

drm_nvml *drm_nvml_open(const char *path, char *why, size_t room)
{
    (void)path;
    if (room > 0) why[0] = 0;
    return NULL;
}

void drm_nvml_read(drm_nvml *n, uint64_t now)
{
    (void)n;
    (void)now;
}

const drm_hardware *drm_nvml_devices(const drm_nvml *n, size_t *count)
{
    (void)n;
    *count = 0;
    return NULL;
}

const drm_nvml_use *drm_nvml_uses(const drm_nvml *n, size_t *count)
{
    (void)n;
    *count = 0;
    return NULL;
}

void drm_nvml_put_missing(cli_buf *b, const drm_nvml *n)
{
    (void)b;
    (void)n;
}

void drm_nvml_close(drm_nvml *n) { (void)n; }

struct passwd *getpwuid(uid_t user)
{
    (void)user;
    return NULL;
}

int getrlimit(int what, struct rlimit *to)
{
    (void)what;
    (void)to;
    return -1;
}

int setrlimit(int what, const struct rlimit *to)
{
    (void)what;
    (void)to;
    return -1;
}

void stop_prepare(void) {}
int stop_asked(void) { return 0; }

int sleep_until(uint64_t ns)
{
    (void)ns;
    return 1;
}

static const verb *const verbs[] = {&watch_verb, &show_verb, NULL};

static const verb_set set = {"drmfdinfo", "", "", "which verb? watch or show", verbs, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL};

int main(int argc, char **argv)
{
    cli c;
    cli_init(&c, set.tool, set.intro);
    return verb_main(&set, &c, argc, argv);
}
