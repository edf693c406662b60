/* Pieces that several pages show: a result, a value, a metric of a section. */
#ifndef EXAMPLES_REPORT_DRAW_CELLS_H
#define EXAMPLES_REPORT_DRAW_CELLS_H

#include "report/model/code.h"
#include "report/model/figures.h"
#include "write/table.h"

void put_json_value(output *to, const char *key, const ncurep_value *v);

/* What a rule estimates; percent 0: nothing. */
void put_json_speedup(output *to, double percent, const char *type);


/* What a result is, in columns: in CSV the eleven of the vendor's raw page, for people those of the list. */
#define RESULT_COLUMNS \
    {'r', "ID", "ID", "result", 3}, {'l', NULL, NULL, "kind", 0}, {'l', NULL, "Process ID", NULL, 0}, {'l', NULL, "Process Name", NULL, 0}, \
    {'l', NULL, "Host Name", NULL, 0}, {'l', NULL, "Kernel Name", NULL, 0}, {'l', "Kernel", NULL, "name", 29}, {'l', NULL, NULL, "demangled", 0}, \
    {'l', NULL, NULL, "mangled", 0}, {'r', "Grid", NULL, "grid", 9}, {'r', "Block", NULL, "block", 5}, {'r', NULL, "Context", "context", 0}, \
    {'r', NULL, "Stream", "stream", 0}, {'r', NULL, "Block Size", NULL, 0}, {'r', NULL, "Grid Size", NULL, 0}, \
    {'r', "Device", "Device", "device", 6}, {'r', NULL, "CC", "cc", 0}, {'r', NULL, NULL, "process", 0}, {'l', NULL, NULL, "program", 0}

/* Their cells, of a table that begins with these columns. name: what people call it; NULL: as programs do. */
void put_result(table *t, const opened *o, const ncurep_result *r);
void put_named_result(table *t, const opened *o, const ncurep_result *r, const char *name);

/* People see a name in so many columns of a terminal: what tells it from others comes last, and stays. */
void show_name(table *t, const char *name, size_t room);

/* The same for tables of nothing else, whose rows go on with what the page writes itself. */
void result_table(table *t, output *to, const char *key, int flags);
void result_tree(table *t, output *to); /* the same for trees alone, in the list that is open */

/* A value: text or a number. */
void put_value_cell(table *t, const ncurep_value *v);

/* A line about the file, and one about a result, for people. */
void put_file_line(output *to, const opened *o);
void put_result_head(output *to, const opened *o, const ncurep_result *r);

/* Cells of a section. */
int is_shown(const nvs_cell *x);

/* The report's own value under the name of a definition, if it is a different one; else NULL. */
const nvs_value *stored_beside(const nvs_cell *x);

/* The unit of a cell, and how values as large as this one are scaled: the section's own unit, else the unit of its name. */
void cell_scale(const value_style *style, const nvs_cell *x, double value, scale *s);
void cell_unit(const nvs_cell *x, scale *s); /* the base unit, for programs */
nvs_view title_of_suffix(const nvs_node *suffix); /* its label, else its name */
void put_cell_name(cli_buf *b, const value_style *style, const nvs_cell *x);
void put_cell_value(cli_buf *b, const value_style *style, const nvs_cell *x, scale *s);
void put_cell_amount(cli_buf *b, const value_style *style, const nvs_cell *x, const nvs_value *value); /* with its unit */
void put_json_cell(output *to, const value_style *style, const nvs_cell *x);

/* Of a table that a rule made. */

/* Header metrics that the result has, by name. To be freed. */
const nvs_part **header_of(const nvs_evaluation *v, size_t *count);

/* A sign a value, from low to high. */
void put_spark(cli_buf *b, int utf8, const nvs_column *values, size_t count, size_t width, double low, double high);

#endif
