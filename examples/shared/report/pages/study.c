/* What the kernels of many reports lose time to. */
#include "study.h"
#include "write/markup.h"
#include "report/draw/cells.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TELLING = 10 };

static void put_title(output *to, const char *title)
{
    out_gap(to);
    out_heading(to, 2, 0, title, strlen(title));
}

static void put_percent(table *t, double value)
{
    if (value >= 0) {
        table_show(t, "%.1f", value);
        table_real(t, value);
    } else {
        table_show(t, "-");
        table_null(t);
    }
}

static void put_time(const page *pg, table *t, double ns)
{
    cli_buf b = {NULL, 0, 0};
    if (ns < 0) {
        put_percent(t, -1);
        return;
    }
    put_duration(&b, &pg->m->style, ns);
    table_show(t, "%s", b.ptr);
    table_real(t, ns);
    cli_buf_free(&b);
}

/* Distributions ----------------------------------------------------------------------------------------------------- */

#define FIGURE_COLUMNS(X) \
    X('l', "Figure", NULL, "figure", put_figure_name(&t, i)) \
    X('l', NULL, NULL, "unit", table_string(&t, i == STUDY_DURATION ? "ns" : "%")) \
    X('r', "Results", NULL, "result_count", table_whole(&t, n)) \
    X('r', "10%", NULL, "p10", put_quantile(pg, &t, s, i, .1)) \
    X('r', "25%", NULL, "p25", put_quantile(pg, &t, s, i, .25)) \
    X('r', "Median", NULL, "p50", put_quantile(pg, &t, s, i, .5)) \
    X('r', "75%", NULL, "p75", put_quantile(pg, &t, s, i, .75)) \
    X('r', "90%", NULL, "p90", put_quantile(pg, &t, s, i, .9))

static void put_figure_name(table *t, size_t figure)
{
    static const char *const names[] = {"duration", "compute", "memory", "occupancy"}, *const words[] = {"Duration", "Compute, % of its limit",
        "Memory, % of its limit", "Occupancy reached, %"};
    table_show(t, "%s", words[figure]);
    table_string(t, names[figure]);
}

static void put_quantile(const page *pg, table *t, const study *s, size_t figure, double part)
{
    const double value = study_quantile(s, (study_figure)figure, part);
    if (figure == STUDY_DURATION) put_time(pg, t, value);
    else put_percent(t, value);
}

static void put_figures(const page *pg, const study *s)
{
    table t;
    size_t i, k, n;
    put_title(pg->to, "Distributions");
    TABLE_BEGIN(&t, pg->to, "distributions", FIGURE_COLUMNS, 0);
    for (i = 0; i < STUDY_FIGURES; i++) {
        for (n = k = 0; k < s->case_count; k++) n += s->cases[k].figure[i] >= 0;
        FIGURE_COLUMNS(TABLE_CELL)
        table_row(&t);
    }
    table_end(&t);
}

#define BOUND_COLUMNS(X) \
    X('l', "Bound by", NULL, "bound", table_string(&t, names[i])) \
    X('r', "Results", NULL, "result_count", table_whole(&t, count[i])) \
    X('r', "Share %", NULL, "share", put_percent(&t, 100 * weight[i]))

/* A case is bound by what is at 60 % of its limit or above, the nearer one; else by latency. */
static void put_bounds(const page *pg, const study *s)
{
    static const char *const names[] = {"latency", "memory", "compute", "unknown"};
    double weight[4] = {0, 0, 0, 0};
    size_t count[4] = {0, 0, 0, 0}, i;
    table t;
    for (i = 0; i < s->case_count; i++) {
        const double compute = s->cases[i].figure[STUDY_COMPUTE], memory = s->cases[i].figure[STUDY_MEMORY];
        const int known = compute >= 0 && memory >= 0, kind = !known ? 3 : compute < 60 && memory < 60 ? 0 : compute >= memory ? 2 : 1;
        weight[kind] += s->cases[i].weight;
        count[kind]++;
    }
    put_title(pg->to, "What bounds them: 60% of a limit or more, else latency");
    TABLE_BEGIN(&t, pg->to, "bounds", BOUND_COLUMNS, 0);
    for (i = 0; i < 4; i++) {
        if (i == 3 && count[i] == 0) continue;
        BOUND_COLUMNS(TABLE_CELL)
        table_row(&t);
    }
    table_end(&t);
}

