/* Lines and snapshots, as docs/FORMAT-drmfdinfo.md says. */
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "run.h"

static drmfd_engine engines[64];
static drmfd_region regions[64];

static drmfd_snapshot parse_n(const char *text, size_t len, int whole)
{
    drmfd_snapshot s;
    memset(&s, 0xa5, sizeof s);
    s.engines = engines;
    s.engine_room = 64;
    s.regions = regions;
    s.region_room = 64;
    CHECK(drmfd_parse(&s, text, len, whole ? 0 : DRMFD_READ_CUT, NULL) == DRMFD_OK);
    return s;
}

static drmfd_snapshot parse(const char *text) { return parse_n(text, strlen(text), 1); }

static drmfd_line line_n(const char *text, size_t len)
{
    drmfd_reader lines;
    drmfd_line line;
    memset(&line, 0xa5, sizeof line);
    drmfd_reader_begin(&lines, text, len, 0);
    CHECK(drmfd_reader_next(&lines, &line) == 1);
    return line;
}

static drmfd_line line(const char *text) { return line_n(text, strlen(text)); }

static int unusable(const char *text)
{
    const drmfd_line l = line(text);
    return l.what > DRMFD_KEY_UNKNOWN && !l.usable && l.number == 0;
}

static int reads(const char *text, uint64_t number)
{
    const drmfd_line l = line(text);
    return CHECK(l.usable) && CHECK_U64(number, l.number);
}

/* ---- the functions themselves ---- */

static void versions(void)
{
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", DRMFD_VERSION_MAJOR, DRMFD_VERSION_MINOR, DRMFD_VERSION_PATCH);
    CHECK_STR(DRMFD_VERSION, text);
}

static void nulls(void)
{
    drmfd_reader lines;
    drmfd_line l;
    drmfd_snapshot s;
    drmfd_reader_begin(NULL, "a: b", 4, 0);
    drmfd_reader_begin(&lines, NULL, 0, 0);
    CHECK(drmfd_reader_next(&lines, &l) == 0);
    drmfd_reader_begin(&lines, NULL, 5, 0); /* no text, so no length either */
    CHECK(drmfd_reader_next(&lines, &l) == 0);
    CHECK(drmfd_reader_next(NULL, &l) == 0);
    drmfd_reader_begin(&lines, "a: b", 4, 0);
    CHECK(drmfd_reader_next(&lines, NULL) == 0);
    CHECK(drmfd_reader_next(&lines, &l) == 1); /* nothing was lost */
    CHECK(drmfd_parse(NULL, "a: b", 4, 0, NULL) == DRMFD_ARGUMENT);
    memset(&s, 0, sizeof s);
    CHECK(drmfd_parse(&s, NULL, 0, 0, NULL) == DRMFD_OK && s.result == DRMFD_RESULT_NOT_DRM && s.counts.lines == 0);
    CHECK(drmfd_parse(&s, NULL, 1, 0, NULL) == DRMFD_ARGUMENT);
    CHECK(s.driver.ptr != NULL && s.pdev.ptr != NULL && s.client_name.ptr != NULL);
    s.engine_room = 1;
    CHECK(drmfd_parse(&s, "", 0, 0, NULL) == DRMFD_ARGUMENT);
    s.engine_room = 0;
    s.region_room = 1;
    CHECK(drmfd_parse(&s, "", 0, 0, NULL) == DRMFD_ARGUMENT);
    s.regions = regions;
    s.region_room = 0x80000000u;
    CHECK(drmfd_parse(&s, "", 0, 0, NULL) == DRMFD_ARGUMENT);
    s.region_room = 0x7fffffffu; /* the largest count of entries; no more than the text needs is touched */
    CHECK(drmfd_parse(&s, "drm-total-a: 1\n", 15, 0, NULL) == DRMFD_OK && s.region_count == 1);
    s.engines = engines;
    s.engine_room = 0x80000000u;
    CHECK(drmfd_parse(&s, "", 0, 0, NULL) == DRMFD_ARGUMENT);
}

static void failed_parse_changes_nothing(void)
{
    drmfd_snapshot s, before;
    memset(&s, 0x5a, sizeof s);
    s.engines = NULL;
    s.engine_room = 1;
    before = s;
    CHECK(drmfd_parse(&s, "drm-driver: x\n", 14, 0, NULL) == DRMFD_ARGUMENT);
    CHECK(memcmp(&s, &before, sizeof s) == 0);
}

static void line_by_line(void)
{
    static const char text[] = "pos:\t0\ndrm-driver:\ti915\n\ndrm-engine-render:\t 17 ns\nrest";
    drmfd_reader lines;
    drmfd_line l;
    drmfd_reader_begin(&lines, text, sizeof text - 1, 0);
    CHECK(lines.at == text && lines.text == text && lines.end == text + sizeof text - 1);
    CHECK(drmfd_reader_next(&lines, &l) && l.what == DRMFD_KEY_GENERIC && l.offset == 0);
    CHECK_VIEW("pos", l.key);
    CHECK_VIEW("0", l.value);
    CHECK(lines.at == text + 7);
    CHECK(drmfd_reader_next(&lines, &l) && l.what == DRMFD_KEY_DRIVER && l.usable && l.offset == 7);
    CHECK_VIEW("i915", l.value);
    CHECK_VIEW("", l.name);
    CHECK(drmfd_reader_next(&lines, &l) && l.what == DRMFD_KEY_EMPTY && !l.usable && l.offset == 24);
    CHECK(drmfd_reader_next(&lines, &l) && l.what == DRMFD_KEY_ENGINE && l.usable && l.offset == 25);
    CHECK_VIEW("drm-engine-render", l.key);
    CHECK_VIEW("render", l.name);
    CHECK_VIEW("17 ns", l.value);
    CHECK_VIEW("ns", l.unit);
    CHECK_U64(17, l.number);
    CHECK(drmfd_reader_next(&lines, &l) && l.what == DRMFD_KEY_BAD);
    CHECK_VIEW("rest", l.key);
    CHECK(l.name.ptr != NULL && l.value.ptr != NULL && l.unit.ptr != NULL);
    CHECK(!drmfd_reader_next(&lines, &l) && lines.at == lines.end && lines.error.code == DRMFD_OK);
    CHECK(!drmfd_reader_next(&lines, &l));
}

static void every_key(void)
{
    static const struct { const char *text; drmfd_key what; } keys[] = {
        {"drm-driver: x", DRMFD_KEY_DRIVER},        {"drm-client-id: 1", DRMFD_KEY_CLIENT_ID},
        {"drm-client-name: x", DRMFD_KEY_CLIENT_NAME}, {"drm-pdev: 0000:00:02.0", DRMFD_KEY_PDEV},
        {"drm-engine-x: 1", DRMFD_KEY_ENGINE},      {"drm-engine-capacity-x: 1", DRMFD_KEY_CAPACITY},
        {"drm-cycles-x: 1", DRMFD_KEY_CYCLES},      {"drm-total-cycles-x: 1", DRMFD_KEY_TOTAL_CYCLES},
        {"drm-maxfreq-x: 1", DRMFD_KEY_MAXFREQ},    {"drm-total-x: 1", DRMFD_KEY_TOTAL},
        {"drm-shared-x: 1", DRMFD_KEY_SHARED},      {"drm-resident-x: 1", DRMFD_KEY_RESIDENT},
        {"drm-memory-x: 1", DRMFD_KEY_MEMORY},      {"drm-purgeable-x: 1", DRMFD_KEY_PURGEABLE},
        {"drm-active-x: 1", DRMFD_KEY_ACTIVE},      {"pos: 1", DRMFD_KEY_GENERIC},
        {"flags: 1", DRMFD_KEY_GENERIC},            {"mnt_id: 1", DRMFD_KEY_GENERIC},
        {"ino: 1", DRMFD_KEY_GENERIC},              {"pid: 1", DRMFD_KEY_RAW}};
    size_t i;
    char with_feed[64];
    for (i = 0; i < sizeof keys / sizeof *keys; i++) {
        CHECK(line(keys[i].text).what == keys[i].what);
        CHECK(line(keys[i].text).usable == (keys[i].what != DRMFD_KEY_GENERIC && keys[i].what != DRMFD_KEY_RAW));
        snprintf(with_feed, sizeof with_feed, "%s\n", keys[i].text); /* the quick reader and the general one */
        CHECK(line(with_feed).what == keys[i].what);
    }
}

/* ---- the rows ---- */

