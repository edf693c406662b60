/* ncurep diff: two reports, kernel by kernel. */
#include "report/pages/diff.h"
#include "report/pages/runs.h"
#include "gate.h"
#include "verb.h"

#include <string.h>

typedef struct diff_options {
    model m;
    out_format people;
    fail_on rule;
    text_list baselines;
    gate_options gate;
} diff_options;

static const option_word fail_words[] = {{"any", FAIL_ON_ANY}, {"worse", FAIL_ON_WORSE}, {"better", FAIL_ON_BETTER},
                                         {"unmatched", FAIL_ON_UNMATCHED}, {NULL, 0}};

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, {0, "all", &take_nothing, offsetof(model, compare.all), NULL,
     NULL, "all metrics instead of the usual ones"}, OPT_UNITS, OPT_MATCH, OPT_TOLERANCE,
                                 {0, "baseline", &take_inputs, offsetof(diff_options, baselines), NULL,
     "REPORT", "a run before; repeatable: then all FILEs are runs after, and medians are compared"},
                                 {0, "by-line", &take_nothing, offsetof(model, compare.by_line), NULL,
     NULL, "source lines with the largest differences in samples"},
                                 OPT_MD(diff_options, people),
                                 {0, "fail-on", &take_word, offsetof(diff_options, rule), fail_words,
     NULL, "which differences make the exit code 1 (default any); "
     "unmatched: worse, and kernels without a partner"}, OPT_GATE(diff_options, gate), OPTION_END};

/* Several runs a side: medians, and how far they spread. */
static int run_runs(request *q, const diff_options *how)
{
    const size_t before = how->baselines.count, count = before + q->path_count;
    section_source sections;
    trend t;
    damage *d = (damage *)cli_alloc(count, sizeof *d);
    output to;
    page pg;
    outcomes all;
    size_t i;
    int code = CLI_FINE, one = CLI_INPUT;
    if (how->m.compare.by_line || how->m.compare.all) return cli_usage(q->c, "--baseline compares medians: without --by-line and --all");
    memset(&t, 0, sizeof t);
    memset(&all, 0, sizeof all);
    if (!sections_open(&sections, &how->m)) {
        (void)sections_close(&sections);
        cli_free(d);
        return CLI_INPUT;
    }
    for (i = 0; i < count; i++) {
        opened o;
        one = CLI_INPUT;
        if (open_report(reader_of(q), i < before ? how->baselines.at[i] : q->paths[i - before], &o)) {
            one = trend_add(&t, &how->m, &o, &sections, count);
            (void)damage_of(&o, &d[t.report_count - 1]);
            close_report(&o);
        }
        if (one > code) code = one;
    }
    one = sections_close(&sections);
    if (one > code) code = one;
    if (t.report_count < count) { /* one side would pass for smaller than it is */
        trend_free(&t);
        cli_free(d);
        return CLI_INPUT;
    }
    out_begin_as(&to, q->c, how->people);
    pg.m = &how->m;
    pg.to = &to;
    runs_page(&pg, &t, d, before, how->rule, &all);
    if (!gate_write(q->c, &how->gate, "ncurep diff", &all)) code = CLI_INPUT;
    if (code == CLI_FINE && (all.of[OUTCOME_BROKEN] > 0 || all.of[OUTCOME_KEPT] == 0)) code = CLI_FINDING;
    outcomes_free(&all);
    trend_free(&t);
    cli_free(d);
    return code;
}

static int run(request *q, void *user)
{
    const diff_options *how = (const diff_options *)user;
    opened o[2];
    side s[2];
    section_source sections;
    output to;
    page pg;
    outcomes all;
    size_t i;
    int code = CLI_FINE, open = 1;
    if (how->baselines.count > 0) return run_runs(q, how);
    if (q->path_count != 2) return cli_usage(q->c, "diff takes two reports");
    memset(s, 0, sizeof s);
    memset(&all, 0, sizeof all);
    out_begin_as(&to, q->c, how->people);
    pg.m = &how->m;
    pg.to = &to;
    for (i = 0; i < 2; i++) {
        int one = CLI_INPUT;
        s[i].o = &o[i];
        if (open_report(reader_of(q), q->paths[i], &o[i])) one = read_side(&how->m, &s[i]);
        open &= o[i].report != NULL;
        if (one > code) code = one;
    }
    if (!open) code = CLI_INPUT;
    else {
        int one = CLI_INPUT;
        if (sections_open(&sections, &how->m)) one = diff_page(&pg, &sections, &s[0], &s[1], how->rule, &all);
        if (one > code) code = one;
        one = sections_close(&sections);
        if (one > code) code = one;
    }
    for (i = 0; i < 2; i++) {
        free_side(&s[i]);
        close_report(&o[i]);
    }
    if (open && !gate_write(q->c, &how->gate, "ncurep diff", &all)) code = CLI_INPUT;
    if (code == CLI_FINE && (all.of[OUTCOME_BROKEN] > 0 || all.of[OUTCOME_KEPT] == 0)) code = CLI_FINDING;
    outcomes_free(&all);
    return code;
}

const verb diff_verb = {"diff", option_table, sizeof(diff_options), run, NULL, NULL,
    "two reports, kernel by kernel; exit code 1 when they differ",
    "Kernels are judged by gpu__time_duration, else by elapsed cycles; with\n  --metrics by those for which it is known whether more or less is better.\n"
    "  Exit code 1 also if nothing could be compared.\n\n  "
    "ncurep diff before.ncu-rep after.ncu-rep\n"
    "  ncurep diff --fail-on worse --tolerance 5 before.ncu-rep after.ncu-rep\n"
    "  ncurep diff --baseline A1 --baseline A2 B1 B2         several runs a side",
    FILES, 0, NULL, NULL};
