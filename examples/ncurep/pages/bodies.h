/* The tables and charts of a section. */
#ifndef EXAMPLES_NCUREP_PAGES_BODIES_H
#define EXAMPLES_NCUREP_PAGES_BODIES_H

#include "cells.h"

int bodies_have(const evaluated *e, const nvs_evaluation *v);
void put_bodies_text(const page *pg, evaluated *e, const nvs_evaluation *v);
void put_bodies_json(evaluated *e, const nvs_evaluation *v, cli_json *j);

/* A table of the memory system that an item asks for by its name; 0: not such a table, or nothing to show. To be printed
   or freed. */
int memory_table(grid *g, const evaluated *e, nvs_field item);

/* Index after the parts of an item, of which the first has index at. */
size_t item_end(const nvs_evaluation *v, size_t at);

/* Whether an item, its parts up to before end, shows anything. */
int item_has(const evaluated *e, const nvs_part *item, const nvs_part *end);

/* Roofs to show, and points that did any work: pages would otherwise fill up with things that never ran. */
int is_drawn(const nvs_part *p);

/* An instance: its id, mostly an address. */
typedef struct line_value {
    nvs_value id;
    double value;
    size_t at; /* index */
} line_value;

/* The largest instances, largest first, and how many there are in all. To be freed. */
line_value *by_heat(const nvs_metric *d, uint64_t most, size_t *count);

/* Where an id is in the code, "file.cu:12  +0x40"; texts are themselves. */
void put_where(cli_buf *b, const machine_code *x, const nvs_value *id);

/* Lowest and highest value of the instances; both 0 without any. */
void range_of(const nvs_metric *d, double *low, double *high);

#endif