static void key_ends_at_the_first_colon(void)
{
    CHECK_VIEW("a", line("a:b:c").key);
    CHECK_VIEW("b:c", line("a:b:c").value);
    CHECK(line("drm-driver : x").what == DRMFD_KEY_BAD);
    CHECK(line("drm-engine-a b: 1 ns\n").what == DRMFD_KEY_BAD);
    CHECK(line("drm-engine-a\tb: 1 ns\n").what == DRMFD_KEY_BAD);
    CHECK(line(" drm-driver: x").what == DRMFD_KEY_BAD);
    CHECK(line("\tpos: 0").what == DRMFD_KEY_BAD);
    CHECK(line(": x").what == DRMFD_KEY_BAD);
    CHECK(line("drm-driver").what == DRMFD_KEY_BAD);
    CHECK_U64(4, parse("a\n b:1\n:\nc d:2\ndrm-driver:x\n").counts.bad_lines);
}

static void longest_prefix_wins(void)
{
    drmfd_snapshot s = parse("drm-engine-capacity-x: 3\ndrm-engine-x: 4 ns\n");
    CHECK_U64(1, s.engine_count);
    CHECK_U64(3, engines[0].capacity);
    CHECK_U64(4, engines[0].ns);
    CHECK_VIEW("capacity", line("drm-engine-capacity: 1 ns").name);
    CHECK(line("drm-engine-capacity: 1 ns").what == DRMFD_KEY_ENGINE);
    CHECK_VIEW("capacityx", line("drm-engine-capacityx: 1 ns").name);
}

static void total_cycles_before_total(void)
{
    CHECK(line("drm-total-cycles-x: 1").what == DRMFD_KEY_TOTAL_CYCLES);
    CHECK(line("drm-total-cycles: 1 KiB").what == DRMFD_KEY_TOTAL);
    CHECK_VIEW("cycles", line("drm-total-cycles: 1 KiB").name);
    CHECK(line("drm-total-cyclesx: 1 KiB").what == DRMFD_KEY_TOTAL);
}

static void names_are_all_bytes_up_to_the_colon(void)
{
    drmfd_snapshot s = parse("drm-engine-enc_1: 5 ns\ndrm-engine-enc: 7 ns\ndrm-engine-2D/3D: 9 ns\ndrm-engine-\xc3\xa9: 1 ns\n");
    CHECK_U64(4, s.engine_count);
    CHECK_VIEW("enc_1", engines[0].name);
    CHECK_U64(5, engines[0].ns);
    CHECK_VIEW("enc", engines[1].name);
    CHECK_U64(7, engines[1].ns);
    CHECK_VIEW("2D/3D", engines[2].name);
    CHECK_VIEW("\xc3\xa9", engines[3].name);
    CHECK(line("drm-engine-: 1 ns").what == DRMFD_KEY_BAD);
    CHECK(line("drm-engine-: 1 ns\n").what == DRMFD_KEY_BAD);
    CHECK_VIEW("drm-total-:\t5 ", line("drm-total-:\t5 \n").key);
    CHECK(line("drm-total-cycles-: 1").what == DRMFD_KEY_BAD);
}

static void resident_wins_over_memory(void)
{
    parse("drm-memory-a: 4 KiB\ndrm-resident-a: 4097\n");
    CHECK_U64(4097, regions[0].resident);
    CHECK_U64(4096, regions[0].memory);
    CHECK(regions[0].has == (DRMFD_REGION_HAS_MEMORY | DRMFD_REGION_HAS_RESIDENT));
    parse("drm-resident-a: 4097\ndrm-memory-a: 4 KiB\n");
    CHECK_U64(4097, regions[0].resident);
    parse("drm-memory-a: 4 KiB\n");
    CHECK_U64(4096, regions[0].resident);
    CHECK(regions[0].has == (DRMFD_REGION_HAS_MEMORY | DRMFD_REGION_HAS_RESIDENT));
    parse("drm-memory-a: 4 KiB\ndrm-resident-a: 1 kB\n"); /* an unusable one does not count */
    CHECK_U64(4096, regions[0].resident);
}

static void memory_units(void)
{
    reads("drm-total-a: 3", 3);
    reads("drm-total-a: 3 KiB", 3072);
    reads("drm-total-a: 3 MiB", 3145728);
    reads("drm-total-a: 3 GiB\n", 3221225472u);
    CHECK(unusable("drm-total-a: 3 kB"));
    CHECK(unusable("drm-total-a: 3 B\n"));
    CHECK(unusable("drm-total-a: 3 MB\n"));
    CHECK(unusable("drm-total-a: 3 TiB\n"));
    CHECK(unusable("drm-total-a: 3 KiBs\n"));
    CHECK(unusable("drm-total-a: 3 ns\n"));
    CHECK(unusable("drm-total-a: 3 Kib\n"));
    CHECK(unusable("drm-total-a: 3 KIB\n"));
    CHECK_U64(2, parse("drm-total-a: 3 kB\ndrm-shared-a: 1 MB\ndrm-active-a: 1\n").counts.bad_values);
    CHECK(regions[0].has == DRMFD_REGION_HAS_ACTIVE && regions[0].total == 0);
}

static void engine_time_unit(void)
{
    reads("drm-engine-a: 5 ns", 5);
    reads("drm-engine-a: 5", 5);
    CHECK(unusable("drm-engine-a: 5 us\n"));
    CHECK(unusable("drm-engine-a: 5 n\n"));
    CHECK(unusable("drm-engine-a: 5 nss\n"));
    CHECK(unusable("drm-engine-a: 5 Ns\n"));
}

static void clock_units(void)
{
    reads("drm-maxfreq-a: 5", 5);
    reads("drm-maxfreq-a: 5 Hz\n", 5);
    reads("drm-maxfreq-a: 5 KHz", 5000);
    reads("drm-maxfreq-a: 5 kHz", 5000);
    reads("drm-maxfreq-a: 5 MHz", 5000000);
    CHECK(unusable("drm-maxfreq-a: 5 GHz\n"));
    CHECK(unusable("drm-maxfreq-a: 5 hz\n"));
    CHECK(unusable("drm-maxfreq-a: 5 mHz\n"));
    CHECK(unusable("drm-maxfreq-a: 5 Hzs\n"));
    CHECK(unusable("drm-maxfreq-a: 5 KHs\n"));
    CHECK(unusable("drm-maxfreq-a: 5 MhZ\n"));
}

static void text_behind_the_unit(void)
{
    reads("drm-engine-a: 5 ns  \t", 5);
    CHECK(unusable("drm-engine-a: 5 ns x"));
    CHECK(unusable("drm-engine-a: 5 ns ns\n"));
}

static void numbers_that_do_not_fit(void)
{
    reads("drm-engine-a: 18446744073709551615 ns\n", UINT64_MAX);
    CHECK(unusable("drm-engine-a: 18446744073709551616 ns\n"));
    CHECK(unusable("drm-engine-a: 99999999999999999999 ns\n"));
    CHECK(unusable("drm-engine-a: 184467440737095516150 ns\n"));
    reads("drm-total-a: 18014398509481983 KiB\n", 18446744073709550592u);
    CHECK(unusable("drm-total-a: 18014398509481984 KiB\n"));
    reads("drm-total-a: 17592186044415 MiB", 18446744073708503040u);
    CHECK(unusable("drm-total-a: 17592186044416 MiB"));
    reads("drm-total-a: 17179869183 GiB", 18446744072635809792u);
    CHECK(unusable("drm-total-a: 17179869184 GiB"));
    reads("drm-maxfreq-a: 18446744073709551 KHz", 18446744073709551000u);
    CHECK(unusable("drm-maxfreq-a: 18446744073709552 KHz"));
    CHECK(unusable("drm-maxfreq-a: 18446744073710 MHz"));
    CHECK_U64(1, parse("drm-client-id: 18446744073709551616\n").counts.bad_values);
}

static void minus_sign(void)
{
    CHECK(unusable("drm-engine-a: -1 ns\n"));
    CHECK(unusable("drm-client-id: -1\n"));
    CHECK(unusable("drm-total-a: -0"));
}

