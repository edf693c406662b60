/* The code of a kernel as it was in a baseline. */
#include "before.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of code_rows. */
typedef struct rows_before {
    const code_before *code;
    const old_rows *old;
    uint32_t *was, *now;  /* by row: 1 + the row of the baseline; by that: 1 + the row of now; 0: none */
    size_t *column;       /* by column of the baseline: that of the listing; NOT_COUNTED: it has none of the name */
    double *values, *none; /* none: 0, of columns that the baseline lacks NaN */
} rows_before;

/* What rows are paired by ------------------------------------------------------------------------------------------- */

static ncurep_view trimmed(const char *text, size_t len)
{
    while (len > 0 && (*text == ' ' || *text == '\t')) text++, len--;
    while (len > 0 && (text[len - 1] == ' ' || text[len - 1] == '\t' || text[len - 1] == '\r')) len--;
    return bytes_of(text, len);
}

/* An instruction by its text without where it leads to, by its opcode, by the first word of that. */
static void set_keys(align_item *to, uint64_t from, const char *text, size_t len, const char *target)
{
    const char *const at = target[0] != 0 ? strstr(text, target) : NULL;
    const size_t cut = at != NULL ? (size_t)(at - text) : len, guard = text[0] == '@' ? strcspn(text, " ") + 1 : 0;
    const char *const opcode = text + (guard < len ? guard : 0);
    to->key[ALIGN_EXACT] = align_key(align_key(from, text, cut), text + cut, at != NULL ? len - cut - strlen(target) : 0);
    to->key[ALIGN_LOOSE] = align_key(from, opcode, strcspn(opcode, " ;"));
    to->key[ALIGN_COARSE] = align_key(from, opcode, strcspn(opcode, ". ;"));
}

static void describe_instruction(align_item *to, const code_rows *x, size_t i, const cli_buf *text)
{
    const listing *const l = x->l;
    const source_row *const row = &l->rows[i], *target;
    const code_function *const f = row->function;
    const int own = f == NULL || same_view(f->name, l->r->mangled);
    cubin_instruction of;
    char where[24] = "";
    memset(&of, 0, sizeof of);
    if (f != NULL && sass_for(l->code, f, row->address - f->address, row->address - f->address, &of) != NULL && of.has_target) {
        snprintf(where, sizeof where, "0x%llx", (unsigned long long)of.target);
        target = row_of_address(l, f->address + of.target);
        if (target != NULL && target->function == f) to->to = (uint32_t)(target - l->rows) + 1;
    }
    set_keys(to, own ? 0 : align_key(0, f->name.ptr, f->name.len), text->ptr, text->len, where);
    to->begins = i == 0 || l->rows[i - 1].function != f;
}

/* rows: their items so far, as a call counts with all that is around it. */
static void describe(align_item *items, const code_rows *x, size_t i, const cli_buf *text, int has_text)
{
    const code_row *const row = &x->list[i], *const last = i > 0 ? &x->list[i - 1] : NULL;
    align_item *const to = &items[i];
    const ncurep_view words = trimmed(text->ptr != NULL ? text->ptr : "", text->len), file = file_name(row_file(x, row));
    uint64_t from;
    memset(to, 0, sizeof *to);
    if (x->kind == ROWS_INSTRUCTIONS) {
        if (has_text) describe_instruction(to, x, i, text);
        return;
    }
    if (x->kind == ROWS_PTX) {
        set_keys(to, 0, words.ptr, words.len, "");
        return;
    }
    if (!has_text && code_lines(x->l->code, row_file(x, row)) == 0) return;
    from = row->parent > 0 ? items[row->parent - 1].key[ALIGN_EXACT] : 1;
    if (from == 0) return;
    to->key[ALIGN_EXACT] = to->key[ALIGN_LOOSE] = align_key(align_key(from, file.ptr, file.len), words.ptr, words.len);
    to->begins = last == NULL || last->parent != row->parent || !same_view(row_file(x, last), row_file(x, row));
}

