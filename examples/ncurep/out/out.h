/* Where pages are written to, and the pieces of text they are made of. */
#ifndef EXAMPLES_NCUREP_OUT_OUT_H
#define EXAMPLES_NCUREP_OUT_OUT_H

#include "examples/cli/cli.h"

typedef enum out_format { OUT_TEXT, OUT_MARKDOWN, OUT_CSV, OUT_JSON, OUT_HTML } out_format;

/* What an HTML page remembers of itself: html.h. */
typedef struct html_state html_state;

typedef struct output {
    FILE *f;
    out_format format;
    int color;    /* whether escape sequences are welcome */
    int utf8;     /* whether more than ASCII is */
    size_t width; /* columns for people */
    int is_narrow; /* whether there are no more: what does not fit is cut; else texts are only wrapped at width */
    cli_json j;   /* OUT_JSON: what everything is written with */
    cli_csv v;    /* OUT_CSV: the same */
    html_state *html; /* OUT_HTML, of figures */
} output;

/* Text of 80 columns of ASCII, unless its members are set then. */
void out_init(output *to, FILE *f, out_format format);

/* A table of the command line, to a page; frees it. */
void out_table(output *to, cli_table *t);

/* A line in bold, set off by an empty line in Markdown; signs: those of Markdown in front of it. */
void out_heading(output *to, const char *signs, int indent, const char *text, size_t len);

/* Lines of text as wide as the output; in Markdown a paragraph. */
void out_paragraph(output *to, const char *text, size_t len);

/* An empty line; in Markdown there is one already. */
void out_gap(output *to);

/* A line of Markdown, then an empty one. */
void put_markdown_line(FILE *f, const char *signs, const char *text, size_t len);

/* Prints text after a margin of that many columns, broken at spaces. The cursor is at column. */
void put_wrapped(FILE *f, const char *text, size_t len, size_t column, size_t margin, size_t width);

/* Text so that Markdown shows it as it is. */
void put_markdown(FILE *f, const char *text, size_t len);

/* length of width signs for a part between 0 and 1. */
void put_bar(cli_buf *b, double part, size_t width);

/* Text of any origin, in an element or an attribute with double quotes: as a terminal may see it, with & < > " ' escaped. */
void put_html(FILE *f, const char *text, size_t len);
void put_html_text(FILE *f, const char *text);
void put_html_buf(FILE *f, cli_buf *b); /* and frees */

#endif
