/* Blocks as HTML. The HTML page brings its own state, heads its results itself, and says where links into the source lead. */
#include "block.h"
#include "html.h"

#include <inttypes.h>
#include <string.h>

static void begin(details *d) { d->to->html = d->own = (html_state *)cli_alloc(1, sizeof *d->own); }

static void put_head(details *d)
{
    cli_buf b = {NULL, 0, 0};
    put_result_line(&b, d->e->o, d->e->r);
    d->own->has_memory = 0;
    put_markup(d->to, "<article>\n<h2 id=\"k%" PRIu32 "\">", d->e->r->index);
    put_markup_buf(d->to, &b);
    put_markup(d->to, "</h2>\n");
}

static void end_result(details *d) { put_markup(d->to, "</article>\n"); }

static void end(details *d)
{
    html_state_free(d->own);
    cli_free(d->own);
    d->to->html = NULL;
}

static void put_note(details *d, const char *text)
{
    put_markup(d->to, "<p class=\"about\">%s</p>\n", text);
}

/* Sections --------------------------------------------------------------------------------------------------------- */

static void put_section(details *d)
{
    output *out = d->to;
    const nvs_view about = nvs_node_text(d->section, NVS_FIELD_DESCRIPTION);
    put_markup(out, "<section>\n<h3");
    if (d->section != NULL) put_markup(out, " id=\"k%" PRIu32 "s%" PRIu32 "\"", d->e->r->index, d->number);
    put_markup(out, ">%.*s</h3>\n", TEXT_OF(d->title));
    if (about.len > 0) {
        int first;
        const size_t number = number_of(d->to->html, about, &first);
        if (first) {
            put_markup(out, "<p class=\"about\" id=\"m%zu\">%.*s", number, TEXT_OF(about));
        } else put_markup(out, "<p class=\"about\" data-a=\"%zu\">", number);
        put_markup(out, "</p>\n");
    }
    put_markup(out, "<div class=\"cards\">\n");
    d->to->html->in_cards = 1;
}

static void end_cards(details *d)
{
    if (d->to->html->in_cards) put_markup(d->to, "</div>\n");
    d->to->html->in_cards = 0;
}

static void end_section(details *d)
{
    end_cards(d);
    put_markup(d->to, "</section>\n");
}

static void put_metrics(details *d, cell_list *list)
{
    const nvs_cell *x;
    put_markup(d->to, "<div class=\"card\"><table class=\"header\"><tbody>\n");
    while ((x = next_cell(list)) != NULL) html_metric_row(d->to, d->e, x);
    put_markup(d->to, "</tbody></table></div>\n");
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
    output *out = d->to;
    cli_buf b = {NULL, 0, 0};
    end_cards(d);
    missing_names(&b, d->v);
    put_markup(out, "<details class=\"raw\"><summary>Not in this result: %" PRIu32 " metric%s</summary><p class=\"about\">",
               d->v->missing_count, d->v->missing_count == 1 ? "" : "s");
    put_markup_buf(out, &b);
    put_markup(out, "</p></details>\n");
}

/* Findings of rules ------------------------------------------------------------------------------------------------ */

static void put_gain(output *out, const finding *f)
{
    const char *const of = f->speedup == SPEEDUP_LOCAL ? "local " : "";
    if (f->percent > 0) put_markup(out, " <span class=\"gain\">Est. %sspeedup: %.4g%%</span>", of, f->percent);
}

/* A text of a rule. Links lead to sections and to rows of the source; addresses in the net stay texts: a report does not say
   where this page leads to. */
static void put_marked(details *d, ncurep_view text)
{
    output *out = d->to;
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
        if (b.len > 0) put_markup(out, "<a href=\"#k%" PRIu32 "%s\">", d->e->r->index, b.ptr);
        put_markup(out, "%.*s", TEXT_OF(x.text));
        if (b.len > 0) put_markup(out, "</a>");
        if (x.kind == PIECE_URL) {
            put_markup(out, " (%.*s)", TEXT_OF(x.target));
        }
        cli_buf_free(&b);
    }
}

#define TREE_DEPTH 4

static void put_branches(details *d, nvs_view name, int depth);

/* A row of the tree; depth: 0 for a metric that the rule names. */
static void put_branch(details *d, ncurep_view name, double value, ncurep_view why, int depth)
{
    cli_buf shown = {NULL, 0, 0};
    put_count(&shown, value);
    put_markup(d->to, "<tr><th");
    if (depth > 0) put_markup(d->to, " style=\"--d:%d\"", depth);
    put_markup(d->to, ">%.*s<td>%s<td class=\"t\">%.*s\n", TEXT_OF(name), shown.ptr, TEXT_OF(why));
    cli_buf_free(&shown);
    if (depth < TREE_DEPTH) put_branches(d, nvs_view_of(name), depth + 1);
}

