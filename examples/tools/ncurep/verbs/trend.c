/* ncurep trend: metrics of kernels over many reports. */
#include "report/pages/scaling.h"
#include "report/pages/trend.h"
#include "gate.h"
#include "verb.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum fail_on { FAIL_ON_NOTHING, FAIL_ON_WORSE, FAIL_ON_BETTER, FAIL_ON_UNMATCHED } fail_on;

#define BY_ALONE "--by is without --html, --as-given and --fail-on"

static const option_word fail_words[] = {{"worse", FAIL_ON_WORSE}, {"better", FAIL_ON_BETTER}, {"unmatched", FAIL_ON_UNMATCHED}, {NULL, 0}};

typedef struct trend_options {
    model m;
    int as_given;
    out_format people;
    const char *by;
    fail_on rule;
    gate_options gate;
} trend_options;

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, OPT_MATCH, OPT_UNITS,
                                 {0, "as-given", &take_nothing, offsetof(trend_options, as_given), NULL,
     NULL, "reports in the order of the command line, not by time of creation"},
                                 {0, "by", &take_text, offsetof(trend_options, by), NULL,
     "grid|name:REGEX|metric:NAME", "over this number, not over time: blocks of the grid, the number in the name after a match, a metric; "
     "with the power of it that fits best"},
                                 OPT_HTML(trend_options, people, "a page with charts"), OPT_TOLERANCE,
                                 {0, "fail-on", &take_word, offsetof(trend_options, rule), fail_words,
     NULL, "what of the last report makes the exit code 1: worse or better than the median of the earlier ones and outside of their range; "
     "unmatched: worse, or no such kernel"}, OPT_GATE(trend_options, gate), OPTION_END};

/* Holds the last report to the earlier ones. */
static void judge(const trend_options *how, const trend *t, const size_t *order, outcomes *all)
{
    static const char *const rules[] = {"", "not slower", "not faster", "not slower, none left out"};
    cli_buf b = {NULL, 0, 0};
    size_t i;
    for (i = 0; how->rule != FAIL_ON_NOTHING && i < t->line_count; i++) {
        const trend_line *l = &t->lines[i];
        double was, now;
        const judgement j = trend_judge(t, l, order, how->m.compare.tolerance, &was, &now);
        const int broken = j == JUDGED_NOT ? how->rule == FAIL_ON_UNMATCHED : j == (how->rule == FAIL_ON_BETTER ? JUDGED_BETTER : JUDGED_WORSE);
        b.len = 0;
        if (j == JUDGED_NOT) cli_putf(&b, "%s: the last report and an earlier one have no values to be judged", l->metric);
        else cli_putf(&b, "%s: %.6g, was %.6g, %+.4g%%", l->metric, now, was, 100 * (now - was) / fabs(was));
        outcome_add(all, broken ? OUTCOME_BROKEN : j == JUDGED_NOT ? OUTCOME_LEFT_OUT : OUTCOME_KEPT, t->reports[order[t->report_count - 1]].path, NO_RESULT,
                    l->kernel, rules[how->rule], 0, b.ptr);
    }
    cli_buf_free(&b);
}

/* --by: 0 with a message. */
static int read_by(const cli *c, const char *text, scaling_by *by)
{
    memset(by, 0, sizeof *by);
    if (strcmp(text, "grid") == 0) return 1;
    if (strncmp(text, "metric:", 7) == 0 && text[7] != 0) {
        by->metric = text + 7;
        return 1;
    }
    if (strncmp(text, "name:", 5) == 0 && text[5] != 0) {
        cli_buf b = {NULL, 0, 0};
        cli_putf(&b, "regex:(?:%s)$", text + 5);
        by->before = take_pattern(c, "--by", b.ptr, b.len, 0);
        cli_buf_free(&b);
        return by->before != NULL;
    }
    cli_usage(c, "--by: \"%s\" is not grid, name:REGEX or metric:NAME", text);
    return 0;
}