/* Stalls and rules -------------------------------------------------------------------------------------------------- */

typedef struct line {
    size_t number, count, estimates;
    double weight, sum, median, most;
} line;

static int by_weight(const void *a, const void *b)
{
    const line *x = (const line *)a, *y = (const line *)b;
    if (x->weight < y->weight || x->weight > y->weight) return x->weight > y->weight ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

#define STALL_COLUMNS(X) \
    X('l', "Warps wait for", NULL, "stall", table_text(&t, name->text, name->len)) \
    X('r', "Most in, results", NULL, "dominant_count", table_whole(&t, list[k].count)) \
    X('r', "Most in, %", NULL, "dominant_share", put_percent(&t, 100 * list[k].weight / known)) \
    X('r', "Share of waiting, %", NULL, "share", put_percent(&t, 100 * list[k].sum / known))

static void put_stalls(const page *pg, const study *s)
{
    const size_t count = s->stalls.count < STUDY_STALLS ? s->stalls.count : (size_t)STUDY_STALLS;
    line *list = (line *)cli_alloc(count + 1, sizeof *list);
    double known = 0;
    table t;
    size_t i, k;
    for (k = 0; k < count; k++) list[k].number = k;
    for (i = 0; i < s->case_count; i++) {
        if (study_waiting(s, i, 0) < 0) continue;
        known += s->cases[i].weight;
        for (k = 0; k < count; k++) list[k].sum += s->cases[i].weight * study_waiting(s, i, k);
        if (s->cases[i].stall == NOT_IN_SET) continue;
        list[s->cases[i].stall].count++;
        list[s->cases[i].stall].weight += s->cases[i].weight;
    }
    if (count > 0) qsort(list, count, sizeof *list, by_weight);
    put_title(pg->to, "What warps wait for, of results that counted it");
    TABLE_BEGIN(&t, pg->to, "stalls", STALL_COLUMNS, 0);
    for (k = 0; k < count; k++) {
        const set_text *name = &s->stalls.list[list[k].number];
        if (!(list[k].sum >= known / 2000)) continue; /* 0.0% */
        STALL_COLUMNS(TABLE_CELL)
        table_row(&t);
    }
    table_end(&t);
    cli_free(list);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

#define RULE_COLUMNS(X) \
    X('l', "Rule", NULL, "rule", table_text(&t, name->text, name->len)) \
    X('r', "Fires in, results", NULL, "result_count", table_whole(&t, list[k].count)) \
    X('r', "Fires in, %", NULL, "share", put_percent(&t, 100 * list[k].weight)) \
    X('r', "Estimates", NULL, "estimate_count", table_whole(&t, n)) \
    X('r', "Median, %", NULL, "median_speedup", put_percent(&t, n > 0 ? gains[n / 2] : -1)) \
    X('r', "Highest, %", NULL, "highest_speedup", put_percent(&t, n > 0 ? gains[n - 1] : -1))

static void put_rules(const page *pg, const study *s)
{
    line *list = (line *)cli_alloc(s->rules.count + 1, sizeof *list);
    double *gains = (double *)cli_alloc(s->firing_count + 1, sizeof *gains);
    table t;
    size_t i, k;
    for (k = 0; k < s->rules.count; k++) list[k].number = k;
    for (i = 0; i < s->firing_count; i++) {
        list[s->firings[i].rule].count++;
        list[s->firings[i].rule].weight += s->cases[s->firings[i].at].weight;
    }
    if (s->rules.count > 0) qsort(list, s->rules.count, sizeof *list, by_weight);
    put_title(pg->to, "Rules that fire, with their estimates of a speedup");
    TABLE_BEGIN(&t, pg->to, "rules", RULE_COLUMNS, 0);
    for (k = 0; k < s->rules.count; k++) {
        const set_text *name = &s->rules.list[list[k].number];
        size_t n = 0;
        for (i = 0; i < s->firing_count; i++)
            if (s->firings[i].rule == list[k].number && s->firings[i].percent > 0) gains[n++] = s->firings[i].percent;
        if (n > 0) qsort(gains, n, sizeof *gains, by_size);
        RULE_COLUMNS(TABLE_CELL)
        table_row(&t);
    }
    table_end(&t);
    cli_free(gains);
    cli_free(list);
}

/* Results ----------------------------------------------------------------------------------------------------------- */

#define TELLING_COLUMNS(X) \
    X('l', "Report", NULL, "file", table_string(&t, path)) \
    X('r', "ID", NULL, "result", table_whole(&t, x->result)) \
    X('l', "Kernel", NULL, "name", put_kernel(&t, x->kernel)) \
    X('r', "Duration", NULL, "duration_ns", put_time(pg, &t, x->figure[STUDY_DURATION])) \
    X('r', "Estimate, %", NULL, "speedup", put_percent(&t, x->gain)) \
    X('l', "Rule", NULL, "rule", table_string(&t, s->rules.list[x->rule].text)) \
    X('l', "Warps wait for", NULL, "stall", table_string(&t, x->stall != NOT_IN_SET ? s->stalls.list[x->stall].text : NULL)) \
    X('l', NULL, NULL, "message", table_string(&t, x->text))

static void put_kernel(table *t, const char *name)
{
    show_name(t, name, 32);
    table_string(t, name);
}

static void put_telling(const page *pg, const study *s)
{
    size_t list[TELLING], count = study_telling(s, list, TELLING), i;
    table t;
    put_title(pg->to, "The most telling results: the best estimates, one a report");
    TABLE_BEGIN(&t, pg->to, "telling", TELLING_COLUMNS, 0);
    for (i = 0; i < count; i++) {
        const study_case *x = &s->cases[list[i]];
        const char *path = s->reports.list[x->report].text, *slash = strrchr(path, '/');
        table_show(&t, "%s", slash != NULL ? slash + 1 : path);
        TELLING_COLUMNS(TABLE_CELL)
        table_row(&t);
    }
    table_end(&t);
}

static void put_head(const page *pg, const study *s, const study_sources *of)
{
    size_t i;
    out_line(pg->to, "%zu results of %zu reports in %zu folder%s; %zu cop%s of reports left out", s->case_count, s->reports.count, s->folders.count,
             s->folders.count == 1 ? "" : "s", of->copy_count, of->copy_count == 1 ? "y" : "ies");
    for (i = 0; i < of->report_count; i++)
        if (is_damaged(&of->reports[i])) damage_lines(pg->to, &of->reports[i], 1);
    out_whole(pg->to, "result_count", s->case_count);
    damage_list(pg->to, of->reports, of->report_count);
    out_list(pg->to, "folders");
    for (i = 0; i < s->folders.count; i++) out_string(pg->to, NULL, s->folders.list[i].text);
    out_close(pg->to);
    out_list(pg->to, "copies");
    for (i = 0; i < of->copy_count; i++) {
        out_group(pg->to, NULL);
        out_string(pg->to, "file", of->copies[i].path);
        out_string(pg->to, "same_as", of->copies[i].of);
        out_close(pg->to);
    }
    out_close(pg->to);
}

void study_page(const page *pg, const study *s, const study_sources *of)
{
    put_page(pg->to, "Study");
    out_group(pg->to, NULL);
    put_head(pg, s, of);
    put_figures(pg, s);
    put_bounds(pg, s);
    put_stalls(pg, s);
    put_rules(pg, s);
    put_telling(pg, s);
    out_close(pg->to);
    out_end(pg->to);
    put_page_end(pg->to);
}
