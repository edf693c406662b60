/* The screen as lines of text. */
#ifndef EXAMPLES_DRMTOP_DRAW_H
#define EXAMPLES_DRMTOP_DRAW_H

#include "drm/members.h"
#include "model.h"

enum { PANEL_FULL, PANEL_SHORT, PANEL_NONE, PANELS }; /* how much of each device is shown */

enum { MODE_LIST, MODE_FILTER, MODE_HELP, MODE_DETAIL, MODE_SETUP };

/* Columns of the list, in order. COL_TOP, the busiest engine alone, is for narrow screens. */
enum { COL_PID, COL_USER, COL_DEVICE, COL_TYPE, COL_BUSY, COL_TOP, COL_ENGINES, COL_VRAM, COL_SYS, COL_CPU, COL_RSS, COL_UNIT,
       COL_COMMAND, COLS };

extern const char *const column_names[COLS];  /* as options and settings call them */
extern const char *const column_titles[COLS];
int column_width(int column); /* 0: it takes what is left */
int column_right(int column); /* right-aligned */
const char *column_about(int column);

typedef struct screen {
    int columns, rows;
    int color, utf8;
    int panel, mode;
    unsigned columns_on;       /* 1u << COL_...; 0: by the width of the screen */
    int setup_at;              /* the marked column of the setup */
    int paused;
    int64_t interval;
    double speed;              /* of a recording */
    uint64_t sweep, sweeps;    /* of a recording: which is shown, of how many; sweeps 0: no recording */
    double seconds;            /* of a recording: its time */
    size_t top, selected;      /* rows of the list: first on the screen, marked */
    int scroll;                /* of help and details */
    int gone;                  /* what the details show is gone: they stay as they were, in grey */
    int head;                  /* line of the titles of the list; output, as are the next two */
    int begins[COLS], ends[COLS]; /* columns of the terminal that each title takes; none: both 0 */
    int page;                  /* rows of the list on the screen; output */
    cli_buf filter_before;     /* restored when typing is cancelled */
    const char *message;       /* in the last line; NULL: the keys */
    cli_buf *lines;
    size_t line_room;
} screen;

/* Fills s->lines, rows of them. */
void draw(screen *s, model *m);

/* Only the block of devices, from line 1 on, with this many graph rows each; returns the line after it. */
int draw_devices(screen *s, const model *m, int graph_rows);

/* The order that a click on the title in this column of the terminal asks for; below 0: none. */
int draw_sort_at(const screen *s, int column);

/* Whether there is anything to plot. */
int devices_have_history(const known_device *d);

/* Which columns are shown, and what each is. */
unsigned columns_shown(const screen *s);

/* A cell of a row as text. */
void draw_cell(cli_buf *b, const screen *s, const row *r, int column);

void draw_free(screen *s);

#endif
