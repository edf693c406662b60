/* A verb: options in, pages out, an exit code. */
#ifndef EXAMPLES_NCUREP_VERBS_VERB_H
#define EXAMPLES_NCUREP_VERBS_VERB_H

#include "report/pages/page.h"
#include "options.h"

/* What a verb is asked for, besides its options. */
typedef struct request {
    cli *c;
    reader in;
    char **paths;
    size_t path_count, path_room;
} request;

typedef struct verb {
    const char *name;
    const option *options;
    size_t size; /* of the struct that they fill, which begins with a model */
    int (*run_fn)(request *q, void *options);
    void (*begin_fn)(void *options); /* sets what is not 0 by default; NULL: nothing */
    const char *about; /* for help: a line, */
    const char *notes; /* and what else is to be said; NULL: nothing */
} verb;

/* Prepares a request and the model of its options, which are all zero. */
void request_begin(request *q, cli *c, model *m);

/* Where the output of a verb goes. */
void output_of(const request *q, output *to, int markdown);

/* An option of every verb: fills the reader. */
extern const option max_size_option;

/* What --help says: of all verbs, up to NULL, with examples; of one (a const verb *). To be freed. */
char *help_of_all(const verb *const *verbs, const char *examples);
char *help_of(const void *of);

/* Parses the rest of a command line and runs the verb; an exit code. */
int run_verb(cli *c, cli_args *a, const verb *v);

/* What is common to pages that show one report after the other. */
enum {
    EACH_BLANK = 1,     /* a blank line between them as text, */
    EACH_BLANK_CSV = 2, /* and as CSV */
    EACH_NAMED = 4,     /* their paths as text when there are several */
    EACH_BARE = 8       /* JSON: no object with the path around each */
};

/* Calls page for every report that can be opened; JSON comes as one list of them. An exit code. first: nothing was shown yet. */
typedef int (*report_fn)(const page *pg, opened *o, void *user, int first);
int each_report(const request *q, const model *m, output *to, int flags, report_fn fn, void *user);

/* --json of a verb that writes a report: begins an object on standard output, or, where the report goes there, on standard error.
   0: not asked for. */
int wrote_begin(const request *q, cli_json *j);
void wrote_end(cli_json *j);

/* Every verb; without a verb it is the overview. */
extern const verb overview_verb, list_verb, raw_verb, details_verb, source_verb, summary_verb, diff_verb, html_verb, session_verb, strings_verb,
    blocks_verb, unknown_verb, cubin_verb, slice_verb, merge_verb, salvage_verb, pack_verb, unpack_verb, export_verb, follow_verb,
    anonymize_verb, check_verb, lines_verb, sass_verb, dump_verb, digest_verb, trend_verb, chart_verb;

#endif
