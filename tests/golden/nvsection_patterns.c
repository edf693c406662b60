/* What is wrong in a pattern: each message, with its place. */
#include "nvsection_values.h"

static void mistakes(void)
{
    static const struct {
        const char *pattern;
        unsigned offset;
        const char *message;
    } cases[] = {
        {"a\\", 2, "a pattern ends with a backslash"},
        {"ab\\xg1", 2, "\\x needs two hex digits"},
        {"ab\\x1", 2, "\\x needs two hex digits"},
        {"(a)\\1", 3, "unknown escape in a pattern (there are no back references)"},
        {"a[[:vowel:]]", 1, "unknown class name in a pattern"},
        {"a[[:alpha]", 1, "unknown class name in a pattern"},
        {"a[[:alphas:]]", 1, "unknown class name in a pattern"},
        {"a[[:alpha:s]]", 1, "unknown class name in a pattern"},
        {"a[bc", 1, "a class is not closed"},
        {"a[]", 1, "a class is not closed"},
        {"a[c-a]", 2, "bad range in a class"},
        {"a[\\d-z]", 2, "bad range in a class"},
        {"a[!-\\w]", 2, "bad range in a class"},
        {"a{x}", 1, "{ does not start a quantifier (write \\{ for the character)"},
        {"a{1001}", 1, "a count above 1000"},
        {"a{2,99999999999999999999}", 1, "a count above 1000"},
        {"a{2", 1, "a quantifier is not closed"},
        {"a{3,2}", 1, "a quantifier whose most is below its least"},
        {"(?<n>a)", 0, "unknown kind of group: (?: (?= (?! are known"},
        {"(?", 0, "unknown kind of group: (?: (?= (?! are known"},
        {"a)", 1, ") without ("},
        {"|*", 1, "a quantifier with nothing before it"},
        {"(?=a)+", 5, "a quantifier on what matches no character"},
        {"\\b?", 2, "a quantifier on what matches no character"},
        {"a*?+", 3, "a second quantifier"},
        {"x(ab", 1, "a group is not closed"},
        {"(a{1000}){1000}", 1, "a regular expression that is too large, its repeats written out"},
    };
    char deep[102];
    nvs_error error;
    size_t i;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK(pattern_open(nvs_text(cases[i].pattern), NULL, &error) == NULL);
        if (!CHECK_STR(cases[i].message, error.message) || !CHECK_U64(cases[i].offset, error.offset)) printf("in %s\n", cases[i].pattern);
    }
    memset(deep, '(', 101);
    deep[101] = 0;
    CHECK(pattern_open(nvs_text(deep), NULL, &error) == NULL);
    CHECK_STR("more than 100 nested groups", error.message);
}

static void matches(void)
{
    static const char *const cases[][3] = {{"^sm__.*\\.sum$", "sm__a.sum", "sm__a.sums"}, {"^(?!.*add)a", "amul", "aadd"},
                                           {"[]a]", "]", "b"}, {"[^]a]", "b", "]"}, {"[a\\-z]", "-", "b"}, {"[-a]", "-", "b"},
                                           {"\\bb", "a b", "ab"}, {"\\Bb", "ab", "a b"}, {"a{2,3}b$", "aab", "ab"}, {"", "", NULL},
                                           {"}]", "}]", "x"}, {"[[:xdigit:][:space:]]", "F", "g"}, {"[\\b]", "\b", "b"},
                                           {"(|a){3}b", "b", "a"}, {"a|", "x", NULL}, {"^", "", NULL}, {"\\x41", "A", "a"}, {".", "x", "\n"},
                                           {"\\S\\D\\W", "ab-", "abc"}, {"[[:punct:]]", "_", "a"}, {"[[:upper:]][[:lower:]][[:alnum:]]", "Ab1", "ABC"},
                                           {"^[ab][cd][e-h]$", "ace", "acz"}, {"^[\\xf0-\\xff]$", "\xff", "\xef"}};
    size_t i;
    int k;
    for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        nvs_pattern *p = pattern_open(nvs_text(cases[i][0]), NULL, NULL);
        if (!CHECK(p != NULL)) continue;
        for (k = 0; k < 2; k++) { /* once more out of the cache */
            if (!CHECK(nvs_pattern_match(p, nvs_text(cases[i][1])) == 1)) printf("in %s\n", cases[i][0]);
            if (cases[i][2] != NULL && !CHECK(nvs_pattern_match(p, nvs_text(cases[i][2])) == 0)) printf("in %s\n", cases[i][0]);
        }
        nvs_pattern_close(p);
    }
    nvs_pattern_close(NULL);
}

