/* What the sections of a report show, and what the rules say. */
#include "details.h"
#include "../out/figure.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Text and Markdown ------------------------------------------------------------------------------------------------ */

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

static void begin_metrics(table *t, const page *pg) { table_for_people(t, pg->to, 4, "lrr", "Metric Name", "Metric Unit", "Metric Value"); }

static void line_of(const page *pg, const char *text, size_t len)
{
    if (pg->to->format == OUT_MARKDOWN) put_markdown_line(pg->to->f, "", text, len);
    else {
        fputs("    ", pg->to->f);
        put_wrapped(pg->to->f, text, len, 4, 4, pg->to->width);
    }
}

/* What a section asks for and the result lacks. */
static void put_missing(const page *pg, const nvs_evaluation *v)
{
    cli_buf b = {NULL, 0, 0};
    uint32_t i;
    for (i = 0; i < v->missing_count; i++)
        cli_putf(&b, "%s%.*s%s", i == 0 ? "Not in this result: " : ", ", (int)v->missing[i].name.len, v->missing[i].name.ptr,
                 v->missing[i].importance == NVS_IMPORTANCE_REQUIRED ? " (required)" : "");
    if (b.len > 0) {
        line_of(pg, b.ptr, b.len);
        if (pg->to->format != OUT_MARKDOWN) fputc('\n', pg->to->f);
    }
    cli_buf_free(&b);
}

static void put_finding(const page *pg, const details_options *how, const finding *f)
{
    FILE *out = pg->to->f;
    const int markdown = pg->to->format == OUT_MARKDOWN;
    cli_buf b = {NULL, 0, 0};
    size_t i;
    if (f->percent > 0)
        cli_putf(&b, "Est. %sSpeedup: %.4g%%", f->speedup == SPEEDUP_LOCAL ? "Local " : "", f->percent);
    if (markdown) {
        fprintf(out, "- **%s** ", finding_word(f->type));
        if (b.len > 0) fprintf(out, "%s. ", b.ptr);
        put_markdown_line(out, "", f->text.ptr != NULL ? f->text.ptr : "", f->text.len);
    } else {
        static const int colors[] = {CLI_DIM, CLI_DIM, CLI_YELLOW, CLI_RED, CLI_GREEN};
        const int type = f->type >= 0 && f->type < 5 ? f->type : 0;
        fprintf(out, "    %s%s%s   ", cli_style(pg->to->color, colors[type]), finding_word(f->type), cli_style(pg->to->color, CLI_PLAIN));
        if (b.len > 0) fprintf(out, "%s\n          ", b.ptr);
        put_wrapped(out, f->text.ptr != NULL ? f->text.ptr : "", f->text.len, 10, 10, pg->to->width);
    }
    cli_buf_free(&b);
    if (how->rule_details && f->focus_count > 0) {
        table t;
        table_for_people(&t, pg->to, 10, "lrl", "Focus Metric", "Value", "Why");
        for (i = 0; i < f->focus_count; i++) {
            table_text(&t, f->focus[i].name.ptr, f->focus[i].name.len);
            put_count(&b, f->focus[i].value);
            table_buf(&t, &b);
            table_text(&t, f->focus[i].info.ptr, f->focus[i].info.len);
            table_row(&t);
        }
        table_end(&t);
    }
    if (!markdown) fputc('\n', out);
}

static void section_heading(const page *pg, nvs_view title)
{
    cli_buf b = {NULL, 0, 0};
    if (pg->to->format != OUT_MARKDOWN) cli_put(&b, "Section: ", 9);
    cli_put(&b, title.ptr, title.len);
    out_heading(pg->to, "### ", 4, b.ptr != NULL ? b.ptr : "", b.len);
    cli_buf_free(&b);
}

/* The chosen metrics, as a section of their own. */
static void chosen_metrics(evaluated *e, void (*show)(void *, const nvs_cell *), void *user)
{
    uint32_t place;
    for (place = 0; place < e->index.count && e->m->chosen.metric_count > 0; place++) {
        ncurep_metric m;
        ncurep_view name;
        nvs_cell x;
        if (!ncurep_index_at(&e->index, place, &m) || !ncurep_string_at(e->o->report, m.name_id, &name) || is_list(name) ||
            !wants_metric(&e->m->chosen, name))
            continue;
        memset(&x, 0, sizeof x);
        x.name = x.label = nvs_view_of(name);
        if (e->source.metric_fn(e->source.user, x.name, &x.data) == 1) show(user, &x);
    }
}

