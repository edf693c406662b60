#include "kfd.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MOST_GPUS 64
#define TOP "sys/class/kfd/kfd/"

typedef struct gpu {
    char id[16]; /* what the kernel calls it in names of files */
    char pdev[32];
} gpu;

/* A short file as a string; DRM_FILE_... */
static int text_of(const drm_files *files, const char *path, char *to, size_t room)
{
    size_t len = 0;
    const int reply = files->read_fn(files->user, path, to, room - 1, &len);
    to[reply == DRM_FILE_OK ? len : 0] = 0;
    return reply;
}

/* All of a text is a number, but for white space at its end. */
static int whole(const char *text, uint64_t *value)
{
    const size_t digits = strspn(text, "0123456789");
    *value = strtoull(text, NULL, 10);
    return digits > 0 && digits < 20 && text[digits + strspn(text + digits, " \n")] == 0;
}

/* The number after a name in lines "NAME NUMBER"; 0: there is none. */
static int property(const char *text, const char *name, uint64_t *value)
{
    const size_t len = strlen(name);
    const char *at = text;
    while (at != NULL) {
        if (strncmp(at, name, len) == 0 && at[len] == ' ' && at[len + 1] >= '0' && at[len + 1] <= '9') {
            *value = strtoull(at + len + 1, NULL, 10);
            return 1;
        }
        at = strchr(at, '\n');
        if (at != NULL) at++;
    }
    return 0;
}

/* The nodes of the topology that are GPUs: bus, device and function are in location_id as in PCI. */
static size_t find_gpus(const drm_files *files, gpu list[MOST_GPUS])
{
    cli_buf names = {NULL, 0, 0};
    char path[160], text[4096];
    size_t at, count = 0;
    if (files->list_fn(files->user, TOP "topology/nodes", &names) == DRM_FILE_OK)
        for (at = 0; at < names.len && count < MOST_GPUS; at += strlen(names.ptr + at) + 1) {
            gpu *g = &list[count];
            uint64_t id, place, domain;
            if (strlen(names.ptr + at) > 16) continue;
            snprintf(path, sizeof path, TOP "topology/nodes/%s/gpu_id", names.ptr + at);
            if (text_of(files, path, text, sizeof text) != DRM_FILE_OK || !whole(text, &id) || id == 0 || id > UINT32_MAX) continue;
            snprintf(g->id, sizeof g->id, "%" PRIu64, id);
            snprintf(path, sizeof path, TOP "topology/nodes/%s/properties", names.ptr + at);
            if (text_of(files, path, text, sizeof text) != DRM_FILE_OK || !property(text, "location_id", &place)) continue;
            if (!property(text, "domain", &domain)) domain = 0;
            snprintf(g->pdev, sizeof g->pdev, "%04x:%02x:%02x.%x", (unsigned)(domain & 0xffffffff), (unsigned)(place >> 8 & 0xff),
                     (unsigned)(place >> 3 & 0x1f), (unsigned)(place & 7));
            count++;
        }
    cli_buf_free(&names);
    return count;
}

/* What a process does on a GPU; 0: nothing, or it cannot be read. */
static int use_of(const drm_files *files, uint64_t pid, const gpu *g, drm_kfd_use *u, int *refused)
{
    static const struct {
        unsigned flag;
        char before[8], after[16];
    } values[] = {{DRM_KFD_VRAM, "vram_", ""}, {DRM_KFD_SDMA, "sdma_", ""}, {DRM_KFD_UNITS, "stats_", "/cu_occupancy"},
                  {DRM_KFD_EVICTED, "stats_", "/evicted_ms"}};
    uint64_t *const to[] = {&u->vram, &u->sdma, &u->units, &u->evicted};
    size_t i;
    memset(u, 0, sizeof *u);
    for (i = 0; i < 4; i++) {
        char path[160], text[64];
        int reply;
        snprintf(path, sizeof path, TOP "proc/%" PRIu64 "/%s%.15s%s", pid, values[i].before, g->id, values[i].after);
        reply = text_of(files, path, text, sizeof text);
        *refused |= reply == DRM_FILE_REFUSED;
        if (reply == DRM_FILE_OK && whole(text, to[i])) u->has |= values[i].flag;
    }
    return u->vram > 0 || u->sdma > 0 || u->units > 0;
}

void drm_kfd_read(drm_kfd *k, const drm_files *files)
{
    gpu gpus[MOST_GPUS];
    cli_buf names = {NULL, 0, 0};
    size_t at, i, count;
    k->count = 0;
    k->refused = 0;
    if (files->read_fn == NULL || files->list_fn(files->user, TOP "proc", &names) != DRM_FILE_OK) return;
    count = find_gpus(files, gpus);
    for (at = 0; at < names.len; at += strlen(names.ptr + at) + 1) {
        uint64_t pid;
        int refused = 0;
        if (!whole(names.ptr + at, &pid) || strlen(names.ptr + at) > 10) continue;
        for (i = 0; i < count; i++) {
            drm_kfd_use u;
            if (!use_of(files, pid, &gpus[i], &u, &refused)) continue;
            u.pid = pid;
            u.gpu = (unsigned)i;
            memcpy(u.pdev, gpus[i].pdev, sizeof u.pdev);
            k->list = (drm_kfd_use *)cli_grow(k->list, &k->room, k->count + 1, sizeof *k->list);
            k->list[k->count++] = u;
        }
        k->refused += refused != 0;
    }
    cli_buf_free(&names);
}

void drm_kfd_free(drm_kfd *k)
{
    free(k->list);
    memset(k, 0, sizeof *k);
}
