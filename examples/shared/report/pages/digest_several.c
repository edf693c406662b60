/* What changed since several reports: the values of now, and of each baseline what they were. */
#include "damage.h"
#include "digest_pair.h"
#include "report/draw/cells.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A kernel, and its partners in the baselines; NULL: none. */
typedef struct kernel {
    const entry *own, *was[MOST_DIGESTED];
    double weight; /* how much the time changed most, ns; unknown times come last */
} kernel;

typedef struct several {
    const page *pg;
    section_source *sections;
    side *bases, *own;
    size_t count;
} several;

/* A metric or a line that changed, by how much. */
typedef struct told {
    const char *name;
    double now, most;
} told;

/* So that all of it stays below 8 KB. */
static size_t most_kernels(const several *d) { return d->count > 3 ? 2 : 3; }
static size_t most_metrics(const several *d) { return d->count > 3 ? 4 : 6; }
static size_t most_lines(const several *d) { return d->count > 3 ? 2 : 4; }

#define MOST_TOLD 6 /* of both */

static int by_weight(const void *a, const void *b)
{
    const kernel *x = (const kernel *)a, *y = (const kernel *)b;
    if (x->weight < y->weight || x->weight > y->weight) return x->weight > y->weight ? -1 : 1;
    return x->own->index < y->own->index ? -1 : x->own->index > y->own->index;
}

static int by_most(const void *a, const void *b)
{
    const told *x = (const told *)a, *y = (const told *)b;
    if (x->most < y->most || x->most > y->most) return x->most > y->most ? -1 : 1;
    return strcmp(x->name, y->name);
}

typedef struct told_list {
    told *list;
    size_t count, room;
} told_list;

static void add_told(told_list *x, const char *name, double now, double most)
{
    told *one;
    x->list = (told *)cli_grow(x->list, &x->room, x->count + 1, sizeof *x->list);
    one = &x->list[x->count++];
    one->name = name;
    one->now = now;
    one->most = most;
}

/* Leaves the first ones. Of what changed from several baselines the largest change counts. */
static void settle(told_list *x)
{
    size_t i, k, n = 0;
    if (x->count > 0) qsort(x->list, x->count, sizeof *x->list, by_most);
    for (i = 0; i < x->count && n < MOST_TOLD; i++) {
        for (k = 0; k < n && strcmp(x->list[k].name, x->list[i].name) != 0; k++) {}
        if (k == n) x->list[n++] = x->list[i];
    }
    x->count = n;
}

/* In a list: what it was in a baseline. */
static void begin_before(output *to, size_t number, double before)
{
    out_group(to, NULL);
    out_whole(to, "baseline_number", number);
    out_real(to, "value", before);
}

/* The metric in a comparison; NULL: the baseline has it not. */
static const change *change_of(const changes *x, const char *name)
{
    size_t i;
    for (i = 0; i < x->count; i++)
        if (x->list[i].has[0] && strcmp(x->list[i].name, name) == 0) return &x->list[i];
    return NULL;
}

/* "- launch__registers_per_thread: 40 register/thread; 1: 56, -28.6%; 2: 16, +150.0%" */
static void put_change_of(const several *d, const told *t, const changes *x)
{
    output *const to = d->pg->to;
    cli_buf line = {NULL, 0, 0};
    double most = fabs(t->now);
    const change *c;
    size_t k;
    scale s;
    for (k = 0; k < d->count; k++)
        if ((c = change_of(&x[k], t->name)) != NULL && fabs(c->value[0]) > most) most = fabs(c->value[0]);
    scale_of(&s, ncurep_text(t->name), most, &d->pg->m->style);
    out_group(to, NULL);
    out_string(to, "name", t->name);
    out_real(to, "after", t->now);
    cli_put_safe(&line, t->name, strlen(t->name));
    cli_putf(&line, ": %.4g%s%s", t->now / s.by, s.unit[0] != 0 ? " " : "", s.unit);
    out_list(to, "before");
    for (k = 0; k < d->count; k++) {
        if ((c = change_of(&x[k], t->name)) == NULL) continue;
        begin_before(to, k + 1, c->value[0]);
        cli_putf(&line, "; %zu: %.4g", k + 1, c->value[0] / s.by);
        out_known(to, "change_pct", c->part - c->part == 0, 100 * c->part);
        if (c->part - c->part == 0 && (c->part < 0 || c->part > 0)) cli_putf(&line, ", %+.1f%%", 100 * c->part);
        out_close(to);
    }
    out_close(to);
    out_close(to);
    out_line(to, "- %s", line.ptr);
    cli_buf_free(&line);
}

