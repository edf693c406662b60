/* The POSIX callbacks with failing system calls: each call in turn, with each errno that matters. Nothing stays open,
   nothing is lost except what the call was for, and the next scan is complete again. */
#ifdef _WIN32
#include "run.h"
int main(void)
{
    SKIP("needs POSIX");
    run_skipped++;
    return run_end();
}
#else
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned long calls_made, fail_at;
static int fail_with, dirs;
static char above[64], top[80];

static int fails(void)
{
    if (++calls_made != fail_at) return 0;
    errno = fail_with;
    return 1;
}

static int test_open(const char *path, int flags)
{
    if (fails()) return -1;
    return open(path, flags);
}
/* The folder that cannot be opened, also PID/fdinfo for PID/fd unless it is refused alone, and with which errno; sizes of folders of
   descriptors, of the caller and of others. */
static const char *refused;
static int refused_with, refused_alone;
static long caller_size = -1, other_size;

static int test_openat(int dir, const char *path, int flags)
{
    if (fails()) return -1;
    if (refused != NULL && strncmp(path, refused, strlen(refused)) == 0 && (!refused_alone || strcmp(path, refused) == 0)) {
        errno = refused_with;
        return -1;
    }
    return openat(dir, path, flags);
}
static DIR *test_fdopendir(int fd)
{
    DIR *d = fails() ? NULL : fdopendir(fd);
    dirs += d != NULL;
    return d;
}
static int test_closedir(DIR *d)
{
    dirs--;
    return closedir(d);
}
static struct dirent *test_readdir(DIR *d) { return fails() ? NULL : readdir(d); }

/* Device nodes are files of size 226 or 261, as few users may make real ones. Their minor has all its 20 bits. */
#define MINOR 1048575
#define MINOR_TEXT "1048575"
static int test_fstatat(int dir, const char *path, struct stat *st, int flags)
{
    if (fails()) return -1;
    if (fstatat(dir, path, st, flags) != 0) return -1;
    if (caller_size >= 0 && S_ISDIR(st->st_mode)) st->st_size = strcmp(path, "self/fd") == 0 ? caller_size : other_size;
    if (S_ISREG(st->st_mode) && st->st_size > 0) {
        const dev_t major = (dev_t)st->st_size;
        st->st_mode = S_IFCHR | 0600;
        st->st_rdev = (major & 0xfff) << 8 | (MINOR & 0xff) | (dev_t)(MINOR & 0xfff00) << 12;
    }
    return 0;
}
static ssize_t test_pread(int fd, void *to, size_t room, off_t at) { return fails() ? -1 : pread(fd, to, room, at); }

static rlim_t files_allowed;
static int test_getrlimit(int which, struct rlimit *to)
{
    if (files_allowed == 0) return getrlimit(which, to);
    if (files_allowed == 1) return -1;
    to->rlim_cur = files_allowed;
    return 0;
}

#define getrlimit test_getrlimit
#define open test_open
#define openat test_openat
#define fdopendir test_fdopendir
#define closedir test_closedir
#define readdir test_readdir
#define fstatat test_fstatat
#define pread test_pread
#define DRMFD_POSIX
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "drmfdinfo_sweep.h"
#include "run.h"
#undef getrlimit
#undef open
#undef openat
#undef fdopendir
#undef closedir
#undef readdir
#undef fstatat
#undef pread

static void put(const char *path, const char *text, size_t len)
{
    char full[256];
    FILE *f;
    snprintf(full, sizeof full, "%s/%s", above, path);
    if (text == NULL) {
        CHECK(mkdir(full, 0755) == 0);
        return;
    }
    f = fopen(full, "wb");
    if (!CHECK(f != NULL)) return;
    CHECK(fwrite(text, 1, len, f) == len);
    fclose(f);
}

