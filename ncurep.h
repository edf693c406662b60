/* ncurep.h - v0.1.0 - reads Nsight Compute reports (.ncu-rep) without NVIDIA software - no warranty - SPDX: MIT-0 OR Unlicense

Do this in one C file:
    #define NCUREP_IMPLEMENTATION
    #include "ncurep.h"
and in the others only the include.

A complete program:

    #define _POSIX_C_SOURCE 200809L
    #define NCUREP_POSIX
    #define NCUREP_IMPLEMENTATION
    #include "ncurep.h"
    #include <stdio.h>

    int main(int argc, char **argv)
    {
        ncurep_input file;
        ncurep_error error;
        ncurep_report *report;
        ncurep_result result;
        ncurep_metric time;
        uint32_t i, name;
        if (argc < 2 || !ncurep_file_open(argv[1], &file, &error)) return 2;
        report = ncurep_open(&file, NULL, &error);
        name = ncurep_string_find(report, "gpu__time_duration.sum", 22);
        for (i = 0; ncurep_result_at(report, i, &result, &error); i++)
            if (ncurep_metric_find(&result, name, &time))
                printf("%.*s: %.0f ns\n", (int)result.function.len, result.function.ptr, ncurep_as_double(&time.value));
        ncurep_close(report);
        ncurep_file_close(&file);
        return 0;
    }

Promises. They hold for every input; the tests check each of them.
    P1  No read outside the input.
    P2  No write outside memory of its own and the places that the caller names.
    P3  Every view lies in the input, in the report's memory, or is empty and points at "".
    P4  Time grows with the input plus the output: n log n for the sorted indexes, else in a straight line.
    P5  Memory from the allocator stays within max_memory.
    P6  The C stack stays below 2 KiB under each public call. No recursion.
    P7  The same input gives the same result everywhere.
    P8  A call that fails changes nothing that can be seen, but for the error.
    P9  No other effect: no locale, no environment, no signals; files only in the NCUREP_POSIX part.

Trust
    bytes of the report, sizes in it, its names and texts    may be hostile
    read_fn and the allocator                                trusted to keep their contract; each call may fail
    options, indexes, pointers of the caller                 trusted; an index out of range is answered with nothing

Ownership  ncurep_open makes a report, ncurep_close frees it. Everything else is memory of the caller.
Lifetime   Views point into the input. With a read_fn the bytes of one result, of one source and of one block header
           are held at a time: what was got from a result lives until the next ncurep_result_at, and so on. Strings,
           processes and the session live as long as the report.
Threads    No globals. One report, one thread at a time; different reports are independent.
Errors     A call returns 1, or 0 and why. What is wrong in a file is a problem of the report (ncurep_problem), and what
           is whole stays readable. Iterators stop and keep the reason (list.error).
Limits     max_memory of the options (64 MiB unless set); messages 32 deep in ncurep_walk_next; groups 64 deep;
           4,294,967,294 blocks, sources, results and strings; files up to 2^62 bytes.

Not supported
    .ncu-repz (a zstd frame around a report: unpack it first), baseline files (.ncu-bln), the text of machine
    instructions (it is not in a report).

Config macros
    NCUREP_IMPLEMENTATION  the bodies, in one C file
    NCUREP_STATIC          everything static
    NCUREP_API             linkage of the public functions, "extern" unless set
    NCUREP_NO_LIBC         neither malloc nor memcpy: bring an allocator or a buffer
    NCUREP_ASSERT(e)       checks of the header's own; nothing unless set
    NCUREP_POSIX           ncurep_file_open, ncurep_file_close
*/
#ifndef NCUREP_H
#define NCUREP_H

#define NCUREP_VERSION_MAJOR 0
#define NCUREP_VERSION_MINOR 1
#define NCUREP_VERSION_PATCH 0

#if defined(NCUREP_POSIX) && (!defined(_POSIX_C_SOURCE) || _POSIX_C_SOURCE < 200809L)
#error "NCUREP_POSIX needs _POSIX_C_SOURCE 200809L or later, defined before the first include"
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* shared: api */
#ifndef NCUREP_API
#if defined(NCUREP_STATIC) && (defined(__GNUC__) || defined(__clang__))
#define NCUREP_API static __attribute__((unused))
#elif defined(NCUREP_STATIC)
#define NCUREP_API static
#else
#define NCUREP_API extern
#endif
#endif
/* end of shared */

/* shared: types */
/* A piece of text: a pointer and a length, no terminator. ptr is never NULL in a view that this header gives out. */
typedef struct ncurep_view {
    const char *ptr;
    size_t len;
} ncurep_view;

/* What went wrong. The same order in all headers of the family. */
typedef enum ncurep_code {
    NCUREP_OK = 0,
    NCUREP_ARGUMENT,    /* the call itself is wrong: a NULL that must not be, an option out of range */
    NCUREP_MEMORY,      /* the allocator or the buffer gave no more */
    NCUREP_IO,          /* a callback failed */
    NCUREP_TRUNCATED,   /* the input ends too early; what is there is not wrong */
    NCUREP_SYNTAX,      /* the input is wrong */
    NCUREP_LIMIT,       /* a limit of the options was reached */
    NCUREP_UNSUPPORTED  /* well formed, but of a kind or version that this header does not read */
} ncurep_code;

/* A code, the byte offset in the input where it happened, and a constant English sentence without a line feed. */
typedef struct ncurep_error {
    ncurep_code code;
    uint64_t offset;
    const char *message;
} ncurep_error;
/* end of shared */

/* shared: memory */
/* Where memory comes from. alloc_fn returns NULL when it has none, memory of any alignment otherwise; free_fn gets the
   size that was asked for. Both NULL: no allocator. Called from the thread of the public call, never at the same time. */
typedef struct ncurep_allocator {
    void *(*alloc_fn)(void *user, size_t size);
    void (*free_fn)(void *user, void *ptr, size_t size);
    void *user;
} ncurep_allocator;

/* A buffer alone: no heap. A buffer and an allocator: the buffer first. Neither: malloc and free (with NCUREP_NO_LIBC an
   error, NCUREP_ARGUMENT). All zero is a good default. The buffer must outlive what is made in it. */
typedef struct ncurep_memory {
    void *buffer;
    size_t buffer_size;
    ncurep_allocator allocator;
    size_t max_memory; /* most bytes to hold from the allocator at once; 0: 64 MiB */
} ncurep_memory;
/* end of shared */

/* "None" among indexes and ids. */
#define NCUREP_NONE 0xffffffffu

/* Whether the field of this number was in the message that x was read from. The number stands beside each member. */
#define NCUREP_HAS(x, number) (((x)->has >> (number)) & 1)

/* ---------------------------------------------------------------------------------------------- input and options */

/* Where the bytes of a report come from. read_fn puts up to size bytes from this offset into to and returns how many;
   0 is a failure. It is asked for bytes below size only. */
typedef struct ncurep_input {
    size_t (*read_fn)(void *user, uint64_t offset, void *to, size_t size);
    void *user;
    uint64_t size; /* of the whole report */
} ncurep_input;

/* The first problem of the report makes ncurep_open fail. */
#define NCUREP_STRICT 1u

/* All zero is a good default. */
typedef struct ncurep_options {
    ncurep_memory memory;
    uint32_t flags;
} ncurep_options;

typedef struct ncurep_report ncurep_report;

/* The container at a glance. */
typedef struct ncurep_info {
    uint64_t size;        /* bytes of the input */
    int has_version;      /* 0 when the file ends before it */
    uint32_t version;     /* of the file format: 7 in all 155 files observed, 2018 to 2025 */
    ncurep_view header;   /* the message FileHeader */
    uint32_t blocks, sources, results, strings, processes; /* in complete blocks */
    uint32_t problems;    /* how many were met; the first 16 are kept */
    int is_cut;           /* the file ends inside a block (or its header): */
    uint64_t cut_at;      /* where that block starts, */
    uint64_t cut_have;    /* the bytes from there to the end, */
    uint64_t cut_need;    /* and how many are known to be needed */
    int is_damaged;       /* what follows damaged_at cannot be read: nothing says where the next block begins */
    uint64_t damaged_at;
    size_t memory;        /* held from the allocator; it never shrinks */
} ncurep_info;

/* One block of the container. Observed: 7 to 116 a file, at most one source or result in each. */
typedef struct ncurep_block {
    uint64_t at;           /* offset of the size in front of the header */
    uint32_t header_size, payload_size;
    uint32_t sources, kernels, ranges, cmdlists, graphs; /* as the header counts them */
    uint32_t strings;      /* in this block's piece of the string table */
    int has_session;       /* the block holds a piece of the session */
    uint32_t process;      /* index, or NCUREP_NONE: the default process */
    uint32_t first_source, first_result; /* index of its first one, if it has any */
    uint64_t rest_at;      /* what is left of the payload behind the entries that the header counts, */
    uint32_t rest_size;    /* a kind of result that this header does not know */
    ncurep_view header;    /* the message BlockHeader */
} ncurep_block;

/* --------------------------------------------------------------------------------------------------- wire format */

/* A field of a message as it stands in the file. */
typedef struct ncurep_field {
    uint32_t number;
    uint32_t wire;     /* 0 varint, 1 eight bytes, 2 bytes with a length, 3 group, 5 four bytes */
    uint64_t value;    /* of wire 0, 1 and 5 */
    ncurep_view bytes; /* of wire 2 and 3, else empty */
} ncurep_field;

/* Fields of a message, or those of one number (a repeated field). A copy is a bookmark. */
typedef struct ncurep_list {
    const char *ptr, *end;
    const char *inner;  /* within packed numbers */
    uint64_t at;        /* offset of ptr in the file; after an error that of the error */
    uint32_t field;     /* 0: all */
    uint32_t count;     /* elements that are still to come (0 when field is 0) */
    const char *error;  /* NULL, or why the list ended early */
} ncurep_list;

/* A sub-message that is nothing but a list. */
typedef struct ncurep_items {
    uint64_t has;
    ncurep_list list;
} ncurep_items;

/* ------------------------------------------------------------------------------------------------------- messages
   A number beside a member is the number of its field, for NCUREP_HAS. Fields that are absent are 0 or empty. A scalar
   that stands twice in a message: the last counts. Enums are numbers, since newer files bring newer values; their
   names are in docs/FORMAT-ncurep.md. Texts are bytes: most are UTF-8, none need be. */

typedef enum ncurep_kind {
    NCUREP_NOTHING = 0,
    NCUREP_STRING = 1,
    NCUREP_FLOAT = 2,
    NCUREP_DOUBLE = 3,
    NCUREP_UINT32 = 4,
    NCUREP_UINT64 = 5,
    NCUREP_INT32 = 6, /* 6 and 7 in NVTX payloads only */
    NCUREP_INT64 = 7
} ncurep_kind;

/* One value of a metric, an instance, an attribute, or an NVTX payload. */
typedef struct ncurep_value {
    ncurep_kind kind;
    uint64_t bits;    /* an integer; of float and double the IEEE 754 bits; INT32 and INT64 as two's complement */
    ncurep_view text; /* of a string */
} ncurep_value;

typedef struct ncurep_xyz {
    uint64_t has;
    uint64_t x, y, z; /* 1 2 3 */
} ncurep_xyz;

/* BlockHeader.Process */
typedef struct ncurep_process {
    uint64_t has;
    uint32_t id;      /* 1 */
    ncurep_view host; /* 2 */
    ncurep_view name; /* 3: path of the program; from Windows with a zero byte at the end (3 of 3 files) */
} ncurep_process;

typedef struct ncurep_address {
    uint64_t has;
    ncurep_view address; /* 1 */
    int32_t type;        /* 2 */
} ncurep_address;

typedef struct ncurep_system {
    uint64_t has;
    ncurep_view os, build, processor, architecture, computer; /* 1 to 5 */
    int32_t platform;                                         /* 6 */
    ncurep_list addresses;                                    /* 7: ncurep_next_address */
} ncurep_system;

typedef struct ncurep_pair {
    uint64_t has;
    ncurep_view name;  /* 1 */
    ncurep_view value; /* 2 */
} ncurep_pair;

typedef struct ncurep_device {
    uint64_t has;
    uint32_t id;            /* 1 */
    ncurep_view name;       /* 2 */
    ncurep_list attributes; /* 3: ncurep_next_attribute */
} ncurep_device;

typedef struct ncurep_attribute {
    uint64_t has;
    ncurep_view name;   /* 1 */
    ncurep_value value; /* 2 */
} ncurep_attribute;

typedef struct ncurep_executable {
    uint64_t has;
    ncurep_view path, directory, arguments; /* 1 2 3 */
    ncurep_view environment;                /* 4: may hold secrets */
} ncurep_executable;

typedef struct ncurep_filter_options {
    uint64_t has;
    ncurep_view kernel, base, id;       /* 1 2 3 */
    uint32_t skip, skip_before, count;  /* 4 5 6 */
    ncurep_view nvtx;                   /* 7 */
} ncurep_filter_options;

typedef struct ncurep_sampling_options {
    uint64_t has;
    int interval_auto;                 /* 1 */
    uint64_t interval, passes, buffer; /* 2 3 4 */
} ncurep_sampling_options;

typedef struct ncurep_other_options {
    uint64_t has;
    int rules;           /* 1 */
    ncurep_view metrics; /* 2 */
} ncurep_other_options;

/* Options of the user interface that collected the report. */
typedef struct ncurep_settings {
    uint64_t has;
    int nvtx, no_start_stop, from_start; /* 1 2 3 */
    ncurep_view activity;                /* 4 */
    ncurep_filter_options filter;        /* 5 */
    ncurep_other_options other;          /* 6 */
    ncurep_view sections, clocks;        /* 7 8 */
    ncurep_sampling_options sampling;    /* 9 */
    int import_source;                   /* 10 */
    ncurep_view replay;                  /* 11 */
    int cpu_stack;                       /* 12 */
} ncurep_settings;

/* The pieces of all blocks, merged. */
typedef struct ncurep_session {
    uint64_t has;
    uint32_t pid;                 /* 1: the default process */
    uint64_t created;             /* 2: seconds since 1970 UTC */
    ncurep_system host, target;   /* 3 4 */
    ncurep_items properties;      /* 5: ncurep_next_pair */
    ncurep_list devices;          /* 6: ncurep_next_device */
    ncurep_view comments;         /* 7 */
    ncurep_list versions;         /* 8: ncurep_next_pair: provider, version */
    ncurep_executable executable; /* 9 */
    ncurep_settings settings;     /* 10 */
    ncurep_view command;          /* 11: the profiler's command line */
} ncurep_session;

typedef struct ncurep_relocation {
    uint64_t has;
    ncurep_list functions; /* 1: ncurep_next_symbol */
    ncurep_list objects;   /* 2: ncurep_next_symbol */
} ncurep_relocation;

typedef struct ncurep_symbol {
    uint64_t has;
    ncurep_view name; /* 1: mangled */
    uint64_t address; /* 2: where it was on the GPU */
    uint32_t index;   /* 3: in the .symtab of the cubin */
} ncurep_symbol;

typedef struct ncurep_source_file {
    uint64_t has;
    ncurep_view path;    /* 1 */
    ncurep_view content; /* 2 */
} ncurep_source_file;

/* One SourceData: a module, or a piece of one. */
typedef struct ncurep_source {
    uint64_t has;
    uint32_t index, block;
    uint64_t at;                  /* offset of the message in the file */
    ncurep_view bytes;            /* the message */
    uint64_t reference;           /* 1: key of the module */
    ncurep_view code;             /* 2 */
    ncurep_view intermediate;     /* 3 */
    ncurep_view binary;           /* 4: the cubin, an ELF file */
    int32_t sass;                 /* 5: major compute capability */
    uint32_t revision;            /* 6: compute capability, major << 16 | minor */
    uint32_t flags;               /* 7 */
    ncurep_items files;           /* 8: ncurep_next_source_file */
    ncurep_relocation relocation; /* 9 */
} ncurep_source;

/* All sources of one reference. Observed: a later piece has no cubin and lists more functions (51 of 155 files). */
typedef struct ncurep_module {
    uint64_t reference;
    uint32_t pieces; /* how many sources */
    uint32_t first;  /* index of the first source; ncurep_module_next gives the others */
} ncurep_module;

typedef struct ncurep_clock {
    uint64_t has;
    int requested; /* 1: clocks were to be held at base */
    int executed;  /* 2: they were */
} ncurep_clock;

typedef struct ncurep_series {
    uint64_t has;
    uint32_t id;             /* 1 */
    ncurep_view combination; /* 2 */
} ncurep_series;

typedef struct ncurep_origin {
    uint64_t has;
    uint64_t reference; /* 1 */
    int32_t sass;       /* 5: in the oldest files */
} ncurep_origin;

typedef struct ncurep_nvtx {
    uint64_t has;
    ncurep_list domains;     /* 1: ncurep_next_nvtx_domain */
    ncurep_list threads;     /* 2: ncurep_next_nvtx_thread */
    ncurep_list start_end;   /* 3: ncurep_next_nvtx_open */
    uint64_t default_domain; /* 4 */
} ncurep_nvtx;

typedef enum ncurep_result_kind {
    NCUREP_KERNEL, /* ProfileResult */
    NCUREP_RANGE,  /* RangeResult: several launches, replayed together */
    NCUREP_CMDLIST, /* CmdlistResult */
    NCUREP_GRAPH   /* GraphResult: a CUDA graph as a whole */
} ncurep_result_kind;

/* A result of any kind. The numbers are those of a kernel; the other kinds have other numbers in the file, but the
   same ones here. What a kind does not have is absent. */
typedef struct ncurep_result {
    uint64_t has;
    uint32_t index, block;
    uint32_t process; /* index, or NCUREP_NONE */
    ncurep_result_kind kind;
    uint64_t at;       /* offset of the message in the file */
    ncurep_view bytes; /* the message */
    uint32_t thread;   /* 1: host thread */
    uint64_t call;     /* 2: API call */
    uint64_t program, kernel;                  /* 3 4 */
    ncurep_view mangled, function, demangled;  /* 5 6 7 */
    uint32_t dimensions;                       /* 8 */
    ncurep_xyz offset;                         /* 9 */
    ncurep_xyz global_size;                    /* 10: as stored; see grid */
    ncurep_xyz block_size;                     /* 11: threads */
    ncurep_view comments;                      /* 12 */
    ncurep_list metrics;                       /* 13: ncurep_next_metric */
    uint64_t created;                          /* 14: seconds since 1970 */
    ncurep_origin source;                      /* 15 */
    int32_t api;                               /* 16 */
    ncurep_list sections;                      /* 17: ncurep_next_section */
    ncurep_list section_comments;              /* 18: ncurep_next_comment */
    ncurep_list rules;                         /* 19: ncurep_next_rule */
    int unsupported;                           /* 20: the device was not fully supported */
    ncurep_nvtx nvtx;                          /* 21 */
    uint32_t context, stream;                  /* 22 23 */
    ncurep_series series;                      /* 24 */
    ncurep_clock clock;                        /* 25 */
    ncurep_view context_name, stream_name;     /* 26 27 */
    ncurep_items stack;                        /* 28: ncurep_next_frame, innermost first */
    ncurep_view field31;                       /* 31: always empty (5 files of 2025.2.1) */
    float driver;                              /* 35: driver version as a number, 2025.2.1 */
    ncurep_list references;                    /* 40: ncurep_next_reference; of all kinds but kernels */
    ncurep_view display;                       /* 41: of command lists */
    uint64_t grid[3]; /* in blocks: the oldest files (no clock, no target version) store threads (observed in 7) */
} ncurep_result;

typedef struct ncurep_metric {
    uint64_t has;
    uint32_t name_id;      /* 1: ncurep_string */
    ncurep_value value;    /* 2: can be absent although there are instances */
    ncurep_list instances; /* 3: ncurep_next_instance, ncurep_instances */
    int32_t id_kind;       /* 4: 0 the usual, 1 correlation ids are time stamps in ns */
} ncurep_metric;

typedef struct ncurep_instance {
    uint64_t has;
    ncurep_value id;    /* 1 */
    ncurep_value value; /* 2 */
} ncurep_instance;

typedef struct ncurep_nvtx_string {
    uint64_t has;
    uint64_t id;      /* 1 */
    ncurep_view text; /* 2 */
} ncurep_nvtx_string;

typedef struct ncurep_nvtx_names {
    uint64_t has;
    int32_t family;       /* 1 */
    ncurep_list mappings; /* 2: ncurep_next_nvtx_string */
} ncurep_nvtx_names;

typedef struct ncurep_nvtx_domain {
    uint64_t has;
    uint64_t id;         /* 1 */
    ncurep_view name;    /* 2 */
    ncurep_list strings; /* 3: ncurep_next_nvtx_string */
    ncurep_list tables;  /* 4: ncurep_next_nvtx_names */
} ncurep_nvtx_domain;

typedef struct ncurep_nvtx_thread {
    uint64_t has;
    uint32_t id;         /* 1: that of the result is its own thread */
    ncurep_list domains; /* 2: ncurep_next_nvtx_open */
} ncurep_nvtx_thread;

/* Open ranges of a domain: the stack of a thread, outermost first (ncurep_next_nvtx_push), or the start/end ranges of
   the process (ncurep_next_nvtx_start). */
typedef struct ncurep_nvtx_open {
    uint64_t has;
    uint64_t id;        /* 1: of the domain */
    ncurep_list ranges; /* 3 */
} ncurep_nvtx_open;

typedef struct ncurep_nvtx_color {
    uint64_t has;
    int32_t type;   /* 1 */
    uint32_t color; /* 2: ARGB */
} ncurep_nvtx_color;

typedef struct ncurep_nvtx_payload {
    uint64_t has;
    int32_t type;       /* 1 */
    ncurep_value value; /* one of 2 to 8 */
} ncurep_nvtx_payload;

typedef struct ncurep_nvtx_message {
    uint64_t has;
    int32_t type;     /* 1 */
    ncurep_view text; /* 2 */
    uint64_t handle;  /* 3: of a string of the domain */
} ncurep_nvtx_message;

typedef struct ncurep_nvtx_attributes {
    uint64_t has;
    uint32_t version, category;  /* 1 2 */
    ncurep_nvtx_color color;     /* 3 */
    ncurep_nvtx_payload payload; /* 4 */
    ncurep_nvtx_message message; /* 5 */
} ncurep_nvtx_attributes;

