/* The source of a kernel on the HTML page: its rows as data for the script, and a table of the hottest for those without. */
#include "html_parts.h"
#include "../model/counters.h"
#include "../model/rows.h"

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
        fprintf(h->out, "<span class=\"%s at\"><span class=\"tag\">%s</span> ", finding_word(m->type), finding_word(m->type));
        put_html(h->out, m->text.ptr != NULL ? m->text.ptr : "", m->text.len);
        fputs("</span>", h->out);
    }
}

static void put_hot_row(html *h, const code_rows *rows, size_t at, double hottest, const cli_buf *anchor)
{
    const listing *l = rows->l;
    const code_row *row = &rows->list[at];
    const double *values = rows_values(rows, at, 0);
    const size_t column = main_column(l);
    const double v = values[column];
    const ncurep_view file = file_name(row_file(rows, row));
    const uint64_t address = row_address(rows, row);
    cli_buf stall = {NULL, 0, 0}, samples = {NULL, 0, 0}, executed = {NULL, 0, 0}, text = {NULL, 0, 0};
    if (anchor != NULL) fprintf(h->out, "<tr id=\"k%" PRIu32 "-%s\"><td", l->r->index, anchor->ptr);
    else fputs("<tr><td", h->out);
    if (v > 0 && hottest > 0) fprintf(h->out, " style=\"--h:%.0f\"", 100 * v / hottest);
    if (l->samples < l->column_count) put_count(&samples, values[l->samples]);
    if (l->executed < l->column_count) put_count(&executed, values[l->executed]);
    fprintf(h->out, ">%.1f%%<td>", share(l, column, v));
    put_html_buf(h->out, &samples);
    fputs("<td>", h->out);
    put_html_buf(h->out, &executed);
    fputs("<td>", h->out);
    put_stall(&stall, l, values);
    put_html_buf(h->out, &stall);
    fputs("<td>", h->out);
    if (row->line > 0) {
        put_html(h->out, file.ptr, file.len);
        fprintf(h->out, ":%" PRIu32, row->line);
    }
    if (rows->kind == ROWS_INSTRUCTIONS) fprintf(h->out, "%s%" PRIx64, row->line > 0 ? " " : "", address - (l->rows[row->at].function != NULL ? l->rows[row->at].function->address : 0));
    if (rows_text(&text, rows, at)) {
        size_t from = 0;
        while (from < text.len && (text.ptr[from] == ' ' || text.ptr[from] == '\t')) from++;
        fputs(" <code>", h->out);
        put_html(h->out, text.ptr + from, text.len - from);
        fputs("</code>", h->out);
    }
    if (rows->kind == ROWS_INSTRUCTIONS) put_markers(h, l, address, 0, file);
    else if (row->line > 0) put_markers(h, l, 0, row->line, file);
    putc('\n', h->out);
    cli_buf_free(&text);
}

/* A table that is begun at its first row. */
typedef struct hot_rows {
    code_rows rows;
    double hottest;
    const char *title;
    size_t shown;
    text_set placed; /* a line may be in several functions, but its anchor is one */
} hot_rows;

static void put_hot(html *h, hot_rows *t, size_t at)
{
    const int instructions = t->rows.kind == ROWS_INSTRUCTIONS;
    const code_row *row = &t->rows.list[at];
    const size_t before = t->placed.count;
    cli_buf anchor = {NULL, 0, 0};
    put_anchor(&anchor, t->rows.l, row_address(&t->rows, row), row_file(&t->rows, row), instructions ? 0 : row->line);
    if (anchor.len > 0) {
        if (t->shown++ == 0)
            fprintf(h->out, "<h4>%s</h4>\n<div class=\"list\"><table class=\"src\"><thead><tr><th scope=\"col\">Share<th scope=\"col\">Samples<th scope=\"col\">Executed"
                            "<th scope=\"col\" class=\"t\">Waits for<th scope=\"col\" class=\"t\">%s</thead><tbody>\n", t->title, instructions ? "Instruction" : "Line");
        put_hot_row(h, &t->rows, at, t->hottest, set_add(&t->placed, anchor.ptr, anchor.len) == before ? &anchor : NULL);
    }
    cli_buf_free(&anchor);
}

