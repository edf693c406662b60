/* The shape of a text for editors: symbols, what folds, what each token is. */
#include "lsp.h"

#include <stdlib.h>
#include <string.h>

/* Symbols ------------------------------------------------------------------------------------------------------------ */

/* Just past the field that begins at an offset. */
static size_t end_of_field(nvs_view text, size_t offset)
{
    nvs_reader r;
    nvs_token t;
    size_t end = offset, depth = 0;
    int value = 0; /* what follows may only be one more literal */
    nvs_reader_begin(&r, text.ptr + offset, text.len - offset);
    while (nvs_reader_next(&r, &t)) {
        const int opens = t.symbol == '{' || t.symbol == '<' || t.symbol == '[';
        if (value && t.kind != NVS_TOKEN_KIND_STRING) break;
        if (opens) depth++;
        if (t.symbol == '}' || t.symbol == '>' || t.symbol == ']') {
            if (depth == 0) break;
            depth--;
        }
        end = offset + t.offset + t.text.len;
        if (depth == 0 && (t.symbol == '}' || t.symbol == '>' || t.symbol == ']')) break;
        if (depth == 0 && end > offset && t.kind != NVS_TOKEN_KIND_SYMBOL && t.offset > 0) value = 1;
    }
    return end;
}

/* Kinds of symbols. */
enum { SYMBOL_CLASS = 5, SYMBOL_FIELD = 8, SYMBOL_CONSTANT = 14 };

static nvs_view title_of(const nvs_node *n)
{
    const nvs_field titles[] = {NVS_FIELD_IDENTIFIER, NVS_FIELD_NAME, NVS_FIELD_LABEL};
    size_t i;
    for (i = 0; i < 3; i++)
        if (nvs_node_child(n, titles[i]) != NULL) return nvs_node_text(n, titles[i]);
    return nvs_text(NULL);
}

static void open_symbol(server *s, const open_text *d, const nvs_node *n, mark *m)
{
    const char *const field = nvs_field_name(n->name);
    const nvs_view title = title_of(n);
    const size_t end = end_of_field(text_view(d), n->offset);
    size_t name = n->offset + strlen(field);
    if (name > end) name = end;
    cli_json_object(&s->j, NULL);
    cli_json_text(&s->j, "name", title.len > 0 ? title.ptr : field, title.len > 0 ? title.len : strlen(field));
    cli_json_str(&s->j, "detail", title.len > 0 ? field : "");
    cli_json_u64(&s->j, "kind", n->of == NVS_MESSAGE_METRIC_DEFINITION ? SYMBOL_CONSTANT : n->of == NVS_MESSAGE_METRIC ? SYMBOL_FIELD : SYMBOL_CLASS);
    if (!s->nested) {
        cli_json_object(&s->j, "location");
        cli_json_str(&s->j, "uri", d->uri);
        put_range(s, d, n->offset, end, m);
        cli_json_end(&s->j);
        cli_json_end(&s->j);
        return;
    }
    put_range(s, d, n->offset, end, m);
    cli_json_object(&s->j, "selectionRange");
    put_position(s, d, "start", n->offset, m);
    put_position(s, d, "end", name, m);
    cli_json_end(&s->j);
    cli_json_array(&s->j, "children");
}

static void close_symbol(server *s)
{
    if (!s->nested) return;
    cli_json_end(&s->j);
    cli_json_end(&s->j);
}

void document_symbols(server *s, size_t params)
{
    enum { MOST_LEVELS = 20 }; /* two of JSON each */
    open_text *const d = asked_text(s, params);
    nvs_document_options o;
    nvs_document *doc;
    const nvs_node *n, *next;
    mark m = {NULL, 0};
    unsigned level = 0;
    if (d == NULL) return;
    memset(&o, 0, sizeof o);
    o.lenient = 1;
    o.top = top_of(d->path);
    o.memory.max_memory = (size_t)1 << 30;
    doc = nvs_document_open(d->text, d->len, &o, NULL);
    if (answer_begin(s)) {
        cli_json_array(&s->j, "result");
        n = doc != NULL ? doc->root->child : NULL;
        while (n != NULL) { /* messages, those in them as their children, or after them where the client takes a list */
            if (n->type == NVS_TYPE_MESSAGE) {
                open_symbol(s, d, n, &m);
                if (n->child != NULL && level < MOST_LEVELS) {
                    level++;
                    n = n->child;
                    continue;
                }
                close_symbol(s);
            }
            while ((next = n->next) == NULL && n->parent != NULL && n->parent != doc->root) {
                level--;
                n = n->parent;
                close_symbol(s);
            }
            n = next;
        }
        cli_json_end(&s->j);
        message_send(s);
    }
    nvs_document_close(doc);
}

