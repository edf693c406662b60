/* evaluate: what sections show for the metrics of a file, and what rules say. */
#include "rules/stock.h"
#include "report/draw/cells.h"
#include "options.h"
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Printing --------------------------------------------------------------------------------------------------------- */

static const value_style for_people = {UNITS_AUTO, 0, INSTANCES_NONE, METRIC_LABEL, 0, 0};

/* A value, and apart from it the unit that it is in. */
static void put_shown(cli_buf *b, const nvs_cell *x, scale *s)
{
    if (x->state == NVS_CELL_STATE_VALUE) {
        put_cell_value(b, &for_people, x, s);
        return;
    }
    set_scale(s, 1, "", "");
    cli_putf(b, "%s", x->state == NVS_CELL_STATE_FILLER ? "" : x->state == NVS_CELL_STATE_NONE ? "-" : "n/a");
}

/* The same in one text. */
static void put_amount(cli_buf *b, const nvs_cell *x)
{
    scale s;
    put_shown(b, x, &s);
    if (s.unit[0] != 0) cli_putf(b, " %s", s.unit);
}

/* A value of the same metric. */
static void put_real(cli_buf *b, const nvs_cell *x, double d)
{
    nvs_value v;
    v.kind = NVS_KIND_DOUBLE;
    v.v.d = d;
    put_cell_amount(b, &for_people, x, &v);
}

static void print_safe(cli *c, int style, nvs_view v)
{
    cli_buf b = {NULL, 0, 0};
    cli_put_safe(&b, v.ptr, v.len);
    fprintf(c->out, "%s%s%s", cli_style(c->color, style), b.ptr != NULL ? b.ptr : "", cli_style(c->color, CLI_PLAIN));
    cli_buf_free(&b);
}

static void put_label(cli_buf *b, const nvs_cell *x)
{
    cli_buf name = {NULL, 0, 0};
    put_cell_name(&name, &for_people, x);
    cli_put_safe(b, name.ptr, name.len);
    cli_buf_free(&name);
}

/* Three cells "label  value unit" of a table of metrics. */
static void metric_row(cli_table *t, const nvs_cell *x, const char *indent)
{
    cli_buf label = {NULL, 0, 0}, value = {NULL, 0, 0}, unit = {NULL, 0, 0};
    scale s;
    const int missing = x->state == NVS_CELL_STATE_MISSING;
    cli_putf(&label, "%s", indent);
    if (x->state != NVS_CELL_STATE_FILLER) put_label(&label, x);
    put_shown(&value, x, &s);
    cli_put_safe(&unit, s.unit, strlen(s.unit));
    if (x->data.count > 1) cli_putf(&unit, "%s(%zu instances)", unit.len > 0 ? " " : "", x->data.count);
    if (stored_beside(x) != NULL) {
        cli_putf(&unit, "%s(stored ", unit.len > 0 ? " " : "");
        put_cell_amount(&unit, &for_people, x, stored_beside(x));
        cli_putf(&unit, ")");
    }
    cli_cell_text(t, missing ? CLI_DIM : CLI_PLAIN, label.ptr, label.len);
    cli_cell_text(t, missing ? CLI_DIM : CLI_PLAIN, value.ptr != NULL ? value.ptr : "", value.len);
    cli_cell_text(t, CLI_DIM, unit.ptr != NULL ? unit.ptr : "", unit.len);
    cli_buf_free(&label);
    cli_buf_free(&value);
    cli_buf_free(&unit);
}

/* A bar of at most 24 characters. */
static void bar_row(cli_table *t, nvs_view label, double value, double most, const char *text)
{
    static const char bar[] = "########################";
    cli_buf b = {NULL, 0, 0};
    const int n = most > 0 && value > 0 ? (int)(value / most * 24 + 0.5) : 0;
    cli_putf(&b, "    ");
    cli_put_safe(&b, label.ptr, label.len);
    cli_cell_text(t, CLI_PLAIN, b.ptr, b.len);
    cli_cellf(t, CLI_PLAIN, "%s", text);
    cli_cellf(t, CLI_CYAN, "%.*s", n > 24 ? 24 : n, bar);
    cli_buf_free(&b);
}

