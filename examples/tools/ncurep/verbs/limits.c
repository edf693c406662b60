/* ncurep check --limits: bounds that metrics of kernels must respect. */
#include "limits.h"
#include "limit_file.h"
#include "report/model/compare.h"
#include "write/table.h"
#include "report/pages/damage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(list) (sizeof list / sizeof *list)

static int keeps(int op, double v, double bound)
{
    switch (op) {
    case LESS: return v < bound;
    case LESS_EQUAL: return v <= bound;
    case MORE: return v > bound;
    case MORE_EQUAL: return v >= bound;
    case EQUAL: return v >= bound && v <= bound;
    default: return v < bound || v > bound;
    }
}

static void put_amount(cli_buf *b, const char *metric, double value)
{
    value_style plain;
    ncurep_view name;
    scale s;
    memset(&plain, 0, sizeof plain);
    name.ptr = metric;
    name.len = strlen(metric);
    scale_of(&s, name, value, &plain);
    cli_putf(b, "%.6g%s%s", value / s.by, s.unit[0] != 0 ? " " : "", s.unit);
}

/* A result that is held to limits. */
typedef struct held {
    const char *file;
    outcome_kind alone; /* what a kernel without a partner is */
    const evaluated *e, *base; /* base: of the same kernel, a run of the baseline each */
    size_t base_count;
    double *values;            /* room for as many */
} held;

