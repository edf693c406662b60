/* The canonical output: one line of JSON for each text, sample or sweep, for exact comparison. */
#ifndef EXAMPLES_DRMFDINFO_DUMP_H
#define EXAMPLES_DRMFDINFO_DUMP_H

#include "cli/cli.h"

/* Runs the verb with its own options; returns the exit code. */
int dump(cli *c, cli_args *args);

#endif
