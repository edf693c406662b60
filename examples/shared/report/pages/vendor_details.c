/* The details page as ncu prints it: columns, order, labels and rulers of the pages in ../shared/corpus/ncutxt, which ncu 2025.4
   printed. Of what they leave open (timelines, rooflines, the memory chart) nothing is printed. */
#include "vendor_details.h"
#include "../model/rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INDENT = 4, VALUE_WIDTH = 30, MARK_WIDTH = 5, TEXT_WIDTH = 110 };

/* A metric of a section: what it is sorted by, and what is shown. */
typedef struct vendor_line {
    nvs_view asked, name; /* by the section; of the metric */
    double rounded;       /* to what is shown */
    cli_buf label, value;
    char unit[64];
} vendor_line;

typedef struct vendor_lines {
    vendor_line *list;
    size_t count, room;
} vendor_lines;

typedef struct vendor_page {
    details d;
    const value_style *style;
    const details_options *how;
    uint32_t process; /* text: the last one that was named */
} vendor_page;

/* Lines ------------------------------------------------------------------------------------------------------------- */

static int holds(nvs_view v, const char *text)
{
    const size_t len = strlen(text);
    size_t i;
    for (i = 0; i + len <= v.len; i++)
        if (memcmp(v.ptr + i, text, len) == 0) return 1;
    return 0;
}

/* Units that this page writes otherwise than the raw page: ../shared/corpus/ncutxt/source; of spilling, public texts. */
static const char *const own_units[][2] = {
    {"_stalled_membar", "dram__bytes"}, {"_spilling_mem_", "dram__bytes"}, {"_pcsamp_warps_issue_stalled_no_instructions", "sm__warps_active"}};

/* Values and their unit. */
static void put_values(vendor_line *to, const value_style *style, const nvs_cell *x)
{
    const ncurep_value value = report_value(&x->data.value);
    const double number = ncurep_value_double(&value);
    const int instances = style->instance != INSTANCES_NONE || nvs_node_uint(x->metric, NVS_FIELD_SHOW_INSTANCES) != 0;
    scale s, none;
    size_t i;
    cell_scale(style, x, number, &s);
    for (i = 0; i < sizeof own_units / sizeof *own_units; i++)
        if (holds(x->name, own_units[i][0])) scale_of(&s, ncurep_text(own_units[i][1]), number, style);
    memcpy(to->unit, s.unit, sizeof to->unit);
    to->rounded = floor(number * 100 + 0.5);
    put_page_value(&to->value, style, &value, &s);
    set_scale(&none, 1, "", "");
    for (i = 0; instances && i < x->data.count; i++) {
        const nvs_value id = nvs_column_value(&x->data.ids, i), one = nvs_column_value(&x->data.values, i);
        const ncurep_value key = report_value(&id), shown = report_value(&one);
        cli_put(&to->value, i > 0 ? "; " : " (", 2);
        if (style->instance == INSTANCES_DETAILS) {
            put_value(&to->value, &key, &none, 1);
            cli_put(&to->value, ": ", 2);
        }
        put_page_value(&to->value, style, &shown, &s);
    }
    if (instances && x->data.count > 0) cli_put(&to->value, ")", 1);
}

/* The label that the section gives; of a metric of a group its name as well. */
static void put_label(vendor_line *to, const value_style *style, const nvs_cell *x)
{
    static const char fbpa[] = "FBPA: ";
    const nvs_view own = x->metric != NULL ? nvs_node_text(x->metric, NVS_FIELD_LABEL) : nvs_text(NULL);
    const int group = is_list(view_of(to->asked)) && !holds(own, "{");
    const nvs_view label = group && own.len > 0 ? own : x->label;
    const size_t cut = label.len > 6 && memcmp(label.ptr, fbpa, 6) == 0 ? 6 : 0; /* the controller is memory to a reader */
    if (style->label != METRIC_NAME) {
        if (cut > 0) cli_put(&to->label, "DRAM: ", 6);
        cli_put(&to->label, label.ptr + cut, label.len - cut);
    }
    if (style->label == METRIC_LABEL_AND_NAME || (style->label == METRIC_LABEL && group && own.len > 0))
        cli_putf(&to->label, " (%.*s)", (int)x->name.len, x->name.ptr);
    if (style->label == METRIC_NAME) cli_put(&to->label, x->name.ptr, x->name.len);
}

