/* Tables: from a page to the back end of its format. */
#include "formats.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const table_back_end *back_end(const output *to) { return format_of(to)->tables; }

const char *people_name(const table_column *c) { return c->title; }

int table_has(const output *to, const table_column *columns, size_t count)
{
    size_t i = 0;
    while (i < count && back_end(to)->name_fn(&columns[i]) == NULL) i++;
    return i < count;
}

void table_begin(table *t, output *to, const char *key, const table_column *columns, size_t count, int flags)
{
    memset(t, 0, sizeof *t);
    t->to = to;
    t->columns = columns;
    t->count = count;
    t->flags = flags;
    t->part = -1;
    t->is_off = (flags & TABLE_UNSEEN && shape_of(to) == SHAPE_TEXT) || (flags & TABLE_SAID && to->format == OUT_TEXT) || !table_has(to, columns, count);
    if (!t->is_off) back_end(to)->begin_fn(t, key);
}

void table_titles(output *to, const table_column *columns, size_t count)
{
    table t;
    if (shape_of(to) != SHAPE_ROWS) return;
    table_begin(&t, to, NULL, columns, count, 0);
    table_end(&t);
}

void table_for_people(table *t, output *to, int indent, const char *align, ...)
{
    const size_t count = strlen(align);
    table_column *columns = (table_column *)cli_alloc(count, sizeof *columns);
    va_list list;
    size_t i;
    va_start(list, align);
    for (i = 0; i < count; i++) {
        columns[i].align = align[i];
        columns[i].title = va_arg(list, const char *);
    }
    va_end(list);
    table_begin(t, to, NULL, columns, count, TABLE_RULED);
    t->own = columns;
    t->indent = indent;
}

void table_end(table *t)
{
    if (!t->is_off) back_end(t->to)->end_fn(t);
    cli_free(t->own);
    cli_buf_free(&t->shown);
    cli_buf_free(&t->row);
    cli_free((void *)(uintptr_t)t->titles);
    cli_free(t->align);
}

int table_wants(const table *t)
{
    return !t->is_off && t->at < t->count && back_end(t->to)->name_fn(&t->columns[t->at]) != NULL;
}

static void put(table *t, const table_cell *x)
{
    if (table_wants(t)) back_end(t->to)->cell_fn(t, &t->columns[t->at], x);
    t->style = CLI_PLAIN;
    t->part = -1;
    t->link[0] = 0;
    t->is_shown = 0;
    t->at++;
}

void table_row(table *t)
{
#ifdef TABLE_STRICT
    assert(t->at == t->count || (t->at > t->count && (t->flags & TABLE_FEWER) != 0));
#endif
    t->at = 0;
    if (!t->is_off) back_end(t->to)->row_fn(t);
}

void table_row_cut(table *t)
{
    table_rest(t);
    if (!t->is_off && shape_of(t->to) == SHAPE_ROWS) putc(',', t->to->f);
    table_row(t);
}

void table_pass(table *t) { t->at++; }
void table_rest(table *t) { t->at = t->count; }

void table_text(table *t, const char *bytes, size_t len)
{
    table_cell x;
    x.kind = CELL_TEXT;
    x.text = bytes;
    x.len = len;
    put(t, &x);
}

void table_string(table *t, const char *text)
{
    if (text == NULL) table_null(t);
    else table_text(t, text, strlen(text));
}

void table_whole(table *t, uint64_t value)
{
    table_cell x;
    x.kind = CELL_WHOLE;
    x.whole[0] = value;
    put(t, &x);
}

void table_real(table *t, double value)
{
    table_cell x;
    x.kind = CELL_REAL;
    x.real = value;
    put(t, &x);
}

void table_triple(table *t, uint64_t x, uint64_t y, uint64_t z)
{
    table_cell all;
    all.kind = CELL_TRIPLE;
    all.whole[0] = x;
    all.whole[1] = y;
    all.whole[2] = z;
    put(t, &all);
}

void table_truth(table *t, int value, const char *yes, const char *no)
{
    table_cell x;
    x.kind = CELL_TRUTH;
    x.whole[0] = value != 0;
    x.text = value ? yes : no;
    x.len = strlen(x.text);
    put(t, &x);
}

static void put_kind(table *t, cell_kind kind)
{
    table_cell x;
    x.kind = kind;
    x.text = "";
    x.len = 0;
    put(t, &x);
}

void table_absent(table *t) { put_kind(t, CELL_ABSENT); }
void table_null(table *t) { put_kind(t, CELL_NULL); }

void table_style(table *t, int style) { t->style = style; }
void table_part(table *t, double percent) { t->part = percent; }

void table_link(table *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    (void)vsnprintf(t->link, sizeof t->link, format, list);
    va_end(list);
}

void put_format(cli_buf *b, const char *format, va_list list)
{
    va_list again;
    char few[128], *many;
    int n;
    va_copy(again, list);
    n = vsnprintf(few, sizeof few, format, list);
    if (n >= 0 && (size_t)n < sizeof few) cli_put(b, few, (size_t)n);
    else if (n >= 0) {
        many = (char *)cli_alloc((size_t)n + 1, 1);
        (void)vsnprintf(many, (size_t)n + 1, format, again);
        cli_put(b, many, (size_t)n);
        cli_free(many);
    }
    va_end(again);
}

void table_show(table *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    t->is_shown = 1;
    t->shown.len = 0;
    put_format(&t->shown, format, list);
    va_end(list);
}

void table_format(table *t, const char *format, ...)
{
    cli_buf b = {NULL, 0, 0};
    va_list list;
    va_start(list, format);
    put_format(&b, format, list);
    va_end(list);
    table_buf(t, &b);
}

void table_buf(table *t, cli_buf *b)
{
    table_text(t, b->len > 0 ? b->ptr : "", b->len);
    cli_buf_free(b);
}

void table_safe(table *t, const char *bytes, size_t len)
{
    cli_buf b = {NULL, 0, 0};
    if (shape_of(t->to) == SHAPE_TREE) {
        table_text(t, bytes, len);
        return;
    }
    cli_put_safe(&b, bytes, len);
    table_buf(t, &b);
}

void table_show_cut(table *t, const char *bytes, size_t len)
{
    t->is_shown = 1;
    t->shown.len = 0;
    cli_put(&t->shown, bytes, len);
    cli_put(&t->shown, "...", 3);
}

const cli_buf *shown_cell(table *t, const table_cell *x)
{
    if (t->is_shown) return &t->shown;
    t->shown.len = 0;
    switch (x->kind) {
    case CELL_WHOLE: cli_putf(&t->shown, "%" PRIu64, x->whole[0]); break;
    case CELL_REAL: cli_putf(&t->shown, "%g", x->real); break;
    case CELL_TRIPLE:
        cli_putf(&t->shown, "%" PRIu64, x->whole[0]);
        if (x->whole[1] != 1 || x->whole[2] != 1) cli_putf(&t->shown, " %" PRIu64, x->whole[1]);
        if (x->whole[2] != 1) cli_putf(&t->shown, " %" PRIu64, x->whole[2]);
        break;
    default: cli_put(&t->shown, x->text, x->len); break;
    }
    return &t->shown;
}
