// Asks MangoHud's reader of fdinfo texts for every value that its drivers use, in a folder TRY_PROC in place of /proc.
#include <cstdio>
#include <fstream>
#include <mutex>
#include "fdinfo.hpp"

int main()
{
    static const char* const times[] = {"drm-engine-gfx", "drm-engine-render", "drm-engine-gpu", "drm-engine-fragment",
                                        "drm-engine-vertex-tiler", "drm-engine-panthor"};
    static const char* const sizes[] = {"drm-memory-vram", "drm-memory-gtt", "drm-resident-memory", "drm-total-local0",
                                        "drm-total-system0", "drm-resident-vram0", "drm-resident-gtt"};
    FDInfoWrapper fdinfo("renderD128");
    fdinfo.add_pid(1);
    for (auto& p : fdinfo.pids) p.second.poll();
    for (const char* key : times) printf("%s=%llu\n", key, static_cast<unsigned long long>(fdinfo.get_gpu_time(1, key)));
    for (const char* key : sizes) printf("%s=%.6f\n", key, static_cast<double>(fdinfo.get_memory_used(1, key)));
    return 0;
}
