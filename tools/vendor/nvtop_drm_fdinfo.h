#ifndef NVTOP_DRM_FDINFO_H__
#define NVTOP_DRM_FDINFO_H__

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define DRMFD_NO_MEASURE
#include "nvtop/drmfdinfo.h"

// The text of /proc/PID/fdinfo/FD of a DRM client, and what it says. The values point into it: do not copy it.
struct drm_fdinfo {
  drmfd_snapshot snapshot;
  drmfd_engine engines[16];
  drmfd_region regions[16];
  size_t size;
  char text[8192];
};

// Reads a whole file; false if it is not that of a DRM client. flags: DRMFD_READ_OLD_AMDGPU or 0.
bool drm_fdinfo_read(struct drm_fdinfo *fdinfo, FILE *file, unsigned flags);

// False if the text names another device or driver.
bool drm_fdinfo_is_on(const struct drm_fdinfo *fdinfo, const char *pdev);
bool drm_fdinfo_is_of(const struct drm_fdinfo *fdinfo, const char *driver);

// Values of one engine or region, each false if the text does not have it: ns; percent, rounded (amdgpu before kernel
// 5.19); Hz; bytes of the kind DRMFD_REGION_HAS_... Cycles that are not there leave what was there before.
bool drm_fdinfo_engine_time(const struct drm_fdinfo *fdinfo, const char *name, uint64_t *ns);
bool drm_fdinfo_engine_load(const struct drm_fdinfo *fdinfo, const char *name, unsigned *percent);
bool drm_fdinfo_engine_maxfreq(const struct drm_fdinfo *fdinfo, const char *name, uint64_t *hz);
bool drm_fdinfo_engine_curfreq(const struct drm_fdinfo *fdinfo, const char *name, uint64_t *hz);
void drm_fdinfo_engine_cycles(const struct drm_fdinfo *fdinfo, const char *name, uint64_t *cycles, uint64_t *total);
bool drm_fdinfo_memory(const struct drm_fdinfo *fdinfo, unsigned kind, const char *name, uint64_t *bytes);

#endif // NVTOP_DRM_FDINFO_H__
