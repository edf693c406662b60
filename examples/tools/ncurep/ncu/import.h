/* The stand-in for ncu --import: its options, mapped onto pages. */
#ifndef EXAMPLES_NCUREP_NCU_IMPORT_H
#define EXAMPLES_NCUREP_NCU_IMPORT_H

#include "report/pages/groups.h"
#include "report/pages/raw.h"
#include "report/pages/session.h"
#include "report/pages/source.h"
#include "report/pages/vendor_details.h"
#include "../verbs/verb.h"

typedef enum import_page { PAGE_DETAILS, PAGE_RAW, PAGE_SOURCE, PAGE_SESSION } import_page;

/* Results among which --launch-skip and --launch-count count. */
typedef enum filter_mode { FILTER_GLOBAL, FILTER_DEVICE, FILTER_LAUNCH } filter_mode;

typedef struct import_options {
    model m;
    const char *report, *export_to, *log, *kernel_id, *devices;
    import_page page;
    groups_options groups;
    filter_mode mode;
    int force;
    details_options details;
    raw_options raw;
    source_options source;
    session_options session;
} import_options;

/* Whether the command line is one of ncu rather than a verb; verbs: the known ones, up to NULL. */
int is_import(int argc, char **argv, const verb *const *verbs);

/* Whether ncu's option, or its page if that is NULL, is one that only it has; then with a message what to use here (elsewhere.c). */
int is_elsewhere(const cli *c, const char *name, const char *page_name);

/* An exit code. */
int import_command(cli *c, int argc, char **argv);

/* A byte for each result of the report, 1 where it is chosen; to be freed. NULL with a message (filter.c). */
unsigned char *choose_results(const import_options *m, const opened *o);

/* Writes the chosen results to a new report; an exit code (write.c). */
int write_report(const import_options *m, const opened *o);

#endif