static void put_point(cli_buf *b, int has, double v)
{
    nvs_value x;
    x.kind = has ? NVS_KIND_DOUBLE : NVS_KIND_NONE;
    x.v.d = v;
    value_text(b, &x);
}

static size_t same_kind(const nvs_evaluation *v, size_t at)
{
    size_t end = at;
    while (end < v->count && v->parts[end].kind == v->parts[at].kind) end++;
    return end;
}

static void print_bars(cli *c, const nvs_evaluation *v, size_t at, size_t end)
{
    cli_table t;
    double most = 0;
    size_t i;
    cli_table_init(&t, "lrl", NULL);
    for (i = at; i < end; i++) {
        const double x = nvs_value_number(&v->parts[i].cell.data.value, NULL);
        if (x > most) most = x;
    }
    for (i = at; i < end; i++) {
        cli_buf b = {NULL, 0, 0};
        put_amount(&b, &v->parts[i].cell);
        bar_row(&t, v->parts[i].cell.label, nvs_value_number(&v->parts[i].cell.data.value, NULL), most, b.ptr != NULL ? b.ptr : "");
        cli_buf_free(&b);
    }
    cli_table_print(c, &t);
}

static void print_bins(cli *c, const nvs_part *p)
{
    cli_table t;
    uint64_t i, most = 0;
    cli_table_init(&t, "lrl", NULL);
    for (i = 0; i < p->u.bins.count; i++)
        if (p->u.bins.counts[i] > most) most = p->u.bins.counts[i];
    for (i = 0; i < p->u.bins.count; i++) {
        char count[32];
        cli_buf b = {NULL, 0, 0};
        nvs_view label;
        if (p->u.bins.count > 64 && p->u.bins.counts[i] == 0) continue; /* if there are many, only those with values */
        put_point(&b, 1, p->u.bins.low + p->u.bins.width * (double)i);
        cli_putf(&b, " to ");
        put_point(&b, 1, p->u.bins.low + p->u.bins.width * (double)(i + 1));
        label.ptr = b.ptr;
        label.len = b.len;
        snprintf(count, sizeof count, "%" PRIu64, p->u.bins.counts[i]);
        bar_row(&t, label, (double)p->u.bins.counts[i], (double)most, count);
        cli_buf_free(&b);
    }
    cli_table_print(c, &t);
}

static void print_roofline(cli *c, const nvs_evaluation *v, size_t at, size_t end)
{
    static const char *const titles[] = {"    point", "work", "traffic", "work/traffic", ""};
    cli_table t;
    cli_table_init(&t, "lrrrl", titles);
    for (; at < end; at++) {
        const nvs_part *p = &v->parts[at];
        const nvs_view label = nvs_node_text(nvs_node_child(p->node, NVS_FIELD_OPTIONS), NVS_FIELD_LABEL);
        const double values[] = {p->u.point.work, p->u.point.traffic, p->u.point.intensity};
        const int known[] = {p->u.point.has_work, p->u.point.has_traffic, p->u.point.has_intensity};
        cli_buf b = {NULL, 0, 0};
        int k;
        cli_putf(&b, "    ");
        cli_put_safe(&b, label.ptr, label.len);
        cli_cell_text(&t, p->kind == NVS_PART_KIND_ACHIEVED ? CLI_BOLD : CLI_PLAIN, b.ptr, b.len);
        cli_buf_free(&b);
        for (k = 0; k < 3; k++) {
            put_point(&b, known[k], values[k]);
            cli_cellf(&t, CLI_PLAIN, "%s", k == 0 || p->kind != NVS_PART_KIND_WALL ? b.ptr : "");
            cli_buf_free(&b);
        }
        cli_cellf(&t, CLI_DIM, "%s", p->kind == NVS_PART_KIND_WALL ? "wall" : p->kind == NVS_PART_KIND_ACHIEVED ? "achieved" :
                                     p->shown ? "ceiling" : "hidden");
    }
    cli_table_print(c, &t);
}

