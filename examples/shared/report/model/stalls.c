/* What the warps of a result wait for. */
#include "stalls.h"
#include "figures.h"

#include <string.h>

void stalls_of(stalls *s, const opened *o, const ncurep_result *r)
{
    static const char end[] = "_not_issued";
    ncurep_list metrics = r->metrics;
    ncurep_metric m;
    memset(s, 0, sizeof *s);
    while (ncurep_metric_next(&metrics, &m)) {
        const double value = ncurep_value_double(&m.value);
        const size_t known = s->names.count;
        ncurep_view name, reason;
        size_t i;
        int kind = 0, issued = 1;
        if (!(value >= 0) || value - value != 0 || !ncurep_string_at(o->report, m.name_id, &name)) continue;
        if (name.len > sizeof end && memcmp(name.ptr + name.len - (sizeof end - 1), end, sizeof end - 1) == 0) {
            name.len -= sizeof end - 1;
            issued = 0;
        }
        while (kind < 2 && (reason = stall_of(name, kind)).len == 0) kind++;
        if (kind == 2 || (kind == 0 && !issued)) continue;
        i = set_add(&s->names, reason.ptr, reason.len);
        s->rows = (stall_row *)cli_grow(s->rows, &s->room, s->names.count, sizeof *s->rows);
        if (s->names.count > known) s->rows[i].cycles = s->rows[i].samples = s->rows[i].not_issued = -1;
        *(kind == 0 ? &s->rows[i].cycles : issued ? &s->rows[i].samples : &s->rows[i].not_issued) = value;
        if (kind == 0) s->cycles += value;
        else if (issued) s->samples += value;
    }
}

double stall_share(const stalls *s, size_t i)
{
    const double all = s->cycles > 0 ? s->cycles : s->samples, own = s->cycles > 0 ? s->rows[i].cycles : s->rows[i].samples;
    return all > 0 && own >= 0 ? own / all : -1;
}

void stalls_free(stalls *s)
{
    cli_free(s->rows);
    set_free(&s->names);
}
