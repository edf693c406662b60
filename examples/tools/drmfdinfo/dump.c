#include "verbs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void view(cli_json *j, const char *key, drmfd_view v)
{
    if (v.len > 0) cli_json_text(j, key, v.ptr, v.len);
    else cli_json_null(j, key);
}

static void number(cli_json *j, const char *key, int there, uint64_t value)
{
    if (there) cli_json_u64(j, key, value);
    else cli_json_null(j, key);
}

static void real(cli_json *j, const char *key, double value) { cli_json_raw(j, key, "%.17g", value); }

static void dump_engine(cli_json *j, const drmfd_engine *e)
{
    uint64_t value;
    int k;
    cli_json_object(j, NULL);
    cli_json_text(j, "name", e->name.ptr, e->name.len);
    for (k = 0; k < DRM_ENGINE_MEMBERS; k++) {
        const int known = drm_engine_get(&drm_engine_members[k], e, &value);
        /* The old amdgpu's percentages are no part of this format. */
        if (drm_engine_members[k].flag != DRMFD_ENGINE_HAS_LOAD) number(j, drm_engine_members[k].word, known, value);
    }
    cli_json_array(j, "flags");
    if ((e->has & DRMFD_ENGINE_HAS_ZERO_CAPACITY) != 0) cli_json_str(j, NULL, "capacity_zero");
    if ((e->has & DRMFD_ENGINE_HAS_TOTAL_CYCLES) != 0 && (e->has & DRMFD_ENGINE_HAS_MAXFREQ) != 0) cli_json_str(j, NULL, "both_clocks");
    cli_json_end(j);
    cli_json_end(j);
}

static void dump_region(cli_json *j, const drmfd_region *r)
{
    uint64_t value;
    int k;
    cli_json_object(j, NULL);
    cli_json_text(j, "name", r->name.ptr, r->name.len);
    cli_json_str(j, "class", drmfd_class_name(r->where));
    for (k = 0; k < DRM_REGION_MEMBERS; k++) {
        const int known = drm_region_get(&drm_region_members[k], r, &value);
        number(j, drm_region_members[k].word, known, value);
    }
    cli_json_end(j);
}

static void dump_text(cli_json *j, const char *text, size_t len, unsigned flags)
{
    drmfd_snapshot s = drm_parse(text, len, flags);
    drmfd_reader lines;
    drmfd_line line;
    uint32_t i;
    cli_json_object(j, NULL);
    cli_json_str(j, "result", drmfd_result_name(s.result));
    view(j, "driver", s.driver);
    number(j, "client_id", s.has_client_id, s.client_id);
    view(j, "client_name", s.client_name);
    view(j, "pdev", s.pdev);
    cli_json_array(j, "engines");
    for (i = 0; i < s.engine_count; i++) dump_engine(j, &s.engines[i]);
    cli_json_end(j);
    cli_json_array(j, "regions");
    for (i = 0; i < s.region_count; i++) dump_region(j, &s.regions[i]);
    cli_json_end(j);
    cli_json_array(j, "raw");
    drmfd_reader_begin(&lines, text, len, flags);
    while (drmfd_reader_next(&lines, &line)) {
        if (line.what != DRMFD_KEY_RAW && line.what != DRMFD_KEY_UNKNOWN) continue;
        cli_json_array(j, NULL);
        cli_json_text(j, NULL, line.key.ptr, line.key.len);
        cli_json_text(j, NULL, line.value.ptr, line.value.len);
        cli_json_end(j);
    }
    cli_json_end(j);
    cli_json_object(j, "counts");
    cli_json_u64(j, "lines", s.counts.lines);
    cli_json_u64(j, "generic", s.counts.generic);
    cli_json_u64(j, "bad_lines", s.counts.bad_lines);
    cli_json_u64(j, "bad_values", s.counts.bad_values);
    cli_json_u64(j, "unknown", s.counts.unknown);
    cli_json_u64(j, "duplicates", s.counts.duplicates);
    cli_json_end(j);
    cli_json_bool(j, "cut", s.cut);
    cli_json_end(j);
    cli_json_line(j);
    drm_parse_free(&s);
}

