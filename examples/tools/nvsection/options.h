/* Options that several verbs take: members of a work. */
#ifndef EXAMPLES_NVSECTION_OPTIONS_H
#define EXAMPLES_NVSECTION_OPTIONS_H

#include "work.h"

/* Kinds of their own, and the type of the member. */
extern const option_kind take_cc, take_chip, /* uint32_t: a compute capability */
    take_driver,                             /* uint32_t, not 0 */
    take_kernel_name;                        /* const char *: a pattern that is well formed */

extern const option_word scope_words[], generation_words[];

#define OPT_DEVICE_OF(type, of) \
    {0, "cc", &take_cc, offsetof(type, of.cc), NULL, "N", "compute capability: 8.6 or 86"}, \
    {0, "chip", &take_chip, offsetof(type, of.cc), NULL, "NAME", "the same by chip: ga102"}, \
    {0, "scope", &take_word, offsetof(type, of.scope), scope_words, NULL, "what is profiled (default: launch)"}, \
    {0, "vgpu", &take_nothing, offsetof(type, of.vgpu), NULL, NULL, "a virtual GPU"}, \
    {0, "kmd", &take_driver, offsetof(type, of.kmd), NULL, "N", "driver branch: 560"}
#define OPT_DEVICE OPT_DEVICE_OF(work, device)
#define OPT_FOLDERS \
    {0, "section-folder", &take_folders, offsetof(work, folders), NULL, "FOLDER", "the files there, too; repeatable"}, \
    {0, "section-folder-recursive", &take_folders, offsetof(work, trees), NULL, "FOLDER", \
     "the same with all folders below it; repeatable"}
#define OPT_RECURSIVE {'r', "recursive", &take_nothing, offsetof(work, recursive), NULL, NULL, "subfolders too"}
#define OPT_LENIENT {0, "lenient", &take_nothing, offsetof(work, lenient), NULL, NULL, "unknown fields are only warnings"}
#define OPT_PICK OPT_FOLDERS, \
    {0, "set", &take_texts, offsetof(work, sets), NULL, "NAME", "only sections of this set; repeatable"}, \
    {0, "section", &take_texts, offsetof(work, sections), NULL, "ID|regex:EXPR", "only this section; repeatable"}, \
    OPT_RECURSIVE, OPT_LENIENT
#define OPT_NAMES \
    {0, "names", &take_input, offsetof(work, names), NULL, "FILE", "available metrics, one per line"}, \
    {0, "expand", &take_input, offsetof(work, expand), NULL, "FILE", "lists: group:NAME, a tab, comma-separated metrics"}
#define OPT_VALUES \
    {'m', "metrics", &take_input, offsetof(work, metrics), NULL, "FILE", "a report, or values as JSON"}
#define OPT_RESULT \
    {'k', "kernel-name", &take_kernel_name, offsetof(work, which.kernel), NULL, "NAME|regex:EXPR", \
     "of a report: the first result of this kernel, or of kernels with a match in their name"}, \
    {'s', "launch-skip", &take_number, offsetof(work, which.skip), NULL, "N", "of a report: not the first N results that fit"}
#define OPT_ARITHMETIC \
    {0, "generation", &take_word, offsetof(work, generation), generation_words, NULL, \
     "compute derived metrics as before 2023.3, as since then, or as the vendor's guide says, which reports contradict"}
#define OPT_INSTANCES {'n', "instances", &take_number, offsetof(work, instances), NULL, "N", "print N instances of each (default 0)"}

/* The operands of verbs that read sections: of their rows the operands, what each is, and what is said without. */
#define SECTIONS "[FILE|FOLDER]...", USE_READ_ANY, NULL

/* The rest of a row whose options are a work. */
void begin_work(void *options); /* scope launch */
void end_work(void *options);

#endif
