/* Counters of instructions as sections want them shown: order, names, groups. */
#ifndef EXAMPLES_NCUREP_MODEL_COUNTERS_H
#define EXAMPLES_NCUREP_MODEL_COUNTERS_H

#include "listing.h"
#include "sections.h"

/* Puts the columns of a listing into the order of Metrics and SourceMetrics of the sections of its result, those that no
   section has last, as they were; fills in label, group and shown. 0 with a message. */
int arrange_columns(listing *l, section_source *s);

/* The same with sections that are at hand. */
int arrange_evaluated(listing *l, evaluated *e);

#endif
