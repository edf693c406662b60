/* Every allocation fails in turn, every buffer is tried: errors are reported, nothing leaks, what was there stays. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "profiles.h"
#include "heap.h"
#include "run.h"

static const char *const samples[] = {"studio.rc", "oneline.rc", "broken.rc", "lost-rules.rc", "keys.json"};
enum { SAMPLES = sizeof samples / sizeof *samples };

static char *text_of[SAMPLES];
static size_t size_of[SAMPLES];

static void load(void)
{
    char path[200];
    size_t i;
    for (i = 0; i < SAMPLES; i++) {
        snprintf(path, sizeof path, "examples/data/samples/nvprofile/%s", samples[i]);
        text_of[i] = run_read(path, &size_of[i]);
        CHECK(text_of[i] != NULL);
    }
}

static nvp_reply dso(uint32_t index, nvp_view *out, void *user)
{
    (void)user;
    out->ptr = "/usr/lib/libSDL2-2.0.so.0";
    out->len = 25;
    return index < 40;
}

static nvp_reply entry(const char *name, void *user)
{
    (void)user;
    return name[0] == 'e';
}

static nvp_reply fact(nvp_fact what, nvp_view *out, void *user)
{
    (void)user;
    out->ptr = what == NVP_FACT_ARGV0 ? "C:\\TidalRacer.exe" : "/usr/bin/lanternfish";
    out->len = strlen(out->ptr);
    return NVP_REPLY_YES;
}

static nvp_reply env(const char *name, nvp_view *out, void *user)
{
    (void)user;
    out->ptr = "/home/mira";
    out->len = 10;
    return strcmp(name, "HOME") == 0;
}

static void stat_any(const char *path, nvp_stat *out, void *user)
{
    (void)user;
    out->kind = strstr(path, "-rc.d") != NULL && path[strlen(path) - 1] == 'd' ? NVP_KIND_DIRECTORY : NVP_KIND_REGULAR;
    out->size = 4;
}

static nvp_reply open_any(const char *path, void **handle, void *user)
{
    static size_t at;
    (void)user;
    (void)path;
    at = 0;
    *handle = &at;
    return NVP_REPLY_YES;
}

static size_t read_any(void *handle, void *buffer, size_t size, nvp_reply *reply, void *user)
{
    size_t *at = (size_t *)handle, n = size_of[1] - *at;
    (void)user;
    if (n > size) n = size;
    if (n == 0) *reply = NVP_REPLY_NO;
    memcpy(buffer, text_of[1] + *at, n);
    *at += n;
    return n;
}

static void close_any(void *handle, void *user)
{
    (void)user;
    (void)handle;
}

static nvp_reply list_any(const char *path, int (*add_fn)(const char *name, void *to), void *to, void *user)
{
    char name[20];
    unsigned i;
    (void)user;
    (void)path;
    for (i = 0; i < 20; i++) {
        sprintf(name, "file-%u", i * 7 % 20);
        if (!add_fn(name, to)) break;
    }
    return 1;
}

/* Everything that the header does with memory of its own; whether nothing failed. */
static int everything(const nvp_memory *memory)
{
    nvp_process p;
    nvp_system s;
    nvp_config_options o;
    nvp_error e;
    nvp_config *c;
    const nvp_result *r = NULL;
    const nvp_keys *keys;
    nvp_switch state;
    nvp_view globals;
    int good = 1, step;
    size_t i;
    memset(&p, 0, sizeof p);
    memset(&s, 0, sizeof s);
    memset(&o, 0, sizeof o);
    p.fact_fn = fact;
    p.dso_fn = dso;
    p.entry_fn = entry;
    p.env_fn = env;
    s.stat_fn = stat_any;
    s.open_fn = open_any;
    s.read_fn = read_any;
    s.close_fn = close_any;
    s.list_fn = list_any;
    o.version = nvp_text("1");
    memset(&e, 0, sizeof e);
    c = open_in(&o, memory, &e);
    if (c == NULL) {
        CHECK(e.code == NVP_MEMORY || e.code == NVP_LIMIT);
        return 0;
    }
    for (i = 0; i < SAMPLES; i++) {
        const uint32_t before = c->file_count;
        const nvp_code code = add_text(c, samples[i], text_of[i], size_of[i], &e);
        if (code != NVP_OK) {
            CHECK(code == e.code && (code == NVP_MEMORY || code == NVP_LIMIT) && e.message != NULL);
            CHECK_U64(before, c->file_count);
            good = 0;
        }
    }
    for (step = 0; step < 2; step++) {
        const nvp_config before = *c;
        const nvp_code code = step == 0 ? nvp_config_search(c, &s, &p, &e) : nvp_config_load(c, &s, &p, &e);
        if (code != NVP_OK) {
            CHECK(code == e.code);
            CHECK(c->place_count == before.place_count && c->file_count == before.file_count && c->places == before.places);
            good = 0;
            continue;
        }
        if (c->failed_count > 0 || c->state.unknown) good = 0; /* a failure is reported in its place */
        if (step == 1 && c->place_count == 46) CHECK_U64(before.file_count + 44 - c->failed_count, c->file_count);
    }
    if (nvp_config_link(c, &e) == NVP_OK) {
        r = resolve_in(c, &p, memory, &e);
        if (r == NULL) good = 0;
    } else
        good = 0;
    keys = keys_in(text_of[4], size_of[4], memory, &e);
    if (keys == NULL) good = 0;
    globals.ptr = "{\"enabled\":false}";
    globals.len = 17;
    memset(&state, 7, sizeof state);
    if (switch_of(&p, &globals, memory, &state, &e) != NVP_OK) {
        good = 0;
        CHECK_I64(0x07070707, state.enabled);
    }
    nvp_keys_close(keys);
    nvp_result_close(r);
    nvp_config_close(c);
    return good;
}

