/* What cannot be read is unknown, not absent; and what fails takes only itself down. */
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "run.h"

/* Files of /etc/nvidia/nvidia-application-profiles-rc.d, in memory. */
typedef struct entry {
    const char *name, *text;
    size_t size;
} entry;

typedef struct disk {
    const entry *files;
    unsigned count, at;
    size_t read;
    nvp_reply opens, lists;
    int reads; /* -1: every read fails */
    nvp_kind kind; /* of every file */
    const char *globals;
} disk;

#define FOLDER "/etc/nvidia/nvidia-application-profiles-rc.d"

static const entry *file_of(const disk *d, const char *path)
{
    unsigned i;
    const char *name = strrchr(path, '/') + 1;
    for (i = 0; i < d->count; i++)
        if (strcmp(d->files[i].name, name) == 0 && strncmp(path, FOLDER, sizeof FOLDER - 1) == 0) return &d->files[i];
    return NULL;
}

static void disk_stat(const char *path, nvp_stat *out, void *user)
{
    const disk *d = (const disk *)user;
    const entry *e = file_of(d, path);
    if (strcmp(path, FOLDER) == 0) out->kind = NVP_KIND_DIRECTORY;
    if (d->globals != NULL && strstr(path, "globals") != NULL) {
        out->kind = d->kind;
        out->size = strlen(d->globals);
    }
    if (e == NULL) return;
    out->kind = d->kind;
    out->size = e->size;
}

static nvp_reply disk_open(const char *path, void **handle, void *user)
{
    disk *d = (disk *)user;
    if (d->opens != NVP_REPLY_YES) return d->opens;
    d->read = 0;
    *handle = (void *)(uintptr_t)file_of(d, path);
    return NVP_REPLY_YES;
}

static size_t disk_read(void *handle, void *buffer, size_t size, nvp_reply *reply, void *user)
{
    disk *d = (disk *)user;
    const entry *e = (const entry *)handle;
    const char *text = e != NULL ? e->text : d->globals;
    size_t n = (e != NULL ? e->size : strlen(d->globals)) - d->read;
    if (d->reads < 0) {
        *reply = NVP_REPLY_FAILED;
        return 0;
    }
    if (n > size) n = size;
    memcpy(buffer, text + d->read, n);
    d->read += n;
    if (n == 0) *reply = NVP_REPLY_NO;
    return n;
}

static void disk_close(void *handle, void *user)
{
    (void)user;
    (void)handle;
}

static nvp_reply disk_list(const char *path, int (*add_fn)(const char *name, void *to), void *to, void *user)
{
    const disk *d = (const disk *)user;
    unsigned i;
    (void)path;
    for (i = 0; i < d->count && add_fn(d->files[i].name, to); i++) {}
    return d->lists;
}

static void system_of(nvp_system *s, disk *d, const entry *files, unsigned count)
{
    memset(d, 0, sizeof *d);
    d->files = files;
    d->count = count;
    d->opens = d->lists = NVP_REPLY_YES;
    d->kind = NVP_KIND_REGULAR;
    memset(s, 0, sizeof *s);
    s->stat_fn = disk_stat;
    s->open_fn = disk_open;
    s->read_fn = disk_read;
    s->close_fn = disk_close;
    s->list_fn = disk_list;
    s->user = d;
}

#define RULE(key) "{\"rules\":[{\"pattern\":[],\"profile\":[\"" key "\",1]}]}"
#define ENTRY(name, text) {name, text, sizeof text - 1}