static void print_item(cli *c, const nvs_part *p)
{
    const nvs_view label = nvs_node_text(p->node, NVS_FIELD_LABEL);
    if (p->node->of == NVS_MESSAGE_HORIZONTAL_CONTAINER) return;
    fputs("  ", c->out);
    if (label.len > 0) print_safe(c, CLI_BOLD, label);
    fprintf(c->out, "%s%s%s%s\n", label.len > 0 ? "  " : "", cli_style(c->color, CLI_DIM), nvs_field_name(p->node->name),
            cli_style(c->color, CLI_PLAIN));
}

static void print_series(cli *c, const nvs_part *p)
{
    cli_buf b = {NULL, 0, 0};
    fputs("    ", c->out);
    print_safe(c, p->cell.state == NVS_CELL_STATE_MISSING ? CLI_DIM : CLI_PLAIN, p->cell.label);
    if (p->u.range.count > 0) {
        put_real(&b, &p->cell, p->u.range.min);
        cli_putf(&b, " to ");
        put_real(&b, &p->cell, p->u.range.max);
        cli_putf(&b, ", last ");
        put_real(&b, &p->cell, p->u.range.last);
        cli_putf(&b, " (%u samples)", (unsigned)p->u.range.count);
    } else cli_putf(&b, p->cell.state == NVS_CELL_STATE_MISSING ? "n/a" : "no samples");
    fprintf(c->out, "  %s\n", b.ptr);
    cli_buf_free(&b);
}

static void print_line(cli *c, const nvs_part *p, uint64_t most)
{
    size_t k;
    cli_table t;
    cli_table_init(&t, "lrl", NULL);
    metric_row(&t, &p->cell, "    ");
    cli_table_print(c, &t);
    for (k = 0; k < p->cell.data.count && k < most; k++) {
        const nvs_value id = nvs_column_value(&p->cell.data.ids, k), value = nvs_column_value(&p->cell.data.values, k);
        cli_buf b = {NULL, 0, 0};
        value_text(&b, &id);
        fprintf(c->out, "      %-16s ", b.ptr);
        cli_buf_free(&b);
        put_cell_amount(&b, &for_people, &p->cell, &value);
        fprintf(c->out, "%s\n", b.ptr);
        cli_buf_free(&b);
    }
}

/* Text in lines of at most 78 characters, each after the first indented. */
static void print_wrapped(cli *c, const char *indent, nvs_view text)
{
    size_t at = 0, used = strlen(indent);
    const size_t width = 78;
    fputs(indent, c->out);
    while (at < text.len) {
        size_t n = 0;
        cli_buf b = {NULL, 0, 0};
        while (at + n < text.len && text.ptr[at + n] != ' ' && text.ptr[at + n] != '\n') n++;
        cli_put_safe(&b, text.ptr + at, n);
        if (used > strlen(indent) && used + 1 + cli_width(b.ptr != NULL ? b.ptr : "", b.len) > width) {
            fprintf(c->out, "\n%s", indent);
            used = strlen(indent);
        } else if (used > strlen(indent)) {
            fputc(' ', c->out);
            used++;
        }
        if (b.ptr != NULL) fputs(b.ptr, c->out);
        used += cli_width(b.ptr != NULL ? b.ptr : "", b.len);
        cli_buf_free(&b);
        at += n + 1;
    }
    fputc('\n', c->out);
}

