/* Clients counted once, sums by device and process, row by row of the table in docs/FORMAT-drmfdinfo.md. */
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "drmfdinfo_add.h"
#include "heap.h"
#include "run.h"

#define S 1000000000
static drmfd_tracker *tracker;

static void start(void) { tracker = drmfd_tracker_open(NULL, NULL); }

static void add(int64_t now, uint64_t pid, uint64_t fd, uint64_t device, const char *text)
{
    CHECK(add_text(tracker, now, pid, fd, device, text, strlen(text), 1) == DRMFD_OK);
}

static const drmfd_sweep *sweep(void)
{
    static const drmfd_sweep nothing;
    drmfd_error e = {DRMFD_OK, 0, ""};
    const drmfd_sweep *s = drmfd_tracker_sweep(tracker, &e);
    CHECK(s != NULL && e.code == DRMFD_OK);
    return s != NULL ? s : &nothing;
}

static void end(void) { drmfd_tracker_close(tracker); }

static const drmfd_engine_sum *engine_of(const drmfd_device *d, const char *name)
{
    uint32_t i;
    for (i = 0; i < d->engine_count; i++)
        if (d->engines[i].name.len == strlen(name) && memcmp(d->engines[i].name.ptr, name, strlen(name)) == 0)
            return &d->engines[i];
    CHECK(0 && "engine");
    return &d->engines[0];
}

static void nulls(void)
{
    drmfd_error e = {DRMFD_OK, 7, ""};
    drmfd_tracker_options o;
    CHECK(add_text(NULL, 0, 1, 1, 0, "", 0, 1) == DRMFD_ARGUMENT);
    CHECK(drmfd_tracker_sweep(NULL, &e) == NULL && e.code == DRMFD_ARGUMENT && e.offset == 0);
    CHECK_STR("no tracker", e.message);
    CHECK(drmfd_tracker_sweep(NULL, NULL) == NULL);
    drmfd_tracker_close(NULL);
    start();
    CHECK(add_text(tracker, 0, 1, 1, 0, NULL, 1, 1) == DRMFD_ARGUMENT);
    CHECK(drmfd_tracker_add(tracker, NULL, NULL) == DRMFD_ARGUMENT);
    CHECK(add_text(tracker, 0, 1, 1, 0, NULL, 0, 1) == DRMFD_OK);
    CHECK(sweep()->not_drm == 1);
    CHECK(drmfd_tracker_sweep(tracker, NULL) != NULL);
    end();
    memset(&o, 0, sizeof o);
    o.engine_room = 0x80000000u;
    e.code = DRMFD_OK;
    CHECK(drmfd_tracker_open(&o, &e) == NULL && e.code == DRMFD_ARGUMENT);
    CHECK_STR("invalid tracker options", e.message);
    o.engine_room = 0;
    o.region_room = 0xffffffffu;
    CHECK(drmfd_tracker_open(&o, NULL) == NULL);
}

static void *some(size_t size, void *user)
{
    (void)user;
    return malloc(size);
}
static void back(void *p, size_t size, void *user)
{
    (void)user;
    (void)size;
    free(p);
}

static void allocators_that_are_half(void)
{
    drmfd_error e = {DRMFD_OK, 0, ""};
    drmfd_tracker_options o;
    memset(&o, 0, sizeof o);
    o.memory.allocator.alloc_fn = some;
    CHECK(drmfd_tracker_open(&o, &e) == NULL && e.code == DRMFD_ARGUMENT);
    memset(&o, 0, sizeof o);
    o.memory.allocator.free_fn = back;
    CHECK(drmfd_tracker_open(&o, &e) == NULL && e.code == DRMFD_ARGUMENT);
    o.memory.allocator.alloc_fn = some;
    tracker = drmfd_tracker_open(&o, &e);
    if (!CHECK(tracker != NULL)) return;
    add(0, 1, 1, 0, "drm-driver: x\n");
    CHECK_U64(1, sweep()->client_count);
    end();
}

static void empty_sweeps(void)
{
    const drmfd_sweep *s;
    start();
    s = sweep();
    CHECK(s->client_count == 0 && s->device_count == 0 && s->process_count == 0 && s->texts == 0 && s->not_drm == 0);
    CHECK(s->clients != NULL && s->processes != NULL);
    s = sweep();
    CHECK(s->client_count == 0);
    end();
}

static void one_client(void)
{
    const drmfd_sweep *s;
    const drmfd_client *c;
    start();
    add(5, 42, 7, 3, "pos: 0\ndrm-driver: i915\ndrm-client-id: 9\ndrm-pdev: 0000:00:02.0\ndrm-client-name: app\n"
                     "drm-engine-render: 0 ns\ndrm-total-system0: 10 KiB\ndrm-shared-system0: 4 KiB\nbad\ndrm-x: 1\n"
                     "drm-active-system0: x\n");
    s = sweep();
    CHECK_U64(1, s->client_count);
    CHECK_U64(1, s->texts);
    CHECK_U64(11, s->counts.lines);
    CHECK(s->counts.generic == 1 && s->counts.bad_lines == 1 && s->counts.unknown == 1 && s->counts.bad_values == 1);
    c = &s->clients[0];
    CHECK_VIEW("i915", c->driver);
    CHECK_VIEW("0000:00:02.0", c->pdev);
    CHECK_VIEW("app", c->client_name);
    CHECK(c->has_client_id && c->client_id == 9 && c->is_new && c->device == 3 && c->owner == 42 && c->pid_count == 1);
    CHECK(c->pids[0] == 42 && c->files == 1 && c->time == 5 && c->device_index == 0 && c->engine_count == 1);
    CHECK(c->engines[0].busy.why == DRMFD_WHY_FIRST && c->region_count == 1);
    CHECK_U64(10240, c->regions[0].total);
    CHECK(s->device_count == 1 && s->devices[0].clients == 1 && s->devices[0].device == 3);
    CHECK_VIEW("0000:00:02.0", s->devices[0].name);
    CHECK_VIEW("i915", s->devices[0].driver);
    CHECK(s->devices[0].engines[0].best == NULL && s->devices[0].engines[0].busy.clients == 0);
    CHECK_U64(6144, s->devices[0].regions[0].unshared);
    CHECK(s->process_count == 1 && s->processes[0].pid == 42 && s->processes[0].client_count == 1);
    CHECK(s->processes[0].clients[0] == 0 && s->processes[0].device_count == 1);
    CHECK(s->memory > 0);
    add(5 + S, 42, 7, 3, "drm-driver: i915\ndrm-client-id: 9\ndrm-pdev: 0000:00:02.0\ndrm-engine-render: 500000000 ns\n");
    s = sweep();
    c = &s->clients[0];
    CHECK(!c->is_new && c->region_count == 0);
    CHECK_DOUBLE(50.0, c->engines[0].best->percent);
    CHECK_DOUBLE(50.0, s->devices[0].engines[0].best->percent);
    CHECK_DOUBLE(50.0, s->processes[0].devices[0].engines[0].busy.raw);
    CHECK_VIEW("", c->client_name);
    end();
}

