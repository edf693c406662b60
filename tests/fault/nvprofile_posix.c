/* The POSIX callbacks over made-up files of /proc, in reads of every size, and with failing system calls: each call in
   turn, with each errno that matters. Nothing stays open. */
#ifdef _WIN32
#include "run.h"
int main(void)
{
    SKIP("needs POSIX");
    run_skipped++;
    return run_end();
}
#else
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"

/* A made-up /proc/77, and the root of that process, in a folder of their own. Every call that the header makes may
   fail. */
static size_t read_step; /* most bytes of a read */
static int link_len;     /* every link target has this many letters; -1: the real one */
static int other_device, other_inode; /* what is opened is not what the path named */
static char top_dir[64], full[6000];

static const char *in_top(const char *name)
{
    snprintf(full, sizeof full, "%s%s%s", top_dir, name[0] == '/' ? "" : "/", name);
    return full;
}

static const char *moved(const char *path) { return strncmp(path, "/proc/77", 8) == 0 ? in_top(path) : path; }

static int test_open_moved(const char *path, int flags) { return test_open(moved(path), flags); }

static int test_openat(int fd, const char *path, int flags)
{
    const int got = call_fails() ? -1 : openat(fd, path, flags);
    open_files += got >= 0;
    return got;
}

static ssize_t test_read(int fd, void *to, size_t size)
{
    if (call_fails()) return -1;
    return read(fd, to, size < read_step ? size : read_step);
}

static ssize_t test_readlinkat(int fd, const char *path, char *to, size_t size)
{
    size_t len;
    if (call_fails()) return -1;
    if (link_len < 0) return readlinkat(fd, path, to, size);
    len = (size_t)link_len < size ? (size_t)link_len : size;
    memset(to, 'n', len);
    return (ssize_t)len;
}

static int test_fstatat(int fd, const char *path, struct stat *st, int flags)
{
    return call_fails() ? -1 : fstatat(fd, path, st, flags);
}

static int test_fstat_other(int fd, struct stat *st)
{
    const int got = test_fstat(fd, st);
    st->st_dev += (dev_t)other_device;
    st->st_ino += (ino_t)other_inode;
    return got;
}

static int test_lstat(const char *path, struct stat *st) { return call_fails() ? -1 : lstat(path, st); }

static DIR *test_fdopendir(int fd)
{
    DIR *d = call_fails() ? NULL : fdopendir(fd);
    open_dirs += d != NULL;
    open_files -= d != NULL; /* it belongs to the directory now */
    return d;
}

#define open(path, flags) test_open_moved(path, flags)
#define openat(fd, path, flags) test_openat(fd, path, flags)
#define close(fd) test_close(fd)
#define read(fd, to, size) test_read(fd, to, size)
#define readlinkat(fd, path, to, size) test_readlinkat(fd, path, to, size)
#define stat(path, st) test_stat(path, st)
#define fstat(fd, st) test_fstat_other(fd, st)
#define lstat(path, st) test_lstat(path, st)
#define fstatat(fd, path, st, flags) test_fstatat(fd, path, st, flags)
#define fdopendir(fd) test_fdopendir(fd)
#define readdir(d) test_readdir(d)
#define closedir(d) test_closedir(d)
#define NVP_POSIX
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#undef open
#undef openat
#undef close
#undef read
#undef readlinkat
#undef stat
#undef fstat
#undef lstat
#undef fstatat
#undef fdopendir
#undef readdir
#undef closedir
#include "run.h"

/* Nothing fails; an empty process. */
static void clean(void)
{
    char command[500];
    calls_made = fail_at = 0;
    fail_with = EIO;
    read_step = 4096;
    link_len = -1;
    other_device = other_inode = 0;
    if (top_dir[0] == 0) {
        strcpy(top_dir, "/tmp/nvprofile.XXXXXX");
        CHECK(mkdtemp(top_dir) != NULL);
    }
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir -p '%s/proc/77' '%s/root/opt/moon' && ln -s '%s/root' '%s/proc/77/root'", top_dir, top_dir, top_dir, top_dir, top_dir);
    CHECK(system(command) == 0);
}

/* A file of the process. */
static void file(const char *path, const char *text, size_t len)
{
    FILE *f = fopen(in_top(path), "wb");
    if (!CHECK(f != NULL)) return;
    CHECK(fwrite(text, 1, len, f) == len);
    fclose(f);
}

static void exe(const char *path)
{
    (void)unlink(in_top("/proc/77/exe"));
    if (path != NULL) CHECK(symlink(path, in_top("/proc/77/exe")) == 0);
}

