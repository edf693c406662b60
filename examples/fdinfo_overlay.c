/* What a game's overlay needs: the GPU use of its own process, from memory that it has already, without a heap.
   Shows how to replace one callback of the ready-made ones. fdinfo_overlay [PID] looks at another process. */
#define DRMFD_POSIX
#define DRMFD_IMPLEMENTATION
#include "../drmfdinfo.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static uint64_t only;

/* The list of processes is this one. */
static int one_process(void *user, int first, uint64_t *pid)
{
    (void)user;
    *pid = only;
    return first;
}

int main(int argc, char **argv)
{
    static double tracker_memory[64 * 1024 / 8], scanner_memory[32 * 1024 / 8]; /* double: aligned */
    struct timespec frame = {0, 500000000};
    drmfd_tracker_options tracker_options = {{tracker_memory, sizeof tracker_memory, {NULL, NULL, NULL}, 0}, 16, 16, 0};
    drmfd_scanner_options scanner_options = {
        {scanner_memory, sizeof scanner_memory, {NULL, NULL, NULL}, 0}, 16, 8192, 0, NULL, NULL};
    drmfd_posix files;
    drmfd_system calls;
    drmfd_tracker *tracker = drmfd_tracker_open(&tracker_options, NULL);
    drmfd_scanner *scanner;
    int round;
    only = argc > 1 ? (uint64_t)strtoull(argv[1], NULL, 10) : (uint64_t)getpid();
    if (tracker == NULL || drmfd_posix_open(&files, "/proc", &calls) != DRMFD_OK) return 1;
    calls.process_fn = one_process;
    scanner = drmfd_scanner_open(&calls, &scanner_options, NULL);
    for (round = 0; round < 2; round++) {
        const drmfd_sweep *sweep = drmfd_scan(scanner, tracker, NULL, NULL);
        uint32_t d, e;
        if (sweep == NULL) break;
        if (round == 0) nanosleep(&frame, NULL);
        else if (sweep->device_count == 0) puts("this process has no DRM file open");
        else
            for (d = 0; d < sweep->device_count; d++)
                for (e = 0; e < sweep->devices[d].engine_count; e++) {
                    const drmfd_engine_sum *sum = &sweep->devices[d].engines[e];
                    printf("%.*s %.*s ", (int)sweep->devices[d].name.len, sweep->devices[d].name.ptr, (int)sum->name.len,
                           sum->name.ptr);
                    if (sum->best != NULL) printf("%.1f %%\n", sum->best->percent);
                    else puts("-");
                }
    }
    drmfd_scanner_close(scanner);
    drmfd_tracker_close(tracker);
    drmfd_posix_close(&files);
    return 0;
}
