/* Two reports, kernel by kernel. */
#include "compare.h"
#include "code.h"
#include "figures.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is compared where no metrics are chosen. */
static const char *const usual[] = {"gpu__time_duration.sum", "gpu__time_duration", "sm__cycles_elapsed.max", "gpc__cycles_elapsed.max",
    "sm__throughput.avg.pct_of_peak_sustained_elapsed", "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
    "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", "l1tex__throughput.avg.pct_of_peak_sustained_active",
    "lts__throughput.avg.pct_of_peak_sustained_elapsed", "dram__bytes_read.sum", "dram__bytes_write.sum",
    "l1tex__t_sector_hit_rate.pct", "lts__t_sector_hit_rate.pct", "smsp__inst_executed.sum", "sm__inst_executed.sum",
    "smsp__issue_active.avg.per_cycle_active", "smsp__thread_inst_executed_per_inst_executed.ratio",
    "sm__warps_active.avg.pct_of_peak_sustained_active", "sm__maximum_warps_per_active_cycle_pct", "launch__registers_per_thread",
    "launch__shared_mem_per_block_static", "launch__shared_mem_per_block_dynamic", "launch__waves_per_multiprocessor",
    "smsp__sass_inst_executed_op_local.sum", "l1tex__data_bank_conflicts_pipe_lsu.sum"};

void put_match_key(cli_buf *b, match_by match, const ncurep_result *r)
{
    const ncurep_view name = result_name(r);
    ncurep_view range;
    range.ptr = "";
    range.len = 0;
    if (match == MATCH_ORDER) {
        cli_put(b, "", 0);
        return;
    }
    cli_put(b, name.ptr, name.len);
    if (match == MATCH_LAUNCH)
        cli_putf(b, "|%" PRIu64 " %" PRIu64 " %" PRIu64 "|%" PRIu64 " %" PRIu64 " %" PRIu64, r->grid[0], r->grid[1], r->grid[2],
                 r->block_size.x, r->block_size.y, r->block_size.z);
    if (match == MATCH_RANGE && innermost_range(r, &range)) {
        cli_put(b, "|", 1);
        cli_put(b, range.ptr, range.len);
    }
}

const char *match_text(match_by match)
{
    static const char *const texts[] = {"name and launch size", "name", "order", "name and range"};
    return texts[match];
}

int read_side(const model *m, side *s)
{
    cursor at;
    ncurep_result r;
    size_t i;
    int code;
    code = code_of(s->o);
    memset(&at, 0, sizeof at);
    while (next_result(m->c, &m->chosen, s->o, &at, &r, &code)) {
        cli_buf key = {NULL, 0, 0}, title = {NULL, 0, 0};
        ncurep_value duration;
        ncurep_view metric;
        entry *e;
        put_match_key(&key, m->compare.match, &r);
        put_result_line(&title, s->o, &r);
        s->list = (entry *)cli_grow(s->list, &s->room, s->count + 1, sizeof *s->list);
        e = &s->list[s->count++];
        e->key = copy_text(key.ptr != NULL ? key.ptr : "", key.len);
        e->title = copy_text(title.ptr, title.len);
        e->index = r.index;
        e->matched = 0;
        e->ns = duration_of(s->o, &r, &duration, &metric) ? ncurep_value_double(&duration) : -1;
        if (!(e->ns >= 0) || e->ns - e->ns != 0) e->ns = -1;
        e->next = 0;
        cli_buf_free(&key);
        cli_buf_free(&title);
    }
    for (i = 0; i < s->count; i++) (void)set_add(&s->keys, s->list[i].key, strlen(s->list[i].key));
    s->first = (size_t *)cli_alloc(s->keys.count, sizeof *s->first);
    for (i = s->count; i > 0; i--) {
        const size_t key = set_find(&s->keys, s->list[i - 1].key, strlen(s->list[i - 1].key));
        s->list[i - 1].next = s->first[key];
        s->first[key] = i;
    }
    return code;
}

double side_time(const side *s)
{
    double sum = 0;
    size_t i;
    for (i = 0; i < s->count; i++) {
        if (s->list[i].ns < 0) return -1;
        sum += s->list[i].ns;
    }
    return sum;
}