/* Whether a rule links to a row that is not in the table. */
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

/* For paper, and where no script runs: the hottest rows if they are to be hot, and those that rules name. */
static void put_hottest(html *h, const listing *l, rows_kind kind, int hot, const char *title)
{
    hot_rows t;
    rows_query q;
    size_t *list, count, i;
    memset(&t, 0, sizeof t);
    memset(&q, 0, sizeof q);
    rows_open(&t.rows, l, kind);
    q.sort = main_column(l);
    q.top = HOT_ROWS;
    list = rows_pick(&t.rows, &q, &count);
    t.title = title;
    t.hottest = count > 0 ? rows_values(&t.rows, list[0], 0)[q.sort] : 0;
    for (i = 0; hot && i < count; i++) put_hot(h, &t, list[i]);
    for (i = 0; h->targets.count > 0 && i < t.rows.count; i++)
        if (is_wanted(h, &t, i)) put_hot(h, &t, i);
    if (t.shown > 0) fputs("</tbody></table></div>\n", h->out);
    cli_free(list);
    set_free(&t.placed);
    rows_close(&t.rows);
}

/* Data for the script ---------------------------------------------------------------------------------------------------- */

/* Columns that have a value, and where they stand among them. */
typedef struct data {
    const listing *l;
    FILE *out;
    int filled;      /* a comma comes before the next item */
    cli_buf room;
    size_t *place;   /* by column; NOT_COUNTED: has none */
    int64_t *texts;  /* of the files, in the order of ROWS_FILES: their numbers on the page, or -1 */
    double *all;     /* room for the values of a row */
    text_set files, functions;
    size_t *numbers; /* of functions, as anchors have them */
    size_t number_count, number_room;
} data;

static void put_comma(data *d)
{
    if (d->filled) putc(',', d->out);
    d->filled = 1;
}

static void put_key(data *d, const char *name)
{
    put_comma(d);
    fprintf(d->out, "\n\"%s\":", name);
    d->filled = 0;
}

static void open_list(data *d)
{
    put_comma(d);
    putc('[', d->out);
    d->filled = 0;
}

static void close_list(data *d)
{
    putc(']', d->out);
    d->filled = 1;
}

static void put_whole(data *d, uint64_t v)
{
    put_comma(d);
    fprintf(d->out, "%" PRIu64, v);
}

static void put_none(data *d)
{
    put_comma(d);
    fputs("-1", d->out);
}

static void put_real(data *d, double v)
{
    char text[32];
    if (v >= 0 && v < 1e15 && v - (double)(uint64_t)v <= 0) {
        put_whole(d, (uint64_t)v);
        return;
    }
    put_comma(d);
    cli_double(text, v);
    fputs(v - v == 0 ? text : "null", d->out);
}

/* No character of a text is markup, whether the page is read as HTML or the data as JSON. */
static void put_text(data *d, const char *text, size_t len)
{
    size_t i, from = 0, k;
    put_comma(d);
    putc('"', d->out);
    for (i = 0; i <= len; i++) {
        if (i < len && text[i] != '\t') continue;
        d->room.len = 0;
        cli_put_safe(&d->room, i > from ? text + from : "", i - from);
        for (k = 0; k < d->room.len; k++) {
            const char c = d->room.ptr[k];
            if (c == '<' || c == '>' || c == '&') fprintf(d->out, "\\u%04x", (unsigned)c);
            else {
                if (c == '"' || c == '\\') putc('\\', d->out);
                putc(c, d->out);
            }
        }
        if (i < len) fputs("\\t", d->out);
        from = i + 1;
    }
    putc('"', d->out);
}

