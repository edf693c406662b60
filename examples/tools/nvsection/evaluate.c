/* evaluate: what sections show for the metrics of a file, and what rules say. */
#include "rules/stock.h"
#include "evaluate.h"
#include "options.h"
#include "report.h"

#include <string.h>

/* For programs ----------------------------------------------------------------------------------------------------- */

static int has_cell(nvs_part_kind kind)
{
    switch (kind) {
    case NVS_PART_KIND_HEADER: case NVS_PART_KIND_CELL: case NVS_PART_KIND_BAR: case NVS_PART_KIND_LINE: case NVS_PART_KIND_VALUES:
    case NVS_PART_KIND_HIGHLIGHT: case NVS_PART_KIND_COLUMN: case NVS_PART_KIND_SERIES: case NVS_PART_KIND_COUNTER: return 1;
    default: return 0;
    }
}

static void known_number(output *to, const char *key, int has, double v)
{
    if (has) out_number(to, key, v);
    else out_null(to, key);
}

static void put_part(output *to, const nvs_part *p, uint64_t most)
{
    const nvs_cell *x = &p->cell;
    scale s;
    uint64_t i;
    size_t k;
    out_group(to, NULL);
    out_string(to, "part", nvs_part_kind_name(p->kind));
    if (p->kind == NVS_PART_KIND_ITEM) {
        const nvs_view label = nvs_node_text(p->node, NVS_FIELD_LABEL);
        out_string(to, "type", nvs_field_name(p->node->name));
        out_text(to, "label", label.ptr, label.len);
    }
    if (p->kind == NVS_PART_KIND_DROPPED) out_string(to, "reason", nvs_reason_name(p->reason));
    if (p->kind == NVS_PART_KIND_HEADER || p->kind == NVS_PART_KIND_CELL) {
        out_whole(to, "row", p->row);
        out_whole(to, "column", p->column);
    }
    if (has_cell(p->kind)) {
        out_text(to, "label", x->label.ptr, x->label.len);
        out_text(to, "metric", x->name.ptr, x->name.len);
        if (x->suffix != NULL) {
            const nvs_view title = title_of_suffix(x->suffix);
            out_text(to, "suffix", title.ptr, title.len);
        }
        if (stored_beside(x) != NULL) out_value(to, "stored", stored_beside(x));
        cell_unit(x, &s);
        out_string(to, "unit", s.unit[0] != 0 ? s.unit : NULL);
        out_string(to, "state", nvs_cell_state_name(x->state));
        out_value(to, "value", &x->data.value);
        out_whole(to, "instance_count", x->data.count);
    }
    if (p->kind == NVS_PART_KIND_LINE && most > 0) {
        out_list(to, "points");
        for (k = 0; k < x->data.count && k < most; k++) {
            const nvs_value id = nvs_column_value(&x->data.ids, k), value = nvs_column_value(&x->data.values, k);
            out_list(to, NULL);
            out_value(to, NULL, &id);
            out_value(to, NULL, &value);
            out_close(to);
        }
        out_close(to);
    }
    if (p->kind == NVS_PART_KIND_BINS) {
        out_real(to, "low", p->u.bins.low);
        out_real(to, "width", p->u.bins.width);
        out_list(to, "counts");
        for (i = 0; i < p->u.bins.count; i++) out_whole(to, NULL, p->u.bins.counts[i]);
        out_close(to);
    }
    if (p->kind == NVS_PART_KIND_SERIES) {
        known_number(to, "min", p->u.range.count > 0, p->u.range.min);
        known_number(to, "max", p->u.range.count > 0, p->u.range.max);
        known_number(to, "last", p->u.range.count > 0, p->u.range.last);
    }
    if (p->kind == NVS_PART_KIND_CEILING || p->kind == NVS_PART_KIND_ACHIEVED || p->kind == NVS_PART_KIND_WALL) {
        const nvs_view label = nvs_node_text(nvs_node_child(p->node, NVS_FIELD_OPTIONS), NVS_FIELD_LABEL);
        out_text(to, "label", label.ptr, label.len);
        known_number(to, "work", p->u.point.has_work, p->u.point.work);
        known_number(to, "traffic", p->u.point.has_traffic, p->u.point.traffic);
        known_number(to, "intensity", p->u.point.has_intensity, p->u.point.intensity);
    }
    if (p->kind == NVS_PART_KIND_CEILING || p->kind == NVS_PART_KIND_ACHIEVED || p->kind == NVS_PART_KIND_COUNTER) out_truth(to, "shown", p->shown);
    out_close(to);
}

