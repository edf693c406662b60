/* drmfdinfo.h against a slow and obvious reader, on samples and on 100,000 random mutations of them (with a fixed
   seed); in any order of lines; with any split of a text into reads; and over series of sweeps. */
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "drmfdinfo_add.h"
#include "drmfdinfo_slow.h"
#include "drmfdinfo_sweep.h"
#include "drmfdinfo_texts.h"
#include "run.h"

static uint64_t state = 88172645463325252u;

static uint32_t random_below(uint32_t n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % n;
}

#define ROOM 40
static drmfd_engine engines[ROOM];
static drmfd_region regions[ROOM];

static void parse(drmfd_snapshot *s, const char *text, size_t len, int whole, uint32_t engine_room, uint32_t region_room)
{
    memset(s, 0xa5, sizeof *s);
    s->engines = engines;
    s->engine_room = engine_room;
    s->regions = regions;
    s->region_room = region_room;
    CHECK(drmfd_parse(s, text, len, whole ? 0 : DRMFD_READ_CUT, NULL) == DRMFD_OK);
}

/* Both readers on a text, line by line and as a whole. */
static int compare(const char *text, size_t len, int whole, uint32_t engine_room, uint32_t region_room)
{
    drmfd_snapshot s;
    drmfd_reader lines;
    drmfd_line got;
    slow_line want;
    slow_text slow;
    const char *differs = NULL;
    size_t at = 0, start;
    int cut = 0, more, good = 1;
    drmfd_reader_begin(&lines, text, len, whole ? 0 : DRMFD_READ_CUT);
    do {
        memset(&got, 0xa5, sizeof got);
        start = at;
        more = slow_next(text, len, whole, &at, &want, &cut);
        if (drmfd_reader_next(&lines, &got) != more) differs = "number of lines";
        else if (more && got.offset != start) differs = "offset";
        else if (more) differs = slow_line_differs(&want, &got);
        if (differs != NULL) {
            good = run_true(0, "the same line", __FILE__, __LINE__);
            if (run_bad < 20) printf("    %s differs: %.*s\n", differs, (int)(at - start), text + start);
        }
    } while (more && differs == NULL);
    if (!CHECK((lines.error.code == DRMFD_TRUNCATED) == cut)) good = 0;
    parse(&s, text, len, whole, engine_room, region_room);
    slow_parse(&slow, text, len, whole, engine_room, region_room);
    differs = slow_text_differs(&slow, &s);
    if (differs != NULL) {
        good = run_true(0, "the same snapshot", __FILE__, __LINE__);
        if (run_bad < 20) printf("    %s differs:\n%.*s\n", differs, (int)len, text);
    }
    slow_free(&slow);
    return good;
}

static void samples(void)
{
    size_t i;
    for (i = 0; i < TEXT_SAMPLES; i++) {
        compare(text_samples[i].text, text_samples[i].len, 1, ROOM, ROOM);
        compare(text_samples[i].text, text_samples[i].len, 0, ROOM, ROOM);
        compare(text_samples[i].text, text_samples[i].len, 1, 2, 1);
        compare(text_samples[i].text, text_samples[i].len, 1, 0, 0);
    }
}

static const char *const words[] = {
    "drm-", "drm-engine-", "drm-engine-capacity-", "drm-cycles-", "drm-total-cycles-", "drm-maxfreq-", "drm-total-",
    "drm-shared-", "drm-resident-", "drm-memory-", "drm-purgeable-", "drm-active-", "drm-driver:", "drm-client-id:",
    "drm-client-name:", "drm-pdev:", "drm-curfreq-", "pos:", "flags:", "mnt_id:", "ino:", " ns", " KiB", " MiB", " GiB",
    " Hz", " KHz", " kHz", " MHz", "\n", "\r\n", ":", " ", "\t", "0000:00:02.0", "18446744073709551615",
    "18446744073709551616", "9999999999999999999", "10000000000000000000", "0", "00000000000000000000000", "1", "-1", "x",
    "gfx", "render", "enc", "enc_1", "capacity-a", "vram0", "stolen-system0", "\xff", "\r", "drm-engine-gfx:\t1 ns\n",
    "drm-memory-vram:\t12 KiB\n", "drm-total-vram:\t7\n", "drm-engine-capacity-gfx:\t0\n"};