static void same_key_twice(void)
{
    drmfd_snapshot s = parse("drm-driver: a\ndrm-driver: b\ndrm-pdev: 0000:00:01.0\ndrm-pdev: 0000:00:02.0\n"
                             "drm-client-name: c\ndrm-client-name: d\ndrm-client-id: 5\ndrm-client-id: 6\n"
                             "drm-engine-e: 7\ndrm-engine-e: 8\ndrm-cycles-e: 9\ndrm-cycles-e: 10\n"
                             "drm-engine-capacity-e: 2\ndrm-engine-capacity-e: 3\ndrm-total-cycles-e: 11\n"
                             "drm-total-cycles-e: 12\ndrm-maxfreq-e: 13\ndrm-maxfreq-e: 14\n"
                             "drm-total-r: 1\ndrm-total-r: 2\ndrm-shared-r: 3\ndrm-shared-r: 4\ndrm-resident-r: 5\n"
                             "drm-resident-r: 6\ndrm-memory-r: 7\ndrm-memory-r: 8\ndrm-purgeable-r: 9\n"
                             "drm-purgeable-r: 10\ndrm-active-r: 11\ndrm-active-r: 12\n");
    CHECK_VIEW("a", s.driver);
    CHECK_VIEW("0000:00:01.0", s.pdev);
    CHECK_VIEW("c", s.client_name);
    CHECK_U64(5, s.client_id);
    CHECK_U64(15, engines[0].ns);
    CHECK_U64(19, engines[0].cycles);
    CHECK_U64(3, engines[0].capacity);
    CHECK_U64(12, engines[0].total_cycles);
    CHECK_U64(14, engines[0].maxfreq);
    CHECK_U64(2, regions[0].total);
    CHECK_U64(4, regions[0].shared);
    CHECK_U64(6, regions[0].resident);
    CHECK_U64(8, regions[0].memory);
    CHECK_U64(10, regions[0].purgeable);
    CHECK_U64(12, regions[0].active);
    CHECK_U64(15, s.counts.duplicates);
    CHECK_U64(0, s.counts.bad_values);
}

static void capacity_zero(void)
{
    parse("drm-engine-capacity-a: 0\n");
    CHECK_U64(1, engines[0].capacity);
    CHECK(engines[0].has == (DRMFD_ENGINE_HAS_CAPACITY | DRMFD_ENGINE_HAS_ZERO_CAPACITY));
    parse("drm-engine-capacity-a: 0\ndrm-engine-capacity-a: 2\n"); /* the last one counts */
    CHECK_U64(2, engines[0].capacity);
    CHECK(engines[0].has == DRMFD_ENGINE_HAS_CAPACITY);
    parse("drm-engine-capacity-a: 2\ndrm-engine-capacity-a: 0\n");
    CHECK_U64(1, engines[0].capacity);
    CHECK(engines[0].has == (DRMFD_ENGINE_HAS_CAPACITY | DRMFD_ENGINE_HAS_ZERO_CAPACITY));
}

static void capacity_before_its_engine(void)
{
    parse("drm-engine-capacity-b: 4\ndrm-engine-a: 1 ns\ndrm-engine-b: 2 ns\n");
    CHECK_VIEW("b", engines[0].name);
    CHECK_U64(4, engines[0].capacity);
    CHECK_U64(2, engines[0].ns);
    CHECK_U64(1, engines[1].capacity);
}

static void no_driver(void)
{
    CHECK(parse("drm-client-id: 1\ndrm-engine-a: 1 ns\n").result == DRMFD_RESULT_NOT_DRM);
    CHECK(parse("drm-driver: x\n").result == DRMFD_RESULT_EMPTY);
    CHECK(parse("drm-driver: x\ndrm-client-id: 1\nx-y: 1\n").result == DRMFD_RESULT_EMPTY);
    CHECK(parse("drm-driver: x\ndrm-engine-a: 1 ns\n").result == DRMFD_RESULT_CLIENT);
    CHECK(parse("drm-total-a: 1\ndrm-driver: x\n").result == DRMFD_RESULT_CLIENT);
    CHECK(parse("eventfd-count: 0\n").result == DRMFD_RESULT_NOT_DRM);
    CHECK(parse("").result == DRMFD_RESULT_NOT_DRM);
}

static void text_cut(void)
{
    drmfd_snapshot s = parse_n("drm-driver: x\ndrm-total-a: 12", 29, 0);
    CHECK(s.cut == 1 && s.region_count == 0);
    CHECK_U64(1, s.counts.lines);
    s = parse_n("drm-driver: x\ndrm-total-a: 12", 29, 1);
    CHECK(s.cut == 0 && s.region_count == 1);
    s = parse_n("drm-driver: x\ndrm-total-a: 12\n", 30, 0);
    CHECK(s.cut == 0 && s.region_count == 1);
    s = parse_n("drm-driver", 10, 0);
    CHECK(s.cut == 1 && s.result == DRMFD_RESULT_NOT_DRM);
    CHECK_U64(0, s.counts.lines);
    s = parse_n("", 0, 0);
    CHECK(s.cut == 0);
}

static void cr_and_nul(void)
{
    drmfd_snapshot s = parse("drm-driver: x\r\ndrm-engine-a: 5 ns\r\ndrm-total-b: 6\r\n");
    CHECK_VIEW("x", s.driver);
    CHECK_U64(5, engines[0].ns);
    CHECK_U64(6, regions[0].total);
    CHECK(line_n("drm-driver: a\0b\n", 16).what == DRMFD_KEY_BAD);
    CHECK(line_n("a\0b: c\n", 7).what == DRMFD_KEY_BAD);
    CHECK(line_n("drm-engine-a\0: 1 ns\n", 20).what == DRMFD_KEY_BAD);
    CHECK(line_n("drm-engine-a: 1 \0ns\n", 20).what == DRMFD_KEY_BAD);
    CHECK(line_n("drm-engine-a: 1\0\n", 17).what == DRMFD_KEY_BAD);
}

static void unknown_drm_keys(void)
{
    drmfd_snapshot s = parse("drm-driver: x\ndrm-evicted-a: 1\ndrm-: 2\ndrm-engine: 3\ndrm-Driver: y\ndrm-private-memory: 4\n");
    CHECK_U64(5, s.counts.unknown);
    CHECK_VIEW("1 ns x", line("drm-evicted-a: 1 ns x ").value); /* passed on raw */
    CHECK_VIEW("drm-evicted-a", line("drm-evicted-a: 1 ns x").key);
}

static void driver_keys_are_raw(void)
{
    drmfd_snapshot s = parse("drm-driver: v3d\nv3d-jobs-bin: \t5 jobs\npasid: 7\nvram mem: 5 kB\n");
    CHECK_U64(1, s.counts.bad_lines);
    CHECK_U64(0, s.counts.unknown);
    CHECK(line("v3d-jobs-bin: \t5 jobs").what == DRMFD_KEY_RAW);
    CHECK_VIEW("5 jobs", line("v3d-jobs-bin: \t5 jobs").value);
}

static void more_names_than_room(void)
{
    drmfd_snapshot s;
    static const char text[] = "drm-driver: x\ndrm-engine-a: 1\ndrm-engine-b: 2\ndrm-cycles-b: 2\ndrm-engine-a: 1\ndrm-total-c: 3\n";
    memset(&s, 0, sizeof s);
    s.engines = engines;
    s.engine_room = 1;
    CHECK(drmfd_parse(&s, text, sizeof text - 1, 0, NULL) == DRMFD_OK);
    CHECK_U64(3, s.counts.dropped);
    CHECK_U64(1, s.engine_count);
    CHECK_U64(2, engines[0].ns);
    CHECK(s.result == DRMFD_RESULT_CLIENT);
    s.engine_room = 0;
    CHECK(drmfd_parse(&s, text, sizeof text - 1, 0, NULL) == DRMFD_OK);
    CHECK(s.result == DRMFD_RESULT_CLIENT && s.engine_count == 0); /* it has names, only there was no room */
    CHECK_U64(5, s.counts.dropped);
    CHECK_U64(6, s.counts.lines);
}

static void old_dialect_of_amdgpu(void)
{
    CHECK(parse("pdev:\t0000:0b:00.0\npasid:\t32774\nvram mem:\t5 kB\ngfx0:\t12.34%\n").result == DRMFD_RESULT_NOT_DRM);
}

/* Where a region of this name lies. */
static drmfd_class class_of(const char *name, size_t len)
{
    static char text[64] = "drm-total-";
    memcpy(text + 10, name, len);
    memcpy(text + 10 + len, ": 1\n", 5);
    return parse(text).region_count == 1 ? regions[0].where : DRMFD_CLASS_COUNT;
}

