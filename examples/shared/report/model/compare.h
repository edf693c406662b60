/* Two reports, kernel by kernel. */
#ifndef EXAMPLES_NCUREP_MODEL_COMPARE_H
#define EXAMPLES_NCUREP_MODEL_COMPARE_H

#include "sections.h"

typedef struct entry {
    char *key, *title;
    uint32_t index; /* of the result */
    int matched;
    double ns;      /* its duration; below 0: not known */
    size_t next;    /* index + 1 of the next entry with the same key; 0: none */
} entry;

typedef struct side {
    opened *o;
    entry *list;
    size_t count, room;
    text_set keys;
    size_t *first; /* by number of a key: index + 1 of the first entry not yet given by partner; 0: none is left */
    int is_one;    /* its one result is the partner of all */
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

/* What results have in common that are paired. */
void put_match_key(cli_buf *b, match_by match, const ncurep_result *r);
const char *match_text(match_by match);

/* Lists the chosen results of s->o, which is open, with the keys that are compared; an exit code. To be freed before the report
   is closed. */
int read_side(const model *m, side *s);
void free_side(side *s);

/* What all of its results took, in ns; below 0: not known. */
double side_time(const side *s);

/* The entry of a result; NULL: none. */
entry *entry_of(const side *s, uint32_t index);

/* The first entry of b that belongs to x and has not been given yet, now matched, or its one result; NULL: none. */
entry *partner(const entry *x, side *b);

/* What changed between two results; 0 with a message if one cannot be read. Must be freed in both cases. */
int compare_pair(const model *m, section_source *sections, side *a, side *b, const entry *x, const entry *y, changes *to);
void free_changes(changes *x);

/* Whether a change exceeds the tolerance. */
int counts(const compare_choice *how, const change *x);

/* Whether less of a metric is better (-1), more is (1), or nobody can say (0). */
int metric_direction(const char *name);

/* What a pair of kernels comes to. */
typedef enum judgement { JUDGED_NOT, JUDGED_SAME, JUDGED_BETTER, JUDGED_WORSE, JUDGEMENTS } judgement;

/* Judges by the metrics that were chosen and have a direction, the worst first; where none were chosen by the time the kernel
   took. *by: the change that decided, NULL where nothing could be judged. */
judgement judge_pair(const model *m, const changes *x, const change **by);

const char *judgement_word(judgement j); /* not_judged, same, better, worse */

/* Sorts the lines by how much they changed, the greatest difference first. */
void sort_lines(changes *x);

#endif
