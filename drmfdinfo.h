/* drmfdinfo.h - v1.0.0 - DRM client usage stats of /proc/PID/fdinfo - no warranty - SPDX: MIT-0 OR Unlicense

Do this in one C file:
    #define DRMFD_IMPLEMENTATION
    #include "drmfdinfo.h"
and include it plainly everywhere else.

A whole program, which prints what each GPU client on a Linux machine did during one second:

    #define _POSIX_C_SOURCE 200809L
    #define DRMFD_POSIX
    #define DRMFD_IMPLEMENTATION
    #include "drmfdinfo.h"
    #include <stdio.h>
    int main(void)
    {
        drmfd_posix linux_files;
        drmfd_system calls;
        drmfd_tracker *tracker = drmfd_tracker_open(NULL, NULL);
        drmfd_scanner *scanner;
        const drmfd_sweep *sweep;
        struct timespec second = {1, 0};
        uint32_t i, k;
        drmfd_posix_open(&linux_files, "/proc", &calls);
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
        drmfd_posix_close(&linux_files);
        return 0;
    }

PROMISES, each of them tested
    P1  No read outside the input.
    P2  No write outside own memory and the caller's arrays.
    P3  Every view lies in the input or in the tracker's memory.
    P4  Time linear in input plus output. Names are found by a bit tree, so many of them do not make it slower.
    P5  Memory within max_memory; the line iterator, parse and measure allocate nothing.
    P6  At most 2 KiB of C stack below a public call, callbacks not counted. No recursion.
    P7  The same input gives the same result on every machine.
    P8  A failed call changes nothing visible.
    P9  No other effect: no locale, no environment, no signals, no globals. Files only under DRMFD_POSIX.

    input                                   may be hostile
    fdinfo texts, their length and number   yes
    pids, fds, device numbers, times        yes (any value)
    options, arrays, callbacks              no: they are yours

OWNERSHIP   A snapshot points into the text and into the caller's arrays. A sweep belongs to its tracker and is valid
            until the next drmfd_tracker_sweep (or drmfd_scan) or the close.
THREADS     No shared state: different objects in different threads are fine, one object in one thread at a time.
ERRORS      Mistakes in a text are counted in the snapshot and never stop anything. Functions that can fail say how.
NULL        Every function takes NULL for every pointer: it does nothing and returns 0 or NULL.
LIMITS      See the options; 0 is the default named there.

NOT SUPPORTED
    The dialect of amdgpu in Linux 5.14 to 5.18 (percent lines, no drm- keys): "not a DRM client".
    Work that the kernel books to no client (page clearing, compute through /dev/kfd): it is in no fdinfo.
    Meaning of driver keys (v3d-jobs-bin, amd-evicted-vram and so on): the line iterator gives them raw.

MACROS, all optional, none changes a struct
    DRMFD_IMPLEMENTATION   compile the bodies here
    DRMFD_STATIC           everything static
    DRMFD_API              linkage of the functions; default extern
    DRMFD_NO_LIBC          no call of memcpy, memset, memcmp, memchr, malloc or free: slower, and memory must be given
                           (clang -O0 still calls memcpy for a struct assignment)
    DRMFD_ASSERT(e)        default nothing
    DRMFD_POSIX            adds drmfd_posix_*; needs _POSIX_C_SOURCE 200809L or later before the first include; has no
                           effect on DRMFD_NO_LIBC builds but to need libc again

SOURCES  "doc" is Documentation/gpu/drm-usage-stats.rst of Linux, "src" its drivers/gpu/drm/drm_file.c and drivers.
    docs/FORMAT-drmfdinfo.md has every fact and decision; "row N" below is a row of its table. */

#ifndef DRMFDINFO_H
#define DRMFDINFO_H

#define DRMFD_VERSION_MAJOR 1
#define DRMFD_VERSION_MINOR 0
#define DRMFD_VERSION_PATCH 0
#define DRMFD_VERSION "1.0.0"

#ifdef DRMFD_POSIX
#if !defined(_POSIX_C_SOURCE) || _POSIX_C_SOURCE < 200809L
#error "DRMFD_POSIX needs _POSIX_C_SOURCE 200809L or later before the first include"
#endif
#endif

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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

/* What went wrong. The same order in all headers of the family. */
typedef enum drmfd_code {
    DRMFD_OK = 0,
    DRMFD_ARGUMENT,    /* the call itself is wrong: a NULL that must not be, an option out of range */
    DRMFD_MEMORY,      /* the allocator or the buffer gave no more */
    DRMFD_IO,          /* a callback failed */
    DRMFD_TRUNCATED,   /* the input ends too early; what is there is not wrong */
    DRMFD_SYNTAX,      /* the input is wrong */
    DRMFD_LIMIT,       /* a limit of the options was reached */
    DRMFD_UNSUPPORTED  /* well formed, but of a kind or version that this header does not read */
} drmfd_code;

/* A code, the byte offset in the input where it happened, and a constant English sentence without a line feed. */
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
    void *(*alloc_fn)(void *user, size_t size);
    void (*free_fn)(void *user, void *ptr, size_t size);
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

/* The stable name of a code, such as "memory"; "?" for a number that is none. Never NULL. */
DRMFD_API const char *drmfd_code_name(drmfd_code code);

/* ---- Lines: what a text says, line by line ----------------------------------------------------------------------- */

/* What a line is. The reserved prefixes are those of doc, the longest wins (rows 2 and 3). */
typedef enum drmfd_key {
    DRMFD_KEY_EMPTY,
    DRMFD_KEY_BAD,     /* no colon, no key, a blank in the key, a NUL, a reserved prefix without a name (rows 1, 4, 33) */
    DRMFD_KEY_GENERIC, /* pos, flags, mnt_id, ino: printed for every file */
    DRMFD_KEY_RAW,     /* a driver's key, or a line of another kind of file (row 35) */
    DRMFD_KEY_UNKNOWN, /* begins with drm-, but is not known (row 34) */
    DRMFD_KEY_DRIVER,
    DRMFD_KEY_CLIENT_ID,
    DRMFD_KEY_CLIENT_NAME,
    DRMFD_KEY_PDEV,
    DRMFD_KEY_ENGINE,       /* drm-engine-NAME, ns */
    DRMFD_KEY_CAPACITY,     /* drm-engine-capacity-NAME */
    DRMFD_KEY_CYCLES,       /* drm-cycles-NAME */
    DRMFD_KEY_TOTAL_CYCLES, /* drm-total-cycles-NAME */
    DRMFD_KEY_MAXFREQ,      /* drm-maxfreq-NAME, Hz */
    DRMFD_KEY_TOTAL,        /* drm-total-REGION, and so on, bytes */
    DRMFD_KEY_SHARED,
    DRMFD_KEY_RESIDENT,
    DRMFD_KEY_MEMORY,
    DRMFD_KEY_PURGEABLE,
    DRMFD_KEY_ACTIVE
} drmfd_key;

typedef struct drmfd_line {
    drmfd_key what;
    int usable;      /* whether the value of a known key makes sense (rows 6 to 11, 44 to 46); else number is 0 */
    drmfd_view key;  /* up to the first colon; the whole line when bad */
    drmfd_view name; /* of the engine or region: every byte behind the prefix (row 4) */
    drmfd_view value; /* without blanks at its ends */
    drmfd_view unit; /* the word behind a number */
    uint64_t number; /* in ns, Hz, bytes, or plain */
    uint64_t offset; /* of the line in the text */
} drmfd_line;

/* A reader over a text. Set up by drmfd_lines_begin; at is public: the next byte to be read. */
typedef struct drmfd_lines {
    const char *text;
    const char *at;
    const char *end;
    int whole;
    int cut; /* a last line without a line feed was left out because the text is not whole (row 32) */
} drmfd_lines;

/* Sets up a reader. whole: the text is complete; else a last line without a line feed is taken for half a line and is
   left out. The text must outlive the reader and what it gives. text may be NULL when len is 0. Cost: none. */
DRMFD_API void drmfd_lines_begin(drmfd_lines *lines, const void *text, size_t len, int whole);

/* Gives the next line: 1, or 0 at the end. Views point into the text. No errors: what is not understood is DRMFD_KEY_BAD
   or not usable. Cost: linear in the line. */
DRMFD_API int drmfd_lines_next(drmfd_lines *lines, drmfd_line *line);

/* ---- Snapshots: one text as a whole ------------------------------------------------------------------------------ */

/* Private: keeps names in a tree, inside the arrays themselves. */
typedef struct drmfd_link {
    uint32_t to[2];
    uint64_t bit;
} drmfd_link;

/* Which values a text has. What is not there is not 0. */
#define DRMFD_HAS_NS 1u
#define DRMFD_HAS_CAPACITY 2u
#define DRMFD_HAS_CYCLES 4u
#define DRMFD_HAS_TOTAL_CYCLES 8u
#define DRMFD_HAS_MAXFREQ 16u
#define DRMFD_CAPACITY_ZERO 32u /* the last capacity printed was 0; taken as 1 (row 18) */

typedef struct drmfd_engine {
    drmfd_view name;
    drmfd_link link;
    unsigned has;       /* DRMFD_HAS_... */
    uint64_t ns;        /* busy time */
    uint64_t capacity;  /* number of engines of this name; 1 where the text has none */
    uint64_t cycles;
    uint64_t total_cycles;
    uint64_t maxfreq;   /* Hz */
} drmfd_engine;

#define DRMFD_HAS_TOTAL 1u
#define DRMFD_HAS_SHARED 2u
#define DRMFD_HAS_RESIDENT 4u
#define DRMFD_HAS_MEMORY 8u
#define DRMFD_HAS_PURGEABLE 16u
#define DRMFD_HAS_ACTIVE 32u
#define DRMFD_HAS_UNSHARED 64u /* in sums only */

/* Where a region lies, as far as its name tells (row 39). */
typedef enum drmfd_class { DRMFD_CLASS_UNKNOWN, DRMFD_CLASS_DEVICE, DRMFD_CLASS_SYSTEM, DRMFD_CLASS_SPECIAL } drmfd_class;

typedef struct drmfd_region {
    drmfd_view name;
    drmfd_link link;
    unsigned has;      /* DRMFD_HAS_...; RESIDENT also where only the deprecated memory key is there (row 5) */
    drmfd_class where;
    uint64_t total;    /* bytes, all of them */
    uint64_t shared;
    uint64_t resident;
    uint64_t memory;   /* the deprecated drm-memory-REGION */
    uint64_t purgeable;
    uint64_t active;
} drmfd_region;

typedef struct drmfd_counts {
    uint64_t lines;      /* all, empty ones too */
    uint64_t generic;
    uint64_t bad_lines;
    uint64_t bad_values; /* a known key with a value that cannot be used */
    uint64_t unknown;    /* drm-* keys that are not known; drm-curfreq-* is none of them (row 50) */
    uint64_t duplicates; /* a usable value for a key that had one (row 48) */
    uint64_t dropped;    /* lines whose engine or region found no room; room plus this is room enough (row 36) */
} drmfd_counts;

typedef enum drmfd_result {
    DRMFD_NOT_DRM, /* no usable drm-driver: some other kind of file (row 31) */
    DRMFD_EMPTY,   /* a DRM client of a driver that prints no engine and no region */
    DRMFD_CLIENT
} drmfd_result;

/* The caller sets engines, engine_room, regions and region_room; the rest is output. An array may be NULL with room 0. */
typedef struct drmfd_snapshot {
    drmfd_engine *engines; /* in the order in which their names first had a usable value (row 49) */
    uint32_t engine_room, engine_count;
    drmfd_region *regions;
    uint32_t region_room, region_count;
    drmfd_result result;
    int has_client_id;
    uint64_t client_id;
    drmfd_view driver;      /* empty: not there */
    drmfd_view client_name;
    drmfd_view pdev;
    drmfd_counts counts;
    int cut;                /* see drmfd_lines */
    uint32_t engine_root, region_root; /* private */
} drmfd_snapshot;

/* Reads a text into a snapshot: DRMFD_OK, or DRMFD_ARGUMENT for a NULL that must not be. Never fails because of the text.
   Views point into the text; it must outlive them. Same key twice: ns and cycles are added up, memory, capacity and
   clocks take the last, identity the first (row 12). Numbers that do not fit are left out and counted (rows 10, 47).
   Cost: linear. */
DRMFD_API drmfd_code drmfd_parse(drmfd_snapshot *snapshot, const void *text, size_t len, int whole);

/* Where a region of this name lies (row 39). */
DRMFD_API drmfd_class drmfd_region_class(drmfd_view name);

/* ---- Figures: utilisation between samples of one client ---------------------------------------------------------- */

/* Why there is no figure; DRMFD_FIGURE when there is one. "No figure" is not 0 %. */
typedef enum drmfd_why {
    DRMFD_FIGURE,
    DRMFD_ABSENT,     /* a key that it needs is not in this sample */
    DRMFD_FIRST,      /* nothing to compare with yet */
    DRMFD_RESET,      /* total-cycles stepped back: the clock started anew (row 14) */
    DRMFD_STALLED,    /* total-cycles stands still although cycles moved (row 14) */
    DRMFD_SUPERSEDED, /* the sample has total-cycles, which wins over maxfreq (row 16) */
    DRMFD_NO_CLOCK,   /* maxfreq is 0 */
    DRMFD_NO_TIME     /* no time passed, or it went back (row 15) */
} drmfd_why;

/* A share of the time or of the clock: the exact integers, and the quotient as the one step in floating point.
   busy and cycle share are growth / (span x capacity), speed share growth x 10^9 / (maxfreq x span x capacity). */
typedef struct drmfd_figure {
    drmfd_why why;
    uint64_t growth;   /* ns or cycles */
    uint64_t span;     /* ns of wall time, or total-cycles */
    uint64_t capacity; /* at least 1 */
    uint64_t maxfreq;  /* Hz; 0 but for a speed share */
    double raw;        /* percent; may be above 100 (row 20) */
    double percent;    /* the same, at most 100 */
} drmfd_figure;

/* What one engine of a client did. */
typedef struct drmfd_usage {
    drmfd_view name;
    const drmfd_engine *engine; /* of the sample; NULL when this engine is not in it, but was before */
    drmfd_figure busy;          /* by engine ns */
    drmfd_figure share;         /* by cycles and total-cycles */
    drmfd_figure speed;         /* by cycles and maxfreq */
    const drmfd_figure *best;   /* the first of the three that is a figure, else NULL (row 17) */
} drmfd_usage;

/* Private: a counter that may step back; high never does (row 13). */
typedef struct drmfd_counter {
    uint64_t high, base;
    int64_t since;
} drmfd_counter;

/* Private: what is kept of an engine between samples. */
typedef struct drmfd_kept {
    drmfd_view name;
    drmfd_link link;
    unsigned has;
    int now;
    drmfd_counter ns, cycles;
    uint64_t total;
} drmfd_kept;

/* The memory of one client between its samples, without a heap. The caller zeroes it and then sets kept, usage (room
   entries each), names and name_room. After drmfd_measure usage holds usage_count entries: the engines of the sample in
   its order, then those seen earlier only. */
typedef struct drmfd_meter {
    drmfd_kept *kept;
    drmfd_usage *usage;
    uint32_t room, kept_count, usage_count;
    char *names; /* names are copied here */
    size_t name_room, name_used;
    uint32_t root;    /* private */
    int started;
    int64_t time;     /* largest time of its samples */
    uint64_t dropped; /* engines for which there was no room or that have no name, over all samples */
} drmfd_meter;

/* Takes a sample that was read at time now (ns of any clock that only goes forward; use the time of the read of this
   very file, not of the whole sweep) and works out the figures: DRMFD_OK or DRMFD_ARGUMENT. The sample must be of the
   client that the meter is for: same driver, pdev and client id (rows 25 and 29). usage points into the meter and, for
   engine, into the snapshot. Values that step back count as standing still until they have caught up (row 13).
   Cost: linear in the engines. */
DRMFD_API drmfd_code drmfd_measure(drmfd_meter *meter, const drmfd_snapshot *snapshot, int64_t now);

