/* What a BPF program prints about open files, from made-up bytes; and, where a file is named that one is pinned at, the same files as
   /proc shows, among 100,000 descriptors: drm_bpf FILE NODE, with NODE a character device of major 226. */
#include "run.h"
#include "drm/bpf.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[64];

/* Records of kind, pid, fd, as a file; extra: bytes more or less. */
static void put(const unsigned (*rows)[3], size_t count, uint64_t magic, int extra)
{
    FILE *f = fopen(path, "wb");
    size_t i;
    for (i = 0; i < count; i++) {
        struct drm_bpf_record r;
        memset(&r, 0, sizeof r);
        r.kind = rows[i][0];
        r.pid = rows[i][1];
        r.fd = rows[i][2];
        r.major = 226;
        r.number = r.kind == DRM_BPF_HEAD ? magic : r.kind == DRM_BPF_END ? 7 : i;
        fwrite(&r, sizeof r - (i + 1 == count && extra < 0), 1, f);
    }
    if (extra > 0) fputc(0, f);
    fclose(f);
}

static int proc_asked; /* how often */

static drmfd_reply no_process(int first, uint64_t *pid, void *user)
{
    (void)first;
    (void)pid;
    (void)user;
    proc_asked++;
    return DRMFD_REPLY_NO;
}

static drmfd_reply no_count(uint64_t pid, uint64_t *count, void *user)
{
    (void)pid;
    (void)count;
    (void)user;
    proc_asked++;
    return DRMFD_REPLY_UNKNOWN;
}

static drmfd_reply no_file(uint64_t pid, int first, uint64_t *fd, void *user)
{
    (void)pid;
    (void)first;
    (void)fd;
    (void)user;
    proc_asked++;
    return DRMFD_REPLY_NO;
}

static drmfd_reply no_device(uint64_t pid, uint64_t fd, uint64_t *device, void *user)
{
    (void)pid;
    (void)fd;
    (void)device;
    (void)user;
    proc_asked++;
    return DRMFD_REPLY_NO;
}

static void open_it(drm_bpf *b, drmfd_system *s)
{
    memset(b, 0, sizeof *b);
    memset(s, 0, sizeof *s);
    s->process_fn = no_process;
    s->file_count_fn = no_count;
    s->file_fn = no_file;
    s->device_fn = no_device;
    s->user = b;
    proc_asked = 0;
    drm_bpf_open(b, s, "/proc", path);
}

static void files_of_processes(void)
{
    const unsigned me = (unsigned)getpid();
    const unsigned rows[][3] = {{1, 0, 0}, {2, 0, 9}, {2, me, 3}, {2, me, 5}, {3, 1, 0}};
    const unsigned moved[][3] = {{1, 0, 0}, {2, 0, 9}, {2, me, 3}, {2, me, 6}, {3, 1, 0}};
    drm_bpf b;
    drmfd_system s;
    uint64_t pid = 0, fd = 0, device = 1, count, other;
    struct stat st;
    put(rows, 5, DRM_BPF_MAGIC, 0);
    open_it(&b, &s);
    CHECK(s.process_fn(1, &pid, &b) == DRMFD_REPLY_YES);
    CHECK_U64(0, pid);
    CHECK(s.file_fn(pid, 1, &fd, &b) == DRMFD_REPLY_GONE); /* no /proc/0 */
    CHECK(s.process_fn(0, &pid, &b) == DRMFD_REPLY_YES);
    CHECK_U64(me, pid);
    CHECK(s.file_count_fn(pid, &count, &b) == DRMFD_REPLY_YES);
    CHECK(s.file_fn(pid, 1, &fd, &b) == DRMFD_REPLY_YES);
    CHECK_U64(3, fd);
    CHECK(s.device_fn(pid, 3, &device, &b) == DRMFD_REPLY_YES);
    CHECK_U64(stat("/sys/dev/char/226:0/device", &st) == 0 ? st.st_ino : 0, device);
    CHECK(s.file_fn(pid, 0, &fd, &b) == DRMFD_REPLY_YES);
    CHECK_U64(5, fd);
    CHECK(s.file_fn(pid, 0, &fd, &b) == DRMFD_REPLY_NO);
    CHECK(s.process_fn(0, &pid, &b) == DRMFD_REPLY_NO);
    CHECK(b.in_use && b.counts && proc_asked == 0);
    CHECK_U64(7, b.closed);
    CHECK(s.device_fn(me, 5, &device, &b) == DRMFD_REPLY_NO && proc_asked == 1); /* after the look: it may be another by now */
    CHECK(s.file_count_fn(me, &other, &b) == DRMFD_REPLY_YES && other == count);
    put(moved, 5, DRM_BPF_MAGIC, 0);
    CHECK(s.process_fn(1, &pid, &b) == DRMFD_REPLY_YES);
    CHECK(s.file_count_fn(me, &other, &b) == DRMFD_REPLY_YES && other != count); /* as many files, but not the same */
    drm_bpf_close(&b);
}

