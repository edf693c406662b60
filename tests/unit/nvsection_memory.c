/* What each object says it holds is what the allocator gave it; problems by their index. */
#define NVS_IMPLEMENTATION
#include "nvsection.h"

#include "heap.h"
#include "run.h"

static nvs_reply metric(nvs_view name, nvs_metric *out, void *user)
{
    (void)name;
    (void)user;
    out->value.kind = NVS_KIND_UINT64;
    return NVS_REPLY_YES;
}

static void memory_used(void)
{
    static const char text[] = "Identifier: \"A\"\nDisplayName: \"a\"\nHeader { Metrics { Label: \"m\" Name: \"m\" } }\n";
    static const nvs_rule rule;
    const nvs_rule *const rules[] = {&rule};
    heap heaps[7];
    nvs_source source;
    nvs_document_options doc;
    nvs_pattern_options pat;
    nvs_select_options sel;
    nvs_derive_options der;
    nvs_metrics_options met;
    nvs_evaluate_options eva;
    nvs_rules_options rul;
    nvs_document *document;
    nvs_pattern *pattern;
    nvs_metrics *metrics;
    const nvs_selection *selection;
    const nvs_derivation *derivation;
    const nvs_evaluation *evaluation;
    const nvs_findings *findings;
    const nvs_node *root;
    memset(&source, 0, sizeof source);
    memset(&doc, 0, sizeof doc);
    memset(&pat, 0, sizeof pat);
    memset(&sel, 0, sizeof sel);
    memset(&der, 0, sizeof der);
    memset(&met, 0, sizeof met);
    memset(&eva, 0, sizeof eva);
    memset(&rul, 0, sizeof rul);
    source.metric_fn = metric;
    HEAP_MEMORY(doc.memory, heaps[0]);
    HEAP_MEMORY(pat.memory, heaps[1]);
    HEAP_MEMORY(sel.memory, heaps[2]);
    HEAP_MEMORY(der.memory, heaps[3]);
    HEAP_MEMORY(met.memory, heaps[4]);
    HEAP_MEMORY(eva.memory, heaps[5]);
    HEAP_MEMORY(rul.memory, heaps[6]);
    document = nvs_document_open(text, sizeof text - 1, &doc, NULL);
    CHECK(document != NULL && document->errors == 0);
    root = document->root;
    pattern = nvs_pattern_open(nvs_text("a+b"), &pat, NULL);
    selection = nvs_select(&root, 1, &sel, NULL);
    derivation = nvs_derive(NULL, 0, &source, &der, NULL);
    metrics = nvs_metrics_open(&root, 1, &source, &met, NULL);
    evaluation = nvs_evaluate(metrics, root, &eva, NULL);
    findings = nvs_rules_run(rules, 0, &source, &rul, NULL);
    CHECK(heaps[0].held > 0 && heaps[3].held > 0 && heaps[4].held > 0);
    CHECK_U64(heaps[0].held, nvs_document_memory_used(document));
    CHECK_U64(heaps[1].held, nvs_pattern_memory_used(pattern));
    CHECK_U64(heaps[2].held, nvs_selection_memory_used(selection));
    CHECK_U64(heaps[3].held, nvs_derivation_memory_used(derivation));
    CHECK_U64(heaps[4].held, nvs_metrics_memory_used(metrics));
    CHECK_U64(heaps[5].held, nvs_evaluation_memory_used(evaluation));
    CHECK_U64(heaps[6].held, nvs_findings_memory_used(findings));
    nvs_findings_close(findings);
    nvs_evaluation_close(evaluation);
    nvs_metrics_close(metrics);
    nvs_derivation_close(derivation);
    nvs_selection_close(selection);
    nvs_pattern_close(pattern);
    nvs_document_close(document);
    CHECK(nvs_document_memory_used(NULL) + nvs_pattern_memory_used(NULL) + nvs_selection_memory_used(NULL) == 0);
    CHECK(nvs_derivation_memory_used(NULL) + nvs_metrics_memory_used(NULL) == 0);
    CHECK(nvs_evaluation_memory_used(NULL) + nvs_findings_memory_used(NULL) == 0);
}

static void problems(void)
{
    static const char text[] = "Nothing: 1\nIdentifier: \"A\"\nDisplayName: \"a\"\nHeader { Metrics { Label: \"m\" Name: \"regex:(\" } }\n";
    nvs_source source;
    nvs_document *document = nvs_document_open(text, sizeof text - 1, NULL, NULL);
    const nvs_node *root = document->root;
    nvs_metrics *metrics;
    const nvs_evaluation *evaluation;
    nvs_problem problem;
    memset(&source, 0, sizeof source);
    source.metric_fn = metric;
    metrics = nvs_metrics_open(&root, 1, &source, NULL, NULL);
    evaluation = nvs_evaluate(metrics, root, NULL, NULL);
    CHECK_U64(1, document->problem_count);
    CHECK(nvs_document_problem_at(document, 0, &problem));
    CHECK_U64(NVS_UNSUPPORTED, problem.code);
    CHECK_U64(0, problem.offset);
    CHECK_VIEW("Nothing", problem.name);
    CHECK(!nvs_document_problem_at(document, 1, &problem));
    CHECK(problem.code == NVS_OK && problem.message[0] == 0 && problem.name.len == 0);
    CHECK(!nvs_document_problem_at(NULL, 0, &problem) && !nvs_document_problem_at(document, 0, NULL));
    CHECK_U64(1, evaluation->problem_count);
    CHECK(nvs_evaluation_problem_at(evaluation, 0, &problem) && problem.offset > 30 && problem.message[0] != 0);
    CHECK(!nvs_evaluation_problem_at(evaluation, 1, &problem) && !nvs_evaluation_problem_at(NULL, 0, &problem));
    nvs_evaluation_close(evaluation);
    nvs_metrics_close(metrics);
    nvs_document_close(document);
}

/* A row of a table whose pattern or group finds nothing is missing; source counters offer what may be there. */
static void nothing_found(void)
{
    static const char text[] = "Identifier: \"A\"\nDisplayName: \"a\"\n"
                               "Header { Metrics { Name: \"regex:x+\" } Metrics { Name: \"group:x\" } }\n"
                               "SourceMetrics { Metrics { Name: \"regex:y+\" } Metrics { Name: \"group:y\" } }\n";
    nvs_source source;
    nvs_document *document = nvs_document_open(text, sizeof text - 1, NULL, NULL);
    const nvs_node *root = document->root;
    nvs_metrics *metrics;
    const nvs_evaluation *evaluation;
    CHECK_U64(0, document->errors);
    memset(&source, 0, sizeof source);
    source.metric_fn = metric;
    metrics = nvs_metrics_open(&root, 1, &source, NULL, NULL);
    evaluation = nvs_evaluate(metrics, root, NULL, NULL);
    CHECK_U64(2, evaluation->missing_count);
    nvs_evaluation_close(evaluation);
    nvs_metrics_close(metrics);
    nvs_document_close(document);
}

int main(void)
{
    RUN(memory_used);
    RUN(problems);
    RUN(nothing_found);
    return run_end();
}
