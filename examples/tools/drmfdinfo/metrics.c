#include "metrics.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

/* A sample of a device that has no other label. */
static void sample(cli_buf *b, const char *name, const exported *d, double v)
{
    cli_putf(b, "%s", name);
    label_text(b, "device", d->label);
    value(b, v);
}

/* What each device is, whether it is awake, and who uses it. */
static void put_info(cli_buf *b, const exporter *x, int form)
{
    size_t i;
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
    for (i = 0; i < x->device_count; i++)
        if (x->devices[i].seen) sample(b, "drm_device_clients", &x->devices[i], x->devices[i].now != NULL ? x->devices[i].now->clients : 0);
    family(b, "drm_device_awake", "gauge", NULL, "1: awake; 0: asleep, so that nothing is read, or lost. Missing: not known.");
    for (i = 0; i < x->device_count; i++)
        if (x->devices[i].seen && x->devices[i].hardware != NULL)
            sample(b, "drm_device_awake", &x->devices[i], x->devices[i].hardware->state == DRM_AWAKE);
}

/* What ends in "_total" is a counter, which OpenMetrics names without that. */
static void put_facts(cli_buf *b, const exporter *x, int form)
{
    size_t i;
    int fact;
    for (fact = 0; fact < DRM_FACTS; fact++) {
        const drm_fact *f = &drm_facts[fact];
        const size_t len = strlen(f->metric);
        const int is_counter = len > 6 && strcmp(f->metric + len - 6, "_total") == 0;
        char name[64], base[64];
        double v;
        if (is_counter && form == FORM_FILE) continue;
        snprintf(name, sizeof name, "drm_device_%s", f->metric);
        snprintf(base, sizeof base, "drm_device_%.*s", (int)(is_counter && form == FORM_OPENMETRICS ? len - 6 : len), f->metric);
        family(b, base, is_counter ? "counter" : "gauge", is_counter && form != FORM_OPENMETRICS ? NULL : f->unit, f->help);
        for (i = 0; i < x->device_count; i++)
            if (x->devices[i].seen && drm_fact_get(x->devices[i].hardware, fact, &v)) sample(b, name, &x->devices[i], v / f->per);
    }
}

/* Of engines by the account of the device: what is above the sum of clients no client shows. */
static void put_busy(cli_buf *b, const exporter *x)
{
    size_t i, k;
    family(b, "drm_device_engine_busy_ratio", "gauge", "ratio", "Share of the last interval that an engine was busy, whoever used it.");
    for (i = 0; i < x->device_count; i++)
        for (k = 0; x->devices[i].seen && x->devices[i].hardware != NULL && k < x->devices[i].hardware->busy_count; k++) {
            cli_putf(b, "drm_device_engine_busy_ratio");
            label_text(b, "device", x->devices[i].label);
            label_text(b, "engine", x->devices[i].hardware->busy[k].name);
            value(b, x->devices[i].hardware->busy[k].percent / 100);
        }
}

