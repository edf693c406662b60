/* lsp: a language server for editors, over standard input and output. */
#include "fields.h"
#include "json.h"
#include "lint.h"
#include "options.h"
#include "place.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 64 << 20, MOST_DIAGNOSTICS = 1000, MOST_NAMES = 500 };
enum { PARSE_ERROR = -32700, INVALID_REQUEST = -32600, UNKNOWN_METHOD = -32601, INVALID_PARAMS = -32602,
    NOT_INITIALIZED = -32002 };

typedef struct open_text {
    char *uri, *path; /* path: of the file, or the URI if it is not a file's */
    int is_file;
    char *text;
    size_t len;
} open_text;

typedef struct server {
    cli *c;
    const work *options;
    open_text *open;
    size_t count, room;
    int utf8, initialized, stopped;
    char **names;     /* of metrics, in the sections checked last: sorted, unique */
    size_t name_count, name_room;
    json_text in;     /* the current message */
    char *out;        /* the one being written */
    size_t out_len;
    FILE *to;
    cli_json j;
} server;

/* Messages --------------------------------------------------------------------------------------------------------- */

static int begin(server *s)
{
    s->out = NULL;
    s->to = open_memstream(&s->out, &s->out_len);
    if (s->to == NULL) return 0;
    cli_json_init(&s->j, s->to, CLI_UTF8, 0);
    cli_json_object(&s->j, NULL);
    cli_json_str(&s->j, "jsonrpc", "2.0");
    return 1;
}

static void send(server *s)
{
    cli_json_end(&s->j);
    if (fclose(s->to) == 0) {
        fprintf(s->c->out, "Content-Length: %zu\r\n\r\n", s->out_len);
        fwrite(s->out, 1, s->out_len, s->c->out);
        fflush(s->c->out);
    }
    free(s->out);
}

/* The id of the current request, verbatim. */
static void put_id(server *s)
{
    const size_t id = json_get(&s->in, 0, "id");
    const json_value *const v = id != JSON_NONE ? &s->in.list[id] : NULL;
    if (v != NULL && v->kind == '0') cli_json_raw(&s->j, "id", "%.*s", (int)v->len, s->in.text + v->at);
    else if (v != NULL && v->kind == '"') cli_json_raw(&s->j, "id", "\"%.*s\"", (int)v->len, s->in.text + v->at);
    else cli_json_null(&s->j, "id");
}

static void refuse(server *s, int code, const char *message)
{
    if (!begin(s)) return;
    put_id(s);
    cli_json_object(&s->j, "error");
    cli_json_i64(&s->j, "code", code);
    cli_json_str(&s->j, "message", message);
    cli_json_end(&s->j);
    send(s);
}

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

/* The last position written; the next one usually lies after it. */
typedef struct mark {
    const char *line;
    size_t number;
} mark;

static void put_position(server *s, const open_text *d, const char *key, size_t offset, mark *m)
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

static void put_range(server *s, const open_text *d, size_t from, size_t to, mark *m)
{
    cli_json_object(&s->j, "range");
    put_position(s, d, "start", from, m);
    put_position(s, d, "end", to, m);
    cli_json_end(&s->j);
}

/* Diagnostics ------------------------------------------------------------------------------------------------------ */

/* Files of a folder; open texts replace what is on disk. */
typedef struct overlay {
    const server *s;
    nvs_files disk;
} overlay;

static const open_text *open_at(const server *s, const char *path)
{
    size_t i;
    for (i = 0; i < s->count; i++)
        if (s->open[i].is_file && strcmp(s->open[i].path, path) == 0) return &s->open[i];
    return NULL;
}

static nvs_reply list_files(const char *folder, nvs_reply (*found_fn)(const char *name, int is_folder, void *to), void *to, void *user)
{
    const overlay *const o = (const overlay *)user;
    return o->disk.list_fn(folder, found_fn, to, o->disk.user);
}

static nvs_reply size_of_file(const char *path, uint64_t *size, void *user)
{
    const overlay *const o = (const overlay *)user;
    const open_text *const d = open_at(o->s, path);
    if (d == NULL) return o->disk.size_fn(path, size, o->disk.user);
    *size = d->len;
    return NVS_REPLY_YES;
}

