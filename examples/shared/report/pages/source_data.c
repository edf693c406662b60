/* Where in the code a kernel spends its time, for programs: CSV and JSON. */
#include "source_parts.h"

#include <inttypes.h>
#include <string.h>

#define FIRST_COLUMNS 14
static const table_column first_columns[FIRST_COLUMNS] = {
    {'r', NULL, "#", NULL, 0}, {'r', NULL, "Address", NULL, 0}, {'r', NULL, NULL, "address", 0}, {'l', NULL, "Source", NULL, 0},
    {'r', NULL, "Kernel ID", NULL, 0}, {'l', NULL, "Function", "function", 0}, {'r', NULL, "Offset", NULL, 0}, {'r', NULL, NULL, "offset", 0},
    {'l', NULL, "Opcode", NULL, 0}, {'l', NULL, NULL, "opcode", 0}, {'l', NULL, NULL, "sass", 0}, {'r', NULL, "PTX Line", "ptx", 0},
    {'l', NULL, "File", NULL, 0}, {'r', NULL, "Line", NULL, 0}};

#define LINE_COLUMNS 8
static const table_column line_columns[LINE_COLUMNS] = {
    {'r', NULL, "#", NULL, 0}, {'r', NULL, "Kernel ID", NULL, 0}, {'l', NULL, "File", "file", 0}, {'r', NULL, "Line", "line", 0},
    {'l', NULL, "Function", "function", 0}, {'r', NULL, "Inlined Into", "inlined_into", 0}, {'l', NULL, "Source", "text", 0},
    {'r', NULL, "Instructions", "instruction_count", 0}};

/* The columns of a table: the first ones, then a counter each in CSV. */
typedef struct data_columns {
    table_column *list;
    char **names;
    size_t count, counters;
} data_columns;

static void make_columns(data_columns *c, const shown *x, const table_column *first, size_t count)
{
    const listing *l = &x->l;
    size_t i;
    c->list = (table_column *)cli_alloc(count + l->column_count, sizeof *c->list);
    c->names = (char **)cli_alloc(l->column_count, sizeof *c->names);
    c->counters = l->column_count;
    memcpy(c->list, first, count * sizeof *first);
    for (i = 0; i < l->column_count; i++) {
        if (!wants_column(x, i)) continue;
        c->names[i] = copy_text(l->columns[i].name.ptr, l->columns[i].name.len);
        c->list[count++].csv = c->names[i];
    }
    c->count = count;
}

static void free_columns(data_columns *c)
{
    size_t i;
    for (i = 0; i < c->counters; i++) cli_free(c->names[i]);
    cli_free(c->names);
    cli_free(c->list);
}

static void json_place(cli_json *j, const code_place *p)
{
    cli_json_object(j, NULL);
    cli_json_text(j, "function", p->function.ptr, p->function.len);
    cli_json_text(j, "directory", p->directory.ptr, p->directory.len);
    cli_json_text(j, "file", p->file.ptr, p->file.len);
    cli_json_u64(j, "line", p->line);
    cli_json_end(j);
}

/* The counters that are not 0. row: of the listing, for texts; NOT_COUNTED: of a line. */
static void json_counters(const shown *x, const char *key, const double *values, size_t row, cli_json *j)
{
    const listing *l = &x->l;
    size_t k;
    cli_json_object(j, key);
    for (k = 0; k < l->column_count; k++) {
        const source_column *const c = &l->columns[k];
        const ncurep_view *const text = row != NOT_COUNTED && c->texts != NULL && c->texts[row].len > 0 ? &c->texts[row] : NULL;
        if ((text == NULL && !(values[k] > 0 || values[k] < 0)) || !wants_column(x, k) || (row == NOT_COUNTED && !c->adds)) continue;
        cli_json_key(j, c->name.ptr, c->name.len);
        if (text != NULL) cli_json_text(j, NULL, text->ptr, text->len);
        else cli_json_double(j, NULL, values[k]);
    }
    cli_json_end(j);
}