static void where_regions_lie(void)
{
    static const struct { const char *name; drmfd_class where; } classes[] = {
        {"vram", DRMFD_CLASS_DEVICE},    {"vram0", DRMFD_CLASS_DEVICE},   {"local0", DRMFD_CLASS_DEVICE},
        {"gtt", DRMFD_CLASS_SYSTEM},     {"cpu", DRMFD_CLASS_SYSTEM},     {"memory", DRMFD_CLASS_SYSTEM},
        {"system", DRMFD_CLASS_SYSTEM},  {"system0", DRMFD_CLASS_SYSTEM}, {"stolen-system0", DRMFD_CLASS_SPECIAL},
        {"stolen", DRMFD_CLASS_SPECIAL}, {"gds", DRMFD_CLASS_SPECIAL},    {"gws", DRMFD_CLASS_SPECIAL},
        {"oa", DRMFD_CLASS_SPECIAL},     {"doorbell", DRMFD_CLASS_SPECIAL}, {"mmioremap", DRMFD_CLASS_SPECIAL},
        {"gtt0", DRMFD_CLASS_UNKNOWN},   {"cpus", DRMFD_CLASS_UNKNOWN},
        {"VRAM", DRMFD_CLASS_UNKNOWN},   {"vra", DRMFD_CLASS_UNKNOWN},    {"internal", DRMFD_CLASS_UNKNOWN},
        {"memory0", DRMFD_CLASS_UNKNOWN}};
    size_t i;
    for (i = 0; i < sizeof classes / sizeof *classes; i++) CHECK_U64(classes[i].where, class_of(classes[i].name, strlen(classes[i].name)));
    parse("drm-total-local0: 1\n");
    CHECK(regions[0].where == DRMFD_CLASS_DEVICE);
}

static void letter_case_is_exact(void)
{
    CHECK(line("DRM-driver: x").what == DRMFD_KEY_RAW);
    CHECK(line("drm-Engine-a: 1 ns\n").what == DRMFD_KEY_UNKNOWN);
    CHECK(line("Pos: 0").what == DRMFD_KEY_RAW);
    CHECK_U64(2, parse("drm-engine-a: 1\ndrm-engine-A: 1\n").engine_count);
}

static void whitespace(void)
{
    CHECK_VIEW("x\ry", line("drm-driver:\t \t x\ry \t\r\n").value);
    CHECK_VIEW("x\r", line("drm-driver: x\r\r\n").value); /* one CR belongs to the line ending */
    CHECK_VIEW("\fx\v", line("drm-driver: \fx\v").value);
    reads("drm-engine-a: \t 5 \t ns \t\r\n", 5);
    CHECK(unusable("drm-engine-a: 5\r\r\n"));
    CHECK(unusable("drm-engine-a: 5 ns\r\r\n"));
    CHECK(unusable("drm-engine-a: 5\fns\n"));
    reads("drm-engine-a:5 ns\n", 5);
}

static void empty_lines(void)
{
    drmfd_snapshot s = parse("\n\r\ndrm-driver: x\n\n");
    CHECK_U64(4, s.counts.lines);
    CHECK_U64(0, s.counts.bad_lines + s.counts.unknown);
    CHECK(line("\r\n").what == DRMFD_KEY_EMPTY);
    CHECK(line("\r").what == DRMFD_KEY_EMPTY);
}

static void blanks_at_the_end_of_values(void)
{
    CHECK_VIEW("a b", line("drm-client-name: a b \t \n").value);
    CHECK_VIEW("", line("x: \t \n").value);
    CHECK_VIEW("5 ns", line("drm-engine-a: 5 ns \n").value);
}

static void number_and_unit(void)
{
    CHECK(unusable("drm-total-a: 12KiB\n"));
    CHECK(unusable("drm-engine-a: 12ns\n"));
    CHECK(unusable("drm-engine-a: \n"));
    CHECK(unusable("drm-engine-a:\n"));
    CHECK(unusable("drm-engine-a: ns\n"));
    CHECK(unusable("drm-engine-a: 0x10\n"));
    CHECK(unusable("drm-engine-a: +1\n"));
    CHECK(unusable("drm-engine-a: 1.0\n"));
    reads("drm-engine-a: 0000000000000000000000000000012 ns\n", 12);
    reads("drm-engine-a: 0\n", 0);
    reads("drm-engine-a: 00000000000000000000000000000000\n", 0);
    CHECK(unusable("drm-client-id: 1 x\n"));
    CHECK(unusable("drm-engine-capacity-a: 1 x\n"));
    CHECK(unusable("drm-cycles-a: 1 cycles\n"));
    CHECK(unusable("drm-total-cycles-a: 1 ns\n"));
}

static void empty_driver_and_name(void)
{
    drmfd_snapshot s = parse("drm-driver:\ndrm-client-name: \t\ndrm-driver: x\n");
    CHECK_VIEW("x", s.driver);
    CHECK_U64(2, s.counts.bad_values);
    CHECK_U64(0, s.counts.duplicates);
    CHECK(parse("drm-driver: \ndrm-engine-a: 1\n").result == DRMFD_RESULT_NOT_DRM);
}

static void pci_addresses(void)
{
    static const char *const good[] = {"0000:00:02.0", "ffff:FF:1f.7", "10000:e1:00.0", "12345678:00:00.0", "0000:00.02.0"};
    static const char *const bad[] = {"", "0", "000:00:02.0", "123456789:00:02.0", "0000:00:02.8", "0000:00:02:0", "0000:g0:02.0",
                                      "0000:00:0x.0", "0000 00:02.0", "0000:00:02.0x", "0000:00:02.0 x", "00g0:00:02.0", "0000:0:002.0",
                                      "0000:00-02.0", "0000.00:02.0", "0000:00:02.", "0000:00:02./"};
    char text[64];
    size_t i;
    for (i = 0; i < sizeof good / sizeof *good; i++) {
        drmfd_snapshot s;
        snprintf(text, sizeof text, "drm-pdev:\t%s\n", good[i]);
        s = parse(text);
        CHECK_VIEW(good[i], s.pdev);
        CHECK_U64(0, s.counts.bad_values);
    }
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        drmfd_snapshot s;
        snprintf(text, sizeof text, "drm-pdev:\t%s\n", bad[i]);
        s = parse(text);
        CHECK_VIEW("", s.pdev);
        CHECK_U64(1, s.counts.bad_values);
    }
}

static void sums_that_do_not_fit(void)
{
    drmfd_snapshot s = parse("drm-engine-a: 18446744073709551615 ns\ndrm-engine-a: 1 ns\ndrm-cycles-a: 18446744073709551614\n"
                             "drm-cycles-a: 1\ndrm-cycles-a: 1\n");
    CHECK_U64(UINT64_MAX, engines[0].ns);
    CHECK_U64(UINT64_MAX, engines[0].cycles);
    CHECK_U64(2, s.counts.bad_values);
    CHECK_U64(1, s.counts.duplicates);
}

static void what_is_a_duplicate(void)
{
    CHECK_U64(0, parse("pos: 0\npos: 0\nx: 1\nx: 1\ndrm-x: 1\ndrm-x: 1\ndrm-memory-a: 1\ndrm-resident-a: 1\n").counts.duplicates);
    CHECK_U64(0, parse("drm-engine-a: 1\ndrm-engine-a: x\n").counts.duplicates);
    CHECK_U64(1, parse("drm-engine-a: 1\ndrm-engine-a: 0\n").counts.duplicates);
    CHECK_U64(1, parse("drm-client-id: 1\ndrm-client-id: 1\n").counts.duplicates);
}

static void when_a_name_is_in_the_list(void)
{
    drmfd_snapshot s = parse("drm-engine-a: x\ndrm-engine-b: 1\ndrm-cycles-a: 1\ndrm-total-c: y\n");
    CHECK_U64(2, s.engine_count);
    CHECK_U64(0, s.region_count);
    CHECK_VIEW("b", engines[0].name);
    CHECK_VIEW("a", engines[1].name);
}

static void curfreq_is_raw(void)
{
    CHECK(line("drm-curfreq-a: 1 Hz\n").what == DRMFD_KEY_RAW);
    CHECK(line("drm-curfreq-: 1 Hz\n").what == DRMFD_KEY_RAW);
    CHECK(line("drm-curfreq: 1 Hz\n").what == DRMFD_KEY_UNKNOWN);
    CHECK_U64(0, parse("drm-curfreq-a: 1 Hz\n").counts.unknown);
}

