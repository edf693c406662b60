/* What the verbs that write reports share: the output, and copies of results with changes. */
#ifndef EXAMPLES_NCUREP_INPUT_COPY_H
#define EXAMPLES_NCUREP_INPUT_COPY_H

#include "report.h"

/* Which fields of a result hold what. 0: this kind has none. */
enum { FIELD_METRICS, FIELD_SECTIONS, FIELD_COMMENTS, FIELD_RULES, FIELD_REFERENCES, FIELD_KINDS };
uint32_t field_of(ncurep_result_kind kind, int what);

/* Whether -o FILE or the pipe can take a report; CLI_USAGE with a message when it is a terminal, or CSV is wanted. */
int may_write(const cli *c);

/* A writer on any file. */
ncurep_writer *start_writer(FILE *f, ncurep_error *e);

/* Finishes and closes a writer; 0 with its first failure. */
int end_writer(ncurep_writer *w, ncurep_error *e);

/* A writer on the output of the tool. The output must be finished with end_output, whatever happens. */
ncurep_writer *start_output(cli *c, ncurep_error *e);

/* Closes the writer; with ok 0, or when that fails, the old file stays. That the bytes reach the disk is up to cli_finish.
   CLI_FINE, or CLI_INPUT with a message: why writing failed, else *e, which is about path. */
int end_output(cli *c, ncurep_writer *w, int ok, const char *path, const ncurep_error *e);

/* Copies a whole input to the output of the tool; 0 with a message. */
int copy_out(cli *c, const ncurep_input *file);

/* What differs in the copy of a result. All zero: nothing. */
typedef struct change {
    int (*wants_fn)(const void *wanted, int what, ncurep_view name); /* whether a metric, or what belongs to a section (what:
                       FIELD_METRICS, FIELD_SECTIONS), is wanted; NULL: all are */
    const void *wanted;
    int named_only; /* only metrics whose name is in the string table */
    uint64_t (*reference_fn)(void *user, uint64_t reference); /* new key of a module */
    int (*more_fn)(void *user, ncurep_writer *w, uint32_t field); /* adds fields of this number after those of the result */
    int (*text_fn)(void *user, ncurep_writer *w, const ncurep_field *f); /* 1: has written this field of the result itself; -1: failed */
    void *user;
    uint64_t left_out; /* metrics without a name, so far */
} change;

/* Copies a result; 0 and *e if it is malformed, or the writer failed. Of a malformed one nothing is written. */
int copy_changed(ncurep_writer *w, opened *o, const ncurep_result *r, change *x, ncurep_error *e);

/* A metric of another report, its name looked up there and taken over. */
int copy_metric(ncurep_writer *w, const ncurep_report *from, uint32_t field, ncurep_view metric);

/* Whether the whole message can be read. */
int is_whole(ncurep_root root, ncurep_view bytes, uint64_t at, ncurep_error *e);
ncurep_root root_of(ncurep_result_kind kind);

/* The text in a field of a message; empty when it has none. */
ncurep_view text_of(ncurep_view message, uint32_t field);

/* Ends of a block: indexes after its last source and result. */
int block_ends(opened *o, uint32_t i, ncurep_block *b, uint32_t *sources, uint32_t *results, ncurep_error *e);

/* Whether the header of a block says more than how many entries there are and whose: session, unknown fields. */
int header_has_more(const ncurep_block *b);

/* Warns that a block holds entries of an unknown kind, which are not copied. */
void say_rest(const cli *c, const opened *o, const ncurep_block *b);

#endif
