#include "json.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH = 200 };

static const char *blank(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')) p++;
    return p;
}

static int digit(const char *p, const char *end)
{
    return p < end && *p >= '0' && *p <= '9';
}

/* Just past a number, or NULL. */
static const char *number(const char *p, const char *end)
{
    if (*p == '-') p++;
    if (!digit(p, end)) return NULL;
    if (*p == '0') p++;
    else
        while (digit(p, end)) p++;
    if (p < end && *p == '.') {
        if (!digit(++p, end)) return NULL;
        while (digit(p, end)) p++;
    }
    if (p < end && (*p | 32) == 'e') {
        p++;
        if (p < end && (*p == '+' || *p == '-')) p++;
        if (!digit(p, end)) return NULL;
        while (digit(p, end)) p++;
    }
    return p;
}

static int hex(const char *p, const char *end, unsigned *out)
{
    unsigned i;
    *out = 0;
    if (end - p < 4) return 0;
    for (i = 0; i < 4; i++) {
        const char c = (char)(p[i] | 32);
        if (p[i] >= '0' && p[i] <= '9') *out = *out * 16 + (unsigned)(p[i] - '0');
        else if (c >= 'a' && c <= 'f') *out = *out * 16 + (unsigned)(c - 'a') + 10;
        else return 0;
    }
    return 1;
}

/* The closing quote of a text, or NULL. */
static const char *text_end(const char *p, const char *end)
{
    unsigned ignored;
    for (; p < end && *p != '"'; p++) {
        if ((unsigned char)*p < 32) return NULL;
        if (*p != '\\') continue;
        if (++p == end || strchr("\"\\/bfnrtu", *p) == NULL || *p == 0) return NULL;
        if (*p == 'u' && !hex(p + 1, end, &ignored)) return NULL;
    }
    return p < end ? p : NULL;
}

int json_read(json_text *j, const char *text, size_t len)
{
    const char *p = blank(text, text + len), *const end = text + len;
    size_t open[DEPTH], depth = 0;
    int key = 0; /* a key comes next, not a value */
    memset(j, 0, sizeof *j);
    j->text = text;
    for (;;) {
        json_item *v;
        const char *stop;
        if (p == end) return 0;
        j->list = (json_item *)cli_grow(j->list, &j->room, j->count + 1, sizeof *j->list);
        v = &j->list[j->count++];
        v->kind = *p == '-' || (*p >= '0' && *p <= '9') ? '0' : *p;
        v->at = (size_t)(p - text);
        v->len = 0;
        v->after = j->count;
        if (key && *p != '"') return 0;
        switch (v->kind) {
        case '{': case '[':
            if (depth == DEPTH) return 0;
            open[depth++] = j->count - 1;
            p = blank(p + 1, end);
            key = v->kind == '{';
            if (p < end && *p == (v->kind == '{' ? '}' : ']')) break; /* an empty one */
            continue;
        case '"':
            stop = text_end(p + 1, end);
            if (stop == NULL) return 0;
            v->at++;
            v->len = (size_t)(stop - p) - 1;
            p = stop + 1;
            break;
        case '0':
            stop = number(p, end);
            if (stop == NULL) return 0;
            v->len = (size_t)(stop - p);
            p = stop;
            break;
        case 't': case 'f': case 'n': {
            const char *const word = v->kind == 't' ? "true" : v->kind == 'f' ? "false" : "null";
            if ((size_t)(end - p) < strlen(word) || memcmp(p, word, strlen(word)) != 0) return 0;
            p += strlen(word);
            break;
        }
        default: return 0;
        }
        p = blank(p, end);
        if (key && v->kind == '"') {
            if (p == end || *p != ':') return 0;
            p = blank(p + 1, end);
            key = 0;
            continue;
        }
        while (depth > 0 && p < end && *p == (j->list[open[depth - 1]].kind == '{' ? '}' : ']')) {
            j->list[open[--depth]].after = j->count;
            p = blank(p + 1, end);
        }
        if (depth == 0) return p == end;
        if (p == end || *p != ',') return 0;
        p = blank(p + 1, end);
        key = j->list[open[depth - 1]].kind == '{';
    }
}

void json_free(json_text *j)
{
    free(j->list);
}

size_t json_get(const json_text *j, size_t object, const char *key)
{
    size_t i;
    if (object >= j->count || j->list[object].kind != '{') return JSON_NONE;
    for (i = object + 1; i < j->list[object].after; i = j->list[i + 1].after)
        if (json_is(j, i, key)) return i + 1;
    return JSON_NONE;
}

size_t json_path(const json_text *j, size_t object, const char *path)
{
    char key[64];
    size_t n;
    for (; object != JSON_NONE && *path != 0; path += n + (path[n] == '.')) {
        n = strcspn(path, ".");
        if (n >= sizeof key) return JSON_NONE;
        memcpy(key, path, n);
        key[n] = 0;
        object = json_get(j, object, key);
    }
    return object;
}

long json_number(const json_text *j, size_t value)
{
    size_t i;
    long n = 0;
    if (value >= j->count || j->list[value].kind != '0' || j->list[value].len > 10) return -1;
    for (i = 0; i < j->list[value].len; i++) {
        const char c = j->text[j->list[value].at + i];
        if (c < '0' || c > '9' || n > (2147483647L - (c - '0')) / 10) return -1;
        n = n * 10 + (c - '0');
    }
    return n;
}

static char *put_utf8(char *to, unsigned c)
{
    if (c < 0x80) *to++ = (char)c;
    else {
        if (c < 0x800) *to++ = (char)(0xc0 | c >> 6);
        else {
            if (c < 0x10000) *to++ = (char)(0xe0 | c >> 12);
            else {
                *to++ = (char)(0xf0 | c >> 18);
                *to++ = (char)(0x80 | (c >> 12 & 63));
            }
            *to++ = (char)(0x80 | (c >> 6 & 63));
        }
        *to++ = (char)(0x80 | (c & 63));
    }
    return to;
}

char *json_string(const json_text *j, size_t value, size_t *len)
{
    const int is = value < j->count && j->list[value].kind == '"';
    const char *p = is ? j->text + j->list[value].at : "", *const end = p + (is ? j->list[value].len : 0);
    char *const text = (char *)cli_alloc((size_t)(end - p) + 1, 1); /* an escape is never shorter than what it stands for */
    char *to = text;
    while (p < end) {
        static const char letters[] = "bfnrt", meant[] = "\b\f\n\r\t";
        unsigned c, low;
        if (*p != '\\') {
            *to++ = *p++;
            continue;
        }
        p += 2;
        if (p[-1] != 'u') {
            const char *const at = strchr(letters, p[-1]);
            *to++ = at != NULL ? meant[at - letters] : p[-1];
            continue;
        }
        (void)hex(p, end, &c);
        p += 4;
        if (c >= 0xd800 && c < 0xdc00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u' && hex(p + 2, end, &low) &&
            low >= 0xdc00 && low < 0xe000) {
            c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
            p += 6;
        } else if (c >= 0xd800 && c < 0xe000) c = 0xfffd; /* half a pair */
        to = put_utf8(to, c);
    }
    *len = (size_t)(to - text);
    return text;
}

int json_is(const json_text *j, size_t value, const char *text)
{
    char *found;
    size_t len;
    int same;
    if (value >= j->count || j->list[value].kind != '"' || j->list[value].len < strlen(text)) return 0;
    found = json_string(j, value, &len);
    same = len == strlen(text) && memcmp(found, text, len) == 0;
    free(found);
    return same;
}
