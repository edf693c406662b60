/* Texts that are open in the editor: their changes, positions and diagnostics, and the fixes that these carry. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

/* Positions -------------------------------------------------------------------------------------------------------- */

/* The bytes of the character at p; an ill-formed byte is one. */
static size_t step(const char *p, const char *end)
{
    const size_t n = cli_utf8(p, end);
    return n > 0 ? n : 1;
}

/* What a character counts for on a line: bytes, or units of UTF-16. */
static size_t units(const server *s, size_t bytes)
{
    return s->utf8 ? bytes : bytes == 4 ? 2 : 1;
}

/* Where a line ends, its ending included: LF, CR LF or CR. */
static const char *line_end(const char *p, const char *end)
{
    while (p < end && *p != '\n' && *p != '\r') p++;
    if (p < end && *p == '\r' && end - p > 1 && p[1] == '\n') p++;
    return p < end ? p + 1 : end;
}

static size_t offset_of(const server *s, const open_text *d, long line, long character)
{
    const char *p = d->text, *const end = d->text + d->len;
    size_t at = 0;
    for (; line > 0 && p < end; line--) p = line_end(p, end);
    if (line > 0) return d->len;
    while (p < end && *p != '\n' && *p != '\r' && at < (size_t)character) {
        const size_t n = step(p, end);
        at += units(s, n);
        p += n;
    }
    return (size_t)(p - d->text);
}

void put_position(server *s, const open_text *d, const char *key, size_t offset, mark *m)
{
    const char *const end = d->text + d->len, *const to = d->text + (offset < d->len ? offset : d->len), *p;
    size_t character = 0;
    if (m->line == NULL || m->line > to) {
        m->line = d->text;
        m->number = 0;
    }
    for (p = line_end(m->line, end); p <= to &&
        (p < end || (p == end && p > d->text && (p[-1] == '\n' || p[-1] == '\r'))) && p > m->line; p = line_end(p, end)) {
        m->line = p;
        m->number++;
    }
    for (p = m->line; p < to; p += step(p, end)) character += units(s, step(p, end));
    cli_json_object(&s->j, key);
    cli_json_u64(&s->j, "line", m->number);
    cli_json_u64(&s->j, "character", character);
    cli_json_end(&s->j);
}

void put_range(server *s, const open_text *d, size_t from, size_t to, mark *m)
{
    cli_json_object(&s->j, "range");
    put_position(s, d, "start", from, m);
    put_position(s, d, "end", to, m);
    cli_json_end(&s->j);
}

void put_help(server *s, const char *key, const cli_buf *b)
{
    cli_json_object(&s->j, key);
    cli_json_str(&s->j, "kind", "markdown");
    cli_json_text(&s->j, "value", b->ptr, b->len);
    cli_json_end(&s->j);
}

/* Diagnostics ------------------------------------------------------------------------------------------------------ */

static void forget_fixes(open_text *d)
{
    while (d->fix_count > 0) free(d->fixes[--d->fix_count].word);
}

int diagnostics_begin(server *s, open_text *d)
{
    forget_fixes(d);
    if (!message_begin(s)) return 0;
    cli_json_str(&s->j, "method", "textDocument/publishDiagnostics");
    cli_json_object(&s->j, "params");
    cli_json_str(&s->j, "uri", d->uri);
    cli_json_array(&s->j, "diagnostics");
    return 1;
}

void put_diagnostic(server *s, open_text *d, size_t from, size_t to, unsigned severity, const char *code, const char *message,
                    const char *word, mark *m)
{
    cli_json_object(&s->j, NULL);
    put_range(s, d, from, to, m);
    cli_json_u64(&s->j, "severity", severity);
    cli_json_str(&s->j, "source", s->of->name);
    cli_json_str(&s->j, "code", code);
    cli_json_str(&s->j, "message", message);
    cli_json_end(&s->j);
    if (word == NULL) return;
    d->fixes = (text_fix *)cli_grow(d->fixes, &d->fix_room, d->fix_count + 1, sizeof *d->fixes);
    d->fixes[d->fix_count].from = from;
    d->fixes[d->fix_count].to = to;
    d->fixes[d->fix_count++].word = strcpy((char *)cli_alloc(strlen(word) + 1, 1), word);
}

void diagnostics_send(server *s)
{
    cli_json_end(&s->j);
    cli_json_end(&s->j);
    message_send(s);
}

/* The bytes of a range; what is not said of it stays as it is. */
static void range_of(const server *s, const open_text *d, size_t range, size_t *from, size_t *to)
{
    const long line = json_number(&s->in, json_path(&s->in, range, "start.line")), last = json_number(&s->in, json_path(&s->in, range, "end.line"));
    const long character = json_number(&s->in, json_path(&s->in, range, "start.character"));
    const long end = json_number(&s->in, json_path(&s->in, range, "end.character"));
    if (line >= 0 && character >= 0) *from = offset_of(s, d, line, character);
    if (last >= 0 && end >= 0) *to = offset_of(s, d, last, end);
    if (*to < *from) *to = *from;
}

static void put_fix(server *s, const open_text *d, const text_fix *x)
{
    mark m = {NULL, 0};
    cli_buf title = {NULL, 0, 0};
    cli_putf(&title, "Change to %s", x->word);
    cli_json_object(&s->j, NULL);
    cli_json_text(&s->j, "title", title.ptr, title.len);
    cli_buf_free(&title);
    cli_json_str(&s->j, "kind", "quickfix");
    cli_json_object(&s->j, "edit");
    cli_json_object(&s->j, "changes");
    cli_json_array(&s->j, d->uri);
    cli_json_object(&s->j, NULL);
    put_range(s, d, x->from, x->to, &m);
    cli_json_str(&s->j, "newText", x->word);
    cli_json_end(&s->j);
    cli_json_end(&s->j);
    cli_json_end(&s->j);
    cli_json_end(&s->j);
    cli_json_end(&s->j);
}

