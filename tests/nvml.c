/* A made-up NVML with two devices and a few processes, for the tools that open one at run time. NVML_SAYS has words that
   change what it says; the macros at the top leave calls out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int started, calls;

static int says(const char *word)
{
    const char *words = getenv("NVML_SAYS");
    return words != NULL && strstr(words, word) != NULL;
}

/* A device is a pointer to its name. */
static char names[2][40] = {"Made-up H100 80GB", "Made-up T4"};

static int second(const void *device) { return device == names[1]; }

/* What every call about a device returns unless it has more to say. */
static int reply(const void *device)
{
    if (!started) return 1;
    if (second(device) && says("lost")) return 15;
    return second(device) && says("none") ? 3 : 0;
}

#ifdef OLD
int nvmlInit(void)
#else
int nvmlInit_v2(void)
#endif
{
    if (says("no-driver")) return 9;
    started = 1;
    return 0;
}

int nvmlShutdown(void)
{
    if (says("shutdown")) fputs("NVML is shut down\n", stderr);
    return started-- == 1 ? 0 : 1;
}

const char *nvmlErrorString(int code)
{
    return code == 4 ? "Insufficient Permissions" : code == 9 ? "Driver Not Loaded" : code == 15 ? "GPU is lost" : "Made Up";
}

int nvmlDeviceGetCount_v2(unsigned *count)
{
    *count = 2;
    return says("no-count") ? 999 : 0;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned i, void **device)
{
    if (i == 1 && says("no-handle")) return 4;
    if (i == 1 && says("lost-at-start")) return 15;
    *device = names[i];
    return i < 2 ? 0 : 2;
}

int nvmlDeviceGetName(void *device, char *to, unsigned room)
{
    snprintf(to, room, "%s", (char *)device);
    return reply(device);
}

struct pci {
    char legacy[16];
    unsigned domain, bus, device, id, sub;
    char bus_id[32];
};

int nvmlDeviceGetPciInfo_v3(void *device, struct pci *info)
{
    memset(info, 0, sizeof *info);
    info->bus = second(device) ? 0x65 : 0x17;
    return says("no-pci") ? 3 : 0;
}

struct rates {
    unsigned gpu, memory;
};

int nvmlDeviceGetUtilizationRates(void *device, struct rates *to)
{
    to->gpu = second(device) ? 0 : says("full") ? 100 : says("busy-101") ? 101 : 87;
    to->memory = second(device) ? 0 : says("full") ? 100 : says("memory-101") ? 101 : 33;
    return reply(device);
}

struct memory {
    unsigned long long total, free, used;
};

int nvmlDeviceGetMemoryInfo(void *device, struct memory *to)
{
    to->total = second(device) ? 16106127360ull : 85520809984ull;
    to->used = second(device) ? 3145728 : 42949672960ull;
    to->free = to->total - to->used;
    return says("no-rights") ? 4 : reply(device);
}

static int number(void *device, unsigned *to, unsigned first, unsigned other)
{
    *to = second(device) ? other : first;
    return reply(device);
}

int nvmlDeviceGetClockInfo(void *device, int kind, unsigned *to) { return number(device, to, kind == 1 ? 1755 : kind == 2 ? 2619 : 1, 300); }
int nvmlDeviceGetMaxClockInfo(void *device, int kind, unsigned *to) { return number(device, to, kind == 1 ? 1980 : 1, 1590); }
int nvmlDeviceGetPowerUsage(void *device, unsigned *to) { return number(device, to, 512340, 9870); }
int nvmlDeviceGetEnforcedPowerLimit(void *device, unsigned *to) { return number(device, to, 700000, 70000); }
int nvmlDeviceGetTemperature(void *device, int kind, unsigned *to) { return number(device, to, kind == 0 ? 58 : 1, 36); }
int nvmlDeviceGetCurrPcieLinkWidth(void *device, unsigned *to) { return number(device, to, 16, 8); }
int nvmlDeviceGetMaxPcieLinkWidth(void *device, unsigned *to) { return number(device, to, 16, 16); }
int nvmlDeviceGetCurrPcieLinkGeneration(void *device, unsigned *to) { return number(device, to, 5, 1); }
int nvmlDeviceGetMaxPcieLinkGeneration(void *device, unsigned *to) { return number(device, to, 5, 3); }
/* No nvmlDeviceGetFanSpeed: a symbol that is missing. */

struct process {
    unsigned pid;
    unsigned long long used;
#ifndef OLD
    unsigned instance[2];
#endif
};

static int list(void *device, unsigned *count, struct process *to, unsigned base, unsigned n)
{
    unsigned i;
    if (says("no-list")) return 4;
    if (reply(device) != 0 && !says("lists-work")) return reply(device);
    if (second(device)) n = 0;
    if (says("many")) n = 300; /* more than anybody asks for at first */
    if (*count < n) {
        *count = n;
        return 7;
    }
    memset(to, 0, n * sizeof *to);
    for (i = 0; i < n; i++) {
        to[i].pid = base + i;
        to[i].used = 1ull << (30 + i % 4);
        if (i == 1) to[i].used = ~0ull;
    }
    *count = n;
    return 0;
}

#ifdef OLD
int nvmlDeviceGetComputeRunningProcesses(void *device, unsigned *count, struct process *to)
#else
int nvmlDeviceGetComputeRunningProcesses_v3(void *device, unsigned *count, struct process *to)
#endif
{
    return list(device, count, to, 4000, 2);
}

#ifdef OLD
int nvmlDeviceGetGraphicsRunningProcesses(void *device, unsigned *count, struct process *to)
#else
int nvmlDeviceGetGraphicsRunningProcesses_v3(void *device, unsigned *count, struct process *to)
#endif
{
    return says("no-graphics") ? 3 : list(device, count, to, 4001, 2);
}

struct sample {
    unsigned pid;
    unsigned long long time;
    unsigned sm, memory, enc, dec;
};

#ifndef NO_SAMPLES
int nvmlDeviceGetProcessUtilization(void *device, struct sample *to, unsigned *count, unsigned long long since)
{
    (void)since;
    if (reply(device) != 0) return reply(device);
    if (says("no-samples") || second(device)) return 6;
    if (to == NULL || *count < 3) {
        const int code = to == NULL && says("count-is-fine") ? 0 : 7;
        *count = 3;
        return code;
    }
    memset(to, 0, 3 * sizeof *to);
    calls++;
    to[0].pid = to[1].pid = 4000;
    to[0].time = 2000000ull + (unsigned)calls;
    to[1].time = 1000000ull; /* older, in any order */
    to[0].sm = says("full") ? 100 : 75;
    to[1].sm = 5;
    to[2].pid = 4001;
    to[2].time = 1500000;
    to[2].sm = says("odd") ? 4294967295u : 12;
    to[2].enc = 40;
    *count = 3;
    return 0;
}
#endif
