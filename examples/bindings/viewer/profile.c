/* nvprofile in a browser page: its verbs that only read files. */
#include "../../tools/nvprofile/row.h"

static const verb *const verbs[] = {&which_verb, &recipes_verb, &show_verb, &lint_verb, &keys_verb, NULL};

static const verb_set set = {"nvprofile", "", "", "which verb? which, recipes, show, lint or keys", verbs, NULL, NULL, 0, NULL, NULL,
    source_options, "files and how they are read"};

int main(int argc, char **argv)
{
    cli c;
    cli_init(&c, set.tool, set.intro);
    return verb_main(&set, &c, argc, argv);
}
