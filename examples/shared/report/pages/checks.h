/* What must hold in every report: which rules do. */
#ifndef EXAMPLES_NCUREP_PAGES_CHECKS_H
#define EXAMPLES_NCUREP_PAGES_CHECKS_H

#include "page.h"

/* The titles once before the first report. CLI_FINDING: a rule is broken. */
void checks_titles(output *to);
int checks_page(const page *pg, opened *o);

#endif
