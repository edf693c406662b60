#include "nvml.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DEVICES 64
#define MOST_PROCESSES 4096 /* of one device */

const char *const drm_nvml_engines[3] = {"sm", "enc", "dec"};

/* What calls return [nvmlReturn_t]. */
enum { OK = 0, NOT_SUPPORTED = 3, NO_PERMISSION = 4, NOT_FOUND = 6, INSUFFICIENT_SIZE = 7, GPU_IS_LOST = 15, NO_SYMBOL = -1 };

enum { CLOCK_SM = 1, CLOCK_MEMORY = 2, TEMPERATURE_GPU = 0 };

typedef struct device_handle device_handle; /* nvmlDevice_t points to it */

typedef struct pci_info {
    char bus_id_legacy[16];
    unsigned domain, bus, device, pci_device_id, pci_sub_system_id;
    char bus_id[32];
} pci_info;

typedef struct utilization {
    unsigned gpu, memory; /* percent */
} utilization;

typedef struct memory_info {
    unsigned long long total, free, used; /* bytes */
} memory_info;

typedef struct process_info_1 {
    unsigned pid;
    unsigned long long used; /* all bits set: not available */
} process_info_1;

typedef struct process_info { /* of the calls that end in _v2 and _v3 */
    unsigned pid;
    unsigned long long used;
    unsigned gpu_instance, compute_instance;
} process_info;

typedef struct process_sample {
    unsigned pid;
    unsigned long long time;         /* us */
    unsigned sm, memory, enc, dec; /* percent */
} process_sample;

typedef struct calls {
    int (*init)(void);
    int (*shutdown)(void);
    const char *(*error)(int);
    int (*count)(unsigned *);
    int (*handle)(unsigned, device_handle **);
    int (*name)(device_handle *, char *, unsigned);
    int (*pci)(device_handle *, pci_info *);
    int (*utilization)(device_handle *, utilization *);
    int (*memory)(device_handle *, memory_info *);
    int (*clock)(device_handle *, int, unsigned *);
    int (*max_clock)(device_handle *, int, unsigned *);
    int (*power)(device_handle *, unsigned *);
    int (*power_limit)(device_handle *, unsigned *);
    int (*temperature)(device_handle *, int, unsigned *);
    int (*fan)(device_handle *, unsigned *);
    int (*link_width)(device_handle *, unsigned *);
    int (*max_link_width)(device_handle *, unsigned *);
    int (*link_generation)(device_handle *, unsigned *);
    int (*max_link_generation)(device_handle *, unsigned *);
    int (*graphics)(device_handle *, unsigned *, void *);
    int (*compute)(device_handle *, unsigned *, void *);
    int (*samples)(device_handle *, process_sample *, unsigned *, unsigned long long);
} calls;

/* A call, by its newest name or an older one that does the same. */
typedef struct call_name {
    size_t offset;
    const char *names[3];
} call_name;

#define CALL(member) offsetof(calls, member)
static const call_name call_names[] = {
    {CALL(init), {"nvmlInit_v2", "nvmlInit", NULL}},
    {CALL(shutdown), {"nvmlShutdown", NULL, NULL}},
    {CALL(error), {"nvmlErrorString", NULL, NULL}},
    {CALL(count), {"nvmlDeviceGetCount_v2", "nvmlDeviceGetCount", NULL}},
    {CALL(handle), {"nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetHandleByIndex", NULL}},
    {CALL(name), {"nvmlDeviceGetName", NULL, NULL}},
    {CALL(pci), {"nvmlDeviceGetPciInfo_v3", NULL, NULL}},
    {CALL(utilization), {"nvmlDeviceGetUtilizationRates", NULL, NULL}},
    {CALL(memory), {"nvmlDeviceGetMemoryInfo", NULL, NULL}},
    {CALL(clock), {"nvmlDeviceGetClockInfo", NULL, NULL}},
    {CALL(max_clock), {"nvmlDeviceGetMaxClockInfo", NULL, NULL}},
    {CALL(power), {"nvmlDeviceGetPowerUsage", NULL, NULL}},
    {CALL(power_limit), {"nvmlDeviceGetEnforcedPowerLimit", NULL, NULL}},
    {CALL(temperature), {"nvmlDeviceGetTemperature", NULL, NULL}},
    {CALL(fan), {"nvmlDeviceGetFanSpeed", NULL, NULL}},
    {CALL(link_width), {"nvmlDeviceGetCurrPcieLinkWidth", NULL, NULL}},
    {CALL(max_link_width), {"nvmlDeviceGetMaxPcieLinkWidth", NULL, NULL}},
    {CALL(link_generation), {"nvmlDeviceGetCurrPcieLinkGeneration", NULL, NULL}},
    {CALL(max_link_generation), {"nvmlDeviceGetMaxPcieLinkGeneration", NULL, NULL}},
    {CALL(graphics), {"nvmlDeviceGetGraphicsRunningProcesses_v3", "nvmlDeviceGetGraphicsRunningProcesses_v2",
                      "nvmlDeviceGetGraphicsRunningProcesses"}},
    {CALL(compute), {"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2",
                     "nvmlDeviceGetComputeRunningProcesses"}},
    {CALL(samples), {"nvmlDeviceGetProcessUtilization", NULL, NULL}}};