/* ---- Tracker: all clients, counted once -------------------------------------------------------------------------- */

typedef struct drmfd_tracker drmfd_tracker;

typedef struct drmfd_tracker_options {
    drmfd_memory memory;   /* half of the buffer or of max_memory is for the sweep that comes, half for the last one */
    uint32_t engine_room;  /* engines of one text; 0: 64. More are dropped and counted */
    uint32_t region_room;  /* regions of one text; 0: 64 */
    uint32_t forget_after; /* sweeps for which a client may be absent and still go on where it was; 0: 64 */
} drmfd_tracker_options;

/* One client: one open of a DRM device, however many fds and processes hold it (row 27). */
typedef struct drmfd_client {
    drmfd_view driver;
    drmfd_view pdev;        /* empty: no PCI device */
    drmfd_view client_name; /* empty: none */
    uint64_t client_id;
    int has_client_id;      /* else this is one fd of one process (row 30) */
    int is_new;             /* first sweep that has it */
    uint64_t device;        /* as given to drmfd_tracker_add */
    uint64_t owner;         /* pid of its first text in this sweep; choose another from pids if you know better */
    const uint64_t *pids;
    uint32_t pid_count;
    uint32_t files;         /* texts of it in this sweep */
    uint32_t device_index;  /* in the sweep's devices */
    int64_t time;           /* of its last text */
    const drmfd_usage *engines;
    uint32_t engine_count;
    const drmfd_region *regions;
    uint32_t region_count;
} drmfd_client;

/* A sum over distinct clients, clamped once at the end (rows 20 and 59). clients 0: none of them has this figure. */
typedef struct drmfd_sum {
    uint32_t clients;
    double raw, percent;
} drmfd_sum;

typedef struct drmfd_engine_sum {
    drmfd_view name;
    drmfd_link link;
    drmfd_sum busy, share, speed;
    const drmfd_sum *best; /* the first of the three with a figure, else NULL */
} drmfd_engine_sum;

/* Sums of bytes over distinct clients. A sum of totals counts shared buffers once for each client that holds them, so it
   is an upper bound; unshared is the sum of total minus shared (rows 38 and 61). A sum that does not fit is left out. */
typedef struct drmfd_region_sum {
    drmfd_view name;
    drmfd_link link;
    unsigned has;
    unsigned lost; /* private: what did not fit */
    drmfd_class where;
    uint64_t total, shared, resident, purgeable, active, unshared;
} drmfd_region_sum;

/* What the clients of one device, or those of them that one process holds, do together. */
typedef struct drmfd_device {
    drmfd_view name; /* pdev, or the driver where there is none */
    drmfd_view driver; /* of the first client */
    uint64_t device; /* as given to drmfd_tracker_add, of the first client */
    uint32_t clients;
    drmfd_engine_sum *engines;
    uint32_t engine_count, engine_room, engine_root; /* the last two are private */
    drmfd_region_sum *regions;
    uint32_t region_count, region_room, region_root;
} drmfd_device;

typedef struct drmfd_process {
    uint64_t pid;
    uint32_t *clients; /* indices into the sweep's clients */
    uint32_t client_count;
    drmfd_device *devices;   /* a client held by two processes is in both: processes do not add up to the device */
    uint32_t device_count;
} drmfd_process;

typedef struct drmfd_sweep {
    const drmfd_client *clients; /* in the order of their first texts, as all lists here */
    uint32_t client_count;
    const drmfd_device *devices;
    uint32_t device_count;
    const drmfd_process *processes;
    uint32_t process_count;
    uint64_t texts;   /* taken by drmfd_tracker_add */
    uint64_t not_drm; /* of these: without a usable drm-driver */
    drmfd_counts counts; /* added up over the texts of clients */
    size_t memory;    /* most bytes that the tracker held from its allocator while it made this sweep */
} drmfd_sweep;

/* Makes a tracker; NULL with the error DRMFD_ARGUMENT, DRMFD_MEMORY or DRMFD_LIMIT. options and error may be NULL.
   The caller closes it. */
DRMFD_API drmfd_tracker *drmfd_tracker_open(const drmfd_tracker_options *options, drmfd_error *error);

/* Adds the text of one fd, read at time now (ns), to the sweep that is being gathered: DRMFD_OK, DRMFD_ARGUMENT,
   DRMFD_MEMORY or DRMFD_LIMIT; after an error this text is not in the sweep. A text that is no DRM client is counted and
   passed over. device: a number that is the same for all nodes of one device, for drivers that print no pdev; 0 when it
   is not known (rows 25 and 26). The text is not needed afterwards. Cost: linear in the text. */
DRMFD_API drmfd_code drmfd_tracker_add(drmfd_tracker *tracker, int64_t now, uint64_t pid, uint64_t fd, uint64_t device,
                                       const void *text, size_t len, int whole);

/* Ends the sweep: works out figures and sums. The result is valid until the next call or the close. NULL with an error
   (DRMFD_MEMORY, DRMFD_LIMIT): then the texts added since the last sweep are dropped, and the last sweep stays valid.
   Cost: linear in clients, the processes that hold them, and their engines and regions. */
DRMFD_API const drmfd_sweep *drmfd_tracker_sweep(drmfd_tracker *tracker, drmfd_error *error);

/* Frees the tracker and its sweep. */
DRMFD_API void drmfd_tracker_close(drmfd_tracker *tracker);

/* ---- Scanner: finds the files and feeds a tracker ---------------------------------------------------------------- */

/* What callbacks return besides 1 and 0. */
enum { DRMFD_GONE = -1, DRMFD_REFUSED = -2, DRMFD_FAILED = -3 };

/* The system as callbacks. user is handed to each. Called from the thread that calls drmfd_scan, never twice at once. */
typedef struct drmfd_system {
    void *user;
    /* Next process: 1 and its pid, 0 at the end, DRMFD_FAILED. first: start again. */
    int (*process_fn)(void *user, int first, uint64_t *pid);
    /* Next fd of this process: 1, 0, DRMFD_GONE, DRMFD_REFUSED, DRMFD_FAILED. */
    int (*file_fn)(void *user, uint64_t pid, int first, uint64_t *fd);
    /* Whether the fd may be of a DRM or accel device: 1, and a number for the device (see drmfd_tracker_add) in *device;
       0 no; DRMFD_GONE, DRMFD_REFUSED. NULL: every fd may be. */
    int (*device_fn)(void *user, uint64_t pid, uint64_t fd, uint64_t *device);
    /* Opens the fdinfo of the fd: 1 and a handle; DRMFD_GONE, DRMFD_REFUSED, DRMFD_FAILED. */
    int (*open_fn)(void *user, uint64_t pid, uint64_t fd, uint64_t *handle);
    /* Reads the next bytes of the text, from its start when at is 0: 1 with *len bytes, *len 0 at the end; DRMFD_GONE,
       DRMFD_FAILED. */
    int (*read_fn)(void *user, uint64_t handle, uint64_t at, char *to, size_t room, size_t *len);
    void (*close_fn)(void *user, uint64_t handle);
    /* ns of a clock that only goes forward. */
    int64_t (*now_fn)(void *user);
} drmfd_system;

typedef struct drmfd_scanner drmfd_scanner;

typedef struct drmfd_scanner_options {
    drmfd_memory memory;
    uint32_t keep_open;     /* fdinfo files to keep open between scans; 0: 512. More are opened for each read */
    size_t max_text;        /* bytes of one text; 0: 64 KiB. A longer one is cut at this length */
    int64_t look_every;     /* ns between looks for new fds; 0: 3 s; below 0: at every scan. The first scan always looks */
    /* Is handed every text that was read and that names a driver, before it is counted. NULL: nobody is. */
    void (*text_fn)(void *user, int64_t now, uint64_t pid, uint64_t fd, uint64_t device, const char *text, size_t len);
    void *text_user;
} drmfd_scanner_options;

/* What happened. The first five are of the last look, the others of the last scan. */
typedef struct drmfd_scan_stats {
    uint64_t processes;
    uint64_t refused;     /* processes that may not be looked into: their clients are missing */
    uint64_t files;       /* fds seen */
    uint64_t candidates;  /* fds of DRM devices */
    uint64_t vanished;    /* processes or fds that went away meanwhile */
    uint64_t texts;
    uint64_t lost;        /* known files that are gone or could not be read */
    uint64_t cut;         /* texts longer than max_text */
    uint64_t no_room;     /* texts that the tracker had no memory for */
    int looked;           /* whether this scan looked for new fds */
} drmfd_scan_stats;

/* Makes a scanner over these callbacks (the struct is copied); NULL with DRMFD_ARGUMENT, DRMFD_MEMORY or DRMFD_LIMIT.
   The caller closes it. */
DRMFD_API drmfd_scanner *drmfd_scanner_open(const drmfd_system *calls, const drmfd_scanner_options *options,
                                            drmfd_error *error);

/* One refresh: reads the text of every known DRM file, looks for new ones now and then, feeds the tracker and ends its
   sweep, which it returns (see drmfd_tracker_sweep). What vanished or is refused is skipped and counted in *stats.
   NULL with an error: DRMFD_ARGUMENT, DRMFD_IO when the processes cannot be listed, DRMFD_MEMORY, DRMFD_LIMIT; what was
   known before stays known. Cost: a read for each known file; a look besides lists every fd. */
DRMFD_API const drmfd_sweep *drmfd_scan(drmfd_scanner *scanner, drmfd_tracker *tracker, drmfd_scan_stats *stats,
                                        drmfd_error *error);

/* Closes the files that it keeps open and frees the scanner. */
DRMFD_API void drmfd_scanner_close(drmfd_scanner *scanner);

#ifdef DRMFD_POSIX
/* Ready-made callbacks for Linux. All members are private. */
typedef struct drmfd_posix {
    int root, char_dir, fd_dir;
    void *processes, *files;
    int no_fd_dir, sizes;
} drmfd_posix;

/* Opens root, "/proc" or a folder of the same shape, and fills *calls: DRMFD_OK, DRMFD_ARGUMENT or DRMFD_IO. After
   DRMFD_IO *calls is empty, so that drmfd_scanner_open refuses it, and drmfd_posix_close does nothing. The struct must
   stay where it is until drmfd_posix_close. A DRM file is a character device of major 226 (card and render nodes) or 261
   (accel nodes), asked of PID/fd/N; in a folder without PID/fd every text is looked at. Processes that were refused
   count only if they have open files, where the kernel tells (6.2 and later). */
DRMFD_API drmfd_code drmfd_posix_open(drmfd_posix *posix, const char *root, drmfd_system *calls);
DRMFD_API void drmfd_posix_close(drmfd_posix *posix);
#endif

#ifdef __cplusplus
}
#endif

/* ==== end of the interface; what follows is the implementation ==================================================== */
#endif /* DRMFDINFO_H */

#if defined(DRMFD_IMPLEMENTATION) && !defined(DRMFD_IMPLEMENTED)
#define DRMFD_IMPLEMENTED

/* The figures are sums and quotients of doubles that must come out the same everywhere (P7). */
#ifdef __FAST_MATH__
#error "drmfdinfo.h does not work with -ffast-math"
#endif

#ifndef DRMFD_NO_LIBC
#include <stdlib.h>
#include <string.h>
#endif

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
DRMFD_API const char *drmfd_code_name(drmfd_code code)
{
    switch (code) {
    case DRMFD_OK: return "ok";
    case DRMFD_ARGUMENT: return "argument";
    case DRMFD_MEMORY: return "memory";
    case DRMFD_IO: return "io";
    case DRMFD_TRUNCATED: return "truncated";
    case DRMFD_SYNTAX: return "syntax";
    case DRMFD_LIMIT: return "limit";
    case DRMFD_UNSUPPORTED: return "unsupported";
    default: return "?";
    }
}
/* end of shared */

/* shared: arena */
/* A bump arena over a caller's buffer, then over blocks of an allocator. There is no free of one thing. */
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
static void *drmfd_i_malloc(void *user, size_t size)
{
    (void)user;
    return malloc(size);
}

static void drmfd_i_mfree(void *user, void *ptr, size_t size)
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
        allocator.free_fn(allocator.user, b->start, b->size);
        b = next;
    }
}

/* p, moved up to the next aligned address. */
static char *drmfd_i_aligned(char *p)
{
    const size_t unit = sizeof(drmfd_i_align);
    return p + (unit - (size_t)((uintptr_t)p % unit)) % unit;
}