static void make_root(int with_sys)
{
    static const char *const folders[] = {"proc",
                                          "proc/self",
                                          "proc/self/fd",
                                          "proc/1",
                                          "proc/1/fd",
                                          "proc/1/fdinfo",
                                          "proc/20",
                                          "proc/20/fd",
                                          "proc/20/fdinfo",
                                          "sys",
                                          "sys/dev",
                                          "sys/dev/char",
                                          "sys/dev/char/226:" MINOR_TEXT,
                                          "sys/dev/char/226:" MINOR_TEXT "/device",
                                          "sys/dev/char/261:" MINOR_TEXT,
                                          "sys/dev/char/261:" MINOR_TEXT "/device"};
    static const char a[] = "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: 5 ns\n", b[] = "drm-driver: b\ndrm-total-m: 7\n";
    static const char node[300];
    size_t i;
    strcpy(above, "/tmp/drmfdinfo.XXXXXX");
    CHECK(mkdtemp(above) != NULL);
    snprintf(top, sizeof top, "%s/proc", above);
    for (i = 0; i < sizeof folders / sizeof *folders; i++)
        if (with_sys || folders[i][0] == 'p') put(folders[i], NULL, 0);
    put("proc/1/fdinfo/3", a, sizeof a - 1);
    put("proc/1/fd/3", node, 226);
    put("proc/1/fdinfo/4", "pos: 0\n", 7);
    put("proc/1/fd/4", node, 1);
    put("proc/20/fdinfo/5", b, sizeof b - 1);
    put("proc/20/fd/5", node, 261);
    put("proc/20/fdinfo/6", a, sizeof a - 1);
    put("proc/20/fd/6", node, 226);
}

static void remove_root(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", above);
    CHECK(system(command) == 0);
}

static int next_fd(void)
{
    const int fd = dup(0);
    close(fd);
    return fd;
}

/* Three scans that all look; in the first two the failing call may occur. Returns the clients of the last, -1 if
   nothing could be opened. */
static int scans(const char *where, drmfd_scan_stats *sum)
{
    drmfd_posix files;
    drmfd_system calls;
    drmfd_scanner_options o;
    drmfd_tracker *t;
    drmfd_scanner *s;
    const drmfd_sweep *sweep = NULL;
    int round, clients = -1;
    memset(&o, 0, sizeof o);
    memset(sum, 0, sizeof *sum);
    o.look_every = -1;
    o.keep_open = 1;
    calls_made = 0;
    if (drmfd_posix_open(&files, where, &calls, NULL) != DRMFD_OK) return -1;
    t = drmfd_tracker_open(NULL, NULL);
    s = drmfd_scanner_open(&calls, &o, NULL);
    for (round = 0; round < 3; round++) {
        drmfd_scan_stats stats;
        drmfd_error e = {DRMFD_OK, 0, ""};
        if (round == 2) fail_at = 0;
        sweep = drmfd_scan(s, t, &stats, &e);
        if (sweep == NULL) {
            CHECK(e.code == DRMFD_IO && round < 2);
            continue;
        }
        CHECK(sweep_wrong(sweep) == NULL);
        sum->refused += stats.refused;
        sum->vanished += stats.vanished;
        sum->lost += stats.lost;
    }
    if (CHECK(sweep != NULL)) clients = (int)sweep->client_count;
    drmfd_scanner_close(s);
    drmfd_tracker_close(t);
    drmfd_posix_close(&files);
    return clients;
}

static void every_call_fails(void)
{
    static const int with[] = {ENOENT, EACCES, EPERM, EMFILE, ENFILE, EINTR, ESRCH, ENOTDIR, ENOMEM};
    drmfd_scan_stats sum;
    unsigned long n, count;
    const int lowest = next_fd();
    int with_sys;
    size_t k;
    for (with_sys = 0; with_sys < 2; with_sys++) {
        make_root(with_sys);
        fail_at = 0;
        CHECK_I64(2, scans(top, &sum));
        CHECK(sum.refused == 0 && sum.lost == 0);
        count = calls_made;
        CHECK(count > 60);
        for (n = 1; n <= count; n++)
            for (k = 0; k < sizeof with / sizeof *with; k++) {
                int got;
                fail_at = n;
                fail_with = with[k];
                got = scans(top, &sum);
                /* The first calls open the folder. */
                CHECK(got == 2 || (got == -1 && n <= 3));
                CHECK_I64(lowest, next_fd());
                CHECK_I64(0, dirs);
                if (run_bad > 0) {
                    printf("    call %lu of %lu, errno %d: %d clients\n", n, count, with[k], got);
                    remove_root();
                    return;
                }
            }
        remove_root();
    }
}

