#include "list.h"

#include <inttypes.h>
#include <string.h>

/* Clients ------------------------------------------------------------------------------------------------------- */

/* In the order of CSV and JSON; people see some of them at other places. */
#define CLIENT_COLUMNS(X) \
    X('l', NULL, "time", "time", table_string(t, m->clock[0] != 0 ? m->clock : NULL)) \
    X('r', NULL, "seconds", NULL, table_format(t, "%.3f", m->seconds)) \
    X('r', NULL, NULL, "seconds", table_real(t, m->seconds)) \
    X('r', "PID", "pid", "pid", table_whole(t, owner)) \
    X('r', NULL, "processes", NULL, put_processes(t, c)) \
    X('l', "USER", "user", "user", put_text(t, drm_user(s, owner))) \
    X('l', NULL, "command", "command", put_text(t, command)) \
    X('l', "DEVICE", "device", "device", put_text(t, device)) \
    X('r', "VRAM", NULL, NULL, put_size(t, c, DRMFD_CLASS_DEVICE)) \
    X('r', "SYS", NULL, NULL, put_size(t, c, DRMFD_CLASS_SYSTEM)) \
    X('l', "COMMAND", NULL, NULL, put_text(t, command)) \
    X('l', "ENGINES %", NULL, NULL, put_utilization(t, c)) \
    X('l', NULL, "driver", "driver", table_safe(t, c->driver.ptr, c->driver.len)) \
    X('r', NULL, "client_id", "client_id", put_known(t, c->has_client_id, c->client_id)) \
    X('l', NULL, "client_name", "client_name", c->client_name.len > 0 ? table_safe(t, c->client_name.ptr, c->client_name.len) : table_null(t)) \
    X('l', NULL, "new", "new", table_truth(t, c->is_new, "1", "0")) \
    X('l', NULL, "busiest_engine", NULL, top != NULL ? table_safe(t, top->name.ptr, top->name.len) : table_null(t)) \
    X('r', NULL, "percent", NULL, top != NULL ? table_format(t, "%.3f", top->best->percent) : table_null(t)) \
    X('l', NULL, "engines", NULL, put_engines(t, c)) \
    X('r', NULL, "device_bytes", NULL, put_bytes(t, c, DRMFD_CLASS_DEVICE)) \
    X('r', NULL, "system_bytes", NULL, put_bytes(t, c, DRMFD_CLASS_SYSTEM)) \
    X('l', NULL, "source", "source", table_string(t, drm_reporter(c))) \
    X('l', NULL, "types", NULL, put_types(t, c)) \
    X('r', NULL, "cpu_percent", NULL, p->cpu >= 0 ? table_format(t, "%.1f", p->cpu) : table_null(t)) \
    X('r', NULL, NULL, "cpu_percent", p->cpu >= 0 ? table_real(t, p->cpu) : table_null(t)) \
    X('r', NULL, "process_bytes", "process_bytes", put_known(t, p->has_memory, p->memory)) \
    X('l', NULL, "unit", "unit", p->unit[0] != 0 ? put_text(t, p->unit) : table_null(t)) \
    X('l', NULL, "memory", NULL, put_regions(t, c)) \
    X('l', NULL, "pod", "pod", table_string(t, p->pod[0] != 0 ? p->pod : NULL)) \
    X('r', NULL, "compute_units", "compute_units", put_kfd(t, c, DRM_KFD_UNITS_KEY)) \
    X('r', NULL, "evicted_ms", "evicted_ms", put_kfd(t, c, DRM_KFD_EVICTED_KEY))
static const table_column columns[] = {CLIENT_COLUMNS(TABLE_COLUMN)};
enum { COLUMNS = sizeof columns / sizeof *columns };
typedef char columns_fit[COLUMNS <= sizeof ((drm_list *)0)->columns / sizeof *columns ? 1 : -1];

void drm_list_titles(output *to) { table_titles(to, columns, COLUMNS); }

void drm_list_begin(drm_list *l, output *to, const char *key, int timed)
{
    memcpy(l->columns, columns, sizeof columns);
    if (!timed) l->columns[0].key = l->columns[2].key = NULL;
    table_begin(&l->t, to, key, l->columns, COLUMNS, TABLE_AGAIN | (timed ? TABLE_BARE : 0));
}

void drm_list_end(drm_list *l) { table_end(&l->t); }

static void put_known(table *t, int known, uint64_t value)
{
    if (known) table_whole(t, value);
    else table_null(t);
}

static void put_size(table *t, const drmfd_client *c, drmfd_class where)
{
    char size[16] = "-";
    uint64_t bytes;
    if (drm_memory(c->regions, c->region_count, where, &bytes)) drm_bytes(size, bytes);
    table_string(t, size);
}

static void put_bytes(table *t, const drmfd_client *c, drmfd_class where)
{
    uint64_t bytes;
    const int known = drm_memory(c->regions, c->region_count, where, &bytes);
    put_known(t, known, bytes);
}

