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

/* Who reported the client: "fdinfo", "nvml" or "kfd". */
const char *drm_reporter(const drmfd_client *c);

/* A value that amdkfd prints: DRM_KFD_UNITS_KEY or DRM_KFD_EVICTED_KEY; 0: unknown. */
int drm_kfd_value(const drmfd_client *c, const char *key, uint64_t *value);

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

/* "3 of 214 processes are hidden ..." and what else may be missing, and why; nothing if nothing is. */
void drm_put_missing(cli_buf *b, const drm_source *s);

/* Why an engine of a client has no figure (u NULL: why it has no engine), and what would help. */
void drm_put_reason(cli_buf *b, const drmfd_client *c, const drmfd_usage *u);

/* Whether no process is hidden, as far as is known: else "no client" is no fact. */
int drm_sees_all(const drm_source *s);

/* What to say when no client is open: NVIDIA's driver prints nothing about who uses its GPUs, but its own tools do. */
const char *drm_none(const drm_source *s);
const char *drm_none_of_pids(const drm_source *s); /* of the processes that are asked for */

#endif
