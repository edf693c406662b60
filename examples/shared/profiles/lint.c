/* The linter of profiles: rules that have no effect, profiles, keys and places. */
#include "lint.h"

#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

#define KIND_NAME(name, word, severity, text) word,
#define KIND_TEXT(name, word, severity, text) text,
#define KIND_SEVERITY(name, word, severity, text) NVP_SEVERITY_##severity,
static const nvp_severity severities[] = {LINT_KINDS(KIND_SEVERITY)};

const char *lint_kind_name(lint_kind kind)
{
    static const char *const names[] = {LINT_KINDS(KIND_NAME)};
    return names[kind];
}

const char *lint_kind_text(lint_kind kind)
{
    static const char *const texts[] = {LINT_KINDS(KIND_TEXT)};
    return texts[kind];
}

static lint_finding *found(lint_findings *l, lint_kind kind, uint32_t file, uint32_t at)
{
    lint_finding *to;
    l->list = (lint_finding *)cli_grow(l->list, &l->room, l->count + 1, sizeof *l->list);
    to = &l->list[l->count++];
    memset(to, 0, sizeof *to);
    to->kind = kind;
    to->severity = severities[kind];
    to->file = file;
    to->at = at;
    to->place = to->see_file = to->see = NVP_NONE;
    to->name = nvp_text("");
    return to;
}

static lint_finding *found_place(lint_findings *l, lint_kind kind, uint32_t file, uint32_t place)
{
    lint_finding *const to = found(l, kind, file, 0);
    to->place = place;
    return to;
}

/* A text and whose it is, to be sorted by both. */
typedef struct item {
    nvp_view text;
    uint32_t id;
} item;

static unsigned char folded(char c) { return (unsigned char)(c >= 'A' && c <= 'Z' ? c + 32 : c); }

static int compare(nvp_view a, nvp_view b, int fold)
{
    const size_t len = a.len < b.len ? a.len : b.len;
    size_t i;
    if (!fold) {
        const int order = len > 0 ? memcmp(a.ptr, b.ptr, len) : 0;
        if (order != 0) return order;
    }
    for (i = 0; fold && i < len; i++)
        if (a.ptr[i] != b.ptr[i] && folded(a.ptr[i]) != folded(b.ptr[i])) return folded(a.ptr[i]) < folded(b.ptr[i]) ? -1 : 1;
    return a.len < b.len ? -1 : a.len > b.len;
}

static int in_order(const item *a, const item *b, int fold)
{
    const int order = compare(a->text, b->text, fold);
    return order != 0 ? order : a->id < b->id ? -1 : a->id > b->id;
}

static int by_bytes(const void *a, const void *b) { return in_order((const item *)a, (const item *)b, 0); }
static int by_letters(const void *a, const void *b) { return in_order((const item *)a, (const item *)b, 1); }

/* Whether a findfile pattern names no file: nothing, or colons only. */
static int names_nothing(nvp_view list)
{
    size_t i;
    for (i = 0; i < list.len && list.ptr[i] == ':'; i++) {}
    return i == list.len;
}

static int has_slash(nvp_view v) { return v.len > 0 && memchr(v.ptr, '/', v.len) != NULL; }

/* Whether a pattern is true (1) or false (0) of every process, or depends on it (2). seen: a byte for each element. */
static int constant_of(const nvp_pattern *p, unsigned char *seen)
{
    uint32_t i = p->size;
    int value = 0;
    memset(seen, 0, p->size);
    while (i-- > 0) {
        const int some_false = (seen[i] & 1) != 0, some_true = (seen[i] & 2) != 0, some_open = (seen[i] & 4) != 0;
        switch (p[i].feature) {
        case NVP_FEATURE_NOT: value = p[i].count != 1 ? 0 : some_open ? 2 : some_false; break;
        case NVP_FEATURE_AND: value = some_false ? 0 : some_open ? 2 : 1; break;
        case NVP_FEATURE_OR: value = some_true ? 1 : some_open ? 2 : 0; break;
        case NVP_FEATURE_TRUE: value = 1; break;
        case NVP_FEATURE_UNSUPPORTED: value = 0; break;
        case NVP_FEATURE_COMMNAME: value = p[i].matches.len > 15 ? 0 : 2; break;
        case NVP_FEATURE_FINDFILE: value = names_nothing(p[i].matches) || has_slash(p[i].matches) ? 0 : 2; break;
        default: value = 2; break;
        }
        seen[i - p[i].up] = (unsigned char)(seen[i - p[i].up] | 1 << value);
    }
    return value;
}

