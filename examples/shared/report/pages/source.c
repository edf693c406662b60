/* Where in the code a kernel spends its time. */
#include "source_parts.h"
#include "../model/compare.h"
#include "../model/counters.h"

#include <inttypes.h>
#include <string.h>

/* The PTX text of the module, as the vendor's view of it. */
static void all_ptx(const shown *x)
{
    const listing *l = &x->l;
    cubin_info info;
    uint32_t i;
    cubin_file_info(l->code->lines, &info);
    for (i = 1; i <= info.ptx_lines; i++) {
        const ncurep_view v = ptx_line(l->code->lines, i);
        out_say(x->pg->to, "%6" PRIu32 "  ", i);
        out_safe(x->pg->to, v.ptr, v.len);
        out_say(x->pg->to, "\n");
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

/* A number for people, and how it differs from that of the baseline. */
static void put_figure(table *t, double value, double was)
{
    cli_buf b = {NULL, 0, 0};
    put_digits(&b, value);
    if (value < was || value > was) {
        cli_put(&b, value > was ? " (+" : " (", value > was ? 3 : 2);
        put_digits(&b, value - was);
        cli_put(&b, ")", 1);
    }
    table_buf(t, &b);
}

/* A row for each instruction or line, with the counters that are not 0 throughout; lines have no texts. */
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
        if (!wants_column(x, k) || (by_line && !lines_have(c)) || (c->texts == NULL && !(c->sum > 0 || c->sum < 0))) continue;
        titles[k] = counter_title(c);
        columns[count].align = c->texts != NULL ? 'l' : 'r';
        columns[count++].title = titles[k];
    }
    columns[count].align = 'l';
    columns[count++].title = by_line ? "File" : "Function";
    rows_open_beside(&rows, l, kind);
    list = chosen_rows(x, &rows, 1, &chosen);
    table_begin(&t, x->pg->to, NULL, columns, count, 0);
    for (i = 0; i < chosen; i++) {
        const code_row *const row = &rows.list[list[i]];
        const double *const values = rows_values(&rows, list[i], x->how->self);
        const double *const was = rows.before != NULL ? old_values(&rows, row_before(&rows, list[i]), x->how->self) : values;
        const source_row *const of = by_line ? NULL : &l->rows[row->at];
        if (of != NULL) table_format(&t, "%" PRIx64, of->address - (of->function != NULL ? of->function->address : 0));
        else if (row->line > 0) table_whole(&t, row->line);
        else table_string(&t, "");
        for (k = 0; k < l->column_count; k++) {
            const ncurep_view *const texts = titles[k] != NULL ? l->columns[k].texts : NULL;
            if (texts != NULL) table_text(&t, texts[row->at].len > 0 ? texts[row->at].ptr : "", texts[row->at].len);
            else if (titles[k] != NULL) put_figure(&t, values[k], was[k]);
        }
        if (by_line) table_text(&t, file_name(row_file(&rows, row)).ptr, file_name(row_file(&rows, row)).len);
        else if (of->function != NULL && (of->function != last || x->how->top > 0)) {
            cli_buf name = {NULL, 0, 0};
            put_function(&name, l, of->function->name);
            table_text(&t, name.ptr, strcspn(name.ptr, "<("));
            cli_buf_free(&name);
        } else table_absent(&t);
        last = of != NULL ? of->function : NULL;
        table_row(&t);
    }
    table_end(&t);
    for (k = 0; k < l->column_count; k++) cli_free(titles[k]);
    cli_free(list);
    cli_free(titles);
    cli_free(columns);
    rows_close_beside(&rows);
}

/* Whether anything was counted at any instruction. */
static int has_counters(const listing *l)
{
    size_t k;
    for (k = 0; k < l->column_count; k++)
        if (l->columns[k].sum > 0 || l->columns[k].sum < 0) return 1;
    return 0;
}

/* A source file with figures in the margin; 0 with a message. */
static int text_files(shown *x)
{
    const char *const path = x->how->annotate;
    if (path != NULL && !listing_add_text(&x->l, path)) return 0;
    if (text_rows(x, ROWS_FILES) == 0 && path != NULL) cli_error(x->pg->m->c, "%s: no code of this kernel comes from this file", path);
    return 1;
}

static void say_baseline(const shown *x)
{
    const code_before *const was = x->l.before;
    cli_buf b = {NULL, 0, 0};
    if (was == NULL) cli_putf(&b, "  not in the baseline");
    else {
        cli_putf(&b, "  against result %" PRIu32 " of ", was->result);
        cli_put_safe(&b, was->path, strlen(was->path));
    }
    out_line(x->pg->to, "%s", b.ptr);
    cli_buf_free(&b);
}