static void add_line(vendor_lines *lines, const value_style *style, const nvs_cell *x)
{
    vendor_line *to;
    lines->list = (vendor_line *)cli_grow(lines->list, &lines->room, lines->count + 1, sizeof *lines->list);
    to = &lines->list[lines->count++];
    memset(to, 0, sizeof *to);
    to->name = x->name;
    to->asked = x->metric != NULL ? nvs_node_text(x->metric, NVS_FIELD_NAME) : x->name;
    if (!is_list(view_of(to->asked))) to->asked = x->name;
    put_label(to, style, x);
    if (is_shown(x)) put_values(to, style, x);
    else cli_put(&to->value, "n/a", 3);
    cli_put(&to->label, "", 0);
    cli_put(&to->value, "", 0);
}

static void forget_lines(vendor_lines *lines)
{
    size_t i;
    for (i = 0; i < lines->count; i++) {
        cli_buf_free(&lines->list[i].label);
        cli_buf_free(&lines->list[i].value);
    }
    lines->count = 0;
}

static int compare_names(nvs_view a, nvs_view b)
{
    const size_t len = a.len < b.len ? a.len : b.len;
    const int c = len > 0 ? memcmp(a.ptr, b.ptr, len) : 0;
    return c != 0 ? c : (a.len > b.len) - (a.len < b.len);
}

static int by_name(const void *a, const void *b)
{
    const vendor_line *x = (const vendor_line *)a, *y = (const vendor_line *)b;
    const int c = compare_names(x->asked, y->asked);
    return c != 0 ? c : compare_names(x->name, y->name);
}

static int by_value(const void *a, const void *b)
{
    const vendor_line *x = (const vendor_line *)a, *y = (const vendor_line *)b;
    if (x->rounded < y->rounded || x->rounded > y->rounded) return x->rounded > y->rounded ? -1 : 1;
    return compare_names(x->name, y->name);
}

/* CSV --------------------------------------------------------------------------------------------------------------- */

#define LINE_COLUMNS(X) \
    X('l', NULL, "Metric Name", NULL, table_text(t, one->label.ptr, one->label.len)) \
    X('l', NULL, "Metric Unit", NULL, table_string(t, one->unit)) \
    X('r', NULL, "Metric Value", NULL, table_text(t, one->value.ptr, one->value.len))
#define SECTION_COLUMN {'l', NULL, "Section Name", NULL, 0}
#define LABEL_COLUMN {'l', NULL, "Body Item Label", NULL, 0}
#define OTHER_COLUMNS LINE_COLUMNS(TABLE_COLUMN) FINDING_COLUMNS(TABLE_COLUMN)

static const table_column header_columns[] = {RESULT_COLUMNS(TABLE_WIDE) SECTION_COLUMN, OTHER_COLUMNS};
static const table_column body_columns[] = {RESULT_COLUMNS(TABLE_WIDE) SECTION_COLUMN, LABEL_COLUMN, OTHER_COLUMNS};

static void put_csv_lines(vendor_page *v, nvs_view section, nvs_view item, const vendor_lines *lines)
{
    table *const t = &v->d.t;
    size_t i;
    for (i = 0; i < lines->count; i++) {
        const vendor_line *const one = &lines->list[i];
        put_result(t, v->d.e->o, v->d.e->r);
        table_text(t, section.ptr, section.len);
        if (v->how->parts != PARTS_HEADER) table_text(t, item.ptr, item.len);
        LINE_COLUMNS(TABLE_CELL)
        table_row_cut(t); /* the cells of a rule are missing, not empty */
    }
}

static void put_csv_finding(vendor_page *v, const finding *f)
{
    table *const t = &v->d.t;
    size_t i;
    put_result(t, v->d.e->o, v->d.e->r);
    table_text(t, f->section.ptr, f->section.len);
    for (i = v->how->parts != PARTS_HEADER ? 0 : 1; i < 1 LINE_COLUMNS(TABLE_ONE); i++) table_absent(t);
    FINDING_COLUMNS(TABLE_CELL)
    table_rest(t);
    table_row(t);
}

