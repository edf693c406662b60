/* Times cubin.h over the cubins of real reports, and what one would use instead.
 *
 *     build/bench/cubin [FOLDER]     default ../shared/corpus/ncurep; B: where the tool is, default build
 *
 * A cubin is found in a report by its first bytes: reports store them as they are. Instructions are disassembled with their
 * text. The peer for 8-byte instructions is envydis, where bench/peers/cubin.sh could build it; it prints to a file, which ours
 * does here, too. The peer of the source page is the limit that we hold to: 50 ms for the largest report, the program's start
 * and the opening of the report included. Least of ROUNDS. */
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"

#define ROUNDS 9
#define LIMIT 0.05

typedef struct material {
    const char *data;
    size_t size;
    uint32_t arch;
} material;

static material cubins[1000];
static size_t count;
static char largest[1400];
static off_t largest_size;
static uint64_t sink;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static uint64_t number(const char *p, int bytes)
{
    uint64_t v = 0;
    while (bytes-- > 0) v = v << 8 | (unsigned char)p[bytes];
    return v;
}

/* Bytes of an ELF file: to the end of its section headers, or of the section that ends last. */
static size_t elf_size(const char *p, size_t room)
{
    const uint64_t heads = number(p + 0x28, 8), n = number(p + 0x3c, 2);
    uint64_t end = heads + 64 * n, i;
    if (heads > room || 64 * n > room - heads) return room;
    for (i = 0; i < n; i++) {
        const char *const head = p + heads + 64 * i;
        if (number(head + 4, 4) != 8 && number(head + 0x18, 8) + number(head + 0x20, 8) > end) end = number(head + 0x18, 8) + number(head + 0x20, 8);
    }
    return end < room ? (size_t)end : room;
}

static void find_cubins(const char *path)
{
    struct stat info;
    FILE *f = fopen(path, "rb");
    char *data;
    size_t i;
    if (f == NULL) return;
    if (fstat(fileno(f), &info) == 0 && info.st_size > 64 && (data = (char *)malloc((size_t)info.st_size)) != NULL &&
        fread(data, 1, (size_t)info.st_size, f) == (size_t)info.st_size) {
        const size_t size = (size_t)info.st_size;
        if (info.st_size > largest_size && strstr(path, ".ncu-rep") != NULL) {
            largest_size = info.st_size;
            snprintf(largest, sizeof largest, "%s", path);
        }
        for (i = 0; i + 64 <= size && count < sizeof cubins / sizeof *cubins; i++) {
            cubin_file *file;
            cubin_info about;
            if (memcmp(data + i, "\177ELF\2\1", 6) != 0) continue;
            cubins[count].data = data + i;
            cubins[count].size = elf_size(data + i, size - i);
            file = cubin_file_open(cubins[count].data, cubins[count].size, NULL, NULL);
            cubin_file_info(file, &about);
            cubins[count].arch = about.arch;
            cubin_file_close(file);
            if (about.functions > 0) count++;
        }
    }
    fclose(f);
}

static FILE *null;

/* Disassembles all code of one width; the number of instructions. */
static uint64_t disassemble(uint32_t width, FILE *copy)
{
    uint64_t n = 0;
    size_t i;
    for (i = 0; i < count; i++) {
        cubin_function f;
        uint32_t k;
        cubin_file *file;
        if (cubin_instruction_size(cubins[i].arch) != width) continue;
        file = cubin_file_open(cubins[i].data, cubins[i].size, NULL, NULL);
        for (k = 0; cubin_function_at(file, k, &f); k++) {
            size_t at;
            if (copy != NULL && f.code.len > 0) fwrite(f.code.ptr, 1, f.code.len, copy);
            for (at = 0; at + width <= f.code.len; at += width) {
                char text[CUBIN_TEXT_ROOM];
                n++;
                if (width == 8 && at % 32 == 0) continue; /* a control word */
                (void)cubin_disassemble(cubins[i].arch, f.code.ptr + at, width, at, NULL, text, sizeof text, NULL);
                if (width == 8) fprintf(null, "%08x: %s\n", (unsigned)at, text);
                sink += (unsigned char)text[0];
            }
        }
        cubin_file_close(file);
    }
    return n;
}

