/* What each public function does with NULL, with numbers out of range, and with files that cannot be opened. */
#define NCUREP_ASSERT(e) ((e) ? (void)0 : abort())
#include <stdlib.h>
#define NCUREP_POSIX
#define NCUREP_IMPLEMENTATION
#include "ncurep.h"
#include "ncurep_calls.h"

#include "run.h"

static size_t read_none(uint64_t offset, void *to, size_t size, ncurep_reply *reply, void *user)
{
    (void)reply;
    (void)user;
    (void)offset;
    (void)to;
    (void)size;
    return 0;
}

static void reports(void)
{
    ncurep_report *r = open_sample("mixed");
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
    o.memory = half_memory();
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
    CHECK(info.blocks == 0 && info.size == 0 && ncurep_report_memory_used(NULL) == 0);
    ncurep_report_info(NULL, NULL);
    ncurep_report_info(r, NULL);
    ncurep_report_info(r, &info);
    CHECK(info.blocks > 1 && info.results > 1 && info.sources > 0);
    CHECK(!ncurep_report_problem_at(NULL, 0, &e) && !ncurep_report_problem_at(r, 0, &e) && !ncurep_report_problem_at(r, 16, &e) && !ncurep_report_problem_at(r, 0, NULL));
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
        ncurep_reader w;
        ncurep_unknown u;
        memset(&item, 0, sizeof item);
        CHECK(!ncurep_table_find(NULL, NCUREP_TABLE_KIND_TABLE, &table) && !ncurep_table_find(&item, NCUREP_TABLE_KIND_TABLE, NULL) && !ncurep_table_find(&item, (ncurep_table_kind)6, &table));
        CHECK(table.label.ptr != NULL && !ncurep_table_metric_next(&table, NULL) && !ncurep_table_metric_next(NULL, &to.label) && !ncurep_table_metric_next(&table, &to.label));
        ncurep_reader_begin(NULL, NCUREP_ROOT_FILE, view, 0);
        ncurep_reader_begin(&w, (ncurep_root)7, view, 0);
        CHECK(!ncurep_reader_next(&w, &u) && w.error.code == NCUREP_OK && !ncurep_reader_next(&w, NULL) && !ncurep_reader_next(NULL, &u));
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
    char *data = run_read("examples/data/samples/ncurep/saxpy.ncu-rep", &size);
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
}

static void real_files(void)
{
    ncurep_posix file;
    ncurep_input in;
    ncurep_error e;
    CHECK(ncurep_posix_open(&file, "examples/data/samples/ncurep", &in, &e) == NCUREP_IO && e.code == NCUREP_IO && ncurep_posix_open(&file, "examples/no-such-file", &in, &e) == NCUREP_IO);
    CHECK(ncurep_posix_open(NULL, "examples/no-such-file", &in, &e) == NCUREP_ARGUMENT && ncurep_posix_open(&file, NULL, &in, &e) == NCUREP_ARGUMENT);
    CHECK(ncurep_posix_open(&file, "examples/data/samples/ncurep/saxpy.ncu-rep", NULL, &e) == NCUREP_ARGUMENT && !file.is_open);
    ncurep_posix_close(&file);
    ncurep_posix_close(NULL);
    memset(&in, 7, sizeof in);
    CHECK(ncurep_posix_open(&file, "examples/no-such-file", &in, NULL) != NCUREP_OK);
    CHECK(in.read_fn == NULL && in.user == NULL && in.size == 0);
    if (CHECK(ncurep_posix_open(&file, "examples/data/samples/ncurep/saxpy.ncu-rep", &in, NULL) == NCUREP_OK)) {
        char b[8];
        ncurep_reply reply = NCUREP_REPLY_FAILED;
        CHECK(in.read_fn(0, b, 4, &reply, in.user) == 4 && memcmp(b, "NVR", 4) == 0 && in.read_fn(in.size, b, 4, &reply, in.user) == 0);
        ncurep_posix_close(&file);
    }
}

int main(void)
{
    RUN(reports);
    RUN(lists);
    RUN(left_out);
    RUN(real_files);
    return run_end();
}
