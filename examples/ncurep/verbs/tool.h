/* What the files of the ncurep tool share. */
#ifndef EXAMPLES_NCUREP_TOOL_H
#define EXAMPLES_NCUREP_TOOL_H

#define NCUREP_POSIX
#include "ncurep.h"
#include "examples/cli/cli.h"

/* An open report and what its bytes lie in. */
typedef struct opened {
    const char *path;
    ncurep_report *report;
    ncurep_info info;
    ncurep_input file; /* read_fn NULL: data */
    char *data;
    size_t size; /* of data */
    FILE *unpacked; /* what was in a compressed report */
    struct machine_code *code; /* of the result that was looked at last: pages */
} opened;

/* Which results and metrics are wanted. All zero: every one. */
typedef struct selection {
    ncurep_pattern *kernel;
    int base; /* what kernel looks at: 'f' function (default), 'd' demangled, 'm' mangled */
    uint64_t skip_before, skip, count;
    int has_count;
    ncurep_pattern **metrics;
    size_t metric_count, metric_room;
    ncurep_nvtx_filter **include, **exclude;
    size_t include_count, include_room, exclude_count, exclude_room;
    const unsigned char *only; /* not NULL: by index of the result, 0 where it is left out */
} selection;

/* What a verb was asked for. */
typedef struct request {
    cli *c;
    selection chosen;
    char **paths;
    size_t path_count, path_room;
    int wide, all, base_units, exact, instances; /* instances: 0 none, 1 values, 2 with ids */
    const char *to;     /* cubin: folder, or file with one cubin */
    uint64_t module;    /* cubin: reference */
    int has_module;
    int markdown;
    int parts;          /* of a section on the details page: 0 header, 1 body, 2 both */
    int names;          /* of metrics there: 0 label, 1 name, 2 both */
    int fp;             /* whole numbers with decimals, too */
    int run_rules, rule_details;
    int kernel_base;    /* name that pages show: 'f' function, 'm' mangled, else demangled */
    int rename_by_range; /* show the innermost open range instead */
    int group, sort;    /* summary: 0 name, 1 range, 2 device, 3 each; 0 total, 1 count, 2 mean, 3 gain, 4 name */
    const char *limits, *junit;
    int match;          /* diff: 0 name, grid and block, 1 name, 2 order, 3 range and name */
    double noise;       /* diff: percent */
    int by_line;
    const char *baseline; /* html: report to compare with */
    uint64_t top;
    const char *annotate;
    int metrics_only;   /* all metrics, not those of sections */
    const char *source_view;  /* source: sass, ptx, cuda, cuda,sass */
    const char *source_files; /* source: paths with commas between */
    int stand_in;       /* as ncu --import: nothing that it does not show */
    const char *section_folder; /* NULL: the sections of the report */
    ncurep_pattern **sections;  /* whole identifiers */
    size_t section_count, section_room;
    int sources;        /* slice: SOURCES_... */
    int join;           /* merge: results of one run, metrics shared out */
    double interval, idle, for_seconds; /* follow; below 0: not said */
    int number_kernels, keep_nvtx; /* anonymize */
    int table, folded, trace; /* export: TABLE_..., FOLDED_... */
    int text;           /* lines: for people */
    uint64_t arch;      /* sass */
    int hex, encodings, scheduling;
    int dump_instances, raw_csv; /* dump */
    uint64_t cut;       /* dump: only so many bytes of the file */
} request;

enum { TABLE_METRICS, TABLE_RESULTS, TABLE_INSTANCES };
enum { FOLDED_NONE, FOLDED_NVTX, FOLDED_CALLS };
enum { SOURCES_USED, SOURCES_ALL, SOURCES_NONE };

/* Opens PATH ("-": standard input) and warns of what is wrong in it; 0 with a message when nothing can be read. */
int open_report(cli *c, const char *path, opened *o);

/* The same, and of a compressed report that is cut the part before the cut. */
int open_part(cli *c, const char *path, opened *o);
void close_report(opened *o);

/* The same in two steps: open_input reads the file or the pipe and unpacks what is compressed, 0 with a message;
   open_opened makes the report, NULL with *e. close_report in any case. */
int open_input(cli *c, const char *path, opened *o, int beginning);
ncurep_report *open_opened(opened *o, const ncurep_options *options, ncurep_error *e);

/* Puts what is in a compressed report (o->file, or o->data) in its place; 0 with a message. beginning: of one that is cut or
   damaged, what comes before. */
int unpack_report(cli *c, opened *o, int beginning);

/* --max-size: most bytes that a compressed report may unpack to, 16 GiB unless set; 0 with a message. */
int set_max_size(const cli *c, const char *text);

/* A file that is gone when it is closed; NULL with a message. What was written to it, as input; 0 when that failed. */
FILE *temp_file(const cli *c);
int temp_input(FILE *f, ncurep_input *out);

/* CLI_INPUT when the report is cut or damaged, else CLI_FINE. */
int code_of(const opened *o);

/* "TOOL: PATH: byte N: MESSAGE" on standard error. */
void say_error(const cli *c, const char *path, const ncurep_error *e);

/* Walks the chosen results: *at is 0 at first. 1: *result is the next one; 0: none left. A result that cannot be read is
   passed over with a message, and *code becomes CLI_INPUT. */