static void print_rule(cli *c, const nvs_rule_result *r)
{
    static const char *const marks[] = {"note", "ok", "warning", "error", "improve"};
    static const int styles[] = {CLI_DIM, CLI_GREEN, CLI_YELLOW, CLI_RED, CLI_MAGENTA};
    const nvs_finding *const end = r->findings + r->count;
    const nvs_finding *i, *f, *before;
    unsigned markers = 0;
    for (i = r->findings; i < end; i++) {
        if (i->kind == NVS_FINDING_KIND_MARKER) markers++;
        if (i->kind != NVS_FINDING_KIND_MESSAGE) continue;
        fprintf(c->out, "  %s%s%s  %s", cli_style(c->color, styles[i->level]), marks[i->level], cli_style(c->color, CLI_PLAIN),
                r->rule->name);
        if (i->title.len > 0) fprintf(c->out, ": %.*s", (int)i->title.len, i->title.ptr);
        if (i->speedup != NVS_SPEEDUP_NONE) fprintf(c->out, "  (may save %.1f %%%s)", i->percent,
                                                    i->speedup == NVS_SPEEDUP_LOCAL ? " of its part" : "");
        fputc('\n', c->out);
        print_wrapped(c, "      ", i->text);
        for (f = i, before = NULL; f < end; f++) {
            cli_buf b = {NULL, 0, 0};
            if (f->kind != NVS_FINDING_KIND_FOCUS || f->message != i->message) continue;
            if (before != NULL && before->metric.len == f->metric.len && memcmp(before->metric.ptr, f->metric.ptr, f->metric.len) == 0)
                continue; /* the same again with another weight */
            before = f;
            put_point(&b, 1, f->value);
            fprintf(c->out, "      %s%.*s = %s", cli_style(c->color, CLI_DIM), (int)f->metric.len, f->metric.ptr, b.ptr);
            if (f->text.len > 0) fprintf(c->out, ", wanted: %.*s", (int)f->text.len, f->text.ptr);
            cli_buf_free(&b);
            fprintf(c->out, "%s\n", cli_style(c->color, CLI_PLAIN));
        }
    }
    if (markers > 0) fprintf(c->out, "      marks %u place%s in the source\n", markers, markers == 1 ? "" : "s");
}

static int in_section(const nvs_rule *rule, const nvs_node *section)
{
    const nvs_view id = nvs_node_text(section, NVS_FIELD_IDENTIFIER);
    return rule->section != NULL && strlen(rule->section) == id.len && memcmp(rule->section, id.ptr, id.len) == 0;
}

/* A table of several columns, a line per row, filled row by row or column by column as the section says; the titles of
   suffix tables are their suffixes. Fillers keep their places. */
static void print_grid(cli *c, const nvs_evaluation *v, const nvs_part *item, size_t at, size_t end)
{
    const int suffixes = item->node->of == NVS_MESSAGE_SUFFIX_TABLE;
    const size_t columns = item->columns < 64 ? (size_t)item->columns : 64, count = end - at, width = suffixes ? 1 : 3;
    const nvs_part **cells;
    char aligns[200];
    cli_table t;
    size_t rows = 0, i, k;
    for (i = at; i < end; i++)
        if (v->parts[i].row + 1 > rows && v->parts[i].row < count && v->parts[i].column < columns) rows = (size_t)v->parts[i].row + 1;
    cells = (const nvs_part **)cli_alloc(rows * columns + 1, sizeof *cells);
    for (i = at; i < end; i++)
        if (v->parts[i].row < rows && v->parts[i].column < columns)
            cells[(size_t)v->parts[i].row * columns + (size_t)v->parts[i].column] = &v->parts[i];
    for (i = k = 0; suffixes && i <= columns; i++) aligns[k++] = i > 0 ? 'r' : 'l';
    for (i = 0; !suffixes && i < columns; i++) {
        aligns[k++] = 'l';
        aligns[k++] = 'r';
        aligns[k++] = 'l';
    }
    aligns[k] = 0;
    cli_table_init(&t, aligns, NULL);
    if (suffixes) {
        const nvs_node *s = nvs_node_child(nvs_node_child(item->node, NVS_FIELD_SUFFIXES), NVS_FIELD_SUFFIX);
        cli_cellf(&t, CLI_PLAIN, "    ");
        for (i = 0; i < columns; i++, s = nvs_node_again(s)) {
            const nvs_view title = title_of_suffix(s);
            cli_cell_text(&t, CLI_DIM, title.ptr, title.len);
        }
    }
    for (i = 0; i < rows * columns; i++) {
        const nvs_part *const p = cells[i];
        const char *const indent = i % columns == 0 ? "    " : "";
        if (suffixes && i % columns == 0) {
            cli_buf b = {NULL, 0, 0};
            cli_putf(&b, "    ");
            if (p != NULL) cli_put_safe(&b, p->cell.label.ptr, p->cell.label.len);
            cli_cell_text(&t, CLI_PLAIN, b.ptr, b.len);
            cli_buf_free(&b);
        }
        if (suffixes) {
            cli_buf b = {NULL, 0, 0};
            if (p != NULL) put_amount(&b, &p->cell);
            cli_cell_text(&t, p != NULL && p->cell.state == NVS_CELL_STATE_MISSING ? CLI_DIM : CLI_PLAIN, b.ptr != NULL ? b.ptr : "", b.len);
            cli_buf_free(&b);
        } else if (p != NULL) metric_row(&t, &p->cell, indent);
        else
            for (k = 0; k < width; k++) cli_cellf(&t, CLI_PLAIN, "%s", k == 0 ? indent : "");
    }
    cli_table_print(c, &t);
    free((void *)(uintptr_t)cells);
}

