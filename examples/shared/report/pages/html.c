/* ncurep html: a report as one page that needs nothing else. */
#include "damage.h"
#include "details.h"
#include "html_parts.h"
#include "session.h"
#include "../model/labels.h"
#include "../model/listing.h"
#include "../model/rules.h"
#include "report/draw/chart_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* page.css and page.js. */
static const char style_sheet[] = {
#include "page.css.inc"
};
static const char script[] = {
#include "page.js.inc"
};

/* The script may run when it is this one, and nothing else may: a test compares. */
#define SCRIPT_HASH "JXlB/7yZJieOo9p1ONQXWdCtmWkXqULMrx57/TWe1Do="

#define OPEN_KERNELS 16 /* more than that are inert, as texts, until the script shows one */

/* The list of kernels --------------------------------------------------------------------------------------------- */

/* A result in one comparison. */
typedef struct paired {
    entry *own, *base; /* itself, and its partner in the baseline; NULL: none */
    double time;       /* of that */
    int has_time;
} paired;

/* A result of the report, before its details are looked at. */
typedef struct listed {
    uint32_t index;
    size_t label;      /* its name among those of the page */
    int left_out;      /* only the list has it: the page would be too large */
    bunch figures;
    paired pairs[MOST_BESIDES];
} listed;

typedef struct kernels {
    listed *list;
    size_t count, room;
    double total, most;
    int has_ranges;
    labels names;
    const html_base *bases;
    size_t base_count;
} kernels;

static const char *name_of(const kernels *l, const listed *x) { return l->names.list[x->label].text; }

static void put_time(output *out, const value_style *style, double ns)
{
    cli_buf b = {NULL, 0, 0};
    put_duration(&b, style, ns);
    put_markup_buf(out, &b);
}

static void put_size(cli_buf *b, uint64_t x, uint64_t y, uint64_t z)
{
    cli_putf(b, "%" PRIu64, x);
    if (y != 1 || z != 1) cli_putf(b, " \xc3\x97 %" PRIu64, y);
    if (z != 1) cli_putf(b, " \xc3\x97 %" PRIu64, z);
}

static void put_range(void *user, ncurep_view name)
{
    cli_buf *b = (cli_buf *)user;
    cli_putf(b, "%s", b->len > 0 ? " \xe2\x80\xba " : "");
    cli_put(b, name.ptr, name.len);
}

/* Its partner in a baseline; *at: where its own entry was looked for last. */
static void pair_up(paired *p, uint32_t index, const html_base *b, size_t *at)
{
    const side *own = b->own;
    ncurep_result other;
    ncurep_error e;
    ncurep_value v;
    ncurep_view metric;
    while (*at < own->count && own->list[*at].index < index) (*at)++;
    if (*at == own->count || own->list[*at].index != index) return;
    p->own = &own->list[*at];
    p->base = partner(p->own, b->base);
    if (p->base == NULL) return;
    p->own->matched = 1;
    if (ncurep_result_at(b->base->o->report, p->base->index, &other, &e) && duration_of(b->base->o, &other, &v, &metric)) {
        p->time = ncurep_value_double(&v);
        p->has_time = is_finite(p->time) && p->time > 0;
    }
}

static int read_list(html *h, kernels *l, const html_base *bases, size_t base_count)
{
    cursor at;
    ncurep_view range;
    ncurep_result r;
    size_t mine[MOST_BESIDES] = {0}, i;
    int code = CLI_FINE;
    memset(&at, 0, sizeof at);
    memset(l, 0, sizeof *l);
    l->bases = bases;
    l->base_count = base_count;
    while (next_result(h->pg->m->c, &h->pg->m->chosen, h->o, &at, &r, &code)) {
        listed *x;
        l->list = (listed *)cli_grow(l->list, &l->room, l->count + 1, sizeof *l->list);
        x = &l->list[l->count++];
        memset(x, 0, sizeof *x);
        x->index = r.index;
        x->label = labels_add(&l->names, &r, h->pg->m->chosen.shown);
        l->has_ranges |= innermost_range(&r, &range);
        if (!bunch_add(&x->figures, h->pg->m, h->o, &r, h->sections)) code = CLI_INPUT;
        l->total += x->figures.total;
        if (x->figures.total > l->most) l->most = x->figures.total;
        for (i = 0; i < base_count; i++) pair_up(&x->pairs[i], r.index, &bases[i], &mine[i]);
    }
    labels_make(&l->names);
    return code;
}

/* A change in percent: more is an arrow up. Returns its style: good is -1 where less is better, 1 where more is, 0 where it is not
   known. */
static int put_change(cli_buf *b, double part, int good)
{
    const int way = part > 0 ? 1 : part < 0 ? -1 : 0;
    if (part - part != 0) cli_putf(b, "new");
    else cli_putf(b, "%s%+.2f%%", way > 0 ? "\xe2\x96\xb2 " : way < 0 ? "\xe2\x96\xbc " : "", 100 * part);
    return way * good < 0 ? CLI_RED : way * good > 0 ? CLI_GREEN : CLI_DIM;
}

/* The same in a line. */
static void put_change_text(output *out, double part, int good)
{
    cli_buf b = {NULL, 0, 0};
    const int style = put_change(&b, part, good);
    put_markup(out, "<span class=\"%s\">%s</span>", style == CLI_RED ? "up" : style == CLI_GREEN ? "down" : "same", b.ptr);
    cli_buf_free(&b);
}

/* A value that is shown as b, or, where it is not known, an empty cell. b is freed. */
static void put_known(table *t, int known, double value, cli_buf *b)
{
    table_show(t, "%s", b->len > 0 ? b->ptr : "");
    if (known) table_real(t, value);
    else table_absent(t);
    cli_buf_free(b);
}

