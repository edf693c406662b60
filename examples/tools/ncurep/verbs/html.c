/* ncurep html: a report as one page that needs nothing else. */
#include "report/pages/html.h"
#include "verb.h"

#include <string.h>

typedef struct html_verb_options {
    model m;
    html_options page;
    const char *baseline; /* report to compare with */
} html_verb_options;

static const option option_table[] = {OPT_CHOOSING, OPT_SECTION, OPT_FOLDER, OPT_TREE, OPT_UNITS, OPT_RULES, {0, "all", &take_nothing, offsetof(html_verb_options, page.all), NULL,
     NULL, "also a table of every metric for each kernel"}, OPT_FILES,
                                 {0, "baseline", &take_only_input, offsetof(html_verb_options, baseline), NULL,
     "OTHER", "compare with this report"}, OPT_MATCH, OPT_TOLERANCE,
                                 {0, "most", &take_size, offsetof(html_verb_options, page.most_bytes), NULL,
     "BYTES[k|M|G|T]", "of many kernels keep the longest that fit (default 32M)"}, OPTION_END};

static void set_defaults(void *options) { ((html_verb_options *)options)->page.most_bytes = HTML_MOST_BYTES; }

static int run(request *q, void *user)
{
    html_verb_options *how = (html_verb_options *)user;
    section_source sections;
    opened o, base;
    side own_side, base_side;
    output to;
    page pg;
    const int compares = how->baseline != NULL;
    int code = CLI_FINE, one;
    if (q->path_count != 1) return cli_usage(q->c, "html takes one report");
    if (compares && (strcmp(q->paths[0], "-") == 0 || strcmp(how->baseline, "-") == 0))
        return cli_usage(q->c, "--baseline: both reports must be files");
    memset(&base, 0, sizeof base);
    memset(&own_side, 0, sizeof own_side);
    memset(&base_side, 0, sizeof base_side);
    how->m.compare.all = how->page.all;
    how->m.chosen.shown = how->m.chosen.base; /* people see what they choose by */
    own_side.o = &o;
    base_side.o = &base;
    if (compares) code = open_report(reader_of(q), how->baseline, &base) ? read_side(&how->m, &base_side) : CLI_INPUT;
    one = !open_report(reader_of(q), q->paths[0], &o) ? CLI_INPUT : compares ? read_side(&how->m, &own_side) : CLI_FINE;
    if (one > code) code = one;
    if (o.report != NULL && (!compares || base.report != NULL)) {
        out_begin_as(&to, q->c, OUT_HTML);
        pg.m = &how->m;
        pg.to = &to;
        one = CLI_INPUT;
        if (sections_open(&sections, &how->m))
            one = html_page(&pg, &o, &sections, compares ? &base_side : NULL, compares ? &own_side : NULL, &how->page);
        if (one > code) code = one;
        one = sections_close(&sections);
        if (one > code) code = one;
    }
    free_side(&own_side);
    free_side(&base_side);
    close_report(&o);
    close_report(&base);
    return code;
}

static const verb_lack lacks[] = {{NULL, LACKS_BOTH, NULL, "html has no --json or --csv; details does"}, LACK_END};

const verb html_verb = {"html", option_table, sizeof(html_verb_options), run, set_defaults, NULL,
    "everything on one page for a browser, with charts",
    NULL,
    FILES, 0, load_demangler, lacks};
