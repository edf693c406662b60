/* What drmtop and drmfdinfo share: where sweeps come from (this machine, another root folder, a recording), and who the
   processes are. */
#ifndef EXAMPLES_DRM_DRM_H
#define EXAMPLES_DRM_DRM_H

#include "hardware.h"
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

typedef struct drm_source drm_source;

/* Nodes of a device that is no PCI device, such as "card0". */
typedef struct drm_node {
    char name[32], pdev[32]; /* pdev empty: none */
} drm_node;

/* How a verb goes on until somebody interrupts it. */
typedef struct drm_waiting {
    void (*prepare_fn)(void);
    int (*asked_fn)(void);         /* somebody did */
    int (*until_fn)(uint64_t ns);  /* sleeps until this time of cli_now; 0: somebody did */
} drm_waiting;

/* How a source reads a machine; a tool that reads only recordings has none. The tool's main sets it as cli.calls. */
typedef struct drm_calls {
    int (*rising_ids_fn)(const char *root);
    int (*open_fn)(drm_source *s, const char *nvml, const drmfd_scanner_options *scan); /* fills s->live; 0 with a message */
    const drmfd_sweep *(*sweep_fn)(drm_source *s); /* and the devices; NULL with s->why */
    void (*close_fn)(drm_source *s);
    int (*node_fn)(const drm_source *s, uint64_t device, drm_node *to);
    const char *(*user_fn)(drm_source *s, uint64_t pid); /* "?" if unknown; valid until the next call, as is the next */
    const char *(*command_fn)(drm_source *s, uint64_t pid);
    const drm_process *(*process_fn)(drm_source *s, uint64_t pid);
    const char *(*name_of_user_fn)(const char *number); /* the number if there is none */
    const drm_waiting *waiting; /* NULL: the tool has nothing of the kind */
} drm_calls;

struct drm_source {
    cli *c;
    const char *root;
    const drm_calls *calls;
    void *live;             /* what they keep; NULL: a recording */
    drmfd_tracker *tracker;
    drmfd_scan_stats stats; /* of a recording: what its notes say */
    int64_t time;           /* ns, of the last sweep */
    const drmfd_sweep *sweep; /* the last one */
    char why[160];          /* why drm_source_next gave none */
    char *sweeps, *people_text;
    size_t sweeps_len;
    drm_texts texts;
    drm_person *people; /* by pid */
    size_t person_count;
    char nvml_why[256];       /* why NVML is not used */
    unsigned kfd_refused;     /* processes of /dev/kfd that may not be read */
    cli_buf nvml_missing;     /* what it could not read in the last sweep */
    int nvidia_is_silent;     /* NVIDIA's driver is there, and NVML is not used */
    int is_root;              /* the user who looks */
    int found_by_bpf;         /* the last look asked a BPF program for the files, not /proc */
    int has_closed;           /* it counts */
    uint64_t closed;          /* clients that closed since it was loaded */
    drm_hardware *hardware;   /* of the last sweep: all devices of the machine, of both sources; none in a recording */
    size_t hardware_count;
    drm_place *places;        /* of the devices of the last sweep */
    drm_sight sight;          /* nothing known: a recording, or a made-up root */
};

/* Opens a root folder (replay NULL) or a recording. nvml: the library to open, "none", or NULL for the system's, unless
   root is made up. options may be NULL; its pids must outlive the source. 0 with a message. */
int drm_source_open(drm_source *s, cli *c, const char *root, const char *replay, const char *nvml,
                    const drmfd_scanner_options *options);

/* The next sweep, or NULL: at the end of a recording with *ended 1, else with *ended 0 and the reason in why. */
const drmfd_sweep *drm_source_next(drm_source *s, int *ended);

void drm_source_close(drm_source *s);

/* User and command name of a process, "?" if unknown; valid until the next call. */
const char *drm_user(drm_source *s, uint64_t pid);
const char *drm_command(drm_source *s, uint64_t pid);

/* What a client does. */
enum { DRM_TYPE_GRAPHICS = 1, DRM_TYPE_COMPUTE = 2, DRM_TYPE_MEDIA = 4 };
#define DRM_NVML_TYPES "nvml-types" /* the key for it in texts made from NVML's answers, */
#define DRM_KFD_TYPES "kfd-types"   /* and from amdkfd's */
#define DRM_KFD_UNITS_KEY "kfd-compute-units"
#define DRM_KFD_EVICTED_KEY "kfd-evicted-ms"

/* What is known about a device of the last sweep. */
const drm_place *drm_place_of(const drm_source *s, const drmfd_device *d);

/* Whether it has no clients in the last sweep. */
int drm_idle(const drm_source *s, const drm_hardware *h);

/* A process of the last sweep, read once for each sweep; NULL: not known, as in a recording. */
const drm_process *drm_process_of(drm_source *s, uint64_t pid);

#endif