/* The values that are not 0: column, value, column, value. row: of the listing; NOT_COUNTED: of a line. */
static void put_values(data *d, const double *values, size_t row)
{
    const listing *l = d->l;
    size_t k;
    open_list(d);
    for (k = 0; k < l->column_count; k++) {
        const source_column *c = &l->columns[k];
        const ncurep_view *text = row != NOT_COUNTED && c->texts != NULL && c->texts[row].len > 0 ? &c->texts[row] : NULL;
        if (d->place[k] == NOT_COUNTED || (text == NULL && !(values[k] > 0 || values[k] < 0)) || (row == NOT_COUNTED && !c->adds)) continue;
        put_whole(d, d->place[k]);
        if (text != NULL) put_text(d, text->ptr, text->len);
        else put_real(d, values[k]);
    }
    close_list(d);
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
    else put_whole(d, 0);
}

static void put_columns(data *d)
{
    const listing *l = d->l;
    const size_t heat = main_column(l);
    size_t k, n = 0;
    d->place = (size_t *)cli_alloc(l->column_count, sizeof *d->place);
    d->all = (double *)cli_alloc(l->column_count, sizeof *d->all);
    put_key(d, "columns");
    open_list(d);
    for (k = 0; k < l->column_count; k++) {
        const source_column *c = &l->columns[k];
        cli_buf label = {NULL, 0, 0};
        const char *kind;
        size_t i, texts = 0;
        for (i = 0; c->texts != NULL && i < l->count; i++) texts += c->texts[i].len > 0;
        d->place[k] = NOT_COUNTED;
        if (texts == 0 && !(c->sum > 0 || c->sum < 0)) continue;
        d->place[k] = n++;
        put_label(&label, c);
        open_list(d);
        put_text(d, c->name.ptr, c->name.len);
        put_text(d, label.ptr, label.len);
        put_text(d, c->group.ptr, c->group.len);
        put_whole(d, (uint64_t)(c->shown != 0));
        kind = c->texts != NULL ? "text" : !c->adds ? "ratio" : c->stall ? "stall" : "";
        put_text(d, kind, strlen(kind));
        put_real(d, c->sum);
        close_list(d);
        cli_buf_free(&label);
    }
    close_list(d);
    put_key(d, "heat");
    put_whole(d, d->place[heat]);
    if (l->executed < l->column_count && d->place[l->executed] != NOT_COUNTED) {
        put_key(d, "executed");
        put_whole(d, d->place[l->executed]);
    }
}

/* Function, offset, text, PTX line, the row of calls that has it for its own, values. */
static void put_instructions(data *d, const uint32_t *calls)
{
    const listing *l = d->l;
    code_rows rows;
    size_t i;
    rows_open(&rows, l, ROWS_INSTRUCTIONS);
    put_key(d, "instructions");
    open_list(d);
    for (i = 0; i < rows.count; i++) {
        const source_row *row = &l->rows[i];
        cli_buf text = {NULL, 0, 0};
        open_list(d);
        if (row->function != NULL) {
            const size_t function = set_add(&d->functions, row->function->name.ptr, row->function->name.len);
            d->numbers = (size_t *)cli_grow(d->numbers, &d->number_room, d->functions.count, sizeof *d->numbers);
            while (d->number_count < d->functions.count) d->numbers[d->number_count++] = 0; /* those that are only inlined */
            d->numbers[function] = function_number(l, row->function);
            put_whole(d, function);
        }
        else put_none(d);
        put_whole(d, row->address - (row->function != NULL ? row->function->address : 0));
        (void)rows_text(&text, &rows, i);
        put_text(d, text.ptr, text.len);
        put_whole(d, row->ptx);
        if (calls[i] > 0) put_whole(d, calls[i] - 1);
        else put_none(d);
        put_values(d, rows_values(&rows, i, 0), i);
        close_list(d);
        cli_buf_free(&text);
    }
    close_list(d);
    rows_close(&rows);
}

