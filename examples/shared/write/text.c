/* Text for people: tables, headings, wrapped lines, bars. */
#include "formats.h"

#include <string.h>

void out_init(output *to, FILE *f, out_format format)
{
    memset(to, 0, sizeof *to);
    to->f = to->v.f = f;
    to->format = format;
    to->width = 80;
    cli_json_init(&to->j, f, CLI_UTF8, 2);
}

void out_begin(output *to, const cli *c)
{
    out_init(to, c->out, c->format == CLI_JSON ? OUT_JSON : c->format == CLI_CSV ? OUT_CSV : OUT_TEXT);
    to->color = c->color;
    to->utf8 = cli_is_utf8();
    to->width = cli_columns(c);
    to->is_narrow = to->width > 0;
    if (!to->is_narrow) to->width = 80;
}

void out_begin_as(output *to, const cli *c, out_format people)
{
    out_begin(to, c);
    if (to->format == OUT_TEXT) to->format = people;
    to->utf8 |= people == OUT_HTML;
}

void out_aside(output *to, const cli *c, FILE *tree, FILE *text)
{
    const int is_tree = c->format == CLI_JSON;
    out_init(to, is_tree ? tree : text, is_tree ? OUT_JSON : OUT_TEXT);
}

void out_table(output *to, cli_table *t)
{
    cli c;
    memset(&c, 0, sizeof c);
    c.out = to->f;
    c.color = to->color;
    cli_table_print(&c, t);
}

/* Tables ---------------------------------------------------------------------------------------------------------- */

static void fill(FILE *f, char ch, size_t n)
{
    char some[64];
    memset(some, ch, sizeof some);
    for (; n > sizeof some; n -= sizeof some) fwrite(some, 1, sizeof some, f);
    fwrite(some, 1, n, f);
}

