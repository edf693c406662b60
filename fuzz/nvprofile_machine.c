/* The search path of nvprofile.h on a made-up machine. Bytes 0 to 4: the allocation that fails, options, environment, which
   reads fail, locale and process; then entries of the file system, divided by a byte 1e: what it is, which path, its content or,
   of a link, where it leads. There are two trees, as two mount namespaces have; the process sees one of them. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "tests/profiles.h"

#include <string.h>

#include "../tests/heap.h"

#define HOLDS(e) ((e) ? (void)0 : abort())
#define ENTRIES 8

static const char *const paths[] = {
    "/h/.nv/nvidia-application-profiles-rc", "/h/.nv/nvidia-application-profiles-rc.d", "/etc/nvidia/nvidia-application-profiles-rc",
    "/etc/nvidia/nvidia-application-profiles-rc.d", "/usr/share/nvidia/nvidia-application-profiles-7-rc",
    "/usr/share/nvidia/nvidia-application-profiles-rc", "/h/.nv/nvidia-application-profile-globals-rc"};

typedef struct entry {
    const char *text;
    size_t size, at;
    unsigned kind, path, tree;
} entry;

typedef struct machine {
    entry entries[ENTRIES];
    unsigned count, env, reads, fail, open, tree, locale, facts;
} machine;

enum { LINK = 6 };

/* The entry that a path without links names, in the tree of the process. */
static entry *entry_at(machine *m, const char *path)
{
    unsigned i;
    const char *name;
    for (i = 0; i < m->count; i++)
        if (m->entries[i].tree == m->tree && strcmp(paths[m->entries[i].path % 7], path) == 0) return &m->entries[i];
    /* Names in a folder: the letter of the entry. */
    name = strrchr(path, '/');
    i = name != NULL ? (unsigned)(unsigned char)name[1] - 'a' : ENTRIES;
    return i < m->count && m->entries[i].tree == m->tree ? &m->entries[i] : NULL;
}

/* The entry that a path leads to, links followed, 40 of them at most; NULL and *broken: none, or a link to nothing. */
static entry *find(machine *m, const char *path, int *broken)
{
    char now[600] = "", rest[1200], next[1200], *slash;
    unsigned links = 0;
    entry *e = NULL;
    *broken = 0;
    if (strlen(path) >= 500) return NULL;
    strcpy(rest, path);
    while (rest[0] != 0) {
        char name[600];
        size_t n = strspn(rest, "/"), len = strcspn(rest + n, "/");
        if (len == 0) break;
        memcpy(name, rest + n, len);
        name[len] = 0;
        memmove(rest, rest + n + len, strlen(rest + n + len) + 1);
        if (strcmp(name, ".") == 0) continue;
        slash = strrchr(now, '/');
        if (strcmp(name, "..") == 0) {
            if (slash != NULL) *slash = 0;
            continue;
        }
        if (strlen(now) + len + 2 > sizeof now) return NULL;
        strcat(strcat(now, "/"), name);
        e = entry_at(m, now);
        if (e != NULL && e->kind % 8 >= LINK) {
            const size_t target = e->size < 300 ? e->size : 300;
            *broken = 1;
            if (++links > 40 || target == 0 || strlen(rest) + target + 2 > 500) return NULL;
            memcpy(next, e->text, target);
            next[target] = 0;
            strcat(strcat(next, "/"), rest);
            strcpy(rest, next);
            if (next[0] == '/') now[0] = 0;
            else *strrchr(now, '/') = 0;
            e = NULL;
        }
    }
    return now[0] != 0 ? entry_at(m, now) : NULL;
}

/* The order of names in four locales: by bytes, backwards, letters without case, and one that cannot make up its mind. */
static int order_of(const machine *m, const char *a, const char *b)
{
    switch (m->locale) {
    case 0: return strcmp(a, b);
    case 1: return strcmp(b, a);
    case 2: return (a[0] | 32) - (b[0] | 32);
    default: return (int)((unsigned char)a[0] * 7u + (unsigned char)b[0] * 13u) % 3 - 1;
    }
}

static int compare(const char *a, const char *b, void *user) { return order_of((const machine *)user, a, b); }

static void stat_path(const char *path, nvp_stat *out, void *user)
{
    machine *m = (machine *)user;
    int broken;
    entry *e = find(m, path, &broken);
    memset(out, 0, sizeof *out);
    if (e == NULL) {
        out->kind = broken ? NVP_KIND_BROKEN_LINK : NVP_KIND_MISSING;
        return;
    }
    out->kind = (nvp_kind)(e->kind % 8);
    out->size = e->kind & 128 ? (uint64_t)1 << 60 : e->size;
    out->id[0] = 1;
    out->id[1] = (uint64_t)(e - m->entries) + 1;
}

