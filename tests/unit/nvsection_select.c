/* Names, filters, selection. */
#define NVS_IMPLEMENTATION
#include "nvsection.h"
#include "nvsection_calls.h"
#include "nvsection_samples.h"

static void names(void)
{
    static const struct {
        const char *name;
        nvs_prefix prefix;
        int depth;
        const char *rest, *domain, *unit, *base, *rollup, *submetric;
        int known;
    } want[] = {
        {"sm__cycles_active.avg.per_second", NVS_PREFIX_NONE, -1, "sm__cycles_active.avg.per_second", "", "sm", "sm__cycles_active", "avg", "per_second", 1},
        {"l1tex__t_sector_hit_rate.pct", NVS_PREFIX_NONE, -1, "l1tex__t_sector_hit_rate.pct", "", "l1tex", "l1tex__t_sector_hit_rate", "pct", "", 1},
        {"launch__grid_size", NVS_PREFIX_NONE, -1, "launch__grid_size", "", "launch", "launch__grid_size", "", "", 1},
        {"inst_executed", NVS_PREFIX_NONE, -1, "inst_executed", "", "", "inst_executed", "", "", 1},
        {"breakdown:2:a__b.avg", NVS_PREFIX_BREAKDOWN, 2, "a__b.avg", "", "a", "a__b", "avg", "", 1},
        {"breakdown:1234567890:a", NVS_PREFIX_BREAKDOWN, -1, "1234567890:a", "", "", "1234567890:a", "", "", 1},
        {"pmsampling:TriageAC.tpc__warps.sum.odd", NVS_PREFIX_PMSAMPLING, -1, "TriageAC.tpc__warps.sum.odd", "TriageAC.", "tpc", "TriageAC.tpc__warps", "sum", "odd", 0},
        {"regex:a__b.sum", NVS_PREFIX_REGEX, -1, "a__b.sum", "", "", "a__b.sum", "", "", 1},
        {"pmsmpling:a__b", NVS_PREFIX_NONE, -1, "pmsmpling:a__b", "", "pmsmpling:a", "pmsmpling:a__b", "", "", 1},
        {"a__b.pct.per_second", NVS_PREFIX_NONE, -1, "a__b.pct.per_second", "", "a", "a__b", "pct", "per_second", 0},
        {"a__b.max.peak_sustained_active.per_second", NVS_PREFIX_NONE, -1, "a__b.max.peak_sustained_active.per_second", "", "a", "a__b", "max", "peak_sustained_active.per_second", 1},
        {"", NVS_PREFIX_NONE, -1, "", "", "", "", "", "", 1},
        {"group:", NVS_PREFIX_GROUP, -1, "", "", "", "", "", "", 1}};
    size_t i;
    nvs_name_parts n;
    for (i = 0; i < sizeof want / sizeof want[0]; i++) {
        nvs_name_split(nvs_text(want[i].name), &n);
        CHECK_U64(want[i].prefix, n.prefix);
        CHECK_I64(want[i].depth, n.depth);
        CHECK_VIEW(want[i].rest, n.rest);
        CHECK_VIEW(want[i].domain, n.domain);
        CHECK_VIEW(want[i].unit, n.unit);
        CHECK_VIEW(want[i].base, n.base);
        CHECK_VIEW(want[i].rollup, n.rollup);
        CHECK_VIEW(want[i].submetric, n.submetric);
        CHECK_I64(want[i].known, n.known);
    }
}

static nvs_document *doc_of(const char *text)
{
    nvs_document *doc = nvs_document_open(text, strlen(text), NULL, NULL);
    CHECK(doc != NULL && doc->errors == 0);
    return doc;
}

static nvs_device on(uint32_t cc)
{
    nvs_device d;
    memset(&d, 0, sizeof d);
    d.cc = cc;
    return d;
}

