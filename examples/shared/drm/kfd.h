/* Processes that compute on AMD's GPUs through /dev/kfd, as ROCm does: the kernel says about them in sysfs what fdinfo does not.
   Facts: drivers/gpu/drm/amd/amdkfd/kfd_process.c and kfd_topology.c of Linux. */
#ifndef EXAMPLES_DRM_KFD_H
#define EXAMPLES_DRM_KFD_H

#include "hardware.h"

/* What one process does on one device; a value that is not printed is unknown. */
enum { DRM_KFD_VRAM = 1, DRM_KFD_SDMA = 2, DRM_KFD_UNITS = 4, DRM_KFD_EVICTED = 8 };

typedef struct drm_kfd_use {
    uint64_t pid;     /* in the first PID namespace */
    unsigned gpu;     /* number of the device among those of amdkfd */
    char pdev[32];
    unsigned has;     /* DRM_KFD_... */
    uint64_t vram;    /* bytes */
    uint64_t sdma;    /* us that its copy queues were busy */
    uint64_t units;   /* compute units that hold its waves now */
    uint64_t evicted; /* ms that it had to leave the device */
} drm_kfd_use;

typedef struct drm_kfd {
    drm_kfd_use *list;
    size_t count, room;
    unsigned refused; /* processes that may not be read */
} drm_kfd;

/* Reads all processes again: those that use something of a device. */
void drm_kfd_read(drm_kfd *k, const drm_files *files);

void drm_kfd_free(drm_kfd *k);

#endif
