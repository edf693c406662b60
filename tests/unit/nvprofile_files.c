/* Files of the search path: their names, order and sizes, systems that answer oddly, and the globals file. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "heap.h"
#include "profiles.h"
#include "run.h"

/* Files of a folder, with what identifies them; a text is as long as it is, not as long as stat says. */
typedef struct entry {
    const char *name, *text;
    uint64_t size, id;
} entry;
static const entry *entries;
static size_t entry_count, open_at;
static const char folder[] = "/etc/nvidia/nvidia-application-profiles-rc.d";

static const entry *entry_of(const char *path)
{
    size_t i;
    for (i = 0; i < entry_count; i++)
        if (strncmp(path, folder, sizeof folder - 1) == 0 && path[sizeof folder - 1] == '/' && strcmp(path + sizeof folder, entries[i].name) == 0) return &entries[i];
    return NULL;
}

static void stat_entry(const char *path, nvp_stat *out, void *user)
{
    const entry *e = entry_of(path);
    (void)user;
    out->kind = strcmp(path, folder) == 0 ? NVP_KIND_DIRECTORY : e != NULL ? NVP_KIND_REGULAR : NVP_KIND_MISSING;
    if (e != NULL) {
        out->size = e->size;
        out->id[0] = e->id;
        out->id[1] = e->id * 3;
    }
}

static nvp_reply open_entry(const char *path, void **handle, void *user)
{
    (void)user;
    open_at = 0;
    *handle = (void *)(uintptr_t)entry_of(path);
    return NVP_REPLY_YES;
}

static size_t read_entry(void *handle, void *buffer, size_t size, nvp_reply *reply, void *user)
{
    const entry *e = (const entry *)handle;
    const size_t left = strlen(e->text) - open_at, n = left < size ? left : size;
    (void)user;
    if (n == 0) *reply = NVP_REPLY_NO;
    memcpy(buffer, e->text + open_at, n);
    open_at += n;
    return n;
}

static void close_entry(void *handle, void *user)
{
    (void)user;
    (void)handle;
}

static nvp_reply list_entries(const char *path, int (*add_fn)(const char *name, void *to), void *to, void *user)
{
    size_t i;
    (void)user;
    (void)path;
    for (i = 0; i < entry_count && add_fn(entries[i].name, to); i++) {}
    return 1;
}

static void system_of(nvp_system *s)
{
    memset(s, 0, sizeof *s);
    s->stat_fn = stat_entry;
    s->open_fn = open_entry;
    s->read_fn = read_entry;
    s->close_fn = close_entry;
    s->list_fn = list_entries;
}

/* One file under several names, with others between them (row 67). */
static void same_files(void)
{
    static const entry files[] = {{"a", "{}", 2, 7}, {"b", "{}", 2, 5}, {"c", "{}", 2, 7}, {"d", "{}", 2, 0}, {"e", "{}", 2, 5}, {"f", "{}", 2, 0}, {"g", "{}", 2, 7},
                                  {"h", "{}", 2, 20}, {"i", "{}", 2, 19}, {"j", "{}", 2, 18}, {"k", "{}", 2, 17}, {"l", "{}", 2, 16}, {"m", "{}", 2, 15},
                                  {"n", "{}", 2, 14}, {"o", "{}", 2, 13}, {"p", "{}", 2, 12}, {"q", "{}", 2, 11}, {"r", "{}", 2, 10}, {"s", "{}", 2, 9}};
    nvp_config *c = parsed_in_garbage("{}", 0);
    nvp_system s;
    uint32_t i, found = 0, k;
    entries = files;
    entry_count = sizeof files / sizeof *files;
    system_of(&s);
    CHECK(nvp_config_load(c, &s, homeless(), NULL) == NVP_OK && c->file_count == 20 && c->place_count == 22);
    for (i = 0; i < c->place_count; i++)
        for (k = 0; k < i; k++)
            found += c->places[i].id[0] != 0 && memcmp(c->places[i].id, c->places[k].id, sizeof c->places[i].id) == 0;
    CHECK_U64(4, found); /* e as b, c and g as a, g as c */
    nvp_config_close(c);
}

