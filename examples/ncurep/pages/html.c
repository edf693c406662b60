/* ncurep html: a report as one page that needs nothing else. */
#include "damage.h"
#include "html_parts.h"
#include "session.h"
#include "../model/labels.h"
#include "../model/listing.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Lines of page.css and page.js. */
static const char *const style_sheet[] = {
#include "page.css.inc"
};
static const char *const script[] = {
#include "page.js.inc"
};

/* The script may run when it is this one, and nothing else may: a test compares. */
#define SCRIPT_HASH "yyFfhxdHwPtpwKArv6mofg9CzcbQH/n3o4clCVFr/jA="

static void put_part(FILE *out, ncurep_view v) { put_html(out, v.ptr, v.len); }

static void put_lines(FILE *out, const char *const *lines, size_t count)
{
    size_t i;
    for (i = 0; i < count; i++) {
        fputs(lines[i], out);
        putc('\n', out);
    }
}

#define OPEN_KERNELS 16 /* more than that are inert, as texts, until the script shows one */

/* The list of kernels --------------------------------------------------------------------------------------------- */

/* A result of the report, before its details are looked at. */
typedef struct listed {
    uint32_t index;
    size_t label;      /* its name among those of the page */
    int left_out;      /* only the list has it: the page would be too large */
    bunch figures;
    entry *own, *base; /* itself, and its partner in the baseline; NULL: none */
    double base_time;
    int has_base_time;
} listed;

typedef struct kernels {
    listed *list;
    size_t count, room;
    double total, most;
    int has_ranges;
    labels names;
} kernels;

static const char *name_of(const kernels *l, const listed *x) { return l->names.list[x->label].text; }

static void put_time(FILE *out, const value_style *style, double ns)
{
    cli_buf b = {NULL, 0, 0};
    put_duration(&b, style, ns);
    put_html_buf(out, &b);
}

/* For the script, which sorts by it: as JavaScript reads numbers; nothing for other texts. */
static void put_exact(FILE *out, double v)
{
    char text[32];
    cli_double(text, v);
    if (v - v == 0) fputs(text, out);
    else if (v == v) fputs(v > 0 ? "Infinity" : "-Infinity", out);
}

static void put_dim3(FILE *out, uint64_t x, uint64_t y, uint64_t z)
{
    fprintf(out, "%" PRIu64, x);
    if (y != 1 || z != 1) fprintf(out, " \xc3\x97 %" PRIu64, y);
    if (z != 1) fprintf(out, " \xc3\x97 %" PRIu64, z);
}

static void put_range(void *user, ncurep_view name)
{
    html *h = (html *)user;
    if (h->ranges++ > 0) fputs(" \xe2\x80\xba ", h->out);
    put_part(h->out, name);
}

static int read_list(html *h, kernels *l, side *base, side *own)
{
    cursor at;
    ncurep_view range;
    ncurep_result r;
    size_t mine = 0;
    int code = CLI_FINE;
    memset(&at, 0, sizeof at);
    memset(l, 0, sizeof *l);
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
        while (own != NULL && mine < own->count && own->list[mine].index < r.index) mine++;
        if (own != NULL && mine < own->count && own->list[mine].index == r.index) {
            x->own = &own->list[mine];
            x->base = partner(x->own, base);
        }
        if (x->base != NULL) {
            ncurep_result other;
            ncurep_error e;
            ncurep_value v;
            ncurep_view metric;
            x->own->matched = 1;
            if (ncurep_result_at(base->o->report, x->base->index, &other, &e) && duration_of(base->o, &other, &v, &metric)) {
                x->base_time = ncurep_value_double(&v);
                x->has_base_time = x->base_time > 0 && x->base_time - x->base_time == 0;
            }
        }
    }
    labels_make(&l->names);
    return code;
}

/* A change in percent: more is an arrow up. good: -1 where less is better, 1 where more is, 0 where it is not known. */
static void put_change(FILE *out, double part, int good)
{
    const int way = part > 0 ? 1 : part < 0 ? -1 : 0;
    fprintf(out, "<span class=\"%s\">", way * good < 0 ? "up" : way * good > 0 ? "down" : "same");
    if (part - part != 0) fputs("new", out);
    else fprintf(out, "%s%+.2f%%", way > 0 ? "\xe2\x96\xb2 " : way < 0 ? "\xe2\x96\xbc " : "", 100 * part);
    fputs("</span>", out);
}

static void put_tile(FILE *out, const char *name)
{
    fprintf(out, "<div><dt>%s</dt><dd>", name);
}

