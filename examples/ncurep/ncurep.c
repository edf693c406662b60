/* ncurep: shows what is in Nsight Compute reports. */
#define NCUREP_IMPLEMENTATION
#include "tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: ncurep dump [--instances] [--raw-csv] [--cut BYTES] FILE\n"
    "       ncurep lines FILE\n"
    "\n"
    "Shows what is in Nsight Compute reports (.ncu-rep).\n";

void say_error(const cli *c, const char *path, const ncurep_error *e)
{
    cli_error(c, "%s: byte %" PRIu64 ": %s", path, e->offset, e->message);
}

enum { OPT_INSTANCES = 1, OPT_RAW_CSV, OPT_CUT };

static const cli_option dump_options[] = {
    {OPT_INSTANCES, 0, "instances", 0}, {OPT_RAW_CSV, 0, "raw-csv", 0}, {OPT_CUT, 0, "cut", 1}, {0, 0, NULL, 0}};

static int dump_verb(cli *c, cli_args *a)
{
    const char *path = NULL;
    int instances = 0, raw = 0, option, ok;
    uint64_t cut = UINT64_MAX;
    ncurep_input input;
    ncurep_report *report;
    ncurep_options options;
    ncurep_error e;
    while ((option = cli_next(c, a, dump_options)) != CLI_END) {
        switch (option) {
        case OPT_INSTANCES: instances = 1; break;
        case OPT_RAW_CSV: raw = 1; break;
        case OPT_CUT:
            if (!cli_number(c, "--cut", a->value, 0, UINT64_MAX, &cut)) return CLI_USAGE;
            break;
        case CLI_OPERAND:
            if (path != NULL) return cli_usage(c, "dump takes one file");
            path = a->value;
            break;
        case CLI_DONE: return CLI_FINE;
        default: return CLI_USAGE;
        }
    }
    if (path == NULL) return cli_usage(c, "dump needs a file");
    if (!cli_start(c)) return CLI_INPUT;
    if (!ncurep_file_open(path, &input, &e)) {
        cli_error(c, "%s: %s", path, e.message);
        return cli_finish(c, CLI_INPUT);
    }
    if (input.size > cut) input.size = cut;
    memset(&options, 0, sizeof options);
    options.memory.max_memory = (size_t)4 << 30;
    report = ncurep_open(&input, &options, &e);
    if (report == NULL) {
        say_error(c, path, &e);
        ok = 0;
    } else
        ok = raw ? dump_raw_csv(c, path, report) : dump_report(c, path, report, instances);
    ncurep_close(report);
    ncurep_file_close(&input);
    return cli_finish(c, ok ? CLI_FINE : CLI_INPUT);
}

int main(int argc, char **argv)
{
    cli c;
    cli_args a;
    int option;
    cli_init(&c, "ncurep", help);
    memset(&a, 0, sizeof a);
    a.argc = argc;
    a.argv = argv;
    a.at = 1;
    option = cli_next(&c, &a, dump_options);
    if (option == CLI_DONE) return CLI_FINE;
    if (option != CLI_OPERAND) return option == CLI_BAD ? CLI_USAGE : cli_usage(&c, "a verb is missing");
    if (strcmp(a.value, "dump") == 0) return dump_verb(&c, &a);
    if (strcmp(a.value, "lines") == 0) return lines_verb(&c, &a);
    return cli_usage(&c, "no verb \"%s\"", a.value);
}