static void filters(void)
{
    nvs_document *doc = doc_of("Identifier: \"i\" DisplayName: \"d\"\n"
                               "Filter { MinArch: CC_75 VGpu: Platform_NotSupported MinKmd: 500 CollectionFilter { CollectionScopes: CollectionScope_Launch Importance: Required } }\n"
                               "Metrics { Metrics { Name: \"m\" Filter { MaxArch: CC_90 } Options { Name: \"o\" Filter { MaxKmd: 560 CollectionFilter { CollectionScopes: CollectionScope_Range } } } } }");
    const nvs_node *metric = nvs_node_child(nvs_node_child(doc->root, NVS_FIELD_METRICS), NVS_FIELD_METRICS), *filter;
    nvs_conditions outer, c;
    nvs_device d = on(70);
    nvs_choice choice;
    nvs_conditions_of(doc->root, NULL, &outer);
    CHECK_U64(NVS_REASON_ARCH, nvs_conditions_test(&outer, &d, &filter));
    CHECK(filter == nvs_node_child(doc->root, NVS_FIELD_FILTER));
    d.cc = 120;
    CHECK_U64(NVS_REASON_NONE, nvs_conditions_test(&outer, &d, &filter));
    CHECK(filter == NULL);
    d.scope = NVS_SCOPE_RANGE;
    CHECK_U64(NVS_REASON_SCOPE, nvs_conditions_test(&outer, &d, &filter));
    CHECK(filter == nvs_node_child(doc->root, NVS_FIELD_FILTER));
    d.scope = 0;
    d.vgpu = 1;
    CHECK_U64(NVS_REASON_VGPU, nvs_conditions_test(&outer, &d, NULL));
    d.vgpu = 0;
    d.kmd = 499;
    CHECK_U64(NVS_REASON_KMD, nvs_conditions_test(&outer, &d, NULL));
    /* the metric's own bounds replace those of the section; the rest stays */
    nvs_conditions_of(metric, &outer, &c);
    CHECK(c.arch != outer.arch && c.scopes == outer.scopes && c.kmd == outer.kmd && c.importance == NVS_IMPORTANCE_REQUIRED);
    d = on(60);
    nvs_metric_choose(metric, &outer, &d, &choice);
    CHECK(choice.option == NULL && choice.reason == NVS_REASON_NONE);
    CHECK_VIEW("m", choice.name);
    CHECK_U64(NVS_IMPORTANCE_REQUIRED, choice.importance);
    d = on(100);
    nvs_metric_choose(metric, &outer, &d, &choice);
    CHECK_U64(NVS_REASON_ARCH, choice.reason);
    CHECK(choice.filter == nvs_node_child(metric, NVS_FIELD_FILTER));
    CHECK_VIEW("", choice.name);
    d.scope = NVS_SCOPE_RANGE;
    nvs_metric_choose(metric, &outer, &d, &choice);
    CHECK_VIEW("o", choice.name);
    CHECK(choice.option != NULL && choice.option->index == 0);
    d.kmd = 561;
    nvs_metric_choose(metric, &outer, &d, &choice);
    CHECK_U64(NVS_REASON_ARCH, choice.reason);
    nvs_metric_choose(metric, NULL, &d, &choice);
    CHECK_U64(NVS_REASON_ARCH, choice.reason);
    nvs_metric_choose(NULL, NULL, &d, &choice);
    CHECK_VIEW("", choice.name);
    nvs_document_close(doc);
}

