/* Tokens of nvprofile.h and conversions of single values. Byte 0: flags; the rest is the text. */
#define NVP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NVP_IMPLEMENTATION
#include "nvprofile.h"

#include "tests/profiles.h"

#include <string.h>

#define HOLDS(e) ((e) ? (void)0 : abort())

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    nvp_reader lexer, other;
    nvp_token t, u;
    const char *text;
    uint32_t after = 0, count = 0, comment_at = 0;
    char *out;
    if (size < 1) return 0;
    text = (const char *)data + 1;
    size--;
    out = (char *)malloc(size + 1);
    HOLDS(out != NULL);
    nvp_reader_begin(&lexer, text, size, 1);
    nvp_reader_begin(&other, text, size, 0);
    while (nvp_reader_next(&lexer, &t)) {
        uint32_t i;
        HOLDS(t.kind != NVP_TOKEN_KIND_END && t.len > 0 && t.at + t.len <= size);
        /* A NUL within a comment is reported after the comment. */
        HOLDS(t.at >= after || (t.issue == NVP_ISSUE_NUL_BYTE && t.len == 1 && text[t.at] == 0 && t.at >= comment_at));
        /* Between two tokens there is whitespace, or a byte order mark at the very start. */
        for (i = after; i < t.at; i++) HOLDS((unsigned char)text[i] <= ' ' || (i < 3 && (unsigned char)text[i] >= 0xbb));
        if (after < t.at + t.len) after = t.at + t.len;
        HOLDS(t.issue == NVP_ISSUE_NONE || (t.issue_at >= t.at && t.issue_at <= t.at + t.len));
        HOLDS(nvp_issue_name(t.issue)[0] != 0 && nvp_issue_text(t.issue)[0] != 0);
        HOLDS(t.kind != NVP_TOKEN_KIND_WRONG || t.issue != NVP_ISSUE_NONE);
        if (t.kind == NVP_TOKEN_KIND_COMMENT) {
            comment_at = t.at;
            HOLDS(text[t.at] == '#' && memchr(text + t.at, '\n', t.len) == NULL);
        } else {
            /* The same tokens without comments. */
            HOLDS(nvp_reader_next(&other, &u) && u.kind == t.kind && u.at == t.at && u.len == t.len && u.issue == t.issue);
        }
        if (t.kind == NVP_TOKEN_KIND_STRING && t.len >= 2) {
            size_t n, k;
            out[t.len - 2] = 'x';
            n = decoded(text + t.at, t.len, out);
            HOLDS(n <= t.len - 2 && out[t.len - 2] == 'x');
            /* Without a backslash it is the text itself. */
            if (memchr(text + t.at, '\\', t.len) == NULL && n == t.len - 2)
                for (k = 0; k < n; k++) HOLDS(out[k] == text[t.at + 1 + k]);
        }
        if (count++ < 64) {
            nvp_value v;
            int boolean = 7;
            int64_t number = 7;
            nvp_view key;
            memset(&v, 0, sizeof v);
            v.type = (nvp_type)(data[0] % 5);
            v.text.ptr = text + t.at;
            v.text.len = t.len;
            v.i = v.type == NVP_TYPE_BOOL ? data[0] >> 7 : (int64_t)t.at - 2;
            HOLDS(nvp_value_bool(&v, &boolean, NULL) == NVP_OK ? boolean == 0 || boolean == 1 : boolean == 7);
            if (nvp_value_int(&v, &number, NULL) != NVP_OK) HOLDS(number == 7);
            key = v.text;
            if (count <= 4) HOLDS(nvp_key_variable(key, 1).len == 0 || nvp_key_variable(key, 0).ptr == nvp_key_variable(key, 1).ptr);
        }
    }
    HOLDS(t.kind == NVP_TOKEN_KIND_END && !nvp_reader_next(&other, &u) && !nvp_reader_next(&lexer, &t));
    free(out);
    return 0;
}
