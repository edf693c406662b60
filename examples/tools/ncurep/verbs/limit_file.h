/* A file of limits: KERNEL METRIC OPERATOR BOUND, one a line. */
#ifndef EXAMPLES_NCUREP_VERBS_LIMIT_FILE_H
#define EXAMPLES_NCUREP_VERBS_LIMIT_FILE_H

#include "report/model/limits.h"

/* Reads a file of them into l, all zero at first; 0 with a message. To be freed either way. */
int limits_read(const cli *c, const char *path, limits *l);

#endif
