/* A report in a few thousand bytes, for a chat or a language model. */
#ifndef EXAMPLES_NCUREP_PAGES_DIGEST_H
#define EXAMPLES_NCUREP_PAGES_DIGEST_H

#include "../model/digest.h"
#include "page.h"

/* Shorter and shorter versions: what is left out is counted. */
#define DIGEST_LEVELS 7

/* Text, Markdown, or members of the open object of JSON. */
void digest_page(const page *pg, const opened *o, const digest *d, int level);

#endif