static void text_is_not_needed_afterwards(void)
{
    char text[] = "drm-driver: abc\ndrm-client-name: def\ndrm-pdev: 0000:00:02.0\ndrm-engine-ghi: 1\ndrm-engine-mno: 1\n"
                  "drm-engine-pqr: 1\ndrm-total-jkl: 2\ndrm-total-stu: 2\ndrm-total-vwx: 2\n";
    static const char *const engines[] = {"ghi", "mno", "pqr"}, *const regions[] = {"jkl", "stu", "vwx"};
    const drmfd_sweep *s;
    unsigned i;
    start();
    add(0, 1, 1, 0, text);
    memset(text, '#', sizeof text);
    s = sweep();
    CHECK_VIEW("abc", s->clients[0].driver);
    CHECK_VIEW("def", s->clients[0].client_name);
    CHECK_VIEW("0000:00:02.0", s->clients[0].pdev);
    CHECK_VIEW("0000:00:02.0", s->devices[0].name);
    for (i = 0; i < 3; i++) {
        CHECK_VIEW(engines[i], s->clients[0].engines[i].name);
        CHECK_VIEW(engines[i], s->clients[0].engines[i].engine->name);
        CHECK_VIEW(engines[i], s->devices[0].engines[i].name);
        CHECK_VIEW(regions[i], s->clients[0].regions[i].name);
        CHECK_VIEW(regions[i], s->devices[0].regions[i].name);
    }
    end();
}

static void row_25_identity_of_a_client(void)
{
    const drmfd_sweep *s;
    start();
    add(0, 1, 1, 0, "drm-driver: a\ndrm-pdev: 0000:00:01.0\ndrm-client-id: 1\n");
    add(0, 1, 2, 0, "drm-driver: a\ndrm-pdev: 0000:00:02.0\ndrm-client-id: 1\n"); /* another device */
    add(0, 1, 3, 0, "drm-driver: a\ndrm-pdev: 0000:00:01.0\ndrm-client-id: 4294967297\n"); /* all 64 bits count */
    add(0, 1, 4, 5, "drm-driver: p\ndrm-client-id: 1\n");
    add(0, 1, 5, 6, "drm-driver: p\ndrm-client-id: 1\n"); /* no pdev: the number distinguishes devices */
    add(0, 1, 6, 5, "drm-driver: p\ndrm-client-id: 1\n");
    add(0, 1, 7, 99, "drm-driver: a\ndrm-pdev: 0000:00:01.0\ndrm-client-id: 1\n"); /* with a pdev it does not */
    s = sweep();
    CHECK_U64(5, s->client_count);
    CHECK_U64(2, s->clients[0].files);
    CHECK_U64(2, s->clients[3].files);
    CHECK_U64(1, s->process_count);
    CHECK_U64(4, s->device_count);
    end();
}

static void row_26_group_by_device(void)
{
    const drmfd_sweep *s;
    start();
    add(0, 1, 1, 10, "drm-driver: a\ndrm-pdev: 0000:00:01.0\ndrm-client-id: 1\n"); /* card node */
    add(0, 1, 2, 11, "drm-driver: a\ndrm-pdev: 0000:00:01.0\ndrm-client-id: 2\n"); /* render node */
    s = sweep();
    CHECK_U64(1, s->device_count);
    CHECK_U64(2, s->devices[0].clients);
    CHECK(s->clients[1].device_index == 0);
    end();
}

static void row_27_counted_once(void)
{
    static const char before[] = "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: 0 ns\ndrm-total-m: 8\n";
    static const char after[] = "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: 500000000 ns\ndrm-total-m: 8\n";
    const drmfd_sweep *s;
    int round;
    start();
    for (round = 0; round < 2; round++) {
        const char *text = round == 0 ? before : after;
        add(round * (int64_t)S, 30, 1, 0, text);
        add(round * (int64_t)S, 20, 1, 0, text);
        add(round * (int64_t)S, 30, 2, 0, text);
        s = sweep();
    }
    CHECK_U64(1, s->client_count);
    CHECK(s->clients[0].owner == 30 && s->clients[0].pid_count == 2 && s->clients[0].pids[0] == 30 && s->clients[0].pids[1] == 20);
    CHECK_U64(3, s->clients[0].files);
    CHECK_U64(3, s->texts);
    CHECK_DOUBLE(50.0, s->devices[0].engines[0].busy.raw);
    CHECK_U64(1, s->devices[0].engines[0].busy.clients);
    CHECK_U64(8, s->devices[0].regions[0].total);
    CHECK_U64(2, s->process_count); /* each process that holds it has it */
    CHECK_DOUBLE(50.0, s->processes[0].devices[0].engines[0].busy.raw);
    CHECK_DOUBLE(50.0, s->processes[1].devices[0].engines[0].busy.raw);
    CHECK(s->processes[0].pid == 30 && s->processes[1].pid == 20);
    end();
}

static void row_28_two_fds_differ(void)
{
    const drmfd_sweep *s;
    const drmfd_engine *e;
    start();
    add(7, 1, 1, 0, "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: 50 ns\ndrm-cycles-e: 9\ndrm-engine-capacity-e: 0\n"
                    "drm-total-cycles-e: 100\ndrm-maxfreq-f: 3\ndrm-engine-f: 3 ns\ndrm-total-m: 8\ndrm-total-n: 9\n");
    add(8, 1, 2, 0, "drm-driver: a\ndrm-client-id: 1\ndrm-client-name: late\ndrm-engine-e: 40 ns\ndrm-cycles-e: 11\n"
                    "drm-engine-capacity-e: 2\ndrm-total-cycles-e: 90\ndrm-engine-g: 1 ns\ndrm-cycles-f: 2\ndrm-engine-f: 4 ns\n"
                    "drm-maxfreq-f: 4\ndrm-total-m: 7\n");
    s = sweep();
    CHECK_U64(1, s->client_count);
    CHECK_U64(3, s->clients[0].engine_count);
    e = s->clients[0].engines[0].engine;
    CHECK_U64(50, e->ns);
    CHECK_U64(11, e->cycles);
    CHECK_U64(2, e->capacity);
    CHECK(e->has == (DRMFD_ENGINE_HAS_NS | DRMFD_ENGINE_HAS_CYCLES | DRMFD_ENGINE_HAS_CAPACITY | DRMFD_ENGINE_HAS_TOTAL_CYCLES));
    CHECK_U64(90, e->total_cycles); /* row 60: from the last text that has it */
    e = s->clients[0].engines[1].engine;
    CHECK_VIEW("f", e->name);
    CHECK(e->cycles == 2 && e->maxfreq == 4 && e->ns == 4);
    CHECK_VIEW("g", s->clients[0].engines[2].name);
    CHECK_U64(1, s->clients[0].region_count); /* row 60: memory as a whole */
    CHECK_U64(7, s->clients[0].regions[0].total);
    CHECK_I64(8, s->clients[0].time);
    CHECK_VIEW("late", s->clients[0].client_name);
    end();
}

/* Each text of a client has its regions in a different order. */
static void row_60_regions_in_another_order(void)
{
    const drmfd_sweep *s;
    start();
    add(1, 1, 1, 0, "drm-driver: a\ndrm-client-id: 1\ndrm-total-m: 1\ndrm-total-n: 2\ndrm-total-o: 3\n");
    add(2, 1, 2, 0, "drm-driver: a\ndrm-client-id: 1\ndrm-total-o: 30\ndrm-total-n: 20\ndrm-total-p: 40\ndrm-total-m: 10\n");
    s = sweep();
    if (!CHECK_U64(4, s->clients[0].region_count)) return;
    CHECK_VIEW("o", s->clients[0].regions[0].name);
    CHECK_VIEW("n", s->clients[0].regions[1].name);
    CHECK_VIEW("p", s->clients[0].regions[2].name);
    CHECK_VIEW("m", s->clients[0].regions[3].name);
    CHECK(s->clients[0].regions[0].total == 30 && s->clients[0].regions[1].total == 20);
    CHECK(s->clients[0].regions[2].total == 40 && s->clients[0].regions[3].total == 10);
    end();
}