/* The pattern without its places, as bytes: equal patterns have equal ones. Of NULL, which is no pattern, none. */
static nvp_view bytes_of(const nvp_pattern *p)
{
    const size_t fixed = 2 + 2 * sizeof(uint32_t);
    size_t room = 1, n = 0;
    const uint32_t size = p != NULL ? p->size : 0;
    uint32_t i;
    nvp_view shape;
    char *to;
    for (i = 0; i < size; i++) room += fixed + p[i].name.len + p[i].matches.len;
    to = (char *)cli_alloc(room, 1);
    for (i = 0; i < size; i++) {
        const int leaf = p[i].feature < NVP_FEATURE_AND;
        const uint32_t name = leaf ? (uint32_t)p[i].name.len : p[i].size, matches = (uint32_t)p[i].matches.len;
        to[n] = (char)p[i].feature;
        to[n + 1] = (char)p[i].has_matches;
        memcpy(to + n + 2, &name, sizeof name);
        memcpy(to + n + 2 + sizeof name, &matches, sizeof matches);
        n += fixed;
        if (leaf && name > 0) memcpy(to + n, p[i].name.ptr, name);
        n += leaf ? name : 0;
        if (matches > 0) memcpy(to + n, p[i].matches.ptr, matches);
        n += matches;
    }
    shape.ptr = to;
    shape.len = n;
    return shape;
}

/* What is known of the uses of a configuration, and of its keys. */
typedef struct uses {
    item *shapes;         /* of the patterns, sorted */
    signed char *constant;
    uint32_t *always;     /* of each key: the first use that always gives it */
    uint32_t *group;      /* of each key: the first use with this very pattern that gives it */
    uint32_t *group_of;   /* of each key: which pattern that was */
    uint32_t *by;         /* of each use that is shadowed: the earliest that keeps it out */
} uses;

static void uses_open(uses *u, lint_dead *dead, const nvp_config *c)
{
    uint32_t i, k;
    u->shapes = (item *)cli_alloc(c->use_count, sizeof *u->shapes);
    u->constant = (signed char *)cli_alloc(c->use_count, 1);
    u->by = (uint32_t *)cli_alloc(c->use_count, sizeof *u->by);
    u->always = (uint32_t *)cli_alloc(c->key_count, sizeof *u->always);
    u->group = (uint32_t *)cli_alloc(c->key_count, sizeof *u->group);
    u->group_of = (uint32_t *)cli_alloc(c->key_count, sizeof *u->group_of);
    for (k = 0; k < c->key_count; k++) u->always[k] = NVP_NONE;
    for (i = 0; i < c->use_count; i++) {
        const nvp_use *use = &c->uses[i];
        const nvp_pattern *p = c->files[use->file]->rules[use->rule].pattern;
        unsigned char *seen = (unsigned char *)cli_alloc(p != NULL ? p->size : 0, 1);
        u->constant[i] = (signed char)(p != NULL ? constant_of(p, seen) : 0);
        cli_free(seen);
        u->shapes[i].text = bytes_of(p);
        u->shapes[i].id = i;
        u->by[i] = NVP_NONE;
        if (u->constant[i] == 0) dead[i] = LINT_DEAD_NEVER;
        else if (use->gives != NVP_GIVES_SETTINGS && use->gives != NVP_GIVES_KNOWN) dead[i] = LINT_DEAD_NOTHING;
        if (use->gives != NVP_GIVES_SETTINGS || u->constant[i] != 1) continue;
        for (k = 0; k < use->profile->setting_count; k++) {
            const uint32_t key = use->profile->settings[k].key_id;
            if (u->always[key] == NVP_NONE) u->always[key] = i;
        }
    }
    if (c->use_count > 0) qsort(u->shapes, c->use_count, sizeof *u->shapes, by_bytes);
}

static void uses_close(uses *u, const nvp_config *c)
{
    uint32_t i;
    for (i = 0; i < c->use_count; i++) cli_free((void *)(uintptr_t)u->shapes[i].text.ptr);
    cli_free(u->shapes);
    cli_free(u->constant);
    cli_free(u->by);
    cli_free(u->always);
    cli_free(u->group);
    cli_free(u->group_of);
}

