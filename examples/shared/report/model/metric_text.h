/* What names of metrics mean, for people. */
#ifndef EXAMPLES_NCUREP_MODEL_METRIC_TEXT_H
#define EXAMPLES_NCUREP_MODEL_METRIC_TEXT_H

#include "ncurep.h"

/* Writes a short description of a metric, of which ncurep_metric_describe gave the facts, into to, at most room bytes with the zero
   at the end, and returns the length of the whole text. "": not known. */
size_t metric_text(const ncurep_metric_facts *facts, char *to, size_t room);

#endif