static void row_29_other_driver_or_device(void)
{
    const drmfd_sweep *s;
    start();
    add(0, 1, 1, 0, "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: 5 ns\n");
    sweep();
    add(S, 1, 1, 0, "drm-driver: b\ndrm-client-id: 1\ndrm-engine-e: 9 ns\n");
    s = sweep();
    CHECK(s->client_count == 1 && s->clients[0].is_new && s->clients[0].engines[0].busy.why == DRMFD_WHY_FIRST);
    add(2 * (int64_t)S, 1, 1, 0, "drm-driver: b\ndrm-client-id: 1\ndrm-pdev: 0000:00:01.0\ndrm-engine-e: 9 ns\n");
    s = sweep();
    CHECK(s->clients[0].is_new);
    /* Driver and address as bytes must not be mixed up. */
    add(0, 1, 1, 0, "drm-driver: c\ndrm-client-id: 1\ndrm-pdev: 0000:00:01.0\n");
    add(0, 1, 1, 0, "drm-driver: c0000:00:01.0\ndrm-client-id: 1\n");
    CHECK_U64(2, sweep()->client_count);
    end();
}

static void row_30_no_client_id(void)
{
    const drmfd_sweep *s;
    start();
    add(0, 1, 1, 0, "drm-driver: a\ndrm-engine-e: 0 ns\n");
    add(0, 1, 2, 0, "drm-driver: a\ndrm-engine-e: 0 ns\n");
    add(0, 2, 1, 0, "drm-driver: a\ndrm-engine-e: 0 ns\n");
    add(0, 2, 1, 0, "drm-driver: a\ndrm-client-id: 2\ndrm-engine-e: 0 ns\n"); /* an id that is a pid by chance */
    s = sweep();
    CHECK_U64(4, s->client_count);
    CHECK(!s->clients[0].has_client_id && s->clients[3].has_client_id);
    add(S, 1, 2, 0, "drm-driver: a\ndrm-engine-e: 100000000 ns\n");
    s = sweep();
    CHECK(s->client_count == 1 && !s->clients[0].is_new);
    CHECK_DOUBLE(10.0, s->clients[0].engines[0].best->raw);
    end();
}

static void row_31_others_are_passed_over(void)
{
    const drmfd_sweep *s;
    start();
    add(0, 1, 1, 0, "eventfd-count: 0\n");
    add(0, 1, 2, 0, "drm-driver:\ndrm-engine-e: 1 ns\n");
    add(0, 1, 3, 0, "drm-driver: a\n");
    s = sweep();
    CHECK(s->texts == 3 && s->not_drm == 2 && s->client_count == 1 && s->process_count == 1);
    CHECK_U64(1, s->counts.lines); /* of clients only */
    end();
}

static void rows_38_and_61_sums_of_memory(void)
{
    const drmfd_sweep *s;
    const drmfd_region_sum *r;
    start();
    add(0, 1, 1, 0, "drm-driver: a\ndrm-client-id: 1\ndrm-total-m: 100\ndrm-shared-m: 30\ndrm-resident-m: 5\ndrm-total-n: 1\n");
    add(0, 1, 2, 0, "drm-driver: a\ndrm-client-id: 2\ndrm-total-m: 10\ndrm-shared-m: 30\ndrm-purgeable-m: 4\ndrm-active-m: 3\n");
    add(0, 1, 3, 0, "drm-driver: a\ndrm-client-id: 3\ndrm-total-m: 1000\n");
    s = sweep();
    r = &s->devices[0].regions[0];
    CHECK_VIEW("m", r->name);
    CHECK(r->has == (DRMFD_REGION_HAS_TOTAL | DRMFD_REGION_HAS_SHARED | DRMFD_REGION_HAS_RESIDENT | DRMFD_REGION_HAS_PURGEABLE | DRMFD_REGION_HAS_ACTIVE | DRMFD_REGION_HAS_UNSHARED));
    CHECK(r->total == 1110 && r->shared == 60 && r->resident == 5 && r->purgeable == 4 && r->active == 3);
    CHECK_U64(70, r->unshared); /* 70 + 0; the third has no shared */
    CHECK(s->devices[0].regions[1].has == DRMFD_REGION_HAS_TOTAL);
    /* A sum that does not fit is left out for good. */
    add(0, 1, 1, 0, "drm-driver: a\ndrm-client-id: 1\ndrm-total-m: 18446744073709551615\ndrm-active-m: 1\n");
    add(0, 1, 2, 0, "drm-driver: a\ndrm-client-id: 2\ndrm-total-m: 1\ndrm-active-m: 1\n");
    add(0, 1, 3, 0, "drm-driver: a\ndrm-client-id: 3\ndrm-total-m: 0\ndrm-active-m: 1\n");
    s = sweep();
    r = &s->devices[0].regions[0];
    CHECK(r->has == DRMFD_REGION_HAS_ACTIVE && r->active == 3);
    end();
}

static void row_59_each_with_its_own_time(void)
{
    const drmfd_sweep *s;
    const drmfd_engine_sum *e;
    start();
    add(0, 1, 1, 0, "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: 0 ns\n");
    add(0, 1, 2, 0, "drm-driver: a\ndrm-client-id: 2\ndrm-engine-e: 0 ns\n");
    add(0, 2, 3, 0, "drm-driver: a\ndrm-client-id: 3\ndrm-engine-e: 0 ns\n");
    sweep();
    add(1000, 1, 1, 0, "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: 700 ns\n");
    add(2000, 1, 2, 0, "drm-driver: a\ndrm-client-id: 2\ndrm-engine-e: 1000 ns\n");
    add(4000, 2, 3, 0, "drm-driver: a\ndrm-client-id: 3\ndrm-engine-e: 1000 ns\n");
    s = sweep();
    e = &s->devices[0].engines[0];
    CHECK_U64(3, e->busy.clients);
    CHECK_DOUBLE(70.0 + 50.0 + 25.0, e->busy.raw);
    CHECK_DOUBLE(100.0, e->busy.percent); /* clamped once, at the end */
    CHECK(e->best == &e->busy);
    CHECK_DOUBLE(120.0, s->processes[0].devices[0].engines[0].busy.raw);
    CHECK_DOUBLE(25.0, s->processes[1].devices[0].engines[0].busy.raw);
    end();
}