/* The fixes of the diagnostics in a range. */
void code_action(server *s, size_t params)
{
    open_text *const d = asked_text(s, params);
    const size_t range = json_get(&s->in, params, "range");
    size_t from = 0, to = 0, i;
    if (d == NULL || !answer_begin(s)) return;
    range_of(s, d, range, &from, &to);
    cli_json_array(&s->j, "result");
    for (i = 0; range != JSON_NONE && i < d->fix_count; i++)
        if (d->fixes[i].from <= to && d->fixes[i].to >= from) put_fix(s, d, &d->fixes[i]);
    cli_json_end(&s->j);
    message_send(s);
}

/* Texts ------------------------------------------------------------------------------------------------------------ */

/* The path of a file: URI, to be freed; NULL for any other. */
static char *path_of(const char *uri)
{
    static const char hex[] = "0123456789abcdef";
    char *const path = (char *)cli_alloc(strlen(uri) + 1, 1);
    char *to = path;
    const char *p = uri + 7;
    if (strncmp(uri, "file:///", 8) != 0) {
        free(path);
        return NULL;
    }
    for (; *p != 0; p++) {
        const char *const high = *p == '%' && p[1] != 0 ? strchr(hex, p[1] | 32) : NULL;
        const char *const low = high != NULL && p[2] != 0 ? strchr(hex, p[2] | 32) : NULL;
        if (low != NULL && low < hex + 16 && high < hex + 16 && (high > hex || low > hex)) {
            *to++ = (char)((high - hex) * 16 + (low - hex));
            p += 2;
        } else *to++ = *p;
    }
    return path;
}

/* The one that a message is about; NULL: it is not open. */
static open_text *open_text_of(server *s, size_t params)
{
    size_t len, i;
    char *const uri = json_string(&s->in, json_path(&s->in, params, "textDocument.uri"), &len);
    open_text *found = NULL;
    for (i = 0; i < s->count; i++)
        if (strcmp(s->open[i].uri, uri) == 0) found = &s->open[i];
    free(uri);
    return found;
}

void close_text(server *s, open_text *d)
{
    forget_fixes(d);
    free(d->fixes);
    free(d->uri);
    free(d->path);
    free(d->text);
    *d = s->open[--s->count];
}

void did_open(server *s, size_t params)
{
    const size_t uri = json_path(&s->in, params, "textDocument.uri"), text = json_path(&s->in, params, "textDocument.text");
    open_text *d = open_text_of(s, params);
    size_t len;
    if (uri == JSON_NONE || text == JSON_NONE) return;
    if (d == NULL) {
        s->open = (open_text *)cli_grow(s->open, &s->room, s->count + 1, sizeof *s->open);
        d = &s->open[s->count++];
        memset(d, 0, sizeof *d);
        d->uri = json_string(&s->in, uri, &len);
        d->path = path_of(d->uri);
        d->is_file = d->path != NULL;
        if (d->path == NULL) d->path = json_string(&s->in, uri, &len);
    } else free(d->text);
    d->text = json_string(&s->in, text, &d->len);
    d->room = d->len + 1;
    s->of->check_fn(s, d);
}

/* One change: the whole text, or what stands between two places. */
static void change(server *s, open_text *d, size_t at)
{
    const size_t range = json_get(&s->in, at, "range");
    size_t len, from = 0, to = d->len;
    char *const text = json_string(&s->in, json_get(&s->in, at, "text"), &len);
    char *whole;
    if (range != JSON_NONE) range_of(s, d, range, &from, &to);
    if (from + len + (d->len - to) >= d->room) {
        d->room = 2 * (from + len + (d->len - to)) + 1;
        whole = (char *)cli_alloc(d->room, 1);
        memcpy(whole, d->text, d->len);
        free(d->text);
        d->text = whole;
    }
    memmove(d->text + from + len, d->text + to, d->len - to);
    memcpy(d->text + from, text, len);
    d->len = from + len + (d->len - to);
    d->text[d->len] = 0;
    free(text);
}

void did_change(server *s, size_t params)
{
    open_text *const d = open_text_of(s, params);
    const size_t changes = json_get(&s->in, params, "contentChanges");
    size_t i, count = 0;
    if (d == NULL || changes == JSON_NONE || s->in.list[changes].kind != '[') return;
    for (i = changes + 1; i < s->in.list[changes].after; i = s->in.list[i].after) {
        if (json_get(&s->in, i, "text") == JSON_NONE) continue;
        change(s, d, i);
        count++;
    }
    if (count > 0) s->of->check_fn(s, d);
}

void did_close(server *s, size_t params)
{
    open_text *const d = open_text_of(s, params);
    if (d == NULL) return;
    if (diagnostics_begin(s, d)) diagnostics_send(s);
    close_text(s, d);
}

/* What a request is about ------------------------------------------------------------------------------------------ */

open_text *asked_text(server *s, size_t params)
{
    open_text *const d = open_text_of(s, params);
    if (d == NULL) refuse(s, INVALID_PARAMS, "this text is not open");
    return d;
}

open_text *asked_place(server *s, size_t params, size_t *offset)
{
    const long line = json_number(&s->in, json_path(&s->in, params, "position.line"));
    const long character = json_number(&s->in, json_path(&s->in, params, "position.character"));
    open_text *const d = asked_text(s, params);
    if (d == NULL) return NULL;
    if (line < 0 || character < 0) {
        refuse(s, INVALID_PARAMS, "no position");
        return NULL;
    }
    *offset = offset_of(s, d, line, character);
    return d;
}
