/* Evaluation: every kind of part, states of cells, order, labels. */
#include "nvsection_values.h"

static char out[65536];
static const nvs_source *used = &test_source;
static int with_mistakes; /* sections may have some */

static char *put_cell(char *to, const nvs_cell *c)
{
    to += sprintf(to, " %s|%.*s|%.*s|", nvs_cell_state_name(c->state), (int)c->name.len, c->name.ptr, (int)c->label.len, c->label.ptr);
    if (c->unit != NULL) to += sprintf(to, "%.*s|", (int)c->unit->v.text.len, c->unit->v.text.ptr);
    return put_data(to, &c->data);
}

static char *put_double(char *to, int has, double d) { return has ? to + sprintf(to, " %.17g", d) : to + sprintf(to, " -"); }

/* What a section shows, one part a line. */
static const char *shown(const char *body, int generation)
{
    static char section[16384];
    nvs_document *doc;
    nvs_document_options lenient;
    nvs_metrics_options o;
    nvs_metrics *r;
    const nvs_evaluation *e;
    nvs_error error;
    const nvs_node *root;
    char *to = out;
    size_t i, item = 0;
    uint64_t k;
    snprintf(section, sizeof section, "Identifier: \"T\" DisplayName: \"T\" %s", body);
    memset(&lenient, 0, sizeof lenient);
    lenient.lenient = 1;
    doc = nvs_document_open(section, strlen(section), &lenient, NULL);
    if (doc == NULL || (doc->errors > 0 && !with_mistakes)) return "not a section";
    root = doc->root;
    memset(&o, 0, sizeof o);
    o.device.cc = 90;
    o.arithmetic = generation == 1 ? NVS_ARITHMETIC_OLD : NVS_ARITHMETIC_CURRENT;
    r = nvs_metrics_open(&root, 1, used, &o, &error);
    e = r != NULL ? evaluate_in(r, root, NULL, &error) : NULL;
    *to = 0;
    if (e == NULL) sprintf(out, "%s", nvs_code_name(error.code));
    for (i = 0; e != NULL && i < e->count; i++) {
        const nvs_part *p = &e->parts[i];
        switch (p->kind) {
        case NVS_PART_KIND_HEADER: to += sprintf(to, "header %u %u", (unsigned)p->row, (unsigned)p->column); break;
        case NVS_PART_KIND_BODY: to += sprintf(to, "body %u", (unsigned)p->index); break;
        case NVS_PART_KIND_DROPPED: to += sprintf(to, "dropped %s", nvs_reason_name(p->reason)); break;
        case NVS_PART_KIND_ITEM:
            item = i;
            to += sprintf(to, "item %s %u %u%s", nvs_field_name(p->node->name), (unsigned)p->rows, (unsigned)p->columns,
                          p->by_column ? " by column" : "");
            break;
        case NVS_PART_KIND_CELL:
            to += sprintf(to, "cell %u %u", (unsigned)p->row, (unsigned)p->column);
            if (e->parts[item].node->of == NVS_MESSAGE_TABLE) CHECK_U64(i - item - 1, p->index); /* however they are sorted */
            break;
        case NVS_PART_KIND_BAR:
            to += sprintf(to, "bar %u ", (unsigned)p->index);
            to = put_value(to, &p->u.id);
            break;
        case NVS_PART_KIND_LINE: to += sprintf(to, "line %u", (unsigned)p->index); break;
        case NVS_PART_KIND_VALUES: to += sprintf(to, "values"); break;
        case NVS_PART_KIND_HIGHLIGHT: to += sprintf(to, "highlight %u", (unsigned)p->index); break;
        case NVS_PART_KIND_BINS:
            to += sprintf(to, "bins from %.17g by %.17g:", p->u.bins.low, p->u.bins.width);
            for (k = 0; k < p->u.bins.count; k++) to += sprintf(to, " %u", (unsigned)p->u.bins.counts[k]);
            break;
        case NVS_PART_KIND_CEILING: case NVS_PART_KIND_ACHIEVED: case NVS_PART_KIND_WALL:
            to += sprintf(to, "%s %u%s", p->kind == NVS_PART_KIND_CEILING ? "ceiling" : p->kind == NVS_PART_KIND_WALL ? "wall" : "achieved",
                          (unsigned)p->index, p->shown ? " shown" : "");
            to = put_double(to, p->u.point.has_work, p->u.point.work);
            to = put_double(to, p->u.point.has_traffic, p->u.point.traffic);
            to = put_double(to, p->u.point.has_intensity, p->u.point.intensity);
            break;
        case NVS_PART_KIND_COLUMN: to += sprintf(to, "column %u", (unsigned)p->index); break;
        case NVS_PART_KIND_GROUP: to += sprintf(to, "group %u", (unsigned)p->index); break;
        case NVS_PART_KIND_ROW: to += sprintf(to, "row %u %u", (unsigned)p->row, (unsigned)p->index); break;
        case NVS_PART_KIND_SERIES:
            to += sprintf(to, "series %d %d", (int)p->row, (int)p->column);
            if (p->u.range.count > 0)
                to += sprintf(to, " %u of %g to %g, %g to %g", (unsigned)p->u.range.count, p->u.range.min, p->u.range.max,
                              p->u.range.first, p->u.range.last);
            break;
        case NVS_PART_KIND_SOURCE: to += sprintf(to, "source %s", nvs_field_name(p->node->name)); break;
        case NVS_PART_KIND_COUNTER: to += sprintf(to, "counter%s", p->shown ? " shown" : ""); break;
        default: CHECK(0); break;
        }
        if (p->cell.metric != NULL) to = put_cell(to, &p->cell);
        *to++ = '\n';
        *to = 0;
    }
    nvs_evaluation_close(e);
    nvs_metrics_close(r);
    nvs_document_close(doc);
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

/* The Filter of a section applies to its metrics without a filter of their own. */
static void filtered(void)
{
    CHECK_STR("header 0 0 value|two|two|2u\nbody 0\nitem Table 1 1\ncell 0 0 value|half|half|0.5\nsource Metrics\n",
              shown("Filter { MinArch: CC_100 } Header { Metrics { Name: \"one\" } Metrics { Name: \"two\" Filter { MinArch: CC_80 } } } "
                    "Body { Items { Table { Columns: 1 Metrics { Name: \"one\" } Metrics { Name: \"half\" Filter { MaxArch: CC_90 } } } } } "
                    "Metrics { Metrics { Name: \"one\" } }",
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
    /* The definition of a name wins over the metric of the source. */
    CHECK_STR("header 0 0 value|twice|twice|7 [16u=3 32u=-4 48u=8]\nheader 0 1 value|one|one|2u\nheader 1 0 missing|never|never|-\n",
              shown(section, 0));
    CHECK_STR("header 0 0 value|twice|twice|200 [16u=3 32u=-4 48u=8]\nheader 0 1 value|one|one|2u\nheader 1 0 missing|never|never|-\n",
              shown(section, 1));
}

/* Metrics for charts: lists of names, ids and values of every kind. */
static nvs_reply chart_metric(nvs_view name, nvs_metric *d, void *user)
{
    static nvs_value strings[2], sparse[3], halves[2];
    static double infinite[5] = {0, 1, 0, 1, 0}, few[] = {3, 1, 2};
    static double zero;
    strings[0] = text("x");
    strings[1] = text("yy");
    sparse[0] = sparse[2] = whole(5);
    sparse[1].kind = NVS_KIND_NONE;
    halves[0] = whole(5);
    halves[1] = real(0.5);
    infinite[0] = 1 / zero;
    infinite[2] = zero / zero;
    infinite[4] = -1 / zero;
    if (is(name, "group:labels")) d->value = text("l1tex__t_sectors.sum,lts__t,ltc__x,abcde__y_z.avg,nounit,a_b,sm__A9_b__c,x~9__y");
    else if (is(name, "group:first")) d->value = text("lts__t");
    else if (is(name, "group:number")) d->value = real(5);
    else if (is(name, "strings")) {
        d->value = real(1);
        d->count = 2;
        d->ids.kind = d->values.kind = NVS_KIND_STRING;
        d->ids.at = d->values.at = strings;
    } else if (is(name, "sparse") || is(name, "halves")) {
        d->value = whole(1);
        d->count = is(name, "sparse") ? 3 : 2;
        d->ids.kind = NVS_KIND_DOUBLE;
        d->ids.at = test_reals;
        d->values.kind = NVS_KIND_MIXED;
        d->values.at = is(name, "sparse") ? sparse : halves;
    } else if (is(name, "infinite")) {
        d->count = 5;
        d->values.kind = NVS_KIND_DOUBLE;
        d->values.at = infinite;
    } else if (is(name, "few")) {
        d->count = 3;
        d->values.kind = NVS_KIND_DOUBLE;
        d->values.at = few;
    } else if (is(name, "empties")) {
        d->value = whole(2);
        d->count = 3;
    } else return test_metric(name, d, user);
    return NVS_REPLY_YES;
}

static const nvs_source charts_source = {chart_metric, test_name, NULL, NULL}, nameless = {chart_metric, NULL, NULL, NULL};

static void labels(void)
{
    used = &charts_source;
    CHECK_STR("body 0\nitem GfxMetricsWidget 0 0\n"
              "cell 0 0 missing|l1tex__t_sectors.sum|L1{UNIX}|{COMPOUND_NAMe} T Sectors|-\ncell 1 0 missing|lts__t|L2{UNIX}|{COMPOUND_NAMe} T|-\n"
              "cell 2 0 missing|ltc__x|LTC{UNIX}|{COMPOUND_NAMe} X|-\ncell 3 0 missing|abcde__y_z.avg|ABCDE{UNIX}|{COMPOUND_NAMe} Y Z|-\n"
              "cell 4 0 missing|nounit|NOUNIT{UNIX}|{COMPOUND_NAMe} |-\ncell 5 0 missing|a_b|A_B{UNIX}|{COMPOUND_NAMe} |-\n"
              "cell 6 0 missing|sm__A9_b__c|SM{UNIX}|{COMPOUND_NAMe} A9 B C|-\ncell 7 0 missing|x~9__y|X~9{UNIX}|{COMPOUND_NAMe} Y|-\n",
              shown("Body { Items { GfxMetricsWidget { Type: \"t\" Metrics { Name: \"group:labels\" Label: \"{UNIT}{UNIX}|{COMPOUND_NAMe} {COMPOUND_NAME}\" } } } }", 2));
    /* Without a place for it the name is the label; a missing list gives no parts. */
    CHECK_STR("body 0\nitem Table 3 1\ncell 0 0 value|one|one|1u\ncell 1 0 value|half|half|0.5\ncell 2 0 missing|gone|gone|-\n",
              shown("Body { Items { Table { Columns: 1 Metrics { Name: \"group:list\" Label: \"a long label, UNIT\" } Metrics { Name: \"group:gone\" } Metrics { Name: \"group:number\" } } } }", 2));
    CHECK_STR("body 0\nitem Table 1 1\ncell 0 0 missing|lts__t|L2|-\n",
              shown("Body { Items { Table { Columns: 1 Metrics { Name: \"group:first\" Label: \"{UNIT}\" } } } }", 2));
    CHECK_STR("body 0\nitem Table 1 2\ncell 0 0 missing|lts__t|L2: all|-\ncell 0 1 missing|lts__t|of T|-\n",
              shown("Body { Items { Table { Columns: 2 Metrics { Name: \"group:first\" Label: \"{UNIT}: all\" } Metrics { Name: \"group:first\" Label: \"of {COMPOUND_NAME}\" } } } }", 2));
    used = &nameless;
    CHECK_STR("body 0\nitem Table 1 1\ncell 0 0 value|one|one|1u\n",
              shown("Body { Items { Table { Columns: 1 Metrics { Name: \"regex:.\" } Metrics { Name: \"one\" } } } }", 2));
    used = &test_source;
}

static void kinds_of_cells(void)
{
    used = &charts_source;
    CHECK_STR("header 0 0 value|one|one|3\nheader 0 1 value|strings|strings|3 [\"x\"=\"x\" \"yy\"=\"yy\"]\n"
              "header 1 0 value|empties|empties|6 [- - -]\nheader 1 1 filler||L|u|-\nheader 2 0 none|infinite|infinite|u|- [inf 3 nan 3 -inf]\n",
              shown("Header { Metrics { Name: \"one\" Multiplier: 3 } Metrics { Name: \"strings\" Multiplier: 3 } Metrics { Name: \"empties\" Multiplier: 3 } "
                    "Metrics { Name: \"\" Label: \"L\" Unit: \"u\" } Metrics { Name: \"infinite\" Multiplier: 3 Unit: \"u\" } }", 2));
    CHECK_STR("header 0 0 missing|lost|lost|-\n",
              shown("MetricDefinitions { MetricDefinitions { Name: \"lost\" Expression: \"gone + 1\" } } Header { Metrics { Name: \"lost\" } }", 2));
    used = &test_source;
}

static void arranged(void)
{
    CHECK_STR("body 0\nitem Table 2 9 by column\ncell 0 0 value|one|one|1u\ncell 1 0 value|two|two|2u\ncell 0 1 value|half|half|0.5\n",
              shown("Body { SetDefault: true Items { Filter { MinArch: CC_75 } Table { Columns: 9 Rows: 2 Order: ColumnMajor Metrics { Name: \"one\" } Metrics { Name: \"two\" } Metrics { Name: \"half\" } } } }", 2));
    CHECK_STR("body 0\nitem Table 1 2\ncell 0 0 value|one|one|1u\n", shown("Body { Items { Table { Columns: 2 SortKey: ByValue Metrics { Name: \"one\" } } } }", 2));
    /* Whatever has no number comes last, in its given order; so does whatever has no label. */
    CHECK_STR("body 0\nitem BarChart 0 0\nbar 0 - value|half|half|0.5\nbar 1 - value|two|two|2u\nbar 2 - value|nan|nan|nan\nbar 3 - value|word|word|\"text\"\nbar 4 - filler|||-\n",
              shown("Body { Items { BarChart { SortKey: ByValue Metrics { Name: \"nan\" } Metrics { Name: \"two\" } Metrics { Name: \"word\" } Metrics { Name: \"\" ShowInstances: true } Metrics { Name: \"half\" } } } }", 2));
    CHECK_STR("body 0\nitem BarChart 0 0\nbar 0 - value|half|b|0.5\nbar 1 - value|two|a|2u\nbar 2 - value|one||1u\nbar 3 - filler||z|-\n",
              shown("Body { Items { BarChart { SortKey: ByLabel SortDirection: Descending Metrics { Name: \"one\" Label: \"\" } Metrics { Name: \"two\" Label: \"a\" } Metrics { Name: \"\" Label: \"z\" } Metrics { Name: \"half\" Label: \"b\" } } } }", 2));
}

static void instances(void)
{
    used = &charts_source;
    CHECK_STR("body 0\nitem BarChart 0 0\nbar 0 \"x\" value|strings|x|\"x\"\nbar 1 \"yy\" value|strings|yy|\"yy\"\n"
              "bar 2 1.5 value|sparse||5u\nbar 3 -2 none|sparse||-\nbar 4 4 value|sparse||5u\nbar 5 - value|few||3\nbar 6 - value|few||1\nbar 7 - value|few||2\n",
              shown("Body { Items { BarChart { Metrics { Name: \"strings\" ShowInstances: true } Metrics { Name: \"sparse\" ShowInstances: true } Metrics { Name: \"few\" ShowInstances: true } } } }", 2));
    CHECK_STR("source Metrics\ncounter shown value|sparse|s|1u [1.5=5u -2=- 4=5u]\ncounter value|halves|h|1u [1.5=5u -2=0.5]\ncounter value|one|o|1u\n"
              "source SourceMetrics\ncounter shown value|halves|h|1u [1.5=5u -2=0.5]\n",
              shown("Metrics { Metrics { Name: \"sparse\" Label: \"s\" } Metrics { Name: \"halves\" Label: \"h\" } Metrics { Name: \"one\" Label: \"o\" } } SourceMetrics { Metrics { Name: \"halves\" Label: \"h\" } }", 2));
    used = &test_source;
}

static void bins(void)
{
    used = &charts_source;
    CHECK_STR("body 0\nitem HistogramChart 2 0\nvalues value|mixed|mixed|1 [\"x\" 2.5 3u -]\nbins from 2.5 by 0.25: 1 1\n"
              "item HistogramChart 1 0\nvalues none|few|few|- [3 1 2]\nbins from 1 by 2: 3\n"
              "item HistogramChart 3 0\nvalues none|infinite|infinite|- [inf 1 nan 1 -inf]\nbins from 1 by 0: 2 0 0\n"
              "item HistogramChart 10 0\nvalues value|strings|strings|1 [\"x\"=\"x\" \"yy\"=\"yy\"]\nitem HistogramChart 10 0\n"
              "item HistogramChart 4 0\nvalues none|few|few|- [3 1 2]\nbins from 1 by 0.5: 1 0 1 1\n",
              shown("Body { Items { HistogramChart { HistogramAxis { BinCount: 2 } Metric { Name: \"mixed\" } } } Items { HistogramChart { HistogramAxis { BinCount: -5 } Metric { Name: \"few\" } } } "
                    "Items { HistogramChart { HistogramAxis { BinCount: 3 } Metric { Name: \"infinite\" } } } Items { HistogramChart { Metric { Name: \"strings\" } } } "
                    "Items { HistogramChart { } } Items { HistogramChart { HistogramAxis { BinCount: 4 } Metric { Name: \"few\" } } } }", 2));
    CHECK_STR("body 0\nitem Timeline 0 0\nseries -1 -1 4 of -inf to inf, inf to -inf none|infinite|infinite|- [inf 1 nan 1 -inf]\n"
              "group 0\nrow 0 0\nseries 0 0 2 of 2.5 to 3, 2.5 to 3 value|mixed|mixed|1 [\"x\" 2.5 3u -]\nrow 0 1\ngroup 1\nrow 1 0\n"
              "series 1 0 3 of 1 to 3, 3 to 2 none|few|few|- [3 1 2]\nseries 1 0 missing|gone|gone|-\n",
              shown("Body { Items { Timeline { New: 1 Metrics { Name: \"infinite\" } MetricGroups { MetricRows { Metrics { Name: \"mixed\" } } MetricRows { } } MetricGroups { MetricRows { Metrics { Name: \"few\" } Metrics { Name: \"gone\" } } } } } }", 2));
    used = &test_source;
}

/* Parts of a point that are absent, not numbers, or dropped. */
static void no_points(void)
{
    CHECK_STR("body 0\nitem RooflineChart 0 0\n"
              "ceiling 0 - 2 -\n"        /* one of the per-cycle metrics is not a number */
              "ceiling 1 - 2 -\n"        /* the rate is not a number */
              "ceiling 2 - 2 -\n"        /* no rate */
              "ceiling 3 - 2 -\n"        /* no per-cycle metrics */
              "ceiling 4 - 2 -\n"        /* a metric that is dropped */
              "ceiling 5 1 2 0.5\n"      /* the condition is absent: it counts as 0 */
              "ceiling 6 1 2 0.5\n"      /* a condition without a metric */
              "ceiling 7 shown 1 2 0.5\n"
              "achieved 0 - - -\n"
              "wall 0 - - -\n",
              shown("Body { Items { RooflineChart { "
                    "Rooflines { PeakWork { ValueCyclesPerSecondExpression { ValuePerCycleMetrics { Name: \"one\" } ValuePerCycleMetrics { Name: \"word\" } CyclesPerSecondMetric { Name: \"two\" } } } PeakTraffic { Constant: 2 } } "
                    "Rooflines { PeakWork { ValueCyclesPerSecondExpression { ValuePerCycleMetrics { Name: \"one\" } CyclesPerSecondMetric { Name: \"word\" } } } PeakTraffic { Constant: 2 } } "
                    "Rooflines { PeakWork { ValueCyclesPerSecondExpression { ValuePerCycleMetrics { Name: \"one\" } } } PeakTraffic { Constant: 2 } } "
                    "Rooflines { PeakWork { ValueCyclesPerSecondExpression { CyclesPerSecondMetric { Name: \"two\" } } } PeakTraffic { Constant: 2 } } "
                    "Rooflines { PeakWork { Metric { Name: \"one\" Filter { MaxArch: CC_80 } } } PeakTraffic { Constant: 2 } } "
                    "Rooflines { PeakWork { Constant: 1 } PeakTraffic { Constant: 2 } Options { ShowOnlyIfNotZero { Metric { Name: \"gone\" } } } } "
                    "Rooflines { PeakWork { Constant: 1 } PeakTraffic { Constant: 2 } Options { ShowOnlyIfNotZero { } } } "
                    "Rooflines { PeakWork { Constant: 1 } PeakTraffic { Constant: 2 } Options { ShowOnlyIfNotZero { Metric { Name: \"one\" } } } } "
                    "AchievedValues { AchievedWork { } AchievedTraffic { Metric { Name: \"gone\" } } Options { Label: \"l\" } } "
                    "Walls { Value { Metric { Name: \"none\" } } } } } }",
                    2));
}

/* When memory runs out, the error names the field of the section that needed it: here the 17th part, with room for
   16. */
static void where_memory_ends(void)
{
    static const struct {
        unsigned cells;
        const char *rest, *at;
    } cases[] = {{15, "Body { Items { Filter { MaxArch: CC_80 } } }", "Items"}, {16, "Metrics { Metrics { Name: \"one\" } }", "Metrics { Metrics"},
                 {15, "Body { Items { Table { Columns: 1 } } }", "Table"}, {14, "Body { Items { Table { Columns: 1 Metrics { Name: \"one\" } } } }", "Metrics { Name: \"one\" } } } }"},
                 {16, "Body { }", "Body"}, {15, "Body { } Body { SetDefault: true }", "Body { S"},
                 {14, "Body { Items { RooflineChart { Rooflines { PeakWork { Constant: 1 } PeakTraffic { Constant: 2 } } } } }", "Rooflines {"},
                 {14, "Body { Items { RooflineChart { AchievedValues { AchievedWork { Constant: 1 } AchievedTraffic { Constant: 2 } } } } }", "AchievedValues {"},
                 {13, "Body { Items { RooflineChart { Walls { Value { Constant: 2 } } Walls { Value { Constant: 3 } } } } }", "Walls { Value { Constant: 3"},
                 {14, "Body { Items { Timeline { MetricGroups { } } } }", "MetricGroups"},
                 {13, "Body { Items { Timeline { MetricGroups { MetricRows { } } } } }", "MetricRows"},
                 {13, "Body { Items { Timeline { Metrics { Name: \"one\" } MetricGroups { } } } }", "MetricGroups"},
                 {14, "Body { Items { Timeline { Metrics { Name: \"one\" } } } }", "Metrics { Name: \"one\""}};
    static char room[20000];
    size_t i, size, k;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char section[2000], *to = section;
        nvs_document *doc;
        nvs_metrics *r;
        nvs_metrics_options o;
        const nvs_evaluation *e = NULL;
        nvs_error error;
        const nvs_node *root;
        size_t want, seen = 0;
        to += sprintf(to, "Identifier: \"T\" DisplayName: \"T\" Header {");
        for (k = 0; k < cases[i].cells; k++) to += sprintf(to, " Metrics { Name: \"two\" }");
        to += sprintf(to, " }\n");
        sprintf(to, "%s", cases[i].rest);
        want = (size_t)(strstr(to, cases[i].at) - section);
        doc = nvs_document_open(section, strlen(section), NULL, NULL);
        if (!CHECK(doc != NULL && doc->errors == 0)) return;
        root = doc->root;
        memset(&o, 0, sizeof o);
        o.device.cc = 90;
        r = nvs_metrics_open(&root, 1, &test_source, &o, NULL);
        for (size = 17 * sizeof(nvs_part); e == NULL && size < sizeof room; size += 256) {
            nvs_memory m;
            memset(&m, 0, sizeof m);
            m.buffer = room;
            m.buffer_size = size;
            e = evaluate_in(r, root, &m, &error);
            if (e == NULL) {
                CHECK_U64(NVS_MEMORY, error.code);
                CHECK_U64(want, error.offset);
                seen++;
            } else CHECK(e->section == root && error.code == NVS_OK && error.offset == 0);
        }
        CHECK(e != NULL && seen > 5);
        nvs_evaluation_close(e);
        nvs_metrics_close(r);
        nvs_document_close(doc);
    }
}

/* In a section with mistakes the good parts are shown. */
static void mistakes(void)
{
    CHECK_STR("body 0\nitem HistogramChart 10 0\nvalues filler|||-\nbody 1\nitem BarChart 0 0\n", shown("Body { Items { HistogramChart { Metric { Label: 5 } } } } Body { Unheard { Items { } } Items { BarChart { } } }", 2));
}

static const nvs_evaluation *evaluated; /* by evaluation_of, with what it needs */
static nvs_metrics *evaluated_metrics;
static nvs_document *evaluated_document;

static const nvs_evaluation *evaluation_of(const char *section)
{
    nvs_metrics_options o;
    const nvs_node *root;
    evaluated_document = nvs_document_open(section, strlen(section), NULL, NULL);
    root = evaluated_document->root;
    memset(&o, 0, sizeof o);
    o.device.cc = 90;
    evaluated_metrics = nvs_metrics_open(&root, 1, &test_source, &o, NULL);
    evaluated = nvs_evaluate(evaluated_metrics, root, NULL, NULL);
    CHECK(evaluated_document->errors == 0 && evaluated != NULL);
    return evaluated;
}

static void evaluation_end(void)
{
    nvs_evaluation_close(evaluated);
    nvs_metrics_close(evaluated_metrics);
    nvs_document_close(evaluated_document);
}

/* A number of bins that nobody can draw does not lose the section: it is limited, and reported at its place. */
static void bounded(void)
{
    static const char *const counts[] = {"65536", "65537", "100000000000", "9223372036854775807"};
    size_t i;
    for (i = 0; i < 4; i++) {
        static char section[300];
        const nvs_evaluation *e;
        sprintf(section, "Identifier: \"T\" DisplayName: \"T\" Header { Metrics { Name: \"one\" } }\n"
                         "Body { Items { HistogramChart { HistogramAxis { BinCount: %s } Metric { Name: \"reals\" } } } }", counts[i]);
        e = evaluation_of(section);
        if (CHECK(e != NULL && e->count == 5)) {
            CHECK(e->parts[0].kind == NVS_PART_KIND_HEADER && e->parts[0].cell.data.value.v.u == 1);
            CHECK(e->parts[2].rows == 65536 && e->parts[4].kind == NVS_PART_KIND_BINS && e->parts[4].u.bins.count == 65536);
            CHECK_U64(i > 0, e->problem_count);
            if (e->problem_count > 0) {
                CHECK(evaluation_problem(e, 0).kind == NVS_PROBLEM_KIND_RANGE && evaluation_problem(e, 0).line == 2 && evaluation_problem(e, 0).column == 49);
                CHECK_VIEW("BinCount", evaluation_problem(e, 0).name);
            }
        }
        evaluation_end();
    }
}

/* Memory that runs out anywhere on the way to an issue. */
static void bounded_without_memory(void)
{
    static char room[1 << 20];
    static const char section[] = "Identifier: \"T\" DisplayName: \"T\" Body { Items { HistogramChart { HistogramAxis { BinCount: 70000 } Metric { Name: \"reals\" } } } }";
    nvs_document *doc = nvs_document_open(section, sizeof section - 1, NULL, NULL);
    const nvs_node *root = doc->root;
    nvs_metrics *m = nvs_metrics_open(&root, 1, &test_source, NULL, NULL);
    size_t size;
    unsigned none = 0;
    for (size = 200; size < 20000; size += 40) {
        nvs_memory memory;
        nvs_error error;
        memset(&memory, 0, sizeof memory);
        memory.buffer = room;
        memory.buffer_size = size;
        CHECK(evaluate_in(m, root, &memory, &error) == NULL && error.code == NVS_MEMORY);
        none++;
    }
    {
        nvs_memory memory;
        const nvs_evaluation *e;
        memset(&memory, 0, sizeof memory);
        memory.buffer = room;
        memory.buffer_size = sizeof room;
        e = evaluate_in(m, root, &memory, NULL);
        CHECK(none > 100 && e != NULL && e->problem_count == 1);
        nvs_evaluation_close(e);
    }
    nvs_metrics_close(m);
    nvs_document_close(doc);
}

/* A mistake in a pattern is reported at its metric; everything else is shown. */
static void wrong_patterns(void)
{
    const nvs_evaluation *e = evaluation_of("Identifier: \"T\" DisplayName: \"T\" Header { Metrics { Name: \"regex:(\" } Metrics { Name: \"one\" } }");
    CHECK(e->count == 1 && e->problem_count == 1 && evaluation_problem(e, 0).kind == NVS_PROBLEM_KIND_PATTERN && evaluation_problem(e, 0).line == 1);
    CHECK_VIEW("Metrics", evaluation_problem(e, 0).name);
    evaluation_end();
}

/* A definition wins over the metric of its name, for display and for others that need it; the other value is kept
   beside it. */
static void stored(void)
{
    const nvs_evaluation *e = evaluation_of(
        "Identifier: \"T\" DisplayName: \"T\" MetricDefinitions { MetricDefinitions { Name: \"half\" Expression: \"2.0 * half\" } MetricDefinitions { "
        "Name: \"sum\" Expression: \"half + 0\" } MetricDefinitions { Name: \"two\" Expression: \"gone + 1\" } } "
        "Header { Metrics { Name: \"half\" } Metrics { Name: \"sum\" } Metrics { Name: \"two\" } }");
    const nvs_derivation *d = evaluated_metrics->derivation;
    nvs_metric m;
    CHECK_U64(3, e->count);
    CHECK(nvs_metrics_find(evaluated_metrics, nvs_text("half"), &m) == 1 && m.value.v.d == 1);
    CHECK(nvs_metrics_find(evaluated_metrics, nvs_text("sum"), &m) == 1 && m.value.v.d == 1);
    CHECK(e->parts[0].cell.data.value.v.d == 1 && e->parts[0].cell.derived == &d->metrics[0]);
    CHECK(d->metrics[0].has_stored && d->metrics[0].stored.kind == NVS_KIND_DOUBLE && d->metrics[0].stored.v.d == 0.5);
    CHECK(!d->metrics[1].has_stored && d->metrics[1].stored.kind == NVS_KIND_NONE && e->parts[1].cell.derived == &d->metrics[1]);
    /* a definition that cannot be computed does not hide the value that is there */
    CHECK(d->metrics[2].state == NVS_DERIVED_STATE_MISSING && d->metrics[2].has_stored && d->metrics[2].stored.v.u == 2);
    CHECK(e->parts[2].cell.state == NVS_CELL_STATE_VALUE && e->parts[2].cell.data.value.v.u == 2 && e->parts[2].cell.derived == NULL);
    evaluation_end();
}

/* Missing metrics are listed once each, whichever part needs them; REQUIRED if any part says so. */
static void what_is_missing(void)
{
    const nvs_evaluation *e = evaluation_of(
        "Identifier: \"T\" DisplayName: \"T\" Header { Metrics { Name: \"gone\" } Metrics { Name: \"\" } Metrics { Name: \"one\" } }\n"
        "Body { Items { Table { Columns: 1 Metrics { Name: \"gone\" Filter { CollectionFilter { Importance: Required } } } Metrics { Name: \"old\" Filter { MaxArch: CC_70 } } } } "
        "Items { RooflineChart { Rooflines { PeakWork { Metric { Name: \"peak\" } } PeakTraffic { Constant: 1 } } } } }\n"
        "Metrics { Metrics { Name: \"gone\" Filter { CollectionFilter { Importance: Required } } } Metrics { Name: \"away\" } "
        "Metrics { Name: \"first\" Filter { CollectionFilter { Importance: Required } } } }");
    CHECK_U64(4, e->missing_count);
    CHECK_U64(2, e->missing_required);
    if (e->missing_count == 4) {
        CHECK_VIEW("first", e->missing[3].name);
        CHECK(e->missing[3].importance == NVS_IMPORTANCE_REQUIRED);
        CHECK_VIEW("gone", e->missing[0].name);
        CHECK(e->missing[0].importance == NVS_IMPORTANCE_REQUIRED && e->missing[0].metric->line == 1);
        CHECK_VIEW("peak", e->missing[1].name);
        CHECK_VIEW("away", e->missing[2].name);
        CHECK(e->missing[2].importance == NVS_IMPORTANCE_OPTIONAL && e->missing[2].metric->line == 3);
    }
    CHECK(e->parts[0].cell.importance == NVS_IMPORTANCE_OPTIONAL);
    evaluation_end();
}

/* Each cell of a suffix table knows its suffix. */
static void suffixes(void)
{
    const nvs_evaluation *e = evaluation_of(
        "Identifier: \"T\" DisplayName: \"T\" Body { Items { SuffixTable { Suffixes { Suffix { Name: \".sum\" Label: \"Sum\" } Suffix { Name: \".avg\" } } "
        "BaseNames { BaseName { Name: \"lts__t_sectors\" Label: \"Sectors\" } } } } }");
    CHECK_U64(4, e->count);
    CHECK_VIEW("Sum", nvs_node_text(e->parts[2].cell.suffix, NVS_FIELD_LABEL));
    CHECK_VIEW(".avg", nvs_node_text(e->parts[3].cell.suffix, NVS_FIELD_NAME));
    CHECK(e->parts[1].cell.suffix == NULL && e->parts[2].cell.state == NVS_CELL_STATE_VALUE && e->parts[3].cell.state == NVS_CELL_STATE_MISSING);
    evaluation_end();
}

static void arguments(void)
{
    nvs_metrics_options o;
    nvs_error error;
    nvs_source broken = {NULL, NULL, NULL, NULL};
    nvs_metrics *r;
    nvs_metric data;
    memset(&o, 0, sizeof o);
    CHECK(nvs_metrics_open(NULL, 0, NULL, &o, &error) == NULL && error.code == NVS_ARGUMENT);
    CHECK(nvs_metrics_open(NULL, 1, &test_source, &o, &error) == NULL && error.code == NVS_ARGUMENT);
    CHECK(nvs_metrics_open(NULL, 0, &broken, &o, &error) == NULL && error.code == NVS_ARGUMENT);
    r = nvs_metrics_open(NULL, 0, &test_source, NULL, &error);
    if (!CHECK(r != NULL)) return;
    CHECK_U64(0, r->derivation->count);
    CHECK(nvs_metrics_find(r, nvs_text("one"), &data) == 1 && data.value.v.u == 1);
    CHECK(nvs_metrics_find(r, nvs_text("one"), NULL) == 1);
    CHECK(nvs_metrics_find(r, nvs_text("gone"), NULL) == 0);
    CHECK(evaluate_in(NULL, NULL, NULL, &error) == NULL && error.code == NVS_ARGUMENT);
    CHECK(evaluate_in(r, NULL, NULL, NULL) == NULL);
    nvs_metrics_close(r);
    nvs_metrics_close(NULL);
    nvs_evaluation_close(NULL);
}

int main(void)
{
    RUN(cells);
    RUN(filtered);
    RUN(tables);
    RUN(charts);
    RUN(rooflines);
    RUN(counters);
    RUN(derived);
    RUN(labels);
    RUN(kinds_of_cells);
    RUN(arranged);
    RUN(where_memory_ends);
    RUN(instances);
    with_mistakes = 1;
    RUN(bins);
    RUN(no_points);
    RUN(mistakes);
    with_mistakes = 0;
    RUN(bounded);
    RUN(bounded_without_memory);
    RUN(wrong_patterns);
    RUN(stored);
    RUN(what_is_missing);
    RUN(suffixes);
    RUN(arguments);
    return run_end();
}
