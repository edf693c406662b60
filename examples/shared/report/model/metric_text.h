/* What names of metrics mean, for people and for units. A report holds names and values only; what is said here is derived from the
   name, by rule and from tables. */
#ifndef EXAMPLES_NCUREP_MODEL_METRIC_TEXT_H
#define EXAMPLES_NCUREP_MODEL_METRIC_TEXT_H

#include "ncurep.h"

#define METRIC_ENUMERATOR(name, word, text) name,

/* Numbers of these three are those of the vendor's Python interface. A row: enumerator, word, text for people. */
#define METRIC_TYPES(ROW) \
    ROW(METRIC_TYPE_OTHER, "other", "") \
    ROW(METRIC_TYPE_COUNTER, "counter", "") \
    ROW(METRIC_TYPE_RATIO, "ratio", "") \
    ROW(METRIC_TYPE_THROUGHPUT, "throughput", "")
typedef enum metric_type { METRIC_TYPES(METRIC_ENUMERATOR) METRIC_TYPE_COUNT } metric_type;

#define METRIC_ROLLUPS(ROW) \
    ROW(METRIC_ROLLUP_NONE, "none", "") \
    ROW(METRIC_ROLLUP_AVG, "avg", "average of the units") \
    ROW(METRIC_ROLLUP_MAX, "max", "most of one unit") \
    ROW(METRIC_ROLLUP_MIN, "min", "least of one unit") \
    ROW(METRIC_ROLLUP_SUM, "sum", "sum of the units")
typedef enum metric_rollup { METRIC_ROLLUPS(METRIC_ENUMERATOR) METRIC_ROLLUP_COUNT } metric_rollup;

/* What the last part of a name asks for; the word is that part. */
#define METRIC_SUBTYPES(ROW) \
    ROW(METRIC_SUBTYPE_NONE, "", "") \
    ROW(METRIC_SUBTYPE_PEAK_SUSTAINED, "peak_sustained", "the most that can be kept up") \
    ROW(METRIC_SUBTYPE_PEAK_SUSTAINED_ACTIVE, "peak_sustained_active", "the most that can be kept up, active cycles") \
    ROW(METRIC_SUBTYPE_PEAK_SUSTAINED_ACTIVE_PER_SECOND, "peak_sustained_active.per_second", "the most that can be kept up, active cycles, each second") \
    ROW(METRIC_SUBTYPE_PEAK_SUSTAINED_ELAPSED, "peak_sustained_elapsed", "the most that can be kept up, elapsed cycles") \
    ROW(METRIC_SUBTYPE_PEAK_SUSTAINED_ELAPSED_PER_SECOND, "peak_sustained_elapsed.per_second", "the most that can be kept up, elapsed cycles, each second") \
    ROW(METRIC_SUBTYPE_PEAK_SUSTAINED_FRAME, "peak_sustained_frame", "the most that can be kept up, of the frame") \
    ROW(METRIC_SUBTYPE_PEAK_SUSTAINED_FRAME_PER_SECOND, "peak_sustained_frame.per_second", "the most that can be kept up, of the frame, each second") \
    ROW(METRIC_SUBTYPE_PEAK_SUSTAINED_REGION, "peak_sustained_region", "the most that can be kept up, of the region") \
    ROW(METRIC_SUBTYPE_PEAK_SUSTAINED_REGION_PER_SECOND, "peak_sustained_region.per_second", "the most that can be kept up, of the region, each second") \
    ROW(METRIC_SUBTYPE_PER_CYCLE_ACTIVE, "per_cycle_active", "each active cycle") \
    ROW(METRIC_SUBTYPE_PER_CYCLE_ELAPSED, "per_cycle_elapsed", "each elapsed cycle") \
    ROW(METRIC_SUBTYPE_PER_CYCLE_IN_FRAME, "per_cycle_in_frame", "each cycle of the frame") \
    ROW(METRIC_SUBTYPE_PER_CYCLE_IN_REGION, "per_cycle_in_region", "each cycle of the region") \
    ROW(METRIC_SUBTYPE_PER_SECOND, "per_second", "each second") \
    ROW(METRIC_SUBTYPE_PCT_OF_PEAK_SUSTAINED_ACTIVE, "pct_of_peak_sustained_active", "percent of the peak, active cycles") \
    ROW(METRIC_SUBTYPE_PCT_OF_PEAK_SUSTAINED_ELAPSED, "pct_of_peak_sustained_elapsed", "percent of the peak, elapsed cycles") \
    ROW(METRIC_SUBTYPE_PCT_OF_PEAK_SUSTAINED_FRAME, "pct_of_peak_sustained_frame", "percent of the peak, of the frame") \
    ROW(METRIC_SUBTYPE_PCT_OF_PEAK_SUSTAINED_REGION, "pct_of_peak_sustained_region", "percent of the peak, of the region") \
    ROW(METRIC_SUBTYPE_MAX_RATE, "max_rate", "the highest ratio there can be") \
    ROW(METRIC_SUBTYPE_PCT, "pct", "percent") \
    ROW(METRIC_SUBTYPE_RATIO, "ratio", "ratio")
typedef enum metric_subtype { METRIC_SUBTYPES(METRIC_ENUMERATOR) METRIC_SUBTYPE_COUNT } metric_subtype;

typedef struct metric_facts {
    metric_type type;
    metric_subtype subtype;
    metric_rollup rollup;
    char unit[24];       /* base unit ("byte/second", "%", "nsecond"), ended by a zero; empty: none, or not known */
    ncurep_view prefix;  /* "pmsampling:" and the like, and counter domains with their dots; in the name */
    ncurep_view base;    /* the name without prefix and suffix; in the name */
    ncurep_view suffix;  /* what follows the base, its dot included; in the name */
} metric_facts;

/* Derives what a metric's name says. name may hold any bytes. Source: the vendor's grammar of metric names; units as 2025.4.0 lists
   them for 3,010 base names of a GA106, and as public raw and details pages of 2025.2.1 to 2025.4 show them; for other counted
   things the counted word, which is our choice. */
void metric_describe(ncurep_view name, metric_facts *out);

/* "counter", "avg". */
const char *metric_type_name(metric_type type);
const char *metric_rollup_name(metric_rollup rollup);

/* Writes a short description of a metric, of which metric_describe gave the facts, into to, at most room bytes with the zero at the
   end, and returns the length of the whole text. "": not known. */
size_t metric_text(const metric_facts *facts, char *to, size_t room);

#endif
