/* Metrics of kernels over many reports. */
#include "trend.h"
#include "figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add_value(trend *t, const ncurep_result *r, match_by match, const char *metric, double value)
{
    cli_buf key = {NULL, 0, 0};
    trend_line *l;
    size_t i;
    if (value - value != 0) return; /* NaN and infinities say nothing */
    if (match == MATCH_ORDER) cli_putf(&key, "%zu", t->place);
    else put_match_key(&key, match, r);
    cli_put(&key, "\n", 1);
    cli_put(&key, metric, strlen(metric));
    i = set_add(&t->keys, key.ptr, key.len);
    cli_buf_free(&key);
    if (i == t->line_count) {
        const ncurep_view name = result_name(r);
        cli_buf title = {NULL, 0, 0};
        t->lines = (trend_line *)cli_grow(t->lines, &t->line_room, t->line_count + 1, sizeof *t->lines);
        l = &t->lines[t->line_count++];
        if (match == MATCH_ORDER) cli_putf(&title, "%zu ", t->place);
        cli_put_safe(&title, name.ptr, name.len);
        if (match == MATCH_LAUNCH) put_launch_size(&title, r);
        l->kernel = title.ptr != NULL ? title.ptr : copy_text("", 0);
        l->metric = copy_text(metric, strlen(metric));
        l->sum = (double *)cli_alloc(t->most, sizeof *l->sum);
        l->count = (uint64_t *)cli_alloc(t->most, sizeof *l->count);
    }
    l = &t->lines[i];
    l->sum[t->report_count - 1] += value;
    l->count[t->report_count - 1]++;
}

/* Every chosen metric of a result that is a number; 0 with a message. */
static int add_metrics(trend *t, const model *m, opened *o, const ncurep_result *r, section_source *sections)
{
    evaluated e;
    nvs_view name;
    size_t i;
    text_set seen;
    const int ok = evaluate_result(sections, o, r, &e);
    memset(&seen, 0, sizeof seen);
    for (i = 0; ok && e.source.name_fn(e.source.user, i, &name); i++) {
        char *text;
        double value;
        int has;
        if (is_list(view_of(name)) || !wants_metric(&m->chosen, view_of(name))) continue;
        if (set_add(&seen, name.ptr, name.len) + 1 < seen.count) continue;
        text = copy_text(name.ptr, name.len);
        value = evaluated_number(&e, text, &has);
        if (has) add_value(t, r, m->compare.match, text, value);
        cli_free(text);
        if (evaluated_has_many(&e, 0)) evaluated_forget(&e, 0);
    }
    set_free(&seen);
    evaluated_free(&e);
    return ok;
}

int trend_add(trend *t, const model *m, opened *o, section_source *sections, size_t most)
{
    cursor at;
    ncurep_result r;
    ncurep_session s;
    trend_report *own;
    int code = code_of(o);
    t->most = most;
    (void)ncurep_report_session(o->report, &s);
    t->reports = (trend_report *)cli_grow(t->reports, &t->report_room, t->report_count + 1, sizeof *t->reports);
    own = &t->reports[t->report_count];
    own->path = copy_text(o->path, strlen(o->path));
    own->created = NCUREP_HAS(&s, 2) ? s.created : 0;
    own->given = t->report_count++;
    memset(&at, 0, sizeof at);
    t->place = 0;
    while (next_result(m->c, &m->chosen, o, &at, &r, &code)) {
        ncurep_value duration;
        ncurep_view metric;
        if (m->chosen.metric_count > 0) {
            if (!add_metrics(t, m, o, &r, sections)) code = CLI_INPUT;
        } else if (duration_of(o, &r, &duration, &metric)) {
            char *text = copy_text(metric.ptr, metric.len);
            add_value(t, &r, m->compare.match, text, ncurep_value_double(&duration));
            cli_free(text);
        }
        t->place++;
    }
    return code;
}

double trend_value(const trend_line *l, size_t report, int *known)
{
    *known = l->count[report] > 0;
    return *known ? l->sum[report] / (double)l->count[report] : 0;
}