/* Aligned room for count things of size bytes each, or NULL with a->code set. The one place that multiplies. */
static void *drmfd_i_alloc(drmfd_i_arena *a, size_t count, size_t size)
{
    const size_t extra = sizeof(drmfd_i_block) + 3 * sizeof(drmfd_i_align); /* the header and the two alignments */
    size_t need, skip, block;
    drmfd_i_block *b;
    char *p;
    if (size != 0 && count > ((size_t)-1 - extra) / size) {
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
    /* Blocks grow with what is held, so that their number stays small; near the limit just what is needed. */
    block = extra + need;
    if (block < a->held / 2) block = a->held / 2;
    if (block < 4096) block = 4096;
    if (block > a->max - a->held) block = extra + need;
    if (block > a->max - a->held) {
        a->code = DRMFD_LIMIT;
        return NULL;
    }
    p = (char *)a->allocator.alloc_fn(a->allocator.user, block);
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

/* ---- names in arrays --------------------------------------------------------------------------------------------- */

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
    return (uint64_t)u[0] | (uint64_t)u[1] << 8 | (uint64_t)u[2] << 16 | (uint64_t)u[3] << 24 | (uint64_t)u[4] << 32 |
           (uint64_t)u[5] << 40 | (uint64_t)u[6] << 48 | (uint64_t)u[7] << 56;
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

/* A name of up to seven bytes and the colon behind it as a number, which no other name has; else 0. */
static uint64_t drmfd_i_word(drmfd_view name)
{
    uint64_t word = ':';
    size_t i = name.len;
    if (i > 7) return 0;
    while (i > 0) word = word << 8 | (unsigned char)name.ptr[--i];
    return word;
}

/* An array of structs that begin with a view and a drmfd_link is searched by that view: the first few entries one by
   one, since most texts have no more (bit holds the word of the name), the others as a bit tree (the inner nodes lie in
   the entries, so nothing is allocated). The tree's depth is bounded by the length of the name, so no choice of names
   makes a search long. */
#define DRMFD_I_PLAIN 16u
#define DRMFD_I_LEAF 0x80000000u
#define DRMFD_I_NONE 0xffffffffu

typedef struct drmfd_i_list {
    char *base;
    size_t stride;
    uint32_t count;
    uint32_t *root;
} drmfd_i_list;

static drmfd_view drmfd_i_name(const drmfd_i_list *l, uint32_t i)
{
    return *(const drmfd_view *)(const void *)(l->base + i * l->stride);
}

static drmfd_link *drmfd_i_link(const drmfd_i_list *l, uint32_t i)
{
    return (drmfd_link *)(void *)(l->base + i * l->stride + sizeof(drmfd_view));
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
    const uint64_t word = drmfd_i_word(name);
    uint32_t i, n = l->count < DRMFD_I_PLAIN ? l->count : DRMFD_I_PLAIN;
    for (i = 0; i < n; i++)
        if (drmfd_i_link(l, i)->bit == word && (word != 0 || drmfd_i_same(drmfd_i_name(l, i), name))) return i;
    if (l->count <= DRMFD_I_PLAIN) return DRMFD_I_NONE;
    i = *l->root;
    while ((i & DRMFD_I_LEAF) == 0) {
        const drmfd_link *node = drmfd_i_link(l, i);
        i = node->to[drmfd_i_bit(name, node->bit)];
    }
    i &= ~DRMFD_I_LEAF;
    return drmfd_i_same(drmfd_i_name(l, i), name) ? i : DRMFD_I_NONE;
}

/* Makes the last entry, which drmfd_i_search did not find, known to the tree. l->count counts it already. */
static void drmfd_i_insert(const drmfd_i_list *l)
{
    const uint32_t last = l->count - 1;
    const drmfd_view name = drmfd_i_name(l, last);
    drmfd_link *node = drmfd_i_link(l, last);
    drmfd_view other;
    uint64_t bit;
    uint32_t i;
    uint32_t *from = l->root;
    if (last < DRMFD_I_PLAIN) {
        node->bit = drmfd_i_word(name);
        return;
    }
    if (last == DRMFD_I_PLAIN) {
        *l->root = last | DRMFD_I_LEAF;
        return;
    }
    for (i = *l->root; (i & DRMFD_I_LEAF) == 0; i = drmfd_i_link(l, i)->to[drmfd_i_bit(name, drmfd_i_link(l, i)->bit)]) {
    }
    other = drmfd_i_name(l, i & ~DRMFD_I_LEAF);
    for (bit = 0; (size_t)(bit >> 4) < name.len && (size_t)(bit >> 4) < other.len; bit += 16)
        if (name.ptr[bit >> 4] != other.ptr[bit >> 4]) break;
    while (drmfd_i_bit(name, bit) == drmfd_i_bit(other, bit)) bit++;
    while ((*from & DRMFD_I_LEAF) == 0) {
        drmfd_link *inner = drmfd_i_link(l, *from);
        if (inner->bit > bit) break;
        from = &inner->to[drmfd_i_bit(name, inner->bit)];
    }
    node->bit = bit;
    node->to[drmfd_i_bit(name, bit)] = last | DRMFD_I_LEAF;
    node->to[1 - drmfd_i_bit(name, bit)] = *from;
    *from = last;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* 1: cannot stand in a key, or ends it. */
static const unsigned char drmfd_i_stop[256] = {
    1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0};

#define DRMFD_I_STARTS(p, end, text) \
    ((size_t)((end) - (p)) >= sizeof(text) - 1 && drmfd_i_equal((p), (text), sizeof(text) - 1))

/* The reserved prefix at p, whose length is put into *len; DRMFD_KEY_RAW when there is none. p begins with "drm-". */
static drmfd_key drmfd_i_prefix(const char *p, const char *end, size_t *len)
{
#define DRMFD_I_PREFIX(text, key) \
    if (DRMFD_I_STARTS(p, end, text)) { \
        *len = sizeof(text) - 1; \
        return key; \
    }
    if (end - p < 5) return DRMFD_KEY_RAW;
    switch (p[4]) {
    case 'e':
        DRMFD_I_PREFIX("drm-engine-capacity-", DRMFD_KEY_CAPACITY)
        DRMFD_I_PREFIX("drm-engine-", DRMFD_KEY_ENGINE)
        break;
    case 't':
        DRMFD_I_PREFIX("drm-total-cycles-", DRMFD_KEY_TOTAL_CYCLES)
        DRMFD_I_PREFIX("drm-total-", DRMFD_KEY_TOTAL)
        break;
    case 'c': DRMFD_I_PREFIX("drm-cycles-", DRMFD_KEY_CYCLES) break;
    case 's': DRMFD_I_PREFIX("drm-shared-", DRMFD_KEY_SHARED) break;
    case 'r': DRMFD_I_PREFIX("drm-resident-", DRMFD_KEY_RESIDENT) break;
    case 'a': DRMFD_I_PREFIX("drm-active-", DRMFD_KEY_ACTIVE) break;
    case 'p': DRMFD_I_PREFIX("drm-purgeable-", DRMFD_KEY_PURGEABLE) break;
    case 'm':
        DRMFD_I_PREFIX("drm-memory-", DRMFD_KEY_MEMORY)
        DRMFD_I_PREFIX("drm-maxfreq-", DRMFD_KEY_MAXFREQ)
        break;
    default: break;
    }
#undef DRMFD_I_PREFIX
    return DRMFD_KEY_RAW;
}

/* What the number of a key is multiplied with for this unit; 0: the unit does not fit (rows 6 to 8, 44). */
static uint64_t drmfd_i_factor(drmfd_key key, drmfd_view unit)
{
    const char *u = unit.ptr;
    if (unit.len == 0) return 1;
    if (key >= DRMFD_KEY_TOTAL) {
        if (unit.len != 3 || u[1] != 'i' || u[2] != 'B') return 0;
        return u[0] == 'K' ? 1u << 10 : u[0] == 'M' ? 1u << 20 : u[0] == 'G' ? 1u << 30 : 0;
    }
    if (key == DRMFD_KEY_ENGINE) return unit.len == 2 && u[0] == 'n' && u[1] == 's';
    if (key == DRMFD_KEY_MAXFREQ) {
        if (unit.len == 2 && u[0] == 'H' && u[1] == 'z') return 1;
        if (unit.len != 3 || u[1] != 'H' || u[2] != 'z') return 0;
        return u[0] == 'K' || u[0] == 'k' ? 1000u : u[0] == 'M' ? 1000000u : 0;
    }
    return 0;
}

static int drmfd_i_hex(char c)
{
    return (unsigned)(c - '0') < 10 || (unsigned)((c | 32) - 'a') < 6;
}

/* dddd:bb:ss.f with 4 to 8 digits of the domain; the document's template has a dot for the second colon (row 46). */
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

/* digits [blanks unit], the whole of value; else 0 (rows 9 to 11). */
static int drmfd_i_number(drmfd_key key, drmfd_view value, drmfd_view *unit, uint64_t *number)
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
        while (drmfd_i_blank(*p)) p++; /* value has no blank at its end */
        *unit = drmfd_i_view(p, end); /* one with a blank in it fits no key */
    }
    factor = drmfd_i_factor(key, *unit);
    if (!fits || factor == 0 || n > ~(uint64_t)0 / factor) return 0;
    *number = n * factor;
    return 1;
}

/* The line from p on, in the general way. Returns where the next one begins. */
static const char *drmfd_i_line(const char *p, const char *end, drmfd_line *line)
{
    const char *eol = drmfd_i_find(p, end, '\n');
    const char *next = eol < end ? eol + 1 : end;
    const char *colon, *v;
    drmfd_key key = DRMFD_KEY_RAW;
    size_t prefix = 0;
    if (eol > p && eol[-1] == '\r') eol--; /* row 41 */
    line->usable = 0;
    line->number = 0;
    line->key = drmfd_i_view(p, eol);
    line->name = line->value = line->unit = drmfd_i_view(eol, eol);
    if (p == eol) {
        line->what = DRMFD_KEY_EMPTY;
        return next;
    }
    line->what = DRMFD_KEY_BAD;
    for (colon = p; colon < eol && !drmfd_i_stop[(unsigned char)*colon]; colon++) {
    }
    if (colon == eol || *colon != ':' || colon == p || drmfd_i_find(colon, eol, 0) != eol) return next;
    for (v = colon + 1; v < eol && drmfd_i_blank(*v); v++) {
    }
    while (eol > v && drmfd_i_blank(eol[-1])) eol--; /* row 43 */
    if (DRMFD_I_STARTS(p, colon, "drm-")) key = drmfd_i_prefix(p, colon, &prefix);
    if (key != DRMFD_KEY_RAW && p + prefix == colon) return next; /* no name (row 4) */
    line->key = drmfd_i_view(p, colon);
    line->value = drmfd_i_view(v, eol);
    if (DRMFD_I_STARTS(p, colon, "drm-")) {
        if (key != DRMFD_KEY_RAW) {
            line->what = key;
            line->name = drmfd_i_view(p + prefix, colon);
            line->usable = drmfd_i_number(key, line->value, &line->unit, &line->number);
            return next;
        }
#define DRMFD_I_KEY(text) (line->key.len == sizeof(text) - 1 && drmfd_i_equal(p, text, sizeof(text) - 1))
        if (DRMFD_I_KEY("drm-driver")) {
            line->what = DRMFD_KEY_DRIVER;
            line->usable = line->value.len > 0; /* row 45 */
        } else if (DRMFD_I_KEY("drm-client-id")) {
            line->what = DRMFD_KEY_CLIENT_ID;
            line->usable = drmfd_i_number(line->what, line->value, &line->unit, &line->number);
        } else if (DRMFD_I_KEY("drm-client-name")) {
            line->what = DRMFD_KEY_CLIENT_NAME;
            line->usable = line->value.len > 0;
        } else if (DRMFD_I_KEY("drm-pdev")) {
            line->what = DRMFD_KEY_PDEV;
            line->usable = drmfd_i_is_pdev(line->value);
        } else
            line->what = DRMFD_I_STARTS(p, colon, "drm-curfreq-") ? DRMFD_KEY_RAW : DRMFD_KEY_UNKNOWN; /* row 50 */
        return next;
    }
    line->what = DRMFD_I_KEY("pos") || DRMFD_I_KEY("flags") || DRMFD_I_KEY("mnt_id") || DRMFD_I_KEY("ino")
                     ? DRMFD_KEY_GENERIC
                     : DRMFD_KEY_RAW;
#undef DRMFD_I_KEY
    return next;
}

DRMFD_API void drmfd_lines_begin(drmfd_lines *lines, const void *text, size_t len, int whole)
{
    if (lines == NULL) return;
    lines->text = lines->at = text != NULL ? (const char *)text : "";
    lines->end = lines->text + (text != NULL ? len : 0);
    lines->whole = whole;
    lines->cut = 0;
}

DRMFD_API int drmfd_lines_next(drmfd_lines *lines, drmfd_line *line)
{
    const char *p;
    if (lines == NULL || line == NULL || lines->at == lines->end) return 0;
    p = lines->at;
    if (!lines->whole && drmfd_i_find(p, lines->end, '\n') == lines->end) { /* half a line (row 32) */
        lines->cut = 1;
        lines->at = lines->end;
        return 0;
    }
    lines->at = drmfd_i_line(p, lines->end, line);
    line->offset = (uint64_t)(p - lines->text);
    return 1;
}

/* ---- snapshots --------------------------------------------------------------------------------------------------- */

static drmfd_i_list drmfd_i_engines(drmfd_engine *engines, uint32_t count, uint32_t *root)
{
    drmfd_i_list l;
    l.base = (char *)engines;
    l.stride = sizeof *engines;
    l.count = count;
    l.root = root;
    return l;
}

static drmfd_i_list drmfd_i_regions(drmfd_region *regions, uint32_t count, uint32_t *root)
{
    drmfd_i_list l;
    l.base = (char *)regions;
    l.stride = sizeof *regions;
    l.count = count;
    l.root = root;
    return l;
}

/* A new engine with this name and its word; NULL when there is no room. */
static drmfd_engine *drmfd_i_new_engine(drmfd_snapshot *s, drmfd_view name, uint64_t word)
{
    drmfd_engine *e;
    drmfd_i_list l;
    if (s->engine_count == s->engine_room) return NULL;
    e = &s->engines[s->engine_count++];
    e->name = name;
    e->link.bit = word;
    e->link.to[0] = e->link.to[1] = 0;
    e->has = 0;
    e->capacity = 1;
    e->ns = e->cycles = e->total_cycles = e->maxfreq = 0;
    if (s->engine_count > DRMFD_I_PLAIN) {
        l = drmfd_i_engines(s->engines, s->engine_count, &s->engine_root);
        drmfd_i_insert(&l);
    }
    return e;
}

static drmfd_region *drmfd_i_new_region(drmfd_snapshot *s, drmfd_view name, uint64_t word)
{
    drmfd_region *r;
    drmfd_i_list l;
    if (s->region_count == s->region_room) return NULL;
    r = &s->regions[s->region_count++];
    r->name = name;
    r->link.bit = word;
    r->link.to[0] = r->link.to[1] = 0;
    r->has = 0;
    r->where = drmfd_region_class(name);
    r->total = r->shared = r->resident = r->memory = r->purgeable = r->active = 0;
    if (s->region_count > DRMFD_I_PLAIN) {
        l = drmfd_i_regions(s->regions, s->region_count, &s->region_root);
        drmfd_i_insert(&l);
    }
    return r;
}

/* The engine of this name, a new one where there is none yet; NULL when there is no room. */
static drmfd_engine *drmfd_i_engine(drmfd_snapshot *s, drmfd_view name)
{
    const drmfd_i_list l = drmfd_i_engines(s->engines, s->engine_count, &s->engine_root);
    const uint32_t i = drmfd_i_search(&l, name);
    return i != DRMFD_I_NONE ? &s->engines[i] : drmfd_i_new_engine(s, name, drmfd_i_word(name));
}

static drmfd_region *drmfd_i_region(drmfd_snapshot *s, drmfd_view name)
{
    const drmfd_i_list l = drmfd_i_regions(s->regions, s->region_count, &s->region_root);
    const uint32_t i = drmfd_i_search(&l, name);
    return i != DRMFD_I_NONE ? &s->regions[i] : drmfd_i_new_region(s, name, drmfd_i_word(name));
}

/* A second value is added up (row 12) unless the sum does not fit (row 47). */
static void drmfd_i_add(drmfd_snapshot *s, drmfd_engine *e, unsigned bit, uint64_t *to, uint64_t number)
{
    if ((e->has & bit) == 0) *to = number;
    else if (number > ~(uint64_t)0 - *to) {
        s->counts.bad_values++;
        return;
    } else {
        *to += number;
        s->counts.duplicates++;
    }
    e->has |= bit;
}

/* What is called with a key that is known where it is called: a copy for each key asks nothing about it. */
#if defined(__GNUC__) && defined(__OPTIMIZE__)
#define DRMFD_I_INLINE static __inline__ __attribute__((always_inline))
#else
#define DRMFD_I_INLINE static
#endif

/* The values of an engine and of a region stand in the order of their keys, and so do the bits of has. */
DRMFD_I_INLINE void drmfd_i_store_engine(drmfd_snapshot *s, drmfd_engine *e, drmfd_key key, uint64_t number)
{
    const unsigned i = (unsigned)key - (unsigned)DRMFD_KEY_ENGINE;
    const unsigned bit = 1u << i;
    if (key == DRMFD_KEY_ENGINE) drmfd_i_add(s, e, bit, &e->ns, number);
    else if (key == DRMFD_KEY_CYCLES) drmfd_i_add(s, e, bit, &e->cycles, number);
    else {
        s->counts.duplicates += (e->has & bit) != 0;
        e->has |= bit;
        if (key == DRMFD_KEY_CAPACITY) {
            e->has = number != 0 ? e->has & ~DRMFD_CAPACITY_ZERO : e->has | DRMFD_CAPACITY_ZERO;
            if (number == 0) number = 1;
        }
        drmfd_i_copy((char *)e + offsetof(drmfd_engine, ns) + i * sizeof number, &number, sizeof number);
    }
}

DRMFD_I_INLINE void drmfd_i_store_region(drmfd_snapshot *s, drmfd_region *r, drmfd_key key, uint64_t number)
{
    const unsigned i = (unsigned)key - (unsigned)DRMFD_KEY_TOTAL;
    if ((r->has & 1u << i) != 0) s->counts.duplicates++;
    r->has |= 1u << i;
    drmfd_i_copy((char *)r + offsetof(drmfd_region, total) + i * sizeof number, &number, sizeof number);
}

/* The first usable value counts (row 12). */
static void drmfd_i_identity(drmfd_snapshot *s, drmfd_view *to, drmfd_view value)
{
    if (to->len > 0) s->counts.duplicates++;
    else *to = value;
}

/* Any line, as drmfd_i_line took it apart. */
static void drmfd_i_take_line(drmfd_snapshot *s, const drmfd_line *line)
{
    drmfd_engine *e;
    drmfd_region *r;
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
        if (line->what >= DRMFD_KEY_TOTAL) {
            r = drmfd_i_region(s, line->name);
            if (r != NULL) drmfd_i_store_region(s, r, line->what, line->number);
            s->counts.dropped += r == NULL;
        } else {
            e = drmfd_i_engine(s, line->name);
            if (e != NULL) drmfd_i_store_engine(s, e, line->what, line->number);
            s->counts.dropped += e == NULL;
        }
        break;
    }
}

/* The usual lines in one go: what the kernel prints has a reserved prefix, a name, blanks, digits, a unit with one space
   before it or none, and a line feed. drmfd_i_usual reads such a line and drmfd_i_take_line any line; both do the same.
   It may be called at p when DRMFD_I_NEAR bytes follow and a line feed: no prefix is longer, and all that goes on byte by
   byte stops at the line feed. Where fewer than eight bytes are left of the text, none are looked at together. */
