/* Blocks as CSV: a row for each metric and each finding. */
#include "block.h"

#include <stdio.h>
#include <string.h>

static const table_column columns[] = {
    RESULT_COLUMNS(TABLE_WIDE)
    {'l', NULL, "Section Name", NULL, 0}, {'l', NULL, "Metric Name", NULL, 0}, {'l', NULL, "Metric Unit", NULL, 0},
    {'r', NULL, "Metric Value", NULL, 0}, {'l', NULL, "Rule Name", NULL, 0}, {'l', NULL, "Rule Type", NULL, 0},
    {'l', NULL, "Rule Description", NULL, 0}, {'l', NULL, "Estimated Speedup Type", NULL, 0},
    {'r', NULL, "Estimated Speedup", NULL, 0}};

static void begin(details *d)
{
    d->to->v.always = 1;
    table_begin(&d->t, d->to, NULL, columns, sizeof columns / sizeof *columns, 0);
}

static void put_cell_row(details *d, const nvs_cell *x)
{
    cli_buf b = {NULL, 0, 0};
    scale s;
    put_result(&d->t, d->e->o, d->e->r);
    table_text(&d->t, d->title.ptr, d->title.len);
    put_cell_name(&b, &d->e->m->style, x);
    table_buf(&d->t, &b);
    put_cell_value(&b, &d->e->m->style, x, &s);
    table_string(&d->t, s.unit);
    table_buf(&d->t, &b);
    table_row_cut(&d->t); /* the cells of a rule are missing, not empty */
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
    const finding *f;
    size_t at = 0, i;
    while ((f = next_finding(d, &at)) != NULL) {
        put_result(&d->t, d->e->o, d->e->r);
        table_text(&d->t, f->section.ptr, f->section.len);
        for (i = 0; i < 3; i++) table_absent(&d->t);
        table_text(&d->t, f->rule.ptr, f->rule.len);
        table_string(&d->t, finding_word(f->type));
        table_text(&d->t, f->text.ptr != NULL ? f->text.ptr : "", f->text.len);
        if (f->percent > 0) {
            table_string(&d->t, speedup_word(f->speedup));
            table_format(&d->t, "%.4g", f->percent);
        } else {
            table_absent(&d->t);
            table_absent(&d->t);
        }
        table_row(&d->t);
    }
}

static void end(details *d) { table_end(&d->t); }

const block_back_end csv_blocks = {begin, NULL, NULL, NULL, put_metrics, put_cells, NULL, put_findings, NULL, NULL, NULL, NULL, end,
                                   1, 0};
