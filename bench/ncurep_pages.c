/* Times the pages of the tool ncurep as a user does: the program started, its output written to a file.
 *
 *     build/bench/ncurep_pages [FOLDER]     default ../shared/corpus/ncurep; B: where the tool is, default build
 *
 * For the largest report of the folder, and for one of 100 kernels (the bundled sample joined with itself): the least time of
 * many runs, the most memory that was resident, the size of the page. The peer of each line is the limit that we hold to:
 * details below 0.2 s for one report and 1 s for 100 kernels, html below 1 s, memory above that of the bare process (--version)
 * below half the report or 4 MB, whichever is more, a page below the report and 1 MB. Then, for each page, the report of the folder
 * that takes most memory for its limit, of those above 500 KB, and how many are above theirs. Memory is the least of a few runs: where
 * the system puts things differs by 0.1 MB. diff compares a report with itself: it counts twice. */
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
#define FEW 6
#define SMALL 4e6
#define LARGE 500e3

static char tool[600], output[600], joined[600];
static double bare; /* bytes resident */

static const struct {
    const char *name, *verb, *option, *value;
} pages[] = {{"list", "list", NULL, NULL}, {"summary", "summary", NULL, NULL}, {"details", "details", NULL, NULL},
             {"details --print-details all", "details", "--print-details", "all"}, {"raw", "raw", NULL, NULL},
             {"source", "source", NULL, NULL}, {"html", "html", NULL, NULL}, {"diff", "diff", NULL, NULL}};

#define PAGES (sizeof pages / sizeof *pages)

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

/* Bytes resident at most, in one run; 0: not known. A process between us and the tool has no other children. */
static double resident_once(char *const *arguments)
{
    double most = 0;
    int ends[2];
    pid_t child;
    if (pipe(ends) != 0) return 0;
    child = fork();
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
        if (read(ends[0], &kilobytes, sizeof kilobytes) == (ssize_t)sizeof kilobytes) most = (double)kilobytes * 1024;
    }
    close(ends[0]);
    waitpid(child, NULL, 0);
    return most;
}

static double resident(char *const *arguments)
{
    double least = 0;
    int i;
    for (i = 0; i < FEW; i++) {
        const double most = resident_once(arguments);
        if (i == 0 || most < least) least = most;
    }
    return least;
}

/* Runs it; seconds, or -1. */
static double run(char *const *arguments)
{
    double best = -1;
    int i;
    for (i = 0; i < RUNS; i++) {
        const double before = now();
        const pid_t child = start(arguments);
        int status;
        if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) > 1) return -1;
        if (best < 0 || now() - before < best) best = now() - before;
    }
    return best;
}

/* The command of a page, of at most 6 words. */
static void command(char **arguments, size_t page, const char *path)
{
    size_t n = 0;
    arguments[n++] = tool;
    arguments[n++] = (char *)(size_t)pages[page].verb;
    if (pages[page].option != NULL) {
        arguments[n++] = (char *)(size_t)pages[page].option;
        arguments[n++] = (char *)(size_t)pages[page].value;
    }
    arguments[n++] = (char *)(size_t)path;
    if (strcmp(pages[page].verb, "diff") == 0) arguments[n++] = (char *)(size_t)path;
    arguments[n] = NULL;
}

static double size_of(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 ? (double)s.st_size : -1;
}

/* The report as far as the limit goes. */
static double counted(size_t page, double report) { return strcmp(pages[page].verb, "diff") == 0 ? 2 * report : report; }

static double memory_limit(size_t page, double report) { return counted(page, report) / 2 > SMALL ? counted(page, report) / 2 : SMALL; }

static void memory_line(const char *what, size_t page, double most, double report)
{
    char name[300];
    snprintf(name, sizeof name, "%s %s memory above the bare process", what, pages[page].name);
    bench_line(name, most - bare, "bytes", "limit", memory_limit(page, report));
}

