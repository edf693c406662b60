/* The language server of nvprofile, as an editor talks to it. */
#define main nvprofile_main
#include "../examples/tools/nvprofile/nvprofile.c"
#undef main
#include "lsp_fuzz.h"

static int serve_profiles(cli *c)
{
    request q;
    tool t;
    int code;
    memset(&q, 0, sizeof q);
    memset(&t, 0, sizeof t);
    q.c = c;
    t.driver = "570.86.16"; /* not that of the machine */
    code = lsp_verb.run_fn(&q, &t);
    lsp_verb.end_fn(&t);
    return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    run_session(data, size, "nvprofile", serve_profiles);
    return 0;
}
