/* A program that is asked about, and files as they would be. */
#include "tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static nvp_reply program_env(const char *name, nvp_view *out, void *user)
{
    const program *p = (const program *)user;
    const char *value = strcmp(name, "HOME") == 0 ? p->t->home : NULL;
    if (value == NULL && !follow_variable(p, name, &value)) return p->real.env_fn(name, out, user);
    *out = nvp_text(value);
    return value != NULL ? NVP_REPLY_YES : NVP_REPLY_NO;
}

static nvp_reply program_dso(uint32_t index, nvp_view *out, void *user)
{
    const program *p = (const program *)user;
    if (p->t->library_count == 0) return p->planned ? NVP_REPLY_UNKNOWN : p->real.dso_fn(index, out, user);
    if (index >= (uint32_t)p->t->library_count) return NVP_REPLY_NO;
    *out = nvp_text(base_of(p->t->libraries[index]));
    return NVP_REPLY_YES;
}

static nvp_reply program_entry(const char *name, void *user)
{
    const program *p = (const program *)user;
    cli_buf b = {NULL, 0, 0};
    struct stat st;
    nvp_reply answer;
    if (!p->planned && p->t->exe == NULL) return p->real.entry_fn(name, user);
    if (p->folder[0] == 0) return NVP_REPLY_UNKNOWN;
    cli_putf(&b, "%s/%s", p->folder, name);
    answer = lstat(b.ptr, &st) == 0 ? NVP_REPLY_YES : errno == ENOENT || errno == ENOTDIR ? NVP_REPLY_NO : NVP_REPLY_UNKNOWN;
    cli_buf_free(&b);
    return answer;
}

static nvp_reply program_fact(nvp_fact what, nvp_view *out, void *user)
{
    const program *p = (const program *)user;
    return p->planned ? NVP_REPLY_UNKNOWN : p->real.fact_fn(what, out, user);
}

static void plan(program *p, nvp_process *out, const char *const *command, int count)
{
    char *slash;
    p->planned = 1;
    out->exe.ptr = out->argv0.ptr = out->comm.ptr = NULL;
    if (!follow(p, command, count)) return;
    out->comm = nvp_text(p->comm[0] != 0 ? p->comm : strrchr(command[0], '/') != NULL ? strrchr(command[0], '/') + 1 : command[0]);
    if (out->comm.len > 15) out->comm.len = 15;
    out->exe = nvp_text(p->exe[0] != 0 ? p->exe : command[0]);
    out->argv0 = nvp_text(p->exe[0] != 0 ? p->argv0 : command[0]);
    strcpy(p->folder, p->exe);
    slash = strrchr(p->folder, '/');
    if (slash != NULL) *slash = 0;
}

/* Callbacks for a program, with whatever the command line sets. */
static void facts_of(program *p, nvp_process *out)
{
    const tool *t = p->t;
    p->real = *out;
    out->fact_fn = program_fact;
    out->dso_fn = program_dso;
    out->entry_fn = program_entry;
    out->env_fn = program_env;
    if (t->exe != NULL) {
        const char *slash = strrchr(t->exe, '/');
        out->exe = nvp_text(t->exe);
        if (slash != NULL && (size_t)(slash - t->exe) < sizeof p->folder) {
            memcpy(p->folder, t->exe, (size_t)(slash - t->exe));
            p->folder[slash - t->exe] = 0;
        }
    }
    if (t->comm != NULL) out->comm = nvp_text(t->comm);
    if (t->argv0 != NULL) out->argv0 = nvp_text(t->argv0);
}

void home_unused(const tool *t, int used)
{
    if (t->home != NULL && !used) cli_error(t->c, "--home changes nothing where files are named");
}

void program_facts(program *p, tool *t, nvp_process *out)
{
    p->t = t;
    facts_of(p, out);
}

void program_plan(program *p, tool *t, nvp_process *out, const char *const *command, int count)
{
    p->t = t;
    plan(p, out, command, count);
    facts_of(p, out);
}

void program_close(program *p)
{
    nvp_posix_close(&p->posix);
    texts_free(&p->changes);
    memset(&p->changes, 0, sizeof p->changes);
}

static int overlaid(const program *p, const char *path) { return strcmp(path, p->path) == 0; }

static void overlay_stat(const char *path, nvp_stat *out, void *user)
{
    const program *p = (const program *)user;
    p->files.stat_fn(path, out, user);
    if (!overlaid(p, path)) return;
    out->kind = NVP_KIND_REGULAR;
    out->size = p->size;
}

static nvp_reply overlay_open(const char *path, void **handle, void *user)
{
    program *p = (program *)user;
    if (!overlaid(p, path)) return p->files.open_fn(path, handle, user);
    p->at = 0;
    *handle = p;
    return NVP_REPLY_YES;
}

static size_t overlay_read(void *handle, void *buffer, size_t size, nvp_reply *reply, void *user)
{
    program *p = (program *)user;
    if (handle != p) return p->files.read_fn(handle, buffer, size, reply, user);
    if (size > p->size - p->at) size = p->size - p->at;
    memcpy(buffer, p->text + p->at, size);
    p->at += size;
    if (size == 0) *reply = NVP_REPLY_NO;
    return size;
}

static void overlay_close(void *handle, void *user)
{
    if (handle != user) ((program *)user)->files.close_fn(handle, user);
}

static int overlay_name(const char *name, void *to)
{
    program *p = (program *)to;
    if (strcmp(strrchr(p->path, '/') + 1, name) == 0) p->listed = 1;
    return p->add_fn(name, p->add_to);
}

static nvp_reply overlay_list(const char *path, int (*add_fn)(const char *name, void *to), void *to, void *user)
{
    program *p = (program *)user;
    const char *base = strrchr(p->path, '/');
    const int here = strlen(path) == (size_t)(base - p->path) && memcmp(path, p->path, strlen(path)) == 0;
    nvp_reply answer;
    p->add_fn = add_fn;
    p->add_to = to;
    p->listed = 0;
    answer = p->files.list_fn(path, overlay_name, p, user);
    if (here && !p->listed) (void)add_fn(base + 1, to);
    return answer;
}

void program_overlay(program *p, nvp_system *system, const char *path, const char *text, size_t size)
{
    p->files = *system;
    p->path = path;
    p->text = text;
    p->size = size;
    system->stat_fn = overlay_stat;
    system->open_fn = overlay_open;
    system->read_fn = overlay_read;
    system->close_fn = overlay_close;
    system->list_fn = overlay_list;
}
