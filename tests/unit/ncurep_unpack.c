/* ncurep_unpack, with a decompressor for a made-up format: 'F' begins a frame, 'a' to 'z' stand for themselves, a digit
   repeats the last letter that many times, '.' ends the frame. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#include "run.h"

typedef struct state {
    int inside, fail_at, steps;
    unsigned repeat;
    char last;
} state;

static ncurep_reply step(const void *in, size_t *in_size, void *out, size_t *out_size, void *user)
{
    state *s = (state *)user;
    const char *from = (const char *)in;
    char *to = (char *)out;
    size_t took = 0, gave = 0;
    int end = 0;
    if (++s->steps == s->fail_at) return NCUREP_REPLY_FAILED;
    while (gave < *out_size && !end) {
        if (s->repeat > 0) {
            to[gave++] = s->last;
            s->repeat--;
            continue;
        }
        if (took == *in_size) break;
        if (!s->inside && from[took] != 'F') return NCUREP_REPLY_FAILED;
        if (from[took] == 'F') s->inside = 1;
        else if (from[took] == '.') {
            s->inside = 0;
            end = 1;
        } else if (from[took] >= '0' && from[took] <= '9')
            s->repeat = (unsigned)(from[took] - '0');
        else if (from[took] == '!') { /* a decompressor that takes nothing */
            *in_size = *out_size = 0;
            return NCUREP_REPLY_NO;
        } else
            to[gave++] = s->last = from[took];
        took++;
    }
    *in_size = took;
    *out_size = gave;
    return s->inside || s->repeat > 0 ? NCUREP_REPLY_NO : NCUREP_REPLY_YES;
}

typedef struct source {
    const char *text;
    size_t fail_at, most; /* read_fn fails at this offset; gives at most this many bytes */
} source;

static size_t get(uint64_t offset, void *to, size_t size, ncurep_reply *reply, void *user)
{
    (void)reply;
    const source *s = (const source *)user;
    if (s->fail_at != 0 && offset >= s->fail_at) return 0;
    if (s->most != 0 && size > s->most) size = s->most;
    memcpy(to, s->text + offset, size);
    return size;
}

typedef struct target {
    char text[256];
    size_t len, room;
} target;

static ncurep_reply put(const void *bytes, size_t size, void *user)
{
    target *t = (target *)user;
    if (size > t->room - t->len) return NCUREP_REPLY_NO;
    memcpy(t->text + t->len, bytes, size);
    t->len += size;
    return NCUREP_REPLY_YES;
}

static target got;
static ncurep_error error;

static int unpack(const char *text, size_t buffer_size, uint64_t limit, size_t fail_at, size_t most, size_t room, int fail_step)
{
    source from;
    state s;
    ncurep_input input;
    ncurep_decompress with;
    ncurep_output output;
    char buffer[64];
    memset(&s, 0, sizeof s);
    memset(&got, 0, sizeof got);
    s.fail_at = fail_step;
    from.text = text;
    from.fail_at = fail_at;
    from.most = most;
    got.room = room;
    input.read_fn = get;
    input.user = &from;
    input.size = strlen(text);
    with.step_fn = step;
    with.user = &s;
    output.write_fn = put;
    output.user = &got;
    return ncurep_unpack(&input, &with, &output, buffer, buffer_size, limit, &error) == NCUREP_OK;
}

static void every_buffer(void)
{
    size_t size, most;
    for (size = 2; size <= 64; size++)
        for (most = 0; most < 4; most++) {
            CHECK(unpack("Fabc9d.Fe9.F.", size, 0, 0, most, 256, 0));
            CHECK_BYTES("abccccccccccdeeeeeeeeee", 23, got.text, got.len);
            CHECK_U64(NCUREP_OK, error.code);
        }
}

static void cut_and_damaged(void)
{
    static const char whole[] = "Fabc9d.";
    char part[16];
    size_t n;
    for (n = 0; n < sizeof whole - 1; n++) {
        memcpy(part, whole, n);
        part[n] = 0;
        CHECK(!unpack(part, 8, 0, 0, 0, 256, 0));
        CHECK_U64(NCUREP_TRUNCATED, error.code);
        CHECK_STR("the compressed report is cut", error.message);
    }
    CHECK(!unpack("Fab.x", 8, 0, 0, 0, 256, 0));
    CHECK_U64(NCUREP_SYNTAX, error.code);
    CHECK_U64(4, error.offset);
    CHECK_STR("the compressed report is damaged", error.message);
    CHECK(!unpack("Fab!", 8, 0, 0, 0, 256, 0));
    CHECK_U64(NCUREP_SYNTAX, error.code);
}

