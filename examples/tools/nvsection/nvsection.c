/* nvsection: what section files of Nsight Compute hold, and what they ask for. */
#include "tool.h"

static const char intro[] =
    "usage: nvsection VERB [OPTION]... FILE|FOLDER...\n"
    "\n"
    "Shows what section files of Nsight Compute ask for and what they show, and finds\n"
    "mistakes in them. Without FILE and FOLDER, verbs read the sections that the\n"
    "newest Nsight Compute has deployed:\n"
    "~/Documents/NVIDIA Nsight Compute/VERSION/Sections.\n"
    "\n"
    "  nvsection metrics --chip gh100 examples/data/sections\n"
    "  nvsection select --cc 8.6 --dropped examples/data/sections/Occupancy.section\n"
    "  nvsection explain sm__warps_active.avg.per_cycle_active examples/data/sections\n"
    "  nvsection evaluate -m run.ncu-rep my/sections/Mine.section\n"
    "  nvsection lint my/sections && nvsection fmt --check my/sections/*.section\n";

static const verb *const verbs[] = {VERBS(VERB_ADDRESS) NULL};

static const verb_set set = {"nvsection", intro,
    "Exit codes: 0 fine, 1 something was found, 2 wrong usage, 3 bad input.\n",
    "which verb? metrics, select, lint, ...", verbs, NULL, NULL, 0, NULL, NULL, NULL, NULL};

int main(int argc, char **argv)
{
    cli c;
    cli_init(&c, "nvsection", intro);
    return verb_main(&set, &c, argc, argv);
}