/* Many names: after the first 16 they are in a tree. */
static void many_names(void)
{
    static drmfd_engine many[3000];
    static char text[3000 * 2 * 32];
    drmfd_snapshot s;
    size_t n = 0;
    uint32_t i;
    memset(&s, 0, sizeof s);
    s.engines = many;
    s.engine_room = 3000;
    for (i = 0; i < 3000; i++) n += (size_t)sprintf(text + n, "drm-engine-%x: %u ns\n", i * 2654435761u % 4294967291u, i);
    for (i = 0; i < 3000; i++) n += (size_t)sprintf(text + n, "drm-cycles-%x: %u\n", i * 2654435761u % 4294967291u, i + 7);
    CHECK(drmfd_parse(&s, text, n, 0, NULL) == DRMFD_OK);
    CHECK_U64(3000, s.engine_count);
    CHECK_U64(0, s.counts.duplicates);
    for (i = 0; i < 3000; i++) CHECK(many[i].ns == i && many[i].cycles == i + 7);
    s.engine_room = 100; /* names without room are searched for in vain */
    CHECK(drmfd_parse(&s, text, n, 0, NULL) == DRMFD_OK);
    CHECK_U64(100, s.engine_count);
    CHECK_U64(5800, s.counts.dropped);
}

/* Names that begin with one another, and bytes above 127, in the tree. */
static void names_in_the_tree(void)
{
    static char text[8192];
    size_t n = 0;
    int i, length;
    drmfd_snapshot s;
    for (i = 0; i < 17; i++) n += (size_t)sprintf(text + n, "drm-total-r%d: %d\n", i, i);
    for (length = 20; length > 0; length--) n += (size_t)sprintf(text + n, "drm-total-%.*s: %d\n", length, "aaaaaaaaaaaaaaaaaaaa", length);
    n += (size_t)sprintf(text + n, "drm-total-\xff: 100\ndrm-total-\x7f: 101\ndrm-total-\xff\xff: 102\ndrm-total-\x01: 103\n");
    for (length = 1; length <= 20; length++) n += (size_t)sprintf(text + n, "drm-active-%.*s: %d\n", length, "aaaaaaaaaaaaaaaaaaaa", length);
    n += (size_t)sprintf(text + n, "drm-active-\x01: 103\ndrm-active-\xff\xff: 102\ndrm-active-\x7f: 101\ndrm-active-\xff: 100\n");
    s = parse_n(text, n, 1);
    CHECK_U64(17 + 20 + 4, s.region_count);
    for (i = 17; i < 17 + 20 + 4; i++) CHECK_U64(regions[i].total, regions[i].active);
}

/* ---- lines among others: within a text a line is read as if alone ---- */

/* Where each key's value goes, and which units it takes. */
static void units_of_every_key(void)
{
    static const struct { const char *key; int is_region; size_t at; const char *units; } keys[] = {
        {"drm-engine-a", 0, offsetof(drmfd_engine, ns), " ns "},
        {"drm-engine-capacity-a", 0, offsetof(drmfd_engine, capacity), " "},
        {"drm-cycles-a", 0, offsetof(drmfd_engine, cycles), " "},
        {"drm-total-cycles-a", 0, offsetof(drmfd_engine, total_cycles), " "},
        {"drm-maxfreq-a", 0, offsetof(drmfd_engine, maxfreq), " Hz KHz kHz MHz "},
        {"drm-total-a", 1, offsetof(drmfd_region, total), " KiB MiB GiB "},
        {"drm-shared-a", 1, offsetof(drmfd_region, shared), " KiB MiB GiB "},
        {"drm-resident-a", 1, offsetof(drmfd_region, resident), " KiB MiB GiB "},
        {"drm-memory-a", 1, offsetof(drmfd_region, memory), " KiB MiB GiB "},
        {"drm-purgeable-a", 1, offsetof(drmfd_region, purgeable), " KiB MiB GiB "},
        {"drm-active-a", 1, offsetof(drmfd_region, active), " KiB MiB GiB "}};
    static const struct { const char *text; uint64_t factor; } units[] = {
        {"", 1}, {" ns", 1}, {" Hz", 1}, {" KHz", 1000}, {" kHz", 1000}, {" MHz", 1000000}, {" KiB", 1u << 10}, {" MiB", 1u << 20},
        {" GiB", 1u << 30}, {" n", 0}, {" nS", 0}, {" nss", 0}, {" KB", 0}, {" KiBs", 0}, {" TiB", 0}, {" 5", 0}, {" ns ns", 0}};
    static const char *const spaces[] = {"", " ", "\t", "\t \t"};
    size_t k, u, b;
    for (k = 0; k < sizeof keys / sizeof *keys; k++)
        for (u = 0; u < sizeof units / sizeof *units; u++)
            for (b = 0; b < 4; b++) {
                char text[200], unit[16];
                drmfd_snapshot s;
                uint64_t value = 0;
                int fits;
                snprintf(unit, sizeof unit, "%s ", units[u].text);
                fits = strstr(keys[k].units, unit) != NULL;
                snprintf(text, sizeof text, "drm-driver: d\n%s:%s37%s\ndrm-total-other: 1\ndrm-engine-other: 1 ns\n", keys[k].key, spaces[b],
                         units[u].text);
                s = parse(text);
                CHECK_U64(4, s.counts.lines);
                CHECK_U64(!fits, s.counts.bad_values);
                CHECK_U64(keys[k].is_region || !fits ? 1 : 2, s.engine_count);
                CHECK_U64(keys[k].is_region && fits ? 2 : 1, s.region_count);
                if (!fits) continue;
                memcpy(&value, (const char *)(keys[k].is_region ? (const void *)regions : (const void *)engines) + keys[k].at, sizeof value);
                if (!CHECK_U64(37 * units[u].factor, value)) printf("    %s", text);
            }
}

static void blanks_before_every_identity(void)
{
    static const char *const spaces[] = {"", " ", "\t", "\t \t", "        "};
    size_t b;
    for (b = 0; b < 5; b++) {
        char text[256];
        drmfd_snapshot s;
        snprintf(text, sizeof text, "drm-driver:%sd v\ndrm-pdev:%s0000:0b:00.0\ndrm-client-name:%snn\ndrm-client-id:%s64\ndrm-engine-other: 1 ns\n",
                 spaces[b], spaces[b], spaces[b], spaces[b]);
        s = parse(text);
        CHECK_VIEW("d v", s.driver);
        CHECK_VIEW("0000:0b:00.0", s.pdev);
        CHECK_VIEW("nn", s.client_name);
        CHECK_U64(64, s.client_id);
        CHECK_U64(5, s.counts.lines);
    }
}

static void empty_values(void)
{
    drmfd_snapshot s = parse("drm-driver:\ndrm-pdev:\ndrm-client-name: \ndrm-client-id:\ndrm-engine-a:\ndrm-total-a:\t\npos:\nx:\n"
                             "drm-driver: d\ndrm-engine-other: 1 ns\n");
    CHECK_U64(10, s.counts.lines);
    CHECK_U64(6, s.counts.bad_values);
    CHECK_U64(0, s.counts.bad_lines);
    CHECK_U64(1, s.counts.generic);
    CHECK(s.has_client_id == 0 && s.client_id == 0 && s.pdev.len == 0 && s.client_name.len == 0 && s.engine_count == 1 && s.region_count == 0);
    CHECK_VIEW("d", s.driver);
}

/* Keys that begin or end like known ones. */
static void keys_like_others(void)
{
    drmfd_snapshot s = parse("positions: 1\npo: 1\nflagss: 1\nflag: 1\nmnt_idx: 1\nmnt_i: 1\ninode: 1\nin: 1\nxpos: 1\nPos: 1\n"
                             "drm-drivers: 1\ndrm-drive: 1\ndrm-pdevs: 1\ndrm-client-ids: 1\ndrm-client-names: 1\ndrm-engines-a: 1\n"
                             "drm-driver: d\npos: 1\nflags: 1\nmnt_id: 1\nino: 1\ndrm-engine-other: 1 ns\n");
    CHECK_U64(22, s.counts.lines);
    CHECK_U64(4, s.counts.generic);
    CHECK_U64(6, s.counts.unknown);
    CHECK_U64(0, s.counts.bad_lines + s.counts.bad_values + s.counts.duplicates);
    CHECK(s.has_client_id == 0 && s.pdev.len == 0 && s.client_name.len == 0 && s.engine_count == 1);
    s = parse("pos 1\nflags 1\nmnt_id 1\nino 1\ndrm-driver d\ndrm-client-id 1\ndrm-pdev 1\ndrm-client-name 1\ndrm-engine-a 1\ndrm-driver: d\ndrm-engine-other: 1 ns\n");
    CHECK_U64(11, s.counts.lines);
    CHECK_U64(9, s.counts.bad_lines);
    CHECK_U64(0, s.counts.generic);
}

