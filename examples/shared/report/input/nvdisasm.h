/* nvdisasm, a public CUDA tool, where it is on PATH. */
#ifndef EXAMPLES_NCUREP_INPUT_NVDISASM_H
#define EXAMPLES_NCUREP_INPUT_NVDISASM_H

#include "cli/cli.h"

/* Appends what it prints of a cubin; nothing where it is not on PATH or cannot run. */
void nvdisasm_run(cli_buf *out, const void *cubin, size_t size);

#endif
