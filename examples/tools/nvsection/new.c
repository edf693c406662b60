/* new: a section to start from. */
#include "tool.h"

#include <string.h>

static const struct {
    const char *name, *text;
} templates[] = {
    {"table",
     "Header {\n"
     "  Metrics { Label: \"Duration\" Name: \"gpu__time_duration.sum\" }\n"
     "  Metrics { Label: \"L2 hit rate\" Name: \"lts__t_sector_hit_rate.pct\" }\n"
     "}\n"
     "# Computed from other metrics, which the section has to collect itself. Write 100.0, not 100, to get fractions.\n"
     "MetricDefinitions {\n"
     "  MetricDefinitions {\n"
     "    Name: \"derived__miss_share\"\n"
     "    Expression: \"100.0 * lts__t_sectors_lookup_miss.sum / lts__t_sectors.sum\"\n"
     "  }\n"
     "}\n"
     "Body {\n"
     "  Items {\n"
     "    Table {\n"
     "      Label: \"Sectors\"\n"
     "      Columns: 1\n"
     "      Metrics { Label: \"All\" Name: \"lts__t_sectors.sum\" }\n"
     "      Metrics { Label: \"Misses\" Name: \"lts__t_sectors_lookup_miss.sum\" }\n"
     "      Metrics { Label: \"Share of misses\" Name: \"derived__miss_share\" Unit: \"%\" }\n"
     "    }\n"
     "  }\n"
     "}\n"},
    {"bars",
     "Body {\n"
     "  Items {\n"
     "    BarChart {\n"
     "      Label: \"Pipelines\"\n"
     "      ValueAxis { Label: \"% of the peak\" Range { Min: 0 Max: 100 } }\n"
     "      SortKey: ByValue\n"
     "      SortDirection: Descending\n"
     "      Metrics { Label: \"ALU\" Name: \"sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active\" }\n"
     "      Metrics { Label: \"FMA\" Name: \"sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active\" }\n"
     "      Metrics { Label: \"LSU\" Name: \"sm__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_active\" }\n"
     "    }\n"
     "  }\n"
     "}\n"},
    {"roofline",
     "MetricDefinitions {\n"
     "  MetricDefinitions { Name: \"derived__peak_ffma\" Expression: \"sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained * 2\" }\n"
     "  MetricDefinitions { Name: \"derived__ffma\" Expression: \"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed * 2\" }\n"
     "}\n"
     "Metrics {\n"
     "  Metrics { Label: \"\" Name: \"sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained\" }\n"
     "  Metrics { Label: \"\" Name: \"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum.per_cycle_elapsed\" }\n"
     "}\n"
     "Body {\n"
     "  Items {\n"
     "    RooflineChart {\n"
     "      Label: \"Single precision\"\n"
     "      AxisIntensity { Label: \"FLOP per byte\" }\n"
     "      AxisWork { Label: \"FLOP per second\" }\n"
     "      Rooflines {\n"
     "        PeakWork {\n"
     "          ValueCyclesPerSecondExpression {\n"
     "            ValuePerCycleMetrics { Name: \"derived__peak_ffma\" }\n"
     "            CyclesPerSecondMetric { Name: \"sm__cycles_elapsed.avg.per_second\" }\n"
     "          }\n"
     "        }\n"
     "        PeakTraffic {\n"
     "          ValueCyclesPerSecondExpression {\n"
     "            ValuePerCycleMetrics { Name: \"dram__bytes.sum.peak_sustained\" }\n"
     "            CyclesPerSecondMetric { Name: \"dram__cycles_elapsed.avg.per_second\" }\n"
     "          }\n"
     "        }\n"
     "        Options { Label: \"Peak\" }\n"
     "      }\n"
     "      AchievedValues {\n"
     "        AchievedWork {\n"
     "          ValueCyclesPerSecondExpression {\n"
     "            ValuePerCycleMetrics { Name: \"derived__ffma\" }\n"
     "            CyclesPerSecondMetric { Name: \"smsp__cycles_elapsed.avg.per_second\" }\n"
     "          }\n"
     "        }\n"
     "        AchievedTraffic { Metric { Name: \"dram__bytes.sum.per_second\" } }\n"
     "        Options { Label: \"This launch\" }\n"
     "      }\n"
     "    }\n"
     "  }\n"
     "}\n"},
    {"timeline",
     "Body {\n"
     "  Items {\n"
     "    Timeline {\n"
     "      MetricGroups {\n"
     "        Label: \"SM\"\n"
     "        Expanded: true\n"
     "        MetricRows { Metrics { Label: \"Active cycles\" Name: \"pmsampling:sm__cycles_active.avg\" } }\n"
     "        MetricRows { Metrics { Label: \"Instructions\" Name: \"pmsampling:sm__inst_executed.sum\" } }\n"
     "      }\n"
     "    }\n"
     "  }\n"
     "}\n"},
    {"source",
     "# Columns of the source page: metrics with a value for each instruction. An empty Label collects without showing.\n"
     "SourceMetrics {\n"
     "  Metrics { Label: \"Instructions\" Name: \"inst_executed\" }\n"
     "  Metrics { Label: \"Threads\" Name: \"thread_inst_executed\" DisplayProperties { SourceView { DefaultVisible: false } } }\n"
     "}\n"},
};

typedef struct new_options {
    int which; /* of templates */
} new_options;

static int run(request *q, void *options)
{
    const char *const text = templates[((const new_options *)options)->which].text, *const name = q->paths[0], *p;
    if (q->path_count > 1) return cli_usage(q->c, "one name, not \"%s\" as well", q->paths[1]);
    for (p = name; *p != 0; p++)
        if (strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", *p) == NULL) break;
    if (*p != 0 || name[0] == 0) return cli_usage(q->c, "an Identifier has letters, digits and _: not \"%s\"", name);
    fprintf(q->c->out, "Identifier: \"%s\"\nDisplayName: \"%s\"\nOrder: 1000\nDescription: \"What this section is for.\"\n"
                       "Sets { Identifier: \"full\" }\n%s", name, name, text);
    return CLI_FINE;
}

static const option_word words[] = {{"table", 0}, {"bars", 1}, {"roofline", 2}, {"timeline", 3}, {"source", 4}, {NULL, 0}};

static const option rows[] = {
    {'t', "template", &take_word, offsetof(new_options, which), words, NULL, "metrics and one that is computed from them (default); a "
     "chart of values; work against traffic; sampled values; columns of the source page"},
    OPTION_END};

static const verb_lack lacks[] = {{NULL, LACKS_BOTH, NULL, "new writes a section: no --json, no --csv"}, LACK_END};

const verb new_verb = {"new", rows, sizeof(new_options), run, NULL, NULL,
    "a section that lints clean, to begin with; NAME is its Identifier: letters, digits and _",
    "nvsection new Caches -o Caches.section\n"
    "  nvsection new Limits --template roofline -o Limits.section",
    "NAME", USE_VALUE, "which name?", 0, NULL, lacks};
