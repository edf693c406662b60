/* Two reports, kernel by kernel: for diff and the HTML page. */
#ifndef EXAMPLES_NCUREP_DIFF_H
#define EXAMPLES_NCUREP_DIFF_H

#include "details.h"
#include "../model/text_set.h"

typedef struct entry {
    char *key, *title;
    uint32_t index; /* of the result */
    int matched;
    size_t next;    /* index + 1 of the next entry with the same key; 0: none */
} entry;

typedef struct side {
    opened o;
    entry *list;
    size_t count, room;
    text_set keys;
    size_t *first; /* by number of a key: index + 1 of the first entry that partner has not given; 0: none is left */
} side;

typedef struct change {
    char *name;
    int has[2];
    double value[2], part; /* part: (b - a) / a */
} change;

typedef struct line_change {
    const char *where; /* of places */
    double value[2];
} line_change;

/* Of one pair of kernels. */
typedef struct changes {
    change *list;
    size_t count, room;
    line_change *lines;
    size_t line_count, line_room;
    text_set places; /* of the lines, by index */
} changes;

/* Opens a report and lists the chosen results with the keys that --match compares; an exit code, CLI_INPUT with o.report
   NULL when it cannot be read. To be freed in every case. */
int read_side(request *q, const char *path, side *s);
void free_side(side *s);

/* The first entry of b that belongs to x and was not given before, now matched; NULL: none. */
entry *partner(const entry *x, side *b);

/* What changed between two results; 0 with a message when one cannot be read. To be freed in both cases. */
int compare_pair(request *q, section_source *sections, side *a, side *b, const entry *x, const entry *y, changes *to);
void free_changes(changes *x);

/* Whether a change is more than noise. */
int counts(const request *q, const change *x);

#endif
