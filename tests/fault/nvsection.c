/* Documents, libraries and selections when memory, callbacks or the output fail at each place in turn, and in buffers
   of every size. */
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "nvsection_calls.h"
#include "nvsection_samples.h"
#include "heap.h"

static const char *text;
static size_t text_len;
static nvs_document *good; /* of text */
static nvs_error error;
static char encoded[65536];
static size_t encoded_len;

/* A job returns 1 if it worked; 0 with `error` if memory was short. */
static int parse(const nvs_memory *m)
{
    nvs_document_options o;
    nvs_document *doc;
    memset(&o, 0, sizeof o);
    o.memory = *m;
    doc = nvs_document_open(text, text_len, &o, &error);
    if (doc == NULL) return 0;
    CHECK_U64(good->fields, doc->fields);
    CHECK_VIEW("Everything", nvs_node_text(doc->root, NVS_FIELD_IDENTIFIER));
    nvs_document_close(doc);
    return 1;
}

static int parse_wrong(const nvs_memory *m)
{
    static char many[4000];
    nvs_document_options o;
    nvs_document *doc;
    size_t i;
    for (i = 0; i + 8 < sizeof many; i += 8) memcpy(many + i, "Foo: 1\n ", 8);
    memset(&o, 0, sizeof o);
    o.memory = *m;
    o.lenient = 1;
    o.max_problems = 1000;
    doc = nvs_document_open(many, i, &o, &error);
    if (doc == NULL) return 0;
    CHECK_U64(i / 8, doc->warnings);
    CHECK_U64(i / 8 + 2, doc->problem_count);
    nvs_document_close(doc);
    return 1;
}

static int parse_binary(const nvs_memory *m)
{
    nvs_document_options o;
    nvs_document *doc;
    memset(&o, 0, sizeof o);
    o.memory = *m;
    o.top = NVS_MESSAGE_BODY;
    doc = binary_open(encoded, encoded_len, &o, &error);
    if (doc == NULL) return 0;
    CHECK_U64(0, doc->errors);
    nvs_document_close(doc);
    return 1;
}

static nvs_reply put(const void *data, size_t len, void *user)
{
    const char *const p = (const char *)data;
    size_t *at = (size_t *)user;
    if (len > sizeof encoded - *at) return NVS_REPLY_NO;
    memcpy(encoded + *at, p, len);
    *at += len;
    return NVS_REPLY_YES;
}

static int write_all(const nvs_memory *m)
{
    size_t at = 0;
    error.code = write_binary(nvs_node_child(good->root, NVS_FIELD_BODY), m, put, &at, NULL);
    if (error.code != NVS_OK) return 0;
    CHECK_U64(encoded_len, at);
    return 1;
}

static int select_all(const nvs_memory *m)
{
    static const char *const texts[] = {"sm__cycles_active.avg", "sm__x", "lts__t.sum"};
    nvs_view known[3];
    nvs_catalog names;
    nvs_device d;
    const nvs_selection *s;
    const nvs_node *root = good->root;
    unsigned i;
    memset(&d, 0, sizeof d);
    memset(&names, 0, sizeof names);
    d.cc = 80;
    for (i = 0; i < 3; i++) {
        known[i].ptr = texts[i];
        known[i].len = strlen(texts[i]);
    }
    names.names = known;
    names.count = 3;
    s = select_on(&root, 1, &d, &names, m, &error);
    if (s == NULL) return 0;
    CHECK_U64(4, s->metric_count);
    for (i = 0; i < s->sections[0].use_count; i++) CHECK((s->sections[0].uses[i].members == NULL) == (s->sections[0].uses[i].member_count == 0));
    nvs_selection_close(s);
    return 1;
}

static nvs_reply list_fn(const char *folder, nvs_reply (*found)(const char *name, int is_folder, void *to), void *to, void *user)
{
    (void)user;
    if (strcmp(folder, "f") != 0) return found("c.section", 0, to) && found("c.section.section", 0, to) ? NVS_REPLY_YES : NVS_REPLY_FAILED;
    if (found("b.section", 0, to) && found("a.section", 0, to)) (void)found("g", 1, to);
    return NVS_REPLY_YES;
}

