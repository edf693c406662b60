/* ncurep merge: one report from several. */
#include "report/input/copy.h"
#include "report/model/hash.h"
#include "verb.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct symbol {
    uint64_t name; /* hash */
    uint64_t address;
} symbol;

/* A module of the new report. */
typedef struct module {
    uint64_t key, hash, size; /* of its machine code and texts; size 0: it has none */
    size_t file;
    uint32_t source;          /* the first piece of that file that has any */
    symbol *symbol;           /* functions, sorted by name */
    size_t symbols, room;
    uint64_t *more;           /* hashes of its other lists and of unknown fields */
    size_t mores, more_room;
} module;

/* A module of one of the reports. */
typedef struct mapping {
    uint64_t from, to;
    size_t module; /* in the new report */
    int known;     /* it was there before: only what it did not have is added */
} mapping;

/* A field of the session. */
typedef struct told {
    uint32_t number;
    uint64_t id; /* of a device */
    uint64_t hash;
    size_t file;
} told;

enum { DIFFERS_SESSION = 1, DIFFERS_DEVICE = 2 };

typedef struct joint {
    const cli *c;
    int join;
    opened *file;
    size_t files, now; /* now: the report that is copied */
    uint64_t *pid;     /* default process of each, or 0 */
    module *module;
    size_t modules, module_room;
    mapping **map;
    size_t *maps, *map_room;
    told *told;
    size_t told_count, told_room;
    uint64_t top;      /* highest key of all reports */
    const ncurep_result *result; /* that is joined with those of the others */
    ncurep_result other;
    ncurep_error *e;
    uint64_t addresses; /* metrics left out, since their addresses mean nothing here */
    uint64_t results, sources; /* written */
    struct {
        size_t count;
        const char *first; /* the path of the first of them */
    } differs[2];          /* reports whose session, or device, differs */
} joint;

static uint64_t hash_of(uint64_t h, ncurep_view v) { return hash_bytes(h, v.ptr, v.len); }

static int by_name(const void *a, const void *b)
{
    const symbol *x = (const symbol *)a, *y = (const symbol *)b;
    if (x->name != y->name) return x->name < y->name ? -1 : 1;
    return x->address < y->address ? -1 : x->address > y->address;
}

static int by_from(const void *a, const void *b)
{
    const mapping *x = (const mapping *)a, *y = (const mapping *)b;
    return x->from < y->from ? -1 : x->from > y->from;
}

static mapping *mapping_of(const joint *t, size_t file, uint64_t key)
{
    mapping want;
    memset(&want, 0, sizeof want);
    want.from = key;
    return t->maps[file] == 0 ? NULL : (mapping *)bsearch(&want, t->map[file], t->maps[file], sizeof want, by_from);
}

static int is_used(const joint *t, uint64_t key)
{
    size_t i;
    for (i = 0; i < t->modules; i++)
        if (t->module[i].key == key) return 1;
    return 0;
}

/* A key that no module has: numbers are in the upper half, the lower one is 1 in every file observed. */
static uint64_t free_key(joint *t)
{
    t->top = ((t->top >> 32) + 1) << 32 | 1;
    while (is_used(t, t->top)) t->top++;
    return t->top;
}

static module *add_module(joint *t)
{
    t->module = (module *)cli_grow(t->module, &t->module_room, t->modules + 1, sizeof *t->module);
    memset(&t->module[t->modules], 0, sizeof *t->module);
    t->module[t->modules].source = NCUREP_NONE;
    return &t->module[t->modules++];
}

static void add_mapping(joint *t, size_t file, uint64_t from, uint64_t to, size_t in, int known)
{
    mapping *m;
    t->map[file] = (mapping *)cli_grow(t->map[file], &t->map_room[file], t->maps[file] + 1, sizeof **t->map);
    m = &t->map[file][t->maps[file]++];
    m->from = from;
    m->to = to;
    m->module = in;
    m->known = known;
}

/* Whether two lists of functions can be those of one loaded module: no function is at two addresses, and at least one
   is in both. */
