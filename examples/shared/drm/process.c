#include "process.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The first bytes of a file of a process as a string; 0: it cannot be read. */
static int process_file(const char *root, uint64_t pid, const char *name, char *to, size_t room)
{
    char path[4096];
    FILE *f;
    size_t n;
    snprintf(path, sizeof path, "%s/%" PRIu64 "/%s", root, pid, name);
    f = fopen(path, "rb");
    if (f == NULL) return 0;
    n = fread(to, 1, room - 1, f);
    fclose(f);
    to[n] = 0;
    return n > 0;
}

/* Fields of /proc/PID/stat, as proc(5) numbers them; the command, which may hold anything, ends at the last ")". */
static int stat_fields(const char *text, uint64_t *ticks, uint64_t *start, uint64_t *pages)
{
    const char *p = strrchr(text, ')');
    uint64_t user = 0, system = 0;
    int field = 2;
    if (p == NULL) return 0;
    while (*++p == ' ') {
        uint64_t v = strtoull(p + 1, NULL, 10);
        field++;
        if (field == 14) user = v;
        else if (field == 15) system = v;
        else if (field == 22) *start = v;
        else if (field == 24) *pages = v;
        p += strcspn(p + 1, " \n");
    }
    *ticks = user + system;
    return field >= 24;
}

uint64_t drm_process_parent(const char *root, uint64_t pid)
{
    char text[8192], state;
    uint64_t parent;
    const char *p = process_file(root, pid, "stat", text, sizeof text) ? strrchr(text, ')') : NULL;
    return p != NULL && sscanf(p + 1, " %c %" SCNu64, &state, &parent) == 2 ? parent : 0;
}

static void read_unit(const char *root, drm_process *p)
{
    char text[8192];
    p->unit[0] = p->pod[0] = 0;
    if (!process_file(root, p->pid, "cgroup", text, sizeof text)) return;
    drm_unit(p->unit, sizeof p->unit, text);
    drm_pod(p->pod, text);
}

void drm_process_read(const char *root, drm_process *p)
{
    const long hertz = sysconf(_SC_CLK_TCK), page = sysconf(_SC_PAGESIZE);
    const uint64_t now = cli_now();
    uint64_t ticks, start = 0, pages = 0;
    char text[8192];
    p->fresh = 1;
    p->cpu = -1;
    p->has_memory = 0;
    if (!process_file(root, p->pid, "stat", text, sizeof text) || !stat_fields(text, &ticks, &start, &pages) || hertz <= 0) {
        p->time = 0;
        read_unit(root, p);
        return;
    }
    if (p->time != 0 && p->start == start && now > p->time && ticks >= p->ticks)
        p->cpu = (double)(ticks - p->ticks) / (double)hertz / ((double)(now - p->time) / 1e9) * 100;
    if (p->time == 0 || p->start != start) {
        read_unit(root, p);
    }
    p->start = start;
    p->ticks = ticks;
    p->time = now;
    p->memory = pages * (uint64_t)page;
    p->has_memory = page > 0;
}

/* How folder names of container engines begin; 64 hexadecimal digits follow. */
static const struct {
    char folder[20], name[12];
} engines[] = {{"docker-", "docker"}, {"libpod-", "podman"}, {"cri-containerd-", "containerd"}, {"crio-", "crio"}};

static int hex_digits(const char *p, size_t n)
{
    size_t i;
    for (i = 0; i < n; i++)
        if (!((p[i] >= '0' && p[i] <= '9') || (p[i] >= 'a' && p[i] <= 'f'))) return 0;
    return 1;
}

void drm_unit(char *to, size_t room, const char *cgroup)
{
    const char *line = cgroup, *path = NULL, *p;
    to[0] = 0;
    /* The single hierarchy of version 2, else systemd's, else the first. */
    while (line != NULL && *line != 0) {
        const char *slash = strchr(line, '/'), *colon = strchr(line, ':'), *end = line + strcspn(line, "\n");
        if (colon != NULL && slash != NULL && colon < slash && slash < end) {
            const int whole = strncmp(line, "0::", 3) == 0;
            if (path == NULL || (whole && end > slash + 1) || strncmp(colon, ":name=systemd:", 14) == 0) path = slash;
            if (whole && path == slash) break;
        }
        line = *end != 0 ? end + 1 : NULL;
    }
    for (p = path; p != NULL; ) {
        const char *part = p + 1;
        const size_t len = strcspn(part, "/\n");
        size_t i;
        for (i = 0; i < sizeof engines / sizeof *engines; i++) {
            const size_t n = strlen(engines[i].folder);
            if (len < n + 64 || strncmp(part, engines[i].folder, n) != 0 || !hex_digits(part + n, 64)) continue;
            snprintf(to, room, "%s:%.12s", engines[i].name, part + n);
            return;
        }
        if (len == 64 && hex_digits(part, 64)) { /* version 1: .../docker/ID, kubepods/.../ID */
            snprintf(to, room, "%s:%.12s", strncmp(path, "/docker/", 8) == 0 ? "docker" : "container", part);
            return;
        }
        if (len > 12 && strncmp(part, "lxc.payload.", 12) == 0) {
            snprintf(to, room, "lxc:%.*s", (int)(len - 12), part + 12);
            return;
        }
        for (i = 0; i < 2; i++) { /* the innermost wins */
            const char *suffix = i == 0 ? ".service" : ".scope";
            const size_t n = strlen(suffix);
            if (len > n && strncmp(part + len - n, suffix, n) == 0) snprintf(to, room, "%.*s", (int)(len - n), part);
        }
        p = part[len] == '/' ? part + len : NULL;
    }
}