static nvs_reply size_fn(const char *path, uint64_t *size, void *user)
{
    (void)user;
    (void)path;
    *size = text_len;
    return NVS_REPLY_YES;
}

static nvs_reply read_fn(const char *path, char *to, size_t size, void *user)
{
    (void)user;
    memcpy(to, text, size);
    if (strcmp(path, "f/b.section") == 0) memcpy(strstr(to, "Every"), "Other", 5);
    return NVS_REPLY_YES;
}

/* The memory that a library reports is what it holds. */
static void holds(const nvs_library *l, const nvs_memory *m)
{
    const heap *h = (const heap *)m->allocator.user;
    CHECK_U64(h->held, nvs_library_memory_used(l));
}

/* An add or a load that fails leaves the library as it was. */
static int library(const nvs_memory *m)
{
    size_t before;
    nvs_library_options o;
    nvs_files files;
    nvs_library *l;
    memset(&o, 0, sizeof o);
    memset(&files, 0, sizeof files);
    files.list_fn = list_fn;
    files.size_fn = size_fn;
    files.read_fn = read_fn;
    o.memory = *m;
    l = nvs_library_open(&o, &error);
    if (l == NULL) return 0;
    holds(l, m);
    before = nvs_library_memory_used(l);
    error.code = nvs_library_add(l, nvs_text("x"), "Identifier: \"P\" DisplayName: \"b\"", 32, NULL);
    CHECK_U64(error.code == NVS_OK ? 1 : 0, l->count);
    holds(l, m);
    CHECK(error.code == NVS_OK || nvs_library_memory_used(l) == before);
    CHECK_U64(error.code == NVS_OK ? 0 : NVS_INDEX_NONE, library_index(l, nvs_text("P")));
    if (error.code == NVS_OK) {
        before = nvs_library_memory_used(l);
        error.code = nvs_library_load(l, &files, nvs_text("f"), 1, NULL);
        CHECK_U64(error.code == NVS_OK ? 5 : 1, l->count);
        CHECK_U64(0, library_index(l, nvs_text("P")));
        holds(l, m);
        CHECK(error.code == NVS_OK || nvs_library_memory_used(l) == before);
        CHECK_U64(error.code == NVS_OK ? 1 : NVS_INDEX_NONE, library_index(l, nvs_text("Everything")));
    }
    if (error.code == NVS_OK) {
        CHECK_U64(NVS_FILE_STATE_DUPLICATE, l->files[3].state);
        if (m->buffer == NULL) error.code = nvs_library_pick(l, NVS_PICK_SECTION, nvs_text("regex:.*r.*"), NULL, NULL);
    }
    nvs_library_close(l);
    return error.code == NVS_OK;
}

/* Runs a job with every allocation failing in turn, then in buffers from nothing up. */
static void everywhere(int (*job)(const nvs_memory *), size_t step)
{
    static char buffer[400000];
    heap h;
    nvs_memory m;
    unsigned n;
    size_t room;
    int done = 0;
    memset(&m, 0, sizeof m);
    m.allocator.alloc_fn = take;
    m.allocator.free_fn = give;
    m.allocator.user = &h;
    for (n = 1; !done && n < 300; n++) {
        memset(&h, 0, sizeof h);
        h.fail = n;
        h.skew = n % 8;
        done = job(&m);
        if (!done) CHECK_U64(NVS_MEMORY, error.code);
        CHECK(done == (h.calls < n)); /* no failure goes unnoticed */
        CHECK_U64(0, h.live);
        CHECK_U64(0, h.held);
    }
    CHECK(done && n > 2);
    /* P5: never more than max_memory. Needing more ends with LIMIT. */
    for (room = 100, done = 0; !done && room < sizeof buffer; room += room / 2) {
        memset(&h, 0, sizeof h);
        m.max_memory = room;
        done = job(&m);
        CHECK(h.peak <= room);
        if (!done) CHECK_U64(NVS_LIMIT, error.code);
        CHECK_U64(0, h.live);
    }
    CHECK(done);
    memset(&m, 0, sizeof m);
    for (room = 0, done = 0; !done && room < sizeof buffer; room += step) {
        memset(buffer, 'x', sizeof buffer);
        m.buffer = buffer;
        m.buffer_size = room;
        done = job(&m);
        if (!done) CHECK_U64(NVS_MEMORY, error.code);
        for (n = 0; n < 64; n++)
            if (buffer[room + n] != 'x') CHECK_I64('x', buffer[room + n]); /* the buffer ends where it says */
    }
    CHECK(done);
}