static int agree(const module *a, const module *b)
{
    size_t i = 0, j = 0, same = 0;
    while (i < a->symbols && j < b->symbols) {
        const int order = by_name(&a->symbol[i], &b->symbol[j]);
        if (order == 0) {
            same++;
            i++;
            j++;
        } else if (a->symbol[i].name == b->symbol[j].name)
            return 0;
        else if (order < 0)
            i++;
        else
            j++;
    }
    return same > 0 || a->symbols == 0 || b->symbols == 0;
}

static int same_view(ncurep_view a, ncurep_view b) { return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0; }

static int same_code(joint *t, const module *a, const module *b)
{
    ncurep_source x, y;
    if (a->size == 0 || a->hash != b->hash || a->size != b->size || a->file == b->file) return 0;
    if (!ncurep_source_at(t->file[a->file].report, a->source, &x, t->e) || !ncurep_source_at(t->file[b->file].report, b->source, &y, t->e)) return 0;
    return same_view(x.binary, y.binary) && same_view(x.code, y.code) && same_view(x.intermediate, y.intermediate) && agree(a, b);
}

/* Of a piece of a module: fields that are neither its key, its code, nor its functions. */
static int is_other(const ncurep_field *f) { return f->number == 8 || f->number > 9; }

static int has_other(const module *m, const ncurep_field *f)
{
    const uint64_t hash = hash_of(HASH_START + f->number + f->value, f->bytes);
    size_t i;
    for (i = 0; i < m->mores; i++)
        if (m->more[i] == hash) return 1;
    return f->number == 8 && f->bytes.len == 0;
}

static void note_others(module *m, const ncurep_source *s)
{
    ncurep_list list = ncurep_fields(s->bytes, s->at);
    ncurep_field f;
    while (ncurep_field_next(&list, &f))
        if (is_other(&f) && !has_other(m, &f)) {
            m->more = (uint64_t *)cli_grow(m->more, &m->more_room, m->mores + 1, sizeof *m->more);
            m->more[m->mores++] = hash_of(HASH_START + f.number + f.value, f.bytes);
        }
}

/* Reads the modules of a report and finds out which of them the new one has. */
static int map_modules(joint *t, size_t file)
{
    ncurep_report *const r = t->file[file].report;
    uint32_t i, count, n;
    ncurep_module m;
    ncurep_source s;
    ncurep_symbol y;
    if (ncurep_modules_load(r, &count, t->e) != NCUREP_OK) return 0;
    for (i = 0; i < count && ncurep_module_at(r, i, &m); i++) {
        module one;
        size_t k;
        memset(&one, 0, sizeof one);
        one.hash = HASH_START;
        one.file = file;
        one.source = NCUREP_NONE;
        for (n = 0; n < m.pieces; n++) {
            if (!ncurep_module_source_at(r, &m, n, &s, t->e)) return 0;
            if (s.binary.len + s.code.len + s.intermediate.len > 0 && one.source == NCUREP_NONE) one.source = s.index;
            note_others(&one, &s);
            one.hash = hash_of(hash_of(hash_of(one.hash, s.code), s.intermediate), s.binary);
            one.size += s.code.len + s.intermediate.len + s.binary.len;
            while (ncurep_symbol_next(&s.relocation.functions, &y)) {
                one.symbol = (symbol *)cli_grow(one.symbol, &one.room, one.symbols + 1, sizeof *one.symbol);
                one.symbol[one.symbols].name = hash_of(HASH_START, y.name);
                one.symbol[one.symbols++].address = y.address;
            }
        }
        if (one.symbols > 0) qsort(one.symbol, one.symbols, sizeof *one.symbol, by_name);
        for (k = 0; k < t->modules && !same_code(t, &t->module[k], &one); k++) {}
        if (k == t->modules && t->e->code == NCUREP_OK) {
            one.key = is_used(t, m.reference) ? free_key(t) : m.reference;
            add_mapping(t, file, m.reference, one.key, k, 0);
            *add_module(t) = one;
            continue;
        }
        free(one.symbol);
        free(one.more);
        if (t->e->code != NCUREP_OK) return 0;
        add_mapping(t, file, m.reference, t->module[k].key, k, 1);
    }
    if (t->maps[file] > 0) qsort(t->map[file], t->maps[file], sizeof **t->map, by_from);
    return 1;
}

