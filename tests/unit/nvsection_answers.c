/* What each public function of nvsection.h does with NULL, with numbers out of range, and with callbacks that answer nothing
   or too much. */
#define NVS_POSIX
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
    nvs_document *doc = nvs_parse(s, strlen(s), NULL, NULL);
    CHECK(doc != NULL && doc->errors == 0);
    return doc;
}

static size_t written;
static int put(void *user, const char *bytes, size_t len)
{
    (void)bytes;
    written += len;
    return user == NULL;
}

static void names(void)
{
    int i, k;
    nvs_field f;
    for (i = 0; i <= NVS_CLASS_WIRE; i++) CHECK(strlen(nvs_class_name((nvs_class)i)) > 2 && strlen(nvs_class_text((nvs_class)i)) > 5);
    CHECK_STR("?", nvs_class_name((nvs_class)i));
    CHECK(nvs_class_text((nvs_class)i) != NULL && nvs_class_text((nvs_class)-1) != NULL && nvs_class_name((nvs_class)-1) != NULL);
    for (i = 1; i <= NVS_F_TYPE; i++) CHECK(strlen(nvs_name_text(i)) > 2);
    CHECK(nvs_name_text(i)[0] == 0 && nvs_name_text(-1)[0] == 0 && nvs_name_text(0)[0] == 0);
    for (i = 0; i <= NVS_M_GFX_METRICS_WIDGET; i++) CHECK(strlen(nvs_message_text(i)) > 2);
    CHECK(nvs_message_text(i)[0] == 0 && nvs_message_text(-1)[0] == 0);
    for (k = 0; k < i; k++) { /* what the schema lists it also finds, by whole names only */
        unsigned n;
        for (n = 0; nvs_schema_field(k, n, &f); n++) {
            nvs_field g;
            nvs_view v = view(nvs_name_text((int)f.name));
            CHECK(nvs_schema_find(k, v, &g) && g.name == f.name && g.number == f.number && g.type == f.type);
            v.len--;
            CHECK(!nvs_schema_find(k, v, &g) || strlen(nvs_name_text((int)g.name)) == v.len);
        }
    }
    CHECK(!nvs_schema_field(-1, 0, &f) && !nvs_schema_field(i, 0, &f) && !nvs_schema_field(0, 1000, &f));
    CHECK(!nvs_schema_find(-1, view("Name"), &f) && !nvs_schema_find(i, view("Name"), &f) && !nvs_schema_find(0, view(""), &f) && !nvs_schema_find(0, nothing, &f) && !nvs_schema_find(0, view("x"), &f));
    for (i = 0; i <= NVS_E_PM_WARP_SAMPLING; i++) {
        const char *name;
        int32_t value;
        unsigned n;
        for (n = 0; nvs_enum_at(i, n, &name, &value); n++) CHECK(name[0] != 0 && nvs_enum_text(i, value) != NULL);
        CHECK(n > 0);
    }
    CHECK(nvs_enum_text(i, 1) == NULL && nvs_enum_text(-1, 1) == NULL && nvs_enum_text(NVS_E_VGPU, 999) == NULL && nvs_enum_text(NVS_E_VGPU, -1) == NULL && nvs_enum_text(NVS_E_VGPU, (int64_t)1 << 40) == NULL);
    {
        const char *name = "same";
        int32_t value = 7;
        CHECK(!nvs_enum_at(-1, 0, &name, &value) && !nvs_enum_at(i, 0, &name, &value));
    }
    for (i = 0; i <= NVS_KIND_MIXED; i++) CHECK(strlen(nvs_kind_name((nvs_kind)i)) > 3);
    CHECK_STR("?", nvs_kind_name((nvs_kind)i));
    CHECK_STR("mixed", nvs_kind_name(NVS_KIND_MIXED));
    for (i = 0; i <= NVS_PREFIX_WARPSAMPLING; i++) CHECK((i == 0) == (nvs_prefix_text((nvs_prefix)i)[0] == 0));
    CHECK(nvs_prefix_text((nvs_prefix)i)[0] == 0);
    for (i = 0; i <= NVS_REASON_REGEX; i++) CHECK((i == 0) == (nvs_reason_text((nvs_reason)i)[0] == 0));
    CHECK(nvs_reason_text((nvs_reason)i)[0] == 0);
#define EACH(fn, type, last, first_name) \
    do { \
        for (i = 0; i <= (int)(last); i++) CHECK(strcmp(fn((type)i), "?") != 0); \
        CHECK_STR("?", fn((type)i)); \
        CHECK_STR(first_name, fn((type)0)); \
    } while (0)
    EACH(nvs_derived_status_name, nvs_derived_status, NVS_DERIVED_CONFLICT, "ok");
    EACH(nvs_derived_class_name, nvs_derived_class, NVS_DERIVED_CYCLE, "fine");
    EACH(nvs_cell_state_name, nvs_cell_state, NVS_CELL_FILLER, "value");
    EACH(nvs_finding_name, nvs_finding, NVS_FINDING_OPTIMIZATION, "none");
    EACH(nvs_speedup_name, nvs_speedup, NVS_SPEEDUP_GLOBAL, "none");
    EACH(nvs_severity_name, nvs_severity, NVS_SEVERITY_HIGH, "default");
#undef EACH
}

