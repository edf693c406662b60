/* ncurep chart: a chart of a section as a picture. */
#include "write/markup.h"
#include "write/table.h"
#include "report/pages/chart.h"
#include "png.h"
#include "verb.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct chart_verb_options {
    model m;
    chart_options page;
    const char *which;
    int svg, png, light;
} chart_verb_options;

static const option option_table[] = {OPT_CHOOSING, OPT_SECTION, OPT_FOLDER, OPT_TREE, OPT_UNITS,
                                 {0, "chart", &take_text, offsetof(chart_verb_options, which), NULL,
     "N|TITLE|regex:EXPR", "the chart with this number in the list, or this title"},
                                 {0, "svg", &take_nothing, offsetof(chart_verb_options, svg), NULL,
     NULL, "write it as SVG"},
                                 {0, "png", &take_nothing, offsetof(chart_verb_options, png), NULL,
     NULL, "write it as PNG (needs librsvg)"},
                                 {0, "width", &take_positive, offsetof(chart_verb_options, page.width), NULL,
     "PIXELS", "of the picture (default as on the HTML page)"},
                                 {0, "dark", &take_nothing, offsetof(chart_verb_options, page.dark), NULL,
     NULL, "on a dark ground"},
                                 {0, "light", &take_nothing, offsetof(chart_verb_options, light), NULL,
     NULL, "on a light one (default)"}, OPTION_END};

static int list(const page *pg, opened *o, void *user)
{
    section_source sections;
    int code = CLI_INPUT, one;
    if (sections_open(&sections, pg->m)) code = chart_list(pg, o, &sections, &((const chart_verb_options *)user)->page);
    else {
        out_list(pg->to, "charts");
        out_close(pg->to);
    }
    one = sections_close(&sections);
    return one > code ? one : code;
}

static int draw(request *q, chart_verb_options *how, output *to)
{
    cli_buf svg = {NULL, 0, 0};
    section_source sections;
    opened o;
    page pg;
    int code = CLI_INPUT, one;
    pg.m = &how->m;
    pg.to = to;
    if (open_report(reader_of(q), q->paths[0], &o) && sections_open(&sections, &how->m)) {
        to->f = cli_buf_open(&svg);
        code = chart_page(&pg, &o, &sections, &how->page);
        cli_buf_close(to->f);
        to->f = q->c->out;
        one = sections_close(&sections);
        if (one > code) code = one;
        if (svg.len > 0 && !how->png) put_markup_bytes(to, svg.ptr, svg.len);
        else if (svg.len > 0 && !png_draw(q->c, svg.ptr, svg.len, to->f)) code = CLI_INPUT;
    }
    if (svg.len == 0) cli_drop(q->c);
    cli_buf_free(&svg);
    close_report(&o);
    return code;
}

static int run(request *q, void *user)
{
    chart_verb_options *how = (chart_verb_options *)user;
    const int draws = how->svg || how->png;
    output to;
    int code;
    if (!draws && (how->page.width > 0 || how->page.dark || how->light)) return cli_usage(q->c, "--width, --dark and --light are for --svg and --png");
    if (how->page.width > CHART_WIDEST) return cli_usage(q->c, "--width takes at most %d", CHART_WIDEST);
    if (draws && q->path_count != 1) return cli_usage(q->c, "--svg and --png take one report");
    if (how->png && !png_ready()) return cli_usage(q->c, "--png needs librsvg 2.46 (Debian: librsvg2-2; Fedora: librsvg2; Homebrew: librsvg); --svg does not");
    if (how->png && isatty(fileno(q->c->out))) return cli_usage(q->c, "a PNG is nothing for a terminal: -o FILE");
    if (how->which != NULL && (how->page.which = take_pattern(q->c, "--chart", how->which, strlen(how->which), 0)) == NULL) return CLI_USAGE;
    out_begin(&to, q->c);
    if (draws) code = draw(q, how, &to);
    else {
        chart_titles(&to);
        code = each_report(q, &how->m, &to, EACH_BLANK, list, how);
    }
    ncurep_pattern_close(how->page.which);
    return code;
}

/* Fonts: those of the machine, and of this user. */
static void load_png(const request *q, const void *options, cli_rights *r)
{
    static const char *const folders[] = {".fonts", ".local/share/fonts", ".cache/fontconfig"};
    static char own[3][PATH_MAX];
    const char *home = getenv("HOME");
    text_list fonts = {NULL, 0, 0};
    size_t i;
    (void)q;
    if (!((const chart_verb_options *)options)->png || !png_ready()) return;
    for (i = 0; png_reads[i] != NULL; i++) text_list_add(&fonts, png_reads[i]);
    for (i = 0; i < 3 && home != NULL; i++) {
        snprintf(own[i], sizeof own[i], "%s/%s", home, folders[i]);
        text_list_add(&fonts, own[i]);
    }
    r->reads = fonts.at;
    r->read_count = fonts.count;
}

static const verb_lack lacks[] = {{"svg", 0, "png", "--svg or --png, not both"}, {"dark", 0, "light", "--dark or --light, not both"},
                                  {"svg", LACKS_BOTH, NULL, "--svg and --png are no --json or --csv; without them the list has both"},
                                  {"png", LACKS_BOTH, NULL, "--svg and --png are no --json or --csv; without them the list has both"}, LACK_END};

const verb chart_verb = {"chart", option_table, sizeof(chart_verb_options), run, NULL, NULL,
    "charts of sections: a list, or one as SVG or PNG",
    "ncurep chart report.ncu-rep\n"
    "  ncurep chart -c 1 --chart 2 --svg report.ncu-rep -o roofline.svg\n"
    "  ncurep chart -k saxpy -c 1 --section Occupancy --chart 1 --png --width 1200 \\\n"
    "    report.ncu-rep -o occupancy.png\n"
    "  Charts of a result are numbered as the same options list them. Exit code 1 if\n"
    "  there is none, 2 if several fit.",
    FILES, 0, load_png, lacks};
