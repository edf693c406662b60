/* What changed between two reports, by how much, and where. */
#include "digest_pair.h"
#include "damage.h"
#include "report/draw/cells.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PAIRS = 6, MOST_METRICS = 6, MOST_LINES = 4, MOST_ALONE = 6, MOST_TITLE = 120 };

typedef struct pair {
    const entry *x, *y;
    double weight; /* how much the time changed, ns; unknown times come last */
} pair;

static int by_weight(const void *a, const void *b)
{
    const pair *x = (const pair *)a, *y = (const pair *)b;
    if (x->weight < y->weight || x->weight > y->weight) return x->weight > y->weight ? -1 : 1;
    return x->x->index < y->x->index ? -1 : x->x->index > y->x->index;
}

static int by_part(const void *a, const void *b)
{
    const double x = fabs(((const change *)a)->part), y = fabs(((const change *)b)->part);
    if (x < y || x > y) return x > y ? -1 : 1;
    return strcmp(((const change *)a)->name, ((const change *)b)->name);
}

void digest_title(output *to, const char *words, const char *title)
{
    out_line(to, "%s%.*s%s", words, MOST_TITLE, title, strlen(title) > MOST_TITLE ? "..." : "");
}

static void put_metrics(const page *pg, changes *x)
{
    output *to = pg->to;
    size_t i, shown = 0;
    if (x->count > 0) qsort(x->list, x->count, sizeof *x->list, by_part);
    out_list(to, "metrics");
    for (i = 0; i < x->count && shown < MOST_METRICS; i++) {
        const change *c = &x->list[i];
        cli_buf name = {NULL, 0, 0};
        scale s;
        if (!c->has[0] || !c->has[1] || c->part - c->part != 0 || !counts(&pg->m->compare, c)) continue;
        shown++;
        scale_of(&s, ncurep_text(c->name), fabs(c->value[0]) > fabs(c->value[1]) ? c->value[0] : c->value[1], &pg->m->style);
        out_group(to, NULL);
        out_string(to, "name", c->name);
        out_real(to, "before", c->value[0]);
        out_real(to, "after", c->value[1]);
        out_real(to, "change_pct", 100 * c->part);
        out_close(to);
        cli_put_safe(&name, c->name, strlen(c->name));
        out_line(to, "- %s: %.4g%s%s, was %.4g, %+.1f%%", name.ptr, c->value[1] / s.by, s.unit[0] != 0 ? " " : "", s.unit, c->value[0] / s.by, 100 * c->part);
        cli_buf_free(&name);
    }
    out_close(to);
    if (shown == 0) out_line(to, "- no metric changed by more than %.4g%%", pg->m->compare.tolerance);
}

static void put_lines(const page *pg, changes *x)
{
    output *to = pg->to;
    size_t i;
    sort_lines(x);
    out_list(to, "lines");
    for (i = 0; i < x->line_count && i < MOST_LINES; i++) {
        const line_change *l = &x->lines[i];
        if (!(l->value[0] < l->value[1] || l->value[0] > l->value[1])) break;
        out_group(to, NULL);
        out_string(to, "place", l->where);
        out_real(to, "before", l->value[0]);
        out_real(to, "after", l->value[1]);
        out_close(to);
        out_line(to, "- at %s: %.0f samples, was %.0f", l->where, l->value[1], l->value[0]);
    }
    out_close(to);
}

/* "better: 46.72 us, was 61.20 us" */
static void put_times(const page *pg, const pair *p, judgement j)
{
    cli_buf was = {NULL, 0, 0}, now = {NULL, 0, 0};
    if (p->weight < 0) out_line(pg->to, "%s; not timed in both", j == JUDGED_NOT ? "not judged" : judgement_word(j));
    else {
        put_duration(&was, &pg->m->style, p->x->ns);
        put_duration(&now, &pg->m->style, p->y->ns);
        out_line(pg->to, "%s: %s, was %s", j == JUDGED_NOT ? "not judged" : judgement_word(j), now.ptr, was.ptr);
    }
    out_known(pg->to, "before_ns", p->x->ns >= 0, p->x->ns);
    out_known(pg->to, "after_ns", p->y->ns >= 0, p->y->ns);
    cli_buf_free(&was);
    cli_buf_free(&now);
}

