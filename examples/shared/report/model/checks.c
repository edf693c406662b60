/* ncurep check: what must hold in every report. */
#include "report/model/code.h"
#include "report/model/names.h"
#include "report/pages/kernels.h"
#include "write/table.h"
#include "limits.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    WHOLE, READABLE, NAME_IDS, REFERENCES, GRID, BLOCK, THREADS, IDS, SUMS, SYMBOLS, MARKERS, REQUIRED, FOCUS, KNOWN, RULES
};

static const char *const title[RULES] = {
    "lengths add up to the end of the file",
    "every message is readable",
    "name ids are in the string table",
    "references name a module",
    "launch__grid_size and dim are the grid",
    "launch__block_size and dim are the block",
    "launch__thread_count is grid times block",
    "launch__context_id, stream_id are the result's",
    "values are the sum of their instances",
    "symbol names match the cubin",
    "source markers lie on lines of SASS markers",
    "required fields are present",
    "focus metrics have the metric's value",
    "every field is known"};

/* Notes do not count as findings, since files of the vendor's own tools break them: rules may compute their own values, a
   marker may name another file than the line tables do, newer files bring new fields. */
static int is_note(int rule) { return rule == FOCUS || rule == KNOWN || rule == MARKERS; }

typedef struct checks {
    const model *m;
    opened *o;
    uint64_t holds[RULES], fails[RULES];
    char *detail[RULES];   /* of the first failure */
} checks;

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
    if (is(name, "launch__context_id")) equal(k, IDS, r, name, v, r->context);
    if (is(name, "launch__stream_id") && r->kind != NCUREP_RESULT_KIND_RANGE) equal(k, IDS, r, name, v, r->stream);
    if (r->kind != NCUREP_RESULT_KIND_KERNEL) return;
    if (is(name, "launch__grid_size")) equal(k, GRID, r, name, v, r->grid[0] * r->grid[1] * r->grid[2]);
    if (is(name, "launch__block_size")) equal(k, BLOCK, r, name, v, block[0] * block[1] * block[2]);
    if (is(name, "launch__thread_count"))
        equal(k, THREADS, r, name, v, r->grid[0] * r->grid[1] * r->grid[2] * block[0] * block[1] * block[2]);
    for (axis = 0; axis < 3; axis++) {
        if (is(name, grid_dim[axis])) equal(k, GRID, r, name, v, r->grid[axis]);
        if (is(name, block_dim[axis])) equal(k, BLOCK, r, name, v, block[axis]);
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
    check(k, SUMS, sum == ncurep_value_double(&m->value), "result %" PRIu32 ": %.*s is %.17g, its instances are %.17g together", r->index,
          (int)name.len, name.ptr, ncurep_value_double(&m->value), sum);
}

