/* What many reports say together. */
#include "study.h"
#include "figures.h"
#include "names.h"
#include "rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void figures_of(double *to, const opened *o, const ncurep_result *r)
{
    ncurep_value duration;
    ncurep_view name;
    size_t i;
    to[STUDY_DURATION] = duration_of(o, r, &duration, &name) ? ncurep_value_double(&duration) : (double)NAN;
    to[STUDY_COMPUTE] = real_metric(o, r, "sm__throughput.avg.pct_of_peak_sustained_elapsed");
    to[STUDY_MEMORY] = real_metric(o, r, "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed");
    to[STUDY_OCCUPANCY] = real_metric(o, r, "sm__warps_active.avg.pct_of_peak_sustained_active");
    for (i = 0; i < STUDY_FIGURES; i++)
        if (!(to[i] >= 0 && to[i] - to[i] == 0)) to[i] = (double)NAN;
}

/* What the warps of a result wait for, as shares; how it is known is the same for all reasons of a result. */
static void add_waiting(study *s, study_case *x, size_t at, const opened *o, const ncurep_result *r)
{
    double *share;
    double sum = 0;
    size_t k;
    int sampled;
    s->waiting = (double *)cli_grow(s->waiting, &s->waiting_room, (at + 1) * STUDY_STALLS, sizeof *s->waiting);
    share = s->waiting + at * STUDY_STALLS;
    for (k = 0; k < STUDY_STALLS; k++) share[k] = 0;
    x->stall = NOT_IN_SET;
    for (sampled = 0; sampled < 2 && !(sum > 0); sampled++) {
        ncurep_result again = *r;
        ncurep_metric m;
        while (ncurep_metric_next(&again.metrics, &m)) {
            ncurep_view name, reason;
            const double value = ncurep_value_double(&m.value);
            if (!ncurep_string_at(o->report, m.name_id, &name) || (reason = stall_of(name, sampled)).len == 0) continue;
            k = set_add(&s->stalls, reason.ptr, reason.len);
            if (k >= STUDY_STALLS || !(value > 0) || value - value != 0) continue;
            share[k] += value;
            sum += value;
        }
    }
    for (k = 0; k < STUDY_STALLS; k++) {
        share[k] = sum > 0 ? share[k] / sum : -1;
        if (sum > 0 && share[k] > x->stall_share) {
            x->stall_share = share[k];
            x->stall = k;
        }
    }
}

static void add_findings(study *s, study_case *x, size_t at, const findings *f)
{
    size_t i, k;
    for (i = 0; i < f->count; i++) {
        const finding *y = &f->list[i];
        study_firing *to = NULL;
        size_t rule;
        if (y->type != 2 && y->type != 4) continue; /* a warning or an optimization */
        rule = set_add(&s->rules, y->rule.ptr, y->rule.len);
        for (k = s->firing_count; k > 0 && s->firings[k - 1].at == at && to == NULL; k--)
            if (s->firings[k - 1].rule == rule) to = &s->firings[k - 1];
        if (to == NULL) {
            s->firings = (study_firing *)cli_grow(s->firings, &s->firing_room, s->firing_count + 1, sizeof *s->firings);
            to = &s->firings[s->firing_count++];
            to->at = at;
            to->rule = rule;
            to->percent = 0;
        }
        if (y->percent > to->percent) to->percent = y->percent;
        if (y->speedup != SPEEDUP_GLOBAL || !(y->percent > x->gain)) continue;
        x->gain = y->percent;
        x->rule = rule;
        cli_free(x->text);
        x->text = copy_text(y->text.ptr != NULL ? y->text.ptr : "", y->text.len);
    }
}

