/* Reads fdinfo texts with the reader of igt-gpu-tools and prints all that it found. */
#include "igt_drm_fdinfo.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void ask(const char *file, const char *name)
{
    static struct drm_client_fdinfo info;
    unsigned i;
    if (__igt_parse_drm_fdinfo(AT_FDCWD, file, &info, NULL, 0, NULL, 0) == 0) {
        printf("%s: nothing\n", name);
        return;
    }
    printf("%s: %s %s %lu\n", name, info.driver, info.pdev, info.id);
    for (i = 0; i < info.num_engines; i++)
        printf("%s: engine %s: %llu ns, %llu of %llu cycles, capacity %u\n", name, info.names[i], (unsigned long long)info.engine_time[i],
               (unsigned long long)info.cycles[i], (unsigned long long)info.total_cycles[i], info.capacity[i]);
    for (i = 0; i < info.num_regions; i++) {
        const struct drm_client_meminfo *m = &info.region_mem[i];
        printf("%s: region %s: total %llu shared %llu resident %llu purgeable %llu active %llu\n", name, info.region_names[i],
               (unsigned long long)m->total, (unsigned long long)m->shared, (unsigned long long)m->resident, (unsigned long long)m->purgeable,
               (unsigned long long)m->active);
    }
}

int main(int argc, char **argv)
{
    int n, status;
    for (n = 1; n < argc; n++) { /* each in its own process, which an assertion ends */
        const char *name = strrchr(argv[n], '/') + 1;
        if (fork() == 0) {
            ask(argv[n], name);
            fflush(stdout);
            _exit(0);
        }
        wait(&status);
        if (WIFSIGNALED(status)) {
            printf("%s: ended by signal %d\n", name, WTERMSIG(status));
            fflush(stdout);
        }
    }
    return 0;
}