/* The calls around an instruction. */
static void json_calls(const shown *x, const code_place *place, uint32_t outward, cli_json *j)
{
    code_place p = *place;
    if (p.line == 0) return;
    cli_json_array(j, "source");
    do json_place(j, &p);
    while (code_outer(x->l.code->lines, &p));
    cli_json_end(j);
    if (outward > 0) cli_json_u64(j, "shown", outward);
}

/* A counter with texts has some where it has a value at all. */
static void put_counters(table *t, const shown *x, const double *values, size_t row)
{
    size_t k;
    for (k = 0; k < x->l.column_count && table_wants(t); k++) {
        const source_column *const c = &x->l.columns[k];
        if (!wants_column(x, k)) continue;
        if (row == NOT_COUNTED && !c->adds) table_absent(t);
        else if (row == NOT_COUNTED || c->texts == NULL) table_real(t, values[k]);
        else table_text(t, c->texts[row].len > 0 ? c->texts[row].ptr : "", c->texts[row].len);
    }
}

static void put_instruction(table *t, const shown *x, const code_rows *rows, size_t i, size_t number)
{
    const listing *l = &x->l;
    const code_row *of = &rows->list[i];
    const source_row *row = &l->rows[of->at];
    const int has = row->function != NULL;
    const uint64_t offset = row->address - (has ? row->function->address : 0);
    const char *text = has ? sass_at(l->code, row->function, offset) : NULL;
    const double *values = rows_values(rows, i, 0);
    cli_buf opcode = {NULL, 0, 0};
    code_place place, counts;
    uint32_t outward;
    put_bytes(&opcode, l, row);
    row_place(l, row, &place);
    counts = place;
    outward = code_shown(l->code->lines, &counts);
    table_whole(t, number);
    table_format(t, "0x%" PRIx64, row->address);
    table_whole(t, row->address);
    if (text != NULL) table_string(t, text);
    else table_text(t, opcode.len > 0 ? opcode.ptr : "", opcode.len);
    table_whole(t, l->r->index);
    if (has) table_text(t, row->function->name.ptr, row->function->name.len);
    else table_absent(t);
    table_whole(t, offset);
    if (has) table_whole(t, offset);
    else table_absent(t);
    table_text(t, opcode.len > 0 ? opcode.ptr : "", opcode.len);
    if (!has) table_absent(t);
    else table_string(t, opcode.len > 0 ? opcode.ptr : NULL);
    if (text != NULL) table_string(t, text);
    else table_absent(t);
    if (row->ptx > 0) table_whole(t, row->ptx);
    else table_absent(t);
    table_text(t, counts.file.ptr, counts.file.len);
    if (counts.line > 0) table_whole(t, counts.line);
    else table_absent(t);
    if (shape_of(t->to) == SHAPE_TREE) {
        json_calls(x, &place, outward, &t->to->j);
        json_counters(x, "counters", values, of->at, &t->to->j);
    } else put_counters(t, x, values, of->at);
    cli_buf_free(&opcode);
}

static void put_line(table *t, const shown *x, const code_rows *rows, size_t i, size_t number)
{
    const code_row *of = &rows->list[i];
    const ncurep_view file = file_name(row_file(rows, of)), function = row_function(rows, of);
    cli_buf text = {NULL, 0, 0};
    table_whole(t, number);
    table_whole(t, x->l.r->index);
    if (file.len > 0) table_text(t, file.ptr, file.len);
    else table_absent(t);
    if (of->line > 0) table_whole(t, of->line);
    else table_absent(t);
    if (function.len > 0) table_text(t, function.ptr, function.len);
    else table_absent(t);
    if (of->parent > 0) table_whole(t, of->parent - 1);
    else table_absent(t);
    if (rows_text(&text, rows, i)) table_text(t, text.ptr, text.len);
    else table_absent(t);
    table_whole(t, of->instructions);
    if (shape_of(t->to) != SHAPE_TREE) put_counters(t, x, rows_values(rows, i, x->how->self), NOT_COUNTED);
    else {
        json_counters(x, "counters", rows_values(rows, i, 0), NOT_COUNTED, &t->to->j);
        if (rows->kind == ROWS_CALLS || rows->kind == ROWS_FILES) json_counters(x, "self", rows_values(rows, i, 1), NOT_COUNTED, &t->to->j);
    }
    cli_buf_free(&text);
}

