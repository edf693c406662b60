/* ncurep html: a report as one page that needs nothing else. */
#include "report/draw/html.h"
#include "report/pages/html.h"
#include "verb.h"

#include <string.h>

typedef struct html_verb_options {
    model m;
    html_options page;
    text_list baselines; /* reports to compare with */
} html_verb_options;

static const option option_table[] = {OPT_CHOOSING, OPT_SECTION, OPT_FOLDER, OPT_TREE, OPT_UNITS, OPT_RULES, {0, "all", &take_nothing, offsetof(html_verb_options, page.all), NULL,
     NULL, "also a table of every metric for each kernel"}, OPT_FILES,
                                 {0, "baseline", &take_inputs, offsetof(html_verb_options, baselines), NULL,
     "OTHER", "compare with this report; repeatable, up to six, of which the source shows the first"}, OPT_MATCH, OPT_TOLERANCE,
                                 {0, "most", &take_size, offsetof(html_verb_options, page.most_bytes), NULL,
     "BYTES[k|M|G|T]", "of many kernels keep the longest that fit (default 32M)"}, OPTION_END};

static void set_defaults(void *options) { ((html_verb_options *)options)->page.most_bytes = HTML_MOST_BYTES; }

static int run(request *q, void *user)
{
    html_verb_options *how = (html_verb_options *)user;
    section_source sections;
    opened o, other[MOST_BESIDES];
    side own[MOST_BESIDES], base[MOST_BESIDES];
    html_base bases[MOST_BESIDES];
    output to;
    page pg;
    const size_t count = how->baselines.count;
    size_t i, there = 0;
    int code = CLI_FINE, one;
    if (q->path_count != 1) return cli_usage(q->c, "html takes one report");
    if (count > MOST_BESIDES) return cli_usage(q->c, "--baseline: %d at most, as many have colours", MOST_BESIDES);
    for (i = 0; i < count; i++)
        if (strcmp(q->paths[0], "-") == 0 || strcmp(how->baselines.at[i], "-") == 0) return cli_usage(q->c, "--baseline: both reports must be files");
    memset(other, 0, sizeof other);
    memset(own, 0, sizeof own);
    memset(base, 0, sizeof base);
    memset(bases, 0, sizeof bases);
    how->m.compare.all = how->page.all;
    how->m.chosen.shown = how->m.chosen.base; /* people see what they choose by */
    if (!open_report(reader_of(q), q->paths[0], &o)) code = CLI_INPUT;
    for (i = 0; i < count; i++) {
        bases[i].own = &own[i];
        bases[i].base = &base[i];
        own[i].o = &o;
        base[i].o = &other[i];
        one = open_report(reader_of(q), how->baselines.at[i], &other[i]) ? read_side(&how->m, &base[i]) : CLI_INPUT;
        if (one > code) code = one;
        one = o.report != NULL ? read_side(&how->m, &own[i]) : CLI_INPUT;
        if (one > code) code = one;
        there += other[i].report != NULL;
    }
    if (o.report != NULL && there == count) {
        out_begin_as(&to, q->c, OUT_HTML);
        pg.m = &how->m;
        pg.to = &to;
        one = CLI_INPUT;
        if (sections_open(&sections, &how->m)) one = html_page(&pg, &o, &sections, bases, count, &how->page);
        if (one > code) code = one;
        one = sections_close(&sections);
        if (one > code) code = one;
    }
    for (i = 0; i < count; i++) {
        free_side(&own[i]);
        free_side(&base[i]);
        close_report(&other[i]);
    }
    close_report(&o);
    return code;
}

static const verb_lack lacks[] = {{NULL, LACKS_BOTH, NULL, "html has no --json or --csv; details does"}, LACK_END};

const verb html_verb = {"html", option_table, sizeof(html_verb_options), run, set_defaults, NULL,
    "everything on one page for a browser, with charts",
    "ncurep html report.ncu-rep -o page.html\n"
    "  ncurep html --baseline before.ncu-rep after.ncu-rep -o page.html",
    FILES, 0, load_demangler, lacks};
