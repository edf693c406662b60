/* ncurep cubin: the machine code of a report. */
#include "verb.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct cubin_options {
    model m;
    maybe_number module; /* reference: only this one */
    const char *to;      /* folder where they are written */
} cubin_options;

static const option option_table[] = {OPT_CHOOSING, OPT_METRICS, {0, "module", TAKE_MAYBE, offsetof(cubin_options, module), NULL},
                                 {0, "to", TAKE_TEXT, offsetof(cubin_options, to), NULL}, OPT_END};

/* The source of a module that holds its cubin, the last one counts; 0 when none does. */
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

static int show(const page *pg, opened *o, void *user, int first)
{
    const cubin_options *how = (const cubin_options *)user;
    static const char *const titles[] = {"Reference", "CC", "Bytes", "Functions", "Pieces"};
    cli_table t;
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
    if (pg->to->format == OUT_JSON) cli_json_array(&pg->to->j, "modules");
    if (pg->to->format == OUT_CSV) fputs("reference,revision,bytes,functions,pieces\n", pg->to->f);
    if (pg->to->format == OUT_TEXT) cli_table_init(&t, "rrrrr", titles);
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
        if (pg->to->format == OUT_JSON) {
            cli_json_object(&pg->to->j, NULL);
            cli_json_u64(&pg->to->j, "reference", m.reference);
            cli_json_u64(&pg->to->j, "revision", s.revision);
            cli_json_u64(&pg->to->j, "bytes", bytes);
            cli_json_u64(&pg->to->j, "functions", functions);
            cli_json_u64(&pg->to->j, "pieces", m.pieces);
            cli_json_end(&pg->to->j);
        } else if (pg->to->format == OUT_CSV)
            fprintf(pg->to->f, "%" PRIu64 ",%" PRIu32 ",%zu,%" PRIu64 ",%" PRIu32 "\n", m.reference, s.revision, bytes, functions, m.pieces);
        else {
            cli_cellf(&t, CLI_PLAIN, "%" PRIu64, m.reference);
            cli_cellf(&t, CLI_PLAIN, "%" PRIu32 ".%" PRIu32, s.revision >> 16, s.revision & 0xffff);
            cli_cellf(&t, CLI_PLAIN, "%zu", bytes);
            cli_cellf(&t, CLI_PLAIN, "%" PRIu64, functions);
            cli_cellf(&t, CLI_PLAIN, "%" PRIu32, m.pieces);
        }
    }
    if (pg->to->format == OUT_JSON) cli_json_end(&pg->to->j);
    if (pg->to->format == OUT_TEXT) out_table(pg->to, &t);
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

const verb cubin_verb = {"cubin", option_table, sizeof(cubin_options), run, NULL};
