/* A series of adds and sweeps, then scans of a made-up system, both driven by the input. Byte 0 picks the allocation
   that fails and byte 1 the size of a buffer or the memory limit. Asserted: a sweep is consistent, a failed call leaves
   the last sweep as it was, memory stays within its limit and is all given back, no file stays open, and until
   something fails or is scanned, a tracker whose sweeps never repeat gives the same. */
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#include "../tests/drmfdinfo_add.h"
#include "tests/drmfdinfo_sweep.h"
#include "tests/drmfdinfo_system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MUST(e) \
    do \
        if (!(e)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #e); \
            abort(); \
        } \
    while (0)

typedef struct heap {
    size_t held, limit;
    unsigned long live, asked, fail_at;
} heap;

static void *take(size_t size, void *user)
{
    heap *h = (heap *)user;
    char *p;
    if (++h->asked == h->fail_at) return NULL;
    p = (char *)malloc(size + 17);
    if (p == NULL) abort();
    h->held += size;
    h->live++;
    MUST(h->limit == 0 || h->held <= h->limit);
    memcpy(p, &size, sizeof size);
    memset(p + 8, 0xee, 9);
    return p + 8 + h->asked % 9; /* of any alignment */
}

static void give(void *p, size_t size, void *user)
{
    heap *h = (heap *)user;
    char *whole = (char *)p;
    size_t asked = 0;
    unsigned back;
    /* The size before it says which of the nine shifts it was. */
    for (back = 0; back < 9; back++) {
        memcpy(&asked, whole - 8 - back, sizeof asked);
        if (asked == size) break;
    }
    MUST(back < 9);
    h->held -= size;
    h->live--;
    free(whole - 8 - back);
}

/* The next byte of the input. */
typedef struct feed {
    const uint8_t *at, *end;
} feed;

static unsigned next(feed *f) { return f->at < f->end ? *f->at++ : 0; }

static size_t text_of(feed *f, const char **text)
{
    size_t n = next(f) * 2u;
    if (n > (size_t)(f->end - f->at)) n = (size_t)(f->end - f->at);
    *text = (const char *)f->at;
    f->at += n;
    return n;
}

static drmfd_memory memory_of(heap *h, unsigned kind, char *buffer, size_t room)
{
    drmfd_memory m;
    memset(&m, 0, sizeof m);
    if (kind % 3 != 1) { /* a buffer alone, an allocator alone, or both */
        m.buffer = buffer;
        m.buffer_size = room * (kind / 3) / 86;
    }
    if (kind % 3 != 0) {
        m.allocator.alloc_fn = take;
        m.allocator.free_fn = give;
        m.allocator.user = h;
        if (kind & 64) m.max_memory = h->limit = 1 + kind * 300u;
    }
    return m;
}

static void watch(const drmfd_sweep *s, const drmfd_sweep *last, uint64_t *hash)
{
    if (s != NULL) {
        const char *wrong = sweep_wrong(s);
        if (wrong != NULL) fprintf(stderr, "%s\n", wrong);
        MUST(wrong == NULL);
        *hash = sweep_hash(s);
    } else if (last != NULL)
        MUST(sweep_hash(last) == *hash);
}

/* The texts of a sweep. */
#define LISTED 64
typedef struct added {
    const char *text;
    size_t len;
    unsigned pid, whole;
} added;