/* Folding ------------------------------------------------------------------------------------------------------------ */

static void put_fold(server *s, uint32_t from, uint32_t to, const char *kind)
{
    cli_json_object(&s->j, NULL);
    cli_json_u64(&s->j, "startLine", from);
    cli_json_u64(&s->j, "endLine", to);
    if (kind != NULL) cli_json_str(&s->j, "kind", kind);
    cli_json_end(&s->j);
}

void folding_ranges(server *s, size_t params)
{
    enum { MOST = 100 };
    const open_text *const d = asked_text(s, params);
    uint32_t open[MOST], comment = 0, last = 0; /* lines from 1; comment: the first of several; 0: none */
    size_t depth = 0;
    nvs_reader r;
    nvs_token t;
    if (d == NULL || !answer_begin(s)) return;
    cli_json_array(&s->j, "result");
    nvs_reader_begin(&r, d->text, d->len);
    r.comments = 1;
    for (;;) {
        const int more = nvs_reader_next(&r, &t);
        if (comment != 0 && (!more || t.kind != NVS_TOKEN_KIND_COMMENT || t.line != last + 1)) {
            if (last > comment) put_fold(s, comment - 1, last - 1, "comment");
            comment = 0;
        }
        if (!more) break;
        if (t.kind == NVS_TOKEN_KIND_COMMENT) {
            if (comment == 0) comment = t.line;
            last = t.line;
        }
        if (t.symbol == '{' || t.symbol == '<' || t.symbol == '[') {
            if (depth < MOST) open[depth] = t.line;
            depth++;
        } else if ((t.symbol == '}' || t.symbol == '>' || t.symbol == ']') && depth > 0) {
            depth--;
            if (depth < MOST && t.line > open[depth] + 1) put_fold(s, open[depth] - 1, t.line - 2, NULL);
        }
    }
    cli_json_end(&s->j);
    message_send(s);
}

/* Tokens ------------------------------------------------------------------------------------------------------------- */

typedef enum token_type { TOKEN_COMMENT, TOKEN_PROPERTY, TOKEN_STRING, TOKEN_NUMBER, TOKEN_ENUM_MEMBER, TOKEN_KEYWORD, TOKEN_TYPES } token_type;

void put_legend(server *s)
{
    static const char *const names[TOKEN_TYPES] = {"comment", "property", "string", "number", "enumMember", "keyword"};
    size_t i;
    cli_json_object(&s->j, "semanticTokensProvider");
    cli_json_object(&s->j, "legend");
    cli_json_array(&s->j, "tokenTypes");
    for (i = 0; i < TOKEN_TYPES; i++) cli_json_str(&s->j, NULL, names[i]);
    cli_json_end(&s->j);
    cli_json_array(&s->j, "tokenModifiers");
    cli_json_end(&s->j);
    cli_json_end(&s->j);
    cli_json_bool(&s->j, "full", 1);
    cli_json_end(&s->j);
}

/* Lines as editors count them, and columns in their units. */
typedef struct cursor_of {
    const char *at;
    uint64_t line, column;
} cursor_of;

static void go_to(const server *s, cursor_of *c, const char *to)
{
    while (c->at < to) {
        size_t n = cli_utf8(c->at, to);
        if (n == 0) n = 1;
        if (*c->at == '\n' || (*c->at == '\r' && !(c->at + 1 < to && c->at[1] == '\n'))) {
            c->line++;
            c->column = 0;
        } else if (*c->at != '\r') c->column += s->utf8 ? (uint64_t)n : n == 4 ? 2u : 1u;
        c->at += n;
    }
}

static token_type type_of(const nvs_token *t, int value)
{
    switch (t->kind) {
    case NVS_TOKEN_KIND_COMMENT: return TOKEN_COMMENT;
    case NVS_TOKEN_KIND_STRING: return TOKEN_STRING;
    case NVS_TOKEN_KIND_INTEGER: case NVS_TOKEN_KIND_FLOAT: return TOKEN_NUMBER;
    case NVS_TOKEN_KIND_NAME:
        if (!value) return TOKEN_PROPERTY;
        return (t->text.len == 4 && memcmp(t->text.ptr, "true", 4) == 0) || (t->text.len == 5 && memcmp(t->text.ptr, "false", 5) == 0)
                   ? TOKEN_KEYWORD : TOKEN_ENUM_MEMBER;
    default: return TOKEN_TYPES;
    }
}