static void put_tiles(html *h, const kernels *l, const side *base)
{
    FILE *out = h->out;
    const listed *longest = NULL, *best = NULL;
    ncurep_session s;
    ncurep_device d;
    ncurep_result r;
    ncurep_error e;
    size_t i;
    double before = 0, now = 0;
    for (i = 0; i < l->count; i++) {
        const listed *x = &l->list[i];
        if (x->figures.timed > 0 && (longest == NULL || x->figures.total > longest->figures.total)) longest = x;
        if (x->figures.gain.percent > 0 && (best == NULL || x->figures.gain.percent > best->figures.gain.percent)) best = x;
        if (x->has_base_time && x->figures.timed > 0) {
            before += x->base_time;
            now += x->figures.total;
        }
    }
    fputs("<dl class=\"tiles\">\n", out);
    put_tile(out, "Results");
    fprintf(out, "%zu</dd></div>\n", l->count);
    if (l->total > 0) {
        put_tile(out, "Time of all");
        put_time(out, &h->pg->m->style, l->total);
        fputs("</dd></div>\n", out);
    }
    if (longest != NULL && ncurep_result_at(h->o->report, longest->index, &r, &e)) {
        put_tile(out, "Longest");
        put_time(out, &h->pg->m->style, longest->figures.total);
        fprintf(out, " <small>%" PRIu32 " ", r.index);
        put_html_text(out, name_of(l, longest));
        fputs("</small></dd></div>\n", out);
    }
    if (best != NULL && ncurep_result_at(h->o->report, best->index, &r, &e)) {
        put_tile(out, "Best estimated gain");
        fprintf(out, "%.4g%% <small>%" PRIu32 " ", best->figures.gain.percent, r.index);
        put_html_text(out, name_of(l, best));
        fputs("</small></dd></div>\n", out);
    }
    if (base != NULL && before > 0) {
        put_tile(out, "Time against the baseline");
        put_change(out, now / before - 1, -1);
        fputs("</dd></div>\n", out);
    }
    (void)ncurep_report_session(h->o->report, &s);
    while (ncurep_device_next(&s.devices, &d)) {
        put_tile(out, "Device");
        put_part(out, d.name);
        fprintf(out, " <small>device %" PRIu32 "</small></dd></div>\n", d.id);
    }
    fputs("</dl>\n", out);
}

static void put_list(html *h, const kernels *l, const side *base)
{
    FILE *out = h->out;
    size_t i, left_out = 0;
    fputs("<section class=\"view\" id=\"kernels\" aria-labelledby=\"kernels-h\">\n<h2 id=\"kernels-h\">Kernels</h2>\n", out);
    put_tiles(h, l, base);
    for (i = 0; i < l->count; i++) left_out += (size_t)l->list[i].left_out;
    if (left_out > 0)
        fprintf(out, "<p class=\"about\">This page holds the %zu longest of %zu results. Of the others it has this list; "
                     "ncurep html -s ID -c 1 REPORT makes a page of one of them.</p>\n", l->count - left_out, l->count);
    if (l->count > OPEN_KERNELS) fputs("<noscript><p>Kernels are shown by the script of this page; without it there is this list.</p></noscript>\n", out);
    fputs("<div class=\"filter\"><label for=\"find\">Filter</label><input id=\"find\" type=\"search\" placeholder=\"words of a name, range, bound\"/>"
          "<output for=\"find\"></output></div>\n<div class=\"list\">\n<table class=\"sort\">\n<thead><tr><th scope=\"col\">ID"
          "<th scope=\"col\" class=\"t\">Kernel<th scope=\"col\">Grid<th scope=\"col\">Block<th scope=\"col\" data-down=\"\">Duration"
          "<th scope=\"col\" data-down=\"\">Share", out);
    if (base != NULL) fputs("<th scope=\"col\" data-down=\"\">Change", out);
    fputs("<th scope=\"col\" class=\"t\">Bound<th scope=\"col\" data-down=\"\">Best gain<th scope=\"col\">Device", out);
    if (l->has_ranges) fputs("<th scope=\"col\" class=\"t\">NVTX ranges", out);
    fputs("</thead>\n<tbody>\n", out);
    for (i = 0; i < l->count; i++) {
        const listed *x = &l->list[i];
        const bunch *f = &x->figures;
        char device[32], cc[32];
        ncurep_result r;
        ncurep_error e;
        if (!ncurep_result_at(h->o->report, x->index, &r, &e)) continue;
        device_of(h->o, &r, device, cc, sizeof device);
        fprintf(out, "<tr><td data-v=\"%" PRIu32 "\">%" PRIu32 "<th>", r.index, r.index);
        if (!x->left_out) fprintf(out, "<a href=\"#k%" PRIu32 "\">", r.index);
        put_html_text(out, name_of(l, x));
        if (!x->left_out) fputs("</a>", out);
        if (r.kind == NCUREP_RESULT_KIND_KERNEL) {
            fprintf(out, "<td data-v=\"%.0f\">", (double)r.grid[0] * (double)r.grid[1] * (double)r.grid[2]);
            put_dim3(out, r.grid[0], r.grid[1], r.grid[2]);
            fprintf(out, "<td data-v=\"%.0f\">", (double)r.block_size.x * (double)r.block_size.y * (double)r.block_size.z);
            put_dim3(out, r.block_size.x, r.block_size.y, r.block_size.z);
        } else fputs("<td data-v=\"\"><td data-v=\"\">", out);
        fputs("<td class=\"n\" data-v=\"", out);
        if (f->timed > 0) put_exact(out, f->total);
        fputs("\">", out);
        if (f->timed > 0) put_time(out, &h->pg->m->style, f->total);
        fputs("<td data-v=\"", out);
        if (f->timed > 0) put_exact(out, f->total);
        putc('"', out);
        if (f->timed > 0 && l->most > 0) fprintf(out, " style=\"--h:%.0f\"", 100 * f->total / l->most);
        putc('>', out);
        if (f->timed > 0 && l->total > 0) fprintf(out, "%.1f%%", 100 * f->total / l->total);
        if (base != NULL) {
            const double part = x->has_base_time && f->timed > 0 ? f->total / x->base_time - 1 : 0;
            fputs("<td class=\"n\" data-v=\"", out);
            if (x->has_base_time && f->timed > 0) put_exact(out, part);
            fputs("\">", out);
            if (x->base == NULL) fputs("not in the baseline", out);
            else if (x->has_base_time && f->timed > 0) put_change(out, part, -1);
        }
        fprintf(out, "<td class=\"t\">%s<td class=\"n\" data-v=\"", bound_of(f));
        if (f->gain.percent > 0) put_exact(out, f->gain.percent);
        else if (f->local.percent > 0) put_exact(out, f->local.percent - 1000); /* after all gains of kernels */
        fputs("\">", out);
        if (f->gain.percent > 0) fprintf(out, "%.4g%%", f->gain.percent);
        else if (f->local.percent > 0) fprintf(out, "<span class=\"same\">%.4g%% of a part</span>", f->local.percent);
        fputs("<td>", out);
        put_html_text(out, device);
        if (l->has_ranges) {
            fputs("<td class=\"t\">", out);
            h->ranges = 0;
            (void)walk_ranges(&r, put_range, h);
        }
        putc('\n', out);
    }
    fputs("</tbody>\n</table>\n</div>\n</section>\n", out);
}

