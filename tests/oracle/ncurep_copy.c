/* Real reports, read and written: the same bytes; and with other string ids the same metrics. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#include <dirent.h>

#include "run.h"
#include "ncurep_copy.h"

static unsigned files;

static void folder(const char *name)
{
    DIR *d = opendir(name);
    struct dirent *e;
    if (d == NULL) {
        SKIP("needs ../shared");
        return;
    }
    while ((e = readdir(d)) != NULL) {
        ncurep_report_options options;
        ncurep_error error;
        ncurep_report *a, *b;
        sink same = {NULL, 0, 0, 0, 0}, moved = {NULL, 0, 0, 0, 0};
        char path[512];
        char *data;
        size_t len;
        const size_t n = strlen(e->d_name);
        if (!(n > 8 && strcmp(e->d_name + n - 8, ".ncu-rep") == 0) && strstr(e->d_name, ".nsight-cuprof-report") == NULL) continue;
        if (strstr(e->d_name, ".jsonl") != NULL) continue;
        snprintf(path, sizeof path, "%s/%s", name, e->d_name);
        data = run_read(path, &len);
        memset(&options, 0, sizeof options);
        options.memory.max_memory = (size_t)1 << 30;
        a = ncurep_report_open(data, len, &options, &error);
        if (!CHECK(copy_report(a, &options.memory, &same, NULL, &error)) || !CHECK_BYTES(data, len, same.data, same.len))
            printf("    %s\n", e->d_name);
        CHECK(copy_report(a, &options.memory, &moved, "a string of its own", &error));
        b = ncurep_report_open(moved.data, moved.len, &options, &error);
        if (!CHECK(same_results(a, b))) printf("    %s\n", e->d_name);
        ncurep_report_close(a);
        ncurep_report_close(b);
        free(same.data);
        free(moved.data);
        free(data);
        files++;
    }
    closedir(d);
    CHECK(files > 0);
}

static void corpus(void) { folder("../shared/corpus/ncurep"); }
static void made_up(void) { folder("../shared/oracle/ncurep"); }

int main(void)
{
    RUN(corpus);
    RUN(made_up);
    return run_end();
}
