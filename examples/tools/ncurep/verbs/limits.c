/* ncurep check --limits: bounds that metrics of kernels must respect. */
#include "limits.h"
#include "limit_file.h"
#include "report/pages/limits.h"

#include <string.h>

static int check_report(request *q, const holding *h, const char *path, outcomes *all, damage *d)
{
    opened o;
    int code;
    if (!open_report(reader_of(q), path, &o)) return CLI_INPUT;
    code = limits_hold(h, &o, all);
    (void)damage_of(&o, d);
    close_report(&o);
    return code;
}

/* Opens the runs of the baseline; 0 with a message where one cannot be read: the others would pass for all of them. */
static int open_baseline(request *q, const text_list *paths, holding *h)
{
    h->baseline = (opened *)cli_alloc(paths->count + 1, sizeof *h->baseline);
    for (h->runs = 0; h->runs < paths->count; h->runs++)
        if (!open_report(reader_of(q), paths->at[h->runs], &h->baseline[h->runs])) return 0;
    return 1;
}

/* Holds the reports to the limits and shows what came of it; an exit code. */
static int hold_all(request *q, const limit_options *how, const holding *h)
{
    held_report *reports = (held_report *)cli_alloc(q->path_count, sizeof *reports);
    output to;
    outcomes all;
    size_t i, count = 0;
    int code = CLI_FINE;
    memset(&all, 0, sizeof all);
    for (i = 0; i < q->path_count; i++) {
        const int one = check_report(q, h, q->paths[i], &all, &reports[count].d);
        reports[count].end = all.count;
        count += reports[count].d.path != NULL;
        if (one > code) code = one;
    }
    if (code == CLI_FINE) limits_unused(h->l, &all);
    out_begin_as(&to, q->c, how->people);
    limits_page(&to, how->limits, &all, reports, count, q->path_count > 1);
    if (!gate_write(q->c, &how->gate, how->limits, &all)) code = CLI_INPUT;
    if (code == CLI_FINE && all.of[OUTCOME_BROKEN] > 0) code = CLI_FINDING;
    outcomes_free(&all);
    cli_free(reports);
    return code;
}

int check_limits(request *q, const model *m, const limit_options *how)
{
    section_source sections;
    limits l;
    holding h;
    int code = CLI_INPUT, one;
    memset(&l, 0, sizeof l);
    memset(&h, 0, sizeof h);
    h.m = m;
    h.sections = &sections;
    h.l = &l;
    h.alone = how->unmatched ? OUTCOME_BROKEN : OUTCOME_LEFT_OUT;
    if (limits_read(q->c, how->limits, &l)) {
        if (l.of_baseline > 0 && how->baselines.count == 0) code = cli_usage(q->c, "%s: limits of the baseline need --baseline", how->limits);
        else {
            const int open = sections_open(&sections, m);
            if (open_baseline(q, &how->baselines, &h) && open) code = hold_all(q, how, &h);
            while (h.runs > 0) close_report(&h.baseline[--h.runs]);
            cli_free(h.baseline);
            one = sections_close(&sections);
            if (one > code) code = one;
        }
    }
    limits_free(&l);
    return code;
}