static void put_pair(const page *pg, section_source *sections, side *a, side *b, const pair *p, int *code)
{
    output *to = pg->to;
    const change *by;
    changes x;
    if (!compare_pair(pg->m, sections, a, b, p->x, p->y, &x)) *code = CLI_INPUT;
    else {
        const judgement j = judge_pair(pg->m, &x, &by);
        out_group(to, NULL);
        out_string(to, "kernel", p->x->title);
        out_whole(to, "before_result", p->x->index);
        out_whole(to, "after_result", p->y->index);
        out_string(to, "verdict", judgement_word(j));
        out_gap(to);
        digest_title(to, "## ", p->x->title);
        if (strcmp(p->x->title, p->y->title) != 0) digest_title(to, "now ", p->y->title);
        put_times(pg, p, j);
        put_metrics(pg, &x);
        put_lines(pg, &x);
        out_close(to);
    }
    free_changes(&x);
}

void digest_alone(output *to, const side *s, const char *key, const char *words)
{
    size_t i, shown = 0, count = 0;
    out_list(to, key);
    for (i = 0; i < s->count; i++) {
        if (s->list[i].matched) continue;
        count++;
        out_string(to, NULL, s->list[i].title);
        if (shown++ < MOST_ALONE) digest_title(to, words, s->list[i].title);
    }
    out_close(to);
    if (count > MOST_ALONE) out_line(to, "%sand %zu more", words, count - MOST_ALONE);
}

static void put_total(const page *pg, const side *a, const side *b)
{
    const double was = side_time(a), now = side_time(b);
    cli_buf x = {NULL, 0, 0}, y = {NULL, 0, 0};
    out_known(pg->to, "total_before_ns", was >= 0, was);
    out_known(pg->to, "total_after_ns", now >= 0, now);
    if (was < 0 || now < 0) out_line(pg->to, "the time of all kernels is not known");
    else {
        put_duration(&x, &pg->m->style, was);
        put_duration(&y, &pg->m->style, now);
        if (was > 0) out_line(pg->to, "%s of GPU time, was %s, %+.1f%%", y.ptr, x.ptr, 100 * (now / was - 1));
        else out_line(pg->to, "%s of GPU time, was %s", y.ptr, x.ptr);
    }
    cli_buf_free(&x);
    cli_buf_free(&y);
}

int digest_pair_page(const page *pg, section_source *sections, side *a, side *b)
{
    output *to = pg->to;
    pair *list = (pair *)cli_alloc(a->count + 1, sizeof *list);
    cli_buf head = {NULL, 0, 0};
    size_t count = 0, i;
    int code = CLI_FINE;
    for (i = 0; i < a->count; i++) {
        const entry *y = partner(&a->list[i], b);
        if (y == NULL) continue;
        a->list[i].matched = 1;
        list[count].x = &a->list[i];
        list[count].y = y;
        list[count++].weight = a->list[i].ns >= 0 && y->ns >= 0 ? fabs(y->ns - a->list[i].ns) : -1;
    }
    if (count > 0) qsort(list, count, sizeof *list, by_weight);
    out_group(to, NULL);
    cli_put_safe(&head, b->o->path, strlen(b->o->path));
    cli_put(&head, ", was ", 6);
    cli_put_safe(&head, a->o->path, strlen(a->o->path));
    out_line(to, "# %s", head.ptr);
    cli_buf_free(&head);
    put_total(pg, a, b);
    out_whole(to, "pair_count", count);
    out_line(to, "%zu pair%s of kernels%s", count, count == 1 ? "" : "s", count > MOST_PAIRS ? "; those whose time changed most:" : "");
    digest_alone(to, a, "only_before", "only before: ");
    digest_alone(to, b, "only_after", "only after: ");
    out_list(to, "kernels");
    for (i = 0; i < count && i < MOST_PAIRS; i++) put_pair(pg, sections, a, b, &list[i], &code);
    out_close(to);
    damage_of_both(to, a->o, b->o);
    out_close(to);
    out_end(to);
    cli_free(list);
    return count > 0 || code != CLI_FINE ? code : CLI_FINDING;
}
