/* drmfdinfo.h - v1.0.0 - DRM client usage stats from /proc/PID/fdinfo - no warranty - SPDX: MIT-0 OR MIT OR Unlicense

Do this in one C file:
    #define DRMFD_IMPLEMENTATION
    #include "drmfdinfo.h"
and include it plainly everywhere else.

A whole program: how busy each client keeps the engines of each GPU, over one second.

    #define _POSIX_C_SOURCE 200809L
    #define DRMFD_POSIX
    #define DRMFD_IMPLEMENTATION
    #include "drmfdinfo.h"
    #include <stdio.h>
    int main(void)
    {
        drmfd_posix proc;
        drmfd_system calls;
        drmfd_tracker *tracker = drmfd_tracker_open(NULL, NULL);
        drmfd_scanner *scanner;
        const drmfd_sweep *sweep;
        struct timespec second = {1, 0};
        uint32_t i, k;
        drmfd_posix_open(&proc, "/proc", &calls, NULL);
        scanner = drmfd_scanner_open(&calls, NULL, NULL);
        drmfd_scan(scanner, tracker, NULL, NULL);
        nanosleep(&second, NULL);
        sweep = drmfd_scan(scanner, tracker, NULL, NULL);
        for (i = 0; sweep != NULL && i < sweep->client_count; i++)
            for (k = 0; k < sweep->clients[i].engine_count; k++)
                if (sweep->clients[i].engines[k].best != NULL)
                    printf("%llu %.*s %.1f %%\n", (unsigned long long)sweep->clients[i].owner,
                           (int)sweep->clients[i].engines[k].name.len, sweep->clients[i].engines[k].name.ptr,
                           sweep->clients[i].engines[k].best->percent);
        drmfd_scanner_close(scanner);
        drmfd_tracker_close(tracker);
        drmfd_posix_close(&proc);
        return 0;
    }

PROMISES, each tested
    P1  No read outside the input.
    P2  No write outside the library's own memory and what the caller passes in.
    P3  Every view lies in the input or in the memory of the object that gave it.
    P4  Time is linear in input plus output, n log n where a comment says so.
    P5  Memory stays within max_memory. Lines, snapshots and figures allocate nothing.
    P6  At most 2 KiB of C stack below a public call, callbacks not counted. No recursion.
    P7  The same input gives the same result on every machine.
    P8  A failed call changes nothing visible.
    P9  No other effect: no locale, environment, signals or globals; files only in the POSIX part.

TRUST
    INPUT                                   may be hostile
    fdinfo texts, their size and number     yes
    pids, fds, device numbers, times        yes: any value
    options, arrays, buffers, callbacks     no: they are yours

OWNERSHIP   A snapshot points into the text and the caller's arrays. A sweep belongs to its tracker and is valid until
            the next drmfd_tracker_sweep or drmfd_scan, or the close.
THREADS     No shared state: different objects in different threads are fine, one object in one thread at a time.
ERRORS      Mistakes in a text are counted in the snapshot and stop nothing. Calls that can fail say how.
NULL        Every function accepts NULL for every pointer: it does nothing and returns the neutral value.
LIMITS      See the options. 0 is always the default named there.

NOT SUPPORTED
    Work that the kernel charges to no client (clearing pages, compute through /dev/kfd): it is in no fdinfo.
    The meaning of driver keys (v3d-jobs-bin, amd-evicted-vram): drmfd_line_find returns them as they are.

MACROS, all optional; define them identically everywhere the header is included
    DRMFD_IMPLEMENTATION   compile the bodies here
    DRMFD_STATIC           make everything static
    DRMFD_API              linkage of the functions; default extern
    DRMFD_NO_LIBC          call nothing of libc: slower, and memory must be given (clang -O0 still calls memcpy for a
                           struct assignment)
    DRMFD_ASSERT(e)        internal checks; default nothing
    DRMFD_POSIX            add drmfd_posix_*; needs POSIX.1-2008, and libc even with DRMFD_NO_LIBC

PARTS that can be left out                           bytes of code, gcc -Os
    (everything)                                     36165
    DRMFD_NO_SCANNER    without finding the files; implies no POSIX part    30013
    DRMFD_NO_TRACKER    without clients and sums; implies DRMFD_NO_SCANNER  15052
    DRMFD_NO_MEASURE    without figures; implies DRMFD_NO_TRACKER           12311
    (all of them left out)                           12311

SOURCES
    [doc]   Documentation/gpu/drm-usage-stats.rst in the Linux kernel
    [src]   drivers/gpu/drm/drm_file.c and the drivers beside it
    [ours]  our decision where both are silent */

#ifndef DRMFDINFO_H
#define DRMFDINFO_H

#define DRMFD_VERSION_MAJOR 1
#define DRMFD_VERSION_MINOR 0
#define DRMFD_VERSION_PATCH 0
#define DRMFD_VERSION "1.0.0"

#if defined(DRMFD_NO_MEASURE) && !defined(DRMFD_NO_TRACKER)
#define DRMFD_NO_TRACKER
#endif
#if defined(DRMFD_NO_TRACKER) && !defined(DRMFD_NO_SCANNER)
#define DRMFD_NO_SCANNER
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ==== interface =================================================================================================== */

/* ---- Basics ------------------------------------------------------------------------------------------------------ */

/* shared: api */
#ifndef DRMFD_API
#if defined(DRMFD_STATIC) && (defined(__GNUC__) || defined(__clang__))
#define DRMFD_API static __attribute__((unused))
#elif defined(DRMFD_STATIC)
#define DRMFD_API static
#else
#define DRMFD_API extern
#endif
#endif
/* end of shared */

/* shared: types */
/* A piece of text: a pointer and a length, no terminator. ptr is never NULL in a view that this header gives out. */
typedef struct drmfd_view {
    const char *ptr;
    size_t len;
} drmfd_view;

/* Each enum is one list of rows: enumerator, the word that its _name function gives, and what else belongs to it. */
#define DRMFD_I_ENUMERATOR(name, word) name,
#define DRMFD_I_NUMBERED(name, word, number) name = number,

/* What went wrong. The same order in all headers of the family. */
#define DRMFD_CODES(ROW) \
    ROW(DRMFD_OK, "ok") \
    ROW(DRMFD_ARGUMENT, "argument")       /* the call is wrong: NULL where none may be, an option out of range */ \
    ROW(DRMFD_MEMORY, "memory")           /* the allocator or the buffer is exhausted */ \
    ROW(DRMFD_IO, "io")                   /* a callback failed */ \
    ROW(DRMFD_TRUNCATED, "truncated")     /* the input ends too early; what is there is fine */ \
    ROW(DRMFD_SYNTAX, "syntax")           /* the input is wrong */ \
    ROW(DRMFD_LIMIT, "limit")             /* a limit of the options was reached */ \
    ROW(DRMFD_UNSUPPORTED, "unsupported") /* well formed, but of a kind or version that this header does not read */
typedef enum drmfd_code { DRMFD_CODES(DRMFD_I_ENUMERATOR) DRMFD_CODE_COUNT } drmfd_code;

/* A code, the byte offset in the input where it happened, and a constant English sentence without a line feed. A call
   that succeeds sets DRMFD_OK, 0 and "". */
typedef struct drmfd_error {
    drmfd_code code;
    uint64_t offset;
    const char *message;
} drmfd_error;
/* end of shared */

/* shared: memory */
/* Where memory comes from. alloc_fn returns NULL when it has none, memory of any alignment otherwise; free_fn gets the
   size that was asked for. Both NULL: no allocator. Called only on the calling thread, never concurrently. */
typedef struct drmfd_allocator {
    void *(*alloc_fn)(size_t size, void *user);
    void (*free_fn)(void *ptr, size_t size, void *user);
    void *user;
} drmfd_allocator;

/* A buffer alone: no heap. A buffer and an allocator: the buffer first. Neither: malloc and free (with DRMFD_NO_LIBC
   DRMFD_ARGUMENT). All zero is a good default. The buffer must outlive what is made in it. */
typedef struct drmfd_memory {
    void *buffer;
    size_t buffer_size;
    drmfd_allocator allocator;
    size_t max_memory; /* most bytes to hold from the allocator at once; 0: 64 MiB */
} drmfd_memory;
/* end of shared */

/* A view of a NUL-terminated string; the empty view for NULL. The string must outlive the view. */
DRMFD_API drmfd_view drmfd_text(const char *string);

/* The stable name of a code, such as "memory"; "?" for an invalid value. Never NULL. */
DRMFD_API const char *drmfd_code_name(drmfd_code code);

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

/* How to read a text: bits. CUT: the text may end anywhere, and a last line without a line feed is dropped as
   incomplete. OLD_AMDGPU: drmfd_parse takes a text that amdgpu printed in Linux 5.14 to 5.18 for a client. */
#define DRMFD_READS(ROW) \
    ROW(DRMFD_READ_CUT, "cut", 1) \
    ROW(DRMFD_READ_OLD_AMDGPU, "old-amdgpu", 2)
typedef enum drmfd_read { DRMFD_READS(DRMFD_I_NUMBERED) DRMFD_READ_COUNT = 2 } drmfd_read;

/* The stable name of a bit, such as "cut"; "?" for none or several. Never NULL. */
DRMFD_API const char *drmfd_read_name(drmfd_read flag);

/* What a line is. The longest reserved prefix [doc] that fits wins, so no engine can be called "capacity-x". */
#define DRMFD_KEYS(ROW) \
    ROW(DRMFD_KEY_EMPTY, "empty") \
    ROW(DRMFD_KEY_BAD, "bad")         /* no colon, no key, whitespace in it, a NUL, or a prefix without a name */ \
    ROW(DRMFD_KEY_GENERIC, "generic") /* pos, flags, mnt_id, ino: printed for every file */ \
    ROW(DRMFD_KEY_RAW, "raw")         /* a driver's own, drm-curfreq-NAME, or a line of another kind of file */ \
    ROW(DRMFD_KEY_UNKNOWN, "unknown") /* any other key that begins with drm- */ \
    ROW(DRMFD_KEY_DRIVER, "driver")   /* drm-driver */ \
    ROW(DRMFD_KEY_CLIENT_ID, "client-id")       /* drm-client-id */ \
    ROW(DRMFD_KEY_CLIENT_NAME, "client-name")   /* drm-client-name */ \
    ROW(DRMFD_KEY_PDEV, "pdev")                 /* drm-pdev, a PCI address */ \
    ROW(DRMFD_KEY_ENGINE, "engine")             /* drm-engine-NAME, ns */ \
    ROW(DRMFD_KEY_CAPACITY, "engine-capacity")  /* drm-engine-capacity-NAME */ \
    ROW(DRMFD_KEY_CYCLES, "cycles")             /* drm-cycles-NAME */ \
    ROW(DRMFD_KEY_TOTAL_CYCLES, "total-cycles") /* drm-total-cycles-NAME */ \
    ROW(DRMFD_KEY_MAXFREQ, "maxfreq")           /* drm-maxfreq-NAME, Hz */ \
    ROW(DRMFD_KEY_TOTAL, "total")               /* drm-total-REGION, bytes, as all that follow */ \
    ROW(DRMFD_KEY_SHARED, "shared")             /* drm-shared-REGION */ \
    ROW(DRMFD_KEY_RESIDENT, "resident")         /* drm-resident-REGION */ \
    ROW(DRMFD_KEY_MEMORY, "memory")             /* drm-memory-REGION: deprecated, amdgpu only */ \
    ROW(DRMFD_KEY_PURGEABLE, "purgeable")       /* drm-purgeable-REGION */ \
    ROW(DRMFD_KEY_ACTIVE, "active")             /* drm-active-REGION */
typedef enum drmfd_key { DRMFD_KEYS(DRMFD_I_ENUMERATOR) DRMFD_KEY_COUNT } drmfd_key;

/* One line. Views point into the text. A number is decimal digits, then whitespace and a unit or nothing: ns for
   engines; Hz, KHz, kHz or MHz for maxfreq; KiB, MiB or GiB for memory; none for the others [doc]. A number with a
   sign, another unit, more words, or that does not fit 64 bits once multiplied is not usable [ours]. */
typedef struct drmfd_line {
    drmfd_key what;
    int usable;       /* the value of a known key makes sense; else number is 0 */
    drmfd_view key;   /* up to the first colon; the whole line when bad */
    drmfd_view name;  /* of the engine or region: everything after the prefix */
    drmfd_view value; /* without whitespace around it */
    drmfd_view unit;  /* the word after a number */
    uint64_t number;  /* in ns, Hz, bytes, or as it is */
    uint64_t offset;  /* of the line in the text */
} drmfd_line;

/* A reader over a text. */
typedef struct drmfd_reader {
    const char *text;  /* all of it */
    const char *at;    /* the next byte to be read */
    const char *end;
    unsigned flags;    /* DRMFD_READ_... */
    drmfd_error error; /* DRMFD_TRUNCATED when an incomplete line was dropped */
} drmfd_reader;

/* Begins to read a text, which must outlive the reader and what it returns. flags: DRMFD_READ_... or 0. */
DRMFD_API void drmfd_reader_begin(drmfd_reader *reader, const void *data, size_t size, unsigned flags);

/* The next line: 1, or 0 at the end. A malformed line is DRMFD_KEY_BAD or not usable. Cost: linear in the line. */
DRMFD_API int drmfd_reader_next(drmfd_reader *reader, drmfd_line *line);

/* The first line with this key in a text: 1, or 0 and an empty line. Here the value of a driver's own key, of
   drm-curfreq-NAME and of an unknown one is a number, too, if it is digits alone or with one of the units above. Cost:
   linear in the text. */
DRMFD_API int drmfd_line_find(const void *data, size_t size, unsigned flags, drmfd_view key, drmfd_line *line);

/* The stable name of a key, such as "total-cycles"; "?" for an invalid value. Never NULL. */
DRMFD_API const char *drmfd_key_name(drmfd_key key);

/* ---- Snapshots --------------------------------------------------------------------------------------------------- */

/* How drmfd_parse finds a name again. Leave it alone. */
typedef struct drmfd_name_state {
    uint32_t to[2];
    uint64_t bit;
} drmfd_name_state;

/* Values, a row each: the flag that says that it was printed (one that was not is not 0), its word, the flag's bit, and
   the member. */
#define DRMFD_I_FLAG(name, word, flag, member) name = flag,
#define DRMFD_I_MEMBER(name, word, flag, member) uint64_t member;

/* Of an engine. */
#define DRMFD_ENGINE_MEMBERS(ROW) \
    ROW(DRMFD_ENGINE_HAS_NS, "ns", 1, ns)                   /* busy time */ \
    ROW(DRMFD_ENGINE_HAS_CAPACITY, "capacity", 2, capacity) /* engines of this name; 1 where the text has none */ \
    ROW(DRMFD_ENGINE_HAS_CYCLES, "cycles", 4, cycles)       /* busy cycles */ \
    ROW(DRMFD_ENGINE_HAS_TOTAL_CYCLES, "total_cycles", 8, total_cycles) /* the clock that cycles are counted in */ \
    ROW(DRMFD_ENGINE_HAS_MAXFREQ, "maxfreq", 16, maxfreq)   /* highest clock, Hz */ \
    ROW(DRMFD_ENGINE_HAS_LOAD, "load", 32, load) /* hundredths of a percent, over a time that the kernel chose */
typedef enum drmfd_engine_has {
    DRMFD_ENGINE_MEMBERS(DRMFD_I_FLAG)
    DRMFD_ENGINE_HAS_ZERO_CAPACITY = 64, /* the last capacity printed was 0, which counts as 1 [ours] */
    DRMFD_ENGINE_HAS_COUNT = 7
} drmfd_engine_has;

/* One kind of engine of a device, such as "render". */
typedef struct drmfd_engine {
    drmfd_view name;
    unsigned has; /* DRMFD_ENGINE_HAS_... */
    DRMFD_ENGINE_MEMBERS(DRMFD_I_MEMBER)
    drmfd_name_state i_state;
} drmfd_engine;

/* Of a region, in bytes. */
#define DRMFD_REGION_MEMBERS(ROW) \
    ROW(DRMFD_REGION_HAS_TOTAL, "total", 1, total)          /* requested: shared or not, backed or not */ \
    ROW(DRMFD_REGION_HAS_SHARED, "shared", 2, shared)       /* of total: held by another file too */ \
    ROW(DRMFD_REGION_HAS_RESIDENT, "resident", 4, resident) /* backed by pages now; memory if that is all */ \
    ROW(DRMFD_REGION_HAS_MEMORY, "memory", 8, memory)       /* drm-memory-REGION */ \
    ROW(DRMFD_REGION_HAS_PURGEABLE, "purgeable", 16, purgeable) /* of resident: may be dropped */ \
    ROW(DRMFD_REGION_HAS_ACTIVE, "active", 32, active)      /* of resident: in use by an engine */
typedef enum drmfd_region_has {
    DRMFD_REGION_MEMBERS(DRMFD_I_FLAG)
    DRMFD_REGION_HAS_UNSHARED = 64, /* in sums only */
    DRMFD_REGION_HAS_COUNT = 7
} drmfd_region_has;

/* Where a region lies, as far as its name says [src]. */
#define DRMFD_CLASSES(ROW) \
    ROW(DRMFD_CLASS_UNKNOWN, "unknown") \
    ROW(DRMFD_CLASS_DEVICE, "device")   /* vram, local and what begins so */ \
    ROW(DRMFD_CLASS_SYSTEM, "system")   /* gtt, cpu, memory; system and what begins so */ \
    ROW(DRMFD_CLASS_SPECIAL, "special") /* gds, gws, oa, doorbell, mmioremap; stolen, as above */
typedef enum drmfd_class { DRMFD_CLASSES(DRMFD_I_ENUMERATOR) DRMFD_CLASS_COUNT } drmfd_class;

/* Memory of one kind, such as "vram". */
typedef struct drmfd_region {
    drmfd_view name;
    unsigned has; /* DRMFD_REGION_HAS_... */
    drmfd_class where;
    DRMFD_REGION_MEMBERS(DRMFD_I_MEMBER)
    drmfd_name_state i_state;
} drmfd_region;

/* Lines by kind. A line is in at most one count besides lines. */
typedef struct drmfd_counts {
    uint64_t lines;      /* all, also empty ones */
    uint64_t generic;
    uint64_t bad_lines;
    uint64_t bad_values; /* a known key whose value is not usable */
    uint64_t unknown;    /* DRMFD_KEY_UNKNOWN */
    uint64_t duplicates; /* a usable value for a key that already had one */
    uint64_t dropped;    /* no room for the engine or region; room plus this is enough */
} drmfd_counts;

/* What a text is. */
#define DRMFD_RESULTS(ROW) \
    ROW(DRMFD_RESULT_NOT_DRM, "not-drm") /* no usable drm-driver: some other kind of file, or an unplugged device */ \
    ROW(DRMFD_RESULT_EMPTY, "empty")     /* a DRM client whose driver prints no engine and no region */ \
    ROW(DRMFD_RESULT_CLIENT, "client")
typedef enum drmfd_result { DRMFD_RESULTS(DRMFD_I_ENUMERATOR) DRMFD_RESULT_COUNT } drmfd_result;

typedef struct drmfd_snapshot_state {
    uint32_t engine_root, region_root;
} drmfd_snapshot_state;

/* A whole text. The caller sets engines, engine_room, regions and region_room; the rest is output. An array may be
   NULL where its room is 0. */
typedef struct drmfd_snapshot {
    drmfd_engine *engines; /* in the order of their first usable values */
    uint32_t engine_room, engine_count;
    drmfd_region *regions;
    uint32_t region_room, region_count;
    drmfd_result result;
    int cut;                /* an incomplete last line was dropped */
    int has_client_id;
    uint64_t client_id;
    drmfd_view driver;      /* empty: not printed; a constant with DRMFD_READ_OLD_AMDGPU */
    drmfd_view client_name; /* empty: not printed */
    drmfd_view pdev;        /* empty: not printed */
    drmfd_counts counts;
    drmfd_snapshot_state i_state;
} drmfd_snapshot;

/* Reads a text into a snapshot: DRMFD_OK or DRMFD_ARGUMENT; no text is an error. Views point into the text. If a key
   repeats, ns and cycles are added up, the last wins for memory, capacity and clocks, and the first for the identity
   [ours]. drm-resident- wins over drm-memory- whatever their order. Cost: linear in the text.
   With DRMFD_READ_OLD_AMDGPU a text without a driver that has a pdev and a pasid is one of amdgpu [src]: the pasid is
   its client id, "vram mem" the memory of vram, and gfx0, compute1 and so on add up to the load of gfx and compute. */
DRMFD_API drmfd_code drmfd_parse(drmfd_snapshot *snapshot, const void *data, size_t size, unsigned flags,
                                 drmfd_error *error);

/* The engine or region of this name: 1, or 0 and an empty one. Cost: linear in their number. */
DRMFD_API int drmfd_engine_find(const drmfd_snapshot *snapshot, drmfd_view name, drmfd_engine *engine);
DRMFD_API int drmfd_region_find(const drmfd_snapshot *snapshot, drmfd_view name, drmfd_region *region);

/* The stable name of a bit, such as "total_cycles" and "resident"; "?" for none or several. Never NULL. */
DRMFD_API const char *drmfd_engine_has_name(drmfd_engine_has flag);
DRMFD_API const char *drmfd_region_has_name(drmfd_region_has flag);

/* Stable names, such as "device" and "not-drm"; "?" for an invalid value. Never NULL. */
DRMFD_API const char *drmfd_class_name(drmfd_class where);
DRMFD_API const char *drmfd_result_name(drmfd_result result);

#ifndef DRMFD_NO_MEASURE
/* ---- Figures ----------------------------------------------------------------------------------------------------- */

/* Why there is no figure. "No figure" is not 0 %. */
#define DRMFD_WHYS(ROW) \
    ROW(DRMFD_WHY_FIGURE, "figure", "there is a figure") \
    ROW(DRMFD_WHY_ABSENT, "absent", "the driver does not print it") \
    ROW(DRMFD_WHY_FIRST, "first", "no earlier sample to compare with") \
    ROW(DRMFD_WHY_RESET, "reset", "the engine's clock was restarted") /* total-cycles stepped back */ \
    ROW(DRMFD_WHY_STALLED, "stalled", "the engine's clock did not move") /* although cycles did */ \
    ROW(DRMFD_WHY_SUPERSEDED, "superseded", "the engine's own clock is used instead") /* it wins over maxfreq */ \
    ROW(DRMFD_WHY_NO_CLOCK, "no-clock", "the driver prints 0 as the highest clock") \
    ROW(DRMFD_WHY_NO_TIME, "no-time", "no time passed since the last sample") /* or it went back */
#define DRMFD_I_WHY(name, word, text) name,
typedef enum drmfd_why { DRMFD_WHYS(DRMFD_I_WHY) DRMFD_WHY_COUNT } drmfd_why;
#undef DRMFD_I_WHY

/* A share of the time or of the clock: exact integers, and their quotient. With the capacity and maxfreq of the engine,
   busy and cycle share are growth / (span x capacity), speed share is growth x 10^9 / (maxfreq x span x capacity)
   [doc]. An engine that has a load and no ns is busy by load / 10000, from the first sample on. */
typedef struct drmfd_figure {
    drmfd_why why;
    uint64_t growth; /* ns or cycles; the load */
    uint64_t span;   /* ns of wall time, or total-cycles; 10000 */
    double raw;      /* percent; may be above 100 */
    double percent;  /* at most 100 */
} drmfd_figure;

/* What one engine of a client did. */
typedef struct drmfd_usage {
    drmfd_view name;
    const drmfd_engine *engine; /* of the sample; NULL: seen earlier, but not in this sample */
    drmfd_figure busy;          /* engine ns over wall time */
    drmfd_figure share;         /* cycles over total-cycles */
    drmfd_figure speed;         /* cycles over maxfreq and wall time */
    const drmfd_figure *best;   /* the first of the three that is a figure, else NULL */
} drmfd_usage;

typedef struct drmfd_meter_state {
    char *buffer;
    size_t size, name_bytes;
    uint32_t kept_count, root;
    int started;
} drmfd_meter_state;

/* Compares the samples of one client. The caller zeroes it, sets buffer and buffer_size, and leaves both alone from
   then on. The rest is output. */
typedef struct drmfd_meter {
    void *buffer;
    size_t buffer_size;
    const drmfd_usage *usage; /* the engines of the sample in its order, then those seen earlier */
    uint32_t usage_count;
    int64_t time;             /* the largest time of its samples */
    uint64_t dropped;         /* engines without a name or without room in the buffer, over all samples */
    drmfd_meter_state i_state;
} drmfd_meter;

/* Size of a buffer for this many engines with names of up to 32 bytes. */
#ifdef __cplusplus
#define DRMFD_METER_BYTES(engines) (static_cast<size_t>(engines) * 384 + 16)
#else
#define DRMFD_METER_BYTES(engines) ((size_t)(engines) * 384 + 16)
#endif

/* Works out the figures of a sample that was read at time now, in ns of any clock that only goes forward: DRMFD_OK or
   DRMFD_ARGUMENT. Take the time when this very file was read, not that of the whole sweep. All samples must be of one
   client: same driver, pdev and client id. usage points into the buffer, and with engine into the snapshot. Counters
   that step back count as standing still until they have caught up [doc]. An engine that appears later was at 0 before,
   except for panfrost and panthor, which count unseen while profiling is off: its first value gives no figure [ours].
   Cost: linear in the engines. */
DRMFD_API drmfd_code drmfd_measure(drmfd_meter *meter, const drmfd_snapshot *snapshot, int64_t now, drmfd_error *error);

/* The stable name of a reason, such as "first", and a phrase for people; "?" for an invalid value. Never NULL. */
DRMFD_API const char *drmfd_why_name(drmfd_why why);
DRMFD_API const char *drmfd_why_text(drmfd_why why);
#endif /* DRMFD_NO_MEASURE */

#ifndef DRMFD_NO_TRACKER
/* ---- Tracker ----------------------------------------------------------------------------------------------------- */

/* Follows all clients from sweep to sweep and counts each once. */
typedef struct drmfd_tracker drmfd_tracker;