static const char chosen_title[] = "Chosen metrics";

typedef struct chosen_text {
    const value_style *style;
    table t;
} chosen_text;

static void chosen_row(void *user, const nvs_cell *x)
{
    chosen_text *c = (chosen_text *)user;
    metric_row(c->style, &c->t, x);
}

static void text_section(const page *pg, const details_options *how, evaluated *e, const findings *f, const nvs_node *section)
{
    const nvs_evaluation *v = evaluate_section(e, section, how->parts != PARTS_HEADER);
    const nvs_part **header;
    size_t count, i, said = 0;
    int bodies, missing;
    if (v == NULL) return;
    header = header_of(v, &count);
    if (how->parts == PARTS_BODY) count = 0;
    for (i = 0; i < f->count; i++) said += (size_t)of_section(&f->list[i], section);
    bodies = how->parts != PARTS_HEADER && figures_have(e, v);
    missing = v->missing_count > 0 && !how->as_vendor && !e->built_in; /* nobody asked for what built-in sections show */
    if (count > 0 || said > 0 || bodies || missing) {
        section_heading(pg, section_title(section));
        if (count > 0) {
            table t;
            begin_metrics(&t, pg);
            for (i = 0; i < count; i++) metric_row(&pg->m->style, &t, &header[i]->cell);
            table_end(&t);
            if (pg->to->format != OUT_MARKDOWN) fputc('\n', pg->to->f);
        }
        if (bodies) put_figures(pg->to, e, v);
        if (missing) put_missing(pg, v);
        for (i = 0; i < f->count; i++)
            if (of_section(&f->list[i], section)) put_finding(pg, how, &f->list[i]);
    }
    cli_free((void *)(uintptr_t)header);
    nvs_evaluation_close(v);
    if (evaluated_has_many(e, 0)) evaluated_forget(e, 0);
}

static void put_comment(const page *pg, ncurep_view by, ncurep_view text)
{
    cli_buf b = {NULL, 0, 0};
    cli_put(&b, "Comment", 7);
    if (by.len > 0) {
        cli_put(&b, " by ", 4);
        cli_put(&b, by.ptr, by.len);
    }
    cli_put(&b, ": ", 2);
    cli_put(&b, text.ptr, text.len);
    line_of(pg, b.ptr, b.len);
    cli_buf_free(&b);
}

static void text_gains(const page *pg, const findings *f)
{
    size_t count, i;
    const finding **list = findings_by_gain(f, &count);
    table t;
    if (count > 0) {
        nvs_view title;
        title.ptr = "Estimated speedups, of the kernel first, then of a part";
        title.len = strlen(title.ptr);
        out_heading(pg->to, "### ", 4, title.ptr, title.len);
        table_for_people(&t, pg->to, 4, "rlll", "Speedup", "Kind", "Rule", "Section");
        for (i = 0; i < count; i++) {
            table_format(&t, "%.4g%%", list[i]->percent);
            table_string(&t, speedup_word(list[i]->speedup));
            table_text(&t, list[i]->rule.ptr, list[i]->rule.len);
            table_text(&t, list[i]->section.ptr, list[i]->section.len);
            table_row(&t);
        }
        table_end(&t);
        if (pg->to->format != OUT_MARKDOWN) fputc('\n', pg->to->f);
    }
    cli_free((void *)(uintptr_t)list);
}

static void process_line(const page *pg, const opened *o, const ncurep_result *r, uint32_t *last)
{
    const int markdown = pg->to->format == OUT_MARKDOWN;
    ncurep_process p;
    cli_buf b = {NULL, 0, 0};
    ncurep_view name;
    if (*last == r->process || !ncurep_process_at(o->report, r->process, &p)) return;
    *last = r->process;
    name = file_name(p.name);
    cli_put_safe(&b, name.ptr, name.len);
    cli_put(&b, "@", 1);
    cli_put_safe(&b, p.host.ptr, p.host.len);
    fprintf(pg->to->f, "%s[%" PRIu32 "] ", markdown ? "# " : "", p.id);
    if (markdown) put_markdown_line(pg->to->f, "", b.ptr, b.len);
    else fprintf(pg->to->f, "%s\n", b.ptr);
    cli_buf_free(&b);
}