static void parsing(void) { everywhere(parse, 61); }
static void parsing_wrong(void) { everywhere(parse_wrong, 997); }
static void parsing_binary(void) { everywhere(parse_binary, 61); }
static void writing_binary(void) { everywhere(write_all, 1); }
static void selecting(void) { everywhere(select_all, 499); }

/* A library that is too large for its memory leaves files out instead, so only failing allocations are tried. */
static void libraries(void)
{
    heap h;
    nvs_memory m;
    unsigned n;
    int done = 0;
    memset(&m, 0, sizeof m);
    m.allocator.alloc_fn = take;
    m.allocator.free_fn = give;
    m.allocator.user = &h;
    for (n = 1; !done && n < 300; n++) {
        memset(&h, 0, sizeof h);
        h.fail = n;
        done = library(&m);
        if (!done) CHECK_U64(NVS_MEMORY, error.code);
        CHECK_U64(0, h.live);
    }
    CHECK(done && n > 5);
}

/* A folder of many files, with each allocation failing: all of them are there, or none. Then the same call works. */
static nvs_reply list_many(const char *folder, nvs_reply (*found)(const char *name, int is_folder, void *to), void *to, void *user)
{
    char name[32];
    int i, go = 1;
    (void)user;
    (void)folder;
    for (i = 0; go && i < 300; i++) {
        sprintf(name, "%d.section", i);
        go = found(name, 0, to);
    }
    return go ? NVS_REPLY_YES : NVS_REPLY_FAILED;
}

static nvs_reply size_many(const char *path, uint64_t *size, void *user)
{
    (void)user;
    (void)path;
    *size = 42;
    return NVS_REPLY_YES;
}

static nvs_reply read_many(const char *path, char *to, size_t size, void *user)
{
    char one[64];
    (void)user;
    sprintf(one, "Identifier: \"%-10.10s\" DisplayName: \"d\" ", path + 2);
    memcpy(to, one, size);
    return NVS_REPLY_YES;
}

static void many_files(void)
{
    nvs_files files;
    unsigned n;
    nvs_code code = NVS_MEMORY;
    memset(&files, 0, sizeof files);
    files.list_fn = list_many;
    files.size_fn = size_many;
    files.read_fn = read_many;
    for (n = 2; code != NVS_OK && n < 1000; n++) {
        heap h;
        nvs_library_options o;
        nvs_library *l;
        size_t before;
        memset(&h, 0, sizeof h);
        memset(&o, 0, sizeof o);
        o.memory.allocator.alloc_fn = take;
        o.memory.allocator.free_fn = give;
        o.memory.allocator.user = &h;
        h.fail = n;
        l = nvs_library_open(&o, NULL);
        before = nvs_library_memory_used(l);
        code = nvs_library_load(l, &files, nvs_text("f"), 0, NULL);
        if (code != NVS_OK) {
            CHECK(code == NVS_MEMORY && l->count == 0 && nvs_library_memory_used(l) == before && h.held == before);
            CHECK(library_index(l, nvs_text("0.section ")) == NVS_INDEX_NONE && library_index(l, nvs_text("99.section")) == NVS_INDEX_NONE);
            CHECK(nvs_library_load(l, &files, nvs_text("f"), 0, NULL) == NVS_OK);
        }
        CHECK_U64(300, l->count);
        CHECK_U64(h.held, nvs_library_memory_used(l));
        CHECK(library_index(l, nvs_text("0.section ")) == 0 && library_index(l, nvs_text("99.section")) == 299);
        CHECK_VIEW("f/0.section", l->files[0].path);
        CHECK(l->files[0].path.ptr[11] == 0 && l->files[299].path.ptr[12] == 0); /* whatever the memory held before */
        nvs_library_close(l);
        CHECK_U64(0, h.live);
    }
    CHECK(code == NVS_OK && n > 10);
}

