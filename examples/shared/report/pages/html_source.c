/* The source of a kernel on the HTML page: its rows as data for the script, and a table of the hottest for those without. */
#include "html_parts.h"
#include "../model/blames.h"
#include "../model/counters.h"
#include "../model/names.h"
#include "../model/notes.h"
#include "../model/pick.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Anchors ------------------------------------------------------------------------------------------------------------ */

static int is_own(const listing *l, const code_function *f) { return f != NULL && same_view(f->name, l->r->mangled); }

/* What tells the anchors of a file from those of others; nothing for the kernel's own. Of a name that may be markup only the
   hash. */
static void put_file_mark(cli_buf *b, const listing *l, ncurep_view file)
{
    uint32_t hash = 2166136261u;
    size_t i, plain = 0;
    file = file_name(file);
    if (same_view(file, l->begins_in)) return;
    for (i = 0; i < file.len; i++) {
        const char c = file.ptr[i];
        hash = (hash ^ (unsigned char)c) * 16777619u;
        plain += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
    }
    cli_put(b, "-", 1);
    if (file.len > 0 && plain == file.len) cli_put(b, file.ptr, file.len);
    else cli_putf(b, "%08" PRIx32, hash);
}

/* The number of a function in anchors; 0: the kernel itself. */
static size_t function_number(const listing *l, const code_function *f) { return f == NULL || is_own(l, f) ? 0 : (size_t)(f - l->code->functions) + 1; }

void put_anchor(cli_buf *b, const listing *l, uint64_t address, ncurep_view file, uint32_t line)
{
    const source_row *row = line == 0 ? row_of_address(l, address) : NULL;
    if (line > 0) {
        cli_putf(b, "L%" PRIu32, line);
        put_file_mark(b, l, file);
    } else if (row != NULL) {
        const size_t number = function_number(l, row->function);
        cli_putf(b, "I%" PRIx64, address - (row->function != NULL ? row->function->address : 0));
        if (number > 0) cli_putf(b, "-N%zu", number);
    }
}

/* The hottest rows ------------------------------------------------------------------------------------------------------ */

#define HOT_ROWS 25

static void put_markers(html *h, const listing *l, uint64_t address, uint32_t line, ncurep_view file)
{
    const marker *m;
    size_t at = 0;
    while ((m = next_marker(l, &at, address, line, file)) != NULL) {
        put_markup(h->out, "<span class=\"%s at\"><span class=\"tag\">%s</span> %.*s</span>", finding_word(m->type),
                   finding_word(m->type), text_length(m->text.len), m->text.ptr != NULL ? m->text.ptr : "");
    }
}

/* The difference of its value to what it was. */
static void put_against(cli_buf *b, const code_rows *rows, size_t at, double value)
{
    const old_row *const old = row_before(rows, at);
    const double was = old_values(rows, old, 0)[main_column(rows->l)];
    if (old == NULL) cli_put(b, "new", 3);
    else if (was != was) cli_put(b, "?", 1);
    else {
        if (value > was) cli_put(b, "+", 1);
        put_digits(b, value - was);
    }
}

/* A table that is begun at its first row. */
typedef struct hot_rows {
    code_rows rows, beside[MOST_BESIDES]; /* the same against each baseline */
    double hottest;
    const char *title;
    size_t shown;
    text_set placed; /* a line may be in several functions, but its anchor is one */
} hot_rows;

static void put_hot_row(html *h, const hot_rows *t, size_t at, const cli_buf *anchor)
{
    const code_rows *const rows = &t->rows;
    const listing *l = rows->l;
    const code_row *row = &rows->list[at];
    const double *values = rows_values(rows, at, 0);
    const size_t column = main_column(l);
    const double v = values[column];
    const ncurep_view file = file_name(row_file(rows, row));
    const uint64_t address = row_address(rows, row);
    cli_buf stall = {NULL, 0, 0}, samples = {NULL, 0, 0}, executed = {NULL, 0, 0}, text = {NULL, 0, 0}, against = {NULL, 0, 0};
    size_t i;
    if (anchor != NULL) put_markup(h->out, "<tr id=\"k%" PRIu32 "-%s\"><td", l->r->index, anchor->ptr);
    else put_markup(h->out, "<tr><td");
    if (v > 0 && t->hottest > 0) put_markup(h->out, " style=\"--h:%.0f\"", 100 * v / t->hottest);
    if (l->samples < l->column_count) put_digits(&samples, values[l->samples]);
    if (l->executed < l->column_count) put_digits(&executed, values[l->executed]);
    put_markup(h->out, ">%.1f%%<td>", share(l, column, v));
    put_markup_buf(h->out, &samples);
    put_markup(h->out, "<td>");
    put_markup_buf(h->out, &executed);
    put_markup(h->out, "<td>");
    put_stall(&stall, l, values);
    put_markup_buf(h->out, &stall);
    put_markup(h->out, "<td>");
    for (i = 0; i < h->before_count; i++) {
        if (t->beside[i].before == NULL) continue;
        against.len = 0;
        put_against(&against, &t->beside[i], at, v);
        put_markup(h->out, "%.*s<td>", text_length(against.len), against.ptr);
    }
    cli_buf_free(&against);
    if (row->line > 0) {
        put_markup(h->out, "%.*s:%" PRIu32, TEXT_OF(file), row->line);
    }
    if (rows->kind == ROWS_INSTRUCTIONS) put_markup(h->out, "%s%" PRIx64, row->line > 0 ? " " : "", address - (l->rows[row->at].function != NULL ? l->rows[row->at].function->address : 0));
    if (rows_text(&text, rows, at)) {
        size_t from = 0;
        while (from < text.len && (text.ptr[from] == ' ' || text.ptr[from] == '\t')) from++;
        put_markup(h->out, " <code>%.*s</code>", text_length(text.len - from), text.ptr + from);
    }
    if (rows->kind == ROWS_INSTRUCTIONS) put_markers(h, l, address, 0, file);
    else if (row->line > 0) put_markers(h, l, 0, row->line, file);
    put_markup(h->out, "\n");
    cli_buf_free(&text);
}

