/* What the kernel prints of an engine or a region, as rows: those of drmfdinfo.h, so that a key it learns is shown everywhere. */
#ifndef EXAMPLES_DRM_MEMBERS_H
#define EXAMPLES_DRM_MEMBERS_H

#include "cli/cli.h"
#include "texts.h"

typedef struct drm_member {
    unsigned flag;    /* DRMFD_ENGINE_HAS_..., DRMFD_REGION_HAS_... */
    const char *word; /* as in JSON: "total_cycles" */
    size_t at;        /* where it lies in a drmfd_engine or drmfd_region, */
    size_t in_sum;    /* and in a drmfd_region_sum */
} drm_member;

#define DRM_ONE_MEMBER(flag, word, bit, member) + 1
enum { DRM_ENGINE_MEMBERS = 0 DRMFD_ENGINE_MEMBERS(DRM_ONE_MEMBER), DRM_REGION_MEMBERS = 0 DRMFD_REGION_MEMBERS(DRM_ONE_MEMBER) };

extern const drm_member drm_engine_members[DRM_ENGINE_MEMBERS], drm_region_members[DRM_REGION_MEMBERS];

/* Its value; 0: not printed. */
int drm_engine_get(const drm_member *m, const drmfd_engine *e, uint64_t *value);
int drm_region_get(const drm_member *m, const drmfd_region *r, uint64_t *value);
int drm_region_sum_get(const drm_member *m, const drmfd_region_sum *r, uint64_t *value);

/* What people call it: the title of a column. */
const char *drm_member_title(const drm_member *m, char to[32]);

/* A value of an engine, with its unit; "-" if it was not printed. */
void drm_put_engine_value(cli_buf *b, const drm_member *m, const drmfd_engine *e);

#endif
