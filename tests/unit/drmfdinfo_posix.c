/* The POSIX callbacks: recorded folders, and /proc itself where there is one. */
#ifndef _WIN32
#define DRMFD_POSIX
#endif
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "run.h"

#ifdef _WIN32

int main(void)
{
    SKIP("needs POSIX");
    run_skipped++;
    return run_end();
}
#else
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>

static char root[64];

static const char *in_root(const char *path)
{
    static char full[256];
    snprintf(full, sizeof full, "%s/%s", root, path);
    return full;
}

static void folder(const char *path) { CHECK(mkdir(in_root(path), 0755) == 0); }

static void text(const char *path, const char *what)
{
    FILE *file = fopen(in_root(path), "wb");
    if (!CHECK(file != NULL)) return;
    fputs(what, file);
    fclose(file);
}

static void make_root(void)
{
    strcpy(root, "/tmp/drmfdinfo.XXXXXX");
    CHECK(mkdtemp(root) != NULL);
}

static void remove_root(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", root);
    CHECK(system(command) == 0);
}

static uint32_t scan_once(const char *where, drmfd_scan_stats *stats, drmfd_error *error)
{
    drmfd_posix files;
    drmfd_system calls;
    drmfd_tracker *tracker = drmfd_tracker_open(NULL, NULL);
    drmfd_scanner *scanner;
    const drmfd_sweep *s;
    uint32_t clients = 0;
    memset(stats, 0, sizeof *stats);
    if (drmfd_posix_open(&files, where, &calls, NULL) != DRMFD_OK) {
        drmfd_tracker_close(tracker);
        return 999;
    }
    scanner = drmfd_scanner_open(&calls, NULL, NULL);
    s = drmfd_scan(scanner, tracker, stats, error);
    if (s != NULL) clients = s->client_count;
    s = drmfd_scan(scanner, tracker, NULL, error); /* and through the files that are open */
    CHECK(s == NULL || s->client_count == clients);
    drmfd_scanner_close(scanner);
    drmfd_tracker_close(tracker);
    drmfd_posix_close(&files);
    drmfd_posix_close(&files); /* twice is harmless */
    return clients;
}

static int next_fd(void)
{
    const int fd = dup(0);
    close(fd);
    return fd;
}

static void nulls(void)
{
    drmfd_posix p;
    drmfd_system calls;
    drmfd_error e = {DRMFD_OK, 0, ""};
    CHECK(drmfd_posix_open(NULL, "/proc", &calls, NULL) == DRMFD_ARGUMENT);
    CHECK(drmfd_posix_open(&p, NULL, &calls, NULL) == DRMFD_ARGUMENT);
    CHECK(drmfd_posix_open(&p, "/proc", NULL, NULL) == DRMFD_ARGUMENT);
    memset(&p, 0xa5, sizeof p);
    memset(&calls, 0xa5, sizeof calls);
    CHECK(drmfd_posix_open(&p, "/no such folder", &calls, NULL) == DRMFD_IO);
    CHECK(drmfd_scanner_open(&calls, NULL, &e) == NULL && e.code == DRMFD_ARGUMENT); /* going on does no harm */
    drmfd_posix_close(&p);
    CHECK(drmfd_posix_open(&p, "/", &calls, NULL) == DRMFD_OK);
    drmfd_posix_close(&p);
    drmfd_posix_close(NULL);
}

static void a_recorded_folder(void)
{
    drmfd_scan_stats stats;
    const int before = next_fd();
    make_root();
    folder("12");
    folder("12/fdinfo");
    text("12/fdinfo/3", "drm-driver: a\ndrm-client-id: 1\n");
    text("12/fdinfo/18446744073709551609", "drm-driver: a\ndrm-client-id: 2\n");
    text("12/fdinfo/x", "drm-driver: a\ndrm-client-id: 3\n");
    text("12/fdinfo/4x", "drm-driver: a\ndrm-client-id: 4\n");
    text("12/fdinfo/18446744073709551616", "drm-driver: a\ndrm-client-id: 5\n");
    folder("7");
    folder("7/fdinfo");
    text("7/fdinfo/0", "pos: 0\n");
    text("7/fdinfo/1", "drm-driver: b\ndrm-client-id: 1\n");
    folder("8"); /* no folder of files: it is gone */
    text("9", "a file"); /* no process */
    folder("self");
    CHECK_U64(3, scan_once(root, &stats, NULL));
    CHECK_U64(3, stats.processes); /* without the one that is gone */
    CHECK_U64(1, stats.vanished);
    CHECK_U64(0, stats.refused);
    CHECK_U64(4, stats.files);
    CHECK_U64(4, stats.candidates);
    CHECK_U64(3, stats.texts);
    CHECK_I64(before, next_fd()); /* no file is left open */
    remove_root();
}