/* By instruction: 1 + the row that has it for its own; NULL: each is its row. */
static uint32_t *rows_of_instructions(const code_rows *x)
{
    uint32_t *of_node, *rows;
    size_t i;
    if (x->kind == ROWS_INSTRUCTIONS) return NULL;
    of_node = (uint32_t *)cli_alloc(x->t.count, sizeof *of_node);
    rows = (uint32_t *)cli_alloc(x->l->count, sizeof *rows);
    for (i = 0; i < x->count; i++)
        if (x->list[i].counted) of_node[x->list[i].at] = (uint32_t)i + 1;
    for (i = 0; i < x->l->count; i++) rows[i] = x->t.innermost[i] > 0 ? of_node[x->t.innermost[i] - 1] : 0;
    cli_free(of_node);
    return rows;
}

/* The baseline ------------------------------------------------------------------------------------------------------ */

static void keep_values(old_rows *to, const double *values, size_t count)
{
    size_t k;
    for (k = 0; k < count; k++) {
        if (!(values[k] > 0 || values[k] < 0)) continue;
        to->values = (old_value *)cli_grow(to->values, &to->value_room, to->value_count + 1, sizeof *to->values);
        to->values[to->value_count].value = values[k];
        to->values[to->value_count++].column = (uint32_t)k;
    }
}

static void keep_row(code_before *x, old_rows *to, const code_rows *rows, size_t i, cli_buf *text)
{
    const code_row *const row = &rows->list[i];
    const source_row *const of = rows->kind == ROWS_INSTRUCTIONS ? &rows->l->rows[row->at] : NULL;
    const ncurep_view file = file_name(row_file(rows, row)), function = row_function(rows, row);
    old_row *const r = &to->list[i];
    text->len = 0;
    r->has_text = rows_text(text, rows, i);
    describe(to->items, rows, i, text, r->has_text);
    if (of != NULL) r->offset = of->address - (of->function != NULL ? of->function->address : 0);
    r->line = row->line;
    r->parent = row->parent;
    r->instructions = row->instructions;
    r->counted = row->counted;
    r->text = (uint32_t)set_add(&x->texts, text->ptr != NULL ? text->ptr : "", text->len);
    r->file = (uint32_t)set_add(&x->texts, file.ptr, file.len);
    r->function = (uint32_t)set_add(&x->texts, function.ptr, function.len);
    r->values[0] = to->value_count;
    if (row->counted) keep_values(to, rows_values(rows, i, 0), rows->l->column_count);
    r->values[1] = to->value_count;
    if (row->counted && (rows->kind == ROWS_CALLS || rows->kind == ROWS_FILES)) keep_values(to, rows_values(rows, i, 1), rows->l->column_count);
    r->values[2] = to->value_count;
}

void before_open(code_before *x, const listing *l, const char *path, unsigned kinds)
{
    cli_buf text = {NULL, 0, 0};
    size_t i;
    int kind;
    memset(x, 0, sizeof *x);
    x->path = path;
    x->result = l->r->index;
    for (i = 0; i < l->column_count; i++) (void)set_add(&x->columns, l->columns[i].name.ptr, l->columns[i].name.len);
    for (kind = 0; kind < ROWS_KINDS; kind++) {
        old_rows *const to = &x->kinds[kind];
        code_rows rows;
        if (kind != ROWS_INSTRUCTIONS && (kinds >> kind & 1) == 0) continue;
        rows_open(&rows, l, (rows_kind)kind);
        x->has[kind] = 1;
        to->count = rows.count;
        to->list = (old_row *)cli_alloc(rows.count, sizeof *to->list);
        to->items = (align_item *)cli_alloc(rows.count, sizeof *to->items);
        to->row_of = rows_of_instructions(&rows);
        for (i = 0; i < rows.count; i++) keep_row(x, to, &rows, i, &text);
        rows_close(&rows);
    }
    cli_buf_free(&text);
}

void before_close(code_before *x)
{
    int kind;
    for (kind = 0; kind < ROWS_KINDS; kind++) {
        cli_free(x->kinds[kind].list);
        cli_free(x->kinds[kind].items);
        cli_free(x->kinds[kind].row_of);
        cli_free(x->kinds[kind].values);
    }
    set_free(&x->texts);
    set_free(&x->columns);
    memset(x, 0, sizeof *x);
}

/* Pairs --------------------------------------------------------------------------------------------------------------- */

