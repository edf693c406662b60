/* Where in the code a kernel spends its time, for people: rows as wide as the terminal, with the figures that matter in this kernel. */
#include "source_parts.h"
#include "../model/notes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define WAITS 3        /* reasons to wait that have a column */
#define LEAST_TEXT 24  /* columns of a terminal that the code has, if others can go */
#define LEAST_PLACE 14 /* and a place: its line number stays */

/* What a column shows. */
typedef enum shown_part { PART_OFFSET, PART_SAMPLES, PART_SHARE, PART_DIFFERENCE, PART_WAIT, PART_EXECUTED = PART_WAIT + WAITS, PART_LIVE, PART_CAUSE,
                    PART_PLACE, PART_LINE, PART_TEXT, PART_COUNT } shown_part;

typedef struct text_page {
    const shown *x;
    code_rows rows;
    size_t *list, count;    /* the rows that are shown */
    notes n;
    size_t waits[WAITS];    /* columns of the listing */
    char titles[WAITS][20];
    int has[PART_COUNT];
    shown_part parts[PART_COUNT]; /* of the columns */
    table_column columns[PART_COUNT];
    size_t column_count;
    size_t place, text;     /* columns of the terminal */
    cli_buf cell, line;     /* what is written just now, and the text of a row */
    int has_ptx;            /* places of instructions have a line of PTX, too */
} text_page;

/* A value of a row, 0 where there is no such column. */
static double figure(const listing *l, size_t column, const double *values) { return column < l->column_count ? values[column] : 0; }

static void choose_waits(text_page *p)
{
    const size_t n = largest_waits(&p->x->l, p->waits, WAITS);
    size_t i;
    for (i = 0; i < n; i++) {
        p->has[PART_WAIT + i] = 1;
        brief_label(p->titles[i], sizeof p->titles[i], &p->x->l.columns[p->waits[i]]);
    }
}

/* Cells ------------------------------------------------------------------------------------------------------------ */

static uint64_t offset_of(const source_row *row) { return row->address - (row->function != NULL ? row->function->address : 0); }

/* Tens of thousands of them: printf takes ten times as long. */
static void put_number(cli_buf *b, uint64_t v, unsigned base)
{
    char digits[20];
    size_t n = sizeof digits;
    do digits[--n] = "0123456789abcdef"[v % base];
    while ((v /= base) > 0);
    cli_put(b, digits + n, sizeof digits - n);
}

/* As "%.1f%%", of which most rows have none. */
static void put_percent(cli_buf *b, double v)
{
    if (v >= 0 && v < 0.05) cli_put(b, "0.0%", 4);
    else cli_putf(b, "%.1f%%", v);
}

static void put_cause(cli_buf *b, const text_page *p, size_t row)
{
    const code_row *r = &p->rows.list[row];
    const double *values;
    double all = 0, of[WHY_KIND_COUNT];
    size_t i, most = 0;
    if (p->rows.kind == ROWS_INSTRUCTIONS) {
        put_cause_name(b, &p->n, &p->x->l, r->at);
        return;
    }
    if (!r->counted) return;
    for (i = 0; i < WHY_KIND_COUNT; i++) of[i] = p->n.by_line[i] != NULL ? (double)p->n.by_line[i][r->at] : 0;
    values = rows_values(&p->rows, row, 0);
    for (i = 0; i < p->x->l.column_count; i++) {
        const why_kind own = why_own_kind(&p->x->l, i);
        if (own != WHY_KIND_COUNT) of[own] += values[i];
    }
    for (i = 0; i < WHY_KIND_COUNT; i++) {
        all += of[i];
        if (of[i] > of[most]) most = i;
    }
    if (all > 0) cli_putf(b, "%s %.0f%%", why_brief((why_kind)most), 100 * of[most] / all);
}

static void put_row_place(cli_buf *b, const text_page *p, size_t row)
{
    const code_row *r = &p->rows.list[row];
    const source_row *of = p->rows.kind == ROWS_INSTRUCTIONS ? &p->x->l.rows[r->at] : NULL;
    if (r->line > 0) {
        const ncurep_view file = p->rows.kind == ROWS_PTX ? bytes_of("ptx", 3) : file_name(row_file(&p->rows, r));
        cli_put_safe(b, file.ptr, file.len);
        cli_put(b, ":", 1);
        put_number(b, r->line, 10);
    } else if (of == NULL) cli_put(b, "(no line)", 9);
    if (of != NULL && of->ptx > 0 && p->has_ptx) cli_putf(b, "%sptx:%" PRIu32, b->len > 0 ? " " : "", of->ptx);
}

