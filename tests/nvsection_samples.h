/* Section files of our own that several tests read: the bundled ones, and a text that uses every kind of value. */
#ifndef TESTS_NVSECTION_SAMPLES_H
#define TESTS_NVSECTION_SAMPLES_H

#include "run.h"

static const char sample_text[] =
    "# every kind of value\n"
    "Identifier: \"Every\" 'thing'\n"
    "DisplayName: \"tab\\there \\\"quoted\\\" \\u00e9\\U0001f600\\ud83d\\ude00\"\n"
    "Order: 0x10;\n"
    "Filter { MinArch: CC_75 CollectionFilter { CollectionScopes: [CollectionScope_Launch, 2] Importance: Required } }\n"
    "Sets [{ Identifier: \"basic\" }, < Identifier: \"full\" >]\n"
    "Header <\n"
    "  Rows: 2, Metrics { Label: \"One\" Name: \"sm__cycles_active.avg\" Multiplier: -1.5e3 ShowInstances: t Groups: [\"a\", 'b'] }\n"
    "  Metrics { Name: \"\" }\n"
    "  Metrics { Name: \"old__one.sum\" Filter { MaxArch: CC_72 } Options { Name: \"new__one.sum\" Label: \"New\" Filter { MinArch: 90 } } }\n"
    ">\n"
    "MetricDefinitions { MetricDefinitions { Name: \"derived__x\" Expression: \"a / 2\" Filter { MaxArch: CC_80 } } }\n"
    "Body {\n"
    "  SetDefault: true\n"
    "  Items { Filter { Items { MaxArch: CC_72 } Items { MinArch: 120 } } Table { Columns: 1 Metrics { Name: \"t\" } } }\n"
    "  Items { HistogramChart { Metric { Name: \"h\" } ValueAxis { Range { Min: -5 Max: 0777 } TickCount: -9223372036854775808 } } }\n"
    "  Items { SuffixTable { Suffixes { Suffix { Name: \".sum\" } Suffix { Name: \".avg\" Label: \"Mean\" } } BaseNames { BaseName { Name: \"lts__t\" } } } }\n"
    "  Items { RooflineChart { AxisWork { Base: 10 Min: 1e-3 Max: inf } Rooflines { PeakWork { Constant: 0.1 } PeakTraffic { Metric { Name: \"dram__bytes.sum\" } } } } }\n"
    "}\n"
    "Metrics { Metrics { Name: \"regex:^sm__\" } Metrics { Name: \"group:stalls\" Label: \"\" } Metrics { Name: \"derived__x\" } }\n";

/* The longest of the bundled sections; the caller frees it. */
static inline char *sample_file(size_t *len)
{
    return run_read("examples/data/sections/Occupancy.section", len);
}

#endif