static void facts(void)
{
    static const struct {
        nvp_fact what;
        const char *text; /* NULL: there is no such file */
        size_t len;
        nvp_reply got;
        const char *answer;
    } cases[] = {{NVP_FACT_EXE, "/opt/moon harbor/moonharbor", 0, NVP_REPLY_YES, "/opt/moon harbor/moonharbor"},
                 {NVP_FACT_EXE, "/opt/tide (deleted)", 0, NVP_REPLY_YES, "/opt/tide"},
                 {NVP_FACT_EXE, " (deleted)", 0, NVP_REPLY_YES, " (deleted)"},
                 {NVP_FACT_EXE, "x (deleted)", 0, NVP_REPLY_YES, "x"},
                 {NVP_FACT_EXE, "/opt/tide (deletec)", 0, NVP_REPLY_YES, "/opt/tide (deletec)"},
                 {NVP_FACT_EXE, NULL, 0, NVP_REPLY_UNKNOWN, NULL},
                 {NVP_FACT_COMM, "moonharbor\n", 11, NVP_REPLY_YES, "moonharbor"},
                 {NVP_FACT_COMM, "two\nlines\n", 10, NVP_REPLY_YES, "two\nlines"},
                 {NVP_FACT_COMM, "bare", 4, NVP_REPLY_YES, "bare"},
                 {NVP_FACT_COMM, "", 0, NVP_REPLY_YES, ""},
                 {NVP_FACT_COMM, "\n", 1, NVP_REPLY_YES, ""},
                 {NVP_FACT_COMM, NULL, 0, NVP_REPLY_UNKNOWN, NULL},
                 {NVP_FACT_ARGV0, "C:\\a b.exe\0-x\0", 14, NVP_REPLY_YES, "C:\\a b.exe"},
                 {NVP_FACT_ARGV0, "moon\n\0", 6, NVP_REPLY_YES, "moon\n"},
                 {NVP_FACT_ARGV0, "whole", 5, NVP_REPLY_YES, "whole"},
                 {NVP_FACT_ARGV0, "\0x", 2, NVP_REPLY_YES, ""},
                 {NVP_FACT_ARGV0, "", 0, NVP_REPLY_NO, NULL},
                 {NVP_FACT_ARGV0, NULL, 0, NVP_REPLY_UNKNOWN, NULL}};
    nvp_posix state;
    nvp_process p;
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++)
        for (read_step = 1; read_step < 20; read_step += 9) {
            const size_t by = read_step;
            nvp_view v = {"untouched", 9};
            clean();
            read_step = by;
            if (cases[i].what == NVP_FACT_EXE) exe(cases[i].text);
            else if (cases[i].text != NULL) {
                file("/proc/77/comm", cases[i].text, cases[i].len);
                file("/proc/77/cmdline", cases[i].text, cases[i].len);
            }
            posix_of(&state, 77, NULL, NULL, &p);
            CHECK_I64(cases[i].got, p.fact_fn(cases[i].what, &v, p.user));
            if (cases[i].got == NVP_REPLY_YES) CHECK_VIEW(cases[i].answer, v);
            nvp_posix_close(&state);
            CHECK_I64(0, open_files);
        }
    clean(); /* a kernel thread: present, but without an executable */
    file("/proc/77/comm", "kthread\n", 8);
    posix_of(&state, 77, NULL, NULL, &p);
    {
        nvp_view v;
        CHECK_I64(NVP_REPLY_NO, p.fact_fn(NVP_FACT_EXE, &v, p.user));
    }
    exe("/opt/moonharbor"); /* a link to nothing, and one longer than there is room for */
    for (link_len = 0; link_len <= 8192; link_len += 8192) {
        nvp_view v;
        CHECK_I64(NVP_REPLY_UNKNOWN, p.fact_fn(NVP_FACT_EXE, &v, p.user));
    }
    link_len = 4000;
    {
        nvp_view v;
        CHECK(p.fact_fn(NVP_FACT_EXE, &v, p.user) == NVP_REPLY_YES && v.len == 4000);
    }
    nvp_posix_close(&state);
}

/* An argument longer than the buffer is unknown. */
static void long_argument(void)
{
    static char text[20000];
    nvp_posix state;
    nvp_process p;
    nvp_view v;
    clean();
    memset(text, 'a', sizeof text);
    file("/proc/77/cmdline", text, sizeof text);
    posix_of(&state, 77, NULL, NULL, &p);
    CHECK_I64(NVP_REPLY_UNKNOWN, p.fact_fn(NVP_FACT_ARGV0, &v, p.user));
    nvp_posix_close(&state);
}

#define MAPS "55d0-55d1 r-xp 0 08:01 5 /opt/moonharbor\n" \
             "55d1-55d2 rw-p 0 08:01 5 /opt/moonharbor\n" \
             "7f00-7f01 rw-p 0 00:00 0 \n" \
             "7f01-7f02 r-xp 0 08:01 6 /usr/lib/libtide.so.1\n" \
             "7f02-7f03 r-xp 0 08:01 6 /usr/lib/libtide.so.1\n" \
             "7f03-7f04 r-xp 0 08:01 7 /usr/lib/libtide.so\n" \
             "7f04-7f05 r-xp 0 08:01 8 /tmp/gone.so (deleted)\n" \
             "7f05-7f06 r-xp 0 08:01 8 / (deleted)\n" \
             "7ffd-7ffe r-xp 0 00:00 0 [vdso]\n"

