/* Results chosen by the names of kernels and by NVTX state. */
#define NCUREP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include "ncurep_wire.h"
#include "run.h"

static void patterns(void)
{
    static const struct {
        const char *pattern, *name;
        int plain, glob;
    } cases[] = {{"", "", 1, 1}, {"", "a", 0, 0}, {"a", "", 0, 0}, {"abc", "abc", 1, 1}, {"abc", "abd", 0, 0}, {"abc", "ab", 0, 0}, {"ab", "abc", 0, 0}, {"a*", "a*", 1, 1}, {"a*", "abc", 0, 1},
                 {"a*", "a", 0, 1}, {"*", "", 0, 1}, {"*", "abc", 0, 1}, {"*c", "abc", 0, 1}, {"*c", "abcd", 0, 0}, {"a*c", "abbbc", 0, 1}, {"a*c", "abbbd", 0, 0}, {"a*b*c", "axxbyyc", 0, 1},
                 {"a*b*c", "axxbyy", 0, 0}, {"*ab", "aab", 0, 1}, {"*ab", "aaab", 0, 1}, {"*aab", "aaaab", 0, 1}, {"?", "a", 0, 1}, {"?", "", 0, 0}, {"?", "ab", 0, 0}, {"a?c", "abc", 0, 1}, {"a?c", "ac", 0, 0},
                 {"**", "x", 0, 1}, {"a**", "a", 0, 1}, {"?*?", "a", 0, 0}, {"?*?", "ab", 0, 1}, {"*a*", "bab", 0, 1}, {"*a*", "bbb", 0, 0}, {"b", "a", 0, 0}};
    ncurep_memory m = half_memory();
    ncurep_error e;
    size_t i;
    int flags;
    for (i = 0; i < sizeof cases / sizeof *cases; i++)
        for (flags = 0; flags < 2; flags++) {
            ncurep_pattern *p = open_pattern(ncurep_text(cases[i].pattern), flags, NULL, NULL);
            if (!CHECK_I64(flags ? cases[i].glob : cases[i].plain, ncurep_pattern_match(p, ncurep_text(cases[i].name)))) printf("    %s %s\n", cases[i].pattern, cases[i].name);
            CHECK(!ncurep_pattern_match(p, view_of(NULL, 0)) && !ncurep_pattern_match(NULL, ncurep_text("a")));
            ncurep_pattern_close(p);
        }
    ncurep_pattern_close(NULL);
    CHECK(open_pattern(view_of(NULL, 0), 0, NULL, &e) == NULL && e.code == NCUREP_ARGUMENT && open_pattern(ncurep_text("a"), 0, &m, &e) == NULL && e.code == NCUREP_ARGUMENT);
    CHECK(open_pattern(ncurep_text("regex:a("), 0, NULL, &e) == NULL && e.code == NCUREP_SYNTAX && e.offset == 7);
    {
        ncurep_pattern *p = open_pattern(ncurep_text("regex:b"), 0, NULL, &e);
        CHECK(ncurep_pattern_match(p, ncurep_text("abc")) && !ncurep_pattern_match(p, ncurep_text("ac")));
        ncurep_pattern_close(p);
        p = open_pattern(ncurep_text("regex"), 0, NULL, &e);
        CHECK(ncurep_pattern_match(p, ncurep_text("regex")) && !ncurep_pattern_match(p, ncurep_text("")));
        ncurep_pattern_close(p);
    }
}

/* The state of a result with one thread and one domain, and its push/pop or start/end ranges: names separated by
   spaces. */
static void nvtx_result(wire *w, const char *push, const char *start, unsigned domains, uint64_t in)
{
    wire nvtx = {NULL, 0, 0}, thread = {NULL, 0, 0}, open = {NULL, 0, 0}, range = {NULL, 0, 0}, domain = {NULL, 0, 0};
    const char *both[2];
    unsigned i;
    int k;
    both[0] = push;
    both[1] = start;
    w->len = 0;
    w_number(w, 1, 7); /* thread */
    for (i = 0; i < domains; i++) {
        char name[20];
        sprintf(name, "dom%u", i);
        w_number(&domain, 1, i + 10);
        w_text(&domain, 2, name);
        w_message(&nvtx, 1, &domain);
    }
    for (k = 0; k < 2; k++) {
        const char *p = both[k];
        w_number(&open, 1, in);
        while (*p != 0) {
            const size_t n = strcspn(p, " ");
            w_data(&range, k == 0 ? 1 : 2, p, n);
            w_message(&open, 3, &range);
            p += n + (p[n] == ' ');
        }
        if (k == 0) {
            w_number(&thread, 1, 7);
            w_message(&thread, 2, &open);
            w_message(&nvtx, 2, &thread);
        } else
            w_message(&nvtx, 3, &open);
    }
    w_number(&nvtx, 4, 1); /* the default domain */
    w_message(w, 21, &nvtx);
    free(nvtx.ptr);
    free(thread.ptr);
    free(open.ptr);
    free(range.ptr);
    free(domain.ptr);
}

