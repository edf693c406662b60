/* ncurep: shows what is in Nsight Compute reports. */
#define NCUREP_IMPLEMENTATION
#include "verbs/tool.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* In parts: longer texts than 4095 bytes are not for every compiler. */
static const char help[] =
    "usage: ncurep VERB [OPTION]... FILE...\n"
    "\n"
    "Shows what is in Nsight Compute reports (.ncu-rep), of every version, without\n"
    "NVIDIA software. FILE may be - for standard input.\n"
    "\n"
    "  ncurep list report.ncu-rep              the kernels, one a line\n"
    "  ncurep raw report.ncu-rep               all metrics of all kernels\n"
    "  ncurep raw -k saxpy --metrics 'dram__*,gpu__time_duration.sum' report.ncu-rep\n"
    "  ncurep raw --csv report.ncu-rep         as ncu --import --csv --page raw\n"
    "  ncurep details -k saxpy report.ncu-rep  what sections and rules say about it\n"
    "  ncurep session report.ncu-rep           machine, versions, command line\n"
    "  ncurep html report.ncu-rep -o page.html a page for a browser, with charts\n"
    "  ncurep check *.ncu-rep                  does all fit together?\n"
    "  ncurep --import report.ncu-rep --csv --page raw   as ncu: alias ncu=ncurep\n"
    "\n"
    "verbs\n"
    "  list      id, kernel, grid, block, device, duration, number of metrics\n"
    "  raw       every metric with unit and value\n"
    "  details   the sections of the report: tables, charts, what the rules say\n"
    "  source    instructions and lines: where time goes, why warps waited\n"
    "  session   how, where and with what the report was made\n"
    "  strings   the string table\n"
    "  blocks    the blocks of the file and what is in them\n"
    "  unknown   fields that this tool does not know, with the way to them\n"
    "  cubin     lists the machine code of the report, or extracts it\n"
    "  check     what has to hold in every report; with --limits, bounds of yours\n"
    "  summary   many kernels on one screen: time, what bounds it, estimated gain\n"
    "  diff      two reports, kernel by kernel; exit code 1 when they differ\n"
    "  html      all of it as one page for a browser, with charts\n"
    "  lines     from machine code to source lines, as JSON lines or --text; takes a\n"
    "            cubin too\n"
    "  sass      the machine code as text; takes a cubin, or encodings (--hex)\n"
    "  dump      everything, as JSON lines in a form meant for comparing readers\n"
    "  slice     a smaller report: some results, metrics, sections\n"
    "  merge     one report out of several\n"
    "  follow    a report that is still being written: results as they come\n"
    "  anonymize the same report without what is private in it\n"
    "  export    long tables (CSV, JSON Lines), folded stacks, traces\n"
    "  salvage   a valid report out of one that is cut or damaged\n"
    "  pack, unpack  to and from a compressed report (.ncu-repz); all verbs but\n"
    "            follow read those too\n"
    "\n"
    "choosing results and metrics (all verbs but merge, salvage, anonymize, pack and\n"
    "unpack; what does not belong to a chosen result is left out)\n"
    "  -k, --kernel-name NAME|regex:EXPR  only kernels of this name, or with a part\n"
    "                            of it that matches\n"
    "  --kernel-name-base BASE   which name: function (default), demangled, mangled\n"
    "  --launch-skip-before-match N, -s, --launch-skip N, -c, --launch-count N\n"
    "                            leave out N results before and after the choice by\n"
    "                            name and range; show N\n"
    "  --nvtx-include EXPR, --nvtx-exclude EXPR  by open ranges; both can be repeated\n"
    "  --metrics NAMES           names with commas between, * and ? allowed, or\n"
    "                            regex:EXPR; can be repeated\n"
    "\n"
    "raw\n"
    "  --print-units auto|base   auto (default) shows 1250000 nsecond as 1.25 ms\n"
    "  --exact                   numbers with all their digits, in base units\n"
    "  --print-metric-instances none|values|details  instances behind the value\n"
    "  --long                    with --csv: one metric a line; with --json too\n";

