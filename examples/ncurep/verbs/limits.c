/* ncurep check --limits: bounds that metrics of kernels must respect. */
#include "limits.h"
#include "../model/sections.h"
#include "../out/table.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LESS, LESS_EQUAL, MORE, MORE_EQUAL, EQUAL, OTHER };
static const char *const signs[] = {"<", "<=", ">", ">=", "==", "!="};

typedef struct limit {
    ncurep_pattern *kernel;
    char *metric, *text; /* text: the line, for people */
    int op;
    double bound;        /* in the base unit of the metric */
    uint64_t line, tried;
} limit;

typedef struct limits {
    limit *list;
    size_t count, room;
} limits;

/* What became of a limit for one result. */
typedef struct verdict {
    const limit *of;
    char *kernel, *message; /* message NULL: kept */
} verdict;

typedef struct verdicts {
    verdict *list;
    size_t count, room, broken;
} verdicts;

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

/* KERNEL METRIC OP NUMBER [UNIT]; 0 with a message. */
static int read_line(const cli *c, limits *l, const char *path, const char *text, size_t len, const char *from, const char *end, uint64_t number)
{
    char *word[5] = {NULL, NULL, NULL, NULL, NULL};
    const char *at = from, *place[6];
    const char *wrong = NULL;
    size_t n, bad = 0, i;
    limit *to;
    for (n = 0; n < 5; n++) {
        while (at < end && (*at == ' ' || *at == '\t')) at++;
        place[n] = at;
        word[n] = next_word(&at, end);
        if (word[n] == NULL) break;
    }
    place[5] = at;
    if (n == 0) return 1;
    l->list = (limit *)cli_grow(l->list, &l->room, l->count + 1, sizeof *l->list);
    to = &l->list[l->count];
    memset(to, 0, sizeof *to);
    if (n < 4) {
        wrong = "a limit is: KERNEL METRIC OPERATOR NUMBER [UNIT]";
        bad = n;
    } else {
        char *stop;
        ncurep_error e;
        for (to->op = 0; to->op < 6 && strcmp(signs[to->op], word[2]) != 0; to->op++) {}
        to->bound = strtod(word[3], &stop);
        if (to->op == 6) {
            wrong = "an operator is one of < <= > >= == !=";
            bad = 2;
        } else if (stop == word[3]) {
            wrong = "a number was expected";
            bad = 3;
        } else {
            const char *unit = n == 5 ? word[4] : stop; /* "2 ms" and "2ms" */
            const double factor = n == 5 && *stop != 0 ? 0 : factor_of(word[1], unit);
            to->bound *= factor;
            if (factor == 0) {
                wrong = "the metric does not have this unit";
                bad = n == 5 ? 4 : 3;
            }
        }
        if (wrong == NULL && n == 5) {
            char *more = next_word(&at, end);
            if (more != NULL) {
                wrong = "nothing was expected after the unit";
                bad = 5;
            }
            free(more);
        }
        if (wrong == NULL) {
            ncurep_pattern_options options;
            memset(&options, 0, sizeof options);
            options.glob = 1;
            to->kernel = ncurep_pattern_open(ncurep_text(word[0]), &options, &e);
            if (to->kernel == NULL) {
                wrong = e.message;
                bad = 0;
            }
        }
    }
    if (wrong != NULL) cli_report(c, stderr, "error", path, text, len, (uint64_t)(place[bad] - text), "%s", wrong);
    else {
        to->metric = copy_text(word[1], strlen(word[1]));
        while (end > from && strchr(" \t\r", end[-1]) != NULL) end--;
        to->text = copy_text(from, (size_t)(end - from));
        to->line = number;
        l->count++;
    }
    for (i = 0; i < 5; i++) free(word[i]);
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
    free(text);
    if (ok && l->count == 0) {
        cli_error(c, "%s: contains no limit", path);
        ok = 0;
    }
    return ok;
}

