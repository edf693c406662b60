/* preview: a section as ncurep shows it, filled in from a result of a report, as text or as a page for a browser. */
#include "report/pages/details.h"
#include "report/pages/html.h"
#include "report.h"

#include <string.h>

static const char help[] =
    "usage: nvsection preview -m REPORT [options] [FILE|FOLDER]...\n"
    "\n"
    "Shows sections as ncurep details does, filled with a result of a report; with\n"
    "--html as the page of ncurep html, charts included.\n"
    "\n"
    "  -m, --metrics REPORT  where the values come from\n"
    "  -k, --kernel-name NAME  the first result of this kernel, or of kernels with a\n"
    "                   match of regex:EXPRESSION in their name\n"
    "  -s, --launch-skip N  not the first N results that fit\n"
    "  --html           a page for a browser, best with -o FILE\n"
    "  --set NAME, --section ID  only these; repeatable\n"
    "  --section-folder, --section-folder-recursive FOLDER  more sections; repeatable\n"
    "  --recursive, -r  subfolders too\n"
    "  --lenient        unknown fields are only warnings\n"
    "  --json, --csv, -o FILE, --color WHEN\n"
    "\n"
    "  nvsection preview -m run.ncu-rep my/Mine.section\n"
    "  nvsection preview -m run.ncu-rep -k saxpy --html -o mine.html my/Mine.section\n"
    "\n"
    "Exit code: 0 fine, 1 a required metric is missing, 2 wrong usage, 3 bad input.\n";

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

static int show(cli *c, report_result *r, work *w)
{
    details_options how;
    html_options html;
    output to;
    page pg;
    int code, one;
    take_sections(r, w);
    out_init(&to, c->out, w->html ? OUT_HTML : c->format == CLI_JSON ? OUT_JSON : c->format == CLI_CSV ? OUT_CSV : OUT_TEXT);
    to.color = c->color;
    pg.m = &r->m;
    pg.to = &to;
    memset(&how, 0, sizeof how);
    memset(&html, 0, sizeof html);
    how.parts = PARTS_ALL;
    code = w->html ? html_page(&pg, &r->o, &r->sections, NULL, NULL, &html) : details_page(&pg, &r->o, &r->sections, &how);
    r->sections.library = NULL; /* stays with w */
    one = sections_close(&r->sections);
    if (one > code) code = one;
    one = code_of(&r->o);
    return one > code ? one : code;
}

int verb_preview(cli *c, int argc, char **argv)
{
    work w;
    report_result *r = NULL;
    int stop, code = work_options(c, &w, argc, argv, WORK_PICK | WORK_RESULT | WORK_HTML, help, &stop);
    if (!stop && w.metrics == NULL) code = cli_usage(c, "--metrics REPORT is missing");
    else if (!stop && (code = work_files(c, &w, 0)) != CLI_FINE) stop = 1;
    else if (!stop && w.html && c->format != CLI_TEXT) code = cli_usage(c, "--html has no --json or --csv");
    else if (!stop && (!work_load(c, &w, 0) || (r = report_open(c, w.metrics, NULL, 0, &w.which)) == NULL)) code = CLI_INPUT;
    else if (!stop) code = cli_start(c) ? cli_finish(c, work_code(&w, show(c, r, &w))) : CLI_INPUT;
    report_close(r);
    work_free(&w);
    return code;
}
