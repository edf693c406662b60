/* The blocks that ncurep.h shares with the other headers. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#define PART(x) ncurep_##x
#define PARTS(x) NCUREP_##x
#define HAS_REGEX
#include "shared_parts.h"

#include <ctype.h>

static ncurep_pattern *pattern(const char *text, ncurep_error *error)
{
    return open_pattern(ncurep_text(text), 0, NULL, error);
}

/* Repeating nothing costs nothing, however deeply nested. */
static void empty_repeats(void)
{
    ncurep_error error;
    ncurep_pattern *p = pattern("regex:^((((((){1000}){1000}){1000}){1000}){1000}){0,1000}(|){3}a$", &error);
    if (CHECK(p != NULL)) CHECK(ncurep_pattern_match(p, ncurep_text("a")) && !ncurep_pattern_match(p, ncurep_text("aa")) && !ncurep_pattern_match(p, ncurep_text("")));
    ncurep_pattern_close(p);
    CHECK(pattern("regex:a[[:alphax]]", &error) == NULL && error.offset == 7);
    CHECK_STR("unknown class name in a pattern", error.message);
}

/* Classes that distinguish all 256 bytes, and more of them. */
static void every_byte_apart(void)
{
    static char text[20000];
    ncurep_error error;
    ncurep_pattern *p;
    char *to = text + sprintf(text, "regex:^");
    char name[10];
    unsigned bit, c, i;
    for (bit = 0; bit < 8; bit++) {
        to += sprintf(to, "[");
        for (c = 0; c < 256; c++)
            if ((c >> bit & 1) != 0) to += sprintf(to, "\\x%02x", c);
        to += sprintf(to, "]");
    }
    (void)sprintf(to, "[^\\x00-\\x7f].$");
    p = pattern(text, &error);
    if (!CHECK(p != NULL)) return;
    for (c = 0; c < 256; c++) /* each byte in each place, the others right */
        for (i = 0; i < 10; i++) {
            for (bit = 0; bit < 8; bit++) name[bit] = (char)(unsigned char)(1u << bit);
            name[8] = name[9] = (char)(unsigned char)0x80;
            name[i] = (char)(unsigned char)c;
            if (!CHECK_I64(i < 8 ? (c >> i & 1) : i == 8 ? c >= 128 : c != '\n', ncurep_pattern_match(p, view_of(name, 10)))) printf("    %u at %u\n", c, i);
        }
    ncurep_pattern_close(p);
}

/* Each class with a name or a letter, for every byte, gives what the C functions say in the locale "C". */
static void named_classes(void)
{
    static const struct {
        const char *pattern;
        int (*in)(int);
        int negated;
    } classes[] = {{"regex:^[[:alpha:]]$", isalpha, 0}, {"regex:^[[:digit:]]$", isdigit, 0}, {"regex:^[[:alnum:]]$", isalnum, 0}, {"regex:^[[:upper:]]$", isupper, 0},
                   {"regex:^[[:lower:]]$", islower, 0}, {"regex:^[[:space:]]$", isspace, 0}, {"regex:^[[:punct:]]$", ispunct, 0}, {"regex:^[[:xdigit:]]$", isxdigit, 0},
                   {"regex:^[^[:upper:]]$", isupper, 1}, {"regex:^\\d$", isdigit, 0}, {"regex:^\\D$", isdigit, 1}, {"regex:^\\s$", isspace, 0}, {"regex:^\\S$", isspace, 1},
                   {"regex:^[\\d]$", isdigit, 0}, {"regex:^[\\S]$", isspace, 1}, {"regex:^[^\\w]$", NULL, 1}, {"regex:^\\w$", NULL, 0}, {"regex:^\\W$", NULL, 1}};
    size_t i;
    int c;
    for (i = 0; i < sizeof classes / sizeof *classes; i++) {
        ncurep_error error;
        ncurep_pattern *p = pattern(classes[i].pattern, &error);
        for (c = 0; CHECK(p != NULL) && c < 256; c++) {
            const char byte = (char)(unsigned char)c;
            const int in = classes[i].in != NULL ? classes[i].in(c) != 0 : isalnum(c) != 0 || c == '_';
            if (!CHECK_I64(in != classes[i].negated, ncurep_pattern_match(p, view_of(&byte, 1)))) printf("    %s, byte %d\n", classes[i].pattern, c);
        }
        ncurep_pattern_close(p);
    }
}

