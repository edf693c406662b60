#include "fields.h"

#include <string.h>

#define ANY (-1)
#define MESSAGE_DOC(message, since, meaning) {NVS_MESSAGE_##message, NVS_FIELD_NONE, {since, "", meaning}},
#define FIELD_DOC(message, field, since, example, meaning) \
    {NVS_MESSAGE_##message, NVS_FIELD_##field, {since, example, meaning}},
#define FIELD_OF_ANY(field, since, example, meaning) {ANY, NVS_FIELD_##field, {since, example, meaning}},

/* A field without a row for its message has one for any message. */
static const struct {
    int message, field;
    field_doc doc;
} docs[] = {
    MESSAGE_DOC(SECTION, "2019", "The whole file: what is collected and how it is shown")
    FIELD_DOC(SECTION, IDENTIFIER, NULL, ": \"Caches\"",
        "The name that --section takes; no spaces. Of two files with the same one the first counts")
    FIELD_DOC(SECTION, DISPLAY_NAME, NULL, ": \"Cache Traffic\"", "The title")
    FIELD_DOC(SECTION, ORDER, NULL, ": 35", "The place on the page: ascending, sections without one last")
    FIELD_DOC(SECTION, HEADER, NULL, " { Metrics { Label: \"Duration\" Name: \"gpu__time_duration.sum\" } }",
              "The table that is shown while the section is folded")
    FIELD_DOC(SECTION, BODY, NULL, " { Items { Table { Columns: 1 } } }",
        "What an unfolded section shows; several are shown one at a time, to choose from")
    FIELD_DOC(SECTION, METRICS, NULL, " { Metrics { Label: \"\" Name: \"inst_executed\" } }",
              "Metrics that are collected without a place in the section. Those with integer instances and a label "
              "are columns of the source page")
    FIELD_DOC(SECTION, DESCRIPTION, NULL, ": \"Traffic between the caches\"", "A tool tip")
    FIELD_DOC(SECTION, SETS, "2019.5", " { Identifier: \"full\" }",
        "A set that --set takes with all its sections: basic, detailed, full, roofline, or one of your own")
    FIELD_DOC(SECTION, EXTENDS, NULL, ": \"SpeedOfLight\"", "The Identifier of the section inside which this one is shown")
    FIELD_DOC(SECTION, METRIC_DEFINITIONS, "2021.2",
        " { MetricDefinitions { Name: \"derived__x\" Expression: \"2.0 * inst_executed\" } }",
              "Metrics that are computed from others")
    FIELD_DOC(SECTION, FILTER, "2022.1", " { MinArch: CC_80 }",
              "The default for the filters of metrics, options and definitions, part by part; items of the body have "
              "only their own")
    FIELD_DOC(SECTION, GROUP, "2022.3", " { Name: \"g\" Label: \"Global memory\" }",
        "Declares a group, which metrics name in Groups")
    FIELD_DOC(SECTION, SOURCE_METRICS, "2023.3", " { Metrics { Label: \"Executed\" Name: \"inst_executed\" } }",
              "Columns of the source page, with instances of any kind")

    MESSAGE_DOC(METRIC, "2019", "A metric to collect, and how it is shown")
    FIELD_DOC(METRIC, NAME, NULL, ": \"sm__cycles_active.avg\"",
              "The metric, or regex:, group:, breakdown:, pmsampling: or warpsampling: and what follows. \"\" leaves "
              "a cell empty")
    FIELD_DOC(METRIC, LABEL, NULL, ": \"Active Cycles\"",
              "What is shown instead of the name. \"\" is an empty cell; in Metrics and SourceMetrics: collected, but "
              "not shown")
    FIELD_DOC(METRIC, HW_UNIT, NULL, ": Sm", "The hardware unit; no file is known to use it")
    FIELD_DOC(METRIC, SHOW_INSTANCES, NULL, ": true", "Instances are shown, not only the value")
    FIELD_DOC(METRIC, UNIT, NULL, ": \"byte\"", "The unit, in place of the one that the name implies")
    FIELD_DOC(METRIC, FILTER, NULL, " { MinArch: CC_90 }",
        "Where the metric is collected if no option is; its options do not depend on it")
    FIELD_DOC(METRIC, OPTIONS, NULL, " { Name: \"dram__bytes.sum\" Filter { MinArch: CC_80 } }",
              "Another name, and perhaps label, for some devices: the first option that passes replaces the metric")
    FIELD_DOC(METRIC, DISPLAY_PROPERTIES, "2022.1", " { SourceView { DefaultVisible: false } }", "How the source page shows it")
    FIELD_DOC(METRIC, GROUPS, "2022.3", ": \"g\"",
        "A declared group of the source page; in a timeline the sampling pass that the metric is to be in")
    FIELD_DOC(METRIC, CTR_DOMAINS, "2024.1", ": \"gpu_sm_a\"", "A counter domain that samples it")
    FIELD_DOC(METRIC, DESCRIPTION, "guide", ": \"Cycles with a warp on the SM\"",
        "Shown in place of the tool's own description")
    FIELD_DOC(METRIC, MULTIPLIER, "2025.1", ": 0.5", "Its values are multiplied by this")
    FIELD_DOC(METRIC, USER_METRIC_EXPR, "2025.3", ": \"text for the sampler\"",
        "A definition in the sampler's own language, kept as text")
    FIELD_DOC(METRIC, PM_WARP_SAMPLING_METRIC, "2025.4", ": Visible", "Whether warp sampling shows it")

    MESSAGE_DOC(METRIC_OPTION, "2019", "Another name of a metric for some devices")
    FIELD_DOC(METRIC_OPTION, NAME, NULL, ": \"lts__t_bytes.sum\"", "The metric to collect there")
    FIELD_DOC(METRIC_OPTION, LABEL, "2021.2", ": \"L2 Bytes\"", "Its label; without one that of the metric")
    FIELD_DOC(METRIC_OPTION, FILTER, NULL, " { MinArch: CC_75 MaxArch: CC_89 }",
        "Where this option is taken; without one everywhere")

    MESSAGE_DOC(SECTION_METRICS, "2019",
        "Metrics that are collected without a place in the section; columns of the source page")
    FIELD_DOC(SECTION_METRICS, ORDER, NULL, ": 2",
        "The place of these columns among those of other sections: ascending, without one last")

    MESSAGE_DOC(HEADER, "2019", "The table of a folded section: two columns, filled row by row")
    FIELD_DOC(HEADER, ROWS, NULL, ": 3", "The number of rows that are shown")

    MESSAGE_DOC(SET, "2019.5", "Membership in a set")
    FIELD_DOC(SET, IDENTIFIER, NULL, ": \"full\"", "The name of the set")

    MESSAGE_DOC(METRIC_DEFINITIONS, "2021.2", "The definitions of a section")
    FIELD_DOC(METRIC_DEFINITIONS, METRIC_DEFINITIONS, NULL, " { Name: \"derived__x\" Expression: \"inst_executed * 2\" }",
        "One definition")

    MESSAGE_DOC(METRIC_DEFINITION, "2021.2",
        "A metric that is computed. Its operands are not collected for its sake: list them in Metrics")
    FIELD_DOC(METRIC_DEFINITION, NAME, NULL, ": \"derived__miss_rate\"", "Its name; by custom it begins with derived__")
    FIELD_DOC(METRIC_DEFINITION, EXPRESSION, NULL, ": \"100.0 * misses.sum / accesses.sum\"",
              "+ - * / ( ), names, numbers, simplify(), nan_as_zero(). The left operand decides the kind: 100 is an "
              "integer, 100.0 is not")
    FIELD_DOC(METRIC_DEFINITION, FILTER, "2024.2", " { MinArch: CC_80 }", "Where the definition holds")

    MESSAGE_DOC(GROUP, "2022.3", "A group of metrics")
    FIELD_DOC(GROUP, NAME, NULL, ": \"l2\"", "What metrics write in Groups")
    FIELD_DOC(GROUP, LABEL, NULL, ": \"L2 Cache\"", "What is shown")
    FIELD_DOC(GROUP, DISPLAY_PROPERTIES, NULL, " { SourceView { DefaultVisible: false } }",
        "The same for all metrics of the group")
    FIELD_DOC(GROUP, SCHEDULING_HINTS, "2025.2", " { CtrDomains { Name: \"gpu_lts\" Ctrs: 0x3 } }",
        "Which counters a sampling pass may use")

    MESSAGE_DOC(SCHEDULING_HINTS, "2025.2", "Counters of a sampling pass")
    FIELD_DOC(SCHEDULING_HINTS, CTR_DOMAINS, NULL, " { Name: \"gpu_sm_b\" Ctrs: 0xf }", "One counter domain")
    MESSAGE_DOC(HINT_DOMAIN, "2025.2", "Counters of one domain")
    FIELD_DOC(HINT_DOMAIN, NAME, NULL, ": \"gpu_sm_b\"", "The counter domain")
    FIELD_DOC(HINT_DOMAIN, CTRS, NULL, ": 0xff", "A mask of 64 counters; several make up a longer one")

    MESSAGE_DOC(DISPLAY_PROPERTIES, "2022.1", "How the source page shows a metric or group")
    FIELD_DOC(DISPLAY_PROPERTIES, SOURCE_CORRELATION, NULL, " { DivideByCorrelatedLineCount: true }",
        "How values of instructions become values of source lines")
    FIELD_DOC(DISPLAY_PROPERTIES, SOURCE_VIEW, "2022.3", " { DefaultVisible: false }", "Its column")
    MESSAGE_DOC(SOURCE_CORRELATION, "2022.1", "From instructions to source lines")
    FIELD_DOC(SOURCE_CORRELATION, DISABLED, "2022.4", ": true", "Lines get no value")
    FIELD_DOC(SOURCE_CORRELATION, DIVIDE_BY_CORRELATED_LINE_COUNT, NULL, ": true",
        "A line gets the mean of its instructions, not the sum")
    MESSAGE_DOC(SOURCE_VIEW, "2022.3", "The column of a metric on the source page")
    FIELD_DOC(SOURCE_VIEW, DEFAULT_VISIBLE, NULL, ": false", "Whether the column is shown at first")
    FIELD_DOC(SOURCE_VIEW, DISABLE_RELATIVE_VALUES, "2023.2", ": true", "No percentages of the sum")

    MESSAGE_DOC(FILTER, "2019", "Where something holds; every part that is given must pass")
    FIELD_DOC(FILTER, MIN_ARCH, NULL, ": CC_75", "The lowest compute capability, itself included")
    FIELD_DOC(FILTER, MAX_ARCH, NULL, ": CC_89", "The highest compute capability, itself included; MaxArch is no limit")
    FIELD_DOC(FILTER, ITEMS, "2021.3", " { MinArch: CC_80 MaxArch: CC_80 }",
        "Ranges, one of which must pass; they override MinArch and MaxArch beside them")
    FIELD_DOC(FILTER, COLLECTION_FILTER, "2022.1", " { CollectionScopes: CollectionScope_Launch }", "What must be profiled")
    FIELD_DOC(FILTER, VGPU, "2024.2", ": Platform_NotSupported", "Not on a virtual GPU")
    FIELD_DOC(FILTER, MIN_KMD, "2025.2", ": 560", "The oldest driver branch")
    FIELD_DOC(FILTER, MAX_KMD, "2025.2", ": 575", "The newest driver branch")
    MESSAGE_DOC(FILTER_ITEM, "2021.3", "One range of compute capabilities")
    FIELD_DOC(FILTER_ITEM, MIN_ARCH, NULL, ": CC_80", "The lowest compute capability, itself included")
    FIELD_DOC(FILTER_ITEM, MAX_ARCH, NULL, ": CC_86", "The highest compute capability, itself included")
    MESSAGE_DOC(COLLECTION_FILTER, "2022.1", "What must be profiled, and how much a metric matters")
    FIELD_DOC(COLLECTION_FILTER, COLLECTION_SCOPES, NULL, ": [CollectionScope_Launch, CollectionScope_Range]",
        "A kernel launch, a range of them, a command list; none given: all")
    FIELD_DOC(COLLECTION_FILTER, IMPORTANCE, "guide", ": Required",
        "A Required metric that is not available is an error, an Optional one a warning")

    MESSAGE_DOC(BODY, "2019", "What an unfolded section shows")
    FIELD_DOC(BODY, ITEMS, NULL, " { BarChart { Label: \"Pipelines\" } }", "One table or chart after the other")
    FIELD_DOC(BODY, DISPLAY_NAME, NULL, ": \"Breakdown\"", "Its name, where there are several bodies")
    FIELD_DOC(BODY, SET_DEFAULT, "2023.3", ": true", "The body that is shown first")
    MESSAGE_DOC(BODY_ITEM, "2019", "One table or chart. A .chart file is one of these")
    FIELD_DOC(BODY_ITEM, TABLE, NULL, " { Label: \"Sectors\" Columns: 2 }", "Metrics in rows and columns")
    FIELD_DOC(BODY_ITEM, BAR_CHART, NULL, " { Label: \"Pipelines\" Direction: Horizontal }",
        "A bar for each metric, or for each instance of one")
    FIELD_DOC(BODY_ITEM, HISTOGRAM_CHART, NULL, " { Metric { Name: \"sm__cycles_active.avg\" } }",
        "How often values of instances occur")
    FIELD_DOC(BODY_ITEM, LINE_CHART, NULL, " { Metrics { Name: \"launch__occupancy_per_block_size\" } }",
        "Instances over their ids")
    FIELD_DOC(BODY_ITEM, HORIZONTAL_CONTAINER, "2020", " { Items { Table { Columns: 1 } } }", "Items side by side")
    FIELD_DOC(BODY_ITEM, ROOFLINE_CHART, "2020", " { Label: \"Roofline\" }", "Work against traffic, and their limits")
    FIELD_DOC(BODY_ITEM, SOURCE_METRIC_TABLE, "2021.2", " { Label: \"Hot\" Metrics { Name: \"inst_executed\" } }",
        "The instructions with the highest values of each metric")
    FIELD_DOC(BODY_ITEM, SUFFIX_TABLE, "2024.1", " { Label: \"By unit\" }",
        "A row for each base name, a column for each suffix")
    FIELD_DOC(BODY_ITEM, MEMORY_SHARED_TABLE, NULL, " { Label: \"Shared Memory\" }",
        "A table of shared memory that the tool fills itself")
    FIELD_DOC(BODY_ITEM, MEMORY_FIRST_LEVEL_CACHE_TABLE, NULL, " { Label: \"First Level\" }",
        "A table of the L1 cache, up to 2022; later MemoryL1TEXCacheTable")
    FIELD_DOC(BODY_ITEM, MEMORY_SECOND_LEVEL_CACHE_TABLE, NULL, " { Label: \"Second Level\" }",
        "A table of the L2 cache, up to 2022; later MemoryL2CacheTable")
    FIELD_DOC(BODY_ITEM, MEMORY_DEVICE_MEMORY_TABLE, NULL, " { Label: \"Device Memory\" }",
        "A table of device memory that the tool fills itself")
    FIELD_DOC(BODY_ITEM, MEMORY_CHART, NULL, " { Label: \"Memory Chart\" }",
        "The picture of the memory system that the tool fills itself")
    FIELD_DOC(BODY_ITEM, MEMORY_L1TEX_CACHE_TABLE, "2021.2", " { Label: \"L1/TEX Cache\" }",
        "A table of the L1 cache that the tool fills itself")
    FIELD_DOC(BODY_ITEM, MEMORY_L2_CACHE_TABLE, "2021.2", " { Label: \"L2 Cache\" }",
        "A table of the L2 cache that the tool fills itself")
    FIELD_DOC(BODY_ITEM, NVLINK_TOPOLOGY, "2021.2", " { Label: \"Topology\" }", "The picture of NVLink connections")
    FIELD_DOC(BODY_ITEM, NVLINK_PROPERTY_TABLE, "2021.2", " { Label: \"Properties\" }", "A table of NVLink properties")
    FIELD_DOC(BODY_ITEM, NVLINK_THROUGHPUT_TABLE, "2021.2", " { Label: \"Throughput\" }", "A table of NVLink throughput")
    FIELD_DOC(BODY_ITEM, MEMORY_L2_CACHE_EVICT_POLICY_TABLE, "2022.1", " { Label: \"Eviction\" }",
        "A table of L2 eviction policies that the tool fills itself")
    FIELD_DOC(BODY_ITEM, NUMA_ID_TABLE, "2023.1", " { Label: \"NUMA\" }", "A table of NUMA nodes")
    FIELD_DOC(BODY_ITEM, TIMELINE, "2023.3", " { MetricGroups { Label: \"SM\" } }", "Sampled metrics over time")
    FIELD_DOC(BODY_ITEM, GFX_METRICS_WIDGET, NULL, " { Type: \"name\" }", "A display for graphics; no file is known to use it")
    FIELD_DOC(BODY_ITEM, FILTER, NULL, " { MinArch: CC_90 }", "Where the item is shown; elsewhere nothing in it is collected")
    MESSAGE_DOC(LABELLED, "2019",
        "Something with a title and no more: the axis of categories, displays that the tool fills itself")

    MESSAGE_DOC(TABLE, "2019", "Metrics in rows and columns")
    FIELD_DOC(TABLE, ROWS, NULL, ": 4", "The number of rows")
    FIELD_DOC(TABLE, COLUMNS, NULL, ": 2", "The number of columns")
    FIELD_DOC(TABLE, ORDER, "2023.1", ": ColumnMajor", "Row by row, or column by column")
    MESSAGE_DOC(BAR_CHART, "2019", "A bar for each metric, or for each instance of one")
    FIELD_DOC(BAR_CHART, DIRECTION, NULL, ": Horizontal", "Which way the bars run")
    FIELD_DOC(BAR_CHART, CATEGORY_AXIS, NULL, " { Label: \"Pipeline\" }", "The axis of the names")
    FIELD_DOC(BAR_CHART, VALUE_AXIS, NULL, " { Range { Min: 0 Max: 100 } }", "The axis of the values")
    FIELD_DOC(BAR_CHART, VALUE_AXIS_ALIGNMENT, "2022.1", ": ValueAxisAlignments_Both",
        "On which side the axis of the values is")
    FIELD_DOC(BAR_CHART, DESCRIPTION, "2022.3", ": \"Share of the peak\"", "A tool tip")
    MESSAGE_DOC(HISTOGRAM_CHART, "2019", "How often values of instances occur")
    FIELD_DOC(HISTOGRAM_CHART, HISTOGRAM_AXIS, NULL, " { BinCount: 32 }", "The axis of the bins")
    FIELD_DOC(HISTOGRAM_CHART, VALUE_AXIS, NULL, " { Label: \"Count\" }", "The axis of the counts")
    FIELD_DOC(HISTOGRAM_CHART, METRIC, NULL, " { Name: \"sm__cycles_active.avg\" }", "The metric whose instances are counted")
    MESSAGE_DOC(LINE_CHART, "2019", "Instances over their ids, a line for each metric")
    FIELD_DOC(LINE_CHART, AXIS_X, NULL, " { Label: \"Registers\" }", "The axis of the ids")
    FIELD_DOC(LINE_CHART, AXIS_Y, NULL, " { Range { Min: 0 Max: 64 } }", "The axis of the values")
    FIELD_DOC(LINE_CHART, HIGHLIGHT_X, NULL, " { Metrics { Name: \"launch__block_size\" } }",
        "Where this launch is on the axis of the ids")
    MESSAGE_DOC(HIGHLIGHT_X, "2019", "Metrics whose values are marked on the axis of the ids")
    MESSAGE_DOC(VALUE_AXIS, "2019", "An axis of values")
    FIELD_DOC(VALUE_AXIS, RANGE, NULL, " { Min: 0 Max: 100 }", "Its ends")
    FIELD_DOC(VALUE_AXIS, TICK_COUNT, NULL, ": 11", "The number of ticks")
    FIELD_DOC(VALUE_AXIS, SIZE, NULL, ": 200", "Its length")
    FIELD_DOC(VALUE_AXIS, PRECISION, NULL, ": 1", "Digits after the point")
    MESSAGE_DOC(RANGE, "2019", "The ends of an axis")
    FIELD_DOC(RANGE, MIN, NULL, ": 0", "Its lower end")
    FIELD_DOC(RANGE, MAX, NULL, ": 100", "Its upper end")
    MESSAGE_DOC(HISTOGRAM_AXIS, "2019", "The axis of the bins")
    FIELD_DOC(HISTOGRAM_AXIS, BIN_COUNT, NULL, ": 32", "The number of bins, 1 to 65536")
    MESSAGE_DOC(HORIZONTAL_CONTAINER, "2020", "Items side by side")
    FIELD_DOC(HORIZONTAL_CONTAINER, ITEMS, NULL, " { Table { Columns: 1 } }", "One of them")

    MESSAGE_DOC(ROOFLINE_CHART, "2020", "Work against traffic: a point lies at (work / traffic, work)")
    FIELD_DOC(ROOFLINE_CHART, AXIS_INTENSITY, NULL, " { Label: \"FLOP per byte\" }", "The horizontal axis, work per traffic")
    FIELD_DOC(ROOFLINE_CHART, AXIS_WORK, NULL, " { Label: \"FLOP per second\" }", "The vertical axis, work per second")
    FIELD_DOC(ROOFLINE_CHART, ROOFLINES, NULL, " { PeakWork { Constant: 1e13 } PeakTraffic { Constant: 1e12 } }",
        "What the hardware can do")
    FIELD_DOC(ROOFLINE_CHART, ACHIEVED_VALUES, NULL,
        " { AchievedWork { Constant: 1e12 } AchievedTraffic { Constant: 1e11 } }", "What the kernel did")
    FIELD_DOC(ROOFLINE_CHART, WALLS, "2022.4", " { Value { Constant: 10 } }", "A limit of its own; no file is known to use it")
    FIELD_DOC(ROOFLINE_CHART, OPTIONS, "2022.4", " { AspectRatio: \"16:9\" }", "How it looks")
    MESSAGE_DOC(ROOFLINE_AXIS, "2020", "An axis of a roofline chart")
    FIELD_DOC(ROOFLINE_AXIS, BASE, "2022.4", ": 10", "The base of its logarithm")
    FIELD_DOC(ROOFLINE_AXIS, MIN, "2022.4", ": 0.01", "Its lower end")
    FIELD_DOC(ROOFLINE_AXIS, MAX, "2022.4", ": 1e4", "Its upper end")
    MESSAGE_DOC(ROOFLINE, "2020", "A slope of traffic and a ceiling of work")
    FIELD_DOC(ROOFLINE, PEAK_WORK, NULL, " { Metric { Name: \"sm__inst_executed.sum.peak_sustained\" } }",
        "The most work per second")
    FIELD_DOC(ROOFLINE, PEAK_TRAFFIC, NULL, " { Metric { Name: \"dram__bytes.sum.peak_sustained\" } }",
        "The most traffic per second")
    FIELD_DOC(ROOFLINE, OPTIONS, NULL, " { Label: \"DRAM roofline\" }", "Its name and look")
    MESSAGE_DOC(ACHIEVED_VALUE, "2020", "A point: what the kernel did")
    FIELD_DOC(ACHIEVED_VALUE, ACHIEVED_WORK, NULL, " { Metric { Name: \"sm__inst_executed.sum.per_second\" } }",
        "Work per second")
    FIELD_DOC(ACHIEVED_VALUE, ACHIEVED_TRAFFIC, NULL, " { Metric { Name: \"dram__bytes.sum.per_second\" } }",
        "Traffic per second")
    FIELD_DOC(ACHIEVED_VALUE, OPTIONS, NULL, " { Label: \"This launch\" }", "Its name and look")
    MESSAGE_DOC(WALL, "2022.4", "A limit of its own")
    FIELD_DOC(WALL, VALUE, NULL, " { Constant: 10 }", "Where it is")
    FIELD_DOC(WALL, OPTIONS, NULL, " { Label: \"Limit\" }", "Its name and look")
    MESSAGE_DOC(ROOFLINE_VALUE, "2020", "A number: a constant, a metric, or a sum of metrics times a clock")
    FIELD_DOC(ROOFLINE_VALUE, CONSTANT, "2022.4", ": 1e12", "The number itself")
    FIELD_DOC(ROOFLINE_VALUE, METRIC, NULL, " { Name: \"dram__bytes.sum.per_second\" }", "The value of this metric")
    FIELD_DOC(ROOFLINE_VALUE, VALUE_CYCLES_PER_SECOND_EXPRESSION, NULL,
        " { ValuePerCycleMetrics { Name: \"dram__bytes.sum.peak_sustained\" } }",
              "Values per cycle times cycles per second")
    MESSAGE_DOC(CYCLES_EXPRESSION, "2020", "Sum of values per cycle, times cycles per second")
    FIELD_DOC(CYCLES_EXPRESSION, VALUE_PER_CYCLE_METRICS, NULL, " { Name: \"dram__bytes.sum.peak_sustained\" }",
        "A value per cycle; several are added")
    FIELD_DOC(CYCLES_EXPRESSION, CYCLES_PER_SECOND_METRIC, NULL, " { Name: \"dram__cycles_elapsed.avg.per_second\" }",
        "The clock")
    MESSAGE_DOC(ROOFLINE_OPTIONS, "2020", "Name and look of a roofline")
    FIELD_DOC(ROOFLINE_OPTIONS, COLOR, "2022.4", " { ColorType: ChartColorTypeArgb ColorValue: 0xff76b900 }", "Its color")
    FIELD_DOC(ROOFLINE_OPTIONS, SHOW_ROOFLINE_EXTENSIONS, "2022.4", ": true", "The lines go on beyond where they meet")
    FIELD_DOC(ROOFLINE_OPTIONS, SHOW_ROOFLINE_POINTS, "2022.4", ": true", "The point where they meet is marked")
    FIELD_DOC(ROOFLINE_OPTIONS, SHOW_ONLY_IF_NOT_ZERO, "2024.3",
        " { Metric { Name: \"sm__inst_executed_pipe_fp64.sum\" } }", "Shown only if this metric is not 0")
    MESSAGE_DOC(MARK_OPTIONS, "2020", "Name and look of a point or wall")
    FIELD_DOC(MARK_OPTIONS, COLOR, "2022.4", " { ColorType: ChartColorTypeArgb ColorValue: 0xff76b900 }", "Its color")
    MESSAGE_DOC(COLOR, "2022.4", "A color")
    FIELD_DOC(COLOR, COLOR_TYPE, NULL, ": ChartColorTypeArgb", "What the number means")
    FIELD_DOC(COLOR, COLOR_VALUE, NULL, ": 0xff76b900", "Alpha, red, green, blue, eight bits each")
    MESSAGE_DOC(ROOFLINE_CONDITION, "2024.3", "When a roofline is shown")
    FIELD_DOC(ROOFLINE_CONDITION, METRIC, NULL, " { Name: \"sm__inst_executed_pipe_fp64.sum\" }",
        "The metric that must not be 0")
    MESSAGE_DOC(CHART_OPTIONS, "2022.4", "Look of a roofline chart")
    FIELD_DOC(CHART_OPTIONS, ASPECT_RATIO, NULL, ": \"16:9\"", "Width to height")

    MESSAGE_DOC(SOURCE_METRIC_TABLE, "2021.2", "The instructions with the highest values of each metric")
    FIELD_DOC(SOURCE_METRIC_TABLE, ROWS, "2022.4", ": 5", "How many instructions")
    FIELD_DOC(SOURCE_METRIC_TABLE, SORT_DIRECTION, "2022.4", ": Descending", "The highest or the lowest values")
    MESSAGE_DOC(SUFFIX_TABLE, "2024.1",
        "A row for each base name, a column for each suffix; a metric is the one directly followed by the other")
    FIELD_DOC(SUFFIX_TABLE, SUFFIXES, NULL, " { Suffix { Name: \".avg\" Label: \"Average\" } }", "The columns")
    FIELD_DOC(SUFFIX_TABLE, BASE_NAMES, NULL, " { BaseName { Name: \"sm__cycles_active\" } }", "The rows")
    MESSAGE_DOC(SUFFIXES, "2024.1", "The columns of a SuffixTable")
    FIELD_DOC(SUFFIXES, SUFFIX, NULL, " { Name: \".max\" Label: \"Maximum\" }", "One column")
    MESSAGE_DOC(SUFFIX, "2024.1", "The end of a metric's name")
    FIELD_DOC(SUFFIX, NAME, NULL, ": \".min\"", "What follows the base name, the dot included")
    MESSAGE_DOC(BASE_NAMES, "2024.1", "The rows of a SuffixTable")
    FIELD_DOC(BASE_NAMES, BASE_NAME, NULL, " { Label: \"SM\" Name: \"sm__cycles_active\" }", "The beginning of a metric's name")

    MESSAGE_DOC(TIMELINE, "2023.3", "Sampled metrics over time")
    FIELD_DOC(TIMELINE, METRIC_GROUPS, NULL, " { Label: \"SM\" Expanded: true }", "Rows under one title")
    FIELD_DOC(TIMELINE, METRICS, "2025.3", " { Name: \"pmsampling:sm__cycles_active.avg\" }", "A row outside the groups")
    MESSAGE_DOC(METRIC_GROUP, "2023.3", "Rows of a timeline under one title")
    FIELD_DOC(METRIC_GROUP, EXPANDED, NULL, ": true", "Unfolded at first")
    FIELD_DOC(METRIC_GROUP, METRIC_ROWS, NULL, " { Metrics { Name: \"pmsampling:sm__cycles_active.avg\" } }", "One row")
    MESSAGE_DOC(METRIC_ROW, "2023.3", "A row of a timeline")
    FIELD_DOC(METRIC_ROW, METRICS, NULL, " { Name: \"pmsampling:sm__inst_executed.sum\" }",
        "What the row shows; several are drawn over each other")
    FIELD_DOC(METRIC_ROW, LABEL, "2025.3", ": \"Instructions\"", "The title of the row")
    FIELD_DOC(METRIC_ROW, DESCRIPTION, "2025.3", ": \"Executed, by pipeline\"", "A tool tip")

    MESSAGE_DOC(MEMORY_SHARED_TABLE, "2019", "A table of shared memory that the tool fills itself")
    FIELD_DOC(MEMORY_SHARED_TABLE, SHOW_LOADS, NULL, ": true", "The row of loads")
    FIELD_DOC(MEMORY_SHARED_TABLE, SHOW_STORES, NULL, ": true", "The row of stores")
    FIELD_DOC(MEMORY_SHARED_TABLE, SHOW_ATOMICS, NULL, ": true", "The row of atomics")
    FIELD_DOC(MEMORY_SHARED_TABLE, SHOW_TOTALS, NULL, ": true", "The row of sums")
    MESSAGE_DOC(MEMORY_CACHE_TABLE, "2019", "A table of the L1 or L2 cache that the tool fills itself, up to 2022")
    MESSAGE_DOC(MEMORY_L1TEX_CACHE_TABLE, "2021.2", "A table of the L1 cache that the tool fills itself")
    MESSAGE_DOC(MEMORY_L2_CACHE_TABLE, "2021.2", "A table of the L2 cache that the tool fills itself")
    MESSAGE_DOC(MEMORY_L2_CACHE_EVICT_POLICY_TABLE, "2022.1", "A table of L2 eviction policies that the tool fills itself")
    MESSAGE_DOC(MEMORY_DEVICE_MEMORY_TABLE, "2019", "A table of device memory that the tool fills itself")
    FIELD_OF_ANY(SHOW_LOADS, "2022.4", ": true", "The row of loads")
    FIELD_OF_ANY(SHOW_STORES, "2022.4", ": true", "The row of stores")
    FIELD_OF_ANY(SHOW_ATOMICS, "2022.4", ": true", "The row of atomics")
    FIELD_OF_ANY(SHOW_REDUCTIONS, "2022.4", ": true", "The row of reductions")
    FIELD_OF_ANY(SHOW_GLOBAL, "2022.4", ": true", "Rows of global memory")
    FIELD_OF_ANY(SHOW_LOCAL, "2022.4", ": true", "Rows of local memory")
    FIELD_OF_ANY(SHOW_SURFACE, "2022.4", ": true", "Rows of surface memory")
    FIELD_OF_ANY(SHOW_TEXTURE, "2022.4", ": true", "Rows of texture memory")
    FIELD_OF_ANY(SHOW_TOTAL_LOADS, "2022.4", ": true", "The sum of all loads")
    FIELD_OF_ANY(SHOW_TOTAL_STORES, "2022.4", ": true", "The sum of all stores")
    FIELD_OF_ANY(SHOW_TOTAL_ATOMICS_AND_REDUCTIONS, "2022.4", ": true", "The sum of all atomics and reductions")
    FIELD_OF_ANY(SHOW_TOTALS, "2022.4", ": true", "The row of sums")

    MESSAGE_DOC(GFX_METRICS_WIDGET, "2019", "A display for graphics; no file is known to use it")
    FIELD_DOC(GFX_METRICS_WIDGET, TYPE, NULL, ": \"name\"", "Which display")

    FIELD_OF_ANY(LABEL, NULL, ": \"Throughput\"", "The title")
    FIELD_OF_ANY(DESCRIPTION, "2022.4", ": \"Traffic between the caches\"", "A tool tip")
    FIELD_OF_ANY(METRICS, NULL, " { Label: \"Active\" Name: \"sm__cycles_active.avg\" }", "A metric that is shown")
    FIELD_OF_ANY(SORT_KEY, NULL, ": ByValue", "Sorted by label or by value; without it as written")
    FIELD_OF_ANY(SORT_DIRECTION, NULL, ": Descending", "Which comes first")
};

static const field_doc *find_doc(int message, int field)
{
    size_t i;
    for (i = 0; i < sizeof docs / sizeof docs[0]; i++)
        if (docs[i].message == message && docs[i].field == field) return &docs[i].doc;
    return NULL;
}

void message_doc(int message, field_doc *out)
{
    static const field_doc none = {"", "", ""};
    const field_doc *const found = find_doc(message, NVS_FIELD_NONE);
    *out = found != NULL ? *found : none;
}

void field_doc_of(int message, const nvs_field_info *field, field_doc *out)
{
    const field_doc *found = find_doc(message, (int)field->name);
    field_doc whole;
    message_doc(message, &whole);
    if (found == NULL) found = find_doc(ANY, (int)field->name);
    *out = whole;
    if (found == NULL) return;
    *out = *found;
    if (out->since == NULL) out->since = whole.since;
}

void put_type(cli_buf *b, const nvs_field_info *field)
{
    if (field->type == NVS_TYPE_MESSAGE) cli_putf(b, "message %s", nvs_message_name(field->of));
    else if (field->type == NVS_TYPE_ENUM) cli_putf(b, "enum %s", nvs_enum_name((nvs_enum)field->of));
    else cli_putf(b, "%s", nvs_type_name(field->type));
}

const char *presence_text(nvs_presence presence)
{
    static const char *const texts[] = {"optional", "required", "repeated", "one of these"};
    return texts[presence];
}

void put_values(cli_buf *b, int of, const char *between)
{
    const char *name;
    int32_t value;
    unsigned i;
    if (of == NVS_ENUM_GPU_ARCH) {
        cli_putf(b, "CC_70%sCC_75%sCC_80%s...%sCC_121%sMaxArch", between, between, between, between, between);
        return;
    }
    for (i = 0; nvs_enum_value_at(of, i, &name, &value); i++) cli_putf(b, "%s%s", i > 0 ? between : "", name);
}

static const char *message_at(const void *user, size_t i)
{
    const char *const name = nvs_message_name((int)i);
    (void)user;
    return strcmp(name, "?") != 0 ? name : NULL;
}

int message_named(const char *word, const char **nearest)
{
    nvs_field_info f;
    nvs_view part;
    const char *p = word;
    int m = NVS_MESSAGE_SECTION, found;
    unsigned i;
    size_t k;
    *nearest = NULL;
    for (k = 0; message_at(NULL, k) != NULL; k++)
        if (strcmp(word, message_at(NULL, k)) == 0) return (int)k;
    do { /* a path from the top */
        part.ptr = p;
        part.len = strcspn(p, ".");
        found = nvs_message_field_find(m, part, &f) && f.type == NVS_TYPE_MESSAGE;
        if (found) m = f.of;
        p += part.len;
    } while (found && *p++ == '.');
    if (found) return m;
    for (k = 0; message_at(NULL, k) != NULL; k++)
        for (i = 0; nvs_message_field_at((int)k, i, &f); i++)
            if (f.type == NVS_TYPE_MESSAGE && strcmp(word, nvs_field_name((int)f.name)) == 0) return f.of;
    *nearest = cli_nearest(word, message_at, NULL);
    return -1;
}