static void put_size_cell(table *t, int known, uint64_t x, uint64_t y, uint64_t z)
{
    cli_buf b = {NULL, 0, 0};
    if (known) put_size(&b, x, y, z);
    put_known(t, known, (double)x * (double)y * (double)z, &b);
}

static void put_tile(output *out, const char *name)
{
    put_markup(out, "<div><dt>%s</dt><dd>", name);
}

/* The time that the best estimate would save, in ns; without a time, nothing. */
static double improvement(const listed *x) { return x->figures.timed > 0 ? x->figures.gain.percent / 100 * x->figures.total : 0; }

/* What saves more time is better: most of a short kernel is little. Without times the estimates themselves count. */
static int gains_more(const listed *x, const listed *y)
{
    const double a = improvement(x), b = improvement(y);
    return a > b || (!(a > 0) && !(b > 0) && x->figures.gain.percent > y->figures.gain.percent);
}

/* Which of the baselines; where there is one that needs no words. */
static void put_which(output *out, const kernels *l, size_t k)
{
    if (l->base_count > 1) put_markup(out, " %zu", k + 1);
}

/* The time of all against a baseline. */
static void put_time_tile(html *h, const kernels *l, size_t k)
{
    double before = 0, now = 0;
    size_t i;
    for (i = 0; i < l->count; i++)
        if (l->list[i].pairs[k].has_time && l->list[i].figures.timed > 0) {
            before += l->list[i].pairs[k].time;
            now += l->list[i].figures.total;
        }
    if (!(before > 0)) return;
    put_tile(h->out, "Time against the baseline");
    put_change_text(h->out, now / before - 1, -1);
    if (l->base_count > 1) put_markup(h->out, " <small>%zu %s</small>", k + 1, l->bases[k].name);
    put_markup(h->out, "</dd></div>\n");
}

static void put_tiles(html *h, const kernels *l)
{
    output *out = h->out;
    const listed *longest = NULL, *best = NULL;
    ncurep_session s;
    ncurep_device d;
    ncurep_result r;
    ncurep_error e;
    size_t i;
    for (i = 0; i < l->count; i++) {
        const listed *x = &l->list[i];
        if (x->figures.timed > 0 && (longest == NULL || x->figures.total > longest->figures.total)) longest = x;
        if (x->figures.gain.percent > 0 && (best == NULL || gains_more(x, best))) best = x;
    }
    put_markup(out, "<dl class=\"tiles\">\n");
    put_tile(out, "Results");
    put_markup(out, "%zu</dd></div>\n", l->count);
    if (l->total > 0) {
        put_tile(out, "Time of all");
        put_time(out, &h->pg->m->style, l->total);
        put_markup(out, "</dd></div>\n");
    }
    if (longest != NULL && ncurep_result_at(h->o->report, longest->index, &r, &e)) {
        put_tile(out, "Longest");
        put_time(out, &h->pg->m->style, longest->figures.total);
        put_markup(out, " <small>%" PRIu32 " %s</small></dd></div>\n", r.index, name_of(l, longest));
    }
    if (best != NULL && ncurep_result_at(h->o->report, best->index, &r, &e)) {
        put_tile(out, "Best estimated gain");
        put_markup(out, "%.4g%% <small>%" PRIu32 " %s", best->figures.gain.percent, r.index, name_of(l, best));
        if (l->total > 0 && best->figures.timed > 0) put_markup(out, ", %.3g%% of the time of all", improvement(best) / l->total * 100);
        put_markup(out, "</small></dd></div>\n");
    }
    for (i = 0; i < l->base_count; i++) put_time_tile(h, l, i);
    (void)ncurep_report_session(h->o->report, &s);
    while (ncurep_device_next(&s.devices, &d)) {
        put_tile(out, "Device");
        put_markup(out, "%.*s <small>device %" PRIu32 "</small></dd></div>\n", TEXT_OF(d.name), d.id);
    }
    put_markup(out, "</dl>\n");
}

/* Some pages leave these columns of the list out. */
typedef enum list_part { ALWAYS, OF_BASELINE, OF_GAIN = OF_BASELINE + MOST_BESIDES, OF_LIMITS, OF_REGISTERS, OF_CYCLES, OF_RANGES, LIST_PARTS } list_part;

/* The columns, as the profiler's own summary has them, and what else tells kernels apart. */
#define LIST_COLUMNS(X) \
    X('r', "ID", ALWAYS, table_whole(t, r.index)) \
    X('k', "Kernel", ALWAYS, put_link(t, l, x)) \
    X('r', "Grid", ALWAYS, put_size_cell(t, is_kernel, r.grid[0], r.grid[1], r.grid[2])) \
    X('r', "Block", ALWAYS, put_size_cell(t, is_kernel, r.block_size.x, r.block_size.y, r.block_size.z)) \
    X('m', "Duration", ALWAYS, put_duration_of(h, t, f->timed > 0, f->total)) \
    X('d', "Share", ALWAYS, put_share(t, l, f)) \
    X('m', "Change", OF_BASELINE, put_change_from(t, l, x, 0)) \
    X('m', "Change from 2", OF_BASELINE + 1, put_change_from(t, l, x, 1)) \
    X('m', "Change from 3", OF_BASELINE + 2, put_change_from(t, l, x, 2)) \
    X('m', "Change from 4", OF_BASELINE + 3, put_change_from(t, l, x, 3)) \
    X('m', "Change from 5", OF_BASELINE + 4, put_change_from(t, l, x, 4)) \
    X('m', "Change from 6", OF_BASELINE + 5, put_change_from(t, l, x, 5)) \
    X('l', "Bound", ALWAYS, table_string(t, bound_of(f))) \
    X('m', "Best gain", ALWAYS, put_gain(t, f)) \
    X('m', "Saves", OF_GAIN, put_duration_of(h, t, improvement(x) > 0, improvement(x))) \
    X('m', "Compute", OF_LIMITS, put_mean(t, "%.1f%%", f->compute, f->weight)) \
    X('m', "Memory", OF_LIMITS, put_mean(t, "%.1f%%", f->memory, f->weight)) \
    X('m', "Registers", OF_REGISTERS, put_mean(t, "%.0f", f->registers, f->registers > 0)) \
    X('m', "Cycles", OF_CYCLES, put_cycles(t, f)) \
    X('r', "Device", ALWAYS, table_string(t, device)) \
    X('l', "NVTX ranges", OF_RANGES, put_ranges(t, &r))
