/* The tables and charts in the body of a section: what an item shows, in the format of the output. */
#ifndef EXAMPLES_REPORT_DRAW_FIGURE_H
#define EXAMPLES_REPORT_DRAW_FIGURE_H

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

/* The title for people: the label, and what a line chart is of, since several have one label. */
void figure_title(const figure *f, cli_buf *b);

/* All items of a section; of HTML, see also html.h. */
void put_figures(output *to, evaluated *e, const nvs_evaluation *v);
void put_figure(output *to, evaluated *e, const nvs_part *item, const nvs_part *end);

/* Whether any item shows anything. */
int figures_have(const evaluated *e, const nvs_evaluation *v);

/* Index after the parts of an item, of which the first has index at. */
size_t item_end(const nvs_evaluation *v, size_t at);

/* A part with a metric; a roof, wall or point of a roofline. */
int is_metric(const nvs_part *p);
int is_mark(const nvs_part *p);

/* Roofs that are shown, points that did any work: what nothing of was executed fills pages otherwise. */
int is_drawn(const nvs_part *p);

/* The roof of a point, and which part of it the point reaches, 1 being all of it: the roof that has the same place among the roofs as
   the point among the points, where there are as many, as in the sections of the profiler; else the lowest. NULL: not known. */
const nvs_part *roof_of(const figure *f, const nvs_part *point, double *part);
nvs_view mark_label(const nvs_part *p);

/* Whether an item is a table of several columns, and its cells row by row, as the section lays them out: NULL where there is
   none. To be freed. */
int is_matrix(const nvs_part *item);
const nvs_part **matrix_of(const figure *f, size_t *rows, size_t *columns);

/* The title of a column of a SuffixTable; empty after the last. */
nvs_view suffix_title(const figure *f, size_t column);

/* The passes in which the series of a timeline were taken; their ids are times in ns. */
#define MOST_PASSES 64
typedef struct passes {
    size_t count;         /* as far as first samples tell them apart */
    int aligned;          /* the report says of each when the kernel began in it */
    uint64_t start[MOST_PASSES], end[MOST_PASSES]; /* of the kernel, in passes of the report; end 0: not known */
    size_t known;
    uint64_t length;      /* of the longest; 0: not known */
} passes;
void passes_of(const figure *f, passes *p);

/* The time of a series that is 0 on the axis: where the kernel began, or, unless that is known of all, its first sample. */
uint64_t origin_of(const passes *p, const nvs_metric *d);

/* What is said about the axis; NULL: a single pass needs no words. */
const char *passes_words(const passes *p);

/* A table of the memory system that an item asks for by its name; 0: not such a table, or nothing to show. to: NULL only
   answers. */
int memory_table(output *to, const evaluated *e, nvs_field item);

/* Memory sections show the traffic where no section of the kernel has the chart for it. */
int is_memory_section(const nvs_node *section);

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
