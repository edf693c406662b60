/* What lint finds, for the verb and for editors. */
#ifndef EXAMPLES_NVSECTION_LINT_H
#define EXAMPLES_NVSECTION_LINT_H

#include "grammar.h"
#include "work.h"

typedef struct finding {
    const section_file *file;
    uint64_t offset, end; /* of what it is about */
    uint64_t line, column, end_line, end_column; /* the same, from 1 */
    size_t number;        /* in the order of finding */
    int warning;
    const char *rule;
    char *message;
    char *suggestion;     /* the word probably meant; NULL: none */
} finding;

typedef struct new_words {
    nvs_view words, base;
} new_words;

typedef struct lint {
    const work *w;
    uint32_t errors, warnings;
    finding *found; /* by file, as loaded, then by place */
    size_t count, room;
    char **known;   /* sorted names, if names of metrics are given */
    size_t known_count;
    nvs_view *defined; /* names that sections define: sorted, unique */
    size_t defined_count, defined_room;
    new_words *fresh; /* words that no known metric has so, each with a metric here that has them: sorted; NULL until asked for */
    size_t fresh_count, fresh_room;
    const grammar *names; /* of all reports and stock sections; NULL until it is needed, unless it is the caller's */
    grammar *own;
    char *near;     /* what lint_like returned last, or lint_keep has kept */
    unsigned looked, compared; /* how often it was asked; how many unknown names were compared with known ones */
} lint;

/* Looks at all sections and charts of w, which must stay as long as the findings. names: made before, or NULL. */
void lint_work(lint *l, const work *w, const grammar *names);
void lint_begin(lint *l, const work *w, const grammar *names); /* without looking: for lint_meant and its like */
void lint_free(lint *l);

/* For the checks: a finding at a node of a file, or at a byte of one. suggestion may be NULL. */
void lint_node(lint *l, const nvs_node *n, int warning, const char *rule, const char *suggestion, const char *format, ...);
void lint_at(lint *l, const section_file *f, uint64_t offset, int warning, const char *rule, const char *suggestion,
             const char *message);

/* Definitions: expressions, operands, conflicts, traps of integers. In lint_definitions.c. */
void lint_definitions(lint *l);

int lint_knows(const lint *l, nvs_view name);

/* The known or defined name that is meant, where no report and no section has this one; else NULL. Without --names. */
const char *lint_meant(lint *l, nvs_view name);

/* The collected, defined or given name that differs from this one by a slip; NULL: none, or it was asked too often. */
const char *lint_like(lint *l, nvs_view name);

/* Whether a section defines a name; what all reports and stock sections name. */
int lint_defines(const lint *l, nvs_view name);
const grammar *lint_grammar(lint *l);

/* One letter more, less, changed or swapped with the next one, in a word of five or more and not its first: both op_x2 and
   op_x4, hadd and fadd, ld and st are names. */
int lint_is_slip(nvs_view a, nvs_view b);

void lint_keep(lint *l, nvs_view name); /* as l->near */

static inline int is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* A bit for each known compute capability on which the arch part of a filter passes; such bits in words, "cc 7.0 to 8.0". */
uint32_t lint_passes(const nvs_conditions *c);
void put_ccs(cli_buf *b, uint32_t bits);

#endif
