/* Evaluation: every kind of part, states of cells, order, labels. */
#include "nvsection_values.h"

static char out[65536];

static char *put_cell(char *to, const nvs_cell *c)
{
    to += sprintf(to, " %s|%.*s|%.*s|", nvs_cell_state_name(c->state), (int)c->name.len, c->name.ptr, (int)c->label.len, c->label.ptr);
    if (c->unit != NULL) to += sprintf(to, "%.*s|", (int)c->unit->v.text.len, c->unit->v.text.ptr);
    return put_data(to, &c->data);
}

static char *put_double(char *to, int has, double d) { return has ? to + sprintf(to, " %.17g", d) : to + sprintf(to, " -"); }

/* What a section shows, a line a part. */
static const char *shown(const char *body, int generation)
{
    static char section[16384];
    nvs_document *doc;
    nvs_results_options o;
    nvs_results *r;
    nvs_evaluation *e;
    nvs_error error;
    const nvs_node *root;
    char *to = out;
    size_t i;
    uint64_t k;
    snprintf(section, sizeof section, "Identifier: \"T\" DisplayName: \"T\" %s", body);
    doc = nvs_parse(section, strlen(section), NULL, NULL);
    if (doc == NULL || doc->errors > 0) return "not a section";
    root = doc->root;
    memset(&o, 0, sizeof o);
    o.device.cc = 90;
    o.generation = generation;
    r = nvs_results_open(&root, 1, &test_source, &o, &error);
    e = r != NULL ? nvs_evaluate(r, root, NULL, &error) : NULL;
    *to = 0;
    if (e == NULL) sprintf(out, "%s", nvs_code_name(error.code));
    for (i = 0; e != NULL && i < e->count; i++) {
        const nvs_part *p = &e->parts[i];
        switch (p->kind) {
        case NVS_PART_HEADER: to += sprintf(to, "header %u %u", (unsigned)p->row, (unsigned)p->column); break;
        case NVS_PART_BODY: to += sprintf(to, "body %u", (unsigned)p->index); break;
        case NVS_PART_DROPPED: to += sprintf(to, "dropped %s", nvs_reason_text(p->reason)); break;
        case NVS_PART_ITEM:
            to += sprintf(to, "item %s %u %u%s", nvs_name_text(p->node->name), (unsigned)p->rows, (unsigned)p->columns,
                          p->by_column ? " by column" : "");
            break;
        case NVS_PART_CELL: to += sprintf(to, "cell %u %u", (unsigned)p->row, (unsigned)p->column); break;
        case NVS_PART_BAR:
            to += sprintf(to, "bar %u ", (unsigned)p->index);
            to = put_value(to, &p->u.id);
            break;
        case NVS_PART_LINE: to += sprintf(to, "line %u", (unsigned)p->index); break;
        case NVS_PART_VALUES: to += sprintf(to, "values"); break;
        case NVS_PART_HIGHLIGHT: to += sprintf(to, "highlight %u", (unsigned)p->index); break;
        case NVS_PART_BINS:
            to += sprintf(to, "bins from %.17g by %.17g:", p->u.bins.low, p->u.bins.width);
            for (k = 0; k < p->u.bins.count; k++) to += sprintf(to, " %u", (unsigned)p->u.bins.counts[k]);
            break;
        case NVS_PART_CEILING: case NVS_PART_ACHIEVED: case NVS_PART_WALL:
            to += sprintf(to, "%s %u%s", p->kind == NVS_PART_CEILING ? "ceiling" : p->kind == NVS_PART_WALL ? "wall" : "achieved",
                          (unsigned)p->index, p->shown ? " shown" : "");
            to = put_double(to, p->u.point.has_work, p->u.point.work);
            to = put_double(to, p->u.point.has_traffic, p->u.point.traffic);
            to = put_double(to, p->u.point.has_intensity, p->u.point.intensity);
            break;
        case NVS_PART_COLUMN: to += sprintf(to, "column %u", (unsigned)p->index); break;
        case NVS_PART_GROUP: to += sprintf(to, "group %u", (unsigned)p->index); break;
        case NVS_PART_ROW: to += sprintf(to, "row %u %u", (unsigned)p->row, (unsigned)p->index); break;
        case NVS_PART_SERIES:
            to += sprintf(to, "series %d %d", (int)p->row, (int)p->column);
            if (p->u.range.count > 0)
                to += sprintf(to, " %u of %g to %g, %g to %g", (unsigned)p->u.range.count, p->u.range.min, p->u.range.max,
                              p->u.range.first, p->u.range.last);
            break;
        case NVS_PART_SOURCE: to += sprintf(to, "source %s", nvs_name_text(p->node->name)); break;
        case NVS_PART_COUNTER: to += sprintf(to, "counter%s", p->shown ? " shown" : ""); break;
        }
        if (p->cell.metric != NULL) to = put_cell(to, &p->cell);
        *to++ = '\n';
        *to = 0;
    }
    nvs_evaluation_free(e);
    nvs_results_close(r);
    nvs_free(doc);
    return out;
}

