/* What a format is made of. */
#ifndef EXAMPLES_WRITE_FORMATS_H
#define EXAMPLES_WRITE_FORMATS_H

#include "table.h"

#include <stdarg.h>

/* How a format is read: by people, by programs as lists and members, by programs as rows under titles. No page asks. */
typedef enum out_shape { SHAPE_TEXT, SHAPE_TREE, SHAPE_ROWS } out_shape;
out_shape shape_of(const output *to);

/* Lines and parts of a page: out.h. NULL: not shown. */
typedef struct line_back_end {
    out_shape shape;
    void (*heading_fn)(output *to, int level, int indent, const char *text, size_t len);
    void (*line_fn)(output *to, const char *text, size_t len);
    void (*paragraph_fn)(output *to, const char *text, size_t len);
    void (*alert_fn)(output *to, const char *text);
    void (*item_fn)(output *to, const char *text);
    void (*gap_fn)(output *to);
    void (*block_fn)(output *to, const char *title, const char *csv);
    void (*block_end_fn)(output *to, int last);
} line_back_end;

#define OUT_LINES(name, prefix, figures, blocks) extern const line_back_end prefix##_lines;
OUT_FORMATS(OUT_LINES)

typedef struct format_parts {
    const line_back_end *lines;
    const table_back_end *tables;
} format_parts;

const format_parts *format_of(const output *to);

void put_format(cli_buf *b, const char *format, va_list list);

#endif
