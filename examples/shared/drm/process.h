/* What the kernel says about processes besides their use of devices, and which of them it does not show. */
#ifndef EXAMPLES_DRM_PROCESS_H
#define EXAMPLES_DRM_PROCESS_H

#include "cli/cli.h"

typedef struct drm_process { /* what the kernel says about a process besides its use of devices */
    uint64_t pid;
    uint64_t start, ticks, time; /* CPU time at `time`, of the process that began at `start`; time 0: not read yet */
    double cpu;                  /* percent of one CPU since the last reading; below 0: no figure */
    int has_memory;
    uint64_t memory;             /* resident bytes */
    char unit[64];               /* container or unit, from its control group; empty: unknown */
    char pod[40];                /* uid of its Kubernetes pod; empty: in none, or unknown */
    int fresh;                   /* read since the last sweep */
} drm_process;

/* Reads it anew; the figure of CPU time is since the reading before. */
void drm_process_read(const char *root, drm_process *p);

/* The process that started it, or that took it over; 0: not known. */
uint64_t drm_process_parent(const char *root, uint64_t pid);

/* The container or unit in the text of /proc/PID/cgroup, such as "docker:1a2b3c4d5e6f" or "sshd"; "" if there is none. */
void drm_unit(char *to, size_t room, const char *cgroup);

/* The uid of the Kubernetes pod in the same text, such as "0a1b2c3d-...", whichever way it is written there; "" if there is none. */
void drm_pod(char to[40], const char *cgroup);

/* Why processes may be missing without being counted: a mount option of root hides those of others, or root shows a PID
   namespace that is not the first, as in a container. */
enum { DRM_UNSEEN_HIDEPID = 1, DRM_UNSEEN_NAMESPACE = 2 };
extern const char *const drm_unseen_names[2]; /* of bit 0 and so on */

typedef struct drm_sight {
    unsigned known, unseen; /* DRM_UNSEEN_...: what could be found out, and what is so */
} drm_sight;

void drm_sight_of(drm_sight *sight, const char *root);

#endif
