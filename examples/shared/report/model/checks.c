/* What must hold in every report. */
#include "checks.h"
#include "code.h"
#include "hash.h"
#include "names.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define ROW_TITLE(name, title, note) title,
#define ROW_NOTE(name, title, note) note,
const char *const check_titles[CHECK_RULES] = {CHECK_ROWS(ROW_TITLE)};
static const char notes[CHECK_RULES] = {CHECK_ROWS(ROW_NOTE)};

check_state check_state_of(const checks *k, int rule)
{
    if (k->fails[rule] > 0) return notes[rule] ? CHECK_NOTED : CHECK_FAILED;
    return k->holds[rule] > 0 ? CHECK_HELD : CHECK_UNTRIED;
}

static void check(checks *k, int rule, int ok, const char *format, ...)
{
    va_list list;
    char text[256];
    if (ok) {
        k->holds[rule]++;
        return;
    }
    if (k->fails[rule]++ > 0) return;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    k->detail[rule] = (char *)cli_alloc(strlen(text) + 1, 1);
    strcpy(k->detail[rule], text);
}

/* Metrics --------------------------------------------------------------------------------------------------------- */

static int is(ncurep_view v, const char *text) { return v.len == strlen(text) && memcmp(v.ptr, text, v.len) == 0; }

static void equal(checks *k, int rule, const ncurep_result *r, ncurep_view name, const ncurep_value *v, uint64_t want)
{
    const uint64_t got = ncurep_value_u64(v);
    check(k, rule, got == want, "result %" PRIu32 ": %.*s is %" PRIu64 ", not %" PRIu64, r->index, (int)name.len, name.ptr, got, want);
}

static void check_launch(checks *k, const ncurep_result *r, ncurep_view name, const ncurep_value *v)
{
    const uint64_t block[3] = {r->block_size.x, r->block_size.y, r->block_size.z};
    static const char *const grid_dim[] = {"launch__grid_dim_x", "launch__grid_dim_y", "launch__grid_dim_z"};
    static const char *const block_dim[] = {"launch__block_dim_x", "launch__block_dim_y", "launch__block_dim_z"};
    unsigned axis;
    if (name.len < 8 || memcmp(name.ptr, "launch__", 8) != 0 || v->kind == NCUREP_KIND_NONE) return;
    if (is(name, "launch__context_id")) equal(k, CHECK_IDS, r, name, v, r->context);
    if (is(name, "launch__stream_id") && r->kind != NCUREP_RESULT_KIND_RANGE) equal(k, CHECK_IDS, r, name, v, r->stream);
    if (r->kind != NCUREP_RESULT_KIND_KERNEL) return;
    if (is(name, "launch__grid_size")) equal(k, CHECK_GRID, r, name, v, r->grid[0] * r->grid[1] * r->grid[2]);
    if (is(name, "launch__block_size")) equal(k, CHECK_BLOCK, r, name, v, block[0] * block[1] * block[2]);
    if (is(name, "launch__thread_count"))
        equal(k, CHECK_THREADS, r, name, v, r->grid[0] * r->grid[1] * r->grid[2] * block[0] * block[1] * block[2]);
    for (axis = 0; axis < 3; axis++) {
        if (is(name, grid_dim[axis])) equal(k, CHECK_GRID, r, name, v, r->grid[axis]);
        if (is(name, block_dim[axis])) equal(k, CHECK_BLOCK, r, name, v, block[axis]);
    }
}

