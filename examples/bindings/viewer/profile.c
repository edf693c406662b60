/* nvprofile in a browser page: without the verbs that edit, compare or dump files, which only make the page larger. */
#include "../../tools/nvprofile/tool.h"

static int missing(cli *c) { return cli_usage(c, "this verb is not part of the page"); }

int do_diff(tool *t) { return missing(t->c); }
int do_add(tool *t) { return missing(t->c); }
int do_remove(tool *t) { return missing(t->c); }
int do_enable(tool *t) { return missing(t->c); }
int do_disable(tool *t) { return missing(t->c); }
int do_set(tool *t) { return missing(t->c); }
int do_unset(tool *t) { return missing(t->c); }
int do_rule(tool *t) { return missing(t->c); }
int do_profile(tool *t) { return missing(t->c); }
int do_fmt(tool *t) { return missing(t->c); }
int do_edit(tool *t) { return missing(t->c); }
int do_undo(tool *t) { return missing(t->c); }
int do_probe(tool *t) { return missing(t->c); }
int do_recipes(tool *t) { return missing(t->c); }
int do_session(tool *t) { return missing(t->c); }

int take_facts(tool *t) { return t->facts == NULL || missing(t->c) == CLI_FINE; }

int dump_file(cli *c, const char *path, unsigned flags)
{
    (void)path;
    (void)flags;
    return missing(c);
}

int dump_keys(cli *c, const char *path)
{
    (void)path;
    return missing(c);
}

int dump_resolve(cli *c, const char *path, const char **files, int file_count)
{
    (void)path;
    (void)files;
    (void)file_count;
    return missing(c);
}

int dump_path(cli *c, const char *path)
{
    (void)path;
    return missing(c);
}
