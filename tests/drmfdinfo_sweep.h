/* A sweep as one number, by what it says and not by where it lies; and what must be true of every sweep. Include it after
   drmfdinfo.h. */
#ifndef TESTS_DRMFDINFO_SWEEP_H
#define TESTS_DRMFDINFO_SWEEP_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline void sweep_bytes(uint64_t *h, const void *p, size_t n)
{
    const unsigned char *b = (const unsigned char *)p;
    for (; n > 0; n--) *h = (*h ^ *b++) * 1099511628211u;
}

static inline void sweep_number(uint64_t *h, uint64_t v) { sweep_bytes(h, &v, sizeof v); }

static inline void sweep_view(uint64_t *h, drmfd_view v)
{
    sweep_number(h, v.len);
    sweep_bytes(h, v.ptr, v.len);
}

static inline void sweep_figure(uint64_t *h, const drmfd_figure *f)
{
    sweep_number(h, (uint64_t)f->why);
    sweep_number(h, f->growth);
    sweep_number(h, f->span);
    sweep_bytes(h, &f->raw, sizeof f->raw);
    sweep_bytes(h, &f->percent, sizeof f->percent);
}

static inline void sweep_sum(uint64_t *h, const drmfd_sum *s)
{
    sweep_number(h, s->clients);
    sweep_bytes(h, &s->raw, sizeof s->raw);
    sweep_bytes(h, &s->percent, sizeof s->percent);
}

static inline void sweep_device(uint64_t *h, const drmfd_device *d)
{
    uint32_t i;
    sweep_view(h, d->name);
    sweep_view(h, d->driver);
    sweep_number(h, d->device);
    sweep_number(h, d->clients);
    sweep_number(h, d->engine_count);
    sweep_number(h, d->region_count);
    for (i = 0; i < d->engine_count; i++) {
        const drmfd_engine_sum *e = &d->engines[i];
        sweep_view(h, e->name);
        sweep_sum(h, &e->busy);
        sweep_sum(h, &e->share);
        sweep_sum(h, &e->speed);
        sweep_number(h, e->best == NULL ? 0 : e->best == &e->busy ? 1 : e->best == &e->share ? 2 : 3);
    }
    for (i = 0; i < d->region_count; i++) {
        const drmfd_region_sum *r = &d->regions[i];
        sweep_view(h, r->name);
        sweep_number(h, r->has);
        sweep_number(h, (uint64_t)r->where);
        sweep_number(h, r->total);
        sweep_number(h, r->shared);
        sweep_number(h, r->resident);
        sweep_number(h, r->memory);
        sweep_number(h, r->purgeable);
        sweep_number(h, r->active);
        sweep_number(h, r->unshared);
    }
}

static inline uint64_t sweep_hash(const drmfd_sweep *s)
{
    uint64_t h = 14695981039346656037u;
    uint32_t i, k;
    sweep_number(&h, s->client_count);
    for (i = 0; i < s->client_count; i++) {
        const drmfd_client *c = &s->clients[i];
        sweep_view(&h, c->driver);
        sweep_view(&h, c->pdev);
        sweep_view(&h, c->client_name);
        sweep_number(&h, c->client_id);
        sweep_number(&h, (uint64_t)(c->has_client_id << 1 | c->is_new));
        sweep_number(&h, c->device);
        sweep_number(&h, c->owner);
        sweep_number(&h, c->pid_count);
        for (k = 0; k < c->pid_count; k++) sweep_number(&h, c->pids[k]);
        sweep_number(&h, c->files);
        sweep_number(&h, c->device_index);
        sweep_number(&h, (uint64_t)c->time);
        sweep_view(&h, c->text);
        sweep_number(&h, c->engine_count);
        for (k = 0; k < c->engine_count; k++) {
            const drmfd_usage *u = &c->engines[k];
            sweep_view(&h, u->name);
            sweep_figure(&h, &u->busy);
            sweep_figure(&h, &u->share);
            sweep_figure(&h, &u->speed);
            sweep_number(&h, u->best == NULL ? 0 : u->best == &u->busy ? 1 : u->best == &u->share ? 2 : 3);
            if (u->engine != NULL) {
                sweep_view(&h, u->engine->name);
                sweep_number(&h, u->engine->has);
                sweep_number(&h, u->engine->ns);
                sweep_number(&h, u->engine->capacity);
                sweep_number(&h, u->engine->cycles);
                sweep_number(&h, u->engine->total_cycles);
                sweep_number(&h, u->engine->maxfreq);
            }
        }
        sweep_number(&h, c->region_count);
        for (k = 0; k < c->region_count; k++) {
            const drmfd_region *r = &c->regions[k];
            sweep_view(&h, r->name);
            sweep_number(&h, r->has);
            sweep_number(&h, (uint64_t)r->where);
            sweep_number(&h, r->total);
            sweep_number(&h, r->shared);
            sweep_number(&h, r->resident);
            sweep_number(&h, r->memory);
            sweep_number(&h, r->purgeable);
            sweep_number(&h, r->active);
        }
    }
    sweep_number(&h, s->device_count);
    for (i = 0; i < s->device_count; i++) sweep_device(&h, &s->devices[i]);
    sweep_number(&h, s->process_count);
    for (i = 0; i < s->process_count; i++) {
        const drmfd_process *p = &s->processes[i];
        sweep_number(&h, p->pid);
        sweep_number(&h, p->client_count);
        for (k = 0; k < p->client_count; k++) sweep_number(&h, p->clients[k]);
        sweep_number(&h, p->device_count);
        for (k = 0; k < p->device_count; k++) sweep_device(&h, &p->devices[k]);
    }
    sweep_number(&h, s->texts);
    sweep_number(&h, s->not_drm);
    sweep_number(&h, s->no_memory);
    sweep_number(&h, s->forgotten);
    sweep_bytes(&h, &s->counts, sizeof s->counts);
    return h;
}

