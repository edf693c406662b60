/* NULL for every pointer does nothing and gives the neutral answer, and callbacks have a word for each thing that can
   happen. */
#include "nvsection_values.h"

static nvs_reply no_writer(const void *data, size_t size, void *user)
{
    const char *const bytes = (const char *)data;
    (void)user;
    (void)bytes;
    (void)size;
    return NVS_REPLY_NO;
}

static void reading(void)
{
    nvs_reader r;
    nvs_token t;
    nvs_name_parts parts;
    nvs_conditions c;
    nvs_choice choice;
    nvs_device d;
    const nvs_node *filter = NULL;
    nvs_write_options how;
    nvs_output to;
    const char *name;
    int32_t value;
    memset(&d, 0, sizeof d);
    memset(&c, 0, sizeof c);
    nvs_reader_begin(NULL, "x", 1);
    nvs_reader_begin(&r, NULL, 5);
    CHECK(!nvs_reader_next(&r, &t) && t.kind == NVS_TOKEN_KIND_END && r.error.code == NVS_OK);
    nvs_reader_begin(&r, "a b", 3);
    CHECK(nvs_reader_next(&r, NULL) && nvs_reader_next(&r, &t) && t.offset == 2);
    CHECK(!nvs_reader_next(NULL, &t) && t.kind == NVS_TOKEN_KIND_END && t.text.ptr != NULL);
    if (sizeof(size_t) > 4) {
        nvs_reader_begin(&r, "x", (size_t)0xfffffff1u);
        CHECK(r.error.code == NVS_LIMIT && !nvs_reader_next(&r, &t));
    }
    CHECK(nvs_token_decode(NULL, NULL, 0) == 0);
    CHECK(!nvs_message_field_at(0, 0, NULL) && !nvs_message_field_find(0, nvs_text("Identifier"), NULL));
    CHECK(!nvs_enum_value_at(0, 0, NULL, NULL) && nvs_enum_value_at(0, 0, &name, NULL) && nvs_enum_value_at(0, 0, NULL, &value));
    nvs_name_split(nvs_text("a"), NULL);
    nvs_name_split(nvs_text(NULL), &parts);
    CHECK(parts.rest.ptr != NULL && parts.known);
    nvs_conditions_of(NULL, NULL, NULL);
    CHECK(nvs_conditions_test(NULL, &d, &filter) == NVS_REASON_NONE && nvs_conditions_test(&c, NULL, &filter) == NVS_REASON_NONE);
    nvs_metric_choose(NULL, NULL, NULL, NULL);
    {
        nvs_document *doc = nvs_document_open("Name: \"a\"", 9, NULL, NULL);
        nvs_metric_choose(doc->root, NULL, NULL, &choice);
        CHECK(choice.name.len == 0 && choice.reason == NVS_REASON_NONE);
        CHECK(nvs_node_write(doc->root, NULL, NULL, NULL) == NVS_ARGUMENT);
        memset(&how, 0, sizeof how);
        how.format = (nvs_format)2;
        to.write_fn = no_writer;
        to.user = NULL;
        CHECK(nvs_node_write(doc->root, &how, &to, NULL) == NVS_ARGUMENT);
        nvs_document_close(doc);
    }
    CHECK(nvs_column_value(NULL, 0).kind == NVS_KIND_NONE && nvs_value_number(NULL, &value) == 0 && value == 0);
}

static void answers(void)
{
    nvs_pattern *p = nvs_pattern_open(nvs_text("a"), NULL, NULL);
    const nvs_selection *s;
    nvs_document *doc = nvs_document_open("Identifier: \"i\" DisplayName: \"d\" Header { Metrics { Name: \"one\" } }", 68, NULL, NULL);
    const nvs_node *root = doc->root;
    nvs_document_options o;
    nvs_error e;
    CHECK(nvs_pattern_match(p, nvs_text("xa")) && !nvs_pattern_match(p, nvs_text(NULL)) && !nvs_pattern_match(NULL, nvs_text("a")));
    nvs_pattern_close(p);
    s = nvs_select(&root, 1, NULL, NULL);
    CHECK(s != NULL && s->metric_count == 1 && s->missing == 0);
    nvs_selection_close(s);
    memset(&o, 0, sizeof o);
    o.format = (nvs_format)7;
    CHECK(nvs_document_open("", 0, &o, &e) == NULL && e.code == NVS_ARGUMENT);
    nvs_document_close(doc);
}

/* What a rule asks and reports with no context. */
static nvs_reply bad_name(size_t index, nvs_view *name, void *user)
{
    (void)user;
    (void)index;
    name->ptr = "left behind";
    name->len = 4;
    return NVS_REPLY_FAILED;
}

