/* Every public function that takes memory, in a buffer of every size between two forbidden pages: it either has enough
   or says MEMORY, whichever step the end of the buffer hits, and the result is then the same as with plenty. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "heap.h"
#include "pages.h"
#include "run.h"

static pages room;
static int good_pages;

/* Texts that need each kind of memory when read: nodes, reals, decoded strings, diagnostics, many members, levels. */
static char texts[13][6000];
static size_t sizes[13];

static void make_texts(void)
{
    char *p;
    unsigned i;
    p = texts[0];
    p += sprintf(p, "{\"x\":1,\"rules\":[{\"pattern\":[");
    for (i = 0; i < 20; i++) p += sprintf(p, "{\"feature\":\"findfile\",\"matches\":\"e%u:e\\u0041\"},", i);
    for (i = 0; i < 20; i++) p += sprintf(p, "{\"op\":\"and\",\"sub\":[");
    for (i = 0; i < 20; i++) p += sprintf(p, "]}");
    p += sprintf(p, "],\"profile\":[");
    for (i = 0; i < 20; i++) p += sprintf(p, "\"k%u\\u0042\",%u.5,", i % 15, i);
    sprintf(p, "\"z\",1]},7],\"profiles\":[{\"name\":\"a\",\"settings\":[]},{\"name\":\"a\",\"settings\":[]}]}");
    p = texts[1]; /* wrong brackets around an object with many members */
    p += sprintf(p, "[{\"a\":[{");
    for (i = 0; i < 30; i++) p += sprintf(p, "\"m%u\":%u.25,", i, i);
    sprintf(p, "\"m0\":{]");
    p = texts[2]; /* objects in nodes only, no whitespace */
    p += sprintf(p, "{\"rules\":[");
    for (i = 0; i < 150; i++) p += sprintf(p, "%s[%u]", i > 0 ? "," : "", i);
    sprintf(p, "]}");
    p = texts[3];
    for (i = 0; i < 100; i++) p += sprintf(p, "%s", i % 2 == 0 ? "[" : "{\"a\":");
    p = texts[4];
    for (i = 0; i < 300; i++) p += sprintf(p, "1]:,");
    sprintf(texts[5], "# only a comment\n");
    p = texts[6];
    p += sprintf(p, "{\"rules\":[");
    for (i = 0; i < 30; i++) p += sprintf(p, "{\"pattern\":\"p%u\",\"profile\":[\"key\",%u,\"other\",%u.5]},", i, i, i);
    sprintf(p, "{\"pattern\":[],\"profile\":\"none\"}]}");
    p = texts[7]; /* many short values in little text */
    p += sprintf(p, "{\"rules\":[");
    for (i = 0; i < 400; i++) p += sprintf(p, "1,");
    sprintf(p, "{\"a\":1}]}");
    sprintf(texts[8], "%s", "{\"rules\":[{\"pattern\":[{\"feature\":\"dso\",\"matches\":\"/x/a\"},{\"feature\":\"dso\",\"matches\":\"b\"}],\"profile\":[\"K\",1]},"
                            "{\"pattern\":{\"op\":\"or\",\"sub\":[{\"feature\":\"findfile\",\"matches\":\"a:b\"},{\"feature\":\"procname\",\"matches\":\"exe\"}]},\"profile\":[\"k\",2,\"l\",3]}]}");
    p = texts[9]; /* as number 2, with one node more */
    p += sprintf(p, "{\"rules\":[0");
    for (i = 0; i < 150; i++) p += sprintf(p, ",[%u]", i);
    sprintf(p, "]}");
    p = texts[10]; /* rules, then profiles, shorter than expected */
    p += sprintf(p, "{\"rules\":[");
    for (i = 0; i < 60; i++) p += sprintf(p, "%s{\"pattern\":\"a\",\"profile\":\"p\"}", i > 0 ? "," : "");
    sprintf(p, "]}");
    p = texts[11];
    p += sprintf(p, "{\"profiles\":[");
    for (i = 0; i < 60; i++) p += sprintf(p, "%s{\"name\":\"%u\",\"settings\":[]}", i > 0 ? "," : "", i);
    sprintf(p, "]}");
    p = texts[12]; /* a profile with the same keys again and again */
    p += sprintf(p, "{\"profiles\":[{\"name\":\"a\",\"settings\":[\"k\",0");
    for (i = 0; i < 60; i++) p += sprintf(p, ",\"k%u\",%u", i % 20, i);
    sprintf(p, "]}]}");
    for (i = 0; i < 13; i++) sizes[i] = strlen(texts[i]);
    good_pages = pages_open(&room, 60);
}

