/* What the sections of a report show, and what the rules say. */
#ifndef EXAMPLES_NCUREP_PAGES_DETAILS_H
#define EXAMPLES_NCUREP_PAGES_DETAILS_H

#include "report/draw/block.h"
#include "page.h"

typedef enum section_parts { PARTS_HEADER, PARTS_BODY, PARTS_ALL } section_parts;

typedef struct details_options {
    section_parts parts;
    int rule_details;  /* the metrics of rules */
    int as_vendor;     /* nothing that the vendor's page does not show */
} details_options;

int details_page(const page *pg, opened *o, section_source *sections, const details_options *how);

/* The blocks of one result, for a page that shows it among other things; d->e, d->f and, by section, d->has are given. */
void put_details(const page *pg, details *d, const details_options *how);

/* Whether a section, evaluated, has something to show. */
int section_has(const evaluated *e, const findings *f, const nvs_node *section, const nvs_evaluation *v,
                const details_options *how);

#endif