/* The key of a module in the new report. One that the report does not hold must not become another's. */
static uint64_t new_key(void *user, uint64_t key)
{
    joint *t = (joint *)user;
    mapping *m = mapping_of(t, t->now, key);
    uint64_t to = key;
    if (m != NULL) return m->to;
    if (is_used(t, key)) to = free_key(t);
    add_module(t)->key = to;
    add_mapping(t, t->now, key, to, t->modules - 1, 0);
    qsort(t->map[t->now], t->maps[t->now], sizeof **t->map, by_from);
    return to;
}

static int has_symbol(const module *m, const ncurep_symbol *y)
{
    symbol s;
    s.name = hash_of(HASH_START, y->name);
    s.address = y->address;
    return m->symbols > 0 && bsearch(&s, m->symbol, m->symbols, sizeof s, by_name) != NULL;
}

/* The functions that the module does not have yet. */
static int copy_relocation(ncurep_writer *w, uint32_t field, ncurep_view relocation, const module *m)
{
    ncurep_list list = ncurep_fields(relocation, 0);
    const char *start = list.ptr;
    ncurep_field f;
    if (ncurep_write_begin(w, field) != NCUREP_OK) return 0;
    for (; ncurep_field_next(&list, &f); start = list.ptr) {
        ncurep_list one = ncurep_fields(relocation, 0);
        ncurep_symbol y;
        one.ptr = start;
        one.end = list.ptr;
        one.field = f.number;
        if (f.number <= 2 && f.wire == 2 && (!ncurep_symbol_next(&one, &y) || f.number == 2 || has_symbol(m, &y))) continue;
        if (ncurep_write_fields(w, bytes_of(start, (size_t)(list.ptr - start))) != NCUREP_OK) return 0;
    }
    return ncurep_write_end(w) == NCUREP_OK;
}

/* 1: written; 0: the module has all of it; -1: failed. */
static int put_source(joint *t, ncurep_writer *w, uint32_t i)
{
    opened *o = &t->file[t->now];
    ncurep_source s;
    ncurep_list list, functions;
    ncurep_field f;
    ncurep_symbol y;
    const mapping *m;
    const char *start;
    int news = 0;
    if (!ncurep_source_at(o->report, i, &s, t->e) || !is_whole(NCUREP_ROOT_SOURCE, s.bytes, s.at, t->e)) return -1;
    m = mapping_of(t, t->now, s.reference);
    if (m == NULL || (m->to == s.reference && !m->known)) return ncurep_copy_source(w, o->report, i, t->e) == NCUREP_OK ? 1 : -1;
    functions = s.relocation.functions;
    while (m->known && !news && ncurep_symbol_next(&functions, &y)) news = !has_symbol(&t->module[m->module], &y);
    list = ncurep_fields(s.bytes, s.at);
    while (m->known && !news && ncurep_field_next(&list, &f)) news = is_other(&f) && !has_other(&t->module[m->module], &f);
    if (m->known && !news) return 0;
    if (ncurep_write_entry(w, NCUREP_ROOT_SOURCE) != NCUREP_OK) return -1;
    list = ncurep_fields(s.bytes, s.at);
    for (start = list.ptr; ncurep_field_next(&list, &f); start = list.ptr) {
        int ok;
        if (f.number == 1 && f.wire == 0) ok = ncurep_write_u64(w, 1, m->to) == NCUREP_OK;
        else if (m->known && ((f.number >= 2 && f.number <= 4 && f.wire == 2) || (is_other(&f) && has_other(&t->module[m->module], &f)))) ok = 1;
        else if (m->known && f.number == 9 && f.wire == 2) ok = copy_relocation(w, 9, f.bytes, &t->module[m->module]);
        else ok = ncurep_write_fields(w, bytes_of(start, (size_t)(list.ptr - start))) == NCUREP_OK;
        if (!ok) return -1;
    }
    return ncurep_write_end(w) == NCUREP_OK ? 1 : -1;
}

/* The session -------------------------------------------------------------------------------------------------------- */

