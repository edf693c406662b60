/* Times ncurep.h over a folder of reports, and what one would use instead.
 *
 *     build/bench/ncurep [FOLDER [PEER...]]     default ../shared/corpus/ncurep and the peers of bench/peers/ncurep.sh
 *
 * Every line is the median of many rounds over all files, which lie in memory: processor time, which other work on the
 * machine disturbs least. A PEER is a command that prints lines of
 * "NAME<tab>MILLISECONDS" for the files of the folder that it gets as argument; bench/peers/ncurep.sh makes
 * build/bench/ncurep-peer and build/bench/ncurep-peer.py where protobuf is installed, and these are run without being named.
 * Lines of "BENCH" are for tools/bench.sh. */
#define NCUREP_IMPLEMENTATION
#include "bench.h"
#include "ncurep.h"
#include "../tests/ncurep_calls.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FILES 256
#define ROUNDS 31

typedef struct file {
    char *path, *data;
    size_t size;
} file;

static file files[FILES];
static size_t count, total;
static uint64_t results, metrics, instances, sink;
static size_t memory;
static uint64_t *ids, *integers;
static double *doubles;
static const size_t room = 1u << 16;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int by_path(const void *a, const void *b) { return strcmp(((const file *)a)->path, ((const file *)b)->path); }

static void load(const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *e;
    while (dir != NULL && count < FILES && (e = readdir(dir)) != NULL) {
        file *f = &files[count];
        FILE *in;
        long size;
        if (strstr(e->d_name, ".ncu-rep") == NULL && strstr(e->d_name, ".nsight-cuprof-report") == NULL) continue;
        f->path = (char *)malloc(strlen(folder) + strlen(e->d_name) + 2);
        sprintf(f->path, "%s/%s", folder, e->d_name);
        in = fopen(f->path, "rb");
        if (in == NULL || fseek(in, 0, SEEK_END) != 0 || (size = ftell(in)) < 0) exit(2);
        rewind(in);
        f->data = (char *)malloc((size_t)size + 1);
        f->size = fread(f->data, 1, (size_t)size, in);
        fclose(in);
        total += f->size;
        count++;
    }
    if (dir != NULL) closedir(dir);
    qsort(files, count, sizeof *files, by_path);
}

/* What is timed: one round over all files. */

static void copy_bytes(void)
{
    static char *to;
    size_t i;
    if (to == NULL) to = (char *)malloc(total + 1);
    for (i = 0; i < count; i++) memcpy(to, files[i].data, files[i].size);
    sink += (unsigned char)to[total / 2];
}

static void sum_bytes(void)
{
    size_t i, k;
    for (i = 0; i < count; i++)
        for (k = 0; k < files[i].size; k++) sink += (unsigned char)files[i].data[k];
}

static ncurep_report *open_file(size_t i) { return ncurep_report_open(files[i].data, files[i].size, NULL, NULL); }

static void open_all(void)
{
    size_t i;
    for (i = 0; i < count; i++) {
        ncurep_report *r = open_file(i);
        ncurep_info info;
        ncurep_report_info(r, &info);
        sink += info.results;
        if (ncurep_report_memory_used(r) > memory) memory = ncurep_report_memory_used(r);
        ncurep_report_close(r);
    }
}

/* Name, grid, block and duration of every kernel. */
static void list_kernels(void)
{
    size_t i;
    results = 0;
    for (i = 0; i < count; i++) {
        ncurep_report *r = open_file(i);
        const uint32_t id = string_id(r, ncurep_text("gpu__time_duration.sum"));
        ncurep_result k;
        ncurep_metric m;
        uint32_t n;
        for (n = 0; ncurep_result_at(r, n, &k, NULL); n++, results++) {
            sink += k.function.len + k.grid[0] + k.block_size.x;
            if (ncurep_metric_find(&k, id, &m)) sink += ncurep_value_u64(&m.value);
        }
        ncurep_report_close(r);
    }
}

static void all_values(void)
{
    size_t i;
    metrics = 0;
    for (i = 0; i < count; i++) {
        ncurep_report *r = open_file(i);
        ncurep_result k;
        ncurep_metric m;
        ncurep_view name;
        double sum = 0;
        uint32_t n;
        for (n = 0; ncurep_result_at(r, n, &k, NULL); n++)
            while (ncurep_metric_next(&k.metrics, &m)) {
                (void)ncurep_string_at(r, m.name_id, &name);
                sum += ncurep_value_double(&m.value);
                sink += name.len;
                metrics++;
            }
        sink += sum > 0;
        ncurep_report_close(r);
    }
}

static void all_instances(void)
{
    size_t i;
    instances = 0;
    for (i = 0; i < count; i++) {
        ncurep_report *r = open_file(i);
        ncurep_result k;
        ncurep_metric m;
        uint32_t n;
        for (n = 0; ncurep_result_at(r, n, &k, NULL); n++)
            while (ncurep_metric_next(&k.metrics, &m))
                while (m.instances.count > 0) {
                    const size_t got = ncurep_instances(&m.instances, ids, doubles, NULL, room);
                    instances += got;
                    sink += ids[got / 2];
                }
        ncurep_report_close(r);
    }
}

