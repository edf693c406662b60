/* Reads a file of limits. */
#include "limit_file.h"
#include "report/model/metric_text.h"
#include "report/model/names.h"

#include <stdlib.h>
#include <string.h>

/* What 1 of a unit is in the base unit of the metric; 0: it does not fit. */
static double factor_of(const char *metric, const char *unit)
{
    static const struct {
        const char *name;
        double by;
    } times[] = {{"ns", 1}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}}, prefixes[] = {{"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}};
    metric_facts f;
    size_t i;
    metric_describe(ncurep_text(metric), &f);
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
    if (stop == word || *amount - *amount != 0) return "a number was expected"; /* nor NaN, which nothing keeps, nor what all keep */
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
        for (to->op = 0; to->op < 6 && strcmp(limit_signs[to->op], word[2]) != 0; to->op++) {}
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

int limits_read(const cli *c, const char *path, limits *l)
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