static size_t change(char *text, size_t len, size_t room)
{
    const uint32_t what = random_below(7);
    const size_t at = random_below((uint32_t)len + 1);
    const char *word = words[random_below(sizeof words / sizeof *words)];
    size_t n = strlen(word), from, to;
    switch (what) {
    case 0: /* a byte becomes another */
        if (at < len) text[at] = (char)random_below(256);
        return len;
    case 1: /* a byte becomes one that matters */
        if (at < len) text[at] = "\n\r\t :-0123456789nsKMGiBHz"[random_below(25)];
        return len;
    case 2: /* some bytes go */
        n = random_below(12);
        if (n > len - at) n = len - at;
        memmove(text + at, text + at + n, len - at - n);
        return len - n;
    case 3: /* a word is inserted */
    case 4:
        if (n > room - len) return len;
        memmove(text + at + n, text + at, len - at);
        memcpy(text + at, word, n);
        return len + n;
    case 5: /* a word overwrites what is there */
        if (n > len - at) return len;
        memcpy(text + at, word, n);
        return len;
    default: /* a line once more, elsewhere */
        for (from = at; from > 0 && text[from - 1] != '\n'; from--) {
        }
        for (to = at; to < len && text[to++] != '\n';) {
        }
        n = to - from;
        if (n > room - len) return len;
        memmove(text + to + n, text + to, len - to);
        memcpy(text + to, text + from, n);
        return len + n;
    }
}

static void changed(void)
{
    static char text[4096];
    unsigned i;
    for (i = 0; i < 100000; i++) {
        const struct text_sample *from = &text_samples[random_below((uint32_t)TEXT_SAMPLES)];
        /* A stretch of the sample, so that everything stays quick. */
        size_t start = random_below((uint32_t)from->len), len = from->len - start, n = 1 + random_below(8);
        char *exact;
        int good;
        if (len > 300) len = 300;
        memcpy(text, from->text + start, len);
        for (; n > 0; n--) len = change(text, len, sizeof text);
        exact = (char *)malloc(len + !len); /* memory checkers see a read past the end */
        if (exact == NULL) abort();
        memcpy(exact, text, len);
        good = compare(exact, len, random_below(4) != 0, random_below(8) ? ROOM : random_below(4),
                       random_below(8) ? ROOM : random_below(4));
        free(exact);
        if (!good) break;
    }
}

static void numbers(void) /* every length of digits around the largest number, with every unit */
{
    static const char *const keys[] = {"drm-engine-a", "drm-engine-capacity-a", "drm-cycles-a", "drm-total-cycles-a",
                                       "drm-maxfreq-a", "drm-total-a", "drm-active-a", "drm-client-id"};
    static const char *const units[] = {"", " ", " ns", "\tns", "  ns", "ns", " nS", " n", " nss", " KiB", " kiB", " MiB", " GiB",
                                        " TiB", " KB", " iB", " B", " Hz", " hz", " KHz", " kHz", " MHz", " GHz", " ns ns", " ns ",
                                        " \tns\t ", "\r", " ns\r", " 5", " Hzs", " KiBs", " KHzs", " kHs", " kBz"};
    static const char *const digits[] = {"", "0", "00", "7", "18446744073709551614", "18446744073709551615",
                                         "18446744073709551616", "18446744073709551620", "19000000000000000000",
                                         "99999999999999999999", "184467440737095516150", "018446744073709551615",
                                         "00000000000000000000018446744073709551615", "18014398509481983", "18014398509481984",
                                         "17592186044415", "17592186044416", "17179869183", "17179869184", "18446744073709551",
                                         "18446744073709552", "18446744073709", "18446744073710", "9999999999999999999",
                                         "10000000000000000000", "-1", "+1", "0x1", "1.5", "1,5", "1/", ":1", "\t1", " 1"};
    size_t k, u, d;
    char text[128];
    for (k = 0; k < sizeof keys / sizeof *keys; k++)
        for (u = 0; u < sizeof units / sizeof *units; u++)
            for (d = 0; d < sizeof digits / sizeof *digits; d++) {
                int n = snprintf(text, sizeof text, "%s:\t%s%s\n", keys[k], digits[d], units[u]);
                if (!compare(text, (size_t)n, 1, ROOM, ROOM) || !compare(text, (size_t)n - 1, 1, ROOM, ROOM)) return;
            }
}