static void put_rule(output *to, const nvs_rule_result *r)
{
    const nvs_finding *const end = r->findings + r->count;
    const nvs_finding *i, *f;
    out_group(to, NULL);
    out_string(to, "rule", r->rule->identifier);
    out_list(to, "messages");
    for (i = r->findings; i < end; i++) {
        if (i->kind != NVS_FINDING_KIND_MESSAGE) continue;
        out_group(to, NULL);
        out_string(to, "type", nvs_level_name(i->level));
        out_text(to, "title", i->title.ptr, i->title.len);
        out_text(to, "text", i->text.ptr, i->text.len);
        out_string(to, "speedup_type", i->speedup != NVS_SPEEDUP_NONE ? nvs_speedup_name(i->speedup) : NULL);
        known_number(to, "speedup", i->speedup != NVS_SPEEDUP_NONE, i->percent);
        out_list(to, "focus");
        for (f = i; f < end; f++) {
            if (f->kind != NVS_FINDING_KIND_FOCUS || f->message != i->message) continue;
            out_group(to, NULL);
            out_text(to, "metric", f->metric.ptr, f->metric.len);
            out_real(to, "value", f->value);
            out_string(to, "severity", nvs_severity_name(f->severity));
            out_close(to);
        }
        out_close(to);
        out_close(to);
    }
    out_close(to);
    out_close(to);
}

static void put_section(output *to, const work *w, const metrics *m, const nvs_evaluation *v, const nvs_findings *rules)
{
    const nvs_view id = nvs_node_text(v->section, NVS_FIELD_IDENTIFIER), title = nvs_node_text(v->section, NVS_FIELD_DISPLAY_NAME);
    size_t i;
    out_group(to, NULL);
    put_whose(to, m);
    out_text(to, "identifier", id.ptr, id.len);
    out_text(to, "title", title.ptr, title.len);
    out_list(to, "parts");
    for (i = 0; i < v->count; i++) put_part(to, &v->parts[i], w->instances);
    out_close(to);
    out_list(to, "missing");
    for (i = 0; i < v->missing_count; i++) {
        out_group(to, NULL);
        out_text(to, "metric", v->missing[i].name.ptr, v->missing[i].name.len);
        out_string(to, "importance", v->missing[i].importance == NVS_IMPORTANCE_REQUIRED ? "required" : "optional");
        out_whole(to, "line", v->missing[i].metric->line);
        out_close(to);
    }
    out_close(to);
    out_list(to, "rules");
    for (i = 0; rules != NULL && i < rules->count; i++)
        if (in_section(rules->results[i].rule, v->section)) put_rule(to, &rules->results[i]);
    out_close(to);
    out_close(to);
}

/* Rows of cells. */
#define CELL_COLUMNS(X) \
    X('l', NULL, "section", NULL, table_text(t, id.ptr, id.len)) \
    X('l', NULL, "part", NULL, table_string(t, nvs_part_kind_name(p->kind))) \
    X('l', NULL, "label", NULL, table_buf(t, &label)) \
    X('l', NULL, "metric", NULL, table_text(t, p->cell.name.ptr, p->cell.name.len)) \
    X('l', NULL, "unit", NULL, table_string(t, s.unit)) \
    X('l', NULL, "state", NULL, table_string(t, nvs_cell_state_name(p->cell.state))) \
    X('r', NULL, "value", NULL, table_value(t, &p->cell.data.value)) \
    X('r', NULL, "instances", NULL, table_whole(t, p->cell.data.count))
static const table_column columns[] = {CELL_COLUMNS(TABLE_COLUMN)};

static void put_rows(table *t, const nvs_evaluation *v)
{
    const nvs_view id = nvs_node_text(v->section, NVS_FIELD_IDENTIFIER);
    size_t i;
    for (i = 0; i < v->count; i++) {
        const nvs_part *const p = &v->parts[i];
        cli_buf label = {NULL, 0, 0};
        scale s;
        if (!has_cell(p->kind)) continue;
        put_cell_name(&label, &for_people, &p->cell);
        cell_unit(&p->cell, &s);
        CELL_COLUMNS(TABLE_CELL)
        table_row(t);
    }
}

/* The verb --------------------------------------------------------------------------------------------------------- */

/* Rules of the sections, with parents from other sections, whose numbers they need. */
static const nvs_findings *rules_of_result(cli *c, const work *w, metrics *m)
{
    nvs_source source;
    nvs_rules_options options;
    const nvs_findings *r;
    nvs_error error;
    memset(&source, 0, sizeof source);
    memset(&options, 0, sizeof options);
    metrics_source(m, &source);
    options.launch.cc = w->device.cc;
    options.launch.year = m->version[0];
    options.launch.month = m->version[1];
    options.launch.patch = m->version[2];
    if (m->report != NULL) {
        const ncurep_view name = m->report->r.demangled;
        options.launch.kernel = nvs_view_of(name);
        options.launch.range = m->scope != NVS_SCOPE_LAUNCH;
    }
    r = nvs_rules_run(stock_rules, stock_rule_count, &source, &options, &error);
    if (r == NULL) cli_error(c, "rules: %s", error.message);
    return r;
}