static void failures(void)
{
    size_t n;
    for (n = 1; n < 13; n++) {
        CHECK(!unpack("Fabc9d.Fe9.F.", 2, 0, n, 0, 256, 0));
        CHECK_U64(NCUREP_IO, error.code);
        CHECK_U64(n, error.offset);
        CHECK_STR("the compressed report could not be read", error.message);
    }
    for (n = 0; n < 23; n++) {
        CHECK(!unpack("Fabc9d.Fe9.F.", 8, 0, 0, 0, n, 0));
        CHECK_STR("the unpacked report could not be written", error.message);
    }
    for (n = 1; n < 23; n++) {
        CHECK(!unpack("Fabc9d.Fe9.F.", 8, n, 0, 0, 256, 0));
        CHECK_U64(NCUREP_LIMIT, error.code);
        CHECK_STR("the report in it is larger than the limit", error.message);
        CHECK(got.len <= n);
    }
    CHECK(unpack("Fabc9d.Fe9.F.", 8, 23, 0, 0, 256, 0));
    for (n = 1; n < 6; n++) CHECK(!unpack("Fabc9d.Fe9.F.", 2, 0, 0, 0, 256, (int)n));
    CHECK(!unpack("F.", 1, 0, 0, 0, 256, 0));
    CHECK_STR("something to unpack with is missing", error.message);
    CHECK(ncurep_unpack(NULL, NULL, NULL, NULL, 0, 0, NULL) != NCUREP_OK);
}

static int packed(const char *bytes, size_t len, size_t most, size_t fail_at)
{
    source from;
    ncurep_input input;
    from.text = bytes;
    from.most = most;
    from.fail_at = fail_at;
    input.read_fn = get;
    input.user = &from;
    input.size = len;
    return ncurep_is_packed(&input);
}

static void begins(void)
{
    static const char frame[] = "\x28\xb5\x2f\xfd", skipped[] = "\x5a\x2a\x4d\x18";
    char other[4];
    int i;
    CHECK(packed(frame, 4, 0, 0) && packed(frame, 4, 1, 0) && packed(skipped, 4, 0, 0));
    CHECK(!packed(frame, 3, 0, 0) && !packed("NVR\0", 4, 0, 0) && !packed(frame, 4, 1, 2) && !ncurep_is_packed(NULL));
    for (i = 0; i < 4; i++) {
        memcpy(other, frame, 4);
        other[i] = 0;
        CHECK(!packed(other, 4, 0, 0));
        memcpy(other, skipped, 4);
        other[i] = 0;
        CHECK(!packed(other, 4, 0, 0));
    }
}

/* Compressed input: callbacks that take, give or read what cannot be. */
typedef struct odd_steps {
    int way;
    unsigned calls;
} odd_steps;

static size_t read_way(uint64_t offset, void *to, size_t size, ncurep_reply *reply, void *user)
{
    (void)reply;
    const int way = *(const int *)user;
    if (way == 1) return 0;
    if (way == 2) return size + 1;
    if (way == 3 && offset > 0) return 0;
    if (way == 4 && offset > 0) return size + 1;
    memset(to, 'z', size);
    if (way >= 10) {
        static const unsigned char magics[][4] = {{0x28, 0xb5, 0x2f, 0xfd}, {0x50, 0x2a, 0x4d, 0x18}, {0x5f, 0x2a, 0x4d, 0x18}, {0x28, 0xb5, 0x2f, 0xfc}, {0x28, 0xb5, 0x2e, 0xfd},
                                                  {0x28, 0xb4, 0x2f, 0xfd}, {0x60, 0x2a, 0x4d, 0x18}, {0x50, 0x2b, 0x4d, 0x18}, {0x50, 0x2a, 0x4c, 0x18}, {0x50, 0x2a, 0x4d, 0x19}};
        *(unsigned char *)to = magics[way - 10][offset];
        return 1;
    }
    return way == 3 || way == 4 ? 2 : size;
}

static ncurep_reply odd_step(const void *in, size_t *in_size, void *to, size_t *to_size, void *user)
{
    odd_steps *s = (odd_steps *)user;
    (void)in;
    s->calls++;
    memset(to, 'o', *to_size);
    switch (s->way) {
    case 0: return NCUREP_REPLY_FAILED;
    case 1: *in_size += 1; *to_size = 0; return NCUREP_REPLY_NO;
    case 2: *in_size = 0; *to_size += 1; return NCUREP_REPLY_NO;
    case 3: *in_size = *to_size = 0; return NCUREP_REPLY_NO;
    case 4: *to_size = 1; return NCUREP_REPLY_NO; /* never ends */
    case 5: *to_size = 1; return NCUREP_REPLY_YES;
    case 8: *to_size = 1; return (ncurep_reply)2; /* no reply: it counts as FAILED */
    case 9: *to_size = 1; return NCUREP_REPLY_REFUSED;
    case 6: /* full three times before it takes anything */
        if (s->calls < 4) *in_size = 0;
        else *to_size = 1;
        return NCUREP_REPLY_YES;
    default: *to_size = 0; return NCUREP_REPLY_YES;
    }
}