/* Whether this field of a session is copied. Of what can occur only once, the first report's counts. */
static int tell(joint *t, const ncurep_field *f, ncurep_view bytes, int *differs)
{
    const int list = f->number == 5 || f->number == 6 || f->number == 8 || f->number > 11;
    const uint64_t hash = hash_of(HASH_START, bytes);
    uint64_t id = 0;
    size_t i;
    if (f->number == 6 && f->wire == 2) {
        ncurep_list inner = ncurep_fields(f->bytes, 0);
        ncurep_field g;
        while (ncurep_field_next(&inner, &g))
            if (g.number == 1 && g.wire == 0) id = g.value;
    }
    for (i = 0; i < t->told_count; i++)
        if (t->told[i].number == f->number && t->told[i].file != t->now) {
            if (t->told[i].hash == hash) return 0;
            if (!list) {
                if (f->number != 2) *differs |= DIFFERS_SESSION;
                return 0;
            }
            if (f->number == 6 && t->told[i].id == id) *differs |= DIFFERS_DEVICE;
        }
    if (f->number == 1 && t->now > 0) return 0; /* each result names its process */
    t->told = (told *)cli_grow(t->told, &t->told_room, t->told_count + 1, sizeof *t->told);
    t->told[t->told_count].number = f->number;
    t->told[t->told_count].id = id;
    t->told[t->told_count].hash = hash;
    t->told[t->told_count++].file = t->now;
    return 1;
}

static int put_session(joint *t, ncurep_writer *w, ncurep_view session, int *any, int *differs)
{
    ncurep_list list = ncurep_fields(session, 0);
    const char *start = list.ptr;
    ncurep_field f;
    int open = 0;
    for (; ncurep_field_next(&list, &f); start = list.ptr) {
        ncurep_view bytes;
        bytes.ptr = start;
        bytes.len = (size_t)(list.ptr - start);
        if (!tell(t, &f, bytes, differs)) continue;
        if (!open && (ncurep_write_entry(w, NCUREP_ROOT_BLOCK) != NCUREP_OK || ncurep_write_begin(w, 3) != NCUREP_OK)) return 0;
        open = *any = 1;
        if (ncurep_write_fields(w, bytes) != NCUREP_OK) return 0;
    }
    return !open || ncurep_write_end(w) == NCUREP_OK;
}

/* The header of a block of the second report and those after it. */
static int put_header(joint *t, ncurep_writer *w, const ncurep_block *b, int filled, int *differs)
{
    ncurep_list list = ncurep_fields(b->header, 0);
    const char *start = list.ptr;
    ncurep_field f;
    int any = filled, ok = 1, process = 0;
    for (; ok && ncurep_field_next(&list, &f); start = list.ptr) {
        if (f.number == 3 && f.wire == 2) ok = put_session(t, w, f.bytes, &any, differs);
        else if (f.number > 9 || (f.number == 6 && f.wire == 2 && filled)) {
            process |= f.number == 6;
            any = 1;
            ok = ncurep_write_entry(w, NCUREP_ROOT_BLOCK) == NCUREP_OK && ncurep_write_fields(w, bytes_of(start, (size_t)(list.ptr - start))) == NCUREP_OK;
        }
    }
    if (ok && filled && !process && t->pid[t->now] != 0)
        ok = ncurep_write_entry(w, NCUREP_ROOT_BLOCK) == NCUREP_OK && ncurep_write_begin(w, 6) == NCUREP_OK && ncurep_write_u64(w, 1, t->pid[t->now]) == NCUREP_OK && ncurep_write_end(w) == NCUREP_OK;
    return ok && ncurep_write_block(w) == NCUREP_OK;
}

/* Joining ------------------------------------------------------------------------------------------------------------- */

static int same_launch(const ncurep_result *a, const ncurep_result *b)
{
    return a->kind == b->kind && same_view(a->mangled, b->mangled) && same_view(a->function, b->function) && same_view(a->display, b->display) &&
           a->global_size.x == b->global_size.x && a->global_size.y == b->global_size.y && a->global_size.z == b->global_size.z &&
           a->block_size.x == b->block_size.x && a->block_size.y == b->block_size.y &&
           a->block_size.z == b->block_size.z;
}

