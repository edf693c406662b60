/* ncurep details: what the sections of a report show, and what the rules say. */
#include "details.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Findings of rules ------------------------------------------------------------------------------------------------ */

static finding *add_finding(findings *f)
{
    finding *to;
    f->list = (finding *)cli_grow(f->list, &f->room, f->count + 1, sizeof *f->list);
    to = &f->list[f->count++];
    memset(to, 0, sizeof *to);
    return to;
}

static void add_focus(finding *to, ncurep_view name, double value, ncurep_view info)
{
    focus *x;
    to->focus = (focus *)cli_grow(to->focus, &to->focus_room, to->focus_count + 1, sizeof *to->focus);
    x = &to->focus[to->focus_count++];
    x->name = name;
    x->value = value;
    x->info = info;
}

/* The metrics of the tables and charts of an item. */
static void add_tables(finding *to, const ncurep_rule_item *item, const evaluated *e)
{
    int kind;
    for (kind = NCUREP_TABLE; kind <= NCUREP_SOURCE_METRIC_TABLE; kind++) {
        ncurep_table t;
        ncurep_label label;
        if (!ncurep_table_of(item, (ncurep_table_kind)kind, &t)) continue;
        while (ncurep_next_table_metric(&t, &label)) {
            nvs_data d;
            int number = 0;
            double value = 0;
            memset(&d, 0, sizeof d);
            if (e->source.metric_fn != NULL && e->source.metric_fn(e->source.user, nvs_view_of(label.name), &d) == 1)
                value = nvs_value_number(&d.value, &number);
            if (number) add_focus(to, label.name, value, label.label);
        }
    }
}

static void stored_findings(findings *f, const evaluated *e)
{
    ncurep_list rules = e->r->rules;
    ncurep_rule rule;
    while (ncurep_next_rule(&rules, &rule)) {
        ncurep_list items = rule.body.list;
        ncurep_rule_item item;
        finding *to = NULL;
        while (ncurep_next_rule_item(&items, &item)) {
            ncurep_focus x;
            if (!NCUREP_HAS(&item, 1)) { /* tables follow the message they belong to */
                if (to != NULL) add_tables(to, &item, e);
                continue;
            }
            to = add_finding(f);
            to->section = rule.section;
            to->rule = rule.identifier;
            to->name = rule.name;
            to->title = item.message.name;
            to->type = item.message.type;
            put_plain(&to->text, item.message.text);
            if (NCUREP_HAS(&item, 10)) {
                to->speedup = item.speedup.type;
                to->percent = item.speedup.percent;
            }
            while (ncurep_next_focus(&item.focus, &x)) add_focus(to, x.name, x.value, x.info);
            add_tables(to, &item, e);
        }
    }
}

void findings_of(findings *f, evaluated *e)
{
    memset(f, 0, sizeof *f);
    if (!e->q->run_rules) stored_findings(f, e);
    else run_rules(f, e);
}

finding *findings_add(findings *f) { return add_finding(f); }
void finding_focus(finding *to, ncurep_view name, double value, ncurep_view info) { add_focus(to, name, value, info); }

void findings_free(findings *f)
{
    size_t i;
    for (i = 0; i < f->count; i++) {
        cli_buf_free(&f->list[i].text);
        free(f->list[i].focus);
    }
    free(f->list);
    nvs_rules_free(f->run);
    memset(f, 0, sizeof *f);
}

const char *finding_word(int type)
{
    static const char *const words[] = {"INF", "INF", "WRN", "ERR", "OPT"};
    return type >= 0 && type < 5 ? words[type] : "INF";
}

const char *speedup_word(int type)
{
    return type == 1 ? "local" : type == 2 ? "global" : "";
}

static int by_gain(const void *a, const void *b)
{
    const finding *x = *(const finding *const *)a, *y = *(const finding *const *)b;
    return x->percent != y->percent ? (x->percent > y->percent ? -1 : 1) : x < y ? -1 : x > y;
}

