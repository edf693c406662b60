/* Times the verbs of the tool ncurep that make something of reports, and what one would use instead.
 *
 *     build/bench/ncurep_material [FOLDER [PEER]]     default ../shared/corpus/ncurep, else the bundled samples;
 *                                                     PEER: build/bench/ncurep_material-peer
 *
 * A job runs once for every report (merge: for it and the next one), as a process of its own, with its output in a file. A line is
 * the processor time of these processes together, the least of some rounds, which other work on the machine disturbs least; the
 * start of so many processes is in it, and has a line too. PEER reads a report with protobuf's C++ code, all of it, and writes it
 * again (bench/peers/ncurep_material.sh builds it where protobuf is installed); zstd is the program of that name. */
#define _DEFAULT_SOURCE /* wait4 */
#include "bench.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#define FILES 256
#define ROUNDS 3
#define WORDS 12

static char *files[FILES], *cuts[FILES], *packed[FILES];
static size_t count;
static double total;
static char folder[] = "/tmp/ncurep_material.XXXXXX";
static char out[64], tool[512];

static int by_path(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static double size_of(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? (double)st.st_size : 0;
}

static void load(const char *from)
{
    DIR *dir = opendir(from);
    const struct dirent *e;
    while (dir != NULL && count < FILES && (e = readdir(dir)) != NULL) {
        if (strstr(e->d_name, ".ncu-rep") == NULL && strstr(e->d_name, ".nsight-cuprof-report") == NULL) continue;
        files[count] = (char *)malloc(strlen(from) + strlen(e->d_name) + 2);
        sprintf(files[count], "%s/%s", from, e->d_name);
        total += size_of(files[count++]);
    }
    if (dir != NULL) closedir(dir);
    qsort(files, count, sizeof *files, by_path);
}

/* Milliseconds of processor time of one process; -1 when it failed. */
static double run(const char *const *words)
{
    struct rusage used;
    int status;
    const pid_t child = fork();
    if (child == 0) {
        const int null = open("/dev/null", O_RDWR);
        char *argv[WORDS];
        size_t i;
        for (i = 0; i < 3; i++) (void)dup2(null, (int)i);
        for (i = 0; words[i] != NULL; i++) {
            argv[i] = strdup(words[i]);
            if (argv[i] == NULL) _exit(126);
        }
        argv[i] = NULL;
        execvp(argv[0], argv);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return -1;
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-3;
}

/* A job over all files. In words, %i is the report, %n the next one, %c a cut copy, %z a packed one, %o the output, %t the tool.
   Prints a line, unless it is quiet; the milliseconds, or -1 where it cannot be done. */
static double row(const char *name, const char *const *words)
{
    double best = -1, made = 0;
    size_t i, k;
    int round;
    for (round = 0; round < ROUNDS; round++) {
        double sum = 0;
        made = 0;
        for (i = 0; i < count; i++) {
            const char *argv[WORDS];
            double ms;
            for (k = 0; words[k] != NULL; k++) {
                const char *w = words[k];
                if (w[0] == '%') w = w[1] == 'i' ? files[i] : w[1] == 'n' ? files[(i + 1) % count] : w[1] == 'c' ? cuts[i] : w[1] == 'z' ? packed[i] : w[1] == 'o' ? out : tool;
                argv[k] = w;
            }
            argv[k] = NULL;
            (void)unlink(out);
            ms = run(argv);
            if (ms < 0) {
                printf("%-34s cannot be run: %s\n", name, argv[0]);
                return -1;
            }
            sum += ms;
            made += size_of(out);
        }
        if (best < 0 || sum < best) best = sum;
    }
    printf("%-34s %9.1f %9.0f", name, best, total / 1e3 / best);
    if (made > 0) printf(" %9.2f %8.1f %%", made / 1e6, 100 * made / total);
    putchar('\n');
    return best;
}

#define ROW(name, ...) row(name, (const char *const[]){__VA_ARGS__, NULL})

static void against(const char *job, double ours, const char *peer, double peers)
{
    if (ours > 0 && peers > 0) bench_line(job, ours, "ms", peer, peers);
}

/* The first three quarters of each report, and a packed one. */
static int prepare(void)
{
    size_t i;
    for (i = 0; i < count; i++) {
        FILE *in = fopen(files[i], "rb"), *to;
        const size_t size = (size_t)size_of(files[i]) / 4 * 3;
        char *bytes = (char *)malloc(size + 1);
        const char *argv[WORDS] = {tool, "pack", files[i], "-o", NULL, NULL};
        cuts[i] = (char *)malloc(strlen(folder) + 32);
        packed[i] = (char *)malloc(strlen(folder) + 32);
        sprintf(cuts[i], "%s/%zu.cut", folder, i);
        sprintf(packed[i], "%s/%zu.ncu-repz", folder, i);
        to = fopen(cuts[i], "wb");
        if (in == NULL || to == NULL || fread(bytes, 1, size, in) != size || fwrite(bytes, 1, size, to) != size) return 0;
        fclose(in);
        if (fclose(to) != 0) return 0;
        free(bytes);
        argv[4] = packed[i];
        (void)run(argv);
    }
    return 1;
}

static void tidy(void)
{
    size_t i;
    for (i = 0; i < count; i++) {
        if (cuts[i] != NULL) (void)unlink(cuts[i]);
        if (packed[i] != NULL) (void)unlink(packed[i]);
    }
    (void)unlink(out);
    (void)rmdir(folder);
}

int main(int argc, char **argv)
{
    const char *b = getenv("B"), *peer = argc > 2 ? argv[2] : getenv("PEER") != NULL ? getenv("PEER") : "build/bench/ncurep_material-peer";
    double slice, merge, pack, unpack, copy, zip, unzip;
    load(argc > 1 ? argv[1] : "../shared/corpus/ncurep");
    if (count == 0 && argc <= 1) load("examples/data/samples/ncurep");
    snprintf(tool, sizeof tool, "%s/ncurep", b != NULL ? b : "build");
    if (count == 0 || access(tool, X_OK) != 0) {
        printf("skipped: no %s\n", count == 0 ? "reports" : "tool: make");
        return 0;
    }
    if (mkdtemp(folder) == NULL) return 2;
    snprintf(out, sizeof out, "%s/out", folder);
    if (!prepare()) {
        tidy();
        return 2;
    }
    printf("%zu reports, %.2f MB\n%-34s %9s %9s %9s %10s\n", count, total / 1e6, "", "ms", "MB/s", "MB made", "of input");
    ROW("start of the tool", "%t", "--version");
    slice = ROW("slice, all of it", "%t", "slice", "--sources", "all", "-o", "%o", "%i");
    ROW("slice, one kernel, some metrics", "%t", "slice", "-c", "1", "--metrics", "gpu__*,launch__*", "-o", "%o", "%i");
    merge = ROW("merge with the next", "%t", "merge", "-o", "%o", "%i", "%n");
    ROW("salvage of three quarters", "%t", "salvage", "-o", "%o", "%c");
    ROW("anonymize", "%t", "anonymize", "-o", "%o", "%i");
    ROW("export, metrics, CSV", "%t", "export", "-o", "%o", "%i");
    ROW("export, instances, CSV", "%t", "export", "--table", "instances", "-o", "%o", "%i");
    ROW("export, instances, JSON Lines", "%t", "export", "--json", "--table", "instances", "-o", "%o", "%i");
    ROW("follow what is whole", "%t", "follow", "--idle", "0", "-o", "%o", "%i");
    pack = ROW("pack", "%t", "pack", "-o", "%o", "%i");
    unpack = ROW("unpack", "%t", "unpack", "-o", "%o", "%z");
    ROW("list of what is packed", "%t", "list", "-o", "%o", "%z");
    puts("instead");
    zip = ROW("zstd", "zstd", "-q", "-f", "-o", "%o", "%i");
    unzip = pack > 0 ? ROW("zstd -d", "zstd", "-q", "-d", "-f", "-o", "%o", "%z") : -1;
    against("pack", pack, "zstd", zip);
    against("unpack", unpack, "zstd -d", unzip);
    if (peer == NULL || access(peer, X_OK) != 0) puts("protobuf C++: absent (bench/peers/ncurep_material.sh builds it)");
    else {
        copy = ROW("protobuf C++, read and write", peer, "%i", "%o");
        against("slice", slice, "protobuf C++", copy);
        copy = ROW("protobuf C++, two into one", peer, "%i", "%n", "%o");
        against("merge", merge, "protobuf C++", copy);
    }
    tidy();
    return 0;
}
