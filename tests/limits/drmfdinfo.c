/* Forbidden memory on both sides of each input, every prefix of every sample, very long lines, very many names and
   clients, work that grows only with the input, little stack, memory that does not grow with time. */
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "drmfdinfo_add.h"
#include "drmfdinfo_system.h"
#include "drmfdinfo_texts.h"
#include "linear.h"

#ifndef _WIN32
#include <sys/mman.h>
#include <unistd.h>
#endif

static drmfd_engine engines[64];
static drmfd_region regions[64];

static drmfd_snapshot empty_snapshot(void)
{
    drmfd_snapshot s;
    memset(&s, 0, sizeof s);
    s.engines = engines;
    s.engine_room = 64;
    s.regions = regions;
    s.region_room = 64;
    return s;
}

/* Everything that reads a text. */
static void read_all(const char *text, size_t len, int whole)
{
    drmfd_snapshot s = empty_snapshot();
    drmfd_reader lines;
    drmfd_line line;
    uint64_t count = 0;
    drmfd_reader_begin(&lines, text, len, whole ? 0 : DRMFD_READ_CUT);
    while (drmfd_reader_next(&lines, &line)) {
        CHECK(line.key.ptr >= text && line.key.ptr + line.key.len <= text + len);
        CHECK(line.value.ptr >= text && line.value.ptr + line.value.len <= text + len);
        CHECK(line.name.ptr >= text && line.name.ptr + line.name.len <= text + len);
        CHECK(line.unit.ptr >= text && line.unit.ptr + line.unit.len <= text + len);
        count++;
    }
    CHECK(drmfd_parse(&s, text, len, whole ? 0 : DRMFD_READ_CUT, NULL) == DRMFD_OK);
    CHECK_U64(count, s.counts.lines);
}

/* P1: a page between two forbidden ones; the first of the three, or NULL. */
#ifndef _WIN32
static char *guarded(size_t page)
{
    FILE *zero = fopen("/dev/zero", "rb");
    char *area;
    if (zero == NULL) return NULL;
    area = (char *)mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE, fileno(zero), 0);
    fclose(zero);
    if (!CHECK(area != (char *)MAP_FAILED)) return NULL;
    CHECK(mprotect(area, page, PROT_NONE) == 0 && mprotect(area + 2 * page, page, PROT_NONE) == 0);
    return area;
}
#endif

static void every_prefix_between_guard_pages(void)
{
#ifdef _WIN32
    SKIP("needs mmap");
#else
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *area = guarded(page);
    size_t i, n;
    if (area == NULL) {
        SKIP("needs /dev/zero");
        return;
    }
    for (i = 0; i < TEXT_SAMPLES; i++) {
        const size_t len = text_samples[i].len;
        CHECK(len <= page);
        for (n = 0; n <= len; n++) {
            char *at_end = area + 2 * page - n;
            memcpy(at_end, text_samples[i].text, n); /* starts of the text */
            read_all(at_end, n, 1);
            read_all(at_end, n, 0);
            memcpy(area + page, text_samples[i].text, n);
            read_all(area + page, n, 1);
            memcpy(at_end, text_samples[i].text + len - n, n); /* ends of the text */
            read_all(at_end, n, 1);
        }
    }
    munmap(area, 3 * page);
#endif
}

/* A name that is longer than what is left of the text after it. */
static void long_names_before_a_short_end(void)
{
#ifdef _WIN32
    SKIP("needs mmap");
#else
    static const char rest[] = "drm-cycles-b: 5\ndrm-total-b: 6 KiB\ndrm-engine-capacity-a: 7\ndrm-client-id: 8\ndrm-shared-b:\t9\n";
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *area = guarded(page);
    size_t name, n, at;
    if (area == NULL) {
        SKIP("needs /dev/zero");
        return;
    }
    for (name = 1; name < 140; name++)
        for (n = 0; n < sizeof rest; n++) {
            const size_t len = 11 + name + 4 + 10 + name + 4 + n;
            char *text = area + 2 * page - len;
            memcpy(text, "drm-engine-", at = 11);
            memset(text + at, 'a', name);
            memcpy(text + (at += name), ": 1\n", 4);
            memcpy(text + (at += 4), "drm-total-", 10);
            memset(text + (at += 10), 'b', name);
            memcpy(text + (at += name), ": 1\n", 4);
            memcpy(text + (at += 4), rest, n);
            read_all(text, len, (int)(n & 1));
        }
    munmap(area, 3 * page);
#endif
}

