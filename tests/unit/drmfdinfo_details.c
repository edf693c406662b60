/* Seldom-used members of structs, in memory full of garbage; defaults of the options; descriptors. */
#ifndef _WIN32
#define DRMFD_POSIX
#endif
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "drmfdinfo_add.h"

#include "run.h"

#include <fcntl.h>
#include <unistd.h>

static int inside(drmfd_view v, const char *text, size_t len) { return v.ptr >= text && v.ptr + v.len <= text + len; }

/* A line read into a struct full of garbage: every view lies within the text, empty ones too. */
static void views_of_lines(void)
{
    static const struct {
        const char *text;
        drmfd_key what;
        const char *key, *name, *value, *unit;
        uint64_t number;
        int usable;
    } cases[] = {
        {"\n", DRMFD_KEY_EMPTY, "", "", "", "", 0, 0},
        {"\r\n", DRMFD_KEY_EMPTY, "", "", "", "", 0, 0},
        {"words only\n", DRMFD_KEY_BAD, "words only", "", "", "", 0, 0},
        {":x\n", DRMFD_KEY_BAD, ":x", "", "", "", 0, 0},
        {"drm-engine-: 5 ns\n", DRMFD_KEY_BAD, "drm-engine-: 5 ns", "", "", "", 0, 0},
        {"drm-engine-gfx: 5 ns\n", DRMFD_KEY_ENGINE, "drm-engine-gfx", "gfx", "5 ns", "ns", 5, 1},
        {"drm-engine-gfx:\t5\tns \r\n", DRMFD_KEY_ENGINE, "drm-engine-gfx", "gfx", "5\tns", "ns", 5, 1},
        {"drm-engine-gfx: 5\n", DRMFD_KEY_ENGINE, "drm-engine-gfx", "gfx", "5", "", 5, 1},
        {"drm-engine-gfx: x\n", DRMFD_KEY_ENGINE, "drm-engine-gfx", "gfx", "x", "", 0, 0},
        {"drm-total-a: 3 KiB\n", DRMFD_KEY_TOTAL, "drm-total-a", "a", "3 KiB", "KiB", 3072, 1},
        {"drm-total-a: 3\n", DRMFD_KEY_TOTAL, "drm-total-a", "a", "3", "", 3, 1},
        {"drm-driver: i915\n", DRMFD_KEY_DRIVER, "drm-driver", "", "i915", "", 0, 1},
        {"drm-driver:\n", DRMFD_KEY_DRIVER, "drm-driver", "", "", "", 0, 0},
        {"drm-client-id: 12\n", DRMFD_KEY_CLIENT_ID, "drm-client-id", "", "12", "", 12, 1},
        {"drm-x: 12\n", DRMFD_KEY_UNKNOWN, "drm-x", "", "12", "", 0, 0},
        {"pos: 0\n", DRMFD_KEY_GENERIC, "pos", "", "0", "", 0, 0},
        {"other: 0 x\n", DRMFD_KEY_RAW, "other", "", "0 x", "", 0, 0},
    };
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        const size_t len = strlen(cases[i].text);
        drmfd_reader lines;
        drmfd_line line;
        memset(&lines, 0xa5, sizeof lines);
        memset(&line, 0xa5, sizeof line);
        drmfd_reader_begin(&lines, cases[i].text, len, 0);
        if (!CHECK_I64(1, drmfd_reader_next(&lines, &line))) continue;
        CHECK_VIEW(cases[i].key, line.key);
        CHECK_VIEW(cases[i].name, line.name);
        CHECK_VIEW(cases[i].value, line.value);
        CHECK_VIEW(cases[i].unit, line.unit);
        if (!CHECK(line.what == cases[i].what && line.number == cases[i].number && line.usable == cases[i].usable && line.offset == 0) ||
            !CHECK(inside(line.key, cases[i].text, len) && inside(line.name, cases[i].text, len) && inside(line.value, cases[i].text, len) && inside(line.unit, cases[i].text, len)))
            printf("    %s", cases[i].text);
        CHECK(drmfd_reader_next(&lines, &line) == 0 && drmfd_reader_next(&lines, &line) == 0 && lines.error.code == DRMFD_OK);
    }
}