/* Whether the instances of a metric are code addresses of this module. */
static int has_addresses(ncurep_view metric, const module *m)
{
    ncurep_list list = ncurep_fields(metric, 0);
    ncurep_instance instance;
    uint64_t least = UINT64_MAX;
    size_t i;
    for (i = 0; i < m->symbols; i++)
        if (m->symbol[i].address < least) least = m->symbol[i].address;
    list.field = 3;
    return m->symbols > 0 && ncurep_instance_next(&list, &instance) && instance.id.kind == NCUREP_KIND_UINT64 && instance.id.bits >= least &&
           instance.id.bits - least < (uint64_t)1 << 32;
}

/* The text that decides whether two fields of this number are about the same thing. */
static ncurep_view identity(const joint *t, size_t file, uint32_t what, ncurep_view bytes)
{
    ncurep_view name = {"", 0};
    if (what == FIELD_METRICS) {
        ncurep_list list = ncurep_fields(bytes, 0);
        ncurep_field f;
        while (ncurep_field_next(&list, &f))
            if (f.number == 1 && f.wire == 0) (void)ncurep_string_at(t->file[file].report, (uint32_t)f.value, &name);
        return name;
    }
    return what == FIELD_COMMENTS ? text_of(text_of(bytes, 1), 1) : text_of(bytes, 1);
}

static int by_hash(const void *a, const void *b)
{
    const uint64_t *x = (const uint64_t *)a, *y = (const uint64_t *)b;
    return *x < *y ? -1 : *x > *y;
}

typedef struct names {
    uint64_t *hash;
    size_t count, room;
} names;

static void add_names(joint *t, size_t file, const ncurep_result *r, uint32_t field, uint32_t what, names *n)
{
    ncurep_list list = ncurep_fields(r->bytes, 0);
    ncurep_field f;
    while (ncurep_field_next(&list, &f))
        if (f.number == field && f.wire == 2) {
            n->hash = (uint64_t *)cli_grow(n->hash, &n->room, n->count + 1, sizeof *n->hash);
            n->hash[n->count++] = hash_of(HASH_START, identity(t, file, what, f.bytes));
        }
    if (n->count > 0) qsort(n->hash, n->count, sizeof *n->hash, by_hash);
}

/* Fields of this number that only the other reports have. */
static int put_more(void *user, ncurep_writer *w, uint32_t field)
{
    joint *t = (joint *)user;
    names n = {NULL, 0, 0};
    uint32_t what = 0;
    size_t k;
    int ok = 1;
    if (field == 0) return 1;
    while (field_of(t->result->kind, (int)what) != field) what++;
    add_names(t, 0, t->result, field, what, &n);
    for (k = 1; ok && k < t->files; k++) {
        ncurep_list list;
        ncurep_field f;
        const mapping *here = mapping_of(t, 0, t->result->source.reference), *there;
        const module *apart = NULL;
        const char *start;
        ok = ncurep_result_at(t->file[k].report, t->result->index, &t->other, t->e) &&
             is_whole(root_of(t->other.kind), t->other.bytes, t->other.at, t->e);
        if (!ok) break;
        there = mapping_of(t, k, t->other.source.reference);
        if (there != NULL && (here == NULL || here->to != there->to)) apart = &t->module[there->module];
        list = ncurep_fields(t->other.bytes, t->other.at);
        for (start = list.ptr; ok && ncurep_field_next(&list, &f); start = list.ptr) {
            uint64_t hash;
            if (f.number != field || f.wire != 2) continue;
            hash = hash_of(HASH_START, identity(t, k, what, f.bytes));
            if (n.count > 0 && bsearch(&hash, n.hash, n.count, sizeof hash, by_hash) != NULL) continue;
            if (what == FIELD_METRICS && apart != NULL && has_addresses(f.bytes, apart)) {
                t->addresses++;
                continue;
            }
            ok = what == FIELD_METRICS ? copy_metric(w, t->file[k].report, field, f.bytes)
                                       : ncurep_write_fields(w, bytes_of(start, (size_t)(list.ptr - start))) == NCUREP_OK;
        }
        if (ok) add_names(t, k, &t->other, field, what, &n);
    }
    free(n.hash);
    return ok;
}

