#include "members.h"

#include <inttypes.h>
#include <string.h>

#define ENGINE(flag, word, bit, member) {(unsigned)flag, word, offsetof(drmfd_engine, member), 0},
#define REGION(flag, word, bit, member) {(unsigned)flag, word, offsetof(drmfd_region, member), offsetof(drmfd_region_sum, member)},
const drm_member drm_engine_members[DRM_ENGINE_MEMBERS] = {DRMFD_ENGINE_MEMBERS(ENGINE)};
const drm_member drm_region_members[DRM_REGION_MEMBERS] = {DRMFD_REGION_MEMBERS(REGION)};

static int get(unsigned has, const drm_member *m, const void *of, size_t at, uint64_t *value)
{
    *value = 0;
    if ((has & m->flag) == 0) return 0;
    memcpy(value, (const char *)of + at, sizeof *value);
    return 1;
}

int drm_engine_get(const drm_member *m, const drmfd_engine *e, uint64_t *value) { return get(e->has, m, e, m->at, value); }
int drm_region_get(const drm_member *m, const drmfd_region *r, uint64_t *value) { return get(r->has, m, r, m->at, value); }
int drm_region_sum_get(const drm_member *m, const drmfd_region_sum *r, uint64_t *value) { return get(r->has, m, r, m->in_sum, value); }

/* Better words for some of them. */
static const struct {
    char word[16], title[16];
} titles[] = {{"ns", "BUSY"}, {"capacity", "COUNT"}, {"total_cycles", "OF CYCLES"}, {"maxfreq", "TOP CLOCK"}};

const char *drm_member_title(const drm_member *m, char to[32])
{
    size_t i;
    for (i = 0; i < sizeof titles / sizeof *titles; i++)
        if (strcmp(titles[i].word, m->word) == 0) return titles[i].title;
    for (i = 0; m->word[i] != 0 && i < 31; i++)
        to[i] = m->word[i] == '_' ? ' ' : m->word[i] >= 'a' && m->word[i] <= 'z' ? (char)(m->word[i] - 32) : m->word[i];
    to[i] = 0;
    return to;
}

void drm_put_engine_value(cli_buf *b, const drm_member *m, const drmfd_engine *e)
{
    uint64_t v;
    if (!drm_engine_get(m, e, &v)) cli_putf(b, "%s", m->flag == DRMFD_ENGINE_HAS_CAPACITY ? "1" : "-");
    else if (m->flag == DRMFD_ENGINE_HAS_NS) cli_putf(b, "%.3f s", (double)v / 1e9);
    else if (m->flag == DRMFD_ENGINE_HAS_LOAD) cli_putf(b, "%.2f %%", (double)v / 100);
    else if (m->flag == DRMFD_ENGINE_HAS_MAXFREQ && v >= 1000000) cli_putf(b, "%.0f MHz", (double)v / 1e6);
    else cli_putf(b, "%" PRIu64 "%s", v, m->flag == DRMFD_ENGINE_HAS_MAXFREQ ? " Hz" : "");
}