/* Findings of rules ------------------------------------------------------------------------------------------------ */

static void put_gain(FILE *out, const finding *f)
{
    if (f->percent > 0) fprintf(out, " <span class=\"gain\">Est. %sspeedup: %.4g%%</span>", f->speedup == SPEEDUP_LOCAL ? "local " : "", f->percent);
}

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

/* A text of a rule. Links lead to sections and to rows of the source; addresses in the net stay texts: a report does not say
   where this page leads to. */
static void put_marked(html *h, ncurep_view text)
{
    FILE *out = h->out;
    size_t at = 0;
    piece x;
    while (next_piece(text, &at, &x)) {
        cli_buf b = {NULL, 0, 0};
        uint32_t k, line;
        if (x.kind == PIECE_SECTION)
            for (k = 0; k < h->e->count && b.len == 0; k++) {
                const nvs_view id = nvs_node_text(h->e->sections[k], NVS_FIELD_IDENTIFIER);
                if (h->has[k] && same_view(view_of(id), x.target)) cli_putf(&b, "s%" PRIu32, k);
            }
        else if (h->source != NULL && (x.kind == PIECE_ADDRESS || x.kind == PIECE_LINE)) {
            if (x.kind == PIECE_ADDRESS && row_of_address(h->source, x.number) != NULL) put_row_id(&b, x.number, x.target, 0);
            if (x.kind == PIECE_LINE && (line = line_of(h->source, x.target, x.number)) > 0) put_row_id(&b, 0, x.target, line);
            if (b.len > 0) (void)set_add(&h->targets, b.ptr, b.len);
        }
        if (b.len > 0) fprintf(out, "<a href=\"#k%" PRIu32 "%s\">", h->e->r->index, b.ptr);
        put_part(out, x.text);
        if (b.len > 0) fputs("</a>", out);
        if (x.kind == PIECE_URL) {
            fputs(" (", out);
            put_part(out, x.target);
            putc(')', out);
        }
        cli_buf_free(&b);
    }
}

static void put_finding(html *h, const finding *f)
{
    FILE *out = h->out;
    size_t i;
    fprintf(out, "<li class=\"%s\"><span class=\"tag\">%s</span>", finding_word(f->type), finding_word(f->type));
    put_gain(out, f);
    if (f->title.len > 0) {
        fputs(" <b>", out);
        put_part(out, f->title);
        fputs("</b>", out);
    }
    fputs("<p>", out);
    put_marked(h, f->marked);
    fputs("</p>", out);
    if (f->focus_count > 0) {
        fputs("<details><summary>Metrics</summary>\n", out);
        fputs("<table><thead><tr><th scope=\"col\">Metric<th scope=\"col\">Value<th scope=\"col\" class=\"t\">Why</thead><tbody>\n", out);
        for (i = 0; i < f->focus_count; i++) {
            cli_buf value = {NULL, 0, 0};
            fputs("<tr><th>", out);
            put_part(out, f->focus[i].name);
            put_count(&value, f->focus[i].value);
            fprintf(out, "<td>%s<td class=\"t\">", value.ptr);
            cli_buf_free(&value);
            put_part(out, f->focus[i].info);
            putc('\n', out);
        }
        fputs("</tbody></table>\n", out);
        fputs("</details>", out);
    }
    fputs("</li>\n", out);
}

