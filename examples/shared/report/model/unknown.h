/* Fields of a report that ncurep.h does not know. */
#ifndef EXAMPLES_NCUREP_MODEL_UNKNOWN_H
#define EXAMPLES_NCUREP_MODEL_UNKNOWN_H

#include "choice.h"

/* Calls fn for each in what is chosen, of: "file", "block", "source" or "result", and its number; how many. What cannot be read is a
   message, and *code becomes CLI_INPUT. */
typedef void (*unknown_fn)(const char *of, uint32_t i, const ncurep_unknown *u, void *user);
uint64_t each_unknown(const cli *c, const opened *o, const choice *k, unknown_fn fn, void *user, int *code);

#endif