static void best_of_a_sum(void)
{
    const drmfd_sweep *s;
    int i;
    start();
    for (i = 0; i < 2; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "drm-driver: a\ndrm-client-id: 1\ndrm-cycles-s: %d\ndrm-total-cycles-s: %d\ndrm-cycles-f: %d\ndrm-maxfreq-f: 100\n"
                 "drm-total-cycles-n: 3\ndrm-engine-b: %d ns\ndrm-cycles-b: %d\ndrm-maxfreq-b: 100\n",
                 i * 10, i * 20, i * 30, i * 400000000, i * 50);
        add(i * (int64_t)S, 1, 1, 0, text);
        s = sweep();
    }
    CHECK(engine_of(&s->devices[0], "s")->best == &engine_of(&s->devices[0], "s")->share);
    CHECK_DOUBLE(50.0, engine_of(&s->devices[0], "s")->best->raw);
    CHECK(engine_of(&s->devices[0], "f")->best == &engine_of(&s->devices[0], "f")->speed);
    CHECK_DOUBLE(30.0, engine_of(&s->devices[0], "f")->best->raw);
    CHECK(engine_of(&s->devices[0], "n")->best == NULL);
    CHECK_DOUBLE(40.0, engine_of(&s->devices[0], "b")->best->raw);
    CHECK_DOUBLE(50.0, engine_of(&s->devices[0], "b")->speed.raw);
    end();
}

static void clients_that_come_back(void)
{
    drmfd_tracker_options o;
    const drmfd_sweep *s;
    int gap;
    memset(&o, 0, sizeof o);
    o.forget_after = 3;
    for (gap = 0; gap < 6; gap++) {
        int i;
        tracker = drmfd_tracker_open(&o, NULL);
        add(0, 1, 1, 0, "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: 0 ns\n");
        sweep();
        for (i = 0; i < gap; i++) sweep();
        add(S, 1, 1, 0, "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: 10000000 ns\n");
        s = sweep();
        CHECK_U64(gap > 3, (uint64_t)s->clients[0].is_new);
        CHECK_U64(gap > 3 ? DRMFD_WHY_FIRST : DRMFD_WHY_FIGURE, s->clients[0].engines[0].busy.why);
        end();
    }
    start(); /* the default is 64 */
    add(0, 1, 1, 0, "drm-driver: a\ndrm-client-id: 1\n");
    sweep();
    for (gap = 0; gap < 64; gap++) sweep();
    add(0, 1, 1, 0, "drm-driver: a\ndrm-client-id: 1\n");
    CHECK(!sweep()->clients[0].is_new);
    for (gap = 0; gap < 65; gap++) sweep();
    add(0, 1, 1, 0, "drm-driver: a\ndrm-client-id: 1\n");
    CHECK(sweep()->clients[0].is_new);
    end();
}

static void engines_seen_earlier(void) /* row 22 over sweeps */
{
    const drmfd_sweep *s;
    start();
    add(0, 1, 1, 0, "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: 5 ns\n");
    sweep();
    add(S, 1, 1, 0, "drm-driver: a\ndrm-client-id: 1\ndrm-engine-f: 100000000 ns\n");
    s = sweep();
    CHECK_U64(2, s->clients[0].engine_count);
    CHECK_VIEW("f", s->clients[0].engines[0].name);
    CHECK_DOUBLE(10.0, s->clients[0].engines[0].busy.raw);
    CHECK_VIEW("e", s->clients[0].engines[1].name);
    CHECK(s->clients[0].engines[1].engine == NULL);
    CHECK(s->devices[0].engines[1].best == NULL);
    end();
}

static void row_36_rooms_of_the_tracker(void)
{
    drmfd_tracker_options o;
    const drmfd_sweep *s;
    memset(&o, 0, sizeof o);
    o.engine_room = 1;
    o.region_room = 2;
    tracker = drmfd_tracker_open(&o, NULL);
    add(0, 1, 1, 0, "drm-driver: a\ndrm-engine-e: 1\ndrm-engine-f: 2\ndrm-total-a: 1\ndrm-total-b: 1\ndrm-total-c: 1\n");
    s = sweep();
    CHECK_U64(2, s->counts.dropped);
    CHECK(s->clients[0].engine_count == 1 && s->clients[0].region_count == 2);
    end();
}

static void cut_texts(void) /* row 32 */
{
    const drmfd_sweep *s;
    start();
    CHECK(add_text(tracker, 0, 1, 1, 0, "drm-driver: a\ndrm-engine-e: 12", 31, 0) == DRMFD_OK);
    s = sweep();
    CHECK(s->client_count == 1 && s->clients[0].engine_count == 0);
    end();
}

static void long_driver_names(void)
{
    static char text[70000];
    const drmfd_sweep *s;
    start();
    memcpy(text, "drm-driver: ", 12);
    memset(text + 12, 'n', 60000);
    add(0, 1, 1, 0, text);
    text[50000] = 'm';
    add(0, 1, 1, 0, text);
    s = sweep();
    CHECK_U64(2, s->client_count);
    CHECK_U64(60000, s->clients[0].driver.len);
    end();
}

static void more_and_more_in_each_fd(void) /* engines, regions and a name that only later texts have */
{
    const drmfd_sweep *s;
    uint32_t i, k;
    start();
    for (i = 0; i < 40; i++) {
        char text[4096];
        int n = sprintf(text, "drm-driver: a\ndrm-client-id: 1\n");
        for (k = 0; k <= i; k++) n += sprintf(text + n, "drm-engine-e%u: %u ns\ndrm-total-r%u: %u\n", (k + i) % 40, k + i, (k + i) % 40, i);
        add(i, 1 + i, i, 0, text);
    }
    s = sweep();
    CHECK(s->client_count == 1 && s->clients[0].engine_count == 40 && s->clients[0].region_count == 40 && s->clients[0].pid_count == 40);
    for (k = 0; k < 40; k++) CHECK_U64(39, s->clients[0].regions[k].total);
    for (k = 0; k < 40; k++) { /* the largest of any text */
        const drmfd_usage *u = &s->clients[0].engines[k];
        uint32_t e = 0, most = 0, of;
        CHECK(sscanf(u->name.ptr, "e%u:", &e) == 1);
        for (i = 0; i < 40; i++)
            for (of = 0; of <= i; of++)
                if ((of + i) % 40 == e && of + i > most) most = of + i;
        CHECK_U64(most, u->engine->ns);
    }
    end();
}

/* Counts that no test can reach, because that much memory does not exist: the checks by themselves. */
static void counts_near_their_limit(void)
{
    static drmfd_engine entries[20];
    drmfd_engine fresh;
    drmfd_i_arena a;
    drmfd_i_pieces list;
    drmfd_snapshot to, from;
    uint32_t many = 0x40000000u, i;
    CHECK(drmfd_i_arena_open(&a, NULL));
    CHECK(drmfd_i_grow(&a, NULL, many, &many, 1) == NULL && a.code == DRMFD_LIMIT && many == 0x40000000u);
    memset(&to, 0, sizeof to);
    memset(&from, 0, sizeof from);
    memset(&fresh, 0, sizeof fresh);
    fresh.name.ptr = "new";
    fresh.name.len = 3;
    from.engines = &fresh;
    from.engine_count = 1;
    for (i = 0; i < 20; i++) {
        entries[i].name.ptr = "old";
        entries[i].name.len = 3;
    }
    to.engines = entries;
    to.engine_count = to.engine_room = 0x3fffffffu;
    to.i_state.engine_root = 0x80000000u | 16;
    a.code = DRMFD_OK;
    CHECK(drmfd_i_room_for(&a, &to, &from) == 0 && a.code == DRMFD_LIMIT);
    memset(&list, 0, sizeof list);
    list.count = 0x40000000u;
    a.code = DRMFD_OK;
    CHECK(drmfd_i_next(&a, &list, 1) == NULL && a.code == DRMFD_LIMIT);
    drmfd_i_arena_close(&a);
}