#define LIST_COLUMN(align, title, part, cell) TABLE_COLUMN(align, title, NULL, NULL, cell)
#define LIST_PART(align, title, part, cell) part,
#define LIST_CELL(align, title, part, cell) cell;

static const table_column list_columns[] = {LIST_COLUMNS(LIST_COLUMN)};
static const unsigned char list_parts[] = {LIST_COLUMNS(LIST_PART)};

/* Columns that say something of any kernel. */
static void choose_columns(const kernels *l, table_column *columns)
{
    int has[LIST_PARTS] = {1};
    size_t i;
    memcpy(columns, list_columns, sizeof list_columns);
    has[OF_RANGES] = l->has_ranges;
    for (i = 0; i < l->base_count; i++) has[OF_BASELINE + i] = 1;
    for (i = 0; i < l->count; i++) {
        const bunch *f = &l->list[i].figures;
        has[OF_GAIN] |= improvement(&l->list[i]) > 0;
        has[OF_LIMITS] |= f->weight > 0;
        has[OF_REGISTERS] |= f->registers > 0;
        has[OF_CYCLES] |= f->cycled > 0;
    }
    for (i = 0; i < sizeof list_parts; i++) {
        if (!has[list_parts[i]]) columns[i].title = NULL;
        else if (list_parts[i] == OF_BASELINE && l->base_count > 1) columns[i].title = "Change from 1";
    }
}

static void put_link(table *t, const kernels *l, const listed *x)
{
    if (!x->left_out) table_link(t, "k%" PRIu32, x->index);
    table_string(t, name_of(l, x));
}

static void put_duration_of(const html *h, table *t, int known, double ns)
{
    cli_buf b = {NULL, 0, 0};
    if (known) put_duration(&b, &h->pg->m->style, ns);
    put_known(t, known, ns, &b);
}

static void put_share(table *t, const kernels *l, const bunch *f)
{
    const int timed = f->timed > 0;
    cli_buf b = {NULL, 0, 0};
    if (timed && l->most > 0) table_part(t, 100 * f->total / l->most);
    if (timed && l->total > 0) cli_putf(&b, "%.1f%%", 100 * f->total / l->total);
    put_known(t, timed, f->total, &b);
}

/* How its time changed from that in a baseline. */
static void put_change_from(table *t, const kernels *l, const listed *x, size_t k)
{
    const paired *p = &x->pairs[k];
    const int changed = x->figures.timed > 0 && p->has_time;
    const double part = changed ? x->figures.total / p->time - 1 : 0;
    cli_buf b = {NULL, 0, 0};
    if (p->base == NULL) cli_putf(&b, l->base_count > 1 ? "not there" : "not in the baseline");
    else if (changed) table_style(t, put_change(&b, part, -1));
    put_known(t, changed, part, &b);
}

static void put_gain(table *t, const bunch *f)
{
    cli_buf b = {NULL, 0, 0};
    if (f->gain.percent > 0) cli_putf(&b, "%.4g%%", f->gain.percent);
    else if (f->local.percent > 0) {
        cli_putf(&b, "%.4g%% of a part", f->local.percent);
        table_style(t, CLI_DIM);
    }
    put_known(t, b.len > 0, f->gain.percent > 0 ? f->gain.percent : f->local.percent - 1000, &b); /* after all gains of kernels */
}

/* weight 0: it is not known. */
static void put_mean(table *t, const char *format, double sum, double weight)
{
    const double value = weight > 0 ? sum / weight : 0;
    cli_buf b = {NULL, 0, 0};
    if (weight > 0) cli_putf(&b, format, value);
    put_known(t, weight > 0, value, &b);
}

static void put_cycles(table *t, const bunch *f)
{
    cli_buf b = {NULL, 0, 0};
    if (f->cycled > 0) put_count(&b, f->cycles / f->cycled);
    put_known(t, f->cycled > 0, f->cycled > 0 ? f->cycles / f->cycled : 0, &b);
}

static void put_ranges(table *t, const ncurep_result *r)
{
    cli_buf b = {NULL, 0, 0};
    (void)walk_ranges(r, put_range, &b);
    table_buf(t, &b);
}

static void put_listed(const html *h, table *t, const kernels *l, const listed *x)
{
    const bunch *f = &x->figures;
    char device[32], cc[32];
    ncurep_result r;
    ncurep_error e;
    int is_kernel;
    if (!ncurep_result_at(h->o->report, x->index, &r, &e)) return;
    is_kernel = r.kind == NCUREP_RESULT_KIND_KERNEL;
    device_of(h->o, &r, device, cc, sizeof device);
    LIST_COLUMNS(LIST_CELL)
    table_row(t);
}

