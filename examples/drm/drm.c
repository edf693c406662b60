#define DRMFD_IMPLEMENTATION
#include "drm.h"

#include <inttypes.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

int drm_memory(const drmfd_region *regions, uint32_t count, drmfd_class where, uint64_t *bytes)
{
    uint32_t i;
    int any = 0;
    *bytes = 0;
    for (i = 0; i < count; i++) {
        const drmfd_region *r = &regions[i];
        if (r->where != where || (r->has & (DRMFD_REGION_HAS_RESIDENT | DRMFD_REGION_HAS_TOTAL)) == 0) continue;
        *bytes += (r->has & DRMFD_REGION_HAS_RESIDENT) != 0 ? r->resident : r->total;
        any = 1;
    }
    return any;
}

int drm_memory_sum(const drmfd_region_sum *regions, uint32_t count, drmfd_class where, uint64_t *bytes)
{
    uint32_t i;
    int any = 0;
    *bytes = 0;
    for (i = 0; i < count; i++) {
        const drmfd_region_sum *r = &regions[i];
        if (r->where != where || (r->has & (DRMFD_REGION_HAS_RESIDENT | DRMFD_REGION_HAS_TOTAL)) == 0) continue;
        *bytes += (r->has & DRMFD_REGION_HAS_RESIDENT) != 0 ? r->resident : r->total;
        any = 1;
    }
    return any;
}

/* Texts in one file --------------------------------------------------------------------------------------------- */

static int decimal(const char **p, const char *end, uint64_t *out)
{
    const char *s = *p;
    uint64_t v = 0;
    while (*p < end && **p >= '0' && **p <= '9') {
        const uint64_t digit = (uint64_t)(*(*p)++ - '0');
        if (v > (UINT64_MAX - digit) / 10) return 0;
        v = v * 10 + digit;
    }
    *out = v;
    return *p > s;
}

/* "@ TIME" or "@ TIME PID FD" and a line feed at p. */
static int opens(const drm_texts *t, const char *p, const char *eol, drm_text *text)
{
    uint64_t number, *to[3];
    int i, minus;
    to[0] = &number;
    to[1] = &text->pid;
    to[2] = &text->fd;
    if (eol == t->end || eol - p < 3 || p[0] != '@' || p[1] != ' ') return 0;
    p += 2;
    minus = *p == '-';
    p += minus;
    for (i = 0; i < t->numbers; i++) {
        if (i > 0 && (p == eol || *p++ != ' ')) return 0;
        if (!decimal(&p, eol, to[i])) return 0;
    }
    if (p != eol || number > (uint64_t)INT64_MAX) return 0;
    text->time = minus ? -(int64_t)number : (int64_t)number;
    return 1;
}

static const char *line_end(const char *p, const char *end)
{
    const char *eol = p < end ? (const char *)memchr(p, '\n', (size_t)(end - p)) : NULL;
    return eol != NULL ? eol : end;
}

void drm_texts_begin(drm_texts *t, const char *data, size_t len, int numbers)
{
    t->at = data;
    t->end = data + len;
    t->numbers = numbers;
    t->inside = 0;
}

int drm_texts_next(drm_texts *t, drm_text *text)
{
    while (t->at < t->end) {
        const char *p = t->at, *eol = line_end(p, t->end);
        t->at = eol < t->end ? eol + 1 : eol;
        if (t->numbers == 3 && eol - p == 1 && *p == '=' && eol < t->end) {
            text->kind = DRM_SWEEP_END;
            t->inside = 0;
            return 1;
        }
        if (!t->inside && t->numbers == 3 && eol - p > 2 && p[0] == '#' && p[1] == ' ') {
            text->kind = DRM_NOTE;
            text->text.ptr = p + 2;
            text->text.len = (size_t)(eol - p) - 2;
            return 1;
        }
        if (opens(t, p, eol, text)) {
            drm_text next;
            const char *from = t->at;
            text->kind = DRM_TEXT;
            t->inside = 1;
            while (t->at < t->end) {
                eol = line_end(t->at, t->end);
                if (opens(t, t->at, eol, &next)) break;
                if (t->numbers == 3 && eol - t->at == 1 && *t->at == '=' && eol < t->end) break;
                t->at = eol < t->end ? eol + 1 : eol;
            }
            text->text.ptr = from;
            text->text.len = (size_t)(t->at - from);
            return 1;
        }
    }
    return 0;
}

