/* Where in the code a kernel spends its time, for programs: CSV and JSON. */
#include "source_parts.h"
#include "../model/blames.h"
#include "../model/notes.h"

#include <inttypes.h>
#include <string.h>

#define INSTRUCTION_COLUMNS(X) \
    X('r', NULL, "#", NULL, table_whole(t, number)) \
    X('r', NULL, "Address", NULL, table_format(t, "0x%" PRIx64, row->address)) \
    X('r', NULL, NULL, "address", table_whole(t, row->address)) \
    X('l', NULL, "Source", NULL, text != NULL ? table_string(t, text) : table_text(t, code, opcode.len)) \
    X('r', NULL, "Kernel ID", NULL, table_whole(t, l->r->index)) \
    X('l', NULL, "Function", "function", put_text(t, has, has ? row->function->name.ptr : NULL, has ? row->function->name.len : 0)) \
    X('r', NULL, "Offset", NULL, table_whole(t, offset)) \
    X('r', NULL, NULL, "offset", put_whole(t, has, offset)) \
    X('l', NULL, "Opcode", NULL, table_text(t, code, opcode.len)) \
    X('l', NULL, NULL, "opcode", has ? table_string(t, opcode.len > 0 ? code : NULL) : table_absent(t)) \
    X('l', NULL, NULL, "sass", text != NULL ? table_string(t, text) : table_absent(t)) \
    X('r', NULL, "PTX Line", "ptx", put_whole(t, row->ptx > 0, row->ptx)) \
    X('l', NULL, "File", NULL, table_text(t, counts.file.ptr, counts.file.len)) \
    X('r', NULL, "Line", NULL, put_whole(t, counts.line > 0, counts.line))
#define LINE_COLUMNS(X) \
    X('r', NULL, "#", NULL, table_whole(t, number)) \
    X('r', NULL, "Kernel ID", NULL, table_whole(t, x->l.r->index)) \
    X('l', NULL, "File", "file", put_text(t, file.len > 0, file.ptr, file.len)) \
    X('r', NULL, "Line", "line", put_whole(t, of->line > 0, of->line)) \
    X('l', NULL, "Function", "function", put_text(t, function.len > 0, function.ptr, function.len)) \
    X('r', NULL, "Inlined Into", "inlined_into", put_whole(t, of->parent > 0, of->parent - 1)) \
    X('l', NULL, "Source", "text", put_text(t, has_text, text.ptr, text.len)) \
    X('r', NULL, "Instructions", "instruction_count", table_whole(t, of->instructions))
static const table_column instruction_columns[] = {INSTRUCTION_COLUMNS(TABLE_COLUMN)}, line_columns[] = {LINE_COLUMNS(TABLE_COLUMN)};
enum { INSTRUCTION_COUNT = 0 INSTRUCTION_COLUMNS(TABLE_ONE), LINE_COUNT = 0 LINE_COLUMNS(TABLE_ONE) };

/* With a baseline: where the row was; then, of each counter, what it was and the difference. */
static const table_column before_column = {'r', NULL, "Before", NULL, 0};
static const char *const added[] = {"before: ", "difference: "};

/* The columns of a table: the first ones, then a counter each in CSV, then those of a baseline. */
typedef struct data_columns {
    table_column *list;
    char **names;
    size_t count, named;
} data_columns;

static void add_counters(data_columns *c, const shown *x, const char *before)
{
    const listing *l = &x->l;
    size_t i;
    for (i = 0; i < l->column_count; i++) {
        cli_buf name = {NULL, 0, 0};
        if (!wants_column(x, i)) continue;
        cli_putf(&name, "%s%.*s", before, (int)l->columns[i].name.len, l->columns[i].name.ptr);
        c->names[c->named++] = name.ptr;
        c->list[c->count++].csv = name.ptr;
    }
}

static void make_columns(data_columns *c, const shown *x, const table_column *first, size_t count)
{
    size_t i;
    c->list = (table_column *)cli_alloc(count + 1 + 3 * x->l.column_count, sizeof *c->list);
    c->names = (char **)cli_alloc(3 * x->l.column_count, sizeof *c->names);
    memcpy(c->list, first, count * sizeof *first);
    c->count = count;
    c->named = 0;
    add_counters(c, x, "");
    if (!x->compares) return;
    c->list[c->count++] = before_column;
    for (i = 0; i < 2; i++) add_counters(c, x, added[i]);
}

