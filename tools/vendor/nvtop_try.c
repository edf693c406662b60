/* Calls the reader of fdinfo texts of one of nvtop's drivers, whose source is SOURCE, on each file, for a device with each of three
   addresses, and prints what it found. */
#define _GNU_SOURCE
#include SOURCE
#include <signal.h>
#include <stdio.h>

/* What nvtop.c defines, which is not linked. */
volatile sig_atomic_t signal_exit = 0, signal_resize_win = 0, signal_cont_received = 0;

#if defined IS_amdgpu
#undef PARSE
#define PARSE parse_drm_fdinfo_amd
typedef struct gpu_info_amdgpu device;
#elif defined IS_intel_i915 || defined IS_intel_xe
typedef struct gpu_info_intel device;
#elif defined IS_v3d
typedef struct gpu_info_v3d device;
#elif defined IS_msm
typedef struct gpu_info_msm device;
#else
typedef struct gpu_info_mali device;
#endif

int main(int argc, char **argv)
{
    static const char *const pdevs[] = {"0000:03:00.0", "0000:00:02.0", "0000:0a:00.0"};
    int n;
    for (n = 3; n < 3 * argc; n++) {
        const char *const file = argv[n / 3], *const name = strrchr(file, '/');
        const unsigned i = (unsigned)n % 3;
        static device d;
        struct gpu_process p;
        FILE *f = fopen(file, "r");
        int ok;
        if (f == NULL) return 2;
        memset(&d, 0, sizeof d);
        memset(&p, 0, sizeof p);
#ifdef IS_panfrost
        d.base.vendor = &gpu_vendor_panfrost;
#endif
#ifdef IS_panthor
        d.base.vendor = &gpu_vendor_panthor;
#endif
        snprintf(d.base.pdev, sizeof d.base.pdev, "%s", pdevs[i]);
        p.pid = 1;
        ok = PARSE(&d.base, f, &p);
        fclose(f);
        printf("%s: %s %d", name != NULL ? name + 1 : file, pdevs[i], ok);
        if (ok) {
            printf(" type %d", (int)p.type);
#define SAY(field) if (GPUINFO_PROCESS_FIELD_VALID(&p, field)) printf(" " #field " %llu", (unsigned long long)p.field)
            SAY(gpu_memory_usage);
            SAY(gfx_engine_used);
            SAY(compute_engine_used);
            SAY(enc_engine_used);
            SAY(dec_engine_used);
            SAY(gpu_usage);
            SAY(encode_usage);
            SAY(decode_usage);
            SAY(gpu_cycles);
            if (GPUINFO_DYNAMIC_FIELD_VALID(&d.base.dynamic_info, gpu_clock_speed)) printf(" clock %u", d.base.dynamic_info.gpu_clock_speed);
            if (GPUINFO_DYNAMIC_FIELD_VALID(&d.base.dynamic_info, gpu_clock_speed_max)) printf(" max %u", d.base.dynamic_info.gpu_clock_speed_max);
        }
        putchar('\n');
    }
    return 0;
}
