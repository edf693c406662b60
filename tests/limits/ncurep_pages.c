/* Reports with much in them, and how much memory the pages of ncurep take for each byte more of a report.
 *
 *     build/tests/limits/ncurep_pages                       the tests; B: where the tool is, default build
 *     build/tests/limits/ncurep_pages --make N lines|kernels|sections|devices FILE [TEXT]
 *
 * lines: a kernel of N instructions, each of a line of its own, with 24 counters, and two markers at every eighth; TEXT: the source
 * text as a file, too. kernels: N results, each of another name. sections: a result with N sections, of which every third extends
 * the one before, every third one that is not there, and as many are of one name. devices: a section with a few roofs for the
 * device, and twice N for others, and two namesakes */
#define NCUREP_POSIX
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#define CUBIN_IMPLEMENTATION
#include "cubin.h"

#include "cubin_open.h"
#include "ncurep_calls.h"

#include <fcntl.h>
#ifdef __linux__
#include <sys/personality.h>
#endif
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "elf.h"
#include "run.h"

static ncurep_writer *w;

static void text(uint32_t field, const char *t) { ncurep_write_text(w, field, ncurep_text(t)); }

static ncurep_value integer(uint64_t n)
{
    ncurep_value v;
    memset(&v, 0, sizeof v);
    v.kind = NCUREP_KIND_UINT64;
    v.bits = n;
    return v;
}

static void metric(const char *name, uint64_t value)
{
    const ncurep_value v = integer(value);
    ncurep_write_metric(w, ncurep_text(name), &v);
    ncurep_write_end(w);
}

static void begin_kernel(const char *name)
{
    ncurep_write_entry(w, NCUREP_ROOT_KERNEL);
    ncurep_write_u64(w, 1, 7);
    text(5, name);
    text(6, name);
    text(7, name);
}

#define CODE 0x7f0012340000u /* where the function is */

static char *source_text(size_t lines)
{
    char *all = (char *)malloc(lines * 40 + 1);
    size_t i, at = 0;
    if (all == NULL) abort();
    for (i = 0; i < lines; i++) at += (size_t)sprintf(all + at, "    row[%zu] += %zu;\n", i % 1000, i + 1);
    return all;
}

/* Each a line and 16 bytes further on. */
static void write_source(size_t lines)
{
    char *program = (char *)malloc(lines), *cubin, *files = source_text(lines);
    elf_part part = {NULL, 0, 1, 0};
    size_t size;
    if (program == NULL) abort();
    memset(program, 0xf0, lines);
    part.program = program;
    part.len = lines;
    cubin = elf_make(&part, 1, &size);
    ncurep_write_entry(w, NCUREP_ROOT_SOURCE);
    ncurep_write_u64(w, 1, 77);
    ncurep_write_text(w, 4, view_of(cubin, size));
    ncurep_write_u64(w, 5, 8);
    ncurep_write_u64(w, 6, 8 << 16);
    ncurep_write_begin(w, 8);
    ncurep_write_begin(w, 1);
    text(1, "d/a.cu");
    text(2, files);
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_begin(w, 9);
    ncurep_write_begin(w, 1);
    text(1, "f");
    ncurep_write_u64(w, 2, CODE);
    ncurep_write_u64(w, 3, 1);
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_end(w);
    free(cubin);
    free(files);
    free(program);
}

static void counter(const char *name, size_t lines, uint64_t step)
{
    const ncurep_value none = integer(lines);
    size_t i;
    ncurep_write_metric(w, ncurep_text(name), &none);
    for (i = 0; i < lines; i++) {
        const ncurep_value id = integer(CODE + 16 * (i + 1)), one = integer(i * step % 1000);
        ncurep_write_instance(w, &id, &one);
    }
    ncurep_write_end(w);
}

static void write_rule(size_t lines)
{
    size_t i;
    ncurep_write_begin(w, 19);
    text(1, "Many");
    text(2, "Many markers");
    text(4, "SourceCounters");
    for (i = 0; i < lines; i += 8) {
        ncurep_write_begin(w, 5);
        ncurep_write_u64(w, 1, 0);
        ncurep_write_u64(w, 3, CODE + 16 * (i + 1));
        text(4, "this instruction waits");
        ncurep_write_end(w);
        ncurep_write_begin(w, 5);
        ncurep_write_u64(w, 1, 1);
        ncurep_write_u64(w, 2, i + 2);
        text(4, "this line waits");
        text(6, "d/a.cu");
        ncurep_write_end(w);
    }
    ncurep_write_end(w);
}

