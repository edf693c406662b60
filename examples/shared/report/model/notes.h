/* What the code of a kernel says beside its counters: live registers, targets, loops, memory, who waits for whom, and why. */
#ifndef EXAMPLES_NCUREP_MODEL_NOTES_H
#define EXAMPLES_NCUREP_MODEL_NOTES_H

#include "rows.h"
#include "why.h"

#define NO_LIVE UINT32_MAX

/* Of an instruction; rows are those of the listing. */
typedef struct note {
    const char *space;  /* memory: "global"; NULL: none */
    uint32_t live;      /* registers; NO_LIVE: not known */
    uint32_t target;    /* 1 + the row that it leads to; 0: none */
    uint32_t loop;      /* 1 + the innermost loop around it; 0: none */
    uint32_t needs;     /* from here on in notes.needs: the rows that set the barriers it waits for */
    uint32_t need_count;
    uint16_t bytes;     /* of a thread; 0: not known */
    uint8_t is_target;
} note;

typedef struct note_loop {
    size_t first, last; /* rows of its head and of its last instruction */
    uint32_t depth;     /* from 1 */
    double samples;     /* of the main column, inner loops included */
} note_loop;

typedef struct notes {
    note *rows;         /* as many as the listing has */
    note_loop *loops;   /* outer ones before inner ones */
    size_t loop_count, loop_room;
    uint32_t *needs;
    size_t need_count, need_room;
    why_blame *most;    /* of instructions as text: by row, what has most of its samples; none: samples is 0 */
    const code_rows *lines;
    float *by_line[WHY_KIND_COUNT]; /* of lines: samples by node of the tree, those of lines that are inlined there included; NULL: there
                                       is no such cause. Without those of why_own_kind, which are the values of columns */
    int has_causes;
    why w;              /* of notes_of */
} notes;

/* What the code says of each row, and the largest causes; those of each row are for why_each. Cost: that of why_of, and that of the flow of each function; waits are followed back through at most NOTE_STEPS instructions. */
#define NOTE_STEPS 4000000
#define NOTE_CAUSES 3 /* of notes.w */
void notes_of(notes *n, listing *l);
void notes_of_code(notes *n, listing *l); /* without causes */
void notes_free(notes *n);

/* The memory that the text of an instruction names, and how many bytes of it a thread has; NULL, 0: none, or not known. */
const char *memory_of(const char *text, uint32_t *bytes);

/* The same for rows of text: no causes but the largest of each row, and those by line. With code: also live registers, targets and loops. */
void notes_of_lines(notes *n, listing *l, const code_rows *rows, int with_code);

/* What an instruction waits for, in a few words: "global at 0170"; nothing where it has no samples. */
void put_cause_name(cli_buf *b, const notes *n, const listing *l, size_t row);

#endif
