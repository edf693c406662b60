#include "verbs.h"

#include <inttypes.h>
#include <string.h>

static int wanted(const drm_want *w, drm_source *s, const drmfd_sweep *sweep, const drmfd_client *client)
{
    return drm_wanted_place(w, s, &sweep->devices[client->device_index]) && drm_wanted(w, s, client);
}

static void say_hardware(output *to, const drm_hardware *h)
{
    cli_buf b = {NULL, 0, 0};
    if (h == NULL) return;
    drm_put_hardware(&b, h);
    out_say(to, "  %s%s", b.ptr, h->source == DRM_FROM_NVML ? "  (NVML)" : "");
    cli_buf_free(&b);
}

/* A line per device: what all its clients do together, and the device itself. */
static void say_devices(output *to, const drm_source *s, const drm_want *w)
{
    const drmfd_sweep *sweep = s->sweep;
    uint32_t i, k;
    size_t n;
    for (i = 0; i < sweep->device_count; i++) {
        const drmfd_device *d = &sweep->devices[i];
        if (!drm_wanted_place(w, s, d)) continue;
        out_say(to, "%s (%" PRIu32 " client%s)", drm_place_of(s, d)->label, d->clients, d->clients == 1 ? "" : "s");
        for (k = 0; k < d->engine_count; k++) {
            out_say(to, " ");
            out_safe(to, d->engines[k].name.ptr, d->engines[k].name.len);
            if (d->engines[k].best != NULL) out_say(to, " %.1f", d->engines[k].best->percent);
            else out_say(to, " -");
        }
        say_hardware(to, drm_place_of(s, d)->hardware);
        out_say(to, "\n");
    }
    for (n = 0; n < s->hardware_count; n++) {
        const drm_hardware *h = &s->hardware[n];
        const char *name = drm_hardware_label(h);
        if (!drm_wanted_idle(w, s, h)) continue;
        out_safe(to, name, strlen(name));
        out_say(to, " (0 clients)");
        say_hardware(to, h);
        out_say(to, "\n");
    }
}

static void say_time(output *to, const drm_source *s, const drm_moment *m)
{
    cli_buf b = {NULL, 0, 0};
    drm_put_missing(&b, s);
    out_say(to, "%s%s%s+%.3f s%s%s%s\n", cli_style(to->color, CLI_DIM), m->clock, m->clock[0] != 0 ? "  " : "", m->seconds,
            b.len > 0 ? "  " : "", b.len > 0 ? b.ptr : "", cli_style(to->color, CLI_PLAIN));
    cli_buf_free(&b);
}

static const char *nothing(const drm_source *s, const drm_want *w)
{
    if (s->sweep->client_count == 0) return w->pid_count > 0 ? drm_none_of_pids(s) : drm_none(s);
    return "no client of these processes, users and devices";
}

/* An interval: its time, what is lost and the sums of each device; then its clients. */
static void put_sweep(output *to, drm_source *s, const drm_moment *m, const drm_want *w)
{
    const drmfd_sweep *sweep = s->sweep;
    drm_list list;
    uint32_t i, count = 0;
    say_time(to, s, m);
    out_group(to, NULL);
    out_string(to, "time", m->clock[0] != 0 ? m->clock : NULL);
    out_real(to, "seconds", m->seconds);
    drm_out_processes(to, s);
    drm_out_lost(to, s);
    drm_out_devices(to, s, w);
    out_close(to);
    out_end(to);
    for (i = 0; i < sweep->client_count; i++) count += (uint32_t)wanted(w, s, sweep, &sweep->clients[i]);
    if (count > 0) {
        drm_list_begin(&list, to, NULL, 1);
        for (i = 0; i < sweep->client_count; i++)
            if (wanted(w, s, sweep, &sweep->clients[i])) drm_list_client(&list, s, m, &sweep->clients[i]);
        drm_list_end(&list);
    } else
        out_line(to, "%s", nothing(s, w));
    if (w->pid_count + w->user_count == 0) say_devices(to, s, w);
    out_say(to, "\n");
}

typedef struct watch_options {
    const char *root, *replay, *nvml;
    int64_t interval, look;
    uint64_t count;
    drm_want want;
} watch_options;

static const option rows[] = {
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
    const drm_waiting *wait;
    drmfd_scanner_options o;
    drm_source s;
    output to;
    if (how->root != NULL && replay != NULL) return cli_usage(c, "--root and --replay exclude each other");
    if (replay != NULL && (how->look != 0 || how->nvml != NULL)) return cli_usage(c, "--look and --nvml are not for --replay");
    memset(&o, 0, sizeof o);
    o.look_every = how->look;
    o.pids = w.pids;
    o.pid_count = (uint32_t)w.pid_count;
    if (!drm_source_open(&s, c, how->root != NULL ? how->root : "/proc", replay, how->nvml, &o)) return CLI_INPUT;
    wait = s.calls != NULL ? s.calls->waiting : NULL;
    if (wait != NULL) wait->prepare_fn();
    out_begin(&to, c);
    to.j.indent = 0; /* a line per object */
    drm_list_titles(&to);
    next = cli_now();
    while (wait == NULL || !wait->asked_fn()) {
        const drmfd_sweep *sweep = drm_source_next(&s, &ended);
        drm_moment m;
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
            put_sweep(&to, &s, &m, &w);
            if (fflush(c->out) != 0) break;
            if (sweeps - 1 == how->count) break;
        }
        if (replay != NULL) continue;
        /* After a sweep that took too long, later ones are late rather than crowded. */
        next += (uint64_t)how->interval;
        if (next < cli_now()) next = cli_now();
        if (wait != NULL) wait->until_fn(next);
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

const verb watch_verb = {"watch", rows, sizeof(watch_options), run, begin, end,
    "a table at each interval until Ctrl-C",
    "drmfdinfo watch                      a table every second\n"
    "  drmfdinfo watch --json >log.jsonl    a line of JSON per client and second\n"
    "  drmfdinfo watch --interval 0.2 --count 50 --pid 4310\n"
    "                                       one process, five times a second, for\n"
    "                                       ten seconds\n"
    "  drmfdinfo watch --replay DIR --csv   figures of a recording, as CSV\n"
    "                                       (drmtop --replay DIR plays it)",
    NULL, USE_VALUE, NULL, MAY_READ | MAY_WRITE | MAY_LOOK, ready, NULL}; /* NVML writes to the devices */