static void put_hot(html *h, hot_rows *t, size_t at)
{
    const int instructions = t->rows.kind == ROWS_INSTRUCTIONS;
    const code_row *row = &t->rows.list[at];
    const size_t before = t->placed.count;
    size_t i;
    cli_buf anchor = {NULL, 0, 0};
    put_anchor(&anchor, t->rows.l, row_address(&t->rows, row), row_file(&t->rows, row), instructions ? 0 : row->line);
    if (anchor.len > 0) {
        if (t->shown++ == 0) {
            put_markup(h->out, "<h4>%s</h4>\n"
                       "<div class=\"list\"><table class=\"src\"><thead><tr><th scope=\"col\">Share<th scope=\"col\">Samples<th "
                       "scope=\"col\">Executed<th scope=\"col\" class=\"t\">Waits for", t->title);
            for (i = 0; i < h->before_count; i++)
                if (t->beside[i].before != NULL) put_markup(h->out, h->before_count > 1 ? "<th scope=\"col\">Diff %zu" : "<th scope=\"col\">Diff", i + 1);
            put_markup(h->out, "<th scope=\"col\" class=\"t\">%s</thead><tbody>\n", instructions ? "Instruction" : "Line");
        }
        put_hot_row(h, t, at, set_add(&t->placed, anchor.ptr, anchor.len) == before ? &anchor : NULL);
    }
    cli_buf_free(&anchor);
}

/* Whether a rule or a cause links to a row that is not in the table. */
static int is_wanted(const html *h, const hot_rows *t, size_t at)
{
    const code_row *row = &t->rows.list[at];
    cli_buf anchor = {NULL, 0, 0};
    int is;
    put_anchor(&anchor, t->rows.l, row_address(&t->rows, row), row_file(&t->rows, row), t->rows.kind == ROWS_INSTRUCTIONS ? 0 : row->line);
    is = anchor.len > 0 && set_find(&h->targets, anchor.ptr, anchor.len) != NOT_IN_SET && set_find(&t->placed, anchor.ptr, anchor.len) == NOT_IN_SET;
    cli_buf_free(&anchor);
    return is;
}

/* For paper, and where no script runs: the hottest rows if they are to be hot, and those that rules and causes name. */
static void put_hottest(html *h, listing *l, rows_kind kind, int hot, const char *title)
{
    hot_rows t;
    rows_query q;
    size_t *list, count, i;
    memset(&t, 0, sizeof t);
    memset(&q, 0, sizeof q);
    rows_open(&t.rows, l, kind);
    for (i = 0; i < h->before_count; i++) {
        l->before = h->before[i].path != NULL ? &h->before[i] : NULL;
        rows_open_beside(&t.beside[i], l, kind);
    }
    q.sort = main_column(l);
    q.top = HOT_ROWS;
    list = rows_pick(&t.rows, &q, &count);
    t.title = title;
    t.hottest = count > 0 ? rows_values(&t.rows, list[0], 0)[q.sort] : 0;
    for (i = 0; hot && i < count; i++) put_hot(h, &t, list[i]);
    for (i = 0; h->targets.count > 0 && i < t.rows.count; i++)
        if (is_wanted(h, &t, i)) put_hot(h, &t, i);
    if (t.shown > 0) put_markup(h->out, "</tbody></table></div>\n");
    cli_free(list);
    set_free(&t.placed);
    for (i = 0; i < h->before_count; i++) rows_close_beside(&t.beside[i]);
    rows_close(&t.rows);
}

/* Data for the script ---------------------------------------------------------------------------------------------------- */

