/* HTML: lines, and tables. */
#include "formats.h"
#include "markup.h"

#include <inttypes.h>
#include <string.h>

static int names_row(const table *t, const table_column *c)
{
    return c->align == 'k' || (t->flags & (TABLE_PAIRS | TABLE_NAMED) && c == t->columns);
}

/* Numbers are right-aligned, and so are the names of values. */
static void begin(table *t, const char *key)
{
    output *to = t->to;
    size_t i;
    (void)key;
    put_markup(to, t->flags & TABLE_SORTED ? "<table class=\"sort\"><thead><tr>" : "<table><thead><tr>");
    for (i = 0; i < t->count; i++) {
        const table_column *c = &t->columns[i];
        const char align = names_row(t, c) && c->align == 'l' ? 'r' : c->align;
        if (c->title == NULL) continue;
        put_markup(to, strchr("luk", align) != NULL ? "<th scope=\"col\" class=\"t\"" : "<th scope=\"col\"");
        put_markup(to, strchr("dm", align) != NULL ? " data-down=\"\">%s" : ">%s", c->title);
    }
    put_markup(to, "</thead><tbody>\n");
}

static void put_cell(table *t, const table_column *c, const table_cell *x)
{
    output *to = t->to;
    const cli_buf *shown = shown_cell(t, x);
    const char *const span = t->style == CLI_RED ? "up" : t->style == CLI_GREEN ? "down" : t->style == CLI_DIM ? "same" : NULL;
    const int names = names_row(t, c);
    put_markup(to, t->is_open ? "<%s" : "<tr><%s", names ? "th" : "td");
    if (!names && strchr("lnmu", c->align) != NULL)
        put_markup(to, " class=\"%s\"", c->align == 'l' ? "t" : c->align == 'u' ? "u" : "n");
    if (t->flags & TABLE_SORTED && x->kind != CELL_TEXT) {
        put_markup(to, " data-v=\"");
        if (x->kind == CELL_WHOLE) put_markup(to, "%" PRIu64, x->whole[0]);
        if (x->kind == CELL_REAL) put_exact(to, x->real);
        put_markup(to, "\"");
    }
    if (t->part >= 0) put_markup(to, " style=\"--h:%.0f\"", t->part);
    put_markup(to, ">");
    if (t->link[0] != 0) put_markup(to, "<a href=\"#%s\">", t->link);
    if (t->flags & TABLE_SORTED && span != NULL) put_markup(to, "<span class=\"%s\">", span);
    put_markup(to, "%.*s", text_length(shown->len), shown->len > 0 ? shown->ptr : "");
    if (t->flags & TABLE_SORTED && span != NULL) put_markup(to, "</span>");
    if (t->link[0] != 0) put_markup(to, "</a>");
    t->is_open = 1;
}

static void end_row(table *t)
{
    put_markup(t->to, "\n");
    t->is_open = 0;
}

static void end(table *t) { put_markup(t->to, "</tbody></table>"); }

const table_back_end html_tables = {people_name, begin, put_cell, end_row, end};

/* Lines ----------------------------------------------------------------------------------------------------------- */

static void put_heading(output *to, int level, int indent, const char *text, size_t len)
{
    (void)indent;
    put_markup(to, "<h%d>%.*s</h%d>\n", level, text_length(len), text, level);
}

static void put_paragraph(output *to, const char *text, size_t len)
{
    put_markup(to, "<p>%.*s</p>\n", text_length(len), text);
}

static void put_alert(output *to, const char *text)
{
    put_markup(to, "<p role=\"alert\"><strong>%s</strong></p>\n", text);
}

static void put_item(output *to, const char *text) { put_paragraph(to, text, strlen(text)); }

static void begin_block(output *to, const char *title, const char *csv)
{
    (void)csv;
    put_markup(to, "<div class=\"card\">");
    put_heading(to, 3, 0, title, strlen(title));
}

static void end_block(output *to, int last)
{
    (void)last;
    put_markup(to, "</div>\n");
}

const line_back_end html_lines = {SHAPE_TEXT, put_heading, put_paragraph, put_paragraph, put_alert, put_item, NULL, begin_block,
                                  end_block};
