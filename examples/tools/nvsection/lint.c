/* lint: what is wrong in section files, or looks wrong. */
#include "lint.h"
#include "options.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* The end of what begins at an offset: a name, with its value if that is a string; else one token. */
static uint64_t end_of(nvs_view text, uint64_t offset)
{
    nvs_reader r;
    nvs_token t;
    uint64_t end = offset;
    nvs_reader_begin(&r, text.ptr + offset, text.len - (size_t)offset);
    if (!nvs_reader_next(&r, &t)) return end;
    end = offset + t.offset + t.text.len;
    if (t.kind != NVS_TOKEN_KIND_NAME) return end;
    if (!nvs_reader_next(&r, &t) || t.symbol != ':') return end;
    while (nvs_reader_next(&r, &t) && t.kind == NVS_TOKEN_KIND_STRING) end = offset + t.offset + t.text.len;
    return end;
}

/* Frees what was there. */
static char *copy_over(char *old, nvs_view text)
{
    free(old);
    return copy_view(text);
}

static char *copy_text(const char *text)
{
    const size_t len = strlen(text);
    char *const copy = (char *)cli_alloc(len + 1, 1);
    memcpy(copy, text, len);
    return copy;
}

void lint_at(lint *l, const nvs_file *f, uint64_t offset, int warning, const char *rule, const char *suggestion,
    const char *message)
{
    finding *x;
    l->found = (finding *)cli_grow(l->found, &l->room, l->count + 1, sizeof *l->found);
    x = &l->found[l->count];
    x->file = f;
    x->offset = offset;
    x->end = end_of(f->document->input, offset);
    x->number = l->count++;
    x->warning = warning;
    x->rule = rule;
    x->message = copy_text(message);
    x->suggestion = suggestion != NULL ? copy_text(suggestion) : NULL;
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

void lint_node(lint *l, const nvs_node *n, int warning, const char *rule, const char *suggestion, const char *format, ...)
{
    char message[400];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    lint_at(l, work_file(l->w, n), n->offset, warning, rule, suggestion, message);
}

static unsigned distance(nvs_view a, const char *b);

/* The field of its message that a misspelt one is most like, or NULL. Its message is the innermost one that begins
   before it and ends after it. */
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

typedef struct enum_of {
    int of;
} enum_of;

static const char *value_at(const void *user, size_t i)
{
    const char *name;
    int32_t value;
    return nvs_enum_value_at(((const enum_of *)user)->of, (unsigned)i, &name, &value) ? name : NULL;
}

/* The value of an enum that a misspelt one is most like, or NULL. Compute capabilities all look alike, so none is
   suggested. */
static const char *like_value(const nvs_document *doc, const nvs_diagnostic *d)
{
    const nvs_node *n;
    const char *like = NULL;
    nvs_field_info f;
    enum_of e;
    for (n = doc->root; n != NULL; n = nvs_node_walk(doc->root, n, NVS_WALK_INTO)) {
        nvs_view name;
        if (n->type != NVS_TYPE_RAW || n->offset > d->offset || d->offset - n->offset >= n->v.text.len) continue;
        name.ptr = n->v.text.ptr;
        for (name.len = 0; name.len < n->v.text.len && strchr(" \t\r\n:[", name.ptr[name.len]) == NULL; name.len++) continue;
        if (nvs_message_field_find(n->parent->of, name, &f) && f.type == NVS_TYPE_ENUM && f.of != NVS_ENUM_GPU_ARCH) {
            char *const word = copy_view(d->name);
            e.of = f.of;
            like = cli_nearest(word, value_at, &e);
            free(word);
        }
    }
    return like;
}

/* Diagnostics of the parser. */
static void parsed(lint *l, const nvs_file *f)
{
    uint32_t i;
    for (i = 0; i < f->document->diagnostic_count; i++) {
        const nvs_diagnostic *d = &f->document->diagnostics[i];
        char message[400];
        const char *const like = d->issue == NVS_ISSUE_UNKNOWN_FIELD ? like_field(f->document, d)
                                 : d->issue == NVS_ISSUE_ENUM        ? like_value(f->document, d)
                                                                     : NULL;
        if (d->name.len > 0)
            snprintf(message, sizeof message, "%s: %.*s%s%s%s", nvs_issue_text(d->issue), (int)d->name.len, d->name.ptr,
                     like != NULL ? "; is \"" : "", like != NULL ? like : "", like != NULL ? "\" meant?" : "");
        else snprintf(message, sizeof message, "%s", nvs_issue_text(d->issue));
        lint_at(l, f, d->offset, d->warning, nvs_issue_name(d->issue), like, message);
    }
}

/* Names ------------------------------------------------------------------------------------------------------------ */

/* Edit distance of short words; 99 if they are too long. */
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

/* A word and a colon before a name, if the word is not a prefix. */
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
        lint_node(l, at, 1, "prefix", nvs_prefix_name(like), "\"%.*s:\" is not a prefix; is \"%s:\" meant?", (int)head.len,
            head.ptr, nvs_prefix_name(like));
    else lint_node(l, at, 1, "prefix", NULL, "\"%.*s:\" is not a prefix and is read as part of the name", (int)head.len,
        head.ptr);
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int lint_knows(const lint *l, nvs_view name)
{
    char *copy = copy_view(name);
    const void *at = l->known_count > 0 ? bsearch(&copy, l->known, l->known_count, sizeof *l->known, compare) : NULL;
    free(copy);
    return at != NULL;
}

static int same(nvs_view a, nvs_view b)
{
    return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0;
}

static int compare_views(const void *a, const void *b)
{
    const nvs_view *const x = (const nvs_view *)a, *const y = (const nvs_view *)b;
    const int d = memcmp(x->ptr, y->ptr, x->len < y->len ? x->len : y->len);
    return d != 0 ? d : x->len < y->len ? -1 : x->len > y->len;
}

/* Of all files, those with mistakes included: a text that is being written has some. */
static void gather_defined(lint *l)
{
    const nvs_node *n;
    size_t k, to = 0;
    uint32_t i;
    for (i = 0; i < l->w->library->count; i++)
        for (n = l->w->library->files[i].document != NULL
                     ? nvs_node_child(nvs_node_child(l->w->library->files[i].document->root, NVS_FIELD_METRIC_DEFINITIONS),
                                      NVS_FIELD_METRIC_DEFINITIONS)
                     : NULL;
             n != NULL; n = nvs_node_again(n)) {
            if (nvs_node_text(n, NVS_FIELD_NAME).len == 0) continue;
            l->defined = (nvs_view *)cli_grow(l->defined, &l->defined_room, l->defined_count + 1, sizeof *l->defined);
            l->defined[l->defined_count++] = nvs_node_text(n, NVS_FIELD_NAME);
        }
    if (l->defined_count > 0) qsort(l->defined, l->defined_count, sizeof *l->defined, compare_views);
    for (k = 0; k < l->defined_count; k++)
        if (to == 0 || !same(l->defined[to - 1], l->defined[k])) l->defined[to++] = l->defined[k];
    l->defined_count = to;
}

static int is_defined(const lint *l, nvs_view name)
{
    return l->defined_count > 0 && bsearch(&name, l->defined, l->defined_count, sizeof name, compare_views) != NULL;
}

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* One letter more, less, changed or swapped with the next one, in a word of five or more and not its first: both op_x2 and
   op_x4, hadd and fadd, ld and st are names. */
static int is_slip(nvs_view a, nvs_view b)
{
    size_t head = 0, tail = 0, from, to;
    const size_t least = a.len < b.len ? a.len : b.len, most = a.len < b.len ? b.len : a.len;
    if (most - least > 1) return 0;
    while (head < least && a.ptr[head] == b.ptr[head]) head++;
    while (tail < least - head && a.ptr[a.len - 1 - tail] == b.ptr[b.len - 1 - tail]) tail++;
    if (most - head - tail > 2 || most == head + tail) return 0;
    if (most - head - tail == 2 && (a.len != b.len || a.ptr[head] != b.ptr[head + 1] || a.ptr[head + 1] != b.ptr[head]))
        return 0;
    if (a.len < b.len) a = b; /* the longer one */
    for (from = head; from > 0 && is_letter(a.ptr[from - 1]); from--) continue;
    for (to = head; to < a.len && is_letter(a.ptr[to]); to++) continue;
    return to - from >= 5 && head > from && to > a.len - tail - 1;
}

static const grammar *names_of(lint *l)
{
    if (l->names == NULL) l->names = l->own = grammar_open();
    return l->names;
}

/* Whether the grammar has no objection to a name. */
static int fits(lint *l, nvs_view name)
{
    name_facts f;
    grammar_ask(names_of(l), name, &f);
    return f.state != NAME_UNKNOWN;
}

enum { MOST_LOOKED = 200, MOST_COMPARED = 5000 }; /* this many names are compared with all others */

const char *lint_known(lint *l, nvs_view name)
{
    cli_buf b = {NULL, 0, 0};
    if (fits(l, name) || l->compared == MOST_COMPARED) return NULL;
    l->compared++;
    if (!grammar_meant(names_of(l), name, &b)) return NULL;
    free(l->near);
    l->near = b.ptr;
    return l->near;
}

const char *lint_meant(lint *l, nvs_view name)
{
    size_t k;
    if (is_defined(l, name) || fits(l, name)) return NULL;
    if (l->compared < MOST_COMPARED) {
        for (k = 0; k < l->defined_count; k++) {
            if (!is_slip(l->defined[k], name)) continue;
            l->compared++;
            l->near = copy_over(l->near, l->defined[k]);
            return l->near;
        }
    }
    return lint_known(l, name);
}

const char *lint_like(lint *l, nvs_view name)
{
    uint32_t i;
    size_t k;
    const nvs_node *n;
    if (l->looked == MOST_LOOKED || fits(l, name)) return NULL;
    l->looked++;
    for (k = 0; k < l->known_count; k++)
        if (is_slip(nvs_text(l->known[k]), name)) return l->known[k];
    for (i = 0; i < l->w->root_count; i++)
        for (n = l->w->roots[i]; n != NULL; n = nvs_node_walk(l->w->roots[i], n, NVS_WALK_INTO))
            if (n->type == NVS_TYPE_STRING && n->name == NVS_FIELD_NAME && is_slip(n->v.text, name) &&
                (n->parent->of == NVS_MESSAGE_METRIC || n->parent->of == NVS_MESSAGE_METRIC_OPTION ||
                    n->parent->of == NVS_MESSAGE_METRIC_DEFINITION)) {
                l->near = copy_over(l->near, n->v.text);
                return l->near;
            }
    return lint_known(l, name);
}

static int has_odd_bytes(nvs_view name)
{
    size_t i;
    for (i = 0; i < name.len; i++)
        if (!is_letter(name.ptr[i]) && !(name.ptr[i] >= '0' && name.ptr[i] <= '9') && memchr("_.:", name.ptr[i], 3) == NULL)
            return 1;
    return 0;
}

/* A roll-up that nobody knows, or that a metric of this type does not have. */
static void check_suffix(lint *l, const nvs_node *at, const nvs_name_parts *n)
{
    const char *wanted;
    name_facts f;
    if (n->unit.len == 0) return;
    grammar_ask(names_of(l), n->rest, &f);
    wanted = grammar_rollups(&f, n);
    if (!n->known)
        lint_node(l, at, 1, "suffix", NULL, "the guide does not list the suffix \".%.*s\"",
             (int)(n->rollup.len + (n->submetric.len > 0 ? n->submetric.len + 1 : 0)), n->rollup.ptr);
    else if (wanted != NULL)
        lint_node(l, at, 1, "suffix", NULL, "%.*s is no such metric: %s", (int)n->rest.len, n->rest.ptr, wanted);
}

/* The Name of a metric or an option. In a suffix table it is only the start of one. */
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
            lint_node(l, at, 0, "regex", NULL, "malformed expression, character %u: %s", (unsigned)error.offset + 1,
                error.message);
        nvs_pattern_close(p);
    }
    if (n.prefix != NVS_PREFIX_REGEX && has_odd_bytes(at->v.text)) {
        lint_node(l, at, 1, "name", NULL, "a name of a metric has letters, digits, _ and dots: \"%.*s\"",
            (int)at->v.text.len, at->v.text.ptr);
        return;
    }
    if ((n.prefix == NVS_PREFIX_GROUP || n.prefix == NVS_PREFIX_BREAKDOWN) && n.rest.len == 0)
        lint_node(l, at, 0, "prefix", NULL, "\"%s:\" without a name", nvs_prefix_name(n.prefix));
    if ((n.prefix == NVS_PREFIX_GROUP || n.prefix == NVS_PREFIX_BREAKDOWN) && l->w->expand != NULL) {
        size_t i;
        for (i = 0; i < l->w->lists.known.list_count; i++)
            if (same(l->w->lists.known.lists[i].name, at->v.text)) return;
        lint_node(l, at, 1, "group", NULL, "no list has the name \"%.*s\"", (int)at->v.text.len, at->v.text.ptr);
        return;
    }
    if (n.prefix == NVS_PREFIX_REGEX || partial) return;
    check_suffix(l, at, &n);
    if (l->known_count == 0 && !is_defined(l, at->v.text)) {
        const char *const like = lint_meant(l, n.rest);
        if (like != NULL)
            lint_node(l, at, 1, "unknown-metric", like, "no known report or section has \"%.*s\"; is \"%s\" meant?",
                      (int)n.rest.len, n.rest.ptr, like);
    }
    if (l->known_count > 0 && !lint_knows(l, at->v.text) && !lint_knows(l, n.rest) && !is_defined(l, at->v.text)) {
        const char *const like = lint_like(l, n.rest);
        lint_node(l, at, 1, "unknown-metric", like,
                  like != NULL ? "\"%.*s\" is not among the names given; is \"%s\" meant?"
                      : "\"%.*s\" is not among the names given",
                  (int)at->v.text.len, at->v.text.ptr, like);
    }
}

