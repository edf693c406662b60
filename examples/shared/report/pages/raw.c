/* The metrics of results. */
#include "raw.h"
#include "report/model/metric_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int shown(const page *pg, const opened *o, uint32_t id, ncurep_view *name)
{
    return ncurep_string_at(o->report, id, name) && !is_list(*name) && wants_metric(&pg->m->chosen, *name);
}

/* Calls show for every metric asked for, by name; for metrics with the same name each. 0 with a message. */
static int each_metric(const page *pg, const opened *o, const ncurep_result *r, void (*show)(void *, ncurep_view, const ncurep_metric *), void *user)
{
    ncurep_index x;
    ncurep_error e;
    uint32_t place;
    if (ncurep_index_build(o->report, r, &x, &e) != NCUREP_OK) {
        say_error(pg->m->c, o->path, &e);
        return 0;
    }
    for (place = 0; place < x.count; place++) {
        ncurep_metric m;
        ncurep_view name;
        if (ncurep_index_at(&x, place, &m) && shown(pg, o, m.name_id, &name)) show(user, name, &m);
    }
    return 1;
}

/* Rows have values as people see them, a tree has them as they are. */
#define METRIC_COLUMNS \
    {'l', "Metric Name", "Metric Name", "name", 0}, {'l', "Metric Unit", "Metric Unit", NULL, 0}, {'l', NULL, NULL, "unit", 0}, \
    {'r', "Metric Value", "Metric Value", NULL, 0}

static const table_column metric_columns[] = {METRIC_COLUMNS}, long_columns[] = {{'l', NULL, "File", NULL, 0}, RESULT_COLUMNS(TABLE_WIDE) METRIC_COLUMNS};

typedef struct metric_row {
    const page *pg;
    const opened *o;
    const ncurep_result *r; /* NULL: of metric_columns */
    table t;
} metric_row;

/* Value and instances as they are, in the row that is open. */
static void put_stored(output *to, const value_style *style, const ncurep_metric *m)
{
    ncurep_list list = m->instances;
    ncurep_instance n;
    put_json_value(to, "value", &m->value);
    if (style->instance == INSTANCES_NONE) return;
    out_list(to, "instances");
    while (ncurep_instance_next(&list, &n)) {
        if (style->instance == INSTANCES_DETAILS) {
            out_list(to, NULL);
            put_json_value(to, NULL, &n.id);
        }
        put_json_value(to, NULL, &n.value);
        if (style->instance == INSTANCES_DETAILS) out_close(to);
    }
    out_close(to);
}

static void show_row(void *user, ncurep_view name, const ncurep_metric *m)
{
    metric_row *row = (metric_row *)user;
    table *const t = &row->t;
    if (row->r != NULL) {
        table_string(t, row->o->path);
        put_result(t, row->o, row->r);
    }
    table_text(t, name.ptr, name.len);
    if (table_wants(t)) {
        cli_buf b = {NULL, 0, 0};
        scale s;
        scale_of(&s, name, ncurep_value_double(&m->value), &row->pg->m->style);
        put_metric(&b, &row->pg->m->style, m, &s);
        table_style(t, CLI_DIM);
        table_string(t, s.unit);
        table_pass(t);
        table_buf(t, &b);
    } else {
        metric_facts f;
        metric_describe(name, &f);
        table_pass(t);
        table_string(t, f.unit[0] != 0 ? f.unit : NULL);
        table_pass(t);
        put_stored(t->to, &row->pg->m->style, m);
    }
    table_row(t);
}

/* Each result with a table of its own. */
static int raw_nested(const page *pg, const opened *o)
{
    cursor at;
    metric_row row;
    ncurep_result r;
    table results;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    row.pg = pg;
    row.o = o;
    row.r = NULL;
    put_file_line(pg->to, o);
    result_table(&results, pg->to, "results", TABLE_UNSEEN);
    while (next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &code)) {
        put_result(&results, o, &r);
        put_result_head(pg->to, o, &r);
        table_begin(&row.t, pg->to, "metrics", metric_columns, COUNT_OF(metric_columns), 0);
        if (!each_metric(pg, o, &r, show_row, &row)) code = CLI_INPUT;
        table_end(&row.t);
        table_row(&results);
    }
    table_end(&results);
    return code;
}

static int raw_long(const page *pg, const opened *o)
{
    metric_row row;
    cursor at;
    ncurep_result r;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    row.pg = pg;
    row.o = o;
    row.r = &r;
    table_begin(&row.t, pg->to, NULL, long_columns, COUNT_OF(long_columns), TABLE_AGAIN);
    while (next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &code))
        if (!each_metric(pg, o, &r, show_row, &row)) code = CLI_INPUT;
    table_end(&row.t);
    return code;
}

/* One line a result, one column a metric: which strings of the table are columns, and the largest value in each. */
typedef struct column {
    ncurep_view name;
    uint32_t id;
    scale s;
} column;

typedef struct wide {
    unsigned char *used; /* by string id */
    double *largest;
} wide;

