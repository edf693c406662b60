/* Two texts of one client within a sweep give the figures of one text that has it all. What the second text lacks stays
   as the first one had it; reused memory holds garbage. */
#define DRMFD_POSIX
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "drmfdinfo_add.h"

#include "heap.h"
#include "run.h"

static heap garbage; /* returns memory full of 0xa5 */

static drmfd_tracker *opened(void)
{
    drmfd_tracker_options o;
    memset(&o, 0, sizeof o);
    o.memory.allocator.alloc_fn = take;
    o.memory.allocator.free_fn = give;
    o.memory.allocator.user = &garbage;
    return drmfd_tracker_open(&o, NULL);
}

static void add(drmfd_tracker *t, int64_t now, uint64_t fd, const char *text)
{
    CHECK(add_text(t, now, 10, fd, 0, text, strlen(text), 1) == DRMFD_OK);
}

#define HEAD "drm-driver: made-up\ndrm-client-id: 5\ndrm-pdev: 0000:01:00.0\n"

static void two_texts(void)
{
    static const struct {
        const char *a, *b, *both; /* with %u for a counter that increases */
    } cases[] = {
        {"drm-engine-x: %u000000 ns\ndrm-engine-capacity-x: 4\n", "drm-engine-x: 1 ns\n", "drm-engine-x: %u000000 ns\ndrm-engine-capacity-x: 4\n"},
        {"drm-engine-x: 1 ns\n", "drm-engine-x: %u000000 ns\ndrm-engine-capacity-x: 4\n", "drm-engine-x: %u000000 ns\ndrm-engine-capacity-x: 4\n"},
        {"drm-cycles-x: %u00\ndrm-total-cycles-x: %u000\n", "drm-cycles-x: 1\n", "drm-cycles-x: %u00\ndrm-total-cycles-x: %u000\n"},
        {"drm-cycles-x: 1\n", "drm-cycles-x: %u00\ndrm-total-cycles-x: %u000\n", "drm-cycles-x: %u00\ndrm-total-cycles-x: %u000\n"},
        {"drm-cycles-x: %u000000\ndrm-maxfreq-x: 900 MHz\n", "drm-cycles-x: 5\n", "drm-cycles-x: %u000000\ndrm-maxfreq-x: 900 MHz\n"},
        {"drm-engine-x: %u000000 ns\n", "drm-engine-y: %u000000 ns\n", "drm-engine-x: %u000000 ns\ndrm-engine-y: %u000000 ns\n"},
        {"drm-engine-x: %u000000 ns\ndrm-total-m: 5 KiB\n", "drm-total-m: 7 KiB\n", "drm-engine-x: %u000000 ns\ndrm-total-m: 7 KiB\n"}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        drmfd_tracker *one = opened(), *two = opened();
        const drmfd_sweep *x = NULL, *y = NULL;
        unsigned round;
        for (round = 1; round < 4; round++) {
            char text[300];
            const int64_t now = (int64_t)round * 1000000000;
            int n = sprintf(text, HEAD);
            sprintf(text + n, cases[i].a, round, round);
            add(two, now, 3, text);
            sprintf(text + n, cases[i].b, round, round);
            add(two, now, 4, text);
            sprintf(text + n, cases[i].both, round, round);
            add(one, now, 3, text);
            x = drmfd_tracker_sweep(one, NULL);
            y = drmfd_tracker_sweep(two, NULL);
            if (!CHECK(x != NULL && y != NULL && x->client_count == 1 && y->client_count == 1 && x->clients[0].engine_count == y->clients[0].engine_count)) break;
            {
                uint32_t k;
                for (k = 0; k < x->clients[0].engine_count; k++) {
                    const drmfd_usage *a = &x->clients[0].engines[k], *b = &y->clients[0].engines[k];
                    int same = a->busy.why == b->busy.why && a->share.why == b->share.why && a->speed.why == b->speed.why && a->busy.percent == b->busy.percent &&
                               a->share.percent == b->share.percent && a->speed.percent == b->speed.percent;
                    if (!CHECK(same)) printf("    case %u, round %u, engine %u\n", (unsigned)i, round, (unsigned)k);
                }
                CHECK(x->clients[0].region_count == y->clients[0].region_count);
                for (k = 0; k < x->clients[0].region_count; k++) CHECK_U64(x->clients[0].regions[k].total, y->clients[0].regions[k].total);
                CHECK(x->device_count == 1 && y->device_count == 1 && x->devices[0].engine_count == y->devices[0].engine_count);
                for (k = 0; k < x->devices[0].engine_count; k++) CHECK((x->devices[0].engines[k].best == NULL) == (y->devices[0].engines[k].best == NULL));
            }
        }
        drmfd_tracker_close(one);
        drmfd_tracker_close(two);
    }
    CHECK_U64(0, garbage.live);
}

