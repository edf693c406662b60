/* Times htop's function on every process for the look of bench/drmfdinfo.c. Built by bench/peers/drmfdinfo.sh, which gives its
   file as HTOP_GPU. htop opens a process's files only every few seconds if it had no GPU time; this is such a time for all. */
#include "config.h"

#include HTOP_GPU

#include <fcntl.h>
#include <string.h>
#include <time.h>

int main(void)
{
    static LinuxMachine machine;
    static LinuxProcessTable table;
    double best = 1e18;
    int round;
    table.super.super.host = &machine.super;
    for (round = 0; round < 15; round++) {
        DIR *proc = opendir("/proc");
        struct dirent *e;
        struct timespec a, b;
        double t;
        machine.super.monotonicMs += 1000000;
        clock_gettime(CLOCK_MONOTONIC, &a);
        while (proc != NULL && (e = readdir(proc)) != NULL) {
            static LinuxProcess process;
            int folder;
            if (e->d_name[0] < '0' || e->d_name[0] > '9') continue;
            folder = openat(dirfd(proc), e->d_name, O_RDONLY | O_DIRECTORY);
            if (folder < 0) continue;
            memset(&process, 0, sizeof process); /* no process is skipped because the last one had no GPU time */
            process.super.super.host = &machine.super;
            GPU_readProcessData(&table, &process, folder);
            close(folder);
        }
        clock_gettime(CLOCK_MONOTONIC, &b);
        if (proc != NULL) closedir(proc);
        t = (double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec);
        if (t < best) best = t;
    }
    printf("look-full htop %.0f\n", best);
    return 0;
}