static void many_of_all(void) /* 300 clients on 20 devices in 60 processes, two sweeps; sums worked out anew */
{
    const drmfd_sweep *s = NULL;
    uint32_t i, k, d, round;
    start();
    for (round = 0; round < 2; round++) {
        for (i = 0; i < 300; i++) {
            char text[256];
            snprintf(text, sizeof text, "drm-driver: d\ndrm-pdev: 0000:%02x:00.0\ndrm-client-id: %u\ndrm-engine-e%u: %u ns\ndrm-total-r%u: %u\n",
                     i % 20, i, i % 3, i * round * 1000000, i % 5, i);
            add(round * (int64_t)S, 1 + i % 60, i, 0, text);
            add(round * (int64_t)S, 1 + (i + 1) % 60, i, 0, text);
        }
        s = sweep();
    }
    CHECK(s->client_count == 300 && s->device_count == 20 && s->process_count == 60);
    for (d = 0; d < s->device_count; d++)
        for (k = 0; k < s->devices[d].engine_count; k++) {
            double raw = 0;
            uint32_t n = 0;
            for (i = 0; i < 300; i++)
                if (s->clients[i].device_index == d && s->clients[i].engines[0].name.ptr[1] == s->devices[d].engines[k].name.ptr[1])
                    raw += s->clients[i].engines[0].busy.raw, n++;
            CHECK_U64(n, s->devices[d].engines[k].busy.clients);
            CHECK_DOUBLE(raw, s->devices[d].engines[k].busy.raw);
        }
    for (i = 0; i < s->process_count; i++) {
        const drmfd_process *p = &s->processes[i];
        uint64_t total = 0, want = 0;
        CHECK_U64(10, p->client_count);
        for (d = 0; d < p->device_count; d++)
            for (k = 0; k < p->devices[d].region_count; k++) total += p->devices[d].regions[k].total;
        for (k = 0; k < p->client_count; k++) want += s->clients[p->clients[k]].regions[0].total;
        CHECK_U64(want, total);
    }
    end();
}

/* After three sweeps of the same clients nothing more is allocated; when there are few again, memory is freed. */
static void steady_sweeps(void)
{
    drmfd_tracker_options o;
    heap h;
    unsigned calls = 0, round, i;
    size_t many = 0;
    memset(&h, 0, sizeof h);
    memset(&o, 0, sizeof o);
    o.memory.allocator.alloc_fn = take;
    o.memory.allocator.free_fn = give;
    o.memory.allocator.user = &h;
    o.forget_after = 2;
    tracker = drmfd_tracker_open(&o, NULL);
    for (round = 1; round <= 20; round++) {
        if (round == 4) calls = h.calls;
        if (round == 8) {
            CHECK_U64(calls, h.calls);
            many = h.held;
        }
        for (i = 0; i < (round < 8 ? 200u : 2u); i++) {
            char text[128];
            snprintf(text, sizeof text, "drm-driver: a\ndrm-client-id: %u\ndrm-engine-x: %u ns\n", i, round * i);
            add((int64_t)round * S, i, 1, 0, text);
        }
        CHECK_U64(i, sweep()->client_count);
        CHECK_U64(h.held, drmfd_tracker_memory_used(tracker));
    }
    CHECK_U64(0, drmfd_tracker_memory_used(NULL));
    CHECK(h.held < many / 4);
    end();
    CHECK_U64(0, h.live);
}

/* An unchanged text counts as unchanged only if nothing else differs either. */
static void same_text_of_another(void)
{
    static const char text[] = "drm-driver: a\ndrm-engine-x: 7 ns\ndrm-total-r: 4\n";
    const drmfd_sweep *s;
    start();
    add(1, 10, 3, 5, text);
    CHECK_U64(5, sweep()->clients[0].device);
    add(2, 10, 3, 6, text); /* another device, so another client, as the text names none */
    s = sweep();
    CHECK_U64(6, s->clients[0].device);
    CHECK_I64(1, s->clients[0].is_new);
    add(3, 10, 4, 6, text);
    CHECK_I64(1, sweep()->clients[0].is_new);
    add(4, 11, 4, 6, text);
    CHECK_I64(1, sweep()->clients[0].is_new);
    CHECK(add_text(tracker, 5, 11, 4, 6, text, sizeof text - 2, 0) == DRMFD_OK); /* cut in its last line */
    s = sweep();
    CHECK_I64(0, s->clients[0].is_new);
    CHECK_U64(0, s->clients[0].region_count);
    CHECK(add_text(tracker, 6, 11, 4, 6, text, sizeof text - 2, 1) == DRMFD_OK);
    s = sweep();
    CHECK_U64(1, s->clients[0].region_count);
    CHECK_U64(4, s->clients[0].regions[0].total);
    add(7, 11, 4, 6, text);
    s = sweep();
    CHECK_I64(0, s->clients[0].is_new);
    CHECK_U64(11, s->clients[0].owner);
    CHECK_U64(4, s->clients[0].regions[0].total);
    end();
}

/* Missing clients give up their history first: in buffers of growing size, the new client takes precedence. */
static void history_goes_first(void)
{
    static char buffer[60000];
    drmfd_tracker_options o;
    unsigned forgot = 0, kept = 0;
    size_t size;
    memset(&o, 0, sizeof o);
    o.engine_room = o.region_room = 16;
    o.memory.buffer = buffer;
    for (size = 20000; size < sizeof buffer; size += 200) {
        char text[600];
        const drmfd_sweep *s;
        size_t n;
        unsigned i;
        o.memory.buffer_size = size;
        tracker = drmfd_tracker_open(&o, NULL);
        for (i = 0; i < 8; i++) {
            n = (size_t)sprintf(text, "drm-driver: a\ndrm-client-id: %u\ndrm-engine-e: 5 ns\n", i);
            add_text(tracker, 1, 1, i, 0, text, n, 1);
        }
        s = drmfd_tracker_sweep(tracker, NULL);
        if (!CHECK(s != NULL)) break;
        if (s->client_count == 8) {
            n = (size_t)sprintf(text, "drm-driver: a\ndrm-client-id: 99\n");
            for (i = 0; i < 16; i++) n += (size_t)sprintf(text + n, "drm-engine-e%u: 5 ns\n", i);
            add_text(tracker, 2, 1, 9, 0, text, n, 1);
            s = drmfd_tracker_sweep(tracker, NULL);
            if (s != NULL && s->client_count == 1) {
                CHECK(s->forgotten == 0 || s->forgotten == 8);
                forgot += s->forgotten == 8;
                kept += s->forgotten == 0;
                i = s->forgotten;
                n = (size_t)sprintf(text, "drm-driver: a\ndrm-client-id: 3\ndrm-engine-e: 6 ns\n");
                add_text(tracker, 3, 1, 3, 0, text, n, 1);
                s = drmfd_tracker_sweep(tracker, NULL);
                if (s != NULL && s->client_count == 1) CHECK(s->clients[0].is_new == (i == 8));
            }
        }
        end();
    }
    CHECK(forgot > 0 && kept > 0);
}

