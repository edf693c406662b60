/* Limits that metrics of kernels must keep. */
#include "limits.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const limit_signs[6] = {"<", "<=", ">", ">=", "==", "!="};

void limits_free(limits *l)
{
    size_t k;
    for (k = 0; k < l->count; k++) {
        ncurep_pattern_close(l->list[k].kernel);
        cli_free(l->list[k].metric);
        cli_free(l->list[k].text);
    }
    cli_free(l->list);
}

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
/* One result, with its partners in the baseline. */
static int hold_result(const holding *to, outcomes *all, const side *own, const entry *x, side *runs)
{
    evaluated e, *base = (evaluated *)cli_alloc(to->runs + 1, sizeof *base);
    ncurep_result r, *base_r = (ncurep_result *)cli_alloc(to->runs + 1, sizeof *base_r);
    ncurep_error error;
    held h;
    size_t i;
    int ok;
    memset(&e, 0, sizeof e);
    h.file = own->o->path;
    h.alone = to->alone;
    h.e = &e;
    h.base = base;
    h.base_count = 0;
    h.values = (double *)cli_alloc(to->runs + 1, sizeof *h.values);
    ok = ncurep_result_at(own->o->report, x->index, &r, &error) && evaluate_result(to->sections, own->o, &r, &e);
    for (i = 0; ok && i < to->runs; i++) {
        const entry *y = partner(x, &runs[i]);
        if (y == NULL) continue;
        memset(&base[h.base_count], 0, sizeof *base);
        ok = ncurep_result_at(runs[i].o->report, y->index, &base_r[i], &error) && evaluate_result(to->sections, runs[i].o, &base_r[i], &base[h.base_count]);
        h.base_count++;
    }
    for (i = 0; ok && i < to->l->count; i++)
        if (ncurep_pattern_match(to->l->list[i].kernel, result_name(&r))) judge(all, &to->l->list[i], &h);
    evaluated_free(&e);
    for (i = 0; i < h.base_count; i++) evaluated_free(&base[i]);
    cli_free(h.values);
    cli_free(base);
    cli_free(base_r);
    return ok;
}

/* A kernel that no report of the baseline had a partner for in this one may have become another, which has no bound. Once a kernel. */
static void name_the_lost(const holding *to, outcomes *all, const side *runs, const char *path)
{
    size_t i, k, n;
    for (i = 0; i < to->runs; i++)
        for (k = 0; k < runs[i].count; k++) {
            const entry *x = &runs[i].list[k];
            for (n = 0; n < i && set_find(&runs[n].keys, x->key, strlen(x->key)) == NOT_IN_SET; n++) {}
            if (!x->matched && n == i) outcome_add(all, to->alone, path, NO_RESULT, x->title, "baseline", 0, "the report has no such kernel");
        }
}
int limits_hold(const holding *h, opened *o, outcomes *all)
{
    side own, *runs = (side *)cli_alloc(h->runs + 1, sizeof *runs); /* read anew for each report */
    int code;
    size_t i;
    memset(&own, 0, sizeof own);
    own.o = o;
    code = read_side(h->m, &own);
    for (i = 0; i < h->runs; i++) {
        int one;
        runs[i].o = &h->baseline[i];
        one = read_side(h->m, &runs[i]);
        if (one > code) code = one;
    }
    for (i = 0; i < own.count; i++)
        if (!hold_result(h, all, &own, &own.list[i], runs)) code = CLI_INPUT;
    if (h->l->of_baseline > 0) name_the_lost(h, all, runs, o->path);
    free_side(&own);
    for (i = 0; i < h->runs; i++) free_side(&runs[i]);
    cli_free(runs);
    return code;
}

void limits_unused(const limits *l, outcomes *all)
{
    size_t k;
    for (k = 0; k < l->count; k++)
        if (l->list[k].tried == 0)
            outcome_add(all, OUTCOME_BROKEN, NULL, NO_RESULT, NULL, l->list[k].text, l->list[k].line,
                        l->list[k].of_baseline ? "applies to no kernel that the baseline has" : "no kernel has this name");
}
