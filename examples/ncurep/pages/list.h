/* The results of a report, one a line. */
#ifndef EXAMPLES_NCUREP_PAGES_LIST_H
#define EXAMPLES_NCUREP_PAGES_LIST_H

#include "cells.h"

#define LIST_COLUMNS 7
extern const char *const list_titles[LIST_COLUMNS];

/* A result: cells of a table, an object, a line of CSV. */
void list_row(const value_style *style, const opened *o, const ncurep_result *r, cli_table *t);
void list_json(const opened *o, const ncurep_result *r, cli_json *j);
void list_csv(const opened *o, const ncurep_result *r, cli_csv *v);
void list_csv_titles(cli_csv *v);

int list_page(const page *pg, const opened *o);

#endif
