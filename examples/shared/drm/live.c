/* This machine, or a folder laid out like its /proc: what drm.h calls for live sweeps. */
#define _DEFAULT_SOURCE /* syscall */
#define DRMFD_POSIX
#define DRMFD_IMPLEMENTATION
#include "bpf.h"
#include "client.h"
#include "live.h"
#include "kfd.h"
#include "nvml.h"
#include "pmu.h"

#include <inttypes.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/perf_event.h>)
#include <errno.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#define HAVE_PERF
#endif
#endif

typedef struct live_state {
    drm_bpf files; /* first: what the scanner's calls get */
    drmfd_scanner *scanner;
    drm_machine machine;
    drm_kfd kfd;
    drm_pmu *pmu;           /* NULL: not of this machine */
    drm_nvml *nvml;         /* NULL: not used */
    drm_process *processes; /* of the last sweep, by pid */
    size_t process_count;
    const uint64_t *pids;   /* those of the options */
    uint32_t pid_count;
    cli_buf text;
    char user[64], command[256];
} live_state;

static live_state *live_of(const drm_source *s) { return (live_state *)s->live; }

/* Whether the kernel numbers clients by one rising counter: since Linux 6.5, drivers/gpu/drm/drm_file.c. */
static int rising_ids(const char *root)
{
    char text[64] = "";
    unsigned major = 0, minor = 0;
    cli_buf path = {NULL, 0, 0};
    FILE *f;
    cli_putf(&path, "%s/sys/kernel/osrelease", root);
    f = fopen(path.ptr, "rb");
    cli_buf_free(&path);
    if (f == NULL) return 0;
    if (fread(text, 1, sizeof text - 1, f) == 0 || sscanf(text, "%u.%u", &major, &minor) != 2) major = 0;
    fclose(f);
    return major > 6 || (major == 6 && minor >= 5);
}

/* A library asked for by name must work; the system's is used if it does. */
static int open_nvml(drm_source *s, const char *path)
{
    live_state *live = live_of(s);
    if (path != NULL ? strcmp(path, "none") == 0 : strcmp(s->root, "/proc") != 0) return 1;
    live->nvml = drm_nvml_open(path, s->nvml_why, sizeof s->nvml_why);
    if (live->nvml != NULL || path == NULL) return 1;
    cli_error(s->c, "%s", s->nvml_why);
    return 0;
}

/* Whether -p leaves this process out. */
static int is_left_out(const live_state *live, uint64_t pid)
{
    uint32_t k;
    for (k = 0; k < live->pid_count && live->pids[k] != pid; k++) {
    }
    return live->pid_count > 0 && k == live->pid_count;
}

/* A text of ours in live->text: the tracker then counts and adds up as usual. */
static void add_text(drm_source *s, uint64_t now, uint64_t pid, uint64_t fd)
{
    const live_state *live = live_of(s);
    drmfd_sample sample;
    memset(&sample, 0, sizeof sample);
    sample.time = (int64_t)now;
    sample.pid = pid;
    sample.fd = fd;
    sample.data = live->text.ptr;
    sample.size = live->text.len;
    (void)drmfd_tracker_add(s->tracker, &sample, NULL); /* the sweep says what it had no memory for */
}

/* What NVML knows about processes, as texts like the kernel's. */
static void add_nvml(drm_source *s, uint64_t now)
{
    live_state *live = live_of(s);
    size_t count, i, k;
    const drm_nvml_use *uses;
    const drm_hardware *devices;
    drm_nvml_read(live->nvml, now);
    uses = drm_nvml_uses(live->nvml, &count);
    devices = drm_nvml_devices(live->nvml, &k);
    for (i = 0; i < count; i++) {
        const drm_nvml_use *u = &uses[i];
        cli_buf *b = &live->text;
        if (is_left_out(live, u->pid)) continue;
        b->len = 0;
        cli_putf(b, "drm-driver:\t%s\ndrm-pdev:\t%s\n", devices[u->device].driver, devices[u->device].pdev);
        cli_putf(b, DRM_NVML_TYPES ":\t%d\n", (u->graphics ? DRM_TYPE_GRAPHICS : 0) | (u->compute ? DRM_TYPE_COMPUTE : 0));
        if (u->has_memory) cli_putf(b, "drm-resident-vram:\t%" PRIu64 "\n", u->memory);
        for (k = 0; u->has_percent && k < 3; k++)
            cli_putf(b, "drm-engine-%s:\t%" PRIu64 " ns\n", drm_nvml_engines[k], u->busy[k]);
        add_text(s, now, u->pid, u->device);
    }
}