/* The same where memory ends at every place: a text that does not fit is reported, and what was there stays readable
   after the texts are gone. */
static void little_memory(void)
{
    static char room[40000];
    size_t size;
    unsigned fits = 0, short_of = 0;
    for (size = 0; size < sizeof room; size += 8) {
        drmfd_tracker_options o;
        drmfd_tracker *t;
        const drmfd_sweep *s;
        char text[400];
        unsigned k;
        int good = 1;
        memset(&o, 0, sizeof o);
        memset(room, 0xa5, sizeof room);
        o.memory.buffer = room;
        o.memory.buffer_size = size;
        o.engine_room = o.region_room = 8;
        t = drmfd_tracker_open(&o, NULL);
        if (t == NULL) continue;
        for (k = 0; k < 3; k++) {
            const int n = sprintf(text, HEAD "drm-engine-first: 5 ns\ndrm-engine-%s: 7 ns\ndrm-total-%s: 4 KiB\n", k == 0 ? "a" : k == 1 ? "longer" : "much-longer-name", k == 2 ? "vram" : "gtt");
            const drmfd_code code = add_text(t, 1000000000, 10, k, 0, text, (size_t)n, 1);
            CHECK(code == DRMFD_OK || code == DRMFD_MEMORY || code == DRMFD_LIMIT);
            good &= code == DRMFD_OK;
            memset(text, '?', sizeof text);
        }
        s = drmfd_tracker_sweep(t, NULL);
        if (s != NULL && s->client_count > 0) {
            const drmfd_client *c = &s->clients[0];
            CHECK_U64(s->texts, c->files);
            CHECK(c->engine_count >= 2 && c->engine_count <= 4);
            for (k = 0; k < c->engine_count; k++) {
                const drmfd_view v = c->engines[k].name;
                const char *const want[] = {"first", "a", "longer", "much-longer-name"};
                unsigned i, is = 0;
                for (i = 0; i < 4; i++) is += v.len == strlen(want[i]) && memcmp(v.ptr, want[i], v.len) == 0;
                CHECK_U64(1, is);
            }
            if (good) CHECK(c->engine_count == 4);
            fits += good != 0;
        } else
            short_of++;
        drmfd_tracker_close(t);
    }
    CHECK(fits > 100 && short_of > 10);
}

/* The clock counts nanoseconds: it lies between two readings of the clock it should be. */
static void clock_of_the_machine(void)
{
    drmfd_posix p;
    drmfd_system calls;
    struct timespec before, after;
    int64_t now;
    if (drmfd_posix_open(&p, "/", &calls, NULL) != DRMFD_OK) {
        SKIP("needs a folder to open");
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &before);
    now = calls.now_fn(calls.user);
    clock_gettime(CLOCK_MONOTONIC, &after);
    CHECK(now >= (int64_t)before.tv_sec * 1000000000 + before.tv_nsec && now <= (int64_t)after.tv_sec * 1000000000 + after.tv_nsec);
    drmfd_posix_close(&p);
}

int main(void)
{
    RUN(two_texts);
    RUN(little_memory);
    RUN(clock_of_the_machine);
    return run_end();
}
