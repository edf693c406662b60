/* Rules: which run and when, what they can ask and report. */
#include "nvsection_values.h"

static char order[256];

static void note(nvs_rule_context *c, const char *name)
{
    (void)c;
    strcat(order, name);
}

static void parent(nvs_rule_context *c)
{
    double v;
    note(c, "p");
    CHECK(!nvs_rule_receive(c, nvs_text("child"), nvs_text("x"), &v));
    nvs_rule_send(c, nvs_text("x"), 1);
    nvs_rule_send(c, nvs_text("x"), 2.5); /* the last one counts */
}

static void child(nvs_rule_context *c)
{
    double v = 0;
    note(c, "c");
    CHECK(nvs_rule_receive(c, nvs_text("parent"), nvs_text("x"), &v) && v == 2.5);
    CHECK(!nvs_rule_receive(c, nvs_text("parent"), nvs_text("y"), &v));
    CHECK(!nvs_rule_receive(c, nvs_text("stranger"), nvs_text("x"), &v));
}

static void stranger(nvs_rule_context *c)
{
    double v;
    note(c, "s");
    CHECK(!nvs_rule_receive(c, nvs_text("parent"), nvs_text("x"), &v)); /* names no parent */
}

static void loop_one(nvs_rule_context *c) { note(c, "1"); }
static void loop_two(nvs_rule_context *c) { note(c, "2"); }
static void never(nvs_rule_context *c) { note(c, "!"); }

static nvs_reply place(uint64_t address, nvs_place *out, void *user)
{
    (void)user;
    if (address != 16) return NVS_REPLY_NO;
    out->line = 7;
    out->file = nvs_text("wave.cu");
    out->sass = nvs_text("FADD R1, R2, R3");
    return NVS_REPLY_YES;
}

static void talker(nvs_rule_context *c)
{
    nvs_place at;
    nvs_view name;
    char words[16] = "text";
    uint32_t id;
    int has;
    CHECK(rule_number(c, "one", &has) == 1 && has);
    CHECK(rule_number(c, "word", &has) == 0 && !has);
    CHECK(rule_number(c, "gone", &has) == 0 && !has);
    CHECK(nvs_rule_metric(c, nvs_text("one"), NULL) && !nvs_rule_metric(c, nvs_text("gone"), NULL));
    CHECK(nvs_rule_name_at(c, 0, &name) && is(name, "one") && !nvs_rule_name_at(c, 99, &name));
    CHECK_U64(90, c->launch->cc);
    id = rule_message(c, NVS_LEVEL_WARNING, "title", words);
    strcpy(words, "gone"); /* was copied */
    CHECK_U64(1, id);
    nvs_rule_speedup(c, id, NVS_SPEEDUP_GLOBAL, 12.5);
    rule_focus(c, id, "one", 1, NVS_SEVERITY_HIGH, "less");
    rule_focus(c, id, "two", 2, NVS_SEVERITY_LOW, NULL);
    nvs_rule_speedup(c, 99, NVS_SPEEDUP_LOCAL, 1); /* no such message: nothing */
    rule_focus(c, 99, "one", 1, NVS_SEVERITY_LOW, NULL);
    CHECK(nvs_rule_place(c, 16, &at) && at.line == 7 && at.address == 16);
    rule_marker(c, id, NVS_LEVEL_WARNING, &at, "here");
    CHECK(!nvs_rule_place(c, 32, &at));
    CHECK_VIEW("", at.file);
    rule_marker(c, 2, NVS_LEVEL_WARNING, &at, "of no message that is there");
    CHECK_U64(2, rule_message(c, NVS_LEVEL_OK, NULL, NULL));
}

static const char *const below_parent[] = {"parent", NULL};
static const char *const below_one[] = {"one", NULL};
static const char *const below_two[] = {"two", NULL};
static const char *const needs[] = {"one", "word", NULL};

static const nvs_rule rule_parent = {"parent", "Parent", "", "A", NULL, NULL, parent, NULL};
static const nvs_rule rule_child = {"child", "Child", "", "B", NULL, below_parent, child, NULL};
static const nvs_rule rule_stranger = {"stranger", "Stranger", "", NULL, NULL, NULL, stranger, NULL};
static const nvs_rule rule_one = {"one", "One", "", "C", NULL, below_two, loop_one, NULL};
static const nvs_rule rule_two = {"two", "Two", "", "C", NULL, below_one, loop_two, NULL};
static const nvs_rule rule_again = {"parent", "Again", "", "A", NULL, NULL, never, NULL};
static const nvs_rule rule_needs = {"needs", "Needs", "", "D", needs, NULL, never, NULL};
static const nvs_rule rule_talker = {"talker", "Talker", "", "D", NULL, NULL, talker, NULL};

static nvs_source source(void)
{
    nvs_source s = test_source;
    s.place_fn = place;
    return s;
}

