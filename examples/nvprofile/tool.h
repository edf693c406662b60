/* What the files of the tool share. */
#ifndef EXAMPLES_NVPROFILE_TOOL_H
#define EXAMPLES_NVPROFILE_TOOL_H

#define NVP_POSIX
#include "examples/cli/cli.h"
#include "nvprofile.h"

/* dump.c */
int dump_file(cli *c, const char *path, unsigned flags);
int dump_keys(cli *c, const char *path);
int dump_resolve(cli *c, const char *path, char **files, int file_count);
int dump_path(cli *c, const char *path);

#endif
