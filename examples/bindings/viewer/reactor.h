/* Reports in a browser page: the pages of ncurep, called from JavaScript. Nothing here ends the program, opens a file or
   reads the environment. One thread. */
#ifndef EXAMPLES_VIEWER_REACTOR_H
#define EXAMPLES_VIEWER_REACTOR_H

#include <stddef.h>
#include <stdint.h>

#define VIEWER_REPORTS 64
#define VIEWER_TEXTS 64

/* What a page shows, and in which format. */
typedef enum viewer_what {
    VIEWER_HTML,    /* everything; compared with the baselines if there are any */
    VIEWER_LIST,    /* JSON */
    VIEWER_DETAILS, /* JSON */
    VIEWER_RAW,     /* CSV */
    VIEWER_SOURCE,  /* CSV */
    VIEWER_DIGEST,  /* text */
    VIEWER_DIFF,    /* text: the report against each baseline */
    VIEWER_FRAME,   /* the page of VIEWER_HTML without its kernels and its comparison, */
    VIEWER_KERNEL,  /* one of them, */
    VIEWER_COMPARISON, /* and that */
    VIEWER_METRICS, /* JSON, as facts.h says: of one result, */
    VIEWER_CONTEXT, /* of one result, */
    VIEWER_FIND,    /* of one result: lines that have the words in the room, which end with a zero, */
    VIEWER_NAMES,   /* of the report, */
    VIEWER_METRIC,  /* of one result: the metric in the room */
    VIEWER_WHATS
} viewer_what;

/* Room for a text to pass in; the same room each time. NULL: no memory. */
char *viewer_room(size_t size);

/* Opens a report whose bytes viewer_read gives for this file number; its name is in the room. Returns a number from 0, -1, or -2
   for a compressed one. */
int viewer_open(uint32_t file, double size, size_t name_size);

/* Unpacks a compressed report, which goes to viewer_write; most: bytes it may unpack to. 0, or -1. */
int viewer_unpack(uint32_t file, double size, double most, size_t name_size);

/* Adds a source text that reports may lack, the same way as viewer_open; 0 or -1. */
int viewer_add_text(uint32_t file, double size, size_t name_size);

/* Adds a section file, the same way, in place of one of the same name, and lints it: 0, 1 where there is something to say about
   it, or -1. Pages with VIEWER_DROPPED show the sections that were added in place of those of reports. */
int viewer_add_section(uint32_t file, double size, size_t name_size);

/* Closes a report; its number may be reused. */
void viewer_close(int report);

/* Adds a baseline to the next page, at most MOST_BESIDES (draw/html.h): a report, and the result of it that all are compared with,
   or -1: those that match. 0, or 2: there is no such report, or no room. */
int viewer_baseline(int report, int kernel);

/* Renders a page into viewer_text. kernel: the index of a result, for the pages of one. match: 0 name, grid and block; 1 name; 2 order; 3 name and
   range. flags: VIEWER_EVERY, HTML with a table of every metric; VIEWER_DROPPED; VIEWER_RULES, what the rules of this tool say now, in
   place of what the report says. 0 fine, 1 a finding, or there is no such result; 2 wrong arguments; 3 cut or
   damaged: what is intact is shown; 4 out of memory: every report is closed. */
enum { VIEWER_EVERY = 1, VIEWER_DROPPED = 2, VIEWER_RULES = 4 };
int viewer_page(int what, int report, int kernel, int match, int flags);

/* Writes a copy of a report to viewer_write, with the comments in the room, as comments.h says, ended by a zero. An exit code; 4 as
   above. */
int viewer_save(int report);

/* The output of the last call, and its messages, a line each. Both live until the next call. */
const char *viewer_text(void);
size_t viewer_size(void);
const char *viewer_messages(void);

/* Provided by whoever links this: reads up to size bytes of a file and returns how many; 0 is a failure. */
#ifdef __wasi__
#define VIEWER_FROM(name) __attribute__((import_module("page"), import_name(name)))
#else
#define VIEWER_FROM(name)
#endif
VIEWER_FROM("read") extern uint32_t viewer_read(uint32_t file, double at, void *to, uint32_t size);

/* Takes bytes of the report that is unpacked or saved; 0: it cannot. */
VIEWER_FROM("write") extern int viewer_write(const void *bytes, uint32_t size);

/* A step of a decompressor, as ncurep_decompress says. */
VIEWER_FROM("step") extern int viewer_step(const void *in, uint32_t *in_size, void *out, uint32_t *out_size);

#endif