const finding **findings_by_gain(const findings *f, size_t *count)
{
    const finding **list = (const finding **)cli_alloc(f->count + 1, sizeof *list);
    size_t i;
    *count = 0;
    for (i = 0; i < f->count; i++)
        if (f->list[i].percent > 0) list[(*count)++] = &f->list[i];
    qsort((void *)(uintptr_t)list, *count, sizeof *list, by_gain);
    return list;
}

/* Cells ----------------------------------------------------------------------------------------------------------- */

void cell_scale(const request *q, const nvs_cell *x, double value, scale *s)
{
    const ncurep_view name = view_of(x->name);
    scale_of(s, name, value, q);
    if (s->unit[0] == 0 && x->unit != NULL && x->unit->v.text.len < sizeof s->unit) {
        memcpy(s->unit, x->unit->v.text.ptr, x->unit->v.text.len);
        s->unit[x->unit->v.text.len] = 0;
    }
}

void put_cell_value(cli_buf *b, const request *q, const nvs_cell *x, scale *s)
{
    const ncurep_value v = report_value(&x->data.value);
    size_t i;
    double largest = ncurep_as_double(&v);
    cell_scale(q, x, largest, s);
    put_page_value(b, q, &v, s);
    for (i = 0; q->instances > 0 && i < x->data.count; i++) {
        const nvs_value id = nvs_column_at(&x->data.ids, i), value = nvs_column_at(&x->data.values, i);
        const ncurep_value key = report_value(&id), one = report_value(&value);
        scale none;
        set_scale(&none, 1, "", "");
        cli_put(b, "; ", b->len > 0 ? 2 : 0);
        if (q->instances > 1) {
            put_value(b, &key, &none, 1);
            cli_put(b, ": ", 2);
        }
        put_page_value(b, q, &one, s);
    }
    cli_put(b, "", 0);
}

void put_cell_name(cli_buf *b, const request *q, const nvs_cell *x)
{
    if (q->names != 1) cli_put(b, x->label.ptr, x->label.len);
    if (q->names == 2) cli_put(b, " ", 1);
    if (q->names != 0) cli_put(b, x->name.ptr, x->name.len);
}

int is_shown(const nvs_cell *x)
{
    return x->state == NVS_CELL_VALUE || (x->state == NVS_CELL_NONE && x->data.count > 0);
}

static int by_metric(const void *a, const void *b)
{
    const nvs_part *x = *(const nvs_part *const *)a, *y = *(const nvs_part *const *)b;
    const size_t n = x->cell.name.len < y->cell.name.len ? x->cell.name.len : y->cell.name.len;
    const int c = n > 0 ? memcmp(x->cell.name.ptr, y->cell.name.ptr, n) : 0;
    return c != 0 ? c : x->cell.name.len != y->cell.name.len ? (x->cell.name.len < y->cell.name.len ? -1 : 1) : x < y ? -1 : x > y;
}

const nvs_part **header_of(const nvs_evaluation *v, size_t *count)
{
    const nvs_part **list = (const nvs_part **)cli_alloc(v->count + 1, sizeof *list);
    size_t i;
    *count = 0;
    for (i = 0; i < v->count; i++)
        if (v->parts[i].kind == NVS_PART_HEADER && is_shown(&v->parts[i].cell)) list[(*count)++] = &v->parts[i];
    qsort((void *)(uintptr_t)list, *count, sizeof *list, by_metric);
    return list;
}

nvs_view section_title(const nvs_node *section)
{
    const nvs_view name = nvs_text(section, NVS_F_DISPLAY_NAME);
    return name.len > 0 ? name : nvs_text(section, NVS_F_IDENTIFIER);
}

int of_section(const finding *f, const nvs_node *section)
{
    const nvs_view id = nvs_text(section, NVS_F_IDENTIFIER);
    return f->section.len == id.len && memcmp(f->section.ptr, id.ptr, id.len) == 0;
}