#define SWEEP_MUST(e) \
    do \
        if (!(e)) return #e; \
    while (0)

static inline const char *sweep_wrong_figure(const drmfd_figure *f)
{
    if (f->why != DRMFD_WHY_FIGURE) {
        SWEEP_MUST(f->growth == 0 && f->span == 0 && f->raw == 0 && f->percent == 0);
        return NULL;
    }
    SWEEP_MUST(f->raw >= 0 && f->percent >= 0 && f->percent <= 100 && f->percent <= f->raw);
    SWEEP_MUST(f->span > 0 || f->growth == 0);
    return NULL;
}

static inline int sweep_same(drmfd_view a, drmfd_view b) { return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0); }

/* A device worked out anew from the clients of this list (NULL: all that are on it), the slow way. */
static inline const char *sweep_wrong_device(const drmfd_sweep *s, const drmfd_device *d, uint32_t index, const uint32_t *list,
                                             uint32_t count)
{
    uint32_t i, k, m, clients = 0;
    for (k = 0; k < d->engine_count; k++) {
        const drmfd_engine_sum *e = &d->engines[k];
        double busy = 0, share = 0, speed = 0;
        uint32_t a = 0, b = 0, c = 0, seen = 0;
        for (i = 0; i < count; i++) {
            const drmfd_client *x = &s->clients[list != NULL ? list[i] : i];
            if (x->device_index != index) continue;
            for (m = 0; m < x->engine_count; m++) {
                const drmfd_usage *u = &x->engines[m];
                if (!sweep_same(u->name, e->name)) continue;
                seen++;
                if (u->busy.why == DRMFD_WHY_FIGURE) busy += u->busy.raw, a++;
                if (u->share.why == DRMFD_WHY_FIGURE) share += u->share.raw, b++;
                if (u->speed.why == DRMFD_WHY_FIGURE) speed += u->speed.raw, c++;
            }
        }
        SWEEP_MUST(seen > 0);
        SWEEP_MUST(e->busy.clients == a && e->share.clients == b && e->speed.clients == c);
        SWEEP_MUST(memcmp(&e->busy.raw, &busy, sizeof busy) == 0);
        SWEEP_MUST(memcmp(&e->share.raw, &share, sizeof share) == 0);
        SWEEP_MUST(memcmp(&e->speed.raw, &speed, sizeof speed) == 0);
        SWEEP_MUST(e->busy.percent <= 100 && e->share.percent <= 100 && e->speed.percent <= 100);
        SWEEP_MUST(e->best == (a > 0 ? &e->busy : b > 0 ? &e->share : c > 0 ? &e->speed : NULL));
    }
    for (k = 0; k < d->region_count; k++) {
        const drmfd_region_sum *r = &d->regions[k];
        uint64_t total = 0, unshared = 0;
        int has = 0, both = 0, over = 0;
        for (i = 0; i < count; i++) {
            const drmfd_client *x = &s->clients[list != NULL ? list[i] : i];
            if (x->device_index != index) continue;
            for (m = 0; m < x->region_count; m++) {
                const drmfd_region *v = &x->regions[m];
                if (!sweep_same(v->name, r->name)) continue;
                SWEEP_MUST(v->where == r->where);
                if ((v->has & DRMFD_REGION_HAS_TOTAL) == 0) continue;
                has = 1;
                over |= total + v->total < total;
                total += v->total;
                if ((v->has & DRMFD_REGION_HAS_SHARED) == 0) continue;
                both = 1;
                unshared += v->total > v->shared ? v->total - v->shared : 0;
            }
        }
        if (over) continue;
        SWEEP_MUST(((r->has & DRMFD_REGION_HAS_TOTAL) != 0) == has && ((r->has & DRMFD_REGION_HAS_UNSHARED) != 0) == both);
        SWEEP_MUST(r->total == total && r->unshared == unshared);
    }
    for (i = 0; i < count; i++) clients += s->clients[list != NULL ? list[i] : i].device_index == index;
    SWEEP_MUST(clients == d->clients);
    return NULL;
}

