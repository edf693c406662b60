/* Mistakes that people make in files and that a reader cannot see. */
#define _XOPEN_SOURCE 700
#include "tool.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

remark *remark_add(remarks *r, uint32_t file, uint32_t at, nvp_severity severity, const char *code, const char *format, ...)
{
    cli_buf b = {NULL, 0, 0};
    va_list list, again;
    remark *to;
    int n;
    r->list = (remark *)cli_grow(r->list, &r->room, r->count + 1, sizeof *r->list);
    to = &r->list[r->count];
    memset(to, 0, sizeof *to);
    va_start(list, format);
    va_copy(again, list);
    n = vsnprintf(NULL, 0, format, list);
    b.ptr = (char *)cli_alloc((size_t)(n > 0 ? n : 0) + 1, 1);
    vsnprintf(b.ptr, (size_t)(n > 0 ? n : 0) + 1, format, again);
    va_end(again);
    va_end(list);
    to->text = b.ptr;
    to->file = file;
    to->at = at;
    to->severity = severity;
    to->code = code;
    to->see_file = to->see = NVP_NONE;
    to->number = r->count++;
    return to;
}

static int ends_in(nvp_view v, const char *end)
{
    const size_t n = strlen(end);
    return v.len >= n && memcmp(v.ptr + v.len - n, end, n) == 0;
}

static int holds(nvp_view v, const char *any)
{
    size_t i;
    for (i = 0; i < v.len; i++)
        if (v.ptr[i] != 0 && strchr(any, v.ptr[i]) != NULL) return 1;
    return 0;
}

/* Whether a text of 15 bytes is probably a longer name cut short: it ends in part of an extension, or in a byte after which
   more must come. A whole name may have 15 bytes, too. */
static int cut_off(nvp_view v)
{
    static const char *const pieces[] = {".e",  ".ex",      ".x",      ".x8",   ".x86_", ".x86_6", ".b",
                                         ".bi", ".AppImag", ".AppIma", ".app.", "-",     "_",      "."};
    static const char wrapped[] = "-wrapped";
    size_t i;
    for (i = 0; i < sizeof pieces / sizeof *pieces; i++)
        if (ends_in(v, pieces[i])) return 1;
    for (i = 2; v.ptr[0] == '.' && i < sizeof wrapped - 1; i++) /* NixOS moves X to .X-wrapped */
        if (memcmp(v.ptr + v.len - i, wrapped, i) == 0) return 1;
    return 0;
}

/* The name of the file that a library's link leads to, in the folders of libraries below the root; 0: not found, or not a
   link. */
static int link_of(const tool *t, nvp_view name, char *out)
{
    static const char *const folders[] = {"/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
                                          "/lib"};
    size_t i;
    for (i = 0; i < sizeof folders / sizeof *folders; i++) {
        cli_buf b = {NULL, 0, 0};
        struct stat st;
        const char *base;
        char real[PATH_MAX];
        int found;
        cli_putf(&b, "%s%s/%.*s", t->root != NULL ? t->root : "", folders[i], (int)name.len, name.ptr);
        found = lstat(b.ptr, &st) == 0;
        if (found && S_ISLNK(st.st_mode) && realpath(b.ptr, real) != NULL) {
            base = strrchr(real, '/') + 1;
            found = strlen(base) != name.len || memcmp(base, name.ptr, name.len) != 0;
            if (found) strcpy(out, base);
        } else
            found = 0;
        cli_buf_free(&b);
        if (found) return 1;
    }
    return 0;
}

/* "libNAME.so.1": a name that is a link nearly everywhere. Plain names of libraries without a version are often beginnings of
   others, and the driver's own files use them so. */
static int is_link_name(nvp_view v)
{
    size_t n = v.len, digits = 0;
    while (n > 0 && isdigit((unsigned char)v.ptr[n - 1])) n--, digits++;
    return digits > 0 && n > 7 && memcmp(v.ptr, "lib", 3) == 0 && memcmp(v.ptr + n - 4, ".so.", 4) == 0;
}

static int has_so(nvp_view v)
{
    size_t i;
    for (i = 0; i + 3 <= v.len; i++)
        if (memcmp(v.ptr + i, ".so", 3) == 0) return 1;
    return 0;
}

