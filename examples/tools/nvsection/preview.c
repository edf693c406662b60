/* preview: a section as ncurep shows it, filled in from a result of a report, as text or as a page for a browser. */
#include "report/pages/details.h"
#include "report/pages/html.h"
#include "options.h"
#include "preview.h"

#include <string.h>

/* The picked sections, in the form the pages of ncurep take. */
static void take_sections(report_result *r, work *w)
{
    section_choice *const s = &r->m.sections;
    uint32_t i;
    (void)sections_open(&r->sections, &r->m);
    r->sections.library = w->library;
    s->folder = "";
    for (i = 0; i < w->root_count; i++) { /* messages of other sections do not belong on this page */
        s->list = (ncurep_pattern **)cli_grow(s->list, &s->room, s->count + 1, sizeof *s->list);
        s->list[s->count++] = ncurep_pattern_open(view_of(nvs_node_text(w->roots[i], NVS_FIELD_IDENTIFIER)), NULL, NULL);
    }
    r->m.chosen.count.given = 1;
    r->m.chosen.count.value = 1;
}

int preview_page(report_result *r, work *w, output *to)
{
    details_options how;
    html_options html;
    page pg;
    int code, one;
    take_sections(r, w);
    pg.m = &r->m;
    pg.to = to;
    memset(&how, 0, sizeof how);
    memset(&html, 0, sizeof html);
    how.parts = PARTS_ALL;
    if (w->people == OUT_HTML) code = html_page(&pg, &r->o, &r->sections, NULL, 0, &html);
    else { /* as ncurep details */
        out_list(to, NULL);
        out_group(to, NULL);
        out_string(to, "file", r->o.path);
        code = details_page(&pg, &r->o, &r->sections, &how);
        out_close(to);
        out_close(to);
        out_end(to);
    }
    r->sections.library = NULL; /* stays with w */
    one = sections_close(&r->sections);
    if (one > code) code = one;
    one = code_of(&r->o);
    return one > code ? one : code;
}

static int run(request *q, void *options)
{
    work *const w = work_of(q, options);
    cli *const c = q->c;
    report_result *r;
    output to;
    int code = CLI_INPUT;
    if (w->metrics == NULL) return cli_usage(c, "--metrics REPORT is missing");
    if (work_files(c, w, 0) != CLI_FINE) return CLI_USAGE;
    if (!work_load(c, w, 0) || w->root_count == 0 || (r = report_open(c, w->metrics, NULL, 0, &w->which)) == NULL) return code;
    out_begin_as(&to, c, w->people);
    code = work_code(w, preview_page(r, w, &to));
    report_close(r);
    return code;
}

static const option_word html_form[] = {{"html", OUT_HTML}, {NULL, 0}};

static const option rows[] = {OPT_VALUES, OPT_RESULT,
    {0, "html", &take_one, offsetof(work, people), html_form, NULL, "a page for a browser, best with -o FILE"}, OPT_PICK, OPTION_END};

static const verb_lack lacks[] = {{"html", LACKS_BOTH, NULL, "--html has no --json or --csv"}, LACK_END};

const verb preview_verb = {"preview", rows, sizeof(work), run, begin_work, end_work,
    "sections as ncurep details shows them, filled with a result of a report; with --html as the page of ncurep html, charts included",
    "Exit code 1 if a required metric is missing.\n"
    "  nvsection preview -m run.ncu-rep my/Mine.section\n"
    "  nvsection preview -m run.ncu-rep -k saxpy --html -o mine.html my/Mine.section",
    SECTIONS, MAY_READ, NULL, lacks};
