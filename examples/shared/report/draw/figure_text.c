/* Tables and charts as text and Markdown. */
#include "figure.h"
#include "report/model/metric_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void put_label(table *t, const value_style *style, const nvs_part *p)
{
    cli_buf b = {NULL, 0, 0};
    put_cell_name(&b, style, &p->cell);
    table_buf(t, &b);
}

static void put_number(table *t, const value_style *style, const nvs_cell *x, const nvs_value *value)
{
    cli_buf b = {NULL, 0, 0};
    put_cell_amount(&b, style, x, value);
    table_buf(t, &b);
}

/* A table of several columns: a label and a value each, or, of a SuffixTable, a value for each suffix. 0, and nothing printed:
   there is no room for it. */
static int text_matrix(const figure *f)
{
    const int suffixes = f->item->node->name == NVS_FIELD_SUFFIX_TABLE;
    const value_style *style = &f->e->m->style;
    size_t rows, columns, count, row, i, wide = 4;
    const nvs_part **list = matrix_of(f, &rows, &columns);
    table_column *titles;
    char **text;
    table t;
    count = suffixes ? columns + 1 : 2 * columns;
    text = (char **)cli_alloc(rows * count + 1, sizeof *text);
    for (i = 0; i < rows * columns; i++) {
        cli_buf label = {NULL, 0, 0}, value = {NULL, 0, 0};
        const size_t at = i / columns * count + (suffixes ? i % columns + 1 : i % columns * 2 + 1);
        if (list[i] == NULL) continue;
        if (suffixes && text[i / columns * count] == NULL) cli_put(&label, list[i]->cell.label.ptr, list[i]->cell.label.len);
        if (!suffixes) put_cell_name(&label, style, &list[i]->cell);
        if (is_shown(&list[i]->cell)) put_cell_amount(&value, style, &list[i]->cell, &list[i]->cell.data.value);
        if (label.ptr != NULL) text[suffixes ? i / columns * count : at - 1] = label.ptr;
        text[at] = value.ptr;
    }
    titles = (table_column *)cli_alloc(count + 1, sizeof *titles);
    for (i = 0; i < count; i++) {
        const nvs_view suffix = suffix_title(f, i - 1);
        size_t most = 0;
        titles[i].align = i == 0 || (!suffixes && i % 2 == 0) ? 'l' : 'r';
        titles[i].title = suffixes && i > 0 ? copy_text(suffix.ptr, suffix.len) : i % 2 == 0 ? "Metric Name" : "Metric Value";
        if (suffixes) most = cli_width(titles[i].title, strlen(titles[i].title));
        for (row = 0; row < rows; row++) {
            const char *one = text[row * count + i];
            const size_t width = one != NULL ? cli_width(one, strlen(one)) : 0;
            if (width > most) most = width;
        }
        wide += most + (i > 0);
    }
    if (!f->to->is_narrow || wide <= f->to->width) {
        table_begin(&t, f->to, NULL, titles, count, TABLE_RULED | (suffixes ? 0 : TABLE_UNTITLED));
        t.indent = 4;
        for (row = 0; row < rows; row++) {
            for (i = 0; i < columns && (list[row * columns + i] == NULL || !is_shown(&list[row * columns + i]->cell)); i++) {}
            if (i == columns) continue; /* nothing of it is known */
            for (i = 0; i < count; i++) table_string(&t, text[row * count + i] != NULL ? text[row * count + i] : "");
            table_row(&t);
        }
        table_end(&t);
    } else wide = 0;
    for (i = 0; i < rows * count; i++) cli_free(text[i]);
    for (i = 1; suffixes && i < count; i++) cli_free((void *)(uintptr_t)titles[i].title);
    cli_free(titles);
    cli_free(text);
    cli_free((void *)(uintptr_t)list);
    return wide > 0;
}