/* A snapshot depends on the text alone, whatever the struct and its arrays held before. */
static void snapshots(void)
{
    static const char text[] = "drm-driver: a\ndrm-engine-x: 1 ns\ndrm-engine-y: 2 ns\ndrm-cycles-x: 3\ndrm-total-m: 4\ndrm-resident-m: 5\n";
    drmfd_engine engines[3];
    drmfd_region regions[3];
    drmfd_snapshot s;
    unsigned fill;
    for (fill = 0; fill < 256; fill += 51) {
        memset(&s, (int)fill, sizeof s);
        memset(engines, (int)fill, sizeof engines);
        memset(regions, (int)fill, sizeof regions);
        s.engines = engines;
        s.regions = regions;
        s.engine_room = s.region_room = 3;
        CHECK(drmfd_parse(&s, text, sizeof text - 1, 0, NULL) == DRMFD_OK);
        CHECK(s.has_client_id == 0 && s.client_id == 0 && s.client_name.len == 0 && s.pdev.len == 0 && s.cut == 0);
        CHECK_VIEW("a", s.driver);
        if (CHECK(s.engine_count == 2 && s.region_count == 1)) {
            CHECK_VIEW("x", engines[0].name);
            CHECK_VIEW("y", engines[1].name);
            CHECK(engines[0].ns == 1 && engines[0].cycles == 3 && engines[0].capacity == 1 && engines[0].has == (DRMFD_ENGINE_HAS_NS | DRMFD_ENGINE_HAS_CYCLES));
            CHECK(engines[1].ns == 2 && engines[1].cycles == 0 && engines[1].has == DRMFD_ENGINE_HAS_NS);
            CHECK(regions[0].total == 4 && regions[0].resident == 5);
        }
        CHECK_U64(6, s.counts.lines);
    }
}

/* A made-up system of many files with one text each; it counts open files. */
static uint64_t file_count, file_at;
static unsigned now_open;
static size_t text_size, handed;

static int a_process(void *user, int first, uint64_t *pid)
{
    (void)user;
    *pid = 1;
    file_at = 0;
    return first;
}

static int a_file(void *user, uint64_t pid, int first, uint64_t *fd)
{
    (void)user;
    (void)pid;
    (void)first;
    *fd = file_at;
    return file_at++ < file_count;
}

static int a_device(void *user, uint64_t pid, uint64_t fd, uint64_t *device)
{
    (void)user;
    (void)pid;
    (void)fd;
    *device = 0;
    return 1;
}

static int an_open(void *user, uint64_t pid, uint64_t fd, uint64_t *handle)
{
    (void)user;
    (void)pid;
    *handle = fd;
    now_open++;
    return 1;
}

static int a_read(void *user, uint64_t handle, uint64_t at, char *to, size_t room, size_t *len)
{
    char begin[60];
    const size_t n = (size_t)sprintf(begin, "drm-driver: a\ndrm-client-id: %u\n", (unsigned)handle);
    size_t i;
    (void)user;
    *len = at >= text_size ? 0 : text_size - (size_t)at < room ? text_size - (size_t)at : room;
    for (i = 0; i < *len; i++) to[i] = at + i < n ? begin[at + i] : '\n';
    return 1;
}

static void a_close(void *user, uint64_t handle)
{
    (void)user;
    (void)handle;
    now_open--;
}

static int64_t a_time(void *user)
{
    (void)user;
    return 5;
}

static void take_text(void *user, const drmfd_sample *sample)
{
    (void)user;
    handed = sample->size;
    CHECK(*(const char *)sample->data == 'd');
}

static void default_options(void)
{
    static const struct {
        uint64_t files;
        size_t size;
        unsigned stay_open;
        size_t handed;
        uint64_t cut;
    } cases[] = {{63, 100, 63, 100, 0}, {64, 100, 64, 100, 0}, {600, 100, 64, 100, 0}, {1, 65535, 1, 65535, 0}, {1, 65536, 1, 65536, 0}, {1, 65537, 1, 65536, 1}};
    drmfd_system calls;
    size_t i;
    memset(&calls, 0, sizeof calls);
    calls.process_fn = a_process;
    calls.file_fn = a_file;
    calls.device_fn = a_device;
    calls.open_fn = an_open;
    calls.read_fn = a_read;
    calls.close_fn = a_close;
    calls.now_fn = a_time;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        drmfd_scanner_options o;
        drmfd_scan_stats stats;
        drmfd_tracker *t = drmfd_tracker_open(NULL, NULL);
        drmfd_scanner *s;
        const drmfd_sweep *sweep;
        memset(&o, 0, sizeof o);
        memset(&stats, 0xa5, sizeof stats);
        o.observer.sample_fn = take_text;
        file_count = cases[i].files;
        text_size = cases[i].size;
        s = drmfd_scanner_open(&calls, &o, NULL);
        sweep = drmfd_scan(s, t, &stats, NULL);
        if (CHECK(sweep != NULL)) CHECK_U64(cases[i].files, sweep->client_count);
        CHECK_U64(cases[i].stay_open, now_open);
        CHECK_U64(cases[i].handed, handed);
        CHECK(stats.cut == cases[i].cut && stats.no_room == 0 && stats.lost == 0 && stats.vanished == 0 && stats.refused == 0 && stats.looked == 1);
        CHECK(stats.processes == 1 && stats.files == cases[i].files && stats.candidates == cases[i].files && stats.texts == cases[i].files);
        drmfd_scanner_close(s);
        drmfd_tracker_close(t);
        CHECK_U64(0, now_open);
    }
}

