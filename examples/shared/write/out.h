/* The one way out: where pages are written to, lines, and trees; table.h has tables. A page says what it shows, for programs and for
   people, one after the other; each format takes what it has. */
#ifndef EXAMPLES_WRITE_OUT_H
#define EXAMPLES_WRITE_OUT_H

#include "cli/cli.h"

/* The formats: the name, what its back ends are called, and whose back ends of figures and blocks of reports it takes. */
#define OUT_FORMATS(ROW) \
    ROW(OUT_TEXT, text, text, text) ROW(OUT_MARKDOWN, markdown, text, markdown) ROW(OUT_CSV, csv, text, csv) \
    ROW(OUT_JSON, json, json, json) ROW(OUT_HTML, html, html, html)
#define OUT_FORMAT_NAME(name, prefix, figures, blocks) name,
typedef enum out_format { OUT_FORMATS(OUT_FORMAT_NAME) OUT_FORMAT_COUNT } out_format;

/* What an HTML page remembers of itself: report/draw/html.h. */
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
    int has_block; /* of CSV: the one that is open is shown */
    html_state *html; /* OUT_HTML, of figures */
} output;

/* Text of 80 columns of ASCII, unless its members are set then. */
void out_init(output *to, FILE *f, out_format format);

/* Where the command line says: its file, format and colour, and what the terminal shows. */
void out_begin(output *to, const cli *c);
void out_begin_as(output *to, const cli *c, out_format people); /* with what people get instead of text */

/* Beside a file that is no page: a tree, where one is asked for, else text. */
void out_aside(output *to, const cli *c, FILE *tree, FILE *text);

/* A table of the command line, to a page; frees it. */
void out_table(output *to, cli_table *t);

/* Columns in which people see a row; (size_t)-1: as many as it takes. */
size_t out_width(const output *to);

/* Whether what follows is seen, by people or in a tree, so that computing it can be skipped; of many things, how many are: of most
   programs see all. */
int out_talks(const output *to);
int out_is_tree(const output *to);
size_t out_most(const output *to, size_t most, size_t count);

/* Where messages go that a tree holds itself: f; NULL: to is one. */
FILE *out_beside(const output *to, FILE *f);

/* An output like another one, with a tree or lines of its own, which go to the buffer; that must stay where it is until the end. */
void out_apart(output *apart, const output *to, cli_buf *b);
void out_apart_end(output *apart);

/* For people; nothing where programs read. */
void out_heading(output *to, int level, int indent, const char *text, size_t len);
void out_line(output *to, const char *format, ...);
void out_say(output *to, const char *format, ...);            /* a piece of a line */
void out_safe(output *to, const char *text, size_t len);      /* the same of any origin, as a terminal may see it */
void out_wrapped(output *to, const char *text, size_t len, size_t column, size_t margin); /* the rest of one, broken at spaces, as put_wrapped */
void out_patch(output *to, const char *bytes, size_t len);    /* as they are, but as a terminal may see them where it is one */
void out_paragraph(output *to, const char *text, size_t len); /* broken at spaces, where that helps */
void out_alert(output *to, const char *text);                 /* a line that must be seen, */
void out_item(output *to, const char *text);                  /* and lines that belong to it */
void out_report(output *to, const char *kind, const char *path, const char *text, size_t len, uint64_t offset, const char *format, ...); /* what is
    found at a byte of a file, with its line, as cli_report */
void out_gap(output *to); /* an empty line between lines and tables, where they are not set off anyway */

void out_gap_of_rows(output *to); /* the same between tables of rows with titles of their own */

/* A part of a page with a title; last: nothing follows. csv: its title there; NULL: programs that read rows do not see it. */
void out_block(output *to, const char *title, const char *csv);
void out_block_end(output *to, int last);

/* What people see between the two goes to the buffer. */
FILE *out_into(output *to, cli_buf *b);
void out_back(output *to, FILE *before);
void out_kept(output *to, cli_buf *b); /* shows what is in it, and frees it */

/* Trees: lists, groups, and members of a group, also around tables and inside their rows; nothing where people read,
   for whom out_say is, nor in rows. key: NULL in a list and at the top, and after out_key. */
void out_list(output *to, const char *key);
void out_group(output *to, const char *key);
void out_close(output *to);
void out_key(output *to, const char *bytes, size_t len);        /* of what follows, if it is no C string */
void out_string(output *to, const char *key, const char *text); /* NULL: null */
void out_text(output *to, const char *key, const char *bytes, size_t len);
void out_whole(output *to, const char *key, uint64_t value);
void out_signed(output *to, const char *key, int64_t value);
void out_real(output *to, const char *key, double value);
void out_known(output *to, const char *key, int known, double value); /* not known: null */
void out_truth(output *to, const char *key, int value);
void out_null(output *to, const char *key);
void out_end(output *to); /* of the page */

/* Trees from now on: each on a line of its own, up to its out_end, without spaces, and texts in this form: CLI_UTF8 or another. */
void out_lines(output *to, int form);

/* A line of Markdown, then an empty one. */
void put_markdown_line(FILE *f, const char *signs, const char *text, size_t len);

/* Prints text after a margin of that many columns, broken at spaces. The cursor is at column. */
void put_wrapped(FILE *f, const char *text, size_t len, size_t column, size_t margin, size_t width);

/* length of width signs for a part between 0 and 1. */
void put_bar(cli_buf *b, double part, size_t width);

#endif
