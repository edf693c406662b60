/* A tracker that is short of memory: who is shown, who is left out. */
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "drmfdinfo_add.h"
#include "heap.h"
#include "run.h"

#define S 1000000000
#define SWEEPS 4

/* A text of client i. Its counters grow unless it is calm. */
typedef int (*writer)(char *text, uint32_t i, uint32_t round);

static int small_text(char *text, uint32_t i, uint32_t round)
{
    return sprintf(text, "drm-driver: a\ndrm-client-id: %u\ndrm-engine-x: %08u ns\n", i + 1, round * i);
}

static int usual_text(char *text, uint32_t i, uint32_t round)
{
    return sprintf(text,
                   "pos:\t0\nflags:\t02100002\nmnt_id:\t26\nino:\t480\ndrm-driver:\tamdgpu\ndrm-client-id:\t%u\n"
                   "drm-pdev:\t0000:03:00.0\npasid:\t%u\ndrm-total-vram:\t%u KiB\ndrm-shared-vram:\t0\n"
                   "drm-resident-vram:\t%u KiB\ndrm-total-gtt:\t2048 KiB\ndrm-resident-gtt:\t2048 KiB\n"
                   "drm-total-cpu:\t0\ndrm-engine-gfx:\t%08u ns\ndrm-engine-compute:\t%08u ns\ndrm-engine-dma:\t7 ns\n",
                   i + 1, 32768 + i, i, i, round * (i + 1000), round * 5);
}

static int calm_text(char *text, uint32_t i, uint32_t round)
{
    (void)round;
    return usual_text(text, i, 0);
}

static int uneven_text(char *text, uint32_t i, uint32_t round) /* each a little different in size */
{
    int n = small_text(text, i, round);
    uint32_t k;
    for (k = 0; k < i * 7 % 11; k++) n += sprintf(text + n, "drm-engine-e%u: %08u ns\n", k * (1 + i % 3), round);
    return n;
}

static int large_first_text(char *text, uint32_t i, uint32_t round)
{
    int n = sprintf(text, "drm-driver: a\ndrm-client-id: %u\n", i + 1);
    uint32_t k;
    for (k = 0; k < (i == 0 ? 16u : 1u); k++) n += sprintf(text + n, "drm-engine-e%02u: %08u ns\n", k, round);
    return n;
}

static uint64_t lines_of(writer write, uint32_t i, uint32_t round)
{
    char text[1024];
    uint64_t lines = 0;
    int n = write(text, i, round);
    while (n > 0) lines += text[--n] == '\n';
    return lines;
}

/* Sweeps of n steady clients with so many fds each: how many clients each sweep shows, which are the first ones. 0: no tracker. */
static int steady(const drmfd_memory *m, uint32_t n, uint32_t fds, writer write, uint32_t shown[SWEEPS])
{
    drmfd_tracker_options o;
    drmfd_tracker *t;
    int k;
    memset(&o, 0, sizeof o);
    o.memory = *m;
    o.engine_room = o.region_room = 16;
    t = drmfd_tracker_open(&o, NULL);
    for (k = 0; t != NULL && k < SWEEPS; k++) {
        const drmfd_sweep *s;
        uint64_t lines = 0;
        uint32_t i, right = 0;
        for (i = 0; i < n * fds; i++) {
            char text[1024];
            const int len = write(text, i / fds, (uint32_t)k);
            (void)add_text(t, (k + 1) * (int64_t)S, 1 + i / fds / 3, i, 0, text, (size_t)len, 1);
        }
        s = drmfd_tracker_sweep(t, NULL);
        shown[k] = s != NULL ? s->client_count : 0;
        for (i = 0; i < shown[k]; i++) right += s->clients[i].client_id == i + 1 && (s->clients[i].is_new || k > 0);
        CHECK_U64(shown[k], right);
        if (s == NULL) continue;
        CHECK_U64((uint64_t)n * fds, s->texts + s->no_memory);
        for (i = 0; i < shown[k]; i++) lines += lines_of(write, i, (uint32_t)k) * s->clients[i].files;
        CHECK_U64(lines, s->counts.lines); /* not those of what was left out */
        CHECK(s->no_memory > 0 || shown[k] == n);
        CHECK(s->memory <= (m->max_memory != 0 ? m->max_memory : (size_t)64 << 20));
    }
    drmfd_tracker_close(t);
    return t != NULL;
}