static void documents(void)
{
    nvs_options o;
    nvs_error e;
    nvs_document *doc;
    const nvs_node *n;
    char path[200];
    memset(&o, 0, sizeof o);
    o.memory = half();
    CHECK(nvs_parse("", 0, &o, &e) == NULL && e.code == NVS_ARGUMENT && e.offset == 0 && nvs_parse("", 0, &o, NULL) == NULL && nvs_parse_binary("", 0, &o, &e) == NULL && e.code == NVS_ARGUMENT);
    memset(&o, 0, sizeof o);
    CHECK(nvs_parse(NULL, 1, NULL, &e) == NULL && e.code == NVS_ARGUMENT && nvs_parse_binary(NULL, 1, NULL, &e) == NULL && e.code == NVS_ARGUMENT);
    if (sizeof(size_t) > 4) CHECK(nvs_parse("", (size_t)0xffffffffu, NULL, &e) == NULL && (e.code == NVS_LIMIT || e.code == NVS_ARGUMENT));
    o.top = -1;
    CHECK(nvs_parse("", 0, &o, &e) == NULL && e.code == NVS_ARGUMENT);
    o.top = NVS_M_GFX_METRICS_WIDGET + 1;
    CHECK(nvs_parse("", 0, &o, &e) == NULL && e.code == NVS_ARGUMENT);
    o.top = NVS_M_BODY_ITEM;
    doc = nvs_parse(NULL, 0, &o, &e);
    CHECK(doc != NULL && doc->errors == 0 && doc->fields == 0 && doc->input.ptr != NULL);
    nvs_free(doc);
    doc = nvs_parse_binary(NULL, 0, &o, &e);
    CHECK(doc != NULL && doc->errors == 0 && doc->binary && doc->input.ptr != NULL);
    nvs_free(doc);
    nvs_free(NULL);
    doc = parsed("Identifier: \"i\" DisplayName: \"d\" Order: 3 Header { Rows: 2 Metrics { Name: \"a\" Groups: [\"x\", \"y\"] } Metrics { Name: \"b\" Multiplier: 1.5 } }");
    n = nvs_child(doc->root, NVS_F_HEADER);
    CHECK(nvs_child(NULL, NVS_F_NAME) == NULL && nvs_child(doc->root->child, NVS_F_NAME) == NULL && nvs_child(doc->root, NVS_F_BODY) == NULL);
    CHECK(nvs_again(NULL) == NULL && nvs_again(n) == NULL && nvs_again(nvs_child(n, NVS_F_METRICS)) != NULL && nvs_again(nvs_again(nvs_child(n, NVS_F_METRICS))) == NULL);
    CHECK(nvs_count(NULL, NVS_F_NAME) == 0 && nvs_count(n, NVS_F_METRICS) == 2 && nvs_count(n, NVS_F_NAME) == 0);
    CHECK(nvs_walk(NULL, NULL, NVS_INTO) == NULL && nvs_walk(doc->root, NULL, NVS_INTO) == NULL && nvs_walk(doc->root, doc->root, NVS_SKIP) == NULL);
    CHECK(nvs_text(NULL, NVS_F_NAME).len == 0 && nvs_text(doc->root, NVS_F_ORDER).len == 0 && nvs_text(n, NVS_F_NAME).ptr != NULL);
    CHECK(nvs_uint(NULL, NVS_F_ORDER) == 0 && nvs_uint(doc->root, NVS_F_ORDER) == 3 && nvs_uint(doc->root, NVS_F_IDENTIFIER) == 0 && nvs_int(doc->root, NVS_F_ORDER) == 3 && nvs_int(NULL, NVS_F_ORDER) == 0);
    CHECK_U64(0, nvs_path(NULL, path, sizeof path));
    n = nvs_child(nvs_again(nvs_child(n, NVS_F_METRICS)), NVS_F_MULTIPLIER);
    {
        const size_t len = nvs_path(n, NULL, 0);
        char whole_path[200];
        size_t room;
        CHECK(len > 10 && len == nvs_path(n, whole_path, sizeof whole_path) && strlen(whole_path) == len);
        for (room = 1; room <= len + 1; room++) {
            memset(path, 'x', sizeof path);
            CHECK_U64(len, nvs_path(n, path, room));
            CHECK(path[room] == 'x' && strlen(path) < room && strncmp(path, whole_path, strlen(path)) == 0);
        }
    }
    CHECK(nvs_write_text(NULL, put, NULL) == NVS_ARGUMENT && nvs_write_text(n, put, NULL) == NVS_ARGUMENT && nvs_write_text(doc->root, NULL, NULL) == NVS_ARGUMENT);
    CHECK(nvs_write_binary(NULL, NULL, put, NULL, &n) == NVS_ARGUMENT && n == NULL && nvs_write_binary(doc->root->child, NULL, put, NULL, NULL) == NVS_ARGUMENT && nvs_write_binary(doc->root, NULL, NULL, NULL, NULL) == NVS_ARGUMENT);
    {
        nvs_memory m = half();
        CHECK(nvs_write_binary(doc->root, &m, put, NULL, NULL) == NVS_ARGUMENT && written == 0);
    }
    nvs_free(doc);
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
    nvs_choose(NULL, NULL, &d, &choice);
    CHECK(choice.name.ptr != NULL && choice.name.len == 0);
    nvs_choose(doc->root->child, NULL, &d, &choice);
    CHECK(choice.name.len == 0);
    nvs_free(doc);
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
        nvs_metric_name m;
        nvs_split_name(view(cases[i].name), &m);
        if (!CHECK(m.prefix == cases[i].prefix && m.depth == cases[i].depth) || !CHECK_VIEW(cases[i].rest, m.rest) || !CHECK_VIEW(cases[i].rollup, m.rollup) ||
            !CHECK_VIEW(cases[i].submetric, m.submetric) || !CHECK_I64(cases[i].known, nvs_suffix_known(&m)))
            printf("    %s\n", cases[i].name);
    }
}

