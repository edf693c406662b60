/* nvsection: what section files of Nsight Compute hold, and what they ask for. */
#include "tool.h"

#include <string.h>

static const char help[] =
    "usage: nvsection VERB [options] FILE|FOLDER...\n"
    "\n"
    "  metrics --cc N            the metrics that sections ask for on a GPU\n"
    "  select --cc N             the same by section, with what filters drop and why\n"
    "  explain METRIC            where a metric is used, and on which GPUs\n"
    "  evaluate -m REPORT        what sections show of a result, and what rules say\n"
    "  preview -m REPORT         the same as ncurep shows it, or as a page: --html\n"
    "  derive REPORT EXPRESSION  derived metrics\n"
    "  names [PATTERN]           metrics by name: unit, meaning, GPUs, sections\n"
    "  list-sections, list-sets  what the folders contain\n"
    "  lint                      mistakes, with line and column\n"
    "  lsp                       the same in an editor, with completion and hover\n"
    "  fmt                       format section files\n"
    "  new NAME                  a section to begin with\n"
    "  schema [MESSAGE]          what a section may hold, field by field\n"
    "  dump                      JSON Lines in a fixed form, for comparison\n"
    "\n"
    "  nvsection metrics --chip gh100 examples/data/sections\n"
    "  nvsection select --cc 8.6 --dropped examples/data/sections/Occupancy.section\n"
    "  nvsection explain sm__warps_active.avg.per_cycle_active examples/data/sections\n"
    "  nvsection evaluate -m run.ncu-rep my/sections/Mine.section\n"
    "  nvsection lint my/sections && nvsection fmt --check my/sections/*.section\n"
    "\n"
    "nvsection VERB --help lists its options. All take --json, --csv, -o FILE.\n"
    "Exit code: 0 fine, 1 something was found, 2 wrong usage, 3 bad input.\n"
    "With Landlock, verbs that show files can only read (CLI_CONFINE=0: off).\n";

int top_of(const char *path)
{
    const size_t len = strlen(path);
    return len >= 6 && strcmp(path + len - 6, ".chart") == 0 ? NVS_MESSAGE_BODY_ITEM : NVS_MESSAGE_SECTION;
}

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

nvs_document *load(const cli *c, const char *path, int lenient, char **text, size_t *len)
{
    nvs_document_options options;
    nvs_error error;
    nvs_document *doc;
    memset(&options, 0, sizeof options);
    options.lenient = lenient;
    options.top = top_of(path);
    options.max_diagnostics = 100000;
    options.memory.max_memory = (size_t)1 << 30;
    *text = cli_read(c, path, len, NULL);
    if (*text == NULL) return NULL;
    doc = nvs_document_open(*text, *len, &options, &error);
    if (doc == NULL) cli_error(c, "%s: %s", path, error.message);
    return doc;
}

const nvs_diagnostic *first_error(const nvs_document *doc)
{
    uint32_t i;
    for (i = 0; i < doc->diagnostic_count; i++)
        if (!doc->diagnostics[i].warning) return &doc->diagnostics[i];
    return NULL;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        verb_fn *run;
    } verbs[] = {{"dump", verb_dump},       {"select", verb_select}, {"metrics", verb_metrics}, {"explain", verb_explain},
               {"derive", verb_derive},   {"evaluate", verb_evaluate},   {"preview", verb_preview}, {"names", verb_names},
               {"new", verb_new},  {"schema", verb_schema}, {"lsp", verb_lsp},        {"lint", verb_lint},       {"fmt", verb_fmt},       {"list-sections", verb_list_sections},
               {"list-sets", verb_list_sets}};
    static const cli_option none[] = {{0, 0, NULL, 0}};
    cli c;
    cli_args a;
    size_t i;
    cli_init(&c, "nvsection", help);
    memset(&a, 0, sizeof a);
    a.argc = argc;
    a.argv = argv;
    a.at = 1;
    a.leave_options = 1;
    switch (cli_next(&c, &a, none)) {
    case CLI_BAD: return CLI_USAGE;
    case CLI_DONE: return CLI_FINE;
    case CLI_END: return cli_usage(&c, "which verb? metrics, select, lint, ...");
    default: break;
    }
    for (i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(a.value, verbs[i].name) == 0) return verbs[i].run(&c, argc - a.at + 1, argv + a.at - 1);
    return cli_usage(&c, "unknown verb \"%s\"", a.value);
}
