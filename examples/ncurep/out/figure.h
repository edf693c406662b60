/* The tables and charts in the body of a section: what an item shows, in the format of the output. */
#ifndef EXAMPLES_NCUREP_OUT_FIGURE_H
#define EXAMPLES_NCUREP_OUT_FIGURE_H

#include "cells.h"

typedef struct figure {
    output *to;
    evaluated *e;
    const nvs_part *item, *end; /* its parts follow it */
    nvs_view label;
} figure;

/* A way to show them: a function for each kind of item, which has something to show. */
typedef struct figure_back_end {
    void (*begin_fn)(const figure *f);
    void (*cells_fn)(const figure *f);
    void (*memory_fn)(const figure *f); /* memory_table */
    void (*bars_fn)(const figure *f);
    void (*lines_fn)(const figure *f);
    void (*timeline_fn)(const figure *f);
    void (*histogram_fn)(const figure *f);
    void (*roofline_fn)(const figure *f);
    void (*source_fn)(const figure *f);
    void (*end_fn)(const figure *f);
    int all; /* items that have nothing to show come as well: to begin_fn and end_fn, or, without those, as themselves */
} figure_back_end;

extern const figure_back_end text_figures, json_figures, html_figures; /* Markdown as text; in CSV they are rows of the page */

/* All items of a section; of HTML, see also html.h. */
void put_figures(output *to, evaluated *e, const nvs_evaluation *v);
void put_figure(output *to, evaluated *e, const nvs_part *item, const nvs_part *end);

/* Whether any item shows anything. */
int figures_have(const evaluated *e, const nvs_evaluation *v);

/* Whether an item, its parts up to before end, shows anything. */
int item_has(const evaluated *e, const nvs_part *item, const nvs_part *end);

/* Index after the parts of an item, of which the first has index at. */
size_t item_end(const nvs_evaluation *v, size_t at);

/* A part with a metric; a roof, wall or point of a roofline. */
int is_metric(const nvs_part *p);
int is_mark(const nvs_part *p);

/* Roofs that are shown, points that did any work: what nothing of was executed fills pages otherwise. */
int is_drawn(const nvs_part *p);

/* A table of the memory system that an item asks for by its name; 0: not such a table, or nothing to show. to: NULL only
   answers. */
int memory_table(output *to, const evaluated *e, nvs_field item);

/* An instance: its id, mostly an address. */
typedef struct line_value {
    nvs_value id;
    double value;
    size_t at; /* index */
} line_value;

/* The largest instances, largest first, and how many of so many there are. To be freed. */
line_value *by_heat(const nvs_metric *d, uint64_t most, size_t *count);

/* How many of them a source metric table shows. */
uint64_t heat_rows(const figure *f);

/* Where an id is in the code, "file.cu:12  +0x40"; texts are themselves. */
void put_where(cli_buf *b, const machine_code *x, const nvs_value *id);

/* Lowest and highest value of the instances; both 0 without any. */
void range_of(const nvs_metric *d, double *low, double *high);

#endif