/* More states than the cache has room for: it is emptied again and again, and the answers stay the same. */
static void cache(void)
{
    char text[64];
    nvs_pattern *p = pattern_open(nvs_text("^(?=.*x.{12}y)(?=.*y.{9}x)[xyz]*z.{7}$"), NULL, NULL);
    unsigned seed = 1, i, k, found = 0;
    if (!CHECK(p != NULL)) return;
    for (i = 0; i < 20000; i++) {
        int one = 0, two = 0, want;
        for (k = 0; k < 40; k++) {
            seed = seed * 1103515245u + 12345u;
            text[k] = (char)('x' + (seed >> 16) % 3);
        }
        text[40] = 0;
        for (k = 0; k + 13 < 40; k++) one |= text[k] == 'x' && text[k + 13] == 'y';
        for (k = 0; k + 10 < 40; k++) two |= text[k] == 'y' && text[k + 10] == 'x';
        want = one && two && text[32] == 'z';
        found += (unsigned)want;
        if (!CHECK(nvs_pattern_match(p, nvs_text(text)) == want)) break;
    }
    CHECK(found > 100);
    nvs_pattern_close(p);
}

/* Large sets of states, so that their room is full before there are many of them. */
static void large_sets(void)
{
    char text[256];
    nvs_pattern *p = pattern_open(nvs_text("x[xyz]{90}y"), NULL, NULL);
    unsigned seed = 7, i, k, found = 0;
    if (!CHECK(p != NULL)) return;
    for (i = 0; i < 3000; i++) {
        const unsigned len = 91 + i % 20;
        int want = 0;
        for (k = 0; k < len; k++) {
            seed = seed * 1103515245u + 12345u;
            text[k] = "xyyyyzzz"[(seed >> 16) % 8];
        }
        text[len] = 0;
        for (k = 0; k + 91 < len; k++) want |= text[k] == 'x' && text[k + 91] == 'y';
        found += (unsigned)want;
        if (!CHECK(nvs_pattern_match(p, nvs_text(text)) == want)) break;
    }
    CHECK(found > 100 && found < 2900);
    nvs_pattern_close(p);
}

/* Eight sets, one for each bit of a byte, distinguish all 256 bytes; more sets change nothing. */
static void every_byte(void)
{
    char pattern[8 * (128 * 4 + 8) + 64], *to = pattern;
    nvs_pattern *p;
    unsigned b, c;
    to += sprintf(to, "^");
    for (b = 0; b < 8; b++) {
        to += sprintf(to, "(?=[");
        for (c = 0; c < 256; c++)
            if ((c >> b & 1) == (0xa5u >> b & 1)) to += sprintf(to, "\\x%02x", c);
        to += sprintf(to, "])");
    }
    sprintf(to, "[^a].[b]\\x00$");
    p = pattern_open(nvs_text(pattern), NULL, NULL);
    if (!CHECK(p != NULL)) return;
    for (c = 0; c < 256; c++) {
        char text[4];
        nvs_view v;
        text[0] = (char)(unsigned char)c;
        text[1] = 'x';
        text[2] = 'b';
        text[3] = 0;
        v.ptr = text;
        v.len = 4;
        if (!CHECK_I64(c == 0xa5, nvs_pattern_match(p, v))) break;
    }
    nvs_pattern_close(p);
}

static void arguments(void)
{
    nvs_view v = {NULL, 1};
    nvs_memory half;
    nvs_error error;
    memset(&half, 0, sizeof half);
    half.allocator.alloc_fn = nvs_i_malloc;
    CHECK(pattern_open(nvs_text("a"), &half, &error) == NULL && error.code == NVS_ARGUMENT && error.offset == 0);
    CHECK_STR("no source of memory, or half an allocator", error.message);
    nvs_pattern_close(pattern_open(v, NULL, &error)); /* a view without pointer is empty */
    CHECK(error.code == NVS_OK);
    CHECK_STR("", error.message);
}

int main(void)
{
    RUN(mistakes);
    RUN(matches);
    RUN(cache);
    RUN(large_sets);
    RUN(every_byte);
    RUN(arguments);
    return run_end();
}