/* Columns that have a value, and where they stand among them. */
typedef struct data {
    listing *l;
    output to;       /* a tree */
    cli_buf room;
    size_t *place;   /* by column; NOT_COUNTED: has none */
    int64_t *texts;  /* of the files, in the order of ROWS_FILES: their numbers on the page, or -1 */
    double *all;     /* room for the values of a row */
    text_set files, functions, spaces;
    size_t *numbers; /* of functions, as anchors have them */
    size_t number_count, number_room;
} data;

/* Control characters are shown as a terminal may see them, except for tabs. */
static void put_text(data *d, const char *text, size_t len)
{
    size_t i, from = 0;
    d->room.len = 0;
    for (i = 0; i <= len; i++) {
        if (i < len && text[i] != '\t') continue;
        cli_put_safe(&d->room, i > from ? text + from : "", i - from);
        if (i < len) cli_put(&d->room, "\t", 1);
        from = i + 1;
    }
    out_text(&d->to, NULL, d->room.len > 0 ? d->room.ptr : "", d->room.len);
}

/* Whether the page has the row: lines without code are in the texts of files. */
static int is_listed(const code_rows *rows, size_t at)
{
    const code_row *const row = &rows->list[at];
    return rows->kind == ROWS_FILES ? row->counted && row->line > 0 : rows->kind == ROWS_PTX ? row->line > 0 : 1;
}

static void put_none(data *d) { out_signed(&d->to, NULL, -1); }

/* The values that are not 0: column, value, column, value. row: of the listing; NOT_COUNTED: of a line. */
static void put_values(data *d, const double *values, size_t row)
{
    const listing *l = d->l;
    size_t k;
    out_list(&d->to, NULL);
    for (k = 0; k < l->column_count; k++) {
        const source_column *c = &l->columns[k];
        const ncurep_view *text = row != NOT_COUNTED && c->texts != NULL && c->texts[row].len > 0 ? &c->texts[row] : NULL;
        if (d->place[k] == NOT_COUNTED || (text == NULL && !(values[k] > 0 || values[k] < 0)) || (row == NOT_COUNTED && !lines_have(c))) continue;
        out_whole(&d->to, NULL, d->place[k]);
        if (text != NULL) put_text(d, text->ptr, text->len);
        else out_real(&d->to, NULL, values[k]);
    }
    out_close(&d->to);
}

/* What a row of the baseline was: its offset or line, its values, the own ones as put_both has them. */
static void put_old(data *d, const code_rows *rows, const old_row *old)
{
    const size_t size = d->l->column_count * sizeof *d->all;
    const double *own;
    out_whole(&d->to, NULL, rows->kind == ROWS_INSTRUCTIONS ? old->offset : old->line);
    memcpy(d->all, old_values(rows, old, 0), size);
    put_values(d, d->all, NOT_COUNTED);
    own = old_values(rows, old, 1);
    if (memcmp(d->all, own, size) != 0) put_values(d, own, NOT_COUNTED);
    else out_whole(&d->to, NULL, 0);
}

/* What the row was; 0: it is new. */
static void put_was(data *d, const code_rows *rows, size_t at)
{
    const old_row *const old = row_before(rows, at);
    if (old == NULL) {
        out_whole(&d->to, NULL, 0);
        return;
    }
    out_list(&d->to, NULL);
    put_old(d, rows, old);
    out_close(&d->to);
}

/* Rows that are gone: what they were, their text and file, and, 1 + its index, the row after which they stood. */
static void put_gone(data *d, const code_rows *rows)
{
    const old_row *old;
    size_t at = 0;
    out_list(&d->to, NULL);
    while ((old = next_gone(rows, &at)) != NULL) {
        const ncurep_view text = old_text(rows, old->text), file = old_text(rows, old->file);
        size_t after = gone_after(rows, old);
        out_list(&d->to, NULL);
        put_old(d, rows, old);
        put_text(d, text.ptr, text.len);
        out_whole(&d->to, NULL, set_add(&d->files, file.ptr, file.len));
        if (rows->kind == ROWS_FILES || rows->kind == ROWS_PTX) {
            const code_row *const row = after > 0 ? &rows->list[after - 1] : NULL;
            after = row != NULL && same_view(file_name(row_file(rows, row)), file) ? row->line : 0;
        }
        out_whole(&d->to, NULL, after);
        out_close(&d->to);
    }
    out_close(&d->to);
}

/* Values with what is inlined; then the own ones, or 0 where they are the same. */
static void put_both(data *d, const code_rows *rows, size_t at)
{
    const size_t size = d->l->column_count * sizeof *d->all;
    const double *own;
    memcpy(d->all, rows_values(rows, at, 0), size);
    put_values(d, d->all, NOT_COUNTED);
    own = rows_values(rows, at, 1);
    if (memcmp(d->all, own, size) != 0) put_values(d, own, NOT_COUNTED);
    else out_whole(&d->to, NULL, 0);
}

