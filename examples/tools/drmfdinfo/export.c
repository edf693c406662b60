#include "listen.h"
#include "verbs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Limits on what a hostile driver could make up. */
#define MOST_DEVICES 256
#define MOST_ENGINES 64

/* Who the text is for. A file may be read as either format, and no name of a counter is right in both, so it has no
   counters; over HTTP it is Prometheus's text format or OpenMetrics. */
enum { FORM_FILE, FORM_PROMETHEUS, FORM_OPENMETRICS };

typedef struct engine_time {
    char *name;
    size_t len;
    double seconds; /* busy, since the program began */
    double missing; /* what may be missing from that at most */
    double added;   /* by the last sweep */
} engine_time;

/* A device is remembered as long as the program runs, because counters must not restart. */
typedef struct exported {
    char *label;
    const drmfd_device *now;      /* NULL: no client */
    const drm_hardware *hardware; /* NULL: not known */
    engine_time *engines;
    size_t engine_count, engine_room;
    int seen;
} exported;

typedef struct exporter {
    drm_source source;
    exported *devices;
    size_t device_count, device_room;
    uint64_t most_clients; /* --clients */
    uint64_t sweeps, unseen;
    int64_t last, last_full;
} exporter;

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

/* Text ---------------------------------------------------------------------------------------------------------- */