static void libraries(void)
{
    static const char *const want[] = {"moonharbor", "libtide.so.1", "libtide.so", "gone.so", ""};
    nvp_posix state;
    nvp_process p;
    uint32_t i;
    size_t by;
    int round;
    for (by = 1; by < 400; by = by * 3 + 1)
        for (round = 0; round < 2; round++) {
            nvp_view v;
            clean();
            read_step = by;
            file("/proc/77/maps", MAPS, sizeof MAPS - 1);
            posix_of(&state, 77, NULL, NULL, &p);
            for (i = 0; i < 5; i++) {
                if (!CHECK_I64(1, p.dso_fn(i, &v, p.user)) || !CHECK_VIEW(want[i], v)) break;
                if (round == 1 && i == 2) { /* from the start again */
                    round = 2;
                    CHECK(p.dso_fn(0, &v, p.user) == 1);
                    CHECK_VIEW(want[0], v);
                    i = 0;
                }
            }
            CHECK_I64(0, p.dso_fn(5, &v, p.user));
            CHECK_I64(2, open_files);
            CHECK_I64(0, p.dso_fn(6, &v, p.user)); /* after the end it stays at the end */
            nvp_posix_close(&state);
            CHECK_I64(0, open_files);
        }
    {
        nvp_view v;
        clean();
        posix_of(&state, 77, NULL, NULL, &p);
        CHECK_I64(NVP_REPLY_UNKNOWN, p.dso_fn(0, &v, p.user)); /* no maps */
        file("/proc/77/maps", "", 0);
        CHECK_I64(NVP_REPLY_UNKNOWN, p.dso_fn(0, &v, p.user)); /* of a process that we may not read */
        file("/proc/77/maps", "7f00-7f01 rw-p 0 00:00 0 \n", 26);
        CHECK_I64(NVP_REPLY_NO, p.dso_fn(0, &v, p.user)); /* a process without libraries is another matter */
        file("/proc/77/maps", "7f00-7f01 r-xp 0 08:01 6 /a\n7f01-7f02 r-xp 0 08:01 7 /ha", 55);
        CHECK(p.dso_fn(0, &v, p.user) == NVP_REPLY_YES);
        CHECK_VIEW("a", v);
        CHECK_I64(NVP_REPLY_UNKNOWN, p.dso_fn(1, &v, p.user)); /* half a line */
        CHECK_I64(2, open_files);
        file("/proc/77/maps", "7f00-7f01 r-xp 0 08:01 6 /a", 27);
        CHECK_I64(NVP_REPLY_UNKNOWN, p.dso_fn(0, &v, p.user));
        nvp_posix_close(&state);
    }
}

/* A name of 4096 bytes or more does not count, and a line longer than the buffer does not stop what follows. */
static void long_lines(void)
{
    static char text[40000];
    nvp_posix state;
    nvp_process p;
    nvp_view v;
    size_t len, n;
    for (len = 4094; len <= 9000; len = len == 4095 ? 4096 : len == 4094 ? 4095 : len + 1200) {
        clean();
        memcpy(text, "7f01-7f02 ", 10);
        memset(text + 10, 'n', len);
        text[10] = '/';
        n = 10 + len;
        memcpy(text + n, "\n7f02-7f03 /b\n", 14);
        file("/proc/77/maps", text, n + 14);
        posix_of(&state, 77, NULL, NULL, &p);
        CHECK_I64(1, p.dso_fn(0, &v, p.user));
        if (len < 4096) {
            CHECK_U64(len - 1, v.len);
            CHECK_I64(1, p.dso_fn(1, &v, p.user));
        }
        CHECK_VIEW("b", v);
        CHECK_I64(0, p.dso_fn(2, &v, p.user));
        nvp_posix_close(&state);
    }
}

static void entries(void)
{
    static char name[5000];
    char inside[100], out[100];
    nvp_posix state;
    nvp_process p;
    clean();
    exe("/opt/moon/moonharbor");
    file("/root/opt/moon/tide.dll", "", 0);
    posix_of(&state, 77, NULL, NULL, &p);
    CHECK_I64(NVP_REPLY_YES, p.entry_fn("tide.dll", p.user));
    CHECK_I64(NVP_REPLY_NO, p.entry_fn("tide.dl", p.user));
    calls_made = 0;
    fail_at = 5; /* readlinkat of the executable, fstatat of two folders, of the last one once more, of the entry */
    fail_with = EACCES;
    CHECK_I64(NVP_REPLY_UNKNOWN, p.entry_fn("tide.dll", p.user));
    fail_at = 0;
    memset(name, 'n', sizeof name - 1); /* no folder has such a name */
    CHECK_I64(NVP_REPLY_NO, p.entry_fn(name, p.user));
    name[300] = 0;
    CHECK_I64(NVP_REPLY_NO, p.entry_fn(name, p.user));
    /* A folder that is an absolute link belongs to the process; ".." does not leave its root. */
    strcpy(inside, in_top("/root/opt/way"));
    CHECK(symlink("/opt/moon", inside) == 0);
    exe("/opt/way/moonharbor");
    CHECK_I64(NVP_REPLY_YES, p.entry_fn("tide.dll", p.user));
    exe("/opt/../../../opt/./moon/moonharbor");
    CHECK_I64(NVP_REPLY_YES, p.entry_fn("tide.dll", p.user));
    strcpy(out, in_top("/root/opt/out"));
    CHECK(symlink("../../../../../../../../../opt/moon", out) == 0);
    exe("/opt/out/moonharbor");
    CHECK_I64(NVP_REPLY_YES, p.entry_fn("tide.dll", p.user));
    exe("/opt/moon/tide.dll/moonharbor");
    CHECK_I64(NVP_REPLY_NO, p.entry_fn("tide.dll", p.user)); /* that is no folder */
    exe("no-folder");
    CHECK_I64(NVP_REPLY_UNKNOWN, p.entry_fn("tide.dll", p.user));
    exe(NULL);
    CHECK_I64(NVP_REPLY_UNKNOWN, p.entry_fn("tide.dll", p.user));
    nvp_posix_close(&state);
    posix_of(&state, 0, NULL, NULL, &p); /* the caller itself */
    {
        ssize_t len = readlink("/proc/self/exe", name, sizeof name - 1);
        if (CHECK(len > 0)) {
            name[len] = 0;
            CHECK_I64(NVP_REPLY_YES, p.entry_fn(strrchr(name, '/') + 1, p.user));
        }
    }
    CHECK_I64(NVP_REPLY_NO, p.entry_fn("no such file", p.user));
    nvp_posix_close(&state);
    CHECK_I64(0, open_files);
}