/* Text of a line without its indentation; of a whole file with it, where tabs reach to the next column of eight. */
static void put_code(cli_buf *b, const char *text, size_t len, int indented)
{
    size_t i = 0;
    while (!indented && i < len && (text[i] == ' ' || text[i] == '\t')) i++;
    while (i < len) {
        const char *tab = (const char *)memchr(text + i, '\t', len - i);
        const size_t part = tab != NULL ? (size_t)(tab - text) - i : len - i;
        cli_put_safe(b, text + i, part);
        if (tab != NULL) cli_put(b, "        ", indented ? 8 - cli_width(b->ptr != NULL ? b->ptr : "", b->len) % 8 : 1);
        i += part + (tab != NULL);
    }
}

/* The function of inlined code; of one that has no room, its own name without what it is in. */
static void put_inlined(cli_buf *b, const text_page *p, ncurep_view function)
{
    cli_buf name = {NULL, 0, 0};
    size_t i, end = 0, from = 0;
    put_function(&name, &p->x->l, function);
    while (end < name.len && name.ptr[end] != '<' && name.ptr[end] != '(') end++;
    if (b->len + 3 + name.len > p->text)
        for (i = 0; i + 2 < end; i++)
            if (name.ptr[i] == ':' && name.ptr[i + 1] == ':') from = i + 2;
    cli_put(b, "in ", 3);
    if (name.len > from) cli_put(b, name.ptr + from, name.len - from);
    cli_put(b, "  ", 2);
    cli_buf_free(&name);
}

static void put_row_text(cli_buf *b, text_page *p, size_t row)
{
    const code_row *r = &p->rows.list[row];
    const note *n = p->x->how->labels && p->rows.kind == ROWS_INSTRUCTIONS ? &p->n.rows[r->at] : NULL;
    cli_buf *const text = &p->line;
    const char *space = NULL;
    uint32_t i, bytes = 0;
    for (i = 0; i < r->depth && 2 * i < p->text / 3; i++) cli_put(b, "  ", 2);
    if (r->depth > 0) put_inlined(b, p, row_function(&p->rows, r));
    if (p->rows.kind == ROWS_FILES) cli_put(b, "| ", 2);
    text->len = 0;
    if (rows_text(text, &p->rows, row)) put_code(b, text->ptr, text->len, p->rows.kind == ROWS_FILES);
    if (n != NULL && text->len > 0) space = memory_of(text->ptr, &bytes);
    while (b->len > 0 && b->ptr[b->len - 1] == ' ') b->len--;
    if (n != NULL && n->target > 0) cli_putf(b, " -> L%04" PRIx64, offset_of(&p->x->l.rows[n->target - 1]));
    text->len = 0;
    if (space != NULL) cli_putf(text, bytes > 0 ? "  // %s, %" PRIu32 " bytes" : "  // %s", space, bytes);
    if (text->len > 0 && b->len + text->len <= p->text) cli_put(b, text->ptr, text->len);
}

/* So many columns of a text; what does not fit is cut, and dots say so. No text has more columns than bytes. */
static void cut(cli_buf *b, size_t room)
{
    size_t n = 0, wide = 0;
    if (b->len <= room || cli_width(b->ptr, b->len) <= room) return;
    while (n < b->len) {
        const size_t one = cli_utf8(b->ptr + n, b->ptr + b->len), next = one > 0 ? one : 1;
        wide += cli_width(b->ptr + n, next);
        if (wide + 3 > room) break;
        n += next;
    }
    b->len = n;
    cli_put(b, "...", 3);
}

/* Indentation, which starts at from, takes at most half of the room where there is too little: of a line deep in loops the code must
   be seen. */
static void cut_indented(cli_buf *b, size_t from, size_t room)
{
    const size_t wide = b->len > room ? cli_width(b->ptr, b->len) : b->len;
    size_t deep = 0, n;
    if (wide <= room) return;
    while (from + deep < b->len && b->ptr[from + deep] == ' ') deep++;
    n = deep > room / 2 ? deep - room / 2 : 0;
    if (n > 0 && n > wide - room) n = wide - room;
    if (n > 0) memmove(b->ptr + from, b->ptr + from + n, b->len - from - n);
    b->len -= n;
    cut(b, room);
}

