/* The code of a result, an instruction a row, with its counters. */
#include "listing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Whether the ids of a metric are addresses: the first of them lies in a function, or, when no function is known, the
   metric is one of those that are. */
static int by_code(const listing *l, const ncurep_metric *m)
{
    ncurep_list list = m->instances;
    ncurep_instance n;
    const code_function *f;
    code_place place;
    if (m->id_kind != 0 || list.count < 1 || !ncurep_instance_next(&list, &n) || n.id.kind != NCUREP_KIND_UINT64) return 0;
    return n.id.bits > 0 && code_find(l->code, n.id.bits, &f, &place);
}

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = (const uint64_t *)a, *y = (const uint64_t *)b;
    return *x < *y ? -1 : *x > *y;
}

/* Addresses, each once when they are sorted. */
typedef struct addresses {
    uint64_t *list;
    size_t count, room, sorted; /* sorted: so many at the last time */
} addresses;

static void sort_addresses(addresses *x)
{
    size_t i = 1, n = x->count > 0;
    while (i < x->count && x->list[i - 1] <= x->list[i]) i++; /* code comes in its order */
    if (i < x->count) qsort(x->list, x->count, sizeof *x->list, by_number);
    for (i = 1; i < x->count; i++)
        if (x->list[i] != x->list[n - 1]) x->list[n++] = x->list[i];
    x->count = x->sorted = n;
}

static void add_address(addresses *x, uint64_t address)
{
    if (x->count >= 4096 && x->count / 2 >= x->sorted && x->count == x->room) sort_addresses(x); /* the same ones in every counter */
    x->list = (uint64_t *)cli_grow(x->list, &x->room, x->count + 1, sizeof *x->list);
    x->list[x->count++] = address;
}

static int by_address(const void *a, const void *b)
{
    const source_row *x = (const source_row *)a, *y = (const source_row *)b;
    return x->address < y->address ? -1 : x->address > y->address;
}

static source_row *row_at(const listing *l, uint64_t address)
{
    source_row key;
    key.address = address;
    return (source_row *)bsearch(&key, l->rows, l->count, sizeof *l->rows, by_address);
}

const source_row *row_of_address(const listing *l, uint64_t address) { return l->count > 0 ? row_at(l, address) : NULL; }

/* All instructions of the functions that the counters name. */
static void make_rows(listing *l, const ncurep_index *x)
{
    const size_t step = l->code->revision >> 16 != 0 && l->code->revision >> 16 < 7 ? 8 : 16;
    unsigned char *used = (unsigned char *)cli_alloc(l->code->count + 1, 1);
    addresses all;
    uint32_t place;
    size_t i;
    memset(&all, 0, sizeof all);
    for (place = 0; place < x->count; place++) {
        ncurep_metric m;
        ncurep_instance one;
        ncurep_view name;
        if (!ncurep_index_at(x, place, &m) || !ncurep_string_at(l->o->report, m.name_id, &name) || is_list(name) || !by_code(l, &m)) continue;
        while (ncurep_instance_next(&m.instances, &one)) {
            const code_function *f;
            code_place where;
            if (code_find(l->code, ncurep_value_u64(&one.id), &f, &where)) {
                used[f - l->code->functions] = 1;
                if (f->size > 0 && (one.id.bits - f->address) % step == 0) continue;
            }
            add_address(&all, ncurep_value_u64(&one.id));
        }
    }
    for (i = 0; i < l->code->count; i++) {
        const code_function *f = &l->code->functions[i];
        const int own = f->name.len == l->r->mangled.len && memcmp(f->name.ptr, l->r->mangled.ptr, f->name.len) == 0;
        uint64_t at;
        if (!used[i] && !own) continue;
        for (at = 0; at < f->size && f->size < 64 << 20; at += step) add_address(&all, f->address + at);
    }
    cli_free(used);
    sort_addresses(&all);
    l->count = all.count;
    l->rows = (source_row *)cli_alloc(l->count, sizeof *l->rows);
    for (i = 0; i < l->count; i++) {
        source_row *row = &l->rows[i];
        code_place place_of, ptx;
        row->address = all.list[i];
        if (!code_find(l->code, row->address, &row->function, &place_of)) continue;
        row->line = place_of.line;
        if (l->code->lines != NULL && row->function->symbol != NCUREP_NONE &&
            code_place_at(l->code->lines, CUBIN_TABLE_PTX, row->function->symbol, row->address - row->function->address, &ptx))
            row->ptx = ptx.line;
    }
    cli_free(all.list);
}