/* Folders with a longer path than there is room for: what is in them is unknown, which is not the same as absent. /far
   leads to number 15, and "on" in there to the last one. */
static void long_ways(void)
{
    static char one[251], way[5000], name[200];
    nvp_posix state;
    nvp_system s;
    nvp_process p;
    nvp_stat st;
    void *handle;
    size_t i, n = 0;
    int fd;
    clean();
    memset(one, 'n', sizeof one - 1);
    for (i = 0; i < 15; i++) n += (size_t)snprintf(way + n, sizeof way - n, "%s%s", i > 0 ? "/" : "", one);
    CHECK(symlink(way, in_top("/root/far")) == 0);
    fd = open(in_top("/root"), O_RDONLY | O_DIRECTORY);
    for (i = 1; i <= 24 && fd >= 0; i++) {
        const int next = mkdirat(fd, one, 0755) == 0 ? openat(fd, one, O_RDONLY | O_DIRECTORY) : -1;
        close(fd);
        fd = next;
        way[9 * sizeof one - 1] = 0;
        if (i == 15) CHECK(symlinkat(way, fd, "on") == 0);
        if (i == 16) CHECK(mkdirat(fd, "tide.dll", 0755) == 0);
    }
    if (!CHECK(fd >= 0)) return;
    CHECK(mkdirat(fd, "file", 0755) == 0);
    close(fd);
    CHECK(posix_of(&state, 77, NULL, &s, &p) == NVP_OK);
    s.stat_fn("/far/on", &st, s.user);
    CHECK_I64(NVP_KIND_UNREADABLE, st.kind);
    s.stat_fn("/far", &st, s.user);
    CHECK_I64(NVP_KIND_DIRECTORY, st.kind);
    CHECK_I64(NVP_REPLY_UNKNOWN, s.open_fn("/far/on/file", &handle, s.user));
    exe("/far/on/moonharbor");
    CHECK_I64(NVP_REPLY_UNKNOWN, p.entry_fn("file", p.user));
    snprintf(way, sizeof way, "/far/%s/moonharbor", one);
    exe(way);
    CHECK_I64(NVP_REPLY_YES, p.entry_fn("tide.dll", p.user));
    CHECK_I64(NVP_REPLY_NO, p.entry_fn("none.dll", p.user));
    memset(name, 'm', sizeof name - 1); /* together with that */
    CHECK_I64(NVP_REPLY_UNKNOWN, p.entry_fn(name, p.user));
    snprintf(way, sizeof way, "/far/%s/%s", one, one); /* where the link leads, together with what is left */
    s.stat_fn(way, &st, s.user);
    CHECK_I64(NVP_KIND_UNREADABLE, st.kind);
    nvp_posix_close(&state);
    CHECK_I64(0, open_files);
}

static void environment(void)
{
    static char far[30000];
    static const char text[] = "PATH=/bin\0HOMER=no\0HOME\0HOME=/home/mira\0HOME=/second\0EMPTY=\0LAST=x";
    nvp_posix state;
    nvp_process p;
    nvp_view v;
    size_t by, n = 0;
    for (by = 1; by < 300; by = by * 4 + 1) {
        clean();
        read_step = by;
        file("/proc/77/environ", text, sizeof text); /* with the NUL after the last one */
        file("/proc/77/maps", MAPS, sizeof MAPS - 1);
        memset(&state, 'x', sizeof state);
        posix_of(&state, 77, NULL, NULL, &p);
        CHECK(p.env_fn("PATH", &v, p.user) == 1 && v.len == 4 && memcmp(v.ptr, "/bin", 4) == 0); /* the first one */
        CHECK(p.dso_fn(0, &v, p.user) == 1);
        CHECK(p.env_fn("none", &v, p.user) == 0 && open_files == 2); /* the buffer is used again, so the libraries begin anew */
        CHECK_I64(1, p.env_fn("HOME", &v, p.user));
        CHECK_VIEW("/home/mira", v);
        CHECK_I64(1, p.env_fn("EMPTY", &v, p.user));
        CHECK_VIEW("", v);
        CHECK_I64(1, p.env_fn("LAST", &v, p.user));
        CHECK_VIEW("x", v);
        CHECK_I64(0, p.env_fn("HOM", &v, p.user));
        CHECK_I64(0, p.env_fn("none", &v, p.user));
        nvp_posix_close(&state);
        CHECK_I64(0, open_files);
    }
    clean();
    posix_of(&state, 77, NULL, NULL, &p);
    CHECK_I64(NVP_REPLY_UNKNOWN, p.env_fn("HOME", &v, p.user)); /* no such file */
    /* A variable longer than the buffer, which ends like the one asked for. */
    memcpy(far, "LONG=", 5);
    n = 5;
    memset(far + n, 'x', 20000);
    n += 20000;
    memcpy(far + n, "HOME=/wrong\0HOME=/right\0", 24);
    file("/proc/77/environ", far, n + 24);
    CHECK_I64(1, p.env_fn("HOME", &v, p.user));
    CHECK_VIEW("/right", v);
    CHECK_I64(NVP_REPLY_UNKNOWN, p.env_fn("LONG", &v, p.user)); /* it is set, to something too long */
    nvp_posix_close(&state);
    CHECK_I64(0, open_files);
    posix_of(&state, 0, NULL, NULL, &p); /* of the caller */
    CHECK(setenv("NVP_TEST_TIDE", "high", 1) == 0);
    CHECK_I64(1, p.env_fn("NVP_TEST_TIDE", &v, p.user));
    CHECK_VIEW("high", v);
    CHECK(unsetenv("NVP_TEST_TIDE") == 0);
    CHECK_I64(0, p.env_fn("NVP_TEST_TIDE", &v, p.user));
    nvp_posix_close(&state);
}

