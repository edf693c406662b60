/* Hostile sizes: every prefix between guard pages, nesting, long strings, and work that grows no faster than the
   input. */
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "nvsection_calls.h"
#include "heap.h"
#include "linear.h"
#include "nvsection_samples.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

/* len bytes that end at (or begin after) an unreadable page. */
static char *guarded(const char *bytes, size_t len, int front, char **map, size_t *size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const int fd = open("/dev/zero", O_RDWR);
    const size_t inner = (len + page - 1) / page * page + page;
    char *at;
    *size = inner + 2 * page;
    *map = (char *)mmap(NULL, *size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    close(fd);
    if (*map == (char *)-1) return NULL;
    mprotect(*map, page, PROT_NONE);
    mprotect(*map + page + inner, page, PROT_NONE);
    at = front ? *map + page : *map + page + inner - len;
    memcpy(at, bytes, len);
    return at;
}

static nvs_reply count(const void *data, size_t len, void *user)
{
    const char *const p = (const char *)data;
    (void)p;
    *(size_t *)user += len;
    return NVS_REPLY_YES;
}

static void prefixes_of(const char *text, size_t len, int binary, int top)
{
    nvs_document_options o;
    size_t n, size;
    char *map;
    int front;
    memset(&o, 0, sizeof o);
    o.top = top;
    o.lenient = 1;
    for (front = 0; front < 2; front++)
        for (n = 0; n <= len; n += n < 3000 ? 1 : 37) {
            char *at = guarded(text, n, front, &map, &size);
            nvs_document *doc;
            size_t written = 0;
            if (!CHECK(at != NULL)) return;
            doc = binary ? binary_open(at, n, &o, NULL) : nvs_document_open(at, n, &o, NULL);
            CHECK(doc != NULL);
            if (n == len) CHECK_U64(0, doc->errors);
            CHECK(write_text(doc->root, count, &written) == NVS_OK);
            nvs_document_close(doc);
            munmap(map, size);
        }
}

static char encoded[65536];
static nvs_reply encode(const void *data, size_t len, void *user)
{
    const char *const p = (const char *)data;
    size_t *at = (size_t *)user;
    if (len > sizeof encoded - *at) return NVS_REPLY_NO;
    memcpy(encoded + *at, p, len);
    *at += len;
    return NVS_REPLY_YES;
}

static void prefixes(void)
{
    size_t len, at = 0;
    char *file = sample_file(&len);
    nvs_document *doc;
    prefixes_of(sample_text, strlen(sample_text), 0, NVS_MESSAGE_SECTION);
    if (!CHECK(file != NULL)) return;
    prefixes_of(file, len, 0, NVS_MESSAGE_SECTION);
    doc = nvs_document_open(file, len, NULL, NULL);
    CHECK(write_binary(doc->root, NULL, encode, &at, NULL) == NVS_OK);
    prefixes_of(encoded, at, 1, NVS_MESSAGE_SECTION);
    nvs_document_close(doc);
    free(file);
}

static char *repeated(const char *head, const char *unit, size_t times, const char *tail, size_t *len)
{
    const size_t h = strlen(head), u = strlen(unit), t = strlen(tail);
    char *s = (char *)malloc(h + u * times + t + 1);
    size_t i;
    if (s == NULL) abort();
    memcpy(s, head, h);
    for (i = 0; i < times; i++) memcpy(s + h + i * u, unit, u);
    memcpy(s + h + u * times, tail, t + 1);
    *len = h + u * times + t;
    return s;
}

/* 10^6 levels of everything that can nest: an error with its place, no more memory than for a small file. */
static void nesting(void)
{
    static const char *const units[] = {"Body { Items { HorizontalContainer { ", "Foo { ", "Foo: [", "{", "<", "[", "}", "Sets [{", "[a.b] {"};
    size_t i, len;
    for (i = 0; i < sizeof units / sizeof units[0]; i++) {
        char *text = repeated("Identifier: \"i\" DisplayName: \"d\" ", units[i], 1000000, "", &len);
        nvs_document_options o;
        nvs_document *doc;
        memset(&o, 0, sizeof o);
        o.memory.max_memory = 1 << 20;
        doc = nvs_document_open(text, len, &o, NULL);
        CHECK(doc != NULL && doc->errors > 0);
        nvs_document_close(doc);
        o.lenient = 1;
        doc = nvs_document_open(text, len, &o, NULL);
        CHECK(doc != NULL && doc->errors > 0);
        nvs_document_close(doc);
        free(text);
    }
}

/* The binary form: messages nested 100 times are fine, one more level is kept raw with an error. */
static void nesting_binary(void)
{
    static char data[2][2048];
    size_t len = 0, i, n;
    unsigned which = 0;
    nvs_document_options o;
    nvs_document *doc;
    memset(&o, 0, sizeof o);
    o.top = NVS_MESSAGE_BODY_ITEM;
    for (i = 0; i < 102; i++) { /* Items of HorizontalContainer, HorizontalContainer of BodyItem, in turn from the inside */
        char *to = data[1 - which];
        n = 0;
        to[n++] = i % 2 == 0 ? 0x0a : 0x2a;
        if (len >= 128) to[n++] = (char)(0x80 | (len & 127));
        to[n++] = (char)(len >= 128 ? len >> 7 : len);
        memcpy(to + n, data[which], len);
        len += n;
        which = 1 - which;
    }
    doc = binary_open(data[which], len, &o, NULL);
    CHECK_U64(1, doc->errors);
    CHECK_U64(NVS_PROBLEM_KIND_DEPTH, problem_of(doc, 0).kind);
    CHECK_U64(100, doc->fields);
    n = 0;
    CHECK(write_binary(doc->root, NULL, encode, &n, NULL) == NVS_OK);
    CHECK_BYTES(data[which], len, encoded, n);
    nvs_document_close(doc);
}

/* The largest input, 4 GiB less 16 bytes, and one byte more. It is all zeros; the first error ends the reading. */
static void largest_input(void)
{
    const size_t most = 0xfffffff0u;
    const int fd = open("/dev/zero", O_RDWR);
    char *map = sizeof(size_t) > 4 ? (char *)mmap(NULL, most, PROT_READ, MAP_PRIVATE, fd, 0) : (char *)-1;
    nvs_document_options o;
    nvs_document *doc;
    nvs_error e;
    close(fd);
    if (map == (char *)-1) {
        SKIP("needs 4 GiB of addresses");
        return;
    }
    memset(&o, 0, sizeof o);
    o.first_error = 1;
    doc = nvs_document_open(map, most, &o, &e);
    CHECK(doc != NULL && doc->errors == 1 && problem_of(doc, 0).kind == NVS_PROBLEM_KIND_CHARACTER && doc->input.len == most);
    nvs_document_close(doc);
    doc = binary_open(map, most, &o, &e);
    CHECK(doc != NULL && doc->errors == 1 && problem_of(doc, 0).kind == NVS_PROBLEM_KIND_WIRE && doc->input.len == most);
    nvs_document_close(doc);
    CHECK(nvs_document_open(map, most + 1, &o, &e) == NULL && e.code == NVS_LIMIT);
    CHECK(binary_open(map, most + 1, &o, &e) == NULL && e.code == NVS_LIMIT);
    munmap(map, most);
}

/* A string of 100 MB is a view; with escapes it does not fit into the default memory. */
static void long_string(void)
{
    const size_t size = 100000000;
    char *text = (char *)malloc(size + 64);
    nvs_document *doc;
    nvs_error e;
    size_t head = (size_t)sprintf(text, "Identifier: \"i\" DisplayName: \"");
    memset(text + head, 'x', size);
    memcpy(text + head + size, "\"\n", 2);
    doc = nvs_document_open(text, head + size + 2, NULL, &e);
    CHECK(doc != NULL && doc->errors == 0 && nvs_node_text(doc->root, NVS_FIELD_DISPLAY_NAME).ptr == text + head);
    CHECK(nvs_document_memory_used(doc) < 200000);
    nvs_document_close(doc);
    text[head] = '\\';
    text[head + 1] = 'n';
    CHECK(nvs_document_open(text, head + size + 2, NULL, &e) == NULL && e.code == NVS_LIMIT);
    text[head + 1] = 'q';
    doc = nvs_document_open(text, head + size + 2, NULL, &e);
    CHECK(doc != NULL && doc->errors > 0 && problem_of(doc, 0).kind == NVS_PROBLEM_KIND_ESCAPE);
    nvs_document_close(doc);
    free(text);
}

/* Ten thousand strings that have to be decoded lie in a few blocks, each a good part of the memory held. */
static void few_blocks(void)
{
    static const char unit[] = "Sets { Identifier: \"\\t0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789\" }\n";
    size_t len;
    char *text = repeated("Identifier: \"i\" DisplayName: \"d\"\n", unit, 10000, "", &len);
    nvs_document_options o;
    nvs_document *doc;
    heap h;
    memset(&h, 0, sizeof h);
    memset(&o, 0, sizeof o);
    o.memory.allocator.alloc_fn = take;
    o.memory.allocator.free_fn = give;
    o.memory.allocator.user = &h;
    doc = nvs_document_open(text, len, &o, NULL);
    if (CHECK(doc != NULL && doc->errors == 0)) {
        CHECK_U64(20002, doc->fields);
        CHECK(h.calls < 40 && h.held == nvs_document_memory_used(doc) && h.held < 4000000);
    }
    nvs_document_close(doc);
    free(text);
}

/* A long text with few fields needs as little as they do: room for the usual number of fields for its length is not
   required. */
static void few_fields(void)
{
    static char room[20000];
    size_t len;
    char *text = repeated("Identifier: \"i\" DisplayName: \"d\"\n", "# a comment, and nothing else in all of these lines\n", 10000, "Order: 7", &len);
    int k;
    for (k = 0; k < 2; k++) {
        nvs_document_options o;
        nvs_document *doc;
        memset(&o, 0, sizeof o);
        if (k == 0) o.memory.max_memory = sizeof room;
        else {
            o.memory.buffer = room;
            o.memory.buffer_size = sizeof room;
        }
        doc = nvs_document_open(text, len, &o, NULL);
        CHECK(doc != NULL && doc->errors == 0 && nvs_node_uint(doc->root, NVS_FIELD_ORDER) == 7);
        nvs_document_close(doc);
    }
    free(text);
}

static char *input(const linear_shape *shape, size_t times, size_t *len)
{
    return repeated(shape->text[0], shape->text[1], times, shape->text[2], len);
}

static void work(const linear_shape *shape, size_t times, const char *text, size_t len)
{
    size_t written = 0;
    nvs_document_options o;
    nvs_document *doc;
    (void)shape;
    (void)times;
    memset(&o, 0, sizeof o);
    o.lenient = 1;
    o.memory.max_memory = (size_t)2 << 30;
    doc = nvs_document_open(text, len, &o, NULL);
    if (CHECK(doc != NULL)) {
        nvs_device d;
        const nvs_selection *s;
        const nvs_node *root = doc->root;
        memset(&d, 0, sizeof d);
        d.cc = 90;
        CHECK(write_text(root, count, &written) == NVS_OK);
        (void)write_binary(root, &o.memory, count, &written, NULL);
        s = select_on(&root, 1, &d, NULL, &o.memory, NULL);
        CHECK(s != NULL);
        nvs_selection_close(s);
    }
    nvs_document_close(doc);
}

#define SHAPE(name, head, unit, tail) {name, input, work, 3000, {"Identifier: \"i\" DisplayName: " head, unit, tail}}
static const linear_shape shapes[] = {
    SHAPE("metrics of one name", "\"d\" Header {", "Metrics { Name: \"a\" } Rows: 1 ", "}"),
    SHAPE("messages", "\"d\" ", "Sets { Identifier: \"a\" } Body {} Group {}\n", ""),
    SHAPE("strings in a row", "", "'a' \"\\n\" ", ""),
    SHAPE("options of a metric", "\"d\" Header { Metrics { Name: \"m\" ", "Options { Name: \"o\" Filter { MinArch: CC_100 } } ", "} }"),
    SHAPE("a list of names and numbers", "\"d\" Filter { CollectionFilter { CollectionScopes: [2", ", 1, 3, Foo", "] } }"),
    SHAPE("an unknown list", "\"d\" Foo: [1", ", [ { a: 1 } ] x y \n\n", "]"),
    SHAPE("names without a value", "\"d\" ", "Foo                       Bar ", ""),
    SHAPE("comments and whitespace", "\"d\" ", "# comment\n\t\t  \r\n", ""),
};

static void linear(void) { linear_large(shapes, sizeof shapes / sizeof *shapes); }

int main(int argc, char **argv)
{
    if (argc > 1) return linear_runs(argv[1], shapes, sizeof shapes / sizeof *shapes);
    RUN(prefixes);
    RUN(nesting);
    RUN(nesting_binary);
    RUN(largest_input);
    RUN(long_string);
    RUN(few_blocks);
    RUN(few_fields);
    RUN(linear);
    return run_end();
}
