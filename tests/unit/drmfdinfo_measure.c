/* Figures between samples of one client, as docs/FORMAT-drmfdinfo.md says. */
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "drmfdinfo_add.h"
#include "run.h"

#define ROOM 64
static drmfd_engine engines[ROOM];
static drmfd_region regions[4];
static uint64_t buffer[DRMFD_METER_BYTES(ROOM) / 8];
static drmfd_meter meter;

static void start_in(void *where, size_t size)
{
    memset(&meter, 0, sizeof meter);
    meter.buffer = where;
    meter.buffer_size = size;
}

static void start(void) { start_in(buffer, sizeof buffer); }

static drmfd_snapshot parse(const char *text)
{
    drmfd_snapshot s;
    memset(&s, 0, sizeof s);
    s.engines = engines;
    s.engine_room = ROOM;
    s.regions = regions;
    s.region_room = 4;
    CHECK(drmfd_parse(&s, text, strlen(text), 0, NULL) == DRMFD_OK);
    return s;
}

static const drmfd_usage *sample(const char *text, int64_t now)
{
    drmfd_snapshot s = parse(text);
    CHECK(drmfd_measure(&meter, &s, now, NULL) == DRMFD_OK);
    return meter.usage;
}

static int figure(const drmfd_figure *f, uint64_t growth, uint64_t span, double raw)
{
    return CHECK_U64(DRMFD_WHY_FIGURE, f->why) && CHECK_U64(growth, f->growth) && CHECK_U64(span, f->span) &&
           CHECK_DOUBLE(raw, f->raw) &&
           CHECK_DOUBLE(raw > 100 ? 100 : raw, f->percent);
}

static int why(drmfd_why w, const drmfd_figure *f)
{
    return CHECK_U64(w, f->why) && CHECK(f->growth == 0 && f->span == 0 && f->raw == 0 && f->percent == 0);
}

#define S 1000000000

static void nulls(void)
{
    drmfd_snapshot s = parse("drm-engine-a: 1\n");
    drmfd_error e;
    start();
    CHECK(drmfd_measure(NULL, &s, 0, &e) == DRMFD_ARGUMENT && e.code == DRMFD_ARGUMENT);
    CHECK_STR("no meter or no snapshot", e.message);
    CHECK(drmfd_measure(&meter, NULL, 0, NULL) == DRMFD_ARGUMENT);
    CHECK(meter.usage == NULL && meter.usage_count == 0 && meter.dropped == 0);
    s.engines = NULL;
    CHECK(drmfd_measure(&meter, &s, 0, NULL) == DRMFD_ARGUMENT);
    s.engine_count = 0;
    CHECK(drmfd_measure(&meter, &s, 0, NULL) == DRMFD_OK && meter.usage_count == 0);
    start();
    s = parse("drm-engine-a: 1\n");
    start_in(NULL, 1000); /* no room at all is allowed: everything is dropped and counted */
    CHECK(drmfd_measure(&meter, &s, 0, NULL) == DRMFD_OK);
    CHECK_U64(1, meter.dropped);
    CHECK(meter.usage == NULL && meter.usage_count == 0);
    start_in((char *)buffer + 1, 3); /* nor too little to align */
    CHECK(drmfd_measure(&meter, &s, 0, NULL) == DRMFD_OK && meter.dropped == 1);
}

static void busy(void)
{
    start();
    sample("drm-engine-a: 100 ns\n", 5 * (int64_t)S);
    why(DRMFD_WHY_FIRST, &meter.usage[0].busy);
    CHECK(meter.usage[0].best == NULL && meter.usage[0].engine == &engines[0]);
    sample("drm-engine-a: 250000100 ns\n", 6 * (int64_t)S);
    figure(&meter.usage[0].busy, 250000000, S, 25.0);
    why(DRMFD_WHY_ABSENT, &meter.usage[0].share);
    why(DRMFD_WHY_ABSENT, &meter.usage[0].speed);
    CHECK(meter.usage[0].best == &meter.usage[0].busy);
}

