/* The machine code of a result: functions, their addresses, source lines. */
#ifndef EXAMPLES_NCUREP_MODEL_CODE_H
#define EXAMPLES_NCUREP_MODEL_CODE_H

#include "cubin.h"
#include "../input/report.h"
#include "model.h"
#include "cli/text_set.h"

typedef struct code_function {
    ncurep_view name; /* mangled */
    uint64_t address, size;
    uint32_t symbol;  /* NCUREP_NONE: not known */
    ncurep_view bytes;
    size_t outer;     /* index + 1 of the function in whose section this one lies; 0: not known (sass_read) */
} code_function;

/* A source file: as imported, or of --resolve-source-file. */
typedef struct code_text {
    char *path;
    size_t path_len, len;
    const char *text;
    char *own;       /* the same, or NULL: it lies in the bytes that the report holds */
    uint64_t *feeds; /* how many line feeds are before each KiB */
    uint64_t lines;
} code_text;

/* The texts by the last part of their paths. */
typedef struct code_files {
    size_t count;   /* texts that are in here */
    text_set names;
    size_t *first;  /* by number of the name: the first of its texts in list */
    size_t *list;   /* indexes of texts, by name, then as they come */
    uint64_t *most; /* lines of the longest so far among those of the same name */
} code_files;

/* Where code comes from: a place of the line tables of a cubin, its texts as those of a report. */
typedef struct code_place {
    uint64_t offset, end; /* in the function */
    ncurep_view function, directory, file;
    uint32_t line; /* 0: not known */
    cubin_place at;
} code_place;

/* Text of the instructions by another program. */
typedef struct sass_line {
    uint64_t offset;
    char *section, *text; /* section without ".text." */
} sass_line;

typedef struct sass {
    sass_line *list;
    size_t count, room;
} sass;

/* The machine code of a result and where it comes from. */
typedef struct machine_code {
    uint64_t reference;
    uint32_t result;         /* NCUREP_NONE: it is that of all results with this reference */
    uint32_t revision;       /* compute capability, major << 16 | minor */
    const char *cubin;       /* in the bytes that the report holds; NULL: none */
    size_t cubin_size;
    cubin_file *lines;     /* NULL: none */
    code_function *functions; /* by address */
    char **names;
    size_t count, room;
    code_text *texts;        /* imported source files */
    size_t text_count, text_room;
    code_files files;
    sass sass;               /* of a program; empty: ours */
    int sass_known;
    uint32_t arch;           /* of the cubin, 86 for sm_86; 0: not known */
    struct sass_texts *sass_texts; /* ours, each made once (sass.c) */
    struct function_flow **flows;  /* by function: what notes.c keeps of it for the next result that runs it; NULL: nothing yet */
    size_t flows_size;             /* in bytes */
} machine_code;

/* The module of a result; what cannot be read is absent. It lives until the next call with a result of another module,
   and so do the bytes of a source that the report holds: nothing else may ask for one. */
machine_code *code_open(opened *o, const ncurep_result *r);

/* A line of the first text with this file name that has that many lines; empty: none. */
ncurep_view code_line(machine_code *x, ncurep_view file, uint32_t line);

/* How many lines the longest text with this file name has; 0: there is none. */
uint64_t code_lines(machine_code *x, ncurep_view file);

/* The function that holds an address, and the place there; 0: no function. place->line 0: not known. */
int code_find(const machine_code *x, uint64_t address, const code_function **function, code_place *place);

/* The place of an offset in one of the tables; 0: none. */
int code_place_at(const cubin_file *lines, cubin_table table, uint32_t symbol, uint64_t offset, code_place *place);

/* Turns a place into that of the call one level out; 0: it was the outermost. */
int code_outer(const cubin_file *lines, code_place *place);

/* Turns an innermost place into the one that counts as that of its code: the call, where one was inlined there. Returns
   how many calls outward that is. */
uint32_t code_shown(const cubin_file *lines, code_place *place);

/* A line of the PTX text, from 1; empty outside. */
ncurep_view ptx_line(const cubin_file *lines, uint32_t line);

/* Runs the disassembler of a model, if it names one, once for a module; 0 with a message. */
int sass_read(machine_code *x, const model *m);
void sass_open(machine_code *x); /* once its functions are there */
void sass_close(machine_code *x);

/* Text of the instruction at an offset, until the next call; NULL: none. has_sass: whether there are texts at all. */
const char *sass_at(const machine_code *x, const code_function *f, uint64_t offset);
int has_sass(const machine_code *x);

/* The same of cubin.h, as if the instruction were at this address: branches name the one they go to; those of 8 bytes only
   at their own offset. to: what it says of itself; NULL: not wanted. */
const char *sass_for(const machine_code *x, const code_function *f, uint64_t offset, uint64_t address, cubin_instruction *to);

/* "file.cu:12", or "" */
void put_place(cli_buf *b, const code_place *place);

#endif