#define DRMFD_I_NEAR 20

/* Behind the line feed that ends this line: NULL where a NUL is in the line. */
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
        for (; marks == 0; v += 8) { /* up to the first colon or blank */
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
    return ((x & pairs) * ((uint64_t)1000000 << 32 | 100) + (x >> 16 & pairs) * ((uint64_t)10000 << 32 | 1)) >> 32;
}

/* A number of one to nineteen digits at p; returns where it ends, NULL where there is none or a longer one. */
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
            *number = drmfd_i_eight_digits(x << (64 - 8 * some)); /* as if zeros stood before them */
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
    if (next == NULL || next - p < 2 || (unsigned char)next[-2] <= ' ') return NULL; /* nothing, or a blank at the end */
    value = drmfd_i_view(p, next - 1);
    if (to == &s->pdev && !drmfd_i_is_pdev(value)) return NULL;
    drmfd_i_identity(s, to, value);
    return next;
}

/* The entry that the last line was about, by its name: where eight bytes of text, masked, are the word, its name and the
   colon stand there. Lines about one name mostly stand together. A name of more than seven bytes is not kept. */
typedef struct drmfd_i_last {
    uint64_t word, mask;
    size_t len;
    void *entry;
} drmfd_i_last;

/* The entry of this name and word, a new one where there is none yet; NULL when there is no room. */
static drmfd_engine *drmfd_i_usual_engine(drmfd_snapshot *s, drmfd_view name, uint64_t word)
{
    drmfd_engine *e = s->engines;
    const uint32_t n = s->engine_count < DRMFD_I_PLAIN ? s->engine_count : DRMFD_I_PLAIN;
    uint32_t i;
    if (word == 0) return drmfd_i_engine(s, name);
    for (i = 0; i < n; i++, e++)
        if (e->link.bit == word) return e;
    return n < DRMFD_I_PLAIN ? drmfd_i_new_engine(s, name, word) : drmfd_i_engine(s, name);
}

static drmfd_region *drmfd_i_usual_region(drmfd_snapshot *s, drmfd_view name, uint64_t word)
{
    drmfd_region *r = s->regions;
    const uint32_t n = s->region_count < DRMFD_I_PLAIN ? s->region_count : DRMFD_I_PLAIN;
    uint32_t i;
    if (word == 0) return drmfd_i_region(s, name);
    for (i = 0; i < n; i++, r++)
        if (r->link.bit == word) return r;
    return n < DRMFD_I_PLAIN ? drmfd_i_new_region(s, name, word) : drmfd_i_region(s, name);
}

/* The rest of a line of this key, from its name on. */
DRMFD_I_INLINE const char *drmfd_i_usual_value(drmfd_snapshot *s, drmfd_key key, const char *v, const char *end,
                                                      drmfd_i_last *last)
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
            if (((word - DRMFD_I_ONES * '!') & ~word & DRMFD_I_HIGHS & (colon - 1)) != 0) return NULL; /* a blank */
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
        if (key == DRMFD_KEY_ENGINE) {
            if (v[1] != 'n' || v[2] != 's') return NULL;
            v += 3;
        } else {
            if (key < DRMFD_KEY_TOTAL || n >> 44 != 0 || end - v < 5) return NULL;
            if (drmfd_i_equal(v, " KiB", 4)) n <<= 10;
            else if (drmfd_i_equal(v, " MiB", 4)) n <<= 20;
            else return NULL;
            v += 4;
        }
    }
    if (*v != '\n') return NULL;
    if (entry == NULL) {
        entry = key >= DRMFD_KEY_TOTAL ? (void *)drmfd_i_usual_region(s, drmfd_i_view(name, name + len), word)
                                       : (void *)drmfd_i_usual_engine(s, drmfd_i_view(name, name + len), word);
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
    if (key >= DRMFD_KEY_TOTAL) drmfd_i_store_region(s, (drmfd_region *)entry, key, n);
    else drmfd_i_store_engine(s, (drmfd_engine *)entry, key, n);
    return v + 1;
}

static const char *drmfd_i_usual(drmfd_snapshot *s, const char *p, const char *end, drmfd_i_last *lasts)
{
    if (!drmfd_i_equal(p, "drm-", 4)) return drmfd_i_usual_other(s, p, end);
    p += 4;
#define DRMFD_I_USUAL(text, key) \
    if (drmfd_i_equal(p, text, sizeof(text) - 1)) \
        return drmfd_i_usual_value(s, key, p + sizeof(text) - 1, end, &lasts[key >= DRMFD_KEY_TOTAL]);
    switch (*p) {
    case 'e':
        DRMFD_I_USUAL("engine-capacity-", DRMFD_KEY_CAPACITY)
        DRMFD_I_USUAL("engine-", DRMFD_KEY_ENGINE)
        break;
    case 't':
        DRMFD_I_USUAL("total-cycles-", DRMFD_KEY_TOTAL_CYCLES)
        DRMFD_I_USUAL("total-", DRMFD_KEY_TOTAL)
        break;
    case 'c': DRMFD_I_USUAL("cycles-", DRMFD_KEY_CYCLES) break;
    case 's': DRMFD_I_USUAL("shared-", DRMFD_KEY_SHARED) break;
    case 'r': DRMFD_I_USUAL("resident-", DRMFD_KEY_RESIDENT) break;
    case 'a': DRMFD_I_USUAL("active-", DRMFD_KEY_ACTIVE) break;
    case 'p': DRMFD_I_USUAL("purgeable-", DRMFD_KEY_PURGEABLE) break;
    case 'm':
        DRMFD_I_USUAL("memory-", DRMFD_KEY_MEMORY)
        DRMFD_I_USUAL("maxfreq-", DRMFD_KEY_MAXFREQ)
        break;
    default: break;
    }
#undef DRMFD_I_USUAL
    return drmfd_i_usual_identity(s, p - 4, end);
}

DRMFD_API drmfd_code drmfd_parse(drmfd_snapshot *snapshot, const void *text, size_t len, int whole)
{
    drmfd_snapshot *s = snapshot;
    drmfd_lines lines;
    drmfd_line line;
    drmfd_i_last lasts[2]; /* of an engine, of a region */
    const char *near_end;
    uint32_t i;
    if (s == NULL || (s->engines == NULL && s->engine_room > 0) || (s->regions == NULL && s->region_room > 0) ||
        s->engine_room >= DRMFD_I_LEAF || s->region_room >= DRMFD_I_LEAF)
        return DRMFD_ARGUMENT;
    s->engine_count = s->region_count = 0;
    s->engine_root = s->region_root = 0;
    s->has_client_id = 0;
    s->client_id = 0;
    s->driver = s->client_name = s->pdev = drmfd_i_empty();
    drmfd_i_zero(&s->counts, sizeof s->counts);
    lasts[0].word = lasts[1].word = 1; /* none */
    lasts[0].mask = lasts[1].mask = 0;
    lasts[0].len = lasts[1].len = 0;
    lasts[0].entry = lasts[1].entry = NULL;
    drmfd_lines_begin(&lines, text, len, whole);
    near_end = lines.end;
    while (near_end > lines.text && near_end[-1] != '\n') near_end--;
    near_end = near_end - lines.text > DRMFD_I_NEAR ? near_end - DRMFD_I_NEAR : lines.text;
    for (;;) {
        const char *p = lines.at, *next;
        uint64_t usual = 0;
        while (p < near_end && (next = drmfd_i_usual(s, p, lines.end, lasts)) != NULL) {
            p = next;
            usual++;
        }
        lines.at = p;
        s->counts.lines += usual;
        if (!drmfd_lines_next(&lines, &line)) break;
        drmfd_i_take_line(s, &line);
        s->counts.lines++;
    }
    for (i = 0; i < s->region_count; i++) {
        drmfd_region *r = &s->regions[i];
        if ((r->has & (DRMFD_HAS_MEMORY | DRMFD_HAS_RESIDENT)) == DRMFD_HAS_MEMORY) { /* row 5 */
            r->resident = r->memory;
            r->has |= DRMFD_HAS_RESIDENT;
        }
    }
    s->cut = lines.cut;
    s->result = s->driver.len == 0 ? DRMFD_NOT_DRM
                : s->engine_count + s->region_count > 0 || s->counts.dropped > 0 ? DRMFD_CLIENT
                                                                                : DRMFD_EMPTY;
    return DRMFD_OK;
}

DRMFD_API drmfd_class drmfd_region_class(drmfd_view name)
{
    const char *p = name.ptr, *end;
#define DRMFD_I_IS(text) (name.len == sizeof(text) - 1 && drmfd_i_equal(p, text, sizeof(text) - 1))
    if (p == NULL) return DRMFD_CLASS_UNKNOWN;
    end = p + name.len;
    if (DRMFD_I_STARTS(p, end, "vram") || DRMFD_I_STARTS(p, end, "local")) return DRMFD_CLASS_DEVICE;
    if (DRMFD_I_STARTS(p, end, "system") || DRMFD_I_IS("gtt") || DRMFD_I_IS("cpu") || DRMFD_I_IS("memory"))
        return DRMFD_CLASS_SYSTEM;
    if (DRMFD_I_STARTS(p, end, "stolen") || DRMFD_I_IS("gds") || DRMFD_I_IS("gws") || DRMFD_I_IS("oa") ||
        DRMFD_I_IS("doorbell") || DRMFD_I_IS("mmioremap"))
        return DRMFD_CLASS_SPECIAL;
#undef DRMFD_I_IS
    return DRMFD_CLASS_UNKNOWN;
}

/* ---- figures ----------------------------------------------------------------------------------------------------- */

static drmfd_i_list drmfd_i_kept_list(drmfd_meter *m)
{
    drmfd_i_list l;
    l.base = (char *)m->kept;
    l.stride = sizeof *m->kept;
    l.count = m->kept_count;
    l.root = &m->root;
    return l;
}

/* What is kept of the engine of this name, mostly at the place where it stood before; NULL: no room. */
static drmfd_kept *drmfd_i_keep(drmfd_meter *m, drmfd_view name, uint32_t at)
{
    drmfd_i_list l = drmfd_i_kept_list(m);
    drmfd_kept *k;
    uint32_t i;
    if (name.len > 0 && at < m->kept_count && drmfd_i_same(m->kept[at].name, name)) return &m->kept[at];
    i = name.len > 0 ? drmfd_i_search(&l, name) : DRMFD_I_NONE;
    if (i != DRMFD_I_NONE) return &m->kept[i];
    if (name.len == 0 || m->kept_count == m->room || name.len > m->name_room - m->name_used) return NULL;
    k = &m->kept[m->kept_count++];
    drmfd_i_zero(k, sizeof *k);
    k->name.ptr = m->names + m->name_used;
    k->name.len = name.len;
    drmfd_i_copy(m->names + m->name_used, name.ptr, name.len);
    m->name_used += name.len;
    l.count++;
    drmfd_i_insert(&l);
    return k;
}

static void drmfd_i_close_interval(drmfd_counter *c, int64_t now)
{
    c->base = c->high;
    c->since = now;
}

/* Drivers that count all the time but print their counters only while a switch in sysfs is set. */
static int drmfd_i_switched(drmfd_view driver)
{
    static const char names[][9] = {"panfrost", "panthor"};
    size_t i;
    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t len = 0;
        while (names[i][len] != 0) len++;
        if (driver.len == len && drmfd_i_equal(driver.ptr, names[i], len)) return 1;
    }
    return 0;
}

/* Takes the value of a counter: 1 when there is nothing to compare it with yet. A counter that this client did not show
   before was at 0, unless it may have run unseen (from_zero is 0). */
static int drmfd_i_count(const drmfd_meter *m, drmfd_kept *k, unsigned bit, drmfd_counter *c, uint64_t value, int64_t now,
                         int from_zero)
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
    f->why = DRMFD_FIGURE;
    f->growth = growth;
    f->span = span;
    f->capacity = capacity;
    f->maxfreq = maxfreq;
    if (growth == 0) f->raw = 0;
    else if (maxfreq == 0) f->raw = 100.0 * (double)growth / ((double)span * (double)capacity);
    else f->raw = 100.0 * ((double)growth * 1e9) / ((double)maxfreq * (double)span * (double)capacity);
    f->percent = f->raw > 100 ? 100 : f->raw;
}

static void drmfd_i_busy(drmfd_figure *f, drmfd_kept *k, const drmfd_engine *e, int64_t now, int first)
{
    if ((e->has & DRMFD_HAS_NS) == 0) drmfd_i_none(f, DRMFD_ABSENT);
    else if (first) drmfd_i_none(f, DRMFD_FIRST);
    else if (now <= k->ns.since) drmfd_i_none(f, DRMFD_NO_TIME); /* row 15 */
    else {
        drmfd_i_figure(f, k->ns.high - k->ns.base, (uint64_t)now - (uint64_t)k->ns.since, e->capacity, 0);
        drmfd_i_close_interval(&k->ns, now);
    }
}

static void drmfd_i_share(drmfd_figure *f, drmfd_kept *k, const drmfd_engine *e, int64_t now)
{
    const int known = (k->has & DRMFD_HAS_TOTAL_CYCLES) != 0;
    const uint64_t total = e->total_cycles;
    const uint64_t growth = k->cycles.high - k->cycles.base;
    if ((e->has & DRMFD_HAS_TOTAL_CYCLES) == 0 || (e->has & DRMFD_HAS_CYCLES) == 0) {
        drmfd_i_none(f, DRMFD_ABSENT);
        if ((e->has & DRMFD_HAS_TOTAL_CYCLES) == 0 || known) return;
        k->total = total;
        k->has |= DRMFD_HAS_TOTAL_CYCLES;
        return;
    }
    k->has |= DRMFD_HAS_TOTAL_CYCLES;
    if (!known || total < k->total) { /* rows 14, 53, 54 */
        drmfd_i_none(f, known ? DRMFD_RESET : DRMFD_FIRST);
        if (known) k->cycles.high = e->cycles;
    } else if (total == k->total && growth > 0) { /* row 55 */
        drmfd_i_none(f, DRMFD_STALLED);
        return;
    } else
        drmfd_i_figure(f, growth, total - k->total, e->capacity, 0);
    k->total = total;
    drmfd_i_close_interval(&k->cycles, now);
}

static void drmfd_i_speed(drmfd_figure *f, drmfd_kept *k, const drmfd_engine *e, int64_t now, int first)
{
    if ((e->has & DRMFD_HAS_CYCLES) == 0 || (e->has & DRMFD_HAS_MAXFREQ) == 0) drmfd_i_none(f, DRMFD_ABSENT);
    else if ((e->has & DRMFD_HAS_TOTAL_CYCLES) != 0) drmfd_i_none(f, DRMFD_SUPERSEDED); /* row 16 */
    else if (first) drmfd_i_none(f, DRMFD_FIRST);
    else if (e->maxfreq == 0) drmfd_i_none(f, DRMFD_NO_CLOCK);
    else if (now <= k->cycles.since) drmfd_i_none(f, DRMFD_NO_TIME);
    else {
        drmfd_i_figure(f, k->cycles.high - k->cycles.base, (uint64_t)now - (uint64_t)k->cycles.since, e->capacity,
                       e->maxfreq);
        drmfd_i_close_interval(&k->cycles, now);
    }
}

