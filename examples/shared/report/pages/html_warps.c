/* Warp samples of a kernel over time, stacked by what the warps waited for. */
#include "html_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 200, REASONS = 256 };

/* What the samples of all SMs add up to. */
typedef struct warps {
    uint64_t first, end;        /* time in ns */
    uint64_t apart, width;      /* so far are ticks apart as a rule; a whole number of that is a piece of the picture */
    uint64_t timed, untimed, idle[REASONS], all[REASONS], bin[BINS][REASONS];
    size_t bins;
    int any, is_damaged;
} warps;

static uint64_t tick(ncurep_view times, size_t i)
{
    const unsigned char *u = (const unsigned char *)times.ptr + i * 16;
    uint64_t v = 0;
    int k;
    for (k = 8; k > 0; k--) v = v << 8 | u[k - 1];
    return v;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x < y ? -1 : x > y;
}

/* The mean of what lies between ticks, gaps aside: some come twice, and they jitter. */
static uint64_t apart_of(ncurep_view times)
{
    const size_t count = times.len / 16;
    uint64_t *list = (uint64_t *)cli_alloc(count + 1, sizeof *list), found = 0;
    double sum = 0;
    size_t i, n = 0;
    for (i = 1; i < count; i++)
        if (tick(times, i) > tick(times, i - 1)) list[n++] = tick(times, i) - tick(times, i - 1);
    if (n > 0) {
        qsort(list, n, sizeof *list, by_number);
        for (i = 0; i < n && list[i] / 3 <= list[n / 2] / 2; i++) sum += (double)list[i];
        sum /= (double)i;
        found = sum < 1e18 ? (uint64_t)sum : (uint64_t)1000000000000000000;
    }
    cli_free(list);
    return found;
}

/* Twice over all samples: for the span of time, then to put them into its pieces. */
static void add_samples(const ncurep_result *r, warps *w, int bins)
{
    ncurep_list list = r->warp_samples;
    ncurep_warp_samples samples;
    ncurep_warp_series series;
    ncurep_warp_sample one;
    while (ncurep_warp_samples_next(&list, &samples)) {
        while (ncurep_warp_series_next(&samples.series.list, &series)) {
            const size_t ticks = series.times.len / 16;
            if (!bins && ticks > 0) { /* the last tick is the end */
                const uint64_t end = tick(series.times, ticks - 1);
                if (end > w->end) w->end = end;
                if (w->apart == 0) w->apart = apart_of(series.times); /* all series have the same */
            }
            while (ncurep_warp_sample_next(&series, &one)) {
                if (bins) {
                    w->all[one.reason]++;
                    w->idle[one.reason] += one.not_issued == 1;
                    if (one.has_time) {
                        const uint64_t at = (one.time - w->first + w->apart / 2) / w->width; /* half: ticks jitter */
                        w->bin[at < w->bins ? at : w->bins - 1][one.reason]++;
                        w->timed++;
                    } else w->untimed++;
                } else if (one.has_time) {
                    if (!w->any || one.time < w->first) w->first = one.time;
                    if (one.time > w->end) w->end = one.time;
                    w->any = 1;
                }
            }
            w->is_damaged |= series.error.code != NCUREP_OK;
        }
        w->is_damaged |= samples.series.list.error.code != NCUREP_OK;
    }
    w->is_damaged |= list.error.code != NCUREP_OK;
}

static void put_reason(output *out, unsigned reason)
{
    const char *name = ncurep_stall_name(reason);
    if (name[0] == '?') put_markup(out, "reason %u", reason);
    else put_markup(out, "%s", name);
}

/* The pieces of one reason, or of all from the order's place on. below: heights so far. */
static void put_layer(output *out, const warps *w, const unsigned char *order, size_t from, size_t to, uint64_t *below, double most)
{
    const double width = 1000 / (double)w->bins;
    size_t i, k;
    put_markup(out, "<path class=\"c%zu\" d=\"", from + 1);
    for (i = 0; i < w->bins; i++) {
        uint64_t n = 0;
        for (k = from; k < to; k++) n += w->bin[i][order[k]];
        if (n == 0) continue;
        put_markup(out, "M%.1f %.1fh%.1fV%.1fh-%.1fz", width * (double)i, 120 - 120 * (double)below[i] / most, width,
                   120 - 120 * (double)(below[i] + n) / most, width);
        below[i] += n;
    }
    put_markup(out, "\"><title>");
    if (to - from == 1) put_reason(out, order[from]);
    else put_markup(out, "Others");
    put_markup(out, "</title></path>\n");
}

int has_warps(const ncurep_result *r) { return r->warp_samples.count > 0; }

