/* The units of the memory system and the traffic between them. */
#include "chart_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A way between two units: from x1 to x2 at y; the first of the names that the result has counts. */
typedef struct way {
    const char *label;
    int x1, x2, y;       /* x1 > x2: to the left */
    int what;            /* WAY_... */
    const char *names[3];
} way;

enum { WAY_REQUESTS, WAY_BYTES, WAY_SECTORS };

static const way ways[] = {
    {"Global loads", 106, 292, 44, WAY_REQUESTS, {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "smsp__sass_inst_executed_op_global_ld.sum", "smsp__inst_executed_op_global_ld.sum"}},
    {"Global stores", 106, 292, 72, WAY_REQUESTS, {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "smsp__sass_inst_executed_op_global_st.sum", "smsp__inst_executed_op_global_st.sum"}},
    {"Local loads", 106, 292, 100, WAY_REQUESTS, {"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", "smsp__sass_inst_executed_op_local_ld.sum", "smsp__inst_executed_op_local_ld.sum"}},
    {"Local stores", 106, 292, 128, WAY_REQUESTS, {"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", "smsp__sass_inst_executed_op_local_st.sum", "smsp__inst_executed_op_local_st.sum"}},
    {"Texture", 106, 292, 156, WAY_REQUESTS, {"l1tex__t_requests_pipe_tex_mem_texture.sum", "smsp__inst_executed_op_texture.sum", NULL}},
    {"Loads", 106, 292, 226, WAY_REQUESTS, {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "smsp__sass_inst_executed_op_shared_ld.sum", "smsp__inst_executed_op_shared_ld.sum"}},
    {"Stores", 106, 292, 254, WAY_REQUESTS, {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "smsp__sass_inst_executed_op_shared_st.sum", "smsp__inst_executed_op_shared_st.sum"}},
    {"Read", 530, 412, 72, WAY_BYTES, {"l1tex__m_xbar2l1tex_read_bytes.sum", NULL, NULL}},
    {"Read", 530, 412, 72, WAY_SECTORS, {"lts__t_sectors_srcunit_tex_op_read.sum", NULL, NULL}},
    {"Written", 412, 530, 128, WAY_BYTES, {"l1tex__m_l1tex2xbar_write_bytes.sum", NULL, NULL}},
    {"Written", 412, 530, 128, WAY_SECTORS, {"lts__t_sectors_srcunit_tex_op_write.sum", NULL, NULL}},
    {"Read", 770, 646, 44, WAY_BYTES, {"dram__bytes_read.sum", "dram__bytes_op_read.sum", NULL}},
    {"Written", 646, 770, 72, WAY_BYTES, {"dram__bytes_write.sum", "dram__bytes_op_write.sum", NULL}},
    {"Read", 770, 646, 136, WAY_SECTORS, {"lts__t_sectors_srcunit_tex_aperture_sysmem_op_read_lookup_miss.sum", NULL, NULL}},
    {"Written", 646, 770, 164, WAY_SECTORS, {"lts__t_sectors_srcunit_tex_aperture_sysmem_op_write_lookup_miss.sum", NULL, NULL}},
    {"Read", 770, 646, 228, WAY_SECTORS, {"lts__t_sectors_srcunit_tex_aperture_peer_op_read_lookup_miss.sum", NULL, NULL}},
    {"Written", 646, 770, 256, WAY_SECTORS, {"lts__t_sectors_srcunit_tex_aperture_peer_op_write_lookup_miss.sum", NULL, NULL}}};

#define WAYS (sizeof ways / sizeof *ways)

typedef struct unit {
    const char *name;
    int x, y, width, height;
    const char *rate, *busy; /* metrics; NULL: none */
} unit;