/* Whether the process had the device's render node open in the last sweep, too: the kernel prints all memory of its address
   space there, and it must not count twice. */
static int has_render_client(const drm_source *s, const drm_kfd_use *u)
{
    uint32_t i, k;
    for (i = 0; s->sweep != NULL && i < s->sweep->client_count; i++) {
        const drmfd_client *c = &s->sweep->clients[i];
        if (c->region_count == 0 || c->pdev.len != strlen(u->pdev) || memcmp(c->pdev.ptr, u->pdev, c->pdev.len) != 0) continue;
        for (k = 0; k < c->pid_count && c->pids[k] != u->pid; k++) {
        }
        if (k < c->pid_count && strcmp(drm_reporter(c), "fdinfo") == 0) return 1;
    }
    return 0;
}

/* What amdkfd knows about processes. Its numbers are those of the first PID namespace. */
static void add_kfd(drm_source *s, uint64_t now)
{
    live_state *live = live_of(s);
    size_t i;
    if ((s->sight.unseen & DRM_UNSEEN_NAMESPACE) != 0) return;
    drm_kfd_read(&live->kfd, &live->machine.files);
    s->kfd_refused = live->kfd.refused;
    for (i = 0; i < live->kfd.count; i++) {
        const drm_kfd_use *u = &live->kfd.list[i];
        cli_buf *b = &live->text;
        if (is_left_out(live, u->pid)) continue;
        b->len = 0;
        cli_putf(b, "drm-driver:\tamdgpu\ndrm-pdev:\t%s\n" DRM_KFD_TYPES ":\t%d\n", u->pdev, DRM_TYPE_COMPUTE);
        if ((u->has & DRM_KFD_VRAM) != 0 && !has_render_client(s, u)) cli_putf(b, "drm-resident-vram:\t%" PRIu64 "\n", u->vram);
        if ((u->has & DRM_KFD_SDMA) != 0 && u->sdma <= UINT64_MAX / 1000) cli_putf(b, "drm-engine-sdma:\t%" PRIu64 " ns\n", u->sdma * 1000);
        if ((u->has & DRM_KFD_UNITS) != 0) cli_putf(b, DRM_KFD_UNITS_KEY ":\t%" PRIu64 "\n", u->units);
        if ((u->has & DRM_KFD_EVICTED) != 0) cli_putf(b, DRM_KFD_EVICTED_KEY ":\t%" PRIu64 "\n", u->evicted);
        add_text(s, now, u->pid, UINT32_MAX - u->gpu); /* no descriptor has such a number */
    }
}

/* The devices in sysfs, each with whatever NVML knows better; then those only NVML knows. */
static void combine(drm_source *s)
{
    live_state *live = live_of(s);
    const drm_hardware *more = NULL;
    size_t more_count = 0, i, k, fact;
    if (live->nvml != NULL) more = drm_nvml_devices(live->nvml, &more_count);
    free(s->hardware);
    s->hardware = (drm_hardware *)cli_alloc(live->machine.count + more_count, sizeof *s->hardware);
    s->hardware_count = live->machine.count;
    if (live->machine.count > 0) memcpy(s->hardware, live->machine.list, live->machine.count * sizeof *s->hardware);
    for (i = 0; i < more_count; i++) {
        drm_hardware *h;
        for (k = 0; k < live->machine.count && strcmp(s->hardware[k].pdev, more[i].pdev) != 0; k++) {
        }
        h = &s->hardware[k < live->machine.count ? k : s->hardware_count++];
        if (k == live->machine.count) {
            *h = more[i];
            continue;
        }
        h->source = DRM_FROM_NVML;
        h->state = more[i].state;
        if (more[i].name[0] != 0) memcpy(h->name, more[i].name, sizeof h->name);
        for (fact = 0; fact < DRM_FACTS; fact++)
            if ((more[i].has & 1u << fact) != 0) h->fact[fact] = more[i].fact[fact];
        h->has |= more[i].has;
        h->refused = (h->refused | more[i].refused) & ~h->has;
    }
}

