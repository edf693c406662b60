/* Patterns, derived metrics, evaluation and rules when memory or the callback fail at each place in turn, in buffers of
   every size, and under every limit. */
#include "nvsection_values.h"
#include "rules/stock.c"
#include "heap.h"

static nvs_error error;
static nvs_document *doc;
static nvs_metrics *good;

/* A job returns 1 if it worked, with the right result; 0 with `error` if not. */
static int derive(const nvs_memory *m)
{
    static const char *const list[][2] = {{"a", "reals / others"}, {"b", "-(a - wholes) * 2.0"}, {"c", "nan_as_zero(others + reals)"},
                                          {"d", "e + 1"}, {"e", "d"}, {"f", "1 * mixed"}, {"g", "-others"}};
    nvs_definition d[7];
    nvs_derive_options o;
    const nvs_derivation *r;
    char out[512];
    int i;
    memset(&o, 0, sizeof o);
    o.memory = *m;
    for (i = 0; i < 7; i++) {
        d[i].name = nvs_text(list[i][0]);
        d[i].expression = nvs_text(list[i][1]);
    }
    r = nvs_derive(d, 7, &test_source, &o, &error);
    if (r == NULL) return 0;
    put_data(out, &r->metrics[2].data);
    CHECK_STR("17.5 [48u=4.5 16u=3.5 64u=0 16u=9.5]", out);
    nvs_derivation_close(r);
    return 1;
}

static int derive_by_the_guide(const nvs_memory *m)
{
    nvs_definition d;
    nvs_derive_options o;
    const nvs_derivation *r;
    char out[512];
    memset(&o, 0, sizeof o);
    o.memory = *m;
    o.arithmetic = NVS_ARITHMETIC_GUIDE;
    d.name = nvs_text("a");
    d.expression = nvs_text("reals + others + wholes");
    r = nvs_derive(&d, 1, &test_source, &o, &error);
    if (r == NULL) return 0;
    put_data(out, &r->metrics[0].data);
    CHECK_STR("117 [16u=4.5 32u=1.8446744073709552e+19 48u=11.5 64u=0]", out);
    nvs_derivation_close(r);
    return 1;
}

static int pattern(const nvs_memory *m)
{
    nvs_pattern *p = pattern_open(nvs_text("^(?=.*a[b-d])x{2,3}(?!q)[[:alpha:]]+$"), m, &error);
    if (p == NULL) return 0;
    CHECK(nvs_pattern_match(p, nvs_text("xxxabc")) == 1);
    CHECK(nvs_pattern_match(p, nvs_text("xxqabc")) == 0);
    nvs_pattern_close(p);
    return 1;
}

static int pattern_with_prefix(const nvs_memory *m)
{
    nvs_pattern *p = pattern_open(nvs_text("^sm__inst_executed\\Wsum$"), m, &error);
    if (p == NULL) return 0;
    CHECK(nvs_pattern_match(p, nvs_text("sm__inst_executed.sum")) == 1);
    CHECK(nvs_pattern_match(p, nvs_text("sm__inst_executed_sum")) == 0);
    nvs_pattern_close(p);
    return 1;
}

static int results(const nvs_memory *m)
{
    nvs_metrics_options o;
    const nvs_node *root = doc->root;
    nvs_metrics *r;
    nvs_metric d;
    memset(&o, 0, sizeof o);
    o.memory = *m;
    o.device.cc = 90;
    r = nvs_metrics_open(&root, 1, &test_source, &o, &error);
    if (r == NULL) return 0;
    if (test_fail == 0) CHECK(nvs_metrics_find(r, nvs_text("twice"), &d) == 1 && d.count == 3);
    nvs_metrics_close(r);
    return 1;
}

static int evaluate(const nvs_memory *m)
{
    const nvs_evaluation *e = evaluate_in(good, doc->root, m, &error);
    if (e == NULL) return 0;
    CHECK_U64(29, e->count);
    nvs_evaluation_close(e);
    return 1;
}