static void free_columns(data_columns *c)
{
    size_t i;
    for (i = 0; i < c->named; i++) cli_free(c->names[i]);
    cli_free(c->names);
    cli_free(c->list);
}

static void put_call(output *to, const code_place *p)
{
    out_group(to, NULL);
    out_text(to, "function", p->function.ptr, p->function.len);
    out_text(to, "directory", p->directory.ptr, p->directory.len);
    out_text(to, "file", p->file.ptr, p->file.len);
    out_whole(to, "line", p->line);
    out_close(to);
}

/* The counters that are not 0. row: of the listing, for texts; NOT_COUNTED: of a line. */
static void put_members(const shown *x, const char *key, const double *values, size_t row)
{
    const listing *l = &x->l;
    output *const to = x->pg->to;
    size_t k;
    out_group(to, key);
    for (k = 0; k < l->column_count; k++) {
        const source_column *const c = &l->columns[k];
        const ncurep_view *const text = row != NOT_COUNTED && c->texts != NULL && c->texts[row].len > 0 ? &c->texts[row] : NULL;
        if ((text == NULL && !(values[k] > 0 || values[k] < 0)) || !wants_column(x, k) || (row == NOT_COUNTED && !lines_have(c))) continue;
        out_key(to, c->name.ptr, c->name.len);
        if (text != NULL) out_text(to, NULL, text->ptr, text->len);
        else out_real(to, NULL, values[k]);
    }
    out_close(to);
}

/* The calls around an instruction. */
static void put_calls(const shown *x, const code_place *place, uint32_t outward)
{
    code_place p = *place;
    if (p.line == 0) return;
    out_list(x->pg->to, "source");
    do put_call(x->pg->to, &p);
    while (code_outer(x->l.code->lines, &p));
    out_close(x->pg->to);
    if (outward > 0) out_whole(x->pg->to, "shown", outward);
}

/* A counter with texts has some where it has a value at all. values: NULL: there are none, NaN: that one is not known. row: of the
   listing; NOT_COUNTED: of a line, or of a baseline. */
static void put_cells(table *t, const shown *x, const double *values, size_t row, int by_line)
{
    size_t k;
    if (!table_wants(t)) table_rest(t); /* of a format without counters */
    for (k = 0; k < x->l.column_count && t->at < t->count; k++) {
        const source_column *const c = &x->l.columns[k];
        if (!wants_column(x, k)) continue;
        if (values == NULL || (by_line ? !lines_have(c) : row == NOT_COUNTED && c->texts != NULL) || values[k] != values[k]) table_absent(t);
        else if (row == NOT_COUNTED || c->texts == NULL) table_real(t, values[k]);
        else table_text(t, c->texts[row].len > 0 ? c->texts[row].ptr : "", c->texts[row].len);
    }
}

/* The baseline ---------------------------------------------------------------------------------------------------- */

/* row: NULL: it is gone. */
static void put_difference(table *t, const shown *x, const code_rows *rows, const old_row *old, const code_row *row)
{
    const int by_line = rows->kind != ROWS_INSTRUCTIONS;
    const size_t size = x->l.column_count;
    const double *was;
    double *values;
    size_t k;
    if (!table_has(t->to, &before_column, 1)) return;
    values = (double *)cli_alloc(size, sizeof *values);
    if (row != NULL) memcpy(values, rows_values(rows, (size_t)(row - rows->list), x->how->self), size * sizeof *values);
    if (old == NULL) table_absent(t);
    else table_whole(t, by_line ? old->line : old->offset);
    was = rows->before != NULL ? old_values(rows, old, x->how->self) : NULL;
    put_cells(t, x, old != NULL ? was : NULL, NOT_COUNTED, by_line);
    for (k = 0; was != NULL && k < size; k++) values[k] -= was[k];
    put_cells(t, x, was != NULL ? values : NULL, NOT_COUNTED, by_line);
    cli_free(values);
}