static void text_result(const page *pg, const details_options *how, evaluated *e, const findings *f, uint32_t *last)
{
    const ncurep_result *r = e->r;
    cli_buf b = {NULL, 0, 0};
    ncurep_list comments = r->section_comments;
    ncurep_comment comment;
    ncurep_view nobody;
    size_t i;
    uint32_t k;
    nobody.ptr = "";
    nobody.len = 0;
    process_line(pg, e->o, r, last);
    put_result_line(&b, e->o, r);
    out_heading(pg->to, "## ", 2, b.ptr, b.len);
    cli_buf_free(&b);
    if (e->built_in && e->count > 0) {
        static const char note[] = "The report has no sections: these are built into this tool.";
        line_of(pg, note, sizeof note - 1);
    }
    for (k = 0; k < e->count; k++) {
        text_section(pg, how, e, f, e->sections[k]);
        while (ncurep_comment_next(&comments, &comment))
            if (comment.id.section.len == nvs_node_text(e->sections[k], NVS_FIELD_IDENTIFIER).len &&
                memcmp(comment.id.section.ptr, nvs_node_text(e->sections[k], NVS_FIELD_IDENTIFIER).ptr, comment.id.section.len) == 0)
                put_comment(pg, comment.name, comment.text);
        comments = r->section_comments;
    }
    if (pg->m->chosen.metric_count > 0) {
        chosen_text c;
        nvs_view title;
        title.ptr = chosen_title;
        title.len = sizeof chosen_title - 1;
        c.style = &pg->m->style;
        section_heading(pg, title);
        begin_metrics(&c.t, pg);
        chosen_metrics(e, chosen_row, &c);
        table_end(&c.t);
        if (pg->to->format != OUT_MARKDOWN) fputc('\n', pg->to->f);
    }
    for (i = 0; i < f->count; i++)
        if (is_homeless(e, &f->list[i])) put_finding(pg, how, &f->list[i]);
    if (r->comments.len > 0) put_comment(pg, nobody, r->comments);
    if (!how->as_vendor && pg->m->sections.count == 0 && pg->m->chosen.metric_count == 0) text_gains(pg, f);
}

/* CSV ------------------------------------------------------------------------------------------------------------- */

static const table_column columns[] = {
    RESULT_COLUMNS, {'l', NULL, "Section Name", NULL, 0}, {'l', NULL, "Metric Name", NULL, 0}, {'l', NULL, "Metric Unit", NULL, 0},
    {'r', NULL, "Metric Value", NULL, 0}, {'l', NULL, "Rule Name", NULL, 0}, {'l', NULL, "Rule Type", NULL, 0},
    {'l', NULL, "Rule Description", NULL, 0}, {'l', NULL, "Estimated Speedup Type", NULL, 0}, {'r', NULL, "Estimated Speedup", NULL, 0}};

static void csv_metric(table *t, evaluated *e, nvs_view title, const nvs_cell *x)
{
    cli_buf name = {NULL, 0, 0}, value = {NULL, 0, 0};
    scale s;
    put_cell_name(&name, &e->m->style, x);
    put_cell_value(&value, &e->m->style, x, &s);
    put_result(t, e->o, e->r);
    table_text(t, title.ptr, title.len);
    table_text(t, name.ptr != NULL ? name.ptr : "", name.len);
    table_string(t, s.unit);
    table_text(t, value.ptr != NULL ? value.ptr : "", value.len);
    fputc(',', t->to->f); /* the cells of a rule are missing, not empty */
    table_row(t);
    cli_buf_free(&name);
    cli_buf_free(&value);
}

