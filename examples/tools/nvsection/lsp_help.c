/* Completion and hover: what fits at a place of a text, and what stands there. */
#include "lsp.h"
#include "place.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 200 };

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
        put_help(s, "documentation", &b);
        cli_json_end(&s->j);
        cli_buf_free(&b);
        cli_buf_free(&type);
    }
}

/* Names ---------------------------------------------------------------------------------------------------------------- */

static int name_byte(char c)
{
    return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* The names that are offered in place of what is written so far. */
typedef struct offer {
    server *s;
    const open_text *d;
    size_t from, to, count;
    char **names; /* those that sections of the folder hold: sorted, unique */
    size_t name_count, name_room;
    mark m;
} offer;

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of metrics that sections collect or define and that begin so, but those that look misspelt. */
static void gather_names(offer *o)
{
    folder f;
    lint l;
    const nvs_node *n;
    size_t k, to = 0;
    uint32_t i;
    folder_open(o->s, &f, o->d);
    lint_begin(&l, &f.w, known_to(o->s)->grammar);
    for (i = 0; i < f.w.library->count; i++) { /* including those with mistakes: a text being written has some */
        const nvs_node *const root = f.w.library->files[i].document != NULL ? f.w.library->files[i].document->root : NULL;
        for (n = root; n != NULL; n = nvs_node_walk(root, n, NVS_WALK_INTO)) {
            const unsigned of = n->parent != NULL ? n->parent->of : NVS_MESSAGE_SECTION;
            if (n->type != NVS_TYPE_STRING || n->name != NVS_FIELD_NAME || n->v.text.len == 0) continue;
            if (of != NVS_MESSAGE_METRIC && of != NVS_MESSAGE_METRIC_OPTION && of != NVS_MESSAGE_METRIC_DEFINITION) continue;
            if (n->v.text.len < o->to - o->from || memcmp(n->v.text.ptr, o->d->text + o->from, o->to - o->from) != 0) continue;
            if (f.w.names == NULL && lint_meant(&l, n->v.text) != NULL) continue;
            o->names = (char **)cli_grow(o->names, &o->name_room, o->name_count + 1, sizeof *o->names);
            o->names[o->name_count++] = copy_view(n->v.text);
        }
    }
    lint_free(&l);
    folder_close(&f);
    if (o->name_count > 0) qsort(o->names, o->name_count, sizeof *o->names, by_text);
    for (k = 0; k < o->name_count; k++)
        if (to > 0 && strcmp(o->names[to - 1], o->names[k]) == 0) free(o->names[k]);
        else o->names[to++] = o->names[k];
    o->name_count = to;
}

static void put_name(offer *o, const char *name)
{
    server *const s = o->s;
    cli_buf unit = {NULL, 0, 0};
    o->count++;
    cli_json_object(&s->j, NULL);
    cli_json_str(&s->j, "label", name);
    cli_json_u64(&s->j, "kind", KIND_VALUE);
    put_unit(&unit, known_to(s)->grammar, nvs_text(name));
    if (unit.len > 0) cli_json_text(&s->j, "detail", unit.ptr, unit.len);
    cli_buf_free(&unit);
    cli_json_object(&s->j, "textEdit");
    put_range(s, o->d, o->from, o->to, &o->m);
    cli_json_str(&s->j, "newText", name);
    cli_json_end(&s->j);
    cli_json_end(&s->j);
}

/* A name of a list, unless the sections have it. */
static void offer_name(offer *o, const char *name)
{
    if (strncmp(name, o->d->text + o->from, o->to - o->from) != 0 || strlen(name) == o->to - o->from) return;
    if (o->name_count > 0 && bsearch(&name, o->names, o->name_count, sizeof *o->names, by_text) != NULL) return;
    put_name(o, name);
}

static void offer_base(const base_row *row, void *user)
{
    offer *const o = (offer *)user;
    const size_t written = o->to - o->from, len = strlen(row->base);
    const char *suffix = row->suffixes;
    if (strncmp(row->base, o->d->text + o->from, written < len ? written : len) != 0) return;
    while (*suffix != 0 && o->count < MOST_NAMES) {
        const size_t n = strcspn(suffix, " ");
        char name[512];
        if (*suffix == '-') snprintf(name, sizeof name, "%s", row->base);
        else snprintf(name, sizeof name, "%s.%.*s", row->base, (int)n, suffix);
        offer_name(o, name);
        suffix += n + (suffix[n] != 0);
    }
}

/* Metric names that begin with what is written before `to`: from the other sections, from --names, else from reports. */
static void name_items(server *s, const open_text *d, size_t to)
{
    const nvs_catalog *const known = &known_to(s)->options->lists.known;
    size_t i;
    offer o;
    memset(&o, 0, sizeof o);
    o.s = s;
    o.d = d;
    o.from = o.to = to;
    while (o.from > 0 && (name_byte(d->text[o.from - 1]) || d->text[o.from - 1] == '.' || d->text[o.from - 1] == ':')) o.from--;
    gather_names(&o);
    cli_json_object(&s->j, "result");
    cli_json_array(&s->j, "items");
    for (i = 0; i < o.name_count && o.count < MOST_NAMES; i++)
        if (strlen(o.names[i]) > to - o.from) put_name(&o, o.names[i]);
    for (i = 0; i < known->count && o.count < MOST_NAMES; i++) {
        char *const name = copy_view(known->names[i]);
        offer_name(&o, name);
        free(name);
    }
    if (known->count == 0) each_base(offer_base, &o);
    cli_json_end(&s->j);
    cli_json_bool(&s->j, "isIncomplete", o.count == MOST_NAMES);
    cli_json_end(&s->j);
    while (o.name_count > 0) free(o.names[--o.name_count]);
    free(o.names);
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

void completion(server *s, size_t params)
{
    size_t offset;
    open_text *const d = asked_place(s, params, &offset);
    place p;
    nvs_view before;
    const char *name;
    int32_t value;
    unsigned i;
    if (d == NULL) return;
    before = text_view(d);
    before.len = offset; /* what comes after is ignored: a quote that is still open would hide it */
    while (before.len > 0 && name_byte(d->text[before.len - 1])) before.len--;
    place_of(before, before.len, top_of(d->path), &p);
    if (!answer_begin(s)) return;
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
        put_facts(b, known_to(s)->grammar, name);
    }
    cli_buf_free(&meaning);
    return known;
}

void hover(server *s, size_t params)
{
    size_t offset;
    open_text *const d = asked_place(s, params, &offset);
    place p;
    mark m = {NULL, 0};
    if (d == NULL) return;
    place_of(text_view(d), offset, top_of(d->path), &p);
    if (!answer_begin(s)) return;
    if (p.has_field && p.message >= 0 && p.token.text.len > 0 && p.token.kind != NVS_TOKEN_KIND_SYMBOL &&
        p.token.kind != NVS_TOKEN_KIND_COMMENT) {
        cli_buf b = {NULL, 0, 0};
        const int named = names_metrics(&p) || (p.in_value && p.message == NVS_MESSAGE_METRIC_DEFINITION && p.field.name == NVS_FIELD_NAME);
        if (p.token.kind != NVS_TOKEN_KIND_STRING || !named || !put_metric(s, &b, d, offset))
            put_doc(&b, p.message, &p.field);
        cli_json_object(&s->j, "result");
        put_help(s, "contents", &b);
        put_range(s, d, p.token.offset, p.token.offset + p.token.text.len, &m);
        cli_json_end(&s->j);
        cli_buf_free(&b);
    } else cli_json_null(&s->j, "result");
    message_send(s);
}