drmfd_sample drm_sample(const drm_text *text)
{
    drmfd_sample sample;
    memset(&sample, 0, sizeof sample);
    sample.time = text->time;
    sample.pid = text->pid;
    sample.fd = text->fd;
    sample.data = text->text.ptr;
    sample.size = text->text.len;
    return sample;
}

/* Where sweeps come from ---------------------------------------------------------------------------------------- */

static int by_pid(const void *a, const void *b)
{
    const uint64_t x = ((const drm_person *)a)->pid, y = ((const drm_person *)b)->pid;
    return x < y ? -1 : x > y;
}

/* PID, user and command, with tabs between them. */
static void read_people(drm_source *s, char *text, size_t len)
{
    char *p = text, *end = text + len;
    size_t room = 0;
    while (p < end) {
        char *eol = (char *)memchr(p, '\n', (size_t)(end - p));
        char *tab, *second;
        drm_person *who;
        if (eol == NULL) eol = end;
        *eol = 0;
        tab = strchr(p, '\t');
        second = tab != NULL ? strchr(tab + 1, '\t') : NULL;
        if (second != NULL) {
            *tab = *second = 0;
            s->people = (drm_person *)cli_grow(s->people, &room, s->person_count + 1, sizeof *s->people);
            who = &s->people[s->person_count++];
            who->pid = strtoull(p, NULL, 10);
            who->user = tab + 1;
            who->command = second + 1;
        }
        p = eol + 1;
    }
    if (s->person_count > 0) qsort(s->people, s->person_count, sizeof *s->people, by_pid);
}

int drm_source_open(drm_source *s, cli *c, const char *root, const char *replay, const drmfd_scanner_options *options)
{
    const size_t most = sizeof(size_t) > 4 ? (size_t)1 << 30 : (size_t)256 << 20; /* enough for 100,000 clients */
    drmfd_scanner_options scan;
    drmfd_tracker_options track;
    drmfd_error e;
    memset(s, 0, sizeof *s);
    memset(&scan, 0, sizeof scan);
    memset(&track, 0, sizeof track);
    if (options != NULL) scan = *options;
    scan.memory.max_memory = track.memory.max_memory = most;
    s->c = c;
    s->root = root;
    s->tracker = drmfd_tracker_open(&track, &e);
    if (s->tracker == NULL) {
        cli_error(c, "%s", e.message);
        return 0;
    }
    if (replay != NULL) {
        cli_buf path = {NULL, 0, 0};
        size_t len;
        struct stat st;
        cli_putf(&path, "%s/sweeps.txt", replay);
        s->sweeps = cli_read(c, path.ptr, &s->sweeps_len, NULL);
        path.len = 0;
        cli_putf(&path, "%s/processes.txt", replay);
        if (s->sweeps != NULL && stat(path.ptr, &st) == 0) {
            s->people_text = cli_read(c, path.ptr, &len, NULL);
            if (s->people_text != NULL) read_people(s, s->people_text, len);
        }
        cli_buf_free(&path);
        if (s->sweeps != NULL) {
            drm_source_rewind(s);
            return 1;
        }
    } else {
        drmfd_system calls;
        if (drmfd_posix_open(&s->posix, root, &calls, &e) != DRMFD_OK) cli_error(c, "%s: %s", root, e.message);
        else if ((s->scanner = drmfd_scanner_open(&calls, &scan, &e)) == NULL) cli_error(c, "%s", e.message);
        else return 1;
    }
    drm_source_close(s);
    return 0;
}