static void put_calls(data *d)
{
    code_rows rows;
    uint32_t *row_of_node, *calls = (uint32_t *)cli_alloc(d->l->count, sizeof *calls);
    size_t i;
    rows_open(&rows, d->l, ROWS_CALLS);
    row_of_node = (uint32_t *)cli_alloc(rows.count, sizeof *row_of_node);
    put_key(d, "calls");
    open_list(d);
    for (i = 0; i < rows.count; i++) {
        const code_row *row = &rows.list[i];
        const ncurep_view file = file_name(row_file(&rows, row)), function = row_function(&rows, row);
        row_of_node[row->at] = (uint32_t)i + 1;
        open_list(d);
        if (row->parent > 0) put_whole(d, row->parent - 1);
        else put_none(d);
        put_whole(d, set_add(&d->files, file.ptr, file.len));
        put_whole(d, row->line);
        put_whole(d, set_add(&d->functions, function.ptr, function.len));
        put_whole(d, row->instructions);
        put_both(d, &rows, i);
        close_list(d);
    }
    close_list(d);
    for (i = 0; i < d->l->count; i++) calls[i] = rows.t.innermost[i] > 0 ? row_of_node[rows.t.innermost[i] - 1] : 0;
    cli_free(row_of_node);
    rows_close(&rows);
    put_instructions(d, calls);
    cli_free(calls);
}

static void put_preformatted(FILE *out, const char *text, size_t len)
{
    size_t from = 0, i;
    for (i = 0; i <= len; i++) {
        if (i < len && text[i] != '\n' && text[i] != '\t') continue;
        put_html(out, text + from, i - from);
        if (i < len) fputs(text[i] == '\t' ? "&#9;" : "\n", out);
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
        fprintf(h->out, "<pre hidden=\"hidden\" id=\"t%zu\">\n", h->first_file + number);
        for (i = from; i < to; i++) {
            if (rows->list[i].line == 0) continue;
            text.len = 0;
            (void)rows_text(&text, rows, i);
            put_preformatted(h->out, text.ptr, text.len);
            putc('\n', h->out);
        }
        fputs("</pre>\n", h->out);
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
    put_key(d, "files");
    open_list(d);
    for (i = 0; i < rows.count; i = end, n++) {
        const ncurep_view file = row_file(&rows, &rows.list[i]);
        cli_buf mark = {NULL, 0, 0};
        size_t k;
        end = end_of_file(&rows, i);
        put_file_mark(&mark, d->l, file);
        open_list(d);
        put_whole(d, set_add(&d->files, file.ptr, file.len));
        put_text(d, mark.ptr, mark.len);
        if (d->texts[n] < 0) put_none(d);
        else put_whole(d, (uint64_t)d->texts[n]);
        open_list(d);
        for (k = i; k < end; k++) {
            if (!rows.list[k].counted || rows.list[k].line == 0) continue;
            open_list(d);
            put_whole(d, rows.list[k].line);
            put_whole(d, rows.list[k].instructions);
            put_both(d, &rows, k);
            close_list(d);
        }
        close_list(d);
        close_list(d);
        cli_buf_free(&mark);
    }
    close_list(d);
    rows_close(&rows);
}

static void put_ptx(data *d)
{
    code_rows rows;
    size_t i;
    rows_open(&rows, d->l, ROWS_PTX);
    put_key(d, "ptx");
    open_list(d);
    for (i = 0; i < rows.count; i++) {
        cli_buf text = {NULL, 0, 0};
        if (rows.list[i].line == 0) continue;
        (void)rows_text(&text, &rows, i);
        open_list(d);
        put_whole(d, rows.list[i].line);
        put_whole(d, rows.list[i].instructions);
        put_values(d, rows_values(&rows, i, 0), NOT_COUNTED);
        put_text(d, text.ptr, text.len);
        close_list(d);
        cli_buf_free(&text);
    }
    close_list(d);
    rows_close(&rows);
}

static void put_marks(data *d)
{
    const listing *l = d->l;
    size_t i;
    put_key(d, "markers");
    open_list(d);
    for (i = 0; i < l->marker_count; i++) {
        const marker *m = &l->markers[i];
        cli_buf anchor = {NULL, 0, 0};
        put_anchor(&anchor, l, m->address, m->path, m->address != 0 ? 0 : m->line);
        open_list(d);
        put_text(d, anchor.ptr, anchor.len);
        put_text(d, finding_word(m->type), strlen(finding_word(m->type)));
        put_text(d, m->text.ptr, m->text.len);
        close_list(d);
        cli_buf_free(&anchor);
    }
    close_list(d);
}

/* Names by number, as they were added. */
static void put_names(data *d)
{
    const listing *l = d->l;
    size_t i;
    put_key(d, "names");
    open_list(d);
    for (i = 0; i < d->files.count; i++) put_text(d, d->files.list[i].text, d->files.list[i].len);
    close_list(d);
    put_key(d, "functions");
    open_list(d); /* and the numbers in their anchors */
    for (i = 0; i < d->functions.count; i++) {
        const ncurep_view name = bytes_of(d->functions.list[i].text, d->functions.list[i].len);
        cli_buf shown = {NULL, 0, 0};
        put_function(&shown, l, name);
        open_list(d);
        put_text(d, shown.ptr, shown.len);
        put_whole(d, i < d->number_count ? d->numbers[i] : 0);
        close_list(d);
        cli_buf_free(&shown);
    }
    close_list(d);
}

/* One object of JSON in an element that is not shown. Nothing in it is markup. */
static void put_data(html *h, const listing *l)
{
    data d;
    memset(&d, 0, sizeof d);
    d.l = l;
    d.out = h->out;
    put_texts(h, &d);
    fputs("<pre hidden=\"hidden\" class=\"data\">{", h->out);
    put_columns(&d);
    put_calls(&d);
    put_files(&d);
    put_ptx(&d);
    put_marks(&d);
    put_names(&d);
    fputs("}</pre>\n", h->out);
    cli_free(d.texts);
    cli_free(d.all);
    cli_free(d.numbers);
    cli_buf_free(&d.room);
    cli_free(d.place);
    set_free(&d.files);
    set_free(&d.functions);
}

/* The section -------------------------------------------------------------------------------------------------------------- */

static int by_part(const void *a, const void *b)
{
    const stack_part *x = (const stack_part *)a, *y = (const stack_part *)b;
    return x->value < y->value || x->value > y->value ? (x->value > y->value ? -1 : 1) : x->name.ptr < y->name.ptr ? -1 : x->name.ptr > y->name.ptr;
}

/* Why warps waited, all over the kernel. */
static void put_stalls(html *h, const listing *l)
{
    stack_part *parts = (stack_part *)cli_alloc(l->column_count + 1, sizeof *parts);
    double sum = 0;
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
        fputs("<figure class=\"card stalls\"><figcaption>What sampled warps waited for</figcaption>\n", h->out);
        html_stack(h->pg->to, parts, n, sum);
        fputs("</figure>\n", h->out);
    }
    cli_free(parts);
}

