/* Options that several verbs, and the stand-in for ncu, have. Their structs begin with a model. */
#ifndef EXAMPLES_NCUREP_VERBS_OPTIONS_H
#define EXAMPLES_NCUREP_VERBS_OPTIONS_H

#include "report/model/model.h"
#include "cli/verb.h"
#include "write/out.h"

/* Kinds of their own, and the type of the member. */
extern const option_kind take_kernel, /* ncurep_pattern * */
    take_metrics, take_include, take_exclude, /* selection */
    take_section; /* section_choice */

/* A pattern of an option; NULL with a message. */
ncurep_pattern *take_pattern(const cli *c, const char *name, const char *text, size_t len, int glob);

/* Words of options that several take. */
extern const option_word base_words[], unit_words[], instance_words[], part_words[], label_words[], match_words[], md_form[], html_form[];

/* Options that most verbs have. */
#define OPT_KERNEL {'k', "kernel-name", &take_kernel, offsetof(model, chosen.kernel), NULL, \
    "NAME|regex:EXPR", "only kernels with this name, or whose name contains a match"}
#define OPT_KERNEL_BASE {0, "kernel-name-base", &take_word, offsetof(model, chosen.base), base_words, \
    NULL, "which name (default function)"}
#define OPT_SKIP_BEFORE {0, "launch-skip-before-match", &take_number, offsetof(model, chosen.skip_before), NULL, \
    "N", "skip N results before filtering by name and range"}
#define OPT_SKIP {'s', "launch-skip", &take_number, offsetof(model, chosen.skip), NULL, \
    "N", "skip N results after that"}
#define OPT_COUNT {'c', "launch-count", &take_maybe, offsetof(model, chosen.count), NULL, \
    "N", "show at most N results"}
#define OPT_INCLUDE {0, "nvtx-include", &take_include, offsetof(model, chosen), NULL, \
    "EXPR", "only results with matching NVTX ranges open at launch; repeatable"}
#define OPT_EXCLUDE {0, "nvtx-exclude", &take_exclude, offsetof(model, chosen), NULL, \
    "EXPR", "leave such results out; repeatable"}
#define OPT_CHOOSING OPT_KERNEL, OPT_KERNEL_BASE, OPT_SKIP_BEFORE, OPT_SKIP, OPT_COUNT, OPT_INCLUDE, OPT_EXCLUDE
#define OPT_METRICS {0, "metrics", &take_metrics, offsetof(model, chosen), NULL, \
    "NAMES", "comma-separated names, * and ? are wildcards, or regex:EXPR; repeatable"}
#define OPT_UNITS {0, "print-units", &take_word, offsetof(model, style.unit), unit_words, \
    NULL, "auto (default) shows 1250000 nsecond as 1.25 ms"}
#define OPT_EXACT {0, "exact", &take_nothing, offsetof(model, style.exact), NULL, \
    NULL, "numbers with all their digits, in base units"}
#define OPT_INSTANCES {0, "print-metric-instances", &take_word, offsetof(model, style.instance), instance_words, \
    NULL, "instances after the value"}
#define OPT_LABELS {0, "print-metric-name", &take_word, offsetof(model, style.label), label_words, \
    NULL, "what metrics are called"}
#define OPT_FP {0, "print-fp", &take_nothing, offsetof(model, style.fp), NULL, \
    NULL, "whole numbers with decimals, too"}
#define OPT_SECTION {0, "section", &take_section, offsetof(model, sections), NULL, \
    "NAME|regex:EXPR", "only these sections; repeatable"}
#define OPT_FOLDER {0, "section-folder", &take_folder, offsetof(model, sections.folder), NULL, \
    "FOLDER", "the .section files there instead of the report's"}
#define OPT_TREE {0, "section-folder-recursive", &take_folder, offsetof(model, sections.tree), NULL, \
    "FOLDER", "the same with all folders below it"}
#define OPT_RULES {0, "rules", &take_nothing, offsetof(model, sections.run_rules), NULL, \
    NULL, "run this tool's rules instead of showing the stored findings"}
#define OPT_MATCH {0, "match", &take_word, offsetof(model, compare.match), match_words, \
    NULL, "pair kernels by name, grid and block (default), name, order, or name and range"}
#define OPT_TOLERANCE {0, "tolerance", &take_percent, offsetof(model, compare.tolerance), NULL, \
    "PERCENT", "ignore changes up to this, such as 5 or 5% (default 2)"}
#define OPT_FILES {0, "resolve-source-file", &take_folder, offsetof(model, files), NULL, \
    "FILES", "comma-separated source files, for lines whose text is not in the report"}

/* What people get instead of text; an out_format of the verb's struct. */
#define OPT_FORM(name, form, of, member, about) {0, name, &take_one, offsetof(of, member), form, NULL, about}
#define OPT_MD(of, member) OPT_FORM("md", md_form, of, member, "Markdown")
#define OPT_HTML(of, member, about) OPT_FORM("html", html_form, of, member, about)

#endif