static void put_list(html *h, const kernels *l)
{
    table_column columns[sizeof list_columns / sizeof *list_columns];
    output *out = h->out;
    table t;
    size_t i, left_out = 0;
    put_markup(out, "<section class=\"view\" id=\"kernels\" aria-labelledby=\"kernels-h\">\n<h2 id=\"kernels-h\">Kernels</h2>\n");
    put_tiles(h, l);
    for (i = 0; i < l->count; i++) left_out += (size_t)l->list[i].left_out;
    if (left_out > 0) /* a program that shows the page has no command line */
        put_markup(out, "<p class=\"about\">This page holds the %zu longest of %zu results. Of the others it has this list%s.</p>\n", l->count - left_out,
                   l->count, h->pg->m->c->error_fn != NULL ? "" : "; ncurep html -s ID -c 1 REPORT makes a page of one of them");
    if (l->count > OPEN_KERNELS) put_markup(out, "<noscript><p>Kernels are shown by the script of this page; without it there is this list.</p></noscript>\n");
    put_markup(out, "<div class=\"filter\"><label for=\"find\">Filter</label><input id=\"find\" type=\"search\" placeholder=\"words of a "
               "name, range, bound\"/><output for=\"find\"></output></div>\n<div class=\"list\">");
    choose_columns(l, columns);
    table_begin(&t, h->pg->to, NULL, columns, sizeof columns / sizeof *columns, TABLE_SORTED);
    for (i = 0; i < l->count; i++) put_listed(h, &t, l, &l->list[i]);
    table_end(&t);
    put_markup(out, "</div>\n</section>\n");
}

/* Links from findings --------------------------------------------------------------------------------------------- */

/* The line of a source file that has code, of two that a rule may mean; 0: neither has. */
static uint32_t line_of(const listing *l, ncurep_view path, uint64_t line)
{
    size_t i;
    uint32_t found = 0;
    for (i = 0; i < l->count && found != line + 1; i++) {
        code_place place;
        row_place(l, &l->rows[i], &place);
        if ((place.line == line || place.line == line + 1) && place.line > 0 && same_view(file_name(place.file), file_name(path))) found = place.line;
    }
    return found;
}

static void put_target(void *user, const piece *x, cli_buf *b)
{
    html *h = (html *)user;
    cli_buf anchor = {NULL, 0, 0};
    uint32_t line;
    if (x->kind == PIECE_ADDRESS && row_of_address(h->source, x->number) != NULL) put_anchor(&anchor, h->source, x->number, x->target, 0);
    if (x->kind == PIECE_LINE && (line = line_of(h->source, x->target, x->number)) > 0) put_anchor(&anchor, h->source, 0, x->target, line);
    if (anchor.len > 0) {
        (void)set_add(&h->targets, anchor.ptr, anchor.len);
        cli_putf(b, "-%s", anchor.ptr);
    }
    cli_buf_free(&anchor);
}

static const details_options all_parts = {PARTS_ALL, 0, 0};

/* Whether there is anything to show of a section. Notes whether it has the chart of the memory system. */
static int has_content(html *h, evaluated *e, const findings *f, const nvs_node *section)
{
    const nvs_evaluation *v = evaluate_section(e, section, 1);
    int has = section_has(e, f, section, v, &all_parts);
    size_t i;
    for (i = 0; v != NULL && i < v->count; i++)
        if (v->parts[i].kind == NVS_PART_KIND_ITEM && v->parts[i].node->name == NVS_FIELD_MEMORY_CHART) has = h->state.has_chart = 1;
    nvs_evaluation_close(v);
    if (evaluated_has_many(e, 0)) evaluated_forget(e, 0);
    return has;
}

typedef struct partner_result {
    evaluated e;
    ncurep_result r;
} partner_result;

/* A kernel --------------------------------------------------------------------------------------------------------- */

static void put_facts(html *h, evaluated *e, const kernels *l, const listed *x)
{
    static const struct {
        const char *name, *metric;
    } more[] = {{"Registers per thread", "launch__registers_per_thread"}, {"Waves per SM", "launch__waves_per_multiprocessor"}};
    output *out = h->out;
    const ncurep_result *r = e->r;
    char device[32], cc[32];
    cli_buf b = {NULL, 0, 0};
    size_t i;
    device_of(h->o, r, device, cc, sizeof device);
    put_markup(out, "<dl class=\"tiles\">\n");
    if (x->figures.timed > 0) {
        put_tile(out, "Duration");
        put_time(out, &h->pg->m->style, x->figures.total);
        for (i = 0; i < l->base_count; i++)
            if (x->pairs[i].has_time) {
                put_markup(out, " <small>");
                put_change_text(out, x->figures.total / x->pairs[i].time - 1, -1);
                put_markup(out, " against the baseline");
                put_which(out, l, i);
                put_markup(out, "</small>");
            }
        put_markup(out, "</dd></div>\n");
    }
    if (bound_of(&x->figures)[0] != 0) {
        put_tile(out, "Bound");
        put_markup(out, "%s <small>compute %.1f%%, memory %.1f%%</small></dd></div>\n", bound_of(&x->figures),
                   x->figures.compute / x->figures.weight, x->figures.memory / x->figures.weight);
    }
    if (r->kind == NCUREP_RESULT_KIND_KERNEL) {
        put_tile(out, "Grid");
        put_size(&b, r->grid[0], r->grid[1], r->grid[2]);
        put_markup_buf(out, &b);
        put_markup(out, "</dd></div>\n");
        put_tile(out, "Block");
        put_size(&b, r->block_size.x, r->block_size.y, r->block_size.z);
        put_markup_buf(out, &b);
        put_markup(out, "</dd></div>\n");
    }
    for (i = 0; i < sizeof more / sizeof *more; i++) {
        int has;
        const double v = evaluated_number(e, more[i].metric, &has);
        if (!has || r->kind != NCUREP_RESULT_KIND_KERNEL) continue;
        put_tile(out, more[i].name);
        put_markup(out, "%.4g</dd></div>\n", v);
    }
    if (device[0] != 0) {
        put_tile(out, "Device");
        put_markup(out, cc[0] != 0 ? "%s <small>CC %s</small></dd></div>\n" : "%s%s</dd></div>\n", device, cc);
    }
    put_tile(out, "Context, stream");
    put_markup(out, "%" PRIu32 ", %" PRIu32 "</dd></div>\n</dl>\n", r->context, r->stream);
}

