/* Sections in a folder. */
#ifndef EXAMPLES_NCUREP_INPUT_SECTION_FOLDER_H
#define EXAMPLES_NCUREP_INPUT_SECTION_FOLDER_H

#ifndef NVS_POSIX
#define NVS_POSIX
#endif
#include "nvsection.h"
#include "cli/cli.h"

/* An empty library, as reports need it; NULL with a message. To be closed. */
nvs_library *open_library(cli *c);

/* The files of a folder, then those of a tree of folders, either of which may be NULL; NULL with a message when there is no
   section in them. with: how to reach them, or NULL. *lost: set when a file could not be used. */
nvs_library *read_sections(cli *c, const char *folder, const char *tree, const nvs_files *with, int *lost);

/* Where Nsight Compute puts its sections for this user, of the newest version that did; NULL: nowhere. To be freed. */
char *deployed_sections(void);

#endif
