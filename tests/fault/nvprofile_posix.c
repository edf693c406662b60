/* The callbacks for POSIX over made-up files of /proc, in reads of every size, and with system calls that fail: each call
   in turn, with each errno that matters. Nothing stays open. */
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

/* Files below /proc/77 and /proc/self. */
typedef struct made_up {
    const char *path, *text;
    size_t len;
} made_up;
static made_up files[8];
static size_t file_count, read_step, read_at; /* read_step: most bytes of a read */
static const made_up *now_open;
static const char *made_exe, *exists; /* what the links name; the one name in the folder of the executable */
static int entry_errno;

static int test_open_made_up(const char *path, int flags)
{
    int fd;
    if (call_fails()) return -1;
    if (strncmp(path, "/proc/", 6) == 0) {
        size_t i;
        now_open = NULL;
        for (i = 0; i < file_count; i++)
            if (strcmp(files[i]->path, path) == 0) now_open = &files[i];
        read_at = 0;
        path = "/dev/null";
        if (now_open == NULL) {
            errno = ENOENT;
            return -1;
        }
    } else
        now_open = NULL;
    fd = open(path, flags);
    open_files += fd >= 0;
    return fd;
}

static ssize_t test_read(int fd, void *to, size_t size)
{
    if (call_fails()) return -1;
    if (now_open == NULL) return read(fd, to, size);
    if (size > read_step) size = read_step;
    if (size > now_open->len - read_at) size = now_open->len - read_at;
    memcpy(to, now_open->text + read_at, size);
    read_at += size;
    return (ssize_t)size;
}

static ssize_t test_readlink(const char *path, char *to, size_t size)
{
    size_t len;
    if (call_fails()) return -1;
    if (made_exe == NULL || (strcmp(path, "/proc/77/exe") != 0 && strcmp(path, "/proc/self/exe") != 0)) {
        errno = ENOENT;
        return -1;
    }
    len = strlen(made_exe) < size ? strlen(made_exe) : size;
    memcpy(to, made_exe, len);
    return (ssize_t)len;
}

static int test_lstat(const char *path, struct stat *st)
{
    if (call_fails()) return -1;
    if (exists == NULL) return lstat(path, st);
    if (strcmp(path, exists) == 0) return 0;
    errno = entry_errno;
    return -1;
}

#define open(path, flags) test_open_made_up(path, flags)
#define close(fd) test_close(fd)
#define read(fd, to, size) test_read(fd, to, size)
#define readlink(path, to, size) test_readlink(path, to, size)
#define stat(path, st) test_stat(path, st)
#define fstat(fd, st) test_fstat(fd, st)
#define lstat(path, st) test_lstat(path, st)
#define opendir(path) test_opendir(path)
#define readdir(d) test_readdir(d)
#define closedir(d) test_closedir(d)
#define NVP_POSIX
#define NVP_IMPLEMENTATION
#include "nvprofile.h"
#undef open
#undef close
#undef read
#undef readlink
#undef stat
#undef fstat
#undef lstat
#undef opendir
#undef readdir
#undef closedir
#include "run.h"

static void clean(void)
{
    calls_made = fail_at = 0;
    fail_with = EIO;
    file_count = 0;
    read_step = 4096;
    made_exe = exists = NULL;
    entry_errno = ENOENT;
}

static void file(const char *path, const char *text, size_t len)
{
    files[file_count]->path = path;
    files[file_count]->text = text;
    files[file_count++]->len = len;
}

