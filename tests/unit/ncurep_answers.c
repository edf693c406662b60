/* What each public function of ncurep.h does with NULL, with numbers out of range, with entries in the wrong order, and
   with callbacks that give too much or nothing. */
#define NCUREP_POSIX
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include "ncurep_wire.h"
#include "run.h"

static ncurep_report *opened(const char *name)
{
    static char *data;
    size_t size;
    char path[100];
    sprintf(path, "examples/samples/ncurep/%s.ncu-rep", name);
    free(data);
    data = run_read(path, &size);
    if (data == NULL) abort();
    return ncurep_report_open(data, size, NULL, NULL);
}

/* Memory with only one of the two functions. */
static ncurep_memory half(void)
{
    ncurep_memory m;
    memset(&m, 0, sizeof m);
    m.allocator.alloc_fn = ncurep_i_malloc;
    return m;
}

static size_t read_none(void *user, uint64_t offset, void *to, size_t size)
{
    (void)user;
    (void)offset;
    (void)to;
    (void)size;
    return 0;
}

static void reports(void)
{
    ncurep_report *r = opened("mixed");
    ncurep_report_options o;
    ncurep_input input;
    ncurep_error e;
    ncurep_info info;
    ncurep_block b;
    ncurep_view v;
    ncurep_process p;
    ncurep_source s;
    ncurep_result result;
    ncurep_module m;
    ncurep_index x;
    ncurep_metric metric;
    ncurep_session session;
    uint32_t count = 7;
    memset(&o, 0, sizeof o);
    memset(&input, 0, sizeof input);
    o.memory = half();
    CHECK(ncurep_report_open_input(NULL, NULL, &e) == NULL && e.code == NCUREP_ARGUMENT && ncurep_report_open_input(NULL, NULL, NULL) == NULL);
    CHECK(ncurep_report_open_input(&input, NULL, &e) == NULL && e.code == NCUREP_ARGUMENT);
    input.read_fn = read_none;
    CHECK(ncurep_report_open_input(&input, &o, &e) == NULL && e.code == NCUREP_ARGUMENT);
    CHECK(ncurep_report_open(NULL, 1, NULL, &e) == NULL && e.code == NCUREP_ARGUMENT);
    CHECK(ncurep_report_open("NVR", 3, &o, &e) == NULL && e.code == NCUREP_ARGUMENT);
    {
        ncurep_report *none = ncurep_report_open(NULL, 0, NULL, &e);
        CHECK(none != NULL || e.code != NCUREP_OK);
        if (none != NULL) {
            ncurep_report_info(none, &info);
            CHECK(info.size == 0 && info.blocks == 0 && !info.has_version);
        }
        ncurep_report_close(none);
    }
    ncurep_report_close(NULL);
    memset(&info, 7, sizeof info);
    ncurep_report_info(NULL, &info);
    CHECK(info.blocks == 0 && info.size == 0 && info.memory == 0);
    ncurep_report_info(NULL, NULL);
    ncurep_report_info(r, NULL);
    ncurep_report_info(r, &info);
    CHECK(info.blocks > 1 && info.results > 1 && info.sources > 0);
    CHECK(!ncurep_problem_at(NULL, 0, &e) && !ncurep_problem_at(r, 0, &e) && !ncurep_problem_at(r, 16, &e) && !ncurep_problem_at(r, 0, NULL));
    CHECK(!ncurep_block_at(NULL, 0, &b, &e) && e.code == NCUREP_OK && !ncurep_block_at(r, info.blocks, &b, &e) && e.code == NCUREP_OK);
    CHECK(b.header.ptr != NULL && b.header.len == 0);
    CHECK(!ncurep_string_at(NULL, 0, &v) && v.len == 0 && v.ptr != NULL && !ncurep_string_at(r, info.strings, &v) && !ncurep_string_at(r, 0, NULL));
    CHECK(string_id(NULL, ncurep_text("a")) == NCUREP_NONE && string_id(r, view_of(NULL, 1)) == NCUREP_NONE && string_id(r, ncurep_text("no such text")) == NCUREP_NONE);
    CHECK(!ncurep_process_at(NULL, 0, &p) && !ncurep_process_at(r, info.processes, &p) && p.host.ptr != NULL && !ncurep_process_at(r, 0, NULL));
    CHECK(!ncurep_source_at(NULL, 0, &s, &e) && e.code == NCUREP_OK && !ncurep_source_at(r, info.sources, &s, &e) && e.code == NCUREP_OK && s.binary.ptr != NULL);
    CHECK(!ncurep_source_at(r, info.sources, &s, NULL));
    CHECK(!ncurep_result_at(NULL, 0, &result, &e) && e.code == NCUREP_OK && !ncurep_result_at(r, info.results, &result, &e) && e.code == NCUREP_OK);
    CHECK(result.function.ptr != NULL && result.metrics.ptr != NULL && !ncurep_result_at(r, info.results, &result, NULL));
    CHECK(!ncurep_report_session(NULL, &session) && session.command.ptr != NULL);
    CHECK(!ncurep_module_at(r, 0, &m) && module_index(r, 1) == NCUREP_NONE); /* not sorted yet */
    CHECK(ncurep_modules_load(NULL, &count, &e) != NCUREP_OK && e.code == NCUREP_ARGUMENT);
    CHECK(ncurep_modules_load(r, NULL, NULL) == NCUREP_OK && ncurep_modules_load(r, &count, NULL) == NCUREP_OK && count > 0);
    CHECK(!ncurep_module_at(NULL, 0, &m) && !ncurep_module_at(r, count, &m) && m.pieces == 0 && !ncurep_module_at(r, 0, NULL) && ncurep_module_at(r, 0, &m));
    CHECK(module_index(NULL, m.reference) == NCUREP_NONE && module_index(r, m.reference) == 0);
    CHECK(module_index(r, 0) == NCUREP_NONE && module_index(r, ~(uint64_t)0) == NCUREP_NONE);
    CHECK(!ncurep_module_source_at(NULL, NULL, 0, &s, &e) && e.code == NCUREP_OK && !ncurep_module_source_at(r, NULL, 0, &s, &e) && s.bytes.ptr != NULL);
    CHECK(string_id(r, ncurep_text("no such text")) == NCUREP_NONE && string_id(r, ncurep_text("")) == NCUREP_NONE && string_id(r, ncurep_text("zzzz")) == NCUREP_NONE);
    for (count = 0; count < info.sources; count++) CHECK(ncurep_source_at(r, count, &s, NULL) && s.index == count && s.block < info.blocks && s.bytes.len > 0);
    for (count = 0; count < info.results; count++) CHECK(ncurep_result_at(r, count, &result, NULL) && result.index == count && result.block < info.blocks);
    CHECK(ncurep_result_at(r, 0, &result, NULL));
    CHECK(ncurep_index_build(NULL, &result, &x, &e) != NCUREP_OK && e.code == NCUREP_ARGUMENT && x.count == 0 && ncurep_index_build(r, NULL, &x, &e) != NCUREP_OK && e.code == NCUREP_ARGUMENT);
    CHECK(ncurep_index_build(r, &result, &x, NULL) == NCUREP_OK && x.count > 1);
    count = 7;
    CHECK(names_at(NULL, ncurep_text("a"), &count) == 0 && count == 0 && names_at(&x, ncurep_text("no such metric"), &count) == 0 && names_at(&x, ncurep_text("no"), NULL) == 0);
    CHECK(!ncurep_index_at(NULL, 0, &metric) && !ncurep_index_at(&x, x.count, &metric) && metric.value.text.ptr != NULL && !ncurep_index_at(&x, 0, NULL));
    CHECK(ncurep_index_at(&x, x.count - 1, &metric));
    CHECK(!ncurep_metric_find(NULL, 0, &metric) && !ncurep_metric_find(&result, 0, NULL) && !ncurep_metric_find(&result, 0xfffffffeu, &metric));
    ncurep_report_close(r);
}