/* A unit is on the line of its number, and a key has no whitespace wherever the previous one had its colon. */
static void lines_that_continue_others(void)
{
    drmfd_snapshot s = parse("drm-driver: d\ndrm-engine-a: 5\nns\ndrm-total-b: 6\n KiB\ndrm-engine-other: 1 ns\n");
    CHECK_U64(6, s.counts.lines);
    CHECK_U64(2, s.counts.bad_lines);
    CHECK(engines[0].ns == 5 && regions[0].total == 6);
    s = parse("v3d-jobs: 1\nv3d jobs: 1\nv3d-jobs: 1\npasid: 7\npa id: 7\n: 7\ndrm-driver: d\ndrm-engine-other: 1 ns\n");
    CHECK_U64(8, s.counts.lines);
    CHECK_U64(3, s.counts.bad_lines);
}

/* Numbers of every length, with every byte after them. */
static void what_ends_a_number(void)
{
    static const char digits[] = "1234567890123456789";
    static const uint64_t values[] = {1, 12, 123, 1234, 12345, 123456, 1234567, 12345678, 123456789, 1234567890, 12345678901, 123456789012,
                                      1234567890123, 12345678901234, 123456789012345, 1234567890123456, 12345678901234567,
                                      123456789012345678, 1234567890123456789};
    int len, c;
    for (len = 1; len <= 19; len++)
        for (c = 0; c < 256; c++) {
            const int blank = c == ' ' || c == '\t' || c == '\r' || c == '\n', digit = c >= '0' && c <= '9';
            char text[200];
            drmfd_snapshot s;
            size_t n = (size_t)sprintf(text, "drm-driver: d\ndrm-cycles-a: %.*s", len, digits);
            text[n++] = (char)c;
            n += (size_t)sprintf(text + n, "\ndrm-cycles-b: 7\ndrm-total-other: 1\n");
            s = parse_n(text, n, 1);
            CHECK_U64(c == '\n' ? 5 : 4, s.counts.lines);
            CHECK_U64(c == 0, s.counts.bad_lines);
            if (digit && len == 19) continue; /* may be too large */
            CHECK_U64(c != 0 && !blank && !digit, s.counts.bad_values);
            if (!blank && !digit) continue;
            if (!CHECK_U64(digit ? values[len - 1] * 10 + (uint64_t)(c - '0') : values[len - 1], engines[0].cycles)) printf("    byte %d\n", c);
            CHECK(s.engine_count == 2 && engines[1].cycles == 7);
        }
}

/* A NUL spoils the line it is in, and no other. */
static void a_nul_at_every_place(void)
{
    static const char whole[] = "pos:\t0\ndrm-driver:\td\ndrm-client-id:\t5\ndrm-engine-abcdefgh:\t1 ns\ndrm-engine-abcdefgh:\t2 ns\n"
                                "drm-total-m:\t3 KiB\ndrm-total-m:\t4 KiB\nother-key:\tsome words\nanother-key: the last line\n";
    size_t i;
    unsigned line = 0;
    for (i = 0; i < sizeof whole - 1; i++) {
        char text[sizeof whole];
        drmfd_snapshot s;
        if (whole[i] == '\n') {
            line++;
            continue;
        }
        memcpy(text, whole, sizeof whole);
        text[i] = 0;
        s = parse_n(text, sizeof whole - 1, 1);
        CHECK_U64(9, s.counts.lines);
        CHECK_U64(1, s.counts.bad_lines);
        CHECK_U64(line != 0, s.counts.generic);
        CHECK_U64(line != 1, s.driver.len);
        CHECK_U64(line != 2, (uint64_t)s.has_client_id);
        CHECK_U64(line >= 3 && line <= 6 ? 1 : 2, s.counts.duplicates);
        CHECK_U64(line == 3 ? 2 : line == 4 ? 1 : 3, engines[0].ns);
        if (!CHECK_U64(line == 6 ? 3072 : 4096, regions[0].total)) printf("    a NUL at %u\n", (unsigned)i);
    }
    CHECK_U64(9, line);
}

/* What comes before a text and after it is not read. */
static void what_lies_around_a_text(void)
{
    static const char text[] = ":a: 1\ndrm-driver: d\ndrm-total-m: 5 KiB\ndrm-engine-e: 5";
    static const char around[] = {':', ' ', '\t', '9', '\n', '\r', 0, 'a', 'd', '\xff'};
    size_t i;
    for (i = 0; i < sizeof around; i++) {
        char room[32 + sizeof text + 31];
        drmfd_snapshot s;
        memset(room, around[i], sizeof room);
        memcpy(room + 32, text, sizeof text - 1);
        s = parse_n(room + 32, sizeof text - 1, 1);
        CHECK_U64(4, s.counts.lines);
        CHECK_U64(1, s.counts.bad_lines);
        CHECK_VIEW("d", s.driver);
        CHECK_U64(5 << 10, regions[0].total);
        CHECK_U64(5, engines[0].ns);
        s = parse_n(room + 32, 5, 1); /* the first line alone */
        CHECK(s.counts.lines == 1 && s.counts.bad_lines == 1);
    }
}

static void views_of_strings(void)
{
    CHECK_VIEW("abc", drmfd_text("abc"));
    CHECK_VIEW("", drmfd_text(""));
    CHECK_VIEW("", drmfd_text(NULL));
    CHECK(drmfd_text(NULL).ptr != NULL);
}

static void names_of_enums(void)
{
    static const char *const keys[] = {"empty",  "bad",    "generic",         "raw",    "unknown",      "driver",  "client-id",
                                       "client-name", "pdev", "engine", "engine-capacity", "cycles", "total-cycles", "maxfreq",
                                       "total",  "shared", "resident",        "memory", "purgeable",    "active"};
    static const char *const classes[] = {"unknown", "device", "system", "special"};
    static const char *const results[] = {"not-drm", "empty", "client"};
    int i, k;
    for (i = 0; i < 20; i++) CHECK_STR(keys[i], drmfd_key_name((drmfd_key)i));
    for (i = 0; i < 20; i++)
        for (k = 0; k < i; k++) CHECK(strcmp(keys[i], keys[k]) != 0);
    for (i = 0; i < 4; i++) CHECK_STR(classes[i], drmfd_class_name((drmfd_class)i));
    for (i = 0; i < 3; i++) CHECK_STR(results[i], drmfd_result_name((drmfd_result)i));
    CHECK_STR("?", drmfd_key_name((drmfd_key)20));
    CHECK_STR("?", drmfd_key_name((drmfd_key)-1));
    CHECK_STR("?", drmfd_class_name((drmfd_class)4));
    CHECK_STR("?", drmfd_result_name((drmfd_result)3));
}

/* Each key has its own member and flag, and no prefix comes after a prefix of itself. */
static void rows_of_keys(void)
{
    size_t i, k;
    for (i = 0; i < sizeof drmfd_i_rows / sizeof *drmfd_i_rows; i++) {
        const drmfd_i_row *x = &drmfd_i_rows[i];
        CHECK_U64(strlen("drm--") + strlen(x->name), x->len);
        CHECK((x->flag & (x->flag - 1)) == 0 && x->flag != 0);
        CHECK(x->of == DRMFD_I_OF_region || x->flag != DRMFD_ENGINE_HAS_ZERO_CAPACITY);
        CHECK(x->of == DRMFD_I_OF_engine || x->flag != DRMFD_REGION_HAS_UNSHARED);
        for (k = 0; k < i; k++) {
            const drmfd_i_row *y = &drmfd_i_rows[k];
            CHECK(strncmp(x->name, y->name, strlen(y->name)) != 0 || x->name[strlen(y->name)] != '-');
            CHECK(x->key != y->key);
            CHECK(x->of != y->of || (x->flag != y->flag && x->offset != y->offset));
        }
    }
}