static void dump_figure(cli_json *j, const char *key, const drmfd_usage *u, const drmfd_figure *f)
{
    if (f->why != DRMFD_WHY_FIGURE) {
        /* The canonical form has its own words for these two. */
        cli_json_str(j, key, f->why == DRMFD_WHY_NO_CLOCK ? "zero" : f->why == DRMFD_WHY_NO_TIME ? "time" : drmfd_why_name(f->why));
        return;
    }
    cli_json_object(j, key);
    if (f == &u->speed)
        cli_json_raw(j, "of", "\"%" PRIu64 "x1000000000/%" PRIu64 "x%" PRIu64 "x%" PRIu64 "\"", f->growth, u->engine->maxfreq,
                     f->span, u->engine->capacity);
    else cli_json_raw(j, "of", "\"%" PRIu64 "/%" PRIu64 "x%" PRIu64 "\"", f->growth, f->span, u->engine->capacity);
    real(j, "raw", f->raw);
    real(j, "figure", f->percent);
    cli_json_end(j);
}

static void dump_usage(cli_json *j, const drmfd_usage *u, int best)
{
    cli_json_object(j, NULL);
    cli_json_text(j, "name", u->name.ptr, u->name.len);
    dump_figure(j, "busy", u, &u->busy);
    dump_figure(j, "share", u, &u->share);
    dump_figure(j, "speed", u, &u->speed);
    if (best)
        cli_json_str(j, "default",
                     u->best == NULL        ? NULL
                     : u->best == &u->busy  ? "busy"
                     : u->best == &u->share ? "share"
                                            : "speed");
    cli_json_end(j);
}

/* Nothing is forgotten and nothing dropped: the canonical output has every client and engine. */
static drmfd_tracker *tracker(const cli *c)
{
    drmfd_tracker_options o;
    drmfd_error e;
    drmfd_tracker *t;
    memset(&o, 0, sizeof o);
    o.engine_room = o.region_room = 4096;
    o.forget_after = UINT32_MAX;
    o.memory.max_memory = (size_t)1 << 30;
    t = drmfd_tracker_open(&o, &e);
    if (t == NULL) cli_error(c, "%s", e.message);
    return t;
}

/* One sample of a series: a sweep of one text. */
static int sample(cli *c, cli_json *j, drmfd_tracker *t, const drm_text *text)
{
    drmfd_snapshot s = drm_parse(text->text.ptr, text->text.len, 0);
    drmfd_sample one = drm_sample(text);
    const drmfd_sweep *sweep;
    drmfd_error e;
    uint32_t i;
    one.pid = one.fd = 1;
    sweep = drmfd_tracker_add(t, &one, &e) == DRMFD_OK ? drmfd_tracker_sweep(t, &e) : NULL;
    if (sweep == NULL) {
        cli_error(c, "%s", e.message);
        drm_parse_free(&s);
        return 0;
    }
    if (j != NULL) {
        cli_json_object(j, NULL);
        cli_json_str(j, "result", drmfd_result_name(s.result));
        cli_json_bool(j, "new", sweep->client_count > 0 && sweep->clients[0].is_new);
        cli_json_array(j, "engines");
        for (i = 0; sweep->client_count > 0 && i < sweep->clients[0].engine_count; i++)
            dump_usage(j, &sweep->clients[0].engines[i], 1);
        cli_json_end(j);
        cli_json_end(j);
        cli_json_line(j);
    }
    drm_parse_free(&s);
    return 1;
}

static int dump_series(cli *c, cli_json *j, const char *data, size_t len)
{
    drm_texts texts;
    drm_text text;
    drmfd_tracker *t = tracker(c);
    int ok = t != NULL;
    drm_texts_begin(&texts, data, len, 1);
    while (ok && drm_texts_next(&texts, &text))
        if (text.kind == DRM_TEXT) ok = sample(c, j, t, &text);
    drmfd_tracker_close(t);
    return ok;
}

