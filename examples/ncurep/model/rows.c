/* The code of a kernel as rows. */
#include "rows.h"

#include <stdlib.h>
#include <string.h>

#define GAP 64 /* lines of PTX between two with code: more of them are other functions */

static code_row *add(code_rows *x)
{
    code_row *row;
    x->list = (code_row *)cli_grow(x->list, &x->room, x->count + 1, sizeof *x->list);
    row = &x->list[x->count++];
    memset(row, 0, sizeof *row);
    row->file.ptr = row->function.ptr = "";
    row->at = NOT_COUNTED;
    return row;
}

static code_row *add_node(code_rows *x, const node *n)
{
    code_row *row = add(x);
    if (x->kind != ROWS_PTX) row->file = n->file;
    row->function = n->function;
    row->line = n->line;
    row->instructions = n->instructions;
    row->at = (size_t)(n - x->t.list);
    return row;
}

static void add_instructions(code_rows *x)
{
    const listing *l = x->l;
    size_t i;
    for (i = 0; i < l->count; i++) {
        code_row *row = add(x);
        code_place place;
        row->address = l->rows[i].address;
        row->instructions = 1;
        row->at = i;
        if (l->rows[i].function != NULL) row->function = l->rows[i].function->name;
        row_place(l, &l->rows[i], &place);
        (void)code_shown(l->code->lines, &place);
        row->file = place.file;
        row->line = place.line;
    }
}

/* The nodes, each after the one it is inlined into. */
static void add_nodes(code_rows *x)
{
    size_t stack[DEEP + 1], row_of[DEEP + 1], depth = 0;
    line_order s;
    order_lines(&s, &x->t);
    stack[0] = s.first[0];
    for (;;) {
        const size_t at = stack[depth], above = depth > 0 ? x->list[row_of[depth]].at + 1 : 0;
        code_row *row;
        if (at >= x->t.count || s.list[at]->parent != above) {
            if (depth-- == 0) break;
            continue;
        }
        stack[depth]++;
        row = add_node(x, s.list[at]);
        row->depth = (uint32_t)depth;
        row->parent = depth > 0 ? (uint32_t)row_of[depth] + 1 : 0;
        if (depth < DEEP) {
            depth++;
            row_of[depth] = x->count - 1;
            stack[depth] = s.first[row->at + 1];
        }
    }
    free_order(&s);
}

/* The same with the lines between them. */
static void add_texts(code_rows *x)
{
    line_order s;
    size_t i;
    uint64_t line;
    order_lines(&s, &x->t);
    for (i = 0; i < x->t.count; i++) {
        const node *n = s.list[i], *last = i > 0 ? s.list[i - 1] : NULL, *next = i + 1 < x->t.count ? s.list[i + 1] : NULL;
        const ncurep_view file = n->file;
        const int begins = last == NULL || !same_view(last->file, file), ends = next == NULL || !same_view(next->file, file);
        const uint64_t lines = x->kind == ROWS_FILES ? code_lines(x->l->code, file) : 0;
        line = begins ? 1 : (uint64_t)last->line + 1;
        if (x->kind == ROWS_PTX && (begins || n->line - line > GAP)) line = n->line;
        for (; line < n->line && (x->kind == ROWS_PTX || n->line <= lines); line++) {
            code_row *row = add(x);
            if (x->kind == ROWS_FILES) row->file = file;
            row->line = (uint32_t)line;
        }
        (void)add_node(x, n);
        for (line = (uint64_t)n->line + 1; ends && n->line > 0 && line <= lines && line <= UINT32_MAX; line++) {
            code_row *row = add(x);
            row->file = file;
            row->line = (uint32_t)line;
        }
    }
    free_order(&s);
}

void rows_open(code_rows *x, const listing *l, rows_kind kind)
{
    memset(x, 0, sizeof *x);
    x->l = l;
    x->kind = kind;
    x->none = (double *)cli_alloc(l->column_count, sizeof *x->none);
    x->now = (double *)cli_alloc(l->column_count, sizeof *x->now);
    if (kind == ROWS_INSTRUCTIONS) {
        add_instructions(x);
        return;
    }
    make_tree(&x->t, l, kind == ROWS_CALLS ? TREE_CALLS : kind == ROWS_FILES ? TREE_FILES : kind == ROWS_PTX ? TREE_PTX : TREE_LINES);
    if (kind == ROWS_FILES || kind == ROWS_PTX) add_texts(x);
    else add_nodes(x);
}

