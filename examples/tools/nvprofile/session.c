/* which --session: every process of the user, what each gets, and what it would get with another file. */
#include "tool.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One process: its answers today and with the other file. */
typedef struct looked {
    program p;
    nvp_config *config[2];
    const nvp_result *result[2];
    doubts open;
    char name[64];
    long pid;
} looked;

static void looked_close(looked *l)
{
    int i;
    for (i = 0; i < 2; i++) {
        nvp_result_close(l->result[i]);
        nvp_config_close(l->config[i]);
    }
    doubts_free(&l->open);
    program_close(&l->p);
}

static const nvp_result *resolve(tool *t, const nvp_system *system, nvp_process *process, nvp_config **config)
{
    nvp_resolve_options options;
    memset(&options, 0, sizeof options);
    options.dso = t->dso;
    *config = nvp_config_open(&t->options, NULL);
    return *config != NULL && nvp_config_load(*config, system, process, NULL) == NVP_OK
               ? nvp_resolve(*config, process, &options, NULL)
               : NULL;
}

/* 0: it is gone, or nothing of it can be read. */
static int look_at(tool *t, long pid, const session_file *with, looked *l)
{
    nvp_system system;
    nvp_process process;
    nvp_posix_target target;
    nvp_view v;
    cli_buf path = {NULL, 0, 0};
    memset(l, 0, sizeof *l);
    memset(&target, 0, sizeof target);
    target.pid = pid;
    target.root = nvp_text(t->root);
    l->pid = pid;
    if (nvp_posix_open(&l->p.posix, &target, &system, &process, NULL) != NVP_OK) return 0;
    program_facts(&l->p, t, &process);
    if (process.fact_fn(NVP_FACT_COMM, &v, process.user) == NVP_REPLY_YES)
        snprintf(l->name, sizeof l->name, "%.*s", (int)v.len, v.ptr);
    l->result[0] = resolve(t, &system, &process, &l->config[0]);
    if (l->result[0] != NULL) doubts_of(t, &l->p, &system, l->config[0], l->result[0], &l->open);
    if (with != NULL && l->result[0] != NULL) {
        if (with->path != NULL) cli_putf(&path, "%s", with->path);
        else if (process.env_fn("HOME", &v, process.user) == NVP_REPLY_YES)
            cli_putf(&path, "%.*s/.nv/nvidia-application-profiles-rc", (int)v.len, v.ptr);
        if (path.len > 0) {
            program_overlay(&l->p, &system, path.ptr, with->text, with->size);
            l->result[1] = resolve(t, &system, &process, &l->config[1]);
        }
    }
    cli_buf_free(&path);
    return l->result[0] != NULL;
}

static int same_setting(const nvp_setting *a, const nvp_setting *b)
{
    return a->value.type == b->value.type && a->value.text.len == b->value.text.len &&
           memcmp(a->value.text.ptr, b->value.text.ptr, a->value.text.len) == 0;
}

/* Calls put_fn for each setting, with what it would be: the same, another one, or NULL; those that would be new have no first. */
static uint32_t each(const looked *l, void (*put_fn)(const looked *l, const nvp_setting *now, const nvp_setting *then, void *user), void *user)
{
    uint32_t i, changes = 0;
    nvp_effective e;
    for (i = 0; i < l->result[0]->setting_count; i++) {
        const nvp_setting *s = l->result[0]->settings[i].setting, *then = s;
        if (l->result[1] != NULL) {
            then = nvp_result_find(l->result[1], s->key, &e) ? e.setting : NULL;
            if (then != NULL && same_setting(s, then)) then = s;
        }
        changes += then != s;
        if (put_fn != NULL) put_fn(l, s, then, user);
    }
    for (i = 0; l->result[1] != NULL && i < l->result[1]->setting_count; i++) {
        const nvp_setting *s = l->result[1]->settings[i].setting;
        if (nvp_result_find(l->result[0], s->key, &e)) continue;
        changes++;
        if (put_fn != NULL) put_fn(l, NULL, s, user);
    }
    return changes;
}

typedef struct writing {
    output *to;
    table rows;
    int only_changes;
} writing;

