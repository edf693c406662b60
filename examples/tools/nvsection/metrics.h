/* What derive and evaluate compute from: a file of metrics as JSON, or a result of a report. */
#ifndef EXAMPLES_NVSECTION_METRICS_H
#define EXAMPLES_NVSECTION_METRICS_H

#include "tool.h"
#include "write/table.h"

typedef struct metric {
    nvs_view name;
    nvs_metric data;
} metric;

typedef struct metrics {
    char *text;
    metric *list;    /* in the order of the file */
    size_t count, room;
    metric **sorted; /* by name */
    nvs_definition *derived;
    size_t derived_count, derived_room;
    void **kept;     /* arrays of instances */
    size_t kept_count, kept_room;
    uint32_t cc;     /* 0: not said */
    int generation;  /* 1, 2; from the version if the file does not say */
    uint32_t version[3]; /* of the tool that made the report; 0: not said */
    uint32_t scope;      /* nvs_scope of the result; 0: not said */
    const char *path;             /* as given */
    struct report_result *report; /* NULL: a file of metrics */
} metrics;

/* Reads {"ncu_version":"2025.1.0","compute_capability":90,"generation":1,
   "metrics":{NAME:{"value":V,"instances":[[ID,V],...]},...}, "derived":[{"name":N,"expression":E},...]} where V and ID are
   null or [KIND, CONTENT], as in ["double",1.5], ["uint64",12], ["string","text"], and other keys are skipped. If `which`
   is not NULL, reads a report instead: the result that it chooses. 0 with a message. metrics_free either way. */
int metrics_read(cli *c, const char *path, const result_choice *which, metrics *m);
void metrics_free(metrics *m);
void metrics_source(metrics *m, nvs_source *source);
/* CLI_INPUT if the report is cut or damaged: what seems missing may be in it. */
int metrics_code(const metrics *m, int code);

/* What --generation (0: not given) and a file say about derived metrics. Guide: as the guide says, where reports contradict
   it. */
enum { GENERATION_GUIDE = 3 };
nvs_arithmetic arithmetic_of(int generation, const metrics *m);

/* Members that say whose the values are: "file", and "result", its number in a report, null in a file of metrics. */
void put_whose(output *to, const metrics *m);

/* A value for people: short, with separators, text made safe for a terminal, n/a for nothing. */
void value_text(cli_buf *b, const nvs_value *v);

/* A number as a member; "nan", "inf" and "-inf" as texts, since JSON has no such numbers. */
void out_number(output *to, const char *key, double d);
/* A value as a member: a number, a text, null. */
void out_value(output *to, const char *key, const nvs_value *v);
/* The same in a table: digits that read back exactly, empty for nothing. */
void table_value(table *t, const nvs_value *v);

#endif
