#include "grammar.h"

#include <stdlib.h>
#include <string.h>

#ifndef CATALOGUE
#define CATALOGUE "catalogue.inc"
#endif
#include CATALOGUE

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MOST_NAME 255

/* Rows -------------------------------------------------------------------------------------------------------------- */

void each_base(void (*each_fn)(const base_row *row, void *user), void *user)
{
    char base[256] = "", *at;
    const char *row;
    size_t i;
    for (i = 0; i < COUNT(catalogue_rows); i++)
        for (row = catalogue_rows[i]; *row != 0; row = at + 1) {
            const size_t keep = (size_t)(unsigned char)row[0] - ' ', len = strcspn(row + 1, "\t");
            base_row r;
            memcpy(base + keep, row + 1, len);
            base[keep + len] = 0;
            r.base = base;
            r.seen = (unsigned)strtoul(row + 1 + len, &at, 16);
            r.suffixes = catalogue_suffixes[strtoul(at, &at, 10)];
            r.sections = catalogue_sections[strtoul(at, &at, 10)];
            r.type = *at;
            r.unit = catalogue_units[strtoul(at + 1, &at, 10)];
            each_fn(&r, user);
        }
}

const unsigned *catalogue_ccs(void)
{
    return catalogue_gpus;
}

/* The grammar ------------------------------------------------------------------------------------------------------- */

typedef struct known_base {
    const char *name; /* unit and counter, without what stands before: TriageA. */
    const char *unit;
    char type;
    unsigned seen;
} known_base;

typedef struct word_list {
    nvs_view *at; /* sorted, unique */
    size_t count, room;
} word_list;

/* What was guessed last of names with a hash; an editor asks for the same names at each key. */
enum { MEMOS = 16384 };
typedef struct memo {
    char *name, *meant; /* meant: empty for nothing */
} memo;

struct grammar {
    memo *memos;
    char *text;
    size_t used, room;
    known_base *bases; /* by name */
    size_t count;
    word_list units, words;
    uint64_t *pairs; /* unit, or as many as there are for any, word, word after it: sorted; the words before the first and after the
                        last have no letters */
    unsigned *uses;  /* of each word */
    size_t pair_count, pair_room;
};

/* The parts of a name that matter here. */
typedef struct stem {
    nvs_view unit, counter, whole; /* whole: both with the underscores between; without any, whole is the counter */
} stem;

static stem stem_of(nvs_view name)
{
    const char *const end = name.ptr + name.len, *p = name.ptr, *from;
    stem s;
    while (p < end && !(*p == '_' && p + 1 < end && p[1] == '_')) p++;
    from = p;
    if (p == end) /* no unit: without a prefix */
        while (from > name.ptr && from[-1] != ':') from--;
    else /* without a prefix, a depth, a group of counters */
        while (from > name.ptr && from[-1] != ':' && from[-1] != '.') from--;
    s.whole.ptr = s.unit.ptr = s.counter.ptr = from;
    s.unit.len = 0;
    if (p < end) {
        s.unit.len = (size_t)(p - from);
        s.counter.ptr = p + 2;
    }
    for (p = s.counter.ptr; p < end && *p != '.'; p++) continue;
    s.counter.len = (size_t)(p - s.counter.ptr);
    s.whole.len = (size_t)(p - s.whole.ptr);
    return s;
}

static int compare_views(nvs_view a, nvs_view b)
{
    const int d = memcmp(a.ptr, b.ptr, a.len < b.len ? a.len : b.len);
    return d != 0 ? d : a.len < b.len ? -1 : a.len > b.len;
}

static int by_view(const void *a, const void *b)
{
    return compare_views(*(const nvs_view *)a, *(const nvs_view *)b);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const known_base *)a)->name, ((const known_base *)b)->name);
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void add_word(word_list *l, nvs_view word)
{
    l->at = (nvs_view *)cli_grow(l->at, &l->room, l->count + 1, sizeof *l->at);
    l->at[l->count++] = word;
}

static void sort_words(word_list *l)
{
    size_t i, to = 0;
    qsort(l->at, l->count, sizeof *l->at, by_view);
    for (i = 0; i < l->count; i++)
        if (to == 0 || compare_views(l->at[to - 1], l->at[i]) != 0) l->at[to++] = l->at[i];
    l->count = to;
}

/* Its place; the number of words where it is none of them. */
static size_t find_word(const word_list *l, nvs_view word)
{
    const nvs_view *const found = (const nvs_view *)bsearch(&word, l->at, l->count, sizeof word, by_view);
    return found != NULL ? (size_t)(found - l->at) : l->count;
}

/* The next word of a counter; an empty one begins and ends it. */
typedef struct words {
    const char *at, *end;
    int done;
} words;

