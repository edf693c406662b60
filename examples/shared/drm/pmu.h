/* How busy the engines of a device are, whoever uses them: from the PMUs of i915 and xe. The names, numbers and units of events are
   those in sys/bus/event_source/devices. Facts: drivers/gpu/drm/i915/i915_pmu.c and drivers/gpu/drm/xe/xe_pmu.c of Linux. */
#ifndef EXAMPLES_DRM_PMU_H
#define EXAMPLES_DRM_PMU_H

#include "hardware.h"

typedef enum drm_reply { DRM_REPLY_FAILED = -3, DRM_REPLY_REFUSED = -2, DRM_REPLY_UNKNOWN = -1, DRM_REPLY_NO = 0, DRM_REPLY_YES = 1 } drm_reply;

/* Counters of the kernel, as perf_event_open(2) opens them. */
typedef struct drm_counters {
    drm_reply (*open_fn)(uint32_t type, uint64_t config, int cpu, int *handle, void *user); /* NO: there is no such counter */
    drm_reply (*read_fn)(int handle, uint64_t *value, void *user);
    void (*close_fn)(int handle, void *user);
    void *user;
} drm_counters;

typedef struct drm_pmu drm_pmu;

drm_pmu *drm_pmu_open(const drm_counters *counters);

/* Fills the engines of the devices; a figure needs two readings. now: ns. */
void drm_pmu_read(drm_pmu *p, const drm_files *files, drm_hardware *list, size_t count, uint64_t now);

void drm_pmu_close(drm_pmu *p);

#endif
