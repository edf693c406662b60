/* ncurep check --limits: bounds that metrics of kernels must respect. */
#include "limits.h"
#include "report/model/compare.h"
#include "write/table.h"
#include "report/pages/damage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define COUNT_OF(list) (sizeof list / sizeof *list)

enum { LESS, LESS_EQUAL, MORE, MORE_EQUAL, EQUAL, OTHER };
static const char *const signs[] = {"<", "<=", ">", ">=", "==", "!="};

typedef struct limit {
    ncurep_pattern *kernel;
    char *metric, *text; /* text: the line, for people */
    int op;
    int of_baseline;     /* the bound is the baseline's value times by, and more */
    double by, bound;    /* bound: in the base unit of the metric */
    uint64_t line, tried;
} limit;

typedef struct limits {
    limit *list;
    size_t count, room, of_baseline;
} limits;

/* What 1 of a unit is in the base unit of the metric; 0: it does not fit. */
static double factor_of(const char *metric, const char *unit)
{
    static const struct {
        const char *name;
        double by;
    } times[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}}, prefixes[] = {{"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}};
    ncurep_metric_facts f;
    size_t i;
    ncurep_metric_describe(ncurep_text(metric), &f);
    if (unit[0] == 0 || strcmp(unit, f.unit) == 0) return 1;
    for (i = 0; i < 4 && strcmp(f.unit, "nsecond") == 0; i++)
        if (strcmp(unit, times[i].name) == 0) return times[i].by;
    for (i = 0; i < 4; i++) {
        const char *rest = unit + 1;
        if (unit[0] != prefixes[i].name[0]) continue;
        if (*rest == 0 || strcmp(rest, f.unit) == 0) return prefixes[i].by;
        if (strcmp(f.unit, "byte/second") == 0 && strcmp(rest, "byte/s") == 0) return prefixes[i].by;
    }
    return strcmp(f.unit, "byte/second") == 0 && strcmp(unit, "byte/s") == 0;
}

/* A word of the line, or a quoted text; NULL: none is left. */
static char *next_word(const char **at, const char *end)
{
    const char *start;
    while (*at < end && (**at == ' ' || **at == '\t' || **at == '\r')) ++*at;
    if (*at == end || **at == '#') return NULL;
    if (**at == '"') {
        start = ++*at;
        while (*at < end && **at != '"') ++*at;
        *at += *at < end;
        return copy_text(start, (size_t)(*at - start) - (*at > start && (*at)[-1] == '"'));
    }
    for (start = *at; *at < end && strchr(" \t\r", **at) == NULL; ++*at) {}
    return copy_text(start, (size_t)(*at - start));
}

/* The part of a line that is being read. */
typedef struct words {
    const char *at, *end;
    const char *place; /* of the last word */
} words;

static char *take(words *w)
{
    while (w->at < w->end && (*w->at == ' ' || *w->at == '\t')) w->at++;
    w->place = w->at;
    return next_word(&w->at, w->end);
}

/* "2 ms", "2ms", "5%" from a word that begins with the number; NULL, or what is wrong at w->place. */
static const char *read_amount(words *w, const char *metric, const char *word, double *amount, int *percent)
{
    char *stop, *unit = NULL;
    double factor;
    *amount = strtod(word, &stop);
    if (stop == word) return "a number was expected";
    if (*stop == 0) unit = take(w);
    *percent = strcmp(unit != NULL ? unit : stop, "%") == 0;
    factor = *percent ? 1 : factor_of(metric, unit != NULL ? unit : stop);
    cli_free(unit);
    *amount *= factor;
    return factor == 0 ? "the metric does not have this unit" : NULL;
}

/* NUMBER [UNIT], or baseline [+ or - NUMBER [UNIT or %]]. */
static const char *read_bound(words *w, limit *to, const char *metric)
{
    char *word = take(w), *sign = NULL;
    const char *wrong = NULL, *number;
    double amount;
    int percent = 0;
    to->of_baseline = strncmp(word, "baseline", 8) == 0 && strchr("+-", word[8]) != NULL; /* "", too */
    to->by = 1;
    if (!to->of_baseline) {
        wrong = read_amount(w, metric, word, &to->bound, &percent);
        if (wrong == NULL && percent && factor_of(metric, "%") == 0) wrong = "the metric does not have this unit";
    } else if ((sign = word[8] != 0 ? copy_text(word + 8, strlen(word + 8)) : take(w)) != NULL) {
        if (*sign != '+' && *sign != '-') wrong = "+ or - was expected after the baseline";
        else {
            number = sign[1] != 0 ? sign + 1 : NULL;
            cli_free(word);
            word = number == NULL ? take(w) : NULL;
            if (number == NULL) number = word;
            wrong = number == NULL || *number == '-' ? "a number was expected" : read_amount(w, metric, number, &amount, &percent);
            if (wrong == NULL && *sign == '-') amount = -amount;
            if (wrong == NULL && percent) to->by += amount / 100;
            else if (wrong == NULL) to->bound = amount;
        }
    }
    cli_free(word);
    cli_free(sign);
    return wrong;
}

/* KERNEL METRIC OPERATOR BOUND; 0 with a message. */
static int read_line(const cli *c, limits *l, const char *path, const char *text, size_t len, const char *from, const char *end, uint64_t number)
{
    words w;
    char *word[3] = {NULL, NULL, NULL}, *more = NULL;
    const char *wrong = NULL, *place[3];
    size_t n;
    limit *to;
    w.at = from;
    w.end = end;
    for (n = 0; n < 3; n++) {
        word[n] = take(&w);
        place[n] = w.place;
        if (word[n] == NULL) break;
    }
    if (n == 0) return 1;
    l->list = (limit *)cli_grow(l->list, &l->room, l->count + 1, sizeof *l->list);
    to = &l->list[l->count];
    memset(to, 0, sizeof *to);
    while (w.at < end && (*w.at == ' ' || *w.at == '\t' || *w.at == '\r')) w.at++;
    if (n < 3 || w.at == end || *w.at == '#') {
        wrong = "a limit is: KERNEL METRIC OPERATOR NUMBER [UNIT]";
        w.place = n < 3 ? w.place : w.at;
    } else {
        for (to->op = 0; to->op < 6 && strcmp(signs[to->op], word[2]) != 0; to->op++) {}
        if (to->op == 6) {
            wrong = "an operator is one of < <= > >= == !=";
            w.place = place[2];
        } else wrong = read_bound(&w, to, word[1]);
        if (wrong == NULL && (more = take(&w)) != NULL) wrong = "nothing was expected after the bound";
        if (wrong == NULL) {
            ncurep_pattern_options options;
            ncurep_error e;
            memset(&options, 0, sizeof options);
            options.glob = 1;
            to->kernel = ncurep_pattern_open(ncurep_text(word[0]), &options, &e);
            if (to->kernel == NULL) {
                wrong = e.message;
                w.place = place[0];
            }
        }
    }
    if (wrong != NULL) cli_report(c, stderr, "error", path, text, len, (uint64_t)(w.place - text), "%s", wrong);
    else {
        to->metric = copy_text(word[1], strlen(word[1]));
        while (end > from && strchr(" \t\r", end[-1]) != NULL) end--;
        to->text = copy_text(from, (size_t)(end - from));
        to->line = number;
        l->count++;
        l->of_baseline += (size_t)to->of_baseline;
    }
    for (n = 0; n < 3; n++) cli_free(word[n]);
    cli_free(more);
    return wrong == NULL;
}

static int read_limits(const cli *c, const char *path, limits *l)
{
    size_t len;
    char *text = cli_read(c, path, &len, NULL);
    const char *at, *end;
    uint64_t number = 1;
    int ok = 1;
    if (text == NULL) return 0;
    end = text + len;
    for (at = text; at < end; number++) {
        const char *stop = (const char *)memchr(at, '\n', (size_t)(end - at));
        if (!read_line(c, l, path, text, len, at, stop != NULL ? stop : end, number)) ok = 0;
        at = stop != NULL ? stop + 1 : end;
    }
    cli_free(text);
    if (ok && l->count == 0) {
        cli_error(c, "%s: contains no limit", path);
        ok = 0;
    }
    return ok;
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

/* A result that is held to limits. base: of the same kernel in the baseline; NULL: there is none. */
typedef struct held {
    const char *file;
    outcome_kind alone; /* what a kernel without a partner is */
    const evaluated *e, *base;
} held;

static void judge(outcomes *all, limit *x, const held *h)
{
    const ncurep_view name = result_name(h->e->r);
    cli_buf kernel = {NULL, 0, 0}, message = {NULL, 0, 0};
    outcome_kind kind = OUTCOME_KEPT;
    int has, base_has = 1;
    double bound = x->bound;
    const double value = evaluated_number(h->e, x->metric, &has);
    cli_put_safe(&kernel, name.ptr, name.len);
    if (x->of_baseline && h->base != NULL) bound += x->by * evaluated_number(h->base, x->metric, &base_has);
    if (x->of_baseline && h->base == NULL) {
        kind = h->alone;
        cli_putf(&message, "the baseline has no such kernel");
    } else {
        x->tried++;
        if (!has || !base_has) {
            kind = OUTCOME_BROKEN;
            cli_putf(&message, "%s: the %s has no such metric", x->metric, has ? "baseline" : "result");
        } else if (!keeps(x->op, value, bound)) {
            kind = OUTCOME_BROKEN;
            cli_putf(&message, "%s is ", x->metric);
            put_amount(&message, x->metric, value);
            cli_putf(&message, ", not %s ", signs[x->op]);
            put_amount(&message, x->metric, bound);
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

/* The outcomes from first to end; file NULL: of limits that apply to no kernel. */
static void json_outcomes(output *to, const char *file, const outcomes *all, size_t first, size_t end, const damage *d)
{
    table t;
    cli_json_object(&to->j, NULL);
    cli_json_str(&to->j, "file", file);
    table_begin(&t, to, "limits", columns, COUNT_OF(columns), 0);
    for (; first < end; first++) put_outcome(&t, &all->list[first]);
    table_end(&t);
    if (d != NULL && is_damaged(d)) damage_json(&to->j, d);
    cli_json_end(&to->j);
}

static void show_json(output *to, const outcomes *all, const tried *reports, size_t count)
{
    size_t i, first = 0;
    cli_json_array(&to->j, NULL);
    for (i = 0; i < count; first = reports[i++].end) json_outcomes(to, reports[i].d.path, all, first, reports[i].end, &reports[i].d);
    if (first < all->count) json_outcomes(to, NULL, all, first, all->count, NULL);
    cli_json_end(&to->j);
    cli_json_line(&to->j);
}

/* In text what is not kept; otherwise everything. */
static void show(output *to, const char *path, const outcomes *all, int many)
{
    static const int style[] = {CLI_PLAIN, CLI_RED, CLI_YELLOW};
    const int text = to->format == OUT_TEXT;
    cli_buf kernel = {NULL, 0, 0};
    table t;
    size_t i;
    if (!text) table_begin(&t, to, NULL, columns, COUNT_OF(columns), 0);
    for (i = 0; i < all->count; i++) {
        const outcome *x = &all->list[i];
        if (!text) put_outcome(&t, x);
        else if (x->kind != OUTCOME_KEPT) {
            cli_print_safe(to->f, path, strlen(path));
            if (x->line > 0) fprintf(to->f, ":%" PRIu64, x->line);
            fprintf(to->f, ": %s%s%s: ", cli_style(to->color, style[x->kind]), words_of[x->kind], cli_style(to->color, CLI_PLAIN));
            if (many && x->file != NULL) {
                cli_print_safe(to->f, x->file, strlen(x->file));
                fputs(": ", to->f);
            }
            fprintf(to->f, "%s: ", outcome_kernel(x, &kernel)); /* which was made safe */
            cli_print_safe(to->f, x->message, strlen(x->message));
            putc('\n', to->f);
        }
    }
    cli_buf_free(&kernel);
    if (!text) table_end(&t);
    if (text || to->format == OUT_MARKDOWN) {
        fprintf(to->f, "%zu kept, %zu broken", all->of[OUTCOME_KEPT], all->of[OUTCOME_BROKEN]);
        if (all->of[OUTCOME_LEFT_OUT] > 0) fprintf(to->f, ", %zu left out", all->of[OUTCOME_LEFT_OUT]);
        putc('\n', to->f);
    }
}

/* One result, with its partner in the baseline. */
static int check_result(section_source *sections, limits *l, outcomes *all, opened *o, uint32_t index, opened *base_of, const entry *base, outcome_kind alone)
{
    ncurep_result r, base_r;
    ncurep_error error;
    evaluated e, base_e;
    held h;
    size_t k;
    int ok;
    memset(&base_e, 0, sizeof base_e);
    h.file = o->path;
    h.alone = alone;
    h.e = &e;
    h.base = base != NULL ? &base_e : NULL;
    memset(&e, 0, sizeof e);
    ok = ncurep_result_at(o->report, index, &r, &error) && evaluate_result(sections, o, &r, &e) &&
         (base == NULL || (ncurep_result_at(base_of->report, base->index, &base_r, &error) && evaluate_result(sections, base_of, &base_r, &base_e)));
    for (k = 0; ok && k < l->count; k++)
        if (ncurep_pattern_match(l->list[k].kernel, result_name(&r))) judge(all, &l->list[k], &h);
    evaluated_free(&e);
    evaluated_free(&base_e);
    return ok;
}

static int check_report(request *q, const model *m, section_source *sections, limits *l, outcomes *all, const char *path, opened *base_of, outcome_kind alone,
                        damage *d)
{
    opened o;
    side own, base;
    int code = CLI_INPUT;
    size_t i;
    if (!open_report(reader_of(q), path, &o)) return CLI_INPUT;
    memset(&own, 0, sizeof own);
    memset(&base, 0, sizeof base);
    own.o = &o;
    base.o = base_of;
    code = read_side(m, &own);
    if (base_of != NULL) {
        const int one = read_side(m, &base);
        if (one > code) code = one;
    }
    for (i = 0; i < own.count; i++) {
        const entry *b = base_of != NULL ? partner(&own.list[i], &base) : NULL;
        if (!check_result(sections, l, all, &o, own.list[i].index, base_of, b, alone)) code = CLI_INPUT;
    }
    for (i = 0; l->of_baseline > 0 && i < base.count; i++) /* it may have become another kernel, which has no bound */
        if (!base.list[i].matched) outcome_add(all, alone, path, NO_RESULT, base.list[i].title, "baseline", 0, "the report has no such kernel");
    free_side(&own);
    free_side(&base);
    (void)damage_of(&o, d);
    close_report(&o);
    return code;
}

int check_limits(request *q, const model *m, const limit_options *how)
{
    section_source sections;
    limits l;
    output page_of;
    outcomes all;
    opened base;
    tried *reports = (tried *)cli_alloc(q->path_count, sizeof *reports);
    size_t i, k, count = 0;
    int code = CLI_FINE, has_base = 0;
    memset(&l, 0, sizeof l);
    memset(&all, 0, sizeof all);
    if (!read_limits(q->c, how->limits, &l) || !sections_open(&sections, m)) code = CLI_INPUT;
    else {
        if (l.of_baseline > 0 && how->baseline == NULL) code = cli_usage(q->c, "%s: limits of the baseline need --baseline", how->limits);
        else if (how->baseline != NULL) {
            has_base = open_report(reader_of(q), how->baseline, &base);
            code = has_base ? CLI_FINE : CLI_INPUT;
        }
        for (i = 0; i < q->path_count && code != CLI_USAGE && (has_base || how->baseline == NULL); i++) {
            const int one = check_report(q, m, &sections, &l, &all, q->paths[i], has_base ? &base : NULL,
                                         how->unmatched ? OUTCOME_BROKEN : OUTCOME_LEFT_OUT, &reports[count].d);
            reports[count].end = all.count;
            count += reports[count].d.path != NULL;
            if (one > code) code = one;
        }
        (void)sections_close(&sections);
        for (k = 0; k < l.count && code == CLI_FINE; k++) /* a limit that applies to nothing would pass unseen */
            if (l.list[k].tried == 0)
                outcome_add(&all, OUTCOME_BROKEN, NULL, NO_RESULT, NULL, l.list[k].text, l.list[k].line,
                            l.list[k].of_baseline ? "applies to no kernel that the baseline has" : "no kernel has this name");
        if (code != CLI_USAGE && (has_base || how->baseline == NULL)) {
            output_of(q, &page_of, how->markdown);
            if (page_of.format == OUT_JSON) show_json(&page_of, &all, reports, count);
            else show(&page_of, how->limits, &all, q->path_count > 1);
            if (!gate_write(q->c, &how->gate, how->limits, &all)) code = CLI_INPUT;
        }
        if (code == CLI_FINE && all.of[OUTCOME_BROKEN] > 0) code = CLI_FINDING;
        if (has_base) close_report(&base);
    }
    outcomes_free(&all);
    cli_free(reports);
    for (k = 0; k < l.count; k++) {
        ncurep_pattern_close(l.list[k].kernel);
        cli_free(l.list[k].metric);
        cli_free(l.list[k].text);
    }
    cli_free(l.list);
    return code;
}
