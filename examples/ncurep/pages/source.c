/* ncurep source: where in the code a kernel spends its time. */
#include "source.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Reading --------------------------------------------------------------------------------------------------------- */

static int is_column(const request *q, ncurep_view name)
{
    return !is_list(name) && wants_metric(&q->chosen, name);
}

/* Whether the ids of a metric are addresses: the first of them lies in a function, or, when no function is known, the
   metric is one of those that are. */
static int by_code(const listing *l, const ncurep_metric *m)
{
    ncurep_list list = m->instances;
    ncurep_instance n;
    const code_function *f;
    ncurep_place place;
    if (m->id_kind != 0 || list.count < 1 || !ncurep_next_instance(&list, &n) || n.id.kind != NCUREP_UINT64) return 0;
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
    size_t i, n = x->count > 0;
    if (n > 0) qsort(x->list, x->count, sizeof *x->list, by_number);
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
        if (!ncurep_index_metric(x, place, &m) || !ncurep_string(l->o->report, m.name_id, &name) || is_list(name) || !by_code(l, &m)) continue;
        while (ncurep_next_instance(&m.instances, &one)) {
            const code_function *f;
            ncurep_place where;
            if (code_find(l->code, ncurep_as_u64(&one.id), &f, &where)) {
                used[f - l->code->functions] = 1;
                if (f->size > 0 && (one.id.bits - f->address) % step == 0) continue;
            }
            add_address(&all, ncurep_as_u64(&one.id));
        }
    }
    for (i = 0; i < l->code->count; i++) {
        const code_function *f = &l->code->functions[i];
        const int own = f->name.len == l->r->mangled.len && memcmp(f->name.ptr, l->r->mangled.ptr, f->name.len) == 0;
        uint64_t at;
        if (!used[i] && !own) continue;
        for (at = 0; at < f->size && f->size < 64 << 20; at += step) add_address(&all, f->address + at);
    }
    free(used);
    sort_addresses(&all);
    l->count = all.count;
    l->rows = (source_row *)cli_alloc(l->count, sizeof *l->rows);
    for (i = 0; i < l->count; i++) {
        source_row *row = &l->rows[i];
        ncurep_place place_of, ptx;
        row->address = all.list[i];
        if (!code_find(l->code, row->address, &row->function, &place_of)) continue;
        row->line = place_of.line;
        if (l->code->lines != NULL && row->function->symbol != NCUREP_NONE &&
            ncurep_lines_find(l->code->lines, NCUREP_LINES_PTX, row->function->symbol, row->address - row->function->address, &ptx))
            row->ptx = ptx.line;
    }
    free(all.list);
}

void row_place(const listing *l, const source_row *row, ncurep_place *place)
{
    const code_function *f;
    (void)code_find(l->code, row->address, &f, place);
}

/* Adds the instances of a metric to a column; 0: they are not what it has room for. */
static int fill_column(const listing *l, source_column *c, ncurep_list instances)
{
    ncurep_instance one;
    c->sum = 0;
    while (ncurep_next_instance(&instances, &one)) {
        const source_row *row = row_at(l, ncurep_as_u64(&one.id));
        const double v = ncurep_as_double(&one.value);
        if (row == NULL) continue;
        if (c->small != NULL) {
            uint32_t *to = &c->small[row - l->rows];
            if (!(v >= 0 && v <= UINT32_MAX - *to) || v != (double)(uint32_t)v) return 0;
            *to += (uint32_t)v;
        } else c->values[row - l->rows] += v;
        c->sum += v;
    }
    return 1;
}

static void make_columns(listing *l, const ncurep_index *x, int every)
{
    uint32_t place;
    l->samples = l->executed = (size_t)-1;
    for (place = 0; place < x->count; place++) {
        ncurep_metric m;
        ncurep_view name;
        source_column *c;
        int stall;
        if (!ncurep_index_metric(x, place, &m) || !ncurep_string(l->o->report, m.name_id, &name) || !is_column(l->q, name)) continue;
        stall = name.len > sizeof STALL - 1 && memcmp(name.ptr, STALL, sizeof STALL - 1) == 0 &&
                !(name.len > 11 && memcmp(name.ptr + name.len - 11, "_not_issued", 11) == 0);
        if ((!every && !stall && !same_text(name, SAMPLES) && !same_text(name, "inst_executed")) || !by_code(l, &m)) continue;
        l->columns = (source_column *)cli_grow(l->columns, &l->column_room, l->column_count + 1, sizeof *l->columns);
        c = &l->columns[l->column_count];
        memset(c, 0, sizeof *c);
        c->name = nvs_view_of(name);
        c->stall = stall;
        c->small = (uint32_t *)cli_alloc(l->count, sizeof *c->small);
        if (!fill_column(l, c, m.instances)) {
            free(c->small);
            c->small = NULL;
            c->values = (double *)cli_alloc(l->count, sizeof *c->values);
            (void)fill_column(l, c, m.instances);
        }
        if (same_text(name, SAMPLES)) l->samples = l->column_count;
        if (same_text(name, "inst_executed")) l->executed = l->column_count;
        l->column_count++;
    }
    if (l->samples > l->column_count) l->samples = l->column_count;
    if (l->executed > l->column_count) l->executed = l->column_count;
}