static int list_none(void *user, const char *folder, int (*found)(void *to, const char *name, int is_folder), void *to)
{
    (void)user;
    (void)folder;
    (void)found;
    (void)to;
    return 0;
}

static int list_null(void *user, const char *folder, int (*found)(void *to, const char *name, int is_folder), void *to)
{
    (void)user;
    (void)folder;
    (void)found(to, "a.section", 0);
    return 1;
}

static int64_t size_three(void *user, const char *path)
{
    (void)user;
    return strcmp(path, "/f/a.section") == 0 || strcmp(path, "a.section") == 0 ? 3 : -1;
}

static int read_three(void *user, const char *path, char *to, size_t size)
{
    (void)user;
    (void)path;
    memcpy(to, "abc", size);
    return 1;
}

static void selections(void)
{
    nvs_memory m = half();
    nvs_error e;
    nvs_device d;
    nvs_document *doc = parsed("Identifier: \"i\" DisplayName: \"d\"");
    const nvs_node *list[2];
    nvs_selection *s;
    memset(&d, 0, sizeof d);
    d.cc = 80;
    list[0] = doc->root;
    list[1] = NULL;
    CHECK(nvs_select(list, 2, &d, NULL, NULL, &e) == NULL && e.code == NVS_ARGUMENT && nvs_select(NULL, 1, &d, NULL, NULL, &e) == NULL && nvs_select(list, 1, NULL, NULL, NULL, &e) == NULL);
    CHECK(nvs_select(list, 1, &d, NULL, &m, &e) == NULL && e.code == NVS_ARGUMENT && nvs_select(list, 2, &d, NULL, NULL, NULL) == NULL);
    list[1] = doc->root->child;
    CHECK(nvs_select(list, 2, &d, NULL, NULL, &e) == NULL && e.code == NVS_ARGUMENT);
    s = nvs_select(NULL, 0, &d, NULL, NULL, &e);
    CHECK(s != NULL && s->section_count == 0 && s->metric_count == 0);
    nvs_selection_free(s);
    nvs_selection_free(NULL);
    nvs_free(doc);
}

