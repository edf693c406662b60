/* The folder of a text, as the language server sees it: open texts in place of what is on disk. */
#include "lsp.h"

#include <stdlib.h>
#include <string.h>

knowledge *known_to(const server *s)
{
    return (knowledge *)s->user;
}

nvs_view text_view(const open_text *d)
{
    nvs_view v;
    v.ptr = d->text;
    v.len = d->len;
    return v;
}

static const open_text *open_at(const server *s, const char *path)
{
    size_t i;
    for (i = 0; i < s->count; i++)
        if (s->open[i].is_file && strcmp(s->open[i].path, path) == 0) return &s->open[i];
    return NULL;
}

/* A file of a folder; an open text replaces what is on disk. */
static nvs_reply read_file(const char *path, size_t most, char **text, size_t *size, void *user)
{
    const open_text *const d = open_at((const server *)user, path);
    if (d == NULL) return system_disk.read_fn(path, most, text, size, NULL);
    *text = d->len <= most ? (char *)cli_take(d->len + 1, NULL) : NULL;
    *size = d->len;
    if (*text != NULL) memcpy(*text, d->text, d->len);
    return NVS_REPLY_YES;
}

/* The length of a path's folder, its slash not included. */
static size_t folder_of(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) : 0;
}

int same_folder(const open_text *a, const open_text *b)
{
    const size_t n = folder_of(a->path);
    return a->is_file && b->is_file && folder_of(b->path) == n && memcmp(a->path, b->path, n) == 0;
}

/* A chart is one body item, not a section. */
static void take_chart(folder *f, const open_text *d)
{
    nvs_document_options options;
    memset(&options, 0, sizeof options);
    options.lenient = f->w.lenient;
    options.memory.max_memory = (size_t)1 << 30;
    options.top = top_of(d->path);
    f->chart.path = nvs_text(d->path);
    f->chart.document = nvs_document_open(d->text, d->len, &options, NULL);
    f->chart.state = f->chart.document != NULL && f->chart.document->errors == 0 ? SECTION_GOOD : SECTION_WRONG;
    f->w.charts = &f->chart;
    f->w.chart_count = f->chart.document != NULL;
}

static void take_sections(server *s, folder *f, const open_text *d)
{
    const section_disk disk = {system_disk.list_fn, read_file, s};
    cli_buf path = {NULL, 0, 0};
    size_t i;
    uint32_t k;
    if (d->is_file) cli_put(&path, d->path, folder_of(d->path));
    if (path.len > 0) (void)library_load(f->w.library, &disk, path.ptr, 0);
    cli_buf_free(&path);
    for (i = 0; i < s->count; i++) { /* those not on disk yet */
        const open_text *const x = &s->open[i];
        if (x != d && (!same_folder(x, d) || top_of(x->path) != NVS_MESSAGE_SECTION)) continue;
        for (k = 0; k < f->w.library->count && strcmp(f->w.library->files[k].path.ptr, x->path) != 0; k++) continue;
        if (k == f->w.library->count) library_add(f->w.library, nvs_text(x->path), x->text, x->len, 0);
    }
}

void folder_open(server *s, folder *f, const open_text *d)
{
    uint32_t count;
    memset(f, 0, sizeof *f);
    f->w = *known_to(s)->options;
    f->w.library = library_open(f->w.lenient);
    if (top_of(d->path) != NVS_MESSAGE_SECTION) take_chart(f, d);
    else take_sections(s, f, d);
    (void)library_pick(f->w.library, PICK_ALL, "", &count, NULL);
    f->w.roots = (const nvs_node **)cli_alloc(f->w.library->count + 1, sizeof *f->w.roots);
    f->w.root_count = library_sections(f->w.library, f->w.roots);
}

void folder_close(folder *f)
{
    free(f->w.roots);
    nvs_document_close(f->chart.document);
    library_close(f->w.library);
}