static void share(void)
{
    start();
    sample("drm-cycles-a: 100\ndrm-total-cycles-a: 1000\n", 0);
    why(DRMFD_WHY_FIRST, &meter.usage[0].share);
    sample("drm-cycles-a: 150\ndrm-total-cycles-a: 1200\n", S);
    figure(&meter.usage[0].share, 50, 200, 25.0);
    why(DRMFD_WHY_ABSENT, &meter.usage[0].busy);
    CHECK(meter.usage[0].best == &meter.usage[0].share);
}

static void speed(void)
{
    start();
    sample("drm-cycles-a: 100\ndrm-maxfreq-a: 800 MHz\n", 0);
    why(DRMFD_WHY_FIRST, &meter.usage[0].speed);
    sample("drm-cycles-a: 400000100\ndrm-maxfreq-a: 800 MHz\n", S);
    figure(&meter.usage[0].speed, 400000000, S, 50.0);
    CHECK(meter.usage[0].best == &meter.usage[0].speed);
}

/* At, just above and just below each border: none of a figure is of a time of 0, and no percentage is above 100. */
static void borders(void)
{
    static const struct {
        uint64_t growth;
        double percent;
    } cases[] = {{99, 99}, {100, 100}, {101, 100}, {1, 1}};
    char text[128];
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        start();
        sample("drm-engine-a: 0 ns\ndrm-cycles-b: 0\ndrm-maxfreq-b: 1000 MHz\ndrm-cycles-c: 0\ndrm-total-cycles-c: 0\n", 0);
        sprintf(text, "drm-engine-a: %u ns\ndrm-cycles-b: %u\ndrm-maxfreq-b: 1000 MHz\ndrm-cycles-c: %u\ndrm-total-cycles-c: 100\n", (unsigned)cases[i].growth,
                (unsigned)cases[i].growth, (unsigned)cases[i].growth);
        sample(text, 0);
        why(DRMFD_WHY_NO_TIME, &meter.usage[0].busy);
        why(DRMFD_WHY_NO_TIME, &meter.usage[1].speed);
        figure(&meter.usage[2].share, cases[i].growth, 100, (double)cases[i].growth); /* needs no wall time */
        sample(text, 100);
        figure(&meter.usage[0].busy, cases[i].growth, 100, (double)cases[i].growth);
        figure(&meter.usage[1].speed, cases[i].growth, 100, (double)cases[i].growth);
        CHECK_DOUBLE(cases[i].percent, meter.usage[0].busy.percent);
        CHECK_DOUBLE(cases[i].percent, meter.usage[1].speed.percent);
    }
    start(); /* a single cycle is work, too, whose clock stands still */
    sample("drm-cycles-a: 7\ndrm-total-cycles-a: 50\n", 0);
    sample("drm-cycles-a: 8\ndrm-total-cycles-a: 50\n", S);
    why(DRMFD_WHY_STALLED, &meter.usage[0].share);
}

static void a_value_that_steps_back(void)
{
    start();
    sample("drm-engine-a: 1000 ns\ndrm-cycles-a: 500\ndrm-maxfreq-a: 1 Hz\n", 0);
    sample("drm-engine-a: 400 ns\ndrm-cycles-a: 400\ndrm-maxfreq-a: 1 Hz\n", S);
    figure(&meter.usage[0].busy, 0, S, 0);
    figure(&meter.usage[0].speed, 0, S, 0);
    sample("drm-engine-a: 1000 ns\ndrm-cycles-a: 499\ndrm-maxfreq-a: 1 Hz\n", 2 * (int64_t)S);
    figure(&meter.usage[0].busy, 0, S, 0);
    sample("drm-engine-a: 1100 ns\ndrm-cycles-a: 500\ndrm-maxfreq-a: 1 Hz\n", 3 * (int64_t)S);
    CHECK_U64(100, meter.usage[0].busy.growth); /* what lies above the old maximum */
    CHECK_U64(0, meter.usage[0].speed.growth);
}

