/* From machine code to source lines, inlined calls included, and to lines of the PTX text. */
#ifndef EXAMPLES_NCUREP_PAGES_LINES_H
#define EXAMPLES_NCUREP_PAGES_LINES_H

#include "cubin.h"
#include "page.h"

/* The line tables of a cubin, a tree a function: offsets are those that the file stores, which in reports before 2022.3 are run-time
   addresses. l: NULL for none. */
void lines_page(const page *pg, const cubin_file *l);

#endif