static void cells(void)
{
    CHECK_STR("header 0 0 value|one|One|x|1u\n"
              "header 0 1 missing|gone|gone|-\n"
              "header 1 0 none|none|none|-\n"
              "header 1 1 filler|||-\n"
              "header 2 0 filler|one||-\n"
              "header 2 1 value|two|Two|2u\n",
              shown("Header { Rows: 9 Metrics { Name: \"one\" Label: \"One\" Unit: \"x\" } Metrics { Name: \"gone\" } Metrics { Name: "
                    "\"none\" } Metrics { Name: \"\" } Metrics { Name: \"one\" Label: \"\" } Metrics { Name: \"half\" Options { Name: "
                    "\"two\" Label: \"Two\" Filter { MinArch: 90 } } } Metrics { Name: \"half\" Filter { MaxArch: 80 } } }",
                    2));
    CHECK_STR("header 0 0 value|reals|reals|200 [16u=3 32u=-4 48u=8]\nheader 0 1 value|word|word|\"text\"\n"
              "header 1 0 value|mixed|mixed|2 [\"x\" 5 6 -]\n",
              shown("Header { Metrics { Name: \"reals\" Multiplier: 2 } Metrics { Name: \"word\" Multiplier: 2 } Metrics { Name: "
                    "\"mixed\" Multiplier: 2 } }",
                    2));
}

static void tables(void)
{
    CHECK_STR("body 0\nitem Table 2 2\ncell 0 0 value|two|two|2u\ncell 0 1 value|one|one|1u\ncell 1 0 value|half|half|0.5\n",
              shown("Body { Items { Table { Columns: 2 SortKey: ByValue SortDirection: Descending Metrics { Name: \"one\" } Metrics { "
                    "Name: \"half\" } Metrics { Name: \"two\" } } } }",
                    2));
    CHECK_STR("body 0\nitem Table 2 2 by column\ncell 0 0 value|half|a|0.5\ncell 1 0 value|one|b|1u\ncell 0 1 filler|||-\n",
              shown("Body { Items { Table { Columns: 2 Order: ColumnMajor SortKey: ByLabel Metrics { Name: \"\" } Metrics { Name: "
                    "\"one\" Label: \"b\" } Metrics { Name: \"half\" Label: \"a\" } } } }",
                    2));
    CHECK_STR("body 0\nitem Table 3 1\n"
              "cell 0 0 value|one|ONE |1u\ncell 1 0 value|half|HALF |0.5\ncell 2 0 missing|gone|GONE |-\n",
              shown("Body { Items { Table { Columns: 0 Metrics { Name: \"group:list\" Label: \"{UNIT} {COMPOUND_NAME}\" } } } }", 2));
    CHECK_STR("body 0\nitem Table 2 1\ncell 0 0 value|sm__inst_executed.sum|SM: Inst Executed|100 [16u=1.5 32u=-2 48u=4]\n"
              "cell 1 0 value|lts__t_sectors.sum|L2: T Sectors|10u [16u=1u 32u=18446744073709551615u 48u=7u]\n",
              shown("Body { Items { Table { Columns: 1 Metrics { Name: \"regex:__.*sum$\" Label: \"{UNIT}: {COMPOUND_NAME}\" } Metrics { "
                    "Name: \"regex:(\" } Metrics { Name: \"breakdown:nothing\" } } } }",
                    2));
    CHECK_STR("body 0\nitem SuffixTable 1 2\ncell 0 0 value|sm__inst_executed.sum|sm__inst_executed.sum|100 [16u=1.5 32u=-2 48u=4]\n"
              "cell 0 1 missing|sm__inst_executed.avg|sm__inst_executed.avg|-\n",
              shown("Body { Items { SuffixTable { Suffixes { Suffix { Name: \".sum\" } Suffix { Name: \".avg\" } } BaseNames { BaseName { "
                    "Name: \"one\" Filter { MinArch: 100 } } BaseName { Name: \"sm__inst_executed\" } } } } }",
                    2));
    CHECK_STR("body 0\nitem SourceMetricTable 0 0\ncolumn 0 value|one|one|1u\ndropped arch\nbody 1\nitem GfxMetricsWidget 0 0\n"
              "cell 0 0 value|one|one|1u\ncell 1 0 value|two|two|2u\nitem MemoryChart 0 0\n",
              shown("Body { Items { SourceMetricTable { Metrics { Name: \"one\" } } } Items { Table { Columns: 1 } Filter { MaxArch: 75 } } } "
                    "Body { Items { GfxMetricsWidget { Type: \"t\" Metrics { Name: \"one\" } Metrics { Name: \"two\" } } } Items { "
                    "MemoryChart { } } }",
                    2));
}

