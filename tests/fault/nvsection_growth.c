/* Sections with more and more at the front, so that each step in turn is the one that needs more memory, which fails
   once and never again: the call fails all the same, and nothing leaks. And buffers that end at every byte. */
#include "nvsection_values.h"
#include "heap.h"

static nvs_error error;
static nvs_document *doc;
static nvs_metrics *results;
static char written[60000];
static size_t written_len;
static char encoded[60000];
static size_t encoded_len;

static const char body[] =
    "Body { Items { Table { Columns: 2 SortKey: ByValue Metrics { Name: \"group:list\" Label: \"{UNIT}\" } } }\n"
    "  Items { Filter { MaxArch: CC_70 } Table { Columns: 1 Metrics { Name: \"one\" } } }\n"
    "  Items { BarChart { SortKey: ByLabel Metrics { Name: \"wholes\" ShowInstances: true } } }\n"
    "  Items { BarChart { Metrics { Name: \"one\" } Metrics { Name: \"gone\" } Metrics { Name: \"\" } } }\n"
    "  Items { HistogramChart { Metric { Name: \"reals\" } } } Items { HistogramChart { Metric { Name: \"regex:^(reals|wholes)$\" } } }\n"
    "  Items { LineChart { Metrics { Name: \"plain\" } HighlightX { Metrics { Name: \"two\" } } } }\n"
    "  Items { RooflineChart { Rooflines { PeakWork { Constant: 1 } PeakTraffic { Metric { Name: \"two\" } } }\n"
    "     Rooflines { PeakWork { ValueCyclesPerSecondExpression { ValuePerCycleMetrics { Name: \"one\" } ValuePerCycleMetrics { Name: \"two\" } CyclesPerSecondMetric { Name: \"half\" } } } PeakTraffic { Metric { Name: \"two\" } } }\n"
    "     AchievedValues { AchievedWork { Metric { Name: \"one\" } } AchievedTraffic { Metric { Name: \"gone\" } } } Walls { Value { Constant: 2 } } } }\n"
    "  Items { SuffixTable { Suffixes { Suffix { Name: \".sum\" } } BaseNames { BaseName { Name: \"lts__t_sectors\" } BaseName { Name: \"sm__inst_executed\" } } } }\n"
    "  Items { HorizontalContainer { Items { Table { Columns: 1 Metrics { Name: \"one\" } } } Items { Table { Columns: 1 Metrics { Name: \"two\" } } } } }\n"
    "  Items { SourceMetricTable { Metrics { Name: \"one\" } } }\n"
    "  Items { Timeline { MetricGroups { MetricRows { Metrics { Name: \"reals\" } } } Metrics { Name: \"plain\" } } } }\n"
    "Metrics { Metrics { Name: \"regex:s$\" Label: \"x\" } Metrics { Name: \"one\" } } SourceMetrics { Metrics { Name: \"two\" } }\n";

static nvs_reply put(const void *data, size_t n, void *user)
{
    const char *const p = (const char *)data;
    size_t *len = (size_t *)user;
    char *to = len == &written_len ? written : encoded;
    if (n > sizeof written - *len) return NVS_REPLY_NO;
    memcpy(to + *len, p, n);
    *len += n;
    return NVS_REPLY_YES;
}

/* One Header may have many Metrics; it may be there once. */
static size_t section_of(char *to, unsigned count)
{
    char *p = to;
    unsigned i;
    p += sprintf(p, "Identifier: \"T\" DisplayName: \"a\" \"b\" Sets [");
    for (i = 0; i < count; i++) p += sprintf(p, "%s{ Identifier: \"s\" \"%u\" }", i > 0 ? ", " : "", i);
    p += sprintf(p, "] MetricDefinitions {");
    for (i = 0; i < count; i++) p += sprintf(p, " MetricDefinitions { Name: \"d%u\" Expression: \"reals * %u + wholes\" }", i, i);
    p += sprintf(p, "} Header {");
    for (i = 0; i < count; i++) p += sprintf(p, " Metrics { Name: \"%s\" Options { Name: \"n%u\" Filter { MinArch: CC_120 } } }", i % 3 == 0 ? "one" : i % 3 == 1 ? "reals" : "group:list", i);
    p += sprintf(p, "} %s", body);
    return (size_t)(p - to);
}

