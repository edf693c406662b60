/* What readers say of a report, written into a copy of it. */
#ifndef EXAMPLES_VIEWER_COMMENTS_H
#define EXAMPLES_VIEWER_COMMENTS_H

#include "report/input/report.h"

/* Copies the report with these comments in place of its own: of each the index of the result, the identifier of the section, empty
   for the result as a whole, the section's name, and the text, empty to delete it, each ended by byte 31. Blocks without a new comment
   are copied as they are. An exit code. */
int write_comments(cli *c, opened *o, const char *comments, const ncurep_output *to);

#endif