/* Parts are checked in a fixed order; the first that does not pass is the reason. */
static void order_of_parts(void)
{
    static const struct {
        nvs_device d;
        nvs_reason want;
    } cases[] = {{{90, 0, 0, 0}, NVS_REASON_NONE}, {{90, 0, 0, 560}, NVS_REASON_NONE}, {{90, 0, 0, 561}, NVS_REASON_KMD}, {{90, 0, 1, 560}, NVS_REASON_VGPU},
                 {{90, 0, 1, 561}, NVS_REASON_VGPU}, {{90, NVS_SCOPE_RANGE, 1, 561}, NVS_REASON_SCOPE}, {{70, NVS_SCOPE_RANGE, 1, 561}, NVS_REASON_ARCH},
                 {{70, 0, 0, 0}, NVS_REASON_ARCH}, {{90, NVS_SCOPE_CMDLIST, 0, 0}, NVS_REASON_NONE}};
    nvs_document *doc = doc_of("Identifier: \"i\" DisplayName: \"d\" Filter { MinArch: CC_75 VGpu: Platform_NotSupported MaxKmd: 560 CollectionFilter { CollectionScopes: [CollectionScope_Launch, CollectionScope_Cmdlist] } }");
    nvs_document *free_one = doc_of("Identifier: \"i\" DisplayName: \"d\" Filter { MaxArch: CC_90 }");
    const nvs_node *filter;
    nvs_conditions c;
    size_t i;
    nvs_conditions_of(doc->root, NULL, &c);
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (!CHECK_U64(cases[i].want, nvs_conditions_test(&c, &cases[i].d, &filter))) printf("    number %u\n", (unsigned)i);
        CHECK(filter == (cases[i].want != NVS_REASON_NONE ? nvs_node_child(doc->root, NVS_FIELD_FILTER) : NULL));
    }
    nvs_conditions_of(free_one->root, NULL, &c);
    CHECK_U64(NVS_REASON_NONE, nvs_conditions_test(&c, &cases[5].d, NULL)); /* what is not given does not fail */
    nvs_document_close(free_one);
    nvs_document_close(doc);
}

/* Fields unknown to the schema, in filters and options, change nothing. */
static void raw_parts(void)
{
    static const char text[] = "Identifier: \"i\" DisplayName: \"d\" Filter { New: 1 MinArch: CC_75 CollectionFilter { Newer: 2 Importance: Required CollectionScopes: CollectionScope_Launch } }\n"
                               "Metrics { Metrics { Name: \"m\" Options { Name: \"o\" Label: \"l\" New: 3 Filter { MinArch: CC_80 Unheard { MaxArch: CC_70 } } } } }";
    nvs_document_options o;
    nvs_document *doc;
    nvs_conditions c;
    nvs_choice choice;
    nvs_device d = on(90);
    memset(&o, 0, sizeof o);
    o.lenient = 1;
    doc = nvs_document_open(text, sizeof text - 1, &o, NULL);
    CHECK(doc != NULL && doc->errors == 0 && doc->warnings == 4);
    nvs_conditions_of(doc->root, NULL, &c);
    CHECK(c.arch != NULL && c.scopes != NULL && c.importance == NVS_IMPORTANCE_REQUIRED && c.vgpu == NULL && c.kmd == NULL);
    nvs_metric_choose(nvs_node_child(nvs_node_child(doc->root, NVS_FIELD_METRICS), NVS_FIELD_METRICS), &c, &d, &choice);
    CHECK_VIEW("o", choice.name);
    CHECK_VIEW("l", choice.label->v.text);
    d.cc = 79;
    nvs_metric_choose(nvs_node_child(nvs_node_child(doc->root, NVS_FIELD_METRICS), NVS_FIELD_METRICS), &c, &d, &choice);
    CHECK_VIEW("m", choice.name);
    CHECK(choice.label == NULL);
    nvs_document_close(doc);
}

static const nvs_use *use_of(const nvs_selected *s, const char *name)
{
    uint32_t i;
    for (i = 0; i < s->use_count; i++)
        if (s->uses[i].choice.name.len == strlen(name) && memcmp(s->uses[i].choice.name.ptr, name, strlen(name)) == 0) return &s->uses[i];
    return NULL;
}

