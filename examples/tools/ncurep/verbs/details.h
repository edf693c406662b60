/* The details page with the sections that a model chooses. */
#ifndef EXAMPLES_NCUREP_VERBS_DETAILS_H
#define EXAMPLES_NCUREP_VERBS_DETAILS_H

#include "report/pages/details.h"

/* An exit code; CLI_INPUT with a message when the sections cannot be read. */
int show_details(const page *pg, opened *o, const details_options *how);

#endif
