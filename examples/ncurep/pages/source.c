/* Where in the code a kernel spends its time. */
#include "source.h"
#include "../model/counters.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A listing on its page. */
typedef struct shown {
    const page *pg;
    const source_options *how;
    listing l;
} shown;

static void put_markers(const shown *x, uint64_t address, uint32_t line, ncurep_view file)
{
    const listing *l = &x->l;
    const marker *m;
    size_t at = 0;
    while ((m = next_marker(l, &at, address, line, file)) != NULL) {
        fprintf(x->pg->to->f, "        ^ %s ", finding_word(m->type));
        put_wrapped(x->pg->to->f, m->text.ptr != NULL ? m->text.ptr : "", m->text.len, 14, 14, x->pg->to->width);
    }
}

/* By address ------------------------------------------------------------------------------------------------------- */

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
static unsigned char *top_rows(const shown *x)
{
    const listing *l = &x->l;
    unsigned char *keep = (unsigned char *)cli_alloc(l->count + 1, 1);
    const size_t column = main_column(l);
    hot_row *list;
    size_t count = 0, i;
    if (x->how->top == 0) {
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
    for (i = 0; i < count && i < x->how->top; i++) keep[list[i].row] = 1;
    cli_free(list);
    return keep;
}

static void text_addresses(const shown *x)
{
    const listing *l = &x->l;
    FILE *out = x->pg->to->f;
    unsigned char *keep = top_rows(x);
    double *values = (double *)cli_alloc(l->column_count + 1, sizeof *values);
    const size_t column = main_column(l);
    const code_function *last = NULL;
    const int wide = x->pg->to->width >= 120 || has_sass(l->code);
    size_t i;
    for (i = 0; i < l->count; i++) {
        const source_row *row = &l->rows[i];
        cli_buf b = {NULL, 0, 0}, stall = {NULL, 0, 0};
        const char *text = NULL;
        code_place place;
        if (!keep[i]) continue;
        if (row->function != last && row->function != NULL) {
            cli_buf name = {NULL, 0, 0};
            put_function(&name, l, row->function->name);
            fprintf(out, "\n  %sFunction %s%s at 0x%" PRIx64 "\n", cli_style(x->pg->to->color, CLI_BOLD), name.ptr,
                    cli_style(x->pg->to->color, CLI_PLAIN), row->function->address);
            fprintf(out, "  %7s %8s %6s %9s %-22s %s\n", "Offset", "Samples", "%", "Executed", "Waits for", "Source, Instruction");
            cli_buf_free(&name);
            last = row->function;
        }
        put_stall(&stall, l, row_values(l, i, values));
        row_place(l, row, &place);
        (void)code_shown(l->code->lines, &place);
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
        fprintf(out, b.len > 0 ? "  %7" PRIx64 " %8.0f %5.1f%% %9.0f %-22s %s\n" : "  %7" PRIx64 " %8.0f %5.1f%% %9.0f %s%s\n", row->address - (row->function != NULL ? row->function->address : 0),
                value_of(l, l->samples, i), share(l, column, value_of(l, column, i)), value_of(l, l->executed, i), stall.len > 0 ? stall.ptr : "",
                b.len > 0 ? b.ptr : "");
        put_markers(x, row->address, 0, place.file);
        cli_buf_free(&b);
        cli_buf_free(&stall);
    }
    cli_free(values);
    cli_free(keep);
}

/* By line ---------------------------------------------------------------------------------------------------------- */

static void line_text(const shown *x, const node *n, int depth, int how, const double *values)
{
    const listing *l = &x->l;
    const size_t width = x->pg->to->width;
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
    text = how == TREE_PTX ? (l->code->lines != NULL ? ptx_line(l->code->lines, n->line) : n->file) : code_line(l->code, n->file, n->line);
    while (text.len > 0 && (*text.ptr == ' ' || *text.ptr == '\t')) {
        text.ptr++;
        text.len--;
    }
    while (text.len > 0) { /* a tab counts as a space here */
        const char *tab = (const char *)memchr(text.ptr, '\t', text.len);
        const size_t part = tab != NULL ? (size_t)(tab - text.ptr) : text.len;
        cli_put_safe(&b, text.ptr, part);
        cli_put(&b, " ", tab != NULL);
        text.ptr += part + (tab != NULL);
        text.len -= part + (tab != NULL);
    }
    fprintf(x->pg->to->f, "  %8.0f %5.1f%% %9.0f %-22s %s", l->samples < l->column_count ? values[l->samples] : 0,
            share(l, column, column < l->column_count ? values[column] : 0), l->executed < l->column_count ? values[l->executed] : 0,
            stall.len > 0 ? stall.ptr : "", where.ptr);
    used = 51 + cli_width(where.ptr, where.len);
    if (b.len > 0 && !x->pg->to->is_narrow) fprintf(x->pg->to->f, "  %s", b.ptr);
    else if (b.len > 0 && used + 12 < width) fprintf(x->pg->to->f, "  %.*s", (int)(b.len < width - used - 2 ? b.len : width - used - 2), b.ptr);
    fputc('\n', x->pg->to->f);
    if (n->line > 0 && how != TREE_PTX) put_markers(x, 0, n->line, n->file);
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

static int by_file_and_line(const void *a, const void *b)
{
    const node *x = ((const order *)a)->n, *y = ((const order *)b)->n;
    const size_t len = x->file.len < y->file.len ? x->file.len : y->file.len;
    const int c = memcmp(x->file.ptr, y->file.ptr, len);
    if (c != 0 || x->file.len != y->file.len) return c != 0 ? c : x->file.len < y->file.len ? -1 : 1;
    return x->line != y->line ? (x->line < y->line ? -1 : 1) : x < y ? -1 : x > y;
}

/* The children of a node by line, each followed by its own. */
static void print_children(const shown *x, const tree *t, const line_order *s, size_t parent, int depth, int how)
{
    size_t i;
    for (i = s->first[parent]; i < t->count && s->list[i]->parent == parent; i++) {
        line_text(x, s->list[i], depth, how, node_values(t, s->list[i]));
        if (depth < DEEP) print_children(x, t, s, (size_t)(s->list[i] - t->list) + 1, depth + 1, how);
    }
}

static void text_lines(const shown *x, int how)
{
    const listing *l = &x->l;
    const size_t column = main_column(l);
    tree t;
    make_tree(&t, l, x->how->top > 0 && how == TREE_CALLS ? TREE_LINES : how);
    fprintf(x->pg->to->f, "\n  %8s %6s %9s %-22s %s\n", "Samples", "%", "Executed", "Waits for", how == TREE_PTX ? "PTX" : "Source");
    if (x->how->top > 0) {
        order *list = (order *)cli_alloc(t.count + 1, sizeof *list);
        size_t i;
        for (i = 0; i < t.count; i++) {
            list[i].n = &t.list[i];
            list[i].key = column < l->column_count && node_values(&t, &t.list[i])[column] > 0 ? node_values(&t, &t.list[i])[column] : 0;
        }
        qsort(list, t.count, sizeof *list, by_key);
        for (i = 0; i < t.count && i < x->how->top && list[i].key > 0; i++) line_text(x, list[i].n, 0, how, node_values(&t, list[i].n));
        cli_free(list);
    } else {
        line_order s;
        order_lines(&s, &t);
        print_children(x, &t, &s, 0, 0, how);
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
static int annotate(const shown *x)
{
    const listing *l = &x->l;
    const size_t column = main_column(l);
    ncurep_view wanted, name;
    char *text = NULL;
    const char *p, *end;
    size_t len = 0, i, count = 0, at = 0;
    uint32_t line;
    tree t;
    const node **nodes;
    wanted.ptr = x->how->annotate;
    wanted.len = strlen(x->how->annotate);
    name = file_name(wanted);
    for (i = 0; i < l->code->text_count && text == NULL; i++) { /* what was imported is what was compiled */
        ncurep_view path;
        path.ptr = l->code->texts[i].path;
        path.len = l->code->texts[i].path_len;
        if (!same_view(file_name(path), name) || l->code->texts[i].len == 0) continue;
        len = l->code->texts[i].len;
        text = copy_text(l->code->texts[i].text, len);
    }
    if (text == NULL && x->pg->m->read_fn != NULL) text = x->pg->m->read_fn(x->pg->m->user, x->how->annotate, &len);
    if (text == NULL) return 0;
    make_tree(&t, l, TREE_LINES);
    nodes = (const node **)cli_alloc(t.count + 1, sizeof *nodes);
    for (i = 0; i < t.count; i++)
        if (same_view(file_name(t.list[i].file), name)) nodes[count++] = &t.list[i];
    qsort((void *)(uintptr_t)nodes, count, sizeof *nodes, by_line_number);
    if (count == 0) cli_error(x->pg->m->c, "%s: no code of this kernel comes from this file", x->how->annotate);
    fprintf(x->pg->to->f, "\n  %6s %9s %s\n", "%", "Executed", "Waits for");
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
            fprintf(x->pg->to->f, "  %5.1f%% %9.0f %-22s", share(l, column, column < l->column_count ? values[column] : 0),
                    l->executed < l->column_count ? values[l->executed] : 0, stall.len > 0 ? stall.ptr : "");
        else fprintf(x->pg->to->f, "  %6s %9s %-22s", "", "", "");
        fprintf(x->pg->to->f, " |%s%s\n", b.len > 0 ? " " : "", b.len > 0 ? b.ptr : "");
        put_markers(x, 0, line, wanted);
        cli_buf_free(&b);
        cli_buf_free(&stall);
        cli_free(values);
        p = stop != NULL ? stop + 1 : end;
    }
    cli_free((void *)(uintptr_t)nodes);
    free_tree(&t);
    cli_free(text);
    return 1;
}

/* CSV and JSON ------------------------------------------------------------------------------------------------------ */

/* In CSV the first three are those of the vendor's page. */
#define FIRST_COLUMNS 14
#define VENDOR_COLUMNS 4
static const table_column first_columns[FIRST_COLUMNS] = {
    {'r', NULL, "#", NULL, 0}, {'r', NULL, "Address", NULL, 0}, {'r', NULL, NULL, "address", 0}, {'l', NULL, "Source", NULL, 0},
    {'r', NULL, "Kernel ID", NULL, 0}, {'l', NULL, "Function", "function", 0}, {'r', NULL, "Offset", NULL, 0}, {'r', NULL, NULL, "offset", 0},
    {'l', NULL, "Opcode", NULL, 0}, {'l', NULL, NULL, "opcode", 0}, {'l', NULL, NULL, "sass", 0}, {'r', NULL, "PTX Line", "ptx", 0},
    {'l', NULL, "File", NULL, 0}, {'r', NULL, "Line", NULL, 0}};

static void json_place(cli_json *j, const code_place *p)
{
    cli_json_object(j, NULL);
    cli_json_text(j, "function", p->function.ptr, p->function.len);
    cli_json_text(j, "directory", p->directory.ptr, p->directory.len);
    cli_json_text(j, "file", p->file.ptr, p->file.len);
    cli_json_u64(j, "line", p->line);
    cli_json_end(j);
}

/* Whether a counter is on the page. */
static int wants_column(const shown *x, size_t column)
{
    return x->how->counters != COUNTERS_SHOWN || x->l.columns[column].shown;
}

/* A counter with texts has some where it has a value at all. */
static void put_counter(table *t, const shown *x, size_t column, size_t row)
{
    const source_column *const c = &x->l.columns[column];
    if (c->texts == NULL || x->how->as_vendor) table_real(t, value_of(&x->l, column, row));
    else table_text(t, c->texts[row].len > 0 ? c->texts[row].ptr : "", c->texts[row].len);
}

/* What JSON has of an instruction that is no cell: the calls around it, and the counters that are not 0. */
static void json_more(const shown *x, size_t row, const code_place *place, uint32_t outward, cli_json *j)
{
    const listing *l = &x->l;
    code_place p = *place;
    size_t k;
    if (l->rows[row].line > 0) {
        cli_json_array(j, "source");
        do json_place(j, &p);
        while (code_outer(l->code->lines, &p));
        cli_json_end(j);
        if (outward > 0) cli_json_u64(j, "shown", outward);
    }
    cli_json_object(j, "counters");
    for (k = 0; k < l->column_count; k++) {
        const double value = value_of(l, k, row);
        const ncurep_view *const text = l->columns[k].texts != NULL && l->columns[k].texts[row].len > 0 ? &l->columns[k].texts[row] : NULL;
        if ((text == NULL && !(value > 0 || value < 0)) || !wants_column(x, k)) continue;
        cli_json_key(j, l->columns[k].name.ptr, l->columns[k].name.len);
        if (text != NULL) {
            cli_json_text(j, NULL, text->ptr, text->len);
            continue;
        }
        cli_json_double(j, NULL, value);
    }
    cli_json_end(j);
}

static void put_instruction(table *t, const shown *x, size_t i, size_t number)
{
    const listing *l = &x->l;
    const source_row *row = &l->rows[i];
    const int has = row->function != NULL;
    const uint64_t offset = row->address - (has ? row->function->address : 0);
    const char *text = has ? sass_at(l->code, row->function, offset) : NULL;
    cli_buf opcode = {NULL, 0, 0};
    code_place place, counts;
    uint32_t outward;
    size_t k;
    put_bytes(&opcode, l, row);
    row_place(l, row, &place);
    counts = place;
    outward = code_shown(l->code->lines, &counts);
    table_whole(t, number);
    table_format(t, "0x%" PRIx64, row->address);
    table_whole(t, row->address);
    if (text != NULL) table_string(t, text);
    else table_text(t, opcode.len > 0 ? opcode.ptr : "", opcode.len);
    table_whole(t, l->r->index);
    if (has) table_text(t, row->function->name.ptr, row->function->name.len);
    else table_absent(t);
    table_whole(t, offset);
    if (has) table_whole(t, offset);
    else table_absent(t);
    table_text(t, opcode.len > 0 ? opcode.ptr : "", opcode.len);
    if (!has) table_absent(t);
    else table_string(t, opcode.len > 0 ? opcode.ptr : NULL);
    if (text != NULL) table_string(t, text);
    else table_absent(t);
    if (row->ptx > 0) table_whole(t, row->ptx);
    else table_absent(t);
    table_text(t, counts.file.ptr, counts.file.len);
    if (counts.line > 0) table_whole(t, counts.line);
    else table_absent(t);
    if (t->to->format == OUT_JSON) json_more(x, i, &place, outward, &t->to->j);
    for (k = 0; k < l->column_count && table_wants(t); k++)
        if (wants_column(x, k)) put_counter(t, x, k, i);
    table_row(t);
    cli_buf_free(&opcode);
}

/* The instructions as programs read them; key: of the list in JSON. */
static void put_instructions(const shown *x, const char *key)
{
    const listing *l = &x->l;
    size_t count = FIRST_COLUMNS;
    table_column *columns = (table_column *)cli_alloc(FIRST_COLUMNS + l->column_count, sizeof *columns);
    char **names = (char **)cli_alloc(l->column_count + 1, sizeof *names);
    unsigned char *keep = top_rows(x);
    size_t i, number = 0;
    table t;
    for (i = 0; i < l->column_count; i++) names[i] = copy_text(l->columns[i].name.ptr, l->columns[i].name.len);
    memcpy(columns, first_columns, sizeof first_columns);
    for (i = VENDOR_COLUMNS; x->how->as_vendor && i < FIRST_COLUMNS; i++) columns[i].csv = NULL;
    for (i = 0; i < l->column_count; i++)
        if (wants_column(x, i)) columns[count++].csv = names[i];
    table_begin(&t, x->pg->to, key, columns, count, 0);
    for (i = 0; i < l->count; i++)
        if (keep[i]) put_instruction(&t, x, i, number++);
    table_end(&t);
    for (i = 0; i < l->column_count; i++) cli_free(names[i]);
    cli_free(names);
    cli_free(columns);
    cli_free(keep);
}

/* What the counters are called and where they belong, in their order. */
static void put_columns(const shown *x, cli_json *j)
{
    size_t i;
    cli_json_array(j, "columns");
    for (i = 0; i < x->l.column_count; i++) {
        const source_column *const c = &x->l.columns[i];
        if (!wants_column(x, i)) continue;
        cli_json_object(j, NULL);
        cli_json_text(j, "name", c->name.ptr, c->name.len);
        if (c->label.len > 0) cli_json_text(j, "label", c->label.ptr, c->label.len);
        else cli_json_null(j, "label");
        if (c->group.len > 0) cli_json_text(j, "group", c->group.ptr, c->group.len);
        else cli_json_null(j, "group");
        cli_json_bool(j, "shown", c->shown);
        cli_json_end(j);
    }
    cli_json_end(j);
}

static void put_marks(const listing *l, cli_json *j)
{
    size_t i;
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
}

/* The PTX text of the module, as the vendor's view of it. */
static void all_ptx(const shown *x)
{
    const listing *l = &x->l;
    cubin_info info;
    uint32_t i;
    cubin_file_info(l->code->lines, &info);
    for (i = 1; i <= info.ptx_lines; i++) {
        const ncurep_view v = ptx_line(l->code->lines, i);
        fprintf(x->pg->to->f, "%6" PRIu32 "  %.*s\n", i, (int)v.len, v.ptr);
    }
}

/* The title of a counter: its label after that of its group. */
static char *counter_title(const source_column *c)
{
    cli_buf b = {NULL, 0, 0};
    const size_t known = c->label.len == c->name.len && c->stall ? sizeof STALL - 1 : 0; /* the sections give reasons to wait no label */
    if (known > 0) cli_put(&b, "Stall: ", 7);
    else if (c->group.len > 0) {
        cli_put_safe(&b, c->group.ptr, c->group.len);
        cli_put(&b, ": ", 2);
    }
    cli_put_safe(&b, c->label.len > 0 ? c->label.ptr + known : c->name.ptr, c->label.len > 0 ? c->label.len - known : c->name.len);
    return b.ptr;
}

/* A number for people. */
static void put_figure(table *t, double value)
{
    if (value >= 0 && value < 1e15 && value - (double)(uint64_t)value <= 0) table_whole(t, (uint64_t)value);
    else table_real(t, value);
}

/* A row for each instruction, or for each line, with the counters that are not 0 throughout; lines have no texts. */
static void text_counters(const shown *x, int by_line)
{
    const listing *l = &x->l;
    const size_t main = main_column(l);
    table_column *columns = (table_column *)cli_alloc(l->column_count + 2, sizeof *columns);
    char **titles = (char **)cli_alloc(l->column_count + 1, sizeof *titles); /* NULL: not on the page */
    unsigned char *keep = top_rows(x);
    size_t count = 0, i, k;
    table t;
    columns[count].align = 'r';
    columns[count++].title = by_line ? "Line" : "Offset";
    for (k = 0; k < l->column_count; k++) {
        const source_column *const c = &l->columns[k];
        if (!wants_column(x, k) || (c->texts != NULL ? by_line : !(c->sum > 0 || c->sum < 0))) continue;
        titles[k] = counter_title(c);
        columns[count].align = c->texts != NULL ? 'l' : 'r';
        columns[count++].title = titles[k];
    }
    columns[count].align = 'l';
    columns[count++].title = by_line ? "File" : "Function";
    table_begin(&t, x->pg->to, NULL, columns, count, 0);
    if (!by_line)
        for (i = 0; i < l->count; i++) {
            const source_row *const row = &l->rows[i];
            cli_buf name = {NULL, 0, 0};
            if (!keep[i]) continue;
            table_format(&t, "%" PRIx64, row->address - (row->function != NULL ? row->function->address : 0));
            for (k = 0; k < l->column_count; k++)
                if (titles[k] != NULL && l->columns[k].texts != NULL) put_counter(&t, x, k, i);
                else if (titles[k] != NULL) put_figure(&t, value_of(l, k, i));
            if (row->function != NULL && (i == 0 || row->function != l->rows[i - 1].function || x->how->top > 0)) {
                put_function(&name, l, row->function->name);
                table_text(&t, name.ptr, strcspn(name.ptr, "<("));
                cli_buf_free(&name);
            }
            table_row(&t);
        }
    else {
        tree lines;
        order *list;
        make_tree(&lines, l, TREE_LINES);
        list = (order *)cli_alloc(lines.count + 1, sizeof *list);
        for (i = 0; i < lines.count; i++) {
            list[i].n = &lines.list[i];
            list[i].key = main < l->column_count && x->how->top > 0 ? node_values(&lines, list[i].n)[main] : 0;
        }
        if (lines.count > 0) qsort(list, lines.count, sizeof *list, x->how->top > 0 ? by_key : by_file_and_line);
        for (i = 0; i < lines.count && (x->how->top == 0 || (i < x->how->top && list[i].key > 0)); i++) {
            const double *const values = node_values(&lines, list[i].n);
            if (list[i].n->line > 0) table_whole(&t, list[i].n->line);
            else table_string(&t, "");
            for (k = 0; k < l->column_count; k++)
                if (titles[k] != NULL) put_figure(&t, values[k]);
            table_text(&t, file_name(list[i].n->file).ptr, file_name(list[i].n->file).len);
            table_row(&t);
        }
        cli_free(list);
        free_tree(&lines);
    }
    table_end(&t);
    for (k = 0; k < l->column_count; k++) cli_free(titles[k]);
    cli_free(titles);
    cli_free(columns);
    cli_free(keep);
}

/* Whether anything was counted at any instruction. */
static int has_counters(const listing *l)
{
    size_t k;
    for (k = 0; k < l->column_count; k++)
        if (l->columns[k].sum > 0 || l->columns[k].sum < 0) return 1;
    return 0;
}

static void text_listing(const shown *x)
{
    const listing *l = &x->l;
    const source_view view = x->how->view;
    cli_buf b = {NULL, 0, 0};
    size_t i;
    int have_lines = 0;
    put_result_line(&b, l->o, l->r);
    fprintf(x->pg->to->f, "%s%s%s\n", cli_style(x->pg->to->color, CLI_BOLD), b.ptr, cli_style(x->pg->to->color, CLI_PLAIN));
    cli_buf_free(&b);
    for (i = 0; i < l->count; i++) have_lines |= l->rows[i].line > 0;
    if (l->count == 0) fputs("  The report has neither code nor instruction counters of this kernel.\n", x->pg->to->f);
    else if (view == VIEW_AUTO && !has_counters(l))
        fputs("  The report has no instruction counters of this kernel: ncu --section SourceCounters collects them. Its code alone:\n"
              "  ncurep source --by address, or ncurep sass.\n", x->pg->to->f);
    else if (view == VIEW_PTX_TEXT) all_ptx(x);
    else if (x->how->counters > COUNTERS_MAIN) text_counters(x, have_lines && view != VIEW_ADDRESS);
    else if (view == VIEW_ADDRESS || (view == VIEW_AUTO && !have_lines)) text_addresses(x);
    else text_lines(x, view == VIEW_PTX ? TREE_PTX : TREE_CALLS);
    if (view == VIEW_LINE_ADDRESS) text_addresses(x);
}

int source_page(const page *pg, opened *o, const source_options *how, int first)
{
    output *to = pg->to;
    table t;
    cursor at;
    ncurep_result r;
    section_source sections;
    size_t counted = 0;
    int code = code_of(o), other;
    const source_counters which = how->counters != COUNTERS_AUTO                                  ? how->counters
                                  : to->format == OUT_JSON || to->format == OUT_CSV ? COUNTERS_ALL
                                                                                    : COUNTERS_MAIN;
    const int arranged = which != COUNTERS_MAIN && !how->as_vendor && how->annotate == NULL;
    memset(&at, 0, sizeof at);
    memset(&sections, 0, sizeof sections);
    if (arranged && !sections_open(&sections, pg->m)) {
        (void)sections_close(&sections);
        return CLI_INPUT;
    }
    to->v.always = how->as_vendor;
    if (to->format == OUT_JSON) result_table(&t, to, NULL, TABLE_BARE);
    while (next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &code)) {
        shown x;
        x.pg = pg;
        x.how = how;
        if (!open_listing(&x.l, pg->m, o, &r, which != COUNTERS_MAIN) || (arranged && !arrange_columns(&x.l, &sections))) code = CLI_INPUT;
        else if (counted += (size_t)has_counters(&x.l), to->format == OUT_JSON) {
            put_result(&t, o, &r);
            if (arranged) put_columns(&x, &to->j);
            put_instructions(&x, "instructions");
            put_marks(&x.l, &to->j);
            table_row(&t);
        }
        else {
            if (!first) fputc('\n', to->f);
            first = 0;
            if (to->format == OUT_CSV) put_instructions(&x, NULL);
            else if (how->annotate == NULL) text_listing(&x);
            else {
                cli_buf b = {NULL, 0, 0};
                put_result_line(&b, o, &r);
                fprintf(to->f, "%s\n", b.ptr);
                cli_buf_free(&b);
                if (!annotate(&x)) code = CLI_INPUT;
            }
        }
        close_listing(&x.l);
    }
    if (to->format == OUT_JSON) table_end(&t);
    if (counted == 0 && code == CLI_FINE && !how->as_vendor) {
        if (to->format != OUT_TEXT) cli_error(pg->m->c, "%s: no instruction counters of what is chosen", o->path);
        code = CLI_FINDING;
    }
    other = sections_close(&sections);
    return code > other ? code : other;
}
