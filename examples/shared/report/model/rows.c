/* The code of a kernel as rows. */
#include "rows.h"

#include <string.h>

#define GAP 64 /* lines of PTX between two with code: more of them are other functions */

static code_row *add(code_rows *x)
{
    code_row *row;
    x->list = (code_row *)cli_grow(x->list, &x->room, x->count + 1, sizeof *x->list);
    row = &x->list[x->count++];
    memset(row, 0, sizeof *row);
    return row;
}

static code_row *add_node(code_rows *x, const node *n)
{
    code_row *row = add(x);
    row->line = n->line;
    row->instructions = n->instructions;
    row->at = (uint32_t)(n - x->t.list);
    row->counted = 1;
    return row;
}

static void add_instructions(code_rows *x)
{
    const listing *l = x->l;
    size_t i;
    for (i = 0; i < l->count; i++) {
        code_row *row = add(x);
        code_place place;
        row->instructions = 1;
        row->at = (uint32_t)i;
        row->counted = 1;
        row_place(l, &l->rows[i], &place);
        (void)code_shown(l->code->lines, &place);
        row->line = place.line;
    }
}

/* The nodes, each after the one it is inlined into. */
static void add_nodes(code_rows *x)
{
    size_t stack[DEEP + 1], row_of[DEEP + 1], depth = 0;
    line_order s;
    x->list = (code_row *)cli_alloc(x->t.count, sizeof *x->list);
    x->room = x->t.count;
    order_lines(&s, &x->t);
    stack[0] = s.first[0];
    for (;;) {
        const size_t at = stack[depth], above = depth > 0 ? (size_t)x->list[row_of[depth]].at + 1 : 0;
        code_row *row;
        if (at >= x->t.count || x->t.list[s.list[at]].parent != above) {
            if (depth-- == 0) break;
            continue;
        }
        stack[depth]++;
        row = add_node(x, &x->t.list[s.list[at]]);
        row->depth = (uint32_t)depth;
        row->parent = depth > 0 ? (uint32_t)row_of[depth] + 1 : 0;
        if (depth < DEEP) {
            depth++;
            row_of[depth] = x->count - 1;
            stack[depth] = s.first[(size_t)row->at + 1];
        }
    }
    free_order(&s);
}

static void add_plain(code_rows *x, const node *of, uint64_t from, uint64_t to)
{
    for (; from < to; from++) {
        code_row *row = add(x);
        row->at = (uint32_t)(of - x->t.list);
        row->line = (uint32_t)from;
    }
}

/* The nodes with the lines between them. The first pass only counts: there may be many more of those. */
static void add_texts(code_rows *x)
{
    line_order s;
    size_t i, need = 0;
    int pass;
    order_lines(&s, &x->t);
    for (pass = 0; pass < 2; pass++) {
        for (i = 0; i < x->t.count; i++) {
            const node *n = &x->t.list[s.list[i]], *last = i > 0 ? &x->t.list[s.list[i - 1]] : NULL;
            const node *next = i + 1 < x->t.count ? &x->t.list[s.list[i + 1]] : NULL;
            const int begins = last == NULL || !same_view(last->file, n->file), ends = next == NULL || !same_view(next->file, n->file);
            const uint64_t line = n->line, lines = x->kind == ROWS_FILES ? code_lines(x->l->code, n->file) : 0;
            uint64_t from = begins ? 1 : (uint64_t)last->line + 1, to = line + 1;
            if (from > line || (x->kind == ROWS_PTX ? begins || line - from > GAP : line > lines)) from = line;
            if (ends && line > 0 && lines > line) to = lines < UINT32_MAX ? lines + 1 : UINT32_MAX;
            need += (size_t)(line - from + 1 + (to - line - 1));
            if (pass == 0) continue;
            add_plain(x, n, from, line);
            (void)add_node(x, n);
            add_plain(x, n, line + 1, to);
        }
        if (pass > 0) break;
        x->list = (code_row *)cli_alloc(need, sizeof *x->list);
        x->room = need;
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
        x->list = (code_row *)cli_alloc(l->count, sizeof *x->list);
        x->room = l->count;
        add_instructions(x);
    } else {
        make_tree(&x->t, l, kind == ROWS_CALLS ? TREE_CALLS : kind == ROWS_FILES ? TREE_FILES : kind == ROWS_PTX ? TREE_PTX : TREE_LINES);
        if (kind == ROWS_FILES || kind == ROWS_PTX) add_texts(x);
        else add_nodes(x);
    }
}

void rows_close(code_rows *x)
{
    free_tree(&x->t);
    cli_free(x->list);
    cli_free(x->none);
    cli_free(x->now);
    memset(x, 0, sizeof *x);
}

ncurep_view row_file(const code_rows *x, const code_row *row)
{
    code_place place;
    if (x->kind == ROWS_PTX) return bytes_of("", 0);
    if (x->kind != ROWS_INSTRUCTIONS) return x->t.list[row->at].file;
    row_place(x->l, &x->l->rows[row->at], &place);
    (void)code_shown(x->l->code->lines, &place);
    return place.file;
}

ncurep_view row_function(const code_rows *x, const code_row *row)
{
    const code_function *f = x->kind == ROWS_INSTRUCTIONS ? x->l->rows[row->at].function : NULL;
    if (x->kind != ROWS_INSTRUCTIONS && row->counted) return x->t.list[row->at].function;
    return f != NULL ? f->name : bytes_of("", 0);
}

uint64_t row_address(const code_rows *x, const code_row *row) { return x->kind == ROWS_INSTRUCTIONS ? x->l->rows[row->at].address : 0; }

const double *rows_values(const code_rows *x, size_t row, int self)
{
    const size_t at = x->list[row].at;
    if (!x->list[row].counted) return x->none;
    if (x->kind == ROWS_INSTRUCTIONS) return row_values(x->l, at, x->now);
    return node_values(&x->t, x->l, &x->t.list[at], self && (x->kind == ROWS_CALLS || x->kind == ROWS_FILES));
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
    text = x->kind == ROWS_PTX ? ptx_line(l->code->lines, r->line) : code_line(l->code, row_file(x, r), r->line);
    cli_put(b, text.ptr, text.len);
    return text.len > 0;
}
