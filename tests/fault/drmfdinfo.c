/* Every allocation fails in turn, every callback fails in turn in every way, every size of buffer and of max_memory.
   After each failed call the last sweep says what it said before (P8); nothing leaks, frees have the sizes of their
   allocations, memory may have any alignment and never exceeds max_memory (P5). */
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "drmfdinfo_add.h"
#include "drmfdinfo_sweep.h"
#include "drmfdinfo_system.h"
#include "drmfdinfo_texts.h"
#include "run.h"

/* ---- an allocator that watches ---- */

#define BLOCKS 4096
#define EDGE 64 /* bytes after each block that nobody may write */
static struct { char *given; size_t size; void *whole; } blocks[BLOCKS];
static size_t live, held, most_held, limit;
static unsigned long asked, fail_at, fail_from; /* the allocation that fails, or the first from which all fail */
static unsigned skew;

static void *take(size_t size, void *user)
{
    char *whole;
    CHECK(user == &asked);
    asked++;
    if (asked == fail_at || (fail_from != 0 && asked >= fail_from)) return NULL;
    if (!CHECK(live < BLOCKS)) return NULL;
    skew = (skew + 7) % 16; /* any alignment */
    whole = (char *)malloc(size + skew + EDGE);
    if (whole == NULL) abort();
    memset(whole, 0xdb, size + skew + EDGE);
    blocks[live].whole = whole;
    blocks[live].given = whole + skew;
    blocks[live++].size = size;
    held += size;
    if (held > most_held) most_held = held;
    CHECK(limit == 0 || held <= limit);
    return whole + skew;
}

static void give(void *p, size_t size, void *user)
{
    size_t i, n;
    CHECK(user == &asked);
    for (i = 0; i < live && blocks[i].given != (char *)p; i++) {
    }
    if (!CHECK(i < live && blocks[i].size == size)) return;
    for (n = 0; n < EDGE; n++) CHECK((unsigned char)blocks[i].given[size + n] == 0xdb); /* nothing is written after it */
    memset(p, 0xdd, size); /* use after free is seen */
    free(blocks[i].whole);
    held -= size;
    blocks[i] = blocks[--live];
}

static drmfd_memory watched(void)
{
    drmfd_memory m;
    memset(&m, 0, sizeof m);
    m.allocator.alloc_fn = take;
    m.allocator.free_fn = give;
    m.allocator.user = &asked;
    asked = fail_at = fail_from = 0;
    most_held = limit = 0;
    return m;
}

/* ---- a series of adds and sweeps ---- */

#define SWEEPS 8
static uint64_t want[SWEEPS]; /* of the series in which nothing fails */
static int failures;
static unsigned failed_in; /* a bit for each sweep of the series in which a call failed */
static size_t all_most;

/* The state of a client at a sweep. In the third nothing changes, in the fourth nothing moves any more, and in the
   fifth only the last client does. */
static unsigned stage(unsigned sweep, unsigned i, unsigned clients)
{
    static const unsigned of[SWEEPS] = {0, 1, 1, 1, 1, 2, 3, 3};
    return of[sweep] + (sweep == 4 && i + 1 == clients);
}

/* The text of client i at a stage: values grow, one engine is added later, one goes. */
static size_t make_text(char *to, size_t room, unsigned i, unsigned round, unsigned holder)
{
    const char *pdev = i % 3 == 0 ? "drm-pdev: 0000:01:00.0\n" : "";
    int n;
    if (holder == 0)
        n = snprintf(to, room, "drm-driver: d%u\ndrm-client-id: %u\n%sdrm-engine-a: %u ns\ndrm-cycles-b%u: %u\ndrm-total-cycles-b%u: %u\n"
                               "drm-total-r: %u KiB\ndrm-shared-s%u: 7\n%s%s",
                     i % 2, i / 2, pdev, round * (i + 1) * 1000, i % 2, round * 10, i % 2, round * 100 + 1, i, i,
                     i % 3 ? "drm-client-name: first\n" : "", round % 2 ? "drm-engine-odd: 5 ns\n" : "");
    else /* another file of the same client, with more engines, other regions and perhaps a name */
        n = snprintf(to, room, "drm-driver: d%u\ndrm-client-id: %u\n%sdrm-engine-h%u: 7 ns\ndrm-total-h%u: 1\ndrm-total-r: 2\n"
                               "drm-cycles-h%u: 1\n%s",
                     i % 2, i / 2, pdev, holder, holder, holder + 1, holder == 2 ? "drm-client-name: late\n" : "");
    return (size_t)n;
}