static void names(void) /* every byte in a key, after a key, and in front of a value */
{
    char text[64];
    int c, n;
    for (c = 0; c < 256; c++) {
        n = snprintf(text, sizeof text, "drm-engine-a%cb:\t5 ns\n", 'x');
        text[12] = (char)c;
        compare(text, (size_t)n, 1, ROOM, ROOM);
        n = snprintf(text, sizeof text, "drm-total-a:%c5 KiB\n", 'x');
        text[12] = (char)c;
        compare(text, (size_t)n, 1, ROOM, ROOM);
        n = snprintf(text, sizeof text, "drm-total-a:\t5%cKiB\n", 'x');
        text[14] = (char)c;
        compare(text, (size_t)n, 1, ROOM, ROOM);
        n = snprintf(text, sizeof text, "drm-cycles-a:\t5%c\n", 'x');
        text[15] = (char)c;
        compare(text, (size_t)n, 1, ROOM, ROOM);
        n = snprintf(text, sizeof text, "drm-pdev: 0000:0b:00.%c\n", '7');
        for (n = 10; n < 22; n++) {
            const char old = text[n];
            text[n] = (char)c;
            compare(text, 23, 1, ROOM, ROOM);
            text[n] = old;
        }
    }
}

/* Lines in another order: the same values under the same names. */
static void any_order(void)
{
    static drmfd_engine first_engines[ROOM];
    static drmfd_region first_regions[ROOM];
    size_t i, round;
    for (i = 0; i < TEXT_SAMPLES - 1; i++) { /* not the hostile one: its keys repeat */
        const char *line[64];
        size_t len[64], count = 0, at = 0, k;
        drmfd_snapshot first, s;
        while (at < text_samples[i].len) {
            const char *p = text_samples[i].text + at;
            line[count] = p;
            len[count] = (size_t)(strchr(p, '\n') + 1 - p);
            at += len[count++];
        }
        parse(&first, text_samples[i].text, text_samples[i].len, 1, ROOM, ROOM);
        memcpy(first_engines, engines, sizeof engines);
        memcpy(first_regions, regions, sizeof regions);
        for (round = 0; round < 500; round++) {
            char text[4096];
            uint32_t a, b;
            for (k = count; k > 1; k--) {
                const size_t other = random_below((uint32_t)k), n = len[k - 1];
                const char *p = line[k - 1];
                line[k - 1] = line[other], len[k - 1] = len[other];
                line[other] = p, len[other] = n;
            }
            for (k = at = 0; k < count; k++) {
                memcpy(text + at, line[k], len[k]);
                at += len[k];
            }
            parse(&s, text, at, 1, ROOM, ROOM);
            CHECK(memcmp(&s.counts, &first.counts, sizeof s.counts) == 0);
            CHECK(s.result == first.result && s.client_id == first.client_id && s.has_client_id == first.has_client_id);
            CHECK_BYTES(first.driver.ptr, first.driver.len, s.driver.ptr, s.driver.len);
            CHECK_BYTES(first.pdev.ptr, first.pdev.len, s.pdev.ptr, s.pdev.len);
            CHECK_BYTES(first.client_name.ptr, first.client_name.len, s.client_name.ptr, s.client_name.len);
            CHECK_U64(first.engine_count, s.engine_count);
            CHECK_U64(first.region_count, s.region_count);
            for (a = 0; a < s.engine_count; a++) {
                const drmfd_engine *e = &engines[a], *f = first_engines;
                for (b = 0; b < first.engine_count && !drmfd_i_same(e->name, first_engines[b].name); b++) f++;
                CHECK(b < first.engine_count && e->has == f->has && e->ns == f->ns && e->capacity == f->capacity &&
                      e->cycles == f->cycles && e->total_cycles == f->total_cycles && e->maxfreq == f->maxfreq);
            }
            for (a = 0; a < s.region_count; a++) {
                const drmfd_region *r = &regions[a], *f = first_regions;
                for (b = 0; b < first.region_count && !drmfd_i_same(r->name, first_regions[b].name); b++) f++;
                CHECK(b < first.region_count && r->has == f->has && r->total == f->total && r->shared == f->shared &&
                      r->resident == f->resident && r->memory == f->memory && r->purgeable == f->purgeable &&
                      r->active == f->active && r->where == f->where);
            }
            if (run_bad > 0) return;
        }
    }
}

/* A system of one process whose fds have the samples as texts. read gives as many bytes as it likes. */
static uint32_t most; /* bytes of a read; 0: all; else at random from 1 to this */
static int64_t clock_now;