static void who_and_when(void)
{
    static const nvs_rule *const all[] = {&rule_child, &rule_one, &rule_stranger, &rule_parent, &rule_two, &rule_again};
    const nvs_source s = source();
    nvs_rules_options o;
    const nvs_findings *r;
    nvs_view sections[1];
    order[0] = 0;
    r = nvs_rules_run(all, 6, &s, NULL, NULL);
    if (!CHECK(r != NULL)) return;
    CHECK_STR("spc12", order); /* parents first; a loop of parents is ignored; a second rule of a name never runs */
    CHECK_U64(5, r->count);
    CHECK(r->results[0].rule == &rule_stranger && r->results[0].findings == NULL && r->results[0].count == 0);
    nvs_findings_close(r);
    memset(&o, 0, sizeof o);
    sections[0] = nvs_text("A");
    o.sections = sections;
    o.section_count = 1;
    order[0] = 0;
    r = nvs_rules_run(all, 6, &s, &o, NULL);
    CHECK_STR("sp", order); /* those of the section, and those without one */
    nvs_findings_close(r);
    nvs_findings_close(NULL);
}

static void what_is_missing(void)
{
    static const nvs_rule *const all[] = {&rule_needs};
    const nvs_source s = source();
    const nvs_findings *r;
    order[0] = 0;
    r = nvs_rules_run(all, 1, &s, NULL, NULL);
    if (!CHECK(r != NULL)) return;
    CHECK_STR("", order);
    CHECK(r->results[0].failed && r->results[0].messages == 1);
    CHECK(r->results[0].findings->level == NVS_LEVEL_ERROR && r->results[0].count == 1);
    CHECK_VIEW("This rule needs the metric word, which is missing.", r->results[0].findings->text);
    nvs_findings_close(r);
}

static void what_is_said(void)
{
    static const nvs_rule *const all[] = {&rule_talker};
    const nvs_source s = source();
    const nvs_findings *r;
    const nvs_finding *i;
    nvs_rules_options options;
    memset(&options, 0, sizeof options);
    options.launch.cc = 90;
    r = nvs_rules_run(all, 1, &s, &options, NULL);
    if (!CHECK(r != NULL)) return;
    if (!CHECK_U64(5, r->results[0].count)) return;
    i = r->results[0].findings;
    CHECK(r->results[0].rule == &rule_talker);
    CHECK(i->kind == NVS_FINDING_KIND_MESSAGE && i->level == NVS_LEVEL_WARNING && i->message == 1);
    CHECK_VIEW("title", i->title);
    CHECK_VIEW("text", i->text);
    CHECK(i->speedup == NVS_SPEEDUP_GLOBAL && i->percent == 12.5);
    i++;
    CHECK(i->kind == NVS_FINDING_KIND_FOCUS && i->message == 1 && i->value == 1 && i->severity == NVS_SEVERITY_HIGH);
    CHECK_VIEW("one", i->metric);
    CHECK_VIEW("less", i->text);
    i++;
    CHECK(i->kind == NVS_FINDING_KIND_FOCUS && i->message == 1 && i->severity == NVS_SEVERITY_LOW);
    CHECK_VIEW("", i->text);
    i++;
    CHECK(i->kind == NVS_FINDING_KIND_MARKER && i->message == 1 && i->place.line == 7 && i->place.address == 16);
    CHECK_VIEW("wave.cu", i->place.file);
    CHECK_VIEW("FADD R1, R2, R3", i->place.sass);
    CHECK_VIEW("here", i->text);
    i++;
    CHECK(i->message == 2 && i->level == NVS_LEVEL_OK);
    CHECK_VIEW("", i->text);
    nvs_findings_close(r);
}

/* Two parents that send under one key: each number is that of its sender. A marker before the first message. */
static void father(nvs_rule_context *c)
{
    nvs_rule_send(c, nvs_text("x"), 3);
    nvs_rule_send(c, nvs_text("y"), 4);
}

static void mother(nvs_rule_context *c) { nvs_rule_send(c, nvs_text("x"), 5); }

static void heir(nvs_rule_context *c)
{
    nvs_place at;
    nvs_view name;
    double v = 0;
    note(c, "h");
    CHECK(nvs_rule_receive(c, nvs_text("father"), nvs_text("x"), &v) == 1 && v == 3);
    CHECK(nvs_rule_receive(c, nvs_text("mother"), nvs_text("x"), &v) && v == 5);
    CHECK(nvs_rule_receive(c, nvs_text("father"), nvs_text("y"), &v) && v == 4);
    CHECK(!nvs_rule_receive(c, nvs_text("mother"), nvs_text("y"), &v) && v == 0);
    CHECK(!nvs_rule_name_at(c, 0, &name)); /* nobody lists names */
    memset(&at, 0, sizeof at);
    at.file = at.sass = nvs_text("");
    rule_marker(c, 0, NVS_LEVEL_OK, &at, "before");
    CHECK_U64(1, rule_message(c, NVS_LEVEL_OK, NULL, "first"));
    CHECK_U64(2, rule_message(c, NVS_LEVEL_OK, NULL, "second"));
    rule_focus(c, 2, "two", 2, NVS_SEVERITY_LOW, NULL);
    rule_focus(c, 1, "one", 1, NVS_SEVERITY_LOW, NULL);
    nvs_rule_speedup(c, 0, NVS_SPEEDUP_LOCAL, 9); /* the marker is no message */
}