/* Runs the series. Each call either works or fails with one of its errors; after a failure the last sweep is unchanged.
   Returns how many calls failed, -1 if the tracker could not be opened. */
static int series(const drmfd_memory *memory, unsigned clients)
{
    drmfd_tracker_options o;
    drmfd_error e = {DRMFD_OK, 9, NULL};
    drmfd_tracker *t;
    const drmfd_sweep *last = NULL;
    uint64_t last_hash = 0;
    unsigned i, round, lost;
    char text[512];
    memset(&o, 0, sizeof o);
    o.memory = *memory;
    o.engine_room = o.region_room = 4;
    o.forget_after = 2;
    t = drmfd_tracker_open(&o, &e);
    if (t == NULL) {
        CHECK(e.code == DRMFD_MEMORY || e.code == DRMFD_LIMIT);
        CHECK(e.offset == 0 && e.message != NULL);
        CHECK_U64(0, live);
        return -1;
    }
    failures = 0;
    failed_in = 0;
    for (round = 0; round < SWEEPS; round++) {
        const drmfd_sweep *s;
        most_held = held;
        for (i = lost = 0; i < clients; i++) {
            const unsigned at = stage(round, i, clients);
            unsigned holder;
            if (round == 5 && i % 4 == 1) continue; /* away for one sweep */
            for (holder = 0; holder < 1 + i % 4; holder++) {
                const size_t n = make_text(text, sizeof text, i, at, holder);
                const drmfd_code code = add_text(t, round * 1000000, 10 + i % 3 + holder, i, 1, text, n, 1);
                CHECK(code == DRMFD_OK || code == DRMFD_MEMORY || code == DRMFD_LIMIT);
                lost += code != DRMFD_OK;
                if (code != DRMFD_OK && last != NULL) CHECK_U64(last_hash, sweep_hash(last));
            }
        }
        failures += (int)lost;
        if (lost > 0) failed_in |= 1u << round;
        e.code = DRMFD_OK;
        s = drmfd_tracker_sweep(t, &e);
        if (s == NULL) {
            failures++;
            failed_in |= 1u << round;
            CHECK(e.code == DRMFD_MEMORY || e.code == DRMFD_LIMIT);
            if (last != NULL) CHECK_U64(last_hash, sweep_hash(last));
            continue;
        }
        CHECK(sweep_wrong(s) == NULL && s->no_memory >= lost);
        if (s->no_memory > lost || s->forgotten > 0) {
            failures++;
            failed_in |= 1u << round;
        }
        if (most_held > all_most) all_most = most_held;
        if (lost == 0 && failures == 0) CHECK_U64(want[round], sweep_hash(s));
        if (memory->allocator.alloc_fn != NULL) CHECK_U64(most_held, s->memory);
        last = s;
        last_hash = sweep_hash(s);
    }
    drmfd_tracker_close(t);
    CHECK_U64(0, live);
    return failures;
}

static unsigned long allocations;

static void learn(unsigned clients) /* what the series gives when nothing fails */
{
    drmfd_tracker_options o;
    drmfd_tracker *t;
    const drmfd_sweep *last = NULL;
    unsigned i, round;
    char text[512];
    memset(&o, 0, sizeof o);
    o.engine_room = o.region_room = 4;
    o.forget_after = 2;
    t = drmfd_tracker_open(&o, NULL);
    for (round = 0; round < SWEEPS; round++) {
        const drmfd_sweep *s;
        for (i = 0; i < clients; i++) {
            const unsigned at = stage(round, i, clients);
            unsigned holder;
            if (round == 5 && i % 4 == 1) continue;
            for (holder = 0; holder < 1 + i % 4; holder++)
                CHECK(add_text(t, round * 1000000, 10 + i % 3 + holder, i, 1, text, make_text(text, sizeof text, i, at, holder), 1) == DRMFD_OK);
        }
        s = drmfd_tracker_sweep(t, NULL);
        if (round == 3) CHECK(s == last);
        last = s;
        want[round] = s != NULL ? sweep_hash(s) : 0;
        CHECK(s != NULL && sweep_wrong(s) == NULL && s->client_count > 0);
    }
    drmfd_tracker_close(t);
}

