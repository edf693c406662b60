/* Patterns. Byte 0: fault; then a line with the pattern; the rest is the text. */
#include "nvsection_fuzz.h"

static int matches(const char *before, nvs_view pattern, const char *after, nvs_view text, int *result)
{
    char *joined = (char *)malloc(pattern.len + 32);
    nvs_view v;
    nvs_pattern *p;
    if (joined == NULL) abort();
    v.ptr = joined;
    v.len = (size_t)sprintf(joined, "%s", before);
    memcpy(joined + v.len, pattern.ptr, pattern.len);
    v.len += pattern.len;
    v.len += (size_t)sprintf(joined + v.len, "%s", after);
    p = pattern_open(v, NULL, NULL);
    if (p != NULL) *result = nvs_pattern_match(p, text);
    nvs_pattern_close(p);
    free(joined);
    return p != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static heap h;
    nvs_memory m;
    nvs_view pattern, text;
    nvs_error error;
    nvs_pattern *p;
    const char *line;
    int found, again, plain, part;
    if (size < 1) return 0;
    pattern.ptr = (const char *)data + 1;
    line = size > 1 ? (const char *)memchr(pattern.ptr, '\n', size - 1) : NULL;
    pattern.len = line != NULL ? (size_t)(line - pattern.ptr) : size - 1;
    text.ptr = line != NULL ? line + 1 : pattern.ptr + pattern.len;
    text.len = size - 1 - pattern.len - (line != NULL);
    if (text.len > 512) text.len = 512;
    memset(&h, 0, sizeof h);
    h.fail_at = data[0] & 15;
    m = memory_of(&h, (size_t)1 << (20 + (data[0] >> 4 & 3)));
    p = pattern_open(pattern, &m, &error);
    HOLDS(h.peak <= m.max_memory);
    if (p == NULL) {
        HOLDS(error.code == NVS_SYNTAX || error.code == NVS_LIMIT || error.code == NVS_MEMORY);
        HOLDS(error.offset <= pattern.len && h.count == 0);
        return 0;
    }
    HOLDS(error.code == NVS_OK);
    if ((uint64_t)p->regex->count * text.len > 4000000) { /* slow, not wrong */
        nvs_pattern_close(p);
        return 0;
    }
    found = nvs_pattern_match(p, text);
    again = nvs_pattern_match(p, text); /* now out of the cache */
    plain = nvs_i_re_search_plain(p->regex, (const unsigned char *)text.ptr, text.len);
    HOLDS(found == again && found == plain);
    /* The same pattern in other words. */
    if (matches("(?:", pattern, ")", text, &part)) HOLDS(part == found);
    if (matches("(?=", pattern, ")", text, &part)) HOLDS(part == found);
    if (matches("", pattern, "|(?!)", text, &part)) HOLDS(part == found);
    if (matches("^(?![^\\x00]*(?:", pattern, "))", text, &part)) { /* not found, unless a NUL comes before it */
        if (text.len == 0 || memchr(text.ptr, 0, text.len) == NULL) HOLDS(part == !found);
    }
    nvs_pattern_close(p);
    HOLDS(h.count == 0);
    return 0;
}
