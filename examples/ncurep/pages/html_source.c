/* The source of a kernel on the HTML page: lines and instructions with a column of heat. */
#include "html_parts.h"
#include "../model/tree.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Text of a line without its indentation; tabs become spaces. */
static void put_code(FILE *out, ncurep_view text)
{
    while (text.len > 0 && (*text.ptr == ' ' || *text.ptr == '\t')) {
        text.ptr++;
        text.len--;
    }
    while (text.len > 0) {
        const char *tab = (const char *)memchr(text.ptr, '\t', text.len);
        const size_t part = tab != NULL ? (size_t)(tab - text.ptr) : text.len;
        put_html(out, text.ptr, part);
        if (tab != NULL) putc(' ', out);
        text.ptr += part + (tab != NULL);
        text.len -= part + (tab != NULL);
    }
}

void put_row_id(cli_buf *b, uint64_t address, ncurep_view file, uint32_t line)
{
    uint32_t hash = 2166136261u;
    size_t i;
    if (line == 0) {
        cli_putf(b, "a%" PRIx64, address);
        return;
    }
    file = file_name(file);
    for (i = 0; i < file.len; i++) hash = (hash ^ (unsigned char)file.ptr[i]) * 16777619u;
    cli_putf(b, "l%" PRIu32 "-%08" PRIx32, line, hash); /* of a name only its hash: it may be markup */
}

/* Share, samples, executed, reason to wait of a line or instruction. */
static void put_heat(html *h, const listing *l, const double *values, double hottest, const cli_buf *id)
{
    const size_t column = main_column(l);
    const double v = column < l->column_count ? values[column] : 0;
    cli_buf stall = {NULL, 0, 0}, samples = {NULL, 0, 0}, executed = {NULL, 0, 0};
    fputs("<tr", h->out);
    if (id->len > 0 && h->targets.count > 0 && set_find(&h->targets, id->ptr, id->len) != NOT_IN_SET &&
        set_find(&h->placed, id->ptr, id->len) == NOT_IN_SET) {
        (void)set_add(&h->placed, id->ptr, id->len); /* a line may come up in several calls */
        fprintf(h->out, " id=\"k%" PRIu32 "%s\"", l->r->index, id->ptr);
    }
    fputs("><td", h->out);
    if (v > 0 && hottest > 0) fprintf(h->out, " style=\"--h:%.0f\"", 100 * v / hottest);
    put_count(&samples, l->samples < l->column_count ? values[l->samples] : 0);
    put_count(&executed, l->executed < l->column_count ? values[l->executed] : 0);
    fprintf(h->out, ">%.1f%%<td>%s<td>%s<td>", share(l, column, v), samples.ptr, executed.ptr);
    cli_buf_free(&samples);
    cli_buf_free(&executed);
    put_stall(&stall, l, values);
    put_html_buf(h->out, &stall);
}

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

static const char source_titles[] = "<th scope=\"col\" data-down=\"\">Heat<th scope=\"col\" data-down=\"\">Samples"
                                    "<th scope=\"col\" data-down=\"\">Executed<th scope=\"col\" class=\"t\">Waits for";

static void put_line(html *h, const listing *l, const tree *t, const line_order *s, double hottest, const node *n, int depth)
{
    const size_t index = (size_t)(n - t->list) + 1;
    const ncurep_view file = file_name(n->file), text = code_line(l->code, n->file, n->line);
    cli_buf id = {NULL, 0, 0};
    size_t i;
    if (n->line > 0) put_row_id(&id, 0, n->file, n->line);
    put_heat(h, l, node_values(t, n, 0), hottest, &id);
    cli_buf_free(&id);
    fputs("<td>", h->out);
    for (i = 0; i < (size_t)depth; i++) fputs("\xe2\x86\xb3 ", h->out);
    if (n->line == 0) fputs("(no line)", h->out);
    else {
        put_html(h->out, file.ptr, file.len);
        fprintf(h->out, ":%" PRIu32, n->line);
    }
    if (depth > 0) {
        cli_buf b = {NULL, 0, 0};
        put_function(&b, l, n->function);
        fputs(" in ", h->out);
        put_html_buf(h->out, &b);
    }
    if (text.len > 0) {
        fputs("  <code>", h->out);
        put_code(h->out, text);
        fputs("</code>", h->out);
    }
    if (n->line > 0) put_markers(h, l, 0, n->line, n->file);
    putc('\n', h->out);
    for (i = s->first[index]; i < t->count && s->list[i]->parent == index && depth < DEEP; i++) put_line(h, l, t, s, hottest, s->list[i], depth + 1);
}