/* Kubernetes calls the folder "podUID" or, where systemd manages them, "...-podUID.slice" with "_" for "-". */
void drm_pod(char to[40], const char *cgroup)
{
    static const char form[] = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    const char *at = cgroup;
    to[0] = 0;
    if (strstr(cgroup, "kubepods") == NULL) return;
    while ((at = strstr(at, "pod")) != NULL) {
        const char before = at > cgroup ? at[-1] : 0;
        size_t i;
        at += 3;
        if (before != '/' && before != '-') continue;
        for (i = 0; form[i] != 0 && (form[i] == 'x' ? hex_digits(at + i, 1) : at[i] == '-' || at[i] == '_'); i++)
            to[i] = form[i] == 'x' ? at[i] : '-';
        to[form[i] == 0 ? i : 0] = 0;
        if (to[0] != 0) return;
    }
}

/* What cannot be seen -------------------------------------------------------------------------------------------- */

const char *const drm_unseen_names[2] = {"hidepid", "namespace"};

/* A path in mountinfo: a space, a tab, a line feed and a backslash in it are octal. */
static void plain_path(char *to, size_t room, const char *from, size_t len)
{
    size_t i, n = 0;
    for (i = 0; i < len && n + 1 < room; i++) {
        if (from[i] == '\\' && i + 3 < len) {
            to[n++] = (char)((from[i + 1] - '0') * 64 + (from[i + 2] - '0') * 8 + (from[i + 3] - '0'));
            i += 3;
        } else
            to[n++] = from[i];
    }
    to[n] = 0;
}

/* Whether the mount options of the last file system at this path hide processes: 1, 0, or -1 if nothing is mounted there. */
static int hides(const char *mountinfo, const char *at)
{
    const char *line = mountinfo;
    int found = -1;
    while (line != NULL && *line != 0) {
        const char *end = line + strcspn(line, "\n"), *p = line, *dash;
        char path[4096];
        int field;
        for (field = 0; field < 4 && p < end; field++) p += strcspn(p, " \n") + 1;
        if (p < end) {
            plain_path(path, sizeof path, p, strcspn(p, " \n"));
            dash = strstr(p, " - ");
            if (strcmp(path, at) == 0 && dash != NULL && dash < end) {
                const char *option = strstr(line, "hidepid=");
                found = 0;
                if (option != NULL && option < end)
                    found = strchr("24ip", option[8]) != NULL; /* 2, 4, invisible, ptraceable; not off, 0, 1 and noaccess */
            }
        }
        line = *end != 0 ? end + 1 : NULL;
    }
    return found;
}

/* A whole file of a process, to be freed; NULL: it cannot be read. */
static char *whole_file(const char *path)
{
    cli_buf b = {NULL, 0, 0};
    char part[4096];
    size_t n;
    FILE *f = fopen(path, "rb");
    if (f == NULL) return NULL;
    cli_put(&b, "", 0);
    while (b.len < (size_t)4 << 20 && (n = fread(part, 1, sizeof part, f)) > 0) cli_put(&b, part, n);
    fclose(f);
    return b.ptr;
}

/* How many numbers a process has in the PID namespaces from that of root down to its own; 0: not known. */
static int namespaces_below(const char *status)
{
    const char *p = strstr(status, "\nNSpid:");
    int n = 0;
    if (p == NULL) return 0;
    for (p += 7; *p == '\t' || *p == ' '; n++) p += 1 + strcspn(p + 1, "\t \n");
    return n;
}

/* Whether a link such as PID/ns/pid names the first PID namespace: 1, 0, or -1 if it cannot be read. */
static int is_first_namespace(const char *path)
{
    char text[64];
    const ssize_t n = readlink(path, text, sizeof text - 1);
    if (n <= 0) return -1;
    text[n] = 0;
    return strcmp(text, "pid:[4026531836]") == 0; /* PROC_PID_INIT_INO in include/linux/proc_ns.h */
}

void drm_sight_of(drm_sight *sight, const char *root)
{
    char path[4096 + 32], real[4096];
    struct stat st;
    char *text;
    int found;
    memset(sight, 0, sizeof *sight);
    if (strlen(root) >= sizeof real || realpath(root, real) == NULL) return;
    snprintf(path, sizeof path, "%s/self/mountinfo", root);
    text = whole_file(path);
    found = text != NULL ? hides(text, real) : -1;
    free(text);
    if (found >= 0) {
        sight->known |= DRM_UNSEEN_HIDEPID;
        snprintf(path, sizeof path, "%s/1", root);
        if (found && stat(path, &st) != 0) sight->unseen |= DRM_UNSEEN_HIDEPID; /* who sees the first one may see all */
    }
    /* self is a process of ours; only where its namespace is that of root does its link tell about root. */
    snprintf(path, sizeof path, "%s/self/status", root);
    text = whole_file(path);
    found = text != NULL ? namespaces_below(text) : 0;
    free(text);
    if (found == 0) return;
    snprintf(path, sizeof path, "%s/%s/ns/pid", root, found == 1 ? "self" : "1");
    found = is_first_namespace(path);
    if (found < 0) return;
    sight->known |= DRM_UNSEEN_NAMESPACE;
    if (!found) sight->unseen |= DRM_UNSEEN_NAMESPACE;
}
