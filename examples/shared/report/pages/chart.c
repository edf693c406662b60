/* ncurep chart: what the HTML page draws of a section, as a picture. */
#include "chart.h"
#include "damage.h"
#include "../model/labels.h"
#include "report/draw/cells.h"
#include "report/draw/html.h"

#include <inttypes.h>
#include <string.h>

#define SAID 12 /* charts that a message names */

#define CHART_COLUMNS(X) \
    X('l', NULL, "File", NULL, table_string(t, w->o->path)) \
    X('r', "ID", "ID", "result", table_whole(t, w->e->r->index)) \
    X('l', "Kernel", "Kernel Name", "name", put_kernel(t, w)) \
    X('r', "Chart", "Chart", "chart", table_whole(t, w->number)) \
    X('l', "Section", "Section", "section", table_text(t, id.ptr, id.len)) \
    X('l', "Type", "Type", "type", table_string(t, s->kind)) \
    X('l', "Title", "Title", "title", table_text(t, s->title.ptr != NULL ? s->title.ptr : "", s->title.len))
static const table_column columns[] = {CHART_COLUMNS(TABLE_COLUMN)};
#define COLUMNS (sizeof columns / sizeof *columns)

/* A walk over what can be drawn. */
typedef struct walk {
    const page *pg;
    opened *o;
    const chart_options *how;
    labels names;
    html_state state;
    output to;       /* where it is drawn */
    table *list;     /* NULL: one is looked for */
    size_t found;
    cli_buf drawn, said; /* the first that was found; all of them, for a message */
    /* Of the result: */
    const evaluated *e;
    const char *name;
    uint32_t number;
} walk;

void chart_titles(output *to) { table_titles(to, columns, COLUMNS); }

/* The document around what was drawn. */
static void put_document(walk *w, nvs_view section)
{
    const html_state *s = &w->state;
    const double height = s->y + 12, width = w->how->width > 0 ? (double)w->how->width : s->width;
    FILE *const before = out_into(&w->to, &w->drawn);
    const ncurep_view path = file_name(ncurep_text(w->o->path));
    put_markup(&w->to, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
               "viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-labelledby=\"t d\">\n<title id=\"t\">%.*s</title>\n",
               width, height * width / s->width, s->width, height, text_length(s->title.len > 0 ? s->title.len : section.len),
               s->title.len > 0 ? s->title.ptr : section.ptr);
    put_markup(&w->to, "<desc id=\"d\">%" PRIu32 " %s, %.*s, %.*s</desc>\n<style>\n", w->e->r->index, w->name, TEXT_OF(section), TEXT_OF(path));
    put_chart_style(&w->to, w->how->dark ? CHART_DARK : CHART_LIGHT);
    put_markup(&w->to, "</style>\n<rect class=\"sheet\" width=\"100%%\" height=\"100%%\"/>\n");
    put_markup_bytes(&w->to, s->drawn.ptr, s->drawn.len);
    put_markup(&w->to, "</svg>\n");
    out_back(&w->to, before);
}

static int is_wanted(const walk *w)
{
    char number[16];
    const html_state *s = &w->state;
    ncurep_view v;
    if (w->how->which == NULL) return 1;
    snprintf(number, sizeof number, "%" PRIu32, w->number);
    v.ptr = s->title.ptr != NULL ? s->title.ptr : "";
    v.len = s->title.len;
    return ncurep_pattern_match(w->how->which, ncurep_text(number)) || ncurep_pattern_match(w->how->which, v);
}

static void forget(html_state *s)
{
    s->drawn.len = s->title.len = 0;
    if (s->title.ptr != NULL) s->title.ptr[0] = 0;
    s->kind = NULL;
    s->y = 0;
}

static void put_kernel(table *t, const walk *w)
{
    const ncurep_view name = result_name(w->e->r);
    show_name(t, w->name, 32);
    table_text(t, name.ptr, name.len);
}

/* What was drawn last, if anything. */
static void take(walk *w, const nvs_node *section)
{
    const nvs_view id = nvs_node_text(section, NVS_FIELD_IDENTIFIER);
    html_state *s = &w->state;
    if (s->kind != NULL) {
        w->number++;
        if (is_wanted(w)) {
            if (w->found++ == 0 && w->list == NULL) put_document(w, section_title(section));
            if (w->list == NULL && w->found <= SAID) {
                cli_putf(&w->said, "%" PRIu32 " %s, chart %" PRIu32 " of %.*s: ", w->e->r->index, w->name, w->number, (int)id.len, id.ptr);
                cli_put_safe(&w->said, s->title.ptr != NULL ? s->title.ptr : s->kind, s->title.ptr != NULL ? s->title.len : strlen(s->kind));
                cli_put(&w->said, "\n", 1);
            } else if (w->list == NULL && w->found == SAID + 1) cli_put(&w->said, "...\n", 4);
            if (w->list != NULL) {
                table *t = w->list;
                CHART_COLUMNS(TABLE_CELL)
                table_row(t);
            }
        }
    }
    forget(s);
}