/* The file of the outermost call at the first instruction of the kernel that has a line, else at the first one of any. */
static void find_begin(listing *l)
{
    size_t i, first = l->count;
    code_place place;
    l->begins_in.ptr = "";
    for (i = l->count; i > 0; i--) {
        const code_function *f = l->rows[i - 1].function;
        if (l->rows[i - 1].line > 0 && (first == l->count || same_view(f->name, l->r->mangled) || !same_view(l->rows[first].function->name, l->r->mangled)))
            first = i - 1;
    }
    if (first == l->count) return;
    row_place(l, &l->rows[first], &place);
    while (code_outer(l->code->lines, &place)) {}
    l->begins_in = file_name(place.file);
}

void row_place(const listing *l, const source_row *row, code_place *place)
{
    const code_function *f;
    (void)code_find(l->code, row->address, &f, place);
}

/* Adds the instances of a metric to a column; 0: they are not what it has room for. */
static int fill_column(const listing *l, source_column *c, ncurep_list instances)
{
    ncurep_instance one;
    c->sum = 0;
    c->integers = 1;
    while (ncurep_instance_next(&instances, &one)) {
        const source_row *row = row_at(l, ncurep_value_u64(&one.id));
        const double v = ncurep_value_double(&one.value);
        if (one.value.kind != NCUREP_KIND_UINT64 && one.value.kind != NCUREP_KIND_NONE) c->integers = 0;
        if (row == NULL) continue;
        if (c->held != NULL) c->held[row - l->rows] = 1;
        if (one.value.kind == NCUREP_KIND_STRING) {
            if (c->texts == NULL) c->texts = (ncurep_view *)cli_alloc(l->count, sizeof *c->texts);
            c->texts[row - l->rows] = one.value.text;
        }
        if (c->small != NULL) {
            uint32_t *to = &c->small[row - l->rows];
            if (!(v >= 0 && v <= UINT32_MAX - *to) || v != (double)(uint32_t)v) return 0;
            *to += (uint32_t)v;
        } else c->values[row - l->rows] += v;
        c->sum += v;
    }
    return 1;
}

void find_main_columns(listing *l)
{
    size_t i;
    l->samples = l->executed = l->column_count;
    for (i = 0; i < l->column_count; i++) {
        if (same_text(view_of(l->columns[i].name), SAMPLES)) l->samples = i;
        if (same_text(view_of(l->columns[i].name), "inst_executed")) l->executed = i;
    }
}

static int ends_in(ncurep_view name, const char *end)
{
    const size_t n = strlen(end);
    return name.len >= n && memcmp(name.ptr + name.len - n, end, n) == 0;
}

static int begins_with(ncurep_view name, const char *begin)
{
    const size_t n = strlen(begin);
    return name.len >= n && memcmp(name.ptr, begin, n) == 0;
}

/* Of SourceCounters: which memory an instruction uses, how, in what size, with which policy. */
static int is_code(ncurep_view name)
{
    return same_text(name, "memory_type") || same_text(name, "memory_access_type") || same_text(name, "memory_access_size_type") || ends_in(name, "_evict_type");
}

/* Averages and ratios of one instruction, as SourceCounters has them: derived__avg_thread_executed,
   derived__derivative_avg_thread_executed_true, derived__memory_l1_conflicts_shared_nway. */
static int averages_of(ncurep_view name)
{
    return ends_in(name, "_nway") ? AVERAGE_SOME : begins_with(name, "derived__avg_") || begins_with(name, "derived__derivative_") ? AVERAGE_ALL : AVERAGE_NONE;
}

