/* Reports that are open: from a file, a pipe, or unpacked. */
#ifndef EXAMPLES_NCUREP_INPUT_REPORT_H
#define EXAMPLES_NCUREP_INPUT_REPORT_H

#define NCUREP_POSIX
#include "ncurep.h"
#include "cli/cli.h"

/* What opens reports. */
typedef struct reader {
    cli *c;            /* where messages go, and where inputs are counted */
    uint64_t max_size; /* most bytes that a compressed report may unpack to */
} reader;

#define READER_MAX_SIZE ((uint64_t)16 << 30) /* a few kilobytes can hold more than the disk does */

typedef struct scratch_part scratch_part; /* pack.h */

/* An open report and what its bytes lie in. */
typedef struct opened {
    const char *path;
    ncurep_report *report;
    ncurep_info info;
    ncurep_posix posix;
    ncurep_input file; /* read_fn NULL: data or lent */
    char *data;
    size_t size;    /* of data */
    const char *lent; /* of whoever called open_bytes */
    scratch_part *unpacked; /* what was in a compressed report */
    void *kept;     /* what a floor above keeps while the report is open, */
    void (*drop_fn)(void *kept); /* and how it is freed */
} opened;

static inline ncurep_view bytes_of(const char *ptr, size_t len)
{
    ncurep_view v;
    v.ptr = ptr;
    v.len = len;
    return v;
}

/* The id of a string, or NCUREP_NONE. */
static inline uint32_t string_id(const ncurep_report *report, ncurep_view text)
{
    uint32_t id;
    (void)ncurep_string_find(report, text, &id);
    return id;
}

/* Opens PATH ("-": standard input) and warns about what is wrong in it; 0 with a message if nothing can be read. */
int open_report(const reader *in, const char *path, opened *o);

/* The same, and of a compressed report that is cut the part before the cut. */
int open_part(const reader *in, const char *path, opened *o);

/* A report in memory, which stays with the caller and must outlive it. */
int open_bytes(const reader *in, const char *name, const void *bytes, size_t size, opened *o);

/* A report of which a callback gives the bytes. */
int open_source(const reader *in, const char *name, const ncurep_input *file, opened *o);

/* Opens a report that must be complete; 0 with a message. */
int open_whole(const reader *in, const char *path, opened *o);
void close_report(opened *o);

/* The same in two steps: open_input reads the file or the pipe and unpacks what is compressed, 0 with a message;
   open_opened makes the report, NULL with *e. close_report in any case. */
int open_input(const reader *in, const char *path, opened *o, int beginning);
ncurep_report *open_opened(opened *o, const ncurep_report_options *options, ncurep_error *e);

/* Bytes of an open report, unpacked: as many as one read gives, 0 at the end; all of them, or 0. */
size_t input_read(const opened *o, uint64_t at, void *to, size_t size);
int input_bytes(const opened *o, uint64_t at, void *to, size_t size);

/* CLI_INPUT when the report is cut or damaged, else CLI_FINE. */
int code_of(const opened *o);

/* "TOOL: PATH: byte N: MESSAGE" on standard error. */
void say_error(const cli *c, const char *path, const ncurep_error *e);

#endif
