/* Help, setup and details. */
#ifndef EXAMPLES_DRMTOP_PAGE_H
#define EXAMPLES_DRMTOP_PAGE_H

#include "pen.h"

/* Help and details: lines of text that may be longer than the screen. */
typedef struct page {
    screen *s;
    int at;    /* of all lines */
    int first; /* the first that is shown */
} page;

/* A line that is too wide continues on the next, broken at a space if there is one. */
void page_line(page *g, int which, const char *format, ...);

void help_page(page *g);
void setup_page(page *g);
void detail_page(page *g, const model *m, const row *r);

#endif
