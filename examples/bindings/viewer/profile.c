/* nvprofile in a browser page: without the verbs that edit, compare or dump files or look at processes. */
#include "../../tools/nvprofile/tool.h"

static int missing(cli *c) { return cli_usage(c, "this verb is not part of the page"); }

#define MISSING(word) \
    int do_##word(tool *t) { return missing(t->c); }
MISSING(diff)
MISSING(add)
MISSING(remove)
MISSING(edit)
MISSING(undo)
MISSING(enable)
MISSING(disable)
MISSING(set)
MISSING(unset)
MISSING(rule)
MISSING(profile)
MISSING(fmt)
MISSING(probe)
MISSING(dump)
MISSING(session)
MISSING(lsp)
