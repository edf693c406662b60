/* The results of a report, one per line. */
#include "list.h"
#include "../model/labels.h"

#include <string.h>

/* After those of the result. */
#define LIST_COLUMNS(X) \
    X('r', "Duration", "Duration ns", "duration_ns", 9, put_time(t, style, o, r)) \
    X('r', "Metrics", "Metrics", "metric_count", 7, table_whole(t, r->metrics.count))

#define ROW_COLUMNS RESULT_COLUMNS(TABLE_WIDE) LIST_COLUMNS(TABLE_WIDE)
static const table_column columns[] = {{'l', NULL, "File", NULL, 0}, ROW_COLUMNS};
static const table_column alone[] = {{'l', NULL, "File", "file", 0}, ROW_COLUMNS}; /* of a row in no object of a report */

#define COLUMNS (sizeof columns / sizeof *columns)

void list_titles(output *to) { table_titles(to, columns, COLUMNS); }
void list_begin(table *t, output *to, int flags) { table_begin(t, to, "results", flags & TABLE_STREAM ? alone : columns, COLUMNS, flags | TABLE_AGAIN); }

static void put_time(table *t, const value_style *style, const opened *o, const ncurep_result *r)
{
    ncurep_value duration;
    ncurep_view metric;
    if (duration_of(o, r, &duration, &metric)) {
        const double d = ncurep_value_double(&duration);
        scale s;
        scale_of(&s, metric, d, style);
        table_show(t, d - d == 0 ? "%.2f %s" : "", d / s.by, s.unit);
        put_value_cell(t, &duration);
    } else table_null(t);
}

void list_row(table *t, const value_style *style, const opened *o, const ncurep_result *r, const char *name)
{
    table_string(t, o->path);
    put_named_result(t, o, r, name);
    LIST_COLUMNS(TABLE_WIDE_CELL)
    table_row(t);
}

int list_page(const page *pg, const opened *o)
{
    output *to = pg->to;
    cursor at;
    ncurep_result r;
    labels names;
    table t;
    const name_base shown = pg->m->chosen.shown;
    const int people = out_talks(to); /* who see names as short as they can be */
    int code = code_of(o), ignored = 0;
    memset(&names, 0, sizeof names);
    memset(&at, 0, sizeof at);
    at.quiet = 1;
    while (people && next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &ignored)) (void)labels_add(&names, &r, shown);
    labels_make(&names);
    memset(&at, 0, sizeof at);
    put_file_line(to, o);
    list_begin(&t, to, 0);
    while (next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &code))
        list_row(&t, &pg->m->style, o, &r, people ? names.list[labels_add(&names, &r, shown)].text : NULL);
    table_end(&t);
    labels_free(&names);
    return code;
}