static void put_old(const shown *x, const code_rows *rows, const old_row *old)
{
    output *const to = x->pg->to;
    const ncurep_view file = old_text(rows, old->file), function = old_text(rows, old->function), text = old_text(rows, old->text);
    if (function.len > 0) out_text(to, "function", function.ptr, function.len);
    if (rows->kind == ROWS_INSTRUCTIONS) out_whole(to, "offset", old->offset);
    else {
        if (file.len > 0) out_text(to, "file", file.ptr, file.len);
        if (old->line > 0) out_whole(to, "line", old->line);
    }
    if (text.len > 0) out_text(to, "text", text.ptr, text.len);
    put_members(x, "counters", old_values(rows, old, 0), NOT_COUNTED);
    if (rows->kind == ROWS_CALLS || rows->kind == ROWS_FILES) put_members(x, "self", old_values(rows, old, 1), NOT_COUNTED);
}

/* What a row was, and how its values differ, as members and as cells. */
static void put_before(table *t, const shown *x, const code_rows *rows, size_t i)
{
    const old_row *const old = row_before(rows, i);
    const size_t size = x->l.column_count;
    const double *was;
    double *values;
    size_t k;
    if (!x->compares) return;
    put_difference(t, x, rows, old, &rows->list[i]);
    if (rows->before == NULL) return;
    if (old == NULL) out_null(t->to, "before");
    else {
        out_group(t->to, "before");
        put_old(x, rows, old);
        out_close(t->to);
    }
    values = (double *)cli_alloc(size, sizeof *values);
    memcpy(values, rows_values(rows, i, 0), size * sizeof *values);
    was = old_values(rows, old, 0);
    for (k = 0; k < size; k++) values[k] -= was[k];
    put_members(x, "differences", values, NOT_COUNTED);
    cli_free(values);
}

/* Where rows have titles, those that are gone come last. */
static void put_gone_cells(table *t, const shown *x, const code_rows *rows, const old_row *old)
{
    const ncurep_view text = old_text(rows, old->text), function = old_text(rows, old->function), file = old_text(rows, old->file);
    double *const none = (double *)cli_alloc(x->l.column_count, sizeof *none);
    size_t k;
    for (k = 0; k < (rows->kind == ROWS_INSTRUCTIONS ? INSTRUCTION_COUNT : LINE_COUNT); k++) {
        const char *const name = t->columns[t->at].csv != NULL ? t->columns[t->at].csv : "";
        if (strcmp(name, "Source") == 0) table_text(t, text.ptr, text.len);
        else if (strcmp(name, "Function") == 0) table_text(t, function.ptr, function.len);
        else if (strcmp(name, "File") == 0) table_text(t, file.ptr, file.len);
        else if (strcmp(name, "Kernel ID") == 0) table_whole(t, x->l.r->index);
        else table_absent(t);
    }
    put_cells(t, x, none, NOT_COUNTED, rows->kind != ROWS_INSTRUCTIONS);
    put_difference(t, x, rows, old, NULL);
    table_row(t);
    cli_free(none);
}

static void put_gone(const shown *x, const code_rows *rows)
{
    output *const to = x->pg->to;
    const old_row *old;
    size_t at = 0;
    if (rows->before == NULL) return;
    out_list(to, "gone");
    while ((old = next_gone(rows, &at)) != NULL) {
        out_group(to, NULL);
        put_old(x, rows, old);
        out_close(to);
    }
    out_close(to);
}

/* Notes ------------------------------------------------------------------------------------------------------------ */

#define WAIT_COLUMNS(X) \
    X('r', NULL, NULL, "offset", table_whole(&t, offset_of(&x->l, back ? one->waiter : one->row))) \
    X('l', NULL, NULL, "cause", table_string(&t, why_word((why_kind)one->kind))) \
    X('l', NULL, NULL, "known_by", table_string(&t, why_known_by((why_proof)one->proof))) \
    X('r', NULL, NULL, "samples", table_real(&t, one->samples))
static const table_column wait_columns[] = {WAIT_COLUMNS(TABLE_COLUMN)};

/* What the code says of instructions. */
typedef struct said {
    notes n;
    blames b;
    int is_wanted;
} said;

static void say_open(said *s, shown *x, rows_kind kind)
{
    memset(s, 0, sizeof *s);
    s->is_wanted = kind == ROWS_INSTRUCTIONS && table_has(x->pg->to, wait_columns, sizeof wait_columns / sizeof *wait_columns);
    if (!s->is_wanted) return;
    notes_of_code(&s->n, &x->l);
    blames_of(&s->b, &x->l);
}

static void say_close(said *s)
{
    notes_free(&s->n);
    blames_free(&s->b);
}