static void found_by_name(void)
{
    drmfd_snapshot s = parse("drm-engine-gfx: 5 ns\ndrm-engine-gfx2: 6 ns\ndrm-total-vram: 7\ndrm-total-: 8\n");
    drmfd_engine e;
    drmfd_region r;
    drmfd_view none;
    none.ptr = NULL;
    none.len = 3;
    CHECK(drmfd_engine_find(&s, drmfd_text("gfx2"), &e) == 1 && e.ns == 6);
    CHECK(drmfd_engine_find(&s, drmfd_text("gfx"), &e) == 1 && e.ns == 5 && e.capacity == 1);
    CHECK_VIEW("gfx", e.name);
    CHECK(drmfd_engine_find(&s, drmfd_text("gf"), &e) == 0 && e.has == 0 && e.ns == 0);
    CHECK_VIEW("", e.name);
    CHECK(drmfd_engine_find(&s, none, &e) == 0 && drmfd_engine_find(NULL, drmfd_text("gfx"), &e) == 0);
    CHECK(drmfd_engine_find(&s, drmfd_text("gfx"), NULL) == 0);
    CHECK(drmfd_region_find(&s, drmfd_text("vram"), &r) == 1 && r.total == 7 && r.where == DRMFD_CLASS_DEVICE);
    CHECK(drmfd_region_find(&s, drmfd_text("gfx"), &r) == 0 && r.has == 0);
    CHECK_VIEW("", r.name);
    CHECK(drmfd_region_find(&s, none, &r) == 0 && drmfd_region_find(NULL, drmfd_text("vram"), &r) == 0);
    CHECK(drmfd_region_find(&s, drmfd_text("vram"), NULL) == 0);
}

static void a_line_by_its_key(void)
{
    static const char text[] = "drm-driver: panthor\ndrm-curfreq-panthor: 700 MHz\namd-evicted-vram:\t12 KiB\n"
                               "v3d-jobs-bin: 5 jobs\ndrm-new: 7 ns\ndrm-new: 8\nbad line: 1\n: 2\npasid:\t32771\n"
                               "drm-engine-x: 9 ns\nx: 3 Hz\ny: 4 GiB\nlast: 5";
    static const struct {
        const char *key;
        int usable;
        uint64_t number;
    } cases[] = {{"drm-curfreq-panthor", 1, 700000000}, {"amd-evicted-vram", 1, 12288}, {"v3d-jobs-bin", 0, 0},
                 {"drm-new", 1, 7}, {"pasid", 1, 32771}, {"drm-engine-x", 1, 9}, {"x", 1, 3},
                 {"y", 1, (uint64_t)4 << 30}, {"drm-driver", 1, 0}, {"last", 1, 5}};
    static const char *const missing[] = {"", "bad line", "bad line: 1", "drm", "pasid:", "z", "amd-evicted-vra"};
    drmfd_line l;
    drmfd_view none;
    size_t i;
    none.ptr = NULL;
    none.len = 4;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memset(&l, 0xa5, sizeof l);
        CHECK_U64(1, (uint64_t)drmfd_line_find(text, sizeof text - 1, 0, drmfd_text(cases[i].key), &l));
        CHECK_VIEW(cases[i].key, l.key);
        if (!CHECK(l.usable == cases[i].usable && l.number == cases[i].number)) printf("    %s\n", cases[i].key);
    }
    CHECK(drmfd_line_find(text, sizeof text - 1, 0, drmfd_text("v3d-jobs-bin"), &l) == 1);
    CHECK_VIEW("5 jobs", l.value);
    CHECK(l.offset == (uint64_t)(strstr(text, "v3d") - text));
    CHECK(drmfd_line_find(text, sizeof text - 1, DRMFD_READ_CUT, drmfd_text("last"), &l) == 0);
    for (i = 0; i < sizeof missing / sizeof missing[0]; i++) {
        memset(&l, 0xa5, sizeof l);
        CHECK(drmfd_line_find(text, sizeof text - 1, 0, drmfd_text(missing[i]), &l) == 0);
        CHECK(l.what == DRMFD_KEY_EMPTY && !l.usable && l.number == 0 && l.offset == 0);
        CHECK(l.key.len + l.name.len + l.value.len + l.unit.len == 0 && l.key.ptr != NULL && l.unit.ptr != NULL);
    }
    CHECK(drmfd_line_find(text, sizeof text - 1, 0, none, &l) == 0 && l.key.ptr != NULL);
    CHECK(drmfd_line_find(NULL, 5, 0, drmfd_text("x"), &l) == 0);
    CHECK(drmfd_line_find(text, sizeof text - 1, 0, drmfd_text("x"), NULL) == 0);
}

/* ---- amdgpu in Linux 5.14 to 5.18 ---- */

static drmfd_snapshot parse_old(const char *text)
{
    drmfd_snapshot s;
    memset(&s, 0xa5, sizeof s);
    s.engines = engines;
    s.engine_room = 3;
    s.regions = regions;
    s.region_room = 3;
    CHECK(drmfd_parse(&s, text, strlen(text), DRMFD_READ_OLD_AMDGPU, NULL) == DRMFD_OK);
    return s;
}

#define OLD_HEAD "pos:\t0\nflags:\t02100002\nmnt_id:\t26\nino:\t541\npdev:\t0000:03:00.0\npasid:\t32771\n"
#define OLD_TEXT OLD_HEAD "vram mem:\t1536 kB\ngtt mem:\t2048 kB\ncpu mem:\t0 kB\ngfx0:\t12.34%\ncompute0:\t1.5%\ncompute3:\t0.50%\n"

static void rows_62_to_64_old_amdgpu(void)
{
    drmfd_snapshot s = parse_old(OLD_TEXT);
    CHECK_U64(DRMFD_RESULT_CLIENT, s.result);
    CHECK_VIEW("amdgpu", s.driver);
    CHECK_VIEW("0000:03:00.0", s.pdev);
    CHECK(s.has_client_id && s.client_id == 32771 && s.client_name.len == 0);
    CHECK(s.engine_count == 2 && s.region_count == 3);
    CHECK_VIEW("gfx", engines[0].name);
    CHECK(engines[0].has == DRMFD_ENGINE_HAS_LOAD && engines[0].load == 1234 && engines[0].capacity == 1);
    CHECK_VIEW("compute", engines[1].name);
    CHECK_U64(105 + 50, engines[1].load); /* 1.5% is 1 and 5 hundredths */
    CHECK_VIEW("vram", regions[0].name);
    CHECK(regions[0].has == (DRMFD_REGION_HAS_MEMORY | DRMFD_REGION_HAS_RESIDENT) && regions[0].memory == 1536 << 10);
    CHECK(regions[0].resident == 1536 << 10 && regions[0].where == DRMFD_CLASS_DEVICE);
    CHECK_VIEW("gtt", regions[1].name);
    CHECK_VIEW("cpu", regions[2].name);
    CHECK_U64(0, regions[2].resident);
    CHECK(s.counts.lines == 12 && s.counts.generic == 4 && s.counts.bad_lines == 0 && s.counts.bad_values == 0);
    CHECK(s.counts.unknown == 0 && s.counts.duplicates == 0 && s.counts.dropped == 0);
    s = parse(OLD_TEXT); /* nobody asked for it */
    CHECK(s.result == DRMFD_RESULT_NOT_DRM && s.driver.len == 0 && s.engine_count == 0 && s.counts.bad_lines == 3);
    CHECK_VIEW("enc_1", (parse_old(OLD_HEAD "enc_10:\t3.0%\n"), engines[0].name));
    CHECK_U64(DRMFD_RESULT_EMPTY, parse_old(OLD_HEAD).result);
    CHECK(!parse_old("pdev: 0000:03:00.0\npasid: 0\n").has_client_id);
}

static void row_62_what_makes_a_text_old_amdgpu(void)
{
    static const char *const others[] = {"", "pasid:\t5\ngfx0:\t1.5%\n", "pdev:\t0000:03:00.0\ngfx0:\t1.5%\n",
                                         "pdev:\t03:00\npasid:\t5\ngfx0:\t1.5%\n", "pdev:\t0000:03:00.0\npasid:\tx\n",
                                         "pdev:\t0000:03:00.0\npasid:\t1 ns\n", "xpdev:\t0000:03:00.0\npasid:\t1\n"};
    drmfd_snapshot s;
    size_t i;
    for (i = 0; i < sizeof others / sizeof others[0]; i++) {
        s = parse_old(others[i]);
        CHECK(s.result == DRMFD_RESULT_NOT_DRM && s.driver.len == 0 && s.pdev.len == 0 && s.engine_count == 0);
    }
    s = parse_old(OLD_TEXT "drm-driver:\tx\n"); /* one that names its driver is read as always */
    CHECK_VIEW("x", s.driver);
    CHECK(s.pdev.len == 0 && !s.has_client_id && s.engine_count == 0 && s.counts.bad_lines == 3);
}