static int apply(const nvs_memory *m)
{
    nvs_source s;
    nvs_rules_options o;
    const nvs_findings *r;
    memset(&s, 0, sizeof s);
    memset(&o, 0, sizeof o);
    o.memory = *m;
    s = test_source;
    r = nvs_rules_run(stock_rules, stock_rule_count, &s, &o, &error);
    if (r == NULL) return 0;
    CHECK_U64(stock_rule_count, r->count);
    nvs_findings_close(r);
    return 1;
}

/* A rule that sends one thing of each kind, and one that receives it. */
static void talk(nvs_rule_context *c)
{
    nvs_place at;
    uint32_t id;
    memset(&at, 0, sizeof at);
    at.file = nvs_text("wave.cu");
    at.sass = nvs_text("FADD R1, R2, R3");
    nvs_rule_send(c, nvs_text("key"), 7);
    id = rule_message(c, NVS_LEVEL_WARNING, "title", "text");
    rule_focus(c, id, "one", 1, NVS_SEVERITY_HIGH, "less");
    rule_marker(c, id, NVS_LEVEL_WARNING, &at, "here");
}

static void hear(nvs_rule_context *c)
{
    double v = 0;
    if (nvs_rule_receive(c, nvs_text("talk"), nvs_text("key"), &v)) nvs_rule_speedup(c, rule_message(c, NVS_LEVEL_OK, NULL, "heard"), NVS_SPEEDUP_LOCAL, v);
}

static int apply_all_kinds(const nvs_memory *m)
{
    static const char *const above[] = {"talk", NULL}, *const needs[] = {"gone", NULL};
    static const nvs_rule talks = {"talk", "", "", NULL, NULL, NULL, talk, NULL}, hears = {"hear", "", "", NULL, NULL, above, hear, NULL},
                          lacks = {"lack", "", "", NULL, needs, NULL, talk, NULL};
    static const nvs_rule *const all[] = {&hears, &talks, &lacks};
    nvs_source s;
    nvs_rules_options o;
    const nvs_findings *r;
    memset(&s, 0, sizeof s);
    memset(&o, 0, sizeof o);
    o.memory = *m;
    s = test_source;
    r = nvs_rules_run(all, 3, &s, &o, &error);
    if (r == NULL) return 0;
    CHECK(r->count == 3 && r->results[1].findings->percent == 7 && r->results[2].failed);
    CHECK_U64(3, r->results[0].count);
    nvs_findings_close(r);
    return 1;
}

typedef int job(const nvs_memory *m);
static job *const jobs[] = {derive, derive_by_the_guide, pattern, pattern_with_prefix, results, evaluate, apply, apply_all_kinds};
enum { JOBS = sizeof jobs / sizeof jobs[0] };

static void start(void)
{
    static const char section[] =
        "Identifier: \"T\" DisplayName: \"T\" MetricDefinitions { MetricDefinitions { Name: \"twice\" Expression: \"reals * 2.0\" } }\n"
        "Header { Metrics { Name: \"one\" } Metrics { Name: \"twice\" Multiplier: 3 } }\n"
        "Body { Items { Table { Columns: 2 SortKey: ByValue Metrics { Name: \"group:list\" Label: \"{UNIT}\" } } }\n"
        "  Items { BarChart { SortKey: ByLabel Metrics { Name: \"wholes\" ShowInstances: true } } }\n"
        "  Items { HistogramChart { Metric { Name: \"regex:^(reals|wholes)$\" } } }\n"
        "  Items { LineChart { Metrics { Name: \"plain\" } } }\n"
        "  Items { RooflineChart { Rooflines { PeakWork { Constant: 1 } PeakTraffic { Metric { Name: \"two\" } } } } }\n"
        "  Items { SuffixTable { Suffixes { Suffix { Name: \".sum\" } } BaseNames { BaseName { Name: \"lts__t_sectors\" } } } }\n"
        "  Items { Timeline { MetricGroups { MetricRows { Metrics { Name: \"reals\" } } } } } }\n"
        "Metrics { Metrics { Name: \"regex:s$\" Label: \"x\" } }\n";
    nvs_metrics_options o;
    const nvs_node *root;
    doc = nvs_document_open(section, sizeof section - 1, NULL, NULL);
    if (!CHECK(doc != NULL && doc->errors == 0)) return;
    root = doc->root;
    memset(&o, 0, sizeof o);
    o.device.cc = 90;
    good = nvs_metrics_open(&root, 1, &test_source, &o, NULL);
    CHECK(good != NULL);
}

