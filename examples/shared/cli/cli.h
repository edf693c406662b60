/* What the tools share: options, output, colour, tables, JSON, CSV, error lines, progress, files.
   POSIX. One thread. Functions that need memory end the program with a message when there is none, or, where they run on a
   heap, the call that runs on it. */
#ifndef EXAMPLES_CLI_H
#define EXAMPLES_CLI_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit codes of every tool. */
enum { CLI_FINE = 0, CLI_FINDING = 1, CLI_USAGE = 2, CLI_INPUT = 3 };

enum { CLI_TEXT, CLI_JSON, CLI_CSV };

typedef struct cli {
    const char *tool; /* name, for messages */
    const char *verb; /* whose help they name; NULL: that of the tool */
    const char *help;
    char *(*help_fn)(const void *of); /* makes the help on request, to be freed; NULL: help itself */
    const void *help_of;
    int format;       /* CLI_TEXT, CLI_JSON, CLI_CSV */
    int color;        /* whether escape sequences are welcome on out */
    int want_color;   /* -1 by terminal and NO_COLOR, 0 never, 1 always */
    FILE *out;
    const char *out_path; /* NULL: standard output */
    char *out_temp;       /* collects the output until it replaces out_path */
    int (*settle_fn)(struct cli *c, int place); /* cli_settle by somebody else, of whom there is: */
    int keeper[2];        /* a socket and a process id */
    FILE *scratch;        /* of cli_scratch; NULL: not opened yet, */
    size_t scratch_parts; /* and how many use it */
    size_t inputs, unread; /* files that were asked for, and how many of them could not be read: counted by the tool */
    void (*error_fn)(void *user, const char *message); /* where messages go that are not about options; NULL: standard error */
    void *user;
    const void *calls; /* of the tool, for its verbs */
    uint64_t progress_start, progress_last;
    int progress_shown;
} cli;

void cli_init(cli *c, const char *tool, const char *help);

/* Prints the help. */
void cli_help(const cli *c);

/* Opens -o FILE, once the options are known; 0 with a message when it cannot. */
int cli_start(cli *c);

/* Flushes and closes the output, puts -o FILE in place once its bytes are on the disk; returns code, or CLI_INPUT if
   the output could not be written. With code CLI_INPUT or CLI_USAGE, -o FILE stays as it was if nothing was written, or
   if none of the inputs could be read: titles of a table and brackets of JSON are not worth replacing it for. */
int cli_finish(cli *c, int code);

/* Puts -o FILE in place, or removes what was written; an errno. */
int cli_settle(cli *c, int place);

/* A file without a name, in the folder TMPDIR or /tmp, for all that is too large for memory; NULL with errno. */
FILE *cli_scratch(cli *c);

/* Throws away what was written: -o FILE stays as it was. cli_finish then only returns its code. */
void cli_drop(cli *c);

/* Options ------------------------------------------------------------------------------------------------------- */

typedef struct cli_option {
    int id;           /* above 0; the tool's own */
    char letter;      /* 0: none */
    const char *name; /* without the dashes; NULL: none */
    int takes;        /* whether a value follows */
} cli_option;

typedef struct cli_args {
    int argc;
    char **argv;
    int at;
    const char *letters; /* rest of a cluster such as -xvf */
    int rest;            /* after "--": operands only */
    const char *value;   /* of the option, or the operand */
    int leave_options;   /* set: everything from the first operand on is operands (a command with options of its own) */
} cli_args;

/* A number that may be missing. */
typedef struct maybe_number {
    int given;
    uint64_t value;
} maybe_number;

enum { CLI_END = 0, CLI_OPERAND = -1, CLI_BAD = -2, CLI_DONE = -3 };

/* Next option of the table (ended by id 0), or CLI_OPERAND, CLI_END, CLI_BAD (a message was printed: exit with
   CLI_USAGE), CLI_DONE (--help or --version was printed: exit with CLI_FINE). The options that all tools have (--json,
   --csv, -o, --color, --help, --version) are handled here. Options and operands may be mixed; -xvalue, -x value,
   --name=value and --name value are the same. */
int cli_next(cli *c, cli_args *a, const cli_option *table);

/* "TOOL: MESSAGE" and a hint at --help on standard error; returns CLI_USAGE. */
int cli_usage(const cli *c, const char *format, ...);

/* The word of a list that differs from an unknown one by a typo or two: name_fn gives each, then NULL. NULL: no such
   word. */
const char *cli_nearest(const char *word, const char *(*name_fn)(const void *user, size_t i), const void *user);

/* Unsigned decimal number of an option; 0 with a message if it is not a number or outside the range. */
int cli_number(const cli *c, const char *option, const char *text, uint64_t least, uint64_t most, uint64_t *out);