int lines_have(const source_column *c) { return c->adds || c->averages != AVERAGE_NONE; }

int is_stall(ncurep_view name) { return name.len > sizeof STALL - 1 && begins_with(name, STALL) && !ends_in(name, "_not_issued"); }

static void make_columns(listing *l, const ncurep_index *x, int every)
{
    uint32_t place;
    for (place = 0; place < x->count; place++) {
        ncurep_metric m;
        ncurep_view name;
        source_column *c;
        int stall;
        if (!ncurep_index_at(x, place, &m) || !ncurep_string_at(l->o->report, m.name_id, &name) || is_list(name) || !wants_metric(&l->m->chosen, name)) continue;
        stall = is_stall(name);
        if ((!every && !stall && !same_text(name, SAMPLES) && !same_text(name, "inst_executed")) || !by_code(l, &m)) continue;
        l->columns = (source_column *)cli_grow(l->columns, &l->column_room, l->column_count + 1, sizeof *l->columns);
        c = &l->columns[l->column_count];
        memset(c, 0, sizeof *c);
        c->name = nvs_view_of(name);
        c->label = c->group = nvs_text(NULL);
        c->stall = stall;
        if (is_code(name)) c->held = (unsigned char *)cli_alloc(l->count, 1);
        c->small = (uint32_t *)cli_alloc(l->count, sizeof *c->small);
        if (!fill_column(l, c, m.instances)) {
            cli_free(c->small);
            c->small = NULL;
            c->values = (double *)cli_alloc(l->count, sizeof *c->values);
            (void)fill_column(l, c, m.instances);
        }
        c->averages = c->texts == NULL ? averages_of(name) : AVERAGE_NONE;
        c->adds = c->texts == NULL && !is_code(name) && c->averages == AVERAGE_NONE;
        l->column_count++;
    }
    find_main_columns(l);
    for (place = 0; place < l->column_count && l->executed == l->column_count; place++) l->columns[place].averages = AVERAGE_NONE; /* nothing weighs them */
}

static int by_line_and_file(const marker *m, uint32_t line, ncurep_view path)
{
    const ncurep_view own = file_name(m->path), name = file_name(path);
    const size_t n = own.len < name.len ? own.len : name.len;
    const int c = n > 0 ? memcmp(own.ptr, name.ptr, n) : 0;
    if (m->line != line) return m->line < line ? -1 : 1;
    return c != 0 ? c : own.len < name.len ? -1 : own.len > name.len;
}

static int by_marker(const void *a, const void *b)
{
    const marker *x = *(const marker *const *)a, *y = *(const marker *const *)b;
    const int c = x->address != y->address ? (x->address < y->address ? -1 : 1) : x->address != 0 ? 0 : by_line_and_file(x, y->line, y->path);
    return c != 0 ? c : x < y ? -1 : x > y;
}

static void make_markers(listing *l)
{
    ncurep_list rules = l->r->rules;
    ncurep_rule rule;
    size_t i;
    while (ncurep_rule_next(&rules, &rule)) {
        ncurep_marker m;
        while (ncurep_marker_next(&rule.markers, &m)) {
            marker *to;
            l->markers = (marker *)cli_grow(l->markers, &l->marker_room, l->marker_count + 1, sizeof *l->markers);
            to = &l->markers[l->marker_count++];
            memset(to, 0, sizeof *to);
            to->address = m.kind == 0 ? m.address : 0;
            to->line = m.kind == 1 ? m.line : 0;
            to->path = m.path;
            to->type = m.type;
            put_plain(&to->text, m.text);
        }
    }
    l->order = (const marker **)cli_alloc(l->marker_count, sizeof *l->order);
    for (i = 0; i < l->marker_count; i++) l->order[i] = &l->markers[i];
    if (l->marker_count > 0) qsort((void *)(uintptr_t)l->order, l->marker_count, sizeof *l->order, by_marker);
}

