/* drmfdinfo in a browser page: its verbs show and watch, without what they never ask of a file or a recording. */
#define DRMFD_IMPLEMENTATION
#include "../../tools/drmfdinfo/verbs.h"

static const verb *const verbs[] = {&watch_verb, &show_verb, NULL};

static const verb_set set = {"drmfdinfo", "", "", "which verb? watch or show", verbs, NULL, NULL, 0, NULL, NULL, NULL, NULL};

int main(int argc, char **argv)
{
    cli c;
    cli_init(&c, set.tool, set.intro);
    return verb_main(&set, &c, argc, argv);
}