typedef struct drmfd_tracker_options {
    drmfd_memory memory;   /* one half is for this sweep, the other for the last one */
    uint32_t engine_room;  /* engines in one text; 0: 64. More are dropped and counted */
    uint32_t region_room;  /* regions in one text; 0: 64 */
    uint32_t forget_after; /* a client may be missing for this many sweeps before its history is dropped; 0: 64 */
    int rising_ids;        /* ids of clients come from one counter that only rises, for all devices (Linux 6.5 and
                              later, one boot) [src]: a client whose id is above all those of the last full sweep was
                              opened since, so its first value counts from 0 and from then. A sweep of drmfd_scan is
                              full if the scan looked at every fd, any other always. A client that another process hid
                              until now counts with all it did. A share of an engine's own clock needs two samples
                              as ever */
} drmfd_tracker_options;

/* The text of one file descriptor. */
typedef struct drmfd_sample {
    int64_t time;    /* when it was read, ns */
    uint64_t pid, fd;
    uint64_t device; /* the same for all nodes of one device; distinguishes devices without a pdev; 0: unknown */
    const void *data;
    size_t size;
    unsigned flags;  /* DRMFD_READ_... or 0 */
} drmfd_sample;

/* One client: one open of a DRM device, however many fds and processes hold it. */
typedef struct drmfd_client {
    drmfd_view driver;
    drmfd_view pdev;        /* empty: not a PCI device */
    drmfd_view client_name; /* empty: none */
    uint64_t client_id;
    int has_client_id;      /* 0: this is one fd of one process */
    int is_new;             /* in this sweep for the first time */
    uint64_t device;        /* as in its first sample */
    uint64_t owner;         /* pid of its first sample; pids may hold a better one: service managers keep copies */
    const uint64_t *pids;
    uint32_t pid_count;
    uint32_t files;         /* samples of it in this sweep */
    uint32_t device_index;  /* in the devices of the sweep */
    int64_t time;           /* of its last sample */
    drmfd_view text;        /* its last sample: drmfd_line_find finds driver keys and drm-curfreq- in it */
    const drmfd_usage *engines;
    uint32_t engine_count;
    const drmfd_region *regions;
    uint32_t region_count;
} drmfd_client;

/* A sum over distinct clients, clamped once at the end. clients 0: none of them has this figure. */
typedef struct drmfd_sum {
    uint32_t clients;
    double raw, percent;
} drmfd_sum;

typedef struct drmfd_engine_sum {
    drmfd_view name;
    drmfd_sum busy, share, speed;
    const drmfd_sum *best; /* the first of the three with a figure, else NULL */
} drmfd_engine_sum;

/* Sums of bytes over distinct clients. A sum that does not fit 64 bits is left out. total counts a shared buffer once
   for each client that holds it, so it is an upper bound; unshared is the sum of total minus shared. */
typedef struct drmfd_region_sum {
    drmfd_view name;
    unsigned has; /* DRMFD_REGION_HAS_... */
    drmfd_class where;
    DRMFD_REGION_MEMBERS(DRMFD_I_MEMBER)
    uint64_t unshared;
} drmfd_region_sum;

/* What the clients of one device add up to: all of them, or those that one process holds. */
typedef struct drmfd_device {
    drmfd_view name;   /* pdev, or the driver if there is none */
    drmfd_view driver; /* of the first client */
    uint64_t device;   /* of the first client */
    uint32_t clients;
    const drmfd_engine_sum *engines;
    uint32_t engine_count;
    const drmfd_region_sum *regions;
    uint32_t region_count;
} drmfd_device;

typedef struct drmfd_process {
    uint64_t pid;
    const uint32_t *clients; /* indices into the clients of the sweep */
    uint32_t client_count;
    const drmfd_device *devices; /* a client held by two processes is in both: processes do not add up to the device */
    uint32_t device_count;
} drmfd_process;

/* One pass over all files. Lists are in the order of first samples. */
typedef struct drmfd_sweep {
    const drmfd_client *clients;
    uint32_t client_count;
    const drmfd_device *devices;
    uint32_t device_count;
    const drmfd_process *processes;
    uint32_t process_count;
    uint64_t texts;      /* samples taken */
    uint64_t not_drm;    /* of these: without a usable drm-driver */
    uint64_t no_memory;  /* samples left out for lack of memory: their clients are missing or incomplete */
    uint32_t forgotten;  /* missing clients whose history was dropped early for lack of memory */
    uint32_t gone;       /* clients of the last sweep that are missing: what they did last is lost */
    uint64_t unseen;     /* with rising_ids, in a full sweep: ids given out since the one before that no sample had.
                            These clients came and went unseen, or may not be seen. Else 0 */
    drmfd_counts counts; /* summed over the samples of clients, not over those left out */
    size_t memory;       /* most bytes held from the allocator while this sweep was made */
} drmfd_sweep;

/* A tracker, or NULL: DRMFD_ARGUMENT, DRMFD_MEMORY, DRMFD_LIMIT. options may be NULL: the defaults. */
DRMFD_API drmfd_tracker *drmfd_tracker_open(const drmfd_tracker_options *options, drmfd_error *error);

/* Frees the tracker and its sweep. */
DRMFD_API void drmfd_tracker_close(drmfd_tracker *tracker);

/* Bytes held from the allocator. */
DRMFD_API size_t drmfd_tracker_memory_used(const drmfd_tracker *tracker);

/* Adds a sample to the sweep in progress: DRMFD_OK, DRMFD_ARGUMENT, DRMFD_MEMORY or DRMFD_LIMIT; after the last two the
   sample is counted in no_memory and left out. A text that is not a DRM client is counted and skipped. The text is
   not needed afterwards. Cost: linear in the text. */
DRMFD_API drmfd_code drmfd_tracker_add(drmfd_tracker *tracker, const drmfd_sample *sample, drmfd_error *error);

/* Ends the sweep and works out figures and sums. Valid until the next call or the close. When memory runs short, the
   history of missing clients goes first, then samples are left out from the end; the sweep says how many. NULL if
   not even an empty sweep fits (DRMFD_MEMORY, DRMFD_LIMIT): the last sweep stays valid and the new samples are lost.
   Cost: linear in clients, the processes that hold them, and their engines and regions. */
DRMFD_API const drmfd_sweep *drmfd_tracker_sweep(drmfd_tracker *tracker, drmfd_error *error);
#endif /* DRMFD_NO_TRACKER */

#ifndef DRMFD_NO_SCANNER
/* ---- Scanner ----------------------------------------------------------------------------------------------------- */

/* What a callback answers that is asked; any other value counts as FAILED. A callback that delivers returns how much,
   and says in *reply, which is FAILED before the call, why it gave nothing. */
#define DRMFD_REPLIES(ROW) \
    ROW(DRMFD_REPLY_NO_HANDLE, "no-handle", -5) /* no descriptor is left: the scanner closes its own and asks again */ \
    ROW(DRMFD_REPLY_GONE, "gone", -4)           /* it no longer exists */ \
    ROW(DRMFD_REPLY_FAILED, "failed", -3)       /* for a reason without a reply of its own */ \
    ROW(DRMFD_REPLY_REFUSED, "refused", -2)     /* no permission */ \
    ROW(DRMFD_REPLY_UNKNOWN, "unknown", -1)     /* it cannot be known here */ \
    ROW(DRMFD_REPLY_NO, "no", 0)                /* no; no more */ \
    ROW(DRMFD_REPLY_YES, "yes", 1)              /* yes; here it is */
typedef enum drmfd_reply { DRMFD_REPLIES(DRMFD_I_NUMBERED) DRMFD_REPLY_COUNT = 7 } drmfd_reply;

/* A word for a reply: "failed", "no-handle"; "?" for an invalid one. */
DRMFD_API const char *drmfd_reply_name(drmfd_reply reply);

/* The system as callbacks, called only on the calling thread, never concurrently. Each may answer DRMFD_REPLY_FAILED
   and the replies named with it. Whatever they answer, a scan ends: a process or fd that is named twice is read twice,
   and a look that gets too many of them fails. To replace one call of drmfd_posix_open, set its member; user
   stays the drmfd_posix, so make that the first member of a struct of your own. */
typedef struct drmfd_system {
    /* The next process: YES and its pid, NO at the end. first: start over. Not called where the options list pids. */
    drmfd_reply (*process_fn)(int first, uint64_t *pid, void *user);
    /* How many files a process has open: YES; UNKNOWN, GONE, REFUSED. NULL: unknown. A process whose count has not
       changed is not listed again until the next full look. */
    drmfd_reply (*file_count_fn)(uint64_t pid, uint64_t *count, void *user);
    /* The next fd of a process: YES, NO at the end; GONE, REFUSED, NO_HANDLE. first: start over. */
    drmfd_reply (*file_fn)(uint64_t pid, int first, uint64_t *fd, void *user);
    /* Whether an fd is a DRM or accel device, asked after file_fn returned it or when its text names another client or
       inode: YES and the number of drmfd_sample, NO; UNKNOWN: its text will say; GONE, REFUSED. NULL: always
       unknown. */
    drmfd_reply (*device_fn)(uint64_t pid, uint64_t fd, uint64_t *device, void *user);
    /* Opens the fdinfo of an fd: YES and a handle; GONE, REFUSED, NO_HANDLE. */
    drmfd_reply (*open_fn)(uint64_t pid, uint64_t fd, uint64_t *handle, void *user);
    /* Reads the text at an offset; 0 makes the kernel print it again: how many bytes, 0 with NO at the end; GONE,
       REFUSED. */
    size_t (*read_fn)(uint64_t handle, uint64_t offset, char *to, size_t room, drmfd_reply *reply, void *user);
    void (*close_fn)(uint64_t handle, void *user);
    /* ns of a clock that only goes forward. */
    int64_t (*now_fn)(void *user);
    void *user;
    uint32_t keep_open; /* handles that a scanner may keep open unless its options differ; 0: 64 */
} drmfd_system;

/* Sees every sample before the tracker gets it. */
typedef struct drmfd_observer {
    void (*sample_fn)(const drmfd_sample *sample, void *user); /* NULL: no observer */
    void *user;
} drmfd_observer;

#define DRMFD_KEEP_NONE 0xffffffffu /* keep no handle open */

/* Finds the DRM files of all processes, or of some, and feeds their texts to a tracker. */
typedef struct drmfd_scanner drmfd_scanner;

typedef struct drmfd_scanner_options {
    drmfd_memory memory;
    uint32_t keep_open;   /* handles to keep open between scans; 0: keep_open of the system */
    size_t max_text;      /* bytes of one text, the rest is cut; 0: 64 KiB */
    int64_t look_every;   /* ns between full looks at every fd; 0: 3 s; below 0: at every scan. In between, at most ten
                             times a second, only new processes and those whose count of files changed are listed */
    const uint64_t *pids; /* look only at these processes; NULL: at all. Copied */
    uint32_t pid_count;
    uint32_t max_answers; /* processes and fds that callbacks may name in one look; 0: 16,777,216 */
    unsigned flags;       /* DRMFD_READ_OLD_AMDGPU or 0 */
    drmfd_observer observer;
} drmfd_scanner_options;

/* What happened. The first six cover the last full look and everything since, the others the last scan. */
typedef struct drmfd_scan_stats {
    uint64_t processes;  /* without those that went away in the meantime */
    uint64_t refused;    /* processes that may not be looked into: their clients are missing */
    uint64_t unlisted;   /* processes that could not be listed for lack of descriptors: the same */
    uint64_t files;      /* fds seen */
    uint64_t candidates; /* fds of DRM devices */
    uint64_t vanished;   /* processes or fds that went away in the meantime */
    uint64_t texts;
    uint64_t lost;       /* known files that are gone or could not be read */
    uint64_t no_handle;  /* known files that could not be opened for lack of descriptors: their clients are missing */
    uint64_t cut;        /* texts longer than max_text */
    uint64_t no_room;    /* texts that the tracker had no memory for */
    uint32_t open;       /* handles kept open now */
    uint32_t keep_open;  /* how many may be kept; halved whenever the system runs out of descriptors */
    int looked;          /* this scan looked at every fd */
} drmfd_scan_stats;

/* A scanner, or NULL: DRMFD_ARGUMENT, DRMFD_MEMORY, DRMFD_LIMIT. system is copied. options NULL: the defaults. */
DRMFD_API drmfd_scanner *drmfd_scanner_open(const drmfd_system *system, const drmfd_scanner_options *options,
                                            drmfd_error *error);

/* Closes the handles it keeps open and frees the scanner. */
DRMFD_API void drmfd_scanner_close(drmfd_scanner *scanner);

/* Bytes held from the allocator. */
DRMFD_API size_t drmfd_scanner_memory_used(const drmfd_scanner *scanner);

/* One refresh: looks for new files, reads the text of every known one, and ends the sweep of the tracker, which it
   returns (see drmfd_tracker_sweep). Files that vanished or are refused are skipped and counted in *stats, which may
   be NULL. NULL with an error: DRMFD_ARGUMENT, DRMFD_MEMORY, DRMFD_LIMIT, or DRMFD_IO if processes cannot be listed;
   what was known stays known. Cost: one read per known file and one query per process; a full look lists every fd. */
DRMFD_API const drmfd_sweep *drmfd_scan(drmfd_scanner *scanner, drmfd_tracker *tracker, drmfd_scan_stats *stats,
                                        drmfd_error *error);

#ifdef DRMFD_POSIX
/* ---- POSIX ------------------------------------------------------------------------------------------------------- */

typedef struct drmfd_posix_state {
    int root, sys, list;
    void *processes, *files;
    uint64_t pid;
    int texts_only, counts;
} drmfd_posix_state;

/* Ready-made callbacks for Linux. It must not be moved until it is closed. */
typedef struct drmfd_posix {
    drmfd_posix_state i_state;
} drmfd_posix;

/* Opens root, "/proc" or a directory laid out the same way, and fills *system: DRMFD_OK, DRMFD_ARGUMENT or DRMFD_IO;
   then *system is empty and drmfd_posix_close does nothing. DRM files are character devices of major 226 (card and
   render nodes) or 261 (accel nodes) [src]. Where PID/fd is missing or may not be listed every PID/fdinfo/FD is read:
   for other users' processes the one takes CAP_DAC_READ_SEARCH and CAP_SYS_PTRACE, the other only the latter. A device
   is numbered by the inode of its folder in root/../sys, so that its nodes are one; 0 where that is missing, or where
   only texts may be read. A process that may not be looked into counts as refused, unless the kernel (6.2 and later)
   says that it has no file open. keep_open becomes a quarter of the soft limit of open files. */
DRMFD_API drmfd_code drmfd_posix_open(drmfd_posix *posix, const char *root, drmfd_system *system, drmfd_error *error);

DRMFD_API void drmfd_posix_close(drmfd_posix *posix);

/* Names of a device in sysfs and /dev; each is empty if it has none. */
typedef struct drmfd_node {
    char pdev[32];   /* "0000:03:00.0", or the name of a platform device */
    char card[16];   /* "card0" */
    char render[16]; /* "renderD128" */
    char accel[16];  /* "accel0" */
} drmfd_node;

/* The nodes of a device, found by its pdev or, where that is empty, by its number in samples: 1, or 0 and an empty one.
   Cost: reads three folders of sysfs. */
DRMFD_API int drmfd_posix_node_find(const drmfd_posix *posix, drmfd_view pdev, uint64_t device, drmfd_node *node);
#endif /* DRMFD_POSIX */
#endif /* DRMFD_NO_SCANNER */

/* ==== end of the interface ======================================================================================== */

#undef DRMFD_I_ENUMERATOR
#undef DRMFD_I_NUMBERED
#undef DRMFD_I_FLAG
#undef DRMFD_I_MEMBER

#ifdef __cplusplus
}
#endif
#endif /* DRMFDINFO_H */

#if defined(DRMFD_IMPLEMENTATION) && !defined(DRMFD_IMPLEMENTED)
#define DRMFD_IMPLEMENTED

#if defined(__cplusplus) && defined(__GNUC__) /* the bodies are C, casts included */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

/* ==== implementation ============================================================================================== */

/* The figures are sums and quotients of doubles that must come out the same everywhere. */
#ifdef __FAST_MATH__
#error "drmfdinfo.h does not work with -ffast-math"
#endif

#ifndef DRMFD_NO_LIBC
#include <stdlib.h>
#include <string.h>
#endif

/* ---- Basics ------------------------------------------------------------------------------------------------------ */

/* shared: bytes */
#ifndef DRMFD_ASSERT
#define DRMFD_ASSERT(e) ((void)0)
#endif

/* Keeps compilers from turning the loops below back into calls of memcpy and memset, which NO_LIBC builds lack. */
#if defined(DRMFD_NO_LIBC) && (defined(__GNUC__) || defined(__clang__))
#define DRMFD_I_PLAIN_LOOP __asm__ __volatile__("")
#else
#define DRMFD_I_PLAIN_LOOP ((void)0)
#endif

static void drmfd_i_copy(void *to, const void *from, size_t n)
{
#ifdef DRMFD_NO_LIBC
    unsigned char *t = (unsigned char *)to;
    const unsigned char *f = (const unsigned char *)from;
    for (; n > 0; n--) {
        *t++ = *f++;
        DRMFD_I_PLAIN_LOOP;
    }
#else
    if (n > 0) memcpy(to, from, n);
#endif
}

static void drmfd_i_zero(void *to, size_t n)
{
#ifdef DRMFD_NO_LIBC
    unsigned char *t = (unsigned char *)to;
    for (; n > 0; n--) {
        *t++ = 0;
        DRMFD_I_PLAIN_LOOP;
    }
#else
    if (n > 0) memset(to, 0, n);
#endif
}

static int drmfd_i_equal(const void *a, const void *b, size_t n)
{
#ifdef DRMFD_NO_LIBC
    const unsigned char *x = (const unsigned char *)a;
    const unsigned char *y = (const unsigned char *)b;
    for (; n > 0; n--) {
        if (*x++ != *y++) return 0;
        DRMFD_I_PLAIN_LOOP;
    }
    return 1;
#else
    return n == 0 || memcmp(a, b, n) == 0;
#endif
}
/* end of shared */

/* shared: find */
/* First byte c in [p, end), or end. */
static const char *drmfd_i_find(const char *p, const char *end, char c)
{
#ifdef DRMFD_NO_LIBC
    while (p < end && *p != c) {
        p++;
        DRMFD_I_PLAIN_LOOP;
    }
    return p;
#else
    const void *at = p < end ? memchr(p, (unsigned char)c, (size_t)(end - p)) : NULL;
    return at != NULL ? (const char *)at : end;
#endif
}
/* end of shared */

/* shared: code_name */
/* Words lie one after the other in one literal, each ended by a zero byte: pointers to them would be relocated. */
#define DRMFD_I_WORD(name, word) word "\0"

/* Word i, or "?". */
static const char *drmfd_i_nth_word(const char *words, unsigned i)
{
    for (; *words != '\0'; words++) {
        if (i-- == 0) return words;
        for (; *words != '\0'; words++) DRMFD_I_PLAIN_LOOP;
    }
    return "?";
}

/* Defines the function that gives the words of an enum. */
#define DRMFD_I_DEFINE_NAME(noun, ROWS) \
    DRMFD_API const char *drmfd_##noun##_name(drmfd_##noun value) \
    { \
        return drmfd_i_nth_word(ROWS(DRMFD_I_WORD), (unsigned)value); \
    }

DRMFD_I_DEFINE_NAME(code, DRMFD_CODES)
/* end of shared */

#define DRMFD_I_NUMBERED_WORD(name, word, number) word "\0"
#define DRMFD_I_MEMBER_WORD(name, word, flag, member) word "\0"

/* shared: text */
/* A view of a NUL-terminated string; the empty view for NULL. The string must outlive the view. */
DRMFD_API drmfd_view drmfd_text(const char *string)
{
    drmfd_view view;
    view.ptr = string != NULL ? string : "";
    for (view.len = 0; view.ptr[view.len] != '\0';) {
        view.len++;
        DRMFD_I_PLAIN_LOOP;
    }
    return view;
}
/* end of shared */

/* Of words for bit 0, bit 1 and so on the one for this bit, or "?". */
static const char *drmfd_i_bit_word(const char *words, unsigned flag)
{
    unsigned i = 0;
    if ((flag & (0 - flag)) != flag) return "?";
    while (flag >> i > 1) i++;
    return flag != 0 ? drmfd_i_nth_word(words, i) : "?";
}

static drmfd_code drmfd_i_fail(drmfd_error *error, drmfd_code code, const char *message)
{
    if (error != NULL) {
        error->code = code;
        error->offset = 0;
        error->message = message;
    }
    return code;
}

/* What a call that succeeds leaves in *error. */
static void drmfd_i_fine(drmfd_error *error)
{
    (void)drmfd_i_fail(error, DRMFD_OK, "");
}

static drmfd_view drmfd_i_view(const char *from, const char *to)
{
    drmfd_view v;
    v.ptr = from;
    v.len = (size_t)(to - from);
    return v;
}

static drmfd_view drmfd_i_empty(void)
{
    drmfd_view v;
    v.ptr = "";
    v.len = 0;
    return v;
}

static int drmfd_i_same(drmfd_view a, drmfd_view b)
{
    return a.len == b.len && drmfd_i_equal(a.ptr, b.ptr, a.len);
}

/* Eight bytes of text as one number, the first byte lowest on any machine. */
#define DRMFD_I_ONES (~(uint64_t)0 / 255)
#define DRMFD_I_HIGHS (DRMFD_I_ONES << 7)

static uint64_t drmfd_i_eight(const char *p)
{
#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && \
    !defined(DRMFD_NO_LIBC)
    uint64_t x;
    memcpy(&x, p, sizeof x);
    return x;
#else
    const unsigned char *u = (const unsigned char *)p;
    uint64_t x = 0;
    unsigned i;
    for (i = 8; i > 0; i--) x = x << 8 | u[i - 1];
    return x;
#endif
}

/* Marks the bytes of eight that are c with their high bits; the lowest mark is exact, those above may be wrong. */
static uint64_t drmfd_i_marks(uint64_t eight, char c)
{
    const uint64_t x = eight ^ DRMFD_I_ONES * (unsigned char)c;
    return (x - DRMFD_I_ONES) & ~x & DRMFD_I_HIGHS;
}

/* How many bytes lie before the lowest mark; there is one. */
static unsigned drmfd_i_before(uint64_t marks)
{
#ifdef __GNUC__
    return (unsigned)__builtin_ctzll(marks) >> 3;
#else
    const uint64_t weights = (uint64_t)0x00010203u << 32 | 0x04050607u;
    return (unsigned)(((marks & (0 - marks)) >> 7) * weights >> 56);
#endif
}

/* A name of up to seven bytes and the colon after it as a number that no other name has; else 0. */
static uint64_t drmfd_i_word(drmfd_view name)
{
    uint64_t word = ':';
    size_t i = name.len;
    if (i > 7) return 0;
    while (i > 0) word = word << 8 | (unsigned char)name.ptr[--i];
    return word;
}

/* An array of structs that begin with a view is searched by that view: the first few entries one by one, since most
   texts have no more, the others through a bit tree. Its inner nodes are in the entries or in an array beside them. Its
   depth is bounded by the length of the name, so no choice of names makes a search long. */
#define DRMFD_I_PLAIN 16u
#define DRMFD_I_LEAF 0x80000000u
#define DRMFD_I_NONE 0xffffffffu

typedef struct drmfd_i_list {
    char *base;
    char **pieces; /* NULL, or the array in pieces: see drmfd_i_pieces */
    size_t stride;
    char *states; /* not used before there are more than DRMFD_I_PLAIN entries */
    size_t state_stride;
    uint32_t count;
    uint32_t *root;
} drmfd_i_list;

static drmfd_i_list drmfd_i_list_of(void *base, size_t stride, size_t state, uint32_t count, uint32_t *root)
{
    drmfd_i_list l;
    l.base = (char *)base;
    l.pieces = NULL;
    l.stride = l.state_stride = stride;
    l.states = l.base != NULL ? l.base + state : NULL;
    l.count = count;
    l.root = root;
    return l;
}

/* How many entries a piece of such an array has. */
#define DRMFD_I_PIECE 4u

static drmfd_view drmfd_i_name(const drmfd_i_list *l, uint32_t i)
{
    const char *base = l->pieces != NULL ? l->pieces[i / DRMFD_I_PIECE] : l->base;
    return *(const drmfd_view *)(const void *)(base + (l->pieces != NULL ? i % DRMFD_I_PIECE : i) * l->stride);
}

static drmfd_name_state *drmfd_i_state(const drmfd_i_list *l, uint32_t i)
{
    if (l->pieces != NULL) /* after the name */
        return (drmfd_name_state *)(void *)(l->pieces[i / DRMFD_I_PIECE] + i % DRMFD_I_PIECE * l->stride +
                                            sizeof(drmfd_view));
    return (drmfd_name_state *)(void *)(l->states + i * l->state_stride);
}

/* Bit of a name: byte x 16 + k, where k 0 says that there is a byte, so that no name is a prefix of another, and 1 to 8
   are its bits. */
static unsigned drmfd_i_bit(drmfd_view name, uint64_t bit)
{
    const uint64_t at = bit >> 4;
    const unsigned k = (unsigned)(bit & 15);
    if (at >= name.len) return 0;
    return k == 0 ? 1u : ((unsigned)(unsigned char)name.ptr[at] >> (8 - k)) & 1u;
}

static uint32_t drmfd_i_search(const drmfd_i_list *l, drmfd_view name)
{
    uint32_t i, n = l->count < DRMFD_I_PLAIN ? l->count : DRMFD_I_PLAIN;
    for (i = 0; i < n; i++)
        if (drmfd_i_same(drmfd_i_name(l, i), name)) return i;
    if (l->count <= DRMFD_I_PLAIN) return DRMFD_I_NONE;
    i = *l->root;
    while ((i & DRMFD_I_LEAF) == 0) {
        const drmfd_name_state *node = drmfd_i_state(l, i);
        i = node->to[drmfd_i_bit(name, node->bit)];
    }
    i &= ~DRMFD_I_LEAF;
    return drmfd_i_same(drmfd_i_name(l, i), name) ? i : DRMFD_I_NONE;
}

/* Adds the last entry to the tree; one of the same name as another stays outside and is never found. l->count includes
   it already. */