DRMFD_API drmfd_code drmfd_measure(drmfd_meter *meter, const drmfd_snapshot *snapshot, int64_t now)
{
    drmfd_meter *m = meter;
    uint32_t i;
    int from_zero;
    if (m == NULL || snapshot == NULL || (m->room > 0 && (m->kept == NULL || m->usage == NULL)) ||
        (m->names == NULL && m->name_room > 0) || m->room >= DRMFD_I_LEAF)
        return DRMFD_ARGUMENT;
    from_zero = m->started && !drmfd_i_switched(snapshot->driver);
    m->usage_count = 0;
    for (i = 0; i < m->kept_count; i++) m->kept[i].now = 0;
    for (i = 0; i < snapshot->engine_count; i++) {
        const drmfd_engine *e = &snapshot->engines[i];
        drmfd_kept *k = drmfd_i_keep(m, e->name, i);
        drmfd_usage *u;
        int first_ns = 0, first_cycles = 0;
        if (k == NULL) {
            m->dropped++;
            continue;
        }
        if (k->now) continue; /* the same name twice: not from drmfd_parse */
        k->now = 1;
        if ((e->has & DRMFD_HAS_NS) != 0) first_ns = drmfd_i_count(m, k, DRMFD_HAS_NS, &k->ns, e->ns, now, from_zero);
        if ((e->has & DRMFD_HAS_CYCLES) != 0)
            first_cycles = drmfd_i_count(m, k, DRMFD_HAS_CYCLES, &k->cycles, e->cycles, now, from_zero);
        u = &m->usage[m->usage_count++];
        u->name = k->name;
        u->engine = e;
        drmfd_i_busy(&u->busy, k, e, now, first_ns);
        drmfd_i_share(&u->share, k, e, now);
        drmfd_i_speed(&u->speed, k, e, now, first_cycles);
        u->best = u->busy.why == DRMFD_FIGURE    ? &u->busy
                  : u->share.why == DRMFD_FIGURE ? &u->share
                  : u->speed.why == DRMFD_FIGURE ? &u->speed
                                                 : NULL;
    }
    for (i = 0; i < m->kept_count; i++) { /* row 52: no figure, nothing forgotten */
        drmfd_usage *u = &m->usage[m->usage_count];
        if (m->kept[i].now) continue;
        drmfd_i_zero(u, sizeof *u);
        u->name = m->kept[i].name;
        u->busy.why = u->share.why = u->speed.why = DRMFD_ABSENT;
        m->usage_count++;
    }
    if (!m->started || now > m->time) m->time = now;
    m->started = 1;
    return DRMFD_OK;
}

/* ---- tracker ----------------------------------------------------------------------------------------------------- */

/* All that belongs to one sweep lies in one arena. There are two: the last sweep, with what is kept of each client, and
   the one that comes. Ending a sweep copies what must live on into the new arena and empties the old one, so memory never
   grows with the number of clients that came and went.

   A sweep is mostly like the one before: the same clients and processes in the same order, many with the very same text.
   So what comes is first compared with what came next in the last sweep, and only where that is something else are the
   lists searched; their trees are made when the first search needs them.

   As long as every text is the very text of the last sweep, it is only noted. If that holds to the end and nothing moved in
   the last sweep either, then only times change, and the last sweep is brought up to date where it lies. Else what was
   noted is taken like any other text. */

/* How much of a list its tree knows. */
typedef struct drmfd_i_index {
    uint32_t root, done;
} drmfd_i_index;

typedef struct drmfd_i_text { /* a text of a client */
    const char *text;
    size_t len;
    int whole;
    uint32_t entry; /* its client */
    uint64_t device, pid, fd;
    int64_t time; /* when it was read last */
} drmfd_i_text;

typedef struct drmfd_i_entry { /* a client of the sweep that comes */
    drmfd_view key;
    drmfd_link link;
    drmfd_snapshot snapshot; /* own arrays in the arena; views point into the first text */
    uint32_t first_text;
    int64_t time;
    uint32_t files;
    uint32_t first_hold, last_hold, holds;
    uint32_t was; /* its place in the known clients of the last sweep, or DRMFD_I_NONE */
} drmfd_i_entry;

typedef struct drmfd_i_hold { /* a process that holds a client */
    drmfd_view key;
    drmfd_link link;
    uint32_t process;
    uint32_t next; /* of the same client */
} drmfd_i_hold;

typedef struct drmfd_i_process {
    drmfd_view key;
    drmfd_link link;
    uint64_t pid;
    uint32_t clients;
    uint32_t place; /* in the sweep, plus 1 */
    int again;      /* in the next sweep too */
} drmfd_i_process;

typedef struct drmfd_i_known { /* a client of the last sweeps */
    drmfd_view key;
    drmfd_link link;
    drmfd_meter meter;
    uint32_t absent;
    int again; /* in the next sweep too */
} drmfd_i_known;

typedef struct drmfd_i_generation {
    drmfd_i_arena arena;
    drmfd_i_text *texts;
    uint32_t text_count, text_room;
    drmfd_i_entry *entries;
    uint32_t entry_count, entry_room;
    drmfd_i_hold *holds;
    uint32_t hold_count, hold_room;
    drmfd_i_process *processes;
    uint32_t process_count, process_room;
    drmfd_i_known *known; /* the entries, then those that are absent */
    uint32_t known_count;
    drmfd_client *clients; /* of the sweep */
    drmfd_i_index entry_index, hold_index, process_index, known_index;
    uint32_t next_known, next_process; /* which of the last sweep are expected next */
    uint32_t process;                  /* of the last text */
    size_t expected;                   /* bytes that one block is to have */
    int calm;                          /* drmfd_i_calm was asked, and said yes */
    drmfd_sweep sweep;
} drmfd_i_generation;

struct drmfd_tracker {
    drmfd_i_arena arena; /* this struct and the arrays for parsing */
    drmfd_memory half;
    drmfd_memory other_half;
    drmfd_i_generation generation[2];
    int last; /* index of the generation that holds the last sweep */
    uint32_t noted;    /* texts of the sweep that comes which are those of the last one */
    drmfd_code failed; /* why what was noted could not be taken */
    uint32_t forget_after;
    drmfd_snapshot scratch;
};

static void drmfd_i_fail(drmfd_error *error, drmfd_code code, const char *message)
{
    if (error == NULL) return;
    error->code = code;
    error->offset = 0;
    error->message = message;
}

static const char *drmfd_i_memory_message(drmfd_code code)
{
    return code == DRMFD_LIMIT ? "max_memory is reached" : "no memory";
}

