/* ncurep cubin: the machine code of a report. */
#include "write/table.h"
#include "verb.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct cubin_options {
    model m;
    maybe_number module; /* reference: only this one */
    const char *to;      /* folder where they are written */
} cubin_options;

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, {0, "module", &take_maybe, offsetof(cubin_options, module), NULL,
     "REFERENCE", "only this module"},
                                 {0, "to", &take_output, offsetof(cubin_options, to), NULL,
     "FOLDER", "write REFERENCE.cubin files there"}, OPTION_END};

/* The source of a module that holds its cubin; the last one counts; 0 if none does. */
static int find_cubin(opened *o, const ncurep_module *m, ncurep_source *out)
{
    ncurep_error e;
    uint32_t i, with = NCUREP_NONE;
    for (i = 0; ncurep_module_source_at(o->report, m, i, out, &e); i++)
        if (NCUREP_HAS(out, 4)) with = out->index;
    return with != NCUREP_NONE && ncurep_source_at(o->report, with, out, &e);
}

static int write_cubin(const page *pg, const char *folder, uint64_t reference, ncurep_view bytes)
{
    cli_buf path = {NULL, 0, 0};
    int ok;
    cli_putf(&path, "%s/%" PRIu64 ".cubin", folder, reference);
    ok = cli_replace(pg->m->c, path.ptr, NULL, bytes.ptr, bytes.len);
    cli_buf_free(&path);
    return ok;
}

static const table_column columns[] = {{'r', "Reference", "reference", "reference", 0}, {'r', "CC", "revision", NULL, 0}, {'r', NULL, NULL, "cc", 0},
                                       {'r', "Bytes", "bytes", "bytes", 0}, {'r', "Functions", "functions", "function_count", 0},
                                       {'r', "Pieces", "pieces", "piece_count", 0}};

static int show(const page *pg, opened *o, void *user, int first)
{
    const cubin_options *how = (const cubin_options *)user;
    table t;
    ncurep_module m;
    ncurep_error e;
    choice chosen;
    uint32_t i, count;
    int code = CLI_FINE, found = 0;
    (void)first;
    if (ncurep_modules_load(o->report, &count, &e) != NCUREP_OK) {
        say_error(pg->m->c, o->path, &e);
        return CLI_INPUT;
    }
    make_choice(pg->m->c, &pg->m->chosen, o, &chosen, 0, &code);
    table_begin(&t, pg->to, "modules", columns, sizeof columns / sizeof *columns, 0);
    for (i = 0; ncurep_module_at(o->report, i, &m); i++) {
        ncurep_source s;
        uint64_t functions = 0;
        uint32_t k;
        size_t bytes;
        if ((how->module.given && m.reference != how->module.value) || !wants_module(&chosen, m.reference)) continue;
        found = 1;
        for (k = 0; ncurep_module_source_at(o->report, &m, k, &s, &e); k++) functions += s.relocation.functions.count;
        bytes = find_cubin(o, &m, &s) ? s.binary.len : 0;
        if (how->to != NULL && bytes > 0 && !write_cubin(pg, how->to, m.reference, s.binary)) code = CLI_INPUT;
        table_whole(&t, m.reference);
        table_show(&t, "%" PRIu32 ".%" PRIu32, s.revision >> 16, s.revision & 0xffff);
        table_whole(&t, s.revision);
        if (s.revision != 0) table_format(&t, "%" PRIu32 ".%" PRIu32, s.revision >> 16, s.revision & 0xffff);
        else table_null(&t);
        table_whole(&t, bytes);
        table_whole(&t, functions);
        table_whole(&t, m.pieces);
        table_row(&t);
    }
    table_end(&t);
    free_choice(&chosen);
    if (how->module.given && !found) {
        cli_error(pg->m->c, "%s: no module has reference %" PRIu64, o->path, how->module.value);
        code = CLI_FINDING;
    }
    return code;
}

static int run(request *q, void *user)
{
    output to;
    output_of(q, &to, 0);
    return each_report(q, (const model *)user, &to, EACH_BLANK | EACH_BLANK_CSV | EACH_NAMED, show, user);
}

const verb cubin_verb = {"cubin", option_table, sizeof(cubin_options), run, NULL, NULL,
    "lists the machine code of the report, or extracts it",
    NULL,
    FILES, 0, NULL};
