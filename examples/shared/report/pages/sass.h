/* The machine code of functions as text, and what cannot be true of it. */
#ifndef EXAMPLES_NCUREP_PAGES_SASS_H
#define EXAMPLES_NCUREP_PAGES_SASS_H

#include "../model/assembly.h"
#include "page.h"

typedef struct sass_page_options {
    int encodings, scheduling, blocks, live, ranges;
} sass_page_options;

/* The titles of rows, whatever the options: those of all functions are alike. */
void sass_titles(output *to);

/* An open function of the cubin of a file, or of a module of a report; module NULL: the file is the cubin. How many parts of
   instructions nobody knows. */
uint64_t sass_page(const page *pg, const assembly *l, const char *path, const uint64_t *module, const sass_page_options *how);

/* What cannot be true of it; how many findings. */
uint64_t sass_check_page(const page *pg, const assembly *l, const char *path, const uint64_t *module);

#endif
