/* What each public function does with NULL, with numbers out of range, and with callbacks that give nothing or too much; the words of
   the enums. */
#include "nvsection_values.h"

static nvs_memory half(void)
{
    nvs_memory m;
    memset(&m, 0, sizeof m);
    m.allocator.alloc_fn = nvs_i_malloc;
    return m;
}

static const nvs_view nothing = {NULL, 0};

static nvs_document *parsed(const char *s)
{
    nvs_document *doc = nvs_document_open(s, strlen(s), NULL, NULL);
    CHECK(doc != NULL && doc->errors == 0);
    return doc;
}

static size_t written;
static nvs_reply put(const void *data, size_t len, void *user)
{
    const char *const bytes = (const char *)data;
    (void)bytes;
    written += len;
    return user == NULL;
}

static void names(void)
{
    int i, k;
    nvs_field_info f;
    for (i = 1; i <= NVS_FIELD_TYPE; i++) CHECK(strlen(nvs_field_name(i)) > 2);
    CHECK(nvs_field_name(i)[0] == '?' && nvs_field_name(-1)[0] == '?' && nvs_field_name(0)[0] == '?');
    for (i = 0; i <= NVS_MESSAGE_GFX_METRICS_WIDGET; i++) CHECK(strlen(nvs_message_name(i)) > 2);
    CHECK(nvs_message_name(i)[0] == '?' && nvs_message_name(-1)[0] == '?');
    for (k = 0; k < i; k++) { /* what the schema lists can also be found, by whole names only */
        unsigned n;
        for (n = 0; nvs_message_field_at(k, n, &f); n++) {
            nvs_field_info g;
            nvs_view v = nvs_text(nvs_field_name((int)f.name));
            CHECK(nvs_message_field_find(k, v, &g) && g.name == f.name && g.number == f.number && g.type == f.type);
            v.len--;
            CHECK(!nvs_message_field_find(k, v, &g) || strlen(nvs_field_name((int)g.name)) == v.len);
        }
    }
    CHECK(!nvs_message_field_at(-1, 0, &f) && !nvs_message_field_at(i, 0, &f) && !nvs_message_field_at(0, 1000, &f));
    CHECK(!nvs_message_field_find(-1, nvs_text("Name"), &f) && !nvs_message_field_find(i, nvs_text("Name"), &f) && !nvs_message_field_find(0, nvs_text(""), &f) && !nvs_message_field_find(0, nothing, &f) && !nvs_message_field_find(0, nvs_text("x"), &f));
    for (i = 0; i <= NVS_ENUM_PM_WARP_SAMPLING; i++) {
        const char *name;
        int32_t value;
        unsigned n;
        for (n = 0; nvs_enum_value_at(i, n, &name, &value); n++) CHECK(name[0] != 0 && enum_word(i, value) != NULL);
        CHECK(n > 0);
    }
    CHECK(enum_word(i, 1) == NULL && enum_word(-1, 1) == NULL && enum_word(NVS_ENUM_VGPU, 999) == NULL && enum_word(NVS_ENUM_VGPU, -1) == NULL && enum_word(NVS_ENUM_VGPU, (int64_t)1 << 40) == NULL);
    {
        const char *name = "same";
        int32_t value = 7;
        CHECK(!nvs_enum_value_at(-1, 0, &name, &value) && !nvs_enum_value_at(i, 0, &name, &value));
    }
#define EACH(fn, type, last, first_name, last_name) \
    do { \
        for (i = 0; i <= (int)(last); i++) CHECK(strcmp(fn((type)i), "?") != 0); \
        CHECK_STR("?", fn((type)i)); \
        CHECK_STR("?", fn((type)99)); \
        CHECK_STR(last_name, fn((type)(last))); \
        CHECK_STR(first_name, fn((type)0)); \
    } while (0)
    EACH(nvs_kind_name, nvs_kind, NVS_KIND_MIXED, "none", "mixed");
    EACH(nvs_problem_kind_name, nvs_problem_kind, NVS_PROBLEM_KIND_PATTERN, "character", "pattern");
    for (i = 0; i <= NVS_PROBLEM_KIND_PATTERN; i++) CHECK(strlen(nvs_problem_kind_text((nvs_problem_kind)i)) > 5);
    CHECK_STR("?", nvs_problem_kind_text((nvs_problem_kind)i));
    CHECK_STR("?", nvs_problem_kind_text((nvs_problem_kind)99));
    CHECK_STR("no token starts with this byte", nvs_problem_kind_text((nvs_problem_kind)0));
    EACH(nvs_prefix_name, nvs_prefix, NVS_PREFIX_WARPSAMPLING, "none", "warpsampling");
    {
        static const char *const reasons[] = {"none", "arch", "scope", "vgpu", "kmd", "unknown", "empty", "unlisted", "regex"};
        for (i = 0; i < 9; i++) CHECK_STR(reasons[i], nvs_reason_name((nvs_reason)i));
    }
    EACH(nvs_reason_name, nvs_reason, NVS_REASON_REGEX, "none", "regex");
    EACH(nvs_derived_state_name, nvs_derived_state, NVS_DERIVED_STATE_CYCLE, "ok", "cycle");
    EACH(nvs_cell_state_name, nvs_cell_state, NVS_CELL_STATE_FILLER, "value", "filler");
    EACH(nvs_level_name, nvs_level, NVS_LEVEL_OPTIMIZATION, "none", "optimization");
    EACH(nvs_speedup_name, nvs_speedup, NVS_SPEEDUP_GLOBAL, "none", "global");
    EACH(nvs_severity_name, nvs_severity, NVS_SEVERITY_HIGH, "default", "high");
#undef EACH
}