/* Text -------------------------------------------------------------------------------------------------------------- */

/* Bytes of the words of text that fit into width columns; at least a word. */
static size_t fitting(const char *text, size_t len, size_t width)
{
    size_t taken = 0, at = 0;
    while (at < len && text[at] != '\n') {
        while (at < len && text[at] != ' ' && text[at] != '\n') at++;
        if (taken > 0 && cli_width(text, at) > width) break;
        taken = at;
        while (at < len && text[at] == ' ') at++;
    }
    return taken;
}

/* A line of text, padded; the next one begins after what is returned. */
static size_t put_padded(output *out, const char *text, size_t len, size_t width, int right)
{
    const size_t taken = fitting(text, len, width), used = cli_width(text, taken);
    size_t next = taken;
    if (right && used < width) out_say(out, "%*s", (int)(width - used), "");
    out_safe(out, text, taken);
    if (!right && used < width) out_say(out, "%*s", (int)(width - used), "");
    while (next < len && text[next] == ' ') next++;
    return next + (next < len && text[next] == '\n');
}

static void put_dashes(output *out, size_t count)
{
    while (count-- > 0) out_say(out, "-");
}

static void put_ruler(output *out, const size_t *width, size_t count)
{
    size_t i;
    out_say(out, "%*s", INDENT, "");
    for (i = 0; i < count; i++) {
        if (i > 0) out_say(out, " ");
        put_dashes(out, width[i]);
    }
    out_say(out, "\n");
}

static size_t at_least(size_t a, size_t b) { return a > b ? a : b; }

static void put_text_line(output *out, const size_t *width, const char *label, const char *unit, const char *value, size_t len)
{
    size_t at = 0;
    do {
        out_say(out, "%*s", INDENT, "");
        (void)put_padded(out, at == 0 ? label : "", at == 0 ? strlen(label) : 0, width[0], 0);
        out_say(out, " ");
        (void)put_padded(out, at == 0 ? unit : "", at == 0 ? strlen(unit) : 0, width[1], 1);
        out_say(out, " ");
        at += put_padded(out, value + at, len - at, width[2], 1);
        out_say(out, "\n");
    } while (at < len);
}

static void put_text_lines(vendor_page *v, const vendor_lines *lines)
{
    static const char *const titles[] = {"Metric Name", "Metric Unit", "Metric Value"};
    output *const out = v->d.to;
    size_t width[3], i;
    if (lines->count == 0) return;
    for (i = 0; i < 3; i++) width[i] = strlen(titles[i]);
    for (i = 0; i < lines->count; i++) {
        const vendor_line *x = &lines->list[i];
        const size_t wide = cli_width(x->value.ptr, x->value.len);
        width[0] = at_least(width[0], cli_width(x->label.ptr, x->label.len));
        width[1] = at_least(width[1], strlen(x->unit));
        width[2] = at_least(width[2], wide < VALUE_WIDTH ? wide : VALUE_WIDTH);
    }
    put_ruler(out, width, 3);
    put_text_line(out, width, titles[0], titles[1], titles[2], strlen(titles[2]));
    put_ruler(out, width, 3);
    for (i = 0; i < lines->count; i++) {
        const vendor_line *x = &lines->list[i];
        put_text_line(out, width, x->label.ptr, x->unit, x->value.ptr, x->value.len);
    }
    put_ruler(out, width, 3);
    out_say(out, "\n");
}

/* "OPT   Est. Speedup: 12.5%" and the message below it; rulers between several. */
static void put_text_finding(vendor_page *v, const finding *f, int first)
{
    static const size_t width[] = {MARK_WIDTH, TEXT_WIDTH};
    output *const out = v->d.to;
    const char *mark = finding_word(f->type);
    cli_buf b = {NULL, 0, 0};
    size_t at = 0;
    if (!first) put_ruler(out, width, 2);
    if (f->percent > 0) cli_putf(&b, "Est. %sSpeedup: %.4g%%\n", f->speedup == SPEEDUP_LOCAL ? "Local " : "", f->percent);
    cli_put(&b, f->text.ptr != NULL ? f->text.ptr : "", f->text.len);
    do {
        out_say(out, "%*s%-*s ", INDENT, "", MARK_WIDTH, at == 0 ? mark : "");
        at += put_padded(out, b.ptr + at, b.len - at, TEXT_WIDTH, 0);
        out_say(out, "\n");
    } while (at < b.len);
    cli_buf_free(&b);
}