/* A file of junk beside good ones: they count, and the junk is named. With a heap, and in a driver's buffer. */
static void junk(void)
{
    static char text[32768], room[768 * 1024];
    entry files[] = {ENTRY("10-good", RULE("a")), {"20-junk", text, sizeof text}, ENTRY("30-good", RULE("b"))};
    unsigned way;
    size_t i;
    for (way = 0; way < 4; way++) {
        nvp_memory m;
        nvp_system s;
        disk d;
        nvp_config *c;
        const nvp_result *r;
        /* Objects in a list of nothing; rules; rules with patterns. */
        static const char *const parts[] = {"{},", "{},", "{\"pattern\":[{}]},", "\"\\u0041\","};
        size_t at = (size_t)sprintf(text, way == 0 || way == 3 ? "[" : "{\"rules\":[");
        const size_t n = strlen(parts[way]);
        for (; at + n < sizeof text; at += n) memcpy(text + at, parts[way], n);
        memset(text + at, ' ', sizeof text - at);
        memset(&m, 0, sizeof m);
        m.buffer = room;
        m.buffer_size = sizeof room;
        system_of(&s, &d, files, 3);
        c = open_in(NULL, &m, NULL);
        CHECK_I64(NVP_OK, nvp_config_load(c, &s, homeless(), NULL));
        r = resolve_in(c, NULL, NULL, NULL);
        CHECK(r != NULL && find_key(r, "a") != NULL && find_key(r, "b") != NULL);
        nvp_result_close(r);
        for (i = 0; i < c->place_count; i++)
            if (strstr(c->places[i].path.ptr, "junk") != NULL)
                CHECK(c->places[i].state == NVP_PLACE_STATE_MEMORY || (c->places[i].state == NVP_PLACE_STATE_READ && !c->files[c->places[i].file]->used));
        nvp_config_close(c);
    }
}

/* A file that takes too much leaves no trace: as much memory is held as without it. */
static void rolled_back(void)
{
    static char text[200000], room[300000];
    entry files[] = {{"10-large", text, sizeof text}, ENTRY("20-good", RULE("b"))};
    nvp_config_options o;
    nvp_system s;
    disk d;
    nvp_config *c;
    memset(text, ' ', sizeof text);
    memcpy(text, "{}", 2);
    memset(&o, 0, sizeof o);
    o.memory.buffer = room;
    o.memory.buffer_size = sizeof room;
    system_of(&s, &d, files, 2);
    c = nvp_config_open(&o, NULL);
    CHECK_I64(NVP_OK, nvp_config_load(c, &s, homeless(), NULL));
    CHECK(c->failed_count == 1 && c->file_count == 1 && c->places[2].state == NVP_PLACE_STATE_MEMORY && c->places[2].file == NVP_NONE);
    CHECK_VIEW(FOLDER "/20-good", c->files[0]->name);
    CHECK_STR("memory", nvp_place_state_name(c->places[2].state));
    nvp_config_close(c);
    o.max_file_memory = sizeof room; /* the caller may allow it */
    c = nvp_config_open(&o, NULL);
    CHECK_I64(NVP_OK, nvp_config_load(c, &s, homeless(), NULL));
    CHECK(c->failed_count == 0 && c->file_count == 2);
    nvp_config_close(c);
}

/* Each callback over files says no, unknown and error in turn. */
static void files_unknown(void)
{
    static const entry files[] = {ENTRY("10-good", RULE("a")), ENTRY("20-good", RULE("b"))};
    unsigned way;
    for (way = 0; way < 7; way++) {
        nvp_system s;
        disk d;
        nvp_config *c = nvp_config_open(NULL, NULL);
        nvp_place_state want = NVP_PLACE_STATE_UNREADABLE;
        system_of(&s, &d, files, 2);
        if (way == 0) {
            d.opens = NVP_REPLY_NO; /* gone since it was looked at */
            want = NVP_PLACE_STATE_MISSING;
        }
        if (way == 1) d.opens = NVP_REPLY_UNKNOWN;
        if (way == 2) d.reads = -1;
        if (way == 3) d.kind = NVP_KIND_UNREADABLE;
        if (way == 4) {
            d.kind = NVP_KIND_BROKEN_LINK;
            want = NVP_PLACE_STATE_BROKEN_LINK;
        }
        if (way == 5) d.lists = NVP_REPLY_UNKNOWN;
        if (way == 6) d.lists = NVP_REPLY_NO;
        CHECK_I64(NVP_OK, nvp_config_load(c, &s, homeless(), NULL));
        if (way < 5) {
            CHECK(c->file_count == 0 && c->places[2].state == want && c->places[3].state == want);
            CHECK_U64(want == NVP_PLACE_STATE_UNREADABLE ? 2 : 0, c->failed_count);
        } else { /* what was seen of a directory counts, and it says that there may be more */
            CHECK(c->file_count == 2 && c->places[1].state == NVP_PLACE_STATE_UNREADABLE && c->failed_count == 1);
        }
        nvp_config_close(c);
    }
}

static nvp_reply says[6]; /* by fact */