static void facts(void)
{
    static const struct {
        nvp_fact what;
        const char *text; /* NULL: there is no such file */
        size_t len;
        int got;
        const char *answer;
    } cases[] = {{NVP_FACT_EXE, "/opt/moon harbor/moonharbor", 0, 1, "/opt/moon harbor/moonharbor"},
                 {NVP_FACT_EXE, "/opt/tide (deleted)", 0, 1, "/opt/tide"},
                 {NVP_FACT_EXE, " (deleted)", 0, 1, " (deleted)"},
                 {NVP_FACT_EXE, "x (deleted)", 0, 1, "x"},
                 {NVP_FACT_EXE, "/opt/tide (deletec)", 0, 1, "/opt/tide (deletec)"},
                 {NVP_FACT_EXE, "", 0, 0, NULL},
                 {NVP_FACT_EXE, NULL, 0, 0, NULL},
                 {NVP_FACT_COMM, "moonharbor\n", 11, 1, "moonharbor"},
                 {NVP_FACT_COMM, "two\nlines\n", 10, 1, "two\nlines"},
                 {NVP_FACT_COMM, "bare", 4, 1, "bare"},
                 {NVP_FACT_COMM, "", 0, 1, ""},
                 {NVP_FACT_COMM, "\n", 1, 1, ""},
                 {NVP_FACT_COMM, NULL, 0, 0, NULL},
                 {NVP_FACT_ARGV0, "C:\\a b.exe\0-x\0", 14, 1, "C:\\a b.exe"},
                 {NVP_FACT_ARGV0, "moon\n\0", 6, 1, "moon\n"},
                 {NVP_FACT_ARGV0, "whole", 5, 1, "whole"},
                 {NVP_FACT_ARGV0, "\0x", 2, 1, ""},
                 {NVP_FACT_ARGV0, "", 0, 2, NULL},
                 {NVP_FACT_ARGV0, NULL, 0, 0, NULL}};
    nvp_posix state;
    nvp_process p;
    size_t i;
    long pid;
    for (pid = 0; pid <= 77; pid += 77)
        for (i = 0; i < sizeof cases / sizeof *cases; i++)
            for (read_step = 1; read_step < 20; read_step += 9) {
                const size_t by = read_step;
                nvp_view v = {"untouched", 9};
                clean();
                read_step = by;
                if (cases[i].what == NVP_FACT_EXE) made_exe = cases[i].text;
                else if (cases[i].text != NULL) {
                    file(pid == 0 ? "/proc/self/comm" : "/proc/77/comm", cases[i].text, cases[i].len);
                    file(pid == 0 ? "/proc/self/cmdline" : "/proc/77/cmdline", cases[i].text, cases[i].len);
                }
                nvp_posix_open(&state, pid, &p);
                CHECK_I64(cases[i].got, p.fact_fn(p.user, cases[i].what, &v));
                if (cases[i].got == 1) CHECK_VIEW(cases[i].answer, v);
                nvp_posix_close(&state);
                CHECK_I64(0, open_files);
            }
}

/* An argument longer than the buffer is cut at its end, not read behind. */
static void long_argument(void)
{
    static char text[20000];
    nvp_posix state;
    nvp_process p;
    nvp_view v;
    clean();
    memset(text, 'a', sizeof text);
    file("/proc/77/cmdline", text, sizeof text);
    nvp_posix_open(&state, 77, &p);
    CHECK_I64(1, p.fact_fn(p.user, NVP_FACT_ARGV0, &v));
    CHECK_U64(8192, v.len);
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
    static const char *const want[] = {"/opt/moonharbor", "/usr/lib/libtide.so.1", "/usr/lib/libtide.so", "/tmp/gone.so", "/"};
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
            nvp_posix_open(&state, 77, &p);
            for (i = 0; i < 5; i++) {
                if (!CHECK_I64(1, p.dso_fn(p.user, i, &v)) || !CHECK_VIEW(want[i], v)) break;
                if (round == 1 && i == 2) { /* from the start again */
                    round = 2;
                    CHECK(p.dso_fn(p.user, 0, &v) == 1);
                    CHECK_VIEW(want[0], v);
                    i = 0;
                }
            }
            CHECK_I64(0, p.dso_fn(p.user, 5, &v));
            CHECK_I64(0, open_files);
            CHECK_I64(0, p.dso_fn(p.user, 6, &v)); /* behind the end it stays at the end */
            nvp_posix_close(&state);
            CHECK_I64(0, open_files);
        }
    {
        nvp_view v;
        clean();
        nvp_posix_open(&state, 77, &p);
        CHECK_I64(-1, p.dso_fn(p.user, 0, &v)); /* no maps: not known */
        nvp_posix_close(&state);
    }
}

/* A name of 4096 bytes or more is none, and a line longer than the buffer does not stop what follows. */
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
        nvp_posix_open(&state, 77, &p);
        CHECK_I64(1, p.dso_fn(p.user, 0, &v));
        if (len < 4096) {
            CHECK_U64(len, v.len);
            CHECK_I64(1, p.dso_fn(p.user, 1, &v));
        }
        CHECK_VIEW("/b", v);
        CHECK_I64(0, p.dso_fn(p.user, 2, &v));
        nvp_posix_close(&state);
    }
}

