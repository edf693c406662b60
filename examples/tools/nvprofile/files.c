/* Files: which are read, and how values are written. */
#include "tool.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

char *keep(texts *t, char *text)
{
    t->text = (char **)cli_grow(t->text, &t->room, t->count + 1, sizeof *t->text);
    t->text[t->count++] = text;
    return text;
}

void texts_free(texts *t)
{
    size_t i;
    for (i = 0; i < t->count; i++) free(t->text[i]);
    free(t->text);
}

int failed(const cli *c, const char *path, const nvp_error *e)
{
    cli_error(c, "%s: %s", path, e->message);
    return CLI_INPUT;
}

/* The version of the loaded driver, which is in the name of entry 5 of the search path. */
void driver_version(tool *t)
{
    FILE *f = fopen("/sys/module/nvidia/version", "r");
    size_t n;
    if (f == NULL) return;
    n = fread(t->version, 1, sizeof t->version - 1, f);
    fclose(f);
    while (n > 0 && (unsigned char)t->version[n - 1] <= ' ') n--;
    t->version[n] = 0;
    if (n > 0 && strchr(t->version, '/') == NULL) t->options.version = nvp_text(t->version);
}

int look(tool *t, nvp_posix *posix, long pid, nvp_system *system, nvp_process *process)
{
    nvp_posix_target options;
    nvp_error error;
    memset(&options, 0, sizeof options);
    options.pid = pid;
    options.root = nvp_text(t->root);
    if (nvp_posix_open(posix, &options, system, process, &error) == NVP_OK) return 1;
    if (pid > 0) cli_error(t->c, "process %ld: %s", pid, error.message);
    else failed(t->c, t->root != NULL ? t->root : "/", &error);
    return 0;
}

static int in_locale(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    const int n = strcoll(x, y);
    return n != 0 ? n : strcmp(x, y);
}

static void put_path(path_list *to, const char *path)
{
    to->list = (const char **)cli_grow(to->list, &to->room, to->count + 1, sizeof *to->list);
    to->list[to->count++] = path;
}

void paths_of(tool *t, const char *const *operands, int count, path_list *to, texts *kept)
{
    int i;
    for (i = 0; i < count; i++) {
        const size_t first = to->count;
        struct stat st;
        struct dirent *e;
        DIR *d;
        size_t k;
        if (strcmp(operands[i], "-") == 0 || stat(operands[i], &st) != 0 || !S_ISDIR(st.st_mode)) {
            put_path(to, operands[i]);
            continue;
        }
        d = opendir(operands[i]);
        while (d != NULL && (errno = 0, e = readdir(d)) != NULL)
            put_path(to, keep(kept, strcpy((char *)cli_alloc(strlen(e->d_name) + 1, 1), e->d_name)));
        if (d == NULL || errno != 0) {
            cli_error(t->c, "%s: %s", operands[i], strerror(errno));
            t->c->unread++;
        }
        if (d != NULL) closedir(d);
        if (to->count > first) qsort(to->list + first, to->count - first, sizeof *to->list, in_locale);
        for (k = first; k < to->count;) {
            cli_buf b = {NULL, 0, 0};
            cli_putf(&b, "%s%s%s", operands[i], operands[i][strlen(operands[i]) - 1] == '/' ? "" : "/", to->list[k]);
            if (stat(b.ptr, &st) == 0 && S_ISREG(st.st_mode)) to->list[k++] = keep(kept, b.ptr);
            else {
                cli_buf_free(&b);
                memmove(to->list + k, to->list + k + 1, (--to->count - k) * sizeof *to->list);
            }
        }
        if (to->count == first && d != NULL) cli_error(t->c, "%s: no file in this folder", operands[i]);
    }
}

nvp_config *load(tool *t, const nvp_system *system, const nvp_process *process, const char **paths, int count, texts *kept)
{
    nvp_view no_globals = {NULL, 0};
    nvp_error error;
    nvp_config *config;
    int i, ok, unread = 0;
    if (count == 0) {
        paths = t->files;
        count = t->file_count;
    }
    if (count == 0 && t->options.version.len == 0) driver_version(t);
    config = nvp_config_open(&t->options, &error);
    ok = config != NULL;
    for (i = 0; ok && i < count; i++) {
        size_t size;
        char *text = keep(kept, cli_read_most(t->c, paths[i], LARGEST, &size, NULL));
        if (text == NULL) {
            t->c->unread++;
            if (++unread < count && t->c->inputs > 0) continue;
            nvp_config_close(config);
            return NULL;
        }
        ok = nvp_config_add(config, nvp_text(paths[i]), text, size, &error) == NVP_OK;
    }
    if (ok && count > 0)
        ok = (process == NULL || nvp_config_switch(config, process, no_globals, &error) == NVP_OK) &&
             nvp_config_link(config, &error) == NVP_OK;
    if (ok && count == 0) ok = nvp_config_load(config, system, process, &error) == NVP_OK;
    if (ok) return config;
    failed(t->c, count > 0 ? paths[i > 0 ? i - 1 : 0] : "search path", &error);
    nvp_config_close(config);
    return NULL;
}

void put_setting_value(cli_buf *b, const nvp_value *v)
{
    if (v->type == NVP_TYPE_STRING) cli_put(b, "\"", 1);
    cli_put_safe(b, v->text.ptr, v->text.len);
    if (v->type == NVP_TYPE_STRING) cli_put(b, "\"", 1);
}

void tree_value(output *to, const nvp_value *v)
{
    switch (v->type) {
    case NVP_TYPE_INT: out_signed(to, "value", v->i); break;
    case NVP_TYPE_UINT: out_whole(to, "value", v->u); break;
    case NVP_TYPE_REAL: out_real(to, "value", v->r); break;
    case NVP_TYPE_BOOL: out_truth(to, "value", v->i == 1); break;
    default: out_text(to, "value", v->text.ptr, v->text.len); break;
    }
    if (v->type != NVP_TYPE_STRING && v->type != NVP_TYPE_BOOL) out_text(to, "text", v->text.ptr, v->text.len);
}

/* A file with an error has no effect, the first thing to know when a setting is missing. */
uint32_t refused(const cli *c, const nvp_config *config)
{
    uint32_t i, k, count = 0;
    for (i = 0; i < config->file_count; i++) {
        const nvp_file *f = config->files[i];
        if (f->used) continue;
        count++;
        for (k = 0; k + 1 < f->problem_count && f->problems[k].severity != NVP_SEVERITY_ERROR; k++) {}
        if (k < f->problem_count) {
            const nvp_position p = nvp_file_locate(f, (uint32_t)f->problems[k].offset);
            cli_error(c, "%s:%" PRIu32 ":%" PRIu32 ": %s; the file is not used", f->name.ptr, p.line, p.column,
                      nvp_issue_text(f->problems[k].issue));
        }
    }
    return count;
}
