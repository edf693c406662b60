/* Where in the code a kernel spends its time. */
#include "source_parts.h"
#include "../model/counters.h"

#include <inttypes.h>
#include <string.h>

int wants_column(const shown *x, size_t column) { return x->how->counters != COUNTERS_SHOWN || x->l.columns[column].shown; }

size_t *chosen_rows(const shown *x, const code_rows *rows, size_t *count)
{
    rows_query q;
    memset(&q, 0, sizeof q);
    q.sort = x->how->top > 0 ? main_column(&x->l) : ROWS_IN_ORDER;
    q.top = x->how->top;
    q.self = x->how->self;
    q.counted = shape_of(x->pg->to) == SHAPE_TEXT && rows->kind != ROWS_FILES;
    if (x->how->annotate != NULL) q.file = file_name(bytes_of(x->how->annotate, strlen(x->how->annotate)));
    return rows_pick(rows, &q, count);
}

static void put_markers(const shown *x, uint64_t address, uint32_t line, ncurep_view file)
{
    const listing *l = &x->l;
    const marker *m;
    size_t at = 0;
    while ((m = next_marker(l, &at, address, line, file)) != NULL) {
        fprintf(x->pg->to->f, "        ^ %s ", finding_word(m->type));
        put_wrapped(x->pg->to->f, m->text.ptr != NULL ? m->text.ptr : "", m->text.len, 14, 14, x->pg->to->width);
    }
}

/* By address ------------------------------------------------------------------------------------------------------- */

/* A value of a row, 0 where there is no such column. */
static double figure(const listing *l, size_t column, const double *values) { return column < l->column_count ? values[column] : 0; }

static void text_addresses(const shown *x)
{
    const listing *l = &x->l;
    FILE *out = x->pg->to->f;
    const size_t column = main_column(l);
    const code_function *last = NULL;
    const int wide = x->pg->to->width >= 120 || has_sass(l->code);
    code_rows rows;
    size_t i, count, *list;
    rows_open(&rows, l, ROWS_INSTRUCTIONS);
    list = chosen_rows(x, &rows, &count);
    for (i = 0; i < count; i++) {
        const source_row *row = &l->rows[rows.list[list[i]].at];
        const double *values = rows_values(&rows, list[i], 0);
        cli_buf b = {NULL, 0, 0}, stall = {NULL, 0, 0};
        const char *text = NULL;
        code_place place;
        if (row->function != last && row->function != NULL) {
            cli_buf name = {NULL, 0, 0};
            put_function(&name, l, row->function->name);
            fprintf(out, "\n  %sFunction %s%s at 0x%" PRIx64 "\n", cli_style(x->pg->to->color, CLI_BOLD), name.ptr,
                    cli_style(x->pg->to->color, CLI_PLAIN), row->function->address);
            fprintf(out, "  %7s %8s %6s %9s %-22s %s\n", "Offset", "Samples", "%", "Executed", "Waits for", "Source, Instruction");
            cli_buf_free(&name);
            last = row->function;
        }
        put_stall(&stall, l, values);
        row_place(l, row, &place);
        (void)code_shown(l->code->lines, &place);
        put_place(&b, &place);
        if (row->ptx > 0 && wide) cli_putf(&b, "%sptx:%" PRIu32, b.len > 0 ? " " : "", row->ptx);
        if (row->function != NULL) text = sass_at(l->code, row->function, row->address - row->function->address);
        if (text != NULL) {
            cli_put(&b, "  ", 2);
            cli_put_safe(&b, text, strlen(text));
        } else if (wide) {
            cli_put(&b, "  ", 2);
            put_bytes(&b, l, row);
        }
        fprintf(out, b.len > 0 ? "  %7" PRIx64 " %8.0f %5.1f%% %9.0f %-22s %s\n" : "  %7" PRIx64 " %8.0f %5.1f%% %9.0f %s%s\n", row->address - (row->function != NULL ? row->function->address : 0),
                figure(l, l->samples, values), share(l, column, figure(l, column, values)), figure(l, l->executed, values), stall.len > 0 ? stall.ptr : "",
                b.len > 0 ? b.ptr : "");
        put_markers(x, row->address, 0, place.file);
        cli_buf_free(&b);
        cli_buf_free(&stall);
    }
    cli_free(list);
    rows_close(&rows);
}

/* By line ---------------------------------------------------------------------------------------------------------- */

static void put_code(cli_buf *b, const char *p, size_t len)
{
    while (len > 0 && (*p == ' ' || *p == '\t')) {
        p++;
        len--;
    }
    while (len > 0) { /* a tab counts as a space here */
        const char *tab = (const char *)memchr(p, '\t', len);
        const size_t part = tab != NULL ? (size_t)(tab - p) : len;
        cli_put_safe(b, p, part);
        cli_put(b, " ", tab != NULL);
        p += part + (tab != NULL);
        len -= part + (tab != NULL);
    }
}