static int by_number(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

judgement trend_judge(const trend *t, const trend_line *l, const size_t *order, double tolerance, double *was, double *now)
{
    const int direction = metric_direction(l->metric);
    double *earlier = (double *)cli_alloc(t->report_count + 1, sizeof *earlier);
    judgement j = JUDGED_NOT;
    size_t i, count = 0;
    int known = 0;
    for (i = 0; i + 1 < t->report_count; i++) {
        earlier[count] = trend_value(l, order[i], &known);
        count += (size_t)known;
    }
    *was = *now = 0;
    if (t->report_count > 0) *now = trend_value(l, order[t->report_count - 1], &known);
    if (known && count > 0 && direction != 0) {
        qsort(earlier, count, sizeof *earlier, by_number);
        *was = (earlier[(count - 1) / 2] + earlier[count / 2]) / 2;
        if ((*now >= earlier[0] && *now <= earlier[count - 1]) || fabs(*now - *was) <= tolerance / 100 * fabs(*was)) j = JUDGED_SAME;
        else j = (*now < *was) == (direction < 0) ? JUDGED_BETTER : JUDGED_WORSE;
    }
    cli_free(earlier);
    return j;
}

static const char all_time[] = "gpu__time_duration";

/* The time of all kernels of a report; *known 0: none was measured. */
static double time_of_all(const trend *t, size_t report, int *known)
{
    double sum = 0;
    size_t i;
    *known = 0;
    for (i = 0; i < t->line_count; i++) {
        if (strncmp(t->lines[i].metric, all_time, sizeof all_time - 1) != 0 || t->lines[i].count[report] == 0) continue;
        sum += t->lines[i].sum[report];
        *known = 1;
    }
    return sum;
}

static int within(double value, const trend_side *x) { return value >= x->low && value <= x->high; }

judgement trend_sides(const trend *t, const trend_line *l, size_t before, double tolerance, trend_side sides[2])
{
    const int direction = metric_direction(l != NULL ? l->metric : "gpu__time_duration.sum");
    double *values = (double *)cli_alloc(t->report_count + 1, sizeof *values);
    size_t i, k, n;
    for (k = 0; k < 2; k++) {
        n = 0;
        for (i = k == 0 ? 0 : before; i < (k == 0 ? before : t->report_count); i++) {
            int known;
            values[n] = l != NULL ? trend_value(l, i, &known) : time_of_all(t, i, &known);
            n += (size_t)known;
        }
        sides[k].count = n;
        sides[k].median = sides[k].low = sides[k].high = 0;
        if (n == 0) continue;
        qsort(values, n, sizeof *values, by_number);
        sides[k].median = (values[(n - 1) / 2] + values[n / 2]) / 2;
        sides[k].low = values[0];
        sides[k].high = values[n - 1];
    }
    cli_free(values);
    if (sides[0].count == 0 || sides[1].count == 0 || direction == 0) return JUDGED_NOT;
    if (fabs(sides[1].median - sides[0].median) <= tolerance / 100 * fabs(sides[0].median) || within(sides[1].median, &sides[0]) ||
        within(sides[0].median, &sides[1]))
        return JUDGED_SAME;
    return (sides[1].median < sides[0].median) == (direction < 0) ? JUDGED_BETTER : JUDGED_WORSE;
}

static int by_created(const void *a, const void *b)
{
    const trend_report *x = *(const trend_report *const *)a, *y = *(const trend_report *const *)b;
    if (x->created != y->created) return x->created < y->created ? -1 : 1;
    return x->given < y->given ? -1 : x->given > y->given;
}

size_t *trend_order(const trend *t, int by_time)
{
    const trend_report **list = (const trend_report **)cli_alloc(t->report_count + 1, sizeof *list);
    size_t *order = (size_t *)cli_alloc(t->report_count + 1, sizeof *order), i;
    for (i = 0; i < t->report_count; i++) {
        list[i] = &t->reports[i];
        by_time &= t->reports[i].created != 0;
    }
    if (by_time && t->report_count > 0) qsort((void *)(uintptr_t)list, t->report_count, sizeof *list, by_created);
    for (i = 0; i < t->report_count; i++) order[i] = list[i]->given;
    cli_free((void *)(uintptr_t)list);
    return order;
}

void trend_free(trend *t)
{
    size_t i;
    for (i = 0; i < t->report_count; i++) cli_free(t->reports[i].path);
    for (i = 0; i < t->line_count; i++) {
        cli_free(t->lines[i].kernel);
        cli_free(t->lines[i].metric);
        cli_free(t->lines[i].sum);
        cli_free(t->lines[i].count);
    }
    cli_free(t->reports);
    cli_free(t->lines);
    set_free(&t->keys);
}