static nvs_reply read_file(const char *path, char *to, size_t size, void *user)
{
    const overlay *const o = (const overlay *)user;
    const open_text *const d = open_at(o->s, path);
    if (d == NULL) return o->disk.read_fn(path, to, size, o->disk.user);
    if (size != d->len) return NVS_REPLY_FAILED;
    memcpy(to, d->text, size);
    return NVS_REPLY_YES;
}

static void put_diagnostics(server *s, const open_text *d, const lint *l)
{
    mark m = {NULL, 0};
    size_t i, count = 0;
    if (!begin(s)) return;
    cli_json_str(&s->j, "method", "textDocument/publishDiagnostics");
    cli_json_object(&s->j, "params");
    cli_json_str(&s->j, "uri", d->uri);
    cli_json_array(&s->j, "diagnostics");
    for (i = 0; l != NULL && i < l->count && count < MOST_DIAGNOSTICS; i++) {
        const finding *const x = &l->found[i];
        if (strcmp(x->file->path.ptr, d->path) != 0) continue;
        count++;
        cli_json_object(&s->j, NULL);
        put_range(s, d, (size_t)x->offset, (size_t)x->end, &m);
        cli_json_u64(&s->j, "severity", x->warning ? 2 : 1);
        cli_json_str(&s->j, "source", "nvsection");
        cli_json_str(&s->j, "code", x->rule);
        cli_json_str(&s->j, "message", x->message);
        /* Only where the word probably meant can replace the whole range. */
        if (x->suggestion != NULL && (strcmp(x->rule, "unknown-field") == 0 || strcmp(x->rule, "enum") == 0))
            cli_json_str(&s->j, "data", x->suggestion);
        cli_json_end(&s->j);
    }
    cli_json_end(&s->j);
    cli_json_end(&s->j);
    send(s);
}

/* The length of a path's folder, its slash not included. */
static size_t folder_of(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) : 0;
}