/* Whether the reports hold the same launches in the same order. */
static int can_join(joint *t)
{
    size_t k;
    uint32_t i;
    ncurep_result r;
    for (k = 1; k < t->files; k++) {
        if (t->file[k].info.results != t->file[0].info.results) {
            cli_error(t->c, "%s has %" PRIu32 " results, %s %" PRIu32 ": not parts of one run", t->file[0].path, t->file[0].info.results,
                      t->file[k].path, t->file[k].info.results);
            return 0;
        }
        for (i = 0; i < t->file[k].info.results; i++) {
            if (!ncurep_result_at(t->file[0].report, i, &r, t->e) || !ncurep_result_at(t->file[k].report, i, &t->other, t->e)) return 0;
            if (same_launch(&r, &t->other)) continue;
            cli_error(t->c, "result %" PRIu32 " is a different launch in %s and in %s: not parts of one run", i, t->file[k].path, t->file[0].path);
            return 0;
        }
    }
    return 1;
}

/* What the first report says of its session goes over whole; it is only noted. */
static void note_session(joint *t, const ncurep_block *b, int *differs)
{
    ncurep_list list = ncurep_fields(b->header, 0), inner;
    ncurep_field f, g;
    ncurep_view bytes;
    while (ncurep_field_next(&list, &f)) {
        if (f.number != 3 || f.wire != 2) continue;
        inner = ncurep_fields(f.bytes, 0);
        for (bytes.ptr = inner.ptr; ncurep_field_next(&inner, &g); bytes.ptr = inner.ptr) {
            bytes.len = (size_t)(inner.ptr - bytes.ptr);
            (void)tell(t, &g, bytes, differs);
        }
    }
}

static int put_block(joint *t, ncurep_writer *w, uint32_t i, int *differs)
{
    opened *o = &t->file[t->now];
    ncurep_block b;
    ncurep_result r;
    change x;
    uint32_t n, sources, results;
    int filled = 0;
    memset(&x, 0, sizeof x);
    x.reference_fn = new_key;
    x.user = t;
    if (t->join) x.more_fn = put_more;
    if (!block_ends(o, i, &b, &sources, &results, t->e)) return 0;
    say_rest(t->c, o, &b);
    for (n = b.first_source; n < sources; n++) {
        const int put = put_source(t, w, n);
        if (put < 0) return 0;
        filled |= put;
        t->sources += (uint64_t)put;
    }
    for (n = b.first_result; n < results; n++) {
        if (!ncurep_result_at(o->report, n, &r, t->e)) return 0;
        t->result = &r;
        if (!copy_changed(w, o, &r, &x, t->e)) return 0;
        filled = 1;
        t->results++;
    }
    if (t->now > 0) return put_header(t, w, &b, filled, differs);
    note_session(t, &b, differs);
    return ncurep_copy_header(w, o->report, i, t->e) == NCUREP_OK && ncurep_write_block(w) == NCUREP_OK;
}

static int put_file(joint *t, ncurep_writer *w, size_t k)
{
    const opened *o = &t->file[k];
    ncurep_view text;
    uint32_t i;
    int differs = 0;
    t->now = k;
    for (i = 0; i < o->info.strings; i++)
        if (ncurep_string_at(o->report, i, &text) && ncurep_write_string(w, text) == NCUREP_NONE) return 0;
    if (!t->join && !map_modules(t, k)) return 0;
    for (i = 0; i < o->info.blocks; i++)
        if (!put_block(t, w, i, &differs)) return 0;
    for (i = 0; i < 2; i++)
        if ((differs & (1 << i)) != 0 && t->differs[i].count++ == 0) t->differs[i].first = o->path;
    return 1;
}

