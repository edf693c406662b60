/* ncurep: shows what is in Nsight Compute reports. */
#include "ncu/import.h"

#include <string.h>
#include <unistd.h>
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

static const verb *const verbs[] = {&raw_verb, &list_verb, &details_verb, &source_verb, &session_verb, &strings_verb, &blocks_verb,
                                    &unknown_verb, &cubin_verb, &check_verb, &summary_verb, &digest_verb, &diff_verb, &trend_verb, &html_verb, &chart_verb, &lines_verb,
                                    &sass_verb, &dump_verb, &slice_verb, &merge_verb, &follow_verb, &anonymize_verb, &export_verb, &salvage_verb,
                                    &pack_verb, &unpack_verb, NULL};

static const char *verb_name(const void *user, size_t i)
{
    (void)user;
    return verbs[i] != NULL ? verbs[i]->name : NULL;
}

static int run_tool(cli *c, int argc, char **argv)
{
    static const cli_option nothing[] = {{0, 0, NULL, 0}};
    cli_args a;
    const char *near;
    size_t i;
    int id;
    if (is_import(argc, argv, verbs)) return import_command(c, argc, argv);
    memset(&a, 0, sizeof a);
    a.argc = argc;
    a.argv = argv;
    a.at = 1;
    id = cli_next(c, &a, nothing);
    if (id == CLI_DONE) return CLI_FINE;
    if (id != CLI_OPERAND) return id == CLI_BAD ? CLI_USAGE : cli_usage(c, "which verb? list, raw, details, ...");
    for (i = 0; verbs[i] != NULL; i++)
        if (strcmp(a.value, verbs[i]->name) == 0) return run_verb(c, &a, verbs[i]);
    if (access(a.value, F_OK) == 0) { /* a report instead of a verb */
        a.at--;
        return run_verb(c, &a, &overview_verb);
    }
    near = cli_nearest(a.value, verb_name, NULL);
    if (near != NULL) return cli_usage(c, "unknown verb \"%s\"; is it %s?", a.value, near);
    return cli_usage(c, "unknown verb \"%s\", and no such file", a.value);
}

static char *make_help(const void *of)
{
    (void)of;
    return help_of_all(verbs, examples);
}

int main(int argc, char **argv)
{
    cli c;
#ifdef __GLIBC__
    (void)mallopt(M_MMAP_THRESHOLD, 32 << 10); /* else they grow, and what a page has done with stays with the process */
    (void)mallopt(M_TRIM_THRESHOLD, 64 << 10);
#endif
    cli_init(&c, "ncurep", examples);
    c.help_fn = make_help;
    return run_tool(&c, argc, argv);
}
