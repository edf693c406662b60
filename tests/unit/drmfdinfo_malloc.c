/* Where no memory is given the header asks malloc, and gives all back to free. */
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

/* Three scans of which each looks, with files that come and go. Returns how many gave a sweep. */
static unsigned scans(void)
{
    static const char a[] = "drm-driver: a\ndrm-client-id: 1\ndrm-engine-e: 5 ns\n", b[] = "drm-driver: a\ndrm-client-id: 2\n";
    fake_file files[2] = {{1, 3, 5, 1, a, sizeof a - 1}, {2, 4, 5, 1, b, sizeof b - 1}};
    fake f;
    drmfd_system calls = fake_system(&f, files, 2);
    drmfd_scanner_options o;
    drmfd_tracker *tracker;
    drmfd_scanner *scanner;
    unsigned round, swept = 0;
    memset(&o, 0, sizeof o);
    o.look_every = -1;
    tracker = drmfd_tracker_open(NULL, NULL);
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
    unsigned count, n;
    CHECK_U64(3, scans());
    CHECK(asked >= 4);
    CHECK_U64(0, live);
    for (count = asked, n = 1; n <= count; n++) {
        asked = 0;
        fail = n;
        (void)scans();
        CHECK_U64(0, live);
    }
    fail = 0;
    CHECK_U64(3, scans());
}

int main(void)
{
    RUN(all_is_given_back);
    return run_end();
}