static const listing *sort_of; /* qsort takes no argument: set before sorting */

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
    const size_t i = *(const size_t *)a, k = *(const size_t *)b;
    const marker *x = &sort_of->markers[i], *y = &sort_of->markers[k];
    const int c = x->address != y->address ? (x->address < y->address ? -1 : 1) : x->address != 0 ? 0 : by_line_and_file(x, y->line, y->path);
    return c != 0 ? c : i < k ? -1 : i > k;
}

static void make_markers(listing *l)
{
    ncurep_list rules = l->r->rules;
    ncurep_rule rule;
    size_t i;
    while (ncurep_next_rule(&rules, &rule)) {
        ncurep_marker m;
        while (ncurep_next_marker(&rule.markers, &m)) {
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
    l->order = (size_t *)cli_alloc(l->marker_count, sizeof *l->order);
    for (i = 0; i < l->marker_count; i++) l->order[i] = i;
    sort_of = l;
    if (l->marker_count > 0) qsort(l->order, l->marker_count, sizeof *l->order, by_marker);
}

/* Reads the files of --resolve-source-file that the report has not imported; 0 with a message. */
static int add_files(request *q, machine_code *x)
{
    const char *p = q->source_files;
    while (p != NULL && *p != 0) {
        const size_t n = strcspn(p, ",");
        char *path = copy_text(p, n);
        size_t i, len;
        for (i = 0; i < x->text_count && (x->texts[i].path_len != n || memcmp(x->texts[i].path, path, n) != 0); i++) {}
        if (i < x->text_count || n == 0) free(path);
        else {
            code_text *t;
            char *text = cli_read(q->c, path, &len, NULL);
            if (text == NULL) {
                free(path);
                return 0;
            }
            x->texts = (code_text *)cli_grow(x->texts, &x->text_room, x->text_count + 1, sizeof *x->texts);
            t = &x->texts[x->text_count++];
            memset(t, 0, sizeof *t);
            t->path = path;
            t->path_len = n;
            t->text = t->own = text;
            t->len = len;
        }
        p += n + (p[n] == ',');
    }
    return 1;
}

int open_listing(listing *l, request *q, opened *o, const ncurep_result *r, int every)
{
    ncurep_index x;
    ncurep_error e;
    memset(l, 0, sizeof *l);
    l->q = q;
    l->o = o;
    l->r = r;
    l->code = code_open(o, r);
    if (!add_files(q, l->code)) return 0;
    if (!ncurep_index_metrics(o->report, r, &x, &e)) {
        say_error(q->c, o->path, &e);
        return 0;
    }
    make_rows(l, &x);
    make_columns(l, &x, every);
    make_markers(l);
    sass_read(l->code);
    return 1;
}

void close_listing(listing *l)
{
    size_t i;
    for (i = 0; i < l->column_count; i++) {
        free(l->columns[i].small);
        free(l->columns[i].values);
    }
    for (i = 0; i < l->marker_count; i++) cli_buf_free(&l->markers[i].text);
    free(l->columns);
    free(l->markers);
    free(l->order);
    free(l->rows);
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

/* The names in a mangled one: "_ZN3geo4areaEff" is geo::area. 0: it is none of the simple ones. */
static int put_plain_name(cli_buf *b, ncurep_view v)
{
    size_t at = 2, parts = 0;
    const size_t start = b->len;
    int nested;
    if (v.len < 4 || v.ptr[0] != '_' || v.ptr[1] != 'Z') return 0;
    nested = v.ptr[at] == 'N';
    if (nested || v.ptr[at] == 'L') at++;
    while (at < v.len && v.ptr[at] >= '1' && v.ptr[at] <= '9' && (nested || parts == 0)) {
        size_t n = 0;
        while (at < v.len && v.ptr[at] >= '0' && v.ptr[at] <= '9' && n < v.len) n = n * 10 + (size_t)(v.ptr[at++] - '0');
        if (n > v.len - at) break;
        cli_put(b, "::", parts++ > 0 ? 2 : 0);
        cli_put_safe(b, v.ptr + at, n);
        at += n;
    }
    if (parts > 0) return 1;
    b->len = start;
    return 0;
}

void put_function(cli_buf *b, const listing *l, ncurep_view mangled)
{
    if (mangled.len == l->r->mangled.len && memcmp(mangled.ptr, l->r->mangled.ptr, mangled.len) == 0)
        cli_put_safe(b, l->r->function.ptr, l->r->function.len);
    else if (!put_plain_name(b, mangled)) cli_put_safe(b, mangled.ptr, mangled.len);
}

void put_bytes(cli_buf *b, const listing *l, const source_row *row)
{
    const size_t step = l->code->revision >> 16 != 0 && l->code->revision >> 16 < 7 ? 8 : 16;
    size_t i;
    uint64_t offset;
    if (row->function == NULL) return;
    offset = row->address - row->function->address;
    if (offset > row->function->bytes.len || row->function->bytes.len - offset < step) return;
    for (i = step; i > 0; i--) cli_putf(b, "%02x", (unsigned)(unsigned char)row->function->bytes.ptr[offset + i - 1]);
}

const marker *next_marker(const listing *l, size_t *at, uint64_t address, uint32_t line, ncurep_view file)
{
    const marker *m;
    size_t low = 0, high = *at > 0 ? 0 : l->marker_count;
    if (address == 0 && line == 0) return NULL;
    while (low < high) { /* the first one that is not before it */
        const size_t middle = low + (high - low) / 2;
        m = &l->markers[l->order[middle]];
        if (m->address < address || (m->address == address && address == 0 && by_line_and_file(m, line, file) < 0)) low = middle + 1;
        else high = middle;
    }
    if (*at == 0) *at = low;
    if (*at == l->marker_count) return NULL;
    m = &l->markers[l->order[*at]];
    if (m->address != address || (address == 0 && by_line_and_file(m, line, file) != 0)) return NULL;
    ++*at;
    return m;
}

static void put_markers(const listing *l, uint64_t address, uint32_t line, ncurep_view file)
{
    const marker *m;
    size_t at = 0;
    while ((m = next_marker(l, &at, address, line, file)) != NULL) {
        fprintf(l->q->c->out, "        ^ %s ", finding_word(m->type));
        put_wrapped(l->q->c->out, m->text.ptr != NULL ? m->text.ptr : "", m->text.len, 14, 14, page_width());
    }
}

/* By address ------------------------------------------------------------------------------------------------------- */

double *row_values(const listing *l, size_t row, double *to)
{
    size_t i;
    for (i = 0; i < l->column_count; i++) to[i] = value_of(l, i, row);
    return to;
}

typedef struct hot_row {
    size_t row;
    double value;
} hot_row;

static int by_heat_of_row(const void *a, const void *b)
{
    const hot_row *x = (const hot_row *)a, *y = (const hot_row *)b;
    return x->value < y->value || x->value > y->value ? (x->value > y->value ? -1 : 1) : x->row < y->row ? -1 : x->row > y->row;
}

/* The rows that --top leaves, 1 each; to be freed. */
static unsigned char *top_rows(const listing *l)
{
    unsigned char *keep = (unsigned char *)cli_alloc(l->count + 1, 1);
    const size_t column = main_column(l);
    hot_row *list;
    size_t count = 0, i;
    if (l->q->top == 0) {
        memset(keep, 1, l->count);
        return keep;
    }
    list = (hot_row *)cli_alloc(l->count, sizeof *list);
    for (i = 0; i < l->count; i++) {
        list[count].row = i;
        list[count].value = value_of(l, column, i);
        count += list[count].value > 0;
    }
    qsort(list, count, sizeof *list, by_heat_of_row);
    for (i = 0; i < count && i < l->q->top; i++) keep[list[i].row] = 1;
    free(list);
    return keep;
}

static void text_addresses(const listing *l)
{
    FILE *out = l->q->c->out;
    unsigned char *keep = top_rows(l);
    double *values = (double *)cli_alloc(l->column_count + 1, sizeof *values);
    const size_t column = main_column(l);
    const code_function *last = NULL;
    const int wide = page_width() >= 120 || l->code->sass.count > 0;
    size_t i;
    for (i = 0; i < l->count; i++) {
        const source_row *row = &l->rows[i];
        cli_buf b = {NULL, 0, 0}, stall = {NULL, 0, 0};
        const char *text = NULL;
        ncurep_place place;
        if (!keep[i]) continue;
        if (row->function != last && row->function != NULL) {
            cli_buf name = {NULL, 0, 0};
            put_function(&name, l, row->function->name);
            fprintf(out, "\n  %sFunction %s%s at 0x%" PRIx64 "\n", cli_style(l->q->c->color, CLI_BOLD), name.ptr,
                    cli_style(l->q->c->color, CLI_PLAIN), row->function->address);
            fprintf(out, "  %7s %8s %6s %9s %-22s %s\n", "Offset", "Samples", "%", "Executed", "Waits for", "Source, Instruction");
            cli_buf_free(&name);
            last = row->function;
        }
        put_stall(&stall, l, row_values(l, i, values));
        row_place(l, row, &place);
        put_place(&b, &place);
        if (row->ptx > 0 && wide) cli_putf(&b, "%sptx:%" PRIu32, b.len > 0 ? " " : "", row->ptx);
        if (row->function != NULL) text = sass_at(l->code, row->function, row->address - row->function->address);
        if (text != NULL) {
            cli_put(&b, "  ", 2);
            cli_put_safe(&b, text, strlen(text));
        } else if (wide) {
            cli_put(&b, "  ", 2);
            put_bytes(&b, l, row);
        }
        fprintf(out, b.len > 0 ? "  %7" PRIx64 " %8.0f %5.1f%% %9.0f %-22.22s %s\n" : "  %7" PRIx64 " %8.0f %5.1f%% %9.0f %.22s%s\n", row->address - (row->function != NULL ? row->function->address : 0),
                value_of(l, l->samples, i), share(l, column, value_of(l, column, i)), value_of(l, l->executed, i), stall.len > 0 ? stall.ptr : "",
                b.len > 0 ? b.ptr : "");
        put_markers(l, row->address, 0, place.file);
        cli_buf_free(&b);
        cli_buf_free(&stall);
    }
    free(values);
    free(keep);
}

/* By line ---------------------------------------------------------------------------------------------------------- */

static int same_view(ncurep_view a, ncurep_view b)
{
    return a.len == b.len && memcmp(a.ptr, b.ptr, a.len) == 0;
}

static size_t *bucket_of(const tree *t, size_t parent, ncurep_view file, ncurep_view function, uint32_t line)
{
    const uint64_t key = (((uint64_t)parent * 31 + line) * 31 + file.len) * 31 + function.len;
    return &t->bucket[key * 0x9e3779b97f4a7c15u >> 32 & (t->buckets - 1)];
}

static void add_values(tree *t)
{
    if (t->is_small) {
        t->small = (uint32_t **)cli_grow(t->small, &t->part_room, t->parts + 1, sizeof *t->small);
        t->small[t->parts++] = (uint32_t *)cli_alloc(NODES * t->columns, sizeof **t->small);
    } else {
        t->values = (double **)cli_grow(t->values, &t->part_room, t->parts + 1, sizeof *t->values);
        t->values[t->parts++] = (double *)cli_alloc(NODES * t->columns, sizeof **t->values);
    }
}

static void add_row(tree *t, size_t index, const listing *l, size_t row)
{
    const size_t at = index % NODES * t->columns;
    size_t c;
    for (c = 0; c < t->columns; c++) {
        if (t->is_small) t->small[index / NODES][at + c] += l->columns[c].small[row];
        else t->values[index / NODES][at + c] += value_of(l, c, row);
    }
}

const double *node_values(const tree *t, const node *n)
{
    const size_t index = (size_t)(n - t->list), at = index % NODES * t->columns;
    size_t c;
    if (!t->is_small) return t->values[index / NODES] + at;
    for (c = 0; c < t->columns; c++) t->now[c] = t->small[index / NODES][at + c];
    return t->now;
}

static size_t node_of(tree *t, size_t parent, ncurep_view file, ncurep_view function, uint32_t line)
{
    node *n;
    size_t i, *bucket;
    if (t->count == t->buckets) {
        t->buckets = t->buckets == 0 ? 64 : t->buckets * 2;
        free(t->bucket);
        t->bucket = (size_t *)cli_alloc(t->buckets, sizeof *t->bucket);
        for (i = 0; i < t->count; i++) {
            n = &t->list[i];
            bucket = bucket_of(t, n->parent, n->file, n->function, n->line);
            n->next = *bucket;
            *bucket = i + 1;
        }
    }
    bucket = bucket_of(t, parent, file, function, line);
    for (i = *bucket; i > 0; i = n->next) {
        n = &t->list[i - 1];
        if (n->parent == parent && n->line == line && same_view(n->file, file) && same_view(n->function, function)) return i;
    }
    t->list = (node *)cli_grow(t->list, &t->room, t->count + 1, sizeof *t->list);
    n = &t->list[t->count++];
    memset(n, 0, sizeof *n);
    n->parent = parent;
    n->next = *bucket;
    *bucket = t->count;
    n->file = file;
    n->function = function;
    n->line = line;
    if (t->count > t->parts * NODES) add_values(t);
    return t->count;
}

void make_tree(tree *t, const listing *l, int how)
{
    size_t i, k;
    memset(t, 0, sizeof *t);
    t->columns = l->column_count;
    t->now = (double *)cli_alloc(t->columns, sizeof *t->now);
    t->is_small = 1;
    for (k = 0; k < t->columns; k++) t->is_small &= l->columns[k].small != NULL && l->columns[k].sum <= UINT32_MAX;
    for (i = 0; i < l->count; i++) {
        const source_row *row = &l->rows[i];
        ncurep_place stack[DEEP];
        size_t depth = 0, at = 0;
        if (row->function == NULL) continue;
        row_place(l, row, &stack[depth++]);
        if (row->line > 0 && how == TREE_CALLS) {
            ncurep_place p = stack[0];
            while (depth < DEEP && ncurep_lines_outer(l->code->lines, &p)) stack[depth++] = p;
        }
        if (how == TREE_PTX) {
            memset(&stack[0], 0, sizeof stack[0]);
            stack[0].file.ptr = "ptx";
            stack[0].file.len = 3;
            stack[0].line = row->ptx;
            stack[0].function = row->function->name;
        }
        if (row->line == 0 && how != TREE_PTX) stack[0].function = row->function->name;
        for (k = depth; k > 0; k--) {
            at = node_of(t, at, stack[k - 1].file, stack[k - 1].function, stack[k - 1].line);
            add_row(t, at - 1, l, i);
        }
        t->list[at - 1].instructions++;
    }
}

void free_tree(tree *t)
{
    size_t i;
    for (i = 0; i < t->parts; i++) {
        if (t->is_small) free(t->small[i]);
        else free(t->values[i]);
    }
    free(t->small);
    free(t->values);
    free(t->now);
    free(t->list);
    free(t->bucket);
}

static int by_line(const void *a, const void *b)
{
    const node *x = *(const node *const *)a, *y = *(const node *const *)b;
    const size_t n = x->file.len < y->file.len ? x->file.len : y->file.len;
    const int c = n > 0 ? memcmp(x->file.ptr, y->file.ptr, n) : 0;
    if (x->parent != y->parent) return x->parent < y->parent ? -1 : 1;
    if (c != 0) return c;
    if (x->file.len != y->file.len) return x->file.len < y->file.len ? -1 : 1;
    return x->line != y->line ? (x->line < y->line ? -1 : 1) : x < y ? -1 : x > y;
}

void order_lines(line_order *s, const tree *t)
{
    size_t i;
    s->list = (const node **)cli_alloc(t->count + 1, sizeof *s->list);
    s->first = (size_t *)cli_alloc(t->count + 1, sizeof *s->first);
    for (i = 0; i < t->count; i++) s->list[i] = &t->list[i];
    for (i = 0; i <= t->count; i++) s->first[i] = t->count;
    if (t->count > 0) qsort(s->list, t->count, sizeof *s->list, by_line);
    for (i = t->count; i > 0; i--) s->first[s->list[i - 1]->parent] = i - 1;
}

void free_order(line_order *s)
{
    free(s->list);
    free(s->first);
}

static void line_text(const listing *l, const node *n, int depth, int how, const double *values)
{
    const size_t width = page_width();
    const size_t column = main_column(l);
    cli_buf b = {NULL, 0, 0}, stall = {NULL, 0, 0}, where = {NULL, 0, 0};
    ncurep_view text, file = file_name(n->file);
    size_t used;
    int i;
    put_stall(&stall, l, values);
    for (i = 0; i < depth; i++) cli_put(&where, "  ", 2);
    if (n->line == 0) cli_put(&where, "(no line)", 9);
    else {
        cli_put_safe(&where, file.ptr, file.len);
        cli_putf(&where, ":%" PRIu32, n->line);
    }
    if (depth > 0) {
        cli_put(&where, " in ", 4);
        put_function(&where, l, n->function);
    }
    text = how == TREE_PTX ? (l->code->lines != NULL ? ncurep_lines_ptx_line(l->code->lines, n->line) : n->file) : code_line(l->code, n->file, n->line);
    while (text.len > 0 && (*text.ptr == ' ' || *text.ptr == '\t')) {
        text.ptr++;
        text.len--;
    }
    while (text.len > 0) { /* a tab is a blank here */
        const char *tab = (const char *)memchr(text.ptr, '\t', text.len);
        const size_t part = tab != NULL ? (size_t)(tab - text.ptr) : text.len;
        cli_put_safe(&b, text.ptr, part);
        cli_put(&b, " ", tab != NULL);
        text.ptr += part + (tab != NULL);
        text.len -= part + (tab != NULL);
    }
    fprintf(l->q->c->out, "  %8.0f %5.1f%% %9.0f %-22.22s %s", l->samples < l->column_count ? values[l->samples] : 0,
            share(l, column, column < l->column_count ? values[column] : 0), l->executed < l->column_count ? values[l->executed] : 0,
            stall.len > 0 ? stall.ptr : "", where.ptr);
    used = 51 + cli_width(where.ptr, where.len);
    if (b.len > 0 && used + 12 < width) fprintf(l->q->c->out, "  %.*s", (int)(b.len < width - used - 2 ? b.len : width - used - 2), b.ptr);
    fputc('\n', l->q->c->out);
    if (n->line > 0 && how != TREE_PTX) put_markers(l, 0, n->line, n->file);
    cli_buf_free(&b);
    cli_buf_free(&stall);
    cli_buf_free(&where);
}

typedef struct order {
    const node *n;
    double key;
} order;

static int by_key(const void *a, const void *b)
{
    const order *x = (const order *)a, *y = (const order *)b;
    return x->key != y->key ? (x->key > y->key ? -1 : 1) : x->n < y->n ? -1 : x->n > y->n;
}

/* The children of a node by line, each followed by its own. */
static void print_children(const listing *l, const tree *t, const line_order *s, size_t parent, int depth, int how)
{
    size_t i;
    for (i = s->first[parent]; i < t->count && s->list[i]->parent == parent; i++) {
        line_text(l, s->list[i], depth, how, node_values(t, s->list[i]));
        if (depth < DEEP) print_children(l, t, s, (size_t)(s->list[i] - t->list) + 1, depth + 1, how);
    }
}

static void text_lines(const listing *l, int how)
{
    const size_t column = main_column(l);
    tree t;
    make_tree(&t, l, l->q->top > 0 && how == TREE_CALLS ? TREE_LINES : how);
    fprintf(l->q->c->out, "\n  %8s %6s %9s %-22s %s\n", "Samples", "%", "Executed", "Waits for", how == TREE_PTX ? "PTX" : "Source");
    if (l->q->top > 0) {
        order *list = (order *)cli_alloc(t.count + 1, sizeof *list);
        size_t i;
        for (i = 0; i < t.count; i++) {
            list[i].n = &t.list[i];
            list[i].key = column < l->column_count && node_values(&t, &t.list[i])[column] > 0 ? node_values(&t, &t.list[i])[column] : 0;
        }
        qsort(list, t.count, sizeof *list, by_key);
        for (i = 0; i < t.count && i < l->q->top && list[i].key > 0; i++) line_text(l, list[i].n, 0, how, node_values(&t, list[i].n));
        free(list);
    } else {
        line_order s;
        order_lines(&s, &t);
        print_children(l, &t, &s, 0, 0, how);
        free_order(&s);
    }
    free_tree(&t);
}

/* --annotate --------------------------------------------------------------------------------------------------------- */

static int by_line_number(const void *a, const void *b)
{
    const node *x = *(const node *const *)a, *y = *(const node *const *)b;
    return x->line != y->line ? (x->line < y->line ? -1 : 1) : x < y ? -1 : x > y;
}

/* Prints a source file with figures in the margin; 0 with a message. */
static int annotate(const listing *l)
{
    request *q = l->q;
    const size_t column = main_column(l);
    ncurep_view wanted, name;
    char *text = NULL;
    const char *p, *end;
    size_t len = 0, i, count = 0, at = 0;
    uint32_t line;
    tree t;
    const node **nodes;
    wanted.ptr = q->annotate;
    wanted.len = strlen(q->annotate);
    name = file_name(wanted);
    for (i = 0; i < l->code->text_count && text == NULL; i++) { /* what was imported is what was compiled */
        ncurep_view path;
        path.ptr = l->code->texts[i].path;
        path.len = l->code->texts[i].path_len;
        if (!same_view(file_name(path), name) || l->code->texts[i].len == 0) continue;
        len = l->code->texts[i].len;
        text = copy_text(l->code->texts[i].text, len);
    }
    if (text == NULL) text = cli_read(q->c, q->annotate, &len, NULL);
    if (text == NULL) return 0;
    make_tree(&t, l, TREE_LINES);
    nodes = (const node **)cli_alloc(t.count + 1, sizeof *nodes);
    for (i = 0; i < t.count; i++)
        if (same_view(file_name(t.list[i].file), name)) nodes[count++] = &t.list[i];
    qsort((void *)(uintptr_t)nodes, count, sizeof *nodes, by_line_number);
    if (count == 0) cli_error(q->c, "%s: no code of this kernel comes from it", q->annotate);
    fprintf(q->c->out, "\n  %6s %9s %s\n", "%", "Executed", "Waits for");
    p = text;
    end = text + len;
    for (line = 1; p < end; line++) {
        const char *stop = (const char *)memchr(p, '\n', (size_t)(end - p));
        const size_t n = (size_t)((stop != NULL ? stop : end) - p);
        double *values = (double *)cli_alloc(l->column_count + 1, sizeof *values);
        cli_buf b = {NULL, 0, 0}, stall = {NULL, 0, 0};
        unsigned instructions = 0;
        size_t c;
        while (at < count && nodes[at]->line < line) at++;
        for (; at < count && nodes[at]->line == line; at++) {
            const double *own = node_values(&t, nodes[at]);
            for (c = 0; c < l->column_count; c++) values[c] += own[c];
            instructions += nodes[at]->instructions;
        }
        for (i = 0; i < n; i++) {
            if (p[i] == '\t') cli_put(&b, "        ", 8 - b.len % 8);
            else if (p[i] != '\r') cli_put_safe(&b, p + i, 1);
        }
        if (cli_utf8(p, p + n) > 1) {
            b.len = 0;
            cli_put_safe(&b, p, n);
        }
        put_stall(&stall, l, values);
        if (instructions > 0)
            fprintf(q->c->out, "  %5.1f%% %9.0f %-16.16s", share(l, column, column < l->column_count ? values[column] : 0),
                    l->executed < l->column_count ? values[l->executed] : 0, stall.len > 0 ? stall.ptr : "");
        else fprintf(q->c->out, "  %6s %9s %-16s", "", "", "");
        fprintf(q->c->out, " |%s%s\n", b.len > 0 ? " " : "", b.len > 0 ? b.ptr : "");
        put_markers(l, 0, line, wanted);
        cli_buf_free(&b);
        cli_buf_free(&stall);
        free(values);
        p = stop != NULL ? stop + 1 : end;
    }
    free((void *)(uintptr_t)nodes);
    free_tree(&t);
    free(text);
    return 1;
}

/* CSV and JSON ------------------------------------------------------------------------------------------------------ */

static void put_number(cli_buf *b, double v)
{
    char text[32];
    cli_double(text, v);
    b->len = 0;
    cli_putf(b, "%s", text);
}

static void csv_listing(const listing *l, cli_csv *v)
{
    static const char *const titles[] = {"#", "Address", "Source", "Kernel ID", "Function", "Offset", "Opcode", "PTX Line", "File", "Line"};
    unsigned char *keep = top_rows(l);
    size_t i, k, shown = 0;
    for (i = 0; i < sizeof titles / sizeof *titles; i++)
        if (i < 3 || !l->q->stand_in) cli_csv_field(v, titles[i], strlen(titles[i]));
    for (k = 0; k < l->column_count; k++) cli_csv_field(v, l->columns[k].name.ptr, l->columns[k].name.len);
    cli_csv_end(v);
    for (i = 0; i < l->count; i++) {
        const source_row *row = &l->rows[i];
        const uint64_t offset = row->address - (row->function != NULL ? row->function->address : 0);
        const char *text = row->function != NULL ? sass_at(l->code, row->function, offset) : NULL;
        cli_buf b = {NULL, 0, 0};
        ncurep_place place;
        if (!keep[i]) continue;
        cli_csv_fieldf(v, "%zu", shown++);
        cli_csv_fieldf(v, "0x%" PRIx64, row->address);
        if (text != NULL) cli_csv_field(v, text, strlen(text));
        else {
            put_bytes(&b, l, row);
            cli_csv_field(v, b.len > 0 ? b.ptr : "", b.len);
        }
        if (!l->q->stand_in) {
            cli_csv_fieldf(v, "%" PRIu32, l->r->index);
            cli_csv_field(v, row->function != NULL ? row->function->name.ptr : "", row->function != NULL ? row->function->name.len : 0);
            cli_csv_fieldf(v, "%" PRIu64, offset);
            b.len = 0;
            put_bytes(&b, l, row);
            cli_csv_field(v, b.len > 0 ? b.ptr : "", b.len);
            if (row->ptx > 0) cli_csv_fieldf(v, "%" PRIu32, row->ptx);
            else cli_csv_field(v, "", 0);
            row_place(l, row, &place);
            cli_csv_field(v, place.file.ptr, place.file.len);
            if (place.line > 0) cli_csv_fieldf(v, "%" PRIu32, place.line);
            else cli_csv_field(v, "", 0);
        }
        for (k = 0; k < l->column_count; k++) {
            put_number(&b, value_of(l, k, i));
            cli_csv_field(v, b.ptr, b.len);
        }
        cli_csv_end(v);
        cli_buf_free(&b);
    }
    free(keep);
}

static void json_place(cli_json *j, const ncurep_place *p)
{
    cli_json_object(j, NULL);
    cli_json_text(j, "function", p->function.ptr, p->function.len);
    cli_json_text(j, "directory", p->directory.ptr, p->directory.len);
    cli_json_text(j, "file", p->file.ptr, p->file.len);
    cli_json_u64(j, "line", p->line);
    cli_json_end(j);
}

static void json_listing(const listing *l, cli_json *j)
{
    unsigned char *keep = top_rows(l);
    size_t i, k;
    cli_json_object(j, NULL);
    put_json_result(j, l->o, l->r);
    cli_json_array(j, "instructions");
    for (i = 0; i < l->count; i++) {
        const source_row *row = &l->rows[i];
        const char *text;
        cli_buf b = {NULL, 0, 0};
        if (!keep[i]) continue;
        cli_json_object(j, NULL);
        cli_json_u64(j, "address", row->address);
        if (row->function != NULL) {
            cli_json_text(j, "function", row->function->name.ptr, row->function->name.len);
            cli_json_u64(j, "offset", row->address - row->function->address);
            put_bytes(&b, l, row);
            cli_json_str(j, "opcode", b.len > 0 ? b.ptr : NULL);
            text = sass_at(l->code, row->function, row->address - row->function->address);
            if (text != NULL) cli_json_str(j, "sass", text);
        }
        if (row->ptx > 0) cli_json_u64(j, "ptx", row->ptx);
        if (row->line > 0) {
            ncurep_place p;
            row_place(l, row, &p);
            cli_json_array(j, "source");
            do json_place(j, &p);
            while (ncurep_lines_outer(l->code->lines, &p));
            cli_json_end(j);
        }
        cli_json_object(j, "counters");
        for (k = 0; k < l->column_count; k++) {
            const double value = value_of(l, k, i);
            if (!(value > 0 || value < 0)) continue;
            cli_json_key(j, l->columns[k].name.ptr, l->columns[k].name.len);
            cli_json_double(j, NULL, value);
        }
        cli_json_end(j);
        cli_json_end(j);
        cli_buf_free(&b);
    }
    cli_json_end(j);
    cli_json_array(j, "markers");
    for (i = 0; i < l->marker_count; i++) {
        const marker *m = &l->markers[i];
        cli_json_object(j, NULL);
        cli_json_str(j, "type", finding_word(m->type));
        if (m->address != 0) cli_json_u64(j, "address", m->address);
        else {
            cli_json_text(j, "file", m->path.ptr, m->path.len);
            cli_json_u64(j, "line", m->line);
        }
        cli_json_text(j, "text", m->text.ptr != NULL ? m->text.ptr : "", m->text.len);
        cli_json_end(j);
    }
    cli_json_end(j);
    cli_json_end(j);
    free(keep);
}

/* The verb ---------------------------------------------------------------------------------------------------------- */

/* The PTX text of the module, as the vendor's view of it. */
static void all_ptx(const listing *l)
{
    uint32_t i;
    for (i = 1; l->code->lines != NULL && i <= ncurep_lines_ptx_lines(l->code->lines); i++) {
        const ncurep_view v = ncurep_lines_ptx_line(l->code->lines, i);
        fprintf(l->q->c->out, "%6" PRIu32 "  %.*s\n", i, (int)v.len, v.ptr);
    }
}

static void text_listing(listing *l)
{
    const char *view = l->q->source_view;
    cli_buf b = {NULL, 0, 0};
    size_t i;
    int have_lines = 0;
    put_result_line(&b, l->o, l->r);
    fprintf(l->q->c->out, "%s%s%s\n", cli_style(l->q->c->color, CLI_BOLD), b.ptr, cli_style(l->q->c->color, CLI_PLAIN));
    cli_buf_free(&b);
    for (i = 0; i < l->count; i++) have_lines |= l->rows[i].line > 0;
    if (l->count == 0) fputs("  The report holds no code of this kernel and no counters of instructions.\n", l->q->c->out);
    else if (strcmp(view, "ptx") == 0 && l->q->stand_in) all_ptx(l);
    else if (strcmp(view, "address") == 0 || strcmp(view, "sass") == 0 || (strcmp(view, "auto") == 0 && !have_lines)) text_addresses(l);
    else text_lines(l, strcmp(view, "ptx") == 0 ? TREE_PTX : TREE_CALLS);
    if (strcmp(view, "cuda,sass") == 0) text_addresses(l);
}

int source_verb(request *q)
{
    cli_json j;
    cli_csv v;
    size_t i;
    int all = CLI_FINE;
    memset(&v, 0, sizeof v);
    v.f = q->c->out;
    v.always = q->stand_in;
    if (q->source_view == NULL) q->source_view = "auto";
    cli_json_init(&j, q->c->out, CLI_UTF8, 2);
    if (q->c->format == CLI_JSON) cli_json_array(&j, NULL);
    for (i = 0; i < q->path_count; i++) {
        opened o;
        cursor at;
        ncurep_result r;
        int one, first = 1;
        if (!open_report(q->c, q->paths[i], &o)) {
            all = CLI_INPUT;
            continue;
        }
        one = code_of(&o);
        memset(&at, 0, sizeof at);
        while (next_result(q, &o, &at, &r, &one)) {
            listing l;
            if (!open_listing(&l, q, &o, &r, q->c->format != CLI_TEXT)) one = CLI_INPUT;
            else if (q->c->format == CLI_JSON) json_listing(&l, &j);
            else {
                if (!first || i > 0) fputc('\n', q->c->out);
                first = 0;
                if (q->c->format == CLI_CSV) csv_listing(&l, &v);
                else if (q->annotate == NULL) text_listing(&l);
                else {
                    cli_buf b = {NULL, 0, 0};
                    put_result_line(&b, &o, &r);
                    fprintf(q->c->out, "%s\n", b.ptr);
                    cli_buf_free(&b);
                    if (!annotate(&l)) one = CLI_INPUT;
                }
            }
            close_listing(&l);
        }
        close_report(&o);
        if (one > all) all = one;
    }
    if (q->c->format == CLI_JSON) {
        cli_json_end(&j);
        cli_json_line(&j);
    }
    return all;
}
