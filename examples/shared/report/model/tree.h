/* The rows of a listing put together by line. */
#ifndef EXAMPLES_NCUREP_MODEL_TREE_H
#define EXAMPLES_NCUREP_MODEL_TREE_H

#include "listing.h"

/* A line of code, or of PTX text, at its place within the calls around it. */
typedef struct node {
    ncurep_view file, function;
    uint32_t parent; /* index + 1; 0: none */
    uint32_t next;   /* index + 1 of the one before it in its bucket */
    uint32_t line, instructions;
    uint32_t last;   /* index + 1 of the last row of the listing that it has for its own; 0: none */
} node;

typedef struct tree {
    node *list;
    size_t count, room;
    size_t columns;
    int is_flat;      /* each row of the listing is in one node, which is the sum of its rows: no values here */
    int is_small;
    uint32_t **small; /* values of NODES nodes each, by column, with is_small; */
    double **values;  /* else here */
    size_t *averages; /* columns of averages; */
    size_t average_count;
    double *own;       /* room for such sums of the lines without what is inlined */
    double **weighted; /* of each: values times weights, weights; parts as above */
    size_t parts, part_room, weighted_room;
    double *now;      /* what node_values gives */
    uint32_t *innermost, *before; /* by row of the listing: index + 1 of the node that has it for its own; of the row of that
                                     node before it; 0: none */
    uint32_t *within, *within_end; /* TREE_FILES: by row of the listing, index + 1 of all nodes that it counts for, and where they end */
    size_t within_room;
    uint32_t *bucket; /* index + 1 of the last node in each, or 0 */
    size_t buckets;   /* a power of two */
} tree;

#define DEEP 64
#define NODES 128

/* How the rows are put together: by line within the calls; by the line that counts for an instruction; by each line of its
   calls, of whatever function; by line of the PTX text. */
enum { TREE_CALLS, TREE_LINES, TREE_FILES, TREE_PTX };

void make_tree(tree *t, const listing *l, int how);

/* Values of a node with what is inlined into it, by column, or without (self, as in flat trees: cost linear in its instructions);
   they stay until the next call. */
const double *node_values(const tree *t, const listing *l, const node *n, int self);
void free_tree(tree *t);

/* The nodes by parent, then by file and line, by index: the children of the node with index i are the entries from first[i + 1]
   on that have i + 1 for a parent; first[0] is for those without one. To be freed. */
typedef struct line_order {
    uint32_t *list, *first;
} line_order;

void order_lines(line_order *s, const tree *t);
void free_order(line_order *s);

#endif