static nvp_reply open_path(const char *path, void **handle, void *user)
{
    machine *m = (machine *)user;
    int broken;
    entry *e = find(m, path, &broken);
    if (e == NULL) return NVP_REPLY_NO;
    if ((e->kind & 64) != 0) return NVP_REPLY_UNKNOWN;
    HOLDS(e->tree == m->tree);
    m->open++;
    e->at = 0;
    *handle = e;
    return NVP_REPLY_YES;
}

static size_t read_path(void *handle, void *buffer, size_t size, nvp_reply *reply, void *user)
{
    machine *m = (machine *)user;
    entry *e = (entry *)handle;
    HOLDS(m->open > 0 && size > 0);
    if (++m->reads == m->fail) {
        *reply = NVP_REPLY_FAILED;
        return 0;
    }
    if (size > e->size - e->at) size = e->size - e->at;
    if (m->fail % 3 == 1 && size > 1) size = 1;
    memcpy(buffer, e->text + e->at, size);
    e->at += size;
    if (size == 0) *reply = NVP_REPLY_NO;
    return size;
}

static void close_path(void *handle, void *user)
{
    machine *m = (machine *)user;
    HOLDS(handle != NULL && m->open-- > 0);
}

static nvp_reply list_path(const char *path, int (*add_fn)(const char *name, void *to), void *to, void *user)
{
    machine *m = (machine *)user;
    unsigned i;
    char name[] = "a~";
    (void)path;
    for (i = m->count; i > 0; i--) {
        if (m->entries[i - 1].tree != m->tree) continue;
        name[0] = (char)((i % 3 == 0 ? 'A' : 'a') + i - 1); /* a capital is a name of nothing */
        name[1] = i % 2 ? '~' : 0;
        if (!add_fn(name, to)) break;
    }
    return (m->env & 32) == 0 ? NVP_REPLY_YES : NVP_REPLY_UNKNOWN;
}

static nvp_reply env(const char *name, nvp_view *out, void *user)
{
    static const char *const values[] = {"0", "1", "", "yes"};
    const machine *m = (const machine *)user;
    const char *v = strcmp(name, "HOME") == 0 ? (m->env & 64 ? "/h" : NULL) : m->env & 4 ? values[m->env & 3] : NULL;
    if ((m->env & 16) != 0) return NVP_REPLY_UNKNOWN;
    if (v == NULL) return NVP_REPLY_NO;
    out->ptr = v;
    out->len = strlen(v);
    return NVP_REPLY_YES;
}

/* yes, no, unknown, nonsense, by two bits of the input. */
static nvp_reply said(const machine *m, unsigned shift)
{
    static const int answers[] = {NVP_REPLY_YES, NVP_REPLY_NO, NVP_REPLY_UNKNOWN, 55};
    return (nvp_reply)answers[m->facts >> shift & 3];
}

static nvp_reply fact(nvp_fact what, nvp_view *out, void *user)
{
    *out = nvp_text(what == NVP_FACT_EXE ? "/opt/a" : what == NVP_FACT_COMM ? "a" : "C:\\a.exe");
    return said((const machine *)user, 0);
}

static nvp_reply dso(uint32_t index, nvp_view *out, void *user)
{
    *out = nvp_text(index == 0 ? "/usr/lib/liba.so" : "b");
    return index < 3 ? said((const machine *)user, 2) : NVP_REPLY_NO;
}

static nvp_reply beside(const char *name, void *user)
{
    (void)name;
    return said((const machine *)user, 2);
}

static const char *last_part(const char *path) { return strrchr(path, '/') + 1; }

/* What must hold of the places: each file is what its path leads to in the tree of the process, names are in the order of the
   locale, and one file under two names is one. */