/* From the left: of a place the line stays. */
static void cut_left(cli_buf *b, size_t room)
{
    size_t n = 0;
    if (b->len <= room || cli_width(b->ptr, b->len) <= room) return;
    while (n < b->len && cli_width(b->ptr + n, b->len - n) + 3 > room) {
        const size_t one = cli_utf8(b->ptr + n, b->ptr + b->len);
        n += one > 0 ? one : 1;
    }
    if (n < 3) return;
    memmove(b->ptr + 3, b->ptr + n, b->len - n);
    memcpy(b->ptr, "...", 3);
    b->len -= n - 3;
}

/* Against the baseline: nothing where it is the same. */
static void put_difference(cli_buf *b, double now, const old_row *old, double was)
{
    if (old == NULL) cli_put(b, "new", 3);
    else if (was != was) cli_put(b, "?", 1);
    else if (now < was || now > was) {
        if (now > was) cli_put(b, "+", 1);
        put_digits(b, now - was);
    }
}

/* values, was: of the columns, of a part that shows any; was: in the baseline, if there is one. */
static void put_cell(cli_buf *b, text_page *p, shown_part what, size_t row, const double *values, const double *was)
{
    const listing *l = &p->x->l;
    const code_row *r = &p->rows.list[row];
    const note *n = p->rows.kind == ROWS_INSTRUCTIONS && p->n.rows != NULL ? &p->n.rows[r->at] : NULL;
    const size_t column = main_column(l);
    if (!r->counted && what != PART_LINE && what != PART_TEXT) return;
    switch (what) {
    case PART_OFFSET: put_number(b, offset_of(&l->rows[r->at]), 16); break;
    case PART_SAMPLES: put_digits(b, figure(l, l->samples, values)); break;
    case PART_SHARE: put_percent(b, share(l, column, figure(l, column, values))); break;
    case PART_DIFFERENCE: put_difference(b, figure(l, column, values), row_before(&p->rows, row), figure(l, column, was)); break;
    case PART_EXECUTED: put_digits(b, figure(l, l->executed, values)); break;
    case PART_LIVE:
        if (n != NULL && n->live != NO_LIVE) put_number(b, n->live, 10);
        else cli_put(b, "?", 1);
        break;
    case PART_CAUSE: put_cause(b, p, row); break;
    case PART_PLACE:
        put_row_place(b, p, row);
        cut_left(b, p->place);
        break;
    case PART_LINE:
        if (r->line > 0) cli_putf(b, "%" PRIu32, r->line);
        break;
    case PART_TEXT:
        put_row_text(b, p, row);
        cut_indented(b, p->rows.kind == ROWS_FILES ? 2 : 0, p->text);
        break;
    default: put_digits(b, values[p->waits[what - PART_WAIT]]); break;
    }
}

/* Columns ---------------------------------------------------------------------------------------------------------- */

static const char *title_of(const text_page *p, shown_part what)
{
    static const char *const titles[PART_COUNT] = {"Offset", "Samples", "%", "Diff", NULL, NULL, NULL, "Executed", "Live", "Cause", "Source", "Line", "Code"};
    if (what >= PART_WAIT && what < PART_EXECUTED) return p->titles[what - PART_WAIT];
    return what == PART_TEXT && p->rows.kind == ROWS_INSTRUCTIONS ? "Instruction" : what == PART_PLACE && p->rows.kind == ROWS_PTX ? "PTX" : titles[what];
}

static const double *values_before(const text_page *p, size_t row)
{
    return p->rows.before != NULL ? old_values(&p->rows, row_before(&p->rows, row), p->x->how->self) : NULL;
}

/* How wide the cells of a column are; texts go to the end of the line. */
static size_t width_of(text_page *p, shown_part what)
{
    size_t i, most = strlen(title_of(p, what));
    cli_buf b = {NULL, 0, 0};
    for (i = 0; what != PART_TEXT && i < p->count; i++) {
        const size_t row = p->list[i];
        const int figures = what >= PART_SAMPLES && what <= PART_EXECUTED;
        b.len = 0;
        put_cell(&b, p, what, row, figures ? rows_values(&p->rows, row, p->x->how->self) : NULL, what == PART_DIFFERENCE ? values_before(p, row) : NULL);
        if (b.len > 0 && cli_width(b.ptr, b.len) > most) most = cli_width(b.ptr, b.len);
    }
    cli_buf_free(&b);
    return most;
}

