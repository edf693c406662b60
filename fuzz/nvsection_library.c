/* Libraries of sections on a made-up file system (examples/shared/report/input/section_library.h), the text writer, the parts of
   names. Bytes 0 to 3: the allocation that fails, flags, which callback fails, a salt; then files, separated by a byte 1e: a letter
   for the name, the text. */
#define NVS_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#include "nvsection_fuzz.h"
#include "report/input/section_library.h"

#define FILES 6

typedef struct folder {
    const uint8_t *data; /* the input */
    size_t data_size;
    const char *text[FILES];
    size_t size[FILES];
    char name[FILES][16];
    unsigned count, calls, fail;
} folder;

static nvs_reply list(const char *path, nvs_reply (*found_fn)(const char *name, int is_folder, void *to), void *to, void *user)
{
    folder *f = (folder *)user;
    const int deep = strchr(path, '/') != NULL;
    unsigned i;
    if (++f->calls == f->fail) return NVS_REPLY_FAILED;
    for (i = f->count; i > 0; i--)
        if (found_fn(f->name[i - 1], 0, to) != NVS_REPLY_YES) return NVS_REPLY_FAILED;
    if (!deep && f->count % 2 == 1) return found_fn("within", 1, to);
    return NVS_REPLY_YES;
}

static unsigned which(const folder *f, const char *path)
{
    const char *name = strrchr(path, '/');
    unsigned i;
    for (i = 0; name != NULL && i < f->count; i++)
        if (strcmp(f->name[i], name + 1) == 0) return i;
    return FILES;
}

static nvs_reply read_one(const char *path, size_t most, char **text, size_t *size, void *user)
{
    folder *f = (folder *)user;
    const unsigned i = which(f, path);
    HOLDS(i < FILES && *text == NULL);
    if (++f->calls == f->fail) return i % 2 == 0 ? NVS_REPLY_FAILED : NVS_REPLY_REFUSED;
    *size = f->size[i];
    if (*size > most || f->fail == 200) return NVS_REPLY_YES;
    *text = (char *)cli_take(*size + 1, NULL);
    if (*text != NULL) memcpy(*text, f->text[i], *size);
    return NVS_REPLY_YES;
}

/* Memory of which one allocation fails. */
typedef struct pieces {
    size_t live;
    unsigned calls, fail;
} pieces;

static void *resize(void *user, void *ptr, size_t size)
{
    pieces *const p = (pieces *)user;
    if (size == 0) {
        p->live--;
        free(ptr);
        return NULL;
    }
    if (++p->calls == p->fail) return NULL;
    p->live += ptr == NULL;
    return realloc(ptr, size);
}

/* What a document holds reads back the same. */
static void rewrite(const nvs_document *doc)
{
    bytes out = {0}, same = {0};
    nvs_document *again;
    HOLDS(write_text(doc->root, put, &out) == NVS_OK);
    again = nvs_document_open(out.ptr, out.len, NULL, NULL);
    HOLDS(again != NULL && again->errors == 0 && again->fields == doc->fields);
    HOLDS(write_text(again->root, put, &same) == NVS_OK && same_bytes(&out, &same));
    nvs_document_close(again);
    free(out.ptr);
    free(same.ptr);
}

static void check_files(const section_library *l, const folder *f)
{
    uint32_t i;
    for (i = 0; i < l->count; i++) {
        const section_file *const file = &l->files[i];
        nvs_view id;
        HOLDS(file->path.ptr[file->path.len] == 0);
        HOLDS((file->document != NULL) == (file->state != SECTION_UNREADABLE && file->state != SECTION_TOO_LARGE));
        HOLDS((file->state == SECTION_UNREADABLE) == (file->reply != NVS_REPLY_YES) && !file->picked);
        HOLDS((library_trouble(file) == NULL) == (file->document != NULL));
        if (file->state == SECTION_DUPLICATE) HOLDS(file->same_as < i && l->files[file->same_as].state == SECTION_GOOD);
        if (file->state != SECTION_GOOD) continue;
        HOLDS(file->document->errors == 0);
        id = nvs_node_text(file->document->root, NVS_FIELD_IDENTIFIER);
        HOLDS(library_find(l, id) == file);
        if (f->fail == 0 && file->document->warnings == 0) rewrite(file->document);
    }
}