static drmfd_reply one_process(int first, uint64_t *pid, void *user)
{
    (void)user;
    *pid = 12;
    return first;
}
static drmfd_reply some_files(uint64_t pid, int first, uint64_t *fd, void *user)
{
    (void)user;
    (void)pid;
    *fd = first ? 0 : *fd + 1;
    return *fd < TEXT_SAMPLES;
}
static drmfd_reply open_it(uint64_t pid, uint64_t fd, uint64_t *handle, void *user)
{
    (void)user;
    (void)pid;
    *handle = fd;
    return 1;
}
static size_t read_it(uint64_t handle, uint64_t at, char *to, size_t room, drmfd_reply *reply, void *user)
{
    const struct text_sample *t = &text_samples[handle];
    size_t n = t->len - (size_t)at;
    (void)user;
    if (n > room) n = room;
    if (most != 0 && n > 1) n = 1 + random_below((uint32_t)(n < most ? n : most));
    memcpy(to, t->text + at, n);
    *reply = DRMFD_REPLY_NO;
    return n;
}
static void close_it(uint64_t handle, void *user)
{
    (void)user;
    (void)handle;
}
static int64_t now_it(void *user)
{
    (void)user;
    return clock_now;
}

/* Everything a sweep says, as bytes. */
static size_t print_sweep(const drmfd_sweep *s, char *to, size_t room)
{
    size_t n = 0;
    uint32_t i, k;
    n += (size_t)snprintf(to + n, room - n, "%u %u %u %llu %llu\n", s->client_count, s->device_count, s->process_count,
                          (unsigned long long)s->texts, (unsigned long long)s->counts.lines);
    for (i = 0; i < s->client_count; i++) {
        const drmfd_client *c = &s->clients[i];
        n += (size_t)snprintf(to + n, room - n, "%.*s %.*s %.*s %llu %u\n", (int)c->driver.len, c->driver.ptr, (int)c->pdev.len,
                              c->pdev.ptr, (int)c->client_name.len, c->client_name.ptr, (unsigned long long)c->client_id,
                              c->files);
        for (k = 0; k < c->engine_count; k++)
            n += (size_t)snprintf(to + n, room - n, " %.*s %d %d %d %.17g\n", (int)c->engines[k].name.len, c->engines[k].name.ptr,
                                  (int)c->engines[k].busy.why, (int)c->engines[k].share.why, (int)c->engines[k].speed.why,
                                  c->engines[k].best != NULL ? c->engines[k].best->raw : -1);
        for (k = 0; k < c->region_count; k++)
            n += (size_t)snprintf(to + n, room - n, " %.*s %u %llu\n", (int)c->regions[k].name.len, c->regions[k].name.ptr,
                                  c->regions[k].has, (unsigned long long)c->regions[k].total);
    }
    return n;
}

static void any_split(void)
{
    static char want[2][65536], got[65536];
    static size_t want_len[2];
    unsigned round, k;
    for (round = 0; round < 60; round++) {
        drmfd_system calls;
        drmfd_scanner *scanner;
        drmfd_tracker *tracker = drmfd_tracker_open(NULL, NULL);
        memset(&calls, 0, sizeof calls);
        calls.process_fn = one_process;
        calls.file_fn = some_files;
        calls.open_fn = open_it;
        calls.read_fn = read_it;
        calls.close_fn = close_it;
        calls.now_fn = now_it;
        scanner = drmfd_scanner_open(&calls, NULL, NULL);
        most = round == 0 ? 0 : round < 5 ? round : 1 + random_below(700);
        for (k = 0; k < 2; k++) {
            const drmfd_sweep *sweep;
            clock_now = 1000000000 * (int64_t)k;
            sweep = drmfd_scan(scanner, tracker, NULL, NULL);
            if (!CHECK(sweep != NULL)) continue;
            if (round == 0) {
                want_len[k] = print_sweep(sweep, want[k], sizeof want[k]);
                CHECK_U64(7, sweep->client_count);
            } else
                CHECK_BYTES(want[k], want_len[k], got, print_sweep(sweep, got, sizeof got));
        }
        drmfd_scanner_close(scanner);
        drmfd_tracker_close(tracker);
    }
}

/* ---- sweeps: the tracker against a list searched from its start ---- */

