/* lint: findings as they are made, and what is known of names and filters for all checks. */
#include "lint.h"

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

void lint_keep(lint *l, nvs_view name)
{
    free(l->near);
    l->near = copy_view(name);
}

static char *copy_text(const char *text)
{
    const size_t len = strlen(text);
    char *const copy = (char *)cli_alloc(len + 1, 1);
    memcpy(copy, text, len);
    return copy;
}

void lint_at(lint *l, const section_file *f, uint64_t offset, int warning, const char *rule, const char *suggestion,
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

void lint_node(lint *l, const nvs_node *n, int warning, const char *rule, const char *suggestion, const char *format, ...)
{
    char message[400];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    lint_at(l, work_file(l->w, n), n->offset, warning, rule, suggestion, message);
}

/* Names ------------------------------------------------------------------------------------------------------------ */

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

int lint_defines(const lint *l, nvs_view name)
{
    return l->defined_count > 0 && bsearch(&name, l->defined, l->defined_count, sizeof name, compare_views) != NULL;
}

int lint_is_slip(nvs_view a, nvs_view b)
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

const grammar *lint_grammar(lint *l)
{
    if (l->names == NULL) l->names = l->own = grammar_open();
    return l->names;
}

/* Whether the grammar has no objection to a name. */
static int fits(lint *l, nvs_view name)
{
    name_facts f;
    grammar_ask(lint_grammar(l), name, &f);
    return f.state != NAME_UNKNOWN;
}

static int by_words(const void *a, const void *b)
{
    const new_words *const x = (const new_words *)a, *const y = (const new_words *)b;
    const int d = compare_views(&x->words, &y->words);
    return d != 0 ? d : compare_views(&x->base, &y->base);
}

static void gather_fresh(lint *l)
{
    const nvs_node *n;
    size_t k, to = 0;
    uint32_t i;
    for (i = 0; i < l->w->root_count; i++)
        for (n = l->w->roots[i]; n != NULL; n = nvs_node_walk(l->w->roots[i], n, NVS_WALK_INTO)) {
            new_words x;
            if (n->type != NVS_TYPE_STRING || n->name != NVS_FIELD_NAME) continue;
            x.words = grammar_new_words(lint_grammar(l), n->v.text, &x.base);
            if (x.words.len == 0) continue;
            l->fresh = (new_words *)cli_grow(l->fresh, &l->fresh_room, l->fresh_count + 1, sizeof *l->fresh);
            l->fresh[l->fresh_count++] = x;
        }
    if (l->fresh_count > 0) qsort(l->fresh, l->fresh_count, sizeof *l->fresh, by_words);
    for (k = 0; k < l->fresh_count; k++)
        if (to == 0 || by_words(&l->fresh[to - 1], &l->fresh[k]) != 0) l->fresh[to++] = l->fresh[k];
    l->fresh_count = to;
}

/* Whether the words that make a name unknown are in several metrics here: then a newer GPU has them, and they are no slip. */
static int has_shared_words(lint *l, nvs_view name)
{
    size_t from = 0, to, at;
    new_words x;
    x.words = grammar_new_words(lint_grammar(l), name, &x.base);
    if (x.words.len == 0) return 0;
    if (l->fresh == NULL) gather_fresh(l);
    for (to = l->fresh_count; from < to;) { /* the first with these words */
        at = from + (to - from) / 2;
        if (compare_views(&l->fresh[at].words, &x.words) < 0) from = at + 1;
        else to = at;
    }
    for (at = from; at < l->fresh_count && same(l->fresh[at].words, x.words); at++)
        if (!same(l->fresh[at].base, x.base)) return 1;
    return 0;
}

enum { MOST_LOOKED = 200, MOST_COMPARED = 5000 }; /* this many names are compared with all others */

/* If a name is unknown but a letter away from a known or possible one, that; else NULL. */
static const char *lint_known(lint *l, nvs_view name)
{
    cli_buf b = {NULL, 0, 0};
    if (fits(l, name) || l->compared == MOST_COMPARED) return NULL;
    l->compared++;
    if (!grammar_meant(lint_grammar(l), name, &b)) return NULL;
    if (has_shared_words(l, name)) {
        cli_buf_free(&b);
        return NULL;
    }
    free(l->near);
    l->near = b.ptr;
    return l->near;
}

const char *lint_meant(lint *l, nvs_view name)
{
    size_t k;
    if (lint_defines(l, name) || fits(l, name)) return NULL;
    if (l->compared < MOST_COMPARED) {
        for (k = 0; k < l->defined_count; k++) {
            if (!lint_is_slip(l->defined[k], name)) continue;
            l->compared++;
            lint_keep(l, l->defined[k]);
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
        if (lint_is_slip(nvs_text(l->known[k]), name)) return l->known[k];
    for (i = 0; i < l->w->root_count; i++)
        for (n = l->w->roots[i]; n != NULL; n = nvs_node_walk(l->w->roots[i], n, NVS_WALK_INTO))
            if (n->type == NVS_TYPE_STRING && n->name == NVS_FIELD_NAME && lint_is_slip(n->v.text, name) &&
                (n->parent->of == NVS_MESSAGE_METRIC || n->parent->of == NVS_MESSAGE_METRIC_OPTION ||
                    n->parent->of == NVS_MESSAGE_METRIC_DEFINITION)) {
                lint_keep(l, n->v.text);
                return l->near;
            }
    return lint_known(l, name);
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

/* The whole -------------------------------------------------------------------------------------------------------- */

void lint_begin(lint *l, const work *w, const grammar *names)
{
    size_t k;
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
    free(l->fresh);
    free(l->near);
}
