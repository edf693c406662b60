/* lint: what is wrong in section files, or looks as if it were. */
#include "work.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct finding {
    const nvs_file *file;
    uint64_t offset;
    size_t number; /* in the order of finding */
    int warning;
    const char *rule;
    char *message;
} finding;

typedef struct lint {
    cli *c;
    work *w;
    cli_json j;
    cli_csv csv;
    uint32_t errors, warnings;
    finding *found;
    size_t count, room;
    char **known; /* sorted names, when --names is given */
    size_t known_count;
} lint;

static void find_at(lint *l, const nvs_file *f, uint64_t offset, int warning, const char *rule, const char *message)
{
    finding *x;
    const size_t len = strlen(message);
    l->found = (finding *)cli_grow(l->found, &l->room, l->count + 1, sizeof *l->found);
    x = &l->found[l->count];
    x->file = f;
    x->offset = offset;
    x->number = l->count++;
    x->warning = warning;
    x->rule = rule;
    x->message = (char *)cli_alloc(len + 1, 1);
    memcpy(x->message, message, len);
    if (warning) l->warnings++;
    else l->errors++;
}

/* By file, as loaded, then by place. */
static int by_place(const void *a, const void *b)
{
    const finding *x = (const finding *)a, *y = (const finding *)b;
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

static void show(lint *l, const finding *x)
{
    uint64_t line, column;
    const char *const kind = x->warning ? "warning" : "error";
    const nvs_view text = x->file->document->input;
    cli_line_of(text.ptr, text.len, x->offset, &line, &column);
    if (l->c->format == CLI_JSON) {
        cli_json_object(&l->j, NULL);
        cli_json_str(&l->j, "file", x->file->path.ptr);
        cli_json_u64(&l->j, "line", line);
        cli_json_u64(&l->j, "column", column);
        cli_json_str(&l->j, "severity", kind);
        cli_json_str(&l->j, "rule", x->rule);
        cli_json_str(&l->j, "message", x->message);
        cli_json_end(&l->j);
    } else if (l->c->format == CLI_CSV) {
        cli_csv_field(&l->csv, x->file->path.ptr, x->file->path.len);
        cli_csv_fieldf(&l->csv, "%u", (unsigned)line);
        cli_csv_fieldf(&l->csv, "%u", (unsigned)column);
        cli_csv_fieldf(&l->csv, "%s", kind);
        cli_csv_fieldf(&l->csv, "%s", x->rule);
        cli_csv_field(&l->csv, x->message, strlen(x->message));
        cli_csv_end(&l->csv);
    } else cli_report(l->c, l->c->out, kind, x->file->path.ptr, text.ptr, text.len, x->offset, "%s [%s]", x->message, x->rule);
}

static void find(lint *l, const nvs_node *n, int warning, const char *rule, const char *format, ...)
{
    char message[400];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    find_at(l, work_file(l->w, n), n->offset, warning, rule, message);
}

static unsigned distance(nvs_view a, const char *b);

/* The field that a misspelt one is most like: of the message that it is in, or NULL. The message is the innermost one that
   begins before it and goes on after it. */
static const char *like_field(const nvs_document *doc, const nvs_diagnostic *d)
{
    const nvs_node *n, *message = doc->root;
    const char *best = NULL;
    nvs_field_info f;
    unsigned least = 99, i, of;
    for (n = doc->root; n != NULL; n = nvs_node_walk(doc->root, n, NVS_WALK_INTO))
        if (n->type == NVS_TYPE_RAW && n->offset == d->offset) message = n->parent;
    of = message->of;
    for (i = 0; nvs_message_field_at((int)of, i, &f); i++) {
        const unsigned far = distance(d->name, nvs_field_name((int)f.name));
        if (far < least) {
            least = far;
            best = nvs_field_name((int)f.name);
        }
    }
    return least <= 2 ? best : NULL;
}

/* Diagnostics of the parser. */
static void parsed(lint *l, const nvs_file *f)
{
    uint32_t i;
    for (i = 0; i < f->document->diagnostic_count; i++) {
        const nvs_diagnostic *d = &f->document->diagnostics[i];
        char message[400];
        const char *const like = d->issue == NVS_ISSUE_UNKNOWN_FIELD ? like_field(f->document, d) : NULL;
        if (d->name.len > 0)
            snprintf(message, sizeof message, "%s: %.*s%s%s%s", nvs_issue_text(d->issue), (int)d->name.len, d->name.ptr,
                     like != NULL ? "; is \"" : "", like != NULL ? like : "", like != NULL ? "\" meant?" : "");
        else snprintf(message, sizeof message, "%s", nvs_issue_text(d->issue));
        find_at(l, f, d->offset, d->warning, nvs_issue_name(d->issue), message);
    }
}

/* Names ------------------------------------------------------------------------------------------------------------ */

/* Edit distance of short words; 99 when they are too long. */
static unsigned distance(nvs_view a, const char *b)
{
    unsigned row[24], i, k;
    const unsigned n = (unsigned)strlen(b);
    if (a.len > 20 || n > 20) return 99;
    for (k = 0; k <= n; k++) row[k] = k;
    for (i = 1; i <= a.len; i++) {
        unsigned corner = row[0];
        row[0] = i;
        for (k = 1; k <= n; k++) {
            const unsigned up = row[k];
            unsigned best = corner + (a.ptr[i - 1] != b[k - 1]);
            if (up + 1 < best) best = up + 1;
            if (row[k - 1] + 1 < best) best = row[k - 1] + 1;
            corner = up;
            row[k] = best;
        }
    }
    return row[n];
}

/* A word and a colon in front of a name that is no prefix. */
static void check_prefix(lint *l, const nvs_node *at, nvs_view name)
{
    nvs_view head = name;
    unsigned best = 99, i, d;
    nvs_prefix like = NVS_PREFIX_NONE;
    size_t k;
    for (k = 0; k < name.len && name.ptr[k] != ':'; k++) continue;
    if (k == 0 || k == name.len) return;
    head.len = k;
    for (i = NVS_PREFIX_REGEX; i <= NVS_PREFIX_WARPSAMPLING; i++) {
        d = distance(head, nvs_prefix_name((nvs_prefix)i));
        if (d < best) {
            best = d;
            like = (nvs_prefix)i;
        }
    }
    if (best <= 2)
        find(l, at, 1, "prefix", "\"%.*s:\" is not a prefix; is \"%s:\" meant?", (int)head.len, head.ptr, nvs_prefix_name(like));
    else find(l, at, 1, "prefix", "\"%.*s:\" is not a prefix and is read as part of the name", (int)head.len, head.ptr);
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int is_known(const lint *l, nvs_view name)
{
    char *copy = copy_view(name);
    const void *at = bsearch(&copy, l->known, l->known_count, sizeof *l->known, compare);
    free(copy);
    return at != NULL;
}

static int is_defined(const lint *l, nvs_view name)
{
    uint32_t i;
    const nvs_node *n;
    for (i = 0; i < l->w->root_count; i++)
        for (n = nvs_node_child(nvs_node_child(l->w->roots[i], NVS_FIELD_METRIC_DEFINITIONS), NVS_FIELD_METRIC_DEFINITIONS); n != NULL; n = nvs_node_again(n)) {
            const nvs_view other = nvs_node_text(n, NVS_FIELD_NAME);
            if (other.len == name.len && memcmp(other.ptr, name.ptr, name.len) == 0) return 1;
        }
    return 0;
}

/* The Name of a metric or an option. In a suffix table it is only the beginning of one. */
static void check_name(lint *l, const nvs_node *owner, int partial)
{
    const nvs_node *const at = nvs_node_child(owner, NVS_FIELD_NAME);
    nvs_name_parts n;
    if (at == NULL || at->v.text.len == 0) return;
    nvs_name_split(at->v.text, &n);
    if (n.prefix == NVS_PREFIX_NONE) check_prefix(l, at, at->v.text);
    if (n.prefix == NVS_PREFIX_REGEX) {
        nvs_error error;
        nvs_pattern *const p = nvs_pattern_open(n.rest, NULL, &error);
        if (p == NULL)
            find(l, at, 0, "regex", "malformed expression, character %u: %s", (unsigned)error.offset + 1, error.message);
        nvs_pattern_close(p);
    }
    if ((n.prefix == NVS_PREFIX_GROUP || n.prefix == NVS_PREFIX_BREAKDOWN) && n.rest.len == 0)
        find(l, at, 0, "prefix", "\"%s:\" without a name", nvs_prefix_name(n.prefix));
    if (n.prefix == NVS_PREFIX_REGEX || partial) return;
    if (n.unit.len > 0 && !n.known)
        find(l, at, 1, "suffix", "the guide does not list the suffix \".%.*s\"",
             (int)(n.rollup.len + (n.submetric.len > 0 ? n.submetric.len + 1 : 0)), n.rollup.ptr);
    if (l->known_count > 0 && !is_known(l, at->v.text) && !is_known(l, n.rest) && !is_defined(l, at->v.text))
        find(l, at, 1, "unknown-metric", "\"%.*s\" is not among the names given", (int)at->v.text.len, at->v.text.ptr);
}

/* Filters ---------------------------------------------------------------------------------------------------------- */

/* A bit for each known compute capability on which the arch part of a filter passes. */
static uint32_t passes(const nvs_node *owner, const nvs_conditions *outer)
{
    nvs_conditions c;
    uint32_t bits = 0, i;
    nvs_device d;
    memset(&d, 0, sizeof d);
    nvs_conditions_of(owner, outer, &c);
    c.scopes = c.vgpu = c.kmd = NULL;
    for (i = 0; known_cc[i] != 0; i++) {
        d.cc = known_cc[i];
        if (nvs_conditions_test(&c, &d, NULL) == NVS_REASON_NONE) bits |= (uint32_t)1 << i;
    }
    return bits;
}

/* Bounds of one range that exclude each other. */
static int inverted(const nvs_node *n, nvs_field low, nvs_field high)
{
    return nvs_node_child(n, low) != NULL && nvs_node_child(n, high) != NULL && nvs_node_uint(n, low) > nvs_node_uint(n, high);
}

static void check_filter(lint *l, const nvs_node *filter)
{
    const nvs_node *n;
    if (inverted(filter, NVS_FIELD_MIN_KMD, NVS_FIELD_MAX_KMD))
        find(l, filter, 0, "never", "MinKmd is above MaxKmd: this filter never passes");
    if (nvs_node_child(filter, NVS_FIELD_ITEMS) == NULL && inverted(filter, NVS_FIELD_MIN_ARCH, NVS_FIELD_MAX_ARCH))
        find(l, filter, 0, "never", "MinArch is above MaxArch: this filter never passes");
    else if (passes(filter->parent, NULL) == 0)
        find(l, filter, 1, "never", "this filter passes on no known GPU");
    for (n = nvs_node_child(filter, NVS_FIELD_ITEMS); n != NULL; n = nvs_node_again(n))
        if (inverted(n, NVS_FIELD_MIN_ARCH, NVS_FIELD_MAX_ARCH)) find(l, n, 0, "never", "MinArch is above MaxArch: this range is empty");
    if (nvs_node_child(filter, NVS_FIELD_ITEMS) != NULL &&
        (nvs_node_child(filter, NVS_FIELD_MIN_ARCH) != NULL || nvs_node_child(filter, NVS_FIELD_MAX_ARCH) != NULL))
        find(l, filter, 1, "overridden", "Items override the MinArch and MaxArch beside them");
}

/* Options that an earlier one always takes the place of, and bases that are never reached. Only where no other part of a
   filter could make a difference. */
static void check_options(lint *l, const nvs_node *metric, const nvs_conditions *outer)
{
    const nvs_node *o;
    uint32_t taken = 0, bits;
    for (o = nvs_node_child(metric, NVS_FIELD_OPTIONS); o != NULL; o = nvs_node_again(o)) {
        const nvs_node *const f = nvs_node_child(o, NVS_FIELD_FILTER);
        const int plain = f == NULL || (nvs_node_child(f, NVS_FIELD_COLLECTION_FILTER) == NULL && nvs_node_child(f, NVS_FIELD_VGPU) == NULL &&
                                        nvs_node_child(f, NVS_FIELD_MIN_KMD) == NULL && nvs_node_child(f, NVS_FIELD_MAX_KMD) == NULL);
        bits = passes(o, outer);
        if (bits != 0 && (bits & ~taken) == 0)
            find(l, o, 1, "unreachable", "unreachable: earlier options pass wherever this one does");
        if (plain) taken |= bits;
    }
}

/* Labels ----------------------------------------------------------------------------------------------------------- */

static void check_label(lint *l, const nvs_node *label, nvs_prefix prefix)
{
    const nvs_view t = label->v.text;
    const char *p = t.ptr, *const end = t.ptr + t.len;
    if (t.len > 0 && (t.ptr[0] == ' ' || end[-1] == ' '))
        find(l, label, 1, "label", "the label \"%.*s\" begins or ends with a space", (int)t.len, t.ptr);
    while ((p = (const char *)memchr(p, '{', (size_t)(end - p))) != NULL) {
        const char *const close = (const char *)memchr(p, '}', (size_t)(end - p));
        size_t len;
        if (close == NULL) return;
        len = (size_t)(close - p) + 1;
        if (!(len == 6 && memcmp(p, "{UNIT}", 6) == 0) && !(len == 15 && memcmp(p, "{COMPOUND_NAME}", 15) == 0))
            find(l, label, 1, "label", "nothing replaces %.*s in a label", (int)len, p);
        else if (prefix != NVS_PREFIX_BREAKDOWN && prefix != NVS_PREFIX_REGEX && prefix != NVS_PREFIX_GROUP)
            find(l, label, 1, "label", "%.*s is replaced only where a name expands to several metrics", (int)len, p);
        p = close;
    }
}

static nvs_prefix prefix_of(const nvs_node *owner)
{
    nvs_name_parts n;
    nvs_name_split(nvs_node_text(owner, NVS_FIELD_NAME), &n);
    return n.prefix;
}

/* Sections --------------------------------------------------------------------------------------------------------- */

static void check_item(lint *l, const nvs_node *item)
{
    const nvs_node *n;
    unsigned elements = 0;
    for (n = item->child; n != NULL; n = n->next)
        if (n->type == NVS_TYPE_MESSAGE && n->name != NVS_FIELD_FILTER) elements++;
    if (elements == 0) find(l, item, 1, "item", "this item shows nothing");
    if (elements > 1) find(l, item, 1, "item", "an item shows one element; this one has %u", elements);
}

static void check_definitions(lint *l, const nvs_node *list)
{
    const nvs_node *a, *b;
    for (a = nvs_node_child(list, NVS_FIELD_METRIC_DEFINITIONS); a != NULL; a = nvs_node_again(a))
        for (b = nvs_node_again(a); b != NULL; b = nvs_node_again(b)) {
            const nvs_view x = nvs_node_text(a, NVS_FIELD_NAME), y = nvs_node_text(b, NVS_FIELD_NAME);
            const nvs_view p = nvs_node_text(a, NVS_FIELD_EXPRESSION), q = nvs_node_text(b, NVS_FIELD_EXPRESSION);
            if (x.len != y.len || memcmp(x.ptr, y.ptr, x.len) != 0) continue;
            if (nvs_node_child(a, NVS_FIELD_FILTER) != NULL || nvs_node_child(b, NVS_FIELD_FILTER) != NULL) continue;
            if (p.len != q.len || memcmp(p.ptr, q.ptr, p.len) != 0)
                find(l, b, 1, "conflict", "\"%.*s\" is defined above with another expression, which wins", (int)x.len, x.ptr);
        }
}

static void check_section(lint *l, const nvs_node *root)
{
    const nvs_node *n;
    nvs_conditions outer;
    nvs_conditions_of(root, NULL, &outer);
    for (n = root; n != NULL; n = nvs_node_walk(root, n, NVS_WALK_INTO)) {
        if (n->type != NVS_TYPE_MESSAGE) continue;
        switch (n->of) {
        case NVS_MESSAGE_METRIC:
            check_name(l, n, n->parent->of == NVS_MESSAGE_BASE_NAMES);
            check_options(l, n, &outer);
            if (nvs_node_child(n, NVS_FIELD_LABEL) != NULL) check_label(l, nvs_node_child(n, NVS_FIELD_LABEL), prefix_of(n));
            break;
        case NVS_MESSAGE_METRIC_OPTION:
            check_name(l, n, 0);
            if (nvs_node_child(n, NVS_FIELD_LABEL) != NULL) check_label(l, nvs_node_child(n, NVS_FIELD_LABEL), prefix_of(n));
            break;
        case NVS_MESSAGE_FILTER: check_filter(l, n); break;
        case NVS_MESSAGE_TABLE:
            if (nvs_node_child(n, NVS_FIELD_COLUMNS) != NULL && nvs_node_uint(n, NVS_FIELD_COLUMNS) == 0)
                find(l, nvs_node_child(n, NVS_FIELD_COLUMNS), 1, "columns", "a table without columns is shown with one");
            break;
        case NVS_MESSAGE_HISTOGRAM_AXIS:
            if (nvs_node_child(n, NVS_FIELD_BIN_COUNT) != NULL &&
                (nvs_node_child(n, NVS_FIELD_BIN_COUNT)->v.i > 65536 || nvs_node_child(n, NVS_FIELD_BIN_COUNT)->v.i < 0))
                find(l, nvs_node_child(n, NVS_FIELD_BIN_COUNT), 1, "bins", "BinCount is shown as %s", nvs_node_child(n, NVS_FIELD_BIN_COUNT)->v.i < 0 ? "1" : "65536");
            break;
        case NVS_MESSAGE_ROOFLINE_VALUE:
            if (n->child == NULL) find(l, n, 1, "roofline", "a roofline value without Constant, Metric or expression has no value");
            break;
        case NVS_MESSAGE_BODY_ITEM: check_item(l, n); break;
        case NVS_MESSAGE_METRIC_DEFINITIONS: check_definitions(l, n); break;
        default: break;
        }
    }
    n = nvs_node_child(root, NVS_FIELD_EXTENDS);
    if (n != NULL && l->w->library->count > 1 && !nvs_library_find(l->w->library, n->v.text, NULL))
        find(l, n, 1, "extends", "no section \"%.*s\" here", (int)n->v.text.len, n->v.text.ptr);
    n = nvs_node_child(root, NVS_FIELD_IDENTIFIER);
    if (n != NULL && memchr(n->v.text.ptr, ' ', n->v.text.len) != NULL)
        find(l, n, 1, "identifier", "an identifier has no spaces");
}

/* Whether a metric of any section asks for this name; options count. */
static int is_collected(const lint *l, nvs_view name)
{
    uint32_t i;
    const nvs_node *n;
    for (i = 0; i < l->w->root_count; i++)
        for (n = l->w->roots[i]; n != NULL; n = nvs_node_walk(l->w->roots[i], n, NVS_WALK_INTO))
            if (n->type == NVS_TYPE_STRING && n->name == NVS_FIELD_NAME && n->v.text.len == name.len &&
                (n->parent->of == NVS_MESSAGE_METRIC || n->parent->of == NVS_MESSAGE_METRIC_OPTION) &&
                memcmp(n->v.text.ptr, name.ptr, name.len) == 0)
                return 1;
    return 0;
}

/* What a definition needs: operands that nothing collects give it no value. */
static void check_operands(lint *l)
{
    nvs_select_options o;
    const nvs_selection *s;
    uint32_t i, k, m;
    memset(&o, 0, sizeof o);
    o.device.cc = 90; /* any: definitions that a filter drops are listed as well */
    s = nvs_select(l->w->roots, l->w->root_count, &o, NULL);
    for (i = 0; s != NULL && i < s->section_count; i++)
        for (k = 0; k < s->sections[i].use_count; k++) {
            const nvs_use *u = &s->sections[i].uses[k];
            const nvs_node *const e = u->kind == NVS_USE_KIND_DEFINITION ? nvs_node_child(u->node, NVS_FIELD_EXPRESSION) : NULL;
            for (m = 0; e != NULL && m < u->member_count; m++) {
                const nvs_view v = u->members[m];
                if (is_defined(l, v) || is_collected(l, v)) continue;
                if (v.len > 18 && memcmp(v.ptr, "device__attribute_", 18) == 0) continue; /* every result has them */
                if (l->known_count > 0 && !is_known(l, v))
                    find(l, e, 1, "operand", "\"%.*s\" is neither defined nor among the names given", (int)v.len, v.ptr);
                else find(l, e, 1, "operand", "the expression needs \"%.*s\", which no section here collects", (int)v.len, v.ptr);
            }
        }
    nvs_selection_close(s);
}

/* Expressions of all definitions, and loops among them. */
static void check_expressions(lint *l)
{
    nvs_definition *list = NULL;
    const nvs_node **nodes = NULL;
    size_t room = 0, node_room = 0, count = 0, k;
    uint32_t i;
    const nvs_derivation *derived;
    for (i = 0; i < l->w->root_count; i++) {
        const nvs_node *n = nvs_node_child(nvs_node_child(l->w->roots[i], NVS_FIELD_METRIC_DEFINITIONS), NVS_FIELD_METRIC_DEFINITIONS);
        for (; n != NULL; n = nvs_node_again(n)) {
            list = (nvs_definition *)cli_grow(list, &room, count + 1, sizeof *list);
            nodes = (const nvs_node **)cli_grow((void *)(uintptr_t)nodes, &node_room, count + 1, sizeof *nodes);
            list[count].name = nvs_node_text(n, NVS_FIELD_NAME);
            list[count].expression = nvs_node_text(n, NVS_FIELD_EXPRESSION);
            nodes[count++] = nvs_node_child(n, NVS_FIELD_EXPRESSION);
        }
    }
    derived = nvs_derive(list, count, NULL, NULL, NULL);
    for (k = 0; derived != NULL && k < count; k++) {
        const nvs_derived *m = &derived->metrics[k];
        const nvs_file *f = work_file(l->w, nodes[k]);
        const char *const input = f->document->input.ptr;
        const int plain = m->expression.ptr >= input && m->expression.ptr <= input + f->document->input.len;
        cli_buf text = {NULL, 0, 0};
        if (m->state < NVS_DERIVED_STATE_SYNTAX) continue;
        if (m->state == NVS_DERIVED_STATE_CYCLE) {
            size_t at = m->next, steps;
            cli_putf(&text, "circular definition: \"%.*s\" needs itself through", (int)m->name.len, m->name.ptr);
            for (steps = 0; at != k && at < count && steps < 8; at = derived->metrics[at].next, steps++)
                cli_putf(&text, " %.*s", (int)derived->metrics[at].name.len, derived->metrics[at].name.ptr);
        } else
            cli_putf(&text, "%s in this expression, character %u",
                     m->state == NVS_DERIVED_STATE_NUMBER ? "malformed number"
                     : m->state == NVS_DERIVED_STATE_FUNCTION ? "unknown function"
                     : m->state == NVS_DERIVED_STATE_DEPTH ? "too many nested parentheses" : "syntax error",
                     (unsigned)m->column);
        /* An expression that stands in the file as it is has its mistake at a place of its own. */
        find_at(l, f, plain && m->column > 0 ? (uint64_t)(m->expression.ptr - input) + m->column - 1 : nodes[k]->offset, 0, "expression",
                text.ptr);
        cli_buf_free(&text);
    }
    nvs_derivation_close(derived);
    free(list);
    free((void *)(uintptr_t)nodes);
}

static void check_all(lint *l)
{
    const nvs_library *lib = l->w->library;
    size_t k;
    uint32_t i;
    if (l->w->names != NULL) {
        l->known = (char **)cli_alloc(l->w->lists.known.count, sizeof *l->known);
        for (k = 0; k < l->w->lists.known.count; k++) l->known[k] = copy_view(l->w->lists.known.names[k]);
        l->known_count = l->w->lists.known.count;
        qsort(l->known, l->known_count, sizeof *l->known, compare);
    }
    for (i = 0; i < lib->count; i++) {
        const nvs_file *f = &lib->files[i];
        if (f->document == NULL) continue;
        parsed(l, f);
        if (f->state == NVS_FILE_STATE_DUPLICATE)
            find(l, nvs_node_child(f->document->root, NVS_FIELD_IDENTIFIER), 0, "duplicate-section", "%s has the same Identifier and wins",
                 lib->files[f->same_as].path.ptr);
        if (f->state == NVS_FILE_STATE_OK) check_section(l, f->document->root);
    }
    for (k = 0; k < l->w->chart_count; k++) {
        parsed(l, &l->w->charts[k]);
        if (l->w->charts[k].state == NVS_FILE_STATE_OK) check_section(l, l->w->charts[k].document->root);
    }
    check_expressions(l);
    check_operands(l);
    for (k = 0; k < l->known_count; k++) free(l->known[k]);
    free(l->known);
}

int verb_lint(cli *c, int argc, char **argv)
{
    static const char help[] =
        "usage: nvsection lint [options] FILE|FOLDER...\n"
        "\n"
        "Mistakes in section files and charts, with line and column: syntax, misspelt\n"
        "prefixes, unknown suffixes, filters that never pass, unreachable options, labels\n"
        "and templates, expressions, circular definitions, unknown metrics.\n"
        "Exit code 1 if anything was found.\n"
        "\n"
        "  --names FILE     available metrics, one per line: others are reported\n"
        "  --expand FILE    lists: group:NAME, a tab, comma-separated metrics\n"
        "  --lenient        unknown fields are only warnings\n"
        "  --recursive, -r  subfolders too\n"
        "\n"
        "  nvsection lint my/sections\n"
        "  nvsection lint --names names.txt --json my/Cache.section\n";
    lint l;
    work w;
    size_t i;
    int stop, code = work_options(c, &w, argc, argv, WORK_NAMES, help, &stop);
    memset(&l, 0, sizeof l);
    l.c = c;
    l.w = &w;
    w.silent = 1;
    w.with_charts = 1;
    if (!stop) {
        code = CLI_INPUT;
        if (w.operand_count == 0) code = cli_usage(c, "which section files or folders?");
        else if (cli_start(c)) {
            if (work_load(c, &w, 0)) {
                cli_json_init(&l.j, c->out, CLI_UTF8, 2);
                l.csv.f = c->out;
                if (c->format == CLI_JSON) cli_json_array(&l.j, NULL);
                if (c->format == CLI_CSV) fputs("file,line,column,severity,rule,message\n", c->out);
                check_all(&l);
                if (l.count > 0) qsort(l.found, l.count, sizeof *l.found, by_place);
                for (i = 0; i < l.count; i++) {
                    show(&l, &l.found[i]);
                    free(l.found[i].message);
                }
                free(l.found);
                if (c->format == CLI_JSON) {
                    cli_json_end(&l.j);
                    cli_json_line(&l.j);
                } else if (c->format == CLI_TEXT)
                    fprintf(c->out, "%u file%s: %u error%s, %u warning%s\n", (unsigned)(w.library->count + w.chart_count),
                            w.library->count + w.chart_count == 1 ? "" : "s", (unsigned)l.errors, l.errors == 1 ? "" : "s", (unsigned)l.warnings,
                            l.warnings == 1 ? "" : "s");
                code = l.errors + l.warnings > 0 ? CLI_FINDING : CLI_FINE;
                for (i = 0; i < w.library->count; i++) /* what has mistakes was said; what could not be read was not looked at */
                    if (w.library->files[i].document == NULL) code = CLI_INPUT;
            }
            code = cli_finish(c, code);
        }
    }
    work_free(&w);
    return code;
}