/* A file that grows while it is read, up to the last byte allowed. */
static void growing_file(void)
{
    entry file = {"a", NULL, 0, 1};
    unsigned most, size, length;
    char text[60];
    for (most = 13; most <= 40; most++)
        for (size = 0; size <= most; size += size < 2 ? 1 : 4)
            for (length = most - 1; length <= most + 1; length++) {
                nvp_config_options o;
                nvp_config *c;
                nvp_system s;
                memset(text, ' ', sizeof text);
                memcpy(text, "{\"rules\":[", 10);
                memcpy(text + length - 2, "]}", 3);
                file.text = text;
                file.size = size;
                entries = &file;
                entry_count = 1;
                system_of(&s);
                memset(&o, 0, sizeof o);
                o.max_file = most;
                c = open_in(&o, garbage(), NULL);
                CHECK(nvp_config_load(c, &s, homeless(), NULL) == NVP_OK);
                if (length <= most) {
                    if (!CHECK(c->file_count == 1 && c->files[0]->used && c->files[0]->errors == 0) || !CHECK_BYTES(text, length, c->files[0]->text.ptr, c->files[0]->text.len))
                        printf("    %u of %u, %u at first\n", length, most, size);
                } else
                    CHECK(c->file_count == 0 && c->places[2].state == NVP_PLACE_STATE_TOO_LARGE);
                nvp_config_close(c);
            }
    CHECK(garbage_heap.live == 0);
}

/* After a failed load the configuration goes on as before, with room for further files. */
static void after_a_failure(void)
{
    static const entry files[] = {{"a", "{\"rules\":[]}", 5000, 1}, {"b", "{\"rules\":[]}", 9000, 2}, {"c", "{\"profiles\":[]}", 20000, 3}};
    unsigned fail, i;
    int good = 0, whole = 0;
    uint32_t loaded;
    entries = files;
    entry_count = 3;
    for (fail = 1; !whole && fail < 50; fail++) {
        nvp_memory m;
        nvp_system s;
        nvp_config *c;
        heap own;
        HEAP_MEMORY(m, own);
        system_of(&s);
        c = open_in(NULL, &m, NULL);
        for (i = 0; i < 15; i++) CHECK(add_text(c, "first", "{}", 2, NULL) == NVP_OK);
        CHECK(nvp_config_link(c, NULL) == NVP_OK && nvp_config_search(c, &s, homeless(), NULL) == NVP_OK);
        own.fail = own.calls + fail;
        good = nvp_config_load(c, &s, homeless(), NULL) == NVP_OK;
        own.fail = 0;
        /* One file less is a place that says so; the call may fail as well. */
        CHECK(c->file_count == (good ? 18u - c->failed_count : 15u) && c->place_count == 6);
        loaded = c->file_count;
        whole = good && c->failed_count == 0;
        for (i = 0; i < 40; i++) CHECK(add_text(c, "next", "{ }", 3, NULL) == NVP_OK);
        CHECK_U64(loaded + 40, c->file_count);
        for (i = 0; i < 15; i++) CHECK_VIEW("first", c->files[i]->name);
        for (i = c->file_count - 40; i < c->file_count; i++) CHECK(c->files[i]->name.len == 4 && c->files[i]->text.len == 3);
        CHECK(nvp_config_search(c, &s, homeless(), NULL) == NVP_OK && c->place_count == 6);
        nvp_config_close(c);
        CHECK(own.live == 0);
    }
    CHECK(good && fail > 4);
}

/* A system that gives another answer the second time, or reads too much. */
typedef struct disk {
    nvp_kind first, second;
    unsigned looks;
    int64_t got;
    const char *name;
    int listed, added;
} disk;

static void stat_two(const char *path, nvp_stat *out, void *user)
{
    disk *d = (disk *)user;
    out->kind = NVP_KIND_MISSING;
    if (strcmp(path, "/etc/nvidia/nvidia-application-profiles-rc") == 0) {
        out->kind = d->looks++ == 0 ? d->first : d->second;
        out->size = 20;
        out->id[0] = 3;
        out->id[1] = 4;
    }
    if (strcmp(path, "/etc/nvidia/nvidia-application-profiles-rc.d") == 0 && d->name != NULL) out->kind = NVP_KIND_DIRECTORY;
    if (strncmp(path, "/etc/nvidia/nvidia-application-profiles-rc.d/", 45) == 0) out->kind = NVP_KIND_DIRECTORY;
}

static nvp_reply open_one(const char *path, void **handle, void *user)
{
    (void)path;
    *handle = user;
    return NVP_REPLY_YES;
}

static size_t read_too_much(void *handle, void *buffer, size_t size, nvp_reply *reply, void *user)
{
    disk *d = (disk *)user;
    (void)handle;
    (void)buffer;
    if (d->got < 0) *reply = NVP_REPLY_FAILED;
    return d->got < 0 ? 0 : size + (size_t)d->got;
}

static void close_one(void *handle, void *user) { CHECK(user == handle); }

static nvp_reply list_one(const char *path, int (*add_fn)(const char *name, void *to), void *to, void *user)
{
    disk *d = (disk *)user;
    (void)path;
    d->listed++;
    d->added = add_fn(d->name[0] == '0' ? NULL : d->name + 1, to);
    return 1;
}