/* "a.ncu-rep", or "a.ncu-rep and 3 more" */
static void say_differs(const joint *t, size_t i, const char *what)
{
    cli_buf more = {NULL, 0, 0};
    if (t->differs[i].count == 0) return;
    if (t->differs[i].count > 1) cli_putf(&more, " and %zu more", t->differs[i].count - 1);
    cli_error(t->c, "note: %s%s: %s", t->differs[i].first, more.len > 0 ? more.ptr : "", what);
    cli_buf_free(&more);
}

static int run(joint *t, ncurep_writer *w)
{
    size_t k;
    for (k = 0; t->join && k < t->files; k++) {
        t->now = k;
        if (!map_modules(t, k)) return 0;
    }
    if (t->join && !can_join(t)) return 0;
    for (k = 0; k < (t->join ? 1 : t->files); k++)
        if (!put_file(t, w, k)) return 0;
    say_differs(t, 1, "another device had this number in an earlier report; its attributes are listed after those");
    say_differs(t, 0, "the session differs; host, command line and the like are those of the first report");
    if (t->addresses > 0)
        cli_error(t->c, "note: left out %" PRIu64 " metrics by code address: the modules were loaded elsewhere than in %s", t->addresses, t->file[0].path);
    return 1;
}

typedef struct merge_options {
    model m;
    int join; /* results of one run, metrics shared out */
} merge_options;

static const option option_table[] = {{0, "join", &take_nothing, offsetof(merge_options, join), NULL,
     NULL, "the reports are parts of one run that split the metrics among them: results are joined, the first report wins"}, OPTION_END};

static int run_merge(request *q, void *user)
{
    joint t;
    ncurep_writer *w = NULL;
    ncurep_error e = {NCUREP_OK, 0, ""};
    ncurep_session s;
    ncurep_source source;
    output said;
    size_t k;
    uint32_t i;
    int ok = 1, code = may_write(q->c);
    if (code == CLI_FINE && q->path_count < 2) code = cli_usage(q->c, "merge takes two reports or more");
    if (code != CLI_FINE) {
        cli_drop(q->c);
        return code;
    }
    memset(&t, 0, sizeof t);
    t.c = q->c;
    t.join = ((const merge_options *)user)->join;
    t.e = &e;
    t.file = (opened *)cli_alloc(q->path_count, sizeof *t.file);
    t.pid = (uint64_t *)cli_alloc(q->path_count, sizeof *t.pid);
    t.map = (mapping **)cli_alloc(q->path_count, sizeof *t.map);
    t.maps = (size_t *)cli_alloc(q->path_count, sizeof *t.maps);
    t.map_room = (size_t *)cli_alloc(q->path_count, sizeof *t.map_room);
    for (; ok && t.files < q->path_count; t.files += (size_t)ok) {
        opened *o = &t.file[t.files];
        ok = open_whole(reader_of(q), q->paths[t.files], o);
        if (!ok) break;
        (void)ncurep_report_session(o->report, &s);
        t.pid[t.files] = s.pid;
        for (i = 0; i < o->info.sources && ncurep_source_at(o->report, i, &source, &e); i++)
            if (source.reference > t.top) t.top = source.reference;
    }
    if (ok && e.code == NCUREP_OK && (w = start_output(q->c, &e)) != NULL) ok = run(&t, w);
    else ok = 0;
    code = end_output(q->c, w, ok, q->paths[t.now], &e);
    if (code == CLI_FINE) {
        wrote_begin(q, &said);
        out_whole(&said, "result_count", t.results);
        out_whole(&said, "source_count", t.sources);
        out_whole(&said, "metrics_left_out", t.addresses);
        wrote_end(&said);
    }
    for (k = 0; k < t.files; k++) {
        close_report(&t.file[k]);
        free(t.map[k]);
    }
    for (k = 0; k < t.modules; k++) {
        free(t.module[k].symbol);
        free(t.module[k].more);
    }
    free(t.file);
    free(t.pid);
    free(t.map);
    free(t.maps);
    free(t.map_room);
    free(t.module);
    free(t.told);
    return code;
}

const verb merge_verb = {"merge", option_table, sizeof(merge_options), run_merge, NULL, NULL,
    "one report from several",
    "ncurep merge monday.ncu-rep tuesday.ncu-rep -o both.ncu-rep",
    FILES, 0, NULL, binary_lacks};
