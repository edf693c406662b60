/* Which results and metrics of a report are wanted, and one after the other. */
#ifndef EXAMPLES_NCUREP_MODEL_CHOICE_H
#define EXAMPLES_NCUREP_MODEL_CHOICE_H

#include "../input/report.h"

/* Names that a kernel has. The default is the function to choose by, the demangled name to show. */
typedef enum name_base { BASE_DEFAULT, BASE_FUNCTION, BASE_DEMANGLED, BASE_MANGLED } name_base;

/* All zero: every result and metric, by the names that the report shows. */
typedef struct selection {
    ncurep_pattern *kernel;
    name_base base;     /* what kernel looks at */
    uint64_t skip_before, skip;
    maybe_number count; /* so many at most */
    ncurep_pattern **metrics;
    size_t metric_count, metric_room;
    ncurep_nvtx_filter **include, **exclude;
    size_t include_count, include_room, exclude_count, exclude_room;
    const unsigned char *only; /* not NULL: by index of the result, 0 where it is left out */
    name_base shown;    /* what replaces the demangled name of a result, */
    int shown_is_range; /* or the innermost open range does */
} selection;

void selection_free(selection *s);

/* Walks the chosen results: *at is 0 at first. 1: *result is the next one; 0: none left. A result that cannot be read
   is skipped with a message, and *code becomes CLI_INPUT. */
typedef struct cursor {
    uint32_t next;
    uint32_t before; /* results of the same report that are not in this one: follow */
    uint64_t matched, taken;
    int quiet; /* no messages: a second walk gives them */
} cursor;
int next_result(const cli *c, const selection *s, const opened *o, cursor *at, ncurep_result *result, int *code);
int wants_metric(const selection *s, ncurep_view name);

/* What the options choose in one report, for pages that show something other than results: the results, and what
   belongs to them. If no option chooses among results, everything is wanted; with always the results are examined even
   then. */
typedef struct choice {
    int all;
    unsigned char *result;  /* by index: 1 for the chosen ones */
    unsigned char *process; /* by index: 1 for theirs */
    uint64_t *key;          /* their modules, sorted */
    size_t keys, key_room;
    uint64_t *device;       /* their devices; any_device: one does not say which */
    size_t devices, device_room;
    int any_device;
    uint64_t results;
} choice;
void make_choice(const cli *c, const selection *s, const opened *o, choice *k, int always, int *code); /* to be freed */
void free_choice(choice *k);
int wants_result(const choice *k, uint32_t i);
int wants_module(const choice *k, uint64_t reference);
int wants_device(const choice *k, uint64_t id);
int wants_block(const choice *k, const ncurep_block *b);
unsigned char *wanted_strings(const selection *s, const opened *o, const choice *k); /* by id: 1 for names of the chosen metrics; NULL: all */

#endif
