/* ncurep: shows what is in Nsight Compute reports. */
#include "ncu/import.h"

#include <stdlib.h>
#include <string.h>

/* In parts: longer texts than 4095 bytes are not for every compiler. */
static const char help[] =
    "usage: ncurep VERB [OPTION]... FILE...\n"
    "\n"
    "Shows what is in Nsight Compute reports (.ncu-rep), of every version, without\n"
    "NVIDIA software. FILE may be - for standard input.\n"
    "\n"
    "  ncurep list report.ncu-rep              kernels, one per line\n"
    "  ncurep raw report.ncu-rep               all metrics of all kernels\n"
    "  ncurep raw -k saxpy --metrics 'dram__*,gpu__time_duration.sum' report.ncu-rep\n"
    "  ncurep raw --csv report.ncu-rep         like ncu --import --csv --page raw\n"
    "  ncurep details -k saxpy report.ncu-rep  what sections and rules say about it\n"
    "  ncurep session report.ncu-rep           machine, versions, command line\n"
    "  ncurep html report.ncu-rep -o page.html a page for a browser, with charts\n"
    "  ncurep check *.ncu-rep                  is the report consistent?\n"
    "  ncurep --import report.ncu-rep --csv --page raw   like ncu: alias ncu=ncurep\n"
    "\n"
    "verbs\n"
    "  list      id, kernel, grid, block, device, duration, number of metrics\n"
    "  raw       every metric with unit and value\n"
    "  details   sections of the report: tables, charts, findings\n"
    "  source    instructions and lines: where the time goes, what warps wait for\n"
    "  session   how, where and with what the report was made\n"
    "  strings   the string table\n"
    "  blocks    the blocks of the file and what is in them\n"
    "  unknown   fields this tool does not know, with their paths\n"
    "  cubin     lists the machine code of the report, or extracts it\n"
    "  check     what must hold in every report; with --limits, your own limits\n"
    "  summary   many kernels on one screen: time, what bounds them, gain\n"
    "  diff      two reports, kernel by kernel; exit code 1 when they differ\n"
    "  html      everything on one page for a browser, with charts\n"
    "  lines     from machine code to source lines, as JSON lines or --text; takes a\n"
    "            cubin too\n"
    "  dump      everything, as JSON lines in a form meant for comparing readers\n"
    "  slice     a smaller report: some results, metrics, sections\n"
    "  merge     one report from several\n"
    "  follow    a report that is still being written: results as they arrive\n"
    "  anonymize the same report without anything private\n"
    "  export    long tables (CSV, JSON Lines), folded stacks, traces\n"
    "  salvage   a valid report from one that is cut or damaged\n"
    "  pack, unpack  to and from a compressed report (.ncu-repz); all verbs but\n"
    "            follow read those too\n"
    "\n"
    "choosing results and metrics (all verbs but merge, salvage, anonymize, pack and\n"
    "unpack; what does not belong to a chosen result is left out)\n"
    "  -k, --kernel-name NAME|regex:EXPR  only kernels with this name, or whose name\n"
    "                            contains a match\n"
    "  --kernel-name-base BASE   which name: function (default), demangled, mangled\n"
    "  --launch-skip-before-match N, -s, --launch-skip N, -c, --launch-count N\n"
    "                            skip N results before, and after, filtering by\n"
    "                            name and range; show at most N\n"
    "  --nvtx-include EXPR, --nvtx-exclude EXPR  by open NVTX ranges; repeatable\n"
    "  --metrics NAMES           comma-separated, * and ? are wildcards, or\n"
    "                            regex:EXPR; repeatable\n"
    "\n"
    "raw\n"
    "  --print-units auto|base   auto (default) shows 1250000 nsecond as 1.25 ms\n"
    "  --exact                   numbers with all their digits, in base units\n"
    "  --print-metric-instances none|values|details  instances after the value\n"
    "  --long                    with --csv: one metric per line; also with --json\n";

