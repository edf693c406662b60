#include "hardware.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_DEVICES 64

const drm_fact drm_facts[DRM_FACTS] = {
    {"vram_used_bytes", "memory_used_bytes", "bytes", 1, "Memory of the device in use, by whomever."},
    {"vram_total_bytes", "memory_size_bytes", "bytes", 1, "Size of the memory of the device."},
    {"gtt_used_bytes", "gtt_used_bytes", "bytes", 1, "Memory of the system in use through the device's page table, by whomever."},
    {"gtt_total_bytes", "gtt_size_bytes", "bytes", 1, "Memory of the system that the device may use at most."},
    {"clock_hz", "clock_hertz", "hertz", 1, "Clock now."},
    {"max_clock_hz", "max_clock_hertz", "hertz", 1, "Highest clock allowed."},
    {"memory_clock_hz", "memory_clock_hertz", "hertz", 1, "Clock of the memory now."},
    {"temperature_celsius", "temperature_celsius", "celsius", 1, "Temperature."},
    {"junction_celsius", "junction_temperature_celsius", "celsius", 1, "Temperature of the hottest place of the chip."},
    {"memory_celsius", "memory_temperature_celsius", "celsius", 1, "Temperature of the memory."},
    {"power_watts", "power_watts", "watts", 1, "Power drawn."},
    {"power_cap_watts", "power_limit_watts", "watts", 1, "Limit of the power."},
    {"energy_joules", "energy_joules_total", "joules", 1, "Energy drawn, as the device counts it."},
    {"fan_rpm", "fan_speed_rpm", "rpm", 1, "Speed of the fan."},
    {"fan_percent", "fan_speed_ratio", "ratio", 100, "Speed of the fan by its highest."},
    {"link_width", "pcie_link_width_lanes", "lanes", 1, "Lanes of the PCIe link now."},
    {"max_link_width", "pcie_link_max_width_lanes", "lanes", 1, "Lanes of the PCIe link at most."},
    {"link_transfers_per_second", "pcie_link_transfers_per_second", NULL, 1, "Transfers per lane of the PCIe link now."},
    {"max_link_transfers_per_second", "pcie_link_max_transfers_per_second", NULL, 1,
     "Transfers per lane of the PCIe link at most."},
    {"busy_percent", "busy_ratio", "ratio", 100, "Share of the time the device was busy, by its own account."},
    {"memory_busy_percent", "memory_busy_ratio", "ratio", 100, "Share of the time its memory was read or written."}};

/* Files --------------------------------------------------------------------------------------------------------- */

static int reply_of(int error)
{
    if (error == EACCES || error == EPERM) return DRM_FILE_REFUSED;
    return error == ENOENT || error == ENOTDIR ? DRM_FILE_NONE : DRM_FILE_FAILED;
}

static int folder_of(void *user) { return *(int *)user; }

