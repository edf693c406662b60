/* ncurep source: where in the code a kernel spends its time. */
#include "report/input/disassembler.h"
#include "report/model/compare.h"
#include "report/pages/source.h"
#include "verb.h"

#include <string.h>

typedef struct source_verb_options {
    model m;
    source_options page;
    const char *baseline;
    opened base;
    int is_later; /* a report was shown before */
} source_verb_options;

static const option_word view_words[] = {{"line", VIEW_LINE}, {"file", VIEW_FILE}, {"address", VIEW_ADDRESS}, {"ptx", VIEW_PTX}, {NULL, 0}};

static const option_word counter_words[] = {{"main", COUNTERS_MAIN}, {"shown", COUNTERS_SHOWN}, {"all", COUNTERS_ALL}, {NULL, 0}};

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, OPT_FOLDER, OPT_TREE, {0, "by", &take_word, offsetof(source_verb_options, page.view), view_words,
     NULL, "lines, inlined code under its call (default in text); whole source files; each instruction (default of --json and --csv); the PTX text"},
                                 {0, "top", &take_positive, offsetof(source_verb_options, page.top), NULL,
     "N", "only the N hottest, hottest first"},
                                 {0, "counters", &take_word, offsetof(source_verb_options, page.counters), counter_words,
     NULL, "samples, executed instructions and waits (default in text); what the sections show at first; all in their order (default of --json and --csv)"},
                                 {0, "self", &take_nothing, offsetof(source_verb_options, page.self), NULL,
     NULL, "counters of lines without those of inlined code; --json has both"},
                                 {0, "annotate", &take_input, offsetof(source_verb_options, page.annotate), NULL,
     "FILE.cu", "the file with figures in the margin"},
                                 {0, "live", &take_nothing, offsetof(source_verb_options, page.live), NULL,
     NULL, "with --by address: how many registers are live at each instruction"},
                                 {0, "labels", &take_nothing, offsetof(source_verb_options, page.labels), NULL,
     NULL, "with --by address: targets of branches, loops and their share, the memory of each access"}, OPT_FILES,
                                 {0, "disassembler", &take_program, offsetof(model, disassembler), NULL,
     "PROGRAM", "its text of the instructions: PROGRAM -c CUBIN prints it as nvdisasm does"},
                                 {0, "baseline", &take_only_input, offsetof(source_verb_options, baseline), NULL,
     "REPORT", "how each line or instruction differs from the same one in this report, wherever it has moved; --top: by how much"}, OPT_MATCH, OPTION_END};

static int show(const page *pg, opened *o, void *user)
{
    source_verb_options *const how = (source_verb_options *)user;
    const int first = !how->is_later;
    side base, own;
    int code, one;
    how->is_later = 1;
    if (how->baseline == NULL) return source_page(pg, o, &how->page, first);
    memset(&base, 0, sizeof base);
    memset(&own, 0, sizeof own);
    base.o = &how->base;
    own.o = o;
    how->page.base = &base;
    how->page.own = &own;
    code = read_side(pg->m, &base);
    one = read_side(pg->m, &own);
    if (one > code) code = one;
    one = source_page(pg, o, &how->page, first);
    free_side(&base);
    free_side(&own);
    return one > code ? one : code;
}

static int run(request *q, void *user)
{
    source_verb_options *how = (source_verb_options *)user;
    output to;
    size_t i;
    int code = CLI_INPUT;
    for (i = 0; how->baseline != NULL && i < q->path_count; i++)
        if (strcmp(q->paths[i], "-") == 0 || strcmp(how->baseline, "-") == 0) return cli_usage(q->c, "--baseline: both reports must be files");
    how->m.disassemble_fn = disassembler_run;
    if (how->baseline == NULL || open_report(reader_of(q), how->baseline, &how->base)) {
        out_begin(&to, q->c);
        code = each_report(q, &how->m, &to, EACH_BARE, show, how);
    }
    if (how->baseline != NULL) close_report(&how->base);
    return code;
}

const verb source_verb = {"source", option_table, sizeof(source_verb_options), run, NULL, NULL,
    "instructions and lines: where the time goes, what warps wait for",
    "ncurep source -k saxpy --top 10 report.ncu-rep        the hottest lines\n"
    "  ncurep source --by address --live report.ncu-rep      each instruction\n"
    "  ncurep source --annotate saxpy.cu report.ncu-rep",
    FILES, 0, load_demangler, NULL};
