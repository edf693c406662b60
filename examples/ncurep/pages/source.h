/* What the files of the source page share. */
#ifndef EXAMPLES_NCUREP_SOURCE_H
#define EXAMPLES_NCUREP_SOURCE_H

#include "details.h"

#define SAMPLES "smsp__pcsamp_sample_count"
#define STALL "smsp__pcsamp_warps_issue_stalled_"

/* A counter with a value for each instruction. */
typedef struct source_column {
    nvs_view name;
    uint32_t *small; /* by row, where all values are whole numbers of 32 bits; */
    double *values;  /* else here */
    double sum;
    int stall;       /* a reason for which warps waited */
} source_column;

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
    request *q;
    opened *o;
    const ncurep_result *r;
    machine_code *code;
    source_row *rows;
    size_t count, room;
    source_column *columns;
    size_t column_count, column_room;
    marker *markers;
    size_t marker_count, marker_room;
    size_t *order;          /* of the markers: by address; where that is 0 by line and file name; then as they come */
    size_t samples, executed; /* columns, or column_count */
} listing;

/* Reads what the report says of the code of a result; 0 with a message. To be closed in both cases. every: all counters, not
   only samples, executed instructions and reasons to wait. */
int open_listing(listing *l, request *q, opened *o, const ncurep_result *r, int every);
void close_listing(listing *l);

/* What is looked at: samples; where there are none, executed instructions. */
size_t main_column(const listing *l);

/* Of a column: value of a row, 0 where there is no such column; percent of the sum. */
double value_of(const listing *l, size_t column, size_t row);
double share(const listing *l, size_t column, double value);

/* Values of a row, by column, into to. */
double *row_values(const listing *l, size_t row, double *to);

/* Where an instruction is in the source; line 0: not known. */
void row_place(const listing *l, const source_row *row, ncurep_place *place);

/* The greatest reason to wait among values of columns, "long_scoreboard 62%". */
void put_stall(cli_buf *b, const listing *l, const double *values);

void put_function(cli_buf *b, const listing *l, ncurep_view mangled);

/* Opcode bytes as the 32-bit words of the file, the last first, as disassemblers print them. */
void put_bytes(cli_buf *b, const listing *l, const source_row *row);

/* The next marker, from *at (0 at first) on: of an address, or, where that is 0, of a line; NULL: none is left. */
const marker *next_marker(const listing *l, size_t *at, uint64_t address, uint32_t line, ncurep_view file);

/* A line of code, or of PTX text, as it stands within the calls around it. */
typedef struct node {
    size_t parent; /* index + 1; 0: none */
    size_t next;   /* index + 1 of the one before it in its bucket */
    ncurep_view file, function;
    uint32_t line;
    unsigned instructions;
} node;

typedef struct tree {
    node *list;
    size_t count, room;
    size_t columns;
    int is_small;
    uint32_t **small; /* values of NODES nodes each, by column, with is_small; */
    double **values;  /* else here */
    size_t parts, part_room;
    double *now;      /* what node_values gives */
    size_t *bucket; /* index + 1 of the last node in each, or 0 */
    size_t buckets; /* a power of two */
} tree;

#define DEEP 64
#define NODES 128

/* How the rows are put together: by line within the calls, by line alone, by line of the PTX text. */
enum { TREE_CALLS, TREE_LINES, TREE_PTX };

void make_tree(tree *t, const listing *l, int how);

/* Values of a node with what is inlined into it, by column; they stay until the next call. */
const double *node_values(const tree *t, const node *n);
void free_tree(tree *t);

/* The nodes by parent, then by file and line: the children of the node with index i are the entries from first[i + 1] on
   that have i + 1 for a parent; first[0] is for those without one. To be freed. */
typedef struct line_order {
    const node **list;
    size_t *first;
} line_order;

void order_lines(line_order *s, const tree *t);
void free_order(line_order *s);

#endif