static const char *const below_both[] = {"father", "mother", NULL};
static const char *const needs_two[] = {"one", "two", NULL};
static const nvs_rule rule_father = {"father", "Father", "", NULL, NULL, NULL, father, NULL};
static const nvs_rule rule_mother = {"mother", "Mother", "", NULL, NULL, NULL, mother, NULL};
static const nvs_rule rule_heir = {"heir", "Heir", "", NULL, needs_two, below_both, heir, NULL};

static void two_parents(void)
{
    static const nvs_rule *const all[] = {&rule_heir, &rule_father, &rule_mother};
    nvs_source s = source();
    const nvs_findings *r;
    const nvs_finding *i;
    s.name_fn = NULL;
    order[0] = 0;
    r = nvs_rules_run(all, 3, &s, NULL, NULL);
    if (!CHECK(r != NULL && r->count == 3)) return;
    CHECK_STR("h", order); /* what it needs is there */
    CHECK(!r->results[2].failed && r->results[2].messages == 2);
    if (!CHECK_U64(5, r->results[2].count)) return;
    i = r->results[2].findings;
    CHECK(i->kind == NVS_FINDING_KIND_MARKER && i->message == 0 && i->speedup == NVS_SPEEDUP_NONE);
    i++;
    CHECK_VIEW("first", i->text);
    i++;
    CHECK_VIEW("second", i->text);
    i++;
    CHECK_VIEW("two", i->metric);
    CHECK_U64(2, i->message);
    i++;
    CHECK_VIEW("one", i->metric);
    CHECK_U64(1, i->message);
    nvs_findings_close(r);
}

/* A callback that fails makes the run fail, whoever asked: a rule or its requirements. */
static nvs_reply refuse(nvs_view name, nvs_metric *d, void *user)
{
    (void)user;
    (void)name;
    (void)d;
    return NVS_REPLY_FAILED;
}

static nvs_reply shrug(nvs_view name, nvs_metric *d, void *user)
{
    (void)name;
    (void)d;
    return *(const nvs_reply *)user;
}

static void asker(nvs_rule_context *c)
{
    note(c, "a");
    CHECK(!nvs_rule_metric(c, nvs_text("one"), NULL));
    CHECK(!nvs_rule_metric(c, nvs_text("one"), NULL));
    CHECK_U64(0, rule_message(c, NVS_LEVEL_OK, NULL, "the run has failed"));
}

static void failing(void)
{
    static const nvs_rule rule_asker = {"asker", "Asker", "", NULL, NULL, NULL, asker, NULL};
    static const nvs_rule *const asks[] = {&rule_asker, &rule_father}, *const needed[] = {&rule_needs};
    nvs_source s = source();
    static const nvs_reply shrugs[] = {NVS_REPLY_UNKNOWN, NVS_REPLY_REFUSED, (nvs_reply)2, (nvs_reply)-9};
    size_t k;
    nvs_error error;
    s.metric_fn = refuse;
    order[0] = 0;
    CHECK(nvs_rules_run(asks, 2, &s, NULL, &error) == NULL && error.code == NVS_IO);
    CHECK_STR("a callback of a rule failed", error.message);
    CHECK(nvs_rules_run(needed, 1, &s, NULL, &error) == NULL && error.code == NVS_IO);
    CHECK_STR("a", order);
    s.metric_fn = shrug; /* whatever is neither YES nor NO */
    for (k = 0; k < sizeof shrugs / sizeof *shrugs; k++) {
        s.user = (void *)(uintptr_t)&shrugs[k];
        CHECK(nvs_rules_run(needed, 1, &s, NULL, &error) == NULL && error.code == NVS_IO);
    }
}

static void arguments(void)
{
    static const nvs_rule *const all[] = {&rule_talker};
    nvs_source s = source();
    nvs_error error;
    const nvs_findings *r;
    CHECK(nvs_rules_run(NULL, 1, &s, NULL, &error) == NULL && error.code == NVS_ARGUMENT);
    CHECK(nvs_rules_run(all, 1, NULL, NULL, &error) == NULL && error.code == NVS_ARGUMENT);
    r = nvs_rules_run(NULL, 0, &s, NULL, &error);
    CHECK(r != NULL && r->count == 0 && error.code == NVS_OK);
    CHECK_STR("", error.message);
    nvs_findings_close(r);
}

int main(void)
{
    RUN(who_and_when);
    RUN(what_is_missing);
    RUN(what_is_said);
    RUN(two_parents);
    RUN(failing);
    RUN(arguments);
    return run_end();
}
