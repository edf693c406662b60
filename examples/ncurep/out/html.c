/* HTML: text, and tables. */
#include "formats.h"

#include <string.h>

void put_html(FILE *f, const char *text, size_t len)
{
    cli_buf b = {NULL, 0, 0};
    size_t i;
    cli_put_safe(&b, text, len);
    for (i = 0; i < b.len; i++)
        switch (b.ptr[i]) {
        case '&': fputs("&amp;", f); break;
        case '<': fputs("&lt;", f); break;
        case '>': fputs("&gt;", f); break;
        case '"': fputs("&quot;", f); break;
        case '\'': fputs("&#39;", f); break;
        default: putc(b.ptr[i], f); break;
        }
    cli_buf_free(&b);
}

void put_html_text(FILE *f, const char *text) { put_html(f, text, strlen(text)); }

void put_html_buf(FILE *f, cli_buf *b)
{
    put_html(f, b->ptr != NULL ? b->ptr : "", b->len);
    cli_buf_free(b);
}

/* Tables ---------------------------------------------------------------------------------------------------------- */

/* Numbers are right-aligned, and so are the names of values. */
static const char *class_of(const table *t, const table_column *c)
{
    if (t->flags & (TABLE_PAIRS | TABLE_NAMED) && c == t->columns) return "";
    return c->align == 'l' ? " class=\"t\"" : "";
}

static void begin(table *t, const char *key)
{
    size_t i;
    (void)key;
    fputs("<table><thead><tr>", t->to->f);
    for (i = 0; i < t->count; i++) {
        if (t->columns[i].title == NULL) continue;
        fprintf(t->to->f, "<th scope=\"col\"%s>", class_of(t, &t->columns[i]));
        put_html_text(t->to->f, t->columns[i].title);
    }
    fputs("</thead><tbody>\n", t->to->f);
}

static void put_cell(table *t, const table_column *c, const table_cell *x)
{
    const cli_buf *shown = shown_cell(t, x);
    fprintf(t->to->f, "%s<%s%s>", t->is_open ? "" : "<tr>", t->flags & (TABLE_PAIRS | TABLE_NAMED) && t->at == 0 ? "th" : "td", class_of(t, c));
    put_html(t->to->f, shown->len > 0 ? shown->ptr : "", shown->len);
    t->is_open = 1;
}

static void end_row(table *t)
{
    putc('\n', t->to->f);
    t->is_open = 0;
}

static void end(table *t) { fputs("</tbody></table>", t->to->f); }

const table_back_end html_tables = {people_name, begin, put_cell, end_row, end};

/* Lines ----------------------------------------------------------------------------------------------------------- */

static void put_heading(output *to, int level, int indent, const char *text, size_t len)
{
    (void)indent;
    fprintf(to->f, "<h%d>", level);
    put_html(to->f, text, len);
    fprintf(to->f, "</h%d>\n", level);
}

static void put_paragraph(output *to, const char *text, size_t len)
{
    fputs("<p>", to->f);
    put_html(to->f, text, len);
    fputs("</p>\n", to->f);
}

static void put_alert(output *to, const char *text)
{
    fputs("<p role=\"alert\"><strong>", to->f);
    put_html_text(to->f, text);
    fputs("</strong></p>\n", to->f);
}

static void put_item(output *to, const char *text) { put_paragraph(to, text, strlen(text)); }

static void begin_block(output *to, const char *title, const char *csv)
{
    (void)csv;
    fputs("<div class=\"card\">", to->f);
    put_heading(to, 3, 0, title, strlen(title));
}

static void end_block(output *to, int last)
{
    (void)last;
    fputs("</div>\n", to->f);
}

const line_back_end html_lines = {SHAPE_TEXT, put_heading, put_paragraph, put_paragraph, put_alert, put_item, NULL, begin_block, end_block};