/* Messages ------------------------------------------------------------------------------------------------------ */

/* "TOOL: MESSAGE" on standard error; MESSAGE to error_fn, where there is one. */
void cli_error(const cli *c, const char *format, ...);

/* A message about a place in a text: file:line:column: KIND: MESSAGE, the line and a caret. line_of counts from 1 and
   columns are bytes. kind is "error", "warning", "note". To f (standard error, or out for a linter). */
void cli_report(const cli *c, FILE *f, const char *kind, const char *file, const char *text, size_t len, uint64_t offset,
                const char *format, ...);

void cli_line_of(const char *text, size_t len, uint64_t offset, uint64_t *line, uint64_t *column);

/* "label 12/345" on standard error if that is a terminal and the work takes longer than half a second. total 0:
   unknown. cli_progress_end removes it from the screen. */
void cli_progress(cli *c, const char *label, uint64_t done, uint64_t total);
void cli_progress_end(cli *c);

/* Escape sequence when color is on, else "". */
enum { CLI_PLAIN, CLI_BOLD, CLI_DIM, CLI_RED, CLI_GREEN, CLI_YELLOW, CLI_BLUE, CLI_MAGENTA, CLI_CYAN, CLI_REVERSE };
const char *cli_style(int color, int style);

/* Columns of the terminal that out is, or of the variable COLUMNS, 40 to 1000; 0: neither says, as for a file or a pipe. */
size_t cli_columns(const cli *c);

/* Whether the terminal shows more than ASCII, by LC_ALL, LC_CTYPE and LANG. */
int cli_is_utf8(void);

#define COUNT_OF(list) (sizeof(list) / sizeof *(list)) /* elements of an array */

/* Memory -------------------------------------------------------------------------------------------------------- */

void *cli_alloc(size_t count, size_t size); /* zeroed */
void *cli_grow(void *ptr, size_t *room, size_t need, size_t size); /* for arrays: room for need things, doubled */
void cli_free(void *ptr);

/* The same as callbacks of the headers: NULL where there is no memory. */
void *cli_take(size_t size, void *user);
void cli_give(void *ptr, size_t size, void *user);
#define CLI_MEMORY(memory) ((memory).allocator.alloc_fn = cli_take, (memory).allocator.free_fn = cli_give)

/* Where calls take their memory from that must not end the program. All zero at first, or with resize_fn and user. */
typedef struct cli_block cli_block;
typedef struct cli_stream cli_stream;
typedef struct cli_heap {
    void *(*resize_fn)(void *user, void *ptr, size_t size); /* as realloc, but with size 0 it frees; NULL: realloc and free */
    void *user;
    cli_block *first;
    cli_stream *streams;
    void *back; /* jmp_buf of the call that runs */
    int is_lost;
} cli_heap;

/* *result = call(user), with all memory of the functions here from the heap, where it stays for the next call. 0: there was
   not enough, the call ended at once, and the heap is empty: nothing that it was made of is there any more. What comes from
   the heap may be freed in calls on it only. */
int cli_heap_run(cli_heap *h, int (*call)(void *user), void *user, int *result);
void cli_heap_empty(cli_heap *h);

/* The heap of this thread, NULL for none, from now on; returns the one before. For callbacks out of such a call. */
cli_heap *cli_heap_swap(cli_heap *h);

/* Text ---------------------------------------------------------------------------------------------------------- */

typedef struct cli_buf {
    char *ptr; /* a NUL follows the last byte; NULL if nothing was ever added */
    size_t len, room;
} cli_buf;

void cli_put(cli_buf *b, const char *bytes, size_t len);
void cli_putf(cli_buf *b, const char *format, ...);
void cli_buf_free(cli_buf *b);

/* A file that appends to b, which must stay where it is, and its end. */
FILE *cli_buf_open(cli_buf *b);
void cli_buf_close(FILE *f);

/* Appends text in a form that is safe on a terminal: UTF-8 stays; control characters, marks that change the direction
   of text, and ill-formed bytes become \xNN. */
void cli_put_safe(cli_buf *b, const char *bytes, size_t len);
int cli_is_plain(const char *bytes, size_t len); /* it would change nothing, and each byte is a column */

/* The same to a file. */
void cli_print_safe(FILE *f, const char *bytes, size_t len);

/* Length of the well-formed UTF-8 sequence at p (RFC 3629), 0 when there is none. */
size_t cli_utf8(const char *p, const char *end);

/* Columns on a terminal: code points, wide East Asian ones as two. */
size_t cli_width(const char *bytes, size_t len);

/* Tables -------------------------------------------------------------------------------------------------------- */

typedef struct cli_cell {
    char *text;
    int style;
} cli_cell;