static void total_cycles(void)
{
    start();
    sample("drm-cycles-a: 100\ndrm-total-cycles-a: 1000\n", 0);
    sample("drm-cycles-a: 20\ndrm-total-cycles-a: 50\n", S);
    why(DRMFD_WHY_RESET, &meter.usage[0].share);
    sample("drm-cycles-a: 45\ndrm-total-cycles-a: 150\n", 2 * (int64_t)S);
    figure(&meter.usage[0].share, 25, 100, 25.0); /* row 54: the larger earlier value is forgotten */
    sample("drm-cycles-a: 45\ndrm-total-cycles-a: 150\n", 3 * (int64_t)S);
    figure(&meter.usage[0].share, 0, 0, 0); /* both stand still: 0 % */
    CHECK(meter.usage[0].best == &meter.usage[0].share);
    sample("drm-cycles-a: 55\ndrm-total-cycles-a: 150\n", 4 * (int64_t)S);
    why(DRMFD_WHY_STALLED, &meter.usage[0].share);
    sample("drm-cycles-a: 65\ndrm-total-cycles-a: 200\n", 5 * (int64_t)S);
    figure(&meter.usage[0].share, 20, 50, 40.0); /* row 55: work done meanwhile counts */
}

static void no_time(void)
{
    start();
    sample("drm-engine-a: 100 ns\ndrm-cycles-a: 1\ndrm-total-cycles-a: 10\n", 1000);
    sample("drm-engine-a: 200 ns\ndrm-cycles-a: 2\ndrm-total-cycles-a: 20\n", 1000);
    why(DRMFD_WHY_NO_TIME, &meter.usage[0].busy);
    figure(&meter.usage[0].share, 1, 10, 10.0); /* row 56: needs no wall time */
    CHECK(meter.usage[0].best == &meter.usage[0].share);
    sample("drm-engine-a: 300 ns\n", 900);
    why(DRMFD_WHY_NO_TIME, &meter.usage[0].busy);
    sample("drm-engine-a: 400 ns\n", 2000);
    figure(&meter.usage[0].busy, 300, 1000, 30.0); /* the old base was kept */
    start();
    sample("drm-cycles-a: 1\ndrm-maxfreq-a: 5 Hz\n", 1000);
    sample("drm-cycles-a: 2\ndrm-maxfreq-a: 5 Hz\n", 500);
    why(DRMFD_WHY_NO_TIME, &meter.usage[0].speed);
    CHECK_I64(1000, meter.time); /* row 56: the largest time */
}

static void both_clocks(void)
{
    start();
    sample("drm-cycles-a: 1\ndrm-total-cycles-a: 10\ndrm-maxfreq-a: 5 Hz\n", 0);
    why(DRMFD_WHY_SUPERSEDED, &meter.usage[0].speed);
    why(DRMFD_WHY_FIRST, &meter.usage[0].share);
    sample("drm-cycles-a: 2\ndrm-total-cycles-a: 12\ndrm-maxfreq-a: 5 Hz\n", S);
    why(DRMFD_WHY_SUPERSEDED, &meter.usage[0].speed); /* row 58 */
    figure(&meter.usage[0].share, 1, 2, 50.0);
    sample("drm-cycles-a: 7\ndrm-maxfreq-a: 5 Hz\n", 2 * (int64_t)S);
    figure(&meter.usage[0].speed, 5, S, 100.0); /* without it the other clock counts */
    why(DRMFD_WHY_ABSENT, &meter.usage[0].share);
}

static void busy_before_the_others(void)
{
    start();
    sample("drm-engine-a: 0 ns\ndrm-cycles-a: 0\ndrm-maxfreq-a: 100 Hz\n", 0);
    sample("drm-engine-a: 500000000 ns\ndrm-cycles-a: 30\ndrm-maxfreq-a: 100 Hz\n", S);
    figure(&meter.usage[0].busy, 500000000, S, 50.0);
    figure(&meter.usage[0].speed, 30, S, 30.0);
    CHECK(meter.usage[0].best == &meter.usage[0].busy);
}