int is_homeless(const evaluated *e, const finding *f)
{
    uint32_t i;
    for (i = 0; i < e->count; i++)
        if (of_section(f, e->sections[i])) return 0;
    return e->q->section_count == 0 && e->q->chosen.metric_count == 0;
}

/* Text and Markdown ------------------------------------------------------------------------------------------------ */

static void metric_row(request *q, grid *g, const nvs_cell *x)
{
    cli_buf b = {NULL, 0, 0};
    scale s;
    put_cell_name(&b, q, x);
    grid_text(g, b.ptr != NULL ? b.ptr : "", b.len);
    b.len = 0;
    put_cell_value(&b, q, x, &s);
    grid_text(g, s.unit, strlen(s.unit));
    grid_text(g, b.ptr != NULL ? b.ptr : "", b.len);
    cli_buf_free(&b);
}

static void begin_metrics(grid *g) { grid_begin(g, "lrr", "Metric Name", "Metric Unit", "Metric Value"); }

/* A line of Markdown, with a blank one behind it. */
void put_heading(request *q, const char *signs, const char *text, size_t len)
{
    cli_buf b = {NULL, 0, 0};
    cli_put_safe(&b, text, len);
    fputs(signs, q->c->out);
    put_markdown(q->c->out, b.ptr != NULL ? b.ptr : "", b.len);
    fputs("\n\n", q->c->out);
    cli_buf_free(&b);
}

static void line_of(request *q, const char *text, size_t len)
{
    if (!q->markdown) {
        fputs("    ", q->c->out);
        put_wrapped(q->c->out, text, len, 4, 4, page_width());
    } else put_heading(q, "", text, len);
}

void put_rule_cell(cli_buf *b, const request *q, const nvs_value *cell)
{
    const ncurep_value v = report_value(cell);
    scale none;
    set_scale(&none, 1, "", "");
    if (v.kind == NCUREP_STRING) put_plain(b, v.text);
    else put_page_value(b, q, &v, &none);
}

/* A table of a rule: titles and cells of any number of columns. */
static void text_table(request *q, const nvs_rule_item *t)
{
    char *align = (char *)cli_alloc((size_t)t->columns + 1, 1);
    grid g;
    size_t i;
    memset(align, 'l', t->columns);
    memset(&g, 0, sizeof g);
    g.align = align;
    g.columns = t->columns;
    for (i = 0; i < t->columns; i++) grid_text(&g, t->titles[i].ptr, t->titles[i].len);
    for (i = 0; i < (size_t)t->columns * t->rows; i++) {
        cli_buf b = {NULL, 0, 0};
        put_rule_cell(&b, q, &t->cells[i]);
        grid_text(&g, b.ptr != NULL ? b.ptr : "", b.len);
        cli_buf_free(&b);
    }
    if (t->columns > 0) grid_print(q, &g, 10);
    free(align);
}

void put_findings_text(request *q, const finding *f)
{
    FILE *out = q->c->out;
    const size_t width = page_width();
    cli_buf b = {NULL, 0, 0};
    size_t i;
    if (f->percent > 0)
        cli_putf(&b, "Est. %sSpeedup: %.4g%%", f->speedup == 1 ? "Local " : "", f->percent);
    if (q->markdown) {
        fprintf(out, "- **%s** ", finding_word(f->type));
        if (b.len > 0) fprintf(out, "%s. ", b.ptr);
        put_heading(q, "", f->text.ptr != NULL ? f->text.ptr : "", f->text.len);
    } else {
        static const int colors[] = {CLI_DIM, CLI_DIM, CLI_YELLOW, CLI_RED, CLI_GREEN};
        const int type = f->type >= 0 && f->type < 5 ? f->type : 0;
        fprintf(out, "    %s%s%s   ", cli_style(q->c->color, colors[type]), finding_word(f->type), cli_style(q->c->color, CLI_PLAIN));
        if (b.len > 0) fprintf(out, "%s\n          ", b.ptr);
        put_wrapped(out, f->text.ptr != NULL ? f->text.ptr : "", f->text.len, 10, 10, width);
    }
    cli_buf_free(&b);
    if (q->rule_details && f->focus_count > 0) {
        grid g;
        grid_begin(&g, "lrl", "Focus Metric", "Value", "Why");
        for (i = 0; i < f->focus_count; i++) {
            grid_text(&g, f->focus[i].name.ptr, f->focus[i].name.len);
            grid_put(&g, "%.6g", f->focus[i].value);
            grid_text(&g, f->focus[i].info.ptr, f->focus[i].info.len);
        }
        grid_print(q, &g, 10);
    }
    if (q->rule_details && f->table != NULL) text_table(q, f->table);
    if (!q->markdown) fputc('\n', out);
}