static char text_of[60000];
static size_t text_len;

typedef int job(const nvs_memory *m);

/* The memory that a result reports is what it holds, if there is no buffer. */
static void holds(size_t memory, const nvs_memory *m)
{
    if (m->buffer == NULL) CHECK_U64(((const heap *)m->allocator.user)->held, memory);
}

static int parse(const nvs_memory *m)
{
    nvs_document_options o;
    nvs_document *d;
    memset(&o, 0, sizeof o);
    o.memory = *m;
    d = nvs_document_open(text_of, text_len, &o, &error);
    if (d == NULL) return 0;
    CHECK(d->errors == 0 && d->fields == doc->fields);
    holds(nvs_document_memory_used(d), m);
    nvs_document_close(d);
    return 1;
}

/* The fourth, eighth, ... diagnostic needs memory: more and more warnings at the front make each mistake in turn the
   one without memory. Nested so deep that frames grow too, in lines as files have them and in others. */
static unsigned warnings_in_front;

static int parse_mistakes(const nvs_memory *m)
{
    static const char mistakes[] =
        "Order: x @ \"\xff\" { 08 } 08\nDescription: \"a\xff\" \"b\xff\" \"c\xff\"\nNew { a: \"x\xff\" b: 1 [c . d]: [{}, <e: \"\xfe\">] }\n"
        "Filter { MinArch: 91 MaxArch: 92 CollectionFilter { CollectionScopes: [Gone, -1] } }\n[a . b]: 5\nSets [{ Identifier: \"\\t\" \"u\" }]\n"
        "Body {\n  Items {\n    HorizontalContainer {\n      Items {\n        HorizontalContainer {\n          Items {\n            HorizontalContainer {\n              Items {\n"
        "                HorizontalContainer {\n                  Items {\n                    HorizontalContainer {\n                      Items {\n"
        "                        Table {\n                          Label: \"deep\"\n                        }\n                      }\n} } } } } } } } } } }\n"
        "MetricDefinitions {\n  MetricDefinitions {\n    Name: \"x\"\n  }\n}\nExtends: \"something long, so that the lines in front of it go the quick way, as they do in files\"\n";
    char wrong[2048];
    nvs_document_options o;
    nvs_document *d;
    unsigned i;
    size_t n = 0;
    for (i = 0; i < warnings_in_front; i++)
        n += (size_t)sprintf(wrong + n, i == 1 ? "Foo: {a{a{a{a{a{a{a{a{a{a{a{a{a{}}}}}}}}}}}}}}\n" : "Foo: 1\n");
    n += (size_t)sprintf(wrong + n, "%s", mistakes);
    memset(&o, 0, sizeof o);
    o.memory = *m;
    o.lenient = 1;
    o.max_problems = 1000;
    d = nvs_document_open(wrong, n, &o, &error);
    if (d == NULL) return 0;
    CHECK(d->problem_count == d->errors + d->warnings);
    CHECK_U64(warnings_in_front + 12, d->warnings);
    CHECK_U64(6, d->errors);
    CHECK_VIEW("x", nvs_node_text(nvs_node_child(nvs_node_child(d->root, NVS_FIELD_METRIC_DEFINITIONS), NVS_FIELD_METRIC_DEFINITIONS), NVS_FIELD_NAME));
    nvs_document_close(d);
    return 1;
}

/* A body item in body items, and unknown fields. */
static int parse_wire(const nvs_memory *m)
{
    char data[2][512];
    size_t len = 0;
    unsigned i, which = 0;
    nvs_document_options o;
    nvs_document *d;
    for (i = 0; i < 26; i++) {
        char *to = data[1 - which];
        size_t n = 0;
        to[n++] = i % 2 == 0 ? 0x0a : 0x2a;
        if (len >= 128) to[n++] = (char)(0x80 | (len & 127));
        to[n++] = (char)(len >= 128 ? len >> 7 : len);
        memcpy(to + n, data[which], len);
        len += n;
        which = 1 - which;
    }
    for (i = 0; i < 3 + warnings_in_front; i++) {
        memcpy(data[which] + len, "\xd2\x0f\x01q", 4);
        len += 4;
    }
    memset(&o, 0, sizeof o);
    o.memory = *m;
    o.top = NVS_MESSAGE_BODY_ITEM;
    d = binary_open(data[which], len, &o, &error);
    if (d == NULL) return 0;
    CHECK_U64(26, d->fields);
    CHECK_U64(3 + warnings_in_front, node_count(d->root, NVS_FIELD_NONE));
    nvs_document_close(d);
    return 1;
}

