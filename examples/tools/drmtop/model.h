/* What is shown: the devices that were seen, and the rows of the list in their order. */
#ifndef EXAMPLES_DRMTOP_MODEL_H
#define EXAMPLES_DRMTOP_MODEL_H

#include "cli/verb.h"
#include "drm/client.h"
#include "drm/want.h"

enum { SORT_BUSY, SORT_MEMORY, SORT_PID, SORT_USER, SORT_DEVICE, SORT_COMMAND, SORT_CPU, SORT_RSS, SORTS };
enum { TREE_NONE, TREE_PROCESS, TREE_DEVICE, TREE_PARENT, TREES };

extern const option_word sort_words[], tree_words[]; /* as options, settings and screen call them, in this order */

#define HISTORY 256

typedef struct known_engine {
    char *name;
    size_t len;
} known_engine;

/* A device keeps its number and its engines for as long as the program runs, so that the screen does not jump. */
typedef struct known_device {
    char *name, *driver;
    size_t name_len, driver_len;
    known_engine *engines; /* all ever seen */
    size_t engine_count, engine_room;
    const drmfd_device *now; /* NULL: no client holds it now */
    const drm_hardware *hardware; /* NULL: nothing is known */
    double history[HISTORY]; /* percent of the busiest engine, the newest last; below 0: no figure */
    double memory[HISTORY];  /* bytes in use; below 0: not known */
    double memory_size;      /* of the device; 0: not known */
    int hidden;              /* not asked for */
} known_device;

/* Something of a process that changes: percent of an engine, or bytes of a region; below 0: not known. */
typedef struct series {
    char *name; /* as the terminal may see it */
    int is_region, seen;
    float at[HISTORY];
} series;

/* A process of the last sweep, read once. */
typedef struct known_process {
    uint64_t pid;
    char *user, *command, *unit; /* as the terminal may see them; unit NULL: not known */
    char *line;                  /* its command line, if it was asked for */
    double cpu;                  /* percent of one CPU; below 0: no figure */
    uint64_t rss;
    int has_rss, seen;
    series *history; /* none without model.keeps_history */
    size_t series_count, series_room;
} known_process;

enum { ROW_CLIENT, ROW_PROCESS, ROW_DEVICE };

typedef struct row {
    int kind;
    int depth;              /* 1: under a row above */
    int last;               /* of those under the same row */
    uint64_t open;          /* bit k: more rows follow under the one above it that has depth k */
    uint64_t pid, id, group; /* id: what identifies the client; group: orders the rows of a tree */
    uint32_t device;        /* index of the known device */
    int many;               /* a process on several devices */
    char *user, *command;   /* of this row, as the terminal may see them */
    char *engines;
    double busy;            /* percent of the busiest engine; below 0: no figure */
    uint64_t vram, sys;
    int has_vram, has_sys;
    unsigned types;         /* DRM_TYPE_... */
    double cpu;             /* percent of one CPU; below 0: no figure. These three are of the process */
    uint64_t rss;
    int has_rss;
    char *unit;             /* NULL: not known */
    uint32_t clients;
    const drmfd_client *client;
    int64_t gone; /* the time of the sweep that lacked it; 0: it is there. Then client is NULL */
} row;

typedef struct model {
    drm_source *source;
    const drmfd_sweep *sweep;
    known_device *devices;
    size_t device_count, device_room;
    known_process *processes; /* by pid */
    size_t process_count;
    int keeps_history; /* of processes, and what is gone for a while */
    row *gone;
    size_t gone_count, gone_room;
    row *rows;
    size_t row_count, row_room;
    size_t hidden_by_filter;
    int sort, reverse, tree;
    int full; /* whole command lines */
    cli_buf filter;
    const drm_want *want;
} model;

/* Takes a new sweep: updates the known devices and their history. Call model_rows next. */
void model_sweep(model *m, const drmfd_sweep *sweep);

/* Makes the rows, after a sweep or when order, filter or tree changed. */
void model_rows(model *m);

/* Whether there is a row, or a device if only devices are asked for; and what to say where there is none. */
int model_matched(const model *m);
const char *model_nothing(const model *m);

/* Call before a recording is shown from its start again. */
void model_forget_history(model *m);

/* A process of the last sweep; NULL: it is in none. */
const known_process *model_process(const model *m, uint64_t pid);

/* For rows.c: where a device of the sweep is among the known ones; UINT32_MAX: it is none. */
uint32_t model_device(const model *m, const drmfd_device *d);
double model_busiest(const drmfd_device *d, const drmfd_engine_sum **which); /* below 0: no figure; which may be NULL */

/* A row of its own, to be freed. */
void row_copy(row *to, const row *from);
void row_free(row *r);

/* After a sweep: keeps the rows that it lacks for some seconds. */
void rows_gone(model *m);

/* Appends the command line of a process, safe for a terminal; 0 if unknown. */
int model_command_line(const model *m, uint64_t pid, cli_buf *b);

void model_end(model *m);

/* Whether two rows are the same thing in different sweeps. */
int row_same(const row *a, const row *b);

#endif
