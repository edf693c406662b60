/* The folder of a text, as the language server sees it: open texts in place of what is on disk. */
#include "lsp.h"

#include <stdlib.h>
#include <string.h>

/* Whether a file is one of several in a folder that the driver reads as one: their names end in ".d". */
static size_t folder_of(const open_text *d)
{
    const char *const slash = d->is_file ? strrchr(d->path, '/') : NULL;
    const size_t n = slash != NULL ? (size_t)(slash - d->path) : 0;
    return n > 2 && d->path[n - 2] == '.' && d->path[n - 1] == 'd' ? n : 0;
}

int same_folder(const open_text *a, const open_text *b)
{
    const size_t n = folder_of(a);
    return a == b || (n > 0 && folder_of(b) == n && memcmp(a->path, b->path, n) == 0);
}

static const open_text *open_at(const server *s, const char *path)
{
    size_t i;
    for (i = 0; i < s->count; i++)
        if (strcmp(s->open[i].path, path) == 0) return &s->open[i];
    return NULL;
}

/* Adds the file at a path; one that cannot be read is left out. */
static int add_file(server *s, folder *f, const char *path)
{
    const open_text *const d = open_at(s, path);
    const char *text = d != NULL ? d->text : NULL;
    size_t size = d != NULL ? d->len : 0;
    if (text == NULL) text = keep(&f->kept, cli_read_most(s->c, path, LARGEST, &size, NULL));
    return text == NULL || nvp_config_add(f->config, nvp_text(path), text, size, &f->error) == NVP_OK;
}

void folder_open(server *s, folder *f, const open_text *d)
{
    knowledge *const k = (knowledge *)s->user;
    path_list paths = {NULL, 0, 0};
    const size_t n = folder_of(d);
    size_t i, j;
    int ok;
    memset(f, 0, sizeof *f);
    f->config = nvp_config_open(&k->t->options, &f->error);
    ok = f->config != NULL;
    if (n > 0) {
        char *const name = keep(&f->kept, (char *)cli_alloc(n + 1, 1));
        const char *const one[1] = {name};
        memcpy(name, d->path, n);
        paths_of(k->t, one, 1, &paths, &f->kept);
    }
    for (i = 0; ok && i < paths.count; i++) ok = add_file(s, f, paths.list[i]);
    for (i = 0; ok && i < s->count; i++) { /* those that are not on disk yet */
        for (j = 0; j < paths.count && strcmp(paths.list[j], s->open[i].path) != 0;) j++;
        if (j == paths.count && same_folder(&s->open[i], d)) ok = add_file(s, f, s->open[i].path);
    }
    if (ok) ok = nvp_config_link(f->config, &f->error) == NVP_OK;
    free(paths.list);
    if (ok) return;
    nvp_config_close(f->config);
    f->config = NULL;
}

void folder_close(folder *f)
{
    nvp_config_close(f->config);
    texts_free(&f->kept);
}