static uint64_t offset_of(const listing *l, size_t row) { return l->rows[row].address - (l->rows[row].function != NULL ? l->rows[row].function->address : 0); }

static void put_waits(const shown *x, const char *key, const said *s, size_t row, int back)
{
    const uint32_t first = back ? s->b.of[row] : s->b.first[row], end = back ? s->b.of[row + 1] : s->b.first[row + 1];
    uint32_t i;
    table t;
    table_begin(&t, x->pg->to, key, wait_columns, sizeof wait_columns / sizeof *wait_columns, 0);
    for (i = first; i < end; i++) {
        const why_blame *const one = &s->b.list[back ? s->b.by_row[i] : i];
        WAIT_COLUMNS(TABLE_CELL)
        table_row(&t);
    }
    table_end(&t);
}

static void put_said(const shown *x, const said *s, size_t row)
{
    output *const to = x->pg->to;
    const note *n;
    uint32_t i;
    if (!s->is_wanted) return;
    n = &s->n.rows[row];
    if (n->live != NO_LIVE) out_whole(to, "live_register_count", n->live);
    if (n->target > 0) out_whole(to, "target", offset_of(&x->l, n->target - 1));
    if (n->space != NULL) out_string(to, "memory", n->space);
    if (n->bytes > 0) out_whole(to, "memory_bytes", n->bytes);
    out_list(to, "barriers_set_by");
    for (i = 0; i < n->need_count; i++) out_whole(to, NULL, offset_of(&x->l, s->n.needs[n->needs + i]));
    out_close(to);
    put_waits(x, "waits_for", s, row, 0);
    put_waits(x, "waited_for_by", s, row, 1);
}

static void put_loops(const shown *x, const said *s)
{
    output *const to = x->pg->to;
    size_t i;
    if (!s->is_wanted) return;
    out_list(to, "loops");
    for (i = 0; i < s->n.loop_count; i++) {
        const note_loop *const loop = &s->n.loops[i];
        const code_function *const f = loop->first < x->l.count ? x->l.rows[loop->first].function : NULL;
        if (f == NULL) continue;
        out_group(to, NULL);
        out_text(to, "function", f->name.ptr, f->name.len);
        out_whole(to, "first", offset_of(&x->l, loop->first));
        out_whole(to, "last", offset_of(&x->l, loop->last));
        out_whole(to, "depth", loop->depth);
        out_real(to, x->l.samples < x->l.column_count ? "samples" : "executed", loop->samples);
        out_close(to);
    }
    out_close(to);
}

/* Rows ------------------------------------------------------------------------------------------------------------- */

/* Cells that only some rows have. */
static void put_whole(table *t, int has, uint64_t value)
{
    if (has) table_whole(t, value);
    else table_absent(t);
}

static void put_text(table *t, int has, const char *bytes, size_t len)
{
    if (has) table_text(t, bytes, len);
    else table_absent(t);
}

static void put_instruction(table *t, const shown *x, const code_rows *rows, size_t i, size_t number)
{
    const listing *l = &x->l;
    const code_row *of = &rows->list[i];
    const source_row *row = &l->rows[of->at];
    const int has = row->function != NULL;
    const uint64_t offset = row->address - (has ? row->function->address : 0);
    const char *code, *text = has ? sass_at(l->code, row->function, offset) : NULL;
    const double *values = rows_values(rows, i, 0);
    cli_buf opcode = {NULL, 0, 0};
    code_place place, counts;
    uint32_t outward;
    put_bytes(&opcode, l, row);
    code = opcode.len > 0 ? opcode.ptr : "";
    row_place(l, row, &place);
    counts = place;
    outward = code_shown(l->code->lines, &counts);
    INSTRUCTION_COLUMNS(TABLE_CELL)
    put_calls(x, &place, outward);
    put_members(x, "counters", values, of->at);
    put_cells(t, x, values, of->at, 0);
    cli_buf_free(&opcode);
}

static void put_line(table *t, const shown *x, const code_rows *rows, size_t i, size_t number)
{
    const code_row *of = &rows->list[i];
    const ncurep_view file = file_name(row_file(rows, of)), function = row_function(rows, of);
    cli_buf text = {NULL, 0, 0};
    const int has_text = rows_text(&text, rows, i);
    LINE_COLUMNS(TABLE_CELL)
    put_members(x, "counters", rows_values(rows, i, 0), NOT_COUNTED);
    if (rows->kind == ROWS_CALLS || rows->kind == ROWS_FILES) put_members(x, "self", rows_values(rows, i, 1), NOT_COUNTED);
    put_cells(t, x, rows_values(rows, i, x->how->self), NOT_COUNTED, 1);
    cli_buf_free(&text);
}