static void libraries(void)
{
    nvs_options o;
    nvs_files f, broken;
    nvs_library *l;
    nvs_error e;
    unsigned char picked[4];
    uint32_t found = 7;
    const nvs_node *sections[4];
    int i;
    memset(&o, 0, sizeof o);
    o.memory = half();
    CHECK(nvs_library_open(&o, &e) == NULL && e.code == NVS_ARGUMENT && e.offset == 0 && nvs_library_open(&o, NULL) == NULL);
    memset(&o, 0, sizeof o);
    o.top = 999;
    CHECK(nvs_library_open(&o, &e) == NULL && e.code == NVS_ARGUMENT);
    nvs_library_close(NULL);
    l = nvs_library_open(NULL, NULL);
    CHECK(nvs_library_add(NULL, view("x"), "", 0) == NVS_ARGUMENT && nvs_library_add(l, nothing, "", 0) == NVS_ARGUMENT && nvs_library_add(l, view("x"), NULL, 1) == NVS_ARGUMENT);
    if (sizeof(size_t) > 4) CHECK(nvs_library_add(l, view("x"), "", (size_t)0xfffffff1u) == NVS_LIMIT && l->count == 0);
    CHECK(nvs_library_add(l, view("x"), NULL, 0) == NVS_OK && l->count == 1 && l->files[0].state == NVS_FILE_WRONG);
    f.list_fn = list_null;
    f.size_fn = size_three;
    f.read_fn = read_three;
    f.user = NULL;
    for (i = 0; i < 3; i++) {
        broken = f;
        if (i == 0) broken.list_fn = NULL;
        if (i == 1) broken.size_fn = NULL;
        if (i == 2) broken.read_fn = NULL;
        CHECK(nvs_library_load(l, &broken, "f", 0) == NVS_ARGUMENT);
    }
    CHECK(nvs_library_load(NULL, &f, "f", 0) == NVS_ARGUMENT && nvs_library_load(l, NULL, "f", 0) == NVS_ARGUMENT && nvs_library_load(l, &f, NULL, 0) == NVS_ARGUMENT);
    broken = f;
    broken.list_fn = list_none;
    CHECK(nvs_library_load(l, &broken, "f", 1) == NVS_IO && l->count == 1);
    CHECK(nvs_library_load(l, &f, "/f", 0) == NVS_OK && l->count == 2);
    CHECK_VIEW("/f/a.section", l->files[1].path);
    CHECK(l->files[1].state == NVS_FILE_WRONG && l->files[1].same_as == NVS_NO_FILE);
    CHECK(nvs_library_load(l, &f, "/f/", 0) == NVS_OK && l->count == 3); /* the slash is not doubled */
    CHECK_VIEW("/f/a.section", l->files[2].path);
    CHECK(nvs_library_load(l, &f, "", 0) == NVS_OK && l->count == 4);
    CHECK_VIEW("a.section", l->files[3].path);
    CHECK(nvs_library_find(NULL, view("x")) == NVS_NO_FILE && nvs_library_find(l, view("x")) == NVS_NO_FILE && nvs_library_find(l, view("")) == NVS_NO_FILE);
    CHECK(nvs_library_extended(NULL, 0) == NVS_NO_FILE && nvs_library_extended(l, 99) == NVS_NO_FILE && nvs_library_extended(l, 0) == NVS_NO_FILE);
    memset(picked, 0, sizeof picked);
    CHECK(nvs_library_pick(NULL, NVS_PICK_ALL, view(""), NULL, picked, &found, &e) == NVS_ARGUMENT && nvs_library_pick(l, NVS_PICK_ALL, view(""), NULL, NULL, &found, &e) == NVS_ARGUMENT);
    CHECK(nvs_library_pick(l, NVS_PICK_SET, nothing, NULL, picked, &found, &e) == NVS_ARGUMENT && nvs_library_pick(l, (nvs_pick)4, view(""), NULL, picked, &found, &e) == NVS_ARGUMENT);
    CHECK(nvs_library_pick(l, NVS_PICK_ALL, view(""), NULL, picked, NULL, NULL) == NVS_OK && nvs_library_pick(l, NVS_PICK_ALL, view(""), NULL, picked, &found, NULL) == NVS_OK && found == 0);
    {
        nvs_memory m = half();
        CHECK(nvs_library_pick(l, NVS_PICK_SECTION, view("regex:a"), &m, picked, &found, &e) == NVS_ARGUMENT && e.code == NVS_ARGUMENT);
        CHECK(nvs_library_pick(l, NVS_PICK_SECTION, view("regex:a("), NULL, picked, &found, &e) == NVS_SYNTAX && e.code == NVS_SYNTAX);
    }
    CHECK(nvs_library_sections(NULL, NULL, sections) == 0 && nvs_library_sections(l, NULL, NULL) == 0 && nvs_library_sections(l, NULL, sections) == 0);
    nvs_library_close(l);
}

