/* Options: tables of what each puts where, for the verbs and for the stand-in alike. */
#ifndef EXAMPLES_NCUREP_VERBS_OPTIONS_H
#define EXAMPLES_NCUREP_VERBS_OPTIONS_H

#include "report/model/model.h"

#include <stddef.h>

/* A word of an option and the enum value it means; the last one's text is NULL. */
typedef struct option_word {
    const char *text;
    int value;
} option_word;

/* What an option takes, and the type of the member that it fills. */
typedef enum option_kind {
    TAKE_NOTHING,  /* int, becomes 1 */
    TAKE_WORD,     /* an enum */
    TAKE_TEXT,     /* const char *, as it is */
    TAKE_NUMBER,   /* uint64_t */
    TAKE_POSITIVE, /* uint64_t, not 0 */
    TAKE_MAYBE,    /* maybe_number */
    TAKE_SECONDS,  /* double */
    TAKE_PERCENT,  /* double */
    TAKE_SIZE,     /* uint64_t: bytes, with k, M, G or T */
    TAKE_PATTERN,  /* ncurep_pattern * */
    TAKE_METRICS,  /* selection */
    TAKE_INCLUDE,  /* selection */
    TAKE_EXCLUDE,  /* selection */
    TAKE_SECTION   /* section_choice */
} option_kind;

typedef struct option {
    char letter;      /* 0: none */
    const char *name; /* without the dashes; NULL: end of the table */
    option_kind kind;
    size_t member;    /* where it lies in the struct of the options, which begins with a model */
    const option_word *words;
    const char *value; /* what help calls the value; NULL: its words, or none */
    const char *about;
} option;

/* Fills the member of options that belongs to o; 0 with a message. name: of the option, for the message. */
int take_option(const cli *c, const option *o, const char *name, const char *value, void *options);

/* A pattern of an option; NULL with a message. */
ncurep_pattern *take_pattern(const cli *c, const char *name, const char *text, size_t len, int glob);

/* Words of options that several take. */
extern const option_word base_words[], unit_words[], instance_words[], part_words[], label_words[], match_words[];

/* Options that most verbs have. */
#define OPT_KERNEL {'k', "kernel-name", TAKE_PATTERN, offsetof(model, chosen.kernel), NULL, \
    "NAME|regex:EXPR", "only kernels with this name, or whose name contains a match"}
#define OPT_KERNEL_BASE {0, "kernel-name-base", TAKE_WORD, offsetof(model, chosen.base), base_words, \
    NULL, "which name (default function)"}
#define OPT_SKIP_BEFORE {0, "launch-skip-before-match", TAKE_NUMBER, offsetof(model, chosen.skip_before), NULL, \
    "N", "skip N results before filtering by name and range"}
#define OPT_SKIP {'s', "launch-skip", TAKE_NUMBER, offsetof(model, chosen.skip), NULL, \
    "N", "skip N results after that"}
#define OPT_COUNT {'c', "launch-count", TAKE_MAYBE, offsetof(model, chosen.count), NULL, \
    "N", "show at most N results"}
#define OPT_INCLUDE {0, "nvtx-include", TAKE_INCLUDE, offsetof(model, chosen), NULL, \
    "EXPR", "only results with matching NVTX ranges open at launch; repeatable"}
#define OPT_EXCLUDE {0, "nvtx-exclude", TAKE_EXCLUDE, offsetof(model, chosen), NULL, \
    "EXPR", "leave such results out; repeatable"}
#define OPT_CHOOSING OPT_KERNEL, OPT_KERNEL_BASE, OPT_SKIP_BEFORE, OPT_SKIP, OPT_COUNT, OPT_INCLUDE, OPT_EXCLUDE
#define OPT_METRICS {0, "metrics", TAKE_METRICS, offsetof(model, chosen), NULL, \
    "NAMES", "comma-separated names, * and ? are wildcards, or regex:EXPR; repeatable"}
#define OPT_UNITS {0, "print-units", TAKE_WORD, offsetof(model, style.unit), unit_words, \
    NULL, "auto (default) shows 1250000 nsecond as 1.25 ms"}
#define OPT_EXACT {0, "exact", TAKE_NOTHING, offsetof(model, style.exact), NULL, \
    NULL, "numbers with all their digits, in base units"}
#define OPT_INSTANCES {0, "print-metric-instances", TAKE_WORD, offsetof(model, style.instance), instance_words, \
    NULL, "instances after the value"}
#define OPT_LABELS {0, "print-metric-name", TAKE_WORD, offsetof(model, style.label), label_words, \
    NULL, "what metrics are called"}
#define OPT_FP {0, "print-fp", TAKE_NOTHING, offsetof(model, style.fp), NULL, \
    NULL, "whole numbers with decimals, too"}
#define OPT_SECTION {0, "section", TAKE_SECTION, offsetof(model, sections), NULL, \
    "NAME|regex:EXPR", "only these sections; repeatable"}
#define OPT_FOLDER {0, "section-folder", TAKE_TEXT, offsetof(model, sections.folder), NULL, \
    "FOLDER", "the .section files there instead of the report's"}
#define OPT_TREE {0, "section-folder-recursive", TAKE_TEXT, offsetof(model, sections.tree), NULL, \
    "FOLDER", "the same with all folders below it"}
#define OPT_RULES {0, "rules", TAKE_NOTHING, offsetof(model, sections.run_rules), NULL, \
    NULL, "run this tool's rules instead of showing the stored findings"}
#define OPT_MATCH {0, "match", TAKE_WORD, offsetof(model, compare.match), match_words, \
    NULL, "pair kernels by name, grid and block (default), name, order, or name and range"}
#define OPT_TOLERANCE {0, "tolerance", TAKE_PERCENT, offsetof(model, compare.tolerance), NULL, \
    "PERCENT", "ignore changes up to this, such as 5 or 5% (default 2)"}
#define OPT_FILES {0, "resolve-source-file", TAKE_TEXT, offsetof(model, files), NULL, \
    "FILES", "comma-separated source files, for lines whose text is not in the report"}
#define OPT_END {0, NULL, TAKE_NOTHING, 0, NULL, NULL, NULL}

#endif