/* What a throughput is the greatest of, as far as the report names it and has values. */
static void put_branches(details *d, nvs_view name, int depth)
{
    const nvs_source *source = &d->e->source;
    const ncurep_view none = {"", 0};
    cli_buf key = {NULL, 0, 0};
    nvs_metric list, m;
    size_t at, end;
    memset(&list, 0, sizeof list);
    cli_putf(&key, "breakdown:%.*s", TEXT_OF(name));
    if (source->metric_fn(nvs_text(key.ptr), &list, source->user) == NVS_REPLY_YES && list.value.kind == NVS_KIND_STRING) {
        const nvs_view names = list.value.v.text;
        for (at = 0; at < names.len; at = end + 1) {
            nvs_view one;
            double value;
            int number = 0;
            for (end = at; end < names.len && names.ptr[end] != ',';) end++;
            one.ptr = names.ptr + at;
            one.len = end - at;
            memset(&m, 0, sizeof m);
            if (source->metric_fn(one, &m, source->user) != NVS_REPLY_YES) continue;
            value = nvs_value_number(&m.value, &number);
            if (number) put_branch(d, view_of(one), value, none, depth);
        }
    }
    cli_buf_free(&key);
}

static void put_finding(details *d, const finding *f)
{
    output *out = d->to;
    size_t i;
    put_markup(out, "<li class=\"%s\"><span class=\"tag\">%s</span>", finding_word(f->type), finding_word(f->type));
    put_gain(out, f);
    if (f->title.len > 0) {
        put_markup(out, " <b>%.*s</b>", TEXT_OF(f->title));
    }
    put_markup(out, "<p>");
    put_marked(d, f->marked);
    put_markup(out, "</p>");
    if (f->focus_count > 0) {
        put_markup(out, "<details><summary>Metrics</summary>\n<table><thead><tr><th scope=\"col\">Metric<th scope=\"col\">Value"
                   "<th scope=\"col\" class=\"t\">Why</thead><tbody>\n");
        for (i = 0; i < f->focus_count; i++) put_branch(d, f->focus[i].name, f->focus[i].value, f->focus[i].info, 0);
        put_markup(out, "</tbody></table>\n</details>");
    }
    put_markup(out, "</li>\n");
}

static void put_comment(details *d, const ncurep_comment *c)
{
    cli_buf b = {NULL, 0, 0};
    ncurep_view line;
    size_t at = 0;
    comment_words(&b, d, c);
    put_markup(d->to, "<p class=\"said\">");
    while (next_line(&b, &at, &line)) {
        if (line.ptr != b.ptr) put_markup(d->to, "\n");
        put_markup(d->to, "%.*s", TEXT_OF(line));
    }
    put_markup(d->to, "</p>\n");
    cli_buf_free(&b);
}

/* Those of the result as a whole lead, after its comment. */
static void put_findings(details *d)
{
    const finding *f;
    size_t at = 0, shown = 0;
    end_cards(d);
    if (d->section == NULL && d->e->r->comments.len > 0) put_comment(d, NULL);
    while ((f = next_finding(d, &at)) != NULL) {
        if (shown++ == 0) put_markup(d->to, "<ul class=\"says\">\n");
        put_finding(d, f);
    }
    if (shown > 0) put_markup(d->to, "</ul>\n");
}

/* The estimated gains of a kernel, with the way to the section. */
static void put_gains(details *d, const finding *const *list, size_t count)
{
    output *out = d->to;
    const evaluated *e = d->e;
    size_t i;
    uint32_t k;
    put_markup(out, "<div class=\"card\"><h3>What the rules would gain</h3>\n"
               "<table class=\"gains\"><thead><tr><th scope=\"col\">Rule<th scope=\"col\">Estimate<th scope=\"col\" class=\"t\">Of<th "
               "scope=\"col\" class=\"t\">Section</thead><tbody>\n");
    for (i = 0; i < count; i++) {
        put_markup(out, "<tr><th>%.*s<td class=\"n\" style=\"--h:%.0f\">%.4g%%<td class=\"t\">%s<td class=\"t\">",
                   TEXT_OF(list[i]->name.len > 0 ? list[i]->name : list[i]->rule), list[i]->percent < 100 ? list[i]->percent : 100,
                   list[i]->percent, list[i]->speedup == SPEEDUP_LOCAL ? "a part" : list[i]->speedup == SPEEDUP_GLOBAL ? "the kernel" : "");
        for (k = 0; k < e->count && !of_section(list[i], e->sections[k]); k++) {}
        if (k < e->count) {
            put_markup(out, "<a href=\"#k%" PRIu32 "s%" PRIu32 "\">%.*s</a>", e->r->index, k, TEXT_OF(section_title(e->sections[k])));
        } else put_markup(out, "%.*s", TEXT_OF(list[i]->section));
        put_markup(out, "\n");
    }
    put_markup(out, "</tbody></table></div>\n");
}

static void put_comments(details *d)
{
    ncurep_list list = d->e->r->section_comments;
    ncurep_comment c;
    end_cards(d);
    while (next_comment(d, &list, 0, &c)) put_comment(d, &c);
}

const block_back_end html_blocks = {begin, put_head, put_note, put_section, put_metrics, put_figure_cards, put_missing,
                                    put_findings, put_comments, end_section, put_gains, end_result, end, 0, 1};