/* Rules all of whose keys an earlier rule gives, which matches always or whenever they do. */
static void find_shadowed(uses *u, lint_dead *dead, const nvp_config *c)
{
    uint32_t i, k, groups = 0;
    for (i = 0; i < c->use_count; i++) {
        const uint32_t use = u->shapes[i].id;
        const nvp_profile *profile = c->uses[use].profile;
        uint32_t hidden = 0, first = NVP_NONE;
        if (i == 0 || compare(u->shapes[i - 1].text, u->shapes[i].text, 0) != 0) groups++;
        if (u->constant[use] == 0 || c->uses[use].gives != NVP_GIVES_SETTINGS) continue;
        for (k = 0; k < profile->setting_count; k++) {
            const uint32_t key = profile->settings[k].key_id;
            const uint32_t same = u->group_of[key] == groups ? u->group[key] : NVP_NONE;
            const uint32_t who = u->always[key] < same ? u->always[key] : same;
            if (who >= use) continue;
            hidden++;
            if (who < first) first = who;
        }
        for (k = 0; k < profile->setting_count; k++) {
            const uint32_t key = profile->settings[k].key_id;
            if (u->group_of[key] == groups) continue;
            u->group_of[key] = groups;
            u->group[key] = use;
        }
        if (hidden == profile->setting_count) {
            dead[use] = LINT_DEAD_SHADOWED;
            u->by[use] = first;
        }
    }
}

/* What the rules lead to; led: a byte for each definition that one leads to. */
static void check_uses(lint_findings *l, const nvp_config *c, const uses *u, unsigned char *led)
{
    static const lint_kind kinds[] = {LINT_NEVER, LINT_NEVER, LINT_NOTHING, LINT_SHADOWED};
    uint32_t i;
    for (i = 0; i < c->use_count; i++) {
        const nvp_use *use = &c->uses[i];
        const nvp_rule *rule = &c->files[use->file]->rules[use->rule];
        lint_finding *to;
        if (use->definition != NVP_NONE) led[use->definition] = 1;
        if (use->gives == NVP_GIVES_UNDEFINED) {
            found(l, LINT_UNDEFINED, use->file, rule->ref_at)->name = rule->ref;
            if (l->dead[i] == LINT_DEAD_NOTHING) continue;
        }
        if (l->dead[i] == LINT_DEAD_NOT) continue;
        to = found(l, kinds[l->dead[i]], use->file, rule->at);
        if (u->by[i] == NVP_NONE) continue;
        to->see_file = c->uses[u->by[i]].file;
        to->see = c->files[to->see_file]->rules[c->uses[u->by[i]].rule].at;
    }
}

static void check_definitions(lint_findings *l, const nvp_config *c, const unsigned char *led)
{
    uint32_t i;
    for (i = 0; i < c->definition_count; i++) {
        const nvp_definition *d = &c->definitions[i];
        const nvp_definition *counts = &c->definitions[c->definitions[d->first].counts];
        const nvp_file *file = c->files[d->file];
        if (d != counts) {
            lint_finding *to;
            if (counts->file == d->file) continue; /* a problem of the file says so */
            to = found(l, LINT_HIDDEN, d->file, d->profile->name_at);
            to->see_file = counts->file;
            to->see = counts->profile->name_at;
            to->name = d->profile->name;
        } else if (!led[i] && file->profile_count > 0 && d->profile >= file->profiles &&
                   d->profile < file->profiles + file->profile_count)
            found(l, LINT_UNUSED, d->file, d->profile->name_at)->name = d->profile->name;
    }
}

int lint_fits(const nvp_value *v, nvp_view type)
{
    const int real = compare(type, nvp_text("float"), 0) == 0;
    nvp_reader reader;
    nvp_token number;
    int ignored;
    if (compare(type, nvp_text("boolean"), 0) == 0) return nvp_value_bool(v, &ignored, NULL) == NVP_OK;
    if (compare(type, nvp_text("string"), 0) == 0) return v->type == NVP_TYPE_STRING;
    if (!real && compare(type, nvp_text("integer"), 0) != 0) return 1;
    if (v->type != NVP_TYPE_STRING) return v->type == NVP_TYPE_INT || v->type == NVP_TYPE_UINT || (v->type == NVP_TYPE_REAL && real);
    nvp_reader_begin(&reader, v->text.ptr, v->text.len, 0);
    (void)nvp_reader_next(&reader, &number);
    return number.issue == NVP_ISSUE_NONE && number.len == v->text.len &&
           (number.kind == NVP_TOKEN_KIND_INT || number.kind == NVP_TOKEN_KIND_UINT || (number.kind == NVP_TOKEN_KIND_REAL && real));
}

static const nvp_key *key_of(const nvp_keys *keys, const item *sorted, nvp_view name)
{
    uint32_t low = 0, high = keys->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (compare(sorted[middle].text, name, 1) < 0) low = middle + 1;
        else high = middle;
    }
    return low < keys->count && compare(sorted[low].text, name, 1) == 0 ? &keys->items[sorted[low].id] : NULL;
}

