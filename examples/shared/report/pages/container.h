/* What the container of a report holds: of all, or of the chosen results. */
#ifndef EXAMPLES_NCUREP_PAGES_CONTAINER_H
#define EXAMPLES_NCUREP_PAGES_CONTAINER_H

#include "page.h"

int strings_page(const page *pg, const opened *o);
int blocks_page(const page *pg, const opened *o);
int unknown_page(const page *pg, const opened *o); /* fields that ncurep.h does not know */

#endif
