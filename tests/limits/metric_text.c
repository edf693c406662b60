/* A name of a metric is read only as far as it goes: each lies between two forbidden pages. */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */
#include "report/model/metric_text.h"
#include "pages.h"
#include "run.h"

static pages room;

static void names_of_metrics(void)
{
    static const char *const names[] = {"sm__cycles_elapsed.avg.per_second", "smsp__inst_executed.sum", "gpu__time_duration.sum", "x", "", "lts__t_sectors_op_read.sum.pct_of_peak_sustained_elapsed"};
    size_t i;
    int side;
    for (i = 0; i < sizeof names / sizeof *names; i++)
        for (side = 0; side < 2; side++) {
            const char *name = pages_put(&room, names[i], strlen(names[i]), side);
            ncurep_view view;
            metric_facts f;
            view.ptr = name;
            view.len = strlen(names[i]);
            metric_describe(view, &f);
            CHECK(f.base.len + f.prefix.len + f.suffix.len <= strlen(names[i]));
        }
}

int main(void)
{
    if (!pages_open(&room, 1)) {
        printf("skipped: needs guard pages\n");
        run_skipped++;
        return run_end();
    }
    RUN(names_of_metrics);
    pages_close(&room);
    return run_end();
}