/* Rows of a list of them. */
static void put_list(const shown *x, const code_rows *rows, const said *s, const size_t *list, size_t count)
{
    const int instructions = rows->kind == ROWS_INSTRUCTIONS;
    const old_row *old;
    data_columns c;
    size_t i, at = 0;
    table t;
    make_columns(&c, x, instructions ? instruction_columns : line_columns, instructions ? INSTRUCTION_COUNT : LINE_COUNT);
    table_begin(&t, x->pg->to, instructions ? "instructions" : "lines", c.list, c.count, 0);
    for (i = 0; i < count; i++) {
        if (instructions) put_instruction(&t, x, rows, list[i], i);
        else put_line(&t, x, rows, list[i], i);
        put_before(&t, x, rows, list[i]);
        if (instructions) put_said(x, s, rows->list[list[i]].at);
        table_row(&t);
    }
    while (x->how->top == 0 && table_has(t.to, &before_column, 1) && (old = next_gone(rows, &at)) != NULL) put_gone_cells(&t, x, rows, old);
    table_end(&t);
    free_columns(&c);
}

rows_kind rows_for_programs(const source_options *how)
{
    const source_view view = how->annotate != NULL ? VIEW_FILE : how->view;
    return view == VIEW_LINE ? how->top > 0 ? ROWS_LINES : ROWS_CALLS : view == VIEW_FILE ? ROWS_FILES : view == VIEW_PTX ? ROWS_PTX : ROWS_INSTRUCTIONS;
}

static void put_rows(shown *x)
{
    code_rows rows;
    said s;
    size_t *list, count;
    rows_open_beside(&rows, &x->l, rows_for_programs(x->how));
    say_open(&s, x, rows.kind);
    list = chosen_rows(x, &rows, 0, &count);
    put_list(x, &rows, &s, list, count);
    put_gone(x, &rows);
    put_loops(x, &s);
    cli_free(list);
    say_close(&s);
    rows_close_beside(&rows);
}

/* What the counters are called and where they belong, in their order. */
static void put_columns(const shown *x)
{
    output *const to = x->pg->to;
    size_t i;
    out_list(to, "columns");
    for (i = 0; i < x->l.column_count; i++) {
        const source_column *const c = &x->l.columns[i];
        if (!wants_column(x, i)) continue;
        out_group(to, NULL);
        out_text(to, "name", c->name.ptr, c->name.len);
        if (c->label.len > 0) out_text(to, "label", c->label.ptr, c->label.len);
        else out_null(to, "label");
        if (c->group.len > 0) out_text(to, "group", c->group.ptr, c->group.len);
        else out_null(to, "group");
        out_truth(to, "shown", c->shown);
        out_truth(to, "adds", c->adds);
        out_truth(to, "averages", c->averages != AVERAGE_NONE);
        out_close(to);
    }
    out_close(to);
}

static void put_marks(output *to, const listing *l)
{
    size_t i;
    out_list(to, "markers");
    for (i = 0; i < l->marker_count; i++) {
        const marker *m = &l->markers[i];
        out_group(to, NULL);
        out_string(to, "type", finding_word(m->type));
        if (m->address != 0) out_whole(to, "address", m->address);
        else {
            out_text(to, "file", m->path.ptr, m->path.len);
            out_whole(to, "line", m->line);
        }
        out_text(to, "text", m->text.ptr != NULL ? m->text.ptr : "", m->text.len);
        out_close(to);
    }
    out_close(to);
}

/* Whose code the other rows are. */
static void put_baseline(output *to, const listing *l)
{
    if (l->before == NULL) out_null(to, "baseline");
    else {
        out_group(to, "baseline");
        out_string(to, "file", l->before->path);
        out_whole(to, "before_result", l->before->result);
        out_close(to);
    }
}

void source_data(shown *x, int arranged)
{
    if (arranged) put_columns(x);
    if (x->compares) put_baseline(x->pg->to, &x->l);
    put_rows(x);
    put_marks(x->pg->to, &x->l);
}