static void put_columns(data *d)
{
    const listing *l = d->l;
    const size_t heat = main_column(l);
    size_t k, n = 0;
    d->place = (size_t *)cli_alloc(l->column_count, sizeof *d->place);
    d->all = (double *)cli_alloc(l->column_count, sizeof *d->all);
    out_list(&d->to, "columns");
    for (k = 0; k < l->column_count; k++) {
        const source_column *c = &l->columns[k];
        cli_buf label = {NULL, 0, 0};
        const char *kind;
        char brief[24];
        size_t i, texts = 0;
        for (i = 0; c->texts != NULL && i < l->count; i++) texts += c->texts[i].len > 0;
        d->place[k] = NOT_COUNTED;
        if (texts == 0 && !(c->sum > 0 || c->sum < 0)) continue;
        d->place[k] = n++;
        put_label(&label, c);
        out_list(&d->to, NULL);
        put_text(d, c->name.ptr, c->name.len);
        put_text(d, label.ptr, label.len);
        put_text(d, c->group.ptr, c->group.len);
        out_whole(&d->to, NULL, (uint64_t)(c->shown != 0));
        kind = c->texts != NULL ? "text" : !c->adds ? "ratio" : c->stall ? "stall" : "";
        put_text(d, kind, strlen(kind));
        out_real(&d->to, NULL, c->sum);
        brief_label(brief, sizeof brief, c);
        put_text(d, brief, strlen(brief));
        out_close(&d->to);
        cli_buf_free(&label);
    }
    out_close(&d->to);
    out_whole(&d->to, "heat", d->place[heat]);
    if (l->executed < l->column_count && d->place[l->executed] != NOT_COUNTED) {
        out_whole(&d->to, "executed", d->place[l->executed]);
    }
}

/* Function, offset, text, PTX line, the row of calls that has it for its own, values. */
static void put_instructions(data *d, const uint32_t *calls)
{
    const listing *l = d->l;
    code_rows rows;
    size_t i;
    rows_open(&rows, l, ROWS_INSTRUCTIONS);
    out_list(&d->to, "instructions");
    for (i = 0; i < rows.count; i++) {
        const source_row *row = &l->rows[i];
        cli_buf text = {NULL, 0, 0};
        out_list(&d->to, NULL);
        if (row->function != NULL) {
            const size_t function = set_add(&d->functions, row->function->name.ptr, row->function->name.len);
            d->numbers = (size_t *)cli_grow(d->numbers, &d->number_room, d->functions.count, sizeof *d->numbers);
            while (d->number_count < d->functions.count) d->numbers[d->number_count++] = 0; /* those that are only inlined */
            d->numbers[function] = function_number(l, row->function);
            out_whole(&d->to, NULL, function);
        }
        else put_none(d);
        out_whole(&d->to, NULL, row->address - (row->function != NULL ? row->function->address : 0));
        (void)rows_text(&text, &rows, i);
        put_text(d, text.ptr, text.len);
        out_whole(&d->to, NULL, row->ptx);
        if (calls[i] > 0) out_whole(&d->to, NULL, calls[i] - 1);
        else put_none(d);
        put_values(d, rows_values(&rows, i, 0), i);
        out_close(&d->to);
        cli_buf_free(&text);
    }
    out_close(&d->to);
    rows_close(&rows);
}

static void put_calls(data *d)
{
    code_rows rows;
    uint32_t *row_of_node, *calls = (uint32_t *)cli_alloc(d->l->count, sizeof *calls);
    size_t i;
    rows_open(&rows, d->l, ROWS_CALLS);
    row_of_node = (uint32_t *)cli_alloc(rows.count, sizeof *row_of_node);
    out_list(&d->to, "calls");
    for (i = 0; i < rows.count; i++) {
        const code_row *row = &rows.list[i];
        const ncurep_view file = file_name(row_file(&rows, row)), function = row_function(&rows, row);
        row_of_node[row->at] = (uint32_t)i + 1;
        out_list(&d->to, NULL);
        if (row->parent > 0) out_whole(&d->to, NULL, row->parent - 1);
        else put_none(d);
        out_whole(&d->to, NULL, set_add(&d->files, file.ptr, file.len));
        out_whole(&d->to, NULL, row->line);
        out_whole(&d->to, NULL, set_add(&d->functions, function.ptr, function.len));
        out_whole(&d->to, NULL, row->instructions);
        put_both(d, &rows, i);
        out_close(&d->to);
    }
    out_close(&d->to);
    for (i = 0; i < d->l->count; i++) calls[i] = rows.t.innermost[i] > 0 ? row_of_node[rows.t.innermost[i] - 1] : 0;
    cli_free(row_of_node);
    rows_close(&rows);
    put_instructions(d, calls);
    cli_free(calls);
}

