/* lsp: a language server for editors, over standard input and output. */
#include "lsp.h"
#include "options.h"
#include "place.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BYTES = 64 << 20, MOST_DIAGNOSTICS = 1000, MOST_NAMES = 200 };

/* Messages --------------------------------------------------------------------------------------------------------- */

int message_begin(server *s)
{
    s->out = NULL;
    s->to = open_memstream(&s->out, &s->out_len);
    if (s->to == NULL) return 0;
    cli_json_init(&s->j, s->to, CLI_UTF8, 0);
    cli_json_object(&s->j, NULL);
    cli_json_str(&s->j, "jsonrpc", "2.0");
    return 1;
}

void message_send(server *s)
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
void put_id(server *s)
{
    const size_t id = json_get(&s->in, 0, "id");
    const json_value *const v = id != JSON_NONE ? &s->in.list[id] : NULL;
    if (v != NULL && v->kind == '0') cli_json_raw(&s->j, "id", "%.*s", (int)v->len, s->in.text + v->at);
    else if (v != NULL && v->kind == '"') cli_json_raw(&s->j, "id", "\"%.*s\"", (int)v->len, s->in.text + v->at);
    else cli_json_null(&s->j, "id");
}

void refuse(server *s, int code, const char *message)
{
    if (!message_begin(s)) return;
    put_id(s);
    cli_json_object(&s->j, "error");
    cli_json_i64(&s->j, "code", code);
    cli_json_str(&s->j, "message", message);
    cli_json_end(&s->j);
    message_send(s);
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

size_t offset_of(const server *s, const open_text *d, long line, long character)
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

static nvs_access list_files(void *user, const char *path, int (*found_fn)(void *to, const char *name, int is_folder),
    void *to)
{
    const overlay *const o = (const overlay *)user;
    return o->disk.list_fn(o->disk.user, path, found_fn, to);
}

static nvs_access size_of_file(void *user, const char *path, uint64_t *size)
{
    const overlay *const o = (const overlay *)user;
    const open_text *const d = open_at(o->s, path);
    if (d == NULL) return o->disk.size_fn(o->disk.user, path, size);
    *size = d->len;
    return NVS_ACCESS_OK;
}

static nvs_access read_file(void *user, const char *path, char *to, size_t size)
{
    const overlay *const o = (const overlay *)user;
    const open_text *const d = open_at(o->s, path);
    if (d == NULL) return o->disk.read_fn(o->disk.user, path, to, size);
    if (size != d->len) return NVS_ACCESS_FAILED;
    memcpy(to, d->text, size);
    return NVS_ACCESS_OK;
}

static void put_diagnostics(server *s, const open_text *d, const lint *l)
{
    mark m = {NULL, 0};
    size_t i, count = 0;
    if (!message_begin(s)) return;
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
    message_send(s);
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

/* A chart is one body item, not a section. */
static void take_chart(folder *f, const open_text *d)
{
    nvs_document_options options;
    memset(&options, 0, sizeof options);
    options.lenient = f->w.lenient;
    options.memory.max_memory = (size_t)1 << 30;
    options.top = top_of(d->path);
    f->chart.path = nvs_text(d->path);
    f->chart.document = nvs_document_open(d->text, d->len, &options, NULL);
    f->chart.state = f->chart.document != NULL && f->chart.document->errors == 0 ? NVS_FILE_STATE_OK : NVS_FILE_STATE_WRONG;
    f->chart.same_as = NVS_INDEX_NONE;
    f->w.charts = &f->chart;
    f->w.chart_count = f->chart.document != NULL;
}

static void take_sections(server *s, folder *f, const open_text *d)
{
    overlay o;
    nvs_files files;
    size_t i;
    uint32_t k;
    if (d->is_file) {
        nvs_view path = nvs_text(d->path);
        path.len = folder_of(d->path);
        o.s = s;
        nvs_posix_files(&o.disk);
        files.user = &o;
        files.list_fn = list_files;
        files.size_fn = size_of_file;
        files.read_fn = read_file;
        if (path.len > 0) (void)nvs_library_load(f->w.library, &files, path, 0, NULL);
    }
    for (i = 0; i < s->count; i++) { /* those not on disk yet */
        const open_text *const x = &s->open[i];
        if (x != d && (!same_folder(x, d) || top_of(x->path) != NVS_MESSAGE_SECTION)) continue;
        for (k = 0; k < f->w.library->count && strcmp(f->w.library->files[k].path.ptr, x->path) != 0; k++) continue;
        if (k == f->w.library->count) (void)nvs_library_add(f->w.library, nvs_text(x->path), x->text, x->len, NULL);
    }
}

int folder_open(server *s, folder *f, const open_text *d)
{
    nvs_library_options options;
    memset(&options, 0, sizeof options);
    memset(f, 0, sizeof *f);
    f->w = *s->options;
    options.lenient = f->w.lenient;
    options.memory.max_memory = (size_t)1 << 30;
    f->w.library = nvs_library_open(&options, NULL);
    if (f->w.library == NULL) return 0;
    if (top_of(d->path) != NVS_MESSAGE_SECTION) take_chart(f, d);
    else take_sections(s, f, d);
    (void)nvs_library_pick(f->w.library, NVS_PICK_ALL, nvs_text(NULL), NULL, NULL);
    f->w.roots = (const nvs_node **)cli_alloc(f->w.library->count + 1, sizeof *f->w.roots);
    f->w.root_count = nvs_library_sections(f->w.library, f->w.roots);
    return 1;
}

void folder_close(folder *f)
{
    free(f->w.roots);
    nvs_document_close((nvs_document *)(uintptr_t)f->chart.document);
    nvs_library_close(f->w.library);
}

/* Checks a text along with the other sections of its folder, and reports findings for those that are open. */
static void publish(server *s, const open_text *changed)
{
    folder f;
    lint l;
    size_t i;
    if (!folder_open(s, &f, changed)) return;
    lint_work(&l, &f.w, s->grammar);
    if (f.w.charts == NULL) remember_names(s, &f.w, &l);
    for (i = 0; i < s->count; i++)
        if (&s->open[i] == changed ||
            (same_folder(&s->open[i], changed) && top_of(s->open[i].path) == NVS_MESSAGE_SECTION && f.w.charts == NULL))
            put_diagnostics(s, &s->open[i], &l);
    lint_free(&l);
    folder_close(&f);
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

open_text *open_text_of(server *s, size_t params)
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
    open_text *d = open_text_of(s, params);
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

/* One change: the whole text, or what stands between two places. */
static void change(server *s, open_text *d, size_t at)
{
    const size_t range = json_get(&s->in, at, "range");
    size_t len, from = 0, to = d->len;
    char *const text = json_string(&s->in, json_get(&s->in, at, "text"), &len);
    char *whole;
    if (range != JSON_NONE) {
        const long line = json_number(&s->in, json_path(&s->in, range, "start.line")), last = json_number(&s->in, json_path(&s->in, range, "end.line"));
        const long character = json_number(&s->in, json_path(&s->in, range, "start.character"));
        const long end = json_number(&s->in, json_path(&s->in, range, "end.character"));
        if (line >= 0 && character >= 0) from = offset_of(s, d, line, character);
        if (last >= 0 && end >= 0) to = offset_of(s, d, last, end);
        if (to < from) to = from;
    }
    whole = (char *)cli_alloc(from + len + (d->len - to) + 1, 1);
    memcpy(whole, d->text, from);
    memcpy(whole + from, text, len);
    memcpy(whole + from + len, d->text + to, d->len - to);
    d->len = from + len + (d->len - to);
    free(d->text);
    free(text);
    d->text = whole;
}

static void did_change(server *s, size_t params)
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
    if (count > 0) publish(s, d);
}

static void did_close(server *s, size_t params)
{
    open_text *const d = open_text_of(s, params);
    if (d == NULL) return;
    put_diagnostics(s, d, NULL);
    close_text(s, d);
}

/* Completion and hover --------------------------------------------------------------------------------------------- */

nvs_view text_view(const open_text *d)
{
    nvs_view v;
    v.ptr = d->text;
    v.len = d->len;
    return v;
}

/* The text and byte that a request is about; 0 after an error. */
int asked(server *s, size_t params, open_text **d, size_t *offset)
{
    const long line = json_number(&s->in, json_path(&s->in, params, "position.line"));
    const long character = json_number(&s->in, json_path(&s->in, params, "position.character"));
    *d = open_text_of(s, params);
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

static void name_item(server *s, const open_text *d, size_t from, size_t to, nvs_view name, mark *m)
{
    cli_buf unit = {NULL, 0, 0};
    cli_json_object(&s->j, NULL);
    cli_json_text(&s->j, "label", name.ptr, name.len);
    cli_json_u64(&s->j, "kind", KIND_VALUE);
    put_unit(&unit, s->grammar, name);
    if (unit.len > 0) cli_json_text(&s->j, "detail", unit.ptr, unit.len);
    cli_buf_free(&unit);
    cli_json_object(&s->j, "textEdit");
    put_range(s, d, from, to, m);
    cli_json_text(&s->j, "newText", name.ptr, name.len);
    cli_json_end(&s->j);
    cli_json_end(&s->j);
}

typedef struct known_items {
    server *s;
    const open_text *d;
    size_t from, to, count;
    mark m;
} known_items;

static void known_item(known_items *k, const char *name)
{
    if (strncmp(name, k->d->text + k->from, k->to - k->from) != 0 || strlen(name) == k->to - k->from) return;
    if (k->s->name_count > 0 && bsearch(&name, k->s->names, k->s->name_count, sizeof *k->s->names, by_text) != NULL) return;
    name_item(k->s, k->d, k->from, k->to, nvs_text(name), &k->m);
    k->count++;
}

static void known_base_items(const base_row *row, void *user)
{
    known_items *const k = (known_items *)user;
    const size_t written = k->to - k->from, len = strlen(row->base);
    const char *suffix = row->suffixes;
    if (strncmp(row->base, k->d->text + k->from, written < len ? written : len) != 0) return;
    while (*suffix != 0 && k->count < MOST_NAMES) {
        const size_t n = strcspn(suffix, " ");
        char name[512];
        if (*suffix == '-') snprintf(name, sizeof name, "%s", row->base);
        else snprintf(name, sizeof name, "%s.%.*s", row->base, (int)n, suffix);
        known_item(k, name);
        suffix += n + (suffix[n] != 0);
    }
}

/* Metric names that begin with what is written before `to`: from the other sections, from --names, else from reports. */
static void name_items(server *s, const open_text *d, size_t to)
{
    const nvs_catalog *const known = &s->options->lists.known;
    size_t from = to, i, count = 0, len;
    known_items k;
    while (from > 0 && (name_byte(d->text[from - 1]) || d->text[from - 1] == '.' || d->text[from - 1] == ':')) from--;
    len = to - from;
    k.m.line = NULL;
    k.m.number = 0;
    cli_json_object(&s->j, "result");
    cli_json_array(&s->j, "items");
    for (i = 0; i < s->name_count && count < MOST_NAMES; i++)
        if (strncmp(s->names[i], d->text + from, len) == 0 && strlen(s->names[i]) > len) {
            name_item(s, d, from, to, nvs_text(s->names[i]), &k.m);
            count++;
        }
    for (i = 0; i < known->count && count < MOST_NAMES; i++) {
        char *name;
        if (known->names[i].len <= len || memcmp(known->names[i].ptr, d->text + from, len) != 0) continue;
        name = copy_view(known->names[i]);
        if (s->name_count == 0 || bsearch(&name, s->names, s->name_count, sizeof *s->names, by_text) == NULL) {
            name_item(s, d, from, to, known->names[i], &k.m);
            count++;
        }
        free(name);
    }
    if (known->count == 0) {
        k.s = s;
        k.d = d;
        k.from = from;
        k.to = to;
        k.count = count;
        each_base(known_base_items, &k);
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
    before = text_view(d);
    before.len = offset; /* what comes after is ignored: a quote that is still open would hide it */
    while (before.len > 0 && name_byte(d->text[before.len - 1])) before.len--;
    place_of(before, before.len, top_of(d->path), &p);
    if (!message_begin(s)) return;
    put_id(s);
    if (p.in_string && names_metrics(&p)) {
        name_items(s, d, offset);
        message_send(s);
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
    message_send(s);
}

/* Unit, type and GPUs of a metric. */
static void put_facts(cli_buf *b, const grammar *g, nvs_view name)
{
    const unsigned *const ccs = catalogue_ccs();
    cli_buf unit = {NULL, 0, 0};
    name_facts f;
    size_t i, count = 0;
    grammar_ask(g, name, &f);
    put_unit(&unit, g, name);
    if (unit.len > 0) cli_putf(b, "\n\nUnit: %s", unit.ptr);
    cli_buf_free(&unit);
    if (f.type == 'c' || f.type == 'r' || f.type == 't')
        cli_putf(b, "\n\n%s", f.type == 'c' ? "Counter: .sum, .avg, .min, .max" : f.type == 'r' ? "Ratio: .pct, .ratio, .max_rate"
                                                                               : "Throughput: .avg.pct_of_peak_sustained_elapsed");
    for (i = 0; ccs[i] != 0; i++)
        if (f.seen >> i & 1) cli_putf(b, "%s%u.%u", count++ == 0 ? "\n\nSeen on compute capability " : ", ", ccs[i] / 10, ccs[i] % 10);
    if (f.state == NAME_POSSIBLE) cli_putf(b, "\n\nNot seen yet, but all its words are those of other metrics.");
}

/* What the metric name at a byte of a text means; 0: nothing is known about it. */
static int put_metric(server *s, cli_buf *b, const open_text *d, size_t at)
{
    const char *from = d->text + at, *to = from, *const end = d->text + d->len;
    cli_buf meaning = {NULL, 0, 0};
    nvs_view name;
    int known;
    while (from > d->text && (name_byte(from[-1]) || from[-1] == '.')) from--;
    while (to < end && (name_byte(*to) || *to == '.')) to++;
    name.ptr = from;
    name.len = (size_t)(to - from);
    if (name.len > 0 && put_definition(s, b, d, name)) return 1;
    known = name.len > 0 && put_meaning(&meaning, name);
    if (known) {
        cli_putf(b, "**%.*s**\n\n%s.", (int)name.len, name.ptr, meaning.ptr);
        put_facts(b, s->grammar, name);
    }
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
    place_of(text_view(d), offset, top_of(d->path), &p);
    if (!message_begin(s)) return;
    put_id(s);
    if (p.has_field && p.message >= 0 && p.token.text.len > 0 && p.token.kind != NVS_TOKEN_KIND_SYMBOL &&
        p.token.kind != NVS_TOKEN_KIND_COMMENT) {
        cli_buf b = {NULL, 0, 0};
        const int named = names_metrics(&p) || (p.in_value && p.message == NVS_MESSAGE_METRIC_DEFINITION && p.field.name == NVS_FIELD_NAME);
        if (p.token.kind != NVS_TOKEN_KIND_STRING || !named || !put_metric(s, &b, d, offset))
            put_doc(&b, p.message, &p.field);
        cli_json_object(&s->j, "result");
        markdown(s, "contents", &b);
        put_range(s, d, p.token.offset, p.token.offset + p.token.text.len, &m);
        cli_json_end(&s->j);
        cli_buf_free(&b);
    } else cli_json_null(&s->j, "result");
    message_send(s);
}

/* Other help ------------------------------------------------------------------------------------------------------- */

static nvs_document *parse(const server *s, const open_text *d, const char *text, size_t len)
{
    nvs_document_options o;
    memset(&o, 0, sizeof o);
    o.lenient = s->options->lenient;
    o.top = top_of(d->path);
    o.memory.max_memory = (size_t)1 << 30;
    return nvs_document_open(text, len, &o, NULL);
}

/* Whether a text is well formed, whatever its fields mean. */
static int is_sound(const nvs_document *doc)
{
    uint32_t i;
    if (doc == NULL || doc->diagnostic_count < doc->errors) return 0;
    for (i = 0; i < doc->diagnostic_count; i++)
        switch (doc->diagnostics[i].issue) {
        case NVS_ISSUE_UNKNOWN_FIELD: case NVS_ISSUE_ENUM: case NVS_ISSUE_RANGE: case NVS_ISSUE_DUPLICATE: case NVS_ISSUE_REQUIRED: break;
        default:
            if (!doc->diagnostics[i].warning) return 0;
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
static void formatting(server *s, size_t params)
{
    open_text *const d = open_text_of(s, params);
    nvs_document *doc;
    mark m = {NULL, 0};
    if (d == NULL) {
        refuse(s, INVALID_PARAMS, "this text is not open");
        return;
    }
    doc = parse(s, d, d->text, d->len);
    if (message_begin(s)) {
        put_id(s);
        cli_json_array(&s->j, "result");
        if (is_sound(doc)) put_edit(s, d, 0, d->len, &m);
        else put_sound_parts(s, d);
        cli_json_end(&s->j);
        message_send(s);
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
    if (message_begin(s)) {
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
        message_send(s);
    }
    free(of);
}

/* Settings: {"report": PATH, "result": N}, alone or below "nvsection". */
static void settings(server *s, size_t at)
{
    const size_t own = json_get(&s->in, at, "nvsection");
    size_t report, len;
    long skip;
    if (own != JSON_NONE) at = own;
    report = json_get(&s->in, at, "report");
    if (at == JSON_NONE) return;
    free(s->report);
    s->report = report != JSON_NONE && s->in.list[report].kind == '"' ? json_string(&s->in, report, &len) : NULL;
    skip = json_number(&s->in, json_get(&s->in, at, "result"));
    s->skip = skip > 0 ? (uint64_t)skip - 1 : 0;
}

static void did_change_configuration(server *s, size_t params)
{
    settings(s, json_get(&s->in, params, "settings"));
}

/* The session ------------------------------------------------------------------------------------------------------ */

static void initialize(server *s, size_t params)
{
    static const char *const provided[] = {"hoverProvider", "documentFormattingProvider", "codeActionProvider", "definitionProvider",
        "referencesProvider", "documentSymbolProvider", "workspaceSymbolProvider", "foldingRangeProvider"};
    const size_t encodings = json_path(&s->in, params, "capabilities.general.positionEncodings");
    size_t i;
    settings(s, json_get(&s->in, params, "initializationOptions"));
    for (i = encodings; encodings != JSON_NONE && i < s->in.list[encodings].after; i++)
        if (json_is(&s->in, i, "utf-8")) s->utf8 = 1;
    s->initialized = 1;
    if (!message_begin(s)) return;
    put_id(s);
    cli_json_object(&s->j, "result");
    cli_json_object(&s->j, "capabilities");
    cli_json_str(&s->j, "positionEncoding", s->utf8 ? "utf-8" : "utf-16");
    cli_json_object(&s->j, "textDocumentSync");
    cli_json_bool(&s->j, "openClose", 1);
    cli_json_u64(&s->j, "change", 2); /* what changes */
    cli_json_end(&s->j);
    cli_json_object(&s->j, "completionProvider");
    cli_json_array(&s->j, "triggerCharacters");
    cli_json_str(&s->j, NULL, "\"");
    cli_json_str(&s->j, NULL, ".");
    cli_json_end(&s->j);
    cli_json_end(&s->j);
    for (i = 0; i < sizeof provided / sizeof provided[0]; i++) cli_json_bool(&s->j, provided[i], 1);
    cli_json_object(&s->j, "renameProvider");
    cli_json_bool(&s->j, "prepareProvider", 1);
    cli_json_end(&s->j);
    put_legend(s);
    cli_json_end(&s->j);
    cli_json_object(&s->j, "serverInfo");
    cli_json_str(&s->j, "name", "nvsection");
    cli_json_str(&s->j, "version", VERSION);
    cli_json_end(&s->j);
    cli_json_end(&s->j);
    message_send(s);
}

static void shutdown_server(server *s)
{
    s->stopped = 1;
    if (!message_begin(s)) return;
    put_id(s);
    cli_json_null(&s->j, "result");
    message_send(s);
}

/* Handles a message; 0 if it ends the session. */
static int message(server *s, const char *text, size_t len, int cancelled)
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
                   {"textDocument/definition", definition, 1},
                   {"textDocument/references", references, 1},
                   {"textDocument/prepareRename", prepare_rename, 1},
                   {"textDocument/rename", rename_symbol, 1},
                   {"textDocument/documentSymbol", document_symbols, 1},
                   {"workspace/symbol", workspace_symbols, 1},
                   {"textDocument/foldingRange", folding_ranges, 1},
                   {"textDocument/semanticTokens/full", semantic_tokens, 1},
                   {"workspace/didChangeConfiguration", did_change_configuration, 0},
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
    if (cancelled && s->initialized && asks) refuse(s, CANCELLED, "cancelled");
    else if (json_is(&s->in, method, "exit")) go_on = 0;
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

/* Input -------------------------------------------------------------------------------------------------------------- */

/* What has come and is not dealt with yet. */
typedef struct input {
    char *bytes;
    size_t len, room, at;
} input;

/* Waits for more; 0 at the end. */
static int fill(input *in)
{
    enum { PIECE = 65536 };
    ssize_t got;
    if (in->at > 0) {
        memmove(in->bytes, in->bytes + in->at, in->len - in->at);
        in->len -= in->at;
        in->at = 0;
    }
    in->bytes = (char *)cli_grow(in->bytes, &in->room, in->len + PIECE, 1);
    do got = read(STDIN_FILENO, in->bytes + in->len, PIECE);
    while (got < 0 && errno == EINTR);
    if (got <= 0) return 0;
    in->len += (size_t)got;
    return 1;
}

/* Where the message after the header lines at an offset begins, and its length. 0: more is needed; -1: no proper header. */
static long header(const input *in, size_t at, size_t *begins)
{
    enum { MOST_LINE = 255 };
    long len = -1;
    for (;;) {
        const char *const line = in->bytes + at, *const stop = at < in->len ? (const char *)memchr(line, '\n', in->len - at) : NULL;
        char text[MOST_LINE + 1], *end;
        size_t n;
        if (stop == NULL) return in->len - at > MOST_LINE ? -1 : 0;
        n = (size_t)(stop - line);
        if (n > MOST_LINE) return -1;
        memcpy(text, line, n);
        at += n + 1;
        if (n > 0 && text[n - 1] == '\r') n--;
        text[n] = 0;
        if (n == 0) {
            *begins = at;
            return len > 0 ? len : -1;
        }
        if (strncmp(text, "Content-Length:", 15) != 0) continue;
        len = strtol(text + 15, &end, 10);
        if (end != text + n || len <= 0 || len > MOST_BYTES) return -1;
    }
}

/* The next message, which stays until the one after it; 0 at the end, -1 with a message. */
static long next_message(server *s, input *in, const char **text)
{
    size_t begins;
    for (;;) {
        const long len = header(in, in->at, &begins);
        if (len < 0) {
            cli_error(s->c, "standard input: a message without a proper Content-Length");
            return -1;
        }
        if (len > 0 && in->len - begins >= (size_t)len) {
            *text = in->bytes + begins;
            in->at = begins + (size_t)len;
            return len;
        }
        if (fill(in)) continue;
        if (len == 0 && in->len > in->at) cli_error(s->c, "standard input: a message without a proper Content-Length");
        return len == 0 && in->len > in->at ? -1 : 0;
    }
}

/* Whether a message is the cancellation of a request with this id, verbatim. */
static int cancels(const char *text, size_t len, const char *id, size_t id_len)
{
    json_text j;
    size_t of;
    int same = 0;
    if (json_read(&j, text, len) && json_is(&j, json_get(&j, 0, "method"), "$/cancelRequest")) {
        of = json_path(&j, 0, "params.id");
        same = of != JSON_NONE && j.list[of].len == id_len && memcmp(text + j.list[of].at, id, id_len) == 0;
    }
    json_free(&j);
    return same;
}

/* Whether a message is a request that the client has taken back by now. */
static int is_cancelled(const input *in, const char *text, size_t len)
{
    json_text j;
    size_t at = in->at, id, begins;
    long next;
    int found = 0;
    if (at >= in->len || !json_read(&j, text, len)) {
        if (at < in->len) json_free(&j);
        return 0;
    }
    id = json_get(&j, 0, "id");
    while (id != JSON_NONE && !found && (next = header(in, at, &begins)) > 0 && in->len - begins >= (size_t)next) {
        if (next < 200) found = cancels(in->bytes + begins, (size_t)next, text + j.list[id].at, j.list[id].len);
        at = begins + (size_t)next;
    }
    json_free(&j);
    return found;
}

/* What has come meanwhile, without waiting. The message that is looked at stays where it is. */
static void look_ahead(input *in, const char **text)
{
    struct pollfd p;
    p.fd = STDIN_FILENO;
    p.events = POLLIN;
    if (in->len - in->at < MOST_BYTES && poll(&p, 1, 0) > 0 && (p.revents & POLLIN) != 0) {
        const size_t held = in->at, from = (size_t)(*text - in->bytes);
        in->at = 0; /* nothing moves */
        (void)fill(in);
        in->at = held;
        *text = in->bytes + from;
    }
}

static int run(request *q, void *options)
{
    work *const w = work_of(q, options);
    server s;
    input in = {NULL, 0, 0, 0};
    const char *text;
    long len;
    int go_on = 1;
    memset(&s, 0, sizeof s);
    s.c = q->c;
    s.options = w;
    s.grammar = grammar_open();
    if (!read_names(q->c, w->names, w->expand, &w->lists)) return CLI_INPUT;
    while (go_on && (len = next_message(&s, &in, &text)) > 0) {
        look_ahead(&in, &text);
        go_on = message(&s, text, (size_t)len, is_cancelled(&in, text, (size_t)len));
    }
    free(in.bytes);
    while (s.count > 0) close_text(&s, &s.open[0]);
    forget_names(&s);
    free(s.names);
    free(s.open);
    grammar_close(s.grammar);
    free(s.report);
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