static int run_scaling(request *q, const trend_options *how)
{
    section_source sections;
    scaling_by by;
    scaling s;
    output to;
    page pg;
    damage *d;
    size_t i, count = 0;
    int code = CLI_FINE, one;
    if (!read_by(q->c, how->by, &by)) return CLI_USAGE;
    memset(&s, 0, sizeof s);
    if (!sections_open(&sections, &how->m)) {
        (void)sections_close(&sections);
        ncurep_pattern_close(by.before);
        return CLI_INPUT;
    }
    d = (damage *)cli_alloc(q->path_count, sizeof *d);
    for (i = 0; i < q->path_count; i++) {
        opened o;
        one = CLI_INPUT;
        if (open_report(reader_of(q), q->paths[i], &o)) {
            one = scaling_add(&s, &how->m, &o, &sections, &by);
            (void)damage_of(&o, &d[count++]);
            close_report(&o);
        }
        if (one > code) code = one;
    }
    one = sections_close(&sections);
    if (one > code) code = one;
    scaling_fit(&s);
    out_begin(&to, q->c);
    pg.m = &how->m;
    pg.to = &to;
    scaling_page(&pg, &s, how->by, d, count);
    if (code == CLI_FINE && s.series_count == 0) code = CLI_FINDING;
    ncurep_pattern_close(by.before);
    scaling_free(&s);
    cli_free(d);
    return code;
}

static int run(request *q, void *user)
{
    const trend_options *how = (const trend_options *)user;
    section_source sections;
    trend t;
    damage *d;
    outcomes all;
    output to;
    page pg;
    size_t i, *order;
    int code = CLI_FINE, one;
    if (how->by != NULL) return run_scaling(q, how);
    d = (damage *)cli_alloc(q->path_count, sizeof *d);
    memset(&t, 0, sizeof t);
    memset(&all, 0, sizeof all);
    if (!sections_open(&sections, &how->m)) code = CLI_INPUT;
    else
        for (i = 0; i < q->path_count; i++) {
            opened o;
            one = CLI_INPUT;
            cli_progress(q->c, "reports", i, q->path_count);
            if (open_report(reader_of(q), q->paths[i], &o)) {
                one = trend_add(&t, &how->m, &o, &sections, q->path_count);
                (void)damage_of(&o, &d[t.report_count - 1]);
                close_report(&o);
            }
            if (one > code) code = one;
        }
    cli_progress_end(q->c);
    one = sections_close(&sections);
    if (one > code) code = one;
    out_begin_as(&to, q->c, how->people);
    pg.m = &how->m;
    pg.to = &to;
    order = trend_order(&t, !how->as_given);
    trend_page(&pg, &t, order, d);
    judge(how, &t, order, &all);
    for (i = 0; i < all.count; i++)
        if (all.list[i].kind != OUTCOME_KEPT)
            out_line(&to, "%s: %s: %s", all.list[i].kind == OUTCOME_BROKEN ? "broken" : "left out", all.list[i].kernel, all.list[i].message);
    trend_end(&pg);
    if (!gate_write(q->c, &how->gate, "ncurep trend", &all)) code = CLI_INPUT;
    if (code == CLI_FINE && (t.line_count == 0 || all.of[OUTCOME_BROKEN] > 0 || (how->rule != FAIL_ON_NOTHING && all.of[OUTCOME_KEPT] == 0))) code = CLI_FINDING;
    outcomes_free(&all);
    cli_free(order);
    cli_free(d);
    trend_free(&t);
    return code;
}

static const verb_lack lacks[] = {{"by", 0, "html", BY_ALONE}, {"by", 0, "as-given", BY_ALONE}, {"by", 0, "fail-on", BY_ALONE},
                                  {"html", LACKS_BOTH, NULL, "--html or --json or --csv, not two of them"}, LACK_END};

const verb trend_verb = {"trend", option_table, sizeof(trend_options), run, NULL, NULL,
    "metrics of kernels over many reports: text, or --html",
    "Shows durations, or the metrics that --metrics names; where a report has\n  several launches of a kernel, their mean. Exit code 1 if no result has such\n  a metric.\n\n  "
    "ncurep trend runs/*.ncu-rep\n"
    "  ncurep trend --metrics dram__bytes.sum --html -o trend.html runs/*.ncu-rep\n"
    "  ncurep trend --by grid -k saxpy sizes.ncu-rep",
    FILES, 0, NULL, lacks};
