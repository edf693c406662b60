/* ncurep.h - v1.0.0 - Nsight Compute reports, read and written - no warranty - SPDX: MIT-0 OR MIT OR Unlicense

Do this in one C file:
    #define NCUREP_IMPLEMENTATION
    #include "ncurep.h"
and include it plainly everywhere else.

A whole program: kernels and their times, and what is wrong with a file that is damaged or not a report at all.

    #define _POSIX_C_SOURCE 200809L
    #define NCUREP_POSIX
    #define NCUREP_IMPLEMENTATION
    #include "ncurep.h"
    #include <stdio.h>
    static void complain(const ncurep_problem *p)
    {
        printf("byte %llu: %s\n", (unsigned long long)p->offset, p->message);
    }
    int main(int argc, char **argv)
    {
        ncurep_posix file;
        ncurep_input input;
        ncurep_error error;
        ncurep_report *report;
        ncurep_info info;
        ncurep_result kernel;
        ncurep_metric time;
        uint32_t i, id;
        if (argc < 2) return 2;
        ncurep_posix_open(&file, argv[1], &input, &error);
        report = error.code == NCUREP_OK ? ncurep_report_open_input(&input, NULL, &error) : NULL;
        if (report == NULL) complain(&error);
        ncurep_report_info(report, &info);
        ncurep_string_find(report, ncurep_text("gpu__time_duration.sum"), &id);
        for (i = 0; i < info.results; i++)
            if (ncurep_result_at(report, i, &kernel, NULL) && ncurep_metric_find(&kernel, id, &time))
                printf("%.*s %.0f ns\n", (int)kernel.function.len, kernel.function.ptr,
                       ncurep_value_double(&time.value));
        for (i = 0; ncurep_report_problem_at(report, i, &error); i++) complain(&error);
        ncurep_report_close(report);
        ncurep_posix_close(&file);
        return report == NULL || i > 0;
    }

PROMISES, each tested
    P1  No read outside the input.
    P2  No write outside the library's own memory and what the caller passes in.
    P3  Every view lies in the input or in the memory of the object that gave it.
    P4  Time is linear in input plus output, n log n where a comment says so.
    P5  Memory stays within max_memory.
    P6  At most 2 KiB of C stack below a public call, callbacks not counted. No recursion.
    P7  The same input gives the same result on every machine.
    P8  A failed call changes nothing visible.
    P9  No other effect: no locale, environment, signals or globals; files only in the POSIX part.

TRUST
    INPUT                                              may be hostile
    reports: their bytes, sizes, names and texts       yes
    filter expressions, names of metrics               yes
    callbacks and allocators                           no, but each call may fail
    options, indexes and pointers                      no; an index out of range finds nothing

OWNERSHIP      What _open gives, _close frees. Everything else is the caller's memory. Views of a result live until the
               next ncurep_result_at of the report, those of a source or block likewise; strings, processes and the
               session live as long as the report.
THREADS        No shared state: different objects in different threads are fine, one object in one thread at a time.
ERRORS         Damage becomes a problem of the report (ncurep_report_problem_at), which sets no error, and what is
               intact stays readable: a damaged result or metric takes down only itself. Lists skip malformed elements
               and keep the first error (list.error).
NULL           Every function accepts NULL for every pointer: it does nothing and returns the neutral value.
LIMITS         max_memory (64 MiB unless set); messages nest 32 deep, groups 64; 4,294,967,294 blocks, sources, results
               and strings; 2^61 bytes.
NOT SUPPORTED  .ncu-repz without your decompressor (ncurep_unpack); baseline files (.ncu-bln); SASS text, which no
               report contains (cubin.h disassembles).

MACROS, all optional; define them identically everywhere the header is included
    NCUREP_IMPLEMENTATION    compile the bodies here
    NCUREP_STATIC            make everything static
    NCUREP_API               linkage of the functions; default extern
    NCUREP_NO_LIBC           call nothing of libc: slower, and memory must be given
    NCUREP_ASSERT(e)         internal checks; default nothing
    NCUREP_POSIX             add ncurep_posix_open and _close; needs POSIX.1-2008

PARTS that can be left out                                             bytes of code, gcc -Os
    (everything)                                                       58829
    NCUREP_NO_WRITE         without the writer                         48634
    NCUREP_NO_FILTERS       without NVTX filters and name patterns     44698
    (all of them left out)                                             34470

SOURCES
    The vendor's customization guide (the container), its published interface definitions of 2020.x and 2022.4, its
    manuals of the command line and the Python interface; for what came later, 452 public reports of 2018 to 2026.2:
    "observed" gives the number of files. [ours]: a choice of this header. */

#ifndef NCUREP_H
#define NCUREP_H

#define NCUREP_VERSION_MAJOR 1
#define NCUREP_VERSION_MINOR 0
#define NCUREP_VERSION_PATCH 0
#define NCUREP_VERSION "1.0.0"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ==== interface =================================================================================================== */

/* ---- Basics ------------------------------------------------------------------------------------------------------ */

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

/* Each enum is one list of rows: enumerator, the word that its _name function gives, and what else belongs to it. */
#define NCUREP_I_ENUMERATOR(name, word) name,
#define NCUREP_I_NUMBERED(name, word, number) name = number,

/* What went wrong. The same order in all headers of the family. */
#define NCUREP_CODES(ROW) \
    ROW(NCUREP_OK, "ok") \
    ROW(NCUREP_ARGUMENT, "argument")       /* the call is wrong: NULL where none may be, an option out of range */ \
    ROW(NCUREP_MEMORY, "memory")           /* the allocator or the buffer is exhausted */ \
    ROW(NCUREP_IO, "io")                   /* a callback failed */ \
    ROW(NCUREP_TRUNCATED, "truncated")     /* the input ends too early; what is there is fine */ \
    ROW(NCUREP_SYNTAX, "syntax")           /* the input is wrong */ \
    ROW(NCUREP_LIMIT, "limit")             /* a limit of the options was reached */ \
    ROW(NCUREP_UNSUPPORTED, "unsupported") /* well formed, but of a kind or version that this header does not read */
typedef enum ncurep_code { NCUREP_CODES(NCUREP_I_ENUMERATOR) NCUREP_CODE_COUNT } ncurep_code;

/* A code, the byte offset in the input where it happened, and a constant English sentence without a line feed. A call
   that succeeds sets NCUREP_OK, 0 and "". */
typedef struct ncurep_error {
    ncurep_code code;
    uint64_t offset;
    const char *message;
} ncurep_error;
/* end of shared */

/* shared: reply */
/* What a callback answers that is asked; any other value counts as FAILED. A callback that delivers returns how much,
   and says in *reply, which is FAILED before the call, why it gave nothing. */
#define NCUREP_REPLIES(ROW) \
    ROW(NCUREP_REPLY_FAILED, "failed", -3)   /* for a reason without a reply of its own */ \
    ROW(NCUREP_REPLY_REFUSED, "refused", -2) /* no permission */ \
    ROW(NCUREP_REPLY_UNKNOWN, "unknown", -1) /* nothing says */ \
    ROW(NCUREP_REPLY_NO, "no", 0) \
    ROW(NCUREP_REPLY_YES, "yes", 1)
typedef enum ncurep_reply { NCUREP_REPLIES(NCUREP_I_NUMBERED) NCUREP_REPLY_COUNT = 5 } ncurep_reply;
/* end of shared */

/* shared: memory */
/* Where memory comes from. alloc_fn returns NULL when it has none, memory of any alignment otherwise; free_fn gets the
   size that was asked for. Both NULL: no allocator. Called only on the calling thread, never concurrently. */
typedef struct ncurep_allocator {
    void *(*alloc_fn)(size_t size, void *user);
    void (*free_fn)(void *ptr, size_t size, void *user);
    void *user;
} ncurep_allocator;

/* A buffer alone: no heap. A buffer and an allocator: the buffer first. Neither: malloc and free (with NCUREP_NO_LIBC
   NCUREP_ARGUMENT). All zero is a good default. The buffer must outlive what is made in it. */
typedef struct ncurep_memory {
    void *buffer;
    size_t buffer_size;
    ncurep_allocator allocator;
    size_t max_memory; /* most bytes to hold from the allocator at once; 0: 64 MiB */
} ncurep_memory;
/* end of shared */

/* "None" among indexes and ids. */
#define NCUREP_NONE 0xffffffffu

/* A view of a NUL-terminated string; the empty view for NULL. The string must outlive the view. */
NCUREP_API ncurep_view ncurep_text(const char *string);

/* Stable words ("syntax", "refused"); "?" for an invalid value. */
NCUREP_API const char *ncurep_code_name(ncurep_code code);
NCUREP_API const char *ncurep_reply_name(ncurep_reply reply);

/* ---- Messages ---------------------------------------------------------------------------------------------------- */

/* Below, a number beside a member is the number of its field in the message, for NCUREP_HAS. Absent fields are 0 or
   empty; if a scalar repeats, the last one wins. Enums of the file are numbers, since newer files bring newer values.
   Texts are bytes: most are UTF-8, none need be. */

/* Whether the field of this number was in the message that x was read from. */
#define NCUREP_HAS(x, number) (((x)->has >> (number)) & 1)

/* A field of a message as stored in the file. */
typedef struct ncurep_field {
    uint32_t number;
    uint32_t wire;     /* 0 varint, 1 eight bytes, 2 bytes with a length, 3 group, 5 four bytes */
    uint64_t value;    /* of wire 0, 1 and 5 */
    ncurep_view bytes; /* of wire 2 and 3, else empty */
} ncurep_field;

/* The elements of a repeated field, or all fields of a message (ncurep_fields). Reading consumes elements; a copy is a
   bookmark. Malformed elements are skipped; the first error is kept. */
typedef struct ncurep_list {
    const char *ptr, *end;
    uint64_t at;          /* offset of ptr in the file */
    uint32_t field;       /* 0: all */
    uint32_t count;       /* elements still to come, 0 when field is 0 */
    ncurep_error error;
    const char *i_state;
} ncurep_list;

/* A sub-message that only holds a list. */
typedef struct ncurep_items {
    uint64_t has;
    ncurep_list list;
} ncurep_items;

#define NCUREP_KINDS(ROW) \
    ROW(NCUREP_KIND_NONE, "none") \
    ROW(NCUREP_KIND_STRING, "string") \
    ROW(NCUREP_KIND_FLOAT, "float") \
    ROW(NCUREP_KIND_DOUBLE, "double") \
    ROW(NCUREP_KIND_UINT32, "uint32") \
    ROW(NCUREP_KIND_UINT64, "uint64") \
    ROW(NCUREP_KIND_INT32, "int32") /* 6 and 7 in NVTX payloads only */ \
    ROW(NCUREP_KIND_INT64, "int64")
typedef enum ncurep_kind { NCUREP_KINDS(NCUREP_I_ENUMERATOR) NCUREP_KIND_COUNT } ncurep_kind;
NCUREP_API const char *ncurep_kind_name(ncurep_kind kind);

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
    ncurep_view name; /* 3: path of the program; from Windows it ends with a zero byte (observed in 3 of 3) */
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
    ncurep_list addresses;                                    /* 7: ncurep_address_next */
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
    ncurep_list attributes; /* 3: ncurep_attribute_next */
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

typedef struct ncurep_filter_settings {
    uint64_t has;
    ncurep_view kernel, base, id;       /* 1 2 3 */
    uint32_t skip, skip_before, count;  /* 4 5 6 */
    ncurep_view nvtx;                   /* 7 */
} ncurep_filter_settings;

typedef struct ncurep_sampling_settings {
    uint64_t has;
    int interval_auto;                 /* 1 */
    uint64_t interval, passes, buffer; /* 2 3 4 */
} ncurep_sampling_settings;

/* Options of the sampling of counters over time. */
typedef struct ncurep_pm_settings {
    uint64_t has;
    uint64_t interval, buffer, passes; /* 1 2 3 */
} ncurep_pm_settings;

typedef struct ncurep_other_settings {
    uint64_t has;
    int rules;           /* 1 */
    ncurep_view metrics; /* 2 */
} ncurep_other_settings;

/* Options of the user interface that collected the report. */
typedef struct ncurep_settings {
    uint64_t has;
    int nvtx, no_start_stop, from_start; /* 1 2 3 */
    ncurep_view activity;                /* 4 */
    ncurep_filter_settings filter;        /* 5 */
    ncurep_other_settings other;          /* 6 */
    ncurep_view sections, clocks;        /* 7 8 */
    ncurep_sampling_settings sampling;    /* 9 */
    int import_source;                   /* 10 */
    ncurep_view replay;                  /* 11 */
    int cpu_stack;                       /* 12 */
    ncurep_pm_settings pm_sampling;       /* 13: 2023.3 and later */
    ncurep_view stack_type;              /* 14: "Native" (3 files, 2024.3 and later) */
    ncurep_view field15;                 /* 15: "Auto" (2 files, 2025.1 and later) */
    uint64_t field16;                    /* 16: 1 (1 file of 2025.3.1) */
} ncurep_settings;

/* The pieces of all blocks, merged. */
typedef struct ncurep_session {
    uint64_t has;
    uint32_t pid;                 /* 1: the default process */
    uint64_t created;             /* 2: seconds since 1970 UTC */
    ncurep_system host, target;   /* 3 4 */
    ncurep_items properties;      /* 5: ncurep_pair_next */
    ncurep_list devices;          /* 6: ncurep_device_next */
    ncurep_view comments;         /* 7 */
    ncurep_list versions;         /* 8: ncurep_pair_next: provider, version */
    ncurep_executable executable; /* 9 */
    ncurep_settings settings;     /* 10 */
    ncurep_view command;          /* 11: the profiler's command line */
} ncurep_session;

typedef struct ncurep_relocation {
    uint64_t has;
    ncurep_list functions; /* 1: ncurep_symbol_next */
    ncurep_list objects;   /* 2: ncurep_symbol_next */
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
    ncurep_items files;           /* 8: ncurep_source_file_next */
    ncurep_relocation relocation; /* 9 */
} ncurep_source;

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
    ncurep_list domains;     /* 1: ncurep_nvtx_domain_next */
    ncurep_list threads;     /* 2: ncurep_nvtx_thread_next */
    ncurep_list start_end;   /* 3: ncurep_nvtx_open_next */
    uint64_t default_domain; /* 4 */
    uint64_t field5;         /* 5: 0 (1 file of 2025.1.0) */
} ncurep_nvtx;

typedef struct ncurep_stack {
    uint64_t has;
    ncurep_list frames; /* 1: ncurep_frame_next, innermost first */
    int32_t type;       /* 2: 1 (1 file of 2025.1.0, whose settings say "Native") */
} ncurep_stack;

#define NCUREP_RESULT_KINDS(ROW) \
    ROW(NCUREP_RESULT_KIND_KERNEL, "kernel")   /* ProfileResult */ \
    ROW(NCUREP_RESULT_KIND_RANGE, "range")     /* RangeResult: several launches, replayed together */ \
    ROW(NCUREP_RESULT_KIND_CMDLIST, "cmdlist") /* CmdlistResult */ \
    ROW(NCUREP_RESULT_KIND_GRAPH, "graph")     /* GraphResult: a CUDA graph as a whole */
typedef enum ncurep_result_kind {
    NCUREP_RESULT_KINDS(NCUREP_I_ENUMERATOR) NCUREP_RESULT_KIND_COUNT
} ncurep_result_kind;
NCUREP_API const char *ncurep_result_kind_name(ncurep_result_kind kind);

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
    ncurep_list metrics;                       /* 13: ncurep_metric_next */
    uint64_t created;                          /* 14: seconds since 1970 */
    ncurep_origin source;                      /* 15 */
    int32_t api;                               /* 16 */
    ncurep_list sections;                      /* 17: ncurep_section_next */
    ncurep_list section_comments;              /* 18: ncurep_comment_next */
    ncurep_list rules;                         /* 19: ncurep_rule_next */
    int unsupported;                           /* 20: the device was not fully supported */
    ncurep_nvtx nvtx;                          /* 21 */
    uint32_t context, stream;                  /* 22 23 */
    ncurep_series series;                      /* 24 */
    ncurep_clock clock;                        /* 25 */
    ncurep_view context_name, stream_name;     /* 26 27 */
    ncurep_stack stack;                        /* 28: of the launch */
    ncurep_view field31;                       /* 31: always empty (24 files, 2025.2 and later) */
    float driver;                              /* 35: driver version as a number, 2025.2 and later */
    ncurep_list warp_samples;                  /* 36: ncurep_warp_samples_next; 2025.4 and later */
    ncurep_view field38;                       /* 38: always empty (2 files of 2026.2.1) */
    ncurep_list references;                    /* 40: ncurep_reference_next; of all kinds but kernels */
    ncurep_view display;                       /* 41: of command lists */
    uint64_t grid[3]; /* in blocks. Writers up to 2020.2 store threads: global_size is divided by the block size where
                         the metric launch__grid_size says so, or, without it, where neither a clock nor a collector
                         is named */
} ncurep_result;

typedef struct ncurep_metric {
    uint64_t has;
    uint32_t name_id;      /* 1: ncurep_string_at */
    ncurep_value value;    /* 2: can be absent although there are instances */
    ncurep_list instances; /* 3: ncurep_instance_next, ncurep_instances */
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
    ncurep_list mappings; /* 2: ncurep_nvtx_string_next */
} ncurep_nvtx_names;

typedef struct ncurep_nvtx_domain {
    uint64_t has;
    uint64_t id;         /* 1 */
    ncurep_view name;    /* 2 */
    ncurep_list strings; /* 3: ncurep_nvtx_string_next */
    ncurep_list tables;  /* 4: ncurep_nvtx_names_next */
} ncurep_nvtx_domain;

typedef struct ncurep_nvtx_thread {
    uint64_t has;
    uint32_t id;         /* 1: that of the result is its own thread */
    ncurep_list domains; /* 2: ncurep_nvtx_open_next */
} ncurep_nvtx_thread;

/* Open ranges of a domain: the stack of a thread, outermost first (ncurep_nvtx_range_next), or the start/end ranges of
   the process (ncurep_nvtx_range_next). */
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

/* Warp samples with their times: those of the sampling over time, not those that the metrics count. */
typedef struct ncurep_warp_samples {
    uint64_t has;
    ncurep_view name;    /* 1: a metric of the result whose instances have the same ticks */
    ncurep_items series; /* 2: ncurep_warp_series_next */
} ncurep_warp_samples;

/* The samples of one SM. ncurep_warp_sample_next takes them out of it; a copy is a bookmark. */
typedef struct ncurep_warp_series {
    uint64_t has;
    uint32_t unit;       /* 1: the SM */
    ncurep_view times;   /* 2: ticks, 16 bytes each: time in ns since 1970, samples before it */
    ncurep_view records; /* 3: samples, 16 bytes each */
    int has_time;        /* a tick was passed */
    uint64_t time;       /* of the last tick passed */
    uint64_t taken;      /* samples so far */
    uint64_t at;         /* offset of the records in the file */
    ncurep_error error;
} ncurep_warp_series;

typedef struct ncurep_warp_sample {
    int has_time;     /* 0: before the first tick */
    uint64_t time;    /* ns since 1970 */
    uint64_t address; /* of the instruction */
    uint32_t at8;     /* 63 in all observed */
    uint8_t place;    /* of the warp: sub-partition in the high four bits, warp in the low ones [inferred] */
    uint8_t reason;   /* why it stalled: ncurep_stall_name */
    uint8_t not_issued; /* 1: its scheduler issued nothing at that cycle [inferred] */
    uint8_t at15;     /* 0 in all observed */
} ncurep_warp_sample;

/* A metric or group that a section names; a set (name only). */
typedef struct ncurep_label {
    uint64_t has;
    ncurep_view name;  /* 1 */
    ncurep_view label; /* 2 */
} ncurep_label;

typedef struct ncurep_section_metrics {
    uint64_t has;
    ncurep_list metrics; /* 1 (of a header 2): ncurep_label_next */
    uint32_t order;      /* 2 (of a header 1: rows) */
} ncurep_section_metrics;

