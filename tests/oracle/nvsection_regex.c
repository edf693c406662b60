/* The regular expressions of tools/shared/regex.h against stored outcomes: which names of a list each pattern matches,
   or the column of its mistake. */
#include "run.h"

#include "../../tools/shared/types.h"
#include "../../tools/shared/memory.h"
#include "../../tools/shared/bytes.h"
#include "../../tools/shared/arena.h"
#include "../../tools/shared/regex.h"

#define CASES "../shared/oracle/nvsection/cases/regex/"

static void put(char **to, const char *bytes, size_t len)
{
    size_t i;
    *(*to)++ = '"';
    for (i = 0; i < len; i++) {
        const unsigned char c = (unsigned char)bytes[i];
        if (c == '"' || c == '\\') *(*to)++ = '\\';
        if (c >= 32 && c < 127) *(*to)++ = (char)c;
        else *to += sprintf(*to, "\\u%04x", c);
    }
    *(*to)++ = '"';
}

/* What the canonical output is for a pattern, into text. */
static size_t matches(char *text, const char *pattern, size_t len, const char *names)
{
    pfx_i_arena arena;
    pfx_error error;
    pfx_i_regex *r;
    char *to = text, *list = text + 65536, *end = list;
    unsigned found = 0;
    pfx_i_arena_open(&arena, NULL);
    r = pfx_i_regex_compile(&arena, pattern, len, 0, &error);
    to += sprintf(to, "{\"kind\":\"regex\",\"pattern\":");
    put(&to, pattern, len);
    if (r == NULL) to += sprintf(to, ",\"status\":\"error\",\"column\":%u}\n", (unsigned)error.offset + 1);
    else {
        while (*names != 0) {
            size_t n = strcspn(names, "\n"), name = strcspn(names, "\t\n");
            if (name > 0 && *names != '#' && pfx_i_regex_search(r, names, name)) {
                found++;
                end += sprintf(end, "{\"kind\":\"match\",\"name\":");
                put(&end, names, name);
                end += sprintf(end, "}\n");
            }
            names += n + (names[n] == '\n');
        }
        to += sprintf(to, ",\"status\":\"ok\",\"matches\":%u}\n", found);
        memmove(to, list, (size_t)(end - list));
        to += end - list;
    }
    pfx_i_arena_close(&arena);
    return (size_t)(to - text);
}

static void stored_outcomes(void)
{
    size_t len, names_len;
    char *index = run_read(CASES "INDEX.tsv", &len), *names = run_read(CASES "names.txt", &names_len), *at, *text;
    unsigned count = 0;
    if (index == NULL || names == NULL) {
        SKIP("needs ../shared");
        return;
    }
    text = (char *)malloc(65536 + names_len * 8 + 65536);
    for (at = index; text != NULL && *at != 0;) {
        const size_t line = strcspn(at, "\n"), tab = strcspn(at, "\t\n");
        char path[512];
        if (*at != '#') {
            size_t want_len;
            char *want;
            const size_t got_len = matches(text, at + tab + 1, line - tab - 1, names);
            snprintf(path, sizeof path, CASES "expected/%.*s.jsonl", (int)tab, at);
            want = run_read(path, &want_len);
            if (want == NULL) CHECK(want != NULL);
            else if (!CHECK_BYTES(want, want_len, text, got_len)) printf("in %s\n", path);
            free(want);
            count++;
        }
        at += line + (at[line] == '\n');
    }
    CHECK(count > 50);
    free(text);
    free(names);
    free(index);
}

int main(void)
{
    RUN(stored_outcomes);
    return run_end();
}
