/* Metrics of drmfdinfo export: what is counted, as text. */
#ifndef EXAMPLES_DRMFDINFO_METRICS_H
#define EXAMPLES_DRMFDINFO_METRICS_H

#include "drm/list.h"

/* Who the text is for. A file may be read as either format, and no name of a counter is right in both, so it has no
   counters; over HTTP it is Prometheus's text format or OpenMetrics. */
enum { FORM_FILE, FORM_PROMETHEUS, FORM_OPENMETRICS };

typedef struct engine_time {
    char *name;
    size_t len;
    double seconds; /* busy, since the program began */
    double missing; /* what may be missing from that at most */
    double added;   /* by the last sweep */
} engine_time;

/* A device is remembered as long as the program runs, because counters must not restart. */
typedef struct exported {
    char *label;
    const drmfd_device *now;      /* NULL: no client */
    const drm_hardware *hardware; /* NULL: not known */
    engine_time *engines;
    size_t engine_count, engine_room;
    int seen;
} exported;

typedef struct exporter {
    drm_source source;
    exported *devices;
    size_t device_count, device_room;
    uint64_t most_clients; /* --clients */
    uint64_t sweeps, unseen;
    int64_t last, last_full;
} exporter;

/* Appends all metrics of the last sweep. */
void put_metrics(exporter *x, int form, cli_buf *b);

#endif
