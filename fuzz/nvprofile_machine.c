/* The search path of nvprofile.h on a made-up machine. Bytes 0 to 3: the allocation that fails, options, environment,
   which reads fail; then entries of the file system, separated by a byte 1e: its kind, its path, its content. */
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
    unsigned kind, path;
} entry;

typedef struct machine {
    entry entries[ENTRIES];
    unsigned count, env, reads, fail, open;
} machine;

static entry *find(machine *m, const char *path)
{
    unsigned i;
    const char *name;
    for (i = 0; i < m->count; i++)
        if (strcmp(paths[m->entries[i].path % 7], path) == 0) return &m->entries[i];
    /* Names in a folder: the letter of the entry. */
    name = strrchr(path, '/');
    if (name != NULL && name[1] >= 'a' && name[1] < 'a' + ENTRIES && (unsigned)(name[1] - 'a') < m->count) return &m->entries[name[1] - 'a'];
    return NULL;
}

static void stat_path(void *user, const char *path, nvp_stat *out)
{
    machine *m = (machine *)user;
    entry *e = find(m, path);
    memset(out, 0, sizeof *out);
    if (e == NULL) return;
    out->kind = (nvp_kind)(e->kind % 6);
    out->size = e->kind & 128 ? (uint64_t)1 << 60 : e->size;
    out->id[0] = 1;
    out->id[1] = (uint64_t)(e - m->entries) / 2;
}

static nvp_answer open_path(void *user, const char *path, void **handle)
{
    machine *m = (machine *)user;
    entry *e = find(m, path);
    if (e == NULL || (e->kind & 64) != 0) return NVP_ANSWER_UNKNOWN;
    m->open++;
    e->at = 0;
    *handle = e;
    return NVP_ANSWER_YES;
}

static int64_t read_path(void *user, void *handle, void *buffer, size_t size)
{
    machine *m = (machine *)user;
    entry *e = (entry *)handle;
    HOLDS(m->open > 0 && size > 0);
    if (++m->reads == m->fail) return -1;
    if (size > e->size - e->at) size = e->size - e->at;
    if (m->fail % 3 == 1 && size > 1) size = 1;
    memcpy(buffer, e->text + e->at, size);
    e->at += size;
    return (int64_t)size;
}

static void close_path(void *user, void *handle)
{
    machine *m = (machine *)user;
    HOLDS(handle != NULL && m->open-- > 0);
}

static nvp_answer list_path(void *user, const char *path, int (*add_fn)(void *to, const char *name), void *to)
{
    machine *m = (machine *)user;
    unsigned i;
    char name[] = "a~";
    (void)path;
    for (i = m->count; i > 0; i--) {
        name[0] = (char)('a' + i - 1);
        name[1] = i % 2 ? '~' : 0;
        if (!add_fn(to, name)) break;
    }
    return (m->env & 32) == 0 ? NVP_ANSWER_YES : NVP_ANSWER_UNKNOWN;
}

static nvp_answer env(void *user, const char *name, nvp_view *out)
{
    static const char *const values[] = {"0", "1", "", "yes"};
    const machine *m = (const machine *)user;
    const char *v = strcmp(name, "HOME") == 0 ? (m->env & 64 ? "/h" : NULL) : m->env & 4 ? values[m->env & 3] : NULL;
    if ((m->env & 16) != 0) return NVP_ANSWER_UNKNOWN;
    if (v == NULL) return NVP_ANSWER_NO;
    out->ptr = v;
    out->len = strlen(v);
    return NVP_ANSWER_YES;
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
    if (size < 4) return 0;
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
    p = (const char *)data + 4;
    end = (const char *)data + size;
    while (end - p >= 2 && m.count < ENTRIES) {
        entry *e = &m.entries[m.count++];
        const char *stop = (const char *)memchr(p + 2, 0x1e, (size_t)(end - p) - 2);
        e->kind = (unsigned char)p[0];
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
    process.user = &m;
    system.stat_fn = stat_path;
    system.open_fn = open_path;
    system.read_fn = read_path;
    system.close_fn = close_path;
    system.list_fn = list_path;
    system.user = &m;

    globals.ptr = (const char *)data + 4;
    globals.len = size - 4;
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
                const nvp_findings *lint = lint_in(config, NULL, &memory, NULL);
                if (result != NULL)
                    for (i = 0; i < result->setting_count; i++) {
                        char key[64];
                        const nvp_view v = result->settings[i].setting->key;
                        if (v.len >= sizeof key || memchr(v.ptr, 0, v.len) != NULL) continue;
                        memcpy(key, v.ptr, v.len);
                        key[v.len] = 0;
                        HOLDS(find_key(result, key) == &result->settings[i]);
                    }
                nvp_findings_close(lint);
                nvp_result_close(result);
            }
        }
        nvp_config_close(config);
    }
    HOLDS(h.live == 0 && h.held == 0 && h.peak <= memory.max_memory);
    return 0;
}