/* Every system call of every answer fails in turn; EINTR changes nothing. */
static void failing_process(void)
{
    static const int errors[] = {EIO, EACCES, EINTR};
    unsigned e, what, n;
    for (e = 0; e < 3; e++)
        for (what = 0; what < 6; what++)
            for (n = 1;; n++) {
                nvp_posix state;
                nvp_process p;
                nvp_view v = {"", 0};
                nvp_reply got;
                clean();
                read_step = 30;
                exe("/opt/moonharbor");
                file("/root/opt/tide.dll", "", 0);
                file("/proc/77/comm", "moonharbor\n", 11);
                file("/proc/77/cmdline", "./moonharbor\0-x", 16);
                file("/proc/77/maps", MAPS, sizeof MAPS - 1);
                file("/proc/77/environ", "A=1\0HOME=/home/mira", 20);
                posix_of(&state, 77, NULL, NULL, &p);
                calls_made = 0;
                fail_at = n;
                fail_with = errors[e];
                if (what < 3) got = p.fact_fn((nvp_fact)what, &v, p.user);
                else if (what == 3) {
                    uint32_t k = 0;
                    while ((got = p.dso_fn(k, &v, p.user)) == NVP_REPLY_YES) k++;
                    if (got == NVP_REPLY_NO) CHECK_U64(5, k);
                } else if (what == 4)
                    got = p.entry_fn("tide.dll", p.user);
                else
                    got = p.env_fn("HOME", &v, p.user);
                nvp_posix_close(&state);
                CHECK_I64(0, open_files);
                if (calls_made < n) { /* none failed */
                    CHECK(got == (what == 3 ? NVP_REPLY_NO : NVP_REPLY_YES));
                    break;
                }
                if (got == NVP_REPLY_YES) { /* only a read is tried again */
                    CHECK(fail_with == EINTR && n > 1);
                    CHECK_VIEW(what == 1 ? "moonharbor" : what == 2 ? "./moonharbor" : "/home/mira", v);
                } else
                    CHECK(got == NVP_REPLY_UNKNOWN || (what == 3 && fail_with == EINTR));
                if (!CHECK(n < 60)) break;
            }
}

/* No process, or one that may not be read, is an error; nothing stays open. */
static void failing_open(void)
{
    static char long_root[4096];
    nvp_posix_target o;
    nvp_posix state;
    nvp_system s;
    nvp_process p;
    nvp_error e;
    unsigned n;
    clean();
    memset(&o, 0, sizeof o);
    memset(&s, 0, sizeof s);
    o.pid = 77;
    for (n = 1; n <= 2; n++) {
        calls_made = 0;
        fail_at = n;
        fail_with = EACCES;
        CHECK(nvp_posix_open(&state, &o, &s, &p, &e) == NVP_IO && e.code == NVP_IO && s.stat_fn == NULL);
        CHECK_STR(n == 1 ? "the process cannot be looked at" : "no right to look at the files as the process sees them", e.message);
        nvp_posix_close(&state);
        CHECK_I64(0, open_files);
    }
    calls_made = 0;
    fail_at = 1;
    fail_with = ENOENT;
    CHECK(nvp_posix_open(&state, &o, &s, &p, &e) == NVP_IO);
    CHECK_STR("no such process", e.message);
    o.pid = -1;
    CHECK(nvp_posix_open(&state, &o, &s, &p, &e) == NVP_ARGUMENT);
    o.pid = 0;
    calls_made = 0; /* where there is no /proc, the caller's files and environment are still there */
    if (CHECK_I64(NVP_OK, nvp_posix_open(&state, NULL, &s, &p, &e))) {
        nvp_view v;
        nvp_stat st;
        CHECK_I64(NVP_REPLY_UNKNOWN, p.fact_fn(NVP_FACT_COMM, &v, p.user));
        CHECK(setenv("NVP_TEST_TIDE", "high", 1) == 0 && p.env_fn("NVP_TEST_TIDE", &v, p.user) == NVP_REPLY_YES);
        s.stat_fn(top_dir, &st, s.user);
        CHECK_I64(NVP_KIND_DIRECTORY, st.kind);
    }
    nvp_posix_close(&state);
    fail_at = 0;
    o.root.ptr = long_root;
    o.root.len = sizeof long_root;
    memset(long_root, '/', sizeof long_root);
    CHECK(nvp_posix_open(&state, &o, &s, &p, &e) == NVP_ARGUMENT);
    o.root.len--;
    CHECK(nvp_posix_open(&state, &o, &s, &p, &e) == NVP_OK);
    nvp_posix_close(&state);
    o.root = nvp_text("/nowhere at all");
    CHECK(nvp_posix_open(&state, &o, &s, &p, &e) == NVP_IO);
    CHECK_STR("the root cannot be opened as a folder", e.message);
    CHECK(nvp_posix_open(NULL, &o, &s, &p, &e) == NVP_ARGUMENT);
    nvp_posix_close(NULL);
    CHECK_I64(0, open_files);
}