static void selection(void)
{
    nvs_document *doc = doc_of(sample_text);
    const nvs_node *root = doc->root;
    nvs_view known[6], members[2];
    nvs_name_list list;
    nvs_catalog names_given;
    nvs_device d = on(90);
    const nvs_selection *s;
    nvs_error e;
    const nvs_use *u;
    known[0] = nvs_text("sm__cycles_active.avg");
    known[1] = nvs_text("pmsampling:sm__x");
    known[2] = nvs_text("sm__b");
    known[3] = nvs_text("new__one.sum");
    known[4] = nvs_text("lts__t.sum");
    known[5] = nvs_text("stall_a");
    members[0] = nvs_text("stall_a");
    members[1] = nvs_text("stall_b");
    memset(&names_given, 0, sizeof names_given);
    list.name = nvs_text("group:stalls");
    list.members = members;
    list.count = 2;
    names_given.names = known;
    names_given.count = 6;
    names_given.lists = &list;
    names_given.list_count = 1;
    s = select_on(&root, 1, &d, &names_given, NULL, &e);
    if (!CHECK(s != NULL)) return;
    CHECK_U64(1, s->section_count);
    CHECK_U64(1, s->collecting);
    CHECK_U64(s->sections[0].metric_count, s->metric_count);
    u = use_of(&s->sections[0], "new__one.sum");
    CHECK(u != NULL && u->outcome == NVS_OUTCOME_SELECTED && u->choice.option != NULL);
    CHECK_VIEW("New", u->choice.label->v.text);
    CHECK_U64(NVS_IMPORTANCE_REQUIRED, u->choice.importance);
    CHECK_U64(NVS_USE_KIND_DEFINITION, s->sections[0].uses[3].kind);
    CHECK_U64(NVS_OUTCOME_DROPPED, s->sections[0].uses[3].outcome);
    CHECK_U64(NVS_OUTCOME_FILLER, s->sections[0].uses[1].outcome);
    CHECK_U64(NVS_USE_KIND_ITEM, s->sections[0].uses[4].kind);
    CHECK_U64(NVS_REASON_ARCH, s->sections[0].uses[4].reason);
    u = use_of(&s->sections[0], "lts__t.avg");
    CHECK(u != NULL && u->outcome == NVS_OUTCOME_UNAVAILABLE && u->reason == NVS_REASON_UNKNOWN);
    u = use_of(&s->sections[0], "lts__t.sum");
    CHECK(u != NULL && u->outcome == NVS_OUTCOME_SELECTED);
    u = use_of(&s->sections[0], "regex:^sm__");
    CHECK(u != NULL && u->member_count == 2);
    CHECK_VIEW("sm__b", u->members[1]);
    u = use_of(&s->sections[0], "group:stalls");
    CHECK(u != NULL && u->members == members);
    u = use_of(&s->sections[0], "derived__x");
    CHECK(u->kind == NVS_USE_KIND_DEFINITION); /* the first; it is dropped at 9.0, so the metric is not known */
    CHECK_U64(7, s->metric_count);
    nvs_selection_close(s);
    d.cc = 80;
    s = select_on(&root, 1, &d, &names_given, NULL, NULL);
    CHECK_U64(NVS_OUTCOME_SELECTED, s->sections[0].uses[s->sections[0].use_count - 1].outcome); /* derived__x is active at 8.0 */
    nvs_selection_close(s);
    s = select_on(&root, 1, &d, NULL, NULL, NULL);
    u = use_of(&s->sections[0], "regex:^sm__");
    CHECK(u->outcome == NVS_OUTCOME_UNAVAILABLE && u->reason == NVS_REASON_UNLISTED);
    nvs_selection_close(s);
    {
        nvs_document *other = doc_of("Identifier: \"i\" DisplayName: \"d\" Metrics { Metrics { Name: \"regex:a(\" } Metrics { Name: \"regex:zz\" } Metrics { Name: \"group:none\" } }");
        nvs_name_list nothing;
        const nvs_node *section = other->root;
        nothing.name = nvs_text("group:none");
        nothing.members = NULL;
        nothing.count = 0;
        names_given.lists = &nothing;
        s = select_on(&section, 1, &d, &names_given, NULL, &e);
        CHECK_U64(NVS_OUTCOME_MALFORMED, s->sections[0].uses[0].outcome);
        CHECK_U64(NVS_REASON_REGEX, s->sections[0].uses[0].reason);
        CHECK_U64(2, s->sections[0].uses[0].column);
        CHECK_U64(NVS_REASON_EMPTY, s->sections[0].uses[1].reason);
        CHECK_U64(NVS_REASON_EMPTY, s->sections[0].uses[2].reason);
        CHECK_U64(0, s->collecting);
        nvs_selection_close(s);
        nvs_document_close(other);
    }
    {
        nvs_memory half;
        memset(&half, 0, sizeof half);
        half.allocator.alloc_fn = (void *(*)(size_t, void *))(uintptr_t)doc_of;
        CHECK(select_on(NULL, 0, &d, NULL, &half, &e) == NULL && e.code == NVS_ARGUMENT);
    }
    CHECK(select_on(NULL, 1, &d, NULL, NULL, &e) == NULL && e.code == NVS_ARGUMENT);
    root = NULL;
    CHECK(select_on(&root, 1, &d, NULL, NULL, &e) == NULL && e.code == NVS_ARGUMENT);
    s = select_on(NULL, 0, &d, NULL, NULL, &e);
    CHECK(s != NULL && s->metric_count == 0);
    nvs_selection_close(s);
    nvs_selection_close(NULL);
    nvs_document_close(doc);
}

