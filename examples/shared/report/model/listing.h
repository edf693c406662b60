/* The code of a result, an instruction a row, with its counters. */
#ifndef EXAMPLES_NCUREP_MODEL_LISTING_H
#define EXAMPLES_NCUREP_MODEL_LISTING_H

#include "code.h"
#include "findings.h"

/* Of a line: the average over its instructions, each as often as it was executed; over those alone that have a value at all. */
enum { AVERAGE_NONE, AVERAGE_ALL, AVERAGE_SOME };

#define SAMPLES "smsp__pcsamp_sample_count"
#define STALL "smsp__pcsamp_warps_issue_stalled_"

/* A counter with a value for each instruction. */
typedef struct source_column {
    nvs_view name;
    uint32_t *small; /* by row, where all values are whole numbers of 32 bits; */
    double *values;  /* else here */
    ncurep_view *texts; /* by row, of a counter that has texts; NULL: of any other */
    unsigned char *held; /* by row: 1 where it has a value, of a counter whose values are codes of words; NULL: of any other */
    double sum;
    int stall;       /* see is_stall */
    int integers;    /* no value is anything else */
    int adds;        /* a line has the sum of its instructions */
    int averages;    /* else: it has their average, if this is set (AVERAGE_), and nothing of texts and what else does not add up */
    nvs_view label, group; /* of the sections; "" until arrange_columns, and where they have none */
    int shown;       /* at first, by the sections */
    uint64_t order, at; /* its place */
} source_column;

/* Whether a counter of this name has the samples of warps that waited for one reason. */
int is_stall(ncurep_view name);

/* An instruction. */
typedef struct source_row {
    uint64_t address;
    const code_function *function; /* NULL: not known */
    uint32_t line, ptx;            /* 0: not known */
} source_row;

typedef struct marker {
    uint64_t address; /* 0: of a line */
    uint32_t line;
    ncurep_view path;
    int type;
    cli_buf text;
} marker;

typedef struct listing {
    const model *m;
    opened *o;
    const ncurep_result *r;
    machine_code *code;
    source_row *rows;
    size_t count, room;
    source_column *columns;
    size_t column_count, column_room;
    marker *markers;
    size_t marker_count, marker_room;
    const marker **order;   /* the markers by address; where that is 0 by line and file name; then as they come */
    size_t samples, executed; /* columns, or column_count */
    ncurep_view begins_in;    /* the name of the file in which the kernel's code begins, "": not known */
    const struct code_before *before; /* the code as it was in a baseline (before.h); NULL: none */
    char **names;   /* texts of labels and groups */
    size_t name_count, name_room;
} listing;

/* Reads what the report says of the code of a result; 0 with a message. To be closed in both cases. every: all counters, not
   only samples, executed instructions and reasons to wait. */
int open_listing(listing *l, const model *m, opened *o, const ncurep_result *r, int every);
void close_listing(listing *l);

/* Reads a source file, if the report has none of its name; 0 with a message. */
int listing_add_text(listing *l, const char *path);

/* Finds samples and executed again when columns have changed their places. */
void find_main_columns(listing *l);

/* Whether lines have a value of a column, too. */
int lines_have(const source_column *c);

/* What is counted: samples, or executed instructions where there are none. */
size_t main_column(const listing *l);

/* Of a column: value of a row, 0 where there is no such column; percent of the sum. */
double value_of(const listing *l, size_t column, size_t row);
double share(const listing *l, size_t column, double value);

/* Values of a row, by column, into to. */
double *row_values(const listing *l, size_t row, double *to);

/* The row of an address; NULL: none. */
const source_row *row_of_address(const listing *l, uint64_t address);

/* Where an instruction is in the source; line 0: not known. */
void row_place(const listing *l, const source_row *row, code_place *place);

/* The most frequent stall reason among values of columns, "long_scoreboard 62%". */
void put_stall(cli_buf *b, const listing *l, const double *values);

/* A counter as people call it: "Stall: wait, not issued" where the sections only repeat its name, else its label. */
void put_label(cli_buf *b, const source_column *c);

void put_function(cli_buf *b, const listing *l, ncurep_view mangled);

/* Opcode bytes as the 32-bit words of the file, the last first, as disassemblers print them. */
void put_bytes(cli_buf *b, const listing *l, const source_row *row);

/* The next marker, from *at (0 at first) on: of an address, or, where that is 0, of a line; NULL: none is left. */
const marker *next_marker(const listing *l, size_t *at, uint64_t address, uint32_t line, ncurep_view file);

#endif