/* Columns of the terminal that all but the place and the text have. */
static size_t used_by(const text_page *p, const size_t *width)
{
    size_t k, used = 2;
    for (k = 0; k < PART_TEXT; k++)
        if (p->has[k] && k != PART_PLACE) used += width[k] + 2;
    return used;
}

/* What has no room on a terminal goes, the least telling first. */
static void fit(text_page *p, size_t *width)
{
    static const shown_part least[] = {PART_WAIT + 2, PART_EXECUTED, PART_WAIT + 1, PART_WAIT, PART_SAMPLES, PART_CAUSE};
    const output *to = p->x->pg->to;
    int had[sizeof least / sizeof *least];
    size_t i, k, used, longest;
    p->place = p->text = (size_t)-1;
    if (!to->is_narrow) return;
    for (k = 0, used = 0; k < PART_TEXT; k++) used += p->has[k] ? width[k] + 2 : 0;
    p->has_ptx = used + 2 * LEAST_TEXT <= to->width;
    longest = p->has_ptx || !p->has[PART_PLACE] ? width[PART_PLACE] : width_of(p, PART_PLACE);
    p->place = !p->has[PART_PLACE] ? 0 : longest < LEAST_PLACE ? longest : LEAST_PLACE;
    for (i = 0; i < sizeof least / sizeof *least && used_by(p, width) + p->place + 2 + LEAST_TEXT > to->width; i++) {
        had[i] = p->has[least[i]];
        p->has[least[i]] = 0;
    }
    /* What went last was wide: some that went before may have room in its place. */
    while (i-- > 0) {
        p->has[least[i]] = had[i];
        if (used_by(p, width) + p->place + 2 + LEAST_TEXT > to->width) p->has[least[i]] = 0;
    }
    used = used_by(p, width);
    used += p->has[PART_PLACE] ? 2 : 0;
    if (p->has[PART_PLACE] && used + LEAST_TEXT + longest <= to->width) p->place = longest;
    else if (p->has[PART_PLACE] && used + LEAST_TEXT + p->place < to->width) p->place = to->width - used - LEAST_TEXT;
    used += p->place;
    p->text = to->width > used + 8 ? to->width - used : 8;
    width[PART_PLACE] = p->place;
}

static void make_columns(text_page *p)
{
    const listing *l = &p->x->l;
    const source_options *how = p->x->how;
    size_t width[PART_COUNT], k;
    const int by_file = p->rows.kind == ROWS_FILES, by_address = p->rows.kind == ROWS_INSTRUCTIONS;
    choose_waits(p);
    p->has_ptx = 1;
    p->has[PART_OFFSET] = by_address;
    p->has[PART_SAMPLES] = l->samples < l->column_count && !by_file;
    p->has[PART_SHARE] = main_column(l) < l->column_count;
    p->has[PART_DIFFERENCE] = p->rows.before != NULL && main_column(l) < l->column_count;
    p->has[PART_EXECUTED] = l->executed < l->column_count;
    p->has[PART_TEXT] = 1;
    p->has[PART_LIVE] = how->live && by_address;
    p->has[PART_CAUSE] = p->n.has_causes;
    p->has[PART_PLACE] = !by_file;
    p->has[PART_LINE] = by_file;
    p->place = p->text = (size_t)-1;
    for (k = 0; k < PART_COUNT; k++) width[k] = p->has[k] ? width_of(p, (shown_part)k) : 0;
    fit(p, width);
    for (k = 0; k < PART_COUNT; k++) {
        table_column *c = &p->columns[p->column_count];
        if (!p->has[k]) continue;
        memset(c, 0, sizeof *c);
        p->parts[p->column_count++] = (shown_part)k;
        c->align = k == PART_CAUSE || k == PART_PLACE || k == PART_TEXT ? 'l' : 'r';
        c->title = title_of(p, (shown_part)k);
        c->width = k == PART_TEXT ? 0 : (int)width[k];
    }
    p->columns[0].width += 2;
}

/* Rows ------------------------------------------------------------------------------------------------------------- */