/* Whatever makes no sense, and /proc is asked, for all of the look. */
static void falls_back(void)
{
    const unsigned good[][3] = {{1, 0, 0}, {2, 7, 3}, {3, 0, 0}}, no_end[][3] = {{1, 0, 0}, {2, 7, 3}};
    const unsigned same[][3] = {{1, 0, 0}, {2, 7, 3}, {2, 7, 3}, {3, 0, 0}}, back[][3] = {{1, 0, 0}, {2, 7, 3}, {2, 6, 4}, {3, 0, 0}};
    const unsigned strange[][3] = {{1, 0, 0}, {4, 7, 3}, {3, 0, 0}}, none[][3] = {{1, 0, 0}}, no_head[][3] = {{2, 7, 3}, {3, 0, 0}};
    drm_bpf b;
    drmfd_system s;
    uint64_t x = 0;
    put(good, 3, DRM_BPF_MAGIC, 0);
    open_it(&b, &s);
    CHECK(drm_bpf_read(&b) && b.count == 1 && !b.counts);
    put(good, 3, DRM_BPF_MAGIC + 1, 0);
    CHECK(!drm_bpf_read(&b) && b.count == 0);
    put(good, 3, DRM_BPF_MAGIC, 1);
    CHECK(!drm_bpf_read(&b));
    put(good, 3, DRM_BPF_MAGIC, -1);
    CHECK(!drm_bpf_read(&b));
    put(no_end, 2, DRM_BPF_MAGIC, 0);
    CHECK(!drm_bpf_read(&b));
    put(no_head, 2, DRM_BPF_MAGIC, 0);
    CHECK(!drm_bpf_read(&b));
    put(none, 1, DRM_BPF_MAGIC, 0);
    CHECK(!drm_bpf_read(&b));
    put(none, 0, DRM_BPF_MAGIC, 0);
    CHECK(!drm_bpf_read(&b));
    put(same, 4, DRM_BPF_MAGIC, 0);
    CHECK(!drm_bpf_read(&b));
    put(back, 4, DRM_BPF_MAGIC, 0);
    CHECK(!drm_bpf_read(&b));
    put(strange, 3, DRM_BPF_MAGIC, 0);
    CHECK(!drm_bpf_read(&b));
    CHECK(s.process_fn(1, &x, &b) == DRMFD_REPLY_NO && !b.in_use);
    CHECK(s.file_count_fn(7, &x, &b) == DRMFD_REPLY_UNKNOWN);
    CHECK(s.file_fn(7, 1, &x, &b) == DRMFD_REPLY_NO);
    CHECK(s.device_fn(7, 3, &x, &b) == DRMFD_REPLY_NO);
    CHECK(proc_asked == 4);
    unlink(path);
    CHECK(!drm_bpf_read(&b));
    b.path = "/"; /* opens, but cannot be read */
    CHECK(!drm_bpf_read(&b));
    drm_bpf_close(&b);
}

