/* What became of the things a gate looked at. */
#ifndef EXAMPLES_NCUREP_MODEL_OUTCOMES_H
#define EXAMPLES_NCUREP_MODEL_OUTCOMES_H

#include "cli/cli.h"

#define NO_RESULT 0xffffffffu

typedef enum outcome_kind { OUTCOME_KEPT, OUTCOME_BROKEN, OUTCOME_LEFT_OUT } outcome_kind;

typedef struct outcome {
    outcome_kind kind;
    char *file;     /* of the report; NULL: of none */
    char *kernel;
    uint32_t result; /* its index; NO_RESULT: it is about a pair, or none */
    char *what;     /* the rule it was held to */
    char *message;  /* NULL: nothing to say */
    uint64_t line;  /* of the rule in its file; 0: it has none */
} outcome;

/* All zero at first. */
typedef struct outcomes {
    outcome *list;
    size_t count, room;
    size_t of[3];   /* how many of each kind */
} outcomes;

/* Copies its texts; file, kernel and message may be NULL. */
void outcome_add(outcomes *all, outcome_kind kind, const char *file, uint32_t result, const char *kernel, const char *what, uint64_t line, const char *message);
void outcomes_free(outcomes *all);

/* "3 saxpy", "saxpy" or "-", in place of what is in b. */
const char *outcome_kernel(const outcome *x, cli_buf *b);

#endif
