/* NVTX filter expressions against made-up states. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include "run.h"

static char file[1 << 16];
static size_t file_len;
static ncurep_report *report;
static ncurep_result result;
static ncurep_error error;

static ncurep_reply put(const void *bytes, size_t n, void *user)
{
    (void)user;
    if (n > sizeof file - file_len) return NCUREP_REPLY_NO;
    memcpy(file + file_len, bytes, n);
    file_len += n;
    return NCUREP_REPLY_YES;
}

/* The ranges of one domain: "a b c", outermost first; "-" is a range without a name. */
static void ranges(ncurep_writer *w, uint32_t field, uint64_t domain, const char *names, uint32_t name_field)
{
    ncurep_write_begin(w, field);
    ncurep_write_u64(w, 1, domain);
    while (*names != 0) {
        const size_t n = strcspn(names, " ");
        ncurep_write_begin(w, 3);
        ncurep_write_text(w, name_field, view_of(names, *names == '-' && n == 1 ? 0 : n));
        ncurep_write_end(w);
        names += n + (names[n] != 0);
    }
    ncurep_write_end(w);
}

static void domain(ncurep_writer *w, uint64_t id, const char *name)
{
    ncurep_write_begin(w, 1);
    ncurep_write_u64(w, 1, id);
    ncurep_write_text(w, 2, ncurep_text(name));
    ncurep_write_end(w);
}

/* A result of thread 5 with these open ranges; thread 6 has "other". */
static void state(const char *push, const char *solver_push, const char *start, const char *solver_start)
{
    ncurep_output out = {put, NULL};
    ncurep_writer *w;
    file_len = 0;
    ncurep_report_close(report);
    w = ncurep_writer_open(&out, NULL, &error);
    ncurep_write_entry(w, NCUREP_ROOT_KERNEL);
    ncurep_write_u64(w, 1, 5);
    ncurep_write_begin(w, 21);
    domain(w, 0, "<default domain>");
    domain(w, 8, "solver");
    domain(w, 9, "a@b");
    ncurep_write_begin(w, 2);
    ncurep_write_u64(w, 1, 6);
    ranges(w, 2, 0, "other", 1);
    ncurep_write_end(w);
    ncurep_write_begin(w, 2);
    ncurep_write_u64(w, 1, 5);
    ranges(w, 2, 0, push, 1);
    ranges(w, 2, 8, solver_push, 1);
    ranges(w, 2, 9, "inside", 1);
    ncurep_write_end(w);
    ranges(w, 3, 0, start, 2);
    ranges(w, 3, 8, solver_start, 2);
    ncurep_write_end(w);
    ncurep_write_end(w);
    CHECK(end_writer(w, &error));
    report = ncurep_report_open(file, file_len, NULL, &error);
    CHECK(ncurep_result_at(report, 0, &result, &error));
}

static int match(const char *text)
{
    ncurep_nvtx_filter *f = ncurep_nvtx_filter_open(ncurep_text(text), NULL, &error);
    int yes;
    if (f == NULL) {
        printf("%s: byte %u: %s\n", text, (unsigned)error.offset, error.message);
        return -1;
    }
    yes = ncurep_nvtx_filter_match(f, &result);
    ncurep_nvtx_filter_close(f);
    return yes;
}

#define YES(text) run_i64(1, match(text), text, __FILE__, __LINE__)
#define NO(text) run_i64(0, match(text), text, __FILE__, __LINE__)

static void push_pop(void)
{
    state("a b c", "", "", "");
    YES("a/"); YES("b/"); YES("c/"); NO("d/"); NO("other/");
    NO("a"); /* without a slash: a start/end range */
    YES("a/b"); YES("b/c"); YES("a/b/c"); YES("a/b/c/"); NO("a/c"); NO("b/a");
    YES("[a"); NO("[b"); YES("c]"); NO("b]"); YES("[a/b/c]"); NO("[a/b]"); NO("[b/c]"); YES("[a/b"); YES("b/c]");
}

static void quantifiers(void)
{
    state("a b c d", "", "", "");
    YES("a/*/c"); YES("a/*/b"); YES("a/*/d"); NO("c/*/a"); NO("a/*/a");
    YES("a/+/c"); NO("a/+/b"); NO("a/+/d"); YES("a/+/+/d"); NO("a/+/+/c"); YES("[a/*/d]"); NO("[b/*/d]"); NO("[a/*/c]");
    YES("[a/+/c"); YES("b/+/d]"); YES("a/*/+/d"); NO("c/*/+/d"); YES("[+/b"); YES("c/+]"); NO("d/+]"); YES("[*/d]");
    state("a a a b", "", "", "");
    YES("a/a/b"); YES("[a/a/a/b]"); NO("[a/a/b]"); YES("a/+/b"); YES("a/*/b]");
    state("a - b", "", "", "");
    YES("a/+/b"); YES("a/*/b"); NO("a/b");
    state("", "", "", "");
    NO("a/"); NO("[a"); NO("+/"); YES("*/"); YES("[*]");
}