/* The label of a row that expands to nothing; templates would have been filled in. */
static void print_row_label(cli *c, const nvs_missing *m)
{
    const nvs_view label = nvs_node_text(m->metric, NVS_FIELD_LABEL);
    nvs_name_parts n;
    nvs_name_split(m->name, &n);
    if (n.prefix < NVS_PREFIX_REGEX || n.prefix > NVS_PREFIX_BREAKDOWN || label.len == 0 || memchr(label.ptr, '{', label.len) != NULL) return;
    print_safe(c, CLI_DIM, label);
    fprintf(c->out, "%s = ", cli_style(c->color, CLI_DIM));
}

/* What the section asks for and the file lacks, on one line; then what is wrong with the section. */
static void print_missing(cli *c, const nvs_evaluation *v)
{
    uint32_t i;
    for (i = 0; i < v->missing_count; i++) {
        fprintf(c->out, "%s%s", i == 0 ? cli_style(c->color, CLI_DIM) : "", i == 0 ? "  not in the file: " : ", ");
        print_row_label(c, &v->missing[i]);
        print_safe(c, CLI_DIM, v->missing[i].name);
        if (v->missing[i].importance == NVS_IMPORTANCE_REQUIRED) fputs(" (required)", c->out);
    }
    if (v->missing_count > 0) fprintf(c->out, "%s\n", cli_style(c->color, CLI_PLAIN));
}