static void entries(void)
{
    static char name[5000];
    nvp_posix state;
    nvp_process p;
    clean();
    made_exe = "/opt/moon/moonharbor";
    exists = "/proc/77/root/opt/moon/tide.dll";
    nvp_posix_open(&state, 77, &p);
    CHECK_I64(1, p.entry_fn(p.user, "tide.dll"));
    CHECK_I64(0, p.entry_fn(p.user, "tide.dl"));
    entry_errno = EACCES;
    CHECK_I64(-1, p.entry_fn(p.user, "tide.dl"));
    entry_errno = ENAMETOOLONG;
    CHECK_I64(0, p.entry_fn(p.user, "tide.dl"));
    memset(name, 'n', sizeof name - 1); /* no folder has such a name */
    entry_errno = EACCES;
    CHECK_I64(0, p.entry_fn(p.user, name));
    name[4096 - 23] = 0; /* "/proc/77/root/opt/moon/", and the NUL does not fit */
    CHECK_I64(0, p.entry_fn(p.user, name));
    name[4096 - 24] = 0;
    CHECK_I64(-1, p.entry_fn(p.user, name)); /* asked for */
    made_exe = "no-folder";
    CHECK_I64(-1, p.entry_fn(p.user, "tide.dll"));
    made_exe = NULL;
    CHECK_I64(-1, p.entry_fn(p.user, "tide.dll"));
    nvp_posix_close(&state);
    made_exe = "/opt/moonharbor"; /* the caller itself: without a root in front */
    exists = "/opt/tide.dll";
    nvp_posix_open(&state, 0, &p);
    CHECK_I64(1, p.entry_fn(p.user, "tide.dll"));
    nvp_posix_close(&state);
    {
        static char path[4090];
        path[0] = '/';
        memset(path + 1, 'p', sizeof path - 3);
        path[sizeof path - 2] = '/';
        made_exe = path;
        nvp_posix_open(&state, 77, &p);
        CHECK_I64(0, p.entry_fn(p.user, "x"));
        nvp_posix_close(&state);
    }
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
        file("/proc/77/environ", text, sizeof text); /* with the NUL behind the last one */
        file("/proc/77/maps", MAPS, sizeof MAPS - 1);
        memset(&state, 'x', sizeof state);
        nvp_posix_open(&state, 77, &p);
        CHECK(p.env_fn(p.user, "PATH", &v) == 1 && v.len == 4 && memcmp(v.ptr, "/bin", 4) == 0); /* the first one */
        CHECK(p.dso_fn(p.user, 0, &v) == 1);
        CHECK(p.env_fn(p.user, "none", &v) == 0 && open_files == 0); /* the buffer is used again, so the libraries begin anew */
        CHECK_I64(1, p.env_fn(p.user, "HOME", &v));
        CHECK_VIEW("/home/mira", v);
        CHECK_I64(1, p.env_fn(p.user, "EMPTY", &v));
        CHECK_VIEW("", v);
        CHECK_I64(1, p.env_fn(p.user, "LAST", &v));
        CHECK_VIEW("x", v);
        CHECK_I64(0, p.env_fn(p.user, "HOM", &v));
        CHECK_I64(0, p.env_fn(p.user, "none", &v));
        CHECK_I64(0, open_files);
        nvp_posix_close(&state);
    }
    clean();
    nvp_posix_open(&state, 77, &p);
    CHECK_I64(0, p.env_fn(p.user, "HOME", &v)); /* no such file */
    /* A variable longer than the buffer, which ends like the one that is asked for. */
    memcpy(far, "LONG=", 5);
    n = 5;
    memset(far + n, 'x', 20000);
    n += 20000;
    memcpy(far + n, "HOME=/wrong\0HOME=/right\0", 24);
    file("/proc/77/environ", far, n + 24);
    CHECK_I64(1, p.env_fn(p.user, "HOME", &v));
    CHECK_VIEW("/right", v);
    CHECK_I64(0, p.env_fn(p.user, "LONG", &v));
    nvp_posix_close(&state);
    CHECK_I64(0, open_files);
    nvp_posix_open(&state, 0, &p); /* of the caller */
    CHECK(setenv("NVP_TEST_TIDE", "high", 1) == 0);
    CHECK_I64(1, p.env_fn(p.user, "NVP_TEST_TIDE", &v));
    CHECK_VIEW("high", v);
    CHECK(unsetenv("NVP_TEST_TIDE") == 0);
    CHECK_I64(0, p.env_fn(p.user, "NVP_TEST_TIDE", &v));
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
                int got;
                clean();
                read_step = 30;
                made_exe = "/opt/moonharbor";
                exists = "/proc/77/root/opt/tide.dll";
                file("/proc/77/comm", "moonharbor\n", 11);
                file("/proc/77/cmdline", "./moonharbor\0-x", 16);
                file("/proc/77/maps", MAPS, sizeof MAPS - 1);
                file("/proc/77/environ", "A=1\0HOME=/home/mira", 20);
                nvp_posix_open(&state, 77, &p);
                fail_at = n;
                fail_with = errors[e];
                if (what < 3) got = p.fact_fn(p.user, (nvp_fact)what, &v);
                else if (what == 3) {
                    uint32_t k = 0;
                    while ((got = p.dso_fn(p.user, k, &v)) == 1) k++;
                    if (got == 0) CHECK_U64(5, k);
                    if (got == 0 && calls_made >= n) CHECK(fail_with == EINTR);
                } else if (what == 4)
                    got = p.entry_fn(p.user, "tide.dll");
                else
                    got = p.env_fn(p.user, "HOME", &v);
                nvp_posix_close(&state);
                CHECK_I64(0, open_files);
                if (calls_made < n) { /* none failed */
                    CHECK(got == (what == 3 ? 0 : 1));
                    break;
                }
                if (what == 3) CHECK(got == -1 || fail_with == EINTR);
                else if (got == 1) { /* only a read is tried again */
                    CHECK(fail_with == EINTR && n > 1);
                    CHECK_VIEW(what == 1 ? "moonharbor" : what == 2 ? "./moonharbor" : "/home/mira", v);
                } else
                    CHECK(got == (what == 4 ? -1 : 0));
                if (!CHECK(n < 60)) break;
            }
}