void rows_close(code_rows *x)
{
    free_tree(&x->t);
    cli_free(x->list);
    cli_free(x->none);
    cli_free(x->now);
    memset(x, 0, sizeof *x);
}

const double *rows_values(const code_rows *x, size_t row, int self)
{
    const size_t at = x->list[row].at;
    if (at == NOT_COUNTED) return x->none;
    if (x->kind == ROWS_INSTRUCTIONS) return row_values(x->l, at, x->now);
    return node_values(&x->t, &x->t.list[at], self);
}

int rows_text(cli_buf *b, const code_rows *x, size_t row)
{
    const code_row *r = &x->list[row];
    const listing *l = x->l;
    ncurep_view text;
    if (x->kind == ROWS_INSTRUCTIONS) {
        const source_row *of = &l->rows[r->at];
        const char *known = of->function != NULL ? sass_at(l->code, of->function, of->address - of->function->address) : NULL;
        const size_t before = b->len;
        if (known != NULL) cli_put(b, known, strlen(known));
        else put_bytes(b, l, of);
        return b->len > before;
    }
    text = x->kind == ROWS_PTX ? ptx_line(l->code->lines, r->line) : code_line(l->code, r->file, r->line);
    cli_put(b, text.ptr, text.len);
    return text.len > 0;
}

/* Queries ------------------------------------------------------------------------------------------------------------ */

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c; }

static int holds(const char *text, size_t len, ncurep_view words)
{
    size_t i, k;
    for (i = 0; i + words.len <= len; i++) {
        for (k = 0; k < words.len && lower(text[i + k]) == lower(words.ptr[k]); k++) {}
        if (k == words.len) return 1;
    }
    return 0;
}

static int found(const code_rows *x, size_t row, ncurep_view words)
{
    const code_row *r = &x->list[row];
    cli_buf b = {NULL, 0, 0};
    int is;
    (void)rows_text(&b, x, row);
    cli_put(&b, "\n", 1);
    if (r->line > 0) {
        const ncurep_view file = file_name(r->file);
        cli_put(&b, file.ptr, file.len);
        cli_putf(&b, ":%u\n", (unsigned)r->line);
    }
    if (r->function.len > 0) put_function(&b, x->l, r->function);
    is = holds(b.ptr, b.len, words);
    cli_buf_free(&b);
    return is;
}

typedef struct picked {
    size_t row;
    double key;
} picked;

static int by_key(const void *a, const void *b)
{
    const picked *x = (const picked *)a, *y = (const picked *)b;
    return x->key < y->key || x->key > y->key ? (x->key > y->key ? -1 : 1) : x->row < y->row ? -1 : x->row > y->row;
}

size_t *rows_pick(const code_rows *x, const rows_query *q, size_t *count)
{
    picked *list = (picked *)cli_alloc(x->count, sizeof *list);
    const int sorted = q->sort < x->l->column_count;
    size_t i, n = 0, *rows;
    for (i = 0; i < x->count; i++) {
        const code_row *r = &x->list[i];
        const double exact = sorted ? rows_values(x, i, q->self)[q->sort] : 0, v = exact == exact ? exact : 0;
        if ((q->counted && r->at == NOT_COUNTED) || (q->top > 0 && !(v > 0))) continue;
        if (q->file.len > 0 && !same_view(file_name(r->file), q->file)) continue;
        if (q->find.len > 0 && !found(x, i, q->find)) continue;
        list[n].row = i;
        list[n++].key = q->ascending ? -v : v;
    }
    if (n > 0 && sorted) qsort(list, n, sizeof *list, by_key);
    if (q->top > 0 && n > q->top) n = (size_t)q->top;
    rows = (size_t *)cli_alloc(n, sizeof *rows);
    for (i = 0; i < n; i++) rows[i] = list[i].row;
    cli_free(list);
    *count = n;
    return rows;
}