static void check_sum(checks *k, const ncurep_result *r, ncurep_view name, const ncurep_metric *m)
{
    static const char *const names[] = {"inst_executed", "thread_inst_executed", "smsp__pcsamp_sample_count",
                                        "memory_l2_theoretical_sectors_global", "sass__inst_executed_per_opcode"};
    ncurep_list list = m->instances;
    ncurep_instance n;
    double sum = 0;
    size_t i;
    if (m->value.kind == NCUREP_KIND_NONE || m->instances.count == 0) return;
    for (i = 0; i < sizeof names / sizeof *names && !is(name, names[i]); i++) continue;
    if (i == sizeof names / sizeof *names) return;
    while (ncurep_instance_next(&list, &n)) sum += ncurep_value_double(&n.value);
    check(k, CHECK_SUMS, sum == ncurep_value_double(&m->value), "result %" PRIu32 ": %.*s is %.17g, its instances are %.17g together", r->index,
          (int)name.len, name.ptr, ncurep_value_double(&m->value), sum);
}

static void check_metrics(checks *k, const ncurep_result *r)
{
    ncurep_list list = r->metrics;
    ncurep_metric m;
    while (ncurep_metric_next(&list, &m)) {
        ncurep_view name;
        const int named = ncurep_string_at(k->o->report, m.name_id, &name);
        check(k, CHECK_NAME_IDS, named, "result %" PRIu32 ": id %" PRIu32 ", but %" PRIu32 " strings", r->index, m.name_id, k->o->info.strings);
        check(k, CHECK_REQUIRED, (int)NCUREP_HAS(&m, 1), "result %" PRIu32 ": a metric without a name", r->index);
        if (!named) continue;
        check_launch(k, r, name, &m.value);
        check_sum(k, r, name, &m);
    }
}

/* Rules ----------------------------------------------------------------------------------------------------------- */

static void check_focus(checks *k, const ncurep_result *r, const ncurep_focus *f)
{
    const uint32_t id = string_id(k->o->report, f->name);
    ncurep_metric m;
    if (id == NCUREP_NONE || !NCUREP_HAS(f, 3) || !ncurep_metric_find(r, id, &m) || m.value.kind == NCUREP_KIND_NONE) return;
    check(k, CHECK_FOCUS, ncurep_value_double(&m.value) == f->value, "result %" PRIu32 ": %.*s is %.17g, a rule says %.17g", r->index,
          (int)f->name.len, f->name.ptr, ncurep_value_double(&m.value), f->value);
}

/* Lines that the SASS markers of a result lie on: (line, hash of the path's last part) pairs. */
typedef struct line_set {
    uint64_t *key;
    size_t count, room;
} line_set;

static uint64_t line_key(ncurep_view path, uint32_t line)
{
    path = file_name(path);
    return hash_bytes(HASH_START, path.ptr, path.len) * 31 + line;
}

