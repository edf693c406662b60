/* Names of results, files and devices, as pages show them. */
#ifndef EXAMPLES_NCUREP_MODEL_NAMES_H
#define EXAMPLES_NCUREP_MODEL_NAMES_H

#include "../input/report.h"

/* Last part of a path, without the zero byte that paths of Windows end with. */
ncurep_view file_name(ncurep_view path);

/* A demangled name as the vendor's tool shows it: without namespaces. To be freed. */
char *short_name(ncurep_view demangled);

/* The name of a result of any kind. */
ncurep_view result_name(const ncurep_result *r);

/* The demangled name of a kernel, where it has none the name that it has; else result_name. */
ncurep_view full_name(const ncurep_result *r);

/* " (grid)x(block)" of a kernel; nothing for other results. */
void put_launch_size(cli_buf *b, const ncurep_result *r);

/* "name (grid)x(block), Context 1, Stream 7, Device 0, CC 8.0", as a terminal may see it. */
void put_result_line(cli_buf *b, const opened *o, const ncurep_result *r);

/* Calls each for the open push/pop ranges of the thread of a result, outermost first; 0: none. */
int walk_ranges(const ncurep_result *r, void (*each)(void *, ncurep_view), void *user);

/* Innermost open push/pop range of the thread of a result; 0, and nothing changed, when none is open. */
int innermost_range(const ncurep_result *r, ncurep_view *name);

/* Index and compute capability of the device of a result, as texts; empty when the report does not say. */
void device_of(const opened *o, const ncurep_result *r, char *device, char *cc, size_t room);

/* The names of the devices with commas between, and the version of the tool that made a report, as a terminal may see them;
   nothing when the report does not say. */
void put_devices(cli_buf *b, const opened *o);
void put_collector(cli_buf *b, const opened *o);

/* A metric as a number; 0: the result has none. */
int number_metric(const opened *o, const ncurep_result *r, const char *name, uint64_t *out);
double real_metric(const opened *o, const ncurep_result *r, const char *name); /* NAN: there is no such number */

/* Version of the tool that made a report; all 0: not known. */
typedef struct report_version {
    uint32_t year, month, patch;
} report_version;
report_version version_of(const opened *o);
uint32_t version_number(const opened *o); /* 202503; 0: not known */

int same_text(ncurep_view v, const char *text);
int same_view(ncurep_view a, ncurep_view b);

/* To be freed. */
char *copy_text(const char *text, size_t len);

#endif
