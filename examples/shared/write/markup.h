/* HTML and SVG: the one way to write them, so that no text of a report becomes markup. */
#ifndef EXAMPLES_WRITE_MARKUP_H
#define EXAMPLES_WRITE_MARKUP_H

#include "out.h"

/* The format is markup with conversions of printf. What %s and %.*s stand for is text of any origin: it is written as a terminal may
   see it, with & < > " ' escaped. Other formats show nothing of it. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void put_markup(output *to, const char *format, ...);

/* What %.*s takes of a view. */
#define TEXT_OF(view) text_length((view).len), (view).ptr
int text_length(size_t len);

void put_markup_buf(output *to, cli_buf *text);                    /* and frees */
void put_markup_bytes(output *to, const char *markup, size_t len); /* markup as it is */

/* Around a page without a script, which tables and lines fill. */
void put_page(output *to, const char *title);
void put_page_end(output *to);

/* A tree in an element that is not shown, for the script. */
void markup_tree(output *tree, const output *to);

/* For the script, which sorts by it: as JavaScript reads numbers; nothing for other texts. */
void put_exact(output *to, double v);

#endif
