/* What gates leave for the machine that runs them: JUnit XML, annotations of GitHub Actions. */
#ifndef EXAMPLES_NCUREP_PAGES_GATE_H
#define EXAMPLES_NCUREP_PAGES_GATE_H

#include "../model/outcomes.h"
#include "write/out.h"

/* rules: the file of rules, for outcomes with a line; else what the gate is called. */
void junit_page(output *to, const char *rules, const outcomes *all);       /* markup */
void annotations_page(output *to, const char *rules, const outcomes *all); /* text */

#endif
