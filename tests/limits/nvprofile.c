/* Hostile texts: cut at every byte between guard pages, nested without end, built to be slow. */
#define _DEFAULT_SOURCE
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "linear.h"

#include <sys/mman.h>
#include <unistd.h>

/* Every prefix of every sample, with no readable byte after or before it. */
static void every_prefix(void)
{
    static const char *const samples[] = {"studio.rc", "oneline.rc", "broken.rc", "lost-rules.rc", "keys.json"};
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), pages = 3;
    char *map = (char *)mmap(NULL, (pages + 2) * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    static char memory[200000];
    size_t i, n;
    if (map == MAP_FAILED || mprotect(map, page, PROT_NONE) != 0 || mprotect(map + (pages + 1) * page, page, PROT_NONE) != 0) {
        SKIP("needs guard pages");
        return;
    }
    for (i = 0; i < sizeof samples / sizeof *samples; i++) {
        char path[200];
        size_t size;
        char *text;
        snprintf(path, sizeof path, "examples/data/samples/nvprofile/%s", samples[i]);
        text = run_read(path, &size);
        CHECK(text != NULL && size < pages * page);
        for (n = 0; n <= size; n++) {
            char *end = map + (pages + 1) * page - n, *start = map + page;
            nvp_memory m;
            nvp_config *c;
            const nvp_keys *keys;
            memset(&m, 0, sizeof m);
            m.buffer = memory;
            m.buffer_size = sizeof memory;
            memcpy(end, text, n);
            c = open_in(NULL, &m, NULL);
            CHECK(add_text(c, "x", end, n, NULL) == NVP_OK);
            CHECK(c->files[0]->errors > 0 || n + 1 >= size);
            memcpy(start, text, n);
            CHECK(add_text(c, "x", start, n, NULL) == NVP_OK);
            CHECK_U64(c->files[0]->errors, c->files[1]->errors);
            CHECK(nvp_config_link(c, NULL) == NVP_OK);
            nvp_config_close(c);
            keys = keys_in(end, n, &m, NULL);
            CHECK(keys != NULL);
            nvp_keys_close(keys);
        }
        free(text);
    }
    munmap(map, (pages + 2) * page);
}

/* Memory that ends anywhere in a text of many lines: none of them is counted twice. */
static void memory_among_lines(void)
{
    static char text[9000], memory[400000];
    size_t size, room;
    int made = 0;
    strcpy(text, "{\"x\":7,\"rules\":[");
    for (size = strlen(text); size + 6 < sizeof text; size += 3) memcpy(text + size, "1,\n", 3);
    memcpy(text + size, "1]}", 3);
    size += 3;
    for (room = 20000; room < sizeof memory; room += 2111) {
        nvp_memory m;
        nvp_config *c;
        memset(&m, 0, sizeof m);
        m.buffer = memory;
        m.buffer_size = room;
        c = open_in(NULL, &m, NULL);
        if (c == NULL) continue;
        made += add_text(c, "x", text, size, NULL) == NVP_OK;
        nvp_config_close(c);
    }
    CHECK(made > 0 && made < 180);
}

/* Memory that ends while what a text left open is closed: names that are there twice are found then. */
static void memory_at_the_end(void)
{
    static char text[400] = "{\"rules\":[{\"d\":3", memory[60000];
    size_t room;
    int made = 0, tried = 0;
    while (strlen(text) + 16 < sizeof text) strcat(text, ",\"ab\":1,\"c\":2");
    for (room = 2000; room < sizeof memory; room += 16) {
        nvp_memory m;
        nvp_config *c;
        memset(&m, 0, sizeof m);
        m.buffer = memory;
        m.buffer_size = room;
        c = open_in(NULL, &m, NULL);
        if (c == NULL) continue;
        tried++;
        if (add_text(c, "x", text, strlen(text), NULL) == NVP_OK) {
            made++;
            CHECK(c->files[0]->errors > 0 && !c->files[0]->used);
        } else
            CHECK(made == 0); /* what was once enough is always enough */
        nvp_config_close(c);
    }
    CHECK(made > 0 && made < tried);
}

static char *nested(const char *open, const char *middle, const char *close, size_t times, size_t *size)
{
    const size_t o = strlen(open), c = strlen(close), m = strlen(middle);
    char *text = (char *)malloc((o + c) * times + m + 1), *p = text;
    size_t i;
    for (i = 0; i < times; i++, p += o) memcpy(p, open, o);
    memcpy(p, middle, m);
    for (i = 0, p += m; i < times; i++, p += c) memcpy(p, close, c);
    *size = (size_t)(p - text);
    return text;
}

static nvp_config *parsed_deep(const char *text, size_t size, uint32_t depth)
{
    nvp_config_options o;
    nvp_memory m;
    nvp_config *c;
    memset(&o, 0, sizeof o);
    memset(&m, 0, sizeof m);
    o.max_depth = depth;
    o.max_file = NVP_NONE - 1;
    m.max_memory = (size_t)3 << 30;
    c = open_in(&o, &m, NULL);
    CHECK(add_text(c, "x", text, size, NULL) == NVP_OK);
    return c;
}

