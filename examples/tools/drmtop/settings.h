/* What drmtop remembers: how the screen looked when it was told to. */
#ifndef EXAMPLES_DRMTOP_SETTINGS_H
#define EXAMPLES_DRMTOP_SETTINGS_H

#include "draw.h"

/* Appends the path of the file: $XDG_CONFIG_HOME/drmtop/settings, else in ~/.config; 0: there is no home folder. */
int settings_path(cli_buf *path);

/* Takes the settings of the file, if there is one. Appends to b what is wrong with it; such a line changes nothing. */
void settings_read(const cli *c, screen *s, model *m, cli_buf *b);

/* Writes them, with the folders above. 0 with a message. */
int settings_write(const cli *c, const screen *s, const model *m);

/* Columns from their names, with commas or spaces between; "auto" is 0. -1: a word is not a column; *bad is where it
   starts, *len its length. */
int settings_columns(const char *text, unsigned *columns, const char **bad, size_t *len);

#endif