static align_item *describe_all(const code_rows *x)
{
    align_item *const items = (align_item *)cli_alloc(x->count, sizeof *items);
    cli_buf text = {NULL, 0, 0};
    size_t i;
    for (i = 0; i < x->count; i++) {
        int has;
        text.len = 0;
        has = rows_text(&text, x, i);
        describe(items, x, i, &text, has);
    }
    cli_buf_free(&text);
    return items;
}

static void align_rows(const code_rows *x, const old_rows *old, uint32_t *was, uint32_t *now)
{
    align_item *const items = describe_all(x);
    align(items, x->count, was, old->items, old->count, now);
    cli_free(items);
}

/* Two rows that have instructions in common. */
typedef struct vote {
    uint32_t row, old;
    size_t count;
} vote;

static int by_pair(const void *a, const void *b)
{
    const vote *x = (const vote *)a, *y = (const vote *)b;
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    return x->old < y->old ? -1 : x->old > y->old;
}

static int by_count(const void *a, const void *b)
{
    const vote *x = (const vote *)a, *y = (const vote *)b;
    return x->count != y->count ? (x->count > y->count ? -1 : 1) : by_pair(a, b);
}

/* Rows without a partner go with that which most of their instructions were in; so do the calls around them. */
static void pair_by_instructions(const code_rows *x, rows_before *p)
{
    const old_rows *const old_code = &p->code->kinds[ROWS_INSTRUCTIONS];
    uint32_t *const of = rows_of_instructions(x), *const was = (uint32_t *)cli_alloc(x->l->count, sizeof *was);
    uint32_t *const now = (uint32_t *)cli_alloc(old_code->count, sizeof *now);
    vote *list = NULL;
    size_t i, n = 0, count = 0, room = 0;
    code_rows code;
    rows_open(&code, x->l, ROWS_INSTRUCTIONS);
    align_rows(&code, old_code, was, now);
    rows_close(&code);
    for (i = 0; i < x->l->count; i++) {
        uint32_t a = was[i] > 0 ? of[i] : 0, b = was[i] > 0 ? p->old->row_of[was[i] - 1] : 0;
        for (; a > 0 && b > 0; a = x->list[a - 1].parent, b = p->old->list[b - 1].parent) {
            if (p->was[a - 1] > 0 || p->now[b - 1] > 0) continue;
            list = (vote *)cli_grow(list, &room, count + 1, sizeof *list);
            list[count].row = a;
            list[count].old = b;
            list[count++].count = 1;
        }
    }
    if (count > 0) qsort(list, count, sizeof *list, by_pair);
    for (i = 0; i < count; i++) {
        if (n > 0 && by_pair(&list[n - 1], &list[i]) == 0) list[n - 1].count++;
        else list[n++] = list[i];
    }
    if (n > 0) qsort(list, n, sizeof *list, by_count);
    for (i = 0; i < n; i++) {
        if (p->was[list[i].row - 1] > 0 || p->now[list[i].old - 1] > 0) continue;
        p->was[list[i].row - 1] = list[i].old;
        p->now[list[i].old - 1] = list[i].row;
    }
    cli_free(list);
    cli_free(of);
    cli_free(was);
    cli_free(now);
}

/* Lines left over pair by number, unless their texts differ. */
static void pair_by_number(const code_rows *x, rows_before *p)
{
    text_set places;
    size_t *first = (size_t *)cli_alloc(p->old->count, sizeof *first), i;
    char key[96];
    memset(&places, 0, sizeof places);
    for (i = 0; i < p->old->count; i++) {
        const old_row *const r = &p->old->list[i];
        size_t before = places.count;
        if (p->now[i] > 0 || r->line == 0) continue;
        snprintf(key, sizeof key, "%lu %lu %lu", (unsigned long)r->file, (unsigned long)r->line, (unsigned long)(r->parent > 0 ? p->now[r->parent - 1] : 0));
        if (set_add(&places, key, strlen(key)) == before) first[before] = i + 1;
    }
    for (i = 0; i < x->count; i++) {
        const code_row *const r = &x->list[i];
        const ncurep_view name = file_name(row_file(x, r));
        const size_t file = p->was[i] == 0 && r->line > 0 ? set_find(&p->code->texts, name.ptr, name.len) : NOT_IN_SET;
        size_t at;
        if (file == NOT_IN_SET) continue;
        snprintf(key, sizeof key, "%lu %lu %lu", (unsigned long)file, (unsigned long)r->line, (unsigned long)r->parent);
        at = set_find(&places, key, strlen(key));
        if (at == NOT_IN_SET || first[at] == 0 || (p->old->list[first[at] - 1].has_text && code_lines(x->l->code, row_file(x, r)) > 0)) continue;
        p->was[i] = (uint32_t)first[at];
        p->now[first[at] - 1] = (uint32_t)i + 1;
        first[at] = 0;
    }
    set_free(&places);
    cli_free(first);
}

