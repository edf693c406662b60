/* Where sweeps come from, and which is shown. */
#include "top.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

int top_open_source(top *t)
{
    drmfd_scanner_options o;
    memset(&o, 0, sizeof o);
    o.look_every = t->look;
    o.pids = t->m.want->pids;
    o.pid_count = (uint32_t)t->m.want->pid_count;
    return drm_source_open(&t->source, t->c, t->root, t->replay, t->nvml, &o);
}

void top_read_times(top *t)
{
    drm_texts texts;
    drm_text text;
    int64_t time = 0;
    uint64_t n = 0;
    drm_texts_begin(&texts, t->source.sweeps, t->source.sweeps_len, 3);
    while (drm_texts_next(&texts, &text)) {
        if (text.kind == DRM_TEXT) time = text.time;
        if (text.kind != DRM_SWEEP_END) continue;
        t->times = (int64_t *)cli_grow(t->times, &t->time_room, (size_t)n + 1, sizeof *t->times);
        t->times[n++] = time;
    }
    t->s.sweeps = n;
}

/* The next sweep: 1, 0 at the end of a recording, -1 with a message. */
int top_take(top *t)
{
    int ended;
    const drmfd_sweep *sweep = drm_source_next(&t->source, &ended);
    if (sweep == NULL) return ended ? 0 : -1;
    t->last = t->source.time;
    if (t->taken++ == 0) t->first = t->source.time;
    model_sweep(&t->m, sweep);
    t->s.sweep = t->taken;
    t->s.seconds = ((double)t->source.time - (double)t->first) / 1e9;
    return 1;
}

/* Rows and time ---------------------------------------------------------------------------------------------------- */

/* Makes the rows again; the mark stays on its client. */
void top_rows(top *t)
{
    model *m = &t->m;
    row was;
    size_t i;
    const int detail = t->s.mode == MODE_DETAIL && t->detail.kind >= 0;
    const int had = detail || t->s.selected < m->row_count;
    if (detail) was = t->detail;
    else if (had) was = m->rows[t->s.selected];
    model_rows(m);
    for (i = 0; had && i < m->row_count; i++)
        if (row_same(&m->rows[i], &was) && !(detail && m->rows[i].gone != 0)) {
            t->s.selected = i;
            break;
        }
    if (!detail) return;
    if (i < m->row_count) t->gone = 0;
    else if (t->gone == 0) t->gone = cli_now();
    t->s.gone = t->gone != 0;
}

/* Leaves help or details. */
void top_leave_page(top *t)
{
    t->s.mode = MODE_LIST;
    t->s.scroll = t->s.gone = 0;
    t->gone = 0;
}

/* How long after the sweep on the screen the next one is due, in ns. */
int64_t top_pace(const top *t)
{
    double gap;
    if (t->replay == NULL) return t->s.interval;
    if (t->taken == 0 || t->taken >= t->s.sweeps) return t->s.interval;
    gap = ((double)t->times[t->taken] - (double)t->times[t->taken - 1]) / t->s.speed;
    return gap < 1e7 ? 10000000 : gap > 6e10 ? 60000000000 : (int64_t)gap;
}

/* Takes a sweep and sets when the next is due. 0: give up. */
int top_step(top *t)
{
    const int got = top_take(t);
    if (got < 0) return 0;
    if (got == 0) t->at_end = 1;
    else {
        rows_gone(&t->m);
        top_rows(t);
    }
    t->next = cli_now() + (uint64_t)top_pace(t);
    return 1;
}

/* Shows sweep number n of a recording; its figures need those before it to be read. */
int top_go_to(top *t, uint64_t n)
{
    drm_source_close(&t->source);
    t->m.sweep = NULL;
    if (!top_open_source(t)) return 0;
    t->taken = 0;
    t->at_end = 0;
    model_forget_history(&t->m);
    while (t->taken < n) {
        const int got = top_take(t);
        if (got < 0) return 0;
        if (got == 0) break;
    }
    top_rows(t);
    t->next = cli_now() + (uint64_t)top_pace(t);
    return 1;
}

/* Anything printed to standard error would be lost with the alternate screen. */