/* Filters ---------------------------------------------------------------------------------------------------------- */

uint32_t lint_passes(const nvs_conditions *c)
{
    nvs_conditions arch;
    uint32_t bits = 0, i;
    nvs_device d;
    memset(&arch, 0, sizeof arch);
    memset(&d, 0, sizeof d);
    arch.arch = c->arch;
    for (i = 0; known_cc[i] != 0; i++) {
        d.cc = known_cc[i];
        if (nvs_conditions_test(&arch, &d, NULL) == NVS_REASON_NONE) bits |= (uint32_t)1 << i;
    }
    return bits;
}

static uint32_t passes(const nvs_node *owner, const nvs_conditions *outer)
{
    nvs_conditions c;
    nvs_conditions_of(owner, outer, &c);
    return lint_passes(&c);
}

void put_ccs(cli_buf *b, uint32_t bits)
{
    uint32_t i, k;
    const size_t start = b->len;
    for (i = 0; known_cc[i] != 0; i = k) {
        k = i + 1;
        if ((bits >> i & 1) == 0) continue;
        while (known_cc[k] != 0 && (bits >> k & 1) != 0) k++;
        cli_putf(b, "%s%u.%u", b->len > start ? ", " : "cc ", (unsigned)(known_cc[i] / 10), (unsigned)(known_cc[i] % 10));
        if (k > i + 1) cli_putf(b, " to %u.%u", (unsigned)(known_cc[k - 1] / 10), (unsigned)(known_cc[k - 1] % 10));
    }
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
        lint_node(l, filter, 0, "never", NULL, "MinKmd is above MaxKmd: this filter never passes");
    if (nvs_node_child(filter, NVS_FIELD_ITEMS) == NULL && inverted(filter, NVS_FIELD_MIN_ARCH, NVS_FIELD_MAX_ARCH))
        lint_node(l, filter, 0, "never", NULL, "MinArch is above MaxArch: this filter never passes");
    else if (passes(filter->parent, NULL) == 0)
        lint_node(l, filter, 1, "never", NULL, "this filter passes on no known GPU");
    for (n = nvs_node_child(filter, NVS_FIELD_ITEMS); n != NULL; n = nvs_node_again(n))
        if (inverted(n, NVS_FIELD_MIN_ARCH, NVS_FIELD_MAX_ARCH))
            lint_node(l, n, 0, "never", NULL, "MinArch is above MaxArch: this range is empty");
    if (nvs_node_child(filter, NVS_FIELD_ITEMS) != NULL &&
        (nvs_node_child(filter, NVS_FIELD_MIN_ARCH) != NULL || nvs_node_child(filter, NVS_FIELD_MAX_ARCH) != NULL))
        lint_node(l, filter, 1, "overridden", NULL, "Items override the MinArch and MaxArch beside them");
}