/* A filter counts wherever it is written; whatever is dropped is one use, however much it holds. */
static void dropped(void)
{
    nvs_document *doc = doc_of("Identifier: \"i\" DisplayName: \"d\" MetricDefinitions { MetricDefinitions { Name: \"x\" Expression: \"1\" Filter { MaxArch: CC_80 } } }\n"
                               "Body { Items { Filter { MaxArch: CC_80 } Table { Columns: 1 Metrics { Name: \"in\" } } } Items { Table { Columns: 1 Metrics { Filter { MaxArch: CC_80 } Label: \"l\" Name: \"m\" } } } }");
    static const nvs_use_kind kinds[] = {NVS_USE_KIND_DEFINITION, NVS_USE_KIND_ITEM, NVS_USE_KIND_METRIC};
    const nvs_node *root = doc->root;
    nvs_device d = on(90);
    const nvs_selection *s = select_on(&root, 1, &d, NULL, NULL, NULL);
    uint32_t i;
    if (!CHECK(s != NULL) || !CHECK_U64(3, s->sections[0].use_count)) return;
    for (i = 0; i < 3; i++) {
        const nvs_use *u = &s->sections[0].uses[i];
        CHECK(u->kind == kinds[i] && u->outcome == NVS_OUTCOME_DROPPED && u->reason == NVS_REASON_ARCH && u->choice.filter != NULL && u->choice.filter->of == NVS_MESSAGE_FILTER);
    }
    CHECK(s->sections[0].uses[2].choice.filter == nvs_node_child(s->sections[0].uses[2].node, NVS_FIELD_FILTER));
    nvs_selection_close(s);
    nvs_document_close(doc);
}

