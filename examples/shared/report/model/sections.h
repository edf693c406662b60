/* Sections, filled with the metrics of a result. */
#ifndef EXAMPLES_NCUREP_MODEL_SECTIONS_H
#define EXAMPLES_NCUREP_MODEL_SECTIONS_H

#include "model.h"
#include "names.h"
#include "../input/section_library.h"

/* Where sections come from: a folder, the report, or the ones that are built in. */
typedef struct section_source {
    const model *m;
    section_library *library; /* of the folder, or built in */
    text_set bytes;       /* of the sections that results of reports hold */
    nvs_document **kept;  /* by number of the bytes */
    size_t kept_count, kept_room;
    size_t users;         /* results that are evaluated */
    size_t results, matched; /* all results, and sections of them that were wanted */
    int lost;             /* a file of the folder could not be used */
    int lacking;          /* a result has no metric that a section requires */
    const nvs_node *said[64]; /* sections that something was said of */
    size_t said_count;
} section_source;

/* A result of a baseline, whose values stand beside those of the result that is shown. */
struct evaluated;
typedef struct beside {
    char *name;              /* of its report, and of the result where one was chosen for all; */
    size_t brief;            /* so many bytes of it are without the result's own name */
    struct evaluated *e;     /* NULL: the baseline has no such result */
    const nvs_evaluation *v; /* of the section that is shown; NULL: none */
    size_t at;               /* of its parts, the last one that was looked at */
} beside;

/* A section of which only what orders and defines was parsed: most is in what it shows. */
typedef struct cut_section {
    const nvs_node *root;
    ncurep_view bytes; /* all of it */
    uint32_t at;       /* as stored in the report */
} cut_section;

/* A result with its sections, evaluated. */
typedef struct evaluated {
    const model *m;
    opened *o;
    const ncurep_result *r;
    section_source *sections_of;
    ncurep_index index;
    nvs_metric *data;          /* by place in the index */
    unsigned char *known;    /* which of data is filled in */
    int keep;                /* instances that are read now stay as long as the result */
    int count_only;          /* instances are counted only: of neither ids nor values is anything known */
    uint32_t *read;          /* places of the others, in the order in which they were read */
    size_t read_count, read_room;
    uint32_t owner[4], owners; /* places whose ids others may share, the last four */
    const nvs_node **sections; /* in the order of the page: what extends a section follows it */
    uint32_t count;
    cut_section *cut;          /* those of the only result of a report, where no other result spares parsing them again */
    size_t cut_count;          /* by root */
    nvs_document *whole;       /* the one of cut that was evaluated last */
    const nvs_node *whole_of;
    cli_buf whole_bytes;
    int built_in;            /* the report has no sections */
    nvs_source source;
    nvs_metrics *results;
    report_version version;
    uint32_t cc;
    uint64_t device;
    nvs_device on;
    beside *besides;           /* NULL: it is compared with nothing */
    size_t beside_count;
    int is_beside;             /* nothing is said of what it lacks */
} evaluated;

/* Reads the folder of sections, if one is chosen; 0 with a message. */
int sections_open(section_source *s, const model *m);
/* CLI_FINE; CLI_FINDING, after a message, when --section matched no section of any result or one lacked a metric that a section
   requires; CLI_INPUT when a file of the folder
   could not be used. */
int sections_close(section_source *s);

/* Prepares a result; 0 with a message. *e is to be freed in both cases. r must stay until then. */
int evaluate_result(section_source *s, opened *o, const ncurep_result *r, evaluated *e);
void evaluated_free(evaluated *e); /* but for besides, which are the caller's */

/* Frees the instances of metrics that were read since e->read_count was mark. What was evaluated since may not be looked at
   afterwards; derived metrics and findings may. */
void evaluated_forget(evaluated *e, size_t mark);

/* Whether these are many. */
int evaluated_has_many(const evaluated *e, size_t mark);

/* What a section shows of the result; NULL with a message. charts: what its body shows is looked at, too. Ids and values of
   instances are there if a chart needs them, or --print-metric-instances; of a source metric table see column_data. Its nodes stay
   until the next section of the result is evaluated. */
const nvs_evaluation *evaluate_section(evaluated *e, const nvs_node *section, int charts);

/* The instances of a column of a source metric table. */
nvs_metric column_data(evaluated *e, const nvs_cell *x);

/* A metric of the result, else a derived one. */
int evaluated_metric(const evaluated *e, const char *name, nvs_metric *data);
double evaluated_number(const evaluated *e, const char *name, int *has);

ncurep_value report_value(const nvs_value *v);
nvs_view nvs_view_of(ncurep_view v);
ncurep_view view_of(nvs_view v);

nvs_view section_title(const nvs_node *section);

#endif