/* A push/pop or a start/end range. The numbers are those of a start/end range. */
typedef struct ncurep_nvtx_range {
    uint64_t has;
    uint64_t id;                       /* 1: start/end only */
    ncurep_view name;                  /* 2 */
    ncurep_nvtx_attributes attributes; /* 3 */
    uint64_t call;                     /* 4: last API call before it was opened */
    uint32_t thread;                   /* 5: start/end only */
} ncurep_nvtx_range;

typedef struct ncurep_frame {
    uint64_t has;
    ncurep_view module;   /* 1 */
    uint64_t address;     /* 2 */
    ncurep_view file;     /* 3 */
    ncurep_view function; /* 4 */
    uint32_t line;        /* 5: 0 unknown */
} ncurep_frame;

/* A metric or group that a section names; a set (name only). */
typedef struct ncurep_label {
    uint64_t has;
    ncurep_view name;  /* 1 */
    ncurep_view label; /* 2 */
} ncurep_label;

typedef struct ncurep_section_metrics {
    uint64_t has;
    ncurep_list metrics; /* 1 (of a header 2): ncurep_next_label */
    uint32_t order;      /* 2 (of a header 1: rows) */
} ncurep_section_metrics;

typedef struct ncurep_section_body {
    uint64_t has;
    ncurep_list items; /* 1: ncurep_next_field */
    ncurep_view name;  /* 2 */
    int set_default;   /* 3 */
} ncurep_section_body;

/* A section definition as the report stores it. bytes is all of it. */
typedef struct ncurep_section {
    uint64_t has;
    ncurep_view bytes;
    ncurep_view identifier, name;   /* 1 2 */
    uint32_t order;                 /* 3 */
    ncurep_section_metrics header;  /* 4 */
    ncurep_list bodies;             /* 5: ncurep_next_section_body */
    ncurep_section_metrics metrics; /* 6 */
    ncurep_view description;        /* 7 */
    ncurep_list sets;               /* 8: ncurep_next_label */
    ncurep_view extends;            /* 9 */
    ncurep_items definitions;       /* 10: ncurep_next_pair: name, expression */
    ncurep_list groups;             /* 12: ncurep_next_label */
    ncurep_list source_metrics;     /* 13: ncurep_next_section_metrics */
} ncurep_section;

typedef struct ncurep_comment_id {
    uint64_t has;
    ncurep_view section; /* 1 */
} ncurep_comment_id;

typedef struct ncurep_comment {
    uint64_t has;
    ncurep_comment_id id; /* 1 */
    ncurep_view name;     /* 2 */
    ncurep_view text;     /* 3 */
} ncurep_comment;

typedef struct ncurep_rule {
    uint64_t has;
    ncurep_view identifier, name; /* 1 2 */
    ncurep_items body;            /* 3: ncurep_next_rule_item; absent: the rule said nothing */
    ncurep_view section;          /* 4 */
    ncurep_list markers;          /* 5: ncurep_next_marker */
} ncurep_rule;

typedef struct ncurep_message {
    uint64_t has;
    ncurep_view text; /* 1 */
    int32_t type;     /* 2: 0 none, 1 ok, 2 warning, 3 error, 4 optimization */
    int32_t id;       /* 3 */
    ncurep_view name; /* 4 */
} ncurep_message;

typedef struct ncurep_speedup {
    uint64_t has;
    int32_t type;   /* 1: 1 local, 2 global */
    double percent; /* 2 */
} ncurep_speedup;

typedef struct ncurep_rule_item {
    uint64_t has;
    ncurep_message message;   /* 1 */
    ncurep_view chart[6];     /* 2 3 4 5 7 9: ncurep_table_of */
    uint64_t chart_at[6];
    ncurep_comment_id proposal; /* 6: identifier of the next rule, in section */
    ncurep_list focus;        /* 8: ncurep_next_focus */
    ncurep_speedup speedup;   /* 10 */
} ncurep_rule_item;

typedef struct ncurep_focus {
    uint64_t has;
    int32_t message;  /* 1: id of the message */
    ncurep_view name; /* 2 */
    double value;     /* 3 */
    int32_t severity; /* 4: 0 default, 1 low, 2 high */
    ncurep_view info; /* 5 */
} ncurep_focus;

typedef struct ncurep_marker {
    uint64_t has;
    int32_t kind;     /* 1: 0 machine instruction, 1 source line */
    uint32_t line;    /* 2 */
    uint64_t address; /* 3 */
    ncurep_view text; /* 4 */
    int32_t type;     /* 5: as of a message */
    ncurep_view path; /* 6 */
} ncurep_marker;

typedef enum ncurep_table_kind {
    NCUREP_TABLE,
    NCUREP_BAR_CHART,
    NCUREP_HISTOGRAM_CHART,
    NCUREP_LINE_CHART,
    NCUREP_ROOFLINE_CHART,
    NCUREP_SOURCE_METRIC_TABLE
} ncurep_table_kind;

/* A table or chart of a rule. */
typedef struct ncurep_table {
    uint64_t has;
    ncurep_table_kind kind;
    ncurep_view label;    /* 1 */
    ncurep_list metrics;  /* of all but rooflines; ncurep_next_table_metric does both */
    ncurep_list rooflines, achieved, walls;
    ncurep_view value[2]; /* of a roofline, not yet walked */
    uint64_t value_at[2];
    uint32_t value_count, value_next;
    ncurep_list cycles;   /* of the last value */
} ncurep_table;

/* A step on the way to an unknown field: a field number and the index among the fields of that number. */
typedef struct ncurep_step {
    uint32_t field, index;
} ncurep_step;

typedef enum ncurep_root { NCUREP_ROOT_FILE, NCUREP_ROOT_BLOCK, NCUREP_ROOT_SOURCE, NCUREP_ROOT_KERNEL, NCUREP_ROOT_RANGE,
    NCUREP_ROOT_CMDLIST, NCUREP_ROOT_GRAPH } ncurep_root;

#define NCUREP_WALK_DEPTH 32

typedef struct ncurep_walk_level {
    const char *start, *ptr, *end;
    uint64_t present;
    uint32_t index;
    uint16_t message, field;
} ncurep_walk_level;

/* A walk through a message and all that this header knows of its sub-messages. The members are private but error. */
typedef struct ncurep_walk {
    ncurep_walk_level level[NCUREP_WALK_DEPTH];
    ncurep_step path[NCUREP_WALK_DEPTH];
    uint32_t depth;
    const char *base;
    uint64_t at;
    ncurep_error error;
} ncurep_walk;

typedef struct ncurep_unknown {
    const ncurep_step *path; /* in the walk */
    uint32_t depth;          /* steps of the path; 0: at the top */
    uint64_t at;             /* offset in the file */
    ncurep_field field;
} ncurep_unknown;

/* ----------------------------------------------------------------------------------------------------- the report */

/* Returns a constant word for a code ("ok", "syntax"); "?" for a number that is no code. */
NCUREP_API const char *ncurep_code_name(ncurep_code code);

/* Returns a report, or NULL for ARGUMENT, MEMORY, IO and LIMIT (with NCUREP_STRICT for every problem).
   The caller closes it. input is copied; read_fn and its user must outlive the report.
   What is wrong in the file is a problem of the report, and all complete blocks are read.
   options and error may be NULL, input may not.
   Cost: a walk over the block headers, at least one read each; 24 bytes a block, 16 a source or result, 16 a string,
   and of the headers what belongs to the string table and the session. Payloads are not read but for the sizes of
   their entries.
   Source: the vendor's customization guide describes the container; observed in 155 files. */
NCUREP_API ncurep_report *ncurep_open(const ncurep_input *input, const ncurep_options *options, ncurep_error *error);

/* As ncurep_open, for a report in memory, which must outlive it. Nothing is copied. data may be NULL when size is 0. */
NCUREP_API ncurep_report *ncurep_open_memory(const void *data, size_t size, const ncurep_options *options, ncurep_error *error);

/* Frees the report. NULL is fine. */
NCUREP_API void ncurep_close(ncurep_report *report);

/* The container at a glance; all zero for NULL. */
NCUREP_API void ncurep_info_of(const ncurep_report *report, ncurep_info *out);

/* Returns 1 and problem i, in the order of the file; 0 when there are not so many or it was not kept (the first 16 are).
   TRUNCATED: the file is cut. UNSUPPORTED: another version, or entries of an unknown kind. SYNTAX: damage. LIMIT: a
   block header larger than max_memory. */
NCUREP_API int ncurep_problem(const ncurep_report *report, uint32_t i, ncurep_error *out);

/* Returns 1 and block i; 0 when there is none (code OK) or it could not be read.
   Views live until the next ncurep_block_at. error may be NULL. Cost: reads the header again. */
NCUREP_API int ncurep_block_at(ncurep_report *report, uint32_t i, ncurep_block *out, ncurep_error *error);

/* Returns 1 and the string of this id; 0 and an empty view when the table is shorter. Cost: constant.
   The table is the concatenation of the pieces of all blocks, so ids may point forward (observed in 15 files). */
NCUREP_API int ncurep_string(const ncurep_report *report, uint32_t id, ncurep_view *out);

/* Returns the least id of this text, or NCUREP_NONE. Cost: in a straight line; log n after ncurep_sort_strings. */
NCUREP_API uint32_t ncurep_string_find(const ncurep_report *report, const char *text, size_t len);

/* Returns 1 when the string table has its sorted index, which is made on the first call; 0 for MEMORY or LIMIT.
   Cost: n log n comparisons, 12 bytes a string. */
NCUREP_API int ncurep_sort_strings(ncurep_report *report, ncurep_error *error);

/* Returns 1 and process i of info.processes: the different ones among the blocks, in order of appearance. */
NCUREP_API int ncurep_process_at(const ncurep_report *report, uint32_t i, ncurep_process *out);

/* Returns 1 and the session, merged from the pieces of all blocks: later scalars win, lists append.
   Views live as long as the report. Cost: the size of the session. */
NCUREP_API int ncurep_session_of(const ncurep_report *report, ncurep_session *out);

/* Returns 1 and source i; 0 when there is none (code OK) or it is malformed or cannot be read.
   Views live until the next ncurep_source_at (and the module functions). error may be NULL. Cost: its top level. */
NCUREP_API int ncurep_source_at(ncurep_report *report, uint32_t i, ncurep_source *out, ncurep_error *error);

/* Returns 1 when the sources are sorted into modules, which happens on the first call: every source is read once, and
   one that is malformed belongs to none. 0 for MEMORY, LIMIT or IO. Cost: n log n. *count may be NULL. */
NCUREP_API int ncurep_modules(ncurep_report *report, uint32_t *count, ncurep_error *error);

/* Returns 1 and module i, in order of first appearance; 0 when there is none, or before ncurep_modules. */
NCUREP_API int ncurep_module_at(const ncurep_report *report, uint32_t i, ncurep_module *out);

/* Returns the index of the module with this reference, or NCUREP_NONE. Cost: log n. */
NCUREP_API uint32_t ncurep_module_find(const ncurep_report *report, uint64_t reference);

/* Returns the source that continues the module of this source, or NCUREP_NONE. */
NCUREP_API uint32_t ncurep_module_next(const ncurep_report *report, uint32_t source);

/* Returns 1 and result i, all kinds in one numbering; 0 when there is none (code OK) or it is malformed or cannot be
   read. Views live until the next ncurep_result_at. error may be NULL. Cost: its top level. */
NCUREP_API int ncurep_result_at(ncurep_report *report, uint32_t i, ncurep_result *out, ncurep_error *error);

/* -------------------------------------------------------------------------------------------------------- metrics */

/* Returns 1 and the next metric; 0 at the end or on an error (list->error). Names can come twice in a result. */
NCUREP_API int ncurep_next_metric(ncurep_list *list, ncurep_metric *out);

/* Returns 1 and the first metric of the result with this name id; 0 and an empty one when there is none. Cost: reads
   the first field of each metric; for many names of one result ncurep_index_metrics is better. */
NCUREP_API int ncurep_metric_find(const ncurep_result *result, uint32_t name_id, ncurep_metric *out);

/* Metrics of one result, sorted by name. */
typedef struct ncurep_index {
    const ncurep_report *report;
    const ncurep_result *result;
    const void *entries; /* private */
    uint32_t count;      /* metrics */
} ncurep_index;

/* Returns 1 and the sorted index of a result; 0 for MEMORY, LIMIT or a malformed metric.
   It lives until the next ncurep_index_metrics of the same report and as long as the result. Sorts the string table on
   the first call. Cost: n log n, 16 bytes a metric, held by the report for the next one. */
NCUREP_API int ncurep_index_metrics(ncurep_report *report, const ncurep_result *result, ncurep_index *out, ncurep_error *error);

/* Returns how many metrics have this name, and the place of the first in *place; the others follow it, in the order of
   the file. Cost: log n. place may be NULL. */
NCUREP_API uint32_t ncurep_index_find(const ncurep_index *index, const char *name, size_t len, uint32_t *place);

/* Returns 1 and the metric at a place below index->count; places are in the order of the names (metrics whose name is
   not in the string table come last). */
NCUREP_API int ncurep_index_metric(const ncurep_index *index, uint32_t place, ncurep_metric *out);

/* Returns 1 and the next instance; 0 at the end or on an error. */
NCUREP_API int ncurep_next_instance(ncurep_list *list, ncurep_instance *out);

/* Puts the next instances of a list, at most room, into arrays of the caller and returns how many; fewer than room at the
   end or on an error (list->error). ids takes correlation ids as ncurep_as_u64 gives them, doubles and integers take
   values as ncurep_as_double and ncurep_as_u64 do; each may be NULL. */
NCUREP_API size_t ncurep_instances(ncurep_list *list, uint64_t *ids, double *doubles, uint64_t *integers, size_t room);

/* The value as a number: of an integer the nearest double; 0 of a string or nothing. NULL: 0.
   Source: the vendor's documented Python interface; where it is silent, a choice. */
NCUREP_API double ncurep_as_double(const ncurep_value *value);

/* The value as an integer: of a double or float truncated toward 0; 0 when negative, too large, not a number, a string
   or nothing. NULL: 0. */
NCUREP_API uint64_t ncurep_as_u64(const ncurep_value *value);

/* The text of a string value; empty for every other kind and NULL. */
NCUREP_API ncurep_view ncurep_as_text(const ncurep_value *value);

/* ---------------------------------------------------------------------------------------------------- other lists
   Each returns 1 and the next element; 0 at the end, or on an error, which stays in list->error with its offset in
   list->at. Views live as long as the bytes of the list. NULL: 0. Cost: the size of the element's top level. */

NCUREP_API int ncurep_next_address(ncurep_list *list, ncurep_address *out);
NCUREP_API int ncurep_next_pair(ncurep_list *list, ncurep_pair *out);
NCUREP_API int ncurep_next_device(ncurep_list *list, ncurep_device *out);
NCUREP_API int ncurep_next_attribute(ncurep_list *list, ncurep_attribute *out);
NCUREP_API int ncurep_next_symbol(ncurep_list *list, ncurep_symbol *out);
NCUREP_API int ncurep_next_source_file(ncurep_list *list, ncurep_source_file *out);
NCUREP_API int ncurep_next_reference(ncurep_list *list, uint64_t *out);
NCUREP_API int ncurep_next_frame(ncurep_list *list, ncurep_frame *out);
NCUREP_API int ncurep_next_nvtx_domain(ncurep_list *list, ncurep_nvtx_domain *out);
NCUREP_API int ncurep_next_nvtx_string(ncurep_list *list, ncurep_nvtx_string *out);
NCUREP_API int ncurep_next_nvtx_names(ncurep_list *list, ncurep_nvtx_names *out);
NCUREP_API int ncurep_next_nvtx_thread(ncurep_list *list, ncurep_nvtx_thread *out);
NCUREP_API int ncurep_next_nvtx_open(ncurep_list *list, ncurep_nvtx_open *out);
NCUREP_API int ncurep_next_nvtx_push(ncurep_list *list, ncurep_nvtx_range *out);
NCUREP_API int ncurep_next_nvtx_start(ncurep_list *list, ncurep_nvtx_range *out);
NCUREP_API int ncurep_next_section(ncurep_list *list, ncurep_section *out);
NCUREP_API int ncurep_next_section_body(ncurep_list *list, ncurep_section_body *out);
NCUREP_API int ncurep_next_section_metrics(ncurep_list *list, ncurep_section_metrics *out);
NCUREP_API int ncurep_next_label(ncurep_list *list, ncurep_label *out);
NCUREP_API int ncurep_next_comment(ncurep_list *list, ncurep_comment *out);
NCUREP_API int ncurep_next_rule(ncurep_list *list, ncurep_rule *out);
NCUREP_API int ncurep_next_rule_item(ncurep_list *list, ncurep_rule_item *out);
NCUREP_API int ncurep_next_focus(ncurep_list *list, ncurep_focus *out);
NCUREP_API int ncurep_next_marker(ncurep_list *list, ncurep_marker *out);

/* Returns 1 and the table or chart of this kind of a rule's item; 0 when it has none or it is malformed. */
NCUREP_API int ncurep_table_of(const ncurep_rule_item *item, ncurep_table_kind kind, ncurep_table *out);

/* Returns 1 and the next metric that the table or chart is made from; 0 at the end or on an error
   (table->metrics.error). Of a roofline: of each roofline work and traffic, of each achieved value the same, then the
   walls. */
NCUREP_API int ncurep_next_table_metric(ncurep_table *table, ncurep_label *out);

/* ----------------------------------------------------------------------------------------------------- wire fields */

/* The fields of a message, for ncurep_next_field. at is the offset of bytes in the file, or 0. */
NCUREP_API ncurep_list ncurep_fields(ncurep_view bytes, uint64_t at);

/* Returns 1 and the next field of a list as it stands in the file; 0 at the end or on an error. NULL: 0. */
NCUREP_API int ncurep_next_field(ncurep_list *list, ncurep_field *out);

/* Begins a walk that finds every field which this header does not know, or knows with another wire type.
   at is the offset of bytes in the file, or 0. bytes must outlive the walk. */
NCUREP_API void ncurep_walk_start(ncurep_walk *walk, ncurep_root root, ncurep_view bytes, uint64_t at);

/* Returns 1 and the next unknown field: of a message first its own, then those of its sub-messages by field number and
   index. 0 at the end, or when the message or one of its known sub-messages is malformed (walk->error.code is not OK):
   a walk to its end proves that the whole message can be read. Cost: the whole message, once. */
NCUREP_API int ncurep_walk_next(ncurep_walk *walk, ncurep_unknown *out);

#ifdef NCUREP_POSIX
/* Returns 1 and a file as input; 0 and IO when it cannot be opened or is no regular file. To be closed after the
   report. Neither path nor out may be NULL. */
NCUREP_API int ncurep_file_open(const char *path, ncurep_input *out, ncurep_error *error);
NCUREP_API void ncurep_file_close(ncurep_input *input);
#endif

#ifdef __cplusplus
}
#endif

#endif /* NCUREP_H */

/* ================================================ end of the interface ================================================ */

#if defined(NCUREP_IMPLEMENTATION) && !defined(NCUREP_IMPLEMENTED)
#define NCUREP_IMPLEMENTED

#ifndef NCUREP_NO_LIBC
#include <stdlib.h>
#include <string.h>
#endif
#ifdef NCUREP_POSIX
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* shared: bytes */
#ifndef NCUREP_ASSERT
#define NCUREP_ASSERT(e) ((void)0)
#endif

/* Without libc the loops below must not be turned back into calls of memcpy and memset: the empty statement stops that. */
#if defined(NCUREP_NO_LIBC) && (defined(__GNUC__) || defined(__clang__))
#define NCUREP_I_PLAIN_LOOP __asm__ __volatile__("")
#else
#define NCUREP_I_PLAIN_LOOP ((void)0)
#endif

