/* The verbs of drmfdinfo, and what those that wait share. */
#ifndef EXAMPLES_DRMFDINFO_VERBS_H
#define EXAMPLES_DRMFDINFO_VERBS_H

#include <signal.h>

#include "drm/list.h"
#include "drm/options.h"

/* Every verb, in the order of --help. */
#define VERBS(ROW) \
    ROW(watch) ROW(record) ROW(export) ROW(show) ROW(dump)
VERBS(VERB_DECLARE)

/* Options that several have. */
#define OPT_INTERVAL(options) {'i', "interval", &take_interval, offsetof(options, interval), NULL, \
    "S", "seconds between samples (default 1)"}
#define OPT_COUNT_OF(options, about) {'n', "count", &take_positive, offsetof(options, count), NULL, "N", about}
#define OPT_LOOK(options) {0, "look", &take_interval, offsetof(options, look), NULL, \
    "S", "seconds between full looks at every open file (default 3); new processes and files are seen at every sample, at most ten " \
    "times a second; before Linux 6.2 new processes only"}
#define OPT_NVML(options) {0, "nvml", &take_input, offsetof(options, nvml), NULL, \
    "FILE", "NVIDIA's NVML, if it is not found by itself; none: not used"}
#define OPT_ROOT(options) {0, "root", &take_input, offsetof(options, root), NULL, \
    "DIR", "a directory laid out like /proc, with sys beside it"}

/* Makes SIGINT and SIGTERM request an end instead of ending the program at once. */
void stop_prepare(void);
int stop_asked(void);
const volatile sig_atomic_t *stop_flag(void);

/* Sleeps until this time of cli_now; 0 if an end was requested. */
int sleep_until(uint64_t ns);

extern const drm_waiting drm_until_signals; /* these, for what other programs link, too */

#endif
