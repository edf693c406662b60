/* Clients, devices and what is missing, for every format: docs/JSON-drm.md. */
#ifndef EXAMPLES_DRM_LIST_H
#define EXAMPLES_DRM_LIST_H

#include "client.h"
#include "members.h"
#include "want.h"
#include "write/table.h"

/* A table with a row per client. timed: its rows are for programs that read one sweep after the other. */
typedef struct drm_list {
    table t;
    table_column columns[40];
} drm_list;

void drm_list_titles(output *to); /* once, for tables of several sweeps */
void drm_list_begin(drm_list *l, output *to, const char *key, int timed);
void drm_list_client(drm_list *l, drm_source *s, const drm_moment *m, const drmfd_client *c);
void drm_list_end(drm_list *l);

/* Members of a tree: "memory" of a text; "processes": how many there are, and how many may not be read; "lost": how much
   is missing because descriptors or memory ran out; "devices": the sums of each device that is asked for, then one for each device
   without clients. */
void drm_out_regions(output *to, const drmfd_region *regions, uint32_t count);
void drm_out_processes(output *to, const drm_source *s);
void drm_out_lost(output *to, const drm_source *s);
void drm_out_devices(output *to, const drm_source *s, const drm_want *w);

#endif