#define METRIC_COLUMNS(X) \
    X('l', "Metric", NULL, NULL, table_text(&t, name.ptr, name.len)) \
    X('r', "Value", NULL, NULL, table_buf(&t, &b)) \
    X('u', "Unit", NULL, NULL, table_string(&t, s.unit))

static int put_all_metrics(html *h, const ncurep_result *r)
{
    ncurep_index index;
    ncurep_error e;
    uint32_t place;
    table t;
    if (ncurep_index_build(h->o->report, r, &index, &e) != NCUREP_OK) {
        say_error(h->pg->m->c, h->o->path, &e);
        return CLI_INPUT;
    }
    if (index.count == 0) return CLI_FINE;
    put_markup(h->out, "<section><h3>All metrics</h3>\n<details class=\"raw\"><summary>Table</summary><div class=\"list\">");
    TABLE_BEGIN(&t, h->pg->to, NULL, METRIC_COLUMNS, TABLE_NAMED | TABLE_SORTED);
    for (place = 0; place < index.count; place++) {
        ncurep_metric m;
        ncurep_view name;
        cli_buf b = {NULL, 0, 0};
        scale s;
        if (!ncurep_index_at(&index, place, &m) || !ncurep_string_at(h->o->report, m.name_id, &name) || is_list(name)) continue;
        scale_of(&s, name, ncurep_value_double(&m.value), &h->pg->m->style);
        put_value(&b, &m.value, &s, h->pg->m->style.exact);
        METRIC_COLUMNS(TABLE_CELL)
        table_row(&t);
    }
    table_end(&t);
    put_markup(h->out, "</div></details></section>\n");
    return CLI_FINE;
}

static void put_step(output *out, const listed *x, const char *words)
{
    put_markup(out, "<a href=\"#k%" PRIu32 "\">%s</a>", x->index, words);
}

/* The begin of a kernel, with the way to its neighbours. */
static void put_kernel_head(html *h, const kernels *l, size_t at)
{
    const uint32_t index = l->list[at].index;
    size_t i;
    put_markup(h->out, "<article class=\"view kernel\" id=\"k%" PRIu32 "\" aria-labelledby=\"k%" PRIu32 "h\">\n"
               "<div class=\"side\"><nav class=\"step\" aria-label=\"Neighbours\">", index, index);
    for (i = at; i > 0 && l->list[i - 1].left_out; i--) {}
    if (i > 0) put_step(h->out, &l->list[i - 1], "\xe2\x86\x90 previous");
    for (i = at + 1; i < l->count && l->list[i].left_out; i++) {}
    if (i < l->count) put_step(h->out, &l->list[i], "next \xe2\x86\x92");
}

/* The results of the baselines that it is compared with; one that cannot be read has no values. */
static void open_partners(html *h, const kernels *l, const listed *x, evaluated *e)
{
    size_t i;
    e->besides = (beside *)cli_alloc(l->base_count + 1, sizeof *e->besides);
    e->beside_count = l->base_count;
    for (i = 0; i < l->base_count; i++) {
        opened *o = l->bases[i].base->o;
        partner_result *p;
        ncurep_error error;
        e->besides[i].name = l->bases[i].name;
        e->besides[i].brief = l->bases[i].brief;
        if (x->pairs[i].base == NULL) continue;
        p = (partner_result *)cli_alloc(1, sizeof *p);
        e->besides[i].e = &p->e;
        if (!ncurep_result_at(o->report, x->pairs[i].base->index, &p->r, &error) || !evaluate_result(h->sections, o, &p->r, &p->e)) {
            evaluated_free(&p->e);
            cli_free(p);
            e->besides[i].e = NULL;
        } else p->e.is_beside = 1;
    }
}

/* Their names stay. */
static void close_partners(evaluated *e)
{
    size_t i;
    for (i = 0; i < e->beside_count; i++)
        if (e->besides[i].e != NULL) {
            evaluated_free(e->besides[i].e);
            cli_free(e->besides[i].e); /* the first member of its partner_result */
            e->besides[i].e = NULL;
        }
}