/* Values of a table: a metric a line. */
static void text_cells(const figure *f)
{
    const nvs_part *p;
    table t;
    if (is_matrix(f->item) && text_matrix(f)) return;
    table_for_people(&t, f->to, 4, "lr", "Metric Name", "Metric Value");
    for (p = f->item + 1; p < f->end; p++)
        if (p->kind == NVS_PART_KIND_CELL && is_shown(&p->cell)) {
            put_label(&t, &f->e->m->style, p);
            put_number(&t, &f->e->m->style, &p->cell, &p->cell.data.value);
            table_row(&t);
        }
    table_end(&t);
}

static void text_bars(const figure *f)
{
    const nvs_part *p;
    const size_t width = f->to->width >= 120 ? 50 : 24;
    double most = 0;
    table t;
    for (p = f->item + 1; p < f->end; p++)
        if (p->kind == NVS_PART_KIND_BAR && is_shown(&p->cell)) {
            metric_facts facts;
            int number;
            const double d = nvs_value_number(&p->cell.data.value, &number);
            metric_describe(view_of(p->cell.name), &facts);
            if (number && d - d == 0 && d > most) most = d;
            if (strcmp(facts.unit, "%") == 0 && most < 100) most = 100;
        }
    table_for_people(&t, f->to, 4, "lrl", "Metric Name", "Metric Value", "");
    for (p = f->item + 1; p < f->end; p++)
        if (p->kind == NVS_PART_KIND_BAR && is_shown(&p->cell)) {
            cli_buf b = {NULL, 0, 0};
            put_label(&t, &f->e->m->style, p);
            put_number(&t, &f->e->m->style, &p->cell, &p->cell.data.value);
            put_bar(&b, most > 0 ? nvs_value_number(&p->cell.data.value, NULL) / most : 0, width);
            table_buf(&t, &b);
            table_row(&t);
        }
    table_end(&t);
}

/* Lines of a line chart, series of a timeline. */
static void text_lines(const figure *f, const char *what)
{
    const nvs_part *p;
    const size_t width = f->to->width >= 120 ? 60 : 20;
    table t;
    table_for_people(&t, f->to, 4, "lrrrl", what, "Points", "Lowest", "Highest", "");
    for (p = f->item + 1; p < f->end; p++) {
        cli_buf b = {NULL, 0, 0};
        nvs_value v;
        double low, high;
        if ((p->kind != NVS_PART_KIND_LINE && p->kind != NVS_PART_KIND_SERIES) || !is_shown(&p->cell)) continue;
        range_of(&p->cell.data, &low, &high);
        put_label(&t, &f->e->m->style, p);
        table_format(&t, "%zu", p->cell.data.count);
        v.kind = NVS_KIND_DOUBLE;
        v.v.d = low;
        put_number(&t, &f->e->m->style, &p->cell, &v);
        v.v.d = high;
        put_number(&t, &f->e->m->style, &p->cell, &v);
        put_spark(&b, f->to->utf8, &p->cell.data.values, p->cell.data.count, width, low < 0 ? low : 0, high);
        table_buf(&t, &b);
        table_row(&t);
    }
    table_end(&t);
}

static void text_histogram(const figure *f)
{
    const nvs_part *p;
    const size_t width = f->to->width >= 120 ? 60 : 24;
    for (p = f->item + 1; p < f->end; p++) {
        uint64_t i, most = 0;
        table t;
        if (p->kind != NVS_PART_KIND_BINS) continue;
        table_for_people(&t, f->to, 4, "rrrl", "From", "To", "Count", "");
        for (i = 0; i < p->u.bins.count; i++)
            if (p->u.bins.counts[i] > most) most = p->u.bins.counts[i];
        for (i = 0; i < p->u.bins.count; i++) {
            cli_buf b = {NULL, 0, 0};
            if (p->u.bins.count > 64 && p->u.bins.counts[i] == 0) continue; /* of so many only those with values */
            table_format(&t, "%.6g", p->u.bins.low + p->u.bins.width * (double)i);
            table_format(&t, "%.6g", p->u.bins.low + p->u.bins.width * (double)(i + 1));
            table_format(&t, "%" PRIu64, p->u.bins.counts[i]);
            put_bar(&b, most > 0 ? (double)p->u.bins.counts[i] / (double)most : 0, width);
            table_buf(&t, &b);
            table_row(&t);
        }
        table_end(&t);
    }
}