/* More records than one read gives. */
static void many_files(void)
{
    enum { MANY = 5000 };
    static unsigned rows[MANY + 2][3];
    drm_bpf b;
    drmfd_system s;
    unsigned i;
    for (i = 1; i <= MANY; i++) rows[i][0] = 2, rows[i][1] = i / 3, rows[i][2] = i % 3;
    rows[0][0] = 1;
    rows[MANY + 1][0] = 3;
    put((const unsigned(*)[3])rows, MANY + 2, DRM_BPF_MAGIC, 0);
    open_it(&b, &s);
    CHECK(drm_bpf_read(&b));
    CHECK_U64(MANY, b.count);
    CHECK_U64(MANY, b.list[MANY - 1].number);
    drm_bpf_close(&b);
    unlink(path);
}

enum { PROCESSES = 100, EACH = 1000, MOST = 4096 };
typedef struct found {
    uint64_t pid, fd, device;
} found;

/* What a look at everything names. */
static size_t look(const drmfd_system *s, found *list)
{
    size_t n = 0;
    uint64_t pid, fd;
    int first, begin;
    for (first = 1; s->process_fn(first, &pid, s->user) == DRMFD_REPLY_YES; first = 0)
        for (begin = 1; s->file_fn(pid, begin, &fd, s->user) == DRMFD_REPLY_YES; begin = 0) {
            found f = {pid, fd, 0};
            if (s->device_fn(pid, fd, &f.device, s->user) == DRMFD_REPLY_YES && n < MOST) list[n++] = f;
        }
    return n;
}

static int by_file(const void *a, const void *b)
{
    const found *x = (const found *)a, *y = (const found *)b;
    if (x->pid != y->pid) return x->pid < y->pid ? -1 : 1;
    return x->fd < y->fd ? -1 : x->fd > y->fd;
}

static const char *pinned, *node;

static void as_proc_shows(void)
{
    static found one[MOST], other[MOST];
    const struct rlimit limit = {EACH + 64, EACH + 64};
    pid_t kids[PROCESSES];
    size_t n, i;
    drm_bpf b;
    drmfd_system s;
    int ready[2], k;
    char byte;
    CHECK(pipe(ready) == 0);
    for (k = 0; k < PROCESSES; k++) {
        kids[k] = fork();
        if (kids[k] != 0) continue;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
        for (i = 0; i < EACH; i++) (void)open(i % 500 == 3 ? node : "/dev/null", i % 500 == 3 ? 010000000 /* O_PATH */ : O_RDONLY);
        (void)!write(ready[1], "x", 1);
        pause();
        _exit(0);
    }
    for (k = 0; k < PROCESSES; k++) CHECK(read(ready[0], &byte, 1) == 1);
    memset(&b, 0, sizeof b);
    CHECK(drmfd_posix_open(&b.posix, "/proc", &s, NULL) == DRMFD_OK);
    n = look(&s, one);
    drm_bpf_open(&b, &s, "/proc", pinned);
    CHECK_U64(n, look(&s, other));
    CHECK(b.in_use && n >= 2 * PROCESSES && n < MOST);
    qsort(one, n, sizeof *one, by_file);
    for (i = 0; i < n; i++) CHECK(by_file(&one[i], &other[i]) == 0 && one[i].device == other[i].device);
    for (k = 0; k < PROCESSES; k++) {
        (void)kill(kids[k], SIGKILL);
        (void)waitpid(kids[k], NULL, 0);
    }
    drm_bpf_close(&b);
    drmfd_posix_close(&b.posix);
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        pinned = argv[1];
        node = argv[2];
        RUN(as_proc_shows);
        return run_end();
    }
    snprintf(path, sizeof path, "/tmp/drm_bpf.%ld", (long)getpid());
    RUN(files_of_processes);
    RUN(falls_back);
    RUN(many_files);
    return run_end();
}
