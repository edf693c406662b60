/* NVIDIA's driver prints no DRM usage stats; its management library, opened at run time if present, has figures of the
   same kind. The calls and structs are those of the NVML API Reference; nothing of it is needed to build. */
#ifndef EXAMPLES_DRM_NVML_H
#define EXAMPLES_DRM_NVML_H

#include "hardware.h"

typedef struct drm_nvml drm_nvml;

/* What one process does on one device, as far as known. */
typedef struct drm_nvml_use {
    uint64_t pid;
    unsigned device;        /* index */
    int graphics, compute;  /* holds such a context */
    int has_memory, has_percent, seen;
    uint64_t memory;        /* bytes */
    unsigned percent[3];    /* in the order of drm_nvml_engines */
    uint64_t busy[3];       /* ns: what percent adds up to since the process was first seen */
    uint64_t time;          /* of the last percent; 0: none */
} drm_nvml_use;

extern const char *const drm_nvml_engines[3]; /* "sm", "enc", "dec" */

/* Opens the library (NULL: libnvidia-ml.so.1 wherever the system finds it) and starts it; NULL with the reason. */
drm_nvml *drm_nvml_open(const char *path, char *why, size_t room);

/* Reads all devices and what processes do on them at this time (ns). */
void drm_nvml_read(drm_nvml *n, uint64_t now);

const drm_hardware *drm_nvml_devices(const drm_nvml *n, size_t *count);
const drm_nvml_use *drm_nvml_uses(const drm_nvml *n, size_t *count);

/* Appends what could not be read and why, as a clause; nothing if all could. */
void drm_nvml_put_missing(cli_buf *b, const drm_nvml *n);

void drm_nvml_close(drm_nvml *n);

#endif