static int read_text(const model *m, machine_code *x, const char *from, size_t n)
{
    char *path = copy_text(from, n);
    size_t len;
    char *text = m->read_fn != NULL ? m->read_fn(m->user, path, &len) : NULL;
    code_text *t;
    if (text == NULL) {
        cli_free(path);
        return 0;
    }
    x->texts = (code_text *)cli_grow(x->texts, &x->text_room, x->text_count + 1, sizeof *x->texts);
    t = &x->texts[x->text_count++];
    memset(t, 0, sizeof *t);
    t->path = path;
    t->path_len = n;
    t->text = t->own = text;
    t->len = len;
    return 1;
}

/* Reads the files of the model that the report has not imported; 0 with a message. */
static int add_files(const model *m, machine_code *x)
{
    const char *p = m->read_fn != NULL ? m->files : NULL;
    while (p != NULL && *p != 0) {
        const size_t n = strcspn(p, ",");
        size_t i;
        for (i = 0; i < x->text_count && (x->texts[i].path_len != n || memcmp(x->texts[i].path, p, n) != 0); i++) {}
        if (i == x->text_count && n > 0 && !read_text(m, x, p, n)) return 0;
        p += n + (p[n] == ',');
    }
    return 1;
}

int listing_add_text(listing *l, const char *path)
{
    return code_lines(l->code, bytes_of(path, strlen(path))) > 0 || read_text(l->m, l->code, path, strlen(path));
}

int open_listing(listing *l, const model *m, opened *o, const ncurep_result *r, int every)
{
    ncurep_index x;
    ncurep_error e;
    memset(l, 0, sizeof *l);
    l->m = m;
    l->o = o;
    l->r = r;
    l->code = code_open(o, r);
    if (!add_files(m, l->code)) return 0;
    if (ncurep_index_build(o->report, r, &x, &e) != NCUREP_OK) {
        say_error(m->c, o->path, &e);
        return 0;
    }
    make_rows(l, &x);
    find_begin(l);
    make_columns(l, &x, every);
    make_markers(l);
    return sass_read(l->code, m);
}

void close_listing(listing *l)
{
    size_t i;
    for (i = 0; i < l->column_count; i++) {
        cli_free(l->columns[i].small);
        cli_free(l->columns[i].values);
        cli_free(l->columns[i].texts);
        cli_free(l->columns[i].held);
    }
    for (i = 0; i < l->marker_count; i++) cli_buf_free(&l->markers[i].text);
    for (i = 0; i < l->name_count; i++) cli_free(l->names[i]);
    cli_free(l->names);
    cli_free(l->columns);
    cli_free(l->markers);
    cli_free((void *)(uintptr_t)l->order);
    cli_free(l->rows);
}

double value_of(const listing *l, size_t column, size_t row)
{
    if (column >= l->column_count) return 0;
    return l->columns[column].small != NULL ? (double)l->columns[column].small[row] : l->columns[column].values[row];
}

size_t main_column(const listing *l)
{
    return l->samples < l->column_count && l->columns[l->samples].sum > 0 ? l->samples : l->executed;
}

double share(const listing *l, size_t column, double value)
{
    return column < l->column_count && l->columns[column].sum > 0 ? 100 * value / l->columns[column].sum : 0;
}

void put_stall(cli_buf *b, const listing *l, const double *values)
{
    double most = 0, all = 0;
    size_t i, which = l->column_count;
    for (i = 0; i < l->column_count; i++) {
        if (!l->columns[i].stall) continue;
        all += values[i];
        if (values[i] > most) {
            most = values[i];
            which = i;
        }
    }
    if (which == l->column_count) return;
    cli_put_safe(b, l->columns[which].name.ptr + sizeof STALL - 1, l->columns[which].name.len - (sizeof STALL - 1));
    cli_putf(b, " %.0f%%", 100 * most / all);
}