/* Lists without names: nothing is unknown; only group: and breakdown: make a list stand for its members. */
static void lists_alone(void)
{
    nvs_document *doc = doc_of("Identifier: \"i\" DisplayName: \"d\" Metrics { Metrics { Name: \"group:g\" } Metrics { Name: \"breakdown:1:b\" } Metrics { Name: \"plain\" }\n"
                               "Metrics { Name: \"pmsampling:p\" } Metrics { Name: \"regex:m\" } Metrics { Name: \"group:unheard\" } }\n"
                               "Body { Items { SuffixTable { BaseNames { BaseName { Name: \"base\" } } } }\n"
                               "Items { SuffixTable { Suffixes { Suffix { Name: \".sum\" } Suffix { Name: \"\" } } BaseNames { BaseName { Name: \"old\" Filter { MaxArch: CC_80 } } BaseName { Name: \"new\" } } } } }");
    static const char *const given[] = {"group:g", "breakdown:1:b", "plain", "pmsampling:p"};
    static const struct {
        const char *name;
        nvs_outcome state;
        nvs_reason reason;
        uint32_t members;
    } want[] = {{"group:g", NVS_OUTCOME_SELECTED, NVS_REASON_NONE, 2}, {"breakdown:1:b", NVS_OUTCOME_SELECTED, NVS_REASON_NONE, 2}, {"plain", NVS_OUTCOME_SELECTED, NVS_REASON_NONE, 0},
                {"pmsampling:p", NVS_OUTCOME_SELECTED, NVS_REASON_NONE, 0}, {"regex:m", NVS_OUTCOME_UNAVAILABLE, NVS_REASON_UNLISTED, 0}, {"group:unheard", NVS_OUTCOME_SELECTED, NVS_REASON_NONE, 0},
                {"", NVS_OUTCOME_DROPPED, NVS_REASON_ARCH, 0}, {"new.sum", NVS_OUTCOME_SELECTED, NVS_REASON_NONE, 0}, {"new", NVS_OUTCOME_SELECTED, NVS_REASON_NONE, 0}};
    static const char *const total[] = {"group:g", "m1", "m2", "breakdown:1:b", "plain", "pmsampling:p", "group:unheard", "new.sum", "new"};
    const nvs_node *root = doc->root;
    nvs_view members[2];
    nvs_name_list lists[4];
    nvs_catalog n;
    nvs_device d = on(90);
    const nvs_selection *s;
    uint32_t i;
    members[0] = nvs_text("m1");
    members[1] = nvs_text("m2");
    for (i = 0; i < 4; i++) {
        lists[i].name = nvs_text(given[i]);
        lists[i].members = members;
        lists[i].count = 2;
    }
    memset(&n, 0, sizeof n);
    n.count = 1000; /* of names that are not there */
    n.lists = lists;
    n.list_count = 4;
    s = select_on(&root, 1, &d, &n, NULL, NULL);
    if (!CHECK(s != NULL) || !CHECK_U64(9, s->sections[0].use_count) || !CHECK_U64(9, s->metric_count)) return;
    for (i = 0; i < 9; i++) {
        const nvs_use *u = &s->sections[0].uses[i];
        CHECK_VIEW(want[i].name, u->choice.name);
        CHECK_U64(want[i].state, u->outcome);
        CHECK_U64(want[i].reason, u->reason);
        CHECK_U64(want[i].members, u->member_count);
        CHECK_VIEW(total[i], s->metrics[i].name);
    }
    nvs_selection_close(s);
    nvs_document_close(doc);
}

/* Thousands of names, some of them known: each is found again. */
static void many_names(void)
{
    enum { NAMES = 5000 };
    static char names_text[NAMES][16], text[NAMES * 40];
    static nvs_view known[NAMES];
    nvs_document *doc;
    const nvs_node *root;
    nvs_catalog n;
    nvs_device d = on(90);
    const nvs_selection *s;
    char *to = text;
    uint32_t i;
    to += sprintf(to, "Identifier: \"i\" DisplayName: \"d\" Metrics {");
    for (i = 0; i < NAMES; i++) {
        sprintf(names_text[i], "sm__name%u", (unsigned)i);
        known[i] = nvs_text(names_text[i]);
        to += sprintf(to, " Metrics { Name: \"sm__name%u\" }\n", (unsigned)(2 * i));
    }
    sprintf(to, "}");
    memset(&n, 0, sizeof n);
    n.names = known;
    n.count = NAMES;
    doc = doc_of(text);
    root = doc->root;
    s = select_on(&root, 1, &d, &n, NULL, NULL);
    if (!CHECK(s != NULL)) return;
    CHECK_U64(NAMES, s->sections[0].use_count);
    CHECK_U64(NAMES / 2, s->metric_count);
    for (i = 0; i < NAMES; i++) CHECK_U64(2 * i < NAMES ? NVS_OUTCOME_SELECTED : NVS_OUTCOME_UNAVAILABLE, s->sections[0].uses[i].outcome);
    CHECK_VIEW("sm__name4998", s->metrics[NAMES / 2 - 1].name);
    nvs_selection_close(s);
    nvs_document_close(doc);
}

