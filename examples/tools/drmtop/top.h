/* What drmtop knows while it runs. */
#ifndef EXAMPLES_DRMTOP_TOP_H
#define EXAMPLES_DRMTOP_TOP_H

#include "draw.h"
#include "write/out.h"

typedef struct top {
    cli *c;
    const char *root, *replay, *nvml;
    drm_source source;
    model m;
    screen s;
    int64_t *times;     /* of the sweeps of a recording */
    size_t time_room;
    uint64_t start;     /* --sweep; 0: not given */
    int64_t look;       /* --look, ns; 0: not given */
    int only_once;      /* --once */
    cli_buf kept;       /* messages held back while the alternate screen was on */
    row detail;         /* what the detail page shows: only what row_same needs */
    uint64_t gone;      /* when that went away; 0: it is there */
    int64_t first, last;
    uint64_t taken;     /* sweeps so far; in a recording, the number of the one shown */
    int at_end;
    uint64_t said;      /* when the last line got its message */
    uint64_t doomed;    /* the process that a signal may be sent to; 0: none */
    int doomed_fd;      /* its pidfd, so that no other process gets the signal; below 0: the kernel lacks pidfds */
    uint64_t next;      /* when the next sweep is due, by cli_now */
} top;

/* Opens the source of the sweeps; 0 with a message. */
int top_open_source(top *t);

/* Finds when each sweep of a recording was taken: the time of its last text. */
void top_read_times(top *t);

/* The next sweep: 1, 0 at the end of a recording, -1 with a message. */
int top_take(top *t);

/* Makes the rows again; the mark stays on its client. */
void top_rows(top *t);

/* Takes a sweep and sets when the next is due. 0: give up. */
int top_step(top *t);

/* Shows sweep number n of a recording; its figures need those before it to be read. 0: give up. */
int top_go_to(top *t, uint64_t n);

/* How long after the sweep on the screen the next one is due, in ns. */
int64_t top_pace(const top *t);

/* Leaves help or details. */
void top_leave_page(top *t);

/* Prints one sweep; an exit code. What is on the screen as text, all of its rows. */
int top_once(top *t);
void top_text(top *t, output *to);

/* Handles a key; 0: the end. *failed is set if the source can no longer be read. b: holds the message in the last line. */
int top_key(top *t, int key, cli_buf *b, int *failed);

#endif