static int by_number(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The runs of the baseline that have a metric: sorted in h->values, how many. */
static size_t baseline_values(const held *h, const char *metric)
{
    size_t i, n = 0;
    for (i = 0; i < h->base_count; i++) {
        int has;
        h->values[n] = evaluated_number(&h->base[i], metric, &has);
        n += has != 0;
    }
    if (n > 0) qsort(h->values, n, sizeof *h->values, by_number);
    return n;
}

/* Whether the value is one that the baseline itself has between its runs: then it did not change. */
static int in_spread(const held *h, size_t count, double value) { return count > 1 && value >= h->values[0] && value <= h->values[count - 1]; }

static void judge(outcomes *all, limit *x, const held *h)
{
    const ncurep_view name = result_name(h->e->r);
    cli_buf kernel = {NULL, 0, 0}, message = {NULL, 0, 0};
    outcome_kind kind = OUTCOME_KEPT;
    const size_t runs = x->of_baseline ? baseline_values(h, x->metric) : 0;
    int has;
    double bound = x->bound;
    const double value = evaluated_number(h->e, x->metric, &has);
    cli_put_safe(&kernel, name.ptr, name.len);
    if (runs > 0) bound += x->by * (h->values[(runs - 1) / 2] + h->values[runs / 2]) / 2;
    if (x->of_baseline && h->base_count == 0) {
        kind = h->alone;
        cli_putf(&message, "the baseline has no such kernel");
    } else {
        x->tried++;
        if (!has || (x->of_baseline && runs == 0)) {
            kind = OUTCOME_BROKEN;
            cli_putf(&message, "%s: the %s has no such metric", x->metric, has ? "baseline" : "result");
        } else if (in_spread(h, runs, value) ? x->op == OTHER : !keeps(x->op, value, bound)) {
            kind = OUTCOME_BROKEN;
            cli_putf(&message, "%s is ", x->metric);
            put_amount(&message, x->metric, value);
            cli_putf(&message, ", not %s ", limit_signs[x->op]);
            put_amount(&message, x->metric, bound);
            if (runs > 1) {
                cli_putf(&message, " (median; %zu runs: ", runs);
                put_amount(&message, x->metric, h->values[0]);
                cli_putf(&message, " to ");
                put_amount(&message, x->metric, h->values[runs - 1]);
                cli_putf(&message, ")");
            }
        }
    }
    outcome_add(all, kind, h->file, h->e->r->index, kernel.ptr != NULL ? kernel.ptr : "", x->text, x->line, message.ptr);
    cli_buf_free(&kernel);
    cli_buf_free(&message);
}

static const table_column columns[] = {{'l', "File", "File", NULL, 0}, {'r', "Line", "Line", "line", 0}, {'l', "Limit", "Limit", "limit", 0},
                                       {'l', "Kernel", "Kernel", NULL, 0}, {'r', NULL, NULL, "result", 0}, {'l', NULL, NULL, "kernel", 0},
                                       {'l', "Outcome", "Outcome", NULL, 0}, {'l', NULL, NULL, "outcome", 0}, {'l', "Message", "Message", "message", 0}};

static const char *const words_of[] = {"kept", "broken", "left out"}, *const names_of[] = {"kept", "broken", "left_out"};

static void put_outcome(table *t, const outcome *x)
{
    cli_buf kernel = {NULL, 0, 0};
    table_string(t, x->file);
    table_whole(t, x->line);
    table_string(t, x->what);
    table_string(t, outcome_kernel(x, &kernel));
    if (x->result != NO_RESULT) table_whole(t, x->result);
    else table_null(t);
    table_string(t, x->kernel);
    table_string(t, words_of[x->kind]);
    table_string(t, names_of[x->kind]);
    table_string(t, x->message);
    table_row(t);
    cli_buf_free(&kernel);
}

/* What the limits were tried on. */
typedef struct tried {
    damage d;
    size_t end; /* of its outcomes */
} tried;

/* For readers of text what is not kept. */
static void say_outcome(output *to, const char *path, const outcome *x, int many)
{
    static const int style[] = {CLI_PLAIN, CLI_RED, CLI_YELLOW};
    cli_buf kernel = {NULL, 0, 0};
    if (x->kind == OUTCOME_KEPT) return;
    out_safe(to, path, strlen(path));
    if (x->line > 0) out_say(to, ":%" PRIu64, x->line);
    out_say(to, ": %s%s%s: ", cli_style(to->color, style[x->kind]), words_of[x->kind], cli_style(to->color, CLI_PLAIN));
    if (many && x->file != NULL) {
        out_safe(to, x->file, strlen(x->file));
        out_say(to, ": ");
    }
    out_say(to, "%s: ", outcome_kernel(x, &kernel)); /* which was made safe */
    out_safe(to, x->message, strlen(x->message));
    out_say(to, "\n");
    cli_buf_free(&kernel);
}

static void show(output *to, const char *path, const outcomes *all, const tried *reports, size_t count, int many)
{
    table t;
    size_t i, at = 0;
    out_list(to, NULL);
    table_begin(&t, to, NULL, columns, COUNT_OF(columns), TABLE_BARE | TABLE_SAID);
    for (i = 0; i < count || at < all->count; i++) { /* after the reports limits that apply to no kernel */
        const size_t end = i < count ? reports[i].end : all->count;
        out_group(to, NULL);
        out_string(to, "file", i < count ? reports[i].d.path : NULL);
        out_list(to, "limits");
        for (; at < end; at++) {
            put_outcome(&t, &all->list[at]);
            say_outcome(to, path, &all->list[at], many);
        }
        out_close(to);
        if (i < count) damage_member(to, &reports[i].d);
        out_close(to);
    }
    table_end(&t);
    out_close(to);
    out_end(to);
    if (all->of[OUTCOME_LEFT_OUT] == 0) out_line(to, "%zu kept, %zu broken", all->of[OUTCOME_KEPT], all->of[OUTCOME_BROKEN]);
    else out_line(to, "%zu kept, %zu broken, %zu left out", all->of[OUTCOME_KEPT], all->of[OUTCOME_BROKEN], all->of[OUTCOME_LEFT_OUT]);
}

/* The runs of the baseline. */
typedef struct baseline {
    opened *o;
    side *s; /* read anew for each report */
    size_t count;
} baseline;

/* One result, with its partners in the baseline. */
static int check_result(section_source *sections, limits *l, outcomes *all, const side *own, const entry *x, baseline *b, outcome_kind alone)
{
    evaluated e, *base = (evaluated *)cli_alloc(b->count + 1, sizeof *base);
    ncurep_result r, *base_r = (ncurep_result *)cli_alloc(b->count + 1, sizeof *base_r);
    ncurep_error error;
    held h;
    size_t i;
    int ok;
    memset(&e, 0, sizeof e);
    h.file = own->o->path;
    h.alone = alone;
    h.e = &e;
    h.base = base;
    h.base_count = 0;
    h.values = (double *)cli_alloc(b->count + 1, sizeof *h.values);
    ok = ncurep_result_at(own->o->report, x->index, &r, &error) && evaluate_result(sections, own->o, &r, &e);
    for (i = 0; ok && i < b->count; i++) {
        const entry *y = partner(x, &b->s[i]);
        if (y == NULL) continue;
        memset(&base[h.base_count], 0, sizeof *base);
        ok = ncurep_result_at(b->o[i].report, y->index, &base_r[i], &error) && evaluate_result(sections, &b->o[i], &base_r[i], &base[h.base_count]);
        h.base_count++;
    }
    for (i = 0; ok && i < l->count; i++)
        if (ncurep_pattern_match(l->list[i].kernel, result_name(&r))) judge(all, &l->list[i], &h);
    evaluated_free(&e);
    for (i = 0; i < h.base_count; i++) evaluated_free(&base[i]);
    cli_free(h.values);
    cli_free(base);
    cli_free(base_r);
    return ok;
}

/* A kernel that no report of the baseline had a partner for in this one may have become another, which has no bound. Once a kernel. */
static void name_the_lost(outcomes *all, const baseline *b, const char *path, outcome_kind alone)
{
    size_t i, k, n;
    for (i = 0; i < b->count; i++)
        for (k = 0; k < b->s[i].count; k++) {
            const entry *x = &b->s[i].list[k];
            for (n = 0; n < i && set_find(&b->s[n].keys, x->key, strlen(x->key)) == NOT_IN_SET; n++) {}
            if (!x->matched && n == i) outcome_add(all, alone, path, NO_RESULT, x->title, "baseline", 0, "the report has no such kernel");
        }
}

static int check_report(request *q, const model *m, section_source *sections, limits *l, outcomes *all, const char *path, baseline *b, outcome_kind alone,
                        damage *d)
{
    opened o;
    side own;
    int code;
    size_t i;
    if (!open_report(reader_of(q), path, &o)) return CLI_INPUT;
    memset(&own, 0, sizeof own);
    own.o = &o;
    code = read_side(m, &own);
    for (i = 0; i < b->count; i++) {
        int one;
        memset(&b->s[i], 0, sizeof b->s[i]);
        b->s[i].o = &b->o[i];
        one = read_side(m, &b->s[i]);
        if (one > code) code = one;
    }
    for (i = 0; i < own.count; i++)
        if (!check_result(sections, l, all, &own, &own.list[i], b, alone)) code = CLI_INPUT;
    if (l->of_baseline > 0) name_the_lost(all, b, path, alone);
    free_side(&own);
    for (i = 0; i < b->count; i++) free_side(&b->s[i]);
    (void)damage_of(&o, d);
    close_report(&o);
    return code;
}

/* Opens the runs of the baseline; 0 with a message where one cannot be read: the others would pass for all of them. */
static int open_baseline(request *q, const text_list *paths, baseline *b)
{
    size_t i;
    b->count = 0;
    b->o = (opened *)cli_alloc(paths->count + 1, sizeof *b->o);
    b->s = (side *)cli_alloc(paths->count + 1, sizeof *b->s);
    for (i = 0; i < paths->count; i++) {
        if (!open_report(reader_of(q), paths->at[i], &b->o[i])) return 0;
        b->count++;
    }
    return 1;
}

static void close_baseline(baseline *b)
{
    size_t i;
    for (i = 0; i < b->count; i++) close_report(&b->o[i]);
    cli_free(b->o);
    cli_free(b->s);
}

/* Holds the reports to the limits and shows what came of it; an exit code. */
static int hold_all(request *q, const model *m, const limit_options *how, section_source *sections, limits *l, baseline *b)
{
    tried *reports = (tried *)cli_alloc(q->path_count, sizeof *reports);
    output to;
    outcomes all;
    size_t i, k, count = 0;
    int code = CLI_FINE;
    memset(&all, 0, sizeof all);
    for (i = 0; i < q->path_count; i++) {
        const int one = check_report(q, m, sections, l, &all, q->paths[i], b, how->unmatched ? OUTCOME_BROKEN : OUTCOME_LEFT_OUT, &reports[count].d);
        reports[count].end = all.count;
        count += reports[count].d.path != NULL;
        if (one > code) code = one;
    }
    for (k = 0; k < l->count && code == CLI_FINE; k++) /* a limit that applies to nothing would pass unseen */
        if (l->list[k].tried == 0)
            outcome_add(&all, OUTCOME_BROKEN, NULL, NO_RESULT, NULL, l->list[k].text, l->list[k].line,
                        l->list[k].of_baseline ? "applies to no kernel that the baseline has" : "no kernel has this name");
    out_begin_as(&to, q->c, how->people);
    show(&to, how->limits, &all, reports, count, q->path_count > 1);
    if (!gate_write(q->c, &how->gate, how->limits, &all)) code = CLI_INPUT;
    if (code == CLI_FINE && all.of[OUTCOME_BROKEN] > 0) code = CLI_FINDING;
    outcomes_free(&all);
    cli_free(reports);
    return code;
}

int check_limits(request *q, const model *m, const limit_options *how)
{
    section_source sections;
    limits l;
    baseline b;
    int code = CLI_INPUT, one;
    memset(&l, 0, sizeof l);
    if (limits_read(q->c, how->limits, &l)) {
        if (l.of_baseline > 0 && how->baselines.count == 0) code = cli_usage(q->c, "%s: limits of the baseline need --baseline", how->limits);
        else {
            const int open = sections_open(&sections, m);
            if (open_baseline(q, &how->baselines, &b) && open) code = hold_all(q, m, how, &sections, &l, &b);
            close_baseline(&b);
            one = sections_close(&sections);
            if (one > code) code = one;
        }
    }
    limits_free(&l);
    return code;
}