typedef struct gpu {
    device_handle *handle;
    unsigned long long last; /* time of the last sample, us */
    int list_code;           /* why its processes are unknown; OK: they are known */
} gpu;

struct drm_nvml {
    void *library;
    calls call;
    int old_graphics, old_compute; /* the list is of process_info_1 */
    drm_hardware *devices;
    gpu *gpus;
    size_t count;
    drm_nvml_use *uses;
    size_t use_count, use_room;
};

static const char *error_text(const drm_nvml *n, int code)
{
    if (code == NO_SYMBOL) return "the library lacks the call";
    return n->call.error != NULL && n->call.error(code) != NULL ? n->call.error(code) : "unknown error";
}

static void load_calls(drm_nvml *n)
{
    size_t i, k;
    for (i = 0; i < sizeof call_names / sizeof *call_names; i++)
        for (k = 0; k < 3 && call_names[i].names[k] != NULL; k++) {
            void *symbol = dlsym(n->library, call_names[i].names[k]);
            if (symbol == NULL) continue;
            /* POSIX promises that an object pointer can hold a function pointer; ISO C does not. */
            memcpy((char *)&n->call + call_names[i].offset, &symbol, sizeof symbol);
            if (call_names[i].offset == CALL(graphics)) n->old_graphics = k == 2;
            if (call_names[i].offset == CALL(compute)) n->old_compute = k == 2;
            break;
        }
}

/* "00000000:01:00.0" as the kernel writes it: "0000:01:00.0". */
static void pci_address(char to[32], const pci_info *info)
{
    snprintf(to, 32, "%04x:%02x:%02x.0", info->domain, info->bus & 0xff, info->device & 0x1f);
}

