/* The blocks that ncurep.h shares with the other headers. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#define PART(x) ncurep_##x
#define PARTS(x) NCUREP_##x
#define HAS_REGEX
#include "shared_parts.h"

static ncurep_pattern *pattern(const char *text, ncurep_error *error)
{
    return ncurep_pattern_open(text, strlen(text), 0, NULL, error);
}

/* Repeats of nothing cost nothing, however often they are nested. */
static void empty_repeats(void)
{
    ncurep_error error;
    ncurep_pattern *p = pattern("regex:^((((((){1000}){1000}){1000}){1000}){1000}){0,1000}(|){3}a$", &error);
    if (CHECK(p != NULL)) CHECK(ncurep_pattern_match(p, "a", 1) && !ncurep_pattern_match(p, "aa", 2) && !ncurep_pattern_match(p, "", 0));
    ncurep_pattern_close(p);
    CHECK(pattern("regex:a[[:alphax]]", &error) == NULL && error.offset == 7);
    CHECK_STR("unknown class name in a pattern", error.message);
}

/* Classes that tell all 256 bytes apart, and more of them. */
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
            if (!CHECK_I64(i < 8 ? (c >> i & 1) : i == 8 ? c >= 128 : c != '\n', ncurep_pattern_match(p, name, 10))) printf("    %u at %u\n", c, i);
        }
    ncurep_pattern_close(p);
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
        if (!CHECK_I64(want, ncurep_pattern_match(p, name, len))) break;
    }
    CHECK(found > 20 && found < 180);
    ncurep_pattern_close(p);
}

/* Without a limit of the caller's it is 64 MiB. */
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
    RUN(large_sets);
    RUN(default_limit);
    return run_end();
}