static void divided_by_capacity(void)
{
    start();
    sample("drm-engine-a: 0 ns\ndrm-cycles-b: 0\ndrm-total-cycles-b: 0\ndrm-cycles-c: 0\n", 0);
    sample("drm-engine-a: 1000000000 ns\ndrm-engine-capacity-a: 4\n"
           "drm-cycles-b: 30\ndrm-total-cycles-b: 100\ndrm-engine-capacity-b: 3\n"
           "drm-cycles-c: 80\ndrm-maxfreq-c: 100 Hz\ndrm-engine-capacity-c: 2\n", S);
    figure(&meter.usage[0].busy, S, S, 25.0);
    figure(&meter.usage[1].share, 30, 100, 10.0);
    figure(&meter.usage[2].speed, 80, S, 40.0);
}

static void above_100_percent(void)
{
    start();
    sample("drm-engine-a: 0 ns\n", 0);
    sample("drm-engine-a: 2500000000 ns\n", S);
    CHECK_DOUBLE(250.0, meter.usage[0].busy.raw);
    CHECK_DOUBLE(100.0, meter.usage[0].busy.percent);
}

static void engine_absent_in_between(void)
{
    start();
    sample("drm-engine-a: 100 ns\ndrm-engine-b: 5 ns\n", 0);
    sample("drm-engine-b: 6 ns\n", S);
    CHECK_U64(2, meter.usage_count);
    CHECK_VIEW("b", meter.usage[0].name);
    CHECK_VIEW("a", meter.usage[1].name); /* row 52: earlier ones continue */
    CHECK(meter.usage[1].engine == NULL && meter.usage[1].best == NULL);
    why(DRMFD_WHY_ABSENT, &meter.usage[1].busy);
    why(DRMFD_WHY_ABSENT, &meter.usage[1].share);
    why(DRMFD_WHY_ABSENT, &meter.usage[1].speed);
    sample("drm-engine-a: 400 ns\n", 3 * (int64_t)S);
    figure(&meter.usage[0].busy, 300, 3 * (uint64_t)S, 300.0 * 100 / 3e9); /* row 51: over the whole gap */
}

static void first_sample(void)
{
    start();
    sample("drm-engine-a: 1000 ns\ndrm-cycles-a: 1\ndrm-total-cycles-a: 2\ndrm-cycles-b: 1\ndrm-maxfreq-b: 1\n", 0);
    why(DRMFD_WHY_FIRST, &meter.usage[0].busy);
    why(DRMFD_WHY_FIRST, &meter.usage[0].share);
    why(DRMFD_WHY_FIRST, &meter.usage[1].speed);
    CHECK(meter.usage[0].best == NULL && meter.usage[1].best == NULL);
}

static void cycles_without_a_clock(void)
{
    start();
    sample("drm-cycles-a: 1\n", 0);
    why(DRMFD_WHY_ABSENT, &meter.usage[0].speed);
    sample("drm-cycles-a: 7\n", S);
    why(DRMFD_WHY_ABSENT, &meter.usage[0].speed);
}

static void engine_that_comes_later(void)
{
    start();
    sample("drm-engine-a: 1000 ns\n", 0);
    sample("drm-engine-a: 1000 ns\ndrm-engine-b: 100 ns\ndrm-cycles-c: 10\ndrm-maxfreq-c: 100\n", S);
    figure(&meter.usage[1].busy, 100, S, 100.0 * 100 / 1e9); /* it was at 0 before */
    figure(&meter.usage[2].speed, 10, S, 10.0);
    sample("drm-engine-d: 100 ns\n", 3 * (int64_t)S);
    CHECK_U64(2 * (uint64_t)S, meter.usage[0].busy.span); /* since the client's last sample */
}

