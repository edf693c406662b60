#define DRMFD_IMPLEMENTATION
#include "nvtop/drm_fdinfo.h"

#include <stdio.h>
#include <string.h>

bool drm_fdinfo_read(struct drm_fdinfo *fdinfo, FILE *file, unsigned flags) {
  memset(&fdinfo->snapshot, 0, sizeof(fdinfo->snapshot));
  fdinfo->snapshot.engines = fdinfo->engines;
  fdinfo->snapshot.engine_room = sizeof(fdinfo->engines) / sizeof(*fdinfo->engines);
  fdinfo->snapshot.regions = fdinfo->regions;
  fdinfo->snapshot.region_room = sizeof(fdinfo->regions) / sizeof(*fdinfo->regions);
  fdinfo->size = fread(fdinfo->text, 1, sizeof(fdinfo->text), file);
  if (fdinfo->size == sizeof(fdinfo->text))
    flags |= DRMFD_READ_CUT;
  drmfd_parse(&fdinfo->snapshot, fdinfo->text, fdinfo->size, flags, NULL);
  return fdinfo->snapshot.result != DRMFD_RESULT_NOT_DRM;
}

static bool same(drmfd_view view, const char *text) {
  return view.len == strlen(text) && !memcmp(view.ptr, text, view.len);
}

bool drm_fdinfo_is_on(const struct drm_fdinfo *fdinfo, const char *pdev) {
  return fdinfo->snapshot.pdev.len == 0 || same(fdinfo->snapshot.pdev, pdev);
}

bool drm_fdinfo_is_of(const struct drm_fdinfo *fdinfo, const char *driver) {
  return same(fdinfo->snapshot.driver, driver);
}

bool drm_fdinfo_engine_time(const struct drm_fdinfo *fdinfo, const char *name, uint64_t *ns) {
  drmfd_engine engine;
  if (!drmfd_engine_find(&fdinfo->snapshot, drmfd_text(name), &engine) || !(engine.has & DRMFD_ENGINE_HAS_NS))
    return false;
  *ns = engine.ns;
  return true;
}

bool drm_fdinfo_engine_load(const struct drm_fdinfo *fdinfo, const char *name, unsigned *percent) {
  drmfd_engine engine;
  if (!drmfd_engine_find(&fdinfo->snapshot, drmfd_text(name), &engine) || !(engine.has & DRMFD_ENGINE_HAS_LOAD))
    return false;
  *percent = (engine.load + 50) / 100;
  return true;
}

bool drm_fdinfo_engine_maxfreq(const struct drm_fdinfo *fdinfo, const char *name, uint64_t *hz) {
  drmfd_engine engine;
  if (!drmfd_engine_find(&fdinfo->snapshot, drmfd_text(name), &engine) || !(engine.has & DRMFD_ENGINE_HAS_MAXFREQ))
    return false;
  *hz = engine.maxfreq;
  return true;
}

bool drm_fdinfo_engine_curfreq(const struct drm_fdinfo *fdinfo, const char *name, uint64_t *hz) {
  char key[64];
  drmfd_line line;
  snprintf(key, sizeof(key), "drm-curfreq-%s", name);
  if (!drmfd_line_find(fdinfo->text, fdinfo->size, 0, drmfd_text(key), &line) || !line.usable)
    return false;
  *hz = line.number;
  return true;
}

void drm_fdinfo_engine_cycles(const struct drm_fdinfo *fdinfo, const char *name, uint64_t *cycles, uint64_t *total) {
  drmfd_engine engine;
  drmfd_engine_find(&fdinfo->snapshot, drmfd_text(name), &engine);
  if (engine.has & DRMFD_ENGINE_HAS_CYCLES)
    *cycles = engine.cycles;
  if (engine.has & DRMFD_ENGINE_HAS_TOTAL_CYCLES)
    *total = engine.total_cycles;
}

bool drm_fdinfo_memory(const struct drm_fdinfo *fdinfo, unsigned kind, const char *name, uint64_t *bytes) {
  drmfd_region region;
  if (!drmfd_region_find(&fdinfo->snapshot, drmfd_text(name), &region) || !(region.has & kind))
    return false;
  *bytes = kind == DRMFD_REGION_HAS_TOTAL      ? region.total
           : kind == DRMFD_REGION_HAS_RESIDENT ? region.resident
                                               : region.memory;
  return true;
}