static nvp_reply fact(nvp_fact what, nvp_view *out, void *user)
{
    (void)user;
    *out = nvp_text("x");
    return says[what];
}

static nvp_reply dso(uint32_t index, nvp_view *out, void *user)
{
    (void)user;
    *out = nvp_text("x");
    return says[NVP_FACT_DSO] == NVP_REPLY_YES && index > 0 ? NVP_REPLY_NO : says[NVP_FACT_DSO];
}

static nvp_reply entry_of(const char *name, void *user)
{
    (void)user;
    (void)name;
    return says[NVP_FACT_ENTRY];
}

static nvp_reply env(const char *name, nvp_view *out, void *user)
{
    (void)user;
    (void)name;
    *out = nvp_text("1");
    return says[NVP_FACT_ENV];
}

static void process_of(nvp_process *p)
{
    unsigned i;
    memset(p, 0, sizeof *p);
    p->fact_fn = fact;
    p->dso_fn = dso;
    p->entry_fn = entry_of;
    p->env_fn = env;
    for (i = 0; i < 6; i++) says[i] = NVP_REPLY_YES;
}

/* Each fact: yes, no, unknown. Only what is unknown is reported as unknown, by rule, by setting and by fact. */
static void facts_unknown(void)
{
    static const char *const features[] = {"procname", "commname", "cmdline", "dso", "findfile"};
    static const nvp_reply answers[] = {NVP_REPLY_YES, NVP_REPLY_NO, NVP_REPLY_UNKNOWN, (nvp_reply)9};
    unsigned f, a;
    for (f = 0; f < 5; f++)
        for (a = 0; a < 4; a++) {
            char text[300];
            nvp_process p;
            nvp_config *c;
            const nvp_result *r;
            const int unknown = a >= 2;
            snprintf(text, sizeof text,
                     "{\"rules\":[{\"pattern\":{\"feature\":\"%s\",\"matches\":\"x\"},\"profile\":[\"k\",1]},{\"pattern\":[],\"profile\":[\"k\",2,\"l\",3]}]}",
                     features[f]);
            process_of(&p);
            says[f] = answers[a];
            c = parsed(text, NULL);
            r = resolve_in(c, &p, NULL, NULL);
            CHECK(r->outcomes[0].matched == (a == 0) && r->outcomes[0].unknown == unknown && !r->outcomes[1].unknown);
            CHECK_U64(unknown ? 1u : 0u, r->unknown_count);
            CHECK_U64(unknown ? 1u << f : 0u, r->unknown);
            /* k is there in any case, and the first rule decides its value. l is certain. */
            CHECK_I64(a == 0 ? 1 : 2, find_key(r, "k")->setting->value.i);
            CHECK(find_key(r, "k")->unknown == unknown && find_key(r, "l")->unknown == 0);
            nvp_result_close(r);
            nvp_config_close(c);
        }
}

#define F(feature) "{\"feature\":\"" feature "\",\"matches\":\"x\"}"

/* Operators: a result is unknown only if the unknown part could change it. */
static void operators_unknown(void)
{
    static const struct {
        const char *pattern;
        int matched, unknown;
    } cases[] = { /* procname is x, commname is not, dso is unknown */
        {"[" F("procname") "," F("dso") "]", 0, 1}, {"[" F("commname") "," F("dso") "]", 0, 0}, {"[" F("dso") "," F("commname") "]", 0, 0},
        {"{\"op\":\"or\",\"sub\":[" F("dso") "," F("procname") "]}", 1, 0}, {"{\"op\":\"or\",\"sub\":[" F("dso") "," F("commname") "]}", 0, 1},
        {"{\"op\":\"not\",\"sub\":" F("dso") "}", 1, 1}, {"{\"op\":\"not\",\"sub\":[" F("dso") "," F("dso") "]}", 0, 0},
        {"[{\"op\":\"not\",\"sub\":" F("dso") "}," F("commname") "]", 0, 0}, {"{\"op\":\"or\",\"sub\":[{\"op\":\"not\",\"sub\":" F("dso") "}," F("procname") "]}", 1, 0}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[500];
        nvp_process p;
        nvp_config *c;
        const nvp_result *r;
        snprintf(text, sizeof text, "{\"rules\":[{\"pattern\":%s,\"profile\":[\"k\",1]}]}", cases[i].pattern);
        process_of(&p);
        says[NVP_FACT_COMM] = NVP_REPLY_NO;
        says[NVP_FACT_DSO] = NVP_REPLY_UNKNOWN;
        c = parsed(text, NULL);
        r = resolve_in(c, &p, NULL, NULL);
        if (!CHECK(r->outcomes[0].matched == cases[i].matched && r->outcomes[0].unknown == cases[i].unknown)) printf("    %s\n", cases[i].pattern);
        nvp_result_close(r);
        nvp_config_close(c);
    }
}

