/* ncurep_unpack with a decompressor for a made-up format, and its output read as a report. Byte 0 picks what fails:
   bits 0 and 1 the input (a read gives one byte; nothing from an offset on), bit 2 the output, bit 3 the decompressor,
   bit 4 it breaks its contract, bit 5 there is a limit. Byte 1 is a number for that, byte 2 the size of the buffer; the
   rest is the input: 'F' begins a frame, 1 N and N bytes stand for themselves, 2 C N is C repeated N times, 0 ends the
   frame. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#include "ncurep_fuzz.h"

typedef struct machine {
    int inside, op;           /* op: 0 none, 1 and 2 as above; then the number still expected */
    unsigned have, count;     /* bytes of the operation read so far; bytes still to write */
    unsigned char arg[2];
    unsigned steps, fail;
    int lies;
} machine;

static ncurep_reply step(const void *in, size_t *in_size, void *out, size_t *out_size, void *user)
{
    machine *m = (machine *)user;
    const unsigned char *from = (const unsigned char *)in;
    unsigned char *to = (unsigned char *)out;
    const size_t take_most = *in_size, give_most = *out_size;
    size_t took = 0, gave = 0;
    int ended = 0;
    must(give_most > 0);
    if (++m->steps == m->fail) {
        if (!m->lies) return NCUREP_REPLY_FAILED;
        *in_size = take_most + 1;
        *out_size = give_most + (m->steps & 1);
        return NCUREP_REPLY_NO;
    }
    while (!ended) {
        if (m->op == 2 && m->have == 2 && m->count > 0) {
            if (gave == give_most) break;
            to[gave++] = m->arg[0];
            m->count--;
            continue;
        }
        if (m->op == 1 && m->have == 1 && m->count > 0) {
            if (gave == give_most || took == take_most) break;
            to[gave++] = from[took++];
            m->count--;
            continue;
        }
        if ((m->op == 1 && m->have == 1) || (m->op == 2 && m->have == 2)) m->op = 0;
        if (took == take_most) break;
        if (!m->inside) {
            if (from[took] != 'F') return NCUREP_REPLY_FAILED;
            m->inside = 1;
            took++;
        } else if (m->op == 0) {
            m->have = 0;
            m->op = from[took++];
            if (m->op > 2) return NCUREP_REPLY_FAILED;
            if (m->op == 0) {
                m->inside = 0;
                ended = 1;
            }
        } else {
            m->arg[m->have++] = from[took++];
            m->count = m->arg[m->have - 1];
        }
    }
    *in_size = took;
    *out_size = gave;
    return m->inside ? NCUREP_REPLY_NO : NCUREP_REPLY_YES;
}

typedef struct source {
    const uint8_t *data;
    size_t size, most, end;
} source;

static size_t get(uint64_t at, void *to, size_t size, ncurep_reply *reply, void *user)
{
    (void)reply;
    const source *s = (const source *)user;
    must(size > 0 && at < s->size && size <= s->size - at);
    if (at >= s->end) return 0;
    if (size > s->most) size = s->most;
    memcpy(to, s->data + at, size);
    return size;
}

/* What should come out, worked out in one pass; 0 if the frames are wrong or cut off. */
static int plain(const uint8_t *p, size_t n, sink *to)
{
    size_t i = 0;
    if (n == 0) return 0;
    while (i < n) {
        if (p[i++] != 'F') return 0;
        for (;;) {
            const int op = i < n ? p[i++] : 3;
            if (op == 0) break;
            if (op == 1) {
                size_t k;
                if (i == n) return 0;
                k = p[i] < n - i - 1 ? p[i] : n - i - 1;
                if (k > 0) must(put(p + i + 1, k, to) == NCUREP_REPLY_YES);
                if (k < p[i]) return 0;
                i += 1 + k;
            } else if (op == 2) {
                unsigned k;
                if (n - i < 2) return 0;
                for (k = 0; k < p[i + 1]; k++) must(put(p + i, 1, to) == NCUREP_REPLY_YES);
                i += 2;
            } else
                return 0;
        }
    }
    return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    machine m;
    source in;
    sink out = {NULL, 0, 0, 0, 0}, want = {NULL, 0, 0, 0, 0};
    ncurep_input input;
    ncurep_decompress with;
    ncurep_output output;
    ncurep_error e;
    uint64_t limit;
    size_t room;
    char *buffer;
    int ok, good;
    if (size < 3) return 0;
    memset(&m, 0, sizeof m);
    in.data = data + 3;
    in.size = size - 3;
    in.most = data[0] & 1 ? 1 : in.size + 1;
    in.end = data[0] & 2 ? data[1] : in.size + 1;
    if (data[0] & 4) out.fail = data[1];
    if (data[0] & 8) m.fail = data[1];
    m.lies = (data[0] & 16) != 0;
    limit = data[0] & 32 ? data[1] : 0;
    room = data[2];
    input.read_fn = get;
    input.user = &in;
    input.size = in.size;
    with.step_fn = step;
    with.user = &m;
    output.write_fn = put;
    output.user = &out;
    (void)ncurep_is_packed(&input);
    buffer = (char *)malloc(room + 1); /* its end is guarded */
    must(buffer != NULL);
    buffer[room] = 77;
    ok = ncurep_unpack(&input, &with, &output, buffer, room, limit, &e) == NCUREP_OK;
    must(buffer[room] == 77);
    must(ok == (e.code == NCUREP_OK) && e.message != NULL && e.offset <= in.size);
    must(limit == 0 || out.len <= limit);
    good = plain(in.data, in.size, &want);
    must(out.len <= want.len && (out.len == 0 || memcmp(out.data, want.data, out.len) == 0)); /* never anything else */
    if (ok) must(good && out.len == want.len);
    else if (good && room >= 2 && (data[0] & 14) == 0 && (limit == 0 || want.len <= limit)) must(0);
    if (ok) { /* hostile reports come in frames, too */
        heap h = {0, 0, 0, 0, 0, 0};
        ncurep_report_options options;
        ncurep_report *r;
        ncurep_result k;
        ncurep_metric metric;
        uint32_t i;
        memset(&options, 0, sizeof options);
        options.memory.allocator.alloc_fn = take;
        options.memory.allocator.free_fn = give;
        options.memory.allocator.user = &h;
        options.memory.max_memory = 1u << 20;
        r = ncurep_report_open(out.data, out.len, &options, &e);
        for (i = 0; ncurep_result_at(r, i, &k, &e); i++)
            while (ncurep_metric_next(&k.metrics, &metric)) must(metric.value.text.ptr != NULL);
        ncurep_report_close(r);
        must(h.live == 0 && h.held == 0 && h.peak <= 1u << 20);
    }
    free(buffer);
    free(out.data);
    free(want.data);
    return 0;
}