/* The sums of one device grow with every client: in buffers of every size they fail somewhere, or work. */
static void no_memory_for_sums(void)
{
    static char buffer[200000];
    drmfd_tracker_options o;
    unsigned worked = 0, failed = 0;
    size_t size;
    memset(&o, 0, sizeof o);
    o.engine_room = o.region_room = 4;
    o.memory.buffer = buffer;
    for (size = 2000; size < sizeof buffer; size += 101) {
        drmfd_error e = {DRMFD_OK, 0, ""};
        const drmfd_sweep *s;
        unsigned i, lost = 0;
        o.memory.buffer_size = size;
        tracker = drmfd_tracker_open(&o, NULL);
        if (!CHECK(tracker != NULL)) return;
        for (i = 0; i < 30; i++) {
            char text[128];
            snprintf(text, sizeof text, "drm-driver: a\ndrm-client-id: %u\ndrm-engine-x%u: %u ns\ndrm-total-r%u: 1\n", i, i, i, i);
            lost += add_text(tracker, 1, 1, i, 0, text, strlen(text), 1) != DRMFD_OK;
        }
        s = drmfd_tracker_sweep(tracker, &e);
        if (s == NULL) CHECK(e.code == DRMFD_MEMORY);
        else CHECK(s->client_count + s->no_memory == 30 && s->no_memory >= lost);
        if (s != NULL && s->no_memory == 0) {
            CHECK_U64(30, s->devices[0].engine_count);
            worked++;
        } else
            failed++;
        end();
    }
    CHECK(worked > 100 && failed > 100);
}

/* A client's second text, with names so long that it needs a block of its own, which is refused: either all of the text
   is in the sweep, in the tracker's memory, or nothing. */
static void no_memory_for_a_second_text(void)
{
    static char text[16000];
    drmfd_tracker_options o;
    heap h;
    unsigned worked = 0, failed = 0, n;
    memset(&o, 0, sizeof o);
    o.engine_room = o.region_room = 4;
    o.memory.allocator.alloc_fn = take;
    o.memory.allocator.free_fn = give;
    o.memory.allocator.user = &h;
    for (n = 2; n < 12; n++) {
        const drmfd_sweep *s;
        drmfd_code code;
        int at;
        memset(&h, 0, sizeof h);
        h.fail = n;
        tracker = drmfd_tracker_open(&o, NULL);
        if (tracker == NULL) continue;
        snprintf(text, sizeof text, "drm-driver: a\ndrm-client-id: 1\ndrm-engine-x: 5 ns\n");
        if (add_text(tracker, 1, 1, 1, 0, text, strlen(text), 1) == DRMFD_OK) {
            at = snprintf(text, sizeof text, "drm-driver: a\ndrm-client-id: 1\ndrm-engine-");
            memset(text + at, 'y', 5000);
            at += 5000;
            at += snprintf(text + at, sizeof text - (size_t)at, ": 6 ns\ndrm-engine-");
            memset(text + at, 'z', 6000);
            at += 6000;
            snprintf(text + at, sizeof text - (size_t)at, ": 7 ns\n");
            code = add_text(tracker, 1, 1, 2, 0, text, strlen(text), 1);
            memset(text, '?', sizeof text);
            s = drmfd_tracker_sweep(tracker, NULL);
            if (s != NULL) {
                const drmfd_client *c = &s->clients[0];
                CHECK_U64(code == DRMFD_OK ? 3 : 1, c->engine_count);
                if (code == DRMFD_OK) {
                    CHECK(c->engines[1].name.len == 5000 && memchr(c->engines[1].name.ptr, '?', 5000) == NULL);
                    CHECK(c->engines[2].name.len == 6000 && memchr(c->engines[2].name.ptr, '?', 6000) == NULL);
                    worked++;
                } else
                    failed++;
            }
        }
        end();
        CHECK_U64(0, h.live);
    }
    CHECK(worked > 0 && failed > 0);
}

/* Memory with a different value in each byte. */
static void *uneven(size_t size, void *user)
{
    unsigned char *p = (unsigned char *)malloc(size);
    uint32_t *seed = (uint32_t *)user;
    size_t i;
    for (i = 0; p != NULL && i < size; i++) p[i] = (unsigned char)((*seed = *seed * 1664525u + 1013904223u) >> 24);
    return p;
}

/* A driver may have the name of an address; devices are found again after others, whatever memory held before. */
static void a_driver_named_like_an_address(void)
{
    drmfd_tracker_options o;
    const drmfd_sweep *s;
    uint32_t seed = 1;
    memset(&o, 0, sizeof o);
    o.memory.allocator.alloc_fn = uneven;
    o.memory.allocator.free_fn = back;
    o.memory.allocator.user = &seed;
    tracker = drmfd_tracker_open(&o, NULL);
    add(0, 1, 1, 0, "drm-driver: 0000:00:01.0\ndrm-client-id: 1\n");
    add(0, 1, 2, 0, "drm-driver: a\ndrm-client-id: 1\ndrm-pdev: 0000:00:01.0\n");
    add(0, 1, 3, 0, "drm-driver: 0000:00:01.0\ndrm-client-id: 2\n");
    add(0, 1, 4, 0, "drm-driver: a\ndrm-client-id: 2\ndrm-pdev: 0000:00:01.0\n");
    s = sweep();
    CHECK_U64(4, s->client_count);
    CHECK_U64(2, s->device_count);
    CHECK_VIEW("0000:00:01.0", s->devices[0].driver);
    CHECK_VIEW("a", s->devices[1].driver);
    CHECK(s->devices[0].clients == 2 && s->devices[1].clients == 2);
    end();
}

/* The same processes and clients in a different order than in the previous sweep. */
static void another_order(void)
{
    static const char *const texts[] = {"drm-driver: a\ndrm-client-id: 1\n", "drm-driver: a\ndrm-client-id: 2\n", "drm-driver: a\ndrm-client-id: 3\n"};
    static const struct { uint64_t pids[4]; unsigned clients[4]; uint32_t processes, count; } sweeps[] = {
        {{1, 2, 2, 2}, {0, 1, 2, 2}, 2, 3}, {{2, 1, 2, 1}, {1, 0, 2, 0}, 2, 3}, {{2, 1, 2, 1}, {2, 0, 1, 1}, 2, 3}, {{1, 2, 3, 1}, {1, 1, 0, 0}, 3, 2}};
    unsigned i, k;
    start();
    for (i = 0; i < sizeof sweeps / sizeof *sweeps; i++) {
        const drmfd_sweep *s;
        for (k = 0; k < 4; k++) add((int64_t)i * S + k, sweeps[i].pids[k], k, 0, texts[sweeps[i].clients[k]]);
        s = sweep();
        CHECK_U64(sweeps[i].processes, s->process_count);
        CHECK_U64(sweeps[i].count, s->client_count);
        CHECK_U64(sweeps[i].pids[0], s->processes[0].pid);
        for (k = 0; k < s->client_count; k++) CHECK(s->clients[k].is_new == (i == 0));
    }
    end();
}

/* Sweeps in which nothing changes are updated in place; what they say, and what comes after them, is the same as
   ever. */