static void values(void)
{
    nvs_column c;
    nvs_value v[2];
    double d[2] = {1.5, 2.5};
    uint64_t u[2] = {5, 6};
    int number = 7;
    v[0] = text("t");
    v[1] = real(3);
    c.kind = NVS_KIND_NONE;
    c.at = NULL;
    CHECK(nvs_column_at(&c, 1).kind == NVS_KIND_NONE);
    c.kind = NVS_KIND_FLOAT;
    c.at = d;
    CHECK(nvs_column_at(&c, 1).kind == NVS_KIND_FLOAT && nvs_column_at(&c, 1).v.d == 2.5);
    c.kind = NVS_KIND_UINT32;
    c.at = u;
    CHECK(nvs_column_at(&c, 1).kind == NVS_KIND_UINT32 && nvs_column_at(&c, 1).v.u == 6);
    c.kind = NVS_KIND_MIXED;
    c.at = v;
    CHECK(nvs_column_at(&c, 0).kind == NVS_KIND_STRING && nvs_column_at(&c, 1).v.d == 3);
    c.kind = NVS_KIND_STRING;
    CHECK(nvs_column_at(&c, 0).kind == NVS_KIND_STRING);
    CHECK(nvs_value_number(&v[1], &number) == 3 && number == 1 && nvs_value_number(&v[0], &number) == 0 && number == 0 && nvs_value_number(&v[1], NULL) == 3);
}

static void computing(void)
{
    nvs_definition d;
    nvs_derive_options o;
    nvs_results_options ro;
    nvs_error e;
    nvs_derived *r;
    nvs_results *results;
    nvs_data data;
    nvs_document *doc = parsed("Identifier: \"i\" DisplayName: \"d\" Header { Metrics { Name: \"one\" } }");
    const nvs_node *list[2];
    nvs_source none;
    nvs_memory m = half();
    nvs_evaluation *ev;
    memset(&o, 0, sizeof o);
    memset(&none, 0, sizeof none);
    d.name = view("a");
    d.expression = view("1");
    CHECK(nvs_derive(NULL, 1, NULL, NULL, &e) == NULL && e.code == NVS_ARGUMENT && nvs_derive(&d, 1, NULL, &none, &e) == NULL && e.code == NVS_ARGUMENT);
    o.generation = 3;
    CHECK(nvs_derive(&d, 1, &o, NULL, &e) == NULL && e.code == NVS_ARGUMENT);
    o.generation = -1;
    CHECK(nvs_derive(&d, 1, &o, NULL, &e) == NULL && e.code == NVS_ARGUMENT && nvs_derive(&d, 1, &o, NULL, NULL) == NULL);
    o.generation = 0;
    o.memory = m;
    CHECK(nvs_derive(&d, 1, &o, NULL, &e) == NULL && e.code == NVS_ARGUMENT);
    r = nvs_derive(NULL, 0, NULL, NULL, &e);
    CHECK(r != NULL && r->count == 0 && nvs_derived_find(r, view("a")) == NULL);
    nvs_derived_free(r);
    nvs_derived_free(NULL);
    r = nvs_derive(&d, 1, NULL, NULL, &e);
    CHECK(r != NULL && nvs_derived_find(r, view("a")) == r->metrics && nvs_derived_find(NULL, view("a")) == NULL && nvs_derived_find(r, view("b")) == NULL && nvs_derived_find(r, view("")) == NULL);
    nvs_derived_free(r);
    list[0] = doc->root;
    list[1] = NULL;
    memset(&ro, 0, sizeof ro);
    ro.device.cc = 90;
    CHECK(nvs_results_open(NULL, 1, &test_source, &ro, &e) == NULL && e.code == NVS_ARGUMENT && nvs_results_open(list, 1, NULL, &ro, &e) == NULL && nvs_results_open(list, 1, &none, &ro, &e) == NULL);
    results = nvs_results_open(list, 2, &test_source, &ro, &e); /* a section that is none defines nothing */
    CHECK(results != NULL && nvs_results_derived(results)->count == 0);
    nvs_results_close(results);
    ro.generation = 3;
    CHECK(nvs_results_open(list, 1, &test_source, &ro, &e) == NULL && e.code == NVS_ARGUMENT);
    ro.generation = -1;
    CHECK(nvs_results_open(list, 1, &test_source, &ro, NULL) == NULL);
    ro.generation = 0;
    ro.memory = m;
    CHECK(nvs_results_open(list, 1, &test_source, &ro, &e) == NULL && e.code == NVS_ARGUMENT);
    memset(&ro.memory, 0, sizeof ro.memory);
    results = nvs_results_open(list, 1, &test_source, &ro, &e);
    CHECK(results != NULL && nvs_results_metric(results, view("one"), NULL) == 1 && nvs_results_metric(results, view("gone"), &data) == 0 && nvs_results_derived(results)->count == 0);
    CHECK(nvs_evaluate(NULL, doc->root, NULL, &e) == NULL && e.code == NVS_ARGUMENT && nvs_evaluate(results, NULL, NULL, &e) == NULL && nvs_evaluate(results, doc->root->child, NULL, &e) == NULL);
    CHECK(nvs_evaluate(results, nvs_child(doc->root, NVS_F_HEADER), NULL, &e) == NULL && e.code == NVS_ARGUMENT && nvs_evaluate(results, doc->root, &m, &e) == NULL && e.code == NVS_ARGUMENT && nvs_evaluate(NULL, NULL, NULL, NULL) == NULL);
    ev = nvs_evaluate(results, doc->root, NULL, NULL);
    CHECK(ev != NULL && ev->count == 1);
    nvs_evaluation_free(ev);
    nvs_evaluation_free(NULL);
    nvs_results_close(results);
    nvs_results_close(NULL);
    nvs_free(doc);
}

