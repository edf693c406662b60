/* ncurep details: the sections of a report, and what the rules say. */
#include "report/pages/details.h"
#include "verb.h"

typedef struct details_verb_options {
    model m;
    details_options page;
    out_format people;
} details_verb_options;

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, OPT_UNITS, OPT_EXACT, OPT_INSTANCES, OPT_SECTION, OPT_FOLDER, OPT_TREE,
                                 {0, "print-details", &take_word, offsetof(details_verb_options, page.parts), part_words,
     NULL, "body: tables and charts, as far as text can"}, OPT_LABELS, OPT_FP, OPT_RULES,
                                 {0, "print-rule-details", &take_nothing, offsetof(details_verb_options, page.rule_details), NULL,
     NULL, "the metrics of each finding"},
                                 OPT_MD(details_verb_options, people), OPTION_END};

static int show(const page *pg, opened *o, void *user)
{
    section_source sections;
    int code = CLI_INPUT, one;
    if (sections_open(&sections, pg->m)) code = details_page(pg, o, &sections, &((details_verb_options *)user)->page);
    else {
        out_list(pg->to, "results");
        out_close(pg->to);
    }
    one = sections_close(&sections);
    return one > code ? one : code;
}

static int run(request *q, void *user)
{
    details_verb_options *how = (details_verb_options *)user;
    output to;
    out_begin_as(&to, q->c, how->people);
    return each_report(q, &how->m, &to, EACH_BLANK | EACH_BLANK_CSV, show, how);
}

const verb details_verb = {"details", option_table, sizeof(details_verb_options), run, NULL, NULL,
    "sections of the report: tables, charts, findings",
    "ncurep details -k saxpy -c 1 report.ncu-rep\n"
    "  ncurep details --section Occupancy --print-details all report.ncu-rep\n"
    "  ncurep details --rules --md report.ncu-rep",
    FILES, 0, NULL, NULL};