/* What the reasons make up in a baseline, in percent of all its samples. */
static void shares_of(const ncurep_result *r, const unsigned char *order, size_t count, double *shares)
{
    uint64_t all[REASONS] = {0}, total = 0;
    ncurep_list list = r->warp_samples;
    ncurep_warp_samples samples;
    ncurep_warp_series series;
    ncurep_warp_sample one;
    size_t k;
    while (ncurep_warp_samples_next(&list, &samples))
        while (ncurep_warp_series_next(&samples.series.list, &series))
            for (; ncurep_warp_sample_next(&series, &one); total++) all[one.reason]++;
    shares[0] = STACK_LACKING;
    for (k = 0; k < count && total > 0; k++) shares[k] = 100 * (double)all[order[k]] / (double)total;
}

/* All reasons as one bar, and the same of each baseline. */
static void put_reasons(output *to, const evaluated *e, const stack_part *parts, const unsigned char *order, size_t count, uint64_t total)
{
    double *const shares = stack_shares(e, count);
    size_t i;
    for (i = next_beside(e, 0); i < e->beside_count; i = next_beside(e, i + 1)) shares_of(e->besides[i].e->r, order, count, shares + i * count);
    html_stack(to, e, parts, count, (double)total, shares);
    cli_free(shares);
}

void html_warps(html *h, const evaluated *e)
{
    const ncurep_result *const r = e->r;
    warps *w = (warps *)cli_alloc(1, sizeof *w);
    stack_part parts[REASONS];
    char names[REASONS][16];
    unsigned char order[REASONS];
    uint64_t below[BINS], most = 0, total;
    size_t i, k, count = 0;
    output *out = h->out;
    add_samples(r, w, 0);
    if (w->end < w->first) w->end = w->first;
    if (w->apart == 0) w->apart = 1;
    w->width = w->apart * ((w->end - w->first) / w->apart / BINS + 1);
    w->bins = (size_t)((w->end - w->first) / w->width) + 1;
    if (w->bins > BINS) w->bins = BINS;
    add_samples(r, w, 1);
    total = w->timed + w->untimed;
    for (i = 0; i < REASONS; i++) { /* most frequent first */
        if (w->all[i] == 0) continue;
        for (k = count++; k > 0 && w->all[order[k - 1]] < w->all[i]; k--) order[k] = order[k - 1];
        order[k] = (unsigned char)i;
    }
    put_markup(out, "<section id=\"k%" PRIu32 "w\"><h3>Warp samples over time</h3>\n<p class=\"about\">%" PRIu64 " samples of warps, by "
               "what each waited for; selected: it waited for nothing.", r->index, total);
    if (w->untimed > 0) put_markup(out, " Without a time, and not in the picture: %" PRIu64 ".", w->untimed);
    if (w->is_damaged) put_markup(out, " The list is damaged: there were more.");
    put_markup(out, "</p>\n");
    for (i = 0; i < w->bins; i++) {
        uint64_t n = 0;
        for (k = 0; k < count; k++) n += w->bin[i][order[k]];
        below[i] = 0;
        if (n > most) most = n;
    }
    if (most > 0) {
        const double span = (double)w->width * (double)w->bins;
        const size_t apart = count > 6 ? 6 : count; /* as html_stack */
        put_markup(out,
                   "<figure class=\"card wide timeline\"><div class=\"rows\"><div class=\"row warps\"><div><span>Samples</span> <b>at "
                   "most %" PRIu64 " in ", most);
        put_ns(out, (double)w->width);
        put_markup(out,
                   "</b></div><svg viewBox=\"0 0 1000 120\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"Warp samples over "
                   "time\">\n");
        for (k = 0; k < apart; k++) put_layer(out, w, order, k, k + 1, below, (double)most);
        if (apart < count) put_layer(out, w, order, apart, count, below, (double)most);
        put_markup(out, "</svg></div>\n");
        html_time_axis(out, 0, span);
        put_markup(out, "</div>\n");
        for (k = 0; k < count; k++) {
            const char *name = ncurep_stall_name(order[k]);
            if (name[0] == '?') {
                snprintf(names[k], sizeof names[k], "reason %u", (unsigned)order[k]);
                name = names[k];
            }
            parts[k].name = bytes_of(name, strlen(name));
            parts[k].value = (double)w->all[order[k]];
        }
        put_reasons(h->pg->to, e, parts, order, count, total);
        put_markup(out, "<details class=\"raw\"><summary>Values</summary><table><thead><tr><th scope=\"col\">Waits for<th "
                   "scope=\"col\">Samples<th scope=\"col\">Share<th scope=\"col\">Scheduler issued nothing</thead><tbody>\n");
        for (k = 0; k < count; k++) {
            put_markup(out, "<tr><th>%.*s<td>%" PRIu64 "<td>%.1f%%<td>%" PRIu64 "\n", TEXT_OF(parts[k].name), w->all[order[k]],
                       100 * parts[k].value / (double)total, w->idle[order[k]]);
        }
        put_markup(out, "</tbody></table></details>\n</figure>\n");
    }
    put_markup(out, "</section>\n");
    cli_free(w);
}