static const unit units[] = {
    {"Kernel", 10, 16, 96, 256, NULL, NULL},
    {"L1/TEX cache", 292, 16, 120, 160, "l1tex__t_sector_hit_rate.pct", "l1tex__throughput.avg.pct_of_peak_sustained_active"},
    {"Shared memory", 292, 200, 120, 72, NULL, NULL},
    {"L2 cache", 530, 16, 116, 256, "lts__t_sector_hit_rate.pct", "lts__throughput.avg.pct_of_peak_sustained_elapsed"},
    {"Device memory", 770, 16, 120, 74, NULL, "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    {"System memory", 770, 108, 120, 74, NULL, NULL},
    {"Peer memory", 770, 200, 120, 74, NULL, NULL}};

/* What is known of a way. peak: percent of what it can carry; negative: not known. */
typedef struct traffic {
    int known;
    const char *metric;
    double value, peak; /* bytes, or what the metric counts */
} traffic;

static void read_way(const evaluated *e, const way *w, traffic *t)
{
    char name[160];
    size_t i;
    int has = 0;
    memset(t, 0, sizeof *t);
    for (i = 0; i < 3 && w->names[i] != NULL && !has; i++) {
        t->metric = w->names[i];
        t->value = evaluated_number(e, t->metric, &has);
    }
    if (has && w->what == WAY_SECTORS) t->value *= 32;
    t->known = has && is_finite(t->value) && t->value >= 0;
    snprintf(name, sizeof name, "%s.pct_of_peak_sustained_elapsed", t->metric);
    t->peak = evaluated_number(e, name, &has);
    if (!has || !(t->peak >= 0) || !is_finite(t->peak)) t->peak = -1;
}

static const char *unit_of(const way *w, const traffic *t)
{
    if (w->what != WAY_REQUESTS) return "B";
    return strstr(t->metric, "_requests_") != NULL ? "req" : strstr(t->metric, "_wavefronts_") != NULL ? "wavefronts" : "inst";
}

static void put_way_value(output *out, const way *w, const traffic *t)
{
    put_si(out, t->value);
    put_markup(out, w->what == WAY_REQUESTS || t->value < 1000 ? " %s" : "%s", unit_of(w, t));
}

/* Classes by share of the peak, a fifth each. */
#define LEVELS 5
static const char *const levels[LEVELS + 1] = {"c7", "c1", "c3", "c2", "p5", "p0"};

static const char *level_of(double peak) { return levels[!(peak >= 0) ? LEVELS : peak >= 100 ? LEVELS - 1 : (int)(peak / (100 / LEVELS))]; }

/* What is known of all ways; 0: too little. */
static int read_ways(const evaluated *e, traffic *all, double *most)
{
    size_t i, bytes = 0, requests = 0;
    most[0] = most[1] = 0;
    for (i = 0; i < WAYS; i++) {
        const int what = ways[i].what != WAY_REQUESTS;
        read_way(e, &ways[i], &all[i]);
        /* Sectors stand in for bytes that are not counted. */
        if (i > 0 && all[i - 1].known && ways[i].y == ways[i - 1].y && ways[i].x1 == ways[i - 1].x1) all[i].known = 0;
        if (!all[i].known) continue;
        if (all[i].value > most[what]) most[what] = all[i].value;
        if (what) bytes++;
        else requests++;
    }
    return bytes >= 2 && bytes + requests >= 4;
}

#define UP 16   /* where the units begin */
#define ROW 28  /* from one way to the next */
#define LINE 13 /* what each baseline adds to it */

static int lines_of(const evaluated *e)
{
    size_t n;
    int lines = 0;
    for (n = next_beside(e, 0); n < e->beside_count; n = next_beside(e, n + 1)) lines++;
    return lines;
}

/* Where y is, since each value has those of the baselines below it. */
static int down(const evaluated *e, int y) { return y + (y - UP) * LINE * lines_of(e) / ROW; }

/* A line of a baseline, to be closed: its mark from x on. */
static void begin_mark(output *to, const evaluated *e, size_t n, int x, int y)
{
    put_markup(to, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"7\" height=\"7\"/><text class=\"b\" x=\"%d\" y=\"%d\">", color_of(n + 1), x, y - 7, x + 10, y);
    if (e->beside_count > 1) put_markup(to, "%zu ", n + 1);
}

/* How far the value of now is from that of a baseline, short: the table has it whole. */
static void put_short_since(output *to, double now, double before)
{
    const double change = 100 * (now - before) / fabs(before);
    if ((now < before || now > before) && is_finite(change)) put_markup(to, change >= 999.5 ? " &gt;999%%" : fabs(change) >= 9.95 ? " %+.0f%%" : " %+.1f%%", change);
}

/* A percentage of a unit, and below it that of each baseline; the line after them. */
static int put_share(output *to, const evaluated *e, const unit *u, const char *metric, const char *word, int y)
{
    int has, other;
    size_t n;
    const double v = metric != NULL ? evaluated_number(e, metric, &has) : 0;
    if (metric == NULL || !has) return y;
    put_markup(to, "<text class=\"m\" x=\"%d\" y=\"%d\">%.2f%% %s</text>", u->x + u->width / 2, y, v, word);
    for (n = next_beside(e, 0); n < e->beside_count; n = next_beside(e, n + 1)) {
        const double was = evaluated_number(e->besides[n].e, metric, &other);
        begin_mark(to, e, n, u->x + 6, y += LINE);
        if (other) {
            put_markup(to, "%.2f%%", was);
            put_short_since(to, v, was);
        } else put_markup(to, "\xe2\x80\x93");
        put_markup(to, "</text>");
    }
    return y + 16;
}

static void put_units(output *to, const evaluated *e)
{
    size_t i;
    for (i = 0; i < sizeof units / sizeof *units; i++) {
        const unit *u = &units[i];
        const int y = down(e, u->y), height = down(e, u->y + u->height) - y, says = (u->rate != NULL) + (u->busy != NULL);
        const int top = y + height / 2 - (says == 0 ? -4 : 8 + says * (down(e, UP + ROW) - UP - ROW) / 2);
        put_markup(to, "<rect class=\"unit\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/><text class=\"m k\" x=\"%d\" "
                   "y=\"%d\">%s</text>", u->x, y, u->width, height, u->x + u->width / 2, top, u->name);
        (void)put_share(to, e, u, u->busy, "busy", put_share(to, e, u, u->rate, "hits", top + 18));
    }
}

/* A way in each baseline; what another metric counts is not compared. */
static void put_way_besides(output *to, const evaluated *e, const way *w, const traffic *now)
{
    int y = down(e, w->y) + 2; /* off the arrow */
    size_t n;
    for (n = next_beside(e, 0); n < e->beside_count; n = next_beside(e, n + 1)) {
        traffic was;
        read_way(e->besides[n].e, w, &was);
        begin_mark(to, e, n, (w->x1 < w->x2 ? w->x1 : w->x2) + 4, y += LINE);
        if (!was.known) put_markup(to, "\xe2\x80\x93");
        else if (strcmp(was.metric, now->metric) != 0) put_way_value(to, w, &was);
        else {
            put_si(to, was.value);
            if (w->what != WAY_REQUESTS) put_markup(to, was.value < 1000 ? " B" : "B");
            put_short_since(to, now->value, was.value);
        }
        put_markup(to, "</text>");
    }
}

static void put_way(output *to, const evaluated *e, const way *w, const traffic *t, double most)
{
    const int left = w->x1 > w->x2, a = w->x1 + (left ? -3 : 3), b = w->x2 + (left ? 10 : -10), y = down(e, w->y);
    if (t->value > 0) {
        put_markup(to, "<g class=\"way %s\"><path d=\"M%d %dH%d\" stroke-width=\"", level_of(t->peak), a, y, b);
        put_coordinate(to, most > 0 ? 1 + 7 * sqrt(t->value / most) : 1);
        put_markup(to, "\"/><path class=\"head\" d=\"M%d %dl%d-5v10z\"/></g>", w->x2, y, left ? 11 : -11);
    } else put_markup(to, "<path class=\"g\" d=\"M%d %dH%d\"/>", w->x1, y, w->x2);
    put_markup(to, "<text class=\"m\" x=\"%d\" y=\"%d\">", (a + b) / 2, y - 7);
    if (w->what == WAY_REQUESTS) put_markup(to, "%s ", w->label);
    put_way_value(to, w, t);
    if (t->value > 0 && t->peak >= 0) put_markup(to, t->peak < 1 ? ", &lt;1%%" : ", %.0f%%", t->peak);
    put_markup(to, "</text>");
    put_way_besides(to, e, w, t);
}

#define LEGEND 301 /* its first line */
#define NAME_LETTERS 120

/* How high the diagram is. */
static int height_of(const evaluated *e) { return down(e, LEGEND) + (has_besides(e) ? 13 + lines_of(e) * LINE : 7); }

/* Which baseline is which. */
static void put_names(output *to, const evaluated *e)
{
    int y = down(e, LEGEND) + 18;
    size_t n;
    if (!has_besides(e)) return;
    put_markup(to, "<text class=\"d\" x=\"10\" y=\"%d\">Below each value:</text>", y);
    for (n = next_beside(e, 0); n < e->beside_count; n = next_beside(e, n + 1), y += LINE) {
        begin_mark(to, e, n, 112, y);
        put_short(to, e->besides[n].name, e->besides[n].brief, NAME_LETTERS);
        put_markup(to, "</text>");
    }
}

static void put_levels(output *to, int y)
{
    int i;
    put_markup(to, "<text class=\"d\" x=\"10\" y=\"%d\">Share of the peak:</text>", y);
    for (i = 0; i <= LEVELS; i++) {
        put_markup(to, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"10\" height=\"10\"/><text class=\"d\" x=\"%d\" y=\"%d\">", levels[i], 112 + 118 * i, y - 9, 127 + 118 * i, y);
        if (i == LEVELS) put_markup(to, "not known</text>");
        else put_markup(to, i == 0 ? "below %d%%</text>" : "from %d%%</text>", 100 / LEVELS * (i > 0 ? i : 1));
    }
}

/* The name of the unit at one end of a way. */
static const char *end_of(const way *w, int x)
{
    size_t k;
    for (k = 0; k < sizeof units / sizeof *units; k++)
        if ((x == units[k].x || x == units[k].x + units[k].width) && w->y > units[k].y && w->y < units[k].y + units[k].height) return units[k].name;
    return "";
}

/* The cells of a value and of its share of the peak. was: in a baseline, t: now; NULL: it is that. */
static void put_way_cells(output *to, const way *w, const traffic *t, const traffic *now)
{
    if (w->what == WAY_REQUESTS) {
        cli_buf b = {NULL, 0, 0};
        put_digits(&b, t->value);
        put_markup(to, "%s %s", b.ptr, unit_of(w, t));
        cli_buf_free(&b);
    } else put_way_value(to, w, t);
    if (now != NULL) put_since(to, now->value, t->value);
    put_markup(to, "<td>");
    if (t->peak < 0) return;
    put_markup(to, "%.2f %%", t->peak);
    if (now != NULL && now->peak >= 0) put_since(to, now->peak, t->peak);
}

/* A way, or what a unit says, in each baseline. */
static void begin_beside(output *to, const evaluated *e, size_t n)
{
    put_markup(to, "<tr class=\"vs\"><th colspan=\"3\">");
    put_beside_name(to, e, n);
    put_markup(to, "<td>");
}

static void ways_beside(output *to, const evaluated *e, const way *w, const traffic *now)
{
    size_t n;
    for (n = next_beside(e, 0); n < e->beside_count; n = next_beside(e, n + 1)) {
        traffic was;
        read_way(e->besides[n].e, w, &was);
        begin_beside(to, e, n);
        /* What another metric counts is not compared. */
        if (was.known) put_way_cells(to, w, &was, strcmp(was.metric, now->metric) == 0 ? now : NULL);
        else {
            put_lacking(to);
            put_markup(to, "<td>");
        }
        put_markup(to, "\n");
    }
}

/* What stands in the boxes of the diagram. */
static void units_beside(output *to, const evaluated *e)
{
    size_t i, n;
    int has, other;
    for (i = 0; i < 2 * (sizeof units / sizeof *units); i++) {
        const unit *u = &units[i / 2];
        const char *metric = i % 2 == 0 ? u->rate : u->busy;
        double v, was;
        if (metric == NULL || (v = evaluated_number(e, metric, &has), !has)) continue;
        put_markup(to, "<tr><td class=\"t\">%s<td><td class=\"t\">%s<td", u->name, i % 2 == 0 ? "Hits" : "Busy");
        put_metric_title(to, nvs_text(metric));
        put_markup(to, ">%.2f %%<td>\n", v);
        for (n = next_beside(e, 0); n < e->beside_count; n = next_beside(e, n + 1)) {
            begin_beside(to, e, n);
            was = evaluated_number(e->besides[n].e, metric, &other);
            if (other) {
                put_markup(to, "%.2f %%", was);
                put_since(to, v, was);
            } else put_lacking(to);
            put_markup(to, "<td>\n");
        }
    }
}

/* Of baselines it says more than the diagram, exact differences and shares of the peak: then it is unfolded. */
static void put_way_table(output *to, const evaluated *e, const traffic *all)
{
    const int compares = has_besides(e);
    size_t i;
    put_markup(to, compares ? "<details class=\"raw\" open=\"\">" : "<details class=\"raw\">");
    put_markup(to, "<summary>Values</summary><table><thead><tr><th scope=\"col\" class=\"t\">From<th scope=\"col\" class=\"t\">To<th scope=\"col\" class=\"t\">What<th "
               "scope=\"col\">Value<th scope=\"col\">Share of the peak</thead><tbody>\n");
    for (i = 0; i < WAYS; i++) {
        if (!all[i].known) continue;
        put_markup(to, "<tr><td class=\"t\">%s<td class=\"t\">%s<td class=\"t\">%s<td", end_of(&ways[i], ways[i].x1), end_of(&ways[i], ways[i].x2), ways[i].label);
        put_metric_title(to, nvs_text(all[i].metric));
        put_markup(to, ">");
        put_way_cells(to, &ways[i], &all[i], NULL);
        put_markup(to, "\n");
        ways_beside(to, e, &ways[i], &all[i]);
    }
    if (compares) units_beside(to, e);
    put_markup(to, "</tbody></table></details>\n");
}

int html_memory(output *to, evaluated *e)
{
    traffic all[WAYS];
    double most[2];
    size_t i;
    const int height = height_of(e);
    if (!read_ways(e, all, most)) return 0;
    begin_figure(to, "memory wide", "Traffic between the units of the memory system", 46);
    if (to->html->alone) {
        sheet_picture(to, SHEET_MARGIN, to->html->y, 900, height);
        put_markup(to, " viewBox=\"0 0 900 %d\">", height);
        to->html->y += height;
    } else
        put_markup(to, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Diagram\"><svg viewBox=\"0 0 900 %d\" "
                   "role=\"img\" aria-label=\"Traffic between kernel, caches and memories; the values stand in the table below\">", height);
    put_units(to, e);
    for (i = 0; i < WAYS; i++)
        if (all[i].known) put_way(to, e, &ways[i], &all[i], most[ways[i].what != WAY_REQUESTS]);
    put_levels(to, down(e, LEGEND));
    put_names(to, e);
    put_markup(to, "</svg>");
    if (!to->html->alone) {
        put_markup(to, "</div>\n");
        put_way_table(to, e, all);
    }
    end_figure(to);
    return 1;
}
