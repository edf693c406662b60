#include "verbs.h"

#include <inttypes.h>
#include <string.h>

static int wanted(const drm_want *w, drm_source *s, const drmfd_sweep *sweep, const drmfd_client *client)
{
    const drmfd_device *d = &sweep->devices[client->device_index];
    return drm_wanted_device(w, d->name, d->driver, drm_hardware_of(s, d), -1) && drm_wanted(w, s, client);
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
        if (!drm_wanted_device(w, d->name, d->driver, drm_hardware_of(s, d), -1)) continue;
        b.len = 0;
        cli_put_safe(&b, d->name.ptr, d->name.len);
        cli_putf(&b, " (%" PRIu32 " client%s)", d->clients, d->clients == 1 ? "" : "s");
        for (k = 0; k < d->engine_count; k++) {
            cli_put(&b, " ", 1);
            cli_put_safe(&b, d->engines[k].name.ptr, d->engines[k].name.len);
            if (d->engines[k].best != NULL) cli_putf(&b, " %.1f", d->engines[k].best->percent);
            else cli_putf(&b, " -");
        }
        print_hardware(&b, drm_hardware_of(s, d));
        fprintf(c->out, "%s\n", b.ptr);
    }
    for (n = 0; n < s->hardware_count; n++) {
        const drm_hardware *h = &s->hardware[n];
        const char *name = h->pdev[0] != 0 ? h->pdev : h->driver;
        if (!drm_idle(s, h) || !drm_wanted_device(w, drmfd_text(name), drmfd_text(h->driver), h, -1)) continue;
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
        const drmfd_view device = drm_device_name(client);
        static const drmfd_class where[2] = {DRMFD_CLASS_DEVICE, DRMFD_CLASS_SYSTEM};
        const char *text;
        uint64_t bytes;
        int k;
        if (!wanted(w, s, sweep, client)) continue;
        cli_cellf(&t, CLI_PLAIN, "%" PRIu64, owner);
        text = drm_user(s, owner);
        cli_cell_text(&t, CLI_PLAIN, text, strlen(text));
        cli_cell_text(&t, CLI_PLAIN, device.ptr, device.len);
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

int watch(cli *c, cli_args *args)
{
    enum { INTERVAL = 1, COUNT, ROOT, REPLAY, PID, LOOK, NVML, USER, DEVICE };
    static const cli_option table[] = {{INTERVAL, 'i', "interval", 1}, {COUNT, 'n', "count", 1}, {ROOT, 0, "root", 1},
                                       {REPLAY, 0, "replay", 1},       {PID, 'p', "pid", 1},     {LOOK, 0, "look", 1},
                                       {NVML, 0, "nvml", 1},           {USER, 'u', "user", 1},   {DEVICE, 'd', "device", 1},
                                       {0, 0, NULL, 0}};
    const char *root = NULL, *replay = NULL, *nvml = NULL;
    int64_t interval = 1000000000, first = 0, last = 0;
    uint64_t count = UINT64_MAX, sweeps = 0, next;
    drm_want w;
    int id, code = CLI_FINE, ended = 0;
    drmfd_scanner_options o;
    drm_source s;
    cli_csv v = {NULL, 0, 0};
    cli_json j;
    memset(&o, 0, sizeof o);
    memset(&w, 0, sizeof w);
    while ((id = cli_next(c, args, table)) != CLI_END) {
        int ok = 1;
        if (id == INTERVAL) ok = drm_seconds(c, "--interval", args->value, 10, 86400000, &interval);
        else if (id == COUNT) ok = cli_number(c, "--count", args->value, 1, UINT64_MAX - 1, &count);
        else if (id == ROOT) root = args->value;
        else if (id == LOOK) ok = drm_seconds(c, "--look", args->value, 10, 86400000, &o.look_every);
        else if (id == REPLAY) replay = args->value;
        else if (id == NVML) nvml = args->value;
        else if (id == PID) ok = drm_want_pid(&w, c, args->value);
        else if (id == USER) drm_want_user(&w, args->value);
        else if (id == DEVICE) drm_want_device(&w, args->value);
        else {
            if (id == CLI_OPERAND) cli_usage(c, "unexpected '%s'; --replay DIR reads a recording", args->value);
            ok = 0;
        }
        if (!ok) {
            drm_want_free(&w);
            return id == CLI_DONE ? CLI_FINE : CLI_USAGE;
        }
    }
    if (root != NULL && replay != NULL) code = cli_usage(c, "--root and --replay exclude each other");
    else if (replay != NULL && (o.look_every != 0 || nvml != NULL))
        code = cli_usage(c, "--look and --nvml are not for --replay");
    else if (!cli_start(c)) code = CLI_INPUT;
    o.pids = w.pids;
    o.pid_count = (uint32_t)w.pid_count;
    if (code == CLI_FINE && !drm_source_open(&s, c, root != NULL ? root : "/proc", replay, nvml, &o))
        code = cli_finish(c, CLI_INPUT);
    if (code != CLI_FINE) {
        drm_want_free(&w);
        return code;
    }
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
            if (sweeps - 1 == count) break;
        }
        if (replay != NULL) continue;
        /* After a sweep that took too long, later ones are late rather than crowded. */
        next += (uint64_t)interval;
        if (next < cli_now()) next = cli_now();
        sleep_until(next);
    }
    if (replay != NULL && ended && sweeps < 2 && code == CLI_FINE) {
        cli_error(c, "%s: %s", replay, sweeps == 0 ? "contains no sweep" : "a single sweep has no figures");
        code = CLI_INPUT;
    }
    drm_source_close(&s);
    drm_want_free(&w);
    return cli_finish(c, code);
}