static void put_metrics(const several *d, const changes *x)
{
    told_list all = {NULL, 0, 0};
    size_t k, i;
    for (k = 0; k < d->count; k++)
        for (i = 0; i < x[k].count; i++) {
            const change *c = &x[k].list[i];
            if (c->has[0] && c->has[1] && c->part - c->part == 0 && counts(&d->pg->m->compare, c)) add_told(&all, c->name, c->value[1], fabs(c->part));
        }
    settle(&all);
    out_list(d->pg->to, "metrics");
    for (i = 0; i < all.count && i < most_metrics(d); i++) put_change_of(d, &all.list[i], x);
    out_close(d->pg->to);
    if (all.count == 0) out_line(d->pg->to, "- no metric changed by more than %.4g%%", d->pg->m->compare.tolerance);
    cli_free(all.list);
}

/* "- at nested.cu:14: 40200 samples; 1: 52260" */
static void put_line(const several *d, const told *t, const changes *x)
{
    output *const to = d->pg->to;
    cli_buf line = {NULL, 0, 0};
    size_t k, i;
    out_group(to, NULL);
    out_string(to, "place", t->name);
    out_real(to, "after", t->now);
    cli_putf(&line, "- at %s: %.0f samples", t->name, t->now);
    out_list(to, "before");
    for (k = 0; k < d->count; k++) {
        for (i = 0; i < x[k].line_count && strcmp(x[k].lines[i].where, t->name) != 0; i++) {}
        if (i == x[k].line_count) continue;
        begin_before(to, k + 1, x[k].lines[i].value[0]);
        cli_putf(&line, "; %zu: %.0f", k + 1, x[k].lines[i].value[0]);
        out_close(to);
    }
    out_close(to);
    out_close(to);
    out_line(to, "%s", line.ptr);
    cli_buf_free(&line);
}

static void put_lines(const several *d, const changes *x)
{
    told_list all = {NULL, 0, 0};
    size_t k, i;
    for (k = 0; k < d->count; k++)
        for (i = 0; i < x[k].line_count; i++) {
            const line_change *l = &x[k].lines[i];
            if (l->value[0] < l->value[1] || l->value[0] > l->value[1]) add_told(&all, l->where, l->value[1], fabs(l->value[1] - l->value[0]));
        }
    settle(&all);
    out_list(d->pg->to, "lines");
    for (i = 0; i < all.count && i < most_lines(d); i++) put_line(d, &all.list[i], x);
    out_close(d->pg->to);
    cli_free(all.list);
}

static void add_time(const several *d, cli_buf *line, double ns)
{
    cli_buf b = {NULL, 0, 0};
    if (ns >= 0) put_duration(&b, &d->pg->m->style, ns);
    else cli_putf(&b, "not timed");
    cli_put(line, b.ptr, b.len);
    cli_buf_free(&b);
}

/* "46.72 us; 1: 61.20 us, better; 2: no such kernel" */
static void put_times(const several *d, const kernel *p, const changes *x)
{
    output *const to = d->pg->to;
    cli_buf line = {NULL, 0, 0};
    size_t k;
    out_known(to, "after_ns", p->own->ns >= 0, p->own->ns);
    add_time(d, &line, p->own->ns);
    out_list(to, "baselines");
    for (k = 0; k < d->count; k++) {
        const entry *was = p->was[k];
        const change *by;
        judgement j;
        cli_putf(&line, "; %zu: ", k + 1);
        if (was == NULL) {
            cli_putf(&line, "no such kernel");
            continue;
        }
        j = judge_pair(d->pg->m, &x[k], &by);
        out_group(to, NULL);
        out_whole(to, "baseline_number", k + 1);
        out_whole(to, "before_result", was->index);
        out_string(to, "verdict", judgement_word(j));
        out_known(to, "before_ns", was->ns >= 0, was->ns);
        out_close(to);
        add_time(d, &line, was->ns);
        cli_putf(&line, ", %s", j == JUDGED_NOT ? "not judged" : judgement_word(j));
    }
    out_close(to);
    out_line(to, "%s", line.ptr);
    cli_buf_free(&line);
}

static void put_kernel(const several *d, const kernel *p, int *code)
{
    output *const to = d->pg->to;
    changes x[MOST_DIGESTED];
    char words[32];
    size_t k;
    int read = 1;
    memset(x, 0, sizeof x);
    for (k = 0; k < d->count; k++)
        if (p->was[k] != NULL && !compare_pair(d->pg->m, d->sections, &d->bases[k], &d->own[k], p->was[k], p->own, &x[k])) read = 0;
    if (!read) *code = CLI_INPUT;
    else {
        out_group(to, NULL);
        out_string(to, "kernel", p->own->title);
        out_whole(to, "after_result", p->own->index);
        out_gap(to);
        digest_title(to, "## ", p->own->title);
        for (k = 0; k < d->count; k++) {
            if (p->was[k] == NULL || strcmp(p->was[k]->title, p->own->title) == 0) continue;
            snprintf(words, sizeof words, "%zu: ", k + 1);
            digest_title(to, words, p->was[k]->title);
        }
        put_times(d, p, x);
        put_metrics(d, x);
        put_lines(d, x);
        out_close(to);
    }
    for (k = 0; k < d->count; k++) free_changes(&x[k]);
}