static void put_amount(table *t, int has, double v)
{
    static const char *const signs[] = {"", "K", "M", "G", "T", "P"};
    int step = 0;
    while (step < 5 && v >= 1000) {
        v /= 1000;
        step++;
    }
    if (has && step > 0) table_format(t, "%.2f %s", v, signs[step]);
    else if (has) table_format(t, "%.2f", v);
    else table_string(t, "n/a");
}

#define PLOT_ROWS 14

/* The roofs and the points under them, both axes by powers of ten. */
static void plot(const figure *f)
{
    const size_t width = f->to->width >= 120 ? 100 : 66;
    const nvs_part *p;
    double left = 0, right = 0, low = 0, high = 0;
    char *line;
    int any = 0, row;
    for (p = f->item + 1; p < f->end; p++) {
        double x, y;
        if ((p->kind != NVS_PART_KIND_CEILING && p->kind != NVS_PART_KIND_ACHIEVED) || !p->shown || !p->u.point.has_intensity ||
            !(p->u.point.intensity > 0) || !(p->u.point.work > 0) || p->u.point.intensity - p->u.point.intensity != 0)
            continue;
        x = log10(p->u.point.intensity);
        y = log10(p->u.point.work);
        if (!any || x < left) left = x;
        if (!any || x > right) right = x;
        if (!any || y < low) low = y;
        if (!any || y > high) high = y;
        any = 1;
    }
    if (!any) return;
    left -= 1;
    right += 1;
    low -= 1;
    high += 0.3;
    line = (char *)cli_alloc(width + 1, 1);
    if (f->to->format == OUT_MARKDOWN) fputs("```\n", f->to->f);
    for (row = PLOT_ROWS - 1; row >= 0; row--) {
        const double step = (high - low) / PLOT_ROWS;
        size_t k;
        char letter = 'A';
        memset(line, ' ', width);
        char roof = '0';
        for (p = f->item + 1; p < f->end; p++) {
            size_t end = 0;
            if (p->kind != NVS_PART_KIND_CEILING || !is_drawn(p)) continue;
            roof = roof == '9' ? '1' : (char)(roof + 1);
            for (k = 0; k < width; k++) {
                const double x = left + (right - left) * ((double)k + 0.5) / (double)width;
                const double slope = log10(p->u.point.traffic) + x, top = log10(p->u.point.work);
                const double y = slope < top ? slope : top;
                if ((int)floor((y - low) / step) != row) continue;
                if (line[k] < '1' || line[k] > '9') line[k] = slope < top ? '/' : '-';
                if (slope < top && slope + (right - left) / (double)width >= top) end = k;
            }
            while (end > 0 && line[end] >= '1' && line[end] <= '9') end--;
            if (end > 0) line[end] = roof; /* where it bends */
        }
        for (p = f->item + 1; p < f->end; p++) {
            if (p->kind != NVS_PART_KIND_ACHIEVED || !is_drawn(p)) continue;
            if (p->u.point.has_intensity && p->u.point.intensity > 0 && p->u.point.intensity - p->u.point.intensity == 0 && (int)floor((log10(p->u.point.work) - low) / step) == row)
                line[(size_t)((log10(p->u.point.intensity) - left) / (right - left) * (double)width)] = letter;
            letter = letter == 'Z' ? 'A' : (char)(letter + 1);
        }
        for (k = width; k > 0 && line[k - 1] == ' '; k--) line[k - 1] = 0;
        fprintf(f->to->f, "    %7.1e |%s\n", pow(10, low + step * (row + 0.5)), line);
        memset(line, 0, width);
    }
    memset(line, '-', width);
    fprintf(f->to->f, "            +%.*s\n            %-10.1e%*.1e\n", (int)width, line, pow(10, left), (int)width - 10, pow(10, right));
    if (f->to->format == OUT_MARKDOWN) fputs("```\n\n", f->to->f);
    cli_free(line);
}