/* Rows [from, to) of a list of them. */
static void put_list(const shown *x, const char *key, const code_rows *rows, const size_t *list, size_t from, size_t to, int numbered)
{
    const int instructions = rows->kind == ROWS_INSTRUCTIONS;
    data_columns c;
    size_t i;
    table t;
    make_columns(&c, x, instructions ? first_columns : line_columns, instructions ? FIRST_COLUMNS : LINE_COLUMNS);
    table_begin(&t, x->pg->to, key, c.list, c.count, 0);
    for (i = from; i < to; i++) {
        if (instructions) put_instruction(&t, x, rows, list[i], i);
        else put_line(&t, x, rows, list[i], i);
        if (numbered) cli_json_u64(&t.to->j, "row", list[i]);
        table_row(&t);
    }
    table_end(&t);
    free_columns(&c);
}

void put_rows(const shown *x)
{
    const source_view view = x->how->annotate != NULL ? VIEW_FILE : x->how->view;
    const rows_kind kind = view == VIEW_LINE ? x->how->top > 0 ? ROWS_LINES : ROWS_CALLS
                           : view == VIEW_FILE ? ROWS_FILES : view == VIEW_PTX ? ROWS_PTX : ROWS_INSTRUCTIONS;
    code_rows rows;
    size_t *list, count;
    rows_open(&rows, &x->l, kind);
    list = chosen_rows(x, &rows, &count);
    put_list(x, kind == ROWS_INSTRUCTIONS ? "instructions" : "lines", &rows, list, 0, count, 0);
    cli_free(list);
    rows_close(&rows);
}

void put_columns(const shown *x, cli_json *j)
{
    size_t i;
    cli_json_array(j, "columns");
    for (i = 0; i < x->l.column_count; i++) {
        const source_column *const c = &x->l.columns[i];
        if (!wants_column(x, i)) continue;
        cli_json_object(j, NULL);
        cli_json_text(j, "name", c->name.ptr, c->name.len);
        if (c->label.len > 0) cli_json_text(j, "label", c->label.ptr, c->label.len);
        else cli_json_null(j, "label");
        if (c->group.len > 0) cli_json_text(j, "group", c->group.ptr, c->group.len);
        else cli_json_null(j, "group");
        cli_json_bool(j, "shown", c->shown);
        cli_json_bool(j, "adds", c->adds);
        cli_json_end(j);
    }
    cli_json_end(j);
}

void put_marks(const listing *l, cli_json *j)
{
    size_t i;
    cli_json_array(j, "markers");
    for (i = 0; i < l->marker_count; i++) {
        const marker *m = &l->markers[i];
        cli_json_object(j, NULL);
        cli_json_str(j, "type", finding_word(m->type));
        if (m->address != 0) cli_json_u64(j, "address", m->address);
        else {
            cli_json_text(j, "file", m->path.ptr, m->path.len);
            cli_json_u64(j, "line", m->line);
        }
        cli_json_text(j, "text", m->text.ptr != NULL ? m->text.ptr : "", m->text.len);
        cli_json_end(j);
    }
    cli_json_end(j);
}

void window_page(const page *pg, const code_rows *rows, const window_options *how)
{
    static const source_options all = {VIEW_AUTO, COUNTERS_ALL, 0, NULL, 0, 0};
    const listing *l = rows->l;
    const size_t heat = main_column(l);
    cli_json *j = &pg->to->j;
    size_t *list, count, from, to;
    shown x;
    x.pg = pg;
    x.how = &all;
    x.l = *l;
    list = rows_pick(rows, &how->query, &count);
    from = how->first < count ? (size_t)how->first : count;
    to = how->count < count - from ? from + (size_t)how->count : count;
    cli_json_u64(j, "total", count);
    cli_json_u64(j, "first", from);
    if (how->columns) {
        put_columns(&x, j);
        if (heat < l->column_count) cli_json_text(j, "heat", l->columns[heat].name.ptr, l->columns[heat].name.len);
        else cli_json_null(j, "heat");
    }
    put_list(&x, "rows", rows, list, from, to, 1);
    cli_free(list);
}
