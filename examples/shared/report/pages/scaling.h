/* How metrics grow with a number. */
#ifndef EXAMPLES_NCUREP_PAGES_SCALING_H
#define EXAMPLES_NCUREP_PAGES_SCALING_H

#include "../model/scaling.h"
#include "page.h"

/* by: what the number is, for people and programs. */
void scaling_page(const page *pg, const scaling *s, const char *by);

#endif
