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

/* A column of ncu's source page: a counter, or the sum of a group, which the section names as one. */
typedef struct page_counter {
    nvs_view label;
    size_t *of, count; /* columns of the listing; of a group those that it has */
} page_counter;

typedef struct page_counters {
    page_counter *list;
    size_t count;
} page_counters;

/* Those that the sections of the result name and that the listing has, in the order of the sections, with its groups; where they name none,
   all by their names. Labels stay as long as the listing. 0 with a message. To be closed in both cases. */
int page_counters_open(page_counters *x, listing *l, section_source *s);
void page_counters_close(page_counters *x);

#endif