/* Room for one more entry in an array that lies in the arena: a copy of twice the size where it is full. */
static void *drmfd_i_grow(drmfd_i_arena *a, void *old, uint32_t count, uint32_t *room, size_t size)
{
    const uint32_t more = *room < 8 ? 8 : *room * 2;
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

static drmfd_i_list drmfd_i_list_of(void *base, size_t stride, uint32_t count, uint32_t *root)
{
    drmfd_i_list l;
    l.base = (char *)base;
    l.stride = stride;
    l.count = count;
    l.root = root;
    return l;
}

/* Text into the arena. */
static int drmfd_i_keep_text(drmfd_i_arena *a, drmfd_view *v)
{
    char *p;
    if (v->len == 0) {
        *v = drmfd_i_empty();
        return 1;
    }
    p = (char *)drmfd_i_alloc(a, v->len, 1);
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

/* The halves of the memory that is for sweeps. */
static void drmfd_i_halves(const drmfd_i_arena *own, drmfd_memory *a, drmfd_memory *b)
{
    drmfd_i_zero(a, sizeof *a);
    a->allocator = own->allocator;
    a->max_memory = (own->max - own->held) / 2;
    if (a->max_memory == 0) a->max_memory = 1; /* 0 would mean the default */
    *b = *a;
    if (own->blocks == NULL) { /* what it has given out so far is of the buffer */
        const size_t rest = (size_t)(own->end - own->at) / 2;
        a->buffer = own->at;
        a->buffer_size = rest;
        b->buffer = own->at + rest;
        b->buffer_size = rest;
    }
}

static void drmfd_i_generation_open(drmfd_i_generation *g, const drmfd_memory *m)
{
    drmfd_i_zero(g, sizeof *g);
    (void)drmfd_i_arena_open(&g->arena, m);
}

/* Empties a generation for a sweep that needs about so many bytes. A block that holds them all is kept, so that steady
   sweeps ask the allocator for nothing. */
static void drmfd_i_generation_again(drmfd_i_generation *g, const drmfd_memory *m, size_t bytes)
{
    drmfd_i_block *b = g->arena.blocks, *keep = NULL;
    const drmfd_allocator allocator = g->arena.allocator;
    while (b != NULL) {
        drmfd_i_block *next = b->next;
        if (keep == NULL && m->buffer == NULL && b->size >= bytes && b->size / 4 <= bytes) keep = b;
        else allocator.free_fn(allocator.user, b->start, b->size);
        b = next;
    }
    drmfd_i_generation_open(g, m);
    if (keep != NULL) {
        keep->next = NULL;
        g->arena.blocks = keep;
        g->arena.held = keep->size;
        g->arena.at = drmfd_i_aligned((char *)keep + sizeof *keep);
        g->arena.end = (char *)keep->start + keep->size;
    } else if (m->buffer == NULL)
        g->expected = bytes;
}

/* Before the first text: one block for the whole sweep, where the last one needed many. 0: no memory. What is above the
   limit in one piece may still fit in several. */
static int drmfd_i_generation_begin(drmfd_i_generation *g)
{
    const size_t bytes = g->expected;
    if (bytes == 0) return 1;
    g->expected = 0;
    if (drmfd_i_alloc(&g->arena, bytes + bytes / 8, 1) == NULL) return g->arena.code == DRMFD_LIMIT;
    g->arena.at = drmfd_i_aligned((char *)g->arena.blocks + sizeof *g->arena.blocks);
    return 1;
}

/* The entry of a list with this key, or DRMFD_I_NONE; the tree is brought up to date first. */
static uint32_t drmfd_i_look_up(void *base, size_t stride, uint32_t count, drmfd_i_index *index, drmfd_view key)
{
    drmfd_i_list l = drmfd_i_list_of(base, stride, count, &index->root);
    while (index->done < count) {
        l.count = ++index->done;
        drmfd_i_insert(&l);
    }
    return drmfd_i_search(&l, key);
}

DRMFD_API drmfd_tracker *drmfd_tracker_open(const drmfd_tracker_options *options, drmfd_error *error)
{
    drmfd_i_arena arena;
    drmfd_tracker *t;
    const uint32_t engines = options != NULL && options->engine_room != 0 ? options->engine_room : 64;
    const uint32_t regions = options != NULL && options->region_room != 0 ? options->region_room : 64;
    if (!drmfd_i_arena_open(&arena, options != NULL ? &options->memory : NULL) || engines >= DRMFD_I_LEAF ||
        regions >= DRMFD_I_LEAF) {
        drmfd_i_fail(error, DRMFD_ARGUMENT, "options of the tracker make no sense");
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
        drmfd_i_fail(error, arena.code, drmfd_i_memory_message(arena.code));
        drmfd_i_arena_close(&arena);
        return NULL;
    }
    t->forget_after = options != NULL && options->forget_after != 0 ? options->forget_after : 64;
    t->arena = arena;
    drmfd_i_halves(&arena, &t->half, &t->other_half);
    drmfd_i_generation_open(&t->generation[0], &t->half);
    drmfd_i_generation_open(&t->generation[1], &t->other_half);
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

/* Bytes that tell clients apart: driver, pdev or device number, id or pid and fd (rows 25, 29, 30). */
static int drmfd_i_client_key(drmfd_i_arena *a, const drmfd_snapshot *s, uint64_t pid, uint64_t fd, uint64_t device,
                              drmfd_view *key)
{
    const uint64_t driver_len = s->driver.len, pdev_len = s->pdev.len;
    const uint64_t id[2] = {s->has_client_id ? s->client_id : pid, s->has_client_id ? 0 : fd};
    const unsigned char kind = (unsigned char)(s->has_client_id != 0);
    char *p;
    /* Together with the lengths the texts, which may hold any byte, cannot be mixed up. */
    p = (char *)drmfd_i_alloc(a, s->driver.len + s->pdev.len + 41, 1);
    if (p == NULL) return 0;
    key->ptr = p;
    p = drmfd_i_put(p, id, sizeof id);
    p = drmfd_i_put(p, &kind, 1);
    p = drmfd_i_put(p, &driver_len, 8);
    p = drmfd_i_put(p, s->driver.ptr, s->driver.len);
    p = drmfd_i_put(p, &pdev_len, 8);
    p = drmfd_i_put(p, s->pdev.ptr, s->pdev.len);
    if (s->pdev.len == 0) p = drmfd_i_put(p, &device, 8);
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
    drmfd_i_move(&to->driver, *text, copy);
    drmfd_i_move(&to->pdev, *text, copy);
    drmfd_i_move(&to->client_name, *text, copy);
    to->engine_room = from->engine_count;
    to->region_room = from->region_count;
    *text = copy;
    return 1;
}

/* The regions of a later text of the same client in place of the earlier ones (row 60). */
static int drmfd_i_keep_regions(drmfd_i_arena *a, drmfd_snapshot *to, const drmfd_snapshot *from)
{
    drmfd_region *r = (drmfd_region *)drmfd_i_alloc(a, from->region_count, sizeof *r);
    uint32_t i;
    if (r == NULL) return 0;
    drmfd_i_copy(r, from->regions, from->region_count * sizeof *r);
    for (i = 0; i < from->region_count; i++) {
        /* It mostly repeats the names. */
        if (i < to->region_count && drmfd_i_same(to->regions[i].name, r[i].name)) r[i].name = to->regions[i].name;
        else if (!drmfd_i_keep_text(a, &r[i].name)) return 0;
    }
    to->regions = r;
    to->region_count = to->region_room = from->region_count;
    to->region_root = from->region_root;
    return 1;
}

/* Room for the engines of a second text of a client, and the texts of their names. */
static int drmfd_i_room_for(drmfd_i_arena *a, drmfd_snapshot *to, const drmfd_snapshot *from)
{
    drmfd_i_list l = drmfd_i_engines(to->engines, to->engine_count, &to->engine_root);
    uint32_t i, more = 0;
    for (i = 0; i < from->engine_count; i++) more += drmfd_i_search(&l, from->engines[i].name) == DRMFD_I_NONE;
    if (more == 0) return 1;
    if (more > to->engine_room - to->engine_count) {
        drmfd_engine *e;
        if (to->engine_count + more >= DRMFD_I_LEAF / 2) {
            a->code = DRMFD_LIMIT;
            return 0;
        }
        e = (drmfd_engine *)drmfd_i_alloc(a, (size_t)(to->engine_count + more) * 2, sizeof *e);
        if (e == NULL) return 0;
        drmfd_i_copy(e, to->engines, to->engine_count * sizeof *e);
        to->engines = e;
        to->engine_room = (to->engine_count + more) * 2;
    }
    l = drmfd_i_engines(to->engines, to->engine_count, &to->engine_root);
    for (i = 0; i < from->engine_count; i++)
        if (drmfd_i_search(&l, from->engines[i].name) == DRMFD_I_NONE &&
            !drmfd_i_keep_text(a, &from->engines[i].name))
            return 0;
    return 1;
}

/* Two fds of one client within a sweep: the larger counters, the other values of the later text (rows 28 and 60). */
static void drmfd_i_merge(drmfd_snapshot *to, const drmfd_snapshot *from)
{
    uint32_t i;
    for (i = 0; i < from->engine_count; i++) {
        const drmfd_engine *f = &from->engines[i];
        drmfd_engine *e = drmfd_i_engine(to, f->name);
        if ((f->has & DRMFD_HAS_NS) != 0 && ((e->has & DRMFD_HAS_NS) == 0 || f->ns > e->ns)) e->ns = f->ns;
        if ((f->has & DRMFD_HAS_CYCLES) != 0 && ((e->has & DRMFD_HAS_CYCLES) == 0 || f->cycles > e->cycles))
            e->cycles = f->cycles;
        if ((f->has & DRMFD_HAS_CAPACITY) != 0) {
            e->capacity = f->capacity;
            e->has &= ~DRMFD_CAPACITY_ZERO;
        }
        if ((f->has & DRMFD_HAS_TOTAL_CYCLES) != 0) e->total_cycles = f->total_cycles;
        if ((f->has & DRMFD_HAS_MAXFREQ) != 0) e->maxfreq = f->maxfreq;
        e->has |= f->has;
    }
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

/* A key of numbers. */
static int drmfd_i_number_key(drmfd_i_arena *a, uint64_t one, uint64_t two, drmfd_view *key)
{
    const uint64_t both[2] = {one, two};
    char *p = (char *)drmfd_i_alloc(a, sizeof both, 1);
    if (p == NULL) return 0;
    drmfd_i_copy(p, both, sizeof both);
    key->ptr = p;
    key->len = sizeof both;
    return 1;
}

/* The process of this pid, as an index; DRMFD_I_NONE when there is no memory. */
static uint32_t drmfd_i_process_of(drmfd_i_generation *g, drmfd_i_generation *old, uint64_t pid)
{
    drmfd_i_process *p;
    const uint64_t both[2] = {pid, 0};
    drmfd_view key;
    uint32_t was = g->next_process;
    if (g->process_count > 0 && g->processes[g->process].pid == pid) return g->process;
    key.ptr = (const char *)both;
    key.len = sizeof both;
    if (was >= old->process_count || old->processes[was].pid != pid || old->processes[was].again) {
        const uint32_t i = drmfd_i_look_up(g->processes, sizeof *p, g->process_count, &g->process_index, key);
        if (i != DRMFD_I_NONE) return g->process = i;
        was = drmfd_i_look_up(old->processes, sizeof *p, old->process_count, &old->process_index, key);
    }
    if (!drmfd_i_number_key(&g->arena, pid, 0, &key)) return DRMFD_I_NONE;
    p = (drmfd_i_process *)drmfd_i_grow(&g->arena, g->processes, g->process_count, &g->process_room, sizeof *p);
    if (p == NULL) return DRMFD_I_NONE;
    g->processes = p;
    p += g->process_count;
    drmfd_i_zero(p, sizeof *p);
    p->key = key;
    p->pid = pid;
    if (was != DRMFD_I_NONE) {
        old->processes[was].again = 1;
        g->next_process = was + 1;
    }
    return g->process = g->process_count++;
}

/* Notes that a process holds a client: 1 when it is noted, 0 when there is no memory. */
static int drmfd_i_note_hold(drmfd_i_generation *g, uint32_t entry, uint32_t process)
{
    drmfd_i_entry *e = &g->entries[entry];
    drmfd_i_hold *h;
    const uint64_t both[2] = {entry, process};
    drmfd_view key;
    key.ptr = (const char *)both;
    key.len = sizeof both;
    if (e->holds > 0 && (g->holds[e->last_hold].process == process ||
                         drmfd_i_look_up(g->holds, sizeof *h, g->hold_count, &g->hold_index, key) != DRMFD_I_NONE))
        return 1;
    if (!drmfd_i_number_key(&g->arena, entry, process, &key)) return 0;
    h = (drmfd_i_hold *)drmfd_i_grow(&g->arena, g->holds, g->hold_count, &g->hold_room, sizeof *h);
    if (h == NULL) return 0;
    g->holds = h;
    h += g->hold_count++;
    drmfd_i_zero(h, sizeof *h);
    h->key = key;
    h->process = process;
    h->next = DRMFD_I_NONE;
    if (e->holds++ == 0) e->first_hold = g->hold_count - 1;
    else g->holds[e->last_hold].next = g->hold_count - 1;
    e->last_hold = g->hold_count - 1;
    g->processes[process].clients++;
    return 1;
}

static int drmfd_i_same_text(const drmfd_i_text *x, uint64_t pid, uint64_t fd, uint64_t device, const char *text,
                             size_t len, int whole)
{
    return x->pid == pid && x->fd == fd && x->device == device && x->len == len && x->whole == whole &&
           drmfd_i_equal(x->text, text, len);
}

/* Whether this text and all before it are those of the last sweep. */
static int drmfd_i_repeats(const drmfd_tracker *tracker, uint64_t pid, uint64_t fd, uint64_t device, const char *text,
                           size_t len, int whole)
{
    const drmfd_i_generation *old = &tracker->generation[tracker->last];
    return tracker->generation[1 - tracker->last].sweep.texts == 0 && tracker->noted < old->text_count &&
           drmfd_i_same_text(&old->texts[tracker->noted], pid, fd, device, text, len, whole);
}

/* Notes the text that drmfd_i_repeats was asked about. */
static void drmfd_i_note(drmfd_tracker *tracker, int64_t now)
{
    tracker->generation[tracker->last].texts[tracker->noted++].time = now;
}

/* The snapshot of a text, and in *kept the text that its views point into: that of the last sweep where this file is the
   one that is expected next and did not change, else tracker->scratch. */
static const drmfd_snapshot *drmfd_i_snapshot(drmfd_tracker *tracker, uint64_t pid, uint64_t fd, uint64_t device,
                                              const char *text, size_t len, int whole, const char **kept)
{
    const drmfd_i_generation *old = &tracker->generation[tracker->last];
    const uint32_t next = tracker->generation[1 - tracker->last].next_known;
    if (next < old->entry_count && old->entries[next].files == 1) {
        const drmfd_i_text *x = &old->texts[old->entries[next].first_text];
        if (drmfd_i_same_text(x, pid, fd, device, text, len, whole)) {
            *kept = x->text;
            return &old->entries[next].snapshot;
        }
    }
    *kept = text;
    (void)drmfd_parse(&tracker->scratch, text, len, whole);
    return &tracker->scratch;
}

/* Takes a text that a snapshot was made of. */
static drmfd_code drmfd_i_take(drmfd_tracker *tracker, int64_t now, uint64_t pid, uint64_t fd, uint64_t device,
                               const drmfd_snapshot *s, const char *text, size_t len, int whole)
{
    drmfd_i_generation *g = &tracker->generation[1 - tracker->last];
    drmfd_i_generation *old = &tracker->generation[tracker->last];
    drmfd_view key;
    drmfd_i_entry *e;
    drmfd_i_text *x;
    uint32_t was, i, process;
    if (tracker->failed != DRMFD_OK) return tracker->failed;
    if (s->result == DRMFD_NOT_DRM) {
        g->sweep.texts++;
        g->sweep.not_drm++;
        return DRMFD_OK;
    }
    /* What the arena gave out before a failure is lost until the next sweep; the lists change only when all is there. */
    if (!drmfd_i_generation_begin(g)) return g->arena.code;
    process = drmfd_i_process_of(g, old, pid);
    if (process == DRMFD_I_NONE || !drmfd_i_client_key(&g->arena, s, pid, fd, device, &key)) return g->arena.code;
    was = g->next_known;
    i = DRMFD_I_NONE;
    if (was >= old->known_count || old->known[was].again || !drmfd_i_same(old->known[was].key, key)) {
        if (g->entry_count > 0 && drmfd_i_same(g->entries[g->entry_count - 1].key, key)) i = g->entry_count - 1;
        else i = drmfd_i_look_up(g->entries, sizeof *e, g->entry_count, &g->entry_index, key);
        if (i == DRMFD_I_NONE)
            was = drmfd_i_look_up(old->known, sizeof *old->known, old->known_count, &old->known_index, key);
    }
    x = (drmfd_i_text *)drmfd_i_grow(&g->arena, g->texts, g->text_count, &g->text_room, sizeof *x);
    if (x == NULL) return g->arena.code;
    g->texts = x;
    x += g->text_count;
    if (i == DRMFD_I_NONE) {
        drmfd_snapshot own;
        e = (drmfd_i_entry *)drmfd_i_grow(&g->arena, g->entries, g->entry_count, &g->entry_room, sizeof *e);
        if (e == NULL) return g->arena.code;
        g->entries = e;
        e += g->entry_count;
        if (!drmfd_i_keep_snapshot(&g->arena, &own, s, &text, len)) return g->arena.code;
        drmfd_i_zero(e, sizeof *e);
        e->key = key;
        drmfd_i_copy(&e->snapshot, &own, sizeof own);
        e->first_text = g->text_count;
        e->was = was;
        if (!drmfd_i_note_hold(g, g->entry_count, process)) return g->arena.code;
        i = g->entry_count++;
        if (was != DRMFD_I_NONE) {
            old->known[was].again = 1;
            g->next_known = was + 1;
        }
    } else {
        drmfd_snapshot own;
        drmfd_view kept;
        e = &g->entries[i];
        drmfd_i_copy(&own, &e->snapshot, sizeof own); /* clang makes an assignment of this size a call of memcpy */
        if (own.client_name.len == 0) {
            own.client_name = s->client_name;
            if (!drmfd_i_keep_text(&g->arena, &own.client_name)) return g->arena.code;
        }
        kept.ptr = text;
        kept.len = len;
        if (!drmfd_i_room_for(&g->arena, &own, s) || !drmfd_i_keep_regions(&g->arena, &own, s) ||
            !drmfd_i_keep_text(&g->arena, &kept) || !drmfd_i_note_hold(g, i, process))
            return g->arena.code;
        drmfd_i_merge(&own, s);
        drmfd_i_copy(&e->snapshot, &own, sizeof own);
        text = kept.ptr;
    }
    x->text = text;
    x->len = len;
    x->whole = whole;
    x->entry = i;
    x->device = device;
    x->pid = pid;
    x->fd = fd;
    x->time = now;
    g->text_count++;
    e->time = now;
    e->files++;
    g->sweep.texts++;
    drmfd_i_add_counts(&g->sweep.counts, &s->counts);
    return DRMFD_OK;
}

/* Takes what was only noted: the sweep that comes is not like the last one. */
static void drmfd_i_take_noted(drmfd_tracker *tracker)
{
    const drmfd_i_generation *old = &tracker->generation[tracker->last];
    const uint32_t count = tracker->noted;
    uint32_t i;
    tracker->noted = 0;
    for (i = 0; i < count; i++) {
        const drmfd_i_text *x = &old->texts[i];
        const drmfd_i_entry *e = &old->entries[x->entry];
        const drmfd_snapshot *s = &e->snapshot;
        if (e->files > 1) { /* that of the client is made of several texts */
            (void)drmfd_parse(&tracker->scratch, x->text, x->len, x->whole);
            s = &tracker->scratch;
        }
        tracker->failed = drmfd_i_take(tracker, x->time, x->pid, x->fd, x->device, s, x->text, x->len, x->whole);
    }
}

DRMFD_API drmfd_code drmfd_tracker_add(drmfd_tracker *tracker, int64_t now, uint64_t pid, uint64_t fd, uint64_t device,
                                       const void *text, size_t len, int whole)
{
    const drmfd_snapshot *s;
    const char *kept;
    if (tracker == NULL || (text == NULL && len > 0)) return DRMFD_ARGUMENT;
    if (drmfd_i_repeats(tracker, pid, fd, device, (const char *)text, len, whole)) {
        drmfd_i_note(tracker, now);
        return DRMFD_OK;
    }
    drmfd_i_take_noted(tracker);
    s = drmfd_i_snapshot(tracker, pid, fd, device, (const char *)text, len, whole, &kept);
    return drmfd_i_take(tracker, now, pid, fd, device, s, kept, len, whole);
}

/* A meter of the new sweep: what was kept of the old one (NULL: nothing), and room for the engines of a sample. */
static int drmfd_i_meter(drmfd_i_arena *a, drmfd_meter *m, const drmfd_meter *old, const drmfd_snapshot *s)
{
    size_t names = old != NULL ? old->name_used : 0;
    uint32_t i;
    drmfd_i_zero(m, sizeof *m);
    if (old != NULL) *m = *old;
    m->usage = NULL;
    m->usage_count = 0;
    m->room = (old != NULL ? old->kept_count : 0) + s->engine_count;
    for (i = 0; i < s->engine_count; i++) names += s->engines[i].name.len;
    m->name_room = names;
    m->kept = (drmfd_kept *)drmfd_i_alloc(a, m->room, sizeof *m->kept);
    m->names = (char *)drmfd_i_alloc(a, names, 1);
    if (s->engine_count > 0 || m->kept_count > 0) m->usage = (drmfd_usage *)drmfd_i_alloc(a, m->room, sizeof *m->usage);
    if (m->kept == NULL || m->names == NULL || (m->room > 0 && m->usage == NULL)) return 0;
    if (old == NULL) return 1;
    drmfd_i_copy(m->kept, old->kept, old->kept_count * sizeof *m->kept);
    drmfd_i_copy(m->names, old->names, old->name_used);
    for (i = 0; i < m->kept_count; i++) m->kept[i].name.ptr = m->names + (m->kept[i].name.ptr - old->names);
    return 1;
}

static void drmfd_i_sum(drmfd_sum *sum, const drmfd_figure *f)
{
    if (f->why != DRMFD_FIGURE) return;
    sum->clients++;
    sum->raw += f->raw;
    sum->percent = sum->raw > 100 ? 100 : sum->raw;
}

static void drmfd_i_sum_bytes(drmfd_region_sum *sum, unsigned bit, uint64_t *to, unsigned has, uint64_t from)
{
    if ((has & bit) == 0) return;
    if (from > ~(uint64_t)0 - *to) sum->lost |= bit;
    else *to += from;
    sum->has = (sum->has | bit) & ~sum->lost;
}

/* Adds a client to the sums of a device. */
static int drmfd_i_add_client(drmfd_i_arena *a, drmfd_device *d, const drmfd_client *c)
{
    uint32_t i, at;
    d->clients++;
    for (i = 0; i < c->engine_count; i++) {
        const drmfd_usage *u = &c->engines[i];
        drmfd_i_list l = drmfd_i_list_of(d->engines, sizeof *d->engines, d->engine_count, &d->engine_root);
        drmfd_engine_sum *e;
        at = i < d->engine_count && drmfd_i_same(d->engines[i].name, u->name) ? i : drmfd_i_search(&l, u->name);
        if (at == DRMFD_I_NONE) {
            e = (drmfd_engine_sum *)drmfd_i_grow(a, d->engines, d->engine_count, &d->engine_room, sizeof *e);
            if (e == NULL) return 0;
            d->engines = e;
            at = d->engine_count++;
            drmfd_i_zero(&e[at], sizeof *e);
            e[at].name = u->name;
            l = drmfd_i_list_of(d->engines, sizeof *d->engines, d->engine_count, &d->engine_root);
            drmfd_i_insert(&l);
        }
        e = &d->engines[at];
        drmfd_i_sum(&e->busy, &u->busy);
        drmfd_i_sum(&e->share, &u->share);
        drmfd_i_sum(&e->speed, &u->speed);
    }
    for (i = 0; i < c->region_count; i++) {
        const drmfd_region *f = &c->regions[i];
        const unsigned both = DRMFD_HAS_TOTAL | DRMFD_HAS_SHARED;
        drmfd_i_list l = drmfd_i_list_of(d->regions, sizeof *d->regions, d->region_count, &d->region_root);
        drmfd_region_sum *r;
        at = i < d->region_count && drmfd_i_same(d->regions[i].name, f->name) ? i : drmfd_i_search(&l, f->name);
        if (at == DRMFD_I_NONE) {
            r = (drmfd_region_sum *)drmfd_i_grow(a, d->regions, d->region_count, &d->region_room, sizeof *r);
            if (r == NULL) return 0;
            d->regions = r;
            at = d->region_count++;
            drmfd_i_zero(&r[at], sizeof *r);
            r[at].name = f->name;
            r[at].where = f->where;
            l = drmfd_i_list_of(d->regions, sizeof *d->regions, d->region_count, &d->region_root);
            drmfd_i_insert(&l);
        }
        r = &d->regions[at];
        drmfd_i_sum_bytes(r, DRMFD_HAS_TOTAL, &r->total, f->has, f->total);
        drmfd_i_sum_bytes(r, DRMFD_HAS_SHARED, &r->shared, f->has, f->shared);
        drmfd_i_sum_bytes(r, DRMFD_HAS_RESIDENT, &r->resident, f->has, f->resident);
        drmfd_i_sum_bytes(r, DRMFD_HAS_PURGEABLE, &r->purgeable, f->has, f->purgeable);
        drmfd_i_sum_bytes(r, DRMFD_HAS_ACTIVE, &r->active, f->has, f->active);
        if ((f->has & both) == both)
            drmfd_i_sum_bytes(r, DRMFD_HAS_UNSHARED, &r->unshared, DRMFD_HAS_UNSHARED,
                              f->total > f->shared ? f->total - f->shared : 0);
    }
    return 1;
}

static void drmfd_i_choose_best(drmfd_device *devices, uint32_t count)
{
    uint32_t i, k;
    for (i = 0; i < count; i++)
        for (k = 0; k < devices[i].engine_count; k++) {
            drmfd_engine_sum *e = &devices[i].engines[k];
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
    drmfd_link link;
} drmfd_i_place;

static int drmfd_i_sum_devices(drmfd_i_arena *a, drmfd_client *clients, uint32_t count, drmfd_device **out, uint32_t *out_count)
{
    drmfd_i_place *places = NULL;
    drmfd_device *devices = NULL;
    uint32_t n = 0, places_room = 0, devices_room = 0, root = 0, i;
    for (i = 0; i < count; i++) {
        drmfd_client *c = &clients[i];
        drmfd_i_list l = drmfd_i_list_of(places, sizeof *places, n, &root);
        const size_t len = c->pdev.len > 0 ? c->pdev.len : c->driver.len;
        const uint64_t number = c->pdev.len > 0 ? 0 : c->device;
        drmfd_view key;
        uint32_t at;
        char *p;
        if (i > 0 && drmfd_i_same(c[-1].pdev, c->pdev) &&
            (c->pdev.len > 0 || (c[-1].device == c->device && drmfd_i_same(c[-1].driver, c->driver)))) {
            c->device_index = c[-1].device_index;
            if (!drmfd_i_add_client(a, &devices[c->device_index], c)) return 0;
            continue;
        }
        p = (char *)drmfd_i_alloc(a, len + 9, 1);
        if (p == NULL) return 0;
        key.ptr = p;
        key.len = len + 9;
        *p++ = c->pdev.len > 0;
        p = drmfd_i_put(p, &number, 8);
        (void)drmfd_i_put(p, c->pdev.len > 0 ? c->pdev.ptr : c->driver.ptr, len);
        at = drmfd_i_search(&l, key);
        if (at == DRMFD_I_NONE) {
            places = (drmfd_i_place *)drmfd_i_grow(a, places, n, &places_room, sizeof *places);
            devices = places != NULL ? (drmfd_device *)drmfd_i_grow(a, devices, n, &devices_room, sizeof *devices) : NULL;
            if (devices == NULL) return 0;
            drmfd_i_zero(&places[n], sizeof *places);
            places[n].key = key;
            drmfd_i_name_device(&devices[n], c);
            at = n++;
            l = drmfd_i_list_of(places, sizeof *places, n, &root);
            drmfd_i_insert(&l);
        }
        c->device_index = at;
        if (!drmfd_i_add_client(a, &devices[at], c)) return 0;
    }
    drmfd_i_choose_best(devices, n);
    *out = devices;
    *out_count = n;
    return 1;
}

/* The sums of one process. place is an array of one number a device, 0 in between calls. */
static int drmfd_i_sum_process(drmfd_i_arena *a, drmfd_process *p, const drmfd_client *clients, uint32_t *place)
{
    uint32_t i, n = 0;
    int ok = 1;
    for (i = 0; i < p->client_count; i++) {
        uint32_t *at = &place[clients[p->clients[i]].device_index];
        if (*at == 0) *at = ++n;
    }
    p->devices = (drmfd_device *)drmfd_i_alloc(a, n, sizeof *p->devices);
    for (i = 0; i < p->client_count && p->devices != NULL; i++) {
        const drmfd_client *c = &clients[p->clients[i]];
        drmfd_device *d = &p->devices[place[c->device_index] - 1];
        if (place[c->device_index] > p->device_count) {
            drmfd_i_name_device(d, c);
            p->device_count++;
        }
        if (ok) ok = drmfd_i_add_client(a, d, c);
    }
    for (i = 0; i < p->client_count; i++) place[clients[p->clients[i]].device_index] = 0;
    if (p->devices == NULL || !ok) return 0;
    drmfd_i_choose_best(p->devices, n);
    return 1;
}

/* Clients, and what is kept of them. NULL: no memory. */
static drmfd_client *drmfd_i_sweep_clients(drmfd_i_generation *g, const drmfd_i_generation *old, uint32_t forget_after)
{
    drmfd_i_arena *a = &g->arena;
    drmfd_client *clients;
    uint32_t i, k;
    if (old->known_count > DRMFD_I_LEAF - 1 - g->entry_count) {
        a->code = DRMFD_LIMIT;
        return NULL;
    }
    clients = (drmfd_client *)drmfd_i_alloc(a, g->entry_count, sizeof *clients);
    g->known = (drmfd_i_known *)drmfd_i_alloc(a, (size_t)g->entry_count + old->known_count, sizeof *g->known);
    if (clients == NULL || g->known == NULL) return NULL;
    for (i = 0; i < g->entry_count; i++) {
        const drmfd_i_entry *e = &g->entries[i];
        const uint32_t was = e->was;
        drmfd_i_known *now = &g->known[g->known_count];
        drmfd_client *c = &clients[i];
        uint64_t *pids = (uint64_t *)drmfd_i_alloc(a, e->holds, sizeof *pids);
        uint32_t hold = e->first_hold;
        drmfd_i_zero(now, sizeof *now);
        now->key = e->key;
        if (pids == NULL ||
            !drmfd_i_meter(a, &now->meter, was != DRMFD_I_NONE ? &old->known[was].meter : NULL, &e->snapshot))
            return NULL;
        (void)drmfd_measure(&now->meter, &e->snapshot, e->time);
        g->known_count++;
        for (k = 0; k < e->holds; k++, hold = g->holds[hold].next) pids[k] = g->processes[g->holds[hold].process].pid;
        drmfd_i_zero(c, sizeof *c);
        c->driver = e->snapshot.driver;
        c->pdev = e->snapshot.pdev;
        c->client_name = e->snapshot.client_name;
        c->client_id = e->snapshot.client_id;
        c->has_client_id = e->snapshot.has_client_id;
        c->is_new = was == DRMFD_I_NONE;
        c->device = g->texts[e->first_text].device;
        c->owner = pids[0];
        c->pids = pids;
        c->pid_count = e->holds;
        c->files = e->files;
        c->time = e->time;
        c->engines = now->meter.usage;
        c->engine_count = now->meter.usage_count;
        c->regions = e->snapshot.regions;
        c->region_count = e->snapshot.region_count;
    }
    for (i = 0; i < old->known_count; i++) { /* absent now: kept for a while */
        const drmfd_i_known *was = &old->known[i];
        drmfd_i_known *now = &g->known[g->known_count];
        drmfd_snapshot nothing;
        if (was->again || was->absent >= forget_after) continue;
        drmfd_i_zero(&nothing, sizeof nothing);
        drmfd_i_zero(now, sizeof *now);
        now->key = was->key;
        now->absent = was->absent + 1;
        if (!drmfd_i_keep_text(a, &now->key) || !drmfd_i_meter(a, &now->meter, &was->meter, &nothing)) return NULL;
        g->known_count++;
    }
    g->clients = clients;
    g->sweep.clients = clients;
    g->sweep.client_count = g->entry_count;
    return clients;
}

static int drmfd_i_sweep_processes(drmfd_i_generation *g, drmfd_client *clients)
{
    drmfd_i_arena *a = &g->arena;
    drmfd_process *list = (drmfd_process *)drmfd_i_alloc(a, g->process_count, sizeof *list);
    drmfd_device *devices = NULL;
    uint32_t *place;
    uint32_t n = 0, i, k;
    if (list == NULL || !drmfd_i_sum_devices(a, clients, g->sweep.client_count, &devices, &g->sweep.device_count)) return 0;
    g->sweep.devices = devices;
    for (i = 0; i < g->entry_count; i++) {
        uint32_t hold = g->entries[i].first_hold;
        for (k = 0; k < g->entries[i].holds; k++, hold = g->holds[hold].next) {
            drmfd_i_process *from = &g->processes[g->holds[hold].process];
            drmfd_process *p;
            if (from->place == 0) {
                from->place = ++n;
                p = &list[n - 1];
                drmfd_i_zero(p, sizeof *p);
                p->pid = from->pid;
                p->clients = (uint32_t *)drmfd_i_alloc(a, from->clients, sizeof *p->clients);
                if (p->clients == NULL) return 0;
            }
            p = &list[from->place - 1];
            p->clients[p->client_count++] = i;
        }
    }
    place = (uint32_t *)drmfd_i_alloc(a, g->sweep.device_count, sizeof *place);
    if (place == NULL) return 0;
    drmfd_i_zero(place, g->sweep.device_count * sizeof *place);
    for (i = 0; i < n; i++)
        if (!drmfd_i_sum_process(a, &list[i], clients, place)) return 0;
    g->sweep.processes = list;
    g->sweep.process_count = n;
    return 1;
}

/* Whether the same text a while later gives the same figure over another time, or none for the same reason. */
static int drmfd_i_still(const drmfd_figure *f)
{
    return f->why == DRMFD_FIGURE ? f->growth == 0
                                  : f->why == DRMFD_ABSENT || f->why == DRMFD_SUPERSEDED || f->why == DRMFD_NO_CLOCK;
}

/* Whether that holds for all clients of a sweep: then the same texts give the same sums. */
static int drmfd_i_calm(const drmfd_i_generation *g)
{
    uint32_t i, k;
    for (i = 0; i < g->entry_count; i++)
        for (k = 0; k < g->clients[i].engine_count; k++) {
            const drmfd_usage *u = &g->clients[i].engines[k];
            if (!drmfd_i_still(&u->busy) || !drmfd_i_still(&u->share) || !drmfd_i_still(&u->speed)) return 0;
        }
    return 1;
}

/* What drmfd_measure does for a calm client. The engines that are kept are those of usage, mostly in its order. */
static void drmfd_i_measure_calm(drmfd_meter *m, int64_t now)
{
    uint32_t i;
    for (i = 0; i < m->usage_count; i++) {
        drmfd_usage *u = &m->usage[i];
        drmfd_kept *k = m->kept[i].name.ptr == u->name.ptr ? &m->kept[i] : drmfd_i_keep(m, u->name, i);
        if (u->busy.why == DRMFD_FIGURE) {
            u->busy.span = (uint64_t)now - (uint64_t)k->ns.since;
            k->ns.since = now;
        }
        if (u->share.why == DRMFD_FIGURE) {
            u->share.span = 0; /* total-cycles stand still */
            k->cycles.since = now;
        } else if (u->speed.why == DRMFD_FIGURE) {
            u->speed.span = (uint64_t)now - (uint64_t)k->cycles.since;
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
    if (tracker->noted == 0 || tracker->noted < g->text_count || g->known_count > g->entry_count ||
        g->sweep.texts > g->text_count)
        return 0;
    if (!g->calm && !drmfd_i_calm(g)) return 0;
    g->calm = 1;
    for (i = 0; i < g->text_count; i++) g->entries[g->texts[i].entry].time = g->texts[i].time;
    for (i = 0; i < g->entry_count; i++)
        if (g->entries[i].time <= g->known[i].meter.time) return 0; /* row 15 */
    for (i = 0; i < g->entry_count; i++) {
        drmfd_i_measure_calm(&g->known[i].meter, g->entries[i].time);
        g->clients[i].time = g->entries[i].time;
        g->clients[i].is_new = 0;
    }
    g->sweep.memory = tracker->arena.held + g->arena.held + tracker->generation[1 - tracker->last].arena.held;
    tracker->noted = 0;
    return 1;
}

DRMFD_API const drmfd_sweep *drmfd_tracker_sweep(drmfd_tracker *tracker, drmfd_error *error)
{
    drmfd_i_generation *g, *old;
    drmfd_client *clients;
    if (tracker == NULL) {
        drmfd_i_fail(error, DRMFD_ARGUMENT, "no tracker");
        return NULL;
    }
    g = &tracker->generation[1 - tracker->last];
    old = &tracker->generation[tracker->last];
    if (drmfd_i_sweep_again(tracker)) return &old->sweep;
    drmfd_i_take_noted(tracker);
    clients = tracker->failed == DRMFD_OK ? drmfd_i_sweep_clients(g, old, tracker->forget_after) : NULL;
    if (clients == NULL || !drmfd_i_sweep_processes(g, clients)) {
        const drmfd_code code = g->arena.code;
        uint32_t i;
        tracker->failed = DRMFD_OK;
        drmfd_i_fail(error, code, drmfd_i_memory_message(code));
        drmfd_i_arena_close(&g->arena);
        drmfd_i_generation_open(g, tracker->last == 0 ? &tracker->other_half : &tracker->half);
        for (i = 0; i < old->known_count; i++) old->known[i].again = 0;
        for (i = 0; i < old->process_count; i++) old->processes[i].again = 0;
        return NULL;
    }
    g->sweep.memory = tracker->arena.held + g->arena.held + old->arena.held;
    drmfd_i_generation_again(old, tracker->last == 0 ? &tracker->half : &tracker->other_half,
                             g->arena.held - (g->arena.held > 0 ? (size_t)(g->arena.end - g->arena.at) : 0));
    tracker->last = 1 - tracker->last;
    return &g->sweep;
}

/* ---- scanner ----------------------------------------------------------------------------------------------------- */

typedef struct drmfd_i_file {
    drmfd_view key;
    drmfd_link link;
    uint64_t pid, fd, device, handle;
    int open;
    int moved;
} drmfd_i_file;

struct drmfd_scanner {
    drmfd_i_arena arena; /* this struct and the buffer for a text */
    drmfd_system calls;
    drmfd_memory half, other_half;
    drmfd_i_arena lists[2]; /* of files: rebuilt in the other one at each look */
    int which;
    drmfd_i_file *files;
    uint32_t count;
    uint32_t open, keep_open;
    int looked;
    int64_t next_look, look_every;
    size_t max_text;
    char *text;
    void (*text_fn)(void *user, int64_t now, uint64_t pid, uint64_t fd, uint64_t device, const char *text, size_t len);
    void *text_user;
    drmfd_scan_stats stats;
};

DRMFD_API drmfd_scanner *drmfd_scanner_open(const drmfd_system *calls, const drmfd_scanner_options *options,
                                            drmfd_error *error)
{
    drmfd_i_arena arena;
    drmfd_scanner *s;
    const size_t max_text = options != NULL && options->max_text != 0 ? options->max_text : 65536;
    if (calls == NULL || calls->process_fn == NULL || calls->file_fn == NULL || calls->open_fn == NULL ||
        calls->read_fn == NULL || calls->close_fn == NULL || calls->now_fn == NULL ||
        !drmfd_i_arena_open(&arena, options != NULL ? &options->memory : NULL)) {
        drmfd_i_fail(error, DRMFD_ARGUMENT, "options or callbacks of the scanner are missing");
        return NULL;
    }
    s = (drmfd_scanner *)drmfd_i_alloc(&arena, 1, sizeof *s);
    if (s != NULL) {
        drmfd_i_zero(s, sizeof *s);
        s->text = (char *)drmfd_i_alloc(&arena, max_text, 1);
    }
    if (s == NULL || s->text == NULL) {
        drmfd_i_fail(error, arena.code, drmfd_i_memory_message(arena.code));
        drmfd_i_arena_close(&arena);
        return NULL;
    }
    s->calls = *calls;
    s->max_text = max_text;
    s->keep_open = options != NULL && options->keep_open != 0 ? options->keep_open : 512;
    s->look_every = options != NULL && options->look_every != 0 ? options->look_every : (int64_t)3000000000;
    if (options != NULL) {
        s->text_fn = options->text_fn;
        s->text_user = options->text_user;
    }
    s->arena = arena;
    drmfd_i_halves(&arena, &s->half, &s->other_half);
    (void)drmfd_i_arena_open(&s->lists[0], &s->half);
    (void)drmfd_i_arena_open(&s->lists[1], &s->other_half);
    return s;
}

DRMFD_API void drmfd_scanner_close(drmfd_scanner *scanner)
{
    drmfd_i_arena arena;
    uint32_t i;
    if (scanner == NULL) return;
    for (i = 0; i < scanner->count; i++)
        if (scanner->files[i].open) scanner->calls.close_fn(scanner->calls.user, scanner->files[i].handle);
    drmfd_i_arena_close(&scanner->lists[0]);
    drmfd_i_arena_close(&scanner->lists[1]);
    arena = scanner->arena;
    drmfd_i_arena_close(&arena);
}

/* One more file in the list that a look builds. */
static int drmfd_i_add_file(drmfd_i_arena *a, drmfd_i_file **list, uint32_t *count, uint32_t *room, const drmfd_i_file *file)
{
    drmfd_i_file *f = (drmfd_i_file *)drmfd_i_grow(a, *list, *count, room, sizeof *f);
    if (f == NULL) return 0;
    *list = f;
    f += (*count)++;
    *f = *file;
    f->key = drmfd_i_empty(); /* made anew at the next look */
    return 1;
}

/* Lists the processes and their fds. Known files stay known until a read says that they are gone: a process that may no
   longer be listed can still be read through a file that was opened in time. */
static drmfd_code drmfd_i_look(drmfd_scanner *s)
{
    const drmfd_system *calls = &s->calls;
    drmfd_i_arena *a = &s->lists[1 - s->which];
    drmfd_i_file *list = NULL;
    drmfd_scan_stats stats;
    uint32_t count = 0, room = 0, root = 0, i;
    uint64_t pid, fd;
    uint64_t (*keys)[2];
    int first, got;
    drmfd_i_list known;
    keys = (uint64_t(*)[2])drmfd_i_alloc(a, s->count, sizeof *keys);
    if (keys == NULL) goto no_memory;
    for (i = 0; i < s->count; i++) {
        drmfd_i_file *f = &s->files[i];
        keys[i][0] = f->pid;
        keys[i][1] = f->fd;
        f->key.ptr = (const char *)keys[i];
        f->key.len = sizeof keys[i];
        f->moved = 0;
        known = drmfd_i_list_of(s->files, sizeof *s->files, i + 1, &root);
        drmfd_i_insert(&known);
    }
    known = drmfd_i_list_of(s->files, sizeof *s->files, s->count, &root);
    drmfd_i_zero(&stats, sizeof stats);
    for (first = 1; (got = calls->process_fn(calls->user, first, &pid)) == 1; first = 0) {
        int first_file;
        stats.processes++;
        for (first_file = 1; (got = calls->file_fn(calls->user, pid, first_file, &fd)) == 1; first_file = 0) {
            drmfd_i_file file;
            const uint64_t both[2] = {pid, fd};
            uint32_t at;
            stats.files++;
            drmfd_i_zero(&file, sizeof file);
            file.key.ptr = (const char *)both;
            file.key.len = sizeof both;
            at = drmfd_i_search(&known, file.key);
            if (at != DRMFD_I_NONE) {
                if (s->files[at].moved) continue; /* listed twice */
                file = s->files[at];
                s->files[at].moved = 1;
            } else {
                int is = 1;
                file.pid = pid;
                file.fd = fd;
                if (calls->device_fn != NULL) is = calls->device_fn(calls->user, pid, fd, &file.device);
                if (is < 0) stats.vanished++;
                if (is != 1) continue;
            }
            stats.candidates++;
            if (!drmfd_i_add_file(a, &list, &count, &room, &file)) goto no_memory;
        }
        if (got == DRMFD_REFUSED) stats.refused++;
        else if (got < 0) stats.vanished++;
    }
    if (got < 0) {
        drmfd_i_arena_close(a);
        (void)drmfd_i_arena_open(a, s->which == 0 ? &s->other_half : &s->half);
        return DRMFD_IO;
    }
    for (i = 0; i < s->count; i++)
        if (!s->files[i].moved && !drmfd_i_add_file(a, &list, &count, &room, &s->files[i])) goto no_memory;
    drmfd_i_arena_close(&s->lists[s->which]);
    (void)drmfd_i_arena_open(&s->lists[s->which], s->which == 0 ? &s->half : &s->other_half);
    s->which = 1 - s->which;
    s->files = list;
    s->count = count;
    s->stats = stats;
    return DRMFD_OK;
no_memory: {
    const drmfd_code code = a->code;
    drmfd_i_arena_close(a);
    (void)drmfd_i_arena_open(a, s->which == 0 ? &s->other_half : &s->half);
    return code;
}
}

/* The text of a file into the buffer: 1, or a negative number when the file is gone. */
static int drmfd_i_read(drmfd_scanner *s, drmfd_i_file *f, size_t *len, int *whole)
{
    const drmfd_system *calls = &s->calls;
    size_t at = 0, n;
    char probe;
    int got;
    if (!f->open) {
        got = calls->open_fn(calls->user, f->pid, f->fd, &f->handle);
        if (got != 1) return DRMFD_GONE;
        f->open = 1;
        s->open++;
    }
    do {
        n = 0;
        got = calls->read_fn(calls->user, f->handle, at, s->text + at, s->max_text - at, &n);
        if (got != 1 || n > s->max_text - at) return DRMFD_GONE;
        at += n;
    } while (n > 0 && at < s->max_text);
    *whole = 1;
    if (n > 0) { /* full: is there more? */
        got = calls->read_fn(calls->user, f->handle, at, &probe, 1, &n);
        if (got == 1 && n > 0) *whole = 0;
    }
    *len = at;
    return 1;
}

static void drmfd_i_shut(drmfd_scanner *s, drmfd_i_file *f)
{
    if (!f->open) return;
    s->calls.close_fn(s->calls.user, f->handle);
    f->open = 0;
    s->open--;
}

DRMFD_API const drmfd_sweep *drmfd_scan(drmfd_scanner *scanner, drmfd_tracker *tracker, drmfd_scan_stats *stats,
                                        drmfd_error *error)
{
    drmfd_scanner *s = scanner;
    uint32_t i, kept = 0;
    int64_t now;
    if (s == NULL || tracker == NULL) {
        drmfd_i_fail(error, DRMFD_ARGUMENT, "no scanner or no tracker");
        return NULL;
    }
    s->stats.looked = 0;
    s->stats.texts = s->stats.lost = s->stats.cut = s->stats.no_room = 0;
    now = s->calls.now_fn(s->calls.user);
    if (!s->looked || s->look_every < 0 || now >= s->next_look) {
        const drmfd_code code = drmfd_i_look(s);
        if (code != DRMFD_OK) {
            drmfd_i_fail(error, code, code == DRMFD_IO ? "the processes cannot be listed" : drmfd_i_memory_message(code));
            return NULL;
        }
        s->looked = 1;
        s->stats.looked = 1;
        s->next_look = s->look_every < 0 || now > (int64_t)(~(uint64_t)0 >> 1) - s->look_every ? now : now + s->look_every;
    }
    for (i = 0; i < s->count; i++) {
        drmfd_i_file *f = &s->files[i];
        const drmfd_snapshot *snapshot = NULL;
        const char *text = NULL;
        size_t len = 0;
        int whole = 1, repeats;
        now = s->calls.now_fn(s->calls.user);
        if (drmfd_i_read(s, f, &len, &whole) != 1) {
            s->stats.lost++;
            drmfd_i_shut(s, f);
            continue;
        }
        repeats = drmfd_i_repeats(tracker, f->pid, f->fd, f->device, s->text, len, whole);
        if (!repeats) {
            drmfd_i_take_noted(tracker);
            snapshot = drmfd_i_snapshot(tracker, f->pid, f->fd, f->device, s->text, len, whole, &text);
            if (snapshot->result == DRMFD_NOT_DRM) { /* the number was used again, or the device is unplugged */
                drmfd_i_shut(s, f);
                continue;
            }
        }
        if (s->text_fn != NULL) s->text_fn(s->text_user, now, f->pid, f->fd, f->device, s->text, len);
        s->stats.texts++;
        s->stats.cut += !whole;
        if (repeats) drmfd_i_note(tracker, now);
        else if (drmfd_i_take(tracker, now, f->pid, f->fd, f->device, snapshot, text, len, whole) != DRMFD_OK)
            s->stats.no_room++;
        if (s->open > s->keep_open) drmfd_i_shut(s, f);
        if (kept < i) s->files[kept] = *f;
        kept++;
    }
    s->count = kept;
    if (stats != NULL) *stats = s->stats;
    return drmfd_tracker_sweep(tracker, error);
}

#ifdef DRMFD_POSIX
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* "PID", "PID/WORD" or "PID/WORD/FD" into to, which has 64 bytes. */
static void drmfd_i_path(char *to, uint64_t pid, const char *word, const uint64_t *fd)
{
    char digits[20];
    int n, round;
    uint64_t v = pid;
    for (round = 0; round < 2; round++) {
        n = 0;
        do digits[n++] = (char)('0' + v % 10);
        while ((v /= 10) > 0);
        while (n > 0) *to++ = digits[--n];
        if (round == 0) {
            *to++ = '/';
            while (*word != 0) *to++ = *word++;
            if (fd == NULL) break;
            *to++ = '/';
            v = *fd;
        }
    }
    *to = 0;
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

static int drmfd_i_errno(void)
{
    return errno == EACCES || errno == EPERM ? DRMFD_REFUSED : errno == EMFILE || errno == ENFILE ? DRMFD_FAILED : DRMFD_GONE;
}

static int drmfd_i_posix_process(void *user, int first, uint64_t *pid)
{
    drmfd_posix *p = (drmfd_posix *)user;
    struct dirent *e;
    if (first) rewinddir((DIR *)p->processes);
    for (;;) {
        errno = 0;
        e = readdir((DIR *)p->processes);
        if (e == NULL) return errno != 0 ? DRMFD_FAILED : 0;
        if (drmfd_i_numeric(e->d_name, pid)) return 1;
    }
}

static void drmfd_i_posix_leave(drmfd_posix *p)
{
    if (p->files != NULL) closedir((DIR *)p->files);
    if (p->fd_dir >= 0) close(p->fd_dir);
    p->files = NULL;
    p->fd_dir = -1;
}

static int drmfd_i_posix_file(void *user, uint64_t pid, int first, uint64_t *fd)
{
    drmfd_posix *p = (drmfd_posix *)user;
    struct dirent *e;
    if (first) {
        char path[64];
        int dir;
        drmfd_i_posix_leave(p);
        drmfd_i_path(path, pid, "fdinfo", NULL);
        dir = openat(p->root, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (dir < 0) {
            struct stat st;
            const int why = errno == ENOTDIR ? 0 : drmfd_i_errno();
            drmfd_i_path(path, pid, "fd", NULL);
            /* Kernel threads are refused to users too, but have no files to miss. */
            if (why == DRMFD_REFUSED && p->sizes && fstatat(p->root, path, &st, 0) == 0 && st.st_size == 0) return 0;
            return why;
        }
        p->files = fdopendir(dir);
        if (p->files == NULL) {
            close(dir);
            return DRMFD_FAILED;
        }
        drmfd_i_path(path, pid, "fd", NULL);
        p->fd_dir = openat(p->root, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        p->no_fd_dir = p->fd_dir < 0 && errno == ENOENT;
    }
    if (p->files == NULL) return 0;
    for (;;) {
        errno = 0;
        e = readdir((DIR *)p->files);
        if (e == NULL) {
            const int why = errno != 0 ? drmfd_i_errno() : 0;
            drmfd_i_posix_leave(p);
            return why;
        }
        if (drmfd_i_numeric(e->d_name, fd)) return 1;
    }
}

/* Called while the files of this process are listed. */
static int drmfd_i_posix_device(void *user, uint64_t pid, uint64_t fd, uint64_t *device)
{
    drmfd_posix *p = (drmfd_posix *)user;
    struct stat st;
    char path[64];
    uint64_t number, major, minor;
    if (p->no_fd_dir) { /* a folder with texts alone: the text will tell */
        *device = 0;
        return 1;
    }
    drmfd_i_path(path, pid, "fd", &fd);
    if (fstatat(p->root, path, &st, 0) != 0) return drmfd_i_errno();
    number = (uint64_t)st.st_rdev;
    major = (number >> 8 & 0xfff) | (number >> 32 & 0xfffff000);
    minor = (number & 0xff) | (number >> 12 & 0xffffff00);
    if (!S_ISCHR(st.st_mode) || (major != 226 && major != 261)) return 0;
    *device = 0;
    if (p->char_dir >= 0) { /* the nodes of one device have one folder in sysfs */
        size_t n = 0;
        path[n++] = '2';
        path[n++] = major == 226 ? '2' : '6';
        path[n++] = major == 226 ? '6' : '1';
        path[n++] = ':';
        drmfd_i_path(path + n, minor, "device", NULL);
        if (fstatat(p->char_dir, path, &st, 0) == 0) *device = (uint64_t)st.st_ino;
    }
    return 1;
}

static int drmfd_i_posix_open(void *user, uint64_t pid, uint64_t fd, uint64_t *handle)
{
    drmfd_posix *p = (drmfd_posix *)user;
    char path[64];
    int file;
    drmfd_i_path(path, pid, "fdinfo", &fd);
    file = openat(p->root, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) return drmfd_i_errno();
    *handle = (uint64_t)file;
    return 1;
}

static int drmfd_i_posix_read(void *user, uint64_t handle, uint64_t at, char *to, size_t room, size_t *len)
{
    ssize_t got;
    (void)user;
    do got = pread((int)handle, to, room, (off_t)at);
    while (got < 0 && errno == EINTR);
    if (got < 0) return drmfd_i_errno();
    *len = (size_t)got;
    return 1;
}

static void drmfd_i_posix_close(void *user, uint64_t handle)
{
    (void)user;
    close((int)handle);
}

static int64_t drmfd_i_posix_now(void *user)
{
    struct timespec t;
    (void)user;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + (int64_t)t.tv_nsec;
}

DRMFD_API drmfd_code drmfd_posix_open(drmfd_posix *posix, const char *root, drmfd_system *calls)
{
    drmfd_posix *p = posix;
    struct stat st;
    int again;
    if (p == NULL || root == NULL || calls == NULL) return DRMFD_ARGUMENT;
    drmfd_i_zero(p, sizeof *p);
    drmfd_i_zero(calls, sizeof *calls);
    p->fd_dir = p->char_dir = -1;
    p->root = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (p->root < 0) return DRMFD_IO;
    again = openat(p->root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    p->processes = again >= 0 ? fdopendir(again) : NULL;
    if (p->processes == NULL) {
        if (again >= 0) close(again);
        close(p->root);
        return DRMFD_IO;
    }
    if (root[0] == '/' && root[1] == 'p' && root[2] == 'r' && root[3] == 'o' && root[4] == 'c' && root[5] == 0)
        p->char_dir = open("/sys/dev/char", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    p->sizes = fstatat(p->root, "self/fd", &st, 0) == 0 && st.st_size > 0;
    calls->user = p;
    calls->process_fn = drmfd_i_posix_process;
    calls->file_fn = drmfd_i_posix_file;
    calls->device_fn = drmfd_i_posix_device;
    calls->open_fn = drmfd_i_posix_open;
    calls->read_fn = drmfd_i_posix_read;
    calls->close_fn = drmfd_i_posix_close;
    calls->now_fn = drmfd_i_posix_now;
    return DRMFD_OK;
}

DRMFD_API void drmfd_posix_close(drmfd_posix *posix)
{
    if (posix == NULL || posix->processes == NULL) return;
    drmfd_i_posix_leave(posix);
    closedir((DIR *)posix->processes);
    close(posix->root);
    if (posix->char_dir >= 0) close(posix->char_dir);
    posix->processes = NULL;
}
#endif /* DRMFD_POSIX */

#undef DRMFD_I_PLAIN
#undef DRMFD_I_LEAF
#undef DRMFD_I_NONE
#undef DRMFD_I_STARTS
#undef DRMFD_I_NEAR
#undef DRMFD_I_ONES
#undef DRMFD_I_HIGHS
#undef DRMFD_I_INLINE
#undef DRMFD_I_PLAIN_LOOP

#endif /* DRMFD_IMPLEMENTATION */

/*
CHANGES
    1.0.0  the interface stays; sweeps that repeat only move times
    0.1.0  first version

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