static void measure(const char *what, const char *path, double details_limit, double html_limit)
{
    const double report = size_of(path);
    size_t i;
    if (report < 0) return;
    printf("%s: %.0f bytes\n", what, report);
    for (i = 0; i < PAGES; i++) {
        char *arguments[8], name[200];
        double most, seconds;
        const int is_html = strcmp(pages[i].verb, "html") == 0;
        command(arguments, i, path);
        seconds = run(arguments);
        most = resident(arguments);
        if (seconds < 0) {
            printf("%s of %s: failed\n", pages[i].name, path);
            exit(1);
        }
        printf("  %-28s %9.4f s %10.0f bytes resident %10.0f bytes of output\n", pages[i].name, seconds, most, size_of(output));
        snprintf(name, sizeof name, "%s %s", what, pages[i].name);
        bench_line(name, seconds, "s", "limit", is_html ? html_limit : details_limit);
        memory_line(what, i, most, report);
        if (is_html) {
            snprintf(name, sizeof name, "%s page", what);
            bench_line(name, size_of(output), "bytes", "limit", report + 1e6);
        }
    }
}

/* The most memory for its limit that each page takes, among the larger reports of a folder. */
static void worst(const char *folder)
{
    double most[PAGES], size[PAGES];
    char which[PAGES][256];
    struct dirent *e;
    DIR *d = opendir(folder);
    size_t i, reports = 0, above = 0;
    memset(size, 0, sizeof size);
    while (d != NULL && (e = readdir(d)) != NULL) {
        char path[2048];
        double report;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        report = size_of(path);
        if (report < LARGE || (strstr(e->d_name, ".ncu-rep") == NULL && strstr(e->d_name, ".nsight-cuprof-report") == NULL)) continue;
        reports++;
        for (i = 0; i < PAGES; i++) {
            char *arguments[8];
            double now_most;
            command(arguments, i, path);
            now_most = resident(arguments);
            above += now_most - bare > memory_limit(i, report);
            if (size[i] > 0 && (now_most - bare) / memory_limit(i, report) <= (most[i] - bare) / memory_limit(i, size[i])) continue;
            most[i] = now_most;
            size[i] = report;
            snprintf(which[i], sizeof which[i], "%s", e->d_name);
        }
    }
    if (d != NULL) closedir(d);
    if (reports == 0) return;
    printf("worst of %zu reports above %.0f bytes; %zu of %zu pages take more than their limit:\n", reports, LARGE, above, PAGES * reports);
    for (i = 0; i < PAGES; i++) {
        printf("  %-28s %10.0f bytes resident, report %10.0f bytes, %.2f times it above the bare process: %s\n", pages[i].name, most[i],
               size[i], (most[i] - bare) / counted(i, size[i]), which[i]);
        memory_line("worst report", i, most[i], size[i]);
    }
}

/* The bare process, and what any report takes. */
static void measure_bare(void)
{
    char *arguments[8], version[] = "--version";
    const char *small = "examples/data/samples/ncurep/saxpy.ncu-rep";
    size_t i;
    arguments[0] = tool;
    arguments[1] = version;
    arguments[2] = NULL;
    bare = resident(arguments);
    printf("bare process (--version): %.0f bytes resident; above it, for %s of %.0f bytes:\n", bare, small, size_of(small));
    for (i = 0; i < PAGES; i++) {
        command(arguments, i, small);
        printf("  %-28s %10.0f bytes\n", pages[i].name, resident(arguments) - bare);
    }
}

/* The bundled sample fifty times, with its two kernels; 0: no tool or no sample. */
static int join(void)
{
    char *arguments[56], merge[] = "merge", to[] = "-o", sample[] = "examples/data/samples/ncurep/canopy.ncu-rep";
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
        printf("needs %s and examples/data/samples/ncurep/canopy.ncu-rep: make all, then start in the top folder\n", tool);
        return 1;
    }
    measure_bare();
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
        worst(folder);
    }
    unlink(output);
    unlink(joined);
    return 0;
}