/* The more memory, the more clients are shown, from the first sweep on; and never fewer in a later sweep. */
static void more_memory_more_clients(void)
{
    static const writer writers[] = {small_text, usual_text, calm_text, uneven_text, large_first_text};
    static char buffer[400000];
    unsigned w, kind;
    for (w = 0; w < 5; w++)
        for (kind = 0; kind < 3; kind++) { /* an allocator; the same with three fds a client; a buffer alone */
            uint32_t before[SWEEPS] = {0}, shown[SWEEPS];
            const size_t most = kind == 2 ? sizeof buffer : w == 1 ? 2000000 : 400000;
            size_t n;
            int k;
            for (n = 9000; n <= most; n += n < 50000 ? 97 : n / 25) {
                drmfd_memory m;
                heap h;
                HEAP_MEMORY(m, h);
                m.max_memory = n;
                if (kind == 2) {
                    memset(&m, 0, sizeof m);
                    m.buffer = buffer;
                    m.max_memory = m.buffer_size = n;
                }
                if (!steady(&m, n < 50000 ? 50 : 500, kind == 1 ? 3 : 1, writers[w], shown)) continue;
                for (k = 0; k < SWEEPS; k++) {
                    CHECK(shown[k] >= before[k]);
                    CHECK(k == 0 || shown[k] >= shown[k - 1]);
                    if (run_bad > 0) printf("    writer %u, kind %u, %lu bytes, sweep %d: %u\n", w, kind, (unsigned long)n, k, shown[k]);
                    if (run_bad > 0) return;
                    before[k] = shown[k];
                }
                CHECK_U64(0, h.live);
            }
            CHECK(before[0] >= 30);
        }
}

/* The default limit holds as many clients as fit by the memory of one, whatever their number. */
static void thousands_by_default(void)
{
    static const uint32_t clients[] = {1000, 9000, 12000, 13000, 14000};
    drmfd_memory m;
    uint32_t shown[SWEEPS];
    size_t i, k;
    memset(&m, 0, sizeof m);
    for (i = 0; i < sizeof clients / sizeof *clients; i++) {
        const uint32_t fit = clients[i] < 11000 ? clients[i] : 11000;
        CHECK(steady(&m, clients[i], 1, usual_text, shown));
        for (k = 0; k < SWEEPS; k++) CHECK(shown[k] >= fit && shown[k] <= clients[i]);
    }
}

/* What was left out once was not born later: it has no figure when there is room for it. */
static void left_out_is_not_born(void)
{
    size_t n;
    uint32_t i, late = 0;
    for (n = 20000; n < 80000; n += 500) {
        drmfd_tracker_options o;
        drmfd_tracker *t;
        const drmfd_sweep *s;
        memset(&o, 0, sizeof o);
        o.memory.max_memory = n;
        o.engine_room = o.region_room = 16;
        o.rising_ids = 1;
        t = drmfd_tracker_open(&o, NULL);
        if (t == NULL) continue;
        (void)drmfd_tracker_sweep(t, NULL);
        for (i = 0; i < 300; i++) {
            char text[1024];
            const uint32_t id = i < 200 ? i : i - 101; /* then the last hundred alone */
            if (i == 200) (void)drmfd_tracker_sweep(t, NULL);
            (void)add_text(t, i < 200 ? S : 2 * (int64_t)S, 1, id, 0, text, (size_t)small_text(text, id, 1), 1);
        }
        s = drmfd_tracker_sweep(t, NULL);
        for (i = 0; s != NULL && i < s->client_count; i++) {
            if (!s->clients[i].is_new) continue;
            late++;
            CHECK_U64(DRMFD_WHY_FIRST, s->clients[i].engines[0].busy.why);
        }
        drmfd_tracker_close(t);
    }
    CHECK(late > 100);
}

int main(void)
{
    RUN(more_memory_more_clients);
    RUN(thousands_by_default);
    RUN(left_out_is_not_born);
    return run_end();
}