/* Two sections that share metrics: each collects them, the total has them once, required when one use is. */
static void shared_metrics(void)
{
    nvs_document *a = doc_of("Identifier: \"a\" DisplayName: \"d\" Metrics { Metrics { Name: \"x\" } Metrics { Name: \"y\" } Metrics { Name: \"x\" } }");
    nvs_document *b = doc_of("Identifier: \"b\" DisplayName: \"d\" Metrics { Metrics { Name: \"z\" } Metrics { Name: \"x\" Filter { CollectionFilter { Importance: Required } } }\n"
                             "Metrics { Name: \"n\" Filter { CollectionFilter { Importance: Required } } Options { Name: \"y\" Filter { CollectionFilter { Importance: Optional } } } } }");
    const nvs_node *sections[2];
    nvs_device d = on(90);
    const nvs_selection *s;
    sections[0] = a->root;
    sections[1] = b->root;
    s = select_on(sections, 2, &d, NULL, NULL, NULL);
    if (!CHECK(s != NULL)) return;
    CHECK_U64(2, s->collecting);
    CHECK_U64(3, s->metric_count);
    CHECK_U64(2, s->sections[0].metric_count);
    CHECK_U64(3, s->sections[1].metric_count);
    CHECK_VIEW("x", s->sections[0].metrics[0].name);
    CHECK_U64(NVS_IMPORTANCE_OPTIONAL, s->sections[0].metrics[0].importance);
    CHECK_VIEW("x", s->sections[1].metrics[1].name);
    CHECK_U64(NVS_IMPORTANCE_REQUIRED, s->sections[1].metrics[1].importance);
    CHECK_U64(1, s->sections[1].metrics[1].use);
    CHECK_U64(NVS_IMPORTANCE_OPTIONAL, s->sections[1].metrics[2].importance); /* of the option, not of the metric */
    CHECK_VIEW("x", s->metrics[0].name);
    CHECK_U64(NVS_IMPORTANCE_REQUIRED, s->metrics[0].importance);
    CHECK_VIEW("z", s->metrics[2].name);
    nvs_selection_close(s);
    nvs_document_close(a);
    nvs_document_close(b);
}

/* A definition says what it needs and collects nothing; what is required but absent is counted. */
static void operands(void)
{
    nvs_document *doc = doc_of("Identifier: \"i\" DisplayName: \"d\" MetricDefinitions { MetricDefinitions { Name: \"x\" "
                               "Expression: \" nan_as_zero (a__b.sum) * 2.5e3 + pmsampling:c/simplify(d)\" } } Header { Metrics { Name: \"gone\" "
                               "Filter { CollectionFilter { Importance: Required } } } Metrics { Name: \"away\" } Metrics { Name: \"regex:(\" } }");
    static const char *const want[] = {"a__b.sum", "pmsampling:c", "d"};
    nvs_view known[1];
    nvs_catalog catalog;
    nvs_device d = on(90);
    const nvs_node *root = doc->root;
    const nvs_selection *s;
    uint32_t i;
    memset(&catalog, 0, sizeof catalog);
    known[0] = nvs_text("other");
    catalog.names = known;
    catalog.count = 1;
    s = select_on(&root, 1, &d, &catalog, NULL, NULL);
    if (!CHECK(s != NULL)) return;
    CHECK(s->metric_count == 0 && s->missing == 2 && s->sections[0].use_count == 4);
    CHECK(s->sections[0].uses[0].kind == NVS_USE_KIND_DEFINITION || s->sections[0].uses[3].kind == NVS_USE_KIND_DEFINITION);
    for (i = 0; i < 4; i++) {
        const nvs_use *u = &s->sections[0].uses[i];
        uint32_t k;
        if (u->kind != NVS_USE_KIND_DEFINITION || !CHECK_U64(3, u->member_count)) continue;
        for (k = 0; k < 3; k++) CHECK_VIEW(want[k], u->members[k]);
    }
    nvs_selection_close(s);
    nvs_document_close(doc);
}

