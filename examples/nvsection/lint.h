/* What lint finds, for the verb and for editors. */
#ifndef EXAMPLES_NVSECTION_LINT_H
#define EXAMPLES_NVSECTION_LINT_H

#include "work.h"

typedef struct finding {
    const nvs_file *file;
    uint64_t offset, end; /* of what it is about */
    uint64_t line, column, end_line, end_column; /* the same, from 1 */
    size_t number;        /* in the order of finding */
    int warning;
    const char *rule;
    char *message;
    char *suggestion;     /* the word that may be meant; NULL: none */
} finding;

typedef struct lint {
    const work *w;
    uint32_t errors, warnings;
    finding *found; /* by file, as loaded, then by place */
    size_t count, room;
    char **known;   /* sorted names, when names of metrics are given */
    size_t known_count;
    char **bases;   /* of names that reports and stock sections have, without suffixes: sorted, each once; made when asked for */
    size_t base_count, base_room;
    char *near;     /* what lint_like gave last */
    unsigned looked, compared; /* how often it was asked; how many names that are not known were compared with those that are */
} lint;

/* Looks at all sections and charts of w, which must stay as long as the findings. */
void lint_work(lint *l, const work *w);
void lint_free(lint *l);

/* For the checks: a finding at a node of a file, or at a byte of one. suggestion may be NULL. */
void lint_node(lint *l, const nvs_node *n, int warning, const char *rule, const char *suggestion, const char *format, ...);
void lint_at(lint *l, const nvs_file *f, uint64_t offset, int warning, const char *rule, const char *suggestion,
             const char *message);

/* Definitions: expressions, operands, conflicts, traps of integers. In lint_definitions.c. */
void lint_definitions(lint *l);

int lint_knows(const lint *l, nvs_view name);

/* The name among those that sections collect or define, and those that are given, that differs from this one by a slip; NULL:
   none, or too many were asked for. */
const char *lint_like(lint *l, nvs_view name);

/* The name with another base that is known, where its own is not and differs from it by a slip; NULL: none. */
const char *lint_known(lint *l, nvs_view name);

/* A bit for each known compute capability on which the arch part of a filter passes; such bits in words, "cc 7.0 to 8.0". */
uint32_t lint_passes(const nvs_conditions *c);
void put_ccs(cli_buf *b, uint32_t bits);

#endif