static void memory_fails(void)
{
    int k;
    unsigned n;
    for (k = 0; k < JOBS; k++)
        for (n = 1;; n++) {
            heap h;
            nvs_memory m;
            HEAP_MEMORY(m, h);
            h.fail = n;
            error.code = NVS_OK;
            if (jobs[k](&m)) {
                CHECK(h.calls < n); /* no failure goes unnoticed */
                CHECK_U64(0, h.live);
                break;
            }
            CHECK(error.code == NVS_MEMORY && h.live == 0 && strncmp(error.message, "out of memory", 13) == 0);
        }
}

static void limits(void)
{
    int k;
    size_t most;
    for (k = 0; k < JOBS; k++)
        for (most = 1;; most += jobs[k] == results ? 1 : 97) { /* what results leave over is a limit of its own */
            heap h;
            nvs_memory m;
            HEAP_MEMORY(m, h);
            m.max_memory = most;
            if (jobs[k](&m)) break;
            CHECK(error.code == NVS_LIMIT && h.live == 0 && h.peak <= most && (strncmp(error.message, "out of memory", 13) == 0 || strcmp(error.message, "max_memory is reached") == 0));
        }
}

static void buffers(void)
{
    static char room[1 << 20];
    int k;
    size_t size;
    for (k = 0; k < JOBS; k++) {
        for (size = 0;; size += k == 1 ? 61 : jobs[k] == pattern_with_prefix && size < 4000 ? 1 : 7) {
            nvs_memory m;
            memset(&m, 0, sizeof m);
            m.buffer = room + size % 8; /* of any alignment */
            m.buffer_size = size;
            memset(room + size % 8 + size, 'x', 64);
            if (jobs[k](&m)) break;
            if (!CHECK(error.code == NVS_MEMORY && size < sizeof room - 128)) break;
            CHECK(room[size % 8 + size] == 'x' && room[size % 8 + size + 63] == 'x');
        }
    }
}

/* A buffer that ends at each byte in turn, and an allocator for the rest: the same result, and nothing after the
   buffer. */
static void buffer_and_allocator(void)
{
    static char room[8192 + 64];
    int k;
    size_t size, i;
    for (k = 0; k < JOBS; k++)
        for (size = 0; size < sizeof room - 64; size += jobs[k] == pattern || jobs[k] == pattern_with_prefix ? 1 : 251) {
            heap h;
            nvs_memory m;
            HEAP_MEMORY(m, h);
            m.buffer = room;
            m.buffer_size = size;
            memset(room + size, 'x', 64);
            CHECK(jobs[k](&m) && h.live == 0);
            for (i = size; i < size + 64 && room[i] == 'x'; i++) continue;
            if (!CHECK_U64(size + 64, i)) break;
        }
}

static void callbacks_fail(void)
{
    static job *const asking[] = {derive, results, evaluate, apply};
    nvs_memory m;
    int k;
    unsigned n;
    memset(&m, 0, sizeof m);
    for (k = 0; k < 4; k++)
        for (n = 1;; n++) {
            test_calls = 0;
            test_fail = n;
            if (asking[k](&m)) break;
            if (!CHECK(error.code == NVS_IO)) break;
        }
    test_fail = 0;
}

int main(void)
{
    RUN(start);
    RUN(memory_fails);
    RUN(limits);
    RUN(buffers);
    RUN(buffer_and_allocator);
    RUN(callbacks_fail);
    nvs_metrics_close(good);
    nvs_document_close(doc);
    return run_end();
}
