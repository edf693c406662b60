/* A file of metrics, as JSON: what derive and evaluate compute from. */
#ifndef EXAMPLES_NVSECTION_METRICS_H
#define EXAMPLES_NVSECTION_METRICS_H

#include "tool.h"

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
    int generation;  /* 1, 2; from the version when the file does not say it */
    uint32_t version[3]; /* of the tool that made the report; 0: not said */
} metrics;

/* Reads
       {"ncu_version":"2025.1.0","compute_capability":90,"generation":1,
        "metrics":{NAME:{"value":V,"instances":[[ID,V],...]},...},
        "derived":[{"name":N,"expression":E},...]}
   where V and ID are null or [KIND, CONTENT], as in ["double",1.5], ["uint64",12], ["string","text"], and other keys are
   passed over. 0 with a message. metrics_free in both cases. */
int metrics_read(cli *c, const char *path, metrics *m);
void metrics_free(metrics *m);
void metrics_source(metrics *m, nvs_source *source);

/* What --generation (0: not given) and a file say about derived metrics. Guide: as it says, where reports contradict it. */
enum { GENERATION_GUIDE = 3 };
nvs_arithmetic arithmetic_of(int generation, const metrics *m);

/* A value for people: short, with separators, text as a terminal may see it, n/a for nothing. */
void put_value(cli_buf *b, const nvs_value *v);

/* A number as a member; "nan", "inf" and "-inf" as texts, since JSON has no such numbers. */
void double_json(cli_json *j, const char *key, double d);
/* A value as a member: a number, a text, null. */
void value_json(cli_json *j, const char *key, const nvs_value *v);
/* The same in a table: digits that read back, empty for nothing. */
void value_csv(cli_csv *t, const nvs_value *v);

#endif