static int next_word(words *w, nvs_view *out)
{
    const char *stop;
    if (w->done) return 0;
    out->ptr = w->at;
    if (w->at == NULL || w->at > w->end) {
        out->ptr = "";
        out->len = 0;
        w->done = 1;
        return 1;
    }
    stop = (const char *)memchr(w->at, '_', (size_t)(w->end - w->at));
    if (stop == NULL) stop = w->end;
    out->len = (size_t)(stop - w->at);
    w->at = stop + 1;
    return 1;
}

static words words_of(nvs_view counter)
{
    words w;
    w.at = counter.ptr;
    w.end = counter.ptr + counter.len;
    w.done = 0;
    return w;
}

static uint64_t pair_of(size_t unit, size_t a, size_t b)
{
    return (uint64_t)unit << 40 | (uint64_t)a << 20 | (uint64_t)b;
}

static void add_base(const base_row *row, void *user)
{
    grammar *const g = (grammar *)user;
    const stem s = stem_of(nvs_text(row->base));
    known_base *const b = &g->bases[g->count++];
    memcpy(g->text + g->used, s.whole.ptr, s.whole.len);
    b->name = g->text + g->used;
    b->type = row->type;
    b->unit = row->unit;
    b->seen = row->seen;
    g->used += s.whole.len + 1;
}

static void add_size(const base_row *row, void *user)
{
    ((grammar *)user)->room += strlen(row->base) + 1;
    ((grammar *)user)->count++;
}

static void merge_bases(grammar *g)
{
    size_t i, to = 0;
    qsort(g->bases, g->count, sizeof *g->bases, by_name);
    for (i = 0; i < g->count; i++)
        if (to > 0 && strcmp(g->bases[to - 1].name, g->bases[i].name) == 0) g->bases[to - 1].seen |= g->bases[i].seen;
        else g->bases[to++] = g->bases[i];
    g->count = to;
}

static void add_pairs(grammar *g, const known_base *b)
{
    const stem s = stem_of(nvs_text(b->name));
    const size_t unit = find_word(&g->units, s.unit);
    size_t before = find_word(&g->words, nvs_text(""));
    words w = words_of(s.counter);
    nvs_view word;
    while (next_word(&w, &word)) {
        const size_t at = find_word(&g->words, word);
        g->pairs = (uint64_t *)cli_grow(g->pairs, &g->pair_room, g->pair_count + 2, sizeof *g->pairs);
        g->pairs[g->pair_count++] = pair_of(unit, before, at);
        g->pairs[g->pair_count++] = pair_of(g->units.count, before, at);
        g->uses[at]++;
        before = at;
    }
}

grammar *grammar_open(void)
{
    grammar *const g = (grammar *)cli_alloc(1, sizeof *g);
    size_t i, to = 0;
    each_base(add_size, g);
    g->text = (char *)cli_alloc(g->room, 1);
    g->bases = (known_base *)cli_alloc(g->count, sizeof *g->bases);
    g->count = 0;
    g->memos = (memo *)cli_alloc(MEMOS, sizeof *g->memos);
    each_base(add_base, g);
    merge_bases(g);
    for (i = 0; i < g->count; i++) {
        const stem s = stem_of(nvs_text(g->bases[i].name));
        words w = words_of(s.counter);
        nvs_view word;
        if (s.unit.len > 0) add_word(&g->units, s.unit);
        while (next_word(&w, &word)) add_word(&g->words, word);
    }
    sort_words(&g->units);
    sort_words(&g->words);
    g->uses = (unsigned *)cli_alloc(g->words.count, sizeof *g->uses);
    for (i = 0; i < g->count; i++)
        if (stem_of(nvs_text(g->bases[i].name)).unit.len > 0) add_pairs(g, &g->bases[i]);
    qsort(g->pairs, g->pair_count, sizeof *g->pairs, by_number);
    for (i = 0; i < g->pair_count; i++)
        if (to == 0 || g->pairs[to - 1] != g->pairs[i]) g->pairs[to++] = g->pairs[i];
    g->pair_count = to;
    return g;
}

void grammar_close(grammar *g)
{
    size_t i;
    if (g == NULL) return;
    for (i = 0; i < MEMOS; i++) {
        free(g->memos[i].name);
        free(g->memos[i].meant);
    }
    free(g->memos);
    free(g->text);
    free(g->bases);
    free(g->units.at);
    free(g->words.at);
    free(g->pairs);
    free(g->uses);
    free(g);
}

/* Questions --------------------------------------------------------------------------------------------------------- */

static const known_base *find_base(const grammar *g, nvs_view whole)
{
    char text[MOST_NAME + 1];
    known_base key;
    if (whole.len > MOST_NAME) return NULL;
    memcpy(text, whole.ptr, whole.len);
    text[whole.len] = 0;
    key.name = text;
    return (const known_base *)bsearch(&key, g->bases, g->count, sizeof key, by_name);
}

