/* new: a section to start from. */
#include "tool.h"

#include <string.h>

static const char help[] =
    "usage: nvsection new NAME [--template table|bars|roofline|timeline|source]\n"
    "\n"
    "Prints a section that lints clean, to edit: NAME is its Identifier (letters,\n"
    "digits and _). The default template is a table.\n"
    "\n"
    "  --template, -t WHAT  table: metrics and one that is computed from them;\n"
    "                       bars: a chart of values; roofline: work against traffic;\n"
    "                       timeline: sampled values; source: source page\n"
    "  -o FILE\n"
    "\n"
    "  nvsection new Caches -o Caches.section\n"
    "  nvsection new Limits --template roofline -o Limits.section\n"
    "\n"
    "Exit code: 0 fine, 2 wrong usage, 3 the file cannot be written.\n";

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

int verb_new(cli *c, int argc, char **argv)
{
    enum { TEMPLATE = 1 };
    static const cli_option table[] = {{TEMPLATE, 't', "template", 1}, {0, 0, NULL, 0}};
    const char *name = NULL, *wanted = "table", *p;
    size_t i;
    cli_args a;
    int option;
    memset(&a, 0, sizeof a);
    a.argc = argc;
    a.argv = argv;
    a.at = 1;
    c->help = help;
    while ((option = cli_next(c, &a, table)) != CLI_END) {
        if (option == CLI_DONE) return CLI_FINE;
        if (option == CLI_BAD) return CLI_USAGE;
        if (option == TEMPLATE) wanted = a.value;
        else if (name != NULL) return cli_usage(c, "one name, not \"%s\" as well", argv[a.at - 1]);
        else name = argv[a.at - 1];
    }
    if (name == NULL) return cli_usage(c, "which name?");
    for (p = name; *p != 0; p++)
        if (strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", *p) == NULL) break;
    if (*p != 0 || name[0] == 0) return cli_usage(c, "an Identifier has letters, digits and _: not \"%s\"", name);
    for (i = 0; i < sizeof templates / sizeof *templates && strcmp(wanted, templates[i].name) != 0; i++) continue;
    if (i == sizeof templates / sizeof *templates)
        return cli_usage(c, "--template is table, bars, roofline, timeline or source, not \"%s\"", wanted);
    if (!cli_start(c)) return CLI_INPUT;
    fprintf(c->out, "Identifier: \"%s\"\nDisplayName: \"%s\"\nOrder: 1000\nDescription: \"What this section is for.\"\n"
                    "Sets { Identifier: \"full\" }\n%s", name, name, templates[i].text);
    return cli_finish(c, CLI_FINE);
}