static void ncurep_i_copy(void *to, const void *from, size_t n)
{
#ifdef NCUREP_NO_LIBC
    unsigned char *t = (unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    for (; n > 0; n--) {
        *t++ = *f++;
        NCUREP_I_PLAIN_LOOP;
    }
#else
    if (n > 0) memcpy(to, from, n);
#endif
}

static void ncurep_i_zero(void *to, size_t n)
{
#ifdef NCUREP_NO_LIBC
    unsigned char *t = (unsigned char *)to;
    for (; n > 0; n--) {
        *t++ = 0;
        NCUREP_I_PLAIN_LOOP;
    }
#else
    if (n > 0) memset(to, 0, n);
#endif
}

static int ncurep_i_equal(const void *a, const void *b, size_t n)
{
#ifdef NCUREP_NO_LIBC
    const unsigned char *x = (const unsigned char *)a;
    const unsigned char *y = (const unsigned char *)b;
    for (; n > 0; n--) {
        if (*x++ != *y++) return 0;
        NCUREP_I_PLAIN_LOOP;
    }
    return 1;
#else
    return n == 0 || memcmp(a, b, n) == 0;
#endif
}
/* end of shared */

/* shared: code_name */
NCUREP_API const char *ncurep_code_name(ncurep_code code)
{
    switch (code) {
    case NCUREP_OK: return "ok";
    case NCUREP_ARGUMENT: return "argument";
    case NCUREP_MEMORY: return "memory";
    case NCUREP_IO: return "io";
    case NCUREP_TRUNCATED: return "truncated";
    case NCUREP_SYNTAX: return "syntax";
    case NCUREP_LIMIT: return "limit";
    case NCUREP_UNSUPPORTED: return "unsupported";
    default: return "?";
    }
}
/* end of shared */

/* shared: arena */
/* A bump arena over a caller's buffer, then over blocks of an allocator. There is no free of one thing. */
typedef union ncurep_i_align {
    void *p;
    uint64_t u;
    double d;
} ncurep_i_align;

typedef struct ncurep_i_block {
    struct ncurep_i_block *next;
    void *start; /* as the allocator gave it: of any alignment, so the struct may lie a few bytes behind */
    size_t size; /* as asked from the allocator, this struct included */
} ncurep_i_block;

typedef struct ncurep_i_arena {
    char *at;  /* next free byte of the current piece */
    char *end;
    ncurep_i_block *blocks;
    ncurep_allocator allocator;
    size_t max;
    size_t held; /* bytes held from the allocator */
    ncurep_code code; /* why the last ncurep_i_alloc failed: NCUREP_MEMORY or NCUREP_LIMIT */
} ncurep_i_arena;

#ifndef NCUREP_NO_LIBC
static void *ncurep_i_malloc(void *user, size_t size)
{
    (void)user;
    return malloc(size);
}

static void ncurep_i_mfree(void *user, void *ptr, size_t size)
{
    (void)user;
    (void)size;
    free(ptr);
}
#endif

/* Makes an empty arena; 0 when the options name no source of memory. */
static int ncurep_i_arena_open(ncurep_i_arena *a, const ncurep_memory *m)
{
    ncurep_i_zero(a, sizeof *a);
    a->max = (size_t)64 << 20;
    if (m != NULL) {
        if ((m->allocator.alloc_fn == NULL) != (m->allocator.free_fn == NULL)) return 0;
        a->allocator = m->allocator;
        if (m->max_memory != 0) a->max = m->max_memory;
        if (m->buffer != NULL) {
            a->at = (char *)m->buffer;
            a->end = a->at + m->buffer_size;
            return 1;
        }
    }
    if (a->allocator.alloc_fn == NULL) {
#ifdef NCUREP_NO_LIBC
        return 0;
#else
        a->allocator.alloc_fn = ncurep_i_malloc;
        a->allocator.free_fn = ncurep_i_mfree;
#endif
    }
    return 1;
}

/* Frees every block. The arena itself may lie in one of them. */
static void ncurep_i_arena_close(ncurep_i_arena *a)
{
    ncurep_i_block *b = a->blocks;
    ncurep_allocator allocator = a->allocator;
    while (b != NULL) {
        ncurep_i_block *next = b->next;
        allocator.free_fn(allocator.user, b->start, b->size);
        b = next;
    }
}

/* p, moved up to the next aligned address. */
static char *ncurep_i_aligned(char *p)
{
    const size_t unit = sizeof(ncurep_i_align);
    return p + (unit - (size_t)((uintptr_t)p % unit)) % unit;
}

/* Aligned room for count things of size bytes each, or NULL with a->code set. The one place that multiplies. */
static void *ncurep_i_alloc(ncurep_i_arena *a, size_t count, size_t size)
{
    const size_t extra = sizeof(ncurep_i_block) + 3 * sizeof(ncurep_i_align); /* the header and the two alignments */
    size_t need, skip, block;
    ncurep_i_block *b;
    char *p;
    if (size != 0 && count > ((size_t)-1 - extra) / size) {
        a->code = NCUREP_LIMIT;
        return NULL;
    }
    need = count * size;
    if (a->at != NULL) {
        skip = (size_t)(ncurep_i_aligned(a->at) - a->at);
        if (skip <= (size_t)(a->end - a->at) && need <= (size_t)(a->end - a->at) - skip) {
            p = a->at + skip;
            a->at = p + need;
            return p;
        }
    }
    if (a->allocator.alloc_fn == NULL) {
        a->code = NCUREP_MEMORY;
        return NULL;
    }
    /* Blocks grow with what is held, so that their number stays small; near the limit just what is needed. */
    block = extra + need;
    if (block < a->held / 2) block = a->held / 2;
    if (block < 4096) block = 4096;
    if (block > a->max - a->held) block = extra + need;
    if (block > a->max - a->held) {
        a->code = NCUREP_LIMIT;
        return NULL;
    }
    p = (char *)a->allocator.alloc_fn(a->allocator.user, block);
    if (p == NULL) {
        a->code = NCUREP_MEMORY;
        return NULL;
    }
    b = (ncurep_i_block *)(void *)ncurep_i_aligned(p);
    b->next = a->blocks;
    b->start = p;
    b->size = block;
    a->blocks = b;
    a->held += block;
    a->end = p + block;
    p = ncurep_i_aligned((char *)b + sizeof *b);
    a->at = p + need;
    return p;
}
/* end of shared */

static int ncurep_i_fail(ncurep_error *e, ncurep_code code, uint64_t offset, const char *message)
{
    if (e != NULL) {
        e->code = code;
        e->offset = offset;
        e->message = message;
    }
    return 0;
}

/* The last allocation of the arena failed. */
static int ncurep_i_no_memory(ncurep_error *e, const ncurep_i_arena *a, uint64_t offset)
{
    if (a->code == NCUREP_LIMIT) return ncurep_i_fail(e, NCUREP_LIMIT, offset, "more memory is needed than max_memory allows");
    return ncurep_i_fail(e, NCUREP_MEMORY, offset, "out of memory");
}

static uint32_t ncurep_i_u32(const char *p)
{
    const unsigned char *u = (const unsigned char *)p;
    return (uint32_t)u[0] | (uint32_t)u[1] << 8 | (uint32_t)u[2] << 16 | (uint32_t)u[3] << 24;
}

static uint64_t ncurep_i_u64(const char *p) { return (uint64_t)ncurep_i_u32(p) | (uint64_t)ncurep_i_u32(p + 4) << 32; }

/* --------------------------------------------------------------------------------------------------- wire reading */

/* A varint: the place behind it, or NULL when it runs past end or over 64 bits. */
static const char *ncurep_i_varint_long(const char *p, const char *end, uint64_t *out)
{
    uint64_t v = 0;
    unsigned shift;
    for (shift = 0; shift < 64 && p < end; shift += 7) {
        const unsigned char u = (unsigned char)*p++;
        if (shift == 63 && u > 1) return NULL;
        v |= (uint64_t)(u & 0x7f) << shift;
        if (u < 0x80) {
            *out = v;
            return p;
        }
    }
    return NULL;
}

static const char *ncurep_i_varint(const char *p, const char *end, uint64_t *out)
{
    if (p < end && (unsigned char)*p < 0x80) {
        *out = (unsigned char)*p;
        return p + 1;
    }
    return ncurep_i_varint_long(p, end, out);
}

#define NCUREP_I_GROUPS 64

static const char *ncurep_i_skip_group(const char *p, const char *end, uint32_t number, ncurep_view *inside, const char **why)
{
    uint32_t open[NCUREP_I_GROUPS];
    unsigned depth = 1;
    uint64_t tag, n;
    const char *start = p;
    open[0] = number;
    inside->ptr = start;
    while (depth > 0) {
        const char *field = p;
        p = ncurep_i_varint(p, end, &tag);
        if (p == NULL || tag > 0xffffffffu || tag < 8) {
            *why = "a group does not end, or a field in it has no number";
            return NULL;
        }
        switch (tag & 7) {
        case 0: p = ncurep_i_varint(p, end, &n); break;
        case 1: p = end - p >= 8 ? p + 8 : NULL; break;
        case 2:
            p = ncurep_i_varint(p, end, &n);
            if (p != NULL) p = n <= (uint64_t)(end - p) ? p + (size_t)n : NULL;
            break;
        case 3:
            if (depth == NCUREP_I_GROUPS) {
                *why = "groups are nested too deep";
                return NULL;
            }
            open[depth++] = (uint32_t)(tag >> 3);
            break;
        case 4:
            if (open[--depth] != (uint32_t)(tag >> 3)) p = NULL;
            inside->len = (size_t)(field - start);
            break;
        case 5: p = end - p >= 4 ? p + 4 : NULL; break;
        default: p = NULL; break;
        }
        if (p == NULL) {
            *why = "a field in a group is malformed";
            return NULL;
        }
    }
    return p;
}

/* The field at p: the place behind it; or NULL and why. */
static const char *ncurep_i_field_at(const char *p, const char *end, ncurep_field *f, const char **why)
{
    uint64_t tag;
    f->value = 0;
    f->bytes.ptr = "";
    f->bytes.len = 0;
    p = ncurep_i_varint(p, end, &tag);
    if (p == NULL || tag > 0xffffffffu) {
        *why = "the tag of a field is cut off or too long";
        return NULL;
    }
    f->number = (uint32_t)(tag >> 3);
    f->wire = (uint32_t)(tag & 7);
    if (f->number == 0) {
        *why = "a field has the number 0";
        return NULL;
    }
    switch (f->wire) {
    case 0:
        p = ncurep_i_varint(p, end, &f->value);
        if (p == NULL) *why = "a varint is cut off or has more than 64 bits";
        return p;
    case 1:
        if (end - p < 8) break;
        f->value = ncurep_i_u64(p);
        return p + 8;
    case 2:
        p = ncurep_i_varint(p, end, &f->value);
        if (p == NULL || f->value > (uint64_t)(end - p)) break;
        f->bytes.ptr = p;
        f->bytes.len = (size_t)f->value;
        f->value = 0;
        return p + f->bytes.len;
    case 3: return ncurep_i_skip_group(p, end, f->number, &f->bytes, why);
    case 4: *why = "a group ends that did not begin"; return NULL;
    case 5:
        if (end - p < 4) break;
        f->value = ncurep_i_u32(p);
        return p + 4;
    default: *why = "a field has a wire type that does not exist"; return NULL;
    }
    *why = "a field runs past the end of its message";
    return NULL;
}

/* --------------------------------------------------------------------------------------------------------- schema
   Every message of the format, one table for two uses: reading into the public structs, and finding what is unknown.
   Source: the vendor's published interface definitions (2020.x and 2022.4), and for later fields 155 files observed. */

enum {
    NCUREP_I_U32, NCUREP_I_I32, NCUREP_I_U64, NCUREP_I_I64, NCUREP_I_BOOL, NCUREP_I_F32, NCUREP_I_F64,
    NCUREP_I_STR,  /* string or bytes */
    NCUREP_I_MSG,  /* a sub-message, read into a struct within the struct */
    NCUREP_I_VIEW, /* a sub-message, left as bytes */
    NCUREP_I_LIST, /* repeated message */
    NCUREP_I_U64S, /* repeated number, packed or not */
    NCUREP_I_STRS, /* repeated string */
    NCUREP_I_VSTR, NCUREP_I_VF32, NCUREP_I_VF64, NCUREP_I_VU32, NCUREP_I_VU64, NCUREP_I_VI32, NCUREP_I_VI64 /* kinds of a value */
};

typedef struct ncurep_i_field {
    uint8_t number, bit, type, sub;
    uint16_t offset;
} ncurep_i_field;

/* name of the enum, member of the table, fields, whether the struct has "has" in front */
#define NCUREP_I_MESSAGES(X) \
    X(NONE, none, 1, 0) X(FILE, file, 1, 0) X(BLOCK, block, 9, 1) X(PROCESS, process, 3, 1) X(STRINGS, strings, 1, 1) \
    X(SESSION, session, 11, 1) X(SYSTEM, system, 7, 1) X(ADDRESS, address, 2, 1) X(PAIR, pair, 2, 1) \
    X(PROPERTIES, properties, 1, 1) X(DEVICE, device, 3, 1) X(ATTRIBUTE, attribute, 2, 1) X(EXECUTABLE, executable, 4, 1) \
    X(SETTINGS, settings, 12, 1) X(FILTERS, filters, 7, 1) X(SAMPLING, sampling, 4, 1) X(OTHER, other, 2, 1) \
    X(SOURCE, source, 9, 1) X(FILES, files, 1, 1) X(SOURCE_FILE, source_file, 2, 1) X(RELOCATION, relocation, 2, 1) \
    X(SYMBOL, symbol, 3, 1) X(KERNEL, kernel, 30, 1) X(RANGE, range, 15, 1) X(CMDLIST, cmdlist, 18, 1) X(GRAPH, graph, 17, 1) \
    X(ORIGIN, origin, 9, 1) X(XYZ, xyz, 3, 1) X(COMMENT, comment, 3, 1) X(COMMENT_ID, comment_id, 1, 1) X(SERIES, series, 2, 1) \
    X(CLOCK, clock, 2, 1) X(METRIC, metric, 4, 1) X(INSTANCE, instance, 2, 1) X(VALUE, value, 5, 0) X(NVTX, nvtx, 4, 1) \
    X(NVTX_DOMAIN, nvtx_domain, 4, 1) X(NVTX_STRING, nvtx_string, 2, 1) X(NVTX_NAMES, nvtx_names, 2, 1) \
    X(NVTX_THREAD, nvtx_thread, 2, 1) X(NVTX_STACK, nvtx_stack, 2, 1) X(NVTX_PUSH, nvtx_push, 3, 1) \
    X(NVTX_OPEN, nvtx_open, 2, 1) X(NVTX_START, nvtx_start, 5, 1) X(ATTRIBUTES, attributes, 5, 1) X(COLOR, color, 2, 1) \
    X(PAYLOAD, payload, 8, 1) X(TEXT, text, 3, 1) X(STACK, stack, 1, 1) X(FRAME, frame, 5, 1) X(RULE, rule, 5, 1) \
    X(RULE_BODY, rule_body, 1, 1) X(RULE_ITEM, rule_item, 10, 1) X(MESSAGE, message, 4, 1) X(PROPOSAL, proposal, 1, 1) \
    X(FOCUS, focus, 5, 1) X(SPEEDUP, speedup, 2, 1) X(MARKER, marker, 6, 1) X(SECTION, section, 13, 1) X(HEADER, header, 2, 1) \
    X(BODY, body, 3, 1) X(METRICS, metrics, 2, 1) X(SET, set, 1, 1) X(DEFINITIONS, definitions, 1, 1) \
    X(DEFINITION, definition, 3, 1) X(GROUP, group, 3, 1) X(DISPLAY, display, 2, 1) X(CORRELATION, correlation, 2, 1) \
    X(SOURCE_VIEW, source_view, 2, 1) X(LABEL, label, 11, 1) X(OPTION, option, 3, 1) X(FILTER, filter, 5, 1) \
    X(ARCH_RANGE, arch_range, 2, 1) X(COLLECTION, collection, 1, 1) X(BODY_ITEM, body_item, 23, 1) X(LABELLED, labelled, 1, 1) \
    X(CONTAINER, container, 1, 1) X(TABLE, table, 8, 1) X(BAR_CHART, bar_chart, 9, 1) X(HISTOGRAM, histogram, 5, 1) \
    X(LINE_CHART, line_chart, 6, 1) X(HIGHLIGHT, highlight, 1, 1) X(HISTOGRAM_AXIS, histogram_axis, 2, 1) \
    X(VALUE_AXIS, value_axis, 5, 1) X(AXIS_RANGE, axis_range, 2, 1) X(ROOFLINE_CHART, roofline_chart, 8, 1) \
    X(ROOFLINE_AXIS, roofline_axis, 4, 1) X(ROOFLINE, roofline, 3, 1) X(ACHIEVED, achieved, 3, 1) X(WALL, wall, 2, 1) \
    X(ROOFLINE_VALUE, roofline_value, 3, 1) X(CYCLES, cycles, 2, 1) X(ROOFLINE_OPTIONS, roofline_options, 5, 1) \
    X(POINT_OPTIONS, point_options, 2, 1) X(CHART_COLOR, chart_color, 2, 1) X(CHART_OPTIONS, chart_options, 1, 1) \
    X(SOURCE_TABLE, source_table, 5, 1) X(SUFFIX_TABLE, suffix_table, 3, 1) X(LABELS, labels, 1, 1) \
    X(SHARED_TABLE, shared_table, 5, 1) X(CACHE_TABLE, cache_table, 13, 1) X(MEMORY_TABLE, memory_table, 4, 1) \
    X(TIMELINE, timeline, 1, 1) X(METRIC_GROUP, metric_group, 3, 1) X(METRIC_ROW, metric_row, 1, 1) X(WIDGET, widget, 3, 1)

#define NCUREP_I_X(name, member, fields, has) NCUREP_I_##name,
enum { NCUREP_I_MESSAGES(NCUREP_I_X) NCUREP_I_MESSAGE_COUNT };
#undef NCUREP_I_X
#define NCUREP_I_X(name, member, fields, has) ncurep_i_field member[fields];
typedef struct ncurep_i_schema {
    NCUREP_I_MESSAGES(NCUREP_I_X)
} ncurep_i_schema;
#undef NCUREP_I_X

/* Where the fields of a message begin in the table, how many, and whether its struct counts them. */
typedef struct ncurep_i_span {
    uint16_t first;
    uint8_t count, has;
} ncurep_i_span;

#define NCUREP_I_X(name, member, fields, has) {(uint16_t)(offsetof(ncurep_i_schema, member) / sizeof(ncurep_i_field)), fields, has},
static const ncurep_i_span ncurep_i_spans[NCUREP_I_MESSAGE_COUNT] = {NCUREP_I_MESSAGES(NCUREP_I_X)};
#undef NCUREP_I_X

/* A block header as the walk needs it. */
typedef struct ncurep_i_header {
    uint64_t has;
    uint32_t count[5]; /* sources, kernels, ranges, command lists, graphs */
    uint32_t payload;
    ncurep_view session, strings, process;
} ncurep_i_header;

typedef struct ncurep_i_values { /* of a roofline, an achieved value, a wall */
    uint64_t has;
    ncurep_view value[2];
} ncurep_i_values;

typedef struct ncurep_i_cycles {
    uint64_t has;
    ncurep_list metrics;
    ncurep_view per_second;
} ncurep_i_cycles;

#define NCUREP_I_SKIP 0xffff
#define NCUREP_I_K(n, type) {n, 0, NCUREP_I_##type, 0, NCUREP_I_SKIP}                 /* known, not read */
#define NCUREP_I_S(n, type, sub) {n, 0, NCUREP_I_##type, NCUREP_I_##sub, NCUREP_I_SKIP}
#define NCUREP_I_D(n, type, st, m) {n, n, NCUREP_I_##type, 0, (uint16_t)offsetof(ncurep_##st, m)}
#define NCUREP_I_M(n, type, sub, st, m) {n, n, NCUREP_I_##type, NCUREP_I_##sub, (uint16_t)offsetof(ncurep_##st, m)}
#define NCUREP_I_B(n, bit, type, sub, st, m) {n, bit, NCUREP_I_##type, NCUREP_I_##sub, (uint16_t)offsetof(ncurep_##st, m)}
static const ncurep_i_schema ncurep_i_table = {
    /* none */ {{0, 0, 0, 0, 0}},
    /* file */ {NCUREP_I_K(1, U32)},
    /* block */
    {NCUREP_I_D(1, U32, i_header, count[0]), NCUREP_I_D(2, U32, i_header, count[1]), NCUREP_I_M(3, VIEW, SESSION, i_header, session),
     NCUREP_I_M(4, VIEW, STRINGS, i_header, strings), NCUREP_I_D(5, U32, i_header, payload), NCUREP_I_M(6, VIEW, PROCESS, i_header, process),
     NCUREP_I_D(7, U32, i_header, count[2]), NCUREP_I_D(8, U32, i_header, count[3]), NCUREP_I_D(9, U32, i_header, count[4])},
    /* process */ {NCUREP_I_D(1, U32, process, id), NCUREP_I_D(2, STR, process, host), NCUREP_I_D(3, STR, process, name)},
    /* strings */ {NCUREP_I_D(1, STRS, items, list)},
    /* session */
    {NCUREP_I_D(1, U32, session, pid), NCUREP_I_D(2, U64, session, created), NCUREP_I_M(3, MSG, SYSTEM, session, host), NCUREP_I_M(4, MSG, SYSTEM, session, target),
     NCUREP_I_M(5, MSG, PROPERTIES, session, properties), NCUREP_I_M(6, LIST, DEVICE, session, devices), NCUREP_I_D(7, STR, session, comments),
     NCUREP_I_M(8, LIST, PAIR, session, versions), NCUREP_I_M(9, MSG, EXECUTABLE, session, executable), NCUREP_I_M(10, MSG, SETTINGS, session, settings),
     NCUREP_I_D(11, STR, session, command)},
    /* system */
    {NCUREP_I_D(1, STR, system, os), NCUREP_I_D(2, STR, system, build), NCUREP_I_D(3, STR, system, processor), NCUREP_I_D(4, STR, system, architecture),
     NCUREP_I_D(5, STR, system, computer), NCUREP_I_D(6, I32, system, platform), NCUREP_I_M(7, LIST, ADDRESS, system, addresses)},
    /* address */ {NCUREP_I_D(1, STR, address, address), NCUREP_I_D(2, I32, address, type)},
    /* pair */ {NCUREP_I_D(1, STR, pair, name), NCUREP_I_D(2, STR, pair, value)},
    /* properties */ {NCUREP_I_M(1, LIST, PAIR, items, list)},
    /* device */ {NCUREP_I_D(1, U32, device, id), NCUREP_I_D(2, STR, device, name), NCUREP_I_M(3, LIST, ATTRIBUTE, device, attributes)},
    /* attribute */ {NCUREP_I_D(1, STR, attribute, name), NCUREP_I_M(2, MSG, VALUE, attribute, value)},
    /* executable */
    {NCUREP_I_D(1, STR, executable, path), NCUREP_I_D(2, STR, executable, directory), NCUREP_I_D(3, STR, executable, arguments),
     NCUREP_I_D(4, STR, executable, environment)},
    /* settings */
    {NCUREP_I_D(1, BOOL, settings, nvtx), NCUREP_I_D(2, BOOL, settings, no_start_stop), NCUREP_I_D(3, BOOL, settings, from_start),
     NCUREP_I_D(4, STR, settings, activity), NCUREP_I_M(5, MSG, FILTERS, settings, filter), NCUREP_I_M(6, MSG, OTHER, settings, other),
     NCUREP_I_D(7, STR, settings, sections), NCUREP_I_D(8, STR, settings, clocks), NCUREP_I_M(9, MSG, SAMPLING, settings, sampling),
     NCUREP_I_D(10, BOOL, settings, import_source), NCUREP_I_D(11, STR, settings, replay), NCUREP_I_D(12, BOOL, settings, cpu_stack)},
    /* filters */
    {NCUREP_I_D(1, STR, filter_options, kernel), NCUREP_I_D(2, STR, filter_options, base), NCUREP_I_D(3, STR, filter_options, id),
     NCUREP_I_D(4, U32, filter_options, skip), NCUREP_I_D(5, U32, filter_options, skip_before), NCUREP_I_D(6, U32, filter_options, count),
     NCUREP_I_D(7, STR, filter_options, nvtx)},
    /* sampling */
    {NCUREP_I_D(1, BOOL, sampling_options, interval_auto), NCUREP_I_D(2, U64, sampling_options, interval),
     NCUREP_I_D(3, U64, sampling_options, passes), NCUREP_I_D(4, U64, sampling_options, buffer)},
    /* other */ {NCUREP_I_D(1, BOOL, other_options, rules), NCUREP_I_D(2, STR, other_options, metrics)},
    /* source */
    {NCUREP_I_D(1, U64, source, reference), NCUREP_I_D(2, STR, source, code), NCUREP_I_D(3, STR, source, intermediate), NCUREP_I_D(4, STR, source, binary),
     NCUREP_I_D(5, I32, source, sass), NCUREP_I_D(6, U32, source, revision), NCUREP_I_D(7, U32, source, flags), NCUREP_I_M(8, MSG, FILES, source, files),
     NCUREP_I_M(9, MSG, RELOCATION, source, relocation)},
    /* files */ {NCUREP_I_M(1, LIST, SOURCE_FILE, items, list)},
    /* source_file */ {NCUREP_I_D(1, STR, source_file, path), NCUREP_I_D(2, STR, source_file, content)},
    /* relocation */ {NCUREP_I_M(1, LIST, SYMBOL, relocation, functions), NCUREP_I_M(2, LIST, SYMBOL, relocation, objects)},
    /* symbol */ {NCUREP_I_D(1, STR, symbol, name), NCUREP_I_D(2, U64, symbol, address), NCUREP_I_D(3, U32, symbol, index)},
    /* kernel */
    {NCUREP_I_D(1, U32, result, thread), NCUREP_I_D(2, U64, result, call), NCUREP_I_D(3, U64, result, program), NCUREP_I_D(4, U64, result, kernel),
     NCUREP_I_D(5, STR, result, mangled), NCUREP_I_D(6, STR, result, function), NCUREP_I_D(7, STR, result, demangled), NCUREP_I_D(8, U32, result, dimensions),
     NCUREP_I_M(9, MSG, XYZ, result, offset), NCUREP_I_M(10, MSG, XYZ, result, global_size), NCUREP_I_M(11, MSG, XYZ, result, block_size),
     NCUREP_I_D(12, STR, result, comments), NCUREP_I_M(13, LIST, METRIC, result, metrics), NCUREP_I_D(14, U64, result, created),
     NCUREP_I_M(15, MSG, ORIGIN, result, source), NCUREP_I_D(16, I32, result, api), NCUREP_I_M(17, LIST, SECTION, result, sections),
     NCUREP_I_M(18, LIST, COMMENT, result, section_comments), NCUREP_I_M(19, LIST, RULE, result, rules), NCUREP_I_D(20, BOOL, result, unsupported),
     NCUREP_I_M(21, MSG, NVTX, result, nvtx), NCUREP_I_D(22, U32, result, context), NCUREP_I_D(23, U32, result, stream), NCUREP_I_M(24, MSG, SERIES, result, series),
     NCUREP_I_M(25, MSG, CLOCK, result, clock), NCUREP_I_D(26, STR, result, context_name), NCUREP_I_D(27, STR, result, stream_name),
     NCUREP_I_M(28, MSG, STACK, result, stack), NCUREP_I_D(31, STR, result, field31), NCUREP_I_D(35, F32, result, driver)},
    /* range */
    {NCUREP_I_D(1, U32, result, thread), NCUREP_I_D(2, U64, result, call), NCUREP_I_B(3, 12, STR, NONE, result, comments),
     NCUREP_I_B(4, 13, LIST, METRIC, result, metrics), NCUREP_I_B(5, 14, U64, NONE, result, created), NCUREP_I_B(6, 16, I32, NONE, result, api),
     NCUREP_I_B(7, 17, LIST, SECTION, result, sections), NCUREP_I_B(8, 18, LIST, COMMENT, result, section_comments),
     NCUREP_I_B(9, 20, BOOL, NONE, result, unsupported), NCUREP_I_B(10, 21, MSG, NVTX, result, nvtx), NCUREP_I_B(11, 22, U32, NONE, result, context),
     NCUREP_I_B(12, 25, MSG, CLOCK, result, clock), NCUREP_I_B(13, 26, STR, NONE, result, context_name), NCUREP_I_B(14, 28, MSG, STACK, result, stack),
     NCUREP_I_B(15, 40, U64S, NONE, result, references)},
    /* cmdlist */
    {NCUREP_I_D(1, U32, result, thread), NCUREP_I_D(2, U64, result, call), NCUREP_I_B(3, 12, STR, NONE, result, comments),
     NCUREP_I_B(4, 13, LIST, METRIC, result, metrics), NCUREP_I_B(5, 14, U64, NONE, result, created), NCUREP_I_B(6, 16, I32, NONE, result, api),
     NCUREP_I_B(7, 17, LIST, SECTION, result, sections), NCUREP_I_B(8, 18, LIST, COMMENT, result, section_comments),
     NCUREP_I_B(9, 20, BOOL, NONE, result, unsupported), NCUREP_I_B(10, 21, MSG, NVTX, result, nvtx), NCUREP_I_B(11, 22, U32, NONE, result, context),
     NCUREP_I_B(12, 23, U32, NONE, result, stream), NCUREP_I_B(13, 25, MSG, CLOCK, result, clock), NCUREP_I_B(14, 26, STR, NONE, result, context_name),
     NCUREP_I_B(15, 27, STR, NONE, result, stream_name), NCUREP_I_B(16, 28, MSG, STACK, result, stack), NCUREP_I_B(17, 40, U64S, NONE, result, references),
     NCUREP_I_B(18, 41, STR, NONE, result, display)},
    /* graph */
    {NCUREP_I_D(1, U32, result, thread), NCUREP_I_D(2, U64, result, call), NCUREP_I_B(3, 12, STR, NONE, result, comments),
     NCUREP_I_B(4, 13, LIST, METRIC, result, metrics), NCUREP_I_B(5, 14, U64, NONE, result, created), NCUREP_I_B(6, 16, I32, NONE, result, api),
     NCUREP_I_B(7, 17, LIST, SECTION, result, sections), NCUREP_I_B(8, 18, LIST, COMMENT, result, section_comments),
     NCUREP_I_B(9, 20, BOOL, NONE, result, unsupported), NCUREP_I_B(10, 21, MSG, NVTX, result, nvtx), NCUREP_I_B(11, 22, U32, NONE, result, context),
     NCUREP_I_B(12, 23, U32, NONE, result, stream), NCUREP_I_B(13, 25, MSG, CLOCK, result, clock), NCUREP_I_B(14, 26, STR, NONE, result, context_name),
     NCUREP_I_B(15, 27, STR, NONE, result, stream_name), NCUREP_I_B(16, 28, MSG, STACK, result, stack), NCUREP_I_B(17, 40, U64S, NONE, result, references)},
    /* origin */
    {NCUREP_I_D(1, U64, origin, reference), NCUREP_I_K(2, STR), NCUREP_I_K(3, STR), NCUREP_I_K(4, STR), NCUREP_I_D(5, I32, origin, sass), NCUREP_I_K(6, U32), NCUREP_I_K(7, U32),
     NCUREP_I_S(8, VIEW, FILES), NCUREP_I_S(9, VIEW, RELOCATION)},
    /* xyz */ {NCUREP_I_D(1, U64, xyz, x), NCUREP_I_D(2, U64, xyz, y), NCUREP_I_D(3, U64, xyz, z)},
    /* comment */ {NCUREP_I_M(1, MSG, COMMENT_ID, comment, id), NCUREP_I_D(2, STR, comment, name), NCUREP_I_D(3, STR, comment, text)},
    /* comment_id */ {NCUREP_I_D(1, STR, comment_id, section)},
    /* series */ {NCUREP_I_D(1, U32, series, id), NCUREP_I_D(2, STR, series, combination)},
    /* clock */ {NCUREP_I_D(1, BOOL, clock, requested), NCUREP_I_D(2, BOOL, clock, executed)},
    /* metric */
    {NCUREP_I_D(1, U32, metric, name_id), NCUREP_I_M(2, MSG, VALUE, metric, value), NCUREP_I_M(3, LIST, INSTANCE, metric, instances), NCUREP_I_D(4, I32, metric, id_kind)},
    /* instance */ {NCUREP_I_M(1, MSG, VALUE, instance, id), NCUREP_I_M(2, MSG, VALUE, instance, value)},
    /* value */ {NCUREP_I_B(1, 0, VSTR, NONE, value, kind), NCUREP_I_B(2, 0, VF32, NONE, value, kind), NCUREP_I_B(3, 0, VF64, NONE, value, kind),
                 NCUREP_I_B(4, 0, VU32, NONE, value, kind), NCUREP_I_B(5, 0, VU64, NONE, value, kind)},
    /* nvtx */
    {NCUREP_I_M(1, LIST, NVTX_DOMAIN, nvtx, domains), NCUREP_I_M(2, LIST, NVTX_THREAD, nvtx, threads), NCUREP_I_M(3, LIST, NVTX_OPEN, nvtx, start_end),
     NCUREP_I_D(4, U64, nvtx, default_domain)},
    /* nvtx_domain */
    {NCUREP_I_D(1, U64, nvtx_domain, id), NCUREP_I_D(2, STR, nvtx_domain, name), NCUREP_I_M(3, LIST, NVTX_STRING, nvtx_domain, strings),
     NCUREP_I_M(4, LIST, NVTX_NAMES, nvtx_domain, tables)},
    /* nvtx_string */ {NCUREP_I_D(1, U64, nvtx_string, id), NCUREP_I_D(2, STR, nvtx_string, text)},
    /* nvtx_names */ {NCUREP_I_D(1, I32, nvtx_names, family), NCUREP_I_M(2, LIST, NVTX_STRING, nvtx_names, mappings)},
    /* nvtx_thread */ {NCUREP_I_D(1, U32, nvtx_thread, id), NCUREP_I_M(2, LIST, NVTX_STACK, nvtx_thread, domains)},
    /* nvtx_stack */ {NCUREP_I_D(1, U64, nvtx_open, id), NCUREP_I_M(3, LIST, NVTX_PUSH, nvtx_open, ranges)},
    /* nvtx_push */
    {NCUREP_I_B(1, 2, STR, NONE, nvtx_range, name), NCUREP_I_B(2, 3, MSG, ATTRIBUTES, nvtx_range, attributes), NCUREP_I_B(3, 4, U64, NONE, nvtx_range, call)},
    /* nvtx_open */ {NCUREP_I_D(1, U64, nvtx_open, id), NCUREP_I_M(3, LIST, NVTX_START, nvtx_open, ranges)},
    /* nvtx_start */
    {NCUREP_I_D(1, U64, nvtx_range, id), NCUREP_I_D(2, STR, nvtx_range, name), NCUREP_I_M(3, MSG, ATTRIBUTES, nvtx_range, attributes),
     NCUREP_I_D(4, U64, nvtx_range, call), NCUREP_I_D(5, U32, nvtx_range, thread)},
    /* attributes */
    {NCUREP_I_D(1, U32, nvtx_attributes, version), NCUREP_I_D(2, U32, nvtx_attributes, category), NCUREP_I_M(3, MSG, COLOR, nvtx_attributes, color),
     NCUREP_I_M(4, MSG, PAYLOAD, nvtx_attributes, payload), NCUREP_I_M(5, MSG, TEXT, nvtx_attributes, message)},
    /* color */ {NCUREP_I_D(1, I32, nvtx_color, type), NCUREP_I_D(2, U32, nvtx_color, color)},
    /* payload */
    {NCUREP_I_D(1, I32, nvtx_payload, type), NCUREP_I_D(2, VU64, nvtx_payload, value), NCUREP_I_D(3, VI64, nvtx_payload, value),
     NCUREP_I_D(4, VF64, nvtx_payload, value), NCUREP_I_D(5, VU32, nvtx_payload, value), NCUREP_I_D(6, VI32, nvtx_payload, value),
     NCUREP_I_D(7, VF32, nvtx_payload, value), NCUREP_I_D(8, VSTR, nvtx_payload, value)},
    /* text */ {NCUREP_I_D(1, I32, nvtx_message, type), NCUREP_I_D(2, STR, nvtx_message, text), NCUREP_I_D(3, U64, nvtx_message, handle)},
    /* stack */ {NCUREP_I_M(1, LIST, FRAME, items, list)},
    /* frame */
    {NCUREP_I_D(1, STR, frame, module), NCUREP_I_D(2, U64, frame, address), NCUREP_I_D(3, STR, frame, file), NCUREP_I_D(4, STR, frame, function), NCUREP_I_D(5, U32, frame, line)},
    /* rule */
    {NCUREP_I_D(1, STR, rule, identifier), NCUREP_I_D(2, STR, rule, name), NCUREP_I_M(3, MSG, RULE_BODY, rule, body), NCUREP_I_D(4, STR, rule, section),
     NCUREP_I_M(5, LIST, MARKER, rule, markers)},
    /* rule_body */ {NCUREP_I_M(1, LIST, RULE_ITEM, items, list)},
    /* rule_item */
    {NCUREP_I_M(1, MSG, MESSAGE, rule_item, message), NCUREP_I_M(2, VIEW, TABLE, rule_item, chart[0]), NCUREP_I_M(3, VIEW, BAR_CHART, rule_item, chart[1]),
     NCUREP_I_M(4, VIEW, HISTOGRAM, rule_item, chart[2]), NCUREP_I_M(5, VIEW, LINE_CHART, rule_item, chart[3]),
     NCUREP_I_M(6, MSG, PROPOSAL, rule_item, proposal), NCUREP_I_M(7, VIEW, ROOFLINE_CHART, rule_item, chart[4]),
     NCUREP_I_M(8, LIST, FOCUS, rule_item, focus), NCUREP_I_M(9, VIEW, SOURCE_TABLE, rule_item, chart[5]), NCUREP_I_M(10, MSG, SPEEDUP, rule_item, speedup)},
    /* message */ {NCUREP_I_D(1, STR, message, text), NCUREP_I_D(2, I32, message, type), NCUREP_I_D(3, I32, message, id), NCUREP_I_D(4, STR, message, name)},
    /* proposal */ {NCUREP_I_D(1, STR, comment_id, section)},
    /* focus */
    {NCUREP_I_D(1, I32, focus, message), NCUREP_I_D(2, STR, focus, name), NCUREP_I_D(3, F64, focus, value), NCUREP_I_D(4, I32, focus, severity), NCUREP_I_D(5, STR, focus, info)},
    /* speedup */ {NCUREP_I_D(1, I32, speedup, type), NCUREP_I_D(2, F64, speedup, percent)},
    /* marker */
    {NCUREP_I_D(1, I32, marker, kind), NCUREP_I_D(2, U32, marker, line), NCUREP_I_D(3, U64, marker, address), NCUREP_I_D(4, STR, marker, text), NCUREP_I_D(5, I32, marker, type),
     NCUREP_I_D(6, STR, marker, path)},
    /* section */
    {NCUREP_I_D(1, STR, section, identifier), NCUREP_I_D(2, STR, section, name), NCUREP_I_D(3, U32, section, order), NCUREP_I_M(4, MSG, HEADER, section, header),
     NCUREP_I_M(5, LIST, BODY, section, bodies), NCUREP_I_M(6, MSG, METRICS, section, metrics), NCUREP_I_D(7, STR, section, description),
     NCUREP_I_M(8, LIST, SET, section, sets), NCUREP_I_D(9, STR, section, extends), NCUREP_I_M(10, MSG, DEFINITIONS, section, definitions),
     NCUREP_I_S(11, VIEW, FILTER), NCUREP_I_M(12, LIST, GROUP, section, groups), NCUREP_I_M(13, LIST, METRICS, section, source_metrics)},
    /* header */ {NCUREP_I_D(1, U32, section_metrics, order), NCUREP_I_M(2, LIST, LABEL, section_metrics, metrics)},
    /* body */ {NCUREP_I_M(1, LIST, BODY_ITEM, section_body, items), NCUREP_I_D(2, STR, section_body, name), NCUREP_I_D(3, BOOL, section_body, set_default)},
    /* metrics */ {NCUREP_I_M(1, LIST, LABEL, section_metrics, metrics), NCUREP_I_D(2, U32, section_metrics, order)},
    /* set */ {NCUREP_I_D(1, STR, label, name)},
    /* definitions */ {NCUREP_I_M(1, LIST, DEFINITION, items, list)},
    /* definition */ {NCUREP_I_D(1, STR, pair, name), NCUREP_I_D(2, STR, pair, value), NCUREP_I_S(3, VIEW, FILTER)},
    /* group */ {NCUREP_I_D(1, STR, label, name), NCUREP_I_D(2, STR, label, label), NCUREP_I_S(3, VIEW, DISPLAY)},
    /* display */ {NCUREP_I_S(1, VIEW, CORRELATION), NCUREP_I_S(2, VIEW, SOURCE_VIEW)},
    /* correlation */ {NCUREP_I_K(1, BOOL), NCUREP_I_K(2, BOOL)},
    /* source_view */ {NCUREP_I_K(1, BOOL), NCUREP_I_K(2, BOOL)},
    /* label */
    {NCUREP_I_D(1, STR, label, name), NCUREP_I_D(2, STR, label, label), NCUREP_I_K(3, I32), NCUREP_I_K(4, BOOL), NCUREP_I_K(5, STR), NCUREP_I_S(6, VIEW, FILTER), NCUREP_I_S(7, LIST, OPTION),
     NCUREP_I_S(8, VIEW, DISPLAY), NCUREP_I_K(9, STRS), NCUREP_I_K(11, STRS), NCUREP_I_K(13, F64)},
    /* option */ {NCUREP_I_K(1, STR), NCUREP_I_K(2, STR), NCUREP_I_S(3, VIEW, FILTER)},
    /* filter */ {NCUREP_I_K(1, I32), NCUREP_I_K(2, I32), NCUREP_I_S(3, LIST, ARCH_RANGE), NCUREP_I_S(4, VIEW, COLLECTION), NCUREP_I_K(5, I32)},
    /* arch_range */ {NCUREP_I_K(1, I32), NCUREP_I_K(2, I32)},
    /* collection */ {NCUREP_I_K(1, U64S)},
    /* body_item */
    {NCUREP_I_S(1, VIEW, TABLE), NCUREP_I_S(2, VIEW, BAR_CHART), NCUREP_I_S(3, VIEW, HISTOGRAM), NCUREP_I_S(4, VIEW, LINE_CHART), NCUREP_I_S(5, VIEW, CONTAINER),
     NCUREP_I_S(6, VIEW, ROOFLINE_CHART), NCUREP_I_S(7, VIEW, SOURCE_TABLE), NCUREP_I_S(8, VIEW, SUFFIX_TABLE), NCUREP_I_S(101, VIEW, SHARED_TABLE),
     NCUREP_I_S(102, VIEW, CACHE_TABLE), NCUREP_I_S(103, VIEW, CACHE_TABLE), NCUREP_I_S(104, VIEW, MEMORY_TABLE), NCUREP_I_S(105, VIEW, LABELLED),
     NCUREP_I_S(106, VIEW, CACHE_TABLE), NCUREP_I_S(107, VIEW, CACHE_TABLE), NCUREP_I_S(108, VIEW, LABELLED), NCUREP_I_S(109, VIEW, LABELLED), NCUREP_I_S(110, VIEW, LABELLED),
     NCUREP_I_S(111, VIEW, CACHE_TABLE), NCUREP_I_S(112, VIEW, LABELLED), NCUREP_I_S(113, VIEW, TIMELINE), NCUREP_I_S(150, VIEW, WIDGET), NCUREP_I_S(200, VIEW, FILTER)},
    /* labelled */ {NCUREP_I_K(1, STR)},
    /* container */ {NCUREP_I_S(1, LIST, BODY_ITEM)},
    /* table */
    {NCUREP_I_D(1, STR, table, label), NCUREP_I_K(2, U32), NCUREP_I_K(3, U32), NCUREP_I_K(4, I32), NCUREP_I_M(5, LIST, LABEL, table, metrics), NCUREP_I_K(6, I32), NCUREP_I_K(7, I32), NCUREP_I_K(8, STR)},
    /* bar_chart */
    {NCUREP_I_D(1, STR, table, label), NCUREP_I_K(2, I32), NCUREP_I_S(3, VIEW, LABELLED), NCUREP_I_S(4, VIEW, VALUE_AXIS), NCUREP_I_M(5, LIST, LABEL, table, metrics), NCUREP_I_K(6, I32),
     NCUREP_I_K(7, I32), NCUREP_I_K(8, I32), NCUREP_I_K(9, STR)},
    /* histogram */
    {NCUREP_I_D(1, STR, table, label), NCUREP_I_S(2, VIEW, HISTOGRAM_AXIS), NCUREP_I_S(3, VIEW, VALUE_AXIS), NCUREP_I_M(4, LIST, LABEL, table, metrics), NCUREP_I_K(5, STR)},
    /* line_chart */
    {NCUREP_I_D(1, STR, table, label), NCUREP_I_S(2, VIEW, VALUE_AXIS), NCUREP_I_S(3, VIEW, VALUE_AXIS), NCUREP_I_M(4, LIST, LABEL, table, metrics),
     NCUREP_I_S(5, VIEW, HIGHLIGHT), NCUREP_I_K(6, STR)},
    /* highlight */ {NCUREP_I_S(1, LIST, LABEL)},
    /* histogram_axis */ {NCUREP_I_K(1, STR), NCUREP_I_K(2, I64)},
    /* value_axis */ {NCUREP_I_K(1, STR), NCUREP_I_S(2, VIEW, AXIS_RANGE), NCUREP_I_K(3, I64), NCUREP_I_K(4, I64), NCUREP_I_K(5, U32)},
    /* axis_range */ {NCUREP_I_K(1, I64), NCUREP_I_K(2, I64)},
    /* roofline_chart */
    {NCUREP_I_D(1, STR, table, label), NCUREP_I_S(2, VIEW, ROOFLINE_AXIS), NCUREP_I_S(3, VIEW, ROOFLINE_AXIS), NCUREP_I_M(4, LIST, ROOFLINE, table, rooflines),
     NCUREP_I_M(5, LIST, ACHIEVED, table, achieved), NCUREP_I_M(6, LIST, WALL, table, walls), NCUREP_I_K(7, STR), NCUREP_I_S(8, VIEW, CHART_OPTIONS)},
    /* roofline_axis */ {NCUREP_I_K(1, STR), NCUREP_I_K(2, F64), NCUREP_I_K(3, F64), NCUREP_I_K(4, F64)},
    /* roofline */
    {NCUREP_I_M(1, VIEW, ROOFLINE_VALUE, i_values, value[0]), NCUREP_I_M(2, VIEW, ROOFLINE_VALUE, i_values, value[1]), NCUREP_I_S(3, VIEW, ROOFLINE_OPTIONS)},
    /* achieved */
    {NCUREP_I_M(1, VIEW, ROOFLINE_VALUE, i_values, value[0]), NCUREP_I_M(2, VIEW, ROOFLINE_VALUE, i_values, value[1]), NCUREP_I_S(3, VIEW, POINT_OPTIONS)},
    /* wall */ {NCUREP_I_M(1, VIEW, ROOFLINE_VALUE, i_values, value[0]), NCUREP_I_S(2, VIEW, POINT_OPTIONS)},
    /* roofline_value */ {NCUREP_I_K(1, F64), NCUREP_I_S(2, VIEW, LABEL), NCUREP_I_S(3, VIEW, CYCLES)},
    /* cycles */ {NCUREP_I_M(1, LIST, LABEL, i_cycles, metrics), NCUREP_I_M(2, VIEW, LABEL, i_cycles, per_second)},
    /* roofline_options */ {NCUREP_I_K(1, STR), NCUREP_I_S(2, VIEW, CHART_COLOR), NCUREP_I_K(3, BOOL), NCUREP_I_K(4, BOOL), NCUREP_I_S(5, VIEW, ROOFLINE_VALUE)},
    /* point_options */ {NCUREP_I_K(1, STR), NCUREP_I_S(2, VIEW, CHART_COLOR)},
    /* chart_color */ {NCUREP_I_K(1, I32), NCUREP_I_K(2, U32)},
    /* chart_options */ {NCUREP_I_K(1, STR)},
    /* source_table */ {NCUREP_I_D(1, STR, table, label), NCUREP_I_K(2, U32), NCUREP_I_M(3, LIST, LABEL, table, metrics), NCUREP_I_K(4, I32), NCUREP_I_K(5, STR)},
    /* suffix_table */ {NCUREP_I_K(1, STR), NCUREP_I_S(2, VIEW, LABELS), NCUREP_I_S(3, VIEW, LABELS)},
    /* labels */ {NCUREP_I_S(1, LIST, LABEL)},
    /* shared_table */ {NCUREP_I_K(1, STR), NCUREP_I_K(2, BOOL), NCUREP_I_K(3, BOOL), NCUREP_I_K(4, BOOL), NCUREP_I_K(5, BOOL)},
    /* cache_table */
    {NCUREP_I_K(1, STR), NCUREP_I_K(2, BOOL), NCUREP_I_K(3, BOOL), NCUREP_I_K(4, BOOL), NCUREP_I_K(5, BOOL), NCUREP_I_K(6, BOOL), NCUREP_I_K(7, BOOL), NCUREP_I_K(8, BOOL), NCUREP_I_K(9, BOOL), NCUREP_I_K(10, BOOL),
     NCUREP_I_K(11, BOOL), NCUREP_I_K(12, BOOL), NCUREP_I_K(13, BOOL)},
    /* memory_table */ {NCUREP_I_K(1, STR), NCUREP_I_K(2, BOOL), NCUREP_I_K(3, BOOL), NCUREP_I_K(4, BOOL)},
    /* timeline */ {NCUREP_I_S(2, LIST, METRIC_GROUP)},
    /* metric_group */ {NCUREP_I_K(1, STR), NCUREP_I_K(3, BOOL), NCUREP_I_S(4, LIST, METRIC_ROW)},
    /* metric_row */ {NCUREP_I_S(4, LIST, LABEL)},
    /* widget */ {NCUREP_I_K(1, STR), NCUREP_I_K(2, STR), NCUREP_I_S(3, LIST, LABEL)}};
#undef NCUREP_I_K
#undef NCUREP_I_S
#undef NCUREP_I_D
#undef NCUREP_I_M
#undef NCUREP_I_B

static const ncurep_i_field *ncurep_i_fields(unsigned message)
{
    return (const ncurep_i_field *)(const void *)&ncurep_i_table + ncurep_i_spans[message].first;
}

/* The wire type that a type of the schema has in the file. */
static unsigned ncurep_i_wire(unsigned type)
{
    switch (type) {
    case NCUREP_I_F32:
    case NCUREP_I_VF32: return 5;
    case NCUREP_I_F64:
    case NCUREP_I_VF64: return 1;
    case NCUREP_I_STR:
    case NCUREP_I_STRS:
    case NCUREP_I_MSG:
    case NCUREP_I_VIEW:
    case NCUREP_I_LIST:
    case NCUREP_I_VSTR: return 2;
    default: return 0;
    }
}

/* The description of a field of a message, or NULL when the number is unknown or has another wire type. Fields come in
   ascending order in all files observed, so the search goes on from where the last one ended. */
static const ncurep_i_field *ncurep_i_find_field(const ncurep_i_field *first, unsigned count, unsigned *hint, const ncurep_field *f)
{
    unsigned k = *hint;
    if (k >= count || first[k].number > f->number) k = 0;
    while (k < count && first[k].number < f->number) k++;
    if (k == count || first[k].number != f->number) return NULL;
    *hint = k;
    if (ncurep_i_wire(first[k].type) == f->wire || (first[k].type == NCUREP_I_U64S && f->wire == 2)) return &first[k];
    return NULL;
}

/* -------------------------------------------------------------------------------------------------------- decoding */

typedef struct ncurep_i_frame {
    const char *p, *end;
    char *to;
    unsigned message, hint;
} ncurep_i_frame;

#define NCUREP_I_NEST 4 /* structs within structs: a push/pop range, its attributes, their payload, its value */

static void ncurep_i_empty(void *to)
{
    ncurep_view v;
    v.ptr = "";
    v.len = 0;
    ncurep_i_copy(to, &v, sizeof v);
}

static void ncurep_i_empty_list(ncurep_list *l)
{
    l->ptr = l->end = "";
    l->inner = l->error = NULL;
    l->at = 0;
    l->field = l->count = 0;
}

/* Zero, with views and lists that point at "". */
static void ncurep_i_blank(unsigned message, void *out, size_t size)
{
    ncurep_i_frame stack[NCUREP_I_NEST];
    unsigned depth = 1;
    ncurep_i_zero(out, size);
    stack[0].to = (char *)out;
    stack[0].message = message;
    stack[0].hint = 0;
    while (depth > 0) {
        ncurep_i_frame *top = &stack[depth - 1];
        const ncurep_i_field *f;
        char *to;
        if (top->hint == ncurep_i_spans[top->message].count) {
            depth--;
            continue;
        }
        f = ncurep_i_fields(top->message) + top->hint++;
        if (f->offset == NCUREP_I_SKIP) continue;
        to = top->to + f->offset;
        switch (f->type) {
        case NCUREP_I_STR:
        case NCUREP_I_VIEW: ncurep_i_empty(to); break;
        case NCUREP_I_VSTR: ncurep_i_empty(to + offsetof(ncurep_value, text)); break;
        case NCUREP_I_LIST:
        case NCUREP_I_STRS:
        case NCUREP_I_U64S: ncurep_i_empty_list((ncurep_list *)(void *)to); break;
        case NCUREP_I_MSG:
            stack[depth].to = to;
            stack[depth].message = f->sub;
            stack[depth++].hint = 0;
            break;
        default: break;
        }
    }
}

static void ncurep_i_put_u32(char *to, uint64_t v)
{
    const uint32_t u = (uint32_t)v;
    ncurep_i_copy(to, &u, sizeof u);
}

static void ncurep_i_put_value(char *to, ncurep_kind kind, uint64_t bits, const ncurep_view *text)
{
    ncurep_value *v = (ncurep_value *)(void *)to;
    v->kind = kind;
    v->bits = bits;
    v->text.ptr = text->ptr;
    v->text.len = text->len;
}

/* Packed numbers: how many. */
static uint32_t ncurep_i_packed(const ncurep_view *v)
{
    uint32_t n = 0;
    size_t i;
    for (i = 0; i < v->len; i++) n += (unsigned char)v->ptr[i] < 0x80;
    return n;
}

static void ncurep_i_put_list(char *to, const ncurep_field *f, const char *from, const char *next, uint64_t at, int numbers)
{
    ncurep_list *l = (ncurep_list *)(void *)to;
    if (l->field == 0) {
        l->ptr = from;
        l->at = at;
        l->field = f->number;
    }
    l->end = next;
    l->count += numbers && f->wire == 2 ? ncurep_i_packed(&f->bytes) : 1;
}

/* Reads a message into the struct of its kind. 0: malformed. */
static int ncurep_i_decode(unsigned message, const ncurep_view *bytes, uint64_t at, void *out, size_t size, ncurep_error *e)
{
    ncurep_i_frame stack[NCUREP_I_NEST];
    unsigned depth = 1;
    const char *why = NULL;
    ncurep_i_blank(message, out, size);
    stack[0].p = bytes->ptr;
    stack[0].end = bytes->ptr + bytes->len;
    stack[0].to = (char *)out;
    stack[0].message = message;
    stack[0].hint = 0;
    while (depth > 0) {
        ncurep_i_frame *top = &stack[depth - 1];
        const ncurep_i_span span = ncurep_i_spans[top->message];
        const ncurep_i_field *d;
        const char *from = top->p;
        ncurep_field f;
        char *to;
        if (from == top->end) {
            depth--;
            continue;
        }
        top->p = ncurep_i_field_at(from, top->end, &f, &why);
        if (top->p == NULL) return ncurep_i_fail(e, NCUREP_SYNTAX, at + (uint64_t)(from - bytes->ptr), why);
        d = ncurep_i_find_field(ncurep_i_fields(top->message), span.count, &top->hint, &f);
        if (d == NULL || d->offset == NCUREP_I_SKIP) continue;
        if (span.has) {
            uint64_t has;
            ncurep_i_copy(&has, top->to, sizeof has);
            has |= (uint64_t)1 << d->bit;
            ncurep_i_copy(top->to, &has, sizeof has);
        }
        to = top->to + d->offset;
        switch (d->type) {
        case NCUREP_I_U32:
        case NCUREP_I_I32:
        case NCUREP_I_F32: ncurep_i_put_u32(to, f.value); break;
        case NCUREP_I_U64:
        case NCUREP_I_I64:
        case NCUREP_I_F64: ncurep_i_copy(to, &f.value, sizeof f.value); break;
        case NCUREP_I_BOOL: *(int *)(void *)to = f.value != 0; break;
        case NCUREP_I_STR:
        case NCUREP_I_VIEW: ncurep_i_copy(to, &f.bytes, sizeof f.bytes); break;
        case NCUREP_I_LIST:
        case NCUREP_I_STRS:
            ncurep_i_put_list(to, &f, from, top->p, at + (uint64_t)(from - bytes->ptr), 0);
            break;
        case NCUREP_I_U64S:
            ncurep_i_put_list(to, &f, from, top->p, at + (uint64_t)(from - bytes->ptr), 1);
            break;
        case NCUREP_I_MSG:
            NCUREP_ASSERT(depth < NCUREP_I_NEST);
            stack[depth].p = f.bytes.ptr;
            stack[depth].end = f.bytes.ptr + f.bytes.len;
            stack[depth].to = to;
            stack[depth].message = d->sub;
            stack[depth++].hint = 0;
            break;
        case NCUREP_I_VSTR: ncurep_i_put_value(to, NCUREP_STRING, 0, &f.bytes); break;
        case NCUREP_I_VF32: ncurep_i_put_value(to, NCUREP_FLOAT, f.value, &f.bytes); break;
        case NCUREP_I_VF64: ncurep_i_put_value(to, NCUREP_DOUBLE, f.value, &f.bytes); break;
        case NCUREP_I_VU32: ncurep_i_put_value(to, NCUREP_UINT32, (uint32_t)f.value, &f.bytes); break;
        case NCUREP_I_VU64: ncurep_i_put_value(to, NCUREP_UINT64, f.value, &f.bytes); break;
        case NCUREP_I_VI32: /* the low 32 bits, with their sign */
            f.value &= 0xffffffffu;
            if (f.value & 0x80000000u) f.value |= (uint64_t)0xffffffffu << 32;
            ncurep_i_put_value(to, NCUREP_INT32, f.value, &f.bytes);
            break;
        default: ncurep_i_put_value(to, NCUREP_INT64, f.value, &f.bytes); break;
        }
    }
    return 1;
}

static int ncurep_i_list_failed(ncurep_list *l, uint64_t at, const char *why)
{
    l->at = at;
    l->error = why;
    l->ptr = l->end;
    l->inner = NULL;
    l->count = 0;
    return 0;
}

/* The bytes of the next element; 0 at the end or on an error. */
static int ncurep_i_next_bytes(ncurep_list *l, ncurep_view *out, uint64_t *at)
{
    ncurep_field f;
    const char *why = NULL;
    if (l == NULL || l->error != NULL) return 0;
    while (l->ptr != l->end) {
        const char *from = l->ptr;
        const char *next = ncurep_i_field_at(from, l->end, &f, &why);
        if (next == NULL) return ncurep_i_list_failed(l, l->at, why);
        l->ptr = next;
        *at = l->at + (uint64_t)(f.bytes.ptr - from);
        l->at += (uint64_t)(next - from);
        if (f.number == l->field && f.wire == 2) {
            out->ptr = f.bytes.ptr;
            out->len = f.bytes.len;
            l->count--;
            return 1;
        }
    }
    return 0;
}

static int ncurep_i_next(ncurep_list *l, unsigned message, void *out, size_t size)
{
    ncurep_view bytes;
    ncurep_error e;
    uint64_t at = 0;
    if (out == NULL) return 0;
    if (!ncurep_i_next_bytes(l, &bytes, &at)) {
        ncurep_i_blank(message, out, size);
        return 0;
    }
    if (ncurep_i_decode(message, &bytes, at, out, size, &e)) return 1;
    ncurep_i_blank(message, out, size);
    return ncurep_i_list_failed(l, e.offset, e.message);
}

#define NCUREP_I_NEXT(name, type, message) \
    NCUREP_API int ncurep_next_##name(ncurep_list *list, ncurep_##type *out) \
    { \
        return ncurep_i_next(list, NCUREP_I_##message, out, sizeof *out); \
    }
NCUREP_I_NEXT(address, address, ADDRESS)
NCUREP_I_NEXT(pair, pair, PAIR)
NCUREP_I_NEXT(device, device, DEVICE)
NCUREP_I_NEXT(attribute, attribute, ATTRIBUTE)
NCUREP_I_NEXT(symbol, symbol, SYMBOL)
NCUREP_I_NEXT(source_file, source_file, SOURCE_FILE)
NCUREP_I_NEXT(frame, frame, FRAME)
NCUREP_I_NEXT(nvtx_domain, nvtx_domain, NVTX_DOMAIN)
NCUREP_I_NEXT(nvtx_string, nvtx_string, NVTX_STRING)
NCUREP_I_NEXT(nvtx_names, nvtx_names, NVTX_NAMES)
NCUREP_I_NEXT(nvtx_thread, nvtx_thread, NVTX_THREAD)
NCUREP_I_NEXT(nvtx_open, nvtx_open, NVTX_OPEN)
NCUREP_I_NEXT(nvtx_push, nvtx_range, NVTX_PUSH)
NCUREP_I_NEXT(nvtx_start, nvtx_range, NVTX_START)
NCUREP_I_NEXT(section_body, section_body, BODY)
NCUREP_I_NEXT(section_metrics, section_metrics, METRICS)
NCUREP_I_NEXT(label, label, LABEL)
NCUREP_I_NEXT(comment, comment, COMMENT)
NCUREP_I_NEXT(rule, rule, RULE)
NCUREP_I_NEXT(focus, focus, FOCUS)
NCUREP_I_NEXT(marker, marker, MARKER)
#undef NCUREP_I_NEXT

NCUREP_API int ncurep_next_section(ncurep_list *list, ncurep_section *out)
{
    ncurep_list again;
    uint64_t at;
    if (list != NULL) ncurep_i_copy(&again, list, sizeof again);
    if (!ncurep_i_next(list, NCUREP_I_SECTION, out, sizeof *out)) {
        if (out != NULL) ncurep_i_empty(&out->bytes);
        return 0;
    }
    return ncurep_i_next_bytes(&again, &out->bytes, &at);
}

NCUREP_API int ncurep_next_rule_item(ncurep_list *list, ncurep_rule_item *out)
{
    ncurep_list again;
    ncurep_view bytes;
    uint64_t at = 0;
    unsigned i;
    if (list != NULL) ncurep_i_copy(&again, list, sizeof again);
    if (!ncurep_i_next(list, NCUREP_I_RULE_ITEM, out, sizeof *out)) return 0;
    (void)ncurep_i_next_bytes(&again, &bytes, &at);
    for (i = 0; i < 6; i++)
        if (out->chart[i].len > 0) out->chart_at[i] = at + (uint64_t)(out->chart[i].ptr - bytes.ptr);
    return 1;
}

NCUREP_API int ncurep_next_reference(ncurep_list *l, uint64_t *out)
{
    ncurep_field f;
    const char *why = NULL;
    if (out == NULL) return 0;
    *out = 0;
    if (l == NULL || l->error != NULL) return 0;
    for (;;) {
        const char *from = l->ptr;
        const char *next;
        if (l->inner != NULL) { /* within packed numbers that end where ptr stands */
            const char *p = l->inner;
            if (p != l->ptr) {
                p = ncurep_i_varint(p, l->ptr, out);
                if (p == NULL) {
                    *out = 0;
                    return ncurep_i_list_failed(l, l->at - (uint64_t)(l->ptr - l->inner), "a packed number is cut off or too long");
                }
                l->inner = p;
                l->count--;
                return 1;
            }
            l->inner = NULL;
        }
        if (l->ptr == l->end) return 0;
        next = ncurep_i_field_at(from, l->end, &f, &why);
        if (next == NULL) return ncurep_i_list_failed(l, l->at, why);
        l->ptr = next;
        l->at += (uint64_t)(next - from);
        if (f.number != l->field) continue;
        if (f.wire == 2) l->inner = f.bytes.ptr;
        if (f.wire == 0) {
            *out = f.value;
            l->count--;
            return 1;
        }
    }
}

NCUREP_API ncurep_list ncurep_fields(ncurep_view bytes, uint64_t at)
{
    ncurep_list l;
    l.ptr = bytes.ptr;
    l.end = bytes.ptr + bytes.len;
    l.inner = l.error = NULL;
    l.at = at;
    l.field = l.count = 0;
    return l;
}

NCUREP_API int ncurep_next_field(ncurep_list *l, ncurep_field *out)
{
    const char *why = NULL;
    if (out == NULL) return 0;
    if (l != NULL && l->error == NULL) {
        while (l->ptr != l->end) {
            const char *from = l->ptr;
            const char *next = ncurep_i_field_at(from, l->end, out, &why);
            if (next == NULL) {
                (void)ncurep_i_list_failed(l, l->at, why);
                break;
            }
            l->ptr = next;
            l->at += (uint64_t)(next - from);
            if (l->field == 0) return 1;
            if (l->field == out->number) {
                if (l->count > 0) l->count--;
                return 1;
            }
        }
    }
    ncurep_i_zero(out, sizeof *out);
    ncurep_i_empty(&out->bytes);
    return 0;
}

/* ---------------------------------------------------------------------------------------------------------- values */

NCUREP_API double ncurep_as_double(const ncurep_value *v)
{
    double d;
    float s;
    uint32_t low;
    if (v == NULL) return 0;
    switch (v->kind) {
    case NCUREP_DOUBLE: ncurep_i_copy(&d, &v->bits, sizeof d); return d;
    case NCUREP_FLOAT:
        low = (uint32_t)v->bits;
        ncurep_i_copy(&s, &low, sizeof s);
        return (double)s;
    case NCUREP_UINT32:
    case NCUREP_UINT64: return (double)v->bits;
    case NCUREP_INT32:
    case NCUREP_INT64: return v->bits >> 63 ? -(double)(~v->bits + 1) : (double)v->bits;
    default: return 0;
    }
}

NCUREP_API uint64_t ncurep_as_u64(const ncurep_value *v)
{
    double d;
    if (v == NULL) return 0;
    switch (v->kind) {
    case NCUREP_DOUBLE:
    case NCUREP_FLOAT:
        d = ncurep_as_double(v);
        return d >= 1 && d < 18446744073709551616.0 ? (uint64_t)d : 0;
    case NCUREP_UINT32:
    case NCUREP_UINT64: return v->bits;
    case NCUREP_INT32:
    case NCUREP_INT64: return v->bits >> 63 ? 0 : v->bits;
    default: return 0;
    }
}

NCUREP_API ncurep_view ncurep_as_text(const ncurep_value *v)
{
    ncurep_view none;
    if (v != NULL && v->kind == NCUREP_STRING) return v->text;
    ncurep_i_empty(&none);
    return none;
}

/* --------------------------------------------------------------------------------------------------------- metrics
   Metrics and instances are by far the most messages of a report, so they have readers of their own: the same results
   as ncurep_i_decode, with the usual tags first. */

/* Reads a MetricValue; the end of it, or NULL and why. */
static int ncurep_i_value(const char *p, const char *end, ncurep_value *v, const char **why, const char **where)
{
    ncurep_field f;
    while (p < end) {
        const char *from = p;
        if (*p == 0x28) { /* 5, uint64 */
            p = ncurep_i_varint(p + 1, end, &v->bits);
            v->kind = NCUREP_UINT64;
            if (p != NULL) continue;
            *why = "a varint is cut off or has more than 64 bits";
        } else if (*p == 0x19 && end - p >= 9) { /* 3, double */
            v->bits = ncurep_i_u64(p + 1);
            v->kind = NCUREP_DOUBLE;
            p += 9;
            continue;
        } else
            p = ncurep_i_field_at(p, end, &f, why);
        if (p == NULL) {
            *where = from;
            return 0;
        }
        if (f.number == 1 && f.wire == 2) v->kind = NCUREP_STRING;
        else if (f.number == 2 && f.wire == 5) v->kind = NCUREP_FLOAT;
        else if (f.number == 3 && f.wire == 1) v->kind = NCUREP_DOUBLE;
        else if (f.number == 4 && f.wire == 0) v->kind = NCUREP_UINT32;
        else if (f.number == 5 && f.wire == 0) v->kind = NCUREP_UINT64;
        else continue;
        v->bits = f.number == 4 ? (uint32_t)f.value : f.value;
        v->text.ptr = f.bytes.ptr;
        v->text.len = f.bytes.len;
    }
    if (v->kind != NCUREP_STRING) {
        v->text.ptr = "";
        v->text.len = 0;
    }
    return 1;
}

static void ncurep_i_no_value(ncurep_value *v)
{
    v->kind = NCUREP_NOTHING;
    v->bits = 0;
    v->text.ptr = "";
    v->text.len = 0;
}

static void ncurep_i_no_metric(ncurep_metric *m)
{
    m->has = 0;
    m->name_id = 0;
    m->id_kind = 0;
    ncurep_i_no_value(&m->value);
    ncurep_i_empty_list(&m->instances);
}

static int ncurep_i_metric(const ncurep_view *bytes, uint64_t at, ncurep_metric *m, ncurep_error *e)
{
    const char *p = bytes->ptr, *end = bytes->ptr + bytes->len, *why = NULL, *where = p;
    ncurep_list *l = &m->instances;
    ncurep_field f;
    ncurep_i_no_metric(m);
    while (p < end) {
        where = p;
        if (*p == 0x1a && end - p >= 2 && (unsigned char)p[1] < 0x80 && (unsigned char)p[1] <= (size_t)(end - p) - 2) {
            p += 2 + (unsigned char)p[1]; /* a short instance: nearly all of the bytes of a report are these */
            f.number = 3;
            f.wire = 2;
        } else {
            p = ncurep_i_field_at(p, end, &f, &why);
            if (p == NULL) return ncurep_i_fail(e, NCUREP_SYNTAX, at + (uint64_t)(where - bytes->ptr), why);
        }
        if (f.number == 3 && f.wire == 2) {
            if (l->count++ == 0) {
                l->ptr = where;
                l->at = at + (uint64_t)(where - bytes->ptr);
                l->field = 3;
            }
            l->end = p;
        } else if (f.number == 1 && f.wire == 0)
            m->name_id = (uint32_t)f.value;
        else if (f.number == 2 && f.wire == 2) {
            if (!ncurep_i_value(f.bytes.ptr, f.bytes.ptr + f.bytes.len, &m->value, &why, &where))
                return ncurep_i_fail(e, NCUREP_SYNTAX, at + (uint64_t)(where - bytes->ptr), why);
        } else if (f.number == 4 && f.wire == 0)
            m->id_kind = (int32_t)(uint32_t)f.value;
        else
            continue;
        m->has |= (uint64_t)1 << f.number;
    }
    return 1;
}

NCUREP_API int ncurep_next_metric(ncurep_list *list, ncurep_metric *out)
{
    ncurep_view bytes;
    ncurep_error e;
    uint64_t at = 0;
    if (out == NULL) return 0;
    if (ncurep_i_next_bytes(list, &bytes, &at)) {
        if (ncurep_i_metric(&bytes, at, out, &e)) return 1;
        (void)ncurep_i_list_failed(list, e.offset, e.message);
    }
    ncurep_i_no_metric(out);
    return 0;
}

/* The NameId of a metric when it is its first field and nothing else can change it; else 0. */
static int ncurep_i_quick_id(const ncurep_view *bytes, uint64_t *id)
{
    const char *end = bytes->ptr + bytes->len;
    const char *p = bytes->ptr;
    if (p == end || *p != 0x08) return 0;
    p = ncurep_i_varint(p + 1, end, id);
    return p != NULL;
}

NCUREP_API int ncurep_metric_find(const ncurep_result *result, uint32_t name_id, ncurep_metric *out)
{
    ncurep_list l;
    ncurep_view bytes;
    ncurep_error e;
    uint64_t at = 0, id;
    if (out == NULL) return 0;
    if (result != NULL) {
        l = result->metrics;
        while (ncurep_i_next_bytes(&l, &bytes, &at)) {
            if (ncurep_i_quick_id(&bytes, &id) && (uint32_t)id != name_id) continue;
            if (ncurep_i_metric(&bytes, at, out, &e) && out->name_id == name_id && NCUREP_HAS(out, 1)) return 1;
        }
    }
    ncurep_i_no_metric(out);
    return 0;
}

static int ncurep_i_instance(const ncurep_view *bytes, uint64_t at, ncurep_instance *n, ncurep_error *e)
{
    const char *p = bytes->ptr, *end = bytes->ptr + bytes->len, *why = NULL, *where = p;
    ncurep_field f;
    ncurep_i_no_value(&n->id);
    ncurep_i_no_value(&n->value);
    n->has = 0;
    while (p < end) {
        where = p;
        p = ncurep_i_field_at(p, end, &f, &why);
        if (p == NULL) return ncurep_i_fail(e, NCUREP_SYNTAX, at + (uint64_t)(where - bytes->ptr), why);
        if (f.number > 2 || f.wire != 2) continue;
        n->has |= (uint64_t)1 << f.number;
        if (!ncurep_i_value(f.bytes.ptr, f.bytes.ptr + f.bytes.len, f.number == 1 ? &n->id : &n->value, &why, &where))
            return ncurep_i_fail(e, NCUREP_SYNTAX, at + (uint64_t)(where - bytes->ptr), why);
    }
    return 1;
}

NCUREP_API int ncurep_next_instance(ncurep_list *list, ncurep_instance *out)
{
    ncurep_view bytes;
    ncurep_error e;
    uint64_t at = 0;
    if (out == NULL) return 0;
    if (ncurep_i_next_bytes(list, &bytes, &at)) {
        if (ncurep_i_instance(&bytes, at, out, &e)) return 1;
        (void)ncurep_i_list_failed(list, e.offset, e.message);
    }
    out->has = 0;
    ncurep_i_no_value(&out->id);
    ncurep_i_no_value(&out->value);
    return 0;
}

NCUREP_API size_t ncurep_instances(ncurep_list *list, uint64_t *ids, double *doubles, uint64_t *integers, size_t room)
{
    ncurep_instance n;
    size_t i;
    for (i = 0; i < room && ncurep_next_instance(list, &n); i++) {
        if (ids != NULL) ids[i] = ncurep_as_u64(&n.id);
        if (doubles != NULL) doubles[i] = ncurep_as_double(&n.value);
        if (integers != NULL) integers[i] = ncurep_as_u64(&n.value);
    }
    return i;
}

/* --------------------------------------------------------------------------------------------------- rule tables */

NCUREP_API int ncurep_table_of(const ncurep_rule_item *item, ncurep_table_kind kind, ncurep_table *out)
{
    static const uint8_t number[6] = {2, 3, 4, 5, 7, 9};
    static const uint8_t message[6] = {NCUREP_I_TABLE, NCUREP_I_BAR_CHART, NCUREP_I_HISTOGRAM, NCUREP_I_LINE_CHART,
                                       NCUREP_I_ROOFLINE_CHART, NCUREP_I_SOURCE_TABLE};
    const unsigned k = (unsigned)kind;
    int ok;
    if (out == NULL) return 0;
    ncurep_i_blank(NCUREP_I_TABLE, out, sizeof *out);
    ncurep_i_empty_list(&out->cycles);
    ncurep_i_empty_list(&out->rooflines);
    ncurep_i_empty_list(&out->achieved);
    ncurep_i_empty_list(&out->walls);
    if (item == NULL || k > 5 || !NCUREP_HAS(item, number[k])) return 0;
    ok = ncurep_i_decode(message[k], &item->chart[k], item->chart_at[k], out, sizeof *out, NULL);
    out->kind = kind;
    /* What a message of this kind does not have was left at zero. */
    if (out->metrics.ptr == NULL) ncurep_i_empty_list(&out->metrics);
    if (out->rooflines.ptr == NULL) ncurep_i_empty_list(&out->rooflines);
    if (out->achieved.ptr == NULL) ncurep_i_empty_list(&out->achieved);
    if (out->walls.ptr == NULL) ncurep_i_empty_list(&out->walls);
    ncurep_i_empty_list(&out->cycles);
    ncurep_i_empty(&out->value[0]);
    ncurep_i_empty(&out->value[1]);
    return ok;
}

static int ncurep_i_table_failed(ncurep_table *t, uint64_t at, const char *why)
{
    ncurep_i_empty_list(&t->rooflines);
    ncurep_i_empty_list(&t->achieved);
    ncurep_i_empty_list(&t->walls);
    ncurep_i_empty_list(&t->cycles);
    t->value_count = t->value_next = 0;
    return ncurep_i_list_failed(&t->metrics, at, why);
}

/* What a roofline value is made from: puts the list that holds its metrics in order into t->cycles. */
static int ncurep_i_roofline_value(ncurep_table *t, const ncurep_view *bytes, uint64_t at)
{
    ncurep_field f;
    const char *p = bytes->ptr, *end = bytes->ptr + bytes->len, *why = NULL;
    ncurep_i_empty_list(&t->cycles);
    while (p < end) { /* of the three kinds the last on the wire counts */
        const char *from = p;
        p = ncurep_i_field_at(p, end, &f, &why);
        if (p == NULL) return ncurep_i_table_failed(t, at + (uint64_t)(from - bytes->ptr), why);
        if (f.number == 1 && f.wire == 1) ncurep_i_empty_list(&t->cycles);
        if (f.number == 2 && f.wire == 2) { /* one metric: the field itself is the list */
            t->cycles.ptr = from;
            t->cycles.end = p;
            t->cycles.at = at + (uint64_t)(from - bytes->ptr);
            t->cycles.field = 2;
            t->cycles.count = 1;
        }
        if (f.number == 3 && f.wire == 2) { /* metrics 1, then metric 2: ascending, as the fields of this message */
            t->cycles.ptr = f.bytes.ptr;
            t->cycles.end = f.bytes.ptr + f.bytes.len;
            t->cycles.at = at + (uint64_t)(f.bytes.ptr - bytes->ptr);
            t->cycles.field = 1;
            t->cycles.count = 1; /* not counted; the second part follows */
            t->cycles.inner = t->cycles.ptr;
        }
    }
    return 1;
}

NCUREP_API int ncurep_next_table_metric(ncurep_table *t, ncurep_label *out)
{
    ncurep_i_values v;
    ncurep_view bytes;
    uint64_t at = 0;
    ncurep_error e;
    if (out == NULL) return 0;
    ncurep_i_blank(NCUREP_I_LABEL, out, sizeof *out);
    if (t == NULL) return 0;
    if (t->kind != NCUREP_ROOFLINE_CHART) return ncurep_next_label(&t->metrics, out);
    while (t->metrics.error == NULL) {
        unsigned message;
        if (t->cycles.ptr != t->cycles.end || t->cycles.inner != NULL) {
            const char *start = t->cycles.inner;
            if (ncurep_i_next(&t->cycles, NCUREP_I_LABEL, out, sizeof *out)) return 1;
            if (t->cycles.error != NULL) return ncurep_i_table_failed(t, t->cycles.at, t->cycles.error);
            if (start != NULL && t->cycles.field == 1) { /* then the metric for cycles a second */
                t->cycles.at -= (uint64_t)(t->cycles.end - start);
                t->cycles.ptr = start;
                t->cycles.field = 2;
                t->cycles.inner = NULL;
            }
            continue;
        }
        if (t->value_next < t->value_count) {
            const uint32_t k = t->value_next++;
            if (!ncurep_i_roofline_value(t, &t->value[k], t->value_at[k])) return 0;
            continue;
        }
        if (t->rooflines.count > 0) {
            message = NCUREP_I_ROOFLINE;
            if (!ncurep_i_next_bytes(&t->rooflines, &bytes, &at)) return 0;
        } else if (t->achieved.count > 0) {
            message = NCUREP_I_ACHIEVED;
            if (!ncurep_i_next_bytes(&t->achieved, &bytes, &at)) return 0;
        } else if (t->walls.count > 0) {
            message = NCUREP_I_WALL;
            if (!ncurep_i_next_bytes(&t->walls, &bytes, &at)) return 0;
        } else
            return 0;
        if (!ncurep_i_decode(message, &bytes, at, &v, sizeof v, &e)) return ncurep_i_table_failed(t, e.offset, e.message);
        t->value_next = 0;
        t->value_count = 2;
        for (message = 0; message < 2; message++) {
            if (v.value[message].ptr == NULL) ncurep_i_empty(&v.value[message]);
            t->value[message].ptr = v.value[message].ptr;
            t->value[message].len = v.value[message].len;
            t->value_at[message] = v.value[message].len > 0 ? at + (uint64_t)(v.value[message].ptr - bytes.ptr) : at;
        }
    }
    return 0;
}

/* ------------------------------------------------------------------------------------------------------------ walk */

static void ncurep_i_walk_enter(ncurep_walk *w, const ncurep_view *bytes, unsigned message)
{
    ncurep_walk_level *l = &w->level[w->depth++];
    l->start = l->ptr = bytes->ptr;
    l->end = bytes->ptr + bytes->len;
    l->present = 0;
    l->index = 0;
    l->message = (uint16_t)message;
    l->field = NCUREP_I_SKIP; /* first the fields of its own */
}

NCUREP_API void ncurep_walk_start(ncurep_walk *walk, ncurep_root root, ncurep_view bytes, uint64_t at)
{
    static const uint8_t message[7] = {NCUREP_I_FILE, NCUREP_I_BLOCK, NCUREP_I_SOURCE, NCUREP_I_KERNEL, NCUREP_I_RANGE,
                                       NCUREP_I_CMDLIST, NCUREP_I_GRAPH};
    if (walk == NULL) return;
    walk->depth = 0;
    walk->base = bytes.ptr;
    walk->at = at;
    walk->error.code = NCUREP_OK;
    walk->error.offset = 0;
    walk->error.message = "";
    if ((unsigned)root < 7) ncurep_i_walk_enter(walk, &bytes, message[root]);
}

static int ncurep_i_walk_failed(ncurep_walk *w, ncurep_code code, const char *where, const char *why)
{
    w->depth = 0;
    return ncurep_i_fail(&w->error, code, w->at + (uint64_t)(where - w->base), why);
}

NCUREP_API int ncurep_walk_next(ncurep_walk *w, ncurep_unknown *out)
{
    const char *why = NULL;
    if (out == NULL) return 0;
    ncurep_i_zero(out, sizeof *out);
    ncurep_i_empty(&out->field.bytes);
    if (w == NULL) return 0;
    out->path = w->path;
    while (w->depth > 0) {
        ncurep_walk_level *l = &w->level[w->depth - 1];
        const ncurep_i_field *first = ncurep_i_fields(l->message);
        const unsigned count = ncurep_i_spans[l->message].count;
        unsigned hint = 0;
        ncurep_field f;
        if (l->field == NCUREP_I_SKIP) {
            while (l->ptr != l->end) {
                const char *from = l->ptr;
                const ncurep_i_field *d;
                l->ptr = ncurep_i_field_at(from, l->end, &f, &why);
                if (l->ptr == NULL) return ncurep_i_walk_failed(w, NCUREP_SYNTAX, from, why);
                d = ncurep_i_find_field(first, count, &hint, &f);
                if (d != NULL) {
                    if (d->sub != 0) l->present |= (uint64_t)1 << (d - first);
                    continue;
                }
                out->depth = w->depth - 1;
                out->at = w->at + (uint64_t)(from - w->base);
                out->field.number = f.number;
                out->field.wire = f.wire;
                out->field.value = f.value;
                out->field.bytes.ptr = f.bytes.ptr;
                out->field.bytes.len = f.bytes.len;
                return 1;
            }
            l->field = 0;
            l->index = 0;
            l->ptr = l->start;
        }
        while (l->field < count && (l->present >> l->field & 1) == 0) l->field++;
        if (l->field == count) {
            w->depth--;
            continue;
        }
        for (;;) { /* to the next sub-message of this number */
            if (l->ptr == l->end) {
                l->field++;
                l->index = 0;
                l->ptr = l->start;
                break;
            }
            l->ptr = ncurep_i_field_at(l->ptr, l->end, &f, &why);
            if (f.number == first[l->field].number && f.wire == 2) {
                if (w->depth == NCUREP_WALK_DEPTH)
                    return ncurep_i_walk_failed(w, NCUREP_LIMIT, f.bytes.ptr, "messages are nested deeper than 32");
                w->path[w->depth - 1].field = f.number;
                w->path[w->depth - 1].index = l->index++;
                ncurep_i_walk_enter(w, &f.bytes, first[l->field].sub);
                break;
            }
        }
    }
    return 0;
}

/* ---------------------------------------------------------------------------------------------------------- report */

#define NCUREP_I_CHUNK 256 /* items of a growing array that lie together */
#define NCUREP_I_PROBLEMS 16

/* A growing array: pieces of equal size, so that nothing is copied but the list of the pieces. */
typedef struct ncurep_i_array {
    char **chunk;
    size_t item;
    uint32_t count, chunks, room;
} ncurep_i_array;

typedef struct ncurep_i_block_at {
    uint64_t at;
    uint32_t first_source, first_result, process;
} ncurep_i_block_at;

typedef struct ncurep_i_entry {
    uint64_t at; /* of the message; the kind of a result in the two highest bits */
    uint32_t size, block;
} ncurep_i_entry;

typedef struct ncurep_i_piece { /* of the string table or the session */
    struct ncurep_i_piece *next;
    ncurep_view bytes;
    uint32_t count;
} ncurep_i_piece;

/* Bytes of the input that are at hand. */
typedef struct ncurep_i_slot {
    char *ptr;
    size_t room, len;
    uint64_t at;
} ncurep_i_slot;

enum { NCUREP_I_HEADER_SLOT, NCUREP_I_SOURCE_SLOT, NCUREP_I_RESULT_SLOT, NCUREP_I_SLOTS };

struct ncurep_report {
    ncurep_i_arena arena;
    ncurep_input input;
    const char *data; /* of a report in memory, else NULL */
    ncurep_i_slot slot[NCUREP_I_SLOTS];
    ncurep_info info;
    ncurep_error problem[NCUREP_I_PROBLEMS];
    int stop; /* NCUREP_STRICT, and a problem was met */
    ncurep_error fatal;
    ncurep_i_array blocks, sources, results, processes;
    ncurep_i_piece *strings, **strings_end, *sessions, **sessions_end;
    ncurep_view *string;         /* by id */
    uint32_t *sorted, *rank;     /* ids by text; place of a string among the different ones */
    ncurep_view session;         /* merged */
    int has_target;              /* a version names the collector */
    ncurep_module *modules;
    uint32_t *by_reference;      /* modules, sorted */
    uint32_t *next_piece;        /* by source */
    uint32_t module_count;
    uint32_t *index;             /* of ncurep_index_metrics */
    uint32_t index_room;
    ncurep_walk walk;
};

static void *ncurep_i_item(const ncurep_i_array *a, uint32_t i)
{
    return a->chunk[i / NCUREP_I_CHUNK] + (size_t)(i % NCUREP_I_CHUNK) * a->item;
}

/* Room for one more item, or NULL with the arena's code. */
static void *ncurep_i_push(ncurep_i_arena *arena, ncurep_i_array *a)
{
    if (a->count == NCUREP_NONE - 1) {
        arena->code = NCUREP_LIMIT;
        return NULL;
    }
    if (a->count == a->chunks * NCUREP_I_CHUNK) {
        char *chunk;
        if (a->chunks == a->room) {
            const uint32_t room = a->room == 0 ? 16 : a->room * 2;
            char **list = (char **)ncurep_i_alloc(arena, room, sizeof *list);
            if (list == NULL) return NULL;
            ncurep_i_copy(list, a->chunk, a->chunks * sizeof *list);
            a->chunk = list;
            a->room = room;
        }
        chunk = (char *)ncurep_i_alloc(arena, NCUREP_I_CHUNK, a->item);
        if (chunk == NULL) return NULL;
        a->chunk[a->chunks++] = chunk;
    }
    return ncurep_i_item(a, a->count++);
}

/* n bytes at this offset, which lie within the input; NULL and why. They live until the next call for the slot. */
static const char *ncurep_i_load(ncurep_report *r, unsigned slot, uint64_t at, uint64_t n, ncurep_error *e)
{
    ncurep_i_slot *s = &r->slot[slot];
    uint64_t want = r->input.size - at;
    size_t got;
    if (r->data != NULL) return r->data + (size_t)at;
    if (s->len > 0 && at >= s->at && at - s->at <= s->len && n <= s->len - (at - s->at)) return s->ptr + (size_t)(at - s->at);
    if (n > s->room || s->room == 0) {
        size_t room = s->room == 0 ? 512 : s->room;
        char *ptr;
        while (room < n && room <= ((size_t)-1) / 2) room *= 2;
        if (room > n + (n >> 1) && n > 4096) room = (size_t)n;
        if (room < n) {
            (void)ncurep_i_fail(e, NCUREP_LIMIT, at, "more memory is needed than there are addresses");
            return NULL;
        }
        ptr = (char *)ncurep_i_alloc(&r->arena, room, 1);
        if (ptr == NULL) {
            (void)ncurep_i_no_memory(e, &r->arena, at);
            return NULL;
        }
        s->ptr = ptr;
        s->room = room;
    }
    /* A little more than asked for saves a read for the next small thing. */
    if (want > 512) want = 512;
    if (want < n) want = n;
    s->at = at;
    s->len = 0;
    while (s->len < want) {
        const size_t rest = (size_t)(want - s->len);
        got = r->input.read_fn(r->input.user, at + s->len, s->ptr + s->len, rest);
        if (got == 0 || got > rest) {
            if (got == 0 && s->len >= n) break;
            s->len = 0;
            (void)ncurep_i_fail(e, NCUREP_IO, at, "the input could not be read, or is shorter than its size");
            return NULL;
        }
        s->len += got;
    }
    return s->ptr;
}

static void ncurep_i_problem(ncurep_report *r, ncurep_code code, uint64_t offset, const char *message)
{
    ncurep_error e;
    (void)ncurep_i_fail(&e, code, offset, message);
    if (r->info.problems < NCUREP_I_PROBLEMS) ncurep_i_copy(&r->problem[r->info.problems], &e, sizeof e);
    if (r->info.problems < 0xffffffffu) r->info.problems++;
    if (r->stop && r->fatal.code == NCUREP_OK) ncurep_i_copy(&r->fatal, &e, sizeof e);
}

/* Bytes that live as long as the report. */
static int ncurep_i_keep(ncurep_report *r, const ncurep_view *bytes, ncurep_view *out)
{
    out->ptr = bytes->ptr;
    out->len = bytes->len;
    if (r->data == NULL && bytes->len > 0) {
        char *copy = (char *)ncurep_i_alloc(&r->arena, bytes->len, 1);
        if (copy == NULL) return 0;
        ncurep_i_copy(copy, bytes->ptr, bytes->len);
        out->ptr = copy;
    }
    return 1;
}

static int ncurep_i_add_piece(ncurep_report *r, ncurep_i_piece ***end, const ncurep_view *bytes, uint32_t count)
{
    ncurep_i_piece *p = (ncurep_i_piece *)ncurep_i_alloc(&r->arena, 1, sizeof *p);
    if (p == NULL || !ncurep_i_keep(r, bytes, &p->bytes)) return 0;
    p->count = count;
    p->next = NULL;
    **end = p;
    *end = &p->next;
    return 1;
}

static int ncurep_i_same_process(const ncurep_process *a, const ncurep_process *b)
{
    return a->has == b->has && a->id == b->id && a->host.len == b->host.len && a->name.len == b->name.len &&
           ncurep_i_equal(a->host.ptr, b->host.ptr, a->host.len) && ncurep_i_equal(a->name.ptr, b->name.ptr, a->name.len);
}

/* The number of a process; the same one may get several, which ncurep_i_unite_processes repairs. */
static int ncurep_i_add_process(ncurep_report *r, const ncurep_process *p, uint32_t *out)
{
    ncurep_process *mine;
    uint32_t back;
    for (back = 1; back <= 8 && back <= r->processes.count; back++)
        if (ncurep_i_same_process((ncurep_process *)ncurep_i_item(&r->processes, r->processes.count - back), p)) {
            *out = r->processes.count - back;
            return 1;
        }
    mine = (ncurep_process *)ncurep_i_push(&r->arena, &r->processes);
    if (mine == NULL) return 0;
    ncurep_i_copy(mine, p, sizeof *mine);
    *out = r->processes.count - 1;
    return ncurep_i_keep(r, &p->host, &mine->host) && ncurep_i_keep(r, &p->name, &mine->name);
}

/* Walks a whole message. 0: malformed, and why. */
static int ncurep_i_whole(ncurep_report *r, unsigned message, const ncurep_view *bytes, uint64_t at)
{
    ncurep_unknown u;
    ncurep_walk_start(&r->walk, NCUREP_ROOT_BLOCK, *bytes, at);
    r->walk.level[0].message = (uint16_t)message;
    while (ncurep_walk_next(&r->walk, &u)) continue;
    return r->walk.error.code == NCUREP_OK;
}

/* The entries of a payload. What does not fit is a problem; what comes before it counts. 0: a fatal error. */
static int ncurep_i_entries(ncurep_report *r, const uint32_t *count, uint64_t at, uint64_t end, ncurep_error *e)
{
    unsigned kind;
    uint32_t i;
    for (kind = 0; kind < 5; kind++) {
        for (i = 0; i < count[kind]; i++) {
            const char *p;
            ncurep_i_entry *entry;
            uint32_t size;
            if (end - at < 4) {
                ncurep_i_problem(r, NCUREP_SYNTAX, at, "a payload ends before all entries that its block header counts");
                return 1;
            }
            p = ncurep_i_load(r, NCUREP_I_HEADER_SLOT, at, 4, e);
            if (p == NULL) return 0;
            size = ncurep_i_u32(p);
            if (size > end - at - 4) {
                ncurep_i_problem(r, NCUREP_SYNTAX, at, "an entry runs past the end of its payload");
                return 1;
            }
            entry = (ncurep_i_entry *)ncurep_i_push(&r->arena, kind == 0 ? &r->sources : &r->results);
            if (entry == NULL) return ncurep_i_no_memory(e, &r->arena, at);
            entry->at = (at + 4) | (uint64_t)(kind == 0 ? 0 : kind - 1) << 62;
            entry->size = size;
            entry->block = r->blocks.count - 1;
            at += 4 + (uint64_t)size;
        }
    }
    if (at < end)
        ncurep_i_problem(r, NCUREP_UNSUPPORTED, at, "a payload holds more than its block header counts: a newer kind of result");
    return 1;
}

static int ncurep_i_count_strings(const ncurep_view *bytes, uint64_t at, uint32_t *count, ncurep_error *e)
{
    ncurep_items items;
    if (!ncurep_i_decode(NCUREP_I_STRINGS, bytes, at, &items, sizeof items, e)) return 0;
    *count = items.list.count;
    return 1;
}

/* What a block header holds. 0: a fatal error. */
static int ncurep_i_add_block(ncurep_report *r, uint64_t at, const ncurep_i_header *h, const ncurep_view *header, uint64_t payload,
                              ncurep_error *e)
{
    ncurep_i_block_at *b = (ncurep_i_block_at *)ncurep_i_push(&r->arena, &r->blocks);
    ncurep_process process;
    ncurep_error bad;
    uint32_t count = 0;
    if (b == NULL) return ncurep_i_no_memory(e, &r->arena, at);
    b->at = at;
    b->first_source = r->sources.count;
    b->first_result = r->results.count;
    b->process = NCUREP_NONE;
    at += 4;
    if (NCUREP_HAS(h, 6)) {
        if (!ncurep_i_decode(NCUREP_I_PROCESS, &h->process, at + (uint64_t)(h->process.ptr - header->ptr), &process, sizeof process, &bad))
            ncurep_i_problem(r, bad.code, bad.offset, bad.message);
        else if (!ncurep_i_add_process(r, &process, &b->process))
            return ncurep_i_no_memory(e, &r->arena, at);
    }
    if (NCUREP_HAS(h, 3)) {
        if (!ncurep_i_whole(r, NCUREP_I_SESSION, &h->session, at + (uint64_t)(h->session.ptr - header->ptr)))
            ncurep_i_problem(r, r->walk.error.code, r->walk.error.offset, r->walk.error.message);
        else if (h->session.len > 0 && !ncurep_i_add_piece(r, &r->sessions_end, &h->session, 0))
            return ncurep_i_no_memory(e, &r->arena, at);
    }
    if (h->strings.len > 0) {
        if (!ncurep_i_count_strings(&h->strings, at + (uint64_t)(h->strings.ptr - header->ptr), &count, &bad))
            ncurep_i_problem(r, bad.code, bad.offset, bad.message);
        else if (count > 0) {
            if (count > NCUREP_NONE - 1 - r->info.strings) return ncurep_i_fail(e, NCUREP_LIMIT, at, "more strings than an id can number");
            r->info.strings += count;
            if (!ncurep_i_add_piece(r, &r->strings_end, &h->strings, count)) return ncurep_i_no_memory(e, &r->arena, at);
        }
    }
    return ncurep_i_entries(r, h->count, payload, payload + h->payload, e);
}

static void ncurep_i_cut(ncurep_report *r, uint64_t at, uint64_t need)
{
    r->info.is_cut = 1;
    r->info.cut_at = at;
    r->info.cut_have = r->input.size - at;
    r->info.cut_need = need;
    ncurep_i_problem(r, NCUREP_TRUNCATED, at, "the file is cut: its last block is not complete");
}

static void ncurep_i_damage(ncurep_report *r, uint64_t at, ncurep_code code, uint64_t offset, const char *message)
{
    r->info.is_damaged = 1;
    r->info.damaged_at = at;
    ncurep_i_problem(r, code, offset, message);
}

/* The header of the file: its end, or 0 when no block can be read. */
static uint64_t ncurep_i_file_header(ncurep_report *r, ncurep_error *e)
{
    const uint64_t size = r->input.size;
    const char *p;
    ncurep_view head;
    ncurep_field f;
    ncurep_list l;
    uint32_t n;
    p = ncurep_i_load(r, NCUREP_I_HEADER_SLOT, 0, size < 8 ? size : 8, e);
    if (p == NULL) return 0;
    if (size >= 4 && ncurep_i_u32(p) == 0xfd2fb528u) {
        ncurep_i_damage(r, 0, NCUREP_UNSUPPORTED, 0, "a compressed report (.ncu-repz): unpack it first, as with zstd -d");
        return 0;
    }
    if (!ncurep_i_equal(p, "NVR", size < 4 ? (size_t)size : 4)) {
        ncurep_i_damage(r, 0, NCUREP_SYNTAX, 0, "not a report: it does not begin with NVR and a zero byte");
        return 0;
    }
    if (size < 8) {
        ncurep_i_cut(r, 0, 8);
        return 0;
    }
    n = ncurep_i_u32(p + 4);
    if (n > size - 8) {
        ncurep_i_cut(r, 0, 8 + (uint64_t)n);
        return 0;
    }
    p = ncurep_i_load(r, NCUREP_I_HEADER_SLOT, 8, n, e);
    if (p == NULL) return 0;
    head.ptr = p;
    head.len = n;
    if (!ncurep_i_keep(r, &head, &r->info.header)) {
        (void)ncurep_i_no_memory(e, &r->arena, 8);
        return 0;
    }
    if (n == 0) ncurep_i_empty(&r->info.header);
    r->info.has_version = 1;
    l = ncurep_fields(head, 8);
    while (ncurep_next_field(&l, &f))
        if (f.number == 1 && f.wire == 0) r->info.version = (uint32_t)f.value;
    if (l.error != NULL) {
        ncurep_i_damage(r, 0, NCUREP_SYNTAX, l.at, l.error);
        return 0;
    }
    if (r->info.version != 7)
        ncurep_i_problem(r, NCUREP_UNSUPPORTED, 8, "a version of the file format other than 7: what is known of it is read");
    return 8 + (uint64_t)n;
}

/* Walks the blocks. 0: a fatal error. */
static int ncurep_i_walk_blocks(ncurep_report *r, uint64_t at, ncurep_error *e)
{
    const uint64_t size = r->input.size;
    while (at < size && r->fatal.code == NCUREP_OK) {
        const uint64_t rest = size - at;
        const char *p;
        ncurep_i_header h;
        ncurep_view header;
        ncurep_error bad;
        uint64_t need = 4;
        if (rest < 4) {
            ncurep_i_cut(r, at, need);
            return 1;
        }
        p = ncurep_i_load(r, NCUREP_I_HEADER_SLOT, at, 4, e);
        if (p == NULL) return 0;
        need += ncurep_i_u32(p);
        if (need > rest) {
            ncurep_i_cut(r, at, need);
            return 1;
        }
        p = ncurep_i_load(r, NCUREP_I_HEADER_SLOT, at, need, &bad);
        if (p == NULL) {
            if (bad.code != NCUREP_LIMIT) return ncurep_i_fail(e, bad.code, bad.offset, bad.message);
            ncurep_i_damage(r, at, NCUREP_LIMIT, at, "a block header is larger than max_memory allows; the file may be damaged here");
            return 1;
        }
        header.ptr = p + 4;
        header.len = (size_t)need - 4;
        if (!ncurep_i_decode(NCUREP_I_BLOCK, &header, at + 4, &h, sizeof h, &bad)) {
            ncurep_i_damage(r, at, bad.code, bad.offset, bad.message);
            return 1;
        }
        if (h.payload > rest - need) {
            ncurep_i_cut(r, at, need + h.payload);
            return 1;
        }
        if (!ncurep_i_add_block(r, at, &h, &header, at + need, e)) return 0;
        at += need + h.payload;
    }
    return 1;
}

/* Sorts n numbers without recursion; equal ones keep their order. spare has room for n. */
static void ncurep_i_sort(uint32_t *list, uint32_t *spare, uint32_t n, int (*less)(const void *, uint32_t, uint32_t), const void *user)
{
    uint32_t *from = list, *to = spare, *t;
    uint64_t width;
    for (width = 1; width < n; width *= 2) {
        uint64_t start;
        for (start = 0; start < n; start += 2 * width) {
            const uint64_t middle = start + width < n ? start + width : n;
            const uint64_t end = start + 2 * width < n ? start + 2 * width : n;
            uint64_t a = start, b = middle, k;
            for (k = start; k < end; k++) {
                if (a < middle && (b == end || !less(user, from[b], from[a]))) to[k] = from[a++];
                else to[k] = from[b++];
            }
        }
        t = from;
        from = to;
        to = t;
    }
    if (from != list) ncurep_i_copy(list, from, n * sizeof *list);
}

/* -1, 0, 1 by bytes, the shorter first. */
static int ncurep_i_compare(const ncurep_view *a, const char *text, size_t len)
{
    const size_t n = a->len < len ? a->len : len;
#ifdef NCUREP_NO_LIBC
    size_t i;
    for (i = 0; i < n; i++)
        if (a->ptr[i] != text[i]) return (unsigned char)a->ptr[i] < (unsigned char)text[i] ? -1 : 1;
#else
    const int c = n == 0 ? 0 : memcmp(a->ptr, text, n);
    if (c != 0) return c < 0 ? -1 : 1;
#endif
    return a->len < len ? -1 : a->len > len;
}

static int ncurep_i_less_process(const void *user, uint32_t a, uint32_t b)
{
    const ncurep_report *r = (const ncurep_report *)user;
    const ncurep_process *x = (const ncurep_process *)ncurep_i_item(&r->processes, a);
    const ncurep_process *y = (const ncurep_process *)ncurep_i_item(&r->processes, b);
    int c;
    if (x->has != y->has) return x->has < y->has;
    if (x->id != y->id) return x->id < y->id;
    c = ncurep_i_compare(&x->host, y->host.ptr, y->host.len);
    if (c == 0) c = ncurep_i_compare(&x->name, y->name.ptr, y->name.len);
    return c < 0;
}

/* One number for equal processes, in order of appearance. */
static int ncurep_i_unite_processes(ncurep_report *r)
{
    const uint32_t n = r->processes.count;
    uint32_t *order, *spare, i, first = 0, next = 0;
    if (n < 2) return 1;
    order = (uint32_t *)ncurep_i_alloc(&r->arena, n, sizeof *order);
    spare = (uint32_t *)ncurep_i_alloc(&r->arena, n, sizeof *spare);
    if (order == NULL || spare == NULL) return 0;
    for (i = 0; i < n; i++) order[i] = i;
    ncurep_i_sort(order, spare, n, ncurep_i_less_process, r);
    for (i = 0; i < n; i++) { /* spare: the first of its equals */
        if (i == 0 || ncurep_i_less_process(r, order[i - 1], order[i])) first = order[i];
        spare[order[i]] = first;
    }
    for (i = 0; i < n; i++) {
        if (spare[i] == i) {
            if (next != i) ncurep_i_copy(ncurep_i_item(&r->processes, next), ncurep_i_item(&r->processes, i), sizeof(ncurep_process));
            order[i] = next++;
        } else
            order[i] = order[spare[i]];
    }
    r->processes.count = next;
    for (i = 0; i < r->blocks.count; i++) {
        ncurep_i_block_at *b = (ncurep_i_block_at *)ncurep_i_item(&r->blocks, i);
        if (b->process != NCUREP_NONE) b->process = order[b->process];
    }
    return 1;
}

static int ncurep_i_join_strings(ncurep_report *r)
{
    const ncurep_i_piece *p;
    uint32_t k = 0;
    if (r->info.strings == 0) return 1;
    r->string = (ncurep_view *)ncurep_i_alloc(&r->arena, r->info.strings, sizeof *r->string);
    if (r->string == NULL) return 0;
    for (p = r->strings; p != NULL; p = p->next) {
        ncurep_list l = ncurep_fields(p->bytes, 0);
        uint64_t at;
        l.field = 1;
        while (k < r->info.strings && ncurep_i_next_bytes(&l, &r->string[k], &at)) k++;
    }
    NCUREP_ASSERT(k == r->info.strings);
    return 1;
}

/* One message out of the pieces of the session: the fields one behind the other, and what is split over several pieces
   and holds lists (both systems, the properties) joined in front. */
static int ncurep_i_join_session(ncurep_report *r)
{
    const ncurep_i_piece *p;
    size_t total = 3 * 11, joined[6];
    ncurep_field f;
    char *to;
    unsigned number;
    ncurep_i_empty(&r->session);
    if (r->sessions == NULL) return 1;
    for (number = 0; number < 6; number++) joined[number] = 0;
    for (p = r->sessions; p != NULL; p = p->next) {
        ncurep_list l = ncurep_fields(p->bytes, 0);
        total += p->bytes.len;
        while (ncurep_next_field(&l, &f))
            if (f.number >= 3 && f.number <= 5 && f.wire == 2) joined[f.number] += f.bytes.len + 1;
    }
    to = (char *)ncurep_i_alloc(&r->arena, total, 1);
    if (to == NULL) return 0;
    r->session.ptr = to;
    for (number = 3; number <= 5; number++) {
        char *length;
        if (joined[number] == 0) continue;
        *to++ = (char)(unsigned char)(number << 3 | 2);
        length = to; /* written below, ten bytes at most; a longer form of the same number keeps its place */
        to += 10;
        for (p = r->sessions; p != NULL; p = p->next) {
            ncurep_list l = ncurep_fields(p->bytes, 0);
            while (ncurep_next_field(&l, &f))
                if (f.number == number && f.wire == 2) {
                    ncurep_i_copy(to, f.bytes.ptr, f.bytes.len);
                    to += f.bytes.len;
                }
        }
        {
            uint64_t n = (uint64_t)(to - length) - 10;
            unsigned i;
            for (i = 0; i < 9; i++, n >>= 7) length[i] = (char)(unsigned char)(n | 0x80);
            length[9] = 0;
        }
    }
    for (p = r->sessions; p != NULL; p = p->next) {
        ncurep_list l = ncurep_fields(p->bytes, 0);
        for (;;) {
            const char *from = l.ptr;
            if (!ncurep_next_field(&l, &f)) break;
            if (f.number >= 3 && f.number <= 5 && f.wire == 2) continue;
            ncurep_i_copy(to, from, (size_t)(l.ptr - from));
            to += l.ptr - from;
        }
    }
    r->session.len = (size_t)(to - r->session.ptr);
    return 1;
}

static ncurep_report *ncurep_i_open(const ncurep_input *input, const char *data, const ncurep_options *options, ncurep_error *error)
{
    static const char target[] = "Nsight Compute Target";
    ncurep_i_arena arena;
    ncurep_report *r;
    ncurep_error e;
    ncurep_session session;
    ncurep_pair version;
    uint64_t at;
    (void)ncurep_i_fail(error, NCUREP_OK, 0, "");
    if (input->size >> 62 != 0) {
        (void)ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "the input is larger than 2^62 bytes");
        return NULL;
    }
    if (!ncurep_i_arena_open(&arena, options != NULL ? &options->memory : NULL)) {
        (void)ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no memory to work with: neither an allocator nor a buffer");
        return NULL;
    }
    r = (ncurep_report *)ncurep_i_alloc(&arena, 1, sizeof *r);
    if (r == NULL) {
        (void)ncurep_i_no_memory(error, &arena, 0);
        ncurep_i_arena_close(&arena);
        return NULL;
    }
    ncurep_i_zero(r, sizeof *r);
    ncurep_i_copy(&r->arena, &arena, sizeof arena);
    ncurep_i_copy(&r->input, input, sizeof *input);
    r->data = data;
    r->stop = options != NULL && (options->flags & NCUREP_STRICT) != 0;
    r->info.size = input->size;
    ncurep_i_empty(&r->info.header);
    r->blocks.item = sizeof(ncurep_i_block_at);
    r->sources.item = r->results.item = sizeof(ncurep_i_entry);
    r->processes.item = sizeof(ncurep_process);
    r->strings_end = &r->strings;
    r->sessions_end = &r->sessions;
    (void)ncurep_i_fail(&e, NCUREP_OK, 0, "");
    at = ncurep_i_file_header(r, &e);
    if (at > 0) (void)ncurep_i_walk_blocks(r, at, &e);
    if (e.code == NCUREP_OK && (!ncurep_i_unite_processes(r) || !ncurep_i_join_strings(r) || !ncurep_i_join_session(r)))
        (void)ncurep_i_no_memory(&e, &r->arena, 0);
    if (e.code == NCUREP_OK && r->fatal.code != NCUREP_OK) ncurep_i_copy(&e, &r->fatal, sizeof e);
    if (e.code != NCUREP_OK) {
        ncurep_close(r);
        (void)ncurep_i_fail(error, e.code, e.offset, e.message);
        return NULL;
    }
    (void)ncurep_session_of(r, &session);
    while (ncurep_next_pair(&session.versions, &version))
        if (version.name.len == sizeof target - 1 && ncurep_i_equal(version.name.ptr, target, sizeof target - 1)) r->has_target = 1;
    return r;
}

NCUREP_API ncurep_report *ncurep_open(const ncurep_input *input, const ncurep_options *options, ncurep_error *error)
{
    if (input == NULL || input->read_fn == NULL) {
        (void)ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no input");
        return NULL;
    }
    return ncurep_i_open(input, NULL, options, error);
}

NCUREP_API ncurep_report *ncurep_open_memory(const void *data, size_t size, const ncurep_options *options, ncurep_error *error)
{
    ncurep_input input;
    if (data == NULL && size > 0) {
        (void)ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no input");
        return NULL;
    }
    input.read_fn = NULL;
    input.user = NULL;
    input.size = size;
    return ncurep_i_open(&input, data != NULL ? (const char *)data : "", options, error);
}

NCUREP_API void ncurep_close(ncurep_report *report)
{
    if (report != NULL) ncurep_i_arena_close(&report->arena);
}

NCUREP_API void ncurep_info_of(const ncurep_report *r, ncurep_info *out)
{
    if (out == NULL) return;
    if (r == NULL) {
        ncurep_i_zero(out, sizeof *out);
        ncurep_i_empty(&out->header);
        return;
    }
    ncurep_i_copy(out, &r->info, sizeof *out);
    out->blocks = r->blocks.count;
    out->sources = r->sources.count;
    out->results = r->results.count;
    out->processes = r->processes.count;
    out->memory = r->arena.held;
}

NCUREP_API int ncurep_problem(const ncurep_report *r, uint32_t i, ncurep_error *out)
{
    if (out == NULL) return 0;
    (void)ncurep_i_fail(out, NCUREP_OK, 0, "");
    if (r == NULL || i >= NCUREP_I_PROBLEMS || i >= r->info.problems) return 0;
    ncurep_i_copy(out, &r->problem[i], sizeof *out);
    return 1;
}

NCUREP_API int ncurep_block_at(ncurep_report *r, uint32_t i, ncurep_block *out, ncurep_error *error)
{
    const ncurep_i_block_at *b;
    const char *p;
    ncurep_i_header h;
    uint64_t need = 4, from, end;
    uint32_t sources, results;
    (void)ncurep_i_fail(error, NCUREP_OK, 0, "");
    if (out == NULL) return ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no room for the block");
    ncurep_i_zero(out, sizeof *out);
    ncurep_i_empty(&out->header);
    if (r == NULL || i >= r->blocks.count) return 0;
    b = (const ncurep_i_block_at *)ncurep_i_item(&r->blocks, i);
    p = ncurep_i_load(r, NCUREP_I_HEADER_SLOT, b->at, need, error);
    if (p == NULL) return 0;
    need += ncurep_i_u32(p);
    /* The bytes may have changed since they were first read. */
    if (need > r->input.size - b->at) return ncurep_i_fail(error, NCUREP_IO, b->at, "the input changed while it was read");
    p = ncurep_i_load(r, NCUREP_I_HEADER_SLOT, b->at, need, error);
    if (p == NULL) return 0;
    out->header.ptr = p + 4;
    out->header.len = (size_t)need - 4;
    if (!ncurep_i_decode(NCUREP_I_BLOCK, &out->header, b->at + 4, &h, sizeof h, error) || h.payload > r->input.size - b->at - need) {
        ncurep_i_empty(&out->header);
        return ncurep_i_fail(error, NCUREP_IO, b->at, "the input changed while it was read");
    }
    out->at = b->at;
    out->header_size = (uint32_t)(need - 4);
    out->payload_size = h.payload;
    out->sources = h.count[0];
    out->kernels = h.count[1];
    out->ranges = h.count[2];
    out->cmdlists = h.count[3];
    out->graphs = h.count[4];
    out->has_session = (int)NCUREP_HAS(&h, 3);
    out->process = b->process;
    out->first_source = b->first_source;
    out->first_result = b->first_result;
    if (!ncurep_i_count_strings(&h.strings, 0, &out->strings, NULL)) out->strings = 0;
    from = b->at + need;
    end = from + h.payload;
    sources = i + 1 < r->blocks.count ? ((const ncurep_i_block_at *)ncurep_i_item(&r->blocks, i + 1))->first_source : r->sources.count;
    results = i + 1 < r->blocks.count ? ((const ncurep_i_block_at *)ncurep_i_item(&r->blocks, i + 1))->first_result : r->results.count;
    if (results > b->first_result || sources > b->first_source) {
        const ncurep_i_entry *last = (const ncurep_i_entry *)(results > b->first_result ? ncurep_i_item(&r->results, results - 1)
                                                                                        : ncurep_i_item(&r->sources, sources - 1));
        from = (last->at & ~((uint64_t)3 << 62)) + last->size;
    }
    out->rest_at = from;
    out->rest_size = from < end ? (uint32_t)(end - from) : 0;
    return 1;
}

NCUREP_API int ncurep_string(const ncurep_report *r, uint32_t id, ncurep_view *out)
{
    if (out == NULL) return 0;
    ncurep_i_empty(out);
    if (r == NULL || id >= r->info.strings) return 0;
    out->ptr = r->string[id].ptr;
    out->len = r->string[id].len;
    return 1;
}

static int ncurep_i_less_string(const void *user, uint32_t a, uint32_t b)
{
    const ncurep_view *s = (const ncurep_view *)user;
    return ncurep_i_compare(&s[a], s[b].ptr, s[b].len) < 0;
}

NCUREP_API int ncurep_sort_strings(ncurep_report *r, ncurep_error *error)
{
    uint32_t *sorted, *rank, i, n, at = 0;
    (void)ncurep_i_fail(error, NCUREP_OK, 0, "");
    if (r == NULL) return ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no report");
    n = r->info.strings;
    if (n == 0 || r->rank != NULL) return 1;
    sorted = (uint32_t *)ncurep_i_alloc(&r->arena, n, sizeof *sorted);
    rank = (uint32_t *)ncurep_i_alloc(&r->arena, n, sizeof *rank);
    if (sorted == NULL || rank == NULL) return ncurep_i_no_memory(error, &r->arena, 0);
    for (i = 0; i < n; i++) sorted[i] = i;
    ncurep_i_sort(sorted, rank, n, ncurep_i_less_string, r->string);
    for (i = 0; i < n; i++) {
        if (i > 0 && ncurep_i_less_string(r->string, sorted[i - 1], sorted[i])) at = i;
        rank[sorted[i]] = at;
    }
    r->sorted = sorted;
    r->rank = rank;
    return 1;
}

NCUREP_API uint32_t ncurep_string_find(const ncurep_report *r, const char *text, size_t len)
{
    uint32_t low = 0, high, i;
    if (r == NULL || text == NULL) return NCUREP_NONE;
    high = r->info.strings;
    if (r->rank == NULL) {
        for (i = 0; i < high; i++)
            if (r->string[i].len == len && ncurep_i_equal(r->string[i].ptr, text, len)) return i;
        return NCUREP_NONE;
    }
    while (low < high) { /* the first that is not less: of equal ones the least id */
        const uint32_t middle = low + (high - low) / 2;
        if (ncurep_i_compare(&r->string[r->sorted[middle]], text, len) < 0) low = middle + 1;
        else high = middle;
    }
    if (low == r->info.strings) return NCUREP_NONE;
    i = r->sorted[low];
    return r->string[i].len == len && ncurep_i_equal(r->string[i].ptr, text, len) ? i : NCUREP_NONE;
}

NCUREP_API int ncurep_process_at(const ncurep_report *r, uint32_t i, ncurep_process *out)
{
    if (out == NULL) return 0;
    ncurep_i_blank(NCUREP_I_PROCESS, out, sizeof *out);
    if (r == NULL || i >= r->processes.count) return 0;
    ncurep_i_copy(out, ncurep_i_item(&r->processes, i), sizeof *out);
    return 1;
}

NCUREP_API int ncurep_session_of(const ncurep_report *r, ncurep_session *out)
{
    if (out == NULL) return 0;
    if (r == NULL) {
        ncurep_i_blank(NCUREP_I_SESSION, out, sizeof *out);
        return 0;
    }
    return ncurep_i_decode(NCUREP_I_SESSION, &r->session, 0, out, sizeof *out, NULL); /* its pieces are known to be whole */
}

/* The bytes of an entry. */
static int ncurep_i_entry_bytes(ncurep_report *r, unsigned slot, const ncurep_i_entry *entry, ncurep_view *out, ncurep_error *e)
{
    const char *p = ncurep_i_load(r, slot, entry->at & ~((uint64_t)3 << 62), entry->size, e);
    if (p == NULL) return 0;
    out->ptr = p;
    out->len = entry->size;
    return 1;
}

NCUREP_API int ncurep_source_at(ncurep_report *r, uint32_t i, ncurep_source *out, ncurep_error *error)
{
    const ncurep_i_entry *entry;
    ncurep_view bytes;
    (void)ncurep_i_fail(error, NCUREP_OK, 0, "");
    if (out == NULL) return ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no room for the source");
    ncurep_i_blank(NCUREP_I_SOURCE, out, sizeof *out);
    ncurep_i_empty(&out->bytes);
    if (r == NULL || i >= r->sources.count) return 0;
    entry = (const ncurep_i_entry *)ncurep_i_item(&r->sources, i);
    if (!ncurep_i_entry_bytes(r, NCUREP_I_SOURCE_SLOT, entry, &bytes, error)) return 0;
    if (!ncurep_i_decode(NCUREP_I_SOURCE, &bytes, entry->at, out, sizeof *out, error)) {
        ncurep_i_blank(NCUREP_I_SOURCE, out, sizeof *out);
        ncurep_i_empty(&out->bytes);
        return 0;
    }
    out->index = i;
    out->block = entry->block;
    out->at = entry->at;
    out->bytes.ptr = bytes.ptr;
    out->bytes.len = bytes.len;
    return 1;
}

static int ncurep_i_less_u64(const void *user, uint32_t a, uint32_t b)
{
    const uint64_t *v = (const uint64_t *)user;
    return v[a] < v[b];
}

NCUREP_API int ncurep_modules(ncurep_report *r, uint32_t *count, ncurep_error *error)
{
    ncurep_source source;
    ncurep_error bad;
    uint64_t *reference;
    uint32_t *order, *spare, *next, *sorted, i, n, good = 0, modules = 0;
    ncurep_module *list;
    (void)ncurep_i_fail(error, NCUREP_OK, 0, "");
    if (count != NULL) *count = 0;
    if (r == NULL) return ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no report");
    n = r->sources.count;
    if (n > 0 && r->modules == NULL) {
        reference = (uint64_t *)ncurep_i_alloc(&r->arena, n, sizeof *reference);
        order = (uint32_t *)ncurep_i_alloc(&r->arena, n, sizeof *order);
        spare = (uint32_t *)ncurep_i_alloc(&r->arena, n, sizeof *spare);
        next = (uint32_t *)ncurep_i_alloc(&r->arena, n, sizeof *next);
        if (reference == NULL || order == NULL || spare == NULL || next == NULL) return ncurep_i_no_memory(error, &r->arena, 0);
        for (i = 0; i < n; i++) {
            next[i] = NCUREP_NONE;
            reference[i] = 0;
            if (ncurep_source_at(r, i, &source, &bad)) {
                reference[i] = source.reference;
                order[good++] = i;
            } else if (bad.code != NCUREP_SYNTAX)
                return ncurep_i_fail(error, bad.code, bad.offset, bad.message);
        }
        ncurep_i_sort(order, spare, good, ncurep_i_less_u64, reference);
        /* Chains of equal references; spare marks the first source of each, counted in order of appearance. */
        for (i = 0; i < n; i++) spare[i] = NCUREP_NONE;
        for (i = 0; i < good; i++) {
            if (i > 0 && reference[order[i - 1]] == reference[order[i]]) next[order[i - 1]] = order[i];
            else spare[order[i]] = 0;
        }
        for (i = 0; i < n; i++)
            if (spare[i] == 0) spare[i] = modules++;
        list = (ncurep_module *)ncurep_i_alloc(&r->arena, (size_t)modules + 1, sizeof *list);
        sorted = (uint32_t *)ncurep_i_alloc(&r->arena, (size_t)modules + 1, sizeof *sorted);
        if (list == NULL || sorted == NULL) return ncurep_i_no_memory(error, &r->arena, 0);
        modules = 0;
        for (i = 0; i < good; i++) {
            if (spare[order[i]] != NCUREP_NONE) {
                sorted[modules++] = spare[order[i]];
                list[sorted[modules - 1]].reference = reference[order[i]];
                list[sorted[modules - 1]].first = order[i];
                list[sorted[modules - 1]].pieces = 0;
            }
            list[sorted[modules - 1]].pieces++;
        }
        r->modules = list;
        r->by_reference = sorted;
        r->next_piece = next;
        r->module_count = modules;
    }
    if (count != NULL) *count = r->module_count;
    return 1;
}

NCUREP_API int ncurep_module_at(const ncurep_report *r, uint32_t i, ncurep_module *out)
{
    if (out == NULL) return 0;
    ncurep_i_zero(out, sizeof *out);
    if (r == NULL || i >= r->module_count) return 0;
    ncurep_i_copy(out, &r->modules[i], sizeof *out);
    return 1;
}

NCUREP_API uint32_t ncurep_module_find(const ncurep_report *r, uint64_t reference)
{
    uint32_t low = 0, high, middle;
    if (r == NULL) return NCUREP_NONE;
    high = r->module_count;
    while (low < high) {
        middle = low + (high - low) / 2;
        if (r->modules[r->by_reference[middle]].reference < reference) low = middle + 1;
        else high = middle;
    }
    if (low == r->module_count || r->modules[r->by_reference[low]].reference != reference) return NCUREP_NONE;
    return r->by_reference[low];
}

NCUREP_API uint32_t ncurep_module_next(const ncurep_report *r, uint32_t source)
{
    if (r == NULL || r->modules == NULL || source >= r->sources.count) return NCUREP_NONE;
    return r->next_piece[source];
}

NCUREP_API int ncurep_result_at(ncurep_report *r, uint32_t i, ncurep_result *out, ncurep_error *error)
{
    static const uint8_t message[4] = {NCUREP_I_KERNEL, NCUREP_I_RANGE, NCUREP_I_CMDLIST, NCUREP_I_GRAPH};
    const ncurep_i_entry *entry;
    ncurep_view bytes;
    unsigned kind, axis;
    int ok;
    (void)ncurep_i_fail(error, NCUREP_OK, 0, "");
    if (out == NULL) return ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no room for the result");
    ncurep_i_blank(NCUREP_I_KERNEL, out, sizeof *out);
    ok = r != NULL && i < r->results.count;
    kind = 0;
    entry = NULL;
    if (ok) {
        entry = (const ncurep_i_entry *)ncurep_i_item(&r->results, i);
        kind = (unsigned)(entry->at >> 62);
        ok = ncurep_i_entry_bytes(r, NCUREP_I_RESULT_SLOT, entry, &bytes, error) &&
             ncurep_i_decode(message[kind], &bytes, entry->at & ~((uint64_t)3 << 62), out, sizeof *out, error);
    }
    if (!ok) ncurep_i_blank(NCUREP_I_KERNEL, out, sizeof *out);
    /* What a message of this kind does not have was left at zero. */
    if (out->mangled.ptr == NULL) ncurep_i_empty(&out->mangled);
    if (out->function.ptr == NULL) ncurep_i_empty(&out->function);
    if (out->demangled.ptr == NULL) ncurep_i_empty(&out->demangled);
    if (out->rules.ptr == NULL) ncurep_i_empty_list(&out->rules);
    if (out->series.combination.ptr == NULL) ncurep_i_empty(&out->series.combination);
    if (out->stream_name.ptr == NULL) ncurep_i_empty(&out->stream_name);
    if (out->field31.ptr == NULL) ncurep_i_empty(&out->field31);
    if (out->references.ptr == NULL) ncurep_i_empty_list(&out->references);
    if (out->display.ptr == NULL) ncurep_i_empty(&out->display);
    ncurep_i_empty(&out->bytes);
    if (!ok) return 0;
    out->index = i;
    out->block = entry->block;
    out->process = ((const ncurep_i_block_at *)ncurep_i_item(&r->blocks, entry->block))->process;
    out->kind = (ncurep_result_kind)kind;
    out->at = entry->at & ~((uint64_t)3 << 62);
    out->bytes.ptr = bytes.ptr;
    out->bytes.len = bytes.len;
    out->grid[0] = out->global_size.x;
    out->grid[1] = out->global_size.y;
    out->grid[2] = out->global_size.z;
    if (!NCUREP_HAS(out, 25) && !r->has_target) {
        const uint64_t block[3] = {out->block_size.x, out->block_size.y, out->block_size.z};
        for (axis = 0; axis < 3; axis++)
            if (block[axis] != 0) out->grid[axis] /= block[axis];
    }
    return 1;
}

/* ----------------------------------------------------------------------------------------------- metrics by name */

typedef struct ncurep_i_named {
    uint32_t rank; /* of the name among the different strings; NCUREP_NONE: not in the table */
    uint32_t at;   /* of the field in the bytes of the result's list of metrics */
} ncurep_i_named;

static int ncurep_i_less_rank(const void *user, uint32_t a, uint32_t b)
{
    const ncurep_i_named *n = (const ncurep_i_named *)user;
    return n[a].rank < n[b].rank;
}

NCUREP_API int ncurep_index_metrics(ncurep_report *r, const ncurep_result *result, ncurep_index *out, ncurep_error *error)
{
    ncurep_list l;
    ncurep_metric m;
    ncurep_view bytes;
    ncurep_error bad;
    ncurep_i_named *named;
    uint32_t *order, n, k = 0;
    uint64_t at = 0, id;
    (void)ncurep_i_fail(error, NCUREP_OK, 0, "");
    if (out == NULL) return ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no room for the index");
    ncurep_i_zero(out, sizeof *out);
    if (r == NULL || result == NULL) return ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no report or no result");
    if (!ncurep_sort_strings(r, error)) return 0;
    l = result->metrics;
    n = l.count;
    if (n > r->index_room) {
        const uint32_t room = n < 0x40000000u ? n + n / 2 : n;
        uint32_t *more = (uint32_t *)ncurep_i_alloc(&r->arena, room, 2 * sizeof *more + sizeof *named);
        if (more == NULL) return ncurep_i_no_memory(error, &r->arena, 0);
        r->index = more;
        r->index_room = room;
    }
    /* order[n], then spare[n], then named[n]: all of 4-byte members */
    order = r->index;
    named = (ncurep_i_named *)(void *)(r->index + 2 * (size_t)n);
    while (k < n) {
        const char *from = l.ptr;
        if (!ncurep_i_next_bytes(&l, &bytes, &at)) break;
        if (!ncurep_i_metric(&bytes, at, &m, &bad)) return ncurep_i_fail(error, bad.code, bad.offset, bad.message);
        id = m.name_id;
        named[k].rank = id < r->info.strings ? r->rank[id] : NCUREP_NONE;
        named[k].at = (uint32_t)(from - result->metrics.ptr);
        order[k] = k;
        k++;
    }
    ncurep_i_sort(order, order + n, k, ncurep_i_less_rank, named);
    out->report = r;
    out->result = result;
    out->entries = r->index;
    out->count = k;
    return 1;
}

/* The parts of an index: see ncurep_index_metrics. */
static const ncurep_i_named *ncurep_i_named_of(const ncurep_index *x)
{
    return (const ncurep_i_named *)(const void *)((const uint32_t *)x->entries + 2 * (size_t)x->result->metrics.count);
}

NCUREP_API uint32_t ncurep_index_find(const ncurep_index *x, const char *name, size_t len, uint32_t *place)
{
    const uint32_t *order;
    const ncurep_i_named *named;
    uint32_t id, rank, low = 0, high, n;
    if (place != NULL) *place = 0;
    if (x == NULL || x->count == 0) return 0;
    id = ncurep_string_find(x->report, name, len);
    if (id == NCUREP_NONE) return 0;
    rank = x->report->rank[id];
    order = (const uint32_t *)x->entries;
    named = ncurep_i_named_of(x);
    high = x->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (named[order[middle]].rank < rank) low = middle + 1;
        else high = middle;
    }
    for (n = 0; low + n < x->count && named[order[low + n]].rank == rank; n++) continue;
    if (place != NULL && n > 0) *place = low;
    return n;
}