/* What the code says of each instruction, written as its causes come. */
typedef struct noting {
    data *d;
    const notes *n;
    size_t count; /* rows that were begun; the last one lacks its end */
    int used[WHY_KIND_COUNT];
} noting;

/* Live registers, the loop, the target, memory, whom it waits for; its causes follow. */
static void begin_note(noting *x)
{
    data *const d = x->d;
    const note *const row = &x->n->rows[x->count];
    uint32_t i;
    if (x->count++ > 0) {
        out_close(&d->to);
        out_close(&d->to);
    }
    out_list(&d->to, NULL);
    if (row->live != NO_LIVE) out_whole(&d->to, NULL, row->live);
    else put_none(d);
    out_whole(&d->to, NULL, row->loop);
    out_whole(&d->to, NULL, row->target);
    out_whole(&d->to, NULL, row->is_target);
    out_whole(&d->to, NULL, row->space != NULL ? set_add(&d->spaces, row->space, strlen(row->space)) + 1 : 0);
    out_whole(&d->to, NULL, row->bytes);
    out_list(&d->to, NULL);
    for (i = 0; i < row->need_count; i++) out_whole(&d->to, NULL, x->n->needs[row->needs + i]);
    out_close(&d->to);
    out_list(&d->to, NULL); /* kind, row, how it is known, samples */
}

static void put_blame(const why_blame *one, void *user)
{
    noting *const x = (noting *)user;
    while (x->count <= one->waiter) begin_note(x);
    out_whole(&x->d->to, NULL, one->kind);
    out_whole(&x->d->to, NULL, one->row);
    out_whole(&x->d->to, NULL, one->proof);
    out_real(&x->d->to, NULL, (double)(uint64_t)(one->samples * 100 + 0.5) / 100);
    x->used[one->kind] = 1;
}

static void put_notes(data *d, const notes *n)
{
    noting x;
    size_t i;
    memset(&x, 0, sizeof x);
    x.d = d;
    x.n = n;
    out_list(&d->to, "notes");
    blames_each(d->l, put_blame, &x);
    while (x.count < d->l->count) begin_note(&x);
    if (x.count > 0) {
        out_close(&d->to);
        out_close(&d->to);
    }
    out_close(&d->to);
    out_list(&d->to, "loops"); /* first row, last row, depth, samples */
    for (i = 0; i < n->loop_count; i++) {
        out_list(&d->to, NULL);
        out_whole(&d->to, NULL, n->loops[i].first);
        out_whole(&d->to, NULL, n->loops[i].last);
        out_whole(&d->to, NULL, n->loops[i].depth);
        out_real(&d->to, NULL, n->loops[i].samples);
        out_close(&d->to);
    }
    out_close(&d->to);
    out_list(&d->to, "kinds"); /* of causes: for a column, for people */
    for (i = 0; i < WHY_KIND_COUNT; i++) {
        out_list(&d->to, NULL);
        put_text(d, why_brief((why_kind)i), x.used[i] ? strlen(why_brief((why_kind)i)) : 0);
        put_text(d, why_text((why_kind)i), x.used[i] ? strlen(why_text((why_kind)i)) : 0);
        out_close(&d->to);
    }
    out_close(&d->to);
    out_list(&d->to, "spaces");
    for (i = 0; i < d->spaces.count; i++) put_text(d, d->spaces.list[i].text, d->spaces.list[i].len);
    out_close(&d->to);
}

/* Lines and tabs stay what they are. */
static void put_preformatted(output *out, const char *text, size_t len)
{
    size_t from = 0, i;
    for (i = 0; i <= len; i++) {
        if (i < len && text[i] != '\n' && text[i] != '\t') continue;
        put_markup(out, i == len ? "%.*s" : text[i] == '\t' ? "%.*s&#9;" : "%.*s\n", text_length(i - from), text + from);
        from = i + 1;
    }
}

/* The text of a file, once on the page. Returns its number there. */
static size_t put_file_text(html *h, const code_rows *rows, size_t from, size_t to)
{
    cli_buf text = {NULL, 0, 0};
    char key[48];
    uint64_t hash = 14695981039346656037u;
    size_t i, k, number, known = h->files.count, size = 0;
    for (i = from; i < to; i++) {
        text.len = 0;
        (void)rows_text(&text, rows, i);
        cli_put(&text, "\n", 1);
        for (k = 0; k < text.len; k++) hash = (hash ^ (unsigned char)text.ptr[k]) * 1099511628211u;
        size += text.len;
    }
    snprintf(key, sizeof key, "%016" PRIx64 " %zu", hash, size);
    number = set_add(&h->files, key, strlen(key));
    if (number == known) {
        put_markup(h->out, "<pre hidden=\"hidden\" id=\"t%zu\">\n", h->first_file + number);
        for (i = from; i < to; i++) {
            if (rows->list[i].line == 0) continue;
            text.len = 0;
            (void)rows_text(&text, rows, i);
            put_preformatted(h->out, text.ptr, text.len);
            put_markup(h->out, "\n");
        }
        put_markup(h->out, "</pre>\n");
    }
    cli_buf_free(&text);
    return h->first_file + number;
}

