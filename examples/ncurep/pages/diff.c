/* Two reports, kernel by kernel. */
#include "diff.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void heading(const page *pg, const char *what, const char *title)
{
    if (pg->to->format == OUT_MARKDOWN) {
        fprintf(pg->to->f, "### %s", what);
        put_markdown(pg->to->f, title, strlen(title));
        fputs("\n\n", pg->to->f);
    } else fprintf(pg->to->f, "%s%s%s%s\n", cli_style(pg->to->color, CLI_BOLD), what, title, cli_style(pg->to->color, CLI_PLAIN));
}

static void grid_change(grid *g, int has, double part)
{
    if (!has) grid_text(g, "", 0);
    else if (part - part != 0) grid_text(g, "new", 3);
    else grid_put(g, "%+.2f%%", 100 * part);
}

static void grid_value(grid *g, int has, double value, const scale *s)
{
    if (has) grid_put(g, "%.6g", value / s->by);
    else grid_text(g, "-", 1);
}

/* The name of a metric; on a narrow terminal without its middle. */
static void grid_name(grid *g, const output *to, const char *name)
{
    const size_t len = strlen(name), width = to->width, room = width >= 100 ? width - 66 : width > 90 ? width - 54 : 36;
    if (to->format == OUT_MARKDOWN || len <= room) grid_text(g, name, len);
    else grid_put(g, "%.*s..%s", (int)(room / 2), name, name + len - (room - room / 2 - 2));
}

static size_t text_changes(const page *pg, changes *x)
{
    size_t i, shown = 0;
    const int markdown = pg->to->format == OUT_MARKDOWN, wide = markdown || pg->to->width >= 100; /* room for the difference */
    grid g;
    if (wide) grid_begin(&g, "lrrrrr", "Metric", "Unit", "Before", "After", "Difference", "Change");
    else grid_begin(&g, "lrrrr", "Metric", "Unit", "Before", "After", "Change");
    for (i = 0; i < x->count; i++) {
        const change *c = &x->list[i];
        ncurep_view name;
        scale s;
        if (!counts(&pg->m->compare, c)) continue;
        name.ptr = c->name;
        name.len = strlen(c->name);
        scale_of(&s, name, fabs(c->value[0]) > fabs(c->value[1]) ? c->value[0] : c->value[1], &pg->m->style);
        grid_name(&g, pg->to, c->name);
        grid_text(&g, s.unit, strlen(s.unit));
        grid_value(&g, c->has[0], c->value[0], &s);
        grid_value(&g, c->has[1], c->value[1], &s);
        if (wide && c->has[0] && c->has[1]) grid_put(&g, "%+.6g", (c->value[1] - c->value[0]) / s.by);
        else if (wide) grid_text(&g, "", 0);
        grid_change(&g, c->has[0] && c->has[1], c->part);
        shown++;
    }
    if (shown > 0) grid_print(pg->to, &g, 2);
    else {
        grid_free(&g);
        fprintf(pg->to->f, "  none of %zu metrics changed by more than %.6g%%\n%s", x->count, pg->m->compare.noise, markdown ? "\n" : "");
    }
    if (x->line_count > 0 && pg->m->compare.by_line) {
        size_t lines = 0;
        sort_lines(x);
        grid_begin(&g, "lrrr", "Line", "Before", "After", "Difference");
        for (i = 0; i < x->line_count && i < 10; i++) {
            if (!(x->lines[i].value[0] < x->lines[i].value[1] || x->lines[i].value[0] > x->lines[i].value[1])) break;
            grid_text(&g, x->lines[i].where, strlen(x->lines[i].where));
            grid_put(&g, "%.6g", x->lines[i].value[0]);
            grid_put(&g, "%.6g", x->lines[i].value[1]);
            grid_put(&g, "%+.6g", x->lines[i].value[1] - x->lines[i].value[0]);
            lines++;
        }
        if (lines > 0) {
            if (!markdown) fputc('\n', pg->to->f);
            grid_print(pg->to, &g, 2);
        } else grid_free(&g);
    }
    if (!markdown) fputc('\n', pg->to->f);
    return shown;
}

