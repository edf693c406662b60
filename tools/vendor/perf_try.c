/* Asks perf's reader of DRM usage, whose source is SOURCE, for every event that it finds in folders laid out like /proc, and prints
   the values. What the source includes from perf is declared here, as far as it uses it; the headers themselves are empty. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#include <linux/types.h>

#define container_of(p, type, member) ((type *)(void *)((char *)(uintptr_t)(p) - offsetof(type, member)))
#define list_first_entry(head, type, member) container_of((head)->next, type, member)
#define list_for_each_entry(at, head, member) \
    for (at = list_first_entry(head, __typeof__(*at), member); &at->member != (head); at = list_first_entry(&at->member, __typeof__(*at), member))

struct list_head {
    struct list_head *next, *prev;
};
static void list_add_tail(struct list_head *entry, struct list_head *head)
{
    entry->next = head;
    entry->prev = head->prev;
    head->prev->next = entry;
    head->prev = entry;
}

enum { PERF_PMU_TYPE_DRM_START = 1000, PERF_PMU_TYPE_DRM_END = 2000, PARSE_EVENTS__TERM_TYPE_USER = 1 };
struct perf_pmu {
    const char *name;
    unsigned type;
    void *cpus;
    struct list_head list;
};
struct pmu_event_info {
    const struct perf_pmu *pmu;
    const char *name, *alias, *scale_unit, *desc, *long_desc, *encoding_desc, *topic, *pmu_name, *event_type_desc;
};
typedef int (*pmu_event_callback)(void *state, struct pmu_event_info *info);
struct perf_pmu_info {
    const char *unit;
    double scale;
};
struct perf_event_attr {
    uint64_t config;
};
struct parse_events_term {
    struct list_head list;
    const char *config;
    int type_term, err_val;
};
struct parse_events_terms {
    struct list_head terms;
};
struct parse_events_error {
    char *text;
};
struct perf_thread_map {
    int pid;
};
struct perf_counts_values {
    uint64_t val, run, ena;
};
struct evsel {
    struct perf_pmu *pmu;
    struct {
        struct perf_event_attr attr;
        struct perf_thread_map *threads;
    } core;
    struct perf_counts_values *prev_raw_counts, *counts;
};
struct io {
    int fd;
};

static const int verbose = 0;
static const char *proc;
#define pr_err(...) fprintf(stderr, __VA_ARGS__)
#define pr_debug(...) fprintf(stderr, __VA_ARGS__)
#define zalloc(size) calloc(1, size)
#define zfree(p) (free(*(p)), *(p) = NULL)
#define scnprintf snprintf
#define perf_counts(counts, cpu, thread) (counts)
#define perf_thread_map__pid(threads, thread) ((threads)->pid)
#define perf_cpu_map__new(text) strdup(text)
#define procfs__mountpoint() proc
#define parse_events__term_type_str(type) "user"
#define parse_events_error__handle(err, at, words, help) ((err)->text = (words))

static int perf_pmu__init(struct perf_pmu *pmu, unsigned type, const char *name)
{
    pmu->type = type;
    pmu->name = strdup(name);
    return pmu->name == NULL;
}
#define perf_pmu__delete(pmu) free(pmu)

/* In the made-up folders any file is a render node. */
static int node(int at, const char *name, struct stat *st, int flags)
{
    const int ok = fstatat(at, name, st, flags);
    st->st_mode = S_IFCHR;
    st->st_rdev = makedev(226, 128);
    return ok;
}

static void io__init(struct io *io, int fd, char *buf, unsigned size)
{
    (void)buf;
    (void)size;
    io->fd = fd;
}

static ssize_t io__getline(struct io *io, char **line, size_t *len)
{
    ssize_t n = 0;
    *line = realloc(*line, 65536);
    while (n < 65535 && read(io->fd, *line + n, 1) == 1)
        if ((*line)[n++] == '\n') break;
    (*line)[n] = 0;
    *len = (size_t)n;
    return n;
}

int perf_pmus__read_drm_pmus(struct list_head *pmus);
#define fstatat node
#include SOURCE

/* An event of its own process: an assertion ends that one. */
static void ask(const char *name, struct drm_pmu *drm, unsigned i)
{
    struct perf_thread_map threads = {-1};
    struct perf_counts_values counts = {0, 0, 0};
    struct evsel e = {&drm->pmu, {{i}, &threads}, NULL, &counts};
    int status;
    fflush(stdout);
    if (fork() == 0) {
        if (freopen("/dev/null", "w", stderr) == NULL) _exit(1);
        evsel__drm_pmu_read(&e, 0, 0);
        printf("%s: %s %s: %llu %s\n", name, drm->pmu.name, drm->events[i].name, (unsigned long long)counts.val,
               drm_pmu_unit_strs[drm->events[i].unit]);
        fflush(stdout);
        _exit(0);
    }
    wait(&status);
    if (WIFSIGNALED(status)) printf("%s: %s %s: ended by signal %d\n", name, drm->pmu.name, drm->events[i].name, WTERMSIG(status));
}

int main(int argc, char **argv)
{
    int n, k;
    for (n = 1; n < argc; n++) {
        struct list_head pmus = {&pmus, &pmus};
        struct perf_pmu *pmu;
        proc = argv[n];
        perf_pmus__read_drm_pmus(&pmus);
        list_for_each_entry(pmu, &pmus, list) {
            struct drm_pmu *drm = container_of(pmu, struct drm_pmu, pmu);
            for (k = 0; k < drm->num_events; k++) ask(strrchr(proc, '/') + 1, drm, (unsigned)k);
        }
    }
    return 0;
}
