/* nvprofile.h with memory as an argument of its own and one function for each change, for tests that try many of both. */
#ifndef TESTS_PROFILES_H
#define TESTS_PROFILES_H

#include "run.h"

static inline nvp_config *open_in(const nvp_config_options *options, const nvp_memory *memory, nvp_error *error)
{
    nvp_config_options o;
    memset(&o, 0, sizeof o);
    if (options != NULL) o = *options;
    if (memory != NULL) o.memory = *memory;
    return nvp_config_open(&o, error);
}

static inline nvp_code add_text(nvp_config *config, const char *name, const void *text, size_t size, nvp_error *error)
{
    return nvp_config_add(config, nvp_text(name), text, size, error);
}

/* One file, linked. */
static inline nvp_config *parsed(const char *text, const nvp_config_options *options)
{
    nvp_config *c = open_in(options, NULL, NULL);
    CHECK(add_text(c, "x", text, strlen(text), NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
    return c;
}

#ifdef TESTS_HEAP_H
/* Memory that is counted, and full of garbage when it is given. */
static heap garbage_heap;
static inline const nvp_memory *garbage(void)
{
    static nvp_memory m;
    m.allocator.alloc_fn = take;
    m.allocator.free_fn = give;
    m.allocator.user = &garbage_heap;
    return &m;
}

static inline nvp_config *parsed_in_garbage(const char *text, unsigned flags)
{
    nvp_config_options o;
    memset(&o, 0, sizeof o);
    o.flags = flags;
    o.memory = *garbage();
    return parsed(text, &o);
}
#endif

/* A write_fn that appends to a string. */
static inline nvp_reply append(const void *bytes, size_t size, void *user)
{
    strncat((char *)user, (const char *)bytes, size);
    return NVP_REPLY_YES;
}

static inline const nvp_result *resolve_as(const nvp_config *config, const nvp_process *process, nvp_dso dso,
                                           const nvp_memory *memory, nvp_error *error)
{
    nvp_resolve_options o;
    memset(&o, 0, sizeof o);
    if (memory != NULL) o.memory = *memory;
    o.dso = dso;
    return nvp_resolve(config, process, &o, error);
}

static inline const nvp_result *resolve_in(const nvp_config *config, const nvp_process *process, const nvp_memory *memory,
                                           nvp_error *error)
{
    return resolve_as(config, process, NVP_DSO_UNKNOWN, memory, error);
}

static inline nvp_reply no_variable(const char *name, nvp_view *out, void *user)
{
    (void)user;
    (void)name;
    (void)out;
    return NVP_REPLY_NO;
}

/* A view without a pointer. */
static inline nvp_view nowhere(void)
{
    const nvp_view none = {NULL, 0};
    return none;
}

/* A process with an empty environment, of which nothing else is known. */
static inline const nvp_process *homeless(void)
{
    static nvp_process p;
    p.env_fn = no_variable;
    return &p;
}

/* The setting in force, or NULL. */
static inline const nvp_effective *find_key(const nvp_result *result, const char *key)
{
    nvp_effective e;
    uint32_t i;
    if (!nvp_result_find(result, nvp_text(key), &e)) return NULL;
    for (i = 0; result->settings[i].setting != e.setting; i++) {}
    return &result->settings[i];
}

static inline nvp_code switch_of(const nvp_process *process, const nvp_view *globals, const nvp_memory *memory, nvp_switch *out,
                                 nvp_error *error)
{
    nvp_view none = {NULL, 0};
    nvp_config *c = open_in(NULL, memory, error);
    nvp_code code;
    if (c == NULL) return error != NULL ? error->code : NVP_MEMORY;
    code = nvp_config_switch(c, process, globals != NULL ? *globals : none, error);
    if (code == NVP_OK) *out = c->state;
    nvp_config_close(c);
    return code;
}

/* What a string token says, into out, which has room for what is between the quotes. */
static inline size_t decoded(const char *string, size_t len, char *out)
{
    nvp_view token, said;
    token.ptr = string;
    token.len = len;
    return nvp_decode(token, out, len < 2 ? 0 : len - 2, &said, NULL) == NVP_OK ? said.len : 0;
}

#ifdef NVP_POSIX
static inline nvp_code posix_of(nvp_posix *posix, long pid, const char *root, nvp_system *system, nvp_process *process)
{
    nvp_posix_target o;
    memset(&o, 0, sizeof o);
    o.pid = pid;
    o.root = nvp_text(root);
    return nvp_posix_open(posix, &o, system, process, NULL);
}
#endif

#ifndef NVP_NO_KEYS
static inline const nvp_keys *keys_in(const void *text, size_t size, const nvp_memory *memory, nvp_error *error)
{
    nvp_keys_options o;
    memset(&o, 0, sizeof o);
    if (memory != NULL) o.memory = *memory;
    return nvp_keys_open(text, size, &o, error);
}
#endif

#ifndef NVP_NO_EDIT
/* Memory and output of an edit. */
typedef struct edit_sink {
    nvp_memory memory;
    nvp_reply (*write_fn)(const void *bytes, size_t size, void *user);
    void *user;
} edit_sink;

static inline nvp_code edit_into(const nvp_file *file, const nvp_change *changes, uint32_t count, const edit_sink *to, nvp_error *error)
{
    nvp_edit_options o;
    nvp_output output;
    memset(&o, 0, sizeof o);
    memset(&output, 0, sizeof output);
    if (to != NULL) {
        o.memory = to->memory;
        output.write_fn = to->write_fn;
        output.user = to->user;
    }
    return nvp_edit(file, changes, count, to != NULL ? &output : NULL, &o, error);
}

static inline nvp_code edit_one(const nvp_file *file, nvp_action action, uint32_t index, int in_rule, uint32_t to, nvp_view name,
                                nvp_view value, const edit_sink *writer, nvp_error *error)
{
    nvp_change c;
    memset(&c, 0, sizeof c);
    c.action = action;
    c.index = index;
    c.in_rule = in_rule;
    c.to = to;
    c.name = name;
    c.value = value;
    return edit_into(file, &c, 1, writer, error);
}

/* A profile of the file, in its list or inside a rule, by its address. */
static inline nvp_code edit_profile(const nvp_file *file, const nvp_profile *profile, nvp_action action, nvp_view key, nvp_view value,
                                    const edit_sink *writer, nvp_error *error)
{
    uint32_t i;
    for (i = 0; file != NULL && profile != NULL && i < file->profile_count; i++)
        if (&file->profiles[i] == profile) return edit_one(file, action, i, 0, 0, key, value, writer, error);
    for (i = 0; file != NULL && profile != NULL && i < file->rule_count; i++)
        if (file->rules[i].profile == profile) return edit_one(file, action, i, 1, 0, key, value, writer, error);
    return edit_one(file, action, NVP_NONE, 0, 0, key, value, writer, error);
}

static inline nvp_code edit_set(const nvp_file *file, const nvp_profile *profile, nvp_view key, nvp_view value,
                                const edit_sink *writer, nvp_error *error)
{
    return edit_profile(file, profile, NVP_ACTION_SET, key, value, writer, error);
}

static inline nvp_code edit_unset(const nvp_file *file, const nvp_profile *profile, nvp_view key, const edit_sink *writer,
                                  nvp_error *error)
{
    return edit_profile(file, profile, NVP_ACTION_UNSET, key, nvp_text(NULL), writer, error);
}

static inline nvp_code edit_rule_add(const nvp_file *file, uint32_t index, nvp_view json, const edit_sink *writer, nvp_error *error)
{
    return edit_one(file, NVP_ACTION_RULE_ADD, index, 0, 0, nvp_text(NULL), json, writer, error);
}

static inline nvp_code edit_profile_add(const nvp_file *file, uint32_t index, nvp_view json, const edit_sink *writer,
                                        nvp_error *error)
{
    return edit_one(file, NVP_ACTION_PROFILE_ADD, index, 0, 0, nvp_text(NULL), json, writer, error);
}

static inline nvp_code edit_rule_remove(const nvp_file *file, uint32_t index, const edit_sink *writer, nvp_error *error)
{
    return edit_one(file, NVP_ACTION_RULE_REMOVE, index, 0, 0, nvp_text(NULL), nvp_text(NULL), writer, error);
}

static inline nvp_code edit_profile_remove(const nvp_file *file, uint32_t index, const edit_sink *writer, nvp_error *error)
{
    return edit_one(file, NVP_ACTION_PROFILE_REMOVE, index, 0, 0, nvp_text(NULL), nvp_text(NULL), writer, error);
}

static inline nvp_code edit_rule_move(const nvp_file *file, uint32_t from, uint32_t to, const edit_sink *writer, nvp_error *error)
{
    return edit_one(file, NVP_ACTION_RULE_MOVE, from, 0, to, nvp_text(NULL), nvp_text(NULL), writer, error);
}

static inline nvp_code edit_profile_rename(const nvp_file *file, nvp_view from, nvp_view to, const edit_sink *writer,
                                           nvp_error *error)
{
    return edit_one(file, NVP_ACTION_PROFILE_RENAME, 0, 0, 0, from, to, writer, error);
}
#endif

#endif
