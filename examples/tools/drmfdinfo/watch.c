#include "verbs.h"

#include <inttypes.h>
#include <string.h>

static int wanted(const drm_want *w, drm_source *s, const drmfd_sweep *sweep, const drmfd_client *client)
{
    return drm_wanted_place(w, s, &sweep->devices[client->device_index]) && drm_wanted(w, s, client);
}

static void print_hardware(cli_buf *b, const drm_hardware *h)
{
    if (h == NULL) return;
    cli_put(b, "  ", 2);
    drm_put_hardware(b, h);
    if (h->source == DRM_FROM_NVML) cli_putf(b, "  (NVML)");
}

/* A line per device: what all its clients do together, and the device itself. */
static void print_devices(cli *c, const drm_source *s, const drmfd_sweep *sweep, const drm_want *w)
{
    uint32_t i, k;
    size_t n;
    cli_buf b = {NULL, 0, 0};
    for (i = 0; i < sweep->device_count; i++) {
        const drmfd_device *d = &sweep->devices[i];
        if (!drm_wanted_place(w, s, d)) continue;
        b.len = 0;
        cli_putf(&b, "%s (%" PRIu32 " client%s)", drm_place_of(s, d)->label, d->clients, d->clients == 1 ? "" : "s");
        for (k = 0; k < d->engine_count; k++) {
            cli_put(&b, " ", 1);
            cli_put_safe(&b, d->engines[k].name.ptr, d->engines[k].name.len);
            if (d->engines[k].best != NULL) cli_putf(&b, " %.1f", d->engines[k].best->percent);
            else cli_putf(&b, " -");
        }
        print_hardware(&b, drm_place_of(s, d)->hardware);
        fprintf(c->out, "%s\n", b.ptr);
    }
    for (n = 0; n < s->hardware_count; n++) {
        const drm_hardware *h = &s->hardware[n];
        const char *name = drm_hardware_label(h);
        if (!drm_wanted_idle(w, s, h)) continue;
        b.len = 0;
        cli_put_safe(&b, name, strlen(name));
        cli_putf(&b, " (0 clients)");
        print_hardware(&b, h);
        fprintf(c->out, "%s\n", b.ptr);
    }
    cli_buf_free(&b);
}

static void print_table(cli *c, drm_source *s, const drm_moment *m, const drmfd_sweep *sweep, const drm_want *w)
{
    static const char *const titles[] = {"PID", "USER", "DEVICE", "VRAM", "SYS", "COMMAND", "ENGINES %"};
    cli_table t;
    cli_buf b = {NULL, 0, 0};
    uint32_t i;
    drm_put_missing(&b, s);
    fprintf(c->out, "%s%s%s+%.3f s%s%s%s\n", cli_style(c->color, CLI_DIM), m->clock, m->clock[0] != 0 ? "  " : "", m->seconds,
            b.len > 0 ? "  " : "", b.len > 0 ? b.ptr : "", cli_style(c->color, CLI_PLAIN));
    cli_table_init(&t, "rllrrll", titles);
    for (i = 0; i < sweep->client_count; i++) {
        const drmfd_client *client = &sweep->clients[i];
        const uint64_t owner = drm_owner(s, client);
        const char *device = drm_device_label(s, client);
        static const drmfd_class where[2] = {DRMFD_CLASS_DEVICE, DRMFD_CLASS_SYSTEM};
        const char *text;
        uint64_t bytes;
        int k;
        if (!wanted(w, s, sweep, client)) continue;
        cli_cellf(&t, CLI_PLAIN, "%" PRIu64, owner);
        text = drm_user(s, owner);
        cli_cell_text(&t, CLI_PLAIN, text, strlen(text));
        cli_cell_text(&t, CLI_PLAIN, device, strlen(device));
        for (k = 0; k < 2; k++) {
            char size[16] = "-";
            if (drm_memory(client->regions, client->region_count, where[k], &bytes)) drm_bytes(size, bytes);
            cli_cellf(&t, CLI_PLAIN, "%s", size);
        }
        text = drm_command(s, owner);
        cli_cell_text(&t, CLI_PLAIN, text, strlen(text));
        b.len = 0;
        drm_put_engines(&b, client);
        cli_cell_text(&t, CLI_PLAIN, b.ptr, b.len);
    }
    if (t.cells > 0) {
        cli_table_print(c, &t);
    } else {
        const int asked = w->user_count + w->device_count > 0 && sweep->client_count > 0;
        fprintf(c->out, "%s\n", w->pid_count > 0 ? "these processes hold no GPU or NPU client"
                                : asked          ? "no client of these users and devices"
                                                 : drm_none(s));
        cli_table_init(&t, "", NULL);
    }
    if (w->pid_count + w->user_count == 0) print_devices(c, s, sweep, w);
    fputc('\n', c->out);
    cli_buf_free(&b);
}

/* The sums of each device, and what is lost, before the clients of the interval. */
static void print_sums(cli_json *j, const drm_source *s, const drm_moment *m, const drmfd_sweep *sweep, const drm_want *w)
{
    cli_json_object(j, NULL);
    cli_json_str(j, "time", m->clock[0] != 0 ? m->clock : NULL);
    cli_json_double(j, "seconds", m->seconds);
    drm_lost_json(j, s);
    drm_devices_json(j, s, sweep, w);
    cli_json_end(j);
    cli_json_line(j);
}

