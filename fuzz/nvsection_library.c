/* Libraries of sections on a made-up file system, the text writer, the parts of names. Bytes 0 to 3: the allocation
   that fails, flags, which callback fails, a salt; then files, separated by a byte 1e: a letter for the name, the
   text. */
#define NVS_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#include "nvsection_fuzz.h"

#define FILES 6

typedef struct folder {
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
        if (!found_fn(f->name[i - 1], 0, to)) return NVS_REPLY_YES;
    if (!deep && f->count % 2 == 1) found_fn("within", 1, to);
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

static nvs_reply size_of(const char *path, uint64_t *size, void *user)
{
    folder *f = (folder *)user;
    const unsigned i = which(f, path);
    HOLDS(i < FILES);
    if (++f->calls == f->fail) return NVS_REPLY_REFUSED;
    *size = f->fail == 200 ? (uint64_t)1 << 40 : f->size[i];
    return NVS_REPLY_YES;
}

static nvs_reply read_all(const char *path, char *to, size_t size, void *user)
{
    folder *f = (folder *)user;
    const unsigned i = which(f, path);
    HOLDS(i < FILES && size == f->size[i]);
    if (++f->calls == f->fail) return NVS_REPLY_FAILED;
    memcpy(to, f->text[i], size);
    return NVS_REPLY_YES;
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static heap h;
    folder f;
    nvs_files files;
    nvs_library_options o;
    nvs_error error;
    nvs_library *library;
    const char *p, *end;
    nvs_code code = NVS_OK;
    uint32_t i;
    if (size < 4) return 0;
    memset(&h, 0, sizeof h);
    memset(&f, 0, sizeof f);
    memset(&files, 0, sizeof files);
    memset(&o, 0, sizeof o);
    h.fail_at = data[0];
    o.lenient = data[1] & 1;
    o.first_error = data[1] >> 1 & 1;
    o.memory = memory_of(&h, (size_t)8 << 20);
    f.fail = data[2];
    p = (const char *)data + 4;
    end = (const char *)data + size;
    while (p < end && f.count < FILES) {
        const char *stop = (const char *)memchr(p + 1, 0x1e, (size_t)(end - p) - 1);
        char *name = f.name[f.count];
        name[0] = (char)('a' + (unsigned char)p[0] % 26);
        name[1] = (char)('0' + f.count);
        strcpy(name + 2, (unsigned char)p[0] >= 250 ? ".txt" : (unsigned char)p[0] >= 246 ? ".chart" : ".section");
        if ((unsigned char)p[0] == 245) strcpy(name, ".ncu-ignore");
        f.text[f.count] = p + 1;
        f.size[f.count++] = (size_t)((stop != NULL ? stop : end) - (p + 1));
        p = stop != NULL ? stop + 1 : end;
    }
    files.list_fn = list;
    files.size_fn = size_of;
    files.read_fn = read_all;
    files.user = &f;
    library = nvs_library_open(&o, &error);
    if (library != NULL) {
        if (data[1] & 4) {
            nvs_view path;
            path.ptr = "given";
            path.len = 5;
            for (i = 0; i < f.count && code == NVS_OK; i++) code = nvs_library_add(library, path, f.text[i], f.size[i], NULL);
        } else
            code = nvs_library_load(library, &files, nvs_text("top"), data[1] >> 3 & 1, NULL);
        HOLDS(code == NVS_OK || code == NVS_MEMORY || code == NVS_IO || code == NVS_LIMIT);
        HOLDS(code != NVS_OK || nvs_library_memory_used(library) == h.held);
        for (i = 0; i < library->count; i++) {
            const nvs_file *file = &library->files[i];
            nvs_view id;
            HOLDS(file->path.ptr[file->path.len] == 0 && (file->state != NVS_FILE_STATE_OK || file->document != NULL));
            HOLDS((file->state == NVS_FILE_STATE_DUPLICATE) == (file->same_as != NVS_INDEX_NONE));
            HOLDS((file->state == NVS_FILE_STATE_UNREADABLE) == (file->reply != NVS_REPLY_YES) && !file->picked);
            if (file->state != NVS_FILE_STATE_OK) continue;
            HOLDS(file->document->errors == 0);
            id = nvs_node_text(file->document->root, NVS_FIELD_IDENTIFIER);
            HOLDS(library_index(library, id) == i);
            if (f.fail == 0 && h.fail_at == 0 && file->document->warnings == 0) rewrite(file->document);
        }
        if (library->count > 0) {
            const nvs_node **sections = (const nvs_node **)malloc(library->count * sizeof *sections);
            uint32_t found = 0, good = 0, n;
            nvs_view what;
            HOLDS(sections != NULL);
            for (i = 0; i < library->count; i++) good += library->files[i].state == NVS_FILE_STATE_OK;
            what.ptr = (const char *)data + 4;
            what.len = size - 4 < 40 ? size - 4 : 40;
            code = nvs_library_pick(library, (nvs_pick)(data[3] % 4), what, &found, &error);
            HOLDS(nvs_library_memory_used(library) == h.held);
            if (code == NVS_OK) {
                for (i = n = 0; i < library->count; i++) {
                    n += library->files[i].picked != 0;
                    HOLDS(!library->files[i].picked || library->files[i].state == NVS_FILE_STATE_OK);
                }
                HOLDS(n == found && found <= good && nvs_library_sections(library, sections) == n);
            }
            HOLDS(all_sections(library, sections) == good);
            free((void *)sections);
        }
        nvs_library_close(library);
    }
    HOLDS(h.count == 0);

    {
        nvs_view name;
        nvs_name_parts parts;
        name.ptr = (const char *)data + 4;
        name.len = size - 4;
        nvs_name_split(name, &parts);
        inside(&h, parts.rest, name.ptr, name.len);
        inside(&h, parts.domain, name.ptr, name.len);
        inside(&h, parts.unit, name.ptr, name.len);
        inside(&h, parts.base, name.ptr, name.len);
        inside(&h, parts.rollup, name.ptr, name.len);
        inside(&h, parts.submetric, name.ptr, name.len);
    }
    return 0;
}
