/* Blocks as JSON: what stands in the lists that the page opens. */
#include "block.h"

static void begin(details *d) { result_table(&d->t, d->to, "results", 0); }

static void put_head(details *d)
{
    put_result(&d->t, d->e->o, d->e->r);
    cli_json_bool(&d->to->j, "built_in_sections", d->e->built_in);
}

static void put_view(cli_json *j, const char *key, nvs_view v) { cli_json_text(j, key, v.ptr, v.len); }

static void put_section(details *d)
{
    cli_json *j = &d->to->j;
    const nvs_view extends = nvs_node_text(d->section, NVS_FIELD_EXTENDS);
    if (d->section == NULL) return; /* chosen metrics are a list of the result */
    cli_json_object(j, NULL);
    put_view(j, "identifier", nvs_node_text(d->section, NVS_FIELD_IDENTIFIER));
    put_view(j, "name", d->title);
    if (extends.len > 0) put_view(j, "extends", extends);
    else cli_json_null(j, "extends");
}

static void put_metrics(details *d, cell_list *list)
{
    const nvs_cell *x;
    while ((x = next_cell(list)) != NULL) {
        cli_json_object(&d->to->j, NULL);
        put_json_cell(&d->to->j, &d->e->m->style, x);
        cli_json_end(&d->to->j);
    }
}

static void put_missing(details *d)
{
    cli_json *j = &d->to->j;
    size_t i;
    for (i = 0; i < d->v->missing_count; i++) {
        cli_json_object(j, NULL);
        put_view(j, "name", d->v->missing[i].name);
        cli_json_bool(j, "required", d->v->missing[i].importance == NVS_IMPORTANCE_REQUIRED);
        cli_json_end(j);
    }
}

static void put_findings(details *d)
{
    cli_json *j = &d->to->j;
    const finding *f;
    size_t at = 0, i;
    while ((f = next_finding(d, &at)) != NULL) {
        cli_json_object(j, NULL);
        cli_json_text(j, "rule", f->rule.ptr, f->rule.len);
        cli_json_text(j, "name", f->name.ptr, f->name.len);
        cli_json_text(j, "section", f->section.ptr, f->section.len);
        cli_json_str(j, "type", finding_word(f->type));
        cli_json_text(j, "title", f->title.ptr, f->title.len);
        cli_json_text(j, "text", f->text.ptr != NULL ? f->text.ptr : "", f->text.len);
        put_json_speedup(j, f->percent, speedup_word(f->speedup));
        cli_json_array(j, "focus");
        for (i = 0; i < f->focus_count; i++) {
            cli_json_object(j, NULL);
            cli_json_text(j, "metric", f->focus[i].name.ptr, f->focus[i].name.len);
            cli_json_double(j, "value", f->focus[i].value);
            cli_json_text(j, "info", f->focus[i].info.ptr, f->focus[i].info.len);
            cli_json_end(j);
        }
        cli_json_end(j);
        cli_json_end(j);
    }
}

static void put_gains(details *d, const finding *const *list, size_t count)
{
    cli_json *j = &d->to->j;
    size_t i;
    for (i = 0; i < count; i++) {
        cli_json_object(j, NULL);
        cli_json_text(j, "rule", list[i]->rule.ptr, list[i]->rule.len);
        put_json_speedup(j, list[i]->percent, speedup_word(list[i]->speedup));
        cli_json_end(j);
    }
}

/* All of them in one list, at the end. */
static void put_comments(details *d)
{
    cli_json *j = &d->to->j;
    ncurep_list list = d->e->r->section_comments;
    ncurep_comment c;
    if (d->section != NULL) return;
    if (d->e->r->comments.len > 0) {
        cli_json_object(j, NULL);
        cli_json_null(j, "section");
        cli_json_null(j, "name");
        cli_json_text(j, "text", d->e->r->comments.ptr, d->e->r->comments.len);
        cli_json_end(j);
    }
    while (next_comment(d, &list, 1, &c)) {
        cli_json_object(j, NULL);
        cli_json_text(j, "section", c.id.section.ptr, c.id.section.len);
        cli_json_text(j, "name", c.name.ptr, c.name.len);
        cli_json_text(j, "text", c.text.ptr, c.text.len);
        cli_json_end(j);
    }
}

static void end_section(details *d)
{
    if (d->section != NULL) cli_json_end(&d->to->j);
}

static void end_result(details *d) { table_row(&d->t); }
static void end(details *d) { table_end(&d->t); }

const block_back_end json_blocks = {begin, put_head, NULL, put_section, put_metrics, put_section_figures, put_missing,
                                    put_findings, put_comments, end_section, put_gains, end_result, end, 1, 0};