static int has_pair(const grammar *g, size_t unit, size_t a, size_t b)
{
    const uint64_t pair = pair_of(unit, a, b);
    return bsearch(&pair, g->pairs, g->pair_count, sizeof pair, by_number) != NULL;
}

/* How far a counter is possible in its unit: NULL for all of it, else the first word that does not fit; *before: the one before. */
static const char *first_odd(const grammar *g, const stem *s, nvs_view *before)
{
    const size_t unit = find_word(&g->units, s->unit);
    size_t last = find_word(&g->words, nvs_text(""));
    words w = words_of(s->counter);
    nvs_view word;
    *before = nvs_text(NULL);
    if (unit == g->units.count) return s->unit.ptr;
    while (next_word(&w, &word)) {
        const size_t at = find_word(&g->words, word);
        if ((word.len == 0 && !w.done) || at == g->words.count || (!has_pair(g, unit, last, at) && !has_pair(g, g->units.count, last, at)))
            return word.len > 0 ? word.ptr : s->counter.ptr + s->counter.len;
        last = at;
        *before = word;
    }
    return NULL;
}

static name_state state_of(const grammar *g, const stem *s)
{
    nvs_view before;
    if (find_base(g, s->whole) != NULL) return NAME_KNOWN;
    return s->unit.len > 0 && s->counter.len > 0 && first_odd(g, s, &before) == NULL ? NAME_POSSIBLE : NAME_UNKNOWN;
}

void grammar_ask(const grammar *g, nvs_view name, name_facts *out)
{
    const stem s = stem_of(name);
    const known_base *const b = find_base(g, s.whole);
    out->type = 0;
    out->seen = 0;
    out->unit = "";
    if (b != NULL) {
        out->state = NAME_KNOWN;
        out->type = b->type;
        out->seen = b->seen;
        out->unit = b->unit;
    } else out->state = state_of(g, &s);
}

nvs_view grammar_new_words(const grammar *g, nvs_view name, nvs_view *base)
{
    const stem s = stem_of(name);
    const char *const end = s.counter.ptr + s.counter.len;
    nvs_view before, found;
    const char *const odd = s.unit.len > 0 ? first_odd(g, &s, &before) : NULL;
    *base = s.whole;
    if (odd == NULL || odd == s.unit.ptr || odd == end) return nvs_text(NULL);
    found.ptr = before.len > 0 ? before.ptr : odd;
    for (found.len = (size_t)(odd - found.ptr); found.ptr + found.len < end && found.ptr[found.len] != '_'; found.len++) continue;
    return found;
}

const char *grammar_rollups(const name_facts *f, const nvs_name_parts *n)
{
    static const char *const words_of_ratio[] = {"pct", "ratio", "max_rate"};
    size_t i;
    int ratio = 0;
    if (n->rollup.len == 0 || !n->known) return NULL;
    for (i = 0; i < 3; i++)
        if (compare_views(n->rollup, nvs_text(words_of_ratio[i])) == 0) ratio = 1;
    if (f->type == 'r') return ratio ? NULL : "a ratio has .pct, .ratio and .max_rate";
    if (f->type == 'c' && ratio) return "a counter has .sum, .avg, .min and .max";
    if (f->type == 't' && (ratio || n->submetric.len < 4 || memcmp(n->submetric.ptr, "pct_", 4) != 0))
        return "a throughput is a percentage of the peak: .avg.pct_of_peak_sustained_elapsed";
    return NULL;
}

/* One letter ---------------------------------------------------------------------------------------------------------- */

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

typedef struct guess {
    const grammar *g;
    size_t counter; /* where the words begin, without doubt; as long as the name: nowhere */
    char text[MOST_NAME + 3];
    name_state best;
    char found[MOST_NAME + 3];
} guess;

/* Whether the words around a changed byte are known: most guesses end here. */
static int words_fit(const guess *x, size_t len, size_t at)
{
    size_t from = at, to = at;
    nvs_view word;
    while (from > 0 && x->text[from - 1] != '_') from--;
    while (to < len && x->text[to] != '_') to++;
    word.ptr = x->text + from;
    word.len = to - from;
    if (word.len > 0 && find_word(&x->g->words, word) == x->g->words.count) return 0;
    if (to != at || to + 1 >= len) return 1;
    word.ptr = x->text + to + 1;
    for (word.len = 0; to + 1 + word.len < len && word.ptr[word.len] != '_'; word.len++) continue;
    return word.len == 0 || find_word(&x->g->words, word) < x->g->words.count;
}

static void try_it(guess *x, size_t len, size_t at)
{
    nvs_view v;
    stem s;
    name_state state;
    if (at > x->counter && !words_fit(x, len, at)) return;
    v.ptr = x->text;
    v.len = len;
    s = stem_of(v);
    if (s.whole.len != len) return;
    state = state_of(x->g, &s);
    if (state <= x->best) return;
    x->best = state;
    memcpy(x->found, x->text, len);
    x->found[len] = 0;
}

