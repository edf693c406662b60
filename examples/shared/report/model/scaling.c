/* Metrics of kernels over a number that is not time. */
#include "scaling.h"
#include "figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The number in a name after what the pattern matches, and what is left of the name without it; 0: none. */
static int number_in(ncurep_pattern *before, const char *name, double *n, cli_buf *rest)
{
    size_t at = 0, len;
    while (name[at] != 0) {
        at += strcspn(name + at, "0123456789");
        len = strspn(name + at, "0123456789");
        if (len > 0 && len < 16 && ncurep_pattern_match(before, bytes_of(name, at))) {
            *n = strtod(name + at, NULL);
            cli_putf(rest, "%.*sN%s", (int)at, name, name + at + len);
            return 1;
        }
        at += len;
    }
    return 0;
}

static void add_value(scaling *s, const char *kernel, const char *metric, double n, double value)
{
    cli_buf key = {NULL, 0, 0};
    scaling_point *p = NULL;
    size_t number, i;
    if (value - value != 0) return;
    cli_putf(&key, "%s\n%s", kernel, metric);
    number = set_add(&s->keys, key.ptr, key.len);
    cli_buf_free(&key);
    if (number == s->series_count) {
        s->series = (scaling_series *)cli_grow(s->series, &s->series_room, number + 1, sizeof *s->series);
        memset(&s->series[number], 0, sizeof *s->series);
        s->series[number].kernel = copy_text(kernel, strlen(kernel));
        s->series[number].metric = copy_text(metric, strlen(metric));
        s->series_count++;
    }
    for (i = 0; i < s->point_count && p == NULL; i++)
        if (s->points[i].series == number && !(s->points[i].n < n || s->points[i].n > n)) p = &s->points[i];
    if (p == NULL) {
        s->points = (scaling_point *)cli_grow(s->points, &s->point_room, s->point_count + 1, sizeof *s->points);
        p = &s->points[s->point_count++];
        memset(p, 0, sizeof *p);
        p->series = number;
        p->n = n;
    }
    p->sum += value;
    p->count++;
}

/* The number of a result, and what its kernel is called whatever the number; 0: it has none. */
static int number_of(const scaling_by *by, evaluated *e, const ncurep_result *r, double *n, cli_buf *name)
{
    char *text = short_name(full_name(r));
    int has = 0;
    if (by->before != NULL) has = number_in(by->before, text, n, name);
    else {
        const ncurep_view plain = result_name(r);
        cli_put_safe(name, plain.ptr, plain.len);
        if (by->metric != NULL) *n = evaluated_number(e, by->metric, &has);
        else {
            *n = (double)r->grid[0] * (double)r->grid[1] * (double)r->grid[2];
            has = r->kind == NCUREP_RESULT_KIND_KERNEL && *n > 0;
        }
    }
    cli_put(name, "", 0);
    cli_free(text);
    return has;
}

static void add_result(scaling *s, const model *m, const opened *o, evaluated *e, const ncurep_result *r, const scaling_by *by)
{
    cli_buf name = {NULL, 0, 0};
    ncurep_value duration;
    ncurep_view metric;
    nvs_view each;
    double n = 0;
    size_t i;
    if (!number_of(by, e, r, &n, &name)) s->without++;
    else if (m->chosen.metric_count == 0) {
        if (duration_of(o, r, &duration, &metric)) add_value(s, name.ptr, "gpu__time_duration.sum", n, ncurep_value_double(&duration));
    } else
        for (i = 0; e->source.name_fn(e->source.user, i, &each); i++) {
            char *text;
            double value;
            int has;
            if (is_list(view_of(each)) || !wants_metric(&m->chosen, view_of(each))) continue;
            text = copy_text(each.ptr, each.len);
            value = evaluated_number(e, text, &has);
            if (has) add_value(s, name.ptr, text, n, value);
            cli_free(text);
            if (evaluated_has_many(e, 0)) evaluated_forget(e, 0);
        }
    cli_buf_free(&name);
}

int scaling_add(scaling *s, const model *m, opened *o, section_source *sections, const scaling_by *by)
{
    cursor at;
    ncurep_result r;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    while (next_result(m->c, &m->chosen, o, &at, &r, &code)) {
        evaluated e;
        if (!evaluate_result(sections, o, &r, &e)) code = CLI_INPUT;
        else add_result(s, m, o, &e, &r, by);
        evaluated_free(&e);
    }
    return code;
}

/* log(value / (log2 n)^logs) = log(factor) + power log(n), by least squares; the sum of the squares left, negative: no fit. */
static double fit(scaling_series *to, const scaling_point *p, size_t count, int logs)
{
    double x = 0, y = 0, xx = 0, xy = 0, left = 0, spread;
    const double c = (double)count;
    size_t i;
    for (i = 0; i < count; i++) {
        const double lx = log(p[i].n), ly = log(p[i].sum / (double)p[i].count) - (logs > 0 ? logs * log(lx / log(2)) : 0);
        x += lx;
        y += ly;
        xx += lx * lx;
        xy += lx * ly;
    }
    spread = xx - x * x / c;
    if (!(spread > 0)) return -1;
    to->logs = logs;
    to->power = (xy - x * y / c) / spread;
    to->factor = exp((y - to->power * x) / c);
    for (i = 0; i < count; i++) {
        const double d = log(p[i].sum / (double)p[i].count / scaling_at(to, p[i].n));
        left += d * d;
    }
    to->error = sqrt(left / (c - 2) / spread);
    to->off = 100 * sqrt(left / c);
    return left;
}

/* The plainest fit: a power alone, unless a logarithm leaves less than half of what that leaves. */
static void fit_series(scaling_series *x, const scaling_point *p)
{
    double best;
    size_t i;
    int logs, above_one = 1;
    for (i = 0; i < x->count; i++) {
        if (!(p[i].n > 0 && p[i].sum > 0)) return;
        above_one &= p[i].n > 1;
    }
    if (x->count < 3) return;
    best = fit(x, p, x->count, 0);
    x->fits = best >= 0;
    for (logs = 1; x->fits && above_one && logs <= 2; logs++) {
        scaling_series other = *x;
        const double left = fit(&other, p, x->count, logs);
        if (!(left >= 0 && left < best / 2) || other.power < 0) continue;
        best = left;
        *x = other;
    }
}

static int by_number(const void *a, const void *b)
{
    const scaling_point *x = (const scaling_point *)a, *y = (const scaling_point *)b;
    if (x->series != y->series) return x->series < y->series ? -1 : 1;
    return (x->n > y->n) - (x->n < y->n);
}

void scaling_fit(scaling *s)
{
    size_t i;
    if (s->point_count > 0) qsort(s->points, s->point_count, sizeof *s->points, by_number);
    for (i = s->point_count; i > 0; i--) {
        s->series[s->points[i - 1].series].first = i - 1;
        s->series[s->points[i - 1].series].count++;
    }
    for (i = 0; i < s->series_count; i++) fit_series(&s->series[i], s->points + s->series[i].first);
}

double scaling_at(const scaling_series *x, double n) { return x->factor * pow(n, x->power) * (x->logs > 0 ? pow(log(n) / log(2), x->logs) : 1); }

void scaling_free(scaling *s)
{
    size_t i;
    for (i = 0; i < s->series_count; i++) {
        cli_free(s->series[i].kernel);
        cli_free(s->series[i].metric);
    }
    cli_free(s->series);
    cli_free(s->points);
    set_free(&s->keys);
}
