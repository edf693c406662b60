/* A program that prints machine code, as nvdisasm, a public CUDA tool, does. */
#ifndef EXAMPLES_NCUREP_INPUT_DISASSEMBLER_H
#define EXAMPLES_NCUREP_INPUT_DISASSEMBLER_H

#include "cli/cli.h"

/* Appends what "PROGRAM -c CUBIN" prints of these bytes; 0 with a message. */
int disassembler_run(const cli *c, const char *program, cli_buf *out, const void *cubin, size_t size);

#endif