typedef struct cursor {
    uint32_t next;
    uint32_t before; /* results of the same report that are not in this one: follow */
    uint64_t matched, taken;
    int quiet; /* no messages: a second walk says them */
} cursor;
int next_result(request *q, opened *o, cursor *at, ncurep_result *result, int *code);
int wants_metric(const selection *s, ncurep_view name);

/* What the options choose in one report, for verbs that show something else than results: the results, and what belongs to
   them. Where no option chooses among results, everything is wanted; with always the results are looked at even then. */
typedef struct choice {
    int all;
    unsigned char *result;  /* by index: 1 for the chosen ones */
    unsigned char *process; /* by index: 1 for theirs */
    uint64_t *key;          /* their modules, sorted */
    size_t keys, key_room;
    uint64_t *device;       /* their devices; any_device: one does not say which */
    size_t devices, device_room;
    int any_device;
    uint64_t results;
} choice;
void make_choice(request *q, opened *o, choice *k, int always, int *code); /* to be freed */
void free_choice(choice *k);
int wants_result(const choice *k, uint32_t i);
int wants_module(const choice *k, uint64_t reference);
int wants_block(const choice *k, const ncurep_block *b);

/* Last part of a path, without the zero byte that paths of Windows end with. */
ncurep_view file_name(ncurep_view path);

/* A demangled name as the vendor's tool shows it: without namespaces. To be freed. */
char *short_name(ncurep_view demangled);

/* The name of a result of any kind. */
ncurep_view result_name(const ncurep_result *r);

/* Calls each for the open push/pop ranges of the thread of a result, outermost first; 0: none. */
int walk_ranges(const ncurep_result *r, void (*each)(void *, ncurep_view), void *user);

/* Innermost open push/pop range of the thread of a result; 0, and nothing changed, when none is open. */
int innermost_range(const ncurep_result *r, ncurep_view *name);

/* Index and compute capability of the device of a result, as texts; empty when the report does not say. */
void device_of(const opened *o, const ncurep_result *r, char *device, char *cc, size_t room);

/* How long a result took, and the metric that says so; 0: not known. */
int duration_of(const opened *o, const ncurep_result *r, ncurep_value *out, ncurep_view *metric);

/* Values ---------------------------------------------------------------------------------------------------------- */

/* How the values of a metric are shown. */
typedef struct scale {
    double by;
    char unit[64];
} scale;
void set_scale(scale *s, double by, const char *sign, const char *unit);

/* Unit of a metric by its name, and how the vendor's tool scales values as large as this one. */
void scale_of(scale *s, ncurep_view name, double value, const request *q);

/* A value as the vendor's raw page shows it; with all its digits for --exact. */
void put_value(cli_buf *b, const ncurep_value *v, const scale *s, int exact);

/* A metric's value and, when asked for, its instances. */
void put_metric(cli_buf *b, const request *q, const ncurep_metric *m, const scale *s);
void put_json_value(cli_json *j, const char *key, const ncurep_value *v);

/* Not metrics: lists of the names of others. */
int is_list(ncurep_view name);

/* What a result is: members of the object that is open; the eleven columns in front of the metrics, as the vendor's raw
   page has them. */
void put_json_result(cli_json *j, const opened *o, const ncurep_result *r);
void put_csv_result(cli_csv *v, const opened *o, const ncurep_result *r);
void put_csv_titles(cli_csv *v);

/* A result as the verb list shows it: seven cells of a table, an object, a line of CSV. */
void list_row(request *q, const opened *o, const ncurep_result *r, cli_table *t);
void list_json(const opened *o, const ncurep_result *r, cli_json *j);
void list_csv(const opened *o, const ncurep_result *r, cli_csv *v);
void list_csv_titles(cli_csv *v);

/* Options --------------------------------------------------------------------------------------------------------- */

/* A pattern of an option; NULL with a message. */
ncurep_pattern *pattern(const cli *c, const char *option, const char *text, size_t len, uint32_t flags);
int add_metrics(request *q, const char *text);
int add_section(request *q, const char *text);
int add_filter(request *q, const char *option, ncurep_nvtx_filter ***list, size_t *count, size_t *room, const char *text);

/* One of the words, or -1 with a message. */
int word(const cli *c, const char *option, const char *text, const char *const *words, int count);
void free_request(request *q);

/* The verbs: an exit code each. */
int list_verb(request *q);
int raw_verb(request *q);
int details_verb(request *q);
int source_verb(request *q);
int import_command(cli *c, int argc, char **argv);
int session_verb(request *q);
int strings_verb(request *q);
int blocks_verb(request *q);
int unknown_verb(request *q);
int cubin_verb(request *q);
int sass_verb(request *q);
int check_verb(request *q);
int slice_verb(request *q);
int merge_verb(request *q);
int salvage_verb(request *q);
int pack_verb(request *q);
int unpack_verb(request *q);
int export_verb(request *q);
int anonymize_verb(request *q);
int follow_verb(request *q);
int summary_verb(request *q);
int limits_verb(request *q);
int diff_verb(request *q);
int html_verb(request *q);
int dump_verb(request *q);
int lines_verb(request *q);

#endif