static void line_text(const shown *x, const code_rows *rows, size_t at)
{
    const listing *l = &x->l;
    const code_row *row = &rows->list[at];
    const double *values = rows_values(rows, at, x->how->self);
    const size_t width = x->pg->to->width, column = main_column(l);
    cli_buf b = {NULL, 0, 0}, text = {NULL, 0, 0}, stall = {NULL, 0, 0}, where = {NULL, 0, 0};
    ncurep_view file = rows->kind == ROWS_PTX ? bytes_of("ptx", 3) : file_name(row_file(rows, row));
    size_t used;
    uint32_t i;
    put_stall(&stall, l, values);
    for (i = 0; i < row->depth; i++) cli_put(&where, "  ", 2);
    if (row->line == 0) cli_put(&where, "(no line)", 9);
    else {
        cli_put_safe(&where, file.ptr, file.len);
        cli_putf(&where, ":%" PRIu32, row->line);
    }
    if (row->depth > 0) {
        cli_put(&where, " in ", 4);
        put_function(&where, l, row_function(rows, row));
    }
    fprintf(x->pg->to->f, "  %8.0f %5.1f%% %9.0f %-22s %s", figure(l, l->samples, values), share(l, column, figure(l, column, values)),
            figure(l, l->executed, values), stall.len > 0 ? stall.ptr : "", where.ptr);
    if (rows_text(&text, rows, at)) put_code(&b, text.ptr, text.len);
    used = 51 + cli_width(where.ptr, where.len);
    if (b.len > 0 && !x->pg->to->is_narrow) fprintf(x->pg->to->f, "  %s", b.ptr);
    else if (b.len > 0 && used + 12 < width) fprintf(x->pg->to->f, "  %.*s", (int)(b.len < width - used - 2 ? b.len : width - used - 2), b.ptr);
    fputc('\n', x->pg->to->f);
    if (rows->kind != ROWS_PTX) put_markers(x, 0, row->line, row_file(rows, row));
    cli_buf_free(&b);
    cli_buf_free(&text);
    cli_buf_free(&stall);
    cli_buf_free(&where);
}

static void text_lines(const shown *x, rows_kind kind)
{
    code_rows rows;
    size_t i, count, *list;
    rows_open(&rows, &x->l, x->how->top > 0 && kind == ROWS_CALLS ? ROWS_LINES : kind);
    list = chosen_rows(x, &rows, &count);
    fprintf(x->pg->to->f, "\n  %8s %6s %9s %-22s %s\n", "Samples", "%", "Executed", "Waits for", kind == ROWS_PTX ? "PTX" : "Source");
    for (i = 0; i < count; i++) line_text(x, &rows, list[i]);
    cli_free(list);
    rows_close(&rows);
}

/* Files -------------------------------------------------------------------------------------------------------------- */

/* Text of a line with its indentation; tabs reach to the next column of eight. */
static void put_indented(cli_buf *b, const char *p, size_t len)
{
    size_t i;
    for (i = 0; i < len; i++) {
        if (p[i] == '\t') cli_put(b, "        ", 8 - b->len % 8);
        else cli_put_safe(b, p + i, 1);
    }
    if (cli_utf8(p, p + len) > 1) {
        b->len = 0;
        cli_put_safe(b, p, len);
    }
}

static void file_line(const shown *x, const code_rows *rows, size_t at)
{
    const listing *l = &x->l;
    const code_row *row = &rows->list[at];
    const double *values = rows_values(rows, at, x->how->self);
    const size_t column = main_column(l);
    cli_buf b = {NULL, 0, 0}, text = {NULL, 0, 0}, stall = {NULL, 0, 0};
    put_stall(&stall, l, values);
    if (rows_text(&text, rows, at)) put_indented(&b, text.ptr, text.len);
    if (row->counted)
        fprintf(x->pg->to->f, "  %5.1f%% %9.0f %-22s", share(l, column, figure(l, column, values)), figure(l, l->executed, values),
                stall.len > 0 ? stall.ptr : "");
    else fprintf(x->pg->to->f, "  %6s %9s %-22s", "", "", "");
    fprintf(x->pg->to->f, " %5" PRIu32 " |%s%s\n", row->line, b.len > 0 ? " " : "", b.len > 0 ? b.ptr : "");
    put_markers(x, 0, row->line, row_file(rows, row));
    cli_buf_free(&b);
    cli_buf_free(&text);
    cli_buf_free(&stall);
}