/* Sections ---------------------------------------------------------------------------------------------------------- */

static void put_title(const vendor_page *v, const char *words, nvs_view title)
{
    out_say(v->d.to, "%*s%s", INDENT, "", words);
    out_safe(v->d.to, title.ptr, title.len);
    out_say(v->d.to, "\n");
}

static int is_csv(const vendor_page *v) { return !out_talks(v->d.to); }

static void put_lines(vendor_page *v, nvs_view section, nvs_view item, vendor_lines *lines, int (*order)(const void *, const void *))
{
    if (lines->count > 0) qsort(lines->list, lines->count, sizeof *lines->list, order);
    if (is_csv(v)) put_csv_lines(v, section, item, lines);
    else put_text_lines(v, lines);
    forget_lines(lines);
}

/* What an item of the body shows: each metric once, also where it is a bar for each of its instances. */
static void add_item(vendor_page *v, vendor_lines *lines, size_t at, size_t end)
{
    for (; at < end; at++) {
        const nvs_part *p = &v->d.v->parts[at];
        if (p->kind == NVS_PART_KIND_BAR && at > 0 && v->d.v->parts[at - 1].kind == NVS_PART_KIND_BAR &&
            compare_names(v->d.v->parts[at - 1].cell.name, p->cell.name) == 0)
            continue;
        if ((is_metric(p) || p->kind == NVS_PART_KIND_HIGHLIGHT || p->kind == NVS_PART_KIND_COLUMN) && is_shown(&p->cell))
            add_line(lines, v->style, &p->cell);
    }
}

static void put_body(vendor_page *v, vendor_lines *lines)
{
    const nvs_evaluation *e = v->d.v;
    nvs_view title = nvs_text(NULL);
    size_t i, end;
    for (i = 0; i < e->count; i = end) {
        const nvs_node *node = e->parts[i].node;
        nvs_view label;
        end = i + 1;
        if (e->parts[i].kind == NVS_PART_KIND_BODY) title = nvs_node_text(node, NVS_FIELD_DISPLAY_NAME);
        if (e->parts[i].kind != NVS_PART_KIND_ITEM) continue;
        end = item_end(e, i + 1);
        add_item(v, lines, i + 1, end);
        if (lines->count == 0) continue;
        label = nvs_node_text(node, NVS_FIELD_LABEL);
        if (!is_csv(v)) {
            if (title.len > 0) put_title(v, "", title);
            if (label.len > 0) put_title(v, "Table Name : ", label);
            title.len = 0;
        }
        put_lines(v, v->d.title, label, lines, nvs_node_uint(node, NVS_FIELD_SORT_KEY) != 0 ? by_value : by_name);
    }
}

static int put_findings(vendor_page *v)
{
    const finding *f;
    size_t at = 0, count = 0;
    while ((f = next_finding(&v->d, &at)) != NULL) {
        if (is_csv(v)) put_csv_finding(v, f);
        else put_text_finding(v, f, count == 0);
        count++;
    }
    if (count > 0 && !is_csv(v)) out_say(v->d.to, "\n");
    return count > 0;
}

/* Metrics of the header and, where all is asked for, those that only the source page and the body's rules use. */
static void add_header(vendor_page *v, vendor_lines *lines)
{
    size_t i;
    for (i = 0; i < v->d.v->count; i++) {
        const nvs_part *p = &v->d.v->parts[i];
        const int counter = p->kind == NVS_PART_KIND_COUNTER && v->how->parts == PARTS_ALL;
        if ((p->kind == NVS_PART_KIND_HEADER && v->how->parts != PARTS_BODY && is_shown(&p->cell)) || (counter && p->cell.name.len > 0))
            add_line(lines, v->style, &p->cell);
    }
}