/* panthor and panfrost always count, but print their counters only while a sysfs switch is set. */
static void a_driver_that_starts_to_print_its_counters(void)
{
    static const char *const drivers[] = {"panthor", "panfrost"};
    char off[100], on[200];
    int i;
    for (i = 0; i < 2; i++) {
        const char *format = "drm-driver: %s\ndrm-engine-a: %s ns\ndrm-cycles-a: %s\ndrm-maxfreq-a: 1000 MHz\n";
        start();
        sprintf(off, "drm-driver: %s\ndrm-maxfreq-a: 1000 MHz\n", drivers[i]);
        sample(off, 0);
        why(DRMFD_WHY_ABSENT, &meter.usage[0].busy);
        sprintf(on, format, drivers[i], "3600000000000", "3600000000000");
        sample(on, S);
        why(DRMFD_WHY_FIRST, &meter.usage[0].busy);
        why(DRMFD_WHY_FIRST, &meter.usage[0].speed);
        CHECK(meter.usage[0].best == NULL);
        sprintf(on, format, drivers[i], "3600500000000", "3600250000000");
        sample(on, 2 * (int64_t)S);
        figure(&meter.usage[0].busy, 500000000, S, 50.0);
        figure(&meter.usage[0].speed, 250000000, S, 25.0);
        sample(off, 3 * (int64_t)S);
        sprintf(on, format, drivers[i], "3600800000000", "3600250000000");
        sample(on, 4 * (int64_t)S); /* off and on again: the counter is known */
        figure(&meter.usage[0].busy, 300000000, 2 * (uint64_t)S, 15.0);
    }
    start(); /* the name alone decides, all of it */
    sample("drm-driver: panthors\n", 0);
    sample("drm-driver: panthors\ndrm-engine-a: 10000000 ns\n", S);
    figure(&meter.usage[0].busy, 10000000, S, 1.0);
}

static void total_cycles_for_the_first_time(void)
{
    start();
    sample("drm-cycles-a: 100\n", 0);
    sample("drm-cycles-a: 300\ndrm-total-cycles-a: 1000\n", S);
    why(DRMFD_WHY_FIRST, &meter.usage[0].share); /* and now cycles are its base */
    sample("drm-cycles-a: 310\ndrm-total-cycles-a: 1100\n", 2 * (int64_t)S);
    figure(&meter.usage[0].share, 10, 100, 10.0);
    start();
    sample("drm-total-cycles-a: 1000\n", 0); /* total-cycles alone become the base */
    why(DRMFD_WHY_ABSENT, &meter.usage[0].share);
    sample("drm-total-cycles-a: 1050\n", S); /* once */
    why(DRMFD_WHY_ABSENT, &meter.usage[0].share);
    sample("drm-total-cycles-a: 1100\ndrm-cycles-a: 25\n", 2 * (int64_t)S);
    figure(&meter.usage[0].share, 25, 100, 25.0);
    sample("drm-cycles-a: 26\n", 3 * (int64_t)S);
    why(DRMFD_WHY_ABSENT, &meter.usage[0].share);
}

static void capacity_and_clock_of_the_newer_sample(void)
{
    start();
    sample("drm-engine-a: 0 ns\ndrm-engine-capacity-a: 4\ndrm-cycles-b: 0\ndrm-maxfreq-b: 7\n", 0);
    sample("drm-engine-a: 500000000 ns\ndrm-cycles-b: 5\ndrm-maxfreq-b: 10\n", S);
    figure(&meter.usage[0].busy, 500000000, S, 50.0);
    figure(&meter.usage[1].speed, 5, S, 50.0);
    sample("drm-cycles-b: 6\ndrm-maxfreq-b: 0\n", 2 * (int64_t)S);
    why(DRMFD_WHY_NO_CLOCK, &meter.usage[0].speed);
    sample("drm-cycles-b: 7\ndrm-maxfreq-b: 1\n", 3 * (int64_t)S);
    CHECK_U64(2, meter.usage[0].speed.growth); /* work done without a clock is not lost */
}

