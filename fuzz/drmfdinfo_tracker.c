/* A series of adds and sweeps, then scans of a made-up system, both driven by the input. Byte 0 picks the allocation that
   fails and byte 1 the size of a buffer or the limit of memory. Asserted: a sweep is right in itself, a failed call leaves
   the last sweep as it was, memory stays within its limit and is all given back, no file stays open. */
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
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

static void *take(void *user, size_t size)
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

static void give(void *user, void *p, size_t size)
{
    heap *h = (heap *)user;
    char *whole = (char *)p;
    size_t asked = 0;
    unsigned back;
    /* Which of the nine shifts it was, is told by the size in front. */
    for (back = 0; back < 9; back++) {
        memcpy(&asked, whole - 8 - back, sizeof asked);
        if (asked == size) break;
    }
    MUST(back < 9);
    h->held -= size;
    h->live--;
    free(whole - 8 - back);
}

/* What the input says next. */
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t room = 60000;
    char *buffer = (char *)malloc(room), *other = (char *)malloc(room);
    heap h, k;
    feed in;
    drmfd_tracker_options to;
    drmfd_scanner_options so;
    drmfd_tracker *t;
    drmfd_scanner *scanner = NULL;
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
    so.look_every = next(&in) - 1;
    t = drmfd_tracker_open(&to, &e);
    MUST(t != NULL || e.code == DRMFD_MEMORY || e.code == DRMFD_LIMIT);
    memset(files, 0, sizeof files);
    calls = fake_system(&f, files, 0);
    scanner = drmfd_scanner_open(&calls, &so, &e);
    MUST(scanner != NULL || e.code == DRMFD_MEMORY || e.code == DRMFD_LIMIT);
    while (t != NULL && in.at < in.end && steps++ < 64) {
        const unsigned what = next(&in);
        const char *text;
        size_t len;
        if (what < 128) { /* a text */
            drmfd_code code;
            const unsigned pid = next(&in);
            len = text_of(&in, &text);
            now += what;
            code = drmfd_tracker_add(t, now, pid % 5, pid / 5 % 5, pid / 25 % 3, text, len, (int)(what & 1));
            MUST(code == DRMFD_OK || code == DRMFD_MEMORY || code == DRMFD_LIMIT);
            if (last != NULL && code != DRMFD_OK) MUST(sweep_hash(last) == hash);
        } else if (what < 192 || scanner == NULL) {
            const drmfd_sweep *s = drmfd_tracker_sweep(t, &e);
            MUST(s != NULL || e.code == DRMFD_MEMORY || e.code == DRMFD_LIMIT);
            watch(s, last, &hash);
            if (s != NULL) last = s;
        } else { /* the system changes and is scanned */
            const drmfd_sweep *s;
            drmfd_scan_stats stats;
            const unsigned which = next(&in);
            f.count = which % 9;
            f.fail_at = next(&in);
            f.calls = 0;
            f.fail_with = (int)(which / 9 % 5) - 4; /* not 1: a call that works but opens nothing is no failure */
            f.lies = which > 200;
            f.most = next(&in) % 64;
            f.now = now += next(&in);
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
    MUST(h.held == 0 && h.live == 0 && k.held == 0 && k.live == 0 && f.handles == 0 && f.wrong == 0);
    free(buffer);
    free(other);
    return 0;
}
