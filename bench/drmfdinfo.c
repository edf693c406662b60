/* Times drmfdinfo.h and what one would use instead.
 *
 *     make bench-drmfdinfo [PEER_IGT=FOLDER] [PEER_NVTOP=FOLDER] [PEER_HTOP=FOLDER]
 *
 * Texts lie in memory and are of our own making, in the shape that amdgpu and xe print. The loop to compare with is what
 * one writes in an hour: strtok_r, strncmp over the keys, strtoull, names compared one by one, all keys and units, no check
 * of anything. The functions of igt, nvtop and htop are timed on the same texts where their source trees are given
 * (bench/peers/drmfdinfo.sh). Each figure is the least of many rounds. */
#define _POSIX_C_SOURCE 200809L
#define DRMFD_POSIX
#define DRMFD_IMPLEMENTATION
#include "bench.h"
#include "drmfdinfo.h"
#include "tests/drmfdinfo_texts.h"

#include <signal.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/types.h>
#include <sys/wait.h>

static volatile uint64_t sink;

static double now(void) /* ns */
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* ---- the plain loop ---- */

typedef struct plain_engine {
    char name[64];
    uint64_t ns, capacity, cycles, total_cycles, maxfreq;
} plain_engine;

typedef struct plain_region {
    char name[64];
    uint64_t total, shared, resident, memory, purgeable, active;
} plain_region;

typedef struct plain_client {
    char driver[64], pdev[64], client_name[64];
    uint64_t id;
    plain_engine engines[16];
    plain_region regions[16];
    unsigned engine_count, region_count;
} plain_client;

static plain_engine *plain_engine_of(plain_client *c, const char *name, size_t n)
{
    unsigned i;
    for (i = 0; i < c->engine_count; i++)
        if (strncmp(c->engines[i].name, name, n) == 0 && c->engines[i].name[n] == 0) return &c->engines[i];
    if (c->engine_count == 16 || n > 63) return NULL;
    memset(&c->engines[i], 0, sizeof c->engines[i]);
    memcpy(c->engines[i].name, name, n);
    c->engine_count++;
    return &c->engines[i];
}

static plain_region *plain_region_of(plain_client *c, const char *name, size_t n)
{
    unsigned i;
    for (i = 0; i < c->region_count; i++)
        if (strncmp(c->regions[i].name, name, n) == 0 && c->regions[i].name[n] == 0) return &c->regions[i];
    if (c->region_count == 16 || n > 63) return NULL;
    memset(&c->regions[i], 0, sizeof c->regions[i]);
    memcpy(c->regions[i].name, name, n);
    c->region_count++;
    return &c->regions[i];
}

static void plain_parse(plain_client *c, char *text)
{
    static const struct { const char *prefix; size_t at; int region; } keys[] = {
        {"drm-engine-capacity-", offsetof(plain_engine, capacity), 0}, {"drm-engine-", offsetof(plain_engine, ns), 0},
        {"drm-total-cycles-", offsetof(plain_engine, total_cycles), 0}, {"drm-cycles-", offsetof(plain_engine, cycles), 0},
        {"drm-maxfreq-", offsetof(plain_engine, maxfreq), 0}, {"drm-total-", offsetof(plain_region, total), 1},
        {"drm-shared-", offsetof(plain_region, shared), 1}, {"drm-resident-", offsetof(plain_region, resident), 1},
        {"drm-memory-", offsetof(plain_region, memory), 1}, {"drm-purgeable-", offsetof(plain_region, purgeable), 1},
        {"drm-active-", offsetof(plain_region, active), 1}};
    char *save = NULL, *line, *value, *unit;
    c->engine_count = c->region_count = 0;
    c->driver[0] = c->pdev[0] = c->client_name[0] = 0;
    for (line = strtok_r(text, "\n", &save); line != NULL; line = strtok_r(NULL, "\n", &save)) {
        size_t k;
        value = strchr(line, ':');
        if (value == NULL) continue;
        *value++ = 0;
        while (*value == ' ' || *value == '\t') value++;
        if (strcmp(line, "drm-driver") == 0) snprintf(c->driver, sizeof c->driver, "%s", value);
        else if (strcmp(line, "drm-pdev") == 0) snprintf(c->pdev, sizeof c->pdev, "%s", value);
        else if (strcmp(line, "drm-client-name") == 0) snprintf(c->client_name, sizeof c->client_name, "%s", value);
        else if (strcmp(line, "drm-client-id") == 0) c->id = strtoull(value, NULL, 10);
        else
            for (k = 0; k < sizeof keys / sizeof *keys; k++) {
                const size_t n = strlen(keys[k].prefix);
                uint64_t number;
                char *thing;
                if (strncmp(line, keys[k].prefix, n) != 0) continue;
                thing = keys[k].region ? (char *)plain_region_of(c, line + n, strlen(line + n))
                                       : (char *)plain_engine_of(c, line + n, strlen(line + n));
                if (thing == NULL) break;
                number = strtoull(value, &unit, 10);
                while (*unit == ' ') unit++;
                if (strcmp(unit, "KiB") == 0) number *= 1024;
                else if (strcmp(unit, "MiB") == 0) number *= 1024 * 1024;
                else if (strcmp(unit, "MHz") == 0) number *= 1000000;
                memcpy(thing + keys[k].at, &number, sizeof number);
                break;
            }
    }
}