static void every_allocation_of_a_tracker(void)
{
    drmfd_memory m = watched();
    unsigned long n, harmed = 0;
    learn(30);
    CHECK_I64(0, series(&m, 30));
    allocations = asked;
    CHECK(allocations > 10);
    for (n = 1; n <= allocations; n++) {
        m = watched();
        fail_at = n;
        harmed += series(&m, 30) != 0; /* except where a second try succeeds */
        CHECK((failed_in & (failed_in - 1)) == 0); /* one failure harms one sweep */
        m = watched();
        fail_from = n;
        CHECK(series(&m, 30) != 0);
    }
    CHECK(harmed > allocations / 2);
}

static void every_limit_of_memory(void)
{
    drmfd_memory m = watched();
    size_t n, first = 0;
    int failed = -1;
    learn(3);
    all_most = 0;
    CHECK_I64(0, series(&m, 3));
    for (n = 1; n <= 4 * all_most; n += n < 200 || failed < 0 ? 1 : 13) { /* not open: each byte, up to the first that is enough */
        m = watched();
        m.max_memory = limit = n;
        failed = series(&m, 3);
        if (failed == 0 && first == 0) first = n;
        CHECK(failed == 0 || first == 0); /* what was once enough is always enough */
    }
    CHECK(first > 0 && 2 * first < n);
}

static void every_size_of_buffer(void)
{
    drmfd_memory m;
    size_t n;
    unsigned good = 0;
    char *area = (char *)malloc(200000);
    if (area == NULL) abort();
    learn(3);
    for (n = 0; n < 100000 && good < 100; n += n < 6000 ? 1 : 17) {
        int failed;
        memset(&m, 0, sizeof m);
        memset(area, 0x77, n + 64);
        m.buffer = area + 3; /* with any alignment */
        m.buffer_size = n;
        failed = series(&m, 3);
        CHECK(area[0] == 0x77 && area[1] == 0x77 && area[2] == 0x77 && area[n + 3] == 0x77 && area[n + 40] == 0x77);
        good += failed == 0;
        CHECK(failed == 0 || good == 0);
        if (run_bad > 0) break;
    }
    CHECK(good > 0 && n > 1000);
    /* A buffer and an allocator: the buffer first, and nothing fails. */
    for (n = 0; n < 100000; n += 97) {
        m = watched();
        memset(area, 0x77, n + 64);
        m.buffer = area + 1;
        m.buffer_size = n;
        CHECK_I64(0, series(&m, 3));
        CHECK(area[n + 1] == 0x77);
    }
    CHECK_U64(0, asked); /* the last one was large enough alone */
    free(area);
}

/* Memory that ends at each byte while a second file of a client brings its name, and while an absent client is kept. */
static void every_byte_of_a_buffer(void)
{
    static const char first[] = "drm-driver: d\ndrm-client-id: 1\ndrm-engine-a: 1 ns\n";
    static const char second[] = "drm-driver: d\ndrm-client-id: 1\ndrm-client-name: late\ndrm-total-r: 1\n";
    char other[512]; /* needs more than the two together */
    size_t other_len = (size_t)snprintf(other, sizeof other, "drm-driver: d\ndrm-client-id: 2\n");
    char *area = (char *)malloc(40000);
    size_t n, good = 0, names = 0, lost = 0;
    char engine;
    if (area == NULL) abort();
    for (engine = 'a'; engine < 'q'; engine++)
        other_len += (size_t)snprintf(other + other_len, sizeof other - other_len, "drm-engine-%c: 1 ns\n", engine);
    for (n = 0; n < 40000 && good < 64; n++) {
        drmfd_tracker_options o;
        drmfd_tracker *t;
        drmfd_error e;
        const drmfd_sweep *s;
        drmfd_code code;
        memset(&o, 0, sizeof o);
        o.memory.buffer = area;
        o.memory.buffer_size = n;
        o.engine_room = o.region_room = 20;
        t = drmfd_tracker_open(&o, &e);
        if (t == NULL) continue;
        if (add_text(t, 1, 1, 1, 0, first, sizeof first - 1, 1) != DRMFD_OK) continue;
        code = add_text(t, 2, 1, 2, 0, second, sizeof second - 1, 1);
        CHECK(code == DRMFD_OK || code == DRMFD_MEMORY);
        s = drmfd_tracker_sweep(t, &e);
        if (s != NULL) {
            CHECK(s->client_count == 1 || (s->client_count == 0 && s->no_memory == 2));
            if (s->client_count > 0) {
                CHECK_U64(code == DRMFD_OK ? 4 : 0, s->clients[0].client_name.len);
                CHECK_U64(code == DRMFD_OK ? 2 : 1, s->clients[0].files);
                names += code == DRMFD_OK;
            }
            code = add_text(t, 3, 1, 3, 0, other, other_len, 1);
            s = drmfd_tracker_sweep(t, &e);
            CHECK(s != NULL || e.code == DRMFD_MEMORY);
            if (s == NULL || s->no_memory + s->forgotten > 0) lost++;
            else good += code == DRMFD_OK;
        }
        drmfd_tracker_close(t);
    }
    CHECK(good == 64 && names > 64 && lost > 0);
    free(area);
}