static void pair_rows(code_rows *x, const code_before *code)
{
    const listing *const l = x->l;
    rows_before *const p = (rows_before *)cli_alloc(1, sizeof *p);
    size_t i, k;
    p->code = code;
    p->old = &code->kinds[x->kind];
    p->was = (uint32_t *)cli_alloc(x->count, sizeof *p->was);
    p->now = (uint32_t *)cli_alloc(p->old->count, sizeof *p->now);
    p->column = (size_t *)cli_alloc(code->columns.count, sizeof *p->column);
    p->values = (double *)cli_alloc(l->column_count, sizeof *p->values);
    p->none = (double *)cli_alloc(l->column_count, sizeof *p->none);
    for (i = 0; i < code->columns.count; i++) p->column[i] = NOT_COUNTED;
    for (k = 0; k < l->column_count; k++) {
        i = set_find(&code->columns, l->columns[k].name.ptr, l->columns[k].name.len);
        if (i != NOT_IN_SET) p->column[i] = k;
        p->none[k] = i != NOT_IN_SET ? 0 : (double)NAN;
    }
    x->before = p;
    align_rows(x, p->old, p->was, p->now);
    if (x->kind == ROWS_INSTRUCTIONS) return;
    pair_by_instructions(x, p);
    if (x->kind != ROWS_PTX) pair_by_number(x, p);
}

void rows_open_beside(code_rows *x, const listing *l, rows_kind kind)
{
    rows_open(x, l, kind);
    if (l->before != NULL && l->before->has[kind]) pair_rows(x, l->before);
}

void rows_close_beside(code_rows *x)
{
    rows_before *const p = x->before;
    if (p != NULL) {
        cli_free(p->was);
        cli_free(p->now);
        cli_free(p->column);
        cli_free(p->values);
        cli_free(p->none);
        cli_free(p);
    }
    rows_close(x);
}

const old_row *row_before(const code_rows *x, size_t row)
{
    return x->before != NULL && x->before->was[row] > 0 ? &x->before->old->list[x->before->was[row] - 1] : NULL;
}

const old_row *next_gone(const code_rows *x, size_t *at)
{
    const rows_before *const p = x->before;
    while (p != NULL && *at < p->old->count) {
        const size_t i = (*at)++;
        if (p->now[i] == 0 && p->old->list[i].counted) return &p->old->list[i];
    }
    return NULL;
}

size_t gone_after(const code_rows *x, const old_row *gone)
{
    size_t i = (size_t)(gone - x->before->old->list);
    while (i > 0 && x->before->now[i - 1] == 0) i--;
    return i > 0 ? x->before->now[i - 1] : 0;
}

const double *old_values(const code_rows *x, const old_row *row, int self)
{
    const rows_before *const p = x->before;
    const int own = self && (x->kind == ROWS_CALLS || x->kind == ROWS_FILES);
    size_t i;
    memcpy(p->values, p->none, x->l->column_count * sizeof *p->values);
    for (i = row != NULL ? row->values[own] : 0; row != NULL && i < row->values[own + 1]; i++) {
        const size_t column = p->column[p->old->values[i].column];
        if (column != NOT_COUNTED) p->values[column] = p->old->values[i].value;
    }
    return p->values;
}

void before_sums(const code_before *x, double *sums)
{
    const old_rows *const rows = &x->kinds[ROWS_INSTRUCTIONS];
    size_t i;
    for (i = 0; i < x->columns.count; i++) sums[i] = 0;
    for (i = 0; i < rows->value_count; i++) sums[rows->values[i].column] += rows->values[i].value;
}

ncurep_view old_text(const code_rows *x, uint32_t text)
{
    const set_text *const t = &x->before->code->texts.list[text];
    return bytes_of(t->text, t->len);
}