/* Whether a letter begins a short word that is not among the common ones, as op and mem: both icc and dcc are caches. */
static int begins_rare_word(const grammar *g, const char *text, size_t len, size_t at)
{
    nvs_view word;
    size_t found;
    if (at > 0 && text[at - 1] != '_') return 0;
    word.ptr = text + at;
    for (word.len = 0; at + word.len < len && word.ptr[word.len] != '_'; word.len++) continue;
    found = find_word(&g->words, word);
    return word.len > 0 && word.len <= 4 && (found == g->words.count || g->uses[found] < 100);
}

/* Every text that differs from a name by one letter, or by two that are swapped, at one of its bytes. Digits keep their values: _x2 and
   _x4 are both names. */
static void try_at(guess *x, nvs_view name, size_t at)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz_";
    size_t i;
    memcpy(x->text, name.ptr, at);
    for (i = 0; letters[i] != 0; i++) { /* one is missing */
        x->text[at] = letters[i];
        memcpy(x->text + at + 1, name.ptr + at, name.len - at);
        try_it(x, name.len + 1, at);
    }
    if (at == name.len) return;
    memcpy(x->text, name.ptr, name.len);
    if (at + 1 < name.len && name.ptr[at] != name.ptr[at + 1]) { /* two are swapped */
        x->text[at] = name.ptr[at + 1];
        x->text[at + 1] = name.ptr[at];
        try_it(x, name.len, at);
    }
    if (is_digit(name.ptr[at])) return;
    memcpy(x->text, name.ptr, name.len);
    for (i = 0; letters[i] != 0; i++) { /* another one */
        x->text[at] = letters[i];
        if (letters[i] != name.ptr[at] && !begins_rare_word(x->g, x->text, name.len, at)) try_it(x, name.len, at);
    }
    memcpy(x->text, name.ptr, at);
    memcpy(x->text + at, name.ptr + at + 1, name.len - at - 1); /* one too many */
    try_it(x, name.len - 1, at);
}

static int is_text(nvs_view v, const char *text)
{
    return compare_views(v, nvs_text(text)) == 0;
}

static int look_for(const grammar *g, nvs_view name, cli_buf *meant)
{
    const stem s = stem_of(name);
    nvs_view before = nvs_text(NULL);
    const char *odd = s.whole.ptr;
    guess x;
    size_t from = 0, to, at;
    if (s.whole.len < 4 || s.whole.len > MOST_NAME || state_of(g, &s) != NAME_UNKNOWN) return 0;
    if (s.unit.len > 0) odd = first_odd(g, &s, &before);
    if (is_text(before, "op") && (is_text(s.unit, "sm") || is_text(s.unit, "smsp"))) return 0;
    to = s.whole.len;
    if (s.unit.len > 0 && odd != s.unit.ptr) { /* the word that does not fit, or the one before it */
        const char *end = odd;
        while (end < s.whole.ptr + s.whole.len && *end != '_') end++;
        from = before.len > 0 ? (size_t)(before.ptr - s.whole.ptr) : s.unit.len;
        to = (size_t)(end - s.whole.ptr) + (end < s.whole.ptr + s.whole.len);
    }
    x.g = g;
    x.counter = s.unit.len > 0 ? s.unit.len + 2 : s.whole.len + 1;
    x.best = NAME_UNKNOWN;
    for (at = from; at <= to && x.best < NAME_KNOWN; at++) try_at(&x, s.whole, at);
    if (x.best == NAME_UNKNOWN || (s.unit.len == 0 && x.best < NAME_KNOWN)) return 0;
    cli_putf(meant, "%.*s%s%.*s", (int)(s.whole.ptr - name.ptr), name.ptr, x.found,
             (int)(name.ptr + name.len - (s.whole.ptr + s.whole.len)), s.whole.ptr + s.whole.len);
    return 1;
}

int grammar_meant(const grammar *g, nvs_view name, cli_buf *meant)
{
    uint32_t hash = 2166136261u;
    memo *m;
    size_t i;
    for (i = 0; i < name.len; i++) hash = (hash ^ (unsigned char)name.ptr[i]) * 16777619u;
    m = &g->memos[hash % MEMOS];
    if (m->name == NULL || !is_text(name, m->name)) {
        cli_buf found = {NULL, 0, 0};
        (void)look_for(g, name, &found);
        cli_putf(&found, "%s", "");
        free(m->name);
        free(m->meant);
        m->name = (char *)cli_alloc(name.len + 1, 1);
        memcpy(m->name, name.ptr, name.len);
        m->meant = found.ptr;
    }
    if (m->meant[0] == 0) return 0;
    cli_putf(meant, "%s", m->meant);
    return 1;
}