/* Source files with figures in the margin; 0 with a message. */
static int text_files(shown *x)
{
    code_rows rows;
    size_t i, count, *list;
    const char *const path = x->how->annotate;
    if (path != NULL && !listing_add_text(&x->l, path)) return 0;
    rows_open(&rows, &x->l, ROWS_FILES);
    list = chosen_rows(x, &rows, &count);
    if (count == 0 && path != NULL) cli_error(x->pg->m->c, "%s: no code of this kernel comes from this file", path);
    for (i = 0; i < count; i++) {
        const code_row *row = &rows.list[list[i]];
        if (i == 0 || x->how->top > 0 ? i == 0 : !same_view(row_file(&rows, row), row_file(&rows, &rows.list[list[i - 1]]))) {
            fputc('\n', x->pg->to->f);
            if (path == NULL && x->how->top == 0) {
                cli_buf name = {NULL, 0, 0};
                cli_put_safe(&name, row_file(&rows, row).ptr, row_file(&rows, row).len);
                fprintf(x->pg->to->f, "  %s%s%s\n", cli_style(x->pg->to->color, CLI_BOLD), name.len > 0 ? name.ptr : "(no file)",
                        cli_style(x->pg->to->color, CLI_PLAIN));
                cli_buf_free(&name);
            }
            fprintf(x->pg->to->f, "  %6s %9s %-22s %5s\n", "%", "Executed", "Waits for", "Line");
        }
        file_line(x, &rows, list[i]);
    }
    cli_free(list);
    rows_close(&rows);
    return 1;
}

/* The PTX text of the module, as the vendor's view of it. */
static void all_ptx(const shown *x)
{
    const listing *l = &x->l;
    cubin_info info;
    uint32_t i;
    cubin_file_info(l->code->lines, &info);
    for (i = 1; i <= info.ptx_lines; i++) {
        const ncurep_view v = ptx_line(l->code->lines, i);
        fprintf(x->pg->to->f, "%6" PRIu32 "  %.*s\n", i, (int)v.len, v.ptr);
    }
}

/* The title of a counter: its label after that of its group, which goes without saying for reasons to wait. */
static char *counter_title(const source_column *c)
{
    cli_buf b = {NULL, 0, 0}, label = {NULL, 0, 0};
    put_label(&label, c);
    if (c->group.len > 0 && strncmp(label.ptr, "Stall: ", 7) != 0) {
        cli_put_safe(&b, c->group.ptr, c->group.len);
        cli_put(&b, ": ", 2);
    }
    cli_put(&b, label.ptr, label.len);
    cli_buf_free(&label);
    return b.ptr;
}

/* A number for people. */
static void put_figure(table *t, double value)
{
    if (value >= 0 && value < 1e15 && value - (double)(uint64_t)value <= 0) table_whole(t, (uint64_t)value);
    else table_real(t, value);
}

/* A row for each instruction or line, with the counters that are not 0 throughout; lines have no averages and texts. */
static void text_counters(const shown *x, rows_kind kind)
{
    const listing *l = &x->l;
    const int by_line = kind != ROWS_INSTRUCTIONS;
    table_column *columns = (table_column *)cli_alloc(l->column_count + 2, sizeof *columns);
    char **titles = (char **)cli_alloc(l->column_count + 1, sizeof *titles); /* NULL: not on the page */
    const code_function *last = NULL;
    code_rows rows;
    size_t count = 0, chosen, *list, i, k;
    table t;
    columns[count].align = 'r';
    columns[count++].title = by_line ? "Line" : "Offset";
    for (k = 0; k < l->column_count; k++) {
        const source_column *const c = &l->columns[k];
        if (!wants_column(x, k) || (by_line && !c->adds) || (c->texts == NULL && !(c->sum > 0 || c->sum < 0))) continue;
        titles[k] = counter_title(c);
        columns[count].align = c->texts != NULL ? 'l' : 'r';
        columns[count++].title = titles[k];
    }
    columns[count].align = 'l';
    columns[count++].title = by_line ? "File" : "Function";
    rows_open(&rows, l, kind);
    list = chosen_rows(x, &rows, &chosen);
    table_begin(&t, x->pg->to, NULL, columns, count, 0);
    for (i = 0; i < chosen; i++) {
        const code_row *const row = &rows.list[list[i]];
        const double *const values = rows_values(&rows, list[i], x->how->self);
        const source_row *const of = by_line ? NULL : &l->rows[row->at];
        if (of != NULL) table_format(&t, "%" PRIx64, of->address - (of->function != NULL ? of->function->address : 0));
        else if (row->line > 0) table_whole(&t, row->line);
        else table_string(&t, "");
        for (k = 0; k < l->column_count; k++) {
            const ncurep_view *const texts = titles[k] != NULL ? l->columns[k].texts : NULL;
            if (texts != NULL) table_text(&t, texts[row->at].len > 0 ? texts[row->at].ptr : "", texts[row->at].len);
            else if (titles[k] != NULL) put_figure(&t, values[k]);
        }
        if (by_line) table_text(&t, file_name(row_file(&rows, row)).ptr, file_name(row_file(&rows, row)).len);
        else if (of->function != NULL && (of->function != last || x->how->top > 0)) {
            cli_buf name = {NULL, 0, 0};
            put_function(&name, l, of->function->name);
            table_text(&t, name.ptr, strcspn(name.ptr, "<("));
            cli_buf_free(&name);
        }
        last = of != NULL ? of->function : NULL;
        table_row(&t);
    }
    table_end(&t);
    for (k = 0; k < l->column_count; k++) cli_free(titles[k]);
    cli_free(list);
    cli_free(titles);
    cli_free(columns);
    rows_close(&rows);
}

