/* What the kernel reports about a device itself, in use or idle: from sysfs and hwmon, through callbacks. An unknown fact is
   missing, never 0. */
#ifndef EXAMPLES_DRM_HARDWARE_H
#define EXAMPLES_DRM_HARDWARE_H

#include "../cli/cli.h"

/* What is known of a device, in the units of drm_facts. */
enum {
    DRM_FACT_VRAM_USED,
    DRM_FACT_VRAM_TOTAL,
    DRM_FACT_CLOCK,
    DRM_FACT_MAX_CLOCK,
    DRM_FACT_MEMORY_CLOCK,
    DRM_FACT_TEMPERATURE,
    DRM_FACT_POWER,
    DRM_FACT_POWER_CAP,
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

/* One row a fact: its name in JSON, with the unit; its name as a metric of Prometheus, the unit of that, by how much to
   multiply for it, and what it is. */
typedef struct drm_fact {
    const char *name, *metric, *unit;
    double times;
    const char *help;
} drm_fact;

extern const drm_fact drm_facts[DRM_FACTS];

enum { DRM_FROM_SYSFS, DRM_FROM_NVML };
enum { DRM_AWAKE, DRM_ASLEEP, DRM_LOST };

typedef struct drm_hardware {
    char pdev[32];   /* PCI address; empty: none */
    char driver[32];
    char card[16], render[16]; /* nodes: "card0" or "accel0", "renderD128"; empty: none */
    char name[96];   /* marketing name, else what the device tree calls it; empty: unknown */
    int source;      /* DRM_FROM_... */
    int state;       /* DRM_ASLEEP: nothing is read, as that would wake it; DRM_LOST: it fell off the bus */
    unsigned has;    /* 1u << DRM_FACT_... */
    unsigned refused; /* the same: present, but may not be read */
    double fact[DRM_FACTS];
    double energy;   /* J, for drivers that count it in place of power */
    uint64_t energy_time;
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
    void (*close_fn)(void *user);
} drm_files;

/* The files of this machine, or of a made-up tree: root is /proc, and what is beside it counts. 0: it cannot be opened. */
int drm_files_open(drm_files *files, const char *root);

typedef struct drm_machine {
    drm_files files; /* read_fn NULL: nothing is known */
    drm_hardware *list;
    size_t count, room;
} drm_machine;

/* Reads all devices again at this time (ns); those that are gone leave the list, the others keep their order. Where the folder
   cannot be listed they stay without facts. */
void drm_machine_read(drm_machine *m, uint64_t now);

void drm_machine_close(drm_machine *m);

/* Sets a fact; not finite and negative ones are left out. */
void drm_fact_set(drm_hardware *h, int fact, double value);
int drm_fact_get(const drm_hardware *h, int fact, double *value);

/* Appends "mem 5.1G/16G  1950/2575 MHz  64 C  182/255 W  1420 rpm  PCIe 4 x16": "-" for what is not known. */
void drm_put_hardware(cli_buf *b, const drm_hardware *h);

/* The object "hardware", or null. */
void drm_hardware_json(cli_json *j, const drm_hardware *h);

#endif
