/* lsp: a language server for editors, over standard input and output. What lint finds in the folders of texts. */
#include "lsp.h"
#include "options.h"

#include <stdlib.h>
#include <string.h>

/* Diagnostics ------------------------------------------------------------------------------------------------------ */

static void put_findings(server *s, open_text *d, const lint *l)
{
    mark m = {NULL, 0};
    size_t i, count = 0;
    if (!diagnostics_begin(s, d)) return;
    for (i = 0; i < l->count && count < MOST_DIAGNOSTICS; i++) {
        const finding *const x = &l->found[i];
        /* A word probably meant can replace the whole range only in these. */
        const int fits = strcmp(x->rule, "unknown-field") == 0 || strcmp(x->rule, "enum") == 0;
        if (strcmp(x->file->path.ptr, d->path) != 0) continue;
        count++;
        put_diagnostic(s, d, (size_t)x->offset, (size_t)x->end, x->warning ? SEVERITY_WARNING : SEVERITY_ERROR, x->rule, x->message,
                       fits ? x->suggestion : NULL, &m);
    }
    diagnostics_send(s);
}

/* Checks a text along with the other sections of its folder, and reports findings for those that are open. */
static void check(server *s, open_text *changed)
{
    folder f;
    lint l;
    size_t i;
    folder_open(s, &f, changed);
    lint_work(&l, &f.w, known_to(s)->grammar);
    for (i = 0; i < s->count; i++)
        if (&s->open[i] == changed ||
            (same_folder(&s->open[i], changed) && top_of(s->open[i].path) == NVS_MESSAGE_SECTION && f.w.charts == NULL))
            put_findings(s, &s->open[i], &l);
    lint_free(&l);
    folder_close(&f);
}

/* The verb ----------------------------------------------------------------------------------------------------------- */

static void capabilities(server *s)
{
    cli_json_object(&s->j, "renameProvider");
    cli_json_bool(&s->j, "prepareProvider", 1);
    cli_json_end(&s->j);
    put_legend(s);
}

/* Settings: {"report": PATH, "result": N}, alone or below "nvsection". */
static void settings(server *s, size_t at)
{
    knowledge *const k = known_to(s);
    const size_t own = json_get(&s->in, at, "nvsection");
    size_t report, len;
    long skip;
    if (own != JSON_NONE) at = own;
    report = json_get(&s->in, at, "report");
    free(k->report);
    k->report = report != JSON_NONE && s->in.list[report].kind == '"' ? json_string(&s->in, report, &len) : NULL;
    skip = json_number(&s->in, json_get(&s->in, at, "result"));
    k->skip = skip > 0 ? (uint64_t)skip - 1 : 0;
}

int serve_sections(cli *c, knowledge *k)
{
    static const char *const providers[] = {"hoverProvider", "documentFormattingProvider", "definitionProvider", "referencesProvider",
        "documentSymbolProvider", "workspaceSymbolProvider", "foldingRangeProvider", NULL};
    static const struct language_method methods[] = {{"textDocument/completion", completion}, {"textDocument/hover", hover},
        {"textDocument/formatting", formatting}, {"textDocument/definition", definition}, {"textDocument/references", references},
        {"textDocument/prepareRename", prepare_rename}, {"textDocument/rename", rename_symbol},
        {"textDocument/documentSymbol", document_symbols}, {"workspace/symbol", workspace_symbols},
        {"textDocument/foldingRange", folding_ranges}, {"textDocument/semanticTokens/full", semantic_tokens}, {NULL, NULL}};
    static const language sections = {"nvsection", "\".", providers, methods, capabilities, settings, check};
    return serve(c, &sections, k);
}

static int run(request *q, void *options)
{
    work *const w = work_of(q, options);
    knowledge k;
    int code;
    memset(&k, 0, sizeof k);
    if (!read_names(q->c, w->names, w->expand, &w->lists)) return CLI_INPUT;
    k.options = w;
    k.grammar = grammar_open();
    code = serve_sections(q->c, &k);
    grammar_close(k.grammar);
    free(k.report);
    return code;
}

static const option rows[] = {OPT_NAMES, OPT_LENIENT, OPTION_END};

const verb lsp_verb = {"lsp", rows, sizeof(work), run, begin_work, end_work,
    "a language server for editors, over standard input and output: what lint finds while a section or chart is written, with fixes; "
    "completes and explains fields, values and metrics; formats as fmt",
    "The server reads the other sections in the folder as well. docs/EDITORS.md has\n"
    "  the lines for editors. Exit code: 0 after shutdown and exit, 1 for an end\n"
    "  without them.\n\n"
    "  nvsection lsp                 what editors start",
    NULL, USE_VALUE, NULL, MAY_READ, NULL, NULL};