static char *large(size_t n)
{
    char *p = (char *)malloc(n);
    if (p == NULL) abort();
    return p;
}

static void a_line_of_a_megabyte(void)
{
    static const char *const starts[] = {"", "drm-engine-", "drm-driver: ", "drm-client-name: ", "drm-pdev: ", "drm-engine-x: ",
                                         "drm-total-x: 1 ", "drm-total-x: ", "x: ", ":", "drm-engine-capacity-"};
    static const char fills[] = {'a', '9', '0', ' ', '\t', '\r', ':', '-', 0, '\xff', '\xc3'};
    const size_t n = 1 << 20;
    char *text = large(n);
    size_t i, k;
    for (i = 0; i < sizeof starts / sizeof *starts; i++)
        for (k = 0; k < sizeof fills; k++) {
            memset(text, fills[k], n);
            memcpy(text, starts[i], strlen(starts[i]));
            read_all(text, n, 1);
            text[n - 1] = '\n';
            read_all(text, n, 0);
        }
    memset(text, '\n', n); /* a million empty lines */
    read_all(text, n, 1);
    free(text);
}

static size_t keys(char *to, uint32_t count, const char *what, int same_start)
{
    size_t n = 0;
    uint32_t i;
    for (i = 0; i < count; i++)
        n += (size_t)sprintf(to + n, "%s%s%x: %u\n", what, same_start ? "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" : "",
                             same_start ? i : i * 2654435761u, i);
    return n;
}

#define DRMFD_I_PLAIN 16u /* names before these are not in the tree */

/* How deep the whole tree of names is: the sum, over the names, of the inner nodes on their paths. */
static uint64_t depth_of(drmfd_snapshot *s)
{
    uint64_t sum = 0;
    uint32_t i;
    for (i = DRMFD_I_PLAIN; i < s->engine_count; i++) {
        uint32_t at = s->i_state.engine_root;
        while ((at & 0x80000000u) == 0 && sum < (uint64_t)1 << 30) {
            const uint64_t bit = s->engines[at].i_state.bit;
            at = s->engines[at].i_state.to[drmfd_i_bit(s->engines[i].name, bit)];
            sum++;
        }
        CHECK_U64(i, at & 0x7fffffffu);
    }
    return sum;
}

/* P4: a search passes no more inner nodes than the name has bits, and few on average, whatever the names are. */
static void a_hundred_thousand_names(void)
{
    const uint32_t count = 100000;
    char *text = large((size_t)count * 64);
    drmfd_engine *many = (drmfd_engine *)malloc(count * sizeof *many);
    drmfd_snapshot s;
    int same_start;
    if (many == NULL) abort();
    for (same_start = 0; same_start < 2; same_start++) {
        const size_t n = keys(text, count, "drm-engine-", same_start);
        memset(&s, 0, sizeof s);
        s.engines = many;
        s.engine_room = count;
        CHECK(drmfd_parse(&s, text, n, 0, NULL) == DRMFD_OK);
        CHECK_U64(count, s.engine_count);
        CHECK_U64(0, s.counts.duplicates);
        CHECK(depth_of(&s) < (uint64_t)count * 72);
        s.engine_room = 0;
        CHECK(drmfd_parse(&s, text, n, 0, NULL) == DRMFD_OK);
        CHECK_U64(count, s.counts.dropped);
    }
    free(many);
    free(text);
}

