/* Lines and parts of pages: from a page to the back end of its format. */
#include "formats.h"

#include <string.h>
#include <unistd.h>

out_shape shape_of(const output *to) { return format_of(to)->lines->shape; }
int out_talks(const output *to) { return shape_of(to) == SHAPE_TEXT; }
int out_is_tree(const output *to) { return shape_of(to) == SHAPE_TREE; }
size_t out_most(const output *to, size_t most, size_t count) { return out_talks(to) && most < count ? most : count; }
size_t out_width(const output *to) { return to->format == OUT_TEXT ? to->width : (size_t)-1; }

void out_heading(output *to, int level, int indent, const char *text, size_t len)
{
    if (format_of(to)->lines->heading_fn != NULL) format_of(to)->lines->heading_fn(to, level, indent, text, len);
}

void out_line(output *to, const char *format, ...)
{
    cli_buf b = {NULL, 0, 0};
    va_list list;
    if (format_of(to)->lines->line_fn == NULL) return;
    va_start(list, format);
    put_format(&b, format, list);
    va_end(list);
    format_of(to)->lines->line_fn(to, b.len > 0 ? b.ptr : "", b.len);
    cli_buf_free(&b);
}

void out_paragraph(output *to, const char *text, size_t len)
{
    if (format_of(to)->lines->paragraph_fn != NULL) format_of(to)->lines->paragraph_fn(to, text, len);
}

void out_alert(output *to, const char *text)
{
    if (format_of(to)->lines->alert_fn != NULL) format_of(to)->lines->alert_fn(to, text);
}

void out_item(output *to, const char *text)
{
    if (format_of(to)->lines->item_fn != NULL) format_of(to)->lines->item_fn(to, text);
}

void out_gap(output *to)
{
    if (format_of(to)->lines->gap_fn != NULL) format_of(to)->lines->gap_fn(to);
}

void out_gap_of_rows(output *to)
{
    if (shape_of(to) == SHAPE_ROWS) putc('\n', to->f);
}

void out_block(output *to, const char *title, const char *csv)
{
    if (format_of(to)->lines->block_fn != NULL) format_of(to)->lines->block_fn(to, title, csv);
}

void out_block_end(output *to, int last)
{
    if (format_of(to)->lines->block_end_fn != NULL) format_of(to)->lines->block_end_fn(to, last);
}

/* A piece of a line is text; no other format has one. */
static int says(const output *to) { return format_of(to)->lines->line_fn != NULL && to->format == OUT_TEXT; }

void out_say(output *to, const char *format, ...)
{
    va_list list;
    if (!says(to)) return;
    va_start(list, format);
    (void)vfprintf(to->f, format, list);
    va_end(list);
}

void out_report(output *to, const char *kind, const char *path, const char *text, size_t len, uint64_t offset, const char *format, ...)
{
    cli_buf b = {NULL, 0, 0};
    va_list list;
    cli c;
    if (!says(to)) return;
    va_start(list, format);
    put_format(&b, format, list);
    va_end(list);
    memset(&c, 0, sizeof c);
    c.want_color = to->color;
    cli_report(&c, to->f, kind, path, text, len, offset, "%s", b.len > 0 ? b.ptr : "");
    cli_buf_free(&b);
}

void out_safe(output *to, const char *text, size_t len)
{
    if (says(to)) cli_print_safe(to->f, text, len);
}

void out_wrapped(output *to, const char *text, size_t len, size_t column, size_t margin)
{
    if (says(to)) put_wrapped(to->f, text, len, column, margin, to->width);
}

/* A terminal gets tabs, but no carriage return. */
void out_patch(output *to, const char *bytes, size_t len)
{
    if (!says(to)) return;
    if (!isatty(fileno(to->f))) {
        fwrite(bytes, 1, len, to->f);
        return;
    }
    while (len > 0) {
        const char *tab = (const char *)memchr(bytes, '\t', len);
        const size_t piece = tab != NULL ? (size_t)(tab - bytes) : len - (bytes[len - 1] == '\r');
        cli_print_safe(to->f, bytes, piece);
        if (tab == NULL) return;
        putc('\t', to->f);
        len -= piece + 1;
        bytes = tab + 1;
    }
}

FILE *out_beside(const output *to, FILE *f) { return out_is_tree(to) ? NULL : f; }

void out_apart(output *apart, const output *to, cli_buf *b)
{
    *apart = *to;
    apart->f = apart->v.f = cli_buf_open(b);
    cli_json_init(&apart->j, apart->f, to->j.mode, to->j.indent);
}

void out_apart_end(output *apart) { cli_buf_close(apart->f); }

FILE *out_into(output *to, cli_buf *b)
{
    FILE *const before = to->f;
    to->f = cli_buf_open(b);
    return before;
}

void out_back(output *to, FILE *before)
{
    cli_buf_close(to->f);
    to->f = before;
}

void out_kept(output *to, cli_buf *b)
{
    if (b->len > 0) fwrite(b->ptr, 1, b->len, to->f);
    cli_buf_free(b);
}

/* Trees: there is one format of this shape, JSON. */

static cli_json *tree(output *to) { return out_is_tree(to) ? &to->j : NULL; }

void out_list(output *to, const char *key)
{
    if (tree(to) != NULL) cli_json_array(&to->j, key);
}

void out_group(output *to, const char *key)
{
    if (tree(to) != NULL) cli_json_object(&to->j, key);
}

void out_close(output *to)
{
    if (tree(to) != NULL) cli_json_end(&to->j);
}

void out_key(output *to, const char *bytes, size_t len)
{
    if (tree(to) != NULL) cli_json_key(&to->j, bytes, len);
}

void out_string(output *to, const char *key, const char *text)
{
    if (tree(to) != NULL) cli_json_str(&to->j, key, text);
}

void out_text(output *to, const char *key, const char *bytes, size_t len)
{
    if (tree(to) != NULL) cli_json_text(&to->j, key, bytes, len);
}

void out_whole(output *to, const char *key, uint64_t value)
{
    if (tree(to) != NULL) cli_json_u64(&to->j, key, value);
}

void out_signed(output *to, const char *key, int64_t value)
{
    if (tree(to) != NULL) cli_json_i64(&to->j, key, value);
}

void out_real(output *to, const char *key, double value)
{
    if (tree(to) != NULL) cli_json_double(&to->j, key, value);
}

void out_known(output *to, const char *key, int known, double value)
{
    if (known) out_real(to, key, value);
    else out_null(to, key);
}

void out_truth(output *to, const char *key, int value)
{
    if (tree(to) != NULL) cli_json_bool(&to->j, key, value);
}

void out_null(output *to, const char *key)
{
    if (tree(to) != NULL) cli_json_null(&to->j, key);
}

void out_lines(output *to, int form)
{
    to->j.indent = 0;
    to->j.mode = form;
}

void out_end(output *to)
{
    if (tree(to) != NULL) cli_json_line(&to->j);
}
