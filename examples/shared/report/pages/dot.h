/* The flow of a function as a graph in the language of Graphviz. */
#ifndef EXAMPLES_NCUREP_PAGES_DOT_H
#define EXAMPLES_NCUREP_PAGES_DOT_H

#include "cubin.h"
#include "page.h"

/* An exit code; error says why there is no graph. */
int dot_page(const page *pg, const cubin_file *file, const cubin_function *function, cubin_error *error);

#endif