drm_nvml *drm_nvml_open(const char *path, char *why, size_t room)
{
    drm_nvml *n = (drm_nvml *)cli_alloc(1, sizeof *n);
    const char *lacks = NULL;
    unsigned count = 0, i;
    int code = NO_SYMBOL;
    n->library = dlopen(path != NULL ? path : "libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (n->library == NULL) {
        const char *text = dlerror();
        snprintf(why, room, "%s", text != NULL ? text : "cannot be opened");
        free(n);
        return NULL;
    }
    load_calls(n);
    if (n->call.init == NULL) lacks = "nvmlInit_v2";
    else if (n->call.shutdown == NULL) lacks = "nvmlShutdown";
    else if (n->call.count == NULL) lacks = "nvmlDeviceGetCount_v2";
    else if (n->call.handle == NULL) lacks = "nvmlDeviceGetHandleByIndex_v2";
    if (lacks != NULL) snprintf(why, room, "%s: not NVML: it lacks %s", path != NULL ? path : "libnvidia-ml.so.1", lacks);
    else if ((code = n->call.init()) != OK) snprintf(why, room, "NVML does not start: %s", error_text(n, code));
    else if ((code = n->call.count(&count)) != OK) {
        snprintf(why, room, "NVML does not count its devices: %s", error_text(n, code));
        n->call.shutdown();
    }
    if (code != OK) {
        dlclose(n->library);
        free(n);
        return NULL;
    }
    n->count = count < MOST_DEVICES ? count : MOST_DEVICES;
    n->devices = (drm_hardware *)cli_alloc(n->count, sizeof *n->devices);
    n->gpus = (gpu *)cli_alloc(n->count, sizeof *n->gpus);
    for (i = 0; i < n->count; i++) {
        drm_hardware *h = &n->devices[i];
        pci_info info;
        memset(&info, 0, sizeof info);
        h->source = DRM_FROM_NVML;
        strcpy(h->driver, "nvidia");
        snprintf(h->pdev, sizeof h->pdev, "nvml%u", i); /* until its address is known */
        code = n->call.handle(i, &n->gpus[i].handle);
        if (code != OK) {
            n->gpus[i].handle = NULL;
            n->gpus[i].list_code = code;
            h->state = code == GPU_IS_LOST ? DRM_LOST : DRM_AWAKE;
            continue;
        }
        if (n->call.pci != NULL && n->call.pci(n->gpus[i].handle, &info) == OK) pci_address(h->pdev, &info);
        if (n->call.name == NULL || n->call.name(n->gpus[i].handle, h->name, sizeof h->name) != OK) h->name[0] = 0;
        h->name[sizeof h->name - 1] = 0;
    }
    return n;
}

/* Records a call's result on the device: lost, refused, or simply unknown. 1: there is a value. */
static int took(drm_hardware *h, int fact, int code)
{
    if (code == GPU_IS_LOST) h->state = DRM_LOST;
    if (code == NO_PERMISSION) h->refused |= 1u << fact;
    return code == OK;
}

static void read_facts(const drm_nvml *n, size_t i)
{
    static const double speeds[] = {0, 2.5e9, 5e9, 8e9, 16e9, 32e9, 64e9}; /* transfers per second, by PCIe generation */
    const calls *c = &n->call;
    device_handle *d = n->gpus[i].handle;
    drm_hardware *h = &n->devices[i];
    memory_info m;
    utilization u;
    unsigned v = 0;
    if (c->utilization != NULL && took(h, DRM_FACT_BUSY, c->utilization(d, &u)) && u.gpu <= 100) {
        drm_fact_set(h, DRM_FACT_BUSY, u.gpu);
        if (u.memory <= 100) drm_fact_set(h, DRM_FACT_MEMORY_BUSY, u.memory);
    }
    if (c->memory != NULL && took(h, DRM_FACT_VRAM_TOTAL, c->memory(d, &m))) {
        drm_fact_set(h, DRM_FACT_VRAM_USED, (double)m.used);
        drm_fact_set(h, DRM_FACT_VRAM_TOTAL, (double)m.total);
    }
    if (c->clock != NULL && took(h, DRM_FACT_CLOCK, c->clock(d, CLOCK_SM, &v))) drm_fact_set(h, DRM_FACT_CLOCK, v * 1e6);
    if (c->max_clock != NULL && took(h, DRM_FACT_MAX_CLOCK, c->max_clock(d, CLOCK_SM, &v)))
        drm_fact_set(h, DRM_FACT_MAX_CLOCK, v * 1e6);
    if (c->clock != NULL && took(h, DRM_FACT_MEMORY_CLOCK, c->clock(d, CLOCK_MEMORY, &v)))
        drm_fact_set(h, DRM_FACT_MEMORY_CLOCK, v * 1e6);
    if (c->power != NULL && took(h, DRM_FACT_POWER, c->power(d, &v))) drm_fact_set(h, DRM_FACT_POWER, v / 1e3);
    if (c->power_limit != NULL && took(h, DRM_FACT_POWER_CAP, c->power_limit(d, &v)))
        drm_fact_set(h, DRM_FACT_POWER_CAP, v / 1e3);
    if (c->temperature != NULL && took(h, DRM_FACT_TEMPERATURE, c->temperature(d, TEMPERATURE_GPU, &v)))
        drm_fact_set(h, DRM_FACT_TEMPERATURE, v);
    if (c->fan != NULL && took(h, DRM_FACT_FAN_PERCENT, c->fan(d, &v))) drm_fact_set(h, DRM_FACT_FAN_PERCENT, v);
    if (c->link_width != NULL && took(h, DRM_FACT_LINK_WIDTH, c->link_width(d, &v)) && v > 0)
        drm_fact_set(h, DRM_FACT_LINK_WIDTH, v);
    if (c->max_link_width != NULL && took(h, DRM_FACT_MAX_LINK_WIDTH, c->max_link_width(d, &v)) && v > 0)
        drm_fact_set(h, DRM_FACT_MAX_LINK_WIDTH, v);
    if (c->link_generation != NULL && took(h, DRM_FACT_LINK_SPEED, c->link_generation(d, &v)) && v >= 1 && v <= 6)
        drm_fact_set(h, DRM_FACT_LINK_SPEED, speeds[v]);
    if (c->max_link_generation != NULL && took(h, DRM_FACT_MAX_LINK_SPEED, c->max_link_generation(d, &v)) && v >= 1 && v <= 6)
        drm_fact_set(h, DRM_FACT_MAX_LINK_SPEED, speeds[v]);
}

