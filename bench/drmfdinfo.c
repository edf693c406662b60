/* Times drmfdinfo.h and what one would use instead.
 *
 *     make bench-drmfdinfo [PEER_IGT=FOLDER]
 *
 * Texts lie in memory and are of our own making, in the shape that amdgpu and xe print. The loop to compare with is what
 * one writes in an hour: strtok_r, strncmp over the keys, strtoull, names compared one by one, all keys and units, no check
 * of anything. Where build/bench/drmfdinfo-igt is there (bench/peers/drmfdinfo.sh), the function of igt is timed on the
 * same texts. Each figure is the least of many rounds. */
#define _POSIX_C_SOURCE 200809L
#define DRMFD_POSIX
#define DRMFD_IMPLEMENTATION
#include "bench.h"
#include "drmfdinfo.h"
#include "tests/drmfdinfo_texts.h"

#include <stdio.h>
#include <sys/types.h>

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

static void text_job(const char *job, const char *text, size_t len)
{
    static plain_client c;
    drmfd_engine engines[32];
    drmfd_region regions[32];
    drmfd_snapshot s;
    drmfd_lines lines;
    drmfd_line line;
    char copy[8192];
    double ours = 1e18, plain = 1e18, bare = 1e18, each = 1e18;
    int round, i;
    const int times = 2000;
    memset(&s, 0, sizeof s);
    s.engines = engines;
    s.regions = regions;
    s.engine_room = s.region_room = 32;
    for (round = 0; round < 60; round++) {
        double t = now();
        for (i = 0; i < times; i++) {
            drmfd_parse(&s, text, len, 1);
            sink += s.counts.lines;
        }
        t = (now() - t) / times;
        if (t < ours) ours = t;
        t = now();
        for (i = 0; i < times; i++) {
            drmfd_lines_begin(&lines, text, len, 1);
            while (drmfd_lines_next(&lines, &line)) sink += line.number;
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
    printf("%-16s %6.0f ns drmfd_parse, %6.0f ns drmfd_lines_next alone, %6.0f ns a strtok loop\n", job, ours, each, plain);
    bench_line(job, ours, "ns", "strtok", plain);
    {
        char command[256], peer[64], of[64];
        double ns;
        FILE *p;
        snprintf(command, sizeof command, "%s/bench/drmfdinfo-igt 2>/dev/null", getenv("B") != NULL ? getenv("B") : "build");
        p = popen(command, "r");
        while (p != NULL && fscanf(p, "%63s %63s %lf", of, peer, &ns) == 3)
            if (strcmp(of, job) == 0) {
                printf("%-16s %6.0f ns %s\n", job, ns, peer);
                bench_line(job, ours, "ns", peer, ns);
            }
        if (p != NULL) pclose(p);
    }
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

static int make_root(int *drm)
{
    int pid, fd;
    char path[128], text[2048];
    *drm = 0;
    if (mkdtemp(root) == NULL) return 0;
    for (pid = 1; pid <= PROCESSES; pid++) {
        snprintf(path, sizeof path, "%s/%d", root, pid);
        if (mkdir(path, 0700) != 0) return 0;
        snprintf(path, sizeof path, "%s/%d/fdinfo", root, pid);
        if (mkdir(path, 0700) != 0) return 0;
        for (fd = 0; fd < FILES; fd++) {
            const int is = pid % 2 == 0 && fd == 0; /* a hundred */
            int n = (int)sizeof text_other - 1;
            if (is) { /* another client each: the id is on the sixth line */
                const char *id = strstr(text_amdgpu, "7731");
                n = snprintf(text, sizeof text, "%.*s%d%s", (int)(id - text_amdgpu), text_amdgpu, 100000 + pid, id + 4);
            }
            *drm += is;
            snprintf(path, sizeof path, "%s/%d/fdinfo/%d", root, pid, fd);
            if (!put(path, is ? text : text_other, (size_t)n)) return 0;
        }
    }
    return 1;
}

static void proc_job(void)
{
    drmfd_posix files;
    drmfd_system calls;
    drmfd_scanner_options o;
    drmfd_scanner *scanner;
    drmfd_tracker *tracker;
    drmfd_scan_stats stats;
    const drmfd_sweep *s;
    double ours = 1e18, bare = 1e18, once = 1e18, look;
    int drm = 0, round, pid, n = 0;
    static int fds[PROCESSES];
    static char buffer[65536];
    char command[128];
    if (!make_root(&drm) || drmfd_posix_open(&files, root, &calls) != DRMFD_OK) {
        printf("refresh: a folder could not be made\n");
        return;
    }
    memset(&o, 0, sizeof o);
    o.look_every = (int64_t)1 << 62;
    scanner = drmfd_scanner_open(&calls, &o, NULL);
    tracker = drmfd_tracker_open(NULL, NULL);
    look = now();
    s = drmfd_scan(scanner, tracker, &stats, NULL);
    look = now() - look;
    for (pid = 2; pid <= PROCESSES; pid += 2) {
        char path[128];
        snprintf(path, sizeof path, "%s/%d/fdinfo/0", root, pid);
        fds[n++] = open(path, O_RDONLY);
    }
    for (round = 0; round < 400 && s != NULL; round++) {
        double t = now();
        int i;
        s = drmfd_scan(scanner, tracker, &stats, NULL);
        t = now() - t;
        if (t < ours) ours = t;
        t = now();
        for (i = 0; i < n; i++) { /* the calls that a refresh makes: a time, the text, and a read of nothing at its end */
            ssize_t got = pread(fds[i], buffer, sizeof buffer, 0);
            struct timespec at;
            clock_gettime(CLOCK_MONOTONIC, &at);
            sink += (uint64_t)at.tv_nsec;
            if (got > 0) sink += (uint64_t)pread(fds[i], buffer + got, sizeof buffer - (size_t)got, (off_t)got);
        }
        t = now() - t;
        if (t < bare) bare = t;
        t = now();
        for (i = 0; i < n; i++) sink += (uint64_t)pread(fds[i], buffer, sizeof buffer, 0);
        t = now() - t;
        if (t < once) once = t;
    }
    printf("refresh          %6.0f ns of %d kept-open files in %d processes of %d fds (%u clients); the same system calls alone\n"
           "                 %6.0f ns, one read a file alone %6.0f ns; a look at all fds that reads every text %.1f ms\n",
           ours, n, PROCESSES, FILES, s != NULL ? s->client_count : 0, bare, once, look / 1e6);
    bench_line("refresh", ours, "ns", "system calls", bare);
    while (n > 0) close(fds[--n]);
    drmfd_scanner_close(scanner);
    drmfd_tracker_close(tracker);
    drmfd_posix_close(&files);
    snprintf(command, sizeof command, "rm -rf %s", root);
    if (system(command) != 0) printf("%s is left\n", root);
}

int main(void)
{
    text_job("parse-amdgpu", text_amdgpu, sizeof text_amdgpu - 1);
    text_job("parse-xe", text_xe, sizeof text_xe - 1);
    proc_job();
    return 0;
}
