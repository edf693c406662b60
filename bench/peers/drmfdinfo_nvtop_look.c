/* Times nvtop's sweep over /proc for the look of bench/drmfdinfo.c, with one driver that wants no text. Built by
   bench/peers/drmfdinfo.sh, which gives its file as NVTOP_SWEEP. */
#include NVTOP_SWEEP

#include <stdio.h>
#include <time.h>

static bool nothing(struct gpu_info *info, FILE *file, struct gpu_process *process)
{
    (void)info, (void)file, (void)process;
    return false;
}

int main(void)
{
    static struct gpu_info info;
    double best = 1e18;
    int round;
    processinfo_register_fdinfo_callback(nothing, &info);
    for (round = 0; round < 15; round++) {
        struct timespec a, b;
        double t;
        clock_gettime(CLOCK_MONOTONIC, &a);
        processinfo_sweep_fdinfos();
        clock_gettime(CLOCK_MONOTONIC, &b);
        t = (double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec);
        if (t < best) best = t;
    }
    printf("look-full nvtop %.0f\n", best);
    return 0;
}