static size_t read_rules(void *handle, void *buffer, size_t size, nvp_reply *reply, void *user)
{
    disk *d = (disk *)user;
    static const char text[] = "{\"rules\":[ ]       }"; /* as long as stat_two says */
    size_t n = 20 - (size_t)d->got;
    (void)handle;
    if (n > size) n = size;
    memcpy(buffer, text + d->got, n);
    d->got += (int64_t)n;
    if (n == 0) *reply = NVP_REPLY_NO;
    return n;
}

/* A file of exactly the largest size, and one that is a byte larger. */
static void largest_file(void)
{
    unsigned most;
    for (most = 19; most <= 21; most++) {
        nvp_config_options o;
        nvp_system s;
        nvp_config *c;
        disk d;
        memset(&o, 0, sizeof o);
        memset(&s, 0, sizeof s);
        memset(&d, 0, sizeof d);
        d.first = d.second = NVP_KIND_REGULAR;
        s.stat_fn = stat_two;
        s.open_fn = open_one;
        s.read_fn = read_rules;
        s.close_fn = close_one;
        s.list_fn = list_one;
        s.user = &d;
        o.max_file = most;
        c = open_in(&o, NULL, NULL);
        CHECK(nvp_config_load(c, &s, homeless(), NULL) == NVP_OK && c->file_count == (most >= 20));
        CHECK(c->places[0].state == (most >= 20 ? NVP_PLACE_STATE_READ : NVP_PLACE_STATE_TOO_LARGE));
        if (most >= 20) CHECK(c->files[0]->used && c->files[0]->text.len == 20);
        nvp_config_close(c);
    }
}

static void odd_system(void)
{
    static const struct {
        nvp_kind second;
        int64_t got;
        nvp_place_state outcome;
    } cases[] = {{NVP_KIND_MISSING, 0, NVP_PLACE_STATE_MISSING}, {NVP_KIND_BROKEN_LINK, 0, NVP_PLACE_STATE_BROKEN_LINK}, {NVP_KIND_UNREADABLE, 0, NVP_PLACE_STATE_UNREADABLE}, {NVP_KIND_DIRECTORY, 0, NVP_PLACE_STATE_IGNORED},
                 {NVP_KIND_OTHER, 0, NVP_PLACE_STATE_IGNORED}, {NVP_KIND_REGULAR, -1, NVP_PLACE_STATE_UNREADABLE}, {NVP_KIND_REGULAR, 1, NVP_PLACE_STATE_UNREADABLE}, {NVP_KIND_REGULAR, INT32_MAX, NVP_PLACE_STATE_UNREADABLE}};
    static const struct {
        const char *name; /* after a letter */
        unsigned places;
        int leftover;
    } names_of[] = {{"0", 4, 0}, {"-", 4, 0}, {"-.", 4, 0}, {"-..", 4, 0}, {"-...", 5, 1}, {"-.a", 5, 1}, {"-..a", 5, 1}, {"-a", 5, 0}, {"-a~", 5, 1}, {"-~", 5, 1},
                    {"-a.swp", 5, 1}, {"-.swp", 5, 1}, {"-swp", 5, 0}, {"-a.rpmsave", 5, 1}, {"-a.pacnew", 5, 1}, {"-a.pacnews", 5, 0}};
    nvp_system s;
    size_t i;
    memset(&s, 0, sizeof s);
    s.stat_fn = stat_two;
    s.open_fn = open_one;
    s.read_fn = read_too_much;
    s.close_fn = close_one;
    s.list_fn = list_one;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvp_config *c = open_in(NULL, NULL, NULL);
        disk d;
        memset(&d, 0, sizeof d);
        d.first = NVP_KIND_REGULAR;
        d.second = cases[i].second;
        d.got = cases[i].got;
        s.user = &d;
        CHECK(nvp_config_load(c, &s, homeless(), NULL) == NVP_OK && c->file_count == 0 && c->globals.len == 0);
        CHECK(c->place_count == 3 && c->places[0].entry == 3 && c->places[0].state == cases[i].outcome && c->places[0].id[0] == 3 && c->places[0].id[1] == 4);
        nvp_config_close(c);
    }
    for (i = 0; i < sizeof names_of / sizeof *names_of; i++) {
        nvp_config *c = open_in(NULL, NULL, NULL);
        disk d;
        memset(&d, 0, sizeof d);
        d.name = names_of[i].name;
        s.user = &d;
        CHECK(nvp_config_search(c, &s, homeless(), NULL) == NVP_OK && d.listed == 1 && d.added == 1);
        if (!CHECK_U64(names_of[i].places - 1, c->place_count)) printf("    %s\n", d.name);
        if (c->place_count == 4 && !CHECK(c->places[2].state == NVP_PLACE_STATE_IGNORED && c->places[2].leftover == names_of[i].leftover)) printf("    %s\n", d.name);
        nvp_config_close(c);
    }
}

/* In an order where all names are equal, bytes decide. */
static int all_equal(const char *a, const char *b, void *user)
{
    (void)a;
    (void)b;
    ++*(unsigned *)user;
    return 0;
}