/* The environment: whether profiles are enabled, where HOME is, what beats a setting. */
static void environment_unknown(void)
{
    static const entry files[] = {ENTRY("10-good", RULE("GLYield"))};
    nvp_process p;
    nvp_system s;
    disk d;
    nvp_config *c = nvp_config_open(NULL, NULL);
    const nvp_result *r;
    process_of(&p);
    system_of(&s, &d, files, 1);
    says[NVP_FACT_ENV] = NVP_REPLY_UNKNOWN;
    CHECK_I64(NVP_OK, nvp_config_load(c, &s, &p, NULL));
    CHECK(c->state.enabled == 1 && c->state.unknown == 1 && c->state.reports == NVP_REPORT_ENVIRONMENT_UNKNOWN);
    CHECK(c->places[0].state == NVP_PLACE_STATE_UNKNOWN && c->places[1].state == NVP_PLACE_STATE_UNKNOWN && c->failed_count == 2);
    CHECK_VIEW("$HOME/.nv/nvidia-application-profiles-rc", c->places[0].path);
    r = resolve_in(c, &p, NULL, NULL);
    CHECK(r->setting_count == 1 && r->settings[0].overridden == NVP_REPLY_UNKNOWN && r->unknown == 1u << NVP_FACT_ENV);
    CHECK_VIEW("__GL_YIELD", r->settings[0].environment);
    nvp_result_close(r);
    says[NVP_FACT_ENV] = NVP_REPLY_YES;
    r = resolve_in(c, &p, NULL, NULL);
    CHECK(r->settings[0].overridden == NVP_REPLY_YES && r->unknown == 0);
    nvp_result_close(r);
    nvp_config_close(c);
}

static nvp_reply home_only(const char *name, nvp_view *out, void *user)
{
    (void)user;
    *out = nvp_text("/home/mira");
    return strcmp(name, "HOME") == 0 ? NVP_REPLY_YES : NVP_REPLY_NO;
}

static nvp_reply home_once(const char *name, nvp_view *out, void *user)
{
    static int asked;
    (void)user;
    *out = nvp_text("/home/mira");
    return strcmp(name, "HOME") != 0 ? NVP_REPLY_NO : asked++ == 0 ? NVP_REPLY_YES : NVP_REPLY_UNKNOWN;
}

/* The globals file: absent, unreadable, too large and malformed are four things. */
static void globals_unreadable(void)
{
    static const struct {
        nvp_kind kind;
        int reads, unknown;
        unsigned reports;
    } cases[] = {{NVP_KIND_MISSING, 0, 0, 0},
                 {NVP_KIND_BROKEN_LINK, 0, 0, 0},
                 {NVP_KIND_UNREADABLE, 0, 1, NVP_REPORT_GLOBALS_UNREADABLE},
                 {NVP_KIND_REGULAR, -1, 1, NVP_REPORT_GLOBALS_UNREADABLE},
                 {NVP_KIND_DIRECTORY, 0, 0, NVP_REPORT_GLOBALS_UNREADABLE},
                 {NVP_KIND_REGULAR, 0, 0, NVP_REPORT_GLOBALS_MALFORMED}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvp_process p;
        nvp_system s;
        disk d;
        nvp_config *c = nvp_config_open(NULL, NULL);
        process_of(&p);
        p.env_fn = home_only;
        system_of(&s, &d, NULL, 0);
        d.globals = "{";
        d.kind = cases[i].kind;
        d.reads = cases[i].reads;
        CHECK_I64(NVP_OK, nvp_config_load(c, &s, &p, NULL));
        if (!CHECK(c->state.enabled == 1 && c->state.unknown == cases[i].unknown && c->state.reports == cases[i].reports))
            printf("    case %zu: %u\n", i, c->state.reports);
        nvp_config_close(c);
    }
    { /* a process that ends meanwhile: what its HOME led to counts, and what it can no longer say is unknown */
        nvp_process p;
        nvp_system s;
        disk d;
        nvp_config *c = nvp_config_open(NULL, NULL);
        process_of(&p);
        p.env_fn = home_once;
        system_of(&s, &d, NULL, 0);
        d.globals = "{";
        d.kind = NVP_KIND_REGULAR;
        CHECK_I64(NVP_OK, nvp_config_load(c, &s, &p, NULL));
        CHECK_I64(NVP_REPORT_GLOBALS_MALFORMED, c->state.reports);
        CHECK_I64(NVP_PLACE_STATE_UNKNOWN, c->places[0].state);
        nvp_config_close(c);
    }
}