int html_source_open(html *h, evaluated *e, listing *l)
{
    return open_listing(l, h->pg->m, h->o, e->r, 1) && arrange_evaluated(l, e) && main_column(l) < l->column_count && l->columns[main_column(l)].sum > 0;
}

void html_source(html *h, const listing *l)
{
    size_t i;
    int lines = 0;
    for (i = 0; i < l->count; i++) lines |= l->rows[i].line > 0;
    fprintf(h->out, "<section class=\"source\" data-k=\"k%" PRIu32 "\">\n<h3 id=\"k%" PRIu32 "src\">Source</h3>\n"
                    "<p class=\"about\">Heat is the share of the kernel's %s.%s%s</p>\n",
            l->r->index, l->r->index, l->samples < l->column_count && main_column(l) == l->samples ? "samples" : "executed instructions",
            lines ? " A line counts with what is inlined there." : "",
            has_sass(l->code) ? "" : " No tables for its machine code.");
    put_stalls(h, l);
    fputs("<div class=\"hot\">\n", h->out);
    if (lines) put_hottest(h, l, ROWS_LINES, 1, "Hottest lines");
    put_hottest(h, l, ROWS_INSTRUCTIONS, !lines, lines ? "Instructions that rules name" : "Hottest instructions");
    fputs("</div>\n", h->out);
    put_data(h, l);
    fputs("</section>\n", h->out);
}
