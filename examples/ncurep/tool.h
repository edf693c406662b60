/* What the files of the ncurep tool share. */
#ifndef EXAMPLES_NCUREP_TOOL_H
#define EXAMPLES_NCUREP_TOOL_H

#define NCUREP_POSIX
#include "ncurep.h"
#include "examples/cli/cli.h"

/* Prints the canonical dump; 0 with a message when the report is damaged. */
int dump_report(cli *c, const char *path, ncurep_report *report, int instances);

/* Prints result, name and value of all metrics, sorted by name, not scaled; 0 with a message when it is damaged. */
int dump_raw_csv(cli *c, const char *path, ncurep_report *report);

/* The verb lines, from its options on; an exit code. */
int lines_verb(cli *c, cli_args *a);

/* "TOOL: PATH: byte N: MESSAGE" on standard error. */
void say_error(const cli *c, const char *path, const ncurep_error *e);

#endif