static void csv_finding(table *t, const evaluated *e, const finding *f)
{
    char percent[32];
    size_t i;
    put_result(t, e->o, e->r);
    table_text(t, f->section.ptr, f->section.len);
    for (i = 0; i < 3; i++) table_absent(t);
    table_text(t, f->rule.ptr, f->rule.len);
    table_string(t, finding_word(f->type));
    table_text(t, f->text.ptr != NULL ? f->text.ptr : "", f->text.len);
    if (f->percent > 0) {
        table_string(t, speedup_word(f->speedup));
        snprintf(percent, sizeof percent, "%.4g", f->percent);
        table_string(t, percent);
    } else {
        table_absent(t);
        table_absent(t);
    }
    table_row(t);
}

typedef struct chosen_csv {
    table *t;
    evaluated *e;
} chosen_csv;

static void chosen_line(void *user, const nvs_cell *x)
{
    chosen_csv *c = (chosen_csv *)user;
    nvs_view title;
    title.ptr = chosen_title;
    title.len = sizeof chosen_title - 1;
    csv_metric(c->t, c->e, title, x);
}

static void csv_result(const details_options *how, evaluated *e, const findings *f, table *out)
{
    chosen_csv chosen;
    uint32_t k;
    size_t i;
    for (k = 0; k < e->count; k++) {
        const nvs_node *section = e->sections[k];
        const nvs_evaluation *v = evaluate_section(e, section, how->parts != PARTS_HEADER);
        const nvs_part **header;
        size_t count;
        if (v == NULL) continue;
        header = header_of(v, &count);
        for (i = 0; i < count && how->parts != PARTS_BODY; i++) csv_metric(out, e, section_title(section), &header[i]->cell);
        for (i = 0; i < v->count && how->parts != PARTS_HEADER; i++) {
            const nvs_part *p = &v->parts[i];
            if ((p->kind == NVS_PART_KIND_CELL || p->kind == NVS_PART_KIND_BAR || p->kind == NVS_PART_KIND_LINE || p->kind == NVS_PART_KIND_VALUES ||
                 p->kind == NVS_PART_KIND_SERIES) &&
                is_shown(&p->cell))
                csv_metric(out, e, section_title(section), &p->cell);
        }
        for (i = 0; i < f->count; i++)
            if (of_section(&f->list[i], section)) csv_finding(out, e, &f->list[i]);
        cli_free((void *)(uintptr_t)header);
        nvs_evaluation_close(v);
        if (evaluated_has_many(e, 0)) evaluated_forget(e, 0);
    }
    chosen.t = out;
    chosen.e = e;
    chosen_metrics(e, chosen_line, &chosen);
    for (i = 0; i < f->count; i++)
        if (is_homeless(e, &f->list[i])) csv_finding(out, e, &f->list[i]);
}

/* JSON ------------------------------------------------------------------------------------------------------------ */