static void memory_of(nvp_memory *m, size_t size)
{
    memset(m, 0, sizeof *m);
    m->buffer = pages_at(&room, size, 1);
    m->buffer_size = size;
}

/* Calls work(user, memory) with more and more memory; it returns 1 when done, 0 after NVP_MEMORY. */
static void each_size(int (*work)(const nvp_memory *m, nvp_error *e, void *user), void *user)
{
    size_t size;
    int good = 0;
    for (size = 0; !good && size < room.size; size += size < 4000 ? 8 : 56) {
        nvp_memory m;
        nvp_error e;
        memory_of(&m, size);
        e.code = NVP_OK;
        good = work(&m, &e, user);
        if (!good && !CHECK_I64(NVP_MEMORY, e.code)) return;
    }
    CHECK(good && size > 64);
}

static int read_one(const nvp_memory *m, nvp_error *e, void *user)
{
    const size_t i = *(const size_t *)user;
    nvp_config *plenty = open_in(NULL, NULL, NULL), *c = open_in(NULL, m, e);
    int good = 0;
    CHECK(add_text(plenty, "x", texts[i], sizes[i], NULL) == NVP_OK && nvp_config_link(plenty, NULL) == NVP_OK);
    if (c != NULL && add_text(c, "x", texts[i], sizes[i], e) == NVP_OK) {
        const nvp_file *a = c->files[0], *b = plenty->files[0];
        CHECK(c->file_count == 1);
        CHECK(a->rule_count == b->rule_count && a->profile_count == b->profile_count && a->problem_count == b->problem_count);
        if (nvp_config_link(c, e) == NVP_OK) {
            CHECK(a->errors == b->errors && a->warnings == b->warnings && a->notes == b->notes && a->used == b->used);
            CHECK(a->problem_count == 0 || memcmp(a->problems, b->problems, a->problem_count * sizeof *a->problems) == 0);
            CHECK(c->use_count == plenty->use_count && c->definition_count == plenty->definition_count);
            good = 1;
        } else
            CHECK(c->uses == NULL && c->use_count == 0);
    } else if (c != NULL)
        CHECK(c->file_count == 0);
    nvp_config_close(c);
    nvp_config_close(plenty);
    return good;
}

static void files(void)
{
    size_t i;
    if (!good_pages) {
        SKIP("needs guard pages");
        return;
    }
    for (i = 0; i < 13; i++) each_size(read_one, &i);
}

static int key_list(const nvp_memory *m, nvp_error *e, void *user)
{
    static const char text[] = "{\"registry_keys\":[{\"key\":\"K\",\"type\":\"integer\",\"description\":\"\\u0041\"},{\"key\":1}],\"x\":[1.5,1.5]}";
    const nvp_keys *k = keys_in(text, sizeof text - 1, m, e);
    (void)user;
    if (k == NULL) return 0;
    CHECK(k->count == 1 && k->skipped == 1 && k->used && nvp_file_locate(k->file, 5).column == 6);
    nvp_keys_close(k);
    return 1;
}

static nvp_reply home_only(const char *name, nvp_view *out, void *user)
{
    (void)user;
    *out = nvp_text("/home/mira");
    return strcmp(name, "HOME") == 0;
}

static int switches(const nvp_memory *m, nvp_error *e, void *user)
{
    const nvp_view globals = nvp_text("{\"\\u0061\":1.5,\"enabled\":false}");
    nvp_process p;
    nvp_switch s;
    nvp_code code;
    (void)user;
    memset(&p, 0, sizeof p);
    p.env_fn = home_only;
    memset(&s, 7, sizeof s);
    code = switch_of(&p, &globals, m, &s, e);
    if (code != NVP_OK) {
        CHECK(code == e->code && s.enabled == 0x07070707);
        CHECK(switch_of(&p, &globals, m, &s, NULL) == NVP_MEMORY);
        return 0;
    }
    CHECK(s.enabled == 0 && s.by == NVP_BY_GLOBALS && s.reports == 0);
    return 1;
}

static void small_ones(void)
{
    if (!good_pages) {
        SKIP("needs guard pages");
        return;
    }
    each_size(key_list, NULL);
    each_size(switches, NULL);
}

