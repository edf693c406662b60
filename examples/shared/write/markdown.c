/* Markdown. */
#include "formats.h"

#include <string.h>

/* Text so that Markdown shows it as it is. */
static void put_markdown(FILE *f, const char *text, size_t len)
{
    size_t i;
    for (i = 0; i < len; i++) {
        if (strchr("|*_`<>\\[]", text[i]) != NULL && text[i] != 0) putc('\\', f);
        putc(text[i], f);
    }
}

void put_markdown_line(FILE *f, const char *signs, const char *text, size_t len)
{
    cli_buf b = {NULL, 0, 0};
    cli_put_safe(&b, text, len);
    fputs(signs, f);
    put_markdown(f, b.ptr != NULL ? b.ptr : "", b.len);
    fputs("\n\n", f);
    cli_buf_free(&b);
}

/* The cells are those of text with rules. */
static void begin(table *t, const char *key)
{
    t->flags = (t->flags | TABLE_RULED) & ~TABLE_STREAM;
    text_tables.begin_fn(t, key);
}

static void put_cell(table *t, const table_column *c, const table_cell *x) { text_tables.cell_fn(t, c, x); }
static void end_row(table *t) { text_tables.row_fn(t); }

static void end(table *t)
{
    FILE *f = t->to->f;
    const size_t n = t->shown_columns;
    size_t i, k;
    for (i = 0; i < t->ruled_count; i++) {
        fputs(i % n == 0 ? "| " : " | ", f);
        put_markdown(f, t->ruled[i], strlen(t->ruled[i]));
        if (i % n != n - 1) continue;
        fputs(" |\n", f);
        for (k = 0; i == n - 1 && k < n; k++) fputs(t->align[k] == 'r' ? "| --: " : "| --- ", f);
        if (i == n - 1) fputs("|\n", f);
    }
    putc('\n', f);
    free_ruled(t);
}

const table_back_end markdown_tables = {people_name, begin, put_cell, end_row, end};

/* Lines ----------------------------------------------------------------------------------------------------------- */

static void put_heading(output *to, int level, int indent, const char *text, size_t len)
{
    static const char signs[] = "#### ";
    (void)indent;
    put_markdown_line(to->f, signs + 4 - level, text, len);
}

static void put_paragraph(output *to, const char *text, size_t len) { put_markdown_line(to->f, "", text, len); }

static void put_alert(output *to, const char *text)
{
    fputs("**", to->f);
    put_markdown(to->f, text, strlen(text));
    fputs("**\n\n", to->f);
}

static void put_item(output *to, const char *text)
{
    fputs("- ", to->f);
    put_markdown(to->f, text, strlen(text));
    fputc('\n', to->f);
}

static void begin_block(output *to, const char *title, const char *csv)
{
    (void)csv;
    put_heading(to, 3, 0, title, strlen(title));
}

static void end_block(output *to, int last)
{
    if (!last) putc('\n', to->f);
}

const line_back_end markdown_lines = {SHAPE_TEXT, put_heading, put_paragraph, put_paragraph, put_alert, put_item, NULL, begin_block, end_block};