static void documents(void)
{
    nvs_document_options o;
    nvs_error e;
    nvs_document *doc;
    const nvs_node *n;
    char path[200];
    memset(&o, 0, sizeof o);
    o.memory = half();
    CHECK(nvs_document_open("", 0, &o, &e) == NULL && e.code == NVS_ARGUMENT && e.offset == 0 && nvs_document_open("", 0, &o, NULL) == NULL && binary_open("", 0, &o, &e) == NULL && e.code == NVS_ARGUMENT);
    memset(&o, 0, sizeof o);
    CHECK(nvs_document_open(NULL, 1, NULL, &e) == NULL && e.code == NVS_ARGUMENT && binary_open(NULL, 1, NULL, &e) == NULL && e.code == NVS_ARGUMENT);
    if (sizeof(size_t) > 4) CHECK(nvs_document_open("", (size_t)0xffffffffu, NULL, &e) == NULL && (e.code == NVS_LIMIT || e.code == NVS_ARGUMENT));
    o.top = -1;
    CHECK(nvs_document_open("", 0, &o, &e) == NULL && e.code == NVS_ARGUMENT);
    o.top = NVS_MESSAGE_GFX_METRICS_WIDGET + 1;
    CHECK(nvs_document_open("", 0, &o, &e) == NULL && e.code == NVS_ARGUMENT);
    o.top = NVS_MESSAGE_BODY_ITEM;
    doc = nvs_document_open(NULL, 0, &o, &e);
    CHECK(doc != NULL && doc->errors == 0 && doc->fields == 0 && doc->input.ptr != NULL);
    nvs_document_close(doc);
    doc = binary_open(NULL, 0, &o, &e);
    CHECK(doc != NULL && doc->errors == 0 && doc->binary && doc->input.ptr != NULL);
    nvs_document_close(doc);
    nvs_document_close(NULL);
    doc = parsed("Identifier: \"i\" DisplayName: \"d\" Order: 3 Header { Rows: 2 Metrics { Name: \"a\" Groups: [\"x\", \"y\"] } Metrics { Name: \"b\" Multiplier: 1.5 } }");
    n = nvs_node_child(doc->root, NVS_FIELD_HEADER);
    CHECK(nvs_node_child(NULL, NVS_FIELD_NAME) == NULL && nvs_node_child(doc->root->child, NVS_FIELD_NAME) == NULL && nvs_node_child(doc->root, NVS_FIELD_BODY) == NULL);
    CHECK(nvs_node_again(NULL) == NULL && nvs_node_again(n) == NULL && nvs_node_again(nvs_node_child(n, NVS_FIELD_METRICS)) != NULL && nvs_node_again(nvs_node_again(nvs_node_child(n, NVS_FIELD_METRICS))) == NULL);
    CHECK(node_count(NULL, NVS_FIELD_NAME) == 0 && node_count(n, NVS_FIELD_METRICS) == 2 && node_count(n, NVS_FIELD_NAME) == 0);
    CHECK(nvs_node_walk(NULL, NULL, NVS_WALK_INTO) == NULL && nvs_node_walk(doc->root, NULL, NVS_WALK_INTO) == NULL && nvs_node_walk(doc->root, doc->root, NVS_WALK_OVER) == NULL);
    CHECK(nvs_node_text(NULL, NVS_FIELD_NAME).len == 0 && nvs_node_text(doc->root, NVS_FIELD_ORDER).len == 0 && nvs_node_text(n, NVS_FIELD_NAME).ptr != NULL);
    CHECK(nvs_node_uint(NULL, NVS_FIELD_ORDER) == 0 && nvs_node_uint(doc->root, NVS_FIELD_ORDER) == 3 && nvs_node_uint(doc->root, NVS_FIELD_IDENTIFIER) == 0);
    CHECK_U64(0, nvs_node_path(NULL, path, sizeof path));
    n = nvs_node_child(nvs_node_again(nvs_node_child(n, NVS_FIELD_METRICS)), NVS_FIELD_MULTIPLIER);
    {
        const size_t len = nvs_node_path(n, NULL, 0);
        char whole_path[200];
        size_t room;
        CHECK(len > 10 && len == nvs_node_path(n, whole_path, sizeof whole_path) && strlen(whole_path) == len);
        for (room = 1; room <= len + 1; room++) {
            memset(path, 'x', sizeof path);
            CHECK_U64(len, nvs_node_path(n, path, room));
            CHECK(path[room] == 'x' && strlen(path) < room && strncmp(path, whole_path, strlen(path)) == 0);
        }
    }
    CHECK(write_text(NULL, put, NULL) == NVS_ARGUMENT && write_text(n, put, NULL) == NVS_ARGUMENT && write_text(doc->root, NULL, NULL) == NVS_ARGUMENT);
    CHECK(write_binary(NULL, NULL, put, NULL, &e) == NVS_ARGUMENT && e.code == NVS_ARGUMENT && write_binary(doc->root->child, NULL, put, NULL, NULL) == NVS_ARGUMENT && write_binary(doc->root, NULL, NULL, NULL, NULL) == NVS_ARGUMENT);
    {
        nvs_memory m = half();
        CHECK(write_binary(doc->root, &m, put, NULL, NULL) == NVS_ARGUMENT && written == 0);
    }
    nvs_document_close(doc);
}