static void section_heading(request *q, nvs_view title)
{
    cli_buf b = {NULL, 0, 0};
    cli_put_safe(&b, title.ptr, title.len);
    if (q->markdown) put_heading(q, "### ", title.ptr, title.len);
    else fprintf(q->c->out, "    %sSection: %s%s\n", cli_style(q->c->color, CLI_BOLD), b.len > 0 ? b.ptr : "", cli_style(q->c->color, CLI_PLAIN));
    cli_buf_free(&b);
}

/* The metrics of --metrics, as a section of their own. */
static void chosen_metrics(evaluated *e, void (*show)(void *, const nvs_cell *), void *user)
{
    uint32_t place;
    for (place = 0; place < e->index.count && e->q->chosen.metric_count > 0; place++) {
        ncurep_metric m;
        ncurep_view name;
        nvs_cell x;
        if (!ncurep_index_metric(&e->index, place, &m) || !ncurep_string(e->o->report, m.name_id, &name) || is_list(name) ||
            !wants_metric(&e->q->chosen, name))
            continue;
        memset(&x, 0, sizeof x);
        x.name = x.label = nvs_view_of(name);
        if (e->source.metric_fn(e->source.user, x.name, &x.data) == 1) show(user, &x);
    }
}

const char chosen_title[] = "Chosen metrics";

typedef struct chosen_text {
    request *q;
    grid g;
} chosen_text;

static void chosen_row(void *user, const nvs_cell *x)
{
    chosen_text *t = (chosen_text *)user;
    metric_row(t->q, &t->g, x);
}

static void text_section(evaluated *e, const findings *f, const nvs_node *section)
{
    request *q = e->q;
    nvs_evaluation *v = evaluate_section(e, section, q->parts > 0);
    const nvs_part **header;
    size_t count, i, said = 0;
    int bodies;
    if (v == NULL) return;
    header = header_of(v, &count);
    if (q->parts == 1) count = 0;
    for (i = 0; i < f->count; i++) said += (size_t)of_section(&f->list[i], section);
    bodies = q->parts > 0 && bodies_have(e, v);
    if (count > 0 || said > 0 || bodies) {
        section_heading(q, section_title(section));
        if (count > 0) {
            grid g;
            begin_metrics(&g);
            for (i = 0; i < count; i++) metric_row(q, &g, &header[i]->cell);
            grid_print(q, &g, 4);
            if (!q->markdown) fputc('\n', q->c->out);
        }
        if (bodies) put_bodies_text(e, v);
        for (i = 0; i < f->count; i++)
            if (of_section(&f->list[i], section)) put_findings_text(q, &f->list[i]);
    }
    free((void *)(uintptr_t)header);
    nvs_evaluation_free(v);
    if (evaluated_has_many(e, 0)) evaluated_forget(e, 0);
}

static void put_comment(request *q, ncurep_view by, ncurep_view text)
{
    cli_buf b = {NULL, 0, 0};
    cli_put(&b, "Comment", 7);
    if (by.len > 0) {
        cli_put(&b, " by ", 4);
        cli_put(&b, by.ptr, by.len);
    }
    cli_put(&b, ": ", 2);
    cli_put(&b, text.ptr, text.len);
    line_of(q, b.ptr, b.len);
    cli_buf_free(&b);
}