/* With mistakes of every kind: names of extensions put together, raw fields, diagnostics. */
static int parse_wrong(const nvs_memory *m)
{
    static char wrong[8000];
    nvs_document_options o;
    nvs_document *d;
    unsigned i;
    size_t n = 0;
    for (i = 0; i < text_len % 41 + 3; i++) n += (size_t)sprintf(wrong + n, "[a . b%u]: { x: [1] } Foo%u: \"x\" \"y\" Filter { MinArch: CC_999 CollectionFilter { CollectionScopes: [Gone, 1] } } Order: x\n", i, i);
    memset(&o, 0, sizeof o);
    o.memory = *m;
    o.lenient = 1;
    o.max_problems = 1000;
    d = nvs_document_open(wrong, n, &o, &error);
    if (d == NULL) return 0;
    CHECK(d->problem_count == d->errors + d->warnings && d->errors > 0 && d->warnings > 3);
    nvs_document_close(d);
    return 1;
}

static int parse_binary(const nvs_memory *m)
{
    nvs_document_options o;
    nvs_document *d;
    memset(&o, 0, sizeof o);
    o.memory = *m;
    o.top = NVS_MESSAGE_HEADER;
    d = binary_open(encoded, encoded_len, &o, &error);
    if (d == NULL) return 0;
    CHECK_U64(0, d->errors);
    holds(nvs_document_memory_used(d), m);
    nvs_document_close(d);
    return 1;
}

static int write_it(const nvs_memory *m)
{
    written_len = 0;
    error.code = write_binary(doc->root, m, put, &written_len, NULL);
    if (error.code != NVS_OK) {
        CHECK_U64(0, written_len);
        return error.code == NVS_UNSUPPORTED;
    }
    return 1;
}

static int select_it(const nvs_memory *m)
{
    static const char *const texts[] = {"one", "two", "reals", "wholes", "lts__t_sectors.sum", "group:list"};
    nvs_view known[6], members[2];
    nvs_name_list list;
    nvs_catalog names;
    nvs_device d;
    const nvs_selection *s;
    const nvs_node *roots[2];
    unsigned i;
    memset(&d, 0, sizeof d);
    d.cc = 90;
    for (i = 0; i < 6; i++) known[i] = nvs_text(texts[i]);
    members[0] = known[0];
    members[1] = known[2];
    list.name = known[5];
    list.members = members;
    list.count = 2;
    names.names = known;
    names.count = 6;
    names.lists = &list;
    names.list_count = 1;
    roots[0] = roots[1] = doc->root;
    s = select_on(roots, 2, &d, &names, m, &error);
    if (s == NULL) return 0;
    CHECK(s->section_count == 2 && s->metric_count > 3 && s->collecting == 2);
    holds(nvs_selection_memory_used(s), m);
    nvs_selection_close(s);
    return 1;
}

static int open_results(const nvs_memory *m)
{
    nvs_metrics_options o;
    const nvs_node *root = doc->root;
    nvs_metrics *r;
    memset(&o, 0, sizeof o);
    o.memory = *m;
    o.device.cc = 90;
    r = nvs_metrics_open(&root, 1, &test_source, &o, &error);
    if (r == NULL) return 0;
    nvs_metrics_close(r);
    return 1;
}

static int evaluate(const nvs_memory *m)
{
    const nvs_evaluation *e = evaluate_in(results, doc->root, m, &error), *all;
    size_t i;
    if (e == NULL) return 0;
    holds(nvs_evaluation_memory_used(e), m);
    all = evaluate_in(results, doc->root, NULL, NULL);
    CHECK(e->count > 1 && e->count == all->count);
    for (i = 0; i < e->count && i < all->count; i++) CHECK_BYTES(all->parts[i].cell.label.ptr, all->parts[i].cell.label.len, e->parts[i].cell.label.ptr, e->parts[i].cell.label.len);
    nvs_evaluation_close(all);
    nvs_evaluation_close(e);
    return 1;
}