static void put_engines(table *t, const drmfd_client *c)
{
    cli_buf all = {NULL, 0, 0};
    uint32_t i;
    for (i = 0; i < c->engine_count; i++) {
        const drmfd_usage *u = &c->engines[i];
        if (i > 0) cli_put(&all, " ", 1);
        cli_put_safe(&all, u->name.ptr, u->name.len);
        if (u->best != NULL) cli_putf(&all, "=%.3f", u->best->percent);
        else cli_put(&all, "=", 1);
    }
    table_buf(t, &all);
}

/* "vram.total=1048576 vram.resident=524288": all that is printed of all regions. */
static void put_regions(table *t, const drmfd_client *c)
{
    cli_buf all = {NULL, 0, 0};
    uint64_t value;
    uint32_t i;
    int k;
    for (i = 0; i < c->region_count; i++)
        for (k = 0; k < DRM_REGION_MEMBERS; k++) {
            if (!drm_region_get(&drm_region_members[k], &c->regions[i], &value)) continue;
            if (all.len > 0) cli_put(&all, " ", 1);
            cli_put_safe(&all, c->regions[i].name.ptr, c->regions[i].name.len);
            cli_putf(&all, ".%s=%" PRIu64, drm_region_members[k].word, value);
        }
    table_buf(t, &all);
}

static void put_kfd(table *t, const drmfd_client *c, const char *key)
{
    uint64_t value;
    const int known = drm_kfd_value(c, key, &value);
    put_known(t, known, value);
}

static void put_types(table *t, const drmfd_client *c)
{
    const unsigned types = drm_types(c);
    cli_buf all = {NULL, 0, 0};
    unsigned i;
    out_list(t->to, "types");
    for (i = 0; i < 3; i++) {
        if ((types & 1u << i) == 0) continue;
        out_string(t->to, NULL, drm_type_names[i]);
        cli_putf(&all, "%s%s", all.len > 0 ? " " : "", drm_type_names[i]);
    }
    out_close(t->to);
    table_buf(t, &all);
}

static void out_engine(output *to, const drmfd_usage *u)
{
    out_group(to, NULL);
    out_text(to, "name", u->name.ptr, u->name.len);
    out_known(to, "percent", u->best != NULL, u->best != NULL ? u->best->percent : 0);
    out_string(to, "kind", drm_kind(u));
    if (u->best != NULL) out_real(to, "raw", u->best->raw);
    else out_string(to, "why", drmfd_why_name(drm_no_figure(u)));
    out_whole(to, "capacity", u->engine != NULL ? u->engine->capacity : 1);
    out_close(to);
}

static const drm_process nobody = {.cpu = -1};

static void put_processes(table *t, const drmfd_client *c)
{
    uint32_t i;
    out_list(t->to, "pids");
    for (i = 0; i < c->pid_count; i++) out_whole(t->to, NULL, c->pids[i]);
    out_close(t->to);
    table_whole(t, c->pid_count);
}

static void put_text(table *t, const char *text) { table_safe(t, text, strlen(text)); }

static void put_utilization(table *t, const drmfd_client *c)
{
    cli_buf b = {NULL, 0, 0};
    drm_put_engines(&b, c);
    table_buf(t, &b);
}

void drm_list_client(drm_list *l, drm_source *s, const drm_moment *m, const drmfd_client *c)
{
    const uint64_t owner = drm_owner(s, c);
    const drm_process *known = drm_process_of(s, owner), *const p = known != NULL ? known : &nobody;
    const drmfd_usage *const top = drm_busiest(c);
    const char *const device = drm_device_label(s, c), *const command = drm_command(s, owner);
    table *t = &l->t;
    output *to = t->to;
    uint32_t i;
    CLIENT_COLUMNS(TABLE_CELL)
    out_list(to, "engines");
    for (i = 0; i < c->engine_count; i++) out_engine(to, &c->engines[i]);
    out_close(to);
    drm_out_regions(to, c->regions, c->region_count);
    table_row(t);
    if ((t->flags & TABLE_BARE) != 0) out_end(to);
}

/* Trees --------------------------------------------------------------------------------------------------------- */

static void out_bytes(output *to, const char *key, int known, uint64_t bytes)
{
    if (known) out_whole(to, key, bytes);
    else out_null(to, key);
}

void drm_out_regions(output *to, const drmfd_region *regions, uint32_t count)
{
    uint64_t bytes;
    uint32_t i;
    int k;
    out_list(to, "memory");
    for (i = 0; i < count; i++) {
        out_group(to, NULL);
        out_text(to, "name", regions[i].name.ptr, regions[i].name.len);
        out_string(to, "class", drmfd_class_name(regions[i].where));
        for (k = 0; k < DRM_REGION_MEMBERS; k++) {
            const int known = drm_region_get(&drm_region_members[k], &regions[i], &bytes);
            out_bytes(to, drm_region_members[k].word, known, bytes);
        }
        out_close(to);
    }
    out_close(to);
}

void drm_out_processes(output *to, const drm_source *s)
{
    out_group(to, "processes");
    out_whole(to, "all", s->stats.processes);
    if (s->sight.unseen == 0) out_whole(to, "hidden", s->stats.refused);
    else out_null(to, "hidden"); /* nobody knows how many */
    out_whole(to, "with_clients", s->sweep->process_count);
    out_close(to);
}

