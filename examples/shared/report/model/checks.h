/* What must hold in every report. */
#ifndef EXAMPLES_NCUREP_MODEL_CHECKS_H
#define EXAMPLES_NCUREP_MODEL_CHECKS_H

#include "choice.h"

/* A rule, what it says, and whether it is a note. Notes do not count as findings, since files of the vendor's own tools break
   them: rules may compute their own values, a marker may name another file than the line tables do, newer files bring new fields. */
#define CHECK_ROWS(ROW) \
    ROW(CHECK_WHOLE, "lengths add up to the end of the file", 0) \
    ROW(CHECK_READABLE, "every message is readable", 0) \
    ROW(CHECK_NAME_IDS, "name ids are in the string table", 0) \
    ROW(CHECK_REFERENCES, "references name a module", 0) \
    ROW(CHECK_GRID, "launch__grid_size and dim are the grid", 0) \
    ROW(CHECK_BLOCK, "launch__block_size and dim are the block", 0) \
    ROW(CHECK_THREADS, "launch__thread_count is grid times block", 0) \
    ROW(CHECK_IDS, "launch__context_id, stream_id are the result's", 0) \
    ROW(CHECK_SUMS, "values are the sum of their instances", 0) \
    ROW(CHECK_SYMBOLS, "symbol names match the cubin", 0) \
    ROW(CHECK_MARKERS, "source markers lie on lines of SASS markers", 1) \
    ROW(CHECK_REQUIRED, "required fields are present", 0) \
    ROW(CHECK_FOCUS, "focus metrics have the metric's value", 1) \
    ROW(CHECK_KNOWN, "every field is known", 1)

#define CHECK_ROW_NAME(name, title, note) name,
typedef enum check_rule { CHECK_ROWS(CHECK_ROW_NAME) CHECK_RULES } check_rule;

extern const char *const check_titles[CHECK_RULES];

typedef enum check_state { CHECK_HELD, CHECK_FAILED, CHECK_NOTED, CHECK_UNTRIED } check_state;

typedef struct checks {
    opened *o;
    uint64_t holds[CHECK_RULES], fails[CHECK_RULES];
    char *detail[CHECK_RULES]; /* of the first failure */
} checks;

/* Tries each rule on what is chosen of a report; to be freed. */
void checks_of(checks *k, const cli *c, const selection *s, opened *o);
void checks_free(checks *k);

check_state check_state_of(const checks *k, int rule);

#endif