static const char more_help[] =
    "\n"
    "details (units, instances and --exact as raw)\n"
    "  --section NAME|regex:EXPR only these sections; can be repeated\n"
    "  --section-folder FOLDER   the .section files there instead of the report's\n"
    "  --print-details header|body|all  body: tables and charts as well as text can\n"
    "  --print-metric-name label|name|label-name, --print-fp\n"
    "  --rules                   the rules of this tool, run now, instead of what the\n"
    "                            report holds; --print-rule-details: their metrics\n"
    "  --md                      Markdown\n"
    "\n"
    "export (columns: docs/REPORTS.md)\n"
    "  --table metrics|results|instances  which table; --json: JSON Lines\n"
    "  --folded nvtx|calls       a stack a line with nanoseconds, for flame graphs\n"
    "  --trace                   Chrome trace JSON: ranges, kernels, PM samples\n"
    "slice (--metrics and --section as above)\n"
    "  --sources used|all|none   modules: of the results (default), all, none\n"
    "follow (choosing and --csv as list; --json: JSON Lines; FILE may be a pipe)\n"
    "  --interval SECONDS        how often to look (default 0.5)\n"
    "  --for SECONDS             end then; -c N: after N results\n"
    "  --idle SECONDS            end when nothing came for so long (default: 2, once\n"
    "                            no program has the file open for writing any more)\n"
    "anonymize (says what it took out, and searches the result for it)\n"
    "  --kernel-names keep|number  names of kernels and host functions (default keep)\n"
    "  --nvtx keep|number        names of ranges and what else NVTX holds (number)\n"
    "  Out: hosts, users, paths (made-up ones, alike where they were), command lines,\n"
    "  environment, source, machine code, comments, fields that are not known.\n"
    "  In: numbers, times, metrics, texts of sections and rules. Exit code 1, and no\n"
    "  file, when a private string would be left. More: docs/REPORTS.md\n"
    "merge\n"
    "  --join                    parts of one run, with the metrics shared out among\n"
    "                            them: adds what the first report does not have to\n"
    "                            the same result there\n";

static const char last_help[] =
    "\n"
    "source\n"
    "  --by line|address|ptx     lines, inlined code under its call (default), each\n"
    "                            instruction, lines of the PTX text\n"
    "  --top N                   only the N hottest, hottest first\n"
    "  --annotate FILE.cu        the file with figures in the margin\n"
    "  --resolve-source-file FILES  texts of lines, where the report has not imported\n"
    "                            them; names with commas between\n"
    "                            SASS text is shown where nvdisasm is on PATH\n"
    "sass\n"
    "  --encodings, --scheduling show the bytes; stall, yield, barriers, wait mask\n"
    "  --hex --arch sm_NN        FILE holds encodings, one per line: hexadecimal, the\n"
    "                            high word first; after a space, the address\n"
    "\n"
    "summary\n"
    "  --group name|range|device|result, --sort total|count|mean|gain|name\n"
    "  --rules                   gains by the rules of this tool, run now\n"
    "  Bound: compute or memory, the higher one, from 60 % of its peak; else latency\n"
    "\n"
    "diff\n"
    "  --match launch|name|order|range  kernels belong together by name, grid and\n"
    "                            block (default), name, order, name and range\n"
    "  --noise PERCENT           smaller changes are left out (default 2)\n"
    "  --by-line                 lines with the greatest difference in samples\n"
    "  --metrics NAMES, --all    other metrics than the usual ones; --md for Markdown\n"
    "\n"
    "html (choosing as list; --section, --section-folder, --rules, --print-units and\n"
    "  --resolve-source-file as details and source)\n"
    "  --baseline OTHER          compares with this report; --match, --noise as diff\n"
    "  --all                     every metric of each kernel as a table, too\n"
    "\n"
    "check --limits FILE [--junit FILE]\n"
    "  a line each: KERNEL METRIC OPERATOR NUMBER [UNIT], such as\n"
    "      *      gpu__time_duration.sum        <= 2 ms\n"
    "      saxpy  launch__registers_per_thread  <= 64    # KERNEL as -k, and * and ?\n"
    "  exit code 1 when one is broken, or no kernel is held to it\n"
    "\n"
    "others\n"
    "  --all                     session: all device attributes, and the environment\n"
    "  --module REFERENCE        cubin: only this module\n"
    "  --to FOLDER               cubin: write REFERENCE.cubin files there\n"
    "  --instances, --raw-csv, --cut BYTES  dump: see docs/FORMAT-ncurep.md\n"
    "\n"
    "all verbs\n"
    "  --max-size BYTES[k|M|G|T] most bytes that a compressed report may unpack to\n"
    "                            (default 16G)\n"
    "  --json, --csv             instead of text (not lines and dump)\n"
    "  -o FILE                   write there; --color always|never|auto\n"
    "\n"
    "exit code: 0 fine, 1 check, diff or anonymize found something, 2 wrong usage,\n"
    "3 a file is cut, damaged or cannot be read (what is whole is shown)\n";

