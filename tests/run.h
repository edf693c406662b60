/* The test runner: include it in one C file, write functions, name them in main.
 *
 *     static void adds(void) { CHECK_U64(2, 1 + 1); }
 *     int main(void) { RUN(adds); return run_end(); }
 *
 * What failed is printed with file, line, expected and found; the last line counts tests. A test that cannot run here
 * says SKIP("needs X") and returns.
 */
#ifndef TESTS_RUN_H
#define TESTS_RUN_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned run_passed, run_failed, run_skipped; /* tests */
static unsigned run_bad, run_left_out;               /* within the test that runs */
static const char *run_now = "";

static inline int run_at(const char *file, int line)
{
    if (run_bad == 20) printf("%s:%d: %s: more failures follow\n", file, line, run_now);
    return run_bad++ < 20;
}

static inline int run_true(int ok, const char *text, const char *file, int line)
{
    if (!ok && run_at(file, line)) printf("%s:%d: %s: expected %s\n", file, line, run_now, text);
    return ok;
}

static inline int run_u64(uint64_t want, uint64_t got, const char *text, const char *file, int line)
{
    if (want == got) return 1;
    if (run_at(file, line))
        printf("%s:%d: %s: %s: expected %" PRIu64 ", found %" PRIu64 "\n", file, line, run_now, text, want, got);
    return 0;
}

static inline int run_i64(int64_t want, int64_t got, const char *text, const char *file, int line)
{
    if (want == got) return 1;
    if (run_at(file, line))
        printf("%s:%d: %s: %s: expected %" PRId64 ", found %" PRId64 "\n", file, line, run_now, text, want, got);
    return 0;
}

/* Doubles are compared by their bits: 0 and -0 differ, a NaN equals itself. */
static inline int run_double(double want, double got, const char *text, const char *file, int line)
{
    if (memcmp(&want, &got, sizeof want) == 0) return 1;
    if (run_at(file, line))
        printf("%s:%d: %s: %s: expected %.17g, found %.17g\n", file, line, run_now, text, want, got);
    return 0;
}

static inline int run_bytes(const char *want, size_t want_len, const char *got, size_t got_len, const char *text,
                            const char *file, int line)
{
    size_t at = 0, from;
    if (want_len == got_len && (want_len == 0 || memcmp(want, got, want_len) == 0)) return 1;
    if (!run_at(file, line)) return 0;
    while (at < want_len && at < got_len && want[at] == got[at]) at++;
    from = at > 40 ? at - 40 : 0;
    printf("%s:%d: %s: %s differs at byte %zu\n    expected (%zu bytes) ...%.*s\n    found    (%zu bytes) ...%.*s\n", file,
           line, run_now, text, at, want_len, (int)(want_len - from > 120 ? 120 : want_len - from), want + from, got_len,
           (int)(got_len - from > 120 ? 120 : got_len - from), got + from);
    return 0;
}

static inline int run_str(const char *want, const char *got, const char *text, const char *file, int line)
{
    return run_bytes(want, strlen(want), got, strlen(got), text, file, line);
}

static inline void run_test(const char *name, void (*test)(void))
{
    run_now = name;
    run_bad = run_left_out = 0;
    test();
    if (run_bad != 0) {
        run_failed++;
        printf("FAILED %s: %u checks\n", name, run_bad);
    } else if (run_left_out != 0)
        run_skipped++;
    else
        run_passed++;
    fflush(stdout);
}

static inline int run_end(void)
{
    printf("%u passed, %u failed, %u skipped\n", run_passed, run_failed, run_skipped);
    return run_failed != 0;
}

/* Reads a whole file; the caller frees it. NULL when it cannot be read. A NUL follows the last byte. */
static inline char *run_read(const char *path, size_t *len)
{
    FILE *f = fopen(path, "rb");
    char *data = NULL;
    size_t size = 0, room = 0, got;
    *len = 0;
    if (f == NULL) return NULL;
    do {
        if (size + 65536 > room) {
            char *more;
            room = room * 2 + 131072;
            more = (char *)realloc(data, room + 1);
            if (more == NULL) abort();
            data = more;
        }
        got = fread(data + size, 1, 65536, f);
        size += got;
    } while (got > 0);
    fclose(f);
    data[size] = 0;
    *len = size;
    return data;
}

#define CHECK(e) run_true(!!(e), #e, __FILE__, __LINE__)
#define CHECK_U64(want, got) run_u64((want), (got), #got, __FILE__, __LINE__)
#define CHECK_I64(want, got) run_i64((want), (got), #got, __FILE__, __LINE__)
#define CHECK_DOUBLE(want, got) run_double((want), (got), #got, __FILE__, __LINE__)
#define CHECK_BYTES(want, want_len, got, got_len) run_bytes((want), (want_len), (got), (got_len), #got, __FILE__, __LINE__)
#define CHECK_STR(want, got) run_str((want), (got), #got, __FILE__, __LINE__)
#define CHECK_VIEW(want, view) run_bytes((want), strlen(want), (view).ptr, (view).len, #view, __FILE__, __LINE__)
#define SKIP(why) (run_left_out++, (void)printf("skipped: %s: %s\n", run_now, why))
#define RUN(test) run_test(#test, test)

#endif