static void largest_numbers(void)
{
    start();
    sample("drm-engine-a: 0 ns\ndrm-cycles-b: 0\ndrm-total-cycles-b: 0\ndrm-cycles-c: 0\ndrm-maxfreq-c: 1\n", INT64_MIN);
    sample("drm-engine-a: 18446744073709551615 ns\ndrm-engine-capacity-a: 18446744073709551615\n"
           "drm-cycles-b: 18446744073709551615\ndrm-total-cycles-b: 1\n"
           "drm-cycles-c: 18446744073709551615\ndrm-maxfreq-c: 1\n", INT64_MAX);
    CHECK_U64(UINT64_MAX, meter.usage[0].busy.span);
    CHECK(meter.usage[0].busy.raw > 0 && meter.usage[0].busy.raw < 1e-15);
    CHECK(meter.usage[1].share.raw > 1e20 && meter.usage[1].share.percent == 100);
    CHECK(meter.usage[2].speed.raw > 1e9 && meter.usage[2].speed.percent == 100);
}

static void room(void)
{
    drmfd_snapshot s = parse("drm-engine-aaaa: 1\ndrm-engine-bbbb: 2\ndrm-engine-cccc: 3\n");
    const size_t one = sizeof(drmfd_i_kept) + sizeof(drmfd_usage) + 4;
    size_t size;
    for (size = 0; size < 4 * one; size++) {
        const uint64_t fit = size / one < 3 ? size / one : 3;
        memset(buffer, 0xa5, sizeof buffer);
        start_in(buffer, size);
        CHECK(drmfd_measure(&meter, &s, 0, NULL) == DRMFD_OK);
        CHECK_U64(fit, meter.usage_count);
        CHECK_U64(3 - fit, meter.dropped);
        CHECK(drmfd_measure(&meter, &s, S, NULL) == DRMFD_OK);
        CHECK_U64(6 - 2 * fit, meter.dropped);
        if (fit > 0) CHECK_U64(DRMFD_WHY_FIGURE, meter.usage[fit - 1].busy.why);
        CHECK(((unsigned char *)buffer)[size] == 0xa5);
        if (!CHECK(meter.usage_count == fit)) break;
    }
}

static void bytes_of_a_meter(void) /* engines with names of 32 bytes, wherever the buffer lies */
{
    static char text[ROOM * 64];
    drmfd_snapshot s;
    size_t n = 0, count, at;
    for (count = 1; count <= 20; count++) {
        n += (size_t)sprintf(text + n, "drm-engine-%032u: 5 ns\n", (unsigned)count);
        s = parse(text);
        for (at = 0; at < 9; at++) {
            start_in((char *)buffer + at, DRMFD_METER_BYTES(count));
            CHECK(drmfd_measure(&meter, &s, 0, NULL) == DRMFD_OK && meter.dropped == 0 && meter.usage_count == count);
        }
    }
}

static void reasons(void)
{
    static const char *const names[] = {"figure", "absent", "first", "reset", "stalled", "superseded", "no-clock", "no-time"};
    int i;
    for (i = 0; i < 8; i++) {
        CHECK_STR(names[i], drmfd_why_name((drmfd_why)i));
        CHECK(strlen(drmfd_why_text((drmfd_why)i)) > 10 && strchr(drmfd_why_text((drmfd_why)i), '\n') == NULL);
    }
    CHECK_STR("?", drmfd_why_name((drmfd_why)8));
    CHECK_STR("?", drmfd_why_text((drmfd_why)8));
    CHECK_STR("?", drmfd_why_name((drmfd_why)-1));
}

static void snapshots_of_others(void) /* made by hand: a name twice, an empty name */
{
    drmfd_snapshot s;
    drmfd_engine hand[3];
    start();
    memset(&s, 0, sizeof s);
    memset(hand, 0, sizeof hand);
    s.engines = hand;
    s.engine_count = 3;
    hand[0].name.ptr = hand[1].name.ptr = "x";
    hand[0].name.len = hand[1].name.len = 1;
    hand[2].name.ptr = "";
    hand[0].has = hand[1].has = hand[2].has = DRMFD_ENGINE_HAS_NS;
    hand[0].capacity = hand[1].capacity = hand[2].capacity = 1;
    CHECK(drmfd_measure(&meter, &s, 0, NULL) == DRMFD_OK);
    CHECK_U64(1, meter.usage_count);
    CHECK_U64(1, meter.dropped);
    CHECK_VIEW("x", meter.usage[0].name);
    CHECK(drmfd_measure(&meter, &s, 1, NULL) == DRMFD_OK);
    CHECK_U64(1, meter.usage_count);
    CHECK_U64(2, meter.dropped);
}

