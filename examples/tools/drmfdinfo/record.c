#include "verbs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct recording {
    cli_buf texts; /* of the sweep that is being taken */
    int names;
    int started;
    int64_t first; /* time of the first text */
    uint64_t count, bytes;
} recording;

/* Whether a line goes into the recording: what drmfdinfo.h understands, and drivers' own numbers, whose keys have a
   dash. The rest may reveal files or people. A line with whitespace in its key could pass for the start of a text, so
   it is never kept. */
static int kept(const recording *r, const drmfd_line *line)
{
    if (line->what <= DRMFD_KEY_GENERIC) return 0;
    if (line->what == DRMFD_KEY_CLIENT_NAME) return r->names;
    if (line->what > DRMFD_KEY_UNKNOWN) return 1;
    if (memchr(line->key.ptr, '-', line->key.len) == NULL) return 0;
    return r->names || (line->value.len > 0 && line->value.ptr[0] >= '0' && line->value.ptr[0] <= '9');
}

/* A text of amdgpu in Linux 5.14 to 5.18 has its own keys: those with a number are kept. */
static int is_old(const drmfd_sample *sample)
{
    drmfd_snapshot s;
    drmfd_line line;
    memset(&s, 0, sizeof s);
    if (drmfd_line_find(sample->data, sample->size, 0, drmfd_text("drm-driver"), &line)) return 0;
    return drmfd_parse(&s, sample->data, sample->size, sample->flags, NULL) == DRMFD_OK && s.result != DRMFD_RESULT_NOT_DRM;
}

static int kept_old(const drmfd_line *line)
{
    if (line->what == DRMFD_KEY_RAW) return line->value.len > 0 && line->value.ptr[0] >= '0' && line->value.ptr[0] <= '9';
    return drm_is_old_memory(line);
}

static void take(const drmfd_sample *sample, void *user)
{
    recording *r = (recording *)user;
    const int old = is_old(sample);
    drmfd_reader lines;
    drmfd_line line;
    if (!r->started) r->first = sample->time;
    r->started = 1;
    cli_putf(&r->texts, "@ %" PRId64 " %" PRIu64 " %" PRIu64 "\n", sample->time - r->first, sample->pid, sample->fd);
    drmfd_reader_begin(&lines, sample->data, sample->size, sample->flags);
    while (drmfd_reader_next(&lines, &line)) {
        if (old ? !kept_old(&line) : !kept(r, &line)) continue;
        cli_put(&r->texts, line.key.ptr, line.key.len);
        if (line.what != DRMFD_KEY_BAD) cli_put(&r->texts, ":\t", 2); /* else the key is the whole line */
        cli_put(&r->texts, line.value.ptr, line.value.len);
        cli_put(&r->texts, "\n", 1);
    }
    r->count++;
}

/* PID, user and command of a process, separated by tabs; once per process. */
static void put_person(cli_buf *b, drm_source *s, uint64_t pid)
{
    const char *text = drm_user(s, pid);
    cli_putf(b, "%" PRIu64 "\t", pid);
    cli_put_safe(b, text, strlen(text));
    cli_put(b, "\t", 1);
    text = drm_command(s, pid);
    cli_put_safe(b, text, strlen(text));
    cli_put(b, "\n", 1);
}

static int write_sweep(FILE *f, recording *r, const drm_source *s)
{
    unsigned i;
    fprintf(f, "# processes %" PRIu64 "\n# refused %" PRIu64 "\n", s->stats.processes, s->stats.refused);
    for (i = 0; i < 2; i++)
        if ((s->sight.unseen & 1u << i) != 0) fprintf(f, "# unseen %s\n", drm_unseen_names[i]);
    if (r->texts.len > 0) fwrite(r->texts.ptr, 1, r->texts.len, f);
    fputs("=\n", f);
    r->bytes += r->texts.len;
    return fflush(f) == 0;
}

static FILE *create(cli *c, const char *dir, const char *name, int force)
{
    cli_buf path = {NULL, 0, 0};
    struct stat st;
    FILE *f = NULL;
    cli_putf(&path, "%s/%s", dir, name);
    if (!force && stat(path.ptr, &st) == 0) cli_error(c, "%s: already has a recording; --force replaces it", path.ptr);
    else if ((f = fopen(path.ptr, "wb")) == NULL) cli_error(c, "%s: %s", path.ptr, strerror(errno));
    cli_buf_free(&path);
    return f;
}

/* The names of a previous recording here belong to other processes. */
static void forget_names(const char *dir)
{
    cli_buf path = {NULL, 0, 0};
    cli_putf(&path, "%s/processes.txt", dir);
    remove(path.ptr);
    cli_buf_free(&path);
}

