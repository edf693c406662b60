/* What sections show, for people: tables, bars, points, findings of rules. */
#include "evaluate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const value_style for_people = {UNITS_AUTO, 0, INSTANCES_NONE, METRIC_LABEL, 0, 0};

int in_section(const nvs_rule *rule, const nvs_node *section)
{
    const nvs_view id = nvs_node_text(section, NVS_FIELD_IDENTIFIER);
    return rule->section != NULL && strlen(rule->section) == id.len && memcmp(rule->section, id.ptr, id.len) == 0;
}

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

static void say_safe(output *to, int style, nvs_view v)
{
    cli_buf b = {NULL, 0, 0};
    cli_put_safe(&b, v.ptr, v.len);
    out_say(to, "%s%s%s", cli_style(to->color, style), b.ptr != NULL ? b.ptr : "", cli_style(to->color, CLI_PLAIN));
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

static void say_bars(output *to, const nvs_evaluation *v, size_t at, size_t end)
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
    out_table(to, &t);
}

static void say_bins(output *to, const nvs_part *p)
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
    out_table(to, &t);
}

static void say_roofline(output *to, const nvs_evaluation *v, size_t at, size_t end)
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
    out_table(to, &t);
}

static void say_item(output *to, const nvs_part *p)
{
    const nvs_view label = nvs_node_text(p->node, NVS_FIELD_LABEL);
    if (p->node->of == NVS_MESSAGE_HORIZONTAL_CONTAINER) return;
    out_say(to, "  ");
    if (label.len > 0) say_safe(to, CLI_BOLD, label);
    out_say(to, "%s%s%s%s\n", label.len > 0 ? "  " : "", cli_style(to->color, CLI_DIM), nvs_field_name(p->node->name),
            cli_style(to->color, CLI_PLAIN));
}

static void say_series(output *to, const nvs_part *p)
{
    cli_buf b = {NULL, 0, 0};
    out_say(to, "    ");
    say_safe(to, p->cell.state == NVS_CELL_STATE_MISSING ? CLI_DIM : CLI_PLAIN, p->cell.label);
    if (p->u.range.count > 0) {
        put_real(&b, &p->cell, p->u.range.min);
        cli_putf(&b, " to ");
        put_real(&b, &p->cell, p->u.range.max);
        cli_putf(&b, ", last ");
        put_real(&b, &p->cell, p->u.range.last);
        cli_putf(&b, " (%u samples)", (unsigned)p->u.range.count);
    } else cli_putf(&b, p->cell.state == NVS_CELL_STATE_MISSING ? "n/a" : "no samples");
    out_say(to, "  %s\n", b.ptr);
    cli_buf_free(&b);
}

static void say_line(output *to, const nvs_part *p, uint64_t most)
{
    size_t k;
    cli_table t;
    cli_table_init(&t, "lrl", NULL);
    metric_row(&t, &p->cell, "    ");
    out_table(to, &t);
    for (k = 0; k < p->cell.data.count && k < most; k++) {
        const nvs_value id = nvs_column_value(&p->cell.data.ids, k), value = nvs_column_value(&p->cell.data.values, k);
        cli_buf b = {NULL, 0, 0};
        value_text(&b, &id);
        out_say(to, "      %-16s ", b.ptr);
        cli_buf_free(&b);
        put_cell_amount(&b, &for_people, &p->cell, &value);
        out_say(to, "%s\n", b.ptr);
        cli_buf_free(&b);
    }
}