static void print_section(cli *c, const work *w, const nvs_evaluation *v, const nvs_findings *rules)
{
    cli_table t;
    const nvs_part *item = NULL;
    size_t i, k, end;
    print_safe(c, CLI_BOLD, nvs_node_text(v->section, NVS_FIELD_DISPLAY_NAME));
    fputs("  ", c->out);
    print_safe(c, CLI_DIM, nvs_node_text(v->section, NVS_FIELD_IDENTIFIER));
    fputc('\n', c->out);
    for (i = 0; i < v->count; i = end) {
        const nvs_part *p = &v->parts[i];
        end = same_kind(v, i);
        switch (p->kind) {
        case NVS_PART_KIND_CELL:
            if (item != NULL && item->columns > 1) {
                print_grid(c, v, item, i, end);
                break;
            }
            /* fall through */
        case NVS_PART_KIND_HEADER: case NVS_PART_KIND_COLUMN: case NVS_PART_KIND_HIGHLIGHT:
            cli_table_init(&t, "lrl", NULL);
            for (; i < end; i++)
                if (v->parts[i].cell.state != NVS_CELL_STATE_FILLER)
                    metric_row(&t, &v->parts[i].cell, p->kind == NVS_PART_KIND_HEADER ? "  " : "    ");
            cli_table_print(c, &t);
            break;
        case NVS_PART_KIND_COUNTER:
            cli_table_init(&t, "lrl", NULL);
            for (; i < end; i++)
                if (v->parts[i].shown) metric_row(&t, &v->parts[i].cell, "    ");
            cli_table_print(c, &t);
            break;
        case NVS_PART_KIND_BAR: print_bars(c, v, i, end); break;
        case NVS_PART_KIND_ITEM:
            for (; i < end; i++) print_item(c, &v->parts[i]);
            item = &v->parts[end - 1];
            break;
        case NVS_PART_KIND_LINE: case NVS_PART_KIND_VALUES:
            for (; i < end; i++) print_line(c, &v->parts[i], w->instances);
            break;
        case NVS_PART_KIND_SERIES:
            for (; i < end; i++) print_series(c, &v->parts[i]);
            break;
        case NVS_PART_KIND_BINS:
            for (; i < end; i++) print_bins(c, &v->parts[i]);
            break;
        case NVS_PART_KIND_CEILING: case NVS_PART_KIND_ACHIEVED: case NVS_PART_KIND_WALL:
            while (end < v->count && v->parts[end].kind >= NVS_PART_KIND_CEILING && v->parts[end].kind <= NVS_PART_KIND_WALL) end++;
            print_roofline(c, v, i, end);
            break;
        case NVS_PART_KIND_SOURCE:
            for (k = end; k < v->count && v->parts[k].kind == NVS_PART_KIND_COUNTER && !v->parts[k].shown; k++) {}
            if (k < v->count && v->parts[k].kind == NVS_PART_KIND_COUNTER) fputs("  source counters\n", c->out);
            break;
        default: break; /* bodies, dropped items, groups and rows of a timeline: what is in them is said */
        }
    }
    print_missing(c, v);
    for (i = 0; rules != NULL && i < rules->count; i++)
        if (in_section(rules->results[i].rule, v->section)) print_rule(c, &rules->results[i]);
    fputc('\n', c->out);
}

/* JSON and CSV ----------------------------------------------------------------------------------------------------- */

static int has_cell(nvs_part_kind kind)
{
    switch (kind) {
    case NVS_PART_KIND_HEADER: case NVS_PART_KIND_CELL: case NVS_PART_KIND_BAR: case NVS_PART_KIND_LINE: case NVS_PART_KIND_VALUES:
    case NVS_PART_KIND_HIGHLIGHT: case NVS_PART_KIND_COLUMN: case NVS_PART_KIND_SERIES: case NVS_PART_KIND_COUNTER: return 1;
    default: return 0;
    }
}

static void maybe_double(cli_json *j, const char *key, int has, double v)
{
    if (has) double_json(j, key, v);
    else cli_json_null(j, key);
}