static int file_read(void *user, const char *path, char *to, size_t room, size_t *len)
{
    const int fd = openat(folder_of(user), path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n = 0;
    int reply = DRM_FILE_OK;
    *len = 0;
    if (fd < 0) return reply_of(errno);
    while (*len < room && (n = read(fd, to + *len, room - *len)) > 0) *len += (size_t)n;
    if (n < 0) reply = reply_of(errno);
    close(fd);
    return reply;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Sorted by name, so that devices have the same numbers each time. */
static int file_list(void *user, const char *path, cli_buf *names)
{
    const int fd = openat(folder_of(user), path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
    const struct dirent *e;
    char **list = NULL;
    size_t count = 0, room = 0, i;
    const int error = errno;
    if (folder == NULL) {
        if (fd >= 0) close(fd);
        return reply_of(error);
    }
    while ((e = readdir(folder)) != NULL) {
        if (e->d_name[0] == '.') continue;
        list = (char **)cli_grow(list, &room, count + 1, sizeof *list);
        list[count] = (char *)cli_alloc(strlen(e->d_name) + 1, 1);
        strcpy(list[count++], e->d_name);
    }
    closedir(folder);
    if (count > 0) qsort(list, count, sizeof *list, by_name);
    for (i = 0; i < count; i++) {
        cli_put(names, list[i], strlen(list[i]) + 1);
        free(list[i]);
    }
    free(list);
    return DRM_FILE_OK;
}

static int file_link(void *user, const char *path, char *to, size_t room)
{
    char text[512];
    const ssize_t n = readlinkat(folder_of(user), path, text, sizeof text - 1);
    const char *name;
    to[0] = 0;
    if (n < 0) return errno == EINVAL ? DRM_FILE_NONE : reply_of(errno);
    text[n] = 0;
    name = strrchr(text, '/');
    snprintf(to, room, "%s", name != NULL ? name + 1 : text);
    return DRM_FILE_OK;
}

static void file_close(void *user)
{
    close(folder_of(user));
    free(user);
}

int drm_files_open(drm_files *files, const char *root)
{
    cli_buf path = {NULL, 0, 0};
    int fd;
    memset(files, 0, sizeof *files);
    cli_putf(&path, "%s/..", root);
    fd = open(path.ptr, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    cli_buf_free(&path);
    if (fd < 0) return 0;
    files->user = cli_alloc(1, sizeof fd);
    memcpy(files->user, &fd, sizeof fd);
    files->read_fn = file_read;
    files->list_fn = file_list;
    files->link_fn = file_link;
    files->close_fn = file_close;
    return 1;
}

/* Numbers ------------------------------------------------------------------------------------------------------- */

void drm_fact_set(drm_hardware *h, int fact, double value)
{
    /* A temperature may be below 0; nothing else can. */
    const int is_temperature =
        fact == DRM_FACT_TEMPERATURE || fact == DRM_FACT_JUNCTION_TEMPERATURE || fact == DRM_FACT_MEMORY_TEMPERATURE;
    if (!isfinite(value) || (value < 0 && !is_temperature)) return;
    h->fact[fact] = value;
    h->has |= 1u << fact;
}

int drm_fact_get(const drm_hardware *h, int fact, double *value)
{
    *value = 0;
    if (h == NULL || (h->has & 1u << fact) == 0) return 0;
    *value = h->fact[fact];
    return 1;
}

/* The decimal number at the start of text, and where it ends; NULL: none. */
static const char *number(const char *p, double *value)
{
    double sign = 1, place = 1;
    int digits = 0;
    *value = 0;
    if (*p == '-') {
        sign = -1;
        p++;
    }
    for (; *p >= '0' && *p <= '9'; p++, digits++) *value = *value * 10 + (*p - '0');
    if (digits > 0 && *p == '.')
        for (p++; *p >= '0' && *p <= '9'; p++) *value += (*p - '0') * (place /= 10);
    *value *= sign;
    return digits > 0 && digits < 20 ? p : NULL;
}

/* A reader of one device: its folder in class/drm or class/accel, and those of its sensors and clocks, if any. */
typedef struct probe {
    const drm_files *files;
    drm_hardware *h;
    char node[64], hwmon[192], devfreq[192];
} probe;

/* A short file as a string without trailing whitespace; 0 if there is none. fact: what a refusal hides; below 0: nothing. */
static int text_of(const probe *p, int fact, const char *folder, const char *name, char *to, size_t room)
{
    char path[320];
    size_t len = 0;
    int reply;
    to[0] = 0;
    if (folder[0] == 0) return 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    reply = p->files->read_fn(p->files->user, path, to, room - 1, &len);
    if (reply == DRM_FILE_REFUSED && fact >= 0) p->h->refused |= 1u << fact;
    if (reply != DRM_FILE_OK) len = 0;
    while (len > 0 && (to[len - 1] == '\n' || to[len - 1] == ' ')) len--;
    to[len] = 0;
    return len > 0;
}

/* A file that holds a number and nothing else. */
static int number_of(const probe *p, int fact, const char *folder, const char *name, double *value)
{
    char text[64];
    const char *end;
    if (!text_of(p, fact, folder, name, text, sizeof text)) return 0;
    end = number(text, value);
    return end != NULL && *end == 0;
}

/* Facts that are a number in a file; the first file with a number wins. */
enum { IN_NODE, IN_HWMON, IN_DEVFREQ };

static const struct {
    int fact, where;
    double times, per; /* value = number * times / per; multiplying by 1e-6 would round twice */
    const char *file;
} files_of[] = {
    /* amdgpu */
    {DRM_FACT_VRAM_USED, IN_NODE, 1, 1, "device/mem_info_vram_used"},
    {DRM_FACT_VRAM_TOTAL, IN_NODE, 1, 1, "device/mem_info_vram_total"},
    {DRM_FACT_GTT_USED, IN_NODE, 1, 1, "device/mem_info_gtt_used"},
    {DRM_FACT_GTT_TOTAL, IN_NODE, 1, 1, "device/mem_info_gtt_total"},
    {DRM_FACT_BUSY, IN_NODE, 1, 1, "device/gpu_busy_percent"},
    {DRM_FACT_MEMORY_BUSY, IN_NODE, 1, 1, "device/mem_busy_percent"},
    {DRM_FACT_CLOCK, IN_HWMON, 1, 1, "freq1_input"},
    {DRM_FACT_MEMORY_CLOCK, IN_HWMON, 1, 1, "freq2_input"},
    /* i915; MHz */
    {DRM_FACT_CLOCK, IN_NODE, 1e6, 1, "gt_act_freq_mhz"},
    {DRM_FACT_CLOCK, IN_NODE, 1e6, 1, "gt_cur_freq_mhz"},
    {DRM_FACT_MAX_CLOCK, IN_NODE, 1e6, 1, "gt_max_freq_mhz"},
    /* xe; MHz, of its first GT */
    {DRM_FACT_CLOCK, IN_NODE, 1e6, 1, "device/tile0/gt0/freq0/act_freq"},
    {DRM_FACT_CLOCK, IN_NODE, 1e6, 1, "device/tile0/gt0/freq0/cur_freq"},
    {DRM_FACT_MAX_CLOCK, IN_NODE, 1e6, 1, "device/tile0/gt0/freq0/max_freq"},
    /* msm, panfrost, panthor, lima, etnaviv */
    {DRM_FACT_CLOCK, IN_DEVFREQ, 1, 1, "cur_freq"},
    {DRM_FACT_MAX_CLOCK, IN_DEVFREQ, 1, 1, "max_freq"},
    /* ivpu; MHz */
    {DRM_FACT_CLOCK, IN_NODE, 1e6, 1, "device/npu_current_frequency_mhz"},
    {DRM_FACT_MAX_CLOCK, IN_NODE, 1e6, 1, "device/npu_max_frequency_mhz"},
    /* hwmon: uW */
    {DRM_FACT_POWER, IN_HWMON, 1, 1e6, "power1_average"},
    {DRM_FACT_POWER, IN_HWMON, 1, 1e6, "power1_input"},
    {DRM_FACT_FAN, IN_HWMON, 1, 1, "fan1_input"},
    {DRM_FACT_LINK_WIDTH, IN_NODE, 1, 1, "device/current_link_width"},
    {DRM_FACT_MAX_LINK_WIDTH, IN_NODE, 1, 1, "device/max_link_width"}};

static void simple_facts(const probe *p)
{
    size_t i;
    for (i = 0; i < sizeof files_of / sizeof *files_of; i++) {
        const int fact = files_of[i].fact;
        double value;
        const char *folder = files_of[i].where == IN_HWMON ? p->hwmon : files_of[i].where == IN_DEVFREQ ? p->devfreq : p->node;
        if ((p->h->has & 1u << fact) != 0) continue;
        if (number_of(p, fact, folder, files_of[i].file, &value)) drm_fact_set(p->h, fact, value * files_of[i].times / files_of[i].per);
    }
}

/* amdgpu: "0: 500Mhz" and so on, with a "*" after the current one. */
static void dpm_clock(const probe *p)
{
    char text[1024];
    const char *at = text;
    double most = 0, now = -1;
    if (!text_of(p, DRM_FACT_MAX_CLOCK, p->node, "device/pp_dpm_sclk", text, sizeof text)) return;
    for (;;) {
        const char *colon = strchr(at, ':'), *end = strchr(at, '\n'), *after;
        double mhz;
        if (colon != NULL && (end == NULL || colon < end)) {
            for (colon++; *colon == ' '; colon++) {
            }
            after = number(colon, &mhz);
            if (after != NULL && (after[0] == 'M' || after[0] == 'm')) {
                const char *star = strchr(after, '*');
                if (mhz > most) most = mhz;
                if (star != NULL && (end == NULL || star < end)) now = mhz;
            }
        }
        if (end == NULL) break;
        at = end + 1;
    }
    if (most > 0 && (p->h->has & 1u << DRM_FACT_MAX_CLOCK) == 0) drm_fact_set(p->h, DRM_FACT_MAX_CLOCK, most * 1e6);
    if (now >= 0 && (p->h->has & 1u << DRM_FACT_CLOCK) == 0) drm_fact_set(p->h, DRM_FACT_CLOCK, now * 1e6);
}

/* Of several sensors, the chip's: "edge" of amdgpu, "pkg" of xe; else the first. In mC. */
static void temperature(const probe *p)
{
    static const struct {
        char label[16];
        int fact;
    } places[] = {{"junction", DRM_FACT_JUNCTION_TEMPERATURE}, {"mem", DRM_FACT_MEMORY_TEMPERATURE}, /* amdgpu */
                  {"vram", DRM_FACT_MEMORY_TEMPERATURE}};                                            /* xe */
    size_t k;
    int i;
    for (i = 1; i <= 4; i++) {
        char name[32], label[32];
        double value;
        int chip;
        snprintf(name, sizeof name, "temp%d_label", i);
        (void)text_of(p, -1, p->hwmon, name, label, sizeof label);
        chip = strcmp(label, "edge") == 0 || strcmp(label, "pkg") == 0;
        snprintf(name, sizeof name, "temp%d_input", i);
        for (k = 0; k < sizeof places / sizeof *places; k++)
            if (strcmp(label, places[k].label) == 0 && number_of(p, places[k].fact, p->hwmon, name, &value))
                drm_fact_set(p->h, places[k].fact, value / 1000);
        if ((p->h->has & 1u << DRM_FACT_TEMPERATURE) != 0 && !chip) continue;
        if (number_of(p, DRM_FACT_TEMPERATURE, p->hwmon, name, &value)) drm_fact_set(p->h, DRM_FACT_TEMPERATURE, value / 1000);
    }
}

/* i915 and xe count uJ, so power is the growth between two readings, over time. */
static void energy(const probe *p, uint64_t now)
{
    drm_hardware *h = p->h;
    double joule;
    if (!number_of(p, DRM_FACT_ENERGY, p->hwmon, "energy1_input", &joule) &&
        !number_of(p, DRM_FACT_ENERGY, p->hwmon, "energy2_input", &joule)) {
        h->energy_time = 0;
        return;
    }
    joule /= 1e6;
    drm_fact_set(h, DRM_FACT_ENERGY, joule);
    if ((h->has & 1u << DRM_FACT_POWER) == 0 && h->energy_time != 0 && now > h->energy_time)
        drm_fact_set(h, DRM_FACT_POWER, (joule - h->energy) / ((double)(now - h->energy_time) / 1e9));
    h->energy = joule;
    h->energy_time = now;
}

/* A limit of 0 means no limit. */
static void power_cap(const probe *p)
{
    static const char names[][16] = {"power1_cap", "power1_max", "power2_cap", "power2_max"};
    size_t i;
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        double value;
        if (number_of(p, DRM_FACT_POWER_CAP, p->hwmon, names[i], &value) && value > 0) {
            drm_fact_set(p->h, DRM_FACT_POWER_CAP, value / 1e6);
            return;
        }
    }
}

static void fan_share(const probe *p)
{
    double value, most;
    if (!number_of(p, DRM_FACT_FAN_PERCENT, p->hwmon, "pwm1", &value)) return;
    if (!number_of(p, -1, p->hwmon, "pwm1_max", &most) || most <= 0) most = 255; /* the range of every pwmN in hwmon */
    if (value <= most) drm_fact_set(p->h, DRM_FACT_FAN_PERCENT, value / most * 100);
}

/* "16.0 GT/s PCIe"; a device that is not a PCIe endpoint has "Unknown" and a width of 0 or 255. */
static void link_speed(const probe *p)
{
    static const struct {
        int fact, width;
        char file[32];
    } speeds[] = {{DRM_FACT_LINK_SPEED, DRM_FACT_LINK_WIDTH, "device/current_link_speed"},
                  {DRM_FACT_MAX_LINK_SPEED, DRM_FACT_MAX_LINK_WIDTH, "device/max_link_speed"}};
    size_t i;
    for (i = 0; i < 2; i++) {
        char text[64];
        double value;
        const char *end;
        (void)text_of(p, speeds[i].fact, p->node, speeds[i].file, text, sizeof text);
        end = number(text, &value);
        if (end != NULL && strncmp(end, " GT/s", 5) == 0 && value > 0) drm_fact_set(p->h, speeds[i].fact, value * 1e9);
        else p->h->has &= ~(1u << speeds[i].width);
        if (p->h->fact[speeds[i].width] <= 0) p->h->has &= ~(1u << speeds[i].width);
    }
}

/* Names --------------------------------------------------------------------------------------------------------- */

/* The value of a line KEY=VALUE; "" if there is none. */
static void value_of(const char *text, const char *key, char *to, size_t room)
{
    const size_t len = strlen(key);
    const char *at = text;
    to[0] = 0;
    while (at != NULL) {
        if (strncmp(at, key, len) == 0 && at[len] == '=') {
            size_t n = strcspn(at + len + 1, "\n");
            if (n >= room) n = room - 1;
            memcpy(to, at + len + 1, n);
            to[n] = 0;
            return;
        }
        at = strchr(at, '\n');
        if (at != NULL) at++;
    }
}

/* A whole file, with a NUL appended; NULL if there is none. */
static char *big_file(const drm_files *files, const char *path)
{
    const size_t room = (size_t)8 << 20;
    char *text = (char *)malloc(room + 1);
    size_t len;
    if (text == NULL) return NULL;
    if (files->read_fn(files->user, path, text, room, &len) != DRM_FILE_OK || len == 0) {
        free(text);
        return NULL;
    }
    text[len] = 0;
    return text;
}

static int same_hex(const char *a, const char *b, size_t n)
{
    for (; n > 0; n--, a++, b++) {
        const char x = *a >= 'A' && *a <= 'F' ? (char)(*a + 32) : *a, y = *b >= 'A' && *b <= 'F' ? (char)(*b + 32) : *b;
        if (x != y) return 0;
    }
    return 1;
}

/* pci.ids: a line "VENDOR  name", then "TAB DEVICE  name" for each of its devices. Of "chip [product]", the product. */
static void pci_name(const char *text, const char *vendor, const char *device, char *to, size_t room)
{
    const char *at = text;
    int ours = 0;
    while (at != NULL && *at != 0) {
        if (at[0] != '\t' && at[0] != '#' && at[0] != '\n') {
            if (ours) return;
            ours = same_hex(at, vendor, 4) && at[4] == ' ';
        } else if (ours && at[0] == '\t' && at[1] != '\t' && same_hex(at + 1, device, 4) && at[5] == ' ') {
            const char *from = at + 7, *end = from + strcspn(from, "\n"), *open = end;
            while (open > from && *open != '[') open--;
            if (end > from && end[-1] == ']' && *open == '[') {
                from = open + 1;
                end--;
            }
            snprintf(to, room, "%.*s", (int)(end - from > 90 ? 90 : end - from), from);
            return;
        }
        at = strchr(at, '\n');
        if (at != NULL) at++;
    }
}

/* amdgpu.ids: "DEVICE, REVISION, name". */
static void amdgpu_name(const char *text, const char *device, const char *revision, char *to, size_t room)
{
    const char *at = text;
    while (at != NULL && *at != 0) {
        const char *comma = strchr(at, ','), *end = at + strcspn(at, "\n");
        if (*at != '#' && comma == at + 4 && same_hex(at, device, 4)) {
            const char *r = comma + 1;
            while (*r == ' ' || *r == '\t') r++;
            if (same_hex(r, revision, 2) && r[2] == ',') {
                for (r += 3; *r == ' ' || *r == '\t'; r++) {
                }
                snprintf(to, room, "%.*s", (int)(end - r > 90 ? 90 : end - r), r);
                return;
            }
        }
        at = *end != 0 ? end + 1 : NULL;
    }
}

static void find_name(const probe *p, const char *uevent)
{
    static const char lists[][32] = {"usr/share/misc/pci.ids", "usr/share/hwdata/pci.ids"};
    drm_hardware *h = p->h;
    char id[32], revision[16];
    char *text;
    size_t i;
    if (text_of(p, -1, p->node, "device/product_name", h->name, sizeof h->name)) return;
    value_of(uevent, "PCI_ID", id, sizeof id);
    if (strlen(id) == 9 && id[4] == ':') {
        (void)text_of(p, -1, p->node, "device/revision", revision, sizeof revision);
        if (strncmp(id, "1002", 4) == 0 && strlen(revision) == 4 &&
            (text = big_file(p->files, "usr/share/libdrm/amdgpu.ids")) != NULL) {
            amdgpu_name(text, id + 5, revision + 2, h->name, sizeof h->name);
            free(text);
        }
        for (i = 0; h->name[0] == 0 && i < 2; i++)
            if ((text = big_file(p->files, lists[i])) != NULL) {
                pci_name(text, id, id + 5, h->name, sizeof h->name);
                free(text);
            }
    } else
        value_of(uevent, "OF_COMPATIBLE_0", h->name, sizeof h->name);
}

/* Devices ------------------------------------------------------------------------------------------------------- */

/* The first name in a folder with this prefix; 0 if there is none. */
static int first_name(const drm_files *files, const char *folder, const char *start, char *to, size_t room)
{
    cli_buf names = {NULL, 0, 0};
    size_t at;
    int found = 0;
    to[0] = 0;
    if (files->list_fn(files->user, folder, &names) == DRM_FILE_OK)
        for (at = 0; at < names.len && !found; at += strlen(names.ptr + at) + 1)
            if (strncmp(names.ptr + at, start, strlen(start)) == 0 && strlen(names.ptr + at) < room) {
                snprintf(to, room, "%s", names.ptr + at);
                found = 1;
            }
    cli_buf_free(&names);
    return found;
}

/* The first folder inside a folder of the device; of several hwmon folders (i915 has an extra one per GT), the one named after
   the driver. */
static void sub_folder(const probe *p, const char *name, char *to, size_t room)
{
    cli_buf names = {NULL, 0, 0};
    char path[128], word[64];
    size_t at;
    snprintf(path, sizeof path, "%s/device/%s", p->node, name);
    to[0] = 0;
    if (p->files->list_fn(p->files->user, path, &names) == DRM_FILE_OK)
        for (at = 0; at < names.len; at += strlen(names.ptr + at) + 1) {
            char folder[192];
            if (strlen(names.ptr + at) >= 64) continue;
            snprintf(folder, sizeof folder, "%s/%s", path, names.ptr + at);
            if (to[0] == 0 || (text_of(p, -1, folder, "name", word, sizeof word) && strcmp(word, p->h->driver) == 0))
                snprintf(to, room, "%s", folder);
        }
    cli_buf_free(&names);
}

static void read_device(drm_machine *m, const char *class_name, const char *node, uint64_t now)
{
    char uevent[2048], status[32], path[128];
    drm_hardware *h = NULL;
    size_t i;
    int known;
    probe p;
    memset(&p, 0, sizeof p);
    p.files = &m->files;
    snprintf(p.node, sizeof p.node, "sys/class/%s/%s", class_name, node);
    for (i = 0; i < m->count; i++)
        if (m->list[i].source == DRM_FROM_SYSFS && strcmp(m->list[i].card, node) == 0) h = &m->list[i];
    if (h == NULL) {
        if (m->count == MOST_DEVICES) return;
        m->list = (drm_hardware *)cli_grow(m->list, &m->room, m->count + 1, sizeof *m->list);
        h = &m->list[m->count++];
        memset(h, 0, sizeof *h);
        snprintf(h->card, sizeof h->card, "%s", node);
    }
    p.h = h;
    h->seen = 1;
    known = text_of(&p, -1, p.node, "device/uevent", uevent, sizeof uevent);
    value_of(uevent, "PCI_SLOT_NAME", status, sizeof status);
    /* New, or another device under the same node. */
    if (known && (h->driver[0] == 0 || strcmp(status, h->pdev) != 0)) {
        value_of(uevent, "DRIVER", h->driver, sizeof h->driver);
        snprintf(h->pdev, sizeof h->pdev, "%s", status);
        snprintf(path, sizeof path, "%s/device/drm", p.node);
        (void)first_name(&m->files, path, "renderD", h->render, sizeof h->render);
        snprintf(path, sizeof path, "%s/device", p.node);
        if (h->pdev[0] != 0 || m->files.link_fn == NULL ||
            m->files.link_fn(m->files.user, path, h->platform, sizeof h->platform) != DRM_FILE_OK)
            h->platform[0] = 0;
        h->name[0] = 0;
        h->energy_time = 0;
        find_name(&p, uevent);
    }
    h->has = h->refused = 0;
    h->busy_count = 0;
    (void)text_of(&p, -1, p.node, "device/power/runtime_status", status, sizeof status);
    h->state = strcmp(status, "suspended") == 0 ? DRM_ASLEEP : DRM_AWAKE;
    if (h->state == DRM_ASLEEP) {
        h->energy_time = 0;
        return;
    }
    sub_folder(&p, "hwmon", p.hwmon, sizeof p.hwmon);
    sub_folder(&p, "devfreq", p.devfreq, sizeof p.devfreq);
    simple_facts(&p);
    dpm_clock(&p);
    temperature(&p);
    energy(&p, now);
    power_cap(&p);
    fan_share(&p);
    link_speed(&p);
    h->refused &= ~h->has;
}

/* "card0", not "card0-HDMI-A-1". */
static int is_node(const char *name, const char *start)
{
    const size_t n = strlen(start);
    return strncmp(name, start, n) == 0 && name[n] != 0 && name[n + strspn(name + n, "0123456789")] == 0 && strlen(name) < 16;
}

void drm_machine_read(drm_machine *m, uint64_t now)
{
    static const struct {
        char class_name[8], start[8];
    } classes[] = {{"drm", "card"}, {"accel", "accel"}};
    size_t i, k, n = 0;
    if (m->files.read_fn == NULL) return;
    for (i = 0; i < m->count; i++) m->list[i].seen = 0;
    for (i = 0; i < 2; i++) {
        cli_buf names = {NULL, 0, 0};
        char path[48];
        int reply;
        snprintf(path, sizeof path, "sys/class/%s", classes[i].class_name);
        reply = m->files.list_fn(m->files.user, path, &names);
        for (k = 0; reply == DRM_FILE_OK && k < names.len; k += strlen(names.ptr + k) + 1)
            if (is_node(names.ptr + k, classes[i].start)) read_device(m, classes[i].class_name, names.ptr + k, now);
        cli_buf_free(&names);
        if (reply == DRM_FILE_OK || reply == DRM_FILE_NONE) continue;
        /* Perhaps descriptors ran out: the devices still exist, but nothing is known about them now. */
        for (k = 0; k < m->count; k++)
            if (strncmp(m->list[k].card, classes[i].start, strlen(classes[i].start)) == 0) {
                m->list[k].seen = 1;
                m->list[k].has = m->list[k].refused = 0;
                m->list[k].busy_count = 0;
            }
    }
    for (i = 0; i < m->count; i++)
        if (m->list[i].seen) m->list[n++] = m->list[i];
    m->count = n;
}

const char *drm_hardware_label(const drm_hardware *h)
{
    return h->pdev[0] != 0 ? h->pdev : h->platform[0] != 0 ? h->platform : h->card[0] != 0 ? h->card : h->driver;
}

void drm_machine_close(drm_machine *m)
{
    if (m->files.close_fn != NULL) m->files.close_fn(m->files.user);
    free(m->list);
    memset(m, 0, sizeof *m);
}

/* Words --------------------------------------------------------------------------------------------------------- */

void drm_bytes(char *to, uint64_t bytes)
{
    static const char units[] = "BKMGTPE";
    double value = (double)bytes;
    int unit = 0;
    while (value >= 1023.5 && unit < 6) {
        value /= 1024;
        unit++;
    }
    if (unit == 0) snprintf(to, 16, "%" PRIu64, bytes);
    else if (value < 9.95) snprintf(to, 16, "%.1f%c", value, units[unit]);
    else snprintf(to, 16, "%.0f%c", value, units[unit]);
}

/* "NOW/MOST UNIT", "-" for an unknown one; nothing at all if both are. */
static void put_pair(cli_buf *b, const drm_hardware *h, int now, int most, double scale, const char *unit)
{
    double value;
    if ((h->has & (1u << now | 1u << most)) == 0) {
        cli_putf(b, "  - %s", unit);
        return;
    }
    if (drm_fact_get(h, now, &value)) cli_putf(b, "  %.0f", value * scale);
    else cli_putf(b, "  -");
    if (drm_fact_get(h, most, &value)) cli_putf(b, "/%.0f", value * scale);
    cli_putf(b, " %s", unit);
}

static int generation(double speed)
{
    static const double least[] = {2.4e9, 4.9e9, 7.9e9, 15.9e9, 31.9e9, 63.9e9};
    int g = 0;
    while (g < 6 && speed >= least[g]) g++;
    return g;
}

void drm_put_hardware(cli_buf *b, const drm_hardware *h)
{
    double value;
    char size[16] = "-";
    size_t i;
    if (h->state != DRM_AWAKE) {
        cli_putf(b, "%s", h->state == DRM_ASLEEP ? "asleep: not read, as that would wake it" : "lost: it no longer answers");
        return;
    }
    if (drm_fact_get(h, DRM_FACT_BUSY, &value)) cli_putf(b, "busy %.0f%%  ", value);
    if (drm_fact_get(h, DRM_FACT_VRAM_USED, &value)) drm_bytes(size, (uint64_t)value);
    cli_putf(b, "mem %s", size);
    if (drm_fact_get(h, DRM_FACT_VRAM_TOTAL, &value)) {
        drm_bytes(size, (uint64_t)value);
        cli_putf(b, "/%s", size);
    }
    if (drm_fact_get(h, DRM_FACT_GTT_USED, &value)) {
        drm_bytes(size, (uint64_t)value);
        cli_putf(b, "  gtt %s", size);
        if (drm_fact_get(h, DRM_FACT_GTT_TOTAL, &value)) {
            drm_bytes(size, (uint64_t)value);
            cli_putf(b, "/%s", size);
        }
    }
    put_pair(b, h, DRM_FACT_CLOCK, DRM_FACT_MAX_CLOCK, 1e-6, "MHz");
    if (drm_fact_get(h, DRM_FACT_TEMPERATURE, &value)) cli_putf(b, "  %.0f C", value);
    else cli_putf(b, "  - C");
    if (drm_fact_get(h, DRM_FACT_JUNCTION_TEMPERATURE, &value)) cli_putf(b, ", junction %.0f", value);
    if (drm_fact_get(h, DRM_FACT_MEMORY_TEMPERATURE, &value)) cli_putf(b, ", mem %.0f", value);
    put_pair(b, h, DRM_FACT_POWER, DRM_FACT_POWER_CAP, 1, "W");
    if (drm_fact_get(h, DRM_FACT_FAN, &value)) cli_putf(b, "  %.0f rpm", value);
    else if (drm_fact_get(h, DRM_FACT_FAN_PERCENT, &value)) cli_putf(b, "  fan %.0f%%", value);
    else cli_putf(b, "  - rpm");
    if (drm_fact_get(h, DRM_FACT_LINK_SPEED, &value) && generation(value) > 0) {
        cli_putf(b, "  PCIe %d", generation(value));
        if (drm_fact_get(h, DRM_FACT_LINK_WIDTH, &value)) cli_putf(b, " x%.0f", value);
    } else
        cli_putf(b, "  PCIe -");
    for (i = 0; i < h->busy_count; i++) cli_putf(b, "%s %s %.0f%%", i == 0 ? "  all use:" : "", h->busy[i].name, h->busy[i].percent);
}