static void text_gains(request *q, const findings *f)
{
    size_t count, i;
    const finding **list = findings_by_gain(f, &count);
    grid g;
    if (count > 0) {
        nvs_view title;
        title.ptr = "Estimated speedups, best first";
        title.len = strlen(title.ptr);
        if (q->markdown) fprintf(q->c->out, "### %s\n\n", title.ptr);
        else fprintf(q->c->out, "    %s%s%s\n", cli_style(q->c->color, CLI_BOLD), title.ptr, cli_style(q->c->color, CLI_PLAIN));
        grid_begin(&g, "rlll", "Speedup", "Kind", "Rule", "Section");
        for (i = 0; i < count; i++) {
            grid_put(&g, "%.4g%%", list[i]->percent);
            grid_put(&g, "%s", speedup_word(list[i]->speedup));
            grid_text(&g, list[i]->rule.ptr, list[i]->rule.len);
            grid_text(&g, list[i]->section.ptr, list[i]->section.len);
        }
        grid_print(q, &g, 4);
        if (!q->markdown) fputc('\n', q->c->out);
    }
    free((void *)(uintptr_t)list);
}

static void process_line(request *q, opened *o, const ncurep_result *r, uint32_t *last)
{
    ncurep_process p;
    cli_buf b = {NULL, 0, 0};
    ncurep_view name;
    if (*last == r->process || !ncurep_process_at(o->report, r->process, &p)) return;
    *last = r->process;
    name = file_name(p.name);
    cli_put_safe(&b, name.ptr, name.len);
    cli_put(&b, "@", 1);
    cli_put_safe(&b, p.host.ptr, p.host.len);
    fprintf(q->c->out, "%s[%" PRIu32 "] ", q->markdown ? "# " : "", p.id);
    if (q->markdown) put_heading(q, "", b.ptr, b.len);
    else fprintf(q->c->out, "%s\n", b.ptr);
    cli_buf_free(&b);
}

static void text_result(evaluated *e, const findings *f, uint32_t *last)
{
    request *q = e->q;
    const ncurep_result *r = e->r;
    cli_buf b = {NULL, 0, 0};
    ncurep_list comments = r->section_comments;
    ncurep_comment comment;
    ncurep_view nobody;
    size_t i;
    uint32_t k;
    nobody.ptr = "";
    nobody.len = 0;
    process_line(q, e->o, r, last);
    put_result_line(&b, e->o, r);
    if (q->markdown) put_heading(q, "## ", b.ptr, b.len);
    else fprintf(q->c->out, "  %s%s%s\n", cli_style(q->c->color, CLI_BOLD), b.ptr, cli_style(q->c->color, CLI_PLAIN));
    cli_buf_free(&b);
    if (e->built_in && e->count > 0) {
        static const char note[] = "The report holds no sections: these are built into this tool.";
        line_of(q, note, sizeof note - 1);
    }
    for (k = 0; k < e->count; k++) {
        text_section(e, f, e->sections[k]);
        while (ncurep_next_comment(&comments, &comment))
            if (comment.id.section.len == nvs_text(e->sections[k], NVS_F_IDENTIFIER).len &&
                memcmp(comment.id.section.ptr, nvs_text(e->sections[k], NVS_F_IDENTIFIER).ptr, comment.id.section.len) == 0)
                put_comment(q, comment.name, comment.text);
        comments = r->section_comments;
    }
    if (q->chosen.metric_count > 0) {
        chosen_text t;
        nvs_view title;
        title.ptr = chosen_title;
        title.len = sizeof chosen_title - 1;
        t.q = q;
        begin_metrics(&t.g);
        chosen_metrics(e, chosen_row, &t);
        section_heading(q, title);
        grid_print(q, &t.g, 4);
        if (!q->markdown) fputc('\n', q->c->out);
    }
    for (i = 0; i < f->count; i++)
        if (is_homeless(e, &f->list[i])) put_findings_text(q, &f->list[i]);
    if (r->comments.len > 0) put_comment(q, nobody, r->comments);
    if (!q->stand_in && q->section_count == 0 && q->chosen.metric_count == 0) text_gains(q, f);
}

