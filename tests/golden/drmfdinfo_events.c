/* Readable texts and what is read from them: tests/golden/drmfdinfo_events.txt. A case is "# NAME", the text up to "--",
   and the events up to an empty line. In the text "\r", "\0", "\t", "\\" and "\xHH" are bytes, and "\c" at the end of the last
   line takes its line feed away (the text is then read as cut off).
   With --print the whole file is printed with the events as they are now, to be looked at and kept. */
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "run.h"

static char events[65536];
static size_t events_len;
static int print;

static void put(const char *text, size_t len)
{
    if (events_len + len < sizeof events) memcpy(events + events_len, text, len);
    events_len += len;
}

static void word(const char *text) { put(text, strlen(text)); }

static void number(uint64_t n)
{
    char digits[32];
    put(digits, (size_t)sprintf(digits, "%" PRIu64, n));
}

static void view(drmfd_view v)
{
    size_t i;
    word("\"");
    for (i = 0; i < v.len; i++) {
        char byte[8];
        const unsigned char c = (unsigned char)v.ptr[i];
        if (c >= 32 && c < 127 && c != '"' && c != '\\') put(v.ptr + i, 1);
        else put(byte, (size_t)sprintf(byte, "\\x%02x", c));
    }
    word("\"");
}

static const char *const kinds[] = {"empty", "bad", "generic", "raw", "unknown", "driver", "client-id", "client-name", "pdev",
                                    "engine", "capacity", "cycles", "total-cycles", "maxfreq", "total", "shared", "resident",
                                    "memory", "purgeable", "active"};

static void a_line(const drmfd_line *l)
{
    number(l->offset);
    word(" ");
    word(kinds[l->what]);
    if (l->name.len > 0) {
        word(" ");
        view(l->name);
    }
    if (l->what == DRMFD_KEY_BAD || l->what == DRMFD_KEY_RAW || l->what == DRMFD_KEY_UNKNOWN || l->what == DRMFD_KEY_GENERIC) {
        word(" ");
        view(l->key);
    }
    if (l->what != DRMFD_KEY_BAD && l->what != DRMFD_KEY_EMPTY) {
        word(" = ");
        view(l->value);
    }
    if (l->what > DRMFD_KEY_UNKNOWN) {
        if (!l->usable) word(" unusable");
        else if (l->what == DRMFD_KEY_CLIENT_ID || l->what >= DRMFD_KEY_ENGINE) {
            word(" -> ");
            number(l->number);
        }
    }
    word("\n");
}

static void value(const char *name, int there, uint64_t n)
{
    if (!there) return;
    word(" ");
    word(name);
    word(" ");
    number(n);
}

static void a_snapshot(const char *text, size_t len, int whole)
{
    static const char *const results[] = {"no DRM client", "nothing usable", "client"};
    static const char *const places[] = {"unknown", "device", "system", "special"};
    drmfd_engine engines[32];
    drmfd_region regions[32];
    drmfd_snapshot s;
    uint32_t i;
    memset(&s, 0, sizeof s);
    s.engines = engines;
    s.regions = regions;
    s.engine_room = s.region_room = 32;
    CHECK(drmfd_parse(&s, text, len, whole ? 0 : DRMFD_READ_CUT, NULL) == DRMFD_OK);
    word(results[s.result]);
    word(" ");
    view(s.driver);
    value("id", s.has_client_id, s.client_id);
    if (s.pdev.len > 0) word(" at "), view(s.pdev);
    if (s.client_name.len > 0) word(" named "), view(s.client_name);
    word("; lines ");
    number(s.counts.lines);
    value("generic", s.counts.generic > 0, s.counts.generic);
    value("bad", s.counts.bad_lines > 0, s.counts.bad_lines);
    value("unusable", s.counts.bad_values > 0, s.counts.bad_values);
    value("unknown", s.counts.unknown > 0, s.counts.unknown);
    value("repeated", s.counts.duplicates > 0, s.counts.duplicates);
    value("dropped", s.counts.dropped > 0, s.counts.dropped);
    if (s.cut) word(" cut");
    word("\n");
    for (i = 0; i < s.engine_count; i++) {
        const drmfd_engine *e = &engines[i];
        word("engine ");
        view(e->name);
        value("ns", (e->has & DRMFD_ENGINE_HAS_NS) != 0, e->ns);
        value("capacity", 1, e->capacity);
        value("cycles", (e->has & DRMFD_ENGINE_HAS_CYCLES) != 0, e->cycles);
        value("of", (e->has & DRMFD_ENGINE_HAS_TOTAL_CYCLES) != 0, e->total_cycles);
        value("Hz", (e->has & DRMFD_ENGINE_HAS_MAXFREQ) != 0, e->maxfreq);
        if ((e->has & DRMFD_ENGINE_HAS_ZERO_CAPACITY) != 0) word(" capacity-zero");
        word("\n");
    }
    for (i = 0; i < s.region_count; i++) {
        const drmfd_region *r = &regions[i];
        word("region ");
        view(r->name);
        word(" ");
        word(places[r->where]);
        value("total", (r->has & DRMFD_REGION_HAS_TOTAL) != 0, r->total);
        value("shared", (r->has & DRMFD_REGION_HAS_SHARED) != 0, r->shared);
        value("resident", (r->has & DRMFD_REGION_HAS_RESIDENT) != 0, r->resident);
        value("memory", (r->has & DRMFD_REGION_HAS_MEMORY) != 0, r->memory);
        value("purgeable", (r->has & DRMFD_REGION_HAS_PURGEABLE) != 0, r->purgeable);
        value("active", (r->has & DRMFD_REGION_HAS_ACTIVE) != 0, r->active);
        word("\n");
    }
}

