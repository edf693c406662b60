/* A made-up system for drmfd_scanner: files of processes with texts, calls that fail when told to. It watches what the
   scanner does: a handle is open when it is read or closed, and in the end none is left. Include it after drmfdinfo.h. */
#ifndef TESTS_DRMFDINFO_SYSTEM_H
#define TESTS_DRMFDINFO_SYSTEM_H

#include <string.h>

typedef struct fake_file {
    uint64_t pid, fd, device;
    int is_device; /* what device_fn says: 1, 0 or a negative number */
    const char *text;
    size_t len;
} fake_file;

typedef struct fake {
    fake_file *files; /* those of one process together */
    size_t count, at, file_at;
    size_t most;      /* bytes of a read; 0: as many as there is room */
    int64_t now, step; /* the clock, and how far it goes with each look at it */
    unsigned handles; /* open now */
    unsigned wrong;   /* uses of a handle that is not open */
    uint64_t is_open[64];
    unsigned long calls, fail_at; /* number of the call that fails; 0: none does */
    drmfd_reply fail_with;
    int lies;         /* the read that fails gives a length above the room: by one, or (2) the largest there is */
    unsigned opened, read, asked, listed, lied;
} fake;

static inline int fake_fails(fake *f)
{
    f->calls++;
    return f->fail_at != 0 && f->calls == f->fail_at;
}

static inline drmfd_reply fake_process(int first, uint64_t *pid, void *user)
{
    fake *f = (fake *)user;
    if (first) {
        f->at = 0;
        f->listed++;
    }
    if (fake_fails(f)) return f->fail_with;
    if (f->at == f->count) return DRMFD_REPLY_NO;
    *pid = f->files[f->at].pid;
    f->file_at = f->at;
    while (f->at < f->count && f->files[f->at].pid == *pid) f->at++;
    return 1;
}

static inline drmfd_reply fake_next(uint64_t pid, int first, uint64_t *fd, void *user)
{
    fake *f = (fake *)user;
    (void)first;
    if (fake_fails(f)) return f->fail_with;
    if (f->file_at == f->at || f->files[f->file_at].pid != pid) return 0;
    *fd = f->files[f->file_at++].fd;
    return 1;
}

static inline fake_file *fake_find(fake *f, uint64_t pid, uint64_t fd)
{
    size_t i;
    for (i = 0; i < f->count; i++)
        if (f->files[i].pid == pid && f->files[i].fd == fd) return &f->files[i];
    return NULL;
}

static inline drmfd_reply fake_device(uint64_t pid, uint64_t fd, uint64_t *device, void *user)
{
    fake *f = (fake *)user;
    fake_file *file = fake_find(f, pid, fd);
    f->asked++;
    if (fake_fails(f)) return f->fail_with;
    if (file == NULL) return DRMFD_REPLY_GONE;
    *device = file->device;
    return (drmfd_reply)file->is_device;
}

static inline drmfd_reply fake_open(uint64_t pid, uint64_t fd, uint64_t *handle, void *user)
{
    fake *f = (fake *)user;
    uint64_t i;
    f->opened++;
    if (fake_fails(f)) return f->fail_with;
    if (fake_find(f, pid, fd) == NULL) return DRMFD_REPLY_GONE;
    for (i = 0; i < 64 && f->is_open[i] != 0; i++) {
    }
    if (i == 64) return DRMFD_REPLY_FAILED;
    f->is_open[i] = 1 + (pid << 16 | fd); /* the file is looked up anew at each read */
    f->handles++;
    *handle = i;
    return 1;
}

static inline size_t fake_read(uint64_t handle, uint64_t at, char *to, size_t room, drmfd_reply *reply, void *user)
{
    fake *f = (fake *)user;
    fake_file *file;
    size_t n;
    f->read++;
    *reply = DRMFD_REPLY_GONE;
    if (handle >= 64 || f->is_open[handle] == 0) {
        f->wrong++;
        return 0;
    }
    if (fake_fails(f)) {
        f->lied += f->lies > 0;
        *reply = f->fail_with;
        return !f->lies ? 0 : f->lies > 1 ? (size_t)-1 : room + 1;
    }
    file = fake_find(f, (f->is_open[handle] - 1) >> 16, (f->is_open[handle] - 1) & 0xffff);
    if (file == NULL) return 0;
    n = at < file->len ? file->len - (size_t)at : 0;
    if (n > room) n = room;
    if (f->most != 0 && n > f->most) n = f->most;
    if (n > 0) memcpy(to, file->text + at, n);
    *reply = DRMFD_REPLY_NO;
    return n;
}

static inline void fake_close(uint64_t handle, void *user)
{
    fake *f = (fake *)user;
    if (handle >= 64 || f->is_open[handle] == 0) {
        f->wrong++;
        return;
    }
    f->is_open[handle] = 0;
    f->handles--;
}

static inline int64_t fake_now(void *user)
{
    fake *f = (fake *)user;
    f->now += f->step;
    return f->now;
}

static inline drmfd_system fake_system(fake *f, fake_file *files, size_t count)
{
    drmfd_system calls;
    memset(&calls, 0, sizeof calls);
    memset(f, 0, sizeof *f);
    f->files = files;
    f->count = count;
    calls.user = f;
    calls.process_fn = fake_process;
    calls.file_fn = fake_next;
    calls.device_fn = fake_device;
    calls.open_fn = fake_open;
    calls.read_fn = fake_read;
    calls.close_fn = fake_close;
    calls.now_fn = fake_now;
    return calls;
}

#endif