void say_error(const cli *c, const char *path, const ncurep_error *e)
{
    cli_error(c, "%s: byte %" PRIu64 ": %s", path, e->offset, e->message);
}

/* Options --------------------------------------------------------------------------------------------------------- */

enum {
    OPT_KERNEL = 1, OPT_BASE, OPT_SKIP_BEFORE, OPT_SKIP, OPT_COUNT, OPT_INCLUDE, OPT_EXCLUDE, OPT_METRICS, OPT_UNITS,
    OPT_EXACT, OPT_INSTANCES, OPT_LONG, OPT_ALL, OPT_MODULE, OPT_TO, OPT_SECTION, OPT_FOLDER, OPT_PARTS, OPT_NAMES, OPT_FP,
    OPT_RULES, OPT_RULE_DETAILS, OPT_MARKDOWN, OPT_BY, OPT_TOP, OPT_ANNOTATE, OPT_FILES, OPT_GROUP, OPT_SORT,
    OPT_LIMITS, OPT_JUNIT, OPT_MATCH, OPT_NOISE, OPT_LINES, OPT_SOURCES, OPT_JOIN, OPT_TABLE, OPT_FOLDED, OPT_TRACE,
    OPT_BASELINE, OPT_TEXT, OPT_DUMP_INSTANCES, OPT_RAW_CSV, OPT_CUT, OPT_KERNEL_NAMES, OPT_NVTX, OPT_INTERVAL, OPT_IDLE, OPT_FOR,
    OPT_MAX_SIZE, OPT_ARCH, OPT_HEX, OPT_ENCODINGS, OPT_SCHEDULING
};

#define END_OF_TABLE {OPT_MAX_SIZE, 0, "max-size", 1}, {0, 0, NULL, 0}

#define CHOOSING \
    {OPT_KERNEL, 'k', "kernel-name", 1}, {OPT_BASE, 0, "kernel-name-base", 1}, \
    {OPT_SKIP_BEFORE, 0, "launch-skip-before-match", 1}, {OPT_SKIP, 's', "launch-skip", 1}, \
    {OPT_COUNT, 'c', "launch-count", 1}, {OPT_INCLUDE, 0, "nvtx-include", 1}, {OPT_EXCLUDE, 0, "nvtx-exclude", 1}
#define CHOOSING_BOTH CHOOSING, {OPT_METRICS, 0, "metrics", 1}

static const cli_option choosing[] = {
    CHOOSING,
    {OPT_METRICS, 0, "metrics", 1}, {OPT_UNITS, 0, "print-units", 1}, {OPT_EXACT, 0, "exact", 0},
    {OPT_INSTANCES, 0, "print-metric-instances", 1}, {OPT_LONG, 0, "long", 0}, END_OF_TABLE};