static void sweeps_that_repeat(void)
{
    static const int64_t times[] = {1000, 2500, 4700, 9000, 9100};
    static const char same[] = "drm-driver: d\ndrm-client-id: 1\ndrm-engine-b: 500 ns\ndrm-cycles-s: 70\ndrm-total-cycles-s: 900\ndrm-maxfreq-s: 1 MHz\n"
                               "drm-cycles-f: 40\ndrm-maxfreq-f: 1 MHz\n";
    drmfd_tracker_options o;
    const drmfd_sweep *s = NULL;
    const drmfd_usage *u;
    heap h;
    unsigned i;
    memset(&h, 0, sizeof h);
    memset(&o, 0, sizeof o);
    o.memory.allocator.alloc_fn = take;
    o.memory.allocator.free_fn = give;
    o.memory.allocator.user = &h;
    tracker = drmfd_tracker_open(&o, NULL);
    for (i = 0; i < 5; i++) {
        h.peak = h.held;
        add(times[i], 7, 3, 0, same);
        s = sweep();
        CHECK_U64(h.peak, s->memory);
        CHECK_U64(1, s->texts);
        CHECK_U64(1, s->client_count);
        CHECK_U64(8, s->counts.lines);
        CHECK(s->clients[0].is_new == (i == 0) && s->clients[0].files == 1 && s->clients[0].time == times[i]);
        u = s->clients[0].engines;
        CHECK_U64(3, s->clients[0].engine_count);
        CHECK_I64(i == 0 ? DRMFD_WHY_FIRST : DRMFD_WHY_FIGURE, u[0].busy.why);
        CHECK_I64(i == 0 ? DRMFD_WHY_FIRST : DRMFD_WHY_FIGURE, u[1].share.why);
        CHECK_I64(DRMFD_WHY_SUPERSEDED, u[1].speed.why);
        CHECK_I64(i == 0 ? DRMFD_WHY_FIRST : DRMFD_WHY_FIGURE, u[2].speed.why);
        if (i == 0) continue;
        CHECK(u[0].busy.growth == 0 && u[1].share.growth == 0 && u[2].speed.growth == 0);
        CHECK_I64(times[i] - times[i - 1], (int64_t)u[0].busy.span);
        CHECK_U64(0, u[1].share.span);
        CHECK_I64(times[i] - times[i - 1], (int64_t)u[2].speed.span);
    }
    /* Each counter advances, the second engine loses its total cycles, and one is new. */
    add(9400, 7, 3, 0, "drm-driver: d\ndrm-client-id: 1\ndrm-engine-b: 530 ns\ndrm-cycles-s: 76\ndrm-maxfreq-s: 1 MHz\n"
                       "drm-cycles-f: 49\ndrm-maxfreq-f: 1 MHz\ndrm-engine-n: 15 ns\n");
    s = sweep();
    u = s->clients[0].engines;
    CHECK_U64(4, s->clients[0].engine_count);
    CHECK(u[0].busy.growth == 30 && u[0].busy.span == 300);
    CHECK(u[1].share.why == DRMFD_WHY_ABSENT && u[1].speed.growth == 6 && u[1].speed.span == 300);
    CHECK(u[2].speed.growth == 9 && u[2].speed.span == 300);
    CHECK(u[3].busy.growth == 15 && u[3].busy.span == 300);
    /* If nothing is added the client is gone. */
    s = sweep();
    CHECK(s->texts == 0 && s->client_count == 0);
    end();
    CHECK_U64(0, h.live);
}

/* A client without anything that could change is new once. */
static void clients_without_engines(void)
{
    unsigned i;
    start();
    for (i = 0; i < 4; i++) {
        const drmfd_sweep *s;
        add(i, 1, 3, 0, "drm-driver: a\ndrm-total-m: 5\n");
        s = sweep();
        CHECK(s->client_count == 1 && s->clients[0].is_new == (i == 0) && s->clients[0].time == (int64_t)i);
        CHECK(s->clients[0].engine_count == 0 && s->clients[0].region_count == 1 && s->devices[0].clients == 1);
    }
    end();
}

/* Clients, some of which change and some of which have two files, while others repeat. */
static void some_repeat(void)
{
    const drmfd_sweep *s;
    unsigned round;
    start();
    for (round = 1; round <= 6; round++) {
        const int64_t now = (int64_t)round * 1000;
        char text[128];
        add(now, 1, 1, 0, "drm-driver: a\ndrm-client-id: 1\ndrm-engine-x: 5 ns\ndrm-total-m: 1\n");
        add(now + 1, 1, 2, 0, "drm-driver: a\ndrm-client-id: 1\ndrm-engine-x: 6 ns\ndrm-total-m: 2\n");
        if (round == 4) add(now + 2, 2, 1, 0, "drm-driver: a\ndrm-client-id: 3\ndrm-engine-x: 9 ns\n"); /* comes between */
        snprintf(text, sizeof text, "drm-driver: a\ndrm-client-id: 2\ndrm-engine-x: %u ns\n", round == 6 ? 47u : 7u);
        add(now + 3, 1, 3, 0, text);
        s = sweep();
        CHECK_U64(round == 4 ? 4 : 3, s->texts);
        CHECK_U64(round == 4 ? 3 : 2, s->client_count);
        CHECK_U64(round == 4 ? 2 : 1, s->process_count);
        CHECK(s->clients[0].files == 2 && s->clients[0].time == now + 1 && s->clients[0].is_new == (round == 1));
        CHECK_U64(2, s->clients[0].regions[0].total);
        CHECK_U64(6, s->clients[0].engines[0].engine->ns);
        if (round == 4) {
            CHECK_U64(3, s->clients[1].client_id);
            CHECK_I64(1, s->clients[1].is_new);
        }
        CHECK_U64(2, s->clients[s->client_count - 1].client_id);
        CHECK_I64(now + 3, s->clients[s->client_count - 1].time);
        CHECK_I64(round == 1, s->clients[s->client_count - 1].is_new);
        if (round == 1) continue;
        CHECK_U64(1000, s->clients[0].engines[0].busy.span);
        CHECK_U64(0, s->clients[0].engines[0].busy.growth);
        CHECK_U64(1000, s->clients[s->client_count - 1].engines[0].busy.span);
        CHECK_U64(round == 6 ? 40 : 0, s->clients[s->client_count - 1].engines[0].busy.growth);
    }
    end();
}

/* The call in which an allocation fails says so, and no other; only its text is missing. Names of every length shift
   the requests through the allocator's blocks. */
static void each_failure_is_told(void)
{
    static char text[5000];
    size_t len;
    for (len = 0; len < 4200; len += 8) {
        unsigned n, calls = 0;
        for (n = 1; n == 1 || calls >= n - 1; n++) { /* up to one that does not fail */
            drmfd_tracker_options o;
            drmfd_error e = {DRMFD_OK, 0, ""};
            const drmfd_sweep *s;
            unsigned i, before, taken[3];
            heap h;
            memset(&h, 0, sizeof h);
            memset(&o, 0, sizeof o);
            h.fail = n;
            o.engine_room = o.region_room = 4;
            o.memory.allocator.alloc_fn = take;
            o.memory.allocator.free_fn = give;
            o.memory.allocator.user = &h;
            tracker = drmfd_tracker_open(&o, &e);
            CHECK((tracker == NULL) == (h.calls >= n));
            for (i = 0; tracker != NULL && i < 3; i++) { /* a client, another file of it, another client */
                const int at = snprintf(text, sizeof text, "drm-driver: a\ndrm-client-id: %u\ndrm-engine-e%u: 7 ns\ndrm-client-name: ", i / 2, i);
                drmfd_code code;
                memset(text + at, 'n', len);
                strcpy(text + at + len, "n\n");
                before = h.calls;
                code = add_text(tracker, 1, 1 + i % 2, i, 0, text, strlen(text), 1);
                CHECK_I64(before < n && h.calls >= n ? DRMFD_MEMORY : DRMFD_OK, code);
                taken[i] = code == DRMFD_OK;
            }
            s = drmfd_tracker_sweep(tracker, &e); /* a second try needs less memory */
            CHECK((s == NULL) == (tracker == NULL));
            CHECK(s != NULL || e.code == DRMFD_ARGUMENT);
            if (s != NULL) {
                CHECK_U64(taken[0] + taken[1] + taken[2], s->texts);
                CHECK_U64((taken[0] | taken[1]) + taken[2], s->client_count);
                CHECK_U64(taken[0] + taken[1], s->clients[0].files);
                CHECK_U64((taken[0] | taken[2]) + taken[1], s->process_count);
                for (i = 0; i < s->client_count; i++) CHECK(s->clients[i].client_name.len == len + 1 && s->clients[i].client_id <= 1);
            }
            calls = h.calls;
            end();
            CHECK_U64(0, h.live);
            if (run_bad > 0) return;
        }
        CHECK(n > 4);
    }
}

