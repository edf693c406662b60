/* Times the reader of nvidia-settings on one file, from open to the end of its parse. bench/peers/nvprofile.sh builds this
 * with sources that you fetched; bench/nvprofile runs it. Prints "nvidia-settings MICROSECONDS", the least of many rounds. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "app-profiles.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static void late(int signal)
{
    (void)signal;
    _exit(3);
}

int main(int argc, char **argv)
{
    const double start = now();
    double best = 1e30;
    if (argc < 2) return 2;
    signal(SIGALRM, late);
    alarm(20); /* its time grows with the square of the text */
    while (best > 1e29 || now() - start < 400000) {
        const double t = now();
        AppProfileConfig *config = nv_app_profile_config_load("/nonexistent", argv + 1, 1);
        const double us = now() - t;
        if (config == NULL || nv_app_profile_config_count_rules(config) == 0) return 1;
        nv_app_profile_config_free(config);
        if (us < best) best = us;
    }
    printf("nvidia-settings %.2f\n", best);
    return 0;
}