static nvs_reply bad_place(uint64_t address, nvs_place *place, void *user)
{
    (void)address;
    place->line = 99;
    return user != NULL ? NVS_REPLY_FAILED : NVS_REPLY_UNKNOWN;
}

static int which;
static void asks(nvs_rule_context *c)
{
    nvs_finding f;
    nvs_view name = nvs_text(NULL);
    nvs_place place;
    double v;
    CHECK(c->rule != NULL && c->launch != NULL);
    if (which == 1) {
        CHECK(!nvs_rule_name_at(c, 0, &name) && name.len == 0 && !nvs_rule_name_at(c, 0, NULL));
        return;
    }
    if (which == 2) {
        CHECK(!nvs_rule_place(c, 3, &place) && place.line == 0 && place.address == 3 && !nvs_rule_place(c, 3, NULL));
        return;
    }
    CHECK(!nvs_rule_metric(NULL, nvs_text("one"), NULL) && !nvs_rule_name_at(NULL, 0, NULL) && !nvs_rule_name_at(NULL, 0, &name));
    CHECK(!nvs_rule_place(NULL, 3, NULL) && !nvs_rule_place(NULL, 3, &place) && place.address == 3);
    nvs_rule_send(NULL, nvs_text("k"), 1);
    nvs_rule_send(c, nvs_text("k"), 1);
    CHECK(!nvs_rule_receive(NULL, nvs_text("r"), nvs_text("k"), &v) && !nvs_rule_receive(c, nvs_text(NULL), nvs_text(NULL), NULL));
    nvs_rule_speedup(NULL, 1, NVS_SPEEDUP_LOCAL, 1);
    memset(&f, 0, sizeof f);
    CHECK(nvs_rule_add(NULL, &f) == 0 && nvs_rule_add(c, NULL) == 0);
    f.kind = (nvs_finding_kind)3;
    CHECK(nvs_rule_add(c, &f) == 0);
    f.kind = NVS_FINDING_KIND_FOCUS; /* of no message */
    CHECK(nvs_rule_add(c, &f) == 0);
    f.kind = NVS_FINDING_KIND_MARKER;
    CHECK(nvs_rule_add(c, &f) == 0);
    f.kind = NVS_FINDING_KIND_MESSAGE;
    CHECK(nvs_rule_add(c, &f) == 1);
    CHECK(nvs_rule_metric(c, nvs_text("one"), NULL));
}

static void hears(nvs_rule_context *c) { CHECK(nvs_rule_receive(c, nvs_text("asks"), nvs_text("k"), NULL)); }

static void rules(void)
{
    static const char *const above[] = {"asks", NULL};
    static const nvs_rule one = {"asks", "", "", NULL, NULL, NULL, asks, NULL}, two = {"hears", "", "", NULL, NULL, above, hears, NULL};
    const nvs_rule *const list[] = {&one, &two};
    nvs_source s;
    const nvs_findings *r;
    nvs_error e;
    memset(&s, 0, sizeof s);
    s = test_source;
    which = 0;
    r = nvs_rules_run(list, 2, &s, NULL, &e);
    CHECK(r != NULL && r->results[0].count == 2);
    nvs_findings_close(r);
    s.place_fn = bad_place; /* not known */
    which = 2;
    r = nvs_rules_run(list, 1, &s, NULL, &e);
    CHECK(r != NULL);
    nvs_findings_close(r);
    s.user = &s; /* it fails */
    CHECK(nvs_rules_run(list, 1, &s, NULL, &e) == NULL && e.code == NVS_IO);
    s.name_fn = bad_name;
    which = 1;
    CHECK(nvs_rules_run(list, 1, &s, NULL, &e) == NULL && e.code == NVS_IO);
}

/* Names that cannot be listed are no names that match. */
static void names_that_fail(void)
{
    nvs_document *doc = nvs_document_open("Identifier: \"i\" DisplayName: \"d\" Header { Metrics { Name: \"regex:a\" } }", 72, NULL, NULL);
    nvs_source s = test_source;
    const nvs_node *root = doc->root;
    nvs_metrics *m;
    nvs_error e;
    s.name_fn = bad_name;
    m = nvs_metrics_open(&root, 1, &s, NULL, &e);
    CHECK(nvs_evaluate(m, root, NULL, &e) == NULL && e.code == NVS_IO);
    nvs_metrics_close(m);
    nvs_document_close(doc);
}

int main(void)
{
    RUN(reading);
    RUN(answers);
    RUN(rules);
    RUN(names_that_fail);
    return run_end();
}