/* A thing larger than a block gets a block of its own size, wherever the allocator puts it. */
static void blocks_of_their_own(void)
{
    static char text[20000];
    drmfd_tracker_options o;
    drmfd_tracker *t;
    const drmfd_sweep *s;
    size_t n;
    memset(text, 'n', sizeof text);
    memcpy(text, "drm-driver: ", 12);
    memset(&o, 0, sizeof o);
    for (n = 9000; n < 9040; n++) {
        o.memory = watched();
        t = drmfd_tracker_open(&o, NULL);
        CHECK(add_text(t, 0, 1, 1, 0, text, n, 1) == DRMFD_OK);
        s = drmfd_tracker_sweep(t, NULL);
        CHECK(s != NULL && s->clients[0].driver.len == n - 12);
        drmfd_tracker_close(t);
        CHECK_U64(0, live);
    }
}

/* ---- the scanner ---- */

static fake f;
static char first_text[256], second_text[256];

static size_t fill(fake_file *files)
{
    static const char *const more[] = {text_npu, text_other};
    size_t i;
    memset(files, 0, 6 * sizeof *files);
    for (i = 0; i < 6; i++) {
        files[i].pid = 1 + i / 2;
        files[i].fd = i;
        files[i].is_device = i != 5;
        files[i].device = 3;
        files[i].text = i == 0 ? first_text : i == 1 ? second_text : more[i % 2];
        files[i].len = strlen(files[i].text);
    }
    return 6;
}

static uint64_t want_scan[4];
static int learning;
static unsigned long first_call_of_second_look;

/* Four scans, with a look at the first, third and fourth. Returns how many failed or lost something, -1 if nothing
   could be opened. */