/* CSV ------------------------------------------------------------------------------------------------------------- */

static void csv_metric(cli_csv *v, evaluated *e, nvs_view title, const nvs_cell *x)
{
    cli_buf name = {NULL, 0, 0}, value = {NULL, 0, 0};
    scale s;
    put_cell_name(&name, e->q, x);
    put_cell_value(&value, e->q, x, &s);
    put_csv_result(v, e->o, e->r);
    cli_csv_field(v, title.ptr, title.len);
    cli_csv_field(v, name.ptr != NULL ? name.ptr : "", name.len);
    cli_csv_field(v, s.unit, strlen(s.unit));
    cli_csv_field(v, value.ptr != NULL ? value.ptr : "", value.len);
    fputc(',', v->f); /* the cells of a rule are missing, not empty */
    cli_csv_end(v);
    cli_buf_free(&name);
    cli_buf_free(&value);
}

static void csv_finding(cli_csv *v, const evaluated *e, const finding *f)
{
    size_t i;
    put_csv_result(v, e->o, e->r);
    cli_csv_field(v, f->section.ptr, f->section.len);
    for (i = 0; i < 3; i++) cli_csv_field(v, "", 0);
    cli_csv_field(v, f->rule.ptr, f->rule.len);
    cli_csv_field(v, finding_word(f->type), 3);
    cli_csv_field(v, f->text.ptr != NULL ? f->text.ptr : "", f->text.len);
    if (f->percent > 0) {
        cli_csv_fieldf(v, "%s", speedup_word(f->speedup));
        cli_csv_fieldf(v, "%.4g", f->percent);
    } else {
        cli_csv_field(v, "", 0);
        cli_csv_field(v, "", 0);
    }
    cli_csv_end(v);
}

typedef struct chosen_csv {
    cli_csv *v;
    evaluated *e;
} chosen_csv;

static void chosen_line(void *user, const nvs_cell *x)
{
    chosen_csv *c = (chosen_csv *)user;
    nvs_view title;
    title.ptr = chosen_title;
    title.len = sizeof chosen_title - 1;
    csv_metric(c->v, c->e, title, x);
}

static void csv_result(evaluated *e, const findings *f, cli_csv *out)
{
    chosen_csv chosen;
    uint32_t k;
    size_t i;
    for (k = 0; k < e->count; k++) {
        const nvs_node *section = e->sections[k];
        nvs_evaluation *v = evaluate_section(e, section, e->q->parts > 0);
        const nvs_part **header;
        size_t count;
        if (v == NULL) continue;
        header = header_of(v, &count);
        for (i = 0; i < count && e->q->parts != 1; i++) csv_metric(out, e, section_title(section), &header[i]->cell);
        for (i = 0; i < v->count && e->q->parts > 0; i++) {
            const nvs_part *p = &v->parts[i];
            if ((p->kind == NVS_PART_CELL || p->kind == NVS_PART_BAR || p->kind == NVS_PART_LINE || p->kind == NVS_PART_VALUES ||
                 p->kind == NVS_PART_SERIES) &&
                is_shown(&p->cell))
                csv_metric(out, e, section_title(section), &p->cell);
        }
        for (i = 0; i < f->count; i++)
            if (of_section(&f->list[i], section)) csv_finding(out, e, &f->list[i]);
        free((void *)(uintptr_t)header);
        nvs_evaluation_free(v);
        if (evaluated_has_many(e, 0)) evaluated_forget(e, 0);
    }
    chosen.v = out;
    chosen.e = e;
    chosen_metrics(e, chosen_line, &chosen);
    for (i = 0; i < f->count; i++)
        if (is_homeless(e, &f->list[i])) csv_finding(out, e, &f->list[i]);
}

