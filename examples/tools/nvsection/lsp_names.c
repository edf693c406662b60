/* Names that sections define and use: where they stand in a folder. */
#include "lsp.h"
#include "metrics.h"

#include <stdlib.h>
#include <string.h>

typedef enum name_kind { NAME_METRIC, NAME_GROUP } name_kind;

/* A name in a text. */
typedef struct occurrence {
    const section_file *file;
    nvs_view name;      /* without its prefix: as it stands there */
    name_kind kind;
    int defines;
    const nvs_node *node; /* the field that holds it */
} occurrence;

typedef struct occurrences {
    occurrence *list;
    size_t count, room;
} occurrences;

static void add(occurrences *all, const section_file *f, const nvs_node *n, nvs_view name, name_kind kind, int defines)
{
    occurrence *o;
    if (name.len == 0) return;
    all->list = (occurrence *)cli_grow(all->list, &all->room, all->count + 1, sizeof *all->list);
    o = &all->list[all->count++];
    o->file = f;
    o->name = name;
    o->kind = kind;
    o->defines = defines;
    o->node = n;
}

/* What stands between the quotes of a field's text; one in several pieces, or with escapes, is left alone. */
static int literal_of(const section_file *f, const nvs_node *n, nvs_view *out)
{
    const nvs_view text = f->document->input;
    nvs_reader r;
    nvs_token t;
    nvs_reader_begin(&r, text.ptr + n->offset, text.len - n->offset);
    while (nvs_reader_next(&r, &t) && t.kind != NVS_TOKEN_KIND_STRING)
        if (t.symbol == '{' || t.symbol == '}') return 0;
    if (t.kind != NVS_TOKEN_KIND_STRING || !t.plain || t.text.len < 2) return 0;
    out->ptr = t.text.ptr + 1;
    out->len = t.text.len - 2;
    return out->len == n->v.text.len;
}