static void each_allocation(void)
{
    unsigned fail_at;
    int good = 0;
    for (fail_at = 1; !good && fail_at < 500; fail_at++) {
        heap s;
        nvp_memory m;
        memset(&s, 0, sizeof s);
        memset(&m, 0, sizeof m);
        s.fail = fail_at;
        s.skew = fail_at % 8;
        m.allocator.alloc_fn = take;
        m.allocator.free_fn = give;
        m.allocator.user = &s;
        good = everything(&m);
        CHECK(good == (s.calls < fail_at)); /* no failure goes unnoticed */
        CHECK_U64(0, s.live);
        CHECK_U64(0, s.held);
    }
    CHECK(good && fail_at > 10);
}

static void each_limit(void)
{
    size_t limit;
    int good = 0;
    for (limit = 100; !good && limit < 2000000; limit += limit / 3) {
        heap s;
        nvp_memory m;
        HEAP_MEMORY(m, s);
        m.max_memory = limit;
        good = everything(&m);
        CHECK_U64(0, s.live);
        CHECK(s.peak <= 5 * limit); /* five objects at most at once */
    }
    CHECK(good);
}

/* One object in a buffer of every size, at every alignment; the bytes around it stay. */
static void each_buffer(void)
{
    static unsigned char room[60000];
    size_t size, used = 0;
    int good = 0;
    for (size = 0; !good && size < sizeof room - 64; size += size < 600 ? 1 : 37) {
        unsigned char *at = room + 16 + size % 16;
        nvp_memory m;
        nvp_config *c;
        size_t i;
        memset(&m, 0, sizeof m);
        memset(room, 0xa5, sizeof room);
        m.buffer = at;
        m.buffer_size = size;
        c = open_in(NULL, &m, NULL);
        if (c != NULL && add_text(c, "x", text_of[0], size_of[0], NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK) good = 1;
        nvp_config_close(c);
        for (i = 0; i < sizeof room; i++)
            if ((room + i < at || room + i >= at + size) && !CHECK(room[i] == 0xa5)) return;
        used = size;
    }
    CHECK(good && used > 2000);
}

/* Escapes, reals, members and settings beyond what the stack holds, in buffers that end at each of them. */
static void each_buffer_rich(void)
{
    static char room[60000], text[12000], answers[60000];
    char *p = text;
    size_t size, n;
    unsigned i;
    int good = 0;
    p += sprintf(p, "{\"x\":1,\"rules\":[{\"pattern\":[");
    for (i = 0; i < 20; i++) p += sprintf(p, "{\"feature\":\"findfile\",\"matches\":\"e%u:e\\u0041\"},", i);
    for (i = 0; i < 20; i++) p += sprintf(p, "{\"op\":\"and\",\"sub\":[");
    for (i = 0; i < 20; i++) p += sprintf(p, "]}");
    p += sprintf(p, "],\"profile\":[");
    for (i = 0; i < 20; i++) p += sprintf(p, "\"k%u\\u0042\",%u.5,", i % 15, i);
    p += sprintf(p, "\"z\",1]},7],");
    for (i = 0; i < 20; i++) p += sprintf(p, "\"m%u\":null,", i);
    p += sprintf(p, "\"profiles\":[{\"name\":\"a\",\"settings\":[]},{\"name\":\"a\",\"settings\":[]}]}");
    n = (size_t)(p - text);
    for (size = 0; !good && size < sizeof room; size += 24) {
        nvp_memory m;
        nvp_config *c;
        memset(&m, 0, sizeof m);
        m.buffer = room;
        m.buffer_size = size;
        c = open_in(NULL, &m, NULL);
        if (c != NULL && add_text(c, "x", text, n, NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK) good = 1;
        nvp_config_close(c);
    }
    CHECK(good);
    {
        nvp_config *c = open_in(NULL, NULL, NULL);
        nvp_process process;
        int step;
        memset(&process, 0, sizeof process);
        process.fact_fn = fact;
        process.dso_fn = dso;
        process.entry_fn = entry;
        process.env_fn = env;
        CHECK(add_text(c, "x", text, n, NULL) == NVP_OK && add_text(c, "y", text_of[0], size_of[0], NULL) == NVP_OK && nvp_config_link(c, NULL) == NVP_OK);
        for (step = 0; step < 2; step++) {
            good = 0;
            for (size = 0; !good && size < sizeof answers; size += 24) {
                nvp_memory m;
                nvp_error e;
                memset(&m, 0, sizeof m);
                m.buffer = answers;
                m.buffer_size = size;
                e.code = NVP_OK;
                if (step == 0) {
                    const nvp_result *r = resolve_in(c, &process, &m, &e);
                    good = r != NULL;
                    nvp_result_close(r);
                } else {
                    const nvp_keys *k = keys_in(text_of[4], size_of[4], &m, &e);
                    good = k != NULL;
                    nvp_keys_close(k);
                }
                if (!good) CHECK_I64(NVP_MEMORY, e.code);
            }
            CHECK(good);
        }
        nvp_config_close(c);
    }
}

/* A value of another kind, or one that does not fit: the error says which, and *out is untouched. */
static void other_values(void)
{
    static const struct {
        nvp_type type;
        const char *text;
        int64_t i;
        nvp_code boolean, integer;
    } values[] = {
        {NVP_TYPE_STRING, "perhaps", 0, NVP_UNSUPPORTED, NVP_UNSUPPORTED},
        {NVP_TYPE_INT, "", 2, NVP_UNSUPPORTED, NVP_OK},
        {NVP_TYPE_BOOL, "", 1, NVP_OK, NVP_UNSUPPORTED},
        {NVP_TYPE_UINT, "", -1, NVP_UNSUPPORTED, NVP_LIMIT},
        {NVP_TYPE_STRING, "9223372036854775808", 0, NVP_UNSUPPORTED, NVP_LIMIT},
    };
    nvp_error e;
    size_t k;
    for (k = 0; k < sizeof values / sizeof *values; k++) {
        nvp_value v;
        int yes = 77;
        int64_t whole = 77;
        memset(&v, 0, sizeof v);
        v.type = values[k].type;
        v.text = nvp_text(values[k].text);
        v.i = values[k].i;
        CHECK_U64(values[k].boolean, nvp_value_bool(&v, &yes, &e));
        CHECK_U64(values[k].boolean, e.code);
        CHECK(values[k].boolean == NVP_OK ? yes == 1 : yes == 77 && strcmp(e.message, "the value is not a boolean") == 0);
        CHECK_U64(values[k].integer, nvp_value_int(&v, &whole, &e));
        CHECK_U64(values[k].integer, e.code);
        CHECK(values[k].integer == NVP_OK ? whole == 2 : whole == 77);
        if (values[k].integer == NVP_UNSUPPORTED) CHECK(strcmp(e.message, "the value is not an integer") == 0);
        if (values[k].integer == NVP_LIMIT) CHECK(strcmp(e.message, "the integer does not fit 64 bits with a sign") == 0);
    }
}

/* A file that is read twice, as its rules cannot be taken one by one, and is so long that its lines alone fill a block:
   what the first reading got may be missing for the second. */
static void each_allocation_of_two_readings(void)
{
    static char text[600000];
    unsigned fail_at;
    int good = 0;
    memset(text, '\n', sizeof text);
    memcpy(text, "{\"x\":1", 6);
    text[sizeof text - 1] = '}';
    for (fail_at = 1; !good && fail_at < 20; fail_at++) {
        heap s;
        nvp_memory m;
        nvp_config *c;
        HEAP_MEMORY(m, s);
        s.fail = fail_at;
        c = open_in(NULL, &m, NULL);
        good = c != NULL && add_text(c, "x", text, sizeof text, NULL) == NVP_OK;
        if (good) CHECK(c->files[0]->used && nvp_file_locate(c->files[0], sizeof text - 1).line == sizeof text - 6);
        else if (c != NULL) CHECK_U64(0, c->file_count);
        nvp_config_close(c);
        CHECK(good == (s.calls < fail_at) && s.live == 0);
    }
    CHECK(good && fail_at > 4);
}

int main(void)
{
    RUN(load);
    RUN(other_values);
    RUN(each_allocation_of_two_readings);
    RUN(each_buffer_rich);
    RUN(each_allocation);
    RUN(each_limit);
    RUN(each_buffer);
    return run_end();
}