static void unpacking(void)
{
    static const struct {
        int read, step;
        uint64_t size, limit;
        ncurep_code code;
        size_t len;
    } cases[] = {{0, 5, 10, 0, NCUREP_OK, 2}, {1, 5, 10, 0, NCUREP_IO, 0}, {2, 5, 10, 0, NCUREP_IO, 0}, {0, 0, 10, 0, NCUREP_SYNTAX, 0}, {0, 1, 10, 0, NCUREP_SYNTAX, 0}, {0, 2, 10, 0, NCUREP_SYNTAX, 0},
                 {0, 3, 10, 0, NCUREP_SYNTAX, 0}, {0, 4, 10, 0, NCUREP_TRUNCATED, 2}, {0, 5, 0, 0, NCUREP_TRUNCATED, 0}, {0, 5, 10, 1, NCUREP_LIMIT, 1}, {0, 5, 10, 2, NCUREP_OK, 2},
                 {3, 5, 10, 0, NCUREP_IO, 1}, {0, 6, 3, 0, NCUREP_OK, 25}, {0, 7, 10, 0, NCUREP_OK, 0}, {0, 8, 10, 0, NCUREP_SYNTAX, 0}, {0, 9, 10, 0, NCUREP_SYNTAX, 0}};
    static target out;
    char buffer[17];
    ncurep_input input;
    ncurep_output to;
    ncurep_decompress with;
    ncurep_error e;
    odd_steps s;
    size_t i;
    int way;
    input.read_fn = read_way;
    input.user = &way;
    to.write_fn = put;
    to.user = &out;
    out.room = sizeof out.text;
    with.step_fn = odd_step;
    with.user = &s;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        int ok;
        memset(&s, 0, sizeof s);
        s.way = cases[i].step;
        way = cases[i].read;
        input.size = cases[i].size;
        out.len = 0;
        ok = ncurep_unpack(&input, &with, &to, buffer, 16, cases[i].limit, &e) == NCUREP_OK;
        if (!CHECK_I64(cases[i].code == NCUREP_OK, ok) || !CHECK_U64(cases[i].code, e.code) || (cases[i].read != 3 && !CHECK_U64(cases[i].len, out.len))) printf("    case %u\n", (unsigned)i);
    }
    /* The arguments, each missing in turn. */
    way = 0;
    s.way = 5;
    input.size = 4;
    for (i = 0; i < 9; i++) {
        ncurep_input in = input;
        ncurep_output o = to;
        ncurep_decompress d = with;
        if (i == 0) in.read_fn = NULL;
        if (i == 1) o.write_fn = NULL;
        if (i == 2) d.step_fn = NULL;
        CHECK(ncurep_unpack(i == 3 ? NULL : &in, i == 4 ? NULL : &d, i == 5 ? NULL : &o, i == 6 ? NULL : buffer, i == 7 ? 1 : 16, 0, i == 8 ? NULL : &e) == (i == 8 ? NCUREP_OK : NCUREP_ARGUMENT));
        if (i < 8) CHECK(e.code == NCUREP_ARGUMENT);
    }
    out.len = out.room = 0;
    CHECK(ncurep_unpack(&input, &with, &to, buffer, 16, 0, &e) != NCUREP_OK && e.code == NCUREP_IO);
    for (i = 0; i < 10; i++) { /* the first bytes, one at a time */
        way = 10 + (int)i;
        CHECK_I64(i < 3, ncurep_is_packed(&input));
    }
    way = 1;
    CHECK(!ncurep_is_packed(&input) && !ncurep_is_packed(NULL));
    way = 2;
    CHECK(!ncurep_is_packed(&input));
    way = 4; /* two bytes, then too many */
    CHECK(!ncurep_is_packed(&input));
    way = 10;
    input.size = 3;
    CHECK(!ncurep_is_packed(&input));
    input.size = 4;
    CHECK(ncurep_is_packed(&input));
    input.read_fn = NULL;
    CHECK(!ncurep_is_packed(&input));
}

int main(void)
{
    RUN(every_buffer);
    RUN(cut_and_damaged);
    RUN(failures);
    RUN(begins);
    RUN(unpacking);
    return run_end();
}
