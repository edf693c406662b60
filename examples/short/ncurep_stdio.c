/* A report read through a callback of one's own, here stdio: ncurep_stdio REPORT
   Prints a line a kernel. Any place that gives bytes at an offset will do: a part of an archive, a download, a device. */
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"

#include <stdio.h>

/* Up to size bytes from this offset; 0 is a failure. */
static size_t read_stdio(uint64_t offset, void *to, size_t size, ncurep_reply *reply, void *user)
{
    (void)reply;
    FILE *f = (FILE *)user;
    if (fseeko(f, (off_t)offset, SEEK_SET) != 0) return 0;
    return fread(to, 1, size, f);
}

int main(int argc, char **argv)
{
    ncurep_input input;
    ncurep_report *report;
    ncurep_info info;
    ncurep_result result;
    ncurep_error error;
    FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;
    uint32_t i;
    if (f == NULL || fseeko(f, 0, SEEK_END) != 0) {
        fprintf(stderr, "usage: ncurep_stdio REPORT\n");
        return 2;
    }
    input.read_fn = read_stdio;
    input.user = f;
    input.size = (uint64_t)ftello(f);
    report = ncurep_report_open_input(&input, NULL, &error);
    if (report == NULL) {
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
        fclose(f);
        return 3;
    }
    ncurep_report_info(report, &info);
    for (i = 0; i < info.results; i++)
        if (ncurep_result_at(report, i, &result, NULL))
            printf("%.*s: %lu metrics\n", (int)result.function.len, result.function.ptr, (unsigned long)result.metrics.count);
    for (i = 0; ncurep_report_problem_at(report, i, &error); i++)
        fprintf(stderr, "byte %lu: %s\n", (unsigned long)error.offset, error.message);
    ncurep_report_close(report);
    fclose(f);
    return i > 0 ? 3 : 0;
}