/* Metrics at the front, so that a dropped item, a list and each of its members in turn is the one without room. */
static int select_more(const nvs_memory *m)
{
    static char section[8000];
    static nvs_view members[3];
    nvs_name_list lists[2];
    nvs_catalog names;
    nvs_device d;
    nvs_document *one;
    const nvs_selection *s;
    const nvs_node *root;
    unsigned i;
    char *to = section;
    to += sprintf(to, "Identifier: \"T\" DisplayName: \"a\" Header {");
    for (i = 0; i < 50 + warnings_in_front; i++) to += sprintf(to, " Metrics { Name: \"n%u\" }", i);
    sprintf(to, " } Body { Items { Filter { MaxArch: CC_70 } } } Metrics { Metrics { Name: \"group:list\" } } MetricDefinitions { MetricDefinitions { Name: \"d\" Expression: \"1\" } }");
    one = nvs_document_open(section, strlen(section), NULL, NULL);
    if (!CHECK(one != NULL && one->errors == 0)) return 1;
    root = one->root;
    memset(&d, 0, sizeof d);
    d.cc = 90;
    memset(&names, 0, sizeof names);
    members[0] = nvs_text("first");
    members[1] = nvs_text("second");
    members[2] = nvs_text("third");
    lists[0].name = nvs_text("group:list");
    lists[0].members = members;
    lists[0].count = 3;
    lists[1] = lists[0];
    lists[1].name = nvs_text("group:other");
    names.lists = lists;
    names.list_count = 2;
    s = select_on(&root, 1, &d, &names, m, &error);
    if (s != NULL) CHECK(s->metric_count == 54 + warnings_in_front && s->sections[0].use_count == 53 + warnings_in_front);
    nvs_selection_close(s);
    nvs_document_close(one);
    return s != NULL;
}

static job *const jobs[] = {parse, parse_wrong, parse_binary, write_it, select_it, open_results, evaluate};

static void growing(void)
{
    unsigned count, k, n, most = 0;
    for (count = 0; count < 70; count += count < 20 ? 1 : 5) {
        nvs_metrics_options o;
        const nvs_node *root;
        text_len = section_of(text_of, count);
        doc = nvs_document_open(text_of, text_len, NULL, NULL);
        if (!CHECK(doc != NULL && doc->errors == 0)) return;
        root = doc->root;
        memset(&o, 0, sizeof o);
        o.device.cc = 90;
        results = nvs_metrics_open(&root, 1, &test_source, &o, NULL);
        encoded_len = 0;
        CHECK(results != NULL && write_binary(nvs_node_child(root, NVS_FIELD_HEADER), NULL, put, &encoded_len, NULL) == NVS_OK);
        for (k = 0; k < sizeof jobs / sizeof *jobs; k++)
            for (n = 1; n < 400; n++) {
                heap h;
                nvs_memory m;
                int good;
                HEAP_MEMORY(m, h);
                h.fail = n;
                error.code = NVS_OK;
                error.message = NULL;
                good = jobs[k](&m);
                if (!good) CHECK_U64(NVS_MEMORY, error.code);
                if (!good && k != 3) CHECK(error.message != NULL && strlen(error.message) > 5);
                if (!CHECK(good == (h.calls < n))) printf("    job %u, count %u, failure %u\n", k, count, n);
                CHECK(h.live == 0 && h.held == 0);
                if (n > most) most = n;
                if (h.calls < n) break;
            }
        nvs_metrics_close(results);
        nvs_document_close(doc);
    }
    CHECK(most > 8);
}

/* Each allocation of a job fails, and only that one. */
static void failing_once(job *run)
{
    unsigned n;
    for (n = 1;; n++) {
        heap h;
        nvs_memory m;
        int good;
        HEAP_MEMORY(m, h);
        h.fail = n;
        error.code = NVS_OK;
        good = run(&m);
        if (!good) CHECK_U64(NVS_MEMORY, error.code);
        if (!CHECK(good == (h.calls < n) && h.live == 0 && h.held == 0) || good) break;
    }
}