/* Rules: what they ask with NULL, and say too much of. */
static void apply(nvs_rule_context *c)
{
    nvs_value cells[4];
    nvs_place place;
    nvs_view name;
    double d = 7;
    int has = 7;
    uint32_t m;
    static const char *const titles[] = {"t", "u"};
    memset(&place, 0, sizeof place);
    cells[0] = cells[1] = cells[2] = text("cell");
    cells[3] = whole(4);
    CHECK(nvs_rule_metric(c, "one", NULL) == 1 && nvs_rule_metric(c, "gone", NULL) == 0);
    CHECK(nvs_rule_number(c, "one", NULL) == 1 && nvs_rule_number(c, "word", &has) == 0 && has == 0 && nvs_rule_number(c, "gone", NULL) == 0);
    CHECK(nvs_rule_unit(c, "one").len == 0 && nvs_rule_unit(c, "one").ptr != NULL && nvs_rule_place(c, 5, &place) == 0);
    CHECK(nvs_rule_name(c, 0, &name) == 1 && nvs_rule_name(c, 9999, &name) == 0);
    CHECK(nvs_rule_receive(c, "Nobody", "k", &d) == 0 && nvs_rule_receive(c, "First", "k", &d) == 0 && d == 7 && !nvs_rule_present(c, "Nobody") && nvs_rule_present(c, "First"));
    m = nvs_rule_message(c, NVS_FINDING_OK, NULL, "said");
    nvs_rule_speedup(c, m + 9, NVS_SPEEDUP_LOCAL, 5); /* of no message: nothing happens */
    nvs_rule_focus(c, m + 9, "one", 1, NVS_SEVERITY_LOW, NULL);
    nvs_rule_focus(c, m, "one", 1, NVS_SEVERITY_LOW, NULL);
    nvs_rule_table(c, m, NULL, titles, 2, cells, 2);
    nvs_rule_table(c, m, "empty", titles, 0, NULL, 0);
    nvs_rule_marker(c, m, NVS_FINDING_WARNING, &place, "here");
    nvs_rule_send(c, "k", 3);
    nvs_rule_propose(c, "Next");
}

static void too_large(nvs_rule_context *c)
{
    static const char *const titles[] = {"t"};
    nvs_value v = whole(1);
    nvs_rule_table(c, 0, NULL, titles, 0xffffffffu, &v, 0xffffffffu);
}