static const cli_option details_options[] = {
    CHOOSING, {OPT_METRICS, 0, "metrics", 1}, {OPT_UNITS, 0, "print-units", 1}, {OPT_EXACT, 0, "exact", 0},
    {OPT_INSTANCES, 0, "print-metric-instances", 1}, {OPT_SECTION, 0, "section", 1}, {OPT_FOLDER, 0, "section-folder", 1},
    {OPT_PARTS, 0, "print-details", 1}, {OPT_NAMES, 0, "print-metric-name", 1}, {OPT_FP, 0, "print-fp", 0},
    {OPT_RULES, 0, "rules", 0}, {OPT_RULE_DETAILS, 0, "print-rule-details", 0}, {OPT_MARKDOWN, 0, "md", 0}, END_OF_TABLE};
static const cli_option slice_options[] = {
    CHOOSING, {OPT_METRICS, 0, "metrics", 1}, {OPT_SECTION, 0, "section", 1}, {OPT_SOURCES, 0, "sources", 1}, END_OF_TABLE};
static const cli_option export_options[] = {
    CHOOSING, {OPT_METRICS, 0, "metrics", 1}, {OPT_TABLE, 0, "table", 1}, {OPT_FOLDED, 0, "folded", 1}, {OPT_TRACE, 0, "trace", 0}, END_OF_TABLE};
static const cli_option anonymize_options[] = {{OPT_KERNEL_NAMES, 0, "kernel-names", 1}, {OPT_NVTX, 0, "nvtx", 1}, END_OF_TABLE};
static const cli_option follow_options[] = {CHOOSING, {OPT_INTERVAL, 0, "interval", 1}, {OPT_IDLE, 0, "idle", 1}, {OPT_FOR, 0, "for", 1}, END_OF_TABLE};
static const cli_option merge_options[] = {{OPT_JOIN, 0, "join", 0}, END_OF_TABLE};
static const cli_option source_options[] = {
    CHOOSING, {OPT_METRICS, 0, "metrics", 1}, {OPT_BY, 0, "by", 1}, {OPT_TOP, 0, "top", 1}, {OPT_ANNOTATE, 0, "annotate", 1},
    {OPT_FILES, 0, "resolve-source-file", 1},
    END_OF_TABLE};
static const cli_option summary_options[] = {
    CHOOSING_BOTH, {OPT_GROUP, 0, "group", 1}, {OPT_SORT, 0, "sort", 1}, {OPT_RULES, 0, "rules", 0}, {OPT_FOLDER, 0, "section-folder", 1},
    END_OF_TABLE};
static const cli_option diff_options[] = {
    CHOOSING, {OPT_METRICS, 0, "metrics", 1}, {OPT_ALL, 0, "all", 0}, {OPT_UNITS, 0, "print-units", 1}, {OPT_MATCH, 0, "match", 1},
    {OPT_NOISE, 0, "noise", 1}, {OPT_LINES, 0, "by-line", 0}, {OPT_MARKDOWN, 0, "md", 0}, END_OF_TABLE};
static const cli_option html_options[] = {
    CHOOSING, {OPT_SECTION, 0, "section", 1}, {OPT_FOLDER, 0, "section-folder", 1}, {OPT_UNITS, 0, "print-units", 1}, {OPT_RULES, 0, "rules", 0},
    {OPT_ALL, 0, "all", 0}, {OPT_FILES, 0, "resolve-source-file", 1}, {OPT_BASELINE, 0, "baseline", 1}, {OPT_MATCH, 0, "match", 1},
    {OPT_NOISE, 0, "noise", 1}, END_OF_TABLE};
