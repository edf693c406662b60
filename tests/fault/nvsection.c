/* Documents and selections when memory, callbacks or the output fail at each place in turn, and in buffers
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
    RUN(outputs);
    RUN(writing);
    nvs_document_close(good);
    return run_end();
}