/* A process with everything. */
static nvp_reply fact(nvp_fact what, nvp_view *out, void *user)
{
    (void)user;
    *out = nvp_text(what == NVP_FACT_EXE ? "/opt/exe" : "other");
    return NVP_REPLY_YES;
}

static nvp_reply dso(uint32_t index, nvp_view *out, void *user)
{
    static const char *const names[] = {"/x/a", "/lib/b", "/lib/c", "d"};
    (void)user;
    *out = nvp_text(names[index % 4]);
    return index < 30;
}

static nvp_reply entry(const char *name, void *user)
{
    (void)user;
    return name[0] == 'a';
}

static nvp_reply environment(const char *name, nvp_view *out, void *user)
{
    (void)user;
    (void)name;
    *out = nvp_text("/home/mira");
    return strstr(name, "PROFILE") == NULL;
}

static int resolve(const nvp_memory *m, nvp_error *e, void *user)
{
    const nvp_config *c = (const nvp_config *)user;
    nvp_process p;
    const nvp_result *r;
    memset(&p, 0, sizeof p);
    p.fact_fn = fact;
    p.dso_fn = dso;
    p.entry_fn = entry;
    p.env_fn = environment;
    r = resolve_in(c, &p, m, e);
    if (r == NULL) return 0;
    CHECK(r->setting_count == 2 && r->outcomes[0].matched && r->outcomes[1].matched && r->outcomes[1].lost == 1);
    CHECK(r->settings[0].shadows != NULL && r->settings[0].shadows->next == NULL);
    nvp_result_close(r);
    return 1;
}

/* A process that gives no answers, and a rule of so many facts that listing the unknown ones takes memory. */
static int resolve_unknown(const nvp_memory *m, nvp_error *e, void *user)
{
    const nvp_config *c = (const nvp_config *)user;
    const nvp_result *r = resolve_in(c, NULL, m, e);
    if (r == NULL) return 0;
    CHECK(r->unknown_count == 1 && !r->outcomes[0].matched && r->outcomes[0].unknown && r->unknown == 1u << NVP_FACT_ENTRY);
    nvp_result_close(r);
    return 1;
}