void semantic_tokens(server *s, size_t params)
{
    const open_text *const d = asked_text(s, params);
    cursor_of c;
    uint64_t line = 0, column = 0;
    int value = 0, list = 0;
    nvs_reader r;
    nvs_token t;
    if (d == NULL || !answer_begin(s)) return;
    cli_json_object(&s->j, "result");
    cli_json_array(&s->j, "data");
    c.at = d->text;
    c.line = c.column = 0;
    nvs_reader_begin(&r, d->text, d->len);
    r.comments = 1;
    while (nvs_reader_next(&r, &t)) {
        const token_type type = type_of(&t, value || list);
        if (t.kind == NVS_TOKEN_KIND_SYMBOL) {
            if (t.symbol == ':') value = 1;
            if (t.symbol == '[') list = value;
            if (t.symbol == '{' || t.symbol == '<' || t.symbol == ']') value = list = 0;
            continue;
        }
        if (type < TOKEN_TYPES) {
            uint64_t from;
            go_to(s, &c, t.text.ptr);
            cli_json_u64(&s->j, NULL, c.line - line);
            cli_json_u64(&s->j, NULL, c.line == line ? c.column - column : c.column);
            line = c.line;
            column = from = c.column;
            go_to(s, &c, t.text.ptr + t.text.len);
            cli_json_u64(&s->j, NULL, c.column - from);
            cli_json_u64(&s->j, NULL, type);
            cli_json_u64(&s->j, NULL, 0);
        }
        if (t.kind != NVS_TOKEN_KIND_COMMENT) value = 0;
    }
    cli_json_end(&s->j);
    cli_json_end(&s->j);
    message_send(s);
}

/* Layout ------------------------------------------------------------------------------------------------------------ */

static nvs_document *parse(const server *s, const open_text *d, const char *text, size_t len)
{
    nvs_document_options o;
    memset(&o, 0, sizeof o);
    o.lenient = known_to(s)->options->lenient;
    o.top = top_of(d->path);
    o.memory.max_memory = (size_t)1 << 30;
    return nvs_document_open(text, len, &o, NULL);
}

/* Whether a text is well formed, whatever its fields mean. */
static int is_sound(const nvs_document *doc)
{
    nvs_problem p;
    uint32_t i;
    if (doc == NULL || doc->problem_count < doc->errors) return 0;
    for (i = 0; nvs_document_problem_at(doc, i, &p); i++)
        switch (p.kind) {
        case NVS_PROBLEM_KIND_UNKNOWN_FIELD: case NVS_PROBLEM_KIND_ENUM: case NVS_PROBLEM_KIND_RANGE: case NVS_PROBLEM_KIND_DUPLICATE:
        case NVS_PROBLEM_KIND_REQUIRED: break;
        default:
            if (!p.warning) return 0;
        }
    return 1;
}

static void put_edit(server *s, const open_text *d, size_t from, size_t len, mark *m)
{
    cli_buf to = formatted(d->text + from, len);
    if (to.len != len || (len > 0 && memcmp(to.ptr, d->text + from, len) != 0)) {
        cli_json_object(&s->j, NULL);
        put_range(s, d, from, from + len, m);
        cli_json_text(&s->j, "newText", to.ptr != NULL ? to.ptr : "", to.len);
        cli_json_end(&s->j);
    }
    cli_buf_free(&to);
}

/* Edits for the fields that are well formed, of a text that is not: a field begins at a line that begins with a letter. */
static void put_sound_parts(server *s, const open_text *d)
{
    mark m = {NULL, 0};
    size_t from = 0, to;
    for (; from < d->len; from = to) {
        nvs_document *doc;
        for (to = from + 1; to < d->len && !(d->text[to - 1] == '\n' && (d->text[to] | 32) >= 'a' && (d->text[to] | 32) <= 'z'); to++) continue;
        doc = parse(s, d, d->text + from, to - from);
        if (is_sound(doc)) put_edit(s, d, from, to - from, &m);
        nvs_document_close(doc);
    }
}

/* What fmt makes of the text, as one edit; of a text with mistakes in its form, an edit for each field without. */
void formatting(server *s, size_t params)
{
    open_text *const d = asked_text(s, params);
    nvs_document *doc;
    mark m = {NULL, 0};
    if (d == NULL) return;
    doc = parse(s, d, d->text, d->len);
    if (answer_begin(s)) {
        cli_json_array(&s->j, "result");
        if (is_sound(doc)) put_edit(s, d, 0, d->len, &m);
        else put_sound_parts(s, d);
        cli_json_end(&s->j);
        message_send(s);
    }
    nvs_document_close(doc);
}
