/* What nvidia-settings keeps in ~/.nvidia-settings-rc: values for all programs, which any profile overrides. Lines are
   TARGET/ATTRIBUTE[DISPLAY]=NUMBER; '#' begins a comment, and whitespace does not count (config-file.c and parse.c of
   nvidia-settings). */
#include "tool.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *attribute, *key;
} pairs[] = {
    {"SyncToVBlank", "GLSyncToVblank"},      {"LogAniso", "GLLogMaxAniso"}, {"FSAA", "GLFSAAMode"},
    {"FXAA", "GLAllowFXAAUsage"},            {"AllowVRR", "GLVRRAllowed"},  {"AllowGSYNC", "GLVRRAllowed"},
    {"ShowGraphicsVisualIndicator", "GLShowGraphicsOSD"}, {"ImageSharpening", "GLSharpenValue"},
};

static const char *key_of(const char *attribute, size_t n)
{
    size_t i, k;
    for (i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        for (k = 0; k < n && tolower((unsigned char)attribute[k]) == tolower((unsigned char)pairs[i].attribute[k]); k++) {}
        if (k == n && pairs[i].attribute[n] == 0) return pairs[i].key;
    }
    return NULL;
}

/* Reads the file as the process would; NULL if it cannot be read. */
static char *text_of(const nvp_system *s, const char *path, const char **state)
{
    nvp_stat st;
    void *handle = NULL;
    cli_buf b = {NULL, 0, 0};
    nvp_reply answer;
    size_t n = 1;
    nvp_reply got = NVP_REPLY_FAILED;
    char piece[4096];
    memset(&st, 0, sizeof st);
    s->stat_fn(path, &st, s->user);
    *state = "missing";
    if (st.kind == NVP_KIND_MISSING || st.kind == NVP_KIND_BROKEN_LINK) return NULL;
    *state = "unreadable";
    if (st.kind != NVP_KIND_REGULAR || st.size > LARGEST) return NULL;
    answer = s->open_fn(path, &handle, s->user);
    if (answer == NVP_REPLY_NO) *state = "missing";
    if (answer != NVP_REPLY_YES) return NULL;
    cli_put(&b, "", 0);
    while (b.len <= LARGEST && (n = s->read_fn(handle, piece, sizeof piece, &got, s->user)) > 0) cli_put(&b, piece, n);
    s->close_fn(handle, s->user);
    if (n == 0 && got != NVP_REPLY_NO) n = 1;
    if (n == 0) *state = "read";
    else cli_buf_free(&b);
    return n == 0 ? b.ptr : NULL;
}

/* One line without whitespace and comment, if its attribute is one that a key overrides. */
static void line_of(kept_values *to, uint32_t number, const char *p, const char *end)
{
    char *line = (char *)cli_alloc((size_t)(end - p) + 1, 1), *name, *stop, *value;
    size_t n = 0;
    const char *key;
    for (; p < end && *p != '#' && *p != 0; p++)
        if (!isspace((unsigned char)*p)) line[n++] = *p;
    value = strchr(line, '=');
    if (value != NULL) {
        *value = 0;
        name = strchr(line, '/') != NULL ? strchr(line, '/') + 1 : line;
        *value = '=';
        for (stop = name; isalnum((unsigned char)*stop);) stop++;
        key = key_of(name, (size_t)(stop - name));
        if (key != NULL && value[1] != 0) {
            to->list = (kept_value *)cli_grow(to->list, &to->room, to->count + 1, sizeof *to->list);
            memset(&to->list[to->count], 0, sizeof *to->list);
            to->list[to->count].line = number;
            to->list[to->count].written = line;
            to->list[to->count].key = key;
            to->list[to->count++].value = value + 1;
            return;
        }
    }
    free(line);
}

