/* What facts of a report say of a cause. */
#include "names.h"
#include "values.h"
#include "why.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Only what leaves a multiprocessor less than half full, and only where the launch has blocks enough to fill it, and no instruction is
   issued in most cycles: elsewhere more warps would not help. */
void why_find_fit(why_fit *fit, const listing *l)
{
    static const char *const limits[][2] = {
        {"launch__occupancy_limit_registers", "registers"}, {"launch__occupancy_limit_shared_mem", "shared memory"},
        {"launch__occupancy_limit_blocks", "slots for blocks"}, {"launch__occupancy_limit_warps", "slots for warps"},
        {"launch__occupancy_limit_barriers", "barriers"}};
    const double warps = real_metric(l->o, l->r, "sm__maximum_warps_avg_per_active_cycle");
    const double percent = real_metric(l->o, l->r, "sm__maximum_warps_per_active_cycle_pct");
    double blocks[5], least = 0;
    size_t i;
    memset(fit, 0, sizeof *fit);
    for (i = 0; i < 5; i++) {
        blocks[i] = real_metric(l->o, l->r, limits[i][0]);
        if (i < 4 && !(blocks[i] >= 1)) return; /* reports before 2024 have no barriers */
        if (i == 0 || blocks[i] < least) least = blocks[i];
    }
    if (!(warps >= 1 && percent > 0 && percent < 50)) return;
    if (!(real_metric(l->o, l->r, "launch__waves_per_multiprocessor") >= 1)) return;
    if (!(real_metric(l->o, l->r, "smsp__issue_active.avg.per_cycle_active") < 0.5)) return;
    for (i = 0; i < 5; i++)
        if (blocks[i] <= least)
            snprintf(fit->missing + strlen(fit->missing), sizeof fit->missing - strlen(fit->missing), "%s%s", fit->missing[0] != 0 ? " and " : "", limits[i][1]);
    fit->warps = warps;
    fit->of = warps * 100 / percent;
}

/* The sum of a counter at a row over that of another, which would do; 0: one is not there. */
static double excess(const listing *l, size_t row, const char *name, const char *ideal)
{
    size_t i, has = l->column_count, needs = l->column_count;
    for (i = 0; i < l->column_count; i++) {
        const nvs_view v = l->columns[i].name;
        if (v.len == strlen(name) && memcmp(v.ptr, name, v.len) == 0) has = i;
        if (v.len == strlen(ideal) && memcmp(v.ptr, ideal, v.len) == 0) needs = i;
    }
    return value_of(l, needs, row) > 0 ? value_of(l, has, row) / value_of(l, needs, row) : 0;
}

/* What there is to run while warps wait. */
static void put_meanwhile(cli_buf *b, const why_fit *fit, const why_cause *c)
{
    const int soon = (c->kind == WHY_GLOBAL || c->kind == WHY_SHARED || c->kind == WHY_TEXTURE) && c->distance > 0 && c->distance <= 16;
    const int few = fit->warps > 0 && c->proof == WHY_PRODUCED;
    if (soon) cli_putf(b, "The first wait for it comes %" PRIu32 " instruction%s later%s", c->distance, c->distance == 1 ? "" : "s", c->in_loop ? ", in a loop" : "");
    if (few) cli_putf(b, "%snly %.3g of %.3g warps fit on a multiprocessor, for want of %s", soon ? ", and o" : "O", fit->warps, fit->of, fit->missing);
    if (soon || few) cli_putf(b, ": little else runs meanwhile.");
}

void why_advise(const why *w, const listing *l, why_cause *c, const why_writes *writes)
{
    cli_buf b = {NULL, 0, 0};
    double times = 0;
    if (c->proof == WHY_UNKNOWN) return;
    if (c->kind == WHY_LOCAL) cli_putf(&b, "Local memory: registers are spilled here, or an array is indexed by what is not known at compile time.");
    if ((c->kind == WHY_GLOBAL || c->kind == WHY_QUEUE) && (times = excess(l, c->row, "memory_l2_theoretical_sectors_global", "memory_l2_theoretical_sectors_global_ideal")) >= 1.1)
        cli_putf(&b, "It moves %.3g times the sectors that its bytes need: let neighbouring threads use neighbouring addresses.", times);
    if ((c->kind == WHY_SHARED || c->kind == WHY_QUEUE) && b.len == 0 && (times = excess(l, c->row, "memory_l1_wavefronts_shared", "memory_l1_wavefronts_shared_ideal")) >= 1.1)
        cli_putf(&b, "It takes %.3g times the passes of an access without bank conflicts.", times);
    if (c->kind == WHY_DRAIN && writes != NULL && writes->atomic > writes->plain) {
        cli_putf(&b, "Of this function's ");
        put_digits(&b, writes->atomic + writes->plain);
        cli_putf(&b, " writes to memory, ");
        put_digits(&b, writes->atomic);
        cli_putf(&b, " are atomic: combine them in the warp or block first.");
    }
    if (b.len == 0 && c->overwritten > 0)
        cli_putf(&b, "What waits for it overwrites R%" PRIu32 ", which it has yet to read: with another register it would not wait.", c->overwritten - 1);
    if (b.len == 0) put_meanwhile(&b, &w->fit, c);
    if (b.len > 0) c->advice = copy_text(b.ptr, b.len);
    cli_buf_free(&b);
}
