/* ncurep export: long tables, folded stacks, traces. */
#include "report/model/stacks.h"
#include "report/pages/export.h"
#include "report/pages/trace.h"
#include "verb.h"

#include <string.h>

typedef struct export_options {
    model m;
    export_table table;
    stack_kind folded;
    int trace, findings, stalls;
} export_options;

static const option_word table_words[] = {{"metrics", TABLE_METRICS}, {"results", TABLE_RESULTS}, {"instances", TABLE_INSTANCES},
                                          {"warp-samples", TABLE_WARP_SAMPLES}, {"findings", TABLE_FINDINGS}, {"stalls", TABLE_STALLS},
                                          {NULL, 0}};
static const option_word stack_words[] = {{"nvtx", STACK_NVTX}, {"calls", STACK_CALLS}, {NULL, 0}};

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, {0, "table", &take_word, offsetof(export_options, table), table_words,
     NULL, "which table (default metrics); --json: JSON Lines"},
                                 {0, "findings", &take_nothing, offsetof(export_options, findings), NULL,
     NULL, "the table findings: a row a result and message of a rule"},
                                 {0, "stalls", &take_nothing, offsetof(export_options, stalls), NULL,
     NULL, "the table stalls: a row a result and reason that warps wait for"}, OPT_RULES, OPT_FOLDER, OPT_TREE,
                                 {0, "folded", &take_word, offsetof(export_options, folded), stack_words,
     NULL, "one stack per line with nanoseconds, for flame graphs"},
                                 {0, "trace", &take_nothing, offsetof(export_options, trace), NULL,
     NULL, "Chrome trace JSON: ranges, kernels, PM samples"}, OPTION_END};

/* What results are added to: one of the three. */
typedef struct target {
    records rows;
    trace trace;
    output to;
} target;

static void add_folded(output *to, stack_kind how, const opened *o, const ncurep_result *r)
{
    cli_buf line = {NULL, 0, 0};
    folded_stack(&line, how, o, r);
    out_line(to, "%s", line.ptr);
    cli_buf_free(&line);
}

static int add_report(request *q, const export_options *how, const char *path, target *t, section_source *sections)
{
    opened o;
    cursor at;
    ncurep_result r;
    int code;
    if (!open_report(reader_of(q), path, &o)) return CLI_INPUT;
    code = code_of(&o) != CLI_FINE ? CLI_INPUT : CLI_FINE;
    memset(&at, 0, sizeof at);
    while (next_result(q->c, &how->m.chosen, &o, &at, &r, &code)) {
        if (how->trace) trace_add(&t->trace, &how->m.chosen, &o, &r);
        else if (how->folded != STACK_NONE) add_folded(&t->to, how->folded, &o, &r);
        else if (!export_result(&t->rows, &how->m, how->table, &o, &r, sections)) code = CLI_INPUT;
    }
    if (how->trace) trace_damage(&t->trace, &o);
    close_report(&o);
    return code;
}

static int run(request *q, void *user)
{
    export_options *how = (export_options *)user;
    section_source sections;
    target t;
    size_t i;
    int code = CLI_FINE, one;
    const int tables = how->folded == STACK_NONE && !how->trace;
    if (how->folded != STACK_NONE && how->trace) return cli_usage(q->c, "--folded and --trace exclude each other");
    if (how->findings + how->stalls + (how->table != TABLE_METRICS) > 1) return cli_usage(q->c, "--table, --findings and --stalls exclude each other");
    if (how->findings) how->table = TABLE_FINDINGS;
    if (how->stalls) how->table = TABLE_STALLS;
    if (!sections_open(&sections, &how->m)) {
        (void)sections_close(&sections);
        return CLI_INPUT;
    }
    out_init(&t.to, q->c->out, how->trace ? OUT_JSON : OUT_TEXT);
    if (tables) export_begin(&t.rows, q->c, how->table);
    if (how->trace) trace_begin(&t.trace, &t.to);
    for (i = 0; i < q->path_count; i++)
        if ((one = add_report(q, how, q->paths[i], &t, &sections)) > code) code = one;
    if (how->trace) trace_end(&t.trace);
    if (tables) records_close(&t.rows);
    one = sections_close(&sections);
    return one > code ? one : code;
}

const verb export_verb = {"export", option_table, sizeof(export_options), run, NULL, NULL,
    "long tables (CSV, JSON Lines), folded stacks, traces",
    "The columns: docs/REPORTS.md.\n\n  "
    "ncurep export report.ncu-rep -o metrics.csv\n"
    "  ncurep export --table results --json report.ncu-rep\n"
    "  ncurep export --folded nvtx report.ncu-rep | flamegraph.pl >ranges.svg\n"
    "  ncurep export --trace report.ncu-rep -o trace.json",
    FILES, 0, NULL, NULL};
