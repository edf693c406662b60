/* Reports in a page of a browser: the pages of ncurep, called from JavaScript. Nothing here ends the program, opens a file or
   reads the environment. One thread. */
#ifndef EXAMPLES_VIEWER_REACTOR_H
#define EXAMPLES_VIEWER_REACTOR_H

#include <stddef.h>
#include <stdint.h>

#define VIEWER_REPORTS 64
#define VIEWER_TEXTS 64

/* What a page shows, and in which format. */
typedef enum viewer_what {
    VIEWER_HTML,    /* everything; compared with the baseline if there is one */
    VIEWER_LIST,    /* JSON */
    VIEWER_DETAILS, /* JSON */
    VIEWER_RAW,     /* CSV */
    VIEWER_SOURCE,  /* CSV */
    VIEWER_DIGEST,  /* text */
    VIEWER_DIFF,    /* text: the report against the baseline */
    VIEWER_WHATS
} viewer_what;

/* Room for a text that is passed in; the same room each time. NULL: no memory. */
char *viewer_room(size_t size);

/* Opens a report of which viewer_read gives the bytes by this file number; its name is in the room. A number from 0, or -1. */
int viewer_open(uint32_t file, double size, size_t name_size);

/* Adds a source text that reports may lack, the same way; 0 or -1. */
int viewer_add_text(uint32_t file, double size, size_t name_size);

/* Closes a report; its number may be given again. */
void viewer_close(int report);

/* Renders a page into viewer_text. baseline: a report, or -1. match: 0 name, grid and block; 1 name; 2 order; 3 name and range.
   all: HTML with a table of every metric. 0 fine, 1 a finding, 2 wrong arguments, 3 cut or damaged: what is intact is shown;
   4 out of memory: every report is closed. */
int viewer_page(int report, int what, int baseline, int match, int all);

/* What the last call gave, and what it had to say, a line each. Both live until the next call. */
const char *viewer_text(void);
size_t viewer_size(void);
const char *viewer_messages(void);

/* Whoever links this: up to size bytes of a file, how many; 0 is a failure. */
#ifdef __wasi__
__attribute__((import_module("page"), import_name("read")))
#endif
extern uint32_t viewer_read(uint32_t file, double at, void *to, uint32_t size);

#endif