/* The rest of it. */
static int put_kernel(html *h, const kernels *l, size_t at)
{
    output *out = h->out;
    const listed *x = &l->list[at];
    ncurep_result r;
    ncurep_error error;
    evaluated e;
    findings f;
    details d;
    uint32_t k;
    int has_source, code;
    unsigned char *has;
    listing source;
    memset(&e, 0, sizeof e);
    memset(&d, 0, sizeof d);
    if (!ncurep_result_at(h->o->report, x->index, &r, &error) || !evaluate_result(h->sections, h->o, &r, &e)) {
        put_markup(out, "</nav>\n<h2 id=\"k%" PRIu32 "h\">%" PRIu32 "</h2></div><div class=\"of\"><p>This result of the report is "
                   "damaged.</p></div></article>\n", x->index, x->index);
        evaluated_free(&e);
        return CLI_INPUT;
    }
    open_partners(h, l, x, &e);
    findings_of(&f, &e);
    h->state.has_memory = h->state.has_chart = 0;
    put_markup(out, "</nav>\n<h2 id=\"k%" PRIu32 "h\">%" PRIu32 " %s</h2>\n<nav aria-label=\"Sections\"><ul class=\"toc\">", r.index,
               r.index, name_of(l, x));
    has = (unsigned char *)cli_alloc((size_t)e.count + 1, 1);
    for (k = 0; k < e.count; k++) {
        nvs_view title;
        has[k] = (unsigned char)has_content(h, &e, &f, e.sections[k]);
        if (!has[k]) continue;
        title = section_title(e.sections[k]);
        put_markup(out, "<li><a href=\"#k%" PRIu32 "s%" PRIu32 "\">%.*s</a></li>\n", r.index, k, TEXT_OF(title));
    }
    if (has_warps(&r)) put_markup(out, "<li><a href=\"#k%" PRIu32 "w\">Warp samples over time</a></li>\n", r.index);
    if (has_occupancy(&e)) put_markup(out, "<li><a href=\"#k%" PRIu32 "o\">Occupancy calculator</a></li>\n", r.index);
    for (k = 0; k < l->base_count; k++) html_source_before(h, l->bases[k].base->o, x->pairs[k].base);
    has_source = html_source_open(h, &e, &source);
    if (has_source) put_markup(out, "<li><a href=\"#k%" PRIu32 "src\">Source</a></li>\n", r.index);
    for (k = 0; k < l->base_count && x->pairs[k].base == NULL;) k++;
    if (k < l->base_count) put_markup(out, "<li><a href=\"#c%" PRIu32 "\">Comparison</a></li>\n", r.index);
    put_markup(out, "</ul></nav></div>\n<div class=\"of\">\n");
    if (r.kind == NCUREP_RESULT_KIND_KERNEL && (r.demangled.len != r.function.len || memcmp(r.demangled.ptr, r.function.ptr, r.function.len) != 0)) {
        put_markup(out, "<details class=\"full raw\"><summary>Full name</summary><span class=\"code\">%.*s</span></details>\n",
                   TEXT_OF(r.demangled));
    }
    put_facts(h, &e, l, x);
    put_beside_names(out, &e);
    h->source = &source;
    h->state.user = h;
    h->state.link_fn = has_source ? put_target : NULL;
    d.e = &e;
    d.f = &f;
    d.has = has;
    put_details(h->pg, &d, &all_parts); /* evaluates sections again: all at once are much of memory */
    evaluated_forget(&e, 0);
    if (!h->state.has_memory && h->pg->m->sections.count == 0) {
        put_markup(out, "<div class=\"cards\">\n");
        (void)html_memory(h->pg->to, &e);
        put_markup(out, "</div>\n");
    }
    if (has_warps(&r)) html_warps(h, &e);
    if (has_occupancy(&e)) html_occupancy(h, &e);
    cli_free(has);
    findings_free(&f);
    close_partners(&e);
    evaluated_free(&e); /* the source takes as much again */
    if (has_source) html_source(h, &source, &e);
    else html_no_source(h, &source);
    html_source_close(h, &source);
    cli_free(e.besides);
    set_free(&h->targets);
    code = h->how->all ? put_all_metrics(h, &r) : CLI_FINE;
    put_markup(out, "</div>\n</article>\n");
    return code;
}

/* Comparison ------------------------------------------------------------------------------------------------------- */

#define CHANGE_COLUMNS(X) \
    X('l', "Metric", NULL, NULL, table_string(&t, c->name)) \
    X('u', "Unit", NULL, NULL, table_string(&t, s.unit)) \
    X('r', "Baseline", NULL, NULL, put_amount(&t, c, 0, &s)) \
    X('r', "Now", NULL, NULL, put_amount(&t, c, 1, &s)) \
    X('m', "Change", NULL, NULL, put_part(&t, c))

static void put_amount(table *t, const change *c, int k, const scale *s)
{
    cli_buf b = {NULL, 0, 0};
    if (c->has[k]) cli_putf(&b, "%.6g", c->value[k] / s->by);
    else cli_putf(&b, "-");
    put_known(t, c->has[k], c->value[k], &b);
}

static void put_part(table *t, const change *c)
{
    const int both = c->has[0] && c->has[1];
    cli_buf b = {NULL, 0, 0};
    if (both) table_style(t, put_change(&b, c->part, metric_direction(c->name)));
    put_known(t, both, c->part, &b);
}

static void put_changes(html *h, const changes *x)
{
    size_t i, shown = 0;
    table t;
    for (i = 0; i < x->count; i++) shown += (size_t)counts(&h->pg->m->compare, &x->list[i]);
    if (shown == 0) {
        put_markup(h->out, "<p class=\"about\">None of %zu metrics changed by more than %.6g%%.</p>\n", x->count,
                   h->pg->m->compare.tolerance);
        return;
    }
    put_markup(h->out, "<div class=\"list\">");
    TABLE_BEGIN(&t, h->pg->to, NULL, CHANGE_COLUMNS, TABLE_NAMED | TABLE_SORTED);
    for (i = 0; i < x->count; i++) {
        const change *c = &x->list[i];
        scale s;
        if (!counts(&h->pg->m->compare, c)) continue;
        scale_of(&s, ncurep_text(c->name), fabs(c->value[0]) > fabs(c->value[1]) ? c->value[0] : c->value[1], &h->pg->m->style);
        CHANGE_COLUMNS(TABLE_CELL)
        table_row(&t);
    }
    table_end(&t);
    put_markup(h->out, "</div>\n");
}

static void put_alone(html *h, const side *s, const char *title)
{
    size_t i, shown = 0;
    for (i = 0; i < s->count; i++) {
        if (s->list[i].matched) continue;
        if (shown++ == 0) put_markup(h->out, "<h3>%s</h3>\n<ul>\n", title);
        put_markup(h->out, "<li>%s</li>\n", s->list[i].title);
    }
    if (shown > 0) put_markup(h->out, "</ul>\n");
}