/* Findings of a section; NULL: those of none. */
static void put_findings(html *h, const evaluated *e, const findings *f, const nvs_node *section)
{
    size_t i, shown = 0;
    for (i = 0; i < f->count; i++) {
        if (section != NULL ? !of_section(&f->list[i], section) : !is_homeless(e, &f->list[i])) continue;
        if (shown++ == 0) fputs("<ul class=\"says\">\n", h->out);
        put_finding(h, &f->list[i]);
    }
    if (shown > 0) fputs("</ul>\n", h->out);
}

/* The estimated gains of a kernel, best first, with the way to the section. */
static void put_gains(html *h, const evaluated *e, const findings *f)
{
    FILE *out = h->out;
    size_t count, i;
    uint32_t k;
    const finding **list = findings_by_gain(f, &count);
    if (count > 0) {
        fputs("<div class=\"card\"><h4>What the rules would gain</h4>\n<table class=\"gains\"><thead><tr><th scope=\"col\">Rule"
              "<th scope=\"col\">Estimate<th scope=\"col\" class=\"t\">Of<th scope=\"col\" class=\"t\">Section</thead><tbody>\n", out);
        for (i = 0; i < count; i++) {
            fputs("<tr><th>", out);
            put_part(out, list[i]->name.len > 0 ? list[i]->name : list[i]->rule);
            fprintf(out, "<td class=\"n\" style=\"--h:%.0f\">%.4g%%<td class=\"t\">%s<td class=\"t\">",
                    list[i]->percent < 100 ? list[i]->percent : 100, list[i]->percent,
                    list[i]->speedup == SPEEDUP_LOCAL ? "a part" : list[i]->speedup == SPEEDUP_GLOBAL ? "the kernel" : "");
            for (k = 0; k < e->count && !of_section(list[i], e->sections[k]); k++) {}
            if (k < e->count) {
                const nvs_view title = section_title(e->sections[k]);
                fprintf(out, "<a href=\"#k%" PRIu32 "s%" PRIu32 "\">", e->r->index, k);
                put_html(out, title.ptr, title.len);
                fputs("</a>", out);
            } else put_part(out, list[i]->section);
            putc('\n', out);
        }
        fputs("</tbody></table></div>\n", out);
    }
    cli_free((void *)(uintptr_t)list);
}

/* Sections --------------------------------------------------------------------------------------------------------- */

static void put_section(html *h, evaluated *e, const findings *f, uint32_t k, const nvs_evaluation *v, int chart)
{
    FILE *out = h->out;
    const nvs_node *section = e->sections[k];
    const nvs_view title = section_title(section), about = nvs_node_text(section, NVS_FIELD_DESCRIPTION);
    const nvs_part **header;
    size_t count, i;
    fprintf(out, "<section>\n<h3 id=\"k%" PRIu32 "s%" PRIu32 "\">", e->r->index, k);
    put_html(out, title.ptr, title.len);
    fputs("</h3>\n", out);
    if (about.len > 0) {
        int first;
        const size_t number = number_of(&h->state, about, &first);
        if (first) {
            fprintf(out, "<p class=\"about\" id=\"m%zu\">", number);
            put_html(out, about.ptr, about.len);
        } else fprintf(out, "<p class=\"about\" data-a=\"%zu\">", number);
        fputs("</p>\n", out);
    }
    fputs("<div class=\"cards\">\n", out);
    header = header_of(v, &count);
    if (count > 0) {
        fputs("<div class=\"card\"><table class=\"header\"><tbody>\n", out);
        for (i = 0; i < count; i++) html_metric_row(h->pg->to, &h->pg->m->style, &header[i]->cell);
        fputs("</tbody></table></div>\n", out);
    }
    cli_free((void *)(uintptr_t)header);
    put_figures(h->pg->to, e, v);
    if (!chart && !h->state.has_memory && is_memory_section(section)) h->state.has_memory = html_memory(h->pg->to, e);
    fputs("</div>\n", out);
    put_findings(h, e, f, section);
    fputs("</section>\n", out);
}

/* Whether there is anything to show of a section. *chart is set where it has the chart of the memory system. */
static int has_content(evaluated *e, const findings *f, uint32_t k, int *chart)
{
    const nvs_evaluation *v = evaluate_section(e, e->sections[k], 1);
    size_t i;
    int has = 0;
    for (i = 0; i < f->count && !has; i++) has = of_section(&f->list[i], e->sections[k]);
    if (v == NULL) return 0;
    for (i = 0; i < v->count; i++) {
        const nvs_part *p = &v->parts[i];
        if (p->kind == NVS_PART_KIND_ITEM && p->node->name == NVS_FIELD_MEMORY_CHART) has = *chart = 1;
        has |= (p->kind == NVS_PART_KIND_HEADER && is_shown(&p->cell)) || (p->kind == NVS_PART_KIND_ITEM && item_has(e, p, v->parts + item_end(v, i + 1)));
    }
    nvs_evaluation_close(v);
    return has;
}

