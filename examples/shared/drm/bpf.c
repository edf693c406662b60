#include "bpf.h"
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_FILES (1u << 22)

/* All bytes of the file into the list, the head first; how many, or -1. A record may come in two reads. */
static int64_t read_all(drm_bpf *b, int file)
{
    size_t bytes = 0;
    ssize_t n;
    do {
        b->list = (struct drm_bpf_record *)cli_grow(b->list, &b->room, bytes / sizeof *b->list + 64, sizeof *b->list);
        n = read(file, (char *)b->list + bytes, (b->room - 1) * sizeof *b->list - bytes);
        if (n > 0) bytes += (size_t)n;
    } while (n > 0 ? bytes / sizeof *b->list < MOST_FILES : n < 0 && (errno == EINTR || errno == EAGAIN)); /* EAGAIN: nothing yet, go on */
    return n == 0 ? (int64_t)bytes : -1;
}

int drm_bpf_read(drm_bpf *b)
{
    const struct drm_bpf_record *r;
    const int file = open(b->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    const int64_t bytes = file >= 0 ? read_all(b, file) : -1;
    const size_t all = bytes < 0 ? 0 : (size_t)bytes / sizeof *r;
    size_t i;
    if (file >= 0) close(file);
    b->count = b->next = b->end = 0;
    if (all < 2 || (size_t)bytes % sizeof *r != 0) return 0;
    r = b->list;
    if (r->kind != DRM_BPF_HEAD || r->number != DRM_BPF_MAGIC || r[all - 1].kind != DRM_BPF_END) return 0;
    for (i = 1; i + 1 < all; i++) {
        if (r[i].kind != DRM_BPF_FILE) return 0;
        if (i > 1 && (r[i].pid != r[i - 1].pid ? r[i].pid < r[i - 1].pid : r[i].fd <= r[i - 1].fd)) return 0;
    }
    b->counts = r[all - 1].pid != 0;
    b->closed = r[all - 1].number;
    b->count = all - 2;
    memmove(b->list, b->list + 1, b->count * sizeof *b->list);
    return 1;
}

/* The first file that is not before this one. */
static size_t find(const drm_bpf *b, uint64_t pid, uint64_t fd)
{
    size_t low = 0, high = b->count;
    while (low < high) {
        const size_t at = low + (high - low) / 2;
        const struct drm_bpf_record *r = &b->list[at];
        if (r->pid != pid ? r->pid < pid : r->fd < fd) low = at + 1;
        else high = at;
    }
    return low;
}

static drmfd_reply next_process(int first, uint64_t *pid, void *user)
{
    drm_bpf *b = (drm_bpf *)user;
    if (first) b->in_use = drm_bpf_read(b);
    if (!b->in_use) return b->proc.process_fn(first, pid, user);
    b->end = 0;
    if (b->next == b->count) return DRMFD_REPLY_NO;
    *pid = b->list[b->next].pid;
    while (b->next < b->count && b->list[b->next].pid == *pid) b->next++;
    return DRMFD_REPLY_YES;
}

/* Not their number, but one that another set of files is unlikely to have. */
static drmfd_reply file_count(uint64_t pid, uint64_t *count, void *user)
{
    const drm_bpf *b = (const drm_bpf *)user;
    size_t i;
    if (!b->in_use) return b->proc.file_count_fn(pid, count, user);
    *count = 0;
    for (i = find(b, pid, 0); i < b->count && b->list[i].pid == pid; i++)
        *count = (*count ^ b->list[i].fd ^ (uint64_t)b->list[i].minor << 40) * 0x9e3779b97f4a7c15u;
    return DRMFD_REPLY_YES;
}

/* Files whose texts may not be read are as good as unseen: the process counts as refused. */
static drmfd_reply next_file(uint64_t pid, int first, uint64_t *fd, void *user)
{
    drm_bpf *b = (drm_bpf *)user;
    if (!b->in_use) return b->proc.file_fn(pid, first, fd, user);
    if (first) {
        char path[4096];
        int folder;
        snprintf(path, sizeof path, "%s/%" PRIu64 "/fdinfo", b->root, pid);
        folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder < 0)
            return errno == EACCES || errno == EPERM   ? DRMFD_REPLY_REFUSED
                   : errno == EMFILE || errno == ENFILE ? DRMFD_REPLY_NO_HANDLE
                                                        : DRMFD_REPLY_GONE;
        close(folder);
        b->end = find(b, pid, 0);
    }
    if (b->end == b->count || b->list[b->end].pid != pid) return DRMFD_REPLY_NO;
    *fd = b->list[b->end++].fd;
    return DRMFD_REPLY_YES;
}

/* The number that drmfd_posix_open gives it: the inode of its folder in sysfs. What is not just being listed may have changed since. */
static drmfd_reply device(uint64_t pid, uint64_t fd, uint64_t *number, void *user)
{
    const drm_bpf *b = (const drm_bpf *)user;
    const struct drm_bpf_record *r = b->end > 0 ? &b->list[b->end - 1] : NULL;
    char path[4096];
    struct stat st;
    if (!b->in_use || r == NULL || r->pid != pid || r->fd != fd) return b->proc.device_fn(pid, fd, number, user);
    snprintf(path, sizeof path, "%s/../sys/dev/char/%u:%u/device", b->root, r->major, r->minor);
    *number = stat(path, &st) == 0 ? st.st_ino : 0;
    return DRMFD_REPLY_YES;
}

void drm_bpf_open(drm_bpf *b, drmfd_system *system, const char *root, const char *path)
{
    b->root = root;
    b->path = path;
    b->proc = *system;
    system->process_fn = next_process;
    system->file_count_fn = file_count;
    system->file_fn = next_file;
    system->device_fn = device;
}

void drm_bpf_close(drm_bpf *b) { free(b->list); }
