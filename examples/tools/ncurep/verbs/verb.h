/* A verb: options in, pages out, an exit code. */
#ifndef EXAMPLES_NCUREP_VERBS_VERB_H
#define EXAMPLES_NCUREP_VERBS_VERB_H

#include "report/pages/page.h"
#include "options.h"

/* The operands of every verb: the last words of its row but what it may do, and what is to be loaded before. */
#define FILES "FILE...", USE_READ, "which file?"
void load_demangler(const request *q, const void *options, cli_rights *r);

/* What opens the reports of a request: its options of all verbs fill it. */
static inline const reader *reader_of(const request *q) { return (const reader *)q->common; }

/* Prepares the reader of a request and the model of its options. */
void request_begin(request *q, void *options);

/* What is common to pages that show one report after the other. */
enum {
    EACH_BLANK = 1,     /* a blank line between them as text, */
    EACH_BLANK_CSV = 2, /* and as CSV */
    EACH_NAMED = 4,     /* their paths as text when there are several */
    EACH_BARE = 8       /* JSON: no object with the path around each */
};

/* Calls page for every report that can be opened; JSON comes as one list of them. An exit code. */
typedef int (*report_fn)(const page *pg, opened *o, void *user);
int each_report(const request *q, const model *m, output *to, int flags, report_fn fn, void *user);

/* What a verb that writes a report lacks. */
extern const verb_lack binary_lacks[];

/* What a verb that writes a report says of it: with --json an object on standard output, or, where the report goes there, on standard
   error; else lines on standard error. */
void wrote_begin(const request *q, output *to);
void wrote_end(output *to);

/* A message for each thing that is wrong in a cubin, or for why it did not open (file NULL); how many. where: its offset
   in the file at path. */
struct cubin_file;
struct cubin_error;
int say_cubin(cli *c, const char *path, uint64_t where, const struct cubin_file *file, const struct cubin_error *error);

/* Every verb, in the order of --help. */
#define VERBS(ROW) \
    ROW(list) ROW(summary) ROW(details) ROW(raw) ROW(source) ROW(why) ROW(session) ROW(digest) ROW(html) ROW(chart) \
    ROW(diff) ROW(check) ROW(trend) ROW(study) ROW(follow) ROW(export) \
    ROW(slice) ROW(merge) ROW(anonymize) ROW(salvage) ROW(pack) ROW(unpack) \
    ROW(cubin) ROW(sass) ROW(lines) ROW(blocks) ROW(strings) ROW(unknown) ROW(dump)
VERBS(VERB_DECLARE)
extern const verb overview_verb; /* without a verb it is this */

#endif
