/* Values of metrics and their units, as text. */
#ifndef EXAMPLES_NCUREP_MODEL_VALUES_H
#define EXAMPLES_NCUREP_MODEL_VALUES_H

#include "../input/report.h"

typedef enum value_units { UNITS_AUTO, UNITS_BASE } value_units;
typedef enum value_instances { INSTANCES_NONE, INSTANCES_VALUES, INSTANCES_DETAILS } value_instances;
typedef enum metric_label { METRIC_LABEL, METRIC_NAME, METRIC_LABEL_AND_NAME } metric_label;

/* How values are written. */
typedef struct value_style {
    value_units unit;
    int exact;          /* all digits, in base units */
    value_instances instance; /* the instances after the value */
    metric_label label; /* of metrics in sections */
    int fp;             /* whole numbers with decimals, too */
    uint32_t version;   /* of the collector, as 202503: units are in its words; 0: the newest */
} value_style;

/* How the values of a metric are shown. */
typedef struct scale {
    double by;
    int plain; /* in base units: whole numbers as such, others with two decimals, as those without a unit */
    int has_digits; /* a value of the column is not 0: 0 has decimals as well */
    char unit[64];
} scale;
void set_scale(scale *s, double by, const char *sign, const char *unit);

/* Unit of a metric by its name, and how the vendor's tool scales values as large as this one. */
void scale_of(scale *s, ncurep_view name, double value, const value_style *style);

/* A value as the vendor's raw page shows it; with all its digits for --exact. */
void put_value(cli_buf *b, const ncurep_value *v, const scale *s, int exact);

/* A metric's value and, when asked for, its instances. */
void put_metric(cli_buf *b, const value_style *style, const ncurep_metric *m, const scale *s);

/* A value as the details page shows it: plain when whole, else with 2 decimals. */
void put_page_value(cli_buf *b, const value_style *style, const ncurep_value *v, const scale *s);

/* A count: up to a million as it is, then with four digits and a sign for its power of 1000, "1.235 M". */
void put_count(cli_buf *b, double v);

/* A figure of code: whole ones with all of their digits, 102,891,520; of others six. */
void put_digits(cli_buf *b, double v);

/* "18.43 us", in place of what is in b. */
void put_duration(cli_buf *b, const value_style *style, double ns);

/* Not metrics: lists of the names of others. */
int is_list(ncurep_view name);

#endif
