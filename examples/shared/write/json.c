/* Tables as JSON: a list of objects. */
#include "formats.h"

static const char *name_of(const table_column *c) { return c->key; }

static void begin(table *t, const char *key)
{
    size_t i;
    for (i = 0; i < t->count; i++) t->alone |= t->columns[i].key != NULL && t->columns[i].key[0] == 0;
    if (t->flags & TABLE_PAIRS) cli_json_object(&t->to->j, key);
    else if (!(t->flags & TABLE_BARE)) cli_json_array(&t->to->j, key);
}

/* The first cell of a row opens its object. */
static void put_cell(table *t, const table_column *c, const table_cell *x)
{
    cli_json *j = &t->to->j;
    const int pairs = (t->flags & TABLE_PAIRS) != 0;
    const char *key = t->alone || pairs ? NULL : c->key;
    unsigned i;
    if (pairs && t->at == 0) {
        cli_json_key(j, x->text, x->len);
        return;
    }
    if (!pairs && !t->alone && !t->is_open) {
        cli_json_object(j, NULL);
        t->is_open = 1;
    }
    switch (x->kind) {
    case CELL_WHOLE: cli_json_u64(j, key, x->whole[0]); break;
    case CELL_REAL: cli_json_double(j, key, x->real); break;
    case CELL_TRIPLE:
        cli_json_array(j, key);
        for (i = 0; i < 3; i++) cli_json_u64(j, NULL, x->whole[i]);
        cli_json_end(j);
        break;
    case CELL_TRUTH: cli_json_bool(j, key, x->whole[0] != 0); break;
    case CELL_NULL: cli_json_null(j, key); break;
    case CELL_ABSENT: break;
    default: cli_json_text(j, key, x->text, x->len); break;
    }
}

static void end_row(table *t)
{
    if (t->is_open) cli_json_end(&t->to->j);
    t->is_open = 0;
}

static void end(table *t)
{
    if (t->flags & TABLE_PAIRS || !(t->flags & TABLE_BARE)) cli_json_end(&t->to->j);
}

const table_back_end json_tables = {name_of, begin, put_cell, end_row, end};

/* What stands around tables is written by out_list and its like: lines.c. */
const line_back_end json_lines = {SHAPE_TREE, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