static double least_disassembly(uint32_t width, uint64_t *n)
{
    double least = 0;
    int i;
    for (i = 0; i < ROUNDS; i++) {
        const double start = now();
        *n = disassemble(width, NULL);
        if (i == 0 || now() - start < least) least = now() - start;
    }
    return least;
}

static double least_opening(size_t *bytes)
{
    double least = 0;
    size_t k;
    int i;
    for (i = 0; i < ROUNDS; i++) {
        const double start = now();
        *bytes = 0;
        for (k = 0; k < count; k++) {
            cubin_file *file = cubin_file_open(cubins[k].data, cubins[k].size, NULL, NULL);
            *bytes += cubins[k].size;
            cubin_file_close(file);
        }
        if (i == 0 || now() - start < least) least = now() - start;
    }
    return least;
}

/* Wall time of the program with its page written to a file; 0: it failed. */
static double page(const char *tool, const char *by)
{
    double least = 0;
    int i;
    for (i = 0; i < 2 * ROUNDS; i++) {
        struct timespec from, to;
        double took;
        pid_t child;
        int status;
        clock_gettime(CLOCK_MONOTONIC, &from);
        child = fork();
        if (child == 0) {
            const int f = open("/dev/null", O_WRONLY);
            if (f < 0 || dup2(f, 1) < 0) _exit(9);
            execl(tool, tool, "source", "--by", by, largest, (char *)NULL);
            _exit(9);
        }
        if (child < 0 || waitpid(child, &status, 0) != child || status != 0) return 0;
        clock_gettime(CLOCK_MONOTONIC, &to);
        took = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
        if (i == 0 || took < least) least = took;
    }
    return least;
}

static void peer(const char *path, double ours)
{
    const char *const command = getenv("PEER");
    char line[4000];
    FILE *f;
    double theirs;
    if (command == NULL) return;
    snprintf(line, sizeof line, "%s %s", command, path);
    f = popen(line, "r");
    if (f != NULL && fscanf(f, "%lf", &theirs) == 1) {
        printf("%-30s %8.1f ns, envydis\n", "", theirs);
        bench_line("disassemble-8-bytes", ours, "ns", "envydis", theirs);
    }
    if (f != NULL) pclose(f);
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : "../shared/corpus/ncurep", *b = getenv("B");
    DIR *d = opendir(folder);
    struct dirent *e;
    char path[1400], tool[700];
    uint64_t n;
    size_t bytes;
    double took;
    if (b == NULL) b = "build";
    null = fopen("/dev/null", "w");
    while (d != NULL && (e = readdir(d)) != NULL) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] != '.') find_cubins(path);
    }
    if (d != NULL) closedir(d);
    if (count == 0 || null == NULL) {
        printf("skipped: needs a folder with reports or cubins\n");
        return 0;
    }
    took = least_opening(&bytes);
    printf("%-30s %8.1f us each, %zu cubins, %.0f MB/s\n", "open", 1e6 * took / (double)count, count, (double)bytes / took / 1e6);
    took = least_disassembly(16, &n);
    if (n > 0) printf("%-30s %8.1f ns, %.2f million a second, of %llu\n", "disassemble 16 bytes", 1e9 * took / (double)n, (double)n / took / 1e6, (unsigned long long)n);
    took = least_disassembly(8, &n);
    if (n > 0) {
        FILE *copy;
        printf("%-30s %8.1f ns, %.2f million a second, of %llu, control words included\n", "disassemble 8 bytes", 1e9 * took / (double)n,
               (double)n / took / 1e6, (unsigned long long)n);
        snprintf(path, sizeof path, "%s/bench/cubin.code", b);
        copy = fopen(path, "wb");
        if (copy != NULL) {
            (void)disassemble(8, copy);
            fclose(copy);
            peer(path, 1e9 * took / (double)n);
        }
    }
    snprintf(tool, sizeof tool, "%s/ncurep", b);
    if (largest[0] != 0 && access(tool, X_OK) == 0) {
        static const char *const by[] = {"line", "address"};
        int i;
        for (i = 0; i < 2; i++) {
            char job[40];
            took = page(tool, by[i]);
            snprintf(job, sizeof job, "source-by-%s", by[i]);
            printf("%-30s %8.1f ms, of %.1f MB\n", job, 1e3 * took, (double)largest_size / 1e6);
            if (took > 0) bench_line(job, took, "s", "limit", LIMIT);
        }
    }
    return sink == 1;
}