static int add_none(void *to, const char *name)
{
    (void)name;
    ++*(unsigned *)to;
    return 0;
}

static int add_all(void *to, const char *name)
{
    CHECK(name[0] != 0);
    ++*(unsigned *)to;
    return 1;
}

static char top[64], full[100];

static const char *in_top(const char *name)
{
    snprintf(full, sizeof full, "%s/%s", top, name);
    return full;
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
    nvp_system s;
    nvp_stat one, other;
    struct stat st;
    void *handle;
    FILE *f;
    size_t i;
    unsigned n;
    clean();
    strcpy(top, "/tmp/nvprofile.XXXXXX");
    if (!CHECK(mkdtemp(top) != NULL)) return;
    f = fopen(in_top("file"), "wb");
    if (!CHECK(f != NULL)) return;
    fputs("{\"rules\":[]}", f);
    fclose(f);
    CHECK(mkdir(in_top("folder"), 0755) == 0 && mkfifo(in_top("pipe"), 0644) == 0);
    CHECK(symlink("no-such-file", in_top("broken")) == 0 && symlink("loop", in_top("loop")) == 0 && symlink("file", in_top("link")) == 0);
    nvp_posix_system(&s);
    for (i = 0; i < sizeof stats / sizeof *stats; i++) {
        memset(&one, 0, sizeof one);
        clean();
        fail_at = stats[i].error != 0;
        fail_with = stats[i].error;
        one.kind = stats[i].kind == NVP_KIND_OTHER ? NVP_KIND_MISSING : NVP_KIND_OTHER; /* what was there is not the answer */
        s.stat_fn(s.user, in_top(stats[i].name), &one);
        if (!CHECK_I64((int)stats[i].kind, (int)one.kind)) printf("    %s\n", stats[i].name);
        if (one.kind == NVP_KIND_REGULAR) CHECK_U64(12, one.size);
    }
    memset(&one, 0, sizeof one);
    memset(&other, 0, sizeof other);
    clean();
    s.stat_fn(s.user, in_top("file"), &one);
    s.stat_fn(s.user, in_top("link"), &other);
    CHECK(one.id[0] == other.id[0] && one.id[1] == other.id[1] && (one.id[0] != 0 || one.id[1] != 0));
    CHECK(stat(in_top("file"), &st) == 0 && one.id[0] == (uint64_t)st.st_dev && one.id[1] == (uint64_t)st.st_ino);
    s.stat_fn(s.user, in_top("folder"), &other);
    CHECK(one.id[1] != other.id[1]);
    /* Only a regular file is opened, and a FIFO is not waited for. */
    CHECK(s.open_fn(s.user, in_top("folder")) == NULL && s.open_fn(s.user, in_top("pipe")) == NULL);
    CHECK(s.open_fn(s.user, in_top("nothing")) == NULL);
    CHECK_I64(0, open_files);
    for (n = 1; n <= 2; n++) { /* open, then fstat */
        clean();
        fail_at = n;
        CHECK(s.open_fn(s.user, in_top("file")) == NULL);
        CHECK_I64(0, open_files);
    }
    clean();
    handle = s.open_fn(s.user, in_top("file"));
    if (CHECK(handle != NULL)) {
        calls_made = 0;
        fail_at = 1;
        fail_with = EINTR;
        CHECK_I64(5, s.read_fn(s.user, handle, buffer, 5));
        CHECK_BYTES("{\"rul", 5, buffer, 5);
        calls_made = 0;
        fail_with = EIO;
        CHECK_I64(-1, s.read_fn(s.user, handle, buffer, 5));
        CHECK_I64(7, s.read_fn(s.user, handle, buffer, sizeof buffer));
        CHECK_I64(0, s.read_fn(s.user, handle, buffer, sizeof buffer));
        s.close_fn(s.user, handle);
    }
    CHECK_I64(0, open_files);
    n = 0;
    CHECK(s.list_fn(s.user, top, add_all, &n) == 1);
    CHECK(n == 6 || n == 8); /* with or without . and .. */
    n = 0;
    CHECK(s.list_fn(s.user, top, add_none, &n) == 1);
    CHECK_U64(1, n);
    CHECK(s.list_fn(s.user, in_top("file"), add_all, &n) == 0 && s.list_fn(s.user, in_top("nothing"), add_all, &n) == 0);
    clean();
    fail_at = 1;
    CHECK(s.list_fn(s.user, top, add_all, &n) == 0);
    clean();
    fail_at = 2;
    CHECK(s.list_fn(s.user, top, add_none, &n) == 1); /* a listing that ends early is a listing */
    CHECK_U64(1, n);
    CHECK_I64(0, open_dirs);
    CHECK(s.order_fn(s.user, "a", "b") < 0 && s.order_fn(s.user, "b", "a") > 0 && s.order_fn(s.user, "a", "a") == 0);
    clean();
    CHECK(unlink(in_top("file")) == 0 && unlink(in_top("link")) == 0 && unlink(in_top("broken")) == 0 && unlink(in_top("loop")) == 0);
    CHECK(unlink(in_top("pipe")) == 0 && rmdir(in_top("folder")) == 0 && rmdir(top) == 0);
}

