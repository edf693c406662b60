/* lint: what is wrong in section files, or looks wrong. */
#include "lint.h"
#include "write/table.h"
#include "options.h"

#include <stdlib.h>
#include <string.h>

/* By file, as loaded, then by place. */
static int by_place(const void *a, const void *b)
{
    const finding *x = (const finding *)a, *y = (const finding *)b;
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

static unsigned distance(nvs_view a, const char *b);

/* The field of its message that a misspelt one is most like, or NULL. Its message is the innermost one that begins
   before it and ends after it. */
static const char *like_field(const nvs_document *doc, const nvs_problem *d)
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
static const char *like_value(const nvs_document *doc, const nvs_problem *d)
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
static void parsed(lint *l, const section_file *f)
{
    uint32_t i;
    for (i = 0; i < f->document->problem_count; i++) {
        nvs_problem d_at;
        const nvs_problem *const d = &d_at;
        (void)nvs_document_problem_at(f->document, i, &d_at);
        char message[400];
        const char *const like = d->kind == NVS_PROBLEM_KIND_UNKNOWN_FIELD ? like_field(f->document, d)
                                 : d->kind == NVS_PROBLEM_KIND_ENUM        ? like_value(f->document, d)
                                                                     : NULL;
        if (d->name.len > 0)
            snprintf(message, sizeof message, "%s: %.*s%s%s%s", nvs_problem_kind_text(d->kind), (int)d->name.len, d->name.ptr,
                     like != NULL ? "; is \"" : "", like != NULL ? like : "", like != NULL ? "\" meant?" : "");
        else snprintf(message, sizeof message, "%s", nvs_problem_kind_text(d->kind));
        lint_at(l, f, d->offset, d->warning, nvs_problem_kind_name(d->kind), like, message);
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
    grammar_ask(lint_grammar(l), n->rest, &f);
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
    if (l->known_count == 0 && !lint_defines(l, at->v.text)) {
        const char *const like = lint_meant(l, n.rest);
        if (like != NULL)
            lint_node(l, at, 1, "unknown-metric", like, "no known report or section has \"%.*s\"; is \"%s\" meant?",
                      (int)n.rest.len, n.rest.ptr, like);
    }
    if (l->known_count > 0 && !lint_knows(l, at->v.text) && !lint_knows(l, n.rest) && !lint_defines(l, at->v.text)) {
        const char *const like = lint_like(l, n.rest);
        lint_node(l, at, 1, "unknown-metric", like,
                  like != NULL ? "\"%.*s\" is not among the names given; is \"%s\" meant?"
                      : "\"%.*s\" is not among the names given",
                  (int)at->v.text.len, at->v.text.ptr, like);
    }
}

/* Filters ---------------------------------------------------------------------------------------------------------- */

static uint32_t passes(const nvs_node *owner, const nvs_conditions *outer)
{
    nvs_conditions c;
    nvs_conditions_of(owner, outer, &c);
    return lint_passes(&c);
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
            if (lint_is_slip(name, n->v.text)) like = name;
        }
        if (g != NULL) continue;
        if (like.len > 0) lint_keep(l, like);
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
    if (n != NULL && l->w->library->count > 1 && library_find(l->w->library, n->v.text) == NULL)
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
    const section_library *const lib = w->library;
    size_t k;
    uint32_t i;
    lint_begin(l, w, names);
    for (i = 0; i < lib->count; i++) {
        const section_file *f = &lib->files[i];
        if (f->document == NULL) continue;
        parsed(l, f);
        if (f->state == SECTION_DUPLICATE)
            lint_node(l, nvs_node_child(f->document->root, NVS_FIELD_IDENTIFIER), 0, "duplicate-section", NULL,
                "%s has the same Identifier and wins",
                      lib->files[f->same_as].path.ptr);
        if (f->state == SECTION_GOOD) check_section(l, f->document->root);
    }
    for (k = 0; k < w->chart_count; k++) {
        parsed(l, &w->charts[k]);
        if (w->charts[k].state == SECTION_GOOD) check_section(l, w->charts[k].document->root);
    }
    lint_definitions(l);
    if (l->count > 0) qsort(l->found, l->count, sizeof *l->found, by_place);
    find_lines(l);
}

/* The verb --------------------------------------------------------------------------------------------------------- */

#define FINDING_COLUMNS(X) \
    X('l', NULL, "file", "file", table_string(t, x->file->path.ptr)) \
    X('r', NULL, "line", "line", table_whole(t, x->line)) \
    X('r', NULL, "column", "column", table_whole(t, x->column)) \
    X('r', NULL, NULL, "end_line", table_whole(t, x->end_line)) \
    X('r', NULL, NULL, "end_column", table_whole(t, x->end_column)) \
    X('l', NULL, "severity", "severity", table_string(t, kind)) \
    X('l', NULL, "rule", "rule", table_string(t, x->rule)) \
    X('l', NULL, "message", "message", table_string(t, x->message)) \
    X('l', NULL, NULL, "suggestion", table_string(t, x->suggestion))
static const table_column columns[] = {FINDING_COLUMNS(TABLE_COLUMN)};

static void show(output *to, table *t, const finding *x)
{
    const char *const kind = x->warning ? "warning" : "error";
    const nvs_view text = x->file->document->input;
    out_report(to, kind, x->file->path.ptr, text.ptr, text.len, x->offset, "%s [%s]", x->message, x->rule);
    FINDING_COLUMNS(TABLE_CELL)
    table_row(t);
}

static int print_all(cli *c, const work *w, const lint *l)
{
    const unsigned files = (unsigned)(w->library->count + w->chart_count);
    output to;
    table t;
    size_t i;
    int code = l->errors + l->warnings > 0 ? CLI_FINDING : CLI_FINE;
    out_begin(&to, c);
    table_begin(&t, &to, NULL, columns, sizeof columns / sizeof *columns, TABLE_UNSEEN);
    for (i = 0; i < l->count; i++) show(&to, &t, &l->found[i]);
    table_end(&t);
    out_say(&to, "%u file%s: %u error%s, %u warning%s\n", files, files == 1 ? "" : "s", (unsigned)l->errors, l->errors == 1 ? "" : "s",
            (unsigned)l->warnings, l->warnings == 1 ? "" : "s");
    out_end(&to);
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
    "FILE|FOLDER...", USE_READ_ANY, "which section files or folders?", MAY_READ, NULL, NULL};
