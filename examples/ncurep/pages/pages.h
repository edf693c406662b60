/* What the pages of ncurep share: sections with the metrics of a result, tables for people, places in code. */
#ifndef EXAMPLES_NCUREP_PAGES_H
#define EXAMPLES_NCUREP_PAGES_H

#include "../model/text_set.h"
#include "../verbs/tool.h"
#ifndef NVS_POSIX
#define NVS_POSIX
#endif
#include "nvsection.h"

/* Sections ------------------------------------------------------------------------------------------------------- */

/* Where sections come from: a folder, the report, or the ones that are built in. */
typedef struct section_source {
    request *q;
    nvs_library *library; /* of the folder, or built in */
    char **texts;
    size_t text_count, text_room;
    text_set bytes;       /* of the sections that results of reports hold */
    nvs_document **kept;  /* by number of the bytes */
    size_t kept_count, kept_room;
    size_t users;         /* results that are evaluated */
} section_source;

/* Version of the tool that made a report; all 0: not known. */
typedef struct report_version {
    uint32_t year, month, patch;
} report_version;

/* A result with its sections, evaluated. */
typedef struct evaluated {
    request *q;
    opened *o;
    const ncurep_result *r;
    section_source *sections_of;
    ncurep_index index;
    nvs_data *data;          /* by place in the index */
    unsigned char *known;    /* which of data is filled in */
    int keep;                /* instances that are read now stay as long as the result */
    int count_only;          /* instances are counted only: of neither ids nor values is anything known */
    uint32_t *read;          /* places of the others, in the order in which they were read */
    size_t read_count, read_room;
    uint32_t owner[4], owners; /* places whose ids others may share, the last four */
    const nvs_node **sections; /* in the order of the page: what extends a section stands behind it */
    uint32_t count;
    int built_in;            /* the report has no sections */
    nvs_source source;
    nvs_results *results;
    report_version version;
    uint32_t cc;
    uint64_t device;
} evaluated;

/* Reads the folder of --section-folder, if there is one; 0 with a message. */
int sections_open(section_source *s, request *q);
void sections_close(section_source *s);

/* Prepares a result; 0 with a message. *e is to be freed in both cases. r must stay until then. */
int evaluate_result(section_source *s, opened *o, const ncurep_result *r, evaluated *e);
void evaluated_free(evaluated *e);

/* Frees the instances of metrics that were read since e->read_count was mark. What was evaluated since may not be looked at
   afterwards; derived metrics and findings may. */
void evaluated_forget(evaluated *e, size_t mark);

/* Whether these are many. */
int evaluated_has_many(const evaluated *e, size_t mark);

/* What a section shows of the result; NULL with a message. charts: what its body shows is looked at, too. Ids and values of
   instances are there if a chart needs them, or --print-metric-instances; of a source metric table see column_data. */
nvs_evaluation *evaluate_section(evaluated *e, const nvs_node *section, int charts);

/* The instances of a column of a source metric table. */
nvs_data column_data(evaluated *e, const nvs_cell *x);

/* A metric of the result, else a derived one. */
int evaluated_metric(const evaluated *e, const char *name, nvs_data *data);
double evaluated_number(const evaluated *e, const char *name, int *has);

report_version version_of(const opened *o);

ncurep_value report_value(const nvs_value *v);
nvs_view nvs_view_of(ncurep_view v);
ncurep_view view_of(nvs_view v);
int same_text(ncurep_view v, const char *text);

/* Text for people -------------------------------------------------------------------------------------------------- */

/* A table with columns that are cells of text; printed with rules above and below, or as Markdown. */
typedef struct grid {
    const char *align; /* a letter a column: l, r */
    size_t columns, cells, room;
    char **cell;       /* the first row: titles */
} grid;
void grid_begin(grid *g, const char *align, ...); /* as many titles as letters */
void grid_text(grid *g, const char *bytes, size_t len);
void grid_put(grid *g, const char *format, ...);
void grid_print(request *q, grid *g, int indent); /* and frees */
void grid_free(grid *g);

/* To be freed. */
char *copy_text(const char *text, size_t len);