static void answers(void)
{
    nvp_config *c = open_in(NULL, NULL, NULL);
    if (!good_pages) {
        SKIP("needs guard pages");
        nvp_config_close(c);
        return;
    }
    CHECK(add_text(c, "x", texts[8], sizes[8], NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
    each_size(resolve, c);
    nvp_config_close(c);
    c = open_in(NULL, NULL, NULL);
    CHECK(add_text(c, "x", texts[0], sizes[0], NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
    each_size(resolve_unknown, c);
    nvp_config_close(c);
}

/* Searching and loading. */
static void stat_any(const char *path, nvp_stat *out, void *user)
{
    const size_t n = strlen(path);
    (void)user;
    out->kind = strcmp(path + n - 5, "-rc.d") == 0 ? NVP_KIND_DIRECTORY : NVP_KIND_REGULAR;
    out->size = strstr(path, "number-3") != NULL ? 0 : 39;
}

static size_t left;
static nvp_reply open_any(const char *path, void **handle, void *user)
{
    (void)user;
    left = strstr(path, "globals") != NULL ? 1 : 2;
    *handle = &left;
    return NVP_REPLY_YES;
}

static size_t read_any(void *handle, void *buffer, size_t size, nvp_reply *reply, void *user)
{
    static const char rules[] = "{\"rules\":[{\"pattern\":[],\"profile\":[]}]}", globals[] = "{\"enabled\":true}";
    const char *from = left == 1 ? globals : rules;
    (void)user;
    (void)handle;
    *reply = NVP_REPLY_NO;
    if (left == 0) return 0;
    left = 0;
    if (strlen(from) < size) size = strlen(from);
    memcpy(buffer, from, size);
    return size;
}

static void close_any(void *handle, void *user)
{
    (void)user;
    (void)handle;
}

static nvp_reply list_any(const char *path, int (*add_fn)(const char *name, void *to), void *to, void *user)
{
    char name[40];
    unsigned i;
    (void)path;
    for (i = 0; i < 20; i++) {
        sprintf(name, "a-file-with-number-%u", i * 7 % 20);
        if (!add_fn(name, to)) return user == NULL; /* whatever a callback does with it */
    }
    return 1;
}

static int search(const nvp_memory *m, nvp_error *e, void *user)
{
    nvp_system s;
    nvp_process p;
    nvp_config_options o;
    nvp_config *c;
    nvp_code code;
    int load, whole = 0;
    memset(&s, 0, sizeof s);
    memset(&p, 0, sizeof p);
    memset(&o, 0, sizeof o);
    s.stat_fn = stat_any;
    s.open_fn = open_any;
    s.read_fn = read_any;
    s.close_fn = close_any;
    s.list_fn = list_any;
    s.user = user;
    p.env_fn = environment;
    o.version = nvp_text("999.1");
    load = user == NULL || *(const int *)user == 1;
    c = open_in(&o, m, e);
    if (c == NULL) return 0;
    code = load ? nvp_config_load(c, &s, &p, e) : nvp_config_search(c, &s, &p, e);
    CHECK(code == e->code || code == NVP_OK);
    if (code == NVP_OK) {
        whole = c->failed_count == 0 && !c->state.unknown; /* what lacks memory is reported in its place */
        if (whole) CHECK_U64(46, c->place_count);
        CHECK(c->place_count == 46 || c->failed_count > 0);
        CHECK_U64(load && c->place_count == 46 ? 44 - c->failed_count : load ? c->file_count : 0, c->file_count);
        CHECK_VIEW("/home/mira/.nv/nvidia-application-profile-globals-rc", c->globals);
        if (load) CHECK(c->state.enabled == 1 && (c->state.by == NVP_BY_GLOBALS || c->state.reports == NVP_REPORT_GLOBALS_UNREADABLE));
    } else
        CHECK(c->places == NULL && c->place_count == 0 && c->file_count == 0 && c->files == NULL && c->globals.len == 0 && c->state.by == 0);
    if (code == NVP_OK && !whole) e->code = NVP_MEMORY;
    nvp_config_close(c);
    return code == NVP_OK && whole;
}

static void paths(void)
{
    int which;
    if (!good_pages) {
        SKIP("needs guard pages");
        return;
    }
    for (which = 0; which < 2; which++) each_size(search, &which);
    each_size(search, NULL);
}

/* Edits: all of them, in files of several forms. */
static char written[8000];
static size_t written_len;
static unsigned write_calls, write_fails;
static nvp_reply put(const void *bytes, size_t size, void *user)
{
    (void)user;
    if (++write_calls == write_fails) return 0;
    if (written_len + size > sizeof written) abort();
    memcpy(written + written_len, bytes, size);
    written_len += size;
    return 1;
}

static const char *const edited[] = {
    "{\"rules\":[{\"pattern\":\"a\",\"profile\":\"p\"},{\"pattern\":\"b\",\"profile\":{\"name\":\"p\",\"settings\":[]}},{\"pattern\":\"c\",\"profile\":[]}],"
    "\"profiles\":[{\"name\":\"p\",\"settings\":[\"k\",1,\"l\",2,\"K\",3]},{\"name\":\"q\",\"settings\":[]},{\"name\":\"p\",\"settings\":[{\"k\":\"x\",\"v\":1}]}]}",
    "{\n  \"rules\": [\n    { \"pattern\": \"a\", \"profile\": \"p\" },\n    { \"pattern\": \"b\", \"profile\": \"p\" }\n  ],\n  \"profiles\": [\n    { \"name\": \"p\",\n"
    "      \"settings\": [\n        { \"key\": \"k\", \"value\": 1 },\n        { \"key\": \"l\", \"value\": 2 }\n      ]\n    }\n  ]\n}\n",
    "{}", "", "{\"profiles\":[{\"name\":\"p\",\"settings\":[]}]}"};

typedef struct doing {
    const nvp_file *file;
    int what;
    char plenty[8000];
    size_t plenty_len;
} doing;

static nvp_code edit(const nvp_file *f, int what, const edit_sink *to, nvp_error *e)
{
    static char long_key[300];
    nvp_view v;
    const nvp_profile *p = f->profile_count > 0 ? f->profiles : NULL;
    switch (what) {
    case 0: return edit_set(f, p, nvp_text("k"), nvp_text("0x7"), to, e);
    case 1: return edit_set(f, p, nvp_text("new \"key\"\n"), nvp_text("\"text\\u0041\""), to, e);
    case 2:
        memset(long_key, 'l', sizeof long_key);
        v.ptr = long_key;
        v.len = sizeof long_key;
        return edit_set(f, p, v, nvp_text("1"), to, e);
    case 3: return edit_unset(f, p, nvp_text("k"), to, e);
    case 4: return edit_rule_add(f, 1, nvp_text("{\"pattern\":\"\\u0041\",\"profile\":[\"k\",1.5]}"), to, e);
    case 5: return edit_rule_add(f, 0, nvp_text("{\"pattern\":{\"op\":\"not\",\"sub\":{\"feature\":\"dso\",\"matches\":\"d\"}},\"profile\":{\"settings\":[\"k\",1]}}"), to, e);
    case 6: return edit_profile_add(f, NVP_NONE, nvp_text("{\"name\":\"n\",\"settings\":[\"a\",1,\"b\",true,\"c\",\"x\"]}"), to, e);
    case 7: return edit_rule_remove(f, 0, to, e);
    case 8: return edit_profile_remove(f, 0, to, e);
    case 9: return edit_rule_move(f, 0, 1, to, e);
    default: return edit_profile_rename(f, nvp_text("p"), nvp_text("a longer name with \\ and \x01"), to, e);
    }
}

static int edit_in(const nvp_memory *m, nvp_error *e, void *user)
{
    doing *d = (doing *)user;
    edit_sink to;
    nvp_code code;
    memset(&to, 0, sizeof to);
    to.write_fn = put;
    if (m != NULL) to.memory = *m;
    written_len = 0;
    code = edit(d->file, d->what, &to, e);
    if (code != NVP_OK) {
        CHECK(code == e->code && written_len == 0);
        CHECK(edit(d->file, d->what, &to, NULL) == code);
        return 0;
    }
    CHECK_BYTES(d->plenty, d->plenty_len, written, written_len);
    return 1;
}

/* The name is put together before it is known that no profile has the old one. */
static int rename_none(const nvp_memory *m, nvp_error *e, void *user)
{
    edit_sink to;
    nvp_code code;
    memset(&to, 0, sizeof to);
    to.write_fn = put;
    if (m != NULL) to.memory = *m;
    code = edit_profile_rename((const nvp_file *)user, nvp_text("none"), nvp_text("a name that is a little longer than others are"), &to, e);
    CHECK(code == e->code && (code == NVP_MEMORY || code == NVP_ARGUMENT));
    return code == NVP_ARGUMENT;
}

static void edits(void)
{
    static doing d;
    edit_sink to;
    size_t i, done = 0;
    if (!good_pages) {
        SKIP("needs guard pages");
        return;
    }
    memset(&to, 0, sizeof to);
    to.write_fn = put;
    for (i = 0; i < sizeof edited / sizeof *edited; i++) {
        nvp_config *c = open_in(NULL, NULL, NULL);
        const char *text = pages_put(&room, edited[i], strlen(edited[i]), 0);
        CHECK(add_text(c, "x", text, strlen(edited[i]), NULL) == NVP_OK);
        for (d.what = 0; d.what <= 10; d.what++) {
            d.file = c->files[0];
            written_len = 0;
            if (edit(d.file, d.what, &to, NULL) != NVP_OK) continue;
            done++;
            memcpy(d.plenty, written, written_len);
            d.plenty_len = written_len;
            each_size(edit_in, &d);
            for (write_fails = 1;; write_fails++) { /* each write fails */
                nvp_error e;
                nvp_code code;
                write_calls = 0;
                written_len = 0;
                code = edit(d.file, d.what, &to, &e);
                if (code == NVP_OK) break;
                CHECK(code == NVP_IO && e.code == NVP_IO && write_calls == write_fails);
                CHECK(memcmp(d.plenty, written, written_len) == 0);
            }
            CHECK(write_fails > 1 && write_calls == write_fails - 1);
            write_fails = 0;
        }
        if (i < 2) each_size(rename_none, (void *)(uintptr_t)c->files[0]);
        nvp_config_close(c);
    }
    CHECK_U64(36, done);
    pages_close(&room);
}

static nvp_reply put_nowhere(const void *bytes, size_t size, void *user)
{
    (void)user;
    return bytes != NULL && size > 0;
}

/* Files of many sizes, so that each array of each call is once the one that needs a new piece of memory, which fails
   once and never again: the call fails all the same, and the next one works. */
static char grown[60000];

static size_t grow(unsigned count)
{
    char *p = grown;
    unsigned i;
    p += sprintf(p, "{\"rules\":[");
    for (i = 0; i < count; i++)
        p += sprintf(p, "{\"pattern\":[{\"feature\":\"findfile\",\"matches\":\"f%u:g\\u0041\"},{\"feature\":\"dso\",\"matches\":\"l%u\"}],\"profile\":%s%u%s},", i, i,
                     i % 3 == 0 ? "[\"k" : i % 3 == 1 ? "\"p" : "{\"name\":\"q", i, i % 3 == 0 ? "\",1.5]" : i % 3 == 1 ? "\"" : "\",\"settings\":[\"k1\",2]}");
    p += sprintf(p, "{\"pattern\":[],\"profile\":[]}],\"profiles\":[{\"name\":\"p1\",\"settings\":[\"k0\",1]}");
    for (i = 0; i < count; i++) p += sprintf(p, ",{\"name\":\"p%u\",\"settings\":[\"a%u\",1,\"A%u\",2]}", i, i, i);
    for (p += sprintf(p, "]"), i = 0; i < count; i++) p += sprintf(p, ",\"m%u\":7", i);
    p += sprintf(p, "}");
    return (size_t)(p - grown);
}

static int once(int what, const nvp_config *c, const nvp_memory *m, size_t size, nvp_error *e)
{
    int good = 0;
    if (what == 0) { /* reading and linking */
        nvp_config *mine = open_in(NULL, m, e);
        if (mine != NULL) {
            nvp_code code = add_text(mine, "x", grown, size, e);
            if (code == NVP_OK) code = nvp_config_link(mine, e);
            good = code == NVP_OK;
            if (!good) { /* the next try succeeds */
                CHECK(mine->use_count == 0);
                if (mine->file_count == 0) CHECK(add_text(mine, "x", grown, size, NULL) == NVP_OK);
                CHECK(nvp_config_link(mine, NULL) == NVP_OK);
            }
            CHECK(mine->file_count == 1 && mine->use_count == c->use_count && mine->definition_count == c->definition_count);
        }
        nvp_config_close(mine);
    } else if (what == 1) {
        nvp_process p;
        const nvp_result *r;
        memset(&p, 0, sizeof p);
        p.fact_fn = fact;
        p.dso_fn = dso;
        p.entry_fn = entry;
        p.env_fn = environment;
        r = resolve_in(c, &p, m, e);
        good = r != NULL;
        nvp_result_close(r);
    } else if (what == 2) {
        const nvp_keys *k = keys_in(grown, size, m, e);
        good = k != NULL;
        nvp_keys_close(k);
    } else {
        edit_sink to;
        memset(&to, 0, sizeof to);
        to.write_fn = put_nowhere;
        if (m != NULL) to.memory = *m;
        if (what == 3) good = edit_profile_rename(c->files[0], nvp_text("p1"), nvp_text("another"), &to, e) == NVP_OK;
        else if (what == 4) good = edit_rule_move(c->files[0], 0, 0x7fffffff, &to, e) == NVP_OK;
        else if (what == 5) good = edit_rule_remove(c->files[0], 1, &to, e) == NVP_OK;
        else good = edit_set(c->files[0], c->files[0]->profiles, nvp_text("new"), nvp_text("1"), &to, e) == NVP_OK;
    }
    return good;
}

static void one_failure(void)
{
    unsigned count, fail;
    int what;
    for (count = 1; count < 160; count += 1 + count / 12) {
        const size_t size = grow(count);
        nvp_config *c = open_in(NULL, NULL, NULL);
        CHECK(add_text(c, "x", grown, size, NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK && c->files[0]->used);
        for (what = 0; what < 7; what++) {
            int good = 0;
            for (fail = 1; !good && fail < 60; fail++) {
                nvp_memory m;
                nvp_error e;
                heap h;
                memset(&m, 0, sizeof m);
                memset(&h, 0, sizeof h);
                h.fail = fail;
                m.allocator.alloc_fn = take;
                m.allocator.free_fn = give;
                m.allocator.user = &h;
                e.code = NVP_OK;
                good = once(what, c, &m, size, &e);
                if (!good) CHECK_I64(NVP_MEMORY, e.code);
                if (!CHECK(good == (h.calls < fail))) printf("    what %d, count %u, fail %u\n", what, count, fail);
                CHECK(h.live == 0 && h.held == 0);
            }
            CHECK(good);
        }
        nvp_config_close(c);
    }
}

int main(void)
{
    RUN(one_failure);
    RUN(make_texts);
    RUN(files);
    RUN(small_ones);
    RUN(answers);
    RUN(paths);
    RUN(edits);
    return run_end();
}
