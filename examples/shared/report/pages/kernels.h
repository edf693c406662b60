/* Tables of the GPU code in programs: what each function needs, and what changed between two of them. */
#ifndef EXAMPLES_NCUREP_PAGES_KERNELS_H
#define EXAMPLES_NCUREP_PAGES_KERNELS_H

#include "../model/kernels.h"
#include "page.h"

/* The functions of a file; the titles once before the first. */
void kernels_titles(output *to);
void kernels_page(const page *pg, const char *path, const kernels *k);

/* What is not the same in a newer file: the number of kernels that need more or spill now. Both are sorted and matched. */
size_t kernels_diff_page(const page *pg, const char *before, const kernels *old, const char *after, const kernels *now);

/* Kernels that need more than a limit: their number. registers 0: any number; spills: may they. */
size_t kernels_check_page(const page *pg, const char *path, const kernels *k, uint32_t registers, int spills);

#endif