static void family(cli_buf *b, const char *name, const char *type, const char *unit, const char *help)
{
    cli_putf(b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
    if (unit != NULL) cli_putf(b, "# UNIT %s %s\n", name, unit);
}

/* One more label: the first opens the brace. */
static void label(cli_buf *b, const char *name, const char *ptr, size_t len)
{
    cli_buf safe = {NULL, 0, 0};
    size_t i;
    cli_put_safe(&safe, ptr, len);
    cli_putf(b, "%s%s=\"", b->ptr[b->len - 1] == '"' ? "," : "{", name);
    for (i = 0; i < safe.len; i++) {
        if (safe.ptr[i] == '\\' || safe.ptr[i] == '"') cli_put(b, "\\", 1);
        cli_put(b, &safe.ptr[i], 1);
    }
    cli_put(b, "\"", 1);
    cli_buf_free(&safe);
}

static void label_text(cli_buf *b, const char *name, const char *text) { label(b, name, text, strlen(text)); }

static void value(cli_buf *b, double v)
{
    char text[32];
    cli_double(text, v);
    cli_putf(b, "%s %s\n", b->ptr[b->len - 1] == '"' ? "}" : "", text);
}

/* A family of one sample. */
static void single(cli_buf *b, const char *name, const char *help, double v)
{
    family(b, name, "gauge", NULL, help);
    cli_putf(b, "%s", name);
    value(b, v);
}

/* The samples of a counter that each engine has. */
static void put_times(cli_buf *b, const exporter *x, const char *name, size_t member)
{
    size_t i, k;
    for (i = 0; i < x->device_count; i++)
        for (k = 0; k < x->devices[i].engine_count; k++) {
            const engine_time *e = &x->devices[i].engines[k];
            double seconds;
            memcpy(&seconds, (const char *)e + member, sizeof seconds);
            cli_putf(b, "%s", name);
            label_text(b, "device", x->devices[i].label);
            label(b, "engine", e->name, e->len);
            value(b, seconds);
        }
}

static void put_devices(cli_buf *b, const exporter *x, int form)
{
    size_t i;
    uint32_t n;
    int fact;
    /* OpenMetrics has a type for this; in the text format it is a gauge with value 1. */
    family(b, form == FORM_OPENMETRICS ? "drm_device" : "drm_device_info", form == FORM_OPENMETRICS ? "info" : "gauge", NULL,
           "What the device is.");
    for (i = 0; i < x->device_count; i++) {
        const exported *d = &x->devices[i];
        const drm_hardware *h = d->hardware;
        if (!d->seen) continue;
        cli_putf(b, "drm_device_info");
        label_text(b, "device", d->label);
        if (d->now != NULL) label(b, "driver", d->now->driver.ptr, d->now->driver.len);
        else label_text(b, "driver", h->driver);
        label_text(b, "name", h != NULL ? h->name : "");
        label_text(b, "card", h != NULL ? h->card : "");
        label_text(b, "render", h != NULL ? h->render : "");
        label_text(b, "source", h == NULL ? "fdinfo" : h->source == DRM_FROM_NVML ? "nvml" : "sysfs");
        value(b, 1);
    }
    family(b, "drm_device_clients", "gauge", NULL, "Clients that have the device open and may be seen.");
    for (i = 0; i < x->device_count; i++) {
        if (!x->devices[i].seen) continue;
        cli_putf(b, "drm_device_clients");
        label_text(b, "device", x->devices[i].label);
        value(b, x->devices[i].now != NULL ? x->devices[i].now->clients : 0);
    }
    family(b, "drm_device_awake", "gauge", NULL, "1: awake; 0: asleep, so that nothing is read, or lost. Missing: not known.");
    for (i = 0; i < x->device_count; i++) {
        if (!x->devices[i].seen || x->devices[i].hardware == NULL) continue;
        cli_putf(b, "drm_device_awake");
        label_text(b, "device", x->devices[i].label);
        value(b, x->devices[i].hardware->state == DRM_AWAKE);
    }
    for (fact = 0; fact < DRM_FACTS; fact++) {
        const drm_fact *f = &drm_facts[fact];
        char name[64];
        double v;
        snprintf(name, sizeof name, "drm_device_%s", f->metric);
        family(b, name, "gauge", f->unit, f->help);
        for (i = 0; i < x->device_count; i++) {
            if (!x->devices[i].seen || !drm_fact_get(x->devices[i].hardware, fact, &v)) continue;
            cli_putf(b, "%s", name);
            label_text(b, "device", x->devices[i].label);
            value(b, v * f->times);
        }
    }
    family(b, "drm_engine_busy_ratio", "gauge", "ratio", "Share of the last interval that the clients kept an engine busy.");
    for (i = 0; i < x->device_count; i++)
        for (n = 0; x->devices[i].now != NULL && n < x->devices[i].now->engine_count; n++) {
            const drmfd_engine_sum *e = &x->devices[i].now->engines[n];
            if (e->best == NULL) continue;
            cli_putf(b, "drm_engine_busy_ratio");
            label_text(b, "device", x->devices[i].label);
            label(b, "engine", e->name.ptr, e->name.len);
            value(b, e->best->percent / 100);
        }
    if (form != FORM_FILE) {
        family(b, form == FORM_OPENMETRICS ? "drm_engine_busy_seconds" : "drm_engine_busy_seconds_total", "counter",
               form == FORM_OPENMETRICS ? "seconds" : NULL,
               "How long the clients kept an engine busy since the exporter started, as far as it was seen.");
        put_times(b, x, "drm_engine_busy_seconds_total", offsetof(engine_time, seconds));
        family(b, form == FORM_OPENMETRICS ? "drm_engine_busy_missing_seconds" : "drm_engine_busy_missing_seconds_total", "counter",
               form == FORM_OPENMETRICS ? "seconds" : NULL,
               "How much may be missing from drm_engine_busy_seconds at most: clients ended, and what they did last was not seen.");
        put_times(b, x, "drm_engine_busy_missing_seconds_total", offsetof(engine_time, missing));
        family(b, form == FORM_OPENMETRICS ? "drm_clients_unseen" : "drm_clients_unseen_total", "counter", NULL,
               "Clients that came and went between two samples, or may not be seen (Linux 6.5 and later).");
        cli_putf(b, "drm_clients_unseen_total %" PRIu64 "\n", x->unseen);
    }
    family(b, "drm_region_resident_bytes", "gauge", "bytes",
           "Memory that clients have in place, by region; shared buffers count once for each.");
    for (i = 0; i < x->device_count; i++)
        for (n = 0; x->devices[i].now != NULL && n < x->devices[i].now->region_count; n++) {
            const drmfd_region_sum *r = &x->devices[i].now->regions[n];
            if ((r->has & DRMFD_REGION_HAS_RESIDENT) == 0) continue;
            cli_putf(b, "drm_region_resident_bytes");
            label_text(b, "device", x->devices[i].label);
            label(b, "region", r->name.ptr, r->name.len);
            value(b, (double)r->resident);
        }
}

/* Clients ------------------------------------------------------------------------------------------------------- */

typedef struct ranked {
    const drmfd_client *client;
    const char *device; /* label */
    uint64_t pid, bytes;
    double busy;
} ranked;

static int by_rank(const void *a, const void *b)
{
    const ranked *x = (const ranked *)a, *y = (const ranked *)b;
    if (x->busy < y->busy || x->busy > y->busy) return x->busy > y->busy ? -1 : 1;
    if (x->bytes != y->bytes) return x->bytes > y->bytes ? -1 : 1;
    return x->client < y->client ? -1 : x->client > y->client;
}

static int same_series(const ranked *a, const ranked *b)
{
    return a->device == b->device && a->pid == b->pid && a->client->has_client_id == b->client->has_client_id &&
           a->client->client_id == b->client->client_id;
}

static void client_labels(cli_buf *b, drm_source *s, const ranked *r)
{
    char number[24];
    label_text(b, "device", r->device);
    snprintf(number, sizeof number, "%" PRIu64, r->pid);
    label_text(b, "pid", number);
    snprintf(number, sizeof number, "%" PRIu64, r->client->client_id);
    label_text(b, "client", r->client->has_client_id ? number : "");
    label_text(b, "user", drm_user(s, r->pid));
    label_text(b, "command", drm_command(s, r->pid));
}

/* The busiest clients, at most as many as were asked for, then those with the most memory. Two without an id in one
   process would be indistinguishable: the second is left out. */
static void put_clients(cli_buf *b, exporter *x)
{
    drm_source *s = &x->source;
    const drmfd_sweep *sweep = s->sweep;
    ranked *list = (ranked *)cli_alloc(sweep->client_count, sizeof *list);
    size_t count = 0, kept = 0, i, k;
    uint32_t n;
    for (n = 0; n < sweep->client_count; n++) {
        const drmfd_client *c = &sweep->clients[n];
        const drmfd_usage *top = drm_busiest(c);
        ranked *r = &list[count];
        for (i = 0; i < x->device_count && x->devices[i].now != &sweep->devices[c->device_index]; i++) {
        }
        if (i == x->device_count) continue;
        r->client = c;
        r->device = x->devices[i].label;
        r->pid = drm_owner(s, c);
        r->busy = top != NULL ? top->best->percent : -1;
        r->bytes = 0;
        for (k = 0; k < c->region_count; k++) r->bytes += c->regions[k].resident;
        count++;
    }
    if (count > 1) qsort(list, count, sizeof *list, by_rank);
    for (i = 0; i < count && kept < x->most_clients; i++) {
        for (k = 0; k < kept && !same_series(&list[k], &list[i]); k++) {
        }
        if (k == kept) list[kept++] = list[i];
    }
    family(b, "drm_client_engine_busy_ratio", "gauge", "ratio",
           "Share of the last interval that the client kept an engine busy.");
    for (i = 0; i < kept; i++)
        for (n = 0; n < list[i].client->engine_count; n++) {
            const drmfd_usage *u = &list[i].client->engines[n];
            if (u->best == NULL) continue;
            cli_putf(b, "drm_client_engine_busy_ratio");
            client_labels(b, s, &list[i]);
            label(b, "engine", u->name.ptr, u->name.len);
            value(b, u->best->percent / 100);
        }
    family(b, "drm_client_resident_bytes", "gauge", "bytes", "Memory that the client has in place, by region.");
    for (i = 0; i < kept; i++)
        for (n = 0; n < list[i].client->region_count; n++) {
            const drmfd_region *r = &list[i].client->regions[n];
            if ((r->has & DRMFD_REGION_HAS_RESIDENT) == 0) continue;
            cli_putf(b, "drm_client_resident_bytes");
            client_labels(b, s, &list[i]);
            label(b, "region", r->name.ptr, r->name.len);
            value(b, (double)r->resident);
        }
    single(b, "drm_clients_left_out", "Clients that are not listed, because --clients says how many may be.",
           (double)(sweep->client_count - kept));
    free(list);
}

static void put_metrics(exporter *x, int form, cli_buf *b)
{
    const drm_source *s = &x->source;
    const drmfd_sweep *sweep = s->sweep;
    unsigned i;
    put_devices(b, x, form);
    if (x->most_clients > 0) put_clients(b, x);
    single(b, "drm_processes", "Processes looked at.", (double)s->stats.processes);
    if (s->sight.unseen == 0)
        single(b, "drm_processes_hidden", "Processes that may not be looked into: their clients are missing.",
               (double)s->stats.refused);
    family(b, "drm_processes_unseen", "gauge", NULL, "1: processes may be missing without being counted, for this reason.");
    for (i = 0; i < 2; i++) {
        if ((s->sight.known & 1u << i) == 0) continue;
        cli_putf(b, "drm_processes_unseen");
        label_text(b, "reason", drm_unseen_names[i]);
        value(b, (s->sight.unseen & 1u << i) != 0);
    }
    single(b, "drm_processes_unlisted", "Processes that could not be listed for want of file descriptors.",
           (double)s->stats.unlisted);
    single(b, "drm_files_unread", "Files of clients left out for want of file descriptors or memory.",
           (double)(s->stats.no_handle + sweep->no_memory));
    single(b, "drm_lines_not_understood", "Lines of clients in the last sample that make no sense.",
           (double)(sweep->counts.bad_lines + sweep->counts.bad_values));
    cli_putf(b, "# EOF\n");
}

static void body(void *user, int openmetrics, cli_buf *b)
{
    put_metrics((exporter *)user, openmetrics ? FORM_OPENMETRICS : FORM_PROMETHEUS, b);
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

static const option table[] = {
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
    if (c->format != CLI_TEXT) return cli_usage(c, "export writes OpenMetrics; watch has --json and --csv");
    if (where != NULL && c->out_path != NULL) return cli_usage(c, "--listen and -o exclude each other");
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
        if (l != NULL) listen_until(l, next, body, &x);
        else sleep_until(next);
    }
    listen_close(l);
    close_exporter(&x);
    return code;
}

const verb export_verb = {"export", table, sizeof(export_options), run, begin, NULL,
    "metrics for Prometheus: over HTTP until Ctrl-C, or once to a file",
    "drmfdinfo export --openmetrics --listen 127.0.0.1:9432\n"
    "                                       until Ctrl-C\n"
    "  drmfdinfo export --openmetrics -o /var/lib/node_exporter/gpu.prom\n"
    "                                       once, for the textfile collector",
    NULL, USE_VALUE, NULL, MAY_READ | MAY_WRITE | MAY_LISTEN | MAY_REPLACE, NULL};