static int matches(const char *filter, const char *push, const char *start, unsigned domains, uint64_t in)
{
    wire w = {NULL, 0, 0}, file = {NULL, 0, 0}, header = {NULL, 0, 0}, payload = {NULL, 0, 0};
    ncurep_report *r;
    ncurep_result result;
    ncurep_error e;
    ncurep_nvtx_filter *f = ncurep_nvtx_filter_open(ncurep_text(filter), NULL, &e);
    int got = -1;
    nvtx_result(&w, push, start, domains, in);
    w_report(&file, 7);
    w_entry(&payload, &w);
    w_number(&header, 1, 0);
    w_number(&header, 2, 1);
    w_block(&file, &header, &payload);
    r = ncurep_report_open(file.ptr, file.len, NULL, NULL);
    if (CHECK(ncurep_result_at(r, 0, &result, NULL)) && f != NULL) got = ncurep_nvtx_filter_match(f, &result);
    CHECK(ncurep_nvtx_filter_match(NULL, &result) == 0 && ncurep_nvtx_filter_match(f, NULL) == 0);
    result.has = 0;
    CHECK(ncurep_nvtx_filter_match(f, &result) == 0);
    ncurep_nvtx_filter_close(f);
    ncurep_report_close(r);
    free(w.ptr);
    free(file.ptr);
    free(header.ptr);
    free(payload.ptr);
    return got;
}

static void filters(void)
{
    static const struct {
        const char *filter, *push, *start;
        int got; /* -1: no filter */
    } cases[] = {
        {"a/", "a", "", 1}, {"a/", "b a c", "", 1}, {"a/", "b c", "", 0}, {"a/b", "x a b y", "", 1}, {"a/b", "a x b", "", 0}, {"[a/", "a b", "", 1}, {"[a/", "b a", "", 0}, {"a]", "b a", "", 1},
        {"/a]", "b a", "", -1}, {"a]", "a b", "", 0}, {"[a/b]", "a b", "", 1}, {"[a/b]", "a b c", "", 0}, {"a/*/b", "a b", "", 1}, {"a/*/b", "a x y b", "", 1}, {"a/+/b", "a x b", "", 1},
        {"a/+/b", "a b", "", 0}, {"a/+/b", "a x y b", "", 0}, {"[*/b]", "b", "", 1}, {"[+]", "a", "", 1}, {"[+]", "a b", "", 0}, {"[*]", "", "", 1}, {"a", "", "a", 1}, {"a", "a", "", 0},
        {"a,b", "", "b x a", 1}, {"a,b", "", "a x", 0}, {"a,a", "", "a", 1}, {"a\\,b", "", "a,b", 1}, {"a\\/b", "", "a/b", 1}, {"a\\/b/", "a/b", "", 1}, {"a$$b", "", "a$b", 1}, {"a$b", "", "a$b", 1},
        {"a\\+", "", "a+", 1}, {"\\*/", "*", "", 1}, {"\\[a/", "[a", "", 1}, {"a\\]", "", "a]", 1}, {"a\\\\]", "a\\\\", "", 1}, {"a\\@b", "", "a@b", 1}, {"a\\x", "", "a\\x", 1}, {"a\\", "", "a\\", 1},
        {"", "", "", -1}, {"a//b", "", "", -1}, {"a,", "", "", -1}, {",a", "", "", -1}, {"@a", "", "", -1}, {"a@b@c", "", "", -1}, {"a@", "", "", -1}, {"a@b", "", "b", 0}, {"regex:", "", "", -1},
        {"regex:a+", "", "baab", 1}, {"regex:^a+$", "", "baab", 0}, {"regex:a{1,2},b", "", "aa b", 1}, {"regex:a{1,2},b", "", "aa", 0}, {"regex:a/b", "xa bx", "", 1}, {"regex:/[ab]/", "b", "", 1},
        {"regex:[ab]/", "b", "", 0}, {"regex:a/[bc]/", "a c", "", 1}, {"regex:(", "", "", -1}, {"regex:a\\/", "", "a/", 1}, {"regex:a/b\\\\/", "a b\\", "", 1}, {"regex:a/b\\/", "a b/", "", 1}, {"regex:/a]", "a", "", 1}, {"x/", "", "", 0}};
    static char many[3000];
    ncurep_memory m = half_memory();
    ncurep_error e;
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!CHECK_I64(cases[i].got, matches(cases[i].filter, cases[i].push, cases[i].start, 3, 1)))
            printf("    %s on %s | %s\n", cases[i].filter, cases[i].push, cases[i].start);
    CHECK(matches("dom1@a/", "a", "", 3, 11) == 1 && matches("dom1@a/", "a", "", 3, 12) == 0 && matches("dom@a/", "a", "", 3, 11) == 0 && matches("a/", "a", "", 3, 2) == 0);
    CHECK(matches("regex:dom[0-9]+@a/", "a", "", 3, 12) == 1 && matches("regex:dom@a/", "a", "", 40, 25) == 1 && matches("regex:dom@a/", "a", "", 40, 26) == 0); /* the first 16 */
    for (i = 0; i < 512; i++) strcpy(many + 2 * i, "a,");
    {
        ncurep_nvtx_filter *f = ncurep_nvtx_filter_open(view_of(many, 1023), NULL, &e);
        CHECK(f != NULL && e.code == NCUREP_OK);
        ncurep_nvtx_filter_close(f);
    }
    many[1024] = 'a';
    CHECK(ncurep_nvtx_filter_open(view_of(many, 1025), NULL, &e) == NULL && e.code == NCUREP_LIMIT);
    CHECK(ncurep_nvtx_filter_open(view_of(NULL, 0), NULL, &e) == NULL && e.code == NCUREP_ARGUMENT && open_filter(ncurep_text("a"), &m, &e) == NULL && e.code == NCUREP_ARGUMENT);
    ncurep_nvtx_filter_close(NULL);
}

int main(void)
{
    RUN(patterns);
    RUN(filters);
    return run_end();
}