static void charts(void)
{
    CHECK_STR("body 0\nitem BarChart 0 0\nbar 0 48u value|reals|48|4\nbar 1 16u value|reals|16|1.5\nbar 2 - value|one|one|1u\n"
              "bar 3 32u value|reals|32|-2\nbar 4 - missing|gone|gone|-\n",
              shown("Body { Items { BarChart { SortKey: ByValue SortDirection: Descending Metrics { Name: \"gone\" ShowInstances: true } "
                    "Metrics { Name: \"reals\" ShowInstances: true } Metrics { Name: \"one\" } Metrics { Name: \"two\" ShowInstances: true "
                    "} } } }",
                    2));
    CHECK_STR("body 0\nitem HorizontalContainer 0 0\nitem HistogramChart 3 0\nvalues value|reals|reals|100 [16u=1.5 32u=-2 48u=4]\n"
              "bins from -2 by 2: 1 1 1\nitem HistogramChart 10 0\nvalues value|one|one|1u\n",
              shown("Body { Items { HorizontalContainer { Items { HistogramChart { HistogramAxis { BinCount: 3 } Metric { Name: \"reals\" } } "
                    "} Items { HistogramChart { Metric { Name: \"one\" } } } } } }",
                    2));
    CHECK_STR("body 0\nitem LineChart 0 0\nline 0 value|plain|plain|3 [0.5 2]\nhighlight 0 value|half|half|0.5\n",
              shown("Body { Items { LineChart { Metrics { Name: \"plain\" } HighlightX { Metrics { Name: \"half\" } } } } }", 2));
    CHECK_STR("body 0\nitem Timeline 0 0\ngroup 0\nrow 0 0\nseries 0 0 3 of -2 to 4, 1.5 to 4 value|reals|reals|100 [16u=1.5 32u=-2 "
              "48u=4]\nseries -1 -1 missing|gone|gone|-\n",
              shown("Body { Items { Timeline { MetricGroups { MetricRows { Metrics { Name: \"reals\" } } } Metrics { Name: \"gone\" } } } }",
                    2));
}

static void rooflines(void)
{
    CHECK_STR("body 0\nitem RooflineChart 0 0\n"
              "ceiling 0 shown 3 2 1.5\n"      /* (1 + 0.5) x 2 */
              "ceiling 1 - 2 -\n"              /* a metric is missing */
              "ceiling 2 1 2 0.5\n"            /* shown only if not zero */
              "ceiling 3 shown 1 2 0.5\n"      /* NaN is not 0 */
              "achieved 0 shown 2 0 inf\n"
              "wall 0 7 - -\n",
              shown("Body { Items { RooflineChart { "
                    "Rooflines { PeakWork { ValueCyclesPerSecondExpression { ValuePerCycleMetrics { Name: \"one\" } ValuePerCycleMetrics { "
                    "Name: \"half\" } ValuePerCycleMetrics { Name: \"gone\" Filter { MinArch: 100 } } CyclesPerSecondMetric { Name: \"two\" } } "
                    "} PeakTraffic { Constant: 2 } } "
                    "Rooflines { PeakWork { Metric { Name: \"gone\" } } PeakTraffic { Metric { Name: \"two\" } } } "
                    "Rooflines { PeakWork { Constant: 1 } PeakTraffic { Constant: 2 } Options { ShowOnlyIfNotZero { Metric { Name: \"zero\" } } "
                    "} } "
                    "Rooflines { PeakWork { Constant: 1 } PeakTraffic { Constant: 2 } Options { ShowOnlyIfNotZero { Metric { Name: \"nan\" } } "
                    "} } "
                    "AchievedValues { AchievedWork { Metric { Name: \"two\" } } AchievedTraffic { Constant: 0 } } "
                    "Walls { Value { Constant: 7 } } } } }",
                    2));
}