/* ---- texts ---- */

/* What a program of bench/peers says about a job, where it was built. */
static void peer_lines(const char *job, const char *program, double ours)
{
    char command[256], peer[64], of[64];
    double ns;
    FILE *p;
    snprintf(command, sizeof command, "%s/bench/drmfdinfo-%s 2>/dev/null", getenv("B") != NULL ? getenv("B") : "build", program);
    p = popen(command, "r");
    while (p != NULL && fscanf(p, "%63s %63s %lf", of, peer, &ns) == 3)
        if (strcmp(of, job) == 0) {
            printf("%-16s %6.0f ns %s\n", job, ns, peer);
            bench_line(job, ours, "ns", peer, ns);
        }
    if (p != NULL) pclose(p);
}

static void text_job(const char *job, const char *text, size_t len)
{
    static plain_client c;
    drmfd_engine engines[32];
    drmfd_region regions[32];
    drmfd_snapshot s;
    drmfd_reader lines;
    drmfd_line line;
    char copy[8192];
    static const char *const peers[] = {"igt", "nvtop", "htop"};
    double ours = 1e18, plain = 1e18, bare = 1e18, each = 1e18;
    size_t k;
    int round, i;
    const int times = 2000;
    memset(&s, 0, sizeof s);
    s.engines = engines;
    s.regions = regions;
    s.engine_room = s.region_room = 32;
    for (round = 0; round < 60; round++) {
        double t = now();
        for (i = 0; i < times; i++) {
            drmfd_parse(&s, text, len, 0, NULL);
            sink += s.counts.lines;
        }
        t = (now() - t) / times;
        if (t < ours) ours = t;
        t = now();
        for (i = 0; i < times; i++) {
            drmfd_reader_begin(&lines, text, len, 0);
            while (drmfd_reader_next(&lines, &line)) sink += line.number;
        }
        t = (now() - t) / times;
        if (t < each) each = t;
        t = now();
        for (i = 0; i < times; i++) {
            memcpy(copy, text, len + 1);
            plain_parse(&c, copy);
            sink += c.engine_count;
        }
        t = (now() - t) / times;
        if (t < plain) plain = t;
        t = now();
        for (i = 0; i < times; i++) {
            memcpy(copy, text, len + 1);
            sink += (unsigned char)copy[len / 2];
        }
        t = (now() - t) / times;
        if (t < bare) bare = t;
    }
    plain -= bare; /* the copy that strtok needs is not counted */
    if (s.engine_count != c.engine_count || s.region_count != c.region_count) fprintf(stderr, "%s: the two disagree\n", job);
    printf("%-16s %6.0f ns drmfd_parse, %6.0f ns drmfd_reader_next alone, %6.0f ns a strtok loop\n", job, ours, each, plain);
    bench_line(job, ours, "ns", "strtok", plain);
    for (k = 0; k < sizeof peers / sizeof *peers; k++) peer_lines(job, peers[k], ours);
}

