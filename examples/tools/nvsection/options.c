/* Options: from words to the members of a work. */
#include "options.h"
#include "report.h"

#include <string.h>

const option_word scope_words[] = {{"launch", NVS_SCOPE_LAUNCH}, {"range", NVS_SCOPE_RANGE}, {"cmdlist", NVS_SCOPE_CMDLIST}, {NULL, 0}};
const option_word generation_words[] = {{"1", 1}, {"2", 2}, {"guide", GENERATION_GUIDE}, {NULL, 0}};

static const struct {
    const char *name;
    uint32_t cc;
} chips[] = {{"gp100", 60}, {"gp102", 61}, {"gp104", 61}, {"gp106", 61}, {"gp107", 61}, {"gp108", 61}, {"gp10b", 62},
             {"gv100", 70}, {"gv11b", 72}, {"tu102", 75}, {"tu104", 75}, {"tu106", 75}, {"tu116", 75}, {"tu117", 75},
             {"ga100", 80}, {"ga102", 86}, {"ga103", 86}, {"ga104", 86}, {"ga106", 86}, {"ga107", 86}, {"ga10b", 87},
             {"ad102", 89}, {"ad103", 89}, {"ad104", 89}, {"ad106", 89}, {"ad107", 89}, {"gh100", 90}, {"gb100", 100},
             {"gb202", 120}, {"gb203", 120}, {"gb205", 120}, {"gb206", 120}, {"gb207", 120}};

/* "90" and "9.0". */
static int cc(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    uint64_t major = 0;
    const char *p = value;
    (void)o;
    while (*p >= '0' && *p <= '9' && p - value < 5) major = major * 10 + (uint64_t)(*p++ - '0');
    if (p > value && *p == '.' && p[1] >= '0' && p[1] <= '9' && p[2] == 0) {
        *(uint32_t *)member = (uint32_t)(major * 10 + (uint64_t)(p[1] - '0'));
        return 1;
    }
    *(uint32_t *)member = (uint32_t)major;
    if (p > value && *p == 0 && major >= 10) return 1;
    (void)cli_usage(c, "%s takes a compute capability such as 8.6 or 86, not \"%s\"", name, value);
    return 0;
}

static int chip(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    size_t i;
    (void)o;
    for (i = 0; i < sizeof chips / sizeof chips[0]; i++)
        if (strcmp(value, chips[i].name) == 0) {
            *(uint32_t *)member = chips[i].cc;
            return 1;
        }
    (void)cli_usage(c, "%s: unknown chip \"%s\"; use --cc with its compute capability", name, value);
    return 0;
}

static int driver(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    uint64_t number;
    (void)o;
    if (!cli_number(c, name, value, 1, 0xffffffff, &number)) return 0;
    *(uint32_t *)member = (uint32_t)number;
    return 1;
}

static int kernel_name(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    ncurep_pattern *const p = kernel_pattern(c, value);
    (void)o;
    (void)name;
    ncurep_pattern_close(p);
    *(const char **)member = value;
    return p != NULL;
}

const option_kind take_cc = {cc, USE_VALUE, 0}, take_chip = {chip, USE_VALUE, 0}, take_driver = {driver, USE_VALUE, 0},
                  take_kernel_name = {kernel_name, USE_VALUE, 0};

void begin_work(void *options)
{
    ((work *)options)->device.scope = NVS_SCOPE_LAUNCH;
}

void end_work(void *options)
{
    work_free((work *)options);
}
