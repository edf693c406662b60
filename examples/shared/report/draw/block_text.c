/* Blocks as text and Markdown. */
#include "block.h"

#include <inttypes.h>
#include <string.h>

static void metric_row(const value_style *style, table *t, const nvs_cell *x)
{
    cli_buf b = {NULL, 0, 0};
    scale s;
    put_cell_name(&b, style, x);
    table_buf(t, &b);
    put_cell_value(&b, style, x, &s);
    table_string(t, s.unit);
    if (stored_beside(x) != NULL) {
        const ncurep_value stored = report_value(stored_beside(x));
        cli_putf(&b, " (stored ");
        put_page_value(&b, style, &stored, &s);
        cli_putf(&b, ")");
    }
    table_buf(t, &b);
    table_row(t);
}

static void put_metrics(details *d, cell_list *list)
{
    const nvs_cell *x;
    table t;
    table_for_people(&t, d->to, 4, "lrr", "Metric Name", "Metric Unit", "Metric Value");
    while ((x = next_cell(list)) != NULL) metric_row(&d->e->m->style, &t, x);
    table_end(&t);
    out_gap(d->to);
}

static void put_missing(details *d)
{
    cli_buf b = {NULL, 0, 0};
    cli_putf(&b, "Not in this result: ");
    missing_names(&b, d->v);
    out_paragraph(d->to, b.ptr, b.len);
    out_gap(d->to);
    cli_buf_free(&b);
}

/* "Est. Local Speedup: 12.5%" */
static void put_speedup(cli_buf *b, const finding *f)
{
    if (f->percent > 0) cli_putf(b, "Est. %sSpeedup: %.4g%%", f->speedup == SPEEDUP_LOCAL ? "Local " : "", f->percent);
}

static void put_focus(details *d, const finding *f)
{
    table t;
    size_t i;
    if (!d->rule_details || f->focus_count == 0) return;
    table_for_people(&t, d->to, 10, "lrl", "Focus Metric", "Value", "Why");
    for (i = 0; i < f->focus_count; i++) {
        cli_buf b = {NULL, 0, 0};
        table_text(&t, f->focus[i].name.ptr, f->focus[i].name.len);
        put_count(&b, f->focus[i].value);
        table_buf(&t, &b);
        table_text(&t, f->focus[i].info.ptr, f->focus[i].info.len);
        table_row(&t);
    }
    table_end(&t);
}

static void put_findings(details *d)
{
    static const int colors[] = {CLI_DIM, CLI_DIM, CLI_YELLOW, CLI_RED, CLI_GREEN};
    FILE *out = d->to->f;
    const finding *f;
    size_t at = 0;
    while ((f = next_finding(d, &at)) != NULL) {
        cli_buf b = {NULL, 0, 0};
        put_speedup(&b, f);
        fprintf(out, "    %s%s%s   ", cli_style(d->to->color, colors[f->type >= 0 && f->type < 5 ? f->type : 0]),
                finding_word(f->type), cli_style(d->to->color, CLI_PLAIN));
        if (b.len > 0) fprintf(out, "%s\n          ", b.ptr);
        put_wrapped(out, f->text.ptr != NULL ? f->text.ptr : "", f->text.len, 10, 10, d->to->width);
        cli_buf_free(&b);
        put_focus(d, f);
        fputc('\n', out);
    }
}

static void put_markdown_findings(details *d)
{
    FILE *out = d->to->f;
    const finding *f;
    size_t at = 0;
    while ((f = next_finding(d, &at)) != NULL) {
        cli_buf b = {NULL, 0, 0};
        put_speedup(&b, f);
        fprintf(out, "- **%s** ", finding_word(f->type));
        if (b.len > 0) fprintf(out, "%s. ", b.ptr);
        put_markdown_line(out, "", f->text.ptr != NULL ? f->text.ptr : "", f->text.len);
        cli_buf_free(&b);
        put_focus(d, f);
    }
}

static void put_section(details *d)
{
    cli_buf b = {NULL, 0, 0};
    cli_put(&b, "Section: ", 9);
    cli_put(&b, d->title.ptr, d->title.len);
    out_heading(d->to, 3, 4, b.ptr, b.len);
    cli_buf_free(&b);
}

static void put_markdown_section(details *d) { out_heading(d->to, 3, 4, d->title.ptr, d->title.len); }

static void put_comment(details *d, const ncurep_comment *c)
{
    cli_buf b = {NULL, 0, 0};
    ncurep_view line;
    size_t at = 0;
    comment_words(&b, d, c);
    while (next_line(&b, &at, &line)) out_paragraph(d->to, line.ptr, line.len);
    cli_buf_free(&b);
}

static void put_comments(details *d)
{
    ncurep_list list = d->e->r->section_comments;
    ncurep_comment c;
    if (d->section == NULL && d->e->r->comments.len > 0) put_comment(d, NULL);
    while (next_comment(d, &list, 0, &c)) put_comment(d, &c);
}

static void put_gains(details *d, const finding *const *list, size_t count)
{
    static const char title[] = "Estimated speedups, of the kernel first, then of a part";
    table t;
    size_t i;
    out_heading(d->to, 3, 4, title, sizeof title - 1);
    table_for_people(&t, d->to, 4, "rlll", "Speedup", "Kind", "Rule", "Section");
    for (i = 0; i < count; i++) {
        table_format(&t, "%.4g%%", list[i]->percent);
        table_string(&t, speedup_word(list[i]->speedup));
        table_text(&t, list[i]->rule.ptr, list[i]->rule.len);
        table_text(&t, list[i]->section.ptr, list[i]->section.len);
        table_row(&t);
    }
    table_end(&t);
    out_gap(d->to);
}

static void put_note(details *d, const char *text) { out_paragraph(d->to, text, strlen(text)); }

static void begin(details *d) { d->process = NCUREP_NONE - 1; }

/* The process, where it is another one than that of the result before. */
static void put_process(details *d, const char *signs)
{
    const ncurep_result *r = d->e->r;
    ncurep_process p;
    cli_buf b = {NULL, 0, 0};
    ncurep_view name;
    if (d->process == r->process || !ncurep_process_at(d->e->o->report, r->process, &p)) return;
    d->process = r->process;
    name = file_name(p.name);
    cli_put_safe(&b, name.ptr, name.len);
    cli_put(&b, "@", 1);
    cli_put_safe(&b, p.host.ptr, p.host.len);
    fprintf(d->to->f, "%s[%" PRIu32 "] ", signs, p.id);
    if (signs[0] != 0) put_markdown_line(d->to->f, "", b.ptr, b.len);
    else fprintf(d->to->f, "%s\n", b.ptr);
    cli_buf_free(&b);
}

static void put_name(details *d)
{
    cli_buf b = {NULL, 0, 0};
    put_result_line(&b, d->e->o, d->e->r);
    out_heading(d->to, 2, 2, b.ptr, b.len);
    cli_buf_free(&b);
}

static void put_text_head(details *d)
{
    put_process(d, "");
    put_name(d);
}

static void put_markdown_head(details *d)
{
    put_process(d, "# ");
    put_name(d);
}

const block_back_end text_blocks = {begin, put_text_head, put_note, put_section, put_metrics, put_section_figures, put_missing,
                                    put_findings, put_comments, NULL, put_gains, NULL, NULL, 0, 0};
const block_back_end markdown_blocks = {begin, put_markdown_head, put_note, put_markdown_section, put_metrics, put_section_figures,
                                        put_missing, put_markdown_findings, put_comments, NULL, put_gains, NULL, NULL, 0, 0};
