/* The details page as ncu prints it. */
#ifndef EXAMPLES_NCUREP_PAGES_VENDOR_DETAILS_H
#define EXAMPLES_NCUREP_PAGES_VENDOR_DETAILS_H

#include "details.h"
#include "report/draw/figure.h"

int vendor_details(const page *pg, opened *o, section_source *sections, const details_options *how);

#endif