/* A cell of the row that end_row writes. */
static void put_stream(table *t, size_t at, const char *text, size_t len)
{
    static const char spaces[] = {' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' '};
    const table_column *c = &t->columns[at];
    const size_t wide = c->width > 0 ? cli_width(text, len) : 0;
    const int pad = wide < (size_t)c->width ? c->width - (int)wide : 0;
    size_t some;
    t->gap += (t->is_open ? 2 : 0) + (c->align == 'r' ? (size_t)pad : 0);
    if (len > 0) {
        for (; t->gap > 0; t->gap -= some) {
            some = t->gap < sizeof spaces ? t->gap : sizeof spaces;
            cli_put(&t->row, spaces, some);
        }
        cli_put(&t->row, text, len);
    }
    t->gap += c->align == 'r' ? 0 : (size_t)pad;
    t->is_open = 1;
}

static void ruled_cell(table *t, const char *bytes, size_t len)
{
    cli_buf b = {NULL, 0, 0};
    cli_put_safe(&b, bytes, len);
    cli_put(&b, "", 0);
    t->ruled = (char **)cli_grow(t->ruled, &t->ruled_room, t->ruled_count + 1, sizeof *t->ruled);
    t->ruled[t->ruled_count++] = b.ptr;
}

static void put_rule(const table *t, const size_t *width)
{
    FILE *f = t->to->f;
    size_t i;
    fill(f, ' ', (size_t)t->indent);
    for (i = 0; i < t->shown_columns && width[i] > 0; i++) {
        if (i > 0) putc(' ', f);
        fill(f, '-', width[i]);
    }
    putc('\n', f);
}

static void put_ruled(table *t)
{
    FILE *f = t->to->f;
    const size_t n = t->shown_columns;
    size_t *width = (size_t *)cli_alloc(n, sizeof *width);
    size_t i;
    for (i = 0; i < t->ruled_count; i++) {
        const size_t w = cli_width(t->ruled[i], strlen(t->ruled[i]));
        if (w > width[i % n]) width[i % n] = w;
    }
    put_rule(t, width);
    for (i = 0; i < t->ruled_count; i++) {
        const char *text = t->ruled[i];
        const size_t at = i % n, gap = width[at] - cli_width(text, strlen(text));
        const int last = at == n - 1, is_there = !last || text[0] != 0;
        if (at == 0) fill(f, ' ', (size_t)t->indent);
        else if (is_there) putc(' ', f);
        if (t->align[at] == 'r' && is_there) fill(f, ' ', gap);
        fputs(text, f);
        if (t->align[at] == 'l' && !last) fill(f, ' ', gap);
        if (last) putc('\n', f);
        if (i == n - 1 && !(t->flags & TABLE_UNTITLED)) put_rule(t, width);
    }
    put_rule(t, width);
    cli_free(width);
    free_ruled(t);
}

void free_ruled(table *t)
{
    size_t i;
    for (i = 0; i < t->ruled_count; i++) cli_free(t->ruled[i]);
    cli_free(t->ruled);
}

static void end_row(table *t)
{
    if (t->flags & TABLE_STREAM) {
        cli_put(&t->row, "\n", 1);
        fwrite(t->row.ptr, 1, t->row.len, t->to->f);
        t->row.len = 0;
    }
    t->is_open = 0;
    t->gap = 0;
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
    t->shown_columns = n;
    if (t->flags & TABLE_RULED)
        for (i = 0; i < n && (titled || t->to->format == OUT_MARKDOWN); i++) ruled_cell(t, t->titles[i], strlen(t->titles[i]));
    else if (!(t->flags & TABLE_STREAM)) {
        cli_table_init(&t->plain, t->align, titled ? t->titles : NULL);
        if (t->flags & TABLE_FOLDED && t->to->is_narrow) t->plain.fold = t->to->width;
    } else if (titled) end_row(t);
}

static void put_cell(table *t, const table_column *c, const table_cell *x)
{
    const cli_buf *shown = shown_cell(t, x);
    cli_buf b = {NULL, 0, 0};
    if (t->flags & TABLE_RULED) {
        ruled_cell(t, shown->len > 0 ? shown->ptr : "", shown->len);
        return;
    }
    if (t->flags & TABLE_STREAM && (t->at > 0 || t->indent == 0) && shown->len > 0 && cli_is_plain(shown->ptr, shown->len)) {
        put_stream(t, (size_t)(c - t->columns), shown->ptr, shown->len);
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
    if (t->flags & TABLE_RULED) put_ruled(t);
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

static void put_heading(output *to, int level, int indent, const char *text, size_t len)
{
    cli_buf b = {NULL, 0, 0};
    (void)level;
    cli_put_safe(&b, text, len);
    fprintf(to->f, "%*s%s%s%s\n", indent, "", cli_style(to->color, CLI_BOLD), b.len > 0 ? b.ptr : "",
            cli_style(to->color, CLI_PLAIN));
    cli_buf_free(&b);
}

static void put_line(output *to, const char *text, size_t len)
{
    fwrite(text, 1, len, to->f);
    fputc('\n', to->f);
}

static void put_paragraph(output *to, const char *text, size_t len)
{
    fputs("    ", to->f);
    put_wrapped(to->f, text, len, 4, 4, to->width);
}

static void put_alert(output *to, const char *text)
{
    fprintf(to->f, "%s%s%s\n", cli_style(to->color, CLI_RED), text, cli_style(to->color, CLI_PLAIN));
}

static void put_item(output *to, const char *text) { fprintf(to->f, "  %s\n", text); }
static void put_gap(output *to) { fputc('\n', to->f); }

static void begin_block(output *to, const char *title, const char *csv)
{
    (void)csv;
    put_heading(to, 3, 0, title, strlen(title));
}

static void end_block(output *to, int last)
{
    if (!last) put_gap(to);
}

const line_back_end text_lines = {SHAPE_TEXT, put_heading, put_line, put_paragraph, put_alert, put_item, put_gap, begin_block,
                                  end_block};