/* The same in a buffer that ends everywhere: once the files are read, there is room for all their names or for none. */
static void many_files_in_buffers(void)
{
    static char room[1 << 20];
    nvs_files files;
    nvs_code code = NVS_MEMORY;
    size_t size;
    memset(&files, 0, sizeof files);
    files.list_fn = list_many;
    files.size_fn = size_many;
    files.read_fn = read_many;
    for (size = 4096; code != NVS_OK && size <= sizeof room; size += 1024) {
        nvs_library_options o;
        nvs_library *l;
        memset(&o, 0, sizeof o);
        o.memory.buffer = room;
        o.memory.buffer_size = size;
        l = nvs_library_open(&o, NULL);
        if (!CHECK(l != NULL)) return;
        code = nvs_library_load(l, &files, nvs_text("f"), 0, NULL);
        if (!CHECK(code == NVS_OK ? l->count == 300 : code == NVS_MEMORY && l->count == 0)) return;
        CHECK(code != NVS_OK || library_index(l, nvs_text("99.section")) == 299);
    }
    CHECK(code == NVS_OK);
}

/* Under every limit: a call that needs too much changes nothing, a file that does is left out. */
static void library_limits(void)
{
    size_t room;
    unsigned adds = 0, loads = 0, left_out = 0, whole = 0;
    for (room = 500; whole == 0 && room < 200000; room += 8) {
        heap h;
        nvs_library_options o;
        nvs_files files;
        nvs_library *l;
        nvs_code code;
        uint32_t i;
        size_t before;
        memset(&h, 0, sizeof h);
        memset(&o, 0, sizeof o);
        memset(&files, 0, sizeof files);
        files.list_fn = list_fn;
        files.size_fn = size_fn;
        files.read_fn = read_fn;
        o.memory.allocator.alloc_fn = take;
        o.memory.allocator.free_fn = give;
        o.memory.allocator.user = &h;
        o.memory.max_memory = room;
        l = nvs_library_open(&o, &error);
        if (l == NULL) continue;
        before = nvs_library_memory_used(l);
        code = nvs_library_add(l, nvs_text("x"), "Identifier: \"P\" DisplayName: \"b\"", 32, NULL);
        CHECK(code == NVS_OK ? l->count == 1 : code == NVS_LIMIT && l->count == 0 && nvs_library_memory_used(l) == before);
        adds += code != NVS_OK;
        holds(l, &o.memory);
        before = nvs_library_memory_used(l);
        i = l->count;
        code = nvs_library_load(l, &files, nvs_text("f"), 1, NULL);
        CHECK(code == NVS_OK ? l->count == i + 4 : code == NVS_LIMIT && l->count == i && nvs_library_memory_used(l) == before);
        loads += code != NVS_OK;
        holds(l, &o.memory);
        whole = code == NVS_OK && i == 1;
        for (i = 0; i < l->count; i++) {
            const nvs_file_state s = l->files[i].state;
            CHECK(s == NVS_FILE_STATE_OK || s == NVS_FILE_STATE_DUPLICATE || (s == NVS_FILE_STATE_TOO_LARGE && l->files[i].document == NULL));
            left_out += s == NVS_FILE_STATE_TOO_LARGE;
            whole = whole && s != NVS_FILE_STATE_TOO_LARGE;
        }
        nvs_library_close(l);
        CHECK(h.live == 0 && h.peak <= room);
    }
    CHECK(whole && adds > 0 && loads > 0 && left_out > 0);
}

static nvs_reply fail_put(const void *data, size_t len, void *user)
{
    const char *const p = (const char *)data;
    unsigned *left = (unsigned *)user;
    (void)p;
    (void)len;
    return (*left)-- > 1;
}

