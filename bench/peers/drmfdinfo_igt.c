/* Times the fdinfo function of igt-gpu-tools on the texts of bench/drmfdinfo.c. Built by bench/peers/drmfdinfo.sh, with a
   drmtest.h that hands out the text instead of a file. */
#include "igt_drm_fdinfo.h"
#include "tests/drmfdinfo_texts.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

const char *peer_text;
size_t peer_len;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void job(const char *name, const char *text, size_t len)
{
    static struct drm_client_fdinfo info, empty;
    double best = 1e18, clear = 1e18;
    int round, i;
    unsigned good = 0;
    peer_text = text;
    peer_len = len;
    for (round = 0; round < 60; round++) {
        double t = now();
        for (i = 0; i < 2000; i++) {
            info = empty; /* "must be zeroed": counted by itself below and taken off */
            __asm__ __volatile__("" : : "r"(&info) : "memory");
            good += __igt_parse_drm_fdinfo(0, "0", &info, NULL, 0, NULL, 0);
        }
        t = (now() - t) / 2000;
        if (t < best) best = t;
        t = now();
        for (i = 0; i < 2000; i++) {
            info = empty;
            __asm__ __volatile__("" : : "r"(&info) : "memory");
        }
        t = (now() - t) / 2000;
        if (t < clear) clear = t;
    }
    if (good > 0) printf("%s igt %.0f\n", name, best - clear);
}

int main(void)
{
    job("parse-amdgpu", text_amdgpu, sizeof text_amdgpu - 1);
    job("parse-xe", text_xe, sizeof text_xe - 1);
    return 0;
}