static void in_pattern(const tool *t, uint32_t file, int of_driver, const nvp_pattern *p, remarks *to)
{
    const nvp_severity severity_of_dso = of_driver ? NVP_SEVERITY_NOTE : NVP_SEVERITY_WARNING;
    const nvp_view m = p->matches;
    cli_buf b = {NULL, 0, 0};
    char target[PATH_MAX];
    cli_put_safe(&b, m.ptr, m.len);
    if (p->feature == NVP_FEATURE_PROCNAME || p->feature == NVP_FEATURE_COMMNAME) {
        const char *feature = p->feature == NVP_FEATURE_PROCNAME ? "procname" : "commname";
        if (p->feature == NVP_FEATURE_PROCNAME && holds(m, "/"))
            remark_add(to, file, p->at, NVP_SEVERITY_WARNING, "procname-slash",
                       "procname is compared with the file name of the program, without folders; \"%s\" never matches", b.ptr);
        else if (holds(m, "*?^$[|") || ends_in(m, ".+"))
            remark_add(to, file, p->at, NVP_SEVERITY_WARNING, "not-a-regex",
                       "%s is compared byte by byte, not as an expression or with wildcards: \"%s\"", feature, b.ptr);
        else if (p->feature == NVP_FEATURE_PROCNAME && m.len == 15 && cut_off(m))
            remark_add(to, file, p->at, NVP_SEVERITY_WARNING, "procname-cut",
                       "\"%s\" looks cut: ps and top show 15 bytes of a name; procname needs the whole one, commname the 15",
                       b.ptr);
        else if (p->feature == NVP_FEATURE_PROCNAME && m.len == 15)
            remark_add(to, file, p->at, NVP_SEVERITY_NOTE, "procname-length",
                       "\"%s\" has 15 bytes, as many as ps and top show of any name; procname needs the whole one", b.ptr);
        else if (m.len > 0 && (isspace((unsigned char)m.ptr[0]) || isspace((unsigned char)m.ptr[m.len - 1])))
            remark_add(to, file, p->at, NVP_SEVERITY_WARNING, "outer-space", "%s begins or ends with whitespace: \"%s\"",
                       feature, b.ptr);
    } else if (p->feature == NVP_FEATURE_CMDLINE) {
        if (holds(m, "/\\"))
            remark_add(to, file, p->at, NVP_SEVERITY_WARNING, "cmdline-slash",
                       "cmdline is compared with argument 0 without folders; \"%s\" never matches", b.ptr);
        else if (holds(m, "*?^$|"))
            remark_add(to, file, p->at, NVP_SEVERITY_WARNING, "not-a-regex",
                       "cmdline is compared byte by byte, not as an expression or with wildcards: \"%s\"", b.ptr);
        else {
            size_t i;
            for (i = 0; i + 1 < m.len; i++)
                if (m.ptr[i] == ' ' && m.ptr[i + 1] == '-') {
                    remark_add(to, file, p->at, NVP_SEVERITY_WARNING, "cmdline-arguments",
                               "cmdline is argument 0 alone, without the options after it: \"%s\"", b.ptr);
                    break;
                }
        }
    } else if (p->feature == NVP_FEATURE_DSO) {
        if (holds(m, "/"))
            remark_add(to, file, p->at, NVP_SEVERITY_WARNING, "dso-slash",
                       "on Linux dso is compared with names of libraries without folders; \"%s\" never matches", b.ptr);
        else if (m.len < 3 || !has_so(m))
            remark_add(to, file, p->at, severity_of_dso, "dso-prefix",
                       "\"%s\" is the name of no library, only the beginning of some; that dso compares beginnings is likely, but "
                       "not documented",
                       b.ptr);
        else if (link_of(t, m, target))
            remark_add(to, file, p->at, NVP_SEVERITY_WARNING, "dso-link",
                       "\"%s\" is a link here; a process has \"%s\" in its list", b.ptr, target);
        else if (is_link_name(m))
            remark_add(to, file, p->at, NVP_SEVERITY_NOTE, "dso-link",
                       "\"%s\" is usually a link; dso needs the name of the file, which /proc/PID/maps shows", b.ptr);
    }
    cli_buf_free(&b);
}

/* Lines such as "[section]" and "Key=Value" at the beginning of a text that is not JSON. */
static void ini_lines(uint32_t index, const nvp_file *file, remarks *to)
{
    const char *p = file->text.ptr, *end = p + file->text.len;
    while (p < end) {
        const char *line = p, *stop = (const char *)memchr(p, '\n', (size_t)(end - p)), *q;
        if (stop == NULL) stop = end;
        p = stop < end ? stop + 1 : end;
        while (line < stop && isspace((unsigned char)*line)) line++;
        if (line == stop || *line == '#' || *line == ';') continue;
        q = line;
        if (*q == '[') {
            for (q++; q < stop && (isalnum((unsigned char)*q) || strchr("_-. ", *q) != NULL);) q++;
            if (q == line + 1 || q == stop || *q != ']') return;
        } else {
            while (q < stop && (isalnum((unsigned char)*q) || *q == '_')) q++;
            while (q < stop && *q == ' ') q++;
            if (q == line || q == stop || *q != '=') return;
        }
        remark_add(to, index, (uint32_t)(line - file->text.ptr), NVP_SEVERITY_NOTE, "ini-lines",
                   "this looks like an INI file; profiles are JSON: {\"rules\": [{\"pattern\": \"game\", \"profile\": "
                   "[\"KEY\", 1]}]}");
        return;
    }
}