/* Names of which each begins the next make the tree as deep as it can be: its depth is bounded by the length. */
static void names_that_are_starts_of_each_other(void)
{
    const uint32_t count = 1000;
    char *text = large((size_t)count * (count + 32)), *at = text;
    drmfd_engine *many = (drmfd_engine *)malloc(count * sizeof *many);
    drmfd_snapshot s;
    uint32_t i;
    if (many == NULL) abort();
    for (i = 1; i <= count; i++) {
        memcpy(at, "drm-engine-", 11);
        memset(at + 11, 'a', i);
        memcpy(at + 11 + i, ": 1\n", 4);
        at += 15 + i;
    }
    memset(&s, 0, sizeof s);
    s.engines = many;
    s.engine_room = count;
    CHECK(drmfd_parse(&s, text, (size_t)(at - text), 0, NULL) == DRMFD_OK);
    CHECK_U64(count, s.engine_count);
    CHECK(depth_of(&s) <= (uint64_t)(at - text) * 9);
    free(many);
    free(text);
}

static char *make_keys(const linear_shape *shape, size_t n, size_t *len)
{
    char *text = large(n * 64);
    *len = keys(text, (uint32_t)n, shape->text[0], 1);
    return text;
}

static void work_names(const linear_shape *shape, size_t n, const char *text, size_t len)
{
    drmfd_engine *many = (drmfd_engine *)malloc(n * sizeof *many);
    drmfd_snapshot s = empty_snapshot();
    (void)shape;
    if (many == NULL) abort();
    s.engines = many;
    s.engine_room = (uint32_t)n;
    CHECK(drmfd_parse(&s, text, len, 0, NULL) == DRMFD_OK && s.engine_count == n);
    free(many);
}

static void work_no_room(const linear_shape *shape, size_t n, const char *text, size_t len)
{
    drmfd_snapshot s = empty_snapshot();
    (void)shape;
    CHECK(drmfd_parse(&s, text, len, 0, NULL) == DRMFD_OK && s.counts.dropped == (n > 64 ? n - 64 : 0));
}

/* Room for the text of one client, which ends with a zero. */
#define CLIENT 128

/* The texts of n clients, for three sweeps. */
static char *make_clients(const linear_shape *shape, size_t n, size_t *len)
{
    char *texts = large(3 * n * CLIENT);
    size_t i;
    (void)shape;
    for (i = 0; i < 3 * n; i++)
        sprintf(texts + i * CLIENT, "drm-driver: d\ndrm-client-id: %zu\ndrm-engine-e: %zu ns\ndrm-total-m: 1\n", i % n, i % n * (i / n));
    *len = 3 * n * CLIENT;
    return texts;
}

/* n clients in n processes, each held by two of them, all on one device, for three sweeps. */
static void work_clients(const linear_shape *shape, size_t n, const char *texts, size_t len)
{
    drmfd_tracker_options o;
    drmfd_tracker *t;
    const drmfd_sweep *s = NULL;
    size_t i, round;
    (void)shape;
    (void)len;
    memset(&o, 0, sizeof o);
    o.memory.max_memory = (size_t)2048 << 20;
    o.engine_room = o.region_room = 2;
    t = drmfd_tracker_open(&o, NULL);
    for (round = 0; round < 3; round++) {
        for (i = 0; i < n; i++) {
            const char *text = texts + (round * n + i) * CLIENT;
            CHECK(add_text(t, (int64_t)round * 1000, i, 3, 1, text, strlen(text), 1) == DRMFD_OK);
            CHECK(add_text(t, (int64_t)round * 1000, (i + 1) % n, 3, 1, text, strlen(text), 1) == DRMFD_OK);
        }
        s = drmfd_tracker_sweep(t, NULL);
        if (!CHECK(s != NULL)) break;
    }
    if (s != NULL) {
        CHECK_U64(n, s->client_count);
        CHECK_U64(n, s->process_count);
        CHECK_U64(1, s->device_count);
        CHECK_U64(n, s->devices[0].regions[0].total);
    }
    drmfd_tracker_close(t);
}