/* The smallest size of the first buffer, in steps, with which a job works. */
static size_t in_buffers(job *run, size_t step)
{
    static char room[200000];
    size_t size;
    for (size = 0; size < sizeof room - 64; size += step) {
        nvs_memory m;
        memset(&m, 0, sizeof m);
        m.buffer = room;
        m.buffer_size = size;
        memset(room + size, 'x', 64);
        error.code = NVS_OK;
        if (run(&m)) break;
        if (!CHECK(error.code == NVS_MEMORY && room[size] == 'x' && room[size + 63] == 'x')) break;
    }
    return size;
}

static void buffers(void)
{
    unsigned count, k;
    for (count = 0; count < 9; count += 4) {
        nvs_metrics_options o;
        const nvs_node *root;
        text_len = section_of(text_of, count);
        doc = nvs_document_open(text_of, text_len, NULL, NULL);
        root = doc->root;
        memset(&o, 0, sizeof o);
        o.device.cc = 90;
        results = nvs_metrics_open(&root, 1, &test_source, &o, NULL);
        encoded_len = 0;
        CHECK(write_binary(nvs_node_child(root, NVS_FIELD_HEADER), NULL, put, &encoded_len, NULL) == NVS_OK);
        for (k = 0; k < sizeof jobs / sizeof *jobs; k++)
            (void)in_buffers(jobs[k], count == 0 ? 8 : 120);
        nvs_metrics_close(results);
        nvs_document_close(doc);
    }
}

static void evaluable(const char *end)
{
    nvs_metrics_options o;
    const nvs_node *root;
    doc = nvs_document_open(text_of, (size_t)(end - text_of), NULL, NULL);
    if (!CHECK(doc != NULL && doc->errors == 0)) exit(1);
    root = doc->root;
    memset(&o, 0, sizeof o);
    o.device.cc = 90;
    results = nvs_metrics_open(&root, 1, &test_source, &o, NULL);
}

/* Cells at the front, so that each part in turn is the one without room. */
static void parts_in_front(unsigned count)
{
    unsigned i;
    char *to = text_of;
    to += sprintf(to, "Identifier: \"T\" DisplayName: \"T\" Header {");
    for (i = 0; i < count; i++) to += sprintf(to, " Metrics { Name: \"one\" }");
    to += sprintf(to, " } Body { Items { GfxMetricsWidget { Type: \"t\" Metrics { Name: \"one\" } } } Items { Table { Columns: 1 Metrics { Name: \"\" } } }\n"
                      "Items { RooflineChart { Rooflines { PeakWork { ValueCyclesPerSecondExpression { CyclesPerSecondMetric { Name: \"one\" } } } PeakTraffic { Constant: 1 } } } }\n"
                      "Items { RooflineChart { AchievedValues { AchievedWork { Metric { Name: \"one\" } } AchievedTraffic { Constant: 1 } } } } Items { RooflineChart { Walls { Value { Metric { Name: \"one\" } } } } }\n"
                      "Items { RooflineChart { Rooflines { PeakWork { Constant: 1 } PeakTraffic { Constant: 1 } Options { ShowOnlyIfNotZero { Metric { Name: \"one\" } } } } } } }\n%s", body);
    evaluable(to);
    CHECK(in_buffers(evaluate, 1024) > 4096);
    failing_once(evaluate);
    nvs_metrics_close(results);
    nvs_document_close(doc);
}