static size_t end_of_file(const code_rows *rows, size_t from)
{
    size_t end = from;
    while (end < rows->count && same_view(row_file(rows, &rows->list[end]), row_file(rows, &rows->list[from]))) end++;
    return end;
}

static void put_texts(html *h, data *d)
{
    code_rows rows;
    size_t i, end, n = 0;
    rows_open(&rows, d->l, ROWS_FILES);
    d->texts = (int64_t *)cli_alloc(rows.t.count, sizeof *d->texts);
    for (i = 0; i < rows.count; i = end, n++) {
        end = end_of_file(&rows, i);
        d->texts[n] = code_lines(d->l->code, row_file(&rows, &rows.list[i])) > 0 ? (int64_t)put_file_text(h, &rows, i, end) : -1;
    }
    rows_close(&rows);
}

/* The files: name, what tells its anchors, the number of its text, and the lines with code. */
static void put_files(data *d)
{
    code_rows rows;
    size_t i, end, n = 0;
    rows_open(&rows, d->l, ROWS_FILES);
    out_list(&d->to, "files");
    for (i = 0; i < rows.count; i = end, n++) {
        const ncurep_view file = row_file(&rows, &rows.list[i]);
        cli_buf mark = {NULL, 0, 0};
        size_t k;
        end = end_of_file(&rows, i);
        put_file_mark(&mark, d->l, file);
        out_list(&d->to, NULL);
        out_whole(&d->to, NULL, set_add(&d->files, file.ptr, file.len));
        put_text(d, mark.ptr, mark.len);
        if (d->texts[n] < 0) put_none(d);
        else out_whole(&d->to, NULL, (uint64_t)d->texts[n]);
        out_list(&d->to, NULL);
        for (k = i; k < end; k++) {
            if (!is_listed(&rows, k)) continue;
            out_list(&d->to, NULL);
            out_whole(&d->to, NULL, rows.list[k].line);
            out_whole(&d->to, NULL, rows.list[k].instructions);
            put_both(d, &rows, k);
            out_close(&d->to);
        }
        out_close(&d->to);
        out_close(&d->to);
        cli_buf_free(&mark);
    }
    out_close(&d->to);
    rows_close(&rows);
}

static void put_ptx(data *d)
{
    code_rows rows;
    size_t i;
    rows_open(&rows, d->l, ROWS_PTX);
    out_list(&d->to, "ptx");
    for (i = 0; i < rows.count; i++) {
        cli_buf text = {NULL, 0, 0};
        if (!is_listed(&rows, i)) continue;
        (void)rows_text(&text, &rows, i);
        out_list(&d->to, NULL);
        out_whole(&d->to, NULL, rows.list[i].line);
        out_whole(&d->to, NULL, rows.list[i].instructions);
        put_values(d, rows_values(&rows, i, 0), NOT_COUNTED);
        put_text(d, text.ptr, text.len);
        out_close(&d->to);
        cli_buf_free(&text);
    }
    out_close(&d->to);
    rows_close(&rows);
}

/* Whose code a baseline is, the columns that it lacks, and of each kind of rows, in the order of those of now, what they were and which
   are gone. */
static void put_baseline(data *d, const code_before *before)
{
    static const rows_kind kinds[] = {ROWS_INSTRUCTIONS, ROWS_CALLS, ROWS_FILES, ROWS_PTX};
    const ncurep_view name = file_name(ncurep_text(before->path));
    size_t i, k;
    out_list(&d->to, NULL); /* without its folder, as the page's title */
    put_text(d, name.ptr, name.len);
    out_whole(&d->to, NULL, before->result);
    out_list(&d->to, NULL);
    for (k = 0; k < d->l->column_count; k++)
        if (d->place[k] != NOT_COUNTED && set_find(&before->columns, d->l->columns[k].name.ptr, d->l->columns[k].name.len) == NOT_IN_SET)
            out_whole(&d->to, NULL, d->place[k]);
    out_close(&d->to);
    d->l->before = before;
    for (k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        code_rows rows;
        rows_open_beside(&rows, d->l, kinds[k]);
        out_list(&d->to, NULL);
        for (i = 0; i < rows.count; i++)
            if (is_listed(&rows, i)) put_was(d, &rows, i);
        out_close(&d->to);
        put_gone(d, &rows);
        rows_close_beside(&rows);
    }
    out_close(&d->to);
}

/* 0: a baseline without the kernel. */
static void put_baselines(html *h, data *d)
{
    size_t i;
    out_list(&d->to, "baselines");
    for (i = 0; i < h->before_count; i++) {
        if (h->before[i].path != NULL) put_baseline(d, &h->before[i]);
        else out_whole(&d->to, NULL, 0);
    }
    out_close(&d->to);
}

