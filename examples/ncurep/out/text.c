/* Text for people: tables, headings, wrapped lines, bars. */
#include "table.h"

#include <string.h>

void out_init(output *to, FILE *f, out_format format)
{
    memset(to, 0, sizeof *to);
    to->f = to->v.f = f;
    to->format = format;
    to->width = 80;
    cli_json_init(&to->j, f, CLI_UTF8, 2);
}

void out_table(output *to, cli_table *t)
{
    cli c;
    memset(&c, 0, sizeof c);
    c.out = to->f;
    c.color = to->color;
    cli_table_print(&c, t);
}

void out_heading(output *to, const char *signs, int indent, const char *text, size_t len)
{
    cli_buf b = {NULL, 0, 0};
    cli_put_safe(&b, text, len);
    if (to->format == OUT_MARKDOWN) put_markdown_line(to->f, signs, text, len);
    else fprintf(to->f, "%*s%s%s%s\n", indent, "", cli_style(to->color, CLI_BOLD), b.len > 0 ? b.ptr : "", cli_style(to->color, CLI_PLAIN));
    cli_buf_free(&b);
}

/* Tables ---------------------------------------------------------------------------------------------------------- */

static void put_stream(table *t, size_t at, const char *text, size_t len)
{
    const table_column *c = &t->columns[at];
    const size_t wide = cli_width(text, len);
    const int pad = wide < (size_t)c->width ? c->width - (int)wide : 0;
    fprintf(t->to->f, "%s%*s", t->is_open ? "  " : "", c->align == 'r' ? pad : 0, "");
    fwrite(text, 1, len, t->to->f);
    fprintf(t->to->f, "%*s", c->align == 'r' ? 0 : pad, "");
    t->is_open = 1;
}

static void end_row(table *t)
{
    if (t->flags & TABLE_STREAM) fputc('\n', t->to->f);
    t->is_open = 0;
}

static void begin(table *t, const char *key)
{
    const int titled = !(t->flags & TABLE_UNTITLED);
    size_t i, n = 0;
    (void)key;
    t->titles = (const char **)cli_alloc(t->count + 1, sizeof *t->titles);
    t->align = (char *)cli_alloc(t->count + 1, 1);
    for (i = 0; i < t->count; i++) {
        const table_column *c = &t->columns[i];
        if (c->title == NULL) continue;
        if (t->flags & TABLE_STREAM && titled) put_stream(t, i, c->title, strlen(c->title));
        t->align[n] = c->align;
        t->titles[n++] = c->title;
    }
    if (t->flags & TABLE_RULED) {
        t->ruled.align = t->align;
        t->ruled.columns = n;
        for (i = 0; i < n; i++) grid_text(&t->ruled, t->titles[i], strlen(t->titles[i]));
    } else if (!(t->flags & TABLE_STREAM)) cli_table_init(&t->plain, t->align, titled ? t->titles : NULL);
    else if (titled) end_row(t);
}

static void put_cell(table *t, const table_column *c, const table_cell *x)
{
    const cli_buf *shown = shown_cell(t, x);
    cli_buf b = {NULL, 0, 0};
    if (t->flags & TABLE_RULED) {
        grid_text(&t->ruled, shown->len > 0 ? shown->ptr : "", shown->len);
        return;
    }
    while (t->at == 0 && b.len < (size_t)t->indent) cli_put(&b, " ", 1);
    cli_put_safe(&b, shown->len > 0 ? shown->ptr : "", shown->len);
    if (t->flags & TABLE_STREAM) put_stream(t, (size_t)(c - t->columns), b.len > 0 ? b.ptr : "", b.len);
    else cli_cell_text(&t->plain, t->style, b.len > 0 ? b.ptr : "", b.len);
    cli_buf_free(&b);
}

static void end(table *t)
{
    if (t->flags & TABLE_RULED) grid_print(t->to, &t->ruled, t->indent);
    else if (!(t->flags & TABLE_STREAM)) out_table(t->to, &t->plain);
}

const table_back_end text_tables = {people_name, begin, put_cell, end_row, end};

/* Lines ----------------------------------------------------------------------------------------------------------- */

void put_wrapped(FILE *f, const char *text, size_t len, size_t column, size_t margin, size_t width)
{
    cli_buf b = {NULL, 0, 0};
    const char *p, *end;
    int first = 1;
    cli_put_safe(&b, text, len);
    p = b.ptr != NULL ? b.ptr : "";
    end = p + b.len;
    for (;;) {
        const char *word;
        size_t w;
        while (p < end && *p == ' ') p++;
        if (p == end) break;
        word = p;
        while (p < end && *p != ' ') p++;
        w = cli_width(word, (size_t)(p - word));
        if (!first && column + 1 + w > width) {
            putc('\n', f);
            fprintf(f, "%*s", (int)margin, "");
            column = margin;
            first = 1;
        }
        if (!first) putc(' ', f);
        fwrite(word, 1, (size_t)(p - word), f);
        column += w + (first ? 0 : 1);
        first = 0;
    }
    putc('\n', f);
    cli_buf_free(&b);
}

void put_bar(cli_buf *b, double part, size_t width)
{
    size_t n, i;
    if (!(part > 0)) part = 0;
    if (part > 1) part = 1;
    n = (size_t)(part * (double)width + 0.5);
    for (i = 0; i < n; i++) cli_put(b, "#", 1);
}