static void nodes_of_one_device(void) /* their number is that of the folder in sysfs beside the root */
{
    int with_sys;
    for (with_sys = 0; with_sys < 2; with_sys++) {
        drmfd_posix files;
        drmfd_system calls;
        uint64_t device = 77, other = 78, again = 79, fd;
        make_root(with_sys);
        fail_at = 0;
        CHECK(drmfd_posix_open(&files, top, &calls, NULL) == DRMFD_OK);
        CHECK_I64(1, calls.device_fn(20, 6, &again, calls.user)); /* not while its process is listed */
        CHECK_I64(1, calls.file_fn(20, 1, &fd, calls.user));
        CHECK_I64(1, calls.device_fn(20, 6, &device, calls.user));
        CHECK_I64(1, calls.device_fn(20, 5, &other, calls.user));
        CHECK_U64(device, again);
        CHECK(with_sys ? device != 0 && other != 0 && device != other : device == 0 && other == 0);
        CHECK_I64(DRMFD_REPLY_GONE, calls.device_fn(20, 7, &again, calls.user));
        CHECK_I64(DRMFD_REPLY_GONE, calls.device_fn(1, 7, &again, calls.user));
        drmfd_posix_close(&files);
        remove_root();
    }
}

/* A process that refuses access to its files: since Linux 6.2 the size of its folder says how many there are, and none
   is no loss. */
static void files_that_are_refused(void)
{
    static const struct {
        uint64_t pid;
        const char *folder;
        int with;
        long caller_size, other_size;
        int want, alone;
    } cases[] = {{20, "20/fd", EACCES, 5, 0, DRMFD_REPLY_NO, 0},
                 {20, "20/fd", EPERM, 5, 0, DRMFD_REPLY_NO, 0},
                 {20, "20/fd", EACCES, 5, 2, DRMFD_REPLY_REFUSED, 0},
                 {20, "20/fd", EPERM, 5, 2, DRMFD_REPLY_REFUSED, 0},
                 {20, "20/fd", EACCES, 0, 0, DRMFD_REPLY_REFUSED, 0}, /* an older kernel: 0 says nothing */
                 {20, "20/fd", ENOTDIR, 0, 0, DRMFD_REPLY_NO, 0},
                 {20, "20/fd", EIO, 5, 2, DRMFD_REPLY_GONE, 0},
                 {20, "20/fd", EMFILE, 5, 2, DRMFD_REPLY_NO_HANDLE, 0},
                 {20, "20/fd", ENFILE, 5, 2, DRMFD_REPLY_NO_HANDLE, 0},
                 {30, "30/fd", EACCES, 5, 0, DRMFD_REPLY_REFUSED, 0}, /* gone by now */
                 {1, "20/fd", EACCES, 5, 2, DRMFD_REPLY_YES, 0},
                 {20, "20/fd", EACCES, 5, 2, DRMFD_REPLY_YES, 1}, /* its texts may be read: CAP_SYS_PTRACE alone */
                 {20, "20/fd", EPERM, 5, 2, DRMFD_REPLY_YES, 1},
                 {20, "20/fd", EIO, 5, 2, DRMFD_REPLY_GONE, 1},
                 {20, "20/fd", EMFILE, 5, 2, DRMFD_REPLY_NO_HANDLE, 1}};
    size_t i;
    make_root(0);
    fail_at = 0;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        drmfd_posix files;
        drmfd_system calls;
        uint64_t fd;
        refused = cases[i].folder;
        refused_with = cases[i].with;
        refused_alone = cases[i].alone;
        caller_size = cases[i].caller_size;
        other_size = cases[i].other_size;
        CHECK(drmfd_posix_open(&files, top, &calls, NULL) == DRMFD_OK);
        if (!CHECK_I64(cases[i].want, calls.file_fn(cases[i].pid, 1, &fd, calls.user))) printf("    case %zu\n", i);
        drmfd_posix_close(&files);
    }
    refused = NULL;
    refused_alone = 0;
    caller_size = -1;
    remove_root();
}