static void deep(void)
{
    size_t size;
    char *text = nested("[", "", "]", 1000000, &size), *pattern, *whole;
    nvp_config *c = parsed_deep(text, size, 0);
    const nvp_result *r;
    CHECK_U64(1, c->files[0]->errors);
    CHECK(c->files[0]->problems[0].issue == NVP_ISSUE_DEPTH && c->files[0]->problems[0].offset == 128);
    nvp_config_close(c);
    c = parsed_deep(text, size, 2000000);
    CHECK_U64(1, c->files[0]->errors);
    CHECK(c->files[0]->problems[0].issue == NVP_ISSUE_ROOT_NOT_OBJECT);
    nvp_config_close(c);
    free(text);
    text = nested("{\"a\":", "1", "}", 1000000, &size);
    c = parsed_deep(text, size, 2000000);
    CHECK_U64(0, c->files[0]->errors);
    nvp_config_close(c);
    free(text);
    /* A pattern just as deep: an odd number of "not". */
    pattern = nested("{\"op\":\"not\",\"sub\":", "{\"feature\":\"true\",\"matches\":\"\"}", "}", 300001, &size);
    whole = (char *)malloc(size + 100);
    memcpy(whole, "{\"rules\":[{\"pattern\":", 21);
    memcpy(whole + 21, pattern, size);
    memcpy(whole + 21 + size, ",\"profile\":[\"k\",1]}]}", 22);
    c = parsed_deep(whole, size + 42, 2000000);
    CHECK_U64(0, c->files[0]->errors);
    CHECK(c->files[0]->rules[0].pattern != NULL && nvp_config_link(c, NULL) == NVP_OK);
    r = resolve_in(c, NULL, NULL, NULL);
    CHECK(r != NULL && !r->outcomes[0].matched && r->outcomes[0].why == NVP_WHY_ALWAYS);
    nvp_result_close(r);
    nvp_config_close(c);
    free(pattern);
    free(whole);
}

/* The first text, then the second this many times with %u filled in, then the third. */
static char *repeated(const linear_shape *shape, size_t times, size_t *size)
{
    const char *const *t = shape->text;
    char *text = (char *)malloc(strlen(t[0]) + (strlen(t[1]) + 12) * times + strlen(t[2]) + 1), *p = text;
    unsigned i;
    if (text == NULL) abort();
    p += sprintf(p, "%s", t[0]);
    for (i = 0; i < times; i++) p += sprintf(p, t[1], i, i);
    p += sprintf(p, "%s", t[2]);
    *size = (size_t)(p - text);
    return text;
}

static void work(const linear_shape *shape, size_t times, const char *text, size_t size)
{
    nvp_config *c = parsed_deep(text, size, 0);
    const nvp_result *r;
    (void)shape;
    (void)times;
    CHECK(nvp_config_link(c, NULL) == NVP_OK);
    r = resolve_in(c, NULL, NULL, NULL);
    CHECK(r != NULL);
    nvp_result_close(r);
    nvp_config_close(c);
}

#define SHAPE(name, n, begin, each, end) {name, repeated, work, n, {begin, each, end}}
static const linear_shape shapes[] = {
    SHAPE("rules of profiles that are missing", 3000, "{\"rules\":[", "{\"pattern\":\"a%u\",\"profile\":\"p%u\"},", "{\"pattern\":[],\"profile\":[]}]}"),
    SHAPE("rules that set a key each", 3000, "{\"rules\":[", "{\"pattern\":\"a\",\"profile\":[\"k%u\",1]},", "{\"pattern\":[],\"profile\":[]}]}"),
    SHAPE("rules that set one key", 3000, "{\"rules\":[", "{\"pattern\":[],\"profile\":[\"k\",%u]},", "{\"pattern\":[],\"profile\":[]}]}"),
    SHAPE("profiles of one name", 3000, "{\"profiles\":[", "{\"name\":\"same\",\"settings\":[\"k%u\",1]},", "{\"name\":\"\",\"settings\":[]}]}"),
    SHAPE("settings of many keys", 3000, "{\"profiles\":[{\"name\":\"p\",\"settings\":[", "\"key%u\",%u,", "\"k\",1]}]}"),
    SHAPE("settings of one key", 3000, "{\"profiles\":[{\"name\":\"p\",\"settings\":[", "\"key\",%u,", "\"k\",1]}]}"),
    SHAPE("members of many names", 3000, "{", "\"member%u\":1,", "\"x\":1}"),
    SHAPE("members of one name", 3000, "{", "\"member\":%u,", "\"x\":1}"),
    SHAPE("escapes", 3000, "{\"x\":\"", "\\u0041%u", "\"}"),
    SHAPE("wrong escapes", 3000, "{\"x\":\"", "\\q\t%u", "\"}"),
    SHAPE("wrong brackets", 30000, "[", "[[}%u", "]"),
    SHAPE("comments", 30000, "", "# %u\n", "{}"),
    SHAPE("comments without an end", 30000, "", "/* %u", "{}"),
    SHAPE("strings without an end", 30000, "", "\"%u\n", "{}"),
    SHAPE("numbers", 300, "[", "1.%ue300,", "1]"),
};

static void linear(void) { linear_large(shapes, sizeof shapes / sizeof *shapes); }

static void sizes(void)
{
    static char text[100];
    nvp_config_options o;
    nvp_config *c;
    memset(text, ' ', sizeof text);
    text[0] = '{';
    text[98] = '}';
    memset(&o, 0, sizeof o);
    o.max_file = 99;
    c = open_in(&o, NULL, NULL);
    CHECK(add_text(c, "x", text, 99, NULL) == NVP_OK && c->files[0]->used);
    CHECK(add_text(c, "x", text, 100, NULL) == NVP_OK && !c->files[1]->used && c->files[1]->errors == 1);
    if (sizeof(size_t) > 4) CHECK_I64(NVP_LIMIT, add_text(c, "x", text, (size_t)NVP_NONE, NULL));
    CHECK_U64(2, c->file_count);
    nvp_config_close(c);
}

int main(int argc, char **argv)
{
    if (argc > 1) return linear_runs(argv[1], shapes, sizeof shapes / sizeof *shapes);
    RUN(every_prefix);
    RUN(memory_among_lines);
    RUN(memory_at_the_end);
    RUN(deep);
    RUN(linear);
    RUN(sizes);
    return run_end();
}