/* 0 with a message. */
static int text_listing(shown *x)
{
    const listing *l = &x->l;
    const source_view view = x->how->view;
    output *to = x->pg->to;
    cli_buf b = {NULL, 0, 0};
    size_t i;
    int have_lines = 0;
    put_result_line(&b, l->o, l->r);
    out_heading(to, 3, 0, b.ptr, b.len);
    cli_buf_free(&b);
    if (x->compares) say_baseline(x);
    for (i = 0; i < l->count; i++) have_lines |= l->rows[i].line > 0;
    if (x->how->annotate != NULL || (view == VIEW_FILE && have_lines)) return text_files(x);
    if (l->count == 0) out_line(to, "  The report has neither code nor instruction counters of this kernel.");
    else if (view == VIEW_AUTO && !has_counters(l)) {
        out_line(to, "  The report has no instruction counters of this kernel: ncu --section SourceCounters collects them. Its code alone:");
        out_line(to, "  ncurep source --by address, or ncurep sass.");
    } else if (view == VIEW_PTX_TEXT) all_ptx(x);
    else if (x->how->counters > COUNTERS_MAIN)
        text_counters(x, view == VIEW_ADDRESS || !have_lines ? ROWS_INSTRUCTIONS : view == VIEW_PTX ? ROWS_PTX : ROWS_LINES);
    else if (view == VIEW_ADDRESS || (view == VIEW_AUTO && !have_lines)) (void)text_rows(x, ROWS_INSTRUCTIONS);
    else (void)text_rows(x, view == VIEW_PTX ? ROWS_PTX : ROWS_CALLS);
    if (view == VIEW_LINE_ADDRESS) (void)text_rows(x, ROWS_INSTRUCTIONS);
    return 1;
}

/* The same kernel in the baseline, if it is there; 0 with a message. To be closed. */
static int open_before(code_before *before, shown *x, const ncurep_result *r)
{
    const source_options *const how = x->how;
    const unsigned kinds = 1u << rows_for_programs(how) | 1u << ROWS_CALLS | 1u << ROWS_LINES | (how->view == VIEW_PTX ? 1u << ROWS_PTX : 0);
    ncurep_result other;
    ncurep_error e;
    listing l;
    entry *own, *base = NULL;
    int ok = 1;
    memset(before, 0, sizeof *before);
    if (how->base == NULL) return 1;
    own = entry_of(how->own, r->index);
    if (own != NULL) base = partner(own, how->base);
    if (base == NULL) return 1;
    if (!ncurep_result_at(how->base->o->report, base->index, &other, &e)) return 0;
    ok = open_listing(&l, x->pg->m, how->base->o, &other, 1);
    if (ok) before_open(before, &l, how->base->o->path, kinds);
    close_listing(&l);
    return ok;
}

/* What is on the page of a result. 0 with a message. */
static int show_result(shown *x, section_source *sections, int arranged, int *first)
{
    output *const to = x->pg->to;
    if (!x->how->as_vendor && !out_talks(to)) {
        source_data(x, arranged);
        return 1;
    }
    if (!*first) out_gap(to);
    *first = 0;
    return x->how->as_vendor ? vendor_source(x, sections) : text_listing(x);
}

int source_page(const page *pg, opened *o, const source_options *how, int first)
{
    output *to = pg->to;
    table t;
    cursor at;
    ncurep_result r;
    section_source sections;
    size_t counted = 0, paired = 0;
    int code = code_of(o), other;
    const source_counters which = how->counters != COUNTERS_AUTO ? how->counters : out_talks(to) ? COUNTERS_MAIN : COUNTERS_ALL;
    const int arranged = which != COUNTERS_MAIN || how->as_vendor;
    memset(&at, 0, sizeof at);
    memset(&sections, 0, sizeof sections);
    if (arranged && !sections_open(&sections, pg->m)) {
        (void)sections_close(&sections);
        return CLI_INPUT;
    }
    to->v.always = how->as_vendor;
    result_tree(&t, to);
    while (next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &code)) {
        code_before before;
        shown x;
        x.pg = pg;
        x.how = how;
        x.compares = how->base != NULL;
        if (!open_before(&before, &x, &r)) code = CLI_INPUT;
        if (!open_listing(&x.l, pg->m, o, &r, arranged) || (arranged && !arrange_columns(&x.l, &sections))) code = CLI_INPUT;
        else {
            if (before.path != NULL) x.l.before = &before;
            counted += (size_t)has_counters(&x.l);
            paired += before.path != NULL;
            put_result(&t, o, &r);
            out_string(to, "file", o->path);
            if (!show_result(&x, &sections, arranged, &first)) code = CLI_INPUT;
            table_row(&t);
        }
        close_listing(&x.l);
        before_close(&before);
    }
    table_end(&t);
    if (counted == 0 && code == CLI_FINE && !how->as_vendor) {
        if (!out_talks(to)) cli_error(pg->m->c, "%s: no instruction counters of what is chosen", o->path);
        code = CLI_FINDING;
    }
    if (how->base != NULL && paired == 0 && code == CLI_FINE) {
        cli_error(pg->m->c, "%s: no kernel matches one in the baseline by %s", o->path, match_text(pg->m->compare.match));
        code = CLI_FINDING;
    }
    other = sections_close(&sections);
    return code > other ? code : other;
}