static void part_json(cli *c, cli_json *j, const nvs_part *p, uint64_t most)
{
    const nvs_cell *x = &p->cell;
    scale s;
    uint64_t i;
    size_t k;
    (void)c;
    cli_json_object(j, NULL);
    cli_json_str(j, "part", nvs_part_kind_name(p->kind));
    if (p->kind == NVS_PART_KIND_ITEM) {
        const nvs_view label = nvs_node_text(p->node, NVS_FIELD_LABEL);
        cli_json_str(j, "type", nvs_field_name(p->node->name));
        cli_json_text(j, "label", label.ptr, label.len);
    }
    if (p->kind == NVS_PART_KIND_DROPPED) cli_json_str(j, "reason", nvs_reason_name(p->reason));
    if (p->kind == NVS_PART_KIND_HEADER || p->kind == NVS_PART_KIND_CELL) {
        cli_json_u64(j, "row", p->row);
        cli_json_u64(j, "column", p->column);
    }
    if (has_cell(p->kind)) {
        cli_json_text(j, "label", x->label.ptr, x->label.len);
        cli_json_text(j, "metric", x->name.ptr, x->name.len);
        if (x->suffix != NULL) {
            const nvs_view title = title_of_suffix(x->suffix);
            cli_json_text(j, "suffix", title.ptr, title.len);
        }
        if (stored_beside(x) != NULL) value_json(j, "stored", stored_beside(x));
        cell_unit(x, &s);
        cli_json_str(j, "unit", s.unit[0] != 0 ? s.unit : NULL);
        cli_json_str(j, "state", nvs_cell_state_name(x->state));
        value_json(j, "value", &x->data.value);
        cli_json_u64(j, "instance_count", x->data.count);
    }
    if (p->kind == NVS_PART_KIND_LINE && most > 0) {
        cli_json_array(j, "points");
        for (k = 0; k < x->data.count && k < most; k++) {
            const nvs_value id = nvs_column_value(&x->data.ids, k), value = nvs_column_value(&x->data.values, k);
            cli_json_array(j, NULL);
            value_json(j, NULL, &id);
            value_json(j, NULL, &value);
            cli_json_end(j);
        }
        cli_json_end(j);
    }
    if (p->kind == NVS_PART_KIND_BINS) {
        cli_json_double(j, "low", p->u.bins.low);
        cli_json_double(j, "width", p->u.bins.width);
        cli_json_array(j, "counts");
        for (i = 0; i < p->u.bins.count; i++) cli_json_u64(j, NULL, p->u.bins.counts[i]);
        cli_json_end(j);
    }
    if (p->kind == NVS_PART_KIND_SERIES) {
        maybe_double(j, "min", p->u.range.count > 0, p->u.range.min);
        maybe_double(j, "max", p->u.range.count > 0, p->u.range.max);
        maybe_double(j, "last", p->u.range.count > 0, p->u.range.last);
    }
    if (p->kind == NVS_PART_KIND_CEILING || p->kind == NVS_PART_KIND_ACHIEVED || p->kind == NVS_PART_KIND_WALL) {
        const nvs_view label = nvs_node_text(nvs_node_child(p->node, NVS_FIELD_OPTIONS), NVS_FIELD_LABEL);
        cli_json_text(j, "label", label.ptr, label.len);
        maybe_double(j, "work", p->u.point.has_work, p->u.point.work);
        maybe_double(j, "traffic", p->u.point.has_traffic, p->u.point.traffic);
        maybe_double(j, "intensity", p->u.point.has_intensity, p->u.point.intensity);
    }
    if (p->kind == NVS_PART_KIND_CEILING || p->kind == NVS_PART_KIND_ACHIEVED || p->kind == NVS_PART_KIND_COUNTER) cli_json_bool(j, "shown", p->shown);
    cli_json_end(j);
}

static void rule_json(cli_json *j, const nvs_rule_result *r)
{
    const nvs_finding *const end = r->findings + r->count;
    const nvs_finding *i, *f;
    cli_json_object(j, NULL);
    cli_json_str(j, "rule", r->rule->identifier);
    cli_json_array(j, "messages");
    for (i = r->findings; i < end; i++) {
        if (i->kind != NVS_FINDING_KIND_MESSAGE) continue;
        cli_json_object(j, NULL);
        cli_json_str(j, "type", nvs_level_name(i->level));
        cli_json_text(j, "title", i->title.ptr, i->title.len);
        cli_json_text(j, "text", i->text.ptr, i->text.len);
        cli_json_str(j, "speedup_type", i->speedup != NVS_SPEEDUP_NONE ? nvs_speedup_name(i->speedup) : NULL);
        maybe_double(j, "speedup", i->speedup != NVS_SPEEDUP_NONE, i->percent);
        cli_json_array(j, "focus");
        for (f = i; f < end; f++) {
            if (f->kind != NVS_FINDING_KIND_FOCUS || f->message != i->message) continue;
            cli_json_object(j, NULL);
            cli_json_text(j, "metric", f->metric.ptr, f->metric.len);
            cli_json_double(j, "value", f->value);
            cli_json_str(j, "severity", nvs_severity_name(f->severity));
            cli_json_end(j);
        }
        cli_json_end(j);
        cli_json_end(j);
    }
    cli_json_end(j);
    cli_json_end(j);
}