/* Whether anything was counted at any instruction. */
static int has_counters(const listing *l)
{
    size_t k;
    for (k = 0; k < l->column_count; k++)
        if (l->columns[k].sum > 0 || l->columns[k].sum < 0) return 1;
    return 0;
}

/* 0 with a message. */
static int text_listing(shown *x)
{
    const listing *l = &x->l;
    const source_view view = x->how->view;
    cli_buf b = {NULL, 0, 0};
    size_t i;
    int have_lines = 0;
    put_result_line(&b, l->o, l->r);
    fprintf(x->pg->to->f, "%s%s%s\n", cli_style(x->pg->to->color, CLI_BOLD), b.ptr, cli_style(x->pg->to->color, CLI_PLAIN));
    cli_buf_free(&b);
    for (i = 0; i < l->count; i++) have_lines |= l->rows[i].line > 0;
    if (x->how->annotate != NULL || (view == VIEW_FILE && have_lines)) return text_files(x);
    if (l->count == 0) fputs("  The report has neither code nor instruction counters of this kernel.\n", x->pg->to->f);
    else if (view == VIEW_AUTO && !has_counters(l))
        fputs("  The report has no instruction counters of this kernel: ncu --section SourceCounters collects them. Its code alone:\n"
              "  ncurep source --by address, or ncurep sass.\n", x->pg->to->f);
    else if (view == VIEW_PTX_TEXT) all_ptx(x);
    else if (x->how->counters > COUNTERS_MAIN)
        text_counters(x, view == VIEW_ADDRESS || !have_lines ? ROWS_INSTRUCTIONS : view == VIEW_PTX ? ROWS_PTX : ROWS_LINES);
    else if (view == VIEW_ADDRESS || (view == VIEW_AUTO && !have_lines)) text_addresses(x);
    else text_lines(x, view == VIEW_PTX ? ROWS_PTX : ROWS_CALLS);
    if (view == VIEW_LINE_ADDRESS) text_addresses(x);
    return 1;
}

int source_page(const page *pg, opened *o, const source_options *how, int first)
{
    output *to = pg->to;
    table t;
    cursor at;
    ncurep_result r;
    section_source sections;
    size_t counted = 0;
    int code = code_of(o), other;
    const source_counters which = how->counters != COUNTERS_AUTO                                  ? how->counters
                                  : shape_of(to) != SHAPE_TEXT ? COUNTERS_ALL
                                                                                    : COUNTERS_MAIN;
    const int arranged = which != COUNTERS_MAIN || how->as_vendor;
    memset(&at, 0, sizeof at);
    memset(&sections, 0, sizeof sections);
    if (arranged && !sections_open(&sections, pg->m)) {
        (void)sections_close(&sections);
        return CLI_INPUT;
    }
    to->v.always = how->as_vendor;
    if (shape_of(to) == SHAPE_TREE) result_table(&t, to, NULL, TABLE_BARE);
    while (next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &code)) {
        shown x;
        x.pg = pg;
        x.how = how;
        if (!open_listing(&x.l, pg->m, o, &r, arranged) || (arranged && !arrange_columns(&x.l, &sections))) code = CLI_INPUT;
        else if (counted += (size_t)has_counters(&x.l), shape_of(to) == SHAPE_TREE) {
            put_result(&t, o, &r);
            cli_json_str(&to->j, "file", o->path);
            if (arranged) put_columns(&x, &to->j);
            put_rows(&x);
            put_marks(&x.l, &to->j);
            table_row(&t);
        }
        else {
            if (!first) fputc('\n', to->f);
            first = 0;
            if (how->as_vendor) {
                if (!vendor_source(&x, &sections)) code = CLI_INPUT;
            } else if (shape_of(to) == SHAPE_ROWS) put_rows(&x);
            else if (!text_listing(&x)) code = CLI_INPUT;
        }
        close_listing(&x.l);
    }
    if (shape_of(to) == SHAPE_TREE) table_end(&t);
    if (counted == 0 && code == CLI_FINE && !how->as_vendor) {
        if (shape_of(to) != SHAPE_TEXT) cli_error(pg->m->c, "%s: no instruction counters of what is chosen", o->path);
        code = CLI_FINDING;
    }
    other = sections_close(&sections);
    return code > other ? code : other;
}