static int scans(const drmfd_memory *of_scanner, const drmfd_memory *of_tracker, unsigned long call, int with, int lies)
{
    fake_file files[6];
    drmfd_system calls = fake_system(&f, files, fill(files));
    drmfd_scanner_options so;
    drmfd_tracker_options to;
    drmfd_scan_stats stats;
    drmfd_error e = {DRMFD_OK, 0, NULL};
    drmfd_tracker *t;
    drmfd_scanner *s;
    const drmfd_sweep *last = NULL;
    uint64_t last_hash = 0;
    unsigned long before_last_look = 0;
    uint64_t lost = 0;
    int round, bad = 0;
    memset(&so, 0, sizeof so);
    memset(&to, 0, sizeof to);
    so.memory = *of_scanner;
    so.max_text = 700;
    so.keep_open = 2;
    so.look_every = 10;
    to.memory = *of_tracker;
    to.engine_room = to.region_room = 4;
    t = drmfd_tracker_open(&to, NULL);
    s = drmfd_scanner_open(&calls, &so, &e);
    CHECK(s != NULL || e.code == DRMFD_MEMORY || e.code == DRMFD_LIMIT);
    if (t == NULL || s == NULL) {
        drmfd_tracker_close(t);
        drmfd_scanner_close(s);
        CHECK_U64(0, live);
        return -1;
    }
    f.fail_at = call;
    f.fail_with = with;
    f.lies = lies;
    for (round = 0; round < 4; round++) {
        const drmfd_sweep *sweep;
        snprintf(first_text, sizeof first_text, "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: %d ns\n", round * 5);
        snprintf(second_text, sizeof second_text, "drm-driver: a\ndrm-client-id: 2\ndrm-cycles-e: %d\ndrm-maxfreq-e: 10 Hz\n", round * 5);
        files[0].len = strlen(first_text);
        files[1].len = strlen(second_text);
        f.now = round < 2 ? round : round * 10;
        memset(&stats, 0x33, sizeof stats);
        if (round == 3) before_last_look = f.calls;
        if (round == 2 && learning) first_call_of_second_look = f.calls + 1;
        sweep = drmfd_scan(s, t, &stats, &e);
        if (sweep == NULL) {
            bad++;
            CHECK(e.code == DRMFD_IO || e.code == DRMFD_MEMORY || e.code == DRMFD_LIMIT);
            if (last != NULL) CHECK_U64(last_hash, sweep_hash(last));
            continue;
        }
        CHECK(sweep_wrong(sweep) == NULL);
        lost += stats.lost;
        bad += stats.lost + stats.refused + stats.vanished + stats.no_room + sweep->no_memory + sweep->forgotten > 0;
        if (learning) want_scan[round] = sweep_hash(sweep);
        else if (bad == 0 && call == 0) CHECK_U64(want_scan[round], sweep_hash(sweep));
        last = sweep;
        last_hash = sweep_hash(sweep);
        /* Whatever failed in one call, the next look finds everything again. */
        if (round == 3 && call <= before_last_look && stats.no_room + sweep->no_memory == 0) CHECK_U64(3, sweep->client_count);
    }
    CHECK_U64(f.lied, lost < f.lied ? lost : f.lied); /* an impossible length is not a text */
    drmfd_scanner_close(s);
    drmfd_tracker_close(t);
    CHECK_U64(0, f.handles);
    CHECK_U64(0, f.wrong);
    CHECK_U64(0, live);
    return bad;
}

static void every_callback(void)
{
    static const int with[] = {DRMFD_REPLY_GONE, DRMFD_REPLY_REFUSED, DRMFD_REPLY_FAILED, 0, -99, 2, 1000000};
    drmfd_memory m, none;
    unsigned long n, calls;
    size_t k;
    memset(&none, 0, sizeof none);
    learning = 1;
    CHECK_I64(0, scans(&none, &none, 0, 0, 0));
    learning = 0;
    calls = f.calls;
    CHECK(calls > 40);
    for (n = 1; n <= calls; n++) {
        for (k = 0; k < sizeof with / sizeof *with; k++) {
            m = watched();
            scans(&m, &none, n, with[k], 0);
        }
        scans(&none, &none, n, DRMFD_REPLY_GONE, 1);
        scans(&none, &none, n, DRMFD_REPLY_GONE, 2);
    }
}

static void every_allocation_of_a_scanner(void)
{
    drmfd_memory m, none;
    unsigned long n, count[2];
    int which;
    memset(&none, 0, sizeof none);
    for (which = 0; which < 2; which++) {
        m = watched();
        CHECK_I64(0, which == 0 ? scans(&m, &none, 0, 0, 0) : scans(&none, &m, 0, 0, 0));
        count[which] = asked;
        for (n = 1; n <= count[which]; n++) {
            m = watched();
            fail_at = n;
            (void)(which == 0 ? scans(&m, &none, 0, 0, 0) : scans(&none, &m, 0, 0, 0)); /* a second try may do */
            m = watched();
            fail_from = n;
            CHECK((which == 0 ? scans(&m, &none, 0, 0, 0) : scans(&none, &m, 0, 0, 0)) != 0);
        }
    }
}

static void every_size_of_buffer_of_a_scanner(void)
{
    drmfd_memory m, none;
    size_t n, first = 0;
    unsigned good = 0;
    char *area = (char *)malloc(20000);
    if (area == NULL) abort();
    memset(&none, 0, sizeof none);
    for (n = 0; n < 15000 && good < 50; n++) {
        int failed;
        m = none;
        memset(area, 0x77, n + 64);
        m.buffer = area + 5;
        m.buffer_size = n;
        failed = scans(&m, &none, 0, 0, 0);
        CHECK(area[4] == 0x77 && area[n + 5] == 0x77);
        if (failed == 0 && good++ == 0) first = n;
        CHECK(failed == 0 || good == 0 || n < first + 16);
        if (run_bad > 0) break;
    }
    CHECK(good > 0);
    free(area);
}