#define POOL 24
typedef struct slow_client {
    unsigned id;
    int known, seen;       /* has been in a sweep; place in this one, plus 1 */
    uint64_t ns, ns_then;  /* largest of this sweep, and of the last that had it */
    int64_t time, time_then;
    uint64_t total;
    unsigned files, pids[8], pid_count;
} slow_client;

/* Texts of one series: file i is of client owner[i]; order and values change a little, a lot, or not at all. */
static void any_sweeps(void)
{
    unsigned series;
    for (series = 0; series < 60; series++) {
        drmfd_tracker_options o;
        drmfd_tracker *t;
        slow_client slow[POOL];
        uint64_t ns[POOL];
        unsigned order[POOL], n = 4 + random_below(POOL - 4), round, i, k;
        memset(slow, 0, sizeof slow);
        memset(ns, 0, sizeof ns);
        memset(&o, 0, sizeof o);
        o.forget_after = 1000;
        t = drmfd_tracker_open(&o, NULL);
        for (i = 0; i < POOL; i++) order[i] = i;
        for (round = 1; round < 40; round++) {
            const drmfd_sweep *s;
            unsigned count = 0;
            const unsigned kind = random_below(4); /* 0 and 1: in the same order */
            for (i = 0; i < POOL; i++) slow[i].seen = 0;
            if (kind == 2) { /* two change places */
                const unsigned a = random_below(n), b = random_below(n), was = order[a];
                order[a] = order[b];
                order[b] = was;
            } else if (kind == 3)
                for (i = n - 1; i > 0; i--) {
                    const unsigned b = random_below(i + 1), was = order[i];
                    order[i] = order[b];
                    order[b] = was;
                }
            for (i = 0; i < n; i++) {
                char text[256];
                const unsigned file = order[i];
                const unsigned owner = file % 3 == 2 ? file / 2 : file; /* some clients have two files */
                const unsigned pid = 100 + file % 5;
                const int64_t now = (int64_t)round * 1000 + i;
                slow_client *c = &slow[owner];
                int len;
                if (kind != 0 && random_below(8) == 0) continue; /* not there this time */
                if (random_below(2) != 0) ns[owner] += random_below(500);
                len = snprintf(text, sizeof text, "drm-driver:\td%u\ndrm-client-id:\t%u\ndrm-engine-a:\t%llu ns\ndrm-total-r:\t%u KiB\n",
                               owner % 2, owner, (unsigned long long)ns[owner], file + round / 8);
                CHECK(add_text(t, now, pid, file, 0, text, (size_t)len, 1) == DRMFD_OK);
                if (c->seen == 0) {
                    c->seen = (int)++count;
                    c->ns = c->files = c->pid_count = 0;
                }
                if (ns[owner] > c->ns) c->ns = ns[owner];
                c->time = now;
                c->total = (uint64_t)(file + round / 8) << 10;
                c->files++;
                for (k = 0; k < c->pid_count && c->pids[k] != pid; k++) {
                }
                if (k == c->pid_count) c->pids[c->pid_count++] = pid;
            }
            s = drmfd_tracker_sweep(t, NULL);
            CHECK(s != NULL && sweep_wrong(s) == NULL);
            if (s == NULL) break;
            CHECK_U64(count, s->client_count);
            for (i = 0; i < POOL; i++) {
                slow_client *c = &slow[i];
                const drmfd_client *f;
                const drmfd_figure *busy;
                if (c->seen == 0) continue;
                f = &s->clients[c->seen - 1];
                busy = &f->engines[0].busy;
                CHECK_U64(i, f->client_id);
                CHECK_I64(!c->known, f->is_new);
                CHECK_U64(c->files, f->files);
                CHECK_U64(c->pid_count, f->pid_count);
                for (k = 0; k < c->pid_count && k < f->pid_count; k++) CHECK_U64(c->pids[k], f->pids[k]);
                CHECK_I64(c->time, f->time);
                CHECK_U64(c->total, f->regions[0].total);
                CHECK_I64(c->known ? DRMFD_WHY_FIGURE : DRMFD_WHY_FIRST, busy->why);
                if (c->known) {
                    CHECK_U64(c->ns - c->ns_then, busy->growth);
                    CHECK_I64(c->time - c->time_then, (int64_t)busy->span);
                }
                c->known = 1;
                c->ns_then = c->ns;
                c->time_then = c->time;
            }
        }
        drmfd_tracker_close(t);
    }
}

/* ---- sweeps that repeat: a tracker that may take the short way, against one that cannot ---- */

