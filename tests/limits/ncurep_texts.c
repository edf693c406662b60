/* Texts from the caller that are parsed once: filter expressions and name patterns. Each prefix of each lies between
   two forbidden pages; and expressions that are very long or have very many parts. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include "pages.h"
#include "run.h"

static pages room;
static ncurep_error error;

static const char *const texts[] = {
    "domain@[a/*/b/+/c]", "a\\,b,c$$d,\\*\\+\\@", "a/b\\\\/", "regex:dom[0-9]@[a/[bc]{2,3}/d]", "regex:[[:alpha:]]+,[^[:xdigit:]-],[]^-]", "regex:\\x41\\d\\W\\b\\t[\\x41\\b\\s]",
    "regex:(?:a|b)*?(?=c)(?!d){1,20}$", "regex:^a{3}b{2,}c{0,4}d+e?", "regex:[[:alph", "regex:[a\\", "regex:[a-\\x4", "regex:((((((((((a", "]", "[", "/", "@", ",", "*", "\\"};

static void every_prefix(void)
{
    size_t i, len;
    int side;
    if (!pages_open(&room, 1)) {
        SKIP("needs guard pages");
        return;
    }
    for (i = 0; i < sizeof texts / sizeof *texts; i++)
        for (len = 0; len <= strlen(texts[i]); len++)
            for (side = 0; side < 2; side++) {
                const char *const text = pages_put(&room, texts[i], len, side);
                ncurep_nvtx_filter *f = ncurep_nvtx_filter_open(view_of(text, len), NULL, &error);
                ncurep_pattern *p;
                CHECK((f != NULL) == (error.code == NCUREP_OK) && error.offset <= len);
                ncurep_nvtx_filter_close(f);
                p = open_pattern(view_of(text, len), 1, NULL, &error);
                CHECK((p != NULL) == (error.code == NCUREP_OK) && error.offset <= len);
                CHECK(p != NULL || (len > 6 && memcmp(texts[i], "regex:", 6) == 0));
                CHECK_I64(ncurep_pattern_match(p, ncurep_text("")), ncurep_pattern_match(p, view_of(pages_at(&room, 0, side), 0)));
                ncurep_pattern_close(p);
            }
    pages_close(&room);
}

/* An expression too long to be numbered is refused at its beginning. */
static void too_long(void)
{
    const size_t len = 6 + ((size_t)64 << 20) + 1;
    char *text = (char *)malloc(len);
    if (text == NULL) {
        SKIP("needs 64 MiB of memory");
        return;
    }
    memset(text, 'a', len);
    memcpy(text, "regex:", 6);
    CHECK(ncurep_nvtx_filter_open(view_of(text, len), NULL, &error) == NULL);
    CHECK_U64(NCUREP_LIMIT, error.code);
    CHECK_U64(6, error.offset);
    CHECK_STR("a regular expression of more than 64 MiB", error.message);
    free(text);
}

/* Thousands of look-aheads, each of which counts. */
static void many_looks(void)
{
    enum { LOOKS = 20000, EACH = 5 };
    char *text = (char *)malloc(LOOKS * EACH + 100);
    unsigned which, i;
    for (which = 0; which < 4; which++) { /* the one that differs: the first, one in the middle, the last, none */
        char *to = text + sprintf(text, "regex:^");
        ncurep_pattern *p;
        for (i = 0; i < LOOKS; i++) to += sprintf(to, "%s", which < 3 && i == which * (LOOKS - 1) / 2 ? "(?!ab)" : "(?=a)");
        to += sprintf(to, "a");
        p = open_pattern(view_of(text, (size_t)(to - text)), 0, NULL, &error);
        CHECK(p != NULL);
        CHECK_I64(1, ncurep_pattern_match(p, ncurep_text("acb")));
        CHECK_I64(which == 3, ncurep_pattern_match(p, ncurep_text("abb")));
        CHECK_I64(0, ncurep_pattern_match(p, ncurep_text("b")));
        ncurep_pattern_close(p);
    }
    free(text);
}

int main(void)
{
    RUN(every_prefix);
    RUN(too_long);
    RUN(many_looks);
    return run_end();
}