static char *make_client(const linear_shape *shape, size_t n, size_t *len)
{
    char *text = large(CLIENT);
    (void)n;
    *len = (size_t)sprintf(text, "%s", shape->text[0]);
    return text;
}

/* n clients, each on a device of its own, all held by one process. */
static void work_devices(const linear_shape *shape, size_t n, const char *text, size_t len)
{
    drmfd_tracker_options o;
    drmfd_tracker *t;
    const drmfd_sweep *s;
    size_t i;
    (void)shape;
    memset(&o, 0, sizeof o);
    o.memory.max_memory = (size_t)2048 << 20;
    t = drmfd_tracker_open(&o, NULL);
    for (i = 0; i < n; i++) CHECK(add_text(t, 0, 1, i, i, text, len, 1) == DRMFD_OK);
    s = drmfd_tracker_sweep(t, NULL);
    CHECK(s != NULL && s->device_count == n && s->processes[0].device_count == n);
    drmfd_tracker_close(t);
}

/* One of these bytes over and over, ten times n. */
static char *make_fill(const linear_shape *shape, size_t n, size_t *len)
{
    char *text = large(n * 10);
    memset(text, shape->text[0][0], n * 10);
    *len = n * 10;
    return text;
}

static void work_fill(const linear_shape *shape, size_t n, const char *text, size_t len)
{
    (void)shape;
    (void)n;
    read_all(text, len, 1);
}

static const linear_shape shapes[] = {
    {"names", make_keys, work_names, 4000, {"drm-engine-"}},
    {"names without room", make_keys, work_no_room, 4000, {"drm-total-"}},
    {"clients", make_clients, work_clients, 1000, {NULL}},
    {"devices", make_client, work_devices, 2000, {"drm-driver: d\ndrm-client-id: 1\ndrm-engine-e: 5 ns\n"}},
    {"spaces", make_fill, work_fill, 20000, {" "}},
    {"tabs", make_fill, work_fill, 20000, {"\t"}},
    {"colons", make_fill, work_fill, 20000, {":"}},
    {"digits", make_fill, work_fill, 20000, {"0"}},
    {"returns", make_fill, work_fill, 20000, {"\r"}},
};

static void linear(void) { linear_large(shapes, sizeof shapes / sizeof *shapes); }

static void a_hundred_thousand_clients(void)
{
    drmfd_tracker_options o;
    drmfd_tracker *t;
    const drmfd_sweep *s;
    uint32_t i;
    memset(&o, 0, sizeof o);
    o.memory.max_memory = (size_t)1024 << 20;
    t = drmfd_tracker_open(&o, NULL);
    for (i = 0; i < 100000; i++) {
        char text[64];
        const int len = sprintf(text, "drm-driver: d\ndrm-client-id: %u\n", i);
        CHECK(add_text(t, 0, i % 1000, i, 0, text, (size_t)len, 1) == DRMFD_OK);
    }
    s = drmfd_tracker_sweep(t, NULL);
    CHECK(s != NULL && s->client_count == 100000 && s->process_count == 1000 && s->memory < (size_t)1024 << 20);
    drmfd_tracker_close(t);
    t = drmfd_tracker_open(NULL, NULL); /* with the default of 64 MiB: an error, no harm */
    for (i = 0; i < 300000; i++) {
        char text[64];
        const int len = sprintf(text, "drm-driver: d\ndrm-client-id: %u\n", i);
        if (add_text(t, 0, i % 1000, i, 0, text, (size_t)len, 1) != DRMFD_OK) break;
    }
    CHECK(i < 300000);
    CHECK(add_text(t, 0, 1, 1, 0, "drm-driver: x\n", 14, 1) != DRMFD_ARGUMENT);
    (void)drmfd_tracker_sweep(t, NULL);
    CHECK(add_text(t, 0, 1, 1, 0, "drm-driver: x\n", 14, 1) == DRMFD_OK); /* the next sweep starts anew */
    s = drmfd_tracker_sweep(t, NULL);
    CHECK(s != NULL && s->client_count == 1);
    drmfd_tracker_close(t);
}