/* Clients that come and go at random, against a model: what is counted is the last value seen of each that was opened since
   the first sweep, and the growth of the others. */
static void born_since(void)
{
    enum { MOST = 40, SWEEPS = 2000 };
    struct {
        uint64_t id, ns, seen;
        int there, sampled;
    } clients[MOST];
    uint64_t counted = 0, model = 0, next = 1, skipped = 0, unseen = 0, random = 88172645463325252u;
    drmfd_tracker_options options;
    const drmfd_sweep *s;
    uint32_t i, k, n;
    int64_t now = 0;
    memset(&options, 0, sizeof options);
    memset(clients, 0, sizeof clients);
    options.rising_ids = 1;
    tracker = drmfd_tracker_open(&options, NULL);
    for (n = 0; n < SWEEPS; n++) {
        uint32_t gone = 0;
        now += 1000;
        for (i = 0; i < MOST; i++) {
            char text[128];
            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            if (clients[i].there && random % 5 == 0) {
                gone += (uint32_t)clients[i].sampled;
                clients[i].there = 0;
            } else if (!clients[i].there && random % 3 == 0) {
                const uint64_t lost = random / 64 % 3; /* so many live and die between two sweeps */
                clients[i].there = 1;
                clients[i].sampled = 0;
                clients[i].id = next + lost;
                next += lost + 1;
                skipped += n > 0 ? lost : 0;
                clients[i].ns = clients[i].seen = n == 0 ? 7 : 0;
            }
            if (!clients[i].there) continue;
            clients[i].ns += random / 1024 % 25;
            model += clients[i].ns - clients[i].seen;
            if (n == 0) model -= clients[i].ns - clients[i].seen;
            clients[i].seen = clients[i].ns;
            clients[i].sampled = 1;
            snprintf(text, sizeof text, "drm-driver: a\ndrm-client-id: %" PRIu64 "\ndrm-engine-e: %" PRIu64 " ns\n", clients[i].id,
                     clients[i].ns);
            add(now, i + 1, 3, 0, text);
        }
        s = drmfd_tracker_sweep(tracker, NULL);
        CHECK(s != NULL);
        for (i = 0; i < s->client_count; i++)
            for (k = 0; k < s->clients[i].engine_count; k++) {
                CHECK(n == 0 || s->clients[i].engines[k].best == &s->clients[i].engines[k].busy);
                counted += s->clients[i].engines[k].busy.growth;
            }
        unseen += s->unseen;
        CHECK_U64(gone, s->gone);
        CHECK_U64(model, counted);
    }
    CHECK(skipped >= unseen && skipped - unseen < 10); /* those after the last client that was seen are not known yet */
    end();
}

/* Without the option, and for what was there before, the first value is only what later ones are compared with. */
static void born_before(void)
{
    drmfd_tracker_options options;
    const drmfd_sweep *s;
    memset(&options, 0, sizeof options);
    start();
    add(1000, 1, 1, 0, "drm-driver: a\ndrm-client-id: 5\ndrm-engine-e: 50 ns\n");
    (void)drmfd_tracker_sweep(tracker, NULL);
    add(2000, 1, 1, 0, "drm-driver: a\ndrm-client-id: 6\ndrm-engine-e: 50 ns\n");
    s = drmfd_tracker_sweep(tracker, NULL);
    CHECK(s->clients[0].engines[0].busy.why == DRMFD_WHY_FIRST && s->unseen == 0 && s->gone == 1);
    end();
    options.rising_ids = 1;
    tracker = drmfd_tracker_open(&options, NULL);
    add(1000, 1, 1, 0, "drm-driver: a\ndrm-client-id: 5\ndrm-engine-e: 50 ns\n");
    (void)drmfd_tracker_sweep(tracker, NULL);
    add(2000, 1, 1, 0, "drm-driver: a\ndrm-client-id: 4\ndrm-engine-e: 50 ns\n"); /* hidden until now */
    add(2000, 1, 2, 0, "drm-driver: a\ndrm-engine-e: 50 ns\n");
    add(2000, 1, 3, 0, "drm-driver: panthor\ndrm-client-id: 6\ndrm-engine-e: 50 ns\n"); /* counts unseen */
    add(2000, 1, 4, 0, "drm-driver: a\ndrm-client-id: 9\ndrm-engine-e: 100 ns\n");
    s = drmfd_tracker_sweep(tracker, NULL);
    CHECK(s->clients[0].engines[0].busy.why == DRMFD_WHY_FIRST && s->clients[1].engines[0].busy.why == DRMFD_WHY_FIRST);
    CHECK(s->clients[2].engines[0].busy.why == DRMFD_WHY_FIRST);
    CHECK(s->clients[3].engines[0].busy.growth == 100 && s->clients[3].engines[0].busy.span == 1000);
    CHECK_U64(2, s->unseen); /* 7 and 8 */
    end();
}

int main(void)
{
    RUN(born_since);
    RUN(born_before);
    RUN(nulls);
    RUN(allocators_that_are_half);
    RUN(empty_sweeps);
    RUN(one_client);
    RUN(text_is_not_needed_afterwards);
    RUN(row_25_identity_of_a_client);
    RUN(row_26_group_by_device);
    RUN(row_27_counted_once);
    RUN(row_28_two_fds_differ);
    RUN(row_60_regions_in_another_order);
    RUN(row_29_other_driver_or_device);
    RUN(row_30_no_client_id);
    RUN(row_31_others_are_passed_over);
    RUN(row_36_rooms_of_the_tracker);
    RUN(rows_38_and_61_sums_of_memory);
    RUN(row_59_each_with_its_own_time);
    RUN(best_of_a_sum);
    RUN(clients_that_come_back);
    RUN(engines_seen_earlier);
    RUN(cut_texts);
    RUN(long_driver_names);
    RUN(more_and_more_in_each_fd);
    RUN(counts_near_their_limit);
    RUN(many_of_all);
    RUN(steady_sweeps);
    RUN(same_text_of_another);
    RUN(a_driver_named_like_an_address);
    RUN(another_order);
    RUN(sweeps_that_repeat);
    RUN(clients_without_engines);
    RUN(some_repeat);
    RUN(history_goes_first);
    RUN(no_memory_for_sums);
    RUN(no_memory_for_a_second_text);
    RUN(each_failure_is_told);
    return run_end();
}