static void files_that_are_no_devices(void)
{
    drmfd_scan_stats stats;
    make_root();
    folder("12");
    folder("12/fdinfo");
    folder("12/fd");
    text("12/fdinfo/3", "drm-driver: a\ndrm-client-id: 1\n");
    text("12/fd/3", "");
    CHECK(symlink("/nothing", in_root("12/fd/4")) == 0); /* no longer a file */
    text("12/fdinfo/4", "drm-driver: a\ndrm-client-id: 2\n");
    CHECK(symlink("/dev/null", in_root("12/fd/5")) == 0);
    text("12/fdinfo/5", "drm-driver: a\ndrm-client-id: 3\n");
    CHECK_U64(0, scan_once(root, &stats, NULL));
    CHECK(stats.files == 3 && stats.candidates == 0 && stats.vanished == 1);
    remove_root();
}

static void device_numbers(void)
{
    static const struct { const char *path; unsigned major, minor; } nodes[] = {
        {"12/fd/3", 226, 0}, {"12/fd/4", 226, 128}, {"12/fd/5", 261, 0}, {"12/fd/6", 225, 0}, {"12/fd/7", 226, 70000}};
    drmfd_scan_stats stats;
    unsigned i;
    make_root();
    folder("12");
    folder("12/fd");
    folder("12/fdinfo");
    for (i = 0; i < 5; i++) {
        char info[64], what[64];
        const dev_t number = (dev_t)nodes[i].major << 8 | (nodes[i].minor & 0xff) | (dev_t)(nodes[i].minor & 0xffffff00u) << 12;
        if (mknod(in_root(nodes[i].path), S_IFCHR | 0600, number) != 0) {
            SKIP("needs the right to make device nodes");
            remove_root();
            return;
        }
        snprintf(info, sizeof info, "12/fdinfo/%u", i + 3);
        snprintf(what, sizeof what, "drm-driver: a\ndrm-client-id: %u\n", i);
        text(info, what);
    }
    CHECK_U64(4, scan_once(root, &stats, NULL));
    CHECK(stats.files == 5 && stats.candidates == 4);
    remove_root();
}

#ifdef __linux__
static void this_machine(void)
{
    drmfd_scan_stats stats;
    drmfd_error e = {DRMFD_OK, 0, ""};
    struct stat st;
    if (stat("/proc/self/fdinfo", &st) != 0) {
        SKIP("needs /proc");
        return;
    }
    scan_once("/proc", &stats, &e);
    CHECK(e.code == DRMFD_OK && stats.processes > 0 && stats.files > 0 && stats.looked == 1);
}

static void a_device_node_of_this_process(void)
{
    drmfd_scan_stats with, without;
    int fd, accel;
    make_root();
    if (mknod(in_root("card"), S_IFCHR | 0600, 226 << 8) != 0 || mknod(in_root("accel"), S_IFCHR | 0600, 261 << 8) != 0) {
        SKIP("needs the right to make device nodes");
        remove_root();
        return;
    }
    scan_once("/proc", &without, NULL);
    fd = open(in_root("card"), 010000000 /* O_PATH: names the node without asking its driver */);
    accel = open(in_root("accel"), 010000000);
    if (CHECK(fd >= 0 && accel >= 0)) {
        scan_once("/proc", &with, NULL);
        CHECK(with.candidates >= without.candidates + 2);
        close(fd);
        close(accel);
    }
    remove_root();
}