static drm_nvml_use *use_of(drm_nvml *n, unsigned device, uint64_t pid, int add)
{
    drm_nvml_use *u;
    size_t i;
    for (i = 0; i < n->use_count; i++)
        if (n->uses[i].device == device && n->uses[i].pid == pid) return &n->uses[i];
    if (!add) return NULL;
    n->uses = (drm_nvml_use *)cli_grow(n->uses, &n->use_room, n->use_count + 1, sizeof *n->uses);
    u = &n->uses[n->use_count++];
    memset(u, 0, sizeof *u);
    u->device = device;
    u->pid = pid;
    return u;
}

/* The processes that hold a context of one kind; if the list has grown meanwhile, it is requested again. */
static int read_list(drm_nvml *n, unsigned device, int (*list)(device_handle *, unsigned *, void *), int old, int graphics)
{
    unsigned count = 64, i, tries;
    int code = NO_SYMBOL;
    void *items = NULL;
    if (list == NULL) return code;
    for (tries = 0; tries < 8; tries++) {
        const unsigned room = count;
        free(items);
        items = cli_alloc(room, sizeof(process_info));
        code = list(n->gpus[device].handle, &count, items);
        if (code == OK && count > room) count = room;
        if (code != INSUFFICIENT_SIZE || room >= MOST_PROCESSES) break;
        count = count > room ? count + 16 : room * 2;
        if (count > MOST_PROCESSES) count = MOST_PROCESSES;
    }
    for (i = 0; code == OK && i < count; i++) {
        const unsigned pid = old ? ((process_info_1 *)items)[i].pid : ((process_info *)items)[i].pid;
        const unsigned long long used = old ? ((process_info_1 *)items)[i].used : ((process_info *)items)[i].used;
        drm_nvml_use *u = use_of(n, device, pid, 1);
        if (!u->seen) u->has_memory = u->graphics = u->compute = 0;
        u->seen = 1;
        if (graphics) u->graphics = 1;
        else u->compute = 1;
        if (used != ~0ull) { /* a process in both lists has the same figure in both */
            u->memory = used;
            u->has_memory = 1;
        }
    }
    free(items);
    return code;
}

/* Utilisation by process: the newest sample of each. A process without a sample did nothing, unless there are no samples at all
   while the device is busy. */