static void outputs(void)
{
    unsigned n, left;
    nvs_code code = NVS_IO;
    for (n = 1; code != NVS_OK && n < 100; n++) {
        left = n;
        code = write_text(good->root, fail_put, &left);
        CHECK(code == NVS_OK || code == NVS_IO);
    }
    CHECK(code == NVS_OK && n > 3);
    left = 1;
    CHECK(write_binary(nvs_node_child(good->root, NVS_FIELD_BODY), NULL, fail_put, &left, NULL) == NVS_IO);
}

/* Each write fails in turn: nothing is written after it. */
typedef struct some {
    unsigned calls, fail;
    size_t len;
    char data[20000];
} some;

static nvs_reply put_some(const void *data, size_t len, void *user)
{
    const char *const p = (const char *)data;
    some *s = (some *)user;
    if (++s->calls == s->fail || len > sizeof s->data - s->len) return NVS_REPLY_NO;
    memcpy(s->data + s->len, p, len);
    s->len += len;
    return NVS_REPLY_YES;
}

static void writing(void)
{
    static char long_text[2000];
    static some all, s;
    nvs_document *doc;
    unsigned n;
    sprintf(long_text, "Identifier: \"i\" DisplayName: \"%0700d\" Description: \"%0900d\" Order: 1", 1, 2); /* longer than what is kept */
    doc = nvs_document_open(long_text, strlen(long_text), NULL, NULL);
    if (!CHECK(doc != NULL && doc->errors == 0)) return;
    CHECK(write_text(doc->root, put_some, &all) == NVS_OK && all.calls > 4);
    for (n = 1; n <= all.calls; n++) {
        memset(&s, 0, sizeof s);
        s.fail = n;
        CHECK(write_text(doc->root, put_some, &s) == NVS_IO && s.calls == n && s.len < all.len && memcmp(s.data, all.data, s.len) == 0);
    }
    nvs_document_close(doc);
}

/* Callbacks that fail leave out a file, and so does a file that does not fit. */
static nvs_reply bad_list(const char *folder, nvs_reply (*found)(const char *name, int is_folder, void *to), void *to, void *user)
{
    (void)folder;
    (void)user;
    return found("a.section", 0, to) && found("b.section", 0, to) && found("c.section", 0, to) && found("d.section", 0, to) ? NVS_REPLY_YES
                                                                                                                       : NVS_REPLY_FAILED;
}

static nvs_reply bad_size(const char *path, uint64_t *size, void *user)
{
    (void)user;
    *size = strstr(path, "b.section") != NULL ? 1000000 : strstr(path, "d.section") != NULL ? (uint64_t)1 << 40 : 32;
    return strstr(path, "a.section") != NULL ? NVS_REPLY_REFUSED : NVS_REPLY_YES;
}

static nvs_reply bad_read(const char *path, char *to, size_t size, void *user)
{
    (void)user;
    (void)path;
    memcpy(to, "Identifier: \"P\" DisplayName: \"b\"", size);
    return NVS_REPLY_FAILED;
}

static void callbacks(void)
{
    nvs_library_options o;
    nvs_files files;
    nvs_library *l;
    memset(&o, 0, sizeof o);
    o.memory.max_memory = 100000;
    files.list_fn = bad_list;
    files.size_fn = bad_size;
    files.read_fn = bad_read;
    files.user = NULL;
    l = nvs_library_open(&o, NULL);
    CHECK(nvs_library_load(l, &files, nvs_text("f"), 0, NULL) == NVS_OK);
    CHECK_U64(4, l->count);
    CHECK(l->files[0].state == NVS_FILE_STATE_UNREADABLE && l->files[0].reply == NVS_REPLY_REFUSED);
    CHECK_U64(NVS_FILE_STATE_TOO_LARGE, l->files[1].state);
    CHECK(l->files[2].state == NVS_FILE_STATE_UNREADABLE && l->files[2].reply == NVS_REPLY_FAILED);
    CHECK_U64(NVS_FILE_STATE_TOO_LARGE, l->files[3].state);
    nvs_library_close(l);
}

