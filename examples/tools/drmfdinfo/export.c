/* The verb export: what it counts, and where it goes. */
#include "listen/listen.h"
#include "metrics.h"
#include "verbs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Limits on what a hostile driver could make up. */
#define MOST_DEVICES 256
#define MOST_ENGINES 64

/* Devices ------------------------------------------------------------------------------------------------------- */

/* The device of this name; a driver that names itself like a device gets a number. */
static exported *device_named(exporter *x, const char *label)
{
    cli_buf name = {NULL, 0, 0};
    exported *d;
    size_t i;
    int number = 1;
    cli_put_safe(&name, label, strlen(label));
    cli_put(&name, "", 0);
    for (i = 0; i < x->device_count; i++) {
        d = &x->devices[i];
        if (strcmp(d->label, name.ptr) != 0) continue;
        if (!d->seen) {
            cli_buf_free(&name);
            d->seen = 1;
            return d;
        }
        name.len = 0;
        cli_put_safe(&name, label, strlen(label));
        cli_putf(&name, "#%d", ++number);
        i = (size_t)-1;
    }
    if (x->device_count == MOST_DEVICES) {
        cli_buf_free(&name);
        return NULL;
    }
    x->devices = (exported *)cli_grow(x->devices, &x->device_room, x->device_count + 1, sizeof *x->devices);
    d = &x->devices[x->device_count++];
    memset(d, 0, sizeof *d);
    d->label = name.ptr;
    d->seen = 1;
    return d;
}

static engine_time *time_of(exported *d, drmfd_view name)
{
    engine_time *e;
    size_t i;
    for (i = 0; i < d->engine_count; i++)
        if (d->engines[i].len == name.len && memcmp(d->engines[i].name, name.ptr, name.len) == 0) return &d->engines[i];
    if (d->engine_count == MOST_ENGINES) return NULL;
    d->engines = (engine_time *)cli_grow(d->engines, &d->engine_room, d->engine_count + 1, sizeof *d->engines);
    e = &d->engines[d->engine_count++];
    e->name = (char *)cli_alloc(name.len + 1, 1);
    memcpy(e->name, name.ptr, name.len);
    e->len = name.len;
    e->seconds = e->missing = e->added = 0;
    return e;
}

/* What a client adds to the time of an engine, in seconds: exact if the driver counts ns, else the client's share of
   the interval between sweeps. */
static double busy_seconds(const drmfd_usage *u, double interval)
{
    if (u->best == NULL || u->engine == NULL) return 0;
    if (u->best == &u->busy && (u->engine->has & DRMFD_ENGINE_HAS_NS) != 0)
        return (double)u->busy.growth / 1e9 / (double)u->engine->capacity;
    return u->best->raw / 100 * interval;
}

/* Where clients ended, an engine may have been busy all the time that is not counted: since the last sample, or where one
   came and went unseen, since the last full look. */
static void take_missing(exporter *x, const drmfd_sweep *sweep, double interval)
{
    const drm_source *s = &x->source;
    const double long_one = ((double)s->time - (double)x->last_full) / 1e9;
    const double span = sweep->unseen > 0 ? long_one : sweep->gone > 0 ? interval : 0;
    size_t i, k;
    for (i = 0; i < x->device_count; i++)
        for (k = 0; k < x->devices[i].engine_count; k++) {
            engine_time *t = &x->devices[i].engines[k];
            if (x->sweeps > 0 && span > t->added) t->missing += span - t->added;
            t->added = 0;
        }
    x->unseen += sweep->unseen;
    if (s->stats.looked) x->last_full = s->time;
}