/* Every list function: NULL for the list, NULL for the output, and a list that already has an error. */
static void lists(void)
{
    ncurep_list list, broken;
    ncurep_view view = {"", 0};
    union {
        ncurep_address address; ncurep_pair pair; ncurep_device device; ncurep_attribute attribute; ncurep_symbol symbol; ncurep_source_file source_file;
        ncurep_frame frame; ncurep_nvtx_domain nvtx_domain; ncurep_nvtx_string nvtx_string; ncurep_nvtx_names nvtx_names; ncurep_nvtx_thread nvtx_thread;
        ncurep_nvtx_open nvtx_open; ncurep_nvtx_range range; ncurep_warp_samples warp_samples; ncurep_warp_series warp_series; ncurep_section section; ncurep_section_body section_body; ncurep_section_metrics section_metrics;
        ncurep_label label; ncurep_comment comment; ncurep_rule rule; ncurep_rule_item rule_item; ncurep_focus focus; ncurep_marker marker;
        uint64_t reference; ncurep_metric metric; ncurep_instance instance; ncurep_field field;
    } to;
    uint64_t first;
    list = ncurep_fields(view, 0);
    broken = list;
    broken.error.code = NCUREP_SYNTAX;
    broken.error.message = "broken";
    broken.ptr = "\x0f"; /* a wire type that does not exist */
    broken.end = broken.ptr + 1;
#define BOTH(name, member) \
    do { \
        memset(&to, 0x5a, sizeof to); \
        CHECK(!ncurep_##name##_next(NULL, &to.member) && !ncurep_##name##_next(&list, NULL) && !ncurep_##name##_next(NULL, NULL)); \
        CHECK(!ncurep_##name##_next(&broken, &to.member) && strcmp(broken.error.message, "broken") == 0 && broken.ptr == broken.end); \
        CHECK(!ncurep_##name##_next(&list, &to.member) && list.error.code == NCUREP_OK); \
        memcpy(&first, &to, sizeof first); /* has, in most */ \
        CHECK_U64(0, first); \
    } while (0)
    BOTH(address, address);
    BOTH(pair, pair);
    BOTH(device, device);
    BOTH(attribute, attribute);
    BOTH(symbol, symbol);
    BOTH(source_file, source_file);
    BOTH(reference, reference);
    CHECK_U64(0, to.reference);
    BOTH(frame, frame);
    BOTH(nvtx_domain, nvtx_domain);
    BOTH(nvtx_string, nvtx_string);
    BOTH(nvtx_names, nvtx_names);
    BOTH(nvtx_thread, nvtx_thread);
    BOTH(nvtx_open, nvtx_open);
    BOTH(nvtx_range, range);
    BOTH(warp_samples, warp_samples);
    BOTH(warp_series, warp_series);
    BOTH(section, section);
    CHECK(to.section.bytes.ptr != NULL && to.section.bytes.len == 0);
    BOTH(section_body, section_body);
    BOTH(section_metrics, section_metrics);
    BOTH(label, label);
    BOTH(comment, comment);
    BOTH(rule, rule);
    BOTH(rule_item, rule_item);
    BOTH(focus, focus);
    BOTH(marker, marker);
    BOTH(metric, metric);
    BOTH(instance, instance);
    CHECK(to.instance.id.kind == NCUREP_KIND_NONE && to.instance.value.kind == NCUREP_KIND_NONE && to.instance.value.bits == 0 && to.instance.value.text.len == 0 && to.instance.id.text.ptr != NULL);
    BOTH(field, field);
#undef BOTH
    CHECK(ncurep_instances(NULL, NULL, NULL, NULL, 5) == 0 && ncurep_instances(&broken, NULL, NULL, NULL, 5) == 0 && ncurep_instances(&list, NULL, NULL, NULL, 5) == 0);
    {
        ncurep_table table;
        ncurep_rule_item item;
        ncurep_walk w;
        ncurep_unknown u;
        memset(&item, 0, sizeof item);
        CHECK(!ncurep_table_find(NULL, NCUREP_TABLE_KIND_TABLE, &table) && !ncurep_table_find(&item, NCUREP_TABLE_KIND_TABLE, NULL) && !ncurep_table_find(&item, (ncurep_table_kind)6, &table));
        CHECK(table.label.ptr != NULL && !ncurep_table_metric_next(&table, NULL) && !ncurep_table_metric_next(NULL, &to.label) && !ncurep_table_metric_next(&table, &to.label));
        ncurep_walk_begin(NULL, NCUREP_ROOT_FILE, view, 0);
        ncurep_walk_begin(&w, (ncurep_root)7, view, 0);
        CHECK(!ncurep_walk_next(&w, &u) && w.error.code == NCUREP_OK && !ncurep_walk_next(&w, NULL) && !ncurep_walk_next(NULL, &u));
    }
    {
        ncurep_field f; /* a list of one number, whose count is already used up */
        list.ptr = "\010\1\020\2\010\3";
        list.end = list.ptr + 6;
        list.field = 1;
        list.count = 1;
        CHECK(ncurep_field_next(&list, &f) && f.value == 1 && list.count == 0 && ncurep_field_next(&list, &f) && f.value == 3 && list.count == 0 && !ncurep_field_next(&list, &f));
    }
}

/* Texts, names and calls with something left out. */
static void left_out(void)
{
    ncurep_view v = ncurep_text(NULL);
    ncurep_list l;
    ncurep_field f;
    ncurep_module m;
    ncurep_source s;
    ncurep_result result;
    ncurep_index x;
    ncurep_metric metric;
    ncurep_rule_item item;
    ncurep_table table;
    ncurep_error e;
    ncurep_report *r;
    uint32_t id = 5, place, count;
    size_t size;
    char *data = run_read("examples/samples/ncurep/saxpy.ncu-rep", &size);
    CHECK(v.len == 0 && *v.ptr == 0);
    CHECK_STR("kernel", ncurep_result_kind_name(NCUREP_RESULT_KIND_KERNEL));
    CHECK_STR("range", ncurep_result_kind_name(NCUREP_RESULT_KIND_RANGE));
    CHECK_STR("cmdlist", ncurep_result_kind_name(NCUREP_RESULT_KIND_CMDLIST));
    CHECK_STR("graph", ncurep_result_kind_name(NCUREP_RESULT_KIND_GRAPH));
    CHECK_STR("?", ncurep_result_kind_name((ncurep_result_kind)4));
    v.ptr = NULL;
    l = ncurep_fields(v, 0);
    CHECK(!ncurep_field_next(&l, &f) && l.error.code == NCUREP_OK && l.ptr != NULL);
    if (!CHECK(data != NULL)) return;
    r = ncurep_report_open(data, size, NULL, NULL);
    CHECK(!ncurep_string_find(r, ncurep_text("gpu__time_duration.sum"), NULL) && !ncurep_string_find(r, v, &id) && id == NCUREP_NONE);
    CHECK(!ncurep_string_find(NULL, ncurep_text("a"), &id));
    CHECK(ncurep_modules_load(r, NULL, NULL) == NCUREP_OK && ncurep_module_at(r, 0, &m));
    m.index = 99;
    CHECK(!ncurep_module_source_at(r, &m, 0, &s, &e) && e.code == NCUREP_OK);
    CHECK(ncurep_result_at(r, 0, &result, NULL) && ncurep_index_build(r, &result, &x, NULL) == NCUREP_OK);
    CHECK(ncurep_index_find(&x, ncurep_text("gpu__time_duration.sum"), NULL, NULL));
    CHECK(ncurep_index_find(&x, ncurep_text("gpu__time_duration.sum"), &place, &count) && count == 1 && ncurep_index_at(&x, place, &metric));
    ncurep_report_close(r);
    free(data);
    memset(&item, 0, sizeof item);
    item.has = 4; /* a table that is malformed */
    item.chart[0] = view_of("\x0f", 1);
    CHECK(!ncurep_table_find(&item, NCUREP_TABLE_KIND_TABLE, &table) && table.metrics.ptr != NULL && table.label.len == 0);
    ncurep_metric_describe(ncurep_text("a"), NULL);
    CHECK_U64(ncurep_metric_text(ncurep_text("gpu__time_duration.sum"), NULL, 0), ncurep_metric_text(ncurep_text("gpu__time_duration.sum"), NULL, 9));
}

static void values(void)
{
    static const struct {
        ncurep_kind kind;
        uint64_t bits;
        double d;
        uint64_t u;
    } cases[] = {{NCUREP_KIND_NONE, 5, 0, 0}, {NCUREP_KIND_STRING, 5, 0, 0}, {NCUREP_KIND_UINT32, 5, 5, 5}, {NCUREP_KIND_UINT64, ~(uint64_t)0, 18446744073709551616.0, ~(uint64_t)0},
                 {NCUREP_KIND_INT32, ~(uint64_t)0, -1, 0}, {NCUREP_KIND_INT32, 7, 7, 7}, {NCUREP_KIND_INT64, (uint64_t)1 << 63, -9223372036854775808.0, 0}, {NCUREP_KIND_INT64, 9, 9, 9},
                 {NCUREP_KIND_FLOAT, 0x3fc00000u, 1.5, 1}, {NCUREP_KIND_FLOAT, 0xbfc00000u, -1.5, 0}, {NCUREP_KIND_DOUBLE, (uint64_t)0x3ff80000u << 32, 1.5, 1},
                 {NCUREP_KIND_DOUBLE, (uint64_t)0x3feccccc << 32, 0.89999961853027343750, 0}, {NCUREP_KIND_DOUBLE, (uint64_t)0x43f00000u << 32, 18446744073709551616.0, 0},
                 {NCUREP_KIND_DOUBLE, (uint64_t)0x43efffffu << 32, 18446735277616529408.0, 18446735277616529408u}, {NCUREP_KIND_DOUBLE, (uint64_t)0xbff00000u << 32, -1, 0},
                 {NCUREP_KIND_DOUBLE, (uint64_t)0x3ff00000u << 32, 1, 1}, {(ncurep_kind)99, 5, 0, 0}};
    ncurep_value v;
    size_t i;
    memset(&v, 0, sizeof v);
    v.text.ptr = "t";
    v.text.len = 1;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        v.kind = cases[i].kind;
        v.bits = cases[i].bits;
        if (!CHECK_DOUBLE(cases[i].d, ncurep_value_double(&v)) || !CHECK_U64(cases[i].u, ncurep_value_u64(&v))) printf("    number %u\n", (unsigned)i);
    }
    v.kind = NCUREP_KIND_DOUBLE;
    v.bits = (uint64_t)0x7ff80000u << 32; /* not a number */
    CHECK(ncurep_value_u64(&v) == 0);
    CHECK(ncurep_value_double(NULL) == 0 && ncurep_value_u64(NULL) == 0);
}

static void patterns(void)
{
    static const struct {
        const char *pattern, *name;
        int plain, glob;
    } cases[] = {{"", "", 1, 1}, {"", "a", 0, 0}, {"a", "", 0, 0}, {"abc", "abc", 1, 1}, {"abc", "abd", 0, 0}, {"abc", "ab", 0, 0}, {"ab", "abc", 0, 0}, {"a*", "a*", 1, 1}, {"a*", "abc", 0, 1},
                 {"a*", "a", 0, 1}, {"*", "", 0, 1}, {"*", "abc", 0, 1}, {"*c", "abc", 0, 1}, {"*c", "abcd", 0, 0}, {"a*c", "abbbc", 0, 1}, {"a*c", "abbbd", 0, 0}, {"a*b*c", "axxbyyc", 0, 1},
                 {"a*b*c", "axxbyy", 0, 0}, {"*ab", "aab", 0, 1}, {"*ab", "aaab", 0, 1}, {"*aab", "aaaab", 0, 1}, {"?", "a", 0, 1}, {"?", "", 0, 0}, {"?", "ab", 0, 0}, {"a?c", "abc", 0, 1}, {"a?c", "ac", 0, 0},
                 {"**", "x", 0, 1}, {"a**", "a", 0, 1}, {"?*?", "a", 0, 0}, {"?*?", "ab", 0, 1}, {"*a*", "bab", 0, 1}, {"*a*", "bbb", 0, 0}, {"b", "a", 0, 0}};
    ncurep_memory m = half();
    ncurep_error e;
    size_t i;
    int flags;
    for (i = 0; i < sizeof cases / sizeof *cases; i++)
        for (flags = 0; flags < 2; flags++) {
            ncurep_pattern *p = open_pattern(ncurep_text(cases[i].pattern), flags, NULL, NULL);
            if (!CHECK_I64(flags ? cases[i].glob : cases[i].plain, ncurep_pattern_match(p, ncurep_text(cases[i].name)))) printf("    %s %s\n", cases[i].pattern, cases[i].name);
            CHECK(!ncurep_pattern_match(p, view_of(NULL, 0)) && !ncurep_pattern_match(NULL, ncurep_text("a")));
            ncurep_pattern_close(p);
        }
    ncurep_pattern_close(NULL);
    CHECK(open_pattern(view_of(NULL, 0), 0, NULL, &e) == NULL && e.code == NCUREP_ARGUMENT && open_pattern(ncurep_text("a"), 0, &m, &e) == NULL && e.code == NCUREP_ARGUMENT);
    CHECK(open_pattern(ncurep_text("regex:a("), 0, NULL, &e) == NULL && e.code == NCUREP_SYNTAX && e.offset == 7);
    {
        ncurep_pattern *p = open_pattern(ncurep_text("regex:b"), 0, NULL, &e);
        CHECK(ncurep_pattern_match(p, ncurep_text("abc")) && !ncurep_pattern_match(p, ncurep_text("ac")));
        ncurep_pattern_close(p);
        p = open_pattern(ncurep_text("regex"), 0, NULL, &e);
        CHECK(ncurep_pattern_match(p, ncurep_text("regex")) && !ncurep_pattern_match(p, ncurep_text("")));
        ncurep_pattern_close(p);
    }
}

/* The state of a result with one thread and one domain, and its push/pop or start/end ranges: names separated by
   spaces. */
static void nvtx_result(wire *w, const char *push, const char *start, unsigned domains, uint64_t in)
{
    wire nvtx = {NULL, 0, 0}, thread = {NULL, 0, 0}, open = {NULL, 0, 0}, range = {NULL, 0, 0}, domain = {NULL, 0, 0};
    const char *both[2];
    unsigned i;
    int k;
    both[0] = push;
    both[1] = start;
    w->len = 0;
    w_number(w, 1, 7); /* thread */
    for (i = 0; i < domains; i++) {
        char name[20];
        sprintf(name, "dom%u", i);
        w_number(&domain, 1, i + 10);
        w_text(&domain, 2, name);
        w_message(&nvtx, 1, &domain);
    }
    for (k = 0; k < 2; k++) {
        const char *p = both[k];
        w_number(&open, 1, in);
        while (*p != 0) {
            const size_t n = strcspn(p, " ");
            w_data(&range, k == 0 ? 1 : 2, p, n);
            w_message(&open, 3, &range);
            p += n + (p[n] == ' ');
        }
        if (k == 0) {
            w_number(&thread, 1, 7);
            w_message(&thread, 2, &open);
            w_message(&nvtx, 2, &thread);
        } else
            w_message(&nvtx, 3, &open);
    }
    w_number(&nvtx, 4, 1); /* the default domain */
    w_message(w, 21, &nvtx);
    free(nvtx.ptr);
    free(thread.ptr);
    free(open.ptr);
    free(range.ptr);
    free(domain.ptr);
}

static int matches(const char *filter, const char *push, const char *start, unsigned domains, uint64_t in)
{
    wire w = {NULL, 0, 0}, file = {NULL, 0, 0}, header = {NULL, 0, 0}, payload = {NULL, 0, 0};
    ncurep_report *r;
    ncurep_result result;
    ncurep_error e;
    ncurep_nvtx_filter *f = ncurep_nvtx_filter_open(ncurep_text(filter), NULL, &e);
    int got = -1;
    nvtx_result(&w, push, start, domains, in);
    w_report(&file, 7);
    w_entry(&payload, &w);
    w_number(&header, 1, 0);
    w_number(&header, 2, 1);
    w_block(&file, &header, &payload);
    r = ncurep_report_open(file.ptr, file.len, NULL, NULL);
    if (CHECK(ncurep_result_at(r, 0, &result, NULL)) && f != NULL) got = ncurep_nvtx_filter_match(f, &result);
    CHECK(ncurep_nvtx_filter_match(NULL, &result) == 0 && ncurep_nvtx_filter_match(f, NULL) == 0);
    result.has = 0;
    CHECK(ncurep_nvtx_filter_match(f, &result) == 0);
    ncurep_nvtx_filter_close(f);
    ncurep_report_close(r);
    free(w.ptr);
    free(file.ptr);
    free(header.ptr);
    free(payload.ptr);
    return got;
}

static void filters(void)
{
    static const struct {
        const char *filter, *push, *start;
        int got; /* -1: no filter */
    } cases[] = {
        {"a/", "a", "", 1}, {"a/", "b a c", "", 1}, {"a/", "b c", "", 0}, {"a/b", "x a b y", "", 1}, {"a/b", "a x b", "", 0}, {"[a/", "a b", "", 1}, {"[a/", "b a", "", 0}, {"a]", "b a", "", 1},
        {"/a]", "b a", "", -1}, {"a]", "a b", "", 0}, {"[a/b]", "a b", "", 1}, {"[a/b]", "a b c", "", 0}, {"a/*/b", "a b", "", 1}, {"a/*/b", "a x y b", "", 1}, {"a/+/b", "a x b", "", 1},
        {"a/+/b", "a b", "", 0}, {"a/+/b", "a x y b", "", 0}, {"[*/b]", "b", "", 1}, {"[+]", "a", "", 1}, {"[+]", "a b", "", 0}, {"[*]", "", "", 1}, {"a", "", "a", 1}, {"a", "a", "", 0},
        {"a,b", "", "b x a", 1}, {"a,b", "", "a x", 0}, {"a,a", "", "a", 1}, {"a\\,b", "", "a,b", 1}, {"a\\/b", "", "a/b", 1}, {"a\\/b/", "a/b", "", 1}, {"a$$b", "", "a$b", 1}, {"a$b", "", "a$b", 1},
        {"a\\+", "", "a+", 1}, {"\\*/", "*", "", 1}, {"\\[a/", "[a", "", 1}, {"a\\]", "", "a]", 1}, {"a\\\\]", "a\\\\", "", 1}, {"a\\@b", "", "a@b", 1}, {"a\\x", "", "a\\x", 1}, {"a\\", "", "a\\", 1},
        {"", "", "", -1}, {"a//b", "", "", -1}, {"a,", "", "", -1}, {",a", "", "", -1}, {"@a", "", "", -1}, {"a@b@c", "", "", -1}, {"a@", "", "", -1}, {"a@b", "", "b", 0}, {"regex:", "", "", -1},
        {"regex:a+", "", "baab", 1}, {"regex:^a+$", "", "baab", 0}, {"regex:a{1,2},b", "", "aa b", 1}, {"regex:a{1,2},b", "", "aa", 0}, {"regex:a/b", "xa bx", "", 1}, {"regex:/[ab]/", "b", "", 1},
        {"regex:[ab]/", "b", "", 0}, {"regex:a/[bc]/", "a c", "", 1}, {"regex:(", "", "", -1}, {"regex:a\\/", "", "a/", 1}, {"regex:a/b\\\\/", "a b\\", "", 1}, {"regex:a/b\\/", "a b/", "", 1}, {"regex:/a]", "a", "", 1}, {"x/", "", "", 0}};
    static char many[3000];
    ncurep_memory m = half();
    ncurep_error e;
    size_t i;
    for (i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!CHECK_I64(cases[i].got, matches(cases[i].filter, cases[i].push, cases[i].start, 3, 1)))
            printf("    %s on %s | %s\n", cases[i].filter, cases[i].push, cases[i].start);
    CHECK(matches("dom1@a/", "a", "", 3, 11) == 1 && matches("dom1@a/", "a", "", 3, 12) == 0 && matches("dom@a/", "a", "", 3, 11) == 0 && matches("a/", "a", "", 3, 2) == 0);
    CHECK(matches("regex:dom[0-9]+@a/", "a", "", 3, 12) == 1 && matches("regex:dom@a/", "a", "", 40, 25) == 1 && matches("regex:dom@a/", "a", "", 40, 26) == 0); /* the first 16 */
    for (i = 0; i < 512; i++) strcpy(many + 2 * i, "a,");
    {
        ncurep_nvtx_filter *f = ncurep_nvtx_filter_open(view_of(many, 1023), NULL, &e);
        CHECK(f != NULL && e.code == NCUREP_OK);
        ncurep_nvtx_filter_close(f);
    }
    many[1024] = 'a';
    CHECK(ncurep_nvtx_filter_open(view_of(many, 1025), NULL, &e) == NULL && e.code == NCUREP_LIMIT);
    CHECK(ncurep_nvtx_filter_open(view_of(NULL, 0), NULL, &e) == NULL && e.code == NCUREP_ARGUMENT && open_filter(ncurep_text("a"), &m, &e) == NULL && e.code == NCUREP_ARGUMENT);
    ncurep_nvtx_filter_close(NULL);
}

/* The writer: the last call reports wrong calls, and gives the first one. */
typedef struct sink {
    char data[100000];
    size_t len;
    int fails;
} sink;
static sink out;

static int put(void *user, const void *from, size_t n)
{
    sink *s = (sink *)user;
    if (s->fails || n > sizeof s->data - s->len) return 0;
    memcpy(s->data + s->len, from, n);
    s->len += n;
    return 1;
}

static ncurep_writer *writer(void)
{
    ncurep_output o;
    out.len = 0;
    out.fails = 0;
    o.write_fn = put;
    o.user = &out;
    return ncurep_writer_open(&o, NULL, NULL);
}

static void wrong_writing(void)
{
    static const char *const messages[] = {
        "a field is written outside of a message, or has a number that cannot be", "a field is written outside of a message, or has a number that cannot be",
        "a field is written outside of a message, or has a number that cannot be", "an entry begins inside of another", "no such kind of entry", "no such kind of entry", "the entries of a block are out of order",
        "more messages end than began", "messages are nested more than 32 deep", "a text to write is NULL", "a string to write is NULL", "fields are written outside of a message, or are NULL",
        "fields are written outside of a message, or are NULL", "a metric is written outside of a result", "a metric is written outside of a result", "a metric is written outside of a result",
        "a block ends inside of a message", "a copy begins inside of an entry", "the fields of a block header are malformed", "a metric is written outside of a result", "a field is written outside of a message, or has a number that cannot be"};
    ncurep_report *r = opened("mixed");
    ncurep_error e;
    unsigned which, i;
    for (which = 0; which < sizeof messages / sizeof *messages; which++) {
        ncurep_writer *w = writer();
        int ok = 0;
        if (which != 5 && which != 0) CHECK(ncurep_write_entry(w, which == 6 ? NCUREP_ROOT_RANGE : which == 13 ? NCUREP_ROOT_SOURCE : NCUREP_ROOT_KERNEL));
        switch (which) {
        case 0: CHECK(ncurep_write_entry(w, NCUREP_ROOT_KERNEL) && ncurep_write_end(w)); ok = ncurep_write_u64(w, 1, 1); break;
        case 1: ok = ncurep_write_u64(w, 0, 1); break;
        case 2: ok = ncurep_write_text(w, 1u << 29, ncurep_text("a")); break;
        case 3: ok = ncurep_write_entry(w, NCUREP_ROOT_KERNEL); break;
        case 4: CHECK(ncurep_write_end(w)); ok = ncurep_write_entry(w, NCUREP_ROOT_FILE); break;
        case 5: ok = ncurep_write_entry(w, (ncurep_root)7); break;
        case 6: CHECK(ncurep_write_end(w)); ok = ncurep_write_entry(w, NCUREP_ROOT_KERNEL); break;
        case 7: CHECK(ncurep_write_end(w)); ok = ncurep_write_end(w); break;
        case 8:
            for (i = 0; i < 32; i++) CHECK(ncurep_write_begin(w, 1));
            ok = ncurep_write_begin(w, 1);
            break;
        case 9: ok = ncurep_write_text(w, 1, view_of(NULL, 1)); break;
        case 10: ok = ncurep_write_string(w, view_of(NULL, 1)) != NCUREP_NONE; break;
        case 11: ok = ncurep_write_fields(w, view_of(NULL, 1)); break;
        case 12: CHECK(ncurep_write_end(w)); ok = ncurep_write_fields(w, view_of("\010\1", 2)); break;
        case 13: ok = ncurep_write_metric(w, ncurep_text("a"), NULL); break; /* of a source */
        case 14: CHECK(ncurep_write_begin(w, 5)); ok = ncurep_write_metric(w, ncurep_text("a"), NULL); break;
        case 15: CHECK(ncurep_write_end(w)); ok = ncurep_write_metric(w, ncurep_text("a"), NULL); break;
        case 16: ok = ncurep_write_block(w); break;
        case 17: ok = ncurep_copy_block(w, r, 0, &e) == NCUREP_OK; CHECK(e.code == NCUREP_ARGUMENT); break;
        case 18: CHECK(ncurep_write_end(w) && ncurep_write_entry(w, NCUREP_ROOT_BLOCK) && ncurep_write_fields(w, view_of("\012\5", 2))); ok = ncurep_write_block(w); break;
        case 19: CHECK(ncurep_write_end(w) && ncurep_write_entry(w, NCUREP_ROOT_BLOCK)); ok = ncurep_write_metric(w, ncurep_text("a"), NULL); break;
        default: CHECK(ncurep_write_end(w)); ok = ncurep_write_double(w, 1, 1.0); break;
        }
        if (!CHECK(!ok)) printf("    number %u\n", which);
        CHECK(!ncurep_write_u64(w, 1, 1)); /* it is kept */
        CHECK(!end_writer(w, &e));
        CHECK_STR(messages[which], e.message);
        CHECK_U64(which == 8 ? NCUREP_LIMIT : NCUREP_ARGUMENT, e.code);
    }
    {
        ncurep_output o;
        ncurep_memory m = half();
        ncurep_writer *w;
        o.write_fn = NULL;
        o.user = NULL;
        CHECK(ncurep_writer_open(NULL, NULL, &e) == NULL && e.code == NCUREP_ARGUMENT && ncurep_writer_open(&o, NULL, &e) == NULL && e.code == NCUREP_ARGUMENT);
        o.write_fn = put;
        CHECK(open_writer(&o, &m, &e) == NULL && e.code == NCUREP_ARGUMENT && ncurep_writer_open(NULL, NULL, NULL) == NULL);
        CHECK(!end_writer(NULL, &e) && e.code == NCUREP_ARGUMENT && !end_writer(NULL, NULL));
        CHECK(!ncurep_write_entry(NULL, NCUREP_ROOT_KERNEL) && !ncurep_write_begin(NULL, 1) && !ncurep_write_end(NULL) && !ncurep_write_u64(NULL, 1, 1) && !ncurep_write_double(NULL, 1, 1));
        CHECK(!ncurep_write_text(NULL, 1, ncurep_text("a")) && !ncurep_write_fields(NULL, ncurep_text("")) && !ncurep_write_value(NULL, 1, NULL) && !ncurep_write_metric(NULL, ncurep_text("a"), NULL));
        CHECK(!ncurep_write_instance(NULL, NULL, NULL) && !ncurep_write_block(NULL) && ncurep_write_string(NULL, ncurep_text("a")) == NCUREP_NONE);
        CHECK(ncurep_copy_header(NULL, r, 0, &e) != NCUREP_OK && e.code == NCUREP_ARGUMENT && ncurep_copy_source(NULL, r, 0, NULL) != NCUREP_OK && ncurep_copy_result(NULL, r, 0, NULL) != NCUREP_OK && ncurep_copy_block(NULL, r, 0, NULL) != NCUREP_OK);
        w = writer();
        CHECK(w != NULL);
        /* What a report lacks does not harm the writer. */
        CHECK(ncurep_copy_header(w, r, 9999, &e) != NCUREP_OK && e.code == NCUREP_ARGUMENT && ncurep_copy_header(w, r, 9999, NULL) != NCUREP_OK);
        CHECK(ncurep_copy_source(w, r, 9999, &e) != NCUREP_OK && e.code == NCUREP_ARGUMENT && ncurep_copy_source(w, r, 9999, NULL) != NCUREP_OK);
        CHECK(ncurep_copy_result(w, r, 9999, &e) != NCUREP_OK && e.code == NCUREP_ARGUMENT && ncurep_copy_result(w, r, 9999, NULL) != NCUREP_OK);
        CHECK(ncurep_copy_block(w, r, 9999, &e) != NCUREP_OK && e.code == NCUREP_ARGUMENT && ncurep_copy_block(w, r, 9999, NULL) != NCUREP_OK);
        CHECK(end_writer(w, &e) && out.len == 10); /* a file without blocks */
        CHECK(memcmp(out.data, "NVR\0\2\0\0\0\10\7", 10) == 0);
        w = writer();
        out.fails = 1;
        CHECK(!end_writer(w, NULL) && out.len == 0);
    }
    ncurep_report_close(r);
}

/* A result whose metrics are malformed is not copied, and the writer goes on. */
static void broken_results(void)
{
    static const struct {
        const char *metric;
        size_t len;
    } bad[] = {{"\010", 1}, {"\010\1\022\5a", 5}, {"\010\1\017", 3}};
    size_t i;
    for (i = 0; i < sizeof bad / sizeof *bad; i++) {
        wire w = {NULL, 0, 0}, file = {NULL, 0, 0}, header = {NULL, 0, 0}, payload = {NULL, 0, 0};
        ncurep_report *r, *again;
        ncurep_writer *to;
        ncurep_error e;
        ncurep_info info;
        w_number(&w, 1, 3);
        w_data(&w, 13, bad[i].metric, bad[i].len);
        w_report(&file, 7);
        w_entry(&payload, &w);
        w_number(&header, 2, 1);
        w_block(&file, &header, &payload);
        r = ncurep_report_open(file.ptr, file.len, NULL, NULL);
        to = writer();
        CHECK(ncurep_write_entry(to, NCUREP_ROOT_KERNEL) && ncurep_write_u64(to, 1, 9) && ncurep_write_end(to));
        CHECK(ncurep_copy_result(to, r, 0, &e) != NCUREP_OK && e.code == NCUREP_SYNTAX && e.offset > 10 && ncurep_copy_result(to, r, 0, NULL) != NCUREP_OK);
        CHECK(ncurep_copy_block(to, r, 0, &e) != NCUREP_OK && e.code == NCUREP_SYNTAX);
        CHECK(ncurep_write_entry(to, NCUREP_ROOT_KERNEL) && ncurep_write_u64(to, 1, 8) && ncurep_write_end(to) && end_writer(to, NULL));
        again = ncurep_report_open(out.data, out.len, NULL, NULL);
        ncurep_report_info(again, &info);
        CHECK(info.results == 2 && info.problems == 0);
        ncurep_report_close(again);
        ncurep_report_close(r);
        free(w.ptr);
        free(file.ptr);
        free(header.ptr);
        free(payload.ptr);
    }
}

/* Compressed input: callbacks that take, give or read what cannot be. */
typedef struct steps {
    int way;
    unsigned calls;
} steps;

static size_t read_way(void *user, uint64_t offset, void *to, size_t size)
{
    const int way = *(const int *)user;
    if (way == 1) return 0;
    if (way == 2) return size + 1;
    if (way == 3 && offset > 0) return 0;
    if (way == 4 && offset > 0) return size + 1;
    memset(to, 'z', size);
    if (way >= 10) {
        static const unsigned char magics[][4] = {{0x28, 0xb5, 0x2f, 0xfd}, {0x50, 0x2a, 0x4d, 0x18}, {0x5f, 0x2a, 0x4d, 0x18}, {0x28, 0xb5, 0x2f, 0xfc}, {0x28, 0xb5, 0x2e, 0xfd},
                                                  {0x28, 0xb4, 0x2f, 0xfd}, {0x60, 0x2a, 0x4d, 0x18}, {0x50, 0x2b, 0x4d, 0x18}, {0x50, 0x2a, 0x4c, 0x18}, {0x50, 0x2a, 0x4d, 0x19}};
        *(unsigned char *)to = magics[way - 10][offset];
        return 1;
    }
    return way == 3 || way == 4 ? 2 : size;
}

static int step(void *user, const void *in, size_t *in_size, void *to, size_t *to_size)
{
    steps *s = (steps *)user;
    (void)in;
    s->calls++;
    memset(to, 'o', *to_size);
    switch (s->way) {
    case 0: return 0;
    case 1: *in_size += 1; *to_size = 0; return 1;
    case 2: *in_size = 0; *to_size += 1; return 1;
    case 3: *in_size = *to_size = 0; return 1;
    case 4: *to_size = 1; return 1; /* never ends */
    case 5: *to_size = 1; return 2;
    case 6: /* full three times before it takes anything */
        if (s->calls < 4) *in_size = 0;
        else *to_size = 1;
        return 2;
    default: *to_size = 0; return 2;
    }
}

static void unpacking(void)
{
    static const struct {
        int read, step;
        uint64_t size, limit;
        ncurep_code code;
        size_t len;
    } cases[] = {{0, 5, 10, 0, NCUREP_OK, 2}, {1, 5, 10, 0, NCUREP_IO, 0}, {2, 5, 10, 0, NCUREP_IO, 0}, {0, 0, 10, 0, NCUREP_SYNTAX, 0}, {0, 1, 10, 0, NCUREP_SYNTAX, 0}, {0, 2, 10, 0, NCUREP_SYNTAX, 0},
                 {0, 3, 10, 0, NCUREP_SYNTAX, 0}, {0, 4, 10, 0, NCUREP_TRUNCATED, 2}, {0, 5, 0, 0, NCUREP_TRUNCATED, 0}, {0, 5, 10, 1, NCUREP_LIMIT, 1}, {0, 5, 10, 2, NCUREP_OK, 2},
                 {3, 5, 10, 0, NCUREP_IO, 1}, {0, 6, 3, 0, NCUREP_OK, 25}, {0, 7, 10, 0, NCUREP_OK, 0}};
    char buffer[17];
    ncurep_input input;
    ncurep_output to;
    ncurep_decompress with;
    ncurep_error e;
    steps s;
    size_t i;
    int way;
    input.read_fn = read_way;
    input.user = &way;
    to.write_fn = put;
    to.user = &out;
    with.step_fn = step;
    with.user = &s;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        int ok;
        memset(&s, 0, sizeof s);
        s.way = cases[i].step;
        way = cases[i].read;
        input.size = cases[i].size;
        out.len = 0;
        ok = ncurep_unpack(&input, &with, &to, buffer, 16, cases[i].limit, &e) == NCUREP_OK;
        if (!CHECK_I64(cases[i].code == NCUREP_OK, ok) || !CHECK_U64(cases[i].code, e.code) || (cases[i].read != 3 && !CHECK_U64(cases[i].len, out.len))) printf("    case %u\n", (unsigned)i);
    }
    /* The arguments, each missing in turn. */
    way = 0;
    s.way = 5;
    input.size = 4;
    for (i = 0; i < 9; i++) {
        ncurep_input in = input;
        ncurep_output o = to;
        ncurep_decompress d = with;
        if (i == 0) in.read_fn = NULL;
        if (i == 1) o.write_fn = NULL;
        if (i == 2) d.step_fn = NULL;
        CHECK(ncurep_unpack(i == 3 ? NULL : &in, i == 4 ? NULL : &d, i == 5 ? NULL : &o, i == 6 ? NULL : buffer, i == 7 ? 1 : 16, 0, i == 8 ? NULL : &e) == (i == 8 ? NCUREP_OK : NCUREP_ARGUMENT));
        if (i < 8) CHECK(e.code == NCUREP_ARGUMENT);
    }
    out.fails = 1;
    CHECK(ncurep_unpack(&input, &with, &to, buffer, 16, 0, &e) != NCUREP_OK && e.code == NCUREP_IO);
    out.fails = 0;
    for (i = 0; i < 10; i++) { /* the first bytes, one at a time */
        way = 10 + (int)i;
        CHECK_I64(i < 3, ncurep_is_packed(&input));
    }
    way = 1;
    CHECK(!ncurep_is_packed(&input) && !ncurep_is_packed(NULL));
    way = 2;
    CHECK(!ncurep_is_packed(&input));
    way = 4; /* two bytes, then too many */
    CHECK(!ncurep_is_packed(&input));
    way = 10;
    input.size = 3;
    CHECK(!ncurep_is_packed(&input));
    input.size = 4;
    CHECK(ncurep_is_packed(&input));
    input.read_fn = NULL;
    CHECK(!ncurep_is_packed(&input));
}

static void facts(void)
{
    ncurep_metric_facts f;
    char text[300];
    const char *name = "sm__cycles_elapsed.avg.per_second";
    size_t n, i;
    memset(&f, 7, sizeof f);
    ncurep_metric_describe(view_of(NULL, 5), &f);
    CHECK(f.type == NCUREP_METRIC_TYPE_OTHER && f.base.ptr != NULL && f.base.len == 0 && f.unit[0] == 0);
    ncurep_metric_describe(ncurep_text(name), &f);
    CHECK(f.type == NCUREP_METRIC_TYPE_COUNTER && f.rollup == NCUREP_ROLLUP_AVG && f.subtype == NCUREP_METRIC_SUBTYPE_PER_SECOND);
    CHECK_STR("hz", f.unit);
    CHECK_VIEW("sm__cycles_elapsed", f.base);
    CHECK_VIEW(".avg.per_second", f.suffix);
    n = ncurep_metric_text(ncurep_text(name), NULL, 0);
    CHECK(n > 5 && n < sizeof text && ncurep_metric_text(view_of(NULL, 0), text, sizeof text) == 0 && text[0] == 0);
    for (i = 0; i <= n + 1; i++) { /* room for part of it */
        char whole[300];
        memset(text, 'x', sizeof text);
        CHECK_U64(n, ncurep_metric_text(ncurep_text(name), whole, sizeof whole));
        CHECK_U64(n, ncurep_metric_text(ncurep_text(name), text, i));
        if (i > 0) CHECK(strlen(text) == (i <= n ? i - 1 : n) && memcmp(text, whole, strlen(text)) == 0);
        CHECK(text[i] == 'x');
    }
}

static void real_files(void)
{
    ncurep_posix file;
    ncurep_input in;
    ncurep_error e;
    CHECK(ncurep_posix_open(&file, "examples/samples/ncurep", &in, &e) == NCUREP_IO && e.code == NCUREP_IO && ncurep_posix_open(&file, "examples/no-such-file", &in, &e) == NCUREP_IO);
    CHECK(ncurep_posix_open(NULL, "examples/no-such-file", &in, &e) == NCUREP_ARGUMENT && ncurep_posix_open(&file, NULL, &in, &e) == NCUREP_ARGUMENT);
    CHECK(ncurep_posix_open(&file, "examples/samples/ncurep/saxpy.ncu-rep", NULL, &e) == NCUREP_ARGUMENT && !file.is_open);
    ncurep_posix_close(&file);
    ncurep_posix_close(NULL);
    memset(&in, 7, sizeof in);
    CHECK(ncurep_posix_open(&file, "examples/no-such-file", &in, NULL) != NCUREP_OK);
    CHECK(in.read_fn == NULL && in.user == NULL && in.size == 0);
    if (CHECK(ncurep_posix_open(&file, "examples/samples/ncurep/saxpy.ncu-rep", &in, NULL) == NCUREP_OK)) {
        char b[8];
        CHECK(in.read_fn(in.user, 0, b, 4) == 4 && memcmp(b, "NVR", 4) == 0 && in.read_fn(in.user, in.size, b, 4) == 0);
        ncurep_posix_close(&file);
    }
}

int main(void)
{
    RUN(reports);
    RUN(lists);
    RUN(left_out);
    RUN(values);
    RUN(patterns);
    RUN(filters);
    RUN(wrong_writing);
    RUN(broken_results);
    RUN(unpacking);
    RUN(facts);
    RUN(real_files);
    return run_end();
}