void put_label(cli_buf *b, const source_column *c)
{
    ncurep_view name = view_of(c->label.len > 0 ? c->label : c->name);
    const int waits = begins_with(name, STALL), not_issued = ends_in(name, "_not_issued");
    if (same_text(view_of(c->name), SAMPLES)) cli_putf(b, "Samples");
    else if (same_text(name, "inst_executed")) cli_putf(b, "Instructions Executed");
    else if (!waits) cli_put_safe(b, name.ptr, name.len);
    else {
        const size_t end = not_issued ? name.len - (sizeof "_not_issued" - 1) : name.len;
        cli_putf(b, "Stall: ");
        if (end > sizeof STALL - 1) cli_put_safe(b, name.ptr + sizeof STALL - 1, end - (sizeof STALL - 1));
        if (not_issued) cli_putf(b, ", not issued");
    }
}

/* A function without its parameters and what it returns: "void geo::sum<int>(int*)" is geo::sum<int>. */
static void put_plain_name(cli_buf *b, const char *name, size_t len)
{
    size_t end = len, from = 0, i, depth = 0;
    for (i = len; i > 0; i--) { /* the last parentheses outside of others are the parameters; const may follow them */
        if (name[i - 1] == ')' || name[i - 1] == '>') depth++;
        if ((name[i - 1] == '(' || name[i - 1] == '<') && depth > 0 && --depth == 0 && name[i - 1] == '(') {
            end = i - 1;
            break;
        }
    }
    for (i = 0, depth = 0; i < end; i++) {
        if (name[i] == '(' || name[i] == '<') depth++;
        if ((name[i] == ')' || name[i] == '>') && depth > 0) depth--;
        if (name[i] == ' ' && depth == 0) from = i + 1;
        if (end - i > 8 && memcmp(name + i, "operator", 8) == 0 && depth == 0 && (i == 0 || name[i - 1] == ' ' || name[i - 1] == ':')) break;
    }
    if (from < end) cli_put_safe(b, name + from, end - from);
    else cli_put_safe(b, name, len);
}

void put_function(cli_buf *b, const listing *l, ncurep_view mangled)
{
    if (mangled.len == l->r->mangled.len && memcmp(mangled.ptr, l->r->mangled.ptr, mangled.len) == 0)
        cli_put_safe(b, l->r->function.ptr, l->r->function.len);
    else {
        cli_buf name = {NULL, 0, 0};
        if (demangled(l->m->demangle_fn, &name, mangled.ptr, mangled.len)) put_plain_name(b, name.ptr, name.len);
        else cli_put_safe(b, mangled.ptr, mangled.len);
        cli_buf_free(&name);
    }
}

void put_bytes(cli_buf *b, const listing *l, const source_row *row)
{
    const size_t step = l->code->revision >> 16 != 0 && l->code->revision >> 16 < 7 ? 8 : 16;
    size_t i;
    uint64_t offset;
    if (row->function == NULL) return;
    offset = row->address - row->function->address;
    if (offset > row->function->bytes.len || row->function->bytes.len - offset < step) return;
    for (i = step; i > 0; i--) {
        const unsigned char byte = (unsigned char)row->function->bytes.ptr[offset + i - 1];
        char digits[2];
        digits[0] = "0123456789abcdef"[byte >> 4];
        digits[1] = "0123456789abcdef"[byte & 15];
        cli_put(b, digits, sizeof digits);
    }
}

const marker *next_marker(const listing *l, size_t *at, uint64_t address, uint32_t line, ncurep_view file)
{
    const marker *m;
    size_t low = 0, high = *at > 0 ? 0 : l->marker_count;
    if (address == 0 && line == 0) return NULL;
    while (low < high) { /* the first one that is not before it */
        const size_t middle = low + (high - low) / 2;
        m = l->order[middle];
        if (m->address < address || (m->address == address && address == 0 && by_line_and_file(m, line, file) < 0)) low = middle + 1;
        else high = middle;
    }
    if (*at == 0) *at = low;
    if (*at == l->marker_count) return NULL;
    m = l->order[*at];
    if (m->address != address || (address == 0 && by_line_and_file(m, line, file) != 0)) return NULL;
    ++*at;
    return m;
}

double *row_values(const listing *l, size_t row, double *to)
{
    size_t i;
    for (i = 0; i < l->column_count; i++) to[i] = value_of(l, i, row);
    return to;
}