/* The step numbers wrap around: what the first ones marked does not count as new. */
static void steps_begin_anew(void)
{
    ncurep_i_arena a;
    ncurep_error error;
    ncurep_i_regex *r = shared_regex_open(&a, "^(ab|cd){900}e", 0, &error); /* too large for the cache */
    char text[1801];
    unsigned i;
    for (i = 0; i < 1800; i++) text[i] = "abcd"[i % 4];
    text[1800] = 'e';
    for (i = 0; CHECK(r != NULL && r->rows == NULL) && i < 3; i++) {
        CHECK_I64(1, ncurep_i_regex_search(r, text, 1801));
        r->round = 0xffffffffu - i;
        CHECK_I64(1, ncurep_i_regex_search(r, text, 1801));
        CHECK_I64(0, ncurep_i_regex_search(r, text, 1800));
    }
    ncurep_i_arena_close(&a);
}

/* A set of states seen before still has its row: a text that repeats makes no new ones. */
static void rows_are_found_again(void)
{
    static const char *const patterns[] = {"^ab(ab)*$", "a.{6}c", "(?=.*ba)x", "\\bab\\B"};
    char text[3000];
    size_t i;
    for (i = 0; i < sizeof text; i++) text[i] = "ab "[i % 3];
    for (i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        ncurep_i_arena a;
        ncurep_error error;
        ncurep_i_regex *r = shared_regex_open(&a, patterns[i], 0, &error);
        uint32_t rows;
        if (!CHECK(r != NULL && r->rows != NULL)) return;
        (void)ncurep_i_regex_search(r, text, 300);
        rows = r->row_count;
        (void)ncurep_i_regex_search(r, text, sizeof text);
        if (!CHECK_U64(rows, r->row_count) || !CHECK(rows < 40)) printf("    %s\n", patterns[i]);
        ncurep_i_arena_close(&a);
    }
}

/* So many states at once that their sets fill the cache before its rows do. */
static void large_sets(void)
{
    ncurep_error error;
    ncurep_pattern *p = pattern("regex:a.{300}b", &error);
    char name[1200];
    unsigned seed = 1, round, i, found = 0;
    for (round = 0; CHECK(p != NULL) && round < 200; round++) {
        const unsigned len = 300 + round * 4;
        int want = 0;
        for (i = 0; i < len; i++) {
            seed = seed * 1103515245u + 12345u;
            name[i] = (seed >> 16) % 40 == 0 ? 'a' : (seed >> 16) % 40 == 1 ? 'b' : 'c';
        }
        for (i = 0; i + 301 < len; i++) want |= name[i] == 'a' && name[i + 301] == 'b';
        found += (unsigned)want;
        if (!CHECK_I64(want, ncurep_pattern_match(p, view_of(name, len)))) break;
    }
    CHECK(found > 20 && found < 180);
    ncurep_pattern_close(p);
}

/* Without a limit from the caller it is 64 MiB. */
static void default_limit(void)
{
    ncurep_i_arena a;
    CHECK(ncurep_i_arena_open(&a, NULL));
    CHECK(ncurep_i_alloc(&a, 63, (size_t)1 << 20) != NULL);
    CHECK(ncurep_i_alloc(&a, 1, (size_t)1 << 20) == NULL && a.code == NCUREP_LIMIT);
    ncurep_i_arena_close(&a);
}

int main(void)
{
    run_shared();
    RUN(empty_repeats);
    RUN(every_byte_apart);
    RUN(named_classes);
    RUN(steps_begin_anew);
    RUN(rows_are_found_again);
    RUN(large_sets);
    RUN(default_limit);
    return run_end();
}