void free_side(side *s)
{
    size_t i;
    for (i = 0; i < s->count; i++) {
        cli_free(s->list[i].key);
        cli_free(s->list[i].title);
    }
    cli_free(s->list);
    cli_free(s->first);
    set_free(&s->keys);
}

static void add_change(changes *x, evaluated *a, evaluated *b, const char *name)
{
    change *to;
    int k;
    x->list = (change *)cli_grow(x->list, &x->room, x->count + 1, sizeof *x->list);
    to = &x->list[x->count];
    memset(to, 0, sizeof *to);
    to->value[0] = evaluated_number(a, name, &to->has[0]);
    to->value[1] = evaluated_number(b, name, &to->has[1]);
    for (k = 0; k < 2; k++) to->has[k] &= to->value[k] - to->value[k] == 0; /* NaN and infinities say nothing */
    if (evaluated_has_many(a, 0)) evaluated_forget(a, 0);
    if (evaluated_has_many(b, 0)) evaluated_forget(b, 0);
    if (!to->has[0] && !to->has[1]) return;
    if (to->has[0] && to->has[1] && (to->value[0] < to->value[1] || to->value[0] > to->value[1]))
        to->part = to->value[0] < 0 || to->value[0] > 0 ? (to->value[1] - to->value[0]) / fabs(to->value[0]) : HUGE_VAL;
    to->name = copy_text(name, strlen(name));
    x->count++;
}

int counts(const compare_choice *how, const change *x)
{
    return x->has[0] != x->has[1] || fabs(x->part) * 100 > how->tolerance;
}

int metric_direction(const char *name)
{
    if (strstr(name, "time_duration") != NULL || strstr(name, "cycles_elapsed") != NULL || strstr(name, "bank_conflicts") != NULL) return -1;
    return strstr(name, "hit_rate") != NULL || strstr(name, "warps_active") != NULL ? 1 : 0;
}

static judgement judge(const compare_choice *how, const change *x)
{
    const int direction = metric_direction(x->name);
    if (direction == 0 || !x->has[0] || !x->has[1]) return JUDGED_NOT;
    if (!counts(how, x)) return JUDGED_SAME;
    return (x->part < 0) == (direction < 0) ? JUDGED_BETTER : JUDGED_WORSE;
}

judgement judge_pair(const model *m, const changes *x, const change **by)
{
    static const char *const times[] = {"gpu__time_duration.sum", "gpu__time_duration", "gpu__time_duration.avg", "gpu__time_duration.max",
                                        "sm__cycles_elapsed.max", "gpc__cycles_elapsed.max"};
    judgement worst = JUDGED_NOT;
    size_t i, k;
    *by = NULL;
    if (m->chosen.metric_count > 0) {
        for (i = 0; i < x->count; i++) {
            const judgement one = judge(&m->compare, &x->list[i]);
            if (one < worst || one == JUDGED_NOT || (one == worst && fabs(x->list[i].part) <= fabs((*by)->part))) continue;
            worst = one;
            *by = &x->list[i];
        }
        return worst;
    }
    for (k = 0; k < sizeof times / sizeof *times; k++)
        for (i = 0; i < x->count; i++)
            if (strcmp(x->list[i].name, times[k]) == 0 && (worst = judge(&m->compare, &x->list[i])) != JUDGED_NOT) {
                *by = &x->list[i];
                return worst;
            }
    return JUDGED_NOT;
}

const char *judgement_word(judgement j)
{
    static const char *const words[] = {"not_judged", "same", "better", "worse"};
    return words[j];
}

static void all_metrics(changes *x, const selection *s, evaluated *a, evaluated *b)
{
    nvs_view name;
    size_t i;
    int which;
    for (which = 0; which < 2; which++) {
        evaluated *e = which ? b : a;
        char *last = NULL;
        for (i = 0; e->source.name_fn(i, &name, e->source.user); i++) {
            nvs_metric d;
            char *text;
            memset(&d, 0, sizeof d);
            if (is_list(view_of(name)) || !wants_metric(s, view_of(name))) continue;
            if (which && a->source.metric_fn(name, &d, a->source.user) == 1) continue;
            text = copy_text(name.ptr, name.len);
            if (last == NULL || strcmp(last, text) != 0) add_change(x, a, b, text);
            cli_free(last);
            last = text;
        }
        cli_free(last);
    }
}