/* Text in lines of at most 78 characters, each after the first indented. */
static void say_wrapped(output *to, const char *indent, nvs_view text)
{
    size_t at = 0, used = strlen(indent);
    const size_t width = 78;
    out_say(to, "%s", indent);
    while (at < text.len) {
        size_t n = 0;
        cli_buf b = {NULL, 0, 0};
        while (at + n < text.len && text.ptr[at + n] != ' ' && text.ptr[at + n] != '\n') n++;
        cli_put_safe(&b, text.ptr + at, n);
        if (used > strlen(indent) && used + 1 + cli_width(b.ptr != NULL ? b.ptr : "", b.len) > width) {
            out_say(to, "\n%s", indent);
            used = strlen(indent);
        } else if (used > strlen(indent)) {
            out_say(to, " ");
            used++;
        }
        if (b.ptr != NULL) out_say(to, "%s", b.ptr);
        used += cli_width(b.ptr != NULL ? b.ptr : "", b.len);
        cli_buf_free(&b);
        at += n + 1;
    }
    out_say(to, "\n");
}

static void say_rule(output *to, const nvs_rule_result *r)
{
    static const char *const marks[] = {"note", "ok", "warning", "error", "improve"};
    static const int styles[] = {CLI_DIM, CLI_GREEN, CLI_YELLOW, CLI_RED, CLI_MAGENTA};
    const nvs_finding *const end = r->findings + r->count;
    const nvs_finding *i, *f, *before;
    unsigned markers = 0;
    for (i = r->findings; i < end; i++) {
        if (i->kind == NVS_FINDING_KIND_MARKER) markers++;
        if (i->kind != NVS_FINDING_KIND_MESSAGE) continue;
        out_say(to, "  %s%s%s  %s", cli_style(to->color, styles[i->level]), marks[i->level], cli_style(to->color, CLI_PLAIN),
                r->rule->name);
        if (i->title.len > 0) out_say(to, ": %.*s", (int)i->title.len, i->title.ptr);
        if (i->speedup != NVS_SPEEDUP_NONE) out_say(to, "  (may save %.1f %%%s)", i->percent,
                                                    i->speedup == NVS_SPEEDUP_LOCAL ? " of its part" : "");
        out_say(to, "\n");
        say_wrapped(to, "      ", i->text);
        for (f = i, before = NULL; f < end; f++) {
            cli_buf b = {NULL, 0, 0};
            if (f->kind != NVS_FINDING_KIND_FOCUS || f->message != i->message) continue;
            if (before != NULL && before->metric.len == f->metric.len && memcmp(before->metric.ptr, f->metric.ptr, f->metric.len) == 0)
                continue; /* the same again with another weight */
            before = f;
            put_point(&b, 1, f->value);
            out_say(to, "      %s%.*s = %s", cli_style(to->color, CLI_DIM), (int)f->metric.len, f->metric.ptr, b.ptr);
            if (f->text.len > 0) out_say(to, ", wanted: %.*s", (int)f->text.len, f->text.ptr);
            cli_buf_free(&b);
            out_say(to, "%s\n", cli_style(to->color, CLI_PLAIN));
        }
    }
    if (markers > 0) out_say(to, "      marks %u place%s in the source\n", markers, markers == 1 ? "" : "s");
}

/* A table of several columns, a line per row, filled row by row or column by column as the section says; the titles of
   suffix tables are their suffixes. Fillers keep their places. */
static void say_grid(output *to, const nvs_evaluation *v, const nvs_part *item, size_t at, size_t end)
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
    out_table(to, &t);
    free((void *)(uintptr_t)cells);
}

/* The label of a row that expands to nothing; templates would have been filled in. */
static void say_row_label(output *to, const nvs_missing *m)
{
    const nvs_view label = nvs_node_text(m->metric, NVS_FIELD_LABEL);
    nvs_name_parts n;
    nvs_name_split(m->name, &n);
    if (n.prefix < NVS_PREFIX_REGEX || n.prefix > NVS_PREFIX_BREAKDOWN || label.len == 0 || memchr(label.ptr, '{', label.len) != NULL) return;
    say_safe(to, CLI_DIM, label);
    out_say(to, "%s = ", cli_style(to->color, CLI_DIM));
}

