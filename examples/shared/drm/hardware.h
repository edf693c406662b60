/* What the kernel reports about a device itself, in use or idle: from sysfs and hwmon, through callbacks. An unknown fact is
   missing, never 0. */
#ifndef EXAMPLES_DRM_HARDWARE_H
#define EXAMPLES_DRM_HARDWARE_H

#include "cli/cli.h"

/* What is known about a device, in the units of drm_facts. */
enum {
    DRM_FACT_VRAM_USED,
    DRM_FACT_VRAM_TOTAL,
    DRM_FACT_GTT_USED,
    DRM_FACT_GTT_TOTAL,
    DRM_FACT_CLOCK,
    DRM_FACT_MAX_CLOCK,
    DRM_FACT_MEMORY_CLOCK,
    DRM_FACT_TEMPERATURE,
    DRM_FACT_JUNCTION_TEMPERATURE,
    DRM_FACT_MEMORY_TEMPERATURE,
    DRM_FACT_POWER,
    DRM_FACT_POWER_CAP,
    DRM_FACT_ENERGY,
    DRM_FACT_FAN,
    DRM_FACT_FAN_PERCENT,
    DRM_FACT_LINK_WIDTH,
    DRM_FACT_MAX_LINK_WIDTH,
    DRM_FACT_LINK_SPEED,
    DRM_FACT_MAX_LINK_SPEED,
    DRM_FACT_BUSY,
    DRM_FACT_MEMORY_BUSY,
    DRM_FACTS
};

/* A row per fact: its name in JSON, with the unit; its name as a Prometheus metric, that metric's unit, by how much to
   divide for it, and what it is. A metric that only grows ends in "_total". */
typedef struct drm_fact {
    const char *name, *metric, *unit;
    double per;
    const char *help;
} drm_fact;

extern const drm_fact drm_facts[DRM_FACTS];

enum { DRM_FROM_SYSFS, DRM_FROM_NVML };
enum { DRM_AWAKE, DRM_ASLEEP, DRM_LOST };

/* An engine, whoever uses it. */
enum { DRM_MOST_BUSY = 8 };
typedef struct drm_busy {
    char name[16]; /* as fdinfo calls it */
    double percent;
} drm_busy;

typedef struct drm_hardware {
    char pdev[32];   /* PCI address; empty: none */
    char platform[48]; /* name of the platform device, such as "ff9a0000.gpu"; empty: a PCI device, or not known */
    char driver[32];
    char card[16], render[16]; /* nodes: "card0" or "accel0", "renderD128"; empty: none */
    char name[96];   /* marketing name, else the name in the device tree; empty: unknown */
    int source;      /* DRM_FROM_... */
    int state;       /* DRM_ASLEEP: nothing is read, as that would wake it; DRM_LOST: it fell off the bus */
    unsigned has;    /* 1u << DRM_FACT_... */
    unsigned refused; /* the same: present, but may not be read */
    double fact[DRM_FACTS];
    double energy;   /* J, for drivers that report energy instead of power */
    uint64_t energy_time;
    drm_busy busy[DRM_MOST_BUSY]; /* from a PMU */
    size_t busy_count;
    int busy_refused; /* there is a PMU, and it may not be read */
    int seen;
} drm_hardware;

/* The files of the system, under names such as "sys/class/drm". */
enum { DRM_FILE_REFUSED = -2, DRM_FILE_FAILED = -1, DRM_FILE_NONE = 0, DRM_FILE_OK = 1 };

typedef struct drm_files {
    void *user;
    /* The first bytes of a file, at most room: OK and *len. */
    int (*read_fn)(void *user, const char *path, char *to, size_t room, size_t *len);
    /* The names in a folder, each with a NUL after it: OK. */
    int (*list_fn)(void *user, const char *path, cli_buf *names);
    /* The last part of where a link leads: OK; NONE: it is none. NULL: not known. */
    int (*link_fn)(void *user, const char *path, char *to, size_t room);
    void (*close_fn)(void *user);
} drm_files;

/* The files of this machine, or of a made-up tree: root is its /proc, and the folders beside that are used. 0: it cannot be
   opened. */
int drm_files_open(drm_files *files, const char *root);

typedef struct drm_machine {
    drm_files files; /* read_fn NULL: nothing is known */
    drm_hardware *list;
    size_t count, room;
} drm_machine;

/* Reads all devices again at this time (ns); devices that are gone leave the list, the others keep their order. If the folder
   cannot be listed, all stay, without facts. */
void drm_machine_read(drm_machine *m, uint64_t now);

void drm_machine_close(drm_machine *m);

/* What it is called: the same name whenever and in whatever order devices are found. */
const char *drm_hardware_label(const drm_hardware *h);

/* Sets a fact; values that are negative or not finite are ignored. */
void drm_fact_set(drm_hardware *h, int fact, double value);
int drm_fact_get(const drm_hardware *h, int fact, double *value);

/* Bytes with a binary unit, at most 6 columns: "0", "512K", "1.2G". to has room for 16. */
void drm_bytes(char *to, uint64_t bytes);

/* Appends "mem 5.1G/16G  1950/2575 MHz  64 C  182/255 W  1420 rpm  PCIe 4 x16": "-" for anything unknown. */
void drm_put_hardware(cli_buf *b, const drm_hardware *h);

#endif
