/* The rule driver: four rules whose parents, required metrics and calls the input chooses. Bytes 0 to 2: the allocation
   that fails, which metrics are there, when a callback fails; then for each rule a byte of parents, a byte of
   requirements, a byte with the number of calls, and the calls: what, a number, a letter. */
#define NVS_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#include "nvsection_fuzz.h"

#define RULES 4

typedef struct script {
    const uint8_t *at, *end;
} script;

static script scripts[RULES];
static unsigned metric_calls, metric_fail, there, applied[RULES], order;

static const char *const ids[RULES] = {"A", "B", "C", "A"};
static const char *const metrics[] = {"m0", "m1", "m2", "m3"};

static nvs_reply metric(nvs_view name, nvs_metric *data, void *user)
{
    (void)user;
    if (++metric_calls == metric_fail) return NVS_REPLY_FAILED;
    if (name.len != 2 || name.ptr[0] != 'm' || name.ptr[1] < '0' || name.ptr[1] > '3' || !(there >> (name.ptr[1] - '0') & 1)) return NVS_REPLY_NO;
    if (there >> (name.ptr[1] - '0') & 16) {
        data->value.kind = NVS_KIND_UINT64;
        data->value.v.u = 17;
    }
    return NVS_REPLY_YES;
}

static nvs_reply name_at(size_t index, nvs_view *name, void *user)
{
    (void)user;
    if (index >= 4) return NVS_REPLY_NO;
    name->ptr = metrics[index];
    name->len = 2;
    return NVS_REPLY_YES;
}

static void apply(nvs_rule_context *c, unsigned rule)
{
    script s = scripts[rule];
    uint32_t message = 0;
    nvs_metric data;
    nvs_view view;
    double number;
    int has;
    applied[rule] = ++order;
    while (s.end - s.at >= 3) {
        const unsigned what = s.at[0] % 14, n = s.at[1];
        char text[2] = {0, 0};
        nvs_place place;
        text[0] = (char)s.at[2];
        s.at += 3;
        memset(&place, 0, sizeof place);
        place.file.ptr = place.sass.ptr = "";
        switch (what) {
        case 0: if (!nvs_rule_metric(c, nvs_text(metrics[n % 4]), &data)) HOLDS(!(there >> n % 4 & 1) || metric_fail > 0); break;
        case 1:
            number = rule_number(c, metrics[n % 4], &has);
            HOLDS(has ? number == 17 : number == 0);
            break;
        case 3: HOLDS(nvs_rule_name_at(c, n, &view) == (n < 4)); break;
        case 4: HOLDS(c->launch != NULL); break;
        case 5: HOLDS(!nvs_rule_place(c, n, &place)); break;
        case 2: case 6: break;
        case 7: nvs_rule_receive(c, nvs_text(ids[n % RULES]), nvs_text(text), &number); break;
        case 8: message = rule_message(c, (nvs_level)(n % 5), n & 64 ? text : NULL, text); break;
        case 9: nvs_rule_speedup(c, n & 64 ? message : n, (nvs_speedup)(n % 3), (double)n - 20); break;
        case 10: rule_focus(c, n & 64 ? message : n, metrics[n % 4], n, (nvs_severity)(n % 3), n & 32 ? text : NULL); break;
        case 11: rule_marker(c, message, NVS_LEVEL_OK, &place, text); break;
        default: nvs_rule_send(c, nvs_text(text), n); break;
        }
    }
}
static void apply0(nvs_rule_context *c) { apply(c, 0); }
static void apply1(nvs_rule_context *c) { apply(c, 1); }
static void apply2(nvs_rule_context *c) { apply(c, 2); }
static void apply3(nvs_rule_context *c) { apply(c, 3); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static heap h;
    nvs_rule rules[RULES];
    const nvs_rule *list[RULES];
    const char *parents[RULES][RULES + 1], *required[RULES][RULES + 1];
    nvs_source source;
    nvs_rules_options o;
    nvs_error error;
    const nvs_findings *results;
    const uint8_t *p = data + 3, *end = data + size;
    static void (*const functions[RULES])(nvs_rule_context *) = {apply0, apply1, apply2, apply3};
    unsigned i, k, n;
    size_t r;
    if (size < 3) return 0;
    memset(&h, 0, sizeof h);
    memset(rules, 0, sizeof rules);
    memset(&source, 0, sizeof source);
    memset(&o, 0, sizeof o);
    memset(scripts, 0, sizeof scripts);
    memset(applied, 0, sizeof applied);
    metric_calls = order = 0;
    h.fail_at = data[0];
    there = data[1];
    metric_fail = data[2];
    for (i = 0; i < RULES; i++) {
        const unsigned with = p < end ? *p++ : 0, needs = p < end ? *p++ : 0;
        size_t calls = p < end ? (size_t)(*p++ % 16) * 3 : 0;
        if (calls > (size_t)(end - p)) calls = (size_t)(end - p);
        for (k = n = 0; k < RULES; k++)
            if (with >> k & 1) parents[i][n++] = ids[k];
        parents[i][n] = NULL;
        for (k = n = 0; k < RULES; k++)
            if (needs >> k & 1) required[i][n++] = metrics[k];
        required[i][n] = NULL;
        rules[i].identifier = ids[i];
        rules[i].name = rules[i].description = "a rule";
        rules[i].section = with & 128 ? "S" : NULL;
        rules[i].parents = parents[i];
        rules[i].required = required[i];
        rules[i].apply_fn = functions[i];
        list[i] = &rules[i];
        scripts[i].at = p;
        scripts[i].end = p += calls;
    }
    o.memory = memory_of(&h, (size_t)1 << 20);
    source.metric_fn = metric;
    source.name_fn = name_at;
    results = nvs_rules_run(list, RULES, &source, &o, &error);
    if (results == NULL) {
        HOLDS(error.code == NVS_MEMORY || error.code == NVS_LIMIT || (error.code == NVS_IO && metric_fail > 0));
        HOLDS(h.count == 0);
        return 0;
    }
    HOLDS(nvs_findings_memory_used(results) == h.held && h.peak <= (size_t)1 << 20);
    HOLDS(results->count == 3 && applied[3] == 0); /* of equal identifiers the first counts */
    for (r = 0; r < results->count; r++) {
        const nvs_rule_result *one = &results->results[r];
        uint32_t messages = 0, f;
        i = (unsigned)(one->rule - rules);
        HOLDS(i < 3 && (one->failed != 0) == (applied[i] == 0));
        for (f = 0; f < one->count; f++) {
            const nvs_finding *item = &one->findings[f];
            messages += item->kind == NVS_FINDING_KIND_MESSAGE;
            HOLDS(item->message <= one->messages && item->title.ptr != NULL && item->text.ptr != NULL);
            if (item->kind == NVS_FINDING_KIND_MESSAGE) HOLDS(item->message == messages);
        }
        HOLDS(messages == one->messages);
    }
    nvs_findings_close(results);
    HOLDS(h.count == 0);
    return 0;
}