static void write_lines(size_t lines)
{
    static const char *const reasons[] = {"barrier", "branch_resolving", "dispatch_stall", "drain", "gmma", "imc_miss", "lg_throttle",
        "long_scoreboard", "math_pipe_throttle", "membar", "mio_throttle", "misc", "no_instruction", "not_selected", "selected",
        "short_scoreboard", "sleeping", "tex_throttle", "wait", "warpgroup_arrive"};
    size_t i;
    write_source(lines);
    begin_kernel("f");
    metric("gpu__time_duration.sum", 1000);
    counter("smsp__pcsamp_sample_count", lines, 17);
    counter("inst_executed", lines, 3);
    counter("thread_inst_executed", lines, 5);
    counter("memory_l2_theoretical_sectors_global", lines, 7);
    for (i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        char name[100];
        sprintf(name, "smsp__pcsamp_warps_issue_stalled_%s", reasons[i]);
        counter(name, lines, i + 1);
    }
    ncurep_write_begin(w, 15);
    ncurep_write_u64(w, 1, 77);
    ncurep_write_end(w);
    write_rule(lines);
    ncurep_write_end(w);
}

static void write_kernels(size_t kernels)
{
    static const char *const names[] = {"gpu__time_duration.sum", "sm__cycles_elapsed.max", "launch__registers_per_thread",
        "launch__thread_count", "launch__occupancy_limit_warps", "sm__throughput.avg.pct_of_peak_sustained_elapsed",
        "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", "dram__bytes_read.sum", "dram__bytes_write.sum",
        "smsp__inst_executed.sum", "lts__t_sector_hit_rate.pct", "l1tex__t_sector_hit_rate.pct"};
    size_t i, k;
    for (i = 0; i < kernels; i++) {
        char name[64];
        sprintf(name, "kernel_%zu", i * 7919 % 1000003);
        begin_kernel(name);
        for (k = 0; k < sizeof names / sizeof *names; k++) metric(names[k], 10 + (i + k) % 90);
        for (k = 0; k < 60; k++) {
            sprintf(name, "sm__inst_executed_pipe_%zu.sum", k);
            metric(name, 1000000 + i * k);
        }
        ncurep_write_end(w);
        ncurep_write_block(w);
    }
}

static void write_sections(size_t sections)
{
    size_t i;
    begin_kernel("f");
    metric("gpu__time_duration.sum", 1000);
    for (i = 0; i < sections; i++) {
        char name[64];
        ncurep_write_begin(w, 17);
        sprintf(name, i % 3 == 2 ? "Same" : "Section%zu", i);
        text(1, name);
        text(2, name);
        ncurep_write_u64(w, 3, sections - i);
        ncurep_write_begin(w, 4);
        ncurep_write_begin(w, 2);
        text(1, "gpu__time_duration.sum");
        text(2, "Duration");
        ncurep_write_end(w);
        ncurep_write_end(w);
        sprintf(name, i % 3 == 1 ? "Section%zu" : "Absent", i - 1);
        if (i % 3 != 0) text(9, name);
        ncurep_write_end(w);
    }
    ncurep_write_end(w);
}

static void named_value(uint32_t field, const char *work, const char *rate)
{
    ncurep_write_begin(w, field);
    ncurep_write_begin(w, 3);
    ncurep_write_begin(w, 1);
    text(1, work);
    text(2, "Work");
    ncurep_write_end(w);
    ncurep_write_begin(w, 2);
    text(1, rate);
    ncurep_write_end(w);
    ncurep_write_end(w);
    ncurep_write_end(w);
}

/* A roof (field 4) or a point (5). */
static void mark(uint32_t field, const char *label)
{
    ncurep_write_begin(w, field);
    named_value(1, field == 4 ? "roof.work" : "point.work", "clock");
    named_value(2, field == 4 ? "roof.traffic" : "point.traffic", "clock");
    ncurep_write_begin(w, 3);
    text(1, label);
    ncurep_write_end(w);
    ncurep_write_end(w);
}