static void read_samples(drm_nvml *n, unsigned device, uint64_t now)
{
    gpu *g = &n->gpus[device];
    process_sample *list = NULL;
    unsigned count = 0, room = 0, i, tries;
    double busy;
    int code = NO_SYMBOL, known;
    size_t k;
    if (n->call.samples != NULL) {
        code = n->call.samples(g->handle, NULL, &count, g->last);
        /* The reference says to query the count this way, but not what is returned. */
        if (code == OK && count > 0) code = INSUFFICIENT_SIZE;
        for (tries = 0; code == INSUFFICIENT_SIZE && count > 0 && tries < 8; tries++) {
            room = count < MOST_PROCESSES ? count : MOST_PROCESSES;
            free(list);
            list = (process_sample *)cli_alloc(room, sizeof *list);
            count = room;
            code = n->call.samples(g->handle, list, &count, g->last);
        }
    }
    if (list == NULL || count > room) count = list == NULL ? 0 : room;
    known = code == OK || (code == NOT_FOUND && drm_fact_get(&n->devices[device], DRM_FACT_BUSY, &busy) && busy <= 0);
    if (code != OK) count = 0;
    for (k = 0; k < n->use_count; k++) {
        drm_nvml_use *u = &n->uses[k];
        if (u->device != device || !u->seen) continue;
        u->has_percent = known;
        memset(u->percent, 0, sizeof u->percent);
    }
    for (i = 0; i < count; i++) {
        drm_nvml_use *u = use_of(n, device, list[i].pid, 0);
        unsigned newer;
        if (list[i].time > g->last) g->last = list[i].time;
        if (u == NULL || !u->seen) continue;
        for (newer = 0; newer < count && !(list[newer].pid == list[i].pid && list[newer].time > list[i].time); newer++) {
        }
        if (newer < count) continue;
        u->percent[0] = list[i].sm;
        u->percent[1] = list[i].enc;
        u->percent[2] = list[i].dec;
    }
    for (k = 0; k < n->use_count; k++) {
        drm_nvml_use *u = &n->uses[k];
        if (u->device != device || !u->seen || !u->has_percent) continue;
        for (i = 0; i < 3; i++) {
            if (u->percent[i] > 100) u->has_percent = 0; /* no percentage */
            else if (u->time != 0 && now > u->time) u->busy[i] += (now - u->time) * u->percent[i] / 100;
        }
        u->time = now;
    }
    free(list);
}

void drm_nvml_read(drm_nvml *n, uint64_t now)
{
    unsigned i;
    size_t k, kept = 0;
    for (k = 0; k < n->use_count; k++) n->uses[k].seen = 0;
    for (i = 0; i < n->count; i++) {
        drm_hardware *h = &n->devices[i];
        int graphics, compute;
        h->has = h->refused = 0;
        if (n->gpus[i].handle == NULL) continue;
        h->state = DRM_AWAKE;
        read_facts(n, i);
        graphics = read_list(n, i, n->call.graphics, n->old_graphics, 1);
        compute = read_list(n, i, n->call.compute, n->old_compute, 0);
        /* If a device lacks one kind, that is no reason to doubt the other. */
        if (graphics == NOT_SUPPORTED && compute == OK) graphics = OK;
        if (compute == NOT_SUPPORTED && graphics == OK) compute = OK;
        n->gpus[i].list_code = compute != OK ? compute : graphics;
        if (graphics == GPU_IS_LOST || compute == GPU_IS_LOST) h->state = DRM_LOST;
        if (h->state == DRM_LOST) h->has = 0;
        else read_samples(n, i, now);
    }
    for (k = 0; k < n->use_count; k++)
        if (n->uses[k].seen) n->uses[kept++] = n->uses[k];
    n->use_count = kept;
}

const drm_hardware *drm_nvml_devices(const drm_nvml *n, size_t *count)
{
    *count = n->count;
    return n->devices;
}

const drm_nvml_use *drm_nvml_uses(const drm_nvml *n, size_t *count)
{
    *count = n->use_count;
    return n->uses;
}

void drm_nvml_put_missing(cli_buf *b, const drm_nvml *n)
{
    size_t i;
    for (i = 0; i < n->count; i++) {
        if (n->gpus[i].list_code == OK) continue;
        cli_putf(b, "%sNVML device %zu: ", b->len > 0 ? "; " : "", i);
        if (n->devices[i].state == DRM_LOST) cli_putf(b, "lost");
        else cli_putf(b, "processes not known: %s", error_text(n, n->gpus[i].list_code));
    }
}

void drm_nvml_close(drm_nvml *n)
{
    if (n == NULL) return;
    n->call.shutdown();
    dlclose(n->library);
    free(n->devices);
    free(n->gpus);
    free(n->uses);
    free(n);
}