static int same_folder(const open_text *a, const open_text *b)
{
    const size_t n = folder_of(a->path);
    return a->is_file && b->is_file && folder_of(b->path) == n && memcmp(a->path, b->path, n) == 0;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void forget_names(server *s)
{
    while (s->name_count > 0) free(s->names[--s->name_count]);
}

/* The names of metrics that sections collect or define, but those that look misspelt. */
static void remember_names(server *s, const work *w, lint *l)
{
    const nvs_node *n;
    size_t k, to = 0;
    uint32_t i;
    forget_names(s);
    for (i = 0; i < w->library->count; i++) { /* including those with mistakes: a text being written has some */
        const nvs_node *const root = w->library->files[i].document != NULL ? w->library->files[i].document->root : NULL;
        for (n = root; n != NULL; n = nvs_node_walk(root, n, NVS_WALK_INTO)) {
            const unsigned of = n->parent != NULL ? n->parent->of : NVS_MESSAGE_SECTION;
            if (n->type != NVS_TYPE_STRING || n->name != NVS_FIELD_NAME || n->v.text.len == 0) continue;
            if (of != NVS_MESSAGE_METRIC && of != NVS_MESSAGE_METRIC_OPTION && of != NVS_MESSAGE_METRIC_DEFINITION) continue;
            if (w->names == NULL && lint_meant(l, n->v.text) != NULL) continue;
            s->names = (char **)cli_grow(s->names, &s->name_room, s->name_count + 1, sizeof *s->names);
            s->names[s->name_count++] = copy_view(n->v.text);
        }
    }
    if (s->name_count > 0) qsort(s->names, s->name_count, sizeof *s->names, by_text);
    for (k = 0; k < s->name_count; k++)
        if (to > 0 && strcmp(s->names[to - 1], s->names[k]) == 0) free(s->names[k]);
        else s->names[to++] = s->names[k];
    s->name_count = to;
}

/* Checks a text along with the other sections of its folder, and reports findings for those that are open. */
static void publish(server *s, const open_text *changed)
{
    work w = *s->options;
    nvs_library_options options;
    nvs_document_options chart;
    nvs_file one;
    lint l;
    overlay o;
    nvs_files files;
    size_t i;
    uint32_t k;
    memset(&options, 0, sizeof options);
    memset(&chart, 0, sizeof chart);
    memset(&one, 0, sizeof one);
    options.lenient = chart.lenient = w.lenient;
    options.memory.max_memory = chart.memory.max_memory = (size_t)1 << 30;
    w.library = nvs_library_open(&options, NULL);
    if (w.library == NULL) return;
    if (top_of(changed->path) != NVS_MESSAGE_SECTION) {
        chart.top = top_of(changed->path);
        one.path = nvs_text(changed->path);
        one.document = nvs_document_open(changed->text, changed->len, &chart, NULL);
        one.state = one.document != NULL && one.document->errors == 0 ? NVS_FILE_STATE_OK : NVS_FILE_STATE_WRONG;
        one.same_as = NVS_INDEX_NONE;
        w.charts = &one;
        w.chart_count = one.document != NULL;
    } else {
        if (changed->is_file) {
            nvs_view folder = nvs_text(changed->path);
            folder.len = folder_of(changed->path);
            o.s = s;
            nvs_posix_files(&o.disk);
            files.user = &o;
            files.list_fn = list_files;
            files.size_fn = size_of_file;
            files.read_fn = read_file;
            if (folder.len > 0) (void)nvs_library_load(w.library, &files, folder, 0, NULL);
        }
        for (i = 0; i < s->count; i++) { /* those not on disk yet */
            const open_text *const d = &s->open[i];
            if (d != changed && (!same_folder(d, changed) || top_of(d->path) != NVS_MESSAGE_SECTION)) continue;
            for (k = 0; k < w.library->count && strcmp(w.library->files[k].path.ptr, d->path) != 0; k++) continue;
            if (k == w.library->count) (void)nvs_library_add(w.library, nvs_text(d->path), d->text, d->len, NULL);
        }
    }
    (void)nvs_library_pick(w.library, NVS_PICK_ALL, nvs_text(NULL), NULL, NULL);
    w.roots = (const nvs_node **)cli_alloc(w.library->count + 1, sizeof *w.roots);
    w.root_count = nvs_library_sections(w.library, w.roots);
    lint_work(&l, &w);
    if (w.charts == NULL) remember_names(s, &w, &l);
    for (i = 0; i < s->count; i++)
        if (&s->open[i] == changed ||
            (same_folder(&s->open[i], changed) && top_of(s->open[i].path) == NVS_MESSAGE_SECTION && w.charts == NULL))
            put_diagnostics(s, &s->open[i], &l);
    lint_free(&l);
    free(w.roots);
    nvs_document_close((nvs_document *)(uintptr_t)one.document);
    nvs_library_close(w.library);
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

static open_text *text_of(server *s, size_t params)
{
    size_t len, i;
    char *const uri = json_string(&s->in, json_path(&s->in, params, "textDocument.uri"), &len);
    open_text *found = NULL;
    for (i = 0; i < s->count; i++)
        if (strcmp(s->open[i].uri, uri) == 0) found = &s->open[i];
    free(uri);
    return found;
}

static void close_text(server *s, open_text *d)
{
    free(d->uri);
    free(d->path);
    free(d->text);
    *d = s->open[--s->count];
}

static void did_open(server *s, size_t params)
{
    const size_t uri = json_path(&s->in, params, "textDocument.uri"), text = json_path(&s->in, params, "textDocument.text");
    open_text *d = text_of(s, params);
    size_t len;
    if (uri == JSON_NONE || text == JSON_NONE) return;
    if (d == NULL) {
        s->open = (open_text *)cli_grow(s->open, &s->room, s->count + 1, sizeof *s->open);
        d = &s->open[s->count++];
        d->uri = json_string(&s->in, uri, &len);
        d->path = path_of(d->uri);
        d->is_file = d->path != NULL;
        if (d->path == NULL) d->path = json_string(&s->in, uri, &len);
    } else free(d->text);
    d->text = json_string(&s->in, text, &d->len);
    publish(s, d);
}

static void did_change(server *s, size_t params)
{
    open_text *const d = text_of(s, params);
    const size_t changes = json_get(&s->in, params, "contentChanges");
    size_t i, text = JSON_NONE;
    if (d == NULL || changes == JSON_NONE || s->in.list[changes].kind != '[') return;
    for (i = changes + 1; i < s->in.list[changes].after; i = s->in.list[i].after)
        if (json_get(&s->in, i, "text") != JSON_NONE) text = json_get(&s->in, i, "text"); /* whole texts: the last one counts */
    if (text == JSON_NONE) return;
    free(d->text);
    d->text = json_string(&s->in, text, &d->len);
    publish(s, d);
}

static void did_close(server *s, size_t params)
{
    open_text *const d = text_of(s, params);
    if (d == NULL) return;
    put_diagnostics(s, d, NULL);
    close_text(s, d);
}

/* Completion and hover --------------------------------------------------------------------------------------------- */

static nvs_view view_of(const open_text *d)
{
    nvs_view v;
    v.ptr = d->text;
    v.len = d->len;
    return v;
}

/* The text and byte that a request is about; 0 after an error. */
static int asked(server *s, size_t params, open_text **d, size_t *offset)
{
    const long line = json_number(&s->in, json_path(&s->in, params, "position.line"));
    const long character = json_number(&s->in, json_path(&s->in, params, "position.character"));
    *d = text_of(s, params);
    if (*d == NULL || line < 0 || character < 0) {
        refuse(s, INVALID_PARAMS, *d == NULL ? "this text is not open" : "no position");
        return 0;
    }
    *offset = offset_of(s, *d, line, character);
    return 1;
}

static void put_doc(cli_buf *b, int message, const nvs_field_info *f)
{
    field_doc d;
    field_doc_of(message, f, &d);
    cli_putf(b, "**%s** ", nvs_field_name((int)f->name));
    put_type(b, f);
    cli_putf(b, ", %s, %s %s\n\n%s.\n\n", presence_text(f->presence), strcmp(d.since, "guide") == 0 ? "in the"
        : "since", d.since,
             d.meaning);
    if (f->type == NVS_TYPE_ENUM) {
        cli_putf(b, "Values: ");
        put_values(b, f->of, ", ");
        cli_putf(b, "\n\n");
    }
    cli_putf(b, "    %s%s", nvs_field_name((int)f->name), d.example);
}

static void markdown(server *s, const char *key, const cli_buf *b)
{
    cli_json_object(&s->j, key);
    cli_json_str(&s->j, "kind", "markdown");
    cli_json_text(&s->j, "value", b->ptr, b->len);
    cli_json_end(&s->j);
}

/* Kinds of completion items. */
enum { KIND_FIELD = 5, KIND_CLASS = 7, KIND_VALUE = 12, KIND_ENUM_MEMBER = 20 };

static void value_item(server *s, const char *name, const char *detail, unsigned kind)
{
    cli_json_object(&s->j, NULL);
    cli_json_str(&s->j, "label", name);
    cli_json_u64(&s->j, "kind", kind);
    cli_json_str(&s->j, "detail", detail);
    cli_json_end(&s->j);
}

static void field_items(server *s, const place *p)
{
    nvs_field_info f;
    unsigned i;
    for (i = 0; nvs_message_field_at(p->message, i, &f); i++) {
        cli_buf b = {NULL, 0, 0}, type = {NULL, 0, 0};
        if (f.presence != NVS_PRESENCE_REPEATED && i < 64 && (p->seen >> i & 1) != 0) continue;
        put_type(&type, &f);
        put_doc(&b, p->message, &f);
        cli_json_object(&s->j, NULL);
        cli_json_str(&s->j, "label", nvs_field_name((int)f.name));
        cli_json_u64(&s->j, "kind", f.type == NVS_TYPE_MESSAGE ? KIND_CLASS : KIND_FIELD);
        cli_json_str(&s->j, "detail", type.ptr);
        cli_json_raw(&s->j, "sortText", "\"%c%02u\"", f.presence == NVS_PRESENCE_REQUIRED ? 'a' : 'b', i);
        cli_json_raw(&s->j, "insertText", "\"%s%s\"", nvs_field_name((int)f.name),
                     f.type == NVS_TYPE_MESSAGE ? " { " : f.type == NVS_TYPE_STRING ? ": \\\"" : ": ");
        markdown(s, "documentation", &b);
        cli_json_end(&s->j);
        cli_buf_free(&b);
        cli_buf_free(&type);
    }
}

static int name_byte(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

static void name_item(server *s, const open_text *d, size_t from, size_t to, nvs_view name)
{
    mark m = {NULL, 0};
    cli_json_object(&s->j, NULL);
    cli_json_text(&s->j, "label", name.ptr, name.len);
    cli_json_u64(&s->j, "kind", KIND_VALUE);
    cli_json_object(&s->j, "textEdit");
    put_range(s, d, from, to, &m);
    cli_json_text(&s->j, "newText", name.ptr, name.len);
    cli_json_end(&s->j);
    cli_json_end(&s->j);
}

typedef struct known_items {
    server *s;
    const open_text *d;
    size_t from, to, count;
} known_items;

static void known_item(void *user, const char *name, unsigned seen, const char *sections)
{
    known_items *const k = (known_items *)user;
    (void)seen;
    (void)sections;
    if (k->count == MOST_NAMES || strncmp(name, k->d->text + k->from, k->to - k->from) != 0 ||
        strlen(name) == k->to - k->from) return;
    if (k->s->name_count > 0 && bsearch(&name, k->s->names, k->s->name_count, sizeof *k->s->names, by_text) != NULL) return;
    name_item(k->s, k->d, k->from, k->to, nvs_text(name));
    k->count++;
}

/* Metric names that begin with what is written before `to`: from the other sections, from --names, else from reports. */
static void name_items(server *s, const open_text *d, size_t to)
{
    const nvs_catalog *const known = &s->options->lists.known;
    size_t from = to, i, count = 0, len;
    while (from > 0 && (name_byte(d->text[from - 1]) || d->text[from - 1] == '.' || d->text[from - 1] == ':')) from--;
    len = to - from;
    cli_json_object(&s->j, "result");
    cli_json_array(&s->j, "items");
    for (i = 0; i < s->name_count && count < MOST_NAMES; i++)
        if (strncmp(s->names[i], d->text + from, len) == 0 && strlen(s->names[i]) > len) {
            name_item(s, d, from, to, nvs_text(s->names[i]));
            count++;
        }
    for (i = 0; i < known->count && count < MOST_NAMES; i++) {
        char *name;
        if (known->names[i].len <= len || memcmp(known->names[i].ptr, d->text + from, len) != 0) continue;
        name = copy_view(known->names[i]);
        if (s->name_count == 0 || bsearch(&name, s->names, s->name_count, sizeof *s->names, by_text) == NULL) {
            name_item(s, d, from, to, known->names[i]);
            count++;
        }
        free(name);
    }
    if (known->count == 0) {
        known_items k;
        k.s = s;
        k.d = d;
        k.from = from;
        k.to = to;
        k.count = count;
        each_known_name(known_item, &k);
        count = k.count;
    }
    cli_json_end(&s->j);
    cli_json_bool(&s->j, "isIncomplete", count == MOST_NAMES);
    cli_json_end(&s->j);
}

/* Whether a field holds one or more names of metrics. */
static int names_metrics(const place *p)
{
    if (!p->in_value || !p->has_field) return 0;
    return p->message == NVS_MESSAGE_METRIC_DEFINITION
               ? p->field.name == NVS_FIELD_EXPRESSION
               : (p->message == NVS_MESSAGE_METRIC || p->message == NVS_MESSAGE_METRIC_OPTION) &&
                   p->field.name == NVS_FIELD_NAME;
}

static void completion(server *s, size_t params)
{
    open_text *d;
    size_t offset;
    place p;
    nvs_view before;
    const char *name;
    int32_t value;
    unsigned i;
    if (!asked(s, params, &d, &offset)) return;
    before = view_of(d);
    before.len = offset; /* what comes after is ignored: a quote that is still open would hide it */
    while (before.len > 0 && name_byte(d->text[before.len - 1])) before.len--;
    place_of(before, before.len, top_of(d->path), &p);
    if (!begin(s)) return;
    put_id(s);
    if (p.in_string && names_metrics(&p)) {
        name_items(s, d, offset);
        send(s);
        return;
    }
    cli_json_array(&s->j, "result");
    if (p.in_comment || p.in_string) { /* nothing */
    } else if (p.in_value && p.has_field && p.field.type == NVS_TYPE_ENUM)
        for (i = 0; nvs_enum_value_at(p.field.of, i, &name, &value); i++)
            value_item(s, name, nvs_field_name((int)p.field.name), KIND_ENUM_MEMBER);
    else if (p.in_value && p.has_field && p.field.type == NVS_TYPE_BOOL) {
        value_item(s, "true", nvs_field_name((int)p.field.name), KIND_VALUE);
        value_item(s, "false", nvs_field_name((int)p.field.name), KIND_VALUE);
    } else if (!p.in_value && p.message >= 0) field_items(s, &p);
    cli_json_end(&s->j);
    send(s);
}

/* What the metric name at a byte of a text means; 0: nothing is known about it. */
static int put_metric(cli_buf *b, const open_text *d, size_t at)
{
    const char *from = d->text + at, *to = from, *const end = d->text + d->len;
    cli_buf meaning = {NULL, 0, 0};
    nvs_view name;
    int known;
    while (from > d->text && (name_byte(from[-1]) || from[-1] == '.')) from--;
    while (to < end && (name_byte(*to) || *to == '.')) to++;
    name.ptr = from;
    name.len = (size_t)(to - from);
    known = name.len > 0 && put_meaning(&meaning, name);
    if (known) cli_putf(b, "**%.*s**\n\n%s.", (int)name.len, name.ptr, meaning.ptr);
    cli_buf_free(&meaning);
    return known;
}

static void hover(server *s, size_t params)
{
    open_text *d;
    size_t offset;
    place p;
    mark m = {NULL, 0};
    if (!asked(s, params, &d, &offset)) return;
    place_of(view_of(d), offset, top_of(d->path), &p);
    if (!begin(s)) return;
    put_id(s);
    if (p.has_field && p.message >= 0 && p.token.text.len > 0 && p.token.kind != NVS_TOKEN_KIND_SYMBOL &&
        p.token.kind != NVS_TOKEN_KIND_COMMENT) {
        cli_buf b = {NULL, 0, 0};
        if (p.token.kind != NVS_TOKEN_KIND_STRING || !names_metrics(&p) || !put_metric(&b, d, offset))
            put_doc(&b, p.message, &p.field);
        cli_json_object(&s->j, "result");
        markdown(s, "contents", &b);
        put_range(s, d, p.token.offset, p.token.offset + p.token.text.len, &m);
        cli_json_end(&s->j);
        cli_buf_free(&b);
    } else cli_json_null(&s->j, "result");
    send(s);
}

/* Other help ------------------------------------------------------------------------------------------------------- */

/* What fmt makes of the text, as one edit; null for a text with mistakes. */
static void formatting(server *s, size_t params)
{
    open_text *const d = text_of(s, params);
    nvs_document_options o;
    nvs_document *doc;
    mark m = {NULL, 0};
    if (d == NULL) {
        refuse(s, INVALID_PARAMS, "this text is not open");
        return;
    }
    memset(&o, 0, sizeof o);
    o.lenient = s->options->lenient;
    o.top = top_of(d->path);
    o.memory.max_memory = (size_t)1 << 30;
    doc = nvs_document_open(d->text, d->len, &o, NULL);
    if (begin(s)) {
        put_id(s);
        if (doc == NULL || doc->errors > 0) cli_json_null(&s->j, "result");
        else {
            cli_buf to = formatted(d->text, d->len);
            cli_json_array(&s->j, "result");
            if (to.len != d->len || (to.len > 0 && memcmp(to.ptr, d->text, to.len) != 0)) {
                cli_json_object(&s->j, NULL);
                put_range(s, d, 0, d->len, &m);
                cli_json_text(&s->j, "newText", to.ptr != NULL ? to.ptr : "", to.len);
                cli_json_end(&s->j);
            }
            cli_json_end(&s->j);
            cli_buf_free(&to);
        }
        send(s);
    }
    nvs_document_close(doc);
}

/* For each diagnostic that the editor sends along: the word probably meant, in its place. */
static void code_action(server *s, size_t params)
{
    const size_t list = json_path(&s->in, params, "context.diagnostics"), uri = json_path(&s->in, params, "textDocument.uri");
    static const char *const ends[] = {"start", "end"};
    size_t i, len;
    unsigned e;
    char *const of = json_string(&s->in, uri, &len);
    if (begin(s)) {
        put_id(s);
        cli_json_array(&s->j, "result");
        for (i = list + 1; list != JSON_NONE && s->in.list[list].kind == '[' && i < s->in.list[list].after;
             i = s->in.list[i].after) {
            char *const word = json_string(&s->in, json_get(&s->in, i, "data"), &len);
            const size_t range = json_get(&s->in, i, "range");
            cli_buf title = {NULL, 0, 0};
            cli_putf(&title, "Change to %s", word);
            if (len > 0 && range != JSON_NONE) {
                cli_json_object(&s->j, NULL);
                cli_json_text(&s->j, "title", title.ptr, title.len);
                cli_json_str(&s->j, "kind", "quickfix");
                cli_json_object(&s->j, "edit");
                cli_json_object(&s->j, "changes");
                cli_json_array(&s->j, of);
                cli_json_object(&s->j, NULL);
                cli_json_object(&s->j, "range");
                for (e = 0; e < 2; e++) {
                    const size_t at = json_get(&s->in, range, ends[e]);
                    const long line = json_number(&s->in, json_get(&s->in, at, "line"));
                    const long character = json_number(&s->in, json_get(&s->in, at, "character"));
                    cli_json_object(&s->j, ends[e]);
                    cli_json_u64(&s->j, "line", line > 0 ? (uint64_t)line : 0);
                    cli_json_u64(&s->j, "character", character > 0 ? (uint64_t)character : 0);
                    cli_json_end(&s->j);
                }
                cli_json_end(&s->j);
                cli_json_text(&s->j, "newText", word, len);
                cli_json_end(&s->j);
                cli_json_end(&s->j);
                cli_json_end(&s->j);
                cli_json_end(&s->j);
                cli_json_end(&s->j);
            }
            cli_buf_free(&title);
            free(word);
        }
        cli_json_end(&s->j);
        send(s);
    }
    free(of);
}

/* The session ------------------------------------------------------------------------------------------------------ */

static void initialize(server *s, size_t params)
{
    const size_t encodings = json_path(&s->in, params, "capabilities.general.positionEncodings");
    size_t i;
    for (i = encodings; encodings != JSON_NONE && i < s->in.list[encodings].after; i++)
        if (json_is(&s->in, i, "utf-8")) s->utf8 = 1;
    s->initialized = 1;
    if (!begin(s)) return;
    put_id(s);
    cli_json_object(&s->j, "result");
    cli_json_object(&s->j, "capabilities");
    cli_json_str(&s->j, "positionEncoding", s->utf8 ? "utf-8" : "utf-16");
    cli_json_object(&s->j, "textDocumentSync");
    cli_json_bool(&s->j, "openClose", 1);
    cli_json_u64(&s->j, "change", 1); /* whole texts */
    cli_json_end(&s->j);
    cli_json_object(&s->j, "completionProvider");
    cli_json_array(&s->j, "triggerCharacters");
    cli_json_str(&s->j, NULL, "\"");
    cli_json_str(&s->j, NULL, ".");
    cli_json_end(&s->j);
    cli_json_end(&s->j);
    cli_json_bool(&s->j, "hoverProvider", 1);
    cli_json_bool(&s->j, "documentFormattingProvider", 1);
    cli_json_bool(&s->j, "codeActionProvider", 1);
    cli_json_end(&s->j);
    cli_json_object(&s->j, "serverInfo");
    cli_json_str(&s->j, "name", "nvsection");
    cli_json_str(&s->j, "version", VERSION);
    cli_json_end(&s->j);
    cli_json_end(&s->j);
    send(s);
}

static void shutdown_server(server *s)
{
    s->stopped = 1;
    if (!begin(s)) return;
    put_id(s);
    cli_json_null(&s->j, "result");
    send(s);
}

/* Handles a message; 0 if it ends the session. */
static int message(server *s, const char *text, size_t len)
{
    static const struct {
        const char *method;
        void (*run)(server *s, size_t params);
        int request;
    } methods[] = {{"initialize", initialize, 1},
                   {"textDocument/completion", completion, 1},
                   {"textDocument/hover", hover, 1},
                   {"textDocument/formatting", formatting, 1},
                   {"textDocument/codeAction", code_action, 1},
                   {"textDocument/didOpen", did_open, 0},
                   {"textDocument/didChange", did_change, 0},
                   {"textDocument/didClose", did_close, 0}};
    size_t method, params, i;
    int asks, go_on = 1;
    if (!json_read(&s->in, text, len)) {
        s->in.count = 0;
        refuse(s, PARSE_ERROR, "this is not JSON");
        json_free(&s->in);
        return 1;
    }
    method = json_get(&s->in, 0, "method");
    params = json_get(&s->in, 0, "params");
    asks = json_get(&s->in, 0, "id") != JSON_NONE;
    for (i = 0; i < sizeof methods / sizeof methods[0] && !json_is(&s->in, method, methods[i].method); i++) continue;
    if (json_is(&s->in, method, "exit")) go_on = 0;
    else if (method == JSON_NONE) {
        if (json_get(&s->in, 0, "result") == JSON_NONE && json_get(&s->in, 0, "error") == JSON_NONE)
            refuse(s, INVALID_REQUEST, "a message without a method");
    } else if (s->stopped) {
        if (asks) refuse(s, INVALID_REQUEST, "the server is shut down");
    } else if (!s->initialized && i != 0) {
        if (asks) refuse(s, NOT_INITIALIZED, "initialize comes first");
    } else if (json_is(&s->in, method, "shutdown") && asks) shutdown_server(s);
    else if (i < sizeof methods / sizeof methods[0] && methods[i].request == asks) methods[i].run(s, params);
    else if (asks) refuse(s, UNKNOWN_METHOD, "this server does not know the method");
    json_free(&s->in);
    return go_on;
}

/* Reads the header lines of a message; returns its length, 0 at the end of the input, -1 with a message. */
static long header(server *s, FILE *from)
{
    char line[256];
    long len = -1;
    while (fgets(line, sizeof line, from) != NULL) {
        const size_t n = strcspn(line, "\r\n");
        if (line[n] == 0) break; /* longer than any relevant line, or cut */
        if (n == 0 && len > 0) return len;
        if (n == 0) break;
        if (strncmp(line, "Content-Length:", 15) == 0) {
            char *end;
            len = strtol(line + 15, &end, 10);
            if (end != line + n || len <= 0 || len > MOST_BYTES) break;
        }
    }
    if (feof(from) && len < 0) return 0;
    cli_error(s->c, "standard input: a message without a proper Content-Length");
    return -1;
}

static int run(request *q, void *options)
{
    work *const w = work_of(q, options);
    server s;
    long len;
    int go_on = 1;
    memset(&s, 0, sizeof s);
    s.c = q->c;
    s.options = w;
    if (!read_names(q->c, w->names, w->expand, &w->lists)) return CLI_INPUT;
    while (go_on && (len = header(&s, stdin)) > 0) {
        char *const text = (char *)cli_alloc((size_t)len + 1, 1);
        go_on = fread(text, 1, (size_t)len, stdin) == (size_t)len && message(&s, text, (size_t)len);
        free(text);
    }
    while (s.count > 0) close_text(&s, &s.open[0]);
    forget_names(&s);
    free(s.names);
    free(s.open);
    return go_on && len < 0 ? CLI_INPUT : s.stopped && !go_on ? CLI_FINE : CLI_FINDING;
}

static const option rows[] = {OPT_NAMES, OPT_LENIENT, OPTION_END};

const verb lsp_verb = {"lsp", rows, sizeof(work), run, begin_work, end_work,
    "a language server for editors, over standard input and output: what lint finds while a section or chart is written, with fixes; "
    "completes and explains fields, values and metrics; formats as fmt",
    "The other sections in the folder are read as well. docs/EDITORS.md has the\n"
    "  lines for editors, which all start the same command: nvsection lsp\n"
    "  Exit code: 0 after shutdown and exit, 1 for an end without them.",
    NULL, USE_VALUE, NULL, MAY_READ, NULL};
