/* The verbs of nvprofile, and the command line. */
#include "row.h"

#include <locale.h>

static const verb *const verbs[] = {VERBS(VERB_ADDRESS) NULL};

static const verb_set set = {"nvprofile",
    "nvprofile: NVIDIA application profiles: what a program gets, and why\n"
    "  --json, --csv, -o FILE, --color auto|always|never, --help, --version\n"
    "\n"
    "Exit codes: 0 fine, 1 findings or an incomplete answer, 2 wrong usage,\n"
    "3 cannot read input.\n"
    "On a kernel with Landlock a verb gives up what it does not need; the variable\n"
    "CLI_CONFINE=0 turns that off.\n",
    "", "which verb? which, add, remove, show, lint and so on: nvprofile --help", verbs, NULL, NULL, 0, NULL, NULL, source_options,
    "files and how they are read", " (all verbs)"};

int main(int argc, char **argv)
{
    static const nvp_calls calls = {do_session};
    cli c;
    cli_init(&c, "nvprofile", set.intro);
    c.calls = &calls;
    setlocale(LC_COLLATE, ""); /* the order of files in a folder is that of the locale */
    return verb_main(&set, &c, argc, argv);
}