static void csv_titles(cli_csv *v)
{
    static const char *const titles[] = {"Section Name", "Metric Name", "Metric Unit", "Metric Value", "Rule Name", "Rule Type",
                                         "Rule Description", "Estimated Speedup Type", "Estimated Speedup"};
    size_t i;
    put_csv_titles(v);
    for (i = 0; i < sizeof titles / sizeof *titles; i++) cli_csv_field(v, titles[i], strlen(titles[i]));
    cli_csv_end(v);
}

/* JSON ------------------------------------------------------------------------------------------------------------ */

void put_json_finding(cli_json *j, const finding *f)
{
    size_t i;
    cli_json_object(j, NULL);
    cli_json_text(j, "rule", f->rule.ptr, f->rule.len);
    cli_json_text(j, "name", f->name.ptr, f->name.len);
    cli_json_text(j, "section", f->section.ptr, f->section.len);
    cli_json_str(j, "type", finding_word(f->type));
    cli_json_text(j, "title", f->title.ptr, f->title.len);
    cli_json_text(j, "text", f->text.ptr != NULL ? f->text.ptr : "", f->text.len);
    if (f->percent > 0) {
        cli_json_str(j, "speedup_type", speedup_word(f->speedup));
        cli_json_double(j, "speedup", f->percent);
    }
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

void put_json_cell(cli_json *j, const request *q, const nvs_cell *x)
{
    const ncurep_value v = report_value(&x->data.value);
    scale s;
    request base = *q;
    size_t i;
    base.base_units = 1;
    cell_scale(&base, x, 0, &s);
    cli_json_text(j, "label", x->label.ptr, x->label.len);
    cli_json_text(j, "name", x->name.ptr, x->name.len);
    cli_json_str(j, "unit", s.unit[0] != 0 ? s.unit : NULL);
    put_json_value(j, "value", &v);
    if (q->instances > 0) {
        cli_json_array(j, "instances");
        for (i = 0; i < x->data.count; i++) {
            const nvs_value id = nvs_column_at(&x->data.ids, i), value = nvs_column_at(&x->data.values, i);
            const ncurep_value key = report_value(&id), one = report_value(&value);
            if (q->instances > 1) {
                cli_json_array(j, NULL);
                put_json_value(j, NULL, &key);
            }
            put_json_value(j, NULL, &one);
            if (q->instances > 1) cli_json_end(j);
        }
        cli_json_end(j);
    }
}

typedef struct chosen_json {
    cli_json *j;
    const request *q;
} chosen_json;

static void chosen_object(void *user, const nvs_cell *x)
{
    chosen_json *c = (chosen_json *)user;
    cli_json_object(c->j, NULL);
    put_json_cell(c->j, c->q, x);
    cli_json_end(c->j);
}

static void json_result(evaluated *e, const findings *f, cli_json *j)
{
    ncurep_list comments = e->r->section_comments;
    ncurep_comment comment;
    chosen_json chosen;
    const finding **gains;
    uint32_t k;
    size_t i, count;
    cli_json_object(j, NULL);
    put_json_result(j, e->o, e->r);
    cli_json_bool(j, "built_in_sections", e->built_in);
    cli_json_array(j, "sections");
    for (k = 0; k < e->count; k++) {
        const nvs_node *section = e->sections[k];
        nvs_evaluation *v = evaluate_section(e, section, e->q->parts > 0);
        const nvs_part **header;
        nvs_view t;
        if (v == NULL) continue;
        cli_json_object(j, NULL);
        t = nvs_text(section, NVS_F_IDENTIFIER);
        cli_json_text(j, "identifier", t.ptr, t.len);
        t = section_title(section);
        cli_json_text(j, "name", t.ptr, t.len);
        t = nvs_text(section, NVS_F_EXTENDS);
        if (t.len > 0) cli_json_text(j, "extends", t.ptr, t.len);
        if (e->q->parts != 1) {
            cli_json_array(j, "header");
            header = header_of(v, &count);
            for (i = 0; i < count; i++) {
                cli_json_object(j, NULL);
                put_json_cell(j, e->q, &header[i]->cell);
                cli_json_end(j);
            }
            free((void *)(uintptr_t)header);
            cli_json_end(j);
        }
        if (e->q->parts > 0) put_bodies_json(e, v, j);
        cli_json_array(j, "rules");
        for (i = 0; i < f->count; i++)
            if (of_section(&f->list[i], section)) put_json_finding(j, &f->list[i]);
        cli_json_end(j);
        cli_json_end(j);
        nvs_evaluation_free(v);
        if (evaluated_has_many(e, 0)) evaluated_forget(e, 0);
    }
    cli_json_end(j);
    if (e->q->chosen.metric_count > 0) {
        cli_json_array(j, "metrics");
        chosen.j = j;
        chosen.q = e->q;
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
        cli_json_str(j, "type", speedup_word(gains[i]->speedup));
        cli_json_double(j, "percent", gains[i]->percent);
        cli_json_end(j);
    }
    free((void *)(uintptr_t)gains);
    cli_json_end(j);
    cli_json_array(j, "comments");
    if (e->r->comments.len > 0) cli_json_text(j, NULL, e->r->comments.ptr, e->r->comments.len);
    while (ncurep_next_comment(&comments, &comment)) {
        cli_json_object(j, NULL);
        cli_json_text(j, "section", comment.id.section.ptr, comment.id.section.len);
        cli_json_text(j, "by", comment.name.ptr, comment.name.len);
        cli_json_text(j, "text", comment.text.ptr, comment.text.len);
        cli_json_end(j);
    }
    cli_json_end(j);
    cli_json_end(j);
}

/* The verb -------------------------------------------------------------------------------------------------------- */

static int show(request *q, opened *o, cli_json *j, cli_csv *v)
{
    section_source s;
    cursor at;
    ncurep_result r;
    uint32_t last = NCUREP_NONE - 1;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    if (!sections_open(&s, q)) {
        sections_close(&s);
        return CLI_INPUT;
    }
    if (q->c->format == CLI_CSV) csv_titles(v);
    while (next_result(q, o, &at, &r, &code)) {
        evaluated e;
        findings f;
        if (!evaluate_result(&s, o, &r, &e)) code = CLI_INPUT;
        else {
            findings_of(&f, &e);
            if (q->c->format == CLI_JSON) json_result(&e, &f, j);
            else if (q->c->format == CLI_CSV) csv_result(&e, &f, v);
            else text_result(&e, &f, &last);
            findings_free(&f);
        }
        evaluated_free(&e);
    }
    sections_close(&s);
    return code;
}

int details_verb(request *q)
{
    cli_json j;
    cli_csv v;
    size_t i;
    int code = CLI_FINE;
    memset(&v, 0, sizeof v);
    v.f = q->c->out;
    v.always = 1;
    cli_json_init(&j, q->c->out, CLI_UTF8, 2);
    if (q->c->format == CLI_JSON) cli_json_array(&j, NULL);
    for (i = 0; i < q->path_count; i++) {
        opened o;
        int one;
        if (!open_report(q->c, q->paths[i], &o)) {
            code = CLI_INPUT;
            continue;
        }
        if (q->c->format == CLI_JSON) {
            cli_json_object(&j, NULL);
            cli_json_str(&j, "file", o.path);
            cli_json_array(&j, "results");
        } else if (i > 0) fputc('\n', q->c->out);
        one = show(q, &o, &j, &v);
        if (one > code) code = one;
        if (q->c->format == CLI_JSON) {
            cli_json_end(&j);
            cli_json_end(&j);
        }
        close_report(&o);
    }
    if (q->c->format == CLI_JSON) {
        cli_json_end(&j);
        cli_json_line(&j);
    }
    return code;
}