/* A quarter of the soft limit. */
static void handles_that_are_kept(void)
{
    static const struct {
        rlim_t allowed;
        uint32_t want;
    } cases[] = {{1, 0}, {2, DRMFD_KEEP_NONE}, {3, DRMFD_KEEP_NONE}, {4, 1}, {1024, 256}, {262143, 65535}, {262144, 65536},
                 {1000000, 65536}, {RLIM_INFINITY, 65536}};
    size_t i;
    make_root(0);
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        drmfd_posix files;
        drmfd_system calls;
        fail_at = 0;
        files_allowed = cases[i].allowed;
        CHECK(drmfd_posix_open(&files, top, &calls, NULL) == DRMFD_OK);
        CHECK_U64(cases[i].want, calls.keep_open);
        drmfd_posix_close(&files);
    }
    files_allowed = 0;
    remove_root();
}

static void link_to(const char *path, const char *target)
{
    char full[256];
    snprintf(full, sizeof full, "%s/%s", above, path);
    CHECK(symlink(target, full) == 0);
}

static void asked_out_of_turn(void) /* the device of an fd whose process is not being listed, and cannot be asked for */
{
    drmfd_posix files;
    drmfd_system calls;
    uint64_t device;
    make_root(0);
    put("proc/9", NULL, 0);
    put("proc/9/fdinfo", NULL, 0);
    fail_at = 0;
    CHECK(drmfd_posix_open(&files, top, &calls, NULL) == DRMFD_OK);
    CHECK_I64(DRMFD_REPLY_UNKNOWN, calls.device_fn(9, 3, &device, calls.user)); /* texts alone */
    calls_made = 0;
    fail_at = 1;
    fail_with = EACCES;
    CHECK_I64(DRMFD_REPLY_REFUSED, calls.device_fn(20, 6, &device, calls.user));
    fail_at = 0;
    drmfd_posix_close(&files);
    remove_root();
}

#define LONG "a-device-with-a-name-of-more-than-32-bytes"