static void walk_section(walk *w, evaluated *e, const nvs_node *section)
{
    const nvs_evaluation *v = evaluate_section(e, section, 1);
    size_t i;
    if (v == NULL) return;
    for (i = 0; i < v->count; i++)
        if (v->parts[i].kind == NVS_PART_KIND_ITEM) {
            put_figure(&w->to, e, &v->parts[i], v->parts + item_end(v, i + 1));
            take(w, section);
        }
    nvs_evaluation_close(v);
    if (evaluated_has_many(e, 0)) evaluated_forget(e, 0);
}

/* The traffic of the memory system, as on the page: with the first section about it, if none has the chart, or by itself. */
static void walk_memory(walk *w, evaluated *e)
{
    FILE *before;
    uint32_t k = 0;
    while (k < e->count && !is_memory_section(e->sections[k])) k++;
    if (w->state.has_memory || (k == e->count && w->pg->m->sections.count > 0)) return;
    before = out_into(&w->to, &w->state.drawn);
    (void)html_memory(&w->to, e);
    out_back(&w->to, before);
    take(w, k < e->count ? e->sections[k] : NULL);
}

static int walk_results(walk *w, const page *pg, opened *o, section_source *sections, const chart_options *how, table *list)
{
    cursor at;
    ncurep_result r;
    int code = code_of(o), ignored = 0;
    const name_base shown = pg->m->chosen.shown == BASE_DEFAULT ? pg->m->chosen.base : pg->m->chosen.shown;
    memset(w, 0, sizeof *w);
    w->pg = pg;
    w->o = o;
    w->how = how;
    w->list = list;
    w->to = *pg->to;
    w->to.format = OUT_HTML;
    w->to.html = &w->state;
    w->state.alone = 1;
    memset(&at, 0, sizeof at);
    at.quiet = 1;
    while (next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &ignored)) (void)labels_add(&w->names, &r, shown);
    labels_make(&w->names);
    memset(&at, 0, sizeof at);
    while (next_result(pg->m->c, &pg->m->chosen, o, &at, &r, &code)) {
        evaluated e;
        uint32_t k;
        memset(&e, 0, sizeof e);
        w->name = w->names.list[labels_add(&w->names, &r, shown)].text;
        w->e = &e;
        w->number = 0;
        w->state.has_memory = 0;
        if (!evaluate_result(sections, o, &r, &e)) code = CLI_INPUT;
        else {
            for (k = 0; k < e.count; k++) walk_section(w, &e, e.sections[k]);
            walk_memory(w, &e);
        }
        evaluated_free(&e);
    }
    labels_free(&w->names);
    html_state_free(&w->state);
    return code;
}

int chart_list(const page *pg, opened *o, section_source *sections, const chart_options *how)
{
    walk w;
    table t;
    int code;
    put_file_line(pg->to, o);
    table_begin(&t, pg->to, "charts", columns, COLUMNS, TABLE_AGAIN);
    code = walk_results(&w, pg, o, sections, how, &t);
    table_end(&t);
    if (w.found > 0 || code != CLI_FINE) return code;
    cli_error(pg->m->c, "%s: no chart fits", o->path);
    return CLI_FINDING;
}

int chart_page(const page *pg, opened *o, section_source *sections, const chart_options *how)
{
    walk w;
    int code = walk_results(&w, pg, o, sections, how, NULL);
    if (w.found == 1) put_markup_bytes(pg->to, w.drawn.ptr, w.drawn.len);
    else if (w.found > 1) {
        const char *line = w.said.ptr; /* a message is one line */
        cli_error(pg->m->c, "%s: %zu charts fit: choose one with -s and -c, --section and --chart", o->path, w.found);
        for (; *line != 0; line += strcspn(line, "\n") + 1) cli_error(pg->m->c, "  %.*s", (int)strcspn(line, "\n"), line);
        code = CLI_USAGE;
    } else {
        cli_error(pg->m->c, "%s: no chart fits; without --svg and --png they are listed", o->path);
        if (code == CLI_FINE) code = CLI_FINDING;
    }
    cli_buf_free(&w.drawn);
    cli_buf_free(&w.said);
    return code;
}