static void start_end(void)
{
    state("p", "", "a b c", "");
    YES("a"); YES("b"); YES("a,b"); YES("c,a"); YES("a,b,c"); NO("a,d"); NO("d"); NO("p"); NO("a/"); YES("a,a");
    state("", "", "a a b", ""); /* a name that is open twice still counts as one name */
    NO("a,c"); NO("a,c,b"); YES("a,b"); YES("a,a,b"); NO("a,a,c");
}

static void domains(void)
{
    state("a", "x y", "s", "t u");
    YES("a/"); NO("x/"); YES("solver@x/"); YES("solver@x/y"); NO("solver@a/"); YES("solver@[x/y]"); YES("solver@t,u");
    NO("solver@s"); NO("solver@x"); NO("nowhere@a/"); YES("<default domain>@a/"); YES("a\\@b@inside/"); NO("solve@x/");
}

static void escapes(void)
{
    state("a/b [c] d,e f@g *+ h\\i", "", "k,l m$n", "");
    YES("a\\/b/"); YES("[a\\/b"); YES("\\[c\\]/"); NO("[c]/"); YES("d,e/"); YES("d\\,e/"); YES("f\\@g/"); YES("*+/");
    YES("\\*\\+/"); YES("h\\i]"); YES("k\\,l"); NO("k,l"); YES("m$n"); YES("m$$n"); YES("a\\/b/*/h\\i]");
    state("a\\\\ b", "", "", "");
    YES("[a\\\\/b"); NO("a\\\\]"); NO("a\\");
    state("\\\\ b", "", "", "");
    YES("\\\\/"); YES("[\\\\/b"); NO("\\\\]"); NO("\\/");
    state("\\\\", "", "", "");
    YES("\\\\]");
    state("* + a", "", "", "");
    YES("\\*/\\+/a"); NO("\\*/a"); YES("\\*/+/a");
    state("a]", "", "", "");
    YES("a\\]/"); NO("a]"); YES("a\\]]"); YES("[a\\]]");
}

static void regular_expressions(void)
{
    state("layer12 relu", "x", "step4", "");
    YES("regex:layer[0-9]+/"); YES("regex:ayer/"); NO("regex:^ayer/"); NO("regex:layer[0-9]+"); YES("regex:^step\\d$");
    YES("regex:^layer\\d{1,2}$/relu"); NO("regex:^layer\\d{3,4}$/relu"); YES("regex:step\\d{1,2},ste"); NO("regex:step,stop");
    YES("regex:sol.*@x/"); YES("regex:^(solver|other)$@^x$/"); YES("regex:/[a-z]+\\d/"); YES("regex:[layer/"); NO("regex:[relu/");
    YES("regex:relu]"); YES("regex:/rel[tuv]/"); NO("regex:layer]"); YES("regex:layer/+]"); YES("regex:lay.*/*/re");
    state("- a", "", "", "");
    YES("regex:.*/"); NO("regex:[.*/"); YES("regex:[+/.*");
}

static void mistakes(void)
{
    static const struct {
        const char *text;
        ncurep_code code;
        unsigned offset;
    } bad[] = {{"", NCUREP_SYNTAX, 0}, {"/", NCUREP_SYNTAX, 0}, {"a//b", NCUREP_SYNTAX, 2}, {"a,,b", NCUREP_SYNTAX, 2},
               {"a,", NCUREP_SYNTAX, 2}, {",a", NCUREP_SYNTAX, 0}, {"@a", NCUREP_SYNTAX, 0}, {"d@", NCUREP_SYNTAX, 2},
               {"d@a@b", NCUREP_SYNTAX, 3}, {"/a", NCUREP_SYNTAX, 0}, {"[", NCUREP_SYNTAX, 1}, {"]", NCUREP_SYNTAX, 0},
               {"[]", NCUREP_SYNTAX, 1}, {"regex:", NCUREP_SYNTAX, 6}, {"regex:a/(b", NCUREP_SYNTAX, 8},
               {"regex:x@*/", NCUREP_OK, 0}, {"regex:d(@a", NCUREP_SYNTAX, 7}, {"regex:a{2000}", NCUREP_LIMIT, 7}, {"regex:[", NCUREP_SYNTAX, 7}, {"regex:d@[", NCUREP_SYNTAX, 9},
               {"regex:a{1/b}", NCUREP_SYNTAX, 7}, {"regex:a{1@b}", NCUREP_SYNTAX, 7}, {"regex:a{1,b}", NCUREP_SYNTAX, 7}, {"regex:b,a{1/c", NCUREP_SYNTAX, 9}};
    size_t i;
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        ncurep_nvtx_filter *f = ncurep_nvtx_filter_open(ncurep_text(bad[i].text), NULL, &error);
        if (!run_u64(bad[i].code, error.code, bad[i].text, __FILE__, __LINE__) ||
            !run_u64(bad[i].offset, error.offset, bad[i].text, __FILE__, __LINE__))
            printf("    %s\n", error.message);
        CHECK((f != NULL) == (bad[i].code == NCUREP_OK));
        ncurep_nvtx_filter_close(f);
    }
    for (i = 0; i < 5; i++) { /* nothing, whatever comes before it */
        static const char *const before[] = {"]", "[", "/", "\\", "@"};
        CHECK(ncurep_nvtx_filter_open(view_of(before[i] + 1, 0), NULL, &error) == NULL);
        CHECK_U64(NCUREP_SYNTAX, error.code);
        CHECK_U64(0, error.offset);
        CHECK_STR("a name of the NVTX filter is empty", error.message);
    }
    CHECK(ncurep_nvtx_filter_open(view_of(NULL, 0), NULL, &error) == NULL);
    CHECK_U64(NCUREP_ARGUMENT, error.code);
}

