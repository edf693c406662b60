/* The open files of devices as a BPF program finds them (bpf/files.bpf.c), in place of a look at each descriptor through /proc. */
#ifndef EXAMPLES_DRM_BPF_H
#define EXAMPLES_DRM_BPF_H

#ifndef DRMFD_POSIX
#define DRMFD_POSIX
#endif
#include "drmfdinfo.h"
#include "bpf/record.h"

#define DRM_BPF_FILES "/run/gpuloupe/files" /* where packaging/systemd pins it */

typedef struct drm_bpf {
    drmfd_posix posix;  /* first: calls that are not replaced get it */
    drmfd_system proc;  /* the calls that are */
    const char *path, *root;
    struct drm_bpf_record *list; /* files by pid and fd */
    size_t count, room;
    size_t next, end;   /* where the files of the next process begin, and those of the one being listed end */
    int in_use;         /* in the last look; 0: /proc was */
    int counts;         /* closes are counted */
    uint64_t closed;    /* clients that closed since the program was loaded */
} drm_bpf;

/* Puts the program's answers before those of system, which drmfd_posix_open filled for b->posix. */
void drm_bpf_open(drm_bpf *b, drmfd_system *system, const char *root, const char *path);
void drm_bpf_close(drm_bpf *b);

/* Runs the program: 1; 0 where it is not there, may not be read, or says what makes no sense. */
int drm_bpf_read(drm_bpf *b);

#endif