static int put_compared(html *h, const kernels *l, size_t k)
{
    output *out = h->out;
    side *const base = l->bases[k].base, *const own = l->bases[k].own;
    int code = CLI_FINE;
    size_t i, pairs = 0;
    put_markup(out, "<p class=\"about\">Baseline");
    put_which(out, l, k);
    put_markup(out, ": %s. Changes of more than %.6g%% are shown.</p>\n", l->bases[k].name, h->pg->m->compare.tolerance);
    for (i = 0; i < l->count; i++) {
        changes all;
        const listed *x = &l->list[i];
        const paired *p = &x->pairs[k];
        size_t first = 0;
        if (p->base == NULL) continue;
        pairs++;
        while (x->pairs[first].base == NULL) first++;
        if (first == k) put_markup(out, "<h3 id=\"c%" PRIu32 "\">", x->index);
        else put_markup(out, "<h3>");
        put_markup(out, "<a href=\"#k%" PRIu32 "\">%" PRIu32 " %s</a></h3>\n", x->index, x->index, p->own->title);
        if (compare_pair(h->pg->m, h->sections, base, own, p->base, p->own, &all)) put_changes(h, &all);
        else code = CLI_INPUT;
        free_changes(&all);
    }
    if (pairs == 0 && l->count > 0 && base->count > 0)
        put_markup(out, "<p class=\"about\">No kernel matches one in the baseline by %s.</p>\n", match_text(h->pg->m->compare.match));
    put_alone(h, base, "Only in the baseline");
    put_alone(h, own, "Not in the baseline");
    return code;
}

static int put_comparison(html *h, const kernels *l)
{
    size_t k;
    int code = CLI_FINE, one;
    put_markup(h->out, "<section class=\"view\" id=\"comparison\" aria-labelledby=\"comparison-h\">\n<h2 id=\"comparison-h\">Comparison</h2>\n");
    for (k = 0; k < l->base_count; k++) {
        one = put_compared(h, l, k);
        if (one > code) code = one;
    }
    put_markup(h->out, "</section>\n");
    return code;
}

/* The page --------------------------------------------------------------------------------------------------------- */

/* A banner on a report that is cut or damaged: how much could be read, and what is wrong. */
static void put_damage(output *out, const opened *o)
{
    cli_buf b = {NULL, 0, 0};
    damage d;
    uint32_t i;
    if (!damage_of(o, &d)) return;
    damage_words(&d, &b);
    put_markup(out, "<p role=\"alert\"><strong>");
    put_markup_buf(out, &b);
    put_markup(out, "</strong>");
    for (i = 0; i < d.problems; i++) {
        put_markup(out, "<br/>byte %" PRIu64 ": %s", d.problem[i].offset, d.problem[i].message);
    }
    if (d.info.problems > i) put_markup(out, "<br/>and %" PRIu32 " more", d.info.problems - i);
    put_markup(out, "</p>\n");
}

static void put_head(html *h, int has_base)
{
    output *out = h->out;
    ncurep_view path;
    char *made;
    ncurep_session s;
    ncurep_pair p;
    path.ptr = h->o->path;
    path.len = strlen(path.ptr);
    path = file_name(path);
    if (path.len == 1 && path.ptr[0] == '-') {
        path.ptr = "report";
        path.len = 6;
    }
    put_markup(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
               "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src blob:; style-src 'unsafe-inline'; "
               "script-src 'sha256-" SCRIPT_HASH
               "'\"/>\n<meta name=\"referrer\" content=\"no-referrer\"/>\n<title>%.*s</title>\n<style>\n", TEXT_OF(path));
    put_chart_style(out, CHART_ON_PAGE);
    put_markup_bytes(out, style_sheet, sizeof style_sheet);
    put_markup(out,
               "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#kernels\">Skip to the kernels</a>\n<header>\n<h1>%.*s</h1>\n<p>",
               TEXT_OF(path));
    (void)ncurep_report_session(h->o->report, &s);
    made = NULL;
    while (ncurep_pair_next(&s.versions, &p))
        if (same_text(p.name, "Nsight Compute Target")) {
            cli_free(made);
            made = copy_text(p.value.ptr, p.value.len);
        }
    if (made != NULL) {
        put_markup(out, "Nsight Compute %s", made);
    }
    cli_free(made);
    put_markup(out, "</p>\n<nav aria-label=\"Pages\"><a href=\"#kernels\">Kernels</a>");
    if (has_base) put_markup(out, "<a href=\"#comparison\">Comparison</a>");
    put_markup(out, "<a href=\"#session\">Session</a><a href=\"#all\">All on one page</a></nav>\n");
    put_damage(out, h->o);
    put_markup(out, "</header>\n<main id=\"all\">\n");
}