/* The known files of processes that are no longer listed get no room in the list that a look makes. */
static void no_room_for_what_is_not_listed(void)
{
    drmfd_memory m, none;
    size_t n;
    char *area = (char *)malloc(20000);
    if (area == NULL) abort();
    memset(&none, 0, sizeof none);
    for (n = 0; n < 15000; n++) {
        m = none;
        m.buffer = area;
        m.buffer_size = n;
        /* The second look begins after that many calls; the first says that there are no processes. */
        scans(&m, &none, first_call_of_second_look, 0, 0);
    }
    free(area);
}

static void every_limit_of_a_scanner(void)
{
    drmfd_memory m = watched(), none;
    size_t n, first = 0;
    memset(&none, 0, sizeof none);
    CHECK_I64(0, scans(&m, &none, 0, 0, 0));
    for (n = 1; n < 30000; n += n < 200 ? 1 : 7) {
        int failed;
        m = watched();
        m.max_memory = limit = n;
        failed = scans(&m, &none, 0, 0, 0);
        if (failed == 0 && first == 0) first = n;
        CHECK(failed == 0 || first == 0 || n < 2 * first);
    }
    CHECK(first > 0 && 2 * first < n);
}

static int nobody;
static drmfd_reply nobody_is_listed(int first, uint64_t *pid, void *user)
{
    return nobody ? DRMFD_REPLY_NO : fake_process(first, pid, user);
}

/* The same where the allocator gives nothing. */
static void no_block_for_what_is_not_listed(void)
{
    fake_file files[6];
    drmfd_system calls = fake_system(&f, files, fill(files));
    drmfd_scanner_options so;
    drmfd_tracker *t = drmfd_tracker_open(NULL, NULL);
    drmfd_scanner *s;
    drmfd_error e = {DRMFD_OK, 0, NULL};
    strcpy(first_text, "drm-driver: a\ndrm-client-id: 1\n");
    strcpy(second_text, "drm-driver: a\ndrm-client-id: 2\n");
    files[0].len = strlen(first_text);
    files[1].len = strlen(second_text);
    memset(&so, 0, sizeof so);
    so.memory = watched();
    so.look_every = -1;
    calls.process_fn = nobody_is_listed;
    s = drmfd_scanner_open(&calls, &so, &e);
    CHECK(drmfd_scan(s, t, NULL, &e) != NULL);
    nobody = 1;
    fail_from = asked + 1;
    CHECK(drmfd_scan(s, t, NULL, &e) == NULL && e.code == DRMFD_MEMORY);
    fail_from = 0;
    CHECK(drmfd_scan(s, t, NULL, &e) != NULL);
    nobody = 0;
    drmfd_scanner_close(s);
    drmfd_tracker_close(t);
    CHECK_U64(0, live);
}

/* A look between two full ones, which carries most files over: it fails at each allocation and at each limit, and what
   was known stays known. */
static void every_allocation_of_a_small_look(void)
{
    static char texts[100][64];
    fake_file files[100];
    unsigned long n, failed = 0;
    unsigned i;
    for (i = 0; i < 100; i++) {
        memset(&files[i], 0, sizeof files[i]);
        files[i].pid = 1 + i / 2;
        files[i].fd = i;
        files[i].is_device = 1;
        files[i].text = texts[i];
        files[i].len = (size_t)snprintf(texts[i], sizeof texts[i], "drm-driver: a\ndrm-client-id: %u\n", i);
    }
    for (n = 0; n < 12000; n += n < 20 ? 1 : 97) {
        drmfd_system calls = fake_system(&f, files, 40);
        drmfd_scanner_options so;
        drmfd_tracker *t = drmfd_tracker_open(NULL, NULL);
        drmfd_scanner *s;
        drmfd_error e = {DRMFD_OK, 0, NULL};
        const drmfd_sweep *sweep;
        memset(&so, 0, sizeof so);
        so.memory = watched();
        so.max_text = 100;
        so.keep_open = 8;
        if (n >= 20) so.memory.max_memory = limit = 30000 + n * 5;
        s = drmfd_scanner_open(&calls, &so, &e);
        sweep = s != NULL ? drmfd_scan(s, t, NULL, &e) : NULL;
        if (sweep != NULL) {
            CHECK_U64(40, sweep->client_count);
            f.count = 100; /* thirty processes more */
            f.now += 100000000;
            if (n > 0 && n < 20) fail_at = asked + n;
            sweep = drmfd_scan(s, t, NULL, &e);
            failed += sweep == NULL;
            if (sweep == NULL) CHECK(e.code == DRMFD_MEMORY || e.code == DRMFD_LIMIT);
            else CHECK_U64(100, sweep->client_count);
            fail_at = 0;
            f.count = 40;
            f.now += 100000000;
            sweep = drmfd_scan(s, t, NULL, &e);
            if (sweep != NULL) CHECK(sweep->client_count >= 40);
        }
        drmfd_scanner_close(s);
        drmfd_tracker_close(t);
        CHECK_U64(0, live);
        CHECK_U64(0, f.handles);
    }
    limit = 0;
    CHECK(failed > 3);
}