/* A choice of sections without memory for its expression changes nothing; a folder within a folder that cannot be
   listed is reported. */
static nvs_reply list_broken(const char *folder, nvs_reply (*found)(const char *name, int is_folder, void *to), void *to, void *user)
{
    (void)user;
    if (strcmp(folder, "f") != 0) return NVS_REPLY_REFUSED;
    return found("g", 1, to) ? NVS_REPLY_YES : NVS_REPLY_FAILED;
}

static void small_libraries(void)
{
    static char room[1 << 20];
    nvs_files files;
    size_t size;
    unsigned refused = 0, chosen = 0, unlisted = 0;
    memset(&files, 0, sizeof files);
    files.list_fn = list_broken;
    files.size_fn = size_fn;
    files.read_fn = read_fn;
    for (size = 400; size < sizeof room; size += size < 8000 ? 8 : 20000) {
        nvs_library_options o;
        nvs_library *l;
        uint32_t found = 9;
        nvs_code code;
        memset(&o, 0, sizeof o);
        o.memory.buffer = room;
        o.memory.buffer_size = size;
        l = nvs_library_open(&o, &error);
        if (l == NULL || nvs_library_add(l, nvs_text("x"), "Identifier: \"P\" DisplayName: \"b\"", 32, NULL) != NVS_OK) continue;
        code = nvs_library_pick(l, NVS_PICK_SECTION, nvs_text("regex:P|a-long-one-that-is-not-here-and-takes-more-than-a-few-bytes|[Q-Z]x{3}"), &found, &error);
        CHECK(code == NVS_OK ? found == 1 && l->files[0].picked : code == NVS_MEMORY && error.code == code && found == 0 && !l->files[0].picked);
        refused += code != NVS_OK;
        chosen += code == NVS_OK;
        code = nvs_library_load(l, &files, nvs_text("f"), 1, &error);
        CHECK(code == NVS_OK ? l->count == 2 && l->files[1].reply == NVS_REPLY_REFUSED : code == NVS_MEMORY && l->count == 1);
        unlisted += code == NVS_OK;
    }
    /* The same with an empty library: with less room before, the first allocations fail too. */
    for (size = 200; size < 16000; size += 8) {
        nvs_library_options o;
        nvs_library *l;
        nvs_code code;
        memset(&o, 0, sizeof o);
        o.memory.buffer = room;
        o.memory.buffer_size = size;
        l = nvs_library_open(&o, &error);
        if (l == NULL) continue;
        code = nvs_library_pick(l, NVS_PICK_SECTION, nvs_text("regex:P|a-long-one-that-is-not-here-and-takes-more-than-a-few-bytes|[Q-Z]x{3}"), NULL, &error);
        CHECK(code == NVS_OK || (code == NVS_MEMORY && error.code == code));
        code = nvs_library_load(l, &files, nvs_text("f"), 1, &error);
        CHECK(code == NVS_OK ? l->count == 1 && l->files[0].reply == NVS_REPLY_REFUSED : code == NVS_MEMORY && l->count == 0);
    }
    if (!CHECK(refused > 3 && chosen > 3 && unlisted > 3)) printf("    %u %u %u\n", refused, chosen, unlisted);
}

int main(void)
{
    text = sample_text;
    text_len = strlen(sample_text);
    good = nvs_document_open(text, text_len, NULL, NULL);
    if (write_binary(nvs_node_child(good->root, NVS_FIELD_BODY), NULL, put, &encoded_len, NULL) != NVS_OK) return 1;
    RUN(parsing);
    RUN(parsing_wrong);
    RUN(parsing_binary);
    RUN(writing_binary);
    RUN(selecting);
    RUN(libraries);
    RUN(many_files);
    RUN(many_files_in_buffers);
    RUN(library_limits);
    RUN(outputs);
    RUN(writing);
    RUN(callbacks);
    RUN(small_libraries);
    nvs_document_close(good);
    return run_end();
}