static void rules(void)
{
    static const nvs_rule one = {"First", "f", "d", NULL, NULL, NULL, apply}, two = {"Large", "l", "d", NULL, NULL, NULL, too_large};
    const nvs_rule *list[2];
    nvs_rule_source s;
    nvs_rules_options o;
    nvs_rule_results *r;
    nvs_error e;
    memset(&s, 0, sizeof s);
    memset(&o, 0, sizeof o);
    s.metrics = test_source;
    list[0] = &one;
    list[1] = NULL;
    CHECK(nvs_rules_run(NULL, 1, &s, NULL, &e) == NULL && e.code == NVS_ARGUMENT && nvs_rules_run(list, 1, NULL, NULL, &e) == NULL && e.code == NVS_ARGUMENT);
    o.memory = half();
    CHECK(nvs_rules_run(list, 1, &s, &o, &e) == NULL && e.code == NVS_ARGUMENT && nvs_rules_run(list, 1, &s, &o, NULL) == NULL);
    memset(&o, 0, sizeof o);
    s.metrics.metric_fn = NULL;
    CHECK(nvs_rules_run(list, 1, &s, NULL, &e) == NULL && e.code == NVS_ARGUMENT);
    s.metrics = test_source;
    r = nvs_rules_run(list, 1, &s, &o, &e);
    if (CHECK(r != NULL && r->count == 1 && r->results[0].messages == 1 && !r->results[0].failed)) {
        const nvs_rule_item *i = r->results[0].items;
        unsigned count[4] = {0, 0, 0, 0};
        CHECK(i->kind == NVS_ITEM_MESSAGE && i->focus != NULL && i->focus->next == NULL && i->speedup == NVS_SPEEDUP_NONE);
        for (; i != NULL; i = i->next) count[i->kind]++;
        CHECK(count[0] == 1 && count[1] == 2 && count[2] == 1 && count[3] == 1);
    }
    nvs_rules_free(r);
    nvs_rules_free(NULL);
    r = nvs_rules_run(NULL, 0, &s, NULL, &e);
    CHECK(r != NULL && r->count == 0);
    nvs_rules_free(r);
    list[0] = &two;
    CHECK(nvs_rules_run(list, 1, &s, NULL, &e) == NULL && (e.code == NVS_LIMIT || e.code == NVS_MEMORY));
}

/* Writing by hand: what cannot be written is told at the end. */
static void hand_writing(void)
{
    nvs_writer w;
    int i;
    for (i = 0; i < 7; i++) {
        written = 0;
        nvs_writer_init(&w, put, i == 6 ? &w : NULL);
        nvs_put_open(&w, i == 0 ? NVS_F_NONE : NVS_F_HEADER);
        nvs_put_uint(&w, i == 1 ? (nvs_name)-1 : NVS_F_ROWS, 5);
        nvs_put_word(&w, NVS_F_SHOW_INSTANCES, i == 2 ? NULL : i == 3 ? "" : i == 4 ? "two words" : "true");
        nvs_put_text(&w, NVS_F_NAME, view("x"));
        nvs_put_real(&w, NVS_F_MULTIPLIER, 0.1);
        nvs_put_int(&w, NVS_F_MIN, -5);
        nvs_put_comment(&w, view("line\nfeed"));
        nvs_put_close(&w);
        if (!CHECK_I64(i < 5 ? NVS_ARGUMENT : i == 5 ? NVS_OK : NVS_IO, nvs_writer_end(&w))) printf("    number %d\n", i);
    }
    nvs_writer_init(&w, put, NULL);
    for (i = 0; i < 40; i++) nvs_put_open(&w, NVS_F_ITEMS);
    for (i = 0; i < 40; i++) nvs_put_close(&w);
    CHECK_I64(NVS_OK, nvs_writer_end(&w));
    nvs_writer_init(&w, put, NULL);
    nvs_put_open(&w, NVS_F_HEADER);
    CHECK_I64(NVS_ARGUMENT, nvs_writer_end(&w)); /* still open */
    nvs_writer_init(&w, put, NULL);
    nvs_put_close(&w);
    CHECK_I64(NVS_ARGUMENT, nvs_writer_end(&w));
}

int main(void)
{
    RUN(names);
    RUN(documents);
    RUN(conditions);
    RUN(metric_names);
    RUN(selections);
    RUN(libraries);
    RUN(values);
    RUN(computing);
    RUN(rules);
    RUN(hand_writing);
    return run_end();
}