static void conditions(void)
{
    nvs_document *doc = parsed("Identifier: \"i\" DisplayName: \"d\" Filter { MinArch: CC_75 MaxArch: CC_90 }");
    nvs_conditions c;
    nvs_device d;
    nvs_choice choice;
    const nvs_node *filter;
    memset(&d, 0, sizeof d);
    nvs_conditions_of(NULL, NULL, &c);
    CHECK(c.arch == NULL && c.vgpu == NULL && c.kmd == NULL && c.scopes == NULL && nvs_conditions_test(&c, &d, &filter) == NVS_REASON_NONE && filter == NULL);
    CHECK(nvs_conditions_test(&c, &d, NULL) == NVS_REASON_NONE);
    nvs_conditions_of(doc->root->child, NULL, &c); /* no message */
    CHECK(c.arch == NULL);
    nvs_conditions_of(doc->root, NULL, &c);
    CHECK(c.arch != NULL);
    nvs_metric_choose(NULL, NULL, &d, &choice);
    CHECK(choice.name.ptr != NULL && choice.name.len == 0);
    nvs_metric_choose(doc->root->child, NULL, &d, &choice);
    CHECK(choice.name.len == 0);
    nvs_document_close(doc);
}

static void selections(void)
{
    nvs_memory m = half();
    nvs_error e;
    nvs_device d;
    nvs_document *doc = parsed("Identifier: \"i\" DisplayName: \"d\"");
    const nvs_node *list[2];
    const nvs_selection *s;
    memset(&d, 0, sizeof d);
    d.cc = 80;
    list[0] = doc->root;
    list[1] = NULL;
    CHECK(select_on(list, 2, &d, NULL, NULL, &e) == NULL && e.code == NVS_ARGUMENT && select_on(NULL, 1, &d, NULL, NULL, &e) == NULL);
    CHECK(select_on(list, 1, &d, NULL, &m, &e) == NULL && e.code == NVS_ARGUMENT && select_on(list, 2, &d, NULL, NULL, NULL) == NULL);
    list[1] = doc->root->child;
    CHECK(select_on(list, 2, &d, NULL, NULL, &e) == NULL && e.code == NVS_ARGUMENT);
    s = select_on(NULL, 0, &d, NULL, NULL, &e);
    CHECK(s != NULL && s->section_count == 0 && s->metric_count == 0);
    nvs_selection_close(s);
    nvs_selection_close(NULL);
    nvs_document_close(doc);
}