static int add_none(const char *name, void *to)
{
    (void)name;
    ++*(unsigned *)to;
    return 0;
}

static int add_all(const char *name, void *to)
{
    CHECK(name[0] != 0);
    ++*(unsigned *)to;
    return 1;
}

static void real_files(void)
{
    static const struct {
        const char *name;
        int error; /* of stat */
        nvp_kind kind;
    } stats[] = {{"file", 0, NVP_KIND_REGULAR}, {"folder", 0, NVP_KIND_DIRECTORY}, {"pipe", 0, NVP_KIND_OTHER}, {"broken", 0, NVP_KIND_BROKEN_LINK},
                 {"loop", 0, NVP_KIND_BROKEN_LINK}, {"nothing", 0, NVP_KIND_MISSING}, {"file", EACCES, NVP_KIND_UNREADABLE}, {"file", EIO, NVP_KIND_UNREADABLE},
                 {"broken", ENOENT, NVP_KIND_BROKEN_LINK}, {"nothing", ENOTDIR, NVP_KIND_MISSING}, {"link", 0, NVP_KIND_REGULAR}};
    char buffer[64];
    nvp_posix state;
    nvp_system s;
    nvp_stat one, other;
    struct stat st;
    void *handle;
    FILE *f;
    size_t i;
    unsigned n;
    clean();
    CHECK(posix_of(&state, 0, NULL, &s, NULL) == NVP_OK);
    f = fopen(in_top("file"), "wb");
    if (!CHECK(f != NULL)) return;
    fputs("{\"rules\":[]}", f);
    fclose(f);
    CHECK(mkdir(in_top("folder"), 0755) == 0 && mkfifo(in_top("pipe"), 0644) == 0);
    CHECK(symlink("no-such-file", in_top("broken")) == 0 && symlink("loop", in_top("loop")) == 0 && symlink("file", in_top("link")) == 0);
    for (i = 0; i < sizeof stats / sizeof *stats; i++) {
        memset(&one, 0, sizeof one);
        calls_made = 0;
        fail_at = stats[i].error != 0;
        fail_with = stats[i].error;
        one.kind = stats[i].kind == NVP_KIND_OTHER ? NVP_KIND_MISSING : NVP_KIND_OTHER; /* what was there is not the answer */
        s.stat_fn(in_top(stats[i].name), &one, s.user);
        if (!CHECK_I64((int)stats[i].kind, (int)one.kind)) printf("    %s\n", stats[i].name);
        if (one.kind == NVP_KIND_REGULAR) CHECK_U64(12, one.size);
    }
    memset(&one, 0, sizeof one);
    memset(&other, 0, sizeof other);
    fail_at = 0;
    s.stat_fn(in_top("file"), &one, s.user);
    s.stat_fn(in_top("link"), &other, s.user);
    CHECK(one.id[0] == other.id[0] && one.id[1] == other.id[1] && (one.id[0] != 0 || one.id[1] != 0));
    CHECK(stat(in_top("file"), &st) == 0 && one.id[0] == (uint64_t)st.st_dev && one.id[1] == (uint64_t)st.st_ino);
    s.stat_fn(in_top("folder"), &other, s.user);
    CHECK(one.id[1] != other.id[1]);
    /* Only a regular file is opened, and a FIFO is not waited for. */
    CHECK(s.open_fn(in_top("folder"), &handle, s.user) == NVP_REPLY_UNKNOWN && s.open_fn(in_top("pipe"), &handle, s.user) == NVP_REPLY_UNKNOWN);
    CHECK(s.open_fn(in_top("nothing"), &handle, s.user) == NVP_REPLY_NO);
    CHECK_I64(1, open_files);
    for (n = 1; n <= 2; n++) { /* open, then fstat */
        calls_made = 0;
        fail_at = n;
        fail_with = EIO;
        CHECK(s.open_fn(in_top("file"), &handle, s.user) == NVP_REPLY_UNKNOWN);
        CHECK_I64(1, open_files);
    }
    fail_at = 0;
    if (CHECK(s.open_fn(in_top("file"), &handle, s.user) == NVP_REPLY_YES)) {
        nvp_reply reply = NVP_REPLY_FAILED;
        calls_made = 0;
        fail_at = 1;
        fail_with = EINTR;
        CHECK(s.read_fn(handle, buffer, 5, &reply, s.user) == 5);
        CHECK_BYTES("{\"rul", 5, buffer, 5);
        calls_made = 0;
        fail_with = EIO;
        CHECK(s.read_fn(handle, buffer, 5, &reply, s.user) == 0 && reply == NVP_REPLY_FAILED);
        CHECK_U64(7, s.read_fn(handle, buffer, sizeof buffer, &reply, s.user));
        CHECK(s.read_fn(handle, buffer, sizeof buffer, &reply, s.user) == 0 && reply == NVP_REPLY_NO);
        s.close_fn(handle, s.user);
    }
    CHECK_I64(1, open_files);
    fail_at = 0;
    n = 0;
    CHECK_I64(NVP_REPLY_YES, s.list_fn(top_dir, add_all, &n, s.user));
    CHECK(n == 8 || n == 10); /* with or without . and .. */
    n = 0;
    CHECK_I64(NVP_REPLY_YES, s.list_fn(top_dir, add_none, &n, s.user));
    CHECK_U64(1, n);
    CHECK(s.list_fn(in_top("file"), add_all, &n, s.user) == NVP_REPLY_NO && s.list_fn(in_top("nothing"), add_all, &n, s.user) == NVP_REPLY_NO);
    for (i = 1; i <= 4; i++) { /* open, fdopendir, readdir of the first and of the second entry */
        calls_made = 0;
        fail_at = (unsigned)i;
        fail_with = EOVERFLOW;
        n = 0;
        CHECK_I64(NVP_REPLY_UNKNOWN, s.list_fn(top_dir, add_all, &n, s.user)); /* an early end is reported */
        CHECK_U64(i == 4, n);
        CHECK_I64(0, open_dirs);
        CHECK_I64(1, open_files);
    }
    fail_at = 0;
    CHECK(s.compare_fn("a", "b", s.user) < 0 && s.compare_fn("b", "a", s.user) > 0 && s.compare_fn("a", "a", s.user) == 0);
    nvp_posix_close(&state);
    CHECK_I64(0, open_files);
}