NCUREP_API int ncurep_index_metric(const ncurep_index *x, uint32_t place, ncurep_metric *out)
{
    ncurep_list l;
    uint32_t at;
    if (out == NULL) return 0;
    ncurep_i_no_metric(out);
    if (x == NULL || place >= x->count) return 0;
    at = ncurep_i_named_of(x)[((const uint32_t *)x->entries)[place]].at;
    l = x->result->metrics;
    l.ptr += at;
    l.at += at;
    return ncurep_next_metric(&l, out);
}

#ifdef NCUREP_POSIX
static size_t ncurep_i_pread(void *user, uint64_t offset, void *to, size_t size)
{
    ssize_t n;
    const size_t most = (size_t)1 << 30;
    do n = pread((int)(intptr_t)user, to, size < most ? size : most, (off_t)offset);
    while (n < 0 && errno == EINTR);
    return n > 0 ? (size_t)n : 0;
}

NCUREP_API int ncurep_file_open(const char *path, ncurep_input *out, ncurep_error *error)
{
    struct stat st;
    int fd;
    (void)ncurep_i_fail(error, NCUREP_OK, 0, "");
    do fd = open(path, O_RDONLY | O_CLOEXEC);
    while (fd < 0 && errno == EINTR);
    out->read_fn = NULL;
    out->user = NULL;
    out->size = 0;
    if (fd < 0) return ncurep_i_fail(error, NCUREP_IO, 0, "the file cannot be opened");
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        (void)close(fd);
        return ncurep_i_fail(error, NCUREP_IO, 0, "not a regular file");
    }
    out->read_fn = ncurep_i_pread;
    out->user = (void *)(intptr_t)fd;
    out->size = (uint64_t)st.st_size;
    return 1;
}

