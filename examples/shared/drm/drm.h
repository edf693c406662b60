/* What drmtop and drmfdinfo share: where sweeps come from (this machine, another root folder, a recording), and who the
   processes are. */
#ifndef EXAMPLES_DRM_DRM_H
#define EXAMPLES_DRM_DRM_H

#include "nvml.h"
#include "process.h"
#include "texts.h"

/* The memory figure people want of a client or device: resident bytes of regions on the device, else of all. */
int drm_memory(const drmfd_region *regions, uint32_t count, drmfd_class where, uint64_t *bytes);
int drm_memory_sum(const drmfd_region_sum *regions, uint32_t count, drmfd_class where, uint64_t *bytes);

typedef struct drm_person { /* a process of a recording */
    uint64_t pid;
    const char *user, *command; /* in the file that was read */
} drm_person;

/* A device of a sweep. */
typedef struct drm_place {
    const drm_hardware *hardware; /* NULL: nothing is known about it */
    char label[64];               /* PCI address, else the name of its platform device or node, else of its driver */
} drm_place;

typedef struct drm_source {
    cli *c;
    const char *root;
    drmfd_tracker *tracker;
    drmfd_scanner *scanner; /* NULL: a recording */
    drmfd_posix posix;
    drmfd_scan_stats stats; /* of a recording: what its notes say */
    int64_t time;           /* ns, of the last sweep */
    const drmfd_sweep *sweep; /* the last one */
    char why[160];          /* why drm_source_next gave none */
    char *sweeps, *people_text;
    size_t sweeps_len;
    drm_texts texts;
    drm_person *people; /* by pid */
    size_t person_count;
    char user[64], command[256];
    drm_machine machine;
    drm_nvml *nvml;           /* NULL: not used */
    char nvml_why[256];       /* why it is not */
    drm_hardware *hardware;   /* of the last sweep: all devices of the machine, of both sources; none in a recording */
    size_t hardware_count;
    drm_place *places;        /* of the devices of the last sweep */
    drm_sight sight;          /* nothing known: a recording, or a made-up root */
    drm_process *processes;   /* of the last sweep, by pid */
    size_t process_count;
    const uint64_t *pids;     /* those of the options */
    uint32_t pid_count;
    cli_buf text;
} drm_source;

/* Opens a root folder (replay NULL) or a recording. nvml: the library to open, "none", or NULL for the system's, unless
   root is made up. options may be NULL; its pids must outlive the source. 0 with a message. */
int drm_source_open(drm_source *s, cli *c, const char *root, const char *replay, const char *nvml,
                    const drmfd_scanner_options *options);

/* The next sweep, or NULL: at the end of a recording with *ended 1, else with *ended 0 and the reason in why. */
const drmfd_sweep *drm_source_next(drm_source *s, int *ended);

/* Starts a recording over. */
void drm_source_rewind(drm_source *s);

void drm_source_close(drm_source *s);

/* User and command name of a process, "?" if unknown; valid until the next call. */
const char *drm_user(drm_source *s, uint64_t pid);
const char *drm_command(drm_source *s, uint64_t pid);

/* What a client does. */
enum { DRM_TYPE_GRAPHICS = 1, DRM_TYPE_COMPUTE = 2, DRM_TYPE_MEDIA = 4 };
#define DRM_NVML_TYPES "nvml-types" /* the key for it in texts made from NVML's answers */

/* What is known about a device of the last sweep. */
const drm_place *drm_place_of(const drm_source *s, const drmfd_device *d);

/* Whether it has no clients in the last sweep. */
int drm_idle(const drm_source *s, const drm_hardware *h);

/* A process of the last sweep, read once for each sweep; NULL: not known, as in a recording. */
const drm_process *drm_process_of(drm_source *s, uint64_t pid);

#endif
