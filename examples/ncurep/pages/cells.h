/* Pieces that several pages show: a result, a value, a metric of a section. */
#ifndef EXAMPLES_NCUREP_PAGES_CELLS_H
#define EXAMPLES_NCUREP_PAGES_CELLS_H

#include "../model/code.h"
#include "../model/figures.h"
#include "page.h"

void put_json_value(cli_json *j, const char *key, const ncurep_value *v);

/* What a result is: members of the object that is open; the eleven columns in front of the metrics, as the vendor's raw
   page has them. */
void put_json_result(cli_json *j, const opened *o, const ncurep_result *r);
void put_csv_result(cli_csv *v, const opened *o, const ncurep_result *r);
void put_csv_titles(cli_csv *v);
#define RESULT_COLUMNS 11

/* A line about the file, for people. */
void put_file_line(const page *pg, const opened *o);

/* Cells of a section. */
int is_shown(const nvs_cell *x);
void put_cell_name(cli_buf *b, const value_style *style, const nvs_cell *x);
void put_cell_value(cli_buf *b, const value_style *style, const nvs_cell *x, scale *s);
void put_cell_amount(cli_buf *b, const value_style *style, const nvs_cell *x, const nvs_value *value); /* with its unit */
void put_json_cell(cli_json *j, const value_style *style, const nvs_cell *x);

/* Of a table that a rule made. */

/* Header metrics that the result has, by name. To be freed. */
const nvs_part **header_of(const nvs_evaluation *v, size_t *count);

/* A sign a value, from low to high. */
void put_spark(cli_buf *b, int utf8, const nvs_column *values, size_t count, size_t width, double low, double high);

#endif
