/* ncurep: shows what is in Nsight Compute reports. */
#include "ncu/import.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

static const char examples[] =
    "usage: ncurep VERB [OPTION]... FILE...\n"
    "\n"
    "Shows what is in Nsight Compute reports (.ncu-rep), of every version, without\n"
    "NVIDIA software. FILE may be - for standard input.\n"
    "\n"
    "  ncurep report.ncu-rep                   the kernels, and what to look at next\n"
    "  ncurep list report.ncu-rep              kernels, one per line\n"
    "  ncurep raw report.ncu-rep               all metrics of all kernels\n"
    "  ncurep raw -k saxpy --metrics 'dram__*,gpu__time_duration.sum' report.ncu-rep\n"
    "  ncurep raw --csv report.ncu-rep         like ncu --import --csv --page raw\n"
    "  ncurep details -k saxpy report.ncu-rep  what sections and rules say about it\n"
    "  ncurep session report.ncu-rep           machine, versions, command line\n"
    "  ncurep html report.ncu-rep -o page.html a page for a browser, with charts\n"
    "  ncurep check *.ncu-rep                  is the report consistent?\n"
    "  ncurep --import report.ncu-rep --csv --page raw   like ncu: alias ncu=ncurep\n";

static const verb *const verbs[] = {VERBS(VERB_ADDRESS) NULL};

static const option common[] = {{0, "max-size", &take_size, offsetof(reader, max_size), NULL, "BYTES[k|M|G|T]",
                                 "the most a compressed report may unpack to (default 16G)"}, OPTION_END};
static const option choosing[] = {OPT_CHOOSING, OPT_METRICS, OPTION_END};

static void end(void *options) { model_free((model *)options); }

static const verb_set set = {"ncurep", examples,
    "Exit codes: 0 fine, 1 something was found, 2 wrong usage, 3 a file is cut,\n"
    "damaged or cannot be read (whatever is intact is shown).\n",
    "which verb? list, raw, details, ...", verbs, &overview_verb, common, sizeof(reader), request_begin, end, choosing,
    "choosing results and metrics (what belongs to no chosen result is left out)"};

int main(int argc, char **argv)
{
    static const request all = {NULL, &set, NULL, NULL, NULL, NULL, 0, 0, 0};
    cli c;
#ifdef __GLIBC__
    (void)mallopt(M_MMAP_THRESHOLD, 32 << 10); /* else they grow, and what a page has done with stays with the process */
    (void)mallopt(M_TRIM_THRESHOLD, 64 << 10);
#endif
    cli_init(&c, "ncurep", examples);
    if (!is_import(argc, argv, verbs)) return verb_main(&set, &c, argc, argv);
    c.help_fn = verb_help;
    c.help_of = &all;
    return import_command(&c, argc, argv);
}