typedef struct ncurep_section_body {
    uint64_t has;
    ncurep_list items; /* 1: ncurep_field_next */
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
    ncurep_list bodies;             /* 5: ncurep_section_body_next */
    ncurep_section_metrics metrics; /* 6 */
    ncurep_view description;        /* 7 */
    ncurep_list sets;               /* 8: ncurep_label_next */
    ncurep_view extends;            /* 9 */
    ncurep_items definitions;       /* 10: ncurep_pair_next: name, expression */
    ncurep_list groups;             /* 12: ncurep_label_next */
    ncurep_list source_metrics;     /* 13: ncurep_section_metrics_next */
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
    ncurep_items body;            /* 3: ncurep_rule_item_next; absent: the rule said nothing */
    ncurep_view section;          /* 4 */
    ncurep_list markers;          /* 5: ncurep_marker_next */
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
    ncurep_view chart[6];     /* 2 3 4 5 7 9: ncurep_table_find */
    uint64_t chart_at[6];
    ncurep_comment_id proposal; /* 6: identifier of the next rule, in section */
    ncurep_list focus;        /* 8: ncurep_focus_next */
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

#define NCUREP_TABLE_KINDS(ROW) \
    ROW(NCUREP_TABLE_KIND_TABLE, "table") \
    ROW(NCUREP_TABLE_KIND_BAR_CHART, "bar-chart") \
    ROW(NCUREP_TABLE_KIND_HISTOGRAM_CHART, "histogram-chart") \
    ROW(NCUREP_TABLE_KIND_LINE_CHART, "line-chart") \
    ROW(NCUREP_TABLE_KIND_ROOFLINE_CHART, "roofline-chart") \
    ROW(NCUREP_TABLE_KIND_SOURCE_METRIC_TABLE, "source-metric-table")
typedef enum ncurep_table_kind { NCUREP_TABLE_KINDS(NCUREP_I_ENUMERATOR) NCUREP_TABLE_KIND_COUNT } ncurep_table_kind;
NCUREP_API const char *ncurep_table_kind_name(ncurep_table_kind kind);

typedef struct ncurep_table_state {
    ncurep_list lists[3];
    ncurep_view value[2];
    uint64_t value_at[2];
    uint32_t count, next;
    ncurep_list cycles;
} ncurep_table_state;

/* A table or chart of a rule. */
typedef struct ncurep_table {
    uint64_t has;
    ncurep_table_kind kind;
    ncurep_view label;   /* 1 */
    ncurep_list metrics; /* ncurep_table_metric_next; its error is that of the table */
    ncurep_table_state i_state;
} ncurep_table;

/* The stall reason of a warp sample as metrics name it ("long_scoreboard"); "?" for one never observed.
   Source: the counts of samples equal those of warpsampling:smsp__pcsamp_warps_issue_stalled_* (observed in 5). */
NCUREP_API const char *ncurep_stall_name(uint32_t reason);

/* A value as a number: the nearest double of an integer; 0 for a string or nothing. [ours] where the vendor's Python
   manual is silent. */
NCUREP_API double ncurep_value_double(const ncurep_value *value);

/* A value as an integer: truncated toward 0; 0 if negative, too large, not a number, a string or nothing. [ours] */
NCUREP_API uint64_t ncurep_value_u64(const ncurep_value *value);

/* ---- Reports ----------------------------------------------------------------------------------------------------- */

/* Where the bytes of a report come from. read_fn puts up to size bytes from this offset into to and returns how many;
   0 is a failure, and *reply, which is FAILED before the call, may say why. It is only asked for bytes below size. */
typedef struct ncurep_input {
    size_t (*read_fn)(uint64_t offset, void *to, size_t size, ncurep_reply *reply, void *user);
    void *user;
    uint64_t size; /* of the whole report */
} ncurep_input;

/* All zero is a good default. */
typedef struct ncurep_report_options {
    ncurep_memory memory;
    int strict; /* the first problem makes opening fail */
} ncurep_report_options;

typedef struct ncurep_report ncurep_report;

/* The container at a glance. */
typedef struct ncurep_info {
    uint64_t size;        /* bytes of the input */
    int has_version;      /* 0 when the file ends before it */
    uint32_t version;     /* of the file format: 7 in all files observed, 2018 to 2026 */
    ncurep_view header;   /* the message FileHeader */
    uint32_t blocks, sources, results, strings, processes; /* in complete blocks */
    uint32_t problems;    /* so far; the first 16 are kept */
    int is_cut;           /* the file ends inside a block or its header: */
    uint64_t cut_at;      /* where that block starts, */
    uint64_t cut_have;    /* the bytes from there to the end, */
    uint64_t cut_need;    /* and how many are known to be needed */
    int is_damaged;       /* what follows damaged_at cannot be read: nothing says where the next block begins */
    uint64_t damaged_at;
} ncurep_info;

/* Damage: what it is and where it is in the input. */
typedef ncurep_error ncurep_problem;

/* One block of the container. Observed: 3 to 164 a file, at most one source or result in each. */
typedef struct ncurep_block {
    uint64_t at;           /* offset of the size before the header */
    uint32_t header_size, payload_size;
    uint32_t sources, kernels, ranges, cmdlists, graphs; /* as the header counts them */
    uint32_t strings;      /* in this block's piece of the string table */
    int has_session;       /* the block holds a piece of the session */
    uint32_t process;      /* index, or NCUREP_NONE: the default process */
    uint32_t first_source, first_result; /* index of its first one, if it has any */
    int has_field10;       /* 2026.2: 0 in all 20 blocks observed; */
    uint32_t field10;      /* by its place a count of one more kind of result */
    uint64_t rest_at;      /* what is left of the payload after the entries that the header counts: */
    uint32_t rest_size;    /* a newer kind of result */
    ncurep_view header;    /* the message BlockHeader */
} ncurep_block;

/* All sources of one reference. Observed: a later piece has no cubin and lists more functions (51 of 155 files). */
typedef struct ncurep_module {
    uint32_t index;
    uint64_t reference;
    uint32_t pieces; /* how many sources; ncurep_module_source_at */
} ncurep_module;

/* Opens a report in memory, which must outlive it; nothing is copied.
   Returns NULL if data is not a report (SYNTAX), empty (TRUNCATED) or compressed (UNSUPPORTED), and for ARGUMENT,
   MEMORY and LIMIT. Anything else that is wrong is a problem of the report, and all complete blocks are read.
   Cost: a walk over the block headers; of the payloads only the sizes of their entries are read. 24 bytes a block, 16 a
   source, result or string, and of the headers what belongs to the string table and the session. */
NCUREP_API ncurep_report *ncurep_report_open(const void *data, size_t size, const ncurep_report_options *options,
                                             ncurep_error *error);

/* The same through callbacks, which must outlive the report; input is copied. Also NULL for IO. */
NCUREP_API ncurep_report *ncurep_report_open_input(const ncurep_input *input, const ncurep_report_options *options,
                                                   ncurep_error *error);
NCUREP_API void ncurep_report_close(ncurep_report *report);

/* The container at a glance; all zero for NULL. */
NCUREP_API void ncurep_report_info(const ncurep_report *report, ncurep_info *out);

/* Returns 1 and problem i; 0 when there are fewer or it was not kept (the first 16 are). Those of the container come
   first, in the order of the file, then those of results and sources as they are met.
   TRUNCATED: the file is cut. UNSUPPORTED: another version, or entries of an unknown kind. SYNTAX: damage. LIMIT: a
   block header larger than max_memory. */
NCUREP_API int ncurep_report_problem_at(const ncurep_report *report, uint32_t index, ncurep_problem *out);

/* Peak of what the report held from the allocator. */
NCUREP_API size_t ncurep_report_memory_used(const ncurep_report *report);

/* Returns 1 and block i; 0 when there is none (code OK) or it could not be read. Cost: reads the header again. */
NCUREP_API int ncurep_block_at(ncurep_report *report, uint32_t i, ncurep_block *out, ncurep_error *error);

/* Returns 1 and the string of this id. The table joins the pieces of all blocks, so ids may point forward (observed in
   15). */
NCUREP_API int ncurep_string_at(const ncurep_report *report, uint32_t id, ncurep_view *out);

/* Returns 1 and the least id of this text; 0 and NCUREP_NONE when the table lacks it. Cost: linear, log n once an index
   of metrics was built. */
NCUREP_API int ncurep_string_find(const ncurep_report *report, ncurep_view text, uint32_t *id);

/* Returns 1 and process i of info.processes: the distinct ones, in order of appearance. */
NCUREP_API int ncurep_process_at(const ncurep_report *report, uint32_t i, ncurep_process *out);

/* Returns 1 and the session, merged from the pieces of all blocks: later scalars win, lists append. */
NCUREP_API int ncurep_report_session(const ncurep_report *report, ncurep_session *out);

/* Returns 1 and source i; 0 when there is none (code OK), it cannot be read, or is malformed: then it becomes a problem
   of the report, and the next one can be read. Cost: its top level. */
NCUREP_API int ncurep_source_at(ncurep_report *report, uint32_t i, ncurep_source *out, ncurep_error *error);

/* Sorts the sources into modules, once; a malformed source belongs to none. count may be NULL. Errors: MEMORY, LIMIT,
   IO. Cost: reads every source once, n log n. */
NCUREP_API ncurep_code ncurep_modules_load(ncurep_report *report, uint32_t *count, ncurep_error *error);

/* Returns 1 and module i, in order of first appearance; 0 when there is none, or before ncurep_modules_load. */
NCUREP_API int ncurep_module_at(const ncurep_report *report, uint32_t i, ncurep_module *out);

/* Returns 1 and the module with this reference. Cost: log n. */
NCUREP_API int ncurep_module_find(const ncurep_report *report, uint64_t reference, ncurep_module *out);

/* Returns 1 and piece i of the module's sources, as ncurep_source_at does. */
NCUREP_API int ncurep_module_source_at(ncurep_report *report, const ncurep_module *module, uint32_t i,
                                       ncurep_source *out, ncurep_error *error);

/* Returns 1 and result i, all kinds in one numbering; 0 when there is none (code OK), it cannot be read, or is
   malformed: then it becomes a problem of the report, and the next one can be read, up
   to info.results. Cost: its top level. */
NCUREP_API int ncurep_result_at(ncurep_report *report, uint32_t i, ncurep_result *out, ncurep_error *error);

/* ---- Metrics ----------------------------------------------------------------------------------------------------- */

typedef struct ncurep_index_state {
    const ncurep_report *report;
    const ncurep_result *result;
    const void *entries;
} ncurep_index_state;

/* Metrics of one result, sorted by name. */
typedef struct ncurep_index {
    uint32_t count;
    ncurep_error error; /* of the first malformed metric, which is left out; OK: none */
    ncurep_index_state i_state;
} ncurep_index;

/* Returns 1 and the next metric; 0 at the end. Names can repeat in a result. */
NCUREP_API int ncurep_metric_next(ncurep_list *list, ncurep_metric *out);

/* Returns 1 and the first metric of the result with this name id. Cost: reads the first field of each metric; for many
   names an index is better. If a metric has two ids, only the first one counts here. */
NCUREP_API int ncurep_metric_find(const ncurep_result *result, uint32_t name_id, ncurep_metric *out);

/* Sorts the metrics of a result by name. The index lives until the next one of the same report, and as long as the
   result. Errors: MEMORY, LIMIT; ARGUMENT for a result in whose place the report has read another one. Cost: n log n;
   16 bytes a metric that the report holds for the next one; the first time 12 bytes a string. */
NCUREP_API ncurep_code ncurep_index_build(ncurep_report *report, const ncurep_result *result, ncurep_index *out,
                                          ncurep_error *error);

/* Returns 1, the place of the first metric of this name, and how many have it: they follow each other, in the order of
   the file. place and count may be NULL. Cost: log n. */
NCUREP_API int ncurep_index_find(const ncurep_index *index, ncurep_view name, uint32_t *place, uint32_t *count);

/* Returns 1 and the metric at a place, in the order of the names; nameless ones come last. */
NCUREP_API int ncurep_index_at(const ncurep_index *index, uint32_t place, ncurep_metric *out);

/* Returns 1 and the next instance; 0 at the end. */
NCUREP_API int ncurep_instance_next(ncurep_list *list, ncurep_instance *out);

/* Reads the next instances of a list, at most room, into arrays and returns how many; fewer than room at the end. ids
   are as ncurep_value_u64 gives them, doubles and integers the values as ncurep_value_double and _u64 do; each may be
   NULL. */
NCUREP_API size_t ncurep_instances(ncurep_list *list, uint64_t *ids, double *doubles, uint64_t *integers, size_t room);

/* ---- Lists of messages ------------------------------------------------------------------------------------------- */

/* Each returns 1 and the next element of a list, 0 at the end. Views live as long as the bytes of the list. Cost: the
   size of the element's top level. */

NCUREP_API int ncurep_address_next(ncurep_list *list, ncurep_address *out);
NCUREP_API int ncurep_pair_next(ncurep_list *list, ncurep_pair *out);
NCUREP_API int ncurep_device_next(ncurep_list *list, ncurep_device *out);
NCUREP_API int ncurep_attribute_next(ncurep_list *list, ncurep_attribute *out);
NCUREP_API int ncurep_symbol_next(ncurep_list *list, ncurep_symbol *out);
NCUREP_API int ncurep_source_file_next(ncurep_list *list, ncurep_source_file *out);
NCUREP_API int ncurep_reference_next(ncurep_list *list, uint64_t *out);
NCUREP_API int ncurep_frame_next(ncurep_list *list, ncurep_frame *out);
NCUREP_API int ncurep_warp_samples_next(ncurep_list *list, ncurep_warp_samples *out);
NCUREP_API int ncurep_warp_series_next(ncurep_list *list, ncurep_warp_series *out);
NCUREP_API int ncurep_nvtx_domain_next(ncurep_list *list, ncurep_nvtx_domain *out);
NCUREP_API int ncurep_nvtx_string_next(ncurep_list *list, ncurep_nvtx_string *out);
NCUREP_API int ncurep_nvtx_names_next(ncurep_list *list, ncurep_nvtx_names *out);
NCUREP_API int ncurep_nvtx_thread_next(ncurep_list *list, ncurep_nvtx_thread *out);
NCUREP_API int ncurep_nvtx_open_next(ncurep_list *list, ncurep_nvtx_open *out);
NCUREP_API int ncurep_nvtx_range_next(ncurep_list *list, ncurep_nvtx_range *out);
NCUREP_API int ncurep_section_next(ncurep_list *list, ncurep_section *out);
NCUREP_API int ncurep_section_body_next(ncurep_list *list, ncurep_section_body *out);
NCUREP_API int ncurep_section_metrics_next(ncurep_list *list, ncurep_section_metrics *out);
NCUREP_API int ncurep_label_next(ncurep_list *list, ncurep_label *out);
NCUREP_API int ncurep_comment_next(ncurep_list *list, ncurep_comment *out);
NCUREP_API int ncurep_rule_next(ncurep_list *list, ncurep_rule *out);
NCUREP_API int ncurep_rule_item_next(ncurep_list *list, ncurep_rule_item *out);
NCUREP_API int ncurep_focus_next(ncurep_list *list, ncurep_focus *out);
NCUREP_API int ncurep_marker_next(ncurep_list *list, ncurep_marker *out);

/* Returns 1 and the next sample of a series, in the order of their times; 0 at the end or on an error (series->error).
   Cost: constant, and the ticks once. */
NCUREP_API int ncurep_warp_sample_next(ncurep_warp_series *series, ncurep_warp_sample *out);

/* Returns 1 and the table or chart of this kind of a rule's item; 0 if it has none or a malformed one. */
NCUREP_API int ncurep_table_find(const ncurep_rule_item *item, ncurep_table_kind kind, ncurep_table *out);

/* Returns 1 and the next metric that the table or chart is made from; 0 at the end or on an error
   (table->metrics.error). Of a roofline chart: work and traffic of each roofline, then of each achieved value, then the
   walls. */
NCUREP_API int ncurep_table_metric_next(ncurep_table *table, ncurep_label *out);

/* ---- Wire fields ------------------------------------------------------------------------------------------------- */

/* The outermost message that is read or written. */
#define NCUREP_ROOTS(ROW) \
    ROW(NCUREP_ROOT_FILE, "file") \
    ROW(NCUREP_ROOT_BLOCK, "block") \
    ROW(NCUREP_ROOT_SOURCE, "source") \
    ROW(NCUREP_ROOT_KERNEL, "kernel") \
    ROW(NCUREP_ROOT_RANGE, "range") \
    ROW(NCUREP_ROOT_CMDLIST, "cmdlist") \
    ROW(NCUREP_ROOT_GRAPH, "graph")
typedef enum ncurep_root { NCUREP_ROOTS(NCUREP_I_ENUMERATOR) NCUREP_ROOT_COUNT } ncurep_root;
NCUREP_API const char *ncurep_root_name(ncurep_root root);

/* A step on the way to an unknown field: a field number and the index among the fields of that number. */
typedef struct ncurep_step {
    uint32_t field, index;
} ncurep_step;

/* A field that this header does not know, or knows with another wire type. */
typedef struct ncurep_unknown {
    const ncurep_step *path; /* in the reader */
    uint32_t depth;          /* steps of the path; 0: at the top */
    uint64_t at;             /* offset in the file */
    ncurep_field field;
} ncurep_unknown;

#define NCUREP_READER_DEPTH 32

typedef struct ncurep_level_state {
    const char *start, *ptr, *end;
    uint64_t present;
    uint32_t index;
    uint16_t message, field;
} ncurep_level_state;

typedef struct ncurep_reader_state {
    ncurep_level_state level[NCUREP_READER_DEPTH];
    ncurep_step path[NCUREP_READER_DEPTH];
    const char *base;
    uint64_t at;
    uint32_t depth;
} ncurep_reader_state;

/* Reads through a message and all known sub-messages. */
typedef struct ncurep_reader {
    ncurep_error error;
    ncurep_reader_state i_state;
} ncurep_reader;

/* The fields of a message, for ncurep_field_next. at is the offset of bytes in the file, or 0. */
NCUREP_API ncurep_list ncurep_fields(ncurep_view bytes, uint64_t at);

/* Returns 1 and the next field of a list as stored in the file; 0 at the end or at the first malformed field. */
NCUREP_API int ncurep_field_next(ncurep_list *list, ncurep_field *out);

/* Begins at a message. at is the offset of bytes in the file, or 0. bytes must outlive the reader. */
NCUREP_API void ncurep_reader_begin(ncurep_reader *reader, ncurep_root root, ncurep_view bytes, uint64_t at);

/* Returns 1 and the next unknown field: of a message first its own, then those of its sub-messages by field number and
   index. 0 at the end, or when the message or one of its known sub-messages is malformed (reader->error): an
   end without an error proves that the whole message can be read. Cost: the whole message, once. */
NCUREP_API int ncurep_reader_next(ncurep_reader *reader, ncurep_unknown *out);

#ifndef NCUREP_NO_FILTERS
/* ---- NVTX filter expressions ------------------------------------------------------------------------------------- */

/* A filter expression, read once. */
typedef struct ncurep_nvtx_filter ncurep_nvtx_filter;

typedef struct ncurep_nvtx_filter_options {
    ncurep_memory memory;
} ncurep_nvtx_filter_options;

/* Reads a filter expression as --nvtx-include and --nvtx-exclude take it:
       A/    A/B    A/ * /B (without spaces)    push/pop ranges, bottom to top, adjacent; + between two slashes is
             exactly one range, * any number; a single name needs the trailing slash
       [A    A]      A is at the bottom, at the top of the stack
       A     A,B     start/end ranges: all of them are open
       domain@...    in the domain of this name instead of the default domain
       regex:...     domain and names are regular expressions that match a part of the name; a slash before a [, or
                     after a ], keeps it from being read as above; a comma in braces belongs to the expression
   Elsewhere a backslash before one of @ , [ ] / * + makes it an ordinary character, and $$ is one $. Signs that mean
   nothing where they appear are ordinary characters.
   Errors: SYNTAX with the offset in text, LIMIT (more than 512 names, a regular expression that grows too large,
   max_memory), MEMORY, ARGUMENT. text need not be kept. Cost: linear in text, with the counted repeats of regular
   expressions written out.
   Source: the vendor's command line manual; that a regular expression matches a part is [ours], as for kernel names. */
NCUREP_API ncurep_nvtx_filter *ncurep_nvtx_filter_open(ncurep_view text, const ncurep_nvtx_filter_options *options,
                                                       ncurep_error *error);
NCUREP_API void ncurep_nvtx_filter_close(ncurep_nvtx_filter *filter);
NCUREP_API size_t ncurep_nvtx_filter_memory_used(const ncurep_nvtx_filter *filter);

/* Returns 1 when the ranges that were open at this result match: push/pop ranges of its thread, start/end ranges of its
   process; 0 when not, or without NVTX state. Ranges without a name count for + and *, but no name matches them. Of the
   domains that match a regular expression the first 16 count. Threads: a filter learns while it matches.
   Cost: names of the filter times the size of the state. */
NCUREP_API int ncurep_nvtx_filter_match(ncurep_nvtx_filter *filter, const ncurep_result *result);

/* ---- Name patterns ----------------------------------------------------------------------------------------------- */

/* A name as --kernel-name and --metrics take it, read once. */
typedef struct ncurep_pattern ncurep_pattern;

typedef struct ncurep_pattern_options {
    ncurep_memory memory;
    int glob; /* "*" matches any bytes and "?" any one byte, as in a shell */
} ncurep_pattern_options;

/* Reads a pattern: "regex:EXPR" matches where EXPR matches a part of a name; anything else is the whole name. Errors:
   SYNTAX with the offset in text, LIMIT, MEMORY, ARGUMENT. text need not be kept.
   Source: the vendor's command line manual (the partial match too). */
NCUREP_API ncurep_pattern *ncurep_pattern_open(ncurep_view text, const ncurep_pattern_options *options,
                                               ncurep_error *error);
NCUREP_API void ncurep_pattern_close(ncurep_pattern *pattern);
NCUREP_API size_t ncurep_pattern_memory_used(const ncurep_pattern *pattern);

/* Returns 1 when the name matches. Threads: a pattern learns while it matches. Cost: name times states of the
   expression at most; of a glob name times pattern. */
NCUREP_API int ncurep_pattern_match(ncurep_pattern *pattern, ncurep_view name);
#endif /* NCUREP_NO_FILTERS */

/* ---- Compressed reports ------------------------------------------------------------------------------------------ */

/* Where a file goes. write_fn answers YES when it has taken all size bytes. */
typedef struct ncurep_output {
    ncurep_reply (*write_fn)(const void *bytes, size_t size, void *user);
    void *user;
} ncurep_output;

/* A decompressor of zstd frames, such as ZSTD_decompressStream. step_fn takes at most *in_size bytes of in and puts at
   most *out_size bytes to out; it sets both to what it took and put. It answers YES at the end of a frame, NO within
   one, FAILED when the bytes are malformed. */
typedef struct ncurep_decompress {
    ncurep_reply (*step_fn)(const void *in, size_t *in_size, void *out, size_t *out_size, void *user);
    void *user;
} ncurep_decompress;

/* Returns 1 when the input begins as a zstd frame does (.ncu-repz), or a skippable one; 0 when not, or when it cannot
   be read. Source: RFC 8878; the vendor's customization guide. */
NCUREP_API int ncurep_is_packed(const ncurep_input *input);

/* Writes what the frames of the input hold to output. Errors: ARGUMENT, IO, SYNTAX (the offset is that in the input),
   TRUNCATED, and LIMIT for more than limit bytes (0: no limit); what was written until then is of no use. Half of
   buffer is for input, half for output: at least 2 bytes; 128 KiB is a good size. Allocates nothing. */
NCUREP_API ncurep_code ncurep_unpack(const ncurep_input *input, const ncurep_decompress *with,
                                     const ncurep_output *output, void *buffer, size_t size, uint64_t limit,
                                     ncurep_error *error);

#ifndef NCUREP_NO_WRITE
/* ---- Writer ------------------------------------------------------------------------------------------------------ */

/* Writes a report block by block. A block is built in memory, field by field, and goes to write_fn when it ends;
   nothing is read back or written twice.

       ncurep_writer *w = ncurep_writer_open(&out, NULL, NULL);
       ncurep_write_entry(w, NCUREP_ROOT_KERNEL);
       ncurep_write_text(w, 7, ncurep_text("saxpy(int, float)"));   the numbers beside the members of ncurep_result
       ncurep_write_metric(w, ncurep_text("gpu__time_duration.sum"), &time);
       ncurep_write_end(w);                                          the metric
       ncurep_write_end(w);                                          the kernel
       if (ncurep_writer_finish(w, &error) != NCUREP_OK) ...
       ncurep_writer_close(w);

   A failure stays: later calls do nothing and return its code, and ncurep_writer_finish gives the error. So only that
   call needs to be checked. */

typedef struct ncurep_writer_options {
    ncurep_memory memory;
} ncurep_writer_options;

typedef struct ncurep_writer ncurep_writer;

/* Returns a writer; NULL for ARGUMENT, MEMORY and LIMIT. output is copied. The file says version 7, unless it begins
   with a copied block: then its FileHeader is that of the report. Memory: the string table, and about twice the
   largest block. Blocks are below 4 GiB. */
NCUREP_API ncurep_writer *ncurep_writer_open(const ncurep_output *output, const ncurep_writer_options *options,
                                             ncurep_error *error);
NCUREP_API void ncurep_writer_close(ncurep_writer *writer);
NCUREP_API size_t ncurep_writer_memory_used(const ncurep_writer *writer);

/* Ends the open block, writes the strings that are left, and returns the first failure since the writer was opened, its
   offset that in the output. Call it once: without it a file may lack its end. */
NCUREP_API ncurep_code ncurep_writer_finish(ncurep_writer *writer, ncurep_error *error);

/* Returns the id of a string, which is added to the table when it is new; NCUREP_NONE on failure. The writer keeps a
   copy. Cost: the length of the string. */
NCUREP_API uint32_t ncurep_write_string(ncurep_writer *writer, ncurep_view text);

/* Begins an entry of the payload (a source, then results: kernels, ranges, command lists, graphs, in this order within
   a block), to be ended with ncurep_write_end; or, for NCUREP_ROOT_BLOCK, continues the header of the block, where the
   session (3) and the process (6) belong. The writer makes fields 1, 2, 4, 5, 7, 8 and 9 of the header itself. */
NCUREP_API ncurep_code ncurep_write_entry(ncurep_writer *writer, ncurep_root what);

/* Begins a message in field, to be ended with ncurep_write_end. Up to 32 deep. */
NCUREP_API ncurep_code ncurep_write_begin(ncurep_writer *writer, uint32_t field);

/* Ends the innermost message or entry. Cost: moves it by up to 4 bytes when it is longer than 127. */
NCUREP_API ncurep_code ncurep_write_end(ncurep_writer *writer);

/* Fields of the open message, in the order of the calls; real files keep them in the order of their numbers. */
NCUREP_API ncurep_code ncurep_write_u64(ncurep_writer *writer, uint32_t field, uint64_t value); /* any varint */
NCUREP_API ncurep_code ncurep_write_double(ncurep_writer *writer, uint32_t field, double value);
NCUREP_API ncurep_code ncurep_write_text(ncurep_writer *writer, uint32_t field, ncurep_view text); /* and bytes */

/* Copies fields verbatim from another message. The caller makes sure that they are well formed. */
NCUREP_API ncurep_code ncurep_write_fields(ncurep_writer *writer, ncurep_view bytes);

/* A metric value as a message in field. NULL, or a kind that metrics do not have: an empty message. */
NCUREP_API ncurep_code ncurep_write_value(ncurep_writer *writer, uint32_t field, const ncurep_value *value);

/* Begins a metric of the open entry, to be ended with ncurep_write_end; instances go in between. value NULL: none of
   its own. */
NCUREP_API ncurep_code ncurep_write_metric(ncurep_writer *writer, ncurep_view name, const ncurep_value *value);

/* Adds an instance to the open metric. id NULL: without a correlation id. */
NCUREP_API ncurep_code ncurep_write_instance(ncurep_writer *writer, const ncurep_value *id, const ncurep_value *value);

/* Ends the block: writes its header, with the new strings, and its payload. An empty one is not written. */
NCUREP_API ncurep_code ncurep_write_block(ncurep_writer *writer);

/* Copying from an open report, which must stay open until the writer is closed. Everything is copied as it is, unknown
   fields included; only the string ids of metrics become those of the new table. Ids that the old table does not have
   become NCUREP_NONE, unless all strings kept their ids and the new table lacks this one so far: then up to 64 of them
   stay as they are, and a string that is written later does not take them (an empty one does). Reports that go into one
   file share its session, and its modules by reference: two that use one reference for different cubins do not fit into
   one file.
   If the report cannot be read there, or the metrics of a result are malformed, the writer stays usable. */

/* The header of a block: session piece, process, unknown fields. */
NCUREP_API ncurep_code ncurep_copy_header(ncurep_writer *writer, ncurep_report *report, uint32_t block,
                                          ncurep_error *error);
NCUREP_API ncurep_code ncurep_copy_source(ncurep_writer *writer, ncurep_report *report, uint32_t source,
                                          ncurep_error *error);
NCUREP_API ncurep_code ncurep_copy_result(ncurep_writer *writer, ncurep_report *report, uint32_t result,
                                          ncurep_error *error);

/* Ends the open block and writes a whole block of the report as one: header, sources, results, what follows them, and
   as many strings as its own piece of the table has. The first such call takes over all strings of the report in their
   order, so that the copy of all blocks has the same ids. */
NCUREP_API ncurep_code ncurep_copy_block(ncurep_writer *writer, ncurep_report *report, uint32_t block,
                                         ncurep_error *error);
#endif /* NCUREP_NO_WRITE */

#ifdef NCUREP_POSIX
/* ---- POSIX ------------------------------------------------------------------------------------------------------- */

/* An open file; all zero: none. */
typedef struct ncurep_posix {
    int is_open;
    int file;
} ncurep_posix;

/* Opens a file as input, to be closed after the report. Errors: ARGUMENT; IO if it cannot be opened or is not a regular
   file. */
NCUREP_API ncurep_code ncurep_posix_open(ncurep_posix *posix, const char *path, ncurep_input *out, ncurep_error *error);
NCUREP_API void ncurep_posix_close(ncurep_posix *posix);
#endif

#undef NCUREP_I_ENUMERATOR
#undef NCUREP_I_NUMBERED

#ifdef __cplusplus
}
#endif

#endif /* NCUREP_H */

/* ==== end of the interface ======================================================================================== */

/* ==== implementation ============================================================================================== */

#if defined(NCUREP_IMPLEMENTATION) && !defined(NCUREP_IMPLEMENTED)
#define NCUREP_IMPLEMENTED

#if defined(__cplusplus) && defined(__GNUC__) /* the bodies are C, casts included */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

#ifndef NCUREP_NO_LIBC
#include <stdlib.h>
#include <string.h>
#endif
#ifdef NCUREP_POSIX
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#if !defined(O_CLOEXEC) || !defined(AT_FDCWD)
#error "NCUREP_POSIX needs POSIX.1-2008: define _POSIX_C_SOURCE as 200809L before the first include"
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Basics ------------------------------------------------------------------------------------------------------ */

/* shared: bytes */
#ifndef NCUREP_ASSERT
#define NCUREP_ASSERT(e) ((void)0)
#endif

/* Keeps compilers from turning the loops below back into calls of memcpy and memset, which NO_LIBC builds lack. */
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

/* Defines the function that says what an object holds. */
#define NCUREP_I_DEFINE_MEMORY_USED(noun) \
    NCUREP_API size_t ncurep_##noun##_memory_used(const ncurep_##noun *noun) \
    { \
        return noun != NULL ? noun->arena.held : 0; \
    }

/* shared: code_name */
/* Words lie one after the other in one literal, each ended by a zero byte: pointers to them would be relocated. */
#define NCUREP_I_WORD(name, word) word "\0"

/* Word i, or "?". */
static const char *ncurep_i_nth_word(const char *words, unsigned i)
{
    for (; *words != '\0'; words++) {
        if (i-- == 0) return words;
        for (; *words != '\0'; words++) NCUREP_I_PLAIN_LOOP;
    }
    return "?";
}

/* Defines the function that gives the words of an enum. */
#define NCUREP_I_DEFINE_NAME(noun, ROWS) \
    NCUREP_API const char *ncurep_##noun##_name(ncurep_##noun value) \
    { \
        return ncurep_i_nth_word(ROWS(NCUREP_I_WORD), (unsigned)value); \
    }

NCUREP_I_DEFINE_NAME(code, NCUREP_CODES)
/* end of shared */

/* shared: reply_name */
NCUREP_API const char *ncurep_reply_name(ncurep_reply reply)
{
#define NCUREP_I_NUMBERED_WORD(name, word, number) word "\0"
    return ncurep_i_nth_word(NCUREP_REPLIES(NCUREP_I_NUMBERED_WORD), (unsigned)reply + 3);
#undef NCUREP_I_NUMBERED_WORD
}
/* end of shared */

/* shared: text */
/* A view of a NUL-terminated string; the empty view for NULL. The string must outlive the view. */
NCUREP_API ncurep_view ncurep_text(const char *string)
{
    ncurep_view view;
    view.ptr = string != NULL ? string : "";
    for (view.len = 0; view.ptr[view.len] != '\0';) {
        view.len++;
        NCUREP_I_PLAIN_LOOP;
    }
    return view;
}
/* end of shared */

/* shared: arena */
/* A bump arena over a caller's buffer, then over blocks of an allocator. Nothing is freed individually. */
typedef union ncurep_i_align {
    void *p;
    uint64_t u;
    double d;
} ncurep_i_align;

typedef struct ncurep_i_block {
    struct ncurep_i_block *next;
    void *start; /* as the allocator gave it: of any alignment, so the struct may start a few bytes later */
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
static void *ncurep_i_malloc(size_t size, void *user)
{
    (void)user;
    return malloc(size);
}

static void ncurep_i_mfree(void *ptr, size_t size, void *user)
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
        allocator.free_fn(b->start, b->size, allocator.user);
        b = next;
    }
}

/* p, moved up to the next aligned address. */
static char *ncurep_i_aligned(char *p)
{
    const size_t unit = sizeof(ncurep_i_align);
    return p + (unit - (uintptr_t)p % unit) % unit;
}