static void text_roofline(const figure *f)
{
    const nvs_part *p;
    char letter = 'A', roof = '0';
    double part;
    table t;
    plot(f);
    table_for_people(&t, f->to, 4, "llrrrr", "", "Roof or Point", "Work/s", "Bytes/s", "Work/Byte", "Of Its Roof");
    for (p = f->item + 1; p < f->end; p++) {
        nvs_view label;
        if (!is_drawn(p)) continue;
        label = mark_label(p);
        if (p->kind == NVS_PART_KIND_ACHIEVED) {
            table_format(&t, "%c", letter);
            letter = letter == 'Z' ? 'A' : (char)(letter + 1);
        } else if (p->kind == NVS_PART_KIND_WALL) table_string(&t, "|");
        else {
            roof = roof == '9' ? '1' : (char)(roof + 1);
            table_format(&t, "%c", roof);
        }
        table_text(&t, label.ptr, label.len);
        put_amount(&t, p->u.point.has_work, p->u.point.work);
        if (p->kind == NVS_PART_KIND_WALL) {
            table_absent(&t);
            table_absent(&t);
            table_absent(&t);
        } else {
            put_amount(&t, p->u.point.has_traffic, p->u.point.traffic);
            put_amount(&t, p->u.point.has_intensity && p->u.point.intensity - p->u.point.intensity == 0, p->u.point.intensity);
            if (p->kind == NVS_PART_KIND_ACHIEVED && roof_of(f, p, &part) != NULL) table_format(&t, "%.2f %%", 100 * part);
            else table_absent(&t);
        }
        table_row(&t);
    }
    table_end(&t);
}

/* Where in the code the first column is largest, in so many rows as the section says (five where it does not). */
static void text_source_table(const figure *f)
{
    const nvs_part *p;
    for (p = f->item + 1; p < f->end; p++) {
        line_value *list;
        size_t i, count;
        const size_t mark = f->e->read_count;
        const machine_code *x;
        nvs_metric d;
        table t;
        cli_buf b = {NULL, 0, 0};
        if (p->kind != NVS_PART_KIND_COLUMN || p->cell.data.count == 0) continue;
        x = code_open(f->e->o, f->e->r);
        d = column_data(f->e, &p->cell);
        list = by_heat(&d, heat_rows(f), &count);
        cli_put(&b, p->cell.label.ptr, p->cell.label.len);
        table_for_people(&t, f->to, 4, "rl", b.ptr, "Where");
        for (i = 0; i < count && list[i].value > 0; i++) {
            cli_buf where = {NULL, 0, 0}, value = {NULL, 0, 0};
            put_count(&value, list[i].value);
            table_buf(&t, &value);
            put_where(&where, x, &list[i].id);
            table_buf(&t, &where);
            table_row(&t);
        }
        table_end(&t);
        cli_buf_free(&b);
        cli_free(list);
        evaluated_forget(f->e, mark);
    }
}

static void lines(const figure *f) { text_lines(f, "Line"); }

static void series(const figure *f)
{
    passes p;
    text_lines(f, "Series");
    passes_of(f, &p);
    if (p.count > 1) /* the picture of a row is all of its pass */
        fprintf(f->to->f, "%sRows are of %zu passes, and not aligned.\n", f->to->format == OUT_MARKDOWN ? "" : "    ", p.count);
}

static void memory(const figure *f) { (void)memory_table(f->to, f->e, f->item->node->name); }

static void begin(const figure *f)
{
    cli_buf b = {NULL, 0, 0};
    figure_title(f, &b);
    if (b.len > 0) out_heading(f->to, 4, 4, b.ptr, b.len);
    cli_buf_free(&b);
}

static void end(const figure *f)
{
    if (f->to->format != OUT_MARKDOWN) fputc('\n', f->to->f);
}

const figure_back_end text_figures = {begin, text_cells, memory, text_bars, lines, series, text_histogram, text_roofline, text_source_table, end, 0};