static int by_process(const void *a, const void *b)
{
    const uint64_t x = ((const drm_process *)a)->pid, y = ((const drm_process *)b)->pid;
    return x < y ? -1 : x > y;
}

/* The processes of the sweep, with what was already known about them. */
static void renew_processes(drm_source *s, const drmfd_sweep *sweep)
{
    live_state *live = live_of(s);
    drm_process *list = (drm_process *)cli_alloc(sweep->process_count, sizeof *list);
    uint32_t i;
    for (i = 0; i < sweep->process_count; i++) {
        drm_process key, *old;
        key.pid = sweep->processes[i].pid;
        old = live->process_count == 0 ? NULL
                                    : (drm_process *)bsearch(&key, live->processes, live->process_count, sizeof key, by_process);
        if (old != NULL) list[i] = *old;
        list[i].pid = key.pid;
        list[i].fresh = 0;
        if (old == NULL) drm_process_read(s->root, &list[i]); /* what the next reading is compared with */
    }
    free(live->processes);
    live->processes = list;
    live->process_count = sweep->process_count;
    if (live->process_count > 1) qsort(list, live->process_count, sizeof *list, by_process);
}

/* Of the whole machine, so it needs CAP_PERFMON, or perf_event_paranoid at most 0. */
static drm_reply open_counter(uint32_t type, uint64_t config, int cpu, int *handle, void *user)
{
#ifdef HAVE_PERF
    struct perf_event_attr attr;
    (void)user;
    memset(&attr, 0, sizeof attr);
    attr.type = type;
    attr.size = sizeof attr;
    attr.config = config;
    *handle = (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
    if (*handle >= 0) return DRM_REPLY_YES;
    return errno == EACCES || errno == EPERM ? DRM_REPLY_REFUSED : errno == EMFILE || errno == ENFILE ? DRM_REPLY_FAILED : DRM_REPLY_NO;
#else
    (void)type;
    (void)config;
    (void)cpu;
    (void)handle;
    (void)user;
    return DRM_REPLY_NO;
#endif
}

static drm_reply read_counter(int handle, uint64_t *value, void *user)
{
    (void)user;
    return read(handle, value, sizeof *value) == (ssize_t)sizeof *value ? DRM_REPLY_YES : DRM_REPLY_FAILED;
}

static void close_counter(int handle, void *user)
{
    (void)user;
    close(handle);
}

static const drm_counters kernel_counters = {open_counter, read_counter, close_counter, NULL};

static void close_live(drm_source *s)
{
    live_state *live = live_of(s);
    drmfd_scanner_close(live->scanner);
    drmfd_posix_close(&live->files.posix);
    drm_bpf_close(&live->files);
    drm_machine_close(&live->machine);
    drm_nvml_close(live->nvml);
    drm_kfd_free(&live->kfd);
    drm_pmu_close(live->pmu);
    cli_buf_free(&live->text);
    free(live->processes);
    free(live);
    s->live = NULL;
}

static int open_live(drm_source *s, const char *nvml, const drmfd_scanner_options *scan)
{
    live_state *live = (live_state *)cli_alloc(1, sizeof *live);
    drmfd_system calls;
    drmfd_error e;
    const int whole = strcmp(s->root, "/proc") == 0;
    s->live = live;
    if (drmfd_posix_open(&live->files.posix, s->root, &calls, &e) != DRMFD_OK) {
        cli_error(s->c, "%s: %s", s->root, e.message);
        return 0;
    }
    drm_sight_of(&s->sight, s->root);
    /* The program knows the numbers of processes in the first namespace. */
    if (whole && scan->pids == NULL && (s->sight.unseen & DRM_UNSEEN_NAMESPACE) == 0) drm_bpf_open(&live->files, &calls, s->root, DRM_BPF_FILES);
    if ((live->scanner = drmfd_scanner_open(&calls, scan, &e)) == NULL) cli_error(s->c, "%s", e.message);
    else if (open_nvml(s, nvml)) {
        live->pids = scan->pids;
        live->pid_count = scan->pid_count;
        (void)drm_files_open(&live->machine.files, s->root);
        s->is_root = geteuid() == 0;
        if (whole) live->pmu = drm_pmu_open(&kernel_counters);
        return 1;
    }
    return 0; /* drm_source_close closes what is open */
}

/* Whether NVIDIA's driver is there, which prints no usage. */
static int has_nvidia(const drm_source *s)
{
    char path[4096];
    const int len = snprintf(path, sizeof path, "%s/driver/nvidia/version", s->root);
    return len > 0 && (size_t)len < sizeof path && access(path, F_OK) == 0;
}

static const drmfd_sweep *sweep(drm_source *s)
{
    live_state *live = live_of(s);
    const drmfd_sweep *got;
    drmfd_error e;
    if (live->nvml != NULL) add_nvml(s, cli_now());
    add_kfd(s, cli_now());
    got = drmfd_scan(live->scanner, s->tracker, &s->stats, &e);
    s->time = (int64_t)cli_now();
    s->found_by_bpf = live->files.in_use;
    if (live->files.in_use && live->files.counts) s->has_closed = 1, s->closed = live->files.closed;
    if (got == NULL) {
        snprintf(s->why, sizeof s->why, "%.100s: %s", s->root, e.message);
        return NULL;
    }
    drm_machine_read(&live->machine, (uint64_t)s->time);
    if (live->pmu != NULL) drm_pmu_read(live->pmu, &live->machine.files, live->machine.list, live->machine.count, (uint64_t)s->time);
    combine(s);
    renew_processes(s, got);
    s->nvml_missing.len = 0;
    if (live->nvml != NULL) drm_nvml_put_missing(&s->nvml_missing, live->nvml);
    s->nvidia_is_silent = live->nvml == NULL && has_nvidia(s);
    return got;
}

static int node(const drm_source *s, uint64_t device, drm_node *to)
{
    drmfd_node found;
    if (!drmfd_posix_node_find(&live_of(s)->files.posix, drmfd_text(""), device, &found)) return 0;
    snprintf(to->name, sizeof to->name, "%s", found.card[0] != 0 ? found.card : found.accel);
    snprintf(to->pdev, sizeof to->pdev, "%s", found.pdev);
    return 1;
}

static const char *user(drm_source *s, uint64_t pid)
{
    live_state *live = live_of(s);
    char path[4096];
    struct stat st;
    struct passwd *p;
    snprintf(path, sizeof path, "%s/%" PRIu64, s->root, pid);
    if (stat(path, &st) != 0) return "?";
    p = getpwuid(st.st_uid);
    if (p != NULL) snprintf(live->user, sizeof live->user, "%s", p->pw_name);
    else snprintf(live->user, sizeof live->user, "%lu", (unsigned long)st.st_uid);
    return live->user;
}

static const char *command(drm_source *s, uint64_t pid)
{
    live_state *live = live_of(s);
    char path[4096];
    FILE *f;
    size_t n;
    snprintf(path, sizeof path, "%s/%" PRIu64 "/comm", s->root, pid);
    f = fopen(path, "rb");
    if (f == NULL) return "?";
    n = fread(live->command, 1, sizeof live->command - 1, f);
    fclose(f);
    if (n > 0 && live->command[n - 1] == '\n') n--;
    live->command[n] = 0;
    return n > 0 ? live->command : "?";
}

static const drm_process *process(drm_source *s, uint64_t pid)
{
    const live_state *live = live_of(s);
    drm_process key, *p;
    key.pid = pid;
    if (live->process_count == 0) return NULL;
    p = (drm_process *)bsearch(&key, live->processes, live->process_count, sizeof key, by_process);
    if (p != NULL && !p->fresh) drm_process_read(s->root, p);
    return p;
}

static const char *name_of_user(const char *number)
{
    const struct passwd *p = getpwuid((uid_t)strtoul(number, NULL, 10));
    return p != NULL ? p->pw_name : number;
}

const drm_calls drm_this_machine = {rising_ids, open_live, sweep, close_live, node, user, command, process, name_of_user, NULL};