static int hex(char c) { return c <= '9' ? c - '0' : (c | 32) - 'a' + 10; }

/* A case that begins at p; returns where the next one begins, NULL after the last. */
static char *one_case(char *p, char *end)
{
    static char text[65536];
    char *from = p, *line = strchr(p, '\n') + 1, *want;
    size_t len = 0;
    int whole = 1;
    drmfd_reader lines;
    drmfd_line l;
    char name[128];
    snprintf(name, sizeof name, "%.*s", (int)(line - p - 3), p + 2);
    while (strncmp(line, "--\n", 3) != 0) {
        for (; *line != '\n'; line++) {
            if (*line != '\\') {
                text[len++] = *line;
                continue;
            }
            line++;
            if (*line == 'c') whole = 0;
            else if (*line == 'x') {
                text[len++] = (char)(hex(line[1]) * 16 + hex(line[2]));
                line += 2;
            } else
                text[len++] = *line == 'r' ? '\r' : *line == 't' ? '\t' : *line == '0' ? '\0' : '\\';
        }
        if (whole) text[len++] = '\n';
        line++;
    }
    line += 3;
    if (print) printf("%.*s", (int)(line - from), from);
    want = line;
    while (line < end && *line != '\n') line = strchr(line, '\n') + 1;
    events_len = 0;
    drmfd_reader_begin(&lines, text, len, whole ? 0 : DRMFD_READ_CUT);
    while (drmfd_reader_next(&lines, &l)) a_line(&l);
    a_snapshot(text, len, whole);
    if (print) printf("%.*s\n", (int)events_len, events);
    else if (!CHECK_BYTES(want, (size_t)(line - want), events, events_len)) printf("    in the case %s\n", name);
    while (line < end && *line == '\n') line++;
    return line < end ? line : NULL;
}

static void texts_and_events(void)
{
    size_t len;
    char *file = run_read("tests/golden/drmfdinfo_events.txt", &len), *p = file;
    unsigned cases = 0;
    if (!CHECK(file != NULL)) return;
    for (; p != NULL; cases++) p = one_case(p, file + len);
    CHECK(cases > 10);
    free(file);
}

/* Every message, each by the call that gives it. */
static void messages(void)
{
    drmfd_error e;
    drmfd_tracker_options o;
    drmfd_system none;
    char small[8];
    memset(&o, 0, sizeof o);
    memset(&none, 0, sizeof none);
    CHECK(drmfd_tracker_sweep(NULL, &e) == NULL);
    CHECK_STR("no tracker", e.message);
    CHECK_STR("argument", drmfd_code_name(e.code));
    CHECK(drmfd_scan(NULL, NULL, NULL, &e) == NULL);
    CHECK_STR("no scanner or no tracker", e.message);
    CHECK(drmfd_scanner_open(&none, NULL, &e) == NULL);
    CHECK_STR("scanner needs callbacks and a source of memory", e.message);
    o.engine_room = 0xffffffffu;
    CHECK(drmfd_tracker_open(&o, &e) == NULL);
    CHECK_STR("invalid tracker options", e.message);
    o.engine_room = 0;
    o.memory.max_memory = 100;
    CHECK(drmfd_tracker_open(&o, &e) == NULL);
    CHECK_STR("max_memory reached", e.message);
    CHECK_STR("limit", drmfd_code_name(e.code));
    o.memory.max_memory = 0;
    o.memory.buffer = small;
    o.memory.buffer_size = sizeof small;
    CHECK(drmfd_tracker_open(&o, &e) == NULL);
    CHECK_STR("out of memory", e.message);
    CHECK_STR("memory", drmfd_code_name(e.code));
}

int main(int argc, char **argv)
{
    print = argc > 1 && strcmp(argv[1], "--print") == 0;
    if (print) {
        texts_and_events();
        return 0;
    }
    RUN(texts_and_events);
    RUN(messages);
    return run_end();
}