typedef struct record_options {
    const char *root;
    int64_t interval;
    uint64_t count;
    int names, force;
} record_options;

static const option rows[] = {
    OPT_INTERVAL(record_options),
    OPT_COUNT_OF(record_options, "stop after N sweeps (default: at Ctrl-C)"),
    {0, "names", &take_nothing, offsetof(record_options, names), NULL, NULL, "also record program, user and client names"},
    {'f', "force", &take_nothing, offsetof(record_options, force), NULL, NULL, "overwrite a recording in DIR"},
    OPT_ROOT(record_options),
    OPTION_END};

static void begin(void *user)
{
    record_options *how = (record_options *)user;
    how->root = "/proc";
    how->interval = 1000000000;
    how->count = UINT64_MAX;
}

static int run(request *q, void *user)
{
    const record_options *how = (const record_options *)user;
    cli *c = q->c;
    const char *dir = q->paths[0];
    uint64_t sweeps = 0, next;
    size_t person_count = 0, person_room = 0;
    uint64_t *people = NULL;
    cli_buf lines = {NULL, 0, 0};
    drmfd_scanner_options o;
    drm_source s;
    recording r;
    FILE *f = NULL, *names = NULL;
    int code = CLI_FINE, ended, stopped = 0;
    memset(&r, 0, sizeof r);
    r.names = how->names;
    if (q->path_count > 1) return cli_usage(c, "record takes one folder, not also '%s'", q->paths[1]);
    if (mkdir(dir, 0777) != 0 && errno != EEXIST) {
        cli_error(c, "%s: %s", dir, strerror(errno));
        return CLI_INPUT;
    }
    memset(&o, 0, sizeof o);
    o.observer.sample_fn = take;
    o.observer.user = &r;
    if (!drm_source_open(&s, c, how->root, NULL, "none", &o)) return CLI_INPUT;
    f = create(c, dir, "sweeps.txt", how->force);
    if (f != NULL && how->force) forget_names(dir);
    if (f != NULL && r.names) names = create(c, dir, "processes.txt", 1);
    if (f == NULL || (r.names && names == NULL)) code = CLI_INPUT;
    stop_prepare();
    next = cli_now();
    while (code == CLI_FINE && !stopped) {
        const drmfd_sweep *sweep;
        uint32_t i;
        size_t k;
        r.texts.len = 0;
        sweep = drm_source_next(&s, &ended);
        if (sweep == NULL || !write_sweep(f, &r, &s)) {
            if (sweep != NULL) cli_error(c, "%s/sweeps.txt: %s", dir, strerror(errno));
            else cli_error(c, "%s", s.why);
            code = CLI_INPUT;
            break;
        }
        sweeps++;
        for (i = 0; r.names && i < sweep->process_count; i++) {
            for (k = 0; k < person_count && people[k] != sweep->processes[i].pid; k++) {
            }
            if (k < person_count) continue;
            people = (uint64_t *)cli_grow(people, &person_room, person_count + 1, sizeof *people);
            people[person_count++] = sweep->processes[i].pid;
            lines.len = 0;
            put_person(&lines, &s, sweep->processes[i].pid);
            fwrite(lines.ptr, 1, lines.len, names);
            fflush(names);
        }
        next += (uint64_t)how->interval;
        if (next < cli_now()) next = cli_now();
        stopped = sweeps == how->count || stop_asked() || !sleep_until(next);
    }
    if ((f != NULL && fclose(f) != 0) || (names != NULL && fclose(names) != 0)) {
        cli_error(c, "%s: %s", dir, strerror(errno));
        code = CLI_INPUT;
    }
    if (code == CLI_FINE)
        fprintf(c->out, "%" PRIu64 " sweep%s with %" PRIu64 " text%s (%" PRIu64 " bytes) in %s\n", sweeps, sweeps == 1 ? "" : "s",
                r.count, r.count == 1 ? "" : "s", r.bytes, dir);
    drm_source_close(&s);
    cli_buf_free(&r.texts);
    cli_buf_free(&lines);
    free(people);
    return code;
}

static const verb_lack lacks[] = {{NULL, LACKS_BOTH, NULL, "record writes texts; watch --replay DIR --json or --csv has the figures"}, LACK_END};

const verb record_verb = {"record", rows, sizeof(record_options), run, begin, NULL,
    "what the kernel prints, for a bug report; no names of programs, users or clients",
    "drmfdinfo record DIR --count 30      30 seconds",
    "DIR", USE_WRITE, "record takes the folder to write to", MAY_READ | MAY_WRITE | MAY_LOOK, NULL, lacks};