typedef struct cli_table {
    size_t columns, cells, room;
    const char *const *titles;
    const char *align; /* a letter a column: 'l' left, 'r' right */
    size_t fold;       /* columns beyond this width go to a further line of their row, indented; 0: none does */
    cli_cell *cell;
} cli_table;

void cli_table_init(cli_table *t, const char *align, const char *const *titles);
void cli_cell_text(cli_table *t, int style, const char *bytes, size_t len);
void cli_cellf(cli_table *t, int style, const char *format, ...);
/* Prints and frees. Text is printed as is; titles only if titles is not NULL. */
void cli_table_print(cli *c, cli_table *t);

/* CSV: quotes where needed (RFC 4180), lines end in LF. always: quotes around every field. Bytes of a field stay as they are
   in a file and a pipe; a terminal gets them as cli_put_safe makes them. */
typedef struct cli_csv {
    FILE *f;
    int always;
    int inside; /* a field was written in this line */
} cli_csv;

void cli_csv_field(cli_csv *v, const char *bytes, size_t len);
void cli_csv_fieldf(cli_csv *v, const char *format, ...);
void cli_csv_end(cli_csv *v);

/* JSON ---------------------------------------------------------------------------------------------------------- */

/* How strings are written. */
enum {
    CLI_UTF8,      /* for users: valid UTF-8, an ill-formed byte becomes U+FFFD; what steers terminals as \uxxxx */
    CLI_BYTES,     /* bytes 20 to 7e, every other one as \u00xx */
    CLI_SURROGATE, /* UTF-8 as it is, an ill-formed byte as \udcxx, controls as \u00xx */
    CLI_SHORT,     /* \b \f \n \r \t, other controls and bytes from 80 on as \u00xx */
    CLI_MARKUP     /* in an element of HTML: as CLI_UTF8, with those short forms, and < > & as \u00xx */
};

#define CLI_JSON_DEPTH 64

typedef struct cli_json {
    FILE *f;
    int mode;
    int indent; /* spaces a level; 0: everything on one line */
    unsigned depth;
    char close[CLI_JSON_DEPTH];
    char filled[CLI_JSON_DEPTH];
} cli_json;

void cli_json_init(cli_json *j, FILE *f, int mode, int indent);
/* key is NULL inside arrays and at the top. */
void cli_json_object(cli_json *j, const char *key);
void cli_json_array(cli_json *j, const char *key);
void cli_json_end(cli_json *j); /* of the innermost object or array */
void cli_json_line(cli_json *j); /* a line feed after the top value */
void cli_json_text(cli_json *j, const char *key, const char *bytes, size_t len);
void cli_json_str(cli_json *j, const char *key, const char *text); /* NULL: null */
void cli_json_u64(cli_json *j, const char *key, uint64_t value);
void cli_json_i64(cli_json *j, const char *key, int64_t value);
void cli_json_double(cli_json *j, const char *key, double value); /* shortest that reads back; null when not finite */
void cli_json_bool(cli_json *j, const char *key, int value);
void cli_json_null(cli_json *j, const char *key);
void cli_json_raw(cli_json *j, const char *key, const char *format, ...);
/* A key that is no C string. The value follows with key NULL. */
void cli_json_key(cli_json *j, const char *bytes, size_t len);
/* The string alone, quotes included. */
void cli_json_quote(FILE *f, int mode, const char *bytes, size_t len);

/* Shortest text that reads back as the same double; "nan", "inf", "-inf". room: 32 bytes. */
void cli_double(char *to, double value);

/* Files --------------------------------------------------------------------------------------------------------- */

/* What a file was when it was read, to check later that it is still the same. */
typedef struct cli_stamp {
    uint64_t dev, ino, size;
    int64_t sec, nsec;
    int exists;
} cli_stamp;

int cli_exists(const char *path);

/* The whole file ("-": standard input), to be freed; NULL with a message when it cannot be read. A NUL follows the
   last byte. stamp may be NULL. */
char *cli_read(const cli *c, const char *path, size_t *len, cli_stamp *stamp);

/* The same, but at most most + 1 bytes, so that an endless file has an end; len above most means that there is more. */
char *cli_read_most(const cli *c, const char *path, size_t most, size_t *len, cli_stamp *stamp);

/* At most 8 bytes from the beginning of standard input; cli_read of "-" gives them again. How many there are. */
size_t cli_peek(const char **bytes);

/* Writes bytes to path by way of a temporary file beside it (above it, if its folder ends in ".d"), fsync and rename;
   mode and owner of the old file are kept, a symbolic link is followed. With a stamp: refuses if the file is no longer
   the one that was read. 0 with a message. */
int cli_replace(const cli *c, const char *path, const cli_stamp *stamp, const char *bytes, size_t len);

uint64_t cli_now(void); /* ns of a clock that never goes back */

#endif