#ifdef DRMFD_POSIX
#include <sys/stat.h>

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
        if (i == 0) CHECK(calls.file_fn(calls.user, 1, 1, &fd) == 1 && fd == 3 && calls.open_fn(calls.user, 1, 3, &handle) == 1);
        for (n = 0; n < 64; n++)
            if (!was_open[n] && fcntl(n, F_GETFD) >= 0) {
                opened++;
                inherited += (fcntl(n, F_GETFD) & FD_CLOEXEC) == 0;
            }
        if (i == 0) {
            CHECK(opened >= 4);
            calls.close_fn(calls.user, handle);
            input = dup(0);
            close(0);
            CHECK(calls.open_fn(calls.user, 1, 3, &handle) == 1 && handle == 0);
            calls.close_fn(calls.user, handle);
            CHECK(fcntl(0, F_GETFD) < 0);
            CHECK(input < 0 || dup2(input, 0) == 0);
            close(input);
        }
        drmfd_posix_close(&p);
    }
    input = dup(0);
    close(0);
    CHECK(drmfd_posix_open(&p, top, &calls, NULL) == DRMFD_OK);
    CHECK(calls.file_fn(calls.user, 1, 1, &fd) == 1 && fd == 3 && calls.open_fn(calls.user, 1, 3, &handle) == 1);
    calls.close_fn(calls.user, handle);
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
#endif

/* Sums of a device: slightly above 100 %, where its memory is, what was reported twice. */
static void sums(void)
{
    drmfd_tracker *t = drmfd_tracker_open(NULL, NULL);
    const drmfd_sweep *s = NULL;
    unsigned round, id;
    for (round = 0; round < 2; round++) {
        for (id = 1; id <= 2; id++) {
            char text[256];
            const int n = snprintf(text, sizeof text,
                                   "drm-driver: d\ndrm-client-id: %u\ndrm-engine-e: %u ns\n"
                                   "drm-total-stolen: 5\ndrm-total-vram0: 5\ndrm-total-vram0: 7\ndrm-total-gtt: 1\ndrm-total-x: 1\n",
                                   id, round * 5030);
            CHECK(add_text(t, 1000 + round * 10000, 1, id, 0, text, (size_t)n, 1) == DRMFD_OK);
        }
        s = drmfd_tracker_sweep(t, NULL);
        CHECK(s != NULL);
        if (s == NULL) return;
        CHECK_U64(2, s->counts.duplicates);
        CHECK_U64(16, s->counts.lines);
    }
    CHECK_U64(1, s->device_count);
    CHECK_U64(2, s->devices[0].engines[0].busy.clients);
    CHECK(s->devices[0].engines[0].busy.raw > 100.59 && s->devices[0].engines[0].busy.raw < 100.61);
    CHECK(s->devices[0].engines[0].busy.percent == 100);
    CHECK_U64(4, s->devices[0].region_count);
    CHECK(s->devices[0].regions[0].where == DRMFD_CLASS_SPECIAL);
    CHECK(s->devices[0].regions[1].where == DRMFD_CLASS_DEVICE);
    CHECK(s->devices[0].regions[2].where == DRMFD_CLASS_SYSTEM);
    CHECK(s->devices[0].regions[3].where == DRMFD_CLASS_UNKNOWN);
    CHECK_U64(14, s->devices[0].regions[1].total);
    drmfd_tracker_close(t);
}

int main(void)
{
    RUN(views_of_lines);
    RUN(snapshots);
    RUN(default_options);
    RUN(sums);
#ifdef DRMFD_POSIX
    RUN(descriptors);
#endif
    return run_end();
}
