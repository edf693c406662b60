/* Sections in a folder. */
#ifndef EXAMPLES_NCUREP_INPUT_SECTION_FOLDER_H
#define EXAMPLES_NCUREP_INPUT_SECTION_FOLDER_H

#include "section_library.h"

/* The files of a folder, then those of a tree of folders, either of which may be NULL; NULL with a message when there is no
   section in them. with: how to reach them, or NULL for the system's. *lost: set when a file could not be used. */
section_library *read_sections(cli *c, const char *folder, const char *tree, const section_disk *with, int *lost);

/* Where Nsight Compute puts its sections for this user, of the newest version that did; NULL: nowhere. To be freed. */
char *deployed_sections(void);

#endif