static int by_time(const void *a, const void *b)
{
    const listed *x = *(listed *const *)a, *y = *(listed *const *)b;
    if (x->figures.total < y->figures.total || x->figures.total > y->figures.total) return x->figures.total > y->figures.total ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* The kernels, drawn into buffers by index in the list: the longest first, as far as they fit. */
static cli_buf *draw_kernels(html *h, kernels *l, int *code)
{
    cli_buf *drawn = (cli_buf *)cli_alloc(l->count, sizeof *drawn);
    listed **order = (listed **)cli_alloc(l->count, sizeof *order);
    FILE *before;
    size_t i, bytes = 0;
    for (i = 0; i < l->count; i++) order[i] = &l->list[i];
    qsort(order, l->count, sizeof *order, by_time);
    for (i = 0; i < l->count; i++) {
        const size_t at = (size_t)(order[i] - l->list);
        int one;
        order[i]->left_out = bytes > h->how->most_bytes;
        if (order[i]->left_out) continue;
        before = out_into(h->out, &drawn[at]);
        one = put_kernel(h, l, at);
        out_back(h->out, before);
        bytes += drawn[at].len;
        if (one > *code) *code = one;
    }
    cli_free(order);
    return drawn;
}

static void put_tail(html *h)
{
    output *out = h->out;
    session_options session;
    put_markup(out, "<section class=\"view\" id=\"session\" aria-labelledby=\"session-h\">\n<h2 id=\"session-h\">Session</h2>\n"
               "<div class=\"cards\">\n");
    session.all = h->how->all;
    session.as_vendor = 0;
    (void)session_page(h->pg, h->o, &session);
    put_markup(out, "</div>\n</section>\n</main>\n<footer>Made by ncurep " VERSION
               ". This file needs no network; times, gains and shares "
               "are those of the report.</footer>\n<script>\n");
    put_markup_bytes(out, script, sizeof script);
    put_markup(out, "</script>\n</body>\n</html>\n");
}

static int put_whole_page(html *h, kernels *l)
{
    output *out = h->out;
    cli_buf *drawn = NULL;
    size_t i;
    int code = CLI_FINE, one;
    if (l->count > OPEN_KERNELS) drawn = draw_kernels(h, l, &code);
    put_head(h, l->base_count > 0);
    put_list(h, l);
    for (i = 0; i < l->count; i++) {
        if (drawn != NULL && l->list[i].left_out) continue;
        if (drawn != NULL) put_markup(out, "<script type=\"text/html\" id=\"i%" PRIu32 "\">\n", l->list[i].index);
        put_kernel_head(h, l, i);
        if (drawn == NULL) {
            one = put_kernel(h, l, i);
            if (one > code) code = one;
            continue;
        }
        put_markup_bytes(out, drawn[i].ptr, drawn[i].len);
        put_markup(out, "</script>\n");
        cli_buf_free(&drawn[i]);
    }
    cli_free(drawn);
    if (l->base_count > 0) {
        one = put_comparison(h, l);
        if (one > code) code = one;
    }
    put_tail(h);
    return code;
}

struct html_list {
    kernels l;
    html_base bases[MOST_BESIDES];
};

/* Names a baseline: its report without the folder, and the one result that all are compared with. */
static void name_of_base(html_base *to)
{
    const side *s = to->base;
    cli_buf b = {NULL, 0, 0};
    ncurep_view path;
    path.ptr = s->o->path;
    path.len = strlen(path.ptr);
    path = file_name(path);
    cli_put(&b, path.ptr, path.len);
    if (s->is_one && s->count > 0) cli_putf(&b, ", %" PRIu32, s->list[0].index);
    to->brief = b.len;
    if (s->is_one && s->count > 0) cli_putf(&b, " %s", s->list[0].title);
    to->name = copy_text(b.ptr != NULL ? b.ptr : "", b.len);
    cli_buf_free(&b);
}

static html *open_html(const page *pg, opened *o, section_source *sections, const html_options *how)
{
    html *h = (html *)cli_alloc(1, sizeof *h);
    h->pg = pg;
    h->how = how;
    h->out = pg->to;
    h->o = o;
    h->sections = sections;
    pg->to->html = &h->state;
    return h;
}

static void close_html(html *h)
{
    html_state_free(&h->state);
    set_free(&h->files);
    h->pg->to->html = NULL;
    cli_free(h);
}

html_list *html_list_open(const page *pg, opened *o, section_source *sections, const html_base *bases, size_t count, int *code)
{
    html *h = open_html(pg, o, sections, NULL);
    html_list *l = (html_list *)cli_alloc(1, sizeof *l);
    size_t i;
    int one;
    for (i = 0; i < count; i++) {
        l->bases[i] = bases[i];
        name_of_base(&l->bases[i]);
    }
    one = read_list(h, &l->l, l->bases, count);
    *code = code_of(o);
    if (one > *code) *code = one;
    close_html(h);
    return l;
}

void html_list_close(html_list *l)
{
    size_t i;
    for (i = 0; i < l->l.count; i++) bunch_free(&l->l.list[i].figures);
    for (i = 0; i < l->l.base_count; i++) cli_free(l->bases[i].name);
    cli_free(l->l.list);
    labels_free(&l->l.names);
    cli_free(l);
}

int html_partner(const html_list *l, uint32_t index, size_t base, uint32_t *partner)
{
    size_t i;
    for (i = 0; i < l->l.count && l->l.list[i].index != index; i++) {}
    if (i == l->l.count || l->l.list[i].pairs[base].base == NULL) return 0;
    *partner = l->l.list[i].pairs[base].base->index;
    return 1;
}

int html_frame(const page *pg, opened *o, section_source *sections, html_list *l, const html_options *how)
{
    html *h = open_html(pg, o, sections, how);
    put_head(h, l->l.base_count > 0);
    put_list(h, &l->l);
    put_tail(h);
    close_html(h);
    return CLI_FINE;
}

int html_kernel(const page *pg, opened *o, section_source *sections, html_list *l, const html_options *how, uint32_t index)
{
    html *h;
    size_t i;
    int code;
    for (i = 0; i < l->l.count && l->l.list[i].index != index; i++) {}
    if (i == l->l.count) return CLI_FINDING;
    h = open_html(pg, o, sections, how);
    h->first_file = 1024 * (size_t)index; /* other kernels may come onto the same page */
    put_kernel_head(h, &l->l, i);
    code = put_kernel(h, &l->l, i);
    close_html(h);
    return code;
}

int html_comparison(const page *pg, opened *o, section_source *sections, html_list *l, const html_options *how)
{
    html *h;
    int code;
    if (l->l.base_count == 0) return CLI_FINDING;
    h = open_html(pg, o, sections, how);
    code = put_comparison(h, &l->l);
    close_html(h);
    return code;
}

int html_page(const page *pg, opened *o, section_source *sections, const html_base *bases, size_t count, const html_options *how)
{
    int code;
    html_list *l = html_list_open(pg, o, sections, bases, count, &code);
    html *h = open_html(pg, o, sections, how);
    int one;
    one = put_whole_page(h, &l->l);
    close_html(h);
    html_list_close(l);
    return one > code ? one : code;
}