static void section_json(cli *c, cli_json *j, const work *w, const nvs_evaluation *v, const nvs_findings *rules)
{
    const nvs_view id = nvs_node_text(v->section, NVS_FIELD_IDENTIFIER), title = nvs_node_text(v->section, NVS_FIELD_DISPLAY_NAME);
    size_t i;
    cli_json_object(j, NULL);
    cli_json_text(j, "identifier", id.ptr, id.len);
    cli_json_text(j, "title", title.ptr, title.len);
    cli_json_array(j, "parts");
    for (i = 0; i < v->count; i++) part_json(c, j, &v->parts[i], w->instances);
    cli_json_end(j);
    cli_json_array(j, "missing");
    for (i = 0; i < v->missing_count; i++) {
        cli_json_object(j, NULL);
        cli_json_text(j, "metric", v->missing[i].name.ptr, v->missing[i].name.len);
        cli_json_str(j, "importance", v->missing[i].importance == NVS_IMPORTANCE_REQUIRED ? "required" : "optional");
        cli_json_u64(j, "line", v->missing[i].metric->line);
        cli_json_end(j);
    }
    cli_json_end(j);
    cli_json_array(j, "rules");
    for (i = 0; rules != NULL && i < rules->count; i++)
        if (in_section(rules->results[i].rule, v->section)) rule_json(j, &rules->results[i]);
    cli_json_end(j);
    cli_json_end(j);
}

static void section_csv(cli *c, const nvs_evaluation *v)
{
    cli_csv t = {NULL, 0, 0};
    const nvs_view id = nvs_node_text(v->section, NVS_FIELD_IDENTIFIER);
    size_t i;
    t.f = c->out;
    for (i = 0; i < v->count; i++) {
        const nvs_part *p = &v->parts[i];
        cli_buf label = {NULL, 0, 0};
        scale s;
        if (!has_cell(p->kind)) continue;
        cli_csv_field(&t, id.ptr, id.len);
        cli_csv_fieldf(&t, "%s", nvs_part_kind_name(p->kind));
        put_cell_name(&label, &for_people, &p->cell);
        cli_csv_field(&t, label.ptr, label.len);
        cli_buf_free(&label);
        cli_csv_field(&t, p->cell.name.ptr, p->cell.name.len);
        cell_unit(&p->cell, &s);
        cli_csv_field(&t, s.unit, strlen(s.unit));
        cli_csv_fieldf(&t, "%s", nvs_cell_state_name(p->cell.state));
        value_csv(&t, &p->cell.data.value);
        cli_csv_fieldf(&t, "%zu", p->cell.data.count);
        cli_csv_end(&t);
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
    cli_json j;
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
    cli_json_init(&j, c->out, CLI_UTF8, 2);
    if (c->format == CLI_JSON) cli_json_array(&j, NULL);
    else if (c->format == CLI_CSV) fputs("section,part,label,metric,unit,state,value,instances\n", c->out);
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
        if (c->format == CLI_JSON) section_json(c, &j, w, v, rules);
        else if (c->format == CLI_CSV) section_csv(c, v);
        else print_section(c, w, v, rules);
        for (n = 0; nvs_evaluation_problem_at(v, n, &p); n++) {
            const nvs_file *const f = work_file(w, w->roots[k]);
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
    if (c->format == CLI_JSON) {
        cli_json_end(&j);
        cli_json_line(&j);
    }
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
    SECTIONS, MAY_READ, NULL};
