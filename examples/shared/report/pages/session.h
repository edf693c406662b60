/* How, where and with what a report was made. */
#ifndef EXAMPLES_NCUREP_PAGES_SESSION_H
#define EXAMPLES_NCUREP_PAGES_SESSION_H

#include "write/table.h"
#include "page.h"

typedef struct session_options {
    int all;       /* all attributes of devices, and the environment */
    int as_vendor; /* text in the form of ncu */
} session_options;

int session_page(const page *pg, const opened *o, const session_options *how);

#endif