static void computing(void)
{
    nvs_definition d;
    nvs_derive_options o;
    nvs_metrics_options ro;
    nvs_error e;
    const nvs_derivation *r;
    nvs_metrics *results;
    nvs_metric data;
    nvs_document *doc = parsed("Identifier: \"i\" DisplayName: \"d\" Header { Metrics { Name: \"one\" } }");
    const nvs_node *list[2];
    nvs_source none;
    nvs_memory m = half();
    const nvs_evaluation *ev;
    memset(&o, 0, sizeof o);
    memset(&none, 0, sizeof none);
    d.name = nvs_text("a");
    d.expression = nvs_text("1");
    CHECK(nvs_derive(NULL, 1, NULL, NULL, &e) == NULL && e.code == NVS_ARGUMENT && nvs_derive(&d, 1, &none, NULL, &e) == NULL && e.code == NVS_ARGUMENT);
    o.arithmetic = (nvs_arithmetic)3;
    CHECK(nvs_derive(&d, 1, NULL, &o, &e) == NULL && e.code == NVS_ARGUMENT);
    o.arithmetic = (nvs_arithmetic)-1;
    CHECK(nvs_derive(&d, 1, NULL, &o, &e) == NULL && e.code == NVS_ARGUMENT && nvs_derive(&d, 1, NULL, &o, NULL) == NULL);
    o.arithmetic = NVS_ARITHMETIC_CURRENT;
    o.memory = m;
    CHECK(nvs_derive(&d, 1, NULL, &o, &e) == NULL && e.code == NVS_ARGUMENT);
    r = nvs_derive(NULL, 0, NULL, NULL, &e);
    CHECK(r != NULL && r->count == 0 && derived_named(r, nvs_text("a")) == NULL);
    nvs_derivation_close(r);
    nvs_derivation_close(NULL);
    r = nvs_derive(&d, 1, NULL, NULL, &e);
    CHECK(r != NULL && derived_named(r, nvs_text("a")) == r->metrics && derived_named(NULL, nvs_text("a")) == NULL && derived_named(r, nvs_text("b")) == NULL && derived_named(r, nvs_text("")) == NULL);
    nvs_derivation_close(r);
    list[0] = doc->root;
    list[1] = NULL;
    memset(&ro, 0, sizeof ro);
    ro.device.cc = 90;
    CHECK(nvs_metrics_open(NULL, 1, &test_source, &ro, &e) == NULL && e.code == NVS_ARGUMENT && nvs_metrics_open(list, 1, NULL, &ro, &e) == NULL && nvs_metrics_open(list, 1, &none, &ro, &e) == NULL);
    CHECK(nvs_metrics_open(list, 2, &test_source, &ro, &e) == NULL && e.code == NVS_ARGUMENT && e.offset == 1);
    results = nvs_metrics_open(list, 1, &test_source, NULL, &e);
    CHECK(results != NULL && results->derivation->count == 0 && nvs_metrics_find(NULL, nvs_text("one"), &data) == 0);
    nvs_metrics_close(results);
    ro.arithmetic = (nvs_arithmetic)3;
    CHECK(nvs_metrics_open(list, 1, &test_source, &ro, &e) == NULL && e.code == NVS_ARGUMENT);
    ro.arithmetic = (nvs_arithmetic)-1;
    CHECK(nvs_metrics_open(list, 1, &test_source, &ro, NULL) == NULL);
    ro.arithmetic = NVS_ARITHMETIC_CURRENT;
    ro.memory = m;
    CHECK(nvs_metrics_open(list, 1, &test_source, &ro, &e) == NULL && e.code == NVS_ARGUMENT);
    memset(&ro.memory, 0, sizeof ro.memory);
    results = nvs_metrics_open(list, 1, &test_source, &ro, &e);
    CHECK(results != NULL && nvs_metrics_find(results, nvs_text("one"), NULL) == 1 && nvs_metrics_find(results, nvs_text("gone"), &data) == 0 && results->derivation->count == 0);
    CHECK(evaluate_in(NULL, doc->root, NULL, &e) == NULL && e.code == NVS_ARGUMENT && evaluate_in(results, NULL, NULL, &e) == NULL && evaluate_in(results, doc->root->child, NULL, &e) == NULL);
    CHECK(evaluate_in(results, nvs_node_child(doc->root, NVS_FIELD_HEADER), NULL, &e) == NULL && e.code == NVS_ARGUMENT && evaluate_in(results, doc->root, &m, &e) == NULL && e.code == NVS_ARGUMENT && evaluate_in(NULL, NULL, NULL, NULL) == NULL);
    ev = evaluate_in(results, doc->root, NULL, NULL);
    CHECK(ev != NULL && ev->count == 1);
    nvs_evaluation_close(ev);
    nvs_evaluation_close(NULL);
    nvs_metrics_close(results);
    nvs_metrics_close(NULL);
    nvs_document_close(doc);
}

