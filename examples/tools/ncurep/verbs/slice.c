/* ncurep slice: a smaller report. */
#include "report/input/copy.h"
#include "verb.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum slice_sources { SOURCES_USED, SOURCES_ALL, SOURCES_NONE } slice_sources;

typedef struct slice_options {
    model m;
    slice_sources sources;
} slice_options;

static const option_word source_words[] = {{"used", SOURCES_USED}, {"all", SOURCES_ALL}, {"none", SOURCES_NONE}, {NULL, 0}};

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, OPT_SECTION, {0, "sources", &take_word, offsetof(slice_options, sources), source_words,
     NULL, "modules: of the results (default), all, none"}, OPTION_END};

static int wants(const void *wanted, int what, ncurep_view name)
{
    const model *m = (const model *)wanted;
    return what == FIELD_METRICS ? wants_metric(&m->chosen, name) : wants_section(&m->sections, name);
}

static int wants_source(const slice_options *how, opened *o, const choice *k, uint32_t i, ncurep_error *e)
{
    ncurep_source s;
    if (how->sources == SOURCES_NONE) return 0;
    if (!ncurep_source_at(o->report, i, &s, e)) return -1;
    return how->sources == SOURCES_ALL || wants_module(k, s.reference);
}

static int block(const slice_options *how, opened *o, ncurep_writer *w, const choice *k, uint64_t *copied, uint32_t i, ncurep_error *e)
{
    ncurep_block b;
    ncurep_result r;
    change x;
    uint32_t n, sources, results;
    int wanted, any = 0;
    if (!block_ends(o, i, &b, &sources, &results, e)) return 0;
    say_rest(how->m.c, o, &b);
    memset(&x, 0, sizeof x);
    x.wants_fn = wants;
    x.wanted = &how->m;
    for (n = b.first_source; n < sources; n++) {
        wanted = wants_source(how, o, k, n, e);
        if (wanted < 0 || (wanted && ncurep_copy_source(w, o->report, n, e) != NCUREP_OK)) return 0;
        *copied += (uint64_t)wanted;
        any |= wanted;
    }
    for (n = b.first_result; n < results; n++) {
        if (!k->result[n]) continue;
        any = 1;
        if (!ncurep_result_at(o->report, n, &r, e) || !copy_changed(w, o, &r, &x, e)) return 0;
    }
    return !(any || header_has_more(&b)) || (ncurep_copy_header(w, o->report, i, e) == NCUREP_OK && ncurep_write_block(w) == NCUREP_OK);
}

static int run(request *q, void *user)
{
    const slice_options *how = (const slice_options *)user;
    opened o;
    choice k;
    ncurep_writer *w = NULL;
    ncurep_error e = {NCUREP_OK, 0, ""};
    output said;
    uint64_t sources = 0;
    uint32_t i;
    int ok, chosen = CLI_FINE, code = may_write(q->c);
    if (code == CLI_FINE && q->path_count != 1) code = cli_usage(q->c, "slice takes one report");
    if (code != CLI_FINE || !open_whole(reader_of(q), q->paths[0], &o)) {
        cli_drop(q->c);
        return code != CLI_FINE ? code : CLI_INPUT;
    }
    make_choice(q->c, &how->m.chosen, &o, &k, 1, &chosen);
    ok = chosen == CLI_FINE;
    if (ok) {
        w = start_output(q->c, &e);
        ok = w != NULL;
        for (i = 0; ok && i < o.info.blocks; i++) ok = block(how, &o, w, &k, &sources, i, &e);
    }
    code = end_output(q->c, w, ok, o.path, &e);
    if (code == CLI_FINE) {
        wrote_begin(q, &said);
        out_whole(&said, "result_count", k.results);
        out_whole(&said, "results_left_out", o.info.results - k.results);
        out_whole(&said, "source_count", sources);
        out_whole(&said, "sources_left_out", o.info.sources - sources);
        wrote_end(&said);
        if (q->c->out != stdout)
            out_line(&said, "%" PRIu64 " of %" PRIu32 " results, %" PRIu64 " of %" PRIu32 " sources", k.results, o.info.results, sources, o.info.sources);
    }
    free_choice(&k);
    close_report(&o);
    return code;
}

const verb slice_verb = {"slice", option_table, sizeof(slice_options), run, NULL, NULL,
    "a smaller report: some results, metrics, sections",
    "ncurep slice -k saxpy -c 1 report.ncu-rep -o saxpy.ncu-rep",
    FILES, 0, NULL, binary_lacks};