typedef struct watch_options {
    const char *root, *replay, *nvml;
    int64_t interval, look;
    uint64_t count;
    drm_want want;
} watch_options;

static const option table[] = {
    OPT_INTERVAL(watch_options),
    OPT_COUNT_OF(watch_options, "stop after N intervals (default: at Ctrl-C or the end of the recording)"),
    OPT_LOOK(watch_options),
    OPT_NVML(watch_options),
    OPT_ROOT(watch_options),
    {0, "replay", &take_input, offsetof(watch_options, replay), NULL, "DIR", "play a recording as fast as it can be read"},
    {'p', "pid", &take_pid, offsetof(watch_options, want), NULL, "N", "only clients of this process; repeatable, as are the next two"},
    {'u', "user", &take_user, offsetof(watch_options, want), NULL, "NAME", "only of this user"},
    {'d', "device", &take_device, offsetof(watch_options, want), NULL, "D", "only of this device"},
    OPTION_END};

static void begin(void *user)
{
    watch_options *how = (watch_options *)user;
    how->interval = 1000000000;
    how->count = UINT64_MAX;
}

/* A recording needs nothing but itself. */
static void ready(const request *q, const void *options, cli_rights *r)
{
    (void)q;
    if (((const watch_options *)options)->replay != NULL) r->may = 0;
}

static int run(request *q, void *user)
{
    watch_options *how = (watch_options *)user;
    cli *c = q->c;
    const char *replay = how->replay;
    const drm_want w = how->want;
    int64_t first = 0, last = 0;
    uint64_t sweeps = 0, next;
    int code = CLI_FINE, ended = 0, matched = 0;
    drmfd_scanner_options o;
    drm_source s;
    cli_csv v = {NULL, 0, 0};
    cli_json j;
    if (how->root != NULL && replay != NULL) return cli_usage(c, "--root and --replay exclude each other");
    if (replay != NULL && (how->look != 0 || how->nvml != NULL)) return cli_usage(c, "--look and --nvml are not for --replay");
    memset(&o, 0, sizeof o);
    o.look_every = how->look;
    o.pids = w.pids;
    o.pid_count = (uint32_t)w.pid_count;
    if (!drm_source_open(&s, c, how->root != NULL ? how->root : "/proc", replay, how->nvml, &o)) return CLI_INPUT;
    stop_prepare();
    v.f = c->out;
    cli_json_init(&j, c->out, CLI_UTF8, 0);
    if (c->format == CLI_CSV) drm_client_csv_titles(&v);
    next = cli_now();
    while (!stop_asked()) {
        const drmfd_sweep *sweep = drm_source_next(&s, &ended);
        drm_moment m;
        uint32_t i;
        if (sweep == NULL) {
            if (!ended) cli_error(c, "%s", s.why);
            code = ended ? CLI_FINE : CLI_INPUT;
            break;
        }
        if (sweeps++ == 0) first = s.time;
        drm_moment_of(&m, &s, first, last, sweeps > 1);
        last = s.time;
        if (sweeps > 1) {
            matched |= drm_matched(&w, &s) && (sweep->client_count > 0 || drm_sees_all(&s));
            if (c->format == CLI_TEXT) print_table(c, &s, &m, sweep, &w);
            else if (c->format == CLI_JSON) print_sums(&j, &s, &m, sweep, &w);
            for (i = 0; c->format != CLI_TEXT && i < sweep->client_count; i++) {
                if (!wanted(&w, &s, sweep, &sweep->clients[i])) continue;
                if (c->format == CLI_CSV) drm_client_csv(&v, &s, &m, &sweep->clients[i]);
                else {
                    drm_client_json(&j, &s, &m, &sweep->clients[i]);
                    cli_json_line(&j);
                }
            }
            if (fflush(c->out) != 0) break;
            if (sweeps - 1 == how->count) break;
        }
        if (replay != NULL) continue;
        /* After a sweep that took too long, later ones are late rather than crowded. */
        next += (uint64_t)how->interval;
        if (next < cli_now()) next = cli_now();
        sleep_until(next);
    }
    if (replay != NULL && ended && sweeps < 2 && code == CLI_FINE) {
        cli_error(c, "%s: %s", replay, sweeps == 0 ? "contains no sweep" : "a single sweep has no figures");
        code = CLI_INPUT;
    }
    if (code == CLI_FINE && sweeps > 1 && !matched) {
        cli_error(c, "%s", s.sweep != NULL && !drm_matched(&w, &s) ? "nothing matched: no such client or device" : drm_none(&s));
        code = CLI_FINDING;
    }
    drm_source_close(&s);
    return code;
}

static void end(void *user) { drm_want_free(&((watch_options *)user)->want); }

const verb watch_verb = {"watch", table, sizeof(watch_options), run, begin, end,
    "a table at each interval until Ctrl-C",
    "drmfdinfo watch                      a table every second\n"
    "  drmfdinfo watch --json >log.jsonl    a line of JSON per client and second\n"
    "  drmfdinfo watch --interval 0.2 --count 50 --pid 4310\n"
    "                                       one process, five times a second, for\n"
    "                                       ten seconds\n"
    "  drmfdinfo watch --replay DIR --csv   figures of a recording, as CSV\n"
    "                                       (drmtop --replay DIR plays it)",
    NULL, USE_VALUE, NULL, MAY_READ | MAY_WRITE, ready}; /* NVML writes to the devices */
