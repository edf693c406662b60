/* The language server of nvsection, as an editor talks to it. What it knows of names is made once. */
#define main nvsection_main
#include "../examples/tools/nvsection/nvsection.c"
#undef main
#include "../examples/tools/nvsection/lsp.h"
#include "lsp_fuzz.h"

static knowledge known;

static int serve_known(cli *c)
{
    static work options;
    int code;
    if (known.grammar == NULL) {
        lsp_verb.begin_fn(&options);
        known.options = &options;
        known.grammar = grammar_open();
    }
    code = serve_sections(c, &known);
    free(known.report);
    known.report = NULL;
    known.skip = 0;
    return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    run_session(data, size, "nvsection", serve_known);
    return 0;
}