static void put_source_lines(html *h, const listing *l)
{
    const size_t column = main_column(l);
    tree t;
    line_order s;
    double hottest = 0;
    size_t i;
    make_tree(&t, l, TREE_CALLS);
    order_lines(&s, &t);
    for (i = 0; i < t.count; i++)
        if (column < l->column_count && node_values(&t, &t.list[i], 0)[column] > hottest) hottest = node_values(&t, &t.list[i], 0)[column];
    fprintf(h->out, "<div class=\"list\"><table class=\"src\"><thead><tr>%s<th scope=\"col\" class=\"t\">Line</thead><tbody>\n", source_titles);
    for (i = 0; i < t.count && s.list[i]->parent == 0; i++) put_line(h, l, &t, &s, hottest, s.list[i], 0);
    fputs("</tbody></table></div>\n", h->out);
    free_order(&s);
    free_tree(&t);
}

#define OPEN_ROWS 200

static void put_instructions(html *h, const listing *l, int open)
{
    const size_t column = main_column(l);
    double *values = (double *)cli_alloc(l->column_count + 1, sizeof *values);
    const code_function *last = NULL;
    const int shut = l->count > OPEN_ROWS && !h->is_inert; /* rows are made when they are looked at */
    double hottest = 0;
    size_t i;
    for (i = 0; i < l->count; i++)
        if (value_of(l, column, i) > hottest) hottest = value_of(l, column, i);
    fprintf(h->out, "<details class=\"raw\"%s><summary>%zu instructions</summary>\n%s<div class=\"list\"><table class=\"src ins sort\"><thead><tr>%s"
                    "<th scope=\"col\">Offset<th scope=\"col\" class=\"t\">Line, instruction</thead><tbody>\n",
            open ? " open=\"open\"" : "", l->count, shut ? "<script type=\"text/html\" class=\"rows\">\n" : "", source_titles);
    for (i = 0; i < l->count; i++) {
        const source_row *row = &l->rows[i];
        const uint64_t offset = row->address - (row->function != NULL ? row->function->address : 0);
        const char *text = row->function != NULL ? sass_at(l->code, row->function, offset) : NULL;
        cli_buf b = {NULL, 0, 0}, id = {NULL, 0, 0};
        code_place place;
        put_row_id(&id, row->address, bytes_of("", 0), 0);
        put_heat(h, l, row_values(l, i, values), hottest, &id);
        cli_buf_free(&id);
        fprintf(h->out, "<td>%" PRIx64 "<td>", offset);
        if (row->function != last && row->function != NULL) {
            put_function(&b, l, row->function->name);
            fputs("<b>", h->out);
            put_html_buf(h->out, &b);
            fputs("</b> ", h->out);
            last = row->function;
        }
        row_place(l, row, &place);
        (void)code_shown(l->code->lines, &place);
        put_place(&b, &place);
        if (row->ptx > 0) cli_putf(&b, "%sptx:%" PRIu32, b.len > 0 ? " " : "", row->ptx);
        if (b.len > 0) cli_put(&b, " ", 1);
        put_html_buf(h->out, &b);
        if (text != NULL) {
            fputs(" <code>", h->out);
            put_html_text(h->out, text);
            fputs("</code>", h->out);
        }
        put_markers(h, l, row->address, 0, place.file);
        putc('\n', h->out);
    }
    fprintf(h->out, "</tbody></table></div>%s</details>\n", shut ? "\n</script>" : "");
    cli_free(values);
}

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

int html_source_open(html *h, const ncurep_result *r, listing *l)
{
    return open_listing(l, h->pg->m, h->o, r, 0) && main_column(l) < l->column_count && l->columns[main_column(l)].sum > 0;
}

void html_source(html *h, const listing *l)
{
    size_t i;
    int lines = 0;
    for (i = 0; i < l->count; i++) lines |= l->rows[i].line > 0;
    fprintf(h->out, "<section>\n<h3 id=\"k%" PRIu32 "src\">Source</h3>\n"
                    "<p class=\"about\">Heat is the share of the kernel's %s.%s%s</p>\n",
            l->r->index, l->samples < l->column_count && main_column(l) == l->samples ? "samples" : "executed instructions",
            lines ? " Inlined code is shown below its call." : "",
            has_sass(l->code) ? "" : " No tables for its machine code: SASS text is shown if nvdisasm is on PATH.");
    put_stalls(h, l);
    if (lines) put_source_lines(h, l);
    put_instructions(h, l, !lines);
    fputs("</section>\n", h->out);
}
