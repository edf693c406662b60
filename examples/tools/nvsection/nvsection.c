/* nvsection: what section files of Nsight Compute hold, and what they ask for. */
#include "tool.h"

#include <string.h>

static const char intro[] =
    "usage: nvsection VERB [OPTION]... FILE|FOLDER...\n"
    "\n"
    "What section files of Nsight Compute ask for, show, and have wrong. Without\n"
    "FILE and FOLDER, verbs that take sections read those that the newest version of\n"
    "Nsight Compute has deployed: ~/Documents/NVIDIA Nsight Compute/VERSION/Sections.\n"
    "\n"
    "  nvsection metrics --chip gh100 examples/data/sections\n"
    "  nvsection select --cc 8.6 --dropped examples/data/sections/Occupancy.section\n"
    "  nvsection explain sm__warps_active.avg.per_cycle_active examples/data/sections\n"
    "  nvsection evaluate -m run.ncu-rep my/sections/Mine.section\n"
    "  nvsection lint my/sections && nvsection fmt --check my/sections/*.section\n";

static const verb *const verbs[] = {&metrics_verb, &select_verb, &explain_verb, &evaluate_verb, &preview_verb, &derive_verb,
                                    &names_verb, &list_sections_verb, &list_sets_verb, &lint_verb, &lsp_verb, &fmt_verb,
                                    &new_verb, &schema_verb, &dump_verb, NULL};

static const verb_set set = {"nvsection", intro,
    "  --json, --csv, -o FILE, --color auto|always|never, --help, --version\n"
    "\n"
    "Exit codes: 0 fine, 1 something was found, 2 wrong usage, 3 bad input.\n"
    "Where the kernel has Landlock, a verb can do only what it is for; the variable\n"
    "CLI_CONFINE=0 turns that off.\n",
    "which verb? metrics, select, lint, ...", verbs, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL};

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
    options.max_problems = 100000;
    options.memory.max_memory = (size_t)1 << 30;
    *text = cli_read(c, path, len, NULL);
    if (*text == NULL) return NULL;
    doc = nvs_document_open(*text, *len, &options, &error);
    if (doc == NULL) cli_error(c, "%s: %s", path, error.message);
    return doc;
}

int first_error(const nvs_document *doc, nvs_problem *out)
{
    uint32_t i;
    for (i = 0; nvs_document_problem_at(doc, i, out); i++)
        if (!out->warning) return 1;
    return 0;
}

int main(int argc, char **argv)
{
    cli c;
    cli_init(&c, "nvsection", intro);
    return verb_main(&set, &c, argc, argv);
}
