/* Times the fdinfo functions of nvtop on the texts of bench/drmfdinfo.c. Built by bench/peers/drmfdinfo.sh, which gives the
   two files as NVTOP_AMDGPU and NVTOP_XE. They read a FILE: it is one over memory, and what rewinding it and reading its
   lines takes is taken off. */
#include NVTOP_AMDGPU
#undef HASH_FIND_CLIENT
#undef HASH_ADD_CLIENT
#undef SET_AMDGPU_CACHE
#undef RESET_AMDGPU_CACHE
#undef AMDGPU_CACHE_FIELD_VALID
#define unique_cache_id unique_cache_id_xe
#include NVTOP_XE
#include "tests/drmfdinfo_texts.h"

#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void job(const char *name, const char *text, size_t len, bool parse(struct gpu_info *, FILE *, struct gpu_process *),
                struct gpu_info *info)
{
    FILE *f = fmemopen((void *)(size_t)text, len, "r");
    struct gpu_process process;
    char *line = NULL;
    size_t room = 0;
    double best = 1e18, bare = 1e18;
    int round, i, good = 0;
    for (round = 0; round < 60; round++) {
        double t = now();
        for (i = 0; i < 500; i++) {
            memset(&process, 0, sizeof process);
            process.pid = 1;
            rewind(f);
            good += parse(info, f, &process);
        }
        t = (now() - t) / 500;
        if (t < best) best = t;
        t = now();
        for (i = 0; i < 500; i++) {
            rewind(f);
            while (getline(&line, &room, f) != -1) {
            }
        }
        t = (now() - t) / 500;
        if (t < bare) bare = t;
    }
    if (good > 0) printf("%s nvtop %.0f\n", name, best - bare);
}

int main(void)
{
    static struct gpu_info_amdgpu amd;
    static struct gpu_info_intel xe;
    snprintf(amd.base.pdev, sizeof amd.base.pdev, "0000:0b:00.0");
    snprintf(xe.base.pdev, sizeof xe.base.pdev, "0000:04:00.0");
    job("parse-amdgpu", text_amdgpu, sizeof text_amdgpu - 1, parse_drm_fdinfo_amd, &amd.base);
    job("parse-xe", text_xe, sizeof text_xe - 1, parse_drm_fdinfo_intel_xe, &xe.base);
    return 0;
}
