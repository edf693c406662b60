/* Blocks as HTML. The HTML page brings its own state, heads its results itself, and says where links into the source lead. */
#include "block.h"
#include "html.h"

#include <inttypes.h>
#include <string.h>

static void put_part(FILE *out, ncurep_view v) { put_html(out, v.ptr, v.len); }
static void put_view(FILE *out, nvs_view v) { put_html(out, v.ptr, v.len); }

static void begin(details *d) { d->to->html = d->own = (html_state *)cli_alloc(1, sizeof *d->own); }

static void put_head(details *d)
{
    cli_buf b = {NULL, 0, 0};
    put_result_line(&b, d->e->o, d->e->r);
    d->own->has_memory = 0;
    fprintf(d->to->f, "<article>\n<h2 id=\"k%" PRIu32 "\">", d->e->r->index);
    put_html_buf(d->to->f, &b);
    fputs("</h2>\n", d->to->f);
}

static void end_result(details *d) { fputs("</article>\n", d->to->f); }

static void end(details *d)
{
    html_state_free(d->own);
    cli_free(d->own);
    d->to->html = NULL;
}

static void put_note(details *d, const char *text)
{
    fputs("<p class=\"about\">", d->to->f);
    put_html_text(d->to->f, text);
    fputs("</p>\n", d->to->f);
}

/* Sections --------------------------------------------------------------------------------------------------------- */

static void put_section(details *d)
{
    FILE *out = d->to->f;
    const nvs_view about = nvs_node_text(d->section, NVS_FIELD_DESCRIPTION);
    fputs("<section>\n<h3", out);
    if (d->section != NULL) fprintf(out, " id=\"k%" PRIu32 "s%" PRIu32 "\"", d->e->r->index, d->number);
    putc('>', out);
    put_view(out, d->title);
    fputs("</h3>\n", out);
    if (about.len > 0) {
        int first;
        const size_t number = number_of(d->to->html, about, &first);
        if (first) {
            fprintf(out, "<p class=\"about\" id=\"m%zu\">", number);
            put_view(out, about);
        } else fprintf(out, "<p class=\"about\" data-a=\"%zu\">", number);
        fputs("</p>\n", out);
    }
    fputs("<div class=\"cards\">\n", out);
    d->to->html->in_cards = 1;
}

static void end_cards(details *d)
{
    if (d->to->html->in_cards) fputs("</div>\n", d->to->f);
    d->to->html->in_cards = 0;
}

static void end_section(details *d)
{
    end_cards(d);
    fputs("</section>\n", d->to->f);
}

static void put_metrics(details *d, cell_list *list)
{
    const nvs_cell *x;
    fputs("<div class=\"card\"><table class=\"header\"><tbody>\n", d->to->f);
    while ((x = next_cell(list)) != NULL) html_metric_row(d->to, &d->e->m->style, x);
    fputs("</tbody></table></div>\n", d->to->f);
}

static void put_figure_cards(details *d)
{
    html_state *const s = d->to->html;
    put_section_figures(d);
    if (!s->has_chart && !s->has_memory && is_memory_section(d->section)) s->has_memory = html_memory(d->to, d->e);
}

/* Folded: there may be dozens. */
static void put_missing(details *d)
{
    FILE *out = d->to->f;
    cli_buf b = {NULL, 0, 0};
    end_cards(d);
    missing_names(&b, d->v);
    fprintf(out, "<details class=\"raw\"><summary>Not in this result: %" PRIu32 " metric%s</summary><p class=\"about\">",
            d->v->missing_count, d->v->missing_count == 1 ? "" : "s");
    put_html_buf(out, &b);
    fputs("</p></details>\n", out);
}

/* Findings of rules ------------------------------------------------------------------------------------------------ */

static void put_gain(FILE *out, const finding *f)
{
    const char *const of = f->speedup == SPEEDUP_LOCAL ? "local " : "";
    if (f->percent > 0) fprintf(out, " <span class=\"gain\">Est. %sspeedup: %.4g%%</span>", of, f->percent);
}

/* A text of a rule. Links lead to sections and to rows of the source; addresses in the net stay texts: a report does not say
   where this page leads to. */
static void put_marked(details *d, ncurep_view text)
{
    FILE *out = d->to->f;
    const html_state *const s = d->to->html;
    size_t at = 0;
    piece x;
    while (next_piece(text, &at, &x)) {
        cli_buf b = {NULL, 0, 0};
        uint32_t k;
        if (x.kind == PIECE_SECTION)
            for (k = 0; k < d->e->count && b.len == 0; k++) {
                const nvs_view id = nvs_node_text(d->e->sections[k], NVS_FIELD_IDENTIFIER);
                if (d->has[k] && same_view(view_of(id), x.target)) cli_putf(&b, "s%" PRIu32, k);
            }
        else if (s->link_fn != NULL && (x.kind == PIECE_ADDRESS || x.kind == PIECE_LINE)) s->link_fn(s->user, &x, &b);
        if (b.len > 0) fprintf(out, "<a href=\"#k%" PRIu32 "%s\">", d->e->r->index, b.ptr);
        put_part(out, x.text);
        if (b.len > 0) fputs("</a>", out);
        if (x.kind == PIECE_URL) {
            fputs(" (", out);
            put_part(out, x.target);
            putc(')', out);
        }
        cli_buf_free(&b);
    }
}