static void check_picks(section_library *l, const folder *f)
{
    const nvs_node **const sections = (const nvs_node **)cli_alloc(l->count, sizeof *sections);
    uint32_t count = 0, good = 0, n = 0, i;
    char what[41] = "";
    nvs_error error;
    for (i = 0; i < l->count; i++) good += l->files[i].state == SECTION_GOOD;
    memcpy(what, f->data + 4, f->data_size - 4 < 40 ? f->data_size - 4 : 40);
    if (library_pick(l, (section_pick)(f->data[3] % 3), what, &count, &error)) {
        for (i = 0; i < l->count; i++) {
            n += l->files[i].picked != 0;
            HOLDS(!l->files[i].picked || l->files[i].state == SECTION_GOOD);
        }
        HOLDS(n == count && count <= good && library_sections(l, sections) == n);
    } else HOLDS(count == 0 && error.offset >= 6);
    HOLDS(library_pick(l, PICK_ALL, "", &count, NULL) && count == good && library_sections(l, sections) == good);
    cli_free(sections);
}

static int job(void *user)
{
    folder *const f = (folder *)user;
    const section_disk disk = {list, read_one, f};
    section_library *const l = library_open(f->data[1] & 1);
    unsigned i;
    l->left = f->data[1] & 2 ? 4096 : (size_t)8 << 20;
    if (f->data[1] & 4)
        for (i = 0; i < f->count; i++) library_add(l, nvs_text("given"), f->text[i], f->size[i], 0);
    else if (library_load(l, &disk, "top", f->data[1] >> 3 & 1) != NULL) HOLDS(l->count == 0);
    check_files(l, f);
    check_picks(l, f);
    library_close(l);
    return 0;
}

static void take_files(folder *f)
{
    const char *p = (const char *)f->data + 4, *const end = (const char *)f->data + f->data_size;
    while (p < end && f->count < FILES) {
        const char *stop = (const char *)memchr(p + 1, 0x1e, (size_t)(end - p) - 1);
        char *name = f->name[f->count];
        name[0] = (char)('a' + (unsigned char)p[0] % 26);
        name[1] = (char)('0' + f->count);
        strcpy(name + 2, (unsigned char)p[0] >= 250 ? ".txt" : (unsigned char)p[0] >= 246 ? ".chart" : ".section");
        if ((unsigned char)p[0] == 245) strcpy(name, ".ncu-ignore");
        f->text[f->count] = p + 1;
        f->size[f->count++] = (size_t)((stop != NULL ? stop : end) - (p + 1));
        p = stop != NULL ? stop + 1 : end;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pieces p = {0, 0, 0};
    cli_heap memory = {resize, NULL, NULL, NULL, NULL, 0};
    folder f;
    heap h;
    nvs_view name;
    nvs_name_parts parts;
    int code, done;
    if (size < 4) return 0;
    memset(&h, 0, sizeof h);
    memset(&f, 0, sizeof f);
    f.data = data;
    f.data_size = size;
    f.fail = data[2];
    take_files(&f);
    p.fail = data[0];
    memory.user = &p;
    done = cli_heap_run(&memory, job, &f, &code);
    HOLDS(p.live == 0 && done == (p.fail == 0 || p.calls < p.fail));

    name.ptr = (const char *)data + 4;
    name.len = size - 4;
    nvs_name_split(name, &parts);
    inside(&h, parts.rest, name.ptr, name.len);
    inside(&h, parts.domain, name.ptr, name.len);
    inside(&h, parts.unit, name.ptr, name.len);
    inside(&h, parts.base, name.ptr, name.len);
    inside(&h, parts.rollup, name.ptr, name.len);
    inside(&h, parts.submetric, name.ptr, name.len);
    return 0;
}
