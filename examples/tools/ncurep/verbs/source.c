/* ncurep source: where in the code a kernel spends its time. */
#include "report/input/disassembler.h"
#include "report/pages/source.h"
#include "verb.h"

typedef struct source_verb_options {
    model m;
    source_options page;
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
     "FILE.cu", "the file with figures in the margin"}, OPT_FILES,
                                 {0, "disassembler", &take_program, offsetof(model, disassembler), NULL,
     "PROGRAM", "its text of the instructions: PROGRAM -c CUBIN prints it as nvdisasm does"}, OPTION_END};

static int show(const page *pg, opened *o, void *user, int first) { return source_page(pg, o, &((source_verb_options *)user)->page, first); }

static int run(request *q, void *user)
{
    source_verb_options *how = (source_verb_options *)user;
    output to;
    how->m.disassemble_fn = disassembler_run;
    output_of(q, &to, 0);
    return each_report(q, &how->m, &to, EACH_BARE, show, how);
}

const verb source_verb = {"source", option_table, sizeof(source_verb_options), run, NULL, NULL,
    "instructions and lines: where the time goes, what warps wait for",
    NULL,
    FILES, 0, load_demangler};