static void counters(void)
{
    CHECK_STR("source Metrics\ncounter shown value|wholes|Wholes|10u [16u=1u 32u=18446744073709551615u 48u=7u]\n"
              "counter value|reals|Reals|100 [16u=1.5 32u=-2 48u=4]\ncounter value|wholes||10u [16u=1u 32u=18446744073709551615u 48u=7u]\n"
              "source SourceMetrics\ncounter shown value|reals|Reals|100 [16u=1.5 32u=-2 48u=4]\ncounter value|one|one|1u\n",
              shown("Metrics { Metrics { Name: \"wholes\" Label: \"Wholes\" } Metrics { Name: \"reals\" Label: \"Reals\" } Metrics { Name: "
                    "\"wholes\" Label: \"\" } } SourceMetrics { Metrics { Name: \"reals\" Label: \"Reals\" } Metrics { Name: \"one\" } }",
                    2));
}

static void derived(void)
{
    static const char section[] = "MetricDefinitions { MetricDefinitions { Name: \"twice\" Expression: \"reals * 2\" } MetricDefinitions { "
                                  "Name: \"one\" Expression: \"two\" } MetricDefinitions { Name: \"never\" Expression: \"one\" Filter { "
                                  "MinArch: 100 } } } Header { Metrics { Name: \"twice\" } Metrics { Name: \"one\" } Metrics { Name: \"never\" } }";
    /* A metric of the source goes before a definition of its name. */
    CHECK_STR("header 0 0 value|twice|twice|7 [16u=3 32u=-4 48u=8]\nheader 0 1 value|one|one|1u\nheader 1 0 missing|never|never|-\n",
              shown(section, 0));
    CHECK_STR("header 0 0 value|twice|twice|200 [16u=3 32u=-4 48u=8]\nheader 0 1 value|one|one|1u\nheader 1 0 missing|never|never|-\n",
              shown(section, 1));
}

static void arguments(void)
{
    nvs_results_options o;
    nvs_error error;
    nvs_source broken = {NULL, NULL, NULL};
    nvs_results *r;
    nvs_data data;
    memset(&o, 0, sizeof o);
    CHECK(nvs_results_open(NULL, 0, NULL, &o, &error) == NULL && error.code == NVS_ARGUMENT);
    CHECK(nvs_results_open(NULL, 1, &test_source, &o, &error) == NULL && error.code == NVS_ARGUMENT);
    CHECK(nvs_results_open(NULL, 0, &broken, &o, &error) == NULL && error.code == NVS_ARGUMENT);
    CHECK(nvs_results_open(NULL, 0, &test_source, NULL, &error) == NULL && error.code == NVS_ARGUMENT);
    r = nvs_results_open(NULL, 0, &test_source, &o, &error);
    if (!CHECK(r != NULL)) return;
    CHECK_U64(0, nvs_results_derived(r)->count);
    CHECK(nvs_results_metric(r, view("one"), &data) == 1 && data.value.v.u == 1);
    CHECK(nvs_results_metric(r, view("one"), NULL) == 1);
    CHECK(nvs_results_metric(r, view("gone"), NULL) == 0);
    CHECK(nvs_evaluate(NULL, NULL, NULL, &error) == NULL && error.code == NVS_ARGUMENT);
    CHECK(nvs_evaluate(r, NULL, NULL, NULL) == NULL);
    nvs_results_close(r);
    nvs_results_close(NULL);
    nvs_evaluation_free(NULL);
    CHECK_STR("?", nvs_cell_state_name((nvs_cell_state)9));
    CHECK_STR("limit", shown("Body { Items { HistogramChart { HistogramAxis { BinCount: 9223372036854775807 } Metric { Name: \"reals\" } } } }", 2));
}

int main(void)
{
    RUN(cells);
    RUN(tables);
    RUN(charts);
    RUN(rooflines);
    RUN(counters);
    RUN(derived);
    RUN(arguments);
    return run_end();
}