void kept_read(const nvp_system *system, const nvp_process *process, const nvp_config *config, const nvp_result *result,
               kept_values *to)
{
    nvp_view home = {NULL, 0};
    const nvp_reply answer = process->env_fn("HOME", &home, process->user);
    cli_buf b = {NULL, 0, 0};
    uint32_t number = 1;
    size_t i;
    char *p;
    memset(to, 0, sizeof *to);
    to->state = answer == NVP_REPLY_NO ? "no-home" : "unknown";
    if (answer != NVP_REPLY_YES) return;
    cli_put(&b, home.ptr, home.len);
    cli_putf(&b, "/.nvidia-settings-rc");
    to->path = b.ptr;
    to->text = text_of(system, to->path, &to->state);
    for (p = to->text; p != NULL && *p != 0; number++) {
        char *end = strchr(p, '\n');
        line_of(to, number, p, end != NULL ? end : p + strlen(p));
        p = end != NULL ? end + 1 : NULL;
    }
    for (i = 0; i < to->count; i++) {
        kept_value *v = &to->list[i];
        const nvp_view variable = nvp_key_variable(nvp_text(v->key), 0);
        nvp_view ignored;
        nvp_effective e;
        const nvp_reply set = variable.len > 0 ? process->env_fn(variable.ptr, &ignored, process->user) : NVP_REPLY_NO;
        if (set == NVP_REPLY_YES) v->lost_to = "environment";
        else if (nvp_result_find(result, nvp_text(v->key), &e)) {
            v->lost_to = "profile";
            v->setting = e.setting;
        } else if (set == NVP_REPLY_UNKNOWN || result->unknown_count > 0 || config->failed_count > 0 || config->state.unknown)
            v->lost_to = "unknown";
    }
}

void kept_free(kept_values *k)
{
    size_t i;
    for (i = 0; i < k->count; i++) free(k->list[i].written);
    free(k->list);
    free(k->path);
    free(k->text);
}

/* Where the value of a line is lost. */
static void put_lost(output *to, const kept_value *v)
{
    cli_buf b = {NULL, 0, 0};
    if (v->lost_to == NULL) out_say(to, "in force once nvidia-settings has loaded it; no profile sets %s\n", v->key);
    else if (v->lost_to[0] == 'e') out_say(to, "no effect, since %s is set\n", nvp_key_variable(nvp_text(v->key), 0).ptr);
    else if (v->lost_to[0] == 'u') out_say(to, "perhaps; whether a profile sets %s is not known\n", v->key);
    else {
        put_setting_value(&b, &v->setting->value);
        out_say(to, "no effect, since a profile sets %s = %s\n", v->key, b.ptr);
    }
    cli_buf_free(&b);
}

void kept_print(output *to, const kept_values *k)
{
    const char *path = k->path != NULL ? k->path : "";
    size_t i;
    if (strcmp(k->state, "unknown") == 0)
        out_say(to, "unknown: what nvidia-settings keeps, since the home directory cannot be read\n");
    if (strcmp(k->state, "unreadable") == 0) {
        out_say(to, "unknown: what nvidia-settings keeps; ");
        out_safe(to, path, strlen(path));
        out_say(to, " cannot be read\n");
    }
    if (k->count > 0) {
        out_say(to, "Below all profiles, nvidia-settings keeps in ");
        out_safe(to, path, strlen(path));
        out_say(to, ":\n");
    }
    for (i = 0; i < k->count; i++) {
        const kept_value *v = &k->list[i];
        out_say(to, "    line %" PRIu32 "  ", v->line);
        out_safe(to, v->written, strlen(v->written));
        out_say(to, ": ");
        put_lost(to, v);
    }
}

void kept_tree(output *to, const kept_values *k)
{
    size_t i;
    out_group(to, "nvidia_settings");
    out_string(to, "file", k->path);
    out_string(to, "state", k->state);
    out_list(to, "values");
    for (i = 0; i < k->count; i++) {
        out_group(to, NULL);
        out_whole(to, "line", k->list[i].line);
        out_string(to, "text", k->list[i].written);
        out_string(to, "key", k->list[i].key);
        out_string(to, "value", k->list[i].value);
        out_string(to, "lost_to", k->list[i].lost_to);
        out_close(to);
    }
    out_close(to);
    out_close(to);
}