/* ---- what takes no memory can only be called wrongly ---- */

/* One wrong call of drmfd_parse: it says so, with and without an error, and leaves the snapshot and its arrays
   alone. */
static void refused_parse(const drmfd_snapshot *wrong, const void *data, size_t size, const char *message)
{
    drmfd_snapshot s = *wrong;
    drmfd_error e = {DRMFD_IO, 9, NULL};
    CHECK_U64(DRMFD_ARGUMENT, drmfd_parse(&s, data, size, DRMFD_READ_CUT, &e));
    CHECK_U64(DRMFD_ARGUMENT, e.code);
    CHECK_U64(0, e.offset);
    CHECK_STR(message, e.message);
    CHECK(memcmp(wrong, &s, sizeof s) == 0);
    CHECK_U64(DRMFD_ARGUMENT, drmfd_parse(&s, data, size, 0, NULL));
    CHECK(memcmp(wrong, &s, sizeof s) == 0);
}

static void every_error_of_parse(void)
{
    static const char text[] = "drm-driver: x\ndrm-client-id: 1\ndrm-engine-a: 1 ns\ndrm-engine-b: 2 ns\ndrm-total-r: 1\n";
    static const char room_wrong[] = "invalid room of a snapshot";
    const size_t n = sizeof text - 1;
    drmfd_engine engines[2], engines_before[2];
    drmfd_region regions[1], regions_before[1];
    drmfd_snapshot good, s;
    drmfd_error e = {DRMFD_IO, 9, NULL};
    uint32_t room;
    memset(&good, 0, sizeof good);
    good.engines = engines;
    good.engine_room = 2;
    good.regions = regions;
    good.region_room = 1;
    CHECK(drmfd_parse(&good, text, n, 0, &e) == DRMFD_OK && good.engine_count == 2 && good.region_count == 1);
    memcpy(engines_before, engines, sizeof engines);
    memcpy(regions_before, regions, sizeof regions);
    CHECK(drmfd_parse(NULL, text, n, 0, NULL) == DRMFD_ARGUMENT);
    CHECK(drmfd_parse(NULL, text, n, 0, &e) == DRMFD_ARGUMENT && e.code == DRMFD_ARGUMENT);
    CHECK_STR("no snapshot or no text", e.message);
    refused_parse(&good, NULL, 1, "no snapshot or no text");
    s = good;
    s.engines = NULL;
    refused_parse(&s, text, n, room_wrong);
    s = good;
    s.regions = NULL;
    refused_parse(&s, text, n, room_wrong);
    s = good;
    s.engine_room = 0x80000000u;
    refused_parse(&s, text, n, room_wrong);
    s = good;
    s.region_room = 0xffffffffu;
    refused_parse(&s, text, n, room_wrong);
    CHECK(memcmp(engines_before, engines, sizeof engines) == 0);
    CHECK(memcmp(regions_before, regions, sizeof regions) == 0);
    for (room = 0; room <= 2; room++) { /* too little room is no error: what is lost is counted */
        s = good;
        s.engine_room = room;
        s.region_room = 0;
        CHECK(drmfd_parse(&s, text, n, 0, &e) == DRMFD_OK);
        CHECK_U64(room, s.engine_count);
        CHECK_U64(3 - room, s.counts.dropped);
    }
}

