/* The occupancy calculator of the HTML page: what it reckons with comes from the launch and from the attributes of its device. */
#include "html_parts.h"

#include <inttypes.h>

/* What the script wants, and the metric that says it. The first NEEDED must be there. */
#define NEEDED 12
static const struct {
    const char *key, *metric;
} inputs[] = {
    {"block", "launch__block_size"}, {"registers", "launch__registers_per_thread"}, {"shared", "launch__shared_mem_per_block"},
    {"grid", "launch__grid_size"}, {"config", "launch__shared_mem_config_size"}, {"warp", "device__attribute_warp_size"},
    {"sms", "device__attribute_multiprocessor_count"}, {"warps", "device__attribute_max_warps_per_multiprocessor"},
    {"file", "device__attribute_max_registers_per_multiprocessor"}, {"most-shared", "device__attribute_max_shared_memory_per_multiprocessor"},
    {"most-block", "device__attribute_max_threads_per_block"}, {"blocks", "launch__occupancy_limit_blocks"},
    {"most-block-shared", "device__attribute_max_shared_memory_per_block_optin"}, {"most-registers", "device__attribute_max_registers_per_thread"},
    {"schedulers", "device__attribute_num_schedulers_per_multiprocessor"}, {"driver", "launch__shared_mem_per_block_driver"},
    {"by-warps", "launch__occupancy_limit_warps"}, {"by-registers", "launch__occupancy_limit_registers"},
    {"by-shared", "launch__occupancy_limit_shared_mem"}, {"by-barriers", "launch__occupancy_limit_barriers"}, {"cluster", "launch__cluster_size"},
    {"major", "device__attribute_compute_capability_major"}};
#define INPUTS (sizeof inputs / sizeof *inputs)

static int read_inputs(const evaluated *e, double *value, int *has)
{
    size_t i;
    for (i = 0; i < INPUTS; i++) {
        value[i] = evaluated_number(e, inputs[i].metric, &has[i]);
        has[i] = has[i] && value[i] >= 0 && value[i] < 4294967296.0;
        if (i < NEEDED && !has[i]) return 0;
    }
    /* Units of allocation are known from compute capability 7.0 on. */
    return has[INPUTS - 1] && value[INPUTS - 1] >= 7 && value[0] >= 1 && value[5] >= 1;
}

int has_occupancy(const evaluated *e)
{
    double value[INPUTS];
    int has[INPUTS];
    return e->r->kind == NCUREP_RESULT_KIND_KERNEL && read_inputs(e, value, has);
}

void html_occupancy(html *h, const evaluated *e)
{
    double value[INPUTS];
    int has[INPUTS];
    size_t i;
    if (!read_inputs(e, value, has)) return;
    put_markup(h->out, "<section id=\"k%" PRIu32 "o\"><h3>Occupancy calculator</h3>\n<div class=\"card calc\"", e->r->index);
    for (i = 0; i < INPUTS; i++)
        if (has[i]) put_markup(h->out, " data-%s=\"%.0f\"", inputs[i].key, value[i]);
    put_markup(h->out, "><p class=\"about\">Needs the script of this page.</p></div></section>\n");
}