/* The last request has nothing after it that would fail as well: each kind of part at the end of a section. */
static void last_of_all(void)
{
    static const char *const ends[] = {
        "Table { Columns: 1 Metrics { Name: \"two\" } }",
        "Table { Columns: 1 SortKey: ByValue Metrics { Name: \"group:list\" Label: \"{UNIT}\" } }",
        "Table { Columns: 1 Metrics { Name: \"regex:^(one|two)$\" Label: \"{UNIT} and {COMPOUND_NAME}\" } }",
        "Table { Columns: 1 Metrics { Name: \"reals\" Multiplier: 2 } }",
        "BarChart { Metrics { Name: \"one\" } }",
        "BarChart { Metrics { Name: \"wholes\" ShowInstances: true } }",
        "BarChart { Metrics { Name: \"gone\" ShowInstances: true } }",
        "LineChart { Metrics { Name: \"plain\" } }",
        "LineChart { HighlightX { Metrics { Name: \"two\" } } }",
        "HistogramChart { Metric { Name: \"reals\" } }",
        "HistogramChart { Metric { Name: \"one\" } }",
        "RooflineChart { Rooflines { PeakWork { Constant: 1 } PeakTraffic { Constant: 2 } } }",
        "RooflineChart { AchievedValues { AchievedWork { Metric { Name: \"one\" } } AchievedTraffic { Constant: 1 } } }",
        "RooflineChart { Walls { Value { Metric { Name: \"one\" } } } }",
        "SourceMetricTable { Metrics { Name: \"one\" } }",
        "SuffixTable { Suffixes { Suffix { Name: \".sum\" } } BaseNames { BaseName { Name: \"lts__t_sectors\" } } }",
        "Timeline { Metrics { Name: \"plain\" } }",
        "Timeline { MetricGroups { } }",
        "Timeline { MetricGroups { MetricRows { } } }",
        "Timeline { MetricGroups { MetricRows { Metrics { Name: \"reals\" } } } }",
        "GfxMetricsWidget { Type: \"t\" Metrics { Name: \"one\" } }",
        "MemoryChart { }",
        "HorizontalContainer { Items { Filter { MaxArch: CC_70 } } }",
        "MemoryChart { } } } Metrics { Metrics { Name: \"one\" } } SourceMetrics { Metrics { Name: \"two\""};
    unsigned k, count, i;
    for (k = 0; k < sizeof ends / sizeof *ends; k++)
        for (count = 9; count < 17; count++) {
            char *to = text_of;
            to += sprintf(to, "Identifier: \"T\" DisplayName: \"T\" Header {");
            for (i = 0; i < count; i++) to += sprintf(to, " Metrics { Name: \"one\" }");
            to += sprintf(to, " } Body { Items { %s } }", ends[k]);
            evaluable(to);
            CHECK(in_buffers(evaluate, count == 9 ? 8 : 512) > 1024);
            failing_once(evaluate);
            nvs_metrics_close(results);
            nvs_document_close(doc);
        }
}

/* Every request of 8 bytes or more fails once. */
static void every_place(void)
{
    unsigned count;
    for (count = 0; count < 34; count++) parts_in_front(count);
    for (warnings_in_front = 0; warnings_in_front < 20; warnings_in_front++) {
        CHECK(in_buffers(parse_mistakes, 8) > 1000);
        CHECK(in_buffers(parse_wire, 8) > 1000);
        CHECK(in_buffers(select_more, 512) > 1000);
        failing_once(parse_mistakes);
        failing_once(parse_wire);
        failing_once(select_more);
    }
}

/* A buffer that is too small, and an allocator for the rest: the same result, whatever lies where. */
static void buffer_and_allocator(void)
{
    static char room[20000];
    unsigned k;
    size_t size;
    text_len = section_of(text_of, 3);
    doc = nvs_document_open(text_of, text_len, NULL, NULL);
    {
        nvs_metrics_options o;
        const nvs_node *root = doc->root;
        memset(&o, 0, sizeof o);
        o.device.cc = 90;
        results = nvs_metrics_open(&root, 1, &test_source, &o, NULL);
    }
    encoded_len = 0;
    CHECK(write_binary(nvs_node_child(doc->root, NVS_FIELD_HEADER), NULL, put, &encoded_len, NULL) == NVS_OK);
    for (k = 0; k < sizeof jobs / sizeof *jobs; k++)
        for (size = 0; size < sizeof room - 64; size += 200) {
            heap h;
            nvs_memory m;
            HEAP_MEMORY(m, h);
            m.buffer = room;
            m.buffer_size = size;
            memset(room, 'x', sizeof room);
            CHECK(jobs[k](&m));
            CHECK(h.live == 0 && h.held == 0 && room[size] == 'x' && room[size + 63] == 'x');
        }
    nvs_metrics_close(results);
    nvs_document_close(doc);
}

int main(void)
{
    RUN(growing);
    RUN(buffers);
    RUN(every_place);
    RUN(last_of_all);
    RUN(buffer_and_allocator);
    return run_end();
}