static size_t json_changes(const page *pg, changes *x, cli_json *j)
{
    size_t i, shown = 0;
    cli_json_array(j, "metrics");
    for (i = 0; i < x->count; i++) {
        const change *c = &x->list[i];
        if (!counts(&pg->m->compare, c)) continue;
        shown++;
        cli_json_object(j, NULL);
        cli_json_str(j, "name", c->name);
        if (c->has[0]) cli_json_double(j, "before", c->value[0]);
        if (c->has[1]) cli_json_double(j, "after", c->value[1]);
        if (c->has[0] && c->has[1]) {
            cli_json_double(j, "difference", c->value[1] - c->value[0]);
            if (c->part - c->part == 0) cli_json_double(j, "relative", c->part);
        }
        cli_json_end(j);
    }
    cli_json_end(j);
    if (pg->m->compare.by_line) {
        cli_json_array(j, "lines");
        for (i = 0; i < x->line_count; i++) {
            cli_json_object(j, NULL);
            cli_json_str(j, "line", x->lines[i].where);
            cli_json_double(j, "before", x->lines[i].value[0]);
            cli_json_double(j, "after", x->lines[i].value[1]);
            cli_json_end(j);
        }
        cli_json_end(j);
    }
    return shown;
}

static size_t csv_changes(const page *pg, changes *x, const entry *a, cli_csv *v)
{
    size_t i, shown = 0;
    for (i = 0; i < x->count; i++) {
        const change *c = &x->list[i];
        char text[32];
        int k;
        if (!counts(&pg->m->compare, c)) continue;
        shown++;
        cli_csv_fieldf(v, "%" PRIu32, a->index);
        cli_csv_field(v, a->title, strlen(a->title));
        cli_csv_field(v, c->name, strlen(c->name));
        for (k = 0; k < 2; k++) {
            cli_double(text, c->value[k]);
            cli_csv_field(v, text, c->has[k] ? strlen(text) : 0);
        }
        cli_double(text, c->value[1] - c->value[0]);
        cli_csv_field(v, text, c->has[0] && c->has[1] ? strlen(text) : 0);
        cli_double(text, 100 * c->part);
        cli_csv_field(v, text, c->has[0] && c->has[1] && c->part - c->part == 0 ? strlen(text) : 0);
        cli_csv_end(v);
    }
    return shown;
}

/* A pair of kernels; how many metrics changed. */
static size_t compare(const page *pg, section_source *sections, side *a, side *b, const entry *x, const entry *y, int *code)
{
    cli_json *j = &pg->to->j;
    changes all;
    size_t shown = 0;
    if (!compare_pair(pg->m, sections, a, b, x, y, &all)) *code = CLI_INPUT;
    else {
        if (pg->to->format == OUT_JSON) {
            cli_json_object(j, NULL);
            cli_json_str(j, "kernel", x->title);
            cli_json_u64(j, "before", x->index);
            cli_json_u64(j, "after", y->index);
            shown = json_changes(pg, &all, j);
            cli_json_end(j);
        } else if (pg->to->format == OUT_CSV) shown = csv_changes(pg, &all, x, &pg->to->v);
        else {
            heading(pg, "", x->title);
            if (strcmp(x->title, y->title) != 0) heading(pg, "now ", y->title);
            shown = text_changes(pg, &all);
        }
    }
    free_changes(&all);
    return shown;
}

static void alone(const page *pg, const side *s, const char *what, const char *key, size_t *count)
{
    cli_json *j = &pg->to->j;
    size_t i;
    if (pg->to->format == OUT_JSON) cli_json_array(j, key);
    for (i = 0; i < s->count; i++) {
        if (s->list[i].matched) continue;
        ++*count;
        if (pg->to->format == OUT_JSON) cli_json_str(j, NULL, s->list[i].title);
        else if (pg->to->format != OUT_CSV) heading(pg, what, s->list[i].title);
    }
    if (pg->to->format == OUT_JSON) cli_json_end(j);
}

int diff_page(const page *pg, section_source *sections, side *a, side *b, size_t *found)
{
    output *to = pg->to;
    size_t i, pairs = 0;
    int code = CLI_FINE;
    *found = 0;
    if (to->format == OUT_JSON) {
        cli_json_object(&to->j, NULL);
        cli_json_array(&to->j, "kernels");
    }
    if (to->format == OUT_CSV) fputs("ID,Kernel,Metric,Before,After,Difference,Change %\n", to->f);
    for (i = 0; i < a->count; i++) {
        entry *y = partner(&a->list[i], b);
        if (y == NULL) continue;
        a->list[i].matched = 1;
        pairs++;
        *found += compare(pg, sections, a, b, &a->list[i], y, &code);
    }
    if (to->format == OUT_JSON) cli_json_end(&to->j);
    if (to->format != OUT_JSON && to->format != OUT_CSV && pairs == 0 && a->count > 0 && b->count > 0)
        fputs("no kernel matches one in the other report: --match says what must be equal\n\n", to->f);
    alone(pg, a, "only before: ", "only_before", found);
    alone(pg, b, "only after: ", "only_after", found);
    if (to->format == OUT_JSON) {
        cli_json_end(&to->j);
        cli_json_line(&to->j);
    }
    return code;
}
