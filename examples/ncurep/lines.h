/* The canonical line table of a cubin. */
#ifndef EXAMPLES_NCUREP_LINES_H
#define EXAMPLES_NCUREP_LINES_H

#include "../cli/cli.h"

/* Prints the line tables of a cubin as JSON lines; CLI_FINE, or CLI_INPUT with a message that begins with name when the
   cubin has a mistake (what is whole is printed all the same). */
int lines_print(cli *c, const char *name, const void *cubin, size_t size);

#endif