static void put_markers(const shown *x, uint64_t address, uint32_t line, ncurep_view file)
{
    const marker *m;
    size_t at = 0;
    while ((m = next_marker(&x->l, &at, address, line, file)) != NULL) {
        out_say(x->pg->to, "        ^ %s ", finding_word(m->type));
        out_wrapped(x->pg->to, m->text.ptr != NULL ? m->text.ptr : "", m->text.len, 14, 14);
    }
}

static void put_row(text_page *p, table *t, size_t row)
{
    const code_row *r = &p->rows.list[row];
    const listing *l = &p->x->l;
    const double *values = rows_values(&p->rows, row, p->x->how->self), *was = values_before(p, row);
    cli_buf *const b = &p->cell;
    size_t i;
    for (i = 0; i < p->column_count; i++) {
        b->len = 0;
        put_cell(b, p, p->parts[i], row, values, was);
        table_text(t, b->len > 0 ? b->ptr : "", b->len);
    }
    table_row(t);
    if (p->rows.kind == ROWS_INSTRUCTIONS) put_markers(p->x, l->rows[r->at].address, 0, bytes_of("", 0));
    else if (p->rows.kind != ROWS_PTX) put_markers(p->x, 0, r->line, row_file(&p->rows, r));
}

/* What stands before an instruction: a loop that begins there, a label. */
static void put_target(const text_page *p, size_t row)
{
    const listing *l = &p->x->l;
    const notes *n = &p->n;
    size_t i;
    for (i = 0; i < n->loop_count; i++)
        if (n->loops[i].first == row && n->loops[i].depth > 0)
            out_line(p->x->pg->to, "  loop %" PRIu32 ", to %" PRIx64 ": %.1f%%", n->loops[i].depth, offset_of(&l->rows[n->loops[i].last]),
                     share(l, main_column(l), n->loops[i].samples));
    if (n->rows[row].is_target) out_line(p->x->pg->to, "  L%04" PRIx64 ":", offset_of(&l->rows[row]));
}

static void begin_function(const text_page *p, const code_function *f)
{
    cli_buf name = {NULL, 0, 0};
    output *to = p->x->pg->to;
    put_function(&name, &p->x->l, f->name);
    out_gap(to);
    out_line(to, "  %sFunction %s%s at 0x%" PRIx64, cli_style(to->color, CLI_BOLD), name.ptr, cli_style(to->color, CLI_PLAIN), f->address);
    cli_buf_free(&name);
}

/* Whether a row begins what a title stands above: a function, a file. */
static int begins_part(const text_page *p, size_t i)
{
    const code_row *r = &p->rows.list[p->list[i]], *last = i > 0 ? &p->rows.list[p->list[i - 1]] : NULL;
    if (last == NULL) return 1;
    if (p->rows.kind == ROWS_INSTRUCTIONS) return p->x->l.rows[r->at].function != p->x->l.rows[last->at].function && p->x->l.rows[r->at].function != NULL;
    return p->rows.kind == ROWS_FILES && p->x->how->top == 0 && !same_view(row_file(&p->rows, r), row_file(&p->rows, last));
}

static void begin_part(const text_page *p, size_t row)
{
    const code_row *r = &p->rows.list[row];
    output *to = p->x->pg->to;
    if (p->rows.kind == ROWS_INSTRUCTIONS && p->x->l.rows[r->at].function != NULL) begin_function(p, p->x->l.rows[r->at].function);
    else out_gap(to);
    if (p->rows.kind == ROWS_FILES && p->x->how->annotate == NULL && p->x->how->top == 0) {
        const ncurep_view file = row_file(&p->rows, r);
        cli_buf name = {NULL, 0, 0};
        cli_put_safe(&name, file.len > 0 ? file.ptr : "(no file)", file.len > 0 ? file.len : 9);
        out_heading(to, 4, 2, name.ptr, name.len);
        cli_buf_free(&name);
    }
}

/* Gone ------------------------------------------------------------------------------------------------------------- */

#define GONE_SHOWN 20

typedef struct gone_row {
    const old_row *row;
    double value;
} gone_row;

static int by_gone(const void *a, const void *b)
{
    const gone_row *x = (const gone_row *)a, *y = (const gone_row *)b;
    return x->value < y->value || x->value > y->value ? (x->value > y->value ? -1 : 1) : x->row < y->row ? -1 : x->row > y->row;
}