static size_t held, most_held;
static void *count_alloc(size_t size, void *user)
{
    (void)user;
    held += size;
    if (held > most_held) most_held = held;
    return malloc(size);
}
static void count_free(void *p, size_t size, void *user)
{
    (void)user;
    held -= size;
    free(p);
}

/* P5 over time: each sweep has ten clients of which half are new, each with an engine of a different name. */
static void ten_thousand_sweeps(void)
{
    drmfd_tracker_options o;
    drmfd_tracker *t;
    size_t early = 0;
    uint32_t round, i;
    memset(&o, 0, sizeof o);
    o.memory.allocator.alloc_fn = count_alloc;
    o.memory.allocator.free_fn = count_free;
    o.engine_room = o.region_room = 4;
    o.forget_after = 8;
    t = drmfd_tracker_open(&o, NULL);
    for (round = 0; round < 10000; round++) {
        for (i = 0; i < 10; i++) {
            char text[128];
            const uint32_t id = i < 5 ? i : round * 5 + i;
            const int len = sprintf(text, "drm-driver: d\ndrm-client-id: %u\ndrm-engine-e%u: %u ns\n", id, i < 5 ? i : id, round);
            CHECK(add_text(t, round, 1 + id, 3, 0, text, (size_t)len, 1) == DRMFD_OK);
        }
        CHECK(drmfd_tracker_sweep(t, NULL) != NULL);
        if (round == 100) early = most_held;
    }
    CHECK_U64(early, most_held); /* after a hundred sweeps it needs no more */
    drmfd_tracker_close(t);
    CHECK_U64(0, held);
}

/* The same for the scanner: files that come and go. */
static void ten_thousand_scans(void)
{
    drmfd_scanner_options o;
    drmfd_system calls;
    drmfd_scanner *scanner;
    drmfd_tracker *t = drmfd_tracker_open(NULL, NULL);
    fake f;
    fake_file files[8];
    uint32_t round, i;
    size_t early = 0;
    memset(&o, 0, sizeof o);
    o.memory.allocator.alloc_fn = count_alloc;
    o.memory.allocator.free_fn = count_free;
    o.look_every = -1;
    o.max_text = 1000;
    most_held = held;
    calls = fake_system(&f, files, 8);
    scanner = drmfd_scanner_open(&calls, &o, NULL);
    for (round = 0; round < 10000; round++) {
        for (i = 0; i < 8; i++) {
            files[i].pid = i < 4 ? i : round % 5000 + i;
            files[i].fd = 1;
            files[i].device = 1;
            files[i].is_device = 1;
            files[i].text = text_npu;
            files[i].len = sizeof text_npu - 1;
        }
        f.now = round;
        CHECK(drmfd_scan(scanner, t, NULL, NULL) != NULL);
        if (round == 100) early = most_held;
    }
    CHECK_U64(early, most_held);
    drmfd_scanner_close(scanner);
    drmfd_tracker_close(t);
    CHECK_U64(0, held);
    CHECK_U64(0, f.handles);
}

int main(int argc, char **argv)
{
    if (argc > 1) return linear_runs(argv[1], shapes, sizeof shapes / sizeof *shapes);
    RUN(every_prefix_between_guard_pages);
    RUN(long_names_before_a_short_end);
    RUN(a_line_of_a_megabyte);
    RUN(a_hundred_thousand_names);
    RUN(names_that_are_starts_of_each_other);
    RUN(linear);
    RUN(a_hundred_thousand_clients);
    RUN(ten_thousand_sweeps);
    RUN(ten_thousand_scans);
    return run_end();
}