static drmfd_code add(drmfd_tracker *t, int64_t now, const added *a)
{
    return add_text(t, now, a->pid % 5, a->pid / 5 % 5, a->pid / 25 % 3, a->text, a->len, (int)a->whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t room = 60000;
    char *buffer = (char *)malloc(room), *other = (char *)malloc(room);
    heap h, k, none;
    feed in;
    drmfd_tracker_options to;
    drmfd_scanner_options so;
    drmfd_tracker *t, *plain;
    drmfd_scanner *scanner = NULL;
    added list[2][LISTED];
    unsigned listed[2] = {0, 0}, which_list = 0, same = 1, begun = 0;
    drmfd_system calls;
    fake f;
    fake_file files[8];
    drmfd_error e;
    const drmfd_sweep *last = NULL;
    uint64_t hash = 0;
    int64_t now = 0;
    unsigned steps = 0, i;
    if (buffer == NULL || other == NULL) abort();
    memset(&h, 0, sizeof h);
    memset(&k, 0, sizeof k);
    memset(&none, 0, sizeof none);
    memset(&to, 0, sizeof to);
    memset(&so, 0, sizeof so);
    in.at = data;
    in.end = data + size;
    h.fail_at = next(&in);
    to.memory = memory_of(&h, next(&in), buffer, room);
    to.engine_room = 1 + next(&in) % 20;
    to.region_room = 1 + to.engine_room % 7;
    to.forget_after = 1 + next(&in) % 4;
    k.fail_at = next(&in);
    so.memory = memory_of(&k, next(&in), other, room);
    so.keep_open = 1 + next(&in) % 9;
    so.max_text = 1 + next(&in) * 2u;
    so.look_every = (int64_t)next(&in) * 10000000 - 1;
    so.flags = so.max_text & 2;
    t = drmfd_tracker_open(&to, &e);
    MUST(t != NULL || e.code == DRMFD_MEMORY || e.code == DRMFD_LIMIT);
    memset(files, 0, sizeof files);
    calls = fake_system(&f, files, 0);
    scanner = drmfd_scanner_open(&calls, &so, &e);
    MUST(scanner != NULL || e.code == DRMFD_MEMORY || e.code == DRMFD_LIMIT);
    to.memory = memory_of(&none, 0, NULL, 0);
    plain = drmfd_tracker_open(&to, NULL);
    MUST(plain != NULL);
    while (t != NULL && in.at < in.end && steps++ < 64) {
        const unsigned what = next(&in);
        if (what < 128) { /* a text, or those of the last sweep again, all or some of them */
            added *const now_list = list[which_list];
            const added *const before = list[1 - which_list];
            unsigned from = listed[which_list], to_go = 1;
            if (what < 96 || listed[1 - which_list] == 0) {
                now_list[from].pid = next(&in);
                now_list[from].len = text_of(&in, &now_list[from].text);
                now_list[from].whole = what & 1;
            } else {
                to_go = what % 4 == 0 ? listed[1 - which_list] : 1 + what % listed[1 - which_list];
                if (to_go > LISTED - from) to_go = LISTED - from;
                memcpy(now_list + from, before, to_go * sizeof *before);
            }
            now += what % 32;
            for (; to_go > 0; to_go--, from++) {
                const drmfd_code code = add(t, now, &now_list[from]);
                MUST(code == DRMFD_OK || code == DRMFD_MEMORY || code == DRMFD_LIMIT);
                if (last != NULL && code != DRMFD_OK) MUST(sweep_hash(last) == hash);
                if (code != DRMFD_OK) same = 0;
                if (!begun) MUST(add_text(plain, now, 9, 9, 0, "", 0, 1) == DRMFD_OK);
                begun = 1;
                MUST(add(plain, now, &now_list[from]) == DRMFD_OK);
            }
            listed[which_list] = from;
            if (from == LISTED) in.at = in.end;
        } else if (what < 192 || scanner == NULL) {
            const drmfd_sweep *s = drmfd_tracker_sweep(t, &e), *of_plain = drmfd_tracker_sweep(plain, NULL);
            MUST(s != NULL || e.code == DRMFD_MEMORY || e.code == DRMFD_LIMIT);
            watch(s, last, &hash);
            if (s != NULL) last = s;
            if (s == NULL || s->no_memory + s->forgotten > 0) same = 0;
            if (same) {
                drmfd_sweep like = *of_plain;
                like.texts -= begun;
                like.not_drm -= begun;
                MUST(sweep_hash(&like) == hash);
            }
            begun = 0;
            which_list = 1 - which_list;
            listed[which_list] = 0;
        } else { /* the system changes and is scanned */
            const drmfd_sweep *s;
            drmfd_scan_stats stats;
            const unsigned which = next(&in);
            same = 0;
            f.count = which % 9;
            f.fail_at = next(&in);
            f.calls = 0;
            f.fail_with = (int)(which / 9 % 6) - 5; /* not 1: a call that succeeds but opens nothing is no failure */
            f.lies = which > 200;
            f.most = next(&in) % 64;
            f.now = now += next(&in) * 2000000; /* short of a small look, or past it */
            for (i = 0; i < f.count; i++) {
                const unsigned of = next(&in);
                files[i].pid = i / 3;
                files[i].fd = i + of % 3 * 8;
                files[i].device = of % 4;
                files[i].is_device = of % 5 != 0;
                if (of & 128 || files[i].text == NULL) files[i].len = text_of(&in, &files[i].text);
            }
            s = drmfd_scan(scanner, t, &stats, &e);
            MUST(s != NULL || e.code == DRMFD_MEMORY || e.code == DRMFD_LIMIT || e.code == DRMFD_IO);
            MUST(f.handles <= so.keep_open + 1 && f.wrong == 0);
            watch(s, last, &hash);
            if (s != NULL) last = s;
        }
    }
    drmfd_scanner_close(scanner);
    drmfd_tracker_close(t);
    drmfd_tracker_close(plain);
    MUST(h.held == 0 && h.live == 0 && k.held == 0 && k.live == 0 && f.handles == 0 && f.wrong == 0);
    free(buffer);
    free(other);
    return 0;
}