static void every_error_of_measure(void)
{
    static const char text[] = "drm-driver: x\ndrm-client-id: 1\ndrm-engine-a: 10 ns\ndrm-engine-bc: 20 ns\n";
    static const char message[] = "no meter or no snapshot";
    static uint64_t buffer[256];
    static unsigned char before[sizeof buffer];
    drmfd_engine engines[2];
    drmfd_snapshot s, wrong;
    drmfd_meter meter, was;
    drmfd_error e = {DRMFD_IO, 9, NULL};
    size_t size, last = 0;
    memset(&s, 0, sizeof s);
    s.engines = engines;
    s.engine_room = 2;
    CHECK(drmfd_parse(&s, text, sizeof text - 1, 0, NULL) == DRMFD_OK && s.engine_count == 2);
    memset(&meter, 0, sizeof meter);
    meter.buffer = buffer;
    meter.buffer_size = sizeof buffer;
    CHECK(drmfd_measure(&meter, &s, 5, NULL) == DRMFD_OK && meter.usage_count == 2);
    memcpy(before, buffer, sizeof buffer);
    was = meter;
    wrong = s;
    wrong.engines = NULL; /* but two of them */
    CHECK(drmfd_measure(NULL, &s, 9, NULL) == DRMFD_ARGUMENT);
    CHECK(drmfd_measure(NULL, &s, 9, &e) == DRMFD_ARGUMENT && e.code == DRMFD_ARGUMENT && e.offset == 0);
    CHECK_STR(message, e.message);
    memset(&e, 0x5a, sizeof e);
    CHECK(drmfd_measure(&meter, NULL, 9, &e) == DRMFD_ARGUMENT && e.code == DRMFD_ARGUMENT && e.offset == 0);
    CHECK_STR(message, e.message);
    memset(&e, 0x5a, sizeof e);
    CHECK(drmfd_measure(&meter, &wrong, 9, &e) == DRMFD_ARGUMENT && e.code == DRMFD_ARGUMENT && e.offset == 0);
    CHECK_STR(message, e.message);
    CHECK(drmfd_measure(&meter, NULL, 9, NULL) == DRMFD_ARGUMENT && drmfd_measure(&meter, &wrong, 9, NULL) == DRMFD_ARGUMENT);
    CHECK(memcmp(&was, &meter, sizeof meter) == 0);
    CHECK(memcmp(before, buffer, sizeof buffer) == 0);
    engines[0].ns += 2; /* the interval goes on as if nothing had happened */
    CHECK(drmfd_measure(&meter, &s, 9, NULL) == DRMFD_OK && meter.usage_count == 2);
    CHECK_U64(2, meter.usage[0].busy.growth);
    CHECK_U64(4, meter.usage[0].busy.span);
    for (size = 0; size <= DRMFD_METER_BYTES(2) + 8; size++) { /* no room is no error either */
        memset(buffer, 0xdb, sizeof buffer);
        memset(&meter, 0, sizeof meter);
        meter.buffer = (char *)buffer + 1;
        meter.buffer_size = size;
        CHECK(drmfd_measure(&meter, &s, 5, &e) == DRMFD_OK);
        CHECK_U64(2, meter.usage_count + meter.dropped);
        CHECK(meter.usage_count >= last);
        last = meter.usage_count;
        CHECK(((unsigned char *)buffer)[0] == 0xdb && ((unsigned char *)buffer)[1 + size] == 0xdb);
    }
    CHECK_U64(2, last);
}

int main(void)
{
    RUN(every_error_of_parse);
    RUN(every_error_of_measure);
    RUN(every_allocation_of_a_tracker);
    RUN(every_limit_of_memory);
    RUN(every_size_of_buffer);
    RUN(every_byte_of_a_buffer);
    RUN(blocks_of_their_own);
    RUN(every_callback);
    RUN(every_allocation_of_a_scanner);
    RUN(every_size_of_buffer_of_a_scanner);
    RUN(no_room_for_what_is_not_listed);
    RUN(every_limit_of_a_scanner);
    RUN(no_block_for_what_is_not_listed);
    RUN(every_allocation_of_a_small_look);
    return run_end();
}