int study_add(study *s, const model *m, const opened *o, const char *folder, section_source *sections)
{
    const size_t report = set_add(&s->reports, o->path, strlen(o->path)), place = set_add(&s->folders, folder, strlen(folder));
    cursor at;
    ncurep_result r;
    int code = code_of(o);
    memset(&at, 0, sizeof at);
    while (next_result(m->c, &m->chosen, o, &at, &r, &code)) {
        const size_t number = s->case_count;
        study_case *x;
        evaluated e;
        findings f;
        s->cases = (study_case *)cli_grow(s->cases, &s->case_room, number + 1, sizeof *s->cases);
        x = &s->cases[s->case_count++];
        memset(x, 0, sizeof *x);
        x->report = report;
        x->folder = place;
        x->result = r.index;
        x->kernel = short_name(full_name(&r));
        figures_of(x->figure, o, &r);
        add_waiting(s, x, number, o, &r);
        memset(&e, 0, sizeof e);
        e.m = m;
        e.o = (opened *)(uintptr_t)o;
        e.r = &r;
        if (m->sections.run_rules && !evaluate_result(sections, e.o, &r, &e)) code = CLI_INPUT;
        else {
            findings_of(&f, &e);
            add_findings(s, x, number, &f);
            findings_free(&f);
        }
        evaluated_free(&e);
    }
    return code;
}

void study_weigh_all(study *s, study_weigh by)
{
    const size_t groups = by == WEIGH_FOLDER ? s->folders.count : by == WEIGH_REPORT ? s->reports.count : 1;
    size_t *count = (size_t *)cli_alloc(groups + 1, sizeof *count), i, used = 0;
    for (i = 0; i < s->case_count; i++) {
        const study_case *x = &s->cases[i];
        used += count[by == WEIGH_FOLDER ? x->folder : by == WEIGH_REPORT ? x->report : 0]++ == 0;
    }
    for (i = 0; i < s->case_count; i++) {
        study_case *x = &s->cases[i];
        x->weight = 1 / ((double)used * (double)count[by == WEIGH_FOLDER ? x->folder : by == WEIGH_REPORT ? x->report : 0]);
    }
    cli_free(count);
}

double study_waiting(const study *s, size_t at, size_t stall) { return stall < STUDY_STALLS ? s->waiting[at * STUDY_STALLS + stall] : -1; }

typedef struct weighed {
    double value, weight;
} weighed;

static int by_value(const void *a, const void *b)
{
    const weighed *x = (const weighed *)a, *y = (const weighed *)b;
    return (x->value > y->value) - (x->value < y->value);
}

double study_quantile(const study *s, study_figure figure, double part)
{
    weighed *list = (weighed *)cli_alloc(s->case_count + 1, sizeof *list);
    double all = 0, sum = 0, value = (double)NAN;
    size_t i, n = 0;
    for (i = 0; i < s->case_count; i++) {
        if (!(s->cases[i].figure[figure] >= 0)) continue;
        list[n].value = s->cases[i].figure[figure];
        list[n++].weight = s->cases[i].weight;
        all += s->cases[i].weight;
    }
    if (n > 0) qsort(list, n, sizeof *list, by_value);
    for (i = 0; i < n; i++) {
        sum += list[i].weight;
        value = list[i].value;
        if (sum >= part * all) break;
    }
    cli_free(list);
    return value;
}

size_t study_telling(const study *s, size_t *list, size_t most)
{
    unsigned char *used = (unsigned char *)cli_alloc(s->reports.count + 1, 1);
    size_t count = 0, i;
    while (count < most) {
        const study_case *best = NULL;
        for (i = 0; i < s->case_count; i++)
            if (s->cases[i].gain > 0 && !used[s->cases[i].report] && (best == NULL || s->cases[i].gain > best->gain)) best = &s->cases[i];
        if (best == NULL) break;
        used[best->report] = 1;
        list[count++] = (size_t)(best - s->cases);
    }
    cli_free(used);
    return count;
}

void study_free(study *s)
{
    size_t i;
    for (i = 0; i < s->case_count; i++) {
        cli_free(s->cases[i].kernel);
        cli_free(s->cases[i].text);
    }
    cli_free(s->cases);
    cli_free(s->firings);
    cli_free(s->waiting);
    set_free(&s->reports);
    set_free(&s->folders);
    set_free(&s->stalls);
    set_free(&s->rules);
}