static void put_marks(data *d)
{
    const listing *l = d->l;
    size_t i;
    out_list(&d->to, "markers");
    for (i = 0; i < l->marker_count; i++) {
        const marker *m = &l->markers[i];
        cli_buf anchor = {NULL, 0, 0};
        put_anchor(&anchor, l, m->address, m->path, m->address != 0 ? 0 : m->line);
        out_list(&d->to, NULL);
        put_text(d, anchor.ptr, anchor.len);
        put_text(d, finding_word(m->type), strlen(finding_word(m->type)));
        put_text(d, m->text.ptr, m->text.len);
        out_close(&d->to);
        cli_buf_free(&anchor);
    }
    out_close(&d->to);
}

/* Names by number, as they were added. */
static void put_names(data *d)
{
    const listing *l = d->l;
    size_t i;
    out_list(&d->to, "names");
    for (i = 0; i < d->files.count; i++) put_text(d, d->files.list[i].text, d->files.list[i].len);
    out_close(&d->to);
    out_list(&d->to, "functions"); /* and the numbers in their anchors */
    for (i = 0; i < d->functions.count; i++) {
        const ncurep_view name = bytes_of(d->functions.list[i].text, d->functions.list[i].len);
        cli_buf shown = {NULL, 0, 0};
        put_function(&shown, l, name);
        out_list(&d->to, NULL);
        put_text(d, shown.ptr, shown.len);
        out_whole(&d->to, NULL, i < d->number_count ? d->numbers[i] : 0);
        out_close(&d->to);
        cli_buf_free(&shown);
    }
    out_close(&d->to);
}

/* One object of JSON in an element that is not shown. Nothing in it is markup. */
static void put_data(html *h, listing *l, const notes *n)
{
    data d;
    memset(&d, 0, sizeof d);
    d.l = l;
    markup_tree(&d.to, h->out);
    put_texts(h, &d);
    put_markup(h->out, "<pre hidden=\"hidden\" class=\"data\">");
    out_group(&d.to, NULL);
    put_columns(&d);
    put_calls(&d);
    put_files(&d);
    put_ptx(&d);
    put_baselines(h, &d);
    put_marks(&d);
    put_notes(&d, n);
    put_names(&d);
    out_close(&d.to);
    put_markup(h->out, "</pre>\n");
    cli_free(d.texts);
    cli_free(d.all);
    cli_free(d.numbers);
    cli_buf_free(&d.room);
    cli_free(d.place);
    set_free(&d.files);
    set_free(&d.functions);
    set_free(&d.spaces);
}

/* The section -------------------------------------------------------------------------------------------------------------- */

static int by_part(const void *a, const void *b)
{
    const stack_part *x = (const stack_part *)a, *y = (const stack_part *)b;
    return x->value < y->value || x->value > y->value ? (x->value > y->value ? -1 : 1) : x->name.ptr < y->name.ptr ? -1 : x->name.ptr > y->name.ptr;
}

/* What the parts make up in a baseline, in percent of all stalls that it has. */
static void stalls_before(const code_before *before, const stack_part *parts, size_t count, double *shares)
{
    double *const sums = (double *)cli_alloc(before->columns.count + 1, sizeof *sums), sum = 0;
    size_t i, n;
    if (before->is_there) shares[0] = STACK_LACKING;
    before_sums(before, sums);
    for (i = 0; i < before->columns.count; i++)
        if (is_stall(bytes_of(before->columns.list[i].text, before->columns.list[i].len))) sum += sums[i];
    for (n = 0; n < count && sum > 0 && sum - sum == 0; n++) {
        i = set_find(&before->columns, parts[n].name.ptr - (sizeof STALL - 1), parts[n].name.len + sizeof STALL - 1);
        shares[n] = i != NOT_IN_SET ? 100 * sums[i] / sum : 0;
    }
    cli_free(sums);
}

/* Why warps waited, all over the kernel. */
static void put_stalls(html *h, const listing *l, const evaluated *e)
{
    stack_part *parts = (stack_part *)cli_alloc(l->column_count + 1, sizeof *parts);
    double sum = 0, *shares;
    size_t n = 0, i;
    for (i = 0; i < l->column_count; i++) {
        const source_column *c = &l->columns[i];
        if (!c->stall || !(c->sum > 0)) continue;
        parts[n].name = view_of(c->name);
        parts[n].name.ptr += sizeof STALL - 1;
        parts[n].name.len -= sizeof STALL - 1;
        parts[n++].value = c->sum;
        sum += c->sum;
    }
    if (n > 1 && sum - sum == 0) {
        qsort(parts, n, sizeof *parts, by_part);
        put_markup(h->out, "<figure class=\"card stalls\"><figcaption>What sampled warps waited for</figcaption>\n");
        shares = stack_shares(e, n);
        for (i = 0; i < h->before_count; i++) stalls_before(&h->before[i], parts, n, shares + i * n);
        html_stack(h->pg->to, e, parts, n, sum, shares);
        cli_free(shares);
        put_markup(h->out, "</figure>\n");
    }
    cli_free(parts);
}