typedef struct repeated { /* a file */
    unsigned pid, id, engines, round, there;
} repeated;

static size_t repeated_text(char *to, size_t room, const repeated *f)
{
    size_t n = (size_t)snprintf(to, room, "drm-driver: d\ndrm-pdev: 0000:0%u:00.0\ndrm-client-id: %u\ndrm-total-r: %u KiB\n",
                                f->id % 2, f->id, f->round);
    if (f->engines & 1) n += (size_t)snprintf(to + n, room - n, "drm-engine-a: %u ns\ndrm-engine-b: 7 ns\n", f->round * 9);
    if (f->engines & 2)
        n += (size_t)snprintf(to + n, room - n, "drm-cycles-c: %u\ndrm-total-cycles-c: %u\n", f->round / 2, 100 + f->round);
    if (f->engines & 4)
        n += (size_t)snprintf(to + n, room - n, "drm-cycles-f: %u\ndrm-maxfreq-f: %u MHz\n", f->round * 3, f->id % 3);
    if (f->engines & 8) n += (size_t)snprintf(to + n, room - n, "drm-total-cycles-t: %u\ndrm-engine-c: 1 ns\ndrm-maxfreq-c: 5 Hz\n", f->round);
    return n;
}

static void repeated_sweeps(void)
{
    unsigned series, short_ways = 0;
    for (series = 0; series < 200; series++) {
        drmfd_tracker_options o;
        drmfd_tracker *quick, *slow;
        repeated files[6];
        const unsigned count = 1 + random_below(6);
        const drmfd_sweep *before = NULL;
        unsigned round, i;
        int64_t now = 1000;
        memset(&o, 0, sizeof o);
        o.forget_after = 3;
        quick = drmfd_tracker_open(&o, NULL);
        slow = drmfd_tracker_open(&o, NULL);
        for (i = 0; i < count; i++) {
            files[i].pid = 10 + random_below(3);
            files[i].id = random_below(8); /* the same for two files now and then */
            files[i].engines = random_below(16);
            files[i].round = 50;
            files[i].there = 1;
        }
        for (round = 0; round < 40; round++) {
            const drmfd_sweep *a, *b;
            drmfd_sweep same;
            char text[512];
            repeated *f = &files[random_below(count)];
            switch (random_below(12)) { /* mostly nothing */
            case 0: f->round++; break;
            case 1: f->round--; break; /* a counter that steps back */
            case 2: f->engines = random_below(16); break;
            case 3: f->there = !f->there; break;
            case 4: f->pid = 10 + random_below(3); break;
            default: break;
            }
            CHECK(add_text(slow, now, 9, 9, 0, "pos: 0\n", 7, 1) == DRMFD_OK); /* so that no sweep is like another */
            if (random_below(10) != 0) now += random_below(3) == 0 ? -1 : 50; /* else the clock stands still */
            for (i = 0; i < count; i++) {
                const size_t n = repeated_text(text, sizeof text, &files[i]);
                if (!files[i].there) continue;
                now += random_below(2);
                CHECK(add_text(quick, now, files[i].pid, i, 0, text, n, 1) == DRMFD_OK);
                CHECK(add_text(slow, now, files[i].pid, i, 0, text, n, 1) == DRMFD_OK);
            }
            if (random_below(8) == 0) {
                CHECK(add_text(quick, now, 9, 8, 0, "pos: 1\n", 7, 1) == DRMFD_OK);
                CHECK(add_text(slow, now, 9, 8, 0, "pos: 1\n", 7, 1) == DRMFD_OK);
            }
            a = drmfd_tracker_sweep(quick, NULL);
            b = drmfd_tracker_sweep(slow, NULL);
            if (!CHECK(a != NULL && b != NULL)) break;
            CHECK(sweep_wrong(a) == NULL);
            same = *b;
            same.texts--;
            same.not_drm--;
            CHECK_U64(sweep_hash(&same), sweep_hash(a));
            short_ways += a == before;
            before = a;
        }
        drmfd_tracker_close(quick);
        drmfd_tracker_close(slow);
    }
    CHECK(short_ways > 500);
}

int main(void)
{
    RUN(samples);
    RUN(numbers);
    RUN(names);
    RUN(changed);
    RUN(any_order);
    RUN(any_split);
    RUN(any_sweeps);
    RUN(repeated_sweeps);
    return run_end();
}
