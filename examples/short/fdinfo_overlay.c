/* What a game's overlay needs: the GPU use of its own process, from memory that it has already, without a heap, and timed
   by a clock of its own: how to replace one of the ready-made callbacks. fdinfo_overlay [PID] looks at another process. */
#define DRMFD_POSIX
#define DRMFD_IMPLEMENTATION
#include "drmfdinfo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct overlay {
    drmfd_posix files; /* first: the callbacks get a pointer to it */
    int64_t frame;     /* when the frame began, ns */
} overlay;

static int64_t frame_time(void *user) { return ((const overlay *)user)->frame; }

int main(int argc, char **argv)
{
    static double tracker_memory[64 * 1024 / 8], scanner_memory[32 * 1024 / 8]; /* double: aligned */
    const uint64_t pid = argc > 1 ? (uint64_t)strtoull(argv[1], NULL, 10) : (uint64_t)getpid();
    struct timespec half = {0, 500000000};
    drmfd_tracker_options tracker_options;
    drmfd_scanner_options scanner_options;
    overlay o;
    drmfd_system calls;
    drmfd_tracker *tracker;
    drmfd_scanner *scanner;
    const drmfd_sweep *sweep;
    uint32_t d, e;
    memset(&tracker_options, 0, sizeof tracker_options);
    tracker_options.memory.buffer = tracker_memory;
    tracker_options.memory.buffer_size = sizeof tracker_memory;
    tracker_options.engine_room = tracker_options.region_room = 16;
    memset(&scanner_options, 0, sizeof scanner_options);
    scanner_options.memory.buffer = scanner_memory;
    scanner_options.memory.buffer_size = sizeof scanner_memory;
    scanner_options.max_text = 8192;
    scanner_options.keep_open = 16;
    scanner_options.pids = &pid;
    scanner_options.pid_count = 1;
    tracker = drmfd_tracker_open(&tracker_options, NULL);
    if (tracker == NULL || drmfd_posix_open(&o.files, "/proc", &calls, NULL) != DRMFD_OK) return 1;
    calls.now_fn = frame_time;
    scanner = drmfd_scanner_open(&calls, &scanner_options, NULL);
    o.frame = 0;
    drmfd_scan(scanner, tracker, NULL, NULL);
    nanosleep(&half, NULL);
    o.frame = 500000000;
    sweep = drmfd_scan(scanner, tracker, NULL, NULL);
    if (sweep == NULL || sweep->device_count == 0) puts("this process has no DRM file open");
    for (d = 0; sweep != NULL && d < sweep->device_count; d++)
        for (e = 0; e < sweep->devices[d].engine_count; e++) {
            const drmfd_engine_sum *sum = &sweep->devices[d].engines[e];
            printf("%.*s %.*s ", (int)sweep->devices[d].name.len, sweep->devices[d].name.ptr, (int)sum->name.len,
                   sum->name.ptr);
            if (sum->best != NULL) printf("%.1f %%\n", sum->best->percent);
            else puts("-");
        }
    drmfd_scanner_close(scanner);
    drmfd_tracker_close(tracker);
    drmfd_posix_close(&o.files);
    return 0;
}
