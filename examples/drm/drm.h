/* What drmtop and drmfdinfo share: where sweeps come from (this machine, another root folder, a recording), and who the
   processes are. */
#ifndef EXAMPLES_DRM_DRM_H
#define EXAMPLES_DRM_DRM_H

#include "../cli/cli.h"

#define DRMFD_POSIX
#include "../../drmfdinfo.h"

/* Bytes with a binary unit, at most 6 columns: "0", "512K", "1.2G". to has room for 16. */
void drm_bytes(char *to, uint64_t bytes);

/* The memory of a client or device that people ask for: resident bytes of regions on the device, else of all. */
int drm_memory(const drmfd_region *regions, uint32_t count, drmfd_class where, uint64_t *bytes);
int drm_memory_sum(const drmfd_region_sum *regions, uint32_t count, drmfd_class where, uint64_t *bytes);

/* Texts in one file. A line "@ TIME" or "@ TIME PID FD" (numbers: 1 or 3) opens a text, in the second form a line "="
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
    int inside; /* a text of this sweep was seen */
} drm_texts;

void drm_texts_begin(drm_texts *t, const char *data, size_t len, int numbers);
int drm_texts_next(drm_texts *t, drm_text *text);

/* A text as the tracker takes it. */
drmfd_sample drm_sample(const drm_text *text);

typedef struct drm_person { /* a process of a recording */
    uint64_t pid;
    const char *user, *command; /* in the file that was read */
} drm_person;

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
} drm_source;

/* Opens a root folder (replay NULL) or a recording. options may be NULL. 0 with a message. */
int drm_source_open(drm_source *s, cli *c, const char *root, const char *replay, const drmfd_scanner_options *options);

/* The next sweep, or NULL: at the end of a recording with *ended 1, else with *ended 0 and the reason in why. */
const drmfd_sweep *drm_source_next(drm_source *s, int *ended);

/* A recording from its start again. */
void drm_source_rewind(drm_source *s);

void drm_source_close(drm_source *s);

/* User and command name of a process, "?" where they are not known; valid until the next call. */
const char *drm_user(drm_source *s, uint64_t pid);
const char *drm_command(drm_source *s, uint64_t pid);

#endif
