/* Sections in a folder. */
#ifndef EXAMPLES_NCUREP_INPUT_SECTION_FOLDER_H
#define EXAMPLES_NCUREP_INPUT_SECTION_FOLDER_H

#ifndef NVS_POSIX
#define NVS_POSIX
#endif
#include "nvsection.h"
#include "examples/cli/cli.h"

/* An empty library, as reports need it; NULL with a message. To be closed. */
nvs_library *open_library(cli *c);

/* The files of a folder; NULL with a message when there is no section in it. *lost: set when one of them could not be used. */
nvs_library *read_sections(cli *c, const char *folder, int *lost);

#endif