static int backwards(const char *a, const char *b, void *user)
{
    (void)user;
    return -strcmp(a, b);
}

/* Files are read in the order that compare_fn gives, else by bytes. */
static void order(void)
{
    static const entry files[] = {ENTRY("a", RULE("a")), ENTRY("B", RULE("b")), ENTRY("c", RULE("c"))};
    unsigned way;
    for (way = 0; way < 2; way++) {
        nvp_system s;
        disk d;
        nvp_config *c = nvp_config_open(NULL, NULL);
        system_of(&s, &d, files, 3);
        s.compare_fn = way == 0 ? NULL : backwards;
        CHECK_I64(NVP_OK, nvp_config_load(c, &s, homeless(), NULL));
        CHECK_VIEW(way == 0 ? FOLDER "/B" : FOLDER "/c", c->files[0]->name);
        nvp_config_close(c);
    }
}

static char logged[2000];

static void keep_log(nvp_event event, nvp_view what, nvp_view detail, void *user)
{
    const size_t n = strlen(logged);
    (void)user;
    snprintf(logged + n, sizeof logged - n, "%d %.*s: %.*s\n", (int)event, (int)what.len, what.ptr, (int)detail.len, detail.ptr);
}

/* A process that asks for a log gets one; others do not. */
static void logs(void)
{
    static const entry files[] = {ENTRY("10-good", RULE("GLYield")), ENTRY("20-junk", "{"),
                                  ENTRY("30-named", "{\"rules\":[{\"pattern\":[],\"profile\":\"nobody\"},{\"pattern\":\"none\",\"profile\":\"nobody\"}]}")};
    nvp_config_options o;
    nvp_resolve_options ro;
    nvp_process p;
    unsigned way;
    for (way = 0; way < 2; way++) {
        nvp_system s;
        disk d;
        nvp_config *c;
        const nvp_result *r;
        memset(&o, 0, sizeof o);
        memset(&ro, 0, sizeof ro);
        o.log.log_fn = ro.log.log_fn = keep_log;
        process_of(&p);
        if (way == 0) p.env_fn = home_only;
        system_of(&s, &d, files, 3);
        c = nvp_config_open(&o, NULL);
        CHECK_I64(NVP_OK, nvp_config_load(c, &s, &p, NULL));
        r = nvp_resolve(c, &p, &ro, NULL);
        nvp_result_close(r);
        if (way == 0) CHECK_STR("", logged);
        else { /* without a function for it, the one for loading is not called either */
            const size_t length = strlen(logged);
            ro.log.log_fn = NULL;
            nvp_result_close(nvp_resolve(c, &p, &ro, NULL));
            nvp_result_close(nvp_resolve(c, &p, NULL, NULL));
            CHECK_U64(length, strlen(logged));
        }
        nvp_config_close(c);
    }
    CHECK(strstr(logged, "0 " FOLDER ": directory\n0 " FOLDER "/10-good: read\n0 " FOLDER "/20-junk: read\n") != NULL);
    CHECK(strstr(logged, "1 : " FOLDER "/10-good\n1 nobody: " FOLDER "/30-named\n2 GLYield: 1\n") != NULL);
}

int main(void)
{
    RUN(junk);
    RUN(rolled_back);
    RUN(files_unknown);
    RUN(facts_unknown);
    RUN(operators_unknown);
    RUN(environment_unknown);
    RUN(globals_unreadable);
    RUN(order);
    RUN(logs);
    return run_end();
}