/* Columns of the terminal, or of the variable COLUMNS; 80 where neither says. */
size_t page_width(void);

/* Whether the terminal shows more than ASCII, by LC_ALL, LC_CTYPE and LANG. */
int page_utf8(void);

/* Prints text behind a blank margin of so many columns, broken at blanks. The cursor stands at column. */
void put_wrapped(FILE *out, const char *text, size_t len, size_t column, size_t margin, size_t width);

/* Text so that Markdown shows it as it is. */
void put_markdown(FILE *out, const char *text, size_t len);

/* Text of a rule with its links as people read them. */
void put_plain(cli_buf *b, ncurep_view text);

/* A value as the details page shows it: plain when whole, else with 2 decimals. */
void put_page_value(cli_buf *b, const request *q, const ncurep_value *v, const scale *s);

/* length of width signs for a part between 0 and 1. */
void put_bar(cli_buf *b, double part, size_t width);

/* A sign a value, from low to high. */
void put_spark(cli_buf *b, const nvs_column *values, size_t count, size_t width, double low, double high);

/* "name (grid)x(block), Context 1, Stream 7, Device 0, CC 8.0", as a terminal may see it. */
void put_result_line(cli_buf *b, const opened *o, const ncurep_result *r);

/* Code ------------------------------------------------------------------------------------------------------------- */

typedef struct code_function {
    ncurep_view name; /* mangled */
    uint64_t address, size;
    uint32_t symbol;  /* NCUREP_NONE: not known */
    ncurep_view bytes;
    size_t outer;     /* index + 1 of the function in whose section this one lies; 0: not known (sass_read) */
} code_function;

/* A source file: as imported, or of --resolve-source-file. */
typedef struct code_text {
    char *path;
    size_t path_len, len;
    const char *text;
    char *own;       /* the same, or NULL: it lies in the bytes that the report holds */
    uint64_t *feeds; /* how many line feeds are before each KiB */
    uint64_t lines;
} code_text;

/* The texts by the last part of their paths. */
typedef struct code_files {
    size_t count;   /* texts that are in here */
    text_set names;
    size_t *first;  /* by number of the name: the first of its texts in list */
    size_t *list;   /* indexes of texts, by name, then as they come */
    uint64_t *most; /* lines of the longest so far among those of the same name */
} code_files;

/* Text of the instructions by way of nvdisasm, where that is on PATH. */
typedef struct sass_line {
    uint64_t offset;
    char *section, *text; /* section without ".text." */
} sass_line;

typedef struct sass {
    sass_line *list;
    size_t count, room;
} sass;

/* The machine code of a result and where it comes from. */
typedef struct machine_code {
    uint64_t reference;
    uint32_t result;         /* NCUREP_NONE: it is that of all results with this reference */
    uint32_t revision;       /* compute capability, major << 16 | minor */
    const char *cubin;       /* in the bytes that the report holds; NULL: none */
    size_t cubin_size;
    ncurep_lines *lines;     /* NULL: none */
    code_function *functions; /* by address */
    char **names;
    size_t count, room;
    code_text *texts;        /* imported source files */
    size_t text_count, text_room;
    code_files files;
    sass sass;
    int sass_known;
} machine_code;

/* The module of a result; what cannot be read is absent. It lives until the next call with a result of another module, and
   with it the bytes of a source that the report holds: nothing else may ask for one. */
machine_code *code_open(opened *o, const ncurep_result *r);
void code_close(opened *o);

/* A line of the first text with this file name that has so many; empty: there is none. */
ncurep_view code_line(machine_code *x, ncurep_view file, uint32_t line);

/* The function that holds an address, and the place there; 0: no function. place->line 0: not known. */
int code_find(const machine_code *x, uint64_t address, const code_function **function, ncurep_place *place);

/* Runs nvdisasm, once for a module. */
void sass_read(machine_code *x);
void sass_free(sass *s);
const char *sass_at(const machine_code *x, const code_function *f, uint64_t offset); /* NULL: none */

/* "file.cu:12", or "" */
void put_place(cli_buf *b, const ncurep_place *place);

#endif
