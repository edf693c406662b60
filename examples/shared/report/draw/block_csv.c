/* Blocks as CSV: a row for each metric and each finding. */
#include "block.h"

#include <stdio.h>
#include <string.h>

/* After the columns of the result: of a metric, and of a rule. */
#define CELL_COLUMNS(X) \
    X('l', NULL, "Metric Name", NULL, table_buf(t, &name)) \
    X('l', NULL, "Metric Unit", NULL, table_string(t, s.unit)) \
    X('r', NULL, "Metric Value", NULL, table_buf(t, &value))
static const table_column columns[] = {
    RESULT_COLUMNS(TABLE_WIDE) {'l', NULL, "Section Name", NULL, 0}, CELL_COLUMNS(TABLE_COLUMN) FINDING_COLUMNS(TABLE_COLUMN)};

static void begin(details *d)
{
    d->to->v.always = 1;
    table_begin(&d->t, d->to, NULL, columns, sizeof columns / sizeof *columns, 0);
}

static void put_cell_row(details *d, const nvs_cell *x)
{
    table *const t = &d->t;
    cli_buf name = {NULL, 0, 0}, value = {NULL, 0, 0};
    scale s;
    put_cell_name(&name, &d->e->m->style, x);
    put_cell_value(&value, &d->e->m->style, x, &s);
    put_result(t, d->e->o, d->e->r);
    table_text(t, d->title.ptr, d->title.len);
    CELL_COLUMNS(TABLE_CELL)
    table_row_cut(t); /* the cells of a rule are missing, not empty */
}

static void put_metrics(details *d, cell_list *list)
{
    const nvs_cell *x;
    while ((x = next_cell(list)) != NULL) put_cell_row(d, x);
}

static void put_cells(details *d)
{
    size_t i;
    for (i = 0; i < d->v->count; i++) {
        const nvs_part *p = &d->v->parts[i];
        if ((p->kind == NVS_PART_KIND_CELL || p->kind == NVS_PART_KIND_BAR || p->kind == NVS_PART_KIND_LINE ||
             p->kind == NVS_PART_KIND_VALUES || p->kind == NVS_PART_KIND_SERIES) &&
            is_shown(&p->cell))
            put_cell_row(d, &p->cell);
    }
}

static void put_findings(details *d)
{
    table *const t = &d->t;
    const finding *f;
    size_t at = 0, i;
    while ((f = next_finding(d, &at)) != NULL) {
        put_result(t, d->e->o, d->e->r);
        table_text(t, f->section.ptr, f->section.len);
        for (i = 0; i < 0 CELL_COLUMNS(TABLE_ONE); i++) table_absent(t);
        FINDING_COLUMNS(TABLE_CELL)
        table_row(t);
    }
}

static void end(details *d) { table_end(&d->t); }

const block_back_end csv_blocks = {begin, NULL, NULL, NULL, put_metrics, put_cells, NULL, put_findings, NULL, NULL, NULL, NULL, end,
                                   1, 0};