/* A whole load from real files: every system call fails in turn. The call itself never fails for that. */
static void failing_load(void)
{
    static const int errors[] = {EIO, ENOENT, EINTR};
    static char home[140];
    char text[160];
    nvp_system s;
    nvp_config_options o;
    unsigned e, n;
    FILE *f;
    clean();
    strcpy(top, "/tmp/nvprofile.XXXXXX");
    if (!CHECK(mkdtemp(top) != NULL)) return;
    snprintf(home, sizeof home, "%s/.nv", top);
    CHECK(mkdir(home, 0755) == 0);
    snprintf(home, sizeof home, "%s/.nv/nvidia-application-profiles-rc.d", top);
    CHECK(mkdir(home, 0755) == 0);
    for (n = 0; n < 3; n++) {
        snprintf(text, sizeof text, "%s/%c", home, 'a' + (int)n);
        f = fopen(text, "wb");
        if (!CHECK(f != NULL)) return;
        fprintf(f, "{\"rules\":[{\"pattern\":[],\"profile\":[\"k%u\",1]}]}", n);
        fclose(f);
    }
    nvp_posix_system(&s);
    memset(&o, 0, sizeof o);
    o.root = top;
    for (e = 0; e < 3; e++)
        for (n = 1;; n++) {
            nvp_posix state;
            nvp_process p;
            nvp_config *c;
            const nvp_result *r;
            CHECK(setenv("HOME", "/", 1) == 0);
            clean();
            nvp_posix_open(&state, 0, &p);
            c = nvp_config_open(&o, NULL, NULL);
            fail_at = n;
            fail_with = errors[e];
            if (CHECK(c != NULL) && CHECK_I64(NVP_OK, nvp_config_load(c, &s, &p, NULL))) {
                r = nvp_resolve(c, NULL, NULL, NULL);
                if (CHECK(r != NULL)) {
                    CHECK_U64(c->file_count, r->setting_count);
                    if (calls_made < n) CHECK_U64(3, r->setting_count);
                    else CHECK(r->setting_count <= 3);
                }
                nvp_result_close(r);
            }
            nvp_config_close(c);
            nvp_posix_close(&state);
            CHECK(open_files == 0 && open_dirs == 0);
            if (calls_made < n || n > 200) break;
        }
    CHECK(n > 15 && n < 200);
    for (n = 0; n < 3; n++) {
        snprintf(text, sizeof text, "%s/%c", home, 'a' + (int)n);
        CHECK(unlink(text) == 0);
    }
    CHECK(rmdir(home) == 0);
    snprintf(home, sizeof home, "%s/.nv", top);
    CHECK(rmdir(home) == 0 && rmdir(top) == 0);
}

int main(void)
{
    RUN(facts);
    RUN(long_argument);
    RUN(libraries);
    RUN(long_lines);
    RUN(entries);
    RUN(environment);
    RUN(failing_process);
    RUN(real_files);
    RUN(failing_load);
    return run_end();
}
#endif