/* A whole load from real files: every system call fails in turn. The call itself never fails because of it. */
static void failing_load(void)
{
    static const int errors[] = {EIO, ENOENT, EINTR};
    static char home[140];
    char text[160];
    nvp_system s;
    unsigned e, n;
    FILE *f;
    clean();
    snprintf(home, sizeof home, "%s/.nv", top_dir);
    CHECK(mkdir(home, 0755) == 0);
    snprintf(home, sizeof home, "%s/.nv/nvidia-application-profiles-rc.d", top_dir);
    CHECK(mkdir(home, 0755) == 0);
    for (n = 0; n < 3; n++) {
        snprintf(text, sizeof text, "%s/%c", home, 'a' + (int)n);
        f = fopen(text, "wb");
        if (!CHECK(f != NULL)) return;
        fprintf(f, "{\"rules\":[{\"pattern\":[],\"profile\":[\"k%u\",1]}]}", n);
        fclose(f);
    }
    for (e = 0; e < 3; e++)
        for (n = 1;; n++) {
            nvp_posix state;
            nvp_process p;
            nvp_config *c;
            const nvp_result *r;
            CHECK(setenv("HOME", "/", 1) == 0);
            CHECK(posix_of(&state, 0, top_dir, &s, &p) == NVP_OK);
            c = open_in(NULL, NULL, NULL);
            calls_made = 0;
            fail_at = n;
            fail_with = errors[e];
            if (CHECK(c != NULL) && CHECK_I64(NVP_OK, nvp_config_load(c, &s, &p, NULL))) {
                r = resolve_in(c, NULL, NULL, NULL);
                if (CHECK(r != NULL)) {
                    CHECK_U64(c->file_count, r->setting_count);
                    if (calls_made < n) CHECK_U64(3, r->setting_count);
                    else {
                        CHECK(r->setting_count <= 3);
                        if (errors[e] == EIO && r->setting_count < 3) CHECK(c->failed_count > 0); /* and it says so */
                    }
                }
                nvp_result_close(r);
            }
            fail_at = 0;
            nvp_config_close(c);
            nvp_posix_close(&state);
            CHECK(open_files == 0 && open_dirs == 0);
            if (calls_made < n || n > 200) break;
        }
    CHECK(n > 15 && n < 200);
}

