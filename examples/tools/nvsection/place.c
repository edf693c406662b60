#include "place.h"

#include <string.h>

typedef struct level {
    int message;
    uint64_t seen;
    nvs_field_info list; /* the repeated field in whose [ ] this message is */
    int in_list;
} level;

typedef struct scan {
    level levels[100]; /* as many as the reader allows */
    size_t depth, lost; /* lost: open messages beyond that */
    nvs_field_info field;
    int has_field, colon, in_list;
} scan;

static void name(scan *s, nvs_view word)
{
    level *const l = &s->levels[s->depth];
    nvs_field_info f;
    unsigned i;
    if (s->colon || s->in_list) { /* a value */
        s->colon = 0;
        return;
    }
    s->has_field = l->message >= 0 && s->lost == 0 && nvs_message_field_find(l->message, word, &s->field);
    for (i = 0; s->has_field && i < 64 && nvs_message_field_at(l->message, i, &f); i++)
        if (f.name == s->field.name) l->seen |= (uint64_t)1 << i;
}

static void opened(scan *s)
{
    const int message = s->has_field && s->field.type == NVS_TYPE_MESSAGE ? s->field.of : -1;
    if (s->depth + 1 == sizeof s->levels / sizeof s->levels[0]) s->lost++;
    else {
        level *const l = &s->levels[++s->depth];
        l->message = message;
        l->seen = 0;
        l->list = s->field;
        l->in_list = s->in_list;
    }
    s->has_field = s->colon = s->in_list = 0;
}

static void closed(scan *s)
{
    s->has_field = s->colon = s->in_list = 0;
    if (s->lost > 0) s->lost--;
    else if (s->depth > 0) {
        s->in_list = s->has_field = s->levels[s->depth].in_list;
        s->field = s->levels[s->depth--].list;
    }
}

static void symbol(scan *s, char c)
{
    switch (c) {
    case ':': s->colon = 1; break;
    case '[': s->in_list = 1; s->colon = 0; break;
    case '{': case '<': opened(s); break;
    case '}': case '>': closed(s); break;
    case ']': s->in_list = s->has_field = s->colon = 0; break;
    case ',': case ';': if (!s->in_list) s->has_field = s->colon = 0; break;
    default: break;
    }
}

void place_of(nvs_view text, size_t offset, int top, place *out)
{
    nvs_reader r;
    nvs_token t;
    scan s;
    memset(&s, 0, sizeof s);
    memset(out, 0, sizeof *out);
    nvs_reader_begin(&r, text.ptr, text.len);
    r.comments = 1;
    s.levels[0].message = top;
    while (nvs_reader_next(&r, &t) && t.offset + t.text.len <= offset) {
        const int open = t.offset + t.text.len == offset; /* up to the end of the line, which has not been written */
        out->in_comment = open && t.kind == NVS_TOKEN_KIND_COMMENT;
        out->in_string = open && t.kind == NVS_TOKEN_KIND_BAD && (t.problem == NVS_PROBLEM_KIND_STRING || t.problem == NVS_PROBLEM_KIND_ESCAPE);
        if (out->in_string) break; /* its field is still the current one */
        if (t.kind == NVS_TOKEN_KIND_NAME) name(&s, t.text);
        else if (t.kind == NVS_TOKEN_KIND_SYMBOL) symbol(&s, t.symbol);
        else if (t.kind != NVS_TOKEN_KIND_COMMENT) s.colon = 0;
    }
    if (out->in_string) memset(&t, 0, sizeof t);
    out->message = s.lost > 0 ? -1 : s.levels[s.depth].message;
    out->seen = s.levels[s.depth].seen;
    out->in_value = s.colon || s.in_list;
    if (t.kind != NVS_TOKEN_KIND_END && t.offset <= offset && t.offset + t.text.len > offset) out->token = t;
    if (out->token.kind == NVS_TOKEN_KIND_NAME && !out->in_value) name(&s, t.text);
    out->field = s.field;
    out->has_field = s.has_field;
}