void drm_source_rewind(drm_source *s) { drm_texts_begin(&s->texts, s->sweeps, s->sweeps_len, 3); }

/* A note of a recording: "processes N" or "refused N". */
static void note(drm_source *s, drmfd_view text)
{
    char word[32];
    uint64_t n;
    if (text.len >= sizeof word) return;
    memcpy(word, text.ptr, text.len);
    word[text.len] = 0;
    if (sscanf(word, "processes %" SCNu64, &n) == 1) s->stats.processes = n;
    if (sscanf(word, "refused %" SCNu64, &n) == 1) s->stats.refused = n;
}

const drmfd_sweep *drm_source_next(drm_source *s, int *ended)
{
    const drmfd_sweep *sweep;
    drmfd_error e;
    drm_text text;
    int whole = 0;
    *ended = 0;
    if (s->scanner != NULL) {
        sweep = drmfd_scan(s->scanner, s->tracker, &s->stats, &e);
        s->time = (int64_t)cli_now();
        if (sweep == NULL) snprintf(s->why, sizeof s->why, "%.100s: %s", s->root, e.message);
        return s->sweep = sweep;
    }
    while (!whole && drm_texts_next(&s->texts, &text)) {
        if (text.kind == DRM_NOTE) note(s, text.text);
        else if (text.kind == DRM_SWEEP_END) whole = 1;
        else {
            const drmfd_sample sample = drm_sample(&text);
            (void)drmfd_tracker_add(s->tracker, &sample, NULL); /* the sweep says what it had no memory for */
            s->time = text.time;
        }
    }
    if (!whole) {
        *ended = 1;
        return NULL;
    }
    sweep = drmfd_tracker_sweep(s->tracker, &e);
    if (sweep == NULL) snprintf(s->why, sizeof s->why, "%s", e.message);
    return s->sweep = sweep;
}

void drm_source_close(drm_source *s)
{
    drmfd_scanner_close(s->scanner);
    drmfd_tracker_close(s->tracker);
    drmfd_posix_close(&s->posix);
    free(s->sweeps);
    free(s->people_text);
    free(s->people);
    memset(s, 0, sizeof *s);
}

static const drm_person *person(const drm_source *s, uint64_t pid)
{
    drm_person key;
    key.pid = pid;
    if (s->person_count == 0) return NULL;
    return (const drm_person *)bsearch(&key, s->people, s->person_count, sizeof key, by_pid);
}

const char *drm_user(drm_source *s, uint64_t pid)
{
    const drm_person *who = person(s, pid);
    char path[4096];
    struct stat st;
    struct passwd *p;
    if (who != NULL) return who->user;
    if (s->scanner == NULL) return "?";
    snprintf(path, sizeof path, "%s/%" PRIu64, s->root, pid);
    if (stat(path, &st) != 0) return "?";
    p = getpwuid(st.st_uid);
    if (p != NULL) snprintf(s->user, sizeof s->user, "%s", p->pw_name);
    else snprintf(s->user, sizeof s->user, "%lu", (unsigned long)st.st_uid);
    return s->user;
}

const char *drm_command(drm_source *s, uint64_t pid)
{
    const drm_person *who = person(s, pid);
    char path[4096];
    FILE *f;
    size_t n;
    if (who != NULL) return who->command;
    if (s->scanner == NULL) return "?";
    snprintf(path, sizeof path, "%s/%" PRIu64 "/comm", s->root, pid);
    f = fopen(path, "rb");
    if (f == NULL) return "?";
    n = fread(s->command, 1, sizeof s->command - 1, f);
    fclose(f);
    if (n > 0 && s->command[n - 1] == '\n') n--;
    s->command[n] = 0;
    return n > 0 ? s->command : "?";
}