void drm_out_lost(output *to, const drm_source *s)
{
    unsigned i;
    out_group(to, "lost");
    out_whole(to, "processes_no_descriptor", s->stats.unlisted);
    out_whole(to, "files_no_descriptor", s->stats.no_handle);
    out_whole(to, "files_no_memory", s->sweep != NULL ? s->sweep->no_memory : 0);
    out_whole(to, "histories_no_memory", s->sweep != NULL ? s->sweep->forgotten : 0);
    for (i = 0; i < 2; i++) {
        char key[32];
        snprintf(key, sizeof key, "processes_%s", drm_unseen_names[i]);
        if ((s->sight.known & 1u << i) != 0) out_truth(to, key, (s->sight.unseen & 1u << i) != 0);
        else out_null(to, key);
    }
    out_close(to);
    out_string(to, "files_found_by", s->live == NULL ? NULL : s->found_by_bpf ? "bpf" : "proc");
}

static void out_hardware(output *to, const drm_hardware *h)
{
    static const char states[][8] = {"awake", "asleep", "lost"};
    const char *const names[3][2] = {{"name", h != NULL ? h->name : ""}, {"card", h != NULL ? h->card : ""},
                                     {"render", h != NULL ? h->render : ""}};
    double value;
    size_t k;
    int i;
    if (h == NULL) {
        out_null(to, "hardware");
        return;
    }
    out_group(to, "hardware");
    out_string(to, "source", h->source == DRM_FROM_NVML ? "nvml" : "sysfs");
    out_string(to, "state", states[h->state]);
    for (i = 0; i < 3; i++) out_string(to, names[i][0], names[i][1][0] != 0 ? names[i][1] : NULL);
    for (i = 0; i < DRM_FACTS; i++) {
        const int known = drm_fact_get(h, i, &value);
        out_known(to, drm_facts[i].name, known, value);
    }
    out_list(to, "engines");
    for (k = 0; k < h->busy_count; k++) {
        out_group(to, NULL);
        out_string(to, "name", h->busy[k].name);
        out_real(to, "percent", h->busy[k].percent);
        out_close(to);
    }
    out_close(to);
    out_list(to, "refused");
    for (i = 0; i < DRM_FACTS; i++)
        if ((h->refused & 1u << i) != 0) out_string(to, NULL, drm_facts[i].name);
    if (h->busy_refused) out_string(to, NULL, "engines");
    out_close(to);
    out_close(to);
}

static void out_sum(output *to, const drmfd_engine_sum *e)
{
    out_group(to, NULL);
    out_text(to, "name", e->name.ptr, e->name.len);
    out_known(to, "percent", e->best != NULL, e->best != NULL ? e->best->percent : 0);
    out_string(to, "kind", drm_sum_kind(e));
    if (e->best != NULL) out_real(to, "raw", e->best->raw);
    out_whole(to, "clients", e->best != NULL ? e->best->clients : 0);
    out_close(to);
}

static void out_device(output *to, const drm_source *s, const drmfd_device *d)
{
    uint64_t bytes;
    uint32_t i;
    int k;
    out_group(to, NULL);
    out_string(to, "device", drm_place_of(s, d)->label);
    out_text(to, "driver", d->driver.ptr, d->driver.len);
    out_whole(to, "clients", d->clients);
    out_list(to, "engines");
    for (i = 0; i < d->engine_count; i++) out_sum(to, &d->engines[i]);
    out_close(to);
    out_list(to, "memory");
    for (i = 0; i < d->region_count; i++) {
        const drmfd_region_sum *r = &d->regions[i];
        out_group(to, NULL);
        out_text(to, "name", r->name.ptr, r->name.len);
        out_string(to, "class", drmfd_class_name(r->where));
        for (k = 0; k < DRM_REGION_MEMBERS; k++) {
            const int known = drm_region_sum_get(&drm_region_members[k], r, &bytes);
            out_bytes(to, drm_region_members[k].word, known, bytes);
        }
        out_bytes(to, "unshared", (r->has & DRMFD_REGION_HAS_UNSHARED) != 0, r->unshared);
        out_close(to);
    }
    out_close(to);
    out_hardware(to, drm_place_of(s, d)->hardware);
    out_close(to);
}

void drm_out_devices(output *to, const drm_source *s, const drm_want *w)
{
    size_t i;
    uint32_t k;
    out_list(to, "devices");
    for (k = 0; k < s->sweep->device_count; k++)
        if (drm_wanted_place(w, s, &s->sweep->devices[k])) out_device(to, s, &s->sweep->devices[k]);
    for (i = 0; i < s->hardware_count; i++) {
        const drm_hardware *h = &s->hardware[i];
        if (!drm_wanted_idle(w, s, h)) continue;
        out_group(to, NULL);
        out_string(to, "device", drm_hardware_label(h));
        out_string(to, "driver", h->driver);
        out_whole(to, "clients", 0);
        out_list(to, "engines");
        out_close(to);
        out_list(to, "memory");
        out_close(to);
        out_hardware(to, h);
        out_close(to);
    }
    out_close(to);
}