static void take_sweep(exporter *x, const drmfd_sweep *sweep)
{
    const drm_source *s = &x->source;
    const double interval = x->sweeps > 0 ? ((double)s->time - (double)x->last) / 1e9 : 0;
    size_t i;
    uint32_t k, c, e;
    for (i = 0; i < x->device_count; i++) {
        x->devices[i].seen = 0;
        x->devices[i].now = NULL;
        x->devices[i].hardware = NULL;
    }
    for (k = 0; k < sweep->device_count; k++) {
        const drmfd_device *from = &sweep->devices[k];
        const drm_place *place = drm_place_of(s, from);
        exported *d = device_named(x, place->label);
        if (d == NULL) break;
        d->now = from;
        d->hardware = place->hardware;
        for (c = 0; c < sweep->client_count; c++)
            for (e = 0; sweep->clients[c].device_index == k && e < sweep->clients[c].engine_count; e++) {
                engine_time *t = time_of(d, sweep->clients[c].engines[e].name);
                if (t == NULL) continue;
                t->added += busy_seconds(&sweep->clients[c].engines[e], interval);
                t->seconds += busy_seconds(&sweep->clients[c].engines[e], interval);
            }
    }
    for (i = 0; i < s->hardware_count; i++) {
        const drm_hardware *h = &s->hardware[i];
        exported *d;
        if (!drm_idle(s, h)) continue;
        d = device_named(x, drm_hardware_label(h));
        if (d != NULL) d->hardware = h;
    }
    take_missing(x, sweep, interval);
    x->last = s->time;
    x->sweeps++;
}

/* Where it goes -------------------------------------------------------------------------------------------------- */

static const char *answer(void *user, const char *path, const char *lines, cli_buf *b)
{
    const int openmetrics = listen_line_has(lines, "accept:", "application/openmetrics-text");
    if (strcmp(path, "/") == 0) {
        cli_putf(b, "<!doctype html><title>drmfdinfo</title><p><a href=\"/metrics\">Metrics</a> of the GPUs and NPUs\n");
        return "text/html; charset=utf-8";
    }
    if (strcmp(path, "/metrics") != 0) {
        cli_putf(b, "see /metrics\n");
        return NULL;
    }
    put_metrics((exporter *)user, openmetrics ? FORM_OPENMETRICS : FORM_PROMETHEUS, b);
    return openmetrics ? "application/openmetrics-text; version=1.0.0; charset=utf-8" : "text/plain; version=0.0.4; charset=utf-8";
}

/* 0: the file or standard output cannot be written. */
static int write_file(cli *c, exporter *x)
{
    cli_buf b = {NULL, 0, 0};
    const char *path = c->out_path != NULL && strcmp(c->out_path, "-") != 0 ? c->out_path : NULL;
    struct stat st;
    int ok;
    put_metrics(x, FORM_FILE, &b);
    if (path != NULL && (stat(path, &st) != 0 || S_ISREG(st.st_mode))) ok = cli_replace(c, path, NULL, b.ptr, b.len);
    else { /* a device or a pipe is written to directly */
        FILE *f = path != NULL ? fopen(path, "wb") : stdout;
        ok = f != NULL && fwrite(b.ptr, 1, b.len, f) == b.len && fflush(f) == 0;
        if (!ok) cli_error(c, "%s: %s", path != NULL ? path : "standard output", strerror(errno));
        if (f != NULL && path != NULL) fclose(f);
    }
    cli_buf_free(&b);
    return ok;
}

static void close_exporter(exporter *x)
{
    size_t i, k;
    for (i = 0; i < x->device_count; i++) {
        for (k = 0; k < x->devices[i].engine_count; k++) free(x->devices[i].engines[k].name);
        free(x->devices[i].engines);
        free(x->devices[i].label);
    }
    free(x->devices);
    drm_source_close(&x->source);
}

/* How long to wait for the next sample: less while clients come and go, as what each did last is lost, but no more often than
   20 times a second, nor for more than a tenth of the time. */
static int64_t pace_after(int64_t pace, int64_t most, int64_t cost, const drmfd_sweep *sweep)
{
    const int64_t least = cost * 10 > 50000000 ? cost * 10 : 50000000;
    pace = sweep->gone > 0 || sweep->unseen > 0 ? pace / 2 : pace + pace / 32;
    if (pace < least) pace = least;
    return pace < most ? pace : most;
}

typedef struct export_options {
    const char *root, *nvml, *listen;
    int64_t interval, look;
    uint64_t count, clients;
    int openmetrics;
} export_options;