static void limits(void)
{
    char *text = (char *)malloc(4096);
    ncurep_nvtx_filter *f;
    unsigned i;
    for (i = 0; i < 1100; i += 2) {
        text[i] = 'a';
        text[i + 1] = '/';
    }
    f = ncurep_nvtx_filter_open(view_of(text, 1024), NULL, &error);
    CHECK(f != NULL);
    state("a a", "", "", "");
    CHECK(!ncurep_nvtx_filter_match(f, &result));
    ncurep_nvtx_filter_close(f);
    CHECK(ncurep_nvtx_filter_open(view_of(text, 1026), NULL, &error) == NULL);
    CHECK_U64(NCUREP_LIMIT, error.code);
    for (i = 0; i < 1022; i += 2) text[i] = '*';
    f = ncurep_nvtx_filter_open(view_of(text, 1024), NULL, &error);
    CHECK(ncurep_nvtx_filter_match(f, &result));
    ncurep_nvtx_filter_close(f);
    free(text);
}

static void nothing(void)
{
    ncurep_result none;
    ncurep_nvtx_filter *f = ncurep_nvtx_filter_open(ncurep_text("*/"), NULL, &error);
    state("a", "", "", "");
    memset(&none, 0, sizeof none);
    CHECK(!ncurep_nvtx_filter_match(NULL, &result));
    CHECK(!ncurep_nvtx_filter_match(f, NULL));
    CHECK(!ncurep_nvtx_filter_match(f, &none));
    ncurep_nvtx_filter_close(f);
    ncurep_nvtx_filter_close(NULL);
}

/* Random expressions and stacks of three names, against a matcher that tries every possibility. */
static int slow(const char *const *e, const char *const *s, int top)
{
    if (*e == NULL) return !top || *s == NULL;
    if (**e == '*') return slow(e + 1, s, top) || (*s != NULL && slow(e, s + 1, top));
    return *s != NULL && (**e == '+' || strcmp(*e, *s) == 0) && slow(e + 1, s + 1, top);
}

static void against_slow(void)
{
    static const char *const names[] = {"a", "b", "c", "+", "*"};
    uint32_t seed = 1;
    unsigned round;
    for (round = 0; round < 3000; round++) {
        const char *e[6] = {0}, *s[6] = {0};
        char text[32] = "", stack[32] = "";
        unsigned i, n, bottom, top, want = 0;
        seed = seed * 1664525u + 1013904223u;
        n = 1 + (seed >> 8) % 4;
        bottom = seed >> 16 & 1;
        top = seed >> 17 & 1;
        if (bottom) strcat(text, "[");
        for (i = 0; i < n; i++) {
            seed = seed * 1664525u + 1013904223u;
            e[i] = names[(seed >> 16) % 5];
            strcat(text, e[i]);
            if (i + 1 < n || !top) strcat(text, "/");
        }
        if (top) strcat(text, "]");
        seed = seed * 1664525u + 1013904223u;
        n = (seed >> 8) % 5;
        for (i = 0; i < n; i++) {
            seed = seed * 1664525u + 1013904223u;
            s[i] = names[(seed >> 16) % 3];
            if (i > 0) strcat(stack, " ");
            strcat(stack, s[i]);
        }
        state(stack, "", "", "");
        for (i = 0; i <= (bottom ? 0 : n); i++) want |= (unsigned)slow(e, s + i, (int)top);
        if (!run_i64((int64_t)want, match(text), text, __FILE__, __LINE__)) printf("    stack \"%s\"\n", stack);
    }
}

int main(void)
{
    RUN(push_pop);
    RUN(quantifiers);
    RUN(start_end);
    RUN(domains);
    RUN(escapes);
    RUN(regular_expressions);
    RUN(mistakes);
    RUN(limits);
    RUN(nothing);
    RUN(against_slow);
    ncurep_report_close(report);
    return run_end();
}
