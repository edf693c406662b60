/* A table of the modules of a report. */
#ifndef EXAMPLES_NCUREP_PAGES_MODULES_H
#define EXAMPLES_NCUREP_PAGES_MODULES_H

#include "../model/modules.h"
#include "page.h"

void modules_page(const page *pg, module_codes *walk);

#endif