static void put_gone_row(const text_page *p, table *t, const gone_row *one)
{
    const ncurep_view file = old_text(&p->rows, one->row->file), text = old_text(&p->rows, one->row->text);
    const output *const to = p->x->pg->to;
    cli_buf b = {NULL, 0, 0};
    put_digits(&b, one->value);
    table_buf(t, &b);
    memset(&b, 0, sizeof b);
    if (p->rows.kind == ROWS_INSTRUCTIONS) cli_putf(&b, "%" PRIx64, one->row->offset);
    else if (one->row->line > 0) {
        cli_put_safe(&b, file.ptr, file.len);
        cli_putf(&b, "%s%" PRIu32, file.len > 0 ? ":" : "ptx:", one->row->line);
    }
    if (to->is_narrow) cut_left(&b, LEAST_PLACE + 10);
    table_buf(t, &b);
    memset(&b, 0, sizeof b);
    put_code(&b, text.ptr, text.len, 0);
    if (to->is_narrow) cut(&b, to->width > 48 ? to->width - 40 : 8);
    table_buf(t, &b);
    table_row(t);
}

/* What is gone since the baseline, with the rows of it that had most. */
static void put_gone(const text_page *p)
{
    static const table_column columns[] = {{'r', "Was", NULL, NULL, 0}, {'l', "Place", NULL, NULL, 0}, {'l', "Code", NULL, NULL, 0}};
    const listing *const l = &p->x->l;
    const size_t column = main_column(l), most = p->x->how->top > 0 && p->x->how->top < GONE_SHOWN ? (size_t)p->x->how->top : GONE_SHOWN;
    output *const to = p->x->pg->to;
    gone_row *list = NULL;
    const old_row *old;
    double sum = 0;
    size_t at = 0, count = 0, n = 0, room = 0, i;
    table t;
    while (column < l->column_count && (old = next_gone(&p->rows, &at)) != NULL) {
        const double v = old_values(&p->rows, old, 1)[column];
        count++;
        if (!(v > 0)) continue;
        sum += v;
        list = (gone_row *)cli_grow(list, &room, n + 1, sizeof *list);
        list[n].row = old;
        list[n++].value = v;
    }
    if (count > 0) {
        cli_buf b = {NULL, 0, 0};
        put_digits(&b, sum);
        out_gap(to);
        out_line(to, "  gone since the baseline: %zu %s%s, with %s %s", count, p->rows.kind == ROWS_INSTRUCTIONS ? "instruction" : "line", count == 1 ? "" : "s", b.ptr,
                 column == l->samples ? "samples" : "executed instructions");
        cli_buf_free(&b);
    }
    if (n > 0) {
        qsort(list, n, sizeof *list, by_gone);
        table_begin(&t, to, NULL, columns, sizeof columns / sizeof *columns, 0);
        t.indent = 2;
        for (i = 0; i < n && i < most; i++) put_gone_row(p, &t, &list[i]);
        table_end(&t);
        if (n > most) out_line(to, "  and %zu with less", n - most);
    }
    cli_free(list);
}

size_t text_rows(shown *x, rows_kind kind)
{
    text_page p;
    table t;
    size_t i, count;
    memset(&p, 0, sizeof p);
    p.x = x;
    rows_open_beside(&p.rows, &x->l, x->how->top > 0 && kind == ROWS_CALLS ? ROWS_LINES : kind);
    notes_of_lines(&p.n, &x->l, &p.rows, x->how->live || x->how->labels);
    p.list = chosen_rows(x, &p.rows, kind != ROWS_FILES, &p.count);
    make_columns(&p);
    for (i = 0; i < p.count; i++) {
        if (begins_part(&p, i)) {
            if (i > 0) table_end(&t);
            begin_part(&p, p.list[i]);
            table_begin(&t, x->pg->to, NULL, p.columns, p.column_count, TABLE_STREAM);
        }
        if (x->how->labels && kind == ROWS_INSTRUCTIONS && x->how->top == 0) put_target(&p, p.rows.list[p.list[i]].at);
        put_row(&p, &t, p.list[i]);
    }
    if (p.count > 0) table_end(&t);
    put_gone(&p);
    count = p.count;
    cli_free(p.list);
    cli_buf_free(&p.cell);
    cli_buf_free(&p.line);
    rows_close_beside(&p.rows);
    notes_free(&p.n);
    return count;
}