static void metric_names(void)
{
    static const struct {
        const char *name;
        nvs_prefix prefix;
        int64_t depth;
        const char *rest, *base, *rollup, *submetric;
        int known;
    } cases[] = {{"", NVS_PREFIX_NONE, -1, "", "", "", "", 1}, {"sm__x.avg.per_second", NVS_PREFIX_NONE, -1, "sm__x.avg.per_second", "sm__x", "avg", "per_second", 1},
                 {"breakdown:2:sm__x.avg", NVS_PREFIX_BREAKDOWN, 2, "sm__x.avg", "sm__x", "avg", "", 1}, {"breakdown:sm__x", NVS_PREFIX_BREAKDOWN, -1, "sm__x", "sm__x", "", "", 1},
                 {"breakdown:12", NVS_PREFIX_BREAKDOWN, -1, "12", "12", "", "", 1}, {"breakdown:9999999999:x", NVS_PREFIX_BREAKDOWN, -1, "9999999999:x", "9999999999:x", "", "", 1},
                 {"breakdown:999999999:x", NVS_PREFIX_BREAKDOWN, 999999999, "x", "x", "", "", 1}, {"breakdown::x", NVS_PREFIX_BREAKDOWN, -1, ":x", ":x", "", "", 1}, {"breakdown:", NVS_PREFIX_BREAKDOWN, -1, "", "", "", "", 1},
                 {"breakdown:1x:y", NVS_PREFIX_BREAKDOWN, -1, "1x:y", "1x:y", "", "", 1}, {"sm__x.su", NVS_PREFIX_NONE, -1, "sm__x.su", "sm__x", "su", "", 0}, {"sm__x.sums", NVS_PREFIX_NONE, -1, "sm__x.sums", "sm__x", "sums", "", 0},
                 {"sm__x.sum.peak", NVS_PREFIX_NONE, -1, "sm__x.sum.peak", "sm__x", "sum", "peak", 0}, {"sm__x.sum.max_rate", NVS_PREFIX_NONE, -1, "sm__x.sum.max_rate", "sm__x", "sum", "max_rate", 0},
                 {"group:a", NVS_PREFIX_GROUP, -1, "a", "a", "", "", 1}, {"groupa", NVS_PREFIX_NONE, -1, "groupa", "groupa", "", "", 1}};
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        nvs_name_parts m;
        nvs_name_split(nvs_text(cases[i].name), &m);
        if (!CHECK(m.prefix == cases[i].prefix && m.depth == cases[i].depth) || !CHECK_VIEW(cases[i].rest, m.rest) || !CHECK_VIEW(cases[i].rollup, m.rollup) ||
            !CHECK_VIEW(cases[i].submetric, m.submetric) || !CHECK_I64(cases[i].known, m.known))
            printf("    %s\n", cases[i].name);
    }
}

int main(void)
{
    RUN(operands);
    RUN(names);
    RUN(filters);
    RUN(order_of_parts);
    RUN(raw_parts);
    RUN(selection);
    RUN(dropped);
    RUN(lists_alone);
    RUN(many_names);
    RUN(shared_metrics);
    RUN(metric_names);
    return run_end();
}