void mistakes_in(const tool *t, const nvp_config *config, remarks *to)
{
    uint32_t f, i, k;
    for (f = 0; f < config->file_count; f++) {
        const nvp_file *file = config->files[f];
        int of_driver = 0;
        for (i = 0; i < config->place_count; i++) of_driver |= config->places[i].file == f && config->places[i].entry >= 5;
        if (file->errors > 0 && !file->used) ini_lines(f, file, to);
        for (i = 0; i < file->rule_count; i++) {
            const nvp_pattern *p = file->rules[i].pattern;
            for (k = 0; p != NULL && k < p->size; k++) in_pattern(t, f, of_driver, &p[k], to);
        }
    }
}

/* Around the search path ------------------------------------------------------------------------------------------------ */

static void stray(remarks *to, const char *path, const char *text)
{
    remark *r = remark_add(to, NVP_NONE, NVP_NONE, NVP_SEVERITY_WARNING, "not-read", "%s", text);
    cli_buf b = {NULL, 0, 0};
    cli_putf(&b, "%s", path);
    r->path = b.ptr;
}

static int is_one_of(const char *name, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(*list, name) == 0) return 1;
    return 0;
}

static int only_digits_and_dots(const char *from, const char *to)
{
    if (from == to) return 0;
    for (; from < to; from++)
        if (*from != '.' && !isdigit((unsigned char)*from)) return 0;
    return 1;
}

enum { HOME, ETC, SHARE, NOWHERE };

/* Why the driver does not read a file of this name in one of these folders; NULL: it does, or it is not a profile. */
static const char *wrong_name(const char *name, int where)
{
    static const char *const both[] = {"nvidia-application-profiles-rc", "nvidia-application-profiles-rc.d", NULL};
    static const char profiles[] = "nvidia-application-profiles-";
    const char *end = name + strlen(name);
    if (strncmp(name, "nvidia-application-profile", 26) != 0) return NULL;
    if (where == NOWHERE) return "never read: profiles are read in ~/.nv, /etc/nvidia and /usr/share/nvidia only";
    if (strcmp(name, "nvidia-application-profile-globals-rc") == 0)
        return where == HOME ? NULL : "never read: the switch is in ~/.nv only";
    if (strcmp(name, "nvidia-application-profiles-globals-rc") == 0)
        return "never read: the name of the switch is nvidia-application-profile-globals-rc, without an s";
    if (where == SHARE && end - name > 2 && strcmp(end - 2, ".d") == 0)
        return "never read: below /usr/share/nvidia the driver takes single files; folders are read in ~/.nv and /etc/nvidia";
    if (is_one_of(name, both)) return NULL;
    if (strstr(name, "key-documentation") != NULL) return NULL;
    /* Profiles of another driver, which packages leave there on purpose. */
    if (where == SHARE && strncmp(name, profiles, sizeof profiles - 1) == 0 && end - name > 3 && strcmp(end - 3, "-rc") == 0 &&
        only_digits_and_dots(name + sizeof profiles - 1, end - 3)) return NULL;
    if (strcmp(end - 7, ".backup") == 0 || end[-1] == '~') return NULL;
    return "never read: the driver looks for nvidia-application-profiles-rc and nvidia-application-profiles-rc.d";
}

/* The next name in a folder; NULL at the end and, with errno, if the rest cannot be read. */
static struct dirent *next_name(DIR *d)
{
    errno = 0;
    return readdir(d);
}

/* A folder that exists but cannot be read: its contents are unknown. */
static void closed(const char *folder, remarks *to)
{
    remark *r;
    cli_buf b = {NULL, 0, 0};
    if (errno == 0 || errno == ENOENT || errno == ENOTDIR) return;
    r = remark_add(to, NVP_NONE, NVP_NONE, NVP_SEVERITY_WARNING, "unreadable", "cannot be looked into: %s", strerror(errno));
    cli_putf(&b, "%s", folder);
    r->path = b.ptr;
}

static void look_in(tool *t, const char *folder, int where, remarks *to)
{
    cli_buf b = {NULL, 0, 0};
    struct dirent *e;
    DIR *d;
    cli_putf(&b, "%s%s", t->root != NULL ? t->root : "", folder);
    d = opendir(b.ptr);
    while (d != NULL && (e = next_name(d)) != NULL) {
        const char *text = wrong_name(e->d_name, where);
        if (text == NULL) continue;
        b.len = 0;
        cli_putf(&b, "%s/%s", folder, e->d_name);
        stray(to, b.ptr, text);
    }
    closed(folder, to);
    if (d != NULL) closedir(d);
    cli_buf_free(&b);
}

