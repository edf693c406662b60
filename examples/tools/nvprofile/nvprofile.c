/* The verbs of nvprofile, and the command line. */
#include "row.h"

#include <locale.h>

static const verb *const verbs[] = {VERBS(VERB_ADDRESS) NULL};

static const verb_set set = {"nvprofile",
    "usage: nvprofile VERB [OPTION]...\n"
    "\n"
    "NVIDIA application profiles: what a program gets, and why.\n"
    "\n"
    "  nvprofile which firefox               the settings of a program\n"
    "  nvprofile which -e -- ./game          of a command, and why, rule by rule\n"
    "  nvprofile add firefox GLSyncToVblank=0    and remove, edit, undo\n"
    "  nvprofile lint                        mistakes in this machine's files\n"
    "  nvprofile show my.rc                  the rules and profiles of a file\n",
    "Exit codes: 0 fine, 1 findings or an incomplete answer, 2 wrong usage,\n"
    "3 cannot read input.\n",
    "which verb? which, add, remove, show, lint and so on: nvprofile --help", verbs, NULL, NULL, 0, NULL, NULL, source_options,
    "files and how they are read"};

int main(int argc, char **argv)
{
    static const nvp_calls calls = {do_session};
    cli c;
    cli_init(&c, "nvprofile", set.intro);
    c.calls = &calls;
    setlocale(LC_COLLATE, ""); /* the order of files in a folder is that of the locale */
    return verb_main(&set, &c, argc, argv);
}