static int backwards(const char *a, const char *b, void *user)
{
    (void)user;
    return strcmp(b, a);
}

static void stat_folder(const char *path, nvp_stat *out, void *user)
{
    (void)user;
    out->kind = strcmp(path, "/etc/nvidia/nvidia-application-profiles-rc.d") == 0 ? NVP_KIND_DIRECTORY : NVP_KIND_OTHER;
}

static nvp_reply list_many(const char *path, int (*add_fn)(const char *name, void *to), void *to, void *user)
{
    static const char *const given[] = {"profile-b2", "profile-b", "profile-a-long-one", "profile-a-long", "b", "a", "profile-", "profile", "profile-a-lonf"};
    size_t i;
    (void)user;
    (void)path;
    for (i = 0; i < 9; i++) add_fn(given[i], to);
    return 1;
}

static void order(void)
{
    static const char *const want[] = {"a", "b", "profile", "profile-", "profile-a-lonf", "profile-a-long", "profile-a-long-one", "profile-b", "profile-b2"};
    unsigned asked = 0, i, way;
    for (way = 0; way < 3; way++) {
        nvp_config *c = open_in(NULL, NULL, NULL);
        nvp_system s;
        memset(&s, 0, sizeof s);
        s.stat_fn = stat_folder;
        s.list_fn = list_many;
        s.compare_fn = way == 0 ? NULL : way == 1 ? all_equal : backwards;
        s.user = &asked;
        CHECK(nvp_config_search(c, &s, homeless(), NULL) == NVP_OK && c->place_count == 12);
        for (i = 0; i < 9; i++) CHECK_STR(want[way == 2 ? 8 - i : i], strrchr(c->places[2 + i].path.ptr, '/') + 1);
        nvp_config_close(c);
    }
    CHECK(asked > 8);
}

static nvp_reply home_of(const char *name, nvp_view *out, void *user)
{
    *out = nvp_text("/home/mira");
    return strcmp(name, "HOME") == 0 && user == NULL;
}

static void globals(void)
{
    static const struct {
        const char *text;
        int enabled, by;
        unsigned reports;
    } cases[] = {{"{\"enabled\":true}", 1, NVP_BY_GLOBALS, 0}, {"{\"enabled\":false}", 0, NVP_BY_GLOBALS, 0}, {"{\"enabled\":0}", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_TYPE},
                 {"{\"enabled\":null}", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_TYPE}, {"{\"enabled\":\"true\"}", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_TYPE},
                 {"{}", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_NO_ENABLED}, {"{\"x\":false}", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_NO_ENABLED}, {"[]", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_MALFORMED},
                 {"", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_MALFORMED}, {"{\"enabled\":false", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_MALFORMED}, {"false", 1, NVP_BY_DEFAULT, NVP_REPORT_GLOBALS_MALFORMED},
                 {"{\"enabled\":true,\"enabled\":false}", 0, NVP_BY_GLOBALS, 0}, {"{\"enabled\":false,\"rules\":7}", 0, NVP_BY_GLOBALS, 0}};
    nvp_process p;
    nvp_switch s = {0};
    nvp_error e;
    nvp_view big = nvp_text("");
    size_t i;
    int home;
    memset(&p, 0, sizeof p);
    p.env_fn = home_of;
    for (home = 0; home < 2; home++)
        for (i = 0; i < sizeof cases / sizeof *cases; i++) {
            const nvp_view text = nvp_text(cases[i].text);
            p.user = home ? NULL : &p;
            CHECK(switch_of(&p, &text, NULL, &s, NULL) == NVP_OK);
            if (!home) CHECK(s.enabled == 1 && s.by == NVP_BY_DEFAULT && s.reports == 0); /* row 69 */
            else if (!CHECK(s.enabled == cases[i].enabled && (int)s.by == cases[i].by && s.reports == cases[i].reports)) printf("    %s\n", cases[i].text);
        }
    CHECK(switch_of(&p, NULL, NULL, &s, NULL) == NVP_OK && s.enabled == 1);
    big.len = (size_t)NVP_NONE;
    CHECK(switch_of(&p, &big, NULL, &s, &e) == NVP_LIMIT && e.code == NVP_LIMIT);
    {
        nvp_memory m;
        const nvp_view text = nvp_text("{}");
        memset(&m, 0, sizeof m);
        m.allocator.free_fn = nvp_i_mfree;
        CHECK(switch_of(&p, &text, &m, &s, &e) == NVP_ARGUMENT);
    }
}

int main(void)
{
    RUN(same_files);
    RUN(growing_file);
    RUN(after_a_failure);
    RUN(largest_file);
    RUN(odd_system);
    RUN(order);
    RUN(globals);
    return run_end();
}
