/* Clients as both tools name and write them. */
#ifndef EXAMPLES_DRM_CLIENT_H
#define EXAMPLES_DRM_CLIENT_H

#include "drm.h"

/* A text with room for every name in it, to be freed with drm_parse_free. */
drmfd_snapshot drm_parse(const char *text, size_t len, unsigned flags);
void drm_parse_free(drmfd_snapshot *s);

/* A line with memory of amdgpu in Linux 5.14 to 5.18. Its key has a space, so the reader calls it bad. */
int drm_is_old_memory(const drmfd_line *line);

/* The process to show a client under: the first that is not a service manager, which holds copies of display devices. */
uint64_t drm_owner(drm_source *s, const drmfd_client *c);

/* The engine with the largest figure; NULL if none has one. */
const drmfd_usage *drm_busiest(const drmfd_client *c);

/* "busy", "share", "speed": the kind of figure; NULL if there is none. */
const char *drm_kind(const drmfd_usage *u);
const char *drm_sum_kind(const drmfd_engine_sum *e);

/* Why an engine has no figure; DRMFD_WHY_FIGURE if it has one. */
drmfd_why drm_no_figure(const drmfd_usage *u);

/* "gfx 62.4 dma 1.5": the engines at work, the busiest first; "idle" if all figures are 0, "-" if there are none. */
void drm_put_engines(cli_buf *b, const drmfd_client *c);

/* What a client has done so far, by the names of its engines: DRM_TYPE_...; 0: not known. */
unsigned drm_types(const drmfd_client *c);
extern const char *const drm_type_names[3]; /* of bit 0 and so on */

/* Whether the client comes from NVML rather than from the kernel. */
int drm_from_nvml(const drmfd_client *c);

/* What -p, -u and -d ask for; each may be repeated, and one of a kind is enough. */
typedef struct drm_want {
    uint64_t *pids;
    char **users, **devices;
    size_t pid_count, pid_room, user_count, user_room, device_count, device_room;
} drm_want;

int drm_want_pid(drm_want *w, const cli *c, const char *text); /* 0 with a message if it is not a number */
void drm_want_user(drm_want *w, const char *text);             /* a name or a number */
void drm_want_device(drm_want *w, const char *text);
void drm_want_free(drm_want *w);

/* Whether a client passes -p and -u; its device is not looked at. */
int drm_wanted(const drm_want *w, drm_source *s, const drmfd_client *c);

/* Whether a device passes -d, by its place (below 0: it has none), label, address without domain, driver, or node such as
   "card0" or /dev/dri/renderD128. h may be NULL. */
int drm_wanted_device(const drm_want *w, const char *label, drmfd_view driver, const drm_hardware *h, long place);

/* The same of a device of the last sweep, and of one without clients. */
int drm_wanted_place(const drm_want *w, const drm_source *s, const drmfd_device *d);
int drm_wanted_idle(const drm_want *w, const drm_source *s, const drm_hardware *h);

/* Whether anything of the last sweep passes: a client or, without -p and -u, a device. */
int drm_matched(const drm_want *w, drm_source *s);

/* What the device of a client of the last sweep is called. */
const char *drm_device_label(const drm_source *s, const drmfd_client *c);

/* Where and when a sweep was taken. */
typedef struct drm_moment {
    char clock[32];  /* "2026-01-31T12:00:00.250Z"; empty for a recording */
    double seconds;  /* since the first sweep */
    double interval; /* since the previous sweep; below 0: there was none */
} drm_moment;

/* Call once after each sweep; first_time is the time of the first and last_time that of the one before. */
void drm_moment_of(drm_moment *m, const drm_source *s, int64_t first_time, int64_t last_time, int has_last);

/* One object for a client, with its process; key NULL. moment may be NULL. Fields: docs/JSON-drm.md. */
void drm_client_json(cli_json *j, drm_source *s, const drm_moment *m, const drmfd_client *c);

/* The member "memory": an array with an object for each region. */
void drm_regions_json(cli_json *j, const drmfd_region *regions, uint32_t count);

/* One line of CSV for a client, and the titles. */
void drm_client_csv_titles(cli_csv *v);
void drm_client_csv(cli_csv *v, drm_source *s, const drm_moment *m, const drmfd_client *c);

/* "3 of 214 processes are hidden ..." and what else may be missing, and why; nothing if nothing is. */
void drm_put_missing(cli_buf *b, const drm_source *s);

/* The member "lost": how much is missing because descriptors or memory ran out. */
void drm_lost_json(cli_json *j, const drm_source *s);

/* The member "devices": an object for the sums of each device that is asked for, then one for each device without clients. */
void drm_devices_json(cli_json *j, const drm_source *s, const drmfd_sweep *sweep, const drm_want *w);

/* Why an engine of a client has no figure (u NULL: why it has no engine), and what would help. */
void drm_put_reason(cli_buf *b, const drmfd_client *c, const drmfd_usage *u);

/* Whether no process is hidden, as far as is known: else "no client" is no fact. */
int drm_sees_all(const drm_source *s);

/* What to say when no client is open: NVIDIA's driver prints nothing about who uses its GPUs, but its own tools do. */
const char *drm_none(const drm_source *s);

/* Seconds with up to nine decimals, as nanoseconds; 0 with a message if it is not a number or outside the range (in ms). */
int drm_seconds(const cli *c, const char *option, const char *text, uint64_t least_ms, uint64_t most_ms, int64_t *ns);

#endif