static int in_name(char c)
{
    return c == '_' || c == '.' || c == ':' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* Operands of an expression. */
static void add_operands(occurrences *all, const section_file *f, const nvs_node *n, nvs_view text)
{
    size_t i = 0;
    while (i < text.len) {
        nvs_view name;
        name.ptr = text.ptr + i;
        for (name.len = 0; i + name.len < text.len && in_name(name.ptr[name.len]); name.len++) continue;
        i += name.len > 0 ? name.len : 1;
        if (name.len > 0 && (*name.ptr < '0' || *name.ptr > '9') && (i == text.len || text.ptr[i] != '(')) add(all, f, n, name, NAME_METRIC, 0);
    }
}

static void add_field(occurrences *all, const section_file *f, const nvs_node *n)
{
    nvs_view text;
    nvs_name_parts parts;
    if (n->type != NVS_TYPE_STRING || n->parent == NULL || !literal_of(f, n, &text)) return;
    if (n->name == NVS_FIELD_EXPRESSION) add_operands(all, f, n, text);
    else if (n->name == NVS_FIELD_GROUPS) add(all, f, n, text, NAME_GROUP, 0);
    else if (n->name == NVS_FIELD_NAME) switch (n->parent->of) {
        case NVS_MESSAGE_METRIC_DEFINITION: add(all, f, n, text, NAME_METRIC, 1); break;
        case NVS_MESSAGE_GROUP: add(all, f, n, text, NAME_GROUP, 1); break;
        case NVS_MESSAGE_METRIC: case NVS_MESSAGE_METRIC_OPTION:
            nvs_name_split(text, &parts);
            if (parts.prefix == NVS_PREFIX_REGEX) break;
            add(all, f, n, parts.rest, parts.prefix == NVS_PREFIX_GROUP ? NAME_GROUP : NAME_METRIC, 0);
            break;
        default: break;
        }
}

/* All names of all files of a folder, those with mistakes included. */
static void gather(occurrences *all, const folder *f)
{
    uint32_t i;
    const nvs_node *n;
    memset(all, 0, sizeof *all);
    for (i = 0; i < f->w.library->count; i++) {
        const section_file *const file = &f->w.library->files[i];
        const nvs_node *const root = file->document != NULL ? file->document->root : NULL;
        for (n = root; n != NULL; n = nvs_node_walk(root, n, NVS_WALK_INTO)) add_field(all, file, n);
    }
    if (f->chart.document == NULL) return;
    for (n = f->chart.document->root; n != NULL; n = nvs_node_walk(f->chart.document->root, n, NVS_WALK_INTO)) add_field(all, &f->chart, n);
}

static int alike(const occurrence *a, const occurrence *b)
{
    return a->kind == b->kind && same(a->name, b->name);
}

/* The name at a byte of a text. */
static const occurrence *at_byte(const occurrences *all, const open_text *d, size_t offset)
{
    size_t i;
    for (i = 0; i < all->count; i++) {
        const occurrence *const o = &all->list[i];
        const size_t from = (size_t)(o->name.ptr - o->file->document->input.ptr);
        if (strcmp(o->file->path.ptr, d->path) == 0 && offset >= from && offset <= from + o->name.len) return o;
    }
    return NULL;
}

/* A file as a text: the open one, or one that is made up and has to be closed. */
static int text_for(const server *s, const section_file *f, open_text *out)
{
    static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    cli_buf b = {NULL, 0, 0};
    const char *p;
    size_t i;
    for (i = 0; i < s->count; i++)
        if (strcmp(s->open[i].path, f->path.ptr) == 0) {
            *out = s->open[i];
            return 0;
        }
    cli_putf(&b, "file://");
    for (p = f->path.ptr; *p != 0; p++)
        if (strchr(safe, *p) != NULL) cli_put(&b, p, 1);
        else cli_putf(&b, "%%%02X", (unsigned)(unsigned char)*p);
    memset(out, 0, sizeof *out);
    out->uri = b.ptr;
    out->text = (char *)(uintptr_t)f->document->input.ptr;
    out->len = f->document->input.len;
    return 1;
}

static void put_place(server *s, const occurrence *o)
{
    open_text d;
    mark m = {NULL, 0};
    const int made = text_for(s, o->file, &d);
    const size_t from = (size_t)(o->name.ptr - o->file->document->input.ptr);
    cli_json_str(&s->j, "uri", d.uri);
    put_range(s, &d, from, from + o->name.len, &m);
    if (made) free(d.uri);
}

static void put_location(server *s, const occurrence *o)
{
    cli_json_object(&s->j, NULL);
    put_place(s, o);
    cli_json_end(&s->j);
}

/* A request about a name: its text, the folder with all its names, and the one that is meant. */
typedef struct question {
    open_text *d;
    folder f;
    occurrences all;
    const occurrence *o; /* NULL: there is no name */
} question;

/* 0 after an error; else to be closed. */
static int question_open(question *q, server *s, size_t params)
{
    size_t offset;
    q->d = asked_place(s, params, &offset);
    if (q->d == NULL) return 0;
    folder_open(s, &q->f, q->d);
    gather(&q->all, &q->f);
    q->o = at_byte(&q->all, q->d, offset);
    return 1;
}

static void question_close(question *q)
{
    free(q->all.list);
    folder_close(&q->f);
}

/* Answers with the places of the name that a request is about: those that define it, or those that use it, or both. */
static void answer_places(server *s, size_t params, int defining, int using)
{
    question q;
    size_t i;
    if (!question_open(&q, s, params)) return;
    if (answer_begin(s)) {
        cli_json_array(&s->j, "result");
        for (i = 0; q.o != NULL && i < q.all.count; i++)
            if (alike(q.o, &q.all.list[i]) && (q.all.list[i].defines ? defining : using)) put_location(s, &q.all.list[i]);
        cli_json_end(&s->j);
        message_send(s);
    }
    question_close(&q);
}

void definition(server *s, size_t params)
{
    answer_places(s, params, 1, 0);
}

void references(server *s, size_t params)
{
    const size_t with = json_path(&s->in, params, "context.includeDeclaration");
    answer_places(s, params, with == JSON_NONE || s->in.list[with].kind != 'f', 1);
}

/* Renaming ----------------------------------------------------------------------------------------------------------- */

/* Whether some section here defines the name: those of the hardware have no other. */
static int is_ours(const occurrences *all, const occurrence *o)
{
    size_t i;
    for (i = 0; i < all->count; i++)
        if (all->list[i].defines && alike(o, &all->list[i])) return 1;
    return 0;
}

void prepare_rename(server *s, size_t params)
{
    question q;
    mark m = {NULL, 0};
    if (!question_open(&q, s, params)) return;
    if (answer_begin(s)) {
        if (q.o == NULL || !is_ours(&q.all, q.o)) cli_json_null(&s->j, "result");
        else {
            const size_t from = (size_t)(q.o->name.ptr - q.o->file->document->input.ptr);
            cli_json_object(&s->j, "result");
            put_range(s, q.d, from, from + q.o->name.len, &m);
            cli_json_text(&s->j, "placeholder", q.o->name.ptr, q.o->name.len);
            cli_json_end(&s->j);
        }
        message_send(s);
    }
    question_close(&q);
}

static int by_file(const void *a, const void *b)
{
    const occurrence *const x = (const occurrence *)a, *const y = (const occurrence *)b;
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    return x->name.ptr < y->name.ptr ? -1 : x->name.ptr > y->name.ptr;
}

/* Edits of a file after the other. */
static void put_edits(server *s, const occurrences *all, const occurrence *what, const char *to, size_t len)
{
    const section_file *file = NULL;
    open_text d;
    mark m = {NULL, 0};
    size_t i;
    int made = 0;
    for (i = 0; i < all->count; i++) {
        const occurrence *const o = &all->list[i];
        const size_t from = (size_t)(o->name.ptr - o->file->document->input.ptr);
        if (!alike(what, o)) continue;
        if (o->file != file) {
            if (file != NULL) cli_json_end(&s->j);
            if (made) free(d.uri);
            file = o->file;
            made = text_for(s, file, &d);
            m.line = NULL;
            cli_json_array(&s->j, d.uri);
        }
        cli_json_object(&s->j, NULL);
        put_range(s, &d, from, from + o->name.len, &m);
        cli_json_text(&s->j, "newText", to, len);
        cli_json_end(&s->j);
    }
    if (file != NULL) cli_json_end(&s->j);
    if (made) free(d.uri);
}

static int may_be_name(const char *name, size_t len)
{
    size_t i;
    for (i = 0; i < len; i++)
        if (!in_name(name[i]) || name[i] == ':') return 0;
    return len > 0 && (*name < '0' || *name > '9');
}

void rename_symbol(server *s, size_t params)
{
    question q;
    const char *wrong = NULL;
    size_t len, i;
    char *to;
    if (!question_open(&q, s, params)) return;
    to = json_string(&s->in, json_get(&s->in, params, "newName"), &len);
    if (!may_be_name(to, len)) wrong = "a name has letters, digits, _ and dots";
    else if (q.o == NULL || !is_ours(&q.all, q.o)) wrong = "only a name that a section here defines can be changed";
    for (i = 0; wrong == NULL && i < q.all.count; i++)
        if (q.all.list[i].defines && q.all.list[i].kind == q.o->kind && same(q.all.list[i].name, nvs_text(to)))
            wrong = "a section here defines that name already";
    if (wrong != NULL) refuse(s, INVALID_PARAMS, wrong);
    else if (answer_begin(s)) {
        const occurrence what = *q.o; /* sorting moves it */
        qsort(q.all.list, q.all.count, sizeof *q.all.list, by_file);
        cli_json_object(&s->j, "result");
        cli_json_object(&s->j, "changes");
        put_edits(s, &q.all, &what, to, len);
        cli_json_end(&s->j);
        cli_json_end(&s->j);
        message_send(s);
    }
    free(to);
    question_close(&q);
}

/* Sections, definitions and groups of the folders of open texts whose names hold a text. */
void workspace_symbols(server *s, size_t params)
{
    enum { KIND_CLASS = 5, KIND_CONSTANT = 14 };
    size_t len, i, k;
    char *const part = json_string(&s->in, json_get(&s->in, params, "query"), &len);
    if (!answer_begin(s)) {
        free(part);
        return;
    }
    cli_json_array(&s->j, "result");
    for (i = 0; i < s->count; i++) {
        folder f;
        occurrences all;
        for (k = 0; k < i && !same_folder(&s->open[k], &s->open[i]); k++) continue;
        if (k < i || top_of(s->open[i].path) != NVS_MESSAGE_SECTION) continue;
        folder_open(s, &f, &s->open[i]);
        gather(&all, &f);
        for (k = 0; k < f.w.library->count; k++) {
            const section_file *const file = &f.w.library->files[k];
            const nvs_node *const id = file->document != NULL ? nvs_node_child(file->document->root, NVS_FIELD_IDENTIFIER) : NULL;
            nvs_view name;
            if (id != NULL && literal_of(file, id, &name)) add(&all, file, id, name, NAME_GROUP, 1);
        }
        for (k = 0; k < all.count; k++) {
            const occurrence *const o = &all.list[k];
            char *const name = copy_view(o->name);
            if (o->defines && strstr(name, part) != NULL) {
                cli_json_object(&s->j, NULL);
                cli_json_str(&s->j, "name", name);
                cli_json_u64(&s->j, "kind", o->kind == NAME_METRIC ? KIND_CONSTANT : KIND_CLASS);
                cli_json_object(&s->j, "location");
                put_place(s, o);
                cli_json_end(&s->j);
                cli_json_end(&s->j);
            }
            free(name);
        }
        free(all.list);
        folder_close(&f);
    }
    cli_json_end(&s->j);
    message_send(s);
    free(part);
}

/* What a definition makes -------------------------------------------------------------------------------------------- */

/* The unit of an expression of factors and quotients; units that stand on both sides fall out. */
static void put_expression_unit(cli_buf *b, const server *s, nvs_view text)
{
    cli_buf above = {NULL, 0, 0}, below = {NULL, 0, 0};
    size_t i = 0;
    char op = '*';
    while (i < text.len) {
        nvs_view name;
        name.ptr = text.ptr + i;
        for (name.len = 0; i + name.len < text.len && in_name(name.ptr[name.len]); name.len++) continue;
        if (name.len > 0 && (*name.ptr < '0' || *name.ptr > '9')) {
            cli_buf unit = {NULL, 0, 0}, *const side = op == '/' ? &below : &above, *const other = op == '/' ? &above : &below;
            put_unit(&unit, known_to(s)->grammar, name);
            if (unit.len > 0 && other->len == unit.len && memcmp(other->ptr, unit.ptr, unit.len) == 0) other->len = 0;
            else if (unit.len > 0) cli_putf(side, "%s%s", side->len > 0 ? "*" : "", unit.ptr);
            cli_buf_free(&unit);
        }
        if (name.len == 0) {
            if (*name.ptr == '*' || *name.ptr == '/') op = *name.ptr;
            else if (*name.ptr != ' ') above.len = below.len = 0;
            if (*name.ptr != '*' && *name.ptr != '/' && *name.ptr != ' ') break; /* sums and calls: not known */
        }
        i += name.len > 0 ? name.len : 1;
    }
    if (i == text.len && above.len + below.len > 0)
        cli_putf(b, "%.*s%s%.*s", above.len > 0 ? (int)above.len : 1, above.len > 0 ? above.ptr : "1", below.len > 0 ? "/" : "", (int)below.len,
                 below.len > 0 ? below.ptr : "");
    cli_buf_free(&above);
    cli_buf_free(&below);
}

/* The value with the report of the settings; nothing where it has none. */
static void put_value_of(const server *s, cli_buf *b, const folder *f, nvs_view name)
{
    result_choice which;
    metrics m;
    nvs_source source;
    nvs_metrics_options options;
    nvs_metrics *values;
    nvs_metric found;
    which.kernel = NULL;
    which.skip = known_to(s)->skip;
    if (metrics_read(s->c, known_to(s)->report, &which, &m)) {
        memset(&options, 0, sizeof options);
        metrics_source(&m, &source);
        options.device.cc = m.cc;
        options.device.scope = m.scope != 0 ? m.scope : (uint32_t)NVS_SCOPE_LAUNCH;
        options.arithmetic = arithmetic_of(0, &m);
        options.memory.max_memory = (size_t)1 << 30;
        values = nvs_metrics_open(f->w.roots, f->w.root_count, &source, &options, NULL);
        if (values != NULL && nvs_metrics_find(values, name, &found) == 1) {
            cli_putf(b, "\n\nValue: ");
            value_text(b, &found.value);
        } else cli_putf(b, "\n\nNo value in this result.");
        nvs_metrics_close(values);
    } else cli_putf(b, "\n\nThe report of the settings cannot be read.");
    metrics_free(&m);
}

int put_definition(server *s, cli_buf *b, const open_text *d, nvs_view name)
{
    folder f;
    occurrences all;
    size_t i, defined = 0;
    nvs_view unit = nvs_text(NULL);
    folder_open(s, &f, d);
    gather(&all, &f);
    for (i = 0; i < all.count; i++) {
        const occurrence *const o = &all.list[i];
        const nvs_view expression = nvs_node_text(o->node->parent, NVS_FIELD_EXPRESSION);
        if (o->kind != NAME_METRIC || !same(o->name, name)) continue;
        if (!o->defines && nvs_node_child(o->node->parent, NVS_FIELD_UNIT) != NULL) unit = nvs_node_text(o->node->parent, NVS_FIELD_UNIT);
        if (!o->defines) continue;
        if (defined++ == 0) cli_putf(b, "**%.*s**\n", (int)name.len, name.ptr);
        cli_putf(b, "\n    %.*s\n", (int)expression.len, expression.ptr);
    }
    if (defined > 0) {
        cli_buf of = {NULL, 0, 0};
        for (i = 0; i < all.count && !(all.list[i].defines && all.list[i].kind == NAME_METRIC && same(all.list[i].name, name)); i++) continue;
        if (unit.len > 0) cli_putf(&of, "%.*s", (int)unit.len, unit.ptr);
        else put_expression_unit(&of, s, nvs_node_text(all.list[i].node->parent, NVS_FIELD_EXPRESSION));
        if (of.len > 0) cli_putf(b, "\nUnit: %s", of.ptr);
        if (known_to(s)->report != NULL) put_value_of(s, b, &f, name);
        cli_buf_free(&of);
    }
    free(all.list);
    folder_close(&f);
    return defined > 0;
}
