/* How metrics grow with a number. */
#ifndef EXAMPLES_NCUREP_PAGES_SCALING_H
#define EXAMPLES_NCUREP_PAGES_SCALING_H

#include "../model/scaling.h"
#include "damage.h"
#include "page.h"

/* by: what the number is, for people and programs. d: what is wrong in each report. */
void scaling_page(const page *pg, const scaling *s, const char *by, const damage *d, size_t count);

#endif