/* What the section asks for and the file lacks, on one line; then what is wrong with the section. */
static void say_missing(output *to, const nvs_evaluation *v)
{
    uint32_t i;
    for (i = 0; i < v->missing_count; i++) {
        out_say(to, "%s%s", i == 0 ? cli_style(to->color, CLI_DIM) : "", i == 0 ? "  not in the file: " : ", ");
        say_row_label(to, &v->missing[i]);
        say_safe(to, CLI_DIM, v->missing[i].name);
        if (v->missing[i].importance == NVS_IMPORTANCE_REQUIRED) out_say(to, " (required)");
    }
    if (v->missing_count > 0) out_say(to, "%s\n", cli_style(to->color, CLI_PLAIN));
}

void say_section(output *to, const work *w, const nvs_evaluation *v, const nvs_findings *rules)
{
    cli_table t;
    const nvs_part *item = NULL;
    size_t i, k, end;
    say_safe(to, CLI_BOLD, nvs_node_text(v->section, NVS_FIELD_DISPLAY_NAME));
    out_say(to, "  ");
    say_safe(to, CLI_DIM, nvs_node_text(v->section, NVS_FIELD_IDENTIFIER));
    out_say(to, "\n");
    for (i = 0; i < v->count; i = end) {
        const nvs_part *p = &v->parts[i];
        end = same_kind(v, i);
        switch (p->kind) {
        case NVS_PART_KIND_CELL:
            if (item != NULL && item->columns > 1) {
                say_grid(to, v, item, i, end);
                break;
            }
            /* fall through */
        case NVS_PART_KIND_HEADER: case NVS_PART_KIND_COLUMN: case NVS_PART_KIND_HIGHLIGHT:
            cli_table_init(&t, "lrl", NULL);
            for (; i < end; i++)
                if (v->parts[i].cell.state != NVS_CELL_STATE_FILLER)
                    metric_row(&t, &v->parts[i].cell, p->kind == NVS_PART_KIND_HEADER ? "  " : "    ");
            out_table(to, &t);
            break;
        case NVS_PART_KIND_COUNTER:
            cli_table_init(&t, "lrl", NULL);
            for (; i < end; i++)
                if (v->parts[i].shown) metric_row(&t, &v->parts[i].cell, "    ");
            out_table(to, &t);
            break;
        case NVS_PART_KIND_BAR: say_bars(to, v, i, end); break;
        case NVS_PART_KIND_ITEM:
            for (; i < end; i++) say_item(to, &v->parts[i]);
            item = &v->parts[end - 1];
            break;
        case NVS_PART_KIND_LINE: case NVS_PART_KIND_VALUES:
            for (; i < end; i++) say_line(to, &v->parts[i], w->instances);
            break;
        case NVS_PART_KIND_SERIES:
            for (; i < end; i++) say_series(to, &v->parts[i]);
            break;
        case NVS_PART_KIND_BINS:
            for (; i < end; i++) say_bins(to, &v->parts[i]);
            break;
        case NVS_PART_KIND_CEILING: case NVS_PART_KIND_ACHIEVED: case NVS_PART_KIND_WALL:
            while (end < v->count && v->parts[end].kind >= NVS_PART_KIND_CEILING && v->parts[end].kind <= NVS_PART_KIND_WALL) end++;
            say_roofline(to, v, i, end);
            break;
        case NVS_PART_KIND_SOURCE:
            for (k = end; k < v->count && v->parts[k].kind == NVS_PART_KIND_COUNTER && !v->parts[k].shown; k++) {}
            if (k < v->count && v->parts[k].kind == NVS_PART_KIND_COUNTER) out_say(to, "  source counters\n");
            break;
        default: break; /* bodies, dropped items, groups and rows of a timeline: what is in them is said */
        }
    }
    say_missing(to, v);
    for (i = 0; rules != NULL && i < rules->count; i++)
        if (in_section(rules->results[i].rule, v->section)) say_rule(to, &rules->results[i]);
    out_say(to, "\n");
}
