/* Options common to most verbs, and the section files they name. */
#ifndef EXAMPLES_NVSECTION_WORK_H
#define EXAMPLES_NVSECTION_WORK_H

#include "tool.h"
#include "report/input/section_library.h"
#include "write/out.h"

typedef struct work {
    nvs_device device;       /* cc 0: not given */
    int lenient, recursive, check, in_place;
    int everything; /* --dropped: also what is not selected */
    uint32_t lost;  /* files that could not be used: unreadable, with mistakes, too large */
    int silent;     /* set by a verb: work_load does not report mistakes in files */
    const char *names, *expand;
    const char *metrics;     /* a file of values, or a report */
    result_choice which;     /* result of the report */
    int generation;          /* of derived metrics: 1, 2, GENERATION_GUIDE; 0: what the file says */
    uint64_t instances;      /* most to print of each metric */
    out_format people;
    int no_rules, join;
    text_list sets, sections, folders, trees; /* as given; folders and trees, with their subfolders: of --section-folder... */
    char **operands;         /* files and folders, and what a verb takes before them: those of the request */
    size_t operand_count;
    section_library *library;
    section_file *charts;    /* files that end in .chart; only for verbs that set with_charts */
    size_t chart_count, chart_room;
    int with_charts;
    const nvs_node **roots;  /* the picked sections by Order */
    uint32_t root_count;
    name_lists lists;
    char *deployed;          /* what is read if no files are named; NULL: some are, or there is none */
} work;

/* The options of a request, with its operands. */
work *work_of(const request *q, void *options);

/* Whether files or folders are named from the first-th operand on, or else Nsight Compute has deployed some; CLI_FINE, or
   wrong usage with a message. */
int work_files(cli *c, work *w, size_t first);

/* Reads the operands from the first-th on and the folders into the library, prints what is wrong with them, picks. 0 with
   a message. */
int work_load(cli *c, work *w, size_t first);

/* The exit code of a verb that went well: CLI_INPUT if a file could not be used. */
int work_code(const work *w, int code);

void work_free(work *w);

/* Runs nvs_select over the picked sections; NULL with a message. */
const nvs_selection *work_select(cli *c, const work *w);

/* The file that a section is in. */
const section_file *work_file(const work *w, const nvs_node *node);

/* "cc 9.0, launch" */
void put_device(cli_buf *b, const nvs_device *device);

/* What a filter asks for, in words: "cc 7.5 to 8.9, scope launch"; for a reason, only the part that it is about. */
void put_filter(cli_buf *b, const nvs_node *filter, nvs_reason reason);

/* The same for a metric, option or definition: its own filter and, where that is silent, its section's. */
void put_conditions(cli_buf *b, const nvs_conditions *c);

/* Compute capabilities that GPUs have, oldest first, ended by 0. */
extern const uint32_t known_cc[];

/* C string of a view; to be freed. */
char *copy_view(nvs_view v);

#endif