/* Rules: calls with NULL, and callbacks that give too much. */
static void apply(nvs_rule_context *c)
{
    nvs_place place;
    nvs_view name;
    double d = 7;
    int has = 7;
    uint32_t m;
    memset(&place, 0, sizeof place);
    CHECK(nvs_rule_metric(c, nvs_text("one"), NULL) == 1 && nvs_rule_metric(c, nvs_text("gone"), NULL) == 0);
    CHECK(rule_number(c, "one", NULL) == 1 && rule_number(c, "word", &has) == 0 && has == 0 && rule_number(c, "gone", NULL) == 0);
    CHECK(nvs_rule_place(c, 5, &place) == 0 && place.address == 5 && place.file.ptr != NULL);
    CHECK(nvs_rule_name_at(c, 0, &name) == 1 && nvs_rule_name_at(c, 9999, &name) == 0);
    CHECK(nvs_rule_receive(c, nvs_text("Nobody"), nvs_text("k"), &d) == 0 && nvs_rule_receive(c, nvs_text("First"), nvs_text("k"), &d) == 0 && d == 0);
    m = rule_message(c, NVS_LEVEL_OK, NULL, "said");
    nvs_rule_speedup(c, m + 9, NVS_SPEEDUP_LOCAL, 5); /* of no message: nothing happens */
    rule_focus(c, m + 9, "one", 1, NVS_SEVERITY_LOW, NULL);
    rule_focus(c, m, "one", 1, NVS_SEVERITY_LOW, NULL);
    rule_marker(c, m, NVS_LEVEL_WARNING, &place, "here");
    nvs_rule_send(c, nvs_text("k"), 3);
}

static void rules(void)
{
    static const nvs_rule one = {"First", "f", "d", NULL, NULL, NULL, apply, NULL}, idle = {"Idle", "i", "d", NULL, NULL, NULL, NULL, NULL};
    const nvs_rule *list[2];
    nvs_source s;
    nvs_rules_options o;
    const nvs_findings *r;
    nvs_error e;
    memset(&s, 0, sizeof s);
    memset(&o, 0, sizeof o);
    s = test_source;
    list[0] = &one;
    list[1] = NULL;
    CHECK(nvs_rules_run(NULL, 1, &s, NULL, &e) == NULL && e.code == NVS_ARGUMENT && nvs_rules_run(list, 1, NULL, NULL, &e) == NULL && e.code == NVS_ARGUMENT);
    o.memory = half();
    CHECK(nvs_rules_run(list, 1, &s, &o, &e) == NULL && e.code == NVS_ARGUMENT && nvs_rules_run(list, 1, &s, &o, NULL) == NULL);
    memset(&o, 0, sizeof o);
    s.metric_fn = NULL;
    CHECK(nvs_rules_run(list, 1, &s, NULL, &e) == NULL && e.code == NVS_ARGUMENT);
    s = test_source;
    r = nvs_rules_run(list, 1, &s, &o, &e);
    if (CHECK(r != NULL && r->count == 1 && r->results[0].messages == 1 && !r->results[0].failed)) {
        const nvs_finding *i = r->results[0].findings;
        CHECK(r->results[0].count == 3 && i->kind == NVS_FINDING_KIND_MESSAGE && i->speedup == NVS_SPEEDUP_NONE);
        CHECK(i[1].kind == NVS_FINDING_KIND_FOCUS && i[1].message == i->message && i[2].kind == NVS_FINDING_KIND_MARKER && i[2].message == i->message);
    }
    nvs_findings_close(r);
    nvs_findings_close(NULL);
    r = nvs_rules_run(NULL, 0, &s, NULL, &e);
    CHECK(r != NULL && r->count == 0);
    nvs_findings_close(r);
    CHECK(nvs_rules_run(list, 2, &s, NULL, &e) == NULL && e.code == NVS_ARGUMENT && e.offset == 1);
    list[1] = &idle;
    CHECK(nvs_rules_run(list, 2, &s, NULL, &e) == NULL && e.code == NVS_ARGUMENT && e.offset == 1);
}

int main(void)
{
    RUN(names);
    RUN(documents);
    RUN(conditions);
    RUN(selections);
    RUN(computing);
    RUN(rules);
    return run_end();
}
