/* HTML: text, and tables. */
#include "formats.h"

#include <inttypes.h>
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

void put_exact(FILE *f, double v)
{
    char text[32];
    cli_double(text, v);
    if (v - v == 0) fputs(text, f);
    else if (v == v) fputs(v > 0 ? "Infinity" : "-Infinity", f);
}

static int names_row(const table *t, const table_column *c)
{
    return c->align == 'k' || (t->flags & (TABLE_PAIRS | TABLE_NAMED) && c == t->columns);
}

/* Numbers are right-aligned, and so are the names of values. */
static void begin(table *t, const char *key)
{
    FILE *f = t->to->f;
    size_t i;
    (void)key;
    fprintf(f, "<table%s><thead><tr>", t->flags & TABLE_SORTED ? " class=\"sort\"" : "");
    for (i = 0; i < t->count; i++) {
        const table_column *c = &t->columns[i];
        const char align = names_row(t, c) && c->align == 'l' ? 'r' : c->align;
        const char *const left = strchr("luk", align) != NULL ? " class=\"t\"" : "";
        if (c->title == NULL) continue;
        fprintf(f, "<th scope=\"col\"%s%s>", left, strchr("dm", align) != NULL ? " data-down=\"\"" : "");
        put_html_text(f, c->title);
    }
    fputs("</thead><tbody>\n", f);
}

static void put_cell(table *t, const table_column *c, const table_cell *x)
{
    FILE *f = t->to->f;
    const cli_buf *shown = shown_cell(t, x);
    const char *const span = t->style == CLI_RED ? "up" : t->style == CLI_GREEN ? "down" : t->style == CLI_DIM ? "same" : NULL;
    const int names = names_row(t, c);
    fprintf(f, "%s<%s", t->is_open ? "" : "<tr>", names ? "th" : "td");
    if (!names && strchr("lnmu", c->align) != NULL)
        fprintf(f, " class=\"%c\"", c->align == 'l' ? 't' : c->align == 'u' ? 'u' : 'n');
    if (t->flags & TABLE_SORTED && x->kind != CELL_TEXT) {
        fputs(" data-v=\"", f);
        if (x->kind == CELL_WHOLE) fprintf(f, "%" PRIu64, x->whole[0]);
        if (x->kind == CELL_REAL) put_exact(f, x->real);
        putc('"', f);
    }
    if (t->part >= 0) fprintf(f, " style=\"--h:%.0f\"", t->part);
    putc('>', f);
    if (t->link[0] != 0) fprintf(f, "<a href=\"#%s\">", t->link);
    if (t->flags & TABLE_SORTED && span != NULL) fprintf(f, "<span class=\"%s\">", span);
    put_html(f, shown->len > 0 ? shown->ptr : "", shown->len);
    if (t->flags & TABLE_SORTED && span != NULL) fputs("</span>", f);
    if (t->link[0] != 0) fputs("</a>", f);
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

const line_back_end html_lines = {SHAPE_TEXT, put_heading, put_paragraph, put_paragraph, put_alert, put_item, NULL, begin_block,
                                  end_block};