static const cli_option check_options[] = {CHOOSING_BOTH, {OPT_LIMITS, 0, "limits", 1}, {OPT_JUNIT, 0, "junit", 1}, END_OF_TABLE};
static const cli_option session_options[] = {CHOOSING_BOTH, {OPT_ALL, 0, "all", 0}, END_OF_TABLE};
static const cli_option cubin_options[] = {CHOOSING_BOTH, {OPT_MODULE, 0, "module", 1}, {OPT_TO, 0, "to", 1}, END_OF_TABLE};
static const cli_option part_options[] = {CHOOSING_BOTH, END_OF_TABLE};
static const cli_option lines_options[] = {CHOOSING_BOTH, {OPT_TEXT, 0, "text", 0}, END_OF_TABLE};
static const cli_option sass_options[] = {
    CHOOSING_BOTH, {OPT_ARCH, 0, "arch", 1}, {OPT_HEX, 0, "hex", 0}, {OPT_ENCODINGS, 0, "encodings", 0}, {OPT_SCHEDULING, 0, "scheduling", 0},
    END_OF_TABLE};
static const cli_option dump_options[] = {
    CHOOSING_BOTH, {OPT_DUMP_INSTANCES, 0, "instances", 0}, {OPT_RAW_CSV, 0, "raw-csv", 0}, {OPT_CUT, 0, "cut", 1}, END_OF_TABLE};
static const cli_option no_options[] = {END_OF_TABLE};
static const cli_option nothing[] = {{0, 0, NULL, 0}};

ncurep_pattern *pattern(const cli *c, const char *option, const char *text, size_t len, uint32_t flags)
{
    ncurep_error e;
    ncurep_pattern *p = ncurep_pattern_open(text, len, flags, NULL, &e);
    if (p == NULL) cli_usage(c, "%s: \"%.*s\", byte %" PRIu64 ": %s", option, (int)len, text, e.offset, e.message);
    return p;
}

int add_metrics(request *q, const char *text)
{
    selection *s = &q->chosen;
    for (;;) {
        const int regex = strncmp(text, "regex:", 6) == 0; /* a comma belongs to the expression */
        const size_t len = regex ? strlen(text) : strcspn(text, ",");
        if (len > 0) {
            s->metrics = (ncurep_pattern **)cli_grow(s->metrics, &s->metric_room, s->metric_count + 1, sizeof *s->metrics);
            s->metrics[s->metric_count] = pattern(q->c, "--metrics", text, len, NCUREP_GLOB);
            if (s->metrics[s->metric_count++] == NULL) return 0;
        }
        if (text[len] == 0) return 1;
        text += len + 1;
    }
}

int add_filter(request *q, const char *option, ncurep_nvtx_filter ***list, size_t *count, size_t *room, const char *text)
{
    ncurep_error e;
    *list = (ncurep_nvtx_filter **)cli_grow(*list, room, *count + 1, sizeof **list);
    (*list)[*count] = ncurep_nvtx_filter_open(text, strlen(text), NULL, &e);
    if ((*list)[*count] == NULL) {
        cli_usage(q->c, "%s: \"%s\", byte %" PRIu64 ": %s", option, text, e.offset, e.message);
        return 0;
    }
    ++*count;
    return 1;
}

int word(const cli *c, const char *option, const char *text, const char *const *words, int count)
{
    int i;
    for (i = 0; i < count; i++)
        if (strcmp(text, words[i]) == 0) return i;
    {
        cli_buf b = {NULL, 0, 0};
        for (i = 0; i < count; i++) cli_putf(&b, "%s%s", i > 0 ? ", " : "", words[i]);
        cli_usage(c, "%s: \"%s\" is not one of %s", option, text, b.ptr);
        cli_buf_free(&b);
    }
    return -1;
}

int add_section(request *q, const char *text)
{
    cli_buf b = {NULL, 0, 0};
    if (strncmp(text, "regex:", 6) == 0) cli_putf(&b, "regex:^(?:%s)$", text + 6);
    else cli_putf(&b, "%s", text);
    q->sections = (ncurep_pattern **)cli_grow(q->sections, &q->section_room, q->section_count + 1, sizeof *q->sections);
    q->sections[q->section_count] = pattern(q->c, "--section", b.ptr, b.len, 0);
    cli_buf_free(&b);
    return q->sections[q->section_count++] != NULL;
}

