/* Names of C++ as people read them. */
#ifndef EXAMPLES_NCUREP_INPUT_DEMANGLE_H
#define EXAMPLES_NCUREP_INPUT_DEMANGLE_H

#include "cli/cli.h"

/* Appends what a mangled name (Itanium C++ ABI) stands for; 0: it is none, or the C++ runtime, which knows, is not here. */
int demangle(cli_buf *b, const char *mangled, size_t len);

/* Loads that runtime now: before the process gives up the right to. */
void demangle_ready(void);

#endif