/* Options that an earlier one always pre-empts, and bases that are never reached; only where no other part of a filter
   could make a difference. */
static void check_options(lint *l, const nvs_node *metric, const nvs_conditions *outer)
{
    const nvs_node *o;
    uint32_t taken = 0, bits;
    for (o = nvs_node_child(metric, NVS_FIELD_OPTIONS); o != NULL; o = nvs_node_again(o)) {
        const nvs_node *const f = nvs_node_child(o, NVS_FIELD_FILTER);
        const int plain = f == NULL || (nvs_node_child(f, NVS_FIELD_COLLECTION_FILTER) == NULL &&
                                        nvs_node_child(f, NVS_FIELD_VGPU) == NULL &&
                                            nvs_node_child(f, NVS_FIELD_MIN_KMD) == NULL &&
                                        nvs_node_child(f, NVS_FIELD_MAX_KMD) == NULL);
        bits = passes(o, outer);
        if (bits != 0 && (bits & ~taken) == 0)
            lint_node(l, o, 1, "unreachable", NULL, "unreachable: earlier options pass wherever this one does");
        if (plain) taken |= bits;
    }
}

/* Labels ----------------------------------------------------------------------------------------------------------- */

static void check_label(lint *l, const nvs_node *label, nvs_prefix prefix)
{
    const nvs_view t = label->v.text;
    const char *p = t.ptr, *const end = t.ptr + t.len;
    if (t.len > 0 && (t.ptr[0] == ' ' || end[-1] == ' '))
        lint_node(l, label, 1, "label", NULL, "the label \"%.*s\" begins or ends with a space", (int)t.len, t.ptr);
    while ((p = (const char *)memchr(p, '{', (size_t)(end - p))) != NULL) {
        const char *const close = (const char *)memchr(p, '}', (size_t)(end - p));
        size_t len;
        if (close == NULL) return;
        len = (size_t)(close - p) + 1;
        if (!(len == 6 && memcmp(p, "{UNIT}", 6) == 0) && !(len == 15 && memcmp(p, "{COMPOUND_NAME}", 15) == 0))
            lint_node(l, label, 1, "label", NULL, "nothing replaces %.*s in a label", (int)len, p);
        else if (prefix != NVS_PREFIX_BREAKDOWN && prefix != NVS_PREFIX_REGEX && prefix != NVS_PREFIX_GROUP)
            lint_node(l, label, 1, "label", NULL, "%.*s is replaced only where a name expands to several metrics", (int)len, p);
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
    if (elements == 0) lint_node(l, item, 1, "item", NULL, "this item shows nothing");
    if (elements > 1) lint_node(l, item, 1, "item", NULL, "an item shows one element; this one has %u", elements);
}

/* Groups of a source counter are declared in its section; those of a timeline may be passes, which are not. */
static void check_groups(lint *l, const nvs_node *root, const nvs_node *metric)
{
    const nvs_node *n, *g;
    for (n = metric; n != NULL; n = n->parent)
        if (n->of == NVS_MESSAGE_TIMELINE && n->type == NVS_TYPE_MESSAGE) return;
    for (n = nvs_node_child(metric, NVS_FIELD_GROUPS); n != NULL; n = nvs_node_again(n)) {
        nvs_view like = nvs_text(NULL);
        for (g = nvs_node_child(root, NVS_FIELD_GROUP); g != NULL; g = nvs_node_again(g)) {
            const nvs_view name = nvs_node_text(g, NVS_FIELD_NAME);
            if (same(name, n->v.text)) break;
            if (is_slip(name, n->v.text)) like = name;
        }
        if (g != NULL) continue;
        if (like.len > 0) l->near = copy_over(l->near, like);
        lint_node(l, n, 1, "group", like.len > 0 ? l->near : NULL,
                  like.len > 0 ? "no Group \"%.*s\" is declared in this section; is \"%s\" meant?"
                               : "no Group \"%.*s\" is declared in this section",
                  (int)n->v.text.len, n->v.text.ptr, l->near);
    }
}

/* Counter domains of sampling in stock sections of 2024.1 to 2025.3. */
static const char *const domains[] = {"gpu_sm_a", "gpu_sm_b", "gpu_sm_c", "gpu_sm_c_sm_a", "gpu_lts", "gpu_gpc_a", "gpu_gpc_b",
                                      "gpu_pci", "gpu_syslts_b", "gpu_fe_a", "gpu_fe_b", "gpu_hub_a", "gpu_tpc", "gpu_tpc_b",
                                      "gpu_fbp_b", "gpu_fbsp", NULL};

static const char *domain_at(const void *user, size_t i)
{
    (void)user;
    return domains[i];
}

static void check_domain(lint *l, const nvs_node *n)
{
    const char *like;
    char *name;
    size_t i;
    for (i = 0; domains[i] != NULL; i++)
        if (same(nvs_text(domains[i]), n->v.text)) return;
    name = copy_view(n->v.text);
    like = cli_nearest(name, domain_at, NULL);
    lint_node(l, n, 1, "domain", like,
              like != NULL ? "no known section has the counter domain \"%s\"; is \"%s\" meant?"
                           : "no known section has the counter domain \"%s\"",
              name, like);
    free(name);
}

/* Rooflines that have nothing to show. */
static void check_roofline(lint *l, const nvs_node *n)
{
    const nvs_node *const metric = nvs_node_child(n, NVS_FIELD_METRIC);
    if (n->of == NVS_MESSAGE_ROOFLINE_CHART) {
        if (nvs_node_child(n, NVS_FIELD_ROOFLINES) == NULL && nvs_node_child(n, NVS_FIELD_ACHIEVED_VALUES) == NULL &&
            nvs_node_child(n, NVS_FIELD_WALLS) == NULL)
            lint_node(l, n, 1, "roofline", NULL, "a roofline chart without Rooflines and AchievedValues shows nothing");
    } else if (n->of == NVS_MESSAGE_CYCLES_EXPRESSION) {
        if (nvs_node_child(n, NVS_FIELD_VALUE_PER_CYCLE_METRICS) == NULL)
            lint_node(l, n, 1, "roofline", NULL, "without ValuePerCycleMetrics this has no value");
        else if (nvs_node_child(n, NVS_FIELD_CYCLES_PER_SECOND_METRIC) == NULL)
            lint_node(l, n, 1, "roofline", NULL, "without CyclesPerSecondMetric this has no value");
    } else if (n->child == NULL)
        lint_node(l, n, 1, "roofline", NULL, "a roofline value without Constant, Metric or expression has no value");
    else if (metric != NULL && nvs_node_text(metric, NVS_FIELD_NAME).len == 0 &&
        nvs_node_child(metric, NVS_FIELD_OPTIONS) == NULL)
        lint_node(l, metric, 1, "roofline", NULL, "a roofline value of a metric without a name has no value");
}

static void check_section(lint *l, const nvs_node *root)
{
    const nvs_node *n, *d;
    nvs_conditions outer;
    nvs_conditions_of(root, NULL, &outer);
    for (n = root; n != NULL; n = nvs_node_walk(root, n, NVS_WALK_INTO)) {
        if (n->type != NVS_TYPE_MESSAGE) continue;
        switch (n->of) {
        case NVS_MESSAGE_METRIC:
            check_name(l, n, n->parent != NULL && n->parent->of == NVS_MESSAGE_BASE_NAMES);
            check_groups(l, root, n);
            for (d = nvs_node_child(n, NVS_FIELD_CTR_DOMAINS); d != NULL; d = nvs_node_again(d)) check_domain(l, d);
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
                lint_node(l, nvs_node_child(n, NVS_FIELD_COLUMNS), 1, "columns", NULL,
                    "a table without columns is shown with one");
            break;
        case NVS_MESSAGE_HISTOGRAM_AXIS:
            if (nvs_node_child(n, NVS_FIELD_BIN_COUNT) != NULL &&
                (nvs_node_child(n, NVS_FIELD_BIN_COUNT)->v.i > 65536 || nvs_node_child(n, NVS_FIELD_BIN_COUNT)->v.i < 0))
                lint_node(l, nvs_node_child(n, NVS_FIELD_BIN_COUNT), 1, "bins", NULL, "BinCount is shown as %s",
                    nvs_node_child(n, NVS_FIELD_BIN_COUNT)->v.i < 0 ? "1" : "65536");
            break;
        case NVS_MESSAGE_HINT_DOMAIN:
            if (nvs_node_child(n, NVS_FIELD_NAME) != NULL) check_domain(l, nvs_node_child(n, NVS_FIELD_NAME));
            break;
        case NVS_MESSAGE_ROOFLINE_CHART:
        case NVS_MESSAGE_CYCLES_EXPRESSION:
        case NVS_MESSAGE_ROOFLINE_VALUE: check_roofline(l, n); break;
        case NVS_MESSAGE_BODY_ITEM: check_item(l, n); break;
        default: break;
        }
    }
    n = nvs_node_child(root, NVS_FIELD_EXTENDS);
    if (n != NULL && l->w->library->count > 1 && !nvs_library_find(l->w->library, n->v.text, NULL))
        lint_node(l, n, 1, "extends", NULL, "no section \"%.*s\" here", (int)n->v.text.len, n->v.text.ptr);
    n = nvs_node_child(root, NVS_FIELD_IDENTIFIER);
    if (n != NULL && memchr(n->v.text.ptr, ' ', n->v.text.len) != NULL)
        lint_node(l, n, 1, "identifier", NULL, "an identifier has no spaces");
}

/* Lines and columns of findings, in order. */
static void find_lines(lint *l)
{
    uint64_t line = 1, start = 0;
    size_t k;
    for (k = 0; k < l->count; k++) {
        finding *const x = &l->found[k];
        const nvs_view text = x->file->document->input;
        const char *next;
        if (k == 0 || x->file != l->found[k - 1].file) {
            line = 1;
            start = 0;
        }
        while (start < x->offset &&
            (next = (const char *)memchr(text.ptr + start, '\n', (size_t)(x->offset - start))) != NULL) {
            line++;
            start = (uint64_t)(next - text.ptr) + 1;
        }
        x->line = line;
        x->column = x->offset - start + 1;
        cli_line_of(text.ptr + start, text.len - (size_t)start, x->end - start, &x->end_line, &x->end_column);
        x->end_line += line - 1;
    }
}

void lint_work(lint *l, const work *w, const grammar *names)
{
    const nvs_library *const lib = w->library;
    size_t k;
    uint32_t i;
    memset(l, 0, sizeof *l);
    l->w = w;
    l->names = names;
    if (w->names != NULL) {
        l->known = (char **)cli_alloc(w->lists.known.count, sizeof *l->known);
        for (k = 0; k < w->lists.known.count; k++) l->known[k] = copy_view(w->lists.known.names[k]);
        l->known_count = w->lists.known.count;
        qsort(l->known, l->known_count, sizeof *l->known, compare);
    }
    gather_defined(l);
    for (i = 0; i < lib->count; i++) {
        const nvs_file *f = &lib->files[i];
        if (f->document == NULL) continue;
        parsed(l, f);
        if (f->state == NVS_FILE_STATE_DUPLICATE)
            lint_node(l, nvs_node_child(f->document->root, NVS_FIELD_IDENTIFIER), 0, "duplicate-section", NULL,
                "%s has the same Identifier and wins",
                      lib->files[f->same_as].path.ptr);
        if (f->state == NVS_FILE_STATE_OK) check_section(l, f->document->root);
    }
    for (k = 0; k < w->chart_count; k++) {
        parsed(l, &w->charts[k]);
        if (w->charts[k].state == NVS_FILE_STATE_OK) check_section(l, w->charts[k].document->root);
    }
    lint_definitions(l);
    if (l->count > 0) qsort(l->found, l->count, sizeof *l->found, by_place);
    find_lines(l);
}

void lint_free(lint *l)
{
    size_t k;
    for (k = 0; k < l->count; k++) {
        free(l->found[k].message);
        free(l->found[k].suggestion);
    }
    for (k = 0; k < l->known_count; k++) free(l->known[k]);
    free(l->found);
    grammar_close(l->own);
    free(l->known);
    free(l->defined);
    free(l->near);
}

/* The verb --------------------------------------------------------------------------------------------------------- */

static void show(cli *c, cli_json *j, cli_csv *v, const finding *x)
{
    const char *const kind = x->warning ? "warning" : "error";
    const nvs_view text = x->file->document->input;
    if (c->format == CLI_JSON) {
        cli_json_object(j, NULL);
        cli_json_str(j, "file", x->file->path.ptr);
        cli_json_u64(j, "line", x->line);
        cli_json_u64(j, "column", x->column);
        cli_json_u64(j, "end_line", x->end_line);
        cli_json_u64(j, "end_column", x->end_column);
        cli_json_str(j, "severity", kind);
        cli_json_str(j, "rule", x->rule);
        cli_json_str(j, "message", x->message);
        cli_json_str(j, "suggestion", x->suggestion);
        cli_json_end(j);
    } else if (c->format == CLI_CSV) {
        cli_csv_field(v, x->file->path.ptr, x->file->path.len);
        cli_csv_fieldf(v, "%u", (unsigned)x->line);
        cli_csv_fieldf(v, "%u", (unsigned)x->column);
        cli_csv_fieldf(v, "%s", kind);
        cli_csv_fieldf(v, "%s", x->rule);
        cli_csv_field(v, x->message, strlen(x->message));
        cli_csv_end(v);
    } else cli_report(c, c->out, kind, x->file->path.ptr, text.ptr, text.len, x->offset, "%s [%s]", x->message, x->rule);
}

static int print_all(cli *c, const work *w, const lint *l)
{
    cli_json j;
    cli_csv v;
    size_t i;
    int code = l->errors + l->warnings > 0 ? CLI_FINDING : CLI_FINE;
    memset(&v, 0, sizeof v);
    cli_json_init(&j, c->out, CLI_UTF8, 2);
    v.f = c->out;
    if (c->format == CLI_JSON) cli_json_array(&j, NULL);
    if (c->format == CLI_CSV) fputs("file,line,column,severity,rule,message\n", c->out);
    for (i = 0; i < l->count; i++) show(c, &j, &v, &l->found[i]);
    if (c->format == CLI_JSON) {
        cli_json_end(&j);
        cli_json_line(&j);
    } else if (c->format == CLI_TEXT)
        fprintf(c->out, "%u file%s: %u error%s, %u warning%s\n", (unsigned)(w->library->count + w->chart_count),
                w->library->count + w->chart_count == 1 ? "" : "s", (unsigned)l->errors, l->errors == 1 ? "" : "s", (unsigned)l->warnings,
                l->warnings == 1 ? "" : "s");
    /* Mistakes have been reported; files that could not be read were not checked. */
    for (i = 0; i < w->library->count; i++)
        if (w->library->files[i].document == NULL) code = CLI_INPUT;
    return code;
}

static int run(request *q, void *options)
{
    work *const w = work_of(q, options);
    lint l;
    int code;
    w->silent = 1;
    w->with_charts = 1;
    if (!work_load(q->c, w, 0)) return CLI_INPUT;
    lint_work(&l, w, NULL);
    code = print_all(q->c, w, &l);
    lint_free(&l);
    return code;
}

static const option rows[] = {OPT_NAMES, OPT_LENIENT, OPT_RECURSIVE, OPTION_END};

const verb lint_verb = {"lint", rows, sizeof(work), run, begin_work, end_work,
    "mistakes in section files and charts, with line and column: syntax, misspelt fields and prefixes, unknown suffixes, filters that "
    "never pass, unreachable options, labels, expressions that lose a fraction or wrap around, operands that no section collects on "
    "some GPU, definitions that contradict each other, groups that are not declared, rooflines without a value",
    "With --names, metrics that are not in the list are reported.\n"
    "  --json is a list of {file, line, column, end_line, end_column, severity, rule,\n"
    "  message, suggestion}; severity is \"error\" or \"warning\", suggestion a word that\n"
    "  may be meant, or null. Lines and columns count from 1, columns in bytes.\n"
    "  nvsection lint my/sections\n"
    "  nvsection lint --names names.txt --json my/Cache.section",
    "FILE|FOLDER...", USE_READ_ANY, "which section files or folders?", MAY_READ, NULL};