/* An item of so many roofs and points, for devices of these compute capabilities. */
static void device_item(size_t marks, uint64_t least, uint64_t most)
{
    char label[32];
    size_t i;
    ncurep_write_begin(w, 1);
    ncurep_write_begin(w, 6);
    sprintf(label, "For %u", (unsigned)least);
    text(1, label);
    for (i = 0; i < 2 * marks; i++) {
        sprintf(label, "mark %zu for %u", i, (unsigned)least);
        mark(i < marks ? 4 : 5, label);
    }
    ncurep_write_end(w);
    ncurep_write_begin(w, 200);
    ncurep_write_u64(w, 1, least);
    ncurep_write_u64(w, 2, most);
    ncurep_write_end(w);
    ncurep_write_end(w);
}

static void write_devices(size_t marks)
{
    static const char *const names[] = {"roof.work", "roof.traffic", "point.work", "point.traffic", "clock"};
    size_t i;
    begin_kernel("f");
    metric("gpu__time_duration.sum", 1000);
    metric("device__attribute_compute_capability_major", 12);
    metric("device__attribute_compute_capability_minor", 0);
    for (i = 0; i < sizeof names / sizeof *names; i++) metric(names[i], 700 - 100 * i);
    ncurep_write_begin(w, 17);
    text(1, "Roofs");
    text(2, "Roofs of devices");
    ncurep_write_begin(w, 5);
    device_item(marks, 70, 90);
    device_item(2, 100, 120);
    device_item(1, 120, 121);
    device_item(marks, 121, 130);
    ncurep_write_end(w);
    ncurep_write_end(w);
    for (i = 0; i < 2; i++) { /* namesakes, which differ only in what they show */
        ncurep_write_begin(w, 17);
        text(1, "Same");
        text(2, "The same");
        ncurep_write_begin(w, 4);
        ncurep_write_begin(w, 2);
        text(1, names[i]);
        text(2, i == 0 ? "First" : "Second");
        ncurep_write_end(w);
        ncurep_write_end(w);
        ncurep_write_end(w);
    }
    ncurep_write_end(w);
}

static int make(const char *path, size_t n, void (*write)(size_t))
{
    ncurep_output out;
    ncurep_error e;
    int ok;
    out.write_fn = put_in_file;
    out.user = fopen(path, "wb");
    if (out.user == NULL) return 0;
    w = ncurep_writer_open(&out, NULL, &e);
    write(n);
    ok = end_writer(w, &e);
    return (fclose((FILE *)out.user) == 0) & ok;
}

static char folder[] = "/tmp/ncurep_pages.XXXXXX", file[64];

static ncurep_posix opened;

static ncurep_report *read_back(size_t n, void (*write)(size_t), ncurep_input *input)
{
    ncurep_error e;
    if (!CHECK(make(file, n, write)) || !CHECK(ncurep_posix_open(&opened, file, input, &e) == NCUREP_OK)) return NULL;
    return ncurep_report_open_input(input, NULL, &e);
}

static void lines(void)
{
    ncurep_input input;
    ncurep_report *r = read_back(1000, write_lines, &input);
    ncurep_result result;
    ncurep_source source;
    ncurep_source_file f;
    ncurep_metric m;
    cubin_file *l;
    cubin_place place;
    ncurep_rule rule;
    ncurep_marker marker;
    ncurep_error e;
    unsigned counters = 0, markers = 0;
    size_t i;
    if (r == NULL || !CHECK(ncurep_result_at(r, 0, &result, &e)) || !CHECK(ncurep_source_at(r, 0, &source, &e))) return;
    while (ncurep_metric_next(&result.metrics, &m)) counters += m.instances.count == 1000;
    CHECK_U64(24, counters);
    while (ncurep_rule_next(&result.rules, &rule))
        while (ncurep_marker_next(&rule.markers, &marker)) markers++;
    CHECK_U64(250, markers);
    CHECK(ncurep_source_file_next(&source.files.list, &f));
    for (i = 0; f.content.len > 0; f.content.len--) i += f.content.ptr[f.content.len - 1] == '\n';
    CHECK_U64(1000, i);
    l = open_cubin(source.binary.ptr, source.binary.len, NULL, &e);
    for (i = 1; i <= 1000; i++) {
        CHECK(cubin_place_find(l, CUBIN_TABLE_SOURCE, symbol_id(1), 16 * i, &place));
        CHECK_U64(i + 1, place.line);
    }
    cubin_file_close(l);
    ncurep_report_close(r);
    ncurep_posix_close(&opened);
}

