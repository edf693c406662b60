/* SVG to PNG, by librsvg and cairo. */
#ifndef EXAMPLES_NCUREP_VERBS_PNG_H
#define EXAMPLES_NCUREP_VERBS_PNG_H

#include "cli/cli.h"

/* Loads the libraries: before the process gives up the right to. 0: they are not here. */
int png_ready(void);

/* Files that they read: fonts, up to NULL. */
extern const char *const png_reads[];

/* Draws a document as wide and high as it says. 0 with a message. */
int png_draw(const cli *c, const char *svg, size_t len, FILE *out);

#endif
