/* Sections on a result, as a page. */
#ifndef EXAMPLES_NVSECTION_PREVIEW_H
#define EXAMPLES_NVSECTION_PREVIEW_H

#include "report.h"
#include "write/out.h"

/* Writes the picked sections of w, filled in from a result, as w->people; an exit code. w keeps its library. */
int preview_page(report_result *r, work *w, output *to);

#endif
