/* Tables as CSV. */
#include "formats.h"

#include <inttypes.h>
#include <string.h>

static const char *name_of(const table_column *c) { return c->csv; }

static void begin(table *t, const char *key)
{
    size_t i;
    (void)key;
    if (t->flags & TABLE_AGAIN) return;
    for (i = 0; i < t->count; i++)
        if (t->columns[i].csv != NULL) cli_csv_field(&t->to->v, t->columns[i].csv, strlen(t->columns[i].csv));
    cli_csv_end(&t->to->v);
}

static void put_cell(table *t, const table_column *c, const table_cell *x)
{
    char number[32];
    (void)c;
    switch (x->kind) {
    case CELL_WHOLE: cli_csv_fieldf(&t->to->v, "%" PRIu64, x->whole[0]); break;
    case CELL_REAL:
        cli_double(number, x->real);
        cli_csv_field(&t->to->v, number, strlen(number));
        break;
    case CELL_TRIPLE: cli_csv_fieldf(&t->to->v, "(%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")", x->whole[0], x->whole[1], x->whole[2]); break;
    default: cli_csv_field(&t->to->v, x->text, x->len); break;
    }
}

static void end_row(table *t) { cli_csv_end(&t->to->v); }

static void end(table *t) { (void)t; }

const table_back_end csv_tables = {name_of, begin, put_cell, end_row, end};

/* Blocks ---------------------------------------------------------------------------------------------------------- */

static void begin_block(output *to, const char *title, const char *csv)
{
    (void)title;
    to->has_block = csv != NULL;
    if (csv != NULL) fprintf(to->f, "%s\n", csv);
}

static void end_block(output *to, int last)
{
    if (to->has_block && !last) putc('\n', to->f);
}

const line_back_end csv_lines = {SHAPE_ROWS, NULL, NULL, NULL, NULL, NULL, NULL, begin_block, end_block};