static void put_json_finding(cli_json *j, const finding *f)
{
    size_t i;
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

typedef struct chosen_json {
    cli_json *j;
    const value_style *style;
} chosen_json;

static void chosen_object(void *user, const nvs_cell *x)
{
    chosen_json *c = (chosen_json *)user;
    cli_json_object(c->j, NULL);
    put_json_cell(c->j, c->style, x);
    cli_json_end(c->j);
}

static void json_result(const details_options *how, evaluated *e, const findings *f, table *t)
{
    cli_json *j = &t->to->j;
    ncurep_list comments = e->r->section_comments;
    ncurep_comment comment;
    chosen_json chosen;
    const finding **gains;
    uint32_t k;
    size_t i, count;
    put_result(t, e->o, e->r);
    cli_json_bool(j, "built_in_sections", e->built_in);
    cli_json_array(j, "sections");
    for (k = 0; k < e->count; k++) {
        const nvs_node *section = e->sections[k];
        const nvs_evaluation *v = evaluate_section(e, section, how->parts != PARTS_HEADER);
        const nvs_part **header;
        nvs_view text;
        if (v == NULL) continue;
        cli_json_object(j, NULL);
        text = nvs_node_text(section, NVS_FIELD_IDENTIFIER);
        cli_json_text(j, "identifier", text.ptr, text.len);
        text = section_title(section);
        cli_json_text(j, "name", text.ptr, text.len);
        text = nvs_node_text(section, NVS_FIELD_EXTENDS);
        if (text.len > 0) cli_json_text(j, "extends", text.ptr, text.len);
        else cli_json_null(j, "extends");
        if (how->parts != PARTS_BODY) {
            cli_json_array(j, "header");
            header = header_of(v, &count);
            for (i = 0; i < count; i++) {
                cli_json_object(j, NULL);
                put_json_cell(j, &e->m->style, &header[i]->cell);
                cli_json_end(j);
            }
            cli_free((void *)(uintptr_t)header);
            cli_json_end(j);
        }
        if (how->parts != PARTS_HEADER) put_figures(t->to, e, v);
        cli_json_array(j, "missing");
        for (i = 0; !e->built_in && i < v->missing_count; i++) {
            cli_json_object(j, NULL);
            cli_json_text(j, "name", v->missing[i].name.ptr, v->missing[i].name.len);
            cli_json_bool(j, "required", v->missing[i].importance == NVS_IMPORTANCE_REQUIRED);
            cli_json_end(j);
        }
        cli_json_end(j);
        cli_json_array(j, "rules");
        for (i = 0; i < f->count; i++)
            if (of_section(&f->list[i], section)) put_json_finding(j, &f->list[i]);
        cli_json_end(j);
        cli_json_end(j);
        nvs_evaluation_close(v);
        if (evaluated_has_many(e, 0)) evaluated_forget(e, 0);
    }
    cli_json_end(j);
    if (e->m->chosen.metric_count > 0) {
        cli_json_array(j, "metrics");
        chosen.j = j;
        chosen.style = &e->m->style;
        chosen_metrics(e, chosen_object, &chosen);
        cli_json_end(j);
    }
    cli_json_array(j, "other_rules");
    for (i = 0; i < f->count; i++)
        if (is_homeless(e, &f->list[i])) put_json_finding(j, &f->list[i]);
    cli_json_end(j);
    cli_json_array(j, "speedups");
    gains = findings_by_gain(f, &count);
    for (i = 0; i < count; i++) {
        cli_json_object(j, NULL);
        cli_json_text(j, "rule", gains[i]->rule.ptr, gains[i]->rule.len);
        put_json_speedup(j, gains[i]->percent, speedup_word(gains[i]->speedup));
        cli_json_end(j);
    }
    cli_free((void *)(uintptr_t)gains);
    cli_json_end(j);
    cli_json_array(j, "comments");
    if (e->r->comments.len > 0) {
        cli_json_object(j, NULL);
        cli_json_null(j, "section");
        cli_json_null(j, "by");
        cli_json_text(j, "text", e->r->comments.ptr, e->r->comments.len);
        cli_json_end(j);
    }
    while (ncurep_comment_next(&comments, &comment)) {
        cli_json_object(j, NULL);
        cli_json_text(j, "section", comment.id.section.ptr, comment.id.section.len);
        cli_json_text(j, "by", comment.name.ptr, comment.name.len);
        cli_json_text(j, "text", comment.text.ptr, comment.text.len);
        cli_json_end(j);
    }
    cli_json_end(j);
    table_row(t);
}

/* The page -------------------------------------------------------------------------------------------------------- */

int details_page(const page *pg, opened *o, section_source *sections, const details_options *how)
{
    cursor at;
    ncurep_result r;
    uint32_t last = NCUREP_NONE - 1;
    table t;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    pg->to->v.always = 1;
    if (pg->to->format == OUT_CSV) table_begin(&t, pg->to, NULL, columns, sizeof columns / sizeof *columns, 0);
    else if (pg->to->format == OUT_JSON) result_table(&t, pg->to, "results", 0);
    while (next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &code)) {
        evaluated e;
        findings f;
        if (!evaluate_result(sections, o, &r, &e)) code = CLI_INPUT;
        else {
            findings_of(&f, &e);
            if (pg->to->format == OUT_JSON) json_result(how, &e, &f, &t);
            else if (pg->to->format == OUT_CSV) csv_result(how, &e, &f, &t);
            else text_result(pg, how, &e, &f, &last);
            findings_free(&f);
        }
        evaluated_free(&e);
    }
    if (pg->to->format == OUT_JSON || pg->to->format == OUT_CSV) table_end(&t);
    return code;
}