/* ---- a folder in the shape of /proc ---- */

#define PROCESSES 200
#define FILES 52
static char root[] = "/tmp/drmfdinfo-bench.XXXXXX";

static int put(const char *path, const char *text, size_t len)
{
    FILE *f = fopen(path, "wb");
    if (f == NULL) return 0;
    fwrite(text, 1, len, f);
    return fclose(f) == 0;
}

/* The text of client pid in refresh number round: all engines and one region grow with it. */
static int client_text(char *to, size_t room, int pid, int round)
{
    static const char *const marks[] = {"7731", "3381", "812345678901", "52233445566", "9817263544", "120045"};
    const char *from = text_amdgpu;
    size_t n = 0, i;
    for (i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *at = strstr(from, marks[i]);
        const unsigned long long was = strtoull(marks[i], NULL, 10);
        n += (size_t)snprintf(to + n, room - n, "%.*s%llu", (int)(at - from), from,
                              i == 0 ? 100000ull + (unsigned)pid : was + (unsigned)round);
        from = at + strlen(marks[i]);
    }
    return (int)n + snprintf(to + n, room - n, "%s", from);
}

static int put_client(int pid, int round)
{
    char path[128], text[2048];
    const int n = client_text(text, sizeof text, pid, round);
    snprintf(path, sizeof path, "%s/%d/fdinfo/0", root, pid);
    return put(path, text, (size_t)n);
}

static int make_root(void)
{
    int pid, fd;
    char path[128];
    if (mkdtemp(root) == NULL) return 0;
    for (pid = 1; pid <= PROCESSES; pid++) {
        snprintf(path, sizeof path, "%s/%d", root, pid);
        if (mkdir(path, 0700) != 0) return 0;
        snprintf(path, sizeof path, "%s/%d/fdinfo", root, pid);
        if (mkdir(path, 0700) != 0) return 0;
        for (fd = 0; fd < FILES; fd++) {
            snprintf(path, sizeof path, "%s/%d/fdinfo/%d", root, pid, fd);
            if (!put(path, text_other, sizeof text_other - 1)) return 0;
        }
        if (pid % 2 == 0 && !put_client(pid, 0)) return 0; /* a hundred */
    }
    return 1;
}

/* Reads as expensive as those of a real fdinfo file: each comes with a read of one that this kernel writes, of about as
   many lines (an epoll file prints one per member). */
typedef struct dear {
    drmfd_system calls;
    int file;
    size_t len; /* of the kernel's text */
} dear;

static size_t dear_read(uint64_t handle, uint64_t at, char *to, size_t room, drmfd_reply *reply, void *user)
{
    static char text[65536];
    const dear *d = (const dear *)user;
    const ssize_t got = pread(d->file, text, sizeof text, at > 0 ? (off_t)d->len : 0);
    sink += (uint64_t)got;
    return d->calls.read_fn(handle, at, to, room, reply, d->calls.user);
}

static drmfd_reply dear_open(uint64_t pid, uint64_t fd, uint64_t *handle, void *user)
{
    return ((dear *)user)->calls.open_fn(pid, fd, handle, ((dear *)user)->calls.user);
}

static drmfd_reply dear_process(int first, uint64_t *pid, void *user)
{
    return ((dear *)user)->calls.process_fn(first, pid, ((dear *)user)->calls.user);
}

static drmfd_reply dear_file(uint64_t pid, int first, uint64_t *fd, void *user)
{
    return ((dear *)user)->calls.file_fn(pid, first, fd, ((dear *)user)->calls.user);
}

static void dear_close(uint64_t handle, void *user) { ((dear *)user)->calls.close_fn(handle, ((dear *)user)->calls.user); }
static int64_t dear_now(void *user) { return ((dear *)user)->calls.now_fn(((dear *)user)->calls.user); }