static void dump_sum(cli_json *j, const char *key, const drmfd_sum *s)
{
    if (s->clients == 0) {
        cli_json_null(j, key);
        return;
    }
    cli_json_object(j, key);
    cli_json_u64(j, "clients", s->clients);
    real(j, "raw", s->raw);
    real(j, "figure", s->percent);
    cli_json_end(j);
}

static void dump_devices(cli_json *j, const drmfd_device *devices, uint32_t count)
{
    uint32_t i, k;
    cli_json_array(j, "devices");
    for (i = 0; i < count; i++) {
        const drmfd_device *d = &devices[i];
        cli_json_object(j, NULL);
        cli_json_text(j, "device", d->name.ptr, d->name.len);
        cli_json_u64(j, "clients", d->clients);
        cli_json_array(j, "engines");
        for (k = 0; k < d->engine_count; k++) {
            cli_json_object(j, NULL);
            cli_json_text(j, "name", d->engines[k].name.ptr, d->engines[k].name.len);
            dump_sum(j, "busy", &d->engines[k].busy);
            dump_sum(j, "share", &d->engines[k].share);
            dump_sum(j, "speed", &d->engines[k].speed);
            cli_json_end(j);
        }
        cli_json_end(j);
        cli_json_array(j, "regions");
        for (k = 0; k < d->region_count; k++) {
            const drmfd_region_sum *r = &d->regions[k];
            cli_json_object(j, NULL);
            cli_json_text(j, "name", r->name.ptr, r->name.len);
            cli_json_str(j, "class", drmfd_class_name(r->where));
            number(j, "total", (r->has & DRMFD_REGION_HAS_TOTAL) != 0, r->total);
            number(j, "shared", (r->has & DRMFD_REGION_HAS_SHARED) != 0, r->shared);
            number(j, "resident", (r->has & DRMFD_REGION_HAS_RESIDENT) != 0, r->resident);
            number(j, "purgeable", (r->has & DRMFD_REGION_HAS_PURGEABLE) != 0, r->purgeable);
            number(j, "active", (r->has & DRMFD_REGION_HAS_ACTIVE) != 0, r->active);
            number(j, "unshared", (r->has & DRMFD_REGION_HAS_UNSHARED) != 0, r->unshared);
            cli_json_end(j);
        }
        cli_json_end(j);
        cli_json_end(j);
    }
    cli_json_end(j);
}

static void dump_sweep(cli_json *j, const drmfd_sweep *s)
{
    uint32_t i, k;
    cli_json_object(j, NULL);
    cli_json_array(j, "clients");
    for (i = 0; i < s->client_count; i++) {
        const drmfd_client *c = &s->clients[i];
        cli_json_object(j, NULL);
        cli_json_text(j, "driver", c->driver.ptr, c->driver.len);
        view(j, "pdev", c->pdev);
        number(j, "client_id", c->has_client_id, c->client_id);
        cli_json_u64(j, "owner", c->owner);
        cli_json_array(j, "pids");
        for (k = 0; k < c->pid_count; k++) cli_json_u64(j, NULL, c->pids[k]);
        cli_json_end(j);
        cli_json_bool(j, "new", c->is_new);
        cli_json_array(j, "engines");
        for (k = 0; k < c->engine_count; k++) dump_usage(j, &c->engines[k], 0);
        cli_json_end(j);
        cli_json_end(j);
    }
    cli_json_end(j);
    dump_devices(j, s->devices, s->device_count);
    cli_json_array(j, "processes");
    for (i = 0; i < s->process_count; i++) {
        cli_json_object(j, NULL);
        cli_json_u64(j, "pid", s->processes[i].pid);
        dump_devices(j, s->processes[i].devices, s->processes[i].device_count);
        cli_json_end(j);
    }
    cli_json_end(j);
    cli_json_end(j);
    cli_json_line(j);
}