static void rows_63_64_values_of_old_amdgpu(void)
{
    static const char *const loads[] = {"5%", ".5%", "1.%", "1.5", "1.500%", "1.005%", "-1.5%", "1.5 %", "1 .5%", "1. 5%", "%", "1.55",
                                        "42949673.0%", "1.5%%", "1,5%", "1.x%", "x.5%", "18446744073709551616.0%"};
    static const char *const memory[] = {"5", "5 KiB", "5kB", "kB", " kB", "-5 kB", "5  kB", "5 kB x", "18014398509481984 kB",
                                         "5 6 kB", ""};
    drmfd_snapshot s;
    char text[256];
    size_t i;
    for (i = 0; i < sizeof loads / sizeof loads[0]; i++) {
        snprintf(text, sizeof text, OLD_HEAD "gfx0:\t%s\n", loads[i]);
        s = parse_old(text);
        if (!CHECK(s.result == DRMFD_RESULT_EMPTY && s.engine_count == 0 && s.counts.bad_values == 0))
            printf("    %s\n", loads[i]);
    }
    CHECK(parse_old(OLD_HEAD "gfx0:\t42949672.99%\n").engine_count == 1 && engines[0].load == 4294967299u);
    CHECK(parse_old(OLD_HEAD "gfx0:\t0.0%\n").engine_count == 1 && engines[0].load == 0);
    CHECK_U64(0, parse_old(OLD_HEAD "gfx:\t1.5%\n0:\t1.5%\ngfx-:\t1.5%\n").engine_count); /* a ring has a name and a digit */
    for (i = 0; i < sizeof memory / sizeof memory[0]; i++) {
        snprintf(text, sizeof text, OLD_HEAD "vram mem:\t%s\n", memory[i]);
        s = parse_old(text);
        if (!CHECK(s.region_count == 0 && s.counts.bad_values == 1 && s.counts.bad_lines == 0)) printf("    %s\n", memory[i]);
    }
    s = parse_old(OLD_HEAD "vram mem:18014398509481983 kB \r\nvram mem: 7 kB\nvram memo: 7 kB\nvis mem:\t7 kB\na b\n");
    CHECK(s.region_count == 1 && regions[0].memory == 7168 && s.counts.duplicates == 1 && s.counts.bad_lines == 3);
    s = parse_old(OLD_HEAD "a0:\t1.0%\nb0:\t1.0%\nc0:\t1.0%\nd0:\t1.0%\na1:\t2.0%\nvram mem: 7 kB\n");
    CHECK(s.engine_count == 3 && s.counts.dropped == 1 && engines[0].load == 300 && s.region_count == 1);
    s = parse_old(OLD_HEAD "drm-total-a: 1\ndrm-total-b: 1\ndrm-total-c: 1\nvram mem: 7 kB\n");
    CHECK(s.region_count == 3 && s.counts.dropped == 1);
    memset(&s, 0, sizeof s);
    CHECK(drmfd_parse(&s, OLD_HEAD "gfx0:\t1.5%", sizeof OLD_HEAD "gfx0:\t1.5%" - 1,
                      DRMFD_READ_OLD_AMDGPU | DRMFD_READ_CUT, NULL) == DRMFD_OK);
    CHECK(s.cut && s.result == DRMFD_RESULT_EMPTY && s.counts.dropped == 0);
}

static void classes_of_names(void)
{
    static const struct {
        const char *name;
        size_t len;
        drmfd_class where;
    } cases[] = {{"vram", 4, DRMFD_CLASS_DEVICE},   {"vram0", 5, DRMFD_CLASS_DEVICE},  {"vram*x", 6, DRMFD_CLASS_DEVICE},
                 {"vra", 3, DRMFD_CLASS_UNKNOWN},   {"gtt", 3, DRMFD_CLASS_SYSTEM},    
                 {"gttx", 4, DRMFD_CLASS_UNKNOWN},  {"gt", 2, DRMFD_CLASS_UNKNOWN},    {"oa", 2, DRMFD_CLASS_SPECIAL},
                 {"o", 1, DRMFD_CLASS_UNKNOWN},      {"memory", 6, DRMFD_CLASS_SYSTEM},
                 {"mmioremap", 9, DRMFD_CLASS_SPECIAL}, {"mmioremap1", 10, DRMFD_CLASS_UNKNOWN},
                 {"mmioremaq", 9, DRMFD_CLASS_UNKNOWN}, {"doorbels", 8, DRMFD_CLASS_UNKNOWN}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!CHECK_U64(cases[i].where, class_of(cases[i].name, cases[i].len))) printf("    %s\n", cases[i].name);
}

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
    drmfd_engine few_engines[3];
    drmfd_region few_regions[3];
    drmfd_snapshot s;
    unsigned fill;
    for (fill = 0; fill < 256; fill += 51) {
        memset(&s, (int)fill, sizeof s);
        memset(few_engines, (int)fill, sizeof few_engines);
        memset(few_regions, (int)fill, sizeof few_regions);
        s.engines = few_engines;
        s.regions = few_regions;
        s.engine_room = s.region_room = 3;
        CHECK(drmfd_parse(&s, text, sizeof text - 1, 0, NULL) == DRMFD_OK);
        CHECK(s.has_client_id == 0 && s.client_id == 0 && s.client_name.len == 0 && s.pdev.len == 0 && s.cut == 0);
        CHECK_VIEW("a", s.driver);
        if (CHECK(s.engine_count == 2 && s.region_count == 1)) {
            CHECK_VIEW("x", few_engines[0].name);
            CHECK_VIEW("y", few_engines[1].name);
            CHECK(few_engines[0].ns == 1 && few_engines[0].cycles == 3 && few_engines[0].capacity == 1 && few_engines[0].has == (DRMFD_ENGINE_HAS_NS | DRMFD_ENGINE_HAS_CYCLES));
            CHECK(few_engines[1].ns == 2 && few_engines[1].cycles == 0 && few_engines[1].has == DRMFD_ENGINE_HAS_NS);
            CHECK(few_regions[0].total == 4 && few_regions[0].resident == 5);
        }
        CHECK_U64(6, s.counts.lines);
    }
}

int main(void)
{
    RUN(versions);
    RUN(nulls);
    RUN(failed_parse_changes_nothing);
    RUN(line_by_line);
    RUN(every_key);
    RUN(key_ends_at_the_first_colon);
    RUN(longest_prefix_wins);
    RUN(total_cycles_before_total);
    RUN(names_are_all_bytes_up_to_the_colon);
    RUN(resident_wins_over_memory);
    RUN(memory_units);
    RUN(engine_time_unit);
    RUN(clock_units);
    RUN(text_behind_the_unit);
    RUN(numbers_that_do_not_fit);
    RUN(minus_sign);
    RUN(same_key_twice);
    RUN(capacity_zero);
    RUN(capacity_before_its_engine);
    RUN(no_driver);
    RUN(text_cut);
    RUN(cr_and_nul);
    RUN(unknown_drm_keys);
    RUN(driver_keys_are_raw);
    RUN(more_names_than_room);
    RUN(old_dialect_of_amdgpu);
    RUN(where_regions_lie);
    RUN(letter_case_is_exact);
    RUN(whitespace);
    RUN(empty_lines);
    RUN(blanks_at_the_end_of_values);
    RUN(number_and_unit);
    RUN(empty_driver_and_name);
    RUN(pci_addresses);
    RUN(sums_that_do_not_fit);
    RUN(what_is_a_duplicate);
    RUN(when_a_name_is_in_the_list);
    RUN(curfreq_is_raw);
    RUN(many_names);
    RUN(names_in_the_tree);
    RUN(units_of_every_key);
    RUN(blanks_before_every_identity);
    RUN(empty_values);
    RUN(keys_like_others);
    RUN(lines_that_continue_others);
    RUN(what_ends_a_number);
    RUN(a_nul_at_every_place);
    RUN(what_lies_around_a_text);
    RUN(views_of_strings);
    RUN(names_of_enums);
    RUN(rows_of_keys);
    RUN(found_by_name);
    RUN(classes_of_names);
    RUN(a_line_by_its_key);
    RUN(rows_62_to_64_old_amdgpu);
    RUN(row_62_what_makes_a_text_old_amdgpu);
    RUN(rows_63_64_values_of_old_amdgpu);
    RUN(views_of_lines);
    RUN(snapshots);
    return run_end();
}