/* Paths through the root that never end, are too long, or begin in the working directory of the process. */
static void ways(void)
{
    static char name[9000];
    char link[200];
    nvp_posix state;
    nvp_system s;
    nvp_stat st;
    struct stat real;
    void *handle;
    unsigned i, n = 0;
    clean();
    CHECK(mkdir(in_top("/root/site"), 0755) == 0);
    file("/root/site/here", "{}", 2);
    CHECK(symlink("/site", in_top("/proc/77/cwd")) == 0);
    CHECK(symlink("circle", in_top("/root/circle")) == 0);
    CHECK(symlink("/site/nothing", in_top("/root/broken")) == 0);
    CHECK(posix_of(&state, 77, NULL, &s, NULL) == NVP_OK);
    s.stat_fn("here", &st, s.user); /* a relative HOME */
    CHECK_I64(NVP_KIND_REGULAR, st.kind);
    s.stat_fn("/circle", &st, s.user);
    CHECK_I64(NVP_KIND_BROKEN_LINK, st.kind);
    s.stat_fn("/broken", &st, s.user);
    CHECK_I64(NVP_KIND_BROKEN_LINK, st.kind);
    s.stat_fn("/site/here/no-folder", &st, s.user);
    CHECK_I64(NVP_KIND_MISSING, st.kind);
    /* What follows a slash needs a folder before it. */
    s.stat_fn("/site/here/", &st, s.user);
    CHECK_I64(NVP_KIND_MISSING, st.kind);
    s.stat_fn("/site/here/.", &st, s.user);
    CHECK_I64(NVP_KIND_MISSING, st.kind);
    s.stat_fn("/site/here/../here", &st, s.user);
    CHECK_I64(NVP_KIND_MISSING, st.kind);
    CHECK(symlink("here/", in_top("/root/site/slash")) == 0);
    s.stat_fn("/site/slash", &st, s.user);
    CHECK_I64(NVP_KIND_BROKEN_LINK, st.kind);
    s.stat_fn("/site//", &st, s.user);
    CHECK_I64(NVP_KIND_DIRECTORY, st.kind);
    s.stat_fn("/", &st, s.user);
    CHECK_I64(NVP_KIND_DIRECTORY, st.kind);
    CHECK_I64(NVP_REPLY_YES, s.list_fn("/", add_all, &n, s.user));
    CHECK(n >= 4);
    CHECK(s.open_fn("/nothing", &handle, s.user) == NVP_REPLY_NO && s.open_fn("/site/here/x", &handle, s.user) == NVP_REPLY_NO);
    memset(name, 'n', sizeof name - 1);
    name[0] = '/';
    s.stat_fn(name, &st, s.user); /* longer than there is room for: not known */
    CHECK_I64(NVP_KIND_UNREADABLE, st.kind);
    name[4090] = 0;
    s.stat_fn(name, &st, s.user);
    CHECK_I64(NVP_KIND_UNREADABLE, st.kind);
    for (i = 1; i < 4094; i++) name[i] = i % 2 == 0 ? '/' : '.';
    name[4094] = 0;
    s.stat_fn(name, &st, s.user);
    CHECK_I64(NVP_KIND_DIRECTORY, st.kind);
    s.stat_fn(name + 1, &st, s.user); /* together with the working directory */
    CHECK_I64(NVP_KIND_UNREADABLE, st.kind);
    /* Names that are nearly "..", and links in the middle of a path. */
    CHECK(mkdir(in_top("/root/site/.x"), 0755) == 0 && mkdir(in_top("/root/site/x."), 0755) == 0);
    file("/root/site/.x/a", "", 0);
    file("/root/site/x./a", "", 0);
    CHECK(symlink("site", in_top("/root/over")) == 0);
    s.stat_fn("/over/.x/a", &st, s.user);
    CHECK_I64(NVP_KIND_REGULAR, st.kind);
    s.stat_fn("/over/x./a", &st, s.user);
    CHECK_I64(NVP_KIND_REGULAR, st.kind);
    s.stat_fn("/broken/a", &st, s.user); /* a name that does not exist, according to lstat */
    CHECK_I64(NVP_KIND_MISSING, st.kind);
    CHECK(symlink("here", in_top("/root/site/empty")) == 0);
    link_len = 0; /* an empty link is the folder it is in, whatever the last one was */
    s.stat_fn("/site/../site/empty", &st, s.user);
    CHECK(st.kind == NVP_KIND_DIRECTORY && stat(in_top("/root/site"), &real) == 0 && st.id[1] == (uint64_t)real.st_ino);
    link_len = -1;
    calls_made = 0;
    fail_at = 2; /* fstatat, readlinkat */
    fail_with = EIO;
    s.stat_fn("/over", &st, s.user);
    CHECK_I64(NVP_KIND_UNREADABLE, st.kind);
    fail_at = 0;
    /* Between the check and the open somebody put another file in its place. */
    for (i = 0; i < 2; i++) {
        other_device = i == 0;
        other_inode = i == 1;
        CHECK(s.open_fn("here", &handle, s.user) == NVP_REPLY_UNKNOWN && s.list_fn("/site", add_all, &n, s.user) == NVP_REPLY_UNKNOWN);
        CHECK_I64(2, open_files);
    }
    other_inode = 0;
    for (i = 1; i < 60; i++) { /* every call fails in turn: the answer is always the right one or unknown */
        calls_made = 0;
        fail_at = i;
        fail_with = EIO;
        if (s.open_fn("here", &handle, s.user) == NVP_REPLY_YES) {
            CHECK(calls_made < i);
            s.close_fn(handle, s.user);
            break;
        }
        CHECK_I64(2, open_files);
    }
    CHECK(i > 3 && i < 60);
    fail_at = 0;
    nvp_posix_close(&state);
    strcpy(link, in_top("/proc/77/cwd"));
    CHECK(unlink(link) == 0 && posix_of(&state, 77, NULL, &s, NULL) == NVP_OK);
    s.stat_fn("here", &st, s.user);
    CHECK_I64(NVP_KIND_UNREADABLE, st.kind); /* not the same as missing */
    nvp_posix_close(&state);
    strcpy(link, in_top("/root")); /* of the caller with another root: from there */
    CHECK(posix_of(&state, 0, link, &s, NULL) == NVP_OK);
    s.stat_fn("site/here", &st, s.user);
    CHECK_I64(NVP_KIND_REGULAR, st.kind);
    nvp_posix_close(&state);
    CHECK_I64(0, open_files);
}

int main(void)
{
    RUN(facts);
    RUN(long_argument);
    RUN(libraries);
    RUN(long_lines);
    RUN(entries);
    RUN(long_ways);
    RUN(environment);
    RUN(failing_process);
    RUN(failing_open);
    RUN(ways);
    RUN(real_files);
    RUN(failing_load);
    {
        char command[100];
        snprintf(command, sizeof command, "rm -rf '%s'", top_dir);
        CHECK(system(command) == 0);
    }
    return run_end();
}
#endif