static int by_value(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The function of an address: the symbol with the highest address that is not above it. */
static int function_of(checks *k, uint32_t module, uint64_t address, uint32_t *symbol, uint64_t *offset)
{
    ncurep_module m;
    ncurep_source s;
    ncurep_symbol y;
    ncurep_error e;
    uint32_t i;
    uint64_t best = 0;
    int found = 0;
    if (!ncurep_module_at(k->o->report, module, &m)) return 0;
    for (i = 0; ncurep_module_source_at(k->o->report, &m, i, &s, &e); i++)
        while (ncurep_symbol_next(&s.relocation.functions, &y))
            if (y.address <= address && (!found || y.address > best)) {
                best = y.address;
                *symbol = y.index;
                found = 1;
            }
    *offset = address - best;
    return found;
}

/* The line tables of a module; NULL when it has none. *source keeps the bytes. */
static cubin_file *lines_of(checks *k, uint32_t module)
{
    ncurep_module m;
    ncurep_source s;
    ncurep_error e;
    uint32_t i;
    if (!ncurep_module_at(k->o->report, module, &m)) return NULL;
    for (i = 0; ncurep_module_source_at(k->o->report, &m, i, &s, &e); i++)
        if (s.binary.len > 0) return cubin_file_open(s.binary.ptr, s.binary.len, NULL, NULL);
    return NULL;
}

/* Collects the lines of the SASS markers of a result. */
static void sass_lines(checks *k, const ncurep_result *r, uint32_t module, line_set *set)
{
    ncurep_list rules = r->rules;
    ncurep_rule rule;
    struct {
        uint32_t symbol;
        uint64_t offset;
    } *at = NULL;
    size_t count = 0, room = 0, i;
    cubin_file *l;
    while (ncurep_rule_next(&rules, &rule)) {
        ncurep_marker m;
        while (ncurep_marker_next(&rule.markers, &m)) {
            if (m.kind != 0) continue;
            at = cli_grow(at, &room, count + 1, sizeof *at);
            if (function_of(k, module, m.address, &at[count].symbol, &at[count].offset)) count++;
        }
    }
    l = lines_of(k, module); /* last: it points into the one source that is at hand */
    for (i = 0; i < count; i++) {
        code_place place;
        if (!code_place_at(l, CUBIN_TABLE_SOURCE, at[i].symbol, at[i].offset, &place)) continue;
        do {
            set->key = (uint64_t *)cli_grow(set->key, &set->room, set->count + 1, sizeof *set->key);
            set->key[set->count++] = line_key(place.file, place.line);
        } while (code_outer(l, &place));
    }
    cubin_file_close(l);
    cli_free(at);
    if (set->count > 0) qsort(set->key, set->count, sizeof *set->key, by_value);
}

static void check_markers(checks *k, const ncurep_result *r)
{
    ncurep_module module;
    ncurep_list rules = r->rules;
    ncurep_rule rule;
    ncurep_marker m;
    line_set set;
    int read = 0, bad = 0, any = 0;
    uint32_t line = 0;
    memset(&set, 0, sizeof set);
    while (ncurep_rule_next(&rules, &rule))
        while (ncurep_marker_next(&rule.markers, &m)) {
            uint64_t key;
            if (m.kind != 1) continue;
            if (!read && ncurep_module_find(k->o->report, r->source.reference, &module)) sass_lines(k, r, module.index, &set);
            read = 1;
            if (set.count == 0) continue;
            any = 1;
            key = line_key(m.path, m.line);
            if (bsearch(&key, set.key, set.count, sizeof key, by_value) == NULL && !bad) {
                bad = 1;
                line = m.line;
            }
        }
    cli_free(set.key);
    if (any) check(k, CHECK_MARKERS, !bad, "result %" PRIu32 ": a marker at line %" PRIu32, r->index, line);
}

static void check_rules(checks *k, const ncurep_result *r)
{
    ncurep_list rules = r->rules;
    ncurep_rule rule;
    ncurep_rule_item item;
    ncurep_focus f;
    while (ncurep_rule_next(&rules, &rule)) {
        check(k, CHECK_REQUIRED, (rule.has & 6) == 6, "result %" PRIu32 ": a rule without identifier or name", r->index);
        while (ncurep_rule_item_next(&rule.body.list, &item)) {
            check(k, CHECK_REQUIRED, !NCUREP_HAS(&item, 1) || (item.message.has & 6) == 6, "result %" PRIu32 ": a message without text or type",
                  r->index);
            while (ncurep_focus_next(&item.focus, &f)) check_focus(k, r, &f);
        }
    }
    check_markers(k, r);
}

/* Other required fields -------------------------------------------------------------------------------------------- */

static void check_required(checks *k, const ncurep_result *r)
{
    ncurep_list sections = r->sections, frames = r->stack.frames, domains = r->nvtx.domains, threads = r->nvtx.threads;
    ncurep_section s;
    ncurep_frame f;
    ncurep_nvtx_domain d;
    ncurep_nvtx_thread t;
    const uint64_t need = r->kind == NCUREP_RESULT_KIND_KERNEL ? 0x8ffe : 6; /* 1 to 11 and 15; of other kinds 1 and 2 */
    check(k, CHECK_REQUIRED, (r->has & need) == need, "result %" PRIu32 ": a field of the result", r->index);
    if (NCUREP_HAS(r, 25)) check(k, CHECK_REQUIRED, (r->clock.has & 6) == 6, "result %" PRIu32 ": the clock state", r->index);
    while (ncurep_section_next(&sections, &s))
        check(k, CHECK_REQUIRED, (s.has & 6) == 6, "result %" PRIu32 ": a section without identifier or name", r->index);
    while (ncurep_frame_next(&frames, &f))
        check(k, CHECK_REQUIRED, (f.has & 6) == 6, "result %" PRIu32 ": a frame without module or address", r->index);
    while (ncurep_nvtx_domain_next(&domains, &d))
        check(k, CHECK_REQUIRED, (d.has & 6) == 6, "result %" PRIu32 ": an NVTX domain without id or name", r->index);
    while (ncurep_nvtx_thread_next(&threads, &t))
        check(k, CHECK_REQUIRED, (int)NCUREP_HAS(&t, 1), "result %" PRIu32 ": an NVTX thread without id", r->index);
}

static void check_result(checks *k, const ncurep_result *r)
{
    ncurep_module module;
    ncurep_list references = r->references;
    uint64_t reference;
    if (r->kind == NCUREP_RESULT_KIND_KERNEL)
        check(k, CHECK_REFERENCES, ncurep_module_find(k->o->report, r->source.reference, &module), "result %" PRIu32 ": %" PRIu64, r->index,
              r->source.reference);
    while (ncurep_reference_next(&references, &reference))
        check(k, CHECK_REFERENCES, ncurep_module_find(k->o->report, reference, &module), "result %" PRIu32 ": %" PRIu64, r->index, reference);
    check_metrics(k, r);
    check_rules(k, r);
    check_required(k, r);
}

/* Cubins ---------------------------------------------------------------------------------------------------------- */

static uint64_t little(const char *p, unsigned n)
{
    uint64_t v = 0;
    while (n-- > 0) v = v << 8 | (unsigned char)p[n];
    return v;
}

/* The name of a symbol of a 64-bit little-endian ELF file; empty when the file does not hold it. */
static ncurep_view symbol_name(ncurep_view elf, uint32_t index)
{
    ncurep_view name = {"", 0};
    uint64_t sections, count, i;
    if (elf.len < 64 || memcmp(elf.ptr, "\177ELF\2\1", 6) != 0) return name;
    sections = little(elf.ptr + 0x28, 8);
    count = little(elf.ptr + 0x3c, 2);
    if (sections > elf.len || count * 64 > elf.len - sections) return name;
    for (i = 0; i < count; i++) {
        const char *h = elf.ptr + sections + i * 64;
        uint64_t at, size, link, strings, length, from;
        const char *end;
        if (little(h + 4, 4) != 2) continue;
        at = little(h + 0x18, 8);
        size = little(h + 0x20, 8);
        link = little(h + 0x28, 4);
        if (at > elf.len || size > elf.len - at || index >= size / 24 || link >= count) return name;
        strings = little(elf.ptr + sections + link * 64 + 0x18, 8);
        length = little(elf.ptr + sections + link * 64 + 0x20, 8);
        from = little(elf.ptr + at + (uint64_t)index * 24, 4);
        if (strings > elf.len || length > elf.len - strings || from >= length) return name;
        end = (const char *)memchr(elf.ptr + strings + from, 0, (size_t)(length - from));
        if (end == NULL) return name;
        name.ptr = elf.ptr + strings + from;
        name.len = (size_t)(end - name.ptr);
        return name;
    }
    return name;
}

static void check_symbols(checks *k, const ncurep_module *m)
{
    ncurep_source s;
    ncurep_symbol y;
    ncurep_error e;
    uint32_t i;
    ncurep_view cubin = {NULL, 0};
    char *copy = NULL;
    for (i = 0; ncurep_module_source_at(k->o->report, m, i, &s, &e); i++)
        if (s.binary.len > 0) {
            copy = (char *)cli_alloc(s.binary.len, 1); /* the next piece takes the place of this one */
            memcpy(copy, s.binary.ptr, s.binary.len);
            cubin.ptr = copy;
            cubin.len = s.binary.len;
            break;
        }
    for (i = 0; copy != NULL && ncurep_module_source_at(k->o->report, m, i, &s, &e); i++) {
        while (ncurep_symbol_next(&s.relocation.functions, &y)) {
            const ncurep_view name = symbol_name(cubin, y.index);
            check(k, CHECK_SYMBOLS, name.len == y.name.len && memcmp(name.ptr, y.name.ptr, name.len) == 0,
                  "module %" PRIu64 ": symbol %" PRIu32 " is not %.*s", m->reference, y.index, (int)(y.name.len < 150 ? y.name.len : 150),
                  y.name.ptr);
        }
    }
    cli_free(copy);
}

/* Everything ------------------------------------------------------------------------------------------------------ */

static void walk(checks *k, ncurep_root root, ncurep_view bytes, uint64_t at)
{
    ncurep_reader w;
    ncurep_unknown u;
    uint64_t unknown = 0, first = 0;
    ncurep_reader_begin(&w, root, bytes, at);
    while (ncurep_reader_next(&w, &u))
        if (unknown++ == 0) first = u.at;
    check(k, CHECK_READABLE, w.error.code == NCUREP_OK, "byte %" PRIu64 ": %s", w.error.offset, w.error.message);
    check(k, CHECK_KNOWN, unknown == 0, "%" PRIu64 " fields, the first at byte %" PRIu64, unknown, first);
}

void checks_of(checks *k, const cli *c, const selection *s, opened *o)
{
    ncurep_report *report = o->report;
    ncurep_error e;
    ncurep_block b;
    ncurep_source source;
    ncurep_result r;
    ncurep_module m;
    choice chosen;
    uint32_t i;
    int code = CLI_FINE;
    memset(k, 0, sizeof *k);
    k->o = o;
    make_choice(c, s, o, &chosen, 0, &code);
    for (i = 0; ncurep_report_problem_at(report, i, &e); i++)
        check(k, CHECK_WHOLE, e.code == NCUREP_UNSUPPORTED, "byte %" PRIu64 ": %s", e.offset, e.message);
    if (k->fails[CHECK_WHOLE] == 0) check(k, CHECK_WHOLE, 1, "");
    walk(k, NCUREP_ROOT_FILE, k->o->info.header, 8);
    for (i = 0; ncurep_block_at(report, i, &b, &e); i++) {
        walk(k, NCUREP_ROOT_BLOCK, b.header, b.at + 4);
        check(k, CHECK_KNOWN, b.rest_size == 0, "%" PRIu32 " bytes of an unknown kind at byte %" PRIu64, b.rest_size, b.rest_at);
    }
    for (i = 0; i < k->o->info.sources; i++) {
        if (ncurep_source_at(report, i, &source, &e)) walk(k, NCUREP_ROOT_SOURCE, source.bytes, source.at);
        else check(k, CHECK_READABLE, 0, "byte %" PRIu64 ": %s", e.offset, e.message);
    }
    if (ncurep_modules_load(report, NULL, &e) != NCUREP_OK) check(k, CHECK_READABLE, 0, "byte %" PRIu64 ": %s", e.offset, e.message);
    for (i = 0; i < k->o->info.results; i++) {
        if (!wants_result(&chosen, i)) continue;
        if (ncurep_result_at(report, i, &r, &e)) {
            walk(k, (ncurep_root)((int)NCUREP_ROOT_KERNEL + (int)r.kind), r.bytes, r.at);
            check_result(k, &r);
        } else
            check(k, CHECK_READABLE, 0, "byte %" PRIu64 ": %s", e.offset, e.message);
    }
    for (i = 0; ncurep_module_at(report, i, &m); i++)
        if (wants_module(&chosen, m.reference)) check_symbols(k, &m);
    free_choice(&chosen);
}

void checks_free(checks *k)
{
    int rule;
    for (rule = 0; rule < CHECK_RULES; rule++) cli_free(k->detail[rule]);
}