/* A kernel --------------------------------------------------------------------------------------------------------- */

static void put_facts(html *h, evaluated *e, const listed *x)
{
    static const struct {
        const char *name, *metric;
    } more[] = {{"Registers per thread", "launch__registers_per_thread"}, {"Waves per SM", "launch__waves_per_multiprocessor"}};
    FILE *out = h->out;
    const ncurep_result *r = e->r;
    char device[32], cc[32];
    size_t i;
    device_of(h->o, r, device, cc, sizeof device);
    fputs("<dl class=\"tiles\">\n", out);
    if (x->figures.timed > 0) {
        put_tile(out, "Duration");
        put_time(out, &h->pg->m->style, x->figures.total);
        if (x->has_base_time) {
            fputs(" <small>", out);
            put_change(out, x->figures.total / x->base_time - 1, -1);
            fputs(" against the baseline</small>", out);
        }
        fputs("</dd></div>\n", out);
    }
    if (bound_of(&x->figures)[0] != 0) {
        put_tile(out, "Bound");
        fprintf(out, "%s <small>compute %.1f%%, memory %.1f%%</small></dd></div>\n", bound_of(&x->figures), x->figures.compute / x->figures.weight,
                x->figures.memory / x->figures.weight);
    }
    if (r->kind == NCUREP_RESULT_KIND_KERNEL) {
        put_tile(out, "Grid");
        put_dim3(out, r->grid[0], r->grid[1], r->grid[2]);
        fputs("</dd></div>\n", out);
        put_tile(out, "Block");
        put_dim3(out, r->block_size.x, r->block_size.y, r->block_size.z);
        fputs("</dd></div>\n", out);
    }
    for (i = 0; i < sizeof more / sizeof *more; i++) {
        int has;
        const double v = evaluated_number(e, more[i].metric, &has);
        if (!has || r->kind != NCUREP_RESULT_KIND_KERNEL) continue;
        put_tile(out, more[i].name);
        fprintf(out, "%.4g</dd></div>\n", v);
    }
    if (device[0] != 0) {
        put_tile(out, "Device");
        put_html_text(out, device);
        fprintf(out, "%s", cc[0] != 0 ? " <small>CC " : "");
        put_html_text(out, cc);
        fprintf(out, "%s</dd></div>\n", cc[0] != 0 ? "</small>" : "");
    }
    put_tile(out, "Context, stream");
    fprintf(out, "%" PRIu32 ", %" PRIu32 "</dd></div>\n</dl>\n", r->context, r->stream);
}

static int put_all_metrics(html *h, const ncurep_result *r)
{
    ncurep_index index;
    ncurep_error e;
    uint32_t place, n = 0;
    if (ncurep_index_build(h->o->report, r, &index, &e) != NCUREP_OK) {
        say_error(h->pg->m->c, h->o->path, &e);
        return CLI_INPUT;
    }
    for (place = 0; place < index.count; place++) {
        ncurep_metric m;
        ncurep_view name;
        cli_buf b = {NULL, 0, 0};
        scale s;
        if (!ncurep_index_at(&index, place, &m) || !ncurep_string_at(h->o->report, m.name_id, &name) || is_list(name)) continue;
        if (n++ == 0)
            fputs("<section><h3>All metrics</h3>\n<details class=\"raw\"><summary>Table</summary><div class=\"list\"><table class=\"sort\"><thead><tr><th scope=\"col\">Metric"
                  "<th scope=\"col\">Value<th scope=\"col\" class=\"t\">Unit</thead><tbody>\n", h->out);
        scale_of(&s, name, ncurep_value_double(&m.value), &h->pg->m->style);
        put_value(&b, &m.value, &s, h->pg->m->style.exact);
        fputs("<tr><th>", h->out);
        put_part(h->out, name);
        fputs("<td>", h->out);
        put_html_buf(h->out, &b);
        fputs("<td class=\"u\">", h->out);
        put_html_text(h->out, s.unit);
        putc('\n', h->out);
    }
    if (n > 0) fputs("</tbody></table></div></details></section>\n", h->out);
    return CLI_FINE;
}

static void put_comments(html *h, const evaluated *e)
{
    ncurep_list list = e->r->section_comments;
    ncurep_comment c;
    if (e->r->comments.len > 0) {
        fputs("<p>Comment: ", h->out);
        put_part(h->out, e->r->comments);
        fputs("</p>\n", h->out);
    }
    while (ncurep_comment_next(&list, &c)) {
        fputs("<p>Comment by ", h->out);
        put_part(h->out, c.name);
        fputs(" on ", h->out);
        put_part(h->out, c.id.section);
        fputs(": ", h->out);
        put_part(h->out, c.text);
        fputs("</p>\n", h->out);
    }
}