static int by_name(const void *a, const void *b)
{
    const ncurep_view *x = &((const column *)a)->name, *y = &((const column *)b)->name;
    const size_t n = x->len < y->len ? x->len : y->len;
    const int c = n > 0 ? memcmp(x->ptr, y->ptr, n) : 0;
    return c != 0 ? c : x->len < y->len ? -1 : x->len > y->len;
}

/* Columns of the chosen results, sorted by name; to be freed. */
static column *columns_of(const page *pg, const opened *o, size_t *count)
{
    wide w;
    cursor at;
    ncurep_result r;
    ncurep_metric m;
    column *list;
    uint32_t id;
    int ignored = CLI_FINE;
    memset(&at, 0, sizeof at);
    at.quiet = 1;
    w.used = (unsigned char *)cli_alloc((size_t)o->info.strings + 1, 1);
    w.largest = (double *)cli_alloc((size_t)o->info.strings + 1, sizeof *w.largest);
    *count = 0;
    while (next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &ignored))
        while (ncurep_metric_next(&r.metrics, &m)) {
            double d = ncurep_value_double(&m.value);
            ncurep_view name;
            if (m.name_id >= o->info.strings) continue;
            if (!w.used[m.name_id]) w.used[m.name_id] = (unsigned char)(1 + shown(pg, o, m.name_id, &name));
            if (d < 0) d = -d;
            if (d - d == 0 && d > w.largest[m.name_id]) w.largest[m.name_id] = d;
        }
    for (id = 0; id < o->info.strings; id++) *count += w.used[id] == 2;
    list = (column *)cli_alloc(*count + 1, sizeof *list);
    *count = 0;
    for (id = 0; id < o->info.strings; id++) {
        if (w.used[id] != 2) continue;
        list[*count].id = id;
        (void)ncurep_string_at(o->report, id, &list[*count].name);
        scale_of(&list[*count].s, list[*count].name, w.largest[id], &pg->m->style);
        ++*count;
    }
    qsort(list, *count, sizeof *list, by_name);
    cli_free(w.used);
    cli_free(w.largest);
    return list;
}

/* The table of the vendor's raw page, with the units as its first row. Of metrics with the same name the first is shown. */
static int raw_wide(const page *pg, const opened *o)
{
    static const table_column own[] = {RESULT_COLUMNS(TABLE_WIDE)};
    size_t count, i;
    column *list = columns_of(pg, o, &count);
    table_column *columns = (table_column *)cli_alloc(COUNT_OF(own) + count, sizeof *columns);
    char **names = (char **)cli_alloc(count + 1, sizeof *names);
    uint32_t *place = (uint32_t *)cli_alloc((size_t)o->info.strings + 1, sizeof *place); /* column + 1, by string id */
    cli_buf *cell = (cli_buf *)cli_alloc(count + 1, sizeof *cell);
    unsigned char *filled = (unsigned char *)cli_alloc(count + 1, 1);
    cursor at;
    ncurep_result r;
    ncurep_metric m;
    table t;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    memcpy(columns, own, sizeof own);
    for (i = 0; i < count; i++) {
        place[list[i].id] = (uint32_t)i + 1;
        columns[COUNT_OF(own) + i].align = 'r';
        columns[COUNT_OF(own) + i].csv = names[i] = copy_text(list[i].name.ptr, list[i].name.len);
    }
    pg->to->v.always = 1;
    table_begin(&t, pg->to, NULL, columns, COUNT_OF(own) + count, 0);
    for (i = 0; i < COUNT_OF(own); i++) table_absent(&t);
    for (i = 0; i < count; i++) table_string(&t, list[i].s.unit);
    table_row(&t);
    while (next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &code)) {
        for (i = 0; i < count; i++) {
            cell[i].len = 0;
            filled[i] = 0;
        }
        put_result(&t, o, &r);
        while (ncurep_metric_next(&r.metrics, &m)) {
            if (m.name_id >= o->info.strings || place[m.name_id] == 0) continue;
            i = place[m.name_id] - 1;
            if (filled[i]) continue;
            filled[i] = 1;
            put_metric(&cell[i], &pg->m->style, &m, &list[i].s);
        }
        if (r.metrics.error.code != NCUREP_OK) {
            cli_error(pg->m->c, "%s: byte %" PRIu64 ": %s", o->path, r.metrics.at, r.metrics.error.message);
            code = CLI_INPUT;
        }
        for (i = 0; i < count; i++) table_text(&t, cell[i].len > 0 ? cell[i].ptr : "", cell[i].len);
        table_row(&t);
    }
    table_end(&t);
    for (i = 0; i < count; i++) {
        cli_buf_free(&cell[i]);
        cli_free(names[i]);
    }
    cli_free(names);
    cli_free(columns);
    cli_free(cell);
    cli_free(filled);
    cli_free(place);
    cli_free(list);
    return code;
}

void raw_titles(output *to) { table_titles(to, long_columns, COUNT_OF(long_columns)); }

int raw_page(const page *pg, const opened *o, const raw_options *how)
{
    if (!table_has(pg->to, long_columns, 1)) return raw_nested(pg, o);
    return how->one_a_line ? raw_long(pg, o) : raw_wide(pg, o);
}