static void check_places(machine *m, const nvp_config *config)
{
    uint32_t i, k;
    for (i = 0; i < config->place_count; i++) {
        const nvp_place *at = &config->places[i], *last = i > 0 ? at - 1 : NULL;
        const char *path = at->path.ptr;
        int broken;
        const entry *e = at->path.ptr[0] == '/' ? find(m, path, &broken) : NULL;
        if (at->state == NVP_PLACE_STATE_READ && at->file != NVP_NONE) {
            const nvp_view text = config->files[at->file]->text;
            HOLDS(e != NULL && e->tree == m->tree && text.len == e->size && memcmp(text.ptr, e->text, text.len) == 0);
        }
        if (at->state == NVP_PLACE_STATE_MISSING) HOLDS(e == NULL || e->kind % 8 == NVP_KIND_MISSING);
        if (m->locale < 3 && last != NULL && (size_t)(last_part(path) - path) == (size_t)(last_part(last->path.ptr) - last->path.ptr) &&
            last->entry == at->entry && memcmp(path, last->path.ptr, (size_t)(last_part(path) - path)) == 0) {
            const int order = order_of(m, last_part(last->path.ptr), last_part(path));
            HOLDS(order < 0 || (order == 0 && strcmp(last_part(last->path.ptr), last_part(path)) <= 0));
        }
        for (k = 0; k < i && e != NULL; k++) {
            int ignored;
            if (at->file == NVP_NONE || config->places[k].file == NVP_NONE) continue;
            HOLDS((find(m, config->places[k].path.ptr, &ignored) == e) == (memcmp(config->places[k].id, at->id, sizeof at->id) == 0));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    machine m;
    heap h;
    nvp_memory memory;
    nvp_config_options options;
    nvp_process process;
    nvp_system system;
    nvp_error error;
    nvp_config *config;
    nvp_switch state;
    nvp_view globals;
    const char *p, *end;
    uint32_t i;
    nvp_code code;
    if (size < 5) return 0;
    memset(&m, 0, sizeof m);
    memset(&h, 0, sizeof h);
    memset(&memory, 0, sizeof memory);
    memset(&options, 0, sizeof options);
    memset(&process, 0, sizeof process);
    memset(&system, 0, sizeof system);
    h.fail = data[0];
    h.skew = data[1] >> 6;
    options.flags = data[1] & 63;
    options.version = nvp_text(data[2] & 128 ? "7" : NULL);
    options.max_file = data[2] & 8 ? 64 : 0;
    m.env = data[2];
    m.fail = data[3];
    m.locale = data[4] & 3;
    m.tree = data[4] >> 2 & 1;
    m.facts = data[4] >> 3;
    p = (const char *)data + 5;
    end = (const char *)data + size;
    while (end - p >= 2 && m.count < ENTRIES) {
        entry *e = &m.entries[m.count++];
        const char *stop = (const char *)memchr(p + 2, 0x1e, (size_t)(end - p) - 2);
        e->kind = (unsigned char)p[0];
        e->tree = e->kind >> 3 & 1;
        e->path = (unsigned char)p[1];
        e->text = p + 2;
        e->size = (size_t)((stop != NULL ? stop : end) - (p + 2));
        p = stop != NULL ? stop + 1 : end;
    }
    memory.allocator.alloc_fn = take;
    memory.allocator.free_fn = give;
    memory.allocator.user = &h;
    memory.max_memory = (size_t)4 << 20;
    process.env_fn = env;
    process.fact_fn = fact;
    process.dso_fn = dso;
    process.entry_fn = beside;
    process.user = &m;
    system.stat_fn = stat_path;
    system.open_fn = open_path;
    system.read_fn = read_path;
    system.close_fn = close_path;
    system.list_fn = list_path;
    system.compare_fn = m.locale == 0 && (data[4] & 128) != 0 ? NULL : compare; /* none means bytes */
    system.user = &m;

    globals.ptr = (const char *)data + 5;
    globals.len = size - 5;
    memset(&state, 0x55, sizeof state);
    code = switch_of(&process, &globals, &memory, &state, &error);
    HOLDS(code == NVP_OK ? state.enabled == 0 || state.enabled == 1 : code == NVP_MEMORY || code == NVP_LIMIT);

    config = open_in(&options, &memory, &error);
    if (config != NULL) {
        if (data[1] & 1) code = nvp_config_search(config, &system, &process, &error);
        else code = nvp_config_load(config, &system, &process, &error);
        HOLDS(m.open == 0);
        HOLDS(code == NVP_OK || code == NVP_MEMORY || code == NVP_LIMIT);
        if (code == NVP_OK) {
            for (i = 0; i < config->place_count; i++) {
                const nvp_place *at = &config->places[i];
                HOLDS(at->entry >= 1 && at->entry <= 6 && at->path.len > 0 && (at->path.ptr[0] == '/' || at->state == NVP_PLACE_STATE_UNKNOWN));
                HOLDS(i == 0 || at->entry >= config->places[i - 1].entry);
                HOLDS(at->file == NVP_NONE || (at->file < config->file_count && at->state == NVP_PLACE_STATE_READ));
            }
            if (!(data[1] & 1)) {
                const nvp_result *result = resolve_in(config, &process, &memory, NULL);
                check_places(&m, config);
                if (result != NULL)
                    for (i = 0; i < result->setting_count; i++) {
                        char key[64];
                        const nvp_view v = result->settings[i].setting->key;
                        if (v.len >= sizeof key || memchr(v.ptr, 0, v.len) != NULL) continue;
                        memcpy(key, v.ptr, v.len);
                        key[v.len] = 0;
                        HOLDS(find_key(result, key) == &result->settings[i]);
                    }
                nvp_result_close(result);
            }
        }
        nvp_config_close(config);
    }
    HOLDS(h.live == 0 && h.held == 0 && h.peak <= memory.max_memory);
    return 0;
}