static void put_engines(cli_buf *b, const exporter *x, int form)
{
    size_t i;
    uint32_t n;
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
    if (form == FORM_FILE) return;
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

/* A family for each member that drivers print of a region. */
static void put_regions(cli_buf *b, const exporter *x)
{
    size_t i;
    uint32_t n;
    int k;
    for (k = 0; k < DRM_REGION_MEMBERS; k++) {
        char name[64], help[128];
        uint64_t bytes;
        snprintf(name, sizeof name, "drm_region_%s_bytes", drm_region_members[k].word);
        snprintf(help, sizeof help, "Sum over clients of drm-%s-REGION; shared buffers count once for each.", drm_region_members[k].word);
        family(b, name, "gauge", "bytes", help);
        for (i = 0; i < x->device_count; i++)
            for (n = 0; x->devices[i].now != NULL && n < x->devices[i].now->region_count; n++) {
                const drmfd_region_sum *r = &x->devices[i].now->regions[n];
                if (!drm_region_sum_get(&drm_region_members[k], r, &bytes)) continue;
                cli_putf(b, "%s", name);
                label_text(b, "device", x->devices[i].label);
                label(b, "region", r->name.ptr, r->name.len);
                value(b, (double)bytes);
            }
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
    const drm_process *p = drm_process_of(s, r->pid);
    char number[24];
    label_text(b, "device", r->device);
    snprintf(number, sizeof number, "%" PRIu64, r->pid);
    label_text(b, "pid", number);
    snprintf(number, sizeof number, "%" PRIu64, r->client->client_id);
    label_text(b, "client", r->client->has_client_id ? number : "");
    label_text(b, "user", drm_user(s, r->pid));
    label_text(b, "command", drm_command(s, r->pid));
    if (p != NULL && p->unit[0] != 0) label_text(b, "unit", p->unit);
    if (p != NULL && p->pod[0] != 0) label_text(b, "pod", p->pod);
}

/* All clients in the order of what they do, then of their memory; free it. */
static ranked *rank_clients(exporter *x, size_t *count)
{
    drm_source *s = &x->source;
    const drmfd_sweep *sweep = s->sweep;
    ranked *list = (ranked *)cli_alloc(sweep->client_count, sizeof *list);
    size_t i, k;
    uint32_t n;
    *count = 0;
    for (n = 0; n < sweep->client_count; n++) {
        const drmfd_client *c = &sweep->clients[n];
        const drmfd_usage *top = drm_busiest(c);
        ranked *r = &list[*count];
        for (i = 0; i < x->device_count && x->devices[i].now != &sweep->devices[c->device_index]; i++) {
        }
        if (i == x->device_count) continue;
        r->client = c;
        r->device = x->devices[i].label;
        r->pid = drm_owner(s, c);
        r->busy = top != NULL ? top->best->percent : -1;
        r->bytes = 0;
        for (k = 0; k < c->region_count; k++) r->bytes += c->regions[k].resident;
        ++*count;
    }
    if (*count > 1) qsort(list, *count, sizeof *list, by_rank);
    return list;
}

static void put_client_regions(cli_buf *b, drm_source *s, const ranked *list, size_t count)
{
    size_t i;
    uint32_t n;
    int k;
    for (k = 0; k < DRM_REGION_MEMBERS; k++) {
        char name[64], help[64];
        uint64_t bytes;
        snprintf(name, sizeof name, "drm_client_%s_bytes", drm_region_members[k].word);
        snprintf(help, sizeof help, "What the client prints as drm-%s-REGION.", drm_region_members[k].word);
        family(b, name, "gauge", "bytes", help);
        for (i = 0; i < count; i++)
            for (n = 0; n < list[i].client->region_count; n++) {
                const drmfd_region *r = &list[i].client->regions[n];
                if (!drm_region_get(&drm_region_members[k], r, &bytes)) continue;
                cli_putf(b, "%s", name);
                client_labels(b, s, &list[i]);
                label(b, "region", r->name.ptr, r->name.len);
                value(b, (double)bytes);
            }
    }
}

/* The busiest clients, at most as many as were asked for, then those with the most memory. Two without an id in one
   process would be indistinguishable: the second is left out. */
static void put_clients(cli_buf *b, exporter *x)
{
    drm_source *s = &x->source;
    size_t count, kept = 0, i, k;
    uint32_t n;
    ranked *list = rank_clients(x, &count);
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
    put_client_regions(b, s, list, kept);
    single(b, "drm_clients_left_out", "Clients that are not listed, because --clients says how many may be.",
           (double)(s->sweep->client_count - kept));
    free(list);
}

void put_metrics(exporter *x, int form, cli_buf *b)
{
    const drm_source *s = &x->source;
    const drmfd_sweep *sweep = s->sweep;
    unsigned i;
    put_info(b, x, form);
    put_facts(b, x, form);
    put_busy(b, x);
    put_engines(b, x, form);
    put_regions(b, x);
    if (x->most_clients > 0) put_clients(b, x);
    single(b, "drm_processes", "Processes looked at; with BPF, those that hold files of devices.", (double)s->stats.processes);
    single(b, "drm_files_found_by_bpf", "1: a BPF program finds the files of devices; 0: each descriptor in /proc is looked at.", s->found_by_bpf);
    if (s->has_closed && form != FORM_FILE) {
        family(b, form == FORM_OPENMETRICS ? "drm_clients_closed" : "drm_clients_closed_total", "counter", NULL,
               "Clients that closed, by the count of a BPF program.");
        cli_putf(b, "drm_clients_closed_total %" PRIu64 "\n", s->closed);
    }
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
