/* Options: from words to the members of structs. */
#include "options.h"
#include "report/pages/details.h"

#include <inttypes.h>
#include <string.h>

const option_word base_words[] = {{"function", BASE_FUNCTION}, {"demangled", BASE_DEMANGLED}, {"mangled", BASE_MANGLED}, {NULL, 0}};
const option_word unit_words[] = {{"auto", UNITS_AUTO}, {"base", UNITS_BASE}, {NULL, 0}};
const option_word instance_words[] = {{"none", INSTANCES_NONE}, {"values", INSTANCES_VALUES}, {"details", INSTANCES_DETAILS}, {NULL, 0}};
const option_word part_words[] = {{"header", PARTS_HEADER}, {"body", PARTS_BODY}, {"all", PARTS_ALL}, {NULL, 0}};
const option_word label_words[] = {{"label", METRIC_LABEL}, {"name", METRIC_NAME}, {"label-name", METRIC_LABEL_AND_NAME}, {NULL, 0}};
const option_word md_form[] = {{"md", OUT_MARKDOWN}, {NULL, 0}}, html_form[] = {{"html", OUT_HTML}, {NULL, 0}};
const option_word match_words[] = {{"launch", MATCH_LAUNCH}, {"name", MATCH_NAME}, {"order", MATCH_ORDER}, {"range", MATCH_RANGE}, {NULL, 0}};

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

static int metrics(const cli *c, const option *o, const char *name, const char *text, void *member)
{
    selection *s = (selection *)member;
    (void)o;
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

static int section(const cli *c, const option *o, const char *name, const char *text, void *member)
{
    section_choice *s = (section_choice *)member;
    cli_buf b = {NULL, 0, 0};
    (void)o;
    if (strncmp(text, "regex:", 6) == 0) cli_putf(&b, "regex:^(?:%s)$", text + 6);
    else cli_putf(&b, "%s", text);
    s->list = (ncurep_pattern **)cli_grow(s->list, &s->room, s->count + 1, sizeof *s->list);
    s->list[s->count] = take_pattern(c, name, b.ptr, b.len, 0);
    cli_buf_free(&b);
    return s->list[s->count++] != NULL;
}

static int include(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    selection *s = (selection *)member;
    (void)o;
    return take_filter(c, name, value, &s->include, &s->include_count, &s->include_room);
}

static int exclude(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    selection *s = (selection *)member;
    (void)o;
    return take_filter(c, name, value, &s->exclude, &s->exclude_count, &s->exclude_room);
}

static int kernel(const cli *c, const option *o, const char *name, const char *value, void *member)
{
    ncurep_pattern **p = (ncurep_pattern **)member;
    (void)o;
    ncurep_pattern_close(*p);
    *p = take_pattern(c, name, value, strlen(value), 0);
    return *p != NULL;
}

const option_kind take_kernel = {kernel, USE_VALUE, 0}, take_metrics = {metrics, USE_VALUE, 0}, take_include = {include, USE_VALUE, 0},
                  take_exclude = {exclude, USE_VALUE, 0}, take_section = {section, USE_VALUE, 0};