/* A number of seconds; 0 with a message. */
static int seconds(const cli *c, const char *option, const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    if (end > text && *end == 0 && *out >= 0 && *out <= 1e9) return 1;
    cli_usage(c, "%s: \"%s\" is no number of seconds", option, text);
    return 0;
}

static int take_option(request *q, int option, const char *value)
{
    static const char *const bases[] = {"function", "demangled", "mangled"};
    static const char *const units[] = {"auto", "base"};
    static const char *const instances[] = {"none", "values", "details"};
    static const char *const parts[] = {"header", "body", "all"};
    static const char *const names[] = {"label", "name", "label-name"};
    static const char *const sources[] = {"used", "all", "none"};
    static const char *const tables[] = {"metrics", "results", "instances"};
    static const char *const stacks[] = {"nvtx", "calls"};
    static const char *const kept[] = {"keep", "number"};
    static const char *const views[] = {"address", "line", "ptx"};
    static const char *const groups[] = {"name", "range", "device", "result"};
    static const char *const sorts[] = {"total", "count", "mean", "gain", "name"};
    static const char *const matches[] = {"launch", "name", "order", "range"};
    char *end;
    selection *s = &q->chosen;
    cli *c = q->c;
    int n;
    switch (option) {
    case OPT_KERNEL:
        ncurep_pattern_close(s->kernel);
        s->kernel = pattern(c, "--kernel-name", value, strlen(value), 0);
        return s->kernel != NULL;
    case OPT_BASE:
        n = word(c, "--kernel-name-base", value, bases, 3);
        if (n >= 0) s->base = bases[n][0];
        return n >= 0;
    case OPT_SKIP_BEFORE: return cli_number(c, "--launch-skip-before-match", value, 0, UINT64_MAX, &s->skip_before);
    case OPT_SKIP: return cli_number(c, "--launch-skip", value, 0, UINT64_MAX, &s->skip);
    case OPT_COUNT: s->has_count = 1; return cli_number(c, "--launch-count", value, 0, UINT64_MAX, &s->count);
    case OPT_INCLUDE: return add_filter(q, "--nvtx-include", &s->include, &s->include_count, &s->include_room, value);
    case OPT_EXCLUDE: return add_filter(q, "--nvtx-exclude", &s->exclude, &s->exclude_count, &s->exclude_room, value);
    case OPT_METRICS: return add_metrics(q, value);
    case OPT_UNITS:
        n = word(c, "--print-units", value, units, 2);
        q->base_units = n == 1;
        return n >= 0;
    case OPT_EXACT: q->exact = 1; return 1;
    case OPT_INSTANCES: q->instances = word(c, "--print-metric-instances", value, instances, 3); return q->instances >= 0;
    case OPT_LONG: q->wide = 0; return 1;
    case OPT_SECTION: return add_section(q, value);
    case OPT_FOLDER: q->section_folder = value; return 1;
    case OPT_PARTS: q->parts = word(c, "--print-details", value, parts, 3); return q->parts >= 0;
    case OPT_NAMES: q->names = word(c, "--print-metric-name", value, names, 3); return q->names >= 0;
    case OPT_FP: q->fp = 1; return 1;
    case OPT_RULES: q->run_rules = 1; return 1;
    case OPT_RULE_DETAILS: q->rule_details = 1; return 1;
    case OPT_MARKDOWN: q->markdown = 1; return 1;
    case OPT_SOURCES: q->sources = word(c, "--sources", value, sources, 3); return q->sources >= 0;
    case OPT_JOIN: q->join = 1; return 1;
    case OPT_TABLE: q->table = word(c, "--table", value, tables, 3); return q->table >= 0;
    case OPT_FOLDED: q->folded = 1 + word(c, "--folded", value, stacks, 2); return q->folded > 0;
    case OPT_TRACE: q->trace = 1; return 1;
    case OPT_KERNEL_NAMES: q->number_kernels = word(c, "--kernel-names", value, kept, 2); return q->number_kernels >= 0;
    case OPT_NVTX:
        n = word(c, "--nvtx", value, kept, 2);
        q->keep_nvtx = n == 0;
        return n >= 0;
    case OPT_INTERVAL:
        if (!seconds(c, "--interval", value, &q->interval)) return 0;
        if (q->interval < 0.001) q->interval = 0.001;
        return 1;
    case OPT_IDLE: return seconds(c, "--idle", value, &q->idle);
    case OPT_FOR: return seconds(c, "--for", value, &q->for_seconds);
    case OPT_MAX_SIZE: return set_max_size(c, value);
    case OPT_BY:
        n = word(c, "--by", value, views, 3);
        if (n >= 0) q->source_view = views[n];
        return n >= 0;
    case OPT_TOP: return cli_number(c, "--top", value, 1, UINT64_MAX, &q->top);
    case OPT_ANNOTATE: q->annotate = value; return 1;
    case OPT_FILES: q->source_files = value; return 1;
    case OPT_GROUP: q->group = word(c, "--group", value, groups, 4); return q->group >= 0;
    case OPT_SORT: q->sort = word(c, "--sort", value, sorts, 5); return q->sort >= 0;
    case OPT_LIMITS: q->limits = value; return 1;
    case OPT_JUNIT: q->junit = value; return 1;
    case OPT_MATCH: q->match = word(c, "--match", value, matches, 4); return q->match >= 0;
    case OPT_NOISE:
        q->noise = strtod(value, &end);
        if (end > value && *end == 0 && q->noise >= 0) return 1;
        cli_usage(c, "--noise: \"%s\" is no percentage", value);
        return 0;
    case OPT_LINES: q->by_line = 1; return 1;
    case OPT_TEXT: q->text = 1; return 1;
    case OPT_DUMP_INSTANCES: q->dump_instances = 1; return 1;
    case OPT_RAW_CSV: q->raw_csv = 1; return 1;
    case OPT_CUT: return cli_number(c, "--cut", value, 0, UINT64_MAX, &q->cut);
    case OPT_BASELINE: q->baseline = value; return 1;
    case OPT_ARCH:
        if (strncmp(value, "sm_", 3) == 0) value += 3;
        return cli_number(c, "--arch", value, 50, 255, &q->arch);
    case OPT_HEX: q->hex = 1; return 1;
    case OPT_ENCODINGS: q->encodings = 1; return 1;
    case OPT_SCHEDULING: q->scheduling = 1; return 1;
    case OPT_ALL: q->all = 1; return 1;
    case OPT_MODULE: q->has_module = 1; return cli_number(c, "--module", value, 0, UINT64_MAX, &q->module);
    default: q->to = value; return 1;
    }
}