static int dear_open_all(dear *d, const drmfd_system *calls, drmfd_system *out)
{
    static char text[65536];
    char path[64];
    const int group = epoll_create1(0);
    struct epoll_event e;
    int i;
    memset(&e, 0, sizeof e);
    for (i = 0; i < 26; i++) {
        int ends[2];
        if (pipe(ends) != 0 || epoll_ctl(group, EPOLL_CTL_ADD, ends[0], &e) != 0) return 0;
    }
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", group);
    d->calls = *calls;
    d->file = open(path, O_RDONLY);
    d->len = d->file < 0 ? 0 : (size_t)pread(d->file, text, sizeof text, 0);
    memset(out, 0, sizeof *out);
    out->user = d;
    out->process_fn = dear_process;
    out->file_fn = dear_file;
    out->open_fn = dear_open;
    out->read_fn = dear_read;
    out->close_fn = dear_close;
    out->now_fn = dear_now;
    out->keep_open = calls->keep_open;
    return d->len > 0 && d->len < sizeof text;
}

/* A refresh by drmfd_scan, and its calls alone: a time, the text, and a read of nothing at its end, for each file. */
static void refresh_job(const char *job, const drmfd_system *calls, int change)
{
    static char buffer[65536];
    static uint64_t handles[PROCESSES];
    drmfd_scanner_options o;
    drmfd_scanner *scanner;
    drmfd_tracker *tracker;
    drmfd_scan_stats stats;
    const drmfd_sweep *s;
    double ours = 1e18, bare = 1e18;
    int round, pid, n = 0, i;
    memset(&o, 0, sizeof o);
    o.look_every = (int64_t)1 << 62;
    scanner = drmfd_scanner_open(calls, &o, NULL);
    tracker = drmfd_tracker_open(NULL, NULL);
    s = drmfd_scan(scanner, tracker, &stats, NULL);
    for (pid = 2; pid <= PROCESSES; pid += 2)
        if (calls->open_fn((uint64_t)pid, 0, &handles[n], calls->user) == 1) n++;
    for (round = 1; round <= (change ? 60 : 400) && s != NULL; round++) {
        double t;
        if (change)
            for (pid = 2; pid <= PROCESSES; pid += 2) put_client(pid, round);
        t = now();
        for (i = 0; i < n; i++) {
            drmfd_reply reply;
            size_t got, more;
            sink += (uint64_t)calls->now_fn(calls->user);
            got = calls->read_fn(handles[i], 0, buffer, sizeof buffer, &reply, calls->user);
            more = calls->read_fn(handles[i], got, buffer + got, sizeof buffer - got, &reply, calls->user);
            sink += got + more;
        }
        t = now() - t;
        if (t < bare) bare = t;
        t = now();
        s = drmfd_scan(scanner, tracker, &stats, NULL);
        t = now() - t;
        if (t < ours) ours = t;
    }
    printf("%-20s %7.0f ns of %u clients, the same system calls alone %7.0f ns: %.2f times\n", job, ours,
           s != NULL ? s->client_count : 0, bare, ours / bare);
    bench_line(job, ours, "ns", "system calls", bare);
    while (n > 0) calls->close_fn(handles[--n], calls->user);
    drmfd_scanner_close(scanner);
    drmfd_tracker_close(tracker);
}

static void proc_jobs(void)
{
    drmfd_posix files;
    drmfd_system calls, with_kernel;
    dear d;
    char command[128];
    if (!make_root() || drmfd_posix_open(&files, root, &calls, NULL) != DRMFD_OK) {
        printf("refresh: a folder could not be made\n");
        return;
    }
    calls.device_fn = NULL; /* the folder has no links to devices */
    printf("%d processes of %d fds, of which 100 DRM, on ordinary files; then as dear as reads of fdinfo files of this kernel\n",
           PROCESSES, FILES);
    refresh_job("refresh-same-texts", &calls, 0);
    refresh_job("refresh-new-texts", &calls, 1);
    if (dear_open_all(&d, &calls, &with_kernel)) {
        refresh_job("refresh-same-kernel", &with_kernel, 0);
        refresh_job("refresh-new-kernel", &with_kernel, 1);
    }
    drmfd_posix_close(&files);
    snprintf(command, sizeof command, "rm -rf %s", root);
    if (system(command) != 0) printf("%s is left\n", root);
}