/* The largest causes, each with a link to its row. */
static void put_causes(html *h, const listing *l, const why *w)
{
    size_t i;
    if (w->count == 0 || !(w->samples > 0)) return;
    put_markup(h->out, "<h4>What makes warps wait</h4>\n<ol class=\"why\">\n");
    for (i = 0; i < w->count; i++) {
        const why_cause *c = &w->causes[i];
        const source_row *const row = &l->rows[c->row];
        cli_buf place = {NULL, 0, 0}, anchor = {NULL, 0, 0};
        code_place at;
        row_place(l, row, &at);
        (void)code_shown(l->code->lines, &at);
        put_place(&place, &at);
        put_anchor(&anchor, l, row->address, at.file, 0);
        (void)set_add(&h->targets, anchor.ptr, anchor.len);
        put_markup(h->out, "<li><b>%.1f%%</b> %s%s: <a href=\"#k%" PRIu32 "-%s\">%s%s%04" PRIx64 "</a>", 100 * c->samples / w->samples, why_text(c->kind),
                   c->proof == WHY_UNKNOWN ? ", no producer found" : "", l->r->index, anchor.ptr, place.len > 0 ? place.ptr : "", place.len > 0 ? " at " : "",
                   row->address - (row->function != NULL ? row->function->address : 0));
        if (c->text != NULL) put_markup(h->out, " <code>%s</code>", c->text);
        if (c->gone > 0) put_markup(h->out, ", %.2f times as fast without", c->gone);
        if (c->hidden > 0) put_markup(h->out, ", %.2f with its latency hidden", c->hidden);
        if (c->advice != NULL) put_markup(h->out, ". %s", c->advice);
        put_markup(h->out, "</li>\n");
        cli_buf_free(&place);
        cli_buf_free(&anchor);
    }
    put_markup(h->out, "</ol>\n");
}

void html_source_before(html *h, opened *o, const entry *base)
{
    static const unsigned kinds = 1u << ROWS_CALLS | 1u << ROWS_LINES | 1u << ROWS_FILES | 1u << ROWS_PTX;
    code_before *const before = &h->before[h->before_count++];
    ncurep_result r;
    ncurep_error error;
    listing l;
    memset(before, 0, sizeof *before);
    if (base == NULL) return;
    if (ncurep_result_at(o->report, base->index, &r, &error)) {
        if (open_listing(&l, h->pg->m, o, &r, 1)) before_open(before, &l, o->path, kinds);
        close_listing(&l);
    }
    before->is_there = 1;
}

int html_source_open(html *h, evaluated *e, listing *l)
{
    return open_listing(l, h->pg->m, h->o, e->r, 1) && arrange_evaluated(l, e) && main_column(l) < l->column_count && l->columns[main_column(l)].sum > 0;
}

void html_no_source(html *h, const listing *l)
{
    if (l->count == 0) return;
    put_markup(h->out, "<section>\n<h3>Source</h3>\n<p class=\"about\">The report has no instruction counters of this kernel: "
               "ncu --section SourceCounters collects them.</p>\n</section>\n");
}

void html_source_close(html *h, listing *l)
{
    close_listing(l);
    while (h->before_count > 0) before_close(&h->before[--h->before_count]);
}

void html_source(html *h, listing *l, const evaluated *e)
{
    notes n;
    size_t i;
    int lines = 0;
    for (i = 0; i < l->count; i++) lines |= l->rows[i].line > 0;
    put_markup(h->out, "<section class=\"source\" data-k=\"k%" PRIu32 "\">\n<h3 id=\"k%" PRIu32 "src\">Source</h3>\n"
               "<p class=\"about\">Heat is the share of the kernel's %s.%s%s</p>\n", l->r->index, l->r->index,
               l->samples < l->column_count && main_column(l) == l->samples ? "samples" : "executed instructions",
               lines ? " A line counts with what is inlined there." : "", has_sass(l->code) ? "" : " No tables for its machine code.");
    put_stalls(h, l, e);
    notes_of(&n, l);
    put_causes(h, l, &n.w);
    put_markup(h->out, "<div class=\"hot\">\n");
    if (lines) put_hottest(h, l, ROWS_LINES, 1, "Hottest lines");
    put_hottest(h, l, ROWS_INSTRUCTIONS, !lines, lines ? "Instructions that rules and causes name" : "Hottest instructions");
    put_markup(h->out, "</div>\n");
    put_data(h, l, &n);
    notes_free(&n);
    put_markup(h->out, "</section>\n");
}
