/* Times the pages of the tool ncurep as a user does: the program started, its output written to a file.
 *
 *     build/bench/ncurep_pages [FOLDER]     default ../shared/corpus/ncurep; B: where the tool is, default build
 *
 * For the largest report of the folder, and for one of 100 kernels (the bundled sample joined with itself): the least time of
 * many runs, the most memory that was resident, the size of the page. The peer of each line is the limit that we hold to:
 * details below 0.2 s for one report and 1 s for 100 kernels, html below 1 s, memory below twice the report and 5 MB for the
 * program, a page below the report and 1 MB. */
#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#define RUNS 20
#define PROGRAM 5e6 /* the program, its libraries, and what it knows of one kernel */

static char tool[600], output[600], joined[600];

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Starts the tool with its output in a file. */
static pid_t start(char *const *arguments)
{
    const pid_t child = fork();
    if (child == 0) {
        const int f = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (f < 0 || dup2(f, 1) < 0) _exit(9);
        execv(tool, arguments);
        _exit(9);
    }
    return child;
}

/* Runs it; seconds, or -1. *most: bytes resident, of a run of its own. */
static double run(char *const *arguments, double *most)
{
    double best = -1;
    int i, ends[2];
    for (i = 0; i < RUNS; i++) {
        const double before = now();
        const pid_t child = start(arguments);
        int status;
        if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) > 1) return -1;
        if (best < 0 || now() - before < best) best = now() - before;
    }
    *most = 0;
    if (pipe(ends) == 0) { /* a process between us and the tool has no other children */
        pid_t child = fork();
        if (child == 0) {
            struct rusage used;
            waitpid(start(arguments), NULL, 0);
            memset(&used, 0, sizeof used);
            getrusage(RUSAGE_CHILDREN, &used);
            _exit(write(ends[1], &used.ru_maxrss, sizeof used.ru_maxrss) == (ssize_t)sizeof used.ru_maxrss ? 0 : 1);
        }
        close(ends[1]);
        {
            long kilobytes = 0;
            if (read(ends[0], &kilobytes, sizeof kilobytes) == (ssize_t)sizeof kilobytes) *most = (double)kilobytes * 1024;
        }
        close(ends[0]);
        waitpid(child, NULL, 0);
    }
    return best;
}

static double size_of(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 ? (double)s.st_size : -1;
}

static void measure(const char *what, const char *path, double details_limit, double html_limit)
{
    static const char *const pages[] = {"list", "details", "details", "source", "html"};
    static const char *const names[] = {"list", "details", "details --print-details all", "source", "html"};
    const double report = size_of(path);
    size_t i;
    if (report < 0) return;
    printf("%s: %.0f bytes\n", what, report);
    for (i = 0; i < 5; i++) {
        char *arguments[6], name[200], option[] = "--print-details", all[] = "all";
        size_t n = 0;
        double most, seconds;
        arguments[n++] = tool;
        arguments[n++] = (char *)(size_t)pages[i];
        if (i == 2) {
            arguments[n++] = option;
            arguments[n++] = all;
        }
        arguments[n++] = (char *)(size_t)path;
        arguments[n] = NULL;
        seconds = run(arguments, &most);
        if (seconds < 0) {
            printf("%s of %s: failed\n", names[i], path);
            exit(1);
        }
        printf("  %-28s %9.4f s %10.0f bytes resident %10.0f bytes of output\n", names[i], seconds, most, size_of(output));
        snprintf(name, sizeof name, "%s %s", what, names[i]);
        bench_line(name, seconds, "s", "limit", i == 4 ? html_limit : details_limit);
        snprintf(name, sizeof name, "%s %s memory", what, names[i]);
        bench_line(name, most, "bytes", "limit", 2 * report + PROGRAM);
        if (i == 4) {
            snprintf(name, sizeof name, "%s page", what);
            bench_line(name, size_of(output), "bytes", "limit", report + 1e6);
        }
    }
}

/* The bundled sample fifty times, with its two kernels; 0: no tool or no sample. */
static int join(void)
{
    char *arguments[56], merge[] = "merge", to[] = "-o", sample[] = "examples/samples/ncurep/canopy.ncu-rep";
    size_t n = 0;
    int i, status;
    pid_t child;
    arguments[n++] = tool;
    arguments[n++] = merge;
    arguments[n++] = to;
    arguments[n++] = joined;
    for (i = 0; i < 50; i++) arguments[n++] = sample;
    arguments[n] = NULL;
    child = start(arguments);
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : "../shared/corpus/ncurep", *b = getenv("B");
    DIR *d = opendir(folder);
    char largest[2048] = "";
    if (b == NULL || *b == 0) b = "build";
    snprintf(tool, sizeof tool, "%s/ncurep", b);
    snprintf(output, sizeof output, "%s/bench/page", b);
    snprintf(joined, sizeof joined, "%s/bench/hundred.ncu-rep", b);
    if (access(tool, X_OK) != 0 || !join()) {
        printf("needs %s and examples/samples/ncurep/canopy.ncu-rep: make all, then start in the top folder\n", tool);
        return 1;
    }
    measure("100 kernels", joined, 1, 1);
    if (d == NULL) printf("no folder %s: the largest report is left out\n", folder);
    else {
        struct dirent *e;
        while ((e = readdir(d)) != NULL) {
            char path[2048];
            const size_t n = strlen(e->d_name);
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
            if (n > 8 && strcmp(e->d_name + n - 8, ".ncu-rep") == 0 && (largest[0] == 0 || size_of(path) > size_of(largest)))
                memcpy(largest, path, sizeof path);
        }
        closedir(d);
        if (largest[0] != 0) measure("largest report", largest, 0.2, 1);
    }
    unlink(output);
    unlink(joined);
    return 0;
}
