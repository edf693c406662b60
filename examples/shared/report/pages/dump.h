/* Everything in a report, in a form that two readers print identically, byte for byte. */
#ifndef EXAMPLES_NCUREP_PAGES_DUMP_H
#define EXAMPLES_NCUREP_PAGES_DUMP_H

#include "page.h"

/* What is chosen, as JSON lines; instances: each one, not only a hash of them. Nothing of a report that is damaged. */
int dump_page(const page *pg, opened *o, choice *k, int instances);

/* Names and values of its metrics, as rows. */
int dump_values_page(const page *pg, opened *o, choice *k);

#endif