/* Ten metrics of every result by name, after one pass. */
static void by_name(void)
{
    static const char *const name[10] = {
        "gpu__time_duration.sum", "launch__grid_size", "launch__block_size", "launch__registers_per_thread",
        "sm__warps_active.avg.pct_of_peak_sustained_active", "launch__occupancy_limit_blocks", "inst_executed",
        "sm__cycles_active.avg", "launch__waves_per_multiprocessor", "dram__bytes.sum.per_second"};
    size_t i;
    for (i = 0; i < count; i++) {
        ncurep_report *r = open_file(i);
        ncurep_result k;
        ncurep_index x;
        ncurep_metric m;
        uint32_t n, place;
        unsigned q;
        for (n = 0; ncurep_result_at(r, n, &k, NULL); n++) {
            if (ncurep_index_build(r, &k, &x, NULL) != NCUREP_OK) continue;
            for (q = 0; q < 10; q++)
                if (names_at(&x, ncurep_text(name[q]), &place) > 0 && ncurep_index_at(&x, place, &m))
                    sink += ncurep_value_u64(&m.value);
        }
        ncurep_report_close(r);
    }
}

static void whole_walk(void)
{
    size_t i;
    for (i = 0; i < count; i++) {
        ncurep_report *r = open_file(i);
        ncurep_result k;
        ncurep_source s;
        ncurep_reader w;
        ncurep_unknown u;
        uint32_t n;
        for (n = 0; ncurep_source_at(r, n, &s, NULL); n++) {
            ncurep_reader_begin(&w, NCUREP_ROOT_SOURCE, s.bytes, s.at);
            while (ncurep_reader_next(&w, &u)) sink++;
        }
        for (n = 0; ncurep_result_at(r, n, &k, NULL); n++) {
            ncurep_reader_begin(&w, (ncurep_root)(NCUREP_ROOT_KERNEL + k.kind), k.bytes, k.at);
            while (ncurep_reader_next(&w, &u)) sink++;
        }
        ncurep_report_close(r);
    }
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double row(const char *name, void (*round)(void), const uint64_t *items)
{
    double t[ROUNDS];
    unsigned i;
    round();
    for (i = 0; i < ROUNDS; i++) {
        const double start = now();
        round();
        t[i] = now() - start;
    }
    qsort(t, ROUNDS, sizeof *t, by_size);
    printf("%-44s %8.2f  %8.2f %8.0f", name, t[ROUNDS / 2], t[0], (double)total / 1e3 / t[ROUNDS / 2]);
    if (items != NULL) printf("  %8.1f", t[ROUNDS / 2] * 1e6 / (double)*items);
    printf("\n");
    return t[ROUNDS / 2];
}

static int is_there(const char *path)
{
    FILE *in = fopen(path, "rb");
    if (in != NULL) fclose(in);
    else printf("no %s: sh bench/peers/ncurep.sh makes it where protobuf is installed\n", path);
    return in != NULL;
}

/* The lines of a peer, with how far ahead each of ours is. */
static void peer(const char *program, const char *folder, double list, double values, double inst)
{
    char command[4096], name[256];
    double ms;
    FILE *in;
    snprintf(command, sizeof command, "%s %s", program, folder);
    fflush(stdout);
    in = popen(command, "r");
    while (in != NULL && fscanf(in, "%255[^\t]\t%lf\n", name, &ms) == 2) {
        printf("%-44s %8.2f  %8.1f %8.1f %8.1f\n", name, ms, ms / list, ms / values, ms / inst);
        if (strstr(name, "list") != NULL) bench_line("list", list, "ms", name, ms);
        else {
            bench_line("values", values, "ms", name, ms);
            bench_line("instances", inst, "ms", name, ms);
        }
    }
    if (in != NULL) pclose(in);
}

int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : "../shared/corpus/ncurep";
    double list, values, inst;
    int i;
    load(folder);
    if (count == 0) {
        printf("skipped: no reports in %s\n", folder);
        return 0;
    }
    ids = (uint64_t *)malloc(room * sizeof *ids);
    integers = (uint64_t *)malloc(room * sizeof *integers);
    doubles = (double *)malloc(room * sizeof *doubles);
    printf("%zu reports, %.1f MB\n", count, (double)total / 1e6);
    printf("%-44s %8s  %8s %8s  %8s\n", "", "ms", "least", "MB/s", "ns each");
    row("memcpy", copy_bytes, NULL);
    row("sum of all bytes", sum_bytes, NULL);
    row("open: block headers, strings, session", open_all, NULL);
    list = row("list of kernels with one metric", list_kernels, &results);
    values = row("every metric with its name and value", all_values, &metrics);
    inst = row("every instance with its correlation id", all_instances, &instances);
    row("ten metrics by name after one pass", by_name, &results);
    row("every field of sources and results", whole_walk, NULL);
    printf("%llu results, %llu metrics, %llu instances; at most %zu bytes held for a report\n", (unsigned long long)results,
           (unsigned long long)metrics, (unsigned long long)instances, memory);
    printf("%-44s %8s  %s\n", "instead", "ms", "list, values, instances are ahead by");
    for (i = 2; i < argc; i++) peer(argv[i], folder, list, values, inst);
    if (argc <= 2 && is_there("build/bench/ncurep-peer")) peer("build/bench/ncurep-peer", folder, list, values, inst);
    if (argc <= 2 && is_there("build/bench/ncurep-peer.py"))
        peer("${PYTHON:-python3} build/bench/ncurep-peer.py", folder, list, values, inst);
    return sink == 42; /* the sum must not be optimised away */
}
