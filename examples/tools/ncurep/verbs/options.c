/* Options: from words to the members of structs. */
#include "options.h"
#include "report/pages/details.h"

#include <float.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const option_word base_words[] = {{"function", BASE_FUNCTION}, {"demangled", BASE_DEMANGLED}, {"mangled", BASE_MANGLED}, {NULL, 0}};
const option_word unit_words[] = {{"auto", UNITS_AUTO}, {"base", UNITS_BASE}, {NULL, 0}};
const option_word instance_words[] = {{"none", INSTANCES_NONE}, {"values", INSTANCES_VALUES}, {"details", INSTANCES_DETAILS}, {NULL, 0}};
const option_word part_words[] = {{"header", PARTS_HEADER}, {"body", PARTS_BODY}, {"all", PARTS_ALL}, {NULL, 0}};
const option_word label_words[] = {{"label", METRIC_LABEL}, {"name", METRIC_NAME}, {"label-name", METRIC_LABEL_AND_NAME}, {NULL, 0}};
const option_word match_words[] = {{"launch", MATCH_LAUNCH}, {"name", MATCH_NAME}, {"order", MATCH_ORDER}, {"range", MATCH_RANGE}, {NULL, 0}};

/* What a word sets is an enum, of which the tables know only that it has the size of an int. */
typedef char enums_are_ints[sizeof(name_base) == sizeof(int) ? 1 : -1];

ncurep_pattern *take_pattern(const cli *c, const char *name, const char *text, size_t len, int glob)
{
    ncurep_pattern_options options;
    ncurep_error e;
    ncurep_pattern *p;
    memset(&options, 0, sizeof options);
    options.glob = glob;
    p = ncurep_pattern_open(bytes_of(text, len), &options, &e);
    if (p == NULL) cli_usage(c, "%s: \"%.*s\", byte %" PRIu64 ": %s", name, (int)len, text, e.offset, e.message);
    return p;
}

static int take_metrics(const cli *c, const char *name, const char *text, selection *s)
{
    for (;;) {
        const int regex = strncmp(text, "regex:", 6) == 0; /* a comma belongs to the expression */
        const size_t len = regex ? strlen(text) : strcspn(text, ",");
        if (len > 0) {
            s->metrics = (ncurep_pattern **)cli_grow(s->metrics, &s->metric_room, s->metric_count + 1, sizeof *s->metrics);
            s->metrics[s->metric_count] = take_pattern(c, name, text, len, 1);
            if (s->metrics[s->metric_count++] == NULL) return 0;
        }
        if (text[len] == 0) return 1;
        text += len + 1;
    }
}

static int take_filter(const cli *c, const char *name, const char *text, ncurep_nvtx_filter ***list, size_t *count, size_t *room)
{
    ncurep_error e;
    *list = (ncurep_nvtx_filter **)cli_grow(*list, room, *count + 1, sizeof **list);
    (*list)[*count] = ncurep_nvtx_filter_open(ncurep_text(text), NULL, &e);
    if ((*list)[*count] == NULL) {
        cli_usage(c, "%s: \"%s\", byte %" PRIu64 ": %s", name, text, e.offset, e.message);
        return 0;
    }
    ++*count;
    return 1;
}

static int take_section(const cli *c, const char *name, const char *text, section_choice *s)
{
    cli_buf b = {NULL, 0, 0};
    if (strncmp(text, "regex:", 6) == 0) cli_putf(&b, "regex:^(?:%s)$", text + 6);
    else cli_putf(&b, "%s", text);
    s->list = (ncurep_pattern **)cli_grow(s->list, &s->room, s->count + 1, sizeof *s->list);
    s->list[s->count] = take_pattern(c, name, b.ptr, b.len, 0);
    cli_buf_free(&b);
    return s->list[s->count++] != NULL;
}

static int take_word(const cli *c, const char *name, const char *text, const option_word *words, void *member)
{
    cli_buf b = {NULL, 0, 0};
    const option_word *w;
    for (w = words; w->text != NULL; w++)
        if (strcmp(text, w->text) == 0) {
            memcpy(member, &w->value, sizeof w->value);
            return 1;
        }
    for (w = words; w->text != NULL; w++) cli_putf(&b, "%s%s", w > words ? ", " : "", w->text);
    cli_usage(c, "%s: \"%s\" is not one of %s", name, text, b.ptr);
    cli_buf_free(&b);
    return 0;
}

static int take_real(const cli *c, const char *name, const char *text, double most, int percent, const char *what, double *out)
{
    char *end;
    *out = strtod(text, &end);
    if (end > text && *end == '%' && percent) end++;
    if (end > text && *end == 0 && *out >= 0 && *out <= most) return 1;
    cli_usage(c, "%s: \"%s\" is no %s", name, text, what);
    return 0;
}

static int take_size(const cli *c, const char *name, const char *text, uint64_t *out)
{
    static const char units[] = "kMGT";
    uint64_t n = 0;
    const char *p = text, *unit = NULL;
    unsigned shift = 0;
    int fits = *p >= '0' && *p <= '9';
    for (; *p >= '0' && *p <= '9'; p++) {
        fits &= n <= (UINT64_MAX - 9) / 10;
        n = n * 10 + (uint64_t)(*p - '0');
    }
    if (*p != 0) unit = strchr(units, *p == 'K' ? 'k' : *p);
    if (unit != NULL) {
        shift = 10 * (unsigned)(unit - units + 1);
        p++;
    }
    if (!fits || *p != 0 || n == 0 || n > UINT64_MAX >> shift) {
        cli_usage(c, "%s takes a number of bytes, with k, M, G or T for powers of 1024, not '%s'", name, text);
        return 0;
    }
    *out = n << shift;
    return 1;
}

int take_option(const cli *c, const option *o, const char *name, const char *value, void *options)
{
    void *member = (char *)options + o->member;
    switch (o->kind) {
    case TAKE_NOTHING: *(int *)member = 1; return 1;
    case TAKE_WORD: return take_word(c, name, value, o->words, member);
    case TAKE_TEXT: *(const char **)member = value; return 1;
    case TAKE_NUMBER: return cli_number(c, name, value, 0, UINT64_MAX, (uint64_t *)member);
    case TAKE_POSITIVE: return cli_number(c, name, value, 1, UINT64_MAX, (uint64_t *)member);
    case TAKE_MAYBE: ((maybe_number *)member)->given = 1; return cli_number(c, name, value, 0, UINT64_MAX, &((maybe_number *)member)->value);
    case TAKE_SECONDS: return take_real(c, name, value, 1e9, 0, "number of seconds", (double *)member);
    case TAKE_PERCENT: return take_real(c, name, value, DBL_MAX, 1, "percentage", (double *)member);
    case TAKE_SIZE: return take_size(c, name, value, (uint64_t *)member);
    case TAKE_PATTERN:
        ncurep_pattern_close(*(ncurep_pattern **)member);
        *(ncurep_pattern **)member = take_pattern(c, name, value, strlen(value), 0);
        return *(ncurep_pattern **)member != NULL;
    case TAKE_METRICS: return take_metrics(c, name, value, (selection *)member);
    case TAKE_INCLUDE: {
        selection *s = (selection *)member;
        return take_filter(c, name, value, &s->include, &s->include_count, &s->include_room);
    }
    case TAKE_EXCLUDE: {
        selection *s = (selection *)member;
        return take_filter(c, name, value, &s->exclude, &s->exclude_count, &s->exclude_room);
    }
    default: return take_section(c, name, value, (section_choice *)member);
    }
}