static int dump_sweeps(cli *c, cli_json *j, const char *data, size_t len)
{
    drm_texts texts;
    drm_text text;
    drmfd_tracker *t = tracker(c);
    int ok = t != NULL;
    drm_texts_begin(&texts, data, len, 3);
    while (ok && drm_texts_next(&texts, &text)) {
        if (text.kind == DRM_TEXT) {
            const drmfd_sample one = drm_sample(&text);
            drmfd_error e;
            ok = drmfd_tracker_add(t, &one, &e) == DRMFD_OK;
            if (!ok) cli_error(c, "%s", e.message);
        } else if (text.kind == DRM_SWEEP_END) {
            drmfd_error e;
            const drmfd_sweep *s = drmfd_tracker_sweep(t, &e);
            ok = s != NULL;
            if (ok) dump_sweep(j, s);
            else cli_error(c, "%s", e.message);
        }
    }
    drmfd_tracker_close(t);
    return ok;
}

typedef struct dump_options {
    int cut, pair, series, sweeps;
    maybe_number ns;
} dump_options;

static const option rows[] = {
    {0, "cut", &take_nothing, offsetof(dump_options, cut), NULL, NULL, "the text may end mid-line; ignore that line"},
    {0, "pair", &take_nothing, offsetof(dump_options, pair), NULL, NULL, "two texts, BEFORE and AFTER: the figures between them"},
    {0, "ns", &take_maybe, offsetof(dump_options, ns), NULL, "N", "the time between the two"},
    {0, "series", &take_nothing, offsetof(dump_options, series), NULL, NULL, "a file of texts of one client"},
    {0, "sweeps", &take_nothing, offsetof(dump_options, sweeps), NULL, NULL, "a file of sweeps, as in a recording"},
    OPTION_END};

static int dump_pair(cli *c, cli_json *j, char *const *files, uint64_t ns)
{
    drmfd_tracker *t = NULL;
    char *data[2] = {NULL, NULL};
    drm_text text;
    int ok = 1, i;
    memset(&text, 0, sizeof text);
    for (i = 0; ok && i < 2; i++) {
        data[i] = cli_read(c, files[i], &text.text.len, NULL);
        if (data[i] == NULL || (i == 0 && (t = tracker(c)) == NULL)) ok = 0;
        text.text.ptr = data[i];
        text.time = i == 0 ? 0 : (int64_t)ns;
        ok = ok && sample(c, i == 0 ? NULL : j, t, &text);
    }
    drmfd_tracker_close(t);
    free(data[0]);
    free(data[1]);
    return ok;
}

static int run(request *q, void *user)
{
    const dump_options *how = (const dump_options *)user;
    cli *c = q->c;
    cli_json j;
    size_t i;
    int ok = 1;
    if (how->pair + how->series + how->sweeps > 1) return cli_usage(c, "--pair, --series and --sweeps exclude each other");
    if (how->pair && (q->path_count != 2 || !how->ns.given)) return cli_usage(c, "dump --pair takes two files and --ns N");
    if (how->ns.value > INT64_MAX) return cli_usage(c, "--ns takes a number from 0 to %" PRId64, INT64_MAX);
    cli_json_init(&j, c->out, CLI_BYTES, 0);
    if (how->pair) return dump_pair(c, &j, q->paths, how->ns.value) ? CLI_FINE : CLI_INPUT;
    for (i = 0; ok && i < q->path_count; i++) {
        size_t len;
        char *data = cli_read(c, q->paths[i], &len, NULL);
        if (data == NULL) ok = 0;
        else if (how->series) ok = dump_series(c, &j, data, len);
        else if (how->sweeps) ok = dump_sweeps(c, &j, data, len);
        else dump_text(&j, data, len, how->cut ? DRMFD_READ_CUT : 0);
        free(data);
    }
    return ok ? CLI_FINE : CLI_INPUT;
}

static const verb_lack lacks[] = {{NULL, LACKS_CSV, NULL, "dump has no CSV: JSON Lines"}, LACK_END};

const verb dump_verb = {"dump", rows, sizeof(dump_options), run, NULL, NULL,
    "one line of JSON with every value, for exact comparison",
    "drmfdinfo dump /proc/4310/fdinfo/33",
    "FILE...", USE_READ, "dump takes the files to read", 0, NULL, lacks};