void free_request(request *q)
{
    selection *s = &q->chosen;
    size_t i;
    ncurep_pattern_close(s->kernel);
    for (i = 0; i < s->metric_count; i++) ncurep_pattern_close(s->metrics[i]);
    for (i = 0; i < s->include_count; i++) ncurep_nvtx_filter_close(s->include[i]);
    for (i = 0; i < s->exclude_count; i++) ncurep_nvtx_filter_close(s->exclude[i]);
    for (i = 0; i < q->section_count; i++) ncurep_pattern_close(q->sections[i]);
    free(q->sections);
    free(s->metrics);
    free(s->include);
    free(s->exclude);
    free(q->paths);
}

static int run_verb(cli *c, cli_args *a, const cli_option *table, int (*verb)(request *))
{
    request q;
    int option, code = CLI_FINE;
    memset(&q, 0, sizeof q);
    q.c = c;
    q.wide = 1;
    q.noise = 2;
    q.idle = q.for_seconds = -1;
    q.cut = UINT64_MAX;
    while (code == CLI_FINE && (option = cli_next(c, a, table)) != CLI_END) {
        if (option == CLI_DONE) {
            free_request(&q);
            return CLI_FINE;
        }
        if (option == CLI_OPERAND) {
            q.paths = (char **)cli_grow(q.paths, &q.path_room, q.path_count + 1, sizeof *q.paths);
            q.paths[q.path_count++] = (char *)(uintptr_t)a->value;
        } else if (option == CLI_BAD || !take_option(&q, option, a->value))
            code = CLI_USAGE;
    }
    if (code == CLI_FINE && q.path_count == 0) code = cli_usage(c, "a file is missing");
    if (code == CLI_FINE) {
        if (!cli_start(c)) code = CLI_INPUT;
        else code = cli_finish(c, verb(&q));
    }
    free_request(&q);
    return code;
}

