/* Blocks as JSON: what stands in the lists that the page opens. */
#include "block.h"

static void begin(details *d) { result_table(&d->t, d->to, "results", 0); }

static void put_head(details *d)
{
    put_result(&d->t, d->e->o, d->e->r);
    out_truth(d->to, "built_in_sections", d->e->built_in);
}

static void put_view(output *to, const char *key, nvs_view v) { out_text(to, key, v.ptr, v.len); }

static void put_section(details *d)
{
    output *to = d->to;
    const nvs_view extends = nvs_node_text(d->section, NVS_FIELD_EXTENDS);
    if (d->section == NULL) return; /* chosen metrics are a list of the result */
    out_group(to, NULL);
    put_view(to, "identifier", nvs_node_text(d->section, NVS_FIELD_IDENTIFIER));
    put_view(to, "name", d->title);
    if (extends.len > 0) put_view(to, "extends", extends);
    else out_null(to, "extends");
}

static void put_metrics(details *d, cell_list *list)
{
    const nvs_cell *x;
    while ((x = next_cell(list)) != NULL) {
        out_group(d->to, NULL);
        put_json_cell(d->to, &d->e->m->style, x);
        out_close(d->to);
    }
}

static void put_missing(details *d)
{
    output *to = d->to;
    size_t i;
    for (i = 0; i < d->v->missing_count; i++) {
        out_group(to, NULL);
        put_view(to, "name", d->v->missing[i].name);
        out_truth(to, "required", d->v->missing[i].importance == NVS_IMPORTANCE_REQUIRED);
        out_close(to);
    }
}

static void put_findings(details *d)
{
    output *to = d->to;
    const finding *f;
    size_t at = 0, i;
    while ((f = next_finding(d, &at)) != NULL) {
        out_group(to, NULL);
        out_text(to, "rule", f->rule.ptr, f->rule.len);
        out_text(to, "name", f->name.ptr, f->name.len);
        out_text(to, "section", f->section.ptr, f->section.len);
        out_string(to, "type", finding_word(f->type));
        out_text(to, "title", f->title.ptr, f->title.len);
        out_text(to, "text", f->text.ptr != NULL ? f->text.ptr : "", f->text.len);
        put_json_speedup(to, f->percent, speedup_word(f->speedup));
        out_list(to, "focus");
        for (i = 0; i < f->focus_count; i++) {
            out_group(to, NULL);
            out_text(to, "metric", f->focus[i].name.ptr, f->focus[i].name.len);
            out_real(to, "value", f->focus[i].value);
            out_text(to, "info", f->focus[i].info.ptr, f->focus[i].info.len);
            out_close(to);
        }
        out_close(to);
        out_close(to);
    }
}

static void put_gains(details *d, const finding *const *list, size_t count)
{
    output *to = d->to;
    size_t i;
    for (i = 0; i < count; i++) {
        out_group(to, NULL);
        out_text(to, "rule", list[i]->rule.ptr, list[i]->rule.len);
        put_json_speedup(to, list[i]->percent, speedup_word(list[i]->speedup));
        out_close(to);
    }
}

/* All of them in one list, at the end. */
static void put_comments(details *d)
{
    output *to = d->to;
    ncurep_list list = d->e->r->section_comments;
    ncurep_comment c;
    if (d->section != NULL) return;
    if (d->e->r->comments.len > 0) {
        out_group(to, NULL);
        out_null(to, "section");
        out_null(to, "name");
        out_text(to, "text", d->e->r->comments.ptr, d->e->r->comments.len);
        out_close(to);
    }
    while (next_comment(d, &list, 1, &c)) {
        out_group(to, NULL);
        out_text(to, "section", c.id.section.ptr, c.id.section.len);
        out_text(to, "name", c.name.ptr, c.name.len);
        out_text(to, "text", c.text.ptr, c.text.len);
        out_close(to);
    }
}

static void end_section(details *d)
{
    if (d->section != NULL) out_close(d->to);
}

static void end_result(details *d) { table_row(&d->t); }
static void end(details *d) { table_end(&d->t); }

const block_back_end json_blocks = {begin, put_head, NULL, put_section, put_metrics, put_section_figures, put_missing,
                                    put_findings, put_comments, end_section, put_gains, end_result, end, 1, 0};