static void processes_that_refuse(void)
{
    pid_t child;
    int status = 0;
    if (geteuid() != 0) {
        SKIP("needs root, to become another user");
        return;
    }
    fflush(stdout);
    child = fork();
    if (child == 0) {
        drmfd_scan_stats stats;
        drmfd_error e = {DRMFD_OK, 0, ""};
        if (setgid(65534) != 0 || setuid(65534) != 0) _exit(9);
        scan_once("/proc", &stats, &e);
        /* This program's parent belongs to root and has files open; being refused there did not stop the rest. */
        _exit(e.code != DRMFD_OK ? 1 : stats.refused == 0 ? 2 : stats.processes < stats.refused ? 3 : 0);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    CHECK_I64(0, WEXITSTATUS(status));
}
#endif

static void a_folder_that_may_not_be_entered(void)
{
    pid_t child;
    int status = 0;
    make_root();
    folder("12");
    folder("12/fdinfo");
    CHECK(chmod(in_root("12/fdinfo"), 0) == 0 && chmod(root, 0755) == 0);
    fflush(stdout);
    child = fork();
    if (child == 0) {
        drmfd_scan_stats stats;
        if (geteuid() == 0 && setuid(65534) != 0) _exit(9);
        scan_once(root, &stats, NULL);
        _exit(stats.refused == 1 && stats.vanished == 0 ? 0 : 1);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    CHECK_I64(0, WEXITSTATUS(status));
    CHECK(chmod(in_root("12/fdinfo"), 0755) == 0);
    remove_root();
}

/* The list of descriptors is closed to others, their texts are not: as with CAP_SYS_PTRACE alone. */
static void texts_that_may_be_read(void)
{
    pid_t child;
    int status = 0;
    make_root();
    folder("12");
    folder("12/fd");
    folder("12/fdinfo");
    text("12/fdinfo/3", "drm-driver:\txe\ndrm-client-id:\t1\ndrm-engine-rcs:\t5 ns\n");
    text("12/fdinfo/4", "pos:\t0\n");
    CHECK(chmod(in_root("12/fd"), 0) == 0 && chmod(root, 0755) == 0);
    fflush(stdout);
    child = fork();
    if (child == 0) {
        drmfd_scan_stats stats;
        if (geteuid() == 0 && setuid(65534) != 0) _exit(9);
        scan_once(root, &stats, NULL);
        _exit(stats.refused == 0 && stats.candidates == 2 && stats.texts == 1 ? 0 : 1);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    CHECK_I64(0, WEXITSTATUS(status));
    CHECK(chmod(in_root("12/fd"), 0755) == 0);
    remove_root();
}

/* Too few file numbers: the folder cannot be opened, or the texts cannot. */
static void no_more_files(void)
{
    struct rlimit old, few;
    drmfd_scan_stats stats;
    rlim_t n;
    const int lowest = next_fd();
    make_root();
    folder("12");
    folder("12/fdinfo");
    text("12/fdinfo/3", "drm-driver: a\ndrm-client-id: 1\n");
    text("12/fdinfo/4", "drm-driver: a\ndrm-client-id: 2\n");
    CHECK(getrlimit(RLIMIT_NOFILE, &old) == 0);
    for (n = 0; n < 7; n++) {
        uint32_t clients;
        few = old;
        few.rlim_cur = (rlim_t)lowest + n;
        CHECK(setrlimit(RLIMIT_NOFILE, &few) == 0);
        clients = scan_once(root, &stats, NULL);
        CHECK(setrlimit(RLIMIT_NOFILE, &old) == 0);
        /* Two are for the root, one more for the folder of a process while it is listed, the rest for its files. */
        CHECK_U64(n < 2 ? 999 : n < 3 ? 0 : 2, clients);
        if (n >= 2) CHECK(stats.unlisted == (n < 3) && stats.no_handle == 0 && stats.vanished == 0);
        CHECK_I64(lowest, next_fd());
    }
    remove_root();
}

static void one_call_by_itself(void)
{
    drmfd_posix p;
    drmfd_system calls;
    uint64_t fd, handle;
    make_root();
    folder("12");
    folder("12/fdinfo");
    text("12/fdinfo/3", "drm-driver: a\n");
    folder("14");
    text("14/fdinfo", "no folder");
    CHECK(drmfd_posix_open(&p, root, &calls, NULL) == DRMFD_OK);
    CHECK_I64(0, calls.file_fn(14, 1, &fd, calls.user));
    CHECK_I64(1, calls.file_fn(12, 1, &fd, calls.user));
    CHECK_U64(3, fd);
    CHECK_I64(0, calls.file_fn(12, 0, &fd, calls.user));
    CHECK_I64(0, calls.file_fn(12, 0, &fd, calls.user)); /* and stays at the end */
    CHECK_I64(DRMFD_REPLY_GONE, calls.file_fn(13, 1, &fd, calls.user));
    CHECK_I64(0, calls.file_fn(13, 0, &fd, calls.user));
    CHECK_I64(DRMFD_REPLY_GONE, calls.open_fn(12, 4, &handle, calls.user));
    CHECK(calls.now_fn(calls.user) <= calls.now_fn(calls.user));
    CHECK_I64(1, calls.file_fn(12, 1, &fd, calls.user)); /* left half way: close gives it back */
    drmfd_posix_close(&p);
    remove_root();
}

/* By then others may have the numbers of folders that were closed. */
static void numbers_used_again(void)
{
    drmfd_posix p;
    drmfd_system calls;
    uint64_t fd;
    int others[6], i;
    make_root();
    folder("12");
    folder("12/fd");
    folder("12/fdinfo");
    text("12/fdinfo/3", "drm-driver: a\n");
    text("12/fd/3", "");
    CHECK(drmfd_posix_open(&p, root, &calls, NULL) == DRMFD_OK);
    CHECK_I64(1, calls.file_fn(12, 1, &fd, calls.user));
    CHECK_I64(0, calls.file_fn(12, 0, &fd, calls.user));
    for (i = 0; i < 6; i++) others[i] = open("/", O_RDONLY);
    CHECK_I64(1, calls.file_fn(12, 1, &fd, calls.user));
    CHECK_I64(0, calls.file_fn(12, 0, &fd, calls.user));
    drmfd_posix_close(&p);
    for (i = 0; i < 6; i++) CHECK(others[i] >= 0 && close(others[i]) == 0);
    remove_root();
}

static void a_read_that_fails(void)
{
    drmfd_scan_stats stats;
    make_root();
    folder("12");
    folder("12/fdinfo");
    folder("12/fdinfo/3"); /* opens, but cannot be read */
    text("12/fdinfo/4", "drm-driver: a\ndrm-client-id: 2\n");
    CHECK_U64(1, scan_once(root, &stats, NULL));
    CHECK_U64(1, stats.lost);
    remove_root();
}

/* Descriptors are closed on exec, and 0 is a descriptor like any other. */
static void descriptors(void)
{
    char top[] = "/tmp/drmfdinfo.XXXXXX", path[100];
    static const char *const folders[] = {"1", "1/fd", "1/fdinfo"};
    drmfd_posix p;
    drmfd_system calls;
    uint64_t fd, handle = 7;
    size_t i;
    int n, inherited = 0, opened = 0, was_open[64], input;
    FILE *f;
    if (!CHECK(mkdtemp(top) != NULL)) return;
    for (i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", top, folders[i]);
        CHECK(mkdir(path, 0755) == 0);
    }
    snprintf(path, sizeof path, "%s/1/fdinfo/3", top);
    f = fopen(path, "wb");
    if (CHECK(f != NULL)) fclose(f);
    snprintf(path, sizeof path, "%s/1/fd/3", top);
    f = fopen(path, "wb");
    if (CHECK(f != NULL)) fclose(f);
    for (n = 0; n < 64; n++) was_open[n] = fcntl(n, F_GETFD) >= 0;
    for (i = 0; i < 2; i++) {
        if (!CHECK(drmfd_posix_open(&p, i == 0 ? top : "/proc", &calls, NULL) == DRMFD_OK)) continue;
        if (i == 0) CHECK(calls.file_fn(1, 1, &fd, calls.user) == 1 && fd == 3 && calls.open_fn(1, 3, &handle, calls.user) == 1);
        for (n = 0; n < 64; n++)
            if (!was_open[n] && fcntl(n, F_GETFD) >= 0) {
                opened++;
                inherited += (fcntl(n, F_GETFD) & FD_CLOEXEC) == 0;
            }
        if (i == 0) {
            CHECK(opened >= 4);
            calls.close_fn(handle, calls.user);
            input = dup(0);
            close(0);
            CHECK(calls.open_fn(1, 3, &handle, calls.user) == 1 && handle == 0);
            calls.close_fn(handle, calls.user);
            CHECK(fcntl(0, F_GETFD) < 0);
            CHECK(input < 0 || dup2(input, 0) == 0);
            close(input);
        }
        drmfd_posix_close(&p);
    }
    input = dup(0);
    close(0);
    CHECK(drmfd_posix_open(&p, top, &calls, NULL) == DRMFD_OK);
    CHECK(calls.file_fn(1, 1, &fd, calls.user) == 1 && fd == 3 && calls.open_fn(1, 3, &handle, calls.user) == 1);
    calls.close_fn(handle, calls.user);
    drmfd_posix_close(&p);
    CHECK(fcntl(0, F_GETFD) < 0);
    CHECK(input < 0 || dup2(input, 0) == 0);
    close(input);
    CHECK_I64(0, inherited);
    for (n = 0; n < 64; n++) CHECK(was_open[n] == (fcntl(n, F_GETFD) >= 0));
    snprintf(path, sizeof path, "%s/1/fd/3", top);
    CHECK(unlink(path) == 0);
    snprintf(path, sizeof path, "%s/1/fdinfo/3", top);
    CHECK(unlink(path) == 0);
    for (i = 3; i-- > 0;) {
        snprintf(path, sizeof path, "%s/%s", top, folders[i]);
        CHECK(rmdir(path) == 0);
    }
    CHECK(rmdir(top) == 0);
}

int main(void)
{
    RUN(nulls);
    RUN(a_recorded_folder);
    RUN(files_that_are_no_devices);
    RUN(device_numbers);
#ifdef __linux__
    RUN(this_machine);
    RUN(a_device_node_of_this_process);
    RUN(processes_that_refuse);
#endif
    RUN(a_folder_that_may_not_be_entered);
    RUN(texts_that_may_be_read);
    RUN(no_more_files);
    RUN(one_call_by_itself);
    RUN(numbers_used_again);
    RUN(a_read_that_fails);
    RUN(descriptors);
    return run_end();
}
#endif
