/* Without memory from the caller the header calls malloc, and gives all back with free; otherwise it calls neither. */
#include <stdlib.h>

static size_t live;
static unsigned asked, fail;

static void *counted_malloc(size_t size)
{
    void *p = ++asked == fail ? NULL : malloc(size);
    live += p != NULL;
    return p;
}

static void counted_free(void *p)
{
    live -= p != NULL;
    free(p);
}

#define malloc counted_malloc
#define free counted_free
#define DRMFD_STATIC
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"
#undef malloc
#undef free
#include "drmfdinfo_system.h"
#include "run.h"

/* Three scans, each a full look, while files come and go. Returns how many gave a sweep. */
static unsigned scans(const drmfd_memory *of_tracker, const drmfd_memory *of_scanner)
{
    static const char a[] = "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: 5 ns\n", b[] = "drm-driver: a\ndrm-client-id: 2\n";
    fake_file files[2] = {{1, 3, 5, 1, a, sizeof a - 1}, {2, 4, 5, 1, b, sizeof b - 1}};
    fake f;
    drmfd_system calls = fake_system(&f, files, 2);
    drmfd_tracker_options to;
    drmfd_scanner_options o;
    drmfd_tracker *tracker;
    drmfd_scanner *scanner;
    unsigned round, swept = 0;
    memset(&to, 0, sizeof to);
    memset(&o, 0, sizeof o);
    to.memory = *of_tracker;
    o.memory = *of_scanner;
    o.look_every = -1;
    tracker = drmfd_tracker_open(&to, NULL);
    scanner = drmfd_scanner_open(&calls, &o, NULL);
    for (round = 0; round < 3; round++) {
        f.count = 1 + round % 2;
        swept += drmfd_scan(scanner, tracker, NULL, NULL) != NULL;
    }
    drmfd_scanner_close(scanner);
    drmfd_tracker_close(tracker);
    return swept;
}

static void all_is_given_back(void)
{
    drmfd_memory none;
    unsigned count, n;
    memset(&none, 0, sizeof none);
    CHECK_U64(3, scans(&none, &none));
    CHECK(asked >= 4);
    CHECK_U64(0, live);
    for (count = asked, n = 1; n <= count; n++) {
        asked = 0;
        fail = n;
        (void)scans(&none, &none);
        CHECK_U64(0, live);
    }
    fail = 0;
    CHECK_U64(3, scans(&none, &none));
}

static void *none_left(size_t size, void *user)
{
    ++*(unsigned *)user;
    (void)size;
    return NULL;
}

static void nothing_to_free(void *p, size_t size, void *user)
{
    (void)user;
    (void)p;
    (void)size;
}

/* A buffer that is large enough needs no heap; one that is not asks only the allocator given with it. */
static void buffers(void)
{
    static char of_tracker[200000], of_scanner[200000];
    drmfd_memory t, s;
    size_t size;
    unsigned other = 0;
    memset(&t, 0, sizeof t);
    memset(&s, 0, sizeof s);
    t.buffer = of_tracker;
    s.buffer = of_scanner;
    asked = 0;
    for (size = 0; size <= sizeof of_tracker; size += 4000) {
        t.buffer_size = s.buffer_size = size;
        CHECK(scans(&t, &s) == 3 || size < sizeof of_tracker);
    }
    t.allocator.alloc_fn = s.allocator.alloc_fn = none_left;
    t.allocator.free_fn = s.allocator.free_fn = nothing_to_free;
    t.allocator.user = s.allocator.user = &other;
    CHECK_U64(3, scans(&t, &s));
    CHECK_U64(0, other);
    t.buffer_size = s.buffer_size = 4000;
    CHECK_U64(0, scans(&t, &s));
    CHECK(other >= 2);
    CHECK_U64(0, asked);
}

int main(void)
{
    RUN(all_is_given_back);
    RUN(buffers);
    return run_end();
}