/* Aligned room for count things of size bytes each, or NULL with a->code set. The one place that multiplies. */
static void *ncurep_i_alloc(ncurep_i_arena *a, size_t count, size_t size)
{
    const size_t extra = sizeof(ncurep_i_block) + 3 * sizeof(ncurep_i_align); /* the header and the two alignments */
    size_t need, skip, block;
    ncurep_i_block *b;
    char *p;
    if (size != 0 && count > ((size_t)(-1) - extra) / size) {
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
    /* Blocks grow with what is held, so that they stay few; the last one is all that is left. */
    block = extra + need;
    if (block < a->held / 2) block = a->held / 2;
    if (block < 4096) block = 4096;
    if (block > a->max - a->held) block = a->max - a->held;
    if (block < extra + need) {
        a->code = NCUREP_LIMIT;
        return NULL;
    }
    p = (char *)a->allocator.alloc_fn(block, a->allocator.user);
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

#ifndef NCUREP_NO_FILTERS
/* shared: regex */
/* Regular expressions, for one question: does the pattern match anywhere in a text?
 *
 *     ncurep_i_regex *r = ncurep_i_regex_compile(&arena, "^sm__(?!.*max)", 14, 0, &error);
 *     if (r != NULL && ncurep_i_regex_search(r, text, len)) ...
 *
 * Bytes, case counts. Syntax: . [...] [^...] with ranges, \d \w \s \D \W \S and [:alpha:] alnum digit upper lower space
 * punct xdigit inside; \d \w \s \D \W \S (ASCII); ^ $ (only the very ends) \b \B; \t \n \r \f \v \xHH, and \ before any
 * other byte that is not a letter or digit; ( ) (?: ) (?= ) (?! ); |, empty branches too; * + ? {m} {m,} {m,n}, counts
 * up to 1000; a ? after one of them changes nothing. "." is any byte but LF; "}" and "]" alone are literal.
 * Everything else is an error. Groups nest to 100.
 *
 * How: the pattern becomes automata of the reversed pattern, one for each look-ahead and one for the whole; counted
 * parts are written out. A search first refuses a text that lacks a word every match has. Then it reads the text once,
 * backwards, all automata side by side, so at each place it is known whether a look-ahead holds there. States seen
 * before are kept in a small cache of transitions. Time: at most states x text, mostly the text alone; no memory is
 * asked for while searching; no recursion. */
enum {
    NCUREP_I_RE_BYTE,   /* node: a the byte;          state: x next, y the byte */
    NCUREP_I_RE_SET,    /* node: a the set;           state: x next, y the set */
    NCUREP_I_RE_TEST,   /* node: a which;             state: x next, y which */
    NCUREP_I_RE_LOOK,   /* node: a its number, b not; state: x next, y number x 2 + not */
    NCUREP_I_RE_CAT,    /* node only: its children one after the other */
    NCUREP_I_RE_ALT,    /* node: one of its children; state: x, y either of these */
    NCUREP_I_RE_REPEAT, /* node: a least, b most */
    NCUREP_I_RE_ACCEPT  /* state only */
};
enum { NCUREP_I_RE_START, NCUREP_I_RE_END, NCUREP_I_RE_EDGE, NCUREP_I_RE_NO_EDGE }; /* ^ $ \b \B */
enum {
    NCUREP_I_RE_DEPTH = 100,
    NCUREP_I_RE_COUNT = 1000,
    NCUREP_I_RE_STATES = 1 << 18, /* default limit of states */
    NCUREP_I_RE_ROWS = 8192,      /* transitions of the cache */
    NCUREP_I_RE_POOL = 4096,      /* members of cached sets */
    NCUREP_I_RE_HASH = 512,       /* places in the table of cached sets; at most half are used */
    NCUREP_I_RE_WORDS = 8,        /* words that are searched first */
    NCUREP_I_RE_WORD = 16         /* most bytes of one */
};
#define NCUREP_I_RE_NONE 0xffffffffu

typedef struct ncurep_i_re_node {
    uint32_t kind, a, b;
    uint32_t child, next; /* first child, next sibling */
    uint32_t at;          /* offset in the pattern */
} ncurep_i_re_node;

typedef struct ncurep_i_re_state {
    uint32_t kind, x, y;
} ncurep_i_re_state;

/* A group that is open: its branches so far, the last of which is still being read. */
typedef struct ncurep_i_re_group {
    uint32_t at, look; /* look: 0 none, 1 ahead, 2 not ahead */
    uint32_t first, branch; /* CAT nodes */
    uint32_t last, before;  /* in the branch: its last child and the one before it */
} ncurep_i_re_group;

/* A node while its states are made. */
typedef struct ncurep_i_re_frame {
    uint32_t node;
    uint32_t out;   /* where it leads to */
    uint32_t child; /* the next one */
    uint32_t round; /* of a repeat */
    uint32_t made;  /* start of what is made so far */
    uint32_t count; /* states before the child that is being made */
} ncurep_i_re_frame;

typedef struct ncurep_i_re_row {
    uint32_t start, count; /* of its set in the pool */
} ncurep_i_re_row;

/* A text without any of the words up to one that is the last of its choice cannot match. */
typedef struct ncurep_i_re_literal {
    char text[NCUREP_I_RE_WORD];
    unsigned char len, last;
} ncurep_i_re_literal;

typedef struct ncurep_i_regex {
    const ncurep_i_re_state *states;
    const unsigned char *sets; /* 32 bytes each */
    const uint32_t *starts; /* of each automaton; the whole one is last */
    const uint32_t *ends;   /* its states lie below this one, those of the automaton before above */
    uint32_t count, automata;
    unsigned char *holds;      /* of each automaton: whether it accepts here */
    uint32_t *set, *next, *stack, *mark; /* count each */
    uint32_t round;
    unsigned char kind[256];   /* bytes that no part of the pattern distinguishes share a kind */
    uint32_t kinds, edges;     /* edges: whether \b or \B is there */
    const char *prefix;        /* what a text must begin with */
    uint32_t prefix_len;
    ncurep_i_re_literal words[NCUREP_I_RE_WORDS];
    uint32_t word_count;
    uint16_t *rows;            /* NULL: too large to cache; 0 not known, 1 a match, else start of the next row + 2 */
    uint16_t *hash;            /* row + 1 */
    uint32_t *pool;
    ncurep_i_re_row *row;
    uint32_t row_size, row_room, row_count, pool_count;
} ncurep_i_regex;

typedef struct ncurep_i_re_maker {
    ncurep_i_arena *arena;
    const char *text;
    uint32_t len, at;
    ncurep_i_re_node *nodes;
    uint32_t node_count, looks;
    unsigned char *sets;
    uint32_t set_count;
    ncurep_i_re_state *states;
    uint32_t state_count, state_room;
    uint32_t steps; /* still allowed while states are made */
    ncurep_error *error;
} ncurep_i_re_maker;

static int ncurep_i_re_fail(ncurep_i_re_maker *m, ncurep_code code, uint32_t at, const char *message)
{
    m->error->code = code;
    m->error->offset = at;
    m->error->message = message;
    return 0;
}

static void *ncurep_i_re_alloc(ncurep_i_re_maker *m, size_t count, size_t size)
{
    void *p = ncurep_i_alloc(m->arena, count, size);
    if (p == NULL) ncurep_i_re_fail(m, m->arena->code, 0, "out of memory for a regular expression");
    return p;
}

static uint32_t ncurep_i_re_node_add(ncurep_i_re_maker *m, uint32_t kind, uint32_t a, uint32_t b, uint32_t at)
{
    ncurep_i_re_node *n = &m->nodes[m->node_count];
    n->kind = kind;
    n->a = a;
    n->b = b;
    n->child = n->next = NCUREP_I_RE_NONE;
    n->at = at;
    return m->node_count++;
}

static int ncurep_i_re_digit(unsigned c) { return c - '0' < 10; }
static int ncurep_i_re_letter(unsigned c) { return (c | 32) - 'a' < 26; }
static int ncurep_i_re_word(unsigned c) { return ncurep_i_re_digit(c) || ncurep_i_re_letter(c) || c == '_'; }
static int ncurep_i_re_space(unsigned c) { return c == ' ' || c - 9 < 5; }
static int ncurep_i_re_hex(unsigned c)
{
    if (ncurep_i_re_digit(c)) return (int)c - '0';
    return (c | 32) - 'a' < 6 ? (int)(c | 32) - 'a' + 10 : -1;
}

/* Puts every byte for which the class letter holds into the set: d w s, in capitals the opposite, and for the named
   classes a alpha, n alnum, u upper, l lower, p punct, x xdigit. */
static void ncurep_i_re_class(unsigned char *set, char letter)
{
    unsigned c;
    for (c = 0; c < 256; c++) {
        int in = 0;
        switch (letter) {
        case 'd': in = ncurep_i_re_digit(c); break;
        case 'D': in = !ncurep_i_re_digit(c); break;
        case 'w': in = ncurep_i_re_word(c); break;
        case 'W': in = !ncurep_i_re_word(c); break;
        case 's': in = ncurep_i_re_space(c); break;
        case 'S': in = !ncurep_i_re_space(c); break;
        case 'a': in = ncurep_i_re_letter(c); break;
        case 'n': in = ncurep_i_re_letter(c) || ncurep_i_re_digit(c); break;
        case 'u': in = c - 'A' < 26; break;
        case 'l': in = c - 'a' < 26; break;
        case 'p': in = c > 32 && c < 127 && !ncurep_i_re_letter(c) && !ncurep_i_re_digit(c); break;
        default: in = ncurep_i_re_hex(c) >= 0; break;
        }
        if (in) set[c >> 3] = (unsigned char)(set[c >> 3] | 1u << (c & 7));
    }
}

/* After a backslash at offset at: 1 and the byte, or 2 and the letter of a class, or 0. */
static int ncurep_i_re_escape(ncurep_i_re_maker *m, uint32_t at, unsigned *out)
{
    unsigned c;
    if (m->at == m->len) return ncurep_i_re_fail(m, NCUREP_SYNTAX, m->at, "a pattern ends with a backslash");
    c = (unsigned char)m->text[m->at++];
    *out = c;
    switch (c) {
    case 'd': case 'D': case 'w': case 'W': case 's': case 'S': return 2;
    case 't': *out = 9; return 1;
    case 'n': *out = 10; return 1;
    case 'v': *out = 11; return 1;
    case 'f': *out = 12; return 1;
    case 'r': *out = 13; return 1;
    case 'x': {
        int high = m->at < m->len ? ncurep_i_re_hex((unsigned char)m->text[m->at]) : -1;
        int low = m->len - m->at > 1 ? ncurep_i_re_hex((unsigned char)m->text[m->at + 1]) : -1;
        if (high < 0 || low < 0) return ncurep_i_re_fail(m, NCUREP_SYNTAX, at, "\\x needs two hex digits");
        m->at += 2;
        *out = (unsigned)(high * 16 + low);
        return 1;
    }
    default:
        if (ncurep_i_re_letter(c) || ncurep_i_re_digit(c))
            return ncurep_i_re_fail(m, NCUREP_SYNTAX, at, "unknown escape in a pattern (there are no back references)");
        return 1;
    }
}

/* One member of a class that opens at offset open: 1 and the byte, or 2 when a class was put into the set, or 0. */
static int ncurep_i_re_member(ncurep_i_re_maker *m, uint32_t open, unsigned char *set, unsigned *out)
{
    static const char names[] = "aalpha;ddigit;nalnum;uupper;llower;sspace;ppunct;xxdigit;";
    const uint32_t at = m->at;
    const char *name;
    int what;
    if (m->len - at > 1 && m->text[at] == '[' && m->text[at + 1] == ':') {
        for (name = names; *name != 0; name++) {
            uint32_t i = 1;
            while (name[i] != ';' && m->len - at > i + 1 && m->text[at + i + 1] == name[i]) i++;
            if (name[i] == ';' && m->len - at > i + 2 && m->text[at + i + 1] == ':' && m->text[at + i + 2] == ']') {
                ncurep_i_re_class(set, *name);
                m->at = at + i + 3;
                return 2;
            }
            while (*name != ';') name++;
        }
        return ncurep_i_re_fail(m, NCUREP_SYNTAX, open, "unknown class name in a pattern");
    }
    *out = (unsigned char)m->text[m->at++];
    if (*out != '\\') return 1;
    if (m->at < m->len && m->text[m->at] == 'b') {
        m->at++;
        *out = 8;
        return 1;
    }
    what = ncurep_i_re_escape(m, at, out);
    if (what == 2) ncurep_i_re_class(set, (char)*out);
    return what;
}

/* A class, after its opening bracket at offset open; 1 or 0. */
static int ncurep_i_re_bracket(ncurep_i_re_maker *m, uint32_t open, unsigned char *set)
{
    int negated = 0, empty = 1, i;
    if (m->at < m->len && m->text[m->at] == '^') {
        negated = 1;
        m->at++;
    }
    for (;; empty = 0) {
        uint32_t first = m->at;
        unsigned low = 0, high = 0;
        int one, other;
        if (m->at == m->len) return ncurep_i_re_fail(m, NCUREP_SYNTAX, open, "a class is not closed");
        if (!empty && m->text[m->at] == ']') break;
        one = ncurep_i_re_member(m, open, set, &low);
        if (one == 0) return 0;
        if (m->len - m->at > 1 && m->text[m->at] == '-' && m->text[m->at + 1] != ']') {
            m->at++;
            other = ncurep_i_re_member(m, open, set, &high);
            if (other == 0) return 0;
            if (one != 1 || other != 1 || low > high)
                return ncurep_i_re_fail(m, NCUREP_SYNTAX, first, "bad range in a class");
        } else {
            if (one != 1) continue;
            high = low;
        }
        for (; low <= high; low++) set[low >> 3] = (unsigned char)(set[low >> 3] | 1u << (low & 7));
    }
    m->at++;
    for (i = 0; negated && i < 32; i++) set[i] = (unsigned char)(~set[i]);
    return 1;
}

/* The set of a class that begins at offset at: after a backslash the class letter, else the byte there, "." or "[". */
static int ncurep_i_re_set(ncurep_i_re_maker *m, uint32_t at, char letter)
{
    unsigned char *set = m->sets + (size_t)32 * m->set_count++;
    unsigned i;
    ncurep_i_zero(set, 32);
    if (letter != 0) ncurep_i_re_class(set, letter);
    else if (m->text[at] == '[') return ncurep_i_re_bracket(m, at, set);
    else
        for (i = 0; i < 32; i++) set[i] = i == 1 ? 0xfb : 0xff;
    return 1;
}

/* A number of a quantifier whose brace is at offset at; 1 or 0. */
static int ncurep_i_re_number(ncurep_i_re_maker *m, uint32_t at, uint32_t *out)
{
    const uint32_t first = m->at;
    uint32_t n = 0;
    for (; m->at < m->len && ncurep_i_re_digit((unsigned char)m->text[m->at]); m->at++)
        if (n <= NCUREP_I_RE_COUNT) n = n * 10 + (uint32_t)(m->text[m->at] - '0');
    if (m->at == first)
        return ncurep_i_re_fail(m, NCUREP_SYNTAX, at, "{ does not start a quantifier (write \\{ for the character)");
    if (n > NCUREP_I_RE_COUNT) return ncurep_i_re_fail(m, NCUREP_LIMIT, at, "a count above 1000");
    *out = n;
    return 1;
}

/* A quantifier, if there is one: 1 with least and most, 2 none, 0 error. */
static int ncurep_i_re_quantifier(ncurep_i_re_maker *m, uint32_t *least, uint32_t *most)
{
    const uint32_t at = m->at;
    char c;
    if (at == m->len) return 2;
    c = m->text[at];
    if (c != '*' && c != '+' && c != '?' && c != '{') return 2;
    m->at++;
    *least = c == '+';
    *most = c == '?' ? 1 : NCUREP_I_RE_NONE;
    if (c == '{') {
        if (!ncurep_i_re_number(m, at, least)) return 0;
        *most = *least;
        if (m->at < m->len && m->text[m->at] == ',') {
            m->at++;
            *most = NCUREP_I_RE_NONE;
            if (m->at == m->len || m->text[m->at] != '}')
                if (!ncurep_i_re_number(m, at, most)) return 0;
        }
        if (m->at == m->len || m->text[m->at] != '}')
            return ncurep_i_re_fail(m, NCUREP_SYNTAX, at, "a quantifier is not closed");
        m->at++;
        if (*most < *least) return ncurep_i_re_fail(m, NCUREP_SYNTAX, at, "a quantifier whose most is below its least");
    }
    return 1;
}

/* Puts a node after the others of the branch. */
static void ncurep_i_re_append(ncurep_i_re_maker *m, ncurep_i_re_group *g, uint32_t node)
{
    if (g->last == NCUREP_I_RE_NONE) m->nodes[g->branch].child = node;
    else m->nodes[g->last].next = node;
    g->before = g->last;
    g->last = node;
}

static void ncurep_i_re_branch(ncurep_i_re_maker *m, ncurep_i_re_group *g)
{
    const uint32_t node = ncurep_i_re_node_add(m, NCUREP_I_RE_CAT, 0, 0, m->at);
    if (g->first == NCUREP_I_RE_NONE) g->first = node;
    else m->nodes[g->branch].next = node;
    g->branch = node;
    g->last = g->before = NCUREP_I_RE_NONE;
}

/* The node of all branches of a group. */
static uint32_t ncurep_i_re_close(ncurep_i_re_maker *m, const ncurep_i_re_group *g)
{
    uint32_t node = g->first;
    if (g->first != g->branch) {
        node = ncurep_i_re_node_add(m, NCUREP_I_RE_ALT, 0, 0, g->at);
        m->nodes[node].child = g->first;
    }
    if (g->look != 0) {
        const uint32_t look = ncurep_i_re_node_add(m, NCUREP_I_RE_LOOK, m->looks++, g->look == 2, g->at);
        m->nodes[look].child = node;
        node = look;
    }
    return node;
}

static void ncurep_i_re_open(ncurep_i_re_maker *m, ncurep_i_re_group *g, uint32_t at, uint32_t look)
{
    g->at = at;
    g->look = look;
    g->first = g->branch = NCUREP_I_RE_NONE;
    ncurep_i_re_branch(m, g);
}

/* Opens the group whose ( is at `at`; 0 with an error. */
static int ncurep_i_re_group_begin(ncurep_i_re_maker *m, ncurep_i_re_group *g, int is_deepest, uint32_t at)
{
    uint32_t look = 0;
    if (is_deepest) return ncurep_i_re_fail(m, NCUREP_LIMIT, at, "more than 100 nested groups");
    if (m->at < m->len && m->text[m->at] == '?') {
        const char kind = m->len - m->at > 1 ? m->text[m->at + 1] : 0;
        if (kind != ':' && kind != '=' && kind != '!')
            return ncurep_i_re_fail(m, NCUREP_SYNTAX, at, "unknown kind of group: (?: (?= (?! are known");
        look = kind == '=' ? 1 : kind == '!' ? 2 : 0;
        m->at += 2;
    }
    ncurep_i_re_open(m, g + 1, at, look);
    return 1;
}

/* Reads the pattern into nodes; 1 with the node of the whole, or 0. A byte of the pattern makes at most one node. */
static int ncurep_i_re_parse(ncurep_i_re_maker *m, uint32_t *root)
{
    ncurep_i_re_group *groups =
        (ncurep_i_re_group *)ncurep_i_re_alloc(m, NCUREP_I_RE_DEPTH + 1, sizeof *groups);
    ncurep_i_re_group *g = groups;
    if (groups == NULL) return 0;
    ncurep_i_re_open(m, g, 0, 0);
    while (m->at < m->len) {
        const uint32_t at = m->at;
        const unsigned c = (unsigned char)m->text[m->at++];
        uint32_t node = NCUREP_I_RE_NONE, least = 0, most = 0, quantifier;
        unsigned byte = c;
        int single = 1, test = 0, what; /* single: one byte; test: matches no character */
        switch (c) {
        case '|':
            ncurep_i_re_branch(m, g);
            continue;
        case '(':
            if (!ncurep_i_re_group_begin(m, g, g - groups == NCUREP_I_RE_DEPTH, at)) return 0;
            g++;
            continue;
        case ')':
            if (g == groups) return ncurep_i_re_fail(m, NCUREP_SYNTAX, at, ") without (");
            node = ncurep_i_re_close(m, g);
            single = 0;
            test = g->look != 0;
            g--;
            break;
        case '*': case '+': case '?': case '{':
            return ncurep_i_re_fail(m, NCUREP_SYNTAX, at, "a quantifier with nothing before it");
        case '^': case '$':
            node = ncurep_i_re_node_add(m, NCUREP_I_RE_TEST, c == '^' ? NCUREP_I_RE_START : NCUREP_I_RE_END, 0, at);
            single = 0;
            test = 1;
            break;
        case '.': case '[': case '\\':
            if (c == '\\' && m->at < m->len && (m->text[m->at] == 'b' || m->text[m->at] == 'B')) {
                node = ncurep_i_re_node_add(m, NCUREP_I_RE_TEST,
                                         m->text[m->at++] == 'b' ? NCUREP_I_RE_EDGE : NCUREP_I_RE_NO_EDGE, 0, at);
                single = 0;
                test = 1;
                break;
            }
            if (c == '\\') {
                what = ncurep_i_re_escape(m, at, &byte);
                if (what == 0) return 0;
                if (what == 1) break;
            }
            single = 0;
            node = ncurep_i_re_node_add(m, NCUREP_I_RE_SET, m->set_count, 0, at);
            if (!ncurep_i_re_set(m, at, c == '\\' ? (char)byte : 0)) return 0;
            break;
        default: break;
        }
        if (single) node = ncurep_i_re_node_add(m, NCUREP_I_RE_BYTE, byte, 0, at);
        ncurep_i_re_append(m, g, node);
        quantifier = m->at;
        what = ncurep_i_re_quantifier(m, &least, &most);
        if (what == 0) return 0;
        if (what == 2) continue;
        if (test) return ncurep_i_re_fail(m, NCUREP_SYNTAX, quantifier, "a quantifier on what matches no character");
        if (m->at < m->len && m->text[m->at] == '?') m->at++;
        if (m->at < m->len &&
            (m->text[m->at] == '*' || m->text[m->at] == '+' || m->text[m->at] == '?' || m->text[m->at] == '{'))
            return ncurep_i_re_fail(m, NCUREP_SYNTAX, m->at, "a second quantifier");
        node = ncurep_i_re_node_add(m, NCUREP_I_RE_REPEAT, least, most, quantifier);
        m->nodes[node].child = g->last;
        g->last = g->before;
        ncurep_i_re_append(m, g, node);
    }
    if (g != groups) return ncurep_i_re_fail(m, NCUREP_SYNTAX, g->at, "a group is not closed");
    *root = ncurep_i_re_close(m, g);
    return 1;
}

static uint32_t ncurep_i_re_state_add(ncurep_i_re_maker *m, uint32_t kind, uint32_t x, uint32_t y)
{
    if (m->states != NULL) {
        ncurep_i_re_state *s = &m->states[m->state_count];
        s->kind = kind;
        s->x = x;
        s->y = y;
    }
    return m->state_count++;
}

/* Makes the states of a node, last character first, so that they lead to out; while m->states is NULL it only counts
   them. 1 with where they begin, 0 when there are too many. Repeats of what makes no state are not walked again, and
   what else makes none is counted as steps. */
static int ncurep_i_re_make(ncurep_i_re_maker *m, ncurep_i_re_frame *frames, uint32_t root, uint32_t out,
                         uint32_t *begin)
{
    ncurep_i_re_frame *f = frames;
    uint32_t node = root, done;
    for (;;) { /* enters node, which leads to out */
        const ncurep_i_re_node *n = &m->nodes[node];
        if (m->state_room - m->state_count < 2 || m->steps == 0)
            return ncurep_i_re_fail(m, NCUREP_LIMIT, n->at,
                                 "a regular expression that is too large, its repeats written out");
        m->steps--;
        f->node = node;
        f->out = out;
        f->child = n->child;
        f->round = 0;
        f->made = out;
        f->count = m->state_count;
        done = NCUREP_I_RE_NONE;
        for (;;) { /* goes on with the innermost node; done is what its child gave, or NONE at first */
            n = &m->nodes[f->node];
            node = f->child;
            out = f->made;
            if (n->kind == NCUREP_I_RE_CAT || n->kind == NCUREP_I_RE_ALT) {
                if (done != NCUREP_I_RE_NONE) {
                    if (n->kind == NCUREP_I_RE_ALT && f->round++ > 0)
                        done = ncurep_i_re_state_add(m, NCUREP_I_RE_ALT, f->made, done);
                    out = f->made = done;
                    f->child = node = m->nodes[f->child].next;
                }
                if (n->kind == NCUREP_I_RE_ALT) out = f->out;
            } else if (n->kind == NCUREP_I_RE_REPEAT) {
                const uint32_t rounds = n->b == NCUREP_I_RE_NONE ? n->a + (n->a == 0) : n->b;
                if (done != NCUREP_I_RE_NONE) {
                    const uint32_t at = f->count - 1; /* of the first round without end: the state that goes round */
                    if (n->b == NCUREP_I_RE_NONE && f->round == 0) {
                        if (m->states != NULL) m->states[at].x = done;
                        if (n->a == 0) done = at;
                    } else if (m->state_count == f->count) f->round = rounds - 1;
                    else if (n->b != NCUREP_I_RE_NONE && f->round < n->b - n->a)
                        done = ncurep_i_re_state_add(m, NCUREP_I_RE_ALT, done, f->out);
                    f->made = done;
                    f->round++;
                }
                out = f->made;
                if (f->round == rounds) node = NCUREP_I_RE_NONE;
                else if (n->b == NCUREP_I_RE_NONE && f->round == 0)
                    out = ncurep_i_re_state_add(m, NCUREP_I_RE_ALT, f->out, f->out);
                f->count = m->state_count;
            } else {
                f->made = n->kind == NCUREP_I_RE_LOOK ? ncurep_i_re_state_add(m, n->kind, f->out, n->a * 2 + n->b)
                                                   : ncurep_i_re_state_add(m, n->kind, f->out, n->a);
                node = NCUREP_I_RE_NONE;
            }
            if (node != NCUREP_I_RE_NONE) break;
            done = f->made;
            if (f == frames) {
                *begin = done;
                return 1;
            }
            f--;
        }
        f++;
    }
}

/* All automata, look-aheads first, inner ones before outer ones. */
static int ncurep_i_re_make_all(ncurep_i_re_maker *m, ncurep_i_re_frame *frames, uint32_t root, uint32_t *starts,
                             uint32_t *ends)
{
    uint32_t i, k = 0;
    m->state_count = 0;
    m->steps = m->state_room / 8 < NCUREP_I_RE_NONE / 16 - m->node_count ? 8 * m->node_count + m->state_room
                                                                      : NCUREP_I_RE_NONE / 2;
    for (i = 0; i <= m->node_count; i++) {
        if (i < m->node_count && m->nodes[i].kind != NCUREP_I_RE_LOOK) continue;
        if (m->state_room - m->state_count < 2)
            return ncurep_i_re_fail(m, NCUREP_LIMIT, 0, "a regular expression of too many parts");
        if (!ncurep_i_re_make(m, frames, i < m->node_count ? m->nodes[i].child : root,
                           ncurep_i_re_state_add(m, NCUREP_I_RE_ACCEPT, 0, 0), &starts[k]))
            return 0;
        ends[k++] = m->state_count;
    }
    return 1;
}

static int ncurep_i_re_in(const unsigned char *set, unsigned c) { return set[c >> 3] >> (c & 7) & 1; }

/* Splits the kinds of bytes so that none has members both inside and outside the set. */
static void ncurep_i_re_split(ncurep_i_regex *r, const unsigned char *set)
{
    uint16_t id[2][256];
    unsigned c;
    uint16_t count = 0;
    ncurep_i_zero(id, sizeof id);
    for (c = 0; c < 256; c++) {
        uint16_t *to = &id[ncurep_i_re_in(set, c)][r->kind[c]];
        if (*to == 0) *to = ++count;
        r->kind[c] = (unsigned char)(*to - 1);
    }
    r->kinds = count;
}

/* Finds which bytes no part of the pattern distinguishes. */
static void ncurep_i_re_kinds(ncurep_i_regex *r, const ncurep_i_re_maker *m)
{
    unsigned char used[32], set[32];
    uint32_t i;
    unsigned c;
    ncurep_i_zero(used, sizeof used);
    ncurep_i_zero(r->kind, sizeof r->kind);
    r->kinds = 1;
    for (i = 0; i < m->node_count; i++) {
        const ncurep_i_re_node *n = &m->nodes[i];
        if (n->kind == NCUREP_I_RE_BYTE)
            used[n->a >> 3] = (unsigned char)(used[n->a >> 3] | 1u << (n->a & 7));
        if (n->kind == NCUREP_I_RE_SET && r->kinds < 256)
            ncurep_i_re_split(r, m->sets + (size_t)32 * n->a);
        if (n->kind == NCUREP_I_RE_TEST && n->a >= NCUREP_I_RE_EDGE) r->edges = 1;
    }
    if (r->edges) {
        ncurep_i_zero(set, sizeof set);
        ncurep_i_re_class(set, 'w');
        ncurep_i_re_split(r, set);
    }
    for (c = 0; c < 256; c++) {
        if (!ncurep_i_re_in(used, c)) continue;
        ncurep_i_zero(set, sizeof set);
        set[c >> 3] = (unsigned char)(1u << (c & 7));
        ncurep_i_re_split(r, set);
    }
}

/* Finds the bytes that follow a ^ at the start of the pattern: most texts can be refused before they are read. */
static int ncurep_i_re_prefix(ncurep_i_regex *r, ncurep_i_re_maker *m, uint32_t root)
{
    const ncurep_i_re_node *n = &m->nodes[root];
    uint32_t at, i, len = 0;
    char *to;
    if (n->kind != NCUREP_I_RE_CAT || n->child == NCUREP_I_RE_NONE) return 1;
    n = &m->nodes[n->child];
    if (n->kind != NCUREP_I_RE_TEST || n->a != NCUREP_I_RE_START) return 1;
    for (at = n->next; at != NCUREP_I_RE_NONE && m->nodes[at].kind == NCUREP_I_RE_BYTE; at = m->nodes[at].next) len++;
    to = (char *)ncurep_i_re_alloc(m, len, 1);
    if (to == NULL) return 0;
    for (at = n->next, i = 0; i < len; at = m->nodes[at].next) to[i++] = (char)m->nodes[at].a;
    r->prefix = to;
    r->prefix_len = len;
    return 1;
}

/* Notes the longest run of bytes among nodes that follow one another, from at on, as a word; 0 if there is none, or no
   room. The first run alone, if only that is asked for, and then *at is the node after it. */
static int ncurep_i_re_word_add(ncurep_i_regex *r, const ncurep_i_re_maker *m, uint32_t *at, int only)
{
    ncurep_i_re_literal now, best;
    uint32_t i = *at;
    best.len = 0;
    do {
        for (now.len = 0; i != NCUREP_I_RE_NONE && m->nodes[i].kind == NCUREP_I_RE_BYTE; i = m->nodes[i].next)
            if (now.len < NCUREP_I_RE_WORD) now.text[now.len++] = (char)m->nodes[i].a;
        if (now.len > best.len) best = now;
        *at = i;
        if (i != NCUREP_I_RE_NONE) i = m->nodes[i].next;
    } while (!only && i != NCUREP_I_RE_NONE);
    if (best.len < 2 || r->word_count == NCUREP_I_RE_WORDS) return 0;
    best.last = 1;
    r->words[r->word_count++] = best;
    return 1;
}

/* Finds words that every match has: runs of bytes, and choices with a run in each branch, at the top and in groups that
   are there at least once. */
static void ncurep_i_re_words(ncurep_i_regex *r, const ncurep_i_re_maker *m, uint32_t at)
{
    uint32_t open[8]; /* where it goes on after a group */
    unsigned depth = 0;
    for (;;) {
        const ncurep_i_re_node *n;
        if (at == NCUREP_I_RE_NONE) {
            if (depth == 0) return;
            at = open[--depth];
            continue;
        }
        n = &m->nodes[at];
        if (n->kind == NCUREP_I_RE_BYTE) {
            (void)ncurep_i_re_word_add(r, m, &at, 1);
            continue;
        }
        at = n->next;
        while ((n->kind == NCUREP_I_RE_LOOK && n->b == 0) || (n->kind == NCUREP_I_RE_REPEAT && n->a > 0))
            n = &m->nodes[n->child];
        if (n->kind == NCUREP_I_RE_CAT && depth < sizeof open / sizeof open[0]) {
            open[depth++] = at;
            at = n->child;
        } else if (n->kind == NCUREP_I_RE_ALT) {
            const uint32_t before = r->word_count;
            uint32_t branch = n->child, child = branch;
            for (; branch != NCUREP_I_RE_NONE; branch = m->nodes[branch].next) {
                child = m->nodes[branch].child;
                if (child == NCUREP_I_RE_NONE || !ncurep_i_re_word_add(r, m, &child, 0)) break;
                r->words[r->word_count - 1].last = m->nodes[branch].next == NCUREP_I_RE_NONE;
            }
            if (branch != NCUREP_I_RE_NONE) r->word_count = before;
        }
    }
}

/* Forgets what was cached; row 0 is the empty set. */
static void ncurep_i_re_forget(ncurep_i_regex *r)
{
    ncurep_i_zero(r->hash, NCUREP_I_RE_HASH * sizeof *r->hash);
    ncurep_i_zero(r->rows, r->row_size * sizeof *r->rows);
    r->row[0].start = r->row[0].count = 0;
    r->row_count = 1;
    r->pool_count = 0;
}

/* Compiles a pattern; the result lies in the arena, the pattern is not kept. NULL with error: SYNTAX or LIMIT with the
   offset of the fault, LIMIT for more than max_states states (0: 262144), MEMORY. Linear in the pattern with its
   counted repeats written out. A search changes the result: one thread at a time. */
static ncurep_i_regex *ncurep_i_regex_compile(ncurep_i_arena *arena, const char *pattern, size_t len,
                                        uint32_t max_states, ncurep_error *error)
{
    ncurep_i_re_maker m;
    ncurep_i_regex *r;
    ncurep_i_re_frame *frames;
    uint32_t *starts, *ends;
    uint32_t root, i;
    size_t sets = 0;
    ncurep_i_zero(&m, sizeof m);
    m.arena = arena;
    m.text = pattern;
    m.len = (uint32_t)len;
    m.error = error;
    if (len > NCUREP_I_RE_NONE / 64) {
        ncurep_i_re_fail(&m, NCUREP_LIMIT, 0, "a regular expression of more than 64 MiB");
        return NULL;
    }
    for (i = 0; i < m.len; i++) sets += pattern[i] == '[' || pattern[i] == '.' || pattern[i] == '\\';
    m.nodes = (ncurep_i_re_node *)ncurep_i_re_alloc(&m, len + 2, sizeof *m.nodes);
    if (m.nodes == NULL) return NULL;
    m.sets = (unsigned char *)ncurep_i_re_alloc(&m, sets, 32);
    if (m.sets == NULL || !ncurep_i_re_parse(&m, &root)) return NULL;

    r = (ncurep_i_regex *)ncurep_i_re_alloc(&m, 1, sizeof *r);
    if (r == NULL) return NULL;
    ncurep_i_zero(r, sizeof *r);
    r->automata = m.looks + 1;
    starts = (uint32_t *)ncurep_i_re_alloc(&m, r->automata, sizeof *starts);
    if (starts == NULL) return NULL;
    ends = (uint32_t *)ncurep_i_re_alloc(&m, r->automata, sizeof *ends);
    if (ends == NULL) return NULL;
    r->holds = (unsigned char *)ncurep_i_re_alloc(&m, r->automata, 1);
    if (r->holds == NULL) return NULL;
    /* A group adds at most four levels: its branches, their choice, its look-ahead and its repeat. */
    frames = (ncurep_i_re_frame *)ncurep_i_re_alloc(&m, 4 * (NCUREP_I_RE_DEPTH + 2), sizeof *frames);
    if (frames == NULL) return NULL;
    m.state_room = max_states != 0 && max_states < NCUREP_I_RE_NONE / 64
                       ? max_states
                       : (uint32_t)NCUREP_I_RE_STATES;
    if (!ncurep_i_re_make_all(&m, frames, root, starts, ends)) return NULL;
    m.states = (ncurep_i_re_state *)ncurep_i_re_alloc(&m, m.state_count, sizeof *m.states);
    if (m.states == NULL || !ncurep_i_re_make_all(&m, frames, root, starts, ends)) return NULL;
    r->states = m.states;
    r->count = m.state_count;
    r->sets = m.sets;
    r->starts = starts;
    r->ends = ends;
    r->set = (uint32_t *)ncurep_i_re_alloc(&m, r->count, 4 * sizeof *r->set);
    if (r->set == NULL) return NULL;
    r->next = r->set + r->count;
    r->stack = r->next + r->count;
    r->mark = r->stack + r->count;
    ncurep_i_zero(r->mark, r->count * sizeof *r->mark);
    ncurep_i_re_kinds(r, &m);

    if (!ncurep_i_re_prefix(r, &m, root)) return NULL;
    ncurep_i_re_words(r, &m, root);

    r->row_size = (r->kinds + 1) * 3;
    r->row_room = NCUREP_I_RE_ROWS / r->row_size;
    if (r->row_room > NCUREP_I_RE_HASH / 2) r->row_room = NCUREP_I_RE_HASH / 2;
    if (r->count <= NCUREP_I_RE_POOL / 4) {
        r->rows = (uint16_t *)ncurep_i_re_alloc(&m, NCUREP_I_RE_ROWS + NCUREP_I_RE_HASH, sizeof *r->rows);
        if (r->rows == NULL) return NULL;
        r->pool = (uint32_t *)ncurep_i_re_alloc(&m, NCUREP_I_RE_POOL, sizeof *r->pool);
        if (r->pool == NULL) return NULL;
        r->row = (ncurep_i_re_row *)ncurep_i_re_alloc(&m, r->row_room, sizeof *r->row);
        if (r->row == NULL) return NULL;
        r->hash = r->rows + NCUREP_I_RE_ROWS;
        ncurep_i_re_forget(r);
    }
    return r;
}

/* From the states of r->set, which wait for the byte c (-1: the end of the text), those that wait for the byte before
   it, into r->next; returns how many, or NONE when the whole pattern matches here. before: the byte before this place,
   -1 at the begin. */
static uint32_t ncurep_i_re_step(ncurep_i_regex *r, uint32_t count, int c, int before)
{
    const int edge = (c >= 0 && ncurep_i_re_word((unsigned)c)) !=
                     (before >= 0 && ncurep_i_re_word((unsigned)before));
    uint32_t k, at = 0, made = 0;
    if (r->round >= NCUREP_I_RE_NONE - r->automata) {
        ncurep_i_zero(r->mark, r->count * sizeof *r->mark);
        r->round = 0;
    }
    for (k = 0; k < r->automata; k++) {
        uint32_t waiting = 0;
        r->round++;
        r->holds[k] = 0;
        r->stack[waiting++] = r->starts[k];
        r->mark[r->starts[k]] = r->round;
        while (at < count || waiting > 0) {
            const ncurep_i_re_state *s;
            uint32_t to;
            if (waiting == 0) {
                if (r->set[at] >= r->ends[k]) break;
                s = &r->states[r->set[at++]];
                if (s->kind == NCUREP_I_RE_BYTE
                        ? (int)s->y != c
                        : !ncurep_i_re_in(r->sets + (size_t)32 * s->y, (unsigned)c))
                    continue;
                to = s->x;
            } else {
                const uint32_t now = r->stack[--waiting];
                int go = 1;
                s = &r->states[now];
                switch (s->kind) {
                case NCUREP_I_RE_BYTE: case NCUREP_I_RE_SET:
                    r->next[made++] = now;
                    continue;
                case NCUREP_I_RE_ACCEPT:
                    r->holds[k] = 1;
                    continue;
                case NCUREP_I_RE_ALT:
                    if (r->mark[s->y] != r->round) {
                        r->mark[s->y] = r->round;
                        r->stack[waiting++] = s->y;
                    }
                    break;
                case NCUREP_I_RE_LOOK: go = r->holds[s->y / 2] != (s->y & 1); break;
                default:
                    if (s->y == NCUREP_I_RE_START) go = before < 0;
                    else if (s->y == NCUREP_I_RE_END) go = c < 0;
                    else go = (s->y == NCUREP_I_RE_EDGE) == edge;
                    break;
                }
                if (!go) continue;
                to = s->x;
            }
            if (r->mark[to] != r->round) {
                r->mark[to] = r->round;
                r->stack[waiting++] = to;
            }
        }
    }
    return r->holds[r->automata - 1] ? NCUREP_I_RE_NONE : made;
}

/* The row of the set that lies in r->set; NONE without room for one more. */
static uint32_t ncurep_i_re_row_of(ncurep_i_regex *r, uint32_t count)
{
    uint32_t hash = 2166136261u, i, row;
    if (count == 0) return 0;
    for (i = 0; i < count; i++) hash = (hash ^ r->set[i]) * 16777619u;
    hash ^= hash >> 15;
    for (;; hash++) {
        const uint16_t found = r->hash[hash % NCUREP_I_RE_HASH];
        if (found == 0) break;
        row = found - 1u;
        if (r->row[row].count == count &&
            ncurep_i_equal(r->pool + r->row[row].start, r->set, count * sizeof *r->set))
            return row;
    }
    if (r->row_count == r->row_room || count > NCUREP_I_RE_POOL - r->pool_count) return NCUREP_I_RE_NONE;
    row = r->row_count++;
    r->hash[hash % NCUREP_I_RE_HASH] = (uint16_t)(row + 1);
    r->row[row].start = r->pool_count;
    r->row[row].count = count;
    ncurep_i_copy(r->pool + r->pool_count, r->set, count * sizeof *r->set);
    r->pool_count += count;
    ncurep_i_zero(r->rows + row * r->row_size, r->row_size * sizeof *r->rows);
    return row;
}

/* Takes the step that the cache does not know yet: from the row that begins at `at` on the byte c. Returns where the
   new row begins, or NONE: a match. */
static uint32_t ncurep_i_re_learn(ncurep_i_regex *r, uint32_t at, uint32_t column, int c, int before)
{
    const ncurep_i_re_row *from = &r->row[at / r->row_size];
    uint32_t *swap;
    uint32_t count = from->count, to;
    ncurep_i_copy(r->set, r->pool + from->start, count * sizeof *r->set);
    count = ncurep_i_re_step(r, count, c, before);
    if (count == NCUREP_I_RE_NONE) {
        r->rows[at + column] = 1;
        return count;
    }
    swap = r->set;
    r->set = r->next;
    r->next = swap;
    to = ncurep_i_re_row_of(r, count);
    if (to != NCUREP_I_RE_NONE) {
        r->rows[at + column] = (uint16_t)(to * r->row_size + 2);
        return to * r->row_size;
    }
    ncurep_i_re_forget(r);
    return ncurep_i_re_row_of(r, count) * r->row_size;
}

/* A search without the cache: at each place, from the end on, the bytes on both sides are known. */
static int ncurep_i_re_search_plain(ncurep_i_regex *r, const unsigned char *p, size_t len)
{
    uint32_t count = 0;
    size_t at;
    for (at = len;; at--) {
        uint32_t *swap = r->set;
        count = ncurep_i_re_step(r, count, at < len ? (int)p[at] : -1,
                              at > 0 ? (int)p[at - 1] : -1);
        if (count == NCUREP_I_RE_NONE) return 1;
        r->set = r->next;
        r->next = swap;
        if (at == 0) return 0;
    }
}

/* Whether a word occurs in a text; its first two bytes are looked for at eight places at once. */
static int ncurep_i_re_occurs(const ncurep_i_re_literal *w, const char *p, size_t len)
{
    const uint64_t ones = ~(uint64_t)0 / 255;
    const uint64_t first = ones * (unsigned char)w->text[0],
                   second = ones * (unsigned char)w->text[1];
    size_t i, k, end;
    if (len < w->len) return 0;
    end = len - w->len + 1;
    for (i = 0; i < end; i += 8) {
        if (len > 8) {
            uint64_t x, y;
            if (len - i < 9) i = len - 9;
            ncurep_i_copy(&x, p + i, 8);
            ncurep_i_copy(&y, p + i + 1, 8);
            x = (x ^ first) | (y ^ second);
            if (((x - ones) & ~x & ones << 7) == 0) continue; /* no byte of x is 0 */
        }
        for (k = i; k < end && k < i + 8; k++)
            if (p[k] == w->text[0] && ncurep_i_equal(p + k, w->text, w->len)) return 1;
    }
    return 0;
}

/* Whether there is a word of each choice. */
static int ncurep_i_re_has_words(const ncurep_i_regex *r, const char *p, size_t len)
{
    uint32_t i, found = 0;
    for (i = 0; i < r->word_count; i++) {
        found = found || ncurep_i_re_occurs(&r->words[i], p, len);
        if (!r->words[i].last) continue;
        if (!found) return 0;
        found = 0;
    }
    return 1;
}

/* Whether the pattern matches anywhere in the text. Allocates nothing; time at most states x len. */
static int ncurep_i_regex_search(ncurep_i_regex *r, const char *text, size_t len)
{
    const unsigned char *p = (const unsigned char *)text;
    const uint32_t plane = r->kinds + 1; /* columns: before the start, before a word character, else */
    uint32_t row = 0;
    size_t at;
    if (len < r->prefix_len || !ncurep_i_equal(text, r->prefix, r->prefix_len)) return 0;
    if (!ncurep_i_re_has_words(r, text, len)) return 0;
    if (r->rows == NULL) return ncurep_i_re_search_plain(r, p, len);
    for (at = len;; at--) { /* the byte at `at` comes now, or the end of the text */
        const int c = at < len ? (int)p[at] : -1;
        const int before = at > 0 ? (int)p[at - 1] : -1;
        uint32_t column = c >= 0 ? r->kind[c] : r->kinds, to;
        if (before >= 0) column += r->edges && ncurep_i_re_word((unsigned)before) ? plane : 2 * plane;
        to = r->rows[row + column];
        if (to >= 2) {
            row = to - 2;
            if (!r->edges && at < len && at > 1) { /* the same step again, while it is known */
                const uint16_t *const rows = r->rows + 2 * plane - 2;
                uint32_t now = to;
                while (--at > 0 && (to = rows[now + r->kind[p[at]]]) >= 2) now = to;
                row = now - 2;
                at++;
            }
        } else {
            if (to == 1) return 1;
            row = ncurep_i_re_learn(r, row, column, c, before);
            if (row == NCUREP_I_RE_NONE) return 1;
        }
        if (at == 0) return 0;
    }
}
#undef NCUREP_I_RE_NONE
/* end of shared */
#endif

/* Always 0. */
static int ncurep_i_fail(ncurep_error *e, ncurep_code code, uint64_t offset, const char *message)
{
    if (e != NULL) {
        e->code = code;
        e->offset = offset;
        e->message = message;
    }
    return 0;
}

static void ncurep_i_fine(ncurep_error *e) { (void)ncurep_i_fail(e, NCUREP_OK, 0, ""); }

/* What a call returns that may have set e. */
static ncurep_code ncurep_i_give(ncurep_error *error, const ncurep_error *e)
{
    (void)ncurep_i_fail(error, e->code, e->offset, e->message);
    return e->code;
}

/* The last allocation of the arena failed. */
static int ncurep_i_no_memory(ncurep_error *e, const ncurep_i_arena *a, uint64_t offset)
{
    if (a->code == NCUREP_LIMIT)
        return ncurep_i_fail(e, NCUREP_LIMIT, offset, "more memory is needed than max_memory allows");
    return ncurep_i_fail(e, NCUREP_MEMORY, offset, "out of memory");
}

static inline uint32_t ncurep_i_u32(const char *p)
{
    const unsigned char *u = (const unsigned char *)p;
    return (uint32_t)u[0] | (uint32_t)u[1] << 8 | (uint32_t)u[2] << 16 | (uint32_t)u[3] << 24;
}

static inline uint64_t ncurep_i_u64(const char *p)
{
    return (uint64_t)ncurep_i_u32(p) | (uint64_t)ncurep_i_u32(p + 4) << 32;
}

static ncurep_view ncurep_i_view(const char *p, size_t len)
{
    ncurep_view v;
    v.ptr = p;
    v.len = len;
    return v;
}

static ncurep_view ncurep_i_none(void)
{
    return ncurep_i_view("", 0);
}

/* Sorts n numbers without recursion; equal ones keep their order. spare has room for n. */
static void ncurep_i_sort(uint32_t *list, uint32_t *spare, uint32_t n, int (*less)(const void *, uint32_t, uint32_t),
                          const void *user)
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

/* -1, 0, 1: by bytes, the shorter first. */
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

/* ---- Messages ---------------------------------------------------------------------------------------------------- */

/* A varint: the byte after it, or NULL when it runs past end or over 64 bits. */
static const char *ncurep_i_varint_long(const char *p, const char *end, uint64_t *out)
{
    uint64_t v = 0;
    unsigned shift;
    for (shift = 0; p < end; shift += 7) {
        const unsigned char u = (unsigned char)*p++;
        if (shift == 63 && u > 1) return NULL; /* so the tenth byte is the last */
        v |= (uint64_t)(u & 0x7f) << shift;
        if (u < 0x80) {
            *out = v;
            return p;
        }
    }
    return NULL;
}

static inline const char *ncurep_i_varint(const char *p, const char *end, uint64_t *out)
{
    if (p < end && (unsigned char)*p < 0x80) {
        *out = (unsigned char)*p;
        return p + 1;
    }
    return ncurep_i_varint_long(p, end, out);
}

static const char ncurep_i_bad_varint[] = "a varint is cut off or has more than 64 bits";

#define NCUREP_I_GROUPS 64

static const char *ncurep_i_skip_group(const char *p, const char *end, uint32_t number, ncurep_view *inside,
                                       const char **why)
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

/* The field at p, which is before end. Returns the byte after it, or NULL and why. */
static const char *ncurep_i_field_at(const char *p, const char *end, ncurep_field *f, const char **why)
{
    uint64_t tag;
    NCUREP_ASSERT(p < end);
    f->value = 0;
    f->bytes.ptr = "";
    f->bytes.len = 0;
    if ((unsigned char)*p < 0x80)
        tag = (unsigned char)*p++;
    else {
        p = ncurep_i_varint_long(p, end, &tag);
        if (p == NULL || tag > 0xffffffffu) {
            *why = "the tag of a field is cut off or too long";
            return NULL;
        }
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
        if (p == NULL) *why = ncurep_i_bad_varint;
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

/* Skips fields of one tag (a single byte, wire type 2) that follow each other and are shorter than 16,384 bytes: nearly
   all bytes of a report are in such runs. */
static const char *ncurep_i_skip_run(const char *p, const char *end, unsigned tag, uint32_t *count)
{
    uint32_t n = 0;
    while (end - p >= 3 && (unsigned char)*p == tag) {
        const char first = p[1];
        size_t len = (unsigned char)first, step = 2;
        if (len >= 0x80) {
            if ((unsigned char)p[2] >= 0x80) break;
            len = (len & 0x7f) | (size_t)(unsigned char)p[2] << 7;
            step = 3;
        }
        if (len > (size_t)(end - p) - step) break;
        step += len;
        p += step;
        n++;
        /* Most are as long as the one before: then the next position does not depend on this length. */
        if (step < 0x82)
            while ((size_t)(end - p) >= step && end - p >= 3 && (unsigned char)*p == tag && p[1] == first) {
                p += step;
                n++;
            }
    }
    *count = n;
    return p;
}

/* Every message of the format, one table for two uses: reading into the public structs, and finding what is unknown.
   Source: the vendor's published interface definitions of 2020.x and 2022.4; later fields were observed. */

enum {
    NCUREP_I_U32, NCUREP_I_I32, NCUREP_I_U64, NCUREP_I_I64, NCUREP_I_BOOL, NCUREP_I_F32, NCUREP_I_F64,
    NCUREP_I_STR,  /* string or bytes */
    NCUREP_I_MSG,  /* a sub-message, read into a struct within the struct */
    NCUREP_I_VIEW, /* a sub-message, left as bytes */
    NCUREP_I_LIST, /* repeated message */
    NCUREP_I_U64S, /* repeated number, packed or not */
    NCUREP_I_STRS, /* repeated string */
    /* kinds of a value */
    NCUREP_I_VSTR, NCUREP_I_VF32, NCUREP_I_VF64, NCUREP_I_VU32, NCUREP_I_VU64, NCUREP_I_VI32, NCUREP_I_VI64
};

typedef struct ncurep_i_field {
    uint8_t number, bit, type, sub;
    uint16_t offset;
} ncurep_i_field;

/* A block header as the reader needs it. */
typedef struct ncurep_i_header {
    uint64_t has;
    uint32_t count[5]; /* sources, kernels, ranges, command lists, graphs */
    uint32_t payload, field10;
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

/* A message: its name; another one that is read into the same struct, in a ring of them; whether the struct begins with
   "has". Its fields follow, one row each, in ascending order: D is read into a member, M is a sub-message that is read,
   B has another number in "has"; K and S are known but not read. */
#define NCUREP_I_K(n, type) NCUREP_I_F(n, 0, type, NONE, NCUREP_I_SKIP)
#define NCUREP_I_S(n, type, sub) NCUREP_I_F(n, 0, type, sub, NCUREP_I_SKIP)
#define NCUREP_I_D(n, type, st, m) NCUREP_I_F(n, n, type, NONE, offsetof(ncurep_##st, m))
#define NCUREP_I_M(n, type, sub, st, m) NCUREP_I_F(n, n, type, sub, offsetof(ncurep_##st, m))
#define NCUREP_I_B(n, bit, type, sub, st, m) NCUREP_I_F(n, bit, type, sub, offsetof(ncurep_##st, m))
#define NCUREP_I_SCHEMA \
    NCUREP_I_P(FILE, FILE, 0) NCUREP_I_K(1, U32) \
    NCUREP_I_P(BLOCK, BLOCK, 1) NCUREP_I_D(1, U32, i_header, count[0]) NCUREP_I_D(2, U32, i_header, count[1]) \
        NCUREP_I_M(3, VIEW, SESSION, i_header, session) NCUREP_I_M(4, VIEW, STRINGS, i_header, strings) \
        NCUREP_I_D(5, U32, i_header, payload) NCUREP_I_M(6, VIEW, PROCESS, i_header, process) \
        NCUREP_I_D(7, U32, i_header, count[2]) NCUREP_I_D(8, U32, i_header, count[3]) \
        NCUREP_I_D(9, U32, i_header, count[4]) NCUREP_I_D(10, U32, i_header, field10) \
    NCUREP_I_P(PROCESS, PROCESS, 1) NCUREP_I_D(1, U32, process, id) NCUREP_I_D(2, STR, process, host) \
        NCUREP_I_D(3, STR, process, name) \
    NCUREP_I_P(STRINGS, STRINGS, 1) NCUREP_I_D(1, STRS, items, list) \
    NCUREP_I_P(SESSION, SESSION, 1) NCUREP_I_D(1, U32, session, pid) NCUREP_I_D(2, U64, session, created) \
        NCUREP_I_M(3, MSG, SYSTEM, session, host) NCUREP_I_M(4, MSG, SYSTEM, session, target) \
        NCUREP_I_M(5, MSG, PROPERTIES, session, properties) NCUREP_I_M(6, LIST, DEVICE, session, devices) \
        NCUREP_I_D(7, STR, session, comments) NCUREP_I_M(8, LIST, PAIR, session, versions) \
        NCUREP_I_M(9, MSG, EXECUTABLE, session, executable) NCUREP_I_M(10, MSG, SETTINGS, session, settings) \
        NCUREP_I_D(11, STR, session, command) \
    NCUREP_I_P(SYSTEM, SYSTEM, 1) NCUREP_I_D(1, STR, system, os) NCUREP_I_D(2, STR, system, build) \
        NCUREP_I_D(3, STR, system, processor) NCUREP_I_D(4, STR, system, architecture) \
        NCUREP_I_D(5, STR, system, computer) NCUREP_I_D(6, I32, system, platform) \
        NCUREP_I_M(7, LIST, ADDRESS, system, addresses) \
    NCUREP_I_P(ADDRESS, ADDRESS, 1) NCUREP_I_D(1, STR, address, address) NCUREP_I_D(2, I32, address, type) \
    NCUREP_I_P(PAIR, PAIR, 1) NCUREP_I_D(1, STR, pair, name) NCUREP_I_D(2, STR, pair, value) \
    NCUREP_I_P(PROPERTIES, PROPERTIES, 1) NCUREP_I_M(1, LIST, PAIR, items, list) \
    NCUREP_I_P(DEVICE, DEVICE, 1) NCUREP_I_D(1, U32, device, id) NCUREP_I_D(2, STR, device, name) \
        NCUREP_I_M(3, LIST, ATTRIBUTE, device, attributes) \
    NCUREP_I_P(ATTRIBUTE, ATTRIBUTE, 1) NCUREP_I_D(1, STR, attribute, name) \
        NCUREP_I_M(2, MSG, VALUE, attribute, value) \
    NCUREP_I_P(EXECUTABLE, EXECUTABLE, 1) NCUREP_I_D(1, STR, executable, path) \
        NCUREP_I_D(2, STR, executable, directory) NCUREP_I_D(3, STR, executable, arguments) \
        NCUREP_I_D(4, STR, executable, environment) \
    NCUREP_I_P(SETTINGS, SETTINGS, 1) NCUREP_I_D(1, BOOL, settings, nvtx) \
        NCUREP_I_D(2, BOOL, settings, no_start_stop) NCUREP_I_D(3, BOOL, settings, from_start) \
        NCUREP_I_D(4, STR, settings, activity) NCUREP_I_M(5, MSG, FILTERS, settings, filter) \
        NCUREP_I_M(6, MSG, OTHER, settings, other) NCUREP_I_D(7, STR, settings, sections) \
        NCUREP_I_D(8, STR, settings, clocks) NCUREP_I_M(9, MSG, SAMPLING, settings, sampling) \
        NCUREP_I_D(10, BOOL, settings, import_source) NCUREP_I_D(11, STR, settings, replay) \
        NCUREP_I_D(12, BOOL, settings, cpu_stack) NCUREP_I_M(13, MSG, PM_OPTIONS, settings, pm_sampling) \
        NCUREP_I_D(14, STR, settings, stack_type) NCUREP_I_D(15, STR, settings, field15) \
        NCUREP_I_D(16, U64, settings, field16) \
    NCUREP_I_P(FILTERS, FILTERS, 1) NCUREP_I_D(1, STR, filter_settings, kernel) \
        NCUREP_I_D(2, STR, filter_settings, base) NCUREP_I_D(3, STR, filter_settings, id) \
        NCUREP_I_D(4, U32, filter_settings, skip) NCUREP_I_D(5, U32, filter_settings, skip_before) \
        NCUREP_I_D(6, U32, filter_settings, count) NCUREP_I_D(7, STR, filter_settings, nvtx) \
    NCUREP_I_P(SAMPLING, SAMPLING, 1) NCUREP_I_D(1, BOOL, sampling_settings, interval_auto) \
        NCUREP_I_D(2, U64, sampling_settings, interval) NCUREP_I_D(3, U64, sampling_settings, passes) \
        NCUREP_I_D(4, U64, sampling_settings, buffer) \
    NCUREP_I_P(PM_OPTIONS, PM_OPTIONS, 1) NCUREP_I_D(1, U64, pm_settings, interval) \
        NCUREP_I_D(2, U64, pm_settings, buffer) NCUREP_I_D(3, U64, pm_settings, passes) \
    NCUREP_I_P(OTHER, OTHER, 1) NCUREP_I_D(1, BOOL, other_settings, rules) \
        NCUREP_I_D(2, STR, other_settings, metrics) \
    NCUREP_I_P(SOURCE, SOURCE, 1) NCUREP_I_D(1, U64, source, reference) NCUREP_I_D(2, STR, source, code) \
        NCUREP_I_D(3, STR, source, intermediate) NCUREP_I_D(4, STR, source, binary) NCUREP_I_D(5, I32, source, sass) \
        NCUREP_I_D(6, U32, source, revision) NCUREP_I_D(7, U32, source, flags) \
        NCUREP_I_M(8, MSG, FILES, source, files) NCUREP_I_M(9, MSG, RELOCATION, source, relocation) \
    NCUREP_I_P(FILES, FILES, 1) NCUREP_I_M(1, LIST, SOURCE_FILE, items, list) \
    NCUREP_I_P(SOURCE_FILE, SOURCE_FILE, 1) NCUREP_I_D(1, STR, source_file, path) \
        NCUREP_I_D(2, STR, source_file, content) \
    NCUREP_I_P(RELOCATION, RELOCATION, 1) NCUREP_I_M(1, LIST, SYMBOL, relocation, functions) \
        NCUREP_I_M(2, LIST, SYMBOL, relocation, objects) \
    NCUREP_I_P(SYMBOL, SYMBOL, 1) NCUREP_I_D(1, STR, symbol, name) NCUREP_I_D(2, U64, symbol, address) \
        NCUREP_I_D(3, U32, symbol, index) \
    NCUREP_I_P(KERNEL, RANGE, 1) NCUREP_I_D(1, U32, result, thread) NCUREP_I_D(2, U64, result, call) \
        NCUREP_I_D(3, U64, result, program) NCUREP_I_D(4, U64, result, kernel) NCUREP_I_D(5, STR, result, mangled) \
        NCUREP_I_D(6, STR, result, function) NCUREP_I_D(7, STR, result, demangled) \
        NCUREP_I_D(8, U32, result, dimensions) NCUREP_I_M(9, MSG, XYZ, result, offset) \
        NCUREP_I_M(10, MSG, XYZ, result, global_size) NCUREP_I_M(11, MSG, XYZ, result, block_size) \
        NCUREP_I_D(12, STR, result, comments) NCUREP_I_M(13, LIST, METRIC, result, metrics) \
        NCUREP_I_D(14, U64, result, created) NCUREP_I_M(15, MSG, ORIGIN, result, source) \
        NCUREP_I_D(16, I32, result, api) NCUREP_I_M(17, LIST, SECTION, result, sections) \
        NCUREP_I_M(18, LIST, COMMENT, result, section_comments) NCUREP_I_M(19, LIST, RULE, result, rules) \
        NCUREP_I_D(20, BOOL, result, unsupported) NCUREP_I_M(21, MSG, NVTX, result, nvtx) \
        NCUREP_I_D(22, U32, result, context) NCUREP_I_D(23, U32, result, stream) \
        NCUREP_I_M(24, MSG, SERIES, result, series) NCUREP_I_M(25, MSG, CLOCK, result, clock) \
        NCUREP_I_D(26, STR, result, context_name) NCUREP_I_D(27, STR, result, stream_name) \
        NCUREP_I_M(28, MSG, STACK, result, stack) NCUREP_I_D(31, STR, result, field31) \
        NCUREP_I_D(35, F32, result, driver) NCUREP_I_M(36, LIST, WARP_SAMPLES, result, warp_samples) \
        NCUREP_I_D(38, STR, result, field38) \
    NCUREP_I_P(RANGE, CMDLIST, 1) NCUREP_I_D(1, U32, result, thread) NCUREP_I_D(2, U64, result, call) \
        NCUREP_I_B(3, 12, STR, NONE, result, comments) NCUREP_I_B(4, 13, LIST, METRIC, result, metrics) \
        NCUREP_I_B(5, 14, U64, NONE, result, created) NCUREP_I_B(6, 16, I32, NONE, result, api) \
        NCUREP_I_B(7, 17, LIST, SECTION, result, sections) NCUREP_I_B(8, 18, LIST, COMMENT, result, section_comments) \
        NCUREP_I_B(9, 20, BOOL, NONE, result, unsupported) NCUREP_I_B(10, 21, MSG, NVTX, result, nvtx) \
        NCUREP_I_B(11, 22, U32, NONE, result, context) NCUREP_I_B(12, 25, MSG, CLOCK, result, clock) \
        NCUREP_I_B(13, 26, STR, NONE, result, context_name) NCUREP_I_B(14, 28, MSG, STACK, result, stack) \
        NCUREP_I_B(15, 40, U64S, NONE, result, references) \
    NCUREP_I_P(CMDLIST, GRAPH, 1) NCUREP_I_D(1, U32, result, thread) NCUREP_I_D(2, U64, result, call) \
        NCUREP_I_B(3, 12, STR, NONE, result, comments) NCUREP_I_B(4, 13, LIST, METRIC, result, metrics) \
        NCUREP_I_B(5, 14, U64, NONE, result, created) NCUREP_I_B(6, 16, I32, NONE, result, api) \
        NCUREP_I_B(7, 17, LIST, SECTION, result, sections) NCUREP_I_B(8, 18, LIST, COMMENT, result, section_comments) \
        NCUREP_I_B(9, 20, BOOL, NONE, result, unsupported) NCUREP_I_B(10, 21, MSG, NVTX, result, nvtx) \
        NCUREP_I_B(11, 22, U32, NONE, result, context) NCUREP_I_B(12, 23, U32, NONE, result, stream) \
        NCUREP_I_B(13, 25, MSG, CLOCK, result, clock) NCUREP_I_B(14, 26, STR, NONE, result, context_name) \
        NCUREP_I_B(15, 27, STR, NONE, result, stream_name) NCUREP_I_B(16, 28, MSG, STACK, result, stack) \
        NCUREP_I_B(17, 40, U64S, NONE, result, references) NCUREP_I_B(18, 41, STR, NONE, result, display) \
    NCUREP_I_P(GRAPH, KERNEL, 1) NCUREP_I_D(1, U32, result, thread) NCUREP_I_D(2, U64, result, call) \
        NCUREP_I_B(3, 12, STR, NONE, result, comments) NCUREP_I_B(4, 13, LIST, METRIC, result, metrics) \
        NCUREP_I_B(5, 14, U64, NONE, result, created) NCUREP_I_B(6, 16, I32, NONE, result, api) \
        NCUREP_I_B(7, 17, LIST, SECTION, result, sections) NCUREP_I_B(8, 18, LIST, COMMENT, result, section_comments) \
        NCUREP_I_B(9, 20, BOOL, NONE, result, unsupported) NCUREP_I_B(10, 21, MSG, NVTX, result, nvtx) \
        NCUREP_I_B(11, 22, U32, NONE, result, context) NCUREP_I_B(12, 23, U32, NONE, result, stream) \
        NCUREP_I_B(13, 25, MSG, CLOCK, result, clock) NCUREP_I_B(14, 26, STR, NONE, result, context_name) \
        NCUREP_I_B(15, 27, STR, NONE, result, stream_name) NCUREP_I_B(16, 28, MSG, STACK, result, stack) \
        NCUREP_I_B(17, 40, U64S, NONE, result, references) \
    NCUREP_I_P(ORIGIN, ORIGIN, 1) NCUREP_I_D(1, U64, origin, reference) NCUREP_I_K(2, STR) NCUREP_I_K(3, STR) \
        NCUREP_I_K(4, STR) NCUREP_I_D(5, I32, origin, sass) NCUREP_I_K(6, U32) NCUREP_I_K(7, U32) \
        NCUREP_I_S(8, VIEW, FILES) NCUREP_I_S(9, VIEW, RELOCATION) \
    NCUREP_I_P(XYZ, XYZ, 1) NCUREP_I_D(1, U64, xyz, x) NCUREP_I_D(2, U64, xyz, y) NCUREP_I_D(3, U64, xyz, z) \
    NCUREP_I_P(COMMENT, COMMENT, 1) NCUREP_I_M(1, MSG, COMMENT_ID, comment, id) NCUREP_I_D(2, STR, comment, name) \
        NCUREP_I_D(3, STR, comment, text) \
    NCUREP_I_P(COMMENT_ID, COMMENT_ID, 1) NCUREP_I_D(1, STR, comment_id, section) \
    NCUREP_I_P(SERIES, SERIES, 1) NCUREP_I_D(1, U32, series, id) NCUREP_I_D(2, STR, series, combination) \
    NCUREP_I_P(CLOCK, CLOCK, 1) NCUREP_I_D(1, BOOL, clock, requested) NCUREP_I_D(2, BOOL, clock, executed) \
    NCUREP_I_P(METRIC, METRIC, 1) NCUREP_I_D(1, U32, metric, name_id) NCUREP_I_M(2, MSG, VALUE, metric, value) \
        NCUREP_I_M(3, LIST, INSTANCE, metric, instances) NCUREP_I_D(4, I32, metric, id_kind) \
    NCUREP_I_P(INSTANCE, INSTANCE, 1) NCUREP_I_M(1, MSG, VALUE, instance, id) \
        NCUREP_I_M(2, MSG, VALUE, instance, value) \
    NCUREP_I_P(VALUE, VALUE, 0) NCUREP_I_B(1, 0, VSTR, NONE, value, kind) NCUREP_I_B(2, 0, VF32, NONE, value, kind) \
        NCUREP_I_B(3, 0, VF64, NONE, value, kind) NCUREP_I_B(4, 0, VU32, NONE, value, kind) \
        NCUREP_I_B(5, 0, VU64, NONE, value, kind) \
    NCUREP_I_P(NVTX, NVTX, 1) NCUREP_I_M(1, LIST, NVTX_DOMAIN, nvtx, domains) \
        NCUREP_I_M(2, LIST, NVTX_THREAD, nvtx, threads) NCUREP_I_M(3, LIST, NVTX_OPEN, nvtx, start_end) \
        NCUREP_I_D(4, U64, nvtx, default_domain) NCUREP_I_D(5, U64, nvtx, field5) \
    NCUREP_I_P(NVTX_DOMAIN, NVTX_DOMAIN, 1) NCUREP_I_D(1, U64, nvtx_domain, id) NCUREP_I_D(2, STR, nvtx_domain, name) \
        NCUREP_I_M(3, LIST, NVTX_STRING, nvtx_domain, strings) NCUREP_I_M(4, LIST, NVTX_NAMES, nvtx_domain, tables) \
    NCUREP_I_P(NVTX_STRING, NVTX_STRING, 1) NCUREP_I_D(1, U64, nvtx_string, id) NCUREP_I_D(2, STR, nvtx_string, text) \
    NCUREP_I_P(NVTX_NAMES, NVTX_NAMES, 1) NCUREP_I_D(1, I32, nvtx_names, family) \
        NCUREP_I_M(2, LIST, NVTX_STRING, nvtx_names, mappings) \
    NCUREP_I_P(NVTX_THREAD, NVTX_THREAD, 1) NCUREP_I_D(1, U32, nvtx_thread, id) \
        NCUREP_I_M(2, LIST, NVTX_STACK, nvtx_thread, domains) \
    NCUREP_I_P(NVTX_STACK, NVTX_STACK, 1) NCUREP_I_D(1, U64, nvtx_open, id) \
        NCUREP_I_M(3, LIST, NVTX_PUSH, nvtx_open, ranges) \
    NCUREP_I_P(NVTX_PUSH, NVTX_START, 1) NCUREP_I_B(1, 2, STR, NONE, nvtx_range, name) \
        NCUREP_I_B(2, 3, MSG, ATTRIBUTES, nvtx_range, attributes) NCUREP_I_B(3, 4, U64, NONE, nvtx_range, call) \
    NCUREP_I_P(NVTX_OPEN, NVTX_OPEN, 1) NCUREP_I_D(1, U64, nvtx_open, id) \
        NCUREP_I_M(3, LIST, NVTX_START, nvtx_open, ranges) \
    NCUREP_I_P(NVTX_START, NVTX_PUSH, 1) NCUREP_I_D(1, U64, nvtx_range, id) NCUREP_I_D(2, STR, nvtx_range, name) \
        NCUREP_I_M(3, MSG, ATTRIBUTES, nvtx_range, attributes) NCUREP_I_D(4, U64, nvtx_range, call) \
        NCUREP_I_D(5, U32, nvtx_range, thread) \
    NCUREP_I_P(ATTRIBUTES, ATTRIBUTES, 1) NCUREP_I_D(1, U32, nvtx_attributes, version) \
        NCUREP_I_D(2, U32, nvtx_attributes, category) NCUREP_I_M(3, MSG, COLOR, nvtx_attributes, color) \
        NCUREP_I_M(4, MSG, PAYLOAD, nvtx_attributes, payload) NCUREP_I_M(5, MSG, TEXT, nvtx_attributes, message) \
    NCUREP_I_P(COLOR, COLOR, 1) NCUREP_I_D(1, I32, nvtx_color, type) NCUREP_I_D(2, U32, nvtx_color, color) \
    NCUREP_I_P(PAYLOAD, PAYLOAD, 1) NCUREP_I_D(1, I32, nvtx_payload, type) NCUREP_I_D(2, VU64, nvtx_payload, value) \
        NCUREP_I_D(3, VI64, nvtx_payload, value) NCUREP_I_D(4, VF64, nvtx_payload, value) \
        NCUREP_I_D(5, VU32, nvtx_payload, value) NCUREP_I_D(6, VI32, nvtx_payload, value) \
        NCUREP_I_D(7, VF32, nvtx_payload, value) NCUREP_I_D(8, VSTR, nvtx_payload, value) \
    NCUREP_I_P(TEXT, TEXT, 1) NCUREP_I_D(1, I32, nvtx_message, type) NCUREP_I_D(2, STR, nvtx_message, text) \
        NCUREP_I_D(3, U64, nvtx_message, handle) \
    NCUREP_I_P(STACK, STACK, 1) NCUREP_I_M(1, LIST, FRAME, stack, frames) NCUREP_I_D(2, I32, stack, type) \
    NCUREP_I_P(FRAME, FRAME, 1) NCUREP_I_D(1, STR, frame, module) NCUREP_I_D(2, U64, frame, address) \
        NCUREP_I_D(3, STR, frame, file) NCUREP_I_D(4, STR, frame, function) NCUREP_I_D(5, U32, frame, line) \
    NCUREP_I_P(WARP_SAMPLES, WARP_SAMPLES, 1) NCUREP_I_D(1, STR, warp_samples, name) \
        NCUREP_I_M(2, MSG, WARP_LIST, warp_samples, series) \
    NCUREP_I_P(WARP_LIST, WARP_LIST, 1) NCUREP_I_M(1, LIST, WARP_SERIES, items, list) \
    NCUREP_I_P(WARP_SERIES, WARP_SERIES, 1) NCUREP_I_D(1, U32, warp_series, unit) \
        NCUREP_I_D(2, STR, warp_series, times) NCUREP_I_D(3, STR, warp_series, records) \
    NCUREP_I_P(RULE, RULE, 1) NCUREP_I_D(1, STR, rule, identifier) NCUREP_I_D(2, STR, rule, name) \
        NCUREP_I_M(3, MSG, RULE_BODY, rule, body) NCUREP_I_D(4, STR, rule, section) \
        NCUREP_I_M(5, LIST, MARKER, rule, markers) \
    NCUREP_I_P(RULE_BODY, RULE_BODY, 1) NCUREP_I_M(1, LIST, RULE_ITEM, items, list) \
    NCUREP_I_P(RULE_ITEM, RULE_ITEM, 1) NCUREP_I_M(1, MSG, MESSAGE, rule_item, message) \
        NCUREP_I_M(2, VIEW, TABLE, rule_item, chart[0]) NCUREP_I_M(3, VIEW, BAR_CHART, rule_item, chart[1]) \
        NCUREP_I_M(4, VIEW, HISTOGRAM, rule_item, chart[2]) NCUREP_I_M(5, VIEW, LINE_CHART, rule_item, chart[3]) \
        NCUREP_I_M(6, MSG, PROPOSAL, rule_item, proposal) NCUREP_I_M(7, VIEW, ROOFLINE_CHART, rule_item, chart[4]) \
        NCUREP_I_M(8, LIST, FOCUS, rule_item, focus) NCUREP_I_M(9, VIEW, SOURCE_TABLE, rule_item, chart[5]) \
        NCUREP_I_M(10, MSG, SPEEDUP, rule_item, speedup) \
    NCUREP_I_P(MESSAGE, MESSAGE, 1) NCUREP_I_D(1, STR, message, text) NCUREP_I_D(2, I32, message, type) \
        NCUREP_I_D(3, I32, message, id) NCUREP_I_D(4, STR, message, name) \
    NCUREP_I_P(PROPOSAL, PROPOSAL, 1) NCUREP_I_D(1, STR, comment_id, section) \
    NCUREP_I_P(FOCUS, FOCUS, 1) NCUREP_I_D(1, I32, focus, message) NCUREP_I_D(2, STR, focus, name) \
        NCUREP_I_D(3, F64, focus, value) NCUREP_I_D(4, I32, focus, severity) NCUREP_I_D(5, STR, focus, info) \
    NCUREP_I_P(SPEEDUP, SPEEDUP, 1) NCUREP_I_D(1, I32, speedup, type) NCUREP_I_D(2, F64, speedup, percent) \
    NCUREP_I_P(MARKER, MARKER, 1) NCUREP_I_D(1, I32, marker, kind) NCUREP_I_D(2, U32, marker, line) \
        NCUREP_I_D(3, U64, marker, address) NCUREP_I_D(4, STR, marker, text) NCUREP_I_D(5, I32, marker, type) \
        NCUREP_I_D(6, STR, marker, path) \
    NCUREP_I_P(SECTION, SECTION, 1) NCUREP_I_D(1, STR, section, identifier) NCUREP_I_D(2, STR, section, name) \
        NCUREP_I_D(3, U32, section, order) NCUREP_I_M(4, MSG, HEADER, section, header) \
        NCUREP_I_M(5, LIST, BODY, section, bodies) NCUREP_I_M(6, MSG, METRICS, section, metrics) \
        NCUREP_I_D(7, STR, section, description) NCUREP_I_M(8, LIST, SET, section, sets) \
        NCUREP_I_D(9, STR, section, extends) NCUREP_I_M(10, MSG, DEFINITIONS, section, definitions) \
        NCUREP_I_S(11, VIEW, FILTER) NCUREP_I_M(12, LIST, GROUP, section, groups) \
        NCUREP_I_M(13, LIST, METRICS, section, source_metrics) \
    NCUREP_I_P(HEADER, HEADER, 1) NCUREP_I_D(1, U32, section_metrics, order) \
        NCUREP_I_M(2, LIST, LABEL, section_metrics, metrics) \
    NCUREP_I_P(BODY, BODY, 1) NCUREP_I_M(1, LIST, BODY_ITEM, section_body, items) \
        NCUREP_I_D(2, STR, section_body, name) NCUREP_I_D(3, BOOL, section_body, set_default) \
    NCUREP_I_P(METRICS, METRICS, 1) NCUREP_I_M(1, LIST, LABEL, section_metrics, metrics) \
        NCUREP_I_D(2, U32, section_metrics, order) \
    NCUREP_I_P(SET, SET, 1) NCUREP_I_D(1, STR, label, name) \
    NCUREP_I_P(DEFINITIONS, DEFINITIONS, 1) NCUREP_I_M(1, LIST, DEFINITION, items, list) \
    NCUREP_I_P(DEFINITION, DEFINITION, 1) NCUREP_I_D(1, STR, pair, name) NCUREP_I_D(2, STR, pair, value) \
        NCUREP_I_S(3, VIEW, FILTER) \
    NCUREP_I_P(GROUP, GROUP, 1) NCUREP_I_D(1, STR, label, name) NCUREP_I_D(2, STR, label, label) \
        NCUREP_I_S(3, VIEW, DISPLAY) NCUREP_I_S(4, VIEW, HINTS) \
    NCUREP_I_P(HINTS, HINTS, 1) NCUREP_I_S(1, LIST, CTR_DOMAIN) \
    NCUREP_I_P(CTR_DOMAIN, CTR_DOMAIN, 1) NCUREP_I_K(1, STR) NCUREP_I_K(2, U64S) \
    NCUREP_I_P(DISPLAY, DISPLAY, 1) NCUREP_I_S(1, VIEW, CORRELATION) NCUREP_I_S(2, VIEW, SOURCE_VIEW) \
    NCUREP_I_P(CORRELATION, CORRELATION, 1) NCUREP_I_K(1, BOOL) NCUREP_I_K(2, BOOL) \
    NCUREP_I_P(SOURCE_VIEW, SOURCE_VIEW, 1) NCUREP_I_K(1, BOOL) NCUREP_I_K(2, BOOL) \
    NCUREP_I_P(LABEL, LABEL, 1) NCUREP_I_D(1, STR, label, name) NCUREP_I_D(2, STR, label, label) NCUREP_I_K(3, I32) \
        NCUREP_I_K(4, BOOL) NCUREP_I_K(5, STR) NCUREP_I_S(6, VIEW, FILTER) NCUREP_I_S(7, LIST, OPTION) \
        NCUREP_I_S(8, VIEW, DISPLAY) NCUREP_I_K(9, STRS) NCUREP_I_K(11, STRS) NCUREP_I_K(13, F64) NCUREP_I_K(15, STR) \
        NCUREP_I_K(16, I32) \
    NCUREP_I_P(OPTION, OPTION, 1) NCUREP_I_K(1, STR) NCUREP_I_K(2, STR) NCUREP_I_S(3, VIEW, FILTER) \
    NCUREP_I_P(FILTER, FILTER, 1) NCUREP_I_K(1, I32) NCUREP_I_K(2, I32) NCUREP_I_S(3, LIST, ARCH_RANGE) \
        NCUREP_I_S(4, VIEW, COLLECTION) NCUREP_I_K(5, I32) NCUREP_I_K(6, F32) NCUREP_I_K(7, F32) \
    NCUREP_I_P(ARCH_RANGE, ARCH_RANGE, 1) NCUREP_I_K(1, I32) NCUREP_I_K(2, I32) \
    NCUREP_I_P(COLLECTION, COLLECTION, 1) NCUREP_I_K(1, U64S) \
    NCUREP_I_P(BODY_ITEM, BODY_ITEM, 1) NCUREP_I_S(1, VIEW, TABLE) NCUREP_I_S(2, VIEW, BAR_CHART) \
        NCUREP_I_S(3, VIEW, HISTOGRAM) NCUREP_I_S(4, VIEW, LINE_CHART) NCUREP_I_S(5, VIEW, CONTAINER) \
        NCUREP_I_S(6, VIEW, ROOFLINE_CHART) NCUREP_I_S(7, VIEW, SOURCE_TABLE) NCUREP_I_S(8, VIEW, SUFFIX_TABLE) \
        NCUREP_I_S(101, VIEW, SHARED_TABLE) NCUREP_I_S(102, VIEW, CACHE_TABLE) NCUREP_I_S(103, VIEW, CACHE_TABLE) \
        NCUREP_I_S(104, VIEW, MEMORY_TABLE) NCUREP_I_S(105, VIEW, LABELLED) NCUREP_I_S(106, VIEW, CACHE_TABLE) \
        NCUREP_I_S(107, VIEW, CACHE_TABLE) NCUREP_I_S(108, VIEW, LABELLED) NCUREP_I_S(109, VIEW, LABELLED) \
        NCUREP_I_S(110, VIEW, LABELLED) NCUREP_I_S(111, VIEW, CACHE_TABLE) NCUREP_I_S(112, VIEW, LABELLED) \
        NCUREP_I_S(113, VIEW, TIMELINE) NCUREP_I_S(150, VIEW, WIDGET) NCUREP_I_S(200, VIEW, FILTER) \
    NCUREP_I_P(LABELLED, LABELLED, 1) NCUREP_I_K(1, STR) \
    NCUREP_I_P(CONTAINER, CONTAINER, 1) NCUREP_I_S(1, LIST, BODY_ITEM) \
    NCUREP_I_P(TABLE, BAR_CHART, 1) NCUREP_I_D(1, STR, table, label) NCUREP_I_K(2, U32) NCUREP_I_K(3, U32) \
        NCUREP_I_K(4, I32) NCUREP_I_M(5, LIST, LABEL, table, metrics) NCUREP_I_K(6, I32) NCUREP_I_K(7, I32) \
        NCUREP_I_K(8, STR) \
    NCUREP_I_P(BAR_CHART, HISTOGRAM, 1) NCUREP_I_D(1, STR, table, label) NCUREP_I_K(2, I32) \
        NCUREP_I_S(3, VIEW, LABELLED) NCUREP_I_S(4, VIEW, VALUE_AXIS) NCUREP_I_M(5, LIST, LABEL, table, metrics) \
        NCUREP_I_K(6, I32) NCUREP_I_K(7, I32) NCUREP_I_K(8, I32) NCUREP_I_K(9, STR) \
    NCUREP_I_P(HISTOGRAM, LINE_CHART, 1) NCUREP_I_D(1, STR, table, label) NCUREP_I_S(2, VIEW, HISTOGRAM_AXIS) \
        NCUREP_I_S(3, VIEW, VALUE_AXIS) NCUREP_I_M(4, LIST, LABEL, table, metrics) NCUREP_I_K(5, STR) \
    NCUREP_I_P(LINE_CHART, ROOFLINE_CHART, 1) NCUREP_I_D(1, STR, table, label) NCUREP_I_S(2, VIEW, VALUE_AXIS) \
        NCUREP_I_S(3, VIEW, VALUE_AXIS) NCUREP_I_M(4, LIST, LABEL, table, metrics) NCUREP_I_S(5, VIEW, HIGHLIGHT) \
        NCUREP_I_K(6, STR) \
    NCUREP_I_P(HIGHLIGHT, HIGHLIGHT, 1) NCUREP_I_S(1, LIST, LABEL) \
    NCUREP_I_P(HISTOGRAM_AXIS, HISTOGRAM_AXIS, 1) NCUREP_I_K(1, STR) NCUREP_I_K(2, I64) \
    NCUREP_I_P(VALUE_AXIS, VALUE_AXIS, 1) NCUREP_I_K(1, STR) NCUREP_I_S(2, VIEW, AXIS_RANGE) NCUREP_I_K(3, I64) \
        NCUREP_I_K(4, I64) NCUREP_I_K(5, U32) \
    NCUREP_I_P(AXIS_RANGE, AXIS_RANGE, 1) NCUREP_I_K(1, I64) NCUREP_I_K(2, I64) \
    NCUREP_I_P(ROOFLINE_CHART, SOURCE_TABLE, 1) NCUREP_I_D(1, STR, table, label) NCUREP_I_S(2, VIEW, ROOFLINE_AXIS) \
        NCUREP_I_S(3, VIEW, ROOFLINE_AXIS) NCUREP_I_M(4, LIST, ROOFLINE, table, i_state.lists[0]) \
        NCUREP_I_M(5, LIST, ACHIEVED, table, i_state.lists[1]) NCUREP_I_M(6, LIST, WALL, table, i_state.lists[2]) \
        NCUREP_I_K(7, STR) NCUREP_I_S(8, VIEW, CHART_OPTIONS) \
    NCUREP_I_P(ROOFLINE_AXIS, ROOFLINE_AXIS, 1) NCUREP_I_K(1, STR) NCUREP_I_K(2, F64) NCUREP_I_K(3, F64) \
        NCUREP_I_K(4, F64) \
    NCUREP_I_P(ROOFLINE, ACHIEVED, 1) NCUREP_I_M(1, VIEW, ROOFLINE_VALUE, i_values, value[0]) \
        NCUREP_I_M(2, VIEW, ROOFLINE_VALUE, i_values, value[1]) NCUREP_I_S(3, VIEW, ROOFLINE_OPTIONS) \
    NCUREP_I_P(ACHIEVED, WALL, 1) NCUREP_I_M(1, VIEW, ROOFLINE_VALUE, i_values, value[0]) \
        NCUREP_I_M(2, VIEW, ROOFLINE_VALUE, i_values, value[1]) NCUREP_I_S(3, VIEW, POINT_OPTIONS) \
    NCUREP_I_P(WALL, ROOFLINE, 1) NCUREP_I_M(1, VIEW, ROOFLINE_VALUE, i_values, value[0]) \
        NCUREP_I_S(2, VIEW, POINT_OPTIONS) \
    NCUREP_I_P(ROOFLINE_VALUE, ROOFLINE_VALUE, 1) NCUREP_I_K(1, F64) NCUREP_I_S(2, VIEW, LABEL) \
        NCUREP_I_S(3, VIEW, CYCLES) \
    NCUREP_I_P(CYCLES, CYCLES, 1) NCUREP_I_M(1, LIST, LABEL, i_cycles, metrics) \
        NCUREP_I_M(2, VIEW, LABEL, i_cycles, per_second) \
    NCUREP_I_P(ROOFLINE_OPTIONS, ROOFLINE_OPTIONS, 1) NCUREP_I_K(1, STR) NCUREP_I_S(2, VIEW, CHART_COLOR) \
        NCUREP_I_K(3, BOOL) NCUREP_I_K(4, BOOL) NCUREP_I_S(5, VIEW, ROOFLINE_VALUE) \
    NCUREP_I_P(POINT_OPTIONS, POINT_OPTIONS, 1) NCUREP_I_K(1, STR) NCUREP_I_S(2, VIEW, CHART_COLOR) \
    NCUREP_I_P(CHART_COLOR, CHART_COLOR, 1) NCUREP_I_K(1, I32) NCUREP_I_K(2, U32) \
    NCUREP_I_P(CHART_OPTIONS, CHART_OPTIONS, 1) NCUREP_I_K(1, STR) \
    NCUREP_I_P(SOURCE_TABLE, TABLE, 1) NCUREP_I_D(1, STR, table, label) NCUREP_I_K(2, U32) \
        NCUREP_I_M(3, LIST, LABEL, table, metrics) NCUREP_I_K(4, I32) NCUREP_I_K(5, STR) \
    NCUREP_I_P(SUFFIX_TABLE, SUFFIX_TABLE, 1) NCUREP_I_K(1, STR) NCUREP_I_S(2, VIEW, LABELS) \
        NCUREP_I_S(3, VIEW, LABELS) \
    NCUREP_I_P(LABELS, LABELS, 1) NCUREP_I_S(1, LIST, LABEL) \
    NCUREP_I_P(SHARED_TABLE, SHARED_TABLE, 1) NCUREP_I_K(1, STR) NCUREP_I_K(2, BOOL) NCUREP_I_K(3, BOOL) \
        NCUREP_I_K(4, BOOL) NCUREP_I_K(5, BOOL) \
    NCUREP_I_P(CACHE_TABLE, CACHE_TABLE, 1) NCUREP_I_K(1, STR) NCUREP_I_K(2, BOOL) NCUREP_I_K(3, BOOL) \
        NCUREP_I_K(4, BOOL) NCUREP_I_K(5, BOOL) NCUREP_I_K(6, BOOL) NCUREP_I_K(7, BOOL) NCUREP_I_K(8, BOOL) \
        NCUREP_I_K(9, BOOL) NCUREP_I_K(10, BOOL) NCUREP_I_K(11, BOOL) NCUREP_I_K(12, BOOL) NCUREP_I_K(13, BOOL) \
    NCUREP_I_P(MEMORY_TABLE, MEMORY_TABLE, 1) NCUREP_I_K(1, STR) NCUREP_I_K(2, BOOL) NCUREP_I_K(3, BOOL) \
        NCUREP_I_K(4, BOOL) \
    NCUREP_I_P(TIMELINE, TIMELINE, 1) NCUREP_I_S(2, LIST, METRIC_GROUP) NCUREP_I_S(3, LIST, LABEL) \
    NCUREP_I_P(METRIC_GROUP, METRIC_GROUP, 1) NCUREP_I_K(1, STR) NCUREP_I_K(3, BOOL) NCUREP_I_S(4, LIST, METRIC_ROW) \
    NCUREP_I_P(METRIC_ROW, METRIC_ROW, 1) NCUREP_I_K(1, STR) NCUREP_I_K(2, STR) NCUREP_I_K(3, I32) \
        NCUREP_I_S(4, LIST, LABEL) \
    NCUREP_I_P(WIDGET, WIDGET, 1) NCUREP_I_K(1, STR) NCUREP_I_K(2, STR) NCUREP_I_S(3, LIST, LABEL)

#define NCUREP_I_P(name, ring, has) , NCUREP_I_##name
#define NCUREP_I_F(n, bit, type, sub, at)
enum { NCUREP_I_NONE NCUREP_I_SCHEMA, NCUREP_I_MESSAGE_COUNT };
#undef NCUREP_I_P
#undef NCUREP_I_F

/* An array for each message: its rows, and one row before them. */
#define NCUREP_I_P(name, ring, has) ]; ncurep_i_field m_##name[1
#define NCUREP_I_F(n, bit, type, sub, at) + 1
typedef struct ncurep_i_schema { ncurep_i_field none[1 NCUREP_I_SCHEMA]; } ncurep_i_schema;
#undef NCUREP_I_P
#undef NCUREP_I_F

#define NCUREP_I_P(name, ring, has) }, {{0, 0, 0, 0, 0}
#define NCUREP_I_F(n, bit, type, sub, at)                                                                              \
    , { n, bit, NCUREP_I_##type, NCUREP_I_##sub, (uint16_t)at }
static const ncurep_i_schema ncurep_i_table = {{{0, 0, 0, 0, 0} NCUREP_I_SCHEMA}};
#undef NCUREP_I_P
#undef NCUREP_I_F

/* Where the rows of a message begin in the table, how many there are, the next message of its ring, and whether its
   struct begins with "has". */
typedef struct ncurep_i_span {
    uint16_t first;
    uint8_t count, ring, has;
} ncurep_i_span;

#define NCUREP_I_P(name, ring, has)                                                                                    \
    ,                                                                                                                  \
    {                                                                                                                  \
        (uint16_t)(offsetof(ncurep_i_schema, m_##name) / sizeof(ncurep_i_field) + 1),                                  \
            (uint8_t)(sizeof ncurep_i_table.m_##name / sizeof(ncurep_i_field) - 1), NCUREP_I_##ring, has               \
    }
#define NCUREP_I_F(n, bit, type, sub, at)
static const ncurep_i_span ncurep_i_spans[NCUREP_I_MESSAGE_COUNT] = {{0, 0, 0, 0} NCUREP_I_SCHEMA};
#undef NCUREP_I_P
#undef NCUREP_I_F
#undef NCUREP_I_K
#undef NCUREP_I_S
#undef NCUREP_I_D
#undef NCUREP_I_M
#undef NCUREP_I_B
#undef NCUREP_I_SCHEMA

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

/* The description of a field of a message, or NULL if the number is unknown or has another wire type. Fields come in
   ascending order in all files observed, so the search continues where the last one ended. */
static const ncurep_i_field *ncurep_i_find_field(const ncurep_i_field *first, unsigned count, unsigned *hint,
                                                 const ncurep_field *f)
{
    unsigned k = *hint;
    NCUREP_ASSERT(k < count);
    if (first[k].number > f->number) k = 0;
    while (k < count && first[k].number < f->number) k++;
    if (k == count || first[k].number != f->number) return NULL;
    *hint = k;
    if (ncurep_i_wire(first[k].type) == f->wire || (first[k].type == NCUREP_I_U64S && f->wire == 2)) return &first[k];
    return NULL;
}

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
    l->i_state = NULL;
    l->at = 0;
    l->field = l->count = 0;
    ncurep_i_fine(&l->error);
}

/* Gives the views and lists of a message a valid pointer. */
static void ncurep_i_blank_rows(unsigned message, char *out)
{
    ncurep_i_frame stack[NCUREP_I_NEST];
    unsigned depth = 1;
    stack[0].to = out;
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

/* Zero, with views and lists that point to "", even those that only other messages of the same struct have. */
static void ncurep_i_blank(unsigned message, void *out, size_t size)
{
    unsigned m = message;
    ncurep_i_zero(out, size);
    do {
        ncurep_i_blank_rows(m, (char *)out);
        m = ncurep_i_spans[m].ring;
    } while (m != message);
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

/* The count of packed numbers. */
static uint32_t ncurep_i_packed(const ncurep_view *v)
{
    uint32_t n = 0;
    size_t i;
    for (i = 0; i < v->len; i++) n += (unsigned char)v->ptr[i] < 0x80;
    return n;
}

static void ncurep_i_put_list(char *to, const ncurep_field *f, const char *from, const char *next, uint64_t at,
                              int numbers)
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
static int ncurep_i_decode(unsigned message, const ncurep_view *bytes, uint64_t at, void *out, size_t size,
                           ncurep_error *e)
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
            if (f.number < 16) {
                ncurep_list *l = (ncurep_list *)(void *)to;
                uint32_t more;
                l->end = top->p = ncurep_i_skip_run(top->p, top->end, f.number << 3 | 2, &more);
                l->count += more;
            }
            break;
        case NCUREP_I_U64S: ncurep_i_put_list(to, &f, from, top->p, at + (uint64_t)(from - bytes->ptr), 1); break;
        case NCUREP_I_MSG:
            NCUREP_ASSERT(depth < NCUREP_I_NEST);
            stack[depth].p = f.bytes.ptr;
            stack[depth].end = f.bytes.ptr + f.bytes.len;
            stack[depth].to = to;
            stack[depth].message = d->sub;
            stack[depth++].hint = 0;
            break;
        case NCUREP_I_VSTR: ncurep_i_put_value(to, NCUREP_KIND_STRING, 0, &f.bytes); break;
        case NCUREP_I_VF32: ncurep_i_put_value(to, NCUREP_KIND_FLOAT, f.value, &f.bytes); break;
        case NCUREP_I_VF64: ncurep_i_put_value(to, NCUREP_KIND_DOUBLE, f.value, &f.bytes); break;
        case NCUREP_I_VU32: ncurep_i_put_value(to, NCUREP_KIND_UINT32, (uint32_t)f.value, &f.bytes); break;
        case NCUREP_I_VU64: ncurep_i_put_value(to, NCUREP_KIND_UINT64, f.value, &f.bytes); break;
        case NCUREP_I_VI32: /* the low 32 bits, with their sign */
            f.value &= 0xffffffffu;
            if (f.value & 0x80000000u) f.value |= (uint64_t)0xffffffffu << 32;
            ncurep_i_put_value(to, NCUREP_KIND_INT32, f.value, &f.bytes);
            break;
        default: ncurep_i_put_value(to, NCUREP_KIND_INT64, f.value, &f.bytes); break;
        }
    }
    return 1;
}

/* Keeps the first error of a list. */
static void ncurep_i_list_note(ncurep_list *l, uint64_t at, const char *why)
{
    if (l->error.code == NCUREP_OK) (void)ncurep_i_fail(&l->error, NCUREP_SYNTAX, at, why);
}

/* Nothing says where the next element would begin. */
static int ncurep_i_list_failed(ncurep_list *l, uint64_t at, const char *why)
{
    ncurep_i_list_note(l, at, why);
    l->ptr = l->end;
    l->i_state = NULL;
    l->count = 0;
    return 0;
}

/* The bytes of the next element; 0 at the end or on an error. */
static int ncurep_i_next_bytes(ncurep_list *l, ncurep_view *out, uint64_t *at)
{
    ncurep_field f;
    const char *why = NULL;
    if (l == NULL) return 0;
    while (l->ptr != l->end) {
        const char *from = l->ptr;
        const char *next;
        /* The usual: a tag of one byte and a length of one or two. */
        if (l->field - 1 < 15 && l->end - from >= 3 && (unsigned char)*from == (l->field << 3 | 2)) {
            size_t len = (unsigned char)from[1], step = 2;
            if (len >= 0x80 && (unsigned char)from[2] < 0x80) {
                len = (len & 0x7f) | (size_t)(unsigned char)from[2] << 7;
                step = 3;
            }
            if ((len < 0x80 || step == 3) && len <= (size_t)(l->end - from) - step) {
                out->ptr = from + step;
                out->len = len;
                *at = l->at + step;
                l->at += step + len;
                l->ptr = from + step + len;
                l->count--;
                return 1;
            }
        }
        next = ncurep_i_field_at(from, l->end, &f, &why);
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

/* The next element that can be read, its bytes and their offset. */
static int ncurep_i_next_of(ncurep_list *l, unsigned message, void *out, size_t size, ncurep_view *bytes, uint64_t *at)
{
    ncurep_error e;
    if (out == NULL) return 0;
    while (ncurep_i_next_bytes(l, bytes, at)) {
        if (ncurep_i_decode(message, bytes, *at, out, size, &e)) return 1;
        ncurep_i_list_note(l, e.offset, e.message);
    }
    ncurep_i_blank(message, out, size);
    return 0;
}

static int ncurep_i_next(ncurep_list *l, unsigned message, void *out, size_t size)
{
    ncurep_view bytes;
    uint64_t at = 0;
    return ncurep_i_next_of(l, message, out, size, &bytes, &at);
}

/* Metrics and instances are by far the most frequent messages of a report, so they have readers of their own, with the
   same results as ncurep_i_decode but the usual tags first. */

/* Reads a MetricValue; the end of it, or NULL and why. */
static int ncurep_i_value(const char *p, const char *end, ncurep_value *v, const char **why, const char **where)
{
    ncurep_field f;
    while (p < end) {
        const char *from = p;
        if (*p == 0x28) { /* 5, uint64 */
            p = ncurep_i_varint(p + 1, end, &v->bits);
            v->kind = NCUREP_KIND_UINT64;
            if (p != NULL) continue;
            *why = ncurep_i_bad_varint;
        } else if (*p == 0x19 && end - p >= 9) { /* 3, double */
            v->bits = ncurep_i_u64(p + 1);
            v->kind = NCUREP_KIND_DOUBLE;
            p += 9;
            continue;
        } else
            p = ncurep_i_field_at(p, end, &f, why);
        if (p == NULL) {
            *where = from;
            return 0;
        }
        if (f.number == 1 && f.wire == 2) v->kind = NCUREP_KIND_STRING;
        else if (f.number == 2 && f.wire == 5) v->kind = NCUREP_KIND_FLOAT;
        else if (f.number == 3 && f.wire == 1) v->kind = NCUREP_KIND_DOUBLE;
        else if (f.number == 4 && f.wire == 0) v->kind = NCUREP_KIND_UINT32;
        else if (f.number == 5 && f.wire == 0) v->kind = NCUREP_KIND_UINT64;
        else continue;
        v->bits = f.number == 4 ? (uint32_t)f.value : f.value;
        v->text.ptr = f.bytes.ptr;
        v->text.len = f.bytes.len;
    }
    if (v->kind != NCUREP_KIND_STRING) {
        v->text.ptr = "";
        v->text.len = 0;
    }
    return 1;
}

static void ncurep_i_no_value(ncurep_value *v)
{
    v->kind = NCUREP_KIND_NONE;
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
    /* The usual start: a name and a short value. */
    if (p < end && p[0] == 0x08) {
        uint64_t id;
        if (end - p >= 3 && (unsigned char)p[1] >= 0x80 && (unsigned char)p[2] < 0x80) {
            id = ((uint64_t)(unsigned char)p[1] & 0x7f) | (uint64_t)(unsigned char)p[2] << 7;
            p += 3;
        } else
            p = ncurep_i_varint(p + 1, end, &id);
        if (p == NULL) return ncurep_i_fail(e, NCUREP_SYNTAX, at, ncurep_i_bad_varint);
        m->name_id = (uint32_t)id;
        m->has = 2;
        if (end - p >= 2 && p[0] == 0x12 && (unsigned char)p[1] < 0x80 &&
            (unsigned char)p[1] <= (size_t)(end - p) - 2) {
            if (!ncurep_i_value(p + 2, p + 2 + (size_t)(unsigned char)p[1], &m->value, &why, &where))
                return ncurep_i_fail(e, NCUREP_SYNTAX, at + (uint64_t)(where - bytes->ptr), why);
            p += 2 + (size_t)(unsigned char)p[1];
            m->has = 6;
        }
    }
    while (p < end) {
        uint32_t n = 0;
        where = p;
        if (p[0] == 0x20 && end - p >= 2 && (unsigned char)p[1] < 0x80) { /* 4 */
            m->id_kind = p[1];
            m->has |= 16;
            p += 2;
            continue;
        }
        if (p[0] == 0x1a) p = ncurep_i_skip_run(p, end, 0x1a, &n);
        if (n == 0) {
            p = ncurep_i_field_at(p, end, &f, &why);
            if (p == NULL) return ncurep_i_fail(e, NCUREP_SYNTAX, at + (uint64_t)(where - bytes->ptr), why);
            switch (f.number) {
            case 1:
                if (f.wire != 0) continue;
                m->name_id = (uint32_t)f.value;
                m->has |= 2;
                continue;
            case 2:
                if (f.wire != 2) continue;
                if (!ncurep_i_value(f.bytes.ptr, f.bytes.ptr + f.bytes.len, &m->value, &why, &where))
                    return ncurep_i_fail(e, NCUREP_SYNTAX, at + (uint64_t)(where - bytes->ptr), why);
                m->has |= 4;
                continue;
            case 3:
                if (f.wire != 2) continue;
                n = 1;
                break;
            case 4:
                if (f.wire != 0) continue;
                m->id_kind = (int32_t)(uint32_t)f.value;
                m->has |= 16;
                continue;
            default: continue;
            }
        }
        if (l->count == 0) {
            l->ptr = where;
            l->at = at + (uint64_t)(where - bytes->ptr);
            l->field = 3;
        }
        l->count += n;
        l->end = p;
        m->has |= 8;
    }
    return 1;
}

/* The NameId of a metric if it is the first field and nothing else can change it; else 0. */
static int ncurep_i_quick_id(const ncurep_view *bytes, uint64_t *id)
{
    const char *end = bytes->ptr + bytes->len;
    const char *p = bytes->ptr;
    if (p == end || *p != 0x08) return 0;
    p = ncurep_i_varint(p + 1, end, id);
    return p != NULL;
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

NCUREP_API double ncurep_value_double(const ncurep_value *v)
{
    double d;
    float s;
    uint32_t low;
    if (v == NULL) return 0;
    switch (v->kind) {
    case NCUREP_KIND_DOUBLE: ncurep_i_copy(&d, &v->bits, sizeof d); return d;
    case NCUREP_KIND_FLOAT:
        low = (uint32_t)v->bits;
        ncurep_i_copy(&s, &low, sizeof s);
        return (double)s;
    case NCUREP_KIND_UINT32:
    case NCUREP_KIND_UINT64: return (double)v->bits;
    case NCUREP_KIND_INT32:
    case NCUREP_KIND_INT64: return v->bits >> 63 ? -(double)(~v->bits + 1) : (double)v->bits;
    default: return 0;
    }
}

NCUREP_API uint64_t ncurep_value_u64(const ncurep_value *v)
{
    double d;
    if (v == NULL) return 0;
    switch (v->kind) {
    case NCUREP_KIND_DOUBLE:
    case NCUREP_KIND_FLOAT: d = ncurep_value_double(v); return d >= 1 && d < 18446744073709551616.0 ? (uint64_t)d : 0;
    case NCUREP_KIND_UINT32:
    case NCUREP_KIND_UINT64: return v->bits;
    case NCUREP_KIND_INT32:
    case NCUREP_KIND_INT64: return v->bits >> 63 ? 0 : v->bits;
    default: return 0;
    }
}

NCUREP_I_DEFINE_NAME(kind, NCUREP_KINDS)
NCUREP_I_DEFINE_NAME(result_kind, NCUREP_RESULT_KINDS)
NCUREP_I_DEFINE_NAME(table_kind, NCUREP_TABLE_KINDS)
NCUREP_I_DEFINE_NAME(root, NCUREP_ROOTS)

NCUREP_API const char *ncurep_stall_name(uint32_t reason)
{
    static const char names[] = "?\0drain\0barrier\0?\0?\0branch_resolving\0wait\0?\0long_scoreboard\0"
                                "short_scoreboard\0no_instructions\0math_pipe_throttle\0?\0?\0lg_throttle\0"
                                "mio_throttle\0dispatch_stall\0selected\0not_selected\0";
    const char *p = names;
    for (; reason > 0 && *p != 0; reason--)
        while (*p++ != 0) continue;
    return *p != 0 ? p : "?";
}

/* ---- Reports ----------------------------------------------------------------------------------------------------- */

#define NCUREP_I_CHUNK 256 /* items per piece of a growing array */
#define NCUREP_I_PROBLEMS 16
#define NCUREP_I_AT_ONCE (16u << 20)

/* A growing array: pieces of equal size, so that only the list of the pieces is ever copied. */
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
    /* of the message; the two highest bits hold the kind of a result, the next one whether it is a known problem */
    uint64_t at;
    uint32_t size, block;
} ncurep_i_entry;

#define NCUREP_I_NOTED ((uint64_t)1 << 61)
#define NCUREP_I_AT(entry) ((entry)->at & (NCUREP_I_NOTED - 1))

typedef struct ncurep_i_piece { /* of the string table or the session */
    struct ncurep_i_piece *next;
    ncurep_view bytes;
    uint32_t count;
} ncurep_i_piece;

/* Bytes of the input that are in memory. */
typedef struct ncurep_i_slot {
    char *ptr;
    size_t room, len;
    uint64_t at;
} ncurep_i_slot;

enum { NCUREP_I_HEADER_SLOT, NCUREP_I_SOURCE_SLOT, NCUREP_I_RESULT_SLOT, NCUREP_I_SLOTS };

typedef struct ncurep_i_module {
    uint64_t reference;
    uint32_t first, pieces; /* of r->pieces */
    uint32_t sorted;        /* the module that is here in the order of references */
} ncurep_i_module;

struct ncurep_report {
    ncurep_i_arena arena;
    ncurep_input input;
    const char *data; /* of a report in memory, else NULL */
    ncurep_i_slot slot[NCUREP_I_SLOTS];
    uint32_t largest[NCUREP_I_SLOTS]; /* entry; 0 of block headers */
    ncurep_info info;
    ncurep_problem problem[NCUREP_I_PROBLEMS];
    int stop; /* NCUREP_STRICT, and a problem was met */
    ncurep_error fatal;
    ncurep_i_array blocks, sources, results, processes;
    ncurep_i_piece *strings, **strings_end, *sessions, **sessions_end;
    ncurep_view *string;         /* by id */
    uint32_t *sorted, *rank;     /* ids by text; position of a string among the distinct ones */
    ncurep_view session;         /* merged */
    int has_target;              /* a version entry names the collector */
    uint32_t grid_first, grid_last; /* ids of launch__grid_size; NCUREP_NONE: of none */
    ncurep_i_module *modules;
    uint32_t *pieces;            /* sources, sorted by reference */
    uint32_t module_count;
    uint32_t *index;             /* of ncurep_index_build */
    uint32_t index_room;
    ncurep_reader reader;
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

/* Reads up to n bytes and returns how many; 0 and, where the callback says more, why. */
static size_t ncurep_i_read(const ncurep_input *input, uint64_t at, void *to, size_t n, const char **why)
{
    ncurep_reply reply = NCUREP_REPLY_FAILED;
    const size_t got = input->read_fn(at, to, n, &reply, input->user);
    if (reply == NCUREP_REPLY_REFUSED) *why = "there is no permission to read the input";
    return got <= n ? got : 0;
}

/* n bytes at this offset, which lie within the input; NULL and why. They live until the next call for the slot. */
static const char *ncurep_i_load(ncurep_report *r, unsigned slot, uint64_t at, uint64_t n, ncurep_error *e)
{
    ncurep_i_slot *s = &r->slot[slot];
    uint64_t want = r->input.size - at;
    size_t got;
    if (r->data != NULL) return r->data + (size_t)at;
    if (s->len > 0 && at >= s->at && at - s->at <= s->len && n <= s->len - (at - s->at))
        return s->ptr + (size_t)(at - s->at);
    if (n > s->room || s->room == 0) {
        size_t room = s->room == 0 ? 512 : s->room;
        char *ptr;
        while (room < n && room <= ((size_t)(-1)) / 2) room *= 2;
        if (room > n + (n >> 1) && n > 4096) room = (size_t)n;
        /* Outgrown room stays in the arena, so there is room for the largest entry at once, unless that is much of what
           is left, or so large that a caller who asks only for small entries should not pay for it. */
        if (r->largest[slot] >= 512 && r->largest[slot] >= n && r->largest[slot] <= NCUREP_I_AT_ONCE &&
            r->largest[slot] <= (r->arena.max - r->arena.held) / 2)
            room = r->largest[slot];
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
    /* Reading a little more saves a read for the next small item. */
    if (want > 512) want = 512;
    if (want < n) want = n;
    s->at = at;
    s->len = 0;
    while (s->len < want) {
        const size_t rest = (size_t)(want - s->len);
        const char *why = "the input could not be read, or is shorter than its size";
        got = ncurep_i_read(&r->input, at + s->len, s->ptr + s->len, rest, &why);
        if (got == 0) {
            if (s->len >= n) break;
            s->len = 0;
            (void)ncurep_i_fail(e, NCUREP_IO, at, why);
            return NULL;
        }
        s->len += got;
    }
    return s->ptr;
}

static void ncurep_i_problem(ncurep_report *r, ncurep_code code, uint64_t offset, const char *message)
{
    if (r->info.problems < NCUREP_I_PROBLEMS) (void)ncurep_i_fail(&r->problem[r->info.problems], code, offset, message);
    if (r->info.problems < 0xffffffffu) r->info.problems++;
    if (r->stop && r->fatal.code == NCUREP_OK) (void)ncurep_i_fail(&r->fatal, code, offset, message);
}

/* Keeps bytes of a header as long as the report lives: a copy or, where they are most of it, the room of the slot. */
static int ncurep_i_keep(ncurep_report *r, const ncurep_view *bytes, ncurep_view *out)
{
    ncurep_i_slot *const s = &r->slot[NCUREP_I_HEADER_SLOT];
    out->ptr = bytes->ptr;
    out->len = bytes->len;
    if (r->data != NULL) return 1;
    if (bytes->len > 4096 && bytes->len > s->room / 2) s->room = 0;
    else if (bytes->len > 0) {
        out->ptr = (char *)ncurep_i_alloc(&r->arena, bytes->len, 1);
        if (out->ptr == NULL) return 0;
        ncurep_i_copy((char *)(uintptr_t)out->ptr, bytes->ptr, bytes->len);
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
           ncurep_i_equal(a->host.ptr, b->host.ptr, a->host.len) &&
           ncurep_i_equal(a->name.ptr, b->name.ptr, a->name.len);
}

/* The number of a process. One process may get several numbers here; ncurep_i_unite_processes merges them. */
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
    ncurep_reader_begin(&r->reader, NCUREP_ROOT_BLOCK, *bytes, at);
    r->reader.i_state.level[0].message = (uint16_t)message;
    while (ncurep_reader_next(&r->reader, &u)) continue;
    return r->reader.error.code == NCUREP_OK;
}

/* Reads the entries of a payload. An entry that does not fit is a problem; those before it count. 0: a fatal error. */
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
                ncurep_i_problem(r, NCUREP_SYNTAX, at,
                                 "a payload ends before all entries that its block header counts");
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
            if (size > r->largest[kind == 0 ? NCUREP_I_SOURCE_SLOT : NCUREP_I_RESULT_SLOT])
                r->largest[kind == 0 ? NCUREP_I_SOURCE_SLOT : NCUREP_I_RESULT_SLOT] = size;
            at += 4 + (uint64_t)size;
        }
    }
    if (at < end)
        ncurep_i_problem(r, NCUREP_UNSUPPORTED, at,
                         "a payload holds more than its block header counts: a newer kind of result");
    return 1;
}

static int ncurep_i_count_strings(const ncurep_view *bytes, uint64_t at, uint32_t *count, ncurep_error *e)
{
    ncurep_items items;
    if (!ncurep_i_decode(NCUREP_I_STRINGS, bytes, at, &items, sizeof items, e)) return 0;
    *count = items.list.count;
    return 1;
}

/* Reads a block header. 0: a fatal error. */
static int ncurep_i_add_block(ncurep_report *r, uint64_t at, const ncurep_i_header *h, const ncurep_view *header,
                              uint64_t payload,
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
        if (!ncurep_i_decode(NCUREP_I_PROCESS, &h->process, at + (uint64_t)(h->process.ptr - header->ptr), &process,
                             sizeof process, &bad))
            ncurep_i_problem(r, bad.code, bad.offset, bad.message);
        else if (!ncurep_i_add_process(r, &process, &b->process))
            return ncurep_i_no_memory(e, &r->arena, at);
    }
    if (NCUREP_HAS(h, 3)) {
        if (!ncurep_i_whole(r, NCUREP_I_SESSION, &h->session, at + (uint64_t)(h->session.ptr - header->ptr)))
            ncurep_i_problem(r, r->reader.error.code, r->reader.error.offset, r->reader.error.message);
        else if (h->session.len > 0 && !ncurep_i_add_piece(r, &r->sessions_end, &h->session, 0))
            return ncurep_i_no_memory(e, &r->arena, at);
    }
    if (h->strings.len > 0) {
        if (!ncurep_i_count_strings(&h->strings, at + (uint64_t)(h->strings.ptr - header->ptr), &count, &bad))
            ncurep_i_problem(r, bad.code, bad.offset, bad.message);
        else if (count > 0) {
            if (count > NCUREP_NONE - 1 - r->info.strings)
                return ncurep_i_fail(e, NCUREP_LIMIT, at, "more strings than an id can number");
            r->info.strings += count;
            if (!ncurep_i_add_piece(r, &r->strings_end, &h->strings, count))
                return ncurep_i_no_memory(e, &r->arena, at);
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

/* Reads the file header. Returns its end, or 0 if no block can be read. */
static uint64_t ncurep_i_file_header(ncurep_report *r, ncurep_error *e)
{
    const uint64_t size = r->input.size;
    const char *p;
    ncurep_view head;
    ncurep_field f;
    ncurep_list l;
    uint32_t n;
    if (size == 0) {
        (void)ncurep_i_fail(e, NCUREP_TRUNCATED, 0, "an empty file: no report");
        return 0;
    }
    p = ncurep_i_load(r, NCUREP_I_HEADER_SLOT, 0, size < 8 ? size : 8, e);
    if (p == NULL) return 0;
    if (size >= 4 && ncurep_i_u32(p) == 0xfd2fb528u) {
        (void)ncurep_i_fail(e, NCUREP_UNSUPPORTED, 0,
                            "a compressed report (.ncu-repz): unpack it first, as with zstd -d");
        return 0;
    }
    if (!ncurep_i_equal(p, "NVR", size < 4 ? (size_t)size : 4)) {
        (void)ncurep_i_fail(e, NCUREP_SYNTAX, 0, "not a report: it does not begin with NVR and a zero byte");
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
    r->info.has_version = 1;
    l = ncurep_fields(head, 8);
    while (ncurep_field_next(&l, &f))
        if (f.number == 1 && f.wire == 0) r->info.version = (uint32_t)f.value;
    if (l.error.code != NCUREP_OK) {
        ncurep_i_damage(r, 0, NCUREP_SYNTAX, l.error.offset, l.error.message);
        return 0;
    }
    if (r->info.version != 7)
        ncurep_i_problem(r, NCUREP_UNSUPPORTED, 8,
                         "a version of the file format other than 7: what is known of it is read");
    return 8 + (uint64_t)n;
}

/* Walks the blocks. 0: a fatal error. */
static int ncurep_i_read_blocks(ncurep_report *r, uint64_t at, ncurep_error *e)
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
            if (bad.code != NCUREP_LIMIT) {
                (void)ncurep_i_give(e, &bad);
                return 0;
            }
            ncurep_i_damage(r, at, NCUREP_LIMIT, at,
                            "a block header is larger than max_memory allows; the file may be damaged here");
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
            if (next != i) ncurep_i_copy(ncurep_i_item(&r->processes, next), ncurep_i_item(&r->processes, i),
                                         sizeof(ncurep_process));
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

/* Makes one message of the session's pieces: the fields one after the other, with what is split over several pieces and
   holds lists (both systems, the properties) joined first. */
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
        while (ncurep_field_next(&l, &f))
            if (f.number >= 3 && f.number <= 5 && f.wire == 2) joined[f.number] += f.bytes.len + 1;
    }
    to = (char *)ncurep_i_alloc(&r->arena, total, 1);
    if (to == NULL) return 0;
    r->session.ptr = to;
    for (number = 3; number <= 5; number++) {
        char *length;
        if (joined[number] == 0) continue;
        *to++ = (char)(unsigned char)(number << 3 | 2);
        length = to; /* written below, ten bytes at most; an overlong form of the same number keeps its room */
        to += 10;
        for (p = r->sessions; p != NULL; p = p->next) {
            ncurep_list l = ncurep_fields(p->bytes, 0);
            while (ncurep_field_next(&l, &f))
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
            if (!ncurep_field_next(&l, &f)) break;
            if (f.number >= 3 && f.number <= 5 && f.wire == 2) continue;
            ncurep_i_copy(to, from, (size_t)(l.ptr - from));
            to += l.ptr - from;
        }
    }
    r->session.len = (size_t)(to - r->session.ptr);
    return 1;
}

/* Whether a version of the session names the collector. */
static int ncurep_i_names_target(const ncurep_report *r)
{
    static const char target[] = "Nsight Compute Target";
    ncurep_list versions = ncurep_fields(r->session, 0);
    ncurep_pair version;
    versions.field = 8;
    while (ncurep_pair_next(&versions, &version))
        if (version.name.len == sizeof target - 1 &&
            ncurep_i_equal(version.name.ptr, target, sizeof target - 1))
            return 1;
    return 0;
}

static int ncurep_i_is_grid_size(const ncurep_view *name)
{
    static const char grid_size[] = "launch__grid_size";
    return name->len == sizeof grid_size - 1 && ncurep_i_equal(name->ptr, grid_size, sizeof grid_size - 1);
}

/* Removes the factors of two from n, which is not 0; returns how many there were. */
static unsigned ncurep_i_make_odd(uint64_t *n)
{
    unsigned twos = 0;
    for (; (*n & 1) == 0; *n >>= 1) twos++;
    return twos;
}

/* Whether a number is exactly the product of three, which may exceed 64 bits: compared without the factors of two. */
static int ncurep_i_is_product(const ncurep_value *v, const uint64_t *axis)
{
    uint64_t n = v->bits, factor;
    unsigned twos = 0, all = 0, i;
    if (v->kind == NCUREP_KIND_DOUBLE || v->kind == NCUREP_KIND_FLOAT) {
        const double d = ncurep_value_double(v);
        unsigned exponent;
        ncurep_i_copy(&n, &d, sizeof n);
        exponent = (unsigned)(n >> 52);
        if (n != 0) {
            if (exponent < 1023 || exponent > 2046) return 0; /* negative, below 1, or not finite */
            n = (n & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
            twos = exponent - 1023 + ncurep_i_make_odd(&n);
            if (twos < 52) return 0; /* a fraction */
            twos -= 52;
        }
    } else if (n != 0)
        twos = ncurep_i_make_odd(&n);
    if (axis[0] == 0 || axis[1] == 0 || axis[2] == 0) return n == 0;
    for (i = 0; i < 3; i++) {
        factor = axis[i];
        all += ncurep_i_make_odd(&factor);
        if (n % factor != 0) return 0;
        n /= factor;
    }
    return n == 1 && all == twos;
}

static ncurep_report *ncurep_i_open(const ncurep_input *input, const char *data, const ncurep_report_options *options,
                                    ncurep_error *error)
{
    ncurep_i_arena arena;
    ncurep_report *r;
    ncurep_error e;
    uint64_t at;
    (void)ncurep_i_fail(error, NCUREP_OK, 0, "");
    if (input->size >> 61 != 0) {
        (void)ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "the input is larger than 2^61 bytes");
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
    r->stop = options != NULL && options->strict;
    r->info.size = input->size;
    ncurep_i_empty(&r->info.header);
    r->blocks.item = sizeof(ncurep_i_block_at);
    r->sources.item = r->results.item = sizeof(ncurep_i_entry);
    r->processes.item = sizeof(ncurep_process);
    r->strings_end = &r->strings;
    r->sessions_end = &r->sessions;
    (void)ncurep_i_fail(&e, NCUREP_OK, 0, "");
    at = ncurep_i_file_header(r, &e);
    if (at > 0) (void)ncurep_i_read_blocks(r, at, &e);
    if (e.code == NCUREP_OK && (!ncurep_i_unite_processes(r) || !ncurep_i_join_strings(r) || !ncurep_i_join_session(r)))
        (void)ncurep_i_no_memory(&e, &r->arena, 0);
    if (e.code == NCUREP_OK && r->fatal.code != NCUREP_OK) ncurep_i_copy(&e, &r->fatal, sizeof e);
    if (e.code != NCUREP_OK) {
        ncurep_report_close(r);
        (void)ncurep_i_give(error, &e);
        return NULL;
    }
    r->has_target = ncurep_i_names_target(r);
    r->grid_first = r->grid_last = NCUREP_NONE;
    for (at = 0; at < r->info.strings; at++)
        if (ncurep_i_is_grid_size(&r->string[at])) {
            if (r->grid_first == NCUREP_NONE) r->grid_first = (uint32_t)at;
            r->grid_last = (uint32_t)at;
        }
    return r;
}

NCUREP_API ncurep_report *ncurep_report_open_input(const ncurep_input *input, const ncurep_report_options *options,
                                                   ncurep_error *error)
{
    if (input == NULL || input->read_fn == NULL) {
        (void)ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no input");
        return NULL;
    }
    return ncurep_i_open(input, NULL, options, error);
}

NCUREP_API ncurep_report *ncurep_report_open(const void *data, size_t size, const ncurep_report_options *options,
                                             ncurep_error *error)
{
    ncurep_input input;
    if (data == NULL && size > 0) {
        (void)ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "a size, but no bytes");
        return NULL;
    }
    input.read_fn = NULL;
    input.user = NULL;
    input.size = size;
    return ncurep_i_open(&input, data != NULL ? (const char *)data : "", options, error);
}

NCUREP_API void ncurep_report_close(ncurep_report *report)
{
    if (report != NULL) ncurep_i_arena_close(&report->arena);
}

NCUREP_API void ncurep_report_info(const ncurep_report *r, ncurep_info *out)
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
}

NCUREP_API int ncurep_report_problem_at(const ncurep_report *r, uint32_t i, ncurep_problem *out)
{
    const int found = r != NULL && i < NCUREP_I_PROBLEMS && i < r->info.problems;
    if (out == NULL) return 0;
    ncurep_i_fine(out);
    if (found) *out = r->problem[i];
    return found;
}

NCUREP_I_DEFINE_MEMORY_USED(report)

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
    if (need <= r->input.size - b->at) {
        p = ncurep_i_load(r, NCUREP_I_HEADER_SLOT, b->at, need, error);
        if (p == NULL) return 0;
        out->header.ptr = p + 4;
        out->header.len = (size_t)need - 4;
    }
    /* The bytes may have changed since they were first read. */
    if (need > r->input.size - b->at || !ncurep_i_decode(NCUREP_I_BLOCK, &out->header, b->at + 4, &h, sizeof h, NULL) ||
        h.payload > r->input.size - b->at - need) {
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
    out->has_field10 = (int)NCUREP_HAS(&h, 10);
    out->field10 = h.field10;
    out->has_session = (int)NCUREP_HAS(&h, 3);
    out->process = b->process;
    out->first_source = b->first_source;
    out->first_result = b->first_result;
    if (!ncurep_i_count_strings(&h.strings, 0, &out->strings, NULL)) out->strings = 0;
    from = b->at + need;
    end = from + h.payload;
    sources = i + 1 < r->blocks.count ? ((const ncurep_i_block_at *)ncurep_i_item(&r->blocks, i + 1))->first_source
                                      : r->sources.count;
    results = i + 1 < r->blocks.count ? ((const ncurep_i_block_at *)ncurep_i_item(&r->blocks, i + 1))->first_result
                                      : r->results.count;
    if (results > b->first_result || sources > b->first_source) {
        const int any = results > b->first_result;
        const ncurep_i_entry *last =
            (const ncurep_i_entry *)ncurep_i_item(any ? &r->results : &r->sources, any ? results - 1 : sources - 1);
        from = NCUREP_I_AT(last) + last->size;
    }
    out->rest_at = from;
    out->rest_size = from < end ? (uint32_t)(end - from) : 0;
    return 1;
}

NCUREP_API int ncurep_string_at(const ncurep_report *r, uint32_t id, ncurep_view *out)
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

static int ncurep_i_sort_strings(ncurep_report *r, ncurep_error *error)
{
    uint32_t *sorted, *rank, i, n = r->info.strings, at = 0;
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

NCUREP_API int ncurep_string_find(const ncurep_report *r, ncurep_view text, uint32_t *id)
{
    uint32_t low = 0, high, i;
    if (id != NULL) *id = NCUREP_NONE;
    if (r == NULL || id == NULL || text.ptr == NULL) return 0;
    high = r->info.strings;
    if (r->rank == NULL) {
        for (i = 0; i < high; i++)
            if (r->string[i].len == text.len && ncurep_i_equal(r->string[i].ptr, text.ptr, text.len)) break;
    } else {
        while (low < high) { /* the first that is not less: of equal ones the lowest id */
            const uint32_t middle = low + (high - low) / 2;
            if (ncurep_i_compare(&r->string[r->sorted[middle]], text.ptr, text.len) < 0) low = middle + 1;
            else high = middle;
        }
        i = low;
        if (low < r->info.strings) {
            const ncurep_view *s = &r->string[r->sorted[low]];
            i = s->len == text.len && ncurep_i_equal(s->ptr, text.ptr, text.len) ? r->sorted[low] : r->info.strings;
        }
    }
    if (i == r->info.strings) return 0;
    *id = i;
    return 1;
}

NCUREP_API int ncurep_process_at(const ncurep_report *r, uint32_t i, ncurep_process *out)
{
    if (out == NULL) return 0;
    ncurep_i_blank(NCUREP_I_PROCESS, out, sizeof *out);
    if (r == NULL || i >= r->processes.count) return 0;
    ncurep_i_copy(out, ncurep_i_item(&r->processes, i), sizeof *out);
    return 1;
}

NCUREP_API int ncurep_report_session(const ncurep_report *r, ncurep_session *out)
{
    if (out == NULL) return 0;
    if (r == NULL) {
        ncurep_i_blank(NCUREP_I_SESSION, out, sizeof *out);
        return 0;
    }
    /* its pieces are known to be complete */
    return ncurep_i_decode(NCUREP_I_SESSION, &r->session, 0, out, sizeof *out, NULL);
}

/* Notes a malformed source or result, once. */
static void ncurep_i_note_entry(ncurep_report *r, ncurep_i_entry *entry, const ncurep_error *e)
{
    if (e->code != NCUREP_SYNTAX || (entry->at & NCUREP_I_NOTED) != 0) return;
    entry->at |= NCUREP_I_NOTED;
    ncurep_i_problem(r, e->code, e->offset, e->message);
}

/* The bytes of an entry. */
static int ncurep_i_entry_bytes(ncurep_report *r, unsigned slot, const ncurep_i_entry *entry, ncurep_view *out,
                                ncurep_error *e)
{
    const char *p = ncurep_i_load(r, slot, NCUREP_I_AT(entry), entry->size, e);
    if (p == NULL) return 0;
    out->ptr = p;
    out->len = entry->size;
    return 1;
}

NCUREP_API int ncurep_source_at(ncurep_report *r, uint32_t i, ncurep_source *out, ncurep_error *error)
{
    ncurep_i_entry *entry;
    ncurep_view bytes;
    ncurep_error e;
    ncurep_i_fine(error);
    if (out == NULL) return ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no room for the source");
    ncurep_i_blank(NCUREP_I_SOURCE, out, sizeof *out);
    ncurep_i_empty(&out->bytes);
    if (r == NULL || i >= r->sources.count) return 0;
    entry = (ncurep_i_entry *)ncurep_i_item(&r->sources, i);
    if (!ncurep_i_entry_bytes(r, NCUREP_I_SOURCE_SLOT, entry, &bytes, &e) ||
        !ncurep_i_decode(NCUREP_I_SOURCE, &bytes, NCUREP_I_AT(entry), out, sizeof *out, &e)) {
        ncurep_i_note_entry(r, entry, &e);
        ncurep_i_blank(NCUREP_I_SOURCE, out, sizeof *out);
        ncurep_i_empty(&out->bytes);
        (void)ncurep_i_give(error, &e);
        return 0;
    }
    out->index = i;
    out->block = entry->block;
    out->at = NCUREP_I_AT(entry);
    out->bytes = bytes;
    return 1;
}

static int ncurep_i_less_u64(const void *user, uint32_t a, uint32_t b)
{
    const uint64_t *v = (const uint64_t *)user;
    return v[a] < v[b];
}

/* Sorts the sources by reference, and numbers the references in order of appearance. */
static int ncurep_i_load_modules(ncurep_report *r, ncurep_error *error)
{
    const uint32_t n = r->sources.count;
    ncurep_source source;
    ncurep_error bad;
    uint64_t *reference;
    uint32_t *order, *spare, *number, i, good = 0, modules = 0;
    ncurep_i_module *list;
    if (n == 0 || r->modules != NULL) return 1;
    reference = (uint64_t *)ncurep_i_alloc(&r->arena, n, sizeof *reference);
    order = (uint32_t *)ncurep_i_alloc(&r->arena, n, 3 * sizeof *order);
    if (reference == NULL || order == NULL) return ncurep_i_no_memory(error, &r->arena, 0);
    spare = order + n;
    number = spare + n;
    for (i = 0; i < n; i++) {
        number[i] = NCUREP_NONE;
        reference[i] = 0;
        if (ncurep_source_at(r, i, &source, &bad)) {
            reference[i] = source.reference;
            order[good++] = i;
        } else if (bad.code != NCUREP_SYNTAX)
            return ncurep_i_fail(error, bad.code, bad.offset, bad.message);
    }
    ncurep_i_sort(order, spare, good, ncurep_i_less_u64, reference);
    for (i = 0; i < good; i++)
        if (i == 0 || reference[order[i - 1]] != reference[order[i]]) number[order[i]] = 0;
    for (i = 0; i < n; i++)
        if (number[i] == 0) number[i] = modules++;
    list = (ncurep_i_module *)ncurep_i_alloc(&r->arena, (size_t)modules + 1, sizeof *list);
    if (list == NULL) return ncurep_i_no_memory(error, &r->arena, 0);
    modules = 0;
    for (i = 0; i < good; i++) {
        if (number[order[i]] != NCUREP_NONE) {
            const uint32_t k = number[order[i]];
            list[k].reference = reference[order[i]];
            list[k].first = i;
            list[k].pieces = 0;
            list[modules++].sorted = k;
        }
        list[list[modules - 1].sorted].pieces++;
    }
    r->modules = list;
    r->pieces = order;
    r->module_count = modules;
    return 1;
}

NCUREP_API ncurep_code ncurep_modules_load(ncurep_report *r, uint32_t *count, ncurep_error *error)
{
    ncurep_error e;
    ncurep_i_fine(&e);
    if (count != NULL) *count = 0;
    if (r == NULL) (void)ncurep_i_fail(&e, NCUREP_ARGUMENT, 0, "no report to find the modules of");
    else if (ncurep_i_load_modules(r, &e) && count != NULL) *count = r->module_count;
    return ncurep_i_give(error, &e);
}

NCUREP_API int ncurep_module_at(const ncurep_report *r, uint32_t i, ncurep_module *out)
{
    if (out == NULL) return 0;
    ncurep_i_zero(out, sizeof *out);
    out->index = NCUREP_NONE;
    if (r == NULL || i >= r->module_count) return 0;
    out->index = i;
    out->reference = r->modules[i].reference;
    out->pieces = r->modules[i].pieces;
    return 1;
}

NCUREP_API int ncurep_module_find(const ncurep_report *r, uint64_t reference, ncurep_module *out)
{
    uint32_t low = 0, high = r != NULL ? r->module_count : 0, middle;
    while (low < high) {
        middle = low + (high - low) / 2;
        if (r->modules[r->modules[middle].sorted].reference < reference) low = middle + 1;
        else high = middle;
    }
    if (r == NULL || low == r->module_count || r->modules[r->modules[low].sorted].reference != reference)
        return ncurep_module_at(NULL, 0, out);
    return ncurep_module_at(r, r->modules[low].sorted, out);
}

NCUREP_API int ncurep_module_source_at(ncurep_report *r, const ncurep_module *module, uint32_t i, ncurep_source *out,
                                       ncurep_error *error)
{
    const ncurep_i_module *m = NULL;
    if (r != NULL && module != NULL && module->index < r->module_count) m = &r->modules[module->index];
    return ncurep_source_at(r, m != NULL && i < m->pieces ? r->pieces[m->first + i] : NCUREP_NONE, out, error);
}

/* The grid in blocks. Writers up to 2020.2 store threads and no field says so: launch__grid_size does. */
static void ncurep_i_grid(const ncurep_report *r, ncurep_result *out)
{
    const uint64_t block[3] = {out->block_size.x, out->block_size.y, out->block_size.z};
    uint64_t divided[3], at = 0, id;
    ncurep_list l = out->metrics;
    ncurep_view bytes;
    ncurep_metric m;
    unsigned axis;
    int threads = !NCUREP_HAS(out, 25) && !r->has_target;
    out->grid[0] = out->global_size.x;
    out->grid[1] = out->global_size.y;
    out->grid[2] = out->global_size.z;
    for (axis = 0; axis < 3; axis++) divided[axis] = block[axis] != 0 ? out->grid[axis] / block[axis] : out->grid[axis];
    while (r->grid_first != NCUREP_NONE && ncurep_i_next_bytes(&l, &bytes, &at)) {
        if (ncurep_i_quick_id(&bytes, &id) && ((uint32_t)id < r->grid_first || (uint32_t)id > r->grid_last)) continue;
        if (!ncurep_i_metric(&bytes, at, &m, NULL) || !NCUREP_HAS(&m, 1) || m.name_id >= r->info.strings ||
            !ncurep_i_is_grid_size(&r->string[m.name_id]))
            continue;
        if (m.value.kind == NCUREP_KIND_NONE || m.value.kind == NCUREP_KIND_STRING) break;
        if (ncurep_i_is_product(&m.value, out->grid)) threads = 0;
        else if (ncurep_i_is_product(&m.value, divided)) threads = 1;
        break;
    }
    if (threads) ncurep_i_copy(out->grid, divided, sizeof divided);
}

NCUREP_API int ncurep_result_at(ncurep_report *r, uint32_t i, ncurep_result *out, ncurep_error *error)
{
    static const uint8_t message[4] = {NCUREP_I_KERNEL, NCUREP_I_RANGE, NCUREP_I_CMDLIST, NCUREP_I_GRAPH};
    ncurep_i_entry *entry;
    ncurep_view bytes;
    ncurep_error e;
    ncurep_i_fine(error);
    if (out == NULL) return ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no room for the result");
    if (r == NULL || i >= r->results.count) {
        ncurep_i_blank(NCUREP_I_KERNEL, out, sizeof *out);
        ncurep_i_empty(&out->bytes);
        return 0;
    }
    entry = (ncurep_i_entry *)ncurep_i_item(&r->results, i);
    if (!ncurep_i_entry_bytes(r, NCUREP_I_RESULT_SLOT, entry, &bytes, &e) ||
        !ncurep_i_decode(message[entry->at >> 62], &bytes, NCUREP_I_AT(entry), out, sizeof *out, &e)) {
        ncurep_i_note_entry(r, entry, &e);
        ncurep_i_blank(NCUREP_I_KERNEL, out, sizeof *out);
        ncurep_i_empty(&out->bytes);
        (void)ncurep_i_give(error, &e);
        return 0;
    }
    out->index = i;
    out->block = entry->block;
    out->process = ((const ncurep_i_block_at *)ncurep_i_item(&r->blocks, entry->block))->process;
    out->kind = (ncurep_result_kind)(entry->at >> 62);
    out->at = NCUREP_I_AT(entry);
    out->bytes = bytes;
    ncurep_i_grid(r, out);
    return 1;
}

/* ---- Metrics ----------------------------------------------------------------------------------------------------- */

NCUREP_API int ncurep_metric_next(ncurep_list *list, ncurep_metric *out)
{
    ncurep_view bytes;
    ncurep_error e;
    uint64_t at = 0;
    if (out == NULL) return 0;
    while (ncurep_i_next_bytes(list, &bytes, &at)) {
        if (ncurep_i_metric(&bytes, at, out, &e)) return 1;
        ncurep_i_list_note(list, e.offset, e.message);
    }
    ncurep_i_no_metric(out);
    return 0;
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

NCUREP_API int ncurep_instance_next(ncurep_list *list, ncurep_instance *out)
{
    ncurep_view bytes;
    ncurep_error e;
    uint64_t at = 0;
    if (out == NULL) return 0;
    while (ncurep_i_next_bytes(list, &bytes, &at)) {
        if (ncurep_i_instance(&bytes, at, out, &e)) return 1;
        ncurep_i_list_note(list, e.offset, e.message);
    }
    out->has = 0;
    ncurep_i_no_value(&out->id);
    ncurep_i_no_value(&out->value);
    return 0;
}

/* A varint that must be n bytes long, 1 to 10; 0 if it is not. Reads ten bytes unless n is 1. */
static inline int ncurep_i_varint_of(const char *p, size_t n, uint64_t *out)
{
    const uint64_t top = ((uint64_t)0x80808080u << 32) | 0x80808080u;
    const uint64_t keep = n < 8 ? ((uint64_t)1 << (8 * n)) - 1 : ~(uint64_t)0;
    uint64_t w, high = 0;
    if (n == 1) {
        *out = (unsigned char)*p;
        return *out < 0x80;
    }
    w = ncurep_i_u64(p) & keep;
    if ((w & top) != (n > 8 ? top : top & keep >> 8)) return 0;
    if (n > 8) {
        const uint64_t last = (unsigned char)p[8], end = n > 9 ? (unsigned char)p[9] : 0;
        if (last >> 7 != (n > 9) || end > 1) return 0;
        high = (last & 0x7f) << 56 | end << 63;
    }
    /* The 7-bit groups are joined in pairs. */
    w &= ~top;
    w = (w & (((uint64_t)0x007f007fu << 32) | 0x007f007fu)) | (w >> 1 & (((uint64_t)0x3f803f80u << 32) | 0x3f803f80u));
    w = (w & (((uint64_t)0x00003fffu << 32) | 0x00003fffu)) | (w >> 2 & (((uint64_t)0x0fffc000u << 32) | 0x0fffc000u));
    *out = (w & 0x0fffffffu) | (w >> 4 & ((uint64_t)0x0fffffffu << 28)) | high;
    return 1;
}

/* Reads up to room instances with an integer as id and an integer or double as value, as nearly all have, up to the
   first other one; the list then continues there. */
static size_t ncurep_i_quick_instances(ncurep_list *list, uint64_t *ids, double *doubles, uint64_t *integers,
                                       size_t room)
{
    const char *p = list->ptr, *end = list->end;
    size_t i = 0;
    int usual = 1;
    while (usual && i < room && end - p >= 8 && p[0] == 0x1a && p[2] == 0x0a && p[4] == 0x28) {
        const size_t all = (unsigned char)p[1], first = (unsigned char)p[3];
        const uint32_t head = ncurep_i_u32(p),
                       middle = first < (size_t)(end - p) - 7 ? ncurep_i_u32(p + 4 + first) & 0xffffff : 0;
        const int whole = middle >> 16 == 0x28;
        /* The bytes of the two numbers, and those that are read. */
        const size_t n = first - 1, m = (middle >> 8 & 0xff) - 1, at = 7 + first;
        const size_t need = whole && m > 1 ? at + 10 : n > 1 && at + m < 15 ? 15 : at + m;
        if ((middle & 0xff) != 0x12 || n - 1 > 9 || m - 1 > 9 || at + m != all + 2 || (size_t)(end - p) < need) break;
        if (!whole && (middle >> 16 != 0x19 || m != 8)) break;
        /* Nearly always the next ones are as long: here no position depends on the previous length. */
        do {
            uint64_t id, bits;
            if (!ncurep_i_varint_of(p + 5, n, &id) || (whole && !ncurep_i_varint_of(p + at, m, &bits))) {
                usual = 0;
                break;
            }
            if (whole) {
                if (doubles != NULL) doubles[i] = (double)bits;
                if (integers != NULL) integers[i] = bits;
            } else {
                ncurep_value v;
                v.kind = NCUREP_KIND_DOUBLE;
                v.bits = ncurep_i_u64(p + at);
                if (doubles != NULL) ncurep_i_copy(&doubles[i], &v.bits, sizeof v.bits);
                if (integers != NULL) integers[i] = ncurep_value_u64(&v);
            }
            if (ids != NULL) ids[i] = id;
            p += at + m;
            i++;
        } while (i < room && (size_t)(end - p) >= need && ncurep_i_u32(p) == head && p[4] == 0x28 &&
                 (ncurep_i_u32(p + 4 + first) & 0xffffff) == middle);
    }
    list->at += (uint64_t)(p - list->ptr);
    list->ptr = p;
    list->count -= (uint32_t)i;
    return i;
}

NCUREP_API size_t ncurep_instances(ncurep_list *list, uint64_t *ids, double *doubles, uint64_t *integers, size_t room)
{
    ncurep_instance n;
    size_t i = 0;
    if (list == NULL) return 0;
    while (i < room) {
        if (list->field == 3) {
            i += ncurep_i_quick_instances(list, ids != NULL ? ids + i : NULL, doubles != NULL ? doubles + i : NULL,
                                          integers != NULL ? integers + i : NULL, room - i);
            if (i == room) break;
        }
        if (!ncurep_instance_next(list, &n)) break;
        if (ids != NULL) ids[i] = ncurep_value_u64(&n.id);
        if (doubles != NULL) doubles[i] = ncurep_value_double(&n.value);
        if (integers != NULL) integers[i] = ncurep_value_u64(&n.value);
        i++;
    }
    return i;
}

typedef struct ncurep_i_named {
    uint32_t rank; /* of the name among the distinct strings; NCUREP_NONE: not in the table */
    uint32_t at;   /* of the field in the bytes of the result's list of metrics */
} ncurep_i_named;

static int ncurep_i_less_rank(const void *user, uint32_t a, uint32_t b)
{
    const ncurep_i_named *n = (const ncurep_i_named *)user;
    return n[a].rank < n[b].rank;
}

/* Whether something else has been read to where the bytes of a result were. */
static int ncurep_i_outlived(const ncurep_report *r, const ncurep_result *result)
{
    const ncurep_i_slot *s = &r->slot[NCUREP_I_RESULT_SLOT];
    const size_t from = (uintptr_t)result->bytes.ptr - (uintptr_t)s->ptr;
    return from < s->room && result->at != s->at + from;
}

NCUREP_API ncurep_code ncurep_index_build(ncurep_report *r, const ncurep_result *result, ncurep_index *out,
                                          ncurep_error *error)
{
    ncurep_list l;
    ncurep_metric m;
    ncurep_view bytes;
    ncurep_error bad, e;
    ncurep_i_named *named;
    uint32_t *order, n, k = 0;
    uint64_t at = 0, id;
    ncurep_i_fine(&e);
    if (out != NULL) {
        ncurep_i_zero(out, sizeof *out);
        ncurep_i_fine(&out->error);
    }
    if (out == NULL || r == NULL || result == NULL) {
        (void)ncurep_i_fail(&e, NCUREP_ARGUMENT, 0, "no report, no result, or no room for the index");
        return ncurep_i_give(error, &e);
    }
    if (ncurep_i_outlived(r, result)) {
        (void)ncurep_i_fail(&e, NCUREP_ARGUMENT, result->at, "another result has been read since");
        return ncurep_i_give(error, &e);
    }
    if (!ncurep_i_sort_strings(r, &e)) return ncurep_i_give(error, &e);
    l = result->metrics;
    n = l.count;
    out->i_state.report = r;
    out->i_state.result = result;
    if (n == 0) return ncurep_i_give(error, &e); /* nothing to sort, and perhaps no array yet */
    if (n > r->index_room) {
        const uint32_t room = n < 0x40000000u ? n + n / 2 : n;
        uint32_t *more = (uint32_t *)ncurep_i_alloc(&r->arena, room, 2 * sizeof *more + sizeof *named);
        if (more == NULL) {
            (void)ncurep_i_no_memory(&e, &r->arena, 0);
            return ncurep_i_give(error, &e);
        }
        r->index = more;
        r->index_room = room;
    }
    /* order[n], then spare[n], then named[n]: all of 4-byte members */
    order = r->index;
    named = (ncurep_i_named *)(void *)(r->index + 2 * (size_t)n);
    while (k < n) {
        const char *from = l.ptr;
        if (!ncurep_i_next_bytes(&l, &bytes, &at)) break;
        if (!ncurep_i_metric(&bytes, at, &m, &bad)) {
            if (out->error.code == NCUREP_OK) out->error = bad;
            continue;
        }
        id = m.name_id;
        named[k].rank = id < r->info.strings ? r->rank[id] : NCUREP_NONE;
        named[k].at = (uint32_t)(from - result->metrics.ptr);
        order[k] = k;
        k++;
    }
    ncurep_i_sort(order, order + n, k, ncurep_i_less_rank, named);
    out->i_state.entries = r->index;
    out->count = k;
    return ncurep_i_give(error, &e);
}

/* The parts of an index: see ncurep_index_build. */
static const ncurep_i_named *ncurep_i_named_of(const ncurep_index *x)
{
    const uint32_t *const entries = (const uint32_t *)x->i_state.entries;
    return (const ncurep_i_named *)(const void *)(entries + 2 * (size_t)x->i_state.result->metrics.count);
}

NCUREP_API int ncurep_index_find(const ncurep_index *x, ncurep_view name, uint32_t *place, uint32_t *count)
{
    const uint32_t *order;
    const ncurep_i_named *named;
    uint32_t id, rank, low = 0, high, first;
    if (place != NULL) *place = 0;
    if (count != NULL) *count = 0;
    if (x == NULL || x->count == 0 || !ncurep_string_find(x->i_state.report, name, &id)) return 0;
    rank = x->i_state.report->rank[id];
    order = (const uint32_t *)x->i_state.entries;
    named = ncurep_i_named_of(x);
    high = x->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (named[order[middle]].rank < rank) low = middle + 1;
        else high = middle;
    }
    first = low;
    high = x->count;
    while (low < high) { /* and the first that is greater */
        const uint32_t middle = low + (high - low) / 2;
        if (named[order[middle]].rank <= rank) low = middle + 1;
        else high = middle;
    }
    if (low == first) return 0;
    if (place != NULL) *place = first;
    if (count != NULL) *count = low - first;
    return 1;
}

NCUREP_API int ncurep_index_at(const ncurep_index *x, uint32_t place, ncurep_metric *out)
{
    ncurep_list l;
    uint32_t at;
    if (out == NULL) return 0;
    ncurep_i_no_metric(out);
    if (x == NULL || place >= x->count) return 0;
    at = ncurep_i_named_of(x)[((const uint32_t *)x->i_state.entries)[place]].at;
    l = x->i_state.result->metrics;
    l.ptr += at;
    l.at += at;
    return ncurep_metric_next(&l, out);
}

/* ---- Lists of messages ------------------------------------------------------------------------------------------- */

#define NCUREP_I_NEXT(name, message) \
    NCUREP_API int ncurep_##name##_next(ncurep_list *list, ncurep_##name *out) \
    { \
        return ncurep_i_next(list, NCUREP_I_##message, out, sizeof *out); \
    }
NCUREP_I_NEXT(address, ADDRESS)
NCUREP_I_NEXT(pair, PAIR)
NCUREP_I_NEXT(device, DEVICE)
NCUREP_I_NEXT(attribute, ATTRIBUTE)
NCUREP_I_NEXT(symbol, SYMBOL)
NCUREP_I_NEXT(source_file, SOURCE_FILE)
NCUREP_I_NEXT(frame, FRAME)
NCUREP_I_NEXT(warp_samples, WARP_SAMPLES)
NCUREP_I_NEXT(nvtx_domain, NVTX_DOMAIN)
NCUREP_I_NEXT(nvtx_string, NVTX_STRING)
NCUREP_I_NEXT(nvtx_names, NVTX_NAMES)
NCUREP_I_NEXT(nvtx_thread, NVTX_THREAD)
NCUREP_I_NEXT(section_body, BODY)
NCUREP_I_NEXT(section_metrics, METRICS)
NCUREP_I_NEXT(label, LABEL)
NCUREP_I_NEXT(comment, COMMENT)
NCUREP_I_NEXT(rule, RULE)
NCUREP_I_NEXT(focus, FOCUS)
NCUREP_I_NEXT(marker, MARKER)
#undef NCUREP_I_NEXT

NCUREP_API int ncurep_section_next(ncurep_list *list, ncurep_section *out)
{
    ncurep_view bytes;
    uint64_t at = 0;
    const int found = ncurep_i_next_of(list, NCUREP_I_SECTION, out, sizeof *out, &bytes, &at);
    if (out != NULL) out->bytes = found ? bytes : ncurep_i_none();
    return found;
}

NCUREP_API int ncurep_rule_item_next(ncurep_list *list, ncurep_rule_item *out)
{
    ncurep_view bytes;
    uint64_t at = 0;
    unsigned i;
    if (!ncurep_i_next_of(list, NCUREP_I_RULE_ITEM, out, sizeof *out, &bytes, &at)) return 0;
    for (i = 0; i < sizeof out->chart / sizeof *out->chart; i++)
        if (out->chart[i].len > 0) out->chart_at[i] = at + (uint64_t)(out->chart[i].ptr - bytes.ptr);
    return 1;
}

/* Push/pop and start/end ranges are different messages: a list of the former is marked. */
NCUREP_API int ncurep_nvtx_open_next(ncurep_list *list, ncurep_nvtx_open *out)
{
    if (!ncurep_i_next(list, NCUREP_I_NVTX_OPEN, out, sizeof *out)) return 0;
    if (list->field == 2) out->ranges.i_state = out->ranges.ptr;
    return 1;
}

NCUREP_API int ncurep_nvtx_range_next(ncurep_list *list, ncurep_nvtx_range *out)
{
    const int push = list != NULL && list->i_state != NULL;
    return ncurep_i_next(list, push ? NCUREP_I_NVTX_PUSH : NCUREP_I_NVTX_START, out, sizeof *out);
}

NCUREP_API int ncurep_warp_series_next(ncurep_list *list, ncurep_warp_series *out)
{
    ncurep_view bytes;
    uint64_t at = 0;
    const int found = ncurep_i_next_of(list, NCUREP_I_WARP_SERIES, out, sizeof *out, &bytes, &at);
    if (out != NULL) ncurep_i_fine(&out->error);
    if (found && out->records.len > 0) out->at = at + (uint64_t)(out->records.ptr - bytes.ptr);
    return found;
}

NCUREP_API int ncurep_warp_sample_next(ncurep_warp_series *s, ncurep_warp_sample *out)
{
    const char *p;
    if (out == NULL) return 0;
    ncurep_i_zero(out, sizeof *out);
    if (s == NULL) return 0;
    if (s->records.len < 16) {
        if (s->records.len > 0)
            (void)ncurep_i_fail(&s->error, NCUREP_SYNTAX, s->at + 16 * s->taken, "the last warp sample is cut");
        return 0;
    }
    while (s->times.len >= 16 && ncurep_i_u64(s->times.ptr + 8) <= s->taken) {
        s->has_time = 1;
        s->time = ncurep_i_u64(s->times.ptr);
        s->times.ptr += 16;
        s->times.len -= 16;
    }
    p = s->records.ptr;
    out->has_time = s->has_time;
    out->time = s->time;
    out->address = ncurep_i_u64(p);
    out->at8 = ncurep_i_u32(p + 8);
    out->place = (uint8_t)p[12];
    out->reason = (uint8_t)p[13];
    out->not_issued = (uint8_t)p[14];
    out->at15 = (uint8_t)p[15];
    s->records.ptr += 16;
    s->records.len -= 16;
    s->taken++;
    return 1;
}

/* i_state: within packed numbers that end at ptr. */
NCUREP_API int ncurep_reference_next(ncurep_list *l, uint64_t *out)
{
    ncurep_field f;
    const char *why = NULL;
    if (out == NULL) return 0;
    *out = 0;
    if (l == NULL) return 0;
    for (;;) {
        const char *from = l->ptr;
        const char *next;
        if (l->i_state != NULL) {
            const char *p = l->i_state;
            if (p != l->ptr) {
                p = ncurep_i_varint(p, l->ptr, out);
                if (p == NULL) {
                    *out = 0;
                    return ncurep_i_list_failed(l, l->at - (uint64_t)(l->ptr - l->i_state),
                                                "a packed number is cut off or too long");
                }
                l->i_state = p;
                l->count--;
                return 1;
            }
            l->i_state = NULL;
        }
        if (l->ptr == l->end) return 0;
        next = ncurep_i_field_at(from, l->end, &f, &why);
        if (next == NULL) return ncurep_i_list_failed(l, l->at, why);
        l->ptr = next;
        l->at += (uint64_t)(next - from);
        if (f.number != l->field) continue;
        if (f.wire == 2) l->i_state = f.bytes.ptr;
        if (f.wire == 0) {
            *out = f.value;
            l->count--;
            return 1;
        }
    }
}

NCUREP_API int ncurep_table_find(const ncurep_rule_item *item, ncurep_table_kind kind, ncurep_table *out)
{
    static const uint8_t number[] = {2, 3, 4, 5, 7, 9}; /* in the order of the enum, as chart */
    static const uint8_t message[] = {NCUREP_I_TABLE, NCUREP_I_BAR_CHART, NCUREP_I_HISTOGRAM, NCUREP_I_LINE_CHART,
                                      NCUREP_I_ROOFLINE_CHART, NCUREP_I_SOURCE_TABLE};
    const unsigned k = (unsigned)kind;
    int found = 0;
    if (out == NULL) return 0;
    if (item == NULL || k >= sizeof number || !NCUREP_HAS(item, number[k])) ncurep_i_blank(NCUREP_I_TABLE, out,
            sizeof *out);
    else {
        found = ncurep_i_decode(message[k], &item->chart[k], item->chart_at[k], out, sizeof *out, NULL);
        if (!found) ncurep_i_blank(NCUREP_I_TABLE, out, sizeof *out);
        out->kind = kind;
    }
    ncurep_i_empty_list(&out->i_state.cycles);
    ncurep_i_empty(&out->i_state.value[0]);
    ncurep_i_empty(&out->i_state.value[1]);
    return found;
}

/* Ends a roofline chart. */
static int ncurep_i_table_failed(ncurep_table *t, uint64_t at, const char *why)
{
    unsigned i;
    for (i = 0; i < 3; i++) ncurep_i_empty_list(&t->i_state.lists[i]);
    ncurep_i_empty_list(&t->i_state.cycles);
    t->i_state.count = t->i_state.next = 0;
    return ncurep_i_list_failed(&t->metrics, at, why);
}

/* The source of a roofline value: puts the list that holds its metrics in order into t->i_state.cycles. */
static int ncurep_i_roofline_value(ncurep_table *t, const ncurep_view *bytes, uint64_t at)
{
    ncurep_field f;
    const char *p = bytes->ptr, *end = bytes->ptr + bytes->len, *why = NULL;
    ncurep_i_empty_list(&t->i_state.cycles);
    while (p < end) { /* of the three kinds the last on the wire counts */
        const char *from = p;
        p = ncurep_i_field_at(p, end, &f, &why);
        if (p == NULL) return ncurep_i_table_failed(t, at + (uint64_t)(from - bytes->ptr), why);
        if (f.number == 1 && f.wire == 1) ncurep_i_empty_list(&t->i_state.cycles);
        if (f.number == 2 && f.wire == 2) { /* one metric: the field itself is the list */
            t->i_state.cycles.ptr = from;
            t->i_state.cycles.end = p;
            t->i_state.cycles.at = at + (uint64_t)(from - bytes->ptr);
            t->i_state.cycles.field = 2;
        }
        if (f.number == 3 && f.wire == 2) { /* metrics 1, then metric 2: ascending, as the fields of this message */
            t->i_state.cycles.ptr = f.bytes.ptr;
            t->i_state.cycles.end = f.bytes.ptr + f.bytes.len;
            t->i_state.cycles.at = at + (uint64_t)(f.bytes.ptr - bytes->ptr);
            t->i_state.cycles.field = 1;
            t->i_state.cycles.i_state = t->i_state.cycles.ptr; /* the second part follows */
        }
    }
    return 1;
}

NCUREP_API int ncurep_table_metric_next(ncurep_table *t, ncurep_label *out)
{
    static const uint8_t messages[3] = {NCUREP_I_ROOFLINE, NCUREP_I_ACHIEVED, NCUREP_I_WALL};
    ncurep_i_values v;
    ncurep_view bytes;
    uint64_t at = 0;
    ncurep_error e;
    if (out == NULL) return 0;
    ncurep_i_blank(NCUREP_I_LABEL, out, sizeof *out);
    if (t == NULL) return 0;
    if (t->kind != NCUREP_TABLE_KIND_ROOFLINE_CHART) return ncurep_label_next(&t->metrics, out);
    while (t->metrics.error.code == NCUREP_OK) {
        unsigned k;
        if (t->i_state.cycles.ptr != t->i_state.cycles.end || t->i_state.cycles.i_state != NULL) {
            const char *start = t->i_state.cycles.i_state;
            if (ncurep_i_next(&t->i_state.cycles, NCUREP_I_LABEL, out, sizeof *out)) return 1;
            if (t->i_state.cycles.error.code != NCUREP_OK)
                return ncurep_i_table_failed(t, t->i_state.cycles.error.offset, t->i_state.cycles.error.message);
            if (start != NULL) { /* the metrics were in field 1; now the metric for cycles per second */
                t->i_state.cycles.at -= (uint64_t)(t->i_state.cycles.end - start);
                t->i_state.cycles.ptr = start;
                t->i_state.cycles.field = 2;
                t->i_state.cycles.i_state = NULL;
            }
            continue;
        }
        if (t->i_state.next < t->i_state.count) {
            k = t->i_state.next++;
            if (!ncurep_i_roofline_value(t, &t->i_state.value[k], t->i_state.value_at[k])) return 0;
            continue;
        }
        for (k = 0; k < 3 && !ncurep_i_next_bytes(&t->i_state.lists[k], &bytes, &at); k++) {}
        if (k == 3) return 0;
        if (!ncurep_i_decode(messages[k], &bytes, at, &v, sizeof v, &e))
            return ncurep_i_table_failed(t, e.offset, e.message);
        t->i_state.next = 0;
        t->i_state.count = 2;
        for (k = 0; k < 2; k++) {
            t->i_state.value[k] = v.value[k];
            t->i_state.value_at[k] = v.value[k].len > 0 ? at + (uint64_t)(v.value[k].ptr - bytes.ptr) : at;
        }
    }
    return 0;
}

/* ---- Wire fields ------------------------------------------------------------------------------------------------- */

NCUREP_API ncurep_list ncurep_fields(ncurep_view bytes, uint64_t at)
{
    ncurep_list l;
    l.ptr = bytes.ptr != NULL ? bytes.ptr : "";
    l.end = l.ptr + bytes.len;
    l.i_state = NULL;
    ncurep_i_fine(&l.error);
    l.at = at;
    l.field = l.count = 0;
    return l;
}

NCUREP_API int ncurep_field_next(ncurep_list *l, ncurep_field *out)
{
    const char *why = NULL;
    if (out == NULL) return 0;
    if (l != NULL) {
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

static void ncurep_i_reader_enter(ncurep_reader *w, const ncurep_view *bytes, unsigned message)
{
    ncurep_level_state *l = &w->i_state.level[w->i_state.depth++];
    l->start = l->ptr = bytes->ptr;
    l->end = bytes->ptr + bytes->len;
    l->present = 0;
    l->index = 0;
    l->message = (uint16_t)message;
    l->field = NCUREP_I_SKIP; /* first its own fields */
}

NCUREP_API void ncurep_reader_begin(ncurep_reader *reader, ncurep_root root, ncurep_view bytes, uint64_t at)
{
    static const uint8_t message[7] = {NCUREP_I_FILE, NCUREP_I_BLOCK, NCUREP_I_SOURCE, NCUREP_I_KERNEL, NCUREP_I_RANGE,
                                       NCUREP_I_CMDLIST, NCUREP_I_GRAPH};
    if (reader == NULL) return;
    reader->i_state.depth = 0;
    reader->i_state.base = bytes.ptr;
    reader->i_state.at = at;
    reader->error.code = NCUREP_OK;
    reader->error.offset = 0;
    reader->error.message = "";
    if ((unsigned)root < 7) ncurep_i_reader_enter(reader, &bytes, message[root]);
}

static int ncurep_i_reader_failed(ncurep_reader *w, ncurep_code code, const char *where, const char *why)
{
    w->i_state.depth = 0;
    return ncurep_i_fail(&w->error, code, w->i_state.at + (uint64_t)(where - w->i_state.base), why);
}

NCUREP_API int ncurep_reader_next(ncurep_reader *w, ncurep_unknown *out)
{
    const char *why = NULL;
    if (out == NULL) return 0;
    ncurep_i_zero(out, sizeof *out);
    ncurep_i_empty(&out->field.bytes);
    if (w == NULL) return 0;
    out->path = w->i_state.path;
    while (w->i_state.depth > 0) {
        ncurep_level_state *l = &w->i_state.level[w->i_state.depth - 1];
        const ncurep_i_field *first = ncurep_i_fields(l->message);
        const unsigned count = ncurep_i_spans[l->message].count;
        const char *const end = l->end;
        const char *p = l->ptr;
        unsigned hint = 0;
        ncurep_field f;
        if (l->field == NCUREP_I_SKIP) {
            while (p != end) {
                const char *from = p;
                const ncurep_i_field *d;
                p = ncurep_i_field_at(from, end, &f, &why);
                if (p == NULL) return ncurep_i_reader_failed(w, NCUREP_SYNTAX, from, why);
                d = ncurep_i_find_field(first, count, &hint, &f);
                if (d != NULL) {
                    if (d->sub != 0) l->present |= (uint64_t)1 << (d - first);
                    continue;
                }
                l->ptr = p;
                out->depth = w->i_state.depth - 1;
                out->at = w->i_state.at + (uint64_t)(from - w->i_state.base);
                out->field.number = f.number;
                out->field.wire = f.wire;
                out->field.value = f.value;
                out->field.bytes.ptr = f.bytes.ptr;
                out->field.bytes.len = f.bytes.len;
                return 1;
            }
            l->field = 0;
            l->index = 0;
            p = l->start;
        }
        while (l->field < count && (l->present >> l->field & 1) == 0) l->field++;
        if (l->field == count) {
            w->i_state.depth--;
            continue;
        }
        for (;;) { /* to the next sub-message of this number */
            if (p == end) {
                l->field++;
                l->index = 0;
                l->ptr = l->start;
                break;
            }
            p = ncurep_i_field_at(p, end, &f, &why);
            if (f.number == first[l->field].number && f.wire == 2) {
                if (w->i_state.depth == NCUREP_READER_DEPTH)
                    return ncurep_i_reader_failed(w, NCUREP_LIMIT, f.bytes.ptr, "messages are nested deeper than 32");
                l->ptr = p;
                w->i_state.path[w->i_state.depth - 1].field = f.number;
                w->i_state.path[w->i_state.depth - 1].index = l->index++;
                ncurep_i_reader_enter(w, &f.bytes, first[l->field].sub);
                break;
            }
        }
    }
    return 0;
}

#ifndef NCUREP_NO_FILTERS
/* ---- NVTX filter expressions ------------------------------------------------------------------------------------- */

#define NCUREP_I_FILTER_NAMES 512u
#define NCUREP_I_FILTER_DOMAINS 16u

enum { NCUREP_I_FILTER_NAME, NCUREP_I_FILTER_ONE, NCUREP_I_FILTER_ANY }; /* a named range, one range, none or more */

typedef struct ncurep_i_pattern {
    int kind;
    ncurep_view text;
    ncurep_i_regex *regex; /* NULL: text */
} ncurep_i_pattern;

struct ncurep_nvtx_filter {
    ncurep_i_arena arena;
    int regex, push, bottom, top;
    int has_domain;
    ncurep_i_pattern domain;
    ncurep_i_pattern *names;
    uint32_t names_n;
};

/* A set of states: each is how many names of the filter the stack has matched so far. */
typedef struct ncurep_i_states {
    unsigned char bits[NCUREP_I_FILTER_NAMES / 8 + 1];
} ncurep_i_states;

static void ncurep_i_state_add(ncurep_i_states *s, uint32_t i)
{
    s->bits[i / 8] = (unsigned char)(s->bits[i / 8] | 1u << i % 8);
}
static int ncurep_i_state_in(const ncurep_i_states *s, uint32_t i) { return s->bits[i / 8] >> i % 8 & 1; }

/* First c in [p, end) without a backslash before it; end without one. In a regular expression a comma in
   braces does not count. */
static const char *ncurep_i_sign(const char *p, const char *end, char c, int regex)
{
    int braces = 0;
    for (; p < end; p++) {
        if (*p == '\\' && p + 1 < end) {
            p++;
            continue;
        }
        if (*p == c && !(braces && c == ',')) return p;
        if (regex && (*p == '{' || *p == '}')) braces = *p == '{';
    }
    return end;
}

/* Reads one name of the filter, or the domain; 0 with *error. */
static int ncurep_i_filter_name(ncurep_nvtx_filter *f, ncurep_i_pattern *to, const char *start, const char *p,
                                const char *end,
                                ncurep_error *error)
{
    char *out;
    size_t n = 0;
    to->kind = NCUREP_I_FILTER_NAME;
    to->regex = NULL;
    to->text = ncurep_i_none();
    if (p == end)
        return ncurep_i_fail(error, NCUREP_SYNTAX, (uint64_t)(p - start), "a name of the NVTX filter is empty");
    if (f->regex) {
        ncurep_error why;
        to->regex = ncurep_i_regex_compile(&f->arena, p, (size_t)(end - p), 0, &why);
        if (to->regex != NULL) return 1;
        return ncurep_i_fail(error, why.code, (uint64_t)(p - start) + why.offset, why.message);
    }
    out = (char *)ncurep_i_alloc(&f->arena, (size_t)(end - p), 1);
    if (out == NULL) return ncurep_i_no_memory(error, &f->arena, 0);
    to->text.ptr = out;
    for (; p < end; p++) {
        if (p + 1 < end && ((*p == '$' && p[1] == '$') ||
                            (*p == '\\' && (p[1] == '@' || p[1] == ',' || p[1] == '[' || p[1] == ']' || p[1] == '/' ||
                                            p[1] == '*' || p[1] == '+'))))
            p++;
        out[n++] = *p;
    }
    to->text.len = n;
    return 1;
}

/* Reads the names between p and end, separated by c; 0 with *error. */
static int ncurep_i_filter_names(ncurep_nvtx_filter *f, const char *start, const char *p, const char *end, char c,
                                 ncurep_error *error)
{
    const char *s;
    uint32_t n = 1;
    for (s = ncurep_i_sign(p, end, c, f->regex); s < end; s = ncurep_i_sign(s + 1, end, c, f->regex))
        if (++n > NCUREP_I_FILTER_NAMES)
            return ncurep_i_fail(error, NCUREP_LIMIT, (uint64_t)(s - start), "an NVTX filter of more than 512 names");
    f->names = (ncurep_i_pattern *)ncurep_i_alloc(&f->arena, n, sizeof *f->names);
    if (f->names == NULL) return ncurep_i_no_memory(error, &f->arena, 0);
    for (;; p = s + 1) {
        ncurep_i_pattern *const name = &f->names[f->names_n];
        s = ncurep_i_sign(p, end, c, f->regex);
        if (f->push && s - p == 1 && (*p == '*' || *p == '+')) {
            name->kind = *p == '*' ? NCUREP_I_FILTER_ANY : NCUREP_I_FILTER_ONE;
            name->regex = NULL;
        } else if (!ncurep_i_filter_name(f, name, start, p, s, error))
            return 0;
        f->names_n++;
        if (s == end) return 1;
    }
}

static int ncurep_i_filter_read(ncurep_nvtx_filter *f, const char *start, const char *end, ncurep_error *error)
{
    const char *p = start, *at;
    if (end - p >= 6 && ncurep_i_equal(p, "regex:", 6)) {
        f->regex = 1;
        p += 6;
    }
    at = ncurep_i_sign(p, end, '@', f->regex);
    if (at < end) {
        const char *const second = ncurep_i_sign(at + 1, end, '@', f->regex);
        if (second < end)
            return ncurep_i_fail(error, NCUREP_SYNTAX, (uint64_t)(second - start),
                                 "an NVTX filter has one domain, and one @");
        if (!ncurep_i_filter_name(f, &f->domain, start, p, at, error)) return 0;
        f->has_domain = 1;
        p = at + 1;
    }
    if (p < end && *p == '[') {
        f->bottom = 1;
        p++;
    }
    if (p < end && end[-1] == ']') { /* at the top, unless it is escaped by a backslash */
        for (at = end - 1; at > p && at[-1] == '\\'; at--) {}
        if ((end - 1 - at) % 2 == 0) {
            f->top = 1;
            end--;
        }
    }
    f->push = f->bottom || f->top || ncurep_i_sign(p, end, '/', f->regex) < end;
    if (!f->push) return ncurep_i_filter_names(f, start, p, end, ',', error);
    if (f->regex && p < end && *p == '/') p++;
    if (end - p >= 2 && end[-1] == '/') { /* the slash after the last name, not an escaped one */
        for (at = end - 1; at > p && at[-1] == '\\'; at--) {}
        if ((end - 1 - at) % 2 == 0) end--;
    }
    return ncurep_i_filter_names(f, start, p, end, '/', error);
}

NCUREP_API ncurep_nvtx_filter *ncurep_nvtx_filter_open(ncurep_view text, const ncurep_nvtx_filter_options *options,
                                                       ncurep_error *error)
{
    ncurep_i_arena arena;
    ncurep_nvtx_filter *f;
    ncurep_i_fine(error);
    if (text.ptr == NULL || !ncurep_i_arena_open(&arena, options != NULL ? &options->memory : NULL)) {
        (void)ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no NVTX filter, or no source of memory");
        return NULL;
    }
    f = (ncurep_nvtx_filter *)ncurep_i_alloc(&arena, 1, sizeof *f);
    if (f == NULL) {
        (void)ncurep_i_no_memory(error, &arena, 0);
        ncurep_i_arena_close(&arena);
        return NULL;
    }
    ncurep_i_zero(f, sizeof *f);
    f->arena = arena;
    if (ncurep_i_filter_read(f, text.ptr, text.ptr + text.len, error)) return f;
    ncurep_nvtx_filter_close(f);
    return NULL;
}

NCUREP_API void ncurep_nvtx_filter_close(ncurep_nvtx_filter *filter)
{
    if (filter != NULL) {
        ncurep_i_arena arena = filter->arena;
        ncurep_i_arena_close(&arena);
    }
}

NCUREP_I_DEFINE_MEMORY_USED(nvtx_filter)

static int ncurep_i_pattern_match(const ncurep_i_pattern *p, ncurep_view name)
{
    if (name.len == 0) return 0;
    if (p->regex != NULL) return ncurep_i_regex_search(p->regex, name.ptr, name.len);
    return p->text.len == name.len && ncurep_i_equal(p->text.ptr, name.ptr, name.len);
}

/* Whether the open push/pop ranges of a domain match. */
static int ncurep_i_filter_push(const ncurep_nvtx_filter *f, ncurep_list *ranges)
{
    ncurep_i_states now, next;
    ncurep_nvtx_range range;
    uint32_t i;
    ncurep_i_zero(&now, sizeof now);
    ncurep_i_state_add(&now, 0);
    for (;;) {
        int more;
        for (i = 0; i < f->names_n; i++) /* "none or more" matches none */
            if (ncurep_i_state_in(&now, i) && f->names[i].kind == NCUREP_I_FILTER_ANY) ncurep_i_state_add(&now, i + 1);
        if (!f->top && ncurep_i_state_in(&now, f->names_n)) return 1;
        more = ncurep_nvtx_range_next(ranges, &range);
        if (!more) return ncurep_i_state_in(&now, f->names_n);
        ncurep_i_zero(&next, sizeof next);
        if (!f->bottom) ncurep_i_state_add(&next, 0);
        for (i = 0; i < f->names_n; i++) {
            if (!ncurep_i_state_in(&now, i)) continue;
            if (f->names[i].kind == NCUREP_I_FILTER_ANY) ncurep_i_state_add(&next, i);
            else if (f->names[i].kind == NCUREP_I_FILTER_ONE || ncurep_i_pattern_match(&f->names[i], range.name))
                ncurep_i_state_add(&next, i + 1);
        }
        ncurep_i_copy(&now, &next, sizeof now);
    }
}

/* Whether all start/end ranges that the filter names are open in a domain. */
static int ncurep_i_filter_start(const ncurep_nvtx_filter *f, ncurep_list *ranges)
{
    ncurep_i_states met;
    ncurep_nvtx_range range;
    uint32_t i, left = f->names_n;
    ncurep_i_zero(&met, sizeof met);
    while (left > 0 && ncurep_nvtx_range_next(ranges, &range)) {
        for (i = 0; i < f->names_n; i++) {
            if (ncurep_i_state_in(&met, i) || !ncurep_i_pattern_match(&f->names[i], range.name)) continue;
            ncurep_i_state_add(&met, i);
            left--;
        }
    }
    return left == 0;
}

/* Whether the domains of a list that are among ids have ranges that match. */
static int ncurep_i_filter_domains(const ncurep_nvtx_filter *f, ncurep_list *domains, const uint64_t *ids,
                                   uint32_t ids_n)
{
    ncurep_nvtx_open open;
    uint32_t i;
    while (ncurep_nvtx_open_next(domains, &open)) {
        for (i = 0; i < ids_n && ids[i] != open.id; i++) {}
        if (i == ids_n) continue;
        if (f->push ? ncurep_i_filter_push(f, &open.ranges) : ncurep_i_filter_start(f, &open.ranges)) return 1;
    }
    return 0;
}

NCUREP_API int ncurep_nvtx_filter_match(ncurep_nvtx_filter *filter, const ncurep_result *result)
{
    uint64_t ids[NCUREP_I_FILTER_DOMAINS];
    uint32_t ids_n = 0;
    ncurep_nvtx_thread thread;
    ncurep_list list;
    if (filter == NULL || result == NULL || !NCUREP_HAS(result, 21)) return 0;
    if (!filter->has_domain) ids[ids_n++] = result->nvtx.default_domain;
    else {
        ncurep_nvtx_domain domain;
        list = result->nvtx.domains;
        while (ids_n < NCUREP_I_FILTER_DOMAINS && ncurep_nvtx_domain_next(&list, &domain))
            if (ncurep_i_pattern_match(&filter->domain, domain.name)) ids[ids_n++] = domain.id;
    }
    if (!filter->push) {
        list = result->nvtx.start_end;
        return ncurep_i_filter_domains(filter, &list, ids, ids_n);
    }
    list = result->nvtx.threads;
    while (ncurep_nvtx_thread_next(&list, &thread))
        if (thread.id == result->thread && ncurep_i_filter_domains(filter, &thread.domains, ids, ids_n)) return 1;
    return 0;
}

/* ---- Name patterns ----------------------------------------------------------------------------------------------- */

struct ncurep_pattern {
    ncurep_i_arena arena;
    ncurep_i_regex *regex; /* NULL: text */
    ncurep_view text;
    int glob;
};

NCUREP_API ncurep_pattern *ncurep_pattern_open(ncurep_view text, const ncurep_pattern_options *options,
                                               ncurep_error *error)
{
    ncurep_i_arena arena;
    ncurep_pattern *p;
    ncurep_error e;
    char *copy;
    ncurep_i_fine(error);
    if (text.ptr == NULL || !ncurep_i_arena_open(&arena, options != NULL ? &options->memory : NULL)) {
        (void)ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no pattern, or no source of memory");
        return NULL;
    }
    p = (ncurep_pattern *)ncurep_i_alloc(&arena, 1, sizeof *p);
    copy = (char *)ncurep_i_alloc(&arena, text.len + 1, 1);
    if (p == NULL || copy == NULL) {
        (void)ncurep_i_no_memory(error, &arena, 0);
        ncurep_i_arena_close(&arena);
        return NULL;
    }
    ncurep_i_zero(p, sizeof *p);
    ncurep_i_copy(copy, text.ptr, text.len);
    p->text = ncurep_i_view(copy, text.len);
    p->glob = options != NULL && options->glob;
    if (text.len >= 6 && ncurep_i_equal(copy, "regex:", 6)) {
        p->regex = ncurep_i_regex_compile(&arena, copy + 6, text.len - 6, 0, &e);
        if (p->regex == NULL) {
            (void)ncurep_i_fail(error, e.code, e.offset + 6, e.message);
            ncurep_i_arena_close(&arena);
            return NULL;
        }
    }
    ncurep_i_copy(&p->arena, &arena, sizeof arena);
    return p;
}

NCUREP_API void ncurep_pattern_close(ncurep_pattern *pattern)
{
    if (pattern != NULL) ncurep_i_arena_close(&pattern->arena);
}

NCUREP_I_DEFINE_MEMORY_USED(pattern)

static int ncurep_i_glob(const char *p, const char *end, const char *s, const char *stop)
{
    const char *star = NULL, *again = NULL; /* after the last star, and how far that has matched */
    while (s < stop) {
        if (p < end && *p == '*') {
            star = ++p;
            again = s;
        } else if (p < end && (*p == '?' || *p == *s)) {
            p++;
            s++;
        } else if (star != NULL) {
            p = star;
            s = ++again;
        } else
            return 0;
    }
    while (p < end && *p == '*') p++;
    return p == end;
}

NCUREP_API int ncurep_pattern_match(ncurep_pattern *p, ncurep_view name)
{
    if (p == NULL || name.ptr == NULL) return 0;
    if (p->regex != NULL) return ncurep_i_regex_search(p->regex, name.ptr, name.len);
    if (p->glob) return ncurep_i_glob(p->text.ptr, p->text.ptr + p->text.len, name.ptr, name.ptr + name.len);
    return p->text.len == name.len && ncurep_i_equal(p->text.ptr, name.ptr, name.len);
}

#undef NCUREP_I_FILTER_NAMES
#undef NCUREP_I_FILTER_DOMAINS
#endif /* NCUREP_NO_FILTERS */

/* ---- Compressed reports ------------------------------------------------------------------------------------------ */

NCUREP_API int ncurep_is_packed(const ncurep_input *input)
{
    unsigned char b[4];
    const char *why = "";
    size_t have = 0, n;
    if (input == NULL || input->read_fn == NULL || input->size < 4) return 0;
    for (; have < 4; have += n) {
        n = ncurep_i_read(input, have, b + have, 4 - have, &why);
        if (n == 0) return 0;
    }
    if (b[0] == 0x28) return b[1] == 0xb5 && b[2] == 0x2f && b[3] == 0xfd;
    return (b[0] & 0xf0) == 0x50 && b[1] == 0x2a && b[2] == 0x4d && b[3] == 0x18;
}

static int ncurep_i_unpack(const ncurep_input *input, const ncurep_decompress *with, const ncurep_output *output,
                           void *buffer, size_t size, uint64_t limit, ncurep_error *error)
{
    char *const in = (char *)buffer;
    const size_t room = size / 2;
    size_t have = 0, used = 0;  /* bytes of in, and how many of them are gone */
    uint64_t read = 0, put = 0; /* of the input, of the output */
    ncurep_reply ended = NCUREP_REPLY_YES;
    int full = 0;               /* more may wait to come out */
    const char *why = "the compressed report could not be read";
    if (input == NULL || input->read_fn == NULL || with == NULL || with->step_fn == NULL || output == NULL ||
        output->write_fn == NULL || buffer == NULL || room == 0)
        return ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "something to unpack with is missing");
    while (used < have || read < input->size || full) {
        size_t took, gave = room;
        if (used == have && read < input->size) {
            const size_t want = input->size - read < room ? (size_t)(input->size - read) : room;
            used = 0;
            have = ncurep_i_read(input, read, in, want, &why);
            if (have == 0) return ncurep_i_fail(error, NCUREP_IO, read, why);
            read += have;
        }
        took = have - used;
        ended = with->step_fn(in + used, &took, in + room, &gave, with->user);
        if ((ended != NCUREP_REPLY_YES && ended != NCUREP_REPLY_NO) || took > have - used || gave > room ||
            (took == 0 && gave == 0 && used < have))
            return ncurep_i_fail(error, NCUREP_SYNTAX, read - (have - used), "the compressed report is damaged");
        used += took;
        full = gave == room;
        if (limit > 0 && gave > limit - put)
            return ncurep_i_fail(error, NCUREP_LIMIT, read, "the report in it is larger than the limit");
        put += gave;
        if (gave > 0 && output->write_fn(in + room, gave, output->user) != NCUREP_REPLY_YES)
            return ncurep_i_fail(error, NCUREP_IO, read, "the unpacked report could not be written");
    }
    if (ended != NCUREP_REPLY_YES || input->size == 0)
        return ncurep_i_fail(error, NCUREP_TRUNCATED, read, "the compressed report is cut");
    return 1;
}

NCUREP_API ncurep_code ncurep_unpack(const ncurep_input *input, const ncurep_decompress *with,
                                     const ncurep_output *output, void *buffer, size_t size, uint64_t limit,
                                     ncurep_error *error)
{
    ncurep_error e;
    ncurep_i_fine(&e);
    (void)ncurep_i_unpack(input, with, output, buffer, size, limit, &e);
    return ncurep_i_give(error, &e);
}

#ifndef NCUREP_NO_WRITE
/* ---- Writer ------------------------------------------------------------------------------------------------------ */

#define NCUREP_I_WRITE_DEPTH 33 /* an entry, and 32 messages in it */
#define NCUREP_I_KEPT 64

/* A growing buffer. The arena keeps outgrown ones, so it takes about twice its size in all. */
typedef struct ncurep_i_bytes {
    char *ptr;
    size_t len, room;
} ncurep_i_bytes;

/* A string of the table. */
typedef struct ncurep_i_text {
    struct ncurep_i_text *next; /* in the order of ids */
    const char *ptr;
    size_t len;
    uint32_t id;
} ncurep_i_text;

/* A node of the tree of strings: where two of them first differ. A string counts as a row of 9-bit numbers, 256 + byte,
   and then zeros, so that no string is a prefix of another. A child with a NULL node is a string. */
typedef struct ncurep_i_fork {
    struct ncurep_i_fork *node[2];
    ncurep_i_text *text[2];
    size_t at;
    unsigned bit;
} ncurep_i_fork;

/* New ids of the strings of the report being copied. */
typedef struct ncurep_i_map {
    struct ncurep_i_map *next;
    const ncurep_report *report;
    uint32_t *id; /* NCUREP_NONE: not yet copied */
    uint32_t count;
    int all, same; /* all are copied; all kept their ids */
} ncurep_i_map;

struct ncurep_writer {
    ncurep_i_arena arena;
    ncurep_output output;
    ncurep_error error;
    uint64_t at;              /* bytes written */
    ncurep_i_bytes part[2];   /* header fields of the block, its payload */
    ncurep_i_bytes head;      /* the header as it is written */
    uint32_t count[5];        /* entries of each kind */
    uint32_t always;          /* bit n: field n of the header is written even when it says 0 or nothing */
    unsigned to;              /* the part that is open: 0 or 1 */
    size_t open[NCUREP_I_WRITE_DEPTH]; /* where the length of each open message is */
    unsigned depth;
    ncurep_root root;         /* of the entry that is open */
    ncurep_i_text *strings, **strings_end;
    ncurep_i_text *pending;   /* the first not yet written */
    ncurep_i_fork *tree;
    uint32_t strings_n;
    uint32_t kept[NCUREP_I_KEPT], kept_n; /* ids of copied metrics that no string has */
    ncurep_i_map *maps;
    ncurep_result result;     /* that is copied: too large for the stack */
};

/* More than a 32-bit size can hold. The parameter has 64 bits so that the comparison is valid where size_t has 32. */
static int ncurep_i_wide(uint64_t n)
{
    return n > 0xffffffffu;
}

/* Keeps the first failure. */
static int ncurep_i_write_fail(ncurep_writer *w, ncurep_code code, const char *message)
{
    if (w->error.code == NCUREP_OK) (void)ncurep_i_fail(&w->error, code, w->at, message);
    return 0;
}

static ncurep_code ncurep_i_written(const ncurep_writer *w) { return w != NULL ? w->error.code : NCUREP_ARGUMENT; }

static ncurep_code ncurep_i_write_error(ncurep_writer *w, ncurep_code code, const char *message)
{
    (void)ncurep_i_write_fail(w, code, message);
    return w->error.code;
}

static int ncurep_i_write_no_memory(ncurep_writer *w)
{
    if (w->error.code == NCUREP_OK) (void)ncurep_i_no_memory(&w->error, &w->arena, w->at);
    return 0;
}

static int ncurep_i_write_ready(const ncurep_writer *w) { return w != NULL && w->error.code == NCUREP_OK; }

/* Room for n more bytes, or NULL. */
static char *ncurep_i_bytes_room(ncurep_writer *w, ncurep_i_bytes *b, size_t n)
{
    if (n > b->room - b->len) {
        size_t room = b->room < 2048 ? 4096 : b->room * 2;
        char *ptr;
        if (n > (size_t)(-1) / 2 - b->len || b->room > (size_t)(-1) / 4) {
            (void)ncurep_i_write_fail(w, NCUREP_LIMIT, "a block is larger than memory can be");
            return NULL;
        }
        if (room < b->len + n) room = b->len + n;
        ptr = (char *)ncurep_i_alloc(&w->arena, room, 1);
        if (ptr == NULL) {
            (void)ncurep_i_write_no_memory(w);
            return NULL;
        }
        ncurep_i_copy(ptr, b->ptr, b->len);
        b->ptr = ptr;
        b->room = room;
    }
    return b->ptr + b->len;
}

static int ncurep_i_bytes_add(ncurep_writer *w, ncurep_i_bytes *b, const char *bytes, size_t n)
{
    char *const to = n > 0 ? ncurep_i_bytes_room(w, b, n) : NULL; /* b may have none yet */
    if (to == NULL) return n == 0;
    ncurep_i_copy(to, bytes, n);
    b->len += n;
    return 1;
}

/* Writes a varint, at most 10 bytes; returns the byte after it. */
static char *ncurep_i_write_varint(char *to, uint64_t v)
{
    for (; v >= 128; v >>= 7) *to++ = (char)(unsigned char)((v & 127) | 128);
    *to++ = (char)(unsigned char)v;
    return to;
}

static int ncurep_i_bytes_varint(ncurep_writer *w, ncurep_i_bytes *b, uint64_t v)
{
    char *const to = ncurep_i_bytes_room(w, b, 10);
    if (to == NULL) return 0;
    b->len = (size_t)(ncurep_i_write_varint(to, v) - b->ptr);
    return 1;
}

static void ncurep_i_write_u32le(char *to, uint32_t v)
{
    unsigned k;
    for (k = 0; k < 4; k++) to[k] = (char)(unsigned char)(v >> 8 * k & 255);
}

/* Writes the tag of a field, if one may be written here. */
static int ncurep_i_write_tag(ncurep_writer *w, uint32_t field, unsigned wire)
{
    if (!ncurep_i_write_ready(w)) return 0;
    if (field == 0 || field >= (uint32_t)1 << 29 || (w->depth == 0 && w->to == 1))
        return ncurep_i_write_fail(w, NCUREP_ARGUMENT,
                                   "a field is written outside of a message, or has a number that cannot be");
    return ncurep_i_bytes_varint(w, &w->part[w->to], (uint64_t)field << 3 | wire);
}

/* An empty block. Real files have these four fields in nearly every header. */
static void ncurep_i_block_reset(ncurep_writer *w)
{
    int k;
    w->part[0].len = w->part[1].len = 0;
    for (k = 0; k < 5; k++) w->count[k] = 0;
    w->always = 1u << 1 | 1u << 2 | 1u << 4 | 1u << 5;
    w->to = 0;
}

NCUREP_API ncurep_writer *ncurep_writer_open(const ncurep_output *output, const ncurep_writer_options *options,
                                             ncurep_error *error)
{
    ncurep_i_arena arena;
    ncurep_writer *w;
    ncurep_i_fine(error);
    if (output == NULL || output->write_fn == NULL ||
        !ncurep_i_arena_open(&arena, options != NULL ? &options->memory : NULL)) {
        (void)ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no write_fn, or no source of memory");
        return NULL;
    }
    w = (ncurep_writer *)ncurep_i_alloc(&arena, 1, sizeof *w);
    if (w == NULL) {
        (void)ncurep_i_no_memory(error, &arena, 0);
        ncurep_i_arena_close(&arena);
        return NULL;
    }
    ncurep_i_zero(w, sizeof *w);
    w->arena = arena;
    w->output = *output;
    w->error.message = "";
    w->strings_end = &w->strings;
    ncurep_i_block_reset(w);
    return w;
}

/* Bit `bit` (8 first) of number `at` of a string. */
static unsigned ncurep_i_text_bit(const char *text, size_t len, size_t at, unsigned bit)
{
    return at < len ? (256u | (unsigned char)text[at]) >> bit & 1 : 0;
}

/* The only string that can equal this one, or NULL in an empty tree. */
static ncurep_i_text *ncurep_i_text_near(const ncurep_writer *w, const char *text, size_t len)
{
    const ncurep_i_fork *fork = w->tree;
    if (fork == NULL) return w->strings;
    for (;;) {
        const unsigned side = ncurep_i_text_bit(text, len, fork->at, fork->bit);
        if (fork->node[side] == NULL) return fork->text[side];
        fork = fork->node[side];
    }
}

/* Appends a string to the table; NULL on failure. */
static ncurep_i_text *ncurep_i_text_add(ncurep_writer *w, const char *text, size_t len)
{
    ncurep_i_text *t;
    char *copy;
    if (w->strings_n >= NCUREP_NONE - 1) {
        (void)ncurep_i_write_fail(w, NCUREP_LIMIT, "the string table is full");
        return NULL;
    }
    t = (ncurep_i_text *)ncurep_i_alloc(&w->arena, 1, sizeof *t);
    copy = (char *)ncurep_i_alloc(&w->arena, len, 1);
    if (t == NULL || copy == NULL) {
        (void)ncurep_i_write_no_memory(w);
        return NULL;
    }
    ncurep_i_copy(copy, text, len);
    t->next = NULL;
    t->ptr = copy;
    t->len = len;
    t->id = w->strings_n++;
    *w->strings_end = t;
    w->strings_end = &t->next;
    if (w->pending == NULL) w->pending = t;
    return t;
}

/* Whether a copied metric has this id without any string having it. */
static int ncurep_i_is_kept(const ncurep_writer *w, uint64_t id)
{
    uint32_t i;
    for (i = 0; i < w->kept_n; i++)
        if (w->kept[i] == id) return 1;
    return 0;
}

NCUREP_API uint32_t ncurep_write_string(ncurep_writer *w, ncurep_view view)
{
    const char *const text = view.ptr;
    const size_t len = view.len;
    ncurep_i_text *like, *t;
    ncurep_i_fork *fork = NULL;
    size_t at;
    unsigned bit = 8, a, b;
    if (!ncurep_i_write_ready(w)) return NCUREP_NONE;
    if (text == NULL && len > 0) {
        (void)ncurep_i_write_fail(w, NCUREP_ARGUMENT, "a string to write is NULL");
        return NCUREP_NONE;
    }
    for (;;) {
        like = ncurep_i_text_near(w, text, len);
        at = 0;
        if (like != NULL) {
            while (at < len && at < like->len && text[at] == like->ptr[at]) at++;
            if (at == len && at == like->len) return like->id;
        }
        if (!ncurep_i_is_kept(w, w->strings_n)) break;
        if (ncurep_i_text_add(w, "", 0) == NULL) return NCUREP_NONE;
    }
    if (like != NULL) {
        fork = (ncurep_i_fork *)ncurep_i_alloc(&w->arena, 1, sizeof *fork);
        if (fork == NULL) {
            (void)ncurep_i_write_no_memory(w);
            return NCUREP_NONE;
        }
    }
    t = ncurep_i_text_add(w, text, len);
    if (t == NULL) return NCUREP_NONE;
    if (fork != NULL) {
        ncurep_i_fork **link = &w->tree;
        ncurep_i_fork *above = NULL;
        unsigned side = 0;
        a = at < len ? 256u | (unsigned char)text[at] : 0;
        b = at < like->len ? 256u | (unsigned char)like->ptr[at] : 0;
        while (((a ^ b) >> bit & 1) == 0) bit--;
        fork->at = at;
        fork->bit = bit;
        while (*link != NULL && ((*link)->at < at || ((*link)->at == at && (*link)->bit > bit))) {
            above = *link;
            side = ncurep_i_text_bit(text, len, above->at, above->bit);
            link = &above->node[side];
        }
        side = above != NULL ? side : 2;
        a = a >> bit & 1;
        fork->node[a] = NULL;
        fork->text[a] = t;
        fork->node[1 - a] = *link;
        fork->text[1 - a] = *link != NULL ? NULL : side < 2 ? above->text[side] : w->strings;
        *link = fork;
    }
    return t->id;
}

NCUREP_API ncurep_code ncurep_write_entry(ncurep_writer *w, ncurep_root what)
{
    const int kind = (int)what - (int)NCUREP_ROOT_SOURCE;
    char *to;
    int k;
    if (!ncurep_i_write_ready(w)) return ncurep_i_written(w);
    if (w->depth != 0) return ncurep_i_write_error(w, NCUREP_ARGUMENT, "an entry begins inside of another");
    if (what == NCUREP_ROOT_BLOCK) {
        w->to = 0;
        return NCUREP_OK;
    }
    if (kind < 0 || kind > 4) return ncurep_i_write_error(w, NCUREP_ARGUMENT, "no such kind of entry");
    for (k = kind + 1; k < 5; k++)
        if (w->count[k] != 0)
            return ncurep_i_write_error(w, NCUREP_ARGUMENT, "the entries of a block are out of order");
    to = ncurep_i_bytes_room(w, &w->part[1], 4);
    if (to == NULL) return ncurep_i_written(w);
    w->to = 1;
    w->root = what;
    w->part[1].len += 4;
    w->open[w->depth++] = w->part[1].len;
    w->count[kind]++;
    return NCUREP_OK;
}

NCUREP_API ncurep_code ncurep_write_begin(ncurep_writer *w, uint32_t field)
{
    ncurep_i_bytes *b;
    if (!ncurep_i_write_ready(w)) return ncurep_i_written(w);
    if (w->depth == NCUREP_I_WRITE_DEPTH)
        return ncurep_i_write_error(w, NCUREP_LIMIT, "messages are nested more than 32 deep");
    if (!ncurep_i_write_tag(w, field, 2)) return ncurep_i_written(w);
    b = &w->part[w->to];
    NCUREP_ASSERT(b->len < b->room); /* it takes at most 5 of the 10 bytes for a tag */
    b->ptr[b->len++] = 0;
    w->open[w->depth++] = b->len;
    return NCUREP_OK;
}

NCUREP_API ncurep_code ncurep_write_end(ncurep_writer *w)
{
    ncurep_i_bytes *b;
    size_t start, n, shift;
    char length[10], moved[512];
    size_t i, piece;
    if (!ncurep_i_write_ready(w)) return ncurep_i_written(w);
    if (w->depth == 0) return ncurep_i_write_error(w, NCUREP_ARGUMENT, "more messages end than began");
    b = &w->part[w->to];
    start = w->open[--w->depth];
    n = b->len - start;
    if (ncurep_i_wide(n)) return ncurep_i_write_error(w, NCUREP_LIMIT, "a message is larger than 4 GiB");
    if (w->depth == 0 && w->to == 1) {
        ncurep_i_write_u32le(b->ptr + start - 4, (uint32_t)n);
        return NCUREP_OK;
    }
    shift = (size_t)(ncurep_i_write_varint(length, n) - length) - 1;
    if (shift > 0) {
        if (ncurep_i_bytes_room(w, b, shift) == NULL) return ncurep_i_written(w);
        for (i = n; i > 0; i -= piece) { /* from the end, in pieces: they overlap */
            piece = i < sizeof moved ? i : sizeof moved;
            ncurep_i_copy(moved, b->ptr + start + i - piece, piece);
            ncurep_i_copy(b->ptr + start + i - piece + shift, moved, piece);
        }
        b->len += shift;
    }
    ncurep_i_copy(b->ptr + start - 1, length, shift + 1);
    return NCUREP_OK;
}

NCUREP_API ncurep_code ncurep_write_u64(ncurep_writer *w, uint32_t field, uint64_t value)
{
    (void)(ncurep_i_write_tag(w, field, 0) && ncurep_i_bytes_varint(w, &w->part[w->to], value));
    return ncurep_i_written(w);
}

NCUREP_API ncurep_code ncurep_write_text(ncurep_writer *w, uint32_t field, ncurep_view text)
{
    if (ncurep_i_write_ready(w) && text.ptr == NULL && text.len > 0)
        return ncurep_i_write_error(w, NCUREP_ARGUMENT, "a text to write is NULL");
    (void)(ncurep_i_write_tag(w, field, 2) && ncurep_i_bytes_varint(w, &w->part[w->to], text.len) &&
           ncurep_i_bytes_add(w, &w->part[w->to], text.ptr, text.len));
    return ncurep_i_written(w);
}

/* Little-endian bytes of a field of wire type 5 (4 bytes) or 1 (8). */
static int ncurep_i_write_fixed(ncurep_writer *w, uint32_t field, unsigned size, uint64_t bits)
{
    char bytes[8];
    unsigned k;
    for (k = 0; k < size; k++) bytes[k] = (char)(unsigned char)(bits >> 8 * k & 255);
    return ncurep_i_write_tag(w, field, size == 4 ? 5 : 1) && ncurep_i_bytes_add(w, &w->part[w->to], bytes, size);
}

NCUREP_API ncurep_code ncurep_write_double(ncurep_writer *w, uint32_t field, double value)
{
    uint64_t bits;
    ncurep_i_copy(&bits, &value, sizeof bits);
    (void)ncurep_i_write_fixed(w, field, 8, bits);
    return ncurep_i_written(w);
}


NCUREP_API ncurep_code ncurep_write_fields(ncurep_writer *w, ncurep_view bytes)
{
    if (!ncurep_i_write_ready(w)) return ncurep_i_written(w);
    if ((bytes.ptr == NULL && bytes.len > 0) || (w->depth == 0 && w->to == 1))
        return ncurep_i_write_error(w, NCUREP_ARGUMENT, "fields are written outside of a message, or are NULL");
    (void)ncurep_i_bytes_add(w, &w->part[w->to], bytes.ptr, bytes.len);
    return ncurep_i_written(w);
}

NCUREP_API ncurep_code ncurep_write_value(ncurep_writer *w, uint32_t field, const ncurep_value *value)
{
    if (ncurep_write_begin(w, field) != NCUREP_OK) return ncurep_i_written(w);
    if (value != NULL) {
        switch (value->kind) {
        case NCUREP_KIND_STRING: (void)ncurep_write_text(w, 1, value->text); break;
        case NCUREP_KIND_FLOAT: (void)ncurep_i_write_fixed(w, 2, 4, value->bits); break;
        case NCUREP_KIND_DOUBLE: (void)ncurep_i_write_fixed(w, 3, 8, value->bits); break;
        case NCUREP_KIND_UINT32: (void)ncurep_write_u64(w, 4, value->bits & 0xffffffffu); break;
        case NCUREP_KIND_UINT64: (void)ncurep_write_u64(w, 5, value->bits); break;
        default: break;
        }
    }
    return ncurep_write_end(w);
}

/* Field number of the metrics in a kind of result. */
static uint32_t ncurep_i_metrics_field(ncurep_root root) { return root == NCUREP_ROOT_KERNEL ? 13 : 4; }

NCUREP_API ncurep_code ncurep_write_metric(ncurep_writer *w, ncurep_view name, const ncurep_value *value)
{
    uint32_t id;
    if (ncurep_i_write_ready(w) && (w->to == 0 || w->depth != 1 || w->root == NCUREP_ROOT_SOURCE))
        return ncurep_i_write_error(w, NCUREP_ARGUMENT, "a metric is written outside of a result");
    id = ncurep_write_string(w, name);
    if (id == NCUREP_NONE) return ncurep_i_written(w);
    (void)ncurep_write_begin(w, ncurep_i_metrics_field(w->root));
    (void)ncurep_write_u64(w, 1, id);
    if (value != NULL) (void)ncurep_write_value(w, 2, value);
    return ncurep_i_written(w);
}

NCUREP_API ncurep_code ncurep_write_instance(ncurep_writer *w, const ncurep_value *id, const ncurep_value *value)
{
    (void)ncurep_write_begin(w, 3);
    if (id != NULL) (void)ncurep_write_value(w, 1, id);
    (void)ncurep_write_value(w, 2, value);
    return ncurep_write_end(w);
}

static int ncurep_i_write_out(ncurep_writer *w, const char *bytes, size_t n)
{
    if (n == 0) return 1;
    if (w->output.write_fn(bytes, n, w->output.user) != NCUREP_REPLY_YES)
        return ncurep_i_write_fail(w, NCUREP_IO, "the output could not be written");
    w->at += n;
    return 1;
}

/* Whether the writer makes this field of a block header itself. */
static int ncurep_i_own_field(const ncurep_field *f)
{
    switch (f->number) {
    case 1:
    case 2:
    case 5:
    case 7:
    case 8:
    case 9: return f->wire == 0;
    case 4: return f->wire == 2;
    default: return 0;
    }
}

/* Appends the fields of the block's header that the caller wrote, with numbers from first to last, verbatim. */
static void ncurep_i_write_given(ncurep_writer *w, uint32_t first, uint32_t last)
{
    const ncurep_i_bytes *const given = &w->part[0];
    ncurep_list list = ncurep_fields(ncurep_i_view(given->ptr != NULL ? given->ptr : "", given->len), 0);
    const char *start = list.ptr;
    ncurep_field f;
    while (ncurep_field_next(&list, &f)) {
        if (f.number >= first && f.number <= last && !ncurep_i_own_field(&f))
            (void)ncurep_i_bytes_add(w, &w->head, start, (size_t)(list.ptr - start));
        start = list.ptr;
    }
    if (list.error.code != NCUREP_OK) (void)ncurep_i_write_fail(w, NCUREP_ARGUMENT,
                                                                "the fields of a block header are malformed");
}

static void ncurep_i_head_u64(ncurep_writer *w, unsigned field, uint64_t value)
{
    if (value == 0 && (w->always >> field & 1) == 0) return;
    (void)ncurep_i_bytes_varint(w, &w->head, field << 3);
    (void)ncurep_i_bytes_varint(w, &w->head, value);
}

/* Writes the start of the file, if nothing has been written yet, with this message as FileHeader. */
static int ncurep_i_write_start(ncurep_writer *w, ncurep_view header)
{
    char start[8] = {'N', 'V', 'R', 0, 0, 0, 0, 0};
    if (w->at > 0) return 1;
    ncurep_i_write_u32le(start + 4, (uint32_t)header.len);
    return ncurep_i_write_out(w, start, sizeof start) && ncurep_i_write_out(w, header.ptr, header.len);
}

/* Writes the block with at most this many of the pending strings. */
static int ncurep_i_write_block(ncurep_writer *w, uint32_t strings)
{
    ncurep_i_bytes *const head = &w->head;
    const ncurep_i_text *t;
    size_t size = 0;
    char length[10];
    uint32_t n;
    if (w->depth != 0) return ncurep_i_write_fail(w, NCUREP_ARGUMENT, "a block ends inside of a message");
    if (!ncurep_i_write_start(w, ncurep_i_view("\010\007", 2))) return 0; /* version 7 */
    if (ncurep_i_wide(w->part[1].len)) return ncurep_i_write_fail(w, NCUREP_LIMIT, "a block is larger than 4 GiB");
    for (n = 0, t = w->pending; t != NULL && n < strings; t = t->next, n++) {
        /* No overflow: each has a struct in memory that is larger than its tag and length. */
        size += 1 + (size_t)(ncurep_i_write_varint(length, t->len) - length) + t->len;
    }
    head->len = 0; /* a failure on the way is kept, and checked below */
    (void)ncurep_i_bytes_add(w, head, "\0\0\0\0", 4);
    ncurep_i_head_u64(w, 1, w->count[0]);
    ncurep_i_head_u64(w, 2, w->count[1]);
    ncurep_i_write_given(w, 1, 3);
    if (size > 0 || (w->always >> 4 & 1) != 0) {
        (void)ncurep_i_bytes_varint(w, head, 4 << 3 | 2);
        (void)ncurep_i_bytes_varint(w, head, size);
    }
    for (n = 0; w->pending != NULL && n < strings; w->pending = w->pending->next, n++) {
        (void)ncurep_i_bytes_varint(w, head, 1 << 3 | 2);
        (void)ncurep_i_bytes_varint(w, head, w->pending->len);
        (void)ncurep_i_bytes_add(w, head, w->pending->ptr, w->pending->len);
    }
    ncurep_i_head_u64(w, 5, w->part[1].len);
    ncurep_i_write_given(w, 4, 6);
    ncurep_i_head_u64(w, 7, w->count[2]);
    ncurep_i_head_u64(w, 8, w->count[3]);
    ncurep_i_head_u64(w, 9, w->count[4]);
    ncurep_i_write_given(w, 7, 0xffffffffu);
    if (!ncurep_i_write_ready(w)) return 0;
    if (ncurep_i_wide((uint64_t)head->len - 4))
        return ncurep_i_write_fail(w, NCUREP_LIMIT, "the header of a block is larger than 4 GiB");
    ncurep_i_write_u32le(head->ptr, (uint32_t)(head->len - 4));
    if (!ncurep_i_write_out(w, head->ptr, head->len) || !ncurep_i_write_out(w, w->part[1].ptr, w->part[1].len))
        return 0;
    ncurep_i_block_reset(w);
    return 1;
}

NCUREP_API ncurep_code ncurep_write_block(ncurep_writer *w)
{
    if (!ncurep_i_write_ready(w)) return ncurep_i_written(w);
    if (w->depth == 0 && w->part[0].len == 0 && w->part[1].len == 0 && w->pending == NULL) return NCUREP_OK;
    (void)ncurep_i_write_block(w, NCUREP_NONE);
    return ncurep_i_written(w);
}

NCUREP_API ncurep_code ncurep_writer_finish(ncurep_writer *w, ncurep_error *error)
{
    ncurep_error e;
    if (w == NULL) {
        (void)ncurep_i_fail(&e, NCUREP_ARGUMENT, 0, "no writer to finish");
        return ncurep_i_give(error, &e);
    }
    if (ncurep_write_block(w) == NCUREP_OK) (void)ncurep_i_write_start(w, ncurep_i_view("\010\007", 2));
    return ncurep_i_give(error, &w->error);
}

NCUREP_API void ncurep_writer_close(ncurep_writer *w)
{
    if (w != NULL) {
        ncurep_i_arena arena = w->arena;
        ncurep_i_arena_close(&arena);
    }
}

NCUREP_I_DEFINE_MEMORY_USED(writer)

/* The map of a report's strings, made on first use. */
static ncurep_i_map *ncurep_i_map_of(ncurep_writer *w, const ncurep_report *report)
{
    ncurep_i_map *m;
    ncurep_info info;
    uint32_t i;
    for (m = w->maps; m != NULL; m = m->next)
        if (m->report == report) return m;
    ncurep_report_info(report, &info);
    m = (ncurep_i_map *)ncurep_i_alloc(&w->arena, 1, sizeof *m);
    if (m != NULL) {
        ncurep_i_zero(m, sizeof *m);
        m->report = report;
        m->count = info.strings;
        m->id = (uint32_t *)ncurep_i_alloc(&w->arena, info.strings, sizeof *m->id);
    }
    if (m == NULL || m->id == NULL) {
        (void)ncurep_i_write_no_memory(w);
        return NULL;
    }
    for (i = 0; i < info.strings; i++) {
        m->id[i] = NCUREP_NONE;
        NCUREP_I_PLAIN_LOOP;
    }
    m->next = w->maps;
    w->maps = m;
    return m;
}

/* New id of a string of the report; 0 on failure of the writer. */
static int ncurep_i_map_id(ncurep_writer *w, ncurep_i_map *m, uint64_t old, uint64_t *id)
{
    if (old >= m->count) {
        *id = NCUREP_NONE;
        if (m->all && m->same && old >= w->strings_n) {
            if (!ncurep_i_is_kept(w, old) && w->kept_n < NCUREP_I_KEPT) w->kept[w->kept_n++] = (uint32_t)old;
            if (ncurep_i_is_kept(w, old)) *id = old;
        }
        return 1;
    }
    if (m->id[old] == NCUREP_NONE) {
        ncurep_view text;
        (void)ncurep_string_at(m->report, (uint32_t)old, &text);
        m->id[old] = ncurep_write_string(w, text);
    }
    *id = m->id[old];
    return *id != NCUREP_NONE;
}

/* Copies a metric; *why says what is malformed in it. */
static void ncurep_i_copy_metric(ncurep_writer *w, ncurep_i_map *m, uint32_t field, const ncurep_field *metric,
                                 uint64_t at,
                                ncurep_error *why)
{
    ncurep_list list = ncurep_fields(metric->bytes, at);
    const char *start = list.ptr;
    ncurep_field f;
    uint64_t id;
    (void)ncurep_write_begin(w, field);
    while (ncurep_i_write_ready(w) && ncurep_field_next(&list, &f)) {
        if (f.number == 1 && f.wire == 0) {
            if (ncurep_i_map_id(w, m, f.value & 0xffffffffu, &id)) (void)ncurep_write_u64(w, 1, id);
        } else
            (void)ncurep_write_fields(w, ncurep_i_view(start, (size_t)(list.ptr - start)));
        start = list.ptr;
    }
    if (list.error.code != NCUREP_OK) *why = list.error;
    (void)ncurep_write_end(w);
}

/* 1, or 0 and why, when the writer failed. */
static int ncurep_i_copy_end(const ncurep_writer *w, ncurep_error *error)
{
    if (w->error.code == NCUREP_OK) return 1;
    *error = w->error;
    return 0;
}

/* Whether the writer can take a copy now. */
static int ncurep_i_copy_ready(ncurep_writer *w, ncurep_error *error)
{
    (void)ncurep_i_fail(error, NCUREP_OK, 0, "");
    if (w == NULL) return ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no writer to copy to");
    if (w->error.code == NCUREP_OK && w->depth != 0)
        (void)ncurep_i_write_fail(w, NCUREP_ARGUMENT, "a copy begins inside of an entry");
    return ncurep_i_copy_end(w, error);
}

static int ncurep_i_copy_header(ncurep_writer *w, ncurep_report *report, uint32_t block, ncurep_error *error)
{
    ncurep_block b;
    ncurep_list list;
    ncurep_field f;
    const char *start;
    if (!ncurep_i_copy_ready(w, error)) return 0;
    if (!ncurep_block_at(report, block, &b, error)) {
        if (error->code == NCUREP_OK) (void)ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no block to copy the header of");
        return 0;
    }
    list = ncurep_fields(b.header, b.at + 4);
    w->to = 0;
    w->always = 0;
    for (start = list.ptr; ncurep_field_next(&list, &f); start = list.ptr) {
        if (ncurep_i_own_field(&f)) w->always |= 1u << f.number;
        else if (!ncurep_i_bytes_add(w, &w->part[0], start, (size_t)(list.ptr - start)))
            break;
    }
    return ncurep_i_copy_end(w, error);
}

static int ncurep_i_copy_source(ncurep_writer *w, ncurep_report *report, uint32_t source, ncurep_error *error)
{
    ncurep_source s;
    if (!ncurep_i_copy_ready(w, error)) return 0;
    if (!ncurep_source_at(report, source, &s, error)) {
        if (error->code == NCUREP_OK) (void)ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no such source");
        return 0;
    }
    (void)ncurep_write_entry(w, NCUREP_ROOT_SOURCE);
    (void)ncurep_write_fields(w, s.bytes);
    (void)ncurep_write_end(w);
    return ncurep_i_copy_end(w, error);
}

static int ncurep_i_copy_result(ncurep_writer *w, ncurep_report *report, uint32_t result, ncurep_error *error)
{
    const ncurep_root roots[4] = {NCUREP_ROOT_KERNEL, NCUREP_ROOT_RANGE, NCUREP_ROOT_CMDLIST, NCUREP_ROOT_GRAPH};
    ncurep_result *r;
    ncurep_list list;
    ncurep_field f;
    ncurep_i_map *m;
    ncurep_error why;
    const char *start, *from;
    ncurep_root root;
    size_t len;
    if (!ncurep_i_copy_ready(w, error)) return 0;
    r = &w->result;
    if (!ncurep_result_at(report, result, r, error)) {
        if (error->code == NCUREP_OK) (void)ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no such result");
        return 0;
    }
    root = roots[r->kind];
    len = w->part[1].len;
    m = ncurep_i_map_of(w, report);
    (void)ncurep_write_entry(w, root);
    list = ncurep_fields(r->bytes, r->at);
    start = from = list.ptr; /* what lies between is copied verbatim */
    why.code = NCUREP_OK;
    while (why.code == NCUREP_OK && ncurep_i_write_ready(w) && ncurep_field_next(&list, &f)) {
        if (f.number == ncurep_i_metrics_field(root) && f.wire == 2) {
            (void)ncurep_write_fields(w, ncurep_i_view(from, (size_t)(start - from)));
            ncurep_i_copy_metric(w, m, f.number, &f, r->at + (uint64_t)(f.bytes.ptr - r->bytes.ptr), &why);
            from = list.ptr;
        }
        start = list.ptr;
    }
    (void)ncurep_write_fields(w, ncurep_i_view(from, (size_t)(start - from)));
    (void)ncurep_write_end(w);
    if (!ncurep_i_copy_end(w, error)) return 0;
    if (why.code == NCUREP_OK) return 1;
    w->part[1].len = len; /* the report's fault: undo the entry */
    w->count[root - NCUREP_ROOT_SOURCE]--;
    *error = why;
    return 0;
}

static int ncurep_i_copy_block(ncurep_writer *w, ncurep_report *report, uint32_t block, ncurep_error *error)
{
    ncurep_block b, next;
    ncurep_info info;
    ncurep_i_map *m;
    uint32_t i, sources, results;
    uint64_t id;
    if (!ncurep_i_copy_ready(w, error)) return 0;
    if (!ncurep_block_at(report, block, &b, error)) {
        if (error->code == NCUREP_OK) (void)ncurep_i_fail(error, NCUREP_ARGUMENT, 0, "no block to copy");
        return 0;
    }
    ncurep_report_info(report, &info);
    sources = info.sources;
    results = info.results;
    if (block + 1 < info.blocks) {
        if (!ncurep_block_at(report, block + 1, &next, error)) return 0;
        sources = next.first_source;
        results = next.first_result;
    }
    if (w->part[0].len > 0 || w->part[1].len > 0) (void)ncurep_write_block(w);
    if (ncurep_i_write_ready(w)) (void)ncurep_i_write_start(w, info.header);
    if (!ncurep_i_copy_end(w, error)) return 0;
    m = ncurep_i_map_of(w, report);
    if (m == NULL) return ncurep_i_copy_end(w, error);
    if (!m->all) {
        m->same = 1;
        for (i = 0; i < m->count; i++) {
            if (!ncurep_i_map_id(w, m, i, &id)) return ncurep_i_copy_end(w, error);
            if (id != i) m->same = 0;
        }
        m->all = 1;
    }
    if (ncurep_i_copy_header(w, report, block, error)) {
        for (i = b.first_source; i < sources && ncurep_i_copy_source(w, report, i, error); i++) {}
        if (i == sources) {
            for (i = b.first_result; i < results && ncurep_i_copy_result(w, report, i, error); i++) {}
            if (i == results) {
                const char *rest = "";
                if (b.rest_size > 0) {
                    rest = ncurep_i_load(report, NCUREP_I_RESULT_SLOT, b.rest_at, b.rest_size, error);
                    if (rest != NULL) (void)ncurep_i_bytes_add(w, &w->part[1], rest, b.rest_size);
                }
                if (rest != NULL) {
                    if (ncurep_i_write_ready(w)) (void)ncurep_i_write_block(w, b.strings);
                    return ncurep_i_copy_end(w, error);
                }
            }
        }
    }
    if (w->error.code == NCUREP_OK) ncurep_i_block_reset(w); /* the report's fault: undo the block */
    return 0;
}

#define NCUREP_I_COPY(what) \
    NCUREP_API ncurep_code ncurep_copy_##what(ncurep_writer *w, ncurep_report *report, uint32_t what, \
                                              ncurep_error *error) \
    { \
        ncurep_error e; \
        (void)ncurep_i_copy_##what(w, report, what, &e); \
        return ncurep_i_give(error, &e); \
    }
NCUREP_I_COPY(header)
NCUREP_I_COPY(source)
NCUREP_I_COPY(result)
NCUREP_I_COPY(block)
#undef NCUREP_I_COPY
#undef NCUREP_I_WRITE_DEPTH
#undef NCUREP_I_KEPT
#endif /* NCUREP_NO_WRITE */

#ifdef NCUREP_POSIX
/* ---- POSIX ------------------------------------------------------------------------------------------------------- */

static size_t ncurep_i_pread(uint64_t offset, void *to, size_t size, ncurep_reply *reply, void *user)
{
    const size_t most = (size_t)1 << 30;
    ssize_t n;
    (void)reply; /* it is FAILED */
    do n = pread((int)(intptr_t)user, to, size < most ? size : most, (off_t)offset);
    while (n < 0 && errno == EINTR);
    return n > 0 ? (size_t)n : 0;
}

NCUREP_API ncurep_code ncurep_posix_open(ncurep_posix *posix, const char *path, ncurep_input *out, ncurep_error *error)
{
    struct stat st;
    ncurep_error e;
    int fd = -1;
    ncurep_i_fine(&e);
    if (posix != NULL) posix->is_open = 0;
    if (out != NULL) ncurep_i_zero(out, sizeof *out);
    if (posix == NULL || path == NULL || out == NULL)
        (void)ncurep_i_fail(&e, NCUREP_ARGUMENT, 0, "no path, or no room for the file");
    else {
        do fd = open(path, O_RDONLY | O_CLOEXEC);
        while (fd < 0 && errno == EINTR);
        if (fd < 0) (void)ncurep_i_fail(&e, NCUREP_IO, 0, "the file cannot be opened");
        else if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
            (void)close(fd);
            (void)ncurep_i_fail(&e, NCUREP_IO, 0, "not a regular file");
        }
    }
    if (e.code == NCUREP_OK) {
        posix->is_open = 1;
        posix->file = fd;
        out->read_fn = ncurep_i_pread;
        out->user = (void *)(intptr_t)fd;
        out->size = (uint64_t)st.st_size;
    }
    return ncurep_i_give(error, &e);
}

NCUREP_API void ncurep_posix_close(ncurep_posix *posix)
{
    if (posix == NULL || !posix->is_open) return;
    (void)close(posix->file);
    posix->is_open = 0;
}
#endif

#ifdef __cplusplus
}
#endif

#undef NCUREP_I_PLAIN_LOOP
#undef NCUREP_I_WORD
#undef NCUREP_I_DEFINE_NAME
#undef NCUREP_I_DEFINE_MEMORY_USED
#undef NCUREP_I_GROUPS
#undef NCUREP_I_SKIP
#undef NCUREP_I_NEST
#undef NCUREP_I_CHUNK
#undef NCUREP_I_PROBLEMS
#undef NCUREP_I_NOTED
#undef NCUREP_I_AT
#undef NCUREP_I_AT_ONCE

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif /* NCUREP_IMPLEMENTATION */

/* Last changes
   v1.0.0  the interface stays; ids without a string stay so in copies, cut operands of line tables are told
   v0.1.0  first version

This software is available under three licences. Choose whichever you prefer.

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

------------------------------------------------------------------------------
ALTERNATIVE C - MIT

Copyright (c) 2026 the authors of ncurep.h

The text of A with, after "do so", "subject to the following conditions: The
above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software."
*/