static void check_setting(lint_findings *l, uint32_t file, const nvp_setting *s, const nvp_key *key)
{
    const lint_kind kinds[] = {LINT_UNKNOWN_KEY, LINT_KEY_SPELLING, LINT_VALUE_TYPE};
    const int wrong[] = {key == NULL, key != NULL && compare(key->key, s->key, 0) != 0, key != NULL && !lint_fits(&s->value, key->type)};
    int i;
    for (i = 0; i < 3; i++) {
        lint_finding *to;
        if (!wrong[i]) continue;
        to = found(l, kinds[i], file, kinds[i] == LINT_VALUE_TYPE ? s->value_at : s->key_at);
        to->name = s->key;
        to->key = key;
    }
}

static void check_keys(lint_findings *l, const nvp_config *c, const nvp_keys *keys)
{
    item *sorted = (item *)cli_alloc(keys->count, sizeof *sorted);
    uint32_t f, i, k;
    for (i = 0; i < keys->count; i++) {
        sorted[i].text = keys->items[i].key;
        sorted[i].id = i;
    }
    if (keys->count > 0) qsort(sorted, keys->count, sizeof *sorted, by_letters);
    for (f = 0; f < c->file_count; f++) {
        const nvp_file *file = c->files[f];
        for (i = 0; file->used && i < file->profile_count + file->rule_count; i++) {
            const nvp_profile *p = i < file->profile_count ? &file->profiles[i] : file->rules[i - file->profile_count].profile;
            for (k = 0; p != NULL && k < p->setting_count; k++)
                check_setting(l, f, &p->settings[k], key_of(keys, sorted, p->settings[k].key));
        }
    }
    cli_free(sorted);
}

/* Places where the same file was reached before. */
static void check_files(lint_findings *l, const nvp_config *c, item *ids, uint32_t count)
{
    uint32_t i, first = 0;
    if (count > 0) qsort(ids, count, sizeof *ids, by_bytes);
    for (i = 1; i < count; i++) {
        lint_finding *to;
        if (compare(ids[first].text, ids[i].text, 0) != 0) {
            first = i;
            continue;
        }
        to = found_place(l, LINT_SAME_FILE, c->places[ids[i].id].file, ids[i].id);
        to->see_file = c->places[ids[first].id].file;
        to->see = ids[first].id;
    }
}

static void check_places(lint_findings *l, const nvp_config *c)
{
    item *ids = (item *)cli_alloc(c->place_count, sizeof *ids);
    uint32_t i, count = 0, before = NVP_NONE;
    for (i = 0; i < c->place_count; i++) {
        const nvp_place *p = &c->places[i];
        if (p->leftover && p->file != NVP_NONE) found_place(l, LINT_LEFTOVER, p->file, i);
        if (p->state == NVP_PLACE_STATE_UNREADABLE || p->state == NVP_PLACE_STATE_MEMORY || p->state == NVP_PLACE_STATE_UNKNOWN)
            found_place(l, LINT_UNREADABLE, NVP_NONE, i);
        if (p->state == NVP_PLACE_STATE_IGNORED) found_place(l, LINT_IGNORED, NVP_NONE, i);
        if (p->state == NVP_PLACE_STATE_TOO_LARGE) found_place(l, LINT_LARGE, NVP_NONE, i);
        if (p->file == NVP_NONE) continue;
        if (before != NVP_NONE && c->places[before].entry == p->entry && /* in the same directory */
            compare(c->places[before].path, p->path, 0) > 0) {
            lint_finding *to = found_place(l, LINT_ORDER, p->file, i);
            to->see_file = c->places[before].file;
            to->see = before;
        }
        before = i;
        if (p->id[0] == 0 && p->id[1] == 0) continue;
        ids[count].text.ptr = (const char *)p->id;
        ids[count].text.len = sizeof p->id;
        ids[count++].id = i;
    }
    check_files(l, c, ids, count);
    cli_free(ids);
}

void lint_config(lint_findings *to, const nvp_config *config, const nvp_keys *keys)
{
    unsigned char *led = (unsigned char *)cli_alloc(config->definition_count, 1);
    uses u;
    memset(to, 0, sizeof *to);
    to->dead = (lint_dead *)cli_alloc(config->use_count, sizeof *to->dead);
    uses_open(&u, to->dead, config);
    find_shadowed(&u, to->dead, config);
    check_uses(to, config, &u, led);
    check_definitions(to, config, led);
    if (keys != NULL) check_keys(to, config, keys);
    check_places(to, config);
    uses_close(&u, config);
    cli_free(led);
}

void lint_findings_free(lint_findings *l)
{
    cli_free(l->dead);
    cli_free(l->list);
    memset(l, 0, sizeof *l);
}