static int check_or_limits(request *q)
{
    if (q->limits != NULL) return limits_verb(q);
    if (q->junit != NULL) return cli_usage(q->c, "--junit goes with --limits");
    return check_verb(q);
}

static const struct {
    const char *name;
    const cli_option *options;
    int (*run)(request *);
} verbs[] = {{"list", choosing, list_verb},
             {"raw", choosing, raw_verb},
             {"details", details_options, details_verb},
             {"source", source_options, source_verb},
             {"summary", summary_options, summary_verb},
             {"diff", diff_options, diff_verb},
             {"html", html_options, html_verb},
             {"session", session_options, session_verb},
             {"strings", part_options, strings_verb},
             {"blocks", part_options, blocks_verb},
             {"unknown", part_options, unknown_verb},
             {"cubin", cubin_options, cubin_verb},
             {"slice", slice_options, slice_verb},
             {"merge", merge_options, merge_verb},
             {"salvage", no_options, salvage_verb},
             {"pack", no_options, pack_verb},
             {"unpack", no_options, unpack_verb},
             {"export", export_options, export_verb},
             {"follow", follow_options, follow_verb},
             {"anonymize", anonymize_options, anonymize_verb},
             {"check", check_options, check_or_limits},
             {"lines", lines_options, lines_verb},
             {"sass", sass_options, sass_verb},
             {"dump", dump_options, dump_verb}};

#define VERBS (sizeof verbs / sizeof *verbs)

/* Whether the command line is one of ncu: it begins with an option, and names a report to import or no verb. */
static int is_ncu(int argc, char **argv)
{
    int import = 0, verb = 0, i;
    size_t k;
    if (argc < 2 || (argv[1][0] != '-' && argv[1][0] != '@') || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "--version") == 0) return 0;
    for (i = 1; i < argc; i++) {
        import |= strncmp(argv[i], "--im", 4) == 0 || strncmp(argv[i], "-i", 2) == 0 || argv[i][0] == '@';
        for (k = 0; k < VERBS; k++) verb |= strcmp(argv[i], verbs[k].name) == 0 && strcmp(argv[i - 1], "--page") != 0;
    }
    return import || !verb;
}

static int run_tool(cli *c, int argc, char **argv)
{
    cli_args a;
    size_t i;
    int option;
    if (is_ncu(argc, argv)) return import_command(c, argc, argv);
    memset(&a, 0, sizeof a);
    a.argc = argc;
    a.argv = argv;
    a.at = 1;
    option = cli_next(c, &a, nothing);
    if (option == CLI_DONE) return CLI_FINE;
    if (option != CLI_OPERAND) return option == CLI_BAD ? CLI_USAGE : cli_usage(c, "a verb is missing, such as list, raw or details");
    for (i = 0; i < VERBS; i++)
        if (strcmp(a.value, verbs[i].name) == 0) return run_verb(c, &a, verbs[i].options, verbs[i].run);
    return cli_usage(c, "there is no verb \"%s\"", a.value);
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