static const char more_help[] =
    "\n"
    "details (units, instances and --exact as raw)\n"
    "  --section NAME|regex:EXPR only these sections; repeatable\n"
    "  --section-folder FOLDER   the .section files there instead of the report's\n"
    "  --print-details header|body|all  body: tables and charts, as far as text can\n"
    "  --print-metric-name label|name|label-name, --print-fp\n"
    "  --rules                   run this tool's rules instead of showing the stored\n"
    "                            findings; --print-rule-details: their metrics\n"
    "  --md                      Markdown\n"
    "\n"
    "export (columns: docs/REPORTS.md)\n"
    "  --table metrics|results|instances  which table; --json: JSON Lines\n"
    "  --folded nvtx|calls       a stack per line with nanoseconds, for flame graphs\n"
    "  --trace                   Chrome trace JSON: ranges, kernels, PM samples\n"
    "slice (--metrics and --section as above)\n"
    "  --sources used|all|none   modules: of the results (default), all, none\n"
    "follow (choosing and --csv as list; --json: JSON Lines; FILE may be a pipe)\n"
    "  --interval SECONDS        how often to look (default 0.5)\n"
    "  --for SECONDS             stop after this long; -c N: after N results\n"
    "  --idle SECONDS            stop when nothing arrived for this long (default 2,\n"
    "                            once no program has the file open for writing)\n"
    "anonymize (says what it took out, and searches the result for it)\n"
    "  --kernel-names keep|number  names of kernels and host functions (default keep)\n"
    "  --nvtx keep|number        names of ranges and everything else NVTX (number)\n"
    "  Removed: hosts, users, paths (replaced consistently), command lines,\n"
    "  environment, source, machine code, comments, unknown fields.\n"
    "  Kept: numbers, times, metrics, texts of sections and rules. Exit code 1 and no\n"
    "  file if a private string would be left. More: docs/REPORTS.md\n"
    "merge\n"
    "  --join                    the reports are parts of one run that split the\n"
    "                            metrics among them: joins their results, the first\n"
    "                            report wins\n";

static const char last_help[] =
    "\n"
    "source\n"
    "  --by line|address|ptx     lines, inlined code under its call (default), each\n"
    "                            instruction, lines of the PTX text\n"
    "  --top N                   only the N hottest, hottest first\n"
    "  --annotate FILE.cu        print the file with figures in the margin\n"
    "  --resolve-source-file FILES  comma-separated, for lines whose text\n"
    "                            is not in the report\n"
    "                            SASS text is shown if nvdisasm is on PATH\n"
    "\n"
    "summary\n"
    "  --group name|range|device|result, --sort total|count|mean|gain|name\n"
    "  --rules                   take gains from this tool's rules, run now\n"
    "  Bound: compute or memory, whichever is higher, if above 60 % of its peak; else\n"
    "  latency\n"
    "\n"
    "diff\n"
    "  --match launch|name|order|range  pair kernels by name, grid and block\n"
    "                            (default), name, order, or name and range\n"
    "  --noise PERCENT           leave out smaller changes (default 2)\n"
    "  --by-line                 source lines with the largest differences in samples\n"
    "  --metrics NAMES, --all    metrics to compare; --md for Markdown\n"
    "\n"
    "html (choosing as list; --section, --section-folder, --rules, --print-units and\n"
    "  --resolve-source-file as details and source)\n"
    "  --baseline OTHER          compare with this report; --match, --noise as diff\n"
    "  --all                     also a table of every metric for each kernel\n"
    "\n"
    "check --limits FILE [--junit FILE]\n"
    "  one limit per line: KERNEL METRIC OPERATOR NUMBER [UNIT], such as\n"
    "      *      gpu__time_duration.sum        <= 2 ms\n"
    "      saxpy  launch__registers_per_thread  <= 64    # KERNEL as -k, and * and ?\n"
    "  exit code 1 if a limit is exceeded or applies to no kernel\n"
    "\n"
    "others\n"
    "  --all                     session: all device attributes and the environment\n"
    "  --module REFERENCE        cubin: only this module\n"
    "  --to FOLDER               cubin: write REFERENCE.cubin files there\n"
    "  --instances, --raw-csv, --cut BYTES  dump: see docs/FORMAT-ncurep.md\n"
    "\n"
    "all verbs\n"
    "  --max-size BYTES[k|M|G|T] the most a compressed report may unpack to\n"
    "                            (default 16G)\n"
    "  --json, --csv             instead of text (not lines and dump)\n"
    "  -o FILE                   write there; --color always|never|auto\n"
    "\n"
    "exit code: 0 fine, 1 check, diff or anonymize found something, 2 wrong usage,\n"
    "3 a file is cut, damaged or cannot be read (whatever is intact is shown)\n";

static const verb *const verbs[] = {&list_verb, &raw_verb, &details_verb, &source_verb, &summary_verb, &diff_verb, &html_verb, &session_verb,
                                    &strings_verb, &blocks_verb, &unknown_verb, &cubin_verb, &slice_verb, &merge_verb, &salvage_verb,
                                    &pack_verb, &unpack_verb, &export_verb, &follow_verb, &anonymize_verb, &check_verb, &lines_verb,
                                    &dump_verb, NULL};

static int run_tool(cli *c, int argc, char **argv)
{
    static const cli_option nothing[] = {{0, 0, NULL, 0}};
    cli_args a;
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
    return cli_usage(c, "unknown verb \"%s\"", a.value);
}

int main(int argc, char **argv)
{
    cli_buf text = {NULL, 0, 0};
    cli c;
    int code;
    cli_putf(&text, "%s%s%s", help, more_help, last_help);
    cli_init(&c, "ncurep", text.ptr);
    code = run_tool(&c, argc, argv);
    cli_buf_free(&text);
    return code;
}