static void drmfd_i_insert(const drmfd_i_list *l)
{
    const uint32_t last = l->count - 1;
    drmfd_view name, other;
    drmfd_name_state *node;
    uint64_t bit;
    uint32_t i;
    uint32_t *from = l->root;
    if (last < DRMFD_I_PLAIN) return;
    if (last == DRMFD_I_PLAIN) {
        *l->root = last | DRMFD_I_LEAF;
        return;
    }
    name = drmfd_i_name(l, last);
    node = drmfd_i_state(l, last);
    for (i = *l->root; (i & DRMFD_I_LEAF) == 0;) {
        const drmfd_name_state *inner = drmfd_i_state(l, i);
        i = inner->to[drmfd_i_bit(name, inner->bit)];
    }
    other = drmfd_i_name(l, i & ~DRMFD_I_LEAF);
    if (drmfd_i_same(name, other)) return;
    for (bit = 0; bit >> 4 < name.len && bit >> 4 < other.len; bit += 16)
        if (name.ptr[bit >> 4] != other.ptr[bit >> 4]) break;
    while (drmfd_i_bit(name, bit) == drmfd_i_bit(other, bit)) bit++;
    while ((*from & DRMFD_I_LEAF) == 0) {
        drmfd_name_state *inner = drmfd_i_state(l, *from);
        if (inner->bit > bit) break;
        from = &inner->to[drmfd_i_bit(name, inner->bit)];
    }
    node->bit = bit;
    node->to[drmfd_i_bit(name, bit)] = last | DRMFD_I_LEAF;
    node->to[1 - drmfd_i_bit(name, bit)] = *from;
    *from = last;
}

#ifndef DRMFD_NO_TRACKER
/* shared: arena */
/* A bump arena over a caller's buffer, then over blocks of an allocator. Nothing is freed individually. */
typedef union drmfd_i_align {
    void *p;
    uint64_t u;
    double d;
} drmfd_i_align;

typedef struct drmfd_i_block {
    struct drmfd_i_block *next;
    void *start; /* as the allocator gave it: of any alignment, so the struct may start a few bytes later */
    size_t size; /* as asked from the allocator, this struct included */
} drmfd_i_block;

typedef struct drmfd_i_arena {
    char *at;  /* next free byte of the current piece */
    char *end;
    drmfd_i_block *blocks;
    drmfd_allocator allocator;
    size_t max;
    size_t held; /* bytes held from the allocator */
    drmfd_code code; /* why the last drmfd_i_alloc failed: DRMFD_MEMORY or DRMFD_LIMIT */
} drmfd_i_arena;

#ifndef DRMFD_NO_LIBC
static void *drmfd_i_malloc(size_t size, void *user)
{
    (void)user;
    return malloc(size);
}

static void drmfd_i_mfree(void *ptr, size_t size, void *user)
{
    (void)user;
    (void)size;
    free(ptr);
}
#endif

/* Makes an empty arena; 0 when the options name no source of memory. */
static int drmfd_i_arena_open(drmfd_i_arena *a, const drmfd_memory *m)
{
    drmfd_i_zero(a, sizeof *a);
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
#ifdef DRMFD_NO_LIBC
        return 0;
#else
        a->allocator.alloc_fn = drmfd_i_malloc;
        a->allocator.free_fn = drmfd_i_mfree;
#endif
    }
    return 1;
}

/* Frees every block. The arena itself may lie in one of them. */
static void drmfd_i_arena_close(drmfd_i_arena *a)
{
    drmfd_i_block *b = a->blocks;
    drmfd_allocator allocator = a->allocator;
    while (b != NULL) {
        drmfd_i_block *next = b->next;
        allocator.free_fn(b->start, b->size, allocator.user);
        b = next;
    }
}

/* p, moved up to the next aligned address. */
static char *drmfd_i_aligned(char *p)
{
    const size_t unit = sizeof(drmfd_i_align);
    return p + (unit - (uintptr_t)p % unit) % unit;
}

/* Aligned room for count things of size bytes each, or NULL with a->code set. The one place that multiplies. */
static void *drmfd_i_alloc(drmfd_i_arena *a, size_t count, size_t size)
{
    const size_t extra = sizeof(drmfd_i_block) + 3 * sizeof(drmfd_i_align); /* the header and the two alignments */
    size_t need, skip, block;
    drmfd_i_block *b;
    char *p;
    if (size != 0 && count > ((size_t)(-1) - extra) / size) {
        a->code = DRMFD_LIMIT;
        return NULL;
    }
    need = count * size;
    if (a->at != NULL) {
        skip = (size_t)(drmfd_i_aligned(a->at) - a->at);
        if (skip <= (size_t)(a->end - a->at) && need <= (size_t)(a->end - a->at) - skip) {
            p = a->at + skip;
            a->at = p + need;
            return p;
        }
    }
    if (a->allocator.alloc_fn == NULL) {
        a->code = DRMFD_MEMORY;
        return NULL;
    }
    /* Blocks grow with what is held, so that they stay few; the last one is all that is left. */
    block = extra + need;
    if (block < a->held / 2) block = a->held / 2;
    if (block < 4096) block = 4096;
    if (block > a->max - a->held) block = a->max - a->held;
    if (block < extra + need) {
        a->code = DRMFD_LIMIT;
        return NULL;
    }
    p = (char *)a->allocator.alloc_fn(block, a->allocator.user);
    if (p == NULL) {
        a->code = DRMFD_MEMORY;
        return NULL;
    }
    b = (drmfd_i_block *)(void *)drmfd_i_aligned(p);
    b->next = a->blocks;
    b->start = p;
    b->size = block;
    a->blocks = b;
    a->held += block;
    a->end = p + block;
    p = drmfd_i_aligned((char *)b + sizeof *b);
    a->at = p + need;
    return p;
}
/* end of shared */

static const char *drmfd_i_memory_message(drmfd_code code)
{
    return code == DRMFD_LIMIT ? "max_memory reached" : "out of memory";
}

/* Room for one more entry in an array that lies in the arena: a copy of twice the size where it is full. */
static void *drmfd_i_grow(drmfd_i_arena *a, void *old, uint32_t count, uint32_t *room, size_t size)
{
    const uint32_t more = *room < 4 ? 4 : *room * 2;
    void *p;
    if (count < *room) return old;
    if (*room >= DRMFD_I_LEAF / 2) {
        a->code = DRMFD_LIMIT;
        return NULL;
    }
    p = drmfd_i_alloc(a, more, size);
    if (p == NULL) return NULL;
    drmfd_i_copy(p, old, count * size);
    *room = more;
    return p;
}

/* An array that grows where it lies: pieces of a few entries each. Its order of allocations depends on nothing but the
   count, and copying wastes almost no memory. */
typedef struct drmfd_i_pieces {
    char **piece;
    uint32_t count, room; /* entries; pieces */
    uint32_t root, done;  /* of its tree: how many entries it knows */
} drmfd_i_pieces;

static void *drmfd_i_nth(const drmfd_i_pieces *p, uint32_t i, size_t size)
{
    return p->piece[i / DRMFD_I_PIECE] + i % DRMFD_I_PIECE * size;
}

/* Zeroed room for one more entry, which is not counted yet; NULL when there is no memory. */
static void *drmfd_i_next(drmfd_i_arena *a, drmfd_i_pieces *p, size_t size)
{
    void *entry;
    if (p->count >= DRMFD_I_LEAF / 2) {
        a->code = DRMFD_LIMIT;
        return NULL;
    }
    if (p->count % DRMFD_I_PIECE == 0) {
        char **more = (char **)drmfd_i_grow(a, p->piece, p->count / DRMFD_I_PIECE, &p->room, sizeof *more);
        if (more == NULL) return NULL;
        p->piece = more;
        more += p->count / DRMFD_I_PIECE;
        *more = (char *)drmfd_i_alloc(a, DRMFD_I_PIECE, size);
        if (*more == NULL) return NULL;
    }
    entry = drmfd_i_nth(p, p->count, size);
    drmfd_i_zero(entry, size);
    return entry;
}

/* The entry with this key, or DRMFD_I_NONE; the tree is brought up to date first. The entries begin with a view and a
   state. */
static uint32_t drmfd_i_look_up(drmfd_i_pieces *p, size_t size, drmfd_view key)
{
    drmfd_i_list l = drmfd_i_list_of(NULL, size, 0, p->count, &p->root);
    l.pieces = p->piece;
    while (p->done < p->count) {
        l.count = ++p->done;
        drmfd_i_insert(&l);
    }
    return drmfd_i_search(&l, key);
}

/* Takes one block of this many bytes, or of all that may still be had, and begins to use it: 1, or 0 and nothing
   changed. */
static int drmfd_i_one_block(drmfd_i_arena *a, size_t bytes)
{
    const size_t extra = sizeof(drmfd_i_block) + 3 * sizeof(drmfd_i_align), left = a->max - a->held;
    char *at = a->at;
    if (a->allocator.alloc_fn == NULL || left <= extra) return 0;
    a->at = NULL;
    if (drmfd_i_alloc(a, bytes < left - extra ? bytes : left - extra, 1) == NULL) {
        a->at = at;
        return 0;
    }
    a->at = drmfd_i_aligned((char *)a->blocks + sizeof *a->blocks);
    return 1;
}

/* The arena back to where it was. */
static void drmfd_i_rewind(drmfd_i_arena *a, const drmfd_i_arena *mark)
{
    while (a->blocks != mark->blocks) {
        drmfd_i_block *b = a->blocks;
        a->blocks = b->next;
        a->held -= b->size;
        a->allocator.free_fn(b->start, b->size, a->allocator.user);
    }
    a->at = mark->at;
    a->end = mark->end;
}

/* Divides what an arena has left into halves. */
static void drmfd_i_halves(const drmfd_i_arena *own, drmfd_memory *a, drmfd_memory *b)
{
    drmfd_i_zero(a, sizeof *a);
    a->allocator = own->allocator;
    a->max_memory = (own->max - own->held) / 2;
    if (a->max_memory == 0) a->max_memory = 1; /* 0 would mean the default */
    *b = *a;
    if (own->blocks == NULL) { /* so far it has given out only buffer memory */
        char *at = drmfd_i_aligned(own->at); /* both hold the same */
        const size_t unit = sizeof(drmfd_i_align), rest = at < own->end ? (size_t)(own->end - at) / 2 / unit * unit : 0;
        a->buffer = at;
        b->buffer = at + rest;
        a->buffer_size = b->buffer_size = rest;
    }
}
#endif /* DRMFD_NO_TRACKER */

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

/* The keys of engines and regions, one row each: drm-TEXT-NAME, its key, the struct and member it fills, the flag for
   that, the units it takes, and what a second value does. If one text begins with another, the longer comes first. */
#define DRMFD_I_ENGINE_KEYS(ROW) \
    ROW("engine-capacity", CAPACITY, engine, capacity, DRMFD_ENGINE_HAS_CAPACITY, DRMFD_I_PURE, DRMFD_I_COUNT) \
    ROW("engine", ENGINE, engine, ns, DRMFD_ENGINE_HAS_NS, DRMFD_I_NS, DRMFD_I_SUM) \
    ROW("cycles", CYCLES, engine, cycles, DRMFD_ENGINE_HAS_CYCLES, DRMFD_I_PURE, DRMFD_I_SUM) \
    ROW("total-cycles", TOTAL_CYCLES, engine, total_cycles, DRMFD_ENGINE_HAS_TOTAL_CYCLES, DRMFD_I_PURE, DRMFD_I_LAST) \
    ROW("maxfreq", MAXFREQ, engine, maxfreq, DRMFD_ENGINE_HAS_MAXFREQ, DRMFD_I_HZ, DRMFD_I_LAST)
#define DRMFD_I_REGION_KEYS(ROW) \
    ROW("total", TOTAL, region, total, DRMFD_REGION_HAS_TOTAL, DRMFD_I_BYTES, DRMFD_I_LAST) \
    ROW("shared", SHARED, region, shared, DRMFD_REGION_HAS_SHARED, DRMFD_I_BYTES, DRMFD_I_LAST) \
    ROW("resident", RESIDENT, region, resident, DRMFD_REGION_HAS_RESIDENT, DRMFD_I_BYTES, DRMFD_I_LAST) \
    ROW("memory", MEMORY, region, memory, DRMFD_REGION_HAS_MEMORY, DRMFD_I_BYTES, DRMFD_I_LAST) \
    ROW("purgeable", PURGEABLE, region, purgeable, DRMFD_REGION_HAS_PURGEABLE, DRMFD_I_BYTES, DRMFD_I_LAST) \
    ROW("active", ACTIVE, region, active, DRMFD_REGION_HAS_ACTIVE, DRMFD_I_BYTES, DRMFD_I_LAST)

enum { DRMFD_I_PURE, DRMFD_I_NS, DRMFD_I_HZ, DRMFD_I_BYTES, DRMFD_I_ANY };
enum { DRMFD_I_LAST, DRMFD_I_SUM, DRMFD_I_COUNT }; /* the last wins; they are added up; the last wins, and 0 is 1 */
enum { DRMFD_I_OF_engine, DRMFD_I_OF_region };

/* Its size is that of the longest reserved prefix. */
typedef union drmfd_i_longest {
#define DRMFD_I_ROW(text, key, entry, member, flag, unit, way) char of_##key[sizeof("drm-" text "-") - 1];
    DRMFD_I_ENGINE_KEYS(DRMFD_I_ROW)
    DRMFD_I_REGION_KEYS(DRMFD_I_ROW)
#undef DRMFD_I_ROW
    char identity[sizeof "drm-client-name:" - 1];
} drmfd_i_longest;

typedef struct drmfd_i_row {
    char name[sizeof(drmfd_i_longest) + 1];
    unsigned char len; /* of the prefix */
    unsigned char key, of, unit, way;
    unsigned short flag, offset;
} drmfd_i_row;

/* Flags that share a bit do not compile, as their sum would not be their union. */
#define DRMFD_I_ROW(text, key, entry, member, flag, unit, way) + (flag)
#define DRMFD_I_UNION(text, key, entry, member, flag, unit, way) | (flag)
#define DRMFD_I_OTHERS (DRMFD_ENGINE_HAS_ZERO_CAPACITY | DRMFD_ENGINE_HAS_LOAD)
typedef char drmfd_i_engine_flags_differ[DRMFD_I_OTHERS DRMFD_I_ENGINE_KEYS(DRMFD_I_ROW) ==
                                                 (DRMFD_I_OTHERS DRMFD_I_ENGINE_KEYS(DRMFD_I_UNION))
                                             ? 1
                                             : -1];
#undef DRMFD_I_OTHERS
typedef char drmfd_i_region_flags_differ[DRMFD_REGION_HAS_UNSHARED DRMFD_I_REGION_KEYS(DRMFD_I_ROW) ==
                                                 (DRMFD_REGION_HAS_UNSHARED DRMFD_I_REGION_KEYS(DRMFD_I_UNION))
                                             ? 1
                                             : -1];
#undef DRMFD_I_UNION
#undef DRMFD_I_ROW