static void kernels(void)
{
    ncurep_input input;
    ncurep_report *r = read_back(500, write_kernels, &input);
    ncurep_result result, next;
    ncurep_error e;
    uint32_t i;
    for (i = 0; i + 1 < 500; i++) {
        char before[40];
        if (!CHECK(ncurep_result_at(r, i, &result, &e)) || !CHECK(result.function.len < sizeof before)) break;
        memcpy(before, result.function.ptr, result.function.len);
        before[result.function.len] = 0;
        CHECK(ncurep_result_at(r, i + 1, &next, &e) && (next.function.len != strlen(before) || memcmp(next.function.ptr, before, next.function.len) != 0));
        CHECK_U64(72, next.metrics.count);
    }
    ncurep_report_close(r);
    ncurep_posix_close(&opened);
}

/* Memory ---------------------------------------------------------------------------------------------------------- */

static char tool[600];

/* Runs the tool; its peak resident size in bytes, 0 if it failed (1 is a finding). A process between us and it has no other children. */
static double resident(const char *const *arguments)
{
    int ends[2], status;
    double most = 0;
    pid_t child;
    if (pipe(ends) != 0) return 0;
    child = fork();
    if (child == 0) {
        const pid_t run = fork();
        struct rusage used;
        long kilobytes = 0;
        if (run == 0) {
            const int nothing = open("/dev/null", O_WRONLY);
            if (nothing < 0 || dup2(nothing, 1) < 0) _exit(9);
#ifdef __linux__
            (void)personality(ADDR_NO_RANDOMIZE); /* where things lie decides how many pages come with those that are read */
#endif
            execv(tool, (char *const *)(uintptr_t)arguments);
            _exit(9);
        }
        if (waitpid(run, &status, 0) == run && WIFEXITED(status) && WEXITSTATUS(status) <= 1 && getrusage(RUSAGE_CHILDREN, &used) == 0)
            kilobytes = used.ru_maxrss;
        _exit(write(ends[1], &kilobytes, sizeof kilobytes) == (ssize_t)sizeof kilobytes ? 0 : 1);
    }
    close(ends[1]);
    if (child > 0) {
        long kilobytes = 0;
        if (read(ends[0], &kilobytes, sizeof kilobytes) == (ssize_t)sizeof kilobytes) most = (double)kilobytes * 1024;
        waitpid(child, NULL, 0);
    }
    close(ends[0]);
    return most;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of five runs: which pages of the program are resident differs from one to the next by some hundred kilobytes. */
static double usual(const char *const *arguments)
{
    double runs[5];
    size_t i;
    for (i = 0; i < 5; i++) runs[i] = resident(arguments);
    qsort(runs, 5, sizeof *runs, by_size);
    return runs[2];
}

static double size_of(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 ? (double)s.st_size : 0;
}

/* A report ten times as long takes at most twice its extra size in memory. */
static void grows(const char *const *verb, const char *small, const char *large)
{
    const char *arguments[6];
    double a, b;
    size_t i, n = 1;
    arguments[0] = tool;
    for (i = 0; verb[i] != NULL; i++) arguments[n++] = verb[i];
    arguments[n] = small;
    arguments[n + 1] = NULL;
    a = usual(arguments);
    arguments[n] = large;
    b = usual(arguments);
    CHECK(a > 0 && b > 0);
    if (!CHECK(b - a < 2 * (size_of(large) - size_of(small))))
        printf("    %s: %.0f bytes resident for %.0f, %.0f for %.0f\n", verb[0], a, size_of(small), b, size_of(large));
}

static void memory(void)
{
    static const char *const pages[][4] = {{"list", NULL}, {"summary", NULL}, {"details", NULL}, {"details", "--print-details", "all", NULL},
        {"raw", NULL}, {"source", NULL}, {"source", "--by", "address", NULL}, {"html", NULL}};
    static const char *const version[] = {tool, "--version", NULL};
    char larger[sizeof file + 1];
    double bare;
    size_t i;
    sprintf(larger, "%s+", file);
    if (access(tool, X_OK) != 0) {
        SKIP("needs the tool ncurep");
        return;
    }
    bare = resident(version);
    if (!(bare > 0) || bare > 8e6) {
        SKIP("needs a tool without sanitizers, and a system that tells resident memory");
        return;
    }
    CHECK(make(file, 1000, write_lines) && make(larger, 10000, write_lines));
    for (i = 0; i < sizeof pages / sizeof *pages; i++) grows(pages[i], file, larger);
    CHECK(make(file, 300, write_kernels) && make(larger, 3000, write_kernels));
    for (i = 0; i + 1 < sizeof pages / sizeof *pages; i++) grows(pages[i], file, larger); /* html is slow where all is small */
    CHECK(make(file, 100, write_devices) && make(larger, 3000, write_devices));
    for (i = 0; i < sizeof pages / sizeof *pages; i++) grows(pages[i], file, larger);
    unlink(larger);
}

/* Pages of small reports stay below 4 MB more than the bare process: those that were above, and are 0.3 MB or more below. */
static void below_four_megabytes(void)
{
    static const char *const pages[][5] = {
        {"2026.1.1_rtx5070tilaptopgpu_florianmattana_00ae3ec1", "details", NULL},
        {"2026.1.1_rtx5070tilaptopgpu_florianmattana_00ae3ec1", "details", "--print-details", "all", NULL},
        {"2025.1.0_h100pcie_alprielse_5e5f786c", "details", NULL},
        {"2025.2.0_a100sxm440gb_naderalawar_2d14a1dc", "details", "--print-details", "all", NULL},
        {"2025.2.0_a100sxm440gb_naderalawar_2d14a1dc", "html", NULL},
        {"2023.2.0_a10_spymaster2h_76e87892", "html", NULL},
        {"2024.1.1_a10080gbpcie_panjd123_4fb3ff3f", "source", NULL},
        {"2023.3.1_a100pcie40gb_bwcurless_db6c34d7", "source", NULL},
        {"2022.4.0_a40_eschnett_f81bcb13", "source", NULL}};
    static const char *const version[] = {tool, "--version", NULL};
    const double bare = usual(version);
    size_t i, k, n;
    if (access(tool, X_OK) != 0 || !(bare > 0) || bare > 8e6) {
        SKIP("needs a tool without sanitizers, and a system that tells resident memory");
        return;
    }
    for (i = 0; i < sizeof pages / sizeof *pages; i++) {
        const char *arguments[6];
        char path[200];
        double most;
        snprintf(path, sizeof path, "../shared/corpus/ncurep/%s.ncu-rep", pages[i][0]);
        if (access(path, R_OK) != 0) {
            SKIP("needs ../shared/corpus/ncurep");
            return;
        }
        arguments[0] = tool;
        for (n = 1, k = 1; pages[i][k] != NULL; k++) arguments[n++] = pages[i][k];
        arguments[n] = path;
        arguments[n + 1] = NULL;
        most = usual(arguments);
        if (!CHECK(most > bare && most - bare < 4e6)) printf("    %s %s: %.0f bytes above the bare process\n", pages[i][1], path, most - bare);
        if (getenv("VERBOSE") != NULL) printf("    %s %s: %.0f\n", pages[i][1], path, most - bare);
    }
}

int main(int argc, char **argv)
{
    const char *b = getenv("B");
    if (argc >= 5 && strcmp(argv[1], "--make") == 0) {
        const size_t n = (size_t)strtoul(argv[2], NULL, 10);
        if (argc > 5) {
            FILE *f = fopen(argv[5], "wb");
            char *t = source_text(n);
            if (f == NULL || fputs(t, f) < 0 || fclose(f) != 0) return 1;
            free(t);
        }
        return make(argv[4], n, argv[3][0] == 'l' ? write_lines : argv[3][0] == 'k' ? write_kernels : argv[3][0] == 'd' ? write_devices : write_sections) ? 0 : 1;
    }
    if (mkdtemp(folder) == NULL) return 1;
    sprintf(file, "%s/report", folder);
    snprintf(tool, sizeof tool, "%s/ncurep", b != NULL && *b != 0 ? b : "build");
    RUN(below_four_megabytes); /* first: a process starts with the memory of the one that forks it */
    RUN(lines);
    RUN(kernels);
    RUN(memory);
    unlink(file);
    rmdir(folder);
    return run_end();
}
