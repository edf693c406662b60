/* What drmtop and drmfdinfo share: where sweeps come from (this machine, another root folder, a recording), and who the
   processes are. */
#ifndef EXAMPLES_DRM_DRM_H
#define EXAMPLES_DRM_DRM_H

#include "nvml.h"

#define DRMFD_POSIX
#include "drmfdinfo.h"

/* Bytes with a binary unit, at most 6 columns: "0", "512K", "1.2G". to has room for 16. */
void drm_bytes(char *to, uint64_t bytes);

/* The memory figure people want of a client or device: resident bytes of regions on the device, else of all. */
int drm_memory(const drmfd_region *regions, uint32_t count, drmfd_class where, uint64_t *bytes);
int drm_memory_sum(const drmfd_region_sum *regions, uint32_t count, drmfd_class where, uint64_t *bytes);

/* Texts in one file. A line "@ TIME" or "@ TIME PID FD" (numbers: 1 or 3) opens a text; in the second form a line "="
   ends a sweep, and lines before the first text of a sweep that begin with "# " are notes. */
enum { DRM_TEXT, DRM_SWEEP_END, DRM_NOTE };

typedef struct drm_text {
    int kind;
    int64_t time;
    uint64_t pid, fd;
    drmfd_view text; /* or the note, without "# " */
} drm_text;

typedef struct drm_texts {
    const char *at, *end;
    int numbers;
    int inside; /* a text of this sweep has been seen */
} drm_texts;

void drm_texts_begin(drm_texts *t, const char *data, size_t len, int numbers);
int drm_texts_next(drm_texts *t, drm_text *text);

/* A text in the form the tracker takes. */
drmfd_sample drm_sample(const drm_text *text);

typedef struct drm_person { /* a process of a recording */
    uint64_t pid;
    const char *user, *command; /* in the file that was read */
} drm_person;

typedef struct drm_process { /* what the kernel says about a process besides its use of devices */
    uint64_t pid;
    uint64_t start, ticks, time; /* CPU time at `time`, of the process that began at `start`; time 0: not read yet */
    double cpu;                  /* percent of one CPU since the last reading; below 0: no figure */
    int has_memory;
    uint64_t memory;             /* resident bytes */
    char unit[64];               /* container or unit, from its control group; empty: unknown */
    int fresh;                   /* read since the last sweep */
} drm_process;

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

/* The device itself; NULL if nothing is known about it. Valid until the next sweep. */
const drm_hardware *drm_hardware_of(const drm_source *s, const drmfd_device *d);

/* Whether it has no clients in the last sweep. */
int drm_idle(const drm_source *s, const drm_hardware *h);

/* A process of the last sweep, read once for each sweep; NULL: not known, as in a recording. */
const drm_process *drm_process_of(drm_source *s, uint64_t pid);

/* The container or unit in the text of /proc/PID/cgroup, such as "docker:1a2b3c4d5e6f" or "sshd"; "" if there is none. */
void drm_unit(char *to, size_t room, const char *cgroup);

#endif