static const drmfd_i_row drmfd_i_rows[] = {
#define DRMFD_I_ROW(text, key, entry, member, flag, unit, way) \
    {text, sizeof("drm-" text "-") - 1, DRMFD_KEY_##key, DRMFD_I_OF_##entry, unit, way, flag, \
     offsetof(drmfd_##entry, member)},
    DRMFD_I_ENGINE_KEYS(DRMFD_I_ROW)
    DRMFD_I_REGION_KEYS(DRMFD_I_ROW)
#undef DRMFD_I_ROW
};
#define DRMFD_I_ROWS (sizeof drmfd_i_rows / sizeof drmfd_i_rows[0])

/* 1: not allowed in a key, or ends it. */
static const unsigned char drmfd_i_stop[256] = {
    1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0};

#define DRMFD_I_STARTS(p, end, text)                                                                                   \
    ((size_t)((end) - (p)) >= sizeof(text) - 1 && drmfd_i_equal((p), (text), sizeof(text) - 1))

/* The row whose prefix is at p; NULL: none. */
static const drmfd_i_row *drmfd_i_row_at(const char *p, const char *end)
{
    const size_t n = (size_t)(end - p);
    size_t i;
    if (!DRMFD_I_STARTS(p, end, "drm-")) return NULL;
    for (i = 0; i < DRMFD_I_ROWS; i++) {
        const drmfd_i_row *row = &drmfd_i_rows[i];
        if (n >= row->len && p[row->len - 1] == '-' && drmfd_i_equal(p + 4, row->name, row->len - 5u)) return row;
    }
    return NULL;
}

/* The row of a key that has one. */
static const drmfd_i_row *drmfd_i_row_of(drmfd_key key)
{
    size_t i = 0;
    while (i + 1 < DRMFD_I_ROWS && drmfd_i_rows[i].key != (unsigned)key) i++;
    return &drmfd_i_rows[i];
}

/* The factor for a number with this unit; 0: the unit does not fit. */
static uint64_t drmfd_i_factor(int kind, drmfd_view unit)
{
    const char *u = unit.ptr;
    if (unit.len == 0) return 1;
    if ((kind == DRMFD_I_BYTES || kind == DRMFD_I_ANY) && unit.len == 3 && u[1] == 'i' && u[2] == 'B')
        return u[0] == 'K' ? 1u << 10 : u[0] == 'M' ? 1u << 20 : u[0] == 'G' ? 1u << 30 : 0;
    if ((kind == DRMFD_I_NS || kind == DRMFD_I_ANY) && unit.len == 2 && u[0] == 'n' && u[1] == 's') return 1;
    if (kind == DRMFD_I_HZ || kind == DRMFD_I_ANY) {
        if (unit.len == 2 && u[0] == 'H' && u[1] == 'z') return 1;
        if (unit.len != 3 || u[1] != 'H' || u[2] != 'z') return 0;
        return u[0] == 'K' || u[0] == 'k' ? 1000u : u[0] == 'M' ? 1000000u : 0;
    }
    return 0;
}

static int drmfd_i_hex(char c) { return (unsigned)(c - '0') < 10 || (unsigned)((c | 32) - 'a') < 6; }

/* dddd:bb:ss.f with 4 to 8 digits of the domain; the template in [doc] has a dot for the second colon. */
static int drmfd_i_is_pdev(drmfd_view v)
{
    const char *p = v.ptr, *end;
    if (v.len < 12 || v.len > 16) return 0;
    for (end = p + v.len - 8; p < end; p++)
        if (!drmfd_i_hex(*p)) return 0;
    return p[0] == ':' && drmfd_i_hex(p[1]) && drmfd_i_hex(p[2]) && (p[3] == ':' || p[3] == '.') && drmfd_i_hex(p[4]) &&
           drmfd_i_hex(p[5]) && p[6] == '.' && p[7] >= '0' && p[7] <= '7';
}

static int drmfd_i_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* digits [whitespace unit], the whole of value; else 0. */
static int drmfd_i_number(int kind, drmfd_view value, drmfd_view *unit, uint64_t *number)
{
    const char *p = value.ptr;
    const char *end = p + value.len;
    const char *digits;
    uint64_t n = 0, factor;
    int fits = 1;
    while (p < end && *p == '0') p++;
    for (digits = p; p < end && (unsigned char)(*p - '0') < 10; p++) {
        const uint64_t digit = (uint64_t)(unsigned char)(*p - '0');
        if (p - digits >= 19 && (p - digits > 19 || n > (~(uint64_t)0 - digit) / 10)) fits = 0;
        n = n * 10 + digit;
    }
    if (p == value.ptr) return 0;
    *unit = drmfd_i_view(p, p);
    if (p < end) {
        if (!drmfd_i_blank(*p)) return 0;
        while (drmfd_i_blank(*p)) p++; /* value has no whitespace at its end */
        *unit = drmfd_i_view(p, end); /* one with whitespace in it fits no key */
    }
    factor = drmfd_i_factor(kind, *unit);
    if (!fits || factor == 0 || n > ~(uint64_t)0 / factor) return 0;
    *number = n * factor;
    return 1;
}

static const struct drmfd_i_word {
    char text[16];
    unsigned char len, key;
} drmfd_i_words[] = {{"drm-driver", 10, DRMFD_KEY_DRIVER},
                     {"drm-client-id", 13, DRMFD_KEY_CLIENT_ID},
                     {"drm-client-name", 15, DRMFD_KEY_CLIENT_NAME},
                     {"drm-pdev", 8, DRMFD_KEY_PDEV},
                     {"pos", 3, DRMFD_KEY_GENERIC},
                     {"flags", 5, DRMFD_KEY_GENERIC},
                     {"mnt_id", 6, DRMFD_KEY_GENERIC},
                     {"ino", 3, DRMFD_KEY_GENERIC}};
#define DRMFD_I_WORDS (sizeof drmfd_i_words / sizeof drmfd_i_words[0])

/* What a key of no row is. */
static drmfd_key drmfd_i_key_of(const char *p, size_t len)
{
    size_t i;
    for (i = 0; i < DRMFD_I_WORDS; i++)
        if (len == drmfd_i_words[i].len && drmfd_i_equal(p, drmfd_i_words[i].text, len))
            return (drmfd_key)drmfd_i_words[i].key;
    if (len < 4 || !drmfd_i_equal(p, "drm-", 4)) return DRMFD_KEY_RAW;
    return len >= 12 && drmfd_i_equal(p, "drm-curfreq-", 12) ? DRMFD_KEY_RAW : DRMFD_KEY_UNKNOWN;
}

/* The name, what it is and its value, when key and value are known. */
static void drmfd_i_meaning(drmfd_line *line, const drmfd_i_row *row)
{
    if (row != NULL) {
        line->what = (drmfd_key)row->key;
        line->name = drmfd_i_view(line->key.ptr + row->len, line->key.ptr + line->key.len);
        line->usable = drmfd_i_number(row->unit, line->value, &line->unit, &line->number);
        return;
    }
    line->what = drmfd_i_key_of(line->key.ptr, line->key.len);
    if (line->what == DRMFD_KEY_CLIENT_ID)
        line->usable = drmfd_i_number(DRMFD_I_PURE, line->value, &line->unit, &line->number);
    else if (line->what == DRMFD_KEY_PDEV) line->usable = drmfd_i_is_pdev(line->value);
    else line->usable = (line->what == DRMFD_KEY_DRIVER || line->what == DRMFD_KEY_CLIENT_NAME) && line->value.len > 0;
}

/* Reads the line at p, the general way. Returns where the next one begins. */
static const char *drmfd_i_line(const char *p, const char *end, drmfd_line *line)
{
    const char *eol = drmfd_i_find(p, end, '\n');
    const char *next = eol < end ? eol + 1 : end;
    const char *colon, *v;
    const drmfd_i_row *row;
    if (eol > p && eol[-1] == '\r') eol--;
    line->usable = 0;
    line->number = 0;
    line->key = drmfd_i_view(p, eol);
    line->name = line->value = line->unit = drmfd_i_view(eol, eol);
    line->what = p == eol ? DRMFD_KEY_EMPTY : DRMFD_KEY_BAD;
    for (colon = p; colon < eol && !drmfd_i_stop[(unsigned char)*colon]; colon++) {
    }
    if (colon == eol || *colon != ':' || colon == p || drmfd_i_find(colon, eol, 0) != eol) return next;
    for (v = colon + 1; v < eol && drmfd_i_blank(*v); v++) {
    }
    while (eol > v && drmfd_i_blank(eol[-1])) eol--;
    row = drmfd_i_row_at(p, colon);
    if (row != NULL && p + row->len == colon) return next; /* no name */
    line->key = drmfd_i_view(p, colon);
    line->value = drmfd_i_view(v, eol);
    drmfd_i_meaning(line, row);
    return next;
}

DRMFD_API void drmfd_reader_begin(drmfd_reader *reader, const void *data, size_t size, unsigned flags)
{
    if (reader == NULL) return;
    reader->text = reader->at = data != NULL ? (const char *)data : "";
    reader->end = reader->text + (data != NULL ? size : 0);
    reader->flags = flags;
    (void)drmfd_i_fail(&reader->error, DRMFD_OK, "");
}

DRMFD_API int drmfd_reader_next(drmfd_reader *reader, drmfd_line *line)
{
    const char *p;
    if (reader == NULL || line == NULL || reader->at == reader->end) return 0;
    p = reader->at;
    if ((reader->flags & DRMFD_READ_CUT) != 0 && drmfd_i_find(p, reader->end, '\n') == reader->end) {
        (void)drmfd_i_fail(&reader->error, DRMFD_TRUNCATED, "the text ends in the middle of a line");
        reader->error.offset = (uint64_t)(p - reader->text);
        reader->at = reader->end;
        return 0;
    }
    reader->at = drmfd_i_line(p, reader->end, line);
    line->offset = (uint64_t)(p - reader->text);
    return 1;
}

DRMFD_API int drmfd_line_find(const void *data, size_t size, unsigned flags, drmfd_view key, drmfd_line *line)
{
    drmfd_reader reader;
    if (line == NULL) return 0;
    drmfd_reader_begin(&reader, data, size, flags);
    while (key.ptr != NULL && drmfd_reader_next(&reader, line)) {
        if (line->what <= DRMFD_KEY_BAD || !drmfd_i_same(line->key, key)) continue;
        if (line->what == DRMFD_KEY_RAW || line->what == DRMFD_KEY_UNKNOWN)
            line->usable = drmfd_i_number(DRMFD_I_ANY, line->value, &line->unit, &line->number);
        return 1;
    }
    line->what = DRMFD_KEY_EMPTY;
    line->usable = 0;
    line->number = line->offset = 0;
    line->key = line->name = line->value = line->unit = drmfd_i_empty();
    return 0;
}

DRMFD_I_DEFINE_NAME(key, DRMFD_KEYS)

DRMFD_API const char *drmfd_read_name(drmfd_read flag)
{
    return drmfd_i_bit_word(DRMFD_READS(DRMFD_I_NUMBERED_WORD), (unsigned)flag);
}

/* ---- Snapshots --------------------------------------------------------------------------------------------------- */

static drmfd_i_list drmfd_i_engines(drmfd_snapshot *s)
{
    return drmfd_i_list_of(s->engines, sizeof *s->engines, offsetof(drmfd_engine, i_state), s->engine_count,
                           &s->i_state.engine_root);
}

static drmfd_i_list drmfd_i_regions(drmfd_snapshot *s)
{
    return drmfd_i_list_of(s->regions, sizeof *s->regions, offsetof(drmfd_region, i_state), s->region_count,
                           &s->i_state.region_root);
}

/* A new engine with this name and its word, which i_state.bit holds for the first few; NULL when there is no room. */
static drmfd_engine *drmfd_i_new_engine(drmfd_snapshot *s, drmfd_view name, uint64_t word)
{
    drmfd_engine *e;
    if (s->engine_count == s->engine_room) return NULL;
    e = &s->engines[s->engine_count++];
    e->name = name;
    e->i_state.bit = word;
    e->i_state.to[0] = e->i_state.to[1] = 0;
    e->has = 0;
#define DRMFD_I_ROW(text, key, entry, member, flag, unit, way) e->member = 0;
    DRMFD_I_ENGINE_KEYS(DRMFD_I_ROW)
#undef DRMFD_I_ROW
    e->capacity = 1;
    e->load = 0;
    if (s->engine_count > DRMFD_I_PLAIN) {
        const drmfd_i_list l = drmfd_i_engines(s);
        drmfd_i_insert(&l);
    }
    return e;
}

/* Names of regions, whole or prefixes, and where that memory is. */
#define DRMFD_I_REGION_NAMES(ROW) \
    ROW("vram", >=, DEVICE) \
    ROW("local", >=, DEVICE) \
    ROW("system", >=, SYSTEM) \
    ROW("gtt", ==, SYSTEM) \
    ROW("cpu", ==, SYSTEM) \
    ROW("memory", ==, SYSTEM) \
    ROW("stolen", >=, SPECIAL) \
    ROW("gds", ==, SPECIAL) \
    ROW("gws", ==, SPECIAL) \
    ROW("oa", ==, SPECIAL) \
    ROW("doorbell", ==, SPECIAL) \
    ROW("mmioremap", ==, SPECIAL)

static drmfd_class drmfd_i_region_class(drmfd_view name)
{
#define DRMFD_I_ROW(text, fits, where) \
    if (name.len fits sizeof(text) - 1 && drmfd_i_equal(name.ptr, text, sizeof(text) - 1)) return DRMFD_CLASS_##where;
    DRMFD_I_REGION_NAMES(DRMFD_I_ROW)
#undef DRMFD_I_ROW
    return DRMFD_CLASS_UNKNOWN;
}

static drmfd_region *drmfd_i_new_region(drmfd_snapshot *s, drmfd_view name, uint64_t word)
{
    drmfd_region *r;
    if (s->region_count == s->region_room) return NULL;
    r = &s->regions[s->region_count++];
    r->name = name;
    r->i_state.bit = word;
    r->i_state.to[0] = r->i_state.to[1] = 0;
    r->has = 0;
    r->where = drmfd_i_region_class(name);
#define DRMFD_I_ROW(text, key, entry, member, flag, unit, way) r->member = 0;
    DRMFD_I_REGION_KEYS(DRMFD_I_ROW)
#undef DRMFD_I_ROW
    if (s->region_count > DRMFD_I_PLAIN) {
        const drmfd_i_list l = drmfd_i_regions(s);
        drmfd_i_insert(&l);
    }
    return r;
}

/* The engine of this name, added if it is new; NULL without room. */
static drmfd_engine *drmfd_i_engine(drmfd_snapshot *s, drmfd_view name)
{
    const drmfd_i_list l = drmfd_i_engines(s);
    const uint32_t i = drmfd_i_search(&l, name);
    return i != DRMFD_I_NONE ? &s->engines[i] : drmfd_i_new_engine(s, name, drmfd_i_word(name));
}

static drmfd_region *drmfd_i_region(drmfd_snapshot *s, drmfd_view name)
{
    const drmfd_i_list l = drmfd_i_regions(s);
    const uint32_t i = drmfd_i_search(&l, name);
    return i != DRMFD_I_NONE ? &s->regions[i] : drmfd_i_new_region(s, name, drmfd_i_word(name));
}

/* Called with a row known at compile time: inlined, unless size counts, so that a copy tests nothing about its row. */
#if defined(__GNUC__) && defined(__OPTIMIZE__) && !defined(__OPTIMIZE_SIZE__)
#define DRMFD_I_INLINE static __inline__ __attribute__((always_inline))
#else
#define DRMFD_I_INLINE static
#endif

/* Stores a number into the member of an engine or region. */
DRMFD_I_INLINE void drmfd_i_store(drmfd_snapshot *s, void *entry, int of, size_t offset, unsigned flag, int way,
                                  uint64_t number)
{
    unsigned *has = of == DRMFD_I_OF_region ? &((drmfd_region *)entry)->has : &((drmfd_engine *)entry)->has;
    uint64_t *to = (uint64_t *)(void *)((char *)entry + offset);
    const unsigned had = *has & flag;
    if (way == DRMFD_I_SUM && had != 0) {
        if (number > ~(uint64_t)0 - *to) {
            s->counts.bad_values++;
            return;
        }
        number += *to;
    }
    s->counts.duplicates += had != 0;
    *has |= flag;
    if (way == DRMFD_I_COUNT) {
        *has = number != 0 ? *has & ~(unsigned)DRMFD_ENGINE_HAS_ZERO_CAPACITY
                           : *has | (unsigned)DRMFD_ENGINE_HAS_ZERO_CAPACITY;
        if (number == 0) number = 1;
    }
    *to = number;
}

/* The first usable value counts. */
static void drmfd_i_identity(drmfd_snapshot *s, drmfd_view *to, drmfd_view value)
{
    if (to->len > 0) s->counts.duplicates++;
    else *to = value;
}

/* Any line, as drmfd_i_line took it apart. */
static void drmfd_i_take_line(drmfd_snapshot *s, const drmfd_line *line)
{
    const drmfd_i_row *row;
    void *entry;
    switch (line->what) {
    case DRMFD_KEY_EMPTY:
    case DRMFD_KEY_RAW: return;
    case DRMFD_KEY_BAD: s->counts.bad_lines++; return;
    case DRMFD_KEY_GENERIC: s->counts.generic++; return;
    case DRMFD_KEY_UNKNOWN: s->counts.unknown++; return;
    default: break;
    }
    if (!line->usable) {
        s->counts.bad_values++;
        return;
    }
    switch (line->what) {
    case DRMFD_KEY_DRIVER: drmfd_i_identity(s, &s->driver, line->value); break;
    case DRMFD_KEY_CLIENT_NAME: drmfd_i_identity(s, &s->client_name, line->value); break;
    case DRMFD_KEY_PDEV: drmfd_i_identity(s, &s->pdev, line->value); break;
    case DRMFD_KEY_CLIENT_ID:
        s->counts.duplicates += s->has_client_id != 0;
        if (!s->has_client_id) s->client_id = line->number;
        s->has_client_id = 1;
        break;
    default:
        row = drmfd_i_row_of(line->what);
        if (row->of == DRMFD_I_OF_region) entry = drmfd_i_region(s, line->name);
        else entry = drmfd_i_engine(s, line->name);
        if (entry != NULL) drmfd_i_store(s, entry, row->of, row->offset, row->flag, row->way, line->number);
        s->counts.dropped += entry == NULL;
        break;
    }
}

/* The usual lines, read in one pass: what the kernel prints has a reserved prefix, a name, whitespace, digits, a unit
   after one space or none, and a line feed. drmfd_i_usual reads such a line and drmfd_i_take_line any line; both do the
   same. It may be called at p if DRMFD_I_NEAR bytes follow and a line feed: no prefix is longer, and everything that
   goes byte by byte stops at the line feed. Where fewer than eight bytes of the text are left, eight are never read at
   once. */
#define DRMFD_I_NEAR ((ptrdiff_t)sizeof(drmfd_i_longest))

/* After the line feed that ends this line: NULL where a NUL is in the line. */
static const char *drmfd_i_usual_rest(const char *p, const char *end)
{
    for (; end - p >= 8; p += 8) {
        const uint64_t eight = drmfd_i_eight(p);
        uint64_t marks = (eight - DRMFD_I_ONES * ('\n' + 1)) & ~eight & DRMFD_I_HIGHS; /* bytes up to the line feed */
        for (; marks != 0; marks &= marks - 1) {
            const char *at = p + drmfd_i_before(marks);
            if (*at == '\n') return at + 1;
            if (*at == 0) return NULL;
        }
    }
    while (*p != '\n' && *p != 0) p++;
    return *p == '\n' ? p + 1 : NULL;
}

/* A line that does not begin with drm-. */
static const char *drmfd_i_usual_other(drmfd_snapshot *s, const char *p, const char *end)
{
    const int generic = drmfd_i_equal(p, "pos:", 4) || drmfd_i_equal(p, "ino:", 4) || drmfd_i_equal(p, "flags:", 6) ||
                        drmfd_i_equal(p, "mnt_id:", 7);
    const char *v = p;
    if (generic) v += 4;
    else {
        uint64_t marks = 0;
        for (; marks == 0; v += 8) { /* up to the first colon or whitespace */
            uint64_t eight;
            if (end - v < 8) return NULL;
            eight = drmfd_i_eight(v);
            marks = drmfd_i_marks(eight, ':') | ((eight - DRMFD_I_ONES * '!') & ~eight & DRMFD_I_HIGHS);
        }
        v = v - 8 + drmfd_i_before(marks);
        if (*v != ':' || v == p) return NULL;
        v += v[1] == '\t' ? 2 : 1;
    }
    v = drmfd_i_usual_rest(v, end);
    if (v != NULL) s->counts.generic += (unsigned)generic;
    return v;
}

/* The number of eight digits, each as its value, the first lowest. */
static uint64_t drmfd_i_eight_digits(uint64_t x)
{
    const uint64_t pairs = (uint64_t)0xff << 32 | 0xff;
    x = x * 10 + (x >> 8);
    x = (x & pairs) * ((uint64_t)1000000 << 32 | 100) + (x >> 16 & pairs) * ((uint64_t)10000 << 32 | 1);
    return x >> 32;
}

/* A number of one to nineteen digits at p; returns where it ends, NULL without one or if it is longer. */
DRMFD_I_INLINE const char *drmfd_i_usual_number(const char *p, const char *end, uint64_t *number)
{
    const char *digits = p;
    uint64_t n = 0;
    if (*p == '0' && p[1] == '\n') {
        *number = 0;
        return p + 1;
    }
    if (end - p >= 8) {
        const uint64_t x = drmfd_i_eight(p) ^ DRMFD_I_ONES * '0';
        const uint64_t marks = ((x + DRMFD_I_ONES * 0x76) | x) & DRMFD_I_HIGHS; /* the lowest: no digit */
        if (marks != 0) {
            const unsigned some = drmfd_i_before(marks);
            if (some == 0) return NULL;
            *number = drmfd_i_eight_digits(x << (64 - 8 * some)); /* as if preceded by zeros */
            return p + some;
        }
        n = drmfd_i_eight_digits(x);
        p += 8;
    }
    for (; (unsigned char)(*p - '0') < 10; p++) n = n * 10 + (uint64_t)(*p - '0');
    *number = n;
    return p > digits && p - digits < 20 ? p : NULL;
}

/* drm-driver, drm-pdev, drm-client-name, drm-client-id. */
static const char *drmfd_i_usual_identity(drmfd_snapshot *s, const char *p, const char *end)
{
    const char *next;
    drmfd_view value, *to;
    if (drmfd_i_equal(p, "drm-driver:", 11)) {
        to = &s->driver;
        p += 11;
    } else if (drmfd_i_equal(p, "drm-client-id:", 14)) {
        uint64_t id;
        for (p += 14; drmfd_i_blank(*p); p++) {
        }
        p = drmfd_i_usual_number(p, end, &id);
        if (p == NULL || *p != '\n' || s->has_client_id) return NULL;
        s->client_id = id;
        s->has_client_id = 1;
        return p + 1;
    } else if (drmfd_i_equal(p, "drm-pdev:", 9)) {
        to = &s->pdev;
        p += 9;
    } else if (drmfd_i_equal(p, "drm-client-name:", 16)) {
        to = &s->client_name;
        p += 16;
    } else
        return NULL;
    while (drmfd_i_blank(*p)) p++;
    next = drmfd_i_usual_rest(p, end);
    if (next == NULL || next - p < 2) return NULL; /* empty */
    if ((unsigned char)next[-2] <= ' ') return NULL; /* not trimmed */
    value = drmfd_i_view(p, next - 1);
    if (to == &s->pdev && !drmfd_i_is_pdev(value)) return NULL;
    drmfd_i_identity(s, to, value);
    return next;
}

/* The entry that the last line was about, by its name: if eight bytes of text, masked, equal the word, they are its
   name and the colon. Lines about one name are usually adjacent. A name of more than seven bytes is not kept. */
typedef struct drmfd_i_last {
    uint64_t word, mask;
    size_t len;
    void *entry;
} drmfd_i_last;

/* The entry of this name and word, added if it is new; NULL without room. */
static drmfd_engine *drmfd_i_usual_engine(drmfd_snapshot *s, drmfd_view name, uint64_t word)
{
    drmfd_engine *e = s->engines;
    const uint32_t n = s->engine_count < DRMFD_I_PLAIN ? s->engine_count : DRMFD_I_PLAIN;
    uint32_t i;
    if (word == 0) return drmfd_i_engine(s, name);
    for (i = 0; i < n; i++, e++)
        if (e->i_state.bit == word) return e;
    return n < DRMFD_I_PLAIN ? drmfd_i_new_engine(s, name, word) : drmfd_i_engine(s, name);
}

static drmfd_region *drmfd_i_usual_region(drmfd_snapshot *s, drmfd_view name, uint64_t word)
{
    drmfd_region *r = s->regions;
    const uint32_t n = s->region_count < DRMFD_I_PLAIN ? s->region_count : DRMFD_I_PLAIN;
    uint32_t i;
    if (word == 0) return drmfd_i_region(s, name);
    for (i = 0; i < n; i++, r++)
        if (r->i_state.bit == word) return r;
    return n < DRMFD_I_PLAIN ? drmfd_i_new_region(s, name, word) : drmfd_i_region(s, name);
}

/* The rest of a line of this row, from its name on. */
DRMFD_I_INLINE const char *drmfd_i_usual_value(drmfd_snapshot *s, const char *v, const char *end, drmfd_i_last *last,
                                               int of, size_t offset, unsigned flag, int unit, int way)
{
    const char *name = v;
    uint64_t n, word;
    size_t len;
    void *entry = NULL;
    if (end - v < 8) return NULL;
    word = drmfd_i_eight(v);
    if ((word & last->mask) == last->word) {
        len = last->len;
        entry = last->entry;
    } else {
        uint64_t colon = drmfd_i_marks(word, ':');
        if (colon != 0) {
            colon &= 0 - colon;
            word &= colon | (colon - 1);
            if (((word - DRMFD_I_ONES * '!') & ~word & DRMFD_I_HIGHS & (colon - 1)) != 0) return NULL;
            len = drmfd_i_before(colon);
        } else {
            word = 0;
            while (!drmfd_i_stop[(unsigned char)*v]) v++;
            if (*v != ':') return NULL;
            len = (size_t)(v - name);
        }
        if (len == 0) return NULL;
    }
    v = name + len + 1;
    if (*v == '\t') v++;
    if ((unsigned char)*v <= ' ')
        while (drmfd_i_blank(*v)) v++;
    v = drmfd_i_usual_number(v, end, &n);
    if (v == NULL) return NULL;
    if (*v == ' ') {
        if (unit == DRMFD_I_NS || unit == DRMFD_I_HZ) {
            if (v[1] != (unit == DRMFD_I_NS ? 'n' : 'H') || v[2] != (unit == DRMFD_I_NS ? 's' : 'z')) return NULL;
            v += 3;
        } else {
            if (unit != DRMFD_I_BYTES || n >> 44 != 0 || end - v < 5) return NULL;
            if (drmfd_i_equal(v, " KiB", 4)) n <<= 10;
            else if (drmfd_i_equal(v, " MiB", 4)) n <<= 20;
            else return NULL;
            v += 4;
        }
    }
    if (*v != '\n') return NULL;
    if (entry == NULL) {
        if (of == DRMFD_I_OF_region) entry = drmfd_i_usual_region(s, drmfd_i_view(name, name + len), word);
        else entry = drmfd_i_usual_engine(s, drmfd_i_view(name, name + len), word);
        if (entry == NULL) {
            s->counts.dropped++;
            return v + 1;
        }
        if (word != 0) {
            last->word = word;
            last->mask = ~(uint64_t)0 >> (56 - 8 * len);
            last->len = len;
            last->entry = entry;
        }
    }
    drmfd_i_store(s, entry, of, offset, flag, way, n);
    return v + 1;
}

static const char *drmfd_i_usual(drmfd_snapshot *s, const char *p, const char *end, drmfd_i_last *lasts)
{
    if (!drmfd_i_equal(p, "drm-", 4)) return drmfd_i_usual_other(s, p, end);
    p += 4;
#define DRMFD_I_ROW(text, key, entry, member, flag, unit, way) \
    if (*p == (text)[0] && drmfd_i_equal(p, text "-", sizeof(text))) \
        return drmfd_i_usual_value(s, p + sizeof(text), end, &lasts[DRMFD_I_OF_##entry], DRMFD_I_OF_##entry, \
                                   offsetof(drmfd_##entry, member), flag, unit, way);
    DRMFD_I_ENGINE_KEYS(DRMFD_I_ROW)
    DRMFD_I_REGION_KEYS(DRMFD_I_ROW)
#undef DRMFD_I_ROW
    return drmfd_i_usual_identity(s, p - 4, end);
}

static const char drmfd_i_amdgpu[] = "amdgpu"; /* the driver of a text that names none */

/* "12.5%", which the kernel prints for 12 and 5 hundredths, as hundredths; else 0. It made both from 32 bits. */
static int drmfd_i_old_load(drmfd_view v, uint64_t *load)
{
    const char *end = v.ptr + v.len, *dot = drmfd_i_find(v.ptr, end, '.');
    drmfd_view unit;
    uint64_t whole, hundredths;
    if (dot == v.ptr || end - dot < 3 || end - dot > 4 || end[-1] != '%' || drmfd_i_blank(dot[-1]) ||
        drmfd_i_blank(end[-2]) || !drmfd_i_number(DRMFD_I_PURE, drmfd_i_view(v.ptr, dot), &unit, &whole) ||
        !drmfd_i_number(DRMFD_I_PURE, drmfd_i_view(dot + 1, end - 1), &unit, &hundredths) ||
        whole > 0xffffffffu / 100)
        return 0;
    *load = whole * 100 + hundredths;
    return 1;
}

/* The same text once more, for a driver that is not named: amdgpu in Linux 5.14 to 5.18 prints "pdev:", "pasid:", a
   line such as "vram mem:" with kB for each kind of memory, and one such as "gfx0:" with a percentage for each ring
   that did something. */
static void drmfd_i_parse_old_amdgpu(drmfd_snapshot *s, const void *data, size_t size, unsigned flags)
{
    static const char memory[][10] = {"vram mem:", "gtt mem:", "cpu mem:"};
    drmfd_reader reader;
    drmfd_line pdev, line;
    size_t i;
    if (!drmfd_line_find(data, size, flags, drmfd_text("pdev"), &pdev) || !drmfd_i_is_pdev(pdev.value) ||
        !drmfd_line_find(data, size, flags, drmfd_text("pasid"), &line) || !line.usable || line.unit.len > 0)
        return;
    s->driver = drmfd_i_view(drmfd_i_amdgpu, drmfd_i_amdgpu + sizeof drmfd_i_amdgpu - 1);
    s->pdev = pdev.value;
    s->client_id = line.number;
    s->has_client_id = line.number != 0;
    drmfd_reader_begin(&reader, data, size, flags);
    while (drmfd_reader_next(&reader, &line)) {
        const char *p = line.key.ptr, *end = p + line.key.len;
        uint64_t n = 0;
        for (i = 0; line.what == DRMFD_KEY_BAD && i < sizeof memory / sizeof memory[0]; i++) {
            const drmfd_view key = drmfd_text(memory[i]);
            drmfd_region *r;
            if (line.key.len < key.len || !drmfd_i_equal(p, key.ptr, key.len)) continue;
            s->counts.bad_lines--;
            for (p += key.len; p < end && drmfd_i_blank(*p); p++) {
            }
            while (end > p && drmfd_i_blank(end[-1])) end--;
            if (end - p < 4 || !drmfd_i_equal(end - 3, " kB", 3) || drmfd_i_blank(end[-4]) ||
                !drmfd_i_number(DRMFD_I_PURE, drmfd_i_view(p, end - 3), &line.unit, &n) || n >> 54 != 0) {
                s->counts.bad_values++;
                break;
            }
            r = drmfd_i_region(s, drmfd_i_view(line.key.ptr, line.key.ptr + key.len - 5));
            if (r == NULL) s->counts.dropped++;
            else
                drmfd_i_store(s, r, DRMFD_I_OF_region, offsetof(drmfd_region, memory), DRMFD_REGION_HAS_MEMORY,
                              DRMFD_I_LAST, n << 10);
            break;
        }
        if (line.what == DRMFD_KEY_RAW && line.key.len > 1 && (unsigned char)(end[-1] - '0') < 10 &&
            drmfd_i_old_load(line.value, &n)) {
            drmfd_engine *e = drmfd_i_engine(s, drmfd_i_view(p, end - 1));
            if (e == NULL) {
                s->counts.dropped++;
                continue;
            }
            e->has |= DRMFD_ENGINE_HAS_LOAD;
            e->load += n; /* of 32 bits each: no text has enough lines to pass 64 */
        }
    }
}

DRMFD_API drmfd_code drmfd_parse(drmfd_snapshot *snapshot, const void *data, size_t size, unsigned flags,
                                 drmfd_error *error)
{
    drmfd_snapshot *s = snapshot;
    drmfd_reader reader;
    drmfd_line line;
    drmfd_i_last lasts[2]; /* of an engine, of a region */
    const char *near_end;
    uint32_t i;
    drmfd_i_fine(error);
    if (s == NULL || (data == NULL && size > 0)) return drmfd_i_fail(error, DRMFD_ARGUMENT, "no snapshot or no text");
    if ((s->engines == NULL && s->engine_room > 0) || (s->regions == NULL && s->region_room > 0) ||
        s->engine_room >= DRMFD_I_LEAF || s->region_room >= DRMFD_I_LEAF)
        return drmfd_i_fail(error, DRMFD_ARGUMENT, "invalid room of a snapshot");
    s->engine_count = s->region_count = 0;
    s->i_state.engine_root = s->i_state.region_root = 0;
    s->has_client_id = 0;
    s->client_id = 0;
    drmfd_i_zero(&s->counts, sizeof s->counts);
    lasts[0].word = lasts[1].word = 1; /* none */
    lasts[0].mask = lasts[1].mask = 0;
    lasts[0].len = lasts[1].len = 0;
    lasts[0].entry = lasts[1].entry = NULL;
    drmfd_reader_begin(&reader, data, size, flags);
    /* Not "": gcc would load that pointer and the length as one vector, from a table that is relocated. */
    s->driver = s->client_name = s->pdev = drmfd_i_view(reader.text, reader.text);
    near_end = reader.end;
    while (near_end > reader.text && near_end[-1] != '\n') near_end--;
    near_end = near_end - reader.text > DRMFD_I_NEAR ? near_end - DRMFD_I_NEAR : reader.text;
    for (;;) {
        const char *p = reader.at, *next;
        uint64_t usual = 0;
        while (p < near_end && (next = drmfd_i_usual(s, p, reader.end, lasts)) != NULL) {
            p = next;
            usual++;
        }
        reader.at = p;
        s->counts.lines += usual;
        if (!drmfd_reader_next(&reader, &line)) break;
        drmfd_i_take_line(s, &line);
        s->counts.lines++;
    }
    if (s->driver.len == 0 && (flags & DRMFD_READ_OLD_AMDGPU) != 0) drmfd_i_parse_old_amdgpu(s, data, size, flags);
    for (i = 0; i < s->region_count; i++) {
        drmfd_region *r = &s->regions[i];
        if ((r->has & (DRMFD_REGION_HAS_MEMORY | DRMFD_REGION_HAS_RESIDENT)) == DRMFD_REGION_HAS_MEMORY) {
            r->resident = r->memory;
            r->has |= DRMFD_REGION_HAS_RESIDENT;
        }
    }
    s->cut = reader.error.code == DRMFD_TRUNCATED;
    s->result = s->driver.len == 0 ? DRMFD_RESULT_NOT_DRM
                : s->engine_count + s->region_count > 0 || s->counts.dropped > 0 ? DRMFD_RESULT_CLIENT
                                                                                : DRMFD_RESULT_EMPTY;
    return DRMFD_OK;
}

DRMFD_API int drmfd_engine_find(const drmfd_snapshot *snapshot, drmfd_view name, drmfd_engine *engine)
{
    uint32_t i;
    if (engine == NULL) return 0;
    drmfd_i_zero(engine, sizeof *engine);
    engine->name = drmfd_i_empty();
    for (i = 0; snapshot != NULL && name.ptr != NULL && i < snapshot->engine_count; i++)
        if (drmfd_i_same(snapshot->engines[i].name, name)) {
            drmfd_i_copy(engine, &snapshot->engines[i], sizeof *engine);
            return 1;
        }
    return 0;
}

DRMFD_API int drmfd_region_find(const drmfd_snapshot *snapshot, drmfd_view name, drmfd_region *region)
{
    uint32_t i;
    if (region == NULL) return 0;
    drmfd_i_zero(region, sizeof *region);
    region->name = drmfd_i_empty();
    for (i = 0; snapshot != NULL && name.ptr != NULL && i < snapshot->region_count; i++)
        if (drmfd_i_same(snapshot->regions[i].name, name)) {
            drmfd_i_copy(region, &snapshot->regions[i], sizeof *region);
            return 1;
        }
    return 0;
}

DRMFD_API const char *drmfd_engine_has_name(drmfd_engine_has flag)
{
    return drmfd_i_bit_word(DRMFD_ENGINE_MEMBERS(DRMFD_I_MEMBER_WORD) "capacity_zero\0", (unsigned)flag);
}

DRMFD_API const char *drmfd_region_has_name(drmfd_region_has flag)
{
    return drmfd_i_bit_word(DRMFD_REGION_MEMBERS(DRMFD_I_MEMBER_WORD) "unshared\0", (unsigned)flag);
}

DRMFD_API const char *drmfd_class_name(drmfd_class where)
{
    return drmfd_i_nth_word(DRMFD_CLASSES(DRMFD_I_WORD), (unsigned)where);
}

DRMFD_I_DEFINE_NAME(result, DRMFD_RESULTS)

#ifndef DRMFD_NO_MEASURE
/* ---- Figures ----------------------------------------------------------------------------------------------------- */

/* A counter that may step back; high never does. */
typedef struct drmfd_i_counter {
    uint64_t high, base;
    int64_t since;
} drmfd_i_counter;

/* What is kept of an engine between samples. */
typedef struct drmfd_i_kept {
    drmfd_view name;
    drmfd_name_state state;
    unsigned has;
    int now;
    drmfd_i_counter ns, cycles;
    uint64_t total;
} drmfd_i_kept;

/* The buffer of a meter: kept_count of drmfd_i_kept, as many of drmfd_usage, and at its end the names. */
#define DRMFD_I_METER_ENTRY (sizeof(drmfd_i_kept) + sizeof(drmfd_usage))

static drmfd_i_kept *drmfd_i_kept_of(const drmfd_meter *m) { return (drmfd_i_kept *)(void *)m->i_state.buffer; }

static drmfd_usage *drmfd_i_usage_of(const drmfd_meter *m)
{
    return (drmfd_usage *)(void *)(m->i_state.buffer + m->i_state.kept_count * sizeof(drmfd_i_kept));
}

/* The index of what is kept of the engine of this name, mostly at the same index as before. */
static uint32_t drmfd_i_kept_at(drmfd_meter *m, drmfd_view name, uint32_t at)
{
    drmfd_i_list l;
    if (at < m->i_state.kept_count && drmfd_i_same(drmfd_i_kept_of(m)[at].name, name)) return at;
    l = drmfd_i_list_of(m->i_state.buffer, sizeof(drmfd_i_kept), offsetof(drmfd_i_kept, state), m->i_state.kept_count,
                        &m->i_state.root);
    return drmfd_i_search(&l, name);
}

/* The same, added if it is new; 0: no name, or no room. */
static int drmfd_i_keep(drmfd_meter *m, drmfd_view name, uint32_t at)
{
    drmfd_meter_state *s = &m->i_state;
    drmfd_i_kept *k;
    drmfd_i_list l;
    size_t used;
    if (name.len == 0) return 0;
    if (drmfd_i_kept_at(m, name, at) != DRMFD_I_NONE) return 1;
    used = s->kept_count * DRMFD_I_METER_ENTRY + s->name_bytes;
    if (s->size - used < DRMFD_I_METER_ENTRY || name.len > s->size - used - DRMFD_I_METER_ENTRY ||
        s->kept_count == DRMFD_I_LEAF - 1)
        return 0;
    k = drmfd_i_kept_of(m) + s->kept_count++;
    drmfd_i_zero(k, sizeof *k);
    s->name_bytes += name.len;
    k->name.ptr = s->buffer + (s->size - s->name_bytes);
    k->name.len = name.len;
    drmfd_i_copy(s->buffer + (s->size - s->name_bytes), name.ptr, name.len);
    l = drmfd_i_list_of(s->buffer, sizeof *k, offsetof(drmfd_i_kept, state), s->kept_count, &s->root);
    drmfd_i_insert(&l);
    return 1;
}

static void drmfd_i_close_interval(drmfd_i_counter *c, int64_t now)
{
    c->base = c->high;
    c->since = now;
}

/* Drivers that count all the time but print their counters only while a switch in sysfs is set. */
static int drmfd_i_switched(drmfd_view driver)
{
    static const char names[][9] = {"panfrost", "panthor"};
    size_t i;
    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        if (drmfd_i_same(driver, drmfd_text(names[i]))) return 1;
    return 0;
}

/* Takes the value of a counter: 1 if there is nothing to compare it with yet. A counter that this client did not show
   before was at 0, unless it may have run unseen (from_zero is 0). */
static int drmfd_i_count(const drmfd_meter *m, drmfd_i_kept *k, unsigned bit, drmfd_i_counter *c, uint64_t value,
                         int64_t now, int from_zero)
{
    if ((k->has & bit) == 0) {
        c->high = value;
        c->base = from_zero ? 0 : value;
        c->since = from_zero ? m->time : now;
        k->has |= bit;
        return !from_zero;
    }
    if (value > c->high) c->high = value;
    return 0;
}

static void drmfd_i_none(drmfd_figure *f, drmfd_why why)
{
    drmfd_i_zero(f, sizeof *f);
    f->why = why;
}

static void drmfd_i_figure(drmfd_figure *f, uint64_t growth, uint64_t span, uint64_t capacity, uint64_t maxfreq)
{
    const double grown = (double)growth, over = (double)span;
    const double engines = (double)capacity;
    f->why = DRMFD_WHY_FIGURE;
    f->growth = growth;
    f->span = span;
    if (growth == 0) f->raw = 0;
    else if (maxfreq == 0) f->raw = 100.0 * grown / (over * engines);
    else
        f->raw = 100.0 * (grown * 1e9) / ((double)maxfreq * over * engines);
    f->percent = f->raw > 100 ? 100 : f->raw;
}

/* It always fits: the later minus the earlier. */
static uint64_t drmfd_i_time_between(int64_t since, int64_t now) { return (uint64_t)now - (uint64_t)since; }

static void drmfd_i_busy(drmfd_figure *f, drmfd_i_kept *k, const drmfd_engine *e, int64_t now, int first)
{
    if ((e->has & (DRMFD_ENGINE_HAS_NS | DRMFD_ENGINE_HAS_LOAD)) == DRMFD_ENGINE_HAS_LOAD)
        drmfd_i_figure(f, e->load, 10000, 1, 0);
    else if ((e->has & DRMFD_ENGINE_HAS_NS) == 0) drmfd_i_none(f, DRMFD_WHY_ABSENT);
    else if (first) drmfd_i_none(f, DRMFD_WHY_FIRST);
    else if (now <= k->ns.since) drmfd_i_none(f, DRMFD_WHY_NO_TIME);
    else {
        drmfd_i_figure(f, k->ns.high - k->ns.base, drmfd_i_time_between(k->ns.since, now), e->capacity, 0);
        drmfd_i_close_interval(&k->ns, now);
    }
}

static void drmfd_i_share(drmfd_figure *f, drmfd_i_kept *k, const drmfd_engine *e, int64_t now)
{
    const int known = (k->has & DRMFD_ENGINE_HAS_TOTAL_CYCLES) != 0;
    const uint64_t total = e->total_cycles;
    const uint64_t growth = k->cycles.high - k->cycles.base;
    if ((e->has & DRMFD_ENGINE_HAS_TOTAL_CYCLES) == 0 || (e->has & DRMFD_ENGINE_HAS_CYCLES) == 0) {
        drmfd_i_none(f, DRMFD_WHY_ABSENT);
        if ((e->has & DRMFD_ENGINE_HAS_TOTAL_CYCLES) == 0 || known) return;
        k->total = total;
        k->has |= DRMFD_ENGINE_HAS_TOTAL_CYCLES;
        return;
    }
    k->has |= DRMFD_ENGINE_HAS_TOTAL_CYCLES;
    if (!known || total < k->total) { /* after a restart cycles count from what they are now, too: it is one clock */
        drmfd_i_none(f, known ? DRMFD_WHY_RESET : DRMFD_WHY_FIRST);
        if (known) k->cycles.high = e->cycles;
    } else if (total == k->total && growth > 0) { /* it counts once the clock moves again */
        drmfd_i_none(f, DRMFD_WHY_STALLED);
        return;
    } else
        drmfd_i_figure(f, growth, total - k->total, e->capacity, 0);
    k->total = total;
    drmfd_i_close_interval(&k->cycles, now);
}

static void drmfd_i_speed(drmfd_figure *f, drmfd_i_kept *k, const drmfd_engine *e, int64_t now, int first)
{
    if ((e->has & DRMFD_ENGINE_HAS_CYCLES) == 0 || (e->has & DRMFD_ENGINE_HAS_MAXFREQ) == 0)
        drmfd_i_none(f, DRMFD_WHY_ABSENT);
    else if ((e->has & DRMFD_ENGINE_HAS_TOTAL_CYCLES) != 0) drmfd_i_none(f, DRMFD_WHY_SUPERSEDED);
    else if (first) drmfd_i_none(f, DRMFD_WHY_FIRST);
    else if (e->maxfreq == 0) drmfd_i_none(f, DRMFD_WHY_NO_CLOCK);
    else if (now <= k->cycles.since) drmfd_i_none(f, DRMFD_WHY_NO_TIME);
    else {
        drmfd_i_figure(f, k->cycles.high - k->cycles.base, drmfd_i_time_between(k->cycles.since, now), e->capacity,
                       e->maxfreq);
        drmfd_i_close_interval(&k->cycles, now);
    }
}

/* Before the first sample: what of the buffer is aligned. */
static void drmfd_i_meter_begin(drmfd_meter *m)
{
    const size_t unit = sizeof(uint64_t), skip = (unit - (uintptr_t)m->buffer % unit) % unit;
    if (m->buffer == NULL || skip > m->buffer_size) return;
    m->i_state.buffer = (char *)m->buffer + skip;
    m->i_state.size = m->buffer_size - skip;
}

DRMFD_API drmfd_code drmfd_measure(drmfd_meter *meter, const drmfd_snapshot *snapshot, int64_t now, drmfd_error *error)
{
    drmfd_meter *m = meter;
    drmfd_i_kept *kept;
    drmfd_usage *usage;
    uint32_t i, at, n = 0;
    int from_zero;
    drmfd_i_fine(error);
    if (m == NULL || snapshot == NULL || (snapshot->engines == NULL && snapshot->engine_count > 0))
        return drmfd_i_fail(error, DRMFD_ARGUMENT, "no meter or no snapshot");
    if (m->i_state.buffer == NULL) drmfd_i_meter_begin(m);
    from_zero = m->i_state.started && !drmfd_i_switched(snapshot->driver);
    for (i = 0; i < snapshot->engine_count; i++) m->dropped += !drmfd_i_keep(m, snapshot->engines[i].name, i);
    kept = drmfd_i_kept_of(m);
    usage = m->i_state.kept_count > 0 ? drmfd_i_usage_of(m) : NULL;
    for (i = 0; i < m->i_state.kept_count; i++) kept[i].now = 0;
    for (i = 0; i < snapshot->engine_count && m->i_state.kept_count > 0; i++) {
        const drmfd_engine *e = &snapshot->engines[i];
        drmfd_i_kept *k;
        drmfd_usage *u;
        int first_ns = 0, first_cycles = 0;
        at = drmfd_i_kept_at(m, e->name, i);
        if (at == DRMFD_I_NONE) continue;
        k = &kept[at];
        if (k->now) continue; /* the same name twice: not from drmfd_parse */
        k->now = 1;
        if ((e->has & DRMFD_ENGINE_HAS_NS) != 0)
            first_ns = drmfd_i_count(m, k, DRMFD_ENGINE_HAS_NS, &k->ns, e->ns, now, from_zero);
        if ((e->has & DRMFD_ENGINE_HAS_CYCLES) != 0)
            first_cycles = drmfd_i_count(m, k, DRMFD_ENGINE_HAS_CYCLES, &k->cycles, e->cycles, now, from_zero);
        u = &usage[n++];
        u->name = k->name;
        u->engine = e;
        drmfd_i_busy(&u->busy, k, e, now, first_ns);
        drmfd_i_share(&u->share, k, e, now);
        drmfd_i_speed(&u->speed, k, e, now, first_cycles);
        u->best = u->busy.why == DRMFD_WHY_FIGURE    ? &u->busy
                  : u->share.why == DRMFD_WHY_FIGURE ? &u->share
                  : u->speed.why == DRMFD_WHY_FIGURE ? &u->speed
                                                     : NULL;
    }
    for (i = 0; i < m->i_state.kept_count; i++) { /* nothing is forgotten of those that are missing */
        drmfd_usage *u = &usage[n];
        if (kept[i].now) continue;
        drmfd_i_zero(u, sizeof *u);
        u->name = kept[i].name;
        u->busy.why = u->share.why = u->speed.why = DRMFD_WHY_ABSENT;
        n++;
    }
    m->usage = usage;
    m->usage_count = n;
    if (!m->i_state.started || now > m->time) m->time = now;
    m->i_state.started = 1;
    return DRMFD_OK;
}

#define DRMFD_I_ROW(name, word, text) word "\0"
DRMFD_API const char *drmfd_why_name(drmfd_why why)
{
    return drmfd_i_nth_word(DRMFD_WHYS(DRMFD_I_ROW), (unsigned)why);
}
#undef DRMFD_I_ROW

#define DRMFD_I_ROW(name, word, text) text "\0"
DRMFD_API const char *drmfd_why_text(drmfd_why why)
{
    return drmfd_i_nth_word(DRMFD_WHYS(DRMFD_I_ROW), (unsigned)why);
}
#undef DRMFD_I_ROW
#endif /* DRMFD_NO_MEASURE */

#ifndef DRMFD_NO_TRACKER
/* ---- Tracker ----------------------------------------------------------------------------------------------------- */

/* Everything that belongs to one sweep is in one arena. There are two: for the last sweep, with what is kept of each
   client, and for the one in progress. Ending a sweep copies what must live on into the new arena and empties the old
   one, so memory does not grow with the number of clients that come and go. A sweep mostly resembles the one before:
   the same clients and processes in the same order, many with the same text. So a sample is first compared with the
   next one of the last sweep, and lists are searched only where it differs; their trees are made when the first search
   needs them. While every text equals that of the last sweep, it is only noted. If that holds to the end and nothing
   moved in the last sweep either, then only times change, and the last sweep is updated in place. Otherwise the noted
   texts are taken like any others. */

typedef struct drmfd_i_text { /* a text of a client */
    drmfd_sample sample; /* data points to a copy */
    uint32_t entry;      /* its client */
} drmfd_i_text;

typedef struct drmfd_i_entry { /* a client of the sweep in progress */
    drmfd_view key;
    drmfd_name_state state;
    drmfd_snapshot snapshot; /* own arrays in the arena; views point into the first text */
    uint32_t first_text, last_text;
    int64_t time;
    uint32_t files;
    uint32_t first_hold, last_hold, holds;
    uint32_t was; /* its place in the known clients of the last sweep, or DRMFD_I_NONE */
} drmfd_i_entry;

typedef struct drmfd_i_hold { /* a process that holds a client */
    drmfd_view key;
    drmfd_name_state state;
    uint32_t id[2]; /* the client and the process: the key */
    uint32_t next;  /* of the same client */
} drmfd_i_hold;

typedef struct drmfd_i_process {
    drmfd_view key;
    drmfd_name_state state;
    uint64_t pid; /* the key */
    uint32_t clients;
    uint32_t *list; /* of them, in the sweep */
    uint32_t place; /* in the sweep, plus 1 */
    int again;      /* in the next sweep too */
} drmfd_i_process;

typedef struct drmfd_i_known { /* a client of the last sweeps */
    drmfd_view key;
    drmfd_name_state state;
    drmfd_meter meter;
    uint32_t absent;
    int again; /* in the next sweep too */
} drmfd_i_known;

typedef struct drmfd_i_lists { /* what was gathered */
    drmfd_i_pieces texts, entries, holds, processes;
} drmfd_i_lists;

typedef struct drmfd_i_generation {
    const drmfd_memory *half;
    drmfd_i_arena arena;
    drmfd_i_lists lists;
    drmfd_i_pieces known;  /* the entries, then those that are absent */
    drmfd_client *clients; /* of the sweep */
    uint32_t next_known, next_process; /* which of the last sweep are expected next */
    uint32_t process;                  /* of the last text */
    size_t expected;                   /* bytes that one block is to have */
    size_t peak;                       /* most bytes that a sweep held which turned out too large */
    int begun;                         /* there was a text */
    int full;                          /* a text did not fit: none that follows is taken; above 1: one took all */
    int calm;                          /* drmfd_i_calm was asked, and said yes */
    drmfd_sweep sweep;
} drmfd_i_generation;

#define DRMFD_I_AT(noun, list) \
    static drmfd_i_##noun *drmfd_i_##noun##_at(const drmfd_i_generation *g, uint32_t i) \
    { \
        return (drmfd_i_##noun *)drmfd_i_nth(&g->list, i, sizeof(drmfd_i_##noun)); \
    }
DRMFD_I_AT(text, lists.texts)
DRMFD_I_AT(entry, lists.entries)
DRMFD_I_AT(hold, lists.holds)
DRMFD_I_AT(process, lists.processes)
DRMFD_I_AT(known, known)
#undef DRMFD_I_AT

struct drmfd_tracker {
    drmfd_i_arena arena; /* this struct and the arrays for parsing */
    drmfd_memory half[2];
    drmfd_i_generation generation[2];
    int last;       /* index of the generation that holds the last sweep */
    uint32_t noted; /* texts of the sweep in progress which are those of the last one */
    uint32_t forget_after;
    int rising, partial;     /* the option; the sweep in progress is not a full one */
    int counting;            /* there was a full sweep: the next three are of it */
    uint64_t highest;        /* id */
    int64_t since;           /* when it began */
    uint64_t seen_since;     /* ids above the highest that samples had */
    uint64_t highest_now;    /* id in the sweep in progress or any before it */
    int64_t began;           /* the time of the first sample of the sweep in progress; has_began: there was one */
    int has_began;
    drmfd_snapshot scratch;
};

/* Text into the arena. */
static int drmfd_i_keep_text(drmfd_i_arena *a, drmfd_view *v)
{
    char *p = (char *)drmfd_i_alloc(a, v->len, 1);
    if (p == NULL) return 0;
    drmfd_i_copy(p, v->ptr, v->len);
    v->ptr = p;
    return 1;
}

static char *drmfd_i_put(char *to, const void *from, size_t n)
{
    drmfd_i_copy(to, from, n);
    return to + n;
}

static void drmfd_i_generation_open(drmfd_i_generation *g, const drmfd_memory *half)
{
    drmfd_i_zero(g, sizeof *g);
    g->half = half;
    (void)drmfd_i_arena_open(&g->arena, half);
}

/* Empties a generation for a sweep that needs about this many bytes. A block that holds them all is kept, so that
   steady sweeps allocate nothing. */
static void drmfd_i_generation_again(drmfd_i_generation *g, size_t bytes)
{
    drmfd_i_block *b = g->arena.blocks, *keep = NULL;
    const drmfd_allocator allocator = g->arena.allocator;
    while (b != NULL) {
        drmfd_i_block *next = b->next;
        if (keep == NULL && g->half->buffer == NULL && b->size >= bytes && b->size / 4 <= bytes) keep = b;
        else allocator.free_fn(b->start, b->size, allocator.user);
        b = next;
    }
    drmfd_i_generation_open(g, g->half);
    if (keep != NULL) {
        keep->next = NULL;
        g->arena.blocks = keep;
        g->arena.held = keep->size;
        g->arena.at = drmfd_i_aligned((char *)keep + sizeof *keep);
        g->arena.end = (char *)keep->start + keep->size;
    } else if (g->half->buffer == NULL)
        g->expected = bytes;
}

/* How much of the bytes of a half samples may take: what a sweep makes of them needs the rest. */
static size_t drmfd_i_for_samples(size_t bytes)
{
    return bytes / 64 * 29;
}

/* Before the first text: one block for the whole sweep, if the last one needed many, and no more than their share for
   samples. */
static void drmfd_i_generation_begin(drmfd_i_generation *g)
{
    drmfd_i_arena *a = &g->arena;
    const size_t bytes = g->expected, share = drmfd_i_for_samples(g->half->max_memory);
    g->begun = 1;
    if (bytes > 0) (void)drmfd_i_one_block(a, bytes + bytes / 8);
    a->max = share;
    if (a->blocks != NULL && a->held > share) {
        const size_t head = (size_t)(a->at - (char *)a->blocks->start);
        a->max = a->held;
        a->end = a->at + (share > head ? share - head : 0);
    } else if (a->allocator.alloc_fn == NULL)
        a->end = a->at + drmfd_i_for_samples(g->half->buffer_size);
}

/* After the last text, or for one that is larger than that share: the whole half is there. */
static void drmfd_i_generation_whole(drmfd_i_generation *g)
{
    drmfd_i_arena *a = &g->arena;
    a->max = g->half->max_memory;
    if (a->blocks != NULL) a->end = (char *)a->blocks->start + a->blocks->size;
    else if (g->half->buffer != NULL) a->end = (char *)g->half->buffer + g->half->buffer_size;
}

DRMFD_API drmfd_tracker *drmfd_tracker_open(const drmfd_tracker_options *options, drmfd_error *error)
{
    drmfd_i_arena arena;
    drmfd_tracker *t;
    const uint32_t engines = options != NULL && options->engine_room != 0 ? options->engine_room : 64;
    const uint32_t regions = options != NULL && options->region_room != 0 ? options->region_room : 64;
    drmfd_i_fine(error);
    if (!drmfd_i_arena_open(&arena, options != NULL ? &options->memory : NULL) || engines >= DRMFD_I_LEAF ||
        regions >= DRMFD_I_LEAF) {
        (void)drmfd_i_fail(error, DRMFD_ARGUMENT, "invalid tracker options");
        return NULL;
    }
    t = (drmfd_tracker *)drmfd_i_alloc(&arena, 1, sizeof *t);
    if (t != NULL) {
        drmfd_i_zero(t, sizeof *t);
        t->scratch.engine_room = engines;
        t->scratch.region_room = regions;
        t->scratch.engines = (drmfd_engine *)drmfd_i_alloc(&arena, engines, sizeof *t->scratch.engines);
        t->scratch.regions = (drmfd_region *)drmfd_i_alloc(&arena, regions, sizeof *t->scratch.regions);
    }
    if (t == NULL || t->scratch.engines == NULL || t->scratch.regions == NULL) {
        (void)drmfd_i_fail(error, arena.code, drmfd_i_memory_message(arena.code));
        drmfd_i_arena_close(&arena);
        return NULL;
    }
    t->forget_after = options != NULL && options->forget_after != 0 ? options->forget_after : 64;
    t->rising = options != NULL && options->rising_ids != 0;
    t->arena = arena;
    drmfd_i_halves(&arena, &t->half[0], &t->half[1]);
    drmfd_i_generation_open(&t->generation[0], &t->half[0]);
    drmfd_i_generation_open(&t->generation[1], &t->half[1]);
    return t;
}

DRMFD_API void drmfd_tracker_close(drmfd_tracker *tracker)
{
    drmfd_i_arena arena;
    if (tracker == NULL) return;
    drmfd_i_arena_close(&tracker->generation[0].arena);
    drmfd_i_arena_close(&tracker->generation[1].arena);
    arena = tracker->arena;
    drmfd_i_arena_close(&arena);
}

DRMFD_API size_t drmfd_tracker_memory_used(const drmfd_tracker *tracker)
{
    if (tracker == NULL) return 0;
    return tracker->arena.held + tracker->generation[0].arena.held + tracker->generation[1].arena.held;
}

/* The bytes that identify a client: driver, pdev or device number, id or pid and fd. */
static int drmfd_i_client_key(drmfd_i_arena *a, const drmfd_snapshot *s, const drmfd_sample *sample, drmfd_view *key)
{
    const uint64_t driver_len = s->driver.len, pdev_len = s->pdev.len;
    const uint64_t id[2] = {s->has_client_id ? s->client_id : sample->pid, s->has_client_id ? 0 : sample->fd};
    const unsigned char kind = (unsigned char)(s->has_client_id != 0);
    char *p;
    /* The texts may hold any byte; with their lengths they are unambiguous. */
    p = (char *)drmfd_i_alloc(a, s->driver.len + s->pdev.len + 41, 1);
    if (p == NULL) return 0;
    key->ptr = p;
    p = drmfd_i_put(p, id, sizeof id);
    p = drmfd_i_put(p, &kind, 1);
    p = drmfd_i_put(p, &driver_len, 8);
    p = drmfd_i_put(p, s->driver.ptr, s->driver.len);
    p = drmfd_i_put(p, &pdev_len, 8);
    p = drmfd_i_put(p, s->pdev.ptr, s->pdev.len);
    if (s->pdev.len == 0) p = drmfd_i_put(p, &sample->device, 8);
    key->len = (size_t)(p - key->ptr);
    return 1;
}

/* The view in a copy of the text that it points into. */
static void drmfd_i_move(drmfd_view *v, const char *text, const char *copy)
{
    if (v->len > 0) v->ptr = copy + (v->ptr - text);
}

/* A copy of a snapshot in the arena, with the text that its views point into, which *text is then. */
static int drmfd_i_keep_snapshot(drmfd_i_arena *a, drmfd_snapshot *to, const drmfd_snapshot *from, const char **text,
                                 size_t len)
{
    char *copy = (char *)drmfd_i_alloc(a, len, 1);
    uint32_t i;
    drmfd_i_copy(to, from, sizeof *to);
    to->engines = (drmfd_engine *)drmfd_i_alloc(a, from->engine_count, sizeof *to->engines);
    to->regions = (drmfd_region *)drmfd_i_alloc(a, from->region_count, sizeof *to->regions);
    if (copy == NULL || to->engines == NULL || to->regions == NULL) return 0;
    drmfd_i_copy(copy, *text, len);
    drmfd_i_copy(to->engines, from->engines, from->engine_count * sizeof *to->engines);
    drmfd_i_copy(to->regions, from->regions, from->region_count * sizeof *to->regions);
    for (i = 0; i < from->engine_count; i++) drmfd_i_move(&to->engines[i].name, *text, copy);
    for (i = 0; i < from->region_count; i++) drmfd_i_move(&to->regions[i].name, *text, copy);
    if (to->driver.ptr != drmfd_i_amdgpu) drmfd_i_move(&to->driver, *text, copy);
    drmfd_i_move(&to->pdev, *text, copy);
    drmfd_i_move(&to->client_name, *text, copy);
    to->engine_room = from->engine_count;
    to->region_room = from->region_count;
    *text = copy;
    return 1;
}

/* Room for the engines and regions of a second text of a client. */
static int drmfd_i_room_for(drmfd_i_arena *a, drmfd_snapshot *to, const drmfd_snapshot *from)
{
    const drmfd_i_list l = drmfd_i_engines(to);
    drmfd_engine *e;
    uint32_t i, more = 0;
    if (from->region_count > to->region_room) {
        to->regions = (drmfd_region *)drmfd_i_alloc(a, from->region_count, sizeof *to->regions);
        if (to->regions == NULL) return 0;
        to->region_room = from->region_count;
    }
    for (i = 0; i < from->engine_count; i++) more += drmfd_i_search(&l, from->engines[i].name) == DRMFD_I_NONE;
    if (more <= to->engine_room - to->engine_count) return 1;
    if (to->engine_count + more >= DRMFD_I_LEAF / 2) {
        a->code = DRMFD_LIMIT;
        return 0;
    }
    e = (drmfd_engine *)drmfd_i_alloc(a, (size_t)(to->engine_count + more) * 2, sizeof *e);
    if (e == NULL) return 0;
    drmfd_i_copy(e, to->engines, to->engine_count * sizeof *e);
    to->engines = e;
    to->engine_room = (to->engine_count + more) * 2;
    return 1;
}

/* Two fds of one client within a sweep: the larger counters, the other values and the regions of the later text, of
   which copy is kept. */
static void drmfd_i_merge(drmfd_snapshot *to, const drmfd_snapshot *from, const char *text, const char *copy)
{
    uint32_t i;
    for (i = 0; i < from->engine_count; i++) {
        const drmfd_engine *f = &from->engines[i];
        drmfd_view name = f->name;
        drmfd_engine *e;
        drmfd_i_move(&name, text, copy);
        e = drmfd_i_engine(to, name);
#define DRMFD_I_ROW(text, key, entry, member, flag, unit, way) \
    if ((f->has & (flag)) != 0 && ((way) != DRMFD_I_SUM || (e->has & (flag)) == 0 || f->member > e->member)) \
        e->member = f->member;
        DRMFD_I_ENGINE_KEYS(DRMFD_I_ROW)
#undef DRMFD_I_ROW
        if ((f->has & DRMFD_ENGINE_HAS_CAPACITY) != 0) e->has &= ~(unsigned)DRMFD_ENGINE_HAS_ZERO_CAPACITY;
        if ((f->has & DRMFD_ENGINE_HAS_LOAD) != 0) e->load = f->load;
        e->has |= f->has;
    }
    drmfd_i_copy(to->regions, from->regions, from->region_count * sizeof *to->regions);
    for (i = 0; i < from->region_count; i++) drmfd_i_move(&to->regions[i].name, text, copy);
    to->region_count = from->region_count;
    to->i_state.region_root = from->i_state.region_root;
    if (to->client_name.len > 0) return;
    to->client_name = from->client_name;
    drmfd_i_move(&to->client_name, text, copy);
}

static void drmfd_i_add_counts(drmfd_counts *to, const drmfd_counts *from)
{
    to->lines += from->lines;
    to->generic += from->generic;
    to->bad_lines += from->bad_lines;
    to->bad_values += from->bad_values;
    to->unknown += from->unknown;
    to->duplicates += from->duplicates;
    to->dropped += from->dropped;
}

/* The process of this pid, as an index; DRMFD_I_NONE when there is no memory. */
static uint32_t drmfd_i_process_of(drmfd_i_generation *g, drmfd_i_generation *old, uint64_t pid)
{
    drmfd_i_pieces *list = &g->lists.processes;
    drmfd_i_process *p;
    drmfd_view key;
    uint32_t was = g->next_process;
    if (list->count > 0 && drmfd_i_process_at(g, g->process)->pid == pid) return g->process;
    key.ptr = (const char *)&pid;
    key.len = sizeof pid;
    if (was >= old->lists.processes.count || drmfd_i_process_at(old, was)->pid != pid ||
        drmfd_i_process_at(old, was)->again) {
        const uint32_t i = drmfd_i_look_up(list, sizeof *p, key);
        if (i != DRMFD_I_NONE) return g->process = i;
        was = drmfd_i_look_up(&old->lists.processes, sizeof *p, key);
    }
    p = (drmfd_i_process *)drmfd_i_next(&g->arena, list, sizeof *p);
    if (p == NULL) return DRMFD_I_NONE;
    p->pid = pid;
    p->key.ptr = (const char *)&p->pid;
    p->key.len = sizeof p->pid;
    if (was != DRMFD_I_NONE) {
        drmfd_i_process_at(old, was)->again = 1;
        g->next_process = was + 1;
    }
    return g->process = list->count++;
}

/* Notes that a process holds a client: 1 when it is noted, 0 when there is no memory. */
static int drmfd_i_note_hold(drmfd_i_generation *g, drmfd_i_entry *e, uint32_t entry, uint32_t process)
{
    drmfd_i_pieces *list = &g->lists.holds;
    drmfd_i_hold *h;
    const uint32_t id[2] = {entry, process};
    drmfd_view key;
    key.ptr = (const char *)id;
    key.len = sizeof id;
    if (e->holds > 0 && (drmfd_i_hold_at(g, e->last_hold)->id[1] == process ||
                         drmfd_i_look_up(list, sizeof *h, key) != DRMFD_I_NONE))
        return 1;
    h = (drmfd_i_hold *)drmfd_i_next(&g->arena, list, sizeof *h);
    if (h == NULL) return 0;
    h->id[0] = entry;
    h->id[1] = process;
    h->key.ptr = (const char *)h->id;
    h->key.len = sizeof h->id;
    h->next = DRMFD_I_NONE;
    if (e->holds++ == 0) e->first_hold = list->count;
    else drmfd_i_hold_at(g, e->last_hold)->next = list->count;
    e->last_hold = list->count++;
    return 1;
}

static int drmfd_i_same_sample(const drmfd_sample *a, const drmfd_sample *b)
{
    return a->pid == b->pid && a->fd == b->fd && a->device == b->device && a->size == b->size && a->flags == b->flags &&
           drmfd_i_equal(a->data, b->data, a->size);
}

/* Whether this text and all before it are those of the last sweep. */
static int drmfd_i_repeats(const drmfd_tracker *tracker, const drmfd_sample *sample)
{
    const drmfd_i_generation *old = &tracker->generation[tracker->last], *g = &tracker->generation[1 - tracker->last];
    return g->sweep.texts == 0 && g->sweep.no_memory == 0 && tracker->noted < old->lists.texts.count &&
           drmfd_i_same_sample(&drmfd_i_text_at(old, tracker->noted)->sample, sample);
}

/* A sweep begins with the earliest of its samples. */
static void drmfd_i_begins(drmfd_tracker *tracker, int64_t now)
{
    if (!tracker->has_began || now < tracker->began) tracker->began = now;
    tracker->has_began = 1;
}

/* Notes the text that drmfd_i_repeats was asked about. */
static void drmfd_i_note(drmfd_tracker *tracker, int64_t now)
{
    drmfd_i_text_at(&tracker->generation[tracker->last], tracker->noted++)->sample.time = now;
    drmfd_i_begins(tracker, now);
}

/* The snapshot of a text, and in *kept the text that its views point into: that of the last sweep where this file is
   the one that is expected next and did not change, else tracker->scratch. */
static const drmfd_snapshot *drmfd_i_snapshot(drmfd_tracker *tracker, const drmfd_sample *sample, const char **kept)
{
    const drmfd_i_generation *old = &tracker->generation[tracker->last];
    const uint32_t next = tracker->generation[1 - tracker->last].next_known;
    if (next < old->lists.entries.count && drmfd_i_entry_at(old, next)->files == 1) {
        const drmfd_i_entry *e = drmfd_i_entry_at(old, next);
        const drmfd_i_text *x = drmfd_i_text_at(old, e->first_text);
        if (drmfd_i_same_sample(&x->sample, sample)) {
            *kept = (const char *)x->sample.data;
            return &e->snapshot;
        }
    }
    *kept = (const char *)sample->data;
    (void)drmfd_parse(&tracker->scratch, sample->data, sample->size, sample->flags, NULL);
    return &tracker->scratch;
}

/* Counts samples of one client that are left out. It is known from then on: it was not born later. */
static void drmfd_i_leave_out(drmfd_tracker *tracker, drmfd_i_generation *g, const drmfd_snapshot *s, uint32_t files)
{
    g->sweep.no_memory += files;
    if (s->has_client_id && s->client_id > tracker->highest_now) tracker->highest_now = s->client_id;
}

/* Takes a text that a snapshot was made of: 0 when there is no memory, and what changed is to be undone. */
static int drmfd_i_take_text(drmfd_tracker *tracker, const drmfd_sample *sample, const drmfd_snapshot *s,
                             const char *text)
{
    drmfd_i_generation *g = &tracker->generation[1 - tracker->last];
    drmfd_i_generation *old = &tracker->generation[tracker->last];
    drmfd_i_arena *a = &g->arena;
    drmfd_i_pieces *texts = &g->lists.texts, *entries = &g->lists.entries;
    drmfd_view key;
    drmfd_i_entry *e;
    drmfd_i_text *x;
    uint32_t was = g->next_known, i = DRMFD_I_NONE;
    const uint32_t process = drmfd_i_process_of(g, old, sample->pid);
    if (process == DRMFD_I_NONE || !drmfd_i_client_key(a, s, sample, &key)) return 0;
    if (was >= old->known.count || drmfd_i_known_at(old, was)->again ||
        !drmfd_i_same(drmfd_i_known_at(old, was)->key, key)) {
        i = entries->count - 1;
        if (entries->count == 0 || !drmfd_i_same(drmfd_i_entry_at(g, i)->key, key))
            i = drmfd_i_look_up(entries, sizeof *e, key);
        if (i == DRMFD_I_NONE) was = drmfd_i_look_up(&old->known, sizeof(drmfd_i_known), key);
    }
    x = (drmfd_i_text *)drmfd_i_next(a, texts, sizeof *x);
    if (x == NULL) return 0;
    if (i == DRMFD_I_NONE) {
        e = (drmfd_i_entry *)drmfd_i_next(a, entries, sizeof *e);
        if (e == NULL || !drmfd_i_keep_snapshot(a, &e->snapshot, s, &text, sample->size)) return 0;
        e->key = key;
        e->first_text = texts->count;
        e->was = was;
        if (!drmfd_i_note_hold(g, e, entries->count, process)) return 0;
        i = entries->count++;
        if (was != DRMFD_I_NONE) {
            drmfd_i_known_at(old, was)->again = 1;
            g->next_known = was + 1;
        }
    } else {
        drmfd_snapshot own;
        drmfd_view kept;
        e = drmfd_i_entry_at(g, i);
        drmfd_i_copy(&own, &e->snapshot, sizeof own); /* clang makes an assignment of this size a call of memcpy */
        kept.ptr = text;
        kept.len = sample->size;
        if (!drmfd_i_room_for(a, &own, s) || !drmfd_i_keep_text(a, &kept) || !drmfd_i_note_hold(g, e, i, process))
            return 0;
        drmfd_i_merge(&own, s, text, kept.ptr);
        drmfd_i_add_counts(&own.counts, &s->counts);
        drmfd_i_copy(&e->snapshot, &own, sizeof own);
        text = kept.ptr;
    }
    drmfd_i_copy(&x->sample, sample, sizeof *sample);
    x->sample.data = text;
    x->entry = i;
    e->last_text = texts->count++;
    e->time = sample->time;
    e->files++;
    g->sweep.texts++;
    return 1;
}

/* The same with what was changed undone, and the memory given back. */
static int drmfd_i_try_text(drmfd_tracker *tracker, const drmfd_sample *sample, const drmfd_snapshot *s,
                            const char *text)
{
    drmfd_i_generation *g = &tracker->generation[1 - tracker->last];
    const drmfd_i_arena mark = g->arena;
    const drmfd_i_lists lists = g->lists;
    if (drmfd_i_take_text(tracker, sample, s, text)) return 1;
    drmfd_i_rewind(&g->arena, &mark);
    g->lists = lists;
    g->process = 0;
    return 0;
}

/* Takes a text, or counts that it is left out. */
static drmfd_code drmfd_i_take(drmfd_tracker *tracker, const drmfd_sample *sample, const drmfd_snapshot *s,
                               const char *text)
{
    drmfd_i_generation *g = &tracker->generation[1 - tracker->last];
    drmfd_i_begins(tracker, sample->time);
    if (s->result == DRMFD_RESULT_NOT_DRM) {
        g->sweep.texts++;
        g->sweep.not_drm++;
        return DRMFD_OK;
    }
    if (!g->full) {
        if (!g->begun) drmfd_i_generation_begin(g);
        if (drmfd_i_try_text(tracker, sample, s, text)) return DRMFD_OK;
        g->full = g->arena.code == DRMFD_LIMIT || g->arena.allocator.alloc_fn == NULL;
        if (g->full && g->lists.entries.count == 0) {
            drmfd_i_generation_whole(g);
            g->full++;
            if (drmfd_i_try_text(tracker, sample, s, text)) return DRMFD_OK;
        }
    }
    drmfd_i_leave_out(tracker, g, s, 1);
    return g->arena.code;
}

/* Takes what was only noted: the sweep in progress is not like the last one. */
static void drmfd_i_take_noted(drmfd_tracker *tracker)
{
    const drmfd_i_generation *old = &tracker->generation[tracker->last];
    const uint32_t count = tracker->noted;
    uint32_t i;
    tracker->noted = 0;
    for (i = 0; i < count; i++) {
        const drmfd_i_text *x = drmfd_i_text_at(old, i);
        const drmfd_i_entry *e = drmfd_i_entry_at(old, x->entry);
        const drmfd_snapshot *s = &e->snapshot;
        if (e->files > 1) { /* that of the client is made of several texts */
            (void)drmfd_parse(&tracker->scratch, x->sample.data, x->sample.size, x->sample.flags, NULL);
            s = &tracker->scratch;
        }
        (void)drmfd_i_take(tracker, &x->sample, s, (const char *)x->sample.data);
    }
}

DRMFD_API drmfd_code drmfd_tracker_add(drmfd_tracker *tracker, const drmfd_sample *sample, drmfd_error *error)
{
    const drmfd_snapshot *s;
    const char *kept;
    drmfd_code code;
    drmfd_i_fine(error);
    if (tracker == NULL || sample == NULL || (sample->data == NULL && sample->size > 0))
        return drmfd_i_fail(error, DRMFD_ARGUMENT, "no tracker, no sample or no text");
    if (drmfd_i_repeats(tracker, sample)) {
        drmfd_i_note(tracker, sample->time);
        return DRMFD_OK;
    }
    drmfd_i_take_noted(tracker);
    s = drmfd_i_snapshot(tracker, sample, &kept);
    code = drmfd_i_take(tracker, sample, s, kept);
    return code == DRMFD_OK ? DRMFD_OK : drmfd_i_fail(error, code, drmfd_i_memory_message(code));
}

/* A meter of the new sweep: what was kept of the old one (NULL: nothing), and room for the engines of a sample (NULL:
   no sample, so that what is kept is all). */
static int drmfd_i_meter(drmfd_i_arena *a, drmfd_meter *m, const drmfd_meter *old, const drmfd_snapshot *s)
{
    drmfd_meter before;
    drmfd_i_kept *kept;
    size_t size, count, i;
    drmfd_i_zero(&before, sizeof before);
    if (old != NULL) drmfd_i_copy(&before, old, sizeof before);
    count = before.i_state.kept_count;
    size = before.i_state.name_bytes;
    for (i = 0; s != NULL && i < s->engine_count; i++)
        if (drmfd_i_kept_at(&before, s->engines[i].name, (uint32_t)i) == DRMFD_I_NONE) {
            count++;
            size += s->engines[i].name.len;
        }
    size += count * (s != NULL ? DRMFD_I_METER_ENTRY : sizeof(drmfd_i_kept));
    kept = (drmfd_i_kept *)drmfd_i_alloc(a, size, 1);
    if (kept == NULL) return 0;
    drmfd_i_zero(m, sizeof *m);
    m->i_state.buffer = (char *)kept;
    m->i_state.size = size;
    m->time = before.time;
    m->dropped = before.dropped;
    m->i_state.started = before.i_state.started;
    m->i_state.root = before.i_state.root;
    m->i_state.kept_count = before.i_state.kept_count;
    m->i_state.name_bytes = before.i_state.name_bytes;
    if (before.i_state.kept_count == 0) return 1;
    drmfd_i_copy(kept, before.i_state.buffer, before.i_state.kept_count * sizeof *kept);
    drmfd_i_copy((char *)kept + (size - before.i_state.name_bytes),
                 before.i_state.buffer + (before.i_state.size - before.i_state.name_bytes), before.i_state.name_bytes);
    for (i = 0; i < before.i_state.kept_count; i++)
        kept[i].name.ptr = (char *)kept + size - (before.i_state.buffer + before.i_state.size - kept[i].name.ptr);
    return 1;
}

static void drmfd_i_sum(drmfd_sum *sum, const drmfd_figure *f)
{
    if (f->why != DRMFD_WHY_FIGURE) return;
    sum->clients++;
    sum->raw += f->raw;
    sum->percent = sum->raw > 100 ? 100 : sum->raw;
}

/* A list of sums while it grows; its states only where there are many. */
typedef struct drmfd_i_sum_list {
    char *base;
    drmfd_name_state *states;
    uint32_t room, state_room, root;
} drmfd_i_sum_list;

/* Those of a device. A region has lost what did not fit. */
typedef struct drmfd_i_sums {
    drmfd_i_sum_list engines, regions;
    unsigned *lost;
    uint32_t lost_room;
} drmfd_i_sums;

/* The entry of this name in a list, mostly at the place *at, else a new one: 0 when there is no memory. likely: how
   many there will be. */
static int drmfd_i_sum_at(drmfd_i_arena *a, drmfd_i_sum_list *s, size_t stride, uint32_t likely, uint32_t *count,
                          drmfd_view name, uint32_t *at)
{
    drmfd_i_list l;
    void *more;
    if (*at < *count && drmfd_i_same(*(const drmfd_view *)(const void *)(s->base + *at * stride), name)) return 1;
    l = drmfd_i_list_of(s->base, stride, 0, *count, &s->root);
    l.states = (char *)s->states;
    l.state_stride = sizeof *s->states;
    *at = drmfd_i_search(&l, name);
    if (*at != DRMFD_I_NONE) return 1;
    if (s->room == 0) {
        more = drmfd_i_alloc(a, likely, stride);
        s->room = likely;
    } else
        more = drmfd_i_grow(a, s->base, *count, &s->room, stride);
    if (more == NULL) return 0;
    l.base = s->base = (char *)more;
    if (*count >= DRMFD_I_PLAIN && s->state_room < s->room) {
        more = drmfd_i_alloc(a, s->room, sizeof *s->states);
        if (more == NULL) return 0;
        drmfd_i_copy(more, s->states, s->state_room * sizeof *s->states);
        s->states = (drmfd_name_state *)more;
        s->state_room = s->room;
    }
    l.states = (char *)s->states;
    *at = (*count)++;
    l.count = *count;
    drmfd_i_zero(l.base + *at * stride, stride);
    *(drmfd_view *)(void *)(l.base + *at * stride) = name;
    drmfd_i_insert(&l);
    return 1;
}

static void drmfd_i_sum_bytes(drmfd_region_sum *sum, unsigned *lost, unsigned flag, uint64_t *to, unsigned has,
                              uint64_t from)
{
    if ((has & flag) == 0) return;
    if (from > ~(uint64_t)0 - *to)
        *lost |= flag;
    else *to += from;
    sum->has = (sum->has | flag) & ~*lost;
}

/* Adds a client to the sums of a device. */
static int drmfd_i_add_client(drmfd_i_arena *a, drmfd_device *d, drmfd_i_sums *s, const drmfd_client *c)
{
    uint32_t i, at;
    d->clients++;
    for (i = 0; i < c->engine_count; i++) {
        const drmfd_usage *u = &c->engines[i];
        drmfd_engine_sum *e;
        at = i;
        if (!drmfd_i_sum_at(a, &s->engines, sizeof *e, c->engine_count, &d->engine_count, u->name, &at)) return 0;
        e = (drmfd_engine_sum *)(void *)s->engines.base;
        d->engines = e;
        e += at;
        drmfd_i_sum(&e->busy, &u->busy);
        drmfd_i_sum(&e->share, &u->share);
        drmfd_i_sum(&e->speed, &u->speed);
    }
    for (i = 0; i < c->region_count; i++) {
        const drmfd_region *f = &c->regions[i];
        const unsigned both = DRMFD_REGION_HAS_TOTAL | DRMFD_REGION_HAS_SHARED;
        const uint32_t had = d->region_count;
        drmfd_region_sum *r;
        unsigned *lost;
        at = i;
        if (!drmfd_i_sum_at(a, &s->regions, sizeof *r, c->region_count, &d->region_count, f->name, &at)) return 0;
        r = (drmfd_region_sum *)(void *)s->regions.base;
        d->regions = r;
        r += at;
        if (d->region_count > had) {
            lost = (unsigned *)drmfd_i_grow(a, s->lost, had, &s->lost_room, sizeof *lost);
            if (lost == NULL) return 0;
            s->lost = lost;
            s->lost[at] = 0;
            r->where = f->where;
        }
        lost = &s->lost[at];
#define DRMFD_I_ROW(text, key, entry, member, flag, unit, way) \
    drmfd_i_sum_bytes(r, lost, flag, &r->member, f->has, f->member);
        DRMFD_I_REGION_KEYS(DRMFD_I_ROW)
#undef DRMFD_I_ROW
        if ((f->has & both) == both)
            drmfd_i_sum_bytes(r, lost, DRMFD_REGION_HAS_UNSHARED, &r->unshared, DRMFD_REGION_HAS_UNSHARED,
                              f->total > f->shared ? f->total - f->shared : 0);
    }
    return 1;
}

static void drmfd_i_choose_best(const drmfd_device *devices, const drmfd_i_sums *sums, uint32_t count)
{
    uint32_t i, k;
    for (i = 0; i < count; i++)
        for (k = 0; k < devices[i].engine_count; k++) {
            drmfd_engine_sum *e = (drmfd_engine_sum *)(void *)sums[i].engines.base + k;
            e->best = e->busy.clients > 0    ? &e->busy
                      : e->share.clients > 0 ? &e->share
                      : e->speed.clients > 0 ? &e->speed
                                             : NULL;
        }
}

static void drmfd_i_name_device(drmfd_device *d, const drmfd_client *c)
{
    drmfd_i_zero(d, sizeof *d);
    d->name = c->pdev.len > 0 ? c->pdev : c->driver;
    d->driver = c->driver;
    d->device = c->device;
}

/* Which device a client is on: found by the text and number, in an array of its own for the search. */
typedef struct drmfd_i_place {
    drmfd_view key;
    drmfd_name_state state;
} drmfd_i_place;

static int drmfd_i_sum_devices(drmfd_i_generation *g)
{
    drmfd_i_arena *a = &g->arena;
    drmfd_i_place *places = NULL;
    drmfd_device *devices = NULL;
    drmfd_i_sums *sums = NULL;
    uint32_t n = 0, places_room = 0, devices_room = 0, sums_room = 0, root = 0, i;
    for (i = 0; i < g->sweep.client_count; i++) {
        drmfd_client *c = &g->clients[i];
        drmfd_i_list l;
        const size_t len = c->pdev.len > 0 ? c->pdev.len : c->driver.len;
        const uint64_t number = c->pdev.len > 0 ? 0 : c->device;
        drmfd_view key;
        uint32_t at;
        char *p;
        if (i > 0 && drmfd_i_same(c[-1].pdev, c->pdev) &&
            (c->pdev.len > 0 || (c[-1].device == c->device && drmfd_i_same(c[-1].driver, c->driver)))) {
            c->device_index = c[-1].device_index;
            if (!drmfd_i_add_client(a, &devices[c->device_index], &sums[c->device_index], c)) return 0;
            continue;
        }
        p = (char *)drmfd_i_alloc(a, len + 9, 1);
        if (p == NULL) return 0;
        key.ptr = p;
        key.len = len + 9;
        *p++ = c->pdev.len > 0;
        p = drmfd_i_put(p, &number, 8);
        (void)drmfd_i_put(p, c->pdev.len > 0 ? c->pdev.ptr : c->driver.ptr, len);
        l = drmfd_i_list_of(places, sizeof *places, sizeof(drmfd_view), n, &root);
        at = drmfd_i_search(&l, key);
        if (at == DRMFD_I_NONE) {
            places = (drmfd_i_place *)drmfd_i_grow(a, places, n, &places_room, sizeof *places);
            if (places == NULL) return 0;
            devices = (drmfd_device *)drmfd_i_grow(a, devices, n, &devices_room, sizeof *devices);
            if (devices == NULL) return 0;
            sums = (drmfd_i_sums *)drmfd_i_grow(a, sums, n, &sums_room, sizeof *sums);
            if (sums == NULL) return 0;
            drmfd_i_zero(&places[n], sizeof *places);
            drmfd_i_zero(&sums[n], sizeof *sums);
            places[n].key = key;
            drmfd_i_name_device(&devices[n], c);
            at = n++;
            l = drmfd_i_list_of(places, sizeof *places, sizeof(drmfd_view), n, &root);
            drmfd_i_insert(&l);
        }
        c->device_index = at;
        if (!drmfd_i_add_client(a, &devices[at], &sums[at], c)) return 0;
    }
    drmfd_i_choose_best(devices, sums, n);
    g->sweep.devices = devices;
    g->sweep.device_count = n;
    return 1;
}

/* The sums of one process. place is an array of one number a device, 0 in between calls, sums one of as many. */
static int drmfd_i_sum_process(drmfd_i_generation *g, drmfd_process *p, uint32_t *place, drmfd_i_sums *sums)
{
    const drmfd_client *clients = g->clients;
    drmfd_device *devices;
    uint32_t i, n = 0;
    int ok;
    for (i = 0; i < p->client_count; i++) {
        uint32_t *at = &place[clients[p->clients[i]].device_index];
        if (*at == 0) *at = ++n;
    }
    devices = (drmfd_device *)drmfd_i_alloc(&g->arena, n, sizeof *devices);
    ok = devices != NULL;
    drmfd_i_zero(sums, n * sizeof *sums);
    for (i = 0; ok && i < p->client_count; i++) {
        const drmfd_client *c = &clients[p->clients[i]];
        const uint32_t at = place[c->device_index];
        if (at > p->device_count) {
            drmfd_i_name_device(&devices[at - 1], c);
            p->device_count++;
        }
        ok = drmfd_i_add_client(&g->arena, &devices[at - 1], &sums[at - 1], c);
    }
    for (i = 0; i < p->client_count; i++) place[clients[p->clients[i]].device_index] = 0;
    if (!ok) return 0;
    drmfd_i_choose_best(devices, sums, n);
    p->devices = devices;
    return 1;
}

/* Whether a client that was not known was opened since the last full sweep. */
static int drmfd_i_is_born(const drmfd_tracker *t, const drmfd_snapshot *s)
{
    return t->rising && t->counting && s->has_client_id && s->client_id > t->highest;
}

/* The first clients, and what is kept of them, and of those that are absent if that is to be. 0: no memory. */
static int drmfd_i_sweep_clients(const drmfd_tracker *t, drmfd_i_generation *g, const drmfd_i_generation *old,
                                 uint32_t count, int history)
{
    drmfd_i_arena *a = &g->arena;
    uint32_t i, k, at;
    drmfd_i_zero(&g->known, sizeof g->known);
    g->sweep.forgotten = g->sweep.gone = 0;
    g->clients = (drmfd_client *)drmfd_i_alloc(a, count, sizeof *g->clients);
    if (g->clients == NULL) return 0;
    for (i = 0; i < count; i++) {
        const drmfd_i_entry *e = drmfd_i_entry_at(g, i);
        const drmfd_sample *last = &drmfd_i_text_at(g, e->last_text)->sample;
        const uint32_t was = e->was;
        drmfd_i_known *now = (drmfd_i_known *)drmfd_i_next(a, &g->known, sizeof *now);
        drmfd_client *c = &g->clients[i];
        uint64_t *pids = (uint64_t *)drmfd_i_alloc(a, e->holds, sizeof *pids);
        const drmfd_i_hold *hold;
        if (now == NULL || pids == NULL ||
            !drmfd_i_meter(a, &now->meter, was != DRMFD_I_NONE ? &drmfd_i_known_at(old, was)->meter : NULL,
                           &e->snapshot))
            return 0;
        now->key = e->key;
        if (was == DRMFD_I_NONE && drmfd_i_is_born(t, &e->snapshot)) {
            now->meter.i_state.started = 1; /* as if it had been seen then, with 0 */
            now->meter.time = t->since;
        }
        (void)drmfd_measure(&now->meter, &e->snapshot, e->time, NULL);
        g->known.count++;
        for (k = 0, at = e->first_hold; k < e->holds; k++, at = hold->next) {
            hold = drmfd_i_hold_at(g, at);
            pids[k] = drmfd_i_process_at(g, hold->id[1])->pid;
        }
        drmfd_i_zero(c, sizeof *c);
        c->driver = e->snapshot.driver;
        c->pdev = e->snapshot.pdev;
        c->client_name = e->snapshot.client_name;
        c->client_id = e->snapshot.client_id;
        c->has_client_id = e->snapshot.has_client_id;
        c->is_new = was == DRMFD_I_NONE;
        c->device = drmfd_i_text_at(g, e->first_text)->sample.device;
        c->owner = pids[0];
        c->pids = pids;
        c->pid_count = e->holds;
        c->files = e->files;
        c->time = e->time;
        c->text.ptr = (const char *)last->data;
        c->text.len = last->size;
        c->engines = now->meter.usage;
        c->engine_count = now->meter.usage_count;
        c->regions = e->snapshot.regions;
        c->region_count = e->snapshot.region_count;
    }
    for (i = 0; i < old->known.count; i++) {
        const drmfd_i_known *was = drmfd_i_known_at(old, i);
        drmfd_i_known *now;
        if (was->again) continue;
        g->sweep.gone += was->absent == 0;
        if (was->absent >= t->forget_after) continue;
        if (!history) {
            g->sweep.forgotten++;
            continue;
        }
        now = (drmfd_i_known *)drmfd_i_next(a, &g->known, sizeof *now);
        if (now == NULL) return 0;
        now->key = was->key;
        now->absent = was->absent + 1;
        if (!drmfd_i_keep_text(a, &now->key) || !drmfd_i_meter(a, &now->meter, &was->meter, NULL)) return 0;
        g->known.count++;
    }
    g->sweep.clients = g->clients;
    g->sweep.client_count = count;
    return 1;
}

/* The processes that hold these clients. */
static int drmfd_i_sweep_processes(drmfd_i_generation *g)
{
    drmfd_i_arena *a = &g->arena;
    drmfd_process *list;
    drmfd_i_sums *sums;
    uint32_t *place;
    uint32_t n = 0, i, k, at;
    if (!drmfd_i_sum_devices(g)) return 0;
    for (i = 0; i < g->lists.processes.count; i++) {
        drmfd_i_process *p = drmfd_i_process_at(g, i);
        p->place = p->clients = 0;
    }
    for (i = 0; i < g->sweep.client_count; i++) {
        const drmfd_i_entry *e = drmfd_i_entry_at(g, i);
        for (k = 0, at = e->first_hold; k < e->holds; k++) {
            const drmfd_i_hold *hold = drmfd_i_hold_at(g, at);
            drmfd_i_process *from = drmfd_i_process_at(g, hold->id[1]);
            if (from->clients++ == 0) from->place = n++;
            at = hold->next;
        }
    }
    list = (drmfd_process *)drmfd_i_alloc(a, n, sizeof *list);
    place = (uint32_t *)drmfd_i_alloc(a, g->sweep.device_count, sizeof *place);
    sums = (drmfd_i_sums *)drmfd_i_alloc(a, g->sweep.device_count, sizeof *sums);
    if (list == NULL || place == NULL || sums == NULL) return 0;
    drmfd_i_zero(list, n * sizeof *list);
    drmfd_i_zero(place, g->sweep.device_count * sizeof *place);
    for (i = 0; i < g->sweep.client_count; i++) {
        const drmfd_i_entry *e = drmfd_i_entry_at(g, i);
        for (k = 0, at = e->first_hold; k < e->holds; k++) {
            const drmfd_i_hold *hold = drmfd_i_hold_at(g, at);
            drmfd_i_process *from = drmfd_i_process_at(g, hold->id[1]);
            drmfd_process *p = &list[from->place];
            at = hold->next;
            if (p->client_count == 0) {
                from->list = (uint32_t *)drmfd_i_alloc(a, from->clients, sizeof *from->list);
                if (from->list == NULL) return 0;
                p->pid = from->pid;
                p->clients = from->list;
            }
            from->list[p->client_count++] = i;
        }
    }
    for (i = 0; i < n; i++)
        if (!drmfd_i_sum_process(g, &list[i], place, sums)) return 0;
    g->sweep.processes = list;
    g->sweep.process_count = n;
    return 1;
}

/* A sweep of the first clients: 1, or 0 and what it took given back. */
static int drmfd_i_try_sweep(const drmfd_tracker *tracker, drmfd_i_generation *g, const drmfd_i_generation *old,
                             uint32_t count, int history)
{
    const drmfd_i_arena mark = g->arena;
    if (drmfd_i_sweep_clients(tracker, g, old, count, history) && drmfd_i_sweep_processes(g)) return 1;
    if (g->arena.held > g->peak) g->peak = g->arena.held;
    drmfd_i_rewind(&g->arena, &mark);
    return 0;
}

/* Makes a sweep of what was gathered, or of as many clients from the beginning as there is memory for. 0: not even an
   empty sweep fits. Cost: where memory runs short, a sweep for each halving of their number. */
static int drmfd_i_make_sweep(drmfd_tracker *tracker, drmfd_i_generation *g, const drmfd_i_generation *old)
{
    drmfd_i_pieces *entries = &g->lists.entries;
    uint32_t fits = 0, most = entries->count;
    drmfd_i_arena *a = &g->arena;
    const size_t share = drmfd_i_for_samples(g->half->max_memory);
    if (g->full == 1) a->at = a->end; /* a remainder of one share is no part of the other */
    drmfd_i_generation_whole(g);
    if (g->full == 1 && a->held < share) a->max -= share - a->held;
    if (drmfd_i_try_sweep(tracker, g, old, most, 1) || drmfd_i_try_sweep(tracker, g, old, most, 0)) return 1;
    if (a->max - a->held > (size_t)(a->end - a->at)) (void)drmfd_i_one_block(a, a->max); /* all, in one piece */
    while (most - fits > 1) {
        const uint32_t half = fits + (most - fits) / 2;
        const drmfd_i_arena mark = *a;
        if (drmfd_i_try_sweep(tracker, g, old, half, 0)) fits = half;
        else most = half;
        drmfd_i_rewind(a, &mark);
    }
    while (entries->count > fits) {
        const drmfd_i_entry *e = drmfd_i_entry_at(g, --entries->count);
        g->sweep.texts -= e->files;
        drmfd_i_leave_out(tracker, g, &e->snapshot, e->files);
    }
    return drmfd_i_try_sweep(tracker, g, old, fits, 0);
}

/* Whether the same text a while later gives the same figure over another time, or none for the same reason. */
static int drmfd_i_still(const drmfd_figure *f)
{
    if (f->why == DRMFD_WHY_FIGURE) return f->growth == 0;
    return f->why == DRMFD_WHY_ABSENT || f->why == DRMFD_WHY_SUPERSEDED || f->why == DRMFD_WHY_NO_CLOCK;
}

/* Whether that holds for all clients of a sweep: then the same texts give the same sums. */
static int drmfd_i_calm(const drmfd_i_generation *g)
{
    uint32_t i, k;
    for (i = 0; i < g->sweep.client_count; i++)
        for (k = 0; k < g->clients[i].engine_count; k++) {
            const drmfd_usage *u = &g->clients[i].engines[k];
            if (!drmfd_i_still(&u->busy) || !drmfd_i_still(&u->share) || !drmfd_i_still(&u->speed) ||
                (u->engine != NULL && (u->engine->has & DRMFD_ENGINE_HAS_LOAD) != 0))
                return 0;
        }
    return 1;
}

/* What drmfd_measure does for a calm client. The engines that are kept are those of usage, mostly in its order. */
static void drmfd_i_measure_calm(drmfd_meter *m, int64_t now)
{
    uint32_t i;
    for (i = 0; i < m->usage_count; i++) {
        drmfd_usage *u = drmfd_i_usage_of(m) + i;
        drmfd_i_kept *k = drmfd_i_kept_of(m) + drmfd_i_kept_at(m, u->name, i);
        if (u->busy.why == DRMFD_WHY_FIGURE) {
            u->busy.span = drmfd_i_time_between(k->ns.since, now);
            k->ns.since = now;
        }
        if (u->share.why == DRMFD_WHY_FIGURE) {
            u->share.span = 0; /* total-cycles did not move */
            k->cycles.since = now;
        } else if (u->speed.why == DRMFD_WHY_FIGURE) {
            u->speed.span = drmfd_i_time_between(k->cycles.since, now);
            k->cycles.since = now;
        }
    }
    m->time = now;
}

/* Brings the last sweep up to date when all its texts are noted; 0: that is not enough. */
static int drmfd_i_sweep_again(drmfd_tracker *tracker)
{
    drmfd_i_generation *g = &tracker->generation[tracker->last];
    uint32_t i;
    if (tracker->noted == 0 || tracker->noted < g->lists.texts.count || g->known.count > g->lists.entries.count ||
        g->sweep.texts > g->lists.texts.count || g->sweep.no_memory > 0)
        return 0;
    if (!g->calm && !drmfd_i_calm(g)) return 0;
    g->calm = 1;
    for (i = 0; i < g->lists.texts.count; i++) {
        const drmfd_i_text *x = drmfd_i_text_at(g, i);
        drmfd_i_entry_at(g, x->entry)->time = x->sample.time;
    }
    for (i = 0; i < g->known.count; i++)
        if (drmfd_i_entry_at(g, i)->time <= drmfd_i_known_at(g, i)->meter.time) return 0;
    for (i = 0; i < g->known.count; i++) {
        drmfd_i_measure_calm(&drmfd_i_known_at(g, i)->meter, drmfd_i_entry_at(g, i)->time);
        g->clients[i].time = drmfd_i_entry_at(g, i)->time;
        g->clients[i].is_new = 0;
    }
    g->sweep.forgotten = g->sweep.gone = 0;
    g->sweep.memory = drmfd_tracker_memory_used(tracker);
    tracker->noted = 0;
    return 1;
}

/* After a sweep: which ids it had, and which none had. */
static void drmfd_i_count_ids(drmfd_tracker *t, drmfd_i_generation *g)
{
    uint32_t i;
    g->sweep.unseen = 0;
    for (i = 0; t->rising && i < g->sweep.client_count; i++) {
        const drmfd_snapshot *s = &drmfd_i_entry_at(g, i)->snapshot;
        if (!s->has_client_id) continue;
        if (g->clients[i].is_new && s->client_id > t->highest) t->seen_since++;
        if (s->client_id > t->highest_now) t->highest_now = s->client_id;
    }
    if (!t->partial && t->has_began) {
        if (t->highest > 0 && t->highest_now - t->highest > t->seen_since) /* the first id is 1 */
            g->sweep.unseen = t->highest_now - t->highest - t->seen_since;
        t->highest = t->highest_now;
        t->since = t->began;
        t->seen_since = 0;
        t->counting = 1;
    }
    t->has_began = t->partial = 0;
}

DRMFD_API const drmfd_sweep *drmfd_tracker_sweep(drmfd_tracker *tracker, drmfd_error *error)
{
    drmfd_i_generation *g, *old;
    size_t used;
    uint32_t i;
    drmfd_i_fine(error);
    if (tracker == NULL) {
        (void)drmfd_i_fail(error, DRMFD_ARGUMENT, "no tracker");
        return NULL;
    }
    g = &tracker->generation[1 - tracker->last];
    old = &tracker->generation[tracker->last];
    if (drmfd_i_sweep_again(tracker)) {
        drmfd_i_count_ids(tracker, old);
        return &old->sweep;
    }
    drmfd_i_take_noted(tracker);
    if (!drmfd_i_make_sweep(tracker, g, old)) {
        const drmfd_code code = g->arena.code;
        (void)drmfd_i_fail(error, code, drmfd_i_memory_message(code));
        drmfd_i_arena_close(&g->arena);
        drmfd_i_generation_open(g, g->half);
        for (i = 0; i < old->known.count; i++) drmfd_i_known_at(old, i)->again = 0;
        for (i = 0; i < old->lists.processes.count; i++) drmfd_i_process_at(old, i)->again = 0;
        tracker->has_began = tracker->partial = 0;
        return NULL;
    }
    for (i = 0; i < g->lists.entries.count; i++)
        drmfd_i_add_counts(&g->sweep.counts, &drmfd_i_entry_at(g, i)->snapshot.counts);
    drmfd_i_count_ids(tracker, g);
    g->sweep.memory = tracker->arena.held + old->arena.held + (g->peak > g->arena.held ? g->peak : g->arena.held);
    used = g->arena.held;
    if (used > 0) used -= (size_t)(g->arena.end - g->arena.at);
    if (g->sweep.no_memory + g->sweep.forgotten > 0) used = g->half->max_memory; /* in one piece it holds more */
    drmfd_i_generation_again(old, used);
    tracker->last = 1 - tracker->last;
    return &g->sweep;
}
#endif /* DRMFD_NO_TRACKER */

#ifndef DRMFD_NO_SCANNER
/* ---- Scanner ----------------------------------------------------------------------------------------------------- */

typedef struct drmfd_i_file {
    drmfd_view key;
    drmfd_name_state state;
    uint64_t id[2]; /* pid and fd: the key */
    uint64_t device, handle;
    uint64_t identity; /* of the client and inode that its text named last; 0: not read yet */
    int open;
    int moved;
} drmfd_i_file;

typedef struct drmfd_i_seen { /* a process */
    drmfd_view key;
    drmfd_name_state state;
    uint64_t pid;               /* the key */
    uint64_t count;             /* of its open files; all bits set: unknown */
    uint64_t files, candidates; /* as when it was listed last */
    uint32_t first;             /* of its files in the list of files */
    int reply;                  /* of listing it: NONE, REFUSED or NO_HANDLE */
} drmfd_i_seen;

struct drmfd_scanner {
    drmfd_i_arena arena; /* this struct, the buffer for a text, pids */
    drmfd_system system;
    drmfd_observer observer;
    drmfd_memory half, other_half;
    drmfd_i_arena lists[2]; /* of files and processes: rebuilt in the other one at each look that finds a change */
    int which;
    drmfd_i_file *files;
    uint32_t count;
    drmfd_i_seen *seen;
    uint32_t seen_count;
    uint32_t open, keep_open;
    int looked;
    int64_t next_look, next_small_look, look_every;
    size_t max_text;
    unsigned flags;
    char *text;
    uint64_t *pids;
    uint32_t pid_count, pid_at, max_answers;
    drmfd_scan_stats stats;
};

DRMFD_API drmfd_scanner *drmfd_scanner_open(const drmfd_system *system, const drmfd_scanner_options *options,
                                            drmfd_error *error)
{
    drmfd_scanner_options o;
    drmfd_i_arena arena;
    drmfd_scanner *s;
    drmfd_i_fine(error);
    drmfd_i_zero(&o, sizeof o);
    if (options != NULL) drmfd_i_copy(&o, options, sizeof o);
    if (o.max_text == 0) o.max_text = 65536;
    if (o.pids == NULL) o.pid_count = 0;
    if (system == NULL || (system->process_fn == NULL && o.pids == NULL) || system->file_fn == NULL ||
        system->open_fn == NULL || system->read_fn == NULL || system->close_fn == NULL || system->now_fn == NULL ||
        !drmfd_i_arena_open(&arena, &o.memory)) {
        (void)drmfd_i_fail(error, DRMFD_ARGUMENT, "scanner needs callbacks and a source of memory");
        return NULL;
    }
    s = (drmfd_scanner *)drmfd_i_alloc(&arena, 1, sizeof *s);
    if (s != NULL) {
        drmfd_i_zero(s, sizeof *s);
        s->text = (char *)drmfd_i_alloc(&arena, o.max_text, 1);
        s->pids = (uint64_t *)drmfd_i_alloc(&arena, o.pid_count, sizeof *s->pids);
    }
    if (s == NULL || s->text == NULL || s->pids == NULL) {
        (void)drmfd_i_fail(error, arena.code, drmfd_i_memory_message(arena.code));
        drmfd_i_arena_close(&arena);
        return NULL;
    }
    if (o.pids == NULL) s->pids = NULL;
    drmfd_i_copy(s->pids, o.pids, o.pid_count * sizeof *s->pids);
    s->pid_count = o.pid_count;
    s->system = *system;
    s->observer = o.observer;
    s->max_text = o.max_text;
    s->max_answers = o.max_answers != 0 ? o.max_answers : 1u << 24;
    s->flags = o.flags & DRMFD_READ_OLD_AMDGPU;
    s->keep_open = o.keep_open != 0 ? o.keep_open : system->keep_open != 0 ? system->keep_open : 64;
    if (s->keep_open == DRMFD_KEEP_NONE) s->keep_open = 0;
    s->look_every = o.look_every != 0 ? o.look_every : 3 * (int64_t)1000000000;
    s->arena = arena;
    drmfd_i_halves(&arena, &s->half, &s->other_half);
    (void)drmfd_i_arena_open(&s->lists[0], &s->half);
    (void)drmfd_i_arena_open(&s->lists[1], &s->other_half);
    return s;
}

DRMFD_API const char *drmfd_reply_name(drmfd_reply reply)
{
    return drmfd_i_nth_word(DRMFD_REPLIES(DRMFD_I_NUMBERED_WORD), (unsigned)reply + 5);
}

static void drmfd_i_shut(drmfd_scanner *s, drmfd_i_file *f)
{
    if (!f->open) return;
    s->system.close_fn(f->handle, s->system.user);
    f->open = 0;
    s->open--;
}

DRMFD_API void drmfd_scanner_close(drmfd_scanner *scanner)
{
    drmfd_i_arena arena;
    uint32_t i;
    if (scanner == NULL) return;
    for (i = 0; i < scanner->count; i++) drmfd_i_shut(scanner, &scanner->files[i]);
    drmfd_i_arena_close(&scanner->lists[0]);
    drmfd_i_arena_close(&scanner->lists[1]);
    arena = scanner->arena;
    drmfd_i_arena_close(&arena);
}

DRMFD_API size_t drmfd_scanner_memory_used(const drmfd_scanner *scanner)
{
    return scanner != NULL ? scanner->arena.held + scanner->lists[0].held + scanner->lists[1].held : 0;
}

/* Gives all handles back to a system that has none left; 0: there are none to give back. */
static int drmfd_i_give_back(drmfd_scanner *s)
{
    uint32_t i;
    s->keep_open /= 2;
    if (s->open == 0) return 0;
    for (i = 0; i < s->count; i++) drmfd_i_shut(s, &s->files[i]);
    return 1;
}

/* The next process. */
static int drmfd_i_next_process(drmfd_scanner *s, int first, uint64_t *pid)
{
    if (s->pids == NULL) return s->system.process_fn(first, pid, s->system.user);
    if (first) s->pid_at = 0;
    if (s->pid_at == s->pid_count) return DRMFD_REPLY_NO;
    *pid = s->pids[s->pid_at++];
    return DRMFD_REPLY_YES;
}

static uint64_t drmfd_i_file_count(drmfd_scanner *s, uint64_t pid)
{
    uint64_t count;
    if (s->system.file_count_fn == NULL || s->system.file_count_fn(pid, &count, s->system.user) != DRMFD_REPLY_YES)
        return ~(uint64_t)0;
    return count;
}

/* Whether the processes and how many files they have open are what they were; or a negative reply. */
static int drmfd_i_unchanged(drmfd_scanner *s)
{
    uint64_t pid;
    uint32_t i = 0;
    int first, got;
    for (first = 1; (got = drmfd_i_next_process(s, first, &pid)) == DRMFD_REPLY_YES; first = 0, i++)
        if (i == s->seen_count || s->seen[i].pid != pid || s->seen[i].reply == DRMFD_REPLY_NO_HANDLE ||
            s->seen[i].count != drmfd_i_file_count(s, pid))
            return 0;
    return got != DRMFD_REPLY_NO ? got : i == s->seen_count;
}

/* What a look gathers. */
typedef struct drmfd_i_look_lists {
    drmfd_i_arena *arena;
    drmfd_i_file *files;
    drmfd_i_seen *seen;
    uint32_t count, room, seen_count, seen_room;
    uint32_t asked; /* how many processes and fds the callbacks named */
    drmfd_scan_stats stats;
    drmfd_i_list known;
} drmfd_i_look_lists;

/* Counts an answer, so that callbacks which repeat themselves cannot keep a look for ever: 1 if there are too many. */
static int drmfd_i_too_many(const drmfd_scanner *s, drmfd_i_look_lists *l)
{
    if (l->asked++ < s->max_answers) return 0;
    l->arena->code = DRMFD_LIMIT;
    return 1;
}

/* One more file. */
static int drmfd_i_add_file(drmfd_i_look_lists *l, const drmfd_i_file *file)
{
    drmfd_i_file *f = (drmfd_i_file *)drmfd_i_grow(l->arena, l->files, l->count, &l->room, sizeof *f);
    if (f == NULL) return 0;
    l->files = f;
    f += l->count++;
    *f = *file;
    f->key = drmfd_i_empty(); /* set again at the next look */
    return 1;
}

/* Lists the files of a process: DRMFD_REPLY_NO when all are seen, else why not; 1: no memory, or too many answers. */
static int drmfd_i_list_files(drmfd_scanner *s, drmfd_i_look_lists *l, drmfd_i_seen *seen)
{
    const drmfd_system *system = &s->system;
    uint64_t fd;
    int first, got, hidden = 0;
    for (first = 1;; first = 0) {
        drmfd_i_file file;
        uint64_t device = 0;
        uint32_t at;
        int is = DRMFD_REPLY_UNKNOWN;
        got = system->file_fn(seen->pid, first, &fd, system->user);
        if (first && got == DRMFD_REPLY_NO_HANDLE && drmfd_i_give_back(s)) {
            for (at = 0; at < l->count; at++) l->files[at].open = 0; /* the copies have the handles, too */
            got = system->file_fn(seen->pid, 1, &fd, system->user);
        }
        if (got == DRMFD_REPLY_NO && hidden) return DRMFD_REPLY_REFUSED;
        if (got != DRMFD_REPLY_YES) return got > 0 ? DRMFD_REPLY_FAILED : got;
        if (drmfd_i_too_many(s, l)) return 1;
        seen->files++;
        drmfd_i_zero(&file, sizeof file);
        file.id[0] = seen->pid;
        file.id[1] = fd;
        file.key.ptr = (const char *)file.id;
        file.key.len = sizeof file.id;
        at = drmfd_i_search(&l->known, file.key);
        if (at != DRMFD_I_NONE && s->files[at].moved) continue; /* listed twice */
        if (system->device_fn != NULL) is = system->device_fn(seen->pid, fd, &device, system->user);
        if (is == DRMFD_REPLY_GONE) l->stats.vanished++;
        if (is == DRMFD_REPLY_REFUSED) hidden = 1;
        if (at != DRMFD_I_NONE) {
            file = s->files[at];
            if (is == DRMFD_REPLY_YES) file.device = device;
            s->files[at].moved = 1;
        } else {
            if (is != DRMFD_REPLY_YES && is != DRMFD_REPLY_UNKNOWN) continue;
            file.device = is == DRMFD_REPLY_YES ? device : 0;
        }
        seen->candidates++;
        if (!drmfd_i_add_file(l, &file)) return 1;
    }
}

/* Makes the processes and files of the last look ready to be searched: *seen, l->known and their roots. */
static void drmfd_i_index(drmfd_scanner *s, drmfd_i_look_lists *l, drmfd_i_list *seen, uint32_t roots[2])
{
    uint32_t i;
    roots[0] = roots[1] = 0;
    for (i = 0; i < s->seen_count; i++) {
        s->seen[i].key.ptr = (const char *)&s->seen[i].pid;
        s->seen[i].key.len = sizeof s->seen[i].pid;
        s->seen[i].first = s->count;
        *seen = drmfd_i_list_of(s->seen, sizeof *s->seen, offsetof(drmfd_i_seen, state), i + 1, &roots[0]);
        drmfd_i_insert(seen);
    }
    *seen = drmfd_i_list_of(s->seen, sizeof *s->seen, offsetof(drmfd_i_seen, state), s->seen_count, &roots[0]);
    for (i = 0; i < s->count; i++) {
        drmfd_i_file *f = &s->files[i];
        f->key.ptr = (const char *)f->id;
        f->key.len = sizeof f->id;
        f->moved = 0;
        l->known = drmfd_i_list_of(s->files, sizeof *s->files, offsetof(drmfd_i_file, state), i + 1, &roots[1]);
        drmfd_i_insert(&l->known);
        if (i == 0 || f[-1].id[0] != f->id[0]) {
            drmfd_view key;
            uint32_t at;
            key.ptr = (const char *)f->id;
            key.len = sizeof f->id[0];
            at = drmfd_i_search(seen, key);
            if (at != DRMFD_I_NONE && s->seen[at].first == s->count) s->seen[at].first = i;
        }
    }
    l->known = drmfd_i_list_of(s->files, sizeof *s->files, offsetof(drmfd_i_file, state), s->count, &roots[1]);
}

/* Lists the processes and their fds; unless full, only of those that are new or whose number of files changed. Known
   files stay known until a read says that they are gone: a process that may no longer be listed can still be read
   through a file that was opened in time. */
static drmfd_code drmfd_i_look(drmfd_scanner *s, int full, drmfd_error *error)
{
    drmfd_i_look_lists l;
    drmfd_i_list seen;
    uint64_t pid;
    uint32_t roots[2], i, next = 0;
    int first, got;
    drmfd_code code = DRMFD_IO;
    const char *message = "cannot list processes";
    drmfd_i_zero(&l, sizeof l);
    l.arena = &s->lists[1 - s->which];
    drmfd_i_index(s, &l, &seen, roots);
    for (first = 1; (got = drmfd_i_next_process(s, first, &pid)) == DRMFD_REPLY_YES; first = 0) {
        drmfd_i_seen *one;
        drmfd_view key;
        uint32_t at = next;
        if (at >= s->seen_count || s->seen[at].pid != pid) {
            key.ptr = (const char *)&pid;
            key.len = sizeof pid;
            at = drmfd_i_search(&seen, key);
        }
        if (at != DRMFD_I_NONE) next = at + 1;
        if (drmfd_i_too_many(s, &l)) goto no_memory;
        one = (drmfd_i_seen *)drmfd_i_grow(l.arena, l.seen, l.seen_count, &l.seen_room, sizeof *one);
        if (one == NULL) goto no_memory;
        l.seen = one;
        one += l.seen_count++;
        drmfd_i_zero(one, sizeof *one);
        one->pid = pid;
        one->count = drmfd_i_file_count(s, pid);
        if (!full && at != DRMFD_I_NONE && s->seen[at].reply != DRMFD_REPLY_NO_HANDLE &&
            s->seen[at].count == one->count) {
            one->files = s->seen[at].files;
            one->candidates = s->seen[at].candidates;
            one->reply = s->seen[at].reply;
            for (i = s->seen[at].first; i < s->count && s->files[i].id[0] == pid; i++) {
                if (s->files[i].moved) continue;
                s->files[i].moved = 1;
                if (!drmfd_i_add_file(&l, &s->files[i])) goto no_memory;
            }
        } else {
            one->reply = drmfd_i_list_files(s, &l, one);
            if (one->reply == 1) goto no_memory;
        }
        l.stats.processes += one->reply != DRMFD_REPLY_GONE;
        l.stats.files += one->files;
        l.stats.candidates += one->candidates;
        if (one->reply == DRMFD_REPLY_REFUSED) l.stats.refused++;
        else if (one->reply == DRMFD_REPLY_NO_HANDLE) l.stats.unlisted++;
        else if (one->reply != DRMFD_REPLY_NO) l.stats.vanished++;
    }
    if (got != DRMFD_REPLY_NO) goto failed;
    for (i = 0; i < s->count; i++)
        if (!s->files[i].moved && !drmfd_i_add_file(&l, &s->files[i])) goto no_memory;
    drmfd_i_arena_close(&s->lists[s->which]);
    (void)drmfd_i_arena_open(&s->lists[s->which], s->which == 0 ? &s->half : &s->other_half);
    s->which = 1 - s->which;
    s->files = l.files;
    s->count = l.count;
    s->seen = l.seen;
    s->seen_count = l.seen_count;
    drmfd_i_copy(&s->stats, &l.stats, offsetof(drmfd_scan_stats, texts)); /* the first six */
    return DRMFD_OK;
no_memory:
    code = l.arena->code;
    message = l.asked > s->max_answers ? "the callbacks name files without end" : drmfd_i_memory_message(code);
failed:
    drmfd_i_arena_close(l.arena);
    (void)drmfd_i_arena_open(l.arena, s->which == 0 ? &s->other_half : &s->half);
    return drmfd_i_fail(error, code, message);
}

/* Reads the text of a file into the buffer: DRMFD_REPLY_YES, or why not. */
static int drmfd_i_read(drmfd_scanner *s, drmfd_i_file *f, drmfd_sample *sample)
{
    const drmfd_system *system = &s->system;
    size_t at = 0, n;
    drmfd_reply reply;
    char probe;
    int got;
    if (!f->open) {
        got = system->open_fn(f->id[0], f->id[1], &f->handle, system->user);
        if (got == DRMFD_REPLY_NO_HANDLE && drmfd_i_give_back(s))
            got = system->open_fn(f->id[0], f->id[1], &f->handle, system->user);
        if (got != DRMFD_REPLY_YES) return got;
        f->open = 1;
        s->open++;
    }
    do {
        reply = DRMFD_REPLY_FAILED;
        n = system->read_fn(f->handle, at, s->text + at, s->max_text - at, &reply, system->user);
        if (n > s->max_text - at || (n == 0 && reply != DRMFD_REPLY_NO)) return DRMFD_REPLY_FAILED;
        at += n;
    } while (n > 0 && at < s->max_text);
    if (n > 0 && system->read_fn(f->handle, at, &probe, 1, &reply, system->user) > 0)
        sample->flags |= DRMFD_READ_CUT; /* full, and there is more */
    sample->size = at;
    return DRMFD_REPLY_YES;
}

static uint64_t drmfd_i_mix(uint64_t x, drmfd_view v)
{
    const uint64_t prime = (uint64_t)0x100 << 32 | 0x1b3;
    const char *p = v.ptr;
    size_t n = v.len;
    for (; n >= 8; n -= 8, p += 8) x = (x ^ drmfd_i_eight(p)) * prime;
    for (; n > 0; n--, p++) x = (x ^ (unsigned char)*p) * prime;
    return x;
}

/* A number that differs from client to client and from device to device, never 0: made of what names the client and,
   where the text says them (Linux 5.14 and later), of the mount and inode of the device node. These are among the four
   lines that the kernel prints before those of the driver. */
static uint64_t drmfd_i_identity_of(const drmfd_snapshot *s, const char *text, size_t size)
{
    const char *p = text, *end = text + size;
    uint64_t x = ((uint64_t)0xcbf29ce4u << 32 | 0x84222325u) ^ s->client_id;
    int i;
    x = drmfd_i_mix(x, s->driver);
    x = drmfd_i_mix(x, s->pdev);
    for (i = 0; i < 4 && p < end && !DRMFD_I_STARTS(p, end, "drm-"); i++) {
        const char *eol = drmfd_i_find(p, end, '\n');
        if (DRMFD_I_STARTS(p, eol, "ino:") || DRMFD_I_STARTS(p, eol, "mnt_id:"))
            x = drmfd_i_mix(x, drmfd_i_view(p, eol));
        p = eol < end ? eol + 1 : end;
    }
    return x | 1;
}

/* Reads a known file and hands its text on; 0: the file is to be forgotten. */
static int drmfd_i_scan_file(drmfd_scanner *s, drmfd_tracker *tracker, drmfd_i_file *f)
{
    const drmfd_snapshot *snapshot = NULL;
    const char *text = NULL;
    drmfd_sample sample;
    int got, repeats;
    drmfd_i_zero(&sample, sizeof sample);
    sample.time = s->system.now_fn(s->system.user);
    sample.pid = f->id[0];
    sample.fd = f->id[1];
    sample.device = f->device;
    sample.flags = s->flags;
    sample.data = s->text;
    got = drmfd_i_read(s, f, &sample);
    if (got == DRMFD_REPLY_NO_HANDLE) {
        s->stats.no_handle++;
        return 1;
    }
    if (got != DRMFD_REPLY_YES) {
        s->stats.lost++;
        return 0;
    }
    repeats = drmfd_i_repeats(tracker, &sample);
    if (!repeats) {
        uint64_t identity;
        drmfd_i_take_noted(tracker);
        snapshot = drmfd_i_snapshot(tracker, &sample, &text);
        /* Its number was reused, or the device is unplugged. */
        if (snapshot->result == DRMFD_RESULT_NOT_DRM) return 0;
        identity = drmfd_i_identity_of(snapshot, text, sample.size);
        if (f->identity != 0 && f->identity != identity) {
            got = DRMFD_REPLY_UNKNOWN;
            if (s->system.device_fn != NULL) got = s->system.device_fn(f->id[0], f->id[1], &f->device, s->system.user);
            if (got == DRMFD_REPLY_NO || got == DRMFD_REPLY_GONE) {
                s->stats.lost++;
                return 0;
            }
            if (got != DRMFD_REPLY_YES) f->device = 0;
            sample.device = f->device;
        }
        f->identity = identity;
    }
    if (s->observer.sample_fn != NULL) s->observer.sample_fn(&sample, s->observer.user);
    s->stats.texts++;
    s->stats.cut += (sample.flags & DRMFD_READ_CUT) != 0;
    if (repeats) drmfd_i_note(tracker, sample.time);
    else s->stats.no_room += drmfd_i_take(tracker, &sample, snapshot, text) != DRMFD_OK;
    if (s->open > s->keep_open) drmfd_i_shut(s, f);
    return 1;
}

/* Listing processes costs more than reading their known files again, so a host that scans for each picture it draws
   does not do it each time. */
#define DRMFD_I_SMALL_LOOK_EVERY 100000000 /* ns */

/* now plus a while; now where that does not fit, or the while is negative. */
static int64_t drmfd_i_later(int64_t now, int64_t while_ns)
{
    const int64_t most = (int64_t)(~(uint64_t)0 >> 1);
    return while_ns > 0 && now <= most - while_ns ? now + while_ns : now;
}

DRMFD_API const drmfd_sweep *drmfd_scan(drmfd_scanner *scanner, drmfd_tracker *tracker, drmfd_scan_stats *stats,
                                        drmfd_error *error)
{
    drmfd_scanner *s = scanner;
    uint32_t i, kept = 0;
    int64_t now;
    int full, small;
    drmfd_i_fine(error);
    if (s == NULL || tracker == NULL) {
        (void)drmfd_i_fail(error, DRMFD_ARGUMENT, "no scanner or no tracker");
        return NULL;
    }
    s->stats.looked = 0;
    s->stats.texts = s->stats.lost = s->stats.no_handle = s->stats.cut = s->stats.no_room = 0;
    now = s->system.now_fn(s->system.user);
    full = !s->looked || s->look_every < 0 || now >= s->next_look;
    small = !full && now >= s->next_small_look;
    if (full || small) s->next_small_look = drmfd_i_later(now, DRMFD_I_SMALL_LOOK_EVERY);
    if (full) drmfd_i_begins(tracker, now);
    if ((full || (small && drmfd_i_unchanged(s) != 1)) && drmfd_i_look(s, full, error) != DRMFD_OK) return NULL;
    if (full) {
        s->looked = s->stats.looked = 1;
        s->next_look = drmfd_i_later(now, s->look_every);
    }
    for (i = 0; i < s->count; i++) {
        drmfd_i_file *f = &s->files[i];
        if (!drmfd_i_scan_file(s, tracker, f)) {
            drmfd_i_shut(s, f);
            continue;
        }
        if (kept < i) {
            s->files[kept] = *f;
            f->open = 0; /* the handle is with the copy */
        }
        kept++;
    }
    s->count = kept;
    s->stats.open = s->open;
    s->stats.keep_open = s->keep_open;
    if (stats != NULL) *stats = s->stats;
    tracker->partial = !full;
    return drmfd_tracker_sweep(tracker, error);
}

#ifdef DRMFD_POSIX
/* ---- POSIX ------------------------------------------------------------------------------------------------------- */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#if !defined(O_CLOEXEC) || !defined(O_DIRECTORY) || !defined(AT_FDCWD)
#error "DRMFD_POSIX needs POSIX.1-2008: define _POSIX_C_SOURCE as 200809L before the first include"
#endif

static char *drmfd_i_word_to(char *to, const char *word)
{
    while (*word != 0) *to++ = *word++;
    *to = 0;
    return to;
}

static char *drmfd_i_number_to(char *to, uint64_t v)
{
    char digits[20];
    int n = 0;
    do digits[n++] = (char)('0' + v % 10);
    while ((v /= 10) > 0);
    while (n > 0) *to++ = digits[--n];
    *to = 0;
    return to;
}

/* "PID/WORD" into to, which has 64 bytes; returns its end. */
static char *drmfd_i_path(char *to, uint64_t pid, const char *word)
{
    return drmfd_i_word_to(drmfd_i_number_to(to, pid), word);
}

/* A name that is a number: 1. */
static int drmfd_i_numeric(const char *name, uint64_t *out)
{
    uint64_t v = 0;
    for (; *name != 0; name++) {
        if (*name < '0' || *name > '9' || v > (~(uint64_t)0 - 9) / 10) return 0;
        v = v * 10 + (uint64_t)(*name - '0');
    }
    *out = v;
    return 1;
}

static drmfd_reply drmfd_i_errno(void)
{
    switch (errno) {
    case EACCES:
    case EPERM: return DRMFD_REPLY_REFUSED;
    case EMFILE:
    case ENFILE: return DRMFD_REPLY_NO_HANDLE;
    default: return DRMFD_REPLY_GONE;
    }
}

static drmfd_reply drmfd_i_posix_process(int first, uint64_t *pid, void *user)
{
    drmfd_posix_state *p = &((drmfd_posix *)user)->i_state;
    struct dirent *e;
    if (first) rewinddir((DIR *)p->processes);
    for (;;) {
        errno = 0;
        e = readdir((DIR *)p->processes);
        if (e == NULL) return errno != 0 ? DRMFD_REPLY_FAILED : DRMFD_REPLY_NO;
        if (drmfd_i_numeric(e->d_name, pid)) return DRMFD_REPLY_YES;
    }
}

/* The size of PID/fd is the number of open files, in Linux 6.2 and later. */
static drmfd_reply drmfd_i_posix_count(uint64_t pid, uint64_t *count, void *user)
{
    const drmfd_posix_state *p = &((drmfd_posix *)user)->i_state;
    struct stat st;
    char path[64];
    if (!p->counts) return DRMFD_REPLY_UNKNOWN;
    (void)drmfd_i_path(path, pid, "/fd");
    if (fstatat(p->root, path, &st, 0) != 0) return drmfd_i_errno();
    *count = (uint64_t)st.st_size;
    return DRMFD_REPLY_YES;
}

static void drmfd_i_posix_leave(drmfd_posix_state *p)
{
    if (p->files != NULL) closedir((DIR *)p->files);
    p->files = NULL;
}

static drmfd_reply drmfd_i_posix_file(uint64_t pid, int first, uint64_t *fd, void *user)
{
    drmfd_posix_state *p = &((drmfd_posix *)user)->i_state;
    struct dirent *e;
    if (first) {
        char path[64];
        uint64_t count;
        int dir;
        drmfd_i_posix_leave(p);
        if (drmfd_i_posix_count(pid, &count, user) == DRMFD_REPLY_YES && count == 0) return DRMFD_REPLY_NO;
        p->texts_only = 0;
        (void)drmfd_i_path(path, pid, "/fd");
        dir = openat(p->root, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (dir < 0 && (errno == ENOENT || drmfd_i_errno() == DRMFD_REPLY_REFUSED)) {
            p->texts_only = 1;
            (void)drmfd_i_path(path, pid, "/fdinfo");
            dir = openat(p->root, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        }
        if (dir < 0) return errno == ENOTDIR ? DRMFD_REPLY_NO : drmfd_i_errno();
        p->files = fdopendir(dir);
        if (p->files == NULL) {
            close(dir);
            return DRMFD_REPLY_FAILED;
        }
        p->list = dir;
        p->pid = pid;
    }
    if (p->files == NULL) return DRMFD_REPLY_NO;
    for (;;) {
        errno = 0;
        e = readdir((DIR *)p->files);
        if (e == NULL) {
            const drmfd_reply why = errno != 0 ? drmfd_i_errno() : DRMFD_REPLY_NO;
            drmfd_i_posix_leave(p);
            return why;
        }
        if (drmfd_i_numeric(e->d_name, fd)) return DRMFD_REPLY_YES;
    }
}

static drmfd_reply drmfd_i_posix_device(uint64_t pid, uint64_t fd, uint64_t *device, void *user)
{
    const drmfd_posix_state *p = &((drmfd_posix *)user)->i_state;
    const int listed = p->files != NULL && p->pid == pid;
    struct stat st;
    char path[64], *end;
    uint64_t number, major, minor;
    if (listed && p->texts_only) return DRMFD_REPLY_UNKNOWN;
    if (listed) (void)drmfd_i_number_to(path, fd);
    else {
        end = drmfd_i_path(path, pid, "/fd");
        if (fstatat(p->root, path, &st, 0) != 0) return errno == ENOENT ? DRMFD_REPLY_UNKNOWN : drmfd_i_errno();
        (void)drmfd_i_number_to(drmfd_i_word_to(end, "/"), fd);
    }
    if (fstatat(listed ? p->list : p->root, path, &st, 0) != 0) return drmfd_i_errno();
    number = st.st_rdev;
    major = (number >> 8 & 0xfff) | (number >> 32 & 0xfffff000);
    minor = (number & 0xff) | (number >> 12 & 0xffffff00);
    if (!S_ISCHR(st.st_mode) || (major != 226 && major != 261)) return DRMFD_REPLY_NO;
    *device = 0;
    end = drmfd_i_word_to(path, major == 226 ? "dev/char/226:" : "dev/char/261:");
    (void)drmfd_i_word_to(drmfd_i_number_to(end, minor), "/device"); /* the nodes of one device have one folder */
    if (p->sys >= 0 && fstatat(p->sys, path, &st, 0) == 0) *device = st.st_ino;
    return DRMFD_REPLY_YES;
}

static drmfd_reply drmfd_i_posix_open(uint64_t pid, uint64_t fd, uint64_t *handle, void *user)
{
    const drmfd_posix_state *p = &((drmfd_posix *)user)->i_state;
    char path[64];
    int file;
    (void)drmfd_i_number_to(drmfd_i_path(path, pid, "/fdinfo/"), fd);
    file = openat(p->root, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) return drmfd_i_errno();
    *handle = (uint64_t)file;
    return DRMFD_REPLY_YES;
}

static size_t drmfd_i_posix_read(uint64_t handle, uint64_t offset, char *to, size_t room, drmfd_reply *reply,
                                 void *user)
{
    ssize_t got;
    (void)user;
    do got = pread((int)handle, to, room, (off_t)offset);
    while (got < 0 && errno == EINTR);
    *reply = got < 0 ? drmfd_i_errno() : DRMFD_REPLY_NO;
    return got > 0 ? (size_t)got : 0;
}

static void drmfd_i_posix_close(uint64_t handle, void *user)
{
    (void)user;
    close((int)handle);
}

static int64_t drmfd_i_posix_now(void *user)
{
    struct timespec t;
    int64_t ns;
    (void)user;
    clock_gettime(CLOCK_MONOTONIC, &t);
    ns = t.tv_sec;
    return ns * 1000000000 + t.tv_nsec;
}

DRMFD_API drmfd_code drmfd_posix_open(drmfd_posix *posix, const char *root, drmfd_system *system, drmfd_error *error)
{
    drmfd_posix_state *p;
    struct rlimit limit;
    struct stat st;
    int again;
    drmfd_i_fine(error);
    if (posix == NULL || root == NULL || system == NULL)
        return drmfd_i_fail(error, DRMFD_ARGUMENT, "no directory or nothing to fill");
    p = &posix->i_state;
    drmfd_i_zero(p, sizeof *p);
    drmfd_i_zero(system, sizeof *system);
    p->root = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (p->root < 0) return drmfd_i_fail(error, DRMFD_IO, "cannot open the directory of processes");
    again = openat(p->root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    p->processes = again >= 0 ? fdopendir(again) : NULL;
    if (p->processes == NULL) {
        if (again >= 0) close(again);
        close(p->root);
        return drmfd_i_fail(error, DRMFD_IO, "cannot list the directory of processes");
    }
    p->sys = openat(p->root, "../sys", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    p->counts = fstatat(p->root, "self/fd", &st, 0) == 0 && st.st_size > 0;
    system->user = posix;
    system->process_fn = drmfd_i_posix_process;
    system->file_count_fn = drmfd_i_posix_count;
    system->file_fn = drmfd_i_posix_file;
    system->device_fn = drmfd_i_posix_device;
    system->open_fn = drmfd_i_posix_open;
    system->read_fn = drmfd_i_posix_read;
    system->close_fn = drmfd_i_posix_close;
    system->now_fn = drmfd_i_posix_now;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        const rlim_t quarter = limit.rlim_cur / 4;
        system->keep_open = quarter == 0 ? DRMFD_KEEP_NONE : quarter < 65536 ? (uint32_t)quarter : 65536;
    }
    return DRMFD_OK;
}

DRMFD_API void drmfd_posix_close(drmfd_posix *posix)
{
    if (posix == NULL || posix->i_state.processes == NULL) return;
    drmfd_i_posix_leave(&posix->i_state);
    closedir((DIR *)posix->i_state.processes);
    close(posix->i_state.root);
    if (posix->i_state.sys >= 0) close(posix->i_state.sys);
    posix->i_state.processes = NULL;
}

DRMFD_API int drmfd_posix_node_find(const drmfd_posix *posix, drmfd_view pdev, uint64_t device, drmfd_node *node)
{
    static const char folders[][16] = {"class/drm", "class/accel"};
    size_t i;
    int found = 0;
    if (node == NULL) return 0;
    drmfd_i_zero(node, sizeof *node);
    if (posix == NULL || posix->i_state.processes == NULL || posix->i_state.sys < 0) return 0;
    for (i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        const int folder = openat(posix->i_state.sys, folders[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        DIR *list = folder >= 0 ? fdopendir(folder) : NULL;
        struct dirent *e;
        if (list == NULL && folder >= 0) close(folder);
        while (list != NULL && (e = readdir(list)) != NULL) {
            char path[32], link[256];
            struct stat st;
            drmfd_view name;
            ssize_t n;
            char *to;
            uint64_t number;
            const char *digits = e->d_name; /* "card0", not "card0-HDMI-A-1" */
            while (*digits != 0 && (*digits < '0' || *digits > '9')) digits++;
            name = drmfd_i_view(e->d_name, digits);
            if (*digits == 0 || drmfd_text(digits).len > 8 || !drmfd_i_numeric(digits, &number)) continue;
            if (drmfd_i_same(name, drmfd_text("card"))) to = node->card;
            else if (drmfd_i_same(name, drmfd_text("renderD"))) to = node->render;
            else if (drmfd_i_same(name, drmfd_text("accel"))) to = node->accel;
            else continue;
            (void)drmfd_i_word_to(drmfd_i_word_to(path, e->d_name), "/device");
            n = readlinkat(folder, path, link, sizeof link);
            if (n <= 0 || (size_t)n >= sizeof link) continue;
            link[n] = 0;
            while (n > 0 && link[n - 1] != '/') n--;
            name = drmfd_text(link + n);
            if (pdev.len > 0 ? pdev.ptr == NULL || !drmfd_i_same(name, pdev)
                             : device == 0 || fstatat(folder, path, &st, 0) != 0 || st.st_ino != device)
                continue;
            (void)drmfd_i_word_to(to, e->d_name);
            if (name.len < sizeof node->pdev) (void)drmfd_i_word_to(node->pdev, link + n);
            found = 1;
        }
        if (list != NULL) closedir(list);
    }
    return found;
}
#endif /* DRMFD_POSIX */
#endif /* DRMFD_NO_SCANNER */

#undef DRMFD_I_PLAIN
#undef DRMFD_I_LEAF
#undef DRMFD_I_PIECE
#undef DRMFD_I_NONE
#undef DRMFD_I_STARTS
#undef DRMFD_I_NEAR
#undef DRMFD_I_ONES
#undef DRMFD_I_HIGHS
#undef DRMFD_I_INLINE
#undef DRMFD_I_PLAIN_LOOP
#undef DRMFD_I_WORD
#undef DRMFD_I_NUMBERED_WORD
#undef DRMFD_I_MEMBER_WORD
#undef DRMFD_I_DEFINE_NAME
#undef DRMFD_I_ENGINE_KEYS
#undef DRMFD_I_REGION_KEYS
#undef DRMFD_I_REGION_NAMES
#undef DRMFD_I_ROWS
#undef DRMFD_I_WORDS
#ifndef DRMFD_NO_SCANNER
#undef DRMFD_I_SMALL_LOOK_EVERY
#endif
#ifndef DRMFD_NO_MEASURE
#undef DRMFD_I_METER_ENTRY
#endif

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#endif /* DRMFD_IMPLEMENTATION */

/*
CHANGES
    1.0.0  first version

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

Copyright (c) 2026 the authors of drmfdinfo.h

The text of A with, after "do so", "subject to the following conditions: The
above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software."
*/
