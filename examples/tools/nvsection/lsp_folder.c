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

/* Files of a folder; open texts replace what is on disk. */
typedef struct overlay {
    const server *s;
    nvs_files disk;
} overlay;

static const open_text *open_at(const server *s, const char *path)
{
    size_t i;
    for (i = 0; i < s->count; i++)
        if (s->open[i].is_file && strcmp(s->open[i].path, path) == 0) return &s->open[i];
    return NULL;
}

static nvs_reply list_files(const char *path, nvs_reply (*found_fn)(const char *name, int is_folder, void *to), void *to, void *user)
{
    const overlay *const o = (const overlay *)user;
    return o->disk.list_fn(path, found_fn, to, o->disk.user);
}

static nvs_reply size_of_file(const char *path, uint64_t *size, void *user)
{
    const overlay *const o = (const overlay *)user;
    const open_text *const d = open_at(o->s, path);
    if (d == NULL) return o->disk.size_fn(path, size, o->disk.user);
    *size = d->len;
    return NVS_REPLY_YES;
}

static nvs_reply read_file(const char *path, char *to, size_t size, void *user)
{
    const overlay *const o = (const overlay *)user;
    const open_text *const d = open_at(o->s, path);
    if (d == NULL) return o->disk.read_fn(path, to, size, o->disk.user);
    if (size != d->len) return NVS_REPLY_FAILED;
    memcpy(to, d->text, size);
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
    f->chart.state = f->chart.document != NULL && f->chart.document->errors == 0 ? NVS_FILE_STATE_OK : NVS_FILE_STATE_WRONG;
    f->chart.same_as = NVS_INDEX_NONE;
    f->w.charts = &f->chart;
    f->w.chart_count = f->chart.document != NULL;
}

static void take_sections(server *s, folder *f, const open_text *d)
{
    overlay o;
    nvs_files files;
    size_t i;
    uint32_t k;
    if (d->is_file) {
        nvs_view path = nvs_text(d->path);
        path.len = folder_of(d->path);
        o.s = s;
        nvs_posix_files(&o.disk);
        files.user = &o;
        files.list_fn = list_files;
        files.size_fn = size_of_file;
        files.read_fn = read_file;
        if (path.len > 0) (void)nvs_library_load(f->w.library, &files, path, 0, NULL);
    }
    for (i = 0; i < s->count; i++) { /* those not on disk yet */
        const open_text *const x = &s->open[i];
        if (x != d && (!same_folder(x, d) || top_of(x->path) != NVS_MESSAGE_SECTION)) continue;
        for (k = 0; k < f->w.library->count && strcmp(f->w.library->files[k].path.ptr, x->path) != 0; k++) continue;
        if (k == f->w.library->count) (void)nvs_library_add(f->w.library, nvs_text(x->path), x->text, x->len, NULL);
    }
}

int folder_open(server *s, folder *f, const open_text *d)
{
    nvs_library_options options;
    memset(&options, 0, sizeof options);
    memset(f, 0, sizeof *f);
    f->w = *known_to(s)->options;
    options.lenient = f->w.lenient;
    options.memory.max_memory = (size_t)1 << 30;
    f->w.library = nvs_library_open(&options, NULL);
    if (f->w.library == NULL) return 0;
    if (top_of(d->path) != NVS_MESSAGE_SECTION) take_chart(f, d);
    else take_sections(s, f, d);
    (void)nvs_library_pick(f->w.library, NVS_PICK_ALL, nvs_text(NULL), NULL, NULL);
    f->w.roots = (const nvs_node **)cli_alloc(f->w.library->count + 1, sizeof *f->w.roots);
    f->w.root_count = nvs_library_sections(f->w.library, f->w.roots);
    return 1;
}

void folder_close(folder *f)
{
    free(f->w.roots);
    nvs_document_close((nvs_document *)(uintptr_t)f->chart.document);
    nvs_library_close(f->w.library);
}