static char *whole(const char *path, size_t *size)
{
    enum { MOST = 4 << 20 };
    struct stat st;
    char *text = NULL;
    FILE *f = stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= MOST ? fopen(path, "rb") : NULL;
    if (f == NULL) return NULL;
    text = (char *)cli_alloc((size_t)st.st_size + 1, 1);
    *size = fread(text, 1, (size_t)st.st_size, f);
    fclose(f);
    return text;
}

/* Files that were copied into the home of a Flatpak: only that program reads them, and changes to the original do not reach
   them. */
static void flatpaks(tool *t, const char *home, remarks *to)
{
    static const char *const names[] = {"nvidia-application-profiles-rc", "nvidia-application-profiles-rc.d"};
    const char *root = t->root != NULL ? t->root : "";
    cli_buf apps = {NULL, 0, 0};
    struct dirent *e;
    DIR *d;
    cli_putf(&apps, "%s%s/.var/app", root, home);
    d = opendir(apps.ptr);
    while (d != NULL && (e = next_name(d)) != NULL) {
        size_t i;
        for (i = 0; e->d_name[0] != '.' && i < 2; i++) {
            cli_buf copy = {NULL, 0, 0}, original = {NULL, 0, 0};
            struct stat st;
            cli_putf(&copy, "%s/%s/.nv/%s", apps.ptr, e->d_name, names[i]);
            cli_putf(&original, "%s%s/.nv/%s", root, home, names[i]);
            if (lstat(copy.ptr, &st) == 0 && !S_ISLNK(st.st_mode)) {
                size_t n = 0, m = 0;
                char *a = S_ISREG(st.st_mode) ? whole(copy.ptr, &n) : NULL, *b = a != NULL ? whole(original.ptr, &m) : NULL;
                cli_buf app = {NULL, 0, 0};
                remark *r;
                cli_put_safe(&app, e->d_name, strlen(e->d_name));
                if (a != NULL && b != NULL && (n != m || memcmp(a, b, n) != 0))
                    r = remark_add(to, NVP_NONE, NVP_NONE, NVP_SEVERITY_WARNING, "flatpak-copy",
                                   "read by the Flatpak %s only, and not the same as ~/.nv/%s", app.ptr, names[i]);
                else
                    r = remark_add(to, NVP_NONE, NVP_NONE, NVP_SEVERITY_NOTE, "flatpak-copy",
                                   "read by the Flatpak %s only; it does not follow changes of ~/.nv/%s", app.ptr, names[i]);
                cli_buf_free(&app);
                r->path = (char *)cli_alloc(copy.len + 1, 1);
                strcpy(r->path, copy.ptr + strlen(root));
                free(a);
                free(b);
            }
            cli_buf_free(&copy);
            cli_buf_free(&original);
        }
    }
    closed(apps.ptr + strlen(root), to);
    if (d != NULL) closedir(d);
    cli_buf_free(&apps);
}

void mistakes_around(tool *t, const char *home, remarks *to)
{
    static const char *const homes[] = {"/.nv", "/.config/nvidia", "/.config", "/.nvidia", ""};
    size_t i;
    look_in(t, "/etc/nvidia", ETC, to);
    look_in(t, "/etc", NOWHERE, to);
    look_in(t, "/etc/X11", NOWHERE, to);
    look_in(t, "/usr/share/nvidia", SHARE, to);
    for (i = 0; home != NULL && i < sizeof homes / sizeof *homes; i++) {
        cli_buf b = {NULL, 0, 0};
        cli_putf(&b, "%s%s", home, homes[i]);
        look_in(t, b.ptr, i == 0 ? HOME : NOWHERE, to);
        cli_buf_free(&b);
    }
    if (home != NULL) flatpaks(t, home, to);
}

/* A file named on the command line that lies where the driver does not look. */
void mistakes_of_path(tool *t, const char *path, remarks *to)
{
    static const char share[] = "/usr/share/nvidia/";
    const char *root = t->root != NULL ? t->root : "";
    char real[PATH_MAX];
    if (strcmp(path, "-") == 0 || realpath(path, real) == NULL) return;
    if (strncmp(real, root, strlen(root)) == 0 && strncmp(real + strlen(root), share, sizeof share - 1) == 0 &&
        strstr(real + strlen(root) + sizeof share - 1, ".d/") != NULL)
        stray(to, path, "never read: below /usr/share/nvidia the driver takes single files");
}