static void put_finding(details *d, const finding *f)
{
    static const table_column focus_columns[] = {
        {'l', "Metric", NULL, NULL, 0}, {'r', "Value", NULL, NULL, 0}, {'l', "Why", NULL, NULL, 0}};
    FILE *out = d->to->f;
    size_t i;
    fprintf(out, "<li class=\"%s\"><span class=\"tag\">%s</span>", finding_word(f->type), finding_word(f->type));
    put_gain(out, f);
    if (f->title.len > 0) {
        fputs(" <b>", out);
        put_part(out, f->title);
        fputs("</b>", out);
    }
    fputs("<p>", out);
    put_marked(d, f->marked);
    fputs("</p>", out);
    if (f->focus_count > 0) {
        table t;
        fputs("<details><summary>Metrics</summary>\n", out);
        table_begin(&t, d->to, NULL, focus_columns, sizeof focus_columns / sizeof *focus_columns, TABLE_NAMED);
        for (i = 0; i < f->focus_count; i++) {
            cli_buf value = {NULL, 0, 0};
            table_text(&t, f->focus[i].name.ptr, f->focus[i].name.len);
            put_count(&value, f->focus[i].value);
            table_buf(&t, &value);
            table_text(&t, f->focus[i].info.ptr, f->focus[i].info.len);
            table_row(&t);
        }
        table_end(&t);
        fputs("\n</details>", out);
    }
    fputs("</li>\n", out);
}

static void put_findings(details *d)
{
    const finding *f;
    size_t at = 0, shown = 0;
    end_cards(d);
    while ((f = next_finding(d, &at)) != NULL) {
        if (shown++ == 0) fputs("<ul class=\"says\">\n", d->to->f);
        put_finding(d, f);
    }
    if (shown > 0) fputs("</ul>\n", d->to->f);
}

/* The estimated gains of a kernel, with the way to the section. */
static void put_gains(details *d, const finding *const *list, size_t count)
{
    FILE *out = d->to->f;
    const evaluated *e = d->e;
    size_t i;
    uint32_t k;
    fputs("<div class=\"card\"><h3>What the rules would gain</h3>\n<table class=\"gains\"><thead><tr><th scope=\"col\">Rule"
          "<th scope=\"col\">Estimate<th scope=\"col\" class=\"t\">Of<th scope=\"col\" class=\"t\">Section</thead><tbody>\n", out);
    for (i = 0; i < count; i++) {
        fputs("<tr><th>", out);
        put_part(out, list[i]->name.len > 0 ? list[i]->name : list[i]->rule);
        fprintf(out, "<td class=\"n\" style=\"--h:%.0f\">%.4g%%<td class=\"t\">%s<td class=\"t\">",
                list[i]->percent < 100 ? list[i]->percent : 100, list[i]->percent,
                list[i]->speedup == SPEEDUP_LOCAL ? "a part" : list[i]->speedup == SPEEDUP_GLOBAL ? "the kernel" : "");
        for (k = 0; k < e->count && !of_section(list[i], e->sections[k]); k++) {}
        if (k < e->count) {
            fprintf(out, "<a href=\"#k%" PRIu32 "s%" PRIu32 "\">", e->r->index, k);
            put_view(out, section_title(e->sections[k]));
            fputs("</a>", out);
        } else put_part(out, list[i]->section);
        putc('\n', out);
    }
    fputs("</tbody></table></div>\n", out);
}

static void put_comment(details *d, const ncurep_comment *c)
{
    cli_buf b = {NULL, 0, 0};
    comment_words(&b, d, c);
    fputs("<p>", d->to->f);
    put_html_buf(d->to->f, &b);
    fputs("</p>\n", d->to->f);
}

static void put_comments(details *d)
{
    ncurep_list list = d->e->r->section_comments;
    ncurep_comment c;
    end_cards(d);
    if (d->section == NULL && d->e->r->comments.len > 0) put_comment(d, NULL);
    while (next_comment(d, &list, 0, &c)) put_comment(d, &c);
}

const block_back_end html_blocks = {begin, put_head, put_note, put_section, put_metrics, put_figure_cards, put_missing,
                                    put_findings, put_comments, end_section, put_gains, end_result, end, 0, 1};