static void many_engines(void) /* more than are searched one by one */
{
    char text[4096];
    size_t n;
    int i, round;
    start();
    for (round = 0; round < 3; round++) {
        for (i = 0, n = 0; i < 60; i++)
            n += (size_t)sprintf(text + n, "drm-engine-e%d: %d ns\n", (i * 7 + round) % 60, ((i * 7 + round) % 60 + 1) * round * 10000000);
        sample(text, round * (int64_t)S);
        CHECK_U64(60, meter.usage_count);
        for (i = 0; i < 60 && round > 0; i++)
            figure(&meter.usage[i].busy, (uint64_t)((i * 7 + round) % 60 + 1) * 10000000, S, (i * 7 + round) % 60 + 1);
    }
    CHECK_U64(0, meter.dropped);
}

#define OLD "pdev: 0000:03:00.0\npasid: 7\n"
static void row_64_load(void)
{
    drmfd_snapshot s;
    const char *texts[] = {OLD "gfx0: 12.5%\n", OLD "gfx0: 150.0%\n", OLD "gfx0: 0.0%\n", OLD "dma0: 1.0%\n"};
    size_t i;
    start();
    for (i = 0; i < 4; i++) {
        memset(&s, 0, sizeof s);
        s.engines = engines;
        s.engine_room = ROOM;
        CHECK(drmfd_parse(&s, texts[i], strlen(texts[i]), DRMFD_READ_OLD_AMDGPU, NULL) == DRMFD_OK);
        CHECK(drmfd_measure(&meter, &s, 5, NULL) == DRMFD_OK); /* no time has to pass */
        if (i == 0) figure(&meter.usage[0].busy, 1205, 10000, 12.05);
        if (i == 1) figure(&meter.usage[0].busy, 15000, 10000, 150);
        if (i == 2) figure(&meter.usage[0].busy, 0, 10000, 0);
        if (i == 3) why(DRMFD_WHY_ABSENT, &meter.usage[1].busy);
        CHECK(meter.usage[0].best == &meter.usage[0].busy);
        why(DRMFD_WHY_ABSENT, &meter.usage[0].share);
        why(DRMFD_WHY_ABSENT, &meter.usage[0].speed);
    }
    s = parse("drm-engine-gfx: 5 ns\n"); /* ns wins over it */
    s.engines[0].has |= DRMFD_ENGINE_HAS_LOAD;
    s.engines[0].load = 100;
    start();
    CHECK(drmfd_measure(&meter, &s, 5, NULL) == DRMFD_OK);
    why(DRMFD_WHY_FIRST, &meter.usage[0].busy);
}

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
    RUN(nulls);
    RUN(busy);
    RUN(share);
    RUN(speed);
    RUN(borders);
    RUN(a_value_that_steps_back);
    RUN(total_cycles);
    RUN(no_time);
    RUN(both_clocks);
    RUN(busy_before_the_others);
    RUN(divided_by_capacity);
    RUN(above_100_percent);
    RUN(engine_absent_in_between);
    RUN(first_sample);
    RUN(cycles_without_a_clock);
    RUN(engine_that_comes_later);
    RUN(a_driver_that_starts_to_print_its_counters);
    RUN(total_cycles_for_the_first_time);
    RUN(capacity_and_clock_of_the_newer_sample);
    RUN(largest_numbers);
    RUN(room);
    RUN(bytes_of_a_meter);
    RUN(reasons);
    RUN(snapshots_of_others);
    RUN(many_engines);
    RUN(row_64_load);
    RUN(sums);
    return run_end();
}
