/* What names of metrics mean, for people. */
#include "report/model/metric_text.h"
#include "run.h"

static size_t text_of(const char *name, char *to, size_t room)
{
    metric_facts facts;
    metric_describe(ncurep_text(name), &facts);
    return metric_text(&facts, to, room);
}

static const char *describe(const char *name)
{
    static char text[300];
    const size_t n = text_of(name, text, sizeof text);
    CHECK_U64(n, strlen(text));
    return text;
}

static void descriptions(void)
{
    CHECK_STR("time that the workload ran; sum of the units", describe("gpu__time_duration.sum"));
    CHECK_STR("use of the SMs: the busiest of their parts; average of the units, percent of the peak, elapsed cycles",
              describe("sm__throughput.avg.pct_of_peak_sustained_elapsed"));
    CHECK_STR("sectors found in the L2 cache; percent", describe("lts__t_sector_hit_rate.pct"));
    CHECK_STR("cycles in which there was work; most of one unit", describe("gpc__cycles_active.max"));
    CHECK_STR("a figure of the L1 and texture caches; sum of the units", describe("l1tex__something_new.sum"));
    CHECK_STR("names of the metrics of this group", describe("group:memory__chart"));
    CHECK_STR("cycles that went by; average of the units; sampled over time", describe("pmsampling:sm__cycles_elapsed.avg"));
    CHECK_STR("names of the metrics that this throughput is the greatest of", describe("breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed"));
    CHECK_STR("", describe("apples"));
    CHECK_STR("", describe("apples.sum"));
    CHECK_STR("", describe(""));
}

static void room_for_a_part(void)
{
    static const char *const names[] = {"sm__cycles_elapsed.avg.per_second", "gpu__time_duration.sum", "x", "", "pmsampling:dram__bytes.sum"};
    char text[300], whole[300];
    size_t n, i, k;
    for (k = 0; k < sizeof names / sizeof *names; k++) {
        n = text_of(names[k], whole, sizeof whole);
        CHECK_U64(n, text_of(names[k], NULL, 0));
        for (i = 0; i <= n + 1; i++) {
            memset(text, 'x', sizeof text);
            CHECK_U64(n, text_of(names[k], text, i));
            if (i > 0) CHECK(strlen(text) == (i <= n ? i - 1 : n) && memcmp(text, whole, strlen(text)) == 0);
            CHECK(text[i] == 'x');
        }
    }
}

int main(void)
{
    RUN(descriptions);
    RUN(room_for_a_part);
    return run_end();
}
