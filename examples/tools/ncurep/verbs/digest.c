/* ncurep digest: a report in less than 8 KB. */
#include "report/pages/digest.h"
#include "report/pages/digest_pair.h"
#include "verb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 7600 /* bytes of one report; the rest of 8 KB is for its path and what may be damaged */

typedef struct digest_options {
    model m;
    text_list baselines;
} digest_options;

static const option option_table[] = {OPT_CHOOSING, {0, "baseline", &take_inputs, offsetof(digest_options, baselines), NULL,
     "REPORT", "what changed since this report, by how much, and where; repeatable"}, OPT_MATCH, OPT_TOLERANCE, OPT_RULES, OPT_FOLDER, OPT_TREE, OPT_FILES, OPTION_END};

/* The bytes that a level takes. */
static size_t size_of(const page *pg, const opened *o, const digest *d, int level)
{
    cli_buf text = {NULL, 0, 0};
    size_t len;
    output to;
    page trial;
    trial.m = pg->m;
    trial.to = &to;
    out_apart(&to, pg->to, &text);
    out_list(&to, NULL); /* as deep in the list of reports as on the page */
    out_group(&to, NULL);
    digest_page(&trial, o, d, level);
    out_apart_end(&to);
    len = text.len;
    cli_buf_free(&text);
    return len;
}

static int show(const page *pg, opened *o, void *user)
{
    section_source sections;
    digest d;
    int code = CLI_INPUT, level, one;
    (void)user;
    if (sections_open(&sections, pg->m)) {
        code = digest_of(&d, pg->m, o, &sections);
        for (level = 0; level < DIGEST_LEVELS - 1 && size_of(pg, o, &d, level) > MOST; level++) {}
        digest_page(pg, o, &d, level);
        digest_free(&d);
    }
    one = sections_close(&sections);
    return one > code ? one : code;
}

/* Since one report, or since each of several. */
static int run_against(request *q, digest_options *how)
{
    opened o, other[MOST_DIGESTED];
    side base[MOST_DIGESTED], own[MOST_DIGESTED];
    section_source sections;
    output to;
    page pg;
    const size_t count = how->baselines.count;
    size_t i, there = 0;
    int code = CLI_FINE, one;
    if (q->path_count != 1) return cli_usage(q->c, "--baseline compares one report with another");
    if (count > MOST_DIGESTED) return cli_usage(q->c, "--baseline: %d at most", MOST_DIGESTED);
    memset(base, 0, sizeof base);
    memset(own, 0, sizeof own);
    how->m.compare.by_line = 1;
    out_begin(&to, q->c);
    pg.m = &how->m;
    pg.to = &to;
    for (i = 0; i < count; i++) {
        base[i].o = &other[i];
        one = open_report(reader_of(q), how->baselines.at[i], &other[i]) ? read_side(&how->m, &base[i]) : CLI_INPUT;
        if (one > code) code = one;
        there += other[i].report != NULL;
    }
    if (!open_report(reader_of(q), q->paths[0], &o)) code = CLI_INPUT;
    for (i = 0; i < count && o.report != NULL; i++) {
        own[i].o = &o;
        one = read_side(&how->m, &own[i]);
        if (one > code) code = one;
    }
    if (there == count && o.report != NULL) {
        one = CLI_INPUT;
        if (sections_open(&sections, &how->m))
            one = count == 1 ? digest_pair_page(&pg, &sections, base, own) : digest_several_page(&pg, &sections, base, own, count);
        if (one > code) code = one;
        one = sections_close(&sections);
        if (one > code) code = one;
    }
    for (i = 0; i < count; i++) {
        free_side(&base[i]);
        free_side(&own[i]);
        close_report(&other[i]);
    }
    close_report(&o);
    return code;
}

static int run(request *q, void *user)
{
    digest_options *how = (digest_options *)user;
    output to;
    if (how->baselines.count > 0) return run_against(q, how);
    out_begin(&to, q->c);
    return each_report(q, &how->m, &to, EACH_BLANK, show, NULL);
}

static const verb_lack lacks[] = {{NULL, LACKS_CSV, NULL, "digest has no CSV: text or --json"}, LACK_END};

const verb digest_verb = {"digest", option_table, sizeof(digest_options), run, NULL, NULL,
    "a report in less than 8 KB, for a chat or a language model: time, bounds, findings with their evidence, hottest code",
    "ncurep digest report.ncu-rep\n"
    "  ncurep digest --baseline before.ncu-rep after.ncu-rep",
    FILES, 0, load_demangler, lacks};