static void put_one(const looked *l, const nvp_setting *now, const nvp_setting *then, void *user)
{
    writing *w = (writing *)user;
    const nvp_setting *s = now != NULL ? now : then;
    output *to = w->to;
    cli_buf a = {NULL, 0, 0}, b = {NULL, 0, 0}, key = {NULL, 0, 0};
    cli_put(&a, "", 0);
    cli_put(&b, "", 0);
    if (w->only_changes && now == then) return;
    cli_put_safe(&key, s->key.ptr, s->key.len);
    if (now != NULL) put_setting_value(&a, &now->value);
    if (then != NULL) put_setting_value(&b, &then->value);
    out_group(to, NULL);
    out_text(to, "key", s->key.ptr, s->key.len);
    out_string(to, "now", now != NULL ? a.ptr : NULL);
    out_string(to, "then", then != NULL ? b.ptr : NULL);
    out_close(to);
    table_format(&w->rows, "%ld", l->pid);
    table_string(&w->rows, l->name);
    table_string(&w->rows, key.ptr);
    table_string(&w->rows, a.ptr);
    table_string(&w->rows, b.ptr);
    table_row(&w->rows);
    if (now == then) out_say(to, "      %s = %s\n", key.ptr, a.ptr);
    else out_say(to, "    ~ %s = %s, then %s\n", key.ptr, now != NULL ? a.ptr : "nothing", then != NULL ? b.ptr : "nothing");
    cli_buf_free(&a);
    cli_buf_free(&b);
    cli_buf_free(&key);
}

static void put_process(writing *w, const looked *l)
{
    output *to = w->to;
    size_t i;
    uint32_t open = 0;
    for (i = 0; i < l->open.count; i++) open += strcmp(l->open.list[i].what, "driver") != 0;
    out_group(to, NULL);
    out_whole(to, "pid", (uint64_t)l->pid);
    out_string(to, "name", l->name);
    out_whole(to, "unknown", open);
    out_list(to, "settings");
    out_say(to, "%7ld  ", l->pid);
    out_safe(to, l->name, strlen(l->name));
    if (open > 0) out_say(to, "  (%" PRIu32 " not known; nvprofile which %ld)", open, l->pid);
    out_say(to, "\n");
    each(l, put_one, w);
    out_close(to);
    out_close(to);
}

/* Whether a process of another user, or one that has ended, is left out. */
static int is_mine(const char *name)
{
    cli_buf b = {NULL, 0, 0};
    struct stat st;
    int mine;
    cli_putf(&b, "/proc/%s", name);
    mine = isdigit((unsigned char)name[0]) && stat(b.ptr, &st) == 0 && (getuid() == 0 || st.st_uid == getuid());
    cli_buf_free(&b);
    return mine;
}

int session(tool *t, const session_file *with, int only_changes)
{
    cli *c = t->c;
    DIR *d = opendir("/proc");
    struct dirent *e;
    static const table_column columns[] = {{'r', NULL, "pid", NULL, 0}, {'l', NULL, "name", NULL, 0}, {'l', NULL, "key", NULL, 0},
        {'l', NULL, "now", NULL, 0}, {'l', NULL, "then", NULL, 0}};
    output *to = t->to;
    writing w;
    uint32_t quiet = 0, unknown = 0, shown = 0;
    if (d == NULL) cli_error(c, "/proc: %s", strerror(errno));
    if (d == NULL || !take_facts(t)) {
        if (d != NULL) closedir(d);
        return CLI_INPUT;
    }
    memset(&w, 0, sizeof w);
    w.to = to;
    w.only_changes = only_changes;
    out_list(to, NULL);
    table_begin(&w.rows, to, NULL, columns, sizeof columns / sizeof *columns, 0);
    while ((e = readdir(d)) != NULL) {
        looked *l;
        if (!is_mine(e->d_name)) continue;
        l = (looked *)cli_alloc(1, sizeof *l);
        if (look_at(t, strtol(e->d_name, NULL, 10), with, l)) {
            const uint32_t changes = each(l, NULL, NULL);
            unknown += l->open.count > 0;
            if (only_changes ? changes > 0 : changes > 0 || l->result[0]->setting_count > 0 || l->open.rules > 0) {
                put_process(&w, l);
                shown++;
            } else quiet++;
        } else unknown++;
        looked_close(l);
        free(l);
    }
    closedir(d);
    table_end(&w.rows);
    out_close(to);
    out_end(to);
    if (only_changes)
        out_say(to, "%" PRIu32 " running process%s would get other settings%s\n", shown, shown == 1 ? "" : "es",
                unknown > 0 ? "; not all is known of the others" : "");
    else
        out_say(to, "%" PRIu32 " other process%s: no settings%s\n", quiet, quiet == 1 ? "" : "es",
                unknown > 0 ? " that are certain" : "");
    return unknown > 0 ? CLI_FINDING : CLI_FINE;
}

int do_session(tool *t)
{
    session_file with = {NULL, NULL, 0};
    char *text = NULL;
    int code;
    if (t->operand_count > 0) return cli_usage(t->c, "which --session is about all processes; it takes no name");
    if (t->with != NULL && (text = cli_read_most(t->c, t->with, LARGEST, &with.size, NULL)) == NULL) return CLI_INPUT;
    with.text = text;
    code = session(t, text != NULL ? &with : NULL, 0);
    free(text);
    return code;
}