static void put_step(FILE *out, const listed *x, const char *words)
{
    fprintf(out, "<a href=\"#k%" PRIu32 "\">%s</a>", x->index, words);
}

/* The begin of a kernel, with the way to its neighbours. */
static void put_kernel_head(html *h, const kernels *l, size_t at)
{
    const uint32_t index = l->list[at].index;
    size_t i;
    fprintf(h->out, "<article class=\"view kernel\" id=\"k%" PRIu32 "\" aria-labelledby=\"k%" PRIu32 "h\">\n<div class=\"side\"><nav class=\"step\" aria-label=\"Neighbours\">", index, index);
    for (i = at; i > 0 && l->list[i - 1].left_out; i--) {}
    if (i > 0) put_step(h->out, &l->list[i - 1], "\xe2\x86\x90 previous");
    for (i = at + 1; i < l->count && l->list[i].left_out; i++) {}
    if (i < l->count) put_step(h->out, &l->list[i], "next \xe2\x86\x92");
}

/* The rest of it. */
static int put_kernel(html *h, const kernels *l, size_t at)
{
    FILE *out = h->out;
    const listed *x = &l->list[at];
    ncurep_result r;
    ncurep_error error;
    evaluated e;
    findings f;
    uint32_t k;
    int chart = 0, has_source, code;
    unsigned char *has;
    listing source;
    memset(&e, 0, sizeof e);
    if (!ncurep_result_at(h->o->report, x->index, &r, &error) || !evaluate_result(h->sections, h->o, &r, &e)) {
        fprintf(out, "</nav>\n<h2 id=\"k%" PRIu32 "h\">%" PRIu32 "</h2></div><div class=\"of\"><p>This result of the report is damaged.</p></div></article>\n",
                x->index, x->index);
        evaluated_free(&e);
        return CLI_INPUT;
    }
    findings_of(&f, &e);
    h->state.has_memory = 0;
    fprintf(out, "</nav>\n<h2 id=\"k%" PRIu32 "h\">%" PRIu32 " ", r.index, r.index);
    put_html_text(out, name_of(l, x));
    fputs("</h2>\n<nav aria-label=\"Sections\"><ul class=\"toc\">", out);
    has = (unsigned char *)cli_alloc((size_t)e.count + 1, 1);
    for (k = 0; k < e.count; k++) {
        nvs_view title;
        has[k] = (unsigned char)has_content(&e, &f, k, &chart);
        if (evaluated_has_many(&e, 0)) evaluated_forget(&e, 0);
        if (!has[k]) continue;
        title = section_title(e.sections[k]);
        fprintf(out, "<li><a href=\"#k%" PRIu32 "s%" PRIu32 "\">", r.index, k);
        put_html(out, title.ptr, title.len);
        fputs("</a></li>\n", out);
    }
    if (has_warps(&r)) fprintf(out, "<li><a href=\"#k%" PRIu32 "w\">Warp samples over time</a></li>\n", r.index);
    has_source = html_source_open(h, &r, &source);
    if (has_source) fprintf(out, "<li><a href=\"#k%" PRIu32 "src\">Source</a></li>\n", r.index);
    if (x->base != NULL) fprintf(out, "<li><a href=\"#c%" PRIu32 "\">Comparison</a></li>\n", r.index);
    fputs("</ul></nav></div>\n<div class=\"of\">\n", out);
    if (r.kind == NCUREP_RESULT_KIND_KERNEL && (r.demangled.len != r.function.len || memcmp(r.demangled.ptr, r.function.ptr, r.function.len) != 0)) {
        fputs("<details class=\"full raw\"><summary>Full name</summary><span class=\"code\">", out);
        put_part(out, r.demangled);
        fputs("</span></details>\n", out);
    }
    put_facts(h, &e, x);
    h->e = &e;
    h->has = has;
    h->source = has_source ? &source : NULL;
    put_gains(h, &e, &f);
    put_findings(h, &e, &f, NULL);
    if (e.built_in && e.count > 0) fputs("<p class=\"about\">The report has no sections: these are built into this tool.</p>\n", out);
    for (k = 0; k < e.count; k++) {
        const nvs_evaluation *v = has[k] ? evaluate_section(&e, e.sections[k], 1) : NULL; /* again: all at once are much of memory */
        if (v == NULL) continue;
        put_section(h, &e, &f, k, v, chart);
        nvs_evaluation_close(v);
        if (evaluated_has_many(&e, 0)) evaluated_forget(&e, 0);
    }
    evaluated_forget(&e, 0);
    if (!h->state.has_memory && h->pg->m->sections.count == 0) {
        fputs("<div class=\"cards\">\n", out);
        (void)html_memory(h->pg->to, &e);
        fputs("</div>\n", out);
    }
    put_comments(h, &e);
    if (has_warps(&r)) html_warps(h, &r);
    cli_free(has);
    findings_free(&f);
    evaluated_free(&e); /* the source takes as much again */
    if (has_source) html_source(h, &source);
    close_listing(&source);
    set_free(&h->targets);
    set_free(&h->placed);
    code = h->how->all ? put_all_metrics(h, &r) : CLI_FINE;
    fputs("</div>\n</article>\n", out);
    return code;
}

