/* Reports in a zstd frame (.ncu-repz), and parts of the scratch file. */
#ifndef EXAMPLES_NCUREP_INPUT_PACK_H
#define EXAMPLES_NCUREP_INPUT_PACK_H

#include "report.h"

/* Replaces a compressed report (o->file, or o->data) by what is in it; 0 with a message. beginning: of one that is cut
   or damaged, what comes before. */
int unpack_report(const reader *in, opened *o, int beginning);

/* Unpacks to f; 1, or with a message 0, or -1 if only the beginning is in f, because the rest is cut or damaged. */
int unpack_to(const reader *in, const char *path, const ncurep_input *packed, FILE *f);

/* Packs to the output of the tool; 0 with a message. path: of what is packed. */
int pack_to(cli *c, const char *path, const ncurep_input *from);

/* Bytes in memory as input. */
void memory_input(char *data, size_t size, ncurep_input *out);

/* A part of the scratch file, to be written to *f at once; NULL with a message. What was written, as input; 0 if that failed. Nothing
   else may be written to *f in between. The last part to be closed empties the file. */
scratch_part *temp_open(cli *c, FILE **f);
int temp_input(scratch_part *t, ncurep_input *out);
void temp_close(scratch_part *t);

#endif