/* What is wrong with a sweep; NULL when all is right. Quadratic: for small sweeps. */
static inline const char *sweep_wrong(const drmfd_sweep *s)
{
    uint32_t i, k, m, on_devices = 0, holds = 0, held = 0;
    const char *wrong = NULL;
    for (i = 0; i < s->client_count; i++) {
        const drmfd_client *c = &s->clients[i];
        SWEEP_MUST(c->driver.ptr != NULL && c->driver.len > 0 && c->pdev.ptr != NULL && c->client_name.ptr != NULL);
        SWEEP_MUST(c->pid_count > 0 && c->owner == c->pids[0] && c->files >= c->pid_count);
        SWEEP_MUST(c->device_index < s->device_count);
        for (k = 0; k < c->pid_count; k++)
            for (m = 0; m < k; m++) SWEEP_MUST(c->pids[k] != c->pids[m]);
        for (k = 0; k < c->engine_count && wrong == NULL; k++) {
            const drmfd_usage *u = &c->engines[k];
            SWEEP_MUST(u->name.ptr != NULL && u->name.len > 0);
            SWEEP_MUST(u->engine == NULL || (sweep_same(u->engine->name, u->name) && u->engine->capacity >= 1));
            SWEEP_MUST(u->best == NULL || u->engine != NULL);
            SWEEP_MUST(u->best == (u->busy.why == DRMFD_WHY_FIGURE    ? &u->busy
                                   : u->share.why == DRMFD_WHY_FIGURE ? &u->share
                                   : u->speed.why == DRMFD_WHY_FIGURE ? &u->speed
                                                                  : NULL));
            SWEEP_MUST(!c->is_new || u->best == NULL);
            wrong = sweep_wrong_figure(&u->busy);
            if (wrong == NULL) wrong = sweep_wrong_figure(&u->share);
            if (wrong == NULL) wrong = sweep_wrong_figure(&u->speed);
        }
        held += c->pid_count;
    }
    for (i = 0; i < s->device_count && wrong == NULL; i++) {
        SWEEP_MUST(s->devices[i].clients > 0);
        on_devices += s->devices[i].clients;
        wrong = sweep_wrong_device(s, &s->devices[i], i, NULL, s->client_count);
    }
    if (wrong != NULL) return wrong;
    SWEEP_MUST(on_devices == s->client_count);
    for (i = 0; i < s->process_count; i++) {
        const drmfd_process *p = &s->processes[i];
        uint32_t on = 0;
        SWEEP_MUST(p->client_count > 0);
        for (k = 0; k < i; k++) SWEEP_MUST(s->processes[k].pid != p->pid);
        for (k = 0; k < p->client_count; k++) {
            const drmfd_client *c;
            SWEEP_MUST(p->clients[k] < s->client_count);
            SWEEP_MUST(k == 0 || p->clients[k] > p->clients[k - 1]);
            c = &s->clients[p->clients[k]];
            for (m = 0; m < c->pid_count && c->pids[m] != p->pid; m++) {
            }
            SWEEP_MUST(m < c->pid_count);
        }
        for (k = 0; k < p->device_count && wrong == NULL; k++) {
            /* Which one it is: that of its first client with this name. */
            for (m = 0; m < p->client_count; m++) {
                const drmfd_device *d = &s->devices[s->clients[p->clients[m]].device_index];
                if (sweep_same(d->name, p->devices[k].name) && (s->clients[p->clients[m]].pdev.len > 0 || d->device == p->devices[k].device))
                    break;
            }
            SWEEP_MUST(m < p->client_count);
            on += p->devices[k].clients;
            wrong = sweep_wrong_device(s, &p->devices[k], s->clients[p->clients[m]].device_index, p->clients, p->client_count);
        }
        if (wrong != NULL) return wrong;
        SWEEP_MUST(on == p->client_count);
        holds += p->client_count;
    }
    SWEEP_MUST(holds == held);
    return NULL;
}

#endif
