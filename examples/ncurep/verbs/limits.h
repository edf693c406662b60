/* Limits that metrics of kernels must keep. */
#ifndef EXAMPLES_NCUREP_VERBS_LIMITS_H
#define EXAMPLES_NCUREP_VERBS_LIMITS_H

#include "verb.h"

/* Holds the results of the reports to the limits in a file; junit: where they are written as JUnit does, NULL: nowhere. */
int check_limits(request *q, const model *m, const char *path, const char *junit);

#endif