static void check_metrics(checks *k, const ncurep_result *r)
{
    ncurep_list list = r->metrics;
    ncurep_metric m;
    while (ncurep_metric_next(&list, &m)) {
        ncurep_view name;
        const int named = ncurep_string_at(k->o->report, m.name_id, &name);
        check(k, NAME_IDS, named, "result %" PRIu32 ": id %" PRIu32 ", but %" PRIu32 " strings", r->index, m.name_id, k->o->info.strings);
        check(k, REQUIRED, (int)NCUREP_HAS(&m, 1), "result %" PRIu32 ": a metric without a name", r->index);
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
    check(k, FOCUS, ncurep_value_double(&m.value) == f->value, "result %" PRIu32 ": %.*s is %.17g, a rule says %.17g", r->index,
          (int)f->name.len, f->name.ptr, ncurep_value_double(&m.value), f->value);
}

/* Lines that the SASS markers of a result lie on: (line, hash of the path's last part) pairs. */
typedef struct line_set {
    uint64_t *key;
    size_t count, room;
} line_set;

static uint64_t line_key(ncurep_view path, uint32_t line)
{
    uint64_t h = 0xcbf29ce484222325u;
    size_t i;
    path = file_name(path);
    for (i = 0; i < path.len; i++) h = (h ^ (unsigned char)path.ptr[i]) * 0x100000001b3u;
    return h * 31 + line;
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
    free(at);
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
    free(set.key);
    if (any) check(k, MARKERS, !bad, "result %" PRIu32 ": a marker at line %" PRIu32, r->index, line);
}

static void check_rules(checks *k, const ncurep_result *r)
{
    ncurep_list rules = r->rules;
    ncurep_rule rule;
    ncurep_rule_item item;
    ncurep_focus f;
    while (ncurep_rule_next(&rules, &rule)) {
        check(k, REQUIRED, (rule.has & 6) == 6, "result %" PRIu32 ": a rule without identifier or name", r->index);
        while (ncurep_rule_item_next(&rule.body.list, &item)) {
            check(k, REQUIRED, !NCUREP_HAS(&item, 1) || (item.message.has & 6) == 6, "result %" PRIu32 ": a message without text or type",
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
    check(k, REQUIRED, (r->has & need) == need, "result %" PRIu32 ": a field of the result", r->index);
    if (NCUREP_HAS(r, 25)) check(k, REQUIRED, (r->clock.has & 6) == 6, "result %" PRIu32 ": the clock state", r->index);
    while (ncurep_section_next(&sections, &s))
        check(k, REQUIRED, (s.has & 6) == 6, "result %" PRIu32 ": a section without identifier or name", r->index);
    while (ncurep_frame_next(&frames, &f))
        check(k, REQUIRED, (f.has & 6) == 6, "result %" PRIu32 ": a frame without module or address", r->index);
    while (ncurep_nvtx_domain_next(&domains, &d))
        check(k, REQUIRED, (d.has & 6) == 6, "result %" PRIu32 ": an NVTX domain without id or name", r->index);
    while (ncurep_nvtx_thread_next(&threads, &t))
        check(k, REQUIRED, (int)NCUREP_HAS(&t, 1), "result %" PRIu32 ": an NVTX thread without id", r->index);
}

static void check_result(checks *k, const ncurep_result *r)
{
    ncurep_module module;
    ncurep_list references = r->references;
    uint64_t reference;
    if (r->kind == NCUREP_RESULT_KIND_KERNEL)
        check(k, REFERENCES, ncurep_module_find(k->o->report, r->source.reference, &module), "result %" PRIu32 ": %" PRIu64, r->index,
              r->source.reference);
    while (ncurep_reference_next(&references, &reference))
        check(k, REFERENCES, ncurep_module_find(k->o->report, reference, &module), "result %" PRIu32 ": %" PRIu64, r->index, reference);
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
            check(k, SYMBOLS, name.len == y.name.len && memcmp(name.ptr, y.name.ptr, name.len) == 0,
                  "module %" PRIu64 ": symbol %" PRIu32 " is not %.*s", m->reference, y.index, (int)(y.name.len < 150 ? y.name.len : 150),
                  y.name.ptr);
        }
    }
    free(copy);
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
    check(k, READABLE, w.error.code == NCUREP_OK, "byte %" PRIu64 ": %s", w.error.offset, w.error.message);
    check(k, KNOWN, unknown == 0, "%" PRIu64 " fields, the first at byte %" PRIu64, unknown, first);
}

static void check_all(checks *k)
{
    ncurep_report *report = k->o->report;
    ncurep_error e;
    ncurep_block b;
    ncurep_source s;
    ncurep_result r;
    ncurep_module m;
    choice chosen;
    uint32_t i;
    int code = CLI_FINE;
    make_choice(k->m->c, &k->m->chosen, k->o, &chosen, 0, &code);
    for (i = 0; ncurep_report_problem_at(report, i, &e); i++)
        check(k, WHOLE, e.code == NCUREP_UNSUPPORTED, "byte %" PRIu64 ": %s", e.offset, e.message);
    if (k->fails[WHOLE] == 0) check(k, WHOLE, 1, "");
    walk(k, NCUREP_ROOT_FILE, k->o->info.header, 8);
    for (i = 0; ncurep_block_at(report, i, &b, &e); i++) {
        walk(k, NCUREP_ROOT_BLOCK, b.header, b.at + 4);
        check(k, KNOWN, b.rest_size == 0, "%" PRIu32 " bytes of an unknown kind at byte %" PRIu64, b.rest_size, b.rest_at);
    }
    for (i = 0; i < k->o->info.sources; i++) {
        if (ncurep_source_at(report, i, &s, &e)) walk(k, NCUREP_ROOT_SOURCE, s.bytes, s.at);
        else check(k, READABLE, 0, "byte %" PRIu64 ": %s", e.offset, e.message);
    }
    if (ncurep_modules_load(report, NULL, &e) != NCUREP_OK) check(k, READABLE, 0, "byte %" PRIu64 ": %s", e.offset, e.message);
    for (i = 0; i < k->o->info.results; i++) {
        if (!wants_result(&chosen, i)) continue;
        if (ncurep_result_at(report, i, &r, &e)) {
            walk(k, (ncurep_root)((int)NCUREP_ROOT_KERNEL + (int)r.kind), r.bytes, r.at);
            check_result(k, &r);
        } else
            check(k, READABLE, 0, "byte %" PRIu64 ": %s", e.offset, e.message);
    }
    for (i = 0; ncurep_module_at(report, i, &m); i++)
        if (wants_module(&chosen, m.reference)) check_symbols(k, &m);
    free_choice(&chosen);
}

/* States: for people, then for programs. */
enum { HOLDS, FAILS, NOTE, UNTRIED };
static const char *const states[][2] = {{"holds", "holds"}, {"FAILS", "fails"}, {"note", "note"}, {"-", "untried"}};

static int state_of(const checks *k, int rule)
{
    if (k->fails[rule] > 0) return is_note(rule) ? NOTE : FAILS;
    return k->holds[rule] > 0 ? HOLDS : UNTRIED;
}

static const table_column columns[] = {
    {'l', NULL, "file", NULL, 0}, {'l', "", NULL, NULL, 0}, {'l', "", "check", "check", 0}, {'l', NULL, "state", "state", 0},
    {'r', "", "holds", "hold_count", 0}, {'r', NULL, "fails", "fail_count", 0}, {'l', NULL, "first", "first_failure", 0}};

#define COLUMNS (sizeof columns / sizeof *columns)

static void put_check(table *t, const checks *k, int rule)
{
    static const int styles[] = {CLI_GREEN, CLI_RED, CLI_YELLOW, CLI_DIM};
    const int state = state_of(k, rule);
    table_string(t, k->o->path);
    table_style(t, styles[state]);
    table_string(t, states[state][0]);
    table_string(t, title[rule]);
    table_string(t, states[state][1]);
    if (k->fails[rule] > 0) table_show(t, "%" PRIu64 " of %" PRIu64, k->fails[rule], k->fails[rule] + k->holds[rule]);
    table_whole(t, k->holds[rule]);
    table_whole(t, k->fails[rule]);
    if (k->fails[rule] > 0) table_string(t, k->detail[rule] != NULL ? k->detail[rule] : "");
    else table_null(t);
    table_row(t);
}

static int show(const page *pg, opened *o, void *user, int first)
{
    checks k;
    table t;
    int rule, code = CLI_FINE;
    (void)user;
    (void)first;
    memset(&k, 0, sizeof k);
    k.m = pg->m;
    k.o = o;
    check_all(&k);
    out_safe(pg->to, o->path, strlen(o->path));
    out_say(pg->to, "\n");
    table_begin(&t, pg->to, "checks", columns, COLUMNS, TABLE_UNTITLED | TABLE_AGAIN);
    for (rule = 0; rule < RULES; rule++) {
        if (k.fails[rule] > 0 && !is_note(rule)) code = CLI_FINDING;
        put_check(&t, &k, rule);
    }
    table_end(&t);
    for (rule = 0; rule < RULES; rule++) {
        if (k.fails[rule] > 0) {
            out_say(pg->to, "  %s: ", title[rule]);
            out_safe(pg->to, k.detail[rule], strlen(k.detail[rule]));
            out_say(pg->to, "\n");
        }
        free(k.detail[rule]);
    }
    return code;
}

static int check_reports(request *q, const model *m)
{
    output to;
    out_begin(&to, q->c);
    table_titles(&to, columns, COLUMNS);
    return each_report(q, m, &to, EACH_BLANK, show, NULL);
}

typedef struct check_options {
    model m;
    limit_options limits;
    int code, no_spills;
    uint64_t max_registers;
    const char *arch;
} check_options;

/* What the functions of programs may need. */
static int check_code(request *q, const check_options *how)
{
    kernel_choice wanted;
    output to;
    page pg;
    size_t i, tried = 0;
    int code = CLI_FINE;
    wanted.kernel = how->m.chosen.kernel;
    wanted.arch = arch_of(how->arch);
    if (how->arch != NULL && wanted.arch == 0) return cli_usage(q->c, "--arch takes a name such as sm_90, not %s", how->arch);
    if (how->max_registers == 0 && !how->no_spills) return cli_usage(q->c, "--code needs --max-registers or --no-spills");
    out_begin(&to, q->c);
    pg.m = &how->m;
    pg.to = &to;
    out_list(&to, NULL);
    for (i = 0; i < q->path_count; i++) {
        kernels k;
        if (!kernels_read(&k, &wanted, q->c, q->paths[i])) {
            if (!images_refuse(q->c, q->paths[i])) cli_error(q->c, "%s: no program, library, archive, fatbin or cubin", q->paths[i]);
            k.code = CLI_INPUT;
        }
        tried += k.count;
        out_group(&to, NULL);
        out_string(&to, "file", q->paths[i]);
        if (kernels_check_page(&pg, q->paths[i], &k, (uint32_t)how->max_registers, !how->no_spills) > 0 && code == CLI_FINE) code = CLI_FINDING;
        out_close(&to);
        if (k.code > code) code = k.code;
        kernels_free(&k);
    }
    out_close(&to);
    out_end(&to);
    if (tried == 0 && code == CLI_FINE) { /* a limit that applies to nothing would pass unseen */
        cli_error(q->c, "no function was checked");
        code = CLI_FINDING;
    }
    return code;
}

static const option_word fail_words[] = {{"unmatched", 1}, {NULL, 0}};

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, {0, "limits", &take_input, offsetof(check_options, limits.limits), NULL,
     "FILE", "one limit per line: KERNEL METRIC OPERATOR BOUND"},
                                 {0, "baseline", &take_inputs, offsetof(check_options, limits.baselines), NULL,
     "REPORT", "the report that \"baseline\" in a limit refers to; repeatable: the median of these runs, and no value within their spread "
     "breaks it"}, OPT_MATCH,
                                 {0, "fail-on", &take_word, offsetof(check_options, limits.unmatched), fail_words,
     NULL, "kernels that the baseline lacks, or the report, are broken limits, not left out"},
                                 OPT_FORM("md", md_form, check_options, limits.people, "the outcome as Markdown"), OPT_GATE(check_options, limits.gate),
                                 {0, "code", &take_nothing, offsetof(check_options, code), NULL,
     NULL, "the FILEs are programs, libraries, archives, fatbins, cubins: checks their GPU code"},
                                 {0, "max-registers", &take_positive, offsetof(check_options, max_registers), NULL,
     "N", "with --code: no function may use more registers a thread"},
                                 {0, "no-spills", &take_nothing, offsetof(check_options, no_spills), NULL,
     NULL, "with --code: no function may load from or store to local memory"},
                                 {0, "arch", &take_text, offsetof(check_options, arch), NULL,
     "sm_NN", "with --code: only code for this architecture"}, OPTION_END};

static int run(request *q, void *user)
{
    const check_options *how = (const check_options *)user;
    const limit_options *l = &how->limits;
    if (how->code) return check_code(q, how);
    if (how->max_registers > 0 || how->no_spills || how->arch != NULL)
        return cli_usage(q->c, "--max-registers, --no-spills and --arch need --code");
    if (l->limits != NULL) return check_limits(q, &how->m, l);
    if (l->baselines.count > 0 || l->people != OUT_TEXT || l->unmatched || l->gate.junit != NULL || l->gate.github)
        return cli_usage(q->c, "--baseline, --fail-on, --md, --junit and --github need --limits");
    return check_reports(q, &how->m);
}

const verb check_verb = {"check", option_table, sizeof(check_options), run, NULL, NULL,
    "what must hold in every report; with --limits, your own limits",
    "A file of limits:\n      *      gpu__time_duration.sum        <= 2 ms\n      *      gpu__time_duration.sum        <= baseline + 5%\n"
    "      saxpy  launch__registers_per_thread  <= 64    # KERNEL as -k, and * and ?\n"
    "  Exit code 1 if a limit is exceeded or applies to no kernel.\n"
    "\n"
    "  ncurep check --code --max-registers 128 --no-spills libkernels.so",
    FILES, 0, load_demangler, NULL};