static void names_of_devices(void)
{
    static const char *const folders[] = {"sys/class", "sys/class/drm", "sys/class/accel", "sys/devices", "sys/devices/0000:03:00.0",
                                          "sys/devices/soc:gpu", "sys/class/drm/card0", "sys/class/drm/renderD128", "sys/class/drm/card1",
                                          "sys/class/drm/card0-HDMI-A-1", "sys/class/drm/card0-DP-1", "sys/devices/" LONG, "sys/class/drm/card4", "sys/class/drm/card5", "sys/class/drm/card000000000", "sys/class/drm/version",
                                          "sys/class/drm/mouse0", "sys/class/drm/card2", "sys/class/drm/card3", "sys/class/accel/accel0"};
    static char name[300];
    drmfd_posix files;
    drmfd_system calls;
    drmfd_node node;
    drmfd_view none;
    struct stat st;
    char path[200];
    const int lowest = next_fd();
    size_t i;
    make_root(1);
    for (i = 0; i < sizeof folders / sizeof *folders; i++) put(folders[i], NULL, 0);
    link_to("sys/class/drm/card0/device", "../../../devices/0000:03:00.0");
    link_to("sys/class/drm/renderD128/device", "../../../devices/0000:03:00.0");
    link_to("sys/class/drm/card0-HDMI-A-1/device", "../../../devices/0000:03:00.0");
    link_to("sys/class/drm/card000000000/device", "../../../devices/0000:03:00.0");
    link_to("sys/class/drm/mouse0/device", "../../../devices/0000:03:00.0");
    link_to("sys/class/drm/card1/device", "../../../devices/soc:gpu");
    link_to("sys/class/accel/accel0/device", "../../../devices/soc:gpu");
    link_to("sys/class/drm/card3/device", "gpu"); /* no folder before the name, and it leads nowhere */
    link_to("sys/class/drm/card4/device", "../../../devices/" LONG);
    memset(name, 'n', sizeof name - 1);
    link_to("sys/class/drm/card2/device", name); /* too long, and leads nowhere */
    fail_at = 0;
    CHECK(drmfd_posix_open(&files, top, &calls, NULL) == DRMFD_OK);
    CHECK_I64(1, drmfd_posix_node_find(&files, drmfd_text("0000:03:00.0"), 0, &node));
    CHECK_STR("card0", node.card);
    CHECK_STR("renderD128", node.render);
    CHECK_STR("", node.accel);
    CHECK_STR("0000:03:00.0", node.pdev);
    snprintf(path, sizeof path, "%s/sys/devices/soc:gpu", above);
    CHECK(stat(path, &st) == 0);
    CHECK_I64(1, drmfd_posix_node_find(&files, drmfd_text(""), (uint64_t)st.st_ino, &node));
    CHECK_STR("card1", node.card);
    CHECK_STR("", node.render);
    CHECK_STR("accel0", node.accel);
    CHECK_STR("soc:gpu", node.pdev);
    snprintf(path, sizeof path, "%s/sys/devices/" LONG, above);
    CHECK(stat(path, &st) == 0);
    CHECK_I64(1, drmfd_posix_node_find(&files, drmfd_text(""), (uint64_t)st.st_ino, &node));
    CHECK_STR("card4", node.card);
    CHECK_STR("", node.pdev); /* no room for it */
    CHECK_I64(1, drmfd_posix_node_find(&files, drmfd_text("gpu"), 0, &node));
    CHECK_STR("card3", node.card);
    none.ptr = NULL;
    none.len = 0;
    CHECK_I64(0, drmfd_posix_node_find(&files, none, 0, &node)); /* unknown */
    none.len = 3;
    CHECK_I64(0, drmfd_posix_node_find(&files, none, 0, &node));
    CHECK_STR("", node.card);
    CHECK_I64(0, drmfd_posix_node_find(&files, drmfd_text("0000:04:00.0"), 0, &node));
    CHECK_I64(0, drmfd_posix_node_find(&files, drmfd_text(""), 1, &node));
    CHECK_I64(0, drmfd_posix_node_find(NULL, drmfd_text("0000:03:00.0"), 0, &node));
    CHECK_I64(0, drmfd_posix_node_find(&files, drmfd_text("0000:03:00.0"), 0, NULL));
    for (i = 1; i < 40; i++) { /* a call fails: less is found, nothing stays open */
        fail_at = i;
        fail_with = EMFILE;
        calls_made = 0;
        (void)drmfd_posix_node_find(&files, drmfd_text(i % 2 ? "0000:03:00.0" : ""), (uint64_t)st.st_ino, &node);
        CHECK_I64(1, dirs);
    }
    fail_at = 0;
    drmfd_posix_close(&files);
    CHECK_I64(0, drmfd_posix_node_find(&files, drmfd_text("0000:03:00.0"), 0, &node)); /* closed */
    CHECK_I64(lowest, next_fd());
    remove_root();
    make_root(0); /* no sysfs */
    CHECK(drmfd_posix_open(&files, top, &calls, NULL) == DRMFD_OK);
    CHECK_I64(0, drmfd_posix_node_find(&files, drmfd_text("0000:03:00.0"), 0, &node));
    drmfd_posix_close(&files);
    remove_root();
}

int main(void)
{
    RUN(every_call_fails);
    RUN(nodes_of_one_device);
    RUN(files_that_are_refused);
    RUN(handles_that_are_kept);
    RUN(asked_out_of_turn);
    RUN(names_of_devices);
    return run_end();
}
#endif