/* Samples, or executed instructions where there are none, by line; more where lines are many. */
static void add_lines(changes *x, evaluated *e, int which)
{
    static const char *const names[] = {"smsp__pcsamp_sample_count", "inst_executed"};
    const machine_code *code = code_open(e->o, e->r);
    size_t n, i;
    for (n = 0; n < 2; n++) {
        nvs_metric d;
        memset(&d, 0, sizeof d);
        if (!evaluated_metric(e, names[n], &d) || d.count == 0) continue;
        for (i = 0; i < d.count; i++) {
            const nvs_value id = nvs_column_value(&d.ids, i), value = nvs_column_value(&d.values, i);
            const code_function *f;
            code_place place;
            cli_buf b = {NULL, 0, 0};
            size_t line;
            if ((id.kind != NVS_KIND_UINT64 && id.kind != NVS_KIND_UINT32) || !code_find(code, id.v.u, &f, &place) || place.line == 0) continue;
            put_place(&b, &place);
            line = set_add(&x->places, b.ptr, b.len);
            if (line == x->line_count) {
                x->lines = (line_change *)cli_grow(x->lines, &x->line_room, x->line_count + 1, sizeof *x->lines);
                memset(&x->lines[line], 0, sizeof *x->lines);
                x->lines[line].where = x->places.list[line].text;
                x->line_count++;
            }
            x->lines[line].value[which] += nvs_value_number(&value, NULL);
            cli_buf_free(&b);
        }
        return;
    }
}

static int by_difference(const void *a, const void *b)
{
    const line_change *x = (const line_change *)a, *y = (const line_change *)b;
    const double dx = fabs(x->value[1] - x->value[0]), dy = fabs(y->value[1] - y->value[0]);
    return dx != dy ? (dx > dy ? -1 : 1) : strcmp(x->where, y->where);
}

void sort_lines(changes *x)
{
    if (x->line_count > 0) qsort(x->lines, x->line_count, sizeof *x->lines, by_difference);
}

void free_changes(changes *x)
{
    size_t i;
    for (i = 0; i < x->count; i++) cli_free(x->list[i].name);
    set_free(&x->places);
    cli_free(x->list);
    cli_free(x->lines);
    memset(x, 0, sizeof *x);
}

int compare_pair(const model *m, section_source *sections, side *a, side *b, const entry *x, const entry *y, changes *to)
{
    ncurep_result r[2];
    ncurep_error error;
    evaluated e[2];
    size_t i;
    int ok = 0;
    memset(to, 0, sizeof *to);
    memset(e, 0, sizeof e);
    if (ncurep_result_at(a->o->report, x->index, &r[0], &error) && ncurep_result_at(b->o->report, y->index, &r[1], &error) &&
        evaluate_result(sections, a->o, &r[0], &e[0]) && evaluate_result(sections, b->o, &r[1], &e[1])) {
        if (m->chosen.metric_count == 0 && !m->compare.all)
            for (i = 0; i < sizeof usual / sizeof *usual; i++) add_change(to, &e[0], &e[1], usual[i]);
        else all_metrics(to, &m->chosen, &e[0], &e[1]);
        if (m->compare.by_line) {
            add_lines(to, &e[0], 0);
            add_lines(to, &e[1], 1);
        }
        ok = 1;
    }
    evaluated_free(&e[0]);
    evaluated_free(&e[1]);
    return ok;
}

entry *entry_of(const side *s, uint32_t index)
{
    size_t low = 0, high = s->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (s->list[middle].index < index) low = middle + 1;
        else high = middle;
    }
    return low < s->count && s->list[low].index == index ? &s->list[low] : NULL;
}

entry *partner(const entry *x, side *b)
{
    const size_t key = set_find(&b->keys, x->key, strlen(x->key));
    entry *y;
    if (b->is_one && b->count > 0) {
        b->list[0].matched = 1;
        return &b->list[0];
    }
    if (key == NOT_IN_SET || b->first[key] == 0) return NULL;
    y = &b->list[b->first[key] - 1];
    b->first[key] = y->next;
    y->matched = 1;
    return y;
}