/* Comparison ------------------------------------------------------------------------------------------------------- */

static void put_changes(html *h, const changes *x)
{
    FILE *out = h->out;
    size_t i, shown = 0;
    for (i = 0; i < x->count; i++) {
        const change *c = &x->list[i];
        ncurep_view name;
        scale s;
        int k;
        if (!counts(&h->pg->m->compare, c)) continue;
        if (shown++ == 0)
            fputs("<div class=\"list\"><table class=\"sort\"><thead><tr><th scope=\"col\">Metric<th scope=\"col\" class=\"t\">Unit<th scope=\"col\">Baseline"
                  "<th scope=\"col\">Now<th scope=\"col\" data-down=\"\">Change</thead><tbody>\n", out);
        name.ptr = c->name;
        name.len = strlen(c->name);
        scale_of(&s, name, fabs(c->value[0]) > fabs(c->value[1]) ? c->value[0] : c->value[1], &h->pg->m->style);
        fputs("<tr><th>", out);
        put_part(out, name);
        fputs("<td class=\"u\">", out);
        put_html_text(out, s.unit);
        for (k = 0; k < 2; k++) {
            fputs("<td data-v=\"", out);
            if (c->has[k]) put_exact(out, c->value[k]);
            fputs("\">", out);
            if (c->has[k]) fprintf(out, "%.6g", c->value[k] / s.by);
            else fputs("-", out);
        }
        fputs("<td class=\"n\" data-v=\"", out);
        if (c->has[0] && c->has[1]) put_exact(out, c->part);
        fputs("\">", out);
        if (c->has[0] && c->has[1]) put_change(out, c->part, metric_direction(c->name));
        putc('\n', out);
    }
    if (shown > 0) fputs("</tbody></table></div>\n", out);
    else fprintf(out, "<p class=\"about\">None of %zu metrics changed by more than %.6g%%.</p>\n", x->count, h->pg->m->compare.tolerance);
}

static void put_alone(html *h, const side *s, const char *title)
{
    size_t i, shown = 0;
    for (i = 0; i < s->count; i++) {
        if (s->list[i].matched) continue;
        if (shown++ == 0) fprintf(h->out, "<h3>%s</h3>\n<ul>\n", title);
        fputs("<li>", h->out);
        put_html_text(h->out, s->list[i].title);
        fputs("</li>\n", h->out);
    }
    if (shown > 0) fputs("</ul>\n", h->out);
}

static int put_comparison(html *h, const kernels *l, side *base, side *own)
{
    FILE *out = h->out;
    ncurep_view name;
    int code = CLI_FINE;
    size_t i, pairs = 0;
    fputs("<section class=\"view\" id=\"comparison\" aria-labelledby=\"comparison-h\">\n<h2 id=\"comparison-h\">Comparison</h2>\n<p class=\"about\">Baseline: ", out);
    name.ptr = base->o->path;
    name.len = strlen(name.ptr);
    put_part(out, file_name(name));
    fprintf(out, ". Changes of more than %.6g%% are shown.</p>\n", h->pg->m->compare.tolerance);
    for (i = 0; i < l->count; i++) {
        changes all;
        const listed *x = &l->list[i];
        if (x->base == NULL) continue;
        pairs++;
        fprintf(out, "<h3 id=\"c%" PRIu32 "\"><a href=\"#k%" PRIu32 "\">%" PRIu32 " ", x->index, x->index, x->index);
        put_html_text(out, x->own->title);
        fputs("</a></h3>\n", out);
        if (compare_pair(h->pg->m, h->sections, base, own, x->base, x->own, &all)) put_changes(h, &all);
        else code = CLI_INPUT;
        free_changes(&all);
    }
    if (pairs == 0 && l->count > 0 && base->count > 0)
        fputs("<p class=\"about\">No kernel matches one in the baseline: --match says what must be equal.</p>\n", out);
    put_alone(h, base, "Only in the baseline");
    put_alone(h, own, "Not in the baseline");
    fputs("</section>\n", out);
    return code;
}

/* The page --------------------------------------------------------------------------------------------------------- */

/* A banner on a report that is cut or damaged: how much could be read, and what is wrong. */
static void put_damage(FILE *out, const opened *o)
{
    cli_buf b = {NULL, 0, 0};
    damage d;
    uint32_t i;
    if (!damage_of(o, &d)) return;
    damage_words(&d, &b);
    fputs("<p role=\"alert\"><strong>", out);
    put_html_buf(out, &b);
    fputs("</strong>", out);
    for (i = 0; i < d.problems; i++) {
        fprintf(out, "<br/>byte %" PRIu64 ": ", d.problem[i].offset);
        put_html_text(out, d.problem[i].message);
    }
    if (d.info.problems > i) fprintf(out, "<br/>and %" PRIu32 " more", d.info.problems - i);
    fputs("</p>\n", out);
}