NCUREP_API void ncurep_file_close(ncurep_input *input)
{
    if (input == NULL || input->read_fn == NULL) return;
    (void)close((int)(intptr_t)input->user);
    input->read_fn = NULL;
}
#endif

#ifdef __cplusplus
}
#endif

#undef NCUREP_I_PLAIN_LOOP
#undef NCUREP_I_GROUPS
#undef NCUREP_I_MESSAGES
#undef NCUREP_I_SKIP
#undef NCUREP_I_NEST
#undef NCUREP_I_CHUNK
#undef NCUREP_I_PROBLEMS

#endif /* NCUREP_IMPLEMENTATION */

/* Last changes
   v0.1.0  first version

This software is available under two licences. Choose whichever you prefer.

------------------------------------------------------------------------------
ALTERNATIVE A - MIT No Attribution (MIT-0)

Permission is hereby granted, free of charge, to any person obtaining a copy of
this software and associated documentation files (the "Software"), to deal in
the Software without restriction, including without limitation the rights to
use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies
of the Software, and to permit persons to whom the Software is furnished to do
so.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.

------------------------------------------------------------------------------
ALTERNATIVE B - Public Domain (Unlicense, unlicense.org)

This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this
software, either in source code form or as a compiled binary, for any purpose,
commercial or non-commercial, and by any means.

In jurisdictions that recognize copyright laws, the author or authors of this
software dedicate any and all copyright interest in the software to the public
domain. We make this dedication for the benefit of the public at large and to
the detriment of our heirs and successors. We intend this dedication to be an
overt act of relinquishment in perpetuity of all present and future rights to
this software under copyright law.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN
ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
*/