/* Finds the partners of all kernels in a baseline; how many there are. */
static size_t pair_with(const several *d, kernel *list, size_t k)
{
    size_t i, pairs = 0;
    for (i = 0; i < d->bases[k].count; i++) {
        entry *const was = &d->bases[k].list[i], *const y = partner(was, &d->own[k]);
        kernel *p;
        if (y == NULL) continue;
        p = &list[y - d->own[k].list];
        was->matched = 1;
        p->was[k] = was;
        if (was->ns >= 0 && y->ns >= 0 && fabs(y->ns - was->ns) > p->weight) p->weight = fabs(y->ns - was->ns);
        pairs++;
    }
    return pairs;
}

/* The kernels that any baseline has, those whose time changed most first. */
static kernel *pair_all(const several *d, size_t *pairs, size_t *count)
{
    kernel *list = (kernel *)cli_alloc(d->own->count + 1, sizeof *list);
    size_t i, k;
    *count = 0;
    for (i = 0; i < d->own->count; i++) {
        list[i].own = &d->own->list[i];
        list[i].weight = -1;
    }
    for (k = 0; k < d->count; k++) pairs[k] = pair_with(d, list, k);
    for (i = 0; i < d->own->count; i++) {
        d->own->list[i].matched = 0;
        for (k = 0; k < d->count; k++) d->own->list[i].matched |= list[i].was[k] != NULL;
        if (d->own->list[i].matched) list[(*count)++] = list[i];
    }
    if (*count > 0) qsort(list, *count, sizeof *list, by_weight);
    return list;
}

/* "53.12 us of GPU time; 1: 69.59 us, -23.7%" */
static void put_total(const several *d)
{
    const double now = side_time(d->own);
    cli_buf line = {NULL, 0, 0};
    size_t k;
    out_known(d->pg->to, "total_after_ns", now >= 0, now);
    add_time(d, &line, now);
    cli_putf(&line, " of GPU time");
    for (k = 0; k < d->count; k++) {
        const double was = side_time(&d->bases[k]);
        cli_putf(&line, "; %zu: ", k + 1);
        add_time(d, &line, was);
        if (was > 0 && now >= 0) cli_putf(&line, ", %+.1f%%", 100 * (now / was - 1));
    }
    out_line(d->pg->to, "%s", line.ptr);
    cli_buf_free(&line);
}

static void put_baselines(const several *d, const size_t *pairs)
{
    output *const to = d->pg->to;
    char words[32];
    size_t k;
    out_list(to, "baselines");
    for (k = 0; k < d->count; k++) {
        const double was = side_time(&d->bases[k]);
        snprintf(words, sizeof words, "only in %zu: ", k + 1);
        out_group(to, NULL);
        out_known(to, "total_before_ns", was >= 0, was);
        out_whole(to, "pair_count", pairs[k]);
        digest_alone(to, &d->bases[k], "only_before", words);
        out_close(to);
    }
    out_close(to);
    digest_alone(to, d->own, "only_after", "only after: ");
}

static void put_names(const several *d)
{
    cli_buf name = {NULL, 0, 0};
    size_t k;
    cli_put_safe(&name, d->own->o->path, strlen(d->own->o->path));
    out_line(d->pg->to, "# %s, since each of %zu baselines", name.ptr, d->count);
    for (k = 0; k < d->count; k++) {
        name.len = 0;
        cli_put_safe(&name, d->bases[k].o->path, strlen(d->bases[k].o->path));
        out_line(d->pg->to, "- %zu: %s", k + 1, name.ptr);
    }
    cli_buf_free(&name);
}

static void put_damage(const several *d)
{
    damage list[MOST_DIGESTED + 1];
    size_t k;
    for (k = 0; k <= d->count; k++) {
        (void)damage_of(k < d->count ? d->bases[k].o : d->own->o, &list[k]);
        if (is_damaged(&list[k])) damage_lines(d->pg->to, &list[k], 1);
    }
    damage_list(d->pg->to, list, d->count + 1);
}

int digest_several_page(const page *pg, section_source *sections, side *bases, side *own, size_t count)
{
    output *const to = pg->to;
    size_t pairs[MOST_DIGESTED], found, k;
    several d;
    kernel *list;
    int code = CLI_FINE;
    d.pg = pg;
    d.sections = sections;
    d.bases = bases;
    d.own = own;
    d.count = count;
    list = pair_all(&d, pairs, &found);
    out_group(to, NULL);
    put_names(&d);
    put_total(&d);
    put_baselines(&d, pairs);
    out_whole(to, "kernel_count", found);
    out_line(to, "%zu kernel%s compared%s", found, found == 1 ? "" : "s", found > most_kernels(&d) ? "; those whose time changed most:" : "");
    out_list(to, "kernels");
    for (k = 0; k < found && k < most_kernels(&d); k++) put_kernel(&d, &list[k], &code);
    out_close(to);
    put_damage(&d);
    out_close(to);
    out_end(to);
    cli_free(list);
    return found > 0 || code != CLI_FINE ? code : CLI_FINDING;
}