static const option rows[] = {
    {0, "openmetrics", &take_nothing, offsetof(export_options, openmetrics), NULL, NULL, "the format, which is the only one"},
    {0, "listen", &take_text, offsetof(export_options, listen), NULL, "[ADDRESS:]PORT",
     "answer HTTP at this address (127.0.0.1) and port (0: any)"},
    OPT_INTERVAL(export_options),
    OPT_COUNT_OF(export_options, "stop after N intervals (default: one, with --listen never)"),
    {0, "clients", &take_positive, offsetof(export_options, clients), NULL, "N", "also the N busiest clients: a series each (none)"},
    OPT_LOOK(export_options),
    OPT_NVML(export_options),
    OPT_ROOT(export_options),
    OPTION_END};

static void begin(void *user)
{
    export_options *how = (export_options *)user;
    how->root = "/proc";
    how->interval = 1000000000;
}

static int run(request *q, void *user)
{
    const export_options *how = (const export_options *)user;
    cli *c = q->c;
    const char *where = how->listen;
    char at[96];
    uint64_t count = how->count, intervals = 0, began, due;
    int64_t pace = how->interval;
    int code = CLI_FINE, ended;
    drmfd_scanner_options o;
    listener *l = NULL;
    exporter x;
    memset(&o, 0, sizeof o);
    memset(&x, 0, sizeof x);
    if (how->clients > 10000) return cli_usage(c, "--clients takes a number from 1 to 10000, not '%" PRIu64 "'", how->clients);
    x.most_clients = how->clients;
    o.look_every = how->look;
    if (where != NULL && (l = listen_open(c, where, &code, at, sizeof at)) == NULL) return code;
    if (!drm_source_open(&x.source, c, how->root, NULL, how->nvml, &o)) {
        listen_close(l);
        return CLI_INPUT;
    }
    if (count == 0) count = where != NULL ? UINT64_MAX - 1 : 1;
    stop_prepare();
    due = cli_now();
    while (!stop_asked()) {
        const drmfd_sweep *sweep;
        uint64_t next;
        began = cli_now();
        sweep = drm_source_next(&x.source, &ended);
        if (sweep == NULL) {
            cli_error(c, "%s", x.source.why);
            code = CLI_INPUT;
            break;
        }
        take_sweep(&x, sweep);
        if (l != NULL && x.sweeps == 1) fprintf(stderr, "%s: http://%s/metrics\n", c->tool, at);
        if (l == NULL && x.sweeps > 1 && !write_file(c, &x)) {
            code = CLI_INPUT;
            break;
        }
        if (x.sweeps > 1 && began >= due) intervals++; /* the shorter ones do not count */
        if (intervals == count) break;
        if (began >= due) due = (due + (uint64_t)how->interval > cli_now() ? due : cli_now()) + (uint64_t)how->interval;
        pace = l != NULL && x.sweeps > 1 ? pace_after(pace, how->interval, (int64_t)(cli_now() - began), sweep) : how->interval;
        next = began + (uint64_t)pace < due ? began + (uint64_t)pace : due;
        if (l != NULL) listen_until(l, next, stop_flag(), answer, &x);
        else sleep_until(next);
    }
    listen_close(l);
    close_exporter(&x);
    return code;
}

static const verb_lack lacks[] = {{NULL, LACKS_BOTH, NULL, "export writes OpenMetrics; watch has --json and --csv"},
                                  {"listen", LACKS_OUT, NULL, "--listen and -o exclude each other"}, LACK_END};

const verb export_verb = {"export", rows, sizeof(export_options), run, begin, NULL,
    "metrics for Prometheus: over HTTP until Ctrl-C, or once to a file",
    "drmfdinfo export --openmetrics --listen 127.0.0.1:9432\n"
    "                                       until Ctrl-C\n"
    "  drmfdinfo export --openmetrics -o /var/lib/node_exporter/gpu.prom\n"
    "                                       once, for the textfile collector",
    NULL, USE_VALUE, NULL, MAY_READ | MAY_WRITE | MAY_LISTEN | MAY_REPLACE | MAY_LOOK, NULL, lacks};