static void put_head(html *h, int has_base)
{
    FILE *out = h->out;
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
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" SCRIPT_HASH "'\"/>\n"
          "<meta name=\"referrer\" content=\"no-referrer\"/>\n<title>", out);
    put_part(out, path);
    fputs("</title>\n<style>\n", out);
    put_chart_style(out, CHART_ON_PAGE);
    put_lines(out, style_sheet, sizeof style_sheet / sizeof *style_sheet);
    fputs("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#kernels\">Skip to the kernels</a>\n<header>\n<h1>", out);
    put_part(out, path);
    fputs("</h1>\n<p>", out);
    (void)ncurep_report_session(h->o->report, &s);
    made = NULL;
    while (ncurep_pair_next(&s.versions, &p))
        if (same_text(p.name, "Nsight Compute Target")) {
            cli_free(made);
            made = copy_text(p.value.ptr, p.value.len);
        }
    if (made != NULL) {
        fputs("Nsight Compute ", out);
        put_html_text(out, made);
    }
    cli_free(made);
    fputs("</p>\n<nav aria-label=\"Pages\"><a href=\"#kernels\">Kernels</a>", out);
    if (has_base) fputs("<a href=\"#comparison\">Comparison</a>", out);
    fputs("<a href=\"#session\">Session</a><a href=\"#all\">All on one page</a></nav>\n", out);
    put_damage(out, h->o);
    fputs("</header>\n<main id=\"all\">\n", out);
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
    FILE *out = h->out;
    size_t i, bytes = 0;
    for (i = 0; i < l->count; i++) order[i] = &l->list[i];
    qsort(order, l->count, sizeof *order, by_time);
    for (i = 0; i < l->count; i++) {
        const size_t at = (size_t)(order[i] - l->list);
        int one;
        order[i]->left_out = bytes > h->how->most_bytes;
        if (order[i]->left_out) continue;
        h->out = h->pg->to->f = cli_buf_open(&drawn[at]);
        one = put_kernel(h, l, at);
        cli_buf_close(h->out);
        h->out = h->pg->to->f = out;
        bytes += drawn[at].len;
        if (one > *code) *code = one;
    }
    cli_free(order);
    return drawn;
}

static int put_page(html *h, side *base, side *own)
{
    FILE *out = h->out;
    session_options session;
    cli_buf *drawn = NULL;
    kernels l;
    size_t i;
    int code = code_of(h->o), one;
    one = read_list(h, &l, base, own);
    if (one > code) code = one;
    h->is_inert = l.count > OPEN_KERNELS;
    if (h->is_inert) drawn = draw_kernels(h, &l, &code);
    put_head(h, base != NULL);
    put_list(h, &l, base);
    for (i = 0; i < l.count; i++) {
        if (drawn != NULL && l.list[i].left_out) continue;
        if (drawn != NULL) fprintf(out, "<script type=\"text/html\" id=\"i%" PRIu32 "\">\n", l.list[i].index);
        put_kernel_head(h, &l, i);
        if (drawn == NULL) {
            one = put_kernel(h, &l, i);
            if (one > code) code = one;
            continue;
        }
        fwrite(drawn[i].ptr, 1, drawn[i].len, out);
        fputs("</script>\n", out);
        cli_buf_free(&drawn[i]);
    }
    cli_free(drawn);
    if (base != NULL) {
        one = put_comparison(h, &l, base, own);
        if (one > code) code = one;
    }
    fputs("<section class=\"view\" id=\"session\" aria-labelledby=\"session-h\">\n<h2 id=\"session-h\">Session</h2>\n<div class=\"cards\">\n", out);
    session.all = h->how->all;
    (void)session_page(h->pg, h->o, &session);
    fputs("</div>\n</section>\n</main>\n<footer>Made by ncurep " VERSION ". This file needs no network; times, gains and shares are those of the report.</footer>\n<script>\n", out);
    put_lines(out, script, sizeof script / sizeof *script);
    fputs("</script>\n</body>\n</html>\n", out);
    for (i = 0; i < l.count; i++) bunch_free(&l.list[i].figures);
    cli_free(l.list);
    labels_free(&l.names);
    return code;
}

int html_page(const page *pg, opened *o, section_source *sections, side *base, side *own, const html_options *how)
{
    html *h = (html *)cli_alloc(1, sizeof *h);
    int code;
    h->pg = pg;
    h->how = how;
    h->out = pg->to->f;
    h->o = o;
    h->sections = sections;
    pg->to->html = &h->state;
    code = put_page(h, base, own);
    set_free(&h->state.texts);
    set_free(&h->state.charts);
    cli_buf_free(&h->state.drawn);
    pg->to->html = NULL;
    cli_free(h);
    return code;
}