/* Whether a section is about another model of execution than that of the kernel: Tile Statistics of one made of threads. */
static int is_of_another_model(const vendor_page *v)
{
    size_t i;
    for (i = 0; i < v->d.v->count; i++) {
        const nvs_cell *x = &v->d.v->parts[i].cell;
        if (v->d.v->parts[i].kind == NVS_PART_KIND_HEADER && compare_names(x->name, nvs_text("launch__execution_model")) == 0 &&
            x->data.value.kind == NVS_KIND_STRING)
            return compare_names(x->data.value.v.text, nvs_text("SIMT")) == 0;
    }
    return 0;
}

static void put_section(vendor_page *v, vendor_lines *lines)
{
    const nvs_view none = nvs_text(NULL);
    v->d.section = v->d.e->sections[v->d.number];
    v->d.title = section_title(v->d.section);
    v->d.v = evaluate_section(v->d.e, v->d.section, v->how->parts != PARTS_HEADER);
    if (v->d.v == NULL) return;
    if (!is_of_another_model(v) && section_has(v->d.e, v->d.f, v->d.section, v->d.v, v->how)) {
        if (!is_csv(v)) put_title(v, "Section: ", v->d.title);
        add_header(v, lines);
        put_lines(v, v->d.title, none, lines, by_name);
        if (v->how->parts != PARTS_HEADER) put_body(v, lines);
        (void)put_findings(v);
    }
    nvs_evaluation_close(v->d.v);
    if (evaluated_has_many(v->d.e, 0)) evaluated_forget(v->d.e, 0);
}

/* --metrics makes a section of its own. */
static void put_chosen(vendor_page *v, vendor_lines *lines)
{
    static const char title[] = "Command line profiler metrics";
    const nvs_cell *x;
    cell_list list;
    memset(&list, 0, sizeof list);
    list.e = v->d.e;
    if (!is_csv(v)) out_say(v->d.to, "%*sSection: %s\n", INDENT, "", title);
    while ((x = next_cell(&list)) != NULL) add_line(lines, v->style, x);
    put_lines(v, nvs_text(title), nvs_text(NULL), lines, by_name);
}

static void put_head(vendor_page *v)
{
    const ncurep_result *r = v->d.e->r;
    output *const out = v->d.to;
    ncurep_process p;
    cli_buf b = {NULL, 0, 0};
    if (v->process != r->process && ncurep_process_at(v->d.e->o->report, r->process, &p)) {
        const ncurep_view name = file_name(p.name);
        v->process = r->process;
        out_say(out, "[%u] ", (unsigned)p.id);
        out_safe(out, name.ptr, name.len);
        out_say(out, "@");
        out_safe(out, p.host.ptr, p.host.len);
        out_say(out, "\n");
    }
    put_result_line(&b, v->d.e->o, r);
    out_say(out, "  %s\n", b.ptr);
    cli_buf_free(&b);
}

static void put_one(vendor_page *v, const page *pg, vendor_lines *lines)
{
    if (!is_csv(v)) put_head(v);
    for (v->d.number = 0; v->d.number < v->d.e->count; v->d.number++) put_section(v, lines);
    v->d.section = NULL;
    if (pg->m->chosen.metric_count > 0) put_chosen(v, lines);
    (void)put_findings(v);
}

int vendor_details(const page *pg, opened *o, section_source *sections, const details_options *how)
{
    vendor_page v;
    vendor_lines lines;
    cursor at;
    ncurep_result r;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    memset(&v, 0, sizeof v);
    memset(&lines, 0, sizeof lines);
    v.d.to = pg->to;
    v.style = &pg->m->style;
    v.how = how;
    v.process = NCUREP_NONE - 1;
    pg->to->v.always = 1;
    if (is_csv(&v)) {
        const int body = how->parts != PARTS_HEADER;
        table_begin(&v.d.t, pg->to, NULL, body ? body_columns : header_columns, body ? COUNT_OF(body_columns) : COUNT_OF(header_columns), 0);
    }
    while (next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &code)) {
        evaluated e;
        findings f;
        if (!evaluate_result(sections, o, &r, &e)) code = CLI_INPUT;
        else {
            findings_of(&f, &e);
            v.d.e = &e;
            v.d.f = &f;
            put_one(&v, pg, &lines);
            findings_free(&f);
        }
        evaluated_free(&e);
    }
    if (is_csv(&v)) table_end(&v.d.t);
    cli_free(lines.list);
    return code;
}
