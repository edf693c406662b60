/* Pieces that several pages show: a result, a value, a metric of a section. */
#ifndef EXAMPLES_REPORT_DRAW_CELLS_H
#define EXAMPLES_REPORT_DRAW_CELLS_H

#include "report/model/code.h"
#include "report/model/figures.h"
#include "write/table.h"

void put_json_value(output *to, const char *key, const ncurep_value *v);

/* What a rule estimates; percent 0: nothing. */
void put_json_speedup(output *to, double percent, const char *type);


/* What a result is, in columns with their widths: in CSV the eleven of the vendor's raw page, for people those of the list. The cells are
   where put_result has their names. */
#define RESULT_COLUMNS(X) \
    X('r', "ID", "ID", "result", 3, table_whole(t, r->index)) \
    X('l', NULL, NULL, "kind", 0, table_string(t, kinds[r->kind])) \
    X('l', NULL, "Process ID", NULL, 0, put_whole_of(t, known, p.id)) \
    X('l', NULL, "Process Name", NULL, 0, table_text(t, program.ptr, program.len)) \
    X('l', NULL, "Host Name", NULL, 0, table_text(t, p.host.ptr, p.host.len)) \
    X('l', NULL, "Kernel Name", NULL, 0, put_whole_name(t, r)) \
    X('l', "Kernel", NULL, "name", 29, put_name(t, r, shown)) \
    X('l', NULL, NULL, "demangled", 0, put_text_of(t, is_kernel, r->demangled)) \
    X('l', NULL, NULL, "mangled", 0, put_text_of(t, is_kernel, r->mangled)) \
    X('r', "Grid", NULL, "grid", 9, put_size_of(t, is_kernel, r->grid[0], r->grid[1], r->grid[2])) \
    X('r', "Block", NULL, "block", 5, put_size_of(t, is_kernel, r->block_size.x, r->block_size.y, r->block_size.z)) \
    X('r', NULL, "Context", "context", 0, table_whole(t, r->context)) \
    X('r', NULL, "Stream", "stream", 0, table_whole(t, r->stream)) \
    X('r', NULL, "Block Size", NULL, 0, put_size_of(t, is_kernel, r->block_size.x, r->block_size.y, r->block_size.z)) \
    X('r', NULL, "Grid Size", NULL, 0, put_size_of(t, is_kernel, r->grid[0], r->grid[1], r->grid[2])) \
    X('r', "Device", "Device", "device", 6, put_whole_of(t, device[0] != 0, strtoull(device, NULL, 10))) \
    X('r', NULL, "CC", "cc", 0, table_string(t, cc[0] != 0 ? cc : NULL)) \
    X('r', NULL, NULL, "process", 0, put_whole_of(t, known, p.id)) \
    X('l', NULL, NULL, "program", 0, put_text_of(t, known, program))

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