static int evaluate(cli *c, const work *w, metrics *m)
{
    nvs_source source;
    nvs_metrics_options options;
    nvs_metrics *results;
    const nvs_findings *rules = w->no_rules ? NULL : rules_of_result(c, w, m);
    nvs_error error;
    nvs_problem p;
    output to;
    table t;
    size_t i;
    uint32_t k, n;
    int code = CLI_FINE;
    metrics_source(m, &source);
    memset(&options, 0, sizeof options);
    options.device = w->device;
    options.arithmetic = arithmetic_of(w->generation, m);
    options.memory.max_memory = (size_t)1 << 30;
    results = nvs_metrics_open(w->roots, w->root_count, &source, &options, &error);
    if (results == NULL) {
        cli_error(c, "%s: %s", w->metrics, error.message);
        nvs_findings_close(rules);
        return CLI_INPUT;
    }
    out_begin(&to, c);
    out_list(&to, NULL);
    table_begin(&t, &to, NULL, columns, sizeof columns / sizeof *columns, TABLE_BARE);
    for (k = 0; k < w->root_count; k++) {
        nvs_evaluate_options how;
        const nvs_evaluation *v;
        how.memory = options.memory;
        v = nvs_evaluate(results, w->roots[k], &how, &error);
        if (v == NULL) {
            cli_error(c, "%s: %s", work_file(w, w->roots[k])->path.ptr, error.message);
            code = CLI_INPUT;
            continue;
        }
        if (out_is_tree(&to)) put_section(&to, w, m, v, rules);
        if (table_has(&to, columns, sizeof columns / sizeof *columns)) put_rows(&t, v);
        if (out_talks(&to)) say_section(&to, w, v, rules);
        for (n = 0; nvs_evaluation_problem_at(v, n, &p); n++) {
            const section_file *const f = work_file(w, w->roots[k]);
            cli_report(c, stderr, "warning", f->path.ptr, f->document->input.ptr, f->document->input.len, (size_t)p.offset, "%s: %.*s",
                       p.message, (int)p.name.len, p.name.ptr);
        }
        for (i = 0; i < v->missing_count; i++)
            if (v->missing[i].importance == NVS_IMPORTANCE_REQUIRED)
                cli_error(c, "%s:%u: required, and not in the file: %.*s", work_file(w, w->roots[k])->path.ptr,
                          (unsigned)v->missing[i].metric->line, (int)v->missing[i].name.len, v->missing[i].name.ptr);
        if (code == CLI_FINE && v->missing_required + v->problem_count > 0) code = CLI_FINDING;
        for (i = 0; code == CLI_FINE && rules != NULL && i < rules->count; i++) {
            const nvs_rule_result *const r = &rules->results[i];
            if (!in_section(r->rule, w->roots[k])) continue;
            for (n = 0; n < r->count; n++)
                if (r->findings[n].kind == NVS_FINDING_KIND_MESSAGE && r->findings[n].level == NVS_LEVEL_OPTIMIZATION) code = CLI_FINDING;
        }
        nvs_evaluation_close(v);
    }
    table_end(&t);
    out_close(&to);
    out_end(&to);
    nvs_metrics_close(results);
    nvs_findings_close(rules);
    return code;
}

static int run(request *q, void *options)
{
    work *const w = work_of(q, options);
    cli *const c = q->c;
    metrics m;
    int code = CLI_INPUT;
    memset(&m, 0, sizeof m);
    if (w->metrics == NULL) return cli_usage(c, "--metrics FILE is missing");
    if (work_files(c, w, 0) != CLI_FINE) return CLI_USAGE;
    if (metrics_read(c, w->metrics, &w->which, &m) && work_load(c, w, 0)) {
        if (w->device.cc == 0) w->device.cc = m.cc;
        if (w->device.scope == 0) w->device.scope = m.scope != 0 ? m.scope : (uint32_t)NVS_SCOPE_LAUNCH;
        if (w->device.cc == 0) code = cli_usage(c, "%s does not say which GPU: use --cc N", w->metrics);
        else code = work_code(w, metrics_code(&m, evaluate(c, w, &m)));
    }
    metrics_free(&m);
    return code;
}

static const option rows[] = {OPT_VALUES, OPT_RESULT,
    {0, "no-rules", &take_nothing, offsetof(work, no_rules), NULL, NULL, "without rules"}, OPT_ARITHMETIC, OPT_INSTANCES, OPT_DEVICE, OPT_PICK,
    OPTION_END};

const verb evaluate_verb = {"evaluate", rows, sizeof(work), run, NULL, end_work,
    "what sections show of a result: header, tables, charts with their points; and what rules say about the values",
    "n/a: no such metric; -: a metric without a value. Exit code 1: a rule sees\n"
    "  room for improvement or a required metric is missing.\n"
    "  nvsection evaluate -m run.ncu-rep -k saxpy my/Mine.section\n"
    "  nvsection evaluate -m run.json --section Occupancy --json my/sections",
    SECTIONS, MAY_READ, NULL, NULL};