/* ---- looking at real processes ---- */

/* Starts processes that have files open and wait; returns how many. */
static int start_processes(pid_t *pids)
{
    int n, i;
    for (n = 0; n < PROCESSES; n++) {
        int ready[2];
        char done = 0;
        if (pipe(ready) != 0) break;
        pids[n] = fork();
        if (pids[n] == 0) {
            for (i = 0; i < FILES - 3; i++) (void)!open("/dev/null", O_RDONLY);
            (void)!write(ready[1], &done, 1);
            for (;;) pause();
        }
        if (pids[n] > 0) (void)!read(ready[0], &done, 1);
        close(ready[0]);
        close(ready[1]);
        if (pids[n] < 0) break;
    }
    return n;
}

static int64_t fast_clock;
static int64_t fast_now(void *user)
{
    (void)user;
    return fast_clock += 100000000; /* so that each scan looks */
}

static void look_job(const char *job, const drmfd_system *posix, int full)
{
    static const char *const peers[] = {"nvtop_look", "htop_look"};
    drmfd_system calls = *posix;
    drmfd_scanner_options o;
    drmfd_scanner *scanner;
    drmfd_tracker *tracker = drmfd_tracker_open(NULL, NULL);
    drmfd_scan_stats stats;
    double ours = 1e18, bare = 1e18;
    size_t k;
    int round;
    memset(&o, 0, sizeof o);
    memset(&stats, 0, sizeof stats);
    o.look_every = full ? -1 : (int64_t)1 << 62;
    calls.now_fn = fast_now;
    scanner = drmfd_scanner_open(&calls, &o, NULL);
    drmfd_scan(scanner, tracker, &stats, NULL);
    for (round = 0; round < 20; round++) {
        uint64_t pid, fd, device, count;
        int first, first_fd;
        double t = now();
        for (first = 1; calls.process_fn(first, &pid, calls.user) == DRMFD_REPLY_YES; first = 0)
            if (!full) sink += (uint64_t)calls.file_count_fn(pid, &count, calls.user);
            else
                for (first_fd = 1; calls.file_fn(pid, first_fd, &fd, calls.user) == DRMFD_REPLY_YES; first_fd = 0)
                    sink += (uint64_t)calls.device_fn(pid, fd, &device, calls.user);
        t = now() - t;
        if (t < bare) bare = t;
        t = now();
        drmfd_scan(scanner, tracker, &stats, NULL);
        t = now() - t;
        if (t < ours) ours = t;
    }
    printf("%-20s %9.0f ns of %llu descriptors in %llu processes, the same system calls alone %9.0f ns: %.2f times\n", job, ours,
           (unsigned long long)stats.files, (unsigned long long)stats.processes, bare, ours / bare);
    bench_line(job, ours, "ns", "system calls", bare);
    for (k = 0; full && k < sizeof peers / sizeof *peers; k++) peer_lines(job, peers[k], ours);
    drmfd_scanner_close(scanner);
    drmfd_tracker_close(tracker);
}

static void look_jobs(void)
{
    static pid_t pids[PROCESSES];
    const int n = start_processes(pids);
    drmfd_posix files;
    drmfd_system calls;
    int i;
    if (drmfd_posix_open(&files, "/proc", &calls, NULL) == DRMFD_OK) {
        look_job("look-full", &calls, 1);
        look_job("look-small", &calls, 0);
        drmfd_posix_close(&files);
    } else
        printf("look: /proc cannot be read\n");
    for (i = 0; i < n; i++) kill(pids[i], SIGKILL);
    for (i = 0; i < n; i++) waitpid(pids[i], NULL, 0);
}

int main(void)
{
    text_job("parse-amdgpu", text_amdgpu, sizeof text_amdgpu - 1);
    text_job("parse-xe", text_xe, sizeof text_xe - 1);
    proc_jobs();
    look_jobs();
    return 0;
}
