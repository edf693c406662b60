/* A slow and obvious reader of fdinfo texts, to compare drmfdinfo.h with. One rule after the other, each as the format
   page says it; no tables of characters, no tree, no short cuts. Include it after drmfdinfo.h. */
#ifndef TESTS_SLOW_DRMFDINFO_H
#define TESTS_SLOW_DRMFDINFO_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct slow_piece {
    const char *p;
    size_t n;
} slow_piece;

typedef struct slow_line {
    drmfd_key what;
    int usable;
    slow_piece all, key, name, value, unit;
    uint64_t number;
} slow_line;

static inline int slow_is(slow_piece a, const char *text)
{
    return a.n == strlen(text) && (a.n == 0 || memcmp(a.p, text, a.n) == 0);
}

static inline int slow_begins(slow_piece a, const char *text)
{
    return a.n >= strlen(text) && memcmp(a.p, text, strlen(text)) == 0;
}

static inline int slow_has(slow_piece a, char c)
{
    size_t i;
    for (i = 0; i < a.n; i++)
        if (a.p[i] == c) return 1;
    return 0;
}

static inline int slow_digit(char c) { return c >= '0' && c <= '9'; }
static inline int slow_hex(char c) { return slow_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

static inline slow_piece slow_trim(slow_piece a)
{
    while (a.n > 0 && (a.p[0] == ' ' || a.p[0] == '\t')) a.p++, a.n--;
    while (a.n > 0 && (a.p[a.n - 1] == ' ' || a.p[a.n - 1] == '\t')) a.n--;
    return a;
}

/* Decimal digits to a number by comparing texts; 0 when it is above 2^64 - 1. */
static inline int slow_decimal(slow_piece a, uint64_t *number)
{
    static const char most[] = "18446744073709551615";
    size_t i;
    while (a.n > 1 && a.p[0] == '0') a.p++, a.n--;
    if (a.n > 20 || (a.n == 20 && memcmp(a.p, most, 20) > 0)) return 0;
    *number = 0;
    for (i = 0; i < a.n; i++) *number = *number * 10 + (uint64_t)(a.p[i] - '0');
    return 1;
}

/* Which kinds of key take which units; "" is no unit. */
static inline uint64_t slow_factor(drmfd_key what, slow_piece unit)
{
    if (unit.n == 0) return 1;
    switch (what) {
    case DRMFD_KEY_ENGINE: return slow_is(unit, "ns") ? 1 : 0;
    case DRMFD_KEY_MAXFREQ:
        if (slow_is(unit, "Hz")) return 1;
        if (slow_is(unit, "KHz") || slow_is(unit, "kHz")) return 1000;
        return slow_is(unit, "MHz") ? 1000000 : 0;
    case DRMFD_KEY_TOTAL:
    case DRMFD_KEY_SHARED:
    case DRMFD_KEY_RESIDENT:
    case DRMFD_KEY_MEMORY:
    case DRMFD_KEY_PURGEABLE:
    case DRMFD_KEY_ACTIVE:
        if (slow_is(unit, "KiB")) return 1024;
        if (slow_is(unit, "MiB")) return 1024 * 1024;
        return slow_is(unit, "GiB") ? 1024 * 1024 * 1024 : 0;
    default: return 0;
    }
}

static inline void slow_number(slow_line *l)
{
    slow_piece digits, unit, v = l->value;
    uint64_t n, factor;
    size_t i = 0;
    while (i < v.n && slow_digit(v.p[i])) i++;
    digits.p = v.p;
    digits.n = i;
    unit.p = v.p + i;
    unit.n = v.n - i;
    if (digits.n == 0) return;
    if (unit.n > 0 && unit.p[0] != ' ' && unit.p[0] != '\t') return;
    unit = slow_trim(unit);
    if (slow_has(unit, ' ') || slow_has(unit, '\t')) return;
    factor = slow_factor(l->what, unit);
    if (!slow_decimal(digits, &n) || factor == 0 || n > UINT64_MAX / factor) return;
    l->usable = 1;
    l->number = n * factor;
    l->unit = unit;
}

static inline int slow_is_pdev(slow_piece v)
{
    size_t i, domain = v.n - 8;
    if (v.n < 12 || v.n > 16) return 0;
    for (i = 0; i < domain; i++)
        if (!slow_hex(v.p[i])) return 0;
    v.p += domain;
    return v.p[0] == ':' && slow_hex(v.p[1]) && slow_hex(v.p[2]) && (v.p[3] == ':' || v.p[3] == '.') && slow_hex(v.p[4]) &&
           slow_hex(v.p[5]) && v.p[6] == '.' && v.p[7] >= '0' && v.p[7] <= '7';
}

/* What a line says; it has no line feed. */
static inline void slow_read_line(slow_piece all, slow_line *l)
{
    static const struct { const char *prefix; drmfd_key what; } prefixes[] = {
        {"drm-engine-", DRMFD_KEY_ENGINE},         {"drm-engine-capacity-", DRMFD_KEY_CAPACITY},
        {"drm-cycles-", DRMFD_KEY_CYCLES},         {"drm-total-cycles-", DRMFD_KEY_TOTAL_CYCLES},
        {"drm-maxfreq-", DRMFD_KEY_MAXFREQ},       {"drm-total-", DRMFD_KEY_TOTAL},
        {"drm-shared-", DRMFD_KEY_SHARED},         {"drm-resident-", DRMFD_KEY_RESIDENT},
        {"drm-memory-", DRMFD_KEY_MEMORY},         {"drm-purgeable-", DRMFD_KEY_PURGEABLE},
        {"drm-active-", DRMFD_KEY_ACTIVE}};
    size_t i, longest = 0;
    memset(l, 0, sizeof *l);
    if (all.n > 0 && all.p[all.n - 1] == '\r') all.n--;
    l->all = all;
    if (all.n == 0) return; /* DRMFD_KEY_EMPTY is 0 */
    l->what = DRMFD_KEY_BAD;
    if (slow_has(all, 0) || !slow_has(all, ':')) return;
    l->key.p = all.p;
    while (l->key.p[l->key.n] != ':') l->key.n++;
    if (l->key.n == 0 || slow_has(l->key, ' ') || slow_has(l->key, '\t')) return;
    l->value.p = all.p + l->key.n + 1;
    l->value.n = all.n - l->key.n - 1;
    l->value = slow_trim(l->value);
    if (slow_is(l->key, "pos") || slow_is(l->key, "flags") || slow_is(l->key, "mnt_id") || slow_is(l->key, "ino")) {
        l->what = DRMFD_KEY_GENERIC;
        return;
    }
    if (!slow_begins(l->key, "drm-") || slow_begins(l->key, "drm-curfreq-")) {
        l->what = DRMFD_KEY_RAW;
        return;
    }
    if (slow_is(l->key, "drm-driver") || slow_is(l->key, "drm-client-name")) {
        l->what = slow_is(l->key, "drm-driver") ? DRMFD_KEY_DRIVER : DRMFD_KEY_CLIENT_NAME;
        l->usable = l->value.n > 0;
        return;
    }
    if (slow_is(l->key, "drm-pdev")) {
        l->what = DRMFD_KEY_PDEV;
        l->usable = slow_is_pdev(l->value);
        return;
    }
    if (slow_is(l->key, "drm-client-id")) {
        l->what = DRMFD_KEY_CLIENT_ID;
        slow_number(l);
        return;
    }
    l->what = DRMFD_KEY_UNKNOWN;
    for (i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (slow_begins(l->key, prefixes[i].prefix) && strlen(prefixes[i].prefix) > longest) {
            longest = strlen(prefixes[i].prefix);
            l->what = prefixes[i].what;
        }
    if (longest == 0) return;
    l->name.p = l->key.p + longest;
    l->name.n = l->key.n - longest;
    if (l->name.n == 0) l->what = DRMFD_KEY_BAD;
    else slow_number(l);
}

/* The line at *at: 1, or 0 at the end. */
static inline int slow_next(const char *text, size_t len, int whole, size_t *at, slow_line *l, int *cut)
{
    slow_piece all;
    size_t i = *at;
    if (i == len) return 0;
    all.p = text + i;
    while (i < len && text[i] != '\n') i++;
    all.n = i - *at;
    if (i == len && !whole) {
        *cut = 1;
        return 0;
    }
    *at = i < len ? i + 1 : i;
    slow_read_line(all, l);
    return 1;
}

/* The values of a name; the order of has and value is that of the keys: ns, capacity, cycles, total cycles, maxfreq; or
   total, shared, resident, memory, purgeable, active. */
typedef struct slow_thing {
    slow_piece name;
    int has[6], zero;
    uint64_t value[6];
} slow_thing;

typedef struct slow_text {
    slow_thing *engines, *regions;
    size_t engine_count, region_count;
    slow_piece driver, client_name, pdev;
    int has_client_id, cut;
    uint64_t client_id;
    drmfd_counts counts;
} slow_text;

static inline slow_thing *slow_find(slow_thing *list, size_t *count, size_t room, slow_piece name)
{
    size_t i;
    for (i = 0; i < *count; i++)
        if (list[i].name.n == name.n && memcmp(list[i].name.p, name.p, name.n) == 0) return &list[i];
    if (*count == room) return NULL;
    memset(&list[*count], 0, sizeof *list);
    list[*count].name = name;
    return &list[(*count)++];
}

static inline void slow_once(slow_text *t, slow_piece *to, slow_piece value)
{
    if (to->n > 0) t->counts.duplicates++;
    else *to = value;
}

static inline void slow_value(slow_text *t, slow_thing *x, int k, uint64_t n, int adds)
{
    if (x == NULL) {
        t->counts.dropped++;
        return;
    }
    if (x->has[k] && adds) {
        if (x->value[k] + n < n) {
            t->counts.bad_values++;
            return;
        }
        n += x->value[k];
    }
    t->counts.duplicates += (uint64_t)x->has[k];
    x->has[k] = 1;
    x->value[k] = n;
}

/* Free engines and regions of *t. */
static inline void slow_parse(slow_text *t, const char *text, size_t len, int whole, size_t engine_room, size_t region_room)
{
    slow_line l;
    size_t at = 0, lines = 1, i;
    memset(t, 0, sizeof *t);
    for (i = 0; i < len; i++) lines += text[i] == '\n';
    t->engines = (slow_thing *)calloc(lines, sizeof *t->engines);
    t->regions = (slow_thing *)calloc(lines, sizeof *t->regions);
    if (t->engines == NULL || t->regions == NULL) abort();
    while (slow_next(text, len, whole, &at, &l, &t->cut)) {
        t->counts.lines++;
        if (l.what == DRMFD_KEY_EMPTY || l.what == DRMFD_KEY_RAW) continue;
        if (l.what == DRMFD_KEY_BAD) t->counts.bad_lines++;
        else if (l.what == DRMFD_KEY_GENERIC) t->counts.generic++;
        else if (l.what == DRMFD_KEY_UNKNOWN) t->counts.unknown++;
        else if (!l.usable) t->counts.bad_values++;
        else if (l.what == DRMFD_KEY_DRIVER) slow_once(t, &t->driver, l.value);
        else if (l.what == DRMFD_KEY_CLIENT_NAME) slow_once(t, &t->client_name, l.value);
        else if (l.what == DRMFD_KEY_PDEV) slow_once(t, &t->pdev, l.value);
        else if (l.what == DRMFD_KEY_CLIENT_ID) {
            if (t->has_client_id) t->counts.duplicates++;
            else t->client_id = l.number;
            t->has_client_id = 1;
        } else if (l.what < DRMFD_KEY_TOTAL) {
            slow_thing *e = slow_find(t->engines, &t->engine_count, engine_room, l.name);
            if (e != NULL && l.what == DRMFD_KEY_CAPACITY) {
                e->zero = l.number == 0;
                if (e->zero) l.number = 1;
            }
            slow_value(t, e, (int)(l.what - DRMFD_KEY_ENGINE), l.number,
                       l.what == DRMFD_KEY_ENGINE || l.what == DRMFD_KEY_CYCLES);
        } else
            slow_value(t, slow_find(t->regions, &t->region_count, region_room, l.name), (int)(l.what - DRMFD_KEY_TOTAL),
                       l.number, 0);
    }
    for (i = 0; i < t->region_count; i++)
        if (!t->regions[i].has[2] && t->regions[i].has[3]) {
            t->regions[i].has[2] = 1;
            t->regions[i].value[2] = t->regions[i].value[3];
        }
}

static inline void slow_free(slow_text *t)
{
    free(t->engines);
    free(t->regions);
}

static inline drmfd_class slow_class(slow_piece name)
{
    if (slow_begins(name, "vram") || slow_begins(name, "local")) return DRMFD_CLASS_DEVICE;
    if (slow_begins(name, "system") || slow_is(name, "gtt") || slow_is(name, "cpu") || slow_is(name, "memory"))
        return DRMFD_CLASS_SYSTEM;
    if (slow_begins(name, "stolen") || slow_is(name, "gds") || slow_is(name, "gws") || slow_is(name, "oa") ||
        slow_is(name, "doorbell") || slow_is(name, "mmioremap"))
        return DRMFD_CLASS_SPECIAL;
    return DRMFD_CLASS_UNKNOWN;
}

static inline int slow_same(slow_piece want, drmfd_view got)
{
    return want.n == got.len && got.ptr != NULL && (want.n == 0 || memcmp(want.p, got.ptr, want.n) == 0);
}

/* What differs between a line and the reader's; NULL when nothing does. */
static inline const char *slow_line_differs(const slow_line *l, const drmfd_line *got)
{
    if (got->what != l->what) return "what";
    if (got->usable != l->usable) return "usable";
    if (got->number != l->number) return "number";
    if (!slow_same(l->name, got->name) && l->what != DRMFD_KEY_BAD) return "name";
    if (l->what == DRMFD_KEY_EMPTY) return NULL;
    if (l->what == DRMFD_KEY_BAD) return slow_same(l->all, got->key) ? NULL : "the line that is bad";
    if (!slow_same(l->key, got->key)) return "key";
    if (!slow_same(l->value, got->value)) return "value";
    if (l->usable && !slow_same(l->unit, got->unit)) return "unit";
    return NULL;
}

/* What differs between a snapshot and the slow one; NULL when nothing does. */
static inline const char *slow_text_differs(const slow_text *t, const drmfd_snapshot *s)
{
    const drmfd_counts *a = &t->counts, *b = &s->counts;
    size_t i;
    if (a->lines != b->lines) return "lines";
    if (a->generic != b->generic) return "generic";
    if (a->bad_lines != b->bad_lines) return "bad_lines";
    if (a->bad_values != b->bad_values) return "bad_values";
    if (a->unknown != b->unknown) return "unknown";
    if (a->duplicates != b->duplicates) return "duplicates";
    if (a->dropped != b->dropped) return "dropped";
    if (!slow_same(t->driver, s->driver)) return "driver";
    if (!slow_same(t->client_name, s->client_name)) return "client_name";
    if (!slow_same(t->pdev, s->pdev)) return "pdev";
    if (t->has_client_id != s->has_client_id || t->client_id != s->client_id) return "client_id";
    if (t->cut != s->cut) return "cut";
    if (s->result != (t->driver.n == 0                                                        ? DRMFD_RESULT_NOT_DRM
                      : t->engine_count + t->region_count > 0 || t->counts.dropped > 0 ? DRMFD_RESULT_CLIENT
                                                                                              : DRMFD_RESULT_EMPTY))
        return "result";
    if (t->engine_count != s->engine_count) return "engine_count";
    if (t->region_count != s->region_count) return "region_count";
    for (i = 0; i < t->engine_count; i++) {
        const slow_thing *x = &t->engines[i];
        const drmfd_engine *e = &s->engines[i];
        const unsigned has = (x->has[0] ? DRMFD_ENGINE_HAS_NS : 0) | (x->has[1] ? DRMFD_ENGINE_HAS_CAPACITY : 0) |
                             (x->has[2] ? DRMFD_ENGINE_HAS_CYCLES : 0) | (x->has[3] ? DRMFD_ENGINE_HAS_TOTAL_CYCLES : 0) |
                             (x->has[4] ? DRMFD_ENGINE_HAS_MAXFREQ : 0) | (x->zero ? DRMFD_ENGINE_HAS_ZERO_CAPACITY : 0);
        if (!slow_same(x->name, e->name)) return "name of an engine";
        if (has != e->has) return "has of an engine";
        if (e->ns != x->value[0] || e->cycles != x->value[2] || e->total_cycles != x->value[3] || e->maxfreq != x->value[4])
            return "value of an engine";
        if (e->capacity != (x->has[1] ? x->value[1] : 1)) return "capacity";
    }
    for (i = 0; i < t->region_count; i++) {
        const slow_thing *x = &t->regions[i];
        const drmfd_region *r = &s->regions[i];
        const unsigned has = (x->has[0] ? DRMFD_REGION_HAS_TOTAL : 0) | (x->has[1] ? DRMFD_REGION_HAS_SHARED : 0) |
                             (x->has[2] ? DRMFD_REGION_HAS_RESIDENT : 0) | (x->has[3] ? DRMFD_REGION_HAS_MEMORY : 0) |
                             (x->has[4] ? DRMFD_REGION_HAS_PURGEABLE : 0) | (x->has[5] ? DRMFD_REGION_HAS_ACTIVE : 0);
        if (!slow_same(x->name, r->name)) return "name of a region";
        if (has != r->has) return "has of a region";
        if (r->total != x->value[0] || r->shared != x->value[1] || r->resident != x->value[2] || r->memory != x->value[3] ||
            r->purgeable != x->value[4] || r->active != x->value[5])
            return "value of a region";
        if (r->where != slow_class(x->name)) return "class of a region";
    }
    return NULL;
}

#endif