static int keeps(const limit *x, double v)
{
    switch (x->op) {
    case LESS: return v < x->bound;
    case LESS_EQUAL: return v <= x->bound;
    case MORE: return v > x->bound;
    case MORE_EQUAL: return v >= x->bound;
    case EQUAL: return v >= x->bound && v <= x->bound;
    default: return v < x->bound || v > x->bound;
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

static void judge(verdicts *all, limit *x, const evaluated *e)
{
    const ncurep_view name = result_name(e->r);
    cli_buf kernel = {NULL, 0, 0}, message = {NULL, 0, 0};
    verdict *to;
    int has;
    const double value = evaluated_number(e, x->metric, &has);
    x->tried++;
    all->list = (verdict *)cli_grow(all->list, &all->room, all->count + 1, sizeof *all->list);
    to = &all->list[all->count++];
    memset(to, 0, sizeof *to);
    to->of = x;
    cli_putf(&kernel, "%" PRIu32 " ", e->r->index);
    cli_put_safe(&kernel, name.ptr, name.len);
    to->kernel = kernel.ptr;
    if (has && keeps(x, value)) return;
    all->broken++;
    if (!has) cli_putf(&message, "%s: the result has no such metric", x->metric);
    else {
        cli_putf(&message, "%s is ", x->metric);
        put_amount(&message, x->metric, value);
        cli_putf(&message, ", not %s ", signs[x->op]);
        put_amount(&message, x->metric, x->bound);
    }
    to->message = message.ptr;
}

static void put_xml(FILE *f, const char *text)
{
    const char *p, *end = text + strlen(text);
    for (p = text; p < end;) {
        const size_t n = cli_utf8(p, end);
        if (n == 0 || (unsigned char)*p < ' ') fputc('?', f);
        else if (*p == '&') fputs("&amp;", f);
        else if (*p == '<') fputs("&lt;", f);
        else if (*p == '>') fputs("&gt;", f);
        else if (*p == '"') fputs("&quot;", f);
        else fwrite(p, 1, n, f);
        p += n > 0 ? n : 1;
    }
}

static int write_junit(const cli *c, const char *path, const char *junit, const verdicts *all)
{
    FILE *f = fopen(junit, "w");
    size_t i;
    if (f == NULL) {
        cli_error(c, "%s: %s", junit, strerror(errno));
        return 0;
    }
    fprintf(f, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"");
    put_xml(f, path);
    fprintf(f, "\" tests=\"%zu\" failures=\"%zu\">\n", all->count, all->broken);
    for (i = 0; i < all->count; i++) {
        const verdict *v = &all->list[i];
        fputs("<testcase classname=\"", f);
        put_xml(f, v->kernel);
        fputs("\" name=\"", f);
        put_xml(f, v->of->text);
        if (v->message == NULL) fputs("\"/>\n", f);
        else {
            fputs("\"><failure message=\"", f);
            put_xml(f, v->message);
            fputs("\"/></testcase>\n", f);
        }
    }
    fputs("</testsuite>\n</testsuites>\n", f);
    if (fclose(f) != 0) {
        cli_error(c, "%s: %s", junit, strerror(errno));
        return 0;
    }
    return 1;
}

static const table_column columns[] = {{'r', NULL, "Line", "line", 0}, {'l', NULL, "Limit", "limit", 0}, {'l', NULL, "Kernel", "kernel", 0},
                                       {'l', NULL, "Kept", "kept", 0}, {'l', NULL, "Message", "message", 0}};

/* For people what is broken; for programs everything. */
static void show(output *to, const char *path, const verdicts *all)
{
    table t;
    size_t i;
    for (i = 0; i < all->count && to->format == OUT_TEXT; i++) {
        const verdict *v = &all->list[i];
        if (v->message == NULL) continue;
        cli_print_safe(to->f, path, strlen(path));
        fprintf(to->f, ":%" PRIu64 ": %sbroken%s: ", v->of->line, cli_style(to->color, CLI_RED), cli_style(to->color, CLI_PLAIN));
        cli_print_safe(to->f, v->kernel, strlen(v->kernel));
        fputs(": ", to->f);
        cli_print_safe(to->f, v->message, strlen(v->message));
        putc('\n', to->f);
    }
    if (to->format == OUT_TEXT) {
        fprintf(to->f, "%zu kept, %zu broken\n", all->count - all->broken, all->broken);
        return;
    }
    table_begin(&t, to, NULL, columns, sizeof columns / sizeof *columns, 0);
    for (i = 0; i < all->count; i++) {
        const verdict *v = &all->list[i];
        table_whole(&t, v->of->line);
        table_string(&t, v->of->text);
        table_string(&t, v->kernel);
        table_truth(&t, v->message == NULL, "yes", "no");
        table_string(&t, v->message);
        table_row(&t);
    }
    table_end(&t);
    if (to->format == OUT_JSON) cli_json_line(&to->j);
}

int check_limits(request *q, const model *m, const char *path, const char *junit)
{
    section_source sections;
    limits l;
    output page_of;
    verdicts all;
    size_t i, k;
    int code = CLI_FINE;
    memset(&l, 0, sizeof l);
    memset(&all, 0, sizeof all);
    if (!read_limits(q->c, path, &l) || !sections_open(&sections, m)) code = CLI_INPUT;
    else {
        for (i = 0; i < q->path_count; i++) {
            opened o;
            cursor at;
            ncurep_result r;
            if (!open_report(&q->in, q->paths[i], &o)) {
                code = CLI_INPUT;
                continue;
            }
            if (code_of(&o) > code) code = code_of(&o);
            memset(&at, 0, sizeof at);
            while (next_result(m->c, &m->chosen, &o, &at, &r, &code)) {
                const ncurep_view name = result_name(&r);
                evaluated e;
                if (!evaluate_result(&sections, &o, &r, &e)) code = CLI_INPUT;
                else
                    for (k = 0; k < l.count; k++)
                        if (ncurep_pattern_match(l.list[k].kernel, name)) judge(&all, &l.list[k], &e);
                evaluated_free(&e);
            }
            close_report(&o);
        }
        (void)sections_close(&sections);
        for (k = 0; k < l.count && code == CLI_FINE; k++) { /* a limit that nothing is held to would pass unseen */
            verdict *to;
            if (l.list[k].tried > 0) continue;
            all.list = (verdict *)cli_grow(all.list, &all.room, all.count + 1, sizeof *all.list);
            to = &all.list[all.count++];
            to->of = &l.list[k];
            to->kernel = copy_text("-", 1);
            to->message = copy_text("no kernel has this name", 23);
            all.broken++;
        }
        output_of(q, &page_of, 0);
        show(&page_of, path, &all);
        if (junit != NULL && !write_junit(q->c, path, junit, &all)) code = CLI_INPUT;
        if (code == CLI_FINE && all.broken > 0) code = CLI_FINDING;
    }
    for (i = 0; i < all.count; i++) {
        free(all.list[i].kernel);
        free(all.list[i].message);
    }
    free(all.list);
    for (k = 0; k < l.count; k++) {
        ncurep_pattern_close(l.list[k].kernel);
        free(l.list[k].metric);
        free(l.list[k].text);
    }
    free(l.list);
    return code;
}
